"""Recomputes what Kazan & Reiter (2024) print as numbers, and judges each: Section 5, C.1 to C.3, D.1.

Closed forms come from the caller; digits, signs and comparisons from exact and ball arithmetic. Section 5 is
worked out in full: budgets, errors and the probability that the noise carries a rate across its target.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Literal

import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.numbers import Profile, Quantity
from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.mechanism import GeometricNoise, tail_probability
from symbolic_eps.symbols import DECAY
from verify.enclosure import Enclosure, RoundingTieError, UncertifiedError, enclose, enclose_to, rounded, sign

ClosedForm = Callable[[str, Mapping[str, sp.Rational]], sp.Expr]
"""From a row of the closed-form table and its parameters to the exact recommended eps."""

Budget = Callable[[Profile], sp.Expr]
"""From a profile with numbers to its exact recommended eps."""

Verdict = Literal["holds", "refuted", "cited", "open"]

ENCLOSURE_DIGITS = 12


@dataclass(frozen=True)
class NumberRow:
    """One printed number or statement beside what it is when recomputed.

    Parameters
    ----------
    locator : str
        Where it is printed.
    quantity : str
        What it is, with its profile.
    printed : str
        The printed text.
    recomputed : str
        The value with certified rounding to the printed number of digits.
    enclosure : str
        The value to about 12 digits, as an interval or an exact decimal.
    verdict : {"holds", "refuted", "cited", "open"}
        The judgement; "open" where the arithmetic could not decide.
    note : str
        What a reader should know besides; may be empty.
    """

    locator: str
    quantity: str
    printed: str
    recomputed: str
    enclosure: str
    verdict: Verdict
    note: str = ""


def as_rows(rows: tuple[NumberRow, ...]) -> tuple[tuple[str, ...], ...]:
    """The rows as plain text: locator, quantity, printed, recomputed, enclosure, verdict, note.

    Examples
    --------
    >>> as_rows((NumberRow("tab:1/1.x", "x", "0.3", "0.3", "[0.33, 0.34]", "holds"),))
    (('tab:1/1.x', 'x', '0.3', '0.3', '[0.33, 0.34]', 'holds', ''),)
    """
    return tuple(
        (row.locator, row.quantity, row.printed, row.recomputed, row.enclosure, row.verdict, row.note)
        for row in rows
    )


def recompute(closed_form: ClosedForm) -> tuple[NumberRow, ...]:
    """Recompute every printed number and decide every printed comparison.

    Parameters
    ----------
    closed_form : callable
        Takes a row id ("constant", "fixed-q", "fixed-p", "two-dimensional", "box") and exact parameters,
        and returns the recommended eps as an exact SymPy number.

    Returns
    -------
    tuple of NumberRow
        In the order of `derivations.kazan_reiter_2024.numbers`.

    Notes
    -----
    Source: Kazan & Reiter 2024, Section 5, Tables 4 and 5, C.1 to C.3, D.1.

    Examples
    --------
    >>> rows = recompute(lambda row, parameters: sp.log(parameters["r"]) / 2)  # right for "constant" only
    >>> {row.locator: row.verdict for row in rows}["text:C.2/constant-0.55"]
    'holds'
    >>> {row.locator: row.verdict for row in rows}["tab:4/1.eps"]
    'refuted'
    """
    budget = _budget(closed_form)
    durham = durham_example(closed_form)
    return (
        *(_number_row(number, budget) for number in printed.NUMBERS),
        *(_comparison_row(comparison, budget) for comparison in printed.COMPARISONS),
        *durham.statements,
        *(_minimum_row(minimum, budget) for minimum in printed.MINIMA),
        *(
            NumberRow(cited.locator, cited.what, cited.printed, "", "", "cited", _cited_note(cited))
            for cited in printed.CITED
        ),
    )


def _budget(closed_form: ClosedForm) -> Budget:
    @cache
    def budget(profile: Profile) -> sp.Expr:
        return closed_form(profile.row, {name: _exact(value) for name, value in profile.parameters})

    return budget


def _exact(value: Fraction | int) -> sp.Rational:
    fraction = Fraction(value)
    return sp.Rational(fraction.numerator, fraction.denominator)


def _finite(epsilon: sp.Expr) -> sp.Expr:
    """The budget itself; DomainError unless it is a finite number > 0, which a comparison needs."""
    if GeometricNoise.for_budget(epsilon).epsilon is sp.oo:
        raise DomainError("eps = oo where a finite budget is compared with others")
    return epsilon


def _greater(left: sp.Expr, right: sp.Expr) -> bool:
    return sign(left - right) > 0


def _round_text(value: sp.Expr, decimals: int, unit: str = "") -> tuple[str, ...]:
    """The certified rounding; both candidates where the value is an exact tie."""
    try:
        return (rounded(value, decimals) + unit,)
    except RoundingTieError as tie:
        return (tie.half_even + unit, tie.half_up + unit)


def _enclosure_text(value: sp.Expr) -> str:
    if value == 0:
        return "0"
    return enclose_to(value, Fraction(1, 10 ** (ENCLOSURE_DIGITS + 3))).text(ENCLOSURE_DIGITS)


def _decimals(text: str) -> int:
    return len(text.rstrip("%").partition(".")[2])


# --- numbers ------------------------------------------------------------------------------------------


def _number_row(number: printed.PrintedNumber, budget: Budget) -> NumberRow:
    profile = number.profile
    quantity = f"{number.quantity}: {profile}"

    def row(recomputed: str, enclosure: str, verdict: Verdict, note: str = "") -> NumberRow:
        return NumberRow(number.locator, quantity, number.printed, recomputed, enclosure, verdict, note)

    epsilon = budget(profile)
    try:
        noise = GeometricNoise.for_budget(epsilon)
        match number.quantity:
            case Quantity.EXACT_EPSILON:
                argument = Fraction(number.printed.removeprefix("log(").removesuffix(")"))
                agrees = sign(sp.exp(epsilon) - _exact(argument)) == 0
                return row(str(epsilon), _enclosure_text(epsilon), "holds" if agrees else "refuted")
            case Quantity.RISK_BOUND:
                bound = profile["r"]
                verdict: Verdict = "holds" if Fraction(number.printed) == bound else "refuted"
                return row(str(bound), _enclosure_text(_exact(bound)), verdict)
            case Quantity.EPSILON:
                value, unit = epsilon, ""
            case Quantity.STANDARD_DEVIATION:
                value, unit = noise.standard_deviation, ""
            case Quantity.EXACT_PROBABILITY:
                value, unit = 100 * noise.probability_exact, "%"
            case Quantity.MINIMISING_VALUE:
                value, unit = _exact(profile["a"] / profile["r"]), ""
        candidates = _round_text(value, _decimals(number.printed), unit)
        note = "exact tie: " + " or ".join(candidates) if len(candidates) > 1 else ""
        return row(
            candidates[0],
            _enclosure_text(value) + unit,
            "holds" if number.printed in candidates else "refuted",
            note,
        )
    except DomainError as error:
        return row("undefined", "", "refuted", str(error))
    except (UncertifiedError, UndecidedError) as error:
        return row("", "", "open", str(error))


def _comparison_row(comparison: printed.PrintedComparison, budget: Budget) -> NumberRow:
    quantity, text = comparison.statement, f"ratio > {comparison.factor}"
    budgets = [(budget(larger), budget(smaller)) for larger, smaller in comparison.pairs]
    try:
        pairs = [(_finite(larger), _finite(smaller)) for larger, smaller in budgets]
        failing = [
            str(profiles[0])
            for profiles, (larger, smaller) in zip(comparison.pairs, pairs, strict=True)
            if not _greater(larger, _exact(comparison.factor) * smaller)
        ]
        ratios = [larger / smaller for larger, smaller in pairs]
        return NumberRow(
            comparison.locator,
            quantity,
            text,
            "ratios " + ", ".join(_round_text(ratio, 2)[0] for ratio in ratios),
            f"smallest: {_smallest(ratios).text(ENCLOSURE_DIGITS)}",
            "refuted" if failing else "holds",
            f"fails for {'; '.join(failing)}" if failing else "",
        )
    except DomainError as error:  # undefined counts as false
        return NumberRow(comparison.locator, quantity, text, "undefined", "", "refuted", str(error))
    except (UncertifiedError, UndecidedError) as error:
        return NumberRow(comparison.locator, quantity, text, "", "", "open", str(error))


def _smallest(values: list[sp.Expr]) -> Enclosure:
    enclosures = [enclose(value) for value in values]
    return Enclosure(min(e.lower for e in enclosures), min(e.upper for e in enclosures))


def _minimum_row(minimum: printed.PrintedMinimum, budget: Budget) -> NumberRow:
    p, q = _exact(minimum.prior_inclusion), _exact(minimum.prior_value)
    position = f"p = {p}, q = {q}"
    epsilon = budget(minimum.profile)
    try:
        x = GeometricNoise.for_budget(epsilon).decay
        # (12) is the positive root of this polynomial in x = e^-eps: a zero means the point needs this eps.
        gap = sp.expand(p * (1 - q) * x**2 + (1 - p) * x + p * q - 1 / _exact(minimum.bound))
        needed = sign(gap) == 0
        return NumberRow(
            minimum.locator,
            f"{minimum.statement}: {minimum.profile}",
            position,
            position if needed else "another point",
            "0" if needed else _enclosure_text(gap),
            "holds" if needed else "refuted",
            "enclosed: p(1-q)x^2 + (1-p)x + pq - 1/r* at x = e^-eps, 0 where the point needs just this eps",
        )
    except DomainError as error:
        return NumberRow(minimum.locator, minimum.statement, position, "undefined", "", "refuted", str(error))
    except (UncertifiedError, UndecidedError) as error:
        return NumberRow(minimum.locator, minimum.statement, position, "", "", "open", str(error))


def _cited_note(cited: printed.CitedNumber) -> str:
    note = f"source: {cited.source}"
    if cited.locator == "text:5/rate":
        deaths = [
            str(count)
            for count in range(printed.DURHAM_BIRTHS)
            if cited.printed in _round_text(_rate(count), 1)
        ]
        return f"{note}; among {printed.DURHAM_BIRTHS} births it is the rate of {' or '.join(deaths)} deaths"
    return note


# --- the Durham example -------------------------------------------------------------------------------


class Reading(StrEnum):
    """How many whole steps of noise carry a rate that is d per 1000 births off the target across it.

    d is 4.012 d counts, never a whole number for the four d of Section 5.
    """

    NEAREST = "nearest"
    """round(4.012 d) steps: what the whole count nearest to the deviation needs from above the target."""

    STRICT = "strict"
    """ceil(4.012 d) steps: what integer noise added to a count exactly 4.012 d away must reach."""

    INTERPOLATED = "interpolated"
    """4.012 d put into x^m/(1+x) as it stands: a formula's value, not a probability of integer noise."""

    def steps(self, counts: Fraction) -> Fraction:
        """The m of the tail P(K >= m) for a distance in counts.

        Examples
        --------
        >>> [str(reading.steps(Fraction(4012, 1000))) for reading in Reading]
        ['4', '5', '1003/250']
        """
        match self:
            case Reading.NEAREST:
                return Fraction(round(counts))
            case Reading.STRICT:
                return Fraction(math.ceil(counts))
            case Reading.INTERPOLATED:
                return counts


