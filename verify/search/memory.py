"""What searches brought, by all that it depends on: longer searches, and other claims, ask the same again.

The work that was spent is spent again, so that what is found does not depend on what was asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from verify.search.budget import Exhausted, Meter

T = TypeVar("T")

MOST_ANSWERS = 1 << 12


@dataclass
class Memory(Generic[T]):
    """Answers with the work that they took, and the work that did not suffice for one.

    Examples
    --------
    >>> from verify.search.budget import Budget
    >>> memory, meter = Memory(), Meter.of(Budget(work=10))
    >>> def sought():
    ...     meter.spend(4)
    ...     return "found"
    >>> memory.answer("asked", meter, sought), memory.answer("asked", meter, lambda: "sought again")
    ('found', 'found')
    >>> meter.work
    2
    """

    answers: dict[Hashable, tuple[T, int]] = field(default_factory=dict)
    in_vain: dict[Hashable, int] = field(default_factory=dict)

    def answer(self, question: Hashable, meter: Meter, sought: Callable[[], T]) -> T:
        """The answer to a question, which a search that spends from the meter brings.

        Raises
        ------
        verify.search.budget.Exhausted
            The budget does not suffice; what the time alone ended is not remembered.
        """
        if question in self.answers:
            answer, work = self.answers[question]
            meter.spend(work)
            return answer
        before = meter.work
        if before <= self.in_vain.get(question, -1):
            meter.spend(before + 1)
        try:
            answer = sought()
        except Exhausted:
            if meter.work < 0:
                _keep(self.in_vain, question, before)
            raise
        _keep(self.answers, question, (answer, before - meter.work))
        return answer


def _keep(table: dict[Hashable, T], question: Hashable, answer: T) -> None:
    """Keep an answer; of too many the one goes that was found first."""
    if len(table) == MOST_ANSWERS:
        del table[next(iter(table))]
    table[question] = answer
