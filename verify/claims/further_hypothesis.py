"""The weakest further hypothesis among many under which a false statement of any kind is proved.

Counterexamples found so far tell which conditions are hopeless; of the conjunctions that exclude all of them
the one that leaves most of a sample of the domain is put to proof, and fails with a new counterexample or
ends the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice
from operator import and_
from time import thread_time

import sympy as sp
from mpmath import workdps

from verify.claims.candidate_conditions import Candidates
from verify.evidence import Evidence
from verify.independent_check.arithmetic import DIGITS, UndefinedAtPointError, UnknownAtPointError, truth
from verify.independent_check.sampling import points
from verify.language.condition import RELATIONALS, Relation
from verify.language.rational_value import rational_point, rational_value
from verify.language.relations import HOLDS, denied, sign_of
from verify.language.truth import holds_at

TRIALS = 24
"""How many conjunctions are put to proof."""

TRIALS_BEYOND = 6
"""How many, where ranges without their ends suffice; only what leaves more of the sample is tried."""

SECONDS = 25.0
"""Processor time; the counts should end it well before."""

SAMPLES = 60
"""Points of the domain that tell how much a condition leaves."""

MOST_CONDITIONS = 3
"""In a conjunction."""

MOST_CONJUNCTIONS = 20_000
"""How many are compared with one another."""

Examine = Callable[[tuple[sp.Basic, ...]], Evidence]
"""Evidence for or against the statement, with further hypotheses."""

Point = Mapping[sp.Symbol, sp.Expr]


def weakest_sufficient(
    found: Candidates,
    domain: Sequence[sp.Basic],
    refuted: Evidence,
    examine: Examine,
    inhabited: Callable[[tuple[sp.Basic, ...]], bool],
    formula: sp.Basic | None = None,
) -> tuple[sp.Basic, ...]:
    """A conjunction of conditions under which the statement is proved, as weak as the sample can tell.

    Parameters
    ----------
    found : Candidates
        The conditions; of two that the sample does not tell apart the earlier counts as the simpler.
    domain : sequence of Boolean
        The statement's hypotheses.
    refuted : Evidence
        Against the statement, with a witness.
    examine : callable
        Evidence with further hypotheses.
    inhabited : callable
        Whether it is proved that some point of the domain satisfies further hypotheses.
    formula : Boolean, optional
        The statement, if it is a formula: points of the sample at which it fails are counterexamples too.

    Returns
    -------
    tuple of Boolean
        Empty where none of those that were tried is sufficient.
    """
    sample = _sample(tuple(domain))
    failing = () if formula is None else tuple(p for p in sample if _refutes(p, formula))
    search = _Search(found.conditions, sample, (refuted.witness or {}, *failing), examine, inhabited)
    best = search.without_needless(found.ends) if found.ends and search.suffices(found.ends) else ()
    started = thread_time()
    for chosen in islice(search.conjunctions(), TRIALS_BEYOND if best else TRIALS):
        if thread_time() - started > SECONDS or (best and search.leaves(chosen) <= search.leaves(best)):
            break
        if search.suffices(chosen):
            return search.without_needless(chosen)
    return best


@lru_cache(maxsize=16)
def _sample(domain: tuple[sp.Basic, ...]) -> list[dict[sp.Symbol, sp.Expr]]:
    """Points with rational coordinates, the same for the same domain; not to be changed."""
    seed = " and ".join(map(str, domain))
    drawn = points(domain, (), SAMPLES, seed)
    exact = ({s: sp.sympify(v, strict=True) for s, v in p.items()} for p in drawn)
    return [p for p in exact if all(v.is_Rational for v in p.values())]


def _refutes(point: Point, formula: sp.Basic) -> bool:
    """Whether a formula is seen to fail at a rational point of its domain, by digits: a guide, no more."""
    try:
        with workdps(DIGITS):
            return truth(formula, rational_point(point) or {}) is False
    except (UndefinedAtPointError, UnknownAtPointError):
        return False


@dataclass
class _Search:
    """Conditions, where they hold in the sample, and at which counterexamples they are seen to fail."""

    conditions: tuple[sp.Basic, ...]
    sample: list[dict[sp.Symbol, sp.Expr]]
    known: tuple[Point, ...]
    examine: Examine
    inhabited: Callable[[tuple[sp.Basic, ...]], bool]
    left: list[int] = field(init=False)
    ranks: list[int] = field(init=False)
    excluded: list[int] = field(init=False)
    about: list[set[sp.Basic]] = field(init=False)
    excluding: list[list[int]] = field(default_factory=list, init=False)
    tried: set[frozenset[int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.left = _left(self.conditions, self.sample)
        self.ranks = [_rank(c) for c in self.conditions]
        self.excluded = [0] * len(self.conditions)
        self.about = [c.free_symbols for c in self.conditions]
        for point in self.known:
            self.add_counterexample(point)

    def suffices(self, chosen: tuple[sp.Basic, ...]) -> bool:
        """Whether the statement is proved under these conditions; a counterexample to it is kept."""
        return self._examined(chosen).proved and self.inhabited(chosen)

    def _examined(self, chosen: tuple[sp.Basic, ...]) -> Evidence:
        evidence = self.examine(chosen)
        # An open question may name a point too: where the proof that was tried cannot be had.
        if not evidence.proved and evidence.witness is not None:
            self.add_counterexample(evidence.witness)
        return evidence

    def without_needless(self, chosen: tuple[sp.Basic, ...]) -> tuple[sp.Basic, ...]:
        """Those without which the others do not suffice; what leaves least goes first.

        A counterexample to what the others say is one where the condition fails, which is less to search; and
        where there the statement is proved, it is proved by cases from the others.
        """
        kept = proved = chosen
        for condition in sorted(chosen, key=lambda c: self.leaves((c,))):
            others = tuple(c for c in kept if c != condition)
            where_it_fails = self._examined((*others, denied(condition))) if others else None
            if where_it_fails is None or where_it_fails.refuted:
                continue
            if where_it_fails.proved:
                kept = others
            elif self.suffices(others):
                kept = proved = others
        return kept if kept == proved or self.suffices(kept) else proved

    def leaves(self, chosen: tuple[sp.Basic, ...]) -> int:
        """How many points of the sample satisfy the conditions."""
        return reduce(
            and_, (self.left[self.conditions.index(c)] for c in chosen), self._everywhere
        ).bit_count()

    @property
    def _everywhere(self) -> int:
        return (1 << len(self.sample)) - 1

    def add_counterexample(self, point: Point) -> None:
        values = {symbol.name: value for symbol, value in point.items()}
        symbols = frozenset[sp.Symbol]().union(*self.about)
        known = {s: values[s.name] for s in symbols if s.name in values}
        whole = [number for number, about in enumerate(self.about) if about <= known.keys()]
        truths = dict(zip(whole, _truths([self.conditions[k] for k in whole], [known]), strict=True))
        failing = [
            number
            for number, c in enumerate(self.conditions)
            if (truths[number] == [False] if number in truths else fails_in(c, point))
        ]
        for number in failing:
            self.excluded[number] |= 1 << len(self.excluding)
        self.excluding.append(failing)

    def conjunctions(self) -> Iterator[tuple[sp.Basic, ...]]:
        """The weakest that is left, again and again, as more counterexamples are known."""
        while True:
            best, most = tuple[int, ...](), (-1, 0, 0, tuple[int, ...]())
            for chosen, left in islice(self._excluding((), 0, self._everywhere), MOST_CONJUNCTIONS):
                points = left.bit_count()
                if points >= most[0] and (merit := self._merit(chosen, points)) > most:
                    best, most = chosen, merit
            if not best:
                return
            self.tried.add(frozenset(best))
            yield tuple(self.conditions[number] for number in best)

    def _excluding(
        self, chosen: tuple[int, ...], covered: int, left: int
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Conjunctions of which each condition excludes a counterexample that those before it do not.

        Each comes with the points of the sample that satisfy it.
        """
        missing = ~covered & ((1 << len(self.excluding)) - 1)
        if not missing:
            if frozenset(chosen) not in self.tried:
                yield tuple(sorted(chosen)), left
            return
        if len(chosen) == MOST_CONDITIONS:
            return
        first = (missing & -missing).bit_length() - 1
        for number in self.excluding[first]:
            if len(chosen) < MOST_CONDITIONS - 1 or not missing & ~self.excluded[number]:
                yield from self._excluding(
                    (*chosen, number), covered | self.excluded[number], left & self.left[number]
                )

    def _merit(self, chosen: tuple[int, ...], points: int) -> tuple[int, int, int, tuple[int, ...]]:
        """Most of the sample; then few conditions, no equations, and the earlier ones."""
        special = sum(self.ranks[number] for number in chosen)
        return points, -len(chosen), -special, tuple(-number for number in chosen)


