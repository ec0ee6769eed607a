"""Extreme points of the set of all finite models: no other two models have the model as their midpoint.

Let the families be 0 on further elements of larger index sets. If each family is 0 at an element once it is 0
in the midpoint there, two models with that midpoint are 0 on the further elements too, and what they are on
the others is again a model: so it is enough to look at sets as large as that of the model that is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import sympy as sp

from verify.calculus.points import at_point
from verify.evidence import Evidence, combined, sufficient
from verify.functions.models import MaximumOverModels, SymbolicModel
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.probability.model import cell_symbol
from verify.probability.refutation import Instance
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class ExtremeModel:
    """That a model is an extreme point of the set of all models, for each size of the index sets.

    Parameters
    ----------
    setting : Setting
        Families and hypotheses, of finite supports.
    model : SymbolicModel
        Its sizes are the least ones (or the only ones) of the index sets.
    exactly : bool
        Whether index sets have exactly as many elements as there, or any number that is not less.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.supports import Supports
    >>> from verify.probability.weighted_sum import Total
    >>> laws = Setting({p: (z,)}, (p >= 0, sp.Eq(Total(p, z), 1)), supports=Supports.FINITE)
    >>> ExtremeModel(laws, SymbolicModel({z: 2}, {p: (1, 0)})).examine((), Prover()).proved
    True
    >>> fair = SymbolicModel({z: 2}, {p: (sp.Rational(1, 2), sp.Rational(1, 2))})
    >>> ExtremeModel(laws, fair).examine((), Prover()).refuted
    True
    """

    setting: Setting
    model: SymbolicModel
    exactly: bool = False

    def __post_init__(self) -> None:
        assert self._member.setting is self.setting  # which also looks at the model's shape

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        size = "exactly" if self.exactly else "at least"
        sets = joined(", ", (Note(f"{size} {n} for ", i) for i, n in self.model.sizes.items()))
        return Note(
            self.model.note, "" if self.exactly else " and 0 on further elements",
            " is an extreme point of the set of all finite models of ",
            joined(", ", self.setting.hypotheses), " (elements: ", sets, ")",
        )  # fmt: skip

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        return self._member.free_symbols

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it value by value, or against it by two other models with this midpoint."""
        parts = [*self._member.membership(domain, prover), *self._member.extension(domain, prover)]
        if not any(part.refuted for part in parts):
            parts += [*self._vanishing(domain, prover), *self._values(domain, prover)]
        return combined(self.text, parts, "two models with this midpoint are equal")

    @cached_property
    def _member(self) -> MaximumOverModels:
        """The model as one that attains a value, for what is shown of such models."""
        return MaximumOverModels(self.setting, sp.S.Zero, sp.S.Zero, self.model, exactly=self.exactly)

    def _vanishing(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That two values of a family with the midpoint 0 are 0, by what is assumed of the element alone."""
        for family in () if self.exactly else self.setting.families:
            facts = [f for f in self.setting.facts(domain) if f.free_symbols <= {family} and not f.has(Total)]
            other = [at_point(f, {family: -family}) for f in facts]
            shown = prover.decide(Implication((*facts, *other), sp.Eq(family, 0, evaluate=False)))
            yield sufficient(Note(family, " is 0 on further elements"), [shown], "by its sign")

    def _values(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That one of two models with this midpoint has the model's values; those shown before are put in."""
        families, facts = set(self.setting.families), self.setting.facts(domain)
        instance = Instance(self.setting, tuple((i, self.model.sizes[i]) for i in self.setting.indices))
        parameters = tuple(f for f in facts if not f.free_symbols & families)
        of_one = [s for f in facts if f.free_symbols & families for s in instance.statements(f)]
        middle = self._cells(instance)
        mirrored = {cell: 2 * value - cell for cell, value in middle.items()}
        both = [*of_one, *(at_point(s, mirrored) for s in of_one)]
        known: dict[sp.Symbol, sp.Expr] = {}
        for cell in sorted(middle, key=lambda c: (middle[c] != 0, str(c))):
            goal = sp.Eq(cell, middle[cell], evaluate=False)
            left = [s if not s.free_symbols & set(known) else at_point(s, known) for s in both]
            alone = [s for s in left if s.free_symbols & set(middle) == {cell}]
            shown = prover.decide(Implication((*parameters, *alone), goal))
            if not shown.proved:
                shown = prover.decide(Implication((*parameters, *left), goal))
            at = dict(shown.witness or {})
            put = {c: value.subs(at) for c, value in known.items()}
            yield replace(shown, witness={**put, **at}) if shown.refuted else shown
            known[cell] = middle[cell]

    def _cells(self, instance: Instance) -> dict[sp.Symbol, sp.Expr]:
        """The value of each family at each element."""
        return {
            cell_symbol(cell): sp.sympify(value, strict=True)
            for family in self.setting.families
            for cell, value in zip(
                sorted(instance.cells([family]), key=lambda c: c[1]), self.model.entries[family], strict=True
            )
        }
