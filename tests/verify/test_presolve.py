"""The simplification before the search: what is derived is true, and it leads back to a refutation."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import kernel
from verify.certificates.certificate import assembled
from verify.search.budget import Budget
from verify.search.derivation import Derivation, Term, leaf
from verify.search.known_signs import Known, without_last
from verify.search.nonzero import strict_by_weak
from verify.search.presolve import Presolve
from verify.search.projection import projected
from verify.search.refutation_search import refute
from verify.search.ring import Ring, System, system
from verify.search.shift import shifted, shifts, unshifted

RING = Ring(("x", "y", "z"))
X, Y, Z = RING.gens
SMALL = Budget(work=30_000)


def no_search(*_):
    return None


def made(gt=(), ge=(), eq=()):
    return System(RING, tuple(ge), tuple(gt), tuple(eq))


def presolved(**facts):
    presolve = Presolve(made(**facts), no_search)
    presolve.run()
    return presolve


def by_second_fact(system):
    """Refutes x < 0 by x >= 0, the second fact."""
    return lambda relation: leaf(system.branch(relation, X), [Term(1, (1,)), Term(1, (), (0,))], {})


def test_a_weak_sign_of_a_factor_of_a_strict_product_is_strict():
    system = made(gt=(X * Y,), ge=(X,))
    node = strict_by_weak(system, X, ">", by_second_fact(system))
    accept(system.branch("<=", X), node)


def test_no_strict_sign_without_a_weak_one_or_of_what_may_be_zero():
    system = made(gt=(X * Y,), ge=(X,))
    assert strict_by_weak(system, X, ">", no_search) is None
    assert strict_by_weak(system, X, "<", by_second_fact(system)) is None
    weak = made(gt=(Z,), ge=(X, X * Y))
    assert strict_by_weak(weak, X, ">", by_second_fact(weak)) is None


def test_hinted_signs_are_derived_and_wrong_ones_do_no_harm():
    """y^2 = x^2 + 1 and y >= 0, so that y > x, whatever the sign of x."""
    system = made(gt=(Z,), ge=(Y, (X - Y) * Z), eq=(Y**2 - X**2 - 1,))
    presolve = Presolve(system, no_search)
    presolve.ask((Y - X, X, Z - 1))
    assert any(fact in (Y - X, X - Y) for fact in presolve.remaining.gt)
    assert not any(fact in (X, -X, Z - 1, 1 - Z) for fact in presolve.remaining.gt)


def accept(system, node):
    """Raises unless the kernel takes the node as a refutation of the system."""
    hypotheses = [
        [relation, RING.tree(p), "0"]
        for relation, facts in ((">=", system.ge), (">", system.gt), ("=", system.eq))
        for p in facts
    ]
    claim = {"variables": list(RING.variables), "hypotheses": hypotheses, "goal": ["or"]}
    kernel.check(assembled(claim, [node]), {})


def searched(system):
    lists = ([dict(p.to_dict()) for p in facts] for facts in (system.ge, system.gt, system.eq))
    sparse = [
        [{tuple(map(int, e)): Fraction(int(c.p), int(c.q)) for e, c in p.items()} for p in facts]
        for facts in lists
    ]
    return refute(RING.variables, *sparse, budget=SMALL)


# --- single steps


def test_sum_that_is_not_zero_is_no_leaf():
    assert leaf(made(gt=[X, -X]), [Term(1, (0,)), Term(2, (1,))], {}) is None


def test_sum_without_a_strict_term_is_no_leaf():
    assert leaf(made(ge=[X, -X]), [Term(1, (), (0,)), Term(1, (), (1,))], {}) is None


def test_negative_weight_is_no_leaf():
    assert leaf(made(gt=[X]), [Term(1, (0,)), Term(-1, (0,))], {}) is None


def test_fact_with_a_wrong_proof_is_not_derived():
    derivation = Derivation.of(made(gt=[X * Y, X]))
    assert derivation.derive(">", -Y, {"<=": ([Term(1, (0,)), Term(1, (1,), (0,))], {})}) is None
    assert derivation.steps == []


def test_known_factors_leave_a_product():
    assert presolved(gt=[X, 1 - Y, X**3 * (Y - 1) * Z]).remaining.gt == (X, 1 - Y, -Z)


def test_factor_of_unknown_sign_stays():
    assert presolved(gt=[X * Y]).remaining.gt == (X * Y,)


def test_square_of_an_unknown_factor_leaves_that_it_is_not_zero():
    assert presolved(gt=[X**2 * Y]).remaining.gt == (Y, X**2)


def test_weak_fact_keeps_a_square_that_may_be_zero():
    assert presolved(ge=[X**2 * Y]).remaining.ge == (X**2 * Y,)


def test_weak_fact_on_what_is_not_zero_is_strict():
    assert presolved(gt=[X**2], ge=[X]).remaining.gt[-1] == X


def test_equation_loses_factors_that_are_not_zero():
    presolve = presolved(gt=[X], eq=[X * (Y**2 + Z**2 - 1) ** 2])
    assert presolve.remaining.eq == (Y**2 + Z**2 - 1,)


def test_pinched_variable_is_eliminated():
    assert presolved(ge=[X - 1, 1 - X, X * Y]).remaining == made(ge=[Y])


def test_equation_is_solved_with_a_negative_leading_coefficient():
    remaining = presolved(gt=[-X, Y - 1], eq=[X * Y + Z**2]).remaining  # y = -z^2 / x > 1
    assert (remaining.gt, remaining.eq) == ((-X, X + Z**2), ())


def test_equation_is_not_solved_by_a_coefficient_that_may_be_zero():
    assert presolved(ge=[Y], eq=[X * Y + Z**2]).remaining.eq == (X * Y + Z**2,)


def test_sign_of_the_leading_coefficient_follows_from_the_rest():
    """(y^2 - z^2 - 2) x = 1 with x > 0."""
    remaining = presolved(gt=[X], eq=[X * (Y**2 - Z**2 - 2) - 1]).remaining
    assert remaining.eq == () and Y**2 - Z**2 - 2 in remaining.gt


def test_unbounded_variable_is_projected_out_with_all_its_facts():
    known = Known(made(gt=[X - Y, X + Y, Y]), no_search)
    assert projected(known)
    assert known.derivation.remaining.gt == (Y,)


def test_variable_is_not_projected_out_of_a_fact_that_is_not_linear():
    assert not projected(Known(made(gt=[X**2 - Y**2, 1 - X**2 - Z**2]), no_search))


# --- the way back


CONTRADICTIONS = {
    "product of known signs": made(gt=[X, Y], ge=[-X * Y**2]),
    "denied": made(gt=[X - Y], ge=[Y - X]),
    "equation without zero": made(gt=[X, Y], eq=[X * Y**2]),
    "square that is negative": made(gt=[-(X**2) * Y, Y]),
    "solved": made(gt=[X, -Y, Z], eq=[X * Y - Z]),
    "solved twice": made(gt=[X - 1, Y - 1], ge=[1 - Z], eq=[X * Y - Z]),
    "pinched": made(gt=[X * Y - 1], ge=[X, -X]),
    "zero": made(gt=[X - Y], eq=[X - Y]),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_contradiction_is_refuted_and_the_kernel_agrees(name):
    node = searched(CONTRADICTIONS[name])
    accept(CONTRADICTIONS[name], node)


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_kernel_rejects_the_refutation_for_a_system_that_lacks_a_fact(name):
    system = CONTRADICTIONS[name]
    node = searched(system)
    fewer = System(RING, system.ge, system.gt[1:], system.eq)
    with pytest.raises(kernel.Rejected):
        accept(fewer, node)


def test_root_is_bounded_by_solving_for_the_parameter():
    """y^2 = x^2 + 4x(1 - x)/z with y >= 0, 0 < x < 1, z > 0: then y > x."""
    system = made(gt=[X, 1 - X, Z], ge=[Y, X - Y], eq=[Z * (Y**2 - X**2) - 4 * X * (1 - X)])
    accept(system, searched(system))


def test_two_quadratic_bounds_are_refuted_by_projection():
    """z between 1/x and x with 0 < x < 1."""
    system = made(gt=[X, 1 - X, X * Z - 1, X - Z])
    accept(system, searched(system))


def test_shifted_refutation_refutes_the_original():
    system = made(gt=[X - Y, Y], ge=[Y - X])
    moved = shifted(system, 0, Y)
    node = leaf(moved, [Term(1, (0,)), Term(1, (), (0,))], {})
    accept(system, unshifted(node, system, 0, Y))


def test_shift_carries_squares_multipliers_and_splits():
    """y - x > 0 and y^2 = x^2: with z = y - x the equation is z (z + 2x) = 0; here x > 0."""
    system = made(gt=[Y - X, X], eq=[Y**2 - X**2])
    moved = shifted(system, 1, X)
    inner = {
        ">": leaf(moved.branch(">", Y), [Term(1, (0, 0)), Term(2, (0, 1))], {0: -RING.one}),
        "<=": leaf(moved.branch("<=", Y), [Term(1, (0,)), Term(1, (), (0,))], {}),
    }
    node = unshifted({"split": "y", "cases": inner}, system, 1, X)
    accept(system, node)
    with pytest.raises(kernel.Rejected):
        accept(system, unshifted({"split": "y", "cases": inner}, system, 1, 2 * X))


def test_shift_is_proposed_only_where_an_unknown_becomes_linear():
    assert list(shifts(made(gt=[Y - X], eq=[Y**2 - X**2 - 1]))) == [(0, Y), (1, X)]
    assert list(shifts(made(gt=[Y - X], eq=[Y**2 + X**2 - 1]))) == []


# --- any system

COORDINATES = st.tuples(
    *(st.sampled_from([fmpq(a, b) for a, b in ((-2, 1), (-1, 2), (1, 3), (1, 1), (3, 1))]),) * 3
)
FACTORS = st.sampled_from((X, Y, Z, X - 1, 1 - Y, X - Y, Y * Z - 1, X * Y - Z, X**2 - Z, Z + 1))


@st.composite
def satisfied(draw):
    """A system, and a point of it."""
    point = draw(COORDINATES)
    gt, ge, eq = [], [], []
    for _ in range(draw(st.integers(1, 6))):
        product = RING.one
        for factor in draw(st.lists(FACTORS, min_size=1, max_size=3)):
            product *= factor
        value = product(*point)
        kind = draw(st.sampled_from(("gt", "ge", "eq")))
        if kind == "eq":
            eq.append(product - value)
        elif value == 0:
            ge.append(draw(st.sampled_from((1, -1))) * product)
        else:
            (gt if kind == "gt" else ge).append(product * (1 if value > 0 else -1))
    return made(gt, ge, eq), point


@given(satisfied())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_what_is_derived_holds_at_every_point_of_the_system(case):
    system, point = case
    presolve = Presolve(system, no_search)
    presolve.run()
    while presolve.refutation is None and presolve.project():
        presolve.run()
    assert presolve.refutation is None
    left = presolve.remaining
    assert all(p(*point) > 0 for p in left.gt)
    assert all(p(*point) >= 0 for p in left.ge)
    assert all(p(*point) == 0 for p in left.eq)


@given(satisfied(), FACTORS)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_refutations_of_any_system_are_right(case, denied):
    system, point = case
    value = denied(*point)
    system = system.branch("<" if value > 0 else ">=", denied)
    presolve = Presolve(system, no_search)
    presolve.run()
    if presolve.refutation is not None:
        accept(system, presolve.refutation)


def test_a_sign_without_need_of_its_opposite_refutes_the_system() -> None:
    facts = [{(1,): 1}, {(1,): -1}]  # x > 0 and x < 0; then x - 1 > 0, its opposite being 1 - x >= 0
    given = system(["x"], [], facts, [])
    (x,) = given.ring.gens
    by_facts = leaf(given.branch("<=", x - 1), [Term(1, (0,)), Term(1, (1,))], {})
    with_opposite = leaf(given.branch("<=", x), [Term(1, (0,)), Term(1, (), (0,))], {})
    assert by_facts is not None and with_opposite is not None
    assert without_last(given, ">", with_opposite) is None
    known = Known(given, lambda *_: (">", by_facts))
    assert known.sign_found(x - 1) and known.derivation.steps == []
    assert known.contradiction == leaf(given, [Term(1, (0,)), Term(1, (1,))], {})
