"""Chains of steps from hypotheses on families and sums to a conclusion, for all index sets at once.

A step may use the hypotheses and the conclusions of earlier steps, nothing else; a chain is a proof if all
its steps are. Where index sets may be infinite, a step may use and show only what has its sums converge. What
a chain does not prove may be true or false: then a finite counterexample is sought.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp

from verify.evidence import Evidence, Outcome, sufficient
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.probability.convergence import Convergence
from verify.probability.infinite_sets import allows_infinite_sets
from verify.probability.model import Model
from verify.probability.model_search import small_models, suggested_model
from verify.probability.named_model import NamedModel, named_among
from verify.probability.refutation import KnownPoints, find_model, has_model, model_at_hand, refutation
from verify.probability.rules import Algebra, Rule, RuleNotApplicableError
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover

MOST_VALUES = 26
"""Of models that are drawn: seven families on three elements, say."""


@dataclass(frozen=True)
class Step:
    """One step of a derivation.

    Parameters
    ----------
    conclusion : Boolean
        What the step shows, for every value of the indices that it varies with.
    rule : Rule
        How.
    using : tuple of Boolean or None
        The premises: hypotheses, or conclusions of earlier steps; None for all of these.
    """

    conclusion: sp.Basic
    rule: Rule = field(default_factory=Algebra)
    using: tuple[sp.Basic, ...] | None = None


@dataclass(frozen=True)
class Derivation:
    """A goal with a chain of steps that ends in it.

    Parameters
    ----------
    setting : Setting
        The families and what is assumed of them.
    goal : Boolean
        What is stated, for every value of the indices that it varies with and all index sets of the setting.
    steps : tuple of Step
        The chain.
    models : tuple of NamedModel
        Models that are tried first, where one of the hypotheses is sought or one in which the goal fails.

    Raises
    ------
    ValueError
        If the chain does not end in the goal.

    Examples
    --------
    >>> from sympy.abc import s, w, z
    >>> from verify.probability.rules import Termwise
    >>> from verify.probability.weighted_sum import Total
    >>> setting = Setting({w: (z,), s: (z,)}, (w >= 0, sp.Eq(Total(w, z), 1)), events=(s,))
    >>> part = Total(s * w, z)
    >>> chain = (Step(part <= Total(w, z), Termwise()), Step(part <= 1))
    >>> evidence = Derivation(setting, part <= 1, chain).examine((), Prover())
    >>> evidence.outcome.value, str(evidence.grade)
    ('proved', 'exact')
    """

    setting: Setting
    goal: sp.Basic
    steps: tuple[Step, ...]
    models: tuple[NamedModel, ...] = ()

    def __post_init__(self) -> None:
        for step in self.steps:
            self.setting.check(step.conclusion)
        if not self.steps or _key(self.steps[-1].conclusion) != _key(self.goal):
            last = self.steps[-1].conclusion if self.steps else "nothing"
            raise ValueError(f"the chain ends in {last}; it should end in {self.goal}")

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        return statement_text(self.setting, self.goal)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the goal by the chain, or against it by a finite model.

        Parameters
        ----------
        domain : tuple of Boolean
            Further hypotheses.
        prover : Prover
            Decides the implications about generic terms and about sums.
        """
        hypotheses = self.setting.facts(domain, (self.goal,))
        known = KnownPoints(prover.known_answers.points, prover.answers)
        first = self._first(hypotheses, known)
        if first is None and prover.suggested:
            first = suggested_model(self.setting, hypotheses, self.goal, prover.suggested, known)
        if first is not None:
            return refutation(self.text, first, self.goal)
        evidence = self.by_chain(domain, prover, known=known)
        if evidence.proved:
            return evidence
        if prover.any_point:  # sooner told, and less simple
            model = self._drawn(hypotheses) or find_model(self.setting, hypotheses, self.goal, known=known)
        else:
            model = find_model(self.setting, hypotheses, self.goal, known=known) or self._drawn(hypotheses)
        return evidence if model is None else refutation(self.text, model, self.goal)

    def _drawn(self, hypotheses: tuple[sp.Basic, ...]) -> Model | None:
        """A counterexample with more values than the solvers take, among models that are drawn."""
        parts = (*hypotheses, self.goal)
        symbols = frozenset[sp.Symbol]().union(*(p.free_symbols for p in parts)) - set(self.setting.indices)
        models = small_models(self.setting, hypotheses, symbols, most_cells=MOST_VALUES)
        try:
            return next((model for model in models if not model.holds(self.goal)), None)
        except TypeError:  # a part of the statement has no exact value
            return None

    def _first(self, hypotheses: tuple[sp.Basic, ...], known: KnownPoints) -> Model | None:
        """A counterexample that is named, at hand, or small."""
        if self.models:
            return named_among(self.models, self.setting, hypotheses, self.goal)
        # With answers at hand, a false statement most likely has its model among them.
        if known.known_answers:
            return model_at_hand(self.setting, hypotheses, self.goal, known)
        return find_model(self.setting, hypotheses, self.goal, largest=1, known=known)

    def by_chain(
        self,
        domain: tuple[sp.Basic, ...],
        prover: Prover,
        some_model: Evidence | None = None,
        known: KnownPoints | None = None,
    ) -> Evidence:
        """Evidence for the goal by the chain alone, or none: no counterexample is sought.

        In a trial a model of the hypotheses is sought only where the chain holds.

        Parameters
        ----------
        domain, prover
            As for `examine`.
        some_model : Evidence, optional
            That the hypotheses have a model; found by default.
        known : KnownPoints, optional
            Models found before.
        """
        hypotheses, method = self.setting.facts(domain, (self.goal,)), "chain of steps"
        countable = self.setting.supports is Supports.COUNTABLE
        sums = Convergence(self.setting, hypotheses, prover) if countable else None
        steps = self._chain(hypotheses, prover, sums)
        if prover.any_point and not all(step.proved for step in steps):
            return sufficient(self.text, steps, method)
        some = some_model or has_model(self.setting, hypotheses, known, self.models)
        if sums is not None:
            converging = (e for e in sums.asked.values() if e.proved)
            steps = [*converging, *steps]
            some = allows_infinite_sets(self.setting, hypotheses, some)
        return sufficient(self.text, [some, *steps], method)

    def _chain(
        self, hypotheses: tuple[sp.Basic, ...], prover: Prover, sums: Convergence | None = None
    ) -> list[Evidence]:
        known: dict[sp.Basic, sp.Basic] = {_key(fact): fact for fact in hypotheses}
        unproved: set[sp.Basic] = set()
        shown: list[Evidence] = []
        for step in self.steps:
            using = step.using
            if using is None:
                using = tuple(p for p in known.values() if sums is None or not sums.missing(p))
            evidence = self._step(step, using, known, prover, sums)
            doubtful = [p for p in using if _key(p) in unproved]
            if doubtful:
                note = Note("uses what is not proved: ", doubtful[0])
                evidence = Evidence(Note(step.conclusion), Outcome.OPEN, None, evidence.method, note=note)
            shown.append(evidence)
            known.setdefault(_key(step.conclusion), step.conclusion)
            if not evidence.proved and _key(step.conclusion) not in map(_key, hypotheses):
                unproved.add(_key(step.conclusion))
        return shown

    def _step(
        self,
        step: Step,
        using: tuple[sp.Basic, ...],
        known: Mapping[sp.Basic, sp.Basic],
        prover: Prover,
        sums: Convergence | None,
    ) -> Evidence:
        strange = [p for p in using if _key(p) not in known]
        if strange:
            note = Note("neither a hypothesis nor shown before: ", strange[0])
            return Evidence(Note(step.conclusion), Outcome.OPEN, None, "premise not at hand", note=note)
        try:
            infinite = () if sums is None else _infinite(sums, step, using)
            if infinite:
                note = Note("may not converge over infinite sets: ", joined(", ", infinite))
                return Evidence(Note(step.conclusion), Outcome.OPEN, None, "sums not shown", note=note)
            return step.rule.examine(self.setting, using, step.conclusion, prover)
        except RuleNotApplicableError as error:
            note = Note(error)
            return Evidence(Note(step.conclusion), Outcome.OPEN, None, "rule not applicable", note=note)


