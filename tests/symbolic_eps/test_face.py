"""The package's face: every number that it takes is read exactly, and every name shows an example that runs.

The places below are compared with the signatures, so that no function and no argument can be forgotten.
"""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp

import symbolic_eps as face
from symbolic_eps.errors import InputError

QUARTER: list[Any] = ["1/4", "0.25", "25e-2", Fraction(1, 4), Decimal("0.25"), sp.Rational(1, 4)]
HALF: list[Any] = ["1/2", "0.5", "5e-1", Fraction(1, 2), Decimal("0.5"), sp.Rational(1, 2)]
TWO: list[Any] = [2, "2", "2.0", Fraction(2), Decimal("2"), Decimal("2E0"), sp.Integer(2), np.int64(2)]
FLOATS: list[Any] = [0.5, np.float64(0.5), np.float32(0.5), sp.Float("0.5"), mpmath.mpf("0.5")]
NO_NUMBERS: list[Any] = [
    True,
    np.True_,
    None,
    [],
    "",
    "half a dozen",
    "0,5",
    "__import__('os')",
    Decimal("nan"),
    Decimal("sNaN"),
    Decimal("inf"),
    float("nan"),
    float("-inf"),
    sp.nan,
    1j,
]

_GOAL = face.budget_goal("log(2)")


@cache
def form() -> face.PiecewiseInfimum:
    return face.infimum(face.RiskProfile("r", ["r>1"]))


