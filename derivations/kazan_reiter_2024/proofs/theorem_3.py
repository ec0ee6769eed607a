"""Theorem 3 and its proof, (141)-(156): for a constant bound r > 1 the recommended budget is log(r)/2.

Where r p q >= 1 the formula of (142) gives no number, and no budget is too large; the proof of Theorem 3 does
not set these points apart, so that its lines on the edges hold only with r p q < 1.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import least_decay, same_sentences
from derivations.kazan_reiter.notation import INCLUSION_PRIOR, PRIORS, p, q, r, root_budget
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.capped_profile import INSTEAD_OF_BUDGETS
from derivations.kazan_reiter_2024.proofs.lemma_3 import GAP, ROOT
from derivations.kazan_reiter_2024.proofs.lemma_3_by_value import SLOPE
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum, Minimum, Path, Supremum
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, lt, product, ratio, total

budget, step = parameter("budget"), parameter("t")

RISK = (r > 1,)
"""Theorem 3's hypothesis on the bound."""

FINITE = (lt(r * p * q, 1),)
"""Where the constant bound constrains the budget."""

VALUE_UNKNOWN = (q > 0, q < 1)
_SQUARE = (*PRIORS, *RISK)
_P_IS_ONE = (*VALUE_UNKNOWN, *RISK)
_Q_IS_ONE = (p > 0, p < 1, *RISK)
_LOW_P = (*INCLUSION_PRIOR, *VALUE_UNKNOWN, *RISK)
_NEAR_NOUGHT = (lt(r * p, 1),)
_LOW_Q = (*INCLUSION_PRIOR, *VALUE_UNKNOWN, *RISK)
_Q_IS_NOUGHT = (*INCLUSION_PRIOR, *RISK)

ROOT_BUDGET = root_budget(1 / r)
KNOWN_VALUE = sp.log((1 - p) / (1 / r - p))
BUDGET = sp.Piecewise((ROOT_BUDGET, sp.And(q > 0, q < 1)), (KNOWN_VALUE, sp.Eq(q, 1)))
"""(142)."""

HALF_LOG = sp.log(r) / 2
_DECAY, _LEAST = least_decay.by_cases(1 / r, lt(r * p * q, 1)), 1 / sp.sqrt(r)
KNOWN_INCLUSION = sp.log((1 - q) / (1 / r - q)) / 2

_argument = 2 * p * (1 - q) / GAP
_slope_of_gap = (-2 * (1 - p) + 4 * (1 - q) * (1 / r - p * q) - 4 * p * q * (1 - q)) / (2 * ROOT) + 1
_quotient_151 = 2 * (1 - q) / _slope_of_gap
_value_152 = ratio(2 * (1 - q), total((-1 + 2 * (1 - q) / r) / sp.sqrt(1), 1))

_slope_144 = (-1 / (1 - q) + 1 / (1 / r - q)) / 2
_slope_147 = -1 / (1 - p) + 1 / (1 / r - p)

_root_154 = sp.sqrt((1 - p) ** 2 + 4 * p / r)
_gap_154 = _root_154 - (1 - p)
_limit_154 = sp.log(2 * p / _gap_154)
_limit_155 = sp.log(2 * p / (sp.sqrt((1 - p) ** 2 + 4 * p * (1 / r - p)) - (1 - p)))
_ratio_156 = 2 * p / r / _gap_154
_slope_156 = (_ratio_156 - 1) / (p * _root_154)
_excess_116 = 4 * p**2 * (r**2 - 1) / r**2 * (0 - 1 / (r + 1))

_BELOW_ONE = (lt(r * q, 1),)
_BELOW_ONE_IN_P = (lt(r * p, 1),)
_UNCONSTRAINED = (
    "Where r p q >= 1 the formula gives no number; Section 4 says that every budget is accepted there."
)

STATEMENT: tuple[Claim, ...] = (
    claim(
        "thm:3@E",
        **same_sentences.CONSTANT_ATTAINED,
        remark=f"{INSTEAD_OF_BUDGETS} The minimum of (13) does not exist: no pair of priors attains the "
        "infimum, which is log(r)/2.",
    ),
    claim(
        "eq:141",
        Supremum(_DECAY, (p, q), _LEAST, Path(step, {p: 1 - step, q: step})),
        _SQUARE,
        remark=f"The value, as an infimum: e^-eps = 1/sqrt(r). {INSTEAD_OF_BUDGETS}",
    ),
    claim("eq:142", eq(budget, BUDGET), _SQUARE, kind=Kind.DEFINITION),
)

INTERIOR: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-3-no-critical-point",
        sp.Ne(ratio(-SLOPE, product(ROOT, 1 - q, GAP)), 0, evaluate=False),
        _LOW_P,
        missing=FINITE,
        remark="The derivative by q, (127) with (131). Lemma 3 has r p q < 1 and p < 1; p = 1 does no harm.",
    ),
    claim(
        "text:E/theorem-3-edges",
        Supremum(_DECAY, (p, q), _LEAST, Path(step, {p: sp.Integer(1), q: step})),
        _SQUARE,
        remark=f"On the edge p = 1, for q -> 0. {INSTEAD_OF_BUDGETS} The formula also ends at r p q = 1, "
        "inside the square, an edge that is not named; the budget tends to infinity there "
        "(text:E/theorem-3-repair.3).",
    ),
)