@dataclass(frozen=True)
class SwitchingProbability:
    """The probability that noise changes whether the target is met.

    Parameters
    ----------
    deviation : Fraction
        Distance of the true rate from the target, deaths per 1000 births.
    reading : Reading
        How the distance becomes a number of steps.
    steps : Fraction
        The m of P(K >= m).
    probability : sympy.Expr
        The exact value.
    percent : str
        In percent, rounded to 2 decimals (certified).
    """

    deviation: Fraction
    reading: Reading
    steps: Fraction
    probability: sp.Expr
    percent: str


@dataclass(frozen=True)
class DurhamRow:
    """One profile of Section 5 with what it means for the released count.

    Parameters
    ----------
    risk_bound, absolute_risk : Fraction
        r and a.
    profile : Profile or None
        The profile; None for the limit of (17) as a -> 0.
    epsilon : sympy.Expr
        Exact recommended budget.
    epsilon_text, rmse_text : str
        Budget and root mean squared error (counts), rounded to 2 decimals (certified).
    rmse : sympy.Expr
        Exact root mean squared error.
    switching : tuple of SwitchingProbability
        For every reading and deviation.
    note : str
        Which profile this is, where a = 0.
    """

    risk_bound: Fraction
    absolute_risk: Fraction
    profile: Profile | None
    epsilon: sp.Expr
    epsilon_text: str
    rmse: sp.Expr
    rmse_text: str
    switching: tuple[SwitchingProbability, ...]
    note: str = ""

    def switch(self, reading: Reading, deviation: Fraction) -> SwitchingProbability:
        """The switching probability for one reading and deviation."""
        return next(s for s in self.switching if (s.reading, s.deviation) == (reading, deviation))


