"""Coq accepts the theorems behind the table, as they stand; it rejects planted errors in them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import RiskProfile, derive, infimum
from symbolic_eps.cli import main
from symbolic_eps.closed_form_table.derived_row import derive_row, entry
from symbolic_eps.closed_form_table.row import all_rows
from symbolic_eps.closed_form_table.row_theorems import table_project
from symbolic_eps.closed_forms.closed_form import OpenRegion, PiecewiseInfimum
from symbolic_eps.coq import nowhere_negative, own_theorem
from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.coq.contradiction import Contradictions
from symbolic_eps.coq.own_theorem import TheoremFile, theorem_file
from symbolic_eps.coq.project import library_files, project
from symbolic_eps.coq.root_proof import shown_product
from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME, stated, theorem_names
from symbolic_eps.coq.statement import as_coq, statement
from symbolic_eps.coq.two_terms_lemmas import BELOW, FIRST, INSIDE, NORM, SECOND, lemma
from symbolic_eps.coq.values import part_of, written
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum.certain import certain_judge
from symbolic_eps.papers import theorem_folders
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.time_limit import Patience
from verify.coq import theorems
from verify.deadline import check_time, deadline, seconds_left
from verify.evidence import Grade
from verify.language.condition import positive

REAL_NUMBERS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""The axioms of Coq's real numbers, and classical logic, on which its logarithm rests."""

(FOLDER,) = theorem_folders()
ROWS = {row.display: row for row in all_rows()}

WORDS = "From SymbolicEps Require Import"
"""Where the certificates of a file end, and the theorems begin."""


@cache
def of_the_table() -> Mapping[Path, str]:
    return table_project()


@cache
def made() -> Mapping[Path, str]:
    """The folder of the table, and the files of the library that no row needs."""
    library = {Path(LIBRARY_NAME, file.name): file.read_text("utf-8") for file in LIBRARY.glob("*.v")}
    return {**library, **of_the_table()}


