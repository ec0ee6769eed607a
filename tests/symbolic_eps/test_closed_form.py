"""The three forms of a branch (e^eps, eps and e^eps - 1) against its polynomial."""

import random

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import AttainmentKind, Branch
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import conditions_of, non_negative, positive

a, b, r = (parameter(name) for name in "abr")


def branch(square, linear, constant, conditions=()):
    """The branch of `square x^2 + linear x - constant`."""
    triple = tuple(map(sp.sympify, (square, linear, constant)))
    return Branch(conditions, triple[0] * x**2 + triple[1] * x - triple[2], triple)


QUADRATICS = [
    (r, 0, 1),
    (0, r, 1),
    (r - a, 0, 1 - a),
    (0, 1 + b, 1 - b),
    (a, r - 1, 1 - a),
    (r * (1 - a), a * r, 1 - a / 2),
    (2, 3, 4),
    (sp.Rational(1, 3), 0, sp.Rational(1, 7)),
    (0, 5, 2),
    (1, -1, a),
]


@pytest.mark.parametrize("coefficients", QUADRATICS, ids=str)
def test_exponential_is_the_reciprocal_of_the_positive_root(coefficients):
    one = branch(*coefficients)
    stream = random.Random(str(coefficients))
    for _ in range(10):
        values = {
            a: sp.Rational(stream.randint(1, 99), 100),
            b: sp.Rational(stream.randint(1, 99), 100),
            r: 1 + sp.Rational(stream.randint(1, 99), 10),
        }
        exponential = one.exponential.subs(values)
        assert sp.simplify(one.polynomial.subs(values).subs(x, 1 / exponential)) == 0
        assert exponential > 0


@pytest.mark.parametrize("coefficients", QUADRATICS, ids=str)
def test_epsilon_is_the_logarithm_and_excess_is_one_less(coefficients):
    one = branch(*coefficients)
    values = {a: sp.Rational(1, 7), b: sp.Rational(2, 9), r: sp.Rational(22, 7)}
    exponential = sp.N(one.exponential.subs(values), 60)
    assert abs(sp.N(sp.exp(one.epsilon.subs(values)), 50) / exponential - 1) < sp.Float("1e-45")
    assert abs(sp.N(one.excess.subs(values), 50) - (exponential - 1)) < sp.Float("1e-45")


def test_even_polynomial_gives_half_a_logarithm():
    assert branch(r, 0, 1).epsilon == sp.log(r) / 2
    assert branch(r, 0, 1).exponential == sp.sqrt(r)


def test_linear_polynomial_gives_the_logarithm_of_a_quotient():
    assert branch(0, 1 + b, 1 - b).epsilon == sp.log((1 + b) / (1 - b))
    assert branch(0, 1 + b, 1 - b).excess == 2 * b / (1 - b)


def test_excess_loses_nothing_where_eps_is_small():
    """r - 1 = 1e-40: to 20 digits e^eps is 1, but e^eps - 1 is not 0."""
    one = branch(r, 0, 1)
    tiny = sp.Rational(1, 10**40)
    value = one.excess.subs(r, sp.Float(1 + tiny, 60)).evalf(20)
    assert abs(value / (tiny / 2) - 1) < sp.Float("1e-15")
    quadratic = branch(1 - a, a + b, sp.Integer(1))
    at = {a: sp.Rational(1, 3), b: tiny}
    exact = sp.N(quadratic.exponential.subs(at) - 1, 30)
    assert abs(sp.N(quadratic.excess.subs(at), 30) / exact - 1) < sp.Float("1e-25")


def test_excess_has_the_small_quantity_as_a_factor():
    assert sp.factor(branch(r, 0, 1).excess).subs(r, 1) == 0
    assert branch(1 - a, a + b, 1).excess.subs(b, 0) == 0


def test_infinite_branch_has_no_polynomial():
    one = Branch((), None)
    assert one.epsilon is sp.oo
    assert one.exponential is sp.oo
    assert one.excess is None
    assert one.attained == ()


def test_branch_of_higher_degree_has_no_closed_form():
    one = Branch((), 3 * x**3 + 9 * x**2 + 8 * x - 4, between=(sp.Rational(1, 4), sp.Rational(1, 2)))
    assert one.epsilon is None
    assert one.exponential is None
    assert one.excess is None


def test_condition_is_the_conjunction_in_its_order():
    assert Branch((), None).condition is sp.true
    one = Branch((non_negative(r - a), positive(1 - a)), None)
    back = conditions_of(one.condition)
    assert [sp.expand(c.polynomial) for c in back] == [r - a, 1 - a]
    assert [c.relation for c in back] == [c.relation for c in one.conditions]


def test_radicand_is_written_the_shorter_way():
    """(1 - a)^2 + 4 a is the square of 1 + a, so that the root disappears; (r - a)^2 + 4 a stays a sum."""
    assert branch(a, 1 - a, 1).exponential.subs(a, sp.Rational(1, 4)) == 1
    assert not branch(a, 1 - a, 1).exponential.has(sp.sqrt((1 - a) ** 2 + 4 * a))
    assert branch(a, r - a, 1).exponential.has(sp.sqrt((r - a) ** 2 + 4 * a))


@pytest.mark.parametrize("coefficients", QUADRATICS, ids=str)
def test_text_of_epsilon_reads_back_as_the_same_value(coefficients):
    one = branch(*coefficients)
    back = sp.sympify(str(one.epsilon), locals={"a": a, "b": b, "r": r})
    values = {a: sp.Rational(1, 7), b: sp.Rational(2, 9), r: sp.Rational(22, 7)}
    assert abs(sp.N(back.subs(values) - one.epsilon.subs(values), 40)) < sp.Float("1e-35")


def test_kinds_are_the_words_of_the_reports():
    assert [kind.value for kind in AttainmentKind] == ["point", "limit", "segment"]
