"""Foreign source stands in files of its own language, and every gap in it is filled."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_eps.export import template
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.proofs import hand_written, helper_proof, product_proof
from symbolic_eps.export.root_module import root_module
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.export.targets.python_adapters import ADAPTERS, PythonWithAdapters
from symbolic_eps.export.template import definitions, filled, needed

EXPORT = Path(template.__file__).parent
TEMPLATES = sorted(
    p for p in (EXPORT / "templates").rglob("*") if p.is_file() and "__pycache__" not in p.parts
)
MOST_LINES = 3


def foreign(path: Path) -> list[int]:
    """The lines where a module holds a longer text that is no documentation: code of some language."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if node.value.count("\n") > MOST_LINES and not set("(){};=").isdisjoint(node.value)
    ]


def test_no_module_holds_foreign_source(tmp_path: Path) -> None:
    modules = [p for p in EXPORT.rglob("*.py") if p not in TEMPLATES]
    assert {str(p): foreign(p) for p in modules if foreign(p)} == {} and len(modules) > 40
    planted = tmp_path / "planted.py"
    planted.write_text('"""Says."""\n\nTEXT = """\nint main(void)\n{\n    return 0;\n}\n"""\n')
    assert foreign(planted) == [3]


def test_every_template_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    plain = template.source
    monkeypatch.setattr(template, "source", lambda path: read.append(path) or plain(path))
    monkeypatch.setattr("symbolic_eps.export.targets.sql.source", template.source)
    targets = [f"targets.{name}" for name in ("c_functions", "gappa", "numpy", "r")]
    for module in ("layout.skeleton", *targets):
        monkeypatch.setattr(f"symbolic_eps.export.{module}.source", template.source)
    formulas = [exportable()[name].make() for name in ("constant", "root")]
    root_module(formulas[0])
    for name in NAMES:
        build(target_named(name), formulas)
        build(target_named(name), formulas, full=False, libm=True)
    for name in ("go", "python", "r", "rust"):  # sums of products, of which no other one starts
        build(target_named(name), [exportable()["bound"].make()], full=False)
    four = [one.make() for one in [*exportable().values()][:4]]  # of as few no kinds are written down
    for name in ("cpp", "go", "java", "javascript", "julia", "numpy", "python"):
        build(target_named(name), four, full=False)
    answers = ("silent-0", "silent-1", "telling-0", "telling-1")  # they require the same
    build(target_named("c"), [exportable()[f"response-{answer}"].make() for answer in answers])
    build(PythonWithAdapters([*ADAPTERS]), formulas[:1])
    hand_written.accepted()
    helper_proof.theorems()
    product_proof.theorems()
    assert set(read) == {p.relative_to(EXPORT / "templates").as_posix() for p in TEMPLATES}


@pytest.mark.parametrize("name", NAMES)
def test_no_gap_is_left(name: str) -> None:
    texts = build(target_named(name), [exportable()["constant"].make()])
    assert [path for path, text in texts.items() if "FILL_" in text] == []


@pytest.mark.parametrize(
    "path", [p for p in TEMPLATES if p.suffix == ".py"], ids=lambda p: f"{p.parent.name}-{p.name}"
)
def test_python_templates_are_python(path: Path) -> None:
    compile(path.read_text(encoding="utf-8"), path.name, "exec")


COMPILERS = {
    ".sh": ("sh", "-n"),
    ".js": ("node", "--check", "--input-type=module", "-"),
    ".R": ("Rscript", "-e", "invisible(parse(file('stdin')))"),
    ".rs": ("rustfmt", "--edition", "2021"),
}
"""Commands that read a program from standard input, and refuse one that is none."""

WHOLE = [p for p in TEMPLATES if p.suffix in COMPILERS and p.name not in ("lib.rs", "logarithm.rs")]
"""All but two with gaps between its definitions, where Rust allows no names alone."""


@pytest.mark.parametrize("path", WHOLE, ids=lambda p: f"{p.parent.name}-{p.name}")
def test_other_templates_are_of_their_language(path: Path, needs: Callable[..., None]) -> None:
    command = COMPILERS[path.suffix]
    needs(command[0])
    text = path.read_text(encoding="utf-8")
    for said, status in ((text, True), (text + "\n)\n", False)):
        done = subprocess.run(command, input=said, text=True, capture_output=True, check=False, timeout=60)
        assert (done.returncode == 0) is status, done.stderr


def test_a_word_that_is_missing_or_unknown_is_refused() -> None:
    with pytest.raises(KeyError, match="checks"):
        filled("coq/self_test.sh", generated="Made.")
    with pytest.raises(ValueError, match=r"coq/self_test\.sh has no word check$"):
        filled("coq/self_test.sh", generated="Made.", checks=[], check="")


def test_a_line_may_be_filled_with_none() -> None:
    whole = filled("coq/self_test.sh", generated="Made.", checks=["a"])
    assert filled("coq/self_test.sh", generated="Made.", checks=[]) == whole.removesuffix("a\n")


def test_only_what_is_called_is_taken() -> None:
    known = definitions("python/helpers.py")
    assert needed("python/helpers.py", "y = _expm1(x)") == [known["_expm1"]]
    assert needed("python/helpers.py", "y = my_expm1(x) + expm1(x)") == []
