"""That a hypothesis cannot be left out: an exact finite model in which the goal fails without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import Note
from verify.probability.derivation import statement_text
from verify.probability.model import Cell, Model
from verify.probability.weighted_sum import Setting
from verify.prover.prover import Prover


@dataclass(frozen=True)
class Counterexample:
    """Some finite model of the setting violates the goal.

    Parameters
    ----------
    setting : Setting
        The families and what is assumed of them.
    goal : Boolean
        What need not hold.
    sizes : mapping of Symbol to int
        Of the index sets.
    values : mapping of (Symbol, tuple of int) to Fraction
        The model: each family at each value of its indices, each number with the empty tuple.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sympy.abc import w, z
    >>> from verify.probability.weighted_sum import Total
    >>> cells = {(w, (1,)): Fraction(1, 2), (w, (2,)): Fraction(1, 2)}
    >>> claim = Counterexample(Setting({w: (z,)}, (w >= 0,)), Total(w, z) > 1, {z: 2}, cells)
    >>> claim.examine((), Prover()).outcome.value
    'proved'
    >>> Counterexample(claim.setting, Total(w, z) > 0, {z: 2}, cells).examine((), Prover()).outcome.value
    'open'
    """

    setting: Setting
    goal: sp.Basic
    sizes: Mapping[sp.Symbol, int] = field(hash=False)
    values: Mapping[Cell, Fraction] = field(hash=False)

    def __post_init__(self) -> None:
        self.setting.check(self.goal)

    @property
    def text(self) -> Note:
        """The statement, with the model that shows it."""
        return Note("false in some model: ", statement_text(self.setting, self.goal))

    @property
    def formula(self) -> sp.Basic:
        """That the goal does not follow; a family carries its indices."""
        named = {
            w: sp.Symbol("_".join(map(str, (w, *indices)))) for w, indices in self.setting.families.items()
        }
        premise = sp.And(*self.setting.hypotheses, evaluate=False)
        return sp.Not(sp.Implies(premise, self.goal, evaluate=False), evaluate=False).xreplace(named)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by exact evaluation of the model; open where it breaks a hypothesis or keeps to the goal.

        Parameters
        ----------
        domain : tuple of Boolean
            Further hypotheses, which the model has to satisfy.
        prover : Prover
            Not needed: numbers are compared.
        """
        model = Model(self.setting, self.sizes, self.values)
        broken = [fact for fact in self.setting.facts(domain, (self.goal,)) if not model.holds(fact)]
        method = "exact finite model"
        if broken:
            note = Note("the model breaks the hypothesis ", broken[0])
            return Evidence(self.text, Outcome.OPEN, None, method, note=note)
        if model.holds(self.goal):
            note = Note(self.goal, " holds in the model")
            return Evidence(self.text, Outcome.OPEN, None, method, note=note)
        return Evidence(self.text, Outcome.PROVED, Grade.EXACT, method, model.point)
