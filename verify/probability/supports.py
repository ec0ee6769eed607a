"""How large index sets may be: what a statement on sums is said of."""

from __future__ import annotations

from enum import StrEnum


class Supports(StrEnum):
    """Which index sets a statement is about.

    A sum over an infinite set has a value where it converges absolutely, and then the same in any order; else
    it is undefined, and a comparison with it counts as false. Every finite set is countable, so that a finite
    model refutes a statement of either kind.

    Examples
    --------
    >>> print(Supports.COUNTABLE)
    countable
    """

    FINITE = "finite"
    """The empty set and finite sets of any size."""
    COUNTABLE = "countable"
    """These, and sets with a first, a second, ... element without end."""
