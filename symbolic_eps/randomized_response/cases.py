"""The optimal pairs for a question, case by case: with two answers the best pair depends on theta."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import sympy as sp

from symbolic_eps.randomized_response.fisher import fisher_information, threshold
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.randomized_response.question import Question
from symbolic_eps.randomized_response.regions import remaining
from symbolic_eps.randomized_response.signs import with_positive_factors
from symbolic_eps.randomized_response.two_outcomes import telling_0, telling_1
from verify.prover.prover import Prover

Case = tuple[sp.Basic, Pair]
"""A pair, and where it is the best; the last one of several is so where no other is."""


def best_pairs(asked: Question) -> tuple[Case, ...]:
    """The optimal pair with three answers, or those with two.

    Examples
    --------
    >>> quarter, half, theta = sp.Rational(1, 4), sp.Rational(1, 2), sp.Symbol("theta", real=True)
    >>> best_pairs(Question(quarter, half, sp.Rational(3, 10), outcomes=2))
    ((True, Pair(p0=(1, 0), p1=(3/4, 1/4))),)
    >>> [where for where, _ in best_pairs(Question(quarter, half, theta, outcomes=2))]
    [theta <= 1/2, True]
    """
    if asked.outcomes == 2:
        return best_pairs_with_two(asked)
    return ((sp.true, _readable(asked, optimal_pair(asked.delta, asked.weight))),)


def best_pairs_with_two(asked: Question) -> tuple[Case, ...]:
    """The pairs with two answers and the largest Fisher information, as far as their cases occur.

    Examples
    --------
    >>> quarter, theta = sp.Rational(1, 4), sp.Symbol("theta", real=True)
    >>> best_pairs_with_two(Question(quarter, sp.Rational(3, 8), theta))
    ((True, Pair(p0=(3/5, 2/5), p1=(1, 0))),)
    """
    one, zero = (_readable(asked, pair(asked.delta, asked.weight)) for pair in (telling_1, telling_0))
    border = threshold(asked.delta, asked.weight)
    if border is None:
        return ((sp.true, one),)
    below = sp.Le(asked.theta, border)
    left = remaining((below,), asked.conditions, Prover())
    if left is None:
        return ((sp.true, zero),)
    return ((below, one), (sp.true, zero)) if left else ((sp.true, one),)


def information(asked: Question, pair: Pair) -> sp.Expr:
    """The Fisher information of a pair about the share that is asked for, in factors that are positive."""
    return with_positive_factors(fisher_information(pair, asked.theta), asked.typical)


def by_case(cases: Sequence[Case], of: Callable[[Pair], sp.Expr]) -> sp.Expr:
    """A number of the pair in each case."""
    return _chosen(cases, (of(pair) for _, pair in cases))


def as_one_pair(cases: Sequence[Case]) -> Pair:
    """The pair with a `Piecewise` for each entry that the cases do not agree on."""
    laws = (zip(*(getattr(pair, law) for _, pair in cases), strict=True) for law in ("p0", "p1"))
    return Pair(*(tuple(_chosen(cases, entry) for entry in law) for law in laws))


def _chosen(cases: Sequence[Case], values: Iterable[sp.Expr]) -> sp.Expr:
    return sp.Piecewise(*((value, where) for value, (where, _) in zip(values, cases, strict=True)))


def _readable(asked: Question, pair: Pair) -> Pair:
    laws = (
        tuple(with_positive_factors(sp.factor(p), asked.typical) for p in law) for law in (pair.p0, pair.p1)
    )
    return Pair(*laws)
