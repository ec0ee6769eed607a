"""Lemmas 2 and 3: proved signs against the printed ones, numerical differentiation, and slips."""

import random
from functools import cache

import mpmath
import pytest
import sympy as sp

from derivations.kazan_reiter.profiles import a
from derivations.kazan_reiter.sign_lemmas import ABSOLUTE, CONSTANT
from symbolic_eps.answers.printed_signs import sign_statements
from symbolic_eps.errors import UndecidedError
from symbolic_eps.papers import paper_named, papers
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.root import epsilon
from symbolic_eps.theory.sign_lemma import SignLemma, border, interior, sign_lemma
from symbolic_eps.theory.signs import (
    SignClaim,
    claim_counterexample,
    partial_signs,
    root_conditions,
    threshold_factors,
)
from symbolic_eps.theory.slope import implicit_derivative, risk_polynomial
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND as r
from verify.calculus.derivative import DerivativeSign
from verify.language.condition import conditions_of, non_negative, positive, zero
from verify.solvers.smt import Solver

PRINTED_LEMMA_2 = (SignClaim(p, (), -1), SignClaim(q, (), -1))
PRINTED_THRESHOLD = q - 1 / (r + 1)
PRINTED_LEMMA_3_P = {-1: -1, 0: 0, 1: 1}
"""Sign of d eps/dp by the sign of q - 1/(r+1)."""
PRINTED_LEMMA_3_Q = SignClaim(q, (), 1)

HOLDS_3 = (positive(1 - p * q * r), positive(r - 1))


@cache
def lemma_2(fixed: sp.Symbol | None = None) -> SignLemma:
    """r* = a/(p q); on the border where `fixed` is 1, if it is given."""
    return lemma(ABSOLUTE, fixed)


@cache
def lemma_3(fixed: sp.Symbol | None = None) -> SignLemma:
    """r* = r constant; on the border where `fixed` is 1, if it is given."""
    return lemma(CONSTANT, fixed)


def lemma(profile: RiskProfile, fixed: sp.Symbol | None) -> SignLemma:
    return sign_lemma(1 / profile.bound, interior() if fixed is None else border(fixed), (p, q), Solver())


@pytest.fixture
def solver():
    return Solver()


def same_set(one, other, region, solver):
    """Whether two conjunctions of conditions describe the same part of the region."""
    return all(
        solver.implies([*region, *left], goal, "the sets agree")
        for left, right in ((one, other), (other, one))
        for goal in right
    )


def side(sign):
    """The printed position of q with respect to 1/(r + 1), for r > -1."""
    cleared = q * (r + 1) - 1
    return (zero(cleared),) if sign == 0 else (positive(sign * cleared),)


def test_lemma_2_has_the_printed_signs():
    assert lemma_2().claims == PRINTED_LEMMA_2


@pytest.mark.parametrize("fixed", [p, q])
def test_lemma_2_extends_to_the_borders(fixed):
    assert [(c.variable, c.sign) for c in lemma_2(fixed).claims] == [(p, -1), (q, -1)]


def test_lemma_2_holds_for_negative_budgets_as_well():
    assert lemma_2().signs == lemma_2().signs_at_any_budget


def test_lemma_2_needs_a_below_one_which_the_statement_does_not_say(solver):
    (omission,) = lemma_2().omissions
    assert same_set([omission.hypothesis], [positive(1 - a)], [], solver)
    assert same_set(lemma_2().base, [*interior(), positive(a)], [], solver)
    at = omission.witness
    assert all(value.is_Rational for value in at.values())
    assert at[a] >= 1
    # The logarithm's argument in (20) is then negative or has denominator 0.
    radical = sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (p * q / a - p * q))
    gap = (radical - (1 - p)).subs(at)
    assert not (gap.is_real and gap > 0)


def test_lemma_3_has_the_printed_threshold_and_signs(solver):
    by_p, by_q = lemma_3().signs
    region = [*interior(), *HOLDS_3]
    for sign, printed in PRINTED_LEMMA_3_P.items():
        (claim,) = (c for c in by_p.claims if same_set(c.conditions, side(sign), region, solver))
        assert claim.sign == printed
    assert len(by_p.claims) == 3
    assert by_q.claims == (PRINTED_LEMMA_3_Q,)


def test_lemma_3_holds_exactly_where_r_exceeds_one_and_the_root_exists(solver):
    lemma = lemma_3()
    assert same_set(lemma.base, [*interior(), positive(r)], [], solver)
    assert same_set(lemma.hypotheses, HOLDS_3, lemma.base, solver)


def test_lemma_3_omissions_have_rational_witnesses(solver):
    no_root, no_budget = lemma_3().omissions
    assert same_set([no_root.hypothesis], [positive(1 - p * q * r)], lemma_3().base, solver)
    assert no_root.failure == "undefined"
    assert (p * q * r).subs(no_root.witness) >= 1
    assert same_set([no_budget.hypothesis], [positive(r - 1)], lemma_3().base, solver)
    assert no_budget.failure == "sign"
    assert no_budget.witness[r] <= 1
    for omission in (no_root, no_budget):
        assert all(value.is_Rational for value in omission.witness.values())


