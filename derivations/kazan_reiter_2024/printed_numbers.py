"""Recomputes what Kazan & Reiter (2024) print as numbers, and judges each: Section 5, C.1 to C.3, D.1.

Closed forms come from the caller; digits, signs and comparisons from exact and ball arithmetic. Section 5's
example is worked out in `derivations.kazan_reiter_2024.durham_example`.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.durham_example import durham_example
from derivations.kazan_reiter_2024.number_row import (
    ENCLOSURE_DIGITS,
    Budget,
    ClosedForm,
    NumberRow,
    Verdict,
    cached_budget,
    decimals,
    enclosure_text,
    exact,
    finite,
    greater,
    rounded_text,
    smallest,
)
from derivations.kazan_reiter_2024.numbers import Quantity
from symbolic_eps.errors import DomainError, UndecidedError
from symbolic_eps.mechanisms.geometric import GeometricNoise
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND, parameter
from verify.enclosure import UncertifiedError, sign
from verify.language.note import NOTHING, Formula, Note, joined, point


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
    budget = cached_budget(closed_form)
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


def recomputed_one(item: printed.Printed, closed_form: ClosedForm) -> NumberRow:
    """One printed number, comparison or minimum beside what it is when recomputed.

    Parameters
    ----------
    item : PrintedNumber, PrintedComparison or PrintedMinimum
        What is printed.
    closed_form : callable
        As for `recompute`.

    Examples
    --------
    >>> item = printed.PrintedNumber("tab:1/1", Quantity.EPSILON, printed.Profile.of("constant", r=3), "0.54")
    >>> recomputed_one(item, lambda row, parameters: sp.log(parameters["r"]) / 2).verdict
    'refuted'
    """
    budget = cached_budget(closed_form)
    match item:
        case printed.PrintedNumber():
            return _number_row(item, budget)
        case printed.PrintedComparison():
            return _comparison_row(item, budget)
        case printed.PrintedMinimum():
            return _minimum_row(item, budget)


def _number_row(number: printed.PrintedNumber, budget: Budget) -> NumberRow:
    profile = number.profile
    quantity = f"{number.quantity}: {profile}"

    def row(recomputed: str, enclosure: str, verdict: Verdict, note: Note = NOTHING) -> NumberRow:
        return NumberRow(number.locator, quantity, number.printed, recomputed, enclosure, verdict, note)

    epsilon = budget(profile)
    try:
        noise = GeometricNoise.for_budget(epsilon)
        match number.quantity:
            case Quantity.EXACT_EPSILON:
                argument = Fraction(number.printed.removeprefix("log(").removesuffix(")"))
                agrees = sign(sp.exp(epsilon) - exact(argument)) == 0
                return row(Note(epsilon), enclosure_text(epsilon), "holds" if agrees else "refuted")
            case Quantity.RISK_BOUND:
                bound = profile["r"]
                verdict: Verdict = "holds" if Fraction(number.printed) == bound else "refuted"
                return row(str(bound), enclosure_text(exact(bound)), verdict)
            case Quantity.EPSILON:
                value, unit = epsilon, ""
            case Quantity.STANDARD_DEVIATION:
                value, unit = noise.standard_deviation, ""
            case Quantity.EXACT_PROBABILITY:
                value, unit = 100 * noise.probability_exact, "%"
            case Quantity.MINIMISING_VALUE:
                value, unit = exact(profile["a"] / profile["r"]), ""
        candidates = rounded_text(value, decimals(number.printed), unit)
        note = Note("exact tie: " + " or ".join(candidates)) if len(candidates) > 1 else NOTHING
        return row(
            candidates[0],
            enclosure_text(value) + unit,
            "holds" if number.printed in candidates else "refuted",
            note,
        )
    except DomainError as error:
        return row("undefined", "", "refuted", Note(error))
    except (UncertifiedError, UndecidedError) as error:
        return row("", "", "open", Note(error))


_p, _q, _x, _eps = PRIOR_INCLUSION, PRIOR_VALUE, DECAY, parameter("eps")
_GAP = Formula(
    "p(1-q)x^2 + (1-p)x + pq - 1/r*",
    sp.Add(_p * (1 - _q) * _x**2, (1 - _p) * _x, _p * _q, -1 / RELATIVE_RISK_BOUND, evaluate=False),
)
_DECAY = Formula("x = e^-eps", sp.Eq(_x, sp.exp(-_eps), evaluate=False))


def _comparison_row(comparison: printed.PrintedComparison, budget: Budget) -> NumberRow:
    quantity, text = comparison.statement, f"ratio > {comparison.factor}"
    budgets = [(budget(larger), budget(smaller)) for larger, smaller in comparison.pairs]
    try:
        pairs = [(finite(larger), finite(smaller)) for larger, smaller in budgets]
        failing = [
            profiles[0]
            for profiles, (larger, smaller) in zip(comparison.pairs, pairs, strict=True)
            if not greater(larger, exact(comparison.factor) * smaller)
        ]
        ratios = [larger / smaller for larger, smaller in pairs]
        return NumberRow(
            comparison.locator,
            quantity,
            text,
            "ratios " + ", ".join(rounded_text(ratio, 2)[0] for ratio in ratios),
            f"smallest: {smallest(ratios).text(ENCLOSURE_DIGITS)}",
            "refuted" if failing else "holds",
            Note("fails for ", joined("; ", failing)) if failing else NOTHING,
        )
    except DomainError as error:  # undefined counts as false
        return NumberRow(comparison.locator, quantity, text, "undefined", "", "refuted", Note(error))
    except (UncertifiedError, UndecidedError) as error:
        return NumberRow(comparison.locator, quantity, text, "", "", "open", Note(error))


def _minimum_row(minimum: printed.PrintedMinimum, budget: Budget) -> NumberRow:
    p, q = exact(minimum.prior_inclusion), exact(minimum.prior_value)
    position = point({PRIOR_INCLUSION: p, PRIOR_VALUE: q})
    asked = minimum.locator, minimum.statement
    epsilon = budget(minimum.profile)
    try:
        x = GeometricNoise.for_budget(epsilon).decay
        # (12) is the positive root of this polynomial in x = e^-eps: a zero means the point needs this eps.
        gap = sp.expand(p * (1 - q) * x**2 + (1 - p) * x + p * q - 1 / exact(minimum.bound))
        needed = sign(gap) == 0
        return NumberRow(
            minimum.locator,
            Note(minimum.statement, ": ", minimum.profile),
            position,
            position if needed else "another point",
            "0" if needed else enclosure_text(gap),
            "holds" if needed else "refuted",
            Note("enclosed: ", _GAP, " at ", _DECAY, ", 0 where the point needs just this eps"),
        )
    except DomainError as error:
        return NumberRow(*asked, position, "undefined", "", "refuted", Note(error))
    except (UncertifiedError, UndecidedError) as error:
        return NumberRow(*asked, position, "", "", "open", Note(error))


def _cited_note(cited: printed.CitedNumber) -> Note:
    note = f"source: {cited.source}"
    if cited.locator == "text:5/rate":
        deaths = [
            str(count)
            for count in range(printed.DURHAM_BIRTHS)
            if cited.printed in rounded_text(_rate(count), 1)
        ]
        births = f"among {printed.DURHAM_BIRTHS} births"
        return Note(f"{note}; {births} it is the rate of {' or '.join(deaths)} deaths")
    return Note(note)


def _rate(count: int) -> sp.Rational:
    """Deaths per 1000 births."""
    return exact(Fraction(1000 * count, printed.DURHAM_BIRTHS))
