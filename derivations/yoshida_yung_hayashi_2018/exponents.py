"""Section V of Yoshida, Yung & Hayashi (2018) over all pairs: Corollary 2, (17), (18), the least exponent.

Each divergence is made of the sum of a sublinear function that is written down, for which Theorem 2 is proved
again; suprema over orders are exchanged with the extremum over pairs.
"""

from __future__ import annotations

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.discrimination import (
    AS_EXPONENTIAL,
    HIGH,
    LOW,
    THETAS,
    mixed,
    power,
    s,
    t1,
    t2,
)
from derivations.yoshida_yung_hayashi_2018.notation import SETTING, a, claim, g, w
from derivations.yoshida_yung_hayashi_2018.sublinear import BEST, LARGEST_PSI, PSI, PURE, psi
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.functions.instances import Mixture
from verify.functions.models import MaximumOverModels
from verify.functions.named_extremum import SUM, Monotone, NamedMaximum, NamedMinimum
from verify.functions.perspective import Perspective
from verify.functions.suprema import ExtremumOfSuprema
from verify.language.as_printed import le
from verify.probability.derivation import Step

r, ratio = parameter("r"), sp.Symbol("ratio")

# Theorem 2 with the value at the common element as a multiple of psi(w, 1 - w).

_COMMON = (a / (w * (1 - w)), 1 - a / (1 - w), 1 - a / w)
_scaled = Mixture(psi, (a / (1 - w), a / w), ((_COMMON[0], (w, 1 - w)),))
_best = _COMMON[0] * psi(w, 1 - w) + _COMMON[1] * PURE[0] + _COMMON[2] * PURE[1]
LARGEST = MaximumOverModels(
    LARGEST_PSI.setting,
    PSI,
    _best,
    LARGEST_PSI.attained_at,
    (psi,),
    mixtures=(*LARGEST_PSI.mixtures, _scaled),
    steps=(*LARGEST_PSI.steps, Step(le(PSI, _best), using=(le(PSI, BEST), _scaled.conclusion, *SETTING))),
)


def _term(f: sp.Expr, first: sp.Symbol = t1, second: sp.Symbol = t2) -> Perspective:
    """p_second(y) f(p_first(y)/p_second(y))."""
    x, z = psi.arguments
    return Perspective((x, z), mixed(x, z, first), mixed(x, z, second), ratio, f)


# Corollary 2.

_POWER = power(ratio, 1 + s)
_at = tuple(
    tuple(mixed(one, other, theta) for theta in (t1, t2)) for one, other in ((w, 1 - w), (1, 0), (0, 1))
)
_POWERS = sp.Add(
    *(share * power(one, 1 + s) / power(other, s) for share, (one, other) in zip(_COMMON, _at, strict=True))
)
_LOGARITHMS = sp.Add(
    *(share * one * sp.log(one / other) for share, (one, other) in zip(_COMMON, _at, strict=True))
)
LOW_DIVERGENCE = Monotone(sp.log(-SUM) / s, -1, g)
HIGH_DIVERGENCE = Monotone(sp.log(SUM) / s, 1, g)
_EVERY_PAIR = "Over all pairs on every finite set of three elements or more."

COROLLARY_2: tuple[Claim, ...] = (
    claim(
        "cor:2.1/largest.1",
        NamedMaximum(LARGEST, _term(-_POWER), -_POWERS, LOW_DIVERGENCE),
        (*SETTING, *THETAS, *LOW),
        remark=f"{_EVERY_PAIR} {AS_EXPONENTIAL}",
    ),
    claim(
        "cor:2.1/largest.2",
        NamedMaximum(LARGEST, _term(_POWER), _POWERS, HIGH_DIVERGENCE),
        (*SETTING, *THETAS, s > 0),
        remark=f"{_EVERY_PAIR} {AS_EXPONENTIAL}",
    ),
    claim(
        "cor:2.2/largest",
        NamedMaximum(LARGEST, _term(ratio * sp.log(ratio)), _LOGARITHMS),
        (*SETTING, *THETAS),
        remark=_EVERY_PAIR,
    ),
)

# Suprema over orders. In (18) and (19) the divergence is that of p_theta2 and p_theta1.

_SHARE = s / (1 + s)
CHERNOFF = ExtremumOfSuprema(
    NamedMaximum(LARGEST, _term(-_POWER), of=Monotone(-s * LOW_DIVERGENCE.formula, -1, g)), (s,), LOW
)
HOEFFDING = ExtremumOfSuprema(
    NamedMaximum(LARGEST, _term(-_POWER, t2, t1), of=Monotone(_SHARE * (r - LOW_DIVERGENCE.formula), -1, g)),
    (s,),
    LOW,
)
HAN_KOBAYASHI = ExtremumOfSuprema(
    NamedMinimum(LARGEST, _term(_POWER, t2, t1), of=Monotone(_SHARE * (r - HIGH_DIVERGENCE.formula), 1, g)),
    (s,),
    HIGH,
)
_SAME_PAIR = "One pair is best for every order; suprema are taken in [-oo, oo], for every real r."

SUPREMA: tuple[Claim, ...] = (
    claim("eq:17", CHERNOFF, (*SETTING, *THETAS), remark="One pair is best for every order."),
    claim("eq:18", HOEFFDING, (*SETTING, *THETAS), remark=_SAME_PAIR),
    claim("text:V/least-exponent", HAN_KOBAYASHI, (*SETTING, *THETAS), remark=_SAME_PAIR),
)

CLAIMS: tuple[Claim, ...] = (*COROLLARY_2, *SUPREMA)
