"""The FPCore export, read and evaluated by an interpreter of the test's own: in binary64, and exactly."""

from __future__ import annotations

import csv
import io
import math
import operator
import random
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from flint import arb, ctx, fmpq

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.agreement import awkward_formula, every_kind, questions, sheets

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]
Tree: TypeAlias = "str | list[Tree]"
Operations: TypeAlias = Mapping[str, Callable[..., Any]]

FILE = "symbolic_eps.fpcore"


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("python3")
    return Path(shutil.copytree(exported("fpcore"), tmp_path / "fpcore"))


def _words(text: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        letter = text[position]
        end = position + 1
        if letter == ";":
            end = text.index("\n", position)
        elif letter == '"':
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            end += 1
        elif letter not in "()[]" and not letter.isspace():
            while text[end] not in '()[];"' and not text[end].isspace():
                end += 1
        if letter != ";" and not letter.isspace():
            yield text[position:end]
        position = end


def _tree(words: Iterator[str], closing: str) -> list[Tree]:
    found: list[Tree] = []
    for word in words:
        if word == closing:
            return found
        found.append(_tree(words, ")]"["([".index(word)]) if word in "([" else word)
    assert closing == ""
    return found


class Core:
    """One FPCore."""

    def __init__(self, tree: Tree) -> None:
        assert isinstance(tree, list) and tree[0] == "FPCore"
        assert isinstance(tree[1], str) and isinstance(tree[2], list)
        self.name, self.arguments, self.body = tree[1], [str(a) for a in tree[2]], tree[-1]
        names, values = tree[3:-1:2], tree[4:-1:2]
        assert len(names) == len(values) and all(str(n).startswith(":") for n in names)
        self.properties = {str(n): v for n, v in zip(names, values, strict=True)}


def _cores(text: str) -> dict[str, Core]:
    found = [Core(tree) for tree in _tree(_words(text), "")]
    assert len({core.name for core in found}) == len(found)
    return {core.name: core for core in found}


def _evaluated(tree: Tree, values: Mapping[str, Any], operations: Operations) -> Any:
    if isinstance(tree, str):
        return values[tree] if tree in values else operations["number"](tree)
    head, *rest = tree
    if head == "if":
        test = _evaluated(rest[0], values, operations)
        return _evaluated(rest[1] if test else rest[2], values, operations)
    if head == "let*":
        known = dict(values)
        bindings, body = rest
        assert isinstance(bindings, list)
        for binding in bindings:
            assert isinstance(binding, list) and len(binding) == 2
            known[str(binding[0])] = _evaluated(binding[1], known, operations)
        return _evaluated(body, known, operations)
    given = [_evaluated(part, values, operations) for part in rest]
    assert isinstance(head, str)
    return operations[head](*given)


def _compared(order: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    return lambda *v: all(order(one, other) for one, other in pairwise(v))


_COMMON: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "*": lambda *v: math.prod(v[1:], start=v[0]),
    "-": lambda x, y=None: -x if y is None else x - y,
    "<": _compared(operator.lt),
    "<=": _compared(operator.le),
    ">": _compared(operator.gt),
    ">=": _compared(operator.ge),
    "==": _compared(operator.eq),
    "and": lambda *v: all(v),
    "or": lambda *v: any(v),
}
_NAMED = {"INFINITY": math.inf, "NAN": math.nan}


def _number(text: str) -> float:
    if text in _NAMED:
        return _NAMED[text]
    return float.fromhex(text) if "0x" in text else float(Fraction(text))


def _over(x: float, y: float) -> float:
    if y != 0:
        return x / y
    return math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1, y)


