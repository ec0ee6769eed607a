"""Coq accepts the files made of sound certificates, finds in them what the claims say, rejects damage."""

from __future__ import annotations

import copy
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verify import kernel
from verify.coq import proof

Certificate = dict[str, Any]
Compile = Callable[[str], subprocess.CompletedProcess[str]]

REAL_NUMBER_AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}


def product(weight: str = "1", *, ge: tuple[int, ...] = (), gt: tuple[int, ...] = (), **more: Any) -> Any:
    return {"weight": weight, "ge": list(ge), "gt": list(gt), **more}


def leaf(*terms: Any, eq: dict[int, Any] | None = None) -> Any:
    return {"terms": list(terms), "multipliers": [{"eq": i, "by": by} for i, by in (eq or {}).items()]}


def split(tree: Any, **cases: Any) -> Any:
    words = {"above": ">", "at_least": ">=", "at": "=", "below": "<", "at_most": "<="}
    return {"split": tree, "cases": {words[word]: node for word, node in cases.items()}}


def certificate(
    variables: str, hypotheses: list[Any], goal: Any, *nodes: Any, lemmas: Any = ()
) -> Certificate:
    claim = {"variables": variables.split(), "hypotheses": hypotheses, "goal": goal}
    return {
        "format": "certificate/1",
        "claim": claim,
        "fingerprint": kernel.fingerprint(claim),
        "lemmas": [lemma["fingerprint"] for lemma in lemmas],
        "refutations": list(nodes),
    }


def minus(*parts: Any) -> Any:
    return ["*", "-1", *parts]


X, Y = [">", "x", "0"], [">", "y", "0"]
XY = [">", ["*", "x", "y"], "0"]

