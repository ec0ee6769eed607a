"""log(1 + x) and log(x) from + - * / alone: the same bits everywhere, and within 0.51 ulp.

Exports call these functions instead of the platform's, so that a result depends on no mathematics library.

Reduction. Let s + e = 1 + x exactly, s the rounded sum and e its error; for log(x), s = x and e = 0. With
s = 2^k m, 1 <= m < 2, and a from m's first 7 binary digits (a <= m < a + 2^-7), take c near 1/a from a table.
Where a > 1.41, k is raised by 1, and the logarithm of m/2 is meant. With r = m c - 1,

    log(s + e) = k log 2 - log c + log(1 + r) + log(1 + e/s)        (-log 2c, where k has been raised).

* c is a multiple of 2^-8, m one of 2^-52, and |r| < 2^-7: so r = (a c - 1) + (m - a) c has no rounding.
* log 2 and -log c are pairs: a multiple of 2^-42 and the rest. So `high` = k log 2 - log c, in their first
  parts, has no rounding either. What they leave out, and e/s, make `low`.
* log(1 + r) = r - r^2/2 + r^3 Q(r), Q = 1/3 - r/4 + ... + r^6/9.

The result is t + ((d - r^2/2) + (low + r^3 Q)) with t = high + r rounded and d what that sum lacks. Near 1,
where |x| < 33/4096, no table is asked: r = x, high = low = 0, and nothing of a small x is lost.

log(1 + x + y) for x > 0 and |y| <= 8 u x is the same with e + y for e; near 1, y/s is `low`.

Errors, in ulps of the result, besides 1/2 for the last sum; u = 2^-53:

| step | near 1 | elsewhere, where the result is at least 2^-7 and r^2 < 2^-14.8 |
|---|---|---|
| r^2, halved | |r|/2 | 2^-69 of 2^-59 |
| d - r^2/2 | exact | 2^-69 |
| the sum with low + r^3 Q | |r|/2 | 2^-69 |
| r^3 Q, four roundings; what it leaves out | 4 r^2/3 + r^9/(10 u) | far below 2^-75 |
| all of low | 8 u | below 2^-81 |
| in all | 0.0082 | 0.0030 |

That is the estimate by hand; `logarithm_proof` bounds the error of these programs and tables, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from math import frexp, inf, isinf, nan

from flint import arb, ctx, fmpq

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.exact_sum import two_sum
from symbolic_eps.export.programs.program import (
    Constant,
    Expression,
    Program,
    Return,
    Variable,
    add,
    divide,
    multiply,
    subtract,
)

NEAR = 33 / 4096
"""|x| below which log(1 + x) takes no table."""

PLACES = 128
"""Of the table: as many as 7 binary digits tell apart."""

RAISED = 53
"""The first place from which half of m is meant: 1 + 53/128 is just below the root of 2."""

INVERSE_BITS, HIGH_BITS = 8, 42
DEGREE = 9
PRECISION = 200


@dataclass(frozen=True)
class Row:
    """What is known for one interval of m: c, and -log c (or -log 2c) as a sum of two numbers."""

    inverse: float
    high: float
    low: float


def reduced() -> Program:
    """r = m c - 1, exactly.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> run(reduced(), [1.5, 1.5, 0.6640625])
    -0.00390625
    """
    m, start, inverse = (Variable(name) for name in ("m", "start", "inverse"))
    of_start = subtract(multiply(start, inverse), Constant(1.0))
    value = add(of_start, multiply(subtract(m, start), inverse))
    return Program("reduced", ("m", "start", "inverse"), (Return(value),))


def log_high() -> Program:
    """k log 2 - log c in their first parts, exactly."""
    exponent, high = Variable("exponent"), Variable("high")
    value = add(multiply(exponent, Constant(log_of_two().high)), high)
    return Program("log_high", ("exponent", "high"), (Return(value),))


def log_low() -> Program:
    """What `log_high` leaves out, and e/s."""
    exponent, low, error, total = (Variable(name) for name in ("exponent", "low", "error", "total"))
    left_out = add(multiply(exponent, Constant(log_of_two().low)), low)
    value = add(left_out, divide(error, total))
    return Program("log_low", ("exponent", "low", "error", "total"), (Return(value),))


def log_sum() -> Program:
    """high + low + log(1 + r).

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> run(log_sum(), [0.0, 0.0, 2.0**-20]) * 2**20
    0.999999523163145
    """
    parameters = ("high", "low", "r")
    block = BlockBuilder({*parameters})
    high, low, r = (Variable(name) for name in parameters)
    total, rest = two_sum(block, high, r)
    square = block.assign("square", multiply(r, r))
    cubic = block.assign("cubic", multiply(multiply(square, r), _series(block, r, square)), "r^3/3 - ...")
    half = multiply(Constant(0.5), square)
    block.end(Return(add(total, add(subtract(rest, half), add(low, cubic)))))
    return Program("log_sum", parameters, block.statements)


def coefficients() -> tuple[float, ...]:
    """Of r^3, r^4, ..., rounded."""
    return tuple((-1) ** (n + 1) / n for n in range(3, DEGREE + 1))


def _series(block: BlockBuilder, r: Expression, square: Expression) -> Expression:
    """Q(r), in pairs of terms, so that processors can do several at a time."""
    known = [Constant(c) for c in coefficients()]
    pairs = [add(a, multiply(b, r)) for a, b in zip(known[::2], known[1::2], strict=False)]
    value: Expression = known[-1]
    for position, pair in reversed([*enumerate(pairs)]):
        value = block.assign(f"q_{2 * position + 3}", add(pair, multiply(square, value)))
    return value


PROGRAMS: Mapping[str, str] = {
    "reduced": "m times inverse, less 1: without rounding.",
    "log_high": "The first parts of logarithms, added without rounding.",
    "log_low": "The second parts, and what an error in the argument adds.",
    "log_sum": "high + low + log(1 + r).",
}
"""What each of these programs is for."""


def programs() -> tuple[Program, ...]:
    """Those that the functions call, in their order."""
    return reduced(), log_high(), log_low(), log_sum()


@cache
def table() -> tuple[Row, ...]:
    """A row for each place.

    Examples
    --------
    >>> table()[0].inverse, table()[127].inverse
    (0.99609375, 0.5)
    """
    return tuple(map(_row, range(PLACES)))


def _row(place: int) -> Row:
    middle = 1 + Fraction(2 * place + 1, 2 * PLACES)
    inverse = Fraction(round(2**INVERSE_BITS / middle), 2**INVERSE_BITS)
    return _parts(2 * inverse if place >= RAISED else inverse, float(inverse))


@cache
def log_of_two() -> Row:
    """log 2, as the logarithm of the inverse of 1/2."""
    return _parts(Fraction(1, 2), 0.5)


def _parts(value: Fraction, inverse: float) -> Row:
    """-log of a value in two numbers."""
    with ctx.workprec(PRECISION):
        exact = minus_log(value)
        high = int((exact * 2**HIGH_BITS).floor().unique_fmpz())
        return Row(inverse, high / 2**HIGH_BITS, float((exact - arb(high) / 2**HIGH_BITS).mid()))


def minus_log(value: Fraction) -> arb:
    """-log of a rational number, enclosed."""
    with ctx.workprec(PRECISION):
        return -arb(fmpq(value.numerator, value.denominator)).log()


def columns() -> Mapping[str, tuple[float, ...]]:
    """The table by columns, as languages write it."""
    rows = table()
    return {
        "inverse": tuple(row.inverse for row in rows),
        "high": tuple(row.high for row in rows),
        "low": tuple(row.low for row in rows),
    }


@cache
def fingerprint() -> str:
    """SHA-256 of the programs and of all their numbers: what is printed, and what is proved."""
    return sha256("\n".join(_said()).encode()).hexdigest()


def _said() -> Iterator[str]:
    yield f"near {NEAR.hex()}, raised from {RAISED} of {PLACES}"
    yield from map(repr, programs())
    yield from (f"{row.inverse.hex()} {row.high.hex()} {row.low.hex()}" for row in table())


def log1p(x: float) -> float:
    """log(1 + x) as exports compute it.

    Parameters
    ----------
    x : float

    Returns
    -------
    float
        Within 0.51 ulp; -inf at -1, NaN below.

    Examples
    --------
    >>> log1p(1.0), log1p(1e-300), log1p(-1.0), log1p(float("inf"))
    (0.6931471805599453, 1e-300, -inf, inf)
    """
    if not -1.0 < x < inf or x == 0.0:
        return -inf if x == -1.0 else x if x > -1.0 else nan
    return log1p_sum(x, 0.0)


def log1p_sum(x: float, y: float) -> float:
    """log(1 + x + y) as exports compute it, for finite x > 0 and |y| <= 8 u x.

    Examples
    --------
    >>> log1p_sum(1e-3, 4e-19) - log1p(1e-3) == 2 * 2.0**-62
    True
    """
    total = 1.0 + x
    of_x = total - 1.0
    return _logarithm(total, (1.0 - (total - of_x)) + (x - of_x), y, x)


def log(x: float) -> float:
    """log(x) as exports compute it, for normal numbers; NaN for subnormal ones, which no formula has.

    Examples
    --------
    >>> log(2.0), log(0.0), log(float("inf"))
    (0.6931471805599453, -inf, inf)
    """
    if not 2.0**-1022 <= x < inf:
        return -inf if x == 0.0 else x if x > 0.0 and isinf(x) else nan
    return _logarithm(x, 0.0, 0.0, x - 1.0)


def _logarithm(total: float, error: float, rest: float, beside_one: float) -> float:
    """log(total + error + rest), where total + error = 1 + beside_one, and the rest is small beside that."""
    from symbolic_eps.export.runtime.machine import run

    if abs(beside_one) < NEAR:
        return run(log_sum(), (0.0, run(log_low(), (0.0, 0.0, rest, total)), beside_one))
    half, exponent = frexp(total)
    m = 2.0 * half
    place = int((m - 1.0) * PLACES)
    row, k = table()[place], float(exponent - 1 + (place >= RAISED))
    r = run(reduced(), (m, 1.0 + place / PLACES, row.inverse))
    high = run(log_high(), (k, row.high))
    return run(log_sum(), (high, run(log_low(), (k, row.low, error + rest, total)), r))
