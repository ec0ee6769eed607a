"""Small exact models of hypotheses, drawn by a fixed seed: for goals that no polynomial solver reads.

Values are drawn from simple fractions, one cell after the other; where an equation has one unknown left, in
which it is linear, the value that solves it is taken, and where each of several alternatives has such an
equation, one of the values. A model is given out if all hypotheses hold in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import repeat
from operator import or_
from random import Random
from types import MappingProxyType
from typing import Any

import sympy as sp
from flint import fmpq

from verify.points.rational_search import cost, is_short
from verify.probability.ground import NoValueError, Number, Truth, number, truth
from verify.probability.model import Model, cell_symbol
from verify.probability.refutation import (
    Instance,
    KnownPoints,
    instances,
    model_with,
    question,
    small_instances,
)
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


NOTHING_FIXED: Mapping[int, Any] = MappingProxyType({})


def simpler_model(model: Model, hypotheses: Iterable[sp.Basic], goal: sp.Basic) -> Model:
    """A counterexample with shorter numbers, in which what is 0 or 1 remains so; itself if none is drawn.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.weighted_sum import Total
    >>> setting, law = Setting({p: (z,)}), (p >= 0, sp.Eq(Total(p, z), 1))
    >>> model = Model(setting, {z: 2}, {(p, (1,)): Fraction(7, 9), (p, (2,)): Fraction(2, 9)})
    >>> print(simpler_model(model, law, sp.Eq(p, 1)))
    size(z) = 2, p[1] = 1/2, p[2] = 1/2
    """
    given, cells = tuple(hypotheses), tuple(model.values)
    instance = Instance(model.setting, tuple(model.sizes.items()))
    statements = [s for h in given for s in instance.statements(h)]
    ground = _Ground.of(tuple(map(cell_symbol, cells)), statements, instance.statements(goal))
    fixed = {k: fmpq(int(v)) for k, v in enumerate(model.values.values()) if v in (0, 1)}
    found = _drawn(ground, len(cells), None, fixed)
    if found is None:
        return model
    exact = (Fraction(int(value.p), int(value.q)) for value in found)
    simpler = Model(model.setting, model.sizes, dict(zip(cells, exact, strict=False)))
    better = cost(simpler.point) < cost(model.point)
    return simpler if better and all(map(simpler.holds, given)) and not simpler.holds(goal) else model


def suggested_model(
    setting: Setting,
    facts: Iterable[sp.Basic],
    goal: sp.Basic,
    suggested: Sequence[Mapping[sp.Symbol, sp.Expr]],
    known: KnownPoints,
) -> Model | None:
    """A model of the sizes of one suggested, in which all facts hold and the goal fails; it is kept.

    None where none of them is one, or has short numbers: a simple one is to be searched for.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.weighted_sum import Total
    >>> setting, law = Setting({p: (z,)}), (p >= 0, sp.Eq(Total(p, z), 1))
    >>> one = {sp.Symbol(name): sp.S.One for name in ("size(z)", "p[1]")}
    >>> print(suggested_model(setting, law, p < 1, [one], KnownPoints({}, {})))
    size(z) = 1, p[1] = 1
    >>> suggested_model(setting, law, p > 0, [one], KnownPoints({}, {})) is None
    True
    """
    hypotheses = tuple(facts)
    for instance in small_instances(setting, (*hypotheses, goal)):
        sizes = {sp.Symbol(f"size({index})"): size for index, size in instance.sizes}
        alike = [point for point in suggested if all(point.get(s) == size for s, size in sizes.items())]
        for point in sorted(alike, key=cost):
            if (model := model_with(instance, point, hypotheses, goal)) is None:
                continue
            simple = simpler_model(model, hypotheses, goal)
            if is_short(simple.point):
                known.keep(question(instance, hypotheses, goal), _cells_alone(simple))
                return simple
    return None


def _cells_alone(model: Model) -> dict[sp.Symbol, sp.Expr]:
    """The values, without the sizes."""
    return {s: v for s, v in model.point.items() if not s.name.startswith("size(")}


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
    def of(
        symbols: Sequence[sp.Symbol], statements: Sequence[sp.Basic], failing: Sequence[sp.Basic] = ()
    ) -> _Ground:
        """The statements as functions of values, those of these symbols first; of `failing` one is false."""
        parts = (*statements, *failing)
        others = frozenset[sp.Symbol]().union(*(s.free_symbols for s in parts)) - set(symbols)
        positions = {symbol: k for k, symbol in enumerate((*symbols, *sorted(others, key=str)))}
        compiled = tuple(_compiled(s, positions) for s in statements)
        if failing:
            compiled = (*compiled, _denied([_compiled(s, positions) for s in failing]))
        by_position = tuple(tuple(s for s in compiled if s.about >> k & 1) for k in positions.values())
        return _Ground(compiled, by_position, tuple(s for s in compiled if any(s.equations.values())))


def _compiled(statement: sp.Basic, positions: Mapping[sp.Symbol, int]) -> _Statement:
    symbols = statement.free_symbols
    equations = {
        positions[s]: tuple(number(e.lhs - e.rhs, positions) for e in _equations(statement, s))
        for s in symbols
    }
    return _Statement(sum(1 << positions[s] for s in symbols), truth(statement, positions), equations)


def _denied(statements: Sequence[_Statement]) -> _Statement:
    """That not all of these hold."""
    about = reduce(or_, (s.about for s in statements))
    return _Statement(about, lambda values: not all(s.holds(values) for s in statements), {})


def _drawn(
    ground: _Ground, wanted: int, source: Random | None, fixed: Mapping[int, Any] = NOTHING_FIXED
) -> list[Any] | None:
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
        if position in fixed:
            choices = [fixed[position]]
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