def coqc(folder: Path, file: Path) -> subprocess.CompletedProcess[str]:
    libraries = ["-Q", "SymbolicEps", "SymbolicEps", "-Q", "KazanReiter", "KazanReiter", "-Q", "Own", "Own"]
    return subprocess.run(
        ["coqc", *libraries, str(file)], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("theorems")
    files = made()
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    depends = ["coqdep", "-sort", "-Q", "SymbolicEps", "SymbolicEps", "-Q", "KazanReiter", "KazanReiter"]
    sources = [str(path) for path in files if path.suffix == ".v"]
    order = subprocess.run([*depends, *sources], cwd=folder, capture_output=True, text=True, check=True)
    for file in order.stdout.split():
        result = coqc(folder, Path(file))
        assert result.returncode == 0, result.stderr
    return folder


def texts() -> Mapping[Path, str]:
    return {path: text for path, text in made().items() if path.suffix == ".v"}


def test_all_theorems_rest_on_the_real_numbers_alone(compiled: Path) -> None:
    names = [
        f"@{path.stem}.{name}"
        for path, text in texts().items()
        for name in re.findall(r"^Theorem (?!claim_)(\w+) ", text, re.MULTILINE)
    ]
    modules = [f"From {path.parent.name} Require {path.stem}." for path in texts()]
    together = f"Definition together := ({', '.join(names)}).\nPrint Assumptions together.\n"
    (compiled / "Axioms.v").write_text("\n".join([*modules, together]))
    result = coqc(compiled, Path("Axioms.v"))
    assert result.returncode == 0, result.stderr
    assert len(names) > 30
    assert set(re.findall(r"^([\w.]+)(?= ?:|$)", result.stdout, re.MULTILINE)) - {"Axioms"} == REAL_NUMBERS


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


def required(text: str) -> set[str]:
    found = re.findall(r"^From SymbolicEps Require Import (.*)\.$", text, re.MULTILINE)
    return {f"{name}.v" for names in found for name in names.split()}


def test_a_folder_has_what_its_files_require_and_no_proof_besides() -> None:
    """The lemmas on sums of two terms take longer than a row."""
    table = of_the_table()
    for text in table.values():
        assert required(text) <= {path.name for path in table if path.parent.name == LIBRARY_NAME}
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
            assert {f"{other}.v" for other in before} >= required(text)


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


def test_a_statement_by_hand() -> None:
    """Typed from the question, not from what is printed: nothing is left out of it, and nothing added."""
    profile = RiskProfile(
        "max(a/(p*q), r, 2/p)", ["0<a<1", "r>=3"], fixed={"q": "1/2"}, box=["p<=t", "0<t<1"]
    )
    first = infimum(RiskProfile("r", ["r>1"])).branches[0]
    branch = replace(first, conditions=(positive(sp.Symbol("a", real=True) - sp.Rational(1, 3)),))
    text = " ".join(statement("t", profile, branch).split())
    for premise in ("a > 0 ->", "a < 1 ->", "r >= 3 ->", "3*a > 1 ->"):
        assert premise in text or premise.replace("3*a > 1", "a > 1/3") in text, (premise, text)
    assert "is_budget (fun p' q' => q' = 1/2 /\\ p' <= t" in text
    assert "(fun p q => Rmax r (Rmax (2/p) (a/(p*q)))) (Finite (ln(r)/2))." in text


@pytest.mark.parametrize("damage", ["Admitted.", "  admit.\nQed.", "Abort."])
def test_what_is_not_proved_is_no_theorem(damage: str, tmp_path: Path) -> None:
    derived = derive_row(ROWS["14"]).derived
    text = (FOLDER / "Table.v").read_text("utf-8")
    (tmp_path / "Table.v").write_text(text, "utf-8")
    assert theorem_names(derived, stated([tmp_path])) == ("row_14_1",)
    (tmp_path / "Table.v").write_text(text.replace("Qed.", damage, 1), "utf-8")
    assert theorem_names(derived, stated([tmp_path])) == ()


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
    "no independence": (
        "SymbolicEps/Bound.v",
        "others_independent A -> 0 < prior_presence A",
        "0 < prior_presence A",
    ),
}


@pytest.mark.family(8)
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
    result = coqc(tmp_path, Path(name))
    if name.endswith("Privacy.v"):  # the words change; what is said in them can no longer be proved
        assert result.returncode == 0
        for later in ("Sums", "Bound"):
            (tmp_path / f"SymbolicEps/{later}.v").write_text(
                (compiled / f"SymbolicEps/{later}.v").read_text()
            )
            (tmp_path / f"SymbolicEps/{later}.vo").unlink()
            result = coqc(tmp_path, Path(f"SymbolicEps/{later}.v"))
    assert result.returncode != 0
    assert "Cannot find" not in result.stderr.replace("Cannot find witness", "")


def test_the_page_shows_what_the_files_say() -> None:
    """To the letter; and of the words all that the setting of the paper needs."""
    page = (Path(__file__).parents[2] / "docs" / "theorem.md").read_text("utf-8")
    shown = re.findall(r"```coq\n(.*?)```", page, re.DOTALL)
    assert shown
    for text in shown:
        assert any(text in file for file in texts().values()), text
    words = texts()[Path("SymbolicEps/Privacy.v")]
    named = r"^(?:Definition|Record|Inductive) (\w+)"
    needed = set(re.findall(named, words, re.MULTILINE)) - {"private_in_values", "knows_replaced"}
    assert needed == set(re.findall(named, "".join(shown), re.MULTILINE)) - {"budget_25"}


def test_each_printed_case_distinction_is_a_theorem() -> None:
    printed = {f"row_{display}_printed" for display, row in ROWS.items() if row.printed}
    assert {name for name in stated([FOLDER]).values() if name.endswith("_printed")} == printed


