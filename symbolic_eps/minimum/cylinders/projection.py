"""Open cylindrical decomposition: polynomials over Q projected from the last variable to the first.

Theorem (open cylinders). Let A be irreducible polynomials in y_1, ..., y_k and z, no two associated, and C a
connected open set of R^k on which no leading coefficient, no discriminant and no resultant of two of them in
z vanishes. Then over C the real roots z_1 < ... < z_m of all of A are continuous functions, and so the open
cylinders between them are connected, and no polynomial of A vanishes there.
Proof. Over a point of C all roots of the product are simple, and depend continuously on the point by the
theorem on implicit functions. Their number is constant: with leading coefficients that do not vanish none
goes to infinity, complex ones come in pairs that would have to meet first to become real, and none meet. QED

So from the last variable down to the second: irreducible factors of leading coefficients, discriminants and
resultants (McCallum 1993; Strzebonski 2000). For conditions that are all strict no point on a root matters,
hence none of the exceptions that other projections know. Where a projected polynomial is free of further
variables it is projected as it is, to a variable below.

Where all variables are looked at within open intervals alone, a polynomial that vanishes nowhere in their
product is left out at each level: on such a cylinder it has no root, and the theorem holds of the others. The
ends of the intervals stay, so that no root passes them unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

import sympy as sp
from flint import ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz, fmpz_poly

from symbolic_eps.minimum.cylinders import by_values
from symbolic_eps.minimum.cylinders.elimination import discriminant, factors, resultant
from symbolic_eps.minimum.cylinders.one_sign import Range, has_one_sign
from verify.ball import real_roots
from verify.deadline import check_time
from verify.points.simple_rationals import fraction_of, simplest_between

Point = tuple[Fraction, ...]
"""Values of the first variables of a space."""

LONGEST = 10_000_000
"""The product of the lengths and degrees of two polynomials, of which a resultant is taken."""

LONGEST_OF_TWO = 1_000_000_000
"""The same for polynomials in two variables."""

MOST = 400
"""Polynomials of one level, above which a projection would be too long."""

BITS = 128
"""Of the balls around roots, at first."""

Levels = tuple[tuple[fmpq_mpoly, ...], ...]
"""The polynomials by their last variable."""


class TooLongError(ArithmeticError):
    """A projection would take too long."""


class NoSampleError(ArithmeticError):
    """A polynomial vanishes all along the line over a point."""


@dataclass(frozen=True)
class Root:
    """A real root: an interval with rational ends that holds no other root of what was isolated with it."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Space:
    """Variables in the order of the cylinders, the base first.

    Parameters
    ----------
    variables : tuple of Symbol
    ranges : tuple of pair
        The open intervals in which they are looked at; () for all numbers.

    Examples
    --------
    >>> from sympy.abc import a, z
    >>> space = Space((a, z))
    >>> levels = space.projected([space.polynomial(z**2 - a)], 0)
    >>> [[str(g) for g in level] for level in levels]
    [['y0'], ['y0 - y1^2']]
    """

    variables: tuple[sp.Symbol, ...]
    ranges: tuple[Range, ...] = ()

    @cached_property
    def context(self) -> fmpq_mpoly_ctx:
        """Of the polynomials: y0, y1, ..."""
        return fmpq_mpoly_ctx.get(self._names, "lex")

    @cached_property
    def _names(self) -> list[str]:
        return [f"y{k}" for k in range(len(self.variables))]

    def polynomial(self, expression: sp.Expr) -> fmpq_mpoly:
        """From SymPy's expression."""
        terms = sp.Poly(expression, *self.variables).terms()
        return self.context.from_dict({powers: fmpq(int(c.p), int(c.q)) for powers, c in terms})

    def expression(self, polynomial: fmpq_mpoly) -> sp.Expr:
        """As SymPy's expression."""
        return sp.Add(
            *(
                sp.Rational(int(c.p), int(c.q))
                * sp.Mul(*(v ** int(n) for v, n in zip(self.variables, powers, strict=True)))
                for powers, c in polynomial.to_dict().items()
            )
        )

    def projected(
        self, polynomials: Iterable[fmpq_mpoly], down_to: int
    ) -> tuple[tuple[fmpq_mpoly, ...], ...]:
        """The irreducible polynomials of each level, after projection down to the variable of an index.

        The levels from there on hold what lies in that variable; those below what is left in fewer.

        Raises
        ------
        TooLongError
        """
        levels: list[dict[str, fmpq_mpoly]] = [{} for _ in self.variables]
        self._add(levels, polynomials)
        for index in range(len(self.variables) - 1, down_to, -1):
            self._add(levels, self.projection(tuple(levels[index].values()), index))
        return tuple(tuple(level[key] for key in sorted(level)) for level in levels)

    def _add(self, levels: list[dict[str, fmpq_mpoly]], polynomials: Iterable[fmpq_mpoly]) -> None:
        for polynomial in polynomials:
            for factor in self.irreducible(polynomial):
                level = levels[level_of(factor)]
                level[str(factor)] = factor
                if len(level) > MOST:
                    raise TooLongError(f"more than {MOST} polynomials of one level")

    def irreducible(self, polynomial: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
        """The irreducible factors that may vanish within the ranges, or are ends of them."""
        for factor in irreducible(polynomial):
            if not self.ranges or factor.total_degree() == 1 or not has_one_sign(factor, self.ranges):
                yield factor

    def projection(self, polynomials: Sequence[fmpq_mpoly], index: int) -> Iterator[fmpq_mpoly]:
        """What may not vanish below, of irreducible polynomials in the variable of the index."""
        for polynomial in polynomials:
            yield from self.own_projection(polynomial, index)
        for one, other in combinations(polynomials, 2):
            yield self.resultant(one, other, index)

    def own_projection(self, polynomial: fmpq_mpoly, index: int) -> Iterator[fmpq_mpoly]:
        """The leading coefficient and the discriminant."""
        yield self.leading(polynomial, index)
        if polynomial.degrees()[index] > 1:
            yield self.discriminant(polynomial, index)

    def discriminant(self, polynomial: fmpq_mpoly, index: int) -> fmpq_mpoly:
        """In the variable of the index."""
        _within_reason(polynomial, polynomial, index)
        return discriminant(polynomial, index)

    def leading(self, polynomial: fmpq_mpoly, index: int) -> fmpq_mpoly:
        """The coefficient of the highest power of the variable."""
        degree = polynomial.degrees()[index]
        terms = polynomial.to_dict().items()
        top = {(*e[:index], 0, *e[index + 1 :]): c for e, c in terms if e[index] == degree}
        return self.context.from_dict(top)

    def resultant(self, one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> fmpq_mpoly:
        """Of two irreducible polynomials in the variable of the index."""
        _within_reason(one, other, index)
        return resultant(one, other, index)

    def at(self, polynomial: fmpq_mpoly, point: Point) -> fmpq_poly:
        """A polynomial in the variable after those of the point."""
        index = len(point)
        values: dict[str | int, int | fmpz | fmpq] = dict(zip(self._names, map(exact, point), strict=False))
        left = polynomial.subs(values) if values else polynomial
        coefficients = {int(powers[index]): c for powers, c in left.to_dict().items()}
        return fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients, default=0) + 1)])

    def value(self, polynomial: fmpq_mpoly, point: Point) -> fmpq:
        """At a point of the whole space."""
        return polynomial(*map(exact, point))


