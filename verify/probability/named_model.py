"""Finite models that a claim's author names, of any size: exact values and a function.

One in which the hypotheses hold shows that they can be met; if the goal fails there, it is a counterexample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from verify.probability.model import Cell, Model
from verify.probability.weighted_sum import Setting


@dataclass(frozen=True)
class NamedModel:
    """A model that is named: index sets, exact values, and the function that obeys the axioms.

    Parameters
    ----------
    sizes : mapping of Symbol to int
        The size of each index set.
    values : mapping of (Symbol, tuple of int) to Rational
        The value of each family for each value of its indices, and of each number (with the empty tuple).
    formula : Expr or None
        The function, in its arguments.
    """

    sizes: Mapping[sp.Symbol, int] = field(hash=False)
    values: Mapping[Cell, sp.Rational] = field(hash=False)
    formula: sp.Expr | None = None

    def failing(self, setting: Setting, hypotheses: tuple[sp.Basic, ...], goal: sp.Basic) -> Model | None:
        """The model, if the hypotheses hold in it and the goal fails."""
        exact = {
            c: Fraction(int(v.p), int(v.q)) for c, v in ((c, sp.Rational(v)) for c, v in self.values.items())
        }
        model = Model(setting, self.sizes, exact)
        return model if all(map(model.holds, hypotheses)) and not model.holds(goal) else None


def named_among(
    named: Iterable[NamedModel], setting: Setting, hypotheses: tuple[sp.Basic, ...], goal: sp.Basic
) -> Model | None:
    """The first of the models in which the hypotheses hold and the goal fails."""
    found = (one.failing(setting, hypotheses, goal) for one in named)
    return next((model for model in found if model is not None), None)
