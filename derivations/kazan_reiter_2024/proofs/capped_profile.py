"""What Theorems 4 and 5 share: r* = max(a/(p q), r) and its budget, (161)-(163) with (170)-(171).

One of p, q is fixed. Of the cap the theorems print a < 1 alone; where r p q >= 1 no budget is too large.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import known_value_budget, p, q, r, radicand
from derivations.kazan_reiter_2024.notation import claim
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import eq, ge, le, lt, product, total

a = parameter("a")
"""The cap on the absolute risk."""

budget = parameter("budget")
"""The privacy budget where it is given as a function of the priors."""

CAPS = (a < 1, r > 1)
"""The theorems' constants."""

POSITIVE_CAP, CAP_FROM_0 = (a > 0,), (a >= 0,)
BELOW_0 = "Judged as an infimum. The paper says a < 1, but not a >= 0; for a < 0 r* is r."
CONSTRAINED = lt(r * p * q, 1)

INSTEAD_OF_BUDGETS = (
    "x = e^-eps: the least budget is the largest x. Where r p q >= 1, x = 0, because the formula of (12) "
    "gives no number there and no budget is too large."
)
EVERY_BUDGET = "Where r* is infinite, 1/r* is 0, and every budget keeps to the bound."

PROFILE = sp.Max(a / (p * q), r)
"""r*(p, q) for the fixed p or q."""

KNOWN_BUDGET = known_value_budget(1 / sp.Max(a / p, r))
"""The budget at q = 1."""

_gap = sp.sqrt(radicand(1 / PROFILE)) - (1 - p)
_nought = total(p * q, product(-1, p, q))
_gap_at_most = total(
    sp.sqrt(total((1 - p) ** 2, product(4, p, 1 - q, _nought))),
    product(-1, 1 - p),
)
_gap_cancelled = sp.sqrt((1 - p) ** 2) - (1 - p)


def by_cases(below: sp.Basic, last: sp.Basic) -> sp.Expr:
    """The profile by cases, as (160) and (169) print it.

    Parameters
    ----------
    below, last : Boolean
        The conditions of a/(p q) and of r.

    Examples
    --------
    >>> by_cases(p * q * r < a, sp.true).args[1]
    (r, True)
    """
    return sp.Piecewise((a / (p * q), below), (r, last))


def unconstrained(
    theorem: int, displays: tuple[str, str, str], formula: str, domain: tuple[sp.Basic, ...]
) -> tuple[Claim, ...]:
    """That no budget is too large where r p q >= 1, as both proofs argue.

    Parameters
    ----------
    theorem : int
        4 or 5.
    displays : tuple of str
        Where the three lines on the logarithm's divisor are printed.
    formula : str
        The display of the budget that is no number there.
    domain : tuple of Boolean
        Where r p q >= 1.

    Examples
    --------
    >>> [c.locator.place for c in unconstrained(4, ("eq:161", "eq:162", "eq:163"), "(158)", ())][:3]
    ['text:E/theorem-4-infinite.1', 'text:E/theorem-4-infinite.2', 'eq:161']
    """
    place = f"text:E/theorem-{theorem}-infinite"
    first, second, third = displays
    return (
        claim(f"{place}.1", ge(r, 1 / (p * q)), domain),
        claim(f"{place}.2", sp.And(ge(PROFILE, r), ge(r, 1 / (p * q))), domain),
        claim(
            first,
            le(_gap, _gap_at_most),
            domain,
            missing=(ge(radicand(1 / PROFILE), 0),),
            remark="The radicand on the left may be negative; that every budget keeps to the bound does not "
            f"need it: {place}.3.",
        ),
        claim(second, eq(_gap_at_most, _gap_cancelled), domain),
        claim(third, eq(_gap_cancelled, 0), domain),
        claim(
            f"{place}.3",
            ge(p * (1 - q) * x**2 + (1 - p) * x + p * q, 1 / PROFILE),
            (*domain, x > 0, x <= 1),
            remark="Infinite in the sense that every budget eps = -log x keeps to the bound.",
        ),
        claim(
            f"{place}.4",
            eq(_gap, 0),
            (*domain, q < 1),
            missing=(eq(r * p * q, 1),),
            remark=f"As a value of {formula}: its divisor is 0 where r p q = 1; beyond, it is negative or "
            f"not real, and the formula gives no number. That no budget is too large there is {place}.3.",
        ),
    )
