"""Bounds on one box of priors for one requirement at a level x: where G = F(x; p, q, s) >= 0.

G = x + p (x^2 + q (1 - x^2) - x) - s has one occurrence of p and of q outside s = 1/r*, so that its first
part has an exact range; s is bounded by its range and by the mean value form, G by combinations of several
bounds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval, Number
from symbolic_eps.enclosed.bounds import Bound
from symbolic_eps.enclosed.jet import Gradient, Jet, arguments
from symbolic_eps.enclosed.level import Box, Level
from symbolic_eps.enclosed.requirement import Requirement, Restriction
from symbolic_eps.enclosed.translation import jet_or_none
from verify.boxes.interval import PossiblyUndefinedError, UndefinedError
from verify.language.condition import Relation

MOST_COMBINED = 3
"""Members of a maximum of which pairs are combined."""


@dataclass(frozen=True)
class Verdict:
    """What is known of a requirement on a box.

    Parameters
    ----------
    lower : Number
        G >= `lower` on the box wherever the conditions hold; -oo where nothing is known.
    pure : bool
        Whether `lower` holds for G itself, not only for its sign.
    excluded : bool
        Whether some condition fails on all of the box.
    defined : bool
        Whether all bounds are shown to be defined on the box.
    feasible : bool
        Whether r* >= 1 is shown on the box.
    conditions : tuple of Restriction
        Those that still cut the box.
    slopes : tuple of (bool, Gradient)
        For each member its gradient; with True where F's gradient at a level has to be added. Empty if one of
        them is not known.
    centre : pair of Interval
        Where the mean value form was taken.
    at_centre : Number
        G there is at most this.
    """

    lower: Number
    pure: bool
    excluded: bool
    defined: bool
    feasible: bool
    conditions: tuple[Restriction, ...]
    slopes: tuple[tuple[bool, Gradient], ...] = ()
    centre: Box | None = None
    at_centre: Number | None = None


@dataclass(frozen=True)
class _Member:
    """A function that may be positive: G of one bound, or what is positive where a condition fails."""

    function: Bound | Restriction
    own: Gradient
    gradient: Gradient
    lower: Number


def examine(level: Level, requirement: Requirement, conditions: Sequence[Restriction], box: Box) -> Verdict:
    """Bound G below on a box.

    Parameters
    ----------
    level : Level
        At which x.
    requirement : Requirement
        Its bounds are examined.
    conditions : sequence of Restriction
        Those of its conditions that cut the box.
    box : pair of Interval
        Sides of p and q.
    """
    arithmetic = level.arithmetic
    p, q = arguments(arithmetic, box, False)
    cutting = []
    for condition in conditions:
        verdict = truth(condition, p, q)
        if verdict is False:
            return Verdict(arithmetic.infinity, False, True, True, True, ())
        if verdict is None:
            cutting.append(condition)
    value = level.value(box)
    lower, defined, feasible = -arithmetic.infinity, True, False
    usable: list[tuple[Bound, Number]] = []
    for bound in requirement.bounds:
        inverse = inverse_of(bound, p, q)
        if inverse is None:
            defined = False
        elif inverse[0] >= 0:
            feasible = feasible or inverse[1] <= 1
            own = arithmetic.subtract(value, inverse)[0]
            if level.x == 0 and own < 0 and _asks_nothing(bound, p, q):
                own = arithmetic.zero
            usable.append((bound, own))
            lower = max(lower, own)
    left = tuple(cutting)
    if lower >= 0 or not usable:
        return Verdict(lower, True, False, defined, feasible, left)
    slopes = arguments(arithmetic, box, True)
    by_level = level.gradient(box)
    members = [
        m for m in (_member(arithmetic, f, own, slopes, by_level) for f, own in usable) if m is not None
    ]
    members += [m for m in (_condition_member(arithmetic, c, slopes) for c in cutting) if m is not None]
    complete = len(members) == len(requirement.bounds) + len(cutting)
    together = tuple((isinstance(m.function, Bound), m.own) for m in members) if complete else ()
    lower, pure, centre, at_centre = _by_mean_values(level, members, box, lower)
    return Verdict(lower, pure, False, defined, feasible, left, together, centre, at_centre)


def _by_mean_values(
    level: Level, members: Sequence[_Member], box: Box, lower: Number
) -> tuple[Number, bool, Box | None, Number | None]:
    """A better lower bound, whether it is pure, and the centre that gave it with the value there."""
    centre: Box | None = None
    at_centre: Number | None = None
    for member in members:
        if isinstance(member.function, Restriction):
            continue
        bounds, there = _mean_value(level, [(member, None)], box)
        if centre is None or bounds[0] > lower:
            centre, at_centre = there, bounds[1]
        lower = max(lower, bounds[0])
    if lower < 0 and len(members) > 1:
        mixed, between, above, pure = _combined(level, members, box)
        if mixed > lower and (pure or mixed >= 0):
            return mixed, pure, between, above
    return lower, True, centre, at_centre


def truth(condition: Restriction, p: Jet, q: Jet) -> bool | None:
    """Whether a condition holds on all of the box, or nowhere on it."""
    try:
        low, high = condition.function(p, q).value
    except UndefinedError:
        return False
    except PossiblyUndefinedError:
        return None
    match condition.relation:
        case Relation.POSITIVE:
            return True if low > 0 else (False if high <= 0 else None)
        case Relation.NON_NEGATIVE:
            return True if low >= 0 else (False if high < 0 else None)
        case Relation.ZERO:
            return False if low > 0 or high < 0 else (True if low == 0 == high else None)
        case Relation.NON_ZERO:
            return True if low > 0 or high < 0 else (False if low == 0 == high else None)


def _asks_nothing(bound: Bound, p: Jet, q: Jet) -> bool:
    """Whether r* p q >= 1 on the box, by simplified products: G at level 0 is p q - 1/r*."""
    jets = (jet_or_none(product, (p, q)) for product in bound.products)
    return any(jet is not None and bool(jet.value[0] >= 1) for jet in jets)


def inverse_of(bound: Bound, p: Jet, q: Jet) -> Interval | None:
    """Enclosure of 1/v, what all its forms have in common; None where v may be undefined in each.

    On a border p = 0 or q = 0 it is the limit: the regular form is a composition of continuous functions
    there. Whether v has a value at all priors is proved before (`symbolic_eps.enclosed.definedness`).
    """
    if bound.at_one is not None and p.value[0] == 1 and q.value[0] == 1:
        return p.arithmetic.enclose(bound.at_one)
    bound = _on_border(bound, p, q)
    written = jet_or_none(bound.inverse, (p, q))
    regular = None if bound.regular is None else jet_or_none(bound.regular, (p, q))
    if written is None and regular is None:
        return next((inverse_of(face, p, q) for face in _faces(bound, p, q)), None)
    values = [jet.value for jet in (written, regular) if jet is not None]
    if bound.most is not None:
        values.append((p.arithmetic.zero, p.arithmetic.enclose(bound.most)[1]))
    return functools.reduce(_common, values)


def _on_border(bound: Bound, p: Jet, q: Jet) -> Bound:
    """The bound with 1 for a prior that is 1 on all of the box: shorter, and often without a factor 1 - p."""
    for axis, prior in enumerate((p, q)):
        if prior.value[0] == 1:
            bound = bound.on_face(axis, Fraction(1)) or bound
    return bound


def _faces(bound: Bound, p: Jet, q: Jet) -> Iterator[Bound]:
    """The bound with numbers for priors that are fixed on the box, where that makes another bound of it."""
    for axis, prior in enumerate((p, q)):
        low, high = prior.value
        if low == high and low > 0:
            face = bound.on_face(axis, prior.arithmetic.fraction(low))
            if face is not None:
                yield face


def _common(first: Interval, second: Interval) -> Interval:
    """What two enclosures of the same values have in common."""
    return max(first[0], second[0]), min(first[1], second[1])


def _gradient_of(bound: Bound, slopes: tuple[Jet, Jet]) -> Gradient | None:
    """Enclosure of the gradient of 1/v: what those of its forms have in common."""
    bound = _on_border(bound, *slopes)
    jets = [jet_or_none(f, slopes) for f in (bound.inverse, bound.regular) if f is not None]
    found = [jet.gradient for jet in jets if jet is not None and jet.gradient is not None]
    if not found:
        return next((_gradient_of(face, slopes) for face in _faces(bound, *slopes)), None)
    by_p, by_q = (functools.reduce(_common, sides) for sides in zip(*found, strict=True))
    return by_p, by_q


def _member(
    arithmetic: Arithmetic, bound: Bound, lower: Number, slopes: tuple[Jet, Jet], by_level: Gradient
) -> _Member | None:
    gradient = _gradient_of(bound, slopes)
    if gradient is None:
        return None
    own = arithmetic.negative(gradient[0]), arithmetic.negative(gradient[1])
    whole = arithmetic.add(by_level[0], own[0]), arithmetic.add(by_level[1], own[1])
    return _Member(bound, own, whole, lower)


def _condition_member(
    arithmetic: Arithmetic, condition: Restriction, slopes: tuple[Jet, Jet]
) -> _Member | None:
    """-c for a condition c > 0 or c >= 0; nothing for an equality, whose sign is free."""
    if condition.relation not in (Relation.POSITIVE, Relation.NON_NEGATIVE):
        return None
    jet = jet_or_none(condition.function, slopes)
    if jet is None or jet.gradient is None:
        return None
    own = arithmetic.negative(jet.gradient[0]), arithmetic.negative(jet.gradient[1])
    return _Member(condition, own, own, -jet.value[1])


def _value_at(level: Level, member: _Member, box: Box) -> Interval:
    arithmetic = level.arithmetic
    p, q = arguments(arithmetic, box, False)
    if isinstance(member.function, Restriction):
        return arithmetic.negative(member.function.function(p, q).value)
    inverse = inverse_of(member.function, p, q)
    if inverse is None:
        raise PossiblyUndefinedError
    return arithmetic.subtract(level.value(box), inverse)


def _mean_value(
    level: Level, parts: Sequence[tuple[_Member, Number | None]], box: Box
) -> tuple[Interval, Box]:
    """Lower bound of a weighted sum of members, and an upper bound of its value at the centre; the centre.

    The centre is the end of a side along which the sum is monotone: there the other terms vanish.
    """
    arithmetic = level.arithmetic
    add, multiply = arithmetic.add, arithmetic.multiply

    def weighted(values: Iterable[Interval]) -> Interval:
        total: Interval = (arithmetic.zero, arithmetic.zero)
        for value, (_, weight) in zip(values, parts, strict=True):
            total = add(total, value if weight is None else multiply((weight, weight), value))
        return total

    by_p, by_q = (weighted(member.gradient[k] for member, _ in parts) for k in range(2))
    centre = (_centre(arithmetic, box[0], by_p), _centre(arithmetic, box[1], by_q))
    try:
        total = weighted(_value_at(level, member, centre) for member, _ in parts)
    except (UndefinedError, PossiblyUndefinedError):
        return arithmetic.everything, centre
    lower = total
    for side, slope, c in zip(box, (by_p, by_q), centre, strict=True):
        if c != side:
            lower = add(lower, multiply(slope, arithmetic.subtract(side, c)))
    return (lower[0], total[1]), centre


def _centre(arithmetic: Arithmetic, side: Interval, slope: Interval) -> Interval:
    """Where the mean value form on a side is best (Baumann); the side itself for a wild slope."""
    (low, high), (a, b) = side, slope
    if a >= 0:
        return low, low
    if b <= 0:
        return high, high
    if a == -arithmetic.infinity or b == arithmetic.infinity:
        return side
    # Any number of the side will do, so that rounding needs no care here; the sides are ends already rounded.
    middle = arithmetic.centre(low, high, a, b)
    return middle, middle


def _combined(
    level: Level, members: Sequence[_Member], box: Box
) -> tuple[Number, Box | None, Number | None, bool]:
    """The best lower bound of the members' maximum by weighted means of two: it is above all of them."""
    arithmetic = level.arithmetic
    best: tuple[Number, Box | None, Number | None, bool] = (-arithmetic.infinity, None, None, True)
    chosen = sorted(members, key=lambda m: m.lower, reverse=True)[:MOST_COMBINED]
    for first, second in combinations(chosen, 2):
        conditions = [isinstance(member.function, Restriction) for member in (first, second)]
        for weight in _weights(arithmetic, first.gradient, second.gradient):
            # Weights need not add up to 1 exactly: for the sign any two positive ones will do.
            other = arithmetic.down(arithmetic.one - weight)
            if not (weight > 0 and other > 0):
                continue
            (low, above), there = _mean_value(level, [(first, weight), (second, other)], box)
            if low <= 0 and all(conditions):
                continue  # that both conditions fail needs a strict sign
            if low > best[0]:
                # G >= low / (weight + other) >= low for low < 0, as the weights add up to at most 1 only
                # after rounding: a bound that is used as a number is divided by the smaller sum.
                total = arithmetic.down(weight + other)
                value = arithmetic.down(low / total) if low < 0 else low
                best = value, there, above, not any(conditions)
    return best


