"""A derivation as it is told: the signs it speaks of are the true ones, and every format carries it."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.closed_forms.evaluate import branch_at, holds_at
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.groups import read_group
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.report.derivation import prose, record
from symbolic_eps.report.derivation_steps import Replay, deciding_piece
from symbolic_eps.report.envelope import dumped
from symbolic_eps.report.prose import Line, as_latex, as_markdown, as_text, plain
from symbolic_eps.theory.symbols import DECAY, parameter
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from verify.language.condition import Condition, conditions_of

TOLD: dict[str, tuple[Mapping[str, Any], tuple[Mapping[str, str], ...]]] = {
    "(33), q fixed": (
        {"profile": "max(a/(p*q), r)", "assumptions": ["0<a<1<r"], "fixed": ["q"]},
        (
            {"a": "1/2", "r": "3", "q": "1/10"},
            {"a": "1/8", "r": "3", "q": "1/2"},
            {"a": "1/20", "r": "3", "q": "1/5"},
        ),
    ),
    "(33), p at most t": (
        {"profile": "max(a/(p*q), r)", "assumptions": ["0<a<1<r"], "box": ["p<=t"]},
        ({"a": "1/4", "r": "3", "t": "1/2"}, {"a": "1/2", "r": "3", "t": "1/10"}),
    ),
    "constant, a box": (
        {"profile": "r", "assumptions": ["r>1"], "box": ["p0<=p<=p1", "q>=q0"]},
        (
            {"r": "3", "p0": "1/4", "p1": "1/2", "q0": "1/2"},
            {"r": "3", "p0": "1/4", "p1": "1/2", "q0": "1/8"},
        ),
    ),
    "difference": ({"difference": "b", "assumptions": ["0<b<1"]}, ({"b": "1/3"},)),
    "insiders": (
        {
            "profile": [read_group("r; fix: q=1; name: insiders"), read_group("c")],
            "assumptions": ["r>1, c>1"],
        },
        ({"r": "2", "c": "3"}, {"r": "2", "c": "5"}),
    ),
}


@pytest.fixture(scope="module")
def derived() -> Callable[[str], Derivation]:
    known: dict[str, Derivation] = {}

    def find(name: str) -> Derivation:
        if name not in known:
            known[name] = derive(**TOLD[name][0])
        return known[name]

    return find


@dataclass(frozen=True)
class Sign:
    """What a line says of the sign of d X/d v, where other priors are already put at an end."""

    prior: sp.Symbol
    eps_rises: bool
    slope: sp.Expr
    placed: Mapping[sp.Symbol, sp.Expr]
    cases: tuple[Condition, ...]


def signs_told(lines: list[Line]) -> Iterator[Sign]:
    """The lines read back, not the steps they are made of."""
    placed: dict[sp.Symbol, sp.Expr] = {}
    cases: list[Condition] = []
    for line in lines:
        words = plain(line)
        formulas = line.note.formulas
        if words.startswith("Put"):
            prior, value = formulas[0].args
            placed = {u: e.subs(prior, value) for u, e in placed.items()} | {prior: value}
        elif words.startswith("Whether"):
            cases += [
                c for formula in formulas if isinstance(formula, sp.Rel) for c in conditions_of(formula)
            ]
        elif words.startswith("eps is"):
            (slope,) = formulas or (sp.S.Zero,)
            prior = parameter(words.split(" in ")[1][0])
            yield Sign(prior, "increasing" in words, slope, dict(placed), tuple(cases))


def numeric(expression: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> Callable[..., float]:
    """A function of p, q and x."""
    compiled = sp.lambdify([*PRIORS, DECAY], expression.subs(values), "math")
    return lambda p, q, x=0.0: float(compiled(p, q, x))


def root_of(
    piece: ConstrainedPiece, values: Mapping[sp.Symbol, sp.Expr]
) -> Callable[[float, float], float | None]:
    """The root of F in x = e^-eps at a pair of priors, if there is one in (0, 1]."""
    coefficients = [numeric(piece.polynomial.coeff(DECAY, k), values) for k in range(3)]

    def root(p: float, q: float) -> float | None:
        c, b, a = (coefficient(p, q) for coefficient in coefficients)
        if c >= 0 or a + b + c < 0 or (a == 0 and b == 0):
            return None
        return 2 * -c / (b + math.sqrt(max(b * b - 4 * a * c, 0)))

    return root


def false_signs(
    sign: Sign, piece: ConstrainedPiece, values: Mapping[sp.Symbol, sp.Expr], seed: str
) -> tuple[int, int]:
    """At how many points the sign was looked at, and at how many it is another."""
    random, looked, wrong = Random(seed), 0, 0
    if sign.prior in sign.placed:
        return 0, 0
    root, slope = root_of(piece, values), numeric(sign.slope, values)
    within = [numeric(c.closure.polynomial, values) for c in (*piece.conditions, *sign.cases)]
    ends = {v: numeric(value, values) for v, value in sign.placed.items()}
    orientation = 1 if sign.eps_rises else -1
    for _ in range(200):
        drawn = {v: random.uniform(0.01, 0.99) for v in PRIORS}
        moved = {**drawn, sign.prior: drawn[sign.prior] + 1e-4}
        here, there = (
            [ends[v](at[p], at[q]) if v in ends else at[v] for v in PRIORS] for at in (drawn, moved)
        )
        x, y = root(*here), root(*there)
        if x is None or y is None or min(f(*here) for f in within) < 0:
            continue
        looked += 1
        wrong += orientation * slope(*here, x) < -1e-9 or orientation * (y - x) > 1e-9
    return looked, wrong


def lines_of(found: Derivation, branch: Branch) -> tuple[ConstrainedPiece, list[Line]]:
    piece = deciding_piece(found.profile, branch)
    assert piece is not None
    return piece, list(Replay(found.profile, piece, branch.conditions).lines(branch.steps))


def branches_told(found: Derivation, name: str) -> Iterator[tuple[Branch, dict[sp.Symbol, sp.Expr]]]:
    for given in TOLD[name][1]:
        values = {parameter(k): sp.Rational(v) for k, v in given.items()}
        branch = branch_at(found.derived, values)
        if branch.polynomial is not None:
            yield branch, values


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD)
def test_signs_that_are_told_are_true(name: str, derived: Callable[[str], Derivation]) -> None:
    found, looked = derived(name), 0
    for branch, values in branches_told(found, name):
        piece, lines = lines_of(found, branch)
        for sign in signs_told(lines):
            if all(holds_at(c, values) for c in sign.cases if c.symbols <= set(values)):
                seen, wrong = false_signs(sign, piece, values, f"{name} {sign.prior} {values}")
                assert wrong == 0, (name, sign)
                looked += seen
    assert looked > 0 or name == "difference"  # whose q is at a critical point, and p by the product


def test_a_planted_sign_is_seen(derived: Callable[[str], Derivation]) -> None:
    found = derived("(33), q fixed")
    for branch, values in branches_told(found, "(33), q fixed"):
        other = {"increasing": "decreasing", "decreasing": "increasing"}
        turned = tuple(replace(s, words=other.get(s.words, s.words)) for s in branch.steps)
        piece, lines = lines_of(found, replace(branch, steps=turned))
        assert sum(false_signs(sign, piece, values, "planted")[1] for sign in signs_told(lines)) > 0


@pytest.mark.family(9)
@pytest.mark.parametrize("name", TOLD)
def test_what_remains_is_f_at_the_place(name: str, derived: Callable[[str], Derivation]) -> None:
    """Following the lines alone leads to the polynomial of the branch."""
    found = derived(name)
    for branch, _ in branches_told(found, name):
        piece, lines = lines_of(found, branch)
        placed: dict[sp.Symbol, sp.Expr] = {}
        for line in lines:
            if plain(line).startswith("Put"):
                prior, value = line.note.formulas[0].args
                placed = {u: e.subs(prior, value) for u, e in placed.items()} | {prior: value}
        if any(plain(line).startswith("Inside") for line in lines):
            continue
        left = sp.numer(sp.together(piece.polynomial.subs(placed, simultaneous=True)))
        assert branch.polynomial is not None
        assert sp.expand(left) != 0 and sp.rem(left, branch.polynomial, DECAY) == 0


@pytest.mark.slow
def test_reasons_name_box_joint_and_limit(derived: Callable[[str], Derivation]) -> None:
    told = {name: as_text(prose(derived(name))) for name in TOLD}
    assert "Put p at its end p = t: there the box ends, p <= t." in told["(33), p at most t"]
    joint = (
        "Put p at its end p = a/(q*r): there r and a/(p*q) are equal; beyond it the other one bounds the risk"
    )
    assert joint in told["(33), q fixed"]
    assert "Put q at its end q = 0: priors may be as small as one likes" in told["insiders"]
    assert "r* depends on p and q only through their product t" in told["difference"]
    # Joined cases: the sign that is told holds on a part, and the line says so.
    assert "here q*r + q > 1; elsewhere in this case it comes to the same value." in told["(33), q fixed"]
    assert "here q*r + q < 1." in told["(33), q fixed"]


def test_product_name_is_not_a_parameter() -> None:
    found = derive("t", ["t>1"])
    assert "through their product m, and with m held fixed" in as_text(prose(found))


def test_question_is_told_with_groups_caps_and_variant() -> None:
    found = derive(
        [read_group("posterior: 1/2; fix: q=1/4; name: insiders"), read_group("3")], variant="bounded"
    )
    text = as_text(prose(found))
    for words in (
        "Group insiders (where q = 1/4):",
        "posterior <= 1/2, that is, posterior / prior <= 1/(2*p*q)",
        "Group 2:",
        "differ in the value of one record",
        "Each cap and its bound on the relative risk say the same.",
    ):
        assert words in text


def test_decimals_are_cut_off_and_enclose() -> None:
    found = derive("1 + 1/(4*p*q)", fixed={"p": "1/2"})
    text, shown = as_text(prose(found)), record(found)
    # 9 x^3 + 21 x^2 + 11 x - 9 has its positive root at x = 0.42026...: eps = 0.8668730903...
    x = max(sp.Poly(9 * DECAY**3 + 21 * DECAY**2 + 11 * DECAY - 9, DECAY).nroots(n=30), key=sp.re)
    digits = str(sp.N(-sp.log(x), 25))[:14]
    assert f"In decimals: {digits}..." in text
    lower, upper = (Fraction(shown["enclosure"][end]) for end in ("lower", "upper"))
    assert lower < Fraction(str(sp.N(-sp.log(x), 25))) < upper and upper - lower < Fraction(1, 10**12)
    assert "enclosure" not in record(derive("r", ["r>1"]))
    assert record(derive("oo"))["enclosure"] == {"lower": "oo", "upper": "oo", "closed_form": "oo"}


def test_a_budget_of_0_is_explained() -> None:
    words = "Only a release that does not depend on the data"
    assert words in as_text(prose(derive("1"))) and words not in as_text(prose(derive("2")))


def test_record_is_a_row_of_the_table(derived: Callable[[str], Derivation]) -> None:
    for name in TOLD:
        row = record(derived(name))
        assert {"id", "profile", "fixed", "assumptions", "branches", "proof", "printed"} <= set(row)
        assert row["proof"]["grade"] == "exact" and row["proof"]["certificates"] and row["open"] == []
        for branch in row["branches"]:
            assert sp.sympify(branch["condition"]) is not None
            assert set(branch["proof"]["certificates"]) <= set(row["proof"]["certificates"])
            for place in branch["attained"]:
                assert place["kind"] in {"point", "limit", "segment"}
            if branch["epsilon"] != "oo":
                assert branch["why"][0].startswith("The bound that decides")
    cubic = record(derive("1 + 1/(4*p*q)", fixed={"p": "1/2"}))["branches"][0]
    assert cubic["epsilon"] is None and cubic["root_of"]["variable"] == "x"
    low, high = map(sp.Rational, cubic["root_of"]["between"])
    assert sp.Poly(sp.sympify(cubic["root_of"]["polynomial"])).count_roots(low, high) == 1


def test_open_regions_are_told_and_nothing_is_claimed_there() -> None:
    honest = derive("r", ["r>1"])
    region = OpenRegion((Condition(parameter("r") - 2, honest.profile.assumptions[0].relation),), "too hard")
    found = replace(honest, derived=replace(honest.derived, open=(region,)))
    text = as_text(prose(found))
    assert "Open: nothing is claimed here" in text and "open: r > 2" in text and "because: too hard" in text
    assert "Open are the parameters with r > 2." in text and "All others are in a case." in text
    assert "all parameters are in a case" not in text
    assert record(found)["open"] == [{"condition": "r > 2", "reason": "too hard"}]


def test_where_it_is_not_known_what_is_open_none_are_said_to_be_in_a_case() -> None:
    honest = derive("r", ["r>1"])
    assert "all parameters are in a case" in as_text(prose(honest))
    found = replace(honest, derived=replace(honest.derived, open=(OpenRegion((), "a gap"),)))
    text = as_text(prose(found))
    assert "which parameters that are" in text and "in a case" not in text


@pytest.mark.parametrize("name", TOLD)
def test_formats_say_the_same(name: str, derived: Callable[[str], Derivation]) -> None:
    document = prose(derived(name))
    text, markdown, tex = as_text(document), as_markdown(document), as_latex(document)
    assert markdown.count("\n## ") == len(document.parts) == tex.count(r"\subsection*")
    assert tex.count(r"\begin{itemize}") == tex.count(r"\end{itemize}") and tex.count("$") % 2 == 0
    assert markdown.count("$") % 2 == 0 and "`" not in text + markdown + tex
    assert dumped(record(derived(name))).startswith("{")


@pytest.mark.parametrize("name", ["(33), p at most t", "insiders"])
def test_latex_compiles(name: str, derived: Callable[[str], Derivation], tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex: the LaTeX document is not compiled")
    (tmp_path / "derivation.tex").write_text(as_latex(prose(derived(name))))
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "derivation.tex"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout[-2000:]


def test_where_both_priors_are_fixed_the_value_is_reached_there() -> None:
    told = as_text(prose(derive("3", fixed={"p": "1/2", "q": "1/3"})))
    assert "\n  - at the fixed priors\n" in told
