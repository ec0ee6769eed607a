"""What a proof method is: one object with a name, what it can decide, its cost and its best grade.

The methods in use, in their order, are `verify.prover.methods.METHODS`; another one is an addition to that
list, or to the `methods` of one `Prover`. What a method brings is checked by `verify.prover.attempt`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from verify.evidence import Evidence, Grade

if TYPE_CHECKING:
    from verify.prover.attempt import Attempt


class Cost(IntEnum):
    """How much work a method is; the cheap ones come first."""

    LOOKED_UP = 0
    """Answers found before, and their check."""
    MOMENT = 1
    """Parts of a second."""
    SECONDS = 2
    """A few seconds."""
    LONG = 3
    """Until the limits of solvers, or of a search, are reached."""
    LAST_RESORT = 4
    """Seconds again, for a grade below all others."""


def everything(attempt: Attempt) -> bool:
    """Whether a method that may be asked anything can decide the implication."""
    return True


@dataclass(frozen=True)
class Method:
    """A way to decide implications.

    Parameters
    ----------
    name : str
        For a person; unique in a list of methods.
    cost : Cost
        Its place: no costlier method comes before it.
    grade : Grade
        The best grade that its proofs have; a proof that claims a better one is not believed.
    find : callable
        Evidence for or against the implication of an attempt; None where the method decides nothing.
    decides : callable
        Whether it can decide the implication at all; by default any.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.evidence import Outcome
    >>> from verify.language.implication import Implication
    >>> from verify.prover.prover import Prover
    >>> def repeated(attempt):
    ...     if attempt.implication.goal in attempt.implication.hypotheses:
    ...         return Evidence("", Outcome.PROVED, Grade.ENCLOSED, "a hypothesis repeated")
    >>> repetition = Method("repetition", Cost.LOOKED_UP, Grade.ENCLOSED, repeated)
    >>> Prover(methods=(repetition,)).prove(Implication((a > 0,), a > 0)).method
    'a hypothesis repeated'
    """

    name: str
    cost: Cost
    grade: Grade
    find: Callable[[Attempt], Evidence | None]
    decides: Callable[[Attempt], bool] = everything
