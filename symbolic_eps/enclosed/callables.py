"""Risk profiles given as Python callables: enclosed where they compute with balls, sampled where they do not.

A callable that takes plain numbers says nothing about the points between those at which it was called: the
least eps that was seen is then an upper bound of the infimum, on the unsafe side, and is called `sampled`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from symbolic_eps.enclosed.binary64 import Binary64
from symbolic_eps.enclosed.bounds import Bound
from symbolic_eps.enclosed.cell import UNIT, Cell, Side
from symbolic_eps.enclosed.jet import ComparisonError, Jet, arguments
from symbolic_eps.enclosed.requirement import Requirement
from symbolic_eps.errors import HIGHER, DomainError, InfeasibleProfileError, InputError
from verify.boxes.interval import PossiblyUndefinedError, UndefinedError

GRID = 65
"""Points along each prior at which a plain callable is called first."""

_REFINEMENTS = 60


@dataclass(frozen=True)
class BallProfile:
    """A callable r*(p, q) that computes with enclosures; whoever wraps it promises that it does only that.

    Parameters
    ----------
    function : callable
        Takes two enclosures and returns one (or an exact number): it uses `+ - * / **`, `abs` and the methods
        `exp`, `log`, `sqrt`, `max`, `min` of its arguments, as it would with `flint.arb`, and `int`,
        `Fraction`, `flint.fmpq` or `flint.arb` as constants; a float stands for its exact binary value. It
        must not branch on its arguments (comparing them raises), nor keep state. It is called on whole boxes
        of priors, and is taken to be continuous wherever it is defined.

    Examples
    --------
    >>> profile = BallProfile(lambda p, q: 1 + (-(p * q)).exp() / 2)
    >>> profile.requirements()[0].cell.p.high
    Fraction(1, 1)
    """

    function: Callable[[Any, Any], Any]

    def __str__(self) -> str:
        return f"{getattr(self.function, '__name__', 'callable')}(p, q), on enclosures"

    def requirements(self) -> tuple[Requirement, ...]:
        """The bound on all priors.

        Raises
        ------
        symbolic_eps.errors.InputError
            The callable cannot compute with enclosures; the message says what it did.
        """
        point = arguments(Binary64(), ((0.5, 0.5), (0.5, 0.5)), True)
        with suppress(UndefinedError, PossiblyUndefinedError):  # here: the search will tell where
            self._value(*point)
        bound = Bound(lambda p, q: self._value(p, q).reciprocal(), None, (), str(self))
        return (Requirement(Cell(UNIT, UNIT), (bound,)),)

    def _value(self, p: Jet, q: Jet) -> Jet:
        try:
            value = self.function(p, q)
            return value if isinstance(value, Jet) else p * 0 + value
        except ComparisonError as error:
            raise InputError(str(error)) from None
        except (TypeError, AttributeError) as error:
            raise InputError(
                f"the profile does not compute with enclosures ({error}): use + - * / **, abs and the "
                "methods exp, log, sqrt, max, min of its arguments; or pass the plain callable, to be sampled"
            ) from None


@dataclass(frozen=True)
class SampledMinimum:
    """The least eps that was seen.

    Parameters
    ----------
    epsilon : float
        In nats; the infimum is at most about this. `inf` where no point constrains it.
    priors : pair of float or None
        Where it was seen.
    points : int
        How many points were looked at.
    """

    epsilon: float
    priors: tuple[float, float] | None
    points: int


def sample(function: Callable[[float, float], float], cell: Cell) -> SampledMinimum:
    """The least eps among points of a grid, refined around the best one.

    Parameters
    ----------
    function : callable
        r*(p, q) >= 1 for floats in (0, 1]; `inf` for no bound.
    cell : Cell
        Priors at which it is called.

    Raises
    ------
    symbolic_eps.errors.InfeasibleProfileError, symbolic_eps.errors.DomainError
        A value below 1, or one that is not a number.

    Notes
    -----
    Proves nothing about other points.

    Examples
    --------
    >>> round(sample(lambda p, q: 3.0, Cell(UNIT, UNIT)).epsilon, 4)
    0.5493
    """
    from symbolic_eps.theory.numeric import root_epsilon

    seen = 0

    def epsilon(p: float, q: float) -> float:
        nonlocal seen
        seen += 1
        bound = _called(function, p, q)
        return float(root_epsilon(p, q, bound)) if bound < math.inf else math.inf

    axes = [_points(cell.p), _points(cell.q)]
    least, best = math.inf, None
    for p in axes[0]:
        for q in axes[1]:
            value = epsilon(p, q)
            if value < least:
                least, best = value, (p, q)
    if best is None:
        return SampledMinimum(math.inf, None, seen)
    steps = [(float(side.high - side.low)) / GRID for side in (cell.p, cell.q)]
    for _ in range(_REFINEMENTS):
        p, q = best
        around = [
            (_clipped(cell.p, p + i * steps[0]), _clipped(cell.q, q + j * steps[1]))
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if i or j
        ]
        value, there = min((epsilon(*point), point) for point in around)
        if value < least:
            least, best = value, there
        else:
            steps = [step / 2 for step in steps]
    return SampledMinimum(least, best, seen)


def _called(function: Callable[[float, float], float], p: float, q: float) -> float:
    try:
        bound = float(function(p, q))
    except (ArithmeticError, ValueError, TypeError) as error:
        raise DomainError(
            f"the profile fails at p = {p!r}, q = {q!r}: {error}; give a number there, or a box without it"
        ) from None
    if math.isnan(bound):
        raise DomainError(
            f"the profile is not a number at p = {p!r}, q = {q!r}: give a number there, or a box without it"
        )
    if bound < 1:
        raise InfeasibleProfileError(
            f"infeasible: the risk bound is {bound!r} at p = {p!r}, q = {q!r}, and no eps >= 0 keeps the "
            f"relative risk under 1: {HIGHER}"
        )
    return bound


def _points(side: Side) -> list[float]:
    if side.is_point:
        return [float(side.low)]
    low, width = float(side.low), float(side.high - side.low)
    return sorted({_clipped(side, low + width * k / (GRID - 1)) for k in range(GRID)})


def _clipped(side: Side, value: float) -> float:
    """The value moved into the side, next to an open end."""
    if side.is_point:
        return float(side.low)
    gap = float(side.high - side.low) * 1e-9
    low = float(side.low) + (gap if side.low_open else 0.0)
    high = float(side.high) - (gap if side.high_open else 0.0)
    return min(max(value, low), high)
