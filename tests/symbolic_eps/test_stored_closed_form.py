"""What is shipped saves the search, never the proof: no damage to it makes a wrong result `exact`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.answers import stored_closed_form
from symbolic_eps.cli import main
from symbolic_eps.closed_form_table.derived_row import DerivedRow, derive_row, derive_table
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.theory.bound import EVIDENCE, THEOREM_1, certifying, theorem_1_answers
from symbolic_eps.theory.symbols import DECAY as X
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.symbols import PRIOR_VALUE as Q
from symbolic_eps.theory.symbols import parameter
from verify import kernel
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Grade
from verify.language.condition import Condition, non_negative, positive
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.second_solver import SecondSolver
from verify.solvers.smt import Solver, UndecidedQueryError

R = parameter("r")
ZERO, ONE = sp.Integer(0), sp.Integer(1)
ROW = {row.identifier: row for row in ROWS}
LOAD = stored_closed_form.load


class Asked(AssertionError):
    """A solver or the search was asked."""


@pytest.fixture
def nobody_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise Asked

    monkeypatch.setattr(Solver, "_check", refuse)
    monkeypatch.setattr(SecondSolver, "answer", refuse)
    monkeypatch.setattr("verify.search.refutation_search.refute", refuse)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what is shipped, which the table reads."""
    copy = tmp_path / "closed_forms"
    shutil.copytree(CLOSED_FORMS, copy)
    monkeypatch.setattr(stored_closed_form, "load", lambda identifier, *_: LOAD(identifier, copy))
    return copy


def assert_right(derived: DerivedRow) -> None:
    """The branches are the shipped ones, and each claim has a certificate that the kernel accepts."""
    assert derived.derived.branches == LOAD(derived.row.identifier, CLOSED_FORMS).branches
    assert derived.derived.grade is Grade.EXACT
    for name, certificate in derived.derived.certificates.items():
        kernel.check(certificate, {})
        assert certificate["fingerprint"] == name


# --- the shipped files are enough, and are what the derivation makes


@pytest.mark.usefixtures("nobody_to_ask")
def test_the_table_from_what_is_shipped_asks_no_solver_and_searches_for_nothing() -> None:
    for derived in derive_table():
        assert_right(derived)


@pytest.mark.usefixtures("nobody_to_ask")
def test_theorem_1_from_what_is_shipped_asks_no_solver() -> None:
    from symbolic_eps.theory.bound import _risk_extreme

    answers = KnownAnswers.load(EVIDENCE, THEOREM_1)
    assert _risk_extreme(largest=True, judge=certifying(answers)).has(X)


@pytest.mark.usefixtures("nobody_to_ask")
def test_without_what_is_shipped_somebody_has_to_be_asked() -> None:
    with pytest.raises(Asked):
        derive_row(ROW["constant"], anew=True)


def golden(identifier: str) -> dict[str, str]:
    folders = ("branches", "certificates", "answers")
    home = EVIDENCE if identifier == THEOREM_1 else CLOSED_FORMS
    files = (home / kind / f"{identifier}.json" for kind in folders)
    return {f.relative_to(home).as_posix(): f.read_text("utf-8") for f in files if f.exists()}


def as_texts(files: dict[Path, str]) -> dict[str, str]:
    return {name.as_posix(): text for name, text in files.items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.identifier)
def test_re_checking_leaves_the_same_bytes(row: Any) -> None:
    assert as_texts(derive_row(row).files) == golden(row.identifier)


def test_theorem_1_anew_leaves_the_same_bytes() -> None:
    assert as_texts(theorem_1_answers().files(THEOREM_1)) == golden(THEOREM_1)


@pytest.mark.parametrize("identifier", ["constant", "difference"])
def test_deriving_anew_leaves_the_same_bytes(identifier: str) -> None:
    assert as_texts(derive_row(ROW[identifier], anew=True).files) == golden(identifier)


