"""The least eps over a grid of priors, refined around its best point: an independent check, no proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mpmath import mp, mpf

POWERS = [mpf(2) ** -k for k in (3, 6, 9, 12, 18, 27, 40)]
COARSE = sorted({*POWERS, *(1 - t for t in POWERS), *(mpf(k) / 24 for k in range(1, 25))})
ROUNDS, POINTS = 14, 9


def epsilon_at(bound: mpf, p: mpf, q: mpf) -> mpf:
    """-log x for the root x > 0 of p (1 - q) x^2 + (1 - p) x + p q = 1/r; infinite where there is none."""
    target = 1 / bound

    def value(x: mpf) -> mpf:
        return p * (1 - q) * x * x + (1 - p) * x + p * q - target

    if value(mpf(0)) >= 0:
        return mpf("inf")
    a, b, c = p * (1 - q), 1 - p, p * q - target
    x = -2 * c / (b + mp.sqrt(b * b - 4 * a * c)) if b or a else mpf("nan")
    assert abs(value(x)) < mpf(10) ** -20
    return -mp.log(x)


def grid_minimum(bound: Callable[[mpf, mpf], mpf]) -> mpf:
    """The least eps that is seen: not below the infimum, and close to it for a profile that is not wild."""
    with mp.workdps(40):
        one = [mpf(1)]
        return min(_refined(bound, ps, qs) for ps, qs in ((COARSE, COARSE), (one, COARSE), (COARSE, one)))


def _refined(bound: Callable[[mpf, mpf], mpf], ps: Sequence[mpf], qs: Sequence[mpf]) -> mpf:
    for _ in range(ROUNDS):
        least, i, j = min(
            (epsilon_at(bound(p, q), p, q), i, j)
            for i, p in enumerate(ps)
            for j, q in enumerate(qs)
            if not p == q == 1
        )
        ps, qs = _around(ps, i), _around(qs, j)
    return least


def _around(values: Sequence[mpf], k: int) -> Sequence[mpf]:
    """Points between both neighbours of one; at an end, the end stays."""
    if len(values) == 1:
        return values
    low = values[k - 1] if k else values[0] / 10
    high = values[min(k + 1, len(values) - 1)]
    step = (high - low) / (POINTS - 1)
    return [*(low + step * n for n in range(POINTS - 1)), high]
