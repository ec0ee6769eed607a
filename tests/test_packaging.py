"""What is installed: three packages, whole, typed, licensed, of one version; the locks pin what is asked."""

from __future__ import annotations

import configparser
import email
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import symbolic_eps

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("symbolic_eps", "verify", "derivations")
LOCKS = ("requirements.lock", "requirements-test.lock")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    target = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(target), str(ROOT)], check=True
    )
    (path,) = target.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def metadata_file(wheel: zipfile.ZipFile, name: str) -> str:
    (path,) = (entry for entry in wheel.namelist() if entry.endswith(f".dist-info/{name}"))
    return wheel.read(path).decode()


def test_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    in_tree = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    in_wheel = {entry for entry in wheel.namelist() if not re.search(r"\.(dist-info|data)/", entry)}
    assert in_wheel == in_tree


def test_no_tool_has_left_what_it_builds(wheel: zipfile.ZipFile) -> None:
    assert left_behind(wheel.namelist()) == []
    assert left_behind(["a/b.v", "a/b.vo", "a/.b.aux", "a/b.glob"]) == ["a/b.vo", "a/.b.aux", "a/b.glob"]


def left_behind(names: Iterable[str]) -> list[str]:
    """What Coq, OCaml, C and Python make of their sources."""
    return [name for name in names if re.search(r"\.(vo[ks]?|glob|aux|cm[iox]|o|so|pyc)$", name)]


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_marked_as_typed(wheel: zipfile.ZipFile, package: str) -> None:
    assert f"{package}/py.typed" in wheel.namelist()


def test_wheel_carries_the_license(wheel: zipfile.ZipFile) -> None:
    assert metadata_file(wheel, "licenses/LICENSE") == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert email.message_from_string(metadata_file(wheel, "METADATA"))["License-Expression"] == "MIT"


def test_version_is_the_one_that_the_library_names(wheel: zipfile.ZipFile) -> None:
    assert email.message_from_string(metadata_file(wheel, "METADATA"))["Version"] == symbolic_eps.__version__


def test_wheel_installs_one_command_that_runs_from_the_wheel(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    entry_points = configparser.ConfigParser()
    entry_points.read_string(metadata_file(wheel, "entry_points.txt"))
    ((name, place),) = entry_points["console_scripts"].items()
    assert name == "symbolic-eps"
    wheel.extractall(tmp_path)
    file, version = run_from(tmp_path, place, "--version")
    assert Path(file).is_relative_to(tmp_path)
    assert version == f"symbolic-eps {symbolic_eps.__version__}"


def run_from(unpacked: Path, place: str, *arguments: str) -> list[str]:
    """What an installed command prints, after the file that it is in."""
    module, function = place.split(":")
    program = (
        f"import sys, {module} as cli; print(cli.__file__); sys.argv[1:] = {list(arguments)!r};"
        f" cli.{function}()"
    )
    result = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=unpacked,
        env=os.environ | {"PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.splitlines()


def test_wheel_carries_the_proofs_and_proves_from_them(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    homes = ("symbolic_eps/theory/evidence", "derivations/kazan_reiter/closed_forms")
    shipped = [name for name in wheel.namelist() if name.startswith(homes)]
    in_tree = {
        file.relative_to(ROOT).as_posix()
        for home in homes
        for kind in ("answers", "branches", "certificates")
        for file in (ROOT / home / kind).glob("*.json")
    }
    assert set(shipped) == in_tree and len(in_tree) == 7 + 6 + 7
    wheel.extractall(tmp_path)
    place = "symbolic_eps.command:entry_point"
    assert re.fullmatch(
        r"(\d+) of \1 certificates accepted", run_from(tmp_path, place, "check", "--quiet")[-1]
    )
    table = run_from(tmp_path, place, "table", "--row", "constant")
    assert any("proof: theorem" in line for line in table)


def test_wheel_carries_the_templates_and_exports_from_them(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    home = "symbolic_eps/export/templates"
    shipped = {name for name in wheel.namelist() if name.startswith(home)}
    in_tree = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / home).rglob("*.*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert in_tree <= shipped and {Path(name).suffix for name in in_tree} >= {
        ".c",
        ".rs",
        ".java",
        ".js",
        ".jl",
    }
    wheel.extractall(tmp_path)
    out = tmp_path / "out"
    command = ("export", "--target", "c", "--formula", "constant", "--no-prove", "--out", str(out))
    run_from(tmp_path, "symbolic_eps.command:entry_point", *command)
    assert (out / "symbolic_eps.c").read_text().count("double value_of_constant(") == 1


def pins(lock: str) -> set[str]:
    """The pinned requirements of a lock file, each with its marker, as text."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {line.removesuffix("\\").strip() for line in text.splitlines() if re.match(r"\w", line)}


def asked_for(project: dict[str, Any], lock: str) -> list[str]:
    groups = project["dependency-groups"]
    tests = groups["test"] if lock == "requirements-test.lock" else []
    return [*project["project"]["dependencies"], *groups["build"], *tests]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_what_the_project_asks_for(project: dict[str, Any], lock: str) -> None:
    versions: dict[str, list[str]] = {}
    for pin in map(Requirement, pins(lock)):
        (specifier,) = pin.specifier
        versions.setdefault(pin.name, []).append(specifier.version)
    for wanted in map(Requirement, asked_for(project, lock)):
        pinned = versions.get(wanted.name, [])
        assert pinned, f"{wanted} is not in {lock}: run `make lock`"
        assert all(wanted.specifier.contains(v) for v in pinned), f"{wanted}: {pinned}; run `make lock`"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_hashes_every_package_and_names_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|--(extra-)?index|--find-links|@ |/", text)


def test_test_lock_keeps_the_runtime_pins() -> None:
    assert pins("requirements.lock") <= pins("requirements-test.lock")


def test_set_up_pins_the_build_backend_that_builds(project: dict[str, Any]) -> None:
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
