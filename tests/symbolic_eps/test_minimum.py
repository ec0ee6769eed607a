"""The engine against closed forms worked out by hand, and its refusals.

By hand: F = p(1-q) x^2 + (1-p) x + p q - 1/r*. On a constant piece F_q = p(1 - x^2) > 0, so that eps rises
with q and the least q counts; F_p = -(1-x)((1-q) x - q), so that eps rises with p where q > 1/(r+1) and falls
where q < 1/(r+1). On a piece r* = a/(p q) with a < 1, F_q = p(1 - x^2 - 1/a) is negative, and so is
F_p = -(1-x)((1-q) x - q) - q/a: eps falls with either, and the joint p q = a/r or the upper end counts.
"""

import random
from dataclasses import dataclass

import pytest
import sympy as sp
from sympy import And, Eq, Max, Min, Ne, Or, Piecewise, Rational, log, sqrt
from sympy.core.cache import clear_cache

from derivations.kazan_reiter.profiles import p0, p1, q0, q1
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.closed_form_table.cross_check import cross_check
from symbolic_eps.closed_form_table.numerical_minimum import all_hold
from symbolic_eps.closed_forms.closed_form import AttainmentKind, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from tests.numerical_minimum import minimum
from verify.evidence import Grade
from verify.identity import equal_on
from verify.language.condition import conditions_of
from verify.solvers.smt import Solver, UndecidedQueryError

a, b, r, r1, r2, t = (parameter(name) for name in ("a", "b", "r", "r1", "r2", "t"))
HALF, ONE, ZERO = Rational(1, 2), sp.Integer(1), sp.Integer(0)
ROW = {row.identifier: row for row in ROWS}
POINT, LIMIT, SEGMENT = AttainmentKind.POINT, AttainmentKind.LIMIT, AttainmentKind.SEGMENT


def assume(*relationals):
    return tuple(c for relational in relationals for c in conditions_of(relational))


def root(inclusion, value, bound):
    """e^eps at one prior: the positive root of F, by the quadratic formula."""
    m = 1 / sp.sympify(bound) - inclusion * value
    return (1 - inclusion + sqrt((1 - inclusion) ** 2 + 4 * inclusion * (1 - value) * m)) / (2 * m)


@dataclass(frozen=True)
class Hand:
    """A branch worked out by hand: where, e^eps, and its places at given parameters."""

    region: sp.Basic
    exponential: sp.Expr
    places: object = lambda values: []


def at(kind, inclusion, value, *end):
    """One place; for a segment, `end` is the other end."""

    def place(values):
        numbers = [sp.sympify(e).subs(values) for e in (inclusion, value, *end)]
        return [(kind, tuple(numbers[:2]), tuple(numbers[2:]))]

    return place


def fixed_q_places(values):
    joint, threshold = (a / (q * r)).subs(values), (q * (r + 1)).subs(values)
    fixed = q.subs(values)
    if a.subs(values) > (q * r).subs(values) or threshold < 1:
        return [(POINT, (ONE, fixed), ())]
    if threshold > 1:
        return [(POINT, (joint, fixed), ())]
    return [(SEGMENT, (ONE, fixed), (joint, fixed))]


def box_upper_places(values):
    least = q0.subs(values)
    kind = POINT if least > 0 else LIMIT
    if (q0 * (r + 1)).subs(values) == 1 and p0.subs(values) != p1.subs(values):
        return [(SEGMENT, (p1.subs(values), least), (p0.subs(values), least))]
    return [(kind, (p1.subs(values), least), ())]


def box_lower_places(values):
    kind = POINT if p0.subs(values) > 0 else LIMIT
    return [(kind, (p0.subs(values), q0.subs(values)), ())]


