"""The case analysis that led to a value, step by step: each decision about a prior, and its reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import sympy as sp

from verify.language.condition import Condition


class StepKind(StrEnum):
    """What a step decides."""

    REDUCTION = "reduction"
    """A theorem replaces a piece by a part of its border."""

    MONOTONE = "monotone"
    """eps only rises, or only falls, with a prior."""

    CONSTANT = "constant"
    """eps does not change with a prior."""

    SPLIT = "split"
    """Whether eps rises or falls with a prior depends on the sign of a factor; one case is taken."""

    END = "end"
    """A prior is put at an end of its range, or on the curve that bounds it."""

    CRITICAL = "critical"
    """A prior is where eps is stationary."""


@dataclass(frozen=True)
class Step:
    """One step of the case analysis.

    Parameters
    ----------
    kind : StepKind
        What is decided.
    prior : Symbol or None
        About which prior; None where the words say it all.
    words : str
        `upper` or `lower` end, `increasing` or `decreasing`; without a prior, the whole step.
    value : sympy.Expr or None
        Of an end: its value. Of a split: the factor.
    condition : Condition or None
        Of a split: the case. Of an end on a curve: what is tight there.

    Examples
    --------
    >>> from sympy.abc import a, p
    >>> Step(StepKind.END, p, "upper", a / 2).text
    'p at its upper end a/2'
    """

    kind: StepKind
    prior: sp.Symbol | None = None
    words: str = ""
    value: sp.Expr | None = None
    condition: Condition | None = None

    @property
    def text(self) -> str:
        """The step in words."""
        v = self.prior
        match self:
            case Step(prior=None):
                return self.words
            case Step(kind=StepKind.MONOTONE):
                return f"eps is {self.words} in {v}"
            case Step(kind=StepKind.CONSTANT):
                return f"eps does not change with {v}"
            case Step(kind=StepKind.SPLIT):
                return f"the sign of d eps/d{v} depends on {self.value}: case {self.condition}"
            case Step(kind=StepKind.END, condition=Condition(polynomial=curve)):
                return f"{v} on the curve {sp.Eq(curve, 0)}"
            case Step(kind=StepKind.END):
                return " ".join(part for part in (f"{v} at its", self.words, f"end {self.value}") if part)
        return f"{v} at a critical point of eps"
