"""Whether polynomials in two variables vanish together somewhere in a product of intervals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from flint import fmpq_mpoly, fmpq_poly

from symbolic_eps.minimum.cylinders.projection import Space, TooLongError, isolated


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
    involved = [g for g in polynomials if not g.is_zero()]
    if any(g.is_constant() for g in involved):
        return False
    return all(_meet(involved, space, index, with_ends) for index in (0, 1))


def _meet(polynomials: Sequence[fmpq_mpoly], space: Space, index: int, with_ends: bool) -> bool:
    """Whether the values of one variable leave a point possible."""
    left = [g for g in polynomials if g.degrees()[1 - index] == 0]
    deep = [g for g in polynomials if g.degrees()[1 - index] > 0]
    try:
        left += [space.resultant(one, two, 1 - index) for one, two in combinations(deep, 2)]
    except TooLongError:
        return True
    left = [g for g in left if not g.is_zero()]
    if not left:
        return True
    common = left[0]
    for g in left[1:]:
        common = common.gcd(g)
    if common.is_constant():
        return False
    low, high = (space.ranges or ((None, None),) * 2)[index]
    roots = isolated([space.at(common, ())]) if index == 0 else isolated([_univariate(common)])
    if with_ends:
        return any((low is None or r.high >= low) and (high is None or r.low <= high) for r in roots)
    return any((low is None or r.high > low) and (high is None or r.low < high) for r in roots)


def _univariate(polynomial: fmpq_mpoly) -> fmpq_poly:
    """In the second variable."""
    rows = {int(powers[1]): c for powers, c in polynomial.to_dict().items()}
    return fmpq_poly([rows.get(k, 0) for k in range(max(rows) + 1)])