def _rank(condition: sp.Basic) -> int:
    """Inequalities before "not equal" before equations."""
    relation = RELATIONALS[type(condition)][0]
    return {Relation.NON_ZERO: 1, Relation.ZERO: 2}.get(relation, 0)


def _left(conditions: Iterable[sp.Basic], sample: Sequence[Point]) -> list[int]:
    """At which points of the sample each condition holds, as bits."""
    truths = _truths(conditions, sample)
    return [sum(1 << number for number, true in enumerate(each) if true) for each in truths]


def _truths(conditions: Iterable[sp.Basic], points: Sequence[Point]) -> Iterator[list[bool | None]]:
    """Whether each condition holds at the points; most compare the same sides as others."""
    fractions = list(map(rational_point, points))
    values: dict[sp.Basic, list[Fraction | None]] = {}
    for condition in conditions:
        for side in condition.args:
            if side not in values:
                values[side] = [rational_value(side, point) for point in fractions]
        compares = HOLDS[sign_of(condition)]
        yield [
            holds_at(condition, point) if one is None or other is None else compares(one, other)
            for point, one, other in zip(points, *map(values.__getitem__, condition.args), strict=True)
        ]


def fails_in(condition: sp.Basic, witness: Point) -> bool:
    """Whether a condition is seen to fail at a witness, in a model for some value of its families.

    Examples
    --------
    >>> from sympy.abc import p, w
    >>> cells = {sp.Symbol("w[1]"): sp.Integer(1), sp.Symbol("w[2]"): sp.Integer(0), p: sp.Integer(1)}
    >>> fails_in(w > 0, cells), fails_in(p > 0, cells), fails_in(sp.Symbol("y") > 0, cells)
    (True, False, False)
    """
    by_name = {symbol.name: value for symbol, value in witness.items()}
    unknown = [s for s in condition.free_symbols if s.name not in by_name]
    known = {s: by_name[s.name] for s in condition.free_symbols if s.name in by_name}
    if not unknown:
        return holds_at(condition, known) is False
    if len(unknown) > 1:
        return False
    (family,) = unknown
    cells = (value for name, value in by_name.items() if name.startswith(f"{family.name}["))
    return any(holds_at(condition, {**known, family: value}) is False for value in cells)
