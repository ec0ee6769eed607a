"""Theorems on r* = 1 + a/p + b/q with b < 1: the algebra of their lemmas; Coq judges the theorems."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
import sympy as sp

from symbolic_eps import RiskProfile
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, Proof
from symbolic_eps.coq.cases_proof import cases_theorem
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.stationary.two_terms_inside import A, B, from_low
from symbolic_eps.coq.stationary.two_terms_lemmas import BELOW, FIRST, INSIDE, NORM, SECOND, lemma
from symbolic_eps.coq.stationary.two_terms_signs import (
    H,
    Product,
    W,
    border_at_second,
    discriminant,
    norm,
    sides_of_cubic,
    values_at_second,
)
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary.sum_of_two_terms import ends, stationary
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import non_negative, positive

a, b = parameter("a"), parameter("b")
p, q, x = sp.symbols("p q x")
POINTS = [(Fraction(1, 3), Fraction(2)), (Fraction(5, 2), Fraction(1, 7)), (Fraction(1, 4), Fraction(40))]


def value(product: Product, point: tuple[Fraction, Fraction]) -> sp.Rational:
    """C m, read from the text of c as Python reads it, at h and w."""
    h, w = (sp.Rational(v.numerator, v.denominator) for v in point)
    factor = sp.sympify(product.positive.replace("^", "**"), locals={"h": h, "w": w})
    return sp.Rational(factor * product.rest.subs({H: h, W: w}))


def of_first(point: tuple[Fraction, Fraction]) -> Mapping[sp.Symbol, sp.Rational]:
    """By hand: a, b, and the least x at p = 1, where (1 + a + b) x^2 - 2 sqrt(1 + a) x + 1 - b = 0."""
    h, w = (sp.Rational(v.numerator, v.denominator) for v in point)
    k = 1 + h / (1 + w)
    here = {x: 1 / (1 + h), a: k**2 - 1}
    return {**here, b: (1 - k * here[x]) ** 2 / (1 - here[x] ** 2)}


def spread() -> sp.Poly:
    """The discriminant in q of (p q + a q + b p) floor - p q, as a polynomial in p."""
    floor = x * (1 - p * (1 - x)) + p * (1 - x**2) * q
    return sp.Poly(sp.discriminant(sp.expand((p * q + a * q + b * p) * floor - p * q), q), p)


@pytest.mark.parametrize("point", POINTS)
def test_the_values_at_the_end_of_p_are_those_of_the_polynomials(point: tuple[Fraction, Fraction]) -> None:
    here = of_first(point)
    k = 1 + sp.Rational(point[0].numerator, point[0].denominator) / (1 + sp.Rational(str(point[1])))
    even, odd = (
        sum(sp.Rational(str(c)) * here[a] ** i * here[b] ** j for (i, j), c in f.to_dict().items())
        for f in (ends().even, ends().odd)
    )
    assert value(norm(), point) == even + k * odd
    at_point = sp.Poly(spread().as_expr().subs(here), p)
    cubic, rest = sp.div(at_point, sp.Poly(1 - p, p))
    assert rest == 0
    assert value(discriminant(), point) == sp.discriminant(cubic)
    k3, k2, *_ = cubic.all_coeffs()
    away = here[b] * here[x] - here[a] * (1 - here[x] ** 2)
    turn = 1 - here[x] ** 2 + here[b] * here[x] * (1 - here[x])
    sides = cubic.eval(1), k2 + 2 * k3, turn * k2 + 3 * away * k3
    assert tuple(value(side, point) for side in sides_of_cubic()) == sides


@pytest.mark.parametrize("point", POINTS)
def test_the_values_at_the_end_of_q_are_those_of_the_polynomials(point: tuple[Fraction, Fraction]) -> None:
    h, w = (sp.Rational(v.numerator, v.denominator) for v in point)
    m = 1 / (1 + h)  # 1/r* there, between x and sqrt(x)
    here = {x: (1 + h + w) / ((1 + h) ** 2 * (1 + w))}
    here |= {a: (m - here[x]) ** 2 / ((1 - here[x]) * m**2), b: here[x] / m**2 - 1}
    v = (m - here[x]) / (1 - here[x])
    floor = x * (1 - p * (1 - x)) + p * (1 - x**2) * q
    polynomial = sp.Poly(sp.expand((p * q + a * q + b * p) * floor - p * q), q)
    at_v = [c.subs({p: v, **here}) for c in polynomial.all_coeffs()]
    assert sum(at_v) == 0
    upward, middle, bottom = (c.subs({p: 1, **here}) for c in polynomial.all_coeffs())
    border = sum(
        sp.Rational(str(c)) * here[a] ** i * here[b] ** j for (i, j), c in ends().border.to_dict().items()
    )
    assert value(border_at_second(ends().border), point) == border
    rises, start, wide = values_at_second()
    assert value(rises, point) == at_v[0] - at_v[2]
    assert (value(start, point), value(wide, point)) == (middle, middle**2 - 4 * upward * bottom)


def test_the_coefficients_from_the_low_end_are_those_of_the_polynomial_of_the_inside() -> None:
    """At a, b and t by hand: x goes from 1 at t = 0 to (1 - b)/(1 + a + b)."""
    here = {A: sp.Rational(2, 3), B: sp.Rational(1, 5)}
    t = sp.Rational(3, 7)
    d = 1 + here[A] + here[B]
    at = (1 + (1 - here[B]) * t) / (1 + d * t)
    e = outside(stationary(), (x, A, B)).subs({x: at, **here})
    assert sum(c.subs(here) * t**i for i, c in enumerate(from_low())) == (1 + d * t) ** 7 * e


@pytest.mark.parametrize("name", [NORM, FIRST, BELOW, SECOND, INSIDE])
def test_a_lemma_names_the_certificates_that_it_applies(name: str) -> None:
    steps = Contradictions(exact_judge(), (parameter("h"),))
    text = lemma(name, steps)
    assert text.startswith(f"Lemma {name} : forall a b")
    assert text.count("apply (claim_") == len(steps.used)
    assert bool(steps.used) == (name not in (NORM, FIRST))
    assert "v_h" not in text


def test_a_condition_that_is_known_is_not_asked_again() -> None:
    """Four cases of two signs take three distinctions, and no certificate."""
    profile = RiskProfile("3", (positive(a), positive(b)))
    one, two = non_negative(a - b), positive(1 - a * b)
    parts = [
        (one, two),
        (one, two.negation),
        (one.negation, two),
        (one.negation, two.negation),
    ]
    branches = tuple(Branch(part, None, None, (), None, ()) for part in parts)
    steps = Contradictions(exact_judge(), profile.parameters)
    text = cases_theorem("all_cases", PiecewiseInfimum(profile, branches, Proof(Grade.EXACT), ()), steps)
    assert text.count("destruct") == 3
    assert not steps.used and "exfalso" not in text