@dataclass(frozen=True)
class CountCase:
    """A whole number of deaths near the target and how far the noise must go to change the outcome.

    Parameters
    ----------
    count : int
        Deaths.
    rate : Fraction
        Deaths per 1000 births.
    deviation : Fraction
        Rate minus target; <= 0 where the target is met.
    steps : int
        Steps towards the other side that the noise must take at least.
    """

    count: int
    rate: Fraction
    deviation: Fraction
    steps: int


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
    budget = _budget(closed_form)
    grid = [(r, a) for r in printed.DURHAM_RISK_BOUNDS for a in printed.DURHAM_ABSOLUTE_RISKS]
    budgets = {(r, a): budget(printed.durham_profile(r, a)) for r, a in grid}
    counts = _counts_near_target()
    try:
        rows = tuple(_durham_row(r, a, printed.durham_profile(r, a), budgets[r, a]) for r, a in grid)
        limits = _limits(budget)
        readings = tuple(_sentence(reading, rows) for reading in Reading)
        statements = (_rmse_row(rows), _deviation_row(rows), _sentence_row(rows, readings))
    except DomainError as error:
        return DurhamExample((), (), counts, (), _unjudged_statements("refuted", str(error)))
    except (UncertifiedError, UndecidedError) as error:
        return DurhamExample((), (), counts, (), _unjudged_statements("open", str(error)))
    return DurhamExample(rows, limits, counts, readings, statements)


