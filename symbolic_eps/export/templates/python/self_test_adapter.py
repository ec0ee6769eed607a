"""FILL_generated What the self-tests of adapters have in common."""

from __future__ import annotations

import csv
import struct
from pathlib import Path

import symbolic_eps_formulas as formulas

TRIED = 20
"""At every so manieth budget the other library is asked too."""


def number(bits):
    """A binary64 number from its 16 hexadecimal digits."""
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def expected(row):
    """What an adapter gives: a reason for none, or the largest number that it may be."""
    if row["status"] in ("outside", "beyond", "infinite"):
        return row["status"]
    return number(row["below"])


def given(adapter, function, point, answer):
    """The budget, or why there is none."""
    try:
        return answer(function, point)
    except adapter.UnboundedError:
        return "infinite"
    except formulas.OutsideDomainError:
        return "outside"
    except formulas.OutOfRangeError:
        return "beyond"
    except ValueError:
        return 0.0


def is_right(found, most):
    """Whether a budget is at most the exact one, and near it."""
    if isinstance(found, str) or isinstance(most, str):
        return found == most
    return most * (1 - 2.0**-40) <= found <= most


def ended(adapter, checks, answer, keeps, expected):
    """The exit status: 1 if anything is wrong."""
    wrong = 0
    for path, function in checks:
        with open(Path(__file__).parent / path, newline="") as file:
            rows = list(csv.DictReader(file))
        points = [[number(b) for b in list(r.values())[: list(r).index("status")]] for r in rows]
        found = [given(adapter, function, point, answer) for point in points]
        failed = sum(not is_right(y, expected(row)) for y, row in zip(found, rows))
        usual = [x for x, y in zip(points, found) if not isinstance(y, str) and 2.0**-30 < y < 2.0**6]
        unkept = sum(not keeps(function, point) for point in usual[::TRIED])
        asked = len(usual[::TRIED])
        print(f"{path}: {len(rows)} points, {failed} wrong; {asked} with the library, {unkept} not kept")
        wrong += failed + unkept + (not asked)
    return int(wrong > 0)
