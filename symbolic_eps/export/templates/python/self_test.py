"""FILL_generated Compares each function with its test vectors."""

from __future__ import annotations

import csv
import hashlib
import io
import math
import struct
import sys
from pathlib import Path

import symbolic_eps_formulas as formulas

# Vectors, their SHA-256, a function, and the one that stays below or above the exact value; the
# largest error in ulps, and the other's; -1 where that one is below, 1 where it is above.
CHECKS = (
FILL_checks
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


def error_at(row, value, safe, bound, farthest, side):
    """The error in ulps, and whether anything is wrong."""
    if row["status"] in ("outside", "beyond"):
        return 0.0, not value == safe == row["status"]
    if isinstance(value, str) or isinstance(safe, str):
        return 0.0, True
    if row["status"] == "infinite":
        return 0.0, not value == safe == math.inf
    edge = "below" if side < 0 else "above"
    rounded, nearest, unit = (number(row[name]) for name in ("rounded", edge, "unit"))
    offset = float(row["offset"])
    error = abs((value - rounded) / unit - offset)
    far = side * ((safe - rounded) / unit - offset)
    return error, not (error <= bound and side * safe >= side * nearest and far <= farthest)


def wrong_in(path, digest, function, safe_function, *bounds):
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
        values = value_at(function, point), value_at(safe_function, point)
        error, failed = error_at(row, *values, *bounds)
        largest = max(largest, error)
        wrong += failed
    print(f"{path}: {len(rows)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong + (not rows)


if __name__ == "__main__":
    failures = sum(wrong_in(*check) for check in CHECKS)
    sys.exit(failures != 0)
