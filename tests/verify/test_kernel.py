"""The kernel accepts proofs written by hand, and rejects every damaged, swapped, hostile or malformed one.

What it accepts is checked a second time: by SymPy, from the rules in docs/certificates.md, and at points.
"""

from __future__ import annotations

import ast
import itertools
import random
import re
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verify import at_once, files, kernel, pieces, polynomial, recheck, remembered, uncollected
from verify.remembered import Memory

# Claims and certificates as a person would write them.


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


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_by_hand_is_accepted(name: str) -> None:
    assert rejection(BY_HAND[name], LEMMAS) == ""
    assert independent_verdict(BY_HAND[name], LEMMAS)
    assert counterexample(BY_HAND[name]["claim"]) is None


# A second checker: SymPy's polynomials and the rules of docs/certificates.md, nothing of the kernel's.


class Invalid(Exception):
    """The second checker says no."""


def require(condition: bool) -> None:
    if not condition:
        raise Invalid


def quotient(tree: Any, gens: dict[str, sp.Symbol]) -> tuple[sp.Expr, sp.Expr]:
    if isinstance(tree, str):
        if tree in gens:
            return gens[tree], sp.Integer(1)
        top, slash, bottom = tree.partition("/")
        require(top.removeprefix("-").isdecimal() and top.isascii())
        require(not slash or (bottom.isdecimal() and bottom.isascii() and bottom[0] != "0"))
        return sp.Rational(int(top), int(bottom or "1")), sp.Integer(1)
    require(isinstance(tree, list) and bool(tree))
    operator, *parts = tree
    if operator == "^":
        require(len(parts) == 2 and type(parts[1]) is int and 0 <= parts[1] <= 64)
        (n, d), k = quotient(parts[0], gens), parts[1]
        return (sp.Pow(n, k), sp.Pow(d, k)) if k else (d, d)
    fractions = [quotient(part, gens) for part in parts]
    if operator == "/":
        require(len(parts) == 2)
        (n, d), (m, e) = fractions
        return n * e**2, d * m * e
    require(operator in ("+", "*"))
    bottom = sp.Mul(*(d for _, d in fractions))
    if operator == "*":
        return sp.Mul(*(n for n, _ in fractions)), bottom
    others = [
        sp.Mul(n, *(d for j, (_, d) in enumerate(fractions) if j != i)) for i, (n, _) in enumerate(fractions)
    ]
    return sp.Add(*others), bottom


def expanded(expression: sp.Expr, gens: dict[str, sp.Symbol]) -> sp.Poly:
    return sp.Poly(expression, *gens.values(), sp.Symbol("unused"), domain="QQ")


def plain(tree: Any, gens: dict[str, sp.Symbol]) -> sp.Poly:
    top, bottom = quotient(tree, gens)
    require(expanded(bottom, gens) == 1)
    return expanded(top, gens)


def alternatives(formula: Any, gens: dict[str, sp.Symbol], wanted: bool) -> list[list[tuple[str, sp.Poly]]]:
    require(isinstance(formula, list) and bool(formula))
    word, *parts = formula
    if word == "not":
        require(len(parts) == 1)
        return alternatives(parts[0], gens, not wanted)
    if word in ("and", "or"):
        inner = [alternatives(part, gens, wanted) for part in parts]
        if (word == "or") == wanted:
            return [case for branch in inner for case in branch]
        return [[f for case in choice for f in case] for choice in itertools.product(*inner)]
    require(word in (">", ">=", "=", "!=") and len(parts) == 2)
    (n, d), (m, e) = (quotient(part, gens) for part in parts)
    top, bottom = expanded(n * e - m * d, gens), expanded(d * e, gens)
    constant = bottom.is_ground and not bottom.is_zero
    if wanted:
        fact = {">": ("gt", top * bottom), ">=": ("ge", top * bottom), "=": ("eq", top), "!=": ("gt", top**2)}
        return [[fact[word]] + ([] if constant else [("gt", bottom**2)])]
    fact = {">": ("ge", -top * bottom), ">=": ("gt", -top * bottom), "=": ("gt", top**2), "!=": ("eq", top)}
    return [[fact[word]]] + ([] if constant or word == ">" else [[("eq", bottom)]])


