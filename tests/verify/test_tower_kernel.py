"""The tower kernel accepts proofs written by hand, and rejects every damaged, swapped or malformed one.

What it accepts is checked a second time, by SymPy's derivatives and ball arithmetic, and at points. The rules
are those of docs/certificates.md; no code is shared.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx, fmpq

from verify import exponential_bounds, kernel, polynomial, recheck, tower_kernel
from verify.exponential_bounds import exponential, logarithm, sign

TERMS, TERMS_ABOVE = ["terms", "lower"], ["terms", "upper"]
UNIT = {"E": ["exp", "1", "0"]}
X, E, L = "x", "E", "L"
SQUARE_E = ["^", E, 2]


def minus(a: Any, b: Any) -> list:
    return ["+", a, ["*", "-1", b]]


def claim(interval: list, goal: list, atoms: dict | None = None, parameters: dict | None = None) -> dict:
    return {
        "variable": "x",
        "interval": interval,
        "parameters": parameters or {},
        "atoms": UNIT if atoms is None else atoms,
        "goal": goal,
    }


def certificate(statement: dict, node: Any, denominator: Any = (1, TERMS), arguments: Any = ()) -> dict:
    leaves = '"leaves"' in json.dumps([node, denominator, arguments])
    return {
        "format": "leaves/1" if leaves else "tower/1",
        "claim": statement,
        "fingerprint": kernel.fingerprint(statement),
        "denominator": list(denominator),
        "arguments": list(arguments),
        "goal": node,
    }


def rising(inner: Any) -> list:
    return ["slope", "1", TERMS, "lower", inner]


def falling(inner: Any) -> list:
    return ["slope", "1", TERMS, "upper", inner]


POSITIVE, NOT_NEGATIVE, EVERYWHERE = [[">", "0"], None], [[">=", "0"], None], [None, None]

BY_HAND = {
    # (e^x - 1 - x)'' = e^x, and both it and its derivative are 0 at 0; below 0 the derivative is negative.
    "tangent": certificate(
        claim(EVERYWHERE, [">=", E, ["+", "1", X]]),
        ["cut", "0", falling(falling(TERMS)), rising(rising(TERMS))],
    ),
    # ((x - 2) e^x + x + 2)'' = x e^x
    "strict": certificate(
        claim(POSITIVE, [">", ["+", ["*", ["+", X, "-2"], E], X, "2"], "0"]), rising(rising(TERMS))
    ),
    # x (e^2x + 1) - (e^2x - 1), whose second derivative is 4 x e^2x
    "tanh": certificate(
        claim(POSITIVE, [">", X, ["/", ["+", SQUARE_E, "-1"], ["+", SQUARE_E, "1"]]]), rising(rising(TERMS))
    ),
    # (x - log(1 + x))' (1 + x) = x
    "logarithm": certificate(
        claim([[">", "-1"], None], [">=", X, L], {"L": ["log", ["+", "1", X]]}),
        ["cut", "0", falling(TERMS_ABOVE), rising(TERMS)],
        arguments=[TERMS],
    ),
    # e^x - 1 - x and a factor
    "parameter": certificate(
        claim(NOT_NEGATIVE, [">=", ["*", "a", E], ["*", "a", ["+", "1", X]]], parameters={"a": ">="}),
        ["product", ["a", 1, 1, TERMS], [minus(E, ["+", "1", X]), 1, 1, rising(rising(TERMS))]],
    ),
    # e^2x - 4 e^x + 4 = (e^x - 2)^2
    "square": certificate(
        claim(EVERYWHERE, [">=", ["+", SQUARE_E, "4"], ["*", "4", E]]),
        ["product", [minus(E, "2"), 2, 1, None]],
    ),
    # (e^x - e^-x - 2 x)' = e^-x (e^x - 1)^2, for e^2x - 1 - 2 x e^x
    "over-an-exponential": certificate(
        claim(NOT_NEGATIVE, [">=", minus(SQUARE_E, "1"), ["*", "2", X, E]]),
        ["slope", E, TERMS, "lower", ["product", [E, 1, 1, TERMS], [minus(E, "1"), 2, 1, None]]],
    ),
    # (2 + e^-x)' < 0, and it is positive far out
    "far-out": certificate(
        claim([[">=", "-3"], None], [">", ["+", ["*", "2", E], "1"], "0"]),
        ["slope", E, TERMS, "upper", TERMS],
    ),
    # e^x - (2 - x)/2 rises from 0; the denominator is positive by x = 2 - t
    "below-a-pole": certificate(
        claim([[">=", "0"], ["<", "2"]], [">=", ["/", E, minus("2", X)], "1/2"]),
        rising(TERMS),
        (1, TERMS_ABOVE),
    ),
    # (x log x + 37/100)/x is lowest at 37/100, where the logarithm is enclosed
    "value-of-a-logarithm": certificate(
        claim([[">", "0"], None], [">", ["*", X, L], "-37/100"], {"L": ["log", X]}),
        [
            "cut",
            "37/100",
            [
                "slope",
                X,
                TERMS,
                "upper",
                ["product", [X, 1, 1, TERMS], [minus("37/100", X), 1, 1, TERMS_ABOVE]],
            ],
            ["slope", X, TERMS, "lower", ["product", [X, 1, 1, TERMS], [minus(X, "37/100"), 1, 1, TERMS]]],
        ],
        arguments=[TERMS],
    ),
    "leaves": certificate(
        claim([[">=", "0"], ["<=", "2"]], [">", E, ["*", "2", X]]), ["leaves", 3, "1/2", "1"]
    ),
    # below 0 both terms are positive; leaves up to 2, e^x - 2 > 0 from there
    "zones": certificate(
        claim(EVERYWHERE, [">", E, ["*", "2", X]]),
        ["cut", "0", TERMS_ABOVE, ["cut", "2", ["leaves", 3, "1/2", "1"], rising(rising(TERMS))]],
    ),
}


def rejection(given: Any) -> str:
    """Why the kernel rejects; empty where it accepts. Any other exception is a failure of the test."""
    try:
        tower_kernel.check(given)
    except kernel.Rejected as error:
        assert str(error), "rejected without a reason"
        return str(error)
    return ""


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_by_hand_is_accepted(name: str) -> None:
    assert rejection(BY_HAND[name]) == ""
    assert independent_verdict(BY_HAND[name])
    assert counterexample(BY_HAND[name]["claim"]) is None


def test_certificate_has_none_of_the_keys_of_the_other_format() -> None:
    text = json.dumps(BY_HAND)
    assert '"ge"' not in text and '"gt"' not in text and "float" not in text


# A second checker: SymPy differentiates, mpmath evaluates, balls enclose; nothing of the kernel's.


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


# The meaning of a claim: values at points.

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


# Damage.


def places(tree: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    yield path, tree
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def replaced(tree: Any, path: tuple, new: Any) -> Any:
    if not path:
        return new
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[path[0]] = replaced(tree[path[0]], path[1:], new)
    return copy


OTHERS = {"lower": "upper", "upper": "lower", ">": ">=", ">=": ">", "<": "<=", "<=": "<", "E": "x", "x": "E"}


def damaged_values(value: Any) -> Iterator[Any]:
    if isinstance(value, str) and value in OTHERS:
        yield OTHERS[value]
    elif (isinstance(value, str) and value[:1].lstrip("-").isdigit()) or value in ("0", "1", "2", "-1"):
        yield str(Fraction(value) + 1)
        yield str(-Fraction(value))
    elif type(value) is int:
        yield from (value + 1, -value, value - 1)
    elif isinstance(value, list):
        yield value[:-1]
        yield value[1:]
        if len(value) > 2:
            yield [value[0], value[2], value[1], *value[3:]]
        yield TERMS
        yield TERMS_ABOVE
    elif isinstance(value, dict):
        yield {}


def with_its_own_fingerprint(given: dict) -> dict:
    return given | {"fingerprint": kernel.fingerprint(given.get("claim"))}


def mutants(given: dict) -> Iterator[dict]:
    for path, value in places(given):
        if path[:1] not in (("fingerprint",), ("format",)):
            for new in damaged_values(value):
                if new != value:
                    yield replaced(given, path, new)


@pytest.mark.family(6)
@pytest.mark.parametrize("name", BY_HAND)
def test_mutant_is_rejected_or_a_proof_by_the_second_checker(name: str) -> None:
    original = BY_HAND[name]
    rejected = accepted = 0
    for mutant in mutants(original):
        if not isinstance(mutant, dict):
            assert rejection(mutant)
            continue
        if mutant.get("claim") != original["claim"]:
            assert rejection(mutant)
            mutant = with_its_own_fingerprint(mutant)  # noqa: PLW2901
        if rejection(mutant):
            rejected += 1
        else:
            accepted += 1
            assert independent_verdict(mutant), mutant
            assert counterexample(mutant["claim"]) is None, mutant
    assert rejected >= 10 and rejected > accepted


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_of_one_claim_does_not_serve_another(name: str) -> None:
    for other, given in BY_HAND.items():
        if given["claim"] != BY_HAND[name]["claim"]:
            assert rejection(given | {"claim": BY_HAND[name]["claim"]}), other


def changed(name: str, *path: Any, to: Any) -> dict:
    """A proof by hand with one place changed, its fingerprint made right."""
    return with_its_own_fingerprint(replaced(BY_HAND[name], path, to))


def goal_of(name: str, node: Any) -> dict:
    return BY_HAND[name] | {"goal": node}


LEAVES_2 = BY_HAND["leaves"]["claim"]
NEAR_MISS = claim([[">=", "0"], ["<=", "2"]], [">", E, ["*", "27182818284590453/10000000000000000", X]])
TIGHT = claim(NOT_NEGATIVE, [">", E, ["+", "1", X]])
DAMAGE = {
    "strict where the sides meet": (
        changed("tangent", "claim", "goal", 0, to=">"),
        "0 at an end that belongs|no term",
    ),
    "strict at an end that belongs to the interval": (
        changed("strict", "claim", "interval", 0, to=[">=", "0"]),
        "0 at an end that belongs",
    ),
    "a wider interval": (changed("strict", "claim", "interval", 0, to=[">", "-1"]), "not >= 0 at an end"),
    "no interval": (changed("strict", "claim", "interval", to=[[">", "2"], ["<", "1"]]), "inner point"),
    "one point": (changed("strict", "claim", "interval", to=[[">=", "1"], ["<=", "1"]]), "inner point"),
    "an end to the wrong side": (changed("strict", "claim", "interval", 0, to=["<", "0"]), "not an interval"),
    "three ends": (changed("strict", "claim", "interval", to=[None, None, None]), "not an interval"),
    "an end that is no number": (changed("strict", "claim", "interval", 0, to=[">", "oo"]), "not a number"),
    "another fingerprint": (BY_HAND["strict"] | {"fingerprint": "sha256:0"}, "another claim's fingerprint"),
    "the claim of another": (BY_HAND["strict"] | {"claim": BY_HAND["tanh"]["claim"]}, "another claim's"),
    "more in the claim": (
        changed("strict", "claim", to=BY_HAND["strict"]["claim"] | {"note": ""}),
        "not a claim",
    ),
    "an equation": (changed("strict", "claim", "goal", 0, to="="), "not a comparison"),
    "a comparison with three sides": (changed("strict", "claim", "goal", to=[">", "1", "0", "0"]), "unpack"),
    "the derivative of another exponential": (
        changed("tangent", "claim", "atoms", "E", to=["exp", "1/2", "0"]),
        "not >= 0|negative",
    ),
    "an exponential with a text for a rate": (
        changed("strict", "claim", "atoms", "E", to=["exp", "x", "0"]),
        "not an exponential",
    ),
    "another function": (
        changed("strict", "claim", "atoms", "E", to=["sin", "1", "0"]),
        "not an exponential",
    ),
    "a logarithm of a logarithm": (
        changed("logarithm", "claim", "atoms", to={"L": ["log", X], "M": ["log", L]}),
        "a logarithm of",
    ),
    "a logarithm of itself": (changed("logarithm", "claim", "atoms", "L", to=["log", L]), "a logarithm of"),
    "a logarithm of a quotient": (
        changed("logarithm", "claim", "atoms", "L", to=["log", ["/", "1", X]]),
        "not a polynomial",
    ),
    "a logarithm of what may be negative": (
        changed("logarithm", "claim", "interval", to=[[">", "-2"], None]),
        "a term is negative",
    ),
    "a logarithm whose argument is not shown positive": (BY_HAND["logarithm"] | {"arguments": []}, "zip"),
    "logarithms that cancel at an end where they have no value": (  # log x - log 2x = -log 2
        certificate(
            claim(
                [[">", "0"], None], [">=", minus(L, "M"), "0"], {"L": ["log", X], "M": ["log", ["*", "2", X]]}
            ),
            rising(TERMS),
            arguments=[TERMS, TERMS],
        ),
        "a logarithm of 0 at an end",
    ),
    "a logarithm at an open end where it has no value": (
        goal_of("value-of-a-logarithm", rising(TERMS)),
        "a logarithm of 0 at an end",
    ),
    "a denominator of the other sign": (changed("tanh", "denominator", 0, to=-1), "negative"),
    "a denominator with a zero": (
        changed("below-a-pole", "claim", "interval", to=[[">=", "0"], ["<", "3"]]),
        "negative",
    ),
    "a denominator that is 0 at the end": (
        changed("below-a-pole", "claim", "interval", to=[[">=", "0"], ["<=", "2"]]),
        "no term is positive",
    ),
    "a sign 0": (changed("tanh", "denominator", 0, to=0), "not a sign"),
    "a parameter of any sign": (changed("parameter", "claim", "parameters", "a", to="!="), "not >= 0"),
    "strict for a parameter that may be 0": (
        changed("parameter", "claim", "goal", 0, to=">"),
        "no term is positive",
    ),
    "a wrong product": (changed("square", "goal", 1, 0, to=minus(E, "3")), "not the product"),
    "an odd power without a proof": (changed("square", "goal", 1, 1, to=1), "not a proof of a sign"),
    "a square that is strict": (changed("square", "claim", "goal", 0, to=">"), "not a proof of a sign"),
    "a power 0": (changed("square", "goal", 1, 1, to=0), "not a factor"),
    "a sign that does not fit": (changed("parameter", "goal", 1, 2, to=-1), "negative"),
    "a divisor that is negative": (changed("over-an-exponential", "goal", 1, to=["*", "-1", E]), "negative"),
    "a divisor that is 0 at the end": (
        changed("strict", "goal", 1, to=X),
        "the divisor is 0 at the end",
    ),
    "a divisor that is a quotient": (changed("strict", "goal", 1, to=["/", "1", E]), "not a polynomial"),
    "from the wrong end": (changed("far-out", "goal", 3, to="lower"), "negative"),
    "a positive value at infinity that is none": (
        changed("far-out", "claim", "goal", 1, to=["+", ["*", "-2", E], "1"]),
        "not >= 0 at an end",
    ),
    "a derivative left out": (goal_of("strict", rising(TERMS)), "negative"),
    "a cut outside": (changed("logarithm", "goal", 1, to="-2"), "a cut outside"),
    "a cut at an end": (changed("logarithm", "goal", 1, to="-1"), "a cut outside"),
    "a cut that is no number": (changed("logarithm", "goal", 1, to="1e0"), "not a proof of a sign"),
    "half of a cut": (goal_of("logarithm", rising(TERMS)), "a logarithm of 0 at an end"),
    "an odd power on the line": (goal_of("zones", TERMS), "an odd power|negative"),
    "leaves called a tower": (BY_HAND["leaves"] | {"format": "tower/1"}, "of another format"),
    "a tower called leaves": (BY_HAND["tanh"] | {"format": "leaves/1"}, "of another format"),
    "another format": (BY_HAND["tanh"] | {"format": "certificate/1"}, "of another format"),
    "leaves that are too large": (goal_of("leaves", ["leaves", 0]), "not positive"),
    "leaves in disorder": (goal_of("leaves", ["leaves", 3, "1", "1/2"]), "disorder"),
    "leaves beyond the interval": (goal_of("leaves", ["leaves", 3, "1/2", "1", "5/2"]), "disorder"),
    "leaves of an unbounded interval": (goal_of("zones", ["leaves", 3, "0"]), "not a proof of a sign"),
    "a leaf's cut that is no number": (goal_of("leaves", ["leaves", 3, "1e0"]), "not leaves"),
    "leaves of a high order": (goal_of("leaves", ["leaves", 99]), "not leaves"),
    "leaves over a logarithm": (
        certificate(
            claim([[">=", "1"], ["<=", "2"]], [">", ["+", "1", L], "0"], {"L": ["log", X]}),
            ["leaves", 1],
            arguments=[TERMS],
        ),
        "leaves hold only exponentials",
    ),
    "leaves over a near miss": (
        certificate(NEAR_MISS, ["leaves", 3, *(str(Fraction(k, 64)) for k in range(1, 128))]),
        "not positive",
    ),
    "leaves over a zero": (
        certificate(claim([[">=", "0"], ["<=", "1"]], TIGHT["goal"]), ["leaves", 3, "1/2"]),
        "not positive",
    ),
    "an exponent beyond all bounds": (
        certificate(claim([[">=", "9999"], None], [">", E, X]), rising(rising(TERMS))),
        "an exponent is too large",
    ),
    "names that are the same": (changed("strict", "claim", "variable", to="E"), "names"),
    "a node that is none": (goal_of("strict", ["hope"]), "not a proof of a sign"),
    "no node": (goal_of("strict", None), "not a proof of a sign"),
}


LATER = certificate(  # x/(1 + log x) rises from 1, if the logarithm has a slope
    claim([[">=", "1"], None], [">=", L, "0"], {"L": ["log", X]}),
    rising(TERMS),
    arguments=[
        [
            "slope",
            ["+", "1", L],
            rising(TERMS),
            "lower",
            ["product", [X, 1, 1, TERMS], [L, 1, 1, rising(TERMS)]],
        ]
    ],
)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (LATER, "a slope of a logarithm whose argument may be negative"),
        (changed("strict", "claim", "goal", to=">Ex"), "not a comparison"),
        (changed("tanh", "denominator", 0, to=True), "not a sign"),
        (changed("square", "goal", 1, 2, to=True), "not a factor"),
        (changed("parameter", "goal", 1, 1, to=True), "not a factor"),
        (changed("leaves", "goal", 1, to=True), "not a proof of a sign"),
    ],
    ids=["rests on itself", "a text", "a sign true", "a factor's sign true", "a power true", "an order true"],
)
def test_what_the_theorem_in_coq_does_not_cover_is_refused(given: dict, reason: str) -> None:
    assert re.search(reason, rejection(given)), rejection(given)
    assert rejection(LATER | {"arguments": [TERMS]}) == ""


ONLY_LIMITS = {"leaves that are too large", "an exponent beyond all bounds"}
"""Proofs that a checker with other limits may accept."""


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_rejected_for_the_right_reason(name: str) -> None:
    given, reason = DAMAGE[name]
    assert re.search(reason, rejection(given)), rejection(given)
    assert name in ONLY_LIMITS or not independent_verdict(given)


GARBAGE = [
    None,
    True,
    1.5,
    "",
    [],
    {},
    10**9,
    -1,
    64,
    "1e5",
    "1/0",
    "NaN",
    [[]],
    "\ud800",
    ["leaves"],
    {"a": 1},
]


@pytest.mark.parametrize("name", BY_HAND)
def test_node_of_another_type_is_rejected(name: str) -> None:
    original = BY_HAND[name]
    rejected = 0
    for path, value in random.Random(1).sample(list(places(original)), 25):
        for garbage in GARBAGE:
            if type(garbage) is not type(value):
                damaged = with_its_own_fingerprint(replaced(original, path, garbage)) if path else garbage
                reason = rejection(damaged)
                rejected += bool(reason)
                assert reason or independent_verdict(damaged) or garbage is True, damaged
    assert rejected > 100


@pytest.mark.parametrize(
    ("rates", "other"), [(("1", "1"), "F"), (("1", "1/2"), ["^", "F", 2])], ids=["one rate", "a square"]
)
def test_what_cancels_at_an_infinite_end_says_nothing(rates: tuple[str, str], other: Any) -> None:
    """e^x - e^x - 1 is -1, although no term that grows fastest is left, and its slope is 0."""
    atoms = {name: ["exp", rate, "0"] for name, rate in zip("EF", rates, strict=True)}
    same = ["slope", "E", TERMS, "upper", TERMS]  # (e^x - e^x)/e^x, whose slope is 0
    false = certificate(claim(POSITIVE, [">=", minus("E", ["+", other, "1"]), "0"], atoms), falling(same))
    with pytest.raises(kernel.Rejected, match="may cancel"):
        tower_kernel.check(false)


def test_what_is_nested_very_deeply_is_rejected() -> None:
    deep: Any = TERMS
    for _ in range(100_000):
        deep = ["cut", "1", deep, TERMS]
    assert rejection(goal_of("strict", deep))


def test_expensive_certificate_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polynomial, "MAX_WORK", 200_000)
    many = [str(Fraction(k, 100_000)) for k in range(1, 200_000)]
    start = time.process_time()
    assert rejection(certificate(LEAVES_2, ["leaves", 16, *many])) == "more work than the kernel does"
    assert time.process_time() - start < 5


# Numbers.


def test_bounds_enclose_what_balls_enclose() -> None:
    draw = random.Random(7)
    with ctx.workprec(3000):
        for _ in range(200):
            q = Fraction(draw.randint(-3000, 3000), draw.randint(1, 60))
            if abs(q) > exponential_bounds.MAX_ARGUMENT:
                continue
            ball = arb(fmpq(q.numerator, q.denominator))
            low, high = (arb(fmpq(v.numerator, v.denominator)) for v in exponential(q))
            assert low <= ball.exp() <= high and high - low <= (ball.exp() + 1) / 2**100
            if q > 0:
                low, high = (arb(fmpq(v.numerator, v.denominator)) for v in logarithm((q, q)))
                assert low <= ball.log() <= high and high - low < 1e-25


def test_sign_of_a_number() -> None:
    convergent = Fraction(sp.Rational(*map(int, (sp.N(sp.E, 40) * 10**38).round().as_numer_denom())) / 10**38)
    assert sign({(Fraction(0), ()): Fraction(1), (Fraction(1), ()): Fraction(-1)}) == -1
    assert sign({(Fraction(1), ()): Fraction(1), (Fraction(0), ()): -convergent}) in (-1, 1)
    assert sign({(Fraction(1), ()): Fraction(0)}) == 0 == sign({})
    two, four = (((Fraction(0), Fraction(n)),) for n in (2, 4))
    with pytest.raises(kernel.Rejected, match="not found"):  # 2 log 2 = log 4, which only logarithms know
        sign({(Fraction(0), (two,)): Fraction(2), (Fraction(0), (four,)): Fraction(-1)})


# What may be trusted is what can be read.


@pytest.mark.parametrize("module", [tower_kernel, exponential_bounds])
def test_imports_are_of_the_standard_library_and_the_kernel(module: Any) -> None:
    imported = set()
    for statement in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            imported |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            imported.add(statement.module)
        elif isinstance(statement, ast.Name):
            assert statement.id not in {"__import__", "eval", "exec"}
    ours = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    assert ours <= {"verify.kernel", "verify.polynomial", "verify.exponential_bounds"}
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) <= 200


def test_one_command_judges_all_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    statement = {"variables": [], "hypotheses": [], "goal": [">", "1", "0"]}
    node = {"terms": [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": []}]}
    other = {"format": "certificate/1", "claim": statement, "fingerprint": kernel.fingerprint(statement)}
    other |= {"lemmas": [], "refutations": [node | {"multipliers": []}]}
    file = tmp_path / "mixed.json"
    file.write_text(json.dumps([other, BY_HAND["tanh"], BY_HAND["zones"], DAMAGE["a power 0"][0]]))
    assert recheck.main([str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines[:-1]] == ["accepted"] * 3 + ["rejected"]
    assert "tower/1" not in lines[0] and "  tower/1  " in lines[1] and "  leaves/1  " in lines[2]
    assert lines[-1] == "3 of 4 certificates accepted (among them 1 tower/1, 1 leaves/1)"


def test_documented_example_is_accepted() -> None:
    text = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
    (example,) = (json.loads(b) for b in re.findall(r"```json\n(.*?)```", text, re.S) if '"tower/1"' in b)
    assert rejection(example) == "" and independent_verdict(example)
    assert all(f'["{word}"' in text for word in ("terms", "product", "slope", "cut", "leaves"))
