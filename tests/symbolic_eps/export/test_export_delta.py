"""Largest deltas for a given eps as programs: against minima by hand, in languages, with planted errors."""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import mpmath
import pytest

from symbolic_eps.cli import main
from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.packages.vectors import in_domain
from symbolic_eps.export.programs.program import Operation, add
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime import machine
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named
from symbolic_eps.notions.delta_formulas import growth
from symbolic_eps.notions.formulas import WITHOUT_DELTA, row_delta_formula
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.rows import row_budget, rows_of

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]
Values = Mapping[str, mpmath.mpf]

RANGE = "odds-ratio-from-m-to-n"
NAMES = tuple(
    row.identifier for row in rows_of(Notion.APPROXIMATE, of_eps=True) if row.identifier not in WITHOUT_DELTA
)


def formula_of(name: str) -> Formula:
    (row,) = rows_of(Notion.APPROXIMATE, (name,), of_eps=True)
    return row_delta_formula(row)


def cap_at(name: str, k: mpmath.mpf, v: Values) -> mpmath.mpf:
    """The cap on the success at a baseline."""
    match name.split("-", maxsplit=1)[0]:
        case "constant":
            return v["r"] * k
        case "capped":
            return max(v["a"], v["r"] * k)
        case "difference":
            return k + v["b"]
        case _:
            return v["r"] * k / (1 - k + v["r"] * k)


def delta_at(name: str, k: mpmath.mpf, v: Values) -> mpmath.mpf:
    """The largest delta at one baseline: from the definition, for the events yes and no."""
    cap = cap_at(name, k, v)
    return mpmath.inf if cap >= 1 else max(cap - v["E"] * k, 1 - k - v["E"] * (1 - cap))


def worst_baselines(name: str, v: Values) -> list[mpmath.mpf]:
    """The ends of the range, where cap + k = 1, and where pieces of the cap meet."""
    low, high = v.get("m", v.get("k", mpmath.mpf(0))), v.get("n", v.get("k", mpmath.mpf(1)))
    places = [low, high]
    if "r" in v:
        places += [1 / (1 + v["r"]), 1 / (1 + mpmath.sqrt(v["r"]))]
    if "a" in v:
        places += [1 - v["a"], v["a"] / v["r"]]
    if "b" in v:
        places += [(1 - v["b"]) / 2]
    return [k for k in places if low <= k <= high and 0 < k < 1]


def points(formula: Formula) -> list[list[float]]:
    draw, found = random.Random(formula.identifier), list[list[float]]()
    while len(found) < 40:
        point = []
        for argument in formula.arguments:
            if argument.symbol.name in "rE":
                point.append(1 + draw.choice([draw.uniform(0, 3), 10 ** draw.uniform(-9, 1)]))
            else:
                point.append(draw.choice([draw.random(), 10 ** draw.uniform(-6, -0.1)]))
        if len(found) % 2 and formula.identifier.endswith(RANGE):  # ends on both sides of the worst baseline
            meeting = 1 / (1 + math.sqrt(point[0]))
            point[2:] = [meeting * draw.uniform(0.8, 1), meeting * draw.uniform(1, 1.2)]
        if in_domain(formula, point):
            found.append(point)
    return found


@pytest.mark.family(24)
@pytest.mark.parametrize("name", NAMES)
def test_values_are_the_least_deltas_over_the_baselines_and_the_safe_ones_never_above(name: str) -> None:
    formula = formula_of(name)
    program, safe_program = formula.program(), formula.safe_program()
    with mpmath.workdps(60):
        for point in points(formula):
            v = {a.symbol.name: mpmath.mpf(x) for a, x in zip(formula.arguments, point, strict=True)}
            places = worst_baselines(name, v)
            exact = min(delta_at(name, k, v) for k in places)
            low, high = (
                v.get("m", v.get("k", mpmath.mpf("1e-9"))),
                v.get("n", v.get("k", 1 - mpmath.mpf("1e-9"))),
            )
            grid = (low + (high - low) * i / 50 for i in range(51))
            assert all(delta_at(name, k, v) >= exact - mpmath.mpf(10) ** -40 for k in grid)
            value, safe = run(program, point), run(safe_program, point)
            assert abs(value - exact) <= math.ulp(value) * float(formula.error)
            assert safe <= max(exact, 0) <= safe + math.ulp(value) * float(formula.farthest)


