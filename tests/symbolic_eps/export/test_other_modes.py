"""Exports in a processor's other modes: no result at all, and without their check wrong ones at once.

A library that is loaded before a program sets the mode of its first thread, which later ones inherit.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.packages.vectors import Status, vectors
from symbolic_eps.export.programs import environment
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.postgresql_server import connection_settings, running_server

ROUNDINGS = ("up", "down", "zero")
MODES = (*ROUNDINGS, "results flushed", "operands flushed")
STATUSES = [vector.status for vector in vectors(root())]
INSIDE = STATUSES.count(Status.VALUE) + STATUSES.count(Status.INFINITE)
BEYOND = STATUSES.count(Status.BEYOND)
"""Refused in every mode; where errors have kinds, in other modes with another one."""

PROGRAMS = {
    "javascript": ("node",),
    "python": (),
    "sqlite": (),
    "duckdb": (),
    "rust": ("rustc",),
    "openformula": ("soffice",),
}
"""Targets whose self-test shows how many points are refused, and what it needs."""

UNCHECKED: Mapping[str, tuple[str, str, str]] = {
    "javascript": ("symbolic_eps.js", r"  defaultEnvironment\(PROBES.*", ""),
    "python": ("symbolic_eps_formulas.py", r"    _default_environment\(\*_PROBES\)", ""),
    "numpy": ("symbolic_eps_numpy.py", r"_values_of_default_environment\(\*_PROBES\)", "pass"),
    "r": ("R/evaluated.R", r"is\.nan\(do\.call\(\.values_of_default_environment, \.probes\)\)", "FALSE"),
    "rust": ("src/lib.rs", r"in_default_environment\(\)\?;", "let _ = in_default_environment();"),
    "java": ("symboliceps/SymbolicEps.java", r"defaultEnvironment\(SymbolicEps.*;", ""),
}
"""How the check is taken out of a file."""


@pytest.fixture(scope="session")
def library(needs: Callable[..., None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that sets the mode."""
    needs("gcc")
    made = tmp_path_factory.mktemp("modes") / "other_modes.so"
    source = Path(__file__).parent / "other_modes.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", str(made), str(source), "-lm"], check=True)
    return made


def _export(target: str, directory: Path) -> Path:
    write(build(target_named(target), [root()]), directory / target)
    return directory / target


def _unchecked(directory: Path) -> None:
    path, check, instead = UNCHECKED[directory.name]
    text, count = re.subn(check, instead, (directory / path).read_text())
    assert count > 0
    (directory / path).write_text(text)


def _run(command: str, directory: Path, library: Path, mode: str) -> subprocess.CompletedProcess[str]:
    """The last part of a command in the mode; those before it, which compile, in the usual one."""
    *before, last = command.split(" && ")
    here = f"PATH={Path(sys.executable).parent}:$PATH; export PATH; "
    if before:
        subprocess.run(here + " && ".join(before), shell=True, check=True, cwd=directory)
    there = f"MODE='{mode}'; LD_PRELOAD={library}; export MODE LD_PRELOAD; "
    return subprocess.run(
        here + there + last,
        shell=True,
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=300,
    )


