"""Many products of factors at once, as columns of a linear program.

A monomial is a number here, the numbers of two add up to that of their product, and they are in the ring's
order. A product is a shorter one times its last factor: sums of whole numbers below 2^53, which floats hold
exactly. Where larger numbers or high degrees occur, there is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import lcm
from typing import NamedTuple

import numpy as np

from verify.errors import VerifyError
from verify.search.columns import Vector, different
from verify.search.ideal import Ideal
from verify.search.ring import Exponents, Polynomial, keep, text

LARGEST = 1 << 53
"""Up to it every whole number is a float."""


MOST_READ = 1 << 10
"""Polynomials of which is remembered what was read."""


class _TooLargeError(VerifyError):
    """A number or a degree is too large."""


class Vectors(NamedTuple):
    """Polynomials one after the other, each with its terms in the ring's order.

    Parameters
    ----------
    monomials : numpy.ndarray of int
        Each monomial by its number.
    values : numpy.ndarray
        The coefficients.
    counts : numpy.ndarray of int
        How many terms each polynomial has.
    """

    monomials: Vector
    values: Vector
    counts: Vector

    def with_others(self, *others: Vectors) -> Vectors:
        """These polynomials, then the others."""
        return Vectors(*map(np.concatenate, zip(self, *others, strict=True)))

    def chosen(self, numbers: Vector) -> Vectors:
        """The polynomials with these numbers."""
        counts = self.counts[numbers]
        places = _spread((np.cumsum(self.counts) - self.counts)[numbers], counts)
        return Vectors(self.monomials[places], self.values[places], counts)

    def times(self, others: Vectors) -> Vectors:
        """Each term's polynomial: the terms, in turn, times each of the other polynomials, one for each."""
        places = np.repeat(np.arange(len(self.monomials)), others.counts)
        return Vectors(
            self.monomials[places] + others.monomials, self.values[places] * others.values, others.counts
        )

    def shortened(self) -> Vectors:
        """The same without what the coefficients of a polynomial have in common."""
        there = self.counts > 0
        first = (np.cumsum(self.counts) - self.counts)[there]
        common = np.gcd.reduceat(np.abs(self.values).astype(np.int64), first) if len(first) else np.ones(0)
        return self._replace(values=self.values / np.repeat(common, self.counts[there]))

    def owners(self) -> Vector:
        """To which polynomial each term belongs."""
        return np.repeat(np.arange(len(self.counts)), self.counts)


