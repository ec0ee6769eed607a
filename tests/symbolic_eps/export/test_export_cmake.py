"""The exports in C and C++ as packages: built, tested, installed by CMake, found by it and by pkg-config."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCES = {
    "c": (
        "main.c",
        "#include <symbolic_eps.h>\nint main(void) { return !(eps_constant(2.0) > 0.0); }\n",
    ),
    "cpp": (
        "main.cpp",
        "#include <symbolic_eps.hpp>\nint main() { return !(symbolic_eps::constant(2.0) > 0.0); }\n",
    ),
}
USER = """\
cmake_minimum_required(VERSION 3.14)
project(user LANGUAGES {language})
find_package(symbolic_eps 0.1 REQUIRED)
add_executable(user {source})
target_link_libraries(user symbolic_eps::symbolic_eps)
"""


def _run(directory: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, **settings}
    return subprocess.run(command, check=False, cwd=directory, capture_output=True, text=True, env=here)


@pytest.mark.parametrize("target", ["c", "cpp"])
def test_a_user_finds_what_is_installed(
    target: str, exported: Callable[[str], Path], needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("cmake", "pkg-config", "gcc", "g++")
    source, prefix, user = tmp_path / "source", tmp_path / "prefix", tmp_path / "user"
    shutil.copytree(exported(target), source)
    user.mkdir()
    for command in (
        ("cmake", "-S", "source", "-B", "build", f"-DCMAKE_INSTALL_PREFIX={prefix}"),
        ("cmake", "--build", "build"),
        ("ctest", "--test-dir", "build"),
        ("cmake", "--install", "build"),
    ):
        done = _run(tmp_path, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "100% tests passed" in _run(tmp_path, "ctest", "--test-dir", "build").stdout
    name, text = SOURCES[target]
    (user / name).write_text(text)
    described = USER.format(language={"c": "C", "cpp": "CXX"}[target], source=name)
    (user / "CMakeLists.txt").write_text(described)
    found = ("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    for command in (found, ("cmake", "--build", "build"), ("./build/user",)):
        done = _run(user, *command)
        assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = {path.parent for path in prefix.rglob("symbolic_eps.pc")}
    flags = _run(user, "pkg-config", "--cflags", "--libs", "symbolic_eps", PKG_CONFIG_PATH=str(packages))
    assert flags.returncode == 0, flags.stderr
    compiler = {"c": "gcc", "cpp": "g++"}[target]
    assert _run(user, compiler, "-o", "user", name, *flags.stdout.split()).returncode == 0
    assert _run(user, "./user").returncode == 0
    next(prefix.rglob("symbolic_eps.h*")).unlink()
    assert _run(user, compiler, "-o", "user", name, *flags.stdout.split()).returncode != 0