def test_signs_turn_around_for_bounds_below_one(solver):
    """r < 1 makes eps negative: every sign of Lemma 3 is reversed, and all vanish at r = 1."""
    for partial in lemma_3().signs_at_any_budget:
        for claim in partial.claims:
            assert claim.sign is not None
            region = [*interior(), *claim.conditions]
            if solver.satisfiable([*region, zero(r - 1)], "r = 1"):
                assert claim.sign == 0
    by_q = lemma_3().signs_at_any_budget[1]
    assert [claim.sign for claim in by_q.claims] == [-1, 0, 1]


def test_lemma_3_on_the_borders(solver):
    assert [(c.variable, c.sign) for c in lemma_3(p).claims] == [(p, -1), (p, 0), (p, 1), (q, 1)]
    # q = 1 lies above the threshold for every r > 1.
    assert [(c.variable, c.sign) for c in lemma_3(q).claims] == [(p, 1), (q, 1)]
    for fixed in (p, q):
        assert same_set(lemma_3(fixed).hypotheses, HOLDS_3, lemma_3(fixed).base, solver)


def test_restricting_to_positive_budgets_is_the_same_as_r_above_one():
    region = (*interior(), positive(r))
    restricted = partial_signs(1 / r, region, p, positive_budget=True)
    assert restricted.claims == lemma_3().signs[0].claims
    assert positive(1 - x) in restricted.domain


def test_threshold_comes_out_of_the_resultant(solver):
    region = [*interior(), *HOLDS_3]
    (factor,) = threshold_factors(risk_polynomial(1 / r), p, region, solver)
    assert sp.expand(factor - (q * (r + 1) - 1)) == 0
    assert threshold_factors(risk_polynomial(1 / r), q, region, solver) == ()


def test_proved_claims_have_no_counterexample(solver):
    for lemma in (lemma_2(), lemma_3()):
        domain = [*lemma.base, *lemma.hypotheses]
        for claim in lemma.claims:
            assert claim_counterexample(risk_polynomial(lemma.inverse_risk), claim, domain, solver) is None


def test_planted_thresholds_and_signs_are_refuted(solver):
    domain = [*interior(), *HOLDS_3]
    polynomial = risk_polynomial(1 / r)
    wrong = [
        SignClaim(p, (positive(1 - q * r),), -1),
        SignClaim(p, (zero(1 - q * r),), 0),
        SignClaim(p, (positive(q * (r + 1) - 1),), -1),
        SignClaim(p, (), 1),
        SignClaim(q, (), -1),
        SignClaim(q, (), 0),
    ]
    for claim in wrong:
        point = claim_counterexample(polynomial, claim, domain, solver)
        assert point is not None
        assert all(c.relation.holds(int(sp.sign(c.polynomial.subs(point)))) for c in claim.conditions)


def test_planted_polynomials_are_refuted(solver):
    domain = [*interior(), *HOLDS_3]
    claims = lemma_3().claims
    formula = risk_polynomial(1 / r)
    slips = (
        formula.subs({p: q, q: p}, simultaneous=True),
        formula + x - 2 * p * q,
        formula + 2 * p * x,
    )
    for slip in slips:
        assert any(_fails(slip, claim, domain, solver) for claim in claims)
    with pytest.raises(UndecidedError, match="no positive root"):
        partial_signs(1 / r, domain, p, polynomial=-formula)
    with pytest.raises(UndecidedError, match="empty"):
        claim_counterexample(-formula, claims[0], domain, solver)


def _fails(polynomial, claim, domain, solver):
    try:
        return claim_counterexample(polynomial, claim, domain, solver) is not None
    except UndecidedError:
        return True


def test_empty_domain_proves_nothing():
    with pytest.raises(UndecidedError, match="no positive root"):
        partial_signs(1 / r, [*interior(), non_negative(p * q * r - 1), positive(r)], p)


def test_thresholds_of_another_profile_are_found_without_code_for_it(solver):
    """A profile with an interior peak in p: one threshold, and each claim's opposite refuted."""
    inverse_risk = (1 + 4 * p * (1 - p)) / 4
    found = partial_signs(inverse_risk, interior(), p, positive_budget=True)
    assert len(found.thresholds) == 1
    signs = {claim.sign for claim in found.claims}
    assert signs == {-1, 0, 1}
    domain = [*interior(), positive(1 - x)]
    for claim in found.claims:
        assert claim_counterexample(risk_polynomial(inverse_risk), claim, domain, solver) is None
        flipped = SignClaim(p, claim.conditions, -claim.sign if claim.sign else 1)
        assert claim_counterexample(risk_polynomial(inverse_risk), flipped, domain, solver) is not None


