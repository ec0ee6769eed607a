"""How far rounding takes a straight-line program from its exact reading, for arguments within given ranges.

For each value: bounds, a power of 2 of which it is a multiple, and a bound on its error. A multiple of
2^g below 2^(g + 53) in size is a binary64 number, so that an operation with such a result is exact; any
other one is wrong by at most half of the distance between numbers of that size. All in rational
arithmetic.

A sum t whose error is taken afterwards, by `sum_error(a, b, t)`, counts as a number of its own, without
an error: the error of the sum is then a + b - t exactly. What is read exactly is the program `freed` of
it; whoever asks for a bound checks that t drops out there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    add,
    applications,
    expressions,
    primitive,
)

LEAST_HALF = Fraction(1, 2**1075)
"""Half of the smallest number above 0: what an operation may lack where it underflows."""


@dataclass(frozen=True)
class Range:
    """Where a value lies, as it is computed, and how far it is from its exact reading.

    Parameters
    ----------
    lower, upper : Fraction
    grid : int
        It is a multiple of 2^grid.
    error : Fraction
    number : bool
        Whether it is known to be a binary64 number before it is rounded.
    """

    lower: Fraction
    upper: Fraction
    grid: int
    error: Fraction = Fraction(0)
    number: bool = False

    @property
    def size(self) -> Fraction:
        """The largest absolute value."""
        return max(abs(self.lower), abs(self.upper))

    @classmethod
    def point(cls, value: float | Fraction) -> Range:
        """A number.

        Examples
        --------
        >>> Range.point(0.375)
        Range(lower=Fraction(3, 8), upper=Fraction(3, 8), grid=-3, error=Fraction(0, 1), number=True)
        """
        number = Fraction(value)
        return cls(number, number, grid_of(number), number=True)


def grid_of(number: Fraction) -> int:
    """The largest power of 2 of which a binary64 number is a multiple."""
    if number == 0:
        return 1024
    twos = (number.numerator & -number.numerator).bit_length() - 1
    return twos - (number.denominator.bit_length() - 1)


def power_below(size: Fraction) -> int:
    """The exponent of the largest power of 2 that is at most this size.

    Examples
    --------
    >>> power_below(Fraction(1)), power_below(Fraction(1023, 1024))
    (0, -1)
    """
    power = size.numerator.bit_length() - size.denominator.bit_length()
    return power - (Fraction(2) ** power > size)


def half_unit(size: Fraction) -> Fraction:
    """Half of the distance between a binary64 number of this size and the next larger one."""
    return max(Fraction(2) ** (power_below(size) - 53), LEAST_HALF)


def evaluated(program: Program, arguments: Mapping[str, Range]) -> tuple[Range, Fraction]:
    """The result before it is rounded, with its error, and by how much rounding changes it at most.

    Parameters
    ----------
    program : Program
        Assignments, and what is returned.
    arguments : mapping of str to Range

    Raises
    ------
    ValueError
        The program does something else, or the error of a sum is taken of something else.
    """
    known, sums = dict(arguments), _sums(program)
    for statement in program.body:
        match statement:
            case Assign(name=name, value=value):
                found = _range(value, known)
                if Variable(name) in sums:
                    found = _kept(found, value, sums[Variable(name)], known)
                known[name] = found
            case Return(value=value):
                unrounded = _unrounded(value, known)
                return unrounded, _rounding(unrounded)
            case _:
                raise ValueError(f"{program.name} is not straight: {statement}")
    raise ValueError(f"{program.name} ends without a value")


def freed(program: Program) -> Program:
    """The program in which each sum whose error is taken is a parameter."""
    sums = _sums(program)
    body = tuple(s for s in program.body if not (isinstance(s, Assign) and Variable(s.name) in sums))
    freed_names = (name.name for name in sums if isinstance(name, Variable))
    return Program(program.name, (*program.parameters, *freed_names), body)


def _sums(program: Program) -> dict[Expression, Expression]:
    """The names of sums whose errors are taken, and what they are the sums of."""
    return {
        call.arguments[2]: add(*call.arguments[:2])
        for value in expressions(program.body)
        for call in applications(value)
        if call.operation is Operation.SUM_ERROR
    }


def _kept(found: Range, value: Expression, needed: Expression, known: Mapping[str, Range]) -> Range:
    """A rounded sum as a number of its own."""
    terms = [_range(term, known) for term in value.arguments] if isinstance(value, Apply) else []
    if value != needed or any(term.error for term in terms):
        raise ValueError(f"the error of {needed} is asked for, not of {value}")
    return Range(found.lower, found.upper, found.grid)


def _range(expression: Expression, known: Mapping[str, Range]) -> Range:
    """The value, rounded."""
    found = _unrounded(expression, known)
    if not isinstance(expression, Apply) or expression.operation is Operation.SUM_ERROR:
        return found
    rounding = _rounding(found)
    grid = max(found.grid, -1074)
    return Range(found.lower - rounding, found.upper + rounding, grid, found.error + rounding)


def _rounding(value: Range) -> Fraction:
    """By how much rounding changes it at most: not at all, if it is a number."""
    if value.number or (value.grid >= -1074 and value.size <= Fraction(2) ** (value.grid + 53)):
        return Fraction(0)
    power = power_below(value.size)
    below = power - 1 if Fraction(2) ** power == value.size else power  # a power of 2 itself is not rounded
    return max(Fraction(2) ** (below - 53), LEAST_HALF)


def _unrounded(expression: Expression, known: Mapping[str, Range]) -> Range:
    """The operation without its own rounding."""
    match expression:
        case Constant(value=value):
            return Range.point(value)
        case Variable(name=name):
            return known[name]
        case Apply(operation=Operation.SUM_ERROR, arguments=(one, other, _)):
            lost = _rounding(_sum(_range(one, known), _range(other, known)))
            grid = min(_range(one, known).grid, _range(other, known).grid)
            return Range(-lost, lost, grid)
        case Apply(operation=operation, arguments=(left, right)) if operation in _DONE:
            return _DONE[primitive(operation)](_range(left, known), _range(right, known))
    raise ValueError(f"no bound is known for {expression}")


def _sum(one: Range, other: Range) -> Range:
    grid, alone = min(one.grid, other.grid), 0 in (one.size, other.size)
    return Range(one.lower + other.lower, one.upper + other.upper, grid, one.error + other.error, alone)


def _difference(one: Range, other: Range) -> Range:
    return _sum(one, Range(-other.upper, -other.lower, other.grid, other.error))


def _product(one: Range, other: Range) -> Range:
    ends = [a * b for a in (one.lower, one.upper) for b in (other.lower, other.upper)]
    error = one.size * other.error + other.size * one.error + one.error * other.error
    scaled = any(factor.lower == factor.upper == Fraction(2) ** factor.grid for factor in (one, other))
    error += LEAST_HALF if scaled and one.grid + other.grid < -1074 else 0
    return Range(min(ends), max(ends), one.grid + other.grid, error, scaled)


def _quotient(one: Range, other: Range) -> Range:
    """Of numbers without errors, the divisor's sign known; a multiple of no power of 2."""
    if one.error or other.error or other.lower <= 0:
        raise ValueError("a quotient of numbers with errors, or by what may be 0")
    ends = [a / b for a in (one.lower, one.upper) for b in (other.lower, other.upper)]
    return Range(min(ends), max(ends), -(10**6))


_DONE: Mapping[Operation, Callable[[Range, Range], Range]] = {
    Operation.ADD: _sum,
    Operation.SUBTRACT: _difference,
    Operation.MULTIPLY: _product,
    Operation.DIVIDE: _quotient,
}
