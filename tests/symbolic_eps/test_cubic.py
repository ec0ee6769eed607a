"""The difference profile with one prior fixed: its branches that are the root of a cubic.

By hand, r* = 1 + b/(p q) and P = (p q + b) f - p q with f = p(1-q) x^2 + (1-p) x + p q. In the prior that
varies, P is quadratic; where eps is stationary in it, the discriminant of P vanishes:

* q varies: P = -p^2 (x^2 - 1) q^2 + ... and the discriminant over (1-x) is minus
  (b+p)^2 x^3 + (b^2 + 2b + 2p - p^2) x^2 + (1 + 4b - 2p - b^2 - 2bp) x - (1-b)^2, whose coefficients
  change their sign once: it has one positive root.
* p varies: with u = q - (1-q) x, P = q (1-x) u p^2 + ((1-x)(b u - q) + ...) p + b x, and the discriminant
  over (1-x) is (1-x)(q - b u)^2 - 4 b q x u, positive at 0 and again at u = 0: two roots where q < 1/2.
"""

from dataclasses import replace

import pytest
import sympy as sp
from sympy import Rational

from symbolic_eps.closed_form_table.cross_check import cross_check
from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.admissibility import sufficient_questions
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.roots.isolation import WHOLE, intervals, rises_over, within
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import Relation, non_negative, positive, zero
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import Solver, UndecidedQueryError

a, b = parameter("a"), parameter("b")
u = q - (1 - q) * x
CUBIC = {
    p: (b + p) ** 2 * x**3
    + (b**2 + 2 * b + 2 * p - p**2) * x**2
    + (1 + 4 * b - 2 * p - b**2 - 2 * b * p) * x
    - (1 - b) ** 2,
    q: 4 * b * q * x * u - (1 - x) * (q - b * u) ** 2,
}
NAME = {p: "difference-fixed-p", q: "difference-fixed-q"}
HALF = Rational(1, 2)


def difference(fixed):
    return RiskProfile("1 + b/(p*q)", ("0<b<1",), {fixed: fixed})


@pytest.fixture(scope="module")
def derived():
    return {fixed: infimum(difference(fixed), judge=CertifyingSolver()) for fixed in (p, q)}


@pytest.mark.slow
@pytest.mark.parametrize("fixed", [p, q])
def test_cubic_is_the_one_by_hand(fixed, derived):
    cubics = [branch for branch in derived[fixed].branches if branch.epsilon is None]
    assert len(cubics) == 2
    for branch in cubics:
        assert sp.expand(branch.polynomial - CUBIC[fixed]) == 0


@pytest.mark.parametrize("fixed", [p, q])
def test_agrees_with_direct_minimisation_on_and_beside_all_borders(fixed, derived):
    checks = cross_check(NAME[fixed], derived[fixed])
    assert [check for check in checks if not check.agrees] == []
    assert {check.branch for check in checks} == {0, 1, 2}


@pytest.mark.parametrize("fixed", [p, q])
def test_interval_holds_one_root(fixed, derived):
    for values in (
        {b: HALF, fixed: Rational(9, 20)},
        {b: HALF, fixed: HALF},
        {b: HALF, fixed: sp.Integer(1)},
    ):
        branch = branch_at(derived[fixed], values)
        if branch.epsilon is not None:
            continue
        low, high = (end.subs(values) for end in branch.between)
        assert len([r for r in sp.real_roots(branch.polynomial.subs(values), x) if low < r <= high]) == 1


def test_value_by_hand_where_the_cubic_has_a_rational_root(derived):
    """q = 1/2: u = (1-x)/2, and (1 - b + b x)^2 = 4 b x at X: x = (1 - sqrt(b))^2/b, 1/4 for b = 4/9."""
    assert abs(sp.N(exact_epsilon(derived[q], {b: Rational(4, 9), q: HALF}) - sp.log(4), 40)) < 1e-35


@pytest.mark.parametrize("fixed", [p, q])
def test_difference_is_certified(fixed, derived):
    assert derived[fixed].grade is Grade.EXACT
    assert all(proof.certificates for proof in derived[fixed].proofs)


# --- planted errors --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "between",
    [WHOLE, (HALF, sp.Integer(1)), (sp.Integer(0), Rational(1, 1000)), (sp.Integer(0), 1 / (q - HALF))],
    ids=["two roots", "another root", "no root", "not an interval"],
)
def test_interval_that_isolates_nothing_is_refused(between, derived):
    """Where q < 1/2 the cubic has a further root in (0, 1), at which eps is not the infimum."""
    found = derived[q]
    (index,) = (
        i for i, branch in enumerate(found.branches) if branch.between is not None and branch.between != WHOLE
    )
    spoilt = [replace(one, between=between) if i == index else one for i, one in enumerate(found.branches)]
    with pytest.raises((UndecidedError, UndecidedQueryError)):
        infimum(found.profile, branches=spoilt)


def test_branches_as_they_were_found_are_proved_again(derived):
    again = infimum(derived[q].profile, branches=derived[q].branches)
    assert again.branches == derived[q].branches


