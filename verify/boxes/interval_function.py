"""Real expressions as functions on boxes: enclosed values and gradients, lower bounds, exact points.

An expression is translated once; a box then costs a few interval operations for each of its operations.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import sympy as sp
from flint import arb, ctx, fmpq

from verify.boxes.interval import (
    ADD,
    EXTREMA,
    FUNCTIONS,
    MULTIPLY,
    NOTHING,
    ONE,
    ZERO,
    Interval,
    NotRationalError,
    Operation,
    PossiblyUndefinedError,
    UndefinedError,
    add,
    interval,
    multiply,
    negative,
    power,
)
from verify.enclosure import enclose

LIMIT_BITS = 1024
"""Precision at which the sign at a point is given up."""

Gradient = tuple[Interval | None, ...]
"""Enclosures of the (Clarke) partial derivatives on a box; None where unbounded, empty if not computed."""


class _Step(NamedTuple):
    operation: Operation
    arguments: tuple[int, ...]


class LowerBound(NamedTuple):
    """What a box gives away about a function."""

    lower: arb
    """No value on the box is below."""
    upper: arb
    """No value on the box is above."""
    gradient: Gradient
    """Its gradient on the box; empty if not computed."""


@dataclass(frozen=True)
class IntervalFunction:
    """A real expression, translated once into a list of interval operations; see `compiled`.

    Parameters
    ----------
    expression : sympy.Expr
        What is evaluated.
    variables : tuple of Symbol
        Order of the coordinates.
    constants : tuple of sympy.Expr
        Numbers that occur.
    steps : tuple
        Operations on earlier values: the variables, then the constants, then the steps before.

    Examples
    --------
    >>> x = sp.Symbol("x")
    >>> parabola = compiled(x - x**2, [x])
    >>> bound = parabola.lower_bound([interval(fmpq(0), fmpq(1, 2))])
    >>> bound.lower == 0, parabola.exact([fmpq(1, 3)])
    (True, 2/9)
    """

    expression: sp.Expr
    variables: tuple[sp.Symbol, ...]
    constants: tuple[sp.Expr, ...]
    steps: tuple[_Step, ...]
    result: int

    def values(self, box: Sequence[Interval]) -> list[Interval]:
        """Enclosures of the variables, constants and all steps over the box.

        Raises
        ------
        UndefinedError, PossiblyUndefinedError
            A quotient, root or logarithm is undefined everywhere, or may be undefined somewhere.
        """
        values = [*box, *_constant_intervals(self.constants, ctx.prec)]
        for operation, arguments in self.steps:
            values.append(operation.interval(*[values[k] for k in arguments]))
        return values

    def value(self, box: Sequence[Interval]) -> Interval:
        """Enclosure of the function's values on the box; raises as `values` does."""
        return self.values(box)[self.result]

    def gradient(self, values: Sequence[Interval]) -> Gradient:
        """Enclosures of the (Clarke) partial derivatives on a box, from `values`; None where unbounded."""
        first = len(self.variables) + len(self.constants)
        adjoints: dict[int, Interval | None] = {self.result: ONE}
        for position in range(len(self.steps) - 1, -1, -1):
            here = first + position
            if here not in adjoints:
                continue
            adjoint = adjoints[here]
            operation, arguments = self.steps[position]
            partials = operation.partials(*[values[k] for k in arguments], values[here])
            for k, partial in zip(arguments, partials, strict=True):
                if adjoint is None or partial is None:
                    adjoints[k] = None
                    continue
                change = multiply(adjoint, partial)
                known = adjoints.get(k, NOTHING)
                adjoints[k] = None if known is None else add(known, change)
        return tuple(adjoints.get(k, NOTHING) for k in range(len(self.variables)))

    def lower_bound(
        self, box: Sequence[Interval], sufficient: arb | None = None, hopeless: arb | None = None
    ) -> LowerBound:
        """Lower bound over the box: the better of interval extension and mean value form.

        Parameters
        ----------
        box : sequence of Interval
            One interval per variable.
        sufficient : arb, optional
            A bound above this is not improved any further.
        hopeless : arb, optional
            Where no value is above this, the bound is not improved either.

        Raises
        ------
        UndefinedError, PossiblyUndefinedError
            As `values` does.
        """
        values = self.values(box)
        lower, upper = values[self.result]
        if (sufficient is not None and lower > sufficient) or (hopeless is not None and upper <= hopeless):
            return LowerBound(lower, upper, ())
        try:
            gradient = self.gradient(values)
            better = mean_value_bound([Term(self, gradient, ONE)], box)
        except (UndefinedError, PossiblyUndefinedError):
            # The function is defined on the box all the same: only its derivative overflowed.
            return LowerBound(lower, upper, ())
        return LowerBound(max(lower, better), upper, gradient)

    def exact(self, point: Sequence[fmpq]) -> fmpq:
        """The value at a rational point where it is rational.

        Raises
        ------
        UndefinedError
            The expression is undefined there.
        NotRationalError
            The value, or an intermediate one, is not known to be rational.
        """
        values = list(point)
        for constant in self.constants:
            if not constant.is_Rational:
                raise NotRationalError
            values.append(fmpq(int(constant.p), int(constant.q)))
        for operation, arguments in self.steps:
            values.append(operation.exact(*[values[k] for k in arguments]))
        return values[self.result]

    def sign_at(self, point: Sequence[fmpq]) -> int | None:
        """Certified sign (-1, 0, 1) at a rational point, or None where `LIMIT_BITS` do not settle it.

        Raises
        ------
        UndefinedError
            The expression is provably undefined there.
        """
        try:
            exact = self.exact(point)
            return int(exact > 0) - int(exact < 0)
        except NotRationalError:
            pass  # balls decide below
        bits = 64
        while bits <= LIMIT_BITS:
            with ctx.workprec(bits):
                try:
                    lower, upper = self.value([interval(v, v) for v in point])
                except PossiblyUndefinedError:
                    lower, upper = arb(-1), arb(1)
                if lower > ZERO:
                    return 1
                if upper < ZERO:
                    return -1
                if lower == upper == ZERO:
                    return 0
            bits *= 2
        return None


