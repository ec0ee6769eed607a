"""Odds ratios under notions as programs in the cap: against budgets by hand, and with planted errors."""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mpmath
import pytest
import sympy as sp

from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.programs.program import Apply, Assign, Block, Choose, Operation, Program, add
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named
from symbolic_eps.notions.formulas import row_formula
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.odds_formulas import CAP, ROOT, NoSignError, without_root
from symbolic_eps.notions.rows import rows_of
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

RANGE, AT_K = "odds-ratio-from-m-to-n", "odds-ratio-at-k"
NAMES = [(Notion.APPROXIMATE, RANGE), (Notion.RENYI_2, RANGE), (Notion.RENYI_2, AT_K)]


def formula_of(notion: Notion, name: str) -> Formula:
    (row,) = rows_of(notion, (name,))
    return row_formula(row, notion)


def budget_at(notion: Notion, r: float, k: mpmath.mpf, delta: float) -> mpmath.mpf:
    """The largest budget at one baseline: from the definitions, for the events yes and no."""
    cap = r * k / (1 - k + r * k)
    if notion is Notion.APPROXIMATE:
        return mpmath.log(max((cap - delta) / k, (1 - delta - k) / (1 - cap)))
    moments = ((p**2 / q + (1 - p) ** 2 / (1 - q)) for p, q in ((cap, k), (k, cap)))
    return mpmath.log(max(moments))


def points(formula: Formula, notion: Notion) -> list[list[float]]:
    draw, found = random.Random(formula.identifier), list[list[float]]()
    while len(found) < 40:
        r = 1 + draw.choice([draw.uniform(0, 8), 10 ** draw.uniform(-9, 6)])
        ends = sorted(draw.choice([draw.random(), 10 ** draw.uniform(-9, -0.1)]) for _ in formula.arguments)
        baselines = ends[-2:] if len(formula.arguments) > 2 else ends[-1:]
        if len(found) % 2 and len(baselines) == 2:  # on both sides of the worst baseline
            meeting = 1 / (1 + math.sqrt(r))
            baselines = [meeting * draw.uniform(0.8, 1), meeting * draw.uniform(1, 1.2)]
        if notion is Notion.RENYI_2:
            found.append([r, *baselines])
            continue
        delta = draw.choice([0.0, 10 ** draw.uniform(-12, -1)])
        if max(baselines) < 1 and all(r * k >= (k + delta) * (1 - k + r * k) * (1 + 1e-9) for k in baselines):
            found.append([r, delta, *baselines])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("notion", "name"), NAMES, ids=str)
def test_values_are_the_least_budgets_over_the_baselines_and_the_safe_ones_never_above(
    notion: Notion, name: str
) -> None:
    formula = formula_of(notion, name)
    program, safe_program = formula.program(), formula.safe_program()
    with mpmath.workdps(60):
        for point in points(formula, notion):
            r, *others = map(mpmath.mpf, point)
            delta, *ends = others if notion is Notion.APPROXIMATE else (mpmath.mpf(0), *others)
            meeting = 1 / (1 + mpmath.sqrt(r))
            inside = [meeting] if ends[0] < meeting < ends[-1] else []
            exact = min(budget_at(notion, r, k, delta) for k in (*ends, *inside))
            grid = (ends[0] + (ends[-1] - ends[0]) * i / 50 for i in range(51))
            assert all(budget_at(notion, r, k, delta) >= exact * (1 - mpmath.mpf(10) ** -40) for k in grid)
            value, safe = run(program, point), run(safe_program, point)
            assert abs(value - exact) <= math.ulp(value) * float(formula.error)
            assert safe <= exact <= safe + math.ulp(value) * float(formula.farthest)


def test_budget_is_0_where_nothing_is_left_and_refused_beyond() -> None:
    formula = formula_of(Notion.APPROXIMATE, RANGE)
    # A cap of 3 on the odds ratio is one of 3/4 on the success at k = 1/2, of 1/2 at k = 1/4.
    assert run(formula.safe_program(), [3.0, 0.25, 0.25, 0.5]) == 0.0
    with pytest.raises(RefusedError):
        run(formula.program(), [3.0, math.nextafter(0.25, 1), 0.25, 0.5])


