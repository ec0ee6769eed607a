"""An odds ratio over a range of baselines: the budget is decided at one of three of them, named beforehand.

Let the odds of s over those of k be capped by r >= 1 for m <= k <= n. At a budget the cap is kept at k
exactly where a quadratic in k is <= 0, one where R + k <= 1 and one where R + k >= 1, with the cap
R = r k/(1 - k + r k) on the success. Both are convex, for every notion, so that each is worst at an end of
its part of the range: at m, at n, or where the parts meet, R + k = 1, which is k = 1/(1 + w), w = sqrt(r).

Of m and n, on two sides of the meeting, only one has to be looked at. Exchanging yes and no, and the two data
sets, takes k to 1 - R, which has the same odds ratio and the same budget, and lies on the other side. So n
may be taken for 1 - R(n), which lies between m and the meeting where R(n) + m <= 1; that is r m n <=
(1 - m)(1 - n). Where eps is given and delta is sought, x = 1/E does not change this.

The search of `symbolic_eps.minimum` has nothing to look for then: two ratios are compared in four cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.digits import enclosure_of
from symbolic_eps.notions.least_ratio import Case, Conditions, Ratio, least_ratios
from symbolic_eps.notions.notion import BASELINE, Notion
from symbolic_eps.notions.question import AttackQuestion, success_cap
from symbolic_eps.notions.success_theorems import odds_quadratics, odds_theorems
from symbolic_eps.notions.theorems import Theorem
from symbolic_eps.profiles.caps import CapKind, relative_risk_of
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from symbolic_eps.theory.variants import Variant
from verify.language.condition import (
    Condition,
    Relation,
    conjunction,
    non_negative,
    positive,
    rational_condition,
    zero,
)
from verify.solvers.smt import Solver, UndecidedQueryError

ANYWHERE = {PRIOR_INCLUSION: sp.Rational(1, 2), PRIOR_VALUE: sp.Integer(1)}
"""A cap on the odds ratio allows the same eps at every prior p: the profile of numbers is put at one."""

ROOT_DIGITS = 4
"""Digits of the rational ends between which an irrational root lies: few, as points are sought there."""


@dataclass(frozen=True)
class OddsRange:
    """The question of one odds ratio over a range, as a comparison of numbers.

    Parameters
    ----------
    root : sympy.Expr
        w, the root of the cap: a rational function of the parameters, or a parameter of its own.
    shown : mapping of Symbol to Expr
        What that parameter stands for.
    region : tuple of Condition
        What is known of the parameters, in w.
    cases : tuple of Case
        The ratios that may decide.
    """

    root: sp.Expr
    shown: Mapping[sp.Symbol, sp.Expr]
    region: Conditions
    cases: tuple[Case, ...]

    @property
    def profile(self) -> RiskProfile:
        """The profile whose eps is the least of the budgets at the places of each case."""
        pieces = [(_bound(case), conjunction(case.where)) for case in self.cases]
        bound = sp.Piecewise(*pieces[:-1], (pieces[-1][0], sp.true), evaluate=False)
        return RiskProfile(bound, self.region, ANYWHERE, (), Variant.BOUNDED)

    def least(self, judge: Solver) -> PiecewiseInfimum:
        """The eps of `profile`, proved.

        Raises
        ------
        symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
            A comparison is not shown.
        """
        found, common = least_ratios(self.region, self.cases, judge)
        branches, proofs = tuple(one.branch for one in found), tuple(one.proof for one in found)
        return PiecewiseInfimum(self.profile, branches, common, proofs)

    def shown_branch(self, branch: Branch) -> Branch:
        """A branch of the profile in the caps' own parameters, with the baseline that decides."""
        assert branch.coefficients is not None
        assert branch.polynomial is not None
        ratios = (ratio for case in self.cases for ratio in case.ratios)
        place = next(r.baseline for r in ratios if sp.cancel(r.value - branch.exponential) == 0)
        here = Attainment((), {PRIOR_INCLUSION: place.subs(self.shown)}, AttainmentKind.POINT)
        _, top, bottom = (part.subs(self.shown) for part in branch.coefficients)
        return Branch(
            tuple(Condition(sp.expand(c.polynomial.subs(self.shown)), c.relation) for c in branch.conditions),
            branch.polynomial.subs(self.shown),
            (sp.Integer(0), top, bottom),
            (here,),
        )


def _bound(case: Case) -> sp.Expr:
    """The case's ratios as caps on the odds ratio."""
    caps = (relative_risk_of(CapKind.ODDS_RATIO, ratio.value).subs(ANYWHERE) for ratio in case.ratios)
    return sp.Min(*map(sp.cancel, caps), evaluate=False)


