"""Rules by which statements about sums over any index set follow from those about one generic term.

Each rule's docstring carries its proof, for sums that converge absolutely. Over finite sets all do; over
countable ones `verify.probability.derivation` lets a rule be used where `verify.probability.convergence`
shows it of the premises' sums, the conclusion's, and those that the rule `forms`. What a rule needs of the
generic term, and of the sums as numbers, is put as an implication to the prover. A premise that speaks of
the elements of an index set is used for a goal that does not vary with it only where the set is shown not to
be empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

import sympy as sp
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.evidence import Evidence, Outcome, sufficient
from verify.language.implication import Hints, Implication
from verify.language.note import NOTHING, Note, joined, point
from verify.probability.weighted_sum import Quotient, Setting, Total, divisors, unused_prefix, with_names
from verify.prover.prover import Prover

NO_HINTS = Hints()


class RuleNotApplicableError(VerifyError, ValueError):
    """The conclusion does not have the form that the rule yields."""


class Rule(Protocol):
    """A way to a conclusion."""

    def examine(
        self, setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
    ) -> Evidence:
        """Evidence that the conclusion follows from the premises; open where not all it needs is proved."""

    def forms(self, conclusion: sp.Basic) -> tuple[Total, ...]:
        """Sums that the rule speaks of, besides those of premises and conclusion."""


@dataclass(frozen=True)
class Algebra:
    """The sums, taken as numbers, obey the conclusion.

    Proof: fix the index sets, the families and a value for each index of the conclusion. Every sum is then
    one real number, and linearity and distributivity (`Setting.normal`) express it by others. The premises
    hold for these values (those with further indices for any element of a set that is not empty), so a true
    implication between real numbers gives the conclusion. Total probability and Bayes' theorem are such
    implications: sum w*t = sum w*t*s + sum w*t*(1 - s).

    Parameters
    ----------
    hints : Hints
        For the search of the proof.

    Examples
    --------
    >>> from sympy.abc import s, t, w, z
    >>> setting = Setting({w: (z,), s: (z,), t: (z,)}, events=(s, t))
    >>> whole, inside, outside = (Total(w * t * part, z) for part in (1, s, 1 - s))
    >>> print(Algebra().examine(setting, (), sp.Eq(whole, inside + outside), Prover()).grade)
    exact
    """

    hints: Hints = field(default_factory=Hints)

    def examine(
        self, setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
    ) -> Evidence:
        """Evidence that the conclusion follows from the premises; see `Rule`."""
        setting.check(conclusion)
        parts = [
            follows(setting, premises, conclusion, setting.free_indices(conclusion), prover, self.hints),
            *_defined(setting, premises, conclusion, prover),
        ]
        return sufficient(Note(conclusion), parts, "algebra on the sums")

    def forms(self, conclusion: sp.Basic) -> tuple[Total, ...]:
        """None; see `Rule`."""
        return ()


@dataclass(frozen=True)
class Termwise:
    """`Total(a, z) R Total(b, z)` as the generic terms obey a R b; either side may be 0, a sum of zeros.

    Proof for <=: sum b - sum a is the sum of the b_z - a_z >= 0; for = likewise. For <: in addition
    one b_z - a_z is positive, which is so at every z if the set is not empty and a < b throughout; or, if a
    family m with sum m > 0 is named, at some z with m_z > 0 (there is one: if all m_z <= 0, their sum is
    <= 0), provided that m > 0 implies a < b.

    Parameters
    ----------
    where : Expr or None
        For <: the generic term m, whose sum over the same indices the premises show to be positive.
    hints : Hints
        For the search of the proof about the generic term.

    Examples
    --------
    >>> from sympy.abc import v, w, z
    >>> setting = Setting({w: (z,), v: (z,)})
    >>> given = (w >= 0, v > 1, Total(w, z) > 0)
    >>> strictly = Total(w, z) < Total(w * v, z)
    >>> Termwise(where=w).examine(setting, given, strictly, Prover()).proved
    True
    >>> Termwise().examine(setting, given, strictly, Prover()).proved
    False
    """

    where: sp.Expr | None = None
    hints: Hints = field(default_factory=Hints)

    def examine(
        self, setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
    ) -> Evidence:
        """Evidence that the conclusion follows from the premises; see `Rule`.

        Raises
        ------
        RuleNotApplicableError
            If the conclusion does not compare two sums over the same indices (or one with 0).
        """
        setting.check(conclusion)
        left, right, indices = _two_sums(conclusion)
        varying = setting.free_indices(left) | setting.free_indices(right) | indices
        extra = frozenset() if self.where is None else setting.free_indices(self.where) - varying
        if extra:
            said = Note(self.where, " varies with ", _listed(extra), ", ", conclusion, " does not")
            raise RuleNotApplicableError(said)
        strict = isinstance(conclusion, (sp.Lt, sp.Gt))
        parts = list(_defined(setting, premises, conclusion, prover))
        if strict and self.where is not None:
            weaker = (sp.Le if isinstance(conclusion, sp.Lt) else sp.Ge)(left, right, evaluate=False)
            parts.append(follows(setting, premises, weaker, varying, prover, self.hints))
            here = sp.Gt(self.where, 0, evaluate=False)
            term = conclusion.func(left, right, evaluate=False)
            parts.append(follows(setting, (here, *premises), term, varying, prover, self.hints))
            somewhere = sp.Gt(Total(self.where, *indices), 0, evaluate=False)
            parts.append(Algebra().examine(setting, premises, somewhere, prover))
        else:
            term = conclusion.func(left, right, evaluate=False)
            parts.append(follows(setting, premises, term, varying, prover, self.hints))
            if strict:
                parts += [not_empty(setting, index, premises, prover) for index in sorted(indices, key=str)]
        return sufficient(Note(conclusion), parts, "term by term")

    def forms(self, conclusion: sp.Basic) -> tuple[Total, ...]:
        """The sum of the family that is positive somewhere; see `Rule`."""
        return () if self.where is None else (Total(self.where, *_two_sums(conclusion)[2]),)


@dataclass(frozen=True)
class TermBelowTotal:
    """`a <= Total(a, z)` at each z, because no term is negative.

    Proof: the sum less the term at z is a sum of the other terms, each >= 0.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> setting = Setting({w: (z,)})
    >>> TermBelowTotal().examine(setting, (w >= 0,), w <= Total(w, z), Prover()).proved
    True
    """

    hints: Hints = field(default_factory=Hints)

    def examine(
        self, setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
    ) -> Evidence:
        """Evidence that the conclusion follows from the premises; see `Rule`.

        Raises
        ------
        RuleNotApplicableError
            If the conclusion is not of the form `a <= Total(a, ...)`.
        """
        setting.check(conclusion)
        if not isinstance(conclusion, (sp.Le, sp.Ge)):
            raise RuleNotApplicableError(Note("expected a term not above a sum, found ", conclusion))
        term, total = (conclusion.lts, conclusion.gts)
        if not isinstance(total, Total) or total.summand != term:
            raise RuleNotApplicableError(Note("expected the sum of the terms ", term, ", found ", total))
        constant = set(total.indices) - setting.free_indices(term)
        if constant:
            raise RuleNotApplicableError(
                Note(term, " does not vary with ", _listed(constant), ", whose set may be empty")
            )
        varying = setting.free_indices(term)
        parts = [
            follows(setting, premises, sp.Ge(term, 0, evaluate=False), varying, prover, self.hints),
            *_defined(setting, premises, conclusion, prover),
        ]
        return sufficient(Note(conclusion), parts, "a term is not above a sum of terms that are not negative")

    def forms(self, conclusion: sp.Basic) -> tuple[Total, ...]:
        """None; see `Rule`."""
        return ()


def follows(
    setting: Setting,
    premises: Iterable[sp.Basic],
    goal: sp.Basic,
    varying: frozenset[sp.Symbol],
    prover: Prover,
    hints: Hints = NO_HINTS,
) -> Evidence:
    """Evidence that premises imply a goal for every value of the varying indices, with sums as numbers.

    Premises that vary with another index are left out unless its set is shown not to be empty.
    """
    stated = tuple(premises)
    usable: list[sp.Basic] = []
    sets: dict[sp.Symbol, Evidence] = {}
    for premise in stated:
        further = setting.free_indices(premise) - varying
        for index in further - set(sets):
            sets[index] = not_empty(setting, index, stated, prover)
        if all(sets[index].proved for index in further):
            usable.append(premise)
    implication, meaning = implied(setting, usable, goal, hints)
    evidence = prover.prove(implication)
    used = [sets[i] for i in sorted(sets, key=str) if sets[i].proved]
    statement = Note(implication, meaning)
    if evidence.proved:
        return sufficient(statement, (evidence, *used), evidence.method) if used else evidence
    left_out = [p for p in stated if p not in usable]
    note = Note(evidence.note, "; fails at ", evidence.witness) if evidence.refuted else evidence.note
    if left_out:
        note = Note(note, "; not used, as an index set may be empty: ", joined(", ", left_out))
    return Evidence(
        statement, Outcome.OPEN, None, "not implied for the generic term", parts=(evidence,), note=note
    )


def not_empty(setting: Setting, index: sp.Symbol, premises: Iterable[sp.Basic], prover: Prover) -> Evidence:
    """Evidence that an index set has an element: the premises fail with 0 for every sum over it.

    Proof: a sum over the empty set is 0, so premises that no number of any index limits would hold with 0.
    """
    closed = [p for p in premises if not setting.free_indices(p)]
    about = [p for p in closed if any(index in t.indices for t in _totals(setting.normal(p)))]
    statement = Note("the index set of ", index, " is not empty")
    if not about:
        return Evidence(statement, Outcome.OPEN, None, "no premise on a sum over it")
    names: dict[sp.Expr, sp.Symbol] = {}
    prefix = unused_prefix(about)
    numbers = [with_names(as_numbers(setting, p), names, prefix) for p in about]
    empty = {name: sp.Integer(0) for total, name in names.items() if index in total.indices}
    implication = Implication(tuple(_replaced(p, empty) for p in numbers), sp.false)
    evidence = prover.prove(implication)
    if not evidence.proved:
        note = Note("the premises allow the empty set")
        return Evidence(statement, Outcome.OPEN, None, "not shown", note=note)
    return sufficient(statement, (evidence,), "with the empty set the premises fail")


def implied(
    setting: Setting, premises: Iterable[sp.Basic], goal: sp.Basic, hints: Hints = NO_HINTS
) -> tuple[Implication, Note]:
    """The implication between numbers, and what the names of its sums mean."""
    informative = [p for p in premises if p != sp.true]
    names: dict[sp.Expr, sp.Symbol] = {}
    prefix = unused_prefix([*informative, goal])
    wanted = with_names(as_numbers(setting, goal), names, prefix)
    fixed = _concerned(wanted, [with_names(as_numbers(setting, p), names, prefix) for p in informative])
    occurring = frozenset().union(*(part.free_symbols for part in (wanted, *fixed)))
    meaning = point({name: total for total, name in names.items() if name in occurring})
    return Implication(fixed, wanted, hints), Note(", where ", meaning) if meaning else NOTHING


def as_numbers(setting: Setting, statement: sp.Basic) -> sp.Basic:
    """An equivalent statement with all sums normal; divisors lost on the way are kept as conditions."""
    if isinstance(statement, (sp.And, sp.Or)):
        parts = [as_numbers(setting, part) for part in statement.args]
        return statement.func(*parts, evaluate=False)
    if not isinstance(statement, Relational) or not statement.has(Total, Quotient):
        return statement
    normal = setting.normal(statement)
    remaining = {d for d, within in divisors(normal) if not within}
    lost = [setting.normal(d) for d, within in divisors(statement) if not within]
    conditions = [sp.Ne(d, 0, evaluate=False) for d in dict.fromkeys(lost) if d not in remaining]
    return sp.And(normal, *conditions, evaluate=False) if conditions else normal


def _defined(
    setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
) -> Iterable[Evidence]:
    """That nothing by which a term of a sum is divided is 0."""
    for divisor in dict.fromkeys(d for d, within in divisors(conclusion) if within):
        nonzero = sp.Ne(divisor, 0, evaluate=False)
        yield follows(setting, premises, nonzero, setting.free_indices(divisor), prover)


def _two_sums(conclusion: sp.Basic) -> tuple[sp.Expr, sp.Expr, frozenset[sp.Symbol]]:
    """The two generic terms and the indices over which they are summed."""
    sides = conclusion.args if isinstance(conclusion, (sp.Le, sp.Ge, sp.Lt, sp.Gt, sp.Eq)) else ()
    sums = [side for side in sides if isinstance(side, Total)]
    if not sums or any(side != 0 for side in sides if side not in sums) or len({t.indices for t in sums}) > 1:
        raise RuleNotApplicableError(
            Note(
                "expected <=, >=, <, > or = between two sums over the same indices (or 0), found ", conclusion
            )
        )
    left, right = (side.summand if isinstance(side, Total) else side for side in sides)
    return left, right, frozenset(sums[0].indices)


def _totals(expression: sp.Basic) -> set[Total]:
    return set(expression.atoms(Total))


def _replaced(statement: sp.Basic, values: dict[sp.Symbol, sp.Expr]) -> sp.Basic:
    if isinstance(statement, (sp.And, sp.Or)):
        return statement.func(*(_replaced(part, values) for part in statement.args), evaluate=False)
    if not isinstance(statement, Relational):
        return statement
    sides = [side.xreplace(values) for side in statement.args]
    if all(side.is_Rational for side in sides):
        return statement.func(*sides)  # numbers, which SymPy compares exactly
    return statement.func(*sides, evaluate=False)


def _concerned(goal: sp.Basic, premises: list[sp.Basic]) -> tuple[sp.Basic, ...]:
    """The premises that are linked with the goal by symbols; the others only make the search longer."""
    linked = set(goal.free_symbols)
    while True:
        wider = linked.union(*(p.free_symbols for p in premises if p.free_symbols & linked))
        if wider == linked:
            return tuple(p for p in premises if p.free_symbols & linked or not p.free_symbols)
        linked = wider


def _listed(indices: Iterable[sp.Symbol]) -> Note:
    return joined(", ", sorted(indices, key=str))
