"""Anybody's function against certified values: the worst errors, where they are, and on which side."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from symbolic_eps.callables.check_points import Point, check_points
from symbolic_eps.callables.form_values import exact_point
from symbolic_eps.callables.function import LambdifiedFunction, lambdify
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.theory.rounding import Rounding, is_down
from verify.enclosure import Enclosure

LIMIT = 8.0
"""In ulps: more than is proved of any program that `lambdify` runs."""

_WORST = 5
_BINARY64 = 53
_SMALLEST = Fraction(1, 2**1074)

Exact = Enclosure | bool | None


@dataclass(frozen=True)
class Judged:
    """One point, and what the function said.

    Parameters
    ----------
    point : mapping of str to float
        The parameters, which are exactly these binary64 numbers.
    answer : object
        The value, or the error that was raised.
    exact : Enclosure, bool or None
        An interval that contains the exact value; None where there is none, so that NaN is right.
    ulps : float
        The answer minus the exact value, in units in the last place of the exact one in the answer's own
        format: binary64, or mpmath's working precision. Infinite for no number and a wrong infinity.
    above : bool
        Whether the answer is above the exact value.
    fault : str
        `"no number"`, `"wrong infinity"`, `"wrong truth"`, or nothing.
    """

    point: Mapping[str, float]
    answer: object
    exact: Exact
    ulps: float
    above: bool
    fault: str = ""


@dataclass(frozen=True)
class Verification:
    """What a comparison with exact values found; true where nothing is wrong.

    Parameters
    ----------
    name : str
        The function.
    digits : int
        To how many digits the exact values were enclosed, at least.
    limit : float
        The largest error that is allowed, in ulps.
    rounding : {"nearest", "down"}
        `down` allows nothing above the exact value.
    judged : tuple of Judged
        All points, in the order in which they were looked at.

    Examples
    --------
    >>> from symbolic_eps import lambdify
    >>> found = lambdify("root").verified(points=20)
    >>> found.ok, len(found.judged), found.worst_error < 2
    (True, 20, True)
    """

    name: str
    digits: int
    limit: float
    rounding: Rounding
    judged: tuple[Judged, ...]

    @property
    def ok(self) -> bool:
        """Whether every point has a number within the limit, and none above the exact one if rounded down."""
        return bool(self.judged) and not self.wrong

    def __bool__(self) -> bool:
        return self.ok

    @property
    def wrong(self) -> tuple[Judged, ...]:
        """The points at which something is wrong."""
        down = self.rounding == "down"
        return tuple(j for j in self.judged if j.fault or abs(j.ulps) > self.limit or (down and j.above))

    @property
    def above(self) -> tuple[Judged, ...]:
        """The points with a value above the exact one: unsafe, for a budget that is spent."""
        return tuple(j for j in self.judged if j.above)

    def with_fault(self, fault: str) -> tuple[Judged, ...]:
        """The points with this fault."""
        return tuple(j for j in self.judged if j.fault == fault)

    @property
    def worst(self) -> tuple[Judged, ...]:
        """The points with the largest errors, the worst first."""
        return tuple(sorted(self.judged, key=lambda j: -abs(j.ulps))[:_WORST])

    @property
    def worst_error(self) -> float:
        """The largest error in ulps, on either side."""
        return max((abs(j.ulps) for j in self.judged), default=0.0)

    def __str__(self) -> str:
        from symbolic_eps.report.verification import text

        return text(self)


def verified(
    function: Callable[..., Any],
    against: object = None,
    digits: int = 50,
    points: int | Iterable[Mapping[str, object]] = 200,
    *,
    limit: float | None = None,
    rounding: Rounding = "nearest",
    arrays: bool | None = None,
) -> Verification:
    """Compare a function with certified values, at points of every region and beside every border.

    Parameters
    ----------
    function : callable
        Anybody's. It gets Python floats by position, in the order of `against`'s parameters, which are sorted
        by name: p, q, r for the root.
    against : Derivation, PiecewiseInfimum, Branch, sequence of Condition, "root", or what `lambdify` returned
        What it should compute. May be left out for what `lambdify` returned.
    digits : int
        Exact values are enclosed to at least so many significant digits, and to more where the function
        answers in more.
    points : int or iterable of mapping
        How many points, always the same ones; or the points: numbers by name, which are first rounded to
        binary64.
    limit : float, optional
        The largest error that is allowed, in ulps; by default 8.
    rounding : {"nearest", "down"}
        `down` allows no value above the exact one.
    arrays : bool, optional
        Whether the function gets whole arrays instead of one number each time; by default what `lambdify`
        returned for numpy does.

    Returns
    -------
    Verification
        Of every point the error and its side; `bool` says whether all is right, `print` shows the worst.

    Raises
    ------
    symbolic_eps.errors.InputError
        `against` is nothing that can be evaluated, the function cannot be called with its parameters, or a
        point is outside the domain.

    Notes
    -----
    The exact values come from the derived closed form by ball arithmetic, not from what is checked. What is
    seen at points supports a function and proves nothing elsewhere. An error that the function raises counts
    as no number if it is an ArithmeticError or a ValueError.

    Examples
    --------
    >>> from math import log, sqrt
    >>> from symbolic_eps import verified
    >>> def printed(p, q, r):
    ...     s = 1 / r
    ...     root = sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (s - p * q))
    ...     return log(2 * p * (1 - q) / (p - 1 + root))
    >>> places = [{"p": p, "q": "1/4", "r": 3} for p in ("1/2", 1e-12)]
    >>> found = verified(printed, "root", points=places)
    >>> bool(found), abs(found.worst[0].ulps) > 1e10  # all digits are lost where p is small
    (False, True)
    """
    reference = _reference(function, against)
    whole: object = digits
    if not isinstance(whole, int) or isinstance(whole, bool) or whole < 1:
        raise InputError(f"digits = {digits!r}: give a whole number of digits, such as 50")
    is_down(rounding)
    chosen = _points(reference, points)
    if arrays is None:
        arrays = isinstance(function, LambdifiedFunction) and function.modules == "numpy"
    if arrays:
        answers = _on_arrays(function, reference, chosen)
    else:
        answers = [_answer(function, _arguments(function, reference, point)) for point in chosen]
    precision = mpmath.mp.prec if any(isinstance(a, mpmath.mpf) for a in answers) else _BINARY64
    width = min(Fraction(1, 10**digits), Fraction(1, 2 ** (precision + 16)))
    judged = []
    for point, answer in zip(chosen, answers, strict=True):
        exact = reference.values.enclosure({n: Fraction(x) for n, x in point.items()}, width)
        judged.append(judge(point, answer, exact))
    name = getattr(function, "name", None) or getattr(function, "__name__", type(function).__name__)
    said = f"{name}({', '.join(reference.parameters)})"
    return Verification(said, digits, LIMIT if limit is None else float(limit), rounding, tuple(judged))


def _reference(function: object, against: object) -> LambdifiedFunction:
    if against is None and not isinstance(function, LambdifiedFunction):
        raise InputError(
            "nothing says what the function should compute: give against='root', or what derive(...) returned"
        )
    reference = function if against is None else against
    return reference if isinstance(reference, LambdifiedFunction) else lambdify(reference)


def _points(reference: LambdifiedFunction, points: int | Iterable[Mapping[str, object]]) -> list[Point]:
    if isinstance(points, int) and not isinstance(points, bool) and points >= 1:
        others = [n for n in reference.parameters if n not in reference.values.parameters]
        return [
            {n: (point | dict.fromkeys(others, 0.5))[n] for n in reference.parameters}
            for point in check_points(reference.values.form, points)
        ]
    if isinstance(points, (int, str, Mapping)) or not isinstance(points, Iterable):
        raise InputError(f"points = {points!r}: give how many, such as 1000, or a list of values by name")
    return [_rounded_point(reference, point) for point in points]


def _rounded_point(reference: LambdifiedFunction, numbers: Mapping[str, object]) -> Point:
    named = reference.bound((), {str(name): value for name, value in numbers.items()})
    point = {name: float(x) for name, x in exact_point(reference.parameters, named).items()}
    reason = CompiledForm(reference.values.form).why_empty({n: Fraction(x) for n, x in point.items()})
    if reason is not None:
        said = ", ".join(f"{name} = {value}" for name, value in point.items())
        raise DomainError(f"{said}: {reason}: take other numbers")
    return point


def _arguments(function: object, reference: LambdifiedFunction, point: Mapping[str, Any]) -> list[Any]:
    order = function.parameters if isinstance(function, LambdifiedFunction) else reference.parameters
    return [point[name] for name in order]


def _answer(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """The value, or the error that says that there is none."""
    try:
        return function(*arguments)
    except (ArithmeticError, ValueError) as error:
        return error
    except TypeError as error:
        raise InputError(f"the function cannot be called with {len(arguments)} numbers: {error}") from None


def _on_arrays(
    function: Callable[..., Any], reference: LambdifiedFunction, points: Sequence[Point]
) -> list[Any]:
    columns = {n: np.array([point[n] for point in points]) for n in reference.parameters}
    values_or_error = _answer(function, _arguments(function, reference, columns))
    if isinstance(values_or_error, Exception):
        raise InputError(
            f"the function refuses arrays: {values_or_error}; give arrays=False to call it point by point"
        )
    values = np.asarray(values_or_error)
    if values.shape not in ((len(points),), ()):
        raise InputError(
            f"the function gives shape {values.shape} for {len(points)} points: give one value for each"
        )
    return list(np.broadcast_to(values, (len(points),)).tolist())


def judge(point: Point, answer: object, exact: Exact) -> Judged:
    """The error of an answer.

    Examples
    --------
    >>> judged = judge({}, 0.5 + 2.0**-53, Enclosure(Fraction(1, 2), Fraction(1, 2)))
    >>> judged.ulps, judged.above, judge({}, float("nan"), judged.exact).fault
    (1.0, True, 'no number')
    """
    if isinstance(exact, bool):
        right = isinstance(answer, bool | np.bool_) and bool(answer) is exact
        return Judged(point, answer, exact, 0.0 if right else math.inf, False, "" if right else "wrong truth")
    value, precision = _number(answer)
    if value is None or exact is None:
        right = value is None and exact is None and not isinstance(answer, Exception)
        return Judged(point, answer, exact, 0.0 if right else math.inf, False, "" if right else "no number")
    if exact.is_infinite or isinstance(value, float):
        right = exact.is_infinite and value == math.inf
        above = not right and value == math.inf
        return Judged(
            point, answer, exact, 0.0 if right else math.inf, above, "" if right else "wrong infinity"
        )
    middle = (Fraction(exact.lower) + Fraction(exact.upper)) / 2
    error = (value - middle) / _unit(middle, precision)
    return Judged(point, answer, exact, _as_float(error), value > exact.upper)


def _number(answer: object) -> tuple[Fraction | float | None, int]:
    """A finite number exactly, an infinity as a float, None for anything else; and its precision in bits."""
    if isinstance(answer, np.generic | np.ndarray) and np.size(answer) == 1:
        answer = answer.item()
    if isinstance(answer, mpmath.mpf):
        if mpmath.isfinite(answer):
            return Fraction(*map(int, mpmath.libmp.to_rational(answer._mpf_))), mpmath.mp.prec
        answer = float(answer)
    if isinstance(answer, bool) or not isinstance(answer, int | float | Fraction):
        return None, _BINARY64
    if isinstance(answer, float) and not math.isfinite(answer):
        return None if math.isnan(answer) else answer, _BINARY64
    return Fraction(answer), _BINARY64


def _unit(value: Fraction, precision: int) -> Fraction:
    """The unit in the last place of numbers of a size."""
    if value <= 0:
        return _SMALLEST
    power = value.numerator.bit_length() - value.denominator.bit_length()
    power -= Fraction(2) ** power > value
    return max(Fraction(2) ** (power + 1 - precision), _SMALLEST)


def _as_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
