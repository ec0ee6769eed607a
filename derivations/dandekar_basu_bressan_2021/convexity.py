"""Section 3.2 of Dandekar, Basu and Bressan (2021): convexity and post-processing.

gamma_1 and gamma_2 of this section belong to two mechanisms; Section 4 has the same letters for two cases.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import P_y, higher
from derivations.dandekar_basu_bressan_2021.notation import (
    LAWS,
    cited,
    claim,
    delta,
    eps0,
    f,
    finite_model,
    g,
    o,
    pair_of_laws,
    risk,
    s,
    share,
    u,
    v,
)
from derivations.dandekar_basu_bressan_2021.privacy_at_risk import (
    BAD,
    BAD_BELOW,
    BOTH_WAYS,
    WHERE_IT_EXCEEDS,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total

p = parameter("p")
share_1, share_2, eps_1, eps_2, C_1, C_2 = (
    parameter(name) for name in ("share_1", "share_2", "eps_1", "eps_2", "C_1", "C_2")
)
P_z = parameter("P_z")
"""P(f(M(y)) in Z')."""

SHARES = (share_1 >= 0, share_1 <= 1, share_2 >= 0, share_2 <= 1)
CHOICE = (p >= 0, p <= 1)
LOWER = (eps_1 <= eps0, eps_2 <= eps0)
MIXED = p * share_1 + (1 - p) * share_2
_PRINTED_SHARE = 1 - p * share_1 - (1 - p) * share_2
BOUND_1 = share_1 * eps_1 + (1 - share_1) * eps0
BOUND_2 = share_2 * eps_2 + (1 - share_2) * eps0
LEVEL = eq(higher * MIXED, p * share_1 * eps_1 + (1 - p) * share_2 * eps_2)


def _with(gamma: sp.Expr) -> sp.Basic:
    return le(p * C_1 + (1 - p) * C_2, gamma * higher + (1 - gamma) * eps0)


_GOOD = Total(f * (1 - u), o)


_PAIR = {f: ("3/5", "2/5"), g: ("1/4", "3/4"), u: ("1", "0")}


def _same_twice(hypothesis: sp.Basic, goal: sp.Basic, gamma: dict[sp.Symbol, str]) -> Derivation:
    return Derivation(
        pair_of_laws(BOTH_WAYS, hypothesis, events=(u,)),
        goal,
        (Step(goal, using=(hypothesis,)),),
        (finite_model(_PAIR, {v: "2", **gamma}),),
    )


g_1, g_2, f_1, f_2 = (parameter(name) for name in ("g_1", "g_2", "f_1", "f_2"))
u_1, u_2 = parameter("u_1"), parameter("u_2")


def _exceeds(event: sp.Symbol, one: sp.Expr, other: sp.Expr) -> sp.Basic:
    return BOTH_WAYS.subs({u: event, f: one, g: other}, simultaneous=True)


_FAMILIES = (f_1, f_2, g_1, g_2)
_mixed = le(Total((f_1 + f_2) / 2 * u, o), risk)
_VALUES = {
    f_1: ("1/10", "9/10"),
    g_1: ("1/50", "49/50"),
    f_2: ("3/5", "2/5"),
    g_2: ("3/10", "7/10"),
    u_1: ("1", "0"),
    u_2: ("0", "0"),
    u: ("1", "0"),
}
HIDDEN_CHOICE = Derivation(
    Setting(
        {symbol: (o,) for symbol in (*_FAMILIES, u_1, u_2, u)},
        (
            *(symbol >= 0 for symbol in _FAMILIES),
            *(sp.Eq(Total(symbol, o), 1) for symbol in _FAMILIES),
            _exceeds(u_1, f_1, g_1),
            _exceeds(u_2, f_2, g_2),
            _exceeds(u, (f_1 + f_2) / 2, (g_1 + g_2) / 2),
            le(Total(f_1 * u_1, o), risk),
            le(Total(f_2 * u_2, o), risk),
        ),
        events=(u_1, u_2, u),
        supports=Supports.FINITE,
    ),
    _mixed,
    (Step(_mixed),),
    (finite_model(_VALUES, {risk: "1/10", v: "2"}),),
)

_X, _Y = (tuple(map(sp.Rational, law)) for law in (("1/10", "1/2", "2/5"), ("1/50", "1/4", "73/100")))
_TWICE = sp.Integer(2)
MERGED = sp.And(
    gt(_X[0], _TWICE * _Y[0]),
    *(le(one, 2 * other) for k in (1, 2) for one, other in ((_X[k], _Y[k]), (_Y[k], _X[k]))),
    eq(sp.Add(*_X, evaluate=False), 1),
    eq(sp.Add(*_Y, evaluate=False), 1),
    gt(sp.Add(*_X[:2], evaluate=False), sp.Mul(2, sp.Add(*_Y[:2], evaluate=False), evaluate=False)),
    gt(sp.Add(*_X[:2], evaluate=False), _X[0]),
    evaluate=False,
)

h, r = parameter("h"), parameter("r")
"""How probable a mapping makes the result r of an output, and the result."""

MAPPED = (ge(h, 0), sp.Eq(Total(h, r), 1))
_inside, _inside_y = Total(f * h * s, o, r), Total(g * h * s, o, r)
_weak = le(_inside, v * _inside_y + risk)
_parts = le(_inside, Total(v * g * h * s + f * u * h, o, r))
_lost = eq(Total(f * u * h, o, r), Total(f * u * Total(h, r), o))
_all = eq(Total(f * u * Total(h, r), o), BAD)
_SIGNS = (f >= 0, g >= 0, h >= 0, s >= 0, 1 - s >= 0, u >= 0, 1 - u >= 0, v > 0)
WEAK = Derivation(
    Setting(
        {f: (o,), g: (o,), u: (o,), h: (o, r), s: (r,)},
        (*LAWS, *MAPPED, WHERE_IT_EXCEEDS, BAD_BELOW),
        events=(u, s),
        supports=Supports.FINITE,
    ),
    _weak,
    (
        Step(_parts, Termwise(), (WHERE_IT_EXCEEDS, *_SIGNS)),
        Step(_lost),
        Step(_all, Termwise(), (MAPPED[1],)),
        Step(_weak, using=(_parts, _lost, _all, BAD_BELOW, v > 0)),
    ),
)
"""Lemma 3: what is in Z' comes from outputs in OUT, or is as probable for y up to the factor."""

CLAIMS: tuple[Claim, ...] = (
    claim(
        "text:3.2/loss-bound.1",
        le(C_1, BOUND_1),
        (*SHARES[:2], eps_1 <= eps0, eps_1 > 0, le(sp.Abs(C_1), eps0)),
        remark="Randomized response has C = eps0 with probability exp(eps0)/(1 + exp(eps0)).",
    ),
    claim(
        "text:3.2/loss-bound.2",
        le(C_2, BOUND_2),
        (*SHARES[2:], eps_2 <= eps0, eps_2 > 0, le(sp.Abs(C_2), eps0)),
    ),
    claim(
        "text:3.2/combined",
        _with(_PRINTED_SHARE),
        (*SHARES, *CHOICE, *LOWER, eps_1 > 0, eps_2 > 0, le(C_1, BOUND_1), le(C_2, BOUND_2), LEVEL),
        corrected=_with(MIXED),
        remark="gamma' is 1 minus what the line needs.",
    ),
    claim(
        "text:3.2/level-is-defined",
        gt(MIXED, 0),
        (*SHARES, *CHOICE),
        missing=(share_1 > 0, share_2 > 0),
        remark="eps' is a quotient of this.",
    ),
    claim(
        "lem:2.1",
        _same_twice(le(BAD, risk), le(BAD, 1 - risk), {risk: "3/5"}),
        (v > 0, risk >= 0, risk <= 1),
        remark="gamma as in (1); both mechanisms are the same, so that gamma' = 1 - gamma.",
    ),
    claim(
        "lem:2.2",
        _same_twice(ge(_GOOD, share), ge(_GOOD, 1 - share), {share: "2/5"}),
        (v > 0, share >= 0, share <= 1),
        remark="gamma as the probability that the loss does not exceed eps.",
    ),
    claim(
        "lem:2.3",
        HIDDEN_CHOICE,
        (v > 0, risk >= 0, risk <= 1),
        remark="The axiom: both mechanisms have the same level and the same gamma, as in (1); p = 1/2.",
    ),
    cited("text:3.2/axiom", le(parameter("P_exceeds"), risk), "[23, Axiom 2.1.2]"),
    cited("text:3.2/no-post-processing", gt(parameter("P_exceeds"), risk), "[29]"),
    claim(
        "cor:2",
        MERGED,
        (),
        remark="exp(eps) = 2, gamma = 1/10, three outputs; the first two become one.",
    ),
    claim(
        "lem:3",
        WEAK,
        (v > 0,),
        remark="The pair is fixed, as in thm:2.1. h is the probability of a result r of the mapping at the "
        "output o, which is 0 or 1 for the mappings meant here.",
    ),
    claim(
        "text:3.2/chain-3",
        eq(v * P_y + risk, v * P_z + delta),
        (v > 0, eq(P_y, P_z)),
        corrected=eq(v * P_y + risk, v * P_z + risk),
        remark="delta for gamma.",
    ),
)
