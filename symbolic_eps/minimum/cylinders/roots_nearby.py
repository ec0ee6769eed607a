"""Roots of a polynomial in one parameter and x, with a number for one of them or a ball around it.

A ball stands for an irrational point: what is shown holds for all of the ball (Arb's arithmetic).

Theorem. Let h have between s and t simple roots alone on all of a ball, the same number n of them everywhere,
and none at s or t. Let X be one of these at some point of the ball, and a root of h all along a side of z
within the ball, and continuous at z. Then X at z is the root of h that has the same place among these n. So X
keeps its number among the roots in (0, 1) from 0, if s = 0 and it is n at most, likewise from 1, if t = 1;
and it is the only root between s and t, if n = 1.
Proof. By the theorem on implicit functions the n roots are continuous functions on the ball, in order. X is
one of them on the side of z: the same one, for they never meet, and none passes s or t. At z it is the limit
of that. QED

Where X meets one other root at z: let also intervals between s and t be allowed on which h'' has a sign on
all of the ball, and at whose ends h is not 0, if h has two roots in each at a point of the side of z, on
which all of its roots are simple. Counted as often as they are multiple, h has two roots in them at z, and
the theorem stays true.
Proof. By Rolle's theorem h has never more than two there. On the side of z these are simple, and so they stay
real, and tend to real roots at z within the interval; where these are one, it is double. X is the same one of
the two along the side, and if they are one at z, its number is that of either. QED

Both are true as well of two parameters, with a box for the ball and a set of which z is a limit for the side;
and of the point z alone as the ball, for simple roots stay so nearby.

What other roots of h do on the far side of s or t does not matter: two may meet, or be real at z alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from flint import arb, arb_poly, ctx, fmpq, fmpq_mpoly, fmpq_poly

from symbolic_eps.closed_forms.root_count import numbered_root
from symbolic_eps.minimum.cylinders.cells_on_line import Border
from symbolic_eps.minimum.cylinders.common_points import Box
from symbolic_eps.minimum.cylinders.projection import Root, exact, isolated
from verify.points.simple_rationals import simplest_between

BALLS = 200
"""Bits of the balls in which roots are counted."""

MOST_PARTS = 100
"""Of an interval, at one time, where neither a polynomial nor its slope is seen to have a sign."""


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
    return simple_roots(polynomial, at, ends, depth) == 1


def simple_roots(
    polynomial: fmpq_mpoly,
    at: Root | Box,
    ends: tuple[Fraction, Fraction],
    depth: int = 30,
    side: Fraction | None = None,
) -> int | None:
    """How many roots there are between ends, all of them simple, none at an end; None if it is not shown.

    Of two parameters each has a ball. With a number of the ball on the side of z for the only parameter, two
    may meet at z, as the theorem says.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from symbolic_eps.minimum.cylinders.projection import Space
    >>> from symbolic_eps.theory.symbols import DECAY
    >>> space, zero, one = Space((a, DECAY)), Fraction(0), Fraction(1)
    >>> near = Root(Fraction("0.24"), Fraction("0.2401"))
    >>> h = space.polynomial((DECAY**2 - a) * (3 * DECAY - 1) ** 2)
    >>> simple_roots(h, near, (Fraction(2, 5), one)), simple_roots(h, near, (zero, one))
    (1, None)
    """
    with ctx.workprec(BALLS):
        on_line = _near(polynomial, at) if isinstance(at, Root) else _in_box(polynomial, at)
        parts, steep, pairs = [ends], list[tuple[Fraction, Fraction]](), 0
        beside = [] if side is None else _inside(polynomial, side)
        for _ in range(depth):
            spans = [(part, *_spans(on_line, part)) for part in parts]
            left = [(part, slope) for part, value, slope in spans if not _is_apart(value)]
            steep += [part for part, slope in left if _is_apart(slope)]
            level = [part for part, slope in left if not _is_apart(slope)]
            paired = [part for part in level if side is not None and _holds_pair(on_line, part, beside)]
            pairs += len(paired)
            parts = [half for part in level if part not in paired for half in _parts(on_line, part)]
            if len(parts) > MOST_PARTS:
                return None
        products = [on_line(_ball(low, low)) * on_line(_ball(high, high)) for low, high in steep]
        shown = not parts and all(map(_is_apart, products))
        return sum(map(_is_negative, products)) + 2 * pairs if shown else None


def holds_in_box(polynomial: fmpq_mpoly, ends: tuple[Fraction, Fraction], number: int, box: Box) -> bool:
    """Whether the theorem holds for the root of a number between ends, or for the only one, on all of a box.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from symbolic_eps.minimum.cylinders.projection import Space
    >>> from symbolic_eps.theory.symbols import DECAY
    >>> space, unit = Space((a, b, DECAY)), (Fraction(0), Fraction(1))
    >>> box = (Root(Fraction(-1, 100), Fraction(1, 100)),) * 2
    >>> h = space.polynomial((DECAY - Fraction(1, 4)) * ((4 * DECAY - 3) ** 2 - a))
    >>> [holds_in_box(h, unit, number, box) for number in (1, 0, -1)]
    [True, False, False]
    """
    if number == 0:
        return simple_roots(polynomial, box, ends) == 1
    if ends != (Fraction(0), Fraction(1)):
        return False
    center = tuple(simplest_between(r.low, r.high) if r.low < r.high else r.low for r in box)
    at_center = _at(polynomial, center)
    if at_center.degree() < 0:
        return False
    inside = [r for r in isolated([at_center]) if r.high > 0 and r.low < 1]
    around = _around(inside, number - 1 if number > 0 else len(inside) + number)
    if around is None:
        return False
    beyond = (Fraction(0), around[1]) if number > 0 else (around[0], Fraction(1))
    return simple_roots(polynomial, box, beyond) == abs(number)


def _at(polynomial: fmpq_mpoly, point: Sequence[Fraction]) -> fmpq_poly:
    rows = [fmpq(0)] * (polynomial.degrees()[-1] + 1)
    for powers, c in polynomial.to_dict().items():
        term = c
        for number, power in zip(point, powers, strict=False):
            term *= exact(number) ** int(power)
        rows[int(powers[-1])] += term
    return fmpq_poly(rows)


def _near(polynomial: fmpq_mpoly, at: Root) -> arb_poly:
    """A polynomial in x, with a ball for the only parameter."""
    rows = [fmpq_poly([0]) for _ in range(polynomial.degrees()[-1] + 1)]
    for powers, c in polynomial.to_dict().items():
        rows[int(powers[1])] += fmpq_poly([0] * int(powers[0]) + [c])
    parameter = _ball(at.low, at.high)
    return arb_poly([arb_poly(row)(parameter) for row in rows])


def _in_box(polynomial: fmpq_mpoly, box: Box) -> arb_poly:
    """A polynomial in x, with balls for two parameters."""
    rows = [arb(0) for _ in range(polynomial.degrees()[-1] + 1)]
    sides = [_ball(side.low, side.high) for side in box]
    for powers, c in polynomial.to_dict().items():
        term = arb(c)
        for side, power in zip(sides, powers, strict=False):
            term *= prod([side] * int(power), start=arb(1))  # a power of a ball around 0 is not a number
        rows[int(powers[-1])] += term
    return arb_poly(rows)


def _holds_pair(on_line: arb_poly, part: tuple[Fraction, Fraction], beside: Sequence[Root]) -> bool:
    """Whether an interval is as the theorem asks for where two roots meet, given the roots beside z."""
    bent = _is_apart(_spans(on_line.derivative(), part)[1])
    borders = all(_is_apart(on_line(_ball(end, end))) for end in part)
    return bent and borders and sum(part[0] < r.low and r.high < part[1] for r in beside) == 2


def keeps_number(polynomial: fmpq_mpoly, number: int, at: Root, side: Fraction | None = None) -> bool:
    """Whether the theorem holds for the root of a number in (0, 1), from 0, or for a negative one from 1.

    Given a number of the ball on the side of z for the parameter, it may meet another root there.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from symbolic_eps.minimum.cylinders.projection import Space
    >>> from symbolic_eps.theory.symbols import DECAY
    >>> space, near = Space((a, DECAY)), Root(Fraction("0.499"), Fraction("0.501"))
    >>> h = space.polynomial((DECAY - Fraction(3, 4)) * ((4 * DECAY - 1)**2 + (2 * a - 1)**2))
    >>> [keeps_number(h, number, near) for number in (-1, 1)]  # a double root at 1/4, where a is 1/2
    [True, False]
    """
    inside = _inside(polynomial, at.low if side is None else side)
    for further in (0, 1) if side is not None else (0,):
        count = abs(number) + further
        ends = _around(inside, count - 1 if number > 0 else len(inside) - count)
        if ends is not None:
            beyond = (Fraction(0), ends[1]) if number > 0 else (ends[0], Fraction(1))
            if simple_roots(polynomial, at, beyond, side=side) == count:
                return True
    return False


def apart_nearby(
    polynomial: fmpq_mpoly, before: int, at: Root, end: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Ends by the theorem for the root that has so many others in (0, 1) below it at an end of the ball."""
    ends = _around(_inside(polynomial, end), before)
    return ends if ends is not None and has_one_root(polynomial, at, ends) else None