def confirm_refutation(
    given: Any, facts: list[tuple[str, sp.Poly]], gens: dict[str, sp.Symbol], lemmas: dict
) -> None:
    require(isinstance(given, dict))
    if set(given) == {"split", "cases"}:
        require(isinstance(given["cases"], dict))
        require(sorted(given["cases"]) in (["<", "=", ">"], ["<", ">="], ["<=", ">"]))
        on = plain(given["split"], gens)
        added = {">": ("gt", on), ">=": ("ge", on), "=": ("eq", on), "<": ("gt", -on), "<=": ("ge", -on)}
        for relation, inner in given["cases"].items():
            confirm_refutation(inner, [*facts, added[relation]], gens, lemmas)
        return
    if set(given) == {"lemma", "then"}:
        require(given["lemma"] in lemmas)
        lemma = lemmas[given["lemma"]]
        wanted = alternatives(["and", *lemma["hypotheses"]], gens, True)
        goal = alternatives(lemma["goal"], gens, True)
        require(len(wanted) == len(goal) == 1 and all(fact in facts for fact in wanted[0]))
        confirm_refutation(given["then"], facts + goal[0], gens, lemmas)
        return
    require(set(given) == {"terms", "multipliers"})
    require(isinstance(given["terms"], list) and isinstance(given["multipliers"], list))
    total, strict = expanded(sp.Integer(0), gens), False

    def chosen(kind: str, index: Any) -> sp.Poly:
        known = [p for k, p in facts if k == kind]
        require(type(index) is int and 0 <= index < len(known))
        return known[index]

    for part in given["terms"] + given["multipliers"]:
        require(isinstance(part, dict))
        if set(part) == {"eq", "by"}:
            total += plain(part["by"], gens) * chosen("eq", part["eq"])
            continue
        require(set(part) in ({"weight", "ge", "gt"}, {"weight", "ge", "gt", "square"}))
        require(isinstance(part["weight"], str) and part["weight"] not in gens)
        require(isinstance(part["ge"], list) and isinstance(part["gt"], list))
        value = plain(part["weight"], gens)
        require(value.LC() > 0)
        for kind in ("ge", "gt"):
            for index in part[kind]:
                value *= chosen(kind, index)
        strict |= part["ge"] == [] and "square" not in part
        total += value * (plain(part["square"], gens) ** 2 if "square" in part else 1)
    require(strict and total.is_zero)


def independent_verdict(given: dict, proved: dict) -> bool:
    try:
        statement = given["claim"]
        require(given["format"] == "certificate/1" and given["fingerprint"] == kernel.fingerprint(statement))
        require(set(statement) == {"variables", "hypotheses", "goal"})
        names = statement["variables"]
        require(isinstance(names, list) and all(isinstance(n, str) and n.isidentifier() for n in names))
        require(len(set(names)) == len(names))
        require(all(isinstance(statement[k], list) for k in ("hypotheses", "goal")))
        gens = {name: sp.Symbol(f"v_{name}") for name in names}
        lemmas = {name: proved[name] for name in given["lemmas"] if name in proved}
        require(len(lemmas) == len(given["lemmas"]))
        systems = alternatives(["and", *statement["hypotheses"], ["not", statement["goal"]]], gens, True)
        require(isinstance(given["refutations"], list) and len(systems) == len(given["refutations"]))
        for refutation, facts in zip(given["refutations"], systems, strict=True):
            confirm_refutation(refutation, facts, gens, lemmas)
    except (Invalid, KeyError, TypeError):
        return False
    return True


# The meaning of a claim, from the definition: values at points, a comparison is false where it is undefined.


def value_at(tree: Any, point: dict[str, Fraction]) -> Fraction | None:
    if isinstance(tree, str):
        return point[tree] if tree in point else Fraction(tree)
    values = [value_at(part, point) for part in tree[1:] if not isinstance(part, int)]
    if None in values:
        return None
    match tree[0]:
        case "+":
            return sum(values, Fraction(0))
        case "*":
            return Fraction(sp.prod(values)) if values else Fraction(1)
        case "/":
            return values[0] / values[1] if values[1] else None
    return values[0] ** tree[2]


