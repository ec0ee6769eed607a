"""The six comparisons: their signs, and what each becomes when it is denied or read from the right."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import sympy as sp

from verify.language.signs_of_comparison import DENIED

SIGNS: dict[type[sp.Basic], str] = {
    sp.StrictGreaterThan: ">",
    sp.GreaterThan: ">=",
    sp.StrictLessThan: "<",
    sp.LessThan: "<=",
    sp.Equality: "=",
    sp.Unequality: "!=",
}
COMPARISONS = {sign: comparison for comparison, sign in SIGNS.items()}

HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
"""Whether two numbers compare so."""


def sign_of(relational: sp.Basic) -> str:
    """The sign of a comparison.

    Examples
    --------
    >>> from sympy.abc import a
    >>> sign_of(a >= 1), sign_of(sp.Ne(a, 0))
    ('>=', '!=')
    """
    return SIGNS[type(relational)]


def denied(relational: sp.Basic) -> sp.Basic:
    """The comparison that holds where this one, both sides being defined, does not; not evaluated.

    Examples
    --------
    >>> from sympy.abc import a
    >>> denied(a >= 1), denied(sp.Eq(a, 0))
    (a < 1, Ne(a, 0))
    """
    return COMPARISONS[DENIED[sign_of(relational)]](relational.lhs, relational.rhs, evaluate=False)
