"""The commands explain, design, sensitivity and split: their JSON, and one line for bad input."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps.cli import main

COMMANDS = ("explain", "design", "sensitivity", "split")
DURHAM = ["design", "max(a/p, r)", "--find", "a", "--assume", "0<a<1", "--set", "r=5", "--fix", "q=1"]
CROSSING = ["--crossing", "1/10", "--count", "25", "--threshold", "24.072"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def contains(interval: dict[str, str], value: Fraction) -> bool:
    return Fraction(interval["lower"]) <= value <= Fraction(interval["upper"])


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, command, "--help")
    assert (status, err) == (0, "") and f"Example: symbolic-eps {command}" in out


def test_explain_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "explain", "log(9)", "--fix", "q=1", "--prior", "p=1/10,q=1")
    worst = found["worst"]["relative risk"]
    assert (
        contains(worst["largest"]["value"], Fraction(9)) and worst["largest"]["attained"]["kind"] == "limit"
    )
    assert contains(worst["least"]["value"], Fraction(1, 9))
    assert contains(found["worst"]["change"]["largest"]["value"], Fraction(1, 2))
    assert contains(found["at"][0]["measures"]["posterior"]["lower"], Fraction(1, 82))
    assert found["proof"]["grade"] == "exact" and found["proof"]["theorems"]
    p, q, x = sp.symbols("p q x")
    upper = sp.sympify(found["bounds"]["relative risk"]["upper"])
    assert sp.simplify(upper - 1 / (p * q + p * (1 - q) * x**2 + (1 - p) * x)) == 0


def test_explain_irrational_values_are_enclosed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "explain", "1")
    largest = found["worst"]["relative risk"]["largest"]["value"]  # e^2
    assert Fraction(largest["lower"]) < Fraction("7.38905609893065022723") < Fraction(largest["upper"])


def test_design_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *DURHAM, *CROSSING)
    assert (found["outcome"], found["exact"], found["proposed"]) == ("solved", "1/2", "0.5")
    assert contains(found["smallest"], Fraction(1, 2)) and found["proof"]["monotone"] == "exact"
    never = document(capsys, *DURHAM[:5], "0<a<1/10", *DURHAM[6:], *CROSSING)
    assert never["outcome"] == "never" and never["proposed"] is None


def test_sensitivity_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sensitivity", "max(a/p, r)", "--assume", "0<a<1, r>1", "--fix", "q=1"]
    found = document(capsys, *arguments, "--set", "a=1/2", "--set", "r=5")
    # eps = log((r - a)/(1 - a))
    assert (
        found["sensitivities"]["a"]["below"]["exact"]
        == found["sensitivities"]["a"]["above"]["exact"]
        == "16/9"
    )
    assert contains(found["sensitivities"]["r"]["above"]["value"], Fraction(2, 9))
    a, r = sp.symbols("a r")
    formula = sp.sympify(found["sensitivities"]["a"]["above"]["formula"])
    assert sp.simplify(formula - (r - 1) / ((r - a) * (1 - a))) == 0


def test_sensitivity_of_a_profile_with_a_symbolic_prior(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sensitivity", "r", "--assume", "r>1", "--fix", "p=1", "--fix", "q"]
    status, out, _ = run(capsys, *arguments, "--set", "r=2", "--set", "q=1/4")
    # (19): eps = log((1 - q)/(1/r - q))/2; d/dq = (1/(1/r - q) - 1/(1 - q))/2 = (4 - 4/3)/2 = 4/3
    assert status == 0 and "d eps/d q   4/3" in out


def test_sensitivity_without_values_gives_formulas(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "sensitivity", "max(a/(p*q), r)", "--assume", "0<a<1<r", "--fix", "p=1/20")
    a, r, x = sp.symbols("a r x", positive=True)
    # (16): F = p (1 - q) x^2 + (1 - p) x + p q - 1/r at q = min(1, a/(r p)), times 20.
    inner = ((1 - 20 * a / r) * x**2 + 19 * x + 20 * a / r - 20 / r).subs({a: "1/50", r: 3})
    (root,) = (value for value in sp.solve(inner, x) if value > 0)
    step = sp.Rational(1, 10**10)
    values = {"a": sp.Rational(1, 50), "r": sp.Integer(3), "x": root}
    (branch,) = (b for b in found["branches"] if sp.sympify(b["condition"]).subs(values) == sp.true)
    eps = sp.sympify(branch["epsilon"])
    for name in ("a", "r"):
        moved = [eps.subs({**values, name: values[name] + k * step}) for k in (-1, 1)]
        quotient = sp.N((moved[1] - moved[0]) / (2 * step), 40)
        derivative = sp.N(sp.sympify(branch["derivatives"][name]).subs(values), 40)
        assert abs(quotient - derivative) < sp.Float("1e-15") and abs(derivative) > 0.01
    status, out, _ = run(capsys, "sensitivity", "r", "--assume", "r>1")
    assert status == 0 and "always: eps = log(r)/2\n  d eps/d r = 1/(2*r)\n" in out


def test_sensitivity_for_a_variant_of_the_bound(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sensitivity", "r", "--assume", "r>1", "--set", "r=2", "--variant", "bounded"]
    # at p q -> 0 the relative risk is at most 1/x, hence eps = log(r)
    assert document(capsys, *arguments)["sensitivities"]["r"]["above"]["exact"] == "1/2"


def test_split_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "split", "log(9)", "--weights", "1,1,2")
    assert [release["weight"] for release in found["releases"]] == ["1/4", "1/4", "1/2"]
    whole = sum(Fraction(release["epsilon_double"]) for release in found["releases"])
    assert whole <= Fraction(found["epsilon"]["upper"])
    assert contains(found["releases"][2]["decay"], Fraction(1, 3))


def test_split_of_a_profile_without_an_exact_form_is_on_the_safe_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run(capsys, "split", "--profile", "1+exp(p)", "--fix", "q=1", "--releases", "2")
    assert status == 0 and "2 releases" in out


def test_variants_of_the_bound(capsys: pytest.CaptureFixture[str]) -> None:
    # r* = r for all priors: eps = log(r)/2 for Theorem 1, log(r) where one step of x takes the place of two.
    asked = ["design", "r", "--find", "r", "--assume", "r>1", "--epsilon", "log(3)", "--variant"]
    assert [document(capsys, *asked, v)["exact"] for v in ("unbounded", "bounded", "invariant")] == [
        "9",
        "3",
        "3",
    ]
    found = document(capsys, "explain", "log(3)", "--variant", "bounded", "--prior", "p=1/2,q=1/2")
    # p q = 1/4: 1/(1/4 + 3/4 * 1/3) = 2 and 1/(1/4 + 3/4 * 3) = 2/5
    at = found["at"][0]["measures"]["relative risk"]
    assert contains(at["upper"], Fraction(2)) and contains(at["lower"], Fraction(2, 5))
    assert found["variant"] == "bounded" and found["proof"]["grade"] == "exact"
    release = document(capsys, "split", "log(9)", "--releases", "2", "--variant", "bounded")["releases"][0]
    p, q, x = sp.symbols("p q x")
    assert sp.simplify(sp.sympify(release["alone"]) - 1 / (p * q + (1 - p * q) * x)) == 0


def test_recommend_says_how_likely_noise_crosses_a_threshold(capsys: pytest.CaptureFixture[str]) -> None:
    # Durham: eps = log 9, one step of noise from the target: x/(1 + x) = 1/10.
    asked = ["recommend", "max(a/p, r)", "--set", "a=1/2", "--set", "r=5", "--fix", "q=1"]
    found = document(capsys, *asked, "--count", "25", "--threshold", "24.072")["noise"]
    assert found["crossing"]["probability"] == {"lower": "0.1", "upper": "0.1"}
    assert found["crossing"]["threshold"] == "3009/125"
    assert found["laplace"]["crossing"]["count"] == "25"
    enclosed = document(capsys, "recommend", "2+exp(-p*q)", "--count", "25", "--threshold", "24")["noise"]
    # the Laplace mechanism's tail is x/2, the geometric one's x/(1 + x)
    half = Fraction(enclosed["laplace"]["crossing"]["probability"]["lower"])
    assert 0 < Fraction(enclosed["crossing"]["probability"]["lower"]) - 2 * half / (1 + 2 * half) < 1e-11


@pytest.mark.parametrize("profile", ["max(1/(2*p), 5)", "max(1/(2*p), 5) + exp(-9999)"])
def test_recommend_json_has_the_curve_that_is_guaranteed(
    profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, "recommend", profile, "--fix", "q=1")["guarantee"]
    (point,) = (point for point in found if point["prior"] == "1/10")
    # eps = log 9 at p = 1/10: posteriors (1/10)/(1/10 + 9/10 x), x = 1/9 or 9
    for side, value in (("lower", Fraction(1, 82)), ("upper", Fraction(1, 2))):
        low, high = (Fraction(point["posterior"][side][end]) for end in ("lower", "upper"))
        assert abs(low - value) < 1e-9 and abs(high - value) < 1e-9


def test_results_go_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "result.json"
    assert run(capsys, "explain", "1", "--json", "--output", str(path)) == (0, "", "")
    assert json.loads(path.read_text(encoding="utf-8"))["epsilon"]["exact"] == "1"


BAD = [
    ["explain", "x"],
    ["explain", "1/0"],
    ["explain", "oo"],
    ["explain", "1e9"],
    ["explain", "1e400"],
    ["explain", "log(0)"],
    ["explain", "1", "--fix", "q=0"],
    ["explain", "1", "--fix", "q=1", "--fix", "q=1"],
    ["explain", "1", "--box", "p<=q"],
    ["explain", "1", "--box", "p>1"],
    ["explain", "1", "--prior", "p=1/2"],
    ["explain", "1", "--variant", "other"],
    ["explain", "1", "--prior", "p=1/2,q=2"],
    ["explain", "1", "--output", "/nowhere/at/all"],
    DURHAM,
    [*DURHAM, "--rmse", "1", "--epsilon", "1"],
    [*DURHAM, "--crossing", "1/10"],
    [*DURHAM, "--rmse", "0"],
    [*DURHAM, "--rmse", "1", "--count", "3"],
    [*DURHAM, *CROSSING, "--mechanism", "gauss"],
    ["design", "r", "--find", "r", "--assume", "r>3, r<2", "--rmse", "1"],
    ["design", "r", "--find", "r", "--assume", "1/2<r<1", "--rmse", "1"],
    ["sensitivity", "r", "--assume", "r>1", "--set", "r=1/2"],
    ["sensitivity", "r", "--assume", "r>1", "--set", "t=2"],
    ["sensitivity", "max(a/p, r)", "--set", "a=1/2", "--set", "r=2"],
    ["sensitivity", "r", "--assume", "r>1", "--variant", "none"],
    ["split"],
    ["split", "1"],
    ["split", "1", "--releases", "-1"],
    ["split", "1", "--weights", "1,,2"],
    ["split", "1", "--profile", "3", "--releases", "2"],
    ["split", "--profile", "oo", "--releases", "2"],
    ["split", "1", "--releases", "2", "--mechanism", "gauss"],
    ["recommend", "3", "--count", "25"],
    ["recommend", "3", "--count", "x", "--threshold", "2"],
    ["recommend", "3", "--plot", "a.gif"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:60])
def test_bad_input_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("symbolic-eps: error: ") and err.count("\n") == 1 and "Traceback" not in err


def test_what_cannot_be_proved_has_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(
        capsys, "design", "max((1-a)/(p*q), 3)", "--find", "a", "--assume", "0<a<1", "--rmse", "1"
    )
    assert (status, out) == (1, "") and "eps falls as" in err and err.count("\n") == 1
