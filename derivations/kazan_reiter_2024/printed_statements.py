"""Printed closed forms and printed numbers as statements that bring their own evidence.

The judges are `symbolic_eps.closed_form_table.printed_cell` and `printed_numbers`; the closed forms against
which they judge are derived from the risk profile, never from what is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import sympy as sp

from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS, derivation_evidence, derived
from derivations.kazan_reiter.notation import p, q, root_budget
from derivations.kazan_reiter.profiles import PROFILES
from derivations.kazan_reiter_2024.number_row import NumberRow, exact
from derivations.kazan_reiter_2024.numbers import (
    COMPARISONS,
    MINIMA,
    NUMBERS,
    Printed,
    PrintedComparison,
    PrintedMinimum,
    PrintedNumber,
    Quantity,
)
from derivations.kazan_reiter_2024.printed_numbers import recompute, recomputed_one
from symbolic_eps.answers import stored_closed_form
from symbolic_eps.closed_form_table.budget_formula import (
    DEVIATION,
    EPSILON,
    NO_NOISE,
    budget_text,
    given_profile,
    rounds_to,
)
from symbolic_eps.closed_form_table.printed_cell import Agreement, PrintedCell, compare, first_failure
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import parameter
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.as_printed import eq
from verify.language.condition import conditions_of
from verify.language.note import NOTHING, Note, joined
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover


@dataclass(frozen=True)
class PrintedBranch:
    """`the recommended budget of the profile is epsilon`, for all parameters of the domain.

    Parameters
    ----------
    row : str
        The row of the closed-form table whose profile is meant.
    cell : PrintedCell
        The printed condition and formula.

    Examples
    --------
    >>> from derivations.kazan_reiter_2024.table3 import ROWS
    >>> statement = PrintedBranch("constant", ROWS[0].printed[0])
    >>> statement.text
    'the recommended budget for r* = r is log(r)/2'
    >>> statement.examine(statement.domain, Prover()).proved
    True
    """

    row: str
    cell: PrintedCell

    @property
    def text(self) -> Note:
        """The statement, rendered from what is examined."""
        return budget_text(PROFILES[self.row], self.cell.epsilon)

    @property
    def formula(self) -> sp.Basic:
        """The statement as a formula."""
        return given_profile(PROFILES[self.row], eq(EPSILON, self.cell.epsilon))

    @property
    def domain(self) -> tuple[sp.Basic, ...]:
        """The profile's assumptions on its parameters, and the printed condition."""
        region = tuple(c.relational for c in PROFILES[self.row].parameter_region)
        return (*region, *(() if self.cell.condition is sp.true else (self.cell.condition,)))

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by comparison with every derived branch that the domain meets.

        Parameters
        ----------
        domain : tuple of Boolean
            `self.domain`, with further hypotheses if any.
        prover : Prover
            Decides.

        Raises
        ------
        ValueError
            If the domain lacks a part of `self.domain`.
        """
        own = self.domain
        lacking = [h for h in own if h not in domain]
        if lacking:
            raise ValueError(f"{self.cell.locator}: the domain should include {lacking[0]}")
        further = tuple(h for h in domain if h not in own)
        try:
            closed_form = derived(self.row)
        except UndecidedError as error:
            return Evidence(self.text, Outcome.OPEN, None, "not derived", note=Note(error))
        answers = stored_closed_form.load(self.row, CLOSED_FORMS).answers
        both = KnownAnswers(
            {**answers.certificates, **prover.known_answers.certificates},
            {**answers.points, **prover.known_answers.points},
            answers.unsearched | prover.known_answers.unsearched,
        )
        solver = CertifyingSolver(known_answers=both, prover=replace(prover, known_answers=both, answers={}))
        cell = replace(self.cell, condition=sp.And(self.cell.condition, *further)) if further else self.cell
        region = (*closed_form.profile.parameter_region, *conditions_of(cell.condition))
        if not solver.satisfiable(region, f"{cell.locator} applies to some parameters"):
            note = Note("no parameters satisfy it")
            return Evidence(self.text, Outcome.OPEN, None, "empty domain", note=note)
        failure = first_failure(cell, closed_form, solver) if prover.any_point else None
        if failure is None:
            outcome = compare(cell, closed_form, solver)
            failure = None if outcome.verdict is Agreement.HOLDS else outcome.witness or {}
        prover.answers.update(solver.found)
        if failure is not None:
            note = Note("the formula is undefined, or not the recommended budget")
            method = "comparison with the derived branches"
            return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, method, failure, note=note)
        used = [evidence for evidence in solver.found.values() if evidence.proved]
        parts = [derivation_evidence(self.row), *used]
        return combined(self.text, parts, "equal to the derived branches on every overlap")


_ITEMS: tuple[Printed, ...] = (*NUMBERS, *COMPARISONS, *MINIMA)
_BY_LOCATOR: Mapping[str, Printed] = {item.locator: item for item in _ITEMS}


def _wording(item: Printed) -> Note:
    match item:
        case PrintedNumber():
            return Note(f"{item.quantity}: ", item.profile, f" is {item.printed}, as rounded")
        case PrintedComparison():
            return item.statement
        case PrintedMinimum():
            return Note(item.statement, ": ", item.profile)


def _formula(item: Printed) -> sp.Basic | None:
    """As a formula; none where it compares many budgets or names r* itself, which its words say best."""
    if isinstance(item, PrintedComparison):
        return None
    if isinstance(item, PrintedNumber) and item.quantity is Quantity.RISK_BOUND:
        return None
    profile = PROFILES[item.profile.row]
    values = {parameter(name): exact(value) for name, value in item.profile.parameters}
    if isinstance(item, PrintedNumber):
        return given_profile(profile, _number(item), values)
    point = {p: exact(item.prior_inclusion), q: exact(item.prior_value)}
    needed = root_budget(1 / exact(item.bound)).subs(point)
    return given_profile(profile, eq(EPSILON, needed), values)


def _number(item: PrintedNumber) -> sp.Basic:
    rounded = {
        Quantity.EPSILON: EPSILON,
        Quantity.STANDARD_DEVIATION: DEVIATION,
        Quantity.EXACT_PROBABILITY: 100 * NO_NOISE,
        Quantity.MINIMISING_VALUE: q,
    }
    if item.quantity in rounded:
        return rounds_to(rounded[item.quantity], item.printed.rstrip("%"))
    return eq(EPSILON, sp.log(sp.Rational(item.printed.removeprefix("log(").removesuffix(")"))))


def _rows(item: Printed) -> tuple[str, ...]:
    """The rows of the closed-form table on which the item rests."""
    match item:
        case PrintedComparison():
            return tuple(dict.fromkeys(profile.row for pair in item.pairs for profile in pair))
        case _:
            return (item.profile.row,)


@dataclass(frozen=True)
class PrintedValue:
    """A printed number, or a statement about numbers, that is recomputed.

    Parameters
    ----------
    locator : str
        Its locator in `derivations.kazan_reiter_2024.numbers`.
    wording : Note
        For the statements of Section 5's example, which have no item there: what is stated.
    item : PrintedNumber, PrintedComparison, PrintedMinimum or None
        What is stated; by default the item at this locator.

    Raises
    ------
    ValueError
        Without a wording, for a locator that has no item.

    Examples
    --------
    >>> PrintedValue("text:D.1/eps").text
    'recommended eps: box (r = 4/3, p0 = 1/4, p1 = 1/4, q0 = 1, q1 = 1) is 0.41, as rounded'
    """

    locator: str
    wording: Note = NOTHING
    item: Printed | None = None

    def __post_init__(self) -> None:
        if bool(self.wording) == (self.locator in _BY_LOCATOR):
            raise ValueError(
                f"{self.locator}: a wording is for what has no item among the numbers, and only that"
            )
        if self.item is None:
            object.__setattr__(self, "item", _BY_LOCATOR.get(self.locator))

    @property
    def text(self) -> Note:
        """The statement, rendered from the data that is recomputed."""
        return self.wording if self.item is None else _wording(self.item)

    @property
    def formula(self) -> sp.Basic | None:
        """The statement as a formula; none for what is stated in words."""
        return None if self.item is None else _formula(self.item)

    @property
    def figure(self) -> object:
        """Profile, parameters, quantity and digits of a number: what is printed, however it is judged."""
        item = self.item
        if not isinstance(item, PrintedNumber):
            return self.wording, item
        values = {parameter(name): exact(value) for name, value in item.profile.parameters}
        return item.profile.row, values, str(item.quantity), item.printed

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence from the exact closed form and certified rounding; the statement has no parameters.

        Raises
        ------
        ValueError
            If hypotheses are given.
        """
        if domain:
            raise ValueError(f"{self.locator}: a statement about numbers has no hypotheses, not {domain[0]}")
        item = self.item
        try:
            if item is None or item == _BY_LOCATOR[self.locator]:
                row = recomputed()[self.locator]
            else:
                row = recomputed_one(item, _closed_form())
        except UndecidedError as error:
            return Evidence(self.text, Outcome.OPEN, None, "not derived", note=Note(error))
        found = joined("; ", filter(None, (Note("recomputed: ", row.recomputed), row.note)))
        method = "exact closed form, digits and signs by ball arithmetic"
        if row.verdict == "refuted":
            return Evidence(self.text, Outcome.REFUTED, Grade.ENCLOSED, method, {}, note=found)
        if row.verdict != "holds":
            return Evidence(self.text, Outcome.OPEN, None, method, note=found)
        rows = ("constant", "fixed-q", "box") if self.item is None else _rows(self.item)
        value = Evidence(self.text, Outcome.PROVED, Grade.ENCLOSED, method, note=found)
        return combined(self.text, [value, *map(derivation_evidence, rows)], method)


@cache
def recomputed() -> Mapping[str, NumberRow]:
    """Every printed number and statement about numbers, recomputed, by locator."""
    return {row.locator: row for row in recompute(_closed_form())}


def _closed_form() -> Callable[[str, Mapping[str, sp.Rational]], sp.Expr]:
    def value(identifier: str, parameters: Mapping[str, sp.Rational]) -> sp.Expr:
        return exact_epsilon(derived(identifier), {parameter(name): v for name, v in parameters.items()})

    return value
