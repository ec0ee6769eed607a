"""The law of the privacy loss and its inverses keep their digits: drawn points, proofs, the safe side."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms import laplace, sinhc_excess
from symbolic_eps.export.forms.extreme import Exactly, Extreme, Over
from symbolic_eps.export.forms.formula import Formula, Side
from symbolic_eps.export.packages.vectors import in_domain, vectors
from symbolic_eps.export.programs.program import Operation, Program
from symbolic_eps.export.proofs import extreme_proofs
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.proofs.questions import Questions
from symbolic_eps.export.rewriting.without_expm1 import without_expm1
from symbolic_eps.export.rewriting.without_log1p import without_log1p
from symbolic_eps.export.runtime.helpers import HELPERS
from symbolic_eps.export.runtime.machine import paths, run
from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.formulas import DELTA, FORMULAS, PROBABILITY, SENSITIVITY
from symbolic_eps.privacy_loss.symbols import EPS, EPS0
from tests.symbolic_eps.export.test_export_proofs import _failed
from tests.symbolic_eps.export.test_ratio import _missed
from verify.evidence import Grade
from verify.prover.certifying_solver import CertifyingSolver

BY_NAME: dict[str, Formula] = {
    f.identifier.removeprefix("at-risk-"): f for f in (make() for make in FORMULAS)
}
DIGITS = 40
DRAWN = 400


def _inside(eps0, eps):
    """The mass e^-z/2 of the noise between the z at which C = eps and C = -eps."""
    return 1 if eps >= eps0 else (mpmath.exp(-(eps0 - eps) / 2) - mpmath.exp(-(eps0 + eps) / 2)) / 2


def _below(eps0, eps):
    return 1 if eps >= eps0 else mpmath.exp(-(eps0 - eps) / 2) / 2


def _delta(eps0, eps):
    return 0 if eps >= eps0 else -mpmath.expm1(-(eps0 - eps) / 2)


def _eps(eps0, probability):
    return min(eps0, 2 * mpmath.asinh(probability * mpmath.exp(eps0 / 2)))


def _eps0(eps, probability):
    return max(eps, 2 * mpmath.log(mpmath.sinh(eps / 2) / probability))


def _of_delta(start, delta, sign):
    return start - sign * 2 * mpmath.log1p(-delta)


def _variance(eps0):
    return 3 - (4 * eps0 + 2) * mpmath.exp(-eps0) - mpmath.exp(-2 * eps0)


SECOND = {
    "probability": _inside,
    "one-sided": _below,
    "delta": _delta,
    "eps": _eps,
    "eps-delta": lambda eps0, delta: _of_delta(eps0, delta, -1),
    "eps0": _eps0,
    "eps0-delta": lambda eps, delta: _of_delta(eps, delta, 1),
    "noise-scale": lambda sensitivity, eps, probability: sensitivity / _eps0(eps, probability),
    "noise-scale-delta": lambda sensitivity, eps, delta: sensitivity / _of_delta(eps, delta, 1),
    "mean": lambda eps0: eps0 + mpmath.expm1(-eps0),
    "variance": _variance,
}
"""By mpmath, in other forms than the programs'."""


def _size(generator: random.Random) -> float:
    """From 1e-8 to 50."""
    return float(math.exp(generator.uniform(math.log(1e-8), math.log(50))))


def _next_to(value: float, generator: random.Random) -> float:
    """A number at every distance from 1 to 2^52 neighbours."""
    return value * (1 + generator.choice((-1, 1)) * 2.0 ** -generator.randint(1, 52))