KNOWN_INCLUSION_EDGE: tuple[Claim, ...] = (
    claim(
        "eq:143",
        eq(ROOT_BUDGET.subs(p, 1), KNOWN_INCLUSION),
        _P_IS_ONE,
        missing=_BELOW_ONE,
        remark=_UNCONSTRAINED,
    ),
    claim(
        "eq:144",
        PartialDerivative(KNOWN_INCLUSION, q, _slope_144),
        _P_IS_ONE,
        missing=_BELOW_ONE,
        remark=_UNCONSTRAINED,
    ),
    claim(
        "text:E/theorem-3-rises-at-p-1",
        gt(_slope_144, 0),
        _P_IS_ONE,
        missing=_BELOW_ONE,
        remark="For q > 1/r the second fraction of (144) is negative.",
    ),
    claim("eq:145", Limit(KNOWN_INCLUSION, q, sp.Integer(0), "+", HALF_LOG), _P_IS_ONE),
    claim(
        "text:E/theorem-3-least-at-p-1",
        Infimum(KNOWN_INCLUSION, (q,), HALF_LOG, Path(step, {q: step})),
        _P_IS_ONE,
        missing=_BELOW_ONE,
        remark=_UNCONSTRAINED,
    ),
)

KNOWN_VALUE_EDGE: tuple[Claim, ...] = (
    claim(
        "eq:146",
        eq(budget, KNOWN_VALUE),
        _Q_IS_ONE,
        kind=Kind.DEFINITION,
        remark="(142) at q = 1.",
    ),
    claim(
        "eq:147",
        PartialDerivative(KNOWN_VALUE, p, _slope_147),
        _Q_IS_ONE,
        missing=_BELOW_ONE_IN_P,
        remark=_UNCONSTRAINED,
    ),
    claim(
        "text:E/theorem-3-rises-at-q-1",
        gt(_slope_147, 0),
        _Q_IS_ONE,
        missing=_BELOW_ONE_IN_P,
        remark="For p > 1/r the second fraction of (147) is negative.",
    ),
    claim("eq:148", Limit(KNOWN_VALUE, p, sp.Integer(0), "+", sp.log(r)), _Q_IS_ONE),
    claim(
        "text:E/theorem-3-least-at-q-1",
        Infimum(KNOWN_VALUE, (p,), sp.log(r), Path(step, {p: step})),
        _Q_IS_ONE,
        missing=_BELOW_ONE_IN_P,
        remark=_UNCONSTRAINED,
    ),
)

LOW_INCLUSION_EDGE: tuple[Claim, ...] = (
    claim(
        "eq:149",
        eq(budget, ROOT_BUDGET),
        _LOW_P,
        kind=Kind.DEFINITION,
        remark="(142) under the limit p -> 0.",
    ),
    claim(
        "eq:150",
        Limit(ROOT_BUDGET - sp.log(r), p, sp.Integer(0), "+", sp.Integer(0)),
        _LOW_P,
        remark="The limit of the logarithm is the logarithm of the limit, which is r by (151) and (152).",
    ),
    claim("text:E/theorem-3-lhopital.1", Limit(GAP, p, sp.Integer(0), "+", sp.Integer(0)), _LOW_P),
    claim("text:E/theorem-3-lhopital.2", PartialDerivative(GAP, p, _slope_of_gap), (*_LOW_P, *_NEAR_NOUGHT)),
    claim(
        "eq:151",
        Limit(_argument / _quotient_151, p, sp.Integer(0), "+", sp.Integer(1)),
        _LOW_P,
        remark="The two quotients have one limit, which is not 0.",
    ),
    claim("eq:152.1", Limit(_quotient_151, p, sp.Integer(0), "+", _value_152), _LOW_P),
    claim("eq:152.2", eq(sp.log(_value_152), sp.log(r)), (*VALUE_UNKNOWN, *RISK)),
)

LOW_VALUE_EDGE: tuple[Claim, ...] = (
    claim(
        "eq:153",
        eq(budget, ROOT_BUDGET),
        _LOW_Q,
        kind=Kind.DEFINITION,
        remark="(142) under the limit q -> 0.",
    ),
    claim("eq:154", Limit(ROOT_BUDGET, q, sp.Integer(0), "+", _limit_154), _LOW_Q),
    claim("text:E/theorem-3-denominator-of-154", gt(_gap_154, 0), _Q_IS_NOUGHT),
    claim(
        "eq:155",
        eq(_limit_154, _limit_155),
        _Q_IS_NOUGHT,
        corrected=eq(_limit_154, sp.log(product(2, p, 1 / _gap_154))),
        remark="Under the root 1/r - p is printed for the 1/r of (154) and (156).",
    ),
    claim("eq:156", PartialDerivative(_limit_154, p, _slope_156), _Q_IS_NOUGHT, remark="Of (154)."),
    claim(
        "text:E/theorem-3-116-at-q-0",
        eq(2 * p / r, sp.sqrt(_root_154**2 + _excess_116) - (1 - p)),
        _Q_IS_NOUGHT,
    ),
    claim("text:E/theorem-3-ratio-below-1", lt(_ratio_156, 1), _Q_IS_NOUGHT),
    claim("text:E/theorem-3-falls-at-q-0", lt(_slope_156, 0), _Q_IS_NOUGHT),
    claim(
        "text:E/theorem-3-least-at-q-0",
        Minimum(_limit_154, (p,), HALF_LOG, {p: sp.Integer(1)}),
        _Q_IS_NOUGHT,
    ),
    claim(
        "text:E/theorem-3-least-of-the-edges", lt(HALF_LOG, sp.log(r)), RISK, remark="(145), (148), (152)."
    ),
)

CLAIMS: tuple[Claim, ...] = (
    *STATEMENT,
    *INTERIOR,
    *KNOWN_INCLUSION_EDGE,
    *KNOWN_VALUE_EDGE,
    *LOW_INCLUSION_EDGE,
    *LOW_VALUE_EDGE,
)
