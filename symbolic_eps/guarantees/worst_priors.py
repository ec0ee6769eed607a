"""The worst priors for a given eps, over a rectangle, with exact values.

Signs of exact numbers pick the theorem of `symbolic_eps.guarantees.prior_extremes` that applies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import UndecidedError
from symbolic_eps.guarantees.guarantee import Measure, bounds, named
from symbolic_eps.guarantees.prior_region import PriorRange, PriorRegion
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant
from verify.enclosure import Enclosure, UncertifiedError, sign

_X = sp.Symbol("X", positive=True)  # x, known to be positive: roots of squares simplify
_PRIOR = sp.Dummy("m")


class Reach(StrEnum):
    """How an extreme relates to the priors that are named."""

    POINT = "point"
    LIMIT = "limit"


@dataclass(frozen=True)
class Extreme:
    """The least or largest value of a measure over a rectangle of priors.

    Parameters
    ----------
    formula : sympy.Expr
        In x = e^-eps.
    value : sympy.Expr
        The exact number.
    inclusion, prior_value : sympy.Expr
        The p and q at which it is attained, or of which limit it is the value.
    reach : Reach
        Whether it is attained.
    theorems : tuple of str
        Names in `symbolic_eps.guarantees.prior_extremes.theorems`.
    """

    formula: sp.Expr
    value: sp.Expr
    inclusion: sp.Expr
    prior_value: sp.Expr
    reach: Reach
    theorems: tuple[str, ...]

    @property
    def enclosure(self) -> Enclosure:
        """Rational ends that contain the value."""
        return enclosure_of(self.value)


def extreme(
    measure: Measure,
    upper: bool,
    decay: sp.Expr,
    region: PriorRegion,
    variant: Variant = Variant.UNBOUNDED,
) -> Extreme | None:
    """The largest (`upper`) or least value of a measure over a rectangle of priors.

    Parameters
    ----------
    measure : Measure
    upper : bool
        Largest value of the upper bound, or least of the lower.
    decay : sympy.Expr
        x = e^-eps, an exact number in (0, 1].
    region : PriorRegion
    variant : Variant
        What is assumed of the release.

    Returns
    -------
    Extreme or None
        None for the odds ratio where p = q = 1 is all there is.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        Two numbers could not be told apart.

    Examples
    --------
    >>> worst = extreme(Measure.CHANGE, True, sp.Rational(1, 9), PriorRegion())
    >>> worst.formula, worst.value
    ((1 - x)/(x + 1), 4/5)
    """
    try:
        if variant == Variant.UNBOUNDED:
            return _Search(decay, region).extreme(measure, upper)
        in_product = _Search(decay, region.product).extreme(measure, upper)
        return None if in_product is None else _of_product(in_product, region, upper, variant)
    except UncertifiedError as error:
        raise UndecidedError(str(error)) from error


def _of_product(in_product: Extreme, region: PriorRegion, upper: bool, variant: Variant) -> Extreme:
    """An extreme in p q, at priors p and q with that product."""
    p, q, product = region.inclusion, region.value, in_product.inclusion
    if product == p.lower * q.lower:
        inclusion, value = p.lower, q.lower
    elif product == p.upper * q.upper:
        inclusion, value = p.upper, q.upper
    elif q.lower == 0 or sign(product - p.upper * q.lower) >= 0:
        inclusion, value = p.upper, product / p.upper
    else:
        inclusion, value = product / q.lower, q.lower
    attained = _attained(p, inclusion) and _attained(q, value)
    return replace(
        in_product,
        inclusion=inclusion,
        prior_value=value,
        reach=Reach.POINT if attained else Reach.LIMIT,
        theorems=(named(f"product-{'high' if upper else 'low'}", variant), *in_product.theorems),
    )


@dataclass(frozen=True)
class _Search:
    """Picks, by signs of exact numbers, which theorem applies."""

    decay: sp.Expr
    region: PriorRegion

    def extreme(self, measure: Measure, upper: bool) -> Extreme | None:
        match measure:
            case Measure.RELATIVE_RISK:
                return self._relative_risk(upper)
            case Measure.POSTERIOR:
                return self._posterior(upper)
            case Measure.ODDS_RATIO:
                return self._odds_ratio(upper)
            case Measure.CHANGE:
                return self._change(upper)

    def _sign(self, formula: sp.Expr) -> int:
        return sign(formula.subs(_X, self.decay))

    def _bound(self, measure: Measure, upper: bool) -> sp.Expr:
        return (bounds(measure).upper if upper else bounds(measure).lower).subs(DECAY, _X)

    def _extreme(
        self, formula: sp.Expr, inclusion: sp.Expr, value: sp.Expr, theorems: tuple[str, ...]
    ) -> Extreme:
        ends = (self.region.inclusion, inclusion), (self.region.value, value)
        attained = all(_attained(ends_of, place) for ends_of, place in ends)
        p, q = (place.subs(_X, self.decay) for place in (inclusion, value))
        return Extreme(
            _simplified(formula),
            formula.subs(_X, self.decay),
            p,
            q,
            Reach.POINT if attained else Reach.LIMIT,
            theorems,
        )

    def _relative_risk(self, upper: bool) -> Extreme:
        p, q = self.region.inclusion, self.region.value
        side = "high" if upper else "low"
        at_upper_end = self._sign(q.lower * (1 + _X) - (_X if upper else 1)) <= 0
        place = p.upper if at_upper_end else p.lower
        bound = self._bound(Measure.RELATIVE_RISK, upper)
        formula = sp.cancel(bound.subs({PRIOR_INCLUSION: place, PRIOR_VALUE: q.lower}))
        return self._extreme(formula, place, q.lower, (f"risk-{side}-{'p1' if at_upper_end else 'p0'}",))

    def _posterior(self, upper: bool) -> Extreme:
        side = "high" if upper else "low"
        p, q = (r.upper if upper else r.lower for r in (self.region.inclusion, self.region.value))
        bound = self._bound(Measure.POSTERIOR, upper).subs({PRIOR_INCLUSION: p, PRIOR_VALUE: q})
        return self._extreme(sp.cancel(bound), p, q, (f"posterior-{side}-p", f"posterior-{side}-q"))

    def _odds_ratio(self, upper: bool) -> Extreme | None:
        p, q = self.region.inclusion, self.region.value
        side = "high" if upper else "low"
        theorems = (f"odds-{side}-p", f"odds-{side}-q")
        bound = self._bound(Measure.ODDS_RATIO, upper)
        if q.lower == 1:  # the bound does not depend on p then, and p = 1 leaves nothing to learn
            if p.lower == 1:
                return None
            formula = sp.cancel(bound.subs(PRIOR_VALUE, 1))
            return self._extreme(formula, (p.lower + p.upper) / 2, sp.Integer(1), theorems)
        formula = sp.cancel(bound.subs({PRIOR_INCLUSION: p.upper, PRIOR_VALUE: q.lower}))
        return self._extreme(formula, p.upper, q.lower, theorems)

    def _change(self, upper: bool) -> Extreme:
        """The extreme on the edges p = p1 and q = q0, of which one beats the other."""
        p, q = self.region.inclusion, self.region.value
        edges = [self._on_edge(upper, p.upper, _PRIOR / p.upper, (p.upper * q.lower, p.upper * q.upper))]
        if q.lower > 0:
            ends = (q.lower * p.lower, q.lower * p.upper)
            edges.append(self._on_edge(upper, _PRIOR / q.lower, q.lower, ends))
        if len(edges) == 1 or edges[0][1:3] == edges[1][1:3]:
            return self._extreme(*edges[0])
        second_beats = self._sign(edges[1][0] - edges[0][0]) * (1 if upper else -1) > 0
        formula, inclusion, value, theorems = edges[1 if second_beats else 0]
        theorems = tuple(dict.fromkeys((*edges[0][3], *edges[1][3])))
        return self._extreme(formula, inclusion, value, theorems)

    def _on_edge(
        self, upper: bool, inclusion: sp.Expr, value: sp.Expr, ends: tuple[sp.Rational, sp.Rational]
    ) -> tuple[sp.Expr, sp.Expr, sp.Expr, tuple[str, ...]]:
        """The extreme of m/(a m + b) - m for m = p q between the ends, as a formula with its place."""
        risk = self._bound(Measure.RELATIVE_RISK, upper)
        denominator = sp.expand((1 / risk).subs({PRIOR_INCLUSION: inclusion, PRIOR_VALUE: value}))
        slope, start = denominator.coeff(_PRIOR, 1), denominator.coeff(_PRIOR, 0)
        root = sp.sqrt(sp.factor(start))
        side, orientation = ("high", 1) if upper else ("low", -1)
        theorems = (f"change-{side}-edge",)
        low, high = (orientation * (slope * end + start - root) for end in ends)
        if orientation * self._sign(slope) <= 0 or self._sign(high) <= 0:
            prior, formula, last = ends[1], None, "edge-rises" if upper else "edge-falls"
        elif self._sign(low) >= 0:
            prior, formula, last = ends[0], None, "edge-falls" if upper else "edge-rises"
        else:
            prior, formula = (root - start) / slope, (1 - root) ** 2 / slope
            last = f"edge-peak-{side}"
        at = {_PRIOR: prior}
        if formula is None:
            formula = prior / denominator.subs(at) - prior
        inclusion, value = (
            sp.cancel(sp.sympify(place, strict=True).subs(at)) for place in (inclusion, value)
        )
        return sp.cancel(formula), inclusion, value, (*theorems, last)


def _simplified(formula: sp.Expr) -> sp.Expr:
    """The formula in x, common factors of numerator and denominator in sqrt(x) removed."""
    root = sp.Dummy(positive=True)
    return sp.cancel(formula.subs(_X, root**2)).subs(root, sp.sqrt(_X)).subs(_X, DECAY)


def _attained(ends: PriorRange, place: sp.Expr) -> bool:
    """Whether a place is among the priors; one that is no rational number lies within, at a peak."""
    return not place.is_Rational or ends.contains(place)
