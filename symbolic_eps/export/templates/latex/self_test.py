"""FILL_generated Reads the printed formulas, and compares them with their test vectors.

No rounding is tested: closed form and stable form must both be the exact value, to 1e-7 ulps.
"""

from __future__ import annotations

import csv
import decimal
import hashlib
import io
import re
import struct
import sys
from decimal import Decimal
from pathlib import Path

PRECISIONS = (60, 250, 1000, 1600)
ENOUGH = 5  # wrong points, after which a formula is given up

# Vectors, their SHA-256, a fragment, and its arguments as they are printed.
CHECKS = (
FILL_checks
)
ROOT = FILL_root

TOKEN = r"\\operatorname\{log1p\}|\\[a-zA-Z]+|\d+(?:\.\d+)?|\S"


class Reader:
    """Evaluates a formula: sums of products, fractions, roots, powers, logarithms, exponentials, extremes."""

    def __init__(self, text, values):
        names = sorted(map(re.escape, values), key=len, reverse=True)
        text = text.replace(r"\left", "").replace(r"\right", "")
        self.tokens = re.findall("|".join((*names, TOKEN)), text)
        self.values = values

    def whole(self):
        value = self.sum()
        if self.tokens:
            raise ValueError(f"cannot be read: {' '.join(self.tokens)}")
        return value

    def next(self):
        return self.tokens[0] if self.tokens else ""

    def skip(self, token):
        if self.next() != token:
            raise ValueError(f"{token} is missing before {' '.join(self.tokens)}")
        self.tokens.pop(0)

    def sum(self):
        value = self.product()
        while self.next() in ("+", "-"):
            sign = self.tokens.pop(0)
            part = self.product()
            value = value + part if sign == "+" else value - part
        return value

    def product(self):
        if self.next() == "-":
            self.skip("-")
            return -self.product()
        value = self.power()
        while self.next() not in ("", "+", "-", ")", "}", ","):
            if self.next() == "/":
                self.skip("/")
                value /= self.power()
            else:
                if self.next() == r"\cdot":
                    self.skip(r"\cdot")
                value *= self.power()
        return value

    def power(self):
        if self.next() == "e" and "e" not in self.values:
            self.skip("e")
            self.skip("^")
            return self.group().exp()
        value = self.atom()
        if self.next() == "^":
            self.skip("^")
            value = value ** int(self.group())
        return value

    def group(self):
        if self.next() != "{":
            return self.atom()
        self.skip("{")
        value = self.sum()
        self.skip("}")
        return value

    def atom(self):
        token = self.tokens.pop(0)
        if token in self.values:
            return self.values[token]
        if token == "(":
            value = self.sum()
            self.skip(")")
            return value
        if token in (r"\frac", r"\tfrac"):
            above = self.group()
            return above / self.group()
        if token == r"\sqrt":
            return self.group().sqrt()
        if token == r"\log":
            return self.group().ln()
        if token == r"\operatorname{log1p}":
            return (1 + self.atom()).ln()
        if token in (r"\min", r"\max"):
            self.skip("(")
            one = self.sum()
            self.skip(",")
            other = self.sum()
            self.skip(")")
            return min(one, other) if token == r"\min" else max(one, other)
        if token == r"\infty":
            return Decimal("Infinity")
        return Decimal(token)


def evaluated(text, values):
    return Reader(text, values).whole()


def holds(text, values):
    """Whether a printed comparison holds."""
    left, sign, right = re.split(r"(>|<|\\ge(?![a-z])|\\le(?![a-z])|=)", text)
    one, other = evaluated(left, values), evaluated(right, values)
    truths = {">": one > other, "<": one < other, "=": one == other}
    return {**truths, r"\ge": one >= other, r"\le": one <= other}[sign]


def parts_of(text):
    """The domain's conditions; the cases, each with its conditions and its lines."""
    text = re.sub(r"(?m)^%.*\n", "", text)
    domain = re.findall(r"\$([^$]*)\$", re.search(r"(?m)^Domain: (.*)$", text)[1])
    cases = re.findall(r"(?ms)^(If .*?|Everywhere):\n\\begin\{gather\*\}\n(.*?)\n\\end\{gather\*\}", text)
    return domain, [(re.findall(r"\$([^$]*)\$", said), lines.split(" \\\\\n")) for said, lines in cases]


def both_values(lines, values):
    """The closed form; and the stable form where there is one."""
    closed, *others = lines
    found = [evaluated(closed.split(" = ", 1)[1], values)]
    for line in others:
        if line == ROOT:
            m, k, g = values["M"], values["K"], values["G"]
            root = (k * k / 4 + m * g).sqrt()
            values["z"] = g / (k / 2 + root) if k > 0 else (root - k / 2) / m
            continue
        for part in line.split(", \\quad "):
            left, right = part.split(" = ", 1)
            value = evaluated(right, values)
            if left.startswith("\\operatorname"):
                found.append(value)
            else:
                values[left] = value
    return found


def number(bits):
    """A binary64 number from its 16 hexadecimal digits, exactly."""
    return Decimal(struct.unpack(">d", bytes.fromhex(bits))[0])


def error_at(row, names, domain, cases):
    """The error in ulps, and whether anything is wrong; with more digits where these do not suffice."""
    if row["status"] in ("outside", "beyond"):
        return Decimal(0), False
    for precision in PRECISIONS if row["status"] == "value" else PRECISIONS[-1:]:
        decimal.setcontext(decimal.Context(prec=precision, Emin=-999999, Emax=999999))
        try:
            error = error_with(row, names, domain, cases)
        except decimal.DecimalException:
            continue
        if error is not None and error <= Decimal("1e-7"):
            return error, False
    return Decimal(0), True


def error_with(row, names, domain, cases):
    """The error in ulps at the precision that is set; None where the formula has no such value."""
    values = {printed: number(row[name]) for name, printed in names.items()}
    met = [lines for conditions, lines in cases if all(holds(c, values) for c in conditions)]
    if len(met) != 1 or not all(holds(c, values) for c in domain):
        return None
    found = both_values(met[0], values)
    if row["status"] == "infinite":
        return Decimal(0) if found == [Decimal("Infinity")] else None
    rounded, unit = number(row["rounded"]), number(row["unit"])
    return max(abs((value - rounded) / unit - Decimal(row["offset"])) for value in found)


def wrong_in(path, digest, fragment, names):
    """How many points are wrong; prints a line."""
    here = Path(__file__).parent
    data = (here / path).read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        print(f"{path}: is not the file of this export (its SHA-256 differs)")
        return 1
    parts = parts_of((here / fragment).read_text(encoding="utf-8"))
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    largest, wrong = Decimal(0), 0
    for row in rows:
        error, failed = error_at(row, names, *parts)
        largest = max(largest, error)
        wrong += failed
        if wrong == ENOUGH:
            break
    print(f"{path}: {len(rows)} points, largest error {largest:.1e} ulps, {wrong} wrong")
    return wrong + (not rows)


if __name__ == "__main__":
    failures = sum(wrong_in(*check) for check in CHECKS)
    sys.exit(failures != 0)
