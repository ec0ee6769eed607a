"""The search refutes infeasible systems, the kernel accepts what it finds; feasible systems yield none."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import kernel
from verify.search import Budget, Hints, refute
from verify.search.budget import Exhausted, Meter
from verify.search.columns import program, program_of
from verify.search.direct import Family, direct
from verify.search.division import _square_root
from verify.search.ideal import ideal
from verify.search.products import Products, factors, within_box
from verify.search.ring import Ring
from verify.search.ring import system as make_system

a, b, c, p, q, r, s, x, y, z, p0, p1, q0, q1 = sp.symbols("a b c p q r s x y z p0 p1 q0 q1")

RELATIONS = {
    sp.StrictGreaterThan: "gt",
    sp.GreaterThan: "ge",
    sp.Equality: "eq",
}


def negated(goal):
    if isinstance(goal, sp.Equality):
        return (goal.lhs - goal.rhs) ** 2 > 0
    return sp.Not(goal)


def system_of(conditions):
    """Variables and the three lists of sparse polynomials, in the order of the conditions."""
    used = sorted(set().union(*(condition.free_symbols for condition in conditions)), key=str)
    lists = {"ge": [], "gt": [], "eq": []}
    for condition in conditions:
        relation = condition if type(condition) in RELATIONS else condition.reversed
        terms = sp.Poly(relation.lhs - relation.rhs, *used).as_dict()
        exact = {tuple(map(int, e)): Fraction(int(v.p), int(v.q)) for e, v in terms.items() if v != 0}
        lists[RELATIONS[type(relation)]].append(exact)
    return [str(v) for v in used], lists


def accepted(node, variables, lists):
    """Lets the kernel check a node; it raises if the node is wrong."""
    logic = kernel.Logic(variables)
    facts = [(kind, logic.collected(terms.items())) for kind in ("ge", "gt", "eq") for terms in lists[kind]]
    logic.refute(json.loads(json.dumps(node)), facts, {})
    return True


def proves(hypotheses, goal=None, **options):
    conditions = list(hypotheses) + ([] if goal is None else [negated(goal)])
    variables, lists = system_of(conditions)
    node = refute(variables, lists["ge"], lists["gt"], lists["eq"], **options)
    return node is not None and accepted(node, variables, lists)


UNIT_PRIORS = [p > 0, p <= 1, q > 0, q <= 1]
G = p * (1 - q) * x**2 + (1 - p) * x + p * q
F_p = (1 - q) * x**2 - x + q
CONSTANT_RISK = [*UNIT_PRIORS, r > 1, x > 0, sp.Eq(r * x**2, 1)]
SMALL_A = [*UNIT_PRIORS, a > 0, a < 1, r > 1]
MAX_BOUND = [*SMALL_A, x > 0, sp.Eq(x**2 * (r - a), 1 - a)]
ON_CURVE = [p > 0, p < 1, q > 0, q < 1, s > 0, s < 1, x > 0, x < 1, sp.Eq(G, s)]

FIRST, SECOND = a - r * p * q >= 0, a - r * p * q <= 0  # which of a/(pq) and r is the maximum
FIXED_Q_STEEP = [*SMALL_A, x > 0, a > q * r, sp.Eq(x**2 * a * (1 - q), q * (1 - a))]
FIXED_Q_CURVE = [
    *[*SMALL_A, x > 0, q * r + q >= 1, a <= q * r],
    sp.Eq(a * (1 - q) * x**2 + (q * r - a) * x + a * q - q, 0),
]
FIXED_Q_FLAT = [*SMALL_A, x > 0, q * r + q < 1, a <= q * r, sp.Eq(x**2 * r * (1 - q), 1 - q * r)]
FIXED_P_CURVE = [*SMALL_A, x > 0, a <= p * r, sp.Eq((r * p - a) * x**2 + r * (1 - p) * x + a - 1, 0)]
ROOT_ABOVE_ITS_CURVE = [  # y, z: the roots at some q and at the joint q = a/(pr) of the bound's two forms
    *[p > 0, p < 1, q > 0, q < 1, a > 0, a < 1, r > 1, p * r > a, r * p * q < a, y > 1 - p, z > r * (1 - p)],
    sp.Eq(a * y**2, a * (1 - p) ** 2 + 4 * p**2 * q * (1 - q) * (1 - a)),
    sp.Eq(z**2, r**2 * (1 - p) ** 2 + 4 * (1 - a) * (p * r - a)),
]
SMALL_Q = [  # q < 1 only because q <= a/r < 1
    *[p > 0, p < 1, q > 0, q <= 1, a > 0, a < 1, r > 1, q * r <= a, y >= 0],
    sp.Eq(a * y**2, a * (1 - p) ** 2 + 4 * p**2 * q * (1 - q) * (1 - a)),
]
FIXED_P_STEEP = [*SMALL_A, x > 0, a > p * r, sp.Eq(a * (1 - p) * x, p * (1 - a))]
BOX = [p0 >= 0, q0 >= 0, p1 <= 1, q1 <= 1, p >= p0, p <= p1, q >= q0, q <= q1, p > 0, q > 0, r > 1, x > 0]
BOX_LOW = [*BOX, q0 * r + q0 <= 1, sp.Eq(r * (p1 * (1 - q0) * x**2 + (1 - p1) * x + p1 * q0), 1)]
BOX_HIGH = [*BOX, q0 * r + q0 > 1, sp.Eq(r * (p0 * (1 - q0) * x**2 + (1 - p0) * x + p0 * q0), 1)]
DIFFERENCE = [*UNIT_PRIORS, b > 0, b < 1, sp.Eq(x * (1 + b), 1 - b)]

TRUE = {
    "table-15-steep": (FIXED_Q_STEEP, a * G >= p * q),
    "table-15-curve-first": ([*FIXED_Q_CURVE, FIRST], a * G >= p * q),
    "table-15-curve-second": ([*FIXED_Q_CURVE, SECOND], r * G >= 1),
    "table-15-flat-first": ([*FIXED_Q_FLAT, FIRST], a * G >= p * q),
    "table-15-flat-second": ([*FIXED_Q_FLAT, SECOND], r * G >= 1),
    "table-16-curve-first": ([*FIXED_P_CURVE, FIRST], a * G >= p * q),
    "table-16-curve-second": ([*FIXED_P_CURVE, SECOND], r * G >= 1),
    "table-16-steep": (FIXED_P_STEEP, a * G >= p * q),
    "two-roots-at-a-joint": (
        ROOT_ABOVE_ITS_CURVE,
        p * (1 - q) * (z - r * (1 - p)) >= (p * r - a) * (y - 1 + p),
    ),
    "root-above-its-bound-by-the-conjugate": (
        [
            a > 0,
            a < 1,
            q < 1,
            q * r + q > 1,
            r > 1,
            y >= 0,
            sp.Eq(y**2, (q * r - a) ** 2 + 4 * a * q * (1 - a) * (1 - q)),
        ],
        y > q * r - a,
    ),
    "root-above-a-strict-bound": (SMALL_Q, y > 1 - p),
    "table-25-low": (BOX_LOW, r * G >= 1),
    "table-25-high": ([*BOX_HIGH, p0 * q0 * r < 1], r * G >= 1),
    "table-25-unconstrained": ([*BOX, x <= 1, p0 * q0 * r >= 1], r * G >= 1),
    "table-28": (DIFFERENCE, (b + p * q) * G >= p * q),
    "table-15-curve-x-below-1": (FIXED_Q_CURVE, x < 1),
    "table-16-curve-x-below-1": (FIXED_P_CURVE, x < 1),
    "table-25-low-x-below-1": (BOX_LOW, x < 1),
    # constant bound r, X = 1/sqrt(r)
    "constant-risk": (CONSTANT_RISK, r * G >= 1),
    "constant-risk-x-below-1": (CONSTANT_RISK, x < 1),
    "constant-risk-fixed-q": ([p > 0, p <= 1, r > 1, x > 0, sp.Eq(r * x, 1)], r * ((1 - p) * x + p) >= 1),
    "constant-risk-fixed-p": (
        [q > 0, q <= 1, r > 1, x > 0, sp.Eq(r * x**2, 1)],
        r * ((1 - q) * x**2 + q) >= 1,
    ),
    # joint bound a = r p q
    "joint-s-is-product": ([*SMALL_A, a - r * p * q >= 0, sp.Eq(s * a, p * q)], s * r <= 1),
    "joint-s-above": ([*SMALL_A, a - r * p * q <= 0, sp.Eq(s * r, 1)], s * a <= p * q),
    "joint-s-at-most-1": ([*SMALL_A, a - r * p * q >= 0, sp.Eq(s * a, p * q)], s < 1),
    "joint-product-below-a": ([*SMALL_A, a >= r * p * q], p * q < a),
    # (33): r* = max(a/(pq), r)
    "max-first-piece": ([*MAX_BOUND, a - r * p * q >= 0], a * G - p * q >= 0),
    "max-second-piece": ([*MAX_BOUND, a - r * p * q <= 0], r * G - 1 >= 0),
    "max-x-below-1": (MAX_BOUND, x < 1),
    "max-fixed-q": (
        [p > 0, p <= 1, a > 0, a < 1, r > 1, x > 0, sp.Eq(x * (r - a), 1 - a), a >= r * p],
        a * ((1 - p) * x + p) >= p,
    ),
    "max-fixed-q-second": (
        [p > 0, p <= 1, a > 0, a < 1, r > 1, x > 0, sp.Eq(x * (r - a), 1 - a), a <= r * p],
        r * ((1 - p) * x + p) >= 1,
    ),
    # implications on the curve F = 0
    "curve-derivative-positive": ([*ON_CURVE, x < s], F_p > 0),
    "curve-derivative-negative": ([*ON_CURVE, x > s], F_p < 0),
    "curve-derivative-zero": ([*ON_CURVE, sp.Eq(F_p, 0)], sp.Eq(x, s)),
    "curve-slope-in-x": (ON_CURVE, 2 * p * (1 - q) * x + 1 - p > 0),
    "curve-value-above-pq": (ON_CURVE, s > p * q),
    "curve-x-below-s-needs-q": ([*ON_CURVE, x < s], x * (1 - q) < q),
    "curve-q-monotone": (ON_CURVE, p * (1 - x**2) > 0),
    # classical
    "square": ([a >= 0], (a - b) ** 2 >= 0),
    "strip": ([x >= 0, x <= 1], x**2 + y**2 >= 2 * x * y),
    "cubic-tangent": ([x >= 0], x**3 + 1 >= x + x**2),
    "am-gm-2": ([a >= 0, b >= 0], (a + b) ** 2 >= 4 * a * b),
    "am-gm-3": ([a >= 0, b >= 0, c >= 0], a**3 + b**3 + c**3 >= 3 * a * b * c),
    "am-gm-3-any-sign": ([], a**4 + b**4 + 2 * c**4 >= 4 * a * b * c**2),
    "motzkin": ([], x**4 * y**2 + x**2 * y**4 + 1 >= 3 * x**2 * y**2),
    "cauchy": ([], (a**2 + b**2) * (x**2 + y**2) >= (a * x + b * y) ** 2),
    "schur": (
        [a >= b, b >= c, c >= 0],
        a * (a - b) * (a - c) + b * (b - a) * (b - c) + c * (c - a) * (c - b) >= 0,
    ),
    "three-squares": ([], a**2 + b**2 + c**2 >= a * b + b * c + c * a),
    "inner-zero": ([x >= 0, x <= 1], (2 * x - 1) ** 2 * (x + 1) + x * (2 * x - 1) ** 2 >= 0),
    "inner-zero-expanded": ([x > 0, x < 1], 4 * x**3 - 4 * x**2 + x + 4 * (3 * x - 1) ** 2 * (1 - x) > 0),
    "border-tight": ([x >= 0, x <= 1, y >= 0, y <= 1], x + y - x * y <= 1),
    "border-tight-quadratic": ([p >= 0, p <= 1], p * (1 - p) <= sp.Rational(1, 4)),
    "strict-product": ([x > 0, y > 0], x * y > 0),
    "strict-quadratic": ([], x**2 + x + 1 > 0),
    "strict-quartic": ([], x**4 - x + 1 > 0),
    "equations-only": ([sp.Eq(x + y, 1), sp.Eq(x - y, 3)], sp.Eq(x, 2)),
    "equations-circle": ([sp.Eq(x**2 + y**2, 1), sp.Eq(x * y, sp.Rational(1, 2))], sp.Eq(x, y)),
    "power-of-goal": ([x**3 >= 0], x >= 0),
    "cancel-factor": ([x > 0, x * y > 0], y > 0),
    "root-order": ([x > 0, y > 0, x**2 <= y**2], x <= y),
    "elimination": ([sp.Eq(s, p * q), p > 0, p < 1, q > 0, q < 1], s < p),
    "infeasible": ([x > 0, x < 0], None),
    "infeasible-chain": ([x > y, y > z, z > x], None),
    "infeasible-equations": ([sp.Eq(x**2 + 1, 0)], None),
    "infeasible-circle": ([sp.Eq(x**2 + y**2, 1), x + y > 2], None),
    "case-absolute-value": ([sp.Eq(x**2, y**2), x > 0, y < 3, y > -3], x < 3),
    "case-zero-product": ([sp.Eq(x * y, 0), x + y >= 1], x * x + y * y >= 1),
    "case-cubic-order": ([x**3 >= y**3], x >= y),
}

FALSE = {
    "risk-too-strict": ([p >= 0, *CONSTANT_RISK[1:2], q >= 0, *CONSTANT_RISK[3:]], r * G > 1),
    "risk-swapped": (CONSTANT_RISK, r * G <= 1),
    "max-wrong-piece": ([*MAX_BOUND, a - r * p * q <= 0], a * G - p * q >= 0),
    "curve-wrong-sign": ([*ON_CURVE, x < s], F_p < 0),
    "strict-at-border": ([x >= 0, x <= 1], x > 0),
    "strict-at-inner-zero": ([x >= 0, x <= 1], (2 * x - 1) ** 2 > 0),
    "am-gm-too-strong": ([a > 0, b > 0], (a + b) ** 2 >= 5 * a * b),
    "unbounded": ([x > 0], x < 1000),
    "cube-root-strict": ([x**3 >= 0], x > 0),
    "satisfiable": ([x > 0, y > 0, sp.Eq(x * y, 1)], None),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_claim_gets_a_refutation_that_the_kernel_accepts(name):
    assert proves(*TRUE[name])


@pytest.mark.parametrize("name", FALSE)
def test_false_claim_gets_none(name):
    assert not proves(*FALSE[name])


def sparse(polynomial, used):
    terms = sp.Poly(polynomial, *used).as_dict()
    return {tuple(map(int, e)): Fraction(int(v.p), int(v.q)) for e, v in terms.items()}


def test_output_is_the_same_in_every_run():
    variables, lists = system_of([*MAX_BOUND, SECOND, negated(r * G - 1 >= 0)])
    runs = {json.dumps(refute(variables, lists["ge"], lists["gt"], lists["eq"])) for _ in range(3)}
    assert len(runs) == 1


def test_output_is_the_same_in_another_process():
    """Hash seeds differ between processes, so nothing may depend on the order of a set."""
    code = (
        "import json; from verify.search import refute;"
        "print(json.dumps(refute(['x', 'y', 'z'], [{(1,0,0): 1}, {(0,1,0): 1}, {(0,0,1): 1}],"
        "[{(3,0,0): -1, (0,3,0): -1, (0,0,3): -1, (1,1,1): 3}], [])))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert '"terms"' in runs.pop()


def test_terms_are_genuine_for_a_hand_made_case():
    """x > 1 and x < 0: (x - 1) + (-x) + 1 = 0, and no other choice of these three is possible."""
    node = refute(["x"], [], [{(1,): 1, (0,): -1}, {(1,): -1}], [])
    assert node == {
        "terms": [
            {"weight": "1", "ge": [], "gt": []},
            {"weight": "1", "ge": [], "gt": [0]},
            {"weight": "1", "ge": [], "gt": [1]},
        ],
        "multipliers": [],
    }


def test_hinted_square_closes_a_claim_that_the_small_budget_misses():
    """-(3x - 5y + 1)^2 x > 0 with x > 0 needs exactly that square; without the factorisation visible."""
    root = 3 * x - 5 * y + 1
    goal = sp.expand(root**2 * x + (x + y) ** 2 * y) >= 0
    conditions = [x > 0, y > 0, negated(goal)]
    variables, lists = system_of(conditions)
    small = Budget(level=2, splits=0, work=20_000)
    assert refute(variables, lists["ge"], lists["gt"], lists["eq"], budget=small) is None
    hint = Hints(squares=(sparse(root, (x, y)),))
    node = refute(variables, lists["ge"], lists["gt"], lists["eq"], budget=small, hints=hint)
    assert node is not None
    assert accepted(node, variables, lists)


def test_budget_without_work_finds_nothing():
    assert not proves([x > 0, x < 0], budget=Budget(work=0))
    assert not proves([x > 0, x < 0], budget=Budget(seconds=-1.0))


def test_wrong_number_of_exponents_is_an_error():
    with pytest.raises(ValueError, match="exponents for 1 variables"):
        refute(["x"], [{(1, 0): 1}], [], [])


def test_system_without_variables():
    assert refute([], [], [{(): -1}], []) is not None
    assert refute([], [], [{(): 1}], []) is None


@pytest.mark.parametrize("damage", ["weight", "drop", "index"])
def test_kernel_rejects_a_damaged_node(damage):
    variables, lists = system_of([x >= 0, negated(x**3 + 1 >= x + x**2)])
    node = refute(variables, lists["ge"], lists["gt"], lists["eq"])
    leaf = node
    while "cases" in leaf:
        leaf = next(iter(leaf["cases"].values()))
    term = leaf["terms"][0]
    if damage == "weight":
        term["weight"] = str(Fraction(term["weight"]) + 1)
    elif damage == "drop":
        del leaf["terms"][0]
    else:
        term["gt"] = [*term["gt"], 0]
    with pytest.raises(kernel.Rejected):
        accepted(node, variables, lists)


FACTORS = (x, 1 - x, y, 1 - y, x - y)  # on the triangle 0 <= y <= x <= 1
PRODUCT = st.lists(st.sampled_from(FACTORS), min_size=1, max_size=3)
SUM = st.lists(st.tuples(st.integers(1, 9), PRODUCT), min_size=1, max_size=4)


@given(SUM)
@settings(max_examples=30, deadline=None, derandomize=True)
def test_planted_sum_of_products_is_found(planted):
    total = sp.expand(sum(weight * sp.prod(chosen) for weight, chosen in planted))
    hypotheses = [x >= 0, x <= 1, y >= 0, y <= 1, x >= y]
    if not total.is_number:
        assert proves(hypotheses, total >= 0, budget=Budget(splits=0))


@given(SUM, st.fractions(0, 1, max_denominator=4), st.fractions(0, 1, max_denominator=4))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_system_with_a_known_point_never_gets_a_node(planted, u, v):
    """The search for points is switched off, so that only the linear programs can say no."""
    at = {x: max(u, v), y: min(u, v)}
    total = sp.expand(sum(weight * sp.prod(chosen) for weight, chosen in planted))
    value = total.subs({k: sp.Rational(w.numerator, w.denominator) for k, w in at.items()})
    hypotheses = [x >= 0, x <= 1, y >= 0, y <= 1, x >= y]
    claim = total > value  # false at the point
    if not total.is_number:
        assert not proves(hypotheses, claim, budget=Budget(level=3, splits=1, points=0, work=60_000))


@pytest.mark.parametrize("name", FALSE)
def test_false_claim_gets_none_from_the_linear_programs_alone(name):
    assert not proves(*FALSE[name], budget=Budget(points=0, work=60_000))


CONTRADICTORY_EQUATIONS = {
    "x-is-two-numbers": (["x"], [{(1,): 1}, {(1,): 1, (0,): -1}]),
    "no-root-in-common": (["x", "y"], [{(2, 0): 1, (0, 0): -1}, {(1, 1): 1}, {(0, 1): 1, (0, 0): -3}]),
    "a-number-is-zero": (["x"], [{(0,): 2}]),
    "a-number-is-zero-without-variables": ([], [{(): Fraction(1, 3)}]),
}


@pytest.mark.parametrize("name", CONTRADICTORY_EQUATIONS)
def test_equations_that_generate_one_are_refuted(name):
    variables, equations = CONTRADICTORY_EQUATIONS[name]
    node = refute(variables, [], [], equations)
    assert node is not None
    assert accepted(node, variables, {"ge": [], "gt": [], "eq": equations})


CONSISTENT_EQUATIONS = {
    "a-double-root": (["x"], [{(2,): 1, (1,): -2, (0,): 1}, {(1,): 1, (0,): -1}]),
    "real-but-irrational": (["x"], [{(2,): 1, (0,): -2}]),
    "nothing": ([], [{}]),
}


@pytest.mark.parametrize("name", CONSISTENT_EQUATIONS)
def test_equations_with_a_common_root_are_not_refuted(name):
    variables, equations = CONSISTENT_EQUATIONS[name]
    assert refute(variables, [], [], equations) is None


NUMBERS_ALONE = {
    "strict": ([], [{(): -1}], []),
    "strict-at-zero": ([], [{}], []),
    "weak": ([{(): Fraction(-1, 7)}], [], []),
    "equation": ([], [{(): 1}], [{(): 1}]),
}


@pytest.mark.parametrize("name", NUMBERS_ALONE)
def test_false_conditions_on_numbers_are_refuted(name):
    ge, gt, eq = NUMBERS_ALONE[name]
    node = refute([], ge, gt, eq)
    assert node is not None and accepted(node, [], {"ge": ge, "gt": gt, "eq": eq})


def test_true_conditions_on_numbers_are_not_refuted():
    assert refute([], [{}, {(): 1}], [{(): 1}], [{}]) is None


PRODUCTS_IN_A_BOX = {
    "bounds": ([x > 0, x < 1, y > 0, x * y < 1], 1),
    "equation": ([x > 0, y > 0, sp.Eq(x**2 * y, 2), x + y > 1], 2),
    "many": ([*UNIT_PRIORS, r > 1, x > 0, G > 0], 1),
}


def test_products_that_are_remembered_are_those_of_the_question(monkeypatch):
    """Other equations, other conditions, another order: what was worked out before changes nothing."""
    remembered = {}
    monkeypatch.setattr("verify.search.products._KNOWN", remembered)
    x, y, x_below_y = {(1, 0): 1}, {(0, 1): 1}, {(0, 1): 1, (1, 0): -1}
    circle, hyperbola = ({(2, 0): 1, (0, 2): sign, (0, 0): -1} for sign in (1, -1))
    squares = set()
    for conditions in ([x, y], [y, x], [x, x_below_y, y]):
        for equations in ([], [circle], [hyperbola], [circle, hyperbola]):
            modulo = ideal(make_system(["x", "y"], [], conditions, equations))
            found = factors(modulo)
            chosen = [c for n in range(4) for c in combinations_with_replacement(range(len(found)), n)]
            columns = Products(modulo, found).columns(chosen)
            kept = dict(remembered)
            remembered.clear()
            fresh = Products(modulo, found).columns(chosen)
            remembered |= kept
            assert [c[:2] for c in columns] == [c[:2] for c in fresh]
            strict = cost = [1] * len(columns)
            task = program_of([c.scaled for c in columns], strict, cost)
            other = program([c.polynomial for c in fresh], strict, cost)
            for name in ("rows", "cols", "values", "monomials"):
                assert np.array_equal(getattr(task, name), getattr(other, name)), name
            squares |= {str(c.polynomial) for c in columns if c.factors == (0, 0)}
    assert len(squares) > 4, "the equations matter"


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("name", PRODUCTS_IN_A_BOX)
def test_products_within_a_box_are_those_whose_degrees_fit(name, narrow):
    conditions, elevation = PRODUCTS_IN_A_BOX[name]
    variables, lists = system_of(conditions)
    modulo = ideal(make_system(variables, lists["ge"], lists["gt"], lists["eq"]))
    products = Products(modulo, factors(modulo))
    general = [f.polynomial for f in products.factors if f.bounds is None]
    general += [m.polynomial for m in modulo.basis]
    if narrow:
        general = [f for f in general if f.total_degree() > 1] or general
    box = [max(int(f.degrees()[v]) for f in general) for v in range(len(variables))]
    room = [b + elevation if b else 0 for b in box]
    total = max(int(f.total_degree()) for f in general) + elevation

    def fits(chosen):
        parts = [products.factors[k].polynomial for k in chosen]
        within = all(sum(int(f.degrees()[v]) for f in parts) <= room[v] for v in range(len(room)))
        return within and sum(int(f.total_degree()) for f in parts) <= total

    # The factors are not numbers, so that no product of more than `total` of them fits.
    everything = (
        chosen
        for size in range(total + 1)
        for chosen in combinations_with_replacement(range(len(products.factors)), size)
    )
    expected = sorted(filter(fits, everything))
    assert within_box(products, elevation, len(expected), narrow) == expected
    assert within_box(products, elevation, len(expected) - 1, narrow) is None


def test_counting_products_costs_work():
    conditions, _ = PRODUCTS_IN_A_BOX["many"]
    variables, lists = system_of(conditions)
    modulo = ideal(make_system(variables, lists["ge"], lists["gt"], lists["eq"]))
    meter = Meter.of(Budget(columns=20))
    assert direct(modulo, meter, ((Family.BOX, 3),)) is None
    assert meter.work == Budget().work - 20  # two enumerations that end at the limit


def test_several_searches_share_a_meter():
    variables, lists = system_of([x > 0, y > 0, x + y < 0])
    meter = Meter.of(Budget())
    assert refute(variables, lists["ge"], lists["gt"], lists["eq"], meter=meter) is not None
    spent = Budget().work - meter.work
    assert spent > 0
    too_small = Meter.of(Budget(work=spent - 1))
    assert refute(variables, lists["ge"], lists["gt"], lists["eq"], meter=too_small) is None
    assert refute(variables, lists["ge"], lists["gt"], lists["eq"], meter=too_small) is None


def test_a_square_root_is_of_a_positive_multiple_of_a_square() -> None:
    (x,) = Ring(("x",)).gens
    for polynomial in (-x * x, x**3, x * x - x, -4 * (x - 1) ** 2):
        assert _square_root(polynomial) is None
    root, constant = _square_root(4 * (x - 1) ** 2) or (None, None)
    assert constant * root * root == 4 * (x - 1) ** 2


def test_an_answer_found_before_costs_the_same_work_again() -> None:
    asked = ideal(make_system(["x"], [{(1,): 1, (0,): -3}], [{(1,): -1, (0,): 2}], []))
    meters = [Meter.of(Budget()) for _ in range(2)]
    nodes = [direct(asked, meter, ((Family.SIZE, 2),)) for meter in meters]
    assert nodes[0] and nodes[0] == nodes[1] and nodes[0] is not nodes[1]
    assert meters[0].work == meters[1].work < Budget().work
    with pytest.raises(Exhausted):
        direct(asked, Meter.of(Budget(work=0)), ((Family.SIZE, 2),))
    other = ideal(make_system(["x"], [{(1,): 1, (0,): -1}], [{(1,): -1, (0,): 2}], []))
    assert direct(other, Meter.of(Budget()), ((Family.SIZE, 2),)) is None
