"""The greatest or least value of a linear program with parameters, on a whole region of them.

Maximise c x over a x <= b (and equations), all linear in x with coefficients in the parameters. Let n of the
constraints be active at x*, let c = sum of l_i a_i over these, with l_i >= 0 for inequalities, and let x*
obey all constraints. Then c x = sum l_i a_i x <= sum l_i b_i = c x* for every x that does: the multipliers l
prove that x* is best (weak duality). x* and l solve linear systems, so that they are rational in the
parameters, and "x* is feasible and l >= 0" is a condition on these: the region of this basis. (Of dependent
equations some are active, as many as are independent, and x* obeys the others.) If the regions of some bases
cover all parameters, and the value is right on each, the claim holds. Bases are found at parameters that no
region covers yet. Where the constraints have rank n and none of the finitely many bases is best, the set is
empty, or the objective unbounded; then there is no greatest value.
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
from verify.language.assumptions import ALL_SIGNS, signs_of, with_signs, written
from verify.language.definedness import definedness
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.language.relations import HOLDS, sign_of
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
    conditions : tuple of Relational
        Comparisons with 0: where the point is feasible and no multiplier of an inequality negative.
    """

    point: Mapping[sp.Symbol, sp.Expr]
    multipliers: tuple[sp.Expr, ...]
    conditions: tuple[sp.core.relational.Relational, ...]

    @property
    def region(self) -> sp.Basic:
        """All conditions together."""
        return sp.And(*self.conditions, evaluate=False)

    def holds_at(self, parameters: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
        """Whether all conditions hold; None where a number's sign is not known."""
        answers = [_holds(condition, parameters) for condition in self.conditions]
        return False if False in answers else None if None in answers else True


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
        for variable in self.over:
            if self.over.count(variable) > 1 or signs_of(variable) != ALL_SIGNS:
                raise ValueError(
                    f"a variable is named once, and its sign is a constraint: {written(variable)}"
                )
        for part in (self.objective, *self.slacks):
            if not is_linear(part, self.over):
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
            best = next((b for b in self._bases if b.holds_at(at)), None)
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
        independent = self._independent(rows, sorted(always))
        others = [i for i in range(len(self.constraints)) if i not in always]
        for chosen in combinations(others, max(len(self.over) - len(independent), 0)):
            active = (*independent, *chosen)
            matrix = rows.extract(list(active), list(range(len(self.over))))
            determinant = sp.cancel(matrix.det())
            if determinant == 0:
                continue
            solved = matrix.LUsolve(sp.Matrix([-constants[i] for i in active])).applyfunc(sp.cancel)
            # objective = -sum of multipliers times slacks, up to a constant
            multipliers = tuple(-m for m in matrix.T.LUsolve(slope).applyfunc(sp.cancel))
            point = dict(zip(self.over, solved, strict=True))
            inside = [
                (sp.Eq if i in always else sp.Ge)(s.subs(point, simultaneous=True), 0, evaluate=False)
                for i, s in enumerate(self.slacks)
                if i not in active
            ]
            inside += [
                sp.Ge(m, 0, evaluate=False)
                for i, m in zip(active, multipliers, strict=True)
                if i not in always
            ]
            yield Basis(point, multipliers, (sp.Ne(determinant, 0, evaluate=False), *inside))

    @staticmethod
    def _independent(rows: sp.Matrix, equations: list[int]) -> list[int]:
        """The equations on which, but for some parameters, the others depend."""
        columns = rows.extract(equations, list(range(rows.cols))).T
        _, pivots = columns.rref(iszerofunc=lambda entry: sp.cancel(entry) == 0)
        return [equations[k] for k in pivots]

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
        if not all(b.holds_at({}) is False for b in here._bases):
            return self._open("it is not decided whether a basis is best only at these parameters")
        note = Note(f"there is no {self.name}: the set is empty, or the objective unbounded")
        return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, "no basis is best", dict(at), note=note)

    def _open(self, reason: str) -> Evidence:
        return Evidence(self.text, Outcome.OPEN, None, "dual multipliers", note=Note(reason))


def is_linear(part: sp.Expr, over: tuple[sp.Symbol, ...]) -> bool:
    """Whether it is a polynomial in the variables as it stands, of degree 1 at most; nothing is cancelled.

    Examples
    --------
    >>> from sympy.abc import a, x, y
    >>> is_linear(x / a + y, (x, y)), is_linear(x * y, (x, y)), is_linear(sp.Heaviside(x), (x, y))
    (True, False, False)
    """
    return bool(part.is_polynomial(*over)) and (not over or sp.Poly(part, *over).total_degree() <= 1)


def _holds(comparison: sp.core.relational.Relational, at: Mapping[sp.Symbol, sp.Expr]) -> bool | None:
    """Whether a comparison with 0 holds at a point: not where it is undefined; None where that is unknown."""
    try:
        sign = number_sign(comparison.lhs.subs(at, simultaneous=True))
    except ZeroDivisionError:
        return False
    return None if sign is None else HOLDS[sign_of(comparison)](sign, 0)


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
        For what is not linear, strict constraints, too many of them, and a variable that is named twice or
        declares its sign.

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
