"""The second half of Lemma 3's proof, (125)-(140): for a constant r*, the budget in q.

The printed chain (134)-(137) breaks on both sides of p = 1/r*; `REPAIR` proves what it is for, in all cases.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import BOUNDED_RISK, p, q, r
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.lemma_3 import (
    ABOVE_ONE,
    BUDGET,
    GAP,
    LINE_109,
    PROOF,
    ROOT,
    SQUARE,
)
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, lt, product, ratio, total

slope, slope_of_g = parameter("g"), parameter("h")

_short = 1 / r - p
_bend = sp.diff((1 - q) * (1 / r - p * q), q)
_line_125 = -1 / (1 - q) - (4 * p * _bend / (2 * ROOT)) / GAP
_line_126 = -(GAP + 2 * p * (1 - q) * _bend / ROOT) / ((1 - q) * GAP)
_line_129 = SQUARE - (1 - p) * ROOT + 2 * p * (1 - q) * _bend
_line_127 = -ratio(ratio(_line_129, ROOT), (1 - q) * GAP)
_line_130 = (
    (1 - p) ** 2
    + 2 * p * (1 - q) * (2 / r - 2 * p * q)
    - (1 - p) * ROOT
    + 2 * p * (1 - q) * (2 * p * q - p - 1 / r)
)
SLOPE = (1 - p) ** 2 - (1 - p) * ROOT + 2 * p * (1 - q) * _short
"""g(q), as in (131)."""

_line_132 = -(1 - p) * (4 * p * (2 * p * q - p - 1 / r) / (2 * ROOT)) - 2 * p * _short
_line_133 = 2 * p * ((1 - p) * (2 * p * (1 - q) + _short) / ROOT - _short)
_line_134 = 2 * p * ((1 - p) * (2 * p * (1 - q) - (p - 1 / r)) / ROOT + (p - 1 / r))
_line_135 = 2 * p * total(product(1 - p, p - 1 / r, sp.Pow(sp.sqrt((1 - p) ** 2), -1)), p - 1 / r)
_line_136 = 4 * p * (p - 1 / r)

_end = 1 / (p * r)
_INCLUSION = (p > 0, p < 1, *BOUNDED_RISK)
_line_139 = 2 * p * (1 - _end) * _short
_line_138 = total(
    (1 - p) ** 2,
    product(
        p - 1,
        sp.sqrt(total((1 - p) ** 2, product(4 * p, 1 - _end, total(1 / r, product(-1, p, _end))))),
    ),
    _line_139,
)

CLAIMS: tuple[Claim, ...] = (
    claim("eq:125", PartialDerivative(LINE_109, q, _line_125), PROOF),
    claim("eq:126", eq(_line_125, _line_126), PROOF),
    claim("eq:127", eq(_line_126, _line_127), PROOF),
    claim("text:E/lemma-3-excess-is-positive", gt(1 / r - p * q, 0), PROOF),
    claim("text:E/lemma-3-root-is-positive", gt(ROOT, 0), PROOF),
    claim("eq:128.1", gt(GAP, sp.sqrt((1 - p) ** 2) - (1 - p)), PROOF),
    claim("eq:128.2", eq(sp.sqrt((1 - p) ** 2) - (1 - p), 0), PROOF),
    claim(
        "text:E/lemma-3-sign-from-g",
        gt(-ratio(ratio(slope, ROOT), (1 - q) * GAP), 0),
        (*PROOF, slope < 0),
        remark="g stands for the numerator of the numerator of (127).",
    ),
    claim("eq:129", eq(slope, _line_129), PROOF, kind=Kind.DEFINITION),
    claim("eq:130", eq(_line_129, _line_130), PROOF),
    claim("eq:131", eq(_line_130, SLOPE), PROOF),
    claim("eq:132", PartialDerivative(SLOPE, q, _line_132), PROOF),
    claim("eq:133", eq(_line_132, _line_133), PROOF),
    claim("text:E/lemma-3-before-134", gt(p * (1 - q), p - 1 / r), PROOF),
    claim(
        "eq:134",
        eq(slope_of_g, _line_134),
        PROOF,
        kind=Kind.DEFINITION,
        remark="(133) with -(p - 1/r*) for 1/r* - p.",
    ),
    claim(
        "eq:135",
        gt(_line_134, _line_135),
        ABOVE_ONE,
        missing=(2 * p * r < r + 1,),
        remark="Step false, lemma holds: text:E/lemma-3-repair. Where p > 1/r*, a smaller "
        "denominator makes the fraction larger, not smaller.",
    ),
    claim("eq:136", eq(_line_135, _line_136), PROOF),
    claim(
        "eq:137",
        gt(_line_136, 0),
        ABOVE_ONE,
        missing=(p * r > 1,),
        remark="Step false, lemma holds: text:E/lemma-3-repair. Positive only for p > 1/r*; "
        "p <= 1/r* is not treated.",
    ),
    claim(
        "text:E/lemma-3-g-rises",
        DerivativeSign(SLOPE, q, ">"),
        ABOVE_ONE,
        remark="True, though (134)-(137) do not show it.",
    ),
    claim(
        "text:E/lemma-3-range-of-q",
        sp.Equivalent(r < 1 / (p * q), sp.And(q > 0, q < _end)),
        (*_INCLUSION, q > 0),
    ),
    claim("eq:138", eq(SLOPE.xreplace({q: _end}), _line_138), _INCLUSION),
    claim("eq:139", eq(_line_138, _line_139), _INCLUSION),
    claim(
        "eq:140",
        lt(_line_139, 0),
        (*_INCLUSION, r > 1),
        missing=(sp.Ne(p * r, 1),),
        remark="Step false, lemma holds: text:E/lemma-3-repair. Zero at p r* = 1. For p r* < 1 "
        "the point 1/(p r*) lies outside 0 < q < 1.",
    ),
    claim(
        "text:E/lemma-3-g-is-negative",
        lt(SLOPE, 0),
        (*ABOVE_ONE, q < _end),
    ),
    claim(
        "text:E/lemma-3-rises-in-q",
        DerivativeSign(BUDGET, q, ">"),
        (*ABOVE_ONE, q < _end),
    ),
)

_above = 2 * p * (1 - q) + _short
"""The numerator in (133)."""

_REPAIRED = (*PROOF, r > 1)

REPAIR: tuple[Claim, ...] = (
    claim(
        "text:E/lemma-3-repair.1",
        eq(_above**2 - SQUARE, _short**2 - (1 - p) ** 2),
        _REPAIRED,
        remark="With N the numerator in (133) and S the root: N^2 = S^2 - (1-p)^2 + (1/r* - p)^2.",
    ),
    claim("text:E/lemma-3-repair.2", gt(_above, 0), _REPAIRED, remark="N > 0."),
    claim(
        "text:E/lemma-3-repair.3",
        lt(_short, 1 - p),
        _REPAIRED,
        remark="1/r* - p < 1 - p; so (1-p) N > (1/r* - p) S where p < 1/r*, and else both terms help.",
    ),
    claim("text:E/lemma-3-repair.4", gt((1 - p) * _above, _short * ROOT), _REPAIRED),
    claim("text:E/lemma-3-repair.5", gt(_line_133, 0), _REPAIRED, remark="g rises in q."),
    claim(
        "text:E/lemma-3-repair.6",
        eq(SLOPE, 0),
        (*_INCLUSION, r > 1, eq(q, 1)),
        remark="Where p r* <= 1, q = 1 takes the place of 1/(p r*): g rises to 0, so it is negative before.",
    ),
)
"""A proof that g rises and is negative for r* > 1; no part of the paper."""
