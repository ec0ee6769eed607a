"""FILL_generated Compares all with the test vectors."""

import csv
import math
import struct
import sys
from pathlib import Path
FILL_connection


# Names of the value and of the one below or above, test vectors, arguments; in ulps the error bound and the
# greatest distance of the other; -1 where that one is below, 1 where it is above.
CHECKS = [
FILL_checks
]
NUMBER = '"number of point"'  # a column of the table `points`, called like no argument
STEP = 5  # of so many points, the expression by itself is evaluated at one


def number(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def quoted(name):
    return '"' + name + '"'


def check(name, safe_name, path, arguments, bound, farthest, side):
    """Print what was found, and say how much of it is wrong."""
    with open(path, newline="") as lines:
        points = list(csv.DictReader(lines))
    columns = [quoted(argument) for argument in arguments]
    values = [tuple(number(point[argument]) for argument in arguments) for point in points]
    view = Path("views", f"{name}.sql").read_text()
    plain, moved = (Path("expressions", f"{one}.sql").read_text() for one in (name, safe_name))
    asked = f"{quoted(name)}, {quoted(safe_name)}"
    found = rows(columns, values, view, f"SELECT {asked} FROM eps_{name} ORDER BY {NUMBER}")
    some = f"SELECT {plain}, {moved} FROM points WHERE {NUMBER} % {STEP} = 0 ORDER BY {NUMBER}"
    alone = rows(columns, values, "", some)
    wrong, largest = len(found) != len(points), 0.0
    wrong += sum(one != other for one, other in zip(map(tuple, found[::STEP]), map(tuple, alone)))
    wrong += len(alone) != len(found[::STEP])
    for point, (value, safe) in zip(points, found):
        if point["status"] in ("outside", "beyond"):
            wrong += value is not None or safe is not None
        elif point["status"] == "infinite":
            wrong += value != math.inf or safe != math.inf
        elif value is None or safe is None:
            wrong += 1
        else:
            edge = "below" if side < 0 else "above"
            rounded, nearest, unit = (number(point[key]) for key in ("rounded", edge, "unit"))
            offset = float(point["offset"])
            error = abs((value - rounded) / unit - offset)
            largest = max(largest, error)
            far = side * ((safe - rounded) / unit - offset)
            wrong += not (error <= bound and side * safe >= side * nearest and far <= farthest)
    print(f"{path}: {len(points)} points, largest error {largest:.2f} ulps, {wrong} wrong")
    return wrong + (not points)


if __name__ == "__main__":
    sys.exit(sum([check(*each) for each in CHECKS]) > 0)