def true_at(formula: Any, point: dict[str, Fraction]) -> bool:
    match formula:
        case ["not", inner]:
            return not true_at(inner, point)
        case ["and", *parts]:
            return all(true_at(part, point) for part in parts)
        case ["or", *parts]:
            return any(true_at(part, point) for part in parts)
    a, b = (value_at(side, point) for side in formula[1:])
    if a is None or b is None:
        return False
    return {">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[formula[0]]


GRID = [Fraction(n, 2) for n in (-4, -2, -1, 0, 1, 2, 3, 4, 7)]


def counterexample(statement: dict) -> dict[str, Fraction] | None:
    for values in itertools.product(GRID, repeat=len(statement["variables"])):
        point = dict(zip(statement["variables"], values, strict=True))
        if all(true_at(h, point) for h in statement["hypotheses"]) and not true_at(statement["goal"], point):
            return point
    return None


def polynomial_at(polynomial: dict, point: tuple[Fraction, ...]) -> Fraction:
    return sum(
        (c * sp.prod([v**k for v, k in zip(point, e, strict=True)]) for e, c in polynomial.items()),
        Fraction(0),
    )


TREES = st.recursive(
    st.sampled_from(["x", "y", "0", "1", "-1", "2", "-1/2"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: ["+", *parts]),
        st.lists(inner, max_size=3).map(lambda parts: ["*", *parts]),
        st.tuples(inner, inner).map(lambda parts: ["/", *parts]),
        st.tuples(inner, st.integers(0, 3)).map(lambda parts: ["^", *parts]),
    ),
    max_leaves=5,
)
ATOMS = st.tuples(st.sampled_from([">", ">=", "=", "!="]), TREES, TREES).map(list)
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(lambda f: ["not", f]),
        st.lists(inner, max_size=3).map(lambda parts: ["and", *parts]),
        st.lists(inner, max_size=3).map(lambda parts: ["or", *parts]),
    ),
    max_leaves=4,
)


@settings(max_examples=1000, deadline=None)
@given(FORMULAS, st.sampled_from(GRID), st.sampled_from(GRID), st.booleans())
@example(["=", ["^", ["/", "1", "0"], 0], "1"], Fraction(0), Fraction(0), True)
@example([">=", ["*", "0", ["/", "1", "x"]], "0"], Fraction(0), Fraction(0), False)
@example(["=", ["/", "1", ["/", "1", "x"]], "0"], Fraction(0), Fraction(0), True)
@example([">", "x", ["^", ["/", "y", "x"], 0]], Fraction(-1, 2), Fraction(-2), False)
@example(["!=", ["/", "1", "x"], ["/", "1", "x"]], Fraction(0), Fraction(0), False)
def test_facts_mean_what_the_formula_means(formula: Any, x: Fraction, y: Fraction, truth: bool) -> None:
    cases = kernel.Logic(["x", "y"]).cases(formula, truth)
    holds = {"ge": lambda v: v >= 0, "gt": lambda v: v > 0, "eq": lambda v: v == 0}
    met = any(all(holds[kind](polynomial_at(p, (x, y))) for kind, p in case) for case in cases)
    assert met == (true_at(formula, {"x": x, "y": y}) == truth)


# Damage: every place of every certificate by hand.

WORDS = {">": ">=", ">=": ">", "=": "!=", "!=": "=", "and": "or", "or": "and", "+": "*", "*": "+", "/": "*"}


