"""Lemma 3 with the first half of its proof, (108)-(124): for a constant r*, the budget in p.

Where r* p q < 1, the sign of d eps/dp is that of (r* - 1)(q - 1/(r* + 1)). Section 4 introduces the constant
with r* > 1; lines that hold without that are proved without it.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import BOUNDED_RISK, INSIDE, p, q, r, radicand, root_budget
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, lt, product, ratio, total

budget = parameter("budget")

BUDGET = root_budget(1 / r)
"""(108): the first branch of (12) at a constant r*."""

PROOF = (*INSIDE, *BOUNDED_RISK, r < 1 / (p * q))
"""The lemma's hypotheses as the printing in E has them."""

ABOVE_ONE = (*INSIDE, r > 1, r < 1 / (p * q))
"""With r* > 1, on which the signs depend: at r* = 1 the function is 0, below 1 they are the opposite."""

SQUARE = radicand(1 / r)
ROOT = sp.sqrt(SQUARE)
GAP = ROOT - (1 - p)
LINE_109 = sp.log(2 * p * (1 - q)) - sp.log(GAP)

_threshold = 1 / (r + 1)
_BELOW = (*INSIDE, *BOUNDED_RISK, q < _threshold)
_AT = (*INSIDE, *BOUNDED_RISK, eq(q, _threshold))
_ABOVE = (*PROOF, q > _threshold)

STATEMENT: tuple[Claim, ...] = (
    claim("eq:108", eq(budget, BUDGET), PROOF, kind=Kind.DEFINITION),
    claim(
        "lem:3.1@E",
        DerivativeSign(BUDGET, p, "<"),
        (*ABOVE_ONE, q < _threshold),
    ),
    claim("lem:3.2@E", DerivativeSign(BUDGET, p, "="), (*PROOF, eq(q, _threshold))),
    claim(
        "lem:3.3@E",
        DerivativeSign(BUDGET, p, ">"),
        (*ABOVE_ONE, q > _threshold, p < 1 / (q * r)),
    ),
    claim(
        "lem:3.4@E",
        DerivativeSign(BUDGET, q, ">"),
        (*ABOVE_ONE, q < 1 / (p * r)),
    ),
)

_line_110 = 1 / p - (sp.diff(SQUARE, p) / (2 * ROOT) + 1) / GAP
_line_111 = 1 / p - ratio(
    ratio(
        -2 * (1 - p) + 4 * (1 - q) * (1 / r - p * q) - 4 * p * (1 - q) * q + 2 * ROOT,
        2 * ROOT,
    ),
    GAP,
)
_excess = 2 * p * (1 - q) * (1 / r - p * q)
_line_112 = total(
    ratio(ratio(SQUARE - (1 - p) * ROOT, ROOT), p * GAP),
    ratio(ratio(p * (1 - p) - _excess + 2 * p**2 * (1 - q) * q - p * ROOT, ROOT), p * GAP),
)
_line_113 = ratio(
    ratio(SQUARE + p * (1 - p) - _excess + 2 * p**2 * (1 - q) * q - ROOT, ROOT),
    p * GAP,
)
WEIGHT = 2 * p * (1 - q) / r
RATIO = WEIGHT / GAP
"""The ratio in the numerator of (115)."""

_line_114 = ratio(WEIGHT + (1 - p) - ROOT, product(p, GAP, ROOT))
_line_115 = ratio(ratio(WEIGHT, GAP) - 1, p * ROOT)

_turn = 4 * p**2 * (1 - q) * (r**2 - 1) / r**2 * (q - _threshold)
_line_116 = sp.sqrt(SQUARE + _turn) - (1 - p)
LINE_117_LEFT = (WEIGHT + (1 - p)) ** 2
_line_117 = 4 * p**2 * (1 - q) ** 2 / r**2 + 4 * p * (1 - p) * (1 - q) / r + (1 - p) ** 2
_line_118 = total(
    4 * p**2 * (1 - q) ** 2 / r**2,
    4 * p * (1 - p) * (1 - q) / r,
    product(-1, _turn),
    _turn,
    (1 - p) ** 2,
)
_line_119 = (
    4 * p * (1 - q) * (p * (1 - q) / r**2 + (1 - p) / r - p * (r**2 - 1) / r**2 * (q - _threshold))
    + _turn
    + (1 - p) ** 2
)
_line_120 = (
    4
    * p
    * (1 - q)
    * (1 / r + p * (1 / r**2 - 1 / r + (r - 1) / r**2) - p * q * total(1 / r**2, (r**2 - 1) / r**2))
    + _turn
    + (1 - p) ** 2
)
LINE_121 = 4 * p * (1 - q) * (1 / r - p * q) + _turn + (1 - p) ** 2

BY_INCLUSION: tuple[Claim, ...] = (
    claim("eq:109", eq(BUDGET, LINE_109), PROOF),
    claim("eq:110", PartialDerivative(LINE_109, p, _line_110), PROOF),
    claim("eq:111", eq(_line_110, _line_111), PROOF),
    claim("eq:112", eq(_line_111, _line_112), PROOF),
    claim("eq:113", eq(_line_112, _line_113), PROOF),
    claim("eq:114", eq(_line_113, _line_114), PROOF),
    claim("eq:115", eq(_line_114, _line_115), PROOF),
    claim("text:E/lemma-3-denominator-of-115", gt(p * ROOT, 0), PROOF),
    claim("eq:116", eq(WEIGHT, _line_116), PROOF),
    claim("eq:117", eq(LINE_117_LEFT, _line_117), PROOF),
    claim("eq:118", eq(_line_117, _line_118), PROOF),
    claim("eq:119", eq(_line_118, _line_119), PROOF),
    claim("eq:120", eq(_line_119, _line_120), PROOF),
    claim("eq:121", eq(_line_120, LINE_121), PROOF),
    claim(
        "text:E/lemma-3-121-gives-116",
        eq(WEIGHT, _line_116),
        (*PROOF, eq(LINE_117_LEFT, LINE_121)),
    ),
    claim("eq:122", eq(WEIGHT, GAP), _AT),
    claim("text:E/lemma-3-flat-at-the-threshold.1", eq(RATIO, 1), _AT),
    claim("text:E/lemma-3-flat-at-the-threshold.2", eq(_line_115, 0), (*_AT, eq(RATIO, 1))),
    claim(
        "text:E/lemma-3-term-below-the-threshold",
        lt(_turn, 0),
        (*_BELOW, r > 1),
    ),
    claim(
        "eq:123",
        lt(WEIGHT, GAP),
        (*_BELOW, r > 1),
    ),
    claim("text:E/lemma-3-below-the-threshold.1", lt(RATIO, 1), (*_BELOW, lt(WEIGHT, GAP))),
    claim(
        "text:E/lemma-3-below-the-threshold.2",
        lt(_line_115, 0),
        (*_BELOW, lt(RATIO, 1)),
    ),
    claim(
        "text:E/lemma-3-term-above-the-threshold",
        gt(_turn, 0),
        (*_ABOVE, r > 1),
    ),
    claim(
        "eq:124",
        gt(WEIGHT, GAP),
        (*_ABOVE, r > 1),
    ),
    claim("text:E/lemma-3-above-the-threshold.1", gt(RATIO, 1), (*_ABOVE, gt(WEIGHT, GAP))),
    claim(
        "text:E/lemma-3-above-the-threshold.2",
        gt(_line_115, 0),
        (*_ABOVE, gt(RATIO, 1)),
    ),
)

CLAIMS: tuple[Claim, ...] = (*STATEMENT, *BY_INCLUSION)