def _inside(polynomial: fmpq_mpoly, parameter: Fraction) -> list[Root]:
    """The roots in (0, 1) at a number for the parameter."""
    rows: dict[int, fmpq] = {}
    for powers, c in polynomial.to_dict().items():
        rows[int(powers[1])] = rows.get(int(powers[1]), fmpq(0)) + c * exact(parameter) ** int(powers[0])
    on_line = fmpq_poly([rows.get(k, fmpq(0)) for k in range(max(rows) + 1)])
    return [r for r in isolated([on_line]) if r.high > 0 and r.low < 1]


def _around(roots: Sequence[Root], place: int) -> tuple[Fraction, Fraction] | None:
    """Numbers in (0, 1) that tell the root at a place from all others."""
    if not 0 <= place < len(roots):
        return None
    low, high = roots[place].low, roots[place].high
    below, above = [Fraction(0), *(r.high for r in roots)], [*(r.low for r in roots), Fraction(1)]
    before, after = below[place], above[place + 1]
    if not before < low <= high < after:
        return None
    return simplest_between(before, low), simplest_between(high, after)


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


def _spans(polynomial: arb_poly, part: tuple[Fraction, Fraction]) -> tuple[arb, arb]:
    """Balls with all values of a polynomial on an interval, and of its slope, by Taylor's formula."""
    middle, radius = (part[0] + part[1]) / 2, arb(exact((part[1] - part[0]) / 2))
    first, *others = polynomial(arb_poly([arb(exact(middle)), 1])).coeffs() or [arb(0)]
    unit, value, slope = arb(-1).union(arb(1)), arb(0), arb(0)
    for k, c in enumerate(others, 1):
        value += abs(c) * radius**k
        slope += k * abs(c) * radius ** (k - 1) if k > 1 else 0
    return first + unit * value, (others[0] if others else arb(0)) + unit * slope


def _ball(low: Fraction, high: Fraction) -> arb:
    return arb(exact(low)).union(arb(exact(high)))


def _is_apart(ball: arb) -> bool:
    return bool(ball > 0 or ball < 0)


def _is_negative(ball: arb) -> bool:
    return bool(ball < 0)


def _parts(polynomial: arb_poly, part: tuple[Fraction, Fraction]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Two parts, if possible not with a root between."""
    low, high = part
    middle, other = (low + high) / 2, (2 * low + 3 * high) / 5
    at = middle if _is_apart(polynomial(_ball(middle, middle))) else other
    return (low, at), (at, high)


def root_is(border: Border, polynomial: fmpq_mpoly, end: Fraction) -> bool:
    """Whether the polynomial has the number for x as a root at the border."""
    return at_level(polynomial, end).gcd(border.polynomial).degree() > 0
