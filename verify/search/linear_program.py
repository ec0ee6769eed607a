"""The linear program of the search: which polynomials have a positive combination that is identically 0.

HiGHS (dual simplex, one thread, fixed seed) is asked for a basic solution in floating point. That is only a
proposal: the weights of the chosen columns come from their linear system over Q.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm
from threading import local
from types import MappingProxyType
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from verify.search.columns import Program, Vector, program
from verify.search.ring import Polynomial, terms


def viable(task: Program) -> Vector:
    """Which columns can have a positive weight, judged by signs alone.

    A monomial whose coefficients all have the same sign cannot cancel, so the columns in which it occurs drop
    out; this is repeated until nothing changes.

    Parameters
    ----------
    task : Program
        The program.

    Returns
    -------
    numpy.ndarray of bool
        True for the columns that are left.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> viable(program([x, -x, x**2], [True] * 3, [1] * 3)).tolist()
    [True, True, False]
    """
    alive = np.ones(len(task.strict), dtype=bool)
    rows, cols, height = task.rows, task.cols, task.monomials
    signed = rows + height * (task.values > 0)
    while True:
        occurs = np.zeros(2 * height, dtype=bool)
        occurs[signed] = True
        dead = cols[(occurs[:height] != occurs[height:])[rows]]
        if dead.size == 0:
            return alive
        alive[dead] = False
        used = alive[cols]
        rows, cols, signed = rows[used], cols[used], signed[used]


@dataclass(frozen=True)
class Proposal:
    """What the simplex method found: columns with a positive weight, and all columns of the basis.

    Parameters
    ----------
    columns : numpy.ndarray of int
        The columns that were not excluded by signs.
    positive : numpy.ndarray of bool
        Which of these have a positive weight.
    status : list
        What the solver says of each.
    """

    columns: Vector
    positive: Vector
    status: Sequence[Any]

    @property
    def support(self) -> list[int]:
        """The columns with a positive weight."""
        return [*self.columns[self.positive].tolist()]

    def choices(self) -> Iterator[list[int]]:
        """The columns whose exact weights may be found: these; then, as seldom helps, all of the basis."""
        import highspy

        yield self.support
        basic = np.array([s == highspy.HighsBasisStatus.kBasic for s in self.status], dtype=bool)
        yield [*self.columns[basic | self.positive].tolist()]


def solve(task: Program, max_rows: int, max_iterations: int) -> Proposal | None:
    """A cheapest positive combination that vanishes and has strict weights of sum 1, in floating point.

    Parameters
    ----------
    task : Program
        The program.
    max_rows : int
        Larger programs are not tried.
    max_iterations : int
        Limit on the simplex iterations.

    Returns
    -------
    Proposal or None
        None if there is none, or the limits were hit.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> solve(program([x, -x, x**2], [True] * 3, [1, 1, 1]), 100, 100).support
    [0, 1]
    >>> solve(program([x, x**2], [True] * 2, [1, 1]), 100, 100) is None
    True
    """
    alive = viable(task)
    if not (alive & task.strict).any():
        return None
    columns = np.flatnonzero(alive)
    used = alive[task.cols]
    occurs = np.bincount(task.rows[used], minlength=task.monomials) > 0
    monomials, rows = np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[task.rows[used]]
    if len(monomials) > max_rows:
        return None
    renumbered = np.cumsum(alive) - 1
    strict = np.flatnonzero(task.strict[columns])
    solution = _highs(
        _SOLVERS.plain,
        len(monomials) + 1,
        len(columns),
        np.concatenate([rows, np.full(len(strict), len(monomials))]),
        np.concatenate([renumbered[task.cols[used]], strict]),
        np.concatenate([task.values[used], np.ones(len(strict))]),
        task.cost[columns],
        max_iterations,
    )
    if solution is None:
        return None
    return Proposal(columns, solution.values > 1e-9, solution.status)


OPTIONS: Mapping[str, Any] = MappingProxyType(
    {
        "output_flag": False,
        "solver": "simplex",
        "threads": 1,
        "parallel": "off",
        "random_seed": 1,
        "primal_feasibility_tolerance": 1e-9,
        "dual_feasibility_tolerance": 1e-9,
    }
)


PLAIN: Mapping[str, Any] = MappingProxyType({**OPTIONS, "presolve": "off", "simplex_scale_strategy": 0})
"""Without what takes longer than it saves for small programs with scaled columns; duals are other ones."""


class _Solvers(local):
    """Two for each thread, told their options once: that takes as long as a tenth of a program."""

    @cached_property
    def plain(self) -> Any:
        return _solver(PLAIN)

    @cached_property
    def presolving(self) -> Any:
        return _solver(OPTIONS)


def _solver(options: Mapping[str, Any]) -> Any:
    import highspy

    made = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in options.items():
        made.setOptionValue(option, value)
    return made


_SOLVERS = _Solvers()


@dataclass(frozen=True)
class _Solution:
    """Primal values, what is said of each column, dual values of the rows."""

    values: Vector
    status: Sequence[Any]
    dual: Vector


def _highs(
    solver: Any,
    height: int,
    width: int,
    rows: Vector,
    cols: Vector,
    values: Vector,
    cost: Vector,
    max_iterations: int,
) -> _Solution | None:
    """A basic optimal solution of `min cost x, A x = (0, ..., 0, 1), x >= 0`."""
    import highspy

    order = (cols * np.int64(height) + rows).argsort(kind="stable")
    starts = np.zeros(width + 1, dtype=np.int32)
    np.bincount(cols, minlength=width).cumsum(out=starts[1:])
    right = np.zeros(height)
    right[-1] = 1.0
    solver.setOptionValue("simplex_iteration_limit", max_iterations)
    # Arrays as they are: as attributes of a model they would be read number by number.
    solver.passModel(
        *(
            width,
            height,
            len(values),
            int(highspy.MatrixFormat.kColwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
        ),
        *(cost, np.zeros(width), np.full(width, highspy.kHighsInf), right, right),
        *(starts, rows[order].astype(np.int32), values[order], np.zeros(width, dtype=np.int32)),
    )
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    solution = solver.getSolution()
    status = solver.getBasis().col_status
    return _Solution(np.array(solution.col_value), status, np.array(solution.row_dual))


def nearest(
    columns: Sequence[Polynomial], strict: Sequence[bool], index: dict[tuple[int, ...], int]
) -> tuple[float, Vector] | None:
    """The positive combination (strict weights of sum 1) closest to 0, and the dual functional.

    Parameters
    ----------
    columns : sequence of flint.fmpq_mpoly
        The polynomials.
    strict : sequence of bool
        Which are known to be > 0.
    index : dict
        Row numbers of the monomials; every monomial of a column is in it.

    Returns
    -------
    tuple of float and numpy.ndarray, or None
        Sum of the absolute coefficients of the combination, and a functional (value at each monomial, at most
        1 in size) that is >= 0 on all columns that are not strict. None if the program cannot be solved.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> nearest([x + 1, -x], [True, False], {(1,): 0, (0,): 1})[0]
    1.0
    """
    task = program(columns, strict, [0.0] * len(columns), index)
    height, width = len(index), len(columns)
    unit = np.arange(height)
    chosen = np.flatnonzero(task.strict)
    solution = _highs(
        _SOLVERS.presolving,
        height + 1,
        width + 2 * height,
        np.concatenate([task.rows, np.full(len(chosen), height), unit, unit]),
        np.concatenate([task.cols, chosen, width + unit, width + height + unit]),
        np.concatenate([task.values, np.ones(len(chosen)), np.ones(height), -np.ones(height)]),
        np.concatenate([np.zeros(width), np.ones(2 * height)]),
        20000,
    )
    if solution is None:
        return None
    return float(solution.values[width:].sum()), -solution.dual[:height]


def weights(columns: Sequence[Polynomial], strict: Sequence[bool]) -> list[int] | None:
    """Non-negative integers w with `sum w[k] columns[k] = 0`, some strict one positive.

    Where the columns are dependent, the dependent ones get weight 0.

    Parameters
    ----------
    columns : sequence of flint.fmpq_mpoly
        The chosen polynomials.
    strict : sequence of bool
        Which of them are known to be > 0.

    Returns
    -------
    list of int or None
        Weights without a common divisor, or None if this choice admits none.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> weights([x - 1, 2 - 2 * x], [True, True])
    [2, 1]
    >>> weights([x - 1, x], [True, True]) is None
    True
    """
    index: dict[tuple[int, ...], int] = {}
    entries: list[tuple[int, int, int]] = []
    scales: list[int] = []
    for j, polynomial in enumerate(columns):
        listed = list(terms(polynomial))
        scale = lcm(*(int(c.q) for _, c in listed))
        scales.append(scale)
        entries += [(index.setdefault(e, len(index)), j, int(c * scale)) for e, c in listed]
    width = len(columns)
    table = [[0] * (width + 1) for _ in range(len(index) + 1)]
    for i, j, value in entries:
        table[i][j] = value
    table[-1] = [scales[j] if s else 0 for j, s in enumerate(strict)] + [1]
    reduced, denominator, rank = fmpz_mat([[fmpz(v) for v in row] for row in table]).rref()
    solution = [0] * width
    for i in range(rank):
        pivot = next(j for j in range(width + 1) if reduced[i, j] != 0)
        if pivot == width:  # 0 = 1
            return None
        solution[pivot] = int(reduced[i, width]) * (1 if denominator > 0 else -1) * scales[pivot]
    if any(v < 0 for v in solution) or not any(v > 0 and s for v, s in zip(solution, strict, strict=True)):
        return None
    divisor = gcd(*solution)
    return [v // divisor for v in solution]
