"""What the library's lemmas are called, by the variant of the bound: Theorem 1, or one step of privacy."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.variants import Variant


@dataclass(frozen=True)
class Setting:
    """A bound 1 / floor(X) and what is proved of it.

    Parameters
    ----------
    budget : str
        The word of a statement that says of a budget that it is the largest one.
    floor, slope : str
        Functions of X, p and q: the bound, and how fast it grows with X at least.
    growth : sympy.Expr
        `slope` as a polynomial.
    form, positive, slope_positive, within : str
        Lemmas: `floor` written out; floor > 0; slope > 0; sharp where the bound is reached.
    of_root, of_certainty : str
        Lemmas that end a proof: the budget is - ln X, or unbounded.
    """

    budget: str
    floor: str
    slope: str
    growth: sp.Expr
    form: str
    positive: str
    slope_positive: str
    within: str
    of_root: str
    of_certainty: str


def _one_step(name: str) -> Setting:
    return Setting(
        budget=f"is_budget_in {name}",
        floor="one_step",
        slope="slope_once",
        growth=1 - p * q,
        form="one_step_form",
        positive="one_step_positive",
        slope_positive="slope_once_positive",
        within="one_step_within",
        of_root=f"{name}_budget",
        of_certainty=f"{name}_of_certainty",
    )


SETTINGS = {
    Variant.UNBOUNDED: Setting(
        budget="is_budget",
        floor="floor",
        slope="slope",
        growth=p * (1 - q) * DECAY + 1 - p,
        form="floor_form",
        positive="floor_positive",
        slope_positive="slope_positive",
        within="sharp_within",
        of_root="budget_of_root",
        of_certainty="budget_of_certainty",
    ),
    Variant.BOUNDED: _one_step("bounded"),
    Variant.INVARIANT: _one_step("invariant"),
}
"""By the variant."""
