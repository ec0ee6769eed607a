"""What the tests of the SQL targets share."""

from __future__ import annotations

import importlib.util
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from types import ModuleType

from derivations.kazan_reiter_2024.formulas import bound, mechanism
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import build, write
from symbolic_eps.export.packages.vectors import vectors
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Expression,
    Operation,
    Program,
    Return,
    Statement,
    Variable,
    add,
)
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named
from symbolic_eps.export.targets.sql import OWN_VALUES, Sql, expression
from symbolic_eps.export.template import source

Points = Sequence[tuple[float, ...]]


def target(name: str) -> Sql:
    """The target of that name."""
    found = target_named(name)
    assert isinstance(found, Sql)
    return found


def small_export(name: str, formula: Formula, directory: Path) -> Path:
    """An export of one formula."""
    write(build(target_named(name), [formula]), directory)
    return directory


def connection(name: str, directory: Path) -> ModuleType:
    """The part of a self-test that runs statements."""
    path = directory / "connection.py"
    path.write_text(source(f"sql/{name}.py"))
    specification = importlib.util.spec_from_file_location("connection", path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def evaluated(name: str, program: Program, points: Points, directory: Path) -> list[float | None]:
    """What the database makes of a program."""
    said = "\n".join(expression(program, target(name).dialect))
    query = f'SELECT {said} FROM points ORDER BY "number of point"'
    columns = [f'"{parameter}"' for parameter in program.parameters]
    return [row[0] for row in connection(name, directory).rows(columns, points, "", query)]


def assert_words_may_be_arguments(name: str, words: Sequence[str], directory: Path) -> None:
    """Each word of a language as the name of an argument, its value among others; or it is refused."""
    for some in batched([word for word in words if word not in OWN_VALUES], 40):
        total = reduce(add, map(Variable, some))
        point = tuple(float(position) for position in range(len(some)))
        assert evaluated(name, Program("f", some, (Return(total),)), [point], directory) == [sum(point)]


def batched(words: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(words), size):
        yield tuple(words[start : start + size])


def by_machine(program: Program, points: Points) -> list[float | None]:
    """What the reference makes of it."""
    found: list[float | None] = []
    for point in points:
        try:
            found.append(run(program, point))
        except RefusedError:
            found.append(None)
    return found


def without_logarithms(program: Program) -> Program:
    """The program's arithmetic: each logarithm replaced by its argument."""

    def of(value: Expression) -> Expression:
        if not isinstance(value, Apply):
            return value
        arguments = tuple(of(a) for a in value.arguments)
        plain = value.operation in (Operation.LOG, Operation.LOG1P)
        return arguments[0] if plain else Apply(value.operation, arguments)

    def block(body: Block) -> Block:
        return tuple(statement(one) for one in body)

    def statement(one: Statement) -> Statement:
        match one:
            case Assign(value=value) | Return(value=value):
                return replace(one, value=of(value))
            case Choose():
                return replace(one, then=block(one.then), otherwise=block(one.otherwise))
            case _:
                return one

    return replace(program, body=block(program.body))


def some_points(formula: Formula, count: int = 200) -> list[tuple[float, ...]]:
    """Points inside and outside of the domain, in a fixed order."""
    generator = random.Random(f"sql {formula.identifier}")
    known = [v.arguments for v in vectors(formula, count)]
    return generator.sample(known, min(count, len(known)))


def assert_like_machine(name: str, formulas: Sequence[Formula], directory: Path) -> None:
    """Arithmetic bit for bit; with logarithms and exponentials, to 2 ulps."""
    for formula in formulas:
        points = some_points(formula)
        arithmetic = without_logarithms(formula.program())
        expected = by_machine(arithmetic, points)
        assert evaluated(name, arithmetic, points, directory) == expected
        assert len({x for x in expected if x is not None}) > 50
    for formula in (*formulas, bound(), *mechanism()):
        points = some_points(formula)
        whole = target(name).adapted(formula).program()
        expected = by_machine(whole, points)
        assert any(x is None for x in expected) and not all(x is None for x in expected)
        for one, other in zip(evaluated(name, whole, points, directory), expected, strict=True):
            assert (one is None) == (other is None)
            if one is not None and other is not None and one != other:
                assert abs(one - other) <= 2 * math.ulp(other)


def _in_sql(directory: Path, change: Callable[[str], str], only: str = "*") -> None:
    changed = 0
    for path in directory.glob(f"{only}/*.sql"):
        text = path.read_text()
        changed += change(text) != text
        path.write_text(change(text))
    assert changed


def plant_some_ulps(directory: Path) -> None:
    """A logarithm that is wrong by more than the bound."""
    _in_sql(directory, lambda text: text.replace(" ln(", " 1.000000000000005 * ln("))


def plant_difference(directory: Path) -> None:
    """A view that lies below the expression, if within its bound."""
    _in_sql(
        directory,
        lambda text: re.sub(r"THEN (lower_\d+) WHEN", r"THEN \1 * 0.9999999999999998 WHEN", text),
        "views",
    )


def plant_number_outside(directory: Path) -> None:
    """A number outside of the domain."""
    _in_sql(directory, lambda text: text.replace("SELECT result FROM", "SELECT coalesce(result, 0.5) FROM"))


def plant_wrong_vector(directory: Path, column: int = 1, bits: int = 0xFF) -> None:
    """Test vectors of which some bits are changed."""
    (table,) = directory.glob("vectors/*.csv")
    lines = [line.split(",") for line in table.read_text().splitlines()]
    for fields in (line for line in lines if "value" in line):
        changed = fields.index("value") + column
        fields[changed] = f"{int(fields[changed], 16) ^ bits:016x}"
    table.write_text("\n".join([*map(",".join, lines), ""]))


PLANTED = (plant_some_ulps, plant_difference, plant_number_outside, plant_wrong_vector)
