"""Coq proves the kernels' algorithms sound, and the judges extracted from there agree with the kernels."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.verify import test_tower_kernel as towers
from tests.verify import towers_by_hand
from tests.verify.certificates_by_hand import BY_HAND, LEMMAS, certificate, claim, node, rejection, term
from tests.verify.damaged_certificates import (
    GARBAGE,
    damaged_values,
    mutants,
    places,
    replaced,
    with_its_own_fingerprint,
)
from tests.verify.kernel_theory import Group, with_planted_error
from verify import kernel, recheck, tower_kernel
from verify.coq import kernel_input

ROOT = Path(__file__).resolve().parents[2]
REAL_NUMBER_AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}
CLASSICAL_AXIOMS = {"ClassicalDedekindReals.sig_not_dec", "Classical_Prop.classic"}
"""What the standard library's mean value theorem, exponential and logarithm rest on besides."""


def test_theorems_are_proved_from_the_axioms_of_the_reals_alone(kernel_theory: tuple[Path, str]) -> None:
    _, said = kernel_theory
    assert "failed" not in said, said
    polynomials, *others = (
        {re.split("[ :]", line)[0] for line in text.splitlines() if line[:1] not in ("", " ")}
        for text in said.split("Axioms:\n")[1:]
    )
    assert polynomials == REAL_NUMBER_AXIOMS
    assert others == [REAL_NUMBER_AXIOMS | CLASSICAL_AXIOMS] * 2


# Agreement: the kernel's word and the judge's, document by document.


def verdict(document: Any, proved: dict[str, Any]) -> str | None:
    """1 or 0; None where the kernel refuses the work, of which the judge knows nothing."""
    reason = rejection(document, proved)
    return None if reason == "more work than the kernel does" else "0" if reason else "1"


@cache
def shipped() -> Sequence[Sequence[Any]]:
    """The files of certificates that the kernel judges, each as a list."""
    paths = [
        p
        for package in ("symbolic_eps", "derivations")
        for p in (ROOT / package).rglob("certificates/*.json")
    ]
    files = ([document for _, document in recheck.read(str(path))] for path in sorted(paths))
    return [file for file in files if file and file[0]["format"] == "certificate/1"]


def lemma_first(document: Any) -> list[Any]:
    """A group in which the claims of `LEMMAS` are proved before."""
    return [BY_HAND["first-lemma"], BY_HAND["second-lemma"], document]


def with_garbage(original: dict) -> Iterator[Any]:
    for path, _ in places(original):
        for garbage in (g for g in GARBAGE if g != 10**5000):  # no file holds so long a number
            yield replaced(original, path, garbage)


def damaged_by_hand() -> list[Any]:
    """Every mutant of a certificate by hand, and garbage in its every place, under its own fingerprint."""
    made = []
    for original in BY_HAND.values():
        for document in [original, *mutants(original), *with_garbage(original)]:
            if isinstance(document, dict) and document.get("fingerprint") == original["fingerprint"]:
                made.append(with_its_own_fingerprint(document))
    return made


def damaged(document: Any, choose: random.Random) -> Any:
    """The document, changed in a place of its claim or of its refutations, under its own fingerprint."""
    parts = {key: document[key] for key in ("claim", "refutations")}
    found = [(path, value) for path, value in places(parts) if path]
    while True:
        path, value = choose.choice(found)
        if new := list(damaged_values(value)):
            return with_its_own_fingerprint(replaced(document, path, choose.choice(new)))


def agreed(groups: list[Group], words: list[str], proved: dict[str, Any]) -> dict[str | None, int]:
    """How often each verdict fell on a group's last document; the judge must have said the same."""
    counts: dict[str | None, int] = {"1": 0, "0": 0, None: 0}
    for group, word in zip(groups, words, strict=True):
        said = verdict(group[-1], proved)
        assert said in (None, word[-1]), (said, word, group[-1])
        counts[said] += 1
    return counts