def _refuses_all(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether the self-test saw no number, where there is one at most points."""
    missing = f"{INSIDE} without a number" in done.stdout
    wrong = any(f"largest error 0.00 ulps, {n} wrong" in done.stdout for n in (INSIDE, INSIDE + BEYOND))
    return done.returncode == 1 and (missing or wrong)


@pytest.mark.family(24)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", PROGRAMS)
def test_no_results_in_another_mode(
    target: str, mode: str, library: Path, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs(*PROGRAMS[target])
    if target == "openformula" and mode not in ROUNDINGS:
        pytest.skip("there are no subnormal numbers in the smaller domain of spreadsheets")
    directory = _export(target, tmp_path)
    assert _refuses_all(_run(target_named(target).self_test, directory, library, mode))


@pytest.mark.parametrize("target", ["javascript", "python", "rust"])
def test_without_the_check_there_are_wrong_results(
    target: str, library: Path, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs(*PROGRAMS[target])
    directory = _export(target, tmp_path)
    _unchecked(directory)
    done = _run(target_named(target).self_test, directory, library, "up")
    assert done.returncode == 1 and not _refuses_all(done)


@pytest.mark.parametrize("target", ["sqlite", "duckdb"])
def test_without_requirements_queries_give_results(
    target: str, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "requirements", lambda *_: ())
    done = _run(target_named(target).self_test, _export(target, tmp_path), library, "up")
    assert done.returncode == 1 and not _refuses_all(done)


@pytest.mark.parametrize("mode", MODES[:-1])  # in the last one a server cannot even read such an operand
def test_a_database_server_in_another_mode_gives_null(
    mode: str,
    library: Path,
    needs: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    directory = _export("postgresql", tmp_path)
    with running_server(needs, library, mode) as server:
        for name, value in connection_settings(server).items():
            monkeypatch.setenv(name, value)
        command = target_named("postgresql").self_test
        done = subprocess.run(
            command, shell=True, check=False, cwd=directory, capture_output=True, text=True, timeout=300
        )
    assert _refuses_all(done)


_IN_NUMPY = """
import numpy as np
import symbolic_eps_numpy as exported

for function in (exported.root, exported.root_lower):
    for r in (2.0, np.full(20000, 2.0)):
        try:
            print(function(r, 0.5, 0.25))
        except ValueError as error:
            print("refused:", type(error).__name__, error)
"""


def _numpy_lines(directory: Path, library: Path, mode: str) -> list[str]:
    (directory / "tried.py").write_text(_IN_NUMPY)
    return _run("python3 -W ignore tried.py", directory, library, mode).stdout.splitlines()


@pytest.mark.parametrize("mode", MODES)
def test_numpy_refuses_numbers_and_arrays(mode: str, library: Path, tmp_path: Path) -> None:
    lines = _numpy_lines(_export("numpy", tmp_path), library, mode)
    why = "rounding must be to nearest" if mode in ROUNDINGS else "subnormals must be kept"
    assert lines == [f"refused: ValueError {why}"] * 4


_IN_R = """
for (file in list.files("R", full.names = TRUE)) source(file)
for (f in c(eps_root, eps_root_lower)) {
  value <- withCallingHandlers(f(2, 0.5, c(0.25, 0.5)), warning = function(w) {
    cat(conditionMessage(w), "\\n")
    invokeRestart("muffleWarning")
  })
  cat(is.nan(value), "\\n")
}
"""


def _r_output(directory: Path, library: Path, mode: str) -> str:
    (directory / "tried.R").write_text(_IN_R)
    return _run("Rscript --vanilla tried.R", directory, library, mode).stdout


@pytest.mark.parametrize("mode", MODES)
def test_r_gives_nan_with_a_warning(
    mode: str, library: Path, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("Rscript")
    said = _r_output(_export("r", tmp_path), library, mode)
    assert said.count("NaNs produced: arithmetic") == 2 and said.count("TRUE TRUE") == 2


def test_without_the_check_numpy_and_r_give_results(
    library: Path, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("Rscript")
    directories = {name: _export(name, tmp_path) for name in ("numpy", "r")}
    for directory in directories.values():
        _unchecked(directory)
    assert "refused" not in "".join(_numpy_lines(directories["numpy"], library, "up"))
    assert "FALSE FALSE" in _r_output(directories["r"], library, "up")


_JAVA = """
import symboliceps.SymbolicEps;

public final class Tried {
    static native void set(int mode);

    public static void main(String[] arguments) {
        System.load(arguments[0]);
        for (int round = 0; round < 20000; round++) {  // compiled in between
            for (int mode = 0; mode < 6; mode++) {
                boolean refused = false;
                set(mode);
                try {
                    SymbolicEps.rootLower(2.0, 0.5, 0.25);
                } catch (IllegalArgumentException error) {
                    refused = true;
                }
                set(0);
                if (refused != (mode > 0)) {
                    System.out.println("mode " + mode + ", round " + round + ": refused is " + refused);
                    System.exit(1);
                }
            }
        }
    }
}
"""

_NATIVE = """
#include <fenv.h>
#include <jni.h>
#include <xmmintrin.h>

JNIEXPORT void JNICALL Java_Tried_set(JNIEnv *environment, jclass given, jint mode)
{
    static const int ROUNDINGS[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    (void)environment, (void)given;
    fesetround(ROUNDINGS[mode < 4 ? mode : 0]);
    _mm_setcsr((_mm_getcsr() & ~0x8040u) | (mode == 4 ? 0x8000u : mode == 5 ? 0x0040u : 0u));
}
"""


@pytest.mark.parametrize("planted", [False, True])
def test_java_refuses_where_a_native_method_has_changed_the_mode(
    planted: bool, needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("javac", "gcc")
    home = Path(shutil.which("javac") or "").resolve().parents[1]
    if not (home / "include" / "jni.h").is_file():
        pytest.skip("NOT TESTED: the JDK has no jni.h")
    directory = _export("java", tmp_path)
    if planted:
        _unchecked(directory)
    (directory / "Tried.java").write_text(_JAVA)
    (directory / "native.c").write_text(_NATIVE)
    headers = [f"-I{home}/include", f"-I{home}/include/linux"]
    subprocess.run(
        ["gcc", "-shared", "-fPIC", *headers, "-o", "native.so", "native.c", "-lm"], check=True, cwd=directory
    )
    subprocess.run(
        ["javac", "-d", "classes", "Tried.java", "symboliceps/SymbolicEps.java"], check=True, cwd=directory
    )
    command = ["java", "-cp", "classes", "Tried", str(directory / "native.so")]
    done = subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True, timeout=300)
    expected = (1, "mode 1, round 0: refused is false\n") if planted else (0, "")
    assert (done.returncode, done.stdout) == expected
