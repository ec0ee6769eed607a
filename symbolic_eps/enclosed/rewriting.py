"""Other forms of a bound on the relative risk, for p, q > 0: equal to it, or below it, and easier to enclose.

* c + max(a, b) = max(c + a, c + b), and f max(a, b) = max(f a, f b) where f > 0: a kink of one function
  becomes two smooth ones, of which weighted means are taken. So for min, and |a| is max(a, -a). A product of
  two maxima is the largest of the products only where all that they choose from is > 0.
* max(a, b) >= sqrt(a b) for a, b > 0 (a mean is at most the maximum): where a b is a number, as for q/p and
  p/q, the maximum is at least its root next to p = q = 0 as well, where neither part has a limit. A sum
  a + b is at least twice the root (`least_of_sum`).
* e^u >= 1 + u + u^2/2 for u >= 0 (Taylor): t e^(1/t) is at least (1 + 2 t + 2 t^2)/(2 t), which shows that it
  grows without bound as t -> 0, where interval arithmetic knows only that it is at least 0 times infinity.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, product

import sympy as sp

from symbolic_eps.profiles.definedness import is_positive

MOST_ARGUMENTS = 12
"""Arguments of a maximum that is lifted out of a sum or a product, at most."""

ROOT_BITS = 60
"""Behind the point, of a root that is rounded down."""


def lifted(expression: sp.Expr) -> sp.Expr:
    """The same with max and min taken out of sums, and of products with positive factors.

    Parameters
    ----------
    expression : sympy.Expr
        A bound in p and q; cases of a piecewise are left as they are.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p, PRIOR_VALUE as q
    >>> lifted(2 + p * sp.Max(p, q, evaluate=False))
    Max(p**2 + 2, p*q + 2)
    >>> lifted(1 + sp.Max(p / q, q / p, evaluate=False))
    Max(2, 1 + q/p, p/q + 1)
    """
    if not expression.has(sp.Max, sp.Min, sp.Abs) or expression.has(sp.Piecewise):
        return expression
    parts = [lifted(part) for part in expression.args]
    if isinstance(expression, sp.Abs):
        return sp.Max(*parts, *(-part for part in parts), evaluate=False)
    if isinstance(expression, sp.Max):
        parts = list(dict.fromkeys(a for part in parts for a in sp.Max.make_args(part)))
        return sp.Max(*parts, *_means(parts), evaluate=False)
    if isinstance(expression, sp.Min):
        return sp.Min(*parts, evaluate=False)
    kind = next((type(part) for part in parts if isinstance(part, sp.Max | sp.Min)), None)
    if kind is None or not (expression.is_Add or expression.is_Mul):
        return expression
    inside = [part for part in parts if isinstance(part, kind)]
    others = [part for part in parts if not isinstance(part, kind)]
    choosing = [part for one in inside for part in one.args] if len(inside) > 1 else []
    if expression.is_Mul and not all(map(is_positive, [*others, *choosing])):
        return expression
    choices = list(product(*(part.args for part in inside)))
    if len(choices) > MOST_ARGUMENTS:
        return expression
    return kind(*dict.fromkeys(expression.func(*others, *choice) for choice in choices), evaluate=False)


def _means(parts: list[sp.Expr]) -> list[sp.Expr]:
    """The roots of products of two positive arguments that are numbers."""
    positive = [part for part in parts if not part.is_number and is_positive(part)]
    products = {sp.cancel(a * b) for a, b in combinations(positive, 2) if a.is_rational_function()}
    return sorted({sp.sqrt(value) for value in products if value.is_Rational and value > 0}, key=str)


def least_of_sum(expression: sp.Expr) -> Fraction | None:
    """A number > 0 that a sum of positive terms is nowhere below; None if no two of them balance each other.

    Parameters
    ----------
    expression : sympy.Expr
        A bound in p and q.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p, PRIOR_VALUE as q
    >>> least_of_sum(1 + 2 * p / q + q / (2 * p))
    Fraction(3, 1)
    >>> least_of_sum(1 + p / q + 1 / q) is None
    True
    """
    terms = sp.Add.make_args(expression)
    if not all(map(is_positive, terms)):
        return None
    moving = [term for term in terms if not term.is_number and term.is_rational_function()]
    roots = [_root_below(sp.cancel(a * b)) for a, b in combinations(moving, 2)]
    numbers = [Fraction(int(term.p), int(term.q)) for term in terms if term.is_Rational]
    return sum(numbers, 2 * max(roots)) if any(roots) else None


def _root_below(product: sp.Expr) -> Fraction:
    """At most the root of a number > 0; 0 for what is no rational number."""
    if not product.is_Rational:
        return Fraction(0)
    top, bottom = int(product.p), int(product.q)
    return Fraction(math.isqrt(top * bottom << 2 * ROOT_BITS), bottom << ROOT_BITS)


def below(expression: sp.Expr) -> sp.Expr:
    """A bound from below for all p, q > 0: e^u is replaced where it is a factor or a term, and u > 0.

    Parameters
    ----------
    expression : sympy.Expr
        A bound in p and q.

    Returns
    -------
    sympy.Expr
        The expression itself where nothing is replaced.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
    >>> below(3 + p * sp.exp(1 / p))
    p*(1 + 1/p + 1/(2*p**2)) + 3
    >>> below(3 - sp.exp(p)), below(sp.exp(-p))
    (3 - exp(p), exp(-p))
    """
    if isinstance(expression, sp.exp):
        exponent = expression.args[0]
        return 1 + exponent + exponent**2 / 2 if is_positive(exponent) else expression
    if expression.is_Mul and not all(map(is_positive, expression.args)):
        return expression
    if expression.is_Add or expression.is_Mul:
        return expression.func(*map(below, expression.args))
    return expression
