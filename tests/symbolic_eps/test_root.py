"""Theorem 2 and Corollary 2: one root for both printed branches, its domain, exact and precise values."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.errors import DomainError, InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.budget import privacy_budget, privacy_budget_mp
from symbolic_eps.theory.quadratic import positive_root_of_quadratic, select_positive_root
from symbolic_eps.theory.root import (
    epsilon,
    exponential,
    privacy_root,
    unconstrained_condition,
)
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import INVERSE_RISK, parameter
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND as r
from verify.identity import Reason, equal_on, name_radicals
from verify.language.condition import Relation, non_negative, positive, rational_condition, zero
from verify.solvers.smt import Solver

A, B, C = (parameter(name) for name in "ABC")

PRINTED_RADICAL = sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q))
PRINTED_FIRST = 2 * p * (1 - q) / (PRINTED_RADICAL - (1 - p))
PRINTED_SECOND = (1 - p) / (1 / r - p)
PRINTED_19_SQUARED = (1 - q) / (1 / r - q)

PRIORS = (positive(p), non_negative(1 - p), positive(q), non_negative(1 - q))
POSITIVE_BOUND = positive(r)
AT_LEAST_ONE = non_negative(r - 1)
CONSTRAINED = positive(1 - r * p * q)
BELOW_ONE = positive(1 - q)

WITH_ROOT = (*PRIORS, AT_LEAST_ONE, CONSTRAINED)


@pytest.fixture
def solver():
    return Solver()


def polynomial_in_r():
    return bound_polynomial().subs(INVERSE_RISK, 1 / r)


def solves(formula, polynomial, region, solver):
    """Whether 1/formula is a defined, positive zero of the polynomial throughout the region."""
    decay = 1 / formula
    vanishes = equal_on(polynomial.subs(x, decay), sp.Integer(0), region, solver)
    return vanishes.equal and not can_be(formula, Relation.NON_NEGATIVE, -1, region, solver)


def can_be(formula, relation, orientation, region, solver):
    """Whether the formula is defined with `orientation * formula relation 0` somewhere in the region."""
    named = name_radicals(formula, {p, q, r, x})
    wanted = rational_condition(orientation * named.expression, relation)
    return solver.satisfiable([*region, *named.relations, *named.definedness, *wanted], str(formula))


def test_root_solves_the_bound_polynomial(solver):
    assert solves(exponential(), polynomial_in_r(), WITH_ROOT, solver)


def test_planted_roots_do_not_solve_it(solver):
    other_root = 2 * p * (1 - q) / (-PRINTED_RADICAL - (1 - p))
    swapped_priors = exponential().subs({p: q, q: p}, simultaneous=True)
    doubled = 2 * exponential()
    region = (*WITH_ROOT, BELOW_ONE)
    assert solves(PRINTED_FIRST, polynomial_in_r(), region, solver)
    for mutant in (other_root, swapped_priors, doubled, 1 / exponential()):
        assert not solves(mutant, polynomial_in_r(), region, solver)


def test_planted_signs_in_the_polynomial_are_found(solver):
    # F -> -F has the same root, so the slips that matter are those of single terms.
    for mutant in (
        polynomial_in_r() + 2 / r,
        polynomial_in_r() - 2 * (1 - p) * x,
        polynomial_in_r().subs({p: q, q: p}, simultaneous=True),
    ):
        assert not solves(exponential(), mutant, WITH_ROOT, solver)


def test_selection_refuses_a_polynomial_without_exactly_one_positive_root(solver):
    region = (*PRIORS, BELOW_ONE, positive(INVERSE_RISK - p * q))
    root, others = select_positive_root(bound_polynomial(), x, region, solver)
    assert len(others) == 1
    assert equal_on(1 / root, PRINTED_FIRST.subs(r, 1 / INVERSE_RISK), region, solver)
    flipped = bound_polynomial().subs(INVERSE_RISK, -INVERSE_RISK)
    with pytest.raises(UndecidedError, match="positive"):
        select_positive_root(flipped, x, region, solver)
    with pytest.raises(UndecidedError, match="two positive roots"):
        select_positive_root(x**2 - 3 * x + A, x, [positive(A)], solver)
    with pytest.raises(UndecidedError, match="no coefficients"):
        select_positive_root(x - A, x, [positive(A), positive(-A)], solver)


@pytest.mark.parametrize(
    "signs",
    [
        (positive(A), non_negative(B)),
        (zero(A), positive(B)),
        (non_negative(A), non_negative(B), positive(A + B)),
    ],
)
def test_quadratic_forms_agree_with_each_other_and_with_the_equation(signs, solver):
    root = positive_root_of_quadratic(A, B, C)
    region = (*signs, positive(-C))
    radical = sp.sqrt(B**2 - 4 * A * C)
    zero_value = A * root.decay**2 + B * root.decay + C
    assert equal_on(zero_value, sp.Integer(0), region, solver)
    assert equal_on(root.decay, -2 * C / (B + radical), region, solver)
    assert equal_on(root.exponential, (B + radical) / (-2 * C), region, solver)
    assert equal_on(root.excess, root.exponential - 1, region, solver)
    gap = (A + B + C) * (B + radical) / (-C * (2 * A + B + radical))
    assert equal_on(root.excess, gap, region, solver)
    assert not equal_on(root.excess, gap + 1, region, solver)


def test_quadratic_forms_need_the_stated_signs(solver):
    root = positive_root_of_quadratic(A, B, C)
    outcome = equal_on(root.excess, root.excess, [non_negative(A), non_negative(B), positive(-C)], solver)
    assert outcome.reason is Reason.UNDEFINED
    assert outcome.witness[A] == outcome.witness[B] == 0


def test_first_printed_branch_agrees_for_q_below_one(solver):
    assert equal_on(PRINTED_FIRST, exponential(), (*WITH_ROOT, BELOW_ONE), solver)
    # r < 1 as well: the same root, with eps < 0.
    assert equal_on(PRINTED_FIRST, exponential(), (*PRIORS, POSITIVE_BOUND, CONSTRAINED, BELOW_ONE), solver)


def test_first_printed_branch_makes_no_sense_elsewhere(solver):
    at_one = equal_on(PRINTED_FIRST, exponential(), (*WITH_ROOT, zero(q - 1)), solver)
    assert at_one.reason is Reason.UNDEFINED
    unconstrained = (*PRIORS, POSITIVE_BOUND, non_negative(r * p * q - 1))
    assert equal_on(PRINTED_FIRST, PRINTED_FIRST, unconstrained, solver).reason is Reason.UNDEFINED
    # Where it is defined there, the logarithm's argument is negative.
    assert not can_be(PRINTED_FIRST, Relation.POSITIVE, 1, unconstrained, solver)
    assert can_be(PRINTED_FIRST, Relation.POSITIVE, -1, unconstrained, solver)


def test_second_printed_branch_agrees_for_q_equal_to_one_and_p_below_one(solver):
    at_one = (*WITH_ROOT, zero(q - 1))
    assert equal_on(PRINTED_SECOND, exponential(), at_one, solver)
    # r >= 1 and r p < 1 leave out p = 1.
    assert solver.implies(at_one, positive(1 - p), "p < 1")


def test_second_printed_branch_makes_no_sense_where_every_budget_is_allowed(solver):
    unconstrained = (*PRIORS, AT_LEAST_ONE, zero(q - 1), non_negative(r * p - 1))
    assert not can_be(PRINTED_SECOND, Relation.POSITIVE, 1, unconstrained, solver)
    corner = (zero(p - 1), zero(q - 1), zero(r - 1))
    assert equal_on(PRINTED_SECOND, PRINTED_SECOND, corner, solver).reason is Reason.UNDEFINED
    past_corner = (zero(p - 1), zero(q - 1), positive(r - 1))
    assert equal_on(PRINTED_SECOND, sp.Integer(0), past_corner, solver), "log of 0 where eps = +oo"


def test_second_printed_branch_is_wrong_for_q_below_one(solver):
    outcome = equal_on(PRINTED_SECOND, exponential(), (*WITH_ROOT, BELOW_ONE, positive(1 - r * p)), solver)
    assert outcome.reason is Reason.DIFFERENT


def test_excess_is_the_exponential_less_one(solver):
    excess = privacy_root().excess
    assert equal_on(excess, exponential() - 1, WITH_ROOT, solver)
    for mutant in (excess.subs(p, q), -excess, excess + (1 - q) * (r - 1)):
        assert not equal_on(mutant, exponential() - 1, WITH_ROOT, solver)


def test_excess_is_the_form_of_the_design(solver):
    m, radical = 1 - r * p * q, sp.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 - r * p * q) / r)
    printed = (r - 1) / m * ((1 - p) + radical) / ((1 - p) + 2 * p * (1 - q) + radical)
    assert equal_on(privacy_root().excess, printed, WITH_ROOT, solver)


def test_limit_as_inclusion_becomes_unlikely_is_the_bound(solver):
    assert equal_on(exponential(), r, [zero(p), AT_LEAST_ONE], solver)
    assert epsilon().subs(p, 0) == sp.log(r)


def test_infinite_exactly_where_the_bound_reaches_one_over_the_prior(solver):
    domain = (*PRIORS, AT_LEAST_ONE)
    condition = unconstrained_condition()
    printed = non_negative(r * p * q - 1)
    assert solver.implies([*domain, condition], printed, "the condition implies r p q >= 1")
    assert solver.implies([*domain, printed], condition, "r p q >= 1 implies the condition")
    (value_at_decay, *_) = rational_condition(polynomial_in_r(), Relation.NON_NEGATIVE)
    every_budget = [*domain, condition, positive(x)]
    assert solver.implies(every_budget, value_at_decay, "every eps meets the bound")
    some_excluded = [*domain, condition.negation, positive(1 - p * q)]
    assert not solver.implies([*some_excluded, positive(x)], value_at_decay, "some eps breaks it")
    assert solves(exponential(), polynomial_in_r(), [*domain, condition.negation], solver)


def test_smaller_budgets_meet_the_bound_and_larger_ones_break_it(solver):
    """The statement of Theorem 2, and that its eps is the largest: F is increasing through its root."""
    root, decay = x, parameter("t")
    (at_root, *_) = rational_condition(polynomial_in_r(), Relation.ZERO)
    (at_decay, *_) = rational_condition(polynomial_in_r().subs(x, decay), Relation.NON_NEGATIVE)
    domain = [*WITH_ROOT, at_root, positive(root), positive(decay)]
    assert solver.implies([*domain, non_negative(decay - root)], at_decay, "smaller eps")
    assert solver.implies([*domain, positive(root - decay)], at_decay.negation, "larger eps")


def test_budget_rises_with_the_bound(solver):
    looser, second = parameter("r_2"), parameter("x_2")
    one = rational_condition(polynomial_in_r(), Relation.ZERO)
    two = rational_condition(polynomial_in_r().subs({x: second, r: looser}), Relation.ZERO)
    region = [*WITH_ROOT, *one, *two, positive(x), positive(second), positive(looser - r)]
    assert solver.satisfiable(region, "two bounds with roots")
    assert solver.implies(region, positive(x - second), "the decay falls, so eps rises")


def test_corollary_2_is_the_root_at_certain_inclusion(solver):
    region = [positive(q), BELOW_ONE, AT_LEAST_ONE, positive(1 - r * q)]
    at_one = exponential().subs(p, 1)
    assert equal_on(at_one**2, PRINTED_19_SQUARED, region, solver)
    assert not equal_on(at_one**2, PRINTED_19_SQUARED / 2, region, solver)


EXACT_CASES = [
    ("1/2", 1, "3/2", sp.log(3)),
    (1, "1/2", "3/2", sp.log(3) / 2),
    ("1/3", "2/7", 1, sp.Integer(0)),
    (1, 1, 1, sp.oo),
    (1, 1, 7, sp.oo),
    ("1/2", "1/2", 4, sp.oo),
    ("1/2", "1/2", "oo", sp.oo),
    (Fraction(1, 4), sp.Integer(1), sp.Rational(4, 3), sp.log(sp.Rational(3, 2))),
]


@pytest.mark.parametrize(("inclusion", "value", "risk", "expected"), EXACT_CASES)
def test_exact_budget(inclusion, value, risk, expected):
    found = privacy_budget(inclusion, value, risk)
    if expected is sp.oo:
        assert found is sp.oo
    else:
        assert sp.expand(sp.exp(2 * found) - sp.exp(2 * expected)) == 0


@pytest.mark.parametrize("budget", [privacy_budget, lambda *a: privacy_budget_mp(*a, 20)])
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0, "1/2", 2), DomainError, r"p = 0 is outside \(0, 1\]"),
        (("1/2", "3/2", 2), DomainError, r"q = 3/2 is outside"),
        (("-1/2", "1/2", 2), DomainError, "p = -1/2"),
        (("oo", "1/2", 2), DomainError, "p = oo"),
        (("nan", "1/2", 2), DomainError, "not a number"),
        ((float("nan"), "1/2", 2), DomainError, "p = nan is not a finite number"),
        (("1/2", sp.nan, 2), DomainError, "q = nan is not a finite number"),
        (("1/2", "1/2", sp.nan), DomainError, "r = nan is not a finite number"),
        (("1/2", "1/2", "0.99"), InfeasibleProfileError, "no eps >= 0 satisfies"),
        (("1/2", "1/2", -sp.oo), InfeasibleProfileError, "no eps >= 0 satisfies"),
        (("half", "1/2", 2), InputError, "'half': not a number"),
        (("1/0", "1/2", 2), InputError, "'1/0': division by zero"),
        ((True, "1/2", 2), InputError, "truth value"),
        (("1/2", sp.sqrt(2) / 2, 2), InputError, "is no exact number"),
        (("1/2", None, 2), InputError, "q = None is no exact number"),
    ],
)
def test_arguments_outside_the_domain_are_refused(budget, arguments, error, message):
    with pytest.raises(error, match=message):
        budget(*arguments)


@pytest.mark.parametrize("inexact", [0.5, mpmath.mpf("0.5"), sp.Float("0.5")])
def test_exact_budget_refuses_floats_and_says_what_to_pass(inexact):
    with pytest.raises(InputError, match=r"p = 0\.5 is a float, .* give .0\.5. as a text, a Fraction"):
        privacy_budget(inexact, 1, 2)


def naive(inclusion, value, risk, digits):
    """The printed formula, or its limit at q = 1, with so many digits that cancellation does no harm."""
    with mpmath.workdps(20 * digits + 2000):
        inclusion, value, risk = (mpmath.mpf(v.numerator) / v.denominator for v in (inclusion, value, risk))
        if value == 1:
            return mpmath.log((1 - inclusion) / (1 / risk - inclusion))
        root = mpmath.sqrt(
            (1 - inclusion) ** 2 + 4 * inclusion * (1 - value) * (1 / risk - inclusion * value)
        )
        return mpmath.log(2 * inclusion * (1 - value) / (root - (1 - inclusion)))


def is_correct(found, expected, digits):
    with mpmath.workdps(20 * digits + 2000):
        return abs(found - expected) <= mpmath.mpf(10) ** -digits * abs(expected)


TINY = Fraction(1, 10**200)
HARD_CASES = [
    (TINY, Fraction(1, 3), Fraction(3)),
    (Fraction(1, 3), 1 - TINY, Fraction(2)),
    (Fraction(1, 3), TINY, Fraction(2)),
    (1 - TINY, 1 - TINY, 1 + TINY / 2),
    (Fraction(1, 2), Fraction(1, 2), 4 - TINY),
    (Fraction(1, 2), Fraction(1, 2), 1 + TINY),
    (Fraction(1), Fraction(1, 7), 7 - TINY),
    (Fraction(1, 7), Fraction(1), 7 - TINY),
    (TINY, TINY, 1 / TINY),
    (Fraction(1, 4), Fraction(1), Fraction(4, 3)),
]


@pytest.mark.parametrize("digits", [1, 16, 50, 300])
@pytest.mark.parametrize("case", HARD_CASES, ids=str)
def test_high_precision_budget_is_correct_to_the_digits_asked_for(case, digits):
    assert is_correct(privacy_budget_mp(*case, digits), naive(*case, digits), digits)


@settings(deadline=None)
@given(
    st.fractions(min_value=0, max_value=1).filter(bool),
    st.fractions(min_value=0, max_value=1).filter(bool),
    st.fractions(min_value=1, max_value=1000).filter(lambda v: v > 1),
)
def test_high_precision_budget_agrees_with_the_printed_formula(inclusion, value, risk):
    found = privacy_budget_mp(inclusion, value, risk, 25)
    if inclusion * value * risk >= 1:
        assert found == mpmath.inf
        assert privacy_budget(inclusion, value, risk) is sp.oo
    else:
        assert is_correct(found, naive(inclusion, value, risk, 25), 25)


def test_planted_precision_loss_is_found():
    case = HARD_CASES[0]
    with mpmath.workdps(30):
        inclusion, value, risk = (mpmath.mpf(v.numerator) / v.denominator for v in case)
        root = mpmath.sqrt(
            (1 - inclusion) ** 2 + 4 * inclusion * (1 - value) * (1 / risk - inclusion * value)
        )
        lost = (root - (1 - inclusion)) / (2 * inclusion * (1 - value))
    assert not is_correct(-mpmath.log(lost) if lost else mpmath.inf, naive(*case, 16), 16)


def test_binary_floats_are_taken_as_the_number_they_hold():
    exact = tuple(Fraction(v) for v in (0.1, 0.3, 2.7))
    assert privacy_budget_mp(0.1, 0.3, 2.7, 40) == privacy_budget_mp(*exact, 40)
    assert privacy_budget_mp(mpmath.mpf(0.1), 0.3, 2.7, 40) == privacy_budget_mp(*exact, 40)
    assert privacy_budget_mp(0.1, 0.3, 2.7, 40) != privacy_budget_mp("0.1", "0.3", "2.7", 40)
    assert privacy_budget_mp("1/2", "1/2", float("inf"), 5) == mpmath.inf


def test_infinity_is_decided_exactly():
    below = Fraction(4) - TINY
    assert privacy_budget_mp("1/2", "1/2", below, 5) < mpmath.inf
    assert privacy_budget_mp("1/2", "1/2", 4, 5) == mpmath.inf


@pytest.mark.parametrize("digits", [0, -3, 2.5, True])
def test_number_of_digits_is_checked(digits):
    with pytest.raises(InputError, match="digits"):
        privacy_budget_mp("1/2", "1/2", 2, digits)
