"""A survey's answers: the estimate of theta that they give, and its interval.

The interval is the estimate plus or minus z/sqrt(n J) at the estimate, cut at 0 and 1. At an end of [0, 1]
the information is infinite and there is no such interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.randomized_response.estimator import candour_of, maximum_likelihood
from symbolic_eps.randomized_response.fisher import fisher_information
from symbolic_eps.randomized_response.intervals import half_width, number
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.report.quantity import Quantity


@dataclass(frozen=True)
class Survey:
    """What a survey's answers say.

    Parameters
    ----------
    counts : tuple of int
        How often each answer came, in the order of the pair.
    estimate : Quantity or None
        Maximum likelihood; None where every share is as likely.
    interval : tuple of two Quantity, or None
        None without an estimate, or where it is 0 or 1.
    reason : str
        Why they are None.
    """

    counts: tuple[int, ...]
    estimate: Quantity | None
    interval: tuple[Quantity, Quantity] | None
    reason: str = ""


def counts_of(given: str | Sequence[int], outcomes: int) -> tuple[int, ...]:
    """The counts in `412,300,288`, or in a sequence of whole numbers.

    Parameters
    ----------
    given : str or sequence of int
        One number for each answer, in the order of the pair.
    outcomes : int
        How many answers there are: 2 or 3.

    Raises
    ------
    symbolic_eps.errors.InputError
        Not that many whole numbers.

    Examples
    --------
    >>> counts_of("412, 300, 288", 3) == counts_of([412, 300, 288], 3) == (412, 300, 288)
    True
    """
    try:
        text = given if isinstance(given, str) else ",".join(map(str, map(index, given)))
    except TypeError:
        text = str(given)
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != outcomes or not all(
        part.isascii() and part.isdigit() and len(part) < 19 for part in parts
    ):
        example = "412,300,288" if outcomes == 3 else "412,588"
        raise InputError(
            f"counts {text[:60]!r}: write {outcomes} whole numbers, one for each answer, as in {example}"
        )
    return tuple(map(int, parts))


def survey(pair: Pair, counts: Sequence[int], level: sp.Rational) -> Survey:
    """The estimate from the counts of an optimal pair's answers, with its interval.

    Parameters
    ----------
    pair : Pair
        The mechanism.
    counts : Sequence[int]
        How often each answer came: silent, "my truth is 0", "my truth is 1".
    level : sympy.Rational
        The probability of an interval, in (0, 1).

    Raises
    ------
    symbolic_eps.errors.DomainError
        Counts that the pair cannot give.

    Examples
    --------
    >>> from symbolic_eps.randomized_response.optimal import optimal_pair
    >>> seen = survey(optimal_pair(sp.Rational(1, 4), sp.Rational(1, 2)), (750, 175, 75), sp.Rational(19, 20))
    >>> seen.estimate.closed_form, [end.enclosure.text(4) for end in seen.interval]
    (3/10, ['[0.2431, 0.2432]', '[0.3568, 0.3569]'])
    """
    candour, given = candour_of(pair), tuple(counts)
    three = given if pair.outcomes == 3 else _as_three(pair, given)
    estimate = maximum_likelihood(candour, three)
    if estimate is None:
        return Survey(given, None, None, "no answer told a truth: every share is as likely")
    if estimate in (0, 1):
        return Survey(
            given, number(estimate), None, f"the estimate is {estimate}, where no normal interval exists"
        )
    half = half_width(1 / (sum(given) * fisher_information(pair, estimate)), level)
    low, high = number(estimate - half), number(estimate + half)
    return Survey(given, number(estimate), (_cut(low), _cut(high)))


def _as_three(pair: Pair, counts: tuple[int, ...]) -> tuple[int, int, int]:
    """Silent, 0, 1: the second of two answers tells 0 where that truth alone gives it, else 1."""
    silent, told = counts
    return (silent, told, 0) if pair.p0[1] != 0 else (silent, 0, told)


def _cut(end: Quantity) -> Quantity:
    if end.upper < 0:
        return number(sp.S.Zero)
    return number(sp.S.One) if end.lower > 1 else end