@pytest.mark.family(24)
@pytest.mark.parametrize(("notion", "name"), NAMES[1:], ids=str)
def test_algebra_is_proved(notion: Notion, name: str) -> None:
    evidence = prove_algebra(formula_of(notion, name))
    assert all(e.proved for e in evidence) and str(min(e.grade for e in evidence)) == "exact"


@pytest.mark.slow
def test_algebra_of_the_smaller_of_two_budgets_is_proved_and_of_the_larger_not() -> None:
    formula = formula_of(Notion.APPROXIMATE, RANGE)
    assert all(e.proved for e in prove_algebra(formula))
    swapped = [replace(case, value=replace(case.value, first=case.value.second)) for case in formula.cases]
    wrong = replace(formula, cases=(swapped[0], *formula.cases[1:])).program()
    assert not all(e.proved for e in prove_algebra(formula, wrong))


def without_a_term(block: Block) -> Block:
    """The first exact sum lacks a term: wrong where most cancels, and nowhere else."""
    for number, statement in enumerate(block):
        match statement:
            case Assign(value=Apply(operation=Operation.EXACT_SUM, arguments=terms)):
                shorter = replace(statement, value=Apply(Operation.EXACT_SUM, terms[1:]))
                return (*block[:number], shorter, *block[number + 1 :])
            case Choose(then=then):
                changed = without_a_term(then)
                if changed != then:
                    return (*block[:number], replace(statement, then=changed), *block[number + 1 :])
    return block


def test_a_term_that_lacks_only_where_most_cancels_is_noticed() -> None:
    formula = formula_of(Notion.RENYI_2, AT_K)
    program = formula.program()
    wrong = Program(program.name, program.parameters, without_a_term(program.body))
    assert wrong != program
    assert not all(e.proved for e in prove_algebra(formula, wrong))


def test_a_condition_in_the_root_becomes_one_in_the_cap_where_the_signs_of_its_parts_are_known() -> None:
    n = parameter("n")
    known = [positive(ROOT - 1), positive(n), positive(1 - n)]
    for condition in (non_negative(1 - n * (ROOT + 1)), positive(n * (ROOT + 1) - 1)):
        without = without_root(condition, known, Solver())
        for share, root in ((sp.Rational(1, 3), 2), (sp.Rational(1, 5), 3), (sp.Rational(1, 4), 3)):
            there = bool(condition.relational.subs({n: share, ROOT: root}))
            assert bool(without.relational.subs({n: share, CAP: root**2})) is there
    with pytest.raises(NoSignError):
        without_root(non_negative(n - 2 + ROOT * (1 - 2 * n)), known, Solver())


@pytest.mark.family(24)
@pytest.mark.parametrize("target", ["python", "c", "openformula"])
def test_self_test_agrees_with_every_vector_and_fails_on_the_other_side(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    formulas = [formula_of(*name) for name in NAMES]
    write(build(target_named(target), formulas), tmp_path / "right")
    done = self_test(target, tmp_path / "right")
    assert done.returncode == 0, done.stdout + done.stderr
    if target != "openformula":  # whose bounds are its own
        monkeypatch.setattr(formula_module, "subtract", add)
        write(build(target_named(target), formulas), tmp_path / "wrong")
        assert self_test(target, tmp_path / "wrong").returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [(Notion.RENYI_2, AT_K), *NAMES[:2]], ids="-".join)
@pytest.mark.parametrize(
    ("target", "file", "planted", "instead"),
    [
        ("coq", ".v", "  G = ", "  G = 2 * "),
        ("gappa", "/case_1*.g", "ieee_64", "ieee_32"),
    ],
)
def test_provers_accept_products_and_the_smaller_of_two_and_no_other(
    target: str,
    file: str,
    planted: str,
    instead: str,
    name: tuple[Notion, str],
    require_tool: Callable[[str], Path],
    tmp_path: Path,
    self_test: SelfTest,
) -> None:
    require_tool({"coq": "coqc"}.get(target, target))
    formula = formula_of(*name)
    write(build(target_named(target), [formula]), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 0, done.stdout + done.stderr
    path = next((tmp_path / "export").glob(f"{formula.name}{file}"))
    path.write_text(path.read_text(encoding="utf-8").replace(planted, instead, 1), encoding="utf-8")
    assert self_test(target, tmp_path / "export").returncode != 0
