"""Section 5 of Kazan & Reiter (2024) in full: the table, and what the text says of it, judged.

Closed forms come from the caller; digits, signs and comparisons from exact and ball arithmetic.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.durham_rows import (
    CountCase,
    DurhamRow,
    Reading,
    counts_near_target,
    durham_row,
)
from derivations.kazan_reiter_2024.number_row import (
    ENCLOSURE_DIGITS,
    Budget,
    ClosedForm,
    NumberRow,
    Verdict,
    cached_budget,
    enclosure_text,
    exact,
    greater,
    rounded_text,
    smallest,
)
from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.theory.symbols import RELATIVE_RISK_BOUND, parameter
from verify.enclosure import UncertifiedError, sign
from verify.language.note import NOTHING, Formula, Note, equation, joined, point

_r, _a, _m = RELATIVE_RISK_BOUND, parameter("a"), parameter("m")
"""The constants of a profile, and the steps of noise that carry a rate across the target."""

_HALF = sp.Eq(_a, sp.Rational(1, 2), evaluate=False)


@dataclass(frozen=True)
class SentenceReading:
    """The sentence on 10 % and the deviation of 0.25, judged under one reading.

    Parameters
    ----------
    reading : Reading
        The reading.
    steps : Fraction
        The m of P(K >= m) for the deviation 0.25.
    probability : sympy.Expr
        Exact switching probability under the most aggressive profile (r = 5, a = 1/2).
    below, at_most : tuple of (Fraction, Fraction)
        The (r, a) of the grid whose probability is < 10 %, and <= 10 %.
    verdict : {"holds", "refuted"}
        Whether the most aggressive profile, and no other, is below 10 %.
    verdict_at_most : {"holds", "refuted"}
        The same for "at most 10 %".
    """

    reading: Reading
    steps: Fraction
    probability: sp.Expr
    below: tuple[tuple[Fraction, Fraction], ...]
    at_most: tuple[tuple[Fraction, Fraction], ...]
    verdict: Verdict
    verdict_at_most: Verdict


@dataclass(frozen=True)
class DurhamExample:
    """Section 5 recomputed.

    Parameters
    ----------
    rows : tuple of DurhamRow
        The grid r = 1.2, 2, 5 by a = 0, 0.1, 0.25, 0.5.
    limits : tuple of DurhamRow
        For each r, what (17) itself gives as a -> 0: at q = 1 alone the budget is log(r), twice that of the
        constant profile over all p and q, which the paper takes for a = 0.
    counts : tuple of CountCase
        The whole counts next to the target.
    readings : tuple of SentenceReading
        The sentence on 10 % under each reading.
    statements : tuple of NumberRow
        The printed statements with their verdicts.
    """

    rows: tuple[DurhamRow, ...]
    limits: tuple[DurhamRow, ...]
    counts: tuple[CountCase, ...]
    readings: tuple[SentenceReading, ...]
    statements: tuple[NumberRow, ...]

    def as_rows(self) -> tuple[tuple[str, ...], ...]:
        """Plain text: r, a, eps, RMSE, reading, the switching probabilities (%) by deviation, note."""
        return tuple(
            (
                str(row.risk_bound),
                str(row.absolute_risk),
                row.epsilon_text,
                row.rmse_text,
                str(reading),
                *(row.switch(reading, deviation).percent for deviation in printed.DURHAM_DEVIATIONS),
                row.note,
            )
            for row in (*self.rows, *self.limits)
            for reading in Reading
        )


def durham_example(closed_form: ClosedForm) -> DurhamExample:
    """Section 5 of Kazan & Reiter (2024) in full.

    Parameters
    ----------
    closed_form : callable
        As for `recompute`; the rows "constant", "fixed-q" and "box" are used.

    Notes
    -----
    A closed form that is not a finite positive number leaves no table, and the statements are refuted.

    Examples
    --------
    >>> def by_hand(row, parameters):
    ...     r, a = parameters["r"], parameters.get("a", 0)
    ...     return sp.log(r) / 2 if row == "constant" else sp.log((r - a) / (1 - a))  # "box" too, as p -> 0
    >>> example = durham_example(by_hand)
    >>> row = example.rows[-1]
    >>> row.risk_bound, row.absolute_risk, row.epsilon_text, row.rmse_text
    (Fraction(5, 1), Fraction(1, 2), '2.20', '0.53')
    >>> row.switch(Reading.NEAREST, Fraction(1, 4)).probability
    1/10
    """
    budget = cached_budget(closed_form)
    grid = [(r, a) for r in printed.DURHAM_RISK_BOUNDS for a in printed.DURHAM_ABSOLUTE_RISKS]
    budgets = {(r, a): budget(printed.durham_profile(r, a)) for r, a in grid}
    counts = counts_near_target()
    try:
        rows = tuple(durham_row(r, a, printed.durham_profile(r, a), budgets[r, a]) for r, a in grid)
        limits = _limits(budget)
        readings = tuple(_sentence(reading, rows) for reading in Reading)
        statements = (_rmse_row(rows), _deviation_row(rows), _sentence_row(rows, readings))
    except DomainError as error:
        return DurhamExample((), (), counts, (), _unjudged_statements("refuted", Note(error)))
    except (UncertifiedError, UndecidedError) as error:
        return DurhamExample((), (), counts, (), _unjudged_statements("open", Note(error)))
    return DurhamExample(rows, limits, counts, readings, statements)


def _limits(budget: Budget) -> tuple[DurhamRow, ...]:
    """(17) for a -> 0, where r* = r at q = 1 alone: the row "box" with that edge as its box."""
    edges = [(r, printed.inclusion_edge(r)) for r in printed.DURHAM_RISK_BOUNDS]
    return tuple(durham_row(r, Fraction(0), None, budget(edge)) for r, edge in edges)


def _sentence(reading: Reading, rows: tuple[DurhamRow, ...]) -> SentenceReading:
    smallest = printed.DURHAM_DEVIATIONS[0]
    goal = exact(printed.DURHAM_GOAL)
    below, at_most = [], []
    for row in rows:
        gap = sign(row.switch(reading, smallest).probability - goal)
        if gap < 0:
            below.append((row.risk_bound, row.absolute_risk))
        if gap <= 0:
            at_most.append((row.risk_bound, row.absolute_risk))
    only = [(rows[-1].risk_bound, rows[-1].absolute_risk)]
    switch = rows[-1].switch(reading, smallest)
    return SentenceReading(
        reading,
        switch.steps,
        switch.probability,
        tuple(below),
        tuple(at_most),
        "holds" if below == only else "refuted",
        "holds" if at_most == only else "refuted",
    )


RMSE = (
    "text:5/rmse-decreases",
    Note("larger r or larger a means a smaller RMSE, over the grid of Section 5"),
    "decrease",
)
DEVIATION = (
    "text:5/largest-deviation",
    Note("the deviation 0.25 has the largest probability of a switch"),
    "largest",
)
_REST = ", and no other, has a probability of a switch below 10 %"
SENTENCE = (
    "text:5/below-10-percent",
    Note("for the deviation 0.25, ", equation(_r, sp.Integer(5)), " with ", Formula("a = 0.5", _HALF), _REST),
    "below 10%",
)
"""The statements: where each is printed, what it says, and the words that are judged."""


def _unjudged_statements(verdict: Verdict, note: Note) -> tuple[NumberRow, ...]:
    """The statements where no table could be made: undefined (counts as false), or open."""
    recomputed = "undefined" if verdict == "refuted" else ""
    return tuple(NumberRow(*texts, recomputed, "", verdict, note) for texts in (RMSE, DEVIATION, SENTENCE))


def _rmse_row(rows: tuple[DurhamRow, ...]) -> NumberRow:
    by_parameters = {(row.risk_bound, row.absolute_risk): row for row in rows}
    steps = [
        (before, after)
        for before in by_parameters
        for after in by_parameters
        if before != after and before[0] <= after[0] and before[1] <= after[1]
    ]
    failing = [
        f"{before} -> {after}"
        for before, after in steps
        if not greater(by_parameters[before].rmse, by_parameters[after].rmse)
    ]
    ratios = [by_parameters[before].rmse / by_parameters[after].rmse for before, after in steps]
    return NumberRow(
        *RMSE,
        f"{len(steps) - len(failing)} of {len(steps)} ordered pairs decrease",
        f"smallest ratio: {smallest(ratios).text(ENCLOSURE_DIGITS)}",
        "refuted" if failing else "holds",
        Note(f"fails for {'; '.join(failing)}")
        if failing
        else Note(equation(_a, sp.Integer(0)), " is the constant profile"),
    )


def _deviation_row(rows: tuple[DurhamRow, ...]) -> NumberRow:
    first, *others = printed.DURHAM_DEVIATIONS
    ratios, failing = [], []
    for row in rows:
        for reading in Reading:
            largest = row.switch(reading, first).probability
            for deviation in others:
                other = row.switch(reading, deviation).probability
                ratios.append(largest / other)
                if not greater(largest, other):
                    where = _profile(row.risk_bound, row.absolute_risk)
                    failing.append(Note(where, f", {deviation} ({reading})"))
    return NumberRow(
        *DEVIATION,
        f"{len(ratios) - len(failing)} of {len(ratios)} comparisons (three readings)",
        f"smallest ratio: {smallest(ratios).text(ENCLOSURE_DIGITS)}",
        "refuted" if failing else "holds",
        Note("fails for ", joined("; ", failing)) if failing else NOTHING,
    )


def _sentence_row(rows: tuple[DurhamRow, ...], readings: tuple[SentenceReading, ...]) -> NumberRow:
    """The sentence judged over every whole number of steps m >= 1.

    P(K >= m) decreases in m, so two readings decide all: m = 1, and m = 2, where whatever other profile is
    below 10 % stays there for larger m.
    """
    by_reading = {reading.reading: reading for reading in readings}
    one_step, two_steps = by_reading[Reading.NEAREST], by_reading[Reading.STRICT]
    most_aggressive = rows[-1]
    others = [row for row in rows if (row.risk_bound, row.absolute_risk) in two_steps.below]
    witness = next((row for row in others if row is not most_aggressive), None)
    notes = [_sentence_note(reading) for reading in readings]
    verdict: Verdict
    if "holds" in (one_step.verdict, two_steps.verdict):
        verdict = "holds"
    elif witness is not None:
        verdict = "refuted"
        probability = witness.switch(Reading.STRICT, printed.DURHAM_DEVIATIONS[0]).probability
        small, large = equation(_m, sp.Integer(1)), _m >= 2
        where = _profile(witness.risk_bound, witness.absolute_risk)
        above = Note("no whole number of steps makes it true: ", small, " as above; for ", large)
        notes.append(Note(above, ", ", where, " has at most ", probability, " as well"))
    else:
        verdict = "open"
    return NumberRow(
        *SENTENCE,
        ", ".join(f"{rounded_text(100 * r.probability, 2)[0]}% ({r.reading})" for r in readings),
        ", ".join(enclosure_text(reading.probability) for reading in readings),
        verdict,
        joined("; ", notes),
    )


def _sentence_note(reading: SentenceReading) -> Note:
    steps = Note(f"{reading.reading} (", equation(_m, exact(reading.steps)), "): ")
    value = Note(steps, f"{reading.verdict}, probability ", reading.probability)
    if reading.reading is Reading.INTERPOLATED:
        value = Note(value, " (no probability of integer noise)")
    profiles = joined(", ", (Note("(", _profile(r, a), ")") for r, a in reading.below)) or "no profile"
    verb = _as_verb(reading.verdict_at_most)
    return Note(value, "; below 10 %: ", profiles, f"; as 'at most 10 %' it {verb}")


def _profile(risk_bound: Fraction, absolute_risk: Fraction) -> Note:
    return point({_r: exact(risk_bound), _a: exact(absolute_risk)})


def _as_verb(verdict: Verdict) -> str:
    return "holds" if verdict == "holds" else "does not hold"