def test_what_has_no_statement_is_refused_in_a_line() -> None:
    derived = infimum(RiskProfile("r", ["r>1"]))
    named = infimum(RiskProfile("forall", ["forall>1"]))
    with pytest.raises(InputError, match="the parameter forall has a name that Coq cannot use"):
        statement("t", named.profile, named.branches[0])
    for text, told in {
        "piecewise((r, p<=1/2), oo)": "profiles with a bound at all priors only",
        "piecewise((r, 1/p<=2), 2)": "cases by comparisons of polynomials only",
        "r + 1/p**(1/2)": "rational profiles, their maxima, minima and cases only",
    }.items():
        with pytest.raises(InputError, match=told):
            statement("t", RiskProfile(text, ["r>1"]), derived.branches[0])
    assert theorem_names(named, {}) == ()


@pytest.mark.parametrize(
    ("profile", "text"),
    {
        "piecewise((a, p<1/2), c)": "if Rlt_le_dec p (1/2) then a else c",
        "piecewise((a, p>=1/2), c)": "if Rle_lt_dec (1/2) p then a else c",
        "max(piecewise((a, p<=q), c), r)": "Rmax r (if Rle_lt_dec p q then a else c)",
        "min(r, piecewise((a, p<=q), oo))": "if Rle_lt_dec p q then Rmin r a else r",
        "2*max(p, q)/q": "2*(Rmax p q)/q",
        "min(max(a, c), r)": "Rmin r (Rmax a c)",
    }.items(),
)
def test_profiles_are_written_as_they_are(profile: str, text: str) -> None:
    """Typed from the question."""
    assert written(part_of(RiskProfile(profile).bound), as_coq) == text


@pytest.mark.parametrize(("variant", "word"), [("bounded", "bounded"), ("invariant", "invariant")])
def test_variants_are_stated_in_their_setting(variant: str, word: str) -> None:
    derived = infimum(RiskProfile("r", ["r>1"], variant=variant))
    text = statement("t", derived.profile, derived.branches[0])
    assert f"is_budget_in {word} (fun p q => True) (fun p q => r)" in text
    assert "(Finite (ln(r)))" in text


