"""Figures: the numbers behind them against the printed formulas; files that are made, and alike twice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import mpmath
import numpy as np
import pytest
import sympy as sp

from symbolic_eps import figures
from symbolic_eps.answers.recommendation import recommend
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError
from symbolic_eps.figures.curves import along, over_square, posterior_curve, profile_at
from symbolic_eps.guarantees.explanation import explain
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.sweeps.run import sweep


def printed_epsilon(p: float, q: float, r: float) -> float:
    """(12) as printed, in 50 digits; infinite where r p q >= 1."""
    with mpmath.workdps(50):
        p, q, r = (mpmath.mpf(float(v)) for v in (p, q, r))
        if r * p * q >= 1:
            return float("inf")
        if q == 1:
            return float(mpmath.log((1 - p) / (1 / r - p)))
        root = mpmath.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q))
        return float(mpmath.log(2 * p * (1 - q) / (root - (1 - p))))


def test_curves_are_the_printed_formulas() -> None:
    curve = along(RiskProfile("max(1/(4*p*q), 3)", fixed={"q": 1}), points=37)
    for p, bound, epsilon in zip(curve.p, curve.bound, curve.epsilon, strict=True):
        assert bound == pytest.approx(max(0.25 / p, 3), rel=1e-15)
        assert epsilon == pytest.approx(printed_epsilon(p, 1, bound), rel=1e-13)
    square = over_square(RiskProfile("max(1/(4*p*q), 3)"), points=9)
    assert square.p[0, 1] > square.p[0, 0] and square.q[1, 0] > square.q[0, 0]
    for p, q, epsilon in zip(square.p.flat, square.q.flat, square.epsilon.flat, strict=True):
        assert epsilon == pytest.approx(printed_epsilon(p, q, max(0.25 / (p * q), 3)), rel=1e-12)


def test_outside_the_box_nothing_is_asked() -> None:
    curve = profile_at(RiskProfile("3", box=["p<=1/2"]), np.array([0.25, 0.75]), np.ones(2))
    assert curve.bound[0] == 3 and np.isnan(curve.bound[1]) and np.isnan(curve.epsilon[1])


@pytest.mark.parametrize("variant", ["bounded", "invariant"])
def test_another_variant_of_the_bound_has_its_own_curves(variant: str) -> None:
    # e^eps = r (1 - t)/(1 - r t), t = p q; posteriors t/(t + (1 - t) x) and t/(t + (1 - t)/x).
    profile = RiskProfile("3", fixed={"q": "1/2"}, variant=variant)  # type: ignore[arg-type]
    curve = along(profile, points=5)
    t = curve.p * curve.q
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = np.where(3 * t < 1, np.log(3 * (1 - t) / (1 - 3 * t)), np.inf)
    assert curve.epsilon == pytest.approx(expected)
    found = posterior_curve(1.3, PriorRegion.of({"q": "1/2"}), 7, profile.variant)
    prior, x = found.prior, np.exp(-1.3)
    assert found.upper == pytest.approx(prior / (prior + (1 - prior) * x))
    assert found.lower == pytest.approx(prior / (prior + (1 - prior) / x))


def test_the_cap_touches_what_the_recommended_budget_guarantees() -> None:
    # eps = log(11/3), attained at p = 1/12: the largest posterior is p/(p + (1 - p) 3/11).
    curve = along(RiskProfile("max(1/(4*p), 3)", fixed={"q": 1}), points=2001)
    room = curve.posterior_cap - curve.p / (curve.p + (1 - curve.p) * 3 / 11)
    assert room.min() > -1e-12
    nearest = np.argmin(room[curve.p < 0.9])
    assert room[nearest] < 1e-3 and curve.p[nearest] == pytest.approx(1 / 12, abs=1e-3)


def test_posterior_is_capped_at_one() -> None:
    curve = profile_at(RiskProfile("3"), np.array([0.1, 0.9]), np.ones(2))
    assert curve.posterior_cap.tolist() == pytest.approx([0.3, 1.0])


@pytest.mark.parametrize(
    ("fixed", "box"), [({}, ()), ({"q": 1}, ()), ({"p": "1/2"}, ()), ({}, ("1/10<=p<=1/2", "1/5<=q"))]
)
def test_posterior_curve_is_the_worst_of_all_priors_with_that_product(
    fixed: dict[str, str], box: tuple[str, ...]
) -> None:
    epsilon, region = 1.3, PriorRegion.of(fixed, box)
    x = float(np.exp(-epsilon))
    curve = posterior_curve(epsilon, region, points=11)
    p0, p1 = float(region.inclusion.lower), float(region.inclusion.upper)
    q0, q1 = float(region.value.lower), float(region.value.upper)
    for prior, low, high in list(zip(curve.prior, curve.lower, curve.upper, strict=True))[1:]:
        candidates = [p for p in np.linspace(max(p0, prior), p1, 400) if q0 - 1e-9 <= prior / p <= q1 + 1e-9]
        highest = max(prior / (prior + (p - prior) * x**2 + (1 - p) * x) for p in candidates)
        lowest = min(prior / (prior + (p - prior) / x**2 + (1 - p) / x) for p in candidates)
        assert high >= highest * (1 - 1e-9) and low <= lowest * (1 + 1e-9)
        assert high == pytest.approx(highest, rel=0.02) and low == pytest.approx(lowest, rel=0.02)


# --- files


@pytest.mark.parametrize(("extension", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_files_are_made_in_the_format_of_their_name_and_alike_twice(
    tmp_path: Path, extension: str, start: bytes
) -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_explanation
    from symbolic_eps.figures.output import save

    for name in ("one", "two"):
        save(draw_explanation(explain("log(9)", {"q": 1})), tmp_path / f"{name}.{extension}")
    content = (tmp_path / f"one.{extension}").read_bytes()
    assert content.startswith(start) and content == (tmp_path / f"two.{extension}").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {f"one.{extension}", f"two.{extension}"}


def test_a_figure_changes_with_its_numbers() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_explanation
    from symbolic_eps.figures.output import rendered

    one, two = (rendered(draw_explanation(explain(text)), ".svg") for text in ("log(9)", "log(8)"))
    assert one != two


@pytest.mark.parametrize(
    ("profile", "values", "fixed", "box"),
    [
        ("max(a/(p*q), r)", {"a": "1/4", "r": 3}, {}, ()),
        ("max(a/(p*q), r)", {"a": "1/4", "r": 3}, {"q": 1}, ()),
        ("r", {"r": 3}, {"p": "1/20"}, ()),
        ("r", {"r": 3}, {}, ("p<=1/2", "q>=1/3")),
        ("r", {"r": 3}, {"q": 1}, ("p>=1/2",)),  # eps = oo
        ("1/(p*q)", {}, {}, ()),  # eps = oo
    ],
)
def test_recommendations_are_drawn(
    profile: str, values: dict[str, str], fixed: dict[str, str], box: tuple[str, ...]
) -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_recommendation

    figure = draw_recommendation(recommend(profile, values, fixed, box))  # type: ignore[arg-type]
    assert len(figure.axes) >= 3
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in figure.axes[:2])


def test_a_profile_at_one_point_has_no_curve() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_recommendation

    with pytest.raises(InputError, match="both priors are fixed"):
        draw_recommendation(recommend("3", fixed={"p": "1/2", "q": "1/2"}))  # type: ignore[arg-type]


def test_the_command_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    assert main(["explain", "1", "--plot", str(tmp_path / "a.svg")]) == 0
    assert "posterior" in capsys.readouterr().out and (tmp_path / "a.svg").stat().st_size > 1000


@pytest.mark.parametrize("profile", ["max(1/(4*p), 3)", "2+exp(-p)"])
def test_a_recommendation_is_drawn_beside_its_text(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    assert main(["recommend", profile, "--fix", "q=1", "--plot", str(tmp_path / "a.png")]) == 0
    assert "standard deviation" in capsys.readouterr().out
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "find_spec", lambda name: None)
    assert main(["explain", "1", "--plot", str(tmp_path / "a.svg")]) == 2
    out, err = capsys.readouterr()
    assert not out and "pip install matplotlib" in err and err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["a.gif", "a", "missing/a.svg", "."])
def test_a_figure_that_cannot_be_written_is_refused_at_once(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "1", "--plot", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_face_is_light() -> None:
    program = (
        "import sys, symbolic_eps.figures; "
        "print(*sorted({'matplotlib', 'numpy', 'sympy'} & set(sys.modules)))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == ""


def test_numbers_of_a_curve_come_from_the_exact_bounds() -> None:
    found = explain("log(9)", {"q": 1}, prior=[{"p": "1/2", "q": 1}])
    curve = posterior_curve(float(sp.N(found.epsilon)), found.region, points=3)
    assert curve.upper[1] == pytest.approx(0.9) and curve.lower[1] == pytest.approx(0.1)


# --- what a figure says of itself


def words_of(figure: object) -> str:
    from matplotlib.text import Text

    return "\n".join(text.get_text() for text in figure.findobj(Text))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("profile", "fixed", "says"),
    [
        ("max(a/(p*q), r)", {}, ["r* = max(1/(4*p*q), 3), all priors"]),
        ("max(a/(p*q), r)", {}, ["ε = 0.6496… = log(11/3)/2 (nats, exact), least at p = 1, q = 1/12"]),
        ("max(a/(p*q), r)", {"q": 1}, ["ε = 1.299… = log(11/3)", "at p = 1/12, q = 1", "here ε is least"]),
        ("r + a", {}, ["in the limit p -> 1, q -> 0", "(nats)"]),
        ("r + a*exp(-p)", {}, ["(nats, enclosed), least near p = 1, q -> 0"]),
        ("r*a/(p*q) + 1/(p*q)", {}, ["ε = ∞: nothing is protected"]),
    ],
)
def test_a_figure_says_profile_eps_and_place(profile: str, fixed: dict[str, str], says: list[str]) -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_recommendation

    found = recommend(profile, {"a": "1/4", "r": 3}, fixed)
    text = words_of(draw_recommendation(found))  # type: ignore[arg-type]
    assert all(words in text for words in says), text


def test_eps_in_a_title_is_never_above_the_exact_one() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import shown_epsilon

    for number in range(2, 60):
        digits = shown_epsilon(sp.log(number)).partition("…")[0]
        assert 0 <= sp.log(number).evalf(30) - sp.Rational(digits) < sp.Rational(1, 1000)


def test_adversaries_that_are_asked_for_are_labelled_where_they_are() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.figures.guarantee import draw_explanation

    figure = draw_explanation(explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}]))
    (axes,) = figure.axes
    (mark,) = (line for line in axes.lines if line.get_marker() == "o")
    # p q/(p q + (1 - p) x) at p = 1/10, x = 1/9: one half
    assert (mark.get_xdata()[0], mark.get_ydata()[0]) == (pytest.approx(0.1), pytest.approx(0.5))
    assert "p = 1/10, q = 1" in words_of(figure) and "ε = 2.197… = log(9)" in words_of(figure)


def test_a_scenario_is_drawn_with_its_adversaries() -> None:
    pytest.importorskip("matplotlib")
    from symbolic_eps.answers.scenario import answered
    from symbolic_eps.figures.scenario import draw_scenario
    from symbolic_eps.profiles.caps import Cap
    from symbolic_eps.scenarios.scenario import Adversary, Scenario

    caps = {"boss": "max(1/(4*p*q), 3)", "insurer": "max(1/(4*p*q), 2)", "nobody": "1/(p*q)"}
    adversaries = tuple(Adversary(name, (Cap("relative-risk", text),)) for name, text in caps.items())  # type: ignore[arg-type]
    text = words_of(draw_scenario(answered(Scenario(adversaries, name="Deaths"))))
    assert "insurer: 0.4236, binding" in text and "boss: 0.6496" in text and "nobody: any ε" in text
    assert "Deaths" in text
    with pytest.raises(InputError, match="leave out --plot"):
        draw_scenario(answered(Scenario(adversaries[2:])))


# --- a sweep


def test_a_sweep_is_drawn_as_lines_whose_ends_are_those_by_hand() -> None:
    """log((r - a)/(1 - a))/2 for 0 < a < 1 < r (Kazan and Reiter 2024, (27))."""
    pytest.importorskip("matplotlib")
    figure = sweep("max(a/(p*q), r)", {"a": ["1/4", "1/2"], "r": ["1/2", 2, 3]}).plot().figure
    axes = figure.axes[0]
    lines = {str(line.get_label()): line for line in axes.lines}
    assert {"a = 0.25", "a = 0.5", "no result"} <= lines.keys() and axes.get_xlabel() == "r"
    for label, a in (("a = 0.25", 0.25), ("a = 0.5", 0.5)):
        drawn = np.asarray(lines[label].get_ydata(), dtype=float)
        by_hand = [np.log((r - a) / (1 - a)) / 2 for r in (2, 3)]
        assert np.isnan(drawn[0]) and drawn[1:] == pytest.approx(by_hand)
    assert list(lines["no result"].get_xdata()) == [0.5]
    text = words_of(figure)
    assert "ε recommended for r* = max(a/(p*q), r)" in text and "rounded down" in text
    assert "least ε = 0.4236\nat a = 0.25, r = 2" in text  # log(7/3)/2
    assert "largest ε = 0.8047\nat a = 0.5, r = 3" in text  # log(5)/2


def test_a_sweep_of_many_values_is_a_map_and_says_what_has_no_eps() -> None:
    pytest.importorskip("matplotlib")
    axes = {"a": [f"{k}/8" for k in range(1, 10)], "r": range(2, 11)}
    figure = sweep("max(a/(p*q), r)", axes).plot().figure
    (mesh,) = figure.axes[0].collections
    shown = np.ma.filled(mesh.get_array(), np.nan).reshape(9, 9)  # rows are those of r
    assert np.isnan(shown[:, 7:]).all() and not np.isnan(shown[:, :7]).any()  # a >= 1 protects nothing
    assert shown[1, 3] == pytest.approx(np.log(5) / 2)  # a = 1/2, r = 3
    assert "hatched: no finite ε" in words_of(figure) and "largest ε" in words_of(figure)


@pytest.mark.parametrize(
    ("axes", "said"),
    [
        ({"a": [1], "b": [1], "c": [1]}, "one or two parameters, and 3 vary"),
        ({"a": range(1, 1002), "b": range(1, 102)}, "up to 100000 points"),
        ({"a": [1, 2]}, "no point has a finite eps"),
    ],
)
def test_a_sweep_that_is_not_drawn_says_why(axes: dict[str, Sequence[int]], said: str) -> None:
    pytest.importorskip("matplotlib")
    names = " + ".join(axes)
    with pytest.raises(InputError, match=said):
        sweep(f"({names})/(p*q)", axes).plot()


def test_a_sweep_whose_rows_are_gone_is_not_drawn_in_part() -> None:
    pytest.importorskip("matplotlib")
    rows = sweep("r", {"r": [2, 3]})
    next(rows)
    with pytest.raises(InputError, match="before rows are taken"):
        rows.plot()
    with pytest.raises(InputError, match="before rows are taken"):
        sweep("r", {"r": [2, 3]}, skip={0}).plot()


def test_the_command_draws_a_sweep_and_draws_it_again_when_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    typed = ["sweep", "r", "--vary", "r=2,3", "--output", str(tmp_path / "eps.csv"), "--plot"]
    assert main([*typed, str(tmp_path / "a.svg")]) == main([*typed, str(tmp_path / "b.svg")]) == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    capsys.readouterr()
    (tmp_path / "eps.csv").unlink()
    assert main([*typed, str(tmp_path / "a.gif")]) == 2
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "eps.csv").exists()
