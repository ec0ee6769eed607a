"""Proof that `logarithm` is within 0.51 ulp: for each row of its table and all exponents.

The programs and the tables are the printed ones. `ranges` bounds what rounding does; what the pairs of
numbers leave out of logarithms is enclosed by balls; what the series leaves out, and how far its
coefficients are from 1/n, are rational numbers.

The argument may have a second part y of at most 8 u x: log(1 + x + y) is meant. Then e + y is what s lacks;
near 1, y/s is what `low` is, and s is wrong by u.

Let v be the result before its last rounding, wrong by d. The error is at most 1/2 + d/ulp, in ulps of the
exact value y. That is plain where the binade of v is y's or a smaller one. Where it is the next larger
one, the power of 2 between them is within d of both, and v is rounded to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

import sympy as sp
from flint import arb, ctx, fmpq

from symbolic_eps.export.programs.program import Program
from symbolic_eps.export.proofs.ranges import Range, evaluated, freed, half_unit, power_below
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.runtime.logarithm import NEAR, PLACES, PRECISION, RAISED, Row, minus_log
from symbolic_eps.export.runtime.machine import paths

_HALF = Fraction(1, 2)
_U = Fraction(1, 2**53)
SECOND = 8 * _U
"""The largest second part of an argument, relative to it."""

SHARE = 18 * _U
"""Of e + y, relative to the power of 2 below s: e is at most u of it, y at most 8 u s; the sum is rounded."""

PARTS = 16
"""Of the sizes of x from one power of 2 to the next."""

EXPONENTS = ((0, 0), (1, 1024), (-1075, -1))
"""Of m or its half; those of 1 + x lie from -53 to 1024, those of normal numbers from -1022."""

TINY = 64
"""For |x| < 2^-64 log(1 + x + y), and what is rounded last, lie within x^2 of x + y: 2^-10 ulp together."""


class NotProvedError(ValueError):
    """A step that the proof needs does not hold; the message says which."""


@dataclass(frozen=True)
class Proof:
    """What was proved, and about which text.

    Parameters
    ----------
    near, far : Fraction
        The largest errors in ulps, where no table is asked and elsewhere.
    fingerprint : str
        Of the programs and tables: see `logarithm.fingerprint`.
    """

    near: Fraction
    far: Fraction
    fingerprint: str

    @property
    def error(self) -> Fraction:
        """The bound."""
        return max(self.near, self.far)


@cache
def proof() -> Proof:
    """The bound for the functions that exports have.

    Examples
    --------
    >>> round(float(proof().near), 4), round(float(proof().far), 4)
    (0.5081, 0.5015)
    """
    programs = {program.name: program for program in logarithm.programs()}
    return Proof(near(programs), far(programs, logarithm.table()), logarithm.fingerprint())


Programs = dict[str, Program]


def near(programs: Programs) -> Fraction:
    """The largest error in ulps where |x| < 33/4096.

    Raises
    ------
    NotProvedError
        The program is another one over the real numbers.
    """
    read_exactly(programs)
    zero, worst = Range.point(0.0), _HALF + Fraction(1, 2**10)
    for upper, lower in pairwise(_sizes()):
        r = Range(-upper, upper, power_below(lower) - 52)
        low, second = _second(programs, upper), SECOND * upper
        value, _ = evaluated(programs["log_sum"], {"high": zero, "low": low, "r": r})
        wrong = value.error + series_error(programs, upper) + 2 * second**2
        # |log(1 + x)| >= |x| - x^2/2 for x > 0, and >= |x| for x < 0; y moves it by less than 2 |y|.
        least = lower - lower**2 / 2 - 2 * second
        worst = max(worst, _ulps(wrong, least))
    return worst


def _second(programs: Programs, largest: Fraction) -> Range:
    """y/s for |x| of at most this size: rounded, and s is wrong by at most u."""
    zero, size = Range.point(0.0), SECOND * largest
    total = Range(1 - largest - _U, 1 + largest + _U, -(10**6))
    given = {"exponent": zero, "low": zero, "error": Range(-size, size, -(10**6)), "total": total}
    low, rounding = evaluated(programs["log_low"], given)
    wrong = low.error + rounding + 2 * _U * size
    return Range(low.lower - rounding, low.upper + rounding, -1074, wrong)


def _sizes() -> Iterator[Fraction]:
    """Of x, falling: the larger ones, where more is lost, lie more densely."""
    yield Fraction(NEAR)
    for n in range(8, TINY + 1):
        parts = PARTS if n < 14 else 1
        yield from (Fraction(parts + i, parts * 2**n) for i in range(parts, 0, -1))
    yield Fraction(1, 2**TINY)


def far(programs: Programs, table: tuple[Row, ...]) -> Fraction:
    """The largest error in ulps elsewhere.

    Raises
    ------
    NotProvedError
        Something that is to be exact is not, or the table is not that of logarithms.
    """
    read_exactly(programs)
    worst = max(
        _far_in(programs, place, row, *exponents)
        for place, row in enumerate(table)
        for exponents in EXPONENTS
        if exponents != (0, 0) or not _is_near(place)
    )
    if len(table) != PLACES:
        raise NotProvedError(f"the table has {len(table)} rows, not {PLACES}")
    return worst


def _interval(place: int) -> tuple[Fraction, Fraction]:
    """The least m of a place, and where the next one starts."""
    return 1 + Fraction(place, PLACES), 1 + Fraction(place + 1, PLACES)


def _is_near(place: int) -> bool:
    """Whether all m, or their halves, are so near to 1 that no table is asked."""
    ends = [end / (2 if place >= RAISED else 1) for end in _interval(place)]
    return all(abs(end - 1) < Fraction(NEAR) for end in ends)


def _far_in(programs: Programs, place: int, row: Row, first: int, last: int) -> Fraction:
    """The same in one interval, for the exponents from the first to the last."""
    start, end = _interval(place)
    m = Range(start, end - Fraction(1, 2**52), -52)
    inverse, exponent = Range.point(row.inverse), Range(Fraction(first), Fraction(last), 0)
    r = _exactly(programs["reduced"], {"m": m, "start": Range.point(start), "inverse": inverse})
    high = _exactly(programs["log_high"], {"exponent": exponent, "high": Range.point(row.high)})
    share = Range(-SHARE, SHARE, -(10**6))
    given = {"exponent": exponent, "low": Range.point(row.low), "error": share, "total": m}
    low, rounding = evaluated(programs["log_low"], given)
    low = Range(low.lower - rounding, low.upper + rounding, -1074, low.error + rounding)
    value, _ = evaluated(programs["log_sum"], {"high": high, "low": low, "r": r})
    wrong = value.error + series_error(programs, r.size) + SHARE**2 + SHARE * _U
    wrong += _left_out(place, row) + max(abs(first), abs(last)) * _of_two()
    return _ulps(wrong, _least(place, first, last))


def _exactly(program: Program, arguments: dict[str, Range]) -> Range:
    value, rounding = evaluated(program, arguments)
    if value.error or rounding:
        raise NotProvedError(f"{program.name} is not exact for {arguments}")
    return value


def _least(place: int, first: int, last: int) -> Fraction:
    """The least size of a logarithm there."""
    ends = [end / (2 if place >= RAISED else 1) for end in _interval(place)]
    if (first, last) == (0, 0):
        edge = Fraction(NEAR)
        nearest = max(ends[0], 1 + edge) if ends[0] >= 1 else min(ends[1], 1 - edge)
        with ctx.workprec(PRECISION):
            # What the sum s lacks moves the logarithm by less than that.
            return _rational(abs(minus_log(nearest)).lower()) - 2 * SHARE
    with ctx.workprec(PRECISION):
        two = minus_log(_HALF)
        sizes = [abs(k * two - minus_log(end)) for k in (first, last) for end in ends]
        return min(_rational(size.lower()) for size in sizes) - 2 * SHARE


def _left_out(place: int, row: Row) -> Fraction:
    """What the two numbers of a row lack of -log c, or of -log 2c."""
    inverse = Fraction(row.inverse)
    return _lack(2 * inverse if place >= RAISED else inverse, row)


def _lack(value: Fraction, row: Row) -> Fraction:
    with ctx.workprec(PRECISION):
        known = Fraction(row.high) + Fraction(row.low)
        difference = minus_log(value) - arb(fmpq(known.numerator, known.denominator))
        return _rational(abs(difference).upper())


@cache
def _of_two() -> Fraction:
    return _lack(_HALF, logarithm.log_of_two())


def series_error(programs: Programs, size: Fraction) -> Fraction:
    """How far the polynomial is from log(1 + r), for |r| of at most this size.

    Parameters
    ----------
    programs : dict of str to Program
    size : Fraction
    """
    n = logarithm.DEGREE + 1
    error = size**n / (n * (1 - size))
    for power, coefficient in polynomial(programs["log_sum"]).items():
        error += abs(coefficient - Fraction((-1) ** (power + 1), power)) * size**power
    return error


@cache
def polynomial(program: Program) -> dict[int, Fraction]:
    """What a program adds to high + low over the real numbers, by powers of r.

    Raises
    ------
    NotProvedError
        It is no polynomial in r alone, up to the degree of the series.
    """
    (path,) = paths(freed(program))
    high, low, r = (sp.Symbol(name, real=True) for name in program.parameters[:3])
    rest = sp.expand(path.ended - high - low)
    if rest.free_symbols != {r} or not rest.is_polynomial(r):
        raise NotProvedError(f"{program.name} is high + low + {rest}")
    found = {power: Fraction(int(c.p), int(c.q)) for (power,), c in sp.Poly(rest, r).terms()}
    if not set(found) <= set(range(1, logarithm.DEGREE + 1)):
        raise NotProvedError(f"{program.name} has the powers {sorted(found)} of r")
    return {power: found.get(power, Fraction(0)) for power in range(1, logarithm.DEGREE + 1)}


def read_exactly(programs: Programs) -> None:
    """Compare the other programs over the real numbers with what they are for.

    Raises
    ------
    NotProvedError
        One of them is something else.
    """
    two = logarithm.log_of_two()
    for name, meant in _meant(sp.Rational(two.high), sp.Rational(two.low)):
        (path,) = paths(programs[name])
        symbols = [sp.Symbol(parameter, real=True) for parameter in programs[name].parameters]
        if sp.expand(path.ended - meant(*symbols)) != 0:
            raise NotProvedError(f"{name} is {path.ended}")


def _meant(high: sp.Rational, low: sp.Rational) -> Iterator[tuple[str, sp.Lambda]]:
    k, a, b, c = sp.symbols("k a b c", real=True)
    yield "reduced", sp.Lambda((a, b, c), a * c - 1)
    yield "log_high", sp.Lambda((k, a), k * high + a)
    yield "log_low", sp.Lambda((k, a, b, c), k * low + a + b / c)


def _ulps(wrong: Fraction, least: Fraction) -> Fraction:
    if least <= 0:
        raise NotProvedError("a result may be 0")
    return _HALF + wrong / (2 * half_unit(least))


def _rational(value: arb) -> Fraction:
    number = value.mid().fmpq()
    return Fraction(int(number.p), int(number.q))
