"""Section 3.2 of Dandekar, Basu and Bressan (2021): convexity and post-processing.

gamma_1 and gamma_2 of this section belong to two mechanisms; Section 4 has the same letters for two cases.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.background import P_y, higher
from derivations.dandekar_basu_bressan_2021.notation import (
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
    share,
    u,
    v,
)
from derivations.dandekar_basu_bressan_2021.privacy_at_risk import BAD, BOTH_WAYS
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, gt, le
from verify.probability.derivation import Derivation, Step
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
        "text:3.2/chain-3",
        eq(v * P_y + risk, v * P_z + delta),
        (v > 0, eq(P_y, P_z)),
        corrected=eq(v * P_y + risk, v * P_z + risk),
        remark="delta for gamma.",
    ),
)