BY_HAND = {
    "constant": (Hand(sp.true, sqrt(r), at(LIMIT, 1, 0)),),
    "two-dimensional": (Hand(sp.true, sqrt((r - a) / (1 - a)), at(POINT, 1, a / r)),),
    "difference": (Hand(sp.true, (1 + b) / (1 - b), at(POINT, 1, (1 - b) / 2)),),
    "fixed-p": (
        Hand(p * r >= a, root(p, a / (p * r), r), at(POINT, p, a / (p * r))),
        Hand(p * r < a, a * (1 - p) / (p * (1 - a)), at(POINT, p, 1)),
    ),
    "fixed-q": (
        Hand(q * r < a, sqrt(a * (1 - q) / (q * (1 - a))), fixed_q_places),
        Hand(And(q * r >= a, q * (r + 1) < 1), sqrt((1 - q) / (1 / r - q)), fixed_q_places),
        Hand(And(q * r >= a, q * (r + 1) >= 1), root(a / (q * r), q, r), fixed_q_places),
    ),
    "box": (
        Hand(r * p0 * q0 >= 1, sp.oo),
        Hand(q0 * (r + 1) <= 1, root(p1, q0, r), box_upper_places),
        Hand(And(q0 * (r + 1) > 1, r * p0 * q0 < 1), root(p0, q0, r), box_lower_places),
    ),
}


@pytest.fixture(scope="module")
def solver():
    return Solver()


def drawn_parameters(profile, name, count):
    """Exact parameters that meet the assumptions, 0 and 1 among them."""
    stream, found = random.Random(f"minimum of {name}"), []
    while len(found) < count:
        values = {}
        for s in dict.fromkeys((*profile.parameters, *profile.fixed)):
            share = Rational(stream.randint(1, 59), 60)
            values[s] = stream.choice((share, share, 1 + 4 * share, ONE, ZERO, 1 / (1 + 4 * share)))
        if all_hold(profile.parameter_region, values):
            found.append(values)
    return found


def branch_at(result: PiecewiseInfimum, values):
    """The one branch that holds: the branches are disjoint and cover the parameters."""
    holding = [branch for branch in result.branches if all_hold(branch.conditions, values)]
    assert len(holding) == 1, values
    return holding[0]


def same_number(one, other):
    if sp.oo in (one, other):
        return one is other
    return abs(sp.N(one - other, 50)) < sp.Float("1e-45")


# --- the six profiles of the paper -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ROW)
def test_closed_form_is_the_one_by_hand_at_random_parameters(name, derived):
    for values in drawn_parameters(ROW[name].profile, name, 40):
        (hand,) = (h for h in BY_HAND[name] if h.region.subs(values) == sp.true)
        branch = branch_at(derived[name], values)
        expected = sp.oo if hand.exponential is sp.oo else log(hand.exponential.subs(values))
        assert same_number(branch.epsilon.subs(values), expected), values


@pytest.mark.parametrize("name", ROW)
def test_closed_form_is_the_one_by_hand_wherever_both_are_said_to_hold(name, derived, solver):
    """Exactly, on every overlap of a derived branch with one by hand."""
    known = ROW[name].profile.parameter_region
    overlaps = 0
    for hand in BY_HAND[name]:
        for branch in derived[name].branches:
            region = (*known, *conditions_of(hand.region), *branch.conditions)
            if not solver.satisfiable(region, "an overlap"):
                continue
            overlaps += 1
            if sp.oo in (hand.exponential, branch.exponential):
                assert hand.exponential is branch.exponential
            else:
                assert equal_on(hand.exponential, branch.exponential, region, solver)
    assert overlaps >= len(BY_HAND[name])


@pytest.mark.parametrize("name", ROW)
def test_conditions_are_those_by_hand(name, derived, solver):
    """One derived branch for each by hand, on the same set of parameters."""
    known = ROW[name].profile.parameter_region

    def within(one, other):
        return all(solver.implies([*known, *one], c, "one set lies in the other") for c in other)

    branches = list(derived[name].branches)
    for hand in BY_HAND[name]:
        region = conditions_of(hand.region)
        same = [one for one in branches if within(one.conditions, region) and within(region, one.conditions)]
        assert len(same) == 1, hand.region
        branches.remove(same[0])
    assert branches == []


