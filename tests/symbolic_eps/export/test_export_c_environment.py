"""The C export under other compilers' flags and in other modes of the processor: refused, or right."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import target_named

_ASKED = re.compile(r"checked\(\)(?= \? 0\.0|\) x = OUTSIDE)")
_KEPT = re.compile(r"#pragma GCC optimize.*")
_FEWER = '#pragma GCC optimize("fp-contract=off")'
_MODES = ("upwards", "downwards", "towards zero", "results flushed to zero", "operands taken for zero")
_GCC = ("gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("flags")
    write(build(target_named("c"), [root()]), directory)
    return directory


@pytest.fixture
def directory(made: Path, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("gcc")
    return Path(shutil.copytree(made, tmp_path / "c"))


def _run(*command: str, directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True)


def _compile(directory: Path, *arguments: str) -> None:
    subprocess.run([*_GCC, *arguments], check=True, cwd=directory)


def _self_test(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    _compile(directory, *options, "-o", "self_test", "self_test.c", "symbolic_eps.c", "-lm")
    return _run("./self_test", directory=directory)


def _with_flags(directory: Path, compiler: str) -> dict[str, str]:
    """How each flag ended."""
    there = {**os.environ, "CC": compiler}
    done = subprocess.run(
        ["sh", "flags.sh"], check=False, cwd=directory, env=there, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    return dict(reversed(line.split(": ")) for line in done.stdout.splitlines())


def test_every_flag_of_gcc_is_refused_or_right(directory: Path) -> None:
    found = _with_flags(directory, "gcc")
    for flags in ("-O0", "-O2", "-Os", "-O3 -march=native -flto", "-O2 -frounding-math"):
        assert found[flags] == "right"
    for flags in ("-O2 -ffast-math", "-Ofast", "-O2 -ffinite-math-only", "-O2 -fsingle-precision-constant"):
        assert found[flags] == "refused"
    assert set(found.values()) <= {"right", "refused", "not known"}


@pytest.mark.slow
def test_every_flag_of_clang_is_refused_or_right(directory: Path) -> None:
    """`-ffp-contract=fast` has no macro, and Clang then fuses a product and a sum: refused when run."""
    if shutil.which("clang") is None:
        pytest.skip("NOT TESTED: clang is not installed")
    found = _with_flags(directory, "clang")
    assert found["-O2 -ffast-math"] == "refused"
    assert found["-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math"] == "right"


@pytest.mark.parametrize("flag", ["-funsafe-math-optimizations", "-ffinite-math-only"])
def test_flags_without_the_defences_are_seen_to_be_wrong(directory: Path, flag: str) -> None:
    """Neither macros nor attributes: the self-test notices wrong results."""
    source = directory / "symbolic_eps.c"
    text = re.sub(r"#error .*", "", source.read_text())
    source.write_text(re.sub(_KEPT, _FEWER, text))
    _compile(directory, flag, "-c", "symbolic_eps.c")
    _compile(directory, "-o", "self_test", "self_test.c", "symbolic_eps.o", "-lm")
    assert _run("./self_test", directory=directory).returncode != 0


@pytest.mark.parametrize(
    "options",
    [("-fassociative-math", "-Wno-error"), ("-fassociative-math", "-fno-trapping-math", "-Wno-error")],
)
def test_a_flag_without_a_macro_changes_nothing(directory: Path, options: tuple[str, ...]) -> None:
    """GCC says that it ignores the flag, and then takes it for functions with attributes of their own."""
    done = _self_test(directory, *options)
    assert done.returncode == 0 and " 0 wrong" in done.stdout
    source = directory / "symbolic_eps.c"
    source.write_text(re.sub(_KEPT, _FEWER, source.read_text()))
    assert _self_test(directory, *options).returncode != 0


@pytest.mark.parametrize("position", [1, 2])
def test_without_its_check_a_function_gives_results_in_every_other_mode(
    directory: Path, position: int
) -> None:
    """In the scalar function, or in the one over arrays; the lower ones ask by way of these."""
    source = directory / "symbolic_eps.c"
    text = source.read_text()
    places = [found.span() for found in _ASKED.finditer(text)]
    assert len(places) == 2
    start, end = places[position - 1]
    source.write_text(f"{text[:start]}1{text[end:]}")
    done = _self_test(directory)
    assert done.returncode == 1 and " 0 wrong" in done.stdout
    assert all(f"root.csv, {mode}: " in done.stdout for mode in _MODES)


def test_every_function_asks(directory: Path) -> None:
    text = (directory / "symbolic_eps.c").read_text()
    functions = re.findall(r"^APART (?:double|void) eps_root", text, re.MULTILINE)
    assert len(functions) == 4 and len(_ASKED.findall(text)) == 2
    asking = (
        "return answer(value_of_root(r, p, q, 1, NULL));",
        "const double least = checked() ? 0.0 : NAN;",
    )
    by_way_of_these = ("beside(eps_root(r, p, q), ", "    eps_root_all(n, r, p, q, out);")
    assert [text.count(call) for call in (*asking, *by_way_of_these)] == [1, 1, 1, 1]


def test_a_program_linked_for_fast_arithmetic_is_refused_when_run(directory: Path) -> None:
    """The linker's start-up code makes the processor replace subnormal numbers by 0."""
    _compile(directory, "-c", "self_test.c", "symbolic_eps.c")
    _compile(directory, "-ffast-math", "-o", "self_test", "self_test.o", "symbolic_eps.o", "-lm")
    done = _run("./self_test", directory=directory)
    assert (done.returncode, done.stdout.count("\n")) == (2, 1) and "not in the default" in done.stdout


def test_code_optimised_by_a_profile_is_right(directory: Path) -> None:
    assert _self_test(directory, "-O3", "-fprofile-generate").returncode == 0
    done = _self_test(directory, "-O3", "-fprofile-use", "-Wno-missing-profile")
    assert (done.returncode, done.stderr) == (0, "") and " 0 wrong" in done.stdout


@pytest.mark.parametrize("method", [0, 1, 16, 32, 64])
def test_binary64_machines_are_accepted(directory: Path, method: int) -> None:
    command = ("gcc", "-std=c99", f"-D__FLT_EVAL_METHOD__={method}", *_NO_CODE)
    assert _run(*command, directory=directory).returncode == 0


@pytest.mark.parametrize("method", [-1, 2])
def test_machines_with_more_digits_are_refused(directory: Path, method: int) -> None:
    command = ("gcc", "-std=c99", f"-D__FLT_EVAL_METHOD__={method}", *_NO_CODE)
    assert "compile for SSE2" in _run(*command, directory=directory).stderr


def test_half_precision_instructions_are_accepted(directory: Path) -> None:
    """With them FLT_EVAL_METHOD is 16: only numbers of 16 bits are computed with otherwise."""
    options = ("-std=gnu11", "-mavx512fp16")
    if _run("gcc", *options, "-fsyntax-only", "-xc", "/dev/null", directory=directory).returncode != 0:
        pytest.skip("this compiler has no -mavx512fp16")
    assert _run("gcc", *options, *_NO_CODE, directory=directory).returncode == 0


_NO_CODE = ("-fsyntax-only", "symbolic_eps.c")