class Multiplication:
    """Products of polynomials modulo one basis; what becomes of a monomial is worked out once.

    Parameters
    ----------
    width : int
        How many variables there are.

    Examples
    --------
    >>> from verify.search.ideal import ideal
    >>> from verify.search.ring import system
    >>> modulo = ideal(system(["x"], [], [{(1,): 1, (0,): -4}], []))
    >>> vectors = Multiplication(1).products(modulo, modulo.system.gt, [(), (0,), (0, 0)])
    >>> vectors.values.tolist(), vectors.counts.tolist()
    ([1.0, 1.0, -4.0, 1.0, -8.0, 16.0], [1, 2, 3])
    """

    def __init__(self, width: int) -> None:
        self._bits = min(12, 56 // max(1, width))
        self._shift = self._bits * max(1, width)
        self._rows: dict[int, int] = {}
        self._texts: dict[str, tuple[list[int], list[int], int]] = {}
        self._images = Vectors(np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0, dtype=np.int64))
        self._denominator = 1

    def __len__(self) -> int:
        """How many monomials were worked out."""
        return len(self._rows)

    def degrees(self, monomials: Vector) -> Vector:
        """Their total degrees."""
        return -(monomials >> self._shift)

    def products(
        self, modulo: Ideal, factors: Sequence[Polynomial], products: Sequence[tuple[int, ...]]
    ) -> Vectors | None:
        """These products, each up to a positive factor; None where numbers are too large.

        Parameters
        ----------
        modulo : Ideal
            With the basis.
        factors : sequence of flint.fmpq_mpoly
            In normal form.
        products : sequence of tuple of int
            Ascending positions of factors; with each product there is the one without its last factor.
        """
        if not self._bits:
            return None
        try:
            return self._products(modulo, self._vectors(factors)[0], products)
        except _TooLargeError:
            return None

    def _products(self, modulo: Ideal, factors: Vectors, products: Sequence[tuple[int, ...]]) -> Vectors:
        lengths = np.array(list(map(len, products)))
        lasts = np.array([chosen[-1] if chosen else 0 for chosen in products])
        place: dict[tuple[int, ...], int] = {}
        parents = np.empty(len(products), dtype=np.int64)
        levels = [Vectors(np.zeros(1, dtype=np.int64), np.ones(1), np.ones(1, dtype=np.int64))]
        for length in range(int(lengths.max()) + 1):
            now = np.flatnonzero(lengths == length)
            if length:
                parents[now] = [place[products[k][:-1]] for k in now.tolist()]
                terms = levels[-1].chosen(parents[now])
                levels.append(self._normal(modulo, terms, factors.chosen(lasts[now][terms.owners()])))
            place = {products[k]: number for number, k in enumerate(now.tolist())}
        order = np.empty(len(products), dtype=np.int64)
        order[np.argsort(lengths, kind="stable")] = np.arange(len(products))
        return levels[0].with_others(*levels[1:]).chosen(order)

    def _normal(self, modulo: Ideal, terms: Vectors, factors: Vectors) -> Vectors:
        """The normal forms of products, given by their terms and each one's factor."""
        self._check(
            self.degrees(terms.monomials.min(initial=0)) + self.degrees(factors.monomials.min(initial=0))
        )
        product = terms.times(factors)
        owners = np.repeat(terms.owners(), product.counts)
        most = int(terms.counts.max(initial=0))
        monomials, values = product.monomials, product.values
        if modulo.basis:
            listed, _, which = different(monomials)
            images = self._normal_forms(modulo, listed.tolist()).chosen(which)
            again = np.repeat(np.arange(len(values)), images.counts)
            owners, monomials, values = owners[again], images.monomials, values[again] * images.values
            most *= int(factors.counts.max(initial=0))
        if np.abs(values).max(initial=0.0) * most > LARGEST:
            raise _TooLargeError
        found = _summed(owners, len(terms.counts), monomials, values)
        return found.shortened() if self._denominator > 1 else found

    def _normal_forms(self, modulo: Ideal, monomials: Sequence[int]) -> Vectors:
        """Those of these monomials, all times one number."""
        new = [each for each in monomials if each not in self._rows]
        if new:
            context = modulo.system.ring.context
            exponents = map(self._exponents, new)
            images, denominator = self._vectors(
                [modulo.normal_form(context.from_dict({e: 1})) for e in exponents], self._denominator
            )
            before = self._images.values * (denominator // self._denominator)
            if np.abs(before).max(initial=0.0) > LARGEST:
                raise _TooLargeError
            self._rows |= {each: row for row, each in enumerate(new, len(self._rows))}
            self._images = self._images._replace(values=before).with_others(images)
            self._denominator = denominator
        return self._images.chosen(np.array([self._rows[each] for each in monomials], dtype=np.int64))

    def _exponents(self, monomial: int) -> Exponents:
        low = monomial & ((1 << self._shift) - 1)
        mask = (1 << self._bits) - 1
        return tuple(low >> at & mask for at in range(0, self._shift, self._bits))

    def _number(self, exponents: Exponents) -> int:
        number, total = 0, 0
        for at, exponent in zip(range(0, self._shift, self._bits), map(int, exponents), strict=True):
            number += exponent << at
            total += exponent
        self._check(total)
        return number - (total << self._shift)

    def _check(self, degree: int) -> None:
        if degree >= min(1 << self._bits, 32):
            raise _TooLargeError

    def _vectors(self, polynomials: Iterable[Polynomial], denominator: int = 1) -> tuple[Vectors, int]:
        """The polynomials times a number, a multiple of the given one, that makes them whole; that number."""
        parts = list(map(self._read, polynomials))
        common = lcm(denominator, *{below for _, _, below in parts})
        whole = [c * (common // below) for _, listed, below in parts for c in listed]
        if max(map(abs, whole), default=0) > LARGEST:
            raise _TooLargeError
        monomials = np.array([m for listed, _, _ in parts for m in listed], dtype=np.int64)
        counts = np.array([len(listed) for listed, _, _ in parts], dtype=np.int64)
        return Vectors(monomials, np.array(whole, dtype=np.float64), counts), common

    def _read(self, polynomial: Polynomial) -> tuple[list[int], list[int], int]:
        """Its monomials by their numbers, and its coefficients, whole numbers over one denominator."""
        name = text(polynomial)
        if name not in self._texts:
            listed = polynomial.coeffs()
            below = lcm(*{int(c.q) for c in listed})
            numbers = list(map(self._number, polynomial.monoms()))
            keep(self._texts, name, (numbers, [int(c * below) for c in listed], below), MOST_READ)
        return self._texts[name]


def _summed(owners: Vector, height: int, monomials: Vector, values: Vector) -> Vectors:
    """The sum of each owner's terms."""
    listed, _, which = different(monomials)
    sums = np.bincount(owners * len(listed) + which, values, height * len(listed))
    there = sums.nonzero()[0]
    of, place = np.divmod(there, max(1, len(listed)))
    return Vectors(listed[place], sums[there], np.bincount(of, minlength=height))


def _spread(starts: Vector, counts: Vector) -> Vector:
    """The places from each start on, so many as counted."""
    ends = np.cumsum(counts)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - counts), counts)
