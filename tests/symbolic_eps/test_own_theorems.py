"""Profiles of one's own have theorems that Coq accepts; what has none is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, infimum
from symbolic_eps.cli import main
from symbolic_eps.cli.theorems import write_theorems
from symbolic_eps.closed_forms.closed_form import OpenRegion, Proof
from symbolic_eps.coq import own_theorem
from symbolic_eps.coq.enough import nowhere_negative
from symbolic_eps.coq.own_theorem import NO_CERTIFICATE, theorem_file
from symbolic_eps.coq.roots.root_proof import shown_product
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.time_limit import Patience
from tests.symbolic_eps.coq_files import REAL_NUMBERS, Certified, accepted, coqc, with_library
from tests.symbolic_eps.theorem_kinds import OWN, closed_form, own
from verify.deadline import check_time, deadline, seconds_left
from verify.evidence import Grade


@pytest.mark.slow
@pytest.mark.parametrize("kind", OWN)
def test_a_profile_of_ones_own_has_a_theorem(kind: str, certified: Certified) -> None:
    """Each branch has its theorem, and that they are all; a budget that is 10^-6 larger or smaller has none.

    The larger one is not safe; beyond the smaller one no mechanism attains more than the profile allows.
    """
    made = own(kind)
    branches = closed_form(kind).branches
    assert len(made.names) == len(branches) + (len(branches) > 1)
    assert not made.missing
    text = certified.text(kind)
    assert accepted(certified.folder, text) <= REAL_NUMBERS
    for sign in "+-":
        wrong = re.sub(r"\(Finite \((.*)\)\)\.", rf"(Finite (\1 {sign} 1/1000000)).", text)
        if kind.startswith("without any bound"):
            wrong = text.replace("Unbounded.", "(Finite 1).")
        assert wrong != text
        (certified.folder / "Wrong.v").write_text(wrong)
        assert coqc(certified.folder, "Wrong.v").returncode != 0


@pytest.mark.slow
def test_with_the_product_fixed_the_border_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof by a partner on the border; where p falls instead, there is none that Coq accepts."""

    def on_the_border(way: Callable[..., str]) -> Callable[..., str]:
        def tried(case: Any, piece: Any) -> str:
            if not piece.priors:
                raise UndecidedError("a question in both priors")
            return way(case, piece)

        return tried

    for name in ("_directly", "_by_questions", "_by_vertex", "_without_loose_ends"):
        monkeypatch.setattr(nowhere_negative, name, on_the_border(getattr(nowhere_negative, name)))
    text = theorem_file(infimum(RiskProfile("1 + 11/(20*p*q)", box=["p<=3/4", "q>=1/4"]))).text
    with_library(tmp_path, text)
    accepted(tmp_path, text)
    wrong = text.replace("* (X * (1 - X))", "* (X * (X - 1))")
    assert wrong != text
    (tmp_path / "Wrong.v").write_text(wrong)
    assert coqc(tmp_path, "Wrong.v").returncode != 0


def test_a_denominator_in_the_interval_of_a_root_is_positive_by_its_factors() -> None:
    """(b + c u)^6 with c >= a > 0; what has both signs is none."""
    profile = RiskProfile("r", ["r>1", "b>0", "0<a", "a<=c", "u>0"])
    (branch,) = infimum(RiskProfile("r", ["r>1"])).branches
    case = BranchCase(profile, branch, Contradictions(exact_judge(), profile.parameters))
    b, c, u = map(parameter, "bcu")
    denominator = sp.expand((b + c * u) ** 6)
    text = shown_product(case, "d0", denominator)
    assert text.startswith(f"assert (d0 : 0 < {case.steps.text(denominator)})")
    assert "^6) by ring" in text
    with pytest.raises(UndecidedError, match="sign of a denominator"):
        shown_product(case, "d0", sp.expand((b - c * u) ** 3))


def test_the_axioms_of_all_theorems_are_printed() -> None:
    made = theorem_file(infimum(OWN["with known priors"]))
    assert made.names == tuple(re.findall(rf"^Theorem ({own_theorem.NAME}\w*)", made.text, re.MULTILINE))
    told = f"Definition all_of_them := ({', '.join(made.names)}).\nPrint Assumptions all_of_them.\n"
    assert made.text.endswith(told)


def test_what_is_not_settled_is_said() -> None:
    """A branch that is left open is no theorem, and the file and the terminal say where there is none."""
    derived = infimum(OWN["with known priors"])
    region = OpenRegion(derived.branches[0].conditions, "too hard")
    partial = replace(derived, branches=derived.branches[1:], proofs=derived.proofs[1:], open=(region,))
    made = theorem_file(partial)
    assert made.names == ("recommended_budget",)
    (told,) = made.missing
    assert told.endswith("open: too hard")
    assert f"(* No theorem {told.replace('*', ' * ')} *)" in made.text
    assert "(* Partial: theorems on 1 of 2 cases. *)" in made.text
    assert "Partial" not in theorem_file(derived).text