@pytest.mark.parametrize("name", ROW)
def test_attained_places_are_those_by_hand(name, derived):
    for values in drawn_parameters(ROW[name].profile, f"places of {name}", 40):
        (hand,) = (h for h in BY_HAND[name] if h.region.subs(values) == sp.true)
        expected = hand.places(values)
        branch = branch_at(derived[name], values)
        named = []
        for attainment in branch.attained:
            if not all_hold(attainment.conditions, values):
                continue
            ends = [attainment.place] + [attainment.segment_end] * (attainment.kind is SEGMENT)
            located = [tuple(sp.sympify(end.get(v, v)).subs(values) for v in (p, q)) for end in ends]
            named.append((attainment.kind, located[0], tuple(located[1]) if located[1:] else ()))
        for kind, place, end in expected:
            same = [(kind, place, end), (kind, end, place), *([(POINT, place, ())] if place == end else [])]
            assert any(one in same for one in named), (values, named)
        for kind, place, _ in named:
            ends = [e for _, one, other in expected for e in (one, other)]
            assert kind is SEGMENT or place in ends, (values, named)


@pytest.mark.slow
def test_two_caps_on_a_box_with_six_parameters():
    """Profile (33) on the box of (25): the place of the joint p q = a/r decides."""
    known = (*ROW["two-dimensional"].profile.assumptions, *ROW["box"].profile.assumptions)
    profile = RiskProfile(Max(a / (p * q), r), tuple(dict.fromkeys(known)), {}, ROW["box"].profile.box)
    result = infimum(profile)
    for values in drawn_parameters(profile, "six parameters", 40):
        low, high = (p0 * q0).subs(values), (p1 * q1).subs(values)
        joint = (a / r).subs(values)
        if low * r.subs(values) >= 1:
            expected = sp.oo
        elif joint > high:
            expected = log(root(p1, q1, a / (p1 * q1)).subs(values))
        elif joint > (p1 * q0).subs(values):
            expected = log(root(p1, a / (p1 * r), r).subs(values))
        elif (q0 * (r + 1)).subs(values) <= 1:
            expected = log(root(p1, q0, r).subs(values))
        elif joint > low:
            expected = log(root(a / (q0 * r), q0, r).subs(values))
        else:
            expected = log(root(p0, q0, r).subs(values))
        assert same_number(branch_at(result, values).epsilon.subs(values), expected), values


# --- other profiles with closed forms by hand ------------------------------------------------------------

