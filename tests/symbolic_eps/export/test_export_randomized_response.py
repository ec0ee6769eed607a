"""The closed forms of randomized response in every language, run by its toolchain; wrong sides are seen."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from symbolic_eps.export.forms import entropy_term
from symbolic_eps.export.forms import formula as formula_module
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import MANIFEST, build, write
from symbolic_eps.export.programs.program import Operation, subtract
from symbolic_eps.export.runtime import helpers
from symbolic_eps.export.targets import NAMES, openformula, target_named
from symbolic_eps.randomized_response import divergence_formulas
from symbolic_eps.randomized_response.formulas import FORMULAS

SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

EVERY = tuple(make() for make in FORMULAS)
FIRST = tuple(f for f in EVERY if f.identifier in ("response-information", "response-deviation"))
"""Of both sides, with a zero, a root, an infinite value, and a whole argument."""

WITHOUT_RESULTS = ("coq", "gappa", "latex")
"""Targets that compute no number: their proofs and their text have no side."""


DIVERGENCES = frozenset(make().identifier for make in divergence_formulas.DIVERGENCES)
_NO_SUMS = DIVERGENCES - {"response-renyi-infinite"}
REFUSED = {"coq": _NO_SUMS, "gappa": _NO_SUMS, "openformula": DIVERGENCES}
"""Coq and Gappa know no sums of logarithms and roots; spreadsheets cannot keep small differences."""

ENTROPIES = tuple(f for f in EVERY if f.identifier in ("response-stein", "response-jensen-shannon"))
"""With a helper that has cases and a logarithm, and safe functions of both sides that go by a share."""


def _expressible(target: str) -> tuple[Formula, ...]:
    return tuple(f for f in EVERY if f.identifier not in REFUSED.get(target, ()))


@pytest.mark.parametrize("target", REFUSED)
def test_what_a_target_cannot_say_it_refuses_in_a_line(target: str) -> None:
    for formula in EVERY:
        if formula.identifier in REFUSED[target]:
            with pytest.raises(CannotExpressError, match=target):
                build(target_named(target), (formula,))


def _agrees(target: str, formulas: tuple[Formula, ...], directory: Path, self_test: SelfTest) -> None:
    write(build(target_named(target), formulas), directory)
    done = self_test(target, directory)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 wrong") >= len(formulas)


@pytest.mark.slow
@pytest.mark.parametrize("target", NAMES)
def test_self_test_of_all_agrees(
    target: str, installed: Callable[[str], None], tmp_path: Path, self_test: SelfTest
) -> None:
    installed(target)
    _agrees(target, _expressible(target), tmp_path / "export", self_test)


@pytest.mark.family(24)
@pytest.mark.parametrize("target", [name for name in NAMES if name not in REFUSED])
def test_self_test_of_entropies_agrees(
    target: str, installed: Callable[[str], None], tmp_path: Path, self_test: SelfTest
) -> None:
    installed(target)
    _agrees(target, ENTROPIES, tmp_path / "export", self_test)


@pytest.mark.family(24)
@pytest.mark.parametrize("target", [name for name in NAMES if name not in (*REFUSED, "latex")])
def test_a_shorter_series_fails_the_self_test(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed(target)
    with monkeypatch.context() as patched:  # the bound stays that of the whole series
        patched.setattr(entropy_term, "TERMS", 8)
        shorter = replace(helpers.HELPERS[Operation.ENTROPY_TERM], program=entropy_term.program())
    monkeypatch.setitem(helpers.HELPERS, Operation.ENTROPY_TERM, shorter)
    write(build(target_named(target), ENTROPIES[:1]), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 1
    assert "points" in done.stdout and " 0 wrong" not in done.stdout


@pytest.mark.family(24)
@pytest.mark.parametrize("target", [name for name in NAMES if name not in WITHOUT_RESULTS])
def test_a_safe_function_on_the_other_side_fails_the_self_test(
    target: str,
    installed: Callable[[str], None],
    tmp_path: Path,
    self_test: SelfTest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`_upper` that takes its steps downwards."""
    installed(target)
    monkeypatch.setattr(formula_module, "add", subtract)
    moved = openformula._moved
    monkeypatch.setattr(openformula, "_moved", lambda sign: moved(-sign))
    (deviation,) = (formula for formula in FIRST if formula.identifier == "response-deviation")
    write(build(target_named(target), (deviation,)), tmp_path / "export")
    done = self_test(target, tmp_path / "export")
    assert done.returncode == 1
    assert "points" in done.stdout and " 0 wrong" not in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "promise"),
    [
        ("response-information", "never above the exact value"),
        ("response-deviation", "never below the exact value"),
    ],
)
def test_header_and_manifest_say_the_side(formula: str, promise: str) -> None:
    (one,) = (f for f in FIRST if f.identifier == formula)
    for target in NAMES:
        texts = build(target_named(target), (one,))
        text = "".join(texts[path] for path in texts if not path.startswith(("vectors/", "LICENSE")))
        text = re.sub(r"\{@link #?(\w+)\}|\[?`(\w+)`\]?", r"\1\2", text)  # of Java, Julia and Rust
        text = " ".join(re.sub(r"[*/#]+", " ", text).split())
        names, safe_names = _spelled(one.name), _spelled(one.safe_name)
        short = f"{promise.replace('the exact value', 'exact')}, within"
        said = [f"{name} is {promise}" for name in safe_names] + [f"{name}, {short}" for name in names]
        said += [f"_{one.side}: {short}", *(f"{name} is {short}" for name in safe_names)]
        assert any(words in text for words in said) and any(name in text for name in safe_names), target
        assert one.notes[0].split(":")[0] in text, target
        (entry,) = json.loads(texts[MANIFEST])["formulas"]
        assert entry[str(one.side)] == one.safe_name and f"{one.side}_ulps" in entry


def _spelled(name: str) -> tuple[str, ...]:
    """The name as languages spell it."""
    first, *others = name.split("_")
    camel = f"{first}{''.join(map(str.capitalize, others))}"
    return name, camel, camel[:1].upper() + camel[1:]