def _drawn(name: str) -> Iterator[tuple[float, ...]]:
    """Sizes of every kind; the second argument often at eps0, at the gap, or next to them."""
    generator = random.Random(name)
    arguments = [a.symbol for a in BY_NAME[name].arguments]
    for number in range(DRAWN):
        sensitivity, first = generator.choice((1.0, _size(generator))), _size(generator)
        border = (1 - math.exp(-first)) / 2
        second = {
            EPS: generator.choice((first, _size(generator), first * generator.random(), 1e-8)),
            PROBABILITY: generator.choice(
                (border, generator.random(), border * generator.random(), first / 2)
            ),
            DELTA: generator.choice((1e-6, generator.random(), first / 4, first * generator.random() / 5)),
        }.get(arguments[-1], 0.0)
        if number % 2:
            second = _next_to(second, generator)
        whole = {EPS0: first, EPS: second if EPS0 in arguments else first, SENSITIVITY: sensitivity}
        point = tuple(whole.get(symbol, second) for symbol in arguments)
        if in_domain(BY_NAME[name], point):
            yield point


def _outside(
    name: str, formula: Formula, points: list[tuple[float, ...]], other: Program | None = None
) -> list[tuple[float, ...]]:
    """Points at which a result is further off than is proved, or the safe one on the wrong side."""
    wrong, value, safe = [], formula.program(), other or formula.safe_program()
    for point in points:
        with mpmath.workdps(4 * DIGITS):
            exact = mpmath.mpf(SECOND[name](*map(mpmath.mpf, point)))
            found, moved = run(value, point), run(safe, point)
            if exact == 0:
                right = found == moved == 0
            else:
                unit = mpmath.mpf(math.ulp(float(exact)))
                right = abs(found - exact) <= float(formula.error) * unit
                right &= 0 <= formula.side.sign * (moved - exact) <= formula.farthest * unit
        wrong += [] if right else [point]
    return wrong


@pytest.mark.parametrize("name", BY_NAME)
def test_drawn_points_keep_their_bounds(name: str) -> None:
    points = list(_drawn(name))
    assert len(points) > DRAWN / 4
    assert _outside(name, BY_NAME[name], points) == []


@pytest.mark.parametrize("name", BY_NAME)
def test_vectors_keep_their_bounds_and_agree_with_mpmath(name: str) -> None:
    points = vectors(BY_NAME[name], 200)
    assert _missed(BY_NAME[name], points) == []
    for v in points:
        if v.status == "value":
            with mpmath.workdps(8 * DIGITS):
                exact = SECOND[name](*map(mpmath.mpf, v.arguments))
                assert abs((exact - v.rounded) / mpmath.mpf(v.unit) - v.offset) < 1e-6, v


@pytest.mark.parametrize("name", BY_NAME)
def test_languages_without_expm1_and_log1p_keep_theirs(name: str) -> None:
    formula = without_log1p(without_expm1(BY_NAME[name]))
    assert _missed(formula, vectors(BY_NAME[name], 200)) == []


@pytest.mark.parametrize("name", BY_NAME)
def test_the_algebra_is_proved(name: str) -> None:
    found = prove_algebra(BY_NAME[name])
    assert _failed(found) == [] and min(evidence.grade for evidence in found) is Grade.EXACT


def test_closed_forms_are_those_of_the_engine() -> None:
    """At a point, by the functions that `at-risk loss` calls."""
    at = {EPS0: sp.Integer(2), EPS: sp.Rational(1, 2)}
    for name in ("probability", "one-sided", "delta"):
        expected = getattr(law, name.replace("-", "_"))(at[EPS0], at[EPS])
        assert abs(sp.N(BY_NAME[name].cases[-1].exact.subs(at) - expected, 50)) < sp.Rational(1, 10**40)


def test_moments_are_integrals_of_the_density() -> None:
    for eps0 in (0.25, 3.0):
        with mpmath.workdps(30):
            noise = mpmath.mpf(eps0)

            def moment(power, mean=0, noise=noise):
                def loss(z):
                    return (abs(z - noise) - abs(z) - mean) ** power * mpmath.exp(-abs(z)) / 2

                return mpmath.quad(loss, [-mpmath.inf, 0, noise, mpmath.inf])

            mean = moment(1)
            for name, expected in (("mean", mean), ("variance", moment(2, mean))):
                assert abs(run(BY_NAME[name].program(), (eps0,)) / expected - 1) < 1e-14


