"""One bound v on the relative risk as functions of jets: 1/v in the forms that a search needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.enclosed.translation import JetFunction, jet_function
from symbolic_eps.profiles.definedness import demand_of, holds_by_form
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.profiles.substitution import with_values
from verify.language.condition import Relation

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
    product : callable or None
        v p q, simplified: where it is at least 1, nothing is asked. None where that is not known.
    text : str
        For messages.
    at_one : Fraction or None
        1/v at p = q = 1, if known exactly: F = 1 there at every level, so that r* = 1 leaves no room.
    """

    inverse: JetFunction
    regular: JetFunction | None
    product: JetFunction | None
    text: str
    at_one: Fraction | None = None


def within_domain(expression: sp.Expr) -> sp.Expr:
    """The same wherever it has a value, with max(b, 0) for each b under a root or in a logarithm.

    So it is defined on boxes that reach beyond, as for sqrt(1/10 - p q) in a case with p q <= 1/10.

    Examples
    --------
    >>> within_domain(2 + sp.sqrt(PRIORS[0] - 1))
    sqrt(Max(0, p - 1)) + 2
    """
    if not expression.args:
        return expression
    args = [within_domain(part) for part in expression.args]
    demand = demand_of(expression)
    if demand is not None and demand.relation is not Relation.NON_ZERO and not holds_by_form(demand):
        args[0] = sp.Max(args[0], 0, evaluate=False)
    return expression if args == list(expression.args) else rebuilt(expression, args)


def rebuilt(expression: sp.Expr, parts: Sequence[sp.Expr]) -> sp.Expr:
    """The expression with other parts; max and min are not compared, which would be slow."""
    if isinstance(expression, sp.Max | sp.Min):
        return expression.func(*parts, evaluate=False)
    return expression.func(*parts)


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
        jet_function(_times_product(value)),
        text,
        _inverse_at_one(value),
    )


def _inverse_at_one(value: sp.Expr) -> Fraction | None:
    """1/v at p = q = 1 where SymPy finds a positive rational number, as for log(1 + 1/(p*q))/log(2)."""
    at_one = with_values(value, dict.fromkeys(PRIORS, sp.S.One)).doit()
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
