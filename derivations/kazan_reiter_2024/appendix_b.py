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
from derivations.kazan_reiter_2024.proofs import corollaries, lemma_2, theorem_3, theorem_5
from derivations.kazan_reiter_2024.proofs.capped_profile import CAPS, PROFILE
from derivations.kazan_reiter_2024.proofs.lemma_3 import BUDGET as CONSTANT_BUDGET
from derivations.kazan_reiter_2024.proofs.lemma_3 import RISK_ABOVE_ONE
from derivations.kazan_reiter_2024.proofs.theorem_4 import HIGH_BUDGET, LOW_BUDGET
from derivations.kazan_reiter_2024.table3 import ROWS
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
    for module in (corollaries, lemma_2, theorem_3, theorem_5)
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

_FINITE = (r * p * q < 1,)
_SHORT = (
    "B.1 does not ask for r* p q < 1, without which the logarithm has no positive argument, nor for r* > 1."
)
_UNSAID = "r* > 1 is not asked for; at r* = 1 the function is 0, below 1 the sign is the opposite."
_threshold = 1 / (r + 1)
_LEMMA_3 = (*INSIDE, *BOUNDED_RISK)

LEMMAS: tuple[Claim, ...] = (
    claim("eq:20", eq(budget, root_budget(p * q / a)), (*INSIDE, a > 0), kind=Kind.DEFINITION),
    reprinted("lem:2.1@E", "lem:2.1@B.1"),
    reprinted("lem:2.2@E", "lem:2.2@B.1"),
    claim("eq:21", eq(budget, CONSTANT_BUDGET), _LEMMA_3, kind=Kind.DEFINITION, remark="At r*(p, q) = r."),
    claim(
        "lem:3.1@B.1",
        DerivativeSign(CONSTANT_BUDGET, p, "<"),
        (*_LEMMA_3, q < _threshold),
        missing=RISK_ABOVE_ONE,
        remark=_UNSAID,
    ),
    claim("lem:3.2@B.1", DerivativeSign(CONSTANT_BUDGET, p, "="), (*_LEMMA_3, eq(q, _threshold))),
    claim(
        "lem:3.3@B.1",
        DerivativeSign(CONSTANT_BUDGET, p, ">"),
        (*_LEMMA_3, q > _threshold),
        missing=(*RISK_ABOVE_ONE, *_FINITE),
        remark=_SHORT,
    ),
    claim(
        "lem:3.4@B.1",
        DerivativeSign(CONSTANT_BUDGET, q, ">"),
        _LEMMA_3,
        missing=(*RISK_ABOVE_ONE, *_FINITE),
        remark=_SHORT,
    ),
)

_THEOREM_4 = (p > 0, p <= 1, q > 0, q < 1, *CAPS)
_INNER_BUDGET = root_budget(1 / PROFILE)

THEOREMS: tuple[Claim, ...] = (
    reprinted("thm:3@E", "thm:3@B.1"),
    reprinted("eq:141", "eq:22"),
    claim(
        "eq:23.1",
        Minimum(_INNER_BUDGET, (q,), LOW_BUDGET, {q: sp.Integer(1)}),
        (*_THEOREM_4, p <= a / r),
        corrected=Infimum(_INNER_BUDGET, (q,), LOW_BUDGET, Path(t, {q: 1 - t})),
        remark="B.1 prints 0 < q < 1, where this is an infimum, approached for q -> 1; on 0 < q <= 1, the "
        "range in "
        "E and in (13), it is the minimum.",
    ),
    claim(
        "eq:23.2",
        Minimum(_INNER_BUDGET, (q,), HIGH_BUDGET, {q: a / (p * r)}),
        (*_THEOREM_4, p > a / r, *_FINITE),
        missing=(a > 0,),
        remark="At a = 0 the value is the limit for q -> 0, which no q attains. Where r p q >= 1 no budget "
        "is too "
        "large.",
    ),
    *(reprinted(f"eq:166.{case}", f"eq:24.{case}") for case in (1, 2, 3, 4)),
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

CLAIMS: tuple[Claim, ...] = (*COROLLARIES, *LEMMAS, *THEOREMS, *FURTHER)
