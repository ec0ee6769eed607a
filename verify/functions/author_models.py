"""Counterexamples that a claim's author names, for a statement of any kind on the models of a setting.

A named model is evaluated exactly and never believed: it counts if all hypotheses hold in it and the goal
fails, each sign certified (`certified_model`). It may be of any size, its values any real numbers. Where the
statement's own search decides nothing, models that are drawn are tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from verify.evidence import Evidence
from verify.functions.certified_model import CertifiedModel
from verify.functions.model_statement import WrappedStatement
from verify.functions.unspecified import values_in
from verify.probability.model import cell_symbol
from verify.probability.model_search import small_models
from verify.probability.named_model import NamedModel
from verify.probability.refutation import LARGEST_SIZE, Instance, refutation
from verify.prover.prover import Prover


@dataclass(frozen=True)
class WithModels(WrappedStatement):
    """A statement on the models of a setting, with counterexamples that are looked at first.

    Parameters
    ----------
    statement : ModelStatement
        A statement with a setting and a goal.
    models : tuple of NamedModel
        Counterexamples that are named.
    largest : int
        The largest index sets of models that are drawn where the statement stays open; 0 for none.

    Raises
    ------
    ValueError
        If the goal holds values of functions that are not written down: such a statement names its models
        with a function each.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.derivation import Derivation, Step
    >>> from verify.probability.weighted_sum import Setting, Total
    >>> law = Setting({p: (z,)}, (p >= 0, sp.Eq(Total(p, z), 1)))
    >>> goal = Total(p**2, z) >= sp.Rational(1, 6)
    >>> seven = NamedModel({z: 7}, {(p, (i,)): sp.Rational(1, 7) for i in range(1, 8)})
    >>> WithModels(Derivation(law, goal, (Step(goal),)), (seven,)).examine((), Prover()).refuted
    True
    """

    models: tuple[NamedModel, ...] = ()
    largest: int = LARGEST_SIZE

    def __post_init__(self) -> None:
        written = {f.name for f in self.written}
        for value in values_in((self.goal, *self.given)):
            if value.name not in written:
                raise ValueError(f"{value} is not written down: name the model in the statement itself")

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence against it by a model that is named, its own evidence, or against it by one drawn.

        Raises
        ------
        ValueError
            If a model that is named leaves a value out.
        """
        setting, goal = self.setting, self.goal
        facts = setting.facts(domain, (goal,))
        symbols = self._symbols(facts)
        for model in self.models:
            instance = Instance(setting, tuple((i, model.sizes.get(i, 0)) for i in setting.indices))
            for cell in instance.cells(symbols):
                if cell not in model.values:
                    raise ValueError(f"the model that is named has no value for {cell_symbol(cell)}")
        named = (CertifiedModel.named(setting, model, self.written) for model in self.models)
        if (against := self._first(named, facts)) is not None:
            return against
        evidence = self.statement.examine(domain, prover)
        if evidence.proved or evidence.refuted or not self.largest:
            return evidence
        return self._first(self._drawn(facts), facts) or evidence

    def _symbols(self, facts: tuple[sp.Basic, ...]) -> frozenset[sp.Symbol]:
        """All that has a value in a model."""
        return self.free_symbols.union(*(f.free_symbols for f in facts)) - set(self.setting.indices)

    def _drawn(self, facts: tuple[sp.Basic, ...]) -> Iterator[CertifiedModel]:
        setting = self.setting
        for model in small_models(setting, facts, self._symbols(facts), self.largest):
            yield CertifiedModel(setting, model.sizes, model.values, self.written)

    def _first(self, models: Iterator[CertifiedModel], facts: tuple[sp.Basic, ...]) -> Evidence | None:
        """A refutation by the first model that contradicts the statement."""
        goal, hypotheses = self.goal, (*facts, *self.given)
        found = next((model for model in models if model.contradicts(hypotheses, goal)), None)
        return None if found is None else refutation(self.text, found, goal)
