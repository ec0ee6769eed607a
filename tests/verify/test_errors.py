"""Errors of the package: one base class, and none outside it."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

from verify.alarm import BudgetExceededError
from verify.deadline import OutOfTime
from verify.errors import UndecidedError, VerifyError
from verify.polynomial import Rejected
from verify.solvers.smt import UndecidedQueryError

INTERRUPTIONS = {OutOfTime, BudgetExceededError}
"""The time is over: no errors, so that no handler of errors takes them for its own."""

DEPRECATED = {"verify.claim"}
"""Another name of a module; importing it warns."""

ALONE = {Rejected}
"""The kernel imports nothing of ours, a base class neither."""


def raised_in(package: str) -> Iterator[type[BaseException]]:
    """The classes of exceptions that the modules of a package define."""
    root = import_module(package)
    names = (module.name for module in pkgutil.walk_packages(root.__path__, f"{package}."))
    for name in (package, *(n for n in names if n not in DEPRECATED)):
        for found in vars(import_module(name)).values():
            if isinstance(found, type) and issubclass(found, BaseException) and found.__module__ == name:
                yield found


def strangers(found: set[type[BaseException]]) -> set[type[BaseException]]:
    """Those that no handler of `VerifyError` takes."""
    return {error for error in found if not issubclass(error, VerifyError)}


def test_every_error_of_the_package_has_the_one_base_class() -> None:
    found = set(raised_in("verify"))
    assert {UndecidedQueryError, VerifyError} < found
    assert strangers(found) == INTERRUPTIONS | ALONE
    assert not any(issubclass(interruption, Exception) for interruption in INTERRUPTIONS)


def test_error_outside_the_base_class_is_noticed() -> None:
    class PlantedError(ValueError):
        pass

    assert strangers({PlantedError, UndecidedError}) == {PlantedError}


@pytest.mark.parametrize(
    ("home", "name", "as_before"),
    [
        ("verify.language.encoding", "NotAlgebraicError", ValueError),
        ("verify.language.assumptions", "AssumptionError", ValueError),
        ("verify.language.truth", "UndefinedValueError", ArithmeticError),
        ("verify.solvers.second_solver", "SolverNotInstalledError", ImportError),
        ("verify.solvers.smt", "UndecidedQueryError", RuntimeError),
        ("verify.enclosure", "UncertifiedError", RuntimeError),
    ],
)
def test_error_is_still_of_its_built_in_kind(home: str, name: str, as_before: type[Exception]) -> None:
    assert issubclass(getattr(import_module(home), name), as_before)