def statement_text(setting: Setting, goal: sp.Basic | Note) -> Note:
    """A goal, a formula or words, with its families and hypotheses, as text.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> from verify.probability.weighted_sum import Total
    >>> statement_text(Setting({w: (z,)}, (w >= 0,)), Total(w, z) >= 0)
    'for all countable index sets of z, families w[z]: (w >= 0) imply Total(w, z) >= 0'
    """
    families = ", ".join(
        f"{symbol}[{','.join(map(str, indices))}]{' in {0, 1}' * (symbol in setting.events)}"
        for symbol, indices in sorted(setting.families.items(), key=lambda item: str(item[0]))
    )
    sets = joined(", ", setting.indices)
    stated = Implication(setting.hypotheses, goal) if isinstance(goal, sp.Basic) else _worded(setting, goal)
    return Note(f"for all {setting.supports} index sets of ", sets, f", families {families}: ", stated)


def _worded(setting: Setting, goal: Note) -> Note:
    given = setting.hypotheses
    return Note("(", joined(") and (", given), ") imply that ", goal) if given else goal


def _infinite(sums: Convergence, step: Step, using: tuple[sp.Basic, ...]) -> tuple[Total, ...]:
    """The sums that a step speaks of and that are not shown to converge."""
    formed = (sp.Ge(total, 0, evaluate=False) for total in step.rule.forms(step.conclusion))
    missing = (t for statement in (step.conclusion, *formed, *using) for t in sums.missing(statement))
    return tuple(dict.fromkeys(missing))


def _key(statement: sp.Basic) -> sp.Basic:
    """The statement with the smaller side of a comparison on the right, so that a < b and b > a are one."""
    if isinstance(statement, (sp.Lt, sp.Le)):
        return (sp.Gt if isinstance(statement, sp.Lt) else sp.Ge)(
            statement.rhs, statement.lhs, evaluate=False
        )
    return statement
