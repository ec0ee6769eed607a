"""From a floating-point proposal to exact weights: the linear system of the chosen columns over Q."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm

from flint import fmpz, fmpz_mat

from verify.search.ring import Polynomial


def weights(columns: Sequence[Polynomial], strict: Sequence[bool]) -> list[int] | None:
    """Non-negative integers w with `sum w[k] columns[k] = 0`, some strict one positive.

    Where the columns are dependent, the dependent ones get weight 0.

    Parameters
    ----------
    columns : sequence of flint.fmpq_mpoly
        The chosen polynomials.
    strict : sequence of bool
        Which of them are known to be > 0.

    Returns
    -------
    list of int or None
        Weights without a common divisor, or None if this choice admits none.

    Examples
    --------
    >>> from verify.search.ring import Ring
    >>> x, = Ring(("x",)).gens
    >>> weights([x - 1, 2 - 2 * x], [True, True])
    [2, 1]
    >>> weights([x - 1, x], [True, True]) is None
    True
    """
    index: dict[tuple[int, ...], int] = {}
    entries: list[tuple[int, int, int]] = []
    scales: list[int] = []
    for j, polynomial in enumerate(columns):
        terms = polynomial.to_dict()
        scale = lcm(*(int(c.q) for c in terms.values())) if terms else 1
        scales.append(scale)
        entries += [(index.setdefault(e, len(index)), j, int(c * scale)) for e, c in terms.items()]
    width = len(columns)
    table = [[0] * (width + 1) for _ in range(len(index) + 1)]
    for i, j, value in entries:
        table[i][j] = value
    table[-1] = [scales[j] if s else 0 for j, s in enumerate(strict)] + [1]
    reduced, denominator, rank = fmpz_mat([[fmpz(v) for v in row] for row in table]).rref()
    found = [0] * width
    for i in range(rank):
        pivot = next(j for j in range(width + 1) if reduced[i, j] != 0)
        if pivot == width:  # 0 = 1
            return None
        found[pivot] = int(reduced[i, width]) * (1 if denominator > 0 else -1) * scales[pivot]
    if any(v < 0 for v in found) or not any(v > 0 and s for v, s in zip(found, strict, strict=True)):
        return None
    divisor = gcd(*found)
    return [v // divisor for v in found]
