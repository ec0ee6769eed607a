"""Questions on algebraic expressions over a region, each answered with evidence: what `proofs` is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sympy as sp

from symbolic_eps.export.proofs.factored import equal_in_factors
from verify.evidence import Evidence, Grade, Outcome, weakest
from verify.identity import equal_on
from verify.language.condition import Condition, non_negative, positive
from verify.language.note import Note
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import UndecidedQueryError


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
                return _open(statement, Note(error))
        if point is not None:
            return Evidence(Note(statement), Outcome.REFUTED, Grade.EXACT, "a point of the domain", point)
        return Evidence(Note(statement), Outcome.PROVED, weakest(record), "certificates", parts=tuple(record))

    def equal(self, left: sp.Expr, right: sp.Expr, region: Sequence[Condition], statement: str) -> Evidence:
        """Whether two values, finite or not, agree on the region."""
        if sp.oo in (left, right):
            if left == right:
                return Evidence(Note(statement), Outcome.PROVED, Grade.EXACT, "both are infinite")
            note = Note("only one is infinite: ", left, " and ", right)
            return Evidence(Note(statement), Outcome.REFUTED, Grade.EXACT, "comparison", note=note)
        with self.solver.recorded() as record:
            try:
                sides = _without_logarithms(left, right)
                powers = self._powers(sides, region)
                one, other = (_reduced(side.replace(sp.exp, powers.named)) for side in sides)
                equality = equal_on(one, other, [*region, *powers.known], self.solver)
            except (UndecidedQueryError, TypeError, ValueError) as error:
                return _open(statement, Note(error))
        if equality.equal:
            method = f"by {equality.reason}"
            return Evidence(Note(statement), Outcome.PROVED, weakest(record), method, parts=tuple(record))
        note = equality.detail or Note("the sides differ: ", left, " and ", right)
        if powers.names:
            return _open(statement, Note(f"with {powers} taken for independent: ", note))
        return Evidence(Note(statement), Outcome.REFUTED, Grade.EXACT, "a point", equality.witness, note=note)

    def at_most(
        self, value: sp.Expr, limit: sp.Expr, region: Sequence[Condition], statement: str
    ) -> Evidence:
        """Whether a positive multiple of a logarithm is at most a linear polynomial, on the region.

        Both are raised to e; of an exponential is known that e^-t >= 1 - t.
        """
        factor, logarithm = value.as_coeff_Mul()
        if not (isinstance(logarithm, sp.log) and factor > 0):
            return _open(statement, Note("not a positive multiple of a logarithm: ", value))
        with self.solver.recorded() as record:
            try:
                sides = logarithm.args[0], sp.exp(limit / factor)
                powers = self._powers(sides, region)
                known = [*powers.known, *powers.tangents]
                one, other = (side.replace(sp.exp, powers.named) for side in sides)
                above, below = sp.fraction(sp.together(other - one))
                goals = [positive(below), non_negative(above)]
                held = all(self.solver.implies([*region, *known], goal, str(goal)) for goal in goals)
            except UndecidedQueryError as error:
                return _open(statement, Note(error))
        if not held:
            return _open(statement, Note(f"not a consequence of e^-t >= 1 - t for {powers}"))
        method = "by e^-t >= 1 - t"
        return Evidence(Note(statement), Outcome.PROVED, weakest(record), method, parts=tuple(record))

    def equal_in_factors(
        self, left: sp.Expr, right: sp.Expr, region: Sequence[Condition], statement: str
    ) -> Evidence:
        """Whether two sums of logarithms and square roots agree: the same function of factors > 0."""
        one, other = _arguments(left, right)
        with self.solver.recorded() as record:
            try:
                same = equal_in_factors(one, other, lambda part: self._positive(part, region))
            except UndecidedQueryError as error:
                return _open(statement, Note(error))
        if not same:
            return _open(statement, Note("not the same function of factors: ", left, " and ", right))
        grade = weakest(record) if record else Grade.EXACT
        method = "by factors, and certificates of their signs"
        return Evidence(Note(statement), Outcome.PROVED, grade, method, parts=tuple(record))

    def _positive(self, part: sp.Expr, region: Sequence[Condition]) -> bool:
        symbols = part.free_symbols
        if not part.is_polynomial(*symbols):
            return False
        return self.solver.implies(region, positive(part), f"{part} > 0")

    def _powers(self, sides: Sequence[sp.Expr], region: Sequence[Condition]) -> _Powers:
        """Names for the exponentials; those of quantities > 0 (or >= 0) lie below 1 (or at most there)."""
        exponents = [e.args[0] for side in sides for e in side.atoms(sp.exp)]
        powers = _Powers.of(exponents)
        for monomial, name in powers.names.items():
            powers.known.append(positive(name))
            if self.solver.implies(region, positive(monomial), f"{monomial} > 0"):
                powers.known.append(positive(1 - name))
            elif self.solver.implies(region, non_negative(monomial), f"{monomial} >= 0"):
                powers.known.append(non_negative(1 - name))
        return powers


@dataclass
class _Powers:
    """Exponentials as powers of unknowns: `names[t]` stands for e^(-t/root), t a product of parameters."""

    root: int
    names: dict[sp.Expr, sp.Symbol]
    known: list[Condition] = field(default_factory=list)

    @classmethod
    def of(cls, exponents: Sequence[sp.Expr]) -> _Powers:
        """For these exponents, polynomials in the parameters."""
        terms = [t.as_coeff_Mul() for e in exponents for t in sp.Add.make_args(sp.expand(e))]
        monomials = sorted({m for _, m in terms}, key=str)
        names = {m: sp.Symbol(f"power_{n}", real=True) for n, m in enumerate(monomials)}
        return cls(math.lcm(*(int(c.q) for c, _ in terms)) if terms else 1, names)

    def named(self, exponent: sp.Expr) -> sp.Expr:
        """The exponential as a product of powers."""
        terms = [t.as_coeff_Mul() for t in sp.Add.make_args(sp.expand(exponent))]
        return sp.Mul(*(self.names[m] ** (-c * self.root) for c, m in terms))

    @property
    def tangents(self) -> tuple[Condition, ...]:
        """e^-t >= 1 - t for each unknown."""
        return tuple(non_negative(name - 1 + m / self.root) for m, name in self.names.items())

    def __str__(self) -> str:
        return ", ".join(f"e^(-{m}/{self.root})" for m in self.names)


def _open(statement: str, note: Note) -> Evidence:
    return Evidence(Note(statement), Outcome.OPEN, None, "not decided", note=note)


def _arguments(left: sp.Expr, right: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Of two equal multiples of logarithms the arguments, else both sides as they are."""
    (one, first), (other, second) = (side.as_coeff_Mul() for side in (left, right))
    if one == other and isinstance(first, sp.log) and isinstance(second, sp.log):
        return first.args[0], second.args[0]
    return left, right


def _without_logarithms(left: sp.Expr, right: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Both values without logarithms: as they are, or e to their power.

    Raises
    ------
    TypeError
        A value is not a multiple of one logarithm, and the other is.
    """
    if not any(v.has(sp.log) for v in (left, right)):
        return left, right
    return _exponential(left), _exponential(right)


def _exponential(value: sp.Expr) -> sp.Expr:
    factor, rest = value.as_coeff_Mul()
    if value == 0:
        return sp.Integer(1)
    if isinstance(rest, sp.log):
        return rest.args[0] ** factor
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
