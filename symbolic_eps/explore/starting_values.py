"""First values of the sliders of a formula: a point of its domain, if possible inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.export.forms.argument import Argument
from verify.language.condition import Condition

_SHARES = tuple(map(sp.Rational, ("1/10", "1/4", "1/2", "3/4", "9/10", "1/100", "1", "0")))
_SIZES = tuple(map(sp.Rational, ("1", "1/2", "3", "10", "1/10", "1/100", "100")))
_WHOLE = tuple(map(sp.Integer, (10, 1, 100)))


def starting_values(
    arguments: Sequence[Argument], domain: Sequence[Condition], given: Mapping[str, sp.Rational]
) -> dict[str, sp.Rational]:
    """A value for each argument.

    Parameters
    ----------
    arguments : sequence of Argument
    domain : sequence of Condition
        What the values have to satisfy.
    given : mapping of str to Rational
        Values that are asked for, by the symbol's name; other names are no matter of this formula.

    Raises
    ------
    symbolic_eps.errors.InputError
        No point that is tried lies in the domain.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import positive
    >>> starting_values([Argument(a, "", True), Argument(b, "", True)], [positive(b - a)], {})
    {'a': 1/10, 'b': 1/4}
    """
    symbols = [argument.symbol for argument in arguments]
    tried = [
        (given[str(a.symbol)],) if str(a.symbol) in given else tuple(_candidates(a, number))
        for number, a in enumerate(arguments)
    ]
    inside = [c.interior for c in domain]
    for conditions, different in ((inside, True), (inside, False), (domain, False)):
        for values in product(*tried):
            if different and len({*values}) < len(values):
                continue
            point = dict(zip(symbols, values, strict=True))
            if all(c.relational.subs(point) == sp.true for c in conditions):
                return {str(symbol): value for symbol, value in point.items()}
    asked = ", ".join(f"{name} = {value}" for name, value in given.items())
    raise InputError(
        f"no starting point satisfies {', '.join(map(str, domain))}{asked and ' with ' + asked}: "
        "give values with --set"
    )


def _candidates(argument: Argument, number: int) -> Iterator[sp.Rational]:
    """Other ones first for each argument, so that eps does not start at eps0."""
    chosen = _WHOLE if argument.whole else _SHARES if argument.probability else _SIZES
    start = 0 if argument.probability else number % 2
    yield from chosen[start:]
    yield from chosen[:start]
