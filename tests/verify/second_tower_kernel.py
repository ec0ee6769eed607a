"""A second checker of towers: SymPy differentiates, mpmath evaluates, balls enclose; nothing of the kernel's.

And what a claim means: its values at points.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from fractions import Fraction
from typing import Any

import mpmath
import sympy as sp
from flint import arb, fmpq


class Invalid(Exception):
    """The second checker says no."""


def require(condition: object) -> None:
    if not condition:
        raise Invalid


def rational(text: Any) -> sp.Rational:
    require(isinstance(text, str) and text.isascii())
    top, slash, bottom = text.partition("/")
    require(top.removeprefix("-").isdecimal() and (not slash or (bottom.isdecimal() and bottom[0] != "0")))
    return sp.Rational(int(top), int(bottom or "1"))


class Reader:
    """A claim's symbols and interval."""

    def __init__(self, statement: Any) -> None:
        require(isinstance(statement, dict))
        require(set(statement) == {"variable", "interval", "parameters", "atoms", "goal"})
        parameters, atoms = statement["parameters"], statement["atoms"]
        names = [statement["variable"], *parameters, *atoms]
        require(all(isinstance(n, str) and n.isidentifier() and n.isascii() for n in names))
        require(len(set(names)) == len(names))
        self.symbols = {name: sp.Symbol(f"v_{name}", real=True) for name in names}
        self.x = self.symbols[statement["variable"]]
        self.signs = {self.symbols[name]: sign for name, sign in parameters.items()}
        require(set(self.signs.values()) <= {">", ">="})
        low, high = statement["interval"]
        for end, words in ((low, (">", ">=")), (high, ("<", "<="))):
            require(end is None or (len(end) == 2 and end[0] in words))
        self.low, self.high = (end if end is None else rational(end[1]) for end in (low, high))
        self.open = tuple(end is None or end[0] in "<>" for end in (low, high))
        require(self.low is None or self.high is None or self.low < self.high)
        self.meaning: dict[sp.Symbol, sp.Expr] = {}
        self.logs: dict[sp.Symbol, sp.Expr] = {}
        for name, definition in atoms.items():
            if definition[0] == "exp":
                require(len(definition) == 3)
                a, b = map(rational, definition[1:])
                self.meaning[self.symbols[name]] = sp.exp(a * self.x + b, evaluate=False)
        for name, definition in atoms.items():
            if definition[0] != "exp":
                require(len(definition) == 2 and definition[0] == "log")
                argument = self.plain(definition[1])
                require(argument.free_symbols <= {self.x, *self.meaning} - set(self.logs))
                self.logs[self.symbols[name]] = argument
        self.powers = dict(self.meaning)

    def quotient(self, tree: Any) -> tuple[sp.Expr, sp.Expr]:
        """Numerator, and what must not be 0."""
        if isinstance(tree, str):
            return (self.symbols[tree] if tree in self.symbols else rational(tree)), sp.Integer(1)
        require(isinstance(tree, list) and tree)
        if tree[0] == "^":
            require(len(tree) == 3 and type(tree[2]) is int and 0 <= tree[2] <= 64)
            n, d = self.quotient(tree[1])
            return n ** tree[2], d ** max(tree[2], 1)
        parts = [self.quotient(part) for part in tree[1:]]
        if tree[0] == "/":
            require(len(parts) == 2)
            (n, d), (m, e) = parts
            return n * e**2, d * m * e
        require(tree[0] in ("+", "*"))
        bottom = sp.Mul(*(d for _, d in parts))
        if tree[0] == "*":
            return sp.Mul(*(n for n, _ in parts)), bottom
        others = [
            sp.Mul(n, *(d for j, (_, d) in enumerate(parts) if j != i)) for i, (n, _) in enumerate(parts)
        ]
        return sp.Add(*others), bottom

    def plain(self, tree: Any) -> sp.Expr:
        n, d = self.quotient(tree)
        require(d == 1)
        return sp.expand(n)

    def written(self, f: sp.Expr) -> sp.Expr:
        """With exponentials and logarithms for their names."""
        return f.xreplace({L: sp.log(u) for L, u in self.logs.items()}).xreplace(self.powers)

    def derivative(self, f: sp.Expr) -> sp.Expr:
        """Named, a rational function where there are logarithms."""
        total = sp.diff(f, self.x)
        for name, power in self.powers.items():
            rate = sp.diff(power.args[0], self.x)
            total += sp.diff(f, name) * rate * name
        for name, argument in self.logs.items():
            if f.has(name):
                total += sp.diff(f, name) * self.derivative(argument) / argument
        return total

    def number(self, f: sp.Expr, at: sp.Rational) -> mpmath.mpf:
        with mpmath.workdps(80):
            value = sp.lambdify((), self.written(f).subs(self.x, at, evaluate=False), "mpmath")
            return mpmath.mpf(value())

    def at(self, f: sp.Expr, at: sp.Rational) -> int:
        """The sign at a number: 1 if positive, 0 if >= 0 for all parameters, else -1."""
        signs = []
        for powers, coefficient in sp.Poly(f, *self.signs, sp.Dummy()).terms():
            value = self.number(coefficient, at)
            s = 0 if abs(value) < mpmath.mpf(10) ** -60 else int(mpmath.sign(value))
            weak = any(k and self.signs[p] == ">=" for p, k in zip(self.signs, powers, strict=False))
            signs.append(0 if weak and s > 0 else s)
        return -1 if -1 in signs else max(signs, default=0)


