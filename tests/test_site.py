"""The documentation as a site: built without a warning, complete, and without anything from outside."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import symbolic_eps
import verify
from tests.browser import browser

ROOT = Path(__file__).resolve().parent.parent


def built(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    options = ["--quiet", "--fail-on-warning", "--keep-going"]
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(source), str(site)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = built(ROOT / "docs", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_document_is_a_page(site: Path) -> None:
    for document in (ROOT / "docs").glob("*.md"):
        assert (site / f"{document.stem}.html").exists()


def loaded(page: str) -> list[str]:
    """What a page has fetched as it opens: scripts, styles, pictures."""
    found = re.findall(r"<(?:script|img|iframe)\b[^>]*\bsrc=\"([^\"]+)\"", page)
    return found + re.findall(r"<link\b[^>]*\brel=\"(?:stylesheet|icon)\"[^>]*\bhref=\"([^\"]+)\"", page)


def test_no_page_fetches_anything_from_outside(site: Path) -> None:
    for page in site.glob("*.html"):
        places = loaded(page.read_text(encoding="utf-8"))
        assert not [place for place in places if re.match(r"(\w+:)?//", place)], page.name
        for place in places:
            assert (page.parent / place.partition("?")[0]).exists(), place
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", styles)
    assert loaded('<script defer src="https://elsewhere.org/x.js"></script>') == [
        "https://elsewhere.org/x.js"
    ]


def test_reference_has_every_public_name(site: Path) -> None:
    page = (site / "reference.html").read_text(encoding="utf-8")
    for package in (symbolic_eps, verify):
        for name in package.__all__:
            if not name.startswith("_"):
                assert re.search(rf'id="{package.__name__}\.{name}"', page), name


@pytest.mark.parametrize(
    "text", ["[a link](no-such-page.md)\n", "```{toctree}\nno-such-page\n```\n"], ids=["link", "contents"]
)
def test_a_broken_link_or_page_stops_the_build(text: str, tmp_path: Path) -> None:
    source = tmp_path / "docs"
    source.mkdir()
    shutil.copy(ROOT / "docs/conf.py", source)
    shutil.copytree(ROOT / "docs/style", source / "style")
    (source / "index.md").write_text("# A page\n\nSome text.\n")
    assert built(source, tmp_path / "whole").returncode == 0
    (source / "index.md").write_text(f"# A page\n\n{text}")
    assert built(source, tmp_path / "broken").returncode != 0


def test_gallery_shows_what_is_drawn_now(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "docs/gallery/draw.py", tmp_path], check=True, timeout=120)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert drawn == {file.name: file.read_bytes() for file in (ROOT / "docs/gallery").glob("*.svg")}


def test_a_phone_shows_the_text_first_and_nothing_beyond_its_edge(
    site: Path, require_tool: Callable[[str], Path], tmp_path: Path
) -> None:
    with browser(require_tool("chromium"), tmp_path) as shown:
        shown.size(390, 844)
        for name in ("index", "decide", "reference", "export", "genindex"):
            shown.open((site / f"{name}.html").as_uri())
            assert shown.value("document.documentElement.scrollWidth") <= 390, name
            top = "document.querySelector('{}').getBoundingClientRect().top"
            assert shown.value(top.format("div.body h1")) < 60 < shown.value(top.format(".sphinxsidebar")), (
                name
            )
        assert shown.said == []