def places(tree: Any, path: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    yield path, tree
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def replaced(tree: Any, path: tuple, new: Any) -> Any:
    if not path:
        return new
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[path[0]] = replaced(tree[path[0]], path[1:], new)
    return copy


def damaged_values(value: Any) -> Iterator[Any]:
    """Changes of a coefficient, exponent, index, sign, name, relation; terms dropped, doubled, exchanged."""
    match value:
        case int():
            yield from (value + 1, value - 1)
        case str() if polynomial.NUMBER.fullmatch(value):
            number = Fraction(value)
            yield from map(str, {number + 1, -number, 2 * number, Fraction(0)} - {number})
        case str() if value in WORDS:
            yield WORDS[value]
        case str() if polynomial.NAME.fullmatch(value):
            yield from {*"xyp"} - {value}
        case list() | dict() if value:
            if isinstance(value, dict):
                yield from ({k: v for k, v in value.items() if k != key} for key in value)
                return
            yield from (value[:i] + value[i + 1 :] for i in range(len(value)))
            yield from ([*value[: i + 1], *value[i:]] for i in range(len(value)))
            yield from (
                [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
                for i in range(len(value) - 1)
                if value[i] != value[i + 1]
            )


def mutants(given: dict) -> Iterator[dict]:
    for path, value in places(given):
        if path[:1] == ("fingerprint",):
            continue
        for new in damaged_values(value):
            yield replaced(given, path, new)


def with_its_own_fingerprint(given: dict) -> dict:
    return given | {"fingerprint": kernel.fingerprint(given.get("claim"))}


@pytest.mark.parametrize("name", BY_HAND)
def test_mutant_is_rejected_or_a_proof_by_the_second_checker(name: str) -> None:
    original = BY_HAND[name]
    rejected = accepted = 0
    for mutant in mutants(original):
        if mutant.get("claim") != original["claim"]:
            assert rejection(mutant, LEMMAS) == "another claim's fingerprint" or "claim" not in mutant
            mutant = with_its_own_fingerprint(mutant)  # noqa: PLW2901
        if rejection(mutant, LEMMAS):
            rejected += 1
        else:
            accepted += 1
            assert independent_verdict(mutant, LEMMAS), mutant
            assert counterexample(mutant["claim"]) is None, mutant
    assert rejected >= 2 and rejected > 3 * accepted


def test_second_checker_agrees_on_a_sample_of_mutants() -> None:
    every = [with_its_own_fingerprint(m) for name in BY_HAND for m in mutants(BY_HAND[name])]
    for mutant in random.Random(3).sample(every, 250):
        assert independent_verdict(mutant, LEMMAS) == (rejection(mutant, LEMMAS) == "")


def test_a_memory_accepts_what_the_kernel_accepts() -> None:
    """In any order, however little is kept, among certificates on other variables."""
    every = [with_its_own_fingerprint(m) for name in BY_HAND for m in mutants(BY_HAND[name])]
    every = [*BY_HAND.values(), *random.Random(5).sample(every, 800)]
    every += [with_its_own_fingerprint(without_a_variable(c)) for c in BY_HAND.values()]
    alone = [not c.get("lemmas") and not rejection(c) for c in every]
    assert sum(alone) > 20
    for seed, room in ((1, 2_000_000), (2, 200), (3, 0)):
        memory = Memory.of([{"claim": {"variables": ["other"]}}, *every], room)
        assert memory is not None
        order = random.Random(seed).sample(range(len(every)), len(every))
        assert [memory.accepts(every[i]) for i in order] == [alone[i] for i in order]
        assert memory.room >= 0 and bool(memory.kept) == (room > 0)


@pytest.mark.parametrize("other", ["z", "a"])
def test_a_memory_knows_which_names_are_the_claims(other: str) -> None:
    """What was read in another claim, on more variables, does not serve a claim that has not all of them."""
    theirs = [">", ["+", X, ["*", "0", other]], "0"]
    proof = node(term(ge=(0,)), term(gt=(0,)))
    of_two = certificate(claim(f"x {other}", [theirs], [">", X, "0"]), proof)
    of_one = certificate(claim("x", [theirs], [">", X, "0"]), proof)
    memory = Memory.of([of_two, of_one])
    assert memory is not None
    assert memory.accepts(of_two) and not memory.accepts(of_one)
    assert rejection(of_one).startswith("not an expression in the claim's variables")
    split = node(term(ge=(0,)), term(gt=(0,)))
    cases = {"split": other, "cases": {">": split, "<=": split}}
    hypothesis = [[">", X, "0"]]
    assert memory.accepts(certificate(claim(f"x {other}", hypothesis, hypothesis[0]), cases))
    assert not memory.accepts(certificate(claim("x", hypothesis, hypothesis[0]), cases))


def test_a_claim_on_a_variable_named_as_a_connective_is_left_to_the_kernel() -> None:
    hypothesis = [[">", X, "0"]]
    proof = node(term(ge=(0,)), term(gt=(0,)))
    given, plain = (certificate(claim(names, hypothesis, hypothesis[0]), proof) for names in ("x not", "x"))
    memory = Memory.of([given, plain])
    assert rejection(given) == "" and memory is not None
    assert memory.accepts(plain) and not memory.accepts(given)


def test_a_memory_counts_the_work_of_what_it_has_read() -> None:
    power = ["^", ["+", X, Y, "1"], 10]
    given = certificate(
        claim("x y", [[">", power, "0"]], [">", power, "0"]), node(term(ge=(0,)), term(gt=(0,)))
    )
    memory = Memory.of([given])
    assert memory is not None and memory.accepts(given)
    first = memory.work
    assert first > 1_000 and memory.accepts(given) and memory.work == first


def test_numbers_before_a_product_and_in_it_are_told_apart() -> None:
    """1 * (x * 1 * 1 * y) is not x + y, though the same polynomials come in the same order."""
    hypotheses = [[">", X, "0"], [">", "1", "0"], [">", Y, "0"]]
    one = claim("x y", hypotheses, [">", ["*", X, Y], "0"])
    other = claim("x y", hypotheses, [">", ["+", X, Y], "0"])
    as_product = node(term(ge=(0,)), term(gt=(0, 1, 1, 2)))
    as_sum = node(term(ge=(0,)), term(gt=(0,)), term(gt=(2,)))
    memory = Memory(["x", "y"])
    assert memory.accepts(certificate(one, as_product)) and memory.accepts(certificate(other, as_sum))
    assert not memory.accepts(certificate(other, as_product)) and not memory.accepts(certificate(one, as_sum))


def without_a_variable(given: dict) -> dict:
    """The certificate with one name less, whose formulas are about nothing."""
    claim = given["claim"]
    return given | {"claim": claim | {"variables": claim["variables"][1:]}}


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_of_one_claim_does_not_serve_another(name: str) -> None:
    mine = BY_HAND[name]
    for theirs in BY_HAND.values():
        if theirs["claim"] != mine["claim"]:
            swapped = mine | {"claim": theirs["claim"]}
            assert rejection(swapped, LEMMAS) == "another claim's fingerprint"
            assert rejection(mine | {"fingerprint": theirs["fingerprint"]}, LEMMAS)
            forged = with_its_own_fingerprint(swapped)
            assert rejection(forged, LEMMAS) or independent_verdict(forged, LEMMAS)


def test_renaming_and_reordering_make_another_claim() -> None:
    original = BY_HAND["am-gm"]
    statement = original["claim"]
    for other in (
        statement | {"variables": ["b", "a", "c"]},
        statement | {"variables": ["a", "b", "c", "d"]},
        statement | {"hypotheses": statement["hypotheses"][::-1]},
        statement | {"hypotheses": statement["hypotheses"][:2]},
        statement | {"goal": [">", *statement["goal"][1:]]},
        statement | {"goal": [">=", *statement["goal"][:0:-1]]},
    ):
        assert rejection(original | {"claim": other}) == "another claim's fingerprint"


@pytest.mark.parametrize("cases", [(">=", "<"), (">", "<="), (">", "=", "<")])
def test_each_case_of_a_split_has_its_own_sign(cases: tuple[str, ...]) -> None:
    # False: x >= 0. In the cases x < 0 and x <= 0 a checker that forgets the sign finds -x + x = 0.
    proofs = {
        ">=": node(term(gt=(0,)), term(ge=(0,))),
        ">": node(term(gt=(0,)), term(gt=(1,))),
        "=": node(term(gt=(0,)), multipliers=((0, "1"),)),
    }
    proofs |= {"<": proofs[">"], "<=": proofs[">="]}
    given = certificate(
        claim("x", [], [">=", X, "0"]), {"split": X, "cases": {case: proofs[case] for case in cases}}
    )
    assert rejection(given) == "the sum is not 0"


# Attacks that were thought of one by one.

STRICT_VARIANCE = claim("p", UNIT, [">", VARIANCE, "0"])  # false at p = 0
ANYTHING = claim("x", [], [">", X, "0"])  # ge[0] = -x; false
UNDEFINED = claim("x", [], ["=", ["*", X, ["/", "1", X]], "1"])  # false at 0
TRIVIAL = node(term())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (certificate(STRICT_VARIANCE, node(term(ge=(2,)), term(ge=(0, 1)))), "strictly positive"),
        (certificate(ANYTHING, node()), "strictly positive"),
        (certificate(ANYTHING, TRIVIAL), "not 0"),
        (certificate(ANYTHING, node(term(), term("-1"))), "weight is not positive"),
        (certificate(ANYTHING, node(term(), term("-1", square="1"))), "weight is not positive"),
        (certificate(ANYTHING, node(term("0"), term("0"))), "weight is not positive"),
        (certificate(ANYTHING, node(term("x", ge=(0,)), term(gt=()))), "weight is not positive"),
        (certificate(ANYTHING, node(term(["+", "1"]))), "weight is not positive"),
        (certificate(ANYTHING, node(term("1/0"))), "not an expression"),
        (certificate(ANYTHING, node(term("1e5"))), "not an expression"),
        (certificate(ANYTHING, node(term(" 1"))), "not an expression"),
        (certificate(ANYTHING, node(term("1\n"))), "not an expression"),
        (certificate(ANYTHING, node(term("١"))), "not an expression"),
        (certificate(ANYTHING, node(term("9" * 1001))), "not an expression"),
        (certificate(ANYTHING, node(term(square="0"))), "strictly positive"),
        (certificate(ANYTHING, node(term(square=["/", "1", "2"]))), "not a polynomial"),
        (certificate(ANYTHING, node(term(), multipliers=((0, "-1"),))), "no such fact"),
        (certificate(ANYTHING, node(term(ge=(-1,)))), "no such fact"),
        (certificate(ANYTHING, node(term(ge=(False,)))), "no such fact"),
        (certificate(ANYTHING, node(term(ge=("0",)))), "no such fact"),
        (certificate(ANYTHING), "1 cases to refute"),
        (certificate(ANYTHING, TRIVIAL, TRIVIAL), "1 cases to refute"),
        (certificate(UNDEFINED, node(term(gt=(0,)))), "2 cases to refute"),
        (certificate(UNDEFINED, node(term(gt=(0,))), node(term(gt=(0,)))), "not 0|no such fact"),
        (certificate(claim("", [], ["=", ["^", ["/", "1", "0"], 0], "1"]), TRIVIAL), "2 cases"),
        (certificate(claim("", [], ["=", ["/", "0", "0"], ["/", "0", "0"]]), TRIVIAL, TRIVIAL), "not 0"),
        (certificate(claim("", [], ["or"]), TRIVIAL), "not 0"),
        (certificate(claim("x x", [], [">", "1", "0"]), TRIVIAL), "different plain names"),
        (certificate(claim("1", [], [">", "1", "0"]), TRIVIAL), "different plain names"),
        (certificate(claim("x", [], [">", "z", "0"]), TRIVIAL), "claim's variables: z"),
        (certificate(claim("x", [], [">", ["^", X, True], "0"]), TRIVIAL), "not an expression"),
        (certificate(claim("x", [], [">", ["^", X, 65], "0"]), TRIVIAL), "not an expression"),
        (certificate(claim("x", [], [">", ["^", X, -1], "0"]), TRIVIAL), "not an expression"),
        (certificate(claim("x", [], [">", ["-", X, "1"], "0"]), TRIVIAL), "not an expression"),
        (certificate(claim("x", [], ["<", X, "1"]), TRIVIAL), "not a formula"),
        (certificate(claim("x", [], ["not"]), TRIVIAL), "not a formula"),
        (certificate(ANYTHING | {"note": "true"}, TRIVIAL), "not a claim"),
        (certificate(ANYTHING, TRIVIAL | {"note": ""}), "not a refutation"),
        (certificate(ANYTHING, node(term() | {"note": ""})), "not a term"),
        (certificate(ANYTHING, {"split": X, "cases": {">": TRIVIAL, "<": TRIVIAL}}), "gap"),
        (certificate(ANYTHING, {"split": X, "cases": {">=": TRIVIAL, "=": TRIVIAL}}), "gap"),
        (certificate(ANYTHING, {"split": X, "cases": {}}), "gap"),
        (
            certificate(ANYTHING, {"split": ["/", "1", X], "cases": {">": TRIVIAL, "<=": TRIVIAL}}),
            "not a pol",
        ),
        (certificate(ANYTHING, {"lemma": FIRST, "then": TRIVIAL}), "unlisted lemma"),
        (certificate(ANYTHING, {"lemma": FIRST, "then": TRIVIAL}, lemmas=(FIRST,)), "not a fact here"),
        (certificate(ANYTHING, TRIVIAL, lemmas=("sha256:0",)), "not proved"),
        (certificate(ANYTHING, TRIVIAL, lemmas=(FIRST, FIRST)), "listed twice"),
        (certificate(ANYTHING, TRIVIAL) | {"lemmas": [None]}, "not proved"),
        (certificate(ANYTHING, TRIVIAL) | {"lemmas": [[]]}, "not proved"),
        (certificate(ANYTHING, TRIVIAL) | {"format": "certificate/2"}, "not a certificate"),
    ],
)
def test_attack_is_rejected_for_the_right_reason(given: dict, reason: str) -> None:
    assert re.search(reason, rejection(given, LEMMAS))


