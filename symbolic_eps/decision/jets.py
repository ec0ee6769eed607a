"""Bounds of a profile and of its slopes on a box of priors, in integers; standard library only.

Intervals have ends k / 2^192, rounded outward, or infinite. p and q are > 0 even where a box has an end 0, so
that a quotient by what is >= 0 and nowhere 0 (`positive`) has a value. The slopes of max and min lie between
those of the members that they may be, which is enough for the mean value theorem. What may have no value on
some of the box is refused. The same in Coq, in this order: `verify/coq/kernel/Box_bounds.v`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, isqrt
from typing import Any, NamedTuple

from symbolic_eps.decision.text_tree import Tree
from verify.exponential_bounds import MAX_ARGUMENT, exponential, logarithm
from verify.polynomial import Rejected, demand

BITS = 192
ONE = 1 << BITS
Interval = tuple[Any, Any]  # ends: int, in units of 2^-BITS, or -inf, inf


class Jet(NamedTuple):
    """Bounds of a value and of its slopes along p and q (None: not known), and whether it is > 0."""

    value: Interval
    slopes: tuple[Interval, Interval] | None
    positive: bool


def outward(low: Fraction, high: Fraction) -> Interval:
    """Both ends in our units, outward."""
    return (low.numerator << BITS) // low.denominator, -((-high.numerator << BITS) // high.denominator)


def add(a: Interval, b: Interval) -> Interval:
    """All sums."""
    return a[0] + b[0], a[1] + b[1]


def multiply(a: Interval, b: Interval) -> Interval:
    """All products; an infinite end belongs to no number, so that 0 times it is 0."""
    ends = [x * y if x and y else 0 for x in a for y in b]
    low, high = min(ends), max(ends)
    return low if low == -inf else low >> BITS, high if high == inf else -(-high >> BITS)


def inverse(a: Interval, positive: bool) -> Interval:
    """All 1/y."""
    demand(a[0] > 0 or a[1] < 0 or (positive and a[0] == 0 < a[1]), "a quotient that may have no value")
    low = 0 if a[1] == inf else ONE * ONE // a[1]
    return low, 0 if a[0] == -inf else inf if a[0] == 0 else ONE * ONE // a[0] + 1


def root(a: Interval) -> Interval:
    """All square roots."""
    demand(a[0] >= 0, "a root that may have no value")
    return isqrt(a[0] << BITS), inf if a[1] == inf else isqrt(a[1] << BITS) + 1


def exponentials(a: Interval) -> Interval:
    """All exp(y)."""
    limits = -MAX_ARGUMENT << BITS, MAX_ARGUMENT << BITS
    low = 0 if a[0] < limits[0] else outward(*exponential(Fraction(min(a[0], limits[1]), ONE), BITS))[0]
    high = inf if a[1] > limits[1] else outward(*exponential(Fraction(max(a[1], limits[0]), ONE), BITS))[1]
    return low, high


def logarithms(a: Interval, positive: bool) -> Interval:
    """All log(y)."""
    demand(a[0] > 0 or (positive and a[0] == 0 < a[1]), "a logarithm that may have no value")
    ends = [Fraction(y, ONE) if 0 < y < inf else None for y in a]
    low, high = (None if y is None else outward(*logarithm((y, y), BITS)) for y in ends)
    return -inf if low is None else low[0], inf if high is None else high[1]


def jet(value: Interval, slopes: tuple[Interval, Interval] | None, positive: bool = False) -> Jet:
    """A jet whose value, if it is positive, is not below 0."""
    positive = positive or value[0] > 0
    return Jet((max(value[0], 0), value[1]) if positive else value, slopes, positive)


def plus(a: Jet, b: Jet) -> Jet:
    """The sum."""
    slopes = a.slopes and b.slopes and (add(a.slopes[0], b.slopes[0]), add(a.slopes[1], b.slopes[1]))
    positive = (a.positive and b.value[0] >= 0) or (b.positive and a.value[0] >= 0)
    return jet(add(a.value, b.value), slopes, positive)


def times(a: Jet, b: Jet) -> Jet:
    """The product."""
    slopes = None
    if a.slopes and b.slopes:
        pairs = zip(a.slopes, b.slopes, strict=True)
        by_p, by_q = (add(multiply(s, b.value), multiply(a.value, t)) for s, t in pairs)
        slopes = by_p, by_q
    return jet(multiply(a.value, b.value), slopes, a.positive and b.positive)


def through(a: Jet, value: Interval, rate: Interval | None, positive: bool) -> Jet:
    """f(a) with its value, and the bounds of f'."""
    known = a.slopes and rate and (multiply(rate, a.slopes[0]), multiply(rate, a.slopes[1]))
    return jet(value, known or None, positive)


