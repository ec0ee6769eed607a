"""Mechanisms, randomized response and notions in every language: one export, whose own self-test agrees.

One for all of them, since what takes the time is the toolchain.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from symbolic_eps import derive
from symbolic_eps.export.forms.derived import formula_of
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build, fitted, write
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.privacy_loss.formulas import FORMULAS as PRIVACY_LOSS

RANDOMIZED_RESPONSE = ("response-information", "response-deviation")
"""Of both sides, with a zero, a root, an infinite value, and a whole argument."""

ASKED_BETWEEN = "approximate-capped"
"""It asks for what it has computed so far, and again at the end."""

NO_PRIVACY_LOSS = ("coq", "gappa", "openformula")
"""They refuse it: see `test_export_privacy_loss.py`."""


@cache
def plain_sum() -> Formula:
    """The logarithm of a sum in which nothing is multiplied: its errors are of sums alone."""
    names = ("a", "b", "c", "d", "e")
    derived = derive(" + ".join(names), assumptions=[f"{name} > 1" for name in names]).derived
    return formula_of(derived, "plain-sum", "log of a sum", "derived for this test")


def plain_sums(count: int) -> list[Formula]:
    """From four on, kinds of arguments are written down."""
    return [replace(plain_sum(), identifier=f"plain-sum-{number}") for number in range(count)]


@pytest.mark.family(12)
@pytest.mark.parametrize(
    ("target", "count"),
    [
        *(("rust", 1), ("go", 1), ("java", 1), ("javascript", 1)),
        *(("rust", 4), ("c", 1), ("cpp", 1), ("python", 1), ("numpy", 1), ("r", 1), ("java", 4)),
    ],
)
def test_what_sums_without_products_call_is_there(
    target: str,
    count: int,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: Callable[[str, Path], subprocess.CompletedProcess[str]],
) -> None:
    installed(target)
    write(build(target_named(target), plain_sums(count)), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 0, done.stdout + done.stderr


def test_powers_of_2_in_rust_are_normal_numbers() -> None:
    """Of others the exponent does not have its place in the bits."""
    for count in (1, 4):
        text = build(target_named("rust"), plain_sums(count))["src/lib.rs"]
        exponents = {int(said) for said in re.findall(r"two_to\((-?\d+)\)", text)}
        assert exponents and all(-1022 <= exponent <= 1023 for exponent in exponents)
        assert "TWO_TO" not in text and "fn two_to(exponent: i64) -> f64 {" in text


@pytest.mark.parametrize("target", NAMES)
def test_self_test_agrees_with_every_vector(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: Callable[[str, Path], subprocess.CompletedProcess[str]],
) -> None:
    installed(target)
    formulas = [exportable()[name].make() for name in RANDOMIZED_RESPONSE]
    if target not in NO_PRIVACY_LOSS:
        formulas += [exportable()[ASKED_BETWEEN].make(), *(make() for make in PRIVACY_LOSS)]
    write(build(target_named(target), formulas), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 0, done.stdout + done.stderr
    assert target == "latex" or done.stdout.count(" 0 wrong") >= len(formulas)


@pytest.mark.slow
@pytest.mark.parametrize("target", NAMES)
def test_self_test_of_all_formulas_agrees_with_every_vector(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: Callable[[str, Path], subprocess.CompletedProcess[str]],
) -> None:
    """Each target has a library of its own, whose functions have errors of their own."""
    installed(target)
    formulas = taken_by(target)
    assert len(formulas) == TAKEN.get(target, len(exportable()))
    write(build(target_named(target), formulas), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 wrong") >= len(formulas)


TAKEN = {"coq": 57, "gappa": 57, "openformula": 56}
"""How many formulas the targets take that do not take all."""


def taken_by(target: str) -> list[Formula]:
    """Those that the target does not refuse."""
    taken = []
    for one in exportable().values():
        with suppress(CannotExpressError):
            formula = fitted(target_named(target), one.make())
            build(target_named(target), [formula])
            taken.append(formula)
    return taken
