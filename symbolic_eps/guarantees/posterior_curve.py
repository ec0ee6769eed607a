"""The posterior-versus-prior curve that a budget guarantees, exactly.

With the prior p q held fixed, a larger p is worse on both sides (`change-high-edge` and `change-low-edge` of
`symbolic_eps.guarantees.prior_extremes`), so that the curve is attained at the largest p of the region.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.guarantees.guarantee import Bounds, Measure, bounds
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant

STEPS = 20
"""Into how many the range of priors is divided."""


@dataclass(frozen=True)
class GuaranteedPosterior:
    """What eps allows an adversary to conclude from one prior probability of disclosure.

    Parameters
    ----------
    prior : sympy.Rational
        p q.
    posterior : Bounds
        Least and largest posterior over all p and q of the region with that product, exact numbers.
    """

    prior: sp.Rational
    posterior: Bounds


def guaranteed_posteriors(
    epsilon: sp.Expr, region: PriorRegion, variant: Variant = Variant.UNBOUNDED, steps: int = STEPS
) -> tuple[GuaranteedPosterior, ...]:
    """The curve at evenly spaced priors of a region, the ends of the range among them (but not 0).

    Parameters
    ----------
    epsilon : sympy.Expr
        The budget (natural logarithm), an exact number >= 0; finite.
    region : PriorRegion
        The adversaries that it is about; an open end counts as its limit.
    variant : Variant
        What is assumed of the release.
    steps : int
        Into how many the range of priors is divided.

    Notes
    -----
    Source: Kazan & Reiter 2024, Theorem 1 (11), and its counterpart from below.

    Examples
    --------
    >>> [(str(g.prior), g.posterior) for g in guaranteed_posteriors(sp.log(3), PriorRegion(), steps=2)][0]
    ('1/2', Bounds(lower=1/10, upper=9/10))
    """
    p, q = region.inclusion, region.value
    start, end = p.lower * q.lower, p.upper * q.upper
    priors = [start + (end - start) * sp.Rational(k, steps) for k in range(steps + 1)]
    wanted = [prior for prior in (priors if start < end else [start]) if prior > 0]
    return tuple(guaranteed_posterior(prior, epsilon, region, variant) for prior in wanted)


def guaranteed_posterior(
    prior: sp.Rational, epsilon: sp.Expr, region: PriorRegion, variant: Variant = Variant.UNBOUNDED
) -> GuaranteedPosterior:
    """The curve at one prior p q.

    Parameters
    ----------
    prior : sympy.Rational
        In (0, 1], and a product of priors of the region.
    epsilon, region, variant
        As `guaranteed_posteriors`.

    Examples
    --------
    >>> guaranteed_posterior(sp.Rational(1, 2), sp.log(3), PriorRegion()).posterior.upper
    9/10
    """
    p, q = region.inclusion, region.value
    pair = bounds(Measure.POSTERIOR, variant)
    inclusion = p.upper if q.lower == 0 else min(p.upper, prior / q.lower)
    at = {PRIOR_INCLUSION: inclusion, PRIOR_VALUE: prior / inclusion, DECAY: sp.exp(-epsilon)}
    return GuaranteedPosterior(prior, Bounds(pair.lower.subs(at), pair.upper.subs(at)))
