"""Extrema over all finite models of an objective with a sublinear function that is written down.

What holds for every sublinear function holds for one of them. If besides T <= T* for every model, with
equality at one, and h is monotone where all T lie, h(T) is extreme at that model too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar

import sympy as sp
from sympy.core.relational import Relational

from verify.evidence import Evidence, Grade, Outcome, combined, sufficient, weakest
from verify.functions.models import MaximumOverModels
from verify.functions.perspective import Perspective, slope_has_sign
from verify.functions.unspecified import UnspecifiedFunction, Value, rewritten
from verify.language.definedness import definedness
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.probability.derivation import Derivation, Step
from verify.probability.model import Model, cell_symbol
from verify.probability.named_model import NamedModel
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

SUM = sp.Symbol("T")
"""The objective of the general statement, as the argument of what is made of it."""


@dataclass(frozen=True)
class Monotone:
    """What is made of the sum T, such as log(T)/s.

    Parameters
    ----------
    formula : Expr
        In `SUM` and parameters.
    sign : int
        1 or -1 where all sums are positive or negative, and the formula is looked at there; 0 for any sign.
    somewhere : Symbol or None
        A family >= 0 whose total is positive: where it is, the function's arguments are not all 0.
    """

    formula: sp.Expr = SUM
    sign: int = 0
    somewhere: sp.Symbol | None = None

    def __post_init__(self) -> None:
        if (self.sign != 0) != (self.somewhere is not None):
            raise ValueError("a sign of all sums needs a family whose total is positive, and only that")

    @property
    def range(self) -> tuple[sp.Basic, ...]:
        """Where the formula is looked at."""
        return {0: (), 1: (SUM > 0,), -1: (SUM < 0,)}[self.sign]

    def at(self, total: sp.Expr) -> sp.Expr:
        """The formula at a sum."""
        return self.formula.xreplace({SUM: total})


@dataclass(frozen=True)
class _NamedExtremum:
    """What both kinds have in common; see `NamedMaximum`."""

    general: MaximumOverModels
    perspective: Perspective
    value: sp.Expr | None = None
    of: Monotone = field(default_factory=Monotone)
    models: tuple[NamedModel, ...] = ()

    name: ClassVar[str]
    slope: ClassVar[type[Relational]]
    relation: ClassVar[type[Relational]]

    def __post_init__(self) -> None:
        if len(self.general.functions) != 1:
            raise ValueError("the general statement is to be about one function")
        total = self.general.objective
        if not isinstance(total, Total) or not isinstance(total.summand, Value):
            raise ValueError(f"the objective is to be the sum of a function's values, not {total}")
        if SUM in self.free_symbols:
            raise ValueError(f"the name {SUM} is taken: it is the sum's")

    @property
    def function(self) -> UnspecifiedFunction:
        """The function that is written down."""
        return self.general.functions[0]

    @property
    def setting(self) -> Setting:
        """The families, and what is supposed of them."""
        return self.general.setting

    @property
    def extreme_sum(self) -> sp.Expr:
        """The sum at the model, as printed or as the general statement has it."""
        return self._general_value if self.value is None else self.value

    @property
    def extreme(self) -> sp.Expr:
        """The extreme value."""
        return self.of.at(self.extreme_sum)

    @property
    def _general_value(self) -> sp.Expr:
        return rewritten(self.general.value, self._written)

    def _written(self, value: Value) -> sp.Expr:
        return self.perspective.at(value.point)

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        model = self.general.attained_at
        sets = joined(", ", (Note(f"at least {n} for ", i) for i, n in model.sizes.items()))
        return Note(
            f"the {self.name} of ", self.of.at(self.general.objective), " over all finite models of ",
            joined(", ", self.general.setting.hypotheses), " (elements: ", sets, ") is ", self.extreme,
            ", attained at ", model.note, " and 0 on further elements, where ",
            self.function(*self.function.arguments), " is ", self.perspective.note,
        )  # fmt: skip

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.of.formula, *(() if self.value is None else (self.value,)))
        mine = frozenset().union(*(part.free_symbols for part in parts)) - {SUM}
        return self.general.free_symbols | self.perspective.parameters | mine

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it from the general statement, or against it by a value or a model."""
        values = [*self._values(domain, prover)]
        for part in values:
            if part.refuted and (failing := self._failing(part, prover)) is not None:
                return failing
        inside = [*self.general.membership(self._about_models(domain), prover)]
        if any(part.refuted for part in inside):
            return combined(self.text, inside, "the named model is none")
        general = self.general.examine(self._about_models(domain), prover)
        parts = [general, *values, *self._monotone(domain, prover)]
        if general.proved:
            parts += [self.perspective.obeys(self.function, domain, prover), *self._sign(domain, prover)]
        found = sufficient(self.text, parts, "one of all functions")
        return found if found.proved else self._better(domain, general, prover) or found

    def _about_models(self, domain: tuple[sp.Basic, ...]) -> tuple[sp.Basic, ...]:
        """The conditions that speak of nothing but what the general statement speaks of."""
        return tuple(h for h in domain if h.free_symbols <= self.general.free_symbols)

    def _values(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the value is that at the model, and defined."""
        if self.value is not None:
            yield prover.decide(Implication(domain, sp.Eq(self._general_value, self.value, evaluate=False)))
        for condition in definedness(sp.Ge(self.extreme, 0, evaluate=False)):
            yield prover.decide(Implication(domain, condition))

    def _failing(self, part: Evidence, prover: Prover) -> Evidence | None:
        """A refutation where the value at the model is undefined, or another than the printed one."""
        at = dict(part.witness or {})
        sides = (self.of.at(side).subs(at) for side in (self._general_value, self.extreme_sum))
        equal = prover.decide(Implication((), sp.Eq(*sides, evaluate=False)))
        return combined(self.text, [part], "the value at the model") if equal.refuted else None

    def _monotone(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the formula is monotone where the sums lie."""
        if self.of.formula != SUM:
            inside = (*domain, *self.of.range)
            yield from slope_has_sign(self.of.formula, SUM, self.slope, inside, prover)

    def _sign(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That every sum has the sign."""
        if not self.of.sign or self.of.somewhere is None:
            return
        relation = sp.Gt if self.of.sign > 0 else sp.Lt
        yield self.perspective.has_sign(relation, domain, prover)
        setting, total = self.general.setting, self.general.objective
        term = sp.Symbol("term_of_" + str(SUM))
        nothing = sp.And(*(sp.Eq(part, 0) for part in (*total.summand.point, term)), evaluate=False)
        each = sp.Or(relation(term, 0, evaluate=False), nothing, evaluate=False)
        families = {**setting.families, term: total.indices}
        goal = relation(Total(term, *total.indices), 0, evaluate=False)
        step = Step(goal, Termwise(where=self.of.somewhere))
        wider = replace(setting, families=families, hypotheses=(*setting.hypotheses, each))
        met = Evidence(Note("the hypotheses can be met"), Outcome.PROVED, Grade.EXACT, "shown beside")
        yield Derivation(wider, goal, (step,)).by_chain(self._about_models(domain), prover, met)

    # --- against it -----------------------------------------------------------------------------------------

    def _better(self, domain: tuple[sp.Basic, ...], general: Evidence, prover: Prover) -> Evidence | None:
        """A refutation by a model whose objective is beyond the value, or another value at the named one."""
        for model, numbers, relation in self.at_hand(general.witness or {}, domain, prover):
            sides = (self.of.at(side).subs(numbers) for side in (self.sum_in(model), self.extreme_sum))
            goal = relation(*sides, evaluate=False)
            failing = prover.decide(Implication((), goal))
            if failing.refuted:
                return Evidence(
                    self.text, Outcome.REFUTED, weakest((failing,)), "a model with another value",
                    {**numbers, **model.point}, parts=(failing,), note=Note("in this model ", goal, " fails"),
                )  # fmt: skip
        return None

    def at_hand(
        self, witness: Mapping[sp.Symbol, sp.Expr], domain: tuple[sp.Basic, ...], prover: Prover
    ) -> Iterator[tuple[Model, dict[sp.Symbol, sp.Expr], type[Relational]]]:
        """Models that may refute it, numbers for all parameters, and how the value there is to compare."""
        parameters = {s: v for s, v in witness.items() if s in self.free_symbols}
        for point in (dict(witness), *map(_as_point, self.models)):
            if found := self._model_at(point, domain, prover):
                yield (*found, self.relation)
        numbers = self._numbers(parameters, domain, prover)
        if numbers is not None:
            entries = self.general.attained_at.entries
            named = {
                sp.Symbol(f"{family}[{k}]"): sp.sympify(value, strict=True).subs(numbers)
                for family, values in entries.items()
                for k, value in enumerate(values, 1)
            }
            sizes = {
                sp.Symbol(f"size({i})"): sp.Integer(n) for i, n in self.general.attained_at.sizes.items()
            }
            if found := self._model_at({**numbers, **sizes, **named}, domain, prover):
                yield (*found, sp.Eq)

    def _numbers(
        self, fixed: Mapping[sp.Symbol, sp.Expr], domain: tuple[sp.Basic, ...], prover: Prover
    ) -> dict[sp.Symbol, sp.Expr] | None:
        """Numbers for all parameters in the domain, some of which are fixed."""
        given = (*domain, *(sp.Eq(s, v, evaluate=False) for s, v in fixed.items()))
        inhabited = prover.decide_inhabited(given)
        rest = {s: v for s, v in (inhabited.witness or {}).items() if s in self.free_symbols}
        return {**rest, **fixed} if inhabited.proved else None

    def _model_at(
        self, witness: Mapping[sp.Symbol, sp.Expr], domain: tuple[sp.Basic, ...], prover: Prover
    ) -> tuple[Model, dict[sp.Symbol, sp.Expr]] | None:
        """The model that a witness describes, with numbers for all parameters; None where it is none."""
        named = {s.name: v for s, v in witness.items()}
        numbers = self._numbers(
            {s: named[s.name] for s in self.free_symbols if s.name in named}, domain, prover
        )
        model = None if numbers is None else _model(self.general, named, numbers)
        return None if model is None or numbers is None else (model, numbers)

    def sum_in(self, model: Model) -> sp.Expr:
        """The sum in a finite model, in the parameters."""
        total = self.general.objective
        points = (
            tuple(sp.Rational(model.value(part, place)) for part in total.summand.point)
            for place in model.places(frozenset(total.indices))
        )
        return sp.Add(*map(self.perspective.at, points))


class NamedMaximum(_NamedExtremum):
    """The greatest value of an objective over all finite models, for a function that is written down.

    Parameters
    ----------
    general : MaximumOverModels
        For every sublinear function; its objective is the sum of the function's values.
    perspective : Perspective
        The function.
    value : Expr or None
        The greatest sum, in parameters; by default the general statement's value.
    of : Monotone
        The objective, made of the sum; by default the sum itself. It rises with the sum.
    models : tuple of NamedModel
        Models that are tried as counterexamples.

    Examples
    --------
    >>> from sympy.abc import p, q, u, x, y, z
    >>> from verify.functions.instances import Mixture
    >>> from verify.functions.models import SymbolicModel
    >>> from verify.functions.unspecified import SUBLINEAR
    >>> from verify.probability.supports import Supports
    >>> from verify.probability.weighted_sum import Setting
    >>> psi, sums = UnspecifiedFunction("psi", (x, y), SUBLINEAR), (Total(p, z), Total(q, z))
    >>> laws = Setting(
    ...     {p: (z,), q: (z,)}, (p >= 0, q >= 0, *(sp.Eq(s, 1) for s in sums)), supports=Supports.FINITE
    ... )
    >>> pure = Mixture(psi, (p, q), ((p, (1, 0)), (q, (0, 1))))
    >>> objective = Total(psi(p, q), z)
    >>> termwise = Step(objective <= Total(p * psi(1, 0) + q * psi(0, 1), z), Termwise())
    >>> steps = (termwise, Step(objective <= psi(1, 0) + psi(0, 1)))
    >>> apart = SymbolicModel({z: 2}, {p: (1, 0), q: (0, 1)})
    >>> value = psi(1, 0) + psi(0, 1)
    >>> general = MaximumOverModels(laws, objective, value, apart, (psi,), mixtures=(pure,), steps=steps)
    >>> skew = Perspective((x, y), 2 * x + y, x + 2 * y, u, u * sp.log(u))
    >>> NamedMaximum(general, skew, sp.log(2)).examine((), Prover()).proved
    True
    >>> NamedMaximum(general, skew, 2 * sp.log(2)).examine((), Prover()).refuted
    True
    """

    name = "maximum"
    slope = sp.Gt
    relation = sp.Le


class NamedMinimum(_NamedExtremum):
    """The least value, attained where the sum is greatest: the objective falls with the sum.

    Parameters as for `NamedMaximum`.
    """

    name = "minimum"
    slope = sp.Lt
    relation = sp.Ge


def _model(
    general: MaximumOverModels, named: Mapping[str, sp.Expr], numbers: Mapping[sp.Symbol, sp.Expr]
) -> Model | None:
    """The finite model that values by name describe, if all hypotheses hold in it and it is large enough."""
    setting = general.setting
    least = general.attained_at.sizes
    sizes = {i: int(named.get(f"size({i})", -1)) for i in setting.indices}
    if any(sizes[i] < n for i, n in least.items()):
        return None
    shape = Model(setting, sizes, {})
    cells = [
        (family, tuple(place[i] for i in indices))
        for family, indices in setting.families.items()
        for place in shape.places(frozenset(indices))
    ]
    values = {cell: named.get(cell_symbol(cell).name) for cell in cells}
    values |= {(symbol, ()): value for symbol, value in numbers.items()}
    exact = {c: Fraction(int(v.p), int(v.q)) for c, v in values.items() if isinstance(v, sp.Rational)}
    if any(cell not in exact for cell in cells):
        return None
    model = Model(setting, sizes, exact)
    return model if all(map(model.holds, setting.hypotheses)) else None


def _as_point(model: NamedModel) -> dict[sp.Symbol, sp.Expr]:
    """A named model as a witness."""
    sizes = {sp.Symbol(f"size({index})"): sp.Integer(size) for index, size in model.sizes.items()}
    return {**sizes, **{cell_symbol(cell): sp.Rational(value) for cell, value in model.values.items()}}