def test_end_that_depends_on_a_prior_is_refused(derived):
    spoilt = [
        replace(branch, between=(sp.Integer(0), p)) if branch.between else branch
        for branch in derived[q].branches
    ]
    with pytest.raises(UndecidedError, match="do not fit"):
        infimum(derived[q].profile, branches=spoilt)


# --- the parts ---------------------------------------------------------------------------------------------


def test_intervals_are_within_zero_and_one():
    region = (positive(a), positive(2 - a))
    assert list(intervals([non_negative(a - x)], region, Solver())) == [WHOLE]
    region = (positive(a), positive(1 - a))
    assert list(intervals([non_negative(x - a)], region, Solver())) == [WHOLE, (a, 1)]
    # The slope's sign is not known: no end.
    assert list(intervals([non_negative((2 * a - 1) * x + a)], region, Solver())) == [WHOLE]


def test_ends_without_a_change_of_sign_are_refused():
    region = (positive(a), positive(1 - a))
    assert rises_over(x**3 - a, WHOLE, region, Solver())
    assert not rises_over(a - x**3, WHOLE, region, Solver())
    assert not rises_over(x**3 - a, (sp.Integer(0), a), region, Solver())
    # Beyond [0, 1], and undefined for some parameters.
    assert not rises_over(x**3 - a, (sp.Integer(0), 1 + a), region, Solver())
    assert not rises_over(x**3 - a, (sp.Integer(0), (1 - 2 * a) / (1 - 2 * a) ** 2), region, Solver())


def test_interval_with_a_pole_asks_for_a_denominator():
    relations = [c.relation for c in within((sp.Integer(0), a / (1 - a)))]
    assert Relation.NON_ZERO in relations


PARTS = [
    # r* = 1 + b/(p q) at p = 1: X = (1-b)/(1+b) at q = (1-b)/2, where P is stationary in q.
    (p, sp.Integer(1), {b: Rational(1, 3)}, HALF),
    # q = 1/5, b = 1/4: X^2 = q(1-q-b)/((1-q)(q+b)) = 11/36 at the end p = 1.
    (q, Rational(1, 5), {b: Rational(1, 4)}, sp.sqrt(11) / 6),
]


@pytest.mark.parametrize(("fixed", "value", "values", "exact"), PARTS, ids=["square", "end"])
@pytest.mark.parametrize("share", [Rational(9, 10), sp.Integer(1)], ids=["below X", "X"])
def test_sufficient_questions_have_no_answer_at_the_largest_root_only(fixed, value, values, exact, share):
    """At 9/10 X, where F < 0 for some priors, the same questions with that root are answered by yes."""
    profile = RiskProfile("1 + b/(p*q)", ("0<b<1",), {fixed: value})
    (piece,) = (constrained(one, profile) for one in profile.pieces)
    (v,) = profile.free_priors
    quadratic = sp.Poly(piece.polynomial.subs(values), v)
    at_end, discriminant = quadratic.eval(1), sp.discriminant(quadratic)
    polynomial = sp.factor_list(discriminant if fixed is p else at_end)[1]
    polynomial = next(f for f, _ in polynomial if sp.simplify(f.subs(x, exact)) == 0)
    numeric = replace(
        piece,
        numerator=piece.numerator.subs(values),
        denominator=piece.denominator.subs(values),
    )
    kinds = list(sufficient_questions(numeric, profile.free_priors, (zero(polynomial),)))
    assert kinds
    root = zero(sp.expand(polynomial.subs(x, x / share)))
    here = [
        root,
        positive(x),
        non_negative(1 - x),
        positive(sp.diff(root.polynomial * sp.sign(-polynomial.subs(x, 0)), x)),
    ]
    solver = Solver()
    assert solver.satisfiable(here, "X")
    follows = any(not any(solver.satisfiable([*here, *asked], "F < 0") for asked in kind) for kind in kinds)
    least = min(
        numeric.polynomial.subs({x: share * exact, v: Rational(i, 40)}).evalf(30) for i in range(1, 41)
    )
    assert follows == (share == 1) == (least > -1e-20)


# --- the ends of patience ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("without_cells")
@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [("MOST_CUTS", 1), ("LONGEST_RESULTANT", 0), ("MOST_OPEN", 0)])
def test_without_patience_regions_are_open_and_the_rest_is_right(name, value, monkeypatch, derived):
    """What is found agrees with the whole result; with what is open it takes in all parameters."""
    monkeypatch.setattr(f"symbolic_eps.minimum.cells.{name}", value)
    found = infimum(difference(p), partial=True)
    assert found.open
    draws = [{b: Rational(i, 7), p: Rational(j, 9)} for i in range(1, 7) for j in range(1, 10)]
    still_open = 0
    for values in draws:
        try:
            branch = branch_at(found, values)
        except UndecidedError:
            still_open += 1
            continue
        assert sp.expand(branch.polynomial - branch_at(derived[p], values).polynomial) == 0
    assert still_open


def test_without_patience_a_whole_result_is_an_error(monkeypatch):
    monkeypatch.setattr("symbolic_eps.minimum.cells.MOST_OPEN", 0)
    with pytest.raises(UndecidedError, match="not examined"):
        infimum(difference(p))
