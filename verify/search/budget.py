"""What a search may spend. Counts, not seconds, so that the result does not depend on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic, thread_time

from verify.errors import VerifyError


@dataclass(frozen=True)
class Budget:
    """Limits of a search.

    Parameters
    ----------
    level : int
        Largest number of factors in a product (and size of the other families).
    columns, rows : int
        Largest linear program: products and monomials.
    work : int
        Most non-zero entries in all linear programs together (a million takes some seconds); two products
        that are counted for a program count as one.
    splits : int
        Deepest nesting of case splits.
    iterations : int
        Most simplex iterations in one program.
    points : int
        Candidates for a point that would make the search hopeless.
    seconds : float, optional
        Limit on the thread's processor time, looked at before each linear program. With it, the result
        depends on how fast the machine is, though not on what else it does.

    Examples
    --------
    >>> Budget(level=2).splits
    1
    """

    level: int = 4
    columns: int = 3000
    rows: int = 1000
    work: int = 2_000_000
    splits: int = 1
    iterations: int = 20000
    points: int = 300
    seconds: float | None = None


class Exhausted(VerifyError):
    """The budget is used up."""


class Deadline:
    """The processor time at which a thread's search ends, by a clock that is read when it may have passed.

    A thread has no more processor time than time goes by, and the clock of the latter is the cheaper one.

    Examples
    --------
    >>> Deadline(60).passed(), Deadline(-1).passed()
    (False, True)
    """

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self._earliest = monotonic() + seconds

    def passed(self) -> bool:
        """Whether it has passed."""
        now = monotonic()
        if now < self._earliest:
            return False
        left = self._end - thread_time()
        self._earliest = now + left
        return left < 0


@dataclass
class Meter:
    """What is left of a budget; `limits` are its limits on single programs.

    Parameters
    ----------
    limits : Budget
        The budget.
    work : int
        Entries that are left.
    deadline : Deadline or None
        The processor time at which the search ends.
    """

    limits: Budget
    work: int
    deadline: Deadline | None

    @classmethod
    def of(cls, budget: Budget) -> Meter:
        """A full meter, its clock started.

        Parameters
        ----------
        budget : Budget
            The limits.

        Returns
        -------
        Meter
            With all work left.

        Examples
        --------
        >>> Meter.of(Budget(work=7)).work
        7
        """
        return cls(budget, budget.work, None if budget.seconds is None else Deadline(budget.seconds))

    def spend(self, work: int) -> None:
        """Account for a piece of work before it is done.

        Parameters
        ----------
        work : int
            Number of entries.

        Raises
        ------
        Exhausted
            If it is more than is left, or time is up.

        Examples
        --------
        >>> Meter.of(Budget(work=7)).spend(8)
        Traceback (most recent call last):
            ...
        verify.search.budget.Exhausted: the work of the budget is used up
        """
        self.work -= work
        if self.work < 0:
            raise Exhausted("the work of the budget is used up")
        if self.deadline is not None and self.deadline.passed():
            raise Exhausted("the time of the budget is used up")

    def part(self, work: int) -> Meter:
        """A meter with at most this much of the work that is left, for one of several searches.

        What it spends is not accounted for here: see `spend`.

        Parameters
        ----------
        work : int
            How much it may spend.

        Returns
        -------
        Meter
            With the same limits and the same deadline.

        Examples
        --------
        >>> Meter.of(Budget(work=7)).part(9).work
        7
        """
        return Meter(self.limits, min(work, max(0, self.work)), self.deadline)
