"""`compare`: every number against exact values; risks rounded up, eps and chances down."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from symbolic_eps.answers.comparison import compare
from symbolic_eps.cli import main
from symbolic_eps.report.comparison import rows

PROFILE = ["--profile", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]


def test_table_says_where_each_budget_comes_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "log(9)", "1/2", *PROFILE]) == 0
    first, second, third, *_ = capsys.readouterr().out.splitlines()
    assert first == "A  eps = 2.19722... = log(9)" and second == "B  eps = 0.5"
    assert third == "C  r* = max(a/(p*q), r): eps = 0.649641... = log(11/3)/2 (exact)"


@pytest.mark.parametrize("fixed", [{}, {"q": 1}])
def test_numbers_are_on_the_safe_side_of_those_by_hand(fixed: dict[str, int]) -> None:
    for text in ("log(7)", "1/3"):
        compared = compare([text, "log(2)"], fixed=fixed)
        shown = {label: cells[0] for label, cells in rows(compared)}
        power = 1 if fixed else 2
        with mpmath.workdps(40):
            tiny = mpmath.mpf(10) ** -30
            x = mpmath.mpf(1) / 7 if text == "log(7)" else mpmath.exp(-mpmath.mpf(1) / 3)
            risk = x**-power
            exact = {"largest posterior / prior": risk}
            exact["largest posterior odds / prior odds"] = risk
            for n in (100, 20, 10, 4, 2):
                prior = mpmath.mpf(1) / n
                exact[f"posterior at most, from prior 1/{n}"] = prior / (prior + (1 - prior) * x**power)
            for label, value in exact.items():
                assert value <= mpmath.mpf(shown[label]) * (1 + tiny) < value * (1 + mpmath.mpf(1) / 100), (
                    label
                )
            chance = mpmath.mpf(shown["noise: true count published"].removesuffix(" %")) / 100
            assert chance <= (1 - x) / (1 + x) < chance * (1 + mpmath.mpf(1) / 99)
            assert mpmath.mpf(shown["eps, rounded down"]) <= -mpmath.log(x)


def test_an_enclosed_profile_is_compared_by_the_double_below_its_eps() -> None:
    (one, _) = compare(profiles=["1+exp(-p*q)", "3"]).budgets
    exact = mpmath.log(2) / 2  # p -> 1, q -> 0, or p = 1, q = 1 not below
    assert one.epsilon.is_Rational and Fraction(int(one.epsilon.p), int(one.epsilon.q)) <= float(exact)
    assert str(one.grade) == "enclosed"


@pytest.mark.parametrize("extension", ["svg", "png"])
def test_figure_names_the_budgets(extension: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.comparison import draw_comparison

    figure = draw_comparison(compare(["log(9)"], ["3"]))
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels[:2] == ["A  ε = 2.197", "B  ε = 0.5493: r* = 3"]
    assert main(["compare", "log(9)", *PROFILE, "--plot", str(tmp_path / f"f.{extension}")]) == 0
    assert (tmp_path / f"f.{extension}").stat().st_size > 5000


def test_lines_differ_without_colour() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.panels import told_apart

    styles = [told_apart(k) for k in range(30)]
    assert len({(str(s["color"]), str(s["linestyle"])) for s in styles}) == 30
    assert len({str(s["linestyle"]) for s in styles[:6]}) == 6


def test_rounding_of_described_eps_is_downward() -> None:
    from symbolic_eps.report.comparison import described

    (one, _) = compare(["2/3", "1"]).budgets
    assert re.match(r"eps = 0\.666666\.\.\.", described(one))
