"""Refutations of a part of a system serve for the whole, and for nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.abc import a, b, p, q

from verify import kernel
from verify.certificates import certificate_search
from verify.certificates.refuted_before import RefutedBefore, _by_names
from verify.language.implication import Implication
from verify.prover.prover import Prover

CLAIM: dict[str, Any] = {
    "variables": ["x", "y"],
    "hypotheses": [[">", "x", "1"], [">=", "y", "x"]],
    "goal": [">", "y", "1"],
}


def known() -> RefutedBefore:
    """Knows that x > 1, y >= x and y <= 1 contradict each other."""
    logic, (facts,) = kernel.systems(CLAIM)
    one = {"weight": "1", "ge": [], "gt": [0]}
    rest = [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [1], "gt": []}]
    node = {"terms": [one, *rest], "multipliers": []}
    logic.refute(node, facts, {})
    before = RefutedBefore()
    before.add(logic.atoms, facts, node)
    return before


MORE = ([">", "z", "y"], ["=", "x", ["*", "2", "z"]], [">=", "x", "z"], ["!=", "z", "y"], [">", "w", "0"])


@given(st.permutations([*CLAIM["hypotheses"], *MORE]), st.permutations(["w", "x", "y", "z"]))
def test_with_more_conditions_in_any_order(hypotheses: list[Any], names: list[str]) -> None:
    claim = CLAIM | {"variables": names, "hypotheses": hypotheses}
    logic, systems = kernel.systems(claim)
    for facts in systems:
        logic.refute(known().refutation(logic.atoms, facts), facts, {})


@pytest.mark.parametrize(
    "hypotheses",
    [
        [[">", "x", "1"]],
        [[">=", "x", "1"], [">=", "y", "x"]],
        [[">", "x", "1"], [">=", "x", "y"]],
        [[">", "x", "2/3"], [">=", "y", "x"]],
        [[">", "y", "1"], [">=", "x", "y"]],
    ],
    ids=["one is missing", "not strict", "reversed", "another number", "variables exchanged"],
)
def test_another_system_is_not_refuted(hypotheses: list[Any]) -> None:
    logic, (facts,) = kernel.systems(CLAIM | {"hypotheses": hypotheses})
    assert known().refutation(logic.atoms, facts) is None


def test_what_the_kernel_rejects_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    logic, (facts,) = kernel.systems(CLAIM)
    before = known()
    assert before.refutation(logic.atoms, facts) is not None
    wrong = {"terms": [{"weight": "2", "ge": [], "gt": [0]}], "multipliers": []}
    monkeypatch.setattr("verify.certificates.refuted_before._renumbered", lambda *arguments: wrong)
    assert before.refutation(logic.atoms, facts) is None


def test_equations_and_cases_are_renumbered() -> None:
    before = RefutedBefore()
    equation = ["=", ["^", "x", 2], "x"]
    claim: dict[str, Any] = {"variables": ["x"], "hypotheses": [equation], "goal": ["not", [">", "x", "1"]]}
    logic, (facts,) = kernel.systems(claim)
    split = {"split": ["+", "x", "-1"]}
    # x > 1 and x^2 = x: x^2 - x = (x - 1)^2 + (x - 1), of which the last is positive.
    square = {"weight": "1", "ge": [], "gt": [], "square": ["+", "x", "-1"]}
    above = {"terms": [{"weight": "1", "ge": [], "gt": [1]}, square], "multipliers": [{"eq": 0, "by": "-1"}]}
    contradiction = {
        "terms": [{"weight": "1", "ge": [], "gt": [0]}, {"weight": "1", "ge": [0], "gt": []}],
        "multipliers": [],
    }
    node = split | {"cases": {"<=": contradiction, ">": above}}
    logic.refute(node, facts, {})
    before.add(logic.atoms, facts, node)
    more = [[">", "y", "x"], [">=", "y", "0"], ["=", "y", "2"]]
    logic, (facts,) = kernel.systems(claim | {"variables": ["x", "y"], "hypotheses": [*more, equation]})
    found = before.refutation(logic.atoms, facts)
    logic.refute(found, facts, {})
    assert found["cases"][">"]["terms"][0]["gt"] == [2]
    assert found["cases"]["<="]["terms"][1]["ge"] == [1]


def test_a_prover_does_not_search_again_with_more_hypotheses(monkeypatch: pytest.MonkeyPatch) -> None:
    prover = Prover()
    goal = a / (a + b) + b / (a + b) >= 4 * a * b / (a + b) ** 2
    assert prover.prove(Implication((a > 0, b > 0), goal)).proved

    def searched(*arguments: Any, **options: Any) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr(certificate_search, "refute", searched)
    evidence = prover.prove(Implication((a > 0, p > a, b > 0, p * q < b), goal))
    assert evidence.proved and evidence.certificate is not None
    kernel.check(evidence.certificate, {})
    with pytest.raises(AssertionError, match="searched again"):
        prover.prove(Implication((a > 0, b >= 0), goal))


def test_conditions_are_told_by_the_names_of_their_variables() -> None:
    narrow, wide = kernel.Logic(["p", "q"]), kernel.Logic(["a", "p", "q"])
    tree = ["+", ["*", "2", "p", "q"], "-1"]
    assert _by_names(("p", "q"), narrow.polynomial(tree)) == _by_names(("a", "p", "q"), wide.polynomial(tree))
    assert _by_names(("q", "p"), narrow.polynomial("p")) != _by_names(("p", "q"), narrow.polynomial("p"))
