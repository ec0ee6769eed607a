"""Theorem 5 and its proof, (166)-(176): q fixed, r* = max(a/(p q), r).

The theorem prints 0 < p < 1, while (13) and the proof take the minimum over 0 < p <= 1 and find it at p = 1
in two of four cases. As in Theorem 4, a < 1 is all that is printed of a, and for a <= 0 nothing is minimal.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter import least_decay
from derivations.kazan_reiter.notation import PRIORS, p, q, r, root_budget
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.proofs.capped_profile import (
    BELOW_0,
    CAP_FROM_0,
    CAPS,
    CONSTRAINED,
    EVERY_BUDGET,
    INSTEAD_OF_BUDGETS,
    KNOWN_BUDGET,
    POSITIVE_CAP,
    PROFILE,
    a,
    budget,
    by_cases,
    unconstrained,
)
from derivations.kazan_reiter_2024.proofs.theorem_3 import KNOWN_INCLUSION, KNOWN_VALUE
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Infimum, Maximum, Minimum, Path
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, ge, gt, le, lt, product, ratio, total
from verify.language.implication import Hints

step = parameter("t")

BELOW_ONE = (q < 1,)

_ALL = (*PRIORS, *CAPS)
_FIXED = (q > 0, q <= 1, *CAPS)
_INNER = (p > 0, p < 1, *_FIXED)
_THRESHOLD = 1 / (r + 1)
_TURN = a / (q * r)
_BELOW_TURN = sp.And(p > 0, p < _TURN)
_UNCONSTRAINED = (*_ALL, q > a / r, ge(p, 1 / (r * q)))

_BELOW = (*CAPS, q > 0, q < _THRESHOLD, q > a / r)
_AT = (*CAPS, eq(q, _THRESHOLD), q > a / r)

LOW = (q > 0, q <= a / r)
FALLING = (q > 0, q <= _THRESHOLD, q > a / r, q < 1)
RISING = (q > _THRESHOLD, q < 1, q > a / r)
KNOWN = (eq(q, 1),)
"""The conditions of (166) are `LOW`, `FALLING`, `RISING`, `KNOWN`."""

ROOT_BUDGET = root_budget(1 / PROFILE)
BUDGET = sp.Piecewise((ROOT_BUDGET, sp.And(q > 0, q < 1)), (KNOWN_BUDGET, sp.Eq(q, 1)))
"""(167); at q = 1 with the profile's value there."""

LOW_BUDGET = sp.log(a * (1 - q) / (q * (1 - a))) / 2
_cleared_root = sp.sqrt((r * q - a) ** 2 + 4 * a * q * (1 - q) * (1 - a))
RISING_BUDGET = sp.log(2 * a * (1 - q) / (_cleared_root - (r * q - a)))
KNOWN_VALUE_BUDGET = sp.log((r - a) / (1 - a))

_decay_numerator = _cleared_root - (r * q - a)
_short_of_one = 2 * a * (1 - q) - _decay_numerator
_RISING_DECAY = _decay_numerator / (2 * a * (1 - q))
"""e^-eps for `RISING_BUDGET`."""

_line_168 = sp.log(ratio(1 - q, q / a - q)) / 2


_line_173 = sp.log(
    ratio(
        product(2, _TURN, 1 - q),
        sp.sqrt(
            total((1 - _TURN) ** 2, product(4, _TURN, 1 - q, total(1 / r, product(-1, _TURN, q)))),
        )
        - (1 - _TURN),
    )
)
_line_176 = sp.log(ratio(1 - a / r, total(1 / r, -a / r)))

_towards_one = Path(step, {p: 1 - step})
_RANGE = (
    "The theorem prints 0 < p < 1, where no p attains the infimum; on 0 < p <= 1, the range of (13) and of "
    "the proof, p = 1 does (text:E/theorem-5-over-the-closed-range)."
)
_AT_THE_TURN = "That it is attained is judged by text:E/theorem-5-least."
_NO_CAP = "For a <= 0 the profile is r, the infimum is approached for p -> 0 and no p attains it."
_VALUE = "The value; that it is attained is judged by text:E/theorem-5-attained."

