"""FILL_generated Evaluates each FPCore on its test vectors."""

from __future__ import annotations

import csv
import hashlib
import io
import math
import re
import struct
import sys
from pathlib import Path

# Vectors, their SHA-256, the name of an FPCore, and of the one below or above the exact value; in ulps the
# largest error, and the farthest of the other; -1 where that one is below, 1 where it is above.
CHECKS = (
FILL_checks
)


def parsed(text):
    """The expressions of a text: lists of lists and words."""
    found = [[]]
    words = re.findall(r';[^\n]*|"(?:[^"\\]|\\.)*"|[()\[\]]|[^\s()\[\]";]+', text)
    for word in (word for word in words if not word.startswith(";")):
        if word in "([":
            found.append([])
        elif word in ")]":
            inner = found.pop()
            found[-1].append(inner)
        else:
            found[-1].append(word)
    if len(found) != 1:
        raise ValueError("parentheses do not match")
    return found[0]


def divided(x, y):
    if y != 0.0:
        return x / y
    return math.nan if x == 0.0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1.0, y)


def extended(function, pole=None):
    """The function with NaN outside of its domain, and infinities."""

    def value(x):
        try:
            return -math.inf if x == pole else function(x)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.inf

    return value


OPERATIONS = {
    "+": lambda x, y: x + y,
    "-": lambda x, y=None: -x if y is None else x - y,
    "*": lambda x, y: x * y,
    "/": divided,
    "fabs": abs,
    "sqrt": extended(math.sqrt),
    "log": extended(math.log, 0.0),
    "log1p": extended(math.log1p, -1.0),
    "exp": extended(math.exp),
    "expm1": extended(math.expm1),
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "and": lambda *truths: all(truths),
}
CONSTANTS = {"INFINITY": math.inf, "NAN": math.nan}


def value_of(expression, values):
    """The value in binary64, each operation rounded to nearest."""
    while True:
        if isinstance(expression, str):
            if expression in values:
                return values[expression]
            if expression in CONSTANTS:
                return CONSTANTS[expression]
            return float.fromhex(expression) if "0x" in expression else float(expression)
        head, *rest = expression
        if head == "if":
            expression = rest[1] if value_of(rest[0], values) else rest[2]
        elif head == "let*":
            values = dict(values)
            for name, bound in rest[0]:
                values[name] = value_of(bound, values)
            expression = rest[1]
        else:
            return OPERATIONS[head](*(value_of(part, values) for part in rest))


def functions_in(text):
    """Each FPCore with a name, as a function."""

    def function(parameters, body):
        return lambda point: value_of(body, dict(zip(parameters, point)))

    return {name: function(parameters, body[-1]) for _, name, parameters, *body in parsed(text)}


def number(bits):
    """A binary64 number from its 16 hexadecimal digits."""
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def error_at(row, value, safe, bound, farthest, side):
    """The error in ulps, and whether anything is wrong."""
    if row["status"] in ("outside", "beyond"):
        return 0.0, not (math.isnan(value) and math.isnan(safe))
    if row["status"] == "infinite":
        return 0.0, not value == safe == math.inf
    edge = "below" if side < 0 else "above"
    rounded, nearest, unit = (number(row[name]) for name in ("rounded", edge, "unit"))
    offset = float(row["offset"])
    error = abs((value - rounded) / unit - offset)
    far = side * ((safe - rounded) / unit - offset)
    return error, not (error <= bound and side * safe >= side * nearest and far <= farthest)


def wrong_in(functions, path, digest, name, safe_name, *bounds):
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
        values = functions[name](point), functions[safe_name](point)
        error, failed = error_at(row, *values, *bounds)
        largest = max(largest, error)
        wrong += failed
    print(f"{path}: {len(rows)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong + (not rows)


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    found = functions_in((Path(__file__).parent / "symbolic_eps.fpcore").read_text(encoding="utf-8"))
    failures = sum(wrong_in(found, *check) for check in CHECKS)
    sys.exit(failures != 0)
