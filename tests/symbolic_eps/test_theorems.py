"""Coq accepts the theorems behind the table, as they stand; it rejects planted errors in them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.closed_form_table.derived_row import derive_row, entry
from symbolic_eps.closed_form_table.row import all_rows
from symbolic_eps.closed_form_table.row_theorems import table_project, theorems_at
from symbolic_eps.coq.own_theorem import TheoremFile
from symbolic_eps.coq.project import library_files, project
from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME, stated, theorem_names
from symbolic_eps.errors import InputError
from symbolic_eps.papers import theorem_folders
from tests.symbolic_eps.coq_files import REAL_NUMBERS, axioms, coqc, put_library, required
from verify.evidence import Grade
from verify.language.condition import positive

(FOLDER,) = theorem_folders()

ROWS = {row.display: row for row in all_rows()}


@cache
def of_the_table() -> Mapping[Path, str]:
    return table_project()


@cache
def made() -> Mapping[Path, str]:
    """The folder of the table, and the files of the library that no row needs."""
    library = {Path(LIBRARY_NAME, file.name): file.read_text("utf-8") for file in LIBRARY.glob("*.v")}
    return {**library, **of_the_table()}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("theorems")
    for path, text in made().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, "utf-8")
        assert path.parent.name != LIBRARY_NAME or text == (LIBRARY / path.name).read_text("utf-8")
    put_library(folder, (path.stem for path in texts() if path.parent.name == LIBRARY_NAME))
    sources = [str(path) for path in texts() if path.parent.name != LIBRARY_NAME]
    depends = ["coqdep", "-sort", "-Q", "SymbolicEps", "SymbolicEps", "-Q", "KazanReiter", "KazanReiter"]
    order = subprocess.run([*depends, *sources], cwd=folder, capture_output=True, text=True, check=True)
    for file in order.stdout.split():
        if file in sources:
            result = coqc(folder, file)
            assert result.returncode == 0, result.stderr
    return folder


def texts() -> Mapping[Path, str]:
    return {path: text for path, text in made().items() if path.suffix == ".v"}


FOR_READERS = {
    "respected_iff_bound",  # Theorem 1, both ways
    "theorem_2",
    "theorem_2_certain",
    "theorem_2_at_1",
    "theorem_2_below_1",
    "assumption_2",  # as printed, where p < 1
    "as_printed_is_not_enough",
    "privacy_of_sets",
    "geometric_private",
    "geometric_risk",
    "geometric_budget",
    "geometric_inhabited",
    "exact_count_risk",
    "exact_count_not_private",
    *(f"row_{display}_printed" for display, row in ROWS.items() if row.printed),
}
"""What the page of theorems tells of besides the rows."""


def test_all_theorems_rest_on_the_real_numbers_alone(compiled: Path) -> None:
    names = [
        f"@{path.stem}.{name}"
        for path, text in texts().items()
        for name in re.findall(r"^Theorem (?!claim_)(\w+) ", text, re.MULTILINE)
    ]
    modules = [f"From {path.parent.name} Require {path.stem}." for path in texts()]
    together = f"Definition together := ({', '.join(names)}).\nPrint Assumptions together.\n"
    (compiled / "Axioms.v").write_text("\n".join([*modules, together]))
    result = coqc(compiled, "Axioms.v")
    assert result.returncode == 0, result.stderr
    assert len(names) > 30
    assert {name.partition(".")[2] for name in names} >= FOR_READERS
    assert axioms(result.stdout) == REAL_NUMBERS


def test_nothing_is_admitted_or_assumed() -> None:
    for path, text in texts().items():
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Abort)\b", text), path


def test_no_file_of_the_library_takes_a_name_of_another() -> None:
    """A file that loads both would read the later one in the place of the earlier."""
    kinds = "Lemma|Theorem|Definition|Fixpoint|Inductive|Record|Ltac"
    library = [text for path, text in texts().items() if path.parent.name == "SymbolicEps"]
    names = [
        name for text in library for name in re.findall(rf"^\s*(?:{kinds}) ([\w']+)", text, re.MULTILINE)
    ]
    assert len(names) > 100
    assert {name for name in names if names.count(name) > 1} == set()


def test_a_folder_has_what_its_files_require_and_no_proof_besides() -> None:
    """The lemmas on sums of two terms take longer than a row."""
    table = of_the_table()
    for text in table.values():
        assert {*required(text)} <= {path.stem for path in table if path.parent.name == LIBRARY_NAME}
    names = {path.name for path in table}
    assert {"Limits.v", "Examples.v", "Geometric.v", "Assumptions.v", "Variant_budgets.v"} <= names
    assert not {"Convex.v", "Stationary.v", "Two_terms.v", "Two_terms_inside.v"} & names
    own = project({"Own": {"One.v": "From SymbolicEps Require Import Two_terms.\n"}})
    assert {"Two_terms.v", "Stationary.v", "Convex.v"} <= {path.name for path in own}
    assert Path("SymbolicEps/Two_terms_inside.v") not in own


@pytest.mark.parametrize(
    ("text", "told"),
    {
        "From SymbolicEps Require Import Bound Nowhere.\n": "requires SymbolicEps.Nowhere, which is no file",
        "From SymbolicEps Require Import .\n": "names none: name one",
    }.items(),
)
def test_a_text_that_requires_no_file_of_the_library_is_refused_in_a_line(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        _ = TheoremFile(text, (), ()).files
    assert TheoremFile("", (), ()).files[Path("Mine/Theorem.v")] == ""


def test_a_lemma_is_found_in_its_file() -> None:
    """Each of the library; what it requires is loaded before it."""
    for file in LIBRARY.glob("*.v"):
        text = file.read_text("utf-8")
        for name in re.findall(r"^(?:Lemma|Theorem) ([\w']+)", text, re.MULTILINE):
            *before, last = library_files(f"apply (proj1 ({name} x)); lra.")
            assert last == file.stem
            assert {*before} >= {*required(text)}


def test_the_words_mention_no_polynomial_and_no_certificate() -> None:
    words = texts()[Path("SymbolicEps/Privacy.v")]
    assert "From SymbolicEps" not in words
    for name in ("floor", "denominator", "polynomial", "certificate"):
        assert not re.search(rf"\b{name}\b", words)
    for text in stated([FOLDER]):
        assert not re.search(r"\b(floor|denominator|x|X|inverse_root|suffices|sharp)\b", text)


@pytest.mark.parametrize("display", ROWS)
def test_each_branch_of_the_table_is_a_theorem(display: str) -> None:
    row = entry(derive_row(ROWS[display]))
    assert row.grade is Grade.THEOREM
    assert len(set(row.theorems)) == len(row.derived.branches)
    assert row.proof == f"theorem ({', '.join(row.theorems)})"


@pytest.mark.parametrize("damage", ["Admitted.", "  admit.\nQed.", "Abort."])
def test_what_is_not_proved_is_no_theorem(damage: str, tmp_path: Path) -> None:
    derived = derive_row(ROWS["14"]).derived
    text = (FOLDER / "Table.v").read_text("utf-8")
    (tmp_path / "Table.v").write_text(text, "utf-8")
    assert theorem_names(derived, stated([tmp_path])) == ("row_14_1",)
    (tmp_path / "Table.v").write_text(text.replace("Qed.", damage, 1), "utf-8")
    assert theorem_names(derived, stated([tmp_path])) == ()


OWN_WORDS = {
    "another meaning": "Definition is_budget (d : R -> R -> Prop) (r : R -> R -> R) (B : budget) := True.\n",
    "another meaning, seen here alone": "  #[local] Definition ln (x : R) := x.\n",
    "another meaning in a part of a proof": (
        "Theorem harmless : True.\nProof.\n  { Definition ln (x : R) := x. exact I. }\nQed.\n"
    ),
    "another notation": 'Notation "x / y" := (x + y).\n',
    "a theorem with a name of the library": "Theorem is_budget : True.\nProof.\n  exact I.\nQed.\n",
    "an assumption": "Axiom contradiction : False.\n",
    "an assumption of a section": "Section Row.\nHypothesis contradiction : False.\n",
    "words of another file": "From KazanReiter Require Import Printed_15.\n",
    "words that go on to others": "From KazanReiter Require Export Printed_15.\n",
}


@pytest.mark.parametrize("planted", OWN_WORDS)
def test_a_file_with_words_of_its_own_states_no_branch(planted: str, tmp_path: Path) -> None:
    derived = derive_row(ROWS["14"]).derived
    text = (FOLDER / "Table.v").read_text("utf-8")
    (tmp_path / "Table.v").write_text(text, "utf-8")
    assert theorem_names(derived, stated([tmp_path], own_words=False)) == ("row_14_1",)
    before, theorem, after = text.partition("Theorem row_14_1")
    (tmp_path / "Table.v").write_text(f"{before}{OWN_WORDS[planted]}{theorem}{after}", "utf-8")
    assert theorem_names(derived, stated([tmp_path])) == ("row_14_1",)
    assert theorem_names(derived, stated([tmp_path], own_words=False)) == ()


@pytest.mark.parametrize("around", ["(*\n{}\n*)\n", "(* (* within *)\n{}\n*)\n"])
def test_a_theorem_in_a_comment_is_none(around: str, tmp_path: Path) -> None:
    (tmp_path / "Table.v").write_text(around.format((FOLDER / "Table.v").read_text("utf-8")), "utf-8")
    assert stated([tmp_path]) == {}


def test_another_closed_form_or_condition_is_no_theorem() -> None:
    derived = derive_row(ROWS["25"]).derived
    theorems = stated([FOLDER])
    assert theorem_names(derived, theorems)
    first, *others = derived.branches
    assert first.coefficients is not None
    a, b, c = first.coefficients
    r = sp.Symbol("r", real=True)
    for changed in (
        replace(first, coefficients=(a, b, 2 * c)),
        replace(first, conditions=(*first.conditions, positive(r - 2))),
        replace(first, conditions=()),
        replace(first, polynomial=None, coefficients=None),
    ):
        assert not theorem_names(replace(derived, branches=(changed, *others)), theorems)


PLANTED = {
    "eps doubled": ("KazanReiter/Row_14.v", "(Finite (ln(r)/2))", "(Finite (ln(r)))"),
    "eps doubled in what is read": ("KazanReiter/Table.v", "(Finite (ln(r)/2))", "(Finite (ln(r)))"),
    "a condition shifted": ("KazanReiter/Row_15.v", "  a > q*r ->", "  2*a > q*r ->"),
    "a condition shifted in what is read": ("KazanReiter/Table.v", "  a > q*r ->", "  2*a > q*r ->"),
    "an edge that is not strict": ("KazanReiter/Row_25.v", "  p0*q0*r < 1 ->", "  p0*q0*r <= 1 ->"),
    "a condition left out": ("KazanReiter/Row_15.v", "  q*r + q < 1 ->\n", ""),
    "another sign": ("KazanReiter/Row_28.v", "ln((b + 1)/(1 - b))", "ln((b + 1)/(1 + b))"),
    "a case left out": (
        "KazanReiter/Printed_15.v",
        "  if Rle_lt_dec q (a / r) then ln (a * (1 - q) / (q * (1 - a))) / 2\n  else if",
        "  if",
    ),
    "the print where certainty is allowed": ("KazanReiter/Printed_25.v", " -> r * p0 * q0 < 1 ->", " ->"),
    "certainty left out of the print": (
        "KazanReiter/Printed_25.v",
        "if Rle_lt_dec 1 (r * p0 * q0) then Unbounded else Finite",
        "Finite",
    ),
    "the printed Assumption 2 at p = 1": (
        "SymbolicEps/Assumptions.v",
        "assumption_2 : prior_presence A < 1 ->",
        "assumption_2 :",
    ),
    "a printed Assumption 2 that no one at p = 1 meets": (
        "SymbolicEps/Examples.v",
        "unbounded eps bool M A disclosing /\\ others_independent_as_printed A",
        "unbounded eps bool M A disclosing /\\ others_independent A",
    ),
    "known priors where certainty is allowed": ("KazanReiter/Theorem_2.v", " -> r * p * q < 1 ->", " ->"),
    "known priors where less than 1 is asked": (
        "KazanReiter/Theorem_2.v",
        "p q, 1 <= r ->",
        "p q, 1/2 <= r ->",
    ),
    "certainty where it is not allowed": (
        "KazanReiter/Theorem_2.v",
        "1 <= r * p * q ->",
        "1/2 <= r * p * q ->",
    ),
    "no budget for the risk 1": ("KazanReiter/Theorem_2.v", "eps, r < 1 ->", "eps, r <= 1 ->"),
    "a mechanism that does not attain": (
        "SymbolicEps/Attained.v",
        "if (n <? 0)%Z then x * x / 2 else x / 2",
        "if (n <? 0)%Z then x / 2 else x / 2",
    ),
    "a mechanism that is not private": (
        "SymbolicEps/Attained.v",
        "if (n <? 0)%Z then x * x / 2 else x / 2",
        "if (n <? 0)%Z then x * x * x / 2 else x / 2",
    ),
    "privacy with twice the budget": (
        "SymbolicEps/Privacy.v",
        "<= exp eps * M others t.",
        "<= exp (2 * eps) * M others t.",
    ),
    "two changes of sign": (
        "SymbolicEps/Stationary.v",
        "(0 < a \\/ b <= 0) /\\ one_change r",
        "one_change r",
    ),
    "a level that is not the last": (
        "SymbolicEps/Stationary.v",
        "exists X, l < X < 1 /\\ (forall p q, half_open p -> half_open q -> 0 <= f p q X) /\\",
        "exists X, l < X < 1 / 2 /\\ (forall p q, half_open p -> half_open q -> 0 <= f p q X) /\\",
    ),
    "a cubic polynomial with one root": (
        "SymbolicEps/Two_terms.v",
        "cubic_discriminant k0 k1 k2 k3 <= 0 ->",
        "cubic_discriminant k0 k1 k2 k3 <= 1 ->",
    ),
    "an end of q where eps falls": (
        "SymbolicEps/Two_terms.v",
        "slope_at_1 v = 0 -> first v <= last v ->",
        "slope_at_1 v = 0 -> first v <= 2 * last v ->",
    ),
    "an end of q where eps may stand still": (
        "SymbolicEps/Two_terms_inside.v",
        "0 < first a x v - last b x v) ->",
        "0 <= first a x v - last b x v) ->",
    ),
    "a polynomial that may be 0 at the low end": (
        "SymbolicEps/Two_terms_inside.v",
        "(c6 <= 0 -> c7 < 0) ->",
        "(c6 <= 0 -> c7 <= 0) ->",
    ),
    "a largest root beyond the end": (
        "SymbolicEps/Two_terms.v",
        "k2 + 2 * k3 < 0 ->",
        "k2 + 3 * k3 < 0 ->",
    ),
    "twice the budget of a noisy count": (
        "SymbolicEps/Geometric.v",
        "(respected (geometric_count eps) domain r <-> within eps B)",
        "(respected (geometric_count eps) domain r <-> within (eps / 2) B)",
    ),
    "no independence": (
        "SymbolicEps/Bound.v",
        "others_independent A -> 0 < prior_presence A",
        "0 < prior_presence A",
    ),
}


@pytest.mark.family(24)
@pytest.mark.parametrize("error", PLANTED)
def test_coq_rejects_planted_errors(error: str, compiled: Path, tmp_path: Path) -> None:
    name, right, wrong = PLANTED[error]
    text = (compiled / name).read_text()
    assert right in text
    for library in ("SymbolicEps", "KazanReiter"):
        (tmp_path / library).mkdir()
        for file in (compiled / library).glob("*.vo"):
            (tmp_path / library / file.name).symlink_to(file)
    (tmp_path / name).write_text(text.replace(right, wrong))
    (tmp_path / name).with_suffix(".vo").unlink()
    result = coqc(tmp_path, name)
    if name.endswith("Privacy.v"):  # the words change; what is said in them can no longer be proved
        assert result.returncode == 0
        for later in ("Sums", "Bound"):
            (tmp_path / f"SymbolicEps/{later}.v").write_text(
                (compiled / f"SymbolicEps/{later}.v").read_text()
            )
            (tmp_path / f"SymbolicEps/{later}.vo").unlink()
            result = coqc(tmp_path, f"SymbolicEps/{later}.v")
    assert result.returncode != 0
    assert "Cannot find" not in result.stderr.replace("Cannot find witness", "")


def test_the_page_shows_what_the_files_say() -> None:
    """To the letter; and of the words all that the setting of the paper needs."""
    page = (Path(__file__).parents[2] / "docs" / "theorem.md").read_text("utf-8")
    shown = re.findall(r"```coq\n(.*?)```", page, re.DOTALL)
    assert shown
    of_roots = (LIBRARY / "Numbered_roots.v").read_text("utf-8")
    for text in shown:
        assert any(text in file for file in (*texts().values(), of_roots)), text
    words = texts()[Path("SymbolicEps/Privacy.v")]
    named = r"^(?:Definition|Record|Inductive) (\w+)"
    needed = set(re.findall(named, words, re.MULTILINE)) - {"private_in_values", "knows_replaced"}
    others = {"budget_25", *re.findall(named, of_roots, re.MULTILINE)}
    assert needed == set(re.findall(named, "".join(shown), re.MULTILINE)) - others


def test_each_printed_case_distinction_is_a_theorem() -> None:
    printed = {f"row_{display}_printed" for display, row in ROWS.items() if row.printed}
    assert {name for name in stated([FOLDER]).values() if name.endswith("_printed")} == printed


@pytest.mark.parametrize("display", ROWS)
def test_a_page_of_the_audit_has_the_theorems_of_each_row(display: str) -> None:
    """By the place where the row is printed, so that its results link to them."""
    row = entry(derive_row(ROWS[display]))
    assert {*row.theorems} <= {*theorems_at(ROWS[display].paper)[f"eq:{display}"]}
