"""The audit's page in a browser: it renders, its filter works, and it asks the network for nothing."""

from __future__ import annotations

import json
import re
import subprocess
import zlib
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
import sympy as sp

from symbolic_eps.report.audit import page as audit_page
from symbolic_eps.report.audit.entry import Entry
from tests.symbolic_eps.audit_sample import CLAIMS, PAPER, VERDICTS
from verify.claims import auditor
from verify.claims.claim import Claim, Locator

OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]) -> Path:
    path = tmp_path_factory.mktemp("page") / "audit.html"
    path.write_text(
        audit_page.rendered(entries, {PAPER: "A Sample"}, ["symbolic-eps audit"]), encoding="utf-8"
    )
    return path


@pytest.fixture
def browser(require_tool: Callable[[str], Path], tmp_path: Path) -> Callable[..., str]:
    program = require_tool("chromium")

    def open_page(address: str, *options: str) -> str:
        profile = f"--user-data-dir={tmp_path / 'profile'}"
        finished = subprocess.run(
            [program, *OPTIONS, profile, *options, address],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return finished.stdout

    return open_page


def shown(dom: str) -> list[str]:
    """The places of the claims that are not hidden."""
    articles = re.findall(r"<article ([^>]*)>", dom)
    return [re.search(r'id="[^/]*/([^"]*)"', x)[1] for x in articles if " hidden" not in f" {x}"]


def test_filter_is_restored_from_the_address(browser: Callable[..., str], page: Path) -> None:
    """The page as it is, with its policy in force."""
    dom = browser(f"{page.as_uri()}#verdict=misprint&at=eq:4", "--dump-dom")
    assert shown(dom) == ["eq:4.2"]
    assert '<form class="filter" role="search" aria-label="Filter the claims">' in dom
    assert f"1 of {len(VERDICTS)} claims" in dom


FRAGMENTS = {
    "verdict=misprint,refuted": ["eq:4.2", "lem:1@B", "eq:6"],
    "at=eq:4": ["eq:4.1", "eq:4.2"],
    f"at={PAPER} LEM": ["lem:1@A", "lem:1@B"],
    "verdict=open": [],
    quote(f"{PAPER}/lem:1@A"): list(VERDICTS),
    "": list(VERDICTS),
}


def test_filter(browser: Callable[..., str], page: Path, tmp_path: Path) -> None:
    """One address after the other, then a box and the search field as a user would use them."""
    script = """<script>addEventListener("load", async () => {
  const visible = () => [...document.querySelectorAll("article")].filter((x) => x.checkVisibility())
    .map((x) => x.id.split("/")[1]);
  const results = [];
  for (const fragment of FRAGMENTS) {
    const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = fragment;
    await changed;
    results.push(visible());
  }
  const [box, search] = ["[value=holds]", "[type=search]"].map((x) => document.querySelector(`input${x}`));
  box.click();
  results.push(visible());
  search.value = "eq:4";
  search.dispatchEvent(new Event("input", { bubbles: true }));
  results.push(visible(), [location.hash]);
  document.body.dataset.results = JSON.stringify(results);
});</script></body>""".replace("FRAGMENTS", json.dumps(list(FRAGMENTS)))
    target = tmp_path / "driven.html"
    target.write_text(without_policy(page).replace("</body>", script), encoding="utf-8")
    dom = browser(f"{target.as_uri()}#start", "--dump-dom", "--virtual-time-budget=9000")
    results = json.loads(unescape(re.search(r'data-results="([^"]*)"', dom)[1]))
    *addresses, unticked, searched, (fragment,) = results
    assert addresses == list(FRAGMENTS.values())
    assert unticked == [place for place, verdict in VERDICTS.items() if verdict != "holds"]
    assert searched == ["eq:4.2"]
    assert "at=eq%3A4" in fragment and "verdict=" in fragment


def without_policy(page: Path) -> str:
    """The page's text without its policy, which would refuse a script that drives or measures it."""
    text = page.read_text(encoding="utf-8")
    return re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)


def test_without_its_script_everything_is_shown_and_no_dead_filter(
    browser: Callable[..., str], page: Path, tmp_path: Path
) -> None:
    tampered = tmp_path / "tampered.html"
    tampered.write_text(page.read_text(encoding="utf-8").replace('"use strict";', '"use strict"; //'))
    dom = browser(f"{tampered.as_uri()}#verdict=open", "--dump-dom")
    assert shown(dom) == list(VERDICTS)  # the page's policy refuses a script other than its own
    assert 'aria-label="Filter the claims" hidden' in dom


