"""`symbolic-eps at-risk loss` and `compose` as typed: numbers, their safe sides, figures, bad input."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest

from symbolic_eps.cli import main
from symbolic_eps.privacy_loss.simulation import simulate_sum
from tests.json_schemas import validated

LOSS, COMPOSE = ["at-risk", "loss"], ["at-risk", "compose"]


def document(capsys: pytest.CaptureFixture[str], *typed: str) -> dict[str, Any]:
    assert main([*typed, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return validated(out, "-".join(typed[:2]))


def error(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main([*typed]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("symbolic-eps: error: ")
    return err


def holds(number: dict[str, str], value: mp.mpf, digits: int = 20) -> bool:
    numerator, denominator = mp.libmp.to_rational(value._mpf_)
    exact = Fraction(int(numerator), int(denominator))
    low, high = Fraction(number["lower"]), Fraction(number["upper"])
    slack = abs(exact) / 10**36
    return low - slack <= exact <= high + slack and high - low <= abs(exact) / 10 ** (digits - 1)


def test_what_the_example_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *LOSS, "--eps0", "1", "--eps", "1/2")
    with mp.workdps(45):
        quarter = mp.mpf(1) / 4
        assert holds(found["probability"], mp.exp(-2 * quarter) * mp.sinh(quarter))
        assert holds(found["one_sided"], mp.exp(-quarter) / 2)
        assert holds(found["delta"], -mp.expm1(-quarter))
        assert holds(found["mean"], mp.exp(-1))
        assert holds(found["variance"], 3 - 6 * mp.exp(-1) - mp.exp(-2))
    assert found["eps0"]["closed_form"] == "1" and found["eps"]["closed_form"] == "1/2"
    assert found["probability"]["closed_form"] == "exp(-1/2)*sinh(1/4)"
    assert found["condition"] == "0 <= eps < eps0" and "in one coordinate" in found["pair"]
    assert "noise alone is random" in found["randomness"] and len(found["not_said"]) == 3


@pytest.mark.parametrize(
    "typed",
    [
        ["--eps0", "1", "--eps", "1/2"],
        ["--eps0", "1", "--probability", "1/5"],
        ["--eps", "1/2", "--probability", "1/10"],
        ["--eps", "1/2", "--delta", "1/100"],
        ["--eps0", "1", "--delta", "1/100"],
        ["--eps0", "1e-8", "--eps", "9e-9"],
        ["--eps0", "50", "--probability", "49999/100000"],
        ["--eps", "1/2", "--probability", "1/10", "-k", "5"],
        ["--eps", "3", "--probability", "1/10", "-k", "5"],
        ["--eps0", "4", "--probability", "1/3", "-k", "5"],
    ],
)
def test_doubles_are_on_the_safe_side(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *LOSS, *typed, "--sensitivity", "3")
    for name in ("eps", "delta", "noise_scale", "mean", "variance"):
        assert Fraction(found["safe"][name]) >= Fraction(found[name]["upper"]) * (1 - Fraction(1, 10**20))
    for name in ("eps0", "probability", "one_sided"):
        assert Fraction(found["safe"][name]) <= Fraction(found[name]["lower"]) * (1 + Fraction(1, 10**20))
    for name in ("probability", "delta", "eps0", "eps"):
        text = dict(zip(typed[::2], typed[1::2], strict=True)).get(f"--{name}")
        if text is not None:
            assert Fraction(found[name]["lower"]) <= Fraction(text) <= Fraction(found[name]["upper"])


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        (["--eps", "3", "--each", "1/2"], "any number of coordinates"),
        (["--eps", "3", "--each", "2"], "up to 3 coordinates"),
        (["--delta", "1/100", "--each", "9/4"], "any number of coordinates"),
    ],
)
def test_doubles_of_several_releases_are_on_the_safe_side(
    typed: list[str], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, *COMPOSE, "--eps0", "9/4", "-n", "3", *typed, "--sensitivity", "1/3")
    for name in ("eps", "delta", "basic", "advanced", "noise_scale"):
        assert Fraction(found["safe"][name]) >= Fraction(found[name]["upper"]) * (1 - Fraction(1, 10**20))
    assert Fraction(found["safe"]["eps0"]) <= Fraction(found["eps0"]["lower"])
    known = found["known"]
    assert Fraction(known["safe"]["delta"]) >= Fraction(known["delta"]["upper"]) * (1 - Fraction(1, 10**20))
    for name in ("probability", "all"):
        below = Fraction(known[name]["lower"]) * (1 + Fraction(1, 10**20))
        assert Fraction(known["safe"][name]) <= below
    assert known["coordinates"] == where


def test_what_is_not_said_is_told_also_where_the_loss_is_bounded_by_eps(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, *LOSS, "--eps0", "1", "--eps", "1")
    assert found["safe"]["probability"] == 1
    assert found["not_said"] == ["that several releases keep this probability: see at-risk compose"]


def test_an_infinite_double_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, *COMPOSE, "--eps0", "1", "-n", "3", "--delta", "0")["safe"]["advanced"] == "oo"


def test_the_issue_of_several_coordinates_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LOSS, "--eps0", "1", "--eps", "1/2", "-k", "3"]) == 0
    assert "a larger delta: proved for k = 3" in capsys.readouterr().out
    assert main([*LOSS, "--eps0", "3", "--eps", "2", "-k", "4"]) == 0
    assert "is between the ends shown" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["figure.svg", "figure.png"])
def test_a_figure_is_drawn(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    assert main([*LOSS, "--eps", "1/2", "--delta", "1/100", "--plot", str(path)]) == 0
    capsys.readouterr()
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    "typed", [["-n", "10", "--eps", "3"], ["-n", "1", "--eps", "0"], ["-n", "120", "--delta", "1e-6"]]
)
def test_a_figure_of_several_releases_is_drawn(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "figure.svg"
    assert main([*COMPOSE, "--eps0", "1/10", *typed, "--plot", str(path)]) == 0
    capsys.readouterr()
    assert path.stat().st_size > 1000


def test_sums_of_losses_are_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    typed = [*COMPOSE, "--eps0", "1", "-n", "10", "--eps", "3", "--sensitivity", "2", "--simulate", "20000"]
    first, again = (document(capsys, *typed, "--seed", "5") for _ in range(2))
    assert first == again and abs(first["simulation"]["deviations"]) < 5
    assert first["simulation"]["delta"] != document(capsys, *typed, "--seed", "6")["simulation"]["delta"]
    assert first["noise_scale"]["closed_form"] == "2" and first["safe"]["noise_scale"] == 2.0
    assert first["condition"] == "0 <= eps < n eps0" and "the noise alone is random" in first["randomness"]
    assert abs(simulate_sum(1.0, 10, 3.0, 0.45, 200_000).deviations) > 5  # delta is 0.4737
    assert simulate_sum(1.0, 10, 10.0, 0.0, 1000).deviations == 0
    beyond = document(capsys, *COMPOSE, "--eps0", "1", "-n", "2", "--eps", "2")
    assert beyond["condition"].startswith("eps >= n eps0") and beyond["simulation"] is None


def test_a_simulation_is_repeated_by_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    typed = [*LOSS, "--eps0", "1", "--eps", "1/2", "--simulate", "200000"]
    first, again = (document(capsys, *typed, "--seed", "5")["simulation"] for _ in range(2))
    other = document(capsys, *typed, "--seed", "6")["simulation"]
    assert first == again != other
    assert all(abs(away) < 5 for away in (*first["deviations"], *other["deviations"]))


def test_composition(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *COMPOSE, "--eps0", "1", "-n", "2", "--eps", "1/2")
    with mp.workdps(45):
        assert holds(found["delta"], 1 - mp.mpf(11) / 8 * mp.exp(-mp.mpf(3) / 4))
    assert found["delta"]["closed_form"] == "1 - 11*exp(-3/4)/8" and found["known"] is None
    assert found["basic"]["closed_form"] == "2"
    back = document(capsys, *COMPOSE, "--eps0", "1", "-n", "2", "--delta", found["delta"]["upper"])
    low, high = Fraction(back["eps"]["lower"]), Fraction(back["eps"]["upper"])
    assert low <= Fraction(1, 2) * (1 + Fraction(1, 10**12)) and high >= Fraction(1, 2) * (
        1 - Fraction(1, 10**12)
    )
    assert high - low < Fraction(1, 10**12)


BAD = {
    "nothing": ([*LOSS], "give two of eps0, eps"),
    "one": ([*LOSS, "--eps0", "1"], "give two"),
    "three": ([*LOSS, "--eps0", "1", "--eps", "1", "--probability", "1/5"], "given: eps0, eps, probability"),
    "both wishes": ([*LOSS, "--probability", "1/5", "--delta", "1/5"], "give two"),
    "no such eps": ([*LOSS, "--eps0", "1", "--probability", "1/2"], "less than 0.316060"),
    "no such eps0": ([*LOSS, "--eps", "1/2", "--probability", "1/2"], "less than 0.196734"),
    "delta too large": ([*LOSS, "--eps0", "1", "--delta", "1/2"], "is 0.393469"),
    "delta 1": ([*LOSS, "--eps", "1", "--delta", "1"], "delta < 1"),
    "nan": ([*LOSS, "--eps0", "nan", "--eps", "1"], "eps0 = nan"),
    "infinite": ([*LOSS, "--eps0", "1", "--eps", "oo"], "eps = oo"),
    "negative": ([*LOSS, "--eps0", "1", "--eps", "-1/2"], "eps = -1/2 is negative"),
    "zero": ([*LOSS, "--eps0", "0", "--eps", "1"], "eps0 = 0"),
    "above 1": ([*LOSS, "--eps0", "1", "--probability", "3/2"], "above 1"),
    "k = 0": ([*LOSS, "--eps0", "1", "--eps", "1/2", "-k", "0"], "k = 0"),
    "sensitivity": ([*LOSS, "--eps0", "1", "--eps", "1/2", "--sensitivity", "-1"], "sensitivity = -1"),
    "sums": ([*COMPOSE, "--eps0", "1", "-n", "2", "--eps", "1", "--simulate", "0"], "simulation = 0"),
    "scale": ([*COMPOSE, "--eps0", "1", "-n", "2", "--eps", "1", "--sensitivity", "0"], "sensitivity = 0"),
    "draws": ([*LOSS, "--eps0", "1", "--eps", "1/2", "--simulate", "0"], "draws in the simulation = 0"),
    "code": ([*LOSS, "--eps0", "__import__('os')", "--eps", "1/2"], "eps0 = "),
    "long": ([*LOSS, "--eps0", "1" * 70, "--eps", "1/2"], "60 digits"),
    "n = 0": ([*COMPOSE, "--eps0", "1", "-n", "0", "--eps", "1"], "n = 0"),
    "n too large": ([*COMPOSE, "--eps0", "1", "-n", "1001", "--eps", "1"], "n = 1001"),
    "n no number": ([*COMPOSE, "--eps0", "1", "-n", "x", "--eps", "1"], "whole number"),
    "neither": ([*COMPOSE, "--eps0", "1", "-n", "2"], "one of eps and delta"),
    "no n": ([*COMPOSE, "--eps0", "1", "--eps", "1"], "needs -n N"),
    "delta of n": ([*COMPOSE, "--eps0", "1", "-n", "2", "--delta", "9/10"], "is 0.448180"),
    "no command": (["at-risk", "los"], "did you mean loss?"),
    "no subcommand": (["at-risk"], "symbolic-eps at-risk --help"),
    "no option": ([*LOSS, "--epsilon0", "1"], "there is no option --epsilon0 of loss"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed, said = BAD[case]
    assert said in error(capsys, *typed)


def test_nothing_is_found_in_json_that_is_no_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *COMPOSE, "--eps0", "1", "-n", "3", "--eps", "3")
    assert found["advanced"]["upper"] == "oo" and found["delta"]["closed_form"] == "0"
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    "typed",
    [
        [*LOSS, "--eps0", "100000", "--eps", "1e-50"],
        [*LOSS, "--eps0", "1e-59", "--eps", "1e-60"],
        [*LOSS, "--eps0", "100000", "--probability", "1e-59", "-k", "9"],
        [*COMPOSE, "--eps0", "100000", "-n", "20", "--eps", "1", "--each", "100000"],
        [*COMPOSE, "--eps0", "100000", "-n", "20", "--delta", "1/2", "--each", "0"],
        [*COMPOSE, "--eps0", "1e-59", "-n", "10", "--eps", "1e-59"],
    ],
)
def test_far_out_a_probability_stays_one(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *typed)
    for name in ("probability", "one_sided", "delta"):
        if name in found:
            assert 0 <= Fraction(found[name]["lower"]) <= Fraction(found[name]["upper"]) <= 1
            assert 0 <= found["safe"].get(name, 0) <= 1
    assert main(typed) == 0
    above = re.findall(r"(?<!\d)1\.0+[1-9]\d*(?![\dEe])", capsys.readouterr().out)
    assert above == []