STATEMENT: tuple[Claim, ...] = (
    claim(
        "eq:166.1",
        Infimum(ROOT_BUDGET, (p,), LOW_BUDGET, _towards_one),
        (*_INNER, *LOW),
        remark=_VALUE,
    ),
    claim(
        "eq:166.2",
        Infimum(ROOT_BUDGET, (p,), KNOWN_INCLUSION, _towards_one),
        (*_INNER, *FALLING),
        remark=_VALUE,
    ),
    claim(
        "eq:166.3",
        RecommendedBudget("fixed-q", RISING_BUDGET),
        (*CAPS, *RISING),
        missing=POSITIVE_CAP,
        remark=f"{BELOW_0} At a = 0 the formula is the logarithm of 0/0. {_AT_THE_TURN}",
    ),
    claim(
        "eq:166.4",
        RecommendedBudget("fixed-q", KNOWN_VALUE_BUDGET),
        (*CAPS, *KNOWN),
        missing=CAP_FROM_0,
        remark=f"{BELOW_0} {_AT_THE_TURN}",
    ),
    claim(
        "text:E/theorem-5-least.1",
        Maximum(
            least_decay.value_unknown(1 / PROFILE, CONSTRAINED),
            (p,),
            _RISING_DECAY,
            {p: _TURN},
            Hints(signed=(_decay_numerator, r * q - a + 2 * a * q - _cleared_root, _short_of_one)),
        ),
        (*_INNER, *RISING),
        missing=POSITIVE_CAP,
        remark=f"For 1/(r+1) < q < 1. {INSTEAD_OF_BUDGETS} {_NO_CAP}",
    ),
    claim(
        "text:E/theorem-5-least.2",
        Maximum(
            least_decay.value_known(1 / sp.Max(a / p, r), lt(r * p, 1)), (p,), (1 - a) / (r - a), {p: a / r}
        ),
        (p > 0, p < 1, *CAPS),
        missing=POSITIVE_CAP,
        remark=f"At q = 1. {INSTEAD_OF_BUDGETS} {_NO_CAP}",
    ),
    claim(
        "text:E/theorem-5-attained.1",
        Minimum(ROOT_BUDGET, (p,), LOW_BUDGET),
        (*_INNER, *LOW),
        corrected=Infimum(ROOT_BUDGET, (p,), LOW_BUDGET, _towards_one),
        remark=_RANGE,
    ),
    claim(
        "text:E/theorem-5-attained.2",
        Minimum(ROOT_BUDGET, (p,), KNOWN_INCLUSION),
        (*_INNER, *_BELOW),
        corrected=Infimum(ROOT_BUDGET, (p,), KNOWN_INCLUSION, _towards_one),
        remark=f"Below the threshold; at q = 1/(r + 1) every p from a/(q r) on attains it. {_RANGE}",
    ),
    claim(
        "text:E/theorem-5-over-the-closed-range.1",
        Minimum(ROOT_BUDGET, (p,), LOW_BUDGET, {p: sp.Integer(1)}),
        (*_ALL, *LOW),
    ),
    claim(
        "text:E/theorem-5-over-the-closed-range.2",
        Minimum(ROOT_BUDGET, (p,), KNOWN_INCLUSION, {p: sp.Integer(1)}),
        (*_ALL, *FALLING),
    ),
    claim(
        "text:E/theorem-5-branches.1",
        sp.Or(*(sp.And(*condition) for condition in (LOW, FALLING, RISING, KNOWN))),
        _FIXED,
        remark="Some condition of (166) applies.",
    ),
    claim(
        "text:E/theorem-5-branches.2",
        sp.And(
            sp.Not(sp.And(q > a / r, q <= a / r)),
            sp.Not(sp.And(q <= _THRESHOLD, q > _THRESHOLD)),
            sp.Not(sp.And(*LOW, *KNOWN)),
            sp.Not(sp.And(q < 1, *KNOWN)),
        ),
        _FIXED,
        remark="No two conditions of (166) apply.",
    ),
    claim("eq:167", eq(budget, BUDGET), _ALL, kind=Kind.DEFINITION),
    claim(
        "text:E/theorem-5-one-q-alone",
        ge(p * (1 - q) * x**2 + (1 - p) * x + p * q, 0),
        (*PRIORS, x > 0, x <= 1),
        remark=f"{EVERY_BUDGET} So (13) is over the fixed q alone.",
    ),
)

LOW_VALUE: tuple[Claim, ...] = (
    claim("text:E/theorem-5-low.1", sp.And(r <= a / q, le(a / q, a / (p * q))), (*_ALL, *LOW)),
    claim("text:E/theorem-5-low.2", eq(PROFILE, a / (p * q)), (*_ALL, *LOW)),
    claim("text:E/theorem-5-low-falls", DerivativeSign(root_budget(p * q / a), p, "<"), (*_INNER, *LOW)),
    claim("eq:168.1", eq(ROOT_BUDGET.subs(p, 1), _line_168), (*_FIXED, *LOW)),
    claim("eq:168.2", eq(_line_168, LOW_BUDGET), (*_FIXED, *LOW)),
)

