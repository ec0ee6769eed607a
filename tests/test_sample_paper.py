"""The sample paper is a plug-in like any other: installed, it is found, judged, tabulated and exported.

What it claims was judged by hand. With 0 < t < 1: t/(1-t) > t since 1 - t < 1; t/(1-t) >= 1 exactly from
t = 1/2 on; 1/(1-t) = 1 + t/(1-t). With o > 0: o/(1+o) < 1, its odds are o, and 1 - o/(1+o) < o/(1+o) exactly
for o > 1.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fork_server import fork_server

SAMPLE = Path(__file__).parent / "sample_paper"
VERDICTS = {
    "prop:1.1": "holds",
    "prop:1.2@II": "holds-if",
    "rem:2": "holds",
    "fn:3": "misprint",
    "alg:1.2": "holds",
    "alg:1.3": "holds",
    "text:A/half": "refuted",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("plugins")
    copy = place.parent / f"{place.name}-source"  # a build leaves files beside what it builds
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "-qq", "install", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(place), str(copy)], check=True)
    return place


@pytest.fixture(scope="module", autouse=True)
def _warm_command() -> Iterator[None]:
    """The command runs in forks of one process."""
    with fork_server(os.environ) as server, pytest.MonkeyPatch.context() as environment:
        environment.setenv("PATH", f"{server.programs}{os.pathsep}{os.environ['PATH']}")
        yield


def run(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(place), "XDG_CACHE_HOME": str(place / "cache")}
    command = ["symbolic-eps", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_claims_are_judged_as_by_hand(installed: Path) -> None:
    found = run(installed, "audit", "sample-2001", "--json")
    claims = json.loads(found.stdout)["claims"]
    assert {claim["locator"]: claim["verdict"] for claim in claims} == VERDICTS
    assert list(VERDICTS) == [claim["locator"] for claim in claims]
    assert found.returncode == 1 and "nothing is pinned yet" in found.stdout


def test_places_are_said_as_the_paper_says_them(installed: Path) -> None:
    note = run(installed, "audit", "--errata", "sample-2001").stdout
    assert note.startswith("# Errata for A. Sample, A Note on Odds (2001)")
    for place in ("Footnote 3 (", "Proposition 1, part 2, in Section II (", "Appendix A, text: half ("):
        assert place in note


def test_its_table_and_formula_are_offered_beside_the_others(installed: Path) -> None:
    row = run(installed, "table", "--row", "one-more", "--json")
    (entry,) = json.loads(row.stdout)["rows"]
    assert row.returncode == 0
    assert [(p["paper"], p["verdict"]) for p in entry["printed"]] == [("sample-2001", "holds")]
    listed = run(installed, "export", "--list").stdout
    assert "odds-free-root" in listed and "root  " in listed
    out = installed / "exported"
    made = run(installed, "export", "--target", "python", "--formula", "odds-free-root", "--out", str(out))
    assert made.returncode == 0, made.stderr
    assert "def odds_free_root(" in "".join(f.read_text() for f in out.glob("*.py"))


def test_it_becomes_pinned_in_its_own_package_and_a_changed_claim_is_seen(installed: Path) -> None:
    assert run(installed, "audit", "sample-2001", "--update-expected").returncode == 0
    assert (installed / "sample_2001" / "expected_verdicts.json").exists()
    assert (installed / "sample_2001" / "evidence" / "certificates" / "sample-2001.json").exists()
    assert run(installed, "audit", "sample-2001").returncode == 0
    module = installed / "sample_2001" / "section_ii.py"
    text = module.read_text()
    module.write_text(text.replace("t / (1 - t) > t)", "t / (1 - t) > 2 * t)"))  # planted
    changed = run(installed, "audit", "sample-2001")
    module.write_text(text)
    assert changed.returncode == 1
    assert "sample-2001 prop:1.1: verdict holds-if, pinned was holds" in changed.stderr  # t > 1/2 is found


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("broken-2001 = sample_2001:NOTHING", "the paper broken-2001 cannot be loaded"),
        ("broken-2001 = no_such_package:PAPER", "the paper broken-2001 cannot be loaded"),
        ("broken-2001 = sample_2001:PAPER", "names no paper of that id"),
    ],
)
def test_a_broken_entry_point_is_one_line(installed: Path, tmp_path: Path, entry: str, said: str) -> None:
    metadata = tmp_path / "broken-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[symbolic_eps.papers]\n{entry}\n")
    shutil.copytree(installed / "sample_2001", tmp_path / "sample_2001")
    refused = run(tmp_path, "audit")
    assert refused.returncode == 2 and said in refused.stderr and refused.stderr.count("\n") == 1


@pytest.mark.family(24)
@pytest.mark.parametrize(
    ("broken", "command"),
    [
        ("__init__.py", "audit"),
        ("__init__.py", "table"),
        ("__init__.py", "check"),
        ("section_iv.py", "audit"),
        ("table_1.py", "table"),
        ("table_1.py", "export"),
        ("formulas.py", "export"),
    ],
)
@pytest.mark.parametrize("error", ["import no_such_module", "1 / 0", "def"])
def test_a_paper_whose_code_fails_is_one_line(
    installed: Path, tmp_path: Path, broken: str, command: str, error: str
) -> None:
    shutil.copytree(installed / "sample_2001", tmp_path / "sample_2001")
    shutil.copytree(installed / "sample_2001-1.dist-info", tmp_path / "sample_2001-1.dist-info")
    with (tmp_path / "sample_2001" / broken).open("a") as module:
        module.write(f"\n{error}\n")
    more = {"audit": ["sample-2001"], "export": ["--list"]}.get(command, [])
    refused = run(tmp_path, command, *more)
    assert refused.returncode == 2, refused.stderr
    assert "the paper sample-2001" in refused.stderr and refused.stderr.count("\n") == 1
