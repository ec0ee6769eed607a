"""Optional parts of a report: one that fails, or takes too long, is replaced by a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from verify.deadline import OutOfTime, deadline

T = TypeVar("T")

SECONDS = 5.0
"""For one part; what the report is about was there before."""


@dataclass(frozen=True)
class Attempt(Generic[T]):
    """One part of a report, or why it is missing.

    Parameters
    ----------
    value : object or None
        The part; None where it is missing.
    failure : str
        Why it is missing; empty where it is not.
    """

    value: T | None
    failure: str = ""


def attempt(compute: Callable[[], T]) -> Attempt[T]:
    """Compute a part of a report.

    Examples
    --------
    >>> attempt(lambda: 1 / 0).failure
    'division by zero'
    """
    try:
        with deadline(SECONDS, processor=True):
            return Attempt(compute())
    except OutOfTime:
        return Attempt(None, f"not computed within {SECONDS:g} s")
    except Exception as error:  # whatever it is: eps is known, and the sentence tells of the failure
        return Attempt(None, " ".join(str(error).split()) or type(error).__name__)
