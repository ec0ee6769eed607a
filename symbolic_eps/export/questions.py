"""Questions on algebraic expressions over a region, each answered with evidence: what `proofs` is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy as sp

from verify.condition import Condition
from verify.decision import CertifyingSolver
from verify.evidence import Evidence, Grade, Outcome, weakest
from verify.identity import equal_on
from verify.smt import UndecidedQueryError


class Questions:
    """Questions to the solver, answered with evidence."""

    def __init__(self, solver: CertifyingSolver) -> None:
        self.solver = solver

    def implied(self, region: Sequence[Condition], goal: Condition, statement: str) -> Evidence:
        """Whether the goal holds on the region."""
        return self.empty([*region, goal.negation], (), statement)

    def empty(
        self,
        region: Sequence[Condition],
        clauses: Sequence[Sequence[Condition]],
        statement: str,
    ) -> Evidence:
        """Whether no point satisfies the conditions, and one condition of each clause."""
        with self.solver.recorded() as record:
            try:
                point = self.solver.find_point(region, statement, tuple(map(tuple, clauses)))
            except UndecidedQueryError as error:
                return _open(statement, str(error))
        if point is not None:
            return Evidence(statement, Outcome.REFUTED, Grade.EXACT, "a point of the domain", point)
        return Evidence(statement, Outcome.PROVED, weakest(record), "certificates", parts=tuple(record))

    def equal(self, left: sp.Expr, right: sp.Expr, region: Sequence[Condition], statement: str) -> Evidence:
        """Whether two values, finite or not, agree on the region."""
        if sp.oo in (left, right):
            if left == right:
                return Evidence(statement, Outcome.PROVED, Grade.EXACT, "both are infinite")
            note = f"only one is infinite: {left} and {right}"
            return Evidence(statement, Outcome.REFUTED, Grade.EXACT, "comparison", note=note)
        with self.solver.recorded() as record:
            try:
                found = equal_on(*_algebraic(left, right), region, self.solver)
            except (UndecidedQueryError, TypeError, ValueError) as error:
                return _open(statement, str(error))
        if found.equal:
            method = f"by {found.reason}"
            return Evidence(statement, Outcome.PROVED, weakest(record), method, parts=tuple(record))
        note = found.detail or f"the sides differ: {left} and {right}"
        return Evidence(statement, Outcome.REFUTED, Grade.EXACT, "a point", found.witness, note=note)


def _open(statement: str, note: str) -> Evidence:
    return Evidence(statement, Outcome.OPEN, None, "not decided", note=note)


def _algebraic(left: sp.Expr, right: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Both values without logarithms: as they are, or e to their power.

    Raises
    ------
    TypeError
        A value is neither algebraic nor a multiple of one logarithm.
    """
    if not any(v.has(sp.log) for v in (left, right)):
        return _reduced(left), _reduced(right)
    return _exponential(left), _exponential(right)


def _exponential(value: sp.Expr) -> sp.Expr:
    factor, rest = value.as_coeff_Mul()
    if value == 0:
        return sp.Integer(1)
    if isinstance(rest, sp.log):
        return _reduced(rest.args[0]) ** factor
    raise TypeError(f"not a logarithm: {value}")


def _reduced(value: sp.Expr) -> sp.Expr:
    """The same value without the powers of 2 by which programs multiply both sides of a quotient.

    No factor that could be 0 is cancelled.
    """
    roots = {
        power: _content_outside(sp.expand(power.base), sp.sqrt)
        for power in value.atoms(sp.Pow)
        if power.exp == sp.Rational(1, 2) and power.base.free_symbols and power.base.is_polynomial()
    }
    above, below = (sp.expand(part) for part in sp.fraction(sp.together(value.xreplace(roots))))
    return _content_outside(above, lambda v: v) / _content_outside(below, lambda v: v)


def _content_outside(polynomial: sp.Expr, function: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    """A multiplicative function of a sum with a common positive factor: of the factor, times of the rest."""
    if polynomial.is_number:
        return function(polynomial)
    content, part = sp.Poly(polynomial).primitive()
    return function(content) * function(part.as_expr())
