"""Statements for every function that obeys axioms, over numbers and over finite index sets.

The values at the points that occur are named: what is left is a statement on real numbers and families, in
which a name stands for any number that the axioms allow. A statement follows if it holds for all values of
the names that obey instances of the axioms (`verify.functions.instances`), or, if it is linear in the
values of one function, for its extreme functions (`verify.functions.concrete`). It is false if it fails for
one function that the axioms are proved for; the witness names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

import sympy as sp

from verify.calculus.linear_program import is_linear
from verify.evidence import Evidence, Grade, Outcome, combined, sufficient, weakest
from verify.functions.concrete import Concrete, extreme_functions, listed_functions, refuse_kink
from verify.functions.instances import Mixture, mixtures, points_of
from verify.functions.unspecified import UnspecifiedFunction, Value, in_terms_of, rewritten, values_in
from verify.language.definedness import definedness
from verify.language.implication import Hints, Implication
from verify.language.note import Note, joined
from verify.probability.derivation import Derivation, Step
from verify.probability.named_model import NamedModel
from verify.probability.refutation import LARGEST_SIZE, KnownPoints, find_model, has_model, refutation
from verify.probability.rules import Algebra, RuleNotApplicableError, Termwise, follows
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.method import Cost
from verify.prover.prover import Prover

NUMBERS = Setting({})
"""No families: the statement is about real numbers."""


@dataclass(frozen=True)
class ForEveryFunction:
    """A comparison for every function with given axioms, all numbers and all index sets of a setting.

    Parameters
    ----------
    functions : tuple of UnspecifiedFunction
        Whose values the goal may hold.
    goal : Boolean
        What is stated; false where a point is undefined, or outside of its function's domain.
    setting : Setting
        Families and hypotheses on them, free of values; none by default.
    given : tuple of Boolean
        Hypotheses that hold values.
    mixtures : tuple of Mixture
        Hints: points as mixtures of others. Without one they are sought, over numbers only.
    steps : tuple of Step
        Hints: the chain from the mixtures to the goal, its premises by default all that is known; where it
        ends in something else, the goal is to follow from that by algebra.
    hints : Hints
        For the search of a proof over numbers.
    models : tuple of NamedModel
        Hints: counterexamples that are tried first, of any size.

    Raises
    ------
    ValueError
        For a value of no function named here, or within another, two of one name, or a symbol called `kink`.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> from verify.functions.unspecified import SUBLINEAR
    >>> psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
    >>> true = ForEveryFunction((psi,), sp.Le(psi(x, y), x * psi(1, 0) + y * psi(0, 1)))
    >>> print(true.examine((x >= 0, y >= 0), Prover()).grade)
    exact
    >>> false = ForEveryFunction((psi,), sp.Ge(psi(x, y), x * psi(1, 0) + y * psi(0, 1)))
    >>> false.examine((x >= 0, y >= 0), Prover()).witness[sp.Symbol("psi(x, y)")]
    Max(x, kink*y)
    """

    functions: tuple[UnspecifiedFunction, ...]
    goal: sp.Basic
    setting: Setting = NUMBERS
    given: tuple[sp.Basic, ...] = ()
    mixtures: tuple[Mixture, ...] = ()
    steps: tuple[Step, ...] = ()
    hints: Hints = field(default_factory=Hints)
    models: tuple[NamedModel, ...] = ()

    def __post_init__(self) -> None:
        arguments = {f.name: f.arguments for f in self.functions}
        names = ", ".join(f.name for f in self.functions)
        if len(arguments) < len(self.functions):
            raise ValueError(f"two functions of one name: {names}")
        for value in values_in(self._about):
            known = len(value.point) == len(arguments.get(value.name, ()))
            if not known or any(part.has(Value) for part in value.point):
                raise ValueError(f"{value} is no value of {names or 'a function'} at a point")
        refuse_kink((*self._about, *self.setting.hypotheses, *chain(*arguments.values())))

    @property
    def _about(self) -> tuple[sp.Basic, ...]:
        return (self.goal, *self.given, *(s.conclusion for s in self.steps))

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        stated = Implication((*self.setting.hypotheses, *self.given), self.goal)
        sets = joined(", ", self.setting.indices)
        over = Note(f" and all {self.setting.supports} index sets of ", sets) if self.setting.indices else ""
        return Note("for every ", joined(", ", (f.note for f in self.functions)), over, ": ", stated)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.goal, *self.given, *self.setting.hypotheses)
        return frozenset().union(*(p.free_symbols for p in parts)) - set(self.setting.indices)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it by mixtures or extreme functions, against it by a function and a point or model."""
        refuse_kink(domain)
        points = sp.Tuple(*(part for value in values_in((self.goal, *self.given)) for part in value.point))
        facts = self.setting.facts(domain, (self.goal, points))
        outside = self._outside(facts, prover)
        if outside is not None and outside.refuted:
            return outside
        parts = [] if outside is None else [outside]
        if self.mixtures or self.steps:  # whoever names a proof most likely has one
            named = self._proof(parts, facts, prover)
            return named if named.proved else self._refuted(facts, prover, LARGEST_SIZE) or named
        near = self._refuted(facts, prover, 1 if self.setting.families else LARGEST_SIZE)
        if near is not None:
            return near
        evidence = self._proof(parts, facts, prover)
        if evidence.proved or not self.setting.families:
            return evidence
        return self._refuted(facts, prover, LARGEST_SIZE) or evidence

    def _proof(self, parts: list[Evidence], facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        if self._extreme is not None:
            return sufficient(self.text, [*parts, *self._for_extreme(facts, prover)], "extreme functions")
        met = self._met(facts, prover)
        return sufficient(
            self.text, [*parts, met, *self._by_mixtures(facts, prover)], "instances of the axioms"
        )

    # --- where values are defined ---------------------------------------------------------------------------

    @cached_property
    def _by_name(self) -> Mapping[str, UnspecifiedFunction]:
        return {f.name: f for f in self.functions}

    def _outside(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """That all points of the goal lie in the domains; refuted where one does not."""
        inside = self._domain((self.goal,))
        if not self.setting.families:
            inside = (*inside, *definedness(self.goal))
        if not inside:
            return None
        every = sp.And(*inside, evaluate=False) if len(inside) > 1 else inside[0]
        if not self.setting.families:
            return combined(
                self.text, [prover.decide(Implication(facts, c)) for c in inside], "values are defined"
            )
        shown = [self._shown(facts, c, prover) for c in inside]
        evidence = sufficient(Note("the values are defined"), shown, "values are defined")
        model = None if evidence.proved else find_model(self.setting, facts, every)
        return evidence if model is None else refutation(self.text, model, every)

    def _shown(self, facts: tuple[sp.Basic, ...], condition: sp.Basic, prover: Prover) -> Evidence:
        """A condition for every value of its indices; that of a sum term by term, if it does not follow."""
        evidence = follows(self.setting, facts, condition, self.setting.free_indices(condition), prover)
        if evidence.proved or not isinstance(condition.lhs, Total):
            return evidence
        try:
            return Termwise().examine(self.setting, facts, condition, prover)
        except RuleNotApplicableError:
            return evidence

    def _domain(self, statements: Iterable[sp.Basic]) -> tuple[sp.Basic, ...]:
        found = (c for v in values_in(statements) for c in self._by_name[v.name].domain(v.point))
        return tuple(dict.fromkeys(c for c in found if not c.lhs.is_number or not c.lhs >= 0))

    @property
    def _given(self) -> tuple[sp.Basic, ...]:
        """What is given, and that it is defined: a hypothesis is false where it is not."""
        divisors = () if self.setting.families else tuple(c for g in self.given for c in definedness(g))
        return (*self._domain(self.given), *divisors, *self.given)

    # --- against it -----------------------------------------------------------------------------------------

    @property
    def _candidates(self) -> tuple[Concrete, ...]:
        """The functions that are tried; with several unspecified ones none are."""
        if not self.functions:
            return (Concrete((), sp.Integer(0)),)
        if len(self.functions) > 1:
            return ()
        (function,) = self.functions
        extreme = extreme_functions(function)
        if self._extreme is not None:
            return (Concrete(function.arguments, sp.Integer(0)), *self._extreme)
        if extreme is not None and self.setting.families:
            return extreme
        listed = (*(extreme or ()), *listed_functions(function))
        return tuple(c for c in listed if not (self.setting.families and c.formula.has(sp.Piecewise)))

    def _met(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """That some function obeys the axioms and what is given of it, with some numbers or a finite model.

        The function 0 obeys all axioms.
        """
        zero = (Concrete((), sp.Integer(0)),)
        statement = Note("the hypotheses can be met")
        for concrete in (self._candidates or zero) if self.given else zero:
            given = (*facts, *concrete.conditions, *(rewritten(g, concrete.at) for g in self._given))
            if self.setting.families:
                known = KnownPoints(prover.known_answers.points, prover.answers)
                found = has_model(self.setting, given, known)
            else:
                found = prover.decide_inhabited(given)
            if found.proved and (not self.given or concrete.obeys(self.functions[0], prover).proved):
                return replace(found, statement=Note(statement, ", by ", concrete.formula))
        return Evidence(statement, Outcome.OPEN, None, "no function found")

    def _refuted(self, facts: tuple[sp.Basic, ...], prover: Prover, largest: int) -> Evidence | None:
        """A refutation by one of the functions and a point, or a model with sets of at most that size."""
        arguments = self.functions[0].arguments if self.functions else ()
        named = (
            self._against(Concrete(arguments, m.formula or sp.Integer(0)), facts, prover, largest, m)
            for m in self.models
        )
        tried = (self._against(concrete, facts, prover, largest) for concrete in self._candidates)
        return next((found for found in chain(named, tried) if found is not None), None)

    def _against(
        self,
        concrete: Concrete,
        facts: tuple[sp.Basic, ...],
        prover: Prover,
        largest: int,
        named: NamedModel | None = None,
    ) -> Evidence | None:
        """A refutation by one function; None where it gives none."""
        *given, goal = (rewritten(part, concrete.at) for part in (*self._given, self.goal))
        hypotheses = (*facts, *concrete.conditions, *given)
        if self.setting.families:
            known = KnownPoints(prover.known_answers.points, prover.answers)
            model = (
                find_model(self.setting, hypotheses, goal, largest, known)
                if named is None
                else named.failing(self.setting, hypotheses, goal)
            )
            failing = None if model is None else refutation(self.text, model, goal)
        else:
            implication = Implication(hypotheses, goal)
            little = tuple(m for m in prover.methods if m.cost <= Cost.MOMENT)
            found = replace(prover, methods=little, answers={}).decide(implication)
            failing = prover.decide(implication) if found.refuted else None
        if failing is None or not self.functions:
            return failing
        (function,) = self.functions
        if not (axioms := concrete.obeys(function, prover)).proved:
            return None
        shown = sp.Symbol(str(function(*function.arguments)))
        return Evidence(
            self.text,
            Outcome.REFUTED,
            weakest((failing, axioms)),
            "a function that obeys the axioms",
            {**(failing.witness or {}), shown: concrete.formula},
            parts=(failing, axioms),
            note=Note("with ", shown, " = ", concrete.formula, ": ", failing.note or Note(goal, " fails")),
        )

    # --- for it ---------------------------------------------------------------------------------------------

    @cached_property
    def _extreme(self) -> tuple[Concrete, ...] | None:
        """The extreme functions, where they decide the statement."""
        decided = len(self.functions) == 1 and not (self.given or self.setting.families or self.mixtures)
        return extreme_functions(self.functions[0]) if decided and self._linear is not None else None

    @cached_property
    def _linear(self) -> tuple[sp.Expr, sp.Expr] | None:
        """The difference of the sides, and what of it is free of values, for a goal linear in them."""
        if not isinstance(self.goal, (sp.Le, sp.Ge, sp.Lt, sp.Gt, sp.Eq)):
            return None
        names = {v: sp.Dummy() for v in values_in((self.goal,))}
        difference = self.goal.lhs - self.goal.rhs
        named = rewritten(difference, names.__getitem__)
        if not is_linear(named, tuple(names.values())):
            return None
        return difference, named.xreplace(dict.fromkeys(names.values(), sp.Integer(0)))

    def _for_extreme(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the goal holds for the function 0, and its linear part for each extreme function."""
        if self._linear is None or self._extreme is None:
            raise ValueError("the goal is not linear in the values")
        difference, rest = self._linear
        weak = {sp.Lt: sp.Le, sp.Gt: sp.Ge}.get(self.goal.func, self.goal.func)
        yield prover.decide(Implication(facts, self.goal.func(rest, 0, evaluate=False)))
        for concrete in self._extreme:
            goal = weak(rewritten(difference, concrete.at) - rest, 0, evaluate=False)
            yield prover.decide(Implication((*facts, *concrete.conditions), goal, self.hints))

    def _by_mixtures(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """The conditions of mixtures, and the goal from their conclusions."""
        used: list[sp.Basic] = []
        for mixture in self.mixtures:
            shown = self._holding(mixture, facts, prover)
            yield shown
            used.append(mixture.conclusion)
        if not self.mixtures:
            for mixture in self._sought:
                shown = self._holding(mixture, facts, prover)
                if shown.proved:
                    yield shown
                    used.append(mixture.conclusion)
        names: dict[Value, sp.Symbol] = {}
        known = (*facts, *self._given, *used)
        named = _Names(names, {s.name for part in (*known, *self._about) for s in part.free_symbols})
        if self.setting.families:
            yield from self._through_sums(known, named, prover)
            return
        found = prover.decide(Implication(tuple(map(named, known)), named(self.goal), self.hints))
        yield _implied(found, names)

    @property
    def _sought(self) -> Iterator[Mixture]:
        if self.setting.families:
            return
        for name, points in points_of(values_in((self.goal, *self.given))).items():
            yield from mixtures(self._by_name[name], points)

    def _holding(self, mixture: Mixture, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """That a mixture's conditions hold, and its values are defined."""
        statement = Note(mixture.conclusion, ", as ", mixture.function.name, " is ", mixture.function.note)
        if mixture.function not in self.functions:
            raise ValueError(f"a mixture for {mixture.function.note}, which the statement is not about")
        if mixture.over and self.setting.supports is not Supports.FINITE:
            note = Note("mixtures over infinite sets are not used: say Supports.FINITE")
            return Evidence(statement, Outcome.OPEN, None, "mixture", note=note)
        conditions = (*self._domain((mixture.conclusion,)), *mixture.conditions)
        parts = [self._shown(facts, c, prover) for c in conditions]
        return sufficient(statement, parts, "axioms")

    def _through_sums(self, known: tuple[sp.Basic, ...], named: _Names, prover: Prover) -> Iterator[Evidence]:
        """The chain of steps on the families and the named values."""
        met = Evidence(Note("the hypotheses can be met"), Outcome.PROVED, Grade.EXACT, "shown beside")
        goal = named(self.goal)
        hypotheses = tuple(map(named, known))
        steps = tuple(
            Step(named(s.conclusion), s.rule, None if s.using is None else tuple(map(named, s.using)))
            for s in self.steps
        )
        if steps and steps[-1].conclusion != goal:
            steps = (*steps, Step(goal))
        setting = self._with_values(named.names)
        named_setting = replace(setting, hypotheses=hypotheses)
        for way in [steps] if steps else [(Step(goal, Termwise()),), (Step(goal, Algebra()),)]:
            evidence = Derivation(named_setting, goal, way).by_chain((), prover, met)
            if evidence.proved:
                break
        yield _implied(evidence, named.names)

    def _with_values(self, names: Mapping[Value, sp.Symbol]) -> Setting:
        """The setting with a family for each value that varies, free of hypotheses."""
        varying = {
            name: tuple(sorted(self.setting.free_indices(sp.Tuple(*value.point)), key=str))
            for value, name in names.items()
        }
        families = {**self.setting.families, **{n: indices for n, indices in varying.items() if indices}}
        return replace(self.setting, families=families, hypotheses=())


class _Names:
    """Gives each value a name."""

    def __init__(self, names: dict[Value, sp.Symbol], taken: set[str]) -> None:
        self.names = names
        self.joint = "_at_"
        while any(self.joint in name for name in taken):
            self.joint += "_"

    def __call__(self, statement: sp.Basic) -> sp.Basic:
        return rewritten(statement, self._name)

    def _name(self, value: Value) -> sp.Symbol:
        return self.names.setdefault(value, sp.Symbol(f"{value.name}{self.joint}{len(self.names) + 1}"))


def _implied(evidence: Evidence, names: Mapping[Value, sp.Symbol]) -> Evidence:
    """Evidence on named values; where it is not a proof, nothing is shown of the values themselves."""
    statement = Note(evidence.statement, ", where ", in_terms_of(names))
    if evidence.proved:
        return replace(evidence, statement=statement)
    note = Note("not implied by these instances; ", evidence.note or evidence.method)
    return Evidence(statement, Outcome.OPEN, None, "instances of the axioms", parts=(evidence,), note=note)