def _total(function: Callable[[float], float]) -> Callable[[float], float]:
    def value(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return value


_BINARY64: Operations = {
    **_COMMON,
    "number": _number,
    "/": _over,
    "fabs": abs,
    **{name: _total(getattr(math, name)) for name in ("sqrt", "log", "log1p", "exp", "expm1")},
}


def _ball(text: str) -> Any:
    if text in _NAMED:
        return _NAMED[text]
    value = Fraction(text)
    return arb(fmpq(value.numerator, value.denominator))


_RATIONAL: Operations = {
    **_COMMON,
    "number": lambda text: Fraction(float.fromhex(text)) if "0x" in text else Fraction(text),
    "trunc": math.trunc,
}
_EXACT: Operations = {
    **_COMMON,
    "number": _ball,
    "/": operator.truediv,
    **{name: (lambda x, name=name: getattr(x, name)()) for name in ("sqrt", "log", "exp")},
}


def _at(core: Core, point: Sequence[float]) -> float:
    return float(_evaluated(core.body, dict(zip(core.arguments, point, strict=True)), _BINARY64))


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    done = self_test("fpcore", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.family(18)
@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("(/ g m)", "(* 1.0000000000000036 (/ g m))"),  # 16 ulps
        ("NAN)", "1/2)"),
        ("0x1.0000000000001p-53", "0x1.0000000000001p-60"),
        ("INFINITY", "1e308"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    text = (directory / FILE).read_text()
    assert planted in text
    (directory / FILE).write_text(text.replace(planted, instead))
    done = self_test("fpcore", directory)
    assert done.returncode == 1


def test_changed_vectors_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    table = directory / "vectors" / "box.csv"
    table.write_text(table.read_text().replace("infinite", "outside"))
    done = self_test("fpcore", directory)
    assert done.returncode == 1 and "vectors/box.csv: is not the file" in done.stdout


def test_the_same_bits_as_the_programs_without_library_functions(formulas: tuple[Formula, ...]) -> None:
    kinds = every_kind(formulas)
    cores = _cores(target_named("fpcore").files(sheets(kinds))[FILE])
    asked = 0
    for question in questions(kinds, 100):
        value = _at(cores[question.program.name], question.point)
        said = "refused" if math.isnan(value) else struct.pack(">d", value).hex()
        if len(question.answer) == 16:
            assert question.agrees(said), question.line
            asked += 1
        else:
            assert said == "refused", question.line
    assert asked > 1000


def test_the_specification_and_the_precondition_agree_with_the_vectors(exported: Export) -> None:
    """Over the real numbers, in ball arithmetic: `:spec` is the value, `:pre` the domain."""
    directory = exported("fpcore")
    cores = _cores((directory / FILE).read_text())
    generator = random.Random(6)
    with ctx.workprec(8192):
        for core in (c for c in cores.values() if not c.name.endswith(("_lower", "_exact"))):
            assert core.properties[":precision"] == "binary64" and core.properties[":round"] == "nearestEven"
            spec = core.properties[":spec"]
            exact = cores[f"{core.name}_exact"]
            assert exact.body == spec and exact.properties[":precision"] == "real"
            text = (directory / "vectors" / f"{core.name}.csv").read_text()
            rows = list(csv.DictReader(io.StringIO(text)))
            for row in generator.sample(rows, min(len(rows), 150)):
                point = [struct.unpack(">d", bytes.fromhex(row[a]))[0] for a in core.arguments]
                if not all(map(math.isfinite, point)):
                    assert row["status"] in ("outside", "beyond")
                    continue
                values = {a: Fraction(x) for a, x in zip(core.arguments, point, strict=True)}
                inside = _evaluated(core.properties[":pre"], values, _RATIONAL)
                assert inside == (row["status"] in ("value", "infinite")), row
                if not inside:
                    continue
                balls = {a: arb(fmpq(x.numerator, x.denominator)) for a, x in values.items()}
                found = _evaluated(spec, balls, _EXACT)
                if row["status"] == "infinite":
                    assert found == math.inf, row
                    continue
                below, above = (struct.unpack(">d", bytes.fromhex(row[n]))[0] for n in ("below", "above"))
                assert arb(below) <= found <= arb(above) or below == above == float(found.mid()), row


def test_names_and_texts_that_mean_something_are_changed() -> None:
    formula = awkward_formula("if_formula", "PI")
    (sheet, _) = sheets([formula])
    text = target_named("fpcore").files([sheet])[FILE]
    core = _cores(text)["if_formula"]
    assert core.arguments == ["PI_"]
    assert abs(_at(core, [math.e**2]) - 1) < 1e-15


def test_two_functions_of_one_name_are_refused() -> None:
    one, other = awkward_formula("half", "u"), awkward_formula("half_lower", "u")
    pair = [replace(s, formula=f) for s, f in zip(sheets([one]), (one, other), strict=True)]
    with pytest.raises(CannotExpressError, match="the same name"):
        target_named("fpcore").files(pair)
