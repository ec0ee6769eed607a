"""A derived closed form at many exact parameter values: the branch by exact signs, eps by ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import sympy as sp
from flint import ctx, fmpq

from symbolic_eps.closed_forms.bare_form import BareForm, bare_form
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.compiled_root import CompiledRoot
from symbolic_eps.closed_forms.evaluate import value_on
from verify.boxes.interval import NotRationalError, PossiblyUndefinedError, UndefinedError, interval
from verify.boxes.interval_function import IntervalFunction, compiled
from verify.enclosure import Enclosure, enclose_to
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import fraction_of

_BITS = 256
_MOST_BITS = 1 << 14

Tests = tuple[tuple[IntervalFunction, Relation], ...]


class CompiledForm:
    """A closed form, translated once.

    Parameters
    ----------
    derived : PiecewiseInfimum or BareForm
        What `symbolic_eps.minimum.infimum` returned, proved on its parameter region, or what of it is
        evaluated.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> form = CompiledForm(infimum(RiskProfile("r", ["2<=r<=4"])))
    >>> form.enclosure({"r": Fraction(3)}).text(10)
    '[0.5493061443, 0.5493061444]'
    """

    def __init__(self, derived: PiecewiseInfimum | BareForm) -> None:
        self.form = bare_form(derived)
        self.symbols = self.form.parameters
        self._region = self._tests(self.form.region)
        self._empty = [(self._tests(e.conditions), e.reason) for e in self.form.empty]
        self._branches = [
            (
                self._tests(branch.conditions),
                branch,
                self._epsilon(branch),
            )
            for branch in self.form.branches
        ]

    def _epsilon(self, branch: Branch) -> IntervalFunction | CompiledRoot | None:
        if branch.excess is not None:
            return compiled(sp.log(1 + branch.excess), self.symbols)
        return None if branch.between is None else CompiledRoot(branch, self.symbols)

    def _tests(self, conditions: Sequence[Condition]) -> Tests:
        return tuple((compiled(c.polynomial, self.symbols), c.relation) for c in conditions)

    def enclosure(self, values: Mapping[str, Fraction], bits: int = _BITS) -> Enclosure | None:
        """eps at exact parameter values; None where the form does not reach, or is not seen to.

        Parameters
        ----------
        values : mapping of str to Fraction
            At least the parameters of the closed form.
        bits : int
            Of the ball arithmetic.
        """
        point = self._coordinates(values)
        branch, epsilon = self._branch_at(point)
        if branch is not None and branch.polynomial is None:
            return Enclosure(math.inf, math.inf)
        if isinstance(epsilon, CompiledRoot):
            return epsilon.enclosure(point, bits)
        return None if epsilon is None else _enclosed(epsilon, point, bits)

    def narrow(self, values: Mapping[str, Fraction], relative_width: Fraction) -> Enclosure | None:
        """eps in so narrow an interval; None where no branch holds.

        Parameters
        ----------
        values : mapping of str to Fraction
            At least the parameters of the closed form.
        relative_width : Fraction
            The width is at most this share of the lower end; 0 where eps is 0 or oo.
        """
        bits = max(_BITS, relative_width.denominator.bit_length() + 64)
        while bits <= _MOST_BITS:
            enclosure = self.enclosure(values, bits)
            if enclosure is None:
                break
            if enclosure.width == 0 or enclosure.width <= relative_width * Fraction(enclosure.lower):
                return enclosure
            bits *= 4
        return self._exactly(values, relative_width)

    def _exactly(self, values: Mapping[str, Fraction], relative_width: Fraction) -> Enclosure | None:
        """The same from the exact expression, such as for eps = 0."""
        branch = self.branch(values)
        if branch is None:
            return None
        exact = {s: sp.Rational(values[s.name].numerator, values[s.name].denominator) for s in self.symbols}
        return enclose_to(value_on(branch, exact), relative_width)

    def reaches(self, values: Mapping[str, Fraction]) -> bool:
        """Whether the assumptions are met, and some prior satisfies the box."""
        point = self._coordinates(values)
        return _all_hold(self._region, point) and not any(_all_hold(tests, point) for tests, _ in self._empty)

    def why_empty(self, values: Mapping[str, Fraction]) -> str | None:
        """Why there is no value: the assumption that is not met, or that no prior satisfies the box."""
        point = self._coordinates(values)
        for test, condition in zip(self._region, self.form.region, strict=True):
            if not _all_hold((test,), point):
                return f"the assumption {condition} is not met"
        return next((reason for tests, reason in self._empty if _all_hold(tests, point)), None)

    def _coordinates(self, values: Mapping[str, Fraction]) -> list[fmpq]:
        return [fmpq(values[s.name].numerator, values[s.name].denominator) for s in self.symbols]

    def branch(self, values: Mapping[str, Fraction]) -> Branch | None:
        """The branch that holds; None outside the region, and where the result is open or empty."""
        return self._branch_at(self._coordinates(values))[0]

    def _branch_at(self, point: list[fmpq]) -> tuple[Branch | None, IntervalFunction | CompiledRoot | None]:
        """The branch that holds, and its eps unless that is oo."""
        if _all_hold(self._region, point):
            for tests, branch, epsilon in self._branches:
                if _all_hold(tests, point):
                    return branch, epsilon
        return None, None


def _all_hold(tests: Tests, point: list[fmpq]) -> bool:
    for function, relation in tests:
        try:
            value = function.exact(point)
        except (UndefinedError, NotRationalError):
            return False
        if not relation.holds(int(value > 0) - int(value < 0)):
            return False
    return True


def _enclosed(epsilon: IntervalFunction, point: list[fmpq], bits: int) -> Enclosure | None:
    with ctx.workprec(bits):
        try:
            low, high = epsilon.value([interval(v, v) for v in point])
        except (UndefinedError, PossiblyUndefinedError):
            return None
        return Enclosure(max(fraction_of(low), Fraction(0)), max(fraction_of(high), Fraction(0)))
