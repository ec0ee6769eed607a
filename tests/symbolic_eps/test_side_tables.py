"""eps from 1e-300 to 1e5, huge counts: nothing beside eps delays or loses it; the digits shown are right."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.cli import main
from symbolic_eps.digits import significant
from symbolic_eps.mechanisms.accuracy import LEVELS, NEGLIGIBLE, Threshold, accuracy, noise_of
from symbolic_eps.report import noise

SECONDS = 120
"""For one command; what is tested for took hours, or all memory."""

COMMANDS = {
    "recommend 1.00001": "eps = 0.00000499997",
    "recommend 1+1e-8": "eps = 4.9999",
    "recommend 1+1e-300": "eps = 4.9999",
    "recommend 1+1e-300 --count 1e300 --threshold 0": "eps = 4.9999",
    "recommend 1.00001 --json --count 1e9 --threshold 0": "not_computed",
    "recommend 1e50": "eps = 57.56",
    "recommend 3/2 --count 1e300 --threshold 0": "< 1e-398 %",
    "explain 1e-300 --prior p=1/3,q=1/7": "eps = 1/1000",
    "explain 50000*log(3)": "x = e^-eps = [",
    "explain 50000*log(3) --json": "E-2385",
    "explain 100000": "E-4343",
    "split 1e5 --releases 3": "RMSE         8.11e-7239",
    "split 1e5 --weights 1,1e300": "RMSE         1.41e295",
    "split 50000*log(3) --releases 2": "RMSE",
    "split 1e-300 --releases 3 --json": "E+300",
    "design 1+b/(p*q) --find b --assume 0<b<1 --rmse 1e300": "meets it",
    "design 1+b/(p*q) --find b --assume 0<b<1 --epsilon 1e-300": "meets it",
    "design 1+b/(p*q) --find b --assume 0<b<1 --crossing 1e-10 --count 290 --threshold 0": "meets it",
}


@pytest.mark.family(24)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_with_a_tiny_or_huge_budget_ends(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "symbolic_eps", *command.split()],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert any(text in done.stdout for text in COMMANDS[command].split("|"))


budgets = st.one_of(
    st.integers(1, 10**6).map(lambda n: sp.log(1 + sp.Rational(1, n)) / 2),
    st.integers(-300, 5).map(lambda k: sp.Rational(10) ** k),
    st.integers(2, 10**6).map(lambda n: sp.log(n) / 7),
)


@settings(max_examples=25, deadline=None)
@given(epsilon=budgets, count=st.integers(0, 40).map(lambda k: 10**k))
def test_every_digit_agrees_with_700_digits_of_another_library(epsilon: sp.Expr, count: int) -> None:
    with mpmath.workdps(700):
        eps = mpmath.mpf(sp.N(epsilon, 700)._mpf_)
        x = mpmath.exp(-eps)
        steps = count + 1  # from `count` at the threshold 2 count: as many steps up
        expected = {
            "geometric": [
                mpmath.sqrt(2 * x) / (1 - x),
                100 * (1 - x) / (1 + x),
                *(max(mpmath.ceil(mpmath.log(2 / ((1 - float_(c)) * (1 + x))) / eps) - 1, 0) for c in LEVELS),
                100 * x**steps / (1 + x),
            ],
            "laplace": [
                mpmath.sqrt(2) / eps,
                100 * (1 - mpmath.exp(-eps / 2)),
                *(mpmath.log(1 / (1 - float_(c))) / eps for c in LEVELS),
                100 * mpmath.exp(-eps * count) / 2,
            ],
        }
        _, *rows = noise.lines(epsilon, Threshold.of(count, 2 * count))
        for k, row in enumerate(rows):
            cells = row.replace(" %", "%").replace("< ", "").split()[-2:]
            for cell, name in zip(cells, expected, strict=True):
                value, shown = expected[name][k], cell.rstrip("%")
                if shown == "1e-398":
                    assert value < mpmath.mpf("1e-398")
                else:
                    unit = Decimal(shown).as_tuple().exponent
                    assert abs(mpmath.mpf(shown) - value) <= mpmath.mpf(10) ** int(unit) / 2


def float_(level: Fraction) -> mpmath.mpf:
    return mpmath.mpf(level.numerator) / level.denominator


@settings(max_examples=30, deadline=None)
@given(epsilon=budgets, level=st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=200))
def test_half_widths_are_the_smallest(epsilon: sp.Expr, level: Fraction) -> None:
    width = int(noise_of("geometric", epsilon).half_width(level))
    with mpmath.workdps(700):
        eps = mpmath.mpf(sp.N(epsilon, 700)._mpf_)
        x = mpmath.exp(-eps)

        def outside(h: int) -> mpmath.mpf:
            return 2 * mpmath.exp(-eps * (h + 1)) / (1 + x) - (1 - float_(level))

        assert outside(width) <= mpmath.mpf("1e-600")
        assert width == 0 or outside(width - 1) > 0


def test_a_level_that_is_met_exactly_is_met() -> None:
    # coverage 1 - 2 (1/9)^2 (9/10) = 44/45 of the half-width 1 at eps = log(9)
    assert noise_of("geometric", sp.log(9)).half_width("44/45") == 1
    # x = 999999/1000000, h = 0: coverage 1 - 2 x/(1 + x) = 1/1999999
    epsilon = sp.log(sp.Rational(1000000, 999999))
    assert noise_of("geometric", epsilon).half_width("1/1999999") == 0


def test_coverage_is_left_out_where_it_is_too_long() -> None:
    found = accuracy(sp.log(sp.Rational(100001, 100000)) / 2)
    assert [w.coverage for w in found.half_widths] == [None] * 3 and found.half_widths[0].counts > 10**5


def test_huge_distances_are_crossed_with_negligible_probability() -> None:
    for epsilon in (sp.log(1 + sp.Rational(1, 10**8)) / 2, sp.log(9), sp.Rational(1, 3)):
        for name in ("geometric", "laplace"):
            assert Threshold.of(10**300, 0).chance(noise_of(name, epsilon)).upper == NEGLIGIBLE


@pytest.mark.parametrize(
    "part",
    ["GeometricNoise.standard_deviation", "GeometricNoise.half_width", "LaplaceNoise.probability_exact"],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_part_that_fails_is_a_sentence_and_eps_is_there(
    part: str, options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def planted(*_: object) -> None:
        raise OverflowError("planted: too long")

    monkeypatch.setattr(
        "symbolic_eps.fast_recommendation.text.fast_answer", lambda *_: None
    )  # which has no such parts
    kind, name = part.split(".")
    home = f"symbolic_eps.mechanisms.{kind.removesuffix('Noise').lower()}.{kind}.{name}"
    monkeypatch.setattr(home, planted if name == "half_width" else property(planted))
    assert main(["recommend", "max(1/(4*p*q), 3)", *options]) == 0
    out = capsys.readouterr().out
    assert "0.6496414920" in out and "planted: too long" in out
    if options:
        found = json.loads(out)["noise"]
        failed = found if kind == "GeometricNoise" else found["laplace"]
        assert len(failed["not_computed"]) == 1


def test_numbers_far_from_1_are_written_with_a_power_of_ten() -> None:
    assert significant(sp.Rational(10) ** 300 * 2) == "2.00e300"
    with mpmath.workdps(20):
        assert significant(sp.exp(-50000)) == mpmath.nstr(mpmath.exp(-50000), 3)
    assert significant(sp.Integer(123456)) == "123456"
