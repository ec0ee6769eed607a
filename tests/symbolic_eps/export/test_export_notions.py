"""Rows of notions as programs: against the exact budgets, in languages, and with planted errors."""

from __future__ import annotations

import json
import math
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import MANIFEST, build, write
from symbolic_eps.export.packages.vectors import Status, refused
from symbolic_eps.export.programs.program import add
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named
from symbolic_eps.notions.budget import AttackBudget
from symbolic_eps.notions.formulas import notion_formulas, row_formula
from symbolic_eps.notions.notion import BASELINE, Notion
from symbolic_eps.notions.rows import row_budget, rows_of
from symbolic_eps.theory.symbols import PRIOR_INCLUSION

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

NAMES = [(notion, name) for notion in Notion for name in ("constant-from-m", "difference")]
NAMES.append((Notion.APPROXIMATE, "odds-ratio-at-k"))


def row(notion: Notion, name: str) -> tuple[Formula, AttackBudget]:
    (found,) = rows_of(notion, (name,))
    return row_formula(found, notion), row_budget(found, notion)


@pytest.mark.family(18)
@pytest.mark.parametrize(("notion", "name"), NAMES, ids=str)
def test_values_are_within_the_proven_error_and_the_safe_one_is_never_above(
    notion: Notion, name: str
) -> None:
    formula, answer = row(notion, name)
    draw, tried = random.Random(name), 0
    while tried < 25:
        point = [
            draw.uniform(1, 9)
            if a.symbol.name == "r"
            else draw.random() ** 2 / (20 if a.symbol.name == "delta" else 1)
            for a in formula.arguments
        ]
        exact = {a.symbol: sp.Rational(value) for a, value in zip(formula.arguments, point, strict=True)}
        if not all(bool(c.relational.subs(exact)) for c in formula.domain):
            continue
        tried += 1
        (branch,) = (b for b in answer.branches if bool(b.condition.subs(exact)))
        value, safe = run(formula.program(), point), run(formula.safe_program(), point)
        if branch.exponential is sp.oo:
            assert value == float("inf")
            continue
        budget = sp.N(sp.log(branch.exponential.subs(exact)), 40)
        ulp = sp.Rational(math.ulp(value))
        assert abs(sp.Rational(value) - budget) <= ulp * formula.error
        assert sp.Rational(safe) <= budget


@pytest.mark.parametrize("notion", Notion)
def test_algebra_is_proved_and_headers_say_which_risk_and_which_side(notion: Notion) -> None:
    formula, _ = row(notion, "difference")
    assert str(min(e.grade for e in prove_algebra(formula))) == "exact"
    texts = build(target_named("c"), (formula,))
    header = " ".join(texts["symbolic_eps.h"].replace("*", " ").split())
    assert " _lower: never above exact, within " in header
    assert "not the posterior of every output" in header
    (entry,) = json.loads(texts[MANIFEST])["formulas"]
    assert entry["lower"] == f"{formula.name}_lower"


@pytest.mark.parametrize("target", ["python", "c", "javascript"])
def test_self_test_agrees_with_every_vector_and_fails_on_the_other_side(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    formulas = [row(notion, "constant-from-m")[0] for notion in Notion]
    write(build(target_named(target), formulas), tmp_path / "right")
    done = self_test(target, tmp_path / "right")
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.setattr(formula_module, "subtract", add)
    write(build(target_named(target), formulas), tmp_path / "wrong")
    assert self_test(target, tmp_path / "wrong").returncode == 1


def test_every_formula_has_a_name_of_its_own_and_speaks_of_the_baseline_as_k() -> None:
    named = list(notion_formulas())
    assert len({name for name, _, _ in named}) == len(named) == 31  # and four of what eps allows, no rows
    formula, _ = row(Notion.APPROXIMATE, "odds-ratio-at-k")
    assert BASELINE in {a.symbol for a in formula.arguments}
    assert all(PRIOR_INCLUSION not in c.symbols for c in formula.domain)


@pytest.mark.parametrize("identifier", ["difference", "difference-from-m"])
def test_differences_of_neighbouring_small_numbers_have_values(identifier: str) -> None:
    formula, _ = row(Notion.APPROXIMATE, identifier)
    smallest = formula.arguments[0].smallest
    others = [0.5] * (len(formula.arguments) - 2)
    for delta in (smallest, 2 * smallest, 2.0**-400, 2.0**-30):
        b = math.nextafter(delta, 1.0)
        assert 0.0 < run(formula.safe_program(), [b, delta, *others]) <= 4 * (b - delta)
    below = [smallest, math.nextafter(smallest, 0.0), *others]
    assert refused(formula, below) is Status.BEYOND
    with pytest.raises(RefusedError):
        run(formula.program(), below)