def test_implicit_derivative_is_that_of_the_formula(solver):
    """d eps/dv of the explicit root equals F_v/(x F_x) at the root, to high precision."""
    for inverse_risk, value in ((1 / r, r), (p * q / a, a)):
        for variable in (p, q):
            formula = implicit_derivative(risk_polynomial(inverse_risk), variable)
            for point in _points(value, 5):
                explicit = epsilon().subs(r, 1 / inverse_risk)
                slope = _slope(explicit, variable, point)
                with mpmath.workdps(60):
                    decay = sp.N(sp.exp(-explicit).subs(point), 60)
                    implicit = mpmath.mpf(sp.N(formula.subs({**point, x: decay}), 50))
                    assert abs(slope - implicit) < mpmath.mpf(10) ** -25 * (1 + abs(slope))


def test_numerical_differentiation_of_the_formula_agrees_in_sign():
    for lemma, value in ((lemma_2(), a), (lemma_3(), r)):
        explicit = epsilon().subs(r, 1 / lemma.inverse_risk)
        seen = set()
        for point in _points(value, 40):
            for claim in lemma.claims:
                if not all(
                    c.relation.holds(int(sp.sign(c.polynomial.subs(point)))) for c in claim.conditions
                ):
                    continue
                slope = _slope(explicit, claim.variable, point)
                sign = 0 if abs(slope) < mpmath.mpf(10) ** -30 else int(mpmath.sign(slope))
                assert sign == claim.sign, (claim, point)
                seen.add(claim)
        assert seen == set(lemma.claims)


def _slope(expression, variable, point):
    function, others = _function(expression, variable)
    with mpmath.workdps(60):
        at, *given = (mpmath.mpf(int(point[v].p)) / int(point[v].q) for v in (variable, *others))
        return mpmath.diff(lambda value: function(value, *given), at, h=mpmath.mpf(10) ** -25)


@cache
def _function(expression, variable):
    """The expression as a function of the variable and of its other symbols, and these."""
    others = sorted(expression.free_symbols - {variable}, key=str)
    return sp.lambdify((variable, *others), expression, "mpmath"), others


def _points(parameter, count):
    """Rational points inside the lemma's domain, some on the threshold q = 1/(r + 1) of Lemma 3."""
    source = random.Random(f"signs in {parameter}")
    found = []
    while len(found) < count:
        point = {v: sp.Rational(source.randint(1, 999), 1000) for v in (p, q)}
        if parameter == a:
            point[a] = sp.Rational(source.randint(1, 999), 1000)
            found.append(point)
            continue
        on_threshold = len(found) % 4 == 0
        point[r] = 1 / point[q] - 1 if on_threshold else 1 + sp.Rational(source.randint(1, 4000), 1000)
        if point[r] > 1 and (p * q * r).subs(point) < 1:
            found.append(point)
    return found


def test_root_conditions_leave_out_the_corner_where_the_polynomial_is_constant(solver):
    corner = [zero(p - 1), zero(q - 1)]
    assert not solver.satisfiable([*corner, *root_conditions(risk_polynomial(1 / r))], "p = q = 1")


PRINTED = [
    pytest.param(statement, place, id=f"{statement.paper} {place}")
    for statements in sign_statements().values()
    for statement in statements
    for place in statement.printed
]
RELATION = {-1: "<", 0: "=", 1: ">"}


@pytest.mark.parametrize(("statement", "place"), PRINTED)
def test_printed_claims_follow_from_the_derived_lemma(statement, place, solver):
    """With what the audit adds, a printed region lies in the lemma's domain, in regions of that sign."""
    claim = next(c for c in paper_named(statement.paper).claims if c.locator.place == place)
    lemma = lemma_2() if statement.profile == ABSOLUTE else lemma_3()
    assert lemma.inverse_risk == 1 / statement.profile.bound
    told = [c for c in lemma.claims if c.variable == claim.statement.variable]
    printed = [c for one in (*claim.domain, *claim.missing) for c in conditions_of(one)]
    if claim.statement.relation != "=":  # on the threshold, eps stands still where it is 0 or less as well
        for needed in (*lemma.base, *lemma.hypotheses):
            assert solver.implies(printed, needed, "the printed region is in the domain")
    for one in told:
        same = RELATION[one.sign] == claim.statement.relation
        inside = [*printed, *lemma.base, *lemma.hypotheses, *one.conditions]
        assert solver.satisfiable(inside, "the region meets the derived one") is same
    control = [one for one in told if RELATION[one.sign] == claim.statement.relation]
    assert control


def test_every_printed_sign_of_a_lemma_is_offered():
    """The derivatives' signs that the lemmas print are all beside the derived ones."""
    for paper in papers().values():
        offered = {
            p for s in sum(sign_statements().values(), ()) if s.paper == paper.identifier for p in s.printed
        }
        lemmas = {
            c.locator.place
            for c in paper.claims
            if isinstance(c.statement, DerivativeSign) and c.locator.place.startswith("lem:")
        }
        assert lemmas == offered