def test_a_case_of_cells_beside_others_is_said_in_the_file_and_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other case has its theorem, and so has that the cases are all."""
    derived = infimum(OWN["with a box of a parameter"])
    first, other = derived.branches
    of_cells = replace(
        derived,
        branches=(replace(first, attained=()), other),
        proofs=(Proof(Grade.COMPUTED), derived.proofs[1]),
    )
    assert not write_theorems(of_cells, tmp_path, Patience())
    text = (tmp_path / "Mine" / "Theorem.v").read_text()
    told = "where a <= p0*r: eps rests on exact algebra of this program"
    assert "(* Partial: theorems on 1 of 2 cases. *)" in text
    assert f"(* No theorem {told.replace('*', ' * ')}" in text
    assert f"notice: no theorem of Coq {told}" in capsys.readouterr().err
    assert re.findall(r"^Theorem (recommended\w+)", text, re.MULTILINE) == [
        "recommended_budget_2",
        "recommended_budget_cases",
    ]


def test_a_case_that_cells_alone_give_is_named_as_such() -> None:
    """Not by the step of a theorem that is missing first: here the place where the value is reached."""
    derived = infimum(OWN["at a point"])
    (branch,) = derived.branches
    without_place = replace(derived, branches=(replace(branch, attained=()),))
    for grade, said in {Grade.COMPUTED: True, Grade.EXACT: False}.items():
        with pytest.raises(UndecidedError) as told:
            theorem_file(replace(without_place, proofs=(Proof(grade),)))
        assert str(told.value).endswith(NO_CERTIFICATE) is said


def test_where_patience_ends_there_is_no_theorem() -> None:
    """The theorems that are found in time are written; the others are named, and none is made up.

    The profile is one that no other test asks about, whose answers this process could still know.
    """
    derived = infimum(RiskProfile("7*r/3", ["r>3/7"], fixed={"p": "p", "q": "q"}))
    with pytest.raises(UndecidedError, match="not decided in the time that was given"):
        theorem_file(derived, patience=Patience(1e-6))
    assert not theorem_file(derived, patience=Patience(600)).missing


def test_a_branch_that_takes_too_long_leaves_the_others_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    derived = infimum(RiskProfile("3"))
    (first,) = derived.branches
    given = list[float]()

    def slow(case: BranchCase) -> list[str]:
        while case.branch is first:
            check_time()
        given.append(seconds_left())
        return []

    monkeypatch.setattr(own_theorem, "proof_lines", slow)
    twice = replace(derived, branches=(first, replace(first)), proofs=(*derived.proofs, *derived.proofs))
    made = theorem_file(twice, patience=Patience(3))
    assert "recommended_budget_1" not in made.names
    assert len(given) == 1
    assert given[0] > 1 / 2


def test_a_way_that_ends_nowhere_leaves_the_others_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[str]()

    def endless(*_: object) -> str:
        tried.append("endless")
        while True:
            check_time()

    def short(*_: object) -> str:
        tried.append("short")
        return "lra"

    monkeypatch.setattr(nowhere_negative, "_directly", endless)
    monkeypatch.setattr(nowhere_negative, "_by_questions", short)
    (branch,) = infimum(RiskProfile("3")).branches
    profile = RiskProfile("3")
    case = BranchCase(profile, branch, Contradictions(exact_judge(), ()))
    with deadline(2):
        assert nowhere_negative.contradiction(case, case.constrained(case.values[0])) == "lra"
        assert 1 < seconds_left() < 2
    assert tried == ["endless", "short"]
    monkeypatch.setattr(nowhere_negative, "_by_questions", endless)
    monkeypatch.setattr(nowhere_negative, "_by_vertex", endless)
    with deadline(1 / 4), pytest.raises(UndecidedError, match="not decided in the time"):
        nowhere_negative.contradiction(case, case.constrained(case.values[0]))


@pytest.mark.parametrize("command", [["derive", "4/3+q", "--fix", "p=1/3"], ["recommend", "4/3+q"]])
def test_the_search_for_theorems_obeys_patience(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[float | None] = []

    def without_time(*_: object, patience: Patience, **__: object) -> None:
        given.append(patience.seconds)
        raise UndecidedError("no theorem of Coq is written: no time")

    monkeypatch.setattr("symbolic_eps.coq.own_theorem.theorem_file", without_time)
    assert main([*command, "--patience", "77", "--coq", str(tmp_path)]) == 1
    assert given == [77]
    assert "no theorem of Coq is written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["recommend", "2+exp(p)"], 1, "only an exact value can be a theorem of Coq"),
        (["recommend", "piecewise((3, p<=1/2), oo)"], 2, "profiles with a bound at all priors only"),
    ],
)
def test_what_has_no_theorem_is_told_in_a_line(
    arguments: list[str], status: int, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--coq", str(tmp_path / "folder")]) == status
    told = capsys.readouterr()
    assert message in told.err
    assert "Traceback" not in told.err
    assert told.out  # the answer itself is not lost


def test_derive_writes_the_theorems_of_its_branches(tmp_path: Path) -> None:
    assert main(["derive", "r", "--assume", "r>1", "--fix", "p", "--fix", "q", "--coq", str(tmp_path)]) == 0
    text = (tmp_path / "Mine" / "Theorem.v").read_text()
    assert "Theorem recommended_budget_1 : forall p q r : R," in text
    assert "Unbounded." in text


def test_recommend_writes_the_theorem_of_its_value(tmp_path: Path) -> None:
    values = ["--set", "a=1/4", "--set", "r=3"]
    assert main(["recommend", "max(a/(p*q), r)", *values, "--coq", str(tmp_path)]) == 0
    assert "(Finite (ln(11/3)/2))." in (tmp_path / "Mine" / "Theorem.v").read_text()
    assert "Mine/Theorem.v" in (tmp_path / "_CoqProject").read_text()
