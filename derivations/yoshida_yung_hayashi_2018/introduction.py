"""Section I of Yoshida, Yung & Hayashi (2018): the errors that the constraint bounds, Table I."""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018 import finite_sets
from derivations.yoshida_yung_hayashi_2018.notation import (
    BOUND,
    MIXTURE,
    THETA,
    cited,
    claim,
    d,
    definition,
    t,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, lt

_mixed, u, v = parameter("p_t"), parameter("u"), parameter("v")
_one, _other, _both, _error, _n, _J = (parameter(name) for name in ("e_1", "e_2", "e_12", "mse", "n", "J"))
_private, _disclosed = parameter("size_X"), parameter("size_Y")

PAIR = (u >= 0, u <= 1, v >= 0, v <= 1)
"""p_0 = [u, 1-u], p_1 = [v, 1-v]."""

TWO_DISTANCE = le(sp.Abs(u - v), d)
"""The variational distance of such a pair is at most delta."""

_yes = (1 - t) * u + t * v
TWO_OUTCOMES = sp.Piecewise(((u - v) ** 2 / (_yes * (1 - _yes)), sp.And(_yes > 0, _yes < 1)), (0, True))
"""J of such a pair; 0 where one element has probability 0 under both laws."""

CLAIMS: tuple[Claim, ...] = (
    cited("text:I/composable", le(_both, _one + _other), "[7]"),
    definition("text:I/mixture", eq(_mixed, MIXTURE)),
    cited("text:I/maximum-likelihood", eq(_error, 1 / (_n * _J)), "[3]-[5]", "For large n."),
    definition("text:I/distance", eq(parameter("d_1"), parameter("norm") / 2)),
    claim("text:I/error-of-distinguishing.1", finite_sets.FAIR_ERROR, (), remark="For every set S."),
    claim("text:I/error-of-distinguishing.2", finite_sets.FAIR_ERROR_ATTAINED, (), remark="For one set S."),
    cited("text:I/as-many-outcomes", eq(_disclosed, _private), "[11]"),
    claim(
        "text:I/two-outcomes-fall-short",
        lt(
            TWO_OUTCOMES,
            finite_sets.LARGEST.subs({parameter("w"): sp.Rational(1, 2), parameter("a"): (1 - d) / 2}),
        ),
        (*BOUND, *THETA, *PAIR, TWO_DISTANCE),
        remark="Of every pair on two elements, below what three elements allow, at w = 1/2.",
    ),
    cited("tab:1/kairouz.X", ge(_private, 2), "[11]"),
    cited("tab:1/kairouz.Y", ge(_disclosed, 2), "[11]"),
    cited("tab:1/kairouz.condition", eq(_disclosed, _private), "[11]"),
    cited("tab:1/holohan.X", eq(_private, 2), "[14]"),
    cited("tab:1/holohan.Y", eq(_disclosed, 2), "[14]"),
    definition("tab:1/this-paper.X", eq(_private, 2)),
    definition("tab:1/this-paper.Y", ge(_disclosed, 2)),
)