@pytest.mark.parametrize("name", ["eps", "eps0"])
def test_inverses_are_inverse(name: str) -> None:
    """The least eps, and the largest eps0, whose probability is at least the wanted one: by bisection."""
    for first, wanted in ((1.0, 0.2), (1e-6, 1e-7), (20.0, 0.3), (0.5, 0.4), (3.0, 1.0)):
        found = run(BY_NAME[name].program(), (first, wanted))
        with mpmath.workdps(DIGITS):
            low, high = (
                (mpmath.mpf(0), mpmath.mpf(first)) if name == "eps" else (mpmath.mpf(first), mpmath.mpf(400))
            )
            for _ in range(140):
                middle = (low + high) / 2
                if name == "eps":
                    enough = _inside(mpmath.mpf(first), middle) >= wanted
                    low, high = (low, middle) if enough else (middle, high)
                else:
                    enough = _inside(middle, mpmath.mpf(first)) >= wanted
                    low, high = (middle, high) if enough else (low, middle)
        assert abs(found / high - 1) < 1e-14


def test_the_series_of_sinh_keeps_its_bound() -> None:
    generator, bound = random.Random(5), sinhc_excess.error()
    for number in range(2000):
        h = 0.5 if number == 0 else generator.uniform(0.25, 0.5) * 2.0 ** -(number % 60)
        with mpmath.workdps(2 * DIGITS):
            exact = mpmath.sinh(mpmath.mpf(h)) / mpmath.mpf(h) - 1
            assert (
                abs(run(HELPERS[Operation.SINHC_EXCESS].program, [h]) / exact - 1) <= float(bound) * 2.0**-53
            )


