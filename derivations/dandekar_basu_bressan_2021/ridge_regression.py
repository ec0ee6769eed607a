"""Section 6.2 of Dandekar, Basu and Bressan (2021): levels chosen for a ridge regression."""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.illustration import rounds_to
from derivations.dandekar_basu_bressan_2021.implicit_randomness import DKW, quantile, rho
from derivations.dandekar_basu_bressan_2021.notation import (
    cited,
    claim,
    definition,
    eps,
    n,
    share,
    up_to,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, ratio

alpha, eta, empirical, P_T, P_T0 = (
    parameter(name) for name in ("alpha", "eta", "gamma_3_hat", "P_T", "P_T0")
)
"""alpha, eta, the empirical gamma_3, P(T <= eps), P(T <= eps0) or P(T <= eta eps0)."""

_LEVEL, _LEAST, _MOST = sp.Rational(2, 5), sp.Rational(3, 4), sp.Rational(17, 20)


def _at(count: int, noise: sp.Expr) -> sp.Expr:
    """gamma_1 P(T <= eps0) for gamma_1 = 0.6."""
    return sp.Rational(3, 5) * up_to(count, noise)


CHANCE = (P_T0 >= 0, P_T0 <= 1)
FROM_3 = eq(share, ratio(P_T, P_T0))
FROM_6 = eq(empirical, alpha * quantile * ratio(P_T, P_T0))

_TABLE = {
    "100": ("2.04", "1.81"),
    "1000": ("8.03", "5.95"),
}

CLAIMS: tuple[Claim, ...] = (
    *(
        cited(f"tab:1/{queries}.{column}", eq(eps, sp.Rational(value)), source)
        for queries, values in _TABLE.items()
        for column, value, source in zip(
            ("moments", "at-risk"), values, ("[33]", "the mean of 30 experiments"), strict=True
        )
    ),
    claim(
        "text:6.2/equation",
        eq(share * P_T0 - P_T, 0),
        (FROM_3, *CHANCE),
        remark="From (3), where its denominator is not 0.",
    ),
    claim(
        "text:6.2/example.1",
        sp.And(le(_at(1, _LEAST), up_to(1, _LEVEL)), ge(_at(1, _MOST), up_to(1, _LEVEL)), evaluate=False),
        remark="k = 1, at the ends of the interval of all numbers that round to 0.8.",
    ),
    claim(
        "text:6.2/example.2",
        le(_at(2, _LEAST), up_to(2, _LEVEL)),
        remark="k = 2; the regression has more than one parameter. Of all numbers that round to 0.8 the "
        "least is too large.",
    ),
    claim("text:6.2/tolerance", rounds_to(DKW.subs({rho: sp.Rational(1, 100), n: 15000}), "0.9")),
    definition("eq:13", eq(alpha, DKW)),
    claim(
        "text:6.2/recalibration",
        eq(empirical * P_T0 - alpha * quantile * P_T, 0),
        (FROM_6, *CHANCE),
        remark="From (6) with equality.",
    ),
    claim(
        "text:6.2/recalibrated",
        le(sp.Rational(9, 10) * up_to(1, eta * _LEAST), sp.Rational(81, 100) * up_to(1, _LEVEL)),
        (eta >= 1,),
        remark="k = 1, alpha = 0.9; the sampled sensitivity is never above the true one. Of all numbers that "
        "round to 0.8 the least is too large.",
    ),
)
