"""The kernel accepts proofs written by hand, and rejects every damaged, swapped, hostile or malformed one.

What it accepts is checked a second time: by SymPy, from the rules in docs/certificates.md, and at points.
"""

from __future__ import annotations

import ast
import itertools
import random
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.verify.certificates_by_hand import (
    BY_HAND,
    FIRST,
    LEMMAS,
    SQUARE_X,
    UNIT,
    VARIANCE,
    X,
    Y,
    certificate,
    claim,
    node,
    rejection,
    term,
)
from tests.verify.damaged_certificates import GARBAGE, mutants, places, replaced, with_its_own_fingerprint
from tests.verify.second_kernel import GRID, counterexample, independent_verdict, true_at
from verify import (
    caching_kernel,
    certificate_text,
    fast_kernel,
    files,
    garbage_collection,
    kernel,
    polynomial,
    recheck,
    text_caching_kernel,
)
from verify.caching_kernel import Memory


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_by_hand_is_accepted(name: str) -> None:
    assert rejection(BY_HAND[name], LEMMAS) == ""
    assert independent_verdict(BY_HAND[name], LEMMAS)
    assert counterexample(BY_HAND[name]["claim"]) is None


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
    "module",
    [
        kernel,
        polynomial,
        fast_kernel,
        caching_kernel,
        certificate_text,
        text_caching_kernel,
        recheck,
        files,
        garbage_collection,
    ],
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
        fast_kernel: {"verify.kernel", "verify.polynomial"},
        caching_kernel: {"verify", "verify.fast_kernel", "verify.kernel", "verify.polynomial"},
        certificate_text: {"verify", "verify.polynomial", "verify.recheck"},
        text_caching_kernel: {
            "verify",
            "verify.kernel",
            "verify.polynomial",
            "verify.caching_kernel",
            "verify.certificate_text",
            "verify.fast_kernel",
        },
        recheck: {"verify", "verify.caching_kernel"},
    }.get(module, set())
    assert {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names} == ours


@pytest.mark.parametrize(
    "module", [kernel, polynomial, fast_kernel, caching_kernel, certificate_text, text_caching_kernel]
)
def test_kernel_can_be_read_in_one_sitting(module: Any) -> None:
    assert len(Path(module.__file__).read_text(encoding="utf-8").splitlines()) <= 200