OWN = {
    "at a point": RiskProfile("max(1/(4*p*q), 3)"),
    "in a limit": RiskProfile("2 + 1/(5*p)"),
    "of degree 1": RiskProfile("(1/4 + p*q)/(p*q)"),
    "with a square root": RiskProfile("max(1/(4*p*q), 3, 2/q)"),
    "with a known q": RiskProfile("max(1/(4*p), 3)", fixed={"q": "1"}),
    "in a box": RiskProfile("4", box=["1/10<=p<=1/2"], fixed={"q": "0.3"}),
    "without any bound": RiskProfile("max(1/(p*q), 3)"),
    "at the lower of two roots": RiskProfile("2 + 1/(10*p)", fixed={"q": "1"}),
    "at irrational priors": RiskProfile("2 + 1/(3*p*q)"),
    "as the root of a cubic": RiskProfile("1 + 1/(2*p*q)", fixed={"q": "9/20"}),
    "with a parameter": RiskProfile("max(1/(4*p*q), r)", ["r>=3"]),
    "with parameters in Coq's words": RiskProfile("max(t/(p*q), X)", ["0<t<1", "X>1"]),
    "with a box of a parameter": RiskProfile("max(a/(p*q), r)", ["0<a<1<r", "0<p0<1"], box=["p<=p0"]),
    "with known priors": RiskProfile("r", ["r>1"], fixed={"p": "p", "q": "q"}),
    "of an odds ratio": RiskProfile("k/(1 + (k - 1)*p*q)", ["k>1", "0<p0<=1"], box=["p>=p0"]),
    "of a sum": RiskProfile("r + b/p", ["r>1", "b>0"]),
    "of two caps": RiskProfile("min(r, 1 + b/(p*q))", ["r>1", "0<b<1"]),
    "of caps in a limit": RiskProfile("min(3, max(7/2 - p, 13/5 + q))"),
    "as the root of a cubic in a box": RiskProfile("1 + 11/(20*p*q)", box=["p<=3/4"]),
    "as the root of a cubic with a parameter": RiskProfile("1 + b/(p*q)", ["0<b<1"], fixed={"q": "q"}),
    "in the limit of certainty": RiskProfile("1 + b*(1-p*q)/(p*q)", ["0<b<1"]),
    "in that limit with a known prior": RiskProfile("2 - p*q", fixed={"q": "1"}),
    "in a limit where the domain bends": RiskProfile("r", ["r>1"], box=["2*q**2<=q"]),
    "under bounded privacy": RiskProfile("max(a/(p*q), r)", ["0<a<1<r"], fixed={"q": "q"}, variant="bounded"),
    "of an invariant release": RiskProfile("1 + b/(p*q)", ["0<b<1"], variant="invariant"),
    "under bounded privacy in that limit": RiskProfile("2 - p*q", variant="bounded"),
    "with a known p": RiskProfile("1 + b/(p*q)", ["0<b<1"], fixed={"p": "p"}),
    "with a jump": RiskProfile("piecewise((r, p <= t), c)", ["r>1", "c>1", "0<t<1"]),
    "of two groups": RiskProfile("min(piecewise((r, q >= 1), oo), c)", ["r>1", "c>1"]),
    "of a maximum times a number": RiskProfile("r*max(p, q)/q", ["r>1"]),
    "in a limit where the other value is 0": RiskProfile("k*max(p, q)/p", ["k>1"]),
    "of a ridge": RiskProfile("max(q/p, p/q) + c", ["c>0"]),
    "of eps = 0": RiskProfile("1 + (p-1/2)**2 + (q-1/3)**2"),
    "of the least of several roots": RiskProfile("max(a/p, b/q)", ["a>1", "b>1"]),
    "inside the ranges of both priors": RiskProfile("1 + 1/p + 1/q"),
    "where one value is stationary": RiskProfile("1 + a/p + 1/q", ["a>0"]),
    "at the end of p for each a": RiskProfile("1 + a/p + 1/(2*q)", ["a>=1"]),
    "at the end of q for each a": RiskProfile("1 + a/p + 1/(2*q)", ["0<a<=1/100"]),
    "between the ends for each a": RiskProfile("1 + a/p + 1/(2*q)", ["1/10<=a<=1/8"]),
    "of a ridge in a box": RiskProfile("max(q/p, p/q) + c", ["c>0"], box=["p<=p1"]),
    "at the end of one prior": RiskProfile("1 + 1/(10*p) + 1/(20*q)"),
    "at roots of their own": RiskProfile("11/10 + (p-1/2)**2 + (q-1/3)**2"),
    "at longer roots of their own": RiskProfile("1 + p**2/q + 1/(5*p)"),
    "at roots of their own on a ridge": RiskProfile("max(6/(7*p*q**2), 2+2*(p+q)/(3*p)+1/(2*q))"),
    "on a ridge across which the bounds bend downward": RiskProfile("max(1/(4*p) + 8/5*q, 29/20 + 5/4*p/q)"),
    "of a ridge that ends at p = 1": RiskProfile("max(19/(20*p**2*q), 29/20 + 2/5*p + 19/10*q)"),
    "of a ridge that ends at q = 1": RiskProfile("max(1/(2*p*q**2), 29/20 + 2/5*q + 19/10*p)"),
    "along a path in a box of four ends": RiskProfile(
        "1 + b/(p*q)",
        ["0<b<1", "0<p0<=p1<=1", "0<q0<=q1<=1"],
        box=["p0<=p<=p1", "q0<=q<=q1"],
    ),
    "with a square number before its root": RiskProfile("1 + b/(p*q)", ["0<b<1"], box=["p>=1/2", "q>=1/2"]),
    "without any bound for a variant": RiskProfile("max(1/(p*q), 3)", variant="invariant"),
}


