"""FILL_generated Compares all with the test vectors."""

import csv
import math
import struct
import sys
from pathlib import Path
FILL_connection


# Name, test vectors, arguments, error bound and greatest distance below, in ulps.
CHECKS = [
FILL_checks
]
STEP = 5  # of so many points, the expression by itself is evaluated at one


def number(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def quoted(name):
    return '"' + name + '"'


def check(name, path, arguments, bound, lowest):
    """Print what was found, and say how much of it is wrong."""
    with open(path, newline="") as lines:
        points = list(csv.DictReader(lines))
    columns = [quoted(argument) for argument in arguments]
    values = [tuple(number(point[argument]) for argument in arguments) for point in points]
    view = Path("views", f"{name}.sql").read_text()
    plain, below = (Path("expressions", f"{name}{end}.sql").read_text() for end in ("", "_lower"))
    asked = f"{quoted(name)}, {quoted(name + '_lower')}"
    found = rows(columns, values, view, f"SELECT {asked} FROM eps_{name} ORDER BY position")
    some = f"SELECT {plain}, {below} FROM points WHERE position % {STEP} = 0 ORDER BY position"
    alone = rows(columns, values, "", some)
    wrong, largest = len(found) != len(points), 0.0
    wrong += sum(one != other for one, other in zip(map(tuple, found[::STEP]), map(tuple, alone)))
    wrong += len(alone) != len(found[::STEP])
    for point, (value, lower) in zip(points, found):
        if point["status"] in ("outside", "beyond"):
            wrong += value is not None or lower is not None
        elif point["status"] == "infinite":
            wrong += value != math.inf or lower != math.inf
        elif value is None or lower is None:
            wrong += 1
        else:
            rounded, down, unit = (number(point[key]) for key in ("rounded", "below", "unit"))
            offset = float(point["offset"])
            error = abs((value - rounded) / unit - offset)
            largest = max(largest, error)
            wrong += not (error <= bound and lower <= down and offset - (lower - rounded) / unit <= lowest)
    print(f"{path}: {len(points)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong + (not points)


if __name__ == "__main__":
    sys.exit(sum([check(*each) for each in CHECKS]) > 0)
