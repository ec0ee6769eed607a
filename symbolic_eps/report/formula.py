"""Formulas as text that can be read back, written the way a person would: positive terms first.

The text is readable by SymPy and by the profile parser's arithmetic: `log` natural, `oo` for infinity.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from verify.language.condition import Condition
from verify.language.relations import sign_of


class _Text(StrPrinter):
    """SymPy's text with the positive terms of a sum in front, and e as exp(1): E may be a parameter."""

    def _print_Exp1(self, _: sp.Expr) -> str:
        return "exp(1)"

    def _print_Add(self, expr: sp.Expr, order: str | None = None) -> str:
        terms = _positive_first(self._as_ordered_terms(expr, order=order))
        level = PRECEDENCE["Add"]
        return _joined_sum(
            [self._print(t) if not t.is_Add else self.parenthesize(t, level + 1) for t in terms]
        )


ZEROS = 21
"""A whole number that ends in so many is written as 3e21."""


class _Profile(_Text):
    """The notation of profile texts: `max`, `min`, `piecewise` with a plain default, and 1e-300."""

    def _print_Integer(self, expr: sp.Integer) -> str:
        digits = str(expr)
        zeros = len(digits) - len(digits.rstrip("0"))
        return f"{digits[:-zeros]}e{zeros}" if zeros >= ZEROS else digits

    def _print_Rational(self, expr: sp.Rational) -> str:
        return f"{self._print(sp.Integer(expr.p))}/{self._print(sp.Integer(expr.q))}"

    def _print_Max(self, expr: sp.Expr) -> str:
        return f"max({', '.join(sorted(map(self._print, expr.args), key=len, reverse=True))})"

    def _print_Min(self, expr: sp.Expr) -> str:
        return f"min({', '.join(sorted(map(self._print, expr.args), key=len, reverse=True))})"

    def _print_Piecewise(self, expr: sp.Expr) -> str:
        *guarded, (default, _) = expr.args
        cases = [f"({self._print(value)}, {basic_text(guard)})" for value, guard in guarded]
        return f"piecewise({', '.join([*cases, self._print(default)])})"


def _positive_first(terms: Sequence[sp.Expr]) -> list[sp.Expr]:
    return sorted(terms, key=lambda t: bool(t.could_extract_minus_sign()))


def _joined_sum(printed: Sequence[str]) -> str:
    text = printed[0]
    for term in printed[1:]:
        text += f" - {term[1:].lstrip()}" if term.startswith("-") else f" + {term}"
    return text


def formula(expression: sp.Basic) -> str:
    """The expression as one line of text.

    Examples
    --------
    >>> from sympy.abc import a, q, r
    >>> formula(-a + q * r)
    'q*r - a'
    """
    return str(_Text().doprint(expression))


def profile_formula(bound: sp.Expr) -> str:
    """A profile in the notation of profile texts.

    Examples
    --------
    >>> from sympy.abc import a, p, q, r
    >>> profile_formula(sp.Max(a / (p * q), r))
    'max(a/(p*q), r)'
    >>> profile_formula(p / 10**300)
    'p/1e300'
    """
    return str(_Profile().doprint(bound))


def condition_text(conditions: Sequence[Condition]) -> str:
    """A conjunction as SymPy-readable text: `And(...)`, one comparison, or `True`.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.language.condition import non_negative, positive
    >>> condition_text([positive(a), non_negative(b - a)])
    'And(a > 0, a <= b)'
    """
    parts = [relational_text(c) for c in conditions]
    if not parts:
        return "True"
    return parts[0] if len(parts) == 1 else f"And({', '.join(parts)})"


def relational_text(condition: Condition) -> str:
    """One condition as text, such as `a < q*r` or `Eq(q, 1)`."""
    return _relational(condition.relational)


def _relational(relational: Any) -> str:
    if isinstance(relational, sp.Equality | sp.Unequality):
        name = "Eq" if isinstance(relational, sp.Equality) else "Ne"
        return f"{name}({formula(relational.lhs)}, {formula(relational.rhs)})"
    return spoken(relational)


def basic_text(condition: sp.Basic) -> str:
    """A SymPy condition as text in the same notation; its parts in their order of complexity."""
    if condition in (sp.true, sp.false):
        return str(condition)
    if isinstance(condition, sp.And):
        parts = sorted((_relational(a) for a in condition.args), key=lambda t: (len(t), t))
        return f"And({', '.join(parts)})"
    return _relational(condition)


def sentence(conditions: Sequence[Condition]) -> str:
    """A conjunction in words, for people: `a <= q*r and q*r + q < 1`; `always` for none."""
    return " and ".join(spoken(c.relational) for c in conditions) or "always"


def spoken(relational: sp.Basic) -> str:
    """A comparison with its sign between its sides, for people.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> spoken(sp.Eq(sp.Max(a, b), 1, evaluate=False))
    'Max(a, b) = 1'
    """
    return f"{formula(relational.lhs)} {sign_of(relational)} {formula(relational.rhs)}"
