"""The Rust export, compiled with warnings as errors and run."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets.rust import LINTS, TARGET, lints_allowed
from tests.symbolic_eps.export.agreement import awkward_formula, every_kind, questions, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

RUSTC = ("rustc", "--edition", "2021", "-O", "-D", "warnings")


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("rustc")
    return Path(shutil.copytree(exported("rust"), tmp_path / "rust"))


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("rust", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("path", "planted", "instead"),
    [
        pytest.param("src/lib.rs", r"(?<!fn )\bln1p_sum\(", "1.0000000000000036 * ln1p_sum(", id="16 ulps"),
        pytest.param("src/lib.rs", r"STEP: f64 = 1\.1102230246251568", "STEP: f64 = 0.0", id="not lowered"),
        pytest.param("src/lib.rs", r'p1 >= p0(, Domain\("needed: )', r"true\1", id="a number outside"),
        pytest.param("src/lib.rs", r"(require\(p1 >= p0, )Domain", r"\1Range", id="the wrong refusal"),
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
    done = self_test("rust", directory)
    assert done.returncode == 1, done.stderr
    assert re.search(r"box\.csv: \d+ points, .* [1-9]\d* wrong", done.stdout)


CLIPPY = ("cargo", "clippy", "--offline", "--quiet", "--all-targets", "--", "-D", "warnings")
PEDANTIC = (*CLIPPY, "-D", "clippy::pedantic")


def _run(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True, timeout=300)


def test_formatter_and_linter_find_nothing(directory: Path, needs: Callable[..., None]) -> None:
    """What is allowed stands in the first lines of the library."""
    needs("cargo", "cargo-fmt", "cargo-clippy")
    for command in (("cargo", "fmt", "--check"), PEDANTIC):
        done = _run(directory, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    library = directory / "src/lib.rs"
    text = library.read_text()
    library.write_text(text.replace("    let ", "  let ", 1))
    assert _run(directory, "cargo", "fmt", "--check").returncode == 1
    library.write_text(text.replace("Ok(value)", "return Ok(value);", 1))
    assert "needless_return" in _run(directory, *PEDANTIC).stderr.replace("-", "_")


def test_whatever_only_some_crates_are_allowed_is_found_in_this_one(
    directory: Path, needs: Callable[..., None]
) -> None:
    needs("cargo", "cargo-clippy")
    library = directory / "src/lib.rs"
    text = library.read_text()
    allowed = [lint for lint in LINTS if lint in text]
    assert len(allowed) > 1
    library.write_text(re.sub(r"#!\[allow\([^)]*\)\]", "", text))
    found = _run(directory, *PEDANTIC).stderr.replace("-", "_")
    assert [lint for lint in allowed if lint not in found] == []


def test_a_lint_is_allowed_by_what_it_would_find() -> None:
    assert [*lints_allowed("fn f() {}")] == []
    assert [*lints_allowed("    let x = 1.0;\n    x\n")] == ["#![allow(clippy::let_and_return)]"]
    assert [*lints_allowed("    let x = 1.0;\n    y\n")] == []
    assert [*lints_allowed("fn f(B: f64) {}")] == ["#![allow(non_snake_case)]"]
    assert [*lints_allowed("const B: f64 = 1.0;")] == []


def test_the_crate_is_packed_and_documented(directory: Path, needs: Callable[..., None]) -> None:
    needs("cargo")
    packed = _run(directory, "cargo", "package", "--offline", "--allow-dirty", "--quiet")
    assert packed.returncode == 0, packed.stderr
    assert len(list((directory / "target/package").glob("symbolic-eps-*.crate"))) == 1
    documented = _run(directory, "cargo", "rustdoc", "--offline", "--quiet", "--", "-D", "warnings")
    assert documented.returncode == 0, documented.stderr
    pages = directory / "target/doc/symbolic_eps"
    assert "ulps from exact" in (pages / "fn.box_.html").read_text()
    of_safe = (pages / "fn.box_lower.html").read_text()
    assert "p1: " in re.sub("<[^>]*>", "", of_safe) and "never above exact, within" in of_safe


@pytest.mark.parametrize(
    ("asked", "instead"),
    [("0 < p1 <= 1", "0 < p1"), ("0 <= p0", "0 < p0"), ("p0 0 or from 2^-1022", "p0 from 2^-1022")],
)
def test_planted_errors_in_what_is_asked_first_fail_the_self_test(
    directory: Path, self_test: SelfTest, asked: str, instead: str
) -> None:
    library = directory / "src/lib.rs"
    text = library.read_text()
    assert asked in text
    library.write_text(text.replace(asked, instead))
    assert self_test("rust", directory).returncode == 1


def test_missing_vectors_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    (directory / "vectors/box.csv").unlink()
    assert self_test("rust", directory).returncode == 1


def test_words_of_the_language_and_odd_characters(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("rustc")
    write(build(TARGET, [awkward_formula("loop", "Self")]), tmp_path)
    done = self_test("rust", tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "src/lib.rs").read_text()
    assert "pub fn loop_(Self_: f64)" in text and "pub fn loop_lower(Self_: f64)" in text


def test_functions_agree_with_the_interpreter(
    formulas: tuple[Formula, ...], needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("rustc")
    library = TARGET.files(sheets(every_kind(formulas)))["src/lib.rs"]
    asked = [*questions(every_kind(formulas))]
    (tmp_path / "lib.rs").write_text(library)
    (tmp_path / "driver.rs").write_text(_driver(library))
    link = ("--extern", "symbolic_eps=libsymbolic_eps.rlib", "driver.rs")
    for command in (("--crate-type", "rlib", "--crate-name", "symbolic_eps", "lib.rs"), link):
        subprocess.run((*RUSTC, *command), check=True, cwd=tmp_path)
    lines = "".join(f"{question.line}\n" for question in asked)
    done = subprocess.run(["./driver"], check=True, cwd=tmp_path, input=lines, capture_output=True, text=True)
    answers = done.stdout.split()
    assert [(q.line, q.answer, a) for q, a in zip(asked, answers, strict=True) if not q.agrees(a)] == []
    numbers = Counter(q.program.name for q, a in zip(asked, answers, strict=True) if len(a) == 16)
    assert len(numbers) == 4 * len(every_kind(formulas)) and min(numbers.values()) > 80


def _driver(library: str) -> str:
    """A program that answers questions, one on each line."""
    arms = ""
    declared = re.findall(r"pub fn (\w+)\((.*)\) ->", library)
    counts = {name: parameters.count("f64") for name, parameters in declared}
    counts |= {safe: counts[name] for safe, name in re.findall(r"safe!\((\w+) = (\w+)", library)}
    for name, count in counts.items():
        arguments = ", ".join(f"x[{i}]" for i in range(count))
        said = name.removesuffix("_")
        arms += f'            "{said}" => symbolic_eps::{name}({arguments}),\n'
    return f"""
use std::io::BufRead;
use symbolic_eps::Error;

fn main() {{
    for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {{
        let words: Vec<&str> = line.split(' ').collect();
        let x: Vec<f64> =
            words[1..].iter().map(|bits| f64::from_bits(u64::from_str_radix(bits, 16).unwrap())).collect();
        let answer = match words[0] {{
{arms}            other => panic!("no function {{}}", other),
        }};
        match answer {{
            Ok(value) => println!("{{:016x}}", value.to_bits()),
            Err(Error::Domain(_)) => println!("domain"),
            Err(Error::Range(_)) => println!("range"),
        }}
    }}
}}
"""
