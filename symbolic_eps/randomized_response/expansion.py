r"""Bias and mean squared error of the estimate from many answers, by a Taylor series with a proven remainder.

Let x = n_2/n and y = n_3/n, with the variances p (1-p)/n and q (1-q)/n; distances h from the means are
measured in sqrt(p (1-p)) and sqrt(q (1-q)), the larger of both. The estimate is T = (B + S)/(2 s) with
B = s (1-x) - c (x+y) and S^2 = D = B^2 + 4 s c y. It is analytic in the polydisc of radius R if D differs
there from its value at the means, D_0 = S_0^2, by e < D_0. Then S differs by at most e/S_0, as its real part
is positive. Let B differ by at most f, and M be the largest |T - theta| there: at most (f + e/S_0)/(2 s), and
with T = 2 c y/(S - B) at most (2 c g + theta (f + e/S_0))/(S_0 - B_0 - f - e/S_0) where that is positive, g
= R sqrt(q (1-q)).

By Cauchy, what is homogeneous of degree k in the Taylor series around the means is at most M (h/R)^k. So the
series below the degree N is wrong by at most

    M (r/R)^N / (1 - r/R)                    where h <= r < R,
    1 + M (1 + h/R + ... + (h/R)^(N-1))      elsewhere, as |T - theta| <= 1.

Elsewhere is rare: by Bernstein's inequality P(h >= t) is at most 4 exp(-n t^2/(2 (1 + t/(3 d)))), d the
smaller of both roots. This is added up over shells, from r to the largest h. For the square of T - theta, M
is squared. The mean of the series itself is exact: that of the falling factorials (n_2)_i (n_3)_j is
(n)_(i+j) p^i q^j.

The coefficients follow from 2 D dS = S dD, in either variable, and T^2 = (B T + c y)/s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import sympy as sp
from flint import arb, ctx

from symbolic_eps.randomized_response.estimator import Candour
from symbolic_eps.randomized_response.intervals import ball
from verify.deadline import check_time

RADII = tuple(2.0**-k * m / 4 for k in range(10) for m in (4, 3))
"""R, from 1 on: what comes first and will do is taken."""

DEGREES = (24, 48, 96, 144)
"""N, likewise."""

BITS = 256
"""Of numbers, next to what central moments lose: up to N log_2 n bits."""

REMAINDERS = (28, 44, 60)
"""How many digits behind 1/n the remainder is to lie: more where the bias is small."""


Series = dict[tuple[int, int], arb]
"""Coefficients of powers of x - E x and y - E y."""


@dataclass(frozen=True)
class _Law:
    """c, s, theta and the probabilities p and q of "my truth is 0" and "my truth is 1", as balls."""

    level: arb
    slope: arb
    theta: arb
    zero: arb
    one: arb

    @property
    def linear(self) -> tuple[arb, arb, arb]:
        """B at the means, and its slopes in x and y."""
        at = self.slope * (1 - self.zero) - self.level * (self.zero + self.one)
        return at, -self.slope - self.level, -self.level

    @property
    def spreads(self) -> tuple[arb, arb]:
        """The roots of p (1-p) and q (1-q); 0 for an answer that is never given."""
        return (self.zero * (1 - self.zero)).sqrt(), (self.one * (1 - self.one)).sqrt()

    @property
    def least_spread(self) -> arb:
        """The smaller one of those that are not 0."""
        return min((d for d in self.spreads if d > 0), key=float)


def expanded(candour: Candour, theta: sp.Expr, n: int) -> Iterator[tuple[arb, arb]]:
    """Enclosures of bias and mean squared error, narrower and narrower; none where no remainder is small.

    Parameters
    ----------
    candour : Candour
        Of exact numbers, b_0 != b_1.
    theta : sympy.Expr
        The true share, an exact number in (0, 1).
    n : int
        Number of answers, > 0.

    Examples
    --------
    >>> third, half = sp.Rational(1, 3), sp.Rational(1, 2)
    >>> bias, error = next(expanded(Candour(half, third), third, 10**6))
    >>> bool(abs(error * 10**6 * 1.8 - 1) < 1e-5)  # the Fisher information is 9/5
    True
    >>> list(expanded(Candour(half, third), third, 100))
    []
    """
    for digits in REMAINDERS:
        with ctx.workprec(BITS):
            chosen = _choice(_law(candour, theta), n, arb(10) ** -digits / n)
        if chosen is None:
            return
        degree, lefts = chosen
        with ctx.workprec(BITS + degree * n.bit_length()):
            law = _law(candour, theta)
            means, found = _means(law, n, degree), []
            for series, left in zip(_series(law, degree), lefts, strict=True):
                total = sum((c * means[a][b] for (a, b), c in series.items()), arb(0))
                found.append(total + (-left).union(left))
        yield found[0], found[1]


def _law(candour: Candour, theta: sp.Expr) -> _Law:
    """At the working precision."""
    _, zero, one = (ball(p) for p in candour.at(theta))
    return _Law(ball(candour.silent), ball(candour.slope), ball(theta), zero, one)


def _choice(law: _Law, n: int, goal: arb) -> tuple[int, tuple[arb, arb]] | None:
    """A degree, and bounds on what is left out of both; None where they are not small."""
    least = law.least_spread
    for radius, degree in product(RADII, DEGREES):
        most = _largest(law, arb(radius))
        if most is None:
            continue
        wanted = (64 * degree * (1 + most) ** 2 / goal).log()
        skew = wanted / (3 * least * n)
        near = arb(float(skew + (skew**2 + 2 * wanted / n).sqrt()))
        share = near / radius
        if not share < 1:
            continue
        first, second = (
            (size * share**degree / (1 - share) + _rare(law, n, near, arb(radius), size, degree)).abs_upper()
            for size in (most, most**2)
        )
        if first < goal and second < goal:
            return degree, (first, second)
    return None


SHELL = arb(9) / 8
"""By how much the ends of a shell differ."""


def _rare(law: _Law, n: int, near: arb, radius: arb, size: arb, degree: int) -> arb:
    """What distances of `near` or more contribute, shell by shell."""
    least, total, start = law.least_spread, arb(0), near
    while start * least < 1:
        end = start * SHELL
        chance = 4 * (-n * start**2 / (2 * (1 + start / (3 * least)))).exp()
        grown = (end / radius) ** (degree - 1)
        total += chance * (1 + size * degree * (grown if grown > 1 else 1))
        start = end
    return total


def _largest(law: _Law, radius: arb) -> arb | None:
    """M; None where T may not be analytic in the polydisc."""
    a, b = (radius * d for d in law.spreads)
    at, in_x, in_y = law.linear
    radicand = _radicand(law)
    apart = sum((abs(d) * a**i * b**j for (i, j), d in radicand.items() if i + j > 0), arb(0))
    if not apart < radicand[0, 0]:
        return None
    root = radicand[0, 0].sqrt()
    both = abs(in_x) * a + abs(in_y) * b + apart / root
    sizes = [both / (2 * abs(law.slope))]
    below = root - at - both
    if below > 0:
        sizes.append((2 * law.level * b + law.theta * both) / below)
    return min((size.abs_upper() for size in sizes), key=float)


def _radicand(law: _Law) -> Series:
    """D, as a polynomial in the distances from the means."""
    at, in_x, in_y = law.linear
    product = 4 * law.slope * law.level
    return {
        (0, 0): at**2 + product * law.one,
        (1, 0): 2 * at * in_x,
        (0, 1): 2 * at * in_y + product,
        (2, 0): in_x**2,
        (1, 1): 2 * in_x * in_y,
        (0, 2): in_y**2,
    }


def _series(law: _Law, degree: int) -> tuple[Series, Series]:
    """Of T - theta and of its square, below a degree."""
    at, in_x, in_y = law.linear
    root = _root(law, degree)
    estimate = {key: value / (2 * law.slope) for key, value in root.items()}
    for key, value in (((0, 0), at), ((1, 0), in_x), ((0, 1), in_y)):
        estimate[key] += value / (2 * law.slope)
    square: Series = {}
    for (a, b), of_estimate in estimate.items():
        value = at * of_estimate + in_x * estimate.get((a - 1, b), arb(0))
        square[a, b] = (value + in_y * estimate.get((a, b - 1), arb(0))) / law.slope
    square[0, 0] += law.level * law.one / law.slope
    square[0, 1] += law.level / law.slope
    for key in square:
        square[key] -= 2 * law.theta * estimate[key]
    square[0, 0] += law.theta**2
    estimate[0, 0] -= law.theta
    return estimate, square


def _root(law: _Law, degree: int) -> Series:
    """Of S: by its differential equation in x, and for the powers of y alone by that in y."""
    radicand = _radicand(law)
    root: Series = {(0, 0): radicand[0, 0].sqrt()}
    for total in range(1, degree):
        check_time()
        for a in range(total, -1, -1):
            root[a, total - a] = _next(radicand, root, a, total - a)
    return root


def _next(radicand: Series, root: Series, a: int, b: int) -> arb:
    """The coefficient of x^a y^b from earlier ones: with D = S^2, 2 D dS - dD S has none."""
    right = arb(0)
    by_x = a > 0
    for (i, j), d in radicand.items():
        # The term d x^i y^j of D, times x^p y^q of S, is one of x^a y^b before the derivative is taken.
        p, q = a - i, b - j
        if (i, j) == (0, 0) or p < 0 or q < 0:
            continue
        of_root, of_radicand = (p, i) if by_x else (q, j)
        right += d * root[p, q] * (of_radicand - 2 * of_root)
    return right / (2 * radicand[0, 0] * (a if by_x else b))


def _means(law: _Law, n: int, degree: int) -> list[list[arb]]:
    """E[(x - E x)^a (y - E y)^b] for a + b below the degree."""
    tables = [_in_factorials(n * p, degree) for p in (law.zero, law.one)]
    falling = [arb(1)]
    for k in range(degree):
        falling.append(falling[-1] * (n - k))
    of_zero, of_one = ([arb(1)] for _ in range(2))
    for powers, p in ((of_zero, law.zero), (of_one, law.one)):
        for _ in range(degree):
            powers.append(powers[-1] * p)
    means: list[list[arb]] = [[arb(0)] * (degree - a) for a in range(degree)]
    for b in range(degree):
        check_time()
        inner = [
            sum((tables[1][b][j] * of_one[j] * falling[i + j] for j in range(b + 1)), arb(0))
            for i in range(degree - b)
        ]
        for a in range(degree - b):
            total = sum((tables[0][a][i] * of_zero[i] * inner[i] for i in range(a + 1)), arb(0))
            means[a][b] = total / arb(n) ** (a + b)
    return means


def _in_factorials(mean: arb, degree: int) -> list[list[arb]]:
    """(k - mean)^a as sums of falling factorials of k: (k - mean) (k)_i = (k)_(i+1) + (i - mean) (k)_i."""
    rows = [[arb(1)]]
    for _ in range(degree):
        last = rows[-1]
        row = [arb(0)] * (len(last) + 1)
        for i, value in enumerate(last):
            row[i + 1] += value
            row[i] += value * (i - mean)
        rows.append(row)
    return rows