def pixels(image: bytes) -> tuple[int, int, set[bytes]]:
    """Width, height and the different bytes of a PNG's image data."""
    width, height = (int.from_bytes(image[i : i + 4]) for i in (16, 20))
    data, position = b"", 8
    while position < len(image):
        length = int.from_bytes(image[position : position + 4])
        if image[position + 4 : position + 8] == b"IDAT":
            data += image[position + 8 : position + 8 + length]
        position += 12 + length
    return width, height, set(zlib.decompress(data))


MEASURE = """<script>addEventListener("load", () => {
  const seen = document.body.dataset;
  const formulas = [...document.querySelectorAll(".formula math")];
  seen.heights = formulas.map((m) => Math.round(m.getBoundingClientRect().height)).join(",");
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  const places = [...document.querySelectorAll(".formula")];
  seen.cut = places.filter((f) => f.scrollWidth > f.clientWidth + 1).length;
  seen.fetched = performance.getEntriesByType("resource").length;
});</script></body>"""


def measured(page: Path, target: Path, body: str = "") -> Path:
    """The page with a script that measures it."""
    target.write_text(without_policy(page).replace("</body>", body + MEASURE), encoding="utf-8")
    return target


def test_formulas_are_laid_out(browser: Callable[..., str], page: Path, tmp_path: Path) -> None:
    """A fraction is higher than a line of text, and no formula makes the page scroll sideways."""
    dom = browser(measured(page, tmp_path / "m.html").as_uri(), "--dump-dom", "--window-size=1000,900")
    heights = [int(h) for h in re.search(r'data-heights="([\d,]+)"', dom)[1].split(",")]
    assert len(heights) >= len(VERDICTS) and min(heights) >= 12
    assert max(heights) > 1.5 * min(heights)
    assert int(re.search(r'data-overflow="(-?\d+)"', dom)[1]) <= 0


def test_a_long_chain_goes_to_several_lines_on_a_narrow_screen(
    browser: Callable[..., str], tmp_path: Path
) -> None:
    """Each side fits on the screen, and both beside each other do not: nothing is cut off at its edge."""
    a, b = sp.symbols("a b", real=True)
    side = sum((a**n * b for n in range(2, 9)), a)
    claim = Claim(Locator(PAPER, "eq:1"), sp.Eq(side, side + b, evaluate=False))
    (found,) = auditor.audit([claim])
    page = tmp_path / "page.html"
    page.write_text(audit_page.rendered([Entry(claim, found.record)], {}, []), "utf-8")
    dom = browser(measured(page, tmp_path / "m.html").as_uri(), "--dump-dom", "--window-size=500,900")
    assert 'data-cut="0"' in dom


@pytest.mark.parametrize(("body", "fetched"), [("", 0), ('<img src="http://example.invalid/x.png">', 1)])
def test_page_fetches_nothing(
    browser: Callable[..., str], page: Path, tmp_path: Path, body: str, fetched: int
) -> None:
    """The control is a page with an image: it is seen that the browser asks for it."""
    dom = browser(measured(page, tmp_path / "m.html", body).as_uri(), "--dump-dom")
    assert f'data-fetched="{fetched}"' in dom


def test_screenshot_is_not_blank(browser: Callable[..., str], page: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.png"
    browser(page.as_uri(), f"--screenshot={target}", "--window-size=800,600")
    width, height, values = pixels(target.read_bytes())
    assert (width, height) == (800, 600) and len(values) > 50


def test_results_link_to_their_theorems() -> None:
    judged = auditor.audit(CLAIMS)
    entries = [Entry(claim, found.record) for claim, found in zip(CLAIMS, judged, strict=True)]
    place = re.match(r"\w+:\w+", entries[0].record.locator)[0]
    theorems = {PAPER: {place: {"row_1": " forall r : R, r < r + 1."}, "eq:no": {"other": " True."}}}
    page = audit_page.rendered(entries, {PAPER: "A Sample"}, [], theorems=theorems)
    there = [entry for entry in entries if re.match(rf"{place}(?!\w)", entry.record.locator)]
    assert page.count('<a href="#theorem/row_1">row_1</a>') == len(there) > 0
    assert page.count('id="theorem/row_1"') == page.count('id="theorem/other"') == 1
    assert "Theorem row_1 : forall r : R, r &lt; r + 1." in page and "#theorem/other" not in page
    assert "theorem/" not in audit_page.rendered(entries, {PAPER: "A Sample"}, [])
