"""Coq proves the kernel's algorithm sound, and the judge extracted from there agrees with the kernel."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.verify import test_kernel as by_hand
from verify import kernel, recheck
from verify.coq import kernel_input

SOURCES = Path(kernel_input.__file__).parent / "kernel"
ROOT = Path(__file__).resolve().parents[2]
REAL_NUMBER_AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
Group = Sequence[Any]


def compile_theory(coqc: Path, folder: Path, theory: Sequence[str] = kernel_input.THEORY) -> str:
    """What `coqc` prints, an error included."""
    said = ""
    for name in theory:
        command = [str(coqc), "-q", "-R", ".", "Certificates", f"{name}.v"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
        said += run.stdout + run.stderr
        if run.returncode:
            return f"{said}\nfailed: {name}"
    return said


@pytest.fixture(scope="module")
def theory(require_tool: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the theory is compiled, and what Coq said."""
    folder = tmp_path_factory.mktemp("theory") / "kernel"
    shutil.copytree(SOURCES, folder)
    return folder, compile_theory(require_tool("coqc"), folder)


@pytest.fixture(scope="module")
def judge(
    theory: tuple[Path, str], require_tool: Callable[[str], Path]
) -> Callable[[list[Group]], list[str]]:
    """For each group a text: 1 for each document that the extracted judge accepts, 0 for each other."""
    folder, said = theory
    assert "failed" not in said, said
    sources = ["kernel.mli", "kernel.ml", "judge.ml"]
    command = [str(require_tool("ocamlopt")), "-w", "-a", *sources, "-o", "judge"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)

    def run(groups: list[Group]) -> list[str]:
        given = b"".join(map(kernel_input.group, groups))
        done = subprocess.run([folder / "judge"], input=given, capture_output=True, timeout=600, check=True)
        return done.stdout.decode().split("\n")[:-1]

    return run


def test_theorem_is_proved_from_the_axioms_of_the_reals_alone(theory: tuple[Path, str]) -> None:
    _, said = theory
    assert "failed" not in said, said
    axioms = {line.split(" ")[0] for line in said.partition("Axioms:\n")[2].splitlines() if line[:1] != " "}
    assert axioms == REAL_NUMBER_AXIOMS


# Agreement: the kernel's word and the judge's, document by document.


def verdict(document: Any, proved: dict[str, Any]) -> str | None:
    """1 or 0; None where the kernel refuses the work, of which the judge knows nothing."""
    reason = by_hand.rejection(document, proved)
    return None if reason == "more work than the kernel does" else "0" if reason else "1"


def shipped() -> list[list[Any]]:
    """The files of certificates that the kernel judges, each as a list."""
    paths = [
        p
        for package in ("symbolic_eps", "derivations")
        for p in (ROOT / package).rglob("certificates/*.json")
    ]
    files = ([document for _, document in recheck.read(str(path))] for path in sorted(paths))
    return [file for file in files if file and file[0]["format"] == "certificate/1"]


def lemma_first(document: Any) -> list[Any]:
    """A group in which the claims of `by_hand.LEMMAS` are proved before."""
    return [by_hand.BY_HAND["first-lemma"], by_hand.BY_HAND["second-lemma"], document]


def with_garbage(original: dict) -> Iterator[Any]:
    for path, _ in by_hand.places(original):
        for garbage in (g for g in by_hand.GARBAGE if g != 10**5000):  # no file holds so long a number
            yield by_hand.replaced(original, path, garbage)


def damaged_by_hand() -> list[Any]:
    """Every mutant of a certificate by hand, and garbage in its every place, under its own fingerprint."""
    made = []
    for original in by_hand.BY_HAND.values():
        for document in [original, *by_hand.mutants(original), *with_garbage(original)]:
            if isinstance(document, dict) and document.get("fingerprint") == original["fingerprint"]:
                made.append(by_hand.with_its_own_fingerprint(document))
    return made


def damaged(document: Any, choose: random.Random) -> Any:
    """The document, changed in a place of its claim or of its refutations, under its own fingerprint."""
    parts = {key: document[key] for key in ("claim", "refutations")}
    found = [(path, value) for path, value in by_hand.places(parts) if path]
    while True:
        path, value = choose.choice(found)
        if new := list(by_hand.damaged_values(value)):
            return by_hand.with_its_own_fingerprint(by_hand.replaced(document, path, choose.choice(new)))


def agreed(groups: list[Group], words: list[str], proved: dict[str, Any]) -> dict[str | None, int]:
    """How often each verdict fell on a group's last document; the judge must have said the same."""
    counts: dict[str | None, int] = {"1": 0, "0": 0, None: 0}
    for group, word in zip(groups, words, strict=True):
        said = verdict(group[-1], proved)
        assert said in (None, word[-1]), (said, word, group[-1])
        counts[said] += 1
    return counts


