"""What a SymPy symbol declares of its values: signs become hypotheses, everything else is refused.

All claims are about real numbers. SymPy simplifies by what it assumes of a symbol, with `positive=True` it
writes m for the root of m^2; so what a symbol declares is part of what is claimed, and never ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import sympy as sp

from verify.errors import VerifyError
from verify.language.condition import Condition, Relation

ALL_SIGNS = frozenset({-1, 0, 1})

_SIGNS = {
    "positive": frozenset({1}),
    "negative": frozenset({-1}),
    "nonnegative": frozenset({0, 1}),
    "nonpositive": frozenset({-1, 0}),
    "nonzero": frozenset({-1, 1}),
    "zero": frozenset({0}),
}
SIGNS: dict[str, frozenset[int]] = {
    **_SIGNS,
    **{f"extended_{name}": signs for name, signs in _SIGNS.items() if name != "zero"},
    **dict.fromkeys(("real", "extended_real", "finite", "commutative"), ALL_SIGNS),
}
"""The signs of the real numbers that have a property; properties that are not here are refused."""

_RELATIONS = {
    frozenset({1}): (Relation.POSITIVE, 1),
    frozenset({-1}): (Relation.POSITIVE, -1),
    frozenset({0, 1}): (Relation.NON_NEGATIVE, 1),
    frozenset({-1, 0}): (Relation.NON_NEGATIVE, -1),
    frozenset({-1, 1}): (Relation.NON_ZERO, 1),
    frozenset({0}): (Relation.ZERO, 1),
}


class AssumptionError(VerifyError, ValueError):
    """A symbol declares what no method takes into account, or two symbols of one name differ in it."""


@lru_cache(maxsize=4096)
def signs_of(symbol: sp.Symbol) -> frozenset[int]:
    """The signs, of -1, 0 and 1, that the real values of a symbol may have by its declaration.

    Raises
    ------
    AssumptionError
        If it declares something other than a sign, or something that no real number is.

    Examples
    --------
    >>> sorted(signs_of(sp.Symbol("m", nonnegative=True)))
    [0, 1]
    >>> signs_of(sp.Symbol("n", integer=True))
    Traceback (most recent call last):
        ...
    verify.language.assumptions.AssumptionError: the symbol n is declared with integer=True, ...
    """
    signs = ALL_SIGNS
    for name, value in declared(symbol).items():
        if name in ("complex", "hermitian") and value and symbol.is_extended_real:
            continue
        if name not in SIGNS:
            raise AssumptionError(
                f"the symbol {symbol} is declared with {name}={value}, which is not taken into account: "
                f'claims are about all real numbers; declare it as Symbol("{symbol}"), and write what is '
                f"needed as a hypothesis, such as {symbol} >= 1"
            )
        signs &= SIGNS[name] if value else ALL_SIGNS - SIGNS[name]
    if not signs:
        raise AssumptionError(
            f"the symbol {written(symbol)} has no real value, and claims are about real numbers: "
            f'declare it as Symbol("{symbol}")'
        )
    return signs


def declared(symbol: sp.Symbol) -> dict[str, bool]:
    """What was written when the symbol was made, without what SymPy concludes from it."""
    return dict(symbol.__getnewargs_ex__()[1])


def written(symbol: sp.Symbol) -> str:
    """The symbol as one writes it in Python.

    Examples
    --------
    >>> written(sp.Symbol("m", positive=True))
    'Symbol("m", positive=True)'
    """
    options = (f", {name}={value}" for name, value in sorted(declared(symbol).items()))
    return f'Symbol("{symbol.name}"{"".join(options)})'


def refuse_namesakes(symbols: Iterable[sp.Symbol]) -> None:
    """Refuse two symbols of one name that SymPy tells apart; a `Dummy` is meant to be another one.

    Raises
    ------
    AssumptionError
        Names both.

    Examples
    --------
    >>> refuse_namesakes([sp.Symbol("m"), sp.Symbol("m", positive=True)])
    Traceback (most recent call last):
        ...
    verify.language.assumptions.AssumptionError: two symbols are called m, Symbol("m") and ...
    """
    by_name: dict[str, sp.Symbol] = {}
    for symbol in symbols:
        if not isinstance(symbol, sp.Dummy) and by_name.setdefault(symbol.name, symbol) != symbol:
            one, other = sorted(map(written, (symbol, by_name[symbol.name])))
            raise AssumptionError(
                f"two symbols are called {symbol}, {one} and {other}: declare it once, and use that symbol "
                "everywhere"
            )


def sign_hypotheses(symbols: Iterable[sp.Symbol]) -> tuple[sp.Basic, ...]:
    """What symbols declare of their signs, as comparisons in the order of their names.

    Raises
    ------
    AssumptionError
        For a symbol that declares something else, and for two of one name.

    Examples
    --------
    >>> sign_hypotheses([sp.Symbol("b", nonnegative=True), sp.Symbol("a", positive=True), sp.Symbol("c")])
    (a > 0, b >= 0)
    """
    return tuple(condition.relational for condition in sign_conditions(symbols))


def sign_conditions(symbols: Iterable[sp.Symbol]) -> tuple[Condition, ...]:
    """The same as conditions.

    Examples
    --------
    >>> [str(c) for c in sign_conditions([sp.Symbol("a", negative=True)])]
    ['a < 0']
    """
    different = set(symbols)
    refuse_namesakes(different)
    conditions: list[Condition] = []
    for symbol in sorted(different, key=_place):
        if (signs := signs_of(symbol)) != ALL_SIGNS:
            relation, direction = _RELATIONS[signs]
            conditions.append(Condition(direction * symbol, relation))
    return tuple(conditions)


@lru_cache(maxsize=1 << 12)
def _place(symbol: sp.Symbol) -> tuple[str, str]:
    """By name; two that are meant to be different may share one."""
    return symbol.name, str(declared(symbol))


def with_signs(hypotheses: Iterable[sp.Basic], *about: sp.Basic) -> tuple[sp.Basic, ...]:
    """The hypotheses, and what the symbols in them and in further statements declare of their signs.

    Examples
    --------
    >>> m = sp.Symbol("m", positive=True)
    >>> with_signs([m < 2], m + 1 / m)
    (m < 2, m > 0)
    """
    stated = tuple(hypotheses)
    signs = sign_hypotheses(s for part in (*stated, *about) for s in free_symbols(part))
    added = tuple(s for s in signs if s not in stated)
    # With positive=True SymPy makes m > 0 the bare truth, which says nothing to a reader.
    return (*(h for h in stated if h != sp.true), *added) if added else stated


def with_sign_conditions(
    conditions: Iterable[Condition], symbols: Iterable[sp.Symbol] = ()
) -> tuple[Condition, ...]:
    """The conditions, and what the symbols in them and further ones declare of their signs.

    Examples
    --------
    >>> m = sp.Symbol("m", positive=True)
    >>> [str(c) for c in with_sign_conditions([Condition(2 - m, Relation.NON_NEGATIVE)])]
    ['m <= 2', 'm > 0']
    """
    stated = tuple(conditions)
    signs = sign_conditions(frozenset(symbols).union(*(free_symbols(c.polynomial) for c in stated)))
    return (*stated, *(s for s in signs if s not in stated))


free_symbols = lru_cache(maxsize=1 << 14)(lambda part: part.free_symbols)
"""Of a part; the same few hypotheses occur in thousands of implications."""
