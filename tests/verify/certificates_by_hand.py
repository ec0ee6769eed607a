"""Claims and certificates as a person would write them."""

from __future__ import annotations

from typing import Any

from verify import kernel


def claim(variables: str, hypotheses: list, goal: Any) -> dict:
    return {"variables": variables.split(), "hypotheses": hypotheses, "goal": goal}


def certificate(statement: Any, *refutations: Any, lemmas: tuple[str, ...] = ()) -> dict:
    return {
        "format": "certificate/1",
        "claim": statement,
        "fingerprint": kernel.fingerprint(statement),
        "lemmas": list(lemmas),
        "refutations": list(refutations),
    }


def term(weight: str = "1", ge: tuple = (), gt: tuple = (), square: Any = None) -> dict:
    return {"weight": weight, "ge": list(ge), "gt": list(gt)} | ({} if square is None else {"square": square})


def node(*terms: dict, multipliers: tuple[tuple[int, Any], ...] = ()) -> dict:
    return {"terms": list(terms), "multipliers": [{"eq": k, "by": by} for k, by in multipliers]}


def minus(a: Any, b: Any) -> list:
    return ["+", a, ["*", "-1", b]]


def rejection(given: Any, proved: dict | None = None) -> str:
    """Why the kernel rejects; empty where it accepts. Any other exception is a failure of the test."""
    try:
        kernel.check(given, proved or {})
    except kernel.Rejected as error:
        assert str(error), "rejected without a reason"
        return str(error)
    return ""


X, Y, P = "x", "y", "p"
SQUARE_X = ["^", X, 2]
UNIT = [[">=", P, "0"], [">=", "1", P]]
POSITIVE = [[">", X, "0"]]
VARIANCE = ["*", P, minus("1", P)]
SPLIT_GOAL = claim("x", [], [">=", SQUARE_X, "0"])  # gt[0] = -x^2
X_TIMES_X_GT = node(term(gt=(0,)), term(gt=(1, 1)))
X_TIMES_X_GE = node(term(gt=(0,)), term(ge=(0, 0)))
X_TIMES_X_EQ = node(term(gt=(0,)), multipliers=((0, X),))
FIRST_LEMMA = claim("x", POSITIVE, [">", SQUARE_X, "0"])
SECOND_LEMMA = claim("x", POSITIVE, [">", ["+", SQUARE_X, "1"], "1"])
LEMMAS = {kernel.fingerprint(c): c for c in (FIRST_LEMMA, SECOND_LEMMA)}
FIRST, SECOND = LEMMAS
CUBES = ["+", ["^", "a", 3], ["^", "b", 3], ["^", "c", 3]]
DIFFERENCES = [minus("a", "b"), minus("b", "c"), minus("c", "a")]

BY_HAND = {
    # -(x^2 + y^2 - 2xy) + (x - y)^2 = 0
    "square": certificate(
        claim("x y", [], [">=", ["+", SQUARE_X, ["^", Y, 2]], ["*", "2", X, Y]]),
        node(term(gt=(0,)), term(square=minus(X, Y))),
    ),
    # a^3 + b^3 + c^3 - 3abc = (a + b + c) ((a-b)^2 + (b-c)^2 + (c-a)^2) / 2
    "am-gm": certificate(
        claim("a b c", [[">", v, "0"] for v in "abc"], [">=", CUBES, ["*", "3", "a", "b", "c"]]),
        node(term(gt=(3,)), *[term("1/2", gt=(i,), square=d) for i in range(3) for d in DIFFERENCES]),
    ),
    "variance": certificate(claim("p", UNIT, [">=", VARIANCE, "0"]), node(term(gt=(0,)), term(ge=(0, 1)))),
    # x^2 - x + 1 = (x - 1/2)^2 + 3/4
    "strict": certificate(
        claim("x", [], [">", ["+", SQUARE_X, ["*", "-1", X], "1"], "0"]),
        node(term(ge=(0,)), term(square=minus(X, "1/2")), term("3/4")),
    ),
    # xy - 1/4 + (x - y)^2 / 4 = (x + y - 1) (x + y + 1) / 4
    "equation": certificate(
        claim("x y", [["=", ["+", X, Y], "1"]], [">=", "1/4", ["*", X, Y]]),
        node(
            term(gt=(0,)),
            term("1/4", square=minus(X, Y)),
            multipliers=((0, ["*", "-1/4", ["+", X, Y, "1"]]),),
        ),
    ),
    "contradiction": certificate(
        claim("x", [[">", X, "1"], [">", "0", X]], ["=", "1", "2"]),
        node(term(gt=(0,)), term(gt=(1,)), term()),
    ),
    "three-cases": certificate(
        SPLIT_GOAL, {"split": X, "cases": {">": X_TIMES_X_GT, "=": X_TIMES_X_EQ, "<": X_TIMES_X_GT}}
    ),
    "not-less": certificate(SPLIT_GOAL, {"split": X, "cases": {">=": X_TIMES_X_GE, "<": X_TIMES_X_GT}}),
    "not-greater": certificate(SPLIT_GOAL, {"split": X, "cases": {">": X_TIMES_X_GT, "<=": X_TIMES_X_GE}}),
    "first-lemma": certificate(FIRST_LEMMA, node(term(ge=(0,)), term(gt=(0, 0)))),
    "second-lemma": certificate(
        SECOND_LEMMA, {"lemma": FIRST, "then": node(term(ge=(0,)), term(gt=(1,)))}, lemmas=(FIRST,)
    ),
    "lemma-chain": certificate(
        claim("y x", POSITIVE, [">", ["+", SQUARE_X, ["^", Y, 2]], "0"]),
        {"lemma": SECOND, "then": node(term(ge=(0,)), term(gt=(1,)), term(square=Y))},
        lemmas=(SECOND,),
    ),
    # x + 1/x - 2 = (x - 1)^2 / x; the second case is x = 0, where 1/x is undefined
    "rational": certificate(
        claim("x", POSITIVE, [">=", ["+", X, ["/", "1", X]], "2"]),
        node(term(gt=(1,)), term(gt=(0,), square=minus(X, "1"))),
        node(term(gt=(0,)), multipliers=((0, "-1"),)),
    ),
    # 1 - 1/(1 + 1/x) = x / (x^2 + x), and x (x^2 + x) = x^3 + x^2
    "nested-fraction": certificate(
        claim("x", POSITIVE, [">", "1", ["/", "1", ["+", "1", ["/", "1", X]]]]),
        node(term(ge=(0,)), term(gt=(0, 0, 0)), term(gt=(0, 0))),
    ),
    "defined": certificate(  # 1/x = 1/x says that x is not 0
        claim("x", [["=", ["/", "1", X], ["/", "1", X]]], ["!=", X, "0"]),
        node(term(gt=(0,)), multipliers=((1, ["*", "-1", ["^", X, 3]]),)),
    ),
    "unequal": certificate(
        claim("x", [["!=", X, "0"]], [">", SQUARE_X, "0"]), node(term(ge=(0,)), term(gt=(0,)))
    ),
    # x^2 - 1 = (x - 1)^2 + 2 (x - 1) = (x + 1)^2 + 2 (-1 - x)
    "alternatives": certificate(
        claim("x", [["or", [">=", X, "1"], [">=", "-1", X]]], ["not", [">", "1", SQUARE_X]]),
        node(term(gt=(0,)), term(square=minus(X, "1")), term("2", ge=(0,))),
        node(term(gt=(0,)), term(square=["+", X, "1"]), term("2", ge=(0,))),
    ),
    "nothing-to-refute": certificate(claim("", [["or"]], ["and", ["or"]])),
}
