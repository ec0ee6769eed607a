"""Bessel's K, hypergeometric series, complex powers for every n: textbook results, and what must not pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import mpmath
import pytest
import sympy as sp
from flint import acb, arb
from sympy.abc import a, n, t, w, x

from tests.verify.corpus_integers import ONE, ZERO, Case
from tests.verify.corpus_special import (
    BASSET,
    DENSITIES,
    HALF,
    INTEGRALS,
    ORDER,
    SERIES,
    TRANSFORMS,
    integral,
    law,
    series,
    transform,
)
from verify.calculus.cases import NoRuleError, Region
from verify.claims.claim import Claim, Locator
from verify.evidence import Grade
from verify.independent_check.random_check import random_check
from verify.integers.arithmetic import Arithmetic, named
from verify.integers.terms import Term
from verify.prover.prover import Prover

CASES: dict[str, Case] = {**INTEGRALS, **DENSITIES, **TRANSFORMS, **SERIES}
SLIPS = [(name, i) for name, case in CASES.items() for i in range(len(case.slips))]
AT = {a: sp.Rational(3, 2), x: sp.Rational(2, 5), w: sp.Rational(3, 4)}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


def sides(statement: Any, at: dict[sp.Symbol, sp.Expr]) -> tuple[Any, Any]:
    """Both sides by quadrature in floating point; of a transform with the complex exponential."""
    if hasattr(statement, "shape"):
        f = sp.lambdify(t, statement.integrand.subs(at), "mpmath")
        ends = [mpmath.mpf(0), mpmath.mpf(1), mpmath.mpf(30), mpmath.inf]
    else:
        f = sp.lambdify(t, sp.expand_func(statement.term.subs(at)), "mpmath")
        low = getattr(statement, "lower", ZERO)
        high = getattr(statement, "upper", None) or statement.x
        ends = [mpmath.mpf(sp.N(low.subs(at), 30)), mpmath.mpf(1), mpmath.mpf(30), mpmath.inf]
        if high != sp.oo:
            ends = [ends[0], mpmath.mpf(sp.N(high.subs(at), 30))]
    return mpmath.quad(f, ends), mpmath.mpmathify(sp.N(statement.value.subs(at), 30))


def differ(statement: Any, at: dict[sp.Symbol, sp.Expr]) -> bool:
    with mpmath.workdps(15):
        left, right = sides(statement, at)
        return bool(abs(left - right) > 1e-8 * (1 + abs(right)))


@pytest.mark.parametrize("name", CASES)
def test_true_ones_are_proved(name: str, prover: Prover) -> None:
    found = CASES[name].statement.examine(CASES[name].domain, prover)
    assert found.proved and found.grade is Grade.EXACT, found.note


@pytest.mark.family(18)
@pytest.mark.parametrize("name", CASES)
def test_true_ones_are_true(name: str) -> None:
    statement = CASES[name].statement
    assert not differ(statement, {**AT, n: statement.start + 1})


@pytest.mark.parametrize(("name", "slip"), SLIPS)
def test_slips_are_refuted(name: str, slip: int, prover: Prover) -> None:
    false = replace(CASES[name].statement, **CASES[name].slips[slip])
    found = false.examine(CASES[name].domain, prover)
    assert found.refuted and found.witness is not None, found.note
    assert differ(false, {**AT, **found.witness})


@pytest.mark.parametrize(
    "name", ["power law", "its mean", pytest.param("chi-squared", marks=pytest.mark.slow)]
)
def test_random_points_tell_true_from_false(name: str) -> None:
    case = CASES[name]
    true = random_check(Claim(Locator("corpus", "eq:1"), case.statement, case.domain), "look")
    assert true.tried and true.failing is None
    false = replace(case.statement, **case.slips[0])
    assert random_check(Claim(Locator("corpus", "eq:1"), false, case.domain), "look").failing is not None


MOMENT = INTEGRALS["Bessel moment"].statement
WAVE = INTEGRALS["Basset"].statement
SCALED = INTEGRALS["Bessel moment at a scale"].statement
CUT = INTEGRALS["Bessel tail"].statement
LINE = DENSITIES["power law"].statement
DISTANCE = DENSITIES["distance of gamma variables"].statement
ERLANG = TRANSFORMS["Erlang"].statement
PLAIN = SERIES["distribution of a distance"].statement
DAMAGED: dict[str, tuple[Any, tuple[sp.Basic, ...]]] = {
    "another order in the companion": (replace(MOMENT, companion=-(t ** (n + 1)) * sp.besselk(n, t)), ()),
    "K of a number that may be negative": (SCALED, (a > -1,)),
    "a tail from 0 on": (CUT, (x >= 0,)),
    "K at 0 without its power": (
        integral(-sp.diff(sp.besselk(n, t), t), ZERO, -sp.besselk(n, t), start=ONE),
        (),
    ),
    "K of order 0 at 0": (replace(MOMENT, start=-ONE), ()),
    "growth that K does not outweigh": (
        integral(
            sp.diff(sp.exp(2 * t) * sp.besselk(n, t), t),
            ZERO,
            sp.exp(2 * t) * sp.besselk(n, t),
            lower=ONE,
        ),
        (),
    ),
    "a wave that does not fall": (integral(sp.cos(t), ZERO, sp.sin(t)), ()),
    "a wave that grows": (integral(sp.diff(t * sp.sin(t), t), ZERO, t * sp.sin(t)), ()),
    "another wave": (replace(WAVE, companion=WAVE.companion.subs(sp.cos(w * t), sp.cos(t))), ()),
    "another first antiderivative": (replace(WAVE, starting=(ZERO,)), ()),
    "a density of unknown scale": (DISTANCE, (a >= -1, sp.Ne(a, 0))),
    "a density from n = 0 on": (replace(DISTANCE, start=ZERO), (a > 0,)),
    "negative somewhere": (
        replace(LINE, term=LINE.term + w * (1 - 2 * t), companion=LINE.companion + w * (t - t**2)),
        (),
    ),
    "twice the moment": (replace(MOMENT, value=2 * MOMENT.value), ()),
    "the next gamma": (replace(MOMENT, value=2**n * sp.gamma(n + 2)), ()),
    "another power of the scale": (replace(SCALED, value=SCALED.value * a), (a > 0,)),
    "K of another order": (replace(CUT, value=x ** (n + 1) * sp.besselk(n, x)), (x > 0,)),
    "no fall": (ERLANG, (a >= 0,)),
    "a shape of 0": (replace(ERLANG, start=ZERO), (a > 0,)),
    "a power of 0": (transform(1 / sp.gamma(n), n, a, ZERO, ZERO), (a > 0,)),
    "an order that is a whole number": (series(t ** (n + 1) * sp.besselk(n, t), PLAIN.value), (x > 0,)),
    "no convergence at 0": (series(t ** (-ORDER) * sp.besselk(ORDER, t), PLAIN.value), (x > 0,)),
    "an end that may be 0": (PLAIN, (x >= 0,)),
    "a series with more above": (replace(PLAIN, value=x * sp.hyper([ONE, ONE], [ONE], x**2)), (x > 0,)),
    "powers of another function": (replace(PLAIN, value=x ** (x + 1)), (x > 0,)),
    "-1 to twice a real number": (integral(sp.exp(-t), (-ONE) ** (2 * a), -sp.exp(-t)), (a > 0,)),
    "half a power of 2": (replace(MOMENT, value=2 ** (n + HALF) * sp.gamma(n + 1)), ()),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_not_proved(name: str, prover: Prover) -> None:
    statement, domain = DAMAGED[name]
    assert not statement.examine(domain, prover).proved


@pytest.mark.parametrize(
    ("statement", "bad"),
    [
        (DISTANCE, {"value": ZERO}),
        (ERLANG, {"shape": n / 2}),
        (ERLANG, {"start": a}),
        (ERLANG, {"rate": n}),
        (ERLANG, {"constant": t}),
        (PLAIN, {"start": a}),
        (PLAIN, {"value": t}),
        (PLAIN, {"term": x}),
        (PLAIN, {"x": t}),
    ],
)
def test_what_is_no_statement(statement: Any, bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        replace(statement, **bad)


def test_parameters_that_may_be_poles_are_refused(prover: Prover) -> None:
    at_poles = replace(PLAIN, value=sp.hyper([ONE], [ONE - n], x**2))
    region = Region((x > 0, n >= 1), prover)
    with pytest.raises(NoRuleError, match="1 - n"):
        at_poles.sides(region, Arithmetic(frozenset({n})))


def test_powers_of_numbers_have_one_form() -> None:
    def one(base: sp.Expr, exponent: sp.Expr) -> Term:
        return Term((), (), ((base, sp.expand(exponent)),))

    same = named((one(sp.Integer(2), n + HALF), Term((sp.sqrt(2),), (), ((sp.Integer(2), n),)).times(-ONE)))
    assert sp.Add(*same.terms) == 0
    signs = named((one(-ONE, 3 * n + 2), one(-ONE, n).times(-ONE)))
    assert sp.Add(*signs.terms) == 0
    other = named((one(-ONE, n + 1), one(-ONE, n).times(-ONE)))
    assert sp.Add(*other.terms) != 0


# --- the listed relations, in balls -------------------------------------------------------------------------

NUMBERS = [(v, z) for v in ("0.5", "1.5", "3.5") for z in ("0.01", "0.7", "6")]


@pytest.mark.parametrize(("order", "number"), NUMBERS)
def test_series_of_bessel_k(order: str, number: str) -> None:
    """DLMF 10.27.4 with 10.25.2 and 5.5.3."""
    v, z = arb(order), arb(number)
    falling = (z / 2) ** (-v) * v.gamma() / 2 * (z * z / 4).hypgeom_0f1(1 - v)
    rising = (z / 2) ** v * (-v).gamma() / 2 * (z * z / 4).hypgeom_0f1(1 + v)
    assert (falling + rising).overlaps(z.bessel_k(v)) and abs(falling + rising - z.bessel_k(v)) < 1e-6


@pytest.mark.parametrize("order", ["0.25", "0.5", "2.5", "7"])
def test_limit_of_bessel_k(order: str) -> None:
    """DLMF 10.30.2."""
    v, z = arb(order), arb(10) ** -60
    limit = arb(2) ** (v - 1) * v.gamma()
    assert abs(z**v * z.bessel_k(v) / limit - 1) < 1e-9


@pytest.mark.parametrize("order", ["0", "0.5", "4.5"])
def test_bessel_k_falls_like_an_exponential(order: str) -> None:
    """DLMF 10.25.3: K_v(z) exp(z) sqrt(z) tends to sqrt(pi/2)."""
    z = arb(10) ** 6
    assert abs(z.bessel_k(arb(order), scaled=True) * z.sqrt() - (arb.pi() / 2).sqrt()) < 1e-4


@pytest.mark.parametrize("whole", [-3, 0, 1, 4])
def test_reflection_of_gamma(whole: int) -> None:
    """DLMF 5.5.3."""
    half = arb("0.5")
    assert ((half + whole).gamma() * (half - whole).gamma() - (-1) ** whole * arb.pi()).contains(0)


@pytest.mark.parametrize(("lower", "exponent"), [("1.5", "0"), ("-0.5", "1"), ("2.5", "2.5")])
def test_integral_of_a_series(lower: str, exponent: str) -> None:
    e, b, end = acb(exponent), acb(lower), acb(2)
    found = acb.integral(lambda z, _: (z.log() * e).exp() * (z * z / 4).hypgeom([], [b]), acb("0.5"), end)
    f = (e + 1) / 2

    def primitive(z: acb) -> acb:
        return z ** (e + 1) / (e + 1) * (z * z / 4).hypgeom([f], [b, f + 1])

    assert abs(found - (primitive(end) - primitive(acb("0.5")))) < 1e-9


@pytest.mark.parametrize("shape", [1, 2, 5])
def test_transform_of_a_gamma_law(shape: int) -> None:
    """DLMF 5.9.1, up to t = 90, where what is left is below 1e-30."""
    rate = acb("1.25", "-0.75")
    found = acb.integral(lambda z, _: z ** (shape - 1) * (-rate * z).exp(), 0, 90)
    assert abs(found - acb(shape).gamma() / rate**shape) < 1e-9


def test_the_densities_are_those_of_distances() -> None:
    """At n = 2 the distance of two Gamma(2, 1) variables has the density (1 + t) exp(-t)/2."""
    at_two = law(ONE).subs(n, 2)
    assert abs(sp.N(at_two.subs(t, 3) - 2 * sp.exp(-3), 20)) < 1e-15
    assert BASSET.has(sp.cos)
