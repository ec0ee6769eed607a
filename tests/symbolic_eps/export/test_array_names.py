"""Languages that compute with arrays refuse an export in which two functions would have one name."""

from __future__ import annotations

from itertools import product
from types import ModuleType

import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.layout.array_programs import distinct
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.rewriting import shared, shared_values
from symbolic_eps.export.targets import target_named

NAMES = ("root", "box", "approximate-capped", "approximate-capped-from-m")


def built(target: str) -> None:
    build(target_named(target), [exportable()[name].make() for name in NAMES], full=False)


@pytest.mark.family(6)
@pytest.mark.parametrize("target", ["numpy", "r"])
def test_without_such_a_name_nothing_is_refused(target: str) -> None:
    built(target)


IN_GATE = (("numpy", shared, "total_of"), ("r", shared, "sum_error"), ("r", shared_values, "where"))


@pytest.mark.parametrize(
    ("target", "module", "runtime"),
    [
        pytest.param(*case, marks=[] if case in IN_GATE else pytest.mark.slow)
        for case in product(("numpy", "r"), (shared, shared_values), ("total_of", "where", "sum_error"))
    ],
)
def test_a_shared_function_with_the_name_of_a_runtime_function_is_refused(
    target: str, module: ModuleType, runtime: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "unused", lambda name, taken: runtime)
    with pytest.raises(
        CannotExpressError, match=f"^{target}: two functions would both be called .*{runtime}"
    ):
        built(target)


def test_what_is_imported_has_a_name_too() -> None:
    from symbolic_eps.export.targets.numpy import _DEFINED

    with pytest.raises(CannotExpressError, match=r"called inspect$"):
        distinct("numpy", "import inspect\n\n\ndef inspect(x):\n    return x\n", _DEFINED)
    with pytest.raises(CannotExpressError, match=r"called np$"):
        distinct("numpy", "import numpy as np\n\n\nnp = _lower(x, 1)\n", _DEFINED)
    assert distinct("numpy", "def f(x):\n    y = x\n    return y\n", _DEFINED)
