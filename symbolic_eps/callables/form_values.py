"""The values of a closed form: on float64 arrays, as one float, and at mpmath's working precision.

Regions are decided exactly. On arrays, branches in square roots run the programs of `symbolic_eps.export`,
whose rounding error is proved; what these refuse (extreme sizes, roots of higher degree) is enclosed in
balls. One number is always enclosed, and then rounded correctly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import mpmath
import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.callables.array_program import ArrayProgram
from symbolic_eps.callables.exact_truth import ExactTruth
from symbolic_eps.closed_forms.array_arguments import Arrays, broadcast_arrays, read_array, refuse, shape_of
from symbolic_eps.closed_forms.bare_form import BareForm
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.export.forms.derived import formula_on
from symbolic_eps.profiles.exact_numbers import exact_or_binary
from verify.enclosure import Enclosure

Floats = NDArray[np.float64]
ArrayFunction = Callable[[list[Floats]], Floats]
Rounded = TypeVar("Rounded")

_CHUNK = 8192  # points whose intermediate values fill a cache
_BINARY64 = 53


class FormValues:
    """A closed form, translated when it is first evaluated.

    Parameters
    ----------
    form : BareForm

    Examples
    --------
    >>> from symbolic_eps.closed_forms.bare_form import bare_form
    >>> from symbolic_eps.minimum import infimum
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> values = FormValues(bare_form(infimum(RiskProfile("r", ["r>1"]))))
    >>> values.array({"r": [2.0, 3.0]}).round(6).tolist(), values.number({"r": 3})
    ([0.346574, 0.549306], 0.5493061443340549)
    """

    def __init__(self, form: BareForm) -> None:
        self.form = form
        self.parameters = tuple(s.name for s in form.parameters)

    def array(self, values_by_name: Mapping[str, ArrayLike]) -> Floats | np.float64:
        """The values on the broadcast arrays; a scalar for scalars."""
        arrays = float_arrays(values_by_name)
        columns = [arrays[name] for name in self.parameters]
        for truth, reason in self._refused:
            refuse(truth(columns), reason, arrays)
        result: Floats = np.full(shape_of(arrays), np.nan)
        flat = [np.ascontiguousarray(column).reshape(-1) for column in columns]
        values = result.reshape(-1)
        for start in range(0, values.size, _CHUNK):
            chunk = slice(start, start + _CHUNK)
            values[chunk] = self._on_chunk([column[chunk] for column in flat], values[chunk].shape)
        return result[()]

    def _on_chunk(self, columns: list[Floats], shape: tuple[int, ...]) -> Floats:
        result = np.full(shape, np.nan)
        for truth, values in self._array_branches:
            inside = truth(columns, shape)
            result[inside] = values([column[inside] for column in columns])
            for (at,) in np.argwhere(inside & np.isnan(result)):
                exact = (Fraction(float(column[at])) for column in columns)
                result[at] = self._nearest(dict(zip(self.parameters, exact, strict=True)))
        return result

    def number(self, numbers: Mapping[str, object]) -> float:
        """The binary64 number that is nearest to the value at exactly these numbers."""
        point = exact_point(self.parameters, numbers)
        value = self._nearest(point)
        if math.isnan(value):
            self._require_inside(point, numbers)
        return value

    def mp(self, numbers: Mapping[str, object]) -> mpmath.mpf:
        """The number of mpmath's working precision that is nearest to the value at exactly these numbers."""
        point, precision = exact_point(self.parameters, numbers), mpmath.mp.prec
        value = self._settled(point, precision, lambda end: _rounded(end, precision))
        if value is None:
            self._require_inside(point, numbers)
        return mpmath.mpf("nan") if value is None else mpmath.mpf(value)

    def _settled(
        self, point: Mapping[str, Fraction], bits: int, rounding: Callable[[Fraction], Rounded]
    ) -> Rounded | float | None:
        """The value, rounded: an interval so narrow that both ends are rounded to it; None for no value."""
        while True:
            bits += 16
            enclosure = self.enclosure(point, Fraction(1, 2**bits))
            if enclosure is None or enclosure.is_infinite:
                return None if enclosure is None else math.inf
            low, high = (rounding(Fraction(end)) for end in (enclosure.lower, enclosure.upper))
            if low == high:
                return low
            bits *= 2

    def enclosure(self, point: Mapping[str, Fraction], relative_width: Fraction) -> Enclosure | None:
        """A narrow interval that contains the value; None where there is none."""
        return self._compiled.narrow(point, relative_width)

    @cached_property
    def _compiled(self) -> CompiledForm:
        return CompiledForm(self.form)

    @cached_property
    def _refused(self) -> list[tuple[Callable[[list[Floats]], NDArray[np.bool_]], str]]:
        """Where there is no value, and why."""
        symbols = self.form.parameters
        outside = [
            (ExactTruth([c.negation], symbols), f"the assumption {c} is not met") for c in self.form.region
        ]
        return [*outside, *((ExactTruth(e.conditions, symbols), e.reason) for e in self.form.empty)]

    @cached_property
    def _array_branches(self) -> list[tuple[ExactTruth, ArrayFunction]]:
        return [
            (ExactTruth(branch.conditions, self.form.parameters), self._values_on(branch))
            for branch in self.form.branches
        ]

    def _values_on(self, branch: Branch) -> ArrayFunction:
        """The values where a branch holds; NaN where they have to be enclosed."""
        if branch.polynomial is None:
            return lambda columns: np.full(columns[0].shape if columns else (1,), np.inf)
        try:
            formula = formula_on(self.form.region, (branch,), "branch", "", "")
            alone = tuple(c for c in formula.domain if len(c.symbols) == 1)
            program = ArrayProgram(replace(formula, domain=alone).program())
        except InputError:  # no parameters or no square roots; too many terms to be proved
            return lambda columns: np.full(columns[0].shape if columns else (1,), np.nan)
        order = [self.form.parameters.index(argument.symbol) for argument in formula.arguments]
        return lambda columns: program([columns[position] for position in order])

    def _nearest(self, point: Mapping[str, Fraction]) -> float:
        value = self._settled(point, _BINARY64, float)
        return math.nan if value is None else value

    def _require_inside(self, point: Mapping[str, Fraction], numbers: Mapping[str, object]) -> None:
        """A `DomainError` where the assumptions are not met, or no prior satisfies the box."""
        said = ", ".join(f"{name} = {numbers[name]}" for name in sorted(numbers))
        reason = self._compiled.why_empty(point)
        if reason is not None:
            raise DomainError(f"{said}: {reason}: take other numbers")


def exact_point(parameters: Iterable[str], numbers: Mapping[str, object]) -> dict[str, Fraction]:
    """The numbers exactly, a float as what it holds.

    Raises
    ------
    symbolic_eps.errors.InputError
        What is no finite real number.
    """
    point = {}
    for name in parameters:
        number = exact_or_binary(name, numbers[name])
        if not isinstance(number, sp.Rational):
            raise DomainError(f"{name} has a value that is not finite: parameters are numbers")
        point[name] = Fraction(int(number.p), int(number.q))
    return point


def float_arrays(values_by_name: Mapping[str, ArrayLike]) -> Arrays:
    """The arrays in float64 and in one shape.

    Raises
    ------
    symbolic_eps.errors.InputError
        What is no array of finite real numbers, or does not broadcast.
    """
    try:
        found = {name: read_array(name, value).astype(np.float64) for name, value in values_by_name.items()}
    except OverflowError:
        raise InputError("a parameter is beyond 2^1024: give numbers that float64 holds") from None
    return broadcast_arrays(found)


def _rounded(value: Fraction, bits: int) -> mpmath.mpf:
    return mpmath.make_mpf(mpmath.libmp.from_rational(value.numerator, value.denominator, bits, "n"))
