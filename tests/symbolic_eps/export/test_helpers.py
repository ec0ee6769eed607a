"""Helpers: written once, called everywhere, and the same bits as the definition that proofs take."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export import targets
from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import stable_form
from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.layout.target import CannotExpressError, Sheet
from symbolic_eps.export.packages.vectors import Status, vectors
from symbolic_eps.export.programs.program import Assign, Operation, Program, Return, operations_in, subtract
from symbolic_eps.export.runtime import machine
from symbolic_eps.export.runtime.helpers import HELPERS, helpers_of, unrolled
from symbolic_eps.export.runtime.machine import RefusedError, paths, run
from symbolic_eps.export.targets import target_named
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

SUM, PRODUCT = (HELPERS[o].program for o in (Operation.SUM_ERROR, Operation.PRODUCT_ERROR))
sizes = st.floats(2.0**-200, 2.0**200) | st.floats(-(2.0**200), -(2.0**-200))


@given(a=sizes, b=sizes)
def test_the_errors_are_exact(a: float, b: float) -> None:
    assert Fraction(a + b) + Fraction(run(SUM, (a, b, a + b))) == Fraction(a) + Fraction(b)
    assert Fraction(a * b) + Fraction(run(PRODUCT, (a, b, a * b))) == Fraction(a) * Fraction(b)


def test_without_rounding_there_is_no_error() -> None:
    """What proofs read: of a sum and product as they are, nothing is lacking."""
    a, b = sp.symbols("a b", real=True)
    for program, name, exact in ((SUM, "total", a + b), (PRODUCT, "product", a * b)):
        (path,) = paths(program)
        assert sp.expand(path.ended.subs(sp.Symbol(name, real=True), exact)) == 0


def answer(program: Program, point: tuple[float, ...]) -> float | str:
    try:
        return run(program, point)
    except RefusedError as refused:
        return str(refused)


@pytest.mark.parametrize("lower", [False, True])
def test_unrolled_programs_give_the_same_bits(formulas: tuple[Formula, ...], lower: bool) -> None:
    for formula in (root(), *formulas):
        program = formula.safe_program() if lower else formula.program()
        plain = unrolled(program)
        assert not any(operation.defined for operation in operations_in(plain.body))
        for vector in vectors(formula)[::5]:
            assert repr(answer(program, vector.arguments)) == repr(answer(plain, vector.arguments))


def _with_value(program: Program, value: Callable[[Return], Return]) -> Program:
    *others, last = program.body
    assert isinstance(last, Return)
    return dataclasses.replace(program, body=(*others, value(last)))


def _wrong_sign(program: Program) -> Program:
    zero = subtract(program_value := program.body[-1].value, program_value)  # type: ignore[union-attr]
    return _with_value(program, lambda last: Return(subtract(zero, last.value)))


def _without_splitting(program: Program) -> Program:
    whole = {"a_high": "a", "b_high": "b"}
    body = tuple(
        dataclasses.replace(s, value=machine.Variable(whole[s.name]))
        if isinstance(s, Assign) and s.name in whole
        else s
        for s in program.body
    )
    return dataclasses.replace(program, body=body)


@pytest.mark.family(24)
@pytest.mark.parametrize(
    ("operation", "planted"),
    [
        (Operation.SUM_ERROR, _wrong_sign),
        (Operation.PRODUCT_ERROR, _wrong_sign),
        (Operation.PRODUCT_ERROR, _without_splitting),
    ],
)
def test_planted_errors_in_a_definition_are_beyond_the_bound(
    monkeypatch: pytest.MonkeyPatch, operation: Operation, planted: Callable[[Program], Program]
) -> None:
    formula = root()
    points = [v for v in vectors(formula) if v.status is Status.VALUE]

    def wrong() -> int:
        found = ((v, answer(formula.program(), v.arguments)) for v in points)
        errors = (
            abs((y - v.rounded) / v.unit - v.offset) if isinstance(y, float) else float("inf")
            for v, y in found
        )
        return sum(not error <= formula.error for error in errors)

    assert wrong() == 0
    helper = HELPERS[operation]
    other = dataclasses.replace(helper, program=planted(helper.program))
    monkeypatch.setitem(HELPERS, operation, other)  # type: ignore[arg-type]
    assert wrong() > 0


CALLING = {
    "c": ("symbolic_eps.c", "gcc"),
    "cpp": ("symbolic_eps.hpp", "g++"),
    "java": ("symboliceps/SymbolicEps.java", "javac"),
    "javascript": ("symbolic_eps.js", "node"),
    "julia": ("src/SymbolicEpsFormulas.jl", "julia"),
    "numpy": ("symbolic_eps_numpy.py", "python3"),
    "python": ("symbolic_eps_formulas.py", "python3"),
    "r": ("R/evaluated.R", "Rscript"),
    "rust": ("src/lib.rs", "rustc"),
}
ERROR = "a - (total - of_b) + (b - of_b)"
HIGH = "a_scaled - (a_scaled - a)"
IN_PLACE = {
    ERROR: "error += np.subtract(b, of_b, out=of_b)",
    ERROR.replace("+", "-"): "error -= np.subtract(b, of_b, out=of_b)",
    HIGH: "upper -= upper - x",
    "b_scaled - (b_scaled - b)": "upper -= upper - x",
    "a + 0.0 * a_scaled": "upper -= upper",
}
"""What NumPy does instead, with few arrays."""


def _written(target: str, text: str) -> str:
    """The text with names as the language has them."""
    if target == "numpy":
        return IN_PLACE.get(text, text)
    camel = target in ("java", "javascript")
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), text) if camel else text


@pytest.mark.parametrize("target", CALLING)
def test_each_helper_is_written_once(exported: Export, target: str) -> None:
    ending = Path(CALLING[target][0]).suffix
    sources = [p for p in exported(target).rglob(f"*{ending}") if "test" not in p.stem.lower()]
    text = "\n".join(p.read_text() for p in sources)
    for runtime in (Path(targets.__file__).parents[1] / "templates").glob(f"{target}/*.*"):
        if runtime.stem in ("products", "kinds"):  # which have such names of their own
            for part in re.split("FILL_.*", runtime.read_text()):
                text = text.replace(part.strip(), "")
    text = re.sub(r"def (?:_total_of|_rounded)\(\*?\w.*?\n\n\n", "", text, flags=re.DOTALL)  # of NumPy
    text = re.sub(r"function logOfSum\(.*?\n}\n", "", text, flags=re.DOTALL)  # of JavaScript
    text = re.sub(r"kind(?: <- function)?\([^()]*\)", "", text)  # of arguments, which have ends low and high
    other = HIGH.replace("a_", "b_").replace("- a)", "- b)")
    assert [text.count(_written(target, said)) for said in (ERROR, HIGH, other)] == [1, 1, 1]
    steps_of_one = re.findall(r"\b(?:of|high|low)(?:_?\d+)? +(?:=|<-)", text)
    assert steps_of_one == []


@pytest.mark.family(24)
@pytest.mark.parametrize("target", CALLING)
@pytest.mark.parametrize(
    ("planted", "instead"), [(ERROR, ERROR.replace("+", "-")), (HIGH, "a + 0.0 * a_scaled")]
)
def test_planted_errors_in_a_helper_fail_the_self_test(
    exported: Export,
    needs: Callable[..., None],
    self_test: SelfTest,
    tmp_path: Path,
    target: str,
    planted: str,
    instead: str,
) -> None:
    path, program = CALLING[target]
    planted, instead = _written(target, planted), _written(target, instead)
    if target == "julia" and shutil.which("julia") is None:
        pytest.skip("NOT TESTED: julia is not installed (Debian has none)")
    needs(program)
    directory = Path(shutil.copytree(exported(target), tmp_path / target))
    source = directory / path
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test(target, directory)
    assert done.returncode == 1 and " wrong" in done.stdout, done.stderr
    assert not all(line.endswith(" 0 wrong") for line in done.stdout.splitlines())


KEPT = {
    "c": (
        "return sum_error(before, term, *total = before + term);",
        "return *total = before + term, before - before;",
    ),
    "java": ("parts[j] = sumError(parts[i], parts[j], sum);", "parts[j] = 0.0;"),
    "javascript": ("parts[j] = sumError(parts[i], parts[j], sum);", "parts[j] = 0;"),
    "julia": ("parts[j] = _sum_error(parts[i], parts[j], sum)", "parts[j] = 0.0"),
    "python": ("parts[place] = _sum_error(carry, part, total)", "parts[place] = 0.0"),
    "rust": ("*part = sum_error(carry, *part, sum);", "*part = 0.0;"),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("target", KEPT)
def test_an_exact_sum_that_loses_errors_fails_the_self_test(
    exported: Export, needs: Callable[..., None], self_test: SelfTest, tmp_path: Path, target: str
) -> None:
    test_planted_errors_in_a_helper_fail_the_self_test(
        exported, needs, self_test, tmp_path, target, *KEPT[target]
    )


def _with_arguments(first: str, second: str) -> Sheet:
    """log(x y) for x y > 1, in arguments of these names."""
    x, y = sp.symbols(f"{first} {second}", real=True)
    above = Condition(x * y - 1, Relation.POSITIVE)
    case = Case((), stable_form(x * y * DECAY - 1, ()), sp.log(x * y))
    arguments = (Argument(x, "a number"), Argument(y, "a number"))
    formula = Formula("do", "a logarithm", "none", arguments, (above,), (case,), "log", "log(x*y)")
    return Sheet(formula, "0" * 64, "vectors/do.csv", "0" * 64, "0")


@pytest.mark.parametrize("target", ["c", "javascript", "julia", "python", "rust"])
def test_an_argument_with_the_name_of_a_helper_is_refused(target: str) -> None:
    chosen = target_named(target)
    assert helpers_of([_with_arguments("x", "y").formula.program()])
    assert chosen.files([_with_arguments("x", "y")])
    name = {"javascript": "productError", "julia": "_product_error", "python": "_product_error"}.get(
        target, "product_error"
    )
    with pytest.raises(CannotExpressError, match=f"{name} is the name of a function of the export"):
        chosen.files([_with_arguments(name, "y")])
