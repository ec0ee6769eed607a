"""The numbers behind the figures, in float64: r* and eps_i at priors, and the posteriors that eps allows.

For the eye only: a budget to be used comes from `symbolic_eps.recommend`, which rounds to the safe side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from symbolic_eps.guarantees.guarantee import Measure, bounds
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.numeric import root_epsilon
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant

Floats: TypeAlias = NDArray[np.float64]

POINTS = 801
"""Points of a curve."""

_ROUNDING = 1e-9
"""A bound that is below 1 by less than this is 1, rounded."""


@dataclass(frozen=True)
class ProfileCurve:
    """A profile and what it needs, at priors; NaN where the profile asks for nothing.

    Parameters
    ----------
    p, q : ndarray of float64
        The priors; of one shape.
    bound : ndarray of float64
        r*(p, q), `inf` for no bound.
    epsilon : ndarray of float64
        eps_i(p, q) of Theorem 2, or of the profile's variant, in nats; `inf` where r* p q >= 1.
    """

    p: Floats
    q: Floats
    bound: Floats
    epsilon: Floats

    @property
    def posterior_cap(self) -> Floats:
        """r* p q, at most 1: the posterior that the profile allows."""
        return np.minimum(self.bound * self.p * self.q, 1.0)


def profile_at(profile: RiskProfile, p: Floats, q: Floats) -> ProfileCurve:
    """r* and eps_i at priors.

    Parameters
    ----------
    profile : RiskProfile
        With numbers for all parameters; fixed priors are taken as given by `p` and `q`.
    p, q : ndarray of float64
        Priors in (0, 1]; they broadcast.

    Notes
    -----
    Source: Kazan & Reiter 2024, Theorem 2 (12). The bounds of the other variants are Theorem 1's for the
    priors p q and 1 (`product-high-bounded` of `symbolic_eps.guarantees.prior_extremes`).

    Examples
    --------
    >>> found = profile_at(RiskProfile("max(1/(4*p), 3)"), np.array([0.05, 0.5]), np.ones(2))
    >>> found.bound.tolist(), found.epsilon.round(3).tolist()
    ([5.0, 3.0], [1.846, inf])
    """
    p, q = (np.array(values, dtype=np.float64) for values in np.broadcast_arrays(p, q))
    bound = evaluated(profile.bound, p, q)
    bound = np.where((bound < 1) & (bound > 1 - _ROUNDING), 1.0, bound)
    inside = np.ones(p.shape, dtype=bool)
    for condition in profile.box:
        truths = sp.lambdify((PRIOR_INCLUSION, PRIOR_VALUE), condition.relational, "numpy")(p, q)
        inside &= np.broadcast_to(np.asarray(truths, dtype=bool), p.shape)
    bound = np.where(inside, bound, np.nan)
    epsilon = np.full(p.shape, np.nan)
    at = (p, q) if profile.variant is Variant.UNBOUNDED else (p * q, np.ones_like(q))
    epsilon[inside] = root_epsilon(at[0][inside], at[1][inside], bound[inside])
    return ProfileCurve(p, q, bound, epsilon)


def along(profile: RiskProfile, points: int = POINTS, start: float = 1e-3) -> ProfileCurve:
    """A profile with one fixed prior, along the other one from `start` to 1.

    Examples
    --------
    >>> curve = along(RiskProfile("3", fixed={"q": 1}), points=3)
    >>> curve.p.tolist(), curve.q.tolist()
    ([0.001, 0.5005, 1.0], [1.0, 1.0, 1.0])
    """
    (free,) = profile.free_priors
    (fixed,) = profile.fixed
    grid = np.linspace(start, 1.0, points)
    values = {free: grid, fixed: np.full(points, float(profile.fixed[fixed]))}
    return profile_at(profile, values[PRIOR_INCLUSION], values[PRIOR_VALUE])


def over_square(profile: RiskProfile, points: int = 301) -> ProfileCurve:
    """A profile over the square of priors: arrays of shape (points, points), p along the second axis.

    The points are the middles of equal cells.

    Examples
    --------
    >>> over_square(RiskProfile("3"), points=2).p.tolist()
    [[0.25, 0.75], [0.25, 0.75]]
    """
    middles = (np.arange(points) + 0.5) / points
    p, q = np.meshgrid(middles, middles)
    return profile_at(profile, p, q)


@dataclass(frozen=True)
class PosteriorCurve:
    """The posteriors that eps allows, at priors of disclosure.

    Parameters
    ----------
    prior : ndarray of float64
        p q.
    lower, upper : ndarray of float64
        Least and largest posterior.
    """

    prior: Floats
    lower: Floats
    upper: Floats


def posterior_curve(
    epsilon: float, region: PriorRegion, points: int = POINTS, variant: Variant = Variant.UNBOUNDED
) -> PosteriorCurve:
    """The least and the largest posterior for each prior p q, over all p and q with that product.

    Parameters
    ----------
    epsilon : float
        Budget in nats, finite.
    region : PriorRegion
        The adversaries that it is about.
    points : int
        Points of the curve.
    variant : Variant
        What is assumed of the release.

    Notes
    -----
    With p q held fixed, a larger p is worse on both sides (`change-high-edge` and `change-low-edge` of
    `symbolic_eps.guarantees.prior_extremes`); the largest is min(p1, p q/q0). The other variants depend on
    p q alone.

    Examples
    --------
    >>> curve = posterior_curve(np.log(3), PriorRegion(), points=3)
    >>> [float(values[1].round(12)) for values in (curve.prior, curve.upper, curve.lower)]
    [0.5, 0.9, 0.1]
    """
    p0, p1 = float(region.inclusion.lower), float(region.inclusion.upper)
    q0, q1 = float(region.value.lower), float(region.value.upper)
    prior = np.linspace(p0 * q0, p1 * q1, points)
    prior = np.maximum(prior, 1e-12)
    largest = np.minimum(p1, prior / q0) if q0 > 0 else np.full(points, p1)
    value = np.clip(prior / largest, 0.0, 1.0)
    pair = bounds(Measure.POSTERIOR, variant)
    lower, upper = (
        evaluated(bound, largest, value, {DECAY: sp.Float(float(np.exp(-epsilon)), 17)})
        for bound in (pair.lower, pair.upper)
    )
    return PosteriorCurve(prior, lower, upper)


def evaluated(
    expression: sp.Expr, p: Floats, q: Floats, values: Mapping[sp.Symbol, sp.Expr] | None = None
) -> Floats:
    """A SymPy expression at priors; a constant has its value everywhere."""
    function = sp.lambdify((PRIOR_INCLUSION, PRIOR_VALUE), expression.subs(values or {}), "numpy")
    with np.errstate(divide="ignore"):
        return np.array(np.broadcast_to(np.asarray(function(p, q), dtype=np.float64), p.shape))
