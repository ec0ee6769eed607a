"""Section 3.2 of Kazan & Reiter (2023), (18)-(19): two examples, Tables 3 and 4, numbers in the text."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, VALUE_PRIOR, p, q, r
from derivations.kazan_reiter.recommended_budget import PrintedNumber
from derivations.kazan_reiter_2023.notation import a, claim, definition
from derivations.kazan_reiter_2023.printed_forms import FIXED_INCLUSION, FIXED_VALUE
from derivations.kazan_reiter_2023.sampling import BY_COUNTING, SAMPLES, share_of_samples, size
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, gt, le

profile = parameter("r_star")

_QUARTER, _SURVEYED, _TRIPLE = sp.Rational(1, 4), sp.Rational(1, 20), sp.Integer(3)

TABLE_3 = (
    ("1", sp.Rational(3, 2), ("0.51", "2.74", "25")),
    ("2", sp.Integer(3), ("1.30", "1.02", "57")),
    ("3", sp.Integer(6), ("2.04", "0.59", "77")),
)
"""Agency, r; eps, standard deviation of the noise, percentage of exact releases."""

TABLE_4 = (
    ("1", sp.Rational(25, 1000), ("1.09", "1.24", "50")),
    ("2", sp.Rational(15, 100), ("1.21", "1.10", "54")),
    ("3", sp.Rational(3, 10), ("2.10", "0.56", "78")),
)
"""Agency, a; eps, standard deviation of the noise, percentage of exact releases."""

_QUANTITIES = ("eps", "std", "exact")


def _cells(
    table: str, agency: str, identifier: str, values: dict[sp.Symbol, sp.Expr], printed: tuple[str, ...]
) -> Iterator[Claim]:
    for quantity, digits in zip(_QUANTITIES, printed, strict=True):
        statement = PrintedNumber(identifier, values, quantity, digits)
        yield claim(f"tab:{table}/{agency}.{quantity}", statement, ())


def _constant(place: str, bound: sp.Expr, digits: str) -> Claim:
    return claim(place, PrintedNumber("constant", {r: bound}, "eps", digits), ())


_HALF_LOG = sp.log(r) / 2
_KNOWN_VALUE = FIXED_VALUE[2].subs(a, _QUARTER)
_survey = tuple(formula.subs({p: _SURVEYED, r: _TRIPLE}) for formula in FIXED_INCLUSION)

EXAMPLE_1: tuple[Claim, ...] = (
    definition("eq:18", eq(profile, sp.Max(_QUARTER / p, r)), (*PRIORS, r > 1), remark="At q = 1."),
    *(
        cell
        for agency, bound, printed in TABLE_3
        for cell in _cells("3", agency, "fixed-q", {a: _QUARTER, r: bound, q: sp.Integer(1)}, printed)
    ),
    *(
        _constant(f"text:3.2/constant-{digits}", bound, digits)
        for (_, bound, _), digits in zip(TABLE_3, ("0.20", "0.55", "0.90"), strict=True)
    ),
    *(
        claim(
            f"text:3.2/less-than-half.{agency}",
            gt(_KNOWN_VALUE, 2 * _HALF_LOG),
            (eq(r, bound),),
            remark="For this agency, (16) against (10).",
        )
        for agency, bound, _ in TABLE_3
    ),
)

EXAMPLE_2: tuple[Claim, ...] = (
    definition("eq:19", eq(profile, sp.Max(a / (_SURVEYED * q), 3)), (*PRIORS, a < 1), remark="At p = 0.05."),
    *(
        cell
        for agency, cap, printed in TABLE_4
        for cell in _cells("4", agency, "fixed-p", {a: cap, r: _TRIPLE, p: _SURVEYED}, printed)
    ),
    _constant("text:3.2/constant-0.55-again", _TRIPLE, "0.55"),
    *(
        claim(
            f"text:3.2/larger-than-constant.{agency}",
            gt(formula, sp.Rational(3, 2) * _HALF_LOG.subs(r, _TRIPLE)),
            (eq(a, cap),),
            remark="For this agency, (14) against (10); much larger is read as: by more than half.",
        )
        for (agency, cap, _), formula in zip(TABLE_4, (_survey[0], _survey[1], _survey[1]), strict=True)
    ),
    claim(
        "text:3.2/surveyed-share",
        eq(share_of_samples(size, _SURVEYED * size), _SURVEYED),
        (size > 0, *SAMPLES),
        remark=BY_COUNTING,
    ),
    *(
        claim(
            f"text:3.2/absolute-risk.{agency}",
            le(_SURVEYED * q * sp.Max(a / (_SURVEYED * q), _TRIPLE), a),
            (*VALUE_PRIOR, eq(a, cap)),
            missing=(le(3 * q, 20 * a),),
            remark="The posterior that (19) allows is max(a, 3 q/20)." + excess,
        )
        for (agency, cap, _), excess in zip(TABLE_4, (" For q > 1/6 it exceeds a.", "", ""), strict=True)
    ),
)

CLAIMS: tuple[Claim, ...] = (*EXAMPLE_1, *EXAMPLE_2)
