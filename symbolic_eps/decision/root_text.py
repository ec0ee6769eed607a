"""Parses X when a text gives it as a root of its polynomial, `CRootOf(m, k)`; standard library only.

CRootOf(m, k) is the real root of m before which m has k real roots. It is X if m is the polynomial of X but
for a factor, and k the number of its real roots below X, as Sturm's theorem counts them: with m, m' and the
remainders with the opposite sign, the changes of sign at a less those at b count the roots in (a, b].
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from symbolic_eps.decision.claims import expression
from symbolic_eps.decision.sharpness import Powers, Root, at
from symbolic_eps.decision.text_tree import profile_of
from verify.polynomial import Ring, demand

WRITTEN = re.compile(r"CRootOf\(([^(),]{1,2000}), ([0-9]{1,4})\)", re.ASCII)


def with_root(text: str, root: Root) -> str:
    """The text with the name `x` where it has X as a root of its polynomial.

    Raises
    ------
    verify.kernel.Rejected
        It has another root, or the name x besides.

    Examples
    --------
    >>> half = Root([Fraction(-2), Fraction(0), Fraction(0), Fraction(9)], Fraction(3, 5), Fraction(2, 3))
    >>> with_root("1 - CRootOf(9*x**3 - 2, 0)/2", half)
    '1 - x/2'
    """
    for polynomial, index in WRITTEN.findall(text):
        powers = _powers(polynomial, len(root.polynomial))
        demand(_is_multiple(powers, root.polynomial), "the root of another polynomial")
        demand(int(index) == roots_up_to(root.polynomial, root.low), "another root of the polynomial")
    demand(not re.search(r"\bx\b", WRITTEN.sub("", text)), "a name without a value")
    return WRITTEN.sub("x", text)


def _powers(text: str, most: int) -> Powers:
    top, bottom = Ring(["x"]).fraction(expression(profile_of(text, {"x": "x"})))
    demand(set(bottom) == {(0,)}, "no polynomial")
    degree = max((power for (power,) in top), default=0)
    demand(degree < most, "the root of another polynomial")
    return [Fraction(top.get((k,), 0)) for k in range(degree + 1)]


def _is_multiple(one: Powers, other: Powers) -> bool:
    return len(one) == len(other) and all(
        a * other[-1] == b * one[-1] for a, b in zip(one, other, strict=True)
    )


def roots_up_to(polynomial: Powers, end: Fraction) -> int:
    """How many different real roots are not above a number that is none.

    Examples
    --------
    >>> roots_up_to([Fraction(c) for c in (6, -11, 6, -1)], Fraction(5, 2))
    2
    """
    demand(at(polynomial, end) != 0, "an end is a root")
    chain = [polynomial, [k * c for k, c in enumerate(polynomial)][1:]]
    while len(chain[-1]) > 1:
        chain.append([-c for c in _remainder(*chain[-2:])])
    chain = [powers for powers in chain if powers]
    far = [powers[-1] * (-1) ** (len(powers) - 1) for powers in chain]
    return _changes(far) - _changes([at(powers, end) for powers in chain])


def _remainder(one: Powers, other: Powers) -> Powers:
    left = list(one)
    while len(left) >= len(other):
        factor, shift = left.pop() / other[-1], len(left) + 1 - len(other)
        for i, c in enumerate(other[:-1]):
            left[shift + i] -= factor * c
    while left and not left[-1]:
        left.pop()
    return left


def _changes(values: Powers) -> int:
    signs = [value > 0 for value in values if value]
    return sum(a != b for a, b in pairwise(signs))
