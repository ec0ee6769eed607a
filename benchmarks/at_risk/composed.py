"""delta(eps) of n releases by inverting a Laplace transform numerically, in mpmath.

With m(t) = E[e^(tC)] of one release, an integral over the noise, and x^+ = max(x, 0),

    delta(eps) = E[(1 - e^(eps-S))^+] = 1/(2 pi i) int m(t)^n e^(-t eps) / (t (t+1)) dt,  Re t = const > 0,

S the sum of n losses. Over the noise m(t) = e^(-E0/2) (A e^(s E0) + B e^(-s E0)), s = t + 1/2, A = (1 +
1/(2s))/2, B = (1 - 1/(2s))/2. In the n-th power each term with e^(s u), u <= eps, has its contour moved to
the right, where it vanishes; the others are integrated over one circle around their poles s = -1/2, 0, 1/2,
by the trapezoidal rule, which converges geometrically. No residue is taken.
"""

from __future__ import annotations

import mpmath

from benchmarks.at_risk.definitions import Real

RADIUS = mpmath.mpf(3) / 4
"""Of the circle for small n E0; it comes close to 1/2 for large ones."""

SPARE = 30
"""Digits beyond those that cancel."""


def delta_of_sum(n: int, eps0: Real, eps: Real, digits: int) -> Real:
    """The least delta at eps, to so many digits."""
    if eps >= n * eps0:
        return mpmath.mpf(0)
    reach = n * eps0
    radius = mpmath.mpf(1) / 2 + min(mpmath.mpf(1) / 4, 8 / (reach + 8))
    ratio = 1 / (2 * radius)
    lost = int(reach * radius / mpmath.log(10) + n * mpmath.log10(2)) + int(
        -mpmath.log10(eps0) if eps0 < 1 else 0
    )
    wanted = digits + lost + SPARE
    nodes = int(wanted * mpmath.log(10) / -mpmath.log(ratio)) + int(4 * reach * radius) + n
    nodes += nodes % 2  # the circle is symmetric: half of it is enough
    with mpmath.workdps(wanted):
        total = mpmath.mpf(0)
        for index in range(nodes // 2 + 1):
            s = radius * mpmath.expjpi(mpmath.mpf(2 * index) / nodes)
            weight = 1 if index in (0, nodes // 2) else 2
            total += weight * mpmath.re(_transform(n, eps0, eps, s) * s)
        return +(total / nodes)


def _transform(n: int, eps0: Real, eps: Real, s: mpmath.mpc) -> mpmath.mpc:
    """The terms whose exponent exceeds eps."""
    up, down = (1 + 1 / (2 * s)) / 2, (1 - 1 / (2 * s)) / 2
    step = down / up * mpmath.exp(-2 * s * eps0)
    term = (up * mpmath.exp(s * eps0)) ** n
    total = mpmath.mpc(0)
    for k in range(n + 1):
        if (n - 2 * k) * eps0 <= eps:
            break
        total += term
        term *= step * (n - k) / (k + 1)
    t = s - mpmath.mpf(1) / 2
    return total * mpmath.exp(-n * eps0 / 2 - eps * t) / (t * (t + 1))
