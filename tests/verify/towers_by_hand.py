"""Claims on one variable with exponentials and logarithms, and towers that prove them, written by hand."""

from __future__ import annotations

import json
from typing import Any

from verify import kernel, tower_kernel

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