def _weights(arithmetic: Arithmetic, first: Gradient, second: Gradient) -> list[Number]:
    """Weights of the first at which a component of the combined gradient is about 0, and between them.

    Between them both components have one sign where a maximum has a ridge that leads to a corner.
    """
    weights = []
    for g, h in zip(first, second, strict=True):
        if arithmetic.infinity in (g[1], h[1]) or -arithmetic.infinity in (g[0], h[0]):
            continue
        a, b = arithmetic.middle(*g), arithmetic.middle(*h)
        if (a > 0 > b) or (a < 0 < b):
            weights.append(arithmetic.quotient_estimate(b, b - a))
    return [*weights, arithmetic.middle(*sorted(weights))] if len(weights) == 2 else weights


_STEEP = Fraction(1000)
"""Slopes above this count as this where the side to halve is chosen."""


def side_to_halve(arithmetic: Arithmetic, box: Box, verdict: Verdict) -> int | None:
    """The side to halve: that along which G changes most; None where both are as short as may be."""
    change = []
    most = arithmetic.enclose(_STEEP)[0]
    for k in range(2):
        low, high = box[k]
        middle = arithmetic.middle(low, high)
        if not low < middle < high:
            change.append(-arithmetic.one)
            continue
        width = high - low
        slopes = [max(abs(own[k][0]), abs(own[k][1])) for _, own in verdict.slopes]
        steepest = max(slopes, default=arithmetic.one)
        change.append(arithmetic.down(width * (arithmetic.one + min(steepest, most))))
    if change[0] < 0 and change[1] < 0:
        return None
    return 0 if change[0] >= change[1] else 1
