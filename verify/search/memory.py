"""What searches brought, by all that it depends on: longer searches, and other claims, ask the same again.

The work that was spent is spent again, so that what is found does not depend on what was asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from verify.search.budget import Exhausted, Meter
from verify.search.ring import keep

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
                keep(self.in_vain, question, before, MOST_ANSWERS)
            raise
        keep(self.answers, question, (answer, before - meter.work), MOST_ANSWERS)
        return answer
