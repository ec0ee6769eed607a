"""What docs/conformance.md says of other libraries: each call is asked again, each value computed twice."""

from __future__ import annotations

import dataclasses
import math
import os
import re
from pathlib import Path

import pytest
from flint import arb

from benchmarks.conformance import exact
from benchmarks.conformance.__main__ import LIBRARIES, asked, report
from benchmarks.conformance.witness import Kind, Witness
from benchmarks.conformance.witnesses import all_witnesses

TEXT = (Path(__file__).parents[1] / "docs/conformance.md").read_text(encoding="utf-8")
OURS = ("numpy", "scipy")
"""What these libraries rest on: other versions for other versions of Python."""


@pytest.fixture(scope="module")
def witnesses() -> tuple[Witness, ...]:
    return all_witnesses()


@pytest.fixture(scope="module")
def said(witnesses: tuple[Witness, ...]) -> list[str]:
    if not LIBRARIES.exists():
        missing = "`make .venv/.stamp-libraries` could not install the libraries"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(f"NOT TESTED: {missing}")
    answers, versions = asked(witnesses)
    assert all(
        f"{name} {version}" in TEXT for name, version in versions.items() if name[:2] not in ("nu", "sc")
    )
    return answers


def test_every_sentence_holds(witnesses, said):
    wrong = [w.call.text for w, answer in zip(witnesses, said, strict=True) if not w.holds(answer)]
    assert wrong == []


def test_the_page_shows_every_call_with_its_kind(witnesses, said):
    rows = [(row[0], row[-1]) for w, answer in zip(witnesses, said, strict=True) for row in [w.row(answer)]]
    lines = (line.removeprefix("| ").removesuffix(" |").split(" | ") for line in TEXT.splitlines())
    shown = {(cells[0], cells[-1]) for cells in lines}
    assert [row for row in rows if row not in shown] == []
    assert report(witnesses, said).count("\n| `") == len(witnesses)


def test_no_accusation_stands_without_a_difference(witnesses, said):
    """Neither the exact value in place of the answer, nor a number in place of none."""
    for witness, answer in zip(witnesses, said, strict=True):
        others = {
            Kind.NAN: "0x1p-1",
            Kind.INFINITE: "0x1p-1",
            Kind.RAISES: "0x1p-1",
            Kind.RIGHT: "nan",
            Kind.SAFE: "nan",
        }
        if witness.kind in others:
            assert not witness.holds(others[witness.kind])
            continue
        silent = dataclasses.replace(witness, seen=lambda value, of=witness: of.exact)
        assert not silent.holds(answer)
        turned = dataclasses.replace(witness, unsafe_above=not witness.unsafe_above)
        assert not turned.holds(answer)


def test_a_small_difference_is_no_large_one():
    def witness(kind: Kind, **more: float) -> Witness:
        return Witness("none", all_witnesses()[0].call, kind, "", arb(1), **more)

    near, far = (1 + 1e-12).hex(), (1.01).hex()
    assert witness(Kind.RIGHT).holds(near) and not witness(Kind.UNSAFE).holds(near)
    assert witness(Kind.UNSAFE).holds(far) and not witness(Kind.RIGHT).holds(far)
    assert not witness(Kind.UNSAFE, tolerance=0.1).holds(far)
    assert witness(Kind.TOLERANCE, tolerance=0.1).holds(far)


def test_two_computations_that_differ_give_no_value():
    quantity = exact.GAUSSIAN_DELTA
    assert math.isclose(float(quantity.at(1.0, 1.0)), 0.12693673750664397, rel_tol=1e-12)
    other = dataclasses.replace(quantity, closed=lambda s, e: quantity.closed(s, e) * (1 + arb(2) ** -60))
    with pytest.raises(ArithmeticError, match="by definition"):
        other.at(1.0, 1.0)
    wide = dataclasses.replace(quantity, closed=lambda s, e: quantity.closed(s, e) + arb(0, 1e-9))
    with pytest.raises(ArithmeticError, match="in closed form"):
        wide.at(1.0, 1.0)


def test_least_eps_lies_where_delta_is_reached():
    ball = exact.least_eps(1.0, 1e-10)
    low, high = (float(x) for x in (ball * (1 - 1e-9), ball * (1 + 1e-9)))
    assert exact.GAUSSIAN_DELTA.at(1.0, low) > 1e-10 > exact.GAUSSIAN_DELTA.at(1.0, high)
    assert not re.search(r"\d", exact.GAUSSIAN_DELTA.name)
