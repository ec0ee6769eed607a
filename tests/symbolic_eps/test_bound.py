"""Theorem 1 and Corollary 1: the derived bound against the printed one, and against altered formulas."""

import pytest
import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.binary_mechanism import BinaryMechanism, attaining_mechanism
from symbolic_eps.theory.bound import (
    bound_polynomial,
    relative_risk_lower_bound,
    relative_risk_upper_bound,
)
from symbolic_eps.theory.extremes import extreme_over_box, monotone_direction
from symbolic_eps.theory.likelihoods import (
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OUTSIDE,
    RATIO_ABSENT,
    RATIO_OUTSIDE,
    LikelihoodRatioBounds,
    decay_conditions,
    events,
    likelihood_ratio_bounds,
    marginal_likelihood,
    prior_conditions,
    relative_risk,
    relative_risk_of_ratios,
)
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import INVERSE_RISK as s
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.language.condition import Relation, non_negative, positive, rational_condition
from verify.solvers.smt import Solver

PRINTED_11 = 1 / (q * p + x**2 * (1 - q) * p + x * (1 - p))


@pytest.fixture
def solver():
    return Solver()


def same(left, right):
    """Equality of rational functions by a polynomial identity."""
    numerator = sp.fraction(sp.together(left - right))[0]
    return sp.expand(numerator) == 0


def test_priors_of_the_three_events_sum_to_one():
    assert sp.expand(sum(event.prior for event in events())) == 1


def test_relative_risk_is_the_likelihood_over_the_marginal():
    assert same(relative_risk(), LIKELIHOOD_INSIDE / marginal_likelihood())


def test_risk_in_ratios_is_the_printed_decomposition():
    printed_66 = 1 / (
        q * p
        + LIKELIHOOD_OUTSIDE / LIKELIHOOD_INSIDE * (1 - q) * p
        + LIKELIHOOD_ABSENT / LIKELIHOOD_INSIDE * (1 - p)
    )
    ratios = {
        RATIO_OUTSIDE: LIKELIHOOD_OUTSIDE / LIKELIHOOD_INSIDE,
        RATIO_ABSENT: LIKELIHOOD_ABSENT / LIKELIHOOD_INSIDE,
    }
    assert same(relative_risk_of_ratios().subs(ratios), printed_66)
    assert same(relative_risk(), printed_66)


def test_box_is_that_of_lemma_1():
    box = likelihood_ratio_bounds()
    # (10) bounds the reciprocals L_S/L_N and L_S/L_0.
    assert box[RATIO_OUTSIDE].reciprocal == LikelihoodRatioBounds(x**2, x**-2)
    assert box[RATIO_ABSENT].reciprocal == LikelihoodRatioBounds(x, 1 / x)


@pytest.mark.parametrize("ratio", [RATIO_OUTSIDE, RATIO_ABSENT])
def test_risk_falls_in_both_ratios(ratio, solver):
    region = [*prior_conditions(), positive(RATIO_OUTSIDE), positive(RATIO_ABSENT)]
    assert monotone_direction(relative_risk_of_ratios(), ratio, region, solver) == -1


def test_monotone_direction_refuses_what_is_not_monotone_or_not_defined(solver):
    with pytest.raises(UndecidedError, match="not monotone"):
        monotone_direction(p**2, p, [positive(1 - p**2)], solver)
    with pytest.raises(UndecidedError, match="undefined"):
        monotone_direction(1 / p, p, [positive(1 - p**2)], solver)
    with pytest.raises(UndecidedError, match="no point"):
        monotone_direction(p, p, [positive(-(p**2))], solver)


def test_upper_bound_is_the_printed_one():
    assert same(relative_risk_upper_bound(), PRINTED_11)


def test_planted_box_and_risk_give_another_bound(solver):
    """Swapped ratios, an end of the box at the wrong power, swapped priors: none yields the printed bound."""
    box = dict(likelihood_ratio_bounds())
    swapped = {RATIO_OUTSIDE: box[RATIO_ABSENT], RATIO_ABSENT: box[RATIO_OUTSIDE]}
    risk = relative_risk_of_ratios()
    for altered_risk, altered_box in (
        (risk, swapped),
        (risk, {**box, RATIO_OUTSIDE: box[RATIO_ABSENT]}),
        (risk.subs({p: q, q: p}, simultaneous=True), box),
    ):
        bound = extreme_over_box(altered_risk, altered_box, prior_conditions(), solver, largest=True)
        assert not same(bound, PRINTED_11)


def test_lower_bound_is_the_other_corner():
    assert same(relative_risk_lower_bound(), PRINTED_11.subs(x, 1 / x))


def test_bounds_hold_for_all_private_likelihoods(solver):
    """Directly from the ratios that privacy bounds, without monotonicity."""
    likelihoods = (LIKELIHOOD_INSIDE, LIKELIHOOD_OUTSIDE, LIKELIHOOD_ABSENT)
    private = [
        *(positive(likelihood) for likelihood in likelihoods),
        *(
            non_negative(d)
            for included in likelihoods[:2]
            for d in (included - x * LIKELIHOOD_ABSENT, LIKELIHOOD_ABSENT - x * included)
        ),
    ]
    region = [*prior_conditions(), *decay_conditions(), *private]
    gap = 1 / relative_risk() - 1 / relative_risk_upper_bound()
    for condition in rational_condition(gap, Relation.NON_NEGATIVE):
        assert solver.implies(region, condition, "the upper bound holds")
    planted = 1 / relative_risk() - 1 / relative_risk_upper_bound().subs(x, x**2 / (1 + x) * 2)
    assert not solver.implies(
        region, rational_condition(-planted, Relation.NON_NEGATIVE)[0], "a reversed bound"
    )


def test_bound_is_attained_by_a_private_mechanism(solver):
    mechanism = attaining_mechanism()
    for demand in mechanism.privacy_conditions():
        assert solver.implies(decay_conditions(), demand, "the mechanism is private")
    assert same(mechanism.relative_risk(), relative_risk_upper_bound())


@pytest.mark.parametrize(
    "planted",
    [
        BinaryMechanism(inside=sp.Integer(1), outside=x**2, absent=x),
        BinaryMechanism(inside=1 / (1 + x), outside=x**3 / (1 + x), absent=x / (1 + x)),
    ],
)
def test_mechanism_that_is_not_private_is_found_out(planted, solver):
    demands = planted.privacy_conditions()
    assert not all(solver.implies(decay_conditions(), d, "the mechanism is private") for d in demands)


def test_polynomial_is_the_quadratic_of_the_design():
    assert sp.expand(bound_polynomial() - (p * (1 - q) * x**2 + (1 - p) * x + p * q - s)) == 0


def test_uniform_bound_by_identity():
    margin = sp.fraction(sp.together(1 / relative_risk_upper_bound() - x**2))[0]
    assert sp.expand(margin - (p * q * (1 - x**2) + (1 - p) * x * (1 - x))) == 0
