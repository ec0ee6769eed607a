"""Statements on sums that hold values of written functions, such as x log(x/y): for all models of a setting.

Values, logarithms and powers are named: what is left is a statement on families and numbers, in which a name
stands for any number that the lemmas allow. A chain of steps leads from the lemmas to the goal. A statement
is false if it fails in one finite model, where all values are taken by definition (`certified_model`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

import sympy as sp
from sympy.core.relational import Relational

from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.functions.certified_model import CertifiedModel
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.lemmas import Ground, Jensen, Lemma, SupportLine
from verify.functions.unspecified import Value, values_in
from verify.language.definedness import definedness
from verify.language.implication import Implication
from verify.language.note import Note, joined, point
from verify.probability.derivation import Derivation, Step
from verify.probability.model_search import small_models
from verify.probability.named_model import NamedModel
from verify.probability.refutation import refutation
from verify.probability.rules import Rule, RuleNotApplicableError, TermBelowTotal, Termwise, follows
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class WithWrittenFunctions:
    """A comparison that holds values of written functions, for all numbers and models of a setting.

    Parameters
    ----------
    functions : tuple of EdgePerspective
        Whose values the goal may hold.
    goal : Boolean
        What is stated; false where a value, a logarithm or a power is undefined.
    setting : Setting
        Families and hypotheses on them, free of values; none by default.
    given : tuple of Boolean
        Hypotheses that hold values.
    lemmas : tuple of Lemma
        Hints: what is known of the values. Without one, support lines at 1 and mixtures over each sum.
    steps : tuple of Step
        Hints: the chain from the lemmas to the goal; where it ends in something else, the goal is to follow
        from that by algebra.
    models : tuple of NamedModel
        Hints: counterexamples that are tried first, of any size.

    Raises
    ------
    ValueError
        For a value of a function that is not named, or within another value.

    Examples
    --------
    >>> from sympy.abc import p, q, x, y, z
    >>> from verify.functions.named_convexity import NamedFunction, Shape
    >>> from verify.probability.supports import Supports
    >>> kl = EdgePerspective("kl", (x, y), NamedFunction(x, x * sp.log(x), at_lower=0), Shape.CONVEX)
    >>> laws = (p >= 0, q > 0, sp.Eq(Total(p, z), 1), sp.Eq(Total(q, z), 1))
    >>> setting = Setting({p: (z,), q: (z,)}, laws, supports=Supports.FINITE)
    >>> gibbs = WithWrittenFunctions((kl,), Total(kl(p, q), z) >= 0, setting)
    >>> print(gibbs.examine((), Prover()).grade)
    exact
    >>> WithWrittenFunctions((kl,), Total(kl(p, q), z) > 0, setting).examine((), Prover()).refuted
    True
    """

    functions: tuple[EdgePerspective, ...]
    goal: sp.Basic
    setting: Setting = field(default_factory=lambda: Setting({}))
    given: tuple[sp.Basic, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    steps: tuple[Step, ...] = ()
    models: tuple[NamedModel, ...] = ()

    def __post_init__(self) -> None:
        names = {f.name for f in self.functions}
        lemmas = (lemma.conclusion for lemma in self.lemmas)
        for value in values_in((self.goal, *self.given, *(s.conclusion for s in self.steps), *lemmas)):
            if value.name not in names or any(part.has(Value) for part in value.point):
                raise ValueError(
                    f"{value} is no value of {', '.join(sorted(names)) or 'a function'} at a point"
                )

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        stated = Implication((*self.setting.hypotheses, *self.given), self.goal)
        sets = joined(", ", self.setting.indices)
        over = (
            Note(f"for all {self.setting.supports} index sets of ", sets, ": ")
            if self.setting.indices
            else ""
        )
        meaning = joined("; ", (f.note for f in self.functions))
        return Note(over, stated, ", where ", meaning)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.goal, *self.given, *self.setting.hypotheses)
        symbols = frozenset[sp.Symbol]().union(*(f.free_symbols for f in self.functions))
        return symbols.union(*(p.free_symbols for p in parts)) - set(self.setting.indices)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it by the lemmas and the chain, or against it by a finite model."""
        points = sp.Tuple(*(part for value in values_in((self.goal, *self.given)) for part in value.point))
        facts = self.setting.facts(domain, (self.goal, points))
        named = (self._named(model) for model in self.models)
        if (against := self._failing(named, facts)) is not None:
            return against
        if self.lemmas or self.steps:  # whoever names a proof most likely has one
            evidence = self._proof(facts, prover)
            return evidence if evidence.proved else self._failing(self._drawn(facts), facts) or evidence
        return self._failing(self._drawn(facts), facts) or self._proof(facts, prover)

    # --- against it -----------------------------------------------------------------------------------------

    def _named(self, model: NamedModel) -> CertifiedModel:
        return CertifiedModel.named(self.setting, model, self.functions)

    def _drawn(self, facts: tuple[sp.Basic, ...]) -> Iterator[CertifiedModel]:
        symbols = self.free_symbols.union(*(f.free_symbols for f in facts)) - set(self.setting.indices)
        for model in small_models(self.setting, facts, symbols):
            yield CertifiedModel(self.setting, model.sizes, model.values, self.functions)

    def _failing(self, models: Iterator[CertifiedModel], facts: tuple[sp.Basic, ...]) -> Evidence | None:
        """A refutation by the first model in which the hypotheses hold, and the goal fails."""
        hypotheses = (*facts, *self.given)
        found = next((model for model in models if model.contradicts(hypotheses, self.goal)), None)
        return None if found is None else refutation(self.text, found, self.goal)

    # --- for it ---------------------------------------------------------------------------------------------

    def _proof(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        def shown(condition: sp.Basic) -> Evidence:
            return _shown(self.setting, wider, condition, prover)

        within = _below_sums(self.setting, facts, prover)
        wider = (*facts, *within)
        ground = Ground(self.setting, wider, self.functions, shown, prover)
        looked_at = [(lemma, lemma.examine(ground)) for lemma in self.lemmas or self._sought]
        lemmas = [lemma for lemma, evidence in looked_at if evidence.proved or self.lemmas]
        parts = [self._met(facts), *within.values(), *(e for _, e in looked_at if e.proved or self.lemmas)]
        parts += self._defined(ground, lemmas)
        known = (*wider, *self.given, *(lemma.conclusion for lemma in lemmas))
        parts.append(self._chain(known, prover))
        return sufficient(self.text, parts, "lemmas on values, and a chain of steps")

    def _met(self, facts: tuple[sp.Basic, ...]) -> Evidence:
        """That the hypotheses hold in some model."""
        statement = Note("some finite model satisfies the hypotheses")
        for model in chain(map(self._named, self.models), self._drawn(facts)):
            if model.contradicts((*facts, *self.given), sp.false):
                return Evidence(statement, Outcome.PROVED, Grade.EXACT, "a model", model.point)
        return Evidence(statement, Outcome.OPEN, None, "no model found")

    @property
    def _sought(self) -> Iterator[Lemma]:
        """Support lines at 1, and mixtures over each sum of values with weights."""
        by_name = {f.name: f for f in self.functions}
        parts = (self.goal, *(s.conclusion for s in self.steps))
        values = values_in(parts)
        yield from (SupportLine(by_name[v.name], v.point) for v in values if self.setting.free_indices(v))
        fixed = [v for v in values if not self.setting.free_indices(v)]
        for total in sorted(set().union(*(p.atoms(Total) for p in parts)), key=str):
            for value in values_in((total.summand,)):
                weight = sp.cancel(total.summand / value)
                if weight.has(Value):
                    continue
                own = tuple(Total(weight * part, *total.indices) for part in value.point)
                points = [own, *(v.point for v in fixed if v.name == value.name)]
                for place in dict.fromkeys(points):
                    yield Jensen(by_name[value.name], place, ((weight, value.point),), total.indices)

    def _defined(self, ground: Ground, lemmas: list[Lemma]) -> Iterator[Evidence]:
        """That all of which the goal is made has a value."""
        # A comparison that is assumed has values; one that is part of an alternative need not have any.
        assumed = (part for g in self.given for part in sp.And.make_args(g) if isinstance(part, Relational))
        known = {v for lemma in lemmas for v in lemma.defines} | set(values_in(assumed))
        for value in values_in((self.goal,)):
            if value not in known:
                yield from ground.defined(value)
        for atom in sorted(_atoms(self.goal), key=str):
            yield from map(ground.shown, definedness(atom))

    def _chain(self, known: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """The chain of steps on the families and the named values."""
        met = Evidence(Note("the hypotheses can be met"), Outcome.PROVED, Grade.EXACT, "shown beside")
        names = _Names(self.setting, self.functions, (*known, self.goal))
        hypotheses, goal = tuple(map(names, known)), names(self.goal)
        steps = tuple(
            Step(names(s.conclusion), s.rule, None if s.using is None else tuple(map(names, s.using)))
            for s in self.steps
        )
        if steps and steps[-1].conclusion != goal:
            steps = (*steps, Step(goal))
        families = {**self.setting.families, **names.families}
        setting = replace(self.setting, families=families, hypotheses=hypotheses)
        ways: list[tuple[Step, ...]] = [steps] if steps else [(Step(goal),), (Step(goal, Termwise()),)]
        if not steps and (bounds := _summed(setting, goal, prover)):
            ways.insert(0, (*bounds, Step(goal)))
        for way in ways:
            evidence = Derivation(setting, goal, way).by_chain((), prover, met)
            if evidence.proved:
                break
        meaning = point({name: part for part, name in names.names.items()})
        statement = Note(evidence.statement, ", where ", meaning)
        if evidence.proved:
            return replace(evidence, statement=statement)
        note = Note("not implied by these lemmas; ", evidence.note or evidence.method)
        return Evidence(statement, Outcome.OPEN, None, "lemmas on values", parts=(evidence,), note=note)


class _Names:
    """Gives each value, logarithm and power a name: a family where it varies with an index.

    A value at two numbers is what the definition says.
    """

    def __init__(
        self, setting: Setting, functions: tuple[EdgePerspective, ...], statements: tuple[sp.Basic, ...]
    ) -> None:
        self.setting, self.names = setting, dict[sp.Expr, sp.Symbol]()
        self.functions = {f.name: f for f in functions}
        taken = {s.name for part in statements for s in part.free_symbols}
        self.prefix = "value_"
        while any(name.startswith(self.prefix) for name in taken):
            self.prefix += "_"

    def __call__(self, part: sp.Basic) -> sp.Basic:
        if isinstance(part, Value) and all(x.is_Rational for x in part.point):
            x, y = part.point
            found = self.functions[part.name].value(x, y, (int(sp.sign(x)), int(sp.sign(y))))
            if found is not None:
                return self(found)
        if _is_named(part):
            return self.names.setdefault(part, sp.Symbol(f"{self.prefix}{len(self.names) + 1}"))
        if not part.args:
            return part
        parts = [self(inner) for inner in part.args]
        if isinstance(part, (Relational, sp.And, sp.Or)):
            return part.func(*parts, evaluate=False)
        return part.func(*parts)

    @property
    def families(self) -> dict[sp.Symbol, tuple[sp.Symbol, ...]]:
        """The names that vary, with their indices."""
        varying = {n: tuple(sorted(self.setting.free_indices(p), key=str)) for p, n in self.names.items()}
        return {name: indices for name, indices in varying.items() if indices}


def _is_named(part: sp.Basic) -> bool:
    return isinstance(part, (Value, sp.log)) or (isinstance(part, sp.Pow) and not part.exp.is_Integer)


def _atoms(part: sp.Basic) -> set[sp.Expr]:
    """The logarithms and powers that are named."""
    if _is_named(part):
        return set() if isinstance(part, Value) else {part}
    return set().union(*(_atoms(inner) for inner in part.args)) if part.args else set()


def _shown(setting: Setting, facts: tuple[sp.Basic, ...], condition: sp.Basic, prover: Prover) -> Evidence:
    """A condition for every value of its indices; that of a sum term by term, if it does not follow."""
    evidence = follows(setting, facts, condition, setting.free_indices(condition), prover)
    if evidence.proved or not condition.has(Total):
        return evidence
    termwise = _by_rule(Termwise(), setting, facts, condition, prover)
    return termwise if termwise.proved else evidence


def _by_rule(
    rule: Rule, setting: Setting, facts: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
) -> Evidence:
    """Evidence by a rule; open where it does not apply."""
    try:
        return rule.examine(setting, facts, conclusion, prover)
    except RuleNotApplicableError as error:
        return Evidence(Note(conclusion), Outcome.OPEN, None, "rule not applicable", note=Note(error))


def _below_sums(setting: Setting, facts: tuple[sp.Basic, ...], prover: Prover) -> dict[sp.Basic, Evidence]:
    """That each term of a sum which the facts speak of is not above it, if no term is negative."""
    totals = sorted(set().union(*(f.atoms(Total) for f in facts)), key=str)
    stated = ((t, sp.Le(t.summand, t, evaluate=False)) for t in totals if t.summand.is_Symbol)
    found = {
        c: TermBelowTotal().examine(setting, facts, c, prover)
        for t, c in stated
        if t.summand in setting.families
    }
    return {conclusion: evidence for conclusion, evidence in found.items() if evidence.proved}


def _summed(setting: Setting, goal: sp.Basic, prover: Prover) -> tuple[Step, ...]:
    """What follows for the sums of a goal from bounds of one factor of their terms, term by term."""
    bounds = [h for h in setting.hypotheses if isinstance(h, (sp.Ge, sp.Le)) and h.lhs.is_Symbol]
    found = []
    for total in sorted(goal.atoms(Total), key=str):
        for bound in bounds:
            if bound.lhs in sp.Mul.make_args(total.summand):
                term = total.summand / bound.lhs * bound.rhs
                conclusion = bound.func(total, Total(term, *total.indices), evaluate=False)
                if Termwise().examine(setting, setting.hypotheses, conclusion, prover).proved:
                    found.append(Step(conclusion, Termwise()))
    return tuple(found)
