"""Small exact models of hypotheses, drawn by a fixed seed: for goals that no polynomial solver reads.

Values are drawn from simple fractions, one cell after the other; where an equation has one unknown left, in
which it is linear, the value that solves it is taken, and where each of several alternatives has such an
equation, one of the values. A model is given out if all hypotheses hold in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from random import Random
from typing import Any

import sympy as sp
from flint import fmpq

from verify.probability.ground import NoValueError, Number, Truth, number, truth
from verify.probability.model import Model, cell_symbol
from verify.probability.refutation import instances
from verify.probability.weighted_sum import Setting

_PAIRS = "1/2 1/4 1/1 0/1 3/4 1/3 2/3 1/10 9/10 2/1 3/1 -1/1 -1/2"

POOL = tuple(fmpq(*map(int, pair.split("/"))) for pair in _PAIRS.split())
"""Values that are drawn; the same for all cells."""

DRAWS = 20
"""Models that are drawn for each choice of sizes."""

MOST_CELLS = 14
"""Larger models are not drawn."""

STEPS = 400
"""Values that are tried for one model, at most."""


def small_models(
    setting: Setting,
    hypotheses: Iterable[sp.Basic],
    symbols: Iterable[sp.Symbol],
    largest: int = 3,
    seed: int = 0,
    most_cells: int = MOST_CELLS,
) -> Iterator[Model]:
    """Different models in which all hypotheses hold, small index sets first.

    Parameters
    ----------
    setting : Setting
        The families.
    hypotheses : iterable of Boolean
        On numbers and families; rational in them.
    symbols : iterable of Symbol
        All that a model is to give values.
    largest : int
        The largest size of an index set.
    seed : int
        Of the draws.
    most_cells : int
        Larger models are not drawn.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.weighted_sum import Total
    >>> law = (p >= 0, sp.Eq(Total(p, z), 1))
    >>> print(next(small_models(Setting({p: (z,)}), law, [p])))
    size(z) = 1, p[1] = 1
    """
    given, wanted = tuple(hypotheses), frozenset(symbols)
    for instance in instances(setting, largest):
        cells = instance.cells(wanted)
        if len(cells) > most_cells:
            continue
        symbols_of_cells = tuple(map(cell_symbol, cells))
        ground = _Ground.of(symbols_of_cells, [s for h in given for s in instance.statements(h)])
        seen = set()
        for source in (*repeat(Random(seed), DRAWS), None):
            found = _drawn(ground, len(cells), source)
            key = None if found is None else tuple(found[: len(cells)])
            if found is None or key in seen:
                continue
            seen.add(key)
            exact = (Fraction(int(value.p), int(value.q)) for value in found)
            model = Model(setting, dict(instance.sizes), dict(zip(cells, exact, strict=False)))
            if all(map(model.holds, given)):
                yield model


@dataclass(frozen=True)
class _Statement:
    """A hypothesis on the cells of one instance.

    Parameters
    ----------
    about : int
        The positions of the values that it speaks of, a bit for each.
    holds : callable
        Its truth, once these have values.
    equations : dict of int to callables
        By the position of the value that is left: the difference of the sides of each equation of which it
        needs one.
    """

    about: int
    holds: Truth
    equations: Mapping[int, tuple[Number, ...]]


@dataclass(frozen=True)
class _Ground:
    """The hypotheses on the cells of one instance.

    Parameters
    ----------
    statements : tuple of _Statement
        In their order.
    by_position : tuple of tuple of _Statement
        Those that speak of each value.
    equational : tuple of _Statement
        Those that fix a value by equations.
    """

    statements: tuple[_Statement, ...]
    by_position: tuple[tuple[_Statement, ...], ...]
    equational: tuple[_Statement, ...]

    @staticmethod
    def of(symbols: Sequence[sp.Symbol], statements: Sequence[sp.Basic]) -> _Ground:
        """The statements as functions of values, those of these symbols first."""
        others = frozenset[sp.Symbol]().union(*(s.free_symbols for s in statements)) - set(symbols)
        positions = {symbol: k for k, symbol in enumerate((*symbols, *sorted(others, key=str)))}
        compiled = tuple(_compiled(s, positions) for s in statements)
        by_position = tuple(tuple(s for s in compiled if s.about >> k & 1) for k in positions.values())
        return _Ground(compiled, by_position, tuple(s for s in compiled if any(s.equations.values())))


def _compiled(statement: sp.Basic, positions: Mapping[sp.Symbol, int]) -> _Statement:
    symbols = statement.free_symbols
    equations = {
        positions[s]: tuple(number(e.lhs - e.rhs, positions) for e in _equations(statement, s))
        for s in symbols
    }
    return _Statement(sum(1 << positions[s] for s in symbols), truth(statement, positions), equations)


def _drawn(ground: _Ground, wanted: int, source: Random | None) -> list[Any] | None:
    """Values for all cells that no hypothesis contradicts; None where the steps do not reach them.

    Without a source as many cells as possible have the same value; those of which nothing is said alone are
    most likely defined by the others, and come last.
    """
    order = list(range(wanted))
    if source is not None:
        source.shuffle(order)
    else:
        order.sort(key=lambda k: not any(s.about == 1 << k for s in ground.by_position[k]))
    steps = iter(range(STEPS))
    values: list[Any] = [None] * len(ground.by_position)

    def completed(left: int) -> bool:
        """Whether values are found for these positions, a bit for each, too."""
        first = next((k for k in order if left >> k & 1), None)
        if first is None:
            return True
        position, choices = _next(first, left, values, ground, source)
        left &= ~(1 << position)
        about = [s for s in ground.by_position[position] if not s.about & left]
        for choice in choices:
            if next(steps, None) is None:
                break
            values[position] = choice
            if all(s.holds(values) for s in about) and completed(left):
                return True
        values[position] = None
        return False

    consistent = all(s.holds(values) for s in ground.statements if not s.about)
    return values if consistent and completed((1 << len(values)) - 1) else None


def _next(
    first: int, left: int, values: list[Any], ground: _Ground, source: Random | None
) -> tuple[int, Sequence[Any]]:
    """The cell to be given a value, and values for it: those that equations fix before all others."""
    for statement in ground.equational:
        unknown = statement.about & left
        if unknown and not unknown & (unknown - 1):  # no other
            position = unknown.bit_length() - 1
            solved = [_solution(equation, position, values) for equation in statement.equations[position]]
            if found := [value for value in dict.fromkeys(solved) if value is not None]:
                return position, found
    return first, POOL if source is None else source.sample(POOL, len(POOL))


def _equations(statement: sp.Basic, unknown: sp.Symbol) -> list[sp.Basic]:
    """The equations of which it needs one: itself, or one of each alternative; [] where some has none."""
    if isinstance(statement, sp.Eq):
        return [statement] if unknown in statement.free_symbols else []
    parts = [_equations(part, unknown) for part in statement.args if isinstance(statement, (sp.And, sp.Or))]
    if isinstance(statement, sp.Or) and not all(parts):
        return []
    return [equation for part in parts for equation in part]


def _solution(difference: Number, position: int, values: list[Any]) -> Any:
    """The root of a function that is linear in a value; whether it is one is looked at afterwards."""
    at = list(values)
    try:
        at[position] = fmpq(0)
        start = difference(at)
        at[position] = fmpq(1)
        end = difference(at)
    except NoValueError:
        return None
    return -start / (end - start) if start != end else None
