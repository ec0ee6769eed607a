"""What rests on what: edges come from proofs, hypotheses and definitions, and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from verify import kernel
from verify.certificates.of_claim import certificate_of
from verify.claims.auditor import audit
from verify.claims.claim import Claim, Kind, Locator
from verify.claims.dependencies import Judged, graph_of
from verify.claims.graph import Edge, Graph, Link, Node
from verify.claims.premises import Premise
from verify.claims.used_hypotheses import used_hypotheses
from verify.claims.verdict import Verdict
from verify.language.implication import Implication
from verify.search.budget import Budget

a, b, c = sp.symbols("a b c", real=True)


def claim(place: str, statement: sp.Basic, *domain: sp.Basic, **more: Any) -> Claim:
    return Claim(Locator("sample", place), statement, domain, **more)


def judged(*claims: Claim) -> Judged:
    found = audit(claims)
    lines = {
        one.record.locator: {
            "verdict": one.record.verdict,
            "extra_hypotheses": list(one.record.extra_hypotheses),
            "evidence": one.record.evidence,
        }
        for one in found
    }
    certificates = {name: one for f in found for name, one in f.answers.certificates.items()}
    return Judged(claims, lines, certificates)


def edges(graph: Graph, place: str) -> set[tuple[str, str, bool | None]]:
    return {(str(edge.link), edge.target, edge.used) for edge in graph.rests_on(place)}


def certificate(hypotheses: list[Any], goal: Any, names: str) -> dict[str, Any]:
    stated = {"variables": list(names), "hypotheses": hypotheses, "goal": goal}
    found = certificate_of(stated, Budget(work=10**5))
    assert found is not None
    kernel.check(found, {})
    return dict(found)


def test_a_certificate_tells_which_hypotheses_it_uses() -> None:
    hypotheses = [[">", "a", "b"], [">", "b", "c"], [">", "d", "0"]]
    assert used_hypotheses(certificate(hypotheses, [">", "a", "c"], "abcd")) == (True, True, False)


def test_every_hypothesis_that_is_called_unused_can_be_left_out() -> None:
    hypotheses = [
        ["=", "a", "b"],
        [">=", "b", "1"],
        [">", "d", "0"],
        ["or", [">", "c", "1"], [">", "c", "2"]],
    ]
    found = certificate(hypotheses, [">", "a", "0"], "abcd")
    used = used_hypotheses(found)
    assert used is not None and used[2] is False
    assert used[3] is True  # a distinction of cases counts as used
    kept = [one for one, needed in zip(hypotheses, used, strict=True) if needed]
    certificate(kept, [">", "a", "0"], "abcd")


def test_nothing_is_said_of_a_certificate_with_lemmas() -> None:
    assert used_hypotheses({**certificate([[">", "a", "1"]], [">", "a", "0"], "a"), "lemmas": ["x"]}) is None


def test_an_earlier_claim_that_is_supposed_is_rested_on_and_a_later_one_is_not() -> None:
    later = claim("eq:3", a > c, a > b, b > c)
    graph = graph_of(judged(claim("eq:1", a > b, a > b + 1), claim("eq:2", a + 1 > c, a > c), later))
    assert edges(graph, "eq:2") == {("condition", "given:a > c", True)}
    assert edges(graph, "eq:3") == {("hypothesis", "eq:1", True), ("condition", "given:b > c", True)}
    assert graph.assumptions("eq:3") == {
        "given:b > c": ("eq:3", "given:b > c"),
        "given:a > b + 1": ("eq:3", "eq:1", "given:a > b + 1"),
    }


def test_a_hypothesis_that_is_another_one_is_a_condition() -> None:
    """The planted error: >= for > is no longer what the earlier claim states."""
    first = claim("eq:1", a > b, a > b + 1)
    assert edges(graph_of(judged(first, claim("eq:2", a + 1 > b, a >= b))), "eq:2") == {
        ("condition", "given:a >= b", True)
    }


def test_a_false_step_touches_what_takes_it_as_printed_and_what_rests_on_that() -> None:
    wrong = claim("eq:1", a > b, a > b - 1, corrected=a > b - 1)
    chain = (
        wrong,
        claim("eq:4", a + 3 > b, a > b - 1),  # takes the corrected form
        claim("eq:2", a + 1 > b, a > b),
        claim("eq:3", a + 2 > b, a + 1 > b),
        claim("eq:5", c > 0, a > b, c > 1),  # supposes it and has no use for it
    )
    graph = graph_of(judged(*chain))
    assert graph.touched_by_false == {"eq:1": ("eq:2", "eq:3")}
    assert ("hypothesis", "eq:1", False) in edges(graph, "eq:5")
    assert [e.corrected for e in graph.rests_on("eq:4") if e.link is Link.HYPOTHESIS] == [True]


def test_a_definition_that_is_written_out_is_rested_on() -> None:
    defined = claim("eq:1", sp.Eq(c, a**2 + b), kind=Kind.DEFINITION)
    graph = graph_of(
        judged(defined, claim("eq:2", sp.sqrt(a**2 + b) >= 0, b > 0), claim("eq:3", b + 1 > 0, b > 0))
    )
    assert ("definition", "eq:1", None) in edges(graph, "eq:2")
    assert not [e for e in graph.rests_on("eq:3") if e.link is Link.DEFINITION]


def test_an_added_hypothesis_is_an_assumption() -> None:
    graph = graph_of(judged(claim("eq:1", a**2 >= a, a > 0, missing=(a >= 1,))))
    assert ("added", "added:a >= 1", None) in edges(graph, "eq:1")


def test_a_paper_that_lists_its_lines_takes_a_condition_from_where_they_print_it() -> None:
    found = judged(claim("eq:1", a > b, a > b + 1), claim("eq:2", a + 1 > b, a > b))
    printed = (Premise("1#4", "a > b", (a > b,)),)
    by_itself = graph_of(replace(found, premises=printed))
    assert edges(by_itself, "eq:2") == {("condition", "given:a > b", True)}
    (node,) = [node for node in by_itself.nodes if node.name == "given:a > b"]
    assert node.lines == ("1#4",)
    from_the_claim = graph_of(replace(found, premises=printed, judges={"1#4": ("eq:1",)}))
    assert edges(from_the_claim, "eq:2") == {("hypothesis", "eq:1", True)}


def test_lemmas_and_parts_are_read_off_the_evidence() -> None:
    first = claim("eq:1", a + 1 > 0, a > 0)
    second = claim("eq:2", a + 2 > 0, a > 0)
    found = judged(first, second)
    name = found.lines["eq:1"]["evidence"]["certificate"]
    assert name == Implication((a > 0,), a + 1 > 0).encoded.fingerprint
    second_name = found.lines["eq:2"]["evidence"]["certificate"]
    with_lemma = {**found.certificates, second_name: {**found.certificates[second_name], "lemmas": [name]}}
    graph = graph_of(replace(found, certificates=with_lemma))
    assert ("lemma", "eq:1", True) in edges(graph, "eq:2")
    within = {**found.lines["eq:2"]["evidence"], "parts": [{"certificate": name, "parts": []}]}
    lines = {**found.lines, "eq:2": {**found.lines["eq:2"], "evidence": within}}
    assert ("part", "eq:1", True) in edges(graph_of(replace(found, lines=lines)), "eq:2")


@pytest.mark.parametrize("corrected", [True, False])
def test_circles_come_to_an_end(corrected: bool) -> None:
    nodes = (Node("eq:1", Verdict.MISPRINT), Node("eq:2", Verdict.HOLDS))
    both = (
        Edge("eq:2", "eq:1", Link.HYPOTHESIS, corrected=corrected),
        Edge("eq:1", "eq:2", Link.PART),
    )
    graph = Graph(nodes, both)
    assert graph.assumptions("eq:1") == {}
    assert graph.touched_by("eq:1") == (() if corrected else ("eq:2",))