def test_judge_agrees_on_damaged_certificates_by_hand(kernel_judge: Callable) -> None:
    groups = [lemma_first(document) for document in damaged_by_hand()]
    counts = agreed(groups, kernel_judge(groups), LEMMAS)
    assert counts["1"] > 100 and counts["0"] > 1000 and not counts[None]


def test_disagreement_would_be_seen(kernel_judge: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    # False: x >= 0. A kernel that forgets the sign in the case x < 0 accepts it.
    proofs = {
        ">=": node(term(gt=(0,)), term(ge=(0,))),
        "<": node(term(gt=(0,)), term(gt=(1,))),
    }
    statement = claim("x", [], [">=", "x", "0"])
    groups = [[certificate(statement, {"split": "x", "cases": proofs})]]
    words = kernel_judge(groups)
    assert agreed(groups, words, {})["0"] == 1
    monkeypatch.setitem(kernel.SIDES, "<", ("gt", 1))
    with pytest.raises(AssertionError):
        agreed(groups, words, {})


def test_judge_agrees_on_shipped_certificates_and_their_damages(kernel_judge: Callable) -> None:
    files = [file for file in shipped() if len(file) <= 120]
    assert [set(word) for word in kernel_judge(files)] == [{"1"}] * len(files)
    choose, every = random.Random(5), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(300)]
    counts = agreed(groups, kernel_judge(groups), {})
    assert sum(map(len, files)) > 500 and counts["0"] > 150 and counts["1"] > 5, counts


@pytest.mark.slow
def test_judge_agrees_on_all_shipped_certificates_and_ten_thousand_damaged_ones(
    kernel_judge: Callable,
) -> None:
    files = shipped()
    assert [set(word) for word in kernel_judge(files)] == [{"1"}] * len(files)
    assert all(verdict(document, {}) == "1" for file in files for document in file)
    choose, every = random.Random(7), [document for file in files for document in file]
    groups = [[damaged(choose.choice(every), choose)] for _ in range(10_000)]
    counts = agreed(groups, kernel_judge(groups), {})
    assert counts["0"] > 5000 and counts["1"] > 100, counts


METHODS = {"split": "split", "lemma": "lemma", "square of a polynomial": "square", "equations": "multipliers"}
"""What a refutation may use besides products of facts, and the key that says so."""


def uses(method: str, node: Any) -> bool:
    """Whether a part of a certificate has the method's key, with something under it."""
    if isinstance(node, dict):
        return bool(node.get(METHODS[method])) or any(uses(method, part) for part in node.values())
    return isinstance(node, list) and any(uses(method, part) for part in node)


@pytest.mark.parametrize(
    ("method", "number"),
    [
        pytest.param(method, number, marks=[pytest.mark.slow] if number > 20 else [])
        for method in METHODS
        for number in (20, 2500)
    ],
)
def test_judge_agrees_on_damaged_certificates_of_each_method(
    method: str, number: int, kernel_judge: Callable
) -> None:
    """Of 10,000 in all; no certificate that ships names a lemma, so these are by hand."""
    choose, by_hands = random.Random(method), [*BY_HAND.values()]
    every = [document for file in shipped() for document in file] if method != "lemma" else by_hands
    every = [document for document in every if uses(method, document["refutations"])]
    chosen = [damaged(choose.choice(every), choose) for _ in range(number)]
    groups = [lemma_first(document) if method == "lemma" else [document] for document in chosen]
    counts = agreed(groups, kernel_judge(groups), LEMMAS if method == "lemma" else {})
    assert counts["0"] > number / 2 and (number == 20 or counts["1"] > 10), counts


# Agreement on towers and leaves.


def shipped_towers() -> list[Any]:
    paths = [
        p for package in ("symbolic_eps", "derivations") for p in (ROOT / package).rglob("towers/*.json")
    ]
    return [document for path in sorted(paths) for _, document in recheck.read(str(path))]


def damaged_towers_by_hand() -> list[Any]:
    """Every mutant of a tower by hand, and garbage in its every place, under its own fingerprint."""
    made = [given for given, _ in towers.DAMAGE.values()]
    for original in towers_by_hand.BY_HAND.values():
        made += [original, *towers.mutants(original)]
        made += [replaced(original, p, g) for p, _ in places(original) if p for g in towers.GARBAGE]
    return [with_its_own_fingerprint(document) for document in made if isinstance(document, dict)]


