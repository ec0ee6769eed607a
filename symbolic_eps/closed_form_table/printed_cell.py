"""A printed branch of a closed form, and its comparison with the derived one.

Both are compared as functions: on every overlap of a printed condition with a derived branch, e to the power
of the printed eps must be defined and 1/X, with X the derived root. Texts are never compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from verify.claims.region import without_redundant
from verify.identity import equal_on
from verify.language.condition import Condition, conditions_of
from verify.solvers.smt import Solver


class Agreement(StrEnum):
    """Verdict words for a printed cell (a subset of the project's verdicts)."""

    HOLDS = "holds"
    HOLDS_IF = "holds-if"
    REFUTED = "refuted"


@dataclass(frozen=True)
class PrintedCell:
    """One condition and formula of a printed piecewise closed form, as printed.

    Parameters
    ----------
    locator : str
        Where it is printed, such as `tab:3/(15).2`.
    condition : sympy.Basic
        The printed condition, a conjunction of comparisons (`True` for none).
    epsilon : sympy.Expr
        The printed formula: a rational multiple of one logarithm.
    """

    locator: str
    condition: sp.Basic
    epsilon: sp.Expr


@dataclass(frozen=True)
class Comparison:
    """What became of a printed cell.

    Parameters
    ----------
    cell : PrintedCell
        The cell.
    verdict : Agreement
        `holds`: defined and equal wherever its condition holds; `holds-if`: once the hypothesis is added.
    branches : tuple of int
        Indices of the derived branches with which it agrees.
    main_branch : int
        The derived branch that it stands for: an overlap with inner points, if there is one.
    hypothesis : tuple of Condition
        What the printed condition leaves out.
    witness : mapping of Symbol to Expr or None
        Parameters at which the cell fails as printed.
    """

    cell: PrintedCell
    verdict: Agreement
    branches: tuple[int, ...]
    main_branch: int
    hypothesis: tuple[Condition, ...] = ()
    witness: Mapping[sp.Symbol, sp.Expr] | None = None


def compare(cell: PrintedCell, derived: PiecewiseInfimum, solver: Solver) -> Comparison:
    """Compare a printed cell with the derived closed form on every overlap of their conditions."""
    region = (*derived.profile.parameter_region, *conditions_of(cell.condition))
    met = [*_met(cell, derived, solver)]
    if not met:
        raise ValueError(
            f"{cell.locator}: no parameters satisfy its condition, so there is nothing to compare"
        )
    failures = {index: _failure(cell, derived.branches[index], region, solver) for index in met}
    agreeing = [index for index, failure in failures.items() if failure is None]
    witness = next((failure for failure in failures.values() if failure is not None), None)
    main = _main_branch(cell, derived, agreeing or met, solver)
    if witness is None:
        return Comparison(cell, Agreement.HOLDS, tuple(agreeing), main)
    if len(agreeing) != 1:
        return Comparison(cell, Agreement.REFUTED, tuple(agreeing), main, witness=witness)
    hypothesis = without_redundant(derived.branches[main].conditions, region, solver)
    return Comparison(cell, Agreement.HOLDS_IF, tuple(agreeing), main, hypothesis, witness)


def first_failure(
    cell: PrintedCell, derived: PiecewiseInfimum, solver: Solver
) -> Mapping[sp.Symbol, sp.Expr] | None:
    """The witness that `compare` would give, if there is one; branches after it are not asked about."""
    region = (*derived.profile.parameter_region, *conditions_of(cell.condition))
    failures = (
        _failure(cell, derived.branches[index], region, solver) for index in _met(cell, derived, solver)
    )
    return next((failure for failure in failures if failure is not None), None)


def _met(cell: PrintedCell, derived: PiecewiseInfimum, solver: Solver) -> Iterator[int]:
    """The branches whose conditions the cell's overlaps."""
    region = (*derived.profile.parameter_region, *conditions_of(cell.condition))
    for index, branch in enumerate(derived.branches):
        if solver.satisfiable([*region, *branch.conditions], f"{cell.locator} overlaps {branch.condition}"):
            yield index


def _main_branch(cell: PrintedCell, derived: PiecewiseInfimum, indices: Sequence[int], solver: Solver) -> int:
    """The first branch whose overlap with the cell has inner points; else the first branch."""
    printed = [c.interior for c in conditions_of(cell.condition)]
    for index in indices:
        inner = [c.interior for c in derived.branches[index].conditions]
        if solver.satisfiable(
            [*derived.profile.parameter_region, *printed, *inner], f"{cell.locator} stands for branch {index}"
        ):
            return index
    return indices[0]


def _failure(
    cell: PrintedCell, branch: Branch, region: tuple[Condition, ...], solver: Solver
) -> Mapping[sp.Symbol, sp.Expr] | None:
    """A point of the overlap where the printed formula is undefined or differs from the branch, or None."""
    overlap = (*region, *branch.conditions)
    if branch.polynomial is None:
        return solver.find_point(overlap, f"{cell.locator} is finite where eps = oo")
    if branch.exponential is None:
        raise TypeError(f"{cell.locator}: the derived branch has no form in square roots to compare with")
    return equal_on(_exponential(cell), branch.exponential, overlap, solver).witness


def _exponential(cell: PrintedCell) -> sp.Expr:
    """E to the power of the printed eps, an algebraic expression."""
    factor, logarithm = cell.epsilon.as_coeff_Mul()
    if not isinstance(logarithm, sp.log):
        raise TypeError(f"{cell.locator}: not a rational multiple of a logarithm: {cell.epsilon}")
    return logarithm.args[0] ** factor