def _limits(budget: Budget) -> tuple[DurhamRow, ...]:
    """(17) for a -> 0, where r* = r at q = 1 alone: the row "box" with that edge as its box."""
    edges = [(r, printed.inclusion_edge(r)) for r in printed.DURHAM_RISK_BOUNDS]
    return tuple(_durham_row(r, Fraction(0), None, budget(edge)) for r, edge in edges)


def _durham_row(
    risk_bound: Fraction, absolute_risk: Fraction, profile: Profile | None, epsilon: sp.Expr
) -> DurhamRow:
    noise = GeometricNoise.for_budget(_finite(epsilon))
    switching = []
    for reading in Reading:
        for deviation in printed.DURHAM_DEVIATIONS:
            steps = reading.steps(_counts(deviation))
            probability = tail_probability(_exact(steps)).subs(DECAY, noise.decay)
            switching.append(
                SwitchingProbability(
                    deviation, reading, steps, probability, _round_text(100 * probability, 2)[0]
                )
            )
    if profile is None:
        note = "limit of (17) as a -> 0 at q = 1"
    else:
        note = "constant profile over all p and q" if absolute_risk == 0 else ""
    return DurhamRow(
        risk_bound,
        absolute_risk,
        profile,
        epsilon,
        _round_text(epsilon, 2)[0],
        noise.standard_deviation,
        _round_text(noise.standard_deviation, 2)[0],
        tuple(switching),
        note,
    )


def _counts(deviation: Fraction) -> Fraction:
    """A rate per 1000 births as a number of deaths."""
    return deviation * printed.DURHAM_BIRTHS / 1000


def _rate(count: int) -> sp.Rational:
    """Deaths per 1000 births."""
    return _exact(Fraction(1000 * count, printed.DURHAM_BIRTHS))


