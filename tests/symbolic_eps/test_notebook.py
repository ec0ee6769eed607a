"""Results in a notebook: the example runs, pictures and pages show, and what is missing is named."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from symbolic_eps import InputError, derive, explain, recommend, signs, split
from symbolic_eps.answers.comparison import compare
from symbolic_eps.results import Result

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs/notebooks/budget.ipynb"


def executed(notebook: Any, folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the kernel's own
        resources = {"metadata": {"path": str(folder)}}
        return NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


def test_example_notebook_runs_and_shows_formulas_and_a_picture(tmp_path: Path) -> None:
    notebook = executed(nbformat.read(NOTEBOOK, as_version=4), tmp_path)
    shown = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    kinds = [set(output["data"]) for output in shown if "data" in output]
    assert sum("text/latex" in kind and "text/html" in kind for kind in kinds) == 4
    assert sum("image/svg+xml" in kind for kind in kinds) == 1
    assert "One release" in (tmp_path / "budget.html").read_text(encoding="utf-8")


def test_a_cell_that_fails_stops_the_notebook(tmp_path: Path) -> None:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell('from symbolic_eps import recommend\nrecommend("1/")')]
    )
    with pytest.raises(CellExecutionError, match=r"InputError|ProfileSyntaxError"):
        executed(notebook, tmp_path)


PICTURED: dict[str, Callable[[], Result]] = {
    "exact": lambda: recommend("3"),
    "enclosed": lambda: recommend("1 + exp(-p*q)"),
    "explanation": lambda: explain("1"),
    "signs": lambda: signs("3"),
    "comparison": lambda: compare(["1"], ["3"]),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("kind", PICTURED)
def test_picture_is_svg_and_can_be_kept(kind: str, tmp_path: Path) -> None:
    picture = PICTURED[kind]().plot()
    assert ElementTree.fromstring(picture._repr_svg_()).tag.endswith("svg")
    picture.save(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InputError, match=r"\.svg, \.png or \.pdf"):
        picture.save(tmp_path / "picture.gif")


def test_what_has_no_picture_says_so() -> None:
    with pytest.raises(InputError, match="of a Split there is no picture"):
        split("log(9)", 2).plot()


def test_missing_matplotlib_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = recommend("3")
    real = importlib.util.find_spec

    def without(name: str, package: str | None = None) -> Any:
        return None if name == "matplotlib" else real(name, package)

    monkeypatch.setattr("symbolic_eps.figures.find_spec", without)
    with pytest.raises(InputError, match="pip install matplotlib"):
        found.plot()  # type: ignore[union-attr]
    monkeypatch.setattr("symbolic_eps.report.page.find_spec", without)
    assert "pip install matplotlib" in found.report()  # type: ignore[union-attr]


def test_report_is_a_whole_page_with_the_picture_and_nothing_from_outside(tmp_path: Path) -> None:
    page = recommend("3").report(tmp_path / "page.html", title="<One> release")  # type: ignore[union-attr]
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    assert "&lt;One&gt; release" in page and "<One>" not in page
    assert "<svg" in page and "log(3)" in page
    assert "src=" not in page and "<link" not in page and "<script" not in page
    assert "<svg" not in derive("r", ["r>1"]).report()
    with pytest.raises(InputError, match="no-folder"):
        split("log(9)", 2).report(tmp_path / "no-folder/page.html")
