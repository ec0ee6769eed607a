"""What could not be decided: an error, or an open region of the parameters in a partial result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from symbolic_eps.closed_forms.closed_form import OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.task import Region
from symbolic_eps.time_limit import time_limit
from verify.deadline import OutOfTime

OUT_OF_TIME = "not decided in the time that was given (see --patience)"
"""The reason where time was short."""

_LEAST_SECONDS = 0.001


@dataclass
class Unsettled:
    """Collects open regions, if a partial result is wanted.

    Parameters
    ----------
    partial : bool
        Whether it is; otherwise what cannot be decided is an error.
    seconds : float or None
        From now on, for all that is `timed`.

    Attributes
    ----------
    found : list of OpenRegion
        What stayed open so far.

    Examples
    --------
    >>> unsettled = Unsettled(partial=True)
    >>> with unsettled.region(()):
    ...     raise UndecidedError("too hard")
    >>> unsettled.found[0].reason
    'too hard'
    """

    partial: bool
    seconds: float | None = None
    found: list[OpenRegion] = field(default_factory=list)
    started: float = field(default_factory=monotonic)

    @contextmanager
    def region(self, conditions: Region) -> Iterator[None]:
        """What stays undecided within this context leaves the region open."""
        try:
            yield
        except UndecidedError as error:
            if not self.partial:
                raise
            self.found.append(OpenRegion(conditions, str(error)))

    @contextmanager
    def limited(self, share: float = 1) -> Iterator[None]:
        """Ends with `OutOfTime` when this share of the time that is left is over."""
        left = None if self.seconds is None else self.started + self.seconds - monotonic()
        with time_limit(None if left is None else max(left * share, _LEAST_SECONDS)):
            yield

    @contextmanager
    def timed(self, conditions: Region, share: float = 1) -> Iterator[None]:
        """As `region`; so does what is not decided in this share of the time that is left.

        Not to be nested: the system has one timer.
        """
        try:
            with self.limited(share), self.region(conditions):
                yield
        except OutOfTime:
            if self.seconds is None:
                raise
            self.found.append(OpenRegion(conditions, OUT_OF_TIME))
