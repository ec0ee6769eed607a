"""Shows that no eps above -log X is safe, by priors on a path; standard library only.

X is a root of a polynomial m over Q, in an interval with rational ends. On the path, p and q are rational
functions of t and X. Whatever rational function of t and X has a value for small t > 0 is n/d with
polynomials n, d; its sign there is that of the lowest powers of t, and its limit is 0 if that of n is higher.
A coefficient is 0 if m divides it, and otherwise has the sign that it has on all of the interval, or nothing
is said.

Theorem. Let the path be in the domain for small t > 0, let S > 0 there with G(X) - G(y) >= (X - y) S for
0 <= y <= X, and let F(X)/S -> 0, F = G(X) - 1/r*, as t falls to 0. Then for each y < X there are priors of
the domain where r* G(y) < 1: no eps >= -log y is safe. Proof: F(y) <= S (F(X)/S - (X - y)) < 0 for small t.

S = p (1-q) X + 1 - p for Theorem 1's G, as G(X) - G(y) = (X - y) (p (1-q) (X + y) + 1 - p); S = 1 - p q for
the others, which are linear. A path that does not depend on t is a point where X is attained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symbolic_eps.decision.claims import CHOICES, expression, inverse_risk, slope
from symbolic_eps.decision.text_tree import Tree
from verify.polynomial import Polynomial, Rejected, Ring, demand

Powers = list[Fraction]
"""A polynomial in x: its coefficients, of the lowest power first."""


@dataclass(frozen=True)
class Root:
    """A number in (0, 1], or 0, as a root of a polynomial.

    Parameters
    ----------
    polynomial : list of Fraction
        Its coefficients, the constant one first; not all but the first are 0.
    low, high : Fraction
        It lies between them, or at one of them.

    Raises
    ------
    verify.kernel.Rejected
        If no root is there for sure.

    Examples
    --------
    >>> Root([Fraction(-1), Fraction(0), Fraction(4)], Fraction(0), Fraction(1)).remainder([Fraction(1)] * 3)
    [Fraction(5, 4), Fraction(1, 1)]
    """

    polynomial: Powers
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        demand(len(self.polynomial) > 1 and self.polynomial[-1], "no polynomial of a number")
        demand(0 <= self.low <= self.high <= 1, "e^-eps is in [0, 1]")
        ends = [at(self.polynomial, end) for end in (self.low, self.high)]
        demand(ends[0] * ends[1] <= 0, "the polynomial has no root there for sure")

    def remainder(self, powers: Sequence[Fraction]) -> Powers:
        """What is left after division by the polynomial."""
        left, degree = list(powers), len(self.polynomial) - 1
        while len(left) > degree:
            factor = left.pop() / self.polynomial[-1]
            for i in range(degree):
                left[len(left) - degree + i] -= factor * self.polynomial[i]
        return left

    def sign(self, powers: Sequence[Fraction]) -> int:
        """The sign of a polynomial at the number.

        Raises
        ------
        verify.kernel.Rejected
            If it is not the same on all of the interval.
        """
        left = self.remainder(powers)
        if not any(left):
            return 0
        ranges = [self._range(one) for one in (left, powers)]  # the first has the larger coefficients
        low, high = max(low for low, _ in ranges), min(high for _, high in ranges)
        demand(low > 0 or high < 0, "the sign of a number is not found")
        return 1 if low > 0 else -1

    def _range(self, powers: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Bounds of a polynomial on the interval, by Horner's rule."""
        low, high = Fraction(0), Fraction(0)
        for coefficient in reversed(powers):
            ends = [end * x for end in (low, high) for x in (self.low, self.high)]
            low, high = min(ends) + coefficient, max(ends) + coefficient
        return low, high


def at(polynomial: Sequence[Fraction], x: Fraction) -> Fraction:
    """The value of a polynomial."""
    return sum((c * x**i for i, c in enumerate(polynomial)), Fraction(0))


