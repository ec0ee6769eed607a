"""Optimal randomized response for a survey: its pair, its accuracy, and comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.exact_numbers import Exact, exact
from symbolic_eps.randomized_response import comparison, fisher
from symbolic_eps.randomized_response.cases import (
    Case,
    as_one_pair,
    best_pairs,
    best_pairs_with_two,
    by_case,
    information,
)
from symbolic_eps.randomized_response.counts import Survey, counts_of, survey
from symbolic_eps.randomized_response.design import (
    Goal,
    exact_least_delta,
    exact_sample_size,
    goal_of,
    least_delta,
    rounded_up,
    sample_size,
)
from symbolic_eps.randomized_response.differences import differences_for
from symbolic_eps.randomized_response.divergences import CONVEX, f_divergence
from symbolic_eps.randomized_response.estimator import candour_of
from symbolic_eps.randomized_response.exponents import chernoff, hoeffding, strong_converse
from symbolic_eps.randomized_response.intervals import half_width
from symbolic_eps.randomized_response.moments import Moments, moments
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.privacy import (
    Revealed,
    guaranteed_delta,
    guaranteed_with_two,
    revealed,
)
from symbolic_eps.randomized_response.question import Question, answers, parameter, share
from symbolic_eps.randomized_response.simulation import SEED, Simulation, simulate
from symbolic_eps.randomized_response.symbols import least_error
from symbolic_eps.report.quantity import Quantity
from symbolic_eps.results import Result
from verify.claims.claim import Judgement

HALF = sp.Rational(1, 2)

REPEATED = (2, 5, 10)
"""How often one person may have been asked the same question."""


@dataclass(frozen=True)
class Reached:
    """What a goal takes.

    Parameters
    ----------
    goal : Goal
    find : str
        `n` or `delta`: the one that was not given.
    n : int or None
        The least number of answers, by the information.
    delta : Quantity or None
        The least delta, by the information.
    exact_n : int or None
        The least n by the exact mean squared error at w = 1/2; None for other goals.
    exact_delta : Quantity or None
        Likewise.
    """

    goal: Goal
    find: str
    n: int | None = None
    delta: Quantity | None = None
    exact_n: int | None = None
    exact_delta: Quantity | None = None


@dataclass(frozen=True)
class Against:
    """How well many answers of a pair tell theta from a second share.

    Parameters
    ----------
    f_divergences : mapping of str to sympy.Expr
        Of p_theta from p_against, by name.
    stein : sympy.Expr
        The relative entropy D(p_theta || p_against).
    chernoff, hoeffding, strong_converse : Quantity or None
        Of the pair with three answers, with numbers; the last two at a rate that is given.
    """

    f_divergences: Mapping[str, sp.Expr]
    stein: sp.Expr
    chernoff: Quantity | None = None
    hoeffding: Quantity | None = None
    strong_converse: Quantity | None = None


@dataclass(frozen=True)
class Privacy:
    """What the bound means for one person.

    Parameters
    ----------
    delta : sympy.Expr
        The least d for which the pair is (eps, d)-differentially private: the same at every eps >= 0.
    error : sympy.Expr
        The least weighted error probability of a guess at the truth from one answer.
    repeated : mapping of int to Revealed
        What so many answers of one person reveal together; none for two answers to choose from.
    """

    delta: sp.Expr
    error: sp.Expr
    repeated: Mapping[int, Revealed]


@dataclass(frozen=True)
class RandomizedResponse(Result):
    """The answer about one survey.

    Parameters
    ----------
    question : Question
        With what a goal chose.
    pair : Pair
        The optimal laws of the answer; with two answers and without numbers, `Piecewise` ones.
    fisher_information, two_outcomes : sympy.Expr
        Of one answer of this pair, and of the best pair with two answers.
    threshold : sympy.Expr or None
        The theta at which that pair changes.
    moments : Moments or None
        Exact bias and mean squared error at n.
    survey : Survey or None
        What given counts say.
    reached : Reached or None
        What the goal takes.
    designs : tuple of comparison.Design
        Older designs, if they are compared.
    differences : tuple of (Difference, Judgement)
        Without numbers: by how much, with proofs.
    simulation : Simulation or None
        Answers drawn.
    drawn : Survey or None
        What these say.
    privacy : Privacy
        What the bound means for whoever is asked.
    cases : tuple of (sympy condition, Pair)
        The optimal pair in each case, the last where no other one applies; most often a single one.
    against : Against or None
        How well theta is told from the second share.

    Examples
    --------
    >>> from symbolic_eps import randomized_survey
    >>> answer = randomized_survey("1/4", theta="3/10", n=1000)
    >>> answer.pair.p0, answer.fisher_information
    ((3/4, 1/4, 0), 25/21)
    """

    question: Question
    pair: Pair
    fisher_information: sp.Expr
    two_outcomes: sp.Expr
    threshold: sp.Expr | None
    privacy: Privacy
    cases: tuple[Case, ...]
    moments: Moments | None = None
    survey: Survey | None = None
    reached: Reached | None = None
    designs: tuple[comparison.Design, ...] = ()
    differences: tuple[tuple[comparison.Difference, Judgement], ...] = ()
    simulation: Simulation | None = None
    drawn: Survey | None = None
    against: Against | None = None

    @property
    def variance(self) -> sp.Expr | None:
        """1/(n J), the asymptotic mean squared error."""
        n, information = self.question.n, self.fisher_information
        if n is None:
            return None
        return sp.oo if information == 0 else 1 / (n * information)

    @property
    def standard_deviation(self) -> sp.Expr | None:
        """1/sqrt(n J)."""
        return None if self.variance is None else sp.sqrt(self.variance)

    @property
    def half_width(self) -> sp.Expr | None:
        """z/sqrt(n J), of a normal interval."""
        if self.variance is None or self.variance is sp.oo:
            return self.variance
        return half_width(self.variance, self.question.level)


def randomized_survey(
    delta: Exact | None = None,
    weight: Exact = "1/2",
    theta: Exact | None = None,
    n: Exact | None = None,
    outcomes: int = 3,
    against: Exact | None = None,
    rate: Exact | None = None,
    level: Exact = "19/20",
    counts: str | Sequence[int] | None = None,
    goal: str | None = None,
    compare: bool = False,
    people: int | None = None,
    seed: int = SEED,
) -> RandomizedResponse:
    """The best randomized response to a yes/no question, where one answer may betray only so much.

    Parameters
    ----------
    delta : exact number or text, optional
        Bound on the l1 norm of (1-w) p_0 - w p_1, in [0, 1]; a name leaves it a symbol, and a goal finds it.
    weight : exact number or text
        w, in [(1-delta)/2, (1+delta)/2], or a name.
    theta : exact number or text, optional
        The share of the population whose truth is 1, in (0, 1); a symbol if nothing is said.
    n : exact number or text, optional
        Number of answers, or a name.
    outcomes : {2, 3}
        How many answers there are to choose from.
    against : exact number or text, optional
        A second share, which a survey is to tell from theta.
    rate : exact number or text, optional
        At which the error of taking theta for the second share is to decrease, for Hoeffding's exponent.
    level : exact number
        Of intervals.
    counts : str or sequence of int, optional
        A survey's answers, such as `412,300,288`, in the order of the pair.
    goal : str, optional
        `half-width 1/20`, `standard-deviation 1/40` or `mean-squared-error 1/1600`: finds n, or delta.
    compare : bool
        Whether older designs are looked at.
    people : int, optional
        How many people a simulation asks.
    seed : int
        Of the simulation.

    Raises
    ------
    symbolic_eps.errors.InputError
        What cannot be read, is outside its domain or leaves no mechanism.

    Examples
    --------
    >>> randomized_survey("1/4", theta="3/10", goal="half-width 1/20").reached.n
    1291
    """
    # Long: one line for each part of the answer.
    wanted = goal_of(goal, exact("level", level)) if goal is not None else None
    reached, asked = _asked(delta, weight, theta, n, outcomes, against, level, wanted)
    cases, two = best_pairs(asked), best_pairs_with_two(asked)
    pair = as_one_pair(cases)
    found = RandomizedResponse(
        asked,
        pair,
        by_case(cases, partial(information, asked)),
        by_case(two, partial(information, asked)),
        fisher.threshold(asked.delta, asked.weight),
        _privacy(asked, cases),
        cases,
        reached=reached,
    )
    if asked.n is not None and asked.n.is_number and asked.is_numeric:
        found = replace(found, moments=moments(candour_of(pair), asked.theta, int(asked.n)))
    if rate is not None and asked.against is None:
        raise InputError("a rate is one of errors between two shares: give against, such as 7/10")
    if asked.against is not None:
        found = replace(found, against=_told_from(asked, asked.against, cases, rate))
    if counts is not None:
        _numeric(asked, "counts", theta_too=len(cases) > 1)
        found = replace(found, survey=survey(pair, counts_of(counts, pair.outcomes), asked.level))
    if compare and asked.is_numeric:
        found = replace(found, designs=comparison.designs(asked.delta, asked.weight, asked.theta))
    elif compare:
        found = replace(found, differences=differences_for(asked))
    if people is not None:
        _numeric(asked, "a simulation")
        drawn = simulate(pair, asked.theta, people, seed)
        found = replace(found, simulation=drawn, drawn=survey(pair, drawn.counts, asked.level))
    return found


def _told_from(asked: Question, against: sp.Expr, cases: Sequence[Case], rate: Exact | None) -> Against:
    """The exponents are those of the optimal pair, which has three answers."""
    by_name = {
        name: by_case(cases, partial(f_divergence, f=f, theta=asked.theta, against=against))
        for name, f in CONVEX.items()
    }
    found = Against(by_name, by_name["relative_entropy"])
    numbers = (asked.delta, asked.weight, asked.theta, against)
    if asked.outcomes == 2 or any(number.free_symbols for number in numbers):
        if rate is not None:
            raise InputError(
                "exponents at a rate need three answers, and numbers for all parameters: leave the rate out, "
                "or give those"
            )
        return found
    found = replace(found, chernoff=chernoff(*numbers).rate)
    if rate is None:
        return found
    slowest = exact("rate", rate)
    return replace(
        found,
        hoeffding=hoeffding(*numbers, slowest).rate,
        strong_converse=strong_converse(*numbers, slowest).rate,
    )


def _privacy(asked: Question, cases: Sequence[Case]) -> Privacy:
    if asked.outcomes == 2:
        return Privacy(by_case(cases, guaranteed_with_two), least_error(asked.delta), {})
    repeated = {times: revealed(sp.Integer(times), asked.delta, asked.weight) for times in REPEATED}
    return Privacy(guaranteed_delta(asked.delta, asked.weight), least_error(asked.delta), repeated)


def _numeric(asked: Question, what: str, theta_too: bool = True) -> None:
    known = [asked.delta, asked.weight, *([asked.theta] if theta_too else [])]
    if not all(value.is_number for value in known):
        needed = "delta, the weight and theta" if theta_too else "delta and the weight"
        raise InputError(f"{what} needs numbers for {needed}, such as delta 1/4")


def _asked(
    delta: Exact | None,
    weight: Exact,
    theta: Exact | None,
    n: Exact | None,
    outcomes: int,
    against: Exact | None,
    level: Exact,
    goal: Goal | None,
) -> tuple[Reached | None, Question]:
    """The question, in which a goal has chosen what was left open."""
    own: dict[str, Any] = {
        "weight": parameter("weight", weight),
        "theta": share("theta", theta),
        "against": None if against is None else parameter("against", against),
        "level": exact("level", level),
        "outcomes": outcomes,
    }
    size = None if n is None else answers("n", n)
    known = None if delta is None else parameter("delta", delta)
    if goal is None:
        if known is None:
            raise InputError("delta is missing: give a bound such as 1/4, a name such as d, or a goal")
        return None, Question(known, n=size, **own)
    if (known is None) == (size is None):
        raise InputError('a goal finds n or delta: give one of them, such as delta 1/4 for "half-width 1/20"')
    asked = Question(sp.S.One if known is None else known, n=size, **own)
    _numeric(asked, "a goal")
    if size is None:
        found = _for_n(goal, asked)
        return found, replace(asked, n=sp.Integer(found.n))
    if outcomes == 2 or not size.is_number:
        raise InputError(
            "the least delta for a goal is found with three answers and a number n, such as 1000"
        )
    least = least_delta(goal, int(size), asked.weight, asked.theta)
    by_error = None
    if goal.kind == "mean-squared-error" and asked.weight == HALF:
        by_error = exact_least_delta(goal, int(size), asked.theta)
    return Reached(goal, "delta", delta=least, exact_delta=by_error), replace(asked, delta=rounded_up(least))


def _for_n(goal: Goal, asked: Question) -> Reached:
    information = fisher.fisher_information(as_one_pair(best_pairs(asked)), asked.theta)
    n = sample_size(goal, information)
    by_error = None
    if goal.kind == "mean-squared-error" and asked.weight == HALF and asked.outcomes == 3:
        by_error = exact_sample_size(goal, asked.delta, asked.theta)
    return Reached(goal, "n", n=n, exact_n=by_error)