LOCATED = [
    OWN[kind]
    for kind in (
        "inside the ranges of both priors",
        "at the end of one prior",
        "at roots of their own",
        "at longer roots of their own",
        "at roots of their own on a ridge",
        "on a ridge across which the bounds bend downward",
        "of a ridge that ends at p = 1",
        "of a ridge that ends at q = 1",
    )
]
"""Profiles of which boxes say first where eps is least."""


@cache
def closed_form(kind: str) -> PiecewiseInfimum:
    if OWN[kind] in LOCATED:
        return derive(OWN[kind].bound).derived
    return infimum(OWN[kind])


@cache
def own(kind: str) -> TheoremFile:
    return theorem_file(closed_form(kind))


@pytest.fixture(scope="module")
def certified(compiled: Path) -> Callable[[str, Path], str]:
    """The theorems of a kind without the claims before them: these are compiled once for all tests."""
    (compiled / "Own").mkdir()

    @cache
    def claims(kind: str) -> str:
        name = f"Claims_{list(OWN).index(kind)}"
        head, _, _ = own(kind).text.partition(WORDS)
        assert not re.search("^Theorem (?!claim_)", head, re.MULTILINE)
        (compiled / "Own" / f"{name}.v").write_text(head)
        result = coqc(compiled, Path(f"Own/{name}.v"))
        assert result.returncode == 0, result.stderr
        return name

    def prepared(kind: str, folder: Path) -> str:
        for library in ("SymbolicEps", "KazanReiter", "Own"):
            (folder / library).symlink_to(compiled / library)
        head, words, theorems = own(kind).text.partition(WORDS)
        language, _, _ = head.partition("\n\n")
        return f"{language}\nFrom Own Require Import {claims(kind)}.\n{words}{theorems}"

    return prepared


@pytest.mark.slow
@pytest.mark.parametrize("kind", OWN)
def test_a_profile_of_ones_own_has_a_theorem(
    kind: str, certified: Callable[[str, Path], str], tmp_path: Path
) -> None:
    """Each branch has its theorem, and that they are all; a budget that is larger by 10^-6 has none."""
    made = own(kind)
    branches = closed_form(kind).branches
    assert len(made.names) == len(branches) + (len(branches) > 1)
    assert not made.missing
    text = certified(kind, tmp_path)
    (tmp_path / "Right.v").write_text(text)
    result = coqc(tmp_path, Path("Right.v"))
    assert result.returncode == 0, result.stderr
    assert set(re.findall(r"^([\w.]+) *(?=:|$)", result.stdout, re.MULTILINE)) - {"Axioms"} <= REAL_NUMBERS
    wrong = re.sub(r"\(Finite \((.*)\)\)\.", r"(Finite (\1 + 1/1000000)).", text)
    if kind.startswith("without any bound"):
        wrong = text.replace("Unbounded.", "(Finite 1).")
    assert wrong != text
    (tmp_path / "Wrong.v").write_text(wrong)
    assert coqc(tmp_path, Path("Wrong.v")).returncode != 0


