"""Risks for a given eps as programs: against exact values, in languages, and with planted errors."""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.errors import InputError
from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.programs.program import subtract
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.notions import allowed_formulas
from symbolic_eps.notions.allowed_formulas import FORMULAS, SuccessEarly, SuccessLate, success
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.success import Allowance
from symbolic_eps.profiles.caps import CapKind
from verify.evidence import Grade

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]
ZERO = sp.Integer(0)


def exact(name: str, point: Sequence[float]) -> sp.Expr:
    """From the module that `explain` uses, or from the definition."""
    eps, *others = map(sp.Rational, point)
    if name == "approximate-growth":
        return sp.exp(eps)
    if name == "renyi-2-of-eps":
        return sp.log(sp.exp(eps) - 1 + sp.exp(-eps))
    allowed = Allowance(Notion.APPROXIMATE, eps, others[0])
    if name == "approximate-success":
        return allowed.success(others[1])
    return allowed.measured(CapKind.DIFFERENCE, allowed.corner)


def points(formula: Formula) -> list[list[float]]:
    draw = random.Random(formula.identifier)

    def one() -> list[float]:
        eps = draw.choice([draw.uniform(0, 4), 10 ** draw.uniform(-12, 2)])
        delta = draw.choice([0.0, 10 ** draw.uniform(-9, -0.1)])
        return [eps, delta, draw.choice([draw.random(), 10 ** draw.uniform(-9, -0.1)])][
            : len(formula.arguments)
        ]

    return [one() for _ in range(60)]


@pytest.mark.parametrize("make", FORMULAS)
def test_values_are_within_the_proven_error_and_the_safe_one_is_never_below(make):
    formula = make()
    for point in points(formula):
        value, safe = run(formula.program(), point), run(formula.safe_program(), point)
        wanted = sp.N(exact(formula.identifier, point), 60)
        assert abs(sp.Rational(value) - wanted) <= sp.Rational(math.ulp(value)) * formula.error
        assert (
            wanted
            <= sp.Rational(safe)
            <= wanted + sp.Rational(math.ulp(value)) * sp.Rational(formula.farthest)
        )


@pytest.mark.parametrize("make", FORMULAS)
def test_algebra_is_proved(make):
    evidence = prove_algebra(make())
    assert all(e.proved for e in evidence) and min(e.grade for e in evidence) is Grade.EXACT


@pytest.mark.parametrize("planted", ["larger", "another form"])
def test_algebra_of_a_wrong_smaller_one_is_not_proved(planted, monkeypatch):
    formula = success()
    if planted == "larger":
        swapped = replace(formula.cases[1].value, first=SuccessLate(), second=SuccessEarly())
        program = replace(
            formula, cases=(formula.cases[0], replace(formula.cases[1], value=swapped))
        ).program()
        monkeypatch.setattr(allowed_formulas.SuccessEarly, "lowered", SuccessLate.lowered)
        program = formula.program()
    else:
        monkeypatch.setattr(allowed_formulas, "multiply", subtract)
        program = formula.program()
    monkeypatch.undo()
    assert not all(e.proved for e in prove_algebra(formula, program))


@pytest.mark.parametrize("name", NAMES)
def test_every_target_takes_them_or_refuses_in_one_line(name):
    for make in FORMULAS:
        if name in ("coq", "gappa", "openformula"):
            with pytest.raises(InputError, match=make().identifier) as refusal:
                build(target_named(name), (make(),))
            assert "\n" not in str(refusal.value)
        else:
            assert build(target_named(name), (make(),))


@pytest.mark.parametrize("target", ["python", "c", "sqlite"])
def test_self_test_agrees_with_every_vector_and_fails_on_the_other_side(
    target: str, installed: Callable[[str], None], tmp_path: Path, self_test: SelfTest, monkeypatch
) -> None:
    installed(target)
    formulas = [make() for make in FORMULAS]
    write(build(target_named(target), formulas), tmp_path / "right")
    done = self_test(target, tmp_path / "right")
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.setattr(formula_module, "add", subtract)
    write(build(target_named(target), formulas), tmp_path / "wrong")
    assert self_test(target, tmp_path / "wrong").returncode == 1


def test_a_row_without_a_formula_is_refused_with_the_reason(capsys):
    assert main(["export", "--target", "c", "--formula", "renyi-2-odds-ratio", "--out", "x"]) == 2
    assert "its rho is 0" in capsys.readouterr().err