@pytest.mark.parametrize("terms", [3, 5])
def test_a_shorter_series_is_outside_the_bound(terms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = sinhc_excess.error()
    monkeypatch.setattr(sinhc_excess, "TERMS", terms)
    assert sinhc_excess.left_out() > bound
    program = sinhc_excess.program()
    assert abs(run(program, [0.5]) / (2 * math.sinh(0.5) - 1) - 1) > float(bound) * 2.0**-53
    monkeypatch.setitem(
        HELPERS, Operation.SINHC_EXCESS, replace(HELPERS[Operation.SINHC_EXCESS], program=program)
    )
    assert any("leaves out" in str(said) for said in _failed(prove_algebra(BY_NAME["eps0"])))


def test_what_the_series_leaves_out_is_below_its_bound() -> None:
    """Against the sum of the next terms at the end, where it is largest; and the series is the program."""
    q = sinhc_excess.LARGEST**2
    terms = [q ** (n + 1) / math.factorial(2 * n + 3) for n in range(60)]
    share = sum(terms[sinhc_excess.TERMS :]) / sum(terms) * 2**53
    assert share <= sinhc_excess.left_out() < 1 and share > sinhc_excess.left_out() / 2
    (path,) = paths(sinhc_excess.program())
    h = sp.Symbol("h", real=True)
    for n, c in enumerate(reversed(sinhc_excess.coefficients())):
        assert abs(Fraction(c) * math.factorial(2 * n + 3) - 1) <= Fraction(1, 2**53)
        assert sp.Poly(path.ended, h).coeff_monomial(h ** (2 * n + 2)) == sp.Rational(*c.as_integer_ratio())


WRONG = {
    "probability": laplace.Inside(noise=EPS, bound=EPS0),
    "one-sided": laplace.FallenByHalf(EPS, EPS0),
    "delta": laplace.SpentByHalf(noise=EPS, bound=EPS0),
    "eps": Extreme(EPS0, laplace.DoubleAreaSine(EPS0, PROBABILITY), largest=True),
    "eps-delta": laplace.Moved(EPS0, DELTA, upwards=True),
    "eps0": Extreme(EPS, laplace.NoiseFar(EPS, PROBABILITY), largest=False),
    "eps0-delta": laplace.Moved(EPS, DELTA, upwards=False),
    "noise-scale": Over(SENSITIVITY, laplace.NoiseFar(EPS, PROBABILITY)),
    "noise-scale-delta": Over(SENSITIVITY, laplace.Moved(EPS, DELTA, upwards=False)),
    "mean": laplace.VarianceOfLoss(),
    "variance": laplace.MeanLoss(),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_tree_is_not_proved(name: str) -> None:
    formula = BY_NAME[name]
    *others, last = formula.cases
    wrong = replace(formula, cases=(*others, replace(last, value=WRONG[name])))
    failed = _failed(prove_algebra(wrong))
    assert any("the tree is" in str(said) for said in failed)
    of_program = _failed(prove_algebra(formula, wrong.program()))
    assert any("returns" in str(said) for said in of_program)


def test_an_argument_for_an_extreme_needs_a_proof() -> None:
    """eps instead of the larger one: for 2 P >= eps it is that one, for 3 P >= eps it may not be."""
    formula = BY_NAME["eps0"]
    first, *others = formula.cases
    (condition,) = first.conditions
    assert _failed(extreme_proofs.tree(first, [*formula.domain, condition], _questions(), "here")) == []
    wider = replace(condition, polynomial=3 * PROBABILITY - EPS)
    assert _failed(extreme_proofs.tree(first, [*formula.domain, wider], _questions(), "here"))
    other = replace(first, value=Exactly(PROBABILITY))
    assert _failed(extreme_proofs.tree(other, [*formula.domain, condition], _questions(), "here"))
    assert others


def _questions() -> Questions:
    return Questions(CertifyingSolver())


def test_a_program_that_takes_the_other_extreme_is_refuted() -> None:
    for name in ("eps", "eps0", "noise-scale"):
        formula = BY_NAME[name]

        def turned(value):
            if isinstance(value, Over):
                return replace(value, form=turned(value.form))
            return replace(value, largest=not value.largest) if isinstance(value, Extreme) else value

        cases = tuple(replace(case, value=turned(case.value)) for case in formula.cases)
        program = replace(formula, cases=cases).program()
        assert any("returns" in str(said) for said in _failed(prove_algebra(formula, program)))


@pytest.mark.parametrize("name", BY_NAME)
def test_the_wrong_side_is_seen(name: str) -> None:
    formula, points = BY_NAME[name], list(_drawn(name))
    other = Side.UPPER if formula.side is Side.LOWER else Side.LOWER
    assert _outside(name, formula, points, replace(formula, side=other).safe_program())


@pytest.mark.parametrize("name", ["eps0", "variance"])
def test_a_smaller_step_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    formula, points = BY_NAME[name], list(_drawn(name))
    monkeypatch.setattr(formula_module.Formula, "_step", 2.0**-60)
    assert _outside(name, formula, points)


PLAIN = {
    "delta": lambda eps0, eps: 1 - math.exp(-(eps0 - eps) / 2) if eps < eps0 else 0.0,
    "probability": lambda eps0, eps: (
        (math.exp(-(eps0 - eps) / 2) - math.exp(-(eps0 + eps) / 2)) / 2 if eps < eps0 else 1.0
    ),
    "eps0": lambda eps, p: max(eps, 2 * math.log(math.sinh(eps / 2) / p)),
    "mean": lambda eps0: eps0 - 1 + math.exp(-eps0),
    "variance": lambda eps0: 3 - (4 * eps0 + 2) * math.exp(-eps0) - math.exp(-2 * eps0),
}


@pytest.mark.parametrize("name", PLAIN)
def test_the_plain_forms_lose_digits_where_these_do_not(name: str) -> None:
    """So the drawn points reach the places where the form matters."""
    formula, lost = BY_NAME[name], 0
    for point in _drawn(name):
        with mpmath.workdps(4 * DIGITS):
            exact = mpmath.mpf(SECOND[name](*map(mpmath.mpf, point)))
            lost += abs(PLAIN[name](*point) - exact) > float(formula.error) * math.ulp(float(exact))
    assert lost
