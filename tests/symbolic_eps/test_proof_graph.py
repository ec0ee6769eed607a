"""The page and the JSON of what rests on what: of one's own claims, of a paper, in a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symbolic_eps.cli import main
from symbolic_eps.cli.proof_graph import write_graph
from symbolic_eps.papers import paper_named
from tests.browser import browser
from tests.json_schemas import validated
from verify.claims.shipped_records import read

OWN = """
from sympy import symbols
from verify.claims.claim import Claim, Locator

a, b, c = symbols("a b c", real=True)
CLAIMS = (
    Claim(Locator("mine", "eq:1"), a >= b, (b < a + 1,)),
    Claim(Locator("mine", "eq:2"), a > b - 1, (a >= b,)),
    Claim(Locator("mine", "eq:3"), 2 * a > 2 * b - 3, (a > b - 1, c > 0)),
)
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return path


def written(own: Path, name: str, status: int = 1) -> Path:
    path = own.with_name(name)
    assert main(["audit", str(own), "--graph", str(path)]) == status
    return path


@pytest.mark.parametrize(
    ("name", "told"), [("graph.html", "open it in a browser"), ("graph.json", "what rests on what, as JSON")]
)
def test_the_person_is_told_of_the_file(
    own: Path, name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(own, name)
    (line,) = (line for line in capsys.readouterr().err.splitlines() if str(path) in line)
    assert told in line and path.exists()


def test_graph_of_own_claims_says_what_a_false_step_touches(own: Path) -> None:
    document = validated(written(own, "graph.json").read_text(), "graph")
    assert document["touched_by_false"] == {"eq:1": ["eq:2", "eq:3"]}
    links = {(e["from"], e["to"], e["used"]) for e in document["edges"] if e["from"] == "eq:3"}
    assert links == {("eq:3", "eq:2", True), ("eq:3", "given:c > 0", False)}
    path = ["eq:3", "eq:2", "eq:1", "given:b < a + 1"]
    assert document["assumptions"]["eq:3"] == {"given:b < a + 1": path}


def test_every_edge_of_a_paper_has_its_ends_and_a_reason(tmp_path: Path) -> None:
    paper = paper_named("dandekar-basu-bressan-2021")
    shipped = read(paper)
    assert shipped is not None
    write_graph(tmp_path / "graph.json", paper, paper.claims, shipped.lines)
    document: dict[str, Any] = validated((tmp_path / "graph.json").read_text(), "graph")
    nodes = {node["name"]: node for node in document["nodes"]}
    assert [name for name, node in nodes.items() if node["kind"] == "claim"] == [
        claim.locator.place for claim in paper.claims
    ]
    assert all(edge["from"] in nodes and edge["to"] in nodes and edge["by"] for edge in document["edges"])
    assert all(node["lines"] for node in nodes.values() if node["kind"] == "given")
    links = {(edge["from"], edge["to"], edge["link"]) for edge in document["edges"]}
    assert ("text:D/step-4", "text:D/step-3", "hypothesis") in links
    assert document["touched_by_false"]["text:D/step-3"] == ["text:D/step-4"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--graph", "graph.txt"], ".html or .json"),
        (["--graph", "graph.html", "--only", "eq:1"], "--only"),
        (["--graph", "no-folder/graph.html"], "no-folder"),
        (["kazan-reiter-2023", "--graph", "graph.html"], "one paper"),
    ],
)
def test_what_no_graph_is_drawn_of_is_said_before_any_work(
    own: Path,
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(own.parent)
    assert main(["audit", str(own), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not own.with_name("graph.html").exists()


def test_page_draws_the_part_of_a_claim_and_asks_for_nothing(
    own: Path, require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    address = written(own, "graph.html").as_uri()
    with browser(require_tool("chromium"), tmp_path / "profile") as page:
        page.open(address)
        shown = "[...document.querySelectorAll('article')].filter((one) => !one.hidden).map((one) => one.id)"
        drawn = "[...document.querySelectorAll('#picture a text')].map((one) => one.textContent)"
        assert page.value("document.getElementById('drawing').hidden") is True
        assert len(page.value(shown)) == 5
        page.value("document.querySelector('article a[href=\"#eq:2\"]').click()")
        page.value("new Promise((done) => setTimeout(done, 50))")
        assert sorted(page.value(drawn)) == ["b < a + 1", "eq:1", "eq:2", "eq:3"]
        assert sorted(page.value(shown)) == ["condition-3", "eq:1", "eq:2", "eq:3"]
        page.size(390, 844)
        page.open(f"{address}#eq:3")
        assert page.value("document.querySelectorAll('#picture path.unused').length") == 1
        assert page.value("document.documentElement.scrollWidth") <= 390
        assert page.said == []
        assert {url.partition("#")[0] for url in page.asked} <= {address, "about:blank"}


def test_page_shows_all_without_its_script(own: Path) -> None:
    text = written(own, "graph.html").read_text()
    body, _, script = text.partition('<script type="application/json"')
    assert all(f'<article id="{name}">' in body for name in ("eq:1", "eq:2", "eq:3", "condition-3"))
    assert "touches" in body and "http" not in body.replace("http-equiv", "")
    assert len(json.loads(script.partition(">")[2].partition("</script>")[0])["nodes"]) == 5