@pytest.mark.parametrize("own", [False, True])
def test_an_exp_that_is_wrong_by_an_ulp_keeps_the_bound_and_the_side(
    own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below a power of 2 a step is half an ulp of the exact value, also with our own logarithms."""
    formula, eps, below = growth().with_logarithms(own), math.nextafter(math.log(2), 1), math.nextafter(2, 0)
    with mpmath.workdps(60):
        exact = mpmath.exp(eps)
        assert exact > 2 and 0.5 < (exact - below) / math.ulp(2.0) < 1
        monkeypatch.setitem(machine._BINARY64, Operation.EXP, lambda _: below)
        assert (exact - run(formula.program(), [eps])) / math.ulp(2.0) <= float(formula.error)
        assert run(formula.safe_program(), [eps]) >= exact


@pytest.mark.family(24)
@pytest.mark.parametrize("name", NAMES)
def test_a_growth_that_is_rounded_up_gives_a_delta_that_is_never_above_that_of_the_eps(name: str) -> None:
    formula, exponential, seen = formula_of(name), growth().safe_program(), 0
    place = [a.symbol.name for a in formula.arguments].index("E")
    for point in points(formula):
        eps = math.log(point[place])
        point[place] = run(exponential, [eps]) if eps > 0 else 1.0
        if in_domain(formula, point):
            safe, seen = run(formula.safe_program(), point), seen + 1
            with mpmath.workdps(60):
                v = {a.symbol.name: mpmath.mpf(x) for a, x in zip(formula.arguments, point, strict=True)}
                v["E"] = mpmath.exp(mpmath.mpf(eps))
                assert safe <= min(delta_at(name, k, v) for k in worst_baselines(name, v))
    assert seen > 20


@pytest.mark.family(24)
@pytest.mark.parametrize("name", ["difference-from-m", "odds-ratio-at-k"])
def test_algebra_is_proved(name: str) -> None:
    evidence = prove_algebra(formula_of(name))
    assert all(e.proved for e in evidence) and str(min(e.grade for e in evidence)) == "exact"


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("difference-from-m", "odds-ratio-at-k")])
def test_algebra_of_all_is_proved(name: str) -> None:
    assert all(e.proved for e in prove_algebra(formula_of(name)))


def test_algebra_of_another_delta_is_not_proved() -> None:
    formula = formula_of("odds-ratio-at-k")
    (first, second) = formula.cases
    wrong = replace(formula, cases=(replace(first, value=second.value), second)).program()
    assert not all(e.proved for e in prove_algebra(formula, wrong))


def test_headers_say_that_a_larger_e_is_safe() -> None:
    texts = build(target_named("c"), (formula_of("difference"), growth()))
    header = " ".join(texts["symbolic_eps.h"].replace("*", " ").split())
    difference, growth_ = header.split("double eps_approximate_delta_difference(")
    assert "_lower: never above exact, within" in difference and "_upper: never below exact" in growth_
    assert "a larger E gives a smaller delta" in difference


@pytest.mark.family(24)
@pytest.mark.parametrize("target", ["python", "c"])
def test_self_test_agrees_with_every_vector_and_fails_on_the_other_side(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    formulas = [*map(formula_of, NAMES), growth()]
    write(build(target_named(target), formulas), tmp_path / "right")
    done = self_test(target, tmp_path / "right")
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.setattr(formula_module, "subtract", add)
    write(build(target_named(target), formulas), tmp_path / "wrong")
    assert self_test(target, tmp_path / "wrong").returncode == 1


@pytest.mark.family(24)
@pytest.mark.parametrize("name", [*NAMES, *WITHOUT_DELTA])
def test_rows_of_delta_are_complete_and_exact(name: str) -> None:
    (row,) = rows_of(Notion.APPROXIMATE, (name,), of_eps=True)
    answer = row_budget(row, Notion.APPROXIMATE, of_eps=True)
    assert answer.complete and str(answer.grade) == "exact"


def test_table_of_delta_is_for_any_eps(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["table", "--notion", "approximate", "--row", "difference"]
    assert main([*asked, "--eps", "log(E)"]) == 0
    assert "For all parameters: delta = (E*b + b + 1 - E)/2" in capsys.readouterr().out
    for wrong, said in (
        ([*asked, "--eps", "1"], "take derive for a number"),
        (["table", "--notion", "renyi-2", "--eps", "log(E)"], "--eps goes with --notion approximate"),
        (["table", "--eps", "log(E)"], "--eps goes with --notion approximate"),
        (
            ["export", "--target", "c", "--formula", "approximate-delta-constant", "--out", "x"],
            "its delta is 0",
        ),
    ):
        assert main(wrong) == 2
        assert said in capsys.readouterr().err