NUMERIC = [
    (
        "max of two caps",
        RiskProfile(Max(1 / (4 * p * q), 3)),
        log(Rational(11, 3)) / 2,
        (POINT, 1, Rational(1, 12)),
    ),
    ("difference", RiskProfile(1 + 1 / (3 * p * q)), log(2), (POINT, 1, Rational(1, 3))),
    ("min of caps", RiskProfile(Min(3, 1 + 1 / (2 * p * q))), log(3) / 2, None),
    ("min and max", RiskProfile(Min(3, Max(1 / (4 * p * q), 2))), log(Rational(7, 3)) / 2, None),
    (
        "piecewise in p",
        RiskProfile(Piecewise((sp.Integer(2), p < HALF), (sp.Integer(3), True))),
        log((1 + sqrt(5)) / 2),
        (LIMIT, HALF, 0),
    ),
    (
        "piecewise in q",
        RiskProfile(Piecewise((ONE * 2, q < HALF), (ONE * 3, True))),
        log(2) / 2,
        (LIMIT, 1, 0),
    ),
    (
        "no bound for large p",
        RiskProfile(Piecewise((sp.oo, p > HALF), (ONE * 3, True))),
        log((sqrt(33) + 3) / 4),
        None,
    ),
    ("p fixed", RiskProfile(ONE * 3, fixed={p: HALF}), log((sqrt(33) + 3) / 4), (LIMIT, HALF, 0)),
    ("p = 1", RiskProfile(ONE * 3, fixed={p: ONE}), log(3) / 2, (LIMIT, 1, 0)),
    ("q fixed high", RiskProfile(ONE * 3, fixed={q: HALF}), log(3), (LIMIT, 0, HALF)),
    ("q fixed low", RiskProfile(ONE * 3, fixed={q: Rational(1, 5)}), log(6) / 2, (POINT, 1, Rational(1, 5))),
    ("q = 1", RiskProfile(ONE * 3, fixed={q: ONE}), log(3), (LIMIT, 0, 1)),
    ("both fixed", RiskProfile(ONE * 3, fixed={p: ONE / 3, q: HALF}), log(root(ONE / 3, HALF, 3)), None),
    ("both fixed, no limit", RiskProfile(ONE * 3, fixed={p: HALF, q: ONE * 2 / 3}), sp.oo, None),
    (
        "box with numbers, low q",
        RiskProfile(ONE * 3, box=assume(p >= ONE / 4, p <= HALF, q >= ONE / 5, q <= ONE / 3)),
        log(root(HALF, ONE / 5, 3)),
        (POINT, HALF, ONE / 5),
    ),
    (
        "box with numbers, high q",
        RiskProfile(ONE * 3, box=assume(p >= ONE / 4, p <= HALF, q >= HALF)),
        log(root(ONE / 4, HALF, 3)),
        (POINT, ONE / 4, HALF),
    ),
    (
        "open box",
        RiskProfile(ONE * 3, box=assume(p > ONE / 4, p < HALF, q > ONE / 5)),
        log(root(HALF, ONE / 5, 3)),
        (LIMIT, HALF, ONE / 5),
    ),
    (
        "degenerate box",
        RiskProfile(ONE * 3, box=assume(p >= ONE / 4, p <= ONE / 4, q >= 1)),
        log(9),
        (POINT, ONE / 4, 1),
    ),
    ("one p", RiskProfile(ONE * 3, box=assume(Eq(p, HALF))), log((sqrt(33) + 3) / 4), (LIMIT, HALF, 0)),
    ("triangle", RiskProfile(ONE * 3, box=assume(q <= p)), log(3) / 2, (LIMIT, 1, 0)),
    ("above a hyperbola", RiskProfile(ONE * 3, box=assume(p * q >= ONE / 4)), log(3), (POINT, 1, ONE / 4)),
    ("box without limit", RiskProfile(ONE * 4, box=assume(p >= HALF, q >= HALF)), sp.oo, None),
    ("posterior cap of 1 and more", RiskProfile(2 / (p * q)), sp.oo, None),
    ("no bound", RiskProfile(sp.oo), sp.oo, None),
    (
        "smallest cap at a point",
        RiskProfile(Piecewise((ONE * 2, And(Eq(p, 1), Eq(q, HALF))), (ONE * 9, True))),
        None,
        None,
    ),
    ("quadratic in p", RiskProfile(1 + p**2), ZERO, None),
    ("2 - pq", RiskProfile(2 - p * q), log(2) / 2, (LIMIT, 1, 0)),
    ("1 on a border", RiskProfile(HALF / (p * q), box=assume(p * q < HALF)), ZERO, None),
    ("r(1-q)", RiskProfile(1 + 3 * (1 - q)), None, None),
    ("bump", RiskProfile(2 - (p - HALF) ** 2), log(Rational(7, 4)) / 2, None),
]


@pytest.mark.family(24)
@pytest.mark.parametrize(
    ("profile", "epsilon", "place"), [case[1:] for case in NUMERIC], ids=[c[0] for c in NUMERIC]
)
def test_profile_with_numbers_only(profile, epsilon, place):
    result = infimum(profile)
    (branch,) = result.branches
    assert branch.condition is sp.true
    if epsilon is not None:
        assert same_number(branch.epsilon, epsilon)
    if place is not None:
        kind, *priors = place
        values = {v: value for v, value in zip((p, q), map(sp.sympify, priors), strict=True)}
        expected = {v: values[v] for v in (p, q) if v not in profile.fixed}
        assert any(one.kind is kind and dict(one.place) == expected for one in branch.attained)
    (check,) = cross_check(str(profile.bound), result)
    assert check.agrees, check


def test_oblique_domain_leads_to_a_cubic():
    """On p = q, F_p = 0 gives p = x/(2(1 + x)) and F = 0 becomes 3x^3 + 9x^2 + 8x - 4 = 0 for r = 3."""
    (branch,) = infimum(RiskProfile(sp.Integer(3), box=assume(p <= q))).branches
    cubic = 3 * x**3 + 9 * x**2 + 8 * x - 4
    assert branch.epsilon is None
    assert sp.rem(branch.polynomial, cubic, x) == 0 or sp.rem(cubic, branch.polynomial, x) == 0
    low, high = branch.between
    assert sp.Poly(branch.polynomial, x).count_roots(low, high) == 1
    assert sp.Poly(cubic, x).count_roots(low, high) == 1
    (attainment,) = branch.attained
    assert all(sp.cancel(value - x / (2 * (1 + x))) == 0 for value in attainment.place.values())