class Term(NamedTuple):
    """A function, the enclosure of its gradient on a box, and the weight >= 0 that it gets in a sum."""

    function: IntervalFunction
    gradient: Gradient
    weight: Interval


def mean_value_bound(terms: Sequence[Term], box: Sequence[Interval]) -> arb:
    """Lower bound of a weighted sum of functions over a box, by its mean value form.

    The form `f(c) + sum G_i (X_i - c_i)` takes the centre c that gives the largest lower end (Baumann): an
    end of X_i where f is monotone. Where G_i is unbounded, X_i stands for c_i.

    Raises
    ------
    UndefinedError, PossiblyUndefinedError
        As `IntervalFunction.values` does.
    """
    gradient: list[Interval | None] = []
    for k in range(len(box)):
        slopes = [term.gradient[k] for term in terms]
        known = [multiply(t.weight, g) for t, g in zip(terms, slopes, strict=True) if g is not None]
        gradient.append(add(*known) if len(known) == len(slopes) else None)
    centre = [x if g is None else _centre(x, g) for x, g in zip(box, gradient, strict=True)]
    parts = [multiply(term.weight, term.function.value(centre)) for term in terms]
    for x, c, g in zip(box, centre, gradient, strict=True):
        if g is not None:
            parts.append(multiply(g, add(x, negative(c))))
    return add(*parts)[0]


def _centre(x: Interval, slope: Interval) -> Interval:
    (lower, upper), (a, b) = x, slope
    if a >= ZERO:
        return lower, lower
    if b <= ZERO:
        return upper, upper
    middle = ((b * lower - a * upper) / (b - a)).mid()
    middle = min(max(middle, lower), upper)
    return middle, middle


