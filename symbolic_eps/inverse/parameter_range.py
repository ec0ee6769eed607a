"""The range of one parameter, as assumptions bound it."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.profile import RiskProfile
from verify.language.condition import Relation


@dataclass(frozen=True)
class Interval:
    """The values of the parameter that are allowed; `upper` may be `oo`."""

    lower: sp.Expr
    upper: sp.Expr
    lower_open: bool
    upper_open: bool


def range_of(profile: RiskProfile, variable: sp.Symbol) -> Interval:
    """The range of the parameter, from assumptions that are affine in it.

    Raises
    ------
    symbolic_eps.errors.InputError
        One that is not, or no lower end.
    """
    lower, upper, lower_open, upper_open = -sp.oo, sp.oo, True, True
    for condition in profile.parameter_region:
        polynomial = sp.Poly(condition.polynomial, variable)
        if polynomial.degree() != 1 or condition.relation in (Relation.ZERO, Relation.NON_ZERO):
            raise InputError(f"{condition}: bound {variable} by numbers, such as 0<{variable}<1")
        slope, constant = polynomial.all_coeffs()
        end, is_open = -constant / slope, condition.relation is Relation.POSITIVE
        if slope > 0 and end >= lower:
            lower, lower_open = end, is_open or (end == lower and lower_open)
        elif slope < 0 and end <= upper:
            upper, upper_open = end, is_open or (end == upper and upper_open)
    if lower is -sp.oo:
        raise InputError(
            f"{variable} needs a lower end: assume its range, such as 0<{variable}<1 or {variable}>1"
        )
    return Interval(lower, upper, lower_open, upper_open)
