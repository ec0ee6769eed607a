"""Programs that call helpers do the same as before, bit for bit; a helper that differs is not called."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.vectors import vectors
from symbolic_eps.export.programs.program import (
    Assign,
    Choose,
    Constant,
    Operation,
    Program,
    Statement,
    operations_in,
    statements,
    subtract,
)
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.runtime.helpers import HELPERS, OUTLINED, SUMS, unrolled
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.template import source

NAMES = ("response-silent-0", "approximate-capped", "fixed-q.2", "approximate-difference-from-m")


def _answer(program: Program, point: tuple[float, ...]) -> object:
    try:
        return run(program, point)
    except RefusedError as refused:
        return refused.refusal


@pytest.mark.family(9)
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_calls_give_the_same_bits(name: str, own: bool) -> None:
    formula = exportable()[name].make().with_logarithms(own)
    points = [v.arguments for v in vectors(formula, 60)]
    for program in (formula.program(), formula.safe_program()):
        short = with_helper_calls(program)
        assert operations_in(short.body) & {*OUTLINED}
        for point in points:
            answers = {repr(_answer(p, point)) for p in (program, short, unrolled(short))}
            assert len(answers) == 1, point


def test_a_sum_that_another_one_starts_with_is_no_call() -> None:
    program = exportable()["root"].make().program()
    assert any(s.name == "twice" for s in statements(program.body) if isinstance(s, Assign))
    assert not operations_in(with_helper_calls(program).body) & {*SUMS}
    short = with_helper_calls(exportable()["fixed-q"].make().program())
    collected = [s.name for s in statements(short.body) if isinstance(s, Assign)]
    assert Operation.SUM_OF_TWO_AND_REST in operations_in(short.body)
    assert any(name.startswith("twice") for name in collected)


@pytest.mark.parametrize("operation", OUTLINED)
def test_a_helper_that_does_something_else_is_not_called(
    operation: Operation, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "approximate-capped" if "rest" in operation else "approximate-difference-from-m"
    program = exportable()[name].make().with_logarithms(operation is Operation.LN1P_RATIO).program()
    assert operation in operations_in(with_helper_calls(program).body)
    helper = HELPERS[operation]
    first, *others = helper.program.body
    other = dataclasses.replace(helper.program, body=(_other(first), *others))
    monkeypatch.setitem(HELPERS, operation, dataclasses.replace(helper, program=other))
    assert operation not in operations_in(with_helper_calls(program).body)


def _other(statement: Statement) -> Statement:
    """With a value that differs by a rounding that never shows, or with one condition less."""
    match statement:
        case Assign(value=value):
            return dataclasses.replace(statement, value=subtract(value, Constant(0.0)))
        case Choose(conditions=conditions):
            return dataclasses.replace(statement, conditions=conditions[:1])
    raise TypeError(f"no value to change: {statement}")


def _errors() -> ModuleType:
    module = ModuleType("errors")
    exec(f"import numpy as np\n{source('numpy/errors.py')}", vars(module))
    return module


@pytest.mark.parametrize(
    ("operation", "done"),
    [(Operation.SUM_ERROR, np.add), (Operation.PRODUCT_ERROR, np.multiply)],
)
def test_numpy_finds_the_same_errors_with_few_arrays(
    operation: Operation, done: Callable[..., np.ndarray]
) -> None:
    generator = np.random.default_rng(19)
    a, b = generator.standard_normal((2, 500)) * 2.0 ** generator.integers(-100, 100, (2, 500))
    found = getattr(_errors(), f"_{operation.value}")(a, b, done(a, b))
    program = HELPERS[operation].program
    expected = [run(program, point) for point in zip(a, b, done(a, b), strict=True)]
    assert found.tobytes() == np.array(expected).tobytes()


def test_numpy_finds_the_errors_of_products_with_one_number() -> None:
    a = np.random.default_rng(20).standard_normal(500)
    found = vars(_errors())["_product_error"](a, 3.0, a * 3.0)
    program = HELPERS[Operation.PRODUCT_ERROR].program
    assert found.tolist() == [run(program, (x, 3.0, x * 3.0)) for x in a.tolist()]
    assert vars(_errors())["_product_error"](0.0, a, 0.0 * a).tolist() == [0.0] * 500


@pytest.mark.parametrize("numbers", [(1.0, 2.0), (1.0, 2.0**-961), (2.0**961, 1.0), (1.0, float("nan"))])
def test_numpy_finds_for_each_point_whether_numbers_are_within_limits(numbers: tuple[float, ...]) -> None:
    module = ModuleType("helpers")
    exec(f"import numpy as np\n_STEP = 0.0\n{source('numpy/helpers.py')}", vars(module))
    within = vars(module)["_within"]
    expected = [2.0**-960 <= x <= 2.0**960 for x in numbers]
    array = np.array(numbers)
    for one in (
        within(array),
        within(3.0, array),
        within(array, 3.0),
    ):  # for all, or each
        assert np.broadcast_to(one, 2).tolist() == expected
    assert not within(2.0**961, array).any()
