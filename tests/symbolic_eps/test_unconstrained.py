"""Profiles whose eps is infinite: every output says that they protect nothing, and what is to blame."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.cli import main
from symbolic_eps.enclosed.tabulated import table_of
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as P
from symbolic_eps.theory.symbols import PRIOR_VALUE as Q

# Arguments, and what the first line has to name.
UNCONSTRAINED = {
    "a slip in a parameter": (
        ["max(a/(p*q), r)", "--set", "a=5", "--set", "r=3"],
        "the part a/(p*q) = 5/(p*q) alone is at least 1/(p*q) everywhere",
    ),
    "the whole": (["2/(p*q)"], "2/(p*q) is at least 1/(p*q) everywhere"),
    "just so": (["1/(p*q)"], "1/(p*q) is at least 1/(p*q) everywhere"),
    "two parts": (["max(2/(p*q), 3/(p*q**2), 2)"], "each of the parts"),
    "none alone": (["max(1/p**2, 1/q**2)"], "the largest of"),
    "a minimum": (["min(2/(p*q), 3/(p*q))"], "each of"),
    "cases": (["piecewise((2/(p*q), p<=1/2), 3/(p*q))"], "where p <= 1/2"),
    "no bound": (["oo"], "it sets no bound"),
    "a box": (["5", "--box", "p>=1/2", "--box", "q>=1/2"], "the box (p >= 1/2 and q >= 1/2)"),
    "fixed priors": (["5", "--fix", "q=1", "--fix", "p=1/2"], "the fixed prior"),
    "not rational": (
        ["max(a*exp(p)/(p*q), 2)", "--set", "a=5"],
        "the part a*exp(p)/(p*q) = 5*exp(p)/(p*q) alone",
    ),
    "not rational, in a box": (["5+exp(p)", "--box", "p>=1/2", "--box", "q>=1/2"], "the box"),
}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] * (name == "none alone"))
        for name, case in UNCONSTRAINED.items()
    ],
)
def test_the_first_line_says_that_nothing_is_protected_and_why(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recommend", *arguments]) == 0
    said = capsys.readouterr()
    first = said.out.splitlines()[0]
    assert "protects nothing" in first and named in first
    assert "eps = oo" in said.out and "%" not in said.out
    assert "released count" not in said.out and "promises" not in said.out
    assert said.err.count("\n") == 1 and named in said.err


@pytest.mark.parametrize("name", ["a slip in a parameter", "two parts", "no bound", "a box", "not rational"])
def test_json_has_no_noise_and_names_the_blame(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, named = UNCONSTRAINED[name]
    assert main(["recommend", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["noise"] is None and found["guarantee"] is None and found["epsilon_double"] == "oo"
    assert named in found["blame"]["reason"]


def test_a_finite_eps_blames_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["blame"] is None and found["noise"] is not None


def test_what_is_no_formula_is_blamed_as_a_whole() -> None:
    points = [("1/2", "1/2", 5), (1, "1/2", 5), ("1/2", 1, 5), (1, 1, 5)]
    found = recommend(table_of(points, "lower"), box=["p>=1/2", "q>=1/2"])
    assert found.noise is None and found.blame is not None and found.blame.culprit.value == "whole"


tenths = st.integers(min_value=1, max_value=30).map(lambda k: sp.Rational(k, 10))


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(first=tenths, second=tenths, third=tenths)
def test_blamed_parts_are_those_that_suffice_alone(
    first: sp.Rational, second: sp.Rational, third: sp.Rational
) -> None:
    # k/(p q) is at least 1/(p q) exactly for k >= 1; k/p exactly never, as q is arbitrarily small.
    bound = sp.Max(first / (P * Q), second / (P * Q**2), 1 + third / P, evaluate=False)
    found = recommend(bound)
    enough = {value for k, value in ((first, first / (P * Q)), (second, second / (P * Q**2))) if k >= 1}
    assert (found.epsilon is sp.oo) == bool(enough)
    assert (found.noise is None) == bool(enough)
    assert enough == ({part.value for part in found.blame.parts} if found.blame else set())


def test_sweep_says_how_many_points_protect_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["sweep", "max(a/(p*q), 3)", "--vary", "a=1/2,1,2", "--output", str(tmp_path / "eps.csv")]
    assert main([*arguments]) == 0
    assert "2 of them protect nothing (eps = oo)" in capsys.readouterr().err
    (tmp_path / "eps.csv").unlink()
    (tmp_path / "eps.csv.sweep").unlink()
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unconstrained"] == 2


DESIGN = ["--find", "a", "--assume", "0<a<=2", "--epsilon", "100000"]


def test_design_gives_no_error_of_0_where_nothing_is_protected(capsys: pytest.CaptureFixture[str]) -> None:
    # eps = log((3 - a)/(1 - a))/2 below a = 1 and oo from there on; no goal is beyond it.
    assert main(["design", "max(a/p, 3, 1/(2*p))", "--fix", "q=1", *DESIGN]) == 0
    said = capsys.readouterr().out
    assert "protects nothing" in said and "RMSE" not in said


def test_derive_says_of_a_branch_that_it_protects_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "max(a/(p*q), 3)", "--assume", "a>0"]) == 0
    said = capsys.readouterr()
    assert "the caps protect nothing there" in said.out and "protects nothing where a >= 1" in said.err