@functools.lru_cache(maxsize=256)
def _constant_intervals(constants: tuple[sp.Expr, ...], bits: int) -> tuple[Interval, ...]:
    intervals = []
    with ctx.workprec(bits):
        for enclosure in (enclose(constant, bits) for constant in constants):
            lower, upper = Fraction(enclosure.lower), Fraction(enclosure.upper)
            ends = (fmpq(end.numerator, end.denominator) for end in (lower, upper))
            intervals.append(interval(*ends))
    return tuple(intervals)


def compiled(expression: sp.Expr, variables: Sequence[sp.Symbol]) -> IntervalFunction:
    """Translate an expression into interval operations; equal parts are evaluated once.

    Parameters
    ----------
    expression : sympy.Expr
        Built from rationals, the variables, pi, E, real `CRootOf`, `+ - * /`, powers, exp, log, sin, cos,
        sinh, cosh, tanh, atan, Abs, Max and Min. A root is real and of a number >= 0; a power with another
        exponent `u**v` means `exp(v*log(u))`.
    variables : sequence of Symbol
        Order of the coordinates.

    Raises
    ------
    TypeError
        The expression has a part of another kind, or a symbol that is no variable; the message names it.

    Examples
    --------
    >>> x = sp.Symbol("x")
    >>> compiled(sp.exp(x) + sp.Max(x, 0), [x]).exact([fmpq(0)])
    1
    """
    whole = sp.sympify(expression, strict=True)
    order = tuple(variables)
    constants = sorted(
        (c for c in sp.postorder_traversal(whole) if _is_leaf_constant(c)), key=sp.default_sort_key
    )
    # Exponents are constants of an operation, not values; those that are not needed cost nothing per box.
    leaves = (*order, *dict.fromkeys(constants))
    translation = _Translation(whole, leaves)
    result = translation.position(whole)
    return IntervalFunction(whole, order, leaves[len(order) :], tuple(translation.steps), result)


def _is_leaf_constant(part: sp.Basic) -> bool:
    return part is sp.pi or part is sp.E or isinstance(part, sp.Rational | sp.CRootOf)


class _Translation:
    def __init__(self, whole: sp.Expr, leaves: Sequence[sp.Expr]) -> None:
        self.whole = whole
        self.steps: list[_Step] = []
        self._leaves = len(leaves)
        self._positions: dict[sp.Expr, int] = {leaf: k for k, leaf in enumerate(leaves)}

    def position(self, part: sp.Expr) -> int:
        """Where the value of a part is found, after the steps that compute it."""
        if part not in self._positions:
            self._positions[part] = self._translate(part)
        return self._positions[part]

    def _step(self, operation: Operation, *arguments: int) -> int:
        self.steps.append(_Step(operation, arguments))
        return self._leaves + len(self.steps) - 1

    def _translate(self, part: sp.Expr) -> int:
        if part.is_Add:
            return self._step(ADD, *(self.position(a) for a in part.args))
        chained = MULTIPLY if part.is_Mul else EXTREMA.get(part.func)
        if chained is not None:
            positions = [self.position(a) for a in sorted(part.args, key=sp.default_sort_key)]
            return functools.reduce(lambda left, right: self._step(chained, left, right), positions)
        if part.is_Pow and isinstance(part.exp, sp.Rational):
            return self._step(power(Fraction(int(part.exp.p), int(part.exp.q))), self.position(part.base))
        if part.is_Pow:
            logarithm = self._step(FUNCTIONS[sp.log], self.position(part.base))
            product = self._step(MULTIPLY, self.position(part.exp), logarithm)
            return self._step(FUNCTIONS[sp.exp], product)
        if part.func in FUNCTIONS and len(part.args) == 1:
            return self._step(FUNCTIONS[part.func], self.position(part.args[0]))
        if part.is_Symbol:
            raise TypeError(f"{part} occurs in {self.whole} but is not among the variables")
        raise TypeError(f"no interval extension of {part} ({type(part).__name__}) in {self.whole}")
