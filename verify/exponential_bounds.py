"""Bounds of exponentials and logarithms in rational arithmetic, by the standard library alone."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import log

from verify.polynomial import demand

MAX_ARGUMENT, BITS = 2048, 128
Enclosure = tuple[Fraction, Fraction]
Term = tuple[Fraction, tuple[tuple[tuple[Fraction, Fraction], ...], ...]]


def rounded(low: Fraction, high: Fraction, bits: int = BITS) -> Enclosure:
    """The enclosure outward, in multiples of 2^-bits."""
    below, above = (low.numerator << bits) // low.denominator, (-high.numerator << bits) // high.denominator
    return Fraction(below, 1 << bits), Fraction(-above, 1 << bits)


def times(one: Enclosure, other: Enclosure) -> Enclosure:
    """An enclosure of all products."""
    products = [a * b for a in one for b in other]
    return min(products), max(products)


@lru_cache(10_000)
def exponential(q: Fraction, bits: int = BITS) -> Enclosure:
    """Bounds of exp(q): 1 + r (1 + r/2 (1 + ...)) for r = q / 2^k < 1/2, the rest below 2; k squares."""
    demand(abs(q) <= MAX_ARGUMENT, "an exponent is too large")
    if q < 0:
        low, high = exponential(-q, bits)
        return rounded(1 / high, 1 / low, bits)
    k = int(2 * q).bit_length()
    low, high = Fraction(1), Fraction(2)
    for n in range(bits // 3 + 8, 0, -1):
        low, high = rounded(1 + q / 2**k * low / n, 1 + q / 2**k * high / n, bits)
    for _ in range(k):
        low, high = rounded(low * low, high * high, bits)
    return low, high


def logarithm(value: Enclosure, bits: int = BITS) -> Enclosure:
    """Bounds of log v: t + 1 - 1/w <= log v <= t + w - 1 where w = v exp(-t), for any t."""
    demand(value[0] > 0, "a logarithm of what is not positive at an end")
    t, s = (Fraction(log(v.numerator) - log(v.denominator)) for v in value)
    return t + 1 - 1 / (value[0] * exponential(-t, bits)[0]), s - 1 + value[1] * exponential(-s, bits)[1]


def added(terms: Iterable[tuple[Fraction, Enclosure]], bits: int) -> Enclosure:
    """Bounds of the sum of numbers in enclosures times exp(q)."""
    enclosures = [times(number, exponential(q, bits)) for q, number in terms]
    low, high = (sum((e[end] for e in enclosures), Fraction(0)) for end in (0, 1))
    return low, high


def sign(terms: Mapping[Term, Fraction]) -> int:
    """The sign of a sum of c exp(q) log(u) log(v) ..., by q and the arguments, each a sum of c exp(q).

    Exponentials of different rational numbers add up to 0 only if every coefficient is 0; where sums with
    logarithms are 0, the sign is not found.
    """
    known = [(key, c) for key, c in terms.items() if c]
    for bits in (BITS, 4 * BITS, 16 * BITS) if known else ():
        numbers = []
        for (q, arguments), c in known:
            number = (c, c)
            for argument in arguments:
                inner = added([(r, (d, d)) for r, d in argument], bits)
                number = times(number, logarithm(inner, bits))
            numbers.append((q, number))
        low, high = added(numbers, bits)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    demand(not known, "the sign of a number is not found")
    return 0
