"""Polynomials in X with whole coefficients as `Convex.v` and `Positive.v` compute with them in Coq."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from symbolic_eps.errors import UndecidedError

_HALVINGS = 200
"""At most: how many are made depends on how near the roots are to what X runs through, complex ones too."""


def nested(polynomial: sp.Poly) -> str:
    """Horner's form in X, as `horner` has it.

    Examples
    --------
    >>> nested(sp.Poly(sp.Symbol("x") ** 2 - 3))
    '(-3 + X * (0 + X * (1 + X * 0)))'
    """
    text = "0"
    for c in map(int, polynomial.all_coeffs()):
        text = f"({c} + X * {text})"
    return text


def coefficients(polynomial: sp.Poly) -> str:
    """The whole numbers of the same in Coq.

    Examples
    --------
    >>> coefficients(sp.Poly(sp.Symbol("x") - 3))
    '(cons (-3)%Z (cons (1)%Z nil))'
    """
    text = "nil"
    for c in map(int, polynomial.all_coeffs()):
        text = f"(cons ({c})%Z {text})"
    return text


def is_positive_between(polynomial: sp.Poly, low: Fraction, high: Fraction) -> bool:
    """Whether a polynomial is positive between two ends, and at both.

    Examples
    --------
    >>> is_positive_between(sp.Poly(sp.Symbol("x") - 3), Fraction(3), Fraction(4))
    False
    """
    ends = [sp.Rational(end.numerator, end.denominator) for end in (low, high)]
    return bool(polynomial.eval(ends[0]) > 0) and polynomial.count_roots(*ends) == 0


def positive_between(polynomial: sp.Poly, low: Fraction, high: Fraction) -> str:
    """A tactic for 0 < `nested` by a computation, where X is known to be between two ends or at one.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        It is not positive there.

    Examples
    --------
    >>> tactic = positive_between(sp.Poly(sp.Symbol("x") - 3), Fraction(7, 2), Fraction(4))
    >>> tactic.partition(";")[0]
    'apply (horner_positive 200 (cons (-3)%Z (cons (1)%Z nil)) (7) 2 (4) 1 X)'
    """
    if not is_positive_between(polynomial, low, high):
        raise UndecidedError(f"{polynomial.as_expr()} is not positive for all X from {low} to {high}")
    ends = " ".join(f"({end.numerator}) {end.denominator}" for end in (low, high))
    applied = f"(horner_positive {_HALVINGS} {coefficients(polynomial)} {ends} X)"
    return f"apply {applied}; [vm_compute; reflexivity | lra | lra]"
