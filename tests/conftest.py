"""What all tests share: the programs that some of them need, and a loud word when one is missing."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

from tests.made_once import set_folder
from tests.scheduling import pytest_xdist_make_scheduler, strangers
from tests.verify.kernel_theory import kernel_judge, kernel_theory

if TYPE_CHECKING:
    from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum

collect_ignore_glob = ["symbolic_eps/export/golden/*", "sample_paper/*"]
"""What exports contain, their self-tests among it; and a package that is used only where it is installed."""

__all__ = ["kernel_judge", "kernel_theory", "pytest_xdist_make_scheduler"]
"""A hook and fixtures that are written elsewhere."""

MISSING = "missing program"


def _running_in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}


def _require_tool(name: str) -> Path:
    found = shutil.which(name)
    if found is not None:
        return Path(found)
    message = f"{MISSING}: {name} is not on the PATH, so this test checks nothing"
    if _running_in_ci():
        pytest.fail(f"{message}; .ci/run must install it", pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="session")
def require_tool() -> Callable[[str], Path]:
    """`require_tool("pdflatex")` is the program's path; without it the test is skipped, under CI it fails."""
    return _require_tool


@pytest.fixture(scope="session", autouse=True)
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands compile their modules once; no test reads, or writes to, what earlier runs or a user saved."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        environment.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        set_folder(environment, tmp_path_factory)
        yield


@pytest.fixture(scope="session")
def derived() -> Mapping[str, PiecewiseInfimum]:
    """The closed forms of all rows of the papers' tables, derived anew, by the row's id."""
    from symbolic_eps.closed_form_table.row import all_rows
    from symbolic_eps.minimum import infimum

    return {row.identifier: infimum(row.profile) for row in all_rows()}


SHARE = 96
"""One slow test in this many is run unless `--all` is given."""

CHOICE = pytest.StashKey[dict[str, int]]()
"""How many tests there are, and how many of them are left out, by their mark."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all` for long proofs and sweeps; `--update-golden` for files that exports are compared with."""
    parser.addoption("--all", action="store_true", help="run every slow test, not only a fixed share of them")
    parser.addoption("--update-golden", action="store_true", help="write the golden files of exports anew")


def pytest_configure(config: pytest.Config) -> None:
    """The gate draws the same examples in every run; `make slow`, which looks for new ones, draws anew.

    Neither looks at the clock: how long an example takes depends on what else the machine does.
    Garbage is looked for seldom: looked for as often as Python begins with, it takes a twentieth of the time.
    """
    from verify.garbage_collection import collect_seldom

    collect_seldom()
    same = not config.getoption("--all") and config.getoption("--hypothesis-seed") is None
    hypothesis.settings.register_profile(
        "without a clock",
        derandomize=same,
        deadline=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("without a clock")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays until the run ends: the collector of garbage need not walk through it."""
    from verify.garbage_collection import collection_paused

    with collection_paused():
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a share of slow tests and families that their names alone decide: the same in every run."""
    if not_listed := "\n".join(strangers(items)):
        raise pytest.UsageError(not_listed)
    chosen = config.option.markexpr or config.option.keyword or any("::" in name for name in config.args)
    if config.getoption("--all") or chosen:
        return
    left_out = dict(_left_out(items))
    config.stash[CHOICE] = {"tests": len(items)} | Counter(left_out.values())
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


def _left_out(items: Iterable[pytest.Item]) -> Iterator[tuple[pytest.Item, str]]:
    """The tests that are not run, and the mark that says why."""
    begun = set[str]()
    for item in items:
        slow, family = item.get_closest_marker("slow"), item.get_closest_marker("family")
        name = item.nodeid.split("[")[0]
        share = SHARE if slow else family.args[0] if family and name in begun else 1
        if not _in_share(item.nodeid, share):
            yield item, "slow" if slow else "family"
        begun.add(name)


def _in_share(name: str, share: int) -> bool:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % share == 0


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All processes choose alike: what one of them chose is what the run chose."""
    node.config.stash[CHOICE] = getattr(node, "workeroutput", {}).get("choice", {})


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process tells the one that started it what it chose."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["choice"] = session.config.stash.get(CHOICE, {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say at the end how many tests were left out, and what was not tested for want of a program."""
    if choice := config.stash.get(CHOICE, {}):
        slow, family = choice.get("slow", 0), choice.get("family", 0)
        terminalreporter.write_line(
            f"Of {choice['tests']} tests, {choice['tests'] - slow - family} chosen; for `make slow` are left "
            f"{slow} long proofs and sweeps, and {family} cases of families of tests."
        )
    reasons = [
        f"{report.nodeid}: {report.longrepr[2]}"
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and MISSING in report.longrepr[2]
    ]
    if reasons:
        terminalreporter.section("NOT TESTED: programs are missing", sep="!", yellow=True, bold=True)
        for reason in reasons:
            terminalreporter.write_line(reason)
