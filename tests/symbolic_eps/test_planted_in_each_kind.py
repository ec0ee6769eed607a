"""For each kind of theorem: Coq refuses what is planted in the closed form that the theorem states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.own_theorem import NAME
from symbolic_eps.coq.statements.statement import all_cases, statement
from tests.symbolic_eps.coq_files import Certified, refused_in_its_proof
from tests.symbolic_eps.theorem_kinds import NINE_CASES, OWN, closed_form
from verify.language.condition import Condition, Relation

SHIFT = sp.Rational(1, 1000)

VALUE = ("twice the eps", "an eps below the one that is attained")
CONDITIONS = ("conditions shifted", "conditions left out")
CASES = ("a case dropped", "a strict edge that is in no case")
ALL = (*VALUE, *CONDITIONS, *CASES)

KINDS = {
    "at a point": VALUE,
    "in a limit": VALUE,
    "at irrational priors": VALUE,
    "as the root of a cubic": VALUE,
    "with a box of a parameter": ALL,
    "with known priors": ALL,
    "of two caps": ALL,
    "of an invariant release": VALUE,
    "under bounded privacy": ALL,
    "of the least of several roots": VALUE,
    "where one value is stationary": ALL,
    "at the end of p for each a": VALUE,
    "at the end of q for each a": VALUE,
    "between the ends for each a": VALUE,
    "of a ridge in a box": ALL,
    "by the slope where the other prior is stationary": VALUE,
    "along one prior at a time": ALL,
    "at roots of their own": VALUE,
    "at roots of their own on a ridge": VALUE,
    "on a ridge across which the bounds bend downward": VALUE,
    "of a ridge that ends at p = 1": VALUE,
    "of a ridge that ends at q = 1": VALUE,
    "of a ridge that ends at p = 1/2": VALUE,
    "in the limit where a ridge ends": VALUE,
    "inside the ranges of a box": VALUE,
    "on a side of a box": VALUE,
    "on a sloping side": VALUE,
    "in the limit at a sloping side": VALUE,
    "on a curved border": VALUE,
    "along a prior that ends at a fraction": VALUE,
    "along a path in a box of four ends": ALL,
    NINE_CASES: ALL,
}
"""What can be planted: where there is one case for all parameters, it has no conditions."""

QUICK = [("at a point", VALUE[1]), ("with a box of a parameter", CASES[1])]


def shifted(condition: Condition) -> Condition:
    """A little more than where a condition holds."""
    return Condition(condition.polynomial + SHIFT, condition.relation)


def strict(condition: Condition) -> Condition:
    return Condition(condition.polynomial, Relation.POSITIVE)


def errors_of(kind: str) -> Iterator[tuple[str, str, str]]:
    """What is planted, the theorem's name, and what it says then."""
    derived = closed_form(kind)
    profile, branches = derived.profile, derived.branches

    def planted(number: int, branch: Branch) -> tuple[str, str]:
        name = f"{NAME}_{number}" if len(branches) > 1 else NAME
        return name, statement(name, profile, branch)

    number, finite = next((n, b) for n, b in enumerate(branches, start=1) if b.polynomial is not None)
    name, right = planted(number, finite)
    for error, value in zip(VALUE, (r"2 * (\1)", r"\1 - 1/1000000"), strict=True):
        wrong, count = re.subn(r"\(Finite \((.*)\)\)\.$", rf"(Finite ({value})).", right, flags=re.DOTALL)
        assert count == 1
        yield error, name, wrong
    if len(branches) == 1:
        return
    number, bounded = next((n, b) for n, b in enumerate(branches, start=1) if b.conditions)
    for error, conditions in zip(CONDITIONS, (tuple(map(shifted, bounded.conditions)), ()), strict=True):
        yield error, *planted(number, replace(bounded, conditions=conditions))
    cases = [part.conditions for part in (*branches, *derived.empty)]
    at = next((n for n, of_case in enumerate(cases) if any(map(closed, of_case))), None)
    if at is None:
        return
    name = f"{NAME}_cases"
    yield CASES[0], name, all_cases(name, profile, [c for n, c in enumerate(cases) if n != at])
    opened = [strict(condition) if closed(condition) else condition for condition in cases[at]]
    yield CASES[1], name, all_cases(name, profile, [*cases[:at], opened, *cases[at + 1 :]])


def closed(condition: Condition) -> bool:
    return condition.relation is Relation.NON_NEGATIVE


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        pytest.param(kind, error, marks=[] if (kind, error) in QUICK else pytest.mark.slow)
        for kind, errors in KINDS.items()
        for error in errors
    ],
)
def test_coq_refuses_what_is_planted(kind: str, error: str, certified: Certified) -> None:
    planted = {error: (name, said) for error, name, said in errors_of(kind)}
    assert {*planted} == {*KINDS[kind]}
    name, said = planted[error]
    right = certified.theorems(kind)[name]
    before, proof, rest = right.partition("Proof.")
    head = before[: before.rindex(f"Theorem {name} ")]
    assert f"{head}{said}\n" != before
    refused_in_its_proof(certified.folder, f"{head}{said}\n{proof}{rest}")


def test_all_kinds_are_profiles_whose_theorems_are_compiled() -> None:
    assert KINDS.keys() <= OWN.keys()
