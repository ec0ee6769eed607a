"""The greatest or least value of a linear program with parameters, on a whole region of them.

Maximise c x over a x <= b (and equations), all linear in x with coefficients in the parameters. Let n of the
constraints be active at x*, every equation among them, let c = sum of l_i a_i over these, with l_i >= 0 for
inequalities, and let x* obey all constraints. Then c x = sum l_i a_i x <= sum l_i b_i = c x* for every x that
does: the multipliers l prove that x* is best (weak duality). x* and l solve linear systems, so that they are
rational in the parameters, and "x* is feasible and l >= 0" is a condition on these: the region of this basis.
If the regions of some bases cover all parameters, and the value is right on each, the claim holds. Bases are
found at parameters that no region covers yet. Where the constraints have rank n and none of the finitely many
bases is best, the set is empty, or the objective unbounded; then there is no greatest value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar

import sympy as sp

from verify.calculus.dual_multipliers import Optimum, by_optima
from verify.calculus.points import as_expressions, at_point, number_sign
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.assumptions import with_signs
from verify.language.definedness import definedness
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.prover.prover import Prover

MOST_BASES = 5000
"""More choices of active constraints are not gone through."""


@dataclass(frozen=True)
class Basis:
    """Active constraints, with the point and the multipliers that they give.

    Parameters
    ----------
    point : mapping of Symbol to Expr
        Where they are active.
    multipliers : tuple of Expr
        One for each active constraint.
    region : Boolean
        Where the point is feasible and no multiplier of an inequality negative.
    """

    point: Mapping[sp.Symbol, sp.Expr]
    multipliers: tuple[sp.Expr, ...]
    region: sp.Basic


@dataclass(frozen=True)
class _LinearProgram:
    """What both kinds have in common; see `LinearMaximum`."""

    objective: sp.Expr
    over: tuple[sp.Symbol, ...]
    constraints: tuple[sp.Basic, ...]
    value: sp.Expr
    optima: tuple[Optimum, ...] = ()

    name: ClassVar[str]
    sign: ClassVar[int]

    def __post_init__(self) -> None:
        as_expressions(self, "objective", "value")
        if self.value.free_symbols & set(self.over):
            raise ValueError(f"the value {self.value} holds a variable over which the {self.name} is taken")
        for constraint in self.constraints:
            if not isinstance(constraint, (sp.Le, sp.Ge, sp.Eq)):
                raise ValueError(f"a constraint is <=, >= or =, not {constraint}")
        for part in (self.objective, *self.slacks):
            slopes = [sp.diff(part, v) for v in self.over]
            if any(sp.simplify(slope).free_symbols & set(self.over) for slope in slopes):
                raise ValueError(f"not linear in {', '.join(map(str, self.over))}: {part}")
        for optimum in self.optima:
            optimum.check(self)
        if not self.optima and self._is_large:
            raise ValueError(
                f"{len(self.constraints)} constraints on {len(self.over)} variables are too many: name the "
                "optima, each with its multipliers"
            )

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        given = joined(" and ", (Note("(", c, ")") for c in self.constraints))
        return Note(
            f"{self.name}(",
            self.objective,
            ", over (",
            joined(", ", self.over),
            ") with ",
            given,
            ") = ",
            self.value,
        )

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.objective, self.value, *self.constraints)
        return frozenset().union(*(p.free_symbols for p in parts))

    @property
    def _is_large(self) -> bool:
        """Whether there are too many bases to go through."""
        return comb(len(self.constraints), len(self.over)) > MOST_BASES

    @cached_property
    def slacks(self) -> tuple[sp.Expr, ...]:
        """What each constraint says to be >= 0, or = 0."""
        return tuple(c.rhs - c.lhs if isinstance(c, sp.Le) else c.lhs - c.rhs for c in self.constraints)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by bases whose regions cover the domain; against it by parameters and their best point."""
        facts = with_signs(domain, self.objective, self.value, *self.constraints)
        asked = (
            *definedness(self.objective),
            *definedness(self.value),
            *definedness(sp.Tuple(*self.slacks)),
        )
        defined = [prover.decide(Implication(facts, c)) for c in asked]
        if any(part.refuted for part in defined):
            return combined(self.text, defined, "all is defined")
        if self.optima:
            named = by_optima(self, self.optima, facts, prover)
            if named.refuted:
                return named
            if named.proved:
                return combined(self.text, [*defined, *named.parts], named.method)
            if self._is_large:
                return named
        return self._by_bases(facts, defined, prover)

    def _by_bases(self, facts: tuple[sp.Basic, ...], defined: list[Evidence], prover: Prover) -> Evidence:
        """Evidence by bases that are looked for."""
        bases: list[Basis] = []
        while True:
            covered = sp.Or(*(b.region for b in bases), evaluate=False) if len(bases) > 1 else None
            goal = covered if covered is not None else bases[0].region if bases else sp.false
            cover = prover.decide(Implication(facts, goal))
            if not cover.refuted:
                break
            at = self._parameters(cover.witness or {})
            best = next((b for b in self._bases if self._holds(b.region, at)), None)
            if best is None or best in bases:
                return self._without_optimum(at) if best is None else self._open("a region is not decided")
            bases.append(best)
            if self._differs(best, at):
                return self._refuted(best, at)
        if not bases:
            return self._open("no parameters are known that obey the hypotheses")
        parts = [*defined, cover]
        for basis in bases:
            attained = self.objective.subs(basis.point, simultaneous=True)
            equal = sp.Eq(attained, self.value, evaluate=False)
            right = prover.decide(Implication((*facts, basis.region), equal))
            if right.refuted and right.witness is not None:
                return self._refuted(basis, self._parameters(right.witness))
            parts.append(right)
        return combined(self.text, parts, "dual multipliers")

    def _parameters(self, witness: Mapping[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, sp.Expr]:
        """A value for each parameter; one that a witness leaves out may have any."""
        parameters = sorted(self.free_symbols - set(self.over), key=str)
        return {**dict.fromkeys(parameters, sp.Integer(1)), **witness}

    @cached_property
    def _bases(self) -> tuple[Basis, ...]:
        return tuple(self._sought())

    def _sought(self) -> Iterator[Basis]:
        """All bases whose equations have one solution, but for some parameters."""
        rows = sp.Matrix([[sp.diff(s, v) for v in self.over] for s in self.slacks])
        constants = [s.subs(dict.fromkeys(self.over, 0)) for s in self.slacks]
        slope = sp.Matrix([sp.diff(self.objective, v) for v in self.over]) * self.sign
        always = {i for i, c in enumerate(self.constraints) if isinstance(c, sp.Eq)}
        for active in combinations(range(len(self.constraints)), len(self.over)):
            matrix = rows.extract(list(active), list(range(len(self.over))))
            if not always <= set(active) or sp.cancel(matrix.det()) == 0:
                continue
            solved = matrix.LUsolve(sp.Matrix([-constants[i] for i in active])).applyfunc(sp.cancel)
            # objective = -sum of multipliers times slacks, up to a constant
            multipliers = tuple(-m for m in matrix.T.LUsolve(slope).applyfunc(sp.cancel))
            point = dict(zip(self.over, solved, strict=True))
            inside = [
                sp.Ge(s.subs(point, simultaneous=True), 0, evaluate=False)
                for i, s in enumerate(self.slacks)
                if i not in active
            ]
            inside += [
                sp.Ge(m, 0, evaluate=False)
                for i, m in zip(active, multipliers, strict=True)
                if i not in always
            ]
            unique = sp.Ne(sp.cancel(matrix.det()), 0, evaluate=False)
            yield Basis(point, multipliers, sp.And(unique, *inside, evaluate=False))

    @staticmethod
    def _holds(region: sp.Basic, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
        for part in region.args:
            sign = number_sign(part.lhs.subs(at, simultaneous=True)) if part.lhs.subs(at) != sp.zoo else None
            if sign is None or (sign == 0 if isinstance(part, sp.Ne) else sign < 0):
                return False
        return True

    def _differs(self, basis: Basis, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
        attained = self.objective.subs(basis.point, simultaneous=True)
        return number_sign((attained - self.value).subs(at, simultaneous=True)) in (-1, 1)

    def _refuted(self, basis: Basis, at: Mapping[sp.Symbol, sp.Expr]) -> Evidence:
        """Against the value by the best point at some parameters."""
        best = {v: x.subs(at, simultaneous=True) for v, x in basis.point.items()}
        reached = self.objective.subs(basis.point, simultaneous=True).subs(at, simultaneous=True)
        note = Note(f"there the {self.name} is ", reached, ", not ", self.value.subs(at, simultaneous=True))
        method = "a point, and multipliers that show it to be best"
        return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, method, {**at, **best}, note=note)

    def _without_optimum(self, at: Mapping[sp.Symbol, sp.Expr]) -> Evidence:
        """Against a value at parameters for which no basis is best; open where that shows nothing."""
        rows = sp.Matrix([[sp.diff(s, v).subs(at) for v in self.over] for s in self.slacks])
        numbers = all(e.is_Rational for e in rows) and all(v.is_Rational for v in at.values())
        constraints = tuple(at_point(c, at) for c in self.constraints)
        here = type(self)(self.objective.subs(at), self.over, constraints, sp.Integer(0))
        numbers = numbers and here.free_symbols <= set(self.over)
        if not numbers or rows.rank() < len(self.over) or len(here.constraints) < len(self.over):
            return self._open("no basis is best, and the constraints do not have full rank")
        if any(self._holds(b.region, {}) for b in here._bases):
            return self._open("a basis is best only at these parameters")
        note = Note(f"there is no {self.name}: the set is empty, or the objective unbounded")
        return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, "no basis is best", dict(at), note=note)

    def _open(self, reason: str) -> Evidence:
        return Evidence(self.text, Outcome.OPEN, None, "dual multipliers", note=Note(reason))


class LinearMaximum(_LinearProgram):
    """The greatest value of a linear objective under linear constraints, for all parameters of the domain.

    Parameters
    ----------
    objective : Expr
        Linear in the variables.
    over : tuple of Symbol
        The variables; of either sign, unless a constraint says more.
    constraints : tuple of Relational
        `<=`, `>=` and `=`, linear in the variables with coefficients in the parameters.
    value : Expr
        In the parameters; attained.
    optima : tuple of Optimum
        Hints: what is best in regions of parameters, with the multipliers that show it. They are checked
        first; a program with them may be of any size.

    Raises
    ------
    ValueError
        For what is not linear, strict constraints, or too many of them.

    Examples
    --------
    >>> from sympy.abc import a, b, x, y
    >>> box = (x >= 0, y >= 0, x <= a, x + y <= b)
    >>> LinearMaximum(2 * x + y, (x, y), box, a + b).examine((a > 0, b > a), Prover()).proved
    True
    >>> wrong = LinearMaximum(2 * x + y, (x, y), box, 2 * a).examine((a > 0, b > a), Prover())
    >>> wrong.witness
    {a: 1, b: 2, x: 1, y: 1}
    """

    name = "maximum"
    sign = 1


class LinearMinimum(_LinearProgram):
    """The least value of a linear objective under linear constraints; parameters as for the maximum."""

    name = "minimum"
    sign = -1
