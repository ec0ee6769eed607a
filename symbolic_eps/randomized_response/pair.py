"""A mechanism for randomized response: the law of the answer for either truth."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True)
class Pair:
    """Two laws on one finite set of answers, entry by entry.

    Parameters
    ----------
    p0, p1 : tuple of sympy.Expr
        Probability of each answer where the truth is 0, and where it is 1: exact numbers, or expressions in
        the parameters, `Piecewise` ones included. Each adds up to 1.

    Raises
    ------
    ValueError
        For two laws of different length, without an answer, or where the probabilities add up to a number
        other than 1.

    Examples
    --------
    >>> half = sp.Rational(1, 2)
    >>> pair = Pair((half, half, sp.S.Zero), (half, sp.S.Zero, half))
    >>> pair.at(sp.Rational(1, 4))
    (1/2, 3/8, 1/8)
    """

    p0: tuple[sp.Expr, ...]
    p1: tuple[sp.Expr, ...]

    def __post_init__(self) -> None:
        if len(self.p0) != len(self.p1) or not self.p0:
            raise ValueError(
                f"two laws on one set of answers, not on {len(self.p0)} and {len(self.p1)} of them"
            )
        for law in (self.p0, self.p1):
            total = sp.cancel(sp.piecewise_fold(sp.Add(*law)))
            if total != 1:
                raise ValueError(f"the probabilities {law} add up to {total}, not to 1")

    @property
    def outcomes(self) -> int:
        """The number of answers."""
        return len(self.p0)

    def at(self, theta: sp.Expr) -> tuple[sp.Expr, ...]:
        """The law of an answer in a population with the share `theta` of truths 1: (1-theta) p_0 + theta p_1.

        Where `theta` is an expression, no entry is simplified.
        """
        return tuple((1 - theta) * x + theta * y for x, y in zip(self.p0, self.p1, strict=True))
