"""What the Python export says in the same words whatever the formulas are, and its self-test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symbolic_eps.export.program import Operation, Refusal
from symbolic_eps.export.targets.target import GENERATED, Sheet

EXACT = '    """Where most of it cancels: rounding errors are added too, so that the sign is exact."""'

ENVIRONMENT = '    """Code in the process may change how numbers are rounded: asked at each call."""'

EXCEPTIONS = {Refusal.DOMAIN: "OutsideDomainError", Refusal.RANGE: "OutOfRangeError"}

OPENING = '''

class OutsideDomainError(ValueError):
    """The arguments are not in the function's domain: it has no value there."""


class OutOfRangeError(ValueError):
    """An argument is too small or too large to compute with in binary64."""


def _binary64(name: str, value: float) -> float:
    """The argument as it is, or an error: never a rounded one."""
    if isinstance(value, float):
        return float(value)
    if not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number, not {type(value).__name__}")
    try:
        converted = float(value)
    except OverflowError:
        raise OutOfRangeError(f"{name} is too large to compute with: above 2^1023") from None
    if converted != value and value == value:
        raise OutsideDomainError(f"{name} is not a binary64 number: round it first")
    return converted'''

DIVISION = '''

def _divided(x: float, y: float) -> float:
    """The quotient; infinite or NaN where y is 0, as in IEEE 754."""
    if y != 0.0:
        return x / y
    return math.nan if x == 0.0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1.0, y)'''

FUNCTIONS = {
    Operation.SQUARE_ROOT: '''

def _sqrt(x: float) -> float:
    """The square root; NaN below 0."""
    return math.nan if x < 0.0 else math.sqrt(x)''',
    Operation.LOG: '''

def _log(x: float) -> float:
    """The natural logarithm; -inf at 0, NaN below."""
    if x > 0.0:
        return math.log(x)
    return -math.inf if x == 0.0 else math.nan''',
    Operation.LOG1P: '''

def _log1p(x: float) -> float:
    """log(1 + x); -inf at -1, NaN below."""
    if x > -1.0:
        return math.log1p(x)
    return -math.inf if x == -1.0 else math.nan''',
    Operation.EXP: '''

def _exp(x: float) -> float:
    """e to the x; infinite where it overflows."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf''',
    Operation.EXPM1: '''

def _expm1(x: float) -> float:
    """e to the x, minus 1; infinite where it overflows."""
    try:
        return math.expm1(x)
    except OverflowError:
        return math.inf''',
}


def self_test(module: str, sheets: Sequence[Sheet], name: Callable[[str], str]) -> str:
    """The program: each function is compared with its test vectors.

    Parameters
    ----------
    module : str
        That is tested.
    sheets : sequence of Sheet
    name : callable
        A formula's name as the module writes it.
    """
    checks = [
        f'    ("{s.vectors}", "{s.vectors_hash}",\n     formulas.{name(s.formula.name)}, '
        f"formulas.{name(f'{s.formula.name}_lower')}, {float(s.formula.error):.6f}, {s.formula.lowest:.6f}),"
        for s in sheets
    ]
    opening = (
        f'"""{GENERATED.format(version=sheets[0].version)} Compares each function with its test vectors."""'
    )
    return "\n".join((opening, _BEFORE.format(module=module), *checks, _AFTER.lstrip("\n")))


_BEFORE = """
from __future__ import annotations

import csv
import hashlib
import io
import math
import struct
import sys
from pathlib import Path

import {module} as formulas

# Vectors, their SHA-256, a function, the one below it; in ulps the largest error, and the farthest below.
CHECKS = ("""

_AFTER = '''
)


def number(bits):
    """A binary64 number from its 16 hexadecimal digits."""
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def value_at(function, point):
    """The value, or why it is refused."""
    try:
        return function(*point)
    except formulas.OutsideDomainError:
        return "outside"
    except formulas.OutOfRangeError:
        return "beyond"


def error_at(row, value, lower, bound, lowest):
    """The error in ulps, and whether anything is wrong."""
    if row["status"] in ("outside", "beyond"):
        return 0.0, not value == lower == row["status"]
    if isinstance(value, str) or isinstance(lower, str):
        return 0.0, True
    if row["status"] == "infinite":
        return 0.0, not value == lower == math.inf
    rounded, below, unit = (number(row[name]) for name in ("rounded", "below", "unit"))
    offset = float(row["offset"])
    error = abs((value - rounded) / unit - offset)
    far = offset - (lower - rounded) / unit
    return error, not (error <= bound and lower <= below and far <= lowest)


def wrong_in(path, digest, function, function_lower, bound, lowest):
    """How many points are wrong; prints a line."""
    try:
        data = (Path(__file__).parent / path).read_bytes()
    except OSError as error:
        print(f"{path}: cannot be read ({error.strerror})")
        return 1
    if hashlib.sha256(data).hexdigest() != digest:
        print(f"{path}: is not the file of this export (its SHA-256 differs)")
        return 1
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    largest, wrong = 0.0, 0
    for row in rows:
        point = [number(text) for text in list(row.values())[: list(row).index("status")]]
        values = value_at(function, point), value_at(function_lower, point)
        error, failed = error_at(row, *values, bound, lowest)
        largest = max(largest, error)
        wrong += failed
    print(f"{path}: {len(rows)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong + (not rows)


if __name__ == "__main__":
    failures = sum(wrong_in(*check) for check in CHECKS)
    sys.exit(failures != 0)
'''
