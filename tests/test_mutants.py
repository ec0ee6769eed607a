"""Every operator plants what it promises, and an audit that passes what is false is found out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp
from sympy.abc import a, k, s, t, u, w, x, z

from benchmarks.mutants import operators, planting
from benchmarks.mutants.__main__ import in_share, main, run, share, tasks
from benchmarks.mutants.judging import ERRORS, Answer, Fate, Result, Task, audited, judged
from benchmarks.mutants.planting import DROPPED, KINDS, Mutant, mutants, true_form
from benchmarks.mutants.results import GOAL, Figures, Kept, faults, markdown, report
from symbolic_eps.papers import papers
from verify.calculus.derivative import DerivativeSign, ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Maximum, Minimum
from verify.calculus.extremum import Path as Curve
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.claim import Claim, Locator, Statement
from verify.independent_check.random_check import fails_at, random_check
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Setting, Total

UNIT = (s >= 0, s <= 1, t >= 0, t <= 1)


def claim(statement: sp.Basic | Statement, *domain: sp.Basic) -> Claim:
    return Claim(Locator("sample", "eq:1"), statement, domain)


def planted(operator: str, statement: sp.Basic | Statement, *domain: sp.Basic) -> set[str]:
    return {str(m.claim.text) for m in mutants(claim(statement, *domain), operator)}


def domains(operator: str, statement: sp.Basic | Statement, *domain: sp.Basic) -> set[str]:
    return {str(m.claim.domain) for m in mutants(claim(statement, *domain), operator)}


def test_signs() -> None:
    assert planted("sign", sp.Ge(a - x, 3)) == {"a - x <= 3", "-a - x >= 3", "a + x >= 3", "-a + x >= 3",
                                                "-(a - x) >= 3", "a - x >= -3"} - {"-a + x >= 3"}  # fmt: skip
    assert "Derivative(log(x), x) < 0" in planted("sign", DerivativeSign(sp.log(x), x, ">"), x > 0)
    assert "Limit(1/x, x, 0, side=-) = oo" in planted("sign", Limit(1 / x, x, sp.S(0), "+", sp.oo))


def test_factors_and_powers() -> None:
    assert planted("factor", sp.Eq(a + x, 3)) == {
        "Eq(2*a + x, 3)", "Eq(a + 2*x, 3)", "Eq(2*(a + x), 3)", "Eq(a + x, 6)"
    }  # fmt: skip
    assert planted("power", sp.Ge(sp.sqrt(a), x**2)) == {"a >= x**2", "sqrt(a) >= x", "sqrt(a**2) >= x**2",
                                                         "sqrt(a) >= x**4"}  # fmt: skip
    assert "exp(-a) > 0" in planted("power", sp.Gt(sp.exp(-2 * a), 0, evaluate=False))


def test_swaps_are_of_symbols_of_like_domain() -> None:
    assert planted("swap", sp.Ge(s, t**2), *UNIT, a > 0) == {"t >= t**2", "s >= s**2"}
    assert "-s**2 + t >= 0" in planted("swap", sp.Ge(s - t**2, 0), *UNIT)
    assert planted("swap", sp.Ge(s, a), *UNIT, a > 0) == {"t >= a"}


def test_complements_are_of_symbols_within_0_and_1() -> None:
    assert planted("complement", sp.Ge(s * a, 0), *UNIT, a > 0) == {"a*(1 - s) >= 0"}
    assert planted("complement", sp.Ge(s * a, 0), a <= s, a >= 0, s <= sp.Rational(1, 2)) == {
        "a*(1 - s) >= 0", "s*(1 - a) >= 0"
    }  # fmt: skip


def test_strictness_of_the_statement_and_of_hypotheses() -> None:
    statement = sp.Or(a >= 1, x < 0, evaluate=False)
    assert planted("strictness", statement) == {"(a > 1) | (x < 0)", "(a >= 1) | (x <= 0)"}
    assert domains("strictness", a > 0, a > 1) == {"(a > 1,)", "(a >= 1,)"}
    assert planted("strictness", DerivativeSign(x**2, x, ">"), x > 0) > {"Derivative(x**2, x) >= 0"}


def test_bounds() -> None:
    assert planted("bound", Series(a**k, k, sp.S(0), sp.oo, 1 / (1 - a))) == {
        f"Sum(a**k, (k, {span})) = 1/(1 - a)" for span in ("1, oo", "0, -oo", "0, 1")
    } - {"Sum(a**k, (k, 0, -oo)) = 1/(1 - a)"}
    assert planted("bound", DefiniteIntegral(x, x, sp.S(0), a, a**2 / 2)) == {
        f"Integral(x, (x, {span})) = a**2/2" for span in ("1, a", "1/2, a", "0, 2*a", "0, a/2")
    }
    assert domains("bound", Minimum(x, (x,), a, {x: a}), x >= a) == {"(x >= 2*a,)", "(x >= a/2,)"}
    two = Setting({w: (z, u)})
    goal = sp.Ge(Total(w, z, u), 0, evaluate=False)
    assert len(planted("bound", Derivation(two, goal, (Step(goal),)))) == 2


def test_off_by_one_brackets_and_digits() -> None:
    assert planted("off by one", sp.Eq(a**2, 3 * x)) == {
        "Eq(a, 3*x)", "Eq(a**3, 3*x)", "Eq(a**2, 2*x)", "Eq(a**2, 4*x)"
    }  # fmt: skip
    assert planted("bracket", sp.Eq(a * (s + x), sp.log(a * x))) == {
        "Eq(a*s + x, log(a*x))", "Eq(a*(s + x), x*log(a))"
    }  # fmt: skip
    assert planted("bracket", sp.Eq(a, 1 / (s + x))) == {"Eq(a, x + 1/s)"}
    assert planted("digit", sp.Eq(a, sp.Rational(3, 20))) == {"Eq(a, 4/25)", "Eq(a, 7/50)", "Eq(a, 1/4)"}
    assert planted("digit", sp.Eq(a, sp.Rational(1, 3))) == set()
    assert set(operators.other_digits("0.99")) == {"1.00", "0.98", "1.09"}


def test_dropped_hypotheses() -> None:
    assert domains(DROPPED, a * x > 0, a > 0, x > 0) == {"(a > 0,)", "(x > 0,)"}
    setting = Setting({w: (z,)}, (w >= 0, w <= 1))
    goal = sp.Ge(Total(w, z), 0)
    assert len(planted(DROPPED, Derivation(setting, goal, (Step(goal, Termwise()),)))) == 2


def test_hints_are_not_mutated_and_a_chain_ends_in_its_new_goal() -> None:
    assert not any("x**3" in text for text in planted(
        "power", DefiniteIntegral(x, x, sp.S(0), a, a**2 / 2, antiderivative=x**2 / 2)))  # fmt: skip
    setting = Setting({w: (z,)}, (w >= 0,))
    goal = sp.Ge(Total(w, z), 0)
    for mutant in mutants(claim(Derivation(setting, goal, (Step(goal, Termwise()),))), "sign"):
        statement = mutant.claim.statement
        assert isinstance(statement, Derivation) and statement.steps[-1].conclusion == statement.goal != goal


def test_what_changes_nothing_is_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(planting.OPERATORS, "sign", lambda spot, known: iter([spot.node]))
    assert mutants(claim(sp.Ge(a - x, 3)), "sign") == []
    results = [
        Result(str(i), "sample", "eq:1", kind, "", (), Fate.REFUTED) for i, kind in enumerate(KINDS[1:])
    ]
    assert faults(results, complete=True) == ["the operator 'sign' has made no mutant"]
    assert faults(results, complete=False) == [] and faults([], complete=False) == ["no mutants"]


def test_choice_of_some_is_always_the_same() -> None:
    base = claim(sp.Ge(a - x + s - t, 3), *UNIT)
    first, again = ([m.fingerprint for m in mutants(base, "sign", each=2)] for _ in range(2))
    assert first == again and len(first) == 2
    assert sum(in_share(f"eq:{n}", (i, i, 7)) for n in range(50) for i in range(1, 8)) == 50
    some = [in_share(f"eq:{n}", (2, 5, 7)) for n in range(50)]
    assert some == [any(in_share(f"eq:{n}", (i, i, 7)) for i in range(2, 6)) for n in range(50)]
    assert share("3/40") == (3, 3, 40) and share("2-5/7") == (2, 5, 7)


SQUARES = Setting({w: (z,)}, (w >= 0, w <= 1))


def summed(goal: sp.Basic) -> Derivation:
    return Derivation(SQUARES, goal, (Step(goal),))


CURVE = ImplicitDerivative(x**2 + a**2 - 1, x, a, -a / x)
PAIRS: dict[str, tuple[sp.Basic | Statement, sp.Basic | Statement, tuple[sp.Basic, ...]]] = {
    "comparison": (sp.Ge(s, s**2), sp.Ge(s**2, s), UNIT),
    "and": (sp.And(s >= 0, s + t <= 2), sp.And(s >= 0, s + t <= 1), UNIT),
    "or": (sp.Or(s >= t, t >= s), sp.Or(s >= 2 * t, t >= 2 * s, evaluate=False), UNIT),
    "equation": (sp.Eq(sp.log(a**2), 2 * sp.log(a)), sp.Eq(sp.log(a**2), sp.log(2 * a)), (a > 1,)),
    "undefined": (sp.Ge(1 / a, 0), sp.Ge(1 / a, 0), (a > 0,)),
    "limit": (Limit(sp.atan(x) / x, x, sp.S(0), "+", sp.S(1)),) * 2 + ((),),
    "limit at oo": (
        Limit(a * x / (x + 1), x, sp.oo, "+", a),
        Limit(a * x / (x + 1), x, sp.oo, "+", 2 * a),
        (a > 0,),
    ),
    "infinite": (Limit(sp.log(x), x, sp.S(0), "+", -sp.oo), Limit(sp.log(x), x, sp.S(0), "+", sp.oo), ()),
    "derivative": (PartialDerivative(sp.log(x), x, 1 / x), PartialDerivative(sp.log(x), x, 2 / x), (x > 0,)),
    "implicit": (CURVE, replace(CURVE, printed=a / x), (x > 0, a > 0)),
    "sign": (DerivativeSign(sp.log(x), x, ">"), DerivativeSign(sp.log(x), x, "<"), (x > 0,)),
    "minimum": (
        Minimum(x + a, (x,), a + 1, {x: sp.S(1)}),
        Minimum(x + a, (x,), a + 2, {x: sp.S(2)}),
        (x >= 1,),
    ),
    "point": (
        Maximum(x * (2 - x), (x,), sp.S(1), {x: sp.S(1)}),
        Maximum(x, (x,), sp.S(9), {x: sp.S(1)}),
        (x <= 2,),
    ),
    "path": (
        Infimum(x, (x,), sp.S(0), Curve(t, {x: t})),
        Infimum(x, (x,), sp.S(-1), Curve(t, {x: t})),
        (x > 0,),
    ),
    "integral": (
        DefiniteIntegral(x, x, sp.S(0), a, a**2 / 2),
        DefiniteIntegral(x, x, sp.S(0), a, a**2),
        (a > 0,),
    ),
    "series": (
        Series(s**k, k, sp.S(0), sp.oo, 1 / (1 - s)),
        Series(s**k, k, sp.S(1), sp.oo, 1 / (1 - s)),
        (s > 0, s < 1),
    ),
    "sums": (summed(Total(w**2, z) <= Total(w, z)), summed(Total(w, z) <= Total(w**2, z)), ()),
}
"""By kind: a true statement and a false one, on a domain."""


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in ("limit", "undefined")])
def test_random_check_tells_true_from_false(name: str) -> None:
    true, false, domain = PAIRS[name]
    looked = random_check(claim(true, *domain), "seed")
    assert looked.tried >= 3 and looked.failing is None
    assert random_check(claim(false, *domain), "seed").failing is not None


BEYOND_ITS_DIGITS: dict[str, tuple[Statement, tuple[sp.Basic, ...]]] = {
    "slow sum": (Series(1 / k**2, k, sp.S(1), sp.oo, sp.pi**2 / 6), ()),
    "integral with a kink": (
        DefiniteIntegral(sp.Abs(x - a), x, sp.S(0), sp.S(1), a**2 - a + sp.S(1) / 2),
        (a > 0, a < 1),
    ),
    "integral with a step": (
        DefiniteIntegral(sp.Piecewise((1, x < a), (0, True)), x, sp.S(0), sp.S(1), a),
        (a > 0, a < 1),
    ),
    "sum that is large": (
        Series(
            k**5 * s**k, k, sp.S(0), sp.oo, s * (s**4 + 26 * s**3 + 66 * s**2 + 26 * s + 1) / (1 - s) ** 6
        ),
        (s > sp.Rational(9, 10), s < 1),
    ),
    "sum of a billion terms": (Series(k, k, sp.S(1), sp.S(10**9), sp.S(500000000500000000)), ()),
    "slow limit": (Limit(1 / sp.log(sp.log(x)), x, sp.oo, "-", sp.S(0)), ()),
    "slower than logarithms": (Limit(1 / sp.sqrt(sp.log(x)), x, sp.oo, "-", sp.S(0)), ()),
    "slow growth": (Limit(sp.log(sp.log(x)), x, sp.oo, "-", sp.oo), ()),
}
"""True statements that sums, quadrature and small steps do not reach."""


@pytest.mark.family(24)
@pytest.mark.parametrize("name", BEYOND_ITS_DIGITS)
def test_what_is_computed_badly_refutes_nothing(name: str) -> None:
    true, domain = BEYOND_ITS_DIGITS[name]
    for seed in ("one", "two", "three"):
        assert random_check(claim(true, *domain), seed).failing is None


def test_points_are_the_same_in_every_process() -> None:
    drawn = (
        "from sympy.abc import a, b, c, s, t, x; from verify.independent_check.sampling import points; "
        "print(list(points([v > 0 for v in (a, b, c, s, t, x)], [], 3, 'seed')))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", drawn],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1


def test_undefined_is_false_and_unknown_is_not_tried() -> None:
    assert random_check(claim(sp.Ge(1 / a, 0), a >= 0), "seed").failing == {"a": "0"}
    assert random_check(claim(PAIRS["limit"][0]), "seed").tried == 0


def test_a_witness_is_held_against_the_mutant() -> None:
    false = claim(sp.Ge(s**2, s), *UNIT)
    assert fails_at(false, {s: sp.Rational(1, 2), t: sp.S(0)}) is True
    assert fails_at(false, {s: sp.S(1), t: sp.S(0)}) is False
    assert fails_at(false, {s: sp.S(-1), t: sp.S(0)}) is False
    assert fails_at(claim(CURVE), {}) is None


def accepts(claim: Claim, seconds: float, folder: Path | None) -> Answer:
    return Answer("holds")


def leaves_open(claim: Claim, seconds: float, folder: Path | None) -> Answer:
    return Answer("open")


def refutes_at_0(claim: Claim, seconds: float, folder: Path | None) -> Answer:
    return Answer("refuted", witness=dict.fromkeys(claim.symbols, sp.S(0)))


BASE = claim(sp.Ge(s + (1 - t) ** 2, s * t), *UNIT)
ALL = [Task(BASE, kind, None, 20.0) for kind in KINDS]
NOWHERE = Kept(None, "")


def test_the_audit_refutes_what_is_false_and_nothing_else() -> None:
    results = run(ALL, NOWHERE, silent=True)
    assert len(results) > 30 and faults(results, complete=False) == []
    fates = Figures.of(results)
    assert fates.count(Fate.REFUTED) > 10 and fates.count(Fate.TRUE) > 3
    assert f"{len(results):>8}{fates.count(Fate.REFUTED):>9}" in report(results)


@pytest.mark.parametrize(
    ("auditor", "fault"),
    [(accepts, Fate.ACCEPTED_FALSE), (refutes_at_0, Fate.REFUTED_WRONGLY), (leaves_open, "are refuted")],
)
def test_planted_auditors_are_found_out(auditor: Callable[..., Answer], fault: str) -> None:
    results = run(ALL, NOWHERE, auditor=auditor, silent=True)
    assert any(fault in line for line in faults(results, complete=False))


def test_figures() -> None:
    fates = [Fate.REFUTED] * 96 + [Fate.MISSED] * 4 + [Fate.TRUE] * 50 + [Fate.OPEN] * 20
    results = [Result(str(n), "sample", "eq:1", "sign", "", (), fate) for n, fate in enumerate(fates)]
    figures = Figures.of(results)
    assert (figures.planted, figures.share, figures.least_share) == (170, 0.96, 0.8)
    assert faults(results, complete=False) == [
        f"96.00% of the false ones are refuted; at least {GOAL:.0%} should be"
    ]


def test_figures_are_written_as_a_table(tmp_path: Path) -> None:
    fates = [Fate.REFUTED] * 3 + [Fate.MISSED, Fate.TRUE, Fate.ACCEPTED_FALSE]
    results = [Result(str(n), "sample", f"eq:{n}#digit.1", "digit", "", (), f) for n, f in enumerate(fates)]
    told = markdown(results, "command --share 1/2").splitlines()
    assert told[2] == "Written by `command --share 1/2`." and told[4].startswith(
        "6 mutants of 6 claims: 5 known to be false, 3 of them refuted with a witness (60.0%)"
    )
    assert "| digit | 6 | 5 | 3 | 1 | 0 | 1 | 0 | 0 | 1 | 0 |" in told
    assert "| sign | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |" in told


def test_an_interrupted_run_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = Kept(tmp_path / "results.jsonl", "program")
    first = run(ALL[:2], kept)
    assert "2 of 2" in capsys.readouterr().err
    with kept.path.open("a") as file:
        file.write('{"cut')
    asked: list[str] = []

    def counted(claim: Claim, seconds: float, folder: Path | None) -> Answer:
        asked.append(claim.locator.place)
        return audited(claim, seconds, folder)

    again = run(ALL[:3], kept, auditor=counted, silent=True)
    assert again[: len(first)] == first and asked == [r.place for r in again[len(first) :]]
    asked.clear()
    assert run(ALL[:3], kept, auditor=counted, silent=True) == again
    assert asked == []  # the line after the one that was cut short is a line of its own
    assert Kept(kept.path, "another program").known() == {}


def test_mutants_start_from_what_is_true() -> None:
    wrong = Claim(Locator("sample", "eq:3"), a > 1, (a > 0,), corrected=a > 0)
    form = true_form(wrong, "misprint")
    assert form is not None and form.statement == (a > 0)
    lacking = Claim(Locator("sample", "eq:3"), a > 1, (a > 0,), missing=(a > 2,))
    form = true_form(lacking, "holds-if")
    assert form is not None and form.domain == (a > 0, a > 2)
    found = Claim(Locator("sample", "eq:3"), a * x**2 >= 0, (), eliminated=(x,))
    form = true_form(found, "holds-if")
    assert form is not None and form.domain == (a >= 0,)
    assert true_form(wrong, "refuted") is None and true_form(wrong, "") is None


def test_every_claim_that_holds_is_a_base() -> None:
    every = list(tasks(list(papers()), [], ["sign"], (1, 1, 1), None))
    assert len(every) > 600 and {task.claim.locator.paper for task in every} == set(papers())
    assert all(isinstance(m, Mutant) for m in mutants(every[0].claim, "sign"))


@pytest.mark.parametrize(
    "typed",
    [
        ["no-paper"],
        ["--only", "eq:9999"],
        ["--share", "0/3"],
        ["--share", "3-2/3"],
        ["--markdown", "nowhere/figures.md"],
        ["--jobs", "-1"],
        ["--each", "x"],
        ["--draw", "x"],
        ["--seed", "7"],
        ["--seconds", "0"],
        ["--results", "nowhere/results.jsonl"],
        ["--json", "nowhere/figures.json"],
    ],
)
def test_bad_input_is_refused_before_work(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*typed, "--share", "1/99999999"] if "--share" not in typed else typed)
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code == 2 and said.startswith("python -m benchmarks.mutants: error: ")


def test_a_fixed_share_of_the_papers_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--share", "1/1920"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "operator"),
    [
        pytest.param("eq:71", "swap", marks=pytest.mark.slow),
        pytest.param("eq:80.1", "complement", marks=pytest.mark.slow),
        ("text:4/lemma-1-law-in-23", "off by one"),
    ],
)
def test_false_statements_on_sums_are_refuted(place: str, operator: str) -> None:
    """Once left open: in many unknowns of high degree, or with a root."""
    (task,) = tasks(["kazan-reiter-2023"], [place], [operator], (1, 1, 1), 3, seconds=120.0)
    fates = Figures.of(judged(task, {}))
    assert fates.count(Fate.REFUTED) >= 1 and fates.count(Fate.MISSED, *ERRORS) == 0
