"""What is given to others: distributions that install, types, a manual page, a citation."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

import symbolic_eps
from symbolic_eps.cli import EXAMPLES, app
from symbolic_eps.cli.man_page import rendered

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs/symbolic-eps.1"


def run(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = [*map(str, command)]
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The source distribution, and the wheel that is built from the project, by what their names end in."""
    folder = tmp_path_factory.mktemp("dist")
    for target in ("wheel", "sdist"):
        done = run(sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder)
        assert done.returncode == 0, done.stderr
    return {"".join(path.suffixes[-2:])[-7:]: path for path in folder.iterdir()}


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "twine", "--no-color", "check", "--strict", path)


def test_an_index_would_take_both_distributions(distributions: dict[str, Path]) -> None:
    assert len(distributions) == 2
    for path in distributions.values():
        done = checked(path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "PASSED" in done.stdout


def test_a_distribution_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "symbolic_eps-0.1.0-py3-none-any.whl").write_bytes(b"no archive")
    assert checked(tmp_path / "symbolic_eps-0.1.0-py3-none-any.whl").returncode != 0


def test_pip_installs_the_wheel_into_an_empty_environment_and_it_runs(
    distributions: dict[str, Path], tmp_path: Path
) -> None:
    (wheel,) = (path for path in distributions.values() if path.suffix == ".whl")
    venv.create(tmp_path / "own", with_pip=True)
    binaries = tmp_path / "own/bin"
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    assert run(binaries / "python", "-m", "pip", "install", *options, wheel).returncode == 0
    (libraries,) = (tmp_path / "own/lib").glob("python*/site-packages")
    (own,) = (path for path in sys.path if Path(path).name == "site-packages" and Path(path).is_dir())
    (libraries / "libraries.pth").write_text(own)  # what the wheel asks for, as the tests have it
    done = run(binaries / "symbolic-eps", "recommend", "max(a/(p*q), 3)", "--set", "a=1/4", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "log(11/3)/2" in done.stdout
    place = run(binaries / "python", "-c", "import symbolic_eps; print(symbolic_eps.__file__)", cwd=tmp_path)
    assert Path(place.stdout.strip()).is_relative_to(tmp_path)
    assert (tmp_path / "own/share/man/man1/symbolic-eps.1").read_bytes() == MANUAL.read_bytes()


USER = """
from symbolic_eps import derive, recommend

found = recommend("max(a/(p*q), r)", {"a": "1/4", "r": 3})
eps: float | None = found.epsilon_double
latex: str = derive("r", ["r>1"]).to_latex()
"""


def test_a_users_file_is_checked_strictly_against_our_types(tmp_path: Path) -> None:
    """What is wrong is found, and nothing but that."""
    file = tmp_path / "user.py"
    file.write_text(f"{USER}wrong: bytes = found.to_latex()\n")
    options = ["--strict", "--no-incremental", "--config-file=", "--cache-dir", tmp_path / "cache"]
    done = run(sys.executable, "-m", "mypy", *options, file, cwd=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Found 1 error" in done.stdout and "bytes" in done.stdout


def test_manual_is_made_from_the_helps() -> None:
    page = rendered(get_command(app), symbolic_eps.__version__)
    assert MANUAL.read_text(encoding="utf-8") == page, "make manual"
    for function in EXAMPLES:
        assert rf'.SS "symbolic\-eps {function.__name__}"'.replace("_", r"\-") in page


def test_manual_is_troff_without_warnings(require_tool: Callable[[str], Path], tmp_path: Path) -> None:
    groff = require_tool("groff")
    done = run(groff, "-man", "-Tutf8", "-ww", MANUAL)
    assert (done.returncode, done.stderr) == (0, "")
    assert "recommend" in done.stdout and "Exit status" in done.stdout
    (tmp_path / "wrong.1").write_text(MANUAL.read_text() + ".nonsense\n")
    assert run(groff, "-man", "-Tutf8", "-ww", tmp_path / "wrong.1").stderr


def test_citation_is_about_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["version"] == symbolic_eps.__version__
    assert (cited["title"], cited["license"]) == ("symbolic-eps", "MIT")
    assert cited["message"] and all(author["name"] for author in cited["authors"])
