"""The kernel in JavaScript agrees with the kernel, and a fault planted in it is seen."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.verify.certificates_by_hand import BY_HAND, LEMMAS, certificate, claim, minus, node, term
from tests.verify.test_kernel_proof import agreed, damaged, damaged_by_hand, lemma_first, shipped, verdict
from verify import kernel
from verify.javascript import kernel_source

KERNEL = kernel_source()
MAX_LINES = 350

JUDGE = """
const { check, parse } = require("./kernel.js");
const judged = (text, proved) => {
  try {
    const document = parse(text);
    check(document, proved);
    proved.set(document.fingerprint, document.claim);
    return "1";
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    return "0";
  }
};
for (const line of require("fs").readFileSync(0, "utf8").split("\\n").filter(Boolean)) {
  const proved = new Map();
  console.log(JSON.parse(line).map((text) => judged(text, proved)).join(""));
}
"""

Judge = Callable[[Sequence[Sequence[Any]]], list[str]]


def judge_with(kernel: str, interpreter: Path, folder: Path) -> Judge:
    """For each group a text: 1 for each document that this kernel accepts, 0 for each other."""
    (folder / "kernel.js").write_text(kernel, encoding="utf-8")
    (folder / "judge.js").write_text(JUDGE, encoding="utf-8")

    def run(groups: Sequence[Sequence[Any]]) -> list[str]:
        lines = "\n".join(json.dumps([json.dumps(document) for document in group]) for group in groups)
        command = [str(interpreter), "judge.js"]
        done = subprocess.run(
            command, cwd=folder, input=lines, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return run


@pytest.fixture(scope="module")
def interpreter(require_tool: Callable[[str], Path]) -> Path:
    return require_tool("node")


@pytest.fixture(scope="module")
def judge(interpreter: Path, tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return judge_with(KERNEL, interpreter, tmp_path_factory.mktemp("kernel"))


def test_kernel_is_short_enough_to_be_read() -> None:
    lines = KERNEL.splitlines()
    assert len(lines) <= MAX_LINES
    assert max(map(len, lines)) <= 120


def test_agrees_on_damaged_certificates_by_hand(judge: Judge) -> None:
    groups = [lemma_first(document) for document in damaged_by_hand()]
    counts = agreed(groups, judge(groups), LEMMAS)
    assert counts["1"] > 100 and counts["0"] > 1000 and not counts[None]


def test_agrees_on_shipped_certificates_and_their_damages(judge: Judge) -> None:
    files = [file for file in shipped() if len(file) <= 120]
    assert [set(word) for word in judge(files)] == [{"1"}] * len(files)
    choose, every = random.Random(11), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(500)]
    counts = agreed(groups, judge(groups), {})
    assert counts["0"] > 250 and counts["1"] > 5, counts


@pytest.mark.slow
def test_agrees_on_all_shipped_certificates_and_ten_thousand_damaged_ones(judge: Judge) -> None:
    files = shipped()
    assert [set(word) for word in judge(files)] == [{"1"}] * len(files)
    choose, every = random.Random(13), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(10_000)]
    counts = agreed(groups, judge(groups), {})
    assert counts["0"] > 5000 and counts["1"] > 100, counts


def test_fingerprint_of_another_claim_is_refused(judge: Judge) -> None:
    first = BY_HAND["first-lemma"]
    other = first | {"fingerprint": BY_HAND["second-lemma"]["fingerprint"]}
    assert judge([[first], [other]]) == ["1", "0"]


@pytest.mark.parametrize("number", ["2.0", "2e0", "20E-1"])
def test_numbers_that_are_not_written_as_whole_are_refused(
    interpreter: Path, tmp_path: Path, number: str
) -> None:
    (tmp_path / "kernel.js").write_text(KERNEL, encoding="utf-8")
    script = f"""require("./kernel.js").parse('["^", "x", {number}]')"""
    command = [str(interpreter), "-e", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "a number is not whole" in done.stderr


def false_certificates() -> dict[str, dict]:
    """Certificates of claims that are false, by the fault in a kernel that would let each of them pass."""
    sign = {">=": node(term(gt=(0,)), term(ge=(0,))), "<": node(term(gt=(0,)), term(gt=(1,)))}
    power: Any = "x"
    for _ in range(4):
        power = ["^", power, 16]  # x^65536: its packed form is that of y, where exponents run over
    run_over = node(term(gt=(0,)), multipliers=((0, minus("1", "y")),))
    third = claim("a", [[">", "a", "1/3"]], [">", ["*", "2", "a"], "1"])
    half = claim("a", [[">", "a", "1/2"]], [">", ["*", "2", "a"], "1"])
    by_lemma = {"lemma": kernel.fingerprint(half), "then": node(term(gt=(1,)), term(ge=(0,)))}
    claims = {
        "sign of a split": ([], [">=", "x", "0"], {"split": "x", "cases": sign}),
        "a gap in a split": ([], [">=", "x", "0"], {"split": "x", "cases": {">=": sign[">="]}}),
        "a weight is negative": ([], [">", "x", "0"], node(term(), term(weight="-1"))),
        "a square is strict": ([], [">", ["^", "x", 2], "0"], node(term(square="x"), term(ge=(0,)))),
        "a fact >= 0 is strict": ([[">=", "x", "0"]], [">", "x", "0"], node(term(ge=(0,)), term(ge=(1,)))),
        "no term is strict": ([[">=", "x", "0"]], [">", "x", "0"], node(term(ge=(0,)), term(ge=(1,)))),
        "the sum is not 0": ([], [">", "x", "0"], node(term())),
        "exponents run over": ([["=", power, "1"]], ["=", "y", "1"], run_over),
    }
    made = {
        fault: certificate(claim("x y", hypotheses, goal), refutation)
        for fault, (hypotheses, goal, refutation) in claims.items()
    }
    made["a lemma's premise is another"] = certificate(third, by_lemma, lemmas=(kernel.fingerprint(half),))
    return made


FAULTS = {
    "sign of a split": ("sign < 0n ? this.negative(whole) : whole", "whole"),
    "a gap in a split": ('"<= >"].includes(relations)', '"<= >", ">="].includes(relations)'),
    "a weight is negative": ("isSign(weight, (n) => n > 0n)", "isSign(weight, () => true)"),
    "a square is strict": ("part.ge.length === 0 && !squared", "part.ge.length === 0"),
    "a fact >= 0 is strict": ("part.ge.length === 0 && !squared", "!squared"),
    "no term is strict": ("sums.some(([strict]) => strict)", "true"),
    "the sum is not 0": ('.size === 0, "the sum', '.size >= 0, "the sum'),
    "a lemma's premise is another": ("other[0] === n && other[1] === d", "other[0] === n"),
    "exponents run over": ("demand(!(monomial & this.guards)", "demand(true"),
}
"""What is planted: with it the kernel accepts the false certificate of the same name."""


@pytest.mark.parametrize("fault", FAULTS)
def test_false_certificate_passes_only_where_its_fault_is_planted(
    fault: str, judge: Judge, interpreter: Path, tmp_path: Path
) -> None:
    sound, faulty = FAULTS[fault]
    half = claim("a", [[">", "a", "1/2"]], [">", ["*", "2", "a"], "1"])
    lemma = certificate(half, node(term(weight="2", gt=(0,)), term(ge=(0,))))
    group = [lemma, false_certificates()[fault]]
    assert verdict(group[-1], {lemma["fingerprint"]: half}) != "1"
    assert judge([group]) == ["10"]
    assert KERNEL.count(sound) == 1
    assert judge_with(KERNEL.replace(sound, faulty), interpreter, tmp_path)([group]) == ["11"]