Place = tuple[Callable[[Any], Any], list[Any]]
PLACES: dict[tuple[str, str], Place] = {
    ("recommend", "profile"): (face.recommend, TWO),
    ("recommend", "values"): (lambda x: face.recommend("r", {"r": x}), TWO),
    ("recommend", "fixed"): (lambda x: face.recommend("3", {}, {"q": x}), HALF),
    ("recommend", "width"): (lambda x: face.recommend("3", width=x), HALF),
    ("derive", "profile"): (face.derive, TWO),
    ("derive", "fixed"): (lambda x: face.derive("3", (), {"q": x}), HALF),
    ("signs", "profile"): (face.signs, TWO),
    ("signs", "fixed"): (lambda x: face.signs("3", (), {"q": x}), HALF),
    ("derive", "posterior"): (lambda x: face.derive(posterior=x, box=["p<=1/4"]), HALF),
    ("derive", "difference"): (lambda x: face.derive(difference=x), HALF),
    ("derive", "odds_ratio"): (lambda x: face.derive(odds_ratio=x), TWO),
    ("Cap", "value"): (lambda x: face.Cap("posterior", x), HALF),
    ("Group", "fixed"): (lambda x: face.Group((face.Cap("relative-risk", 3),), {"q": x}), HALF),
    ("RiskProfile", "bound"): (face.RiskProfile, TWO),
    ("RiskProfile", "fixed"): (lambda x: face.RiskProfile("3", (), {"q": x}), HALF),
    ("exact_epsilon", "values"): (lambda x: face.exact_epsilon(form(), {"r": x}), TWO),
    ("epsilon_at_precision", "values"): (lambda x: face.epsilon_at_precision(form(), {"r": x}, 10), TWO),
    ("sensitivities", "values"): (lambda x: face.sensitivities(form(), {"r": x}), TWO),
    ("privacy_budget", "p"): (lambda x: face.privacy_budget(x, "1/2", 2), HALF),
    ("privacy_budget", "q"): (lambda x: face.privacy_budget("1/2", x, 2), HALF),
    ("privacy_budget", "r"): (lambda x: face.privacy_budget("1/2", "1/2", x), TWO),
    ("explain", "epsilon"): (face.explain, HALF),
    ("explain", "fixed"): (lambda x: face.explain(1, {"q": x}), HALF),
    ("explain", "prior"): (lambda x: face.explain(1, prior=[{"p": x, "q": x}]), HALF),
    ("split", "epsilon"): (lambda x: face.split(x, 2), HALF),
    ("split", "weights"): (lambda x: face.split(1, weights=[x, 1]), HALF),
    ("design", "values"): (
        lambda x: face.design("r + c - c*q", "r", _GOAL, {"c": x}, {"q": 1}, assumptions=["1<r<5"]),
        HALF,
    ),
    ("design", "fixed"): (lambda x: face.design("r", "r", _GOAL, {}, {"q": x}, assumptions=["1<r<5"]), HALF),
    ("budget_goal", "epsilon"): (face.budget_goal, HALF),
    ("crossing_goal", "count"): (lambda x: face.crossing_goal(x, "1/4", "1/10"), HALF),
    ("crossing_goal", "threshold"): (lambda x: face.crossing_goal(3, x, "1/10"), HALF),
    ("crossing_goal", "target"): (lambda x: face.crossing_goal(3, 2, x), HALF),
    ("deviation_goal", "target"): (face.deviation_goal, HALF),
    ("randomized_survey", "delta"): (face.randomized_survey, HALF),
    ("randomized_survey", "weight"): (lambda x: face.randomized_survey("1/4", x), HALF),
    ("randomized_survey", "theta"): (lambda x: face.randomized_survey("1/4", theta=x), HALF),
    ("randomized_survey", "n"): (lambda x: face.randomized_survey("1/4", n=x), TWO),
    ("randomized_survey", "against"): (
        lambda x: face.randomized_survey("1/4", theta="1/3", against=x),
        HALF,
    ),
    ("randomized_survey", "rate"): (
        lambda x: face.randomized_survey("1/4", theta="1/3", against="2/3", rate=x),
        HALF,
    ),
    ("randomized_survey", "level"): (lambda x: face.randomized_survey("1/4", level=x), HALF),
    ("release_loss", "eps0"): (lambda x: face.release_loss(x, "1/4"), HALF),
    ("release_loss", "eps"): (lambda x: face.release_loss("1", x), HALF),
    ("release_loss", "probability"): (lambda x: face.release_loss("5", probability=x), QUARTER),
    ("release_loss", "delta"): (lambda x: face.release_loss(eps="1", delta=x), HALF),
    ("release_loss", "sensitivity"): (lambda x: face.release_loss("1", "1/2", sensitivity=x), HALF),
    ("compose_losses", "eps0"): (lambda x: face.compose_losses(x, 2, eps="1/4"), HALF),
    ("compose_losses", "eps"): (lambda x: face.compose_losses("1", 2, eps=x), HALF),
    ("compose_losses", "delta"): (lambda x: face.compose_losses("3", 2, delta=x), HALF),
    ("compose_losses", "each"): (lambda x: face.compose_losses("1", 2, eps="1", each=x), HALF),
    ("compose_losses", "sensitivity"): (
        lambda x: face.compose_losses("1", 2, eps="1", sensitivity=x),
        HALF,
    ),
    ("sampled_sensitivity", "level"): (lambda x: face.sampled_sensitivity(9, 8, x), HALF),
    ("sampled_sensitivity", "eps0"): (lambda x: face.sampled_sensitivity(9, 8, eps0=x, eps="1/4"), HALF),
    ("sampled_sensitivity", "eps"): (lambda x: face.sampled_sensitivity(9, 8, eps0="1", eps=x), HALF),
    ("sampled_sensitivity", "probability"): (lambda x: face.sampled_sensitivity(9, probability=x), HALF),
    ("sampled_sensitivity", "confidence"): (
        lambda x: face.sampled_sensitivity(9, level="1/3", confidence=x),
        HALF,
    ),
    ("privacy_cost", "eps0"): (lambda x: face.privacy_cost(x, 1, 1), HALF),
    ("privacy_cost", "c"): (lambda x: face.privacy_cost(1, x, 1), HALF),
    ("privacy_cost", "scale"): (lambda x: face.privacy_cost(1, 1, x), HALF),
    ("privacy_cost", "budget"): (lambda x: face.privacy_cost(1, 1, 1, budget=x), HALF),
    ("privacy_cost", "error"): (lambda x: face.privacy_cost(3, 1, 1, error=x), HALF),
    ("privacy_cost", "sensitivity"): (lambda x: face.privacy_cost(1, 1, 1, sensitivity=x), HALF),
    ("sweep", "grid"): (lambda x: list(face.sweep("r", {"r": [x]})), TWO),
    ("sweep", "values"): (lambda x: list(face.sweep("r + c", {"r": [2]}, values={"c": x})), TWO),
    ("sweep", "fixed"): (lambda x: list(face.sweep("r", {"r": [2]}, fixed={"q": x})), HALF),
    ("sweep", "width"): (lambda x: list(face.sweep("r", {"r": [2]}, width=x)), HALF),
    ("table_of", "points"): (lambda x: face.table_of([(1, 1, x)], "lower"), TWO),
    ("GeometricNoise.for_budget", "epsilon"): (face.GeometricNoise.for_budget, HALF),
    ("LaplaceNoise.for_budget", "epsilon"): (face.LaplaceNoise.for_budget, HALF),
    ("Threshold.of", "count"): (lambda x: face.Threshold.of(x, 2), HALF),
    ("Threshold.of", "threshold"): (lambda x: face.Threshold.of(2, x), HALF),
}