TAKEN_NAMES = certificate(
    "forall IZR _ h1",
    [[">", "forall", "0"], [">", "IZR", "_"], ["=", "_", "h1"]],
    [">", ["*", "forall", ["+", "IZR", minus("h1")]], "0"],
    leaf(product(gt=(0, 1)), product(ge=(0,)), eq={0: "forall"}),
)
SQUARE = certificate(
    "x y",
    [],
    [">=", ["+", ["^", "x", 2], ["^", "y", 2]], ["*", "2", "x", "y"]],
    leaf(product(gt=(0,)), product(square=["+", "x", minus("y")])),
)
RATIO = certificate(
    "x y",
    [X, Y],
    [">=", ["+", ["/", "x", "y"], ["/", "y", "x"]], "2"],
    leaf(product(gt=(0, 1), square=["+", "x", minus("y")]), product(gt=(2,))),
    leaf(product(gt=(0, 1)), eq={0: "-1"}),
)
ROOT = certificate(
    "x",
    [["=", ["^", "x", 2], "2"], X],
    [">=", "x", "7/5"],
    leaf(product(gt=(0, 1)), product("7/5", gt=(1,)), product("1/25"), eq={0: "1"}),
)
SIGN = certificate(
    "x y",
    [XY, [">", ["+", "x", "y"], "0"]],
    [">", "x", "0"],
    split(
        "y",
        above=leaf(product(gt=(0,)), product(ge=(0,), gt=(2,))),
        at=leaf(product(gt=(0,)), eq={0: minus("x")}),
        below=leaf(product(gt=(1,)), product(ge=(0,)), product(gt=(2,))),
    ),
)
SIGN_IN_TWO_CASES = certificate(
    "x y",
    [[">", ["+", "x", "y"], "0"], XY],
    [">", "x", "0"],
    split(
        ["*", "2", "y"],
        below=leaf(product(gt=(0,)), product(ge=(0,)), product("1/2", gt=(2,))),
        at_least=split(
            "y",
            above=leaf(product(gt=(1,)), product(ge=(0,), gt=(2,))),
            at_most=leaf(product(gt=(0,)), product(ge=(0,)), product(ge=(2,))),
        ),
    ),
)
# Written with "not", so that the lemma's hypothesis is a disjunction denied; w is a variable of it alone.
UNIT_INTERVAL = certificate(
    "w x",
    [
        ["not", ["or", [">", "0", "x"], [">", "x", "1"]]],
        ["or", ["or"], ["and", ["and"], [">=", "1", "x"]]],
        ["not", ["and", ["and"], ["not", [">=", "1", "0"]]]],
    ],
    [">=", "x", ["^", "x", 2]],
    leaf(product(ge=(0, 2)), product(gt=(0,))),
)
BY_UNIT_INTERVAL = certificate(
    "x",
    [[">=", "x", "0"], [">=", "1", "x"], [">=", "1", "0"]],
    ["not", [">", ["^", "x", 2], "1"]],
    {
        "lemma": UNIT_INTERVAL["fingerprint"],
        "then": leaf(product(gt=(0,)), product(ge=(1,)), product(ge=(3,))),
    },
    lemmas=[UNIT_INTERVAL],
)
HALF = certificate(
    "x",
    [[">", ["/", "1", "x"], "2"]],
    ["and", ["not", [">=", "x", "1/2"]], ["!=", "x", "0"]],
    leaf(product(gt=(0,)), product("2", ge=(0, 0)), product(ge=(0,))),
    leaf(product(gt=(1,)), eq={0: minus("x")}),
)
BY_HALF = certificate(
    "x y",
    [[">", ["/", "1", "x"], "2"], ["=", "y", "x"]],
    [">", "1/2", "y"],
    {
        "lemma": HALF["fingerprint"],
        "then": leaf(product(gt=(2,)), product(ge=(0,)), eq={0: "-1"}),
    },
    lemmas=[HALF],
)
# Every relation, affirmed and denied, as a lemma's hypothesis.
RELATIONS = [
    ["=", ["/", "y", "x"], "2"],
    ["!=", ["/", "1", "x"], "1"],
    ["not", [">", ["/", "x", "y"], "4"]],
    ["not", ["=", ["/", "x", "3"], "1"]],
    ["not", ["!=", "z", "x"]],
    ["not", [">=", ["/", "x", "2"], "z"]],
    [">=", ["/", "z", "y"], "1/3"],
]
LEMMA_ON_RELATIONS = certificate(
    "x y z",
    RELATIONS,
    [">=", ["^", "x", 2], "0"],
    leaf(product(gt=(6,)), product(square="x")),
)
BY_LEMMA_ON_RELATIONS = certificate(
    "z y x",
    RELATIONS,
    [">=", ["*", "2", "x", "x"], "0"],
    {"lemma": LEMMA_ON_RELATIONS["fingerprint"], "then": leaf(product(gt=(6,)), product("2", ge=(2,)))},
    lemmas=[LEMMA_ON_RELATIONS],
)
CONTRADICTION = certificate(
    "x",
    [[">", "x", "1"], ["not", [">=", "x", "0"]]],
    ["or"],
    leaf(product(gt=(0,)), product(gt=(1,)), product()),
)
DIFFERENT = certificate(
    "x y",
    [["!=", "x", "y"]],
    [">", ["+", ["^", "x", 2], ["^", "y", 2]], ["*", "2", "x", "y"]],
    leaf(product(gt=(0,)), product(ge=(0,))),
)
DIFFERENT_INVERSES = certificate(
    "x y",
    [X, Y, [">", "x", "y"]],
    ["!=", ["/", "1", "x"], ["/", "1", "y"]],
    leaf(product(gt=(2,)), eq={0: "1"}),
    leaf(product(gt=(0, 1)), eq={0: "-1"}),
)
SAME_SIGN = certificate(
    "x y",
    [XY],
    ["or", ["and", X, Y], ["and", [">", "0", "x"], [">", "0", "y"]]],
    split(
        "y",
        above=leaf(product(gt=(0,)), product(ge=(0,), gt=(1,))),
        at=leaf(product(gt=(0,)), eq={0: minus("x")}),
        below=leaf(product(gt=(0,)), product(ge=(1,), gt=(1,))),
    ),
    leaf(product(gt=(0,)), product(ge=(0, 1))),
    leaf(product(gt=(0,)), product(ge=(0, 1))),
    split(
        "x",
        above=leaf(product(gt=(0,)), product(ge=(0,), gt=(1,))),
        at=leaf(product(gt=(0,)), eq={0: minus("y")}),
        below=leaf(product(gt=(0,)), product(ge=(1,), gt=(1,))),
    ),
)
OUTSIDE = certificate(
    "x",
    [["or", [">=", "x", "1"], ["not", [">", "x", "-1"]]]],
    [">=", ["^", "x", 2], "1"],
    leaf(product(gt=(0,)), product(ge=(0, 0)), product("2", ge=(0,))),
    leaf(product(gt=(0,)), product(ge=(0, 0)), product("2", ge=(0,))),
)
NESTED = certificate(
    "x",
    [[">", "x", "1"]],
    [">", ["/", "1", ["+", "1", minus(["/", "1", "x"])]], "1"],
    leaf(product(gt=(0, 0, 0)), product("2", gt=(0, 0)), product(gt=(0,)), product(ge=(0,))),
)
POWER = certificate(
    "x y",
    [X, Y],
    ["and", [">", ["^", ["/", "x", "y"], 3], "0"], [">", ["^", "x", 64], "0"]],
    leaf(product(gt=(0, 0, 0, 1, 1, 1)), product(ge=(0,))),
    leaf(product(gt=(0,) * 64), product(ge=(0,))),
)
NUMBERS_BELOW = certificate(
    "x",
    [["=", "x", "3"]],
    ["and", [">=", ["/", "x", "2"], "3/2"], ["=", ["/", "x", ["+", "x", minus("x"), "3"]], "1"]],
    leaf(product(gt=(0,)), eq={0: "2"}),
    leaf(product(gt=(0,)), eq={0: ["+", "3", minus("x")]}),
)
ZEROTH_POWER = certificate(
    "x",
    [["=", ["^", ["/", "2", "x"], 0], "1"]],
    ["and", ["=", ["^", ["/", "x", "2"], 0], "1"], ["!=", "x", "0"]],
    leaf(product(gt=(1,))),
    leaf(product(gt=(0,)), eq={1: minus("x")}),
)
NESTED_NUMBERS = certificate(
    "x",
    [
        ["=", ["/", "x", ["/", "1", ["/", "1", "3"]]], "1"],
        ["=", ["/", "x", ["^", ["/", "3", "2"], 2]], "4/3"],
    ],
    ["=", "x", "3"],
    leaf(product("2", gt=(0,)), eq={0: ["*", "-1/9", ["+", "x", "-3"]], 1: ["*", "-1/16", ["+", "x", "-3"]]}),
)
DIVISION_BY_ZERO = certificate("x", [[">", ["/", "1", "0"], "x"]], ["or"], leaf(product(gt=(1,))))
NOT_DEFINED_ANYWHERE = certificate(
    "x",
    [],
    ["not", ["=", ["/", "1", ["+", "2", "-2"]], "x"]],
    leaf(product(gt=(0,))),
)
NO_VARIABLES = certificate("", [], [">", ["/", "1", "3"], "1/4"], leaf(product("3/4"), product(ge=(0,))))
DEFINED = certificate(
    "x", [[">=", ["/", "1", "x"], "0"]], [">", "x", "0"], leaf(product(gt=(0,)), product(ge=(0, 1)))
)
UNDEFINED = certificate(
    "x",
    [["not", [">=", ["/", "1", "x"], "1"]]],
    ["not", ["and", X, [">=", "1", "x"]]],
    leaf(product(gt=(0,)), product(ge=(0,), gt=(1,))),
    leaf(product(gt=(0,)), eq={0: "-1"}),
)

