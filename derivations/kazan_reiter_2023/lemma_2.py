"""Lemma 2 with its proof, (55)-(67), Appendix A.2 of Kazan & Reiter (2023).

Sums over the values y of the person: w[y] = P[Y = y | I = 1], l[y] = P[T* = t* | Y = y, I = 1], s[y] = 1 for
y in S; L_0 = P[T* = t* | I = 0] and x = e^-eps.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter_2023 import probability
from derivations.kazan_reiter_2023.notation import (
    INCLUSION_PRIOR,
    PRIORS,
    claim,
    decay,
    eps,
    eq,
    ge,
    le,
    p,
    product,
    q,
    ratio,
)
from derivations.kazan_reiter_2023.theory import NULL_ABSENCE, NULL_COMPLEMENT
from symbolic_eps.bound import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.bound import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.bound import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.symbols import DECAY as x
from symbolic_eps.symbols import parameter
from verify.claim import Claim
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

w, el, s, y = (parameter(name) for name in ("w", "l", "s", "y"))

_mass = sp.Eq(Total(w, y), 1)
_seen = Total(w * el, y) > 0
_event = Total(s * w, y) > 0
_POSITIVE = (w > 0, el >= 0, L_0 > 0, x > 0)
_LEMMA_1 = (el >= x * L_0, x * el <= L_0)
_SETTING = Setting({w: (y,), el: (y,), s: (y,)}, (*_POSITIVE, *_LEMMA_1, _mass, _event), events=(s,))

_prior = Total(s * w, y)
_release = Total(w * el, y)
_inside = Quotient(Total(s * w * el, y), _prior)
_absent = Quotient((1 - p) * L_0, 1 - p)
_left = Quotient(_inside, _absent)
_posterior = Quotient(Total(s * w * el, y), _release)
_given_y = Quotient(w * el, w)
_below = _prior * _absent

_line_57 = Quotient(Quotient(_posterior * _release, _prior), _absent)
_line_58 = Quotient(_release * _posterior, _below)
_line_59 = Quotient(_release * Total(s * Quotient(w * el, _release), y), _below)
_line_60 = Quotient(_release * Total(s * Quotient(_given_y * w, _release), y), _below)
_line_61 = Quotient(Total(s * Quotient(el, _absent) * w, y), _prior)
_line_62 = Quotient(Total(s * x * w, y), _prior)
_line_63 = Quotient(Total(s * w / x, y), _prior)

_bounded = sp.Ge(_release, Total(x * L_0 * w, y), evaluate=False)
_is_seen = (
    Step(_bounded, Termwise(), (*_POSITIVE, *_LEMMA_1)),
    Step(_seen, using=(_bounded, _mass, L_0 > 0, x > 0)),
)
"""t* has a positive probability given I = 1, so that all may be conditioned on it."""


def _equal(left: sp.Expr, right: sp.Expr, *known: sp.Basic) -> Derivation:
    goal = sp.Eq(left, right, evaluate=False)
    step = Step(goal, using=(_seen, _event, *_POSITIVE, *known))
    return Derivation(_SETTING, goal, (*_is_seen, step))


def _compared(small: sp.Expr, large: sp.Expr, goal: sp.Basic) -> Derivation:
    """A comparison of the sums over S of two terms, divided by the prior."""
    sums = sp.Le(Total(small, y), Total(large, y), evaluate=False)
    steps = (
        Step(sums, Termwise(), (*_POSITIVE, *_LEMMA_1, sp.Ge(s, 0))),
        Step(goal, using=(sums, _event, *_POSITIVE, p < 1)),
    )
    return Derivation(_SETTING, goal, steps)


_line_62_1 = _compared(s * w * x * L_0, s * w * el, sp.Ge(_line_61, _line_62, evaluate=False))
_line_63_1 = _compared(x * s * w * el, s * w * L_0, sp.Le(_line_61, _line_63, evaluate=False))

_X = "x = e^-eps."
_SUPPORT = f"{_X} For y in the support of Y; P[Y in S | I = 1] > 0."


def _line(place: str, statement: Derivation) -> Claim:
    """A line that conditions on I = 0."""
    return claim(place, statement, INCLUSION_PRIOR, missing=(p < 1,), remark=f"{_SUPPORT} {NULL_ABSENCE}")


_LEMMA: tuple[Claim, ...] = (
    claim(
        "eq:55",
        probability.LEMMA_2_FIRST,
        (*probability.BUDGET, *PRIORS),
        missing=(p < 1,),
        remark=f"{_X} {NULL_ABSENCE}",
    ),
    claim(
        "eq:56",
        probability.LEMMA_2_SECOND,
        (*probability.BUDGET, q > 0, q <= 1),
        missing=(q < 1,),
        remark=f"{_X} {NULL_COMPLEMENT}",
    ),
)

_BY_SUMS: tuple[Claim, ...] = (
    _line("eq:57", _equal(_left, _line_57, p < 1)),
    _line("eq:58", _equal(_line_57, _line_58, p < 1)),
    _line("eq:59", _equal(_left, _line_59, p < 1)),
    _line("eq:60", _equal(_line_59, _line_60, p < 1)),
    _line("eq:61", _equal(_line_60, _line_61, p < 1)),
    _line("eq:62.1", _line_62_1),
    claim("eq:62.2", _equal(_line_62, x), (), remark=_SUPPORT),
    _line("eq:63.1", _line_63_1),
    claim("eq:63.2", _equal(_line_63, 1 / x), (), remark=_SUPPORT),
)

_BOUNDS = (
    L_0 > 0,
    L_S > 0,
    L_N > 0,
    le(decay, L_S / L_0),
    le(L_S / L_0, sp.exp(eps)),
    le(decay, L_N / L_0),
    le(L_N / L_0, sp.exp(eps)),
)
_least = product(decay, sp.Pow(sp.exp(eps), -1, evaluate=False))
_greatest = product(sp.exp(eps), sp.Pow(decay, -1, evaluate=False))

_COMPLEMENT: tuple[Claim, ...] = (
    claim(
        "eq:64",
        eq(ratio(L_S, L_N), product(ratio(L_S, L_0), ratio(L_0, L_N))),
        (L_S > 0, L_0 > 0, L_N > 0),
    ),
    claim(
        "eq:65",
        probability.LINE_65,
        (*probability.BUDGET, *PRIORS),
        missing=(p < 1, q < 1),
        remark=f"{_X} {NULL_ABSENCE} {NULL_COMPLEMENT}",
    ),
    claim("eq:66.1", ge(L_S / L_N, _least), _BOUNDS),
    claim("eq:66.2", eq(_least, sp.exp(-2 * eps)), ()),
    claim("eq:67.1", le(L_S / L_N, _greatest), _BOUNDS),
    claim("eq:67.2", eq(_greatest, sp.exp(2 * eps)), ()),
)

CLAIMS: tuple[Claim, ...] = (*_LEMMA, *_BY_SUMS, *_COMPLEMENT)
