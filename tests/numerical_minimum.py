"""The least eps over the priors by search at one choice of parameters: checks closed forms independently."""

from collections.abc import Mapping

import mpmath
import sympy as sp

from symbolic_eps.closed_form_table.numerical_minimum import DIGITS, Number, Problem
from symbolic_eps.profiles.profile import RiskProfile


def minimum(profile: RiskProfile, values: Mapping[sp.Symbol, sp.Rational]) -> Number:
    """The least eps over the profile's domain; `+inf` if every eps is admissible.

    Examples
    --------
    >>> print(mpmath.nstr(minimum(RiskProfile(sp.Integer(4)), {}), 12))
    0.69314718056
    """
    with mpmath.workdps(DIGITS):
        return Problem(profile).minimum(values)
