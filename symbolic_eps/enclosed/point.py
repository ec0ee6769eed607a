"""The level X that one pair of priors needs: the root of F in closed form, between proved ends."""

from __future__ import annotations

from fractions import Fraction

from symbolic_eps.enclosed.arithmetic import Arithmetic, Interval
from symbolic_eps.enclosed.box_bound import truth
from symbolic_eps.enclosed.jet import arguments
from symbolic_eps.enclosed.requirement import Requirement
from symbolic_eps.errors import DEFINED, HIGHER, DomainError, InfeasibleProfileError
from symbolic_eps.theory.variants import Variant
from verify.boxes.interval import PossiblyUndefinedError, UndefinedError

Point = tuple[Fraction, Fraction]


def level_at(
    arithmetic: Arithmetic,
    requirement: Requirement,
    point: Point,
    variant: Variant = Variant.UNBOUNDED,
) -> Interval | None:
    """Enclosure of the least x in [0, 1] with F(x; p, q, 1/r*) >= 0 at a point, as one requirement asks.

    Parameters
    ----------
    arithmetic : Arithmetic
        How ends are computed.
    requirement : Requirement
        One of the profile's.
    point : pair of Fraction
        p and q.
    variant : Variant
        Of the bound F.

    Returns
    -------
    Interval or None
        None where the requirement does not reach the point, or that could not be decided.

    Raises
    ------
    symbolic_eps.errors.DomainError
        A bound is undefined there.
    symbolic_eps.errors.InfeasibleProfileError
        The bound is below 1 there.
    """
    if not (requirement.cell.p.contains(point[0]) and requirement.cell.q.contains(point[1])):
        return None
    sides = arithmetic.enclose(point[0]), arithmetic.enclose(point[1])
    p, q = arguments(arithmetic, sides, False)
    if not all(truth(condition, p, q) is True for condition in requirement.conditions):
        return None
    least: Interval | None = None
    refused = []
    for bound in requirement.bounds:
        try:
            inverse = bound.inverse(p, q).value
        except UndefinedError:
            if len(requirement.bounds) == 1:
                raise DomainError(
                    f"the risk bound {bound.text} is undefined at {named(point)}: {DEFINED}"
                ) from None
            refused.append(bound.text)  # it is 0: a profile of several bounds has a value at all priors
            continue
        except PossiblyUndefinedError:
            return None
        if inverse[0] > 1 or inverse[1] < 0:
            refused.append(bound.text)
        elif inverse[0] < 0:
            return None
        if inverse[0] >= 0:
            least = inverse if least is None else (min(least[0], inverse[0]), min(least[1], inverse[1]))
    if len(refused) == len(requirement.bounds):
        raise InfeasibleProfileError(
            f"infeasible: the risk bound {' or '.join(refused)} is below 1 at {named(point)}, and no "
            f"eps >= 0 keeps the relative risk under 1: {HIGHER}"
        )
    return None if least is None else _root(arithmetic, sides, least, variant)


def _root(
    arithmetic: Arithmetic, sides: tuple[Interval, Interval], inverse: Interval, variant: Variant
) -> Interval | None:
    """2 m / ((1 - p) + sqrt((1 - p)^2 + 4 p (1 - q) m)) with m = s - p q; 0 where m <= 0.

    Where F is linear, m / (1 - p q).
    """
    a = arithmetic
    one = (a.one, a.one)
    p, q = sides
    m = a.subtract(inverse, a.multiply(p, q))
    if m[1] <= 0:
        return a.zero, a.zero
    m = max(m[0], a.zero), m[1]
    if variant is not Variant.UNBOUNDED:
        divisor = a.subtract(one, a.multiply(p, q))
        if not divisor[0] > 0:
            return None
        low, high = a.multiply(m, a.reciprocal(divisor))
        return max(low, a.zero), min(high, a.one)
    uncertain, mixed = a.subtract(one, p), a.multiply(p, a.subtract(one, q))
    uncertain = max(uncertain[0], a.zero), uncertain[1]
    mixed = max(mixed[0], a.zero), mixed[1]
    twice = a.add(m, m)
    discriminant = a.add(a.multiply(uncertain, uncertain), a.multiply(a.add(mixed, mixed), twice))
    divisor = a.add(uncertain, a.sqrt(discriminant))
    if not divisor[0] > 0:
        return None
    low, high = a.multiply(twice, a.reciprocal(divisor))
    return max(low, a.zero), min(high, a.one)


def named(point: Point) -> str:
    """The point in words."""
    return f"p = {_short(point[0])}, q = {_short(point[1])}"


def _short(value: Fraction) -> str:
    return str(value) if value.denominator < 10**9 else f"{float(value):.12g}"
