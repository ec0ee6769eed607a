"""Evidence: the order of grades, what is weaker than what, and what proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

import pytest
import sympy as sp
from sympy.abc import a

from verify.evidence import Evidence, Grade, Outcome, combined, sufficient

Join = Callable[..., Evidence]

PROVED, REFUTED, OPEN = Outcome.PROVED, Outcome.REFUTED, Outcome.OPEN


def part(outcome: Outcome, grade: Grade | None = None, name: str = "part") -> Evidence:
    witness = {a: sp.Integer(1)} if outcome is REFUTED else None
    return Evidence(name, outcome, grade, f"by {name}", witness, note=f"note of {name}")


def test_grades_are_ordered_and_named_as_the_reports_have_them() -> None:
    names = ["sampled", "enclosed", "one-solver", "computed", "solver", "exact", "theorem"]
    assert [str(grade) for grade in sorted(Grade)] == names
    assert all(weaker < stronger for weaker, stronger in pairwise(sorted(Grade)))


def test_open_evidence_has_no_grade_and_all_other_has_one() -> None:
    with pytest.raises(ValueError, match="has a grade"):
        part(OPEN, Grade.EXACT)
    for outcome in (PROVED, REFUTED):
        with pytest.raises(ValueError, match="has a grade"):
            part(outcome)


def test_samples_do_not_prove() -> None:
    with pytest.raises(ValueError, match="sampled points prove nothing"):
        part(PROVED, Grade.SAMPLED)


@pytest.mark.parametrize("join", [combined, sufficient])
def test_proof_weighs_what_its_weakest_part_weighs(join: Join) -> None:
    for one, other in product([g for g in Grade if g is not Grade.SAMPLED], repeat=2):
        found = join("whole", [part(PROVED, one), part(PROVED, other)], "parts")
        assert (found.outcome, found.grade) == (PROVED, min(one, other))


@pytest.mark.parametrize("join", [combined, sufficient])
def test_one_open_part_leaves_it_open(join: Join) -> None:
    found = join("whole", [part(PROVED, Grade.EXACT), part(OPEN, name="gap")], "parts")
    assert (found.outcome, found.grade) == (OPEN, None)
    assert "gap" in found.note


def test_refuted_part_refutes_a_conjunction_with_its_witness() -> None:
    found = combined("whole", [part(OPEN), part(REFUTED, Grade.EXACT, "culprit")], "parts")
    assert (found.outcome, found.grade, found.witness) == (REFUTED, Grade.EXACT, {a: 1})
    assert found.note == "note of culprit"


def test_refuted_part_does_not_refute_what_merely_follows() -> None:
    found = sufficient("whole", [part(REFUTED, Grade.EXACT, "culprit")], "parts")
    assert (found.outcome, found.witness) == (OPEN, None)
    assert "culprit" in found.note


@pytest.mark.parametrize("join", [combined, sufficient])
def test_nothing_to_show_is_shown(join: Join) -> None:
    found = join("whole", [], "parts")
    assert (found.outcome, found.grade) == (PROVED, Grade.EXACT)


def test_certificates_of_all_parts_are_found() -> None:
    leaves = [Evidence("leaf", PROVED, Grade.EXACT, "", certificate={"n": n}) for n in range(3)]
    inner = combined("inner", leaves[:2], "")
    whole = combined("whole", [inner, leaves[2]], "")
    assert [c["n"] for c in whole.certificates] == [0, 1, 2]


def test_generators_are_taken_as_parts() -> None:
    found = combined("whole", (part(PROVED, Grade.SOLVER) for _ in range(2)), "parts")
    assert found.grade is Grade.SOLVER and len(found.parts) == 2
