"""The search for a Positivstellensatz refutation of a system of polynomial conditions.

Untrusted: what it returns is re-expanded, and the kernel checks it again. One certificate is tried first,
then with lemmas (signs that follow quickly), then under case splits, with growing families of products.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace

from verify.errors import VerifyError
from verify.search.budget import Budget, Exhausted, Meter
from verify.search.candidates import candidate_splits
from verify.search.derivation import Node, copied
from verify.search.direct import (
    FEW,
    FIRST,
    LARGE,
    LAST,
    MEDIUM,
    SHORT,
    SIGN,
    SMALL,
    THOROUGH,
    Family,
    Plan,
    direct,
)
from verify.search.division import by_division, unknown_factors
from verify.search.ideal import Ideal, ideal
from verify.search.lemmas import chained, extended, lemmas
from verify.search.memory import Memory
from verify.search.nonzero import strict_by_weak
from verify.search.presolve import Presolve
from verify.search.products import factors
from verify.search.ring import Polynomial, Sparse, System, says, text
from verify.search.ring import system as make_system
from verify.search.sample import point
from verify.search.shift import shifted, shifts, unshifted

MAX_HARD_LEMMAS = 8
MAX_UNKNOWN_FACTORS = 3


@dataclass(frozen=True)
class Hints:
    """What the asker knows about the proof; polynomials in the variables of the system.

    Parameters
    ----------
    squares : tuple of mapping
        Polynomials whose squares may be factors.
    splits : tuple of mapping
        Polynomials to split on, tried first.
    signed : tuple of mapping
        Polynomials, linear in a root, whose sign is looked for before roots are projected out.

    Examples
    --------
    >>> Hints(squares=({(1, 0): 1, (0, 1): -1},)).splits
    ()
    """

    squares: tuple[Sparse, ...] = ()
    splits: tuple[Sparse, ...] = ()
    signed: tuple[Sparse, ...] = ()


def refute(
    variables: Sequence[str],
    ge: Sequence[Sparse],
    gt: Sequence[Sparse],
    eq: Sequence[Sparse],
    *,
    budget: Budget | None = None,
    hints: Hints | None = None,
    meter: Meter | None = None,
) -> Node | None:
    """A refutation of the conditions `ge >= 0, gt > 0, eq = 0`, as the certificate format has it.

    Parameters
    ----------
    variables : sequence of str
        The variables.
    ge, gt, eq : sequence of mapping
        Sparse polynomials {exponents: coefficient}.
    budget : Budget, optional
        Limits of the search.
    hints : Hints, optional
        Squares and splits to try.
    meter : Meter, optional
        What is left for several searches together; takes the place of the budget.

    Returns
    -------
    dict or None
        A node (terms and multipliers, or a split), or None if none was found, which proves nothing.

    Raises
    ------
    ValueError
        If an exponent tuple does not fit the variables.

    Examples
    --------
    >>> node = refute(["x"], [], [{(1,): 1, (0,): -1}, {(1,): -1}], [])  # x > 1 and x < 0
    >>> [(term["weight"], term["gt"]) for term in node["terms"]]
    [('1', []), ('1', [0]), ('1', [1])]
    >>> refute(["x"], [], [{(1,): 1, (0,): -1}], []) is None  # x = 2 is a point
    True
    """
    meter = meter or Meter.of(budget or Budget())
    hints = hints or Hints()
    conditions = make_system(variables, ge, gt, eq)
    squares, splits, signed = (
        tuple(map(conditions.ring.polynomial, given)) for given in (hints.squares, hints.splits, hints.signed)
    )
    try:
        return _Search(meter, squares, splits, signed).refute(conditions)
    except Exhausted:
        return None


_MEMORY: Memory[Node | None] = Memory()


class _HasAPoint(VerifyError):
    """The system has a point, or what is left of it, and that has one only if the system does."""


@dataclass(frozen=True)
class _Search:
    """What stays the same in all branches of a search."""

    meter: Meter
    squares: tuple[Polynomial, ...]
    splits: tuple[Polynomial, ...]
    signed: tuple[Polynomial, ...]
    without_point: set[Hashable] = field(default_factory=set)

    def refute(self, system: System) -> Node | None:
        """The stages of the search, the cheap ones first."""
        return copied(_MEMORY.answer(self.question(system), self.meter, lambda: self.sought(system)))

    def question(self, system: System) -> Hashable:
        """All that the outcome depends on, apart from the work that is left."""
        polynomials = (system.ge, system.gt, system.eq, self.squares, self.splits, self.signed)
        limits = replace(self.meter.limits, work=0, seconds=None)
        return system.ring.variables, *(tuple(map(text, each)) for each in polynomials), limits

    def sought(self, system: System) -> Node | None:
        """A refutation that is not remembered."""
        try:
            return self.staged(system)
        except _HasAPoint:
            return None

    def staged(self, system: System) -> Node | None:
        """The stages themselves; one may find that there is a point, so that there is nothing to look for."""
        if node := by_division(system):
            return node
        self.meter.spend(sum(len(p) for p in (*system.ge, *system.gt, *system.eq)))
        if not system.eq and (node := self.direct(ideal(system), SHORT)):
            return node
        presolve = Presolve(system, self.sign)
        presolve.run()
        if presolve.refutation is not None:
            return presolve.refutation
        remaining, active = presolve.remaining, presolve.active
        if point(ideal(remaining), self.meter.limits.points) is not None:
            return None
        if node := self.by_roots(system):
            return node
        if node := self.by_shift(remaining):
            return presolve.lifted(node, active)
        if node := self.simplified(presolve):
            return node
        node = self.cheap(remaining, FIRST) or self.stages(remaining)
        return node and presolve.lifted(node, active)

    def simplified(self, presolve: Presolve) -> Node | None:
        """A refutation that takes little, as variables are projected out one after the other."""
        while presolve.refutation is None:
            if node := self.cheap(presolve.remaining, FEW):
                return presolve.lifted(node, presolve.active)
            if not presolve.project():
                return presolve.refutation
            presolve.run()
        return presolve.refutation

    def cheap(self, system: System, plan: Plan) -> Node | None:
        """A refutation that takes little."""
        return self.by_factors(system) or self.direct(ideal(system), plan)

    def by_shift(self, system: System) -> Node | None:
        """A refutation after a change of variable that lets an equation be solved."""
        for variable, offset in shifts(system):
            node = self.refute(shifted(system, variable, offset))
            return node and unshifted(node, system, variable, offset)
        return None

    def by_roots(self, system: System) -> Node | None:
        """A refutation in which roots are projected out one after the other."""
        presolve = Presolve(system, self.sign)
        presolve.settle()
        presolve.ask(self.signed)
        projected = False
        while presolve.refutation is None and presolve.unroot():
            projected = True
            presolve.settle()
        if not projected:
            return presolve.refutation
        if presolve.refutation is None:
            presolve.run()
        return self.simplified(presolve)

    def sign(self, system: System, polynomial: Polynomial, thorough: bool) -> tuple[str, Node] | None:
        """The strict sign of a polynomial, if it follows quickly, and what refutes the opposite."""
        modulo = ideal(system)
        self.exclude_points(modulo)
        plan = THOROUGH if thorough else SIGN

        def refuted(case: str) -> Node | None:
            # What the system says already adds nothing: the question is the same for all such polynomials.
            longer = modulo if says(system, case, polynomial) else extended(modulo, case, polynomial)
            return direct(longer, self.meter, plan)

        for relation, opposite in ((">", "<="), ("<", ">=")):
            if node := refuted(opposite) or strict_by_weak(system, polynomial, relation, refuted):
                return relation, node
        return None

    def exclude_points(self, modulo: Ideal) -> None:
        """Look for a point of the system, once for each; raise `_HasAPoint` where there is one."""
        key = tuple(tuple(map(text, each)) for each in (modulo.system.ge, modulo.system.gt, modulo.system.eq))
        if key not in self.without_point:
            if point(modulo, self.meter.limits.points // 3) is not None:
                raise _HasAPoint
            self.without_point.add(key)

    def stages(self, system: System) -> Node | None:
        """A refutation with lemmas, larger families of products and splits, tried in turn."""
        modulo = ideal(system)
        candidates = self.candidates(modulo)
        richer, added = lemmas(modulo, self.meter, candidates, ((Family.SIZE, 2), (Family.BOX, 1)))
        if added and (node := self.direct(richer, SMALL)):
            return chained(modulo, added, node)
        if node := self.direct(modulo, LARGE):
            return node
        if node := self.split(richer, candidates, SMALL, quick=True):
            return chained(modulo, added, node)
        if node := self.direct(modulo, LAST):
            return node
        richer, more = lemmas(richer, self.meter, candidates[:MAX_HARD_LEMMAS], ((Family.BOX, 2),))
        added += more
        for plan in (MEDIUM, LAST):
            if node := self.direct(richer, plan) or self.split(richer, candidates, plan, quick=False):
                return chained(modulo, added, node)
        return None

    def by_factors(self, system: System) -> Node | None:
        """An equation that is a product: one factor after the other is 0, or none is."""
        for equation in system.eq:
            unknown = unknown_factors(equation, system.gt)
            splits_it = 0 < len(unknown) <= MAX_UNKNOWN_FACTORS and unknown != [equation]
            if splits_it and (node := self.factor_by_factor(system, unknown)):
                return node
        return None

    def factor_by_factor(self, system: System, unknown: Sequence[Polynomial]) -> Node | None:
        """Splits on the factors in turn; where none is 0, their product with what is known is not."""
        if not unknown:
            return self.direct(ideal(system), ())
        factor, *others = unknown
        cases: dict[str, Node] = {}
        # Without the last factor little is left to look at; with it as an equation there is much.
        for relation in ("=", ">", "<") if others else (">", "<", "="):
            branch = system.branch(relation, factor)
            node = self.on_factor(branch) if relation == "=" else self.factor_by_factor(branch, others)
            if node is None:
                return None
            cases[relation] = node
        return {"split": system.ring.tree(factor), "cases": dict(sorted(cases.items()))}

    def on_factor(self, system: System) -> Node | None:
        """A refutation where a factor of an equation is 0."""
        on = ideal(system)
        if point(on, self.meter.limits.points // 3) is not None:
            return None
        return by_division(system) or self.direct(on, FIRST)

    def split(self, modulo: Ideal, candidates: Sequence[Polynomial], plan: Plan, quick: bool) -> Node | None:
        """A refutation by cases, at the least depth."""
        for depth in range(1, self.meter.limits.splits + 1):
            if node := self.by_cases(modulo, candidates, plan, depth, quick):
                return node
        return None

    def candidates(self, modulo: Ideal) -> tuple[Polynomial, ...]:
        """Polynomials whose sign may matter."""
        return (*self.splits, *candidate_splits(modulo, factors(modulo)))

    def direct(self, modulo: Ideal, plan: Plan) -> Node | None:
        """A refutation without splits."""
        return direct(modulo, self.meter, plan, self.squares)

    def by_cases(
        self, modulo: Ideal, candidates: Sequence[Polynomial], plan: Plan, depth: int, quick: bool
    ) -> Node | None:
        """A refutation by the sign of some polynomial."""
        for on in candidates:
            cases: dict[str, Node] = {}
            for relations in ((">",), ("<",), (">=", "<=", "=")):
                for relation in relations:
                    inner = self.case(modulo, relation, on, plan, depth - 1, quick)
                    if inner is not None:
                        cases[relation] = inner
                        break
                else:
                    break
            else:
                cases.pop({">=": ">", "<=": "<"}.get(relation, ""), None)
                return {"split": modulo.system.ring.tree(on), "cases": dict(sorted(cases.items()))}
        return None

    def case(
        self, modulo: Ideal, relation: str, on: Polynomial, plan: Plan, depth: int, quick: bool
    ) -> Node | None:
        """A refutation of one case, with lemmas, or by a further split."""
        inner = ideal(modulo.system.branch("=", on)) if relation == "=" else extended(modulo, relation, on)
        if point(inner, self.meter.limits.points // 3) is not None:
            return None
        node = self.direct(inner, plan)
        if node is None and not quick:
            candidates = self.candidates(inner)
            richer, added = lemmas(inner, self.meter, candidates)
            node = self.direct(richer, SMALL) if added else None
            if node is None and depth > 0:
                node = self.by_cases(richer, candidates, SMALL, depth, quick)
            if node is not None:
                node = chained(inner, added, node)
        return node
