"""What could not be decided: an error, or an open region of the parameters in a partial result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from symbolic_eps.closed_form import OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.task import Region
from verify.smt import UndecidedQueryError


@dataclass
class Unsettled:
    """Collects open regions, if a partial result is wanted.

    Parameters
    ----------
    partial : bool
        Whether it is; otherwise what cannot be decided is an error.

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
    found: list[OpenRegion] = field(default_factory=list)

    @contextmanager
    def region(self, conditions: Region) -> Iterator[None]:
        """What stays undecided within this context leaves the region open."""
        try:
            yield
        except (UndecidedError, UndecidedQueryError) as error:
            if not self.partial:
                raise
            self.found.append(OpenRegion(conditions, str(error)))
