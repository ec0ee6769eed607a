"""Caps say the same as their bounds on the relative risk, at exact points and by proof."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import cast

import pytest
import sympy as sp

from symbolic_eps.answers.derivation import derive
from symbolic_eps.errors import DomainError, InputError, UndecidedError
from symbolic_eps.profiles import caps
from symbolic_eps.profiles.caps import (
    Cap,
    CapKind,
    profile_of,
    prove_translation,
    read_caps,
    relative_risk_of,
)
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from verify import kernel
from verify.prover.certifying_solver import CertifyingSolver

KINDS = (CapKind.POSTERIOR, CapKind.DIFFERENCE, CapKind.ODDS_RATIO)


def respected(kind: CapKind, cap: Fraction, posterior: Fraction, prior: Fraction) -> bool:
    """The definitions, on numbers; prior and posterior below 1."""
    match kind:
        case CapKind.POSTERIOR:
            return posterior <= cap
        case CapKind.DIFFERENCE:
            return posterior - prior <= cap
        case CapKind.ODDS_RATIO:
            return (posterior / (1 - posterior)) / (prior / (1 - prior)) <= cap
    return posterior / prior <= cap


@pytest.mark.parametrize("kind", CapKind)
def test_a_cap_and_its_bound_admit_the_same_risks(kind: CapKind) -> None:
    numbers = [Fraction(k, 6) for k in range(1, 6)]
    outcomes = set()
    for inclusion, value, posterior in product(numbers, repeat=3):
        for cap in (Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(5, 2), Fraction(4)):
            prior = inclusion * value
            bound = relative_risk_of(kind, sp.Rational(cap.numerator, cap.denominator))
            limit = bound.subs({p: sp.Rational(str(inclusion)), q: sp.Rational(str(value))})
            within = posterior / prior <= Fraction(int(limit.p), int(limit.q))
            assert within == respected(kind, cap, posterior, prior)
            outcomes.add(within)
    assert outcomes == {True, False}


def test_bounds_by_hand() -> None:
    b, k = parameter("b"), parameter("k")
    assert sp.simplify(relative_risk_of(CapKind.DIFFERENCE, b) - (p * q + b) / (p * q)) == 0  # as printed
    odds = relative_risk_of(CapKind.ODDS_RATIO, k)
    # Prior odds 1/3 times 3 are odds 1: the posterior is 1/2, twice the prior 1/4.
    assert odds.subs({p: sp.Rational(1, 2), q: sp.Rational(1, 2), k: 3}) == 2
    assert odds.subs({p: 1, q: 1}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_max_min_and_piecewise_stay_outermost(kind: CapKind) -> None:
    small, large = sp.Rational(1, 4), sp.Rational(5, 4)
    for function in (sp.Max, sp.Min):
        both = relative_risk_of(kind, function(parameter("a"), small, evaluate=False))
        assert isinstance(both, function) and relative_risk_of(kind, small) in both.args
    cases = sp.Piecewise((small, p < 1), (large, True))
    inner = relative_risk_of(kind, cases)
    assert [value for value, _ in inner.args] == [relative_risk_of(kind, v) for v in (small, large)]
    assert relative_risk_of(kind, sp.oo) is sp.oo


def test_several_caps_are_their_minimum() -> None:
    found = profile_of([*read_caps(posterior=["min(1/2, a)"]), *read_caps("3"), *read_caps("3")])
    assert isinstance(found, sp.Min)
    assert set(found.args) == {1 / (2 * p * q), parameter("a") / (p * q), sp.Integer(3)}


@pytest.mark.parametrize("kind", KINDS)
def test_translations_are_proved_by_certificates(kind: CapKind) -> None:
    judge = CertifyingSolver()
    with judge.recorded() as evidence:
        prove_translation(kind, judge)
    certificates = [c for e in evidence for c in e.certificates]
    assert len(certificates) >= 3 and {str(e.grade) for e in evidence} == {"exact"}
    for certificate in certificates:
        kernel.check(dict(certificate), {})


PLANTED: dict[str, tuple[CapKind, Callable[..., sp.Expr]]] = {
    "posterior over the squared prior": (CapKind.POSTERIOR, lambda _, c, m: c / m**2),
    "difference without the prior": (CapKind.DIFFERENCE, lambda _, c, m: c / m),
    "odds with the cap on the wrong side": (CapKind.ODDS_RATIO, lambda _, c, m: c / (c * (1 - m) + m)),
    "odds a little too lax": (CapKind.ODDS_RATIO, lambda _, c, m: c / (1 - m + c * m) + sp.Rational(1, 1000)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_translation_is_not_proved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, wrong = PLANTED[name]
    monkeypatch.setattr(caps, "_translated", wrong)
    with pytest.raises(UndecidedError, match="not shown"):
        prove_translation(kind, CertifyingSolver())


def test_options_are_read_in_order() -> None:
    found = read_caps("r", posterior=["1/2"], difference=["b"], odds_ratio=["k", "3"])
    assert [(str(c.kind), str(c.value)) for c in found] == [
        ("relative-risk", "r"),
        ("posterior", "1/2"),
        ("difference", "b"),
        ("odds-ratio", "k"),
        ("odds-ratio", "3"),
    ]


def test_bad_caps_are_refused() -> None:
    with pytest.raises(InputError, match="nothing to respect"):
        read_caps()
    with pytest.raises(InputError, match="no cap is given"):
        profile_of([])
    with pytest.raises(InputError, match="there is no cap 'odds'"):
        Cap(cast(CapKind, "odds"), sp.Integer(3))
    with pytest.raises(InputError, match="unknown function"):
        read_caps(posterior=["exp(p)"])
    assert read_caps(posterior=["exp(p)"], transcendental=True)[0].value == sp.exp(p)


@pytest.mark.parametrize(
    ("cap", "assumed"), [("k", ["k<0"]), ("max(0-10*p, 2)", []), ("piecewise((0-p, p>1/2), 3)", [])]
)
def test_a_cap_on_the_odds_ratio_that_is_negative_somewhere_is_refused(cap, assumed):
    """Its bound c/(1 - m + c m) can be positive there, and would pass for a high one: eps = oo."""
    with pytest.raises(DomainError, match="on the odds ratio is not positive at"):
        derive(odds_ratio=cap, assumptions=assumed, box=["p>=1/2"], fixed={"q": 1})


def test_caps_on_the_odds_ratio_may_have_parts_that_are_positive():
    derived = derive(odds_ratio="max(k, 2*p)", assumptions=["k>2"])
    assert [str(b.epsilon) for b in derived.derived.branches] == ["log(k)/2"]