def test_judge_agrees_on_damaged_certificates_by_hand(judge: Callable) -> None:
    groups = [lemma_first(document) for document in damaged_by_hand()]
    counts = agreed(groups, judge(groups), by_hand.LEMMAS)
    assert counts["1"] > 100 and counts["0"] > 1000 and not counts[None]


def test_disagreement_would_be_seen(judge: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    # False: x >= 0. A kernel that forgets the sign in the case x < 0 accepts it.
    proofs = {
        ">=": by_hand.node(by_hand.term(gt=(0,)), by_hand.term(ge=(0,))),
        "<": by_hand.node(by_hand.term(gt=(0,)), by_hand.term(gt=(1,))),
    }
    claim = by_hand.claim("x", [], [">=", "x", "0"])
    groups = [[by_hand.certificate(claim, {"split": "x", "cases": proofs})]]
    words = judge(groups)
    assert agreed(groups, words, {})["0"] == 1
    monkeypatch.setitem(kernel.SIDES, "<", ("gt", 1))
    with pytest.raises(AssertionError):
        agreed(groups, words, {})


def test_judge_agrees_on_shipped_certificates_and_their_damages(judge: Callable) -> None:
    files = [file for file in shipped() if len(file) <= 120]
    assert [set(word) for word in judge(files)] == [{"1"}] * len(files)
    choose, every = random.Random(5), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(300)]
    counts = agreed(groups, judge(groups), {})
    assert sum(map(len, files)) > 500 and counts["0"] > 150 and counts["1"] > 5, counts


@pytest.mark.slow
def test_judge_agrees_on_all_shipped_certificates_and_ten_thousand_damaged_ones(judge: Callable) -> None:
    files = shipped()
    assert [set(word) for word in judge(files)] == [{"1"}] * len(files)
    assert all(verdict(document, {}) == "1" for file in files for document in file)
    choose, every = random.Random(7), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(10_000)]
    counts = agreed(groups, judge(groups), {})
    assert counts["0"] > 5000 and counts["1"] > 100, counts


# Planted errors: with each of them something false would be accepted, and the proof does not go through.

UNSOUND = {
    "undefined case of a denial": ("Acceptance", "=> [[main]; [(Zero, d)]]", "=> [[main]]"),
    "a premise defined": ("Acceptance", "=> [[main; (Positive, times d d)]]", "=> [[main]]"),
    "weight 0": ("Acceptance", "(0 <? Qnum w)", "(0 <=? Qnum w)"),
    "a square is not positive": ("Acceptance", "[], None => true | _, _ =>", "[], _ => true | _, _ =>"),
    "a fact >= 0 is not positive": ("Acceptance", "[], None => true | _, _ =>", "_, None => true | _, _ =>"),
    "no term is positive": ("Acceptance", "existsb fst sums &&", ""),
    "sign of a split": ("Acceptance", "(Positive, negative p)", "(Positive, p)"),
    "strictness of a split": ("Acceptance", "(Nonnegative, p)", "(Positive, p)"),
    "strictness of a denial": (
        "Acceptance",
        "Greater, false => (Nonnegative",
        "Greater, false => (Positive",
    ),
    "premises of a lemma": ("Acceptance", "existsb (fact_same f) facts) premises", "true) premises"),
    "kinds of facts": ("Acceptance", "kind_same (fst a) (fst b) && same", "same"),
    "a system left out": ("Acceptance", "| [], [] => true", "| _, [] => true"),
    "power 0 of what is undefined": ("Acceptance", "then (d, d)", "then (one, one)"),
    "divisor undefined": ("Acceptance", "times (times d m) c)", "times d m)"),
    "or for and": ("Acceptance", "if truth then fold_right both", "if negb truth then fold_right both"),
    "not the same monomial": ("Polynomial", "Eq => monomial_compare a' b'", "Eq => Eq"),
    "a term lost": (
        "Polynomial",
        "if is_zero s then plus p' q' else (m, s)",
        "if is_zero s then [] else (m, s)",
    ),
    "a rejected claim as lemma": (
        "Document",
        "else false :: judge proved later",
        "else false :: judge (proved ++ [(name, claim_of c)]) later",
    ),
    "a claim with > for >=": ("Claim", "AtLeast => x >= y", "AtLeast => x > y"),
}


@pytest.mark.parametrize(
    "name", [next(iter(UNSOUND)), *(pytest.param(n, marks=pytest.mark.slow) for n in [*UNSOUND][1:])]
)
def test_unsound_algorithm_is_not_proved_sound(
    name: str, theory: tuple[Path, str], require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    file, right, wrong = UNSOUND[name]
    folder = tmp_path / "kernel"
    shutil.copytree(theory[0], folder)
    text = (folder / f"{file}.v").read_text(encoding="utf-8")
    assert right in text
    (folder / f"{file}.v").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    changed = kernel_input.THEORY[kernel_input.THEORY.index(file) : -1]
    said = compile_theory(require_tool("coqc"), folder, changed)
    proof = {"Acceptance": "Soundness", "Claim": "Soundness"}.get(file, file)
    assert said.endswith(f"failed: {proof}"), said
