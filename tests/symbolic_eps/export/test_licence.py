"""Whoever finds a file of an export knows whose it is and what may be done with it; C++ can call the C."""

from __future__ import annotations

import json
import subprocess
import tomllib
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.targets import NAMES, target_named

LICENSE = (Path(__file__).parents[3] / "LICENSE").read_text(encoding="utf-8")
HOLDER = LICENSE.splitlines()[2].removeprefix("Copyright (c) ")
LINES = (f"SPDX-FileCopyrightText: {HOLDER}", "SPDX-License-Identifier: MIT")
BEFORE = ("#!", "<?xml", "# SPDX", "/* SPDX", "(* SPDX", "-- SPDX", "; SPDX", "// SPDX", "% SPDX")


@cache
def texts(target: str) -> dict[str, str]:
    return build(target_named(target), [exportable()["constant"].make()])


@pytest.fixture
def folder(tmp_path) -> Path:
    """Where a test writes an export of its own."""
    return tmp_path / "exported"


def unmarked(found: dict[str, str]) -> list[str]:
    """Files that do not begin with the two lines."""
    return [
        path
        for path, text in found.items()
        if not all(any(line in row for row in text.splitlines()[:3]) for line in LINES)
        or not text.startswith(BEFORE)
    ]


@pytest.mark.parametrize("target", NAMES)
def test_every_source_file_says_whose_it_is(target):
    found = texts(target)
    data = {"vectors/constant.csv", "vectors/constant.json", "manifest.json", "LICENSE"}
    own = {"r": {"LICENSE.md", "DESCRIPTION", ".Rbuildignore"}, "javascript": {"package.json"}}
    assert set(unmarked(found)) == data | own.get(target, set())
    assert found["LICENSE.md" if target == "r" else "LICENSE"] == LICENSE
    manifest = json.loads(found["manifest.json"])
    assert (manifest["license"], manifest["copyright"]) == ("MIT", f"Copyright (c) {HOLDER}")
    assert set(manifest["files"]) == set(found) - {"manifest.json"}


def test_a_file_without_the_lines_is_seen():
    found = {"a.c": "/* SPDX-License-Identifier: MIT */\nint x;\n", "b.c": "int x;\n"}
    assert unmarked(found) == ["a.c", "b.c"]


def test_packages_state_the_licence_in_their_own_words():
    name = HOLDER.removeprefix("2026 ")
    cargo = tomllib.loads(texts("rust")["Cargo.toml"])["package"]
    assert (cargo["license"], cargo["authors"]) == ("MIT", [name])
    package = json.loads(texts("javascript")["package.json"])
    assert (package["license"], package["author"]) == ("MIT", name)
    fields = dict(
        line.split(": ", 1) for line in texts("r")["DESCRIPTION"].splitlines() if not line.startswith(" ")
    )
    assert fields["License"] == "MIT + file LICENSE" and fields["Copyright"] == HOLDER
    assert fields["Author"] == name and fields["Maintainer"].startswith(f"{name} <")
    # The only names of hosts that belong to nobody (RFC 2606): no mail goes to somebody else.
    assert PurePosixPath(fields["Maintainer"].rstrip(">")).suffix == ".invalid"
    assert texts("r")["LICENSE"] == f"YEAR: 2026\nCOPYRIGHT HOLDER: {name}\n"


def ran(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_r_accepts_the_description_and_the_licence(needs, folder):
    needs("R")
    write(texts("r"), folder / "symboliceps")
    ran(folder, "R", "CMD", "build", "--no-build-vignettes", "symboliceps")
    (archive,) = folder.glob("*.tar.gz")
    said = ran(folder, "R", "CMD", "check", "--no-manual", "--no-tests", archive.name)
    for part in ("DESCRIPTION meta-information", "top-level files", "for portable file names"):
        assert f"* checking {part} ... OK" in said
    assert "WARNING" not in said and "ERROR" not in said


def test_cargo_reads_the_licence(needs, folder):
    needs("cargo")
    write(texts("rust"), folder)
    said = ran(folder, "cargo", "metadata", "--offline", "--no-deps", "--format-version", "1")
    (package,) = json.loads(said[said.index("{") :].splitlines()[0])["packages"]
    assert package["license"] == "MIT" and package["authors"]


CPP = """
#include "symbolic_eps.h"
#include <cmath>
#include <cstdio>
int main()
{
    const double r[2] = {2.0, 0.5};
    double out[2];
    eps_constant_lower_all(2, r, out);
    const double low = eps_constant_lower(2.0);
    std::printf("%.6f %d\\n", eps_constant(2.0), low == out[0] && std::isnan(out[1]));
    return 0;
}
"""


@pytest.mark.parametrize(("c", "cpp"), [("gcc", "g++"), ("clang", "clang++")])
def test_cpp_calls_what_c_compiled(needs, folder, c, cpp):
    needs(c, cpp)
    write(texts("c"), folder)
    (folder / "use.cpp").write_text(CPP, encoding="utf-8")
    ran(folder, c, "-std=c99", "-c", "symbolic_eps.c")
    ran(folder, cpp, "-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-c", "use.cpp")
    ran(folder, cpp, "-o", "use", "use.o", "symbolic_eps.o", "-lm")
    assert ran(folder, "./use") == "0.346574 1\n"
    # A header that does not say that the names are C's is one that cannot be linked.
    header = folder / "symbolic_eps.h"
    bare = header.read_text(encoding="utf-8").replace('extern "C" {', "inline namespace c {")
    header.write_text(bare, encoding="utf-8")
    ran(folder, cpp, "-std=c++11", "-c", "use.cpp")
    with pytest.raises(AssertionError, match="undefined reference"):
        ran(folder, cpp, "-o", "use", "use.o", "symbolic_eps.o", "-lm")