@pytest.mark.slow
def test_one_command_makes_all_shipped_files_byte_for_byte(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "symbolic_eps", "table", "--derive", "--jobs", "2"]
    subprocess.run([*command, "--certificates", str(tmp_path)], check=True, capture_output=True)
    made = {f.relative_to(tmp_path): f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()}
    homes = (EVIDENCE, CLOSED_FORMS)
    kept = {f.relative_to(h): f.read_bytes() for h in homes for f in h.rglob("*") if f.is_file()}
    assert sorted(made) == sorted(kept)
    assert [str(name) for name in kept if made[name] != kept[name]] == []


# --- damaged branches: each of these is wrong, and none may be proved


def branch_of_constant() -> Branch:
    branches = LOAD("constant", CLOSED_FORMS).branches
    assert branches is not None
    (branch,) = branches
    assert branch.polynomial is not None and sp.expand(branch.polynomial - (R * X**2 - 1)) == 0
    return branch


def place(p: sp.Expr, q: sp.Expr, kind: AttainmentKind = AttainmentKind.LIMIT) -> Attainment:
    return Attainment((), {P: p, Q: q}, kind)


def with_root(polynomial: sp.Expr, *coefficients: sp.Expr, **other: Any) -> tuple[Branch, ...]:
    a, b, c = coefficients
    return (replace(branch_of_constant(), polynomial=polynomial, coefficients=(a, b, c), **other),)


def isolated(polynomial: sp.Expr, low: sp.Expr = ZERO, high: sp.Expr = ONE) -> tuple[Branch, ...]:
    branch = branch_of_constant()
    return (replace(branch, polynomial=polynomial, coefficients=None, between=(low, high)),)


def changed(**parts: Any) -> tuple[Branch, ...]:
    return (replace(branch_of_constant(), **parts),)


def cut(*conditions: Condition) -> tuple[Branch, ...]:
    return tuple(replace(branch_of_constant(), conditions=(condition,)) for condition in conditions)


