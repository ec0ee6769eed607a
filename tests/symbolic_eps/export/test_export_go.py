"""The Go export, vetted and run; and that no machine rounds a product and a sum as one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import bound
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets.go import TARGET
from tests.symbolic_eps.export.agreement import awkward_formula, every_kind, questions, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

SOURCE = "symboliceps.go"
REFUSED = r"that\(p1 >= p0, DomainError"
FUSED = r"\bFN?M(?:ADD|SUB)D\b"
"""One rounding for a product and a sum, on a 64-bit ARM."""


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("go")
    return Path(shutil.copytree(exported("go"), tmp_path / "go"))


def _go(directory: Path, *command: str, **settings: str) -> str:
    done = subprocess.run(
        ("go", *command),
        check=False,
        cwd=directory,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _unformatted(directory: Path) -> str:
    return subprocess.run(
        ["gofmt", "-d", "."], check=True, cwd=directory, capture_output=True, text=True
    ).stdout


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("go", directory)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)
    assert _unformatted(directory) == ""


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("path", "planted", "instead"),
    [
        pytest.param(SOURCE, r"(?<!func )\bln1pSum\(", "1.0000000000000036 * ln1pSum(", id="16 ulps"),
        pytest.param(SOURCE, r"0x1\.0000000000001p-53", "0.0", id="not lowered"),
        pytest.param(SOURCE, r"\(total - ofB\) \+", "(total - ofB) -", id="a helper"),
        pytest.param(SOURCE, r"aScaled-\(aScaled-a\)", "a+float64(0.0*aScaled)", id="another helper"),
        pytest.param(SOURCE, REFUSED, "that(true, DomainError", id="a number outside"),
        pytest.param(SOURCE, r"math\.NaN\(\)\), c\.err", "0.5), c.err", id="a number beside"),
        pytest.param(SOURCE, REFUSED, "that(p1 >= p0, RangeError", id="the wrong refusal"),
        pytest.param("vectors/box.csv", r",value,....", ",value,4000", id="another value"),
        pytest.param("vectors/box.csv", r",outside,", ",infinite,", id="another status"),
        pytest.param("vectors/box.csv", r"\d,[^,]*\n\Z", "", id="a line cut short"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, path: str, planted: str, instead: str
) -> None:
    text = (directory / path).read_text()
    changed, count = re.subn(planted, instead, text)
    assert count > 0
    (directory / path).write_text(changed)
    done = self_test("go", directory)
    assert done.returncode == 1, done.stderr
    assert re.search(r"\.csv: \d+ points, .* [1-9]\d* wrong", done.stdout)


def test_exponentials_are_our_own_and_an_error_in_them_is_seen(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("go")
    write(build(TARGET, [bound()]), tmp_path)
    text = (tmp_path / SOURCE).read_text()
    assert "= exp(" in text and text.count("math.Exp(") == 1 and _unformatted(tmp_path) == ""
    assert self_test("go", tmp_path).returncode == 0
    (tmp_path / SOURCE).write_text(text.replace("0x1.ef35793c7673p-45", "0x1.ef35793c7673p-46"))
    assert self_test("go", tmp_path).returncode == 1


def test_what_several_formulas_need_is_asked_in_one_function_and_an_error_in_it_is_seen(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("go")
    names = ("response-silent-0", "response-silent-1", "response-telling-0", "response-telling-1")
    write(build(TARGET, [exportable()[name].make() for name in names], full=False), tmp_path)
    text = (tmp_path / SOURCE).read_text()
    assert text.count("needs := checkDeltaWeight(delta, weight)") == len(names)
    assert _unformatted(tmp_path) == "" and self_test("go", tmp_path).returncode == 0
    before, sign, check = text.partition("func checkDeltaWeight(")
    planted = check.replace("sumOfThree(1.0, delta", "sumOfThree(1.5, delta", 1)
    assert planted != check
    (tmp_path / SOURCE).write_text(f"{before}{sign}{planted}")
    assert self_test("go", tmp_path).returncode == 1


def test_missing_vectors_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    (directory / "vectors/box.csv").unlink()
    assert self_test("go", directory).returncode == 1


def _machine_code(directory: Path) -> str:
    """Of this package, for a machine that has fused operations."""
    _go(directory, "build", "-o", "package.a", ".", GOARCH="arm64", CGO_ENABLED="0")
    return _go(directory, "tool", "objdump", "package.a")


@pytest.mark.slow
def test_no_product_is_rounded_together_with_a_sum(directory: Path) -> None:
    assert re.search(r"\bFMULD\b", code := _machine_code(directory)) and not re.search(FUSED, code)
    source = directory / SOURCE
    source.write_text(re.sub(r"float64\((?=[^()]*\*)", "(", source.read_text()))  # of products alone
    assert re.search(FUSED, _machine_code(directory)), "without conversions Go fuses"


def test_c_code_that_changes_the_mode_gets_errors(directory: Path, needs: Callable[..., None]) -> None:
    """Upwards and downwards, and at last to nearest again."""
    needs("gcc")
    (directory / "modes").mkdir()
    (directory / "modes/main.go").write_text(MODES)
    said = [*_go(directory, "run", "./modes", CGO_ENABLED="1").splitlines()]
    assert said[0] == said[-1] and float(said[0]) > 0
    assert len(said) == 4 and all("rounding must be to nearest" in line for line in said[1:3])
    source = directory / SOURCE
    unchecked = source.read_text().replace("needs := asked()", "needs := conditions{}")
    source.write_text(unchecked)
    assert all(map(float, _go(directory, "run", "./modes", CGO_ENABLED="1").splitlines()))


MODES = """package main

