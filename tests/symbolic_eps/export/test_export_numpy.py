"""The NumPy export: run with warnings as errors, and compared with the reference interpreter bit by bit."""

from __future__ import annotations

import csv
import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, fitted, write
from symbolic_eps.export.runtime import machine
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.ruff_findings import COMMANDS, findings

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]
MODULE = "symbolic_eps_numpy.py"


@pytest.fixture
def directory(exported: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return Path(shutil.copytree(exported("numpy"), tmp_path / "numpy"))


@pytest.fixture
def functions(exported: Export) -> ModuleType:
    spec = importlib.util.spec_from_file_location("exported_functions", exported("numpy") / MODULE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_formatter_and_linter_find_nothing(directory: Path) -> None:
    assert findings(directory) == []
    source = directory / MODULE
    text = source.read_text()
    source.write_text(text.replace("import numpy as np\n", "import numpy as np\nimport os\n") + "\n\n\n")
    assert len(findings(directory)) == len(COMMANDS)


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("numpy", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("g / m, -1.0 - g", "g / m * 1.000001, -1.0 - g"),  # less would be put right
        ("raise ValueError(message)", "pass"),
        ("moved = moved - moved * share", "pass"),
        ("_where(~holds, ", "_where(holds, "),
        ("return total + rest", "return total + rest + 1"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    source = directory / MODULE
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("numpy", directory)
    assert done.returncode == 1 and "wrong" in done.stdout


def test_a_changed_vector_fails_the_self_test(directory: Path, self_test: SelfTest) -> None:
    table = directory / "vectors" / "constant.csv"
    lines = table.read_text().split("\n")
    cells = lines[-2].split(",")
    assert cells[1] == "value"
    cells[2] = f"{int(cells[2], 16) + 8:016x}"
    table.write_text("\n".join([*lines[:-2], ",".join(cells), ""]))
    done = self_test("numpy", directory)
    assert done.returncode == 1 and done.stdout.count(" 1 wrong") == 1


@pytest.mark.usefixtures("own_logarithms")
def test_results_are_bit_for_bit_those_of_the_program(
    exported: Export, functions: ModuleType, formulas: tuple[Formula, ...]
) -> None:
    for formula in (fitted(target_named("numpy"), f) for f in formulas):
        points = _points(exported("numpy") / "vectors" / f"{formula.name}.csv", len(formula.arguments))
        for program in (formula.program(), formula.safe_program()):
            found = getattr(functions, program.name)(*points.T)
            expected = [machine.run(program, point) for point in points.tolist()]
            assert found.tobytes() == np.array(expected).tobytes()


def _points(table: Path, count: int, about: int = 200) -> np.ndarray:
    """About so many of the points that have a value, evenly taken."""
    with table.open() as file:
        rows = [row[:count] for row in csv.reader(file) if row[count] in ("value", "infinite")]
    return np.array(
        [
            [struct.unpack(">d", bytes.fromhex(bits))[0] for bits in row]
            for row in rows[:: -(-len(rows) // about)]
        ]
    )


def test_arguments_are_broadcast_and_out_is_filled(functions: ModuleType) -> None:
    r, a = np.array([[2.0], [3.0]]), np.array([0.25, 0.5, 0.75])
    found = functions.two_dimensional(r, a)
    assert found.shape == (2, 3)
    one_by_one = [[functions.two_dimensional(x, y) for y in a] for (x,) in r]
    np.testing.assert_array_max_ulp(found, np.array(one_by_one), maxulp=1)
    assert isinstance(functions.two_dimensional(2, 0.25), np.float64)
    out = np.empty((2, 3))
    assert functions.two_dimensional(r, a, out=out) is out and (out == found).all()
    itself = a.copy()
    functions.difference(itself, out=itself)
    assert (itself == functions.difference(a)).all()
    assert functions.difference(np.empty((0, 3))).shape == (0, 3)
    assert functions.difference(a[::-1].astype(np.float32))[0] == functions.difference(0.75)


def test_first_offending_element_is_named_with_its_reason(functions: ModuleType) -> None:
    values = np.full((3, 10_000), 0.5)
    values[1, 7654], values[1, 7655], values[2, 1] = 1.5, -1, np.nan
    with pytest.raises(ValueError, match=r"^b is not a number above .* at index \(1, 7654\): b = 1\.5$"):
        functions.difference(values)
    with pytest.raises(ValueError, match=r"^b is .* at index 3: b = nan$"):
        functions.difference([0.5, 0.5, 0.5, np.nan])
    with pytest.raises(ValueError, match=r"^b is not a number above 0 and below 1: b = 2\.0$"):
        functions.difference_lower(2)


def test_a_result_below_0_is_none(functions: ModuleType) -> None:
    """No argument of the domain is known for which a formula gives one: a function that does is put in."""
    kind = functions._ABOVE_0_BELOW_1
    below = functions._over_arrays_of(kind)(lambda b: np.where(b == 0.5, -1.0, b))
    assert below(0.25) == 0.25
    for given in (0.5, [0.25, 0.5]):
        with pytest.raises(ValueError, match="too small or too large to compute with"):
            below(given)


@pytest.mark.parametrize("mask", [[True, False, True, False], [True] * 4, [False] * 4])
def test_a_choice_has_the_bits_of_its_values(functions: ModuleType, mask: list[bool]) -> None:
    one, other = np.array([-0.0, 1.0, np.nan, np.inf]), np.array([0.0, -np.inf, 2.0**-1074, -0.0])
    condition = np.array(mask)
    for first, second in ((one, other), (one, -0.0), (np.inf, other), (1.0, 0.0)):
        expected = np.where(condition, first, second)
        assert functions._chosen(condition, first, second).tobytes() == expected.tobytes()


@pytest.mark.usefixtures("own_logarithms")
def test_what_a_rounded_sum_with_one_lacks_is_exact_below_2_to_53_and_above(
    functions: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "_log_of_sum", lambda total, error, low, x: (total, error))
    generator = np.random.default_rng(53)
    small = 2.0 ** generator.uniform(-60, 53, 1000)
    for x in (small, np.append(small, 2.0**53 + 2), np.array([2.0**53 - 1]), np.array([2.0**53, 2.0**60])):
        total, error = functions._ln1p_sum(x, 0.0)
        exact = [Fraction(1) + Fraction(a) - Fraction(b) for a, b in zip(x, total, strict=True)]
        assert [Fraction(e) for e in error] == exact


@pytest.mark.parametrize("libm", [False, True])
@pytest.mark.parametrize("formula", ["root", "at-risk-delta", "coverage", "renyi-2-of-eps", "at-risk-eps"])
def test_functions_of_the_platform_are_named_where_they_are_called(formula: str, libm: bool) -> None:
    made = build(target_named("numpy"), [exportable()[formula].make()], full=False, libm=libm)
    _, said, code = made[MODULE].split('"""', 2)
    functions = r"np\.(?:log1p|log|expm1|exp)\b"
    assert {*re.findall(functions, said)} == {*re.findall(rf"{functions}(?=\()", code)}
    assert ("promises" in said) == bool(re.search(functions, said))


@pytest.mark.parametrize("formula", ["response-error", "variance"])
def test_the_safe_function_of_one_formula_alone_is_on_its_side(
    formula: str, tmp_path: Path, self_test: SelfTest
) -> None:
    """Few formulas have it as a function of its own, many in one line; the side is that of the formula."""
    write(build(target_named("numpy"), [exportable()[formula].make()]), tmp_path / "export")
    done = self_test("numpy", tmp_path / "export")
    assert done.returncode == 0 and done.stdout.count(" 0 wrong") == 1


def test_a_value_without_its_digits_is_0_or_none(functions: ModuleType) -> None:
    z, g = np.array([-1.0, 2.0**-901, 0.5, 2.0**961]), np.array([0.0, 1.0, 0.0, 1.0])
    assert functions._or_zero(z, np.full(4, 7.0), g).tolist() == [0.0, -1.0, 7.0, -1.0]


@pytest.mark.parametrize("value", [True, 0.5j, "0.5", None, np.longdouble(0.5)])
def test_what_is_not_a_real_number_is_a_type_error(functions: ModuleType, value: object) -> None:
    with pytest.raises(TypeError, match="b has dtype"):
        functions.difference(value)


def test_a_mask_is_not_dropped_in_silence(functions: ModuleType) -> None:
    """Neither of an argument, some of whose values are not meant, nor of what takes the result."""
    masked = np.ma.masked_array([0.5, 0.25], [True, False])
    with pytest.raises(TypeError, match=r"^b has a mask"):
        functions.difference(masked)
    with pytest.raises(TypeError, match=r"^out has a mask"):
        functions.difference([0.5, 0.25], out=masked)
    assert functions.difference(masked.compressed()) == functions.difference([0.25])


def test_out_must_fit(functions: ModuleType) -> None:
    with pytest.raises(TypeError, match="float64"):
        functions.difference([0.5], out=np.empty(1, np.float32))
    with pytest.raises(ValueError, match=r"out has shape \(2,\)"):
        functions.difference([0.5], out=np.empty(2))


def test_memory_above_the_arrays_does_not_grow_with_them(functions: ModuleType) -> None:
    def peak(points: int) -> int:
        p0, p1 = np.sort(np.random.default_rng(6).random((2, points)), axis=0)
        out = np.empty_like(p0)
        tracemalloc.start()
        try:
            functions.box(2.0, p0, p1, 0.25, 0.75, out=out)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    small, large = peak(50_000), peak(300_000)
    assert large < 1.1 * small < 8e6


def test_arrays_that_are_no_longer_used_are_given_back_before_a_logarithm() -> None:
    text = build(target_named("numpy"), [exportable()["root"].make()], full=False)[MODULE]
    freeing = next(line for line in text.split("\n") if line.startswith("    del "))
    p, q, r = np.random.default_rng(7).random((3, 20_000)) / 2 + 0.25

    def peak(text: str) -> int:
        names: dict[str, Any] = {}
        exec(text, names)
        names["root"](1 + r, p, q)  # makes what is known of logarithms
        tracemalloc.start()
        try:
            names["root"](1 + r, p, q)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(text) < 0.75 * peak(text.replace(freeing, ""))


def test_long_blocks_are_entered_only_where_they_are_needed(
    functions: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    whole = functions._exact_sum

    def counted(*arrays: np.ndarray) -> np.ndarray:
        seen.append(max(map(np.size, arrays)))
        return whole(*arrays)

    monkeypatch.setattr(functions, "_exact_sum", counted)
    functions.fixed_q(2.0, np.array([0.5, 0.5, 0.5]), np.array([0.3, 0.125, 0.7]))
    assert seen == []
    functions.fixed_q(2.0, np.array([0.5, 0.5, 0.5]), np.array([0.3, 0.25, 0.7]))  # a = q r
    assert seen == [1, 1]  # two sums cancel there