OTHERWISE: dict[str, str] = {
    "root_epsilon": "p q relative_risk_bound out rounding",  # float64 by nature, see test_numeric
    "epsilon_array": "derived values rounding",  # float64 or exact, see test_rounding_down
    "privacy_budget_mp": "p q r digits",  # the value at binary numbers, see test_root
    "lambdify": "what modules parameters",  # its functions take floats by nature, see test_callables
    "verified": "function against digits points limit rounding arrays",
    "recommend": "box progress boxes variant patience",
    "derive": "assumptions box variant progress saved patience",
    "signs": "assumptions box variant progress saved patience",
    "infimum": "profile solver progress judge branches partial patience empty bracket beside at_numbers",
    "exact_epsilon": "derived",
    "epsilon_at_precision": "derived digits",
    "sensitivities": "derived",
    "explain": "box variant",
    "split": "releases variant",
    "design": "profile find goal box assumptions progress variant",
    "budget_goal": "mechanism",
    "crossing_goal": "mechanism",
    "deviation_goal": "mechanism",
    "randomized_survey": "outcomes counts goal compare people seed",
    "release_loss": "dimensions draws seed",
    "compose_losses": "n draws seed",
    "sampled_sensitivity": "n m draws seed",
    "privacy_cost": "draws seed",
    "sweep": "profile box variant executor workers derive patience skip progress",
    "read_table": "path interpolation",
    "table_of": "interpolation",
    "parse_assumptions": "text",
    "parse_profile": "text transcendental",
    "Cap": "kind",
    "Group": "caps box name",
    "RiskProfile": "assumptions box variant",
    "GeometricNoise.for_budget": "",
    "LaplaceNoise.for_budget": "",
    "Threshold.of": "",
}

RETURNED = {
    *("PiecewiseInfimum", "Derivation", "Recommendation", "EnclosedRecommendation", "SampledRecommendation"),
    *(
        "RandomizedResponse",
        "PrivacyLoss",
        "LossComposition",
        "PrivacyCost",
        "SampledSensitivity",
        "Explanation",
        "Signs",
        "Design",
        "Split",
        "Sensitivities",
        "Goal",
        "BallProfile",
    ),
    *("LambdifiedFunction", "Verification"),
}
"""Classes whose objects others make, or that take no number."""


def entrances() -> dict[str, list[str]]:
    """What can be called on the face, with its parameters."""
    found = {}
    for name in face.__all__:
        member = getattr(face, name)
        if inspect.isclass(member) and not issubclass(member, Exception) and name not in RETURNED:
            makers = [maker for maker in ("for_budget", "of") if hasattr(member, maker)]
            made = getattr(member, makers[0]) if makers else member
            found[".".join([name, *makers])] = list(inspect.signature(made).parameters)
        elif inspect.isfunction(member):
            found[name] = list(inspect.signature(member).parameters)
    return found


def test_every_argument_is_listed() -> None:
    listed = {name: set(others.split()) for name, others in OTHERWISE.items()}
    for name, parameter in PLACES:
        listed.setdefault(name, set()).add(parameter)
    assert {name: set(parameters) for name, parameters in entrances().items()} == listed


@pytest.mark.family(18)
@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_exact_types_are_accepted_and_mean_the_same(place: tuple[str, str]) -> None:
    call, values = PLACES[place]
    first, *others = values
    expected = repr(call(first))
    for value in others:
        assert repr(call(value)) == expected, repr(value)


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_floats_are_refused_in_one_wording(place: tuple[str, str]) -> None:
    call, _ = PLACES[place]
    for value in FLOATS:
        with pytest.raises(InputError) as refused:
            call(value)
        assert str(refused.value).endswith(
            'is a float, not the number that is meant: give "0.5" as a text, a Fraction or a Decimal'
        ), (value, str(refused.value))


LEFT_OUT = (
    *("recommend", "derive", "sweep", "randomized_survey", "release_loss", "compose_losses"),
    *("sampled_sensitivity", ("privacy_cost", "budget"), ("privacy_cost", "error")),
)
"""Functions and arguments that may be left out, None."""

