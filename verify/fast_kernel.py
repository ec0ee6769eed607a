"""The kernel with fewer steps for small numbers and products; standard library only.

Whole numbers are added and multiplied exactly, monomials stay below the kernel's degree, and work counts
as there, or as more: what holds here holds there. The rest (fractions, long numbers, large products) is the
kernel's.
"""

from __future__ import annotations

from collections import defaultdict
from math import lcm
from typing import Any

from verify.kernel import Logic
from verify.polynomial import MAX_EXPONENT, TOO_MUCH, Polynomial, demand

SHORT = 50
"""Of numbers with fewer bits each step counts as one; see `verify.polynomial.Ring.spend`."""

MANY = 1000
"""A product that has at most as many terms, like ones not put together, is multiplied out at once."""


class AtOnce(Logic):
    """Adds up monomials and products without a polynomial for each, and changes signs without a product."""

    def fraction(self, tree: Any) -> tuple[Polynomial, Polynomial]:
        """As the kernel's; sums of monomials, and multiples of such sums, at once."""
        if type(tree) is str:
            self.work += 3
            return self.atom(tree)
        total: dict[int, int] = {}
        length = self._collected(tree, 1, 0, total)
        if not length or total == {
            0: 1
        }:  # the kernel knows of some of its ones that they need not be multiplied
            return super().fraction(tree)
        return self.made(total, 1, length), self.one

    def _collected(self, tree: Any, times: int, around: int, total: dict[int, int]) -> int:
        """Add a multiple of the tree to the total; the length of its numbers, 0 if it is something else.

        The kernel takes `around` steps more for each monomial: one for each sum around it, and those of a
        product for each multiple. Lengths grow from the inside on: if the last is short, all are.
        """
        word = tree[0] if type(tree) is list and tree else ""
        if word == "+":
            self.work += 3
            lengths = [self._collected(part, times, around + 1, total) for part in tree[1:]]
            length = 0 if 0 in lengths else max(lengths, default=1) + 2 + len(lengths).bit_length()
            return length if length < SHORT else 0
        key, length, sums = 0, 1, []
        for factor in tree[1:] if word == "*" else [tree]:
            if type(factor) is str:
                if factor in self.keys:
                    key += self.keys[factor]
                    continue
                number = self.atom(factor)[0]
                if number.denominator != 1:
                    return 0
                length, times, around = length + number.length, times * number.terms.get(0, 0), around + 1
                continue
            first, *others = factor if type(factor) is list and factor else [""]
            name, k = others if first == "^" and len(others) == 2 else ("", 0)
            if type(name) is str and name in self.keys and type(k) is int and 0 <= k <= MAX_EXPONENT:
                key += self.keys[name] * k
                if word != "*":  # which the kernel takes for a product of k factors
                    length, around = 2 * k + 1, around + 3 + k * (1 + self.width // 16)
            elif first in ("+", "*") and word == "*":
                sums.append(factor)
            else:
                return 0
        demand(key < self.excess, TOO_MUCH)
        self.spend(3 + around)
        if not sums:
            total[key] = total.get(key, 0) + times
        elif len(sums) == 1 and not key:
            inner = self._collected(sums[0], times, around + 1 + self.width // 16, total)
            length = length + 1 + inner if inner else 0
        else:
            return 0
        return length if length < SHORT else 0

    def scaled(self, polynomial: Polynomial, by: int) -> Polynomial:
        """As the kernel's."""
        if by != -1:
            return super().scaled(polynomial, by)
        length = polynomial.length + 2
        self.spend((1 + self.width // 16) * len(polynomial.terms), length)
        terms = {key: -c for key, c in polynomial.terms.items()}
        return Polynomial(terms, polynomial.denominator, length, self.width)

    def vanishes(self, parts: list[tuple[Polynomial, list[Polynomial]]]) -> bool:
        """As the kernel's.

        For a product of n terms the kernel takes at most n steps for each factor, and n for the sum, and no
        number in it is longer than `bits`: factors' lengths, those of the counts of their terms, and those of
        all denominators add up.
        """
        belows, steps, longest = [], 0, 0
        for weight, factors in parts:
            count, bits, below = 1, weight.length + 1, weight.denominator
            for factor in factors:
                size = len(factor.terms) or 1
                count, bits = count * size, bits + factor.length + size.bit_length()
                below *= factor.denominator
            if count > MANY:
                return super().vanishes(parts)
            steps, longest = steps + count * (1 + len(factors) * (1 + self.width // 16)), max(longest, bits)
            belows.append(below)
        self.spend(steps, longest + sum([below.bit_length() for below in belows]))
        bottom, total = lcm(*belows), defaultdict[int, int](int)
        for (weight, factors), below in zip(parts, belows, strict=True):
            product = [(0, weight.terms[0] * (bottom // below))]
            for factor in factors[:-1]:
                product = [(e + f, c * d) for e, c in product for f, d in factor.terms.items()]
            last = factors[-1].terms.items() if factors else [(0, 1)]
            for e, c in product:
                for f, d in last:
                    total[e + f] += c * d
        demand(max(total, default=0) < self.excess, TOO_MUCH)
        return not any(total.values())
