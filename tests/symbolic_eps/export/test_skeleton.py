"""How statements are laid out is written once; what a language adds is a table of syntax."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.export import targets
from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.layout import skeleton
from symbolic_eps.export.layout.skeleton import Skeleton
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs.program import (
    Assign,
    Choose,
    Comparison,
    Constant,
    Order,
    Program,
    Return,
    Variable,
)
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.agreement import awkward_formula

FOLDERS = (Path(skeleton.__file__).parent, Path(targets.__file__).parent)
LANGUAGES = ("c", "cpp", "go", "java", "javascript", "julia", "python", "rust")
OTHERS = {
    "blocks.py": "the layout",
    "c_body.py": "expressions in place of short choices",
    "shared_checks.py": "cuts programs behind what they require",
    "ratio_calls.py": "reads a choice as the logarithm of a ratio",
    "block_value.py": "a block as one expression, where that computes nothing twice",
    "fpcore.py": "one expression, without statements",
    "gappa_script.py": "one way through a program",
}
"""Modules that tell statements apart, and what they make of them."""


def tells_choices_apart(source: str) -> bool:
    """Whether a module matches on the statement with two blocks."""
    patterns = (node.cls for node in ast.walk(ast.parse(source)) if isinstance(node, ast.MatchClass))
    return any(isinstance(name, ast.Name) and name.id == "Choose" for name in patterns)


def test_only_the_skeleton_lays_out_statements() -> None:
    modules = [path for folder in FOLDERS for path in folder.glob("*.py")]
    found = {p.name for p in modules if tells_choices_apart(p.read_text(encoding="utf-8"))}
    assert found <= OTHERS.keys() and "blocks.py" in found
    planted = "match statement:\n    case Choose(then=then):\n        print(then)\n"
    assert tells_choices_apart(planted)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_is_a_table_over_the_skeleton(name: str) -> None:
    assert isinstance(target_named(name), Skeleton)


X, Y = Variable("x"), Variable("y")


def test_a_block_that_does_not_end_with_its_result_is_refused() -> None:
    """In a language where a block is a value, another one would be that."""
    inside = (Comparison(X, Order.LESS, Constant(1.0)),)
    then = (Assign("y", Constant(2.0)), Assign("z", Y))
    body = (Choose(inside, then, (Assign("y", X),), "y"), Return(Y))
    target = target_named("rust")
    assert isinstance(target, Skeleton)
    with pytest.raises(ValueError, match="does not end with its result y"):
        list(target.body(Program("f", ("x",), body)))


@pytest.mark.parametrize(
    ("target", "names", "said"),
    [
        ("java", ("a_b", "aB"), "a_b and aB would both be called aB"),
        ("javascript", ("a_b", "aB"), "a_b and aB would both be called aB"),
        ("go", ("a_b", "aB"), "a_b and aB would both be called aB"),
        ("c", ("case", "case_"), "case and case_ would both be called case_"),
        ("rust", ("fn", "fn_"), "fn and fn_ would both be called fn_"),
    ],
)
def test_two_variables_of_one_name_are_refused(target: str, names: tuple[str, str], said: str) -> None:
    formula = awkward_formula("f", "y")
    others = tuple(Argument(sp.Symbol(name), "a number") for name in names)
    formula = replace(formula, arguments=(*formula.arguments, *others))
    with pytest.raises(CannotExpressError, match=f"{said} in f: rename one"):
        build(target_named(target), [formula])