NEVER_LEFT_OUT = ("values", "fixed", "grid")


@pytest.mark.parametrize("place", PLACES, ids="-".join)
def test_what_is_no_number_is_an_input_error(place: tuple[str, str]) -> None:
    call, _ = PLACES[place]
    for value in NO_NUMBERS:
        if value is None and (place[0] in LEFT_OUT or place in LEFT_OUT) and place[1] not in NEVER_LEFT_OUT:
            continue  # the default there
        with pytest.raises(InputError):
            call(value)


@pytest.mark.parametrize("name", [n for n in face.__all__ if n != "__version__"])
def test_every_name_has_an_example(name: str) -> None:
    """They run with the doctests of the packages."""
    member = getattr(face, name)
    assert inspect.getdoc(member) and "Examples\n--------" in inspect.getdoc(member), name
    assert doctest.DocTestParser().get_examples(inspect.getdoc(member)), name
    if inspect.isfunction(member) and inspect.signature(member).parameters:
        assert "Parameters\n----------" in inspect.getdoc(member), name


def test_face_is_sorted_and_light() -> None:
    assert list(face._NAMES) == sorted(face._NAMES)
    heavy = "[m for m in ('sympy', 'numpy', 'flint', 'z3', 'mpmath') if m in sys.modules]"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, symbolic_eps; symbolic_eps.InputError; print({heavy})"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'epsilon'"):
        _ = face.epsilon


OLD_NAMES: dict[str, tuple[Callable[..., Any], dict[str, Any], str, Any]] = {
    "recommend": (face.recommend, {"profile": "3"}, "seconds", 60),
    "sweep": (lambda **k: list(face.sweep(**k)), {"profile": "r", "grid": {"r": [2]}}, "seconds", 60),
    "explain": (face.explain, {"epsilon": 1}, "at", [{"p": 1, "q": 1}]),
    "design": (face.design, {"profile": "r", "find": "r", "goal": _GOAL}, "assume", ["1<r<5"]),
}
NEW = {"seconds": "patience", "at": "prior", "assume": "assumptions"}


@pytest.mark.parametrize("name", OLD_NAMES)
def test_old_names_of_arguments_are_read_with_a_warning(name: str) -> None:
    call, given, old, value = OLD_NAMES[name]
    with pytest.warns(
        DeprecationWarning, match=rf"{name}\({old}=...\) is deprecated .* write {NEW[old]}="
    ) as seen:
        found = call(**given, **{old: value})
    assert seen[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert repr(call(**given, **{NEW[old]: value})) == repr(found)
    with pytest.raises(TypeError, match=f"{old} is an old name of {NEW[old]}"):
        call(**given, **{old: value, NEW[old]: value})


@pytest.mark.parametrize(
    "command",
    [
        ["recommend", "3", "--patience", "60"],
        ["explain", "1", "--prior", "p=1,q=1"],
        ["design", "r", "--find", "r", "--assume", "1<r<5", "--epsilon", "log(2)"],
        ["sweep", "r", "--vary", "r=2,3", "--patience", "60", "--output", "eps.csv"],
    ],
)
def test_the_command_never_warns(
    command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from symbolic_eps.cli import main

    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(command) == 0
    assert "eprecat" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: face.infimum("r"), 'infimum takes a RiskProfile, not str: write RiskProfile\\("r"'),  # type: ignore[arg-type]
        (lambda: face.sensitivities("r", {"r": 2}), "str is no derived closed form"),  # type: ignore[arg-type]
        (lambda: face.exact_epsilon(None, {}), "NoneType is no derived closed form"),  # type: ignore[arg-type]
        (lambda: face.exact_epsilon(form(), {"r": "sqrt(2)"}), "not a rational number"),
        (lambda: face.exact_epsilon(form(), {"r": sp.Symbol("a")}), "no exact number"),
        (lambda: face.recommend([1]), "no risk profile|no exact number"),
        (lambda: face.design("r", "r", "goal", assumptions=["1<r<5"]), "goal"),  # type: ignore[arg-type]
        (lambda: face.split(1, True), "releases = True: give a whole number"),
        (lambda: face.split(1, 2.0), "whole number"),  # type: ignore[arg-type]
        (lambda: face.epsilon_at_precision(form(), {"r": 2}, 0), "digits = 0"),
    ],
)
def test_slips_are_input_errors(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
