"""What a given eps allows, prior by prior: least and largest relative risk, posterior and odds ratio.

The right-hand side of Theorem 1 (Kazan & Reiter 2024, (11)) and its counterpart from below, x = e^-eps; both
are corners of Lemma 1's box of likelihood ratios, and both are attained by a mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import sympy as sp

from symbolic_eps.theory.binary_mechanism import BinaryMechanism
from symbolic_eps.theory.likelihoods import decay_conditions, prior_conditions
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant, attained_by, demands_on, largest_risk, least_risk
from verify.language.implication import Implication

PRIOR = PRIOR_INCLUSION * PRIOR_VALUE
"""p q, the prior probability of disclosure."""


class Measure(StrEnum):
    """A way to compare the posterior probability of disclosure with the prior."""

    RELATIVE_RISK = "relative risk"
    """Posterior over prior (Kazan & Reiter 2024, def:2)."""
    POSTERIOR = "posterior"
    """The posterior itself, the absolute risk (def:3)."""
    ODDS_RATIO = "odds ratio"
    """Posterior odds over prior odds; undefined where p q = 1."""
    CHANGE = "change"
    """Posterior minus prior."""


@dataclass(frozen=True)
class Bounds:
    """The least and the largest value that eps-DP allows at given priors.

    Parameters
    ----------
    lower, upper : sympy.Expr
        In p, q and x = e^-eps.
    """

    lower: sp.Expr
    upper: sp.Expr


@cache
def bounds(measure: Measure, variant: Variant = Variant.UNBOUNDED) -> Bounds:
    """The bounds of a measure for all eps-DP mechanisms, by p, q and x = e^-eps.

    Parameters
    ----------
    measure : Measure
        Each rises with the relative risk while the prior is held fixed, so its bounds are those of the
        relative risk, transformed.
    variant : Variant
        What is assumed of the release.

    Returns
    -------
    Bounds
        Valid for 0 < p, q <= 1 (p q < 1 for the odds ratio) and 0 < x <= 1.

    Notes
    -----
    Source: Kazan & Reiter 2024, Theorem 1 (11), and the same argument at the opposite corner.

    Examples
    --------
    >>> bounds(Measure.RELATIVE_RISK).lower
    1/(p*q + p*(1 - q)/x**2 + (1 - p)/x)
    >>> bounds(Measure.ODDS_RATIO).upper
    (-p*q + 1)/(p*x**2*(1 - q) + x*(1 - p))
    """
    return Bounds(
        measured(measure, least_risk(variant), PRIOR),
        measured(measure, largest_risk(variant), PRIOR),
    )


def measured(measure: Measure, risk: sp.Expr, prior: sp.Expr) -> sp.Expr:
    """A measure, from the relative risk and the prior probability of disclosure.

    Examples
    --------
    >>> measured(Measure.ODDS_RATIO, sp.Rational(3, 2), sp.Rational(1, 2))
    3
    """
    match measure:
        case Measure.RELATIVE_RISK:
            return risk
        case Measure.POSTERIOR:
            return prior * risk
        case Measure.CHANGE:
            return prior * risk - prior
        case Measure.ODDS_RATIO:
            return (1 - prior) / (1 / risk - prior)


def lower_attaining_mechanism(variant: Variant = Variant.UNBOUNDED) -> BinaryMechanism:
    """A mechanism that meets the variant's demands and whose risk, at the output 1, is the lower bound.

    The mirror image of `symbolic_eps.theory.variants.attained_by`: the output 1 has probability x^2/(1+x)
    for a value in S, x/(1+x) without the person and 1/(1+x) for another value, x = e^-eps; for the other
    variants x/(1+x) for a value in S and 1/(1+x) else.

    Examples
    --------
    >>> lower_attaining_mechanism().inside
    x**2/(x + 1)
    """
    start = 1 / (1 + DECAY)
    if variant is Variant.UNBOUNDED:
        return BinaryMechanism(inside=DECAY**2 * start, outside=start, absent=DECAY * start)
    return BinaryMechanism(inside=DECAY * start, outside=start, absent=start)


def attainment_theorems(variant: Variant = Variant.UNBOUNDED) -> dict[str, Implication]:
    """That both bounds are attained: for each, a mechanism that is private and has this relative risk.

    At all priors, one mechanism for all of them. That they ARE bounds is
    `symbolic_eps.theory.variant_theorems` and, from above, Theorem 1.

    Examples
    --------
    >>> list(attainment_theorems())
    ['high-private', 'high-attained', 'low-private', 'low-attained']
    """
    hypotheses = tuple(c.relational for c in (*prior_conditions(), *decay_conditions()))
    theorems = {}
    for side, mechanism, bound in (
        ("high", attained_by(variant), largest_risk(variant)),
        ("low", lower_attaining_mechanism(variant), least_risk(variant)),
    ):
        private = sp.And(*(c.relational for c in demands_on(variant, mechanism)))
        attained = sp.Eq(mechanism.relative_risk(), bound, evaluate=False)
        theorems[named(f"{side}-private", variant)] = Implication(hypotheses, private)
        theorems[named(f"{side}-attained", variant)] = Implication(hypotheses, attained)
    return theorems


def named(name: str, variant: Variant) -> str:
    """A theorem's name for a variant of the bound; Theorem 1's own variant goes without saying.

    Examples
    --------
    >>> named("least", Variant.UNBOUNDED), named("least", Variant.BOUNDED)
    ('least', 'least-bounded')
    """
    return name if variant is Variant.UNBOUNDED else f"{name}-{variant}"