def test_lemma_with_other_hypotheses_is_not_applied() -> None:
    # The lemma needs x > 0; here only x >= 0 is known, and then x^2 > 0 is false at 0.
    weaker = claim("x", [[">=", X, "0"]], [">", SQUARE_X, "0"])
    proof = {"lemma": FIRST, "then": node(term(ge=(1,)), term(gt=(0,)))}
    assert "not a fact here" in rejection(certificate(weaker, proof, lemmas=(FIRST,)), LEMMAS)


def test_each_hypothesis_of_a_lemma_has_to_be_a_fact() -> None:
    # From x > 0 and y > 0 follows x y > 0. Here only x > 0 is known, and x y > 0 is false at y = 0.
    lemma = claim("x y", [[">", X, "0"], [">", Y, "0"]], [">", ["*", X, Y], "0"])
    assert counterexample(lemma) is None
    given = claim("x y", [[">", X, "0"]], [">", ["*", X, Y], "0"])
    proof = {"lemma": "it", "then": node(term(ge=(0,)), term(gt=(1,)))}
    assert "not a fact here" in rejection(certificate(given, proof, lemmas=("it",)), {"it": lemma})


@pytest.mark.parametrize(
    "lemma",
    [
        claim("x", [], ["or", [">=", X, "0"], [">", "0", X]]),
        claim("x", [["or", [">", X, "0"], [">", "0", X]]], ["!=", X, "0"]),
        claim("x", [[">", "0", "1"]], ["or"]),
        claim("x", [["or"]], [">=", X, "0"]),
    ],
)
def test_lemma_with_alternatives_is_not_applied(lemma: dict) -> None:
    # True lemmas. The first of the alternatives of a goal alone would prove that x >= 0.
    proof = {"lemma": "it", "then": node(term(gt=(0,)), term(ge=(0,)))}
    given = certificate(claim("x", [], [">=", X, "0"]), proof, lemmas=("it",))
    assert rejection(given, {"it": lemma}) in (
        "a lemma has alternatives",
        "a lemma's hypothesis is not a fact here",
    )
    assert counterexample(lemma) is None


