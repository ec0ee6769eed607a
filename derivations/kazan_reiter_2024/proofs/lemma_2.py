"""Lemma 2 and its proof, (86)-(107): where r* = a/(p q), the budget falls in p and falls in q.

a is the constant that Section 4 introduces with a < 1, which the proof recalls after (97); so it is in force
throughout. a > 0, since a/(p q) bounds a ratio of probabilities.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import INSIDE, p, q, radicand, root_budget
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign, PartialDerivative
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, lt, product, ratio, total

a, budget, slope = (parameter(name) for name in ("a", "budget", "g"))

BUDGET = root_budget(p * q / a)
"""(86): the first branch of (12) at r* = a/(p q)."""

_PROOF = (*INSIDE, a > 0, a < 1)

_odds = 1 / a - 1
_curve = (1 - p) ** 2 + 4 * p**2 * q * (1 - q) * _odds
_root = sp.sqrt(_curve)
_gap = _root - (1 - p)

_line_87 = sp.log(2 * p * (1 - q)) - sp.log(sp.sqrt(radicand(p * q / a)) - (1 - p))
_line_88 = sp.log(2 * p * (1 - q)) - sp.log(_gap)

_line_89 = 1 / p - ((-2 * (1 - p) + 8 * p * q * (1 - q) * _odds) / (2 * _root) + 1) / _gap
_line_90 = 1 / p + ratio(ratio((1 - p) - 4 * p * q * (1 - q) * _odds - _root, _root), _gap)


def _line_91(weight: sp.Expr) -> sp.Expr:
    """The right-hand side of (91) with the given factor of the root."""
    mixed = 4 * p**2 * q * (1 - q) * _odds
    above = total((1 - p) ** 2, mixed, p * (1 - p), product(-1, mixed), product(-1, weight, _root))
    return ratio(ratio(above, _root), p * _gap)


_line_91_printed = _line_91((1 - p) - p)
_line_91_corrected = _line_91(total(1 - p, p))
_line_92 = ratio(ratio(total(product(total(1 - p, p), 1 - p), -_root), _root), p * _gap)
_line_93 = ratio(ratio(-_gap, _root), p * _gap)
_line_94 = -1 / (p * _root)

_bend = sp.diff(q * (1 - q), q)
_line_95 = -1 / (1 - q) - (4 * p**2 * _odds * _bend / (2 * _root)) / _gap
_line_96 = -(_gap + 2 * p**2 * _odds * (1 - q) * _bend / _root) / ((1 - q) * _gap)
_line_99 = _curve - (1 - p) * _root + 2 * p**2 * _odds * (1 - q) * _bend
_line_97 = -ratio(ratio(_line_99, _root), (1 - q) * _gap)
_line_100 = (
    (1 - p) ** 2
    + 2 * p**2 * (1 - q) * (2 * q) * _odds
    - (1 - p) * _root
    + 2 * p**2 * (1 - q) * _odds * (1 - 2 * q)
)
_line_101 = (1 - p) ** 2 - (1 - p) * _root + 2 * p**2 * (1 - q) * _odds

_line_102 = -(1 - p) * (4 * p**2 * (1 - 2 * q) * _odds / (2 * _root)) - 2 * p**2 * _odds
_line_103 = -2 * p**2 * _odds * ((1 - p) * (1 - 2 * q) / _root + 1)
_line_104 = -2 * p**2 * _odds * (1 - (1 - p) * (2 * q - 1) / _root)
_line_105 = product(-2 * p**2, _odds, total(1, product(-1, 1 - p, 1 / (1 - p))))
_nought = sp.Integer(1) - 1
_line_107 = total(
    (1 - p) ** 2,
    product(p - 1, sp.sqrt(total((1 - p) ** 2, product(4 * p**2, _nought, _odds)))),
    product(2 * p**2, _nought, _odds),
)

_UPPER_HALF = (*_PROOF, q > sp.Rational(1, 2))
_LOWER_HALF = (*_PROOF, q <= sp.Rational(1, 2))
_AT_ONE = (p > 0, p < 1, eq(q, 1), a > 0, a < 1)

STATEMENT: tuple[Claim, ...] = (
    claim("eq:86", eq(budget, BUDGET), (*INSIDE, a > 0), kind=Kind.DEFINITION),
    claim("lem:2.1@E", DerivativeSign(BUDGET, p, "<"), _PROOF),
    claim("lem:2.2@E", DerivativeSign(BUDGET, q, "<"), _PROOF),
)


BY_INCLUSION: tuple[Claim, ...] = (
    claim("eq:87", eq(BUDGET, _line_87), _PROOF),
    claim("eq:88", eq(_line_87, _line_88), _PROOF),
    claim(
        "text:E/lemma-2-variable-of-the-first-derivative",
        PartialDerivative(_line_88, q, _line_89),
        _PROOF,
        corrected=PartialDerivative(_line_88, p, _line_89),
        remark="The words before (89) name q as the variable; the formula is the derivative by p.",
    ),
    claim("eq:89", PartialDerivative(_line_88, p, _line_89), _PROOF),
    claim("eq:90", eq(_line_89, _line_90), _PROOF),
    claim(
        "eq:91",
        eq(_line_90, _line_91_printed),
        _PROOF,
        corrected=eq(_line_90, _line_91_corrected),
        remark="The root's factor is printed as (1-p) - p; it is (1-p) + p, as (92) uses it.",
    ),
    claim("eq:92", eq(_line_90, _line_92), _PROOF, remark="From (90), past the misprint in (91)."),
    claim("eq:93", eq(_line_92, _line_93), _PROOF),
    claim("eq:94", eq(_line_93, _line_94), _PROOF),
    claim("text:E/lemma-2-denominator-of-94", gt(p * _root, 0), _PROOF),
    claim("text:E/lemma-2-falls-in-p", lt(_line_94, 0), _PROOF),
)

BY_VALUE: tuple[Claim, ...] = (
    claim("eq:95", PartialDerivative(_line_88, q, _line_95), _PROOF),
    claim("eq:96", eq(_line_95, _line_96), _PROOF),
    claim("eq:97", eq(_line_96, _line_97), _PROOF),
    claim("text:E/lemma-2-root-is-positive", gt(_root, 0), _PROOF),
    claim("eq:98.1", gt(_gap, sp.sqrt((1 - p) ** 2) - (1 - p)), _PROOF),
    claim("eq:98.2", eq(sp.sqrt((1 - p) ** 2) - (1 - p), 0), _PROOF),
    claim(
        "text:E/lemma-2-sign-from-g",
        lt(-ratio(ratio(slope, _root), (1 - q) * _gap), 0),
        (*_PROOF, slope > 0),
        remark="g stands for the numerator of the numerator of (97).",
    ),
    claim("eq:99", eq(slope, _line_99), _PROOF, kind=Kind.DEFINITION),
    claim(
        "eq:100", PartialDerivative(q * (1 - q), q, 1 - 2 * q), _PROOF, remark="What (100) puts into (99)."
    ),
    claim("eq:101", eq(_line_100, _line_101), _PROOF),
    claim("eq:102", PartialDerivative(_line_101, q, _line_102), _PROOF),
    claim("eq:103", eq(_line_102, _line_103), _PROOF),
    claim("text:E/lemma-2-g-falls-on-the-lower-half", lt(_line_103, 0), _LOWER_HALF),
    claim("text:E/lemma-2-upper-half", gt(_root, 1 - p), _UPPER_HALF),
    claim("eq:104", eq(_line_103, _line_104), _UPPER_HALF),
    claim("eq:105", lt(_line_104, _line_105), _UPPER_HALF),
    claim(
        "eq:106",
        lt(_line_105, 0),
        _UPPER_HALF,
        corrected=eq(_line_105, 0),
        remark="The bracket of (105) is 1 - 1, so (105) is 0; (105) being strict, g still falls.",
    ),
    claim("text:E/lemma-2-g-falls", DerivativeSign(_line_101, q, "<"), _PROOF),
    claim("eq:107.1", eq(_line_101, _line_107), _AT_ONE),
    claim("eq:107.2", eq(_line_107, 0), _AT_ONE),
    claim("text:E/lemma-2-g-is-positive", gt(_line_101, 0), _PROOF),
    claim("text:E/lemma-2-falls-in-q", DerivativeSign(BUDGET, q, "<"), _PROOF),
)

CLAIMS: tuple[Claim, ...] = (*STATEMENT, *BY_INCLUSION, *BY_VALUE)
