"""Of the mutants that a seed draws every operator has an equal share, and another seed draws others."""

from __future__ import annotations

from collections import Counter

import sympy as sp
from sympy.abc import s, t

from benchmarks.mutants.__main__ import run
from benchmarks.mutants.judging import Task
from benchmarks.mutants.planting import KINDS, mutants
from benchmarks.mutants.results import Kept
from benchmarks.mutants.sampling import drawn
from tests.test_mutants import NOWHERE, UNIT, accepts, claim

TODO = [
    Task(claim(statement, *UNIT), kind, None, 20.0)
    for statement in (sp.Ge(s + (1 - t) ** 2, s * t), sp.Ge(s + t + sp.Rational(3, 20), s * t**2))
    for kind in KINDS
]
MADE = Counter(task.operator for task in TODO for _ in mutants(task.claim, task.operator))


def fingerprints(todo: list[Task]) -> list[str]:
    return [result.fingerprint for result in run(todo, NOWHERE, auditor=accepts, silent=True)]


def test_every_operator_has_its_share() -> None:
    results = run(drawn(TODO, 3, "7"), Kept(None, ""), auditor=accepts, silent=True)
    assert Counter(r.operator for r in results) == {kind: min(3, n) for kind, n in MADE.items()}
    assert max(MADE.values()) > 3 > MADE["digit"] - 1 > 0


def test_a_seed_draws_the_same_again_and_another_seed_others() -> None:
    first, again, other = (set(fingerprints(drawn(TODO, 2, seed))) for seed in ("7", "7", "8"))
    assert first == again != other
    every = set(fingerprints(TODO))
    assert first < every and set(fingerprints(drawn(TODO, 1000, "7"))) == every


def test_one_operator_alone_has_the_choice_that_it_has_among_all() -> None:
    signs = [task for task in TODO if task.operator == "sign"]
    assert set(fingerprints(drawn(signs, 2, "7"))) < set(fingerprints(drawn(TODO, 2, "7")))
