"""One bound v on the relative risk as functions of jets: 1/v in the forms that a search needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.enclosed.translation import JetFunction, is_defined, jet_function
from symbolic_eps.profile import PRIORS
from verify.condition import Condition, Relation

MOST_TERMS = 100
"""Terms of a product that is multiplied out."""


@dataclass(frozen=True)
class Bound:
    """One bound v on the relative risk.

    Parameters
    ----------
    inverse : callable
        1/v as it is written, which has the tightest range.
    regular : callable or None
        1/v in a form that keeps its derivatives where v is infinite, as at p = 0; None if there is no other.
    value : callable or None
        v itself, evaluated only to see whether it is defined; None where its form shows that.
    product : callable or None
        v p q, simplified: where it is at least 1, nothing is asked. None where that is not known.
    text : str
        For messages.
    at_one : Fraction or None
        1/v at p = q = 1, if known exactly: F = 1 there at every level, so that r* = 1 leaves no room.
    """

    inverse: JetFunction
    regular: JetFunction | None
    value: JetFunction | None
    product: JetFunction | None
    text: str
    at_one: Fraction | None = None


def within_case(bound: sp.Expr, conditions: Sequence[Condition]) -> sp.Expr:
    """The bound with max(c, 0) for c under roots and logarithms, where a condition says that c >= 0.

    So it is defined on boxes that the condition cuts: sqrt(1/10 - p q) in a case with p q <= 1/10.
    """
    parts = {power.base for power in bound.atoms(sp.Pow) if not power.exp.is_Integer}
    parts |= {logarithm.args[0] for logarithm in bound.atoms(sp.log)}
    signed = [c.polynomial for c in conditions if c.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE)]
    at_least_0 = {
        part: sp.Max(part, 0)
        for part in parts
        if part.free_symbols and any(_is_multiple(part, polynomial) for polynomial in signed)
    }

    def replaced(expression: sp.Expr) -> sp.Expr:
        if not expression.args:
            return expression
        args = [replaced(part) for part in expression.args]
        if args and args[0] in at_least_0 and (expression.is_Pow or isinstance(expression, sp.log)):
            args[0] = at_least_0[args[0]]
        return expression.func(*args)

    return replaced(bound) if at_least_0 else bound


def _is_multiple(part: sp.Expr, polynomial: sp.Expr) -> bool:
    """Whether one polynomial is a positive multiple of another."""
    if not (part.is_polynomial() and polynomial.is_polynomial()):
        return bool(part == polynomial)
    ratio = sp.cancel(part / polynomial)
    return bool(ratio.is_Rational and ratio > 0)


def bound_from(value: sp.Expr, text: str) -> Bound:
    """A bound on the relative risk from an expression in p and q; `text` is what messages call it."""
    written = jet_function(value)
    regular = None
    if not value.has(sp.Max, sp.Min, sp.Abs) and value.free_symbols:
        numerator, denominator = sp.fraction(sp.together(value))
        regular = jet_function(denominator / numerator)
    return Bound(
        lambda p, q: written(p, q).reciprocal(),
        regular,
        None if is_defined(value) else written,
        jet_function(_times_product(value)),
        text,
        _inverse_at_one(value),
    )


def _inverse_at_one(value: sp.Expr) -> Fraction | None:
    """1/v at p = q = 1 where SymPy finds a positive rational number, as for log(1 + 1/(p*q))/log(2)."""
    at_one = value.subs(dict.fromkeys(PRIORS, sp.S.One)).doit()
    return 1 / Fraction(int(at_one.p), int(at_one.q)) if at_one.is_Rational and at_one > 0 else None


def _times_product(value: sp.Expr) -> sp.Expr:
    """v p q, multiplied out if that is short, with powers collected as they may be for p, q > 0."""
    positive = {v: sp.Dummy(v.name, positive=True) for v in PRIORS}
    p, q = positive.values()
    whole = value.xreplace(positive) * p * q
    if math.prod(len(factor.args) for factor in sp.Mul.make_args(whole) if factor.is_Add) <= MOST_TERMS:
        whole = sp.expand_mul(whole)
    multiplied = sp.powsimp(whole)
    return multiplied.xreplace({dummy: v for v, dummy in positive.items()})
