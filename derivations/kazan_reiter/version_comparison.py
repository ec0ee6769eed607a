"""Compares the claims that two versions of a paper print as one sentence: what differs, and why it may.

Statements are compared up to the order of terms, the letter x = e^-eps, and letters of our own: those that
only one of the two claims has may be named otherwise in the other, one by one and throughout. How a proof is
found is no part of it. Which places print the same sentence is in `version_comparison.toml`, with the printed
thing in which those differ whose claims are not alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import sympy as sp

from derivations.kazan_reiter.notation import eps, p, q, r, risk
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.claims.premises import alike, parts_of

PLACES = Path(__file__).parent / "version_comparison.toml"

NOT_STATED = {"steps", "tried", "nowhere"}
"""Parts of a statement object that help its proof."""

KEPT = frozenset({p, q, r, x, eps, risk, parameter("a")})
"""The papers' own letters: never taken for one another."""

Names = Mapping[sp.Symbol, sp.Symbol]

_UNIT = frozenset({alike(x > 0), alike(x < 1)})


@dataclass(frozen=True)
class PrintedDifference:
    """What a line of the first version prints, and the second version does not.

    Parameters
    ----------
    places : tuple of str
        Of the first version's claims that differ for it.
    line : str
        The line, as in the list of printed lines.
    prints : str
        What stands there, as LaTeX.
    says : str
        In our words.
    slip : str
        Where a transcription of the second version prints it too: how we know better.
    """

    places: tuple[str, ...]
    line: str
    prints: str
    says: str
    slip: str = ""


@dataclass(frozen=True)
class Pair:
    """Two places that print the same sentence.

    Parameters
    ----------
    first, second : str
        In the first and in the second version.
    differ : PrintedDifference, optional
        Why the claims are not alike; none if they are to be.
    """

    first: str
    second: str
    differ: PrintedDifference | None = None


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(PLACES.read_text(encoding="utf-8"))


def printed_differences() -> tuple[PrintedDifference, ...]:
    """All that the versions print differently in sentences that are otherwise the same.

    Examples
    --------
    >>> printed_differences()[0].places[:2]
    ('eq:1', 'eq:2')
    """
    return tuple(PrintedDifference(tuple(one.pop("places")), **one) for one in deepcopy(_table()["differ"]))


def pairs() -> Iterator[Pair]:
    """The places that print the same sentence, in the order of the first version.

    Examples
    --------
    >>> next(pairs()).first
    'text:1/on-the-map'
    """
    differ = {place: one for one in printed_differences() for place in one.places}
    for first, second in _table()["same"].items():
        yield Pair(first, second, differ.get(first))


def differences(first: Claim, second: Claim) -> tuple[str, ...]:
    """In what two claims differ: of kind, statement and domain.

    Parameters
    ----------
    first, second : Claim
        Of the first and of the second version.

    Examples
    --------
    >>> from verify.claims.claim import Locator
    >>> one = Claim(Locator("a", "eq:1"), x > 0, (eps > 0,))
    >>> differences(one, Claim(Locator("b", "eq:2"), 0 < x, (eps > 0,)))
    ()
    >>> differences(one, Claim(Locator("b", "eq:2"), x >= 0, ()))
    ('statement', 'domain')
    """
    told = [_told_apart(first, second, names) for names in _renamings(first, second)]
    return min(told, key=len)


def _told_apart(first: Claim, second: Claim, names: Names) -> tuple[str, ...]:
    sides = {
        "kind": (first.kind, second.kind),
        "statement": (_form(first.statement, {}), _form(second.statement, names)),
        "domain": (_conditions(first.domain, {}), _conditions(second.domain, names)),
    }
    return tuple(name for name, (one, other) in sides.items() if one != other)


def _renamings(first: Claim, second: Claim) -> Iterator[Names]:
    """None, and each way to name the second claim's own letters by the first's."""
    own, others = (_letters((claim.statement, claim.domain)) - KEPT for claim in (first, second))
    free, renamed = sorted(own - others, key=str), sorted(others - own, key=str)
    yield {}
    if len(free) == len(renamed):
        yield from (dict(zip(renamed, order, strict=True)) for order in permutations(free) if order)


def _letters(part: Any) -> set[sp.Symbol]:
    if isinstance(part, sp.Basic):
        return set(part.atoms(sp.Symbol))
    if isinstance(part, Mapping):
        return _letters((*part.keys(), *part.values()))
    if is_dataclass(part):
        return _letters(tuple(getattr(part, f.name) for f in fields(part) if f.name not in NOT_STATED))
    if isinstance(part, tuple | list):
        return set().union(*map(_letters, part))
    return set()


def _in_one_alphabet(expression: sp.Basic, names: Names) -> Any:
    """The expression with these names, and x for e^-eps."""
    decayed = expression.replace(
        lambda part: isinstance(part, sp.exp) and part.has(eps),
        lambda part: x ** sp.expand(-part.args[0] / eps),
    )
    return decayed.xreplace(dict(names)).doit()


def _form(part: Any, names: Names) -> Any:
    """What a statement says, so that equal forms are equal statements."""
    if isinstance(part, sp.And):
        return frozenset(_form(one, names) for one in part.args)
    if isinstance(part, sp.Basic):
        if isinstance(part, sp.core.relational.Relational):
            return _condition(part, names), frozenset(_form(side, names) for side in part.args)
        if part.is_Boolean:
            return _condition(part, names)
        return str(sp.factor(_in_one_alphabet(part, names)))
    if isinstance(part, Mapping):
        return frozenset((_form(key, names), _form(value, names)) for key, value in part.items())
    if hasattr(part, "figure"):
        return _form(part.figure, names)
    if is_dataclass(part):
        stated = (f.name for f in fields(part) if f.name not in NOT_STATED)
        return type(part).__name__, tuple((name, _form(getattr(part, name), names)) for name in stated)
    if isinstance(part, tuple | list):
        return tuple(_form(one, names) for one in part)
    return part


def _condition(condition: sp.Basic, names: Names) -> object:
    told = _in_one_alphabet(condition, names)
    return alike(told) if isinstance(told, sp.core.relational.Relational) else str(told)


def _conditions(domain: tuple[sp.Basic, ...], names: Names) -> frozenset[object]:
    """The conditions of a domain; eps > 0 is 0 < x < 1."""
    found: set[object] = set()
    for part in parts_of(domain):
        told = _in_one_alphabet(part, names)
        if told in (True, sp.true):
            continue
        if told == (eps > 0):
            found |= _UNIT
        elif told == (eps >= 0):
            found |= {alike(x > 0), alike(x <= 1)}
        else:
            found.add(_condition(part, names))
    return frozenset(found)
