"""The C++ header, compiled with warnings as errors and run, under flags and in other modes too."""

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
from symbolic_eps.export.targets.cpp import TARGET
from tests.symbolic_eps.export.agreement import awkward_formula, every_kind, questions, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

HEADER = "symbolic_eps.hpp"
REFUSED = r'throw std::domain_error\(("needed: p0 <= p1")\)'
STRICT = ("-std=c++17", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror")
COMPILERS = ("g++", "clang++")


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("g++")
    return Path(shutil.copytree(exported("cpp"), tmp_path / "cpp"))


def _run(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True, timeout=300)


def _done(directory: Path, *command: str) -> str:
    done = _run(directory, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_self_test_agrees_with_every_vector(
    directory: Path, self_test: SelfTest, formulas: tuple[Formula, ...]
) -> None:
    done = self_test("cpp", directory)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == len(formulas)


def test_files_are_laid_out_as_they_say(directory: Path, needs: Callable[..., None]) -> None:
    needs("clang-format")
    _done(directory, "clang-format", "--dry-run", "-Werror", HEADER, "self_test.cpp")
    (directory / HEADER).write_text((directory / HEADER).read_text().replace(" = ", "=", 1))
    assert _run(directory, "clang-format", "--dry-run", "-Werror", HEADER).returncode != 0


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("path", "planted", "instead"),
    [
        pytest.param(
            HEADER, r"\bin_range\(ln1p_sum\(", "in_range(1.0000000000000036 * ln1p_sum(", id="16 ulps"
        ),
        pytest.param(HEADER, r"0x1\.0000000000001p-53", "0.0", id="not lowered"),
        pytest.param(HEADER, REFUSED, "static_cast<void>(0)", id="a number outside"),
        pytest.param(HEADER, REFUSED, r"throw std::range_error(\1)", id="the wrong refusal"),
        pytest.param("vectors/box.csv", r",value,....", ",value,4000", id="another value"),
        pytest.param("vectors/box.csv", r",outside,", ",infinite,", id="another status"),
        pytest.param("vectors/box.csv", r",value,[^\n]*\n\Z", ",value\n", id="a line cut short"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, path: str, planted: str, instead: str
) -> None:
    text = (directory / path).read_text()
    changed, count = re.subn(planted, instead, text)
    assert count > 0
    (directory / path).write_text(changed)
    done = self_test("cpp", directory)
    assert done.returncode == 1, done.stderr
    assert re.search(r"box\.csv: \d+ points, .* [1-9]\d* wrong", done.stdout)


def test_missing_vectors_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    (directory / "vectors/box.csv").unlink()
    assert self_test("cpp", directory).returncode == 1


def test_without_its_check_a_function_gives_results_in_other_modes(
    directory: Path, self_test: SelfTest
) -> None:
    source = directory / HEADER
    check = "    default_environment();\n"
    text = source.read_text()
    assert check in text
    source.write_text(text.replace(check, ""))
    done = self_test("cpp", directory)
    assert done.returncode == 1 and "results in another rounding mode" in done.stdout


@pytest.fixture(params=COMPILERS)
def compiler(request: pytest.FixtureRequest, needs: Callable[..., None]) -> str:
    needs(request.param)
    return str(request.param)


USE = f'#include "{HEADER}"\n'
TWICE = {
    "main.cpp": USE
    + "double other();\nint main() { return !(other() == symbolic_eps::constant_lower(2)); }\n",
    "other.cpp": USE + "double other();\ndouble other() { return symbolic_eps::constant_lower(2); }\n",
}


@pytest.mark.family(12)
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_two_units_may_include_it(directory: Path, compiler: str, standard: str) -> None:
    for name, text in TWICE.items():
        (directory / name).write_text(text)
    _done(directory, compiler, *STRICT, f"-std={standard}", "-o", "main", *TWICE)
    _done(directory, "./main")


@pytest.mark.family(18)
@pytest.mark.parametrize(
    "flags",
    ["-O0", "-O3 -march=native -flto", "-O3 -march=native -ffp-contract=fast", "-O2 -frounding-math",
     "-O3 -fno-math-errno -fno-trapping-math", "-Os"],
)  # fmt: skip
def test_flags_of_gcc_that_change_no_result(directory: Path, flags: str) -> None:
    _done(directory, "g++", "-std=c++17", *flags.split(), "-o", "main", "self_test.cpp")
    _done(directory, "./main")


@pytest.mark.family(4)
@pytest.mark.parametrize(
    ("flags", "compilers"),
    [
        ("-ffast-math", COMPILERS),
        ("-Ofast", COMPILERS),
        ("-ffinite-math-only", COMPILERS),
        ("-freciprocal-math", ("g++",)),
        ("-fassociative-math -fno-signed-zeros -fno-trapping-math", ("g++",)),
        ("-fsingle-precision-constant", ("g++",)),
        ("-mfpmath=387", ("g++",)),
    ],
)
def test_flags_that_would_change_results_are_refused(
    directory: Path, compiler: str, flags: str, compilers: tuple[str, ...]
) -> None:
    (directory / "main.cpp").write_text(TWICE["other.cpp"])
    done = _run(directory, compiler, "-std=c++17", *flags.split(), "-c", "main.cpp")
    assert compiler not in compilers or (done.returncode != 0 and "compile " in done.stderr)


def test_clang_that_fuses_against_what_is_written_gets_no_number(directory: Path) -> None:
    """No macro tells of this flag of Clang, which goes before what the source says."""
    (directory / "main.cpp").write_text(
        USE + "int main() { try { return symbolic_eps::box_lower(3, .25, .5, .25, .5) > 0; }\n"
        "catch (const std::domain_error &) { return 7; } }\n"
    )
    if shutil.which("clang++") is None:
        pytest.skip("NOT TESTED: clang++ is not installed")
    for flag, status in (("fast", 7), ("on", 1)):
        options = ("-std=c++17", "-O2", "-mfma", f"-ffp-contract={flag}")
        _done(directory, "clang++", *options, "-o", "main", "main.cpp")
        assert _run(directory, "./main").returncode == status


def test_what_follows_the_header_is_compiled_as_its_author_wishes(directory: Path, compiler: str) -> None:
    """Fused operations there, none in the functions of the header."""
    own = "double fused(double a, double b, double c);\n"
    own += "double fused(double a, double b, double c) { return a * b + c; }\n"
    (directory / "main.cpp").write_text(TWICE["other.cpp"] + own)
    options = ("-std=c++17", "-O2", "-mfma", "-ffp-contract=on" if compiler == "clang++" else "-Wall")
    _done(directory, compiler, *options, "-S", "-o", "main.s", "main.cpp")
    functions = re.split(r"^(\w+):", (directory / "main.s").read_text(), flags=re.MULTILINE)
    fusing = [name for name, body in zip(functions[1::2], functions[2::2], strict=True) if "vfmadd" in body]
    assert len(fusing) == 1 and "fused" in fusing[0]


def test_words_of_the_language_and_odd_characters(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    needs("g++")
    write(build(TARGET, [awkward_formula("template", "namespace")]), tmp_path)
    done = self_test("cpp", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (tmp_path / HEADER).read_text()
    assert "double template_(double namespace_)" in text and "template_lower(double namespace_)" in text


def test_two_functions_of_one_name_are_refused() -> None:
    with pytest.raises(CannotExpressError, match="do and do_ would both be called do_"):
        TARGET.files(sheets([awkward_formula("do", "y"), awkward_formula("do_", "y")])[:2])


def test_functions_agree_with_the_interpreter(
    formulas: tuple[Formula, ...], needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("g++")
    header = TARGET.files(sheets(every_kind(formulas)))[HEADER]
    asked = [*questions(every_kind(formulas))]
    (tmp_path / HEADER).write_text(header)
    (tmp_path / "driver.cpp").write_text(_driver(header))
    _done(tmp_path, "g++", *STRICT, "-o", "driver", "driver.cpp")
    lines = "".join(f"{question.line}\n" for question in asked)
    done = subprocess.run(["./driver"], check=True, cwd=tmp_path, input=lines, capture_output=True, text=True)
    answers = done.stdout.split()
    assert [(q.line, q.answer, a) for q, a in zip(asked, answers, strict=True) if not q.agrees(a)] == []
    numbers = Counter(q.program.name for q, a in zip(asked, answers, strict=True) if len(a) == 16)
    assert len(numbers) == 4 * len(every_kind(formulas)) and min(numbers.values()) > 80


def _driver(header: str) -> str:
    """A program that answers questions, one on each line."""
    arms = ""
    for name, parameters in re.findall(r"nodiscard.* double (\w+)\(([^)]*)\) {", header):
        arguments = ", ".join(f"x[{i}]" for i in range(parameters.count("double")))
        said = name.removesuffix("_")
        arms += f'    if (name == "{said}") {{ return symbolic_eps::{name}({arguments}); }}\n'
    return f"""
#include "{HEADER}"
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
static double value(const std::string &name, const std::vector<double> &x) {{
{arms}    throw name;
}}
static void answer(const std::string &line) {{
    std::istringstream words(line);
    std::string name;
    std::vector<double> x;
    words >> name;
    for (std::string word; words >> word;) {{
        const std::uint64_t bits = std::stoull(word, nullptr, 16);
        double read;
        std::memcpy(&read, &bits, sizeof read);
        x.push_back(read);
    }}
    try {{
        const double found = value(name, x);
        std::uint64_t bits;
        std::memcpy(&bits, &found, sizeof bits);
        std::printf("%016llx\\n", static_cast<unsigned long long>(bits));
    }} catch (const std::domain_error &) {{
        std::puts("domain");
    }} catch (const std::range_error &) {{
        std::puts("range");
    }}
}}
int main() {{
    for (std::string line; std::getline(std::cin, line);) {{
        answer(line);
    }}
}}
"""
