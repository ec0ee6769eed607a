"""Exported programs run on arrays: the operations of `symbolic_eps.export` in their order, without text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    primitive,
)
from symbolic_eps.export.programs.steps import Give, Holds, Let, Need, Routine, Select, Step, Within
from symbolic_eps.export.rewriting.vectorised import routines
from symbolic_eps.export.runtime.helpers import unrolled

Floats = NDArray[np.float64]

_OPERATIONS: Mapping[Operation, Callable[..., Any]] = {
    Operation.ADD: np.add,
    Operation.SUBTRACT: np.subtract,
    Operation.MULTIPLY: np.multiply,
    Operation.DIVIDE: np.divide,
    Operation.NEGATE: np.negative,
    Operation.ABSOLUTE: np.abs,
    Operation.SQUARE_ROOT: np.sqrt,
    Operation.LOG: np.log,
    Operation.LOG1P: np.log1p,
    Operation.EXP: np.exp,
    Operation.EXPM1: np.expm1,
}


class ArrayProgram:
    """A program over arrays, rounded to the bit as its NumPy export is.

    Parameters
    ----------
    program : Program

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Order, Refusal, Require, Return, Variable, multiply
    >>> x = Variable("x")
    >>> positive = Require(Comparison(x, Order.GREATER, Constant(0.0)), Refusal.DOMAIN, "x <= 0")
    >>> square = ArrayProgram(Program("square", ("x",), (positive, Return(multiply(x, x)))))
    >>> square([np.array([3.0, -3.0])]).tolist()
    [9.0, nan]
    """

    def __init__(self, program: Program) -> None:
        self._routines = {routine.name: routine for routine in routines((unrolled(program),))}
        self._main = f"values_of_{program.name}"

    def __call__(self, arrays: Sequence[Floats]) -> Floats:
        """The values, NaN where the program refuses; the arrays have one shape and its parameters' order."""
        with np.errstate(all="ignore"):  # values at points that are not selected may be anything
            found: Floats = self._run(self._routines[self._main], arrays)
        return found

    def _run(self, routine: Routine, arrays: Sequence[Any]) -> Any:
        known: dict[str, Any] = dict(zip(routine.parameters, arrays, strict=True))
        inside: Any = True
        for step in routine.steps:
            match step:
                case Need(condition=condition):
                    inside = inside & _holds(condition, known)
                case Give(value=value):
                    result = _value(value, known)
                    return result if inside is True else np.where(inside, result, np.nan)
                case _:
                    known[step.name] = self._computed(step, known)
        raise AssertionError(f"{routine.name} ends without a value")

    def _computed(self, step: Step, known: Mapping[str, Any]) -> Any:
        match step:
            case Let(value=value):
                return _value(value, known)
            case Holds(conditions=(first, *others)):
                truths = _holds(first, known)
                for condition in others:
                    truths = truths & _holds(condition, known)
                return truths
            case Select(mask=mask, then=then, otherwise=otherwise):
                return np.where(known[mask], _value(then, known), _value(otherwise, known))
            case Within(mask=mask, negated=negated, routine=name, inputs=inputs, otherwise=otherwise):
                taken = ~known[mask] if negated else known[mask]
                given = [known[i] for i in inputs]
                return self._where(taken, self._routines[name], given, _value(otherwise, known))
        raise TypeError(f"not a step: {step}")

    def _where(self, taken: Any, routine: Routine, inputs: Sequence[Any], otherwise: Any) -> Any:
        """What the routine gives at the points that take it, and there alone."""
        count = np.count_nonzero(taken)
        if count == np.size(taken):
            return self._run(routine, inputs)
        values = np.array(np.broadcast_to(otherwise, np.shape(taken)), dtype=np.float64)
        if count:
            values[taken] = self._run(routine, [a[taken] if np.ndim(a) else a for a in inputs])
        return values


def _value(expression: Expression, known: Mapping[str, Any]) -> Any:
    match expression:
        case Constant(value=value):
            return value
        case Apply(operation=operation, arguments=arguments):
            return _OPERATIONS[primitive(operation)](*(_value(a, known) for a in arguments))
        case variable:
            return known[variable.name]


def _holds(comparison: Comparison, known: Mapping[str, Any]) -> Any:
    return comparison.order.holds(_value(comparison.left, known), _value(comparison.right, known))
