"""Small exact models of hypotheses, drawn by a fixed seed: for goals that no polynomial solver reads.

Values are drawn from simple fractions, one cell after the other; where an equation has one unknown left, in
which it is linear, the value that solves it is taken, and where each of several alternatives has such an
equation, one of the values. A model is given out if all hypotheses hold in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import repeat
from random import Random

import sympy as sp
from sympy.core.relational import Relational

from verify.probability.model import Cell, Model, UndefinedError, cell_symbol
from verify.probability.refutation import Instance, instances
from verify.probability.weighted_sum import Setting

POOL = tuple(
    map(Fraction, ("1/2", "1/4", "1", "0", "3/4", "1/3", "2/3", "1/10", "9/10", "2", "3", "-1", "-1/2"))
)
"""Values that are drawn; the same for all cells."""

DRAWS = 20
"""Models that are drawn for each choice of sizes."""

MOST_CELLS = 14
"""Larger models are not drawn."""

STEPS = 400
"""Values that are tried for one model, at most."""

Ground = tuple[sp.Basic, frozenset[sp.Symbol]]
"""A hypothesis on the cells of one instance, and these."""


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
        ground = [(s, frozenset(s.free_symbols)) for h in given for s in instance.statements(h)]
        seen = set()
        for source in (*repeat(Random(seed), DRAWS), None):
            found = _drawn(instance, cells, ground, source)
            key = tuple(sorted(found.items(), key=str)) if found is not None else None
            if found is None or key in seen:
                continue
            seen.add(key)
            model = Model(setting, dict(instance.sizes), {cell: found[cell_symbol(cell)] for cell in cells})
            if all(map(model.holds, given)):
                yield model


def _drawn(
    instance: Instance, cells: list[Cell], ground: list[Ground], source: Random | None
) -> dict[sp.Symbol, Fraction] | None:
    """Values for all cells that no hypothesis contradicts; None where the steps do not reach them.

    Without a source as many cells as possible have the same value; those of which nothing is said alone are
    most likely defined by the others, and come last.
    """
    order = [cell_symbol(cell) for cell in cells]
    if source is not None:
        source.shuffle(order)
    else:
        order.sort(key=lambda symbol: not any(about == {symbol} for _, about in ground))
    steps = iter(range(STEPS))

    def completed(values: dict[sp.Symbol, Fraction]) -> dict[sp.Symbol, Fraction] | None:
        open_symbols = [s for s in order if s not in values]
        if not open_symbols:
            return values
        symbol, choices = _next(open_symbols, values, ground, source)
        for choice in choices:
            if next(steps, None) is None:
                return None
            wider = {**values, symbol: choice}
            about = (s for s, about in ground if symbol in about and about <= wider.keys())
            if all(_numbers(wider).truth(s) for s in about):
                found = completed(wider)
                if found is not None:
                    return found
        return None

    fixed = (s for s, about in ground if not about)
    return completed({}) if all(_numbers({}).truth(s) for s in fixed) else None


def _next(
    left: list[sp.Symbol], values: Mapping[sp.Symbol, Fraction], ground: list[Ground], source: Random | None
) -> tuple[sp.Symbol, list[Fraction]]:
    """The cell to be given a value, and values for it: those that equations fix before all others."""
    for statement, about in ground:
        unknown = about - values.keys()
        if len(unknown) == 1 and (equations := _equations(statement, unknown)):
            (symbol,) = unknown
            solved = [_solution(equation, symbol, values) for equation in equations]
            if found := [value for value in dict.fromkeys(solved) if value is not None]:
                return symbol, found
    return left[0], list(POOL) if source is None else source.sample(POOL, len(POOL))


def _equations(statement: sp.Basic, unknown: frozenset[sp.Symbol]) -> list[sp.Basic]:
    """The equations of which it needs one: itself, or one of each alternative; [] where some has none."""
    if isinstance(statement, sp.Eq):
        return [statement] if unknown <= statement.free_symbols else []
    parts = [_equations(part, unknown) for part in statement.args if isinstance(statement, (sp.And, sp.Or))]
    if isinstance(statement, sp.Or) and not all(parts):
        return []
    return [equation for part in parts for equation in part]


def _solution(
    equation: Relational, symbol: sp.Symbol, values: Mapping[sp.Symbol, Fraction]
) -> Fraction | None:
    """The root of an equation that is linear in the symbol; whether it is one is looked at afterwards."""
    at = [{**values, symbol: Fraction(place)} for place in (0, 1)]
    try:
        start, end = (_numbers(point).value(equation.lhs - equation.rhs) for point in at)
    except UndefinedError:
        return None
    return -start / (end - start) if start != end else None


def _numbers(values: Mapping[sp.Symbol, Fraction]) -> Model:
    return Model(Setting({}), {}, {(symbol, ()): value for symbol, value in values.items()})
