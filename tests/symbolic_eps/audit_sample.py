"""A few claims with every verdict, each derived by hand; the audit's reports are tested on them."""

from __future__ import annotations

import sympy as sp

from verify.calculus.derivative import PartialDerivative
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind, Locator

PAPER = "sample-2001"

a, b, x = sp.symbols("a b x", real=True)

VERDICTS = {
    "eq:1": "definition",
    "eq:2": "cited",
    "eq:3": "holds",
    "eq:4.1": "holds",
    "eq:4.2": "misprint",
    "lem:1@A": "holds-if",
    "lem:1@B": "refuted",
    "eq:5": "holds",
    "eq:6": "misprint",
}


def _claim(place: str, statement: object, domain: tuple[sp.Basic, ...], **more: object) -> Claim:
    return Claim(Locator(PAPER, place), statement, domain, **more)


CLAIMS = (
    _claim("eq:1", sp.Eq(b, a**2), (a > 0,), kind=Kind.DEFINITION),
    _claim("eq:2", a + 1 / a >= 2, (a > 0,), kind=Kind.CITED, source="a text <on> means & bounds"),
    _claim("eq:3", a + 1 / a >= 2, (a > 0,)),
    _claim("eq:4.1", sp.Eq((a + b) ** 2, a**2 + 2 * a * b + b**2), ()),
    # at a = b = 1 the left side is 4 and the right side 3
    _claim(
        "eq:4.2",
        sp.Eq((a + b) ** 2, a**2 + a * b + b**2),
        (a > 0, b > 0),
        corrected=sp.Eq((a + b) ** 2, a**2 + 2 * a * b + b**2),
        remark="A factor 2 is lost.",
    ),
    # a^2 - a = a (a - 1) < 0 exactly for 0 < a < 1
    _claim("lem:1@A", a**2 >= a, (a > 0,), missing=(a >= 1,)),
    _claim("lem:1@B", a**2 >= a, (a > 0, a < 1)),
    _claim("eq:5", Limit(x / (a + x), x, sp.oo, "-", sp.Integer(1)), (a > 0,)),
    # the derivative of a^3 is 3 a^2, and 3 a^2 = 2 a^2 only at a = 0
    _claim(
        "eq:6",
        PartialDerivative(a**3, a, 2 * a**2),
        (a > 0,),
        corrected=PartialDerivative(a**3, a, 3 * a**2),
    ),
)
