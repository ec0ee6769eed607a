"""Which products of hypotheses (and of the negated goal) enter the linear program.

Two families: all products up to a number of factors, and all products whose degrees stay within those of the
conditions (which contain Bernstein and Handelman forms).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

from verify.search.columns import Monomials, Scaled, Vector, scaled
from verify.search.ideal import Ideal
from verify.search.many_products import Multiplication, Vectors
from verify.search.ring import Polynomial, text


@dataclass(frozen=True)
class Factor:
    """A condition of the system: `polynomial` is its normal form, > 0 if `strict`, else >= 0.

    Parameters
    ----------
    strict : bool
        Whether it stands in `gt` (else in `ge`).
    index : int
        Its position there.
    polynomial : flint.fmpq_mpoly
        Normal form modulo the equations.
    bounds : int or None
        The variable that it bounds (linear in it alone), if it does.

    Examples
    --------
    >>> Factor(True, 0, None, None).strict
    True
    """

    strict: bool
    index: int
    polynomial: Polynomial
    bounds: int | None


class Column(NamedTuple):
    """A product of factors, possibly times a square.

    Parameters
    ----------
    factors : tuple of int
        Positions in the list of factors, ascending, with repetition.
    polynomial : flint.fmpq_mpoly
        Normal form of the product.
    scaled : Scaled
        The polynomial as a linear program has it.
    square : flint.fmpq_mpoly or None
        The polynomial whose square is a factor too.

    Examples
    --------
    >>> Column((0, 0, 1), None, None).square is None
    True
    """

    factors: tuple[int, ...]
    polynomial: Polynomial
    scaled: Scaled
    square: Polynomial | None = None


def factors(modulo: Ideal) -> tuple[Factor, ...]:
    """The conditions of a system as factors, without those that are positive numbers or said twice.

    Parameters
    ----------
    modulo : Ideal
        The system and its equations.

    Returns
    -------
    tuple of Factor
        Bounds of single variables first, then the others, each in the order of the system.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> [f.bounds for f in factors(ideal(system(["x"], [{(1,): 1}], [{(2,): 1}], [])))]
    [0, None]
    """
    listed: list[Factor] = []
    seen: set[str] = set()
    system = modulo.system
    for strict, polynomials in ((True, system.gt), (False, system.ge)):
        for index, original in enumerate(polynomials):
            p = modulo.reduce(original)
            if p.is_constant():
                value = p.leading_coefficient() if p != 0 else 0
                if value > 0 or (value == 0 and not strict):
                    continue
            leading = abs(p.leading_coefficient()) if p != 0 else 1
            if (name := text(p if leading == 1 else p / leading)) in seen:
                continue
            seen.add(name)
            degrees = p.degrees()
            linear = p.total_degree() == 1 and sum(degrees) == 1
            listed.append(Factor(strict, index, p, degrees.index(1) if linear else None))
    return tuple(sorted(listed, key=lambda f: (f.bounds is None, not f.strict, f.index)))


MOST_BASES, MOST_PRODUCTS = 16, 20_000
"""How many bases are remembered, and how many products modulo each."""

Name = tuple[str, ...]
"""A product by the texts of its factors, in their order: a basis need not settle what is reduced first."""


@dataclass(frozen=True)
class _Known:
    """Normal forms of products modulo one basis, and the numbers of their monomials."""

    multiplication: Multiplication
    products: dict[Name, tuple[Polynomial, Scaled]] = field(default_factory=dict)
    monomials: Monomials = field(default_factory=dict)


_KNOWN: dict[Name, _Known] = {}
"""By the variables with the basis: questions in turn differ little."""


def _known(modulo: Ideal) -> _Known:
    basis = (*modulo.system.ring.variables, "", *(text(member.polynomial) for member in modulo.basis))
    known = _KNOWN.pop(basis, None)
    if known is None or len(known.products) + len(known.multiplication) > MOST_PRODUCTS:
        known = _Known(Multiplication(len(modulo.system.ring.gens)))
    while len(_KNOWN) >= MOST_BASES:
        del _KNOWN[next(iter(_KNOWN))]
    _KNOWN[basis] = known
    return known


@dataclass
class Products:
    """Products of factors, each worked out once."""

    modulo: Ideal
    factors: tuple[Factor, ...]
    boxes: dict[tuple[tuple[int, ...], int], list[tuple[int, ...]] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._known = _known(self.modulo)
        self._names = [text(factor.polynomial) for factor in self.factors]

    def polynomial(self, chosen: tuple[int, ...]) -> Polynomial:
        """The normal form of a product, given by ascending positions."""
        return self._product(chosen)[0]

    def _product(self, chosen: tuple[int, ...]) -> tuple[Polynomial, Scaled]:
        name = tuple([self._names[k] for k in chosen])
        if name not in self._known.products:
            one = self.modulo.system.ring.one
            before = self.polynomial(chosen[:-1]) * self.factors[chosen[-1]].polynomial if chosen else one
            polynomial = self.modulo.normal_form(before) if chosen else one
            self._known.products[name] = polynomial, self._scaled(polynomial)
        return self._known.products[name]

    def _scaled(self, polynomial: Polynomial) -> Scaled:
        return scaled(polynomial, self._known.monomials)

    def columns(self, products: Sequence[tuple[int, ...]]) -> list[Column]:
        """The columns for these products."""
        names, known, columns = self._names, self._known.products, []
        for chosen in products:
            found = known.get(tuple([names[k] for k in chosen])) or self._product(chosen)
            columns.append(Column(chosen, *found))
        return columns

    def vectors(self, products: Sequence[tuple[int, ...]], roots: Sequence[Polynomial]) -> Vectors | None:
        """The same at once, unless numbers get too large; the squares of the roots count as further factors.

        With each product there is the one without its last factor.
        """
        polynomials = [factor.polynomial for factor in self.factors]
        polynomials += [self.modulo.reduce(root * root) for root in roots]
        return self._known.multiplication.products(self.modulo, polynomials, products)

    def degrees(self, monomials: Vector) -> Vector:
        """The total degrees of monomials of `vectors`."""
        return self._known.multiplication.degrees(monomials)

    def squared(self, products: Sequence[tuple[int, ...]], squares: Sequence[Polynomial]) -> list[Column]:
        """The columns for each product times each square."""
        columns = []
        for root in squares:
            square = self.modulo.reduce(root * root)
            columns += [self.with_square(chosen, root, square) for chosen in products]
        return columns

    def with_square(self, chosen: tuple[int, ...], root: Polynomial, square: Polynomial) -> Column:
        """The column for a product times a square, whose root it names."""
        polynomial = self.modulo.normal_form(self.polynomial(chosen) * square)
        return Column(chosen, polynomial, self._scaled(polynomial), root)


def up_to_size(conditions: Sequence[Factor], size: int, most: int) -> list[tuple[int, ...]] | None:
    """All products of at most `size` factors, short ones first; None if there are more than `most`.

    Examples
    --------
    >>> up_to_size([Factor(True, 0, None, None), Factor(True, 1, None, None)], 2, 10)
    [(), (0,), (1,), (0, 0), (0, 1), (1, 1)]
    """
    if comb(len(conditions) + size, size) > most:
        return None
    return [c for n in range(size + 1) for c in combinations_with_replacement(range(len(conditions)), n)]


def within_box(
    products: Products, elevation: int, most: int, narrow: bool = True
) -> list[tuple[int, ...]] | None:
    """All products whose degrees do not exceed those of the general conditions and the equations.

    With bounds v >= 0 and v <= 1 these contain the Bernstein products `v^i (1 - v)^j`, with v >= 0 and v >= 1
    the coefficients after a substitution such as v = 1 + u.

    Parameters
    ----------
    products : Products
        The factors, and the equations.
    elevation : int
        How much is added to each degree and to the total degree.
    narrow : bool
        Whether linear conditions do not count, which keeps out the variables that only they have.
    most : int
        Largest number of products.

    Returns
    -------
    list of tuple of int, or None
        Positions of the factors; None if there are too many.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x"], [{(1,): 1}, {(0,): 1, (1,): -1}], [{(2,): 1, (1,): -1}], []))
    >>> within_box(Products(modulo, factors(modulo)), 0, 100)
    [(), (0,), (0, 0), (0, 1), (1,), (1, 1), (2,)]
    """
    general = [f.polynomial for f in products.factors if f.bounds is None]
    general += [m.polynomial for m in products.modulo.basis]
    if narrow:
        general = [p for p in general if p.total_degree() > 1] or general
    if not general:
        return None
    box = [max(int(d) for d in column) for column in zip(*(p.degrees() for p in general), strict=True)]
    total = max(int(p.total_degree()) for p in general) + elevation
    room = (total, *(b + elevation if b else 0 for b in box))
    if (room, most) not in products.boxes:  # with linear conditions it is often the same as without
        polynomials = [factor.polynomial for factor in products.factors]
        degrees = [(int(p.total_degree()), *map(int, p.degrees())) for p in polynomials]
        products.boxes[room, most] = _fitting(degrees, room, most)
    return products.boxes[room, most]


def _fitting(
    degrees: Sequence[tuple[int, ...]], room: tuple[int, ...], most: int
) -> list[tuple[int, ...]] | None:
    """The products of factors that are no constants for which there is room, in lexicographic order."""
    positions = [k for k, degree in enumerate(degrees) if any(degree)]
    sizes = np.array([degrees[k] for k in positions], dtype=np.int32).reshape(-1, len(room))
    longest: list[tuple[int, ...]] = [()]
    products, left, last = longest, np.array([room], dtype=np.int32), np.zeros(1, dtype=np.int64)
    while longest:
        fits = last[:, None] <= np.arange(len(positions))
        for room_left, size in zip(left.T, sizes.T, strict=True):  # one degree after the other: few of them
            fits &= room_left[:, None] >= size
        owners, last = np.nonzero(fits)
        if len(products) + len(owners) > most:
            return None
        left = left[owners] - sizes[last]
        pairs = zip(owners.tolist(), last.tolist(), strict=True)
        longest = [(*longest[owner], positions[factor]) for owner, factor in pairs]
        products = products + longest
    return sorted(products)