def confirm(reader: Reader, f: sp.Expr, low: Any, high: Any, strict: bool, node: Any) -> None:
    """f >= 0, or > 0, between two ends, each a number (or None) and whether it is left out."""
    f = sp.expand(f)
    require(isinstance(node, list) and node)
    match node:
        case ["terms", "lower" | "upper" as end]:
            at, aside = low if end == "lower" else high
            require(not f.has(*reader.logs))
            t = sp.Dummy("t")
            shifted = f if at is None else f.subs(reader.x, at + t if end == "lower" else at - t)
            others = [*reader.signs, *reader.powers]
            terms = sp.Poly(shifted, reader.x if at is None else t, *others).terms()
            require(all(c >= 0 for _, c in terms))
            require(at is not None or all(key[0] % 2 == 0 for key, _ in terms))
            sure = [
                key
                for key, c in terms
                if c > 0
                and not any(k for k, s in zip(key[1:], reader.signs.values(), strict=False) if s == ">=")
            ]
            require(not strict or any(key[0] == 0 or (aside and at is not None) for key in sure))
        case ["product", *factors]:
            product = sp.Integer(1)
            for tree, power, s, by in factors:
                require(power in range(1, 17) and s in (1, -1))
                factor = s * reader.plain(tree)
                product *= factor**power
                if strict or power % 2:
                    confirm(reader, factor, low, high, strict, by)
            require(sp.expand(product - f) == 0)
        case ["slope", tree, by, "lower" | "upper" as end, inner]:
            (at, aside), way = (low, -1) if end == "lower" else (high, 1)
            m = reader.plain(tree)
            confirm(reader, m, low, high, True, by)
            if at is None:
                require(not reader.signs and not f.has(*reader.logs))
                value = 1 if reader.number(f, sp.Integer(way * 3000)) > 0 else -1
            else:
                require(reader.at(m, at) == 1)
                value = reader.at(f, at)
            require(value == 1 or (value == 0 and (aside or not strict)))
            clear = sp.Mul(*(u for L, u in reader.logs.items() if (f + m * sp.pi).has(L)))
            slope = sp.expand(sp.cancel((reader.derivative(f) * m - reader.derivative(m) * f) * clear))
            confirm(reader, -way * slope, (low[0], True), (high[0], True), strict and value == 0, inner)
        case ["cut", text, below, above]:
            at = rational(text)
            require((low[0] is None or low[0] < at) and (high[0] is None or at < high[0]))
            confirm(reader, f, low, (at, False), strict, below)
            confirm(reader, f, (at, False), high, strict, above)
        case ["leaves", order, *cuts]:
            require(type(order) is int and 0 <= order <= 16 and not reader.signs and not f.has(*reader.logs))
            require(low[0] is not None and high[0] is not None)
            points = [low[0], *map(rational, cuts), high[0]]
            require(all(a < b for a, b in itertools.pairwise(points)))
            require(positive_between(reader.written(f), reader.x, *points[:: len(points) - 1]))
        case _:
            require(False)


def positive_between(f: sp.Expr, x: sp.Symbol, low: sp.Rational, high: sp.Rational, depth: int = 12) -> bool:
    """Whether balls on ever smaller parts show that f > 0."""
    ends = [arb(fmpq(int(end.p), int(end.q))) for end in (low, high)]
    value = sp.lambdify(x, f, {"exp": lambda v: v.exp() if isinstance(v, arb) else arb(v).exp()})
    if value(ends[0].union(ends[1])) > 0:
        return True
    middle = (low + high) / 2
    return depth > 0 and all(
        positive_between(f, x, a, b, depth - 1) for a, b in ((low, middle), (middle, high))
    )


def independent_verdict(given: Any) -> bool:
    try:
        statement = given["claim"]
        text = json.dumps(statement, sort_keys=True, separators=(",", ":"))
        require(given["fingerprint"] == "sha256:" + hashlib.sha256(text.encode()).hexdigest())
        reader = Reader(statement)
        relation, left, right = statement["goal"]
        require(relation in (">", ">="))
        (n, d), (m, e) = reader.quotient(left), reader.quotient(right)
        s, by = given["denominator"]
        require(s in (1, -1))
        low, high = (reader.low, reader.open[0]), (reader.high, reader.open[1])
        require(len(given["arguments"]) == len(reader.logs))
        for argument, shown in zip(reader.logs.values(), given["arguments"], strict=True):
            confirm(reader, argument, low, high, True, shown)
        confirm(reader, s * d * e, low, high, True, by)
        confirm(reader, s * (n * e - m * d), low, high, relation == ">", given["goal"])
        require(given["format"] == ("leaves/1" if '"leaves"' in json.dumps(given) else "tower/1"))
    except (Invalid, KeyError, TypeError, ValueError, AttributeError, sp.PolynomialError):
        return False
    return True


POINTS = [Fraction(n, 7) for n in (-70, -22, -8, -7, -6, -1, 0, 1, 2, 5, 7, 8, 13, 14, 20, 22, 80)]


def counterexample(statement: dict) -> Fraction | None:
    reader = Reader(statement)
    relation, left, right = statement["goal"]
    (n, d), (m, e) = reader.quotient(left), reader.quotient(right)
    ones = dict.fromkeys(reader.signs, 1)
    for point in POINTS:
        at = sp.Rational(point.numerator, point.denominator)
        below = reader.low is not None and (at < reader.low or (at == reader.low and reader.open[0]))
        above = reader.high is not None and (at > reader.high or (at == reader.high and reader.open[1]))
        if below or above:
            continue
        bottom = reader.number((d * e).subs(ones), at)
        inside = [reader.number(u, at) for u in reader.logs.values()]
        if bottom == 0 or any(v <= 0 for v in inside):
            return point
        value = reader.number((n * e - m * d).subs(ones), at) / bottom
        if value < -(mpmath.mpf(10) ** -60) or (relation == ">" and value < mpmath.mpf(10) ** -60):
            return point
    return None