HIGH_VALUE: tuple[Claim, ...] = (
    claim("text:E/theorem-5-turn.1", ge(r, a / (p * q)), (*_ALL, q > a / r, p >= _TURN)),
    claim("text:E/theorem-5-turn.2", lt(_TURN, 1), (*_FIXED, q > a / r)),
    claim(
        "eq:169",
        eq(PROFILE, by_cases(_BELOW_TURN, sp.And(p >= _TURN, p < 1))),
        (*_ALL, q > a / r),
        corrected=eq(PROFILE, by_cases(_BELOW_TURN, sp.And(p >= _TURN, p <= 1))),
        remark="p = 1 is left out, but the minimum includes it; (15) has p <= 1. On the left r*(p~, q_i) is "
        "printed for r*(p_i, q~).",
    ),
    *unconstrained(5, ("eq:170", "eq:171.1", "eq:171.2"), "(167)", _UNCONSTRAINED),
    claim(
        "text:E/theorem-5-restriction",
        sp.Or(ge(p, 1 / (r * q)), lt(p, sp.Min(1, 1 / (r * q)))),
        (*_ALL, q > a / r),
        missing=(lt(p, 1),),
        remark="Every prior should be on one side or the other; p = 1 with r q < 1 is on neither, where the "
        "proof itself puts the minimum for q <= 1/(r + 1).",
    ),
    claim("text:E/theorem-5-continuous", Limit(a / (p * q), p, _TURN, "-", r), (*_ALL, q > a / r, p < _TURN)),
    claim(
        "text:E/theorem-5-falls.1",
        DerivativeSign(root_budget(p * q / a), p, "<"),
        (*_INNER, *BELOW_ONE, q > a / r, p < _TURN),
    ),
    claim(
        "text:E/theorem-5-falls.2",
        DerivativeSign(sp.log((1 - p) / (p / a - p)), p, "<"),
        (p > 0, p < a / r, *CAPS),
        remark="q = 1, which Lemma 2 leaves out.",
    ),
)

FALLING_VALUE: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-5-below-the-threshold.1",
        sp.And(gt(1 / (q * r), (r + 1) / r), gt((r + 1) / r, 1)),
        _BELOW,
    ),
    claim("text:E/theorem-5-below-the-threshold.2", eq(sp.Min(1, 1 / (r * q)), 1), _BELOW),
    claim(
        "text:E/theorem-5-below-the-threshold.3",
        DerivativeSign(root_budget(1 / r), p, "<"),
        (*_BELOW, p > 0, p > _TURN, p < 1),
    ),
    claim("eq:172", eq(ROOT_BUDGET.subs(p, 1), KNOWN_INCLUSION), _BELOW),
    claim(
        "text:E/theorem-5-at-the-threshold.1",
        sp.And(eq(1 / (q * r), (r + 1) / r), gt((r + 1) / r, 1)),
        _AT,
    ),
    claim(
        "text:E/theorem-5-at-the-threshold.2",
        DerivativeSign(root_budget(1 / r), p, "="),
        (*_AT, p > 0, p > _TURN, p < 1),
    ),
    claim(
        "text:E/theorem-5-at-the-threshold.3",
        eq(root_budget(1 / r), KNOWN_INCLUSION),
        (*_AT, p > 0, p > _TURN, p < 1),
    ),
)

RISING_VALUE: tuple[Claim, ...] = (
    claim(
        "text:E/theorem-5-above-the-threshold",
        DerivativeSign(root_budget(1 / r), p, ">"),
        (*CAPS, *RISING, p > 0, p > _TURN, p < 1, p < 1 / (r * q)),
    ),
    claim(
        "eq:173",
        eq(root_budget(1 / r), _line_173),
        (*_ALL, *RISING, eq(p, _TURN)),
        remark="At p = a/(q r), which is positive and below 1, with r*(p, q) = r by (169).",
    ),
    claim(
        "eq:174",
        eq(_line_173, RISING_BUDGET),
        (*CAPS, *RISING),
        missing=POSITIVE_CAP,
        remark="At a = 0 both sides are the logarithm of 0/0; for a < 0 the point is no prior.",
    ),
    claim("text:E/theorem-5-turn-is-finite", lt(_TURN, sp.Min(1, 1 / (r * q))), (*CAPS, *RISING)),
)

_BETWEEN = (*CAPS, p > 0, p > a / r, p < 1, p < 1 / r)

KNOWN_VALUE_CASE: tuple[Claim, ...] = (
    claim("eq:175", eq(KNOWN_BUDGET, KNOWN_VALUE), _BETWEEN),
    claim("text:E/theorem-5-known-value-rises", DerivativeSign(KNOWN_VALUE, p, ">"), _BETWEEN),
    claim("eq:176.1", eq(KNOWN_BUDGET, _line_176), (*CAPS, p > 0, eq(p, a / r))),
    claim("eq:176.2", eq(_line_176, KNOWN_VALUE_BUDGET), CAPS),
)

CLAIMS: tuple[Claim, ...] = (
    *STATEMENT,
    *LOW_VALUE,
    *HIGH_VALUE,
    *FALLING_VALUE,
    *RISING_VALUE,
    *KNOWN_VALUE_CASE,
)