@dataclass(frozen=True)
class Path:
    """Priors for small t > 0.

    Parameters
    ----------
    priors : mapping of str to Tree
        p and q in the names `t` and `x`.
    root : Root
        What `x` is.
    """

    priors: Mapping[str, Tree]
    root: Root

    def order(self, tree: Any) -> tuple[int, int, int, int]:
        """Lowest power of t in the numerator and its sign (0: no power), and of the denominator."""
        ring = Ring(["t", "x"])
        top, bottom = (self._lowest(part) for part in ring.fraction(tree))
        demand(bottom[1] != 0, "not defined along the path")
        return top[0], top[1], bottom[0], bottom[1]

    def _lowest(self, polynomial: Polynomial) -> tuple[int, int]:
        by_power: dict[int, Powers] = {}
        for (power, k), c in polynomial.items():
            powers = by_power.setdefault(power, [])
            powers += [Fraction(0)] * (k + 1 - len(powers))
            powers[k] += c
        signs = ((power, self.root.sign(by_power[power])) for power in sorted(by_power))
        return next(((power, sign) for power, sign in signs if sign), (0, 0))

    def sign(self, tree: Any) -> int:
        """The sign of a kernel's tree in t and x for small t > 0."""
        _, one, _, other = self.order(tree)
        return one * other

    def vanishes(self, tree: Any) -> bool:
        """Whether its limit is 0."""
        top, sign, bottom, _ = self.order(tree)
        return sign == 0 or top > bottom

    def along(self, tree: Tree) -> Tree:
        """A tree in p and q as one in t and x, its choices made as they are for small t > 0."""
        if not isinstance(tree, tuple):
            return self.priors.get(tree, tree) if isinstance(tree, str) else tree
        if tree[0] not in CHOICES:
            return (tree[0], *map(self.along, tree[1:]))
        if tree[0] == "piecewise":
            return self._first(tree[1:])
        members = [self.along(part) for part in tree[1:]]
        best = members[0]
        for member in members[1:]:
            sign = self.sign(["+", expression(member), ["*", "-1", expression(best)]])
            best = member if sign == (1 if tree[0] == "max" else -1) else best
        self.sign(expression(best))
        return best

    def _first(self, parts: Sequence[Tree]) -> Tree:
        for value, condition in zip(parts[::2], (*parts[1::2], None), strict=False):
            if condition is None or self.holds(condition):
                return self.along(value)
        raise Rejected("no case holds along the path")

    def holds(self, condition: Tree) -> bool:
        """Whether a condition on p and q holds for all small t > 0."""
        match condition:
            case ("and", *parts):
                return all(map(self.holds, parts))
            case ("or", *parts):
                return any(map(self.holds, parts))
            case ("not", inner):
                return not self.holds(inner)
        relation, left, right = condition
        one, other = (expression(self.along(side)) for side in (left, right))
        sign = self.sign(["+", one, ["*", "-1", other]])
        return (
            sign in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0), "=": (0,), "!=": (-1, 1)}[relation]
        )


def check_priors(path: Path, domain: Sequence[Tree], fixed: Mapping[str, Fraction]) -> None:
    """Reject unless the path is in the domain for small t > 0."""
    ranges = [(relation, v, Fraction(end)) for v in ("p", "q") for relation, end in ((">", 0), ("<=", 1))]
    equal = [("=", v, value) for v, value in fixed.items()]
    for condition in (*ranges, *equal, *domain):
        demand(path.holds(condition), f"not in the domain along the path: {str(condition)[:60]}")


def check_sharp(
    profile: Tree, domain: Sequence[Tree], fixed: Mapping[str, Fraction], variant: str, path: Path
) -> None:
    """Reject unless the path shows that no eps above -log X is safe.

    Examples
    --------
    >>> half = Root([Fraction(-1), Fraction(2)], Fraction(1, 2), Fraction(1, 2))
    >>> path = Path({"p": Fraction(1), "q": "t"}, half)
    >>> check_sharp(Fraction(4), [], {}, "unbounded", path)
    """
    check_priors(path, domain, fixed)
    value = expression(path.along(profile))
    p, q = (expression(path.priors[v]) for v in ("p", "q"))
    by_level = slope(variant, p, q, "x")
    demand(path.sign(by_level) > 0, "F does not rise along the path")
    left = ["+", inverse_risk(variant, p, q, "x"), ["*", "-1", ["/", "1", value]]]
    demand(path.sign(value) > 0, "r* is not positive along the path")
    demand(path.vanishes(["/", left, by_level]), "F(X) does not tend to 0 along the path")
