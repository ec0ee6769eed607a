"""Sections 5 and 6: the profiles (17), the example of Durham county, and the remarks on prior work.

`printed_numbers` recomputes the numbers; here also what is said for all parameters.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import decay, eps, p, r
from derivations.kazan_reiter_2024.durham_example import DEVIATION, RMSE, SENTENCE
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.numbers import CITED, PAPER
from derivations.kazan_reiter_2024.printed_statements import PrintedValue
from derivations.kazan_reiter_2024.proofs.theorem_3 import HALF_LOG, KNOWN_VALUE
from derivations.kazan_reiter_2024.proofs.theorem_5 import KNOWN_VALUE_BUDGET
from derivations.kazan_reiter_2024.section_2 import MASS, VARIANCE
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Infimum, Path
from verify.calculus.series import Series
from verify.claims.claim import Claim, Kind, Locator
from verify.language.as_printed import eq, gt, lt
from verify.language.note import NOTHING, Note

a, k, t, bound, printed = (parameter(name) for name in ("a", "k", "t", "bound", "printed"))

_KNOWN = (p > 0, p <= 1)
_RISKS = (a > 0, a < 1, r > 1)


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
        (*_KNOWN, a >= 0, a < 1, r > 1),
        kind=Kind.DEFINITION,
        remark="At q = 1; infinite elsewhere.",
    ),
    claim("text:5/a-0.1", eq(sp.Max(0 / p, r), r), (*_KNOWN, r > 1), remark="(17) at q = 1, with a = 0."),
    claim(
        "text:5/a-0.2",
        Infimum(KNOWN_VALUE, (p,), HALF_LOG, Path(t, {p: t})),
        (p > 0, p < 1, r > 1, r * p < 1),
        remark="That (17) with a = 0 is the constant profile for all p and q would make its budget "
        "log(r)/2. At "
        "q = 1 alone, where (17) is finite, it is log(r), the limit of log((r-a)/(1-a)) too: twice as much.",
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
    claim("text:5/rmse-falls-with-eps", DerivativeSign(sp.sqrt(VARIANCE), eps, "<"), (eps > 0,)),
    value(*RMSE[:2]),
    claim(
        "text:5/footnote-9",
        Series(k * MASS, k, -sp.oo, sp.oo, sp.Integer(0)),
        (x > 0, x < 1),
        remark="Unbiased, so that the mean squared error is the variance.",
    ),
    value(*DEVIATION[:2]),
    value(
        *SENTENCE[:2],
        "The probability of one step of noise is exactly 1/10: at most 10 %, not below.",
    ),
    value("text:5/eps"),
    value("text:5/rmse"),
    claim(
        "text:5/large-budget-needed",
        sp.Equivalent(lt(decay / (1 + decay), sp.Rational(1, 10)), gt(eps, sp.log(9))),
        (eps > 0,),
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
)

CLAIMS: tuple[Claim, ...] = (*PROFILE, *TRADE_OFF, *PRIOR_WORK)
