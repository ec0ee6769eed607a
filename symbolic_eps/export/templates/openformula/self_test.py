"""FILL_generated Compares the sheets with the test vectors."""

import csv
import math
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

# Sheet, test vectors, -1 for values below the exact ones and 1 above, arguments, and the points at which a number must come out.
CHECKS = [
FILL_checks
]

CELL = '<table:table-cell table:formula="of:={}"/>'
EMPTY = "<table:table-cell/>"
RAW = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"


def number(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def exactly(value):
    """A formula for a number: an integer times a power of 2."""
    if not math.isfinite(value):
        return "NA()"
    top, bottom = value.as_integer_ratio()
    power = 1 - bottom.bit_length()
    while top % 2 == 0 and top:
        top, power = top // 2, power + 1
    return f"{top}*2^{power}"


def points_of(path):
    with open(path, newline="") as lines:
        return list(csv.DictReader(lines))


def filled(text, sheet, arguments, points):
    """The document with as many rows in a sheet as there are points, arguments filled in."""
    start = text.index(f'table:name="{sheet}"')
    end = text.index("</table:table>", start)
    _, names, first, *_ = text[start:end].split("\n")
    rows = []
    for row, point in enumerate(points, start=2):
        line = re.sub(r"(\[\.[A-Z]+)2\]", rf"\g<1>{row}]", first)
        for argument in arguments:
            line = line.replace(EMPTY, CELL.format(exactly(number(point[argument]))), 1)
        rows.append(line)
    head = text[start : text.index("\n", start)]
    return text[:start] + "\n".join([head, names, *rows, ""]) + text[end:]


def computed():
    """The last column of each sheet."""
    text = Path("symbolic_eps.fods").read_text(encoding="utf-8")
    for sheet, path, _, arguments, _ in CHECKS:
        text = filled(text, sheet, arguments, points_of(path))
    with tempfile.TemporaryDirectory() as directory:
        document = Path(directory, "test.fods")
        document.write_text(text, encoding="utf-8")
        profile = f"-env:UserInstallation={Path(directory, 'profile').as_uri()}"
        command = [shutil.which("soffice") or "soffice", profile, "--headless", "--convert-to", RAW]
        command += ["--outdir", directory, str(document)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = {}
        for sheet, *_ in CHECKS:
            with open(Path(directory, f"test-{sheet}.csv"), newline="", encoding="utf-8") as lines:
                found[sheet] = [row[-1] for row in csv.reader(lines)][1:]
    return found


def parsed(text):
    """A number; infinity; None for an error."""
    if text == "infinite":
        return math.inf
    try:
        return float(text)
    except ValueError:
        return None


def check(sheet, path, side, arguments, certain, results):
    """Print what was found, and say how much of it is wrong."""
    points = points_of(path)
    wrong, missing, largest = abs(len(points) - len(results)), 0, Fraction(0)
    for position, (point, result) in enumerate(zip(points, results)):
        value = parsed(result)
        if value is None:
            missing += point["status"] not in ("outside", "beyond")
            wrong += position in certain
        elif point["status"] in ("outside", "beyond"):
            wrong += 1
        elif point["status"] == "infinite":
            wrong += value != math.inf
        else:
            exact = Fraction(number(point["below" if side < 0 else "above"]))
            loss = side * (Fraction(value) - exact) / exact if exact and value < math.inf else Fraction(-1)
            largest = max(largest, loss)
            wrong += not 0 <= loss <= Fraction(1, 2**16)
    said = f"{missing} without a number, largest loss {float(largest):.2e}"
    print(f"{path}: {len(points)} points, {said}, {wrong} wrong")
    return wrong + (not points)


if __name__ == "__main__":
    FOUND = computed()
    sys.exit(sum([check(*each, FOUND[each[0]]) for each in CHECKS]) > 0)
