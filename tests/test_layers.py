"""The layers hold: verify < symbolic_eps < derivations, the command line is nobody's; the faces are light."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("symbolic_eps", "verify", "derivations")
HEAVY = ("sympy", "numpy", "z3", "matplotlib", "flint", "mpmath")


def check_layers(tree: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter, with our contracts, on the packages below `tree`."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-logo", "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def plant(tree: Path, module: str, statement: str) -> None:
    package = tree.joinpath(*module.split("."))
    path = package / "__init__.py" if package.is_dir() else package.with_suffix(".py")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{statement}\n")


def test_no_module_imports_a_higher_layer() -> None:
    result = check_layers(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("verify.planted", "import symbolic_eps"),
        ("verify.planted", "from derivations import planted_target"),
        ("symbolic_eps.planted", "import derivations"),
        ("symbolic_eps.planted", "import symbolic_eps.cli"),
        ("symbolic_eps.cli.planted", "import derivations"),
        ("derivations.planted", "def late():\n    from symbolic_eps import cli"),
    ],
)
def test_planted_upward_import_is_caught(copied_tree: Path, module: str, statement: str) -> None:
    plant(copied_tree, "derivations.planted_target", "")
    plant(copied_tree, "symbolic_eps.cli", "")
    plant(copied_tree, module, statement)
    result = check_layers(copied_tree)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{module} -> " in result.stdout


def test_command_line_may_import_what_is_below(copied_tree: Path) -> None:
    plant(copied_tree, "symbolic_eps.cli", "import symbolic_eps, verify")
    result = check_layers(copied_tree)
    assert result.returncode == 0, result.stdout + result.stderr


def heavy_modules_after(program: str) -> list[str]:
    """Names of heavy libraries that a fresh interpreter has loaded after `program`."""
    report = f"import sys; print('loaded:', *sorted(sys.modules.keys() & set({HEAVY!r})))"
    result = subprocess.run(
        [sys.executable, "-c", f"{program}\n{report}"], capture_output=True, text=True, check=True
    )
    marker, *loaded = result.stdout.splitlines()[-1].split()
    assert marker == "loaded:"
    return loaded


def test_heavy_import_would_be_seen() -> None:
    assert heavy_modules_after("import mpmath") == ["mpmath"]


@pytest.mark.parametrize("package", PACKAGES)
def test_face_of_each_package_is_light(package: str) -> None:
    assert heavy_modules_after(f"import {package}") == []


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["table", "--help"], ["check", "--help"], ["check", "--quiet"]]
)
def test_help_and_version_are_light(arguments: list[str]) -> None:
    program = f"""
import sys
sys.argv = ["symbolic-eps", *{arguments!r}]
from symbolic_eps.cli import main
try:
    status = main()
except SystemExit as stop:
    status = stop.code
assert not status, status
"""
    assert heavy_modules_after(program) == []


EVALUATE = ("eval", "exec", "parse_expr")


def evaluations(text: str) -> list[int]:
    """Lines at which text might be evaluated as code: `sympify` that is not strict does so with a string."""
    found, strict = [], set()
    nodes = list(ast.walk(ast.parse(text)))
    for call in (node for node in nodes if isinstance(node, ast.Call)):
        if any(k.arg == "strict" and ast.unparse(k.value) == "True" for k in call.keywords):
            strict |= {id(part) for part in (call.func, *call.args)}
    for node in nodes:
        name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
        whole = isinstance(node, ast.Name) or name != "eval"
        if (name == "sympify" and id(node) not in strict) or (name in EVALUATE and whole):
            found.append(node.lineno)
    return found


def test_text_is_never_evaluated() -> None:
    modules = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    found = {str(p.relative_to(ROOT)): lines for p in modules if (lines := evaluations(p.read_text("utf-8")))}
    assert found == {}


@pytest.mark.parametrize(
    "planted", ["sp.sympify(x)", "map(sympify, x)", "sp.sympify(x, strict=False)", "parse_expr(x)", "eval(x)"]
)
def test_planted_evaluation_is_caught(planted: str) -> None:
    assert evaluations(planted) == [1]
    assert evaluations("partial(sp.sympify, strict=True); sp.sympify(x, strict=True)") == []
