"""Which root of its polynomial X is on cells, in words, and the branches that say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.cylinders.over_parameters import ONE, ZERO, Value
from symbolic_eps.minimum.cylinders.roots_nearby import univariate
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, non_negative
from verify.points.simple_rationals import simplest_between

BY_CELLS = "the parameter is cut into cells, on each of which one polynomial keeps the least eps"
"""The theorem, in words."""

STEP = Step(StepKind.REDUCTION, words=BY_CELLS)

ANY_SIDE = (non_negative(1 - DECAY),)
"""Of X, the least root: nothing more is known of it."""


@dataclass(frozen=True)
class Form:
    """Which root X is.

    Parameters
    ----------
    polynomial : fmpq_mpoly
        h.
    rises : bool
        Whether h rises at X.
    ends : pair of Fraction or None
        X is the only root between; None for a degree of 2 at most.
    number : int
        If not 0: X is the root of this number between, where there may be others, as in `Branch`.
    """

    polynomial: fmpq_mpoly
    rises: bool
    ends: tuple[Fraction, Fraction] | None
    number: int = 0


def branch_at_number(here: tuple[Condition, ...], value: Value) -> Branch:
    """The branch of X at numbers for all parameters."""
    coefficients = univariate(value.polynomial).coeffs()
    polynomial = sp.Add(*(sp.Rational(int(c.p), int(c.q)) * DECAY**k for k, c in enumerate(coefficients)))
    ends = None if sp.degree(polynomial, DECAY) <= 2 else _around(value)
    return branch_of(here, polynomial, value.rises, ends)


def common_number(values: Sequence[Value]) -> int:
    """Of X among the roots of h in (0, 1), from 0 or for a negative one from 1; 0 if there is none."""
    below, above = {v.before for v in values}, {v.beyond for v in values}
    numbers = [*(k + 1 for k in below if len(below) == 1), *(-k - 1 for k in above if len(above) == 1)]
    return min(numbers, key=lambda k: (abs(k), -k), default=0)


def branch_of(
    conditions: tuple[Condition, ...],
    polynomial: sp.Expr,
    rises: bool,
    ends: tuple[Fraction, Fraction] | None,
    number: int = 0,
) -> Branch:
    """A branch with the polynomial as it rises at X; where the value is attained is not said."""
    if polynomial == DECAY:
        return Branch(conditions, None, steps=(STEP,))
    rising = polynomial if rises else sp.expand(-polynomial)
    if ends is not None:
        low, high = (sp.Rational(end.numerator, end.denominator) for end in ends)
        sides, further = (ANY_SIDE, 0) if number == 1 else ((), number)
        return Branch(conditions, rising, None, (), (low, high), (STEP,), sides, further)
    terms = sp.Poly(rising, DECAY)
    a, b, c = (sp.factor(terms.coeff_monomial(DECAY**k)) for k in (2, 1, 0))
    return Branch(conditions, rising, (a, b, sp.factor(-c)), (), None, (STEP,))


def _around(value: Value) -> tuple[Fraction, Fraction]:
    low = next(numbers_between(value.low, value.root.low, ZERO))
    return low, next(numbers_between(value.root.high, value.high, ONE))


def numbers_between(low: Fraction, high: Fraction, end: Fraction) -> Iterator[Fraction]:
    """The end 0 or 1 of the range, if nothing lies before it, and a simple number between."""
    if end in (low, high):
        yield end
    if low < high:
        yield simplest_between(low, high)
