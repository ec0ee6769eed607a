"""The tower kernel accepts proofs written by hand, and rejects every damaged, swapped or malformed one.

What it accepts is checked a second time, by SymPy's derivatives and ball arithmetic, and at points. The rules
are those of docs/certificates.md; no code is shared.
"""

from __future__ import annotations

import ast
import json
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
from flint import arb, ctx, fmpq

from tests.verify.damaged_certificates import places, replaced, with_its_own_fingerprint
from tests.verify.second_tower_kernel import counterexample, independent_verdict
from tests.verify.towers_by_hand import (
    BY_HAND,
    NOT_NEGATIVE,
    POSITIVE,
    TERMS,
    TERMS_ABOVE,
    E,
    L,
    X,
    certificate,
    claim,
    falling,
    minus,
    rejection,
    rising,
)
from verify import exponential_bounds, kernel, polynomial, recheck, tower_kernel
from verify.exponential_bounds import exponential, logarithm, sign


@pytest.mark.parametrize("name", BY_HAND)
def test_proof_by_hand_is_accepted(name: str) -> None:
    assert rejection(BY_HAND[name]) == ""
    assert independent_verdict(BY_HAND[name])
    assert counterexample(BY_HAND[name]["claim"]) is None


def test_certificate_has_none_of_the_keys_of_the_other_format() -> None:
    text = json.dumps(BY_HAND)
    assert '"ge"' not in text and '"gt"' not in text and "float" not in text


# Damage.

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


def mutants(given: dict) -> Iterator[dict]:
    for path, value in places(given):
        if path[:1] not in (("fingerprint",), ("format",)):
            for new in damaged_values(value):
                if new != value:
                    yield replaced(given, path, new)


@pytest.mark.family(18)
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