def damaged_tower(document: Any, choose: random.Random) -> Any:
    """The document, changed in a place of its claim or of its proof, under its own fingerprint."""
    parts = {key: document[key] for key in ("claim", "denominator", "arguments", "goal")}
    found = [(path, value) for path, value in places(parts) if path]
    while True:
        path, value = choose.choice(found)
        if new := list(towers.damaged_values(value)):
            return with_its_own_fingerprint(replaced(document, path, choose.choice(new)))


def towers_agree(documents: list[Any], words: list[str]) -> dict[str | None, int]:
    """How often each verdict fell; the judge must have said the same."""
    counts: dict[str | None, int] = {"1": 0, "0": 0, None: 0}
    for document, word in zip(documents, words, strict=True):
        reason = towers_by_hand.rejection(document)
        said = None if reason == "more work than the kernel does" else "0" if reason else "1"
        assert said in (None, word), (reason, word, document)
        counts[said] += 1
    return counts


def judged_towers(kernel_judge: Callable, documents: list[Any]) -> dict[str | None, int]:
    return towers_agree(documents, kernel_judge([[document] for document in documents], "towers"))


def test_judge_agrees_on_shipped_towers_and_some_damaged_ones(kernel_judge: Callable) -> None:
    files, choose = shipped_towers(), random.Random(11)
    assert len(files) > 15 and {document["format"] for document in files} == {*recheck.TOWERS}
    assert judged_towers(kernel_judge, files)["1"] == len(files)
    long = towers.NEAR_MISS  # many leaves
    every = [document for document in damaged_towers_by_hand() if document.get("claim") != long]
    counts = judged_towers(kernel_judge, choose.sample(every, 250))
    assert counts["0"] > 200 and counts["1"] > 5, counts
    counts = judged_towers(kernel_judge, [damaged_tower(choose.choice(files), choose) for _ in range(25)])
    assert counts["0"] > 10, counts


@pytest.mark.slow
def test_judge_agrees_on_ten_thousand_damaged_towers(kernel_judge: Callable) -> None:
    every, choose = damaged_towers_by_hand(), random.Random(13)
    files = [*shipped_towers(), *towers_by_hand.BY_HAND.values()]
    counts = judged_towers(kernel_judge, every)
    assert len(every) > 10_000 and counts["1"] > 100 and counts["0"] > 5000, counts
    counts = judged_towers(kernel_judge, [damaged_tower(choose.choice(files), choose) for _ in range(1500)])
    assert counts["0"] > 750 and counts["1"] > 50, counts


