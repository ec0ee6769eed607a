"""Appendix C: the profiles (31)-(33) and what is said of their budgets."""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import PRIORS, p, q, r
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.numbers import COMPARISONS, MINIMA, NUMBERS, Printed
from derivations.kazan_reiter_2024.proofs.capped_profile import PROFILE
from derivations.kazan_reiter_2024.proofs.theorem_4 import HIGH_BUDGET, LOW_BUDGET
from derivations.kazan_reiter_2024.section_5 import value
from symbolic_eps.theory.symbols import parameter
from verify.calculus.derivative import DerivativeSign
from verify.claims.claim import Claim, Kind
from verify.language.as_printed import eq, gt, le

a, bound = parameter("a"), parameter("bound")

_quarter, _surveyed = sp.Rational(1, 4), sp.Rational(1, 20)
_RISKS = (a > 0, a < 1, r > 1)


def _values(section: str) -> tuple[Claim, ...]:
    """The recomputed numbers and statements of a section."""
    items: tuple[Printed, ...] = (*NUMBERS, *COMPARISONS, *MINIMA)
    return tuple(value(item.locator) for item in items if item.locator.startswith(f"text:{section}/"))


EXAMPLE_1: tuple[Claim, ...] = (
    claim(
        "eq:31",
        eq(bound, sp.Max(_quarter / p, r)),
        (p > 0, p <= 1, r > 1),
        kind=Kind.DEFINITION,
        remark="At q = 1; infinite elsewhere.",
    ),
    *_values("C.1"),
)

_root = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))
_conjugate = (_root + r * (1 - p)) / (2 * (1 - a))

EXAMPLE_2: tuple[Claim, ...] = (
    claim(
        "eq:32",
        eq(bound, sp.Max(a / (_surveyed * q), 3)),
        (q > 0, q <= 1),
        kind=Kind.DEFINITION,
        remark="At p = 0.05; infinite elsewhere.",
    ),
    *_values("C.2"),
    claim(
        "text:C.2/rises-as-p-falls.1",
        DerivativeSign(LOW_BUDGET, p, "<"),
        (*_RISKS, p > 0, p <= a / r),
        remark="The recommended budget of (16), first case.",
    ),
    claim(
        "text:C.2/rises-as-p-falls.2",
        DerivativeSign(HIGH_BUDGET, p, "<"),
        (*_RISKS, p > a / r, p <= 1),
        remark="Second case.",
    ),
    claim(
        "text:C.2/rises-as-p-falls.3",
        eq(HIGH_BUDGET, sp.log(_conjugate)),
        (*_RISKS, p > a / r, p <= 1),
        remark="The second case without its 0/0 at p = a/r,",
    ),
    claim(
        "text:C.2/rises-as-p-falls.4",
        eq(sp.log(_conjugate), LOW_BUDGET).subs(p, a / r),
        _RISKS,
        remark="where the two cases agree.",
    ),
)

_decay = sp.sqrt(sp.Rational(3, 11))

EXAMPLE_3: tuple[Claim, ...] = (
    claim("eq:33.1", eq(bound, PROFILE), (*PRIORS, *_RISKS), kind=Kind.DEFINITION),
    claim(
        "eq:33.2",
        eq(PROFILE, sp.Max(_quarter / (p * q), 3)),
        (*PRIORS, eq(a, _quarter), eq(r, 3)),
    ),
    *_values("C.3"),
    claim(
        "text:C.3/fixed-q",
        le(a / (q * r), 1),
        (q > 0, q <= 1, eq(a, _quarter), eq(r, 3)),
        missing=(q >= sp.Rational(1, 12),),
        remark="All curves of Figure 3 have a flat part, from p = a/(q r) on; for q < 1/12 there is none.",
    ),
    claim(
        "text:C.3/attained-nowhere-else",
        sp.Or(
            sp.And(eq(p, 1), eq(q, sp.Rational(1, 12))),
            gt(p * (1 - q) * _decay**2 + (1 - p) * _decay + p * q, 1 / sp.Max(_quarter / (p * q), 3)),
        ),
        PRIORS,
        remark="With x = e^-eps = sqrt(3/11) at the recommended eps: all other priors allow more.",
    ),
)

CLAIMS: tuple[Claim, ...] = (*EXAMPLE_1, *EXAMPLE_2, *EXAMPLE_3)
