"""What a Python user calls says what it takes and refuses, and shows an example, which doctests run."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from textwrap import dedent

import pytest

MODULES = (
    "counts", "design", "divergences", "estimator", "expansion", "exponents", "feasible", "fisher", "moments",
    "pair", "privacy", "simulation", "two_outcomes",
)  # fmt: skip
OF_PROOFS = ("claims",)
"""What the proofs are made of: no user calls it."""


def public(module: str) -> Iterator[Callable[..., object]]:
    found = import_module(f"symbolic_eps.randomized_response.{module}")
    for name, value in vars(found).items():
        own = inspect.isfunction(value) and value.__module__ == found.__name__
        if own and not name.startswith("_") and name not in OF_PROOFS:
            yield value


def missing(function: Callable[..., object]) -> list[str]:
    """The sections and parameters that a docstring lacks."""
    text = inspect.getdoc(function) or ""
    body = ast.parse(dedent(inspect.getsource(function)))
    refuses = any(isinstance(node, ast.Raise) and node.exc is not None for node in ast.walk(body))
    wanted = ["Examples", *(["Raises"] if refuses else [])]
    parameters = list(inspect.signature(function).parameters)
    lacking = [
        name for name in parameters if not re.search(rf"^({name}|.*\b{name},.*|.*, {name}) : ", text, re.M)
    ]
    return [s for s in wanted if f"\n{s}\n---" not in text] + lacking


@pytest.mark.parametrize("module", MODULES)
def test_public_functions_say_what_they_take_refuse_and_give(module: str) -> None:
    assert {f.__name__: lack for f in public(module) if (lack := missing(f))} == {}


def test_a_bare_docstring_is_seen() -> None:
    def bare(theta: int) -> None:
        """Something."""
        raise ValueError(theta)

    assert missing(bare) == ["Examples", "Raises", "theta"]