STATED_RELATIONS = (
    "x <> 0 /\\ y / x = 2 -> x <> 0 /\\ 1 / x <> 1 -> ~ (y <> 0 /\\ x / y > 4) -> ~ (x / 3 = 1) -> "
    "~ (z <> x) -> ~ (x / 2 >= z) -> y <> 0 /\\ z / y >= 1 / 3"
)

# The statements as a person writes them, to be compared by Coq with those of the theorems.
STATEMENTS: dict[str, tuple[Certificate, str]] = {
    "taken names": (TAKEN_NAMES, "forall f i u h, f > 0 -> i > u -> u = h -> f * (i - h) > 0"),
    "square": (SQUARE, "forall x y, x ^ 2 + y ^ 2 >= 2 * x * y"),
    "ratio": (RATIO, "forall x y, x > 0 -> y > 0 -> y <> 0 /\\ x <> 0 /\\ x / y + y / x >= 2"),
    "root": (ROOT, "forall x, x ^ 2 = 2 -> x > 0 -> x >= 7 / 5"),
    "sign": (SIGN, "forall x y, x * y > 0 -> x + y > 0 -> x > 0"),
    "sign in two cases": (SIGN_IN_TWO_CASES, "forall x y, x + y > 0 -> x * y > 0 -> x > 0"),
    "unit interval": (
        UNIT_INTERVAL,
        "forall w x : R, ~ (0 > x \\/ x > 1) -> False \\/ (True /\\ 1 >= x) -> ~ (True /\\ ~ (1 >= 0)) -> "
        "x >= x ^ 2",
    ),
    "by unit interval": (BY_UNIT_INTERVAL, "forall x, x >= 0 -> 1 >= x -> 1 >= 0 -> ~ (x ^ 2 > 1)"),
    "half": (HALF, "forall x, x <> 0 /\\ 1 / x > 2 -> ~ (x >= 1 / 2) /\\ x <> 0"),
    "by half": (BY_HALF, "forall x y, x <> 0 /\\ 1 / x > 2 -> y = x -> 1 / 2 > y"),
    "lemma on relations": (LEMMA_ON_RELATIONS, f"forall x y z, {STATED_RELATIONS} -> x ^ 2 >= 0"),
    "by lemma on relations": (BY_LEMMA_ON_RELATIONS, f"forall z y x, {STATED_RELATIONS} -> 2 * x * x >= 0"),
    "contradiction": (CONTRADICTION, "forall x, x > 1 -> ~ (x >= 0) -> False"),
    "different": (DIFFERENT, "forall x y, x <> y -> x ^ 2 + y ^ 2 > 2 * x * y"),
    "different inverses": (
        DIFFERENT_INVERSES,
        "forall x y, x > 0 -> y > 0 -> x > y -> x <> 0 /\\ y <> 0 /\\ 1 / x <> 1 / y",
    ),
    "same sign": (SAME_SIGN, "forall x y, x * y > 0 -> (x > 0 /\\ y > 0) \\/ (0 > x /\\ 0 > y)"),
    "outside": (OUTSIDE, "forall x, x >= 1 \\/ ~ (x > -1) -> x ^ 2 >= 1"),
    "nested": (NESTED, "forall x, x > 1 -> x <> 0 /\\ 1 - 1 / x <> 0 /\\ 1 / (1 - 1 / x) > 1"),
    "power": (POWER, "forall x y, x > 0 -> y > 0 -> (y <> 0 /\\ (x / y) ^ 3 > 0) /\\ x ^ 64 > 0"),
    "numbers below": (
        NUMBERS_BELOW,
        "forall x, x = 3 -> x / 2 >= 3 / 2 /\\ x - x + 3 <> 0 /\\ x / (x - x + 3) = 1",
    ),
    "zeroth power": (
        ZEROTH_POWER,
        "forall x, x <> 0 /\\ (2 / x) ^ 0 = 1 -> (x / 2) ^ 0 = 1 /\\ x <> 0",
    ),
    "nested numbers": (NESTED_NUMBERS, "forall x, x / (1 / (1 / 3)) = 1 -> x / (3 / 2) ^ 2 = 4 / 3 -> x = 3"),
    "division by zero": (DIVISION_BY_ZERO, "forall x, 0 <> 0 /\\ 1 / 0 > x -> False"),
    "not defined anywhere": (NOT_DEFINED_ANYWHERE, "forall x, ~ (2 + (-2) <> 0 /\\ 1 / (2 + (-2)) = x)"),
    "no variables": (NO_VARIABLES, "1 / 3 > 1 / 4"),
    "defined": (DEFINED, "forall x, x <> 0 /\\ 1 / x >= 0 -> x > 0"),
    "undefined": (UNDEFINED, "forall x, ~ (x <> 0 /\\ 1 / x >= 1) -> ~ (x > 0 /\\ 1 >= x)"),
}


