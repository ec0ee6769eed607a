"""The Java export, compiled with warnings as errors and run."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets.java import TARGET
from tests.symbolic_eps.export.agreement import awkward_formula, every_kind, questions, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

CLASS = "symboliceps/SymbolicEps.java"
REFUSED = r'requireDomain\((p1 >= p0, "needed: p0 <= p1")\)'


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("javac", "java")
    return Path(shutil.copytree(exported("java"), tmp_path / "java"))


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("java", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("path", "planted", "instead"),
    [
        pytest.param(CLASS, r"(?<!double )\bln1pSum\(", "1.0000000000000036 * ln1pSum(", id="16 ulps"),
        pytest.param(CLASS, r"0x1\.0000000000001p-53", "0.0", id="not lowered"),
        pytest.param(CLASS, REFUSED, "requireDomain(true, null)", id="a number outside"),
        pytest.param(CLASS, REFUSED, r"requireRange(\1)", id="the wrong refusal"),
        pytest.param("vectors/box.csv", r",value,....", ",value,4000", id="another value"),
        pytest.param("vectors/box.csv", r",outside,", ",infinite,", id="another status"),
        pytest.param("vectors/box.csv", r"\d,[^,]*\n\Z", "", id="a line cut short"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    planted: str,
    instead: str,
) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # starts faster
    text = (directory / path).read_text()
    changed, count = re.subn(planted, instead, text)
    assert count > 0
    (directory / path).write_text(changed)
    done = self_test("java", directory)
    assert done.returncode == 1, done.stderr
    assert re.search(r"box\.csv: \d+ points, .* [1-9]\d* wrong", done.stdout)


def test_missing_vectors_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    (directory / "vectors/box.csv").unlink()
    assert self_test("java", directory).returncode == 1


def test_words_of_the_language_and_odd_characters(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("javac", "java")
    write(build(TARGET, [awkward_formula("do", "super")]), tmp_path)
    done = self_test("java", tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / CLASS).read_text()
    assert "double do_(double super_)" in text and "double doLower(double super_)" in text


def test_two_methods_of_one_name_are_refused() -> None:
    with pytest.raises(CannotExpressError, match="do_it and doIt would both be called doIt"):
        TARGET.files(sheets([awkward_formula("do_it", "y"), awkward_formula("doIt", "y")])[:2])


def test_functions_agree_with_the_interpreter(
    formulas: tuple[Formula, ...], needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("javac", "java")
    source = TARGET.files(sheets(every_kind(formulas)))[CLASS]
    asked = [*questions(every_kind(formulas))]
    (tmp_path / "symboliceps").mkdir()
    (tmp_path / CLASS).write_text(source)
    (tmp_path / "Driver.java").write_text(_driver(source))
    compile_all = ["javac", "-Xlint:all", "-Xdoclint:all,-missing", "-Werror", CLASS, "Driver.java"]
    subprocess.run(compile_all, check=True, cwd=tmp_path)
    lines = "".join(f"{question.line}\n" for question in asked)
    done = subprocess.run(
        ["java", "Driver"], check=True, cwd=tmp_path, input=lines, capture_output=True, text=True
    )
    answers = done.stdout.split()
    assert [(q.line, q.answer, a) for q, a in zip(asked, answers, strict=True) if not q.agrees(a)] == []
    numbers = Counter(q.program.name for q, a in zip(asked, answers, strict=True) if len(a) == 16)
    assert len(numbers) == 4 * len(every_kind(formulas)) and min(numbers.values()) > 80


def _driver(source: str) -> str:
    """A program that answers questions, one on each line."""
    arms = ""
    for name, parameters in re.findall(r"public static double (\w+)\((.*)\) {", source):
        arguments = ", ".join(f"x[{i}]" for i in range(parameters.count("double")))
        snake = re.sub(r"(?=[A-Z])", "_", name).lower()
        arms += f'            case "{snake}": return SymbolicEps.{name}({arguments});\n'
    return f"""
import java.util.Scanner;
import symboliceps.SymbolicEps;

/** Answers questions. */
final class Driver {{
    private static double value(String name, double[] x) {{
        switch (name) {{
{arms}            default: throw new IllegalStateException(name);
        }}
    }}

    private static String answer(String[] words) {{
        final double[] x = new double[words.length - 1];
        for (int i = 0; i < x.length; i++) {{
            x[i] = Double.longBitsToDouble(Long.parseUnsignedLong(words[i + 1], 16));
        }}
        try {{
            return String.format("%016x", Double.doubleToRawLongBits(value(words[0], x)));
        }} catch (IllegalArgumentException refused) {{
            return "domain";
        }} catch (ArithmeticException refused) {{
            return "range";
        }}
    }}

    public static void main(String[] arguments) {{
        final Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {{
            System.out.println(answer(lines.nextLine().split(" ")));
        }}
    }}
}}
"""


def test_documentation_and_a_jar_are_made_without_warnings(
    directory: Path, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("javadoc", "jar")
    pages, classes = tmp_path / "pages", tmp_path / "classes"
    document = ("javadoc", "-quiet", "-Xdoclint:all,-missing", "-Werror", "-d", str(pages), CLASS)
    done = subprocess.run(document, check=False, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (pages / "symboliceps/SymbolicEps.html").read_text()
    assert "ulps from exact" in page
    told, referred = (page.count(said) for said in ("Domain: ", " exact, within "))
    assert told == 6 and referred >= told
    subprocess.run(("javac", "-Xlint:all", "-Werror", "-d", str(classes), CLASS), check=True, cwd=directory)
    subprocess.run(("jar", "cf", "formulas.jar", "-C", str(classes), "."), check=True, cwd=directory)
    listed = subprocess.run(("jar", "tf", "formulas.jar"), check=True, cwd=directory, capture_output=True)
    assert b"symboliceps/SymbolicEps.class" in listed.stdout
    source = directory / CLASS
    source.write_text(source.read_text().replace("{@link #", "{@links #", 1))
    assert subprocess.run(document, check=False, cwd=directory, capture_output=True).returncode != 0