SYMBOLIC = [
    ("constant with r = 1", RiskProfile(r, assume(r >= 1)), [(sp.true, sqrt(r))]),
    (
        "constant with r = 1, q fixed",
        RiskProfile(r, assume(r >= 1), {q: q}),
        [(q * (r + 1) <= 1, sqrt((1 - q) / (1 / r - q))), (q * (r + 1) > 1, r)],
    ),
    ("constant, p fixed", RiskProfile(r, assume(r > 1), {p: p}), [(sp.true, root(p, 0, r))]),
    (
        "constant, both fixed",
        RiskProfile(r, assume(r > 1), {p: p, q: q}),
        [(p * q * r >= 1, sp.oo), (p * q * r < 1, root(p, q, r))],
    ),
    (
        "two constants",
        RiskProfile(Min(r1, r2), assume(r1 > 1, r2 > 1)),
        [(r1 <= r2, sqrt(r1)), (r1 > r2, sqrt(r2))],
    ),
    ("greater constant", RiskProfile(Max(r, 2), assume(r > 0)), [(r <= 2, sqrt(2)), (r > 2, sqrt(r))]),
    (
        "two caps with any a",
        RiskProfile(Max(a / (p * q), r), assume(a > 0, r > 1)),
        [(a >= 1, sp.oo), (a < 1, sqrt((r - a) / (1 - a)))],
    ),
    (
        "difference with any b",
        RiskProfile(1 + b / (p * q), assume(b > 0)),
        [(b >= 1, sp.oo), (b < 1, (1 + b) / (1 - b))],
    ),
    ("decreasing in p", RiskProfile(1 + b / p, assume(b > 0)), [(sp.true, sqrt(1 + b))]),
    ("decreasing in q", RiskProfile(1 + b / q, assume(b > 0)), [(sp.true, 1 + b)]),
    ("r/p", RiskProfile(r / p, assume(r > 1)), [(sp.true, sqrt(r))]),
    (
        "p at most t",
        RiskProfile(r, assume(r > 1, t > 0, t < 1), {}, assume(p <= t)),
        [(sp.true, root(t, 0, r))],
    ),
    (
        "q at least t",
        RiskProfile(r, assume(r > 1, t > 0, t < 1), {}, assume(q >= t)),
        [(t * (r + 1) <= 1, root(1, t, r)), (t * (r + 1) > 1, r)],
    ),
    (
        "three bounds",
        RiskProfile(Max(r, 2, a / (p * q)), assume(r > 0, a > 0, a < 1)),
        [(r <= 2, sqrt((2 - a) / (1 - a))), (r > 2, sqrt((r - a) / (1 - a)))],
    ),
    (
        "capped maximum",
        RiskProfile(Min(Max(a / (p * q), r), t), assume(a > 0, a < 1, r > 1, t > r)),
        [(t * (1 - a) <= r - a, sqrt(t)), (t * (1 - a) > r - a, sqrt((r - a) / (1 - a)))],
    ),
    (
        "odds ratio, p fixed",
        RiskProfile(r / (1 - p * q + r * p * q), assume(r > 1), {p: p}),
        [(sp.true, root(p, 0, r))],
    ),
    (
        "odds ratio, q fixed",
        RiskProfile(r / (1 - p * q + r * p * q), assume(r > 1, q < 1), {q: q}),
        [(sp.true, sqrt(r))],
    ),
    (
        "greater of numbers",
        RiskProfile(Piecewise((r1, p < HALF), (r2, True)), assume(r1 > r2, r2 > 1)),
        [(sp.true, sqrt(r2))],
    ),
]


