"""Figures 1-5: their data against the printed tables and formulas; all are drawn, and drawn alike twice."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from derivations.kazan_reiter_2024.durham_rows import Reading
from derivations.kazan_reiter_2024.figures import data
from derivations.kazan_reiter_2024.figures.__main__ import main
from tests.symbolic_eps.test_figures import printed_epsilon


def test_recommended_budgets_are_those_of_tables_4_and_5() -> None:
    assert [f"{data.number(agency.recommended):.2f}" for agency in data.figure_3()] == [
        "0.51",
        "1.30",
        "2.04",
    ]
    assert [f"{data.number(agency.recommended):.2f}" for agency in data.figure_4()] == [
        "1.09",
        "1.21",
        "2.10",
    ]


@pytest.mark.parametrize("figure", [data.figure_1, data.figure_3, data.figure_4])
def test_curves_are_the_printed_profiles_and_root(figure: object) -> None:
    assert callable(figure)
    for agency in figure():
        curve = agency.curve
        for k in range(0, curve.p.size, 40):
            expected = printed_epsilon(curve.p[k], curve.q[k], curve.bound[k])
            assert curve.epsilon[k] == pytest.approx(expected, rel=1e-12)
        # The recommended eps is below the whole curve, and the curve comes close to it.
        lowest = float(np.min(curve.epsilon))
        assert data.number(agency.recommended) <= lowest < data.number(agency.recommended) + 0.02


def test_profile_of_figure_1_by_hand() -> None:
    first, second = data.figure_1()
    assert np.allclose(first.curve.bound, np.maximum(0.1 / first.prior, 3))
    assert np.allclose(second.curve.bound, np.maximum(0.1 / (0.05 * second.prior), 3))
    assert not first.along_value and second.along_value
    assert first.recommended == sp.log(sp.Rational(29, 9))  # (r - a)/(1 - a) = 2.9/0.9


def test_durham_bars_by_hand() -> None:
    rows = {(row.risk_bound, row.absolute_risk): row for row in data.figure_2()}
    assert len(rows) == 12
    row = rows[Fraction(2), Fraction(1, 4)]  # eps = log((2 - 1/4)/(3/4)) = log(7/3), x = 3/7
    assert data.number(row.epsilon) == pytest.approx(0.8472978603872037)
    assert row.switch(Reading.NEAREST, Fraction(1, 2)).probability == sp.Rational(9, 49) / (
        1 + sp.Rational(3, 7)
    )
    constant = rows[Fraction(5), Fraction(0)]  # eps = log(5)/2
    assert data.number(constant.rmse) == pytest.approx(2**0.5 * 5**-0.25 / (1 - 5**-0.5))


def test_square_of_figure_5_is_least_where_it_says() -> None:
    found = data.figure_5(points=120)
    assert found.worst == (1.0, pytest.approx(1 / 12))
    assert found.recommended == sp.log(sp.Rational(11, 3)) / 2
    least = np.unravel_index(np.argmin(found.curve.epsilon), found.curve.epsilon.shape)
    p, q = found.curve.p[least], found.curve.q[least]
    assert abs(p - 1) < 0.01 and abs(q - 1 / 12) < 0.01
    assert (
        data.number(found.recommended) <= found.curve.epsilon[least] < data.number(found.recommended) + 0.02
    )


def test_all_figures_are_drawn_as_svg_and_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    assert main([str(tmp_path / "new")]) == 0
    names = {f"figure-{k}.{extension}" for k in range(1, 6) for extension in ("svg", "png")}
    assert {path.name for path in (tmp_path / "new").iterdir()} == names
    assert len(capsys.readouterr().out.splitlines()) == 10


@pytest.mark.slow
def test_a_figure_is_the_same_in_another_process(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from derivations.kazan_reiter_2024.figures.drawn import draw_figure_5
    from symbolic_eps.figures.output import rendered

    program = (
        "import sys; from derivations.kazan_reiter_2024.figures.drawn import draw_figure_5; "
        "from symbolic_eps.figures.output import rendered; "
        "sys.stdout.buffer.write(rendered(draw_figure_5(), '.svg'))"
    )
    environment = {"PYTHONHASHSEED": "7", "PATH": "", "HOME": str(tmp_path)}
    folder = Path(__file__).resolve().parents[2]
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, env=environment, cwd=folder
    )
    assert found.stdout == rendered(draw_figure_5(), ".svg")


def test_bad_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for arguments in (["a", "b"], [str(tmp_path / "file")]):
        assert main(arguments) == 2
        assert capsys.readouterr().err.count("\n") == 1
