"""The check of the floating-point environment: which arithmetic it tells from the assumed one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import MANIFEST, build
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Apply, Constant, Expression, Operation, Require, Variable
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import NAMES, target_named
from symbolic_eps.export.targets.sql import checked

_ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "to nearest, ties to even": round,
    "to nearest, ties away from 0": lambda x: int(abs(x) + Fraction(1, 2)) * (1 if x > 0 else -1),
    "upwards": lambda x: -(-x // 1),
    "downwards": lambda x: x // 1,
    "towards 0": int,
}
OTHERS = (*list(_ROUNDINGS)[1:], "results flushed", "operands flushed", "fused", "64 digits")


def _rounded(x: Fraction, mode: str) -> Fraction:
    """The binary64 number (with 64 digits: of the x87's registers)."""
    if x == 0:
        return x
    exponent = abs(x).numerator.bit_length() - abs(x).denominator.bit_length()
    exponent -= abs(x) < Fraction(2) ** exponent
    digits = 64 if mode == "64 digits" else 53
    unit = Fraction(2) ** (max(exponent, -1022) - digits + 1)
    found = _ROUNDINGS.get(mode, round)(x / unit) * unit
    return Fraction(0) if mode == "results flushed" and abs(found) < Fraction(2) ** -1022 else found


def _value(expression: Expression, values: Mapping[str, float], mode: str) -> Fraction:
    match expression:
        case Constant(value=value):
            return Fraction(value)
        case Variable(name=name):
            return Fraction(values[name])
        case Apply(operation=operation, arguments=(left, right)):
            sides = [_value(side, values, mode) for side in (left, right)]
            match left:
                case Apply(operation=Operation.MULTIPLY, arguments=factors) if mode == "fused":
                    first, second = (_value(factor, values, mode) for factor in factors)
                    sides[0] = first * second
            if mode == "operands flushed":
                sides = [Fraction(0) if abs(x) < Fraction(2) ** -1022 else x for x in sides]
            done = {
                Operation.ADD: lambda x, y: x + y,
                Operation.SUBTRACT: lambda x, y: x - y,
                Operation.MULTIPLY: lambda x, y: x * y,
            }[operation](*sides)
            return _rounded(done, mode)
    raise AssertionError(expression)


def _holds(required: Require, mode: str) -> bool:
    sides = (required.condition.left, required.condition.right)
    left, right = (_value(side, environment.PROBES, mode) for side in sides)
    return left == right


def test_assumed_arithmetic_passes() -> None:
    assert all(_holds(required, "to nearest, ties to even") for required in environment.requirements())
    assert run(environment.PROGRAM, list(environment.PROBES.values())) == 1


@pytest.mark.parametrize("mode", OTHERS)
def test_every_other_arithmetic_is_refused(mode: str) -> None:
    assert not all(_holds(required, mode) for required in environment.requirements())


@pytest.mark.parametrize("position", range(len(environment.requirements())))
def test_without_any_one_requirement_some_other_arithmetic_passes(position: int) -> None:
    kept = [r for i, r in enumerate(environment.requirements()) if i != position]
    assert any(all(_holds(required, mode) for required in kept) for mode in OTHERS)


@pytest.mark.parametrize("name", NAMES)
def test_manifest_says_what_is_assumed_and_who_asks(name: str) -> None:
    target = target_named(name)
    document = json.loads(build(target, [exportable()["constant"].make()])[MANIFEST])
    assert document["environment"] == {"assumed": environment.ASSUMED, "checked": target.environment}
    assert environment.ASSUMED in document["formulas"][0]["error_ulps"]["given"]


def test_queries_are_the_proved_program_behind_requirements() -> None:
    program = root().program()
    count = len(environment.requirements())
    assert checked(program).body[count:] == program.body
    assert all(isinstance(required, Require) for required in checked(program).body[:count])