def range_theorems(notion: Notion) -> Iterator[Theorem]:
    """What is to be proved of numbers, beyond what the notion says of attacks.

    Examples
    --------
    >>> sorted({words for _, _, words in range_theorems(Notion.APPROXIMATE)})[:2]
    ['a convex quadratic is <= 0 between', 'a reflected baseline changes sides']
    """
    k, m, other, w, r = BASELINE, *(parameter(name) for name in ("m", "n", "w", "r"))
    yield from odds_theorems(notion)
    here = (positive(k), positive(1 - k), non_negative(w - 1))
    room = sp.expand((1 - k + w**2 * k) * (1 - k) - w**2 * k)
    yield (*here, non_negative(1 - k * (1 + w))), non_negative(room), "before the meeting, R + k <= 1"
    yield (*here, non_negative(k * (1 + w) - 1)), non_negative(-room), "from the meeting on, R + k >= 1"
    reflected = zero(sp.expand(other * (1 - k + w**2 * k) - (1 - k)))  # n = 1 - R(k)
    inner, outer = non_negative(1 - k * (1 + w)), non_negative(k * (1 + w) - 1)
    yield (*here, reflected, inner), non_negative(other * (1 + w) - 1), "a reflected baseline changes sides"
    yield (*here, reflected, outer), non_negative(1 - other * (1 + w)), "a reflected baseline changes sides"
    apart = sp.expand((1 - m) * (1 - k) - w**2 * m * k)
    words = "a reflected baseline lies inside"
    yield (*here, reflected, non_negative(apart)), non_negative(other - m), words
    yield (*here, reflected, non_negative(-apart)), non_negative(m - other), words
    before, beyond = odds_quadratics(notion)
    anywhere = (positive(DECAY), positive(k), positive(1 - k), positive(r), positive(1 - k + r * k))
    mirror = zero(sp.expand(other * (1 - k + r * k) - (1 - k)))
    for first, second in ((before, beyond), (beyond, before)):
        kept = (non_negative(-first.subs(k, other)), non_negative(-second))
        for one, then in (kept, kept[::-1]):
            yield (*anywhere, mirror, one), then, "a reflected baseline keeps what is kept"


def odds_range(question: AttackQuestion, solver: Solver) -> OddsRange | None:
    """The question as a comparison, if it is about one odds ratio over a range with both ends.

    Parameters
    ----------
    question : AttackQuestion
    solver : Solver
        Has to show that 0 < m <= n < 1 and r >= 1, by certificates if the result is to be proved.

    Returns
    -------
    OddsRange or None
        None for other questions, which are left to `symbolic_eps.minimum`.

    Examples
    --------
    >>> asked = AttackQuestion.of("odds-ratio", "4", "approximate", "1/100", box=["1/20<=k<=3/4"])
    >>> found = odds_range(asked, Solver())
    >>> [[ratio.baseline for ratio in case.ratios] for case in found.cases], found.root
    ([[1/20, 1/3]], 2)
    """
    ends, (cap, *others) = _ends(question.box), question.caps
    if ends is None or question.fixed or others or cap.kind is not CapKind.ODDS_RATIO:
        return None
    rooted = _root(cap.value, question)
    if rooted is None:
        return None
    root, meant, shown, told = rooted
    bounds = _Bounds(root**2 if meant else cap.value, root, *(end.subs(meant) for end in ends))
    region = tuple(one for c in question.region for one in c.substituted(meant)) + told
    with suppress(UndecidedQueryError):
        if all(solver.implies(region, goal, f"{goal}") for goal in bounds.needed):
            known = (*region, non_negative(root - 1))
            caps = (success_cap(CapKind.ODDS_RATIO, one) for one in (bounds.cap, root**2))
            (early, late), (meeting, _) = (
                [ratio.subs(meant) for ratio in question.ratios_at(c)] for c in caps
            )
            cases = bounds.cases(early, late, meeting, known, solver)
            return OddsRange(root, shown, known, tuple(cases))
    return None


