"""The law of the privacy loss in every language, run by its toolchain; planted errors are seen."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms import sinhc_excess
from symbolic_eps.export.forms.formula import Formula, Side
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import MANIFEST, build, write
from symbolic_eps.export.programs.program import Operation, add, subtract
from symbolic_eps.export.runtime import helpers
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.privacy_loss.formulas import FORMULAS

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

EVERY = tuple(make() for make in FORMULAS)
REFUSING = ("coq", "gappa", "openformula")
"""Coq and Gappa know no exponentials, and no sum with a logarithm; spreadsheets keep no small differences."""

ABLE = [name for name in NAMES if name not in REFUSING]


@pytest.mark.parametrize("target", REFUSING)
def test_what_a_target_cannot_say_it_refuses_in_a_line(target: str) -> None:
    for formula in EVERY:
        with pytest.raises(CannotExpressError, match=target) as refusal:
            build(target_named(target), (formula,))
        assert "\n" not in str(refusal.value)


def _fails(target: str, formula: Formula, directory: Path, self_test: SelfTest) -> None:
    write(build(target_named(target), (formula,)), directory)
    done = self_test(target, directory)
    assert done.returncode == 1
    assert "points" in done.stdout and " 0 wrong" not in done.stdout


@pytest.mark.family(24)
@pytest.mark.parametrize("target", [name for name in ABLE if name != "latex"])
def test_a_shorter_series_fails_the_self_test(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    with monkeypatch.context() as patched:  # the bound stays that of the whole series
        patched.setattr(sinhc_excess, "TERMS", 2)
        shorter = replace(helpers.HELPERS[Operation.SINHC_EXCESS], program=sinhc_excess.program())
    monkeypatch.setitem(helpers.HELPERS, Operation.SINHC_EXCESS, shorter)
    _fails(target, _named("eps0"), tmp_path / "export", self_test)


@pytest.mark.family(24)
@pytest.mark.parametrize("target", [name for name in ABLE if name != "latex"])
@pytest.mark.parametrize("name", ["probability", "delta"])
def test_a_safe_function_on_the_other_side_fails_the_self_test(
    target: str,
    name: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    formula = _named(name)
    if formula.side is Side.LOWER:
        monkeypatch.setattr(formula_module, "subtract", add)
    else:
        monkeypatch.setattr(formula_module, "add", subtract)
    _fails(target, formula, tmp_path / "export", self_test)


SIDES = {
    "probability": "lower", "one-sided": "lower", "delta": "upper", "eps": "upper", "eps-delta": "upper",
    "eps0": "lower", "eps0-delta": "lower", "noise-scale": "upper", "noise-scale-delta": "upper",
    "mean": "upper", "variance": "upper",
}  # fmt: skip
"""As the issue asks: what is promised up, what is used to calibrate down, probabilities of safety down."""


def test_every_formula_has_the_safe_side_in_header_and_manifest() -> None:
    assert [f.identifier.removeprefix("at-risk-") for f in EVERY] == list(SIDES)
    for name, side in SIDES.items():
        formula = _named(name)
        texts = build(target_named("c"), (formula,))
        never = "above" if side == "lower" else "below"
        header = " ".join(texts["symbolic_eps.h"].replace("*", " ").split())
        assert f" _{side}: never {never} exact, within " in header
        (entry,) = json.loads(texts[MANIFEST])["formulas"]
        assert entry[side] == f"{formula.name}_{side}"


def _named(name: str) -> Formula:
    (formula,) = (f for f in EVERY if f.identifier == f"at-risk-{name}")
    return formula
