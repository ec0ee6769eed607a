"""The values of Theorem 2's root of Kazan & Reiter 2024, (12), in p, q and r.

On arrays they are those of `root_epsilon`; one number, and what both are verified against, comes from the
same root as a closed form, in ball arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.callables.form_values import FormValues
from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.profiles.profile import prior_range
from symbolic_eps.theory.bound import bound_polynomial
from symbolic_eps.theory.budget import checked_arguments
from symbolic_eps.theory.numeric import root_epsilon
from symbolic_eps.theory.root import unconstrained_condition
from symbolic_eps.theory.symbols import (
    DECAY,
    INVERSE_RISK,
    PRIOR_INCLUSION,
    PRIOR_VALUE,
    RELATIVE_RISK_BOUND,
)
from verify.enclosure import Enclosure
from verify.language.condition import non_negative


def root_form() -> BareForm:
    """Theorem 2 as a closed form: the root of r F, and oo where r p q >= 1.

    Examples
    --------
    >>> form = root_form()
    >>> [str(s) for s in form.parameters], [str(b.condition) for b in form.branches]
    (['p', 'q', 'r'], ['p*q*r < 1', 'p*q*r >= 1'])
    """
    polynomial = (
        RELATIVE_RISK_BOUND * bound_polynomial().subs(INVERSE_RISK, 1 / RELATIVE_RISK_BOUND)
    ).expand()
    quadratic, linear, constant = (polynomial.coeff(DECAY, power).factor() for power in (2, 1, 0))
    unconstrained = unconstrained_condition()
    finite = Branch((unconstrained.negation,), polynomial, (quadratic, linear, (-constant).expand()))
    return BareForm(
        (PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND),
        (*prior_range(PRIOR_INCLUSION), *prior_range(PRIOR_VALUE), non_negative(RELATIVE_RISK_BOUND - 1)),
        (finite, Branch((unconstrained,), None)),
    )


class RootValues:
    """Theorem 2's root.

    Examples
    --------
    >>> values = RootValues()
    >>> values.number({"p": 0.5, "q": 1.0, "r": 1.5})  # log(3)
    1.0986122886681098
    """

    def __init__(self) -> None:
        self.form = root_form()
        self.parameters = tuple(s.name for s in self.form.parameters)
        self._values = FormValues(self.form)

    def array(self, arrays: Mapping[str, ArrayLike]) -> NDArray[np.float64] | np.float64:
        """See `root_epsilon`."""
        p, q, r = (arrays[name] for name in self.parameters)
        return root_epsilon(p, q, r)

    def number(self, numbers: Mapping[str, object]) -> float:
        """The binary64 number that is nearest to the value at exactly these numbers."""
        return math.inf if self._unbounded(numbers) else self._values.number(numbers)

    def mp(self, numbers: Mapping[str, object]) -> mpmath.mpf:
        """The number of mpmath's working precision that is nearest to the value at exactly these numbers."""
        return mpmath.mpf("inf") if self._unbounded(numbers) else self._values.mp(numbers)

    def _unbounded(self, numbers: Mapping[str, object]) -> bool:
        """Whether r is infinite; refuses what `privacy_budget_mp` does."""
        p, q, r = (numbers[name] for name in self.parameters)
        return checked_arguments(p, q, r, inexact=True)[2] is sp.oo

    def enclosure(self, point: Mapping[str, Fraction], relative_width: Fraction) -> Enclosure | None:
        """A narrow interval that contains the value; None outside the domain."""
        return self._values.enclosure(point, relative_width)