// #cgo LDFLAGS: -lm
// #include <fenv.h>
// static int upward(void) { return fesetround(FE_UPWARD); }
// static int downward(void) { return fesetround(FE_DOWNWARD); }
// static int nearest(void) { return fesetround(FE_TONEAREST); }
import "C"

import (
	"fmt"
	"runtime"
	"symboliceps"
)

func said() {
	value, err := symboliceps.BoxLower(3.0, 0.25, 0.5, 0.25, 0.5)
	if err != nil {
		fmt.Println(err.Error())
	} else {
		fmt.Println(value)
	}
}

func main() {
	runtime.LockOSThread()
	said()
	C.upward()
	said()
	C.downward()
	said()
	C.nearest()
	said()
}
"""


def test_words_of_the_language_and_odd_characters(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("go")
    write(build(TARGET, [awkward_formula("func", "range")]), tmp_path)
    done = self_test("go", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (tmp_path / SOURCE).read_text()
    assert "func Func(range_ float64)" in text and "func FuncLower(range_ float64)" in text
    assert _unformatted(tmp_path) == ""


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (("do_it", "y"), ("doIt", "y"), "do_it and doIt would both be called DoIt"),
        (("domain_error", "y"), ("f", "y"), "would both be called DomainError"),
        (("f", "F"), ("g", "y"), "F and a function of the export would both be called F in f"),
    ],
)
def test_two_things_of_one_name_are_refused(
    first: tuple[str, str], second: tuple[str, str], said: str
) -> None:
    with pytest.raises(CannotExpressError, match=said):
        TARGET.files(sheets([awkward_formula(*first), awkward_formula(*second)])[:2])


def test_functions_agree_with_the_interpreter(
    formulas: tuple[Formula, ...], needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("go")
    files = TARGET.files(sheets(every_kind(formulas)))
    asked = [*questions(every_kind(formulas))]
    for path in ("go.mod", SOURCE):
        (tmp_path / path).write_text(files[path])
    (tmp_path / "driver").mkdir()
    (tmp_path / "driver/main.go").write_text(_driver(files[SOURCE]))
    _go(tmp_path, "build", "-o", "answers", "./driver")
    lines = "".join(f"{question.line}\n" for question in asked)
    done = subprocess.run(
        ["./answers"], check=True, cwd=tmp_path, input=lines, capture_output=True, text=True
    )
    answers = done.stdout.split()
    assert [(q.line, q.answer, a) for q, a in zip(asked, answers, strict=True) if not q.agrees(a)] == []
    numbers = Counter(q.program.name for q, a in zip(asked, answers, strict=True) if len(a) == 16)
    assert len(numbers) == 4 * len(every_kind(formulas)) and min(numbers.values()) > 80


def _driver(source: str) -> str:
    """A program that answers questions, one on each line."""
    arms = ""
    for name, parameters in re.findall(r"^func ([A-Z]\w+)\((.*) float64\)", source, re.MULTILINE):
        arguments = ", ".join(f"x[{i}]" for i in range(parameters.count(",") + 1))
        snake = re.sub(r"(?<=.)(?=[A-Z])", "_", name).lower()
        arms += f'\tcase "{snake}":\n\t\treturn symboliceps.{name}({arguments})\n'
    return f"""package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"symboliceps"
)

func value(name string, x []float64) (float64, error) {{
	switch name {{
{arms}	}}
	panic(name)
}}

func main() {{
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {{
		words := strings.Split(lines.Text(), " ")
		var x []float64
		for _, word := range words[1:] {{
			bits, _ := strconv.ParseUint(word, 16, 64)
			x = append(x, math.Float64frombits(bits))
		}}
		found, err := value(words[0], x)
		var domain symboliceps.DomainError
		if errors.As(err, &domain) {{
			fmt.Println("domain")
		}} else if err != nil {{
			fmt.Println("range")
		}} else {{
			fmt.Printf("%016x\\n", math.Float64bits(found))
		}}
	}}
}}
"""
