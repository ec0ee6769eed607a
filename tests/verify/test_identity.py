"""Equality on a set: what must be equal, what must not, and what is undefined somewhere."""

import pytest
import sympy as sp

from verify import identity
from verify.identity import Reason, equal_on, name_radicals
from verify.language.condition import non_negative, non_zero, positive, zero
from verify.solvers.smt import Solver

A, B, T = sp.symbols("a b t", real=True)


@pytest.fixture
def solver():
    return Solver()


def test_conjugate_is_a_polynomial_identity_where_the_denominator_is_not_zero(solver):
    plain, conjugate = (A - 1) / (sp.sqrt(A) + 1), sp.sqrt(A) - 1
    outcome = equal_on(plain, conjugate, [non_negative(A)], solver)
    assert outcome.equal
    assert outcome.reason is Reason.IDENTITY


def test_nested_radicals_denest(solver):
    nested = sp.sqrt(1 + A + 2 * sp.sqrt(A))
    outcome = equal_on(nested, 1 + sp.sqrt(A), [non_negative(A)], solver)
    assert outcome.equal


def test_inner_radical_that_appears_only_inside_another_one_is_tied_to_its_radicand(solver):
    nested = sp.sqrt(2 + sp.sqrt(A))
    region = [non_negative(T), non_negative(T**2 - 2), zero((T**2 - 2) ** 2 - A)]
    assert equal_on(nested, T, region, solver).reason is Reason.SOLVER
    assert equal_on(nested, T, region[:1], solver).reason is not Reason.SOLVER


def test_outer_radicals_are_reduced_before_inner_ones(solver):
    nested = sp.sqrt(1 + sp.sqrt(A))
    outcome = equal_on(1 / ((nested - 1) * sp.sqrt(A)), (nested + 1) / A, [positive(A)], solver)
    assert outcome.reason is Reason.IDENTITY


def test_sign_of_a_radical_is_kept(solver):
    region = [positive(A), positive(1 - A)]
    assert equal_on(sp.sqrt((A - 1) ** 2), 1 - A, region, solver).equal
    outcome = equal_on(sp.sqrt((A - 1) ** 2), A - 1, region, solver)
    assert not outcome.equal
    assert outcome.reason is Reason.DIFFERENT
    assert 0 < outcome.witness[A] < 1


def test_product_of_roots_needs_the_signs(solver):
    product, split = sp.sqrt(A * B), sp.sqrt(A) * sp.sqrt(B)
    assert equal_on(product, split, [non_negative(A), non_negative(B)], solver).equal
    outcome = equal_on(product, split, [non_negative(A * B)], solver)
    assert outcome.reason is Reason.UNDEFINED
    assert outcome.witness[A] < 0 or outcome.witness[B] < 0


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1 / (A - 1), 1 / (A - 1)),
        (sp.sqrt(A - 1) + A, sp.sqrt(A - 1) + A),
        (1 / sp.sqrt(A - 1) + A, A + 1 / sp.sqrt(A - 1)),
        (A, A + (sp.sqrt(A) - 1) ** 2 / (A - 2 * sp.sqrt(A) + 1) - 1),
    ],
)
def test_undefined_point_counts_as_different_even_if_the_sides_agree(left, right, solver):
    outcome = equal_on(left, right, [positive(A)], solver)
    assert not outcome.equal
    assert outcome.reason == "undefined"
    assert outcome.witness[A] <= 1
    assert outcome.detail


def test_undefined_inner_radical_is_found_behind_an_outer_one(solver):
    nested = sp.sqrt(2 + sp.sqrt(A))
    outcome = equal_on(nested, nested, [positive(A + 1)], solver)
    assert outcome.reason is Reason.UNDEFINED
    assert -1 < outcome.witness[A] < 0


def test_hypothesis_that_makes_sides_equal_only_on_a_curve_is_used(solver):
    assert equal_on(sp.sqrt(A), T, [zero(A - T**2), non_negative(T)], solver).equal
    assert not equal_on(sp.sqrt(A), T, [zero(A - T**2)], solver).equal


def test_other_roots_and_reciprocal_roots(solver):
    region = [positive(A)]
    assert equal_on(sp.cbrt(A) ** 2, A / sp.cbrt(A), region, solver).equal
    assert equal_on(A ** sp.Rational(-3, 2), 1 / (A * sp.sqrt(A)), region, solver).equal
    assert equal_on(sp.cbrt(A), sp.cbrt(A), [], solver).reason is Reason.UNDEFINED


def test_planted_wrong_coefficient_is_found(solver):
    right = (sp.sqrt(A + B) - sp.sqrt(A)) / B
    region = [positive(A), positive(B)]
    assert equal_on(1 / (sp.sqrt(A + B) + sp.sqrt(A)), right, region, solver).equal
    for mutant in (2 * right, -right, right + 1, (sp.sqrt(A + B) + sp.sqrt(A)) / B):
        outcome = equal_on(1 / (sp.sqrt(A + B) + sp.sqrt(A)), mutant, region, solver)
        assert outcome.reason is Reason.DIFFERENT
        at = {k: sp.N(v, 30) for k, v in outcome.witness.items()}
        difference = (1 / (sp.sqrt(A + B) + sp.sqrt(A)) - mutant).subs(at)
        assert abs(sp.N(difference, 20)) > sp.Float("1e-15")


def test_empty_set_proves_nothing(solver):
    with pytest.raises(ValueError, match="no point"):
        equal_on(A, B, [positive(A), positive(-A)], solver)


@pytest.mark.parametrize("expression", [sp.log(A), sp.oo, sp.nan, sp.I, sp.exp(A), sp.pi])
def test_non_algebraic_expressions_are_refused(expression, solver):
    with pytest.raises(TypeError, match="not an algebraic expression"):
        equal_on(expression, A, [], solver)


def test_names_avoid_those_in_use():
    taken = sp.Symbol("root_1", real=True)
    named = name_radicals(taken + sp.sqrt(A), avoid=[sp.Symbol("root_2")])
    assert {s.name for s in named.expression.free_symbols} == {"root_1", "root_3"}


def test_equal_radicands_share_a_name():
    named = name_radicals(sp.sqrt((A + B) ** 2 - 4 * A * B + 1) + sp.sqrt((A - B) ** 2 + 1))
    assert len(named.expression.free_symbols) == 1
    assert non_zero(A) not in named.definedness


def test_powers_of_a_root_are_those_of_its_quotient():
    """By hand, with y = sqrt(a/b): b y^2 = a and b^2 y^4 = a b y^2, but y^4 is not a y^2."""
    a, b, y = sp.symbols("a b y", positive=True)
    root = [identity._Radical(y, 2, a / b)]
    assert identity._vanishes(b * y**2 - a, root)
    assert identity._vanishes(b**2 * y**5 - a * b * y**3, root)
    assert identity._vanishes(b**2 * y**4 + 3 * a * b * y**2 - 4 * a**2, root)
    assert not identity._vanishes(y - 1, root)
    assert not identity._vanishes(y**4 - a * y**2, root)
    assert not identity._vanishes(b * y**4 - a * y**2 + y, root)
