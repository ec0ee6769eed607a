"""Points of adversaries on the curve of a guarantee: their most demanding priors, and the risk there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.scenario import Answer, ScenarioAnswer
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.guarantees.guarantee import Measure, bounds
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant

OPEN = 2**900
"""Denominators above this are those of points next to an open end of the priors."""


@dataclass(frozen=True)
class Mark:
    """An adversary on the curve.

    Parameters
    ----------
    name : str
        Who that is; empty where a profile is about everyone.
    p, q : sympy.Expr
        Priors at which the caps ask for most, exact.
    posterior : sympy.Expr
        The largest posterior that eps allows there, exact.
    """

    name: str
    p: sp.Expr
    q: sp.Expr
    posterior: sp.Expr

    @property
    def prior(self) -> sp.Expr:
        """The prior probability of disclosure, p q."""
        return self.p * self.q


def marks(name: str, answer: Answer, budget: sp.Expr, variant: Variant) -> tuple[Mark, ...]:
    """The places of one recommendation, under a budget that may be smaller; none that are limits only.

    Parameters
    ----------
    name : str
        Whose caps they are.
    answer : Recommendation or EnclosedRecommendation
        What these caps allow.
    budget : sympy.Expr
        The eps that is chosen, finite.
    variant : Variant
        Of the bound.

    Examples
    --------
    >>> from symbolic_eps.answers.recommendation import recommend
    >>> (mark,) = marks("", recommend("max(1/(4*p*q), 3)"), sp.log(sp.Rational(11, 3)) / 2, Variant.UNBOUNDED)
    >>> mark.prior, mark.posterior
    (1/12, 1/4)
    """
    upper = bounds(Measure.POSTERIOR, variant).upper
    at = {DECAY: sp.exp(-budget)}
    return tuple(
        Mark(name, p, q, upper.subs({PRIOR_INCLUSION: p, PRIOR_VALUE: q, **at})) for p, q in _places(answer)
    )


def scenario_marks(answer: ScenarioAnswer) -> tuple[Mark, ...]:
    """The places of all adversaries, under the eps of the scenario; each pair of a table that binds."""
    variant = answer.scenario.variant
    return tuple(
        mark
        for one in answer.allowances
        for pair, found in one.binding
        for mark in marks(
            f"{one.adversary.name}, {pair.name}" if pair and pair.name else one.adversary.name,
            found,
            answer.budget,
            variant,
        )[:1]
    )


def _places(answer: Answer) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    if answer.enclosure.is_infinite:
        return
    if isinstance(answer, Recommendation):
        for place in answer.attained:
            if place.kind is not AttainmentKind.LIMIT and place.segment_end is None:
                yield place.priors["p"], place.priors["q"]
    elif answer.minimum.point is not None and all(v.denominator < OPEN for v in answer.minimum.point):
        p, q = answer.minimum.point
        yield sp.Rational(p), sp.Rational(q)
