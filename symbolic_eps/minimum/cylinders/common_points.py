"""Whether polynomials in two variables vanish together somewhere in a product of intervals.

At such a point all resultants vanish: it lies in one of finitely many boxes, whose sides hold a root of
these. Where a polynomial has no zero in a box, by ball arithmetic, there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod

from flint import arb, ctx, fmpq_mpoly, fmpq_poly

from symbolic_eps.minimum.cylinders.projection import Root, Space, TooLongError, exact, isolated

Box = tuple[Root, Root]

BALLS = 256
"""Bits of the balls for sides of boxes."""


def have_common_points(polynomials: Sequence[fmpq_mpoly], space: Space, with_ends: bool = True) -> bool:
    """Whether they may; at such a point all resultants vanish. False is a proof.

    Parameters
    ----------
    polynomials : sequence of fmpq_mpoly
    space : Space
    with_ends : bool
        Whether the ends of the space's ranges count.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> space = Space((a, b))
    >>> [have_common_points([space.polynomial(g) for g in (b - a**2, b + k)], space) for k in (-1, 1)]
    [True, False]
    """
    return common_boxes(polynomials, space, with_ends) != []


def common_boxes(polynomials: Sequence[fmpq_mpoly], space: Space, with_ends: bool = True) -> list[Box] | None:
    """Small boxes with all points at which polynomials vanish together; None where these may be anywhere.

    Parameters
    ----------
    polynomials, space, with_ends
        As `have_common_points`.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> space = Space((a, b))
    >>> line, circle = (space.polynomial(g) for g in (a - b, a**2 + b**2 - 2))
    >>> [[float(side.low) for side in box] for box in common_boxes([line, circle], space)]
    [[-1.0, -1.0], [1.0, 1.0]]
    """
    involved = [g for g in polynomials if not g.is_zero()]
    if any(g.is_constant() for g in involved):
        return []
    first = _values(involved, space, 0, with_ends)
    second = None if first == [] else _values(involved, space, 1, with_ends)
    if first is None or second is None:
        return [] if [] in (first, second) else None
    return [box for box in product(first, second) if not any(sign_in(g, box) for g in involved)]


def _values(
    polynomials: Sequence[fmpq_mpoly], space: Space, index: int, with_ends: bool
) -> list[Root] | None:
    """Where one variable may be at a common point; None where it may be anywhere."""
    left = [g for g in polynomials if g.degrees()[1 - index] == 0]
    deep = [g for g in polynomials if g.degrees()[1 - index] > 0]
    try:
        left += [space.resultant(one, two, 1 - index) for one, two in combinations(deep, 2)]
    except TooLongError:
        return None
    left = [g for g in left if not g.is_zero()]
    if not left:
        return None
    common = left[0]
    for g in left[1:]:
        common = common.gcd(g)
    if common.is_constant():
        return []
    low, high = (space.ranges or ((None, None),) * 2)[index]
    roots = isolated([space.at(common, ()) if index == 0 else _univariate(common)], BALLS)
    if with_ends:
        return [r for r in roots if (low is None or r.high >= low) and (high is None or r.low <= high)]
    return [r for r in roots if (low is None or r.high > low) and (high is None or r.low < high)]


def sign_in(polynomial: fmpq_mpoly, box: Box) -> int:
    """The sign that a polynomial has in all of the box; 0 if it may have a zero there."""
    with ctx.workprec(BALLS):
        sides = [arb(exact(root.low)).union(arb(exact(root.high))) for root in box]
        total = arb(0)
        for powers, c in polynomial.to_dict().items():
            factors = [side for side, power in zip(sides, powers, strict=False) for _ in range(int(power))]
            total += prod(factors, start=arb(c))  # a power of a ball around 0 is not a number
        return int(bool(total > 0)) - int(bool(total < 0))


def _univariate(polynomial: fmpq_mpoly) -> fmpq_poly:
    """In the second variable."""
    rows = {int(powers[1]): c for powers, c in polynomial.to_dict().items()}
    return fmpq_poly([rows.get(k, 0) for k in range(max(rows) + 1)])