def test_disagreement_on_towers_would_be_seen(
    kernel_judge: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    # False: x >= 0 for all x >= -1. A kernel that does not look at the end accepts it.
    claim = towers_by_hand.claim([[">=", "-1"], None], [">=", "x", "0"])
    documents = [towers_by_hand.certificate(claim, towers_by_hand.rising(towers_by_hand.TERMS))]
    words = kernel_judge([documents], "towers")
    assert towers_agree(documents, words)["0"] == 1
    monkeypatch.setattr(tower_kernel.Proof, "near", lambda *_: 1)
    with pytest.raises(AssertionError):
        towers_agree(documents, words)


# Planted errors: with each of them something false would be accepted, and the proof does not go through.


UNSOUND_TOWERS = {
    "the rest of the exponential series": ("Enclosures", "(u, 2 * u)%Z in", "(u, u)%Z in"),
    "a logarithm of less than 0 at an end": (
        "Tower",
        "if positive_sum s then Some (c, insert_sum s sums) else None",
        "Some (c, insert_sum s sums)",
    ),
    "less than 0 at an end": ("Tower", "match snd s with Minus => true", "match snd s with Minus => false"),
    "a parameter that may be 0": ("Tower", "Constant _ false => (e =? 0)%N", "Constant _ true => (e =? 0)%N"),
    "bounds rounded inward": ("Enclosures", "(- ((- Qnum c * Zpos u)", "(((Qnum c * Zpos u)"),
    "corners of a product": (
        "Enclosures",
        "(least (least a b) (least c d)",
        "(least (least a a) (least c d)",
    ),
    "the slope of an exponential": (
        "Tower",
        "Exponent a _ => term_times [] a (Polynomial.variable i) | _",
        "Exponent a _ => Polynomial.variable i | _",
    ),
    "the arguments of the other logarithms": (
        "Tower",
        "times (plain_slope u) (but i logs)",
        "times (plain_slope u) one",
    ),
    "an odd power on the line": ("Tower", "N.even (fst (head_and_rest (fst t)))", "true"),
    "terms strict at an end": ("Tower", "sure (snd b) g", "sure true g"),
    "a negative term": ("Tower", "terms_not_negative g &&", ""),
    "what grows fastest": ("Tower", "all_firm && no_faster upper f", "all_firm"),
    "Taylor's remainder": ("Tower", "enclosed f low high in Some", "enclosed f middle middle in Some"),
    "odd powers below the middle": ("Tower", "((- power)%Q, power)", "(0%Q, power)"),
    "leaves after the first": ("Tower", "&& all_leaves f order c high cuts'", ""),
    "a divisor that may be negative": ("Tower", "proves m i true its\n          &&", ""),
    "a divisor that is 0 at the end": (
        "Tower",
        "match near m (Some c) upper with Some true",
        "match Some true with Some true",
    ),
    "a slope of a logarithm of what may be negative": (
        "Tower",
        "&& (trusted || nothing logs)",
        "&& (trusted || negb trusted)",
    ),
    "strict at an end that belongs to the interval": (
        "Tower",
        "(value || negb strictly || snd b)\n",
        "true\n",
    ),
    "a slope that may be 0": ("Tower", "(opened i) (strictly && negb value) inner", "(opened i) false inner"),
    "parity of the signs": ("Tower", "same p f && negb minus", "same p f"),
    "an odd power without a proof": ("Tower", "Nat.even k && negb strictly", "negb strictly"),
    "half of a cut": ("Tower", "&& proves f (fst i, (Some c, false)) strictly lower", ""),
    "a denominator that may be 0": (
        "Tower",
        "(signed (minus_denominator t) d) (interval c) true",
        "(signed (minus_denominator t) d) (interval c) false",
    ),
    "arguments of logarithms by slopes of themselves": (
        "Tower",
        "proves names roles false u i",
        "proves names roles true u i",
    ),
    "a logarithm of a parameter": (
        "Tower",
        "without_logs roles u && without_parameters roles u) (arguments_of",
        "without_logs roles u) (arguments_of",
    ),
    "names that are the same": ("Tower", "different names && (List.length", "(List.length"),
    "an end that is left out": ("Tower_claim", "(Some c, true) => Q2R c < x", "(Some c, true) => Q2R c <= x"),
}


@pytest.mark.parametrize(
    "name",
    [next(iter(UNSOUND_TOWERS)), *(pytest.param(n, marks=pytest.mark.slow) for n in [*UNSOUND_TOWERS][1:])],
)
def test_unsound_towers_are_not_proved_sound(
    name: str, kernel_theory: tuple[Path, str], require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    said = with_planted_error(
        UNSOUND_TOWERS[name], kernel_theory[0], tmp_path / "kernel", require_tool("coqc")
    )
    proof = said.rpartition("failed: ")[2]
    assert proof in kernel_input.TOWERS[UNSOUND_TOWERS[name][0] == "Tower" and 4 :], said


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
    name: str, kernel_theory: tuple[Path, str], require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    said = with_planted_error(UNSOUND[name], kernel_theory[0], tmp_path / "kernel", require_tool("coqc"))
    file = UNSOUND[name][0]
    proof = {"Acceptance": "Soundness", "Claim": "Soundness"}.get(file, file)
    assert said.endswith(f"failed: {proof}"), said