def test_lemma_about_other_variables_is_not_applied() -> None:
    other = claim("y", [[">", Y, "0"]], [">", ["^", Y, 2], "0"])
    proof = {"lemma": FIRST, "then": node(term(ge=(0,)), term(gt=(1,)))}
    assert "claim's variables" in rejection(certificate(other, proof, lemmas=(FIRST,)), LEMMAS)


# Both checkers on random certificates: made valid by construction, then half of them damaged.

SMALL = st.recursive(
    st.sampled_from(["x", "y", "1", "-2", "1/3"]),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+*"), inner, inner).map(list),
        st.tuples(inner, st.integers(0, 2)).map(lambda parts: ["^", *parts]),
    ),
    max_leaves=4,
)
WEIGHTS = st.sampled_from(["1", "2", "1/3", "7/2"])
INDEX_LISTS = st.lists(st.just(0), max_size=2)


@st.composite
def random_certificates(draw: st.DrawFn) -> dict:
    """Hypotheses g >= 0, h > 0, e = 0, and a goal that is a combination of them: > if a term is strict."""
    g, h, e = (draw(SMALL) for _ in range(3))
    terms, total = [], []
    for _ in range(draw(st.integers(1, 3))):
        ge, gt, root = draw(INDEX_LISTS), draw(INDEX_LISTS), draw(st.none() | SMALL)
        weight = draw(WEIGHTS)
        terms.append(term(weight, tuple(ge), tuple(gt), root))
        total.append(["*", weight, *[g] * len(ge), *[h] * len(gt), ["^", "1" if root is None else root, 2]])
    by = draw(SMALL)
    relation, goal = draw(st.sampled_from([(">", term(ge=(1,))), (">=", term(gt=(1,)))]))
    hypotheses = [[">=", g, "0"], [">", h, "0"], ["=", e, "0"]]
    made = certificate(
        claim("x y", hypotheses, [relation, ["+", *total, ["*", by, e]], "0"]),
        node(*terms, goal, multipliers=((0, by),)),
    )
    if draw(st.booleans()):
        every = list(mutants(made))
        made = with_its_own_fingerprint(every[draw(st.integers(0, len(every) - 1))])
    return made


