"""One bound v on the relative risk as functions of jets: 1/v in the forms that a search needs.

Two forms of 1/v enclose the same values, so that what they have in common does as well. Where neither has a
value on a face of a box, as (1 - p)/q at p = 1 next to q = 0, a factor that vanishes on the face is divided
out: the bound is that of the face, with the number put for the prior. Limits towards q = 0 are taken there.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.enclosed.rewriting import below, least_of_sum
from symbolic_eps.enclosed.translation import JetFunction, jet_function
from symbolic_eps.profiles.definedness import demand_of, holds_by_form
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.profiles.substitution import with_values
from verify.language.condition import Relation

MOST_TERMS = 100
"""Terms of a product that is multiplied out."""

MOST_PARTS = 1000
"""Denominator of a prior at which a face is examined on its own, at most."""


@dataclass(frozen=True)
class Bound:
    """One bound v on the relative risk.

    Parameters
    ----------
    inverse : callable
        1/v as it is written, which has the tightest range.
    regular : callable or None
        1/v in a form that keeps its derivatives where v is infinite, as at p = 0; None if there is no other.
    products : tuple of callable
        v p q, simplified, or what is not above it: where one is at least 1, nothing is asked.
    text : str
        For messages.
    at_one : Fraction or None
        1/v at p = q = 1, if known exactly: F = 1 there at every level, so that r* = 1 leaves no room.
    on_face : callable
        The bound with a number put for p (0) or q (1); None where that gives nothing new.
    most : Fraction or None
        1/v is nowhere more, next to p = q = 0 as well, where v may have no limit.
    """

    inverse: JetFunction
    regular: JetFunction | None
    products: tuple[JetFunction, ...]
    text: str
    at_one: Fraction | None = None
    on_face: Callable[[int, Fraction], Bound | None] = lambda axis, value: None
    most: Fraction | None = None


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
    least = least_of_sum(value)
    return Bound(
        lambda p, q: written(p, q).reciprocal(),
        regular,
        tuple(jet_function(_times_product(form)) for form in dict.fromkeys((value, below(value)))),
        text,
        _inverse_at_one(value),
        functools.cache(functools.partial(_on_face, value, text)),
        1 / least if least else None,
    )


def _on_face(value: sp.Expr, text: str, axis: int, at: Fraction) -> Bound | None:
    """The bound at one value of a prior, where that is simple enough for a face of the domain."""
    prior = PRIORS[axis]
    if prior not in value.free_symbols or not 0 < at <= 1 or at.denominator > MOST_PARTS:
        return None
    on_face = with_values(value, {prior: sp.Rational(at.numerator, at.denominator)})
    return None if on_face.has(sp.nan, sp.Piecewise) else bound_from(on_face, text)


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