def _counts_near_target() -> tuple[CountCase, ...]:
    """The four whole counts around the target.

    The target of 6.0 is 24.072 deaths, so 24 deaths meet it (rate 5.982, 0.018 below) and 25 do not (rate
    6.231, 0.231 above, the observed 6.2): either is one step from the other side. 23 deaths (0.267 below) and
    26 (0.481 above) are two steps away. No whole count deviates by 0.25: the nearest above the target is one
    step away, as `Reading.NEAREST` has it, and the nearest below is two, as `Reading.STRICT` has it.
    """
    target = printed.DURHAM_TARGET * 1000
    last = math.floor(printed.DURHAM_TARGET * printed.DURHAM_BIRTHS)
    cases = []
    for count in range(last - 1, last + 3):
        rate = Fraction(1000 * count, printed.DURHAM_BIRTHS)
        steps = last + 1 - count if count <= last else count - last
        cases.append(CountCase(count, rate, rate - target, steps))
    return tuple(cases)


def _sentence(reading: Reading, rows: tuple[DurhamRow, ...]) -> SentenceReading:
    smallest = printed.DURHAM_DEVIATIONS[0]
    goal = _exact(printed.DURHAM_GOAL)
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


_RMSE = (
    "text:5/rmse-decreases",
    "larger r or larger a means a smaller RMSE, over the grid of Section 5",
    "decrease",
)
_DEVIATION = (
    "text:5/largest-deviation",
    "the deviation 0.25 has the largest probability of a switch",
    "largest",
)
_SENTENCE = (
    "text:5/below-10-percent",
    "for the deviation 0.25, r = 5 with a = 0.5, and no other, has a probability of a switch below 10 %",
    "below 10%",
)


def _unjudged_statements(verdict: Verdict, note: str) -> tuple[NumberRow, ...]:
    """The statements where no table could be made: undefined (counts as false), or open."""
    recomputed = "undefined" if verdict == "refuted" else ""
    return tuple(NumberRow(*texts, recomputed, "", verdict, note) for texts in (_RMSE, _DEVIATION, _SENTENCE))


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
        if not _greater(by_parameters[before].rmse, by_parameters[after].rmse)
    ]
    ratios = [by_parameters[before].rmse / by_parameters[after].rmse for before, after in steps]
    return NumberRow(
        *_RMSE,
        f"{len(steps) - len(failing)} of {len(steps)} ordered pairs decrease",
        f"smallest ratio: {_smallest(ratios).text(ENCLOSURE_DIGITS)}",
        "refuted" if failing else "holds",
        f"fails for {'; '.join(failing)}" if failing else "a = 0 is the constant profile",
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
                if not _greater(largest, other):
                    failing.append(f"r = {row.risk_bound}, a = {row.absolute_risk}, {deviation} ({reading})")
    return NumberRow(
        *_DEVIATION,
        f"{len(ratios) - len(failing)} of {len(ratios)} comparisons (three readings)",
        f"smallest ratio: {_smallest(ratios).text(ENCLOSURE_DIGITS)}",
        "refuted" if failing else "holds",
        f"fails for {'; '.join(failing)}" if failing else "",
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
    notes = [f"{reading.reading} (m = {reading.steps}): {_sentence_note(reading)}" for reading in readings]
    verdict: Verdict
    if "holds" in (one_step.verdict, two_steps.verdict):
        verdict = "holds"
    elif witness is not None:
        verdict = "refuted"
        probability = witness.switch(Reading.STRICT, printed.DURHAM_DEVIATIONS[0]).probability
        notes.append(
            f"no whole number of steps makes it true: m = 1 as above; for m >= 2, r = {witness.risk_bound}, "
            f"a = {witness.absolute_risk} has at most {probability} as well"
        )
    else:
        verdict = "open"
    return NumberRow(
        *_SENTENCE,
        ", ".join(f"{_round_text(100 * r.probability, 2)[0]}% ({r.reading})" for r in readings),
        ", ".join(_enclosure_text(reading.probability) for reading in readings),
        verdict,
        "; ".join(notes),
    )


def _sentence_note(reading: SentenceReading) -> str:
    value = f"{reading.verdict}, probability {reading.probability}"
    if reading.reading is Reading.INTERPOLATED:
        value += " (no probability of integer noise)"
    profiles = ", ".join(f"(r = {r}, a = {a})" for r, a in reading.below) or "no profile"
    return f"{value}; below 10 %: {profiles}; as 'at most 10 %' it {_as_verb(reading.verdict_at_most)}"


def _as_verb(verdict: Verdict) -> str:
    return "holds" if verdict == "holds" else "does not hold"
