"""The closed forms that Kazan & Reiter (2023) print twice: (12) and (52), (14) and (53), (16) and (54).

Each form is a list of conditions and formulas; a printing makes claims of them under its own number.
"""

from __future__ import annotations

import sympy as sp

from derivations.kazan_reiter.notation import known_value_budget, p, q, r, root_budget
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from derivations.kazan_reiter_2023.notation import CONSTANTS, THRESHOLD, a, claim
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim

p0, p1, q0, q1 = (parameter(name) for name in ("p0", "p1", "q0", "q1"))

CORNERS = (p0 >= 0, p0 <= p1, p1 <= 1, p1 > 0, q0 >= 0, q0 <= q1, q1 <= 1, q1 > 0, r > 1)
"""The box of (11)."""

LOW_CORNER = (q0 <= THRESHOLD,)
HIGH_CORNER = (q0 > THRESHOLD, q0 < 1, p0 > 0)
NO_INCLUSION = (q0 > THRESHOLD, q0 < 1, sp.Eq(p0, 0))
KNOWN_CORNER = (sp.Eq(q0, 1),)
"""The conditions of (12); q0 >= 0 is among `CORNERS`."""

INCLUSION = (p > 0, p <= 1, *CONSTANTS)
BELOW = (a / p < r,)
FROM = (a / p >= r,)
"""The conditions of (14), with the constants and p in (0, 1]."""

LOW_VALUE = (q > 0, q <= THRESHOLD)
HIGH_VALUE = (q > THRESHOLD, q < 1)
KNOWN_VALUE = (sp.Eq(q, 1),)
"""The conditions of (16)."""

_cleared = sp.sqrt(r**2 * (1 - p) ** 2 + 4 * (p * r - a) * (1 - a))
FIXED_INCLUSION = (
    sp.log(2 * (p * r - a) / (_cleared - r * (1 - p))),
    sp.log(a * (1 - p) / (p * (1 - a))),
)
"""The formulas of (14)."""


def _rising(weight: sp.Expr) -> sp.Expr:
    """The second formula of (16), with the factor of 4 q (1-q) (1-a) under the root."""
    root = sp.sqrt((r * q - a) ** 2 + 4 * weight * q * (1 - q) * (1 - a))
    return sp.log(2 * a * (1 - q) / (root - (r * q - a)))


FIXED_VALUE = (
    sp.log((1 - q) / (1 / r - q)) / 2,
    _rising(sp.Integer(1)),
    sp.log((r - a) / (1 - a)),
)
"""The formulas of (16)."""

RISING_CORRECTED = _rising(a)

LOW_AS_IT_STANDS = sp.log((1 - q) / (r - q)) / 2
"""The first formula of (16) as it stands in the transcription."""

_CAP_IS_NEGATIVE = "The paper says a < 1, but not a >= 0. For a < 0 the profile is r."
_BOUNDED = "Where r p0 q0 >= 1 nothing constrains the budget, and the formula gives no number."
_LARGER_CAP = "Where a > r q the profile is a/(p q) for all p, and the budget is larger than this."
_DIVISOR = (
    "Print or transcription: the divisor stands as r - q here, as 1/r - q in (54); with r - q the logarithm "
    f"is negative. {_LARGER_CAP}"
)
_NO_A = (
    "Under the root, both printings have 4 q (1-q) (1-a); the product at p = a/(q r) has a factor a "
    "besides. Where a > r q this is not the minimiser, and for a <= 0 the formula is not the budget."
)


def box(display: str) -> tuple[Claim, ...]:
    """The claims of (12) as printed under a number.

    Examples
    --------
    >>> [c.locator.place for c in box("12")]
    ['eq:12.1', 'eq:12.2', 'eq:12.3', 'eq:12.4']
    """
    places = {p: p0, q: q0}
    bounded = {"missing": (sp.Lt(r * p0 * q0, 1),), "remark": _BOUNDED}
    return (
        claim(
            f"eq:{display}.1",
            RecommendedBudget("box", root_budget(1 / r).subs({p: p1, q: q0}, simultaneous=True)),
            (*CORNERS, *LOW_CORNER),
        ),
        claim(
            f"eq:{display}.2",
            RecommendedBudget("box", root_budget(1 / r).subs(places, simultaneous=True)),
            (*CORNERS, *HIGH_CORNER),
            **bounded,
        ),
        claim(f"eq:{display}.3", RecommendedBudget("box", sp.log(r)), (*CORNERS, *NO_INCLUSION)),
        claim(
            f"eq:{display}.4",
            RecommendedBudget("box", known_value_budget(1 / r, p0)),
            (*CORNERS, *KNOWN_CORNER),
            **bounded,
        ),
    )


def fixed_inclusion(display: str) -> tuple[Claim, ...]:
    """The claims of (14) as printed under a number.

    Examples
    --------
    >>> len(fixed_inclusion("53"))
    2
    """
    below, above = (RecommendedBudget("fixed-p", formula) for formula in FIXED_INCLUSION)
    return (
        claim(f"eq:{display}.1", below, (*INCLUSION, *BELOW), missing=(a >= 0,), remark=_CAP_IS_NEGATIVE),
        claim(f"eq:{display}.2", above, (*INCLUSION, *FROM)),
    )


def fixed_value(display: str, first: Claim) -> tuple[Claim, ...]:
    """The claims of (16) as printed under a number, the first of them given.

    Examples
    --------
    >>> fixed_value("54", low_value("54"))[1].corrected.where
    (a <= q*r, a > 0)
    """
    _, second, third = (RecommendedBudget("fixed-q", formula) for formula in FIXED_VALUE)
    corrected = RecommendedBudget("fixed-q", RISING_CORRECTED, (a <= q * r, a > 0))
    known = (*CONSTANTS, *KNOWN_VALUE)
    return (
        first,
        claim(f"eq:{display}.2", second, (*CONSTANTS, *HIGH_VALUE), corrected=corrected, remark=_NO_A),
        claim(f"eq:{display}.3", third, known, missing=(a >= 0,), remark=_CAP_IS_NEGATIVE),
    )


def low_value(display: str) -> Claim:
    """The first case of (16) with the divisor of (54).

    Examples
    --------
    >>> print(low_value("54").locator)
    kazan-reiter-2023 eq:54.1
    """
    budget = RecommendedBudget("fixed-q", FIXED_VALUE[0])
    domain = (*CONSTANTS, *LOW_VALUE)
    return claim(f"eq:{display}.1", budget, domain, missing=(a <= q * r,), remark=_LARGER_CAP)


def low_value_as_it_stands(display: str) -> Claim:
    """The first case of (16) as it stands in the transcription.

    Examples
    --------
    >>> print(low_value_as_it_stands("16").statement.printed)
    log((1 - q)/(-q + r))/2
    """
    return claim(
        f"eq:{display}.1",
        RecommendedBudget("fixed-q", LOW_AS_IT_STANDS),
        (*CONSTANTS, *LOW_VALUE),
        corrected=RecommendedBudget("fixed-q", FIXED_VALUE[0], (a <= q * r,)),
        print_in_doubt=True,
        remark=_DIVISOR,
    )
