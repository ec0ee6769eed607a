"""Sections 5 and 6: the profiles (17), the example of Durham county, and the remarks on prior work.

`printed_numbers` recomputes the numbers; here also what is said for all parameters.
"""

from __future__ import annotations

import math

import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, decay, eps, p, q, r, risk
from derivations.kazan_reiter_2024.durham_example import DEVIATION, RMSE, SENTENCE
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.number_row import exact
from derivations.kazan_reiter_2024.numbers import CITED, DURHAM_BIRTHS, DURHAM_DEVIATIONS, PAPER
from derivations.kazan_reiter_2024.printed_statements import PrintedValue
from derivations.kazan_reiter_2024.proofs.theorem_3 import HALF_LOG
from derivations.kazan_reiter_2024.proofs.theorem_5 import KNOWN_VALUE_BUDGET
from derivations.kazan_reiter_2024.section_2 import MASS
from symbolic_eps.mechanisms.geometric import tail_probability
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.series import Series
from verify.claims.claim import Claim, Kind, Locator
from verify.language.as_printed import eq, gt, le, lt
from verify.language.note import NOTHING, Note

a, k, bound, distance, printed = (parameter(name) for name in ("a", "k", "bound", "distance", "printed"))

_KNOWN = (p > 0, p <= 1)
_RISKS = (a > 0, a < 1, r > 1)
_allowed = (1 - a) / (r - a)
_tenth, _next = sp.Rational(1, 10), sp.Rational(19, 3)
_CROSSED = tuple(
    (math.ceil(deaths), exact(deaths)) for deaths in (d * DURHAM_BIRTHS / 1000 for d in DURHAM_DEVIATIONS)
)
"""Steps of noise, and how many deaths the deviation is."""
odds, ratio_to_resampled = parameter("odds"), parameter("rho")


def value(locator: str, wording: Note = NOTHING, remark: str = "") -> Claim:
    """A printed number, or statement about numbers, as a claim.

    Examples
    --------
    >>> print(value("tab:4/1.eps").locator)
    kazan-reiter-2024 tab:4/1.eps
    """
    return Claim(Locator(PAPER, locator), PrintedValue(locator, wording), remark=remark)


def cited(locator: str) -> Claim:
    """A number that the paper takes from elsewhere.

    Examples
    --------
    >>> cited("text:5/births").text
    'Eq(printed, 4012)'
    """
    item = next(item for item in CITED if item.locator == locator)
    number = sp.Rational(item.printed.replace(",", ""))
    return claim(locator, eq(printed, number), (), kind=Kind.CITED, source=item.source, remark=item.what)


PROFILE: tuple[Claim, ...] = (
    claim(
        "eq:17",
        eq(bound, sp.Max(a / p, r)),
        (*_KNOWN, r > 1),
        kind=Kind.DEFINITION,
        remark="At q = 1; infinite elsewhere.",
    ),
    claim(
        "text:5/a-0",
        eq(sp.Piecewise((sp.Max(0 / p, r), sp.Eq(q, 1)), (sp.oo, True)), r),
        (*PRIORS, r > 1),
        missing=(eq(q, 1),),
        remark="(17) with a = 0 bounds the risk at q = 1 alone, and its budget is log(r); that of r* = r for "
        "all p and q is log(r)/2.",
    ),
)

TRADE_OFF: tuple[Claim, ...] = (
    value("text:5/larger-than-constant"),
    claim(
        "text:5/larger-than-constant.for-all",
        gt(KNOWN_VALUE_BUDGET, HALF_LOG),
        _RISKS,
        remark="For all a and r, not only those tried.",
    ),
    claim("text:5/budget-rises-with-r", DerivativeSign(KNOWN_VALUE_BUDGET, r, ">"), _RISKS),
    claim("text:5/budget-rises-with-a", DerivativeSign(KNOWN_VALUE_BUDGET, a, ">"), _RISKS),
    *(
        claim(
            f"text:5/rmse-falls-with-{name}",
            DerivativeSign(sp.sqrt(2 * _allowed / (1 - _allowed) ** 2), constant, "<"),
            _RISKS,
            remark="e^-eps = (1-a)/(r-a) for (17).",
        )
        for name, constant in (("r", r), ("a", a))
    ),
    value(*RMSE[:2]),
    claim(
        "text:5/footnote-9",
        Series(k * MASS, k, -sp.oo, sp.oo, sp.Integer(0)),
        (x > 0, x <= 1),
        remark="Unbiased, so that the mean squared error is the variance.",
    ),
    value(*DEVIATION[:2]),
    claim(
        "text:5/all-deviations-differ",
        sp.And(*(gt(tail_probability(m), tail_probability(k)) for m, k in ((2, 3), (3, 5), (5, 9)))).subs(
            x, _allowed
        ),
        _RISKS,
        remark="0.25, 0.5, 1 and 2 are 1.003, 2.006, 4.012 and 8.024 deaths, which 2, 3, 5 and 9 steps of "
        "noise cross.",
    ),
    claim(
        "text:5/absolute-difference",
        sp.And(*(c for m, deaths in _CROSSED for c in (lt(m - 1, deaths), lt(deaths, m))), evaluate=False),
        (),
        remark="None of the four deviations is a whole number of deaths, so that the noise has to go as many "
        "steps up as down.",
    ),
    claim(
        "text:5/less-aggressive",
        sp.And(
            lt(sp.log(_next), sp.log(9)), lt(tail_probability(3).subs(x, 1 / _next), _tenth), evaluate=False
        ),
        (),
        remark="r = 5 with a = 0.25: a smaller budget, and at 0.5, which 3 steps cross, below 10 % already.",
    ),
    value(
        *SENTENCE[:2],
        "With integer noise one step gives exactly 10 %; two steps (the deviation is 1.003 steps) give "
        "1.1 %, and then three more profiles are below 10 % too. Only interpolated between steps is the "
        "sentence true (9.93 %).",
    ),
    value("text:5/eps"),
    value("text:5/rmse"),
    claim(
        "text:5/large-budget-needed",
        sp.Equivalent(lt(decay / (1 + decay), sp.Rational(1, 10)), gt(eps, sp.log(9))),
        (eps >= 0,),
        remark="25 deaths, the observed rate of 6.2, are one step from the target: below 10 % only for eps "
        "> log 9, "
        "more than any profile tried allows.",
    ),
    cited("text:5/births"),
    cited("text:5/target"),
    cited("text:5/rate"),
)

PRIOR_WORK: tuple[Claim, ...] = (
    claim(
        "text:6/larger-than-ours",
        gt(sp.Rational(81, 50), sp.log(sp.Rational(3, 2))),
        (),
        remark="The largest budget quoted from [27] in D.1 against ours for the same n and a.",
    ),
    *(
        claim(f"text:6/{slug}", le(quantity, limit), (), kind=Kind.CITED, source=f"the paper's {source}")
        for slug, quantity, limit, source in (
            ("bounded-privacy-and-risk", risk, sp.exp(eps), "[10]"),
            ("total-variation", distance, bound, "[23]"),
            ("odds", odds, sp.exp(eps), "[26]"),
            ("resampled-record", ratio_to_resampled, bound, "[25]"),
        )
    ),
)

CLAIMS: tuple[Claim, ...] = (*PROFILE, *TRADE_OFF, *PRIOR_WORK)
