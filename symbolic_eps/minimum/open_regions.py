"""What could not be decided: an error, or an open region of the parameters in a partial result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from symbolic_eps.closed_forms.closed_form import OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.problem import Region
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.deadline import OutOfTime


@dataclass
class OpenRegions:
    """Collects open regions, if a partial result is wanted.

    Parameters
    ----------
    partial : bool
        Whether it is; otherwise what cannot be decided is an error.
    patience : Patience
        For all that is `timed`.

    Attributes
    ----------
    regions : list of OpenRegion
        What stayed open so far.

    Examples
    --------
    >>> open_regions = OpenRegions(partial=True)
    >>> with open_regions.region(()):
    ...     raise UndecidedError("too hard")
    >>> open_regions.regions[0].reason
    'too hard'
    """

    partial: bool
    patience: Patience = field(default_factory=Patience)
    regions: list[OpenRegion] = field(default_factory=list)

    @contextmanager
    def region(self, conditions: Region) -> Iterator[None]:
        """What stays undecided within this context leaves the region open."""
        try:
            yield
        except UndecidedError as error:
            if not self.partial:
                raise
            self.regions.append(OpenRegion(conditions, str(error)))

    @contextmanager
    def timed(self, conditions: Region, share: float = 1) -> Iterator[None]:
        """As `region`; what is not decided in this share of the time that is left is open as well."""
        try:
            with self.patience.limited(share), self.region(conditions):
                yield
        except OutOfTime:
            if self.patience.left is None:
                raise
            self.regions.append(OpenRegion(conditions, OUT_OF_TIME))