@pytest.mark.slow
def test_with_the_product_fixed_the_border_decides(
    compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    (tmp_path / "SymbolicEps").symlink_to(compiled / "SymbolicEps")
    (tmp_path / "Right.v").write_text(text)
    assert coqc(tmp_path, Path("Right.v")).returncode == 0
    wrong = text.replace("* (X * (1 - X))", "* (X * (X - 1))")
    assert wrong != text
    (tmp_path / "Wrong.v").write_text(wrong)
    assert coqc(tmp_path, Path("Wrong.v")).returncode != 0


OWN_ERRORS = {
    "an edge that is not strict": ("with known priors", "  p*q*r < 1 ->", "  p*q*r <= 1 ->"),
    "a condition left out": ("with a box of a parameter", "  a <= p0*r ->\n", ""),
    "a condition shifted": ("with a box of a parameter", "  a <= p0*r ->", "  a <= 2*p0*r ->"),
    "another box": ("with a box of a parameter", "fun p q => p <= p0", "fun p q => p <= 2*p0"),
    "another profile": ("with a box of a parameter", "Rmax r (a/(p*q))", "Rmax r (a/(2*p*q))"),
    "a case dropped": ("with a box of a parameter", "  a <= p0*r \\/ a > p0*r.", "  a > p0*r."),
    "an edge in no case": (
        "with a box of a parameter",
        "  a <= p0*r \\/ a > p0*r.",
        "  a < p0*r \\/ a > p0*r.",
    ),
    "eps doubled": ("with a box of a parameter", "(Finite (ln(", "(Finite (2 * ln("),
    "a condition shifted to oo": ("with known priors", "  p*q*r >= 1 ->", "  p*q*r >= 9/10 ->"),
    "eps doubled in the limit of certainty": (
        "in the limit of certainty",
        "(Finite (ln(",
        "(Finite (2 * ln(",
    ),
    "a greater cap": ("of two caps", "Rmin r", "Rmax r"),
    "the other case": ("with a jump", "if Rle_lt_dec p t then r else c", "if Rle_lt_dec p t then c else r"),
    "a group for everyone": ("of two groups", "if Rle_lt_dec 1 q then Rmin c r else c", "Rmin c r"),
    "another setting": ("of an invariant release", "is_budget_in invariant", "is_budget"),
    "another sum": ("inside the ranges of both priors", "1 + 1/q + 1/p)", "1 + 1/q + 99/(100*p))"),
    "another root": ("inside the ranges of both priors", "= 0 -> y' = x')", "= 1/1000 -> y' = x')"),
    "another place at roots of their own": ("at roots of their own", "(q - 1/3)^2", "(q - 1/4)^2"),
    "a larger eps at roots of their own": (
        "at roots of their own",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "priors that are no such quotients": ("at roots of their own", "(Term (cons (", "(Term (cons (1 + "),
    "another ridge": ("at roots of their own on a ridge", "(6/(7*p*q^2))", "(5/(7*p*q^2))"),
    "a ridge of one side": (
        "at roots of their own on a ridge",
        "exists mu : R, 0 <= mu",
        "exists mu : R, 1 <= mu",
    ),
    "a bound that bends otherwise across a ridge": (
        "on a ridge across which the bounds bend downward",
        "(5*p/(4*q) + 29/20)",
        "(5*p/(4*q) + 28/20)",
    ),
    "a larger eps on a ridge": (
        "on a ridge across which the bounds bend downward",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "a slant that is not along the ridge": (
        "on a ridge across which the bounds bend downward",
        "apply (apart_along (",
        "apply (apart_along (1 + ",
    ),
    "ends between which a product does not lie": (
        "on a ridge across which the bounds bend downward",
        "apply (times_between P1 Q1 (",
        "apply (times_between P1 Q1 (1 + ",
    ),
    "another bound at the end of a ridge": ("of a ridge that ends at p = 1", "2*p/5 + ", "3*p/5 + "),
    "a larger eps at the end of a ridge": (
        "of a ridge that ends at p = 1",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
    "a larger closed form at the end of a ridge": (
        "of a ridge that ends at q = 1",
        "(Finite (ln(",
        "(Finite (1/1000 + ln(",
    ),
    "another way to the end of a ridge": (
        "of a ridge that ends at p = 1",
        "pose (moved := q + (",
        "pose (moved := q + (1 + ",
    ),
    "the other side of the end of a ridge": (
        "of a ridge that ends at q = 1",
        "assert (side0 : (z_p - moved) < 0)",
        "assert (side0 : (z_p - moved) > 0)",
    ),
    "the greatest root": ("of the least of several roots", "-> x' <= y')", "-> y' <= x')"),
    "an only root that has a rival": ("of the least of several roots", "-> x' <= y')", "-> y' = x')"),
    "another slanted ridge": ("of the least of several roots", "Rmax (a/p) (b/q)", "Rmax (a/p) (b/p)"),
    "a larger eps than that of the least root": (
        "of the least of several roots",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
}


STATIONARY = "where one value is stationary"

STATIONARY_ERRORS = {
    "a condition shifted": ("17*a^3 + 23*a^2 + 34*a > 4 ->", "17*a^3 + 23*a^2 + 34*a > 2 ->"),
    "the other condition shifted": ("17*a^3 + 23*a^2 + 34*a <= 4 ->", "17*a^3 + 23*a^2 + 34*a <= 5 ->"),
    "an edge in no case": (" > 4 \\/ ", " > 5 \\/ "),
    "another sum": ("(fun p q => a/p + 1 + 1/q)", "(fun p q => a/p + 1 + 101/(100*q))"),
    "a larger eps": ("(Finite (- ln x'))", "(Finite (- 2 * ln x'))"),
    "another root": ("- 2 = 0 -> y' = x')", "- 3 = 0 -> y' = x')"),
    "another closed form": ("(Finite (ln((4*sqrt(2)", "(Finite (ln((5*sqrt(2)"),
    "another combination of the slopes": (
        "[ring | rewrite level, even; ring]",
        "[rewrite level, even; ring | ring]",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", STATIONARY_ERRORS)
def test_coq_rejects_planted_errors_where_one_value_is_stationary(
    error: str, certified: Callable[[str, Path], str], tmp_path: Path
) -> None:
    right, wrong = STATIONARY_ERRORS[error]
    text = certified(STATIONARY, tmp_path)
    assert right in text
    (tmp_path / "Wrong.v").write_text(text.replace(right, wrong))
    assert coqc(tmp_path, Path("Wrong.v")).returncode != 0


AT_ENDS_ERRORS = {
    "another sum at p = 1": (
        "at the end of p for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "another sign of N": ("at the end of p for each a", "  0 <= (22*a^6", "  0 >= (22*a^6"),
    "another N": ("at the end of p for each a", "sqrt (1 + a) * (", "sqrt (2 + a) * ("),
    "the greatest root at p = 1": ("at the end of p for each a", "-> x' <= y')", "-> y' <= x')"),
    "another sum at q = 1": (
        "at the end of q for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "another closed form at q = 1": ("at the end of q for each a", "(Finite (ln(", "(Finite (ln(1/100 + "),
    "a greater T": ("at the end of q for each a", "0 < v < 1 -> (", "0 < v < 1 -> (- 1 + "),
    "another sum between the ends": (
        "between the ends for each a",
        "(fun p q => a/p + 1 + 1/(2*q))",
        "(fun p q => a/p + 1 + 2/(5*q))",
    ),
    "a condition shifted between the ends": ("between the ends for each a", " > 9/8 ->", " > 7/8 ->"),
    "a condition left out between the ends": (
        "between the ends for each a",
        "25*a^3/2 + 17*a^2/2 + 69*a/4 > 9/8 ->",
        "",
    ),
    "another N between the ends": ("between the ends for each a", "sqrt (1 + a) * (", "sqrt (2 + a) * ("),
    "a lower end between the ends": (
        "between the ends for each a",
        "1 - b < (1 + a + b) * X",
        "1 < (1 + a + b) * X",
    ),
    "a root that is only the least between the ends": (
        "between the ends for each a",
        "-> y = X)",
        "-> y < X)",
    ),
    "a larger eps between the ends": (
        "between the ends for each a",
        "(Finite (- ln x'))",
        "(Finite (- 2 * ln x'))",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("error", AT_ENDS_ERRORS)
def test_coq_rejects_planted_errors_where_an_end_decides(
    error: str, certified: Callable[[str, Path], str], tmp_path: Path
) -> None:
    kind, right, wrong = AT_ENDS_ERRORS[error]
    text = certified(kind, tmp_path)
    assert right in text
    (tmp_path / "Wrong.v").write_text(text.replace(right, wrong))
    assert coqc(tmp_path, Path("Wrong.v")).returncode != 0


TWO_TERMS_ERRORS = {
    "another a at the end of p": (NORM, "a = h * (h + 2 * w + 2)", "a = h * (h + 2 * w + 1)"),
    "a condition shifted at the end of q": (SECOND, ") <= 0 ->\n", ") <= 1 ->\n"),
    "another level at the end of p": (FIRST, "= 4 * (1 + a) * x^2 ->", "= 5 * (1 + a) * x^2 ->"),
    "an inside where the end of q may decide": (INSIDE, "-> 0 < (9*a^3*b", "-> 0 <= (9*a^3*b"),
}
"""In the lemmas behind the nine cases of 1 + a/p + b/q."""


@pytest.mark.parametrize(
    "error",
    [
        e if error[0] == NORM else pytest.param(e, marks=pytest.mark.slow)
        for e, error in TWO_TERMS_ERRORS.items()
    ],
)
def test_coq_rejects_planted_errors_in_the_lemmas_on_two_terms(
    error: str, compiled: Path, tmp_path: Path
) -> None:
    name, right, wrong = TWO_TERMS_ERRORS[error]
    steps = Contradictions(certain_judge(), ())
    needed = {FIRST: (NORM, FIRST), INSIDE: (NORM, FIRST, BELOW, INSIDE)}.get(name, (name,))
    *before, text = [lemma(each, steps) for each in needed]
    words = f"{WORDS} {' '.join(library_files(' '.join((*before, text))))}.\n"
    head = "\n".join([theorems(steps.used.values()), words, *before])
    assert right in text
    (tmp_path / "SymbolicEps").symlink_to(compiled / "SymbolicEps")
    for file, last, accepted in (("Right.v", text, True), ("Wrong.v", text.replace(right, wrong, 1), False)):
        (tmp_path / file).write_text(f"{head}{last}")
        result = coqc(tmp_path, Path(file))
        assert (result.returncode == 0) is accepted, result.stderr


LONG_ERRORS = (
    "priors that are no such quotients",
    "a larger eps than that of the least root",
    "another way to the end of a ridge",
)
"""Of these the theorem alone takes Coq 10 s and more."""


@pytest.mark.family(8)
@pytest.mark.parametrize(
    "error", [pytest.param(e, marks=[pytest.mark.slow] if e in LONG_ERRORS else []) for e in OWN_ERRORS]
)
def test_coq_rejects_planted_errors_in_ones_own(
    error: str, certified: Callable[[str, Path], str], tmp_path: Path
) -> None:
    kind, right, wrong = OWN_ERRORS[error]
    text = certified(kind, tmp_path)
    assert right in text
    (tmp_path / "Wrong.v").write_text(text.replace(right, wrong))
    result = coqc(tmp_path, Path("Wrong.v"))
    assert result.returncode != 0
    (line, *_) = re.findall(r'"./Wrong.v", line (\d+)', result.stderr)
    assert int(line) > text[: text.index("Proof.")].count("\n"), result.stderr


def test_a_denominator_in_the_interval_of_a_root_is_positive_by_its_factors() -> None:
    """(b + c u)^6 with c >= a > 0; what has both signs is none."""
    profile = RiskProfile("r", ["r>1", "b>0", "0<a", "a<=c", "u>0"])
    (branch,) = infimum(RiskProfile("r", ["r>1"])).branches
    case = BranchCase(profile, branch, Contradictions(certain_judge(), profile.parameters))
    b, c, u = map(parameter, "bcu")
    denominator = sp.expand((b + c * u) ** 6)
    text = shown_product(case, "d0", denominator)
    assert text.startswith(f"assert (d0 : 0 < {case.steps.text(denominator)})")
    assert "^6) by ring" in text
    with pytest.raises(UndecidedError, match="sign of a denominator"):
        shown_product(case, "d0", sp.expand((b - c * u) ** 3))


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
    made = theorem_file(replace(derived, branches=(first, replace(first))), patience=Patience(3))
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
    case = BranchCase(profile, branch, Contradictions(certain_judge(), ()))
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