@dataclass(frozen=True)
class _Bounds:
    """A cap, its root, and the ends of a range, in parameters."""

    cap: sp.Expr
    root: sp.Expr
    low: sp.Expr
    high: sp.Expr

    @property
    def needed(self) -> Conditions:
        """0 < m <= n < 1 and r >= 1."""
        low, high = self.low, self.high
        needed = (positive(low), non_negative(high - low), positive(1 - high), non_negative(self.root - 1))
        return tuple(one for c in needed for one in rational_condition(c.polynomial, c.relation))

    def cases(
        self, early: sp.Expr, late: sp.Expr, meeting: sp.Expr, known: Conditions, solver: Solver
    ) -> Iterator[Case]:
        """Which baselines may decide, and where; with the ratio before the meeting, beyond, and at it."""
        low, high, met = self.low, self.high, (1 / (1 + self.root), meeting)
        before, beyond = (_cleared(1 - end * (1 + self.root)) for end in (low, high))
        apart = _cleared((1 - low) * (1 - high) - self.cap * low * high)
        between = positive(before), positive(-beyond)
        for where, places in (
            ((non_negative(beyond),), ((low, early), (high, early))),
            ((non_negative(-before),), ((low, late), (high, late))),
            ((*between, non_negative(apart)), ((low, early), met)),
            ((*between, positive(-apart)), ((high, late), met)),
        ):
            told = tuple(c for c in where if c.constant_truth is not True)
            here = (*known, *told)
            if _possible(here, solver):
                yield Case(told, tuple(_ratio(place, ratio, here, solver) for place, ratio in places))


def _possible(conditions: Conditions, solver: Solver) -> bool:
    with suppress(UndecidedQueryError):
        return solver.satisfiable(conditions, "some parameters are in a case")
    return True


def _cleared(value: sp.Expr) -> sp.Expr:
    """A polynomial with the sign of a rational function."""
    top, bottom = sp.fraction(sp.together(value))
    polynomial = sp.expand(top * bottom)
    return polynomial if polynomial.is_number else sp.primitive(polynomial)[1]


def _ratio(baseline: sp.Expr, ratio: sp.Expr, known: Conditions, solver: Solver) -> Ratio:
    """A ratio at a baseline, with the denominator that is positive."""
    top, bottom = sp.fraction(sp.cancel(sp.together(ratio.subs(BASELINE, baseline))))
    with suppress(UndecidedQueryError):
        if solver.implies(known, positive(-bottom), "a denominator is negative"):
            top, bottom = -top, -bottom
    return Ratio(baseline, sp.expand(top), sp.expand(bottom))


def _ends(box: Conditions) -> tuple[sp.Expr, sp.Expr] | None:
    """m and n of a box m <= k <= n."""
    low, high = list[sp.Expr](), list[sp.Expr]()
    for condition in box:
        in_baseline = sp.Poly(condition.polynomial, BASELINE)
        if in_baseline.degree() != 1 or condition.relation is not Relation.NON_NEGATIVE:
            return None
        slope, constant = in_baseline.all_coeffs()
        if not slope.is_Rational:
            return None
        (low if slope > 0 else high).append(-constant / slope)
    return (low[0], high[0]) if len(low) == len(high) == 1 else None


Rooted = tuple[sp.Expr, Mapping[sp.Symbol, sp.Expr], Mapping[sp.Symbol, sp.Expr], Conditions]


def _root(cap: sp.Expr, question: AttackQuestion) -> Rooted | None:
    """w, the cap's parameter in w, what w stands for, and what is known of w; None if there is none."""
    if BASELINE in cap.free_symbols or cap.has(sp.Max, sp.Min, sp.Piecewise, sp.oo):
        return None
    root = sp.sqrt(sp.factor(cap)).replace(sp.Abs, lambda inner: inner)
    if all(power.exp.is_Integer for power in root.atoms(sp.Pow)):
        return root, {}, {}, ()
    name = _unused(question)
    if cap.is_Rational:
        low, high = (
            enclosure_of(root).decimal_lower(ROOT_DIGITS),
            enclosure_of(root).decimal_upper(ROOT_DIGITS),
        )
        return name, {}, {name: root}, (positive(name - sp.Rational(low)), positive(sp.Rational(high) - name))
    if len(cap.free_symbols) != 1 or not cap.is_polynomial():
        return None
    (variable,) = cap.free_symbols
    slope, *constants = sp.Poly(cap, variable).all_coeffs()
    if len(constants) != 1:
        return None
    return name, {variable: (name**2 - constants[0]) / slope}, {name: root}, (positive(name),)


def _unused(question: AttackQuestion) -> sp.Symbol:
    """A name that the question does not have."""
    used = {v.name for v in question.profile.parameters} | {v.name for c in question.box for v in c.symbols}
    names = ("w", *(f"w{number}" for number in range(1, len(used) + 2)))
    return parameter(next(name for name in names if name not in used))
