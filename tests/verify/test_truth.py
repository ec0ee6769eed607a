"""Truth at a point: what has no value makes a comparison false, and what cannot be decided stays unknown."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import x

from verify.language import truth
from verify.language.truth import holds_at

ONE, ZERO = {x: sp.Integer(1)}, {x: sp.Integer(0)}


def gt(left: sp.Expr, right: object) -> sp.Basic:
    return sp.Gt(left, right, evaluate=False)


@pytest.mark.parametrize(
    ("formula", "point", "wanted"),
    [
        (gt(sp.sinh(x), sp.Rational(47, 40)), ONE, True),  # (e - 1/e)/2 = 1.1752...
        (gt(sp.sinh(x), sp.Rational(59, 50)), ONE, False),
        (gt(sp.coth(x), 0), ONE, True),
        (gt(sp.coth(x), 0), ZERO, False),  # undefined
        (gt(x * sp.pi, sp.Rational(314, 100)), ONE, True),
        (gt(sp.besselk(sp.Rational(1, 2), x), sp.Rational(46, 100)), ONE, True),  # sqrt(pi/2)/e = 0.461...
        (gt(sp.besselk(sp.Rational(1, 2), x), 0), ZERO, False),
        (gt(sp.besselk(sp.Rational(1, 2), x), 0), {x: sp.Integer(-1)}, False),
        (sp.Ne(sp.zoo, x, evaluate=False), ONE, False),
        (sp.Eq(sp.nan, x, evaluate=False), ONE, False),
        (
            gt(sp.besselk(sp.Rational(1, 3), x), sp.Rational(438, 1000)),
            ONE,
            True,
        ),  # 0.43843... by its integral
        (gt(sp.besselk(sp.Rational(1, 3), x), sp.Rational(439, 1000)), ONE, False),
        (gt(sp.gamma(x), 0), ONE, True),
        (gt(sp.gamma(x), 0), ZERO, False),  # a pole
        (gt(sp.airyai(x), 0), ONE, None),
        (gt(sp.exp(sp.exp(x)), 2), {x: sp.Integer(20)}, None),  # too long to be written out
        (gt(2, sp.log(x - 1)), ONE, False),  # undefined, however small it might be
        (gt(2, sp.exp(-1 / (x - 1))), ONE, False),
        (gt(2, sp.sqrt(x - 2) * sp.log(3)), ONE, False),
        (gt(2, x ** sp.log(2)), ONE, True),
        (gt(2, x ** sp.log(2)), ZERO, False),
        (gt(sp.Max(x * sp.sqrt(2), sp.log(3)), sp.Rational(7, 5)), ONE, True),
        (gt(sp.Min(x * sp.sqrt(2), sp.log(3)), sp.Rational(7, 5)), ONE, False),
        (gt(sp.Max(sp.Min(x, sp.sqrt(2)), sp.log(2)), sp.Rational(9, 10)), ONE, True),
        (gt(sp.Max(2, sp.log(x)), 1), ZERO, False),  # undefined, although 2 is larger than anything near
        (sp.Eq(sp.Max(x, sp.sqrt(2)), sp.sqrt(2), evaluate=False), ONE, True),
    ],
)
@pytest.mark.parametrize("at_once", [True, False], ids=["by few bits", "evaluated"])
def test_truth_at_a_point(
    formula: sp.Basic,
    point: dict[sp.Symbol, sp.Expr],
    wanted: bool | None,
    at_once: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not at_once:
        monkeypatch.setattr(truth, "_clear_sign", lambda *_: 0)
    assert holds_at(formula, point) is wanted
