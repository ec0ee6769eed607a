"""Statements on sums and ratios of sums that prove themselves: each finds its chain of steps.

Mediants, weighted means and ratios of conditional probabilities lie between the bounds of their terms, for
every countable support on which they are defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sympy as sp

from verify.evidence import Evidence
from verify.language.note import Note
from verify.probability.derivation import Derivation, Step, statement_text
from verify.probability.rules import Algebra, RuleNotApplicableError, Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class TermwiseSum:
    """A comparison between two sums over the same indices, by comparison of their terms.

    Parameters
    ----------
    setting : Setting
        The families and what is assumed of them.
    goal : Boolean
        `Total(a, z) <= Total(b, z)`, or with another relation; one side may be 0.

    Examples
    --------
    >>> from sympy.abc import v, w, z
    >>> setting = Setting({w: (z,), v: (z,)}, (w >= 0, v >= 0, v <= 1, sp.Eq(Total(w, z), 1)))
    >>> TermwiseSum(setting, Total(w * v, z) <= Total(w, z)).examine((), Prover()).proved
    True
    >>> TermwiseSum(setting, Total(w * v, z) >= Total(w, z)).examine((), Prover()).refuted
    True
    """

    setting: Setting
    goal: sp.Basic

    def __post_init__(self) -> None:
        self.setting.check(self.goal)

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        return statement_text(self.setting, self.goal)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the goal term by term, or against it by a finite model."""
        facts = self.setting.facts(domain, (self.goal,))
        rules = [Termwise()]
        if isinstance(self.goal, (sp.Lt, sp.Gt)):
            indices = {t.indices for t in (self.goal.lhs, self.goal.rhs) if isinstance(t, Total)}
            rules += [Termwise(t.summand) for t in known_sums(self.setting, facts) if t.indices in indices]
        chosen = next((r for r in rules if self._proves(r, facts, prover)), rules[0])
        return Derivation(self.setting, self.goal, (Step(self.goal, chosen),)).examine(domain, prover)

    def _proves(self, rule: Termwise, facts: tuple[sp.Basic, ...], prover: Prover) -> bool:
        try:
            return rule.examine(self.setting, facts, self.goal, prover).proved
        except RuleNotApplicableError:
            return False  # the derivation says so once more, with the reason


@dataclass(frozen=True)
class RatioBetween:
    """`lower <= Total(v, z) / Total(u, z) <= upper`, as lower*u <= v <= upper*u and the sum of u is positive.

    Proof: sum the termwise inequalities, and divide by the positive sum of u (the mediant inequality). The
    rules carry this out; where the sum of u can be 0, the ratio is undefined there and the statement false.

    Parameters
    ----------
    setting : Setting
        The families and what is assumed of them.
    numerator, denominator : Total
        Sums over the same indices.
    lower, upper : Expr or None
        The bounds, which do not vary with these indices; at least one.
    strict : bool
        Whether the bounds are not attained.

    Raises
    ------
    ValueError
        Without a bound, with sums over different indices, or with a bound that varies with them.

    Examples
    --------
    >>> from sympy.abc import f, g, x, z
    >>> given = (f >= x * g, x * f <= g, x > 0, Total(f, z) > 0, Total(g, z) > 0)
    >>> setting = Setting({f: (z,), g: (z,)}, given)
    >>> ratio = RatioBetween(setting, Total(f, z), Total(g, z), x, 1 / x)
    >>> ratio.goal
    (x <= (Total(f, z)/Total(g, z))) & ((Total(f, z)/Total(g, z)) <= 1/x)
    >>> print(ratio.examine((), Prover()).grade)
    exact
    """

    setting: Setting
    numerator: Total
    denominator: Total
    lower: sp.Expr | None = None
    upper: sp.Expr | None = None
    strict: bool = False

    def __post_init__(self) -> None:
        if self.lower is None and self.upper is None:
            raise ValueError("no bound given: name a lower or an upper one")
        if self.numerator.indices != self.denominator.indices:
            raise ValueError(f"sums over different indices: {self.numerator} and {self.denominator}")
        for bound in (self.lower, self.upper):
            if bound is not None and self.setting.free_indices(bound) & set(self.denominator.indices):
                raise ValueError(f"the bound {bound} varies with an index of {self.denominator}")
        self.setting.check(self.goal)

    @property
    def goal(self) -> sp.Basic:
        """The bounds, as one statement."""
        ratio = Quotient(self.numerator, self.denominator)
        return self._both(
            [] if self.lower is None else [self._below(self.lower, ratio)],
            [] if self.upper is None else [self._below(ratio, self.upper)],
        )

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        return statement_text(self.setting, self.goal)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for the bounds by the mediant inequality, or against them by a finite model."""
        return self.derivation(domain, prover).examine(domain, prover)

    def derivation(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Derivation:
        """The chain: the denominator is positive, the termwise bounds, their sums, the ratio."""
        facts = self.setting.facts(domain, (self.goal,))
        steps = [positive_sum(self.setting, self.denominator, facts, prover)]
        u, indices = self.denominator.summand, self.denominator.indices
        rule = Termwise(where=u) if self.strict else Termwise()
        termwise = tuple(f for f in facts if not f.has(Total))
        premises = (*termwise, steps[0].conclusion)
        if self.lower is not None:
            steps.append(Step(self._below(Total(self.lower * u, *indices), self.numerator), rule, premises))
        if self.upper is not None:
            steps.append(Step(self._below(self.numerator, Total(self.upper * u, *indices)), rule, premises))
        numbers = tuple(f for f in termwise if not self.setting.free_indices(f))
        steps.append(Step(self.goal, Algebra(), (*numbers, *(s.conclusion for s in steps))))
        return Derivation(self.setting, self.goal, tuple(steps))

    def _below(self, small: sp.Expr, large: sp.Expr) -> sp.Basic:
        return (sp.Lt if self.strict else sp.Le)(small, large, evaluate=False)

    @staticmethod
    def _both(*parts: list[sp.Basic]) -> sp.Basic:
        found = [p for part in parts for p in part]
        return found[0] if len(found) == 1 else sp.And(*found, evaluate=False)


def positive_sum(setting: Setting, total: Total, facts: Iterable[sp.Basic], prover: Prover) -> Step:
    """A step that shows a sum to be positive: from what is known of sums, or term by term.

    Where neither proves it, the step from what is known of sums is returned, which then stays open.

    Examples
    --------
    >>> from sympy.abc import g, w, z
    >>> setting = Setting({w: (z,), g: (z,)}, (w >= 0, g > 0, sp.Eq(Total(w, z), 1)))
    >>> positive_sum(setting, Total(g * w, z), setting.facts(), Prover()).rule.where
    w
    """
    given = tuple(facts)
    conclusion = sp.Gt(total, 0, evaluate=False)
    on_sums = tuple(f for f in given if f.has(Total))
    first = Step(conclusion, Algebra(), on_sums)
    rest = (
        Step(conclusion, Termwise(where=known.summand), given)
        for known in known_sums(setting, given)
        if known.indices == total.indices
    )
    attempts: Iterator[Step] = iter((first, Step(conclusion, Termwise(), given), *rest))
    for step in attempts:
        if step.rule.examine(setting, step.using or (), conclusion, prover).proved:
            return step
    return first


def known_sums(setting: Setting, facts: Iterable[sp.Basic]) -> list[Total]:
    """The sums that facts speak of, shortest first."""
    found = {total for fact in facts for total in fact.atoms(Total)}
    return sorted(found, key=lambda total: (len(str(total)), str(total)))
