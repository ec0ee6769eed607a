"""The greatest or least value of an objective over all finite models, attained at a symbolic model.

For all parameters that obey the hypotheses without families, and each index set with at least (or exactly) as
many elements as in the model that is named: the objective of every model of the hypotheses is bounded by the
value, the named model is one, and its objective is the value. In larger sets all families are 0 on the
further elements; this is again a model with the same objective, as every term that is summed and every
hypothesis on an element is looked at there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import sympy as sp

from verify.calculus.points import at_point
from verify.evidence import Evidence, Grade, Outcome, combined, sufficient
from verify.functions.instances import Mixture
from verify.functions.statements import NUMBERS, ForEveryFunction
from verify.functions.unspecified import Property, UnspecifiedFunction, Value, rewritten, values_in
from verify.language.implication import Hints, Implication
from verify.language.note import Note, joined
from verify.probability.derivation import Step
from verify.probability.model import cell_symbol
from verify.probability.named_model import NamedModel
from verify.probability.refutation import Instance
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class SymbolicModel:
    """A finite model, its entries expressions in the parameters.

    Parameters
    ----------
    sizes : mapping of Symbol to int
        How many elements each index set has.
    entries : mapping of Symbol to tuple of Expr
        The values of each family, the last index running fastest.
    """

    sizes: Mapping[sp.Symbol, int] = field(hash=False)
    entries: Mapping[sp.Symbol, tuple[sp.Expr, ...]] = field(hash=False)

    @property
    def note(self) -> Note:
        """The entries of each family."""
        rows = (
            Note(s, " = [", joined(", ", values), "]") if self.sizes else Note(s, " = ", *values)
            for s, values in self.entries.items()
        )
        return joined(", ", rows)


@dataclass(frozen=True)
class _ExtremumOverModels:
    """What both kinds have in common; see `MaximumOverModels`."""

    setting: Setting
    objective: sp.Expr
    value: sp.Expr
    attained_at: SymbolicModel
    functions: tuple[UnspecifiedFunction, ...] = ()
    exactly: bool = False
    mixtures: tuple[Mixture, ...] = ()
    steps: tuple[Step, ...] = ()
    models: tuple[NamedModel, ...] = ()
    hints: Hints = field(default_factory=Hints)

    name: ClassVar[str]
    relation: ClassVar[type[sp.core.relational.Relational]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", sp.sympify(self.value, strict=True))
        families, sizes = self.setting.families, self.attained_at.sizes
        if set(self.attained_at.entries) != set(families) or set(sizes) != set(self.setting.indices):
            raise ValueError("the model names each family and the size of each index set, and nothing else")
        for symbol, values in self.attained_at.entries.items():
            wanted = sp.prod(sizes[i] for i in families[symbol])
            if len(values) != wanted:
                raise ValueError(f"{symbol} has {wanted} entries in sets of these sizes, not {len(values)}")
            if any(sp.sympify(v, strict=True).free_symbols & set(families) for v in values):
                raise ValueError(f"an entry of {symbol} holds a family; it is an expression in parameters")
        if self.setting.free_indices(self.objective) or self.value.free_symbols & set(families):
            raise ValueError("objective and value vary with no index, and the value holds no family")

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        size = "exactly" if self.exactly else "at least"
        sets = joined(", ", (Note(f"{size} {n} for ", i) for i, n in self.attained_at.sizes.items()))
        functions = joined(", ", (f.note for f in self.functions))
        every = Note("for every ", functions, ": ") if functions else functions
        given = joined(", ", self.setting.hypotheses)
        extent = "" if self.exactly or not self.setting.indices else " and 0 on further elements"
        if self.setting.indices:
            over = Note("all finite models of ", given, " (elements: ", sets, ")")
        else:
            over = Note("all ", joined(", ", self.setting.families), " with ", given)
        return Note(
            every, f"the {self.name} of ", self.objective, " over ", over, " is ", self.value,
            ", attained at ", self.attained_at.note, extent,
        )  # fmt: skip

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.objective, self.value, *self.setting.hypotheses)
        return frozenset().union(*(p.free_symbols for p in parts)) - set(self.setting.indices)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the bound, and that the named model is one and has the value."""
        parts = [*self._at_the_model(domain, prover)]
        if not any(part.refuted for part in parts):
            parts.append(self._bound(domain, prover))
        return combined(self.text, parts, "bound, and the model that attains it")

    def _bound(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        if self.exactly:
            facts = tuple(s for h in (*domain, *self.setting.facts(())) for s in self._instance.statements(h))
            goal = self.relation(self._instance.expression(self.objective, {}), self.value, evaluate=False)
            return ForEveryFunction(self.functions, goal, hints=self.hints).examine(facts, prover)
        enough = (sp.Ge(Total(1, i), n, evaluate=False) for i, n in self.attained_at.sizes.items())
        setting = replace(self.setting, hypotheses=(*self.setting.hypotheses, *enough))
        goal = self.relation(self.objective, self.value, evaluate=False)
        bound = ForEveryFunction(
            self.functions, goal, setting, (), self.mixtures, self.steps, self.hints, self.models
        )
        return bound.examine(domain, prover)

    # --- the model ------------------------------------------------------------------------------------------

    @cached_property
    def _instance(self) -> Instance:
        return Instance(self.setting, tuple((i, self.attained_at.sizes[i]) for i in self.setting.indices))

    @cached_property
    def _entries(self) -> dict[sp.Symbol, sp.Expr]:
        cells = ((s, self._instance.cells([s])) for s in self.setting.families)
        return {
            cell_symbol(cell): sp.sympify(value, strict=True)
            for s, of_family in cells
            for cell, value in zip(
                sorted(of_family, key=lambda c: c[1]), self.attained_at.entries[s], strict=True
            )
        }

    def _facts(self, domain: tuple[sp.Basic, ...]) -> tuple[tuple[sp.Basic, ...], tuple[sp.Basic, ...]]:
        """All hypotheses, and those on numbers alone."""
        facts = self.setting.facts(domain)
        families = set(self.setting.families)
        # One on the size of a set, such as Total(1, z) <= 2, holds no family.
        return facts, tuple(f for f in facts if not (f.free_symbols & families or f.has(Total)))

    def membership(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """Evidence that the named model obeys the hypotheses, one by one."""
        facts, parameters = self._facts(domain)
        for hypothesis in facts:
            if hypothesis not in parameters:
                for statement in self._instance.statements(hypothesis):
                    yield prover.decide(Implication(parameters, at_point(statement, self._entries)))

    def _at_the_model(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        yield from self.membership(domain, prover)
        _, parameters = self._facts(domain)
        reached = self._instance.expression(self.objective, {}).subs(self._entries, simultaneous=True)
        equal = sp.Eq(reached, self.value, evaluate=False)
        yield ForEveryFunction(self.functions, equal, NUMBERS).examine(parameters, prover)
        yield from self.extension(domain, prover)

    def extension(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """Evidence that families that are 0 on further elements of larger sets change nothing."""
        facts, parameters = self._facts(domain)
        for index in () if self.exactly else self.setting.indices:
            yield self._extended(index, facts, parameters, prover)

    def _extended(
        self, index: sp.Symbol, facts: tuple[sp.Basic, ...], parameters: tuple[sp.Basic, ...], prover: Prover
    ) -> Evidence:
        """That a further element of an index set, all families 0 on it, changes nothing."""
        zero = {s: sp.Integer(0) for s, indices in self.setting.families.items() if index in indices}
        statement = Note("families that are 0 on a further element of the set of ", index, " change nothing")
        about = (*facts, self.objective)
        sums = {t for part in about for t in part.atoms(Total) if index in t.indices}
        varying = [t for t in sums if self._on(t.summand, zero) != 0]
        if varying:
            note = Note("not 0 there: ", joined(", ", varying))
            return Evidence(statement, Outcome.OPEN, None, "terms on a further element", note=note)
        given = [f for f in facts if index in self.setting.free_indices(f)]
        shown = [prover.decide(Implication(parameters, self._on(f, zero))) for f in given if not f.has(Total)]
        shown += [Evidence(Note(f), Outcome.OPEN, None, "not looked at") for f in given if f.has(Total)]
        alike = Evidence(statement, Outcome.PROVED, Grade.EXACT, "every term that is summed is 0 there")
        return sufficient(statement, [alike, *shown], "terms on a further element")

    def _on(self, part: sp.Basic, zero: Mapping[sp.Symbol, sp.Expr]) -> sp.Basic:
        """An expression or hypothesis on the further element; a homogeneous function is 0 at 0."""
        homogeneous = {f.name for f in self.functions if f.has(Property.HOMOGENEOUS)}

        def there(value: Value) -> sp.Expr:
            point = tuple(x.subs(zero) for x in value.point)
            known = value.name in homogeneous and not any(point)
            return sp.Integer(0) if known else Value(value.name, *point)

        put = rewritten(part, there) if values_in((part,)) else part
        return put.subs(zero) if isinstance(put, sp.Expr) else at_point(put, zero)


class MaximumOverModels(_ExtremumOverModels):
    """The greatest value of an objective over all finite models of a setting, attained at a model.

    Parameters
    ----------
    setting : Setting
        Families and hypotheses, of finite supports.
    objective : Expr
        A combination of sums over families, in which values of unspecified functions may occur.
    value : Expr
        In the parameters, and values at points that the parameters give.
    attained_at : SymbolicModel
        Where it is attained; its sizes are the least ones (or the only ones) of the index sets.
    functions : tuple of UnspecifiedFunction
        For each of which it is stated.
    exactly : bool
        Whether index sets have exactly as many elements as there, or any number that is not less.
    mixtures, steps, hints
        Hints for the bound; see `ForEveryFunction`.
    models : tuple of NamedModel
        Models that are tried as counterexamples to the bound, of any size.

    Raises
    ------
    ValueError
        If the model does not fit the setting.

    Examples
    --------
    >>> from sympy.abc import p, z
    >>> from verify.probability.rules import TermBelowTotal, Termwise
    >>> from verify.probability.supports import Supports
    >>> law = Setting({p: (z,)}, (p >= 0, sp.Eq(Total(p, z), 1)), supports=Supports.FINITE)
    >>> square, one = Total(p**2, z), SymbolicModel({z: 1}, {p: (1,)})
    >>> below = (Step(p <= Total(p, z), TermBelowTotal()), Step(square <= Total(p, z), Termwise()))
    >>> chain = (*below, Step(square <= 1))
    >>> MaximumOverModels(law, square, 1, one, steps=chain).examine((), Prover()).proved
    True
    >>> MaximumOverModels(law, square, sp.Rational(1, 2), one).examine((), Prover()).refuted
    True
    """

    name = "maximum"
    relation = sp.Le


class MinimumOverModels(_ExtremumOverModels):
    """The least value of an objective over all finite models of a setting; parameters as for the maximum."""

    name = "minimum"
    relation = sp.Ge
