"""What the claims of two versions of a paper have in common where both print one sentence.

Statements are compared up to the names of symbols, the order of terms and the letter x = e^-eps; how a proof
is found is no part of it. Which places print the same sentence is in `alike.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sympy as sp

from derivations.kazan_reiter.notation import eps
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.claims.premises import alike, parts_of

PLACES = Path(__file__).parent / "alike.toml"

NOT_STATED = {"steps", "tried", "nowhere"}
"""Parts of a statement object that help its proof."""

_UNIT = frozenset({alike(x > 0), alike(x < 1)})


@dataclass(frozen=True)
class Pair:
    """Two places that print the same sentence.

    Parameters
    ----------
    first, second : str
        In the first and in the second version.
    differ : str
        Why the claims are not alike; empty if they are to be.
    """

    first: str
    second: str
    differ: str = ""


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(PLACES.read_text(encoding="utf-8"))


def pairs() -> Iterator[Pair]:
    """The places that print the same sentence, in the order of the first version.

    Examples
    --------
    >>> next(pairs()).first
    'text:1/on-the-map'
    """
    table = _table()
    for first, second in table["same"].items():
        yield Pair(first, second, table["differ"].get(first, ""))


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
    sides = {
        "kind": (first.kind, second.kind),
        "statement": (_form(first.statement), _form(second.statement)),
        "domain": (_conditions(first.domain), _conditions(second.domain)),
    }
    return tuple(name for name, (one, other) in sides.items() if one != other)


def _in_one_alphabet(expression: sp.Basic) -> Any:
    """The expression with the first version's letters, x for e^-eps."""
    names = {parameter(old): parameter(new) for old, new in _table()["names"].items()}
    decayed = expression.replace(
        lambda part: isinstance(part, sp.exp) and part.has(eps),
        lambda part: x ** sp.expand(-part.args[0] / eps),
    )
    return decayed.xreplace(names).doit()


def _form(part: Any) -> Any:
    """What a statement says, so that equal forms are equal statements."""
    if isinstance(part, sp.And):
        return frozenset(_form(one) for one in part.args)
    if isinstance(part, sp.Basic):
        return _condition(part) if part.is_Boolean else str(sp.factor(_in_one_alphabet(part)))
    if isinstance(part, Mapping):
        return frozenset((_form(key), _form(value)) for key, value in part.items())
    if is_dataclass(part):
        stated = (f.name for f in fields(part) if f.name not in NOT_STATED)
        return type(part).__name__, tuple((name, _form(getattr(part, name))) for name in stated)
    if isinstance(part, tuple | list):
        return tuple(_form(one) for one in part)
    return part


def _condition(condition: sp.Basic) -> object:
    told = _in_one_alphabet(condition)
    return alike(told) if isinstance(told, sp.core.relational.Relational) else str(told)


def _conditions(domain: tuple[sp.Basic, ...]) -> frozenset[object]:
    """The conditions of a domain; eps > 0 is 0 < x < 1."""
    found: set[object] = set()
    for part in parts_of(domain):
        told = _in_one_alphabet(part)
        if told in (True, sp.true):
            continue
        if told == (eps > 0):
            found |= _UNIT
        elif told == (eps >= 0):
            found |= {alike(x > 0), alike(x <= 1)}
        else:
            found.add(_condition(part))
    return frozenset(found)
