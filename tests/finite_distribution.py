"""Joint distributions on finitely many outcomes, with exact rational probabilities.

Conditioning on a null event has no value: it is refused, never taken for 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from verify.errors import VerifyError

O = TypeVar("O", bound=Hashable)  # noqa: E741
Event = Callable[[O], bool]
"""Whether an outcome belongs to the event."""


class NullEventError(VerifyError, ArithmeticError):
    """A probability given an event of probability 0, which is not defined."""


@dataclass(frozen=True, init=False)
class Distribution(Generic[O]):
    """A probability distribution on a finite set.

    Parameters
    ----------
    probabilities : mapping of outcome to Fraction
        Not negative, with sum 1.

    Raises
    ------
    ValueError
        If a probability is negative or the sum is not 1.

    Examples
    --------
    >>> die = Distribution({face: Fraction(1, 6) for face in range(1, 7)})
    >>> die.conditional(lambda face: face == 6, lambda face: face % 2 == 0)
    Fraction(1, 3)
    >>> die.conditional(lambda face: face == 6, lambda face: face > 6)
    Traceback (most recent call last):
        ...
    tests.finite_distribution.NullEventError: the condition has probability 0
    """

    probabilities: Mapping[O, Fraction]

    def __init__(self, probabilities: Mapping[O, Fraction]) -> None:
        for outcome, probability in probabilities.items():
            if not isinstance(probability, (int, Fraction)):
                raise ValueError(f"the probability of {outcome} is not exact: {probability!r}")
            if probability < 0:
                raise ValueError(f"the probability of {outcome} is negative: {probability}")
        total = sum(probabilities.values(), Fraction(0))
        if total != 1:
            raise ValueError(f"the probabilities add up to {total}; they should add up to 1")
        object.__setattr__(self, "probabilities", MappingProxyType(dict(probabilities)))

    def __hash__(self) -> int:
        return hash(frozenset(self.probabilities.items()))

    def probability(self, event: Event[O]) -> Fraction:
        """The probability of an event."""
        return sum((p for outcome, p in self.probabilities.items() if event(outcome)), Fraction(0))

    def conditional(self, event: Event[O], given: Event[O]) -> Fraction:
        """The probability of an event given another.

        Raises
        ------
        NullEventError
            If the condition has probability 0.
        """
        return self.given(given).probability(event)

    def given(self, event: Event[O]) -> Distribution[O]:
        """The distribution conditioned on an event.

        Raises
        ------
        NullEventError
            If the event has probability 0.
        """
        total = self.probability(event)
        if total == 0:
            raise NullEventError("the condition has probability 0")
        return Distribution({o: p / total for o, p in self.probabilities.items() if event(o)})