@pytest.mark.family(24)
@pytest.mark.parametrize(
    ("profile", "by_hand"), [case[1:] for case in SYMBOLIC], ids=[case[0] for case in SYMBOLIC]
)
def test_profile_with_parameters(profile, by_hand, request):
    result = infimum(profile)
    for values in drawn_parameters(profile, request.node.callspec.id, 25):
        (exponential,) = (e for region, e in by_hand if sp.sympify(region).subs(values) == sp.true)
        expected = sp.oo if exponential is sp.oo else log(exponential.subs(values))
        assert same_number(branch_at(result, values).epsilon.subs(values), expected), values


COMPARED = [
    RiskProfile(1 + (p - HALF) ** 2 + Rational(1, 10)),
    RiskProfile(1 + 1 / (10 * p**2 * q)),
    RiskProfile((2 + p) / (1 + q)),
    RiskProfile((3 + p) / (1 + q)),
    RiskProfile(3 / Max(p, q)),
    RiskProfile(
        Piecewise((sp.Integer(2), Or(p < Rational(1, 4), q < Rational(1, 4))), (sp.Integer(3), True))
    ),
    RiskProfile(Piecewise((sp.Integer(3), Ne(p, Rational(1, 4))), (sp.Integer(2), True))),
    RiskProfile(1 + 1 / (3 * p * q), fixed={q: Rational(2, 3)}),
    RiskProfile(sp.Integer(3), box=assume(Eq(p, q))),
]


@pytest.mark.slow
@pytest.mark.parametrize("profile", COMPARED, ids=lambda profile: f"{profile.bound} {profile.box or ''}")
def test_profile_without_closed_form_by_hand_agrees_with_direct_minimisation(profile):
    (check,) = cross_check(str(profile.bound), infimum(profile, judge=Solver()))
    assert check.agrees, check


@pytest.mark.slow  # the gate has it for every b instead of 1/3: test_cubic.py
def test_nonlinear_profile_with_a_parameter_agrees_with_direct_minimisation():
    """1 + 1/(3 p q) with q held fixed: a logarithm on one side of a threshold, a cubic on the other."""
    result = infimum(RiskProfile(1 + 1 / (3 * p * q), fixed={q: q}))
    assert [check for check in cross_check("difference-fixed-q", result) if not check.agrees] == []
    assert {branch.epsilon is None for branch in result.branches} == {True, False}


@pytest.mark.parametrize(
    ("profile", "corner", "exponential"),
    [
        # At q = 1 F = (1 - p)(x - 1/r): eps = log r for every p < 1.
        (RiskProfile(r / (1 - p * q + r * p * q), assume(r > 1), {q: q}), {q: ONE, r: ONE * 4}, 4),
        # At p = 1 x^2 = (1 - b q)/(1 + b (1 - q)) falls as q grows: eps tends to log(1 + b)/2 as q -> 0.
        (RiskProfile(1 + b * (1 - q), assume(b > 0), {p: p}), {p: ONE, b: HALF}, sqrt(ONE * 3 / 2)),
    ],
    ids=["q = 1", "p = 1"],
)
def test_value_at_a_prior_of_one(profile, corner, exponential):
    branch = branch_at(infimum(profile), corner)
    by_search = minimum(profile, corner)
    assert abs(by_search - log(exponential).evalf(40)) < sp.Float("1e-20")
    assert same_number(branch.epsilon.subs(corner), log(exponential))


@pytest.mark.parametrize("prior", [p, q])
def test_odds_ratio_with_a_prior_below_one(prior):
    """The neighbours of the corner, where the closed forms of the whole table hold."""
    profile = RiskProfile(r / (1 - p * q + r * p * q), assume(r > 1, prior < 1), {prior: prior})
    assert all(check.agrees for check in cross_check(f"odds ratio, {prior} < 1", infimum(profile)))


