"""Sections 1 and 2: the budgets quoted, the geometric mechanism (2), the risks (3)-(6) and the bound (7).

x = e^-eps. The definitions of risk have letters for probabilities: J = P[Y in S, I = 1] with its posterior
J_T, I_1 = P[I = 1], and B = P[Y in S | I = 1].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import same_sentences
from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    PRIORS,
    decay,
    eps,
    p,
    q,
    r,
    radicand,
    risk,
)
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability import theorem_1
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Path, Supremum
from verify.calculus.series import Series
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import between, eq, le, lt, ratio

k, d, t, L_1 = parameter("k"), parameter("d"), parameter("t"), parameter("L_1")
with_person, without = parameter("w_1"), parameter("w_0")
J, J_T, I_1, B, mass, posterior = (parameter(name) for name in ("J", "J_T", "I_1", "B", "mass", "posterior"))

MASS = (1 - x) / (1 + x) * x ** sp.Abs(k)
"""(2) at a distance k from the true count."""

VARIANCE = 2 * decay / (1 - decay) ** 2

_NON_NEGATIVE = (eps >= 0,)
_BUDGET = (eps > 0,)
_DECAY = (x > 0, x <= 1)
_STRICT = (x < 1,)
_NO_NOISE_AT_NOUGHT = (
    "At eps = 0, which Section 4 recommends where p q = a, the mass is 0 everywhere: no distribution."
)

_BOUND = 1 / (p * q + p * (1 - q) * x**2 + (1 - p) * x)
_GAP = sp.sqrt(radicand(1 / r)) - (1 - p)


def _cited(place: str, value: sp.Expr, source: str) -> Claim:
    return claim(place, eq(eps, value), (), kind=Kind.CITED, source=f"the paper's {source}")


ABSTRACT: tuple[Claim, ...] = (
    claim(
        "text:0/unique-eps",
        lt(r, 1 / (p * q)),
        (*PRIORS, *BOUNDED_RISK),
        missing=(r * p * q < 1,),
        remark="Judged for a single pair of priors; a profile implies a budget if it is below 1/(p q) at "
        "some pair: for eps -> oo the bound of Theorem 1 tends to 1/(p q). A profile that is nowhere below "
        "that allows every budget. Section 4 names this exception: an agency accepts an unbounded eps there.",
    ),
)

SECTION_1: tuple[Claim, ...] = (
    _cited("text:1/early-advice.1", sp.Rational(1, 100), "[9]"),
    _cited("text:1/early-advice.2", sp.Rational(1, 10), "[9]"),
    _cited("text:1/early-advice.3", sp.log(2), "[9]"),
    _cited("text:1/early-advice.4", sp.log(3), "[9]"),
    _cited("text:1/on-the-map", sp.Rational(43, 5), "[29]"),
    _cited("text:1/ios", sp.Integer(14), "[42]"),
    _cited("text:1/census", sp.Rational(857, 50), "[1]"),
)

MECHANISM: tuple[Claim, ...] = (
    claim(
        "eq:1",
        sp.And(le(decay, L_1 / L_0), le(L_1 / L_0, sp.exp(eps))),
        (),
        kind=Kind.DEFINITION,
        remark="L_1 and L_0: the release's probability with and without the individual, all else fixed.",
    ),
    claim(
        "eq:2",
        eq(mass, (1 - decay) / (1 + decay) * sp.exp(-eps * sp.Abs(k))),
        _NON_NEGATIVE,
        kind=Kind.DEFINITION,
        remark="k = t* - t.",
    ),
    claim(
        "text:2.1/geometric-is-a-distribution",
        Series(MASS, k, -sp.oo, sp.oo, sp.Integer(1)),
        _DECAY,
        missing=_STRICT,
        remark=_NO_NOISE_AT_NOUGHT,
    ),
    claim(
        "text:2.1/geometric-is-private.1",
        le(sp.Abs(sp.Abs(d) - sp.Abs(d - 1)), 1),
        (),
        remark="One person changes a count by at most 1, so the exponent in (2) by at most 1; d is the "
        "distance of t* from the count with the person.",
    ),
    claim(
        "text:2.1/geometric-is-private.2",
        between(x, ratio((1 - x) / (1 + x) * with_person, (1 - x) / (1 + x) * without), 1 / x),
        (*_DECAY, with_person > 0, without > 0, x * with_person <= without, x * without <= with_person),
        missing=_STRICT,
        remark="(1) for (2), from exponents that differ by at most 1: w_1 and w_0 are e^(-eps |t* - t|) with "
        "and without the person. " + _NO_NOISE_AT_NOUGHT,
    ),
    claim("text:2.1/centred", Series(k * MASS, k, -sp.oo, sp.oo, sp.Integer(0)), _DECAY),
    claim(
        "text:2.1/variance",
        Series(k**2 * MASS, k, -sp.oo, sp.oo, 2 * x / (1 - x) ** 2),
        _DECAY,
        missing=_STRICT,
        remark=_NO_NOISE_AT_NOUGHT,
    ),
    claim(
        "text:2.1/variance-increases",
        DerivativeSign(VARIANCE, eps, "<"),
        _NON_NEGATIVE,
        missing=_BUDGET,
        remark="At eps = 0 there is no variance.",
    ),
)

RISKS: tuple[Claim, ...] = (
    claim("eq:3", sp.And(eq(I_1, p), eq(B, q)), (), kind=Kind.DEFINITION),
    claim("eq:4", eq(risk, J_T / J), (J > 0,), kind=Kind.DEFINITION),
    claim("eq:5", **same_sentences.DECOMPOSED_RISK),
    claim("eq:6", eq(parameter("risk_absolute"), J_T), (), kind=Kind.DEFINITION),
    claim(
        "text:2.2/conversion",
        eq(ratio(J_T, J), J_T / (p * q)),
        (*PRIORS, eq(J, B * I_1), eq(B, q), eq(I_1, p)),
    ),
)

_uniform = sp.exp(2 * eps)
RISK_PROFILES: tuple[Claim, ...] = (
    claim(
        "eq:7",
        theorem_1.UNIFORM,
        theorem_1.DOMAIN,
        remark="Under Assumptions 1 and 2, which footnote 4 adds.",
    ),
    claim(
        "text:2.3/footnote-4",
        Supremum(_BOUND, (p, q), x**-2, Path(t, {p: 1 - t, q: t})),
        (*PRIORS, *_DECAY),
        remark="Beyond the text: no smaller multiple of eps bounds the risk of Theorem 1 for all priors.",
    ),
    claim("text:2.3/naive-strategy", **same_sentences.NAIVE_BUDGET),
    claim("text:2.3/need-not-be-tight", **same_sentences.NOT_TIGHT),
    claim("text:2.3/example.1", **same_sentences.twice_the_prior(sp.Rational(1, 4))),
    claim("text:2.3/example.2", **same_sentences.twice_the_prior(sp.Rational(1, 10**6))),
    claim("eq:8", le(risk, r), PRIORS, kind=Kind.DEFINITION, remark="What the agency requires."),
    claim("text:2.3/largest-budget.1", **same_sentences.LARGEST_BUDGET),
    claim("text:2.3/largest-budget.2", **same_sentences.LARGEST_BUDGET_AT_KNOWN_VALUE),
)

CLAIMS: tuple[Claim, ...] = (*ABSTRACT, *SECTION_1, *MECHANISM, *RISKS, *RISK_PROFILES)
