"""`symbolic-eps at-risk sensitivity` and `cost` as typed: numbers, wishes, figures, bad input."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

from symbolic_eps.answers.privacy_cost import privacy_cost
from symbolic_eps.answers.sampled_sensitivity import sampled_sensitivity
from symbolic_eps.cli import main
from symbolic_eps.figures.privacy_cost import costs
from symbolic_eps.figures.sampled_sensitivity import order_statistic
from tests.json_schemas import validated

WORKED = {
    "sensitivity": ["-n", "1000", "-m", "900", "--level", "9/10", "--eps0", "1", "--eps", "1/2"],
    "cost": ["--eps0", "1/2", "--c", "1", "--scale", "550000"],
}


def document(capsys: pytest.CaptureFixture[str], command: str, *typed: str) -> dict[str, Any]:
    assert main(["at-risk", command, *typed, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return validated(out, f"at-risk-{command}")


def error(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(["at-risk", *typed]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("symbolic-eps: error: ")
    return err


def is_enclosed(number: dict[str, str], value: mpmath.mpf) -> bool:
    low, high = mpmath.mpf(number["lower"]), mpmath.mpf(number["upper"])
    slack = abs(value) * mpmath.mpf(10) ** -35  # of the reference
    return bool(low - slack <= value <= high + slack and high - low <= abs(value) * mpmath.mpf(10) ** -20)


@pytest.mark.parametrize(
    ("eps", "where"),
    [("1", "any number of"), ("2", "up to 3"), ("9/4", "any number of"), ("3", "any number of")],
)
def test_from_eps0_on_the_probability_is_1_on_any_number_of_coordinates(
    capsys: pytest.CaptureFixture[str], eps: str, where: str
) -> None:
    assert main(["at-risk", "sensitivity", "-n", "9", "-m", "9", "--eps0", "9/4", "--eps", eps]) == 0
    assert f"S_(m)/eps0 on {where} coordinates" in capsys.readouterr().out


def test_sensitivity_is_as_agreed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "sensitivity", *WORKED["sensitivity"])
    with mpmath.workdps(50):
        small = mpmath.exp(-mpmath.mpf(1) / 2) * mpmath.sinh(mpmath.mpf(1) / 4)
        level = (
            sum(mpmath.binomial(1000, j) * mpmath.mpf(9) ** j for j in range(900)) / mpmath.mpf(10) ** 1000
        )
        assert is_enclosed(found["probability"], mpmath.mpf(900) / 1001)
        assert is_enclosed(found["level"], level)
        assert is_enclosed(found["mechanism"], small)
        assert is_enclosed(found["combined"], small * 900 / 1001)
        assert is_enclosed(found["share_combined"], small * 9 / 10)
    assert found["probability"]["closed_form"] == "900/1001"
    assert found["randomness"]["level"] == "over the sample alone"


def test_without_level_and_eps_only_the_first_probability_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, "sensitivity", "-n", "9", "-m", "9")
    assert found["probability"]["closed_form"] == "9/10"
    assert [found[name] for name in ("level", "mechanism", "combined", "share_combined")] == [None] * 4


@pytest.mark.parametrize(
    "typed, n, m",
    [
        (["-n", "1000", "--probability", "9/10"], 1000, 901),
        (["--probability", "0.99"], 99, 99),
        (["-n", "1000", "--level", "9/10", "--confidence", "19/20"], 1000, 916),
        (["--level", "9/10", "--confidence", "19/20"], 29, 29),
    ],
)
def test_wish_finds_the_least_rank_or_sample(
    typed: list[str], n: int, m: int, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, "sensitivity", *typed)
    assert (found["n"], found["m"]) == (n, m)
    sure = found["probability"] if found["level"] is None else found["level"]
    assert Fraction(sure["upper"]) >= Fraction(typed[-1])


def test_cost_is_as_agreed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "cost", *WORKED["cost"])
    with mpmath.workdps(50):
        half = mpmath.mpf(1) / 2

        def probability(eps: mpmath.mpf) -> mpmath.mpf:
            return mpmath.exp(-half / 2) * mpmath.sinh(eps / 2)

        def cost(eps: mpmath.mpf) -> mpmath.mpf:
            gamma = probability(eps)
            return 550000 * (gamma * mpmath.exp(-1 / eps) + (1 - gamma) * mpmath.exp(-1 / half))

        eps = mpmath.findroot(lambda at: mpmath.diff(cost, at), mpmath.mpf("0.29"), tol=1e-40)
        assert abs(eps - mpmath.mpf(found["eps"]["lower"])) < mpmath.mpf(10) ** -18
        exact = mpmath.mpf(found["eps"]["lower"])
        assert abs(cost(exact) - mpmath.mpf(found["cost"]["lower"])) < mpmath.mpf(10) ** -15
        assert abs(probability(exact) - mpmath.mpf(found["probability"]["lower"])) < mpmath.mpf(10) ** -19
        assert is_enclosed(found["cost_at_eps0"], 550000 * mpmath.exp(-2))
    assert found["unique"] is True and found["proved"] is True and len(found["stationary"]) == 1
    assert "eps0 <= 7" in found["condition"]
    for name in ("eps", "probability", "cost"):
        low, high = Fraction(found[name]["lower"]), Fraction(found[name]["upper"])
        assert 0 < high - low <= low / 10**20


def test_several_minima_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "cost", "--eps0", "10", "--c", "1/50", "--scale", "1")
    assert found["unique"] is False and found["proved"] is False and len(found["stationary"]) == 3
    assert main(["at-risk", "cost", "--eps0", "10", "--c", "1/50", "--scale", "1"]) == 0
    assert "local minima and maxima in turn" in capsys.readouterr().out


def test_permitted_interval_is_safe_in_doubles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["at-risk", "cost", *WORKED["cost"], "--budget", "70000", "--error", "2"]) == 0
    out = capsys.readouterr().out
    low, high = (
        float(line.rpartition(" ")[2])
        for line in out.splitlines()
        if line.lstrip().startswith(("eps from", "to "))
    )
    found = privacy_cost("1/2", 1, 550000, budget=70000)
    assert found.permitted is not None
    ((least, most),) = found.permitted
    assert least.upper <= Fraction(low) and Fraction(high) <= most.lower


def test_simulations_are_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = [*WORKED["sensitivity"], "--simulate", "2000", "--seed", "4"]
    first = document(capsys, "sensitivity", *drawn)["simulation"]
    assert first == document(capsys, "sensitivity", *drawn)["simulation"]
    assert first != document(capsys, "sensitivity", *drawn[:-1], "5")["simulation"]
    assert all(abs(first[name]["deviations"]) < 5 for name in ("covered", "share", "combined"))


@pytest.mark.parametrize(
    "typed, said",
    [
        (["sensitivity", "-n", "0", "-m", "1"], "n = 0: give a whole number from 1"),
        (["sensitivity", "-n", "10", "-m", "11"], "m = 11: give a whole number from 1 to 10"),
        (["sensitivity", "-n", "10", "-m", "0"], "m = 0: give a whole number from 1 to 10"),
        (["sensitivity", "-n", "nan", "-m", "1"], "nan: write a whole number"),
        (["sensitivity", "-n", "10"], "m is missing"),
        (["sensitivity", "-m", "10"], "n is missing"),
        (["sensitivity"], "m is missing"),
        (["sensitivity", "-n", "10", "-m", "9", "--level", "1"], "level = 1: give a number between"),
        (["sensitivity", "-n", "10", "-m", "9", "--level", "0"], "level = 0: give a number between"),
        (["sensitivity", "-n", "10", "-m", "9", "--level", "nan"], "level = nan"),
        (["sensitivity", "-n", "10", "-m", "9", "--probability", "1/2"], "leave out one of them"),
        (["sensitivity", "-n", "10", "--confidence", "1/2"], "give a level"),
        (["sensitivity", "-n", "10", "--probability", "99/100"], "with 10/11; give that, or n = 99"),
        (
            ["sensitivity", "-n", "10", "--level", "9/10", "--confidence", "99/100"],
            "with 0.651321; give that, or n = 44",
        ),
        (["sensitivity", "--probability", "0.9999999999"], "more than 1000000000: give a smaller wish"),
        (["sensitivity", "-n", "10", "-m", "9", "--eps0", "1"], "eps is missing"),
        (["sensitivity", "-n", "10", "-m", "9", "--eps", "1"], "eps0 is missing"),
        (["sensitivity", "-n", "10", "-m", "9", "--eps0", "0", "--eps", "1"], "eps0 = 0"),
        (["sensitivity", "-n", "10", "-m", "9", "--eps0", "1", "--eps=-1"], "eps = -1 is negative"),
        (
            ["sensitivity", "-n", "10", "-m", "9", "--eps0", "1e9", "--eps", "1"],
            "eps0 = 1000000000 is far too",
        ),
        (["cost", "--eps0", "1e9", "--scale", "1"], "eps0 = 1000000000 is far too large"),
        (["sensitivity", "-n", "10", "-m", "9", "--simulate", "0"], "draws in the simulation = 0"),
        (["sensitivity", "-n", "10", "-m", "9", "--simulate", "5", "--seed=-1"], "seed = -1"),
        (["cost", "--eps0", "1/2", "--c", "0", "--scale", "1"], "c = 0: give a positive number"),
        (["cost", "--eps0", "1/2", "--c=-1", "--scale", "1"], "c = -1: give a positive number"),
        (["cost", "--eps0", "nan", "--scale", "1"], "eps0 = nan"),
        (["cost", "--eps0", "0", "--scale", "1"], "eps0 = 0"),
        (["cost", "--eps0", "1/2", "--scale", "oo"], "scale = oo"),
        (["cost", "--eps0", "1/2"], "--scale"),
        (["cost", *WORKED["cost"], "--budget", "100"], "the least cost is 67978.954"),
        (["cost", *WORKED["cost"], "--error", "1"], "give eps0 of at least 1, or allow an error of 2"),
        (["cost", "--eps0", "1e-8", "--scale", "1"], "too small to be written out"),
    ],
)
def test_bad_input_is_one_line_that_says_what_would_do(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in error(capsys, *typed)


@pytest.mark.parametrize("command", WORKED)
def test_figure_is_drawn(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "figure.svg"
    assert main(["at-risk", command, *WORKED[command], "--plot", str(path)]) == 0
    assert "<svg" in path.read_text()
    assert capsys.readouterr().err == ""


def test_curves_are_what_is_enclosed() -> None:
    answer = privacy_cost("1/2", 1, 550000)
    least = np.array([float(answer.minimum.eps.lower)])
    assert costs(least, answer)[0] == pytest.approx(float(answer.minimum.cost.lower), rel=1e-12)
    share, density = order_statistic(1000, 900)
    above = np.sum(density[share >= 0.9]) * (share[1] - share[0])
    level = sampled_sensitivity(1000, 900, "9/10").level
    assert level is not None and above == pytest.approx(float(level.lower), abs=2e-3)
    for n, m in ((1, 1), (5, 5), (5, 1)):
        share, density = order_statistic(n, m)
        expected = [m * math.comb(n, m) * u ** (m - 1) * (1 - u) ** (n - m) for u in share.tolist()]
        assert density == pytest.approx(expected)


def test_results_show_themselves() -> None:
    assert sampled_sensitivity(1000, 900).to_latex() == r"P \ge \frac{900}{1001}"
    assert "0.285839" in privacy_cost("1/2", 1, 550000).to_latex()
    assert str(privacy_cost("1/2", 1, 550000)).startswith("The least cost")


def test_json_is_no_number_of_python(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "cost", *WORKED["cost"], "--budget", "75000")
    assert json.dumps(found["permitted"][0]["from"]) == json.dumps(
        {"lower": "0", "upper": "0", "closed_form": None}
    )


def test_losses_are_drawn_at_the_least_cost(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "cost", *WORKED["cost"], "--simulate", "200000", "--seed", "2")
    drawn = found["simulation"]
    assert abs(drawn["deviations"]) < 5
    gamma, spread = float(found["probability"]["lower"]), 550000 * (math.exp(-2) - math.exp(-1 / 0.2858391))
    off = 5 * spread * math.sqrt(gamma * (1 - gamma) / 200000)
    assert abs(drawn["cost"] - float(found["cost"]["lower"])) < off


def test_doubles_are_on_the_safe_side(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "sensitivity", *WORKED["sensitivity"])
    assert all(Fraction(value) <= Fraction(found[name]["upper"]) for name, value in found["safe"].items())
    found = document(capsys, "cost", *WORKED["cost"])
    assert Fraction(found["safe"]["eps"]) >= Fraction(found["eps"]["lower"])
    for name in ("cost", "cost_at_eps0", "absolute_error"):
        assert Fraction(found["safe"][name]) >= Fraction(found[name]["lower"])
    assert Fraction(found["safe"]["probability"]) <= Fraction(found["probability"]["upper"])