# --- refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "error", "message"),
    [
        (RiskProfile(HALF + p), InfeasibleProfileError, "below 1 at p = "),
        (RiskProfile(r, assume(r > 0)), InfeasibleProfileError, "below 1 at p = .*, r = "),
        (RiskProfile(a / (p * q), assume(a > 0, a < 1)), InfeasibleProfileError, "below 1 at a = "),
        (RiskProfile(r, assume(r > 1, r < 1)), DomainError, "no parameters satisfy"),
        (RiskProfile(r, assume(r > 1), {}, assume(p > 1)), DomainError, "the box is empty"),
        (RiskProfile(3 + 1 / (2 * p - 1) ** 2), DomainError, "undefined"),
        (RiskProfile(-1 / p), DomainError, "not positive"),
        (RiskProfile(sp.sqrt(p) + 1), InputError, "not a rational function"),
        (RiskProfile(sp.Integer(3), fixed={p: sp.Integer(2)}), DomainError, "a prior lies in"),
    ],
)
def test_ill_posed_profile_is_refused(profile, error, message):
    with pytest.raises(error, match=message):
        infimum(profile)


def test_parameters_that_are_open_are_said_and_the_rest_stays_proved():
    """The judge gives up on the bound where p r < a: one branch of `fixed-p` is open, the other proved."""

    class Partly(Solver):
        def _check(self, conditions, question, clauses=(), quick=False, wants_point=False):
            given = [c.polynomial for c in conditions]
            if question.startswith("F < 0") and a - p * r in given:
                raise UndecidedQueryError(question, conditions, "planted")
            return super()._check(conditions, question, clauses, quick, wants_point)

    profile = ROW["fixed-p"].profile
    with pytest.raises(UndecidedQueryError, match="planted"):
        infimum(profile, judge=Partly())
    found = infimum(profile, judge=Partly(), partial=True)
    (region,), (branch,) = found.open, found.branches
    assert "planted" in region.reason
    assert [c.polynomial for c in region.conditions] == [a - p * r]
    assert [c.polynomial for c in branch.conditions] == [p * r - a]
    low = {a: HALF, p: ONE / 3, r: ONE * 6 / 5}
    with pytest.raises(UndecidedError, match="eps is open where"):
        exact_epsilon(found, low)
    high = {a: HALF, p: ONE / 3, r: ONE * 3}
    expected = log(root(ONE / 3, HALF / (ONE / 3 * 3), 3))
    assert same_number(exact_epsilon(found, high), expected)


# --- what the result says of itself ----------------------------------------------------------------------


def test_result_carries_its_profile_and_its_grade(derived):
    for name, result in derived.items():
        assert result.profile is ROW[name].profile
        assert result.grade is Grade.EXACT and result.certificates
        assert result.questions > 0


def test_result_is_the_same_in_every_run(derived):
    again = infimum(ROW["fixed-p"].profile)
    assert [str(branch) for branch in again.branches] == [
        str(branch) for branch in derived["fixed-p"].branches
    ]


def test_progress_is_told():
    seen = []
    infimum(ROW["constant"].profile, progress=seen.append)
    assert len(seen) >= 3
    assert all(isinstance(text, str) and text for text in seen)


def test_each_finite_branch_rises_at_its_root(derived):
    for name in ("constant", "fixed-q", "fixed-p", "difference", "two-dimensional"):
        for values in drawn_parameters(ROW[name].profile, f"slope of {name}", 10):
            branch = branch_at(derived[name], values)
            at_root = {x: 1 / branch.exponential.subs(values)}
            slope = sp.diff(branch.polynomial, x).subs(values).subs(at_root)
            assert sp.N(slope, 30) > 0
            assert abs(sp.N(branch.polynomial.subs(values).subs(at_root), 30)) < sp.Float("1e-25")


@pytest.mark.parametrize("text", ["r", "max(a/(p*q), r)"])
def test_symbols_are_told_apart_by_what_they_are_not_by_which_object(text):
    """SymPy forgets old symbols: a later `p` equals the first one and is another object."""
    clear_cache()
    other = parameter("p")
    assert other == p and other is not p
    profile = RiskProfile(text, ("r>1", "0<a<1")[: 1 + text.count("a/")], {}, ("p<=1", "0<q"))
    by_hand = {"r": log(r) / 2, "max(a/(p*q), r)": log((r - a) / (1 - a)) / 2}
    (branch,) = infimum(profile).branches
    assert sp.simplify(branch.epsilon - by_hand[text]) == 0
    assert "reduction" in {step.kind for step in branch.steps}