@settings(max_examples=100, deadline=None)
@given(random_certificates())
def test_both_checkers_agree_on_random_certificates(made: dict) -> None:
    accepted = rejection(made) == ""
    assert accepted == independent_verdict(made, {})
    assert not accepted or counterexample(made["claim"]) is None


# Malformed data.


def nested(depth: int) -> list:
    tree: list = []
    for _ in range(depth):
        tree = [tree]
    return tree


GARBAGE = [None, True, False, 1.5, "", [], {}, 10**9, 10**5000, -1, 64, "1e5", "1/0", "NaN", [[]], "\ud800"]


@pytest.mark.parametrize("name", BY_HAND)
def test_node_of_another_type_is_rejected(name: str) -> None:
    original = BY_HAND[name]
    for path, value in places(original):
        for garbage in GARBAGE:
            if type(garbage) is not type(value) or garbage != value:
                damaged = replaced(original, path, garbage)
                assert rejection(damaged, LEMMAS), damaged
                if path[:1] == ("claim",) and garbage != 10**5000:
                    damaged = with_its_own_fingerprint(damaged)
                    assert rejection(damaged, LEMMAS) or independent_verdict(damaged, LEMMAS), damaged


@pytest.mark.parametrize("name", ["rational", "second-lemma", "three-cases"])
def test_node_nested_very_deeply_is_rejected(name: str) -> None:
    deep = nested(100_000)
    for path, _ in places(BY_HAND[name]):
        assert rejection(replaced(BY_HAND[name], path, deep), LEMMAS)


