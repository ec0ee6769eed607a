"""Roots of a polynomial in one parameter and x, with a number for one of them or a ball around it.

A ball stands for an irrational point: what is shown holds for all of the ball (Arb's arithmetic).
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, arb_poly, ctx, fmpq, fmpq_mpoly, fmpq_poly

from symbolic_eps.closed_forms.root_count import numbered_root
from symbolic_eps.minimum.cylinders.cells_on_line import Border
from symbolic_eps.minimum.cylinders.projection import Root, exact

BALLS = 200
"""Bits of the balls in which roots are counted."""


def univariate(polynomial: fmpq_mpoly) -> fmpq_poly:
    """A polynomial in x alone."""
    terms = {int(e[-1]): c for e, c in polynomial.to_dict().items()}
    return fmpq_poly([terms.get(k, 0) for k in range(max(terms) + 1)])


def at_level(polynomial: fmpq_mpoly, decay: Fraction) -> fmpq_poly:
    """A polynomial in one parameter and x, at a number for x."""
    level = exact(decay)
    total = fmpq_poly([0])
    for powers, c in polynomial.to_dict().items():
        total += fmpq_poly([0] * int(powers[0]) + [c * level ** int(powers[1])])
    return total


def has_one_root(polynomial: fmpq_mpoly, at: Root, ends: tuple[Fraction, Fraction], depth: int = 30) -> bool:
    """Whether a polynomial in one parameter and x has one root between ends, a simple one, at all of a ball.

    The interval is halved until there is no root on a part, by the polynomial's sign, or one at most, by its
    slope's; then the signs at its ends say whether there is one. False may also mean that it is not shown.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from symbolic_eps.minimum.cylinders.projection import Space
    >>> from symbolic_eps.theory.symbols import DECAY
    >>> space = Space((a, DECAY))
    >>> h, near = space.polynomial(DECAY**2 - a), Root(Fraction("0.239"), Fraction("0.241"))
    >>> [has_one_root(h, near, (low, Fraction(1))) for low in (Fraction(0), Fraction(2, 3))]
    [True, False]
    """
    degree = polynomial.degrees()[-1]
    rows = [fmpq_poly([0]) for _ in range(degree + 1)]
    for powers, c in polynomial.to_dict().items():
        rows[int(powers[1])] += fmpq_poly([0] * int(powers[0]) + [c])
    with ctx.workprec(BALLS):
        parameter = _ball(at.low, at.high)
        on_line = arb_poly([arb_poly(row)(parameter) for row in rows])
        slope = on_line.derivative()
        parts, steep = [ends], []
        for _ in range(depth):
            parts = [part for part in parts if not _is_apart(on_line(_ball(*part)))]
            steep += [part for part in parts if _is_apart(slope(_ball(*part)))]
            parts = [half for part in parts if part not in steep for half in _halves(part)]
        products = [on_line(_ball(low, low)) * on_line(_ball(high, high)) for low, high in steep]
        return not parts and all(map(_is_apart, products)) and sum(map(_is_negative, products)) == 1


def root_has_number(polynomial: fmpq_poly, number: int, own: fmpq_poly, root: Root) -> bool:
    """Whether a root of an irreducible polynomial is that of a number of another one in (0, 1).

    Examples
    --------
    >>> both, third = fmpq_poly([2, -9, 9]), Root(Fraction(1, 3), Fraction(1, 3))  # 1/3 and 2/3
    >>> [root_has_number(both, k, fmpq_poly([-1, 3]), third) for k in (1, -1, 3)]
    [True, False, False]
    """
    found = numbered_root(polynomial.numer(), fmpq(0), fmpq(1), number)
    if found is None:
        return False
    factor, low, high = found
    if fmpq_poly(factor).gcd(own).degree() < 1 or factor.degree() == 1:
        return bool(fmpq_poly(factor).gcd(own).degree() > 0)
    low, high = max(low, exact(root.low)), min(high, exact(root.high))
    return bool(low < high and fmpq_poly(factor)(low) * fmpq_poly(factor)(high) < 0)


def _ball(low: Fraction, high: Fraction) -> arb:
    return arb(exact(low)).union(arb(exact(high)))


def _is_apart(ball: arb) -> bool:
    return bool(ball > 0 or ball < 0)


def _is_negative(ball: arb) -> bool:
    return bool(ball < 0)


def _halves(part: tuple[Fraction, Fraction]) -> tuple[tuple[Fraction, Fraction], ...]:
    middle = (part[0] + part[1]) / 2
    return (part[0], middle), (middle, part[1])


def root_is(border: Border, polynomial: fmpq_mpoly, end: Fraction) -> bool:
    """Whether the polynomial has the number for x as a root at the border."""
    return at_level(polynomial, end).gcd(border.polynomial).degree() > 0