# The result is eps = log(r)/2 for all r > 1, in the limit p -> 1, q -> 0: X = 1/sqrt(r).
WRONG: dict[str, Callable[[], tuple[Branch, ...]]] = {
    "no branch": lambda: (),
    "coefficients of another polynomial": lambda: changed(coefficients=(2 * R, ZERO, ONE)),
    "coefficients that hide x": lambda: changed(coefficients=(ZERO, R * X, ONE)),
    "eps too large": lambda: with_root(2 * R * X**2 - 1, 2 * R, ZERO, ONE),
    "eps = log(r), too large": lambda: with_root(R * X - 1, ZERO, R, ONE),
    "eps = 0, too small": lambda: with_root(X - 1, ZERO, ONE, ONE),
    "eps = log(r)/4, too small": lambda: isolated(R * X**4 - 1),
    "no root up to x = 1": lambda: with_root(R * X**2 - R - 1, R, ZERO, R + 1),
    "a root that is touched from below": lambda: with_root(-((X - 1) ** 2), -ONE, sp.Integer(2), ONE),
    "a root without slope": lambda: isolated((2 * X - 1) ** 3),
    "a root without slope, with a parameter": lambda: isolated((R * X - 1) ** 3),
    "an interval without the root": lambda: isolated(R * X**2 - 1, ZERO, sp.Rational(1, 100)),
    "an empty interval": lambda: isolated(R * X**2 - 1, ONE, ZERO),
    "an interval of parameters": lambda: isolated(R * X**2 - 1, ZERO, R),
    "no form at all": lambda: changed(coefficients=None),
    "two forms": lambda: changed(between=(ZERO, ONE)),
    "a polynomial with a prior": lambda: with_root(R * P * X**2 - 1, R * P, ZERO, ONE),
    "not a polynomial": lambda: isolated(R * X - 1 / X),
    "eps = oo": lambda: (Branch((), None),),
    "eps = oo with coefficients": lambda: (Branch((), None, (R, ZERO, ONE)),),
    "a point outside the domain": lambda: changed(attained=(place(ONE, ZERO, AttainmentKind.POINT),)),
    "another limit": lambda: changed(attained=(place(ONE, ONE),)),
    "a place in the middle": lambda: changed(attained=(place(sp.Rational(1, 2), ZERO),)),
    "a limit outside the domain": lambda: changed(attained=(place(sp.Integer(2), ZERO),)),
    "two places, one wrong": lambda: changed(attained=(place(ONE, ZERO), place(ZERO, ONE))),
    "a segment that is a point's": lambda: changed(
        attained=(replace(place(ONE, ZERO), kind=AttainmentKind.SEGMENT, segment_end={P: ZERO, Q: ZERO}),)
    ),
    "a segment without an end": lambda: changed(attained=(place(ONE, ZERO, AttainmentKind.SEGMENT),)),
    "no place": lambda: changed(attained=()),
    "a place for some parameters only": lambda: changed(
        attained=(replace(place(ONE, ZERO), conditions=(positive(R - 2),)),)
    ),
    "a place without q": lambda: changed(attained=(Attainment((), {P: ONE}, AttainmentKind.LIMIT),)),
    "a place that depends on a prior": lambda: changed(attained=(place(P, ZERO),)),
    "a gap": lambda: cut(positive(R - 2)),
    "an overlap": lambda: cut(positive(R - 1), positive(R - 2)),
    "an empty branch": lambda: (*changed(), *cut(positive(-R))),
    "a gap of one point": lambda: cut(positive(R - 2), positive(2 - R)),
    "cases by a prior": lambda: cut(positive(2 * P - 1), non_negative(1 - 2 * P)),
    "a condition on x": lambda: cut(positive(X - sp.Rational(1, 2)), non_negative(sp.Rational(1, 2) - X)),
    "a condition on a stranger": lambda: cut(positive(parameter("z")), non_negative(-parameter("z"))),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_branch_is_not_proved(case: str) -> None:
    judge = CertifyingSolver(known_answers=LOAD("constant", CLOSED_FORMS).answers)
    with pytest.raises((UndecidedError, UndecidedQueryError)):
        infimum(ROW["constant"].profile, judge=judge, branches=WRONG[case]())


def test_a_right_result_in_another_form_is_proved() -> None:
    half = cut(positive(R - 2), non_negative(2 - R))
    judge = CertifyingSolver()
    derived = infimum(ROW["constant"].profile, judge=judge, branches=half)
    assert derived.grade is Grade.EXACT and derived.branches == half


def stored_with(folder: Path, identifier: str, change: Callable[[dict[str, Any]], None]) -> None:
    file = folder / "branches" / f"{identifier}.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    change(document["branches"][0])
    file.write_text(json.dumps(document), encoding="utf-8")


def wrong_coefficient(branch: dict[str, Any]) -> None:
    branch["coefficients"][2] = "2"


def wrong_polynomial(branch: dict[str, Any]) -> None:
    branch["polynomial"], branch["coefficients"] = ["+", "x", "-1"], ["0", "1", "1"]


def wrong_condition(branch: dict[str, Any]) -> None:
    branch["conditions"] = [[">", ["+", "r", "-2"]]]


def wrong_attainment(branch: dict[str, Any]) -> None:
    branch["attained"][0]["place"]["p"] = "1/2"


@pytest.mark.parametrize("damage", [wrong_coefficient, wrong_polynomial, wrong_condition, wrong_attainment])
def test_the_table_derives_anew_where_a_shipped_branch_is_wrong(
    damage: Callable[[dict[str, Any]], None], folder: Path
) -> None:
    stored_with(folder, "constant", damage)
    said: list[str] = []
    derived = derive_row(ROW["constant"], progress=said.append)
    assert "what is shipped does not hold; deriving anew" in said
    assert_right(derived)
    assert as_texts(derived.files) == golden("constant")


# --- damaged, exchanged and missing certificates and points


def rewritten(file: Path, change: Callable[[Any], Any]) -> None:
    file.write_text(json.dumps(change(json.loads(file.read_text(encoding="utf-8")))), encoding="utf-8")


def heavier(node: Any) -> Any:
    """The refutation with its first weights doubled (and one added, so that nothing stays balanced)."""
    if "cases" in node:
        return {**node, "cases": {sign: heavier(case) for sign, case in node["cases"].items()}}
    first, *others = node["terms"]
    return {**node, "terms": [{**first, "weight": f"{first['weight'].split('/')[0]}1"}, *others]}


def all_damaged(certificates: list[Any]) -> list[Any]:
    damaged = [{**c, "refutations": [heavier(n) for n in c["refutations"]]} for c in certificates]
    for certificate in damaged:
        if certificate["refutations"]:
            with pytest.raises(kernel.Rejected):
                kernel.check(certificate, {})
    return damaged


def all_exchanged(certificates: list[Any]) -> list[Any]:
    """Each under the name of its neighbour."""
    names = [c["fingerprint"] for c in certificates]
    return [{**c, "fingerprint": name} for c, name in zip(certificates, [*names[1:], names[0]], strict=True)]


def all_of_another_row(_: list[Any]) -> list[Any]:
    other: list[Any] = json.loads((CLOSED_FORMS / "certificates" / "fixed-p.json").read_text("utf-8"))
    return other


def none_at_all(_: list[Any]) -> list[Any]:
    return []


@pytest.mark.parametrize("damage", [all_damaged, all_exchanged, all_of_another_row, none_at_all])
def test_damaged_certificates_are_searched_for_again(damage: Any, folder: Path) -> None:
    rewritten(folder / "certificates" / "constant.json", damage)
    assert_right(derive_row(ROW["constant"]))


@pytest.mark.parametrize("coordinate", ["0", "-1", "1/7", "1000"])
def test_wrong_points_are_not_believed(coordinate: str, folder: Path) -> None:
    def moved(answers: dict[str, Any]) -> dict[str, Any]:
        points = {n: dict.fromkeys(point, coordinate) for n, point in answers["points"].items()}
        return {**answers, "points": points}

    rewritten(folder / "answers" / "constant.json", moved)
    assert_right(derive_row(ROW["constant"]))


def test_points_planted_for_true_claims_are_not_believed(folder: Path) -> None:
    certificates = json.loads((folder / "certificates" / "constant.json").read_text("utf-8"))
    planted = {c["fingerprint"]: dict.fromkeys(c["claim"]["variables"], "1") for c in certificates}
    rewritten(folder / "answers" / "constant.json", lambda a: {**a, "points": a["points"] | planted})
    assert_right(derive_row(ROW["constant"]))


def test_a_claim_said_to_have_no_certificate_is_searched_for(folder: Path) -> None:
    certificates = json.loads((folder / "certificates" / "constant.json").read_text("utf-8"))
    name = LOAD("constant", CLOSED_FORMS).answers.certificates
    assert {c["fingerprint"] for c in certificates} == set(name)
    rewritten(folder / "certificates" / "constant.json", none_at_all)
    rewritten(folder / "answers" / "constant.json", lambda a: {**a, "without_certificate": sorted(name)})
    derived = derive_row(ROW["constant"]).derived
    assert derived.grade is Grade.EXACT and derived.certificates


@pytest.mark.parametrize("kind", ["branches", "certificates", "answers"])
def test_a_missing_file_is_made_good_by_searching(kind: str, folder: Path) -> None:
    (folder / kind / "constant.json").unlink()
    assert_right(derive_row(ROW["constant"]))


@pytest.mark.family(3)
@pytest.mark.parametrize("kind", ["branches", "certificates", "answers"])
@pytest.mark.parametrize("text", ["", "{", "{}", "[1]", "null", "[" * 100_000, "\x00"])
def test_a_file_of_something_else_is_named(
    kind: str, text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / kind / "constant.json").write_text(text, encoding="utf-8")
    status = main(["table", "--row", "constant"])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert f"{kind}/constant.json" in err and "--derive" in err
    assert main(["table", "--row", "constant", "--derive"]) == 0


SPLITS = """
from derivations.kazan_reiter_2024.table3 import ROWS
from symbolic_eps.answers import stored_closed_form
from derivations.kazan_reiter.derived_budgets import CLOSED_FORMS
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.admissibility import splits_of
(row,) = (row for row in ROWS if row.identifier == "box")
for branch in stored_closed_form.load("box", CLOSED_FORMS).branches:
    for one in row.profile.pieces if branch.polynomial is not None else ():
        print(splits_of(constrained(one, row.profile), row.profile.free_priors, root_of(branch)))
"""


@pytest.mark.slow
def test_hints_do_not_depend_on_the_seed_of_python_s_hashes() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SPLITS],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2", "3")
    }
    assert len(said) == 1 and said != {""}