def quotient(a: Jet, b: Jet) -> Jet:
    """a / b."""
    one = inverse(b.value, b.positive)
    square = multiply(one, one)
    return times(a, through(b, one, (-square[1], -square[0]), b.positive))


def hull(jets: Sequence[Jet], value: Interval, positive: bool) -> Jet:
    """One of the jets, with slopes between theirs."""
    if any(j.slopes is None for j in jets):
        return jet(value, None, positive)
    by_p, by_q = ([j.slopes[k] for j in jets if j.slopes] for k in (0, 1))
    sides = [(min(s[0] for s in side), max(s[1] for s in side)) for side in (by_p, by_q)]
    return jet(value, (sides[0], sides[1]), positive)


def chosen(word: str, jets: Sequence[Jet]) -> Jet:
    """The largest or least; members that are never it do not count for the slopes."""
    lows, highs = [j.value[0] for j in jets], [j.value[1] for j in jets]
    if word == "max":
        value = max(lows), max(highs)
        left = [j for j in jets if j.value[1] >= value[0]]
        return hull(left, value, any(j.positive for j in jets))
    value = min(lows), min(highs)
    return hull([j for j in jets if j.value[0] <= value[1]], value, all(j.positive for j in jets))


def evaluated(tree: Tree, at: Mapping[str, Jet]) -> Jet:
    """The jet of a tree where p and q have these."""
    match tree:
        case Fraction():
            return jet(outward(tree, tree), ((0, 0), (0, 0)), tree > 0)
        case str():
            return at[tree]
        case ("piecewise", *parts):
            return by_cases(parts, at)
        case ("^", base, exponent):
            whole = evaluated(Fraction(1), at)
            a = evaluated(base, at)
            for _ in range(exponent):
                whole = times(whole, a)
            low, high = whole.value
            return jet((max(low, 0) if exponent % 2 == 0 else low, high), whole.slopes, whole.positive)
    word, jets = tree[0], [evaluated(part, at) for part in tree[1:]]
    if word in ("max", "min"):
        return chosen(word, jets)
    if len(jets) == 2:
        return {"+": plus, "*": times, "/": quotient}[word](*jets)
    (a,) = jets
    if word == "sqrt":
        value = root(a.value)
        rate = multiply((ONE >> 1, ONE >> 1), inverse(value, True)) if a.positive and value[1] else None
        return through(a, value, rate, a.positive)
    if word == "exp":
        return through(a, exponentials(a.value), exponentials(a.value), True)
    rate = inverse(a.value, a.positive)
    return through(a, logarithms(a.value, a.positive), rate, False)


def by_cases(parts: Sequence[Tree], at: Mapping[str, Jet]) -> Jet:
    """Cases: the first that holds for sure, or bounds of all that may hold before it."""
    possible: list[Jet] = []
    for i in range(0, len(parts), 2):
        truth = True if i + 1 == len(parts) else holds(parts[i + 1], at)
        if truth is not False:
            possible.append(evaluated(parts[i], at))
        if truth:
            break
    else:
        raise Rejected("cases that may leave a gap")
    value = min(j.value[0] for j in possible), max(j.value[1] for j in possible)
    return possible[0] if len(possible) == 1 else jet(value, None, all(j.positive for j in possible))


def holds(condition: Tree, at: Mapping[str, Jet]) -> bool | None:
    """Whether a condition holds everywhere, nowhere, or else None."""
    word, *parts = condition
    if word in ("and", "or", "not"):
        truths = [holds(part, at) for part in parts]
        if word == "not":
            return None if truths[0] is None else not truths[0]
        decisive = word == "or"
        return decisive if decisive in truths else None if None in truths else not decisive
    left, right = (evaluated(part, at) for part in parts)
    low, high = add(left.value, (-right.value[1], -right.value[0]))
    if word in (">", ">=", "<", "<="):
        low, high = (low, high) if word[0] == ">" else (-high, -low)
        if len(word) == 1:
            return True if low > 0 else False if high <= 0 else None
        return True if low >= 0 else False if high < 0 else None
    equal = False if low > 0 or high < 0 else True if low == 0 == high else None
    return equal if word == "=" or equal is None else not equal
