"""The self-test of the spreadsheets, a Python program: LibreOffice computes on the test vectors.

Where a number must come out, on points well within the smaller domain, is found here in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from textwrap import wrap

import sympy as sp

from symbolic_eps.export.error_free import is_single_rounding
from symbolic_eps.export.formula import Formula
from symbolic_eps.export.targets.target import GENERATED, Sheet
from symbolic_eps.export.tree import LogarithmOfOnePlus, PositiveRoot
from symbolic_eps.export.vectors import Status, case_at, vectors


def self_test(sheets: Sequence[Sheet]) -> str:
    """The program."""
    head = f'"""{GENERATED.format(version=sheets[0].version)} Compares the sheets with the test vectors."""'
    return "\n".join([head, _START, *(line for sheet in sheets for line in _check(sheet)), "]", _CHECKS])


def _check(sheet: Sheet) -> Iterator[str]:
    formula = sheet.formula
    certain = [
        position
        for position, vector in enumerate(vectors(formula))
        if vector.status is not Status.OUTSIDE and _certain(formula, vector.arguments)
    ]
    yield "    ("
    yield f'        "{formula.name}_lower",'
    yield f'        "{sheet.vectors}",'
    yield f"        {tuple(a.name for a in formula.arguments)!r},"
    yield "        ["
    yield from (f"            {line}" for line in wrap(", ".join(map(str, certain)), 90))
    yield "        ],"
    yield "    ),"


def _certain(formula: Formula, point: Sequence[float]) -> bool:
    """Whether a number must come out, at twice the distance from all that forbids it."""
    if any(x != 0 and not 1e-29 <= x <= 1e29 for x in point):
        return False
    values = {a.symbol: Fraction(x) for a, x in zip(formula.arguments, point, strict=True)}
    conditions = [c for case in formula.cases for c in case.conditions] + list(formula.domain)
    for polynomial in (c.polynomial for c in conditions):
        value, error = _bounded(polynomial, values)
        if not _is_exact(polynomial) and abs(value) <= 8 * error:
            return False
    found = case_at(formula, point).value
    if found is None:
        return True
    assert isinstance(found, LogarithmOfOnePlus)
    excess = found.excess
    if not isinstance(excess, PositiveRoot):
        return all(_far(p.expression, values) for p in (excess.numerator, excess.denominator))
    m, k, g = (_bounded(part.expression, values) for part in (excess.square, excess.linear, excess.constant))
    square = (k[0] / 2) ** 2 + m[0] * g[0]
    return (
        all(_far(p.expression, values) for p in (excess.square, excess.constant))
        and square >= (k[1] * 2**22) ** 2
    )


def _far(polynomial: sp.Expr, values: dict[sp.Symbol, Fraction]) -> bool:
    value, error = _bounded(polynomial, values)
    least = error if _is_exact(polynomial) else error * 2**22
    return value > least and Fraction(10) ** -149 <= value <= Fraction(10) ** 149


def _is_exact(polynomial: sp.Expr) -> bool:
    return is_single_rounding(polynomial) or len(sp.Add.make_args(sp.expand(polynomial))) == 1


def _bounded(polynomial: sp.Expr, values: dict[sp.Symbol, Fraction]) -> tuple[Fraction, Fraction]:
    """The value, and n 2^-44 T."""
    terms = []
    for powers, coefficient in sp.Poly(polynomial, *values).terms():
        term = Fraction(int(coefficient))
        for value, power in zip(values.values(), powers, strict=True):
            term *= value**power
        terms.append(term)
    return sum(terms, Fraction(0)), len(terms) * sum(map(abs, terms), Fraction(0)) / 2**44


_START = """
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

# Sheet, test vectors, arguments, and the points at which a number must come out.
CHECKS = ["""

_CHECKS = '''
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
    _, names, first, *_ = text[start:end].split("\\n")
    rows = []
    for row, point in enumerate(points, start=2):
        line = re.sub(r"(\\[\\.[A-Z]+)2\\]", rf"\\g<1>{row}]", first)
        for argument in arguments:
            line = line.replace(EMPTY, CELL.format(exactly(number(point[argument]))), 1)
        rows.append(line)
    head = text[start : text.index("\\n", start)]
    return text[:start] + "\\n".join([head, names, *rows, ""]) + text[end:]


def computed():
    """The last column of each sheet."""
    text = Path("symbolic_eps.fods").read_text(encoding="utf-8")
    for sheet, path, arguments, _ in CHECKS:
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


def check(sheet, path, arguments, certain, results):
    """Print what was found, and say how much of it is wrong."""
    points = points_of(path)
    wrong, missing, largest = abs(len(points) - len(results)), 0, Fraction(0)
    for position, (point, result) in enumerate(zip(points, results)):
        lower = parsed(result)
        if lower is None:
            missing += point["status"] not in ("outside", "beyond")
            wrong += position in certain
        elif point["status"] in ("outside", "beyond"):
            wrong += 1
        elif point["status"] == "infinite":
            wrong += lower != math.inf
        else:
            exact = Fraction(number(point["below"]))
            loss = (exact - Fraction(lower)) / exact if exact and lower < math.inf else Fraction(-1)
            largest = max(largest, loss)
            wrong += not 0 <= loss <= Fraction(1, 2**16)
    said = f"{missing} without a number, largest loss {float(largest):.2e}"
    print(f"{path}: {len(points)} points, {said}, {wrong} wrong")
    return wrong + (not points)


if __name__ == "__main__":
    FOUND = computed()
    sys.exit(sum([check(*each, FOUND[each[0]]) for each in CHECKS]) > 0)
'''
