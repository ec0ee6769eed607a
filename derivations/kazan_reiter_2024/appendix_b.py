"""Appendix B: the statements of B.1 as printed there, (18)-(24), and the closed forms of B.2, (25)-(30).

B.1 repeats what E proves, with ranges of its own: Lemma 3 lacks r* p q < 1, Theorem 4 has 0 < q < 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from derivations.kazan_reiter.notation import BOUNDED_RISK, INSIDE, PRIORS, eps, p, q, r, root_budget
from derivations.kazan_reiter_2024.notation import PAPER, claim
from derivations.kazan_reiter_2024.printed_statements import PrintedBranch
from derivations.kazan_reiter_2024.proofs import corollaries, lemma_2, theorem_3, theorem_4, theorem_5
from derivations.kazan_reiter_2024.proofs.capped_profile import PROFILE
from derivations.kazan_reiter_2024.proofs.lemma_3 import BUDGET as CONSTANT_BUDGET
from derivations.kazan_reiter_2024.proofs.theorem_4 import LOW_BUDGET
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.theory.likelihoods import LIKELIHOOD_ABSENT as L_0
from symbolic_eps.theory.likelihoods import LIKELIHOOD_INSIDE as L_S
from symbolic_eps.theory.likelihoods import LIKELIHOOD_OUTSIDE as L_N
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.calculus.extremum import Infimum, Minimum, Path
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind, Locator
from verify.language.as_printed import eq, gt, le, ratio, total

a, b, t, budget, bound, posterior = (
    parameter(name) for name in ("a", "b", "t", "budget", "bound", "posterior")
)

_PROVED = {
    claim.locator.place: claim
    for module in (corollaries, lemma_2, theorem_3, theorem_4, theorem_5)
    for claim in module.CLAIMS
}


def reprinted(proved: str, place: str, **changes: Any) -> Claim:
    """A statement of B.1 that E repeats word for word.

    Examples
    --------
    >>> print(reprinted("cor:1@E", "cor:1@B.1").locator)
    kazan-reiter-2024 cor:1@B.1
    """
    made: Claim = replace(_PROVED[proved], locator=Locator(PAPER, place), **changes)
    return made


_KNOWN = (q > 0, q < 1, *BOUNDED_RISK)
_KNOWN_BUDGET = sp.log((1 - q) / (1 / r - q)) / 2

COROLLARIES: tuple[Claim, ...] = (
    reprinted("cor:1@E", "cor:1@B.1"),
    reprinted("eq:79", "eq:18"),
    reprinted("cor:2@E", "cor:2@B.1"),
    claim(
        "eq:19", le(eps, _KNOWN_BUDGET), _KNOWN, kind=Kind.DEFINITION, remark="The corollary's hypothesis."
    ),
    claim(
        "text:B.1/corollary-2-is-defined",
        gt((1 - q) / (1 / r - q), 0),
        _KNOWN,
        missing=(r * q < 1,),
        remark="The logarithm in (19) needs r* q < 1.",
    ),
)

BOUNDED_PRIVACY: tuple[Claim, ...] = (
    claim(
        "text:3/footnote-4-bounded",
        le(L_S / (q * L_S + (1 - q) * L_N), 1 / x),
        (q > 0, q <= 1, x > 0, x <= 1, L_S > 0, L_N >= 0, x * L_S <= L_N),
        remark="Of the paper's [17]: where one value is compared with any other, the likelihoods of S and of "
        "its complement differ by a factor e^eps at most. Here p = 1, as the person is in the data.",
    ),
    claim(
        "text:B.1/bounded",
        le(x**2 * L_S, L_N),
        (x > 0, x <= 1, L_0 > 0, *(c for L in (L_S, L_N) for c in (x * L_0 <= L, x * L <= L_0))),
        remark="Unbounded eps-DP is bounded 2 eps-DP, by way of the data without the person; so Corollary 1 "
        "has 2 eps where [17] has eps.",
    ),
)

_FINITE = (r * p * q < 1,)
_SHORT = (
    "B.1 does not ask for r* p q < 1, without which the logarithm has no positive argument. Section 4 names "
    "this exception: every eps is accepted there."
)
_threshold = 1 / (r + 1)
_LEMMA_3 = (*INSIDE, *BOUNDED_RISK)
_ABOVE_ONE = (*INSIDE, r > 1)

LEMMAS: tuple[Claim, ...] = (
    claim("eq:20", eq(budget, root_budget(p * q / a)), INSIDE, kind=Kind.DEFINITION),
    reprinted("lem:2.1@E", "lem:2.1@B.1"),
    reprinted("lem:2.2@E", "lem:2.2@B.1"),
    claim("eq:21", eq(budget, CONSTANT_BUDGET), _LEMMA_3, kind=Kind.DEFINITION, remark="At r*(p, q) = r."),
    claim(
        "lem:3.1@B.1",
        DerivativeSign(CONSTANT_BUDGET, p, "<"),
        (*_ABOVE_ONE, q < _threshold),
    ),
    claim("lem:3.2@B.1", DerivativeSign(CONSTANT_BUDGET, p, "="), (*_LEMMA_3, eq(q, _threshold))),
    claim(
        "lem:3.3@B.1",
        DerivativeSign(CONSTANT_BUDGET, p, ">"),
        (*_ABOVE_ONE, q > _threshold),
        missing=_FINITE,
        remark=_SHORT,
    ),
    claim(
        "lem:3.4@B.1",
        DerivativeSign(CONSTANT_BUDGET, q, ">"),
        _ABOVE_ONE,
        missing=_FINITE,
        remark=_SHORT,
    ),
)

_LOW_INCLUSION = (p > 0, p <= 1, q > 0, q < 1, a < 1, r > 1, p <= a / r)
_INNER_BUDGET = root_budget(1 / PROFILE)

THEOREMS: tuple[Claim, ...] = (
    reprinted("thm:3@E", "thm:3@B.1"),
    reprinted("eq:141", "eq:22"),
    claim(
        "eq:23.1",
        Infimum(_INNER_BUDGET, (q,), LOW_BUDGET, Path(t, {q: 1 - t})),
        _LOW_INCLUSION,
        remark="The value; that it is attained is judged by text:B.1/theorem-4-attained.",
    ),
    claim(
        "text:B.1/theorem-4-attained",
        Minimum(_INNER_BUDGET, (q,), LOW_BUDGET),
        _LOW_INCLUSION,
        corrected=Infimum(_INNER_BUDGET, (q,), LOW_BUDGET, Path(t, {q: 1 - t})),
        remark="B.1 prints 0 < q < 1, where no q attains the infimum; on 0 < q <= 1, the range in E and in "
        "(13), q = 1 does.",
    ),
    reprinted("eq:157.2", "eq:23.2"),
    *(reprinted(f"eq:166.{case}", f"eq:24.{case}") for case in (1, 2, 3, 4)),
)

_RANGE = (
    "The value is (24). B.1 prints 0 < p < 1, where no p attains it; on 0 < p <= 1, the range of (13) and of "
    "the proof in E, p = 1 does."
)
_towards_one = Path(t, {p: 1 - t})

ATTAINED: tuple[Claim, ...] = tuple(
    claim(
        f"text:B.1/theorem-5-attained.{case}",
        Minimum(_INNER_BUDGET, (p,), least),
        (p > 0, p < 1, q > 0, a < 1, r > 1, *condition),
        corrected=Infimum(_INNER_BUDGET, (p,), least, _towards_one),
        remark=_RANGE,
    )
    for case, least, condition in (
        (1, theorem_5.LOW_BUDGET, (q <= a / r,)),
        (2, theorem_3.KNOWN_INCLUSION, (q < 1, q < _threshold, q > a / r)),
    )
)

_BOX = next(row for row in ROWS if row.identifier == "box")
_p0, _q0, _R = parameter("p0"), parameter("q0"), parameter("r")

_UNCONSTRAINED = (
    "Where r p0 q0 >= 1 every prior of the box has r p q >= 1, so that every budget keeps to the bound, and "
    "the "
    "printed logarithm has no positive argument."
)
_LACKING: dict[str, tuple[sp.Basic, ...]] = {
    "tab:3/(25).2": (_p0 * _q0 * _R < 1,),
    "tab:3/(25).4": (_p0 * _q0 * _R < 1,),
}


def branch(row: str, number: int, place: str) -> Claim:
    """A branch of a printed closed form, as a claim on the parameters that its condition admits.

    Examples
    --------
    >>> branch("constant", 1, "tab:3/(14).1").text
    'the recommended budget for r* = r is log(r)/2'
    """
    cell = next(item for item in ROWS if item.identifier == row).printed[number - 1]
    statement = PrintedBranch(row, cell)
    lacking = _LACKING.get(cell.locator, ())
    remark = _UNCONSTRAINED if lacking else ""
    return claim(place, statement, statement.domain, missing=lacking, remark=remark)


_FIRST, _SECOND = b - b**2 / 2, b + b**2 / 2
_closed_form = sp.log((1 + b) / (1 - b))
_two_logs = sp.log(1 + b) - sp.log(1 - b)
_CAP = (b > 0, b < 1)
_ORDER = "Read as: the remainder is of smaller order than the last term, b^2, as b -> 0."

FURTHER: tuple[Claim, ...] = (
    claim(
        "eq:25",
        eq(bound, r),
        tuple(c.relational for c in (*_BOX.profile.parameter_region, *_BOX.profile.box)),
        kind=Kind.DEFINITION,
        remark="Infinite outside of the box. (13) has p, q > 0: an end at 0 is left out.",
    ),
    *(branch("box", number, f"eq:26.{number}") for number in (1, 2, 3, 4)),
    claim("eq:27", le(posterior - p * q, b), (*PRIORS, *_CAP), kind=Kind.DEFINITION),
    claim(
        "text:B.2/corresponds",
        sp.Equivalent(le(posterior - p * q, b), le(ratio(posterior, p * q), ratio(p * q + b, p * q))),
        (*PRIORS, *_CAP),
        remark="(27) is a bound on the relative risk by (28).",
    ),
    claim("eq:28.1", eq(bound, (p * q + b) / (p * q)), (*PRIORS, *_CAP), kind=Kind.DEFINITION),
    claim("eq:28.2", eq(ratio(p * q + b, p * q), total(1, b / (p * q))), (*PRIORS, *_CAP)),
    branch("difference", 1, "eq:29"),
    claim(
        "text:B.2/baseline",
        eq(bound, r),
        (*PRIORS, eq(q, 1), r > 1),
        kind=Kind.DEFINITION,
        remark="The baseline of Figure 3 is r* = r at q = 1 alone, whose budget is log(r); C.1 compares with "
        "r* = r for all priors, whose budget is log(r)/2.",
    ),
    claim(
        "text:B.2/taylor",
        Limit((-sp.log(1 - b) - _SECOND) / b**2, b, sp.Integer(0), "+", sp.Integer(0)),
        _CAP,
        remark=_ORDER,
    ),
    claim("eq:30.1", eq(_closed_form, _two_logs), _CAP),
    claim(
        "eq:30.2",
        Limit((_two_logs - _FIRST - _SECOND) / b**2, b, sp.Integer(0), "+", sp.Integer(0)),
        _CAP,
        remark=_ORDER,
    ),
    claim("eq:30.3", eq(total(_FIRST, _SECOND), 2 * b), _CAP),
)

CLAIMS: tuple[Claim, ...] = (*BOUNDED_PRIVACY, *COROLLARIES, *LEMMAS, *THEOREMS, *ATTAINED, *FURTHER)