def _within_reason(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> None:
    check_time()
    most = LONGEST_OF_TWO if len(by_values.others_of([one, other], index)) <= 1 else LONGEST
    if len(one) * other.degrees()[index] * len(other) * one.degrees()[index] > most:
        raise TooLongError("a resultant of long polynomials")


def irreducible(polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, ...]:
    """The irreducible factors, none of a constant.

    Raises
    ------
    TooLongError
        The polynomial is 0.
    """
    if polynomial.is_zero():
        raise TooLongError("a projected polynomial is 0")
    return factors(polynomial)


def exact(value: Fraction) -> fmpq:
    """The number in FLINT's form."""
    return fmpq(value.numerator, value.denominator)


def has_root(polynomial: fmpq_poly, root: Root) -> bool:
    """Whether a polynomial with simple roots has one that was isolated together with its others.

    Examples
    --------
    >>> both = fmpq_poly([-2, 0, 1]), fmpq_poly([-1, 1])
    >>> [[has_root(g, root) for g in both] for root in isolated(both)]
    [[True, False], [False, True], [True, False]]
    """
    low, high = (polynomial(exact(end)) for end in (root.low, root.high))
    return bool(low * high < 0 or (root.low == root.high and low == 0))


def level_of(polynomial: fmpq_mpoly) -> int:
    """The index of the last variable that occurs in it.

    Examples
    --------
    >>> from sympy.abc import a, z
    >>> level_of(Space((a, z)).polynomial(a + 1))
    0
    """
    return max(index for index, degree in enumerate(polynomial.degrees()) if degree)


def rows_of(polynomial: fmpq_mpoly, index: int) -> list[fmpq_mpoly]:
    """The coefficients in the last variable, whose index is given."""
    rows: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for powers, c in polynomial.to_dict().items():
        rows.setdefault(int(powers[index]), {})[(*powers[:index], 0)] = c
    return [polynomial.context().from_dict(row) for row in rows.values()]


def isolated(polynomials: Iterable[fmpq_poly], bits: int = BITS) -> list[Root]:
    """The real roots of polynomials, none of them 0, in order, each apart from all others.

    Examples
    --------
    >>> [(root.low, root.high) for root in isolated([fmpq_poly([-1, 2]), fmpq_poly([1, -4, 4])])]
    [(Fraction(1, 2), Fraction(1, 2))]
    """
    numerators = [polynomial.numer() for polynomial in polynomials]
    if any(numerator.degree() < 0 for numerator in numerators):
        raise NoSampleError("a polynomial vanishes all along a line: the point below is no sample")
    if (apart := _roots_apart(numerators, bits)) is not None:
        return apart
    product = fmpz_poly([1])  # two may have a root in common
    for numerator in numerators:
        product *= numerator // numerator.gcd(product)
    if product.degree() < 1:
        return []
    product //= product.gcd(product.derivative())
    while True:
        with ctx.workprec(bits):
            balls = real_roots(product)
            roots = sorted((fraction_of(b.lower()), fraction_of(b.upper())) for b in balls)
        if all(one[1] < other[0] for one, other in pairwise(roots)):
            return [Root(*root) for root in roots]
        bits *= 2


def roots_of_each(polynomials: Iterable[fmpq_poly], bits: int = BITS) -> list[Root]:
    """The real roots of polynomials without multiple roots, no two of which have one in common, in order.

    Examples
    --------
    >>> [root.low for root in roots_of_each([fmpq_poly([-1, 2]), fmpq_poly([0, 3]), fmpq_poly([5])])]
    [Fraction(0, 1), Fraction(1, 2)]
    """
    numerators = [polynomial.numer() for polynomial in polynomials]
    while (apart := _roots_apart(numerators, bits)) is None:
        bits *= 2
    return apart


def _roots_apart(numerators: Sequence[fmpz_poly], bits: int) -> list[Root] | None:
    """The roots of each polynomial; None where their balls are not apart."""
    check_time()
    with ctx.workprec(bits):
        balls = [ball for g in numerators if g.degree() > 0 for ball in real_roots(g)]
        roots = sorted((fraction_of(b.lower()), fraction_of(b.upper())) for b in balls)
    if any(one[1] >= other[0] for one, other in pairwise(roots)):
        return None
    return [Root(*root) for root in roots]


def between(roots: Sequence[Root], low: Fraction | None, high: Fraction | None) -> list[Fraction]:
    """A simple number of each interval between roots, within the open interval from low to high.

    Examples
    --------
    >>> between([Root(Fraction(1, 2), Fraction(1, 2))], Fraction(0), Fraction(1))
    [Fraction(1, 3), Fraction(2, 3)]
    """
    inside = [r for r in roots if (low is None or r.high > low) and (high is None or r.low < high)]
    lows, highs = [low, *(r.high for r in inside)], [*(r.low for r in inside), high]
    return [
        simplest_between(a, b) for a, b in zip(lows, highs, strict=True) if a is None or b is None or a < b
    ]


@dataclass(frozen=True)
class Cylinder:
    """The projections of an open set in a space, given by strict conditions.

    Parameters
    ----------
    space : Space
    conditions : tuple of fmpq_mpoly
        What is positive in the set.
    base : int
        How many variables are not eliminated.
    apart : tuple of fmpq_mpoly
        What is not 0 in the set.
    """

    space: Space
    conditions: tuple[fmpq_mpoly, ...]
    base: int
    apart: tuple[fmpq_mpoly, ...] = ()

    @cached_property
    def levels(self) -> Levels:
        """The polynomials of each level; those below the base are what is left in its variables."""
        return self.space.projected((*self.conditions, *self.apart), self.base - 1)

    def holds(self, point: Point) -> bool:
        """Whether the set has a point over a point of the base, on which no projected polynomial vanishes.

        Examples
        --------
        >>> from sympy.abc import a, z
        >>> space = Space((a, z))
        >>> above = Cylinder(space, (space.polynomial(a - z**2),), 1)
        >>> above.holds((Fraction(1),)), above.holds((Fraction(-1),))
        (True, False)
        """
        return self.inside(point) is not None

    def inside(self, point: Point) -> Point | None:
        """A point of the set over a point of the base; None where there is none."""
        check_time()
        index = len(point)
        if index == len(self.space.variables):
            met = all(self.space.value(c, point) > 0 for c in self.conditions)
            return point if met else None
        fibre = [self.space.at(g, point) for g in self.levels[index]]
        low, high = self.space.ranges[index] if self.space.ranges else (None, None)
        for sample in between(isolated(fibre), low, high):
            found = self.inside((*point, sample))
            if found is not None:
                return found
        return None
