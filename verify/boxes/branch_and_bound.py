"""Strict inequalities on compact sets proved by branch and bound (grade `enclosed`).

A box is settled by an enclosure over all of it, or halved; a claim is proved when no box is left, and refuted
by a rational point. Where an inequality is tight no number of boxes suffices, and the outcome says so.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

import sympy as sp
from flint import arb, ctx, fmpq

from verify.boxes.best_first import Budget, Remaining, Stop, best_first
from verify.boxes.bounding_box import Sides
from verify.boxes.compact_set import Box, CompactSet, Point, bound_on_set, compact_set, holds_at
from verify.boxes.interval import ONE, ZERO, Interval, PossiblyUndefinedError, UndefinedError
from verify.boxes.interval_function import Gradient, IntervalFunction, LowerBound, Term, compiled
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import fraction_of

BITS = 128
"""Working precision of all enclosures."""

RESOLUTION = 48
"""A box whose sides have all been halved so often is not halved again: the claim is tight there."""

_LARGEST_EXPONENT = 4096
_LARGEST = arb(2) ** _LARGEST_EXPONENT

Goal: TypeAlias = "sp.Expr | Sequence[Sequence[Condition]]"


class Outcome(StrEnum):
    """What a search established."""

    PROVED = "proved"
    """The claim holds at every point of the set (which may be empty for all that is known)."""
    REFUTED = "refuted"
    """The claim fails at the witness."""
    EMPTY = "empty"
    """No point satisfies the hypotheses."""
    UNDECIDED = "undecided"
    """Boxes are left, and nothing is claimed."""


@dataclass(frozen=True)
class Decision:
    """Outcome of `prove_positive_on`.

    Parameters
    ----------
    outcome : Outcome
        PROVED, REFUTED, EMPTY or UNDECIDED.
    stop : Stop
        Why the search ended.
    boxes : int
        Boxes examined.
    smallest_bound : Fraction or None
        Where PROVED: in every clause, at every point of the set, some expression is at least this.
    witness : dict or None
        Where REFUTED: a rational point that satisfies all hypotheses and at which the goal fails.
    failed : tuple of Condition
        Where REFUTED: the clause that fails, false or undefined in every member.
    worst : dict or None
        Where UNDECIDED: the remaining box with the lowest bound.
    """

    outcome: Outcome
    stop: Stop
    boxes: int
    smallest_bound: Fraction | None = None
    witness: Point | None = None
    failed: tuple[Condition, ...] = ()
    worst: Sides | None = None


def prove_positive_on(goal: Goal, domain: Iterable[Condition], budget: Budget | None = None) -> Decision:
    """Prove a strict inequality, or clauses of them, at every point of a compact set; or refute it.

    Parameters
    ----------
    goal : sympy.Expr or sequence of sequences of Condition
        An expression, for `expression > 0`; or clauses: of each, at least one condition holds at every
        point (`>`, `>=` and `!=` are possible). `interval_function.compiled` says what it may contain.
    domain : iterable of Condition
        Hypotheses; they bound every variable, see `bounding_box`. Their expressions need not be polynomials.
        A strict bound of the box counts as its closure: a claim that is tight there stays UNDECIDED.
    budget : Budget, optional
        Limits on the search.

    Returns
    -------
    Decision
        Never PROVED while a box remains. A value that is undefined counts as a failure of its condition.

    Raises
    ------
    ValueError
        A variable is not bounded by the hypotheses, or the goal holds an equality.
    TypeError
        An expression has a part without an interval extension.

    Examples
    --------
    >>> from verify.language.condition import non_negative
    >>> x = sp.Symbol("x")
    >>> unit = [non_negative(x), non_negative(1 - x)]
    >>> prove_positive_on(x - x**2 + sp.Rational(1, 10), unit).outcome
    <Outcome.PROVED: 'proved'>
    >>> prove_positive_on(x - x**2 - sp.Rational(1, 5), unit).witness
    {x: 0}
    """
    budget = Budget() if budget is None else budget
    clauses = _clauses(goal)
    for condition in itertools.chain(*clauses):
        if condition.relation is Relation.ZERO:
            raise ValueError(f"enclosures cannot prove an equality: {condition}; use verify.identity")
    with ctx.workprec(BITS):
        region = compact_set(domain, [c.polynomial for c in itertools.chain(*clauses)])
        if region.root is None:
            return Decision(Outcome.EMPTY, Stop.EXHAUSTED, 0)
        proof = _Proof(region, clauses)
        search = best_first(proof.examine, lambda _: proof.witness is not None, region.root, budget)
        counts = (search.stop, search.boxes)
        if proof.witness is not None:
            return Decision(
                Outcome.REFUTED, *counts, witness=region.named(proof.witness), failed=proof.failed
            )
        if search.remaining:
            return Decision(Outcome.UNDECIDED, *counts, worst=region.named_sides(search.remaining[0].box))
        if not proof.goal_used:
            return Decision(Outcome.EMPTY, *counts)
        smallest = None if proof.smallest is None else _fraction_below(proof.smallest)
        return Decision(
            Outcome.PROVED, *counts, smallest_bound=smallest if isinstance(smallest, Fraction) else None
        )


def _clauses(goal: Goal) -> tuple[tuple[Condition, ...], ...]:
    if isinstance(goal, sp.Basic):
        return ((Condition(goal, Relation.POSITIVE),),)
    return tuple(tuple(clause) for clause in goal)


class _Proof:
    """The claim that every clause holds on every box; remembers a witness against it."""

    def __init__(self, region: CompactSet, clauses: Sequence[Sequence[Condition]]) -> None:
        self.region = region
        self.clauses = clauses
        self.witness: tuple[fmpq, ...] | None = None
        self.failed: tuple[Condition, ...] = ()
        self.smallest: arb | None = None
        self.goal_used = False
        self._alternatives = [[a for c in clause for a in self._alternatives_of(c)] for clause in clauses]
        self._functions = [
            [(compiled(c.polynomial, region.variables), c.relation) for c in clause] for clause in clauses
        ]

    def _alternatives_of(self, condition: Condition) -> list[tuple[IntervalFunction, bool]]:
        """Functions one of which must be positive, or just non-negative where the flag says so."""
        weak = condition.relation is Relation.NON_NEGATIVE
        either = [condition.polynomial]
        if condition.relation is Relation.NON_ZERO:
            # Not evaluated: SymPy would distribute the sign, and might cancel what is undefined.
            either.append(sp.Mul(sp.Integer(-1), condition.polynomial, evaluate=False))
        return [(compiled(e, self.region.variables), weak) for e in either]

    def examine(self, box: Box, parent: Remaining | None) -> Remaining | None:
        """None where a hypothesis fails on all of the box, or all clauses hold on it."""
        sides = box.intervals()
        active = range(len(self.region.cuts)) if parent is None else parent.hypotheses
        cut = self.region.cut(sides, active)
        if cut is None:
            return None
        hypotheses, terms = cut
        gradients = [term.gradient for term in terms]
        bound = arb.pos_inf()
        still_open: list[int] = []
        for index in range(len(self.clauses)) if parent is None else parent.clauses:
            holds, lower, gradient = self._clause_bound(index, box, sides, terms)
            if holds:
                self.smallest = lower if self.smallest is None else min(self.smallest, lower)
                continue
            still_open.append(index)
            bound = min(bound, lower)
            if gradient:
                gradients.append(gradient)
            if self.witness is None:
                self._seek_witness(index, box, gradient)
        if not still_open:
            self.goal_used = True
            return None
        axis = box.axis_to_halve(gradients, RESOLUTION)
        return Remaining(box, bound, axis, hypotheses, tuple(still_open))

    def _clause_bound(
        self, index: int, box: Box, sides: Sequence[Interval], cuts: Sequence[Term]
    ) -> tuple[bool, arb, Gradient]:
        """Whether a clause holds on the box; the best lower bound of its members, and that one's gradient."""
        best = arb.neg_inf()
        gradient: Gradient = ()
        for function, weak in self._alternatives[index]:
            try:
                bound = function.lower_bound(sides, sufficient=ZERO)
            except (UndefinedError, PossiblyUndefinedError):
                continue
            lower = bound.lower
            if lower <= ZERO:
                lower = _improved(bound, function, cuts, box)
            if lower > ZERO or (weak and lower == ZERO):
                return True, lower, ()
            if lower > best:
                best, gradient = lower, bound.gradient
        return False, best, gradient

    def _seek_witness(self, index: int, box: Box, gradient: Gradient) -> None:
        points = self.region.candidates(box, gradient, corners=not gradient)
        if any(relation is Relation.NON_ZERO for _, relation in self._functions[index]):
            # Such a condition may fail in the middle of the range of a monotone function.
            points = itertools.chain(points, self.region.candidates(box, (), corners=False))
        for point in points:
            fails = all(holds_at(f, relation, point) is False for f, relation in self._functions[index])
            if fails and self.region.contains(point):
                self.witness, self.failed = point, tuple(self.clauses[index])
                return


def _improved(bound: LowerBound, function: IntervalFunction, cuts: Sequence[Term], box: Box) -> arb:
    """The lower bound, or the better one that the hypotheses give."""
    if not (cuts and bound.gradient):
        return bound.lower
    on_set = bound_on_set(Term(function, bound.gradient, ONE), cuts, box)
    return bound.lower if on_set is None else max(bound.lower, on_set)


def _fraction_below(end: arb) -> Fraction | float:
    """The exact end as a fraction, or something smaller where that would be too long to write."""
    if not end.is_finite():
        return math.inf if end > 0 else -math.inf
    if abs(end) > _LARGEST:
        return Fraction(2**_LARGEST_EXPONENT) if end > 0 else -math.inf
    if abs(end) * _LARGEST < 1:
        return Fraction(0) if end >= 0 else Fraction(-1, 2**_LARGEST_EXPONENT)
    return fraction_of(end)