@pytest.mark.parametrize("data", [{1: 2}, {"x": {1, 2}}, object(), float("nan"), b"", (), float("inf")])
def test_what_json_cannot_hold_is_rejected(data: Any) -> None:
    assert rejection(data)
    assert rejection({**BY_HAND["square"], "claim": data})
    assert rejection({**BY_HAND["square"], "refutations": [data]})
    assert rejection({**BY_HAND["square"], "refutations": [{"split": X, "cases": {1: data, "<": data}}]})


# Cost: what would take long is refused early. Small limits keep the tests short; one test has the real limit.


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


# Products: names are counted together, what is not a name is multiplied; nothing may be lost on the way.


@pytest.mark.parametrize(
    "damaged",
    [
        ["*", X, Y, "z"],
        ["*", X, Y, Y],
        ["*", X, ["^", Y, True]],
        ["*", X, ["^", Y, 2]],
        ["*", X, ["/", Y, "1"], ["/", "1", X]],
        ["*", X, ("/", Y, X)],
        ["*", X, Y, "0"],
        ["*", X, Y, "2"],
        ["*", X, [Y]],
        ["*", X],
        ["*"],
    ],
)
def test_damaged_product_of_names_is_not_the_product(damaged: Any) -> None:
    goal = [">", ["*", Y, X], "0"]
    hypotheses = [[">", ["*", X, Y], "0"]]
    proof = node(term(ge=(0,)), term(gt=(0,)))
    assert rejection(certificate(claim("x y", hypotheses, goal), proof)) == ""
    assert rejection(certificate(claim("x y", hypotheses, [">", damaged, "0"]), proof))
    assert rejection(certificate(claim("x y", [[">", damaged, "0"]], goal), proof))


@pytest.mark.parametrize("relation", [">", ">=", "=", "!="])
@pytest.mark.parametrize("truth", [True, False])
def test_denominator_is_kept_beside_names_and_where_it_is_0(relation: str, truth: bool) -> None:
    ring = kernel.Logic(["x", "y"])
    alternatives = ring.cases([relation, ["*", X, Y, ["/", "1", Y]], "0"], truth)
    for x, y in itertools.product((-2, -1, 0, 1, 2), repeat=2):
        meant = (y != 0 and {">": x > 0, ">=": x >= 0, "=": x == 0, "!=": x != 0}[relation]) == truth
        values = [[(k, sum(c * x**i * y**j for (i, j), c in p.items())) for k, p in a] for a in alternatives]
        holds = any(all({"gt": v > 0, "ge": v >= 0, "eq": v == 0}[k] for k, v in a) for a in values)
        assert holds == meant


# What may be trusted is what can be read.


@pytest.mark.parametrize(
    "module", [kernel, polynomial, at_once, remembered, pieces, recheck, files, uncollected]
)
def test_imports_are_of_the_standard_library(module: Any) -> None:
    imported = set()
    for statement in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            imported |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            assert statement.level == 0
            imported.add(statement.module)
        elif isinstance(statement, ast.Name):
            assert statement.id not in {"__import__", "eval", "exec"}
    ours = {
        kernel: {"verify.polynomial", "verify.recheck"},
        at_once: {"verify.kernel", "verify.polynomial"},
        remembered: {"verify", "verify.at_once", "verify.kernel", "verify.polynomial"},
        pieces: {"verify", "verify.kernel", "verify.polynomial", "verify.recheck", "verify.remembered"},
        recheck: {"verify", "verify.remembered"},
    }.get(module, set())
    assert {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names} == ours


@pytest.mark.parametrize("module", [kernel, polynomial, at_once, remembered, pieces])
def test_kernel_can_be_read_in_one_sitting(module: Any) -> None:
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) <= 200
