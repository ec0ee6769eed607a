"""Sections 1 and 2: the budgets quoted, the geometric mechanism (2), the risks (3)-(6) and the bound (7).

x = e^-eps. The definitions of risk have letters for probabilities: J = P[Y in S, I = 1] with its posterior
J_T, I_1 = P[I = 1], and B = P[Y in S | I = 1].
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import (
    BOUNDED_RISK,
    INCLUSION_PRIOR,
    PRIORS,
    decay,
    eps,
    p,
    q,
    r,
    radicand,
    risk,
    risk_bound,
)
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.theorem_2 import THEOREM_1
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Path, Supremum
from verify.calculus.series import Series
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import between, eq, ge, gt, le, lt, product, ratio

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
        remark="A profile implies a budget only where some budget exceeds it: for eps -> oo the bound of "
        "Theorem 1 tends to 1/(p q). A profile that is nowhere below that allows every budget.",
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

_included = q * L_S + (1 - q) * L_N
_release = p * _included + (1 - p) * L_0
_posterior, _posterior_inclusion = p * q * L_S / _release, p * _included / _release

RISKS: tuple[Claim, ...] = (
    claim("eq:3", sp.And(eq(I_1, p), eq(B, q)), (), kind=Kind.DEFINITION),
    claim("eq:4", eq(risk, J_T / J), (J > 0,), kind=Kind.DEFINITION),
    claim(
        "eq:5",
        eq(
            ratio(_posterior, p * q),
            product(ratio(ratio(_posterior, _posterior_inclusion), q), ratio(_posterior_inclusion, p)),
        ),
        (*PRIORS, *(L >= 0 for L in (L_S, L_N, L_0)), gt(_release, 0)),
        missing=(gt(_included, 0),),
        remark="By Bayes' theorem, from the likelihoods of t* with a value in S, with another, and without "
        "the person. It conditions on I = 1 and T* = t*; that a possible t* is possible given I = 1 follows "
        "from (1) with Assumption 2 only.",
    ),
    claim("eq:6", eq(posterior, J_T), (), kind=Kind.DEFINITION),
    claim(
        "text:2.2/conversion",
        eq(ratio(J_T, J), J_T / (p * q)),
        (*PRIORS, eq(J, B * I_1), eq(B, q), eq(I_1, p)),
    ),
)

_uniform = sp.exp(2 * eps)
_LARGEST = (
    "Up to (12), here x = e^-eps at least its value for q < 1 (.1) and for q = 1 (.2), and no further, "
    "the bound of Theorem 1, which a mechanism attains, is at most r*. Where r* p q >= 1 no largest budget "
    "exists."
)

RISK_PROFILES: tuple[Claim, ...] = (
    claim(
        "eq:7",
        le(risk, _uniform),
        (*PRIORS, *_NON_NEGATIVE, *THEOREM_1),
        remark="Given Theorem 1: footnote 4 adds that Assumptions 1 and 2 are needed besides (1).",
    ),
    claim(
        "text:2.3/footnote-4",
        Supremum(_BOUND, (p, q), x**-2, Path(t, {p: 1 - t, q: t})),
        (*PRIORS, *_DECAY),
        remark="Beyond the text: no smaller multiple of eps bounds the risk of Theorem 1 for all priors.",
    ),
    claim(
        "text:2.3/naive-strategy",
        le(risk, r),
        (*BOUNDED_RISK, gt(decay, 0), eq(eps, sp.log(r) / 2), le(risk, _uniform)),
    ),
    claim(
        "text:2.3/need-not-be-tight",
        gt(_uniform.subs(eps, sp.log(2)), risk_bound().subs(eps, sp.log(2))),
        PRIORS,
        remark="For any priors some budget shows it, here log 2; the bound of Theorem 1 is smaller.",
    ),
    claim(
        "text:2.3/example.1",
        sp.Equivalent(le(risk, 2), le(posterior, product(2, sp.Rational(1, 4)))),
        (eq(risk, posterior / (p * q)), eq(p * q, sp.Rational(1, 4))),
        remark="The limit on the posterior is the bound 2 on the relative risk; 2 * 0.25 = 0.5.",
    ),
    claim(
        "text:2.3/example.2",
        sp.Equivalent(le(risk, 2), le(posterior, product(2, sp.Rational(1, 10**6)))),
        (eq(risk, posterior / (p * q)), eq(p * q, sp.Rational(1, 10**6))),
    ),
    claim("eq:8", le(risk, r), PRIORS, kind=Kind.DEFINITION, remark="What the agency requires."),
    claim(
        "text:2.3/largest-budget.1",
        sp.Equivalent(le(_BOUND, r), ge(x, ratio(_GAP, 2 * p * (1 - q)))),
        (*INCLUSION_PRIOR, q > 0, q < 1, *BOUNDED_RISK, *_DECAY),
        missing=(r * p * q < 1,),
        remark=_LARGEST,
    ),
    claim(
        "text:2.3/largest-budget.2",
        sp.Equivalent(le(_BOUND.subs(q, 1), r), ge(x, ratio(1 / r - p, 1 - p))),
        (*INCLUSION_PRIOR, *BOUNDED_RISK, *_DECAY),
        missing=(p < 1,),
        remark=_LARGEST,
    ),
)

CLAIMS: tuple[Claim, ...] = (*ABSTRACT, *SECTION_1, *MECHANISM, *RISKS, *RISK_PROFILES)
