"""A derived closed form at many exact parameter values: the branch by exact signs, eps by ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import sympy as sp
from flint import ctx, fmpq

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from verify.boxes.interval import NotRationalError, PossiblyUndefinedError, UndefinedError, interval
from verify.boxes.interval_function import IntervalFunction, compiled
from verify.enclosure import Enclosure
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import fraction_of

_BITS = 256

Tests = tuple[tuple[IntervalFunction, Relation], ...]


class CompiledForm:
    """A closed form, translated once.

    Parameters
    ----------
    derived : PiecewiseInfimum
        What `symbolic_eps.minimum.infimum` returned, proved on its parameter region.

    Examples
    --------
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> form = CompiledForm(infimum(RiskProfile("r", ["2<=r<=4"])))
    >>> form.enclosure({"r": Fraction(3)}).text(10)
    '[0.5493061443, 0.5493061444]'
    """

    def __init__(self, derived: PiecewiseInfimum) -> None:
        self.symbols = derived.profile.parameters
        self._region = self._tests(derived.profile.parameter_region)
        self._branches = [
            (
                self._tests(branch.conditions),
                branch.polynomial is None,
                None if branch.excess is None else compiled(sp.log(1 + branch.excess), self.symbols),
            )
            for branch in derived.branches
        ]

    def _tests(self, conditions: Sequence[Condition]) -> Tests:
        return tuple((compiled(c.polynomial, self.symbols), c.relation) for c in conditions)

    def enclosure(self, values: Mapping[str, Fraction]) -> Enclosure | None:
        """eps at exact parameter values; None where the form has no square roots there, or does not reach.

        Parameters
        ----------
        values : mapping of str to Fraction
            At least the parameters of the closed form.
        """
        point = [fmpq(values[s.name].numerator, values[s.name].denominator) for s in self.symbols]
        if not _all_hold(self._region, point):
            return None
        for tests, unconstrained, epsilon in self._branches:
            if not _all_hold(tests, point):
                continue
            if unconstrained:
                return Enclosure(math.inf, math.inf)
            return None if epsilon is None else _enclosed(epsilon, point)
        return None


def _all_hold(tests: Tests, point: list[fmpq]) -> bool:
    for function, relation in tests:
        try:
            value = function.exact(point)
        except (UndefinedError, NotRationalError):
            return False
        if not relation.holds(int(value > 0) - int(value < 0)):
            return False
    return True


def _enclosed(epsilon: IntervalFunction, point: list[fmpq]) -> Enclosure | None:
    with ctx.workprec(_BITS):
        try:
            low, high = epsilon.value([interval(v, v) for v in point])
        except (UndefinedError, PossiblyUndefinedError):
            return None
        return Enclosure(max(fraction_of(low), Fraction(0)), max(fraction_of(high), Fraction(0)))