@pytest.fixture
def compiled(require_tool: Callable[[str], Path], tmp_path: Path) -> Compile:
    """`compiled(text)` is what became of `coqc` on a file of that text."""
    coqc = require_tool("coqc")

    def run(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "claim.v").write_text(text)
        command = [str(coqc), "-q", "claim.v"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    return run


def name_of(certificate: Certificate) -> str:
    return f"claim_{certificate['fingerprint'].removeprefix('sha256:')[:16]}"


def lemmas_of(certificate: Certificate) -> list[Certificate]:
    known = {c["fingerprint"]: c for c, _ in STATEMENTS.values()}
    return [known[name] for name in certificate["lemmas"]]


def with_claim(original: Certificate, **changes: Any) -> Certificate:
    changed = copy.deepcopy(original)
    changed["claim"] |= changes
    changed["fingerprint"] = kernel.fingerprint(changed["claim"])
    return changed


def fails_in_the_theorem(text: str, run: subprocess.CompletedProcess[str]) -> bool:
    """Whether Coq finds an error, and finds it after the library, in what depends on the certificate."""
    found = re.search(r"line (\d+), characters", run.stderr)
    assert found, run.stderr
    assert "Error" in run.stderr
    return run.returncode != 0 and int(found[1]) > text[: text.index("\nTheorem ")].count("\n") + 1


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_kernel_accepts_the_certificate(name: str) -> None:
    certificate, _ = STATEMENTS[name]
    kernel.check(certificate, {lemma["fingerprint"]: lemma["claim"] for lemma in lemmas_of(certificate)})


def test_coq_accepts_all_of_them_on_the_axioms_of_the_reals_alone(compiled: Compile) -> None:
    certificates = [certificate for certificate, _ in STATEMENTS.values()]
    text = proof(certificates[0], certificates[1:])
    for i, (certificate, statement) in enumerate(STATEMENTS.values()):
        text += f"Definition stated_{i} : {statement} := {name_of(certificate)}.\n"
    together = "".join(f"(conj stated_{i} " for i in range(len(certificates))) + "I" + ")" * len(certificates)
    run = compiled(f"{text}Definition together := {together}.\nPrint Assumptions together.\n")
    assert run.returncode == 0, run.stderr
    last, together = run.stdout.split("Axioms:\n")[1:]
    for printed in (last, together):
        assert set(re.findall(r"^\S+", printed, re.M)) <= REAL_NUMBER_AXIOMS


def random_expression(draw: random.Random, depth: int) -> Any:
    if depth == 0 or draw.random() < 0.3:
        return draw.choice(["x", "y", "2", "-1/2"])
    parts = [random_expression(draw, depth - 1) for _ in range(2)]
    word = draw.choice("+*//^")
    return [word, parts[0], draw.randint(0, 3)] if word == "^" else [word, *parts]


def random_formula(draw: random.Random, depth: int) -> Any:
    if depth == 0 or draw.random() < 0.4:
        sides = [random_expression(draw, 2), random_expression(draw, 1)]
        return [draw.choice([">", ">=", "=", "!="]), *sides]
    if draw.random() < 0.3:
        return ["not", random_formula(draw, depth - 1)]
    parts = [random_formula(draw, depth - 1) for _ in range(draw.randint(0, 3))]
    return [draw.choice(["and", "or"]), *parts]


def every_fact_compared(facts: list[kernel.Fact]) -> Any:
    """A refutation of facts of which the first is 0 > 1, that needs each to be what the kernel says it is."""
    node = leaf(product(gt=(0,)), product())
    kinds = [kind for kind, _ in facts]
    for i in reversed(range(len(facts))):
        kind, polynomial = facts[i]
        terms = [
            ["*", str(c), *(["^", v, e] for v, e in zip("xy", es, strict=True))]
            for es, c in polynomial.items()
        ]
        here = kinds[:i].count(kind)
        # The splits so far have appended the same kinds again.
        ge, gt = (kinds.count(k) + kinds[:i].count(k) for k in ("ge", "gt"))
        if kind == "ge":
            wrong = leaf(product(gt=(gt,)), product(ge=(here,)))
            node = split(["+", *terms], at_least=node, below=wrong)
        elif kind == "gt":
            wrong = leaf(product(gt=(here,)), product(ge=(ge,)))
            node = split(["+", *terms], above=node, at_most=wrong)
        else:
            above, below = (leaf(product(gt=(gt,)), eq={here: sign}) for sign in ("-1", "1"))
            node = split(["+", *terms], at=node, above=above, below=below)
    return node


def random_certificates(seed: str, count: int) -> Iterator[Certificate]:
    draw = random.Random(seed)
    while count:
        hypotheses = [[">", "0", "1"], *(random_formula(draw, 2) for _ in range(draw.randint(0, 2)))]
        goal = random_formula(draw, 2)
        claim = {"variables": ["x", "y"], "hypotheses": hypotheses, "goal": goal}
        _, systems = kernel.systems(claim)
        if len(systems) <= 6 and all(len(p) <= 30 for facts in systems for _, p in facts):
            yield certificate("x y", hypotheses, goal, *map(every_fact_compared, systems))
            count -= 1


def test_coq_and_the_kernel_make_the_same_facts_of_random_formulas(compiled: Compile) -> None:
    certificates = list(random_certificates("facts", 12))
    for each in certificates:
        kernel.check(each, {})
    run = compiled(proof(certificates[0], certificates[1:]))
    assert run.returncode == 0, run.stderr


def test_sums_have_no_fractions_and_coq_accepts_them(compiled: Compile) -> None:
    hypothesis = ["=", ["*", "2/3", "x"], "5/7"]
    ratio = certificate("x", [hypothesis], ["!=", "x", "0"], leaf(product(), eq={0: "7/5", 1: "-14/15"}))
    kernel.check(ratio, {})
    text = proof(ratio)
    (total,) = re.findall(r"apply \(not_zero (.*?)\. clear\. first", text, re.DOTALL)
    assert "_whole" in total and "/" not in total
    run = compiled(text)
    assert run.returncode == 0, run.stderr


def test_coq_rejects_a_changed_weight(compiled: Compile) -> None:
    changed = copy.deepcopy(RATIO)
    changed["refutations"][0]["terms"][0]["weight"] = "2"
    text = proof(changed)
    assert fails_in_the_theorem(text, compiled(text))


def test_coq_rejects_the_proof_of_another_claim(compiled: Compile) -> None:
    text = proof(with_claim(ROOT, goal=[">=", "x", "3/2"]))
    assert fails_in_the_theorem(text, compiled(text))


def test_coq_rejects_a_stronger_statement_put_in_the_file(compiled: Compile) -> None:
    statement = "v_x ^ 2 + v_y ^ 2 >= 2 * v_x * v_y."
    text = proof(SQUARE)
    assert text.count(statement) == 1
    text = text.replace(statement, statement.replace(">=", ">"))
    assert fails_in_the_theorem(text, compiled(text))


def test_coq_rejects_a_lemma_whose_goal_is_weaker_than_what_is_used(compiled: Compile) -> None:
    weaker = with_claim(HALF, goal=["and", ["not", [">", "x", "1/2"]], ["!=", "x", "0"]])
    weaker["refutations"][0] = leaf(product(gt=(0,)), product("2", gt=(2, 2)), product(gt=(2,)))
    user = copy.deepcopy(BY_HALF)
    user["lemmas"], user["refutations"][0]["lemma"] = [weaker["fingerprint"]], weaker["fingerprint"]
    user["refutations"][0]["then"]["terms"] = [product(ge=(1,)), product(ge=(0,)), product()]
    text = proof(user, [weaker])
    run = compiled(text)
    assert fails_in_the_theorem(text, run)
    assert int(re.findall(r"line (\d+)", run.stderr)[0]) > text[: text.index(name_of(user))].count("\n")


def test_coq_rejects_a_zeroth_power_that_is_not_one(compiled: Compile) -> None:
    half = ["=", ["^", ["/", "x", "2"], 0], "1/2"]  # what x^0 / 2 would be
    text = proof(certificate("x", [], half, leaf(product(gt=(0,)))))
    assert fails_in_the_theorem(text, compiled(text))


def test_the_check_of_the_statement_can_fail(compiled: Compile) -> None:
    text = proof(ROOT) + f"Check {name_of(ROOT)} : forall x, x ^ 2 = 2 -> x >= 7 / 5.\n"
    run = compiled(text)
    assert "has type" in run.stderr
    assert run.returncode != 0


def test_a_file_names_the_fingerprint_and_is_always_the_same() -> None:
    text = proof(BY_HALF, [HALF])
    assert f"(* Claim {BY_HALF['fingerprint']} *)" in text
    assert text == proof(copy.deepcopy(BY_HALF), [copy.deepcopy(HALF)])
    assert not re.search(r"Admitted|admit|Axiom|Parameter|Conjecture|Unset|bypass", text)


def damaged(change: Callable[[Certificate], Any], original: Certificate = ROOT) -> Certificate:
    certificate = copy.deepcopy(original)
    change(certificate)
    return certificate


UNREADABLE = {
    "another claim's": damaged(lambda c: c["claim"].update(goal=["or"])),
    "not a certificate": damaged(lambda c: c.update(format="certificate/2")),
    "more cases to refute": damaged(lambda c: c["refutations"].clear()),
    "fewer cases to refute": damaged(lambda c: c["refutations"].extend(c["refutations"])),
    "no certificate is given for the lemma": BY_HALF,
    "is not listed": damaged(lambda c: c["lemmas"].clear(), BY_HALF),
    "weight 0 is not positive": damaged(lambda c: c["refutations"][0]["terms"][0].update(weight="0")),
    "not a number": damaged(lambda c: c["refutations"][0]["terms"][0].update(weight="1. 5")),
    "there are 2 facts gt": damaged(lambda c: c["refutations"][0]["terms"][0].update(gt=[2])),
    "no term is strictly": damaged(lambda c: c["refutations"][0]["terms"].clear()),
    "not a refutation": damaged(lambda c: c["refutations"].__setitem__(0, {"terms": []})),
    "not a polynomial": damaged(lambda c: c["refutations"][0]["multipliers"][0].update(by=["/", "1", "x"])),
    "undeclared variable y": with_claim(ROOT, goal=[">", "y", "0"]),
    "not an expression": with_claim(ROOT, goal=[">", ["^", "x", 65], "0"]),
    "not a formula": with_claim(ROOT, goal=["<", "x", "0"]),
    "variables are not": with_claim(ROOT, variables=["x", "x"]),
    "not a refutation: {'split'": damaged(lambda c: c["refutations"][0]["cases"].pop("="), SIGN),
}


@pytest.mark.parametrize("reason", UNREADABLE)
def test_what_has_not_the_form_of_a_certificate_is_refused(reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        proof(UNREADABLE[reason])


def test_lemmas_that_rest_on_each_other_are_refused() -> None:
    first, second = copy.deepcopy(HALF), copy.deepcopy(BY_HALF)
    first["lemmas"] = [second["fingerprint"]]
    with pytest.raises(ValueError, match="rests on itself"):
        proof(second, [first])


def test_a_claim_nested_too_deeply_is_refused() -> None:
    goal: Any = [">", "x", "0"]
    for _ in range(5000):
        goal = ["not", goal]
    nested = {**ROOT, "claim": {**ROOT["claim"], "goal": goal}}
    with pytest.raises(ValueError, match="nested too deeply"):
        proof(nested)
