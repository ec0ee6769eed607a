"""Caps with numbers as one bound on the relative risk, after the proof that both say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import sympy as sp

from symbolic_eps.errors import DomainError, InfeasibleProfileError, UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.profiles.caps import Cap, CapKind, profile_of, prove_translation
from symbolic_eps.profiles.exact_numbers import short_number
from symbolic_eps.theory.symbols import parameter
from verify.solvers.smt import UndecidedQueryError


def translated(
    caps: Sequence[Cap], values: Mapping[str, Any], recommended: Callable[[sp.Expr], object]
) -> sp.Expr:
    """The bound r*(p, q) that says the same as all caps; the equivalence is proved by certificates.

    Parameters
    ----------
    caps : sequence of Cap
        At least one.
    values : mapping of str to exact number
        Of the parameters that occur in them.
    recommended : callable
        Gives the recommendation for a bound on the domain that is meant, or an error where it is below 1:
        so a part of a cap on the odds ratio shows itself not to be negative.

    Raises
    ------
    symbolic_eps.errors.DomainError
        A part of a cap on the odds ratio is negative: the translation does not hold for it.
    symbolic_eps.errors.UndecidedError
        The equivalence is not proved.

    Examples
    --------
    >>> translated([Cap("posterior", "1/4"), Cap("relative-risk", 3)], {}, lambda bound: None)
    Min(3, 1/(4*p*q))
    """
    for kind in {cap.kind: None for cap in caps}:
        _prove(kind)
    for cap in caps:
        if cap.kind is CapKind.ODDS_RATIO:
            _check_not_negative(cap, values, recommended)
    return profile_of(caps)


@cache
def _prove(kind: CapKind) -> None:
    try:
        prove_translation(kind, exact_judge())
    except UndecidedQueryError as error:
        raise UndecidedError(f"what a cap on the {kind} says of the relative risk: {error}") from error


def _check_not_negative(
    cap: Cap, values: Mapping[str, Any], recommended: Callable[[sp.Expr], object]
) -> None:
    """Each part by itself: the bound of a negative one can be positive, and the largest of all.

    For c >= 0 and m < 1 the bound c/(1 - m + c m) has a positive divisor; at m = 1 and c = 0 it has no value.
    """
    numbers = {parameter(name): short_number(name, value) for name, value in values.items()}
    for part in _parts(cap.value):
        number = part.subs(numbers)
        try:
            if number.free_symbols:
                recommended(_raised(part))
            elif not number >= 0:
                raise DomainError(f"{number} is negative: give one such as 3")
        except (DomainError, InfeasibleProfileError) as error:
            raise DomainError(
                f"no part of a cap on the odds ratio is negative at any prior, as in 3 or 1 + p: {error}"
            ) from None


def _parts(value: sp.Expr) -> Iterator[sp.Expr]:
    """What `max`, `min` and `piecewise` choose from, each where it can be chosen and oo elsewhere."""
    if isinstance(value, sp.Max | sp.Min):
        for argument in value.args:
            yield from _parts(argument)
    elif isinstance(value, sp.Piecewise):
        for k, (inner, _) in enumerate(value.args):
            for part in _parts(inner):
                cases = ((part if n == k else sp.oo, guard) for n, (_, guard) in enumerate(value.args))
                yield sp.Piecewise(*cases, evaluate=False)
    elif value is not sp.oo:
        yield value


def _raised(part: sp.Expr) -> sp.Expr:
    """The part and 1, a bound on the relative risk that can be kept exactly where the part is >= 0."""
    if isinstance(part, sp.Piecewise):
        return sp.Piecewise(*((_raised(inner), guard) for inner, guard in part.args), evaluate=False)
    return part if part is sp.oo else part + 1
