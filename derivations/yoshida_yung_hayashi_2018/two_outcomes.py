"""The proof of Theorem 1 of Yoshida, Yung & Hayashi (2018): (8)-(10), and which value is larger."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from derivations.yoshida_yung_hayashi_2018.notation import (
    MIXTURE,
    SETTING,
    THETA,
    a,
    claim,
    d,
    g,
    h,
    information,
    information_term,
    t,
    w,
)
from derivations.yoshida_yung_hayashi_2018.theorem_1 import FIRST, SECOND, THRESHOLD
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.calculus.extremum import Maximum
from verify.claims.claim import Claim
from verify.language.as_printed import eq, inverse, le, product, total

x, z, x1, x2, y1, y2, c, alpha = (parameter(n) for n in ("x", "z", "x1", "x2", "y1", "y2", "c", "alpha"))
_PORTION = (c >= 0, c <= 1)


def square(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """x^2/y."""
    return first**2 / second


def psi(first: sp.Expr, second: sp.Expr) -> sp.Expr:
    """The sublinear function of the Fisher information, 0 at (0, 0).

    Examples
    --------
    >>> psi(sp.Integer(0), sp.Integer(0))
    0
    """
    return sp.Piecewise((information(first, second), first + second > 0), (0, True))


_MIXED = (c * x1 + (1 - c) * x2, c * y1 + (1 - c) * y2)
_NONNEGATIVE = (x1 >= 0, x2 >= 0, y1 >= 0, y2 >= 0)
_HOMOGENEOUS = eq(psi(alpha * x1, alpha * y1), alpha * psi(x1, y1))
VALUES = tuple(parameter(f"f_{number}") for number in (1, 2, 3))
VALUED = tuple(
    information_term(*arguments)
    for arguments in zip(VALUES, (x1, x2, x1 + x2), (y1, y2, y1 + y2), strict=True)
)

NINE = (1 - x) / (t * (1 - t + t * x))
TEN = (1 - x) / ((1 - t) * ((1 - t) * x + t))
_NINE = (1 - x) ** 2 / (1 - t + t * x) + (1 - x) / t
_TEN = (1 - x) ** 2 / ((1 - t) * x + t) + (1 - x) / (1 - t)
FROM_5 = {9: (le(a / w, x), x <= 1), 10: (le(a / (1 - w), x), x <= 1)}
_ONE, _ZERO = sp.Integer(1), sp.Integer(0)

_LEFT = (1 - a / w) / (t * (1 - t + t * a / w)) - (1 - a / (1 - w)) / ((1 - t) * ((1 - t) * a / (1 - w) + t))
_CLEARED = (w - a) / (t * ((1 - t) * w + t * a)) - (1 - w - a) / ((1 - t) * ((1 - t) * a + t * (1 - w)))
_POSITIVE_PART = (w - a) * (1 - t) * (a * (1 - t) + (1 - w) * t)
_NEGATIVE_PART = (1 - w - a) * t * (w * (1 - t) + a * t)
_DENOMINATOR = t * (1 - t) * ((1 - t) * w + t * a) * ((1 - t) * a + t * (1 - w))
NUMERATOR = (
    total(_POSITIVE_PART, -_NEGATIVE_PART),
    total(
        t * (1 - t) * ((w - a) * (1 - w) - (1 - w - a) * w),
        (w - a) * a * (1 - t) ** 2,
        -(1 - w - a) * a * t**2,
    ),
    total(
        t * (1 - t) * (2 * w - 1) * a,
        (w * (1 - t) ** 2 - (1 - w) * t**2) * a,
        (t**2 - (1 - t) ** 2) * a**2,
    ),
    total(t * (1 - t) * (2 * w - 1) * a, (w * (2 * t**2 - 2 * t + 1) - t**2) * a, (2 * t - 1) * a**2),
    total((w - t) * a, (2 * t - 1) * a**2),
    product(a, total((2 * a - 1) * t, w, -a)),
    product(a, total(-d * t, w, -a)),
    product(a, d, THRESHOLD - t),
)
"""The numerator of the difference, line by line."""

CLAIMS: tuple[Claim, ...] = (
    claim(
        "eq:8.1",
        PartialDerivative(sp.log(MIXTURE), t, (h - g) / MIXTURE),
        (*THETA, MIXTURE >= 0, g >= 0, h >= 0),
        missing=(MIXTURE > 0,),
        remark="The slope of ln p_theta(y). Where both laws vanish, neither form has a value; "
        "psi of the proof is 0 there.",
    ),
    claim(
        "eq:8.2",
        eq(product((h - g) / MIXTURE, (h - g) / MIXTURE, MIXTURE), (h - g) ** 2 / MIXTURE),
        (*THETA, MIXTURE >= 0, g >= 0, h >= 0),
        missing=(MIXTURE > 0,),
        remark="Its square times p_theta(y); see (8.1).",
    ),
    claim(
        "text:III/quadratic-over-linear",
        le(square(*_MIXED), c * square(x1, y1) + (1 - c) * square(x2, y2)),
        (y1 > 0, y2 > 0, *_PORTION),
    ),
    claim("text:III/psi-is-sublinear.1", _HOMOGENEOUS, (*THETA, alpha > 0, *_NONNEGATIVE)),
    claim(
        "text:III/psi-is-sublinear.2",
        le(VALUES[2], VALUES[0] + VALUES[1]),
        (*THETA, *_NONNEGATIVE, *VALUED),
        remark="f_1, f_2, f_3 are the values at (x_1, y_1), (x_2, y_2) and at their sum.",
    ),
    claim("eq:9.1", eq(psi(_ONE, x) + psi(_ZERO, 1 - x), _NINE), (*SETTING, *THETA, *FROM_5[9])),
    claim("eq:9.2", eq(_NINE, NINE), (*SETTING, *THETA, *FROM_5[9])),
    claim("eq:10.1", eq(psi(x, _ONE) + psi(1 - x, _ZERO), _TEN), (*SETTING, *THETA, *FROM_5[10])),
    claim("eq:10.2", eq(_TEN, TEN), (*SETTING, *THETA, *FROM_5[10])),
    claim("text:III/step-9-falls", DerivativeSign(NINE, x, "<"), (*SETTING, *THETA, *FROM_5[9])),
    claim("text:III/step-10-falls", DerivativeSign(TEN, x, "<"), (*SETTING, *THETA, *FROM_5[10])),
    claim("text:III/step-9-best", Maximum(NINE, (x,), FIRST, {x: a / w}), (*SETTING, *THETA, *FROM_5[9])),
    claim(
        "text:III/step-10-best",
        Maximum(TEN, (x,), SECOND, {x: a / (1 - w)}),
        (*SETTING, *THETA, *FROM_5[10]),
    ),
    claim("text:III/difference-1", eq(_LEFT, _CLEARED), (*SETTING, *THETA)),
    claim(
        "text:III/difference-2",
        eq(_CLEARED, total(_POSITIVE_PART, product(-1, _NEGATIVE_PART, inverse(_DENOMINATOR)))),
        (*SETTING, *THETA),
        corrected=eq(_CLEARED, (_POSITIVE_PART - _NEGATIVE_PART) / _DENOMINATOR),
        remark="Print or transcription: the bracket closes after the first term.",
        print_in_doubt=True,
    ),
    *(
        claim(f"text:III/numerator-{k}", eq(one, next_one), (*SETTING, *THETA))
        for k, (one, next_one) in enumerate(pairwise(NUMERATOR), 1)
    ),
    claim(
        "text:III/first-value-is-larger",
        sp.Equivalent(FIRST >= SECOND, t <= THRESHOLD),
        (*SETTING, *THETA),
        remark="What the difference is for.",
    ),
)
