"""What would take long the kernel refuses early: with small limits, and one test with the real limit."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sympy as sp

from tests.verify.certificates_by_hand import X, Y, certificate, claim, node, rejection, term
from verify import polynomial


def chain_of(lemma: str, length: int) -> dict:
    inner: dict = node()
    for _ in range(length):
        inner = {"lemma": lemma, "then": inner}
    return inner


def expensive() -> Iterator[Any]:
    many = [f"x{i}" for i in range(64)]
    goal = [">", X, "0"]
    yield (
        "wide-sum",
        [many, [], [">", ["+", *(["*", *m] for m in itertools.combinations(many, 3))], "0"]],
        [{}],
    )
    yield "wide-power", [many, [], [">", ["^", ["+", *many, "1"], 6], "0"]], [{}]
    yield "wide-product", [many, [], [">", ["*", *(["+", v, "1"] for v in many)], "0"]], [{}]
    tower: Any = ["+", X, "1"]
    for _ in range(100):
        tower = ["^", tower, 64]
    yield "tower", [["x"], [], [">", tower, "0"]], [{}]
    tower = "7"
    for _ in range(100):
        tower = ["^", tower, 64]
    yield "number-tower", [["x"], [], [">", tower, "0"]], [{}]
    monomial: Any = ["*", *many]
    for _ in range(100):
        monomial = ["^", monomial, 64]
    yield "degree-tower", [many, [], [">", ["*", monomial, ["+", *many], ["+", *many]], "0"]], [{}]
    long = [f"{'9' * 900}{i:03}/{'7' * 900}{i:03}1" for i in range(60)]
    fractions = ["+", *(["*", c, ["^", X, i]] for i, c in enumerate(long))]
    yield "long-numbers", [["x"], [], [">", ["*", fractions, fractions], "0"]], [{}]
    inverse = ["+", *(["*", f"{'7' * 900}/{'9' * 899}7", ["^", X, i]] for i in range(60))]
    opposite = ["+", *(["*", f"{'9' * 899}7/{'7' * 900}", ["^", X, i]] for i in range(60))]
    yield "cancelling-numbers", [["x"], [], [">", ["*", inverse, opposite, inverse, opposite], "0"]], [{}]
    reciprocals = ["+", *(f"1/{'7' * 990}{i:04}1" for i in range(300))]  # the denominators hardly cancel
    yield "growing-numbers", [["x"], [], [">", reciprocals, "0"]], [{}]
    factors = ["*", X, *(f"{'7' * 990}{i:04}/{'9' * 990}{i:04}7" for i in range(3000))]
    yield "product-of-numbers", [["x"], [], [">", factors, "0"]], [{}]
    sum_of_facts = node(*[term(gt=(0,))] * 5000)
    yield "sum-of-facts", [["x"], [[">", ["^", ["+", X, "1"], 60], "0"]], goal], [sum_of_facts]
    either = ["or", *([">", X, str(i)] for i in range(31))]
    yield "cases", [["x"], [either] * 10, goal], [{}]
    yield "cases-of-cases", [["x"], [["or", *[["and", either, either]] * 500]], goal], [{}]
    yield "cases-by-facts", [["x"], [either, either, *[goal] * 3000], goal], [{}]
    split: Any = node()
    for _ in range(200):
        split = {"split": X, "cases": {">": split, "<=": node()}}
    yield "facts-by-splits", [["x"], [goal] * 3000, goal], [split]
    yield "facts-by-lemmas", [["x"], [goal], goal], [chain_of("many", 200)]
    yield "formulas-by-lemmas", [["x"], [goal], goal], [chain_of("or", 200)]
    yield "formulas-by-lemmas-2", [["x"], [goal], goal], [chain_of("and", 200)]
    power = ["^", ["+", X, "1"], 60]
    equations = [["=", ["+", power, str(i)], "0"] for i in range(30)]
    yield "equal-facts", [["x"], equations, goal], [chain_of("equations", 200)]


HEAVY_LEMMAS = {
    "many": claim("x", [[">", X, "0"]] * 300, [">", "1", "0"]),
    "or": claim("x", [["or", *[["or"]] * 3000, [">", X, "0"]]], [">", "1", "0"]),
    "and": claim("x", [["and"]] * 3000, [">", "1", "0"]),
    "equations": claim(
        "x", [["=", ["+", ["^", ["+", X, "1"], 60], str(i)], "0"] for i in range(30)], [">", "1", "0"]
    ),
}


def heavy(statement: list, refutations: list) -> dict:
    variables, hypotheses, goal = statement
    made = {"variables": variables, "hypotheses": hypotheses, "goal": goal}
    return certificate(made, *refutations, lemmas=tuple(HEAVY_LEMMAS))


@pytest.mark.parametrize(
    ("statement", "refutations"), [pytest.param(s, r, id=name) for name, s, r in expensive()]
)
def test_expensive_certificate_is_refused_early(
    statement: list, refutations: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polynomial, "MAX_WORK", 200_000)  # "microseconds or so", of 3_000_000
    given = heavy(statement, refutations)
    start = time.process_time()
    assert rejection(given, HEAVY_LEMMAS) == "more work than the kernel does"
    assert time.process_time() - start < 2


def test_real_limit_is_a_matter_of_seconds() -> None:
    variables = [f"x{i}" for i in range(8)]
    given = certificate(claim(" ".join(variables), [], ["=", ["^", ["+", *variables, "1"], 9], "0"]), {})
    start = time.process_time()
    assert rejection(given) == "more work than the kernel does"
    assert time.process_time() - start < 5


def test_honest_large_certificate_is_within_the_limit() -> None:
    # (x + y)^40 > 0 for x, y > 0, written out: 41 monomials, each a product of the hypotheses.
    binomial = [sp.binomial(40, k) for k in range(41)]
    total = ["+", *(["*", str(c), ["^", X, 40 - k], ["^", Y, k]] for k, c in enumerate(binomial))]
    terms = [term(str(c), gt=(0,) * (40 - k) + (1,) * k) for k, c in enumerate(binomial)]
    proof = node(term(ge=(0,)), *terms)
    assert (
        rejection(certificate(claim("x y", [[">", X, "0"], [">", Y, "0"]], [">", total, "0"]), proof)) == ""
    )
