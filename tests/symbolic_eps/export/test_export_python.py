"""The Python export, run with warnings as errors, and compared with the programs that it was made from."""

from __future__ import annotations

import ast
import csv
import dataclasses
import hashlib
import math
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import build, fitted
from symbolic_eps.export.programs.program import Apply, Assign, Constant, Operation, Program, Return, Variable
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.ruff_findings import COMMANDS, findings

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

MODULE = "symbolic_eps_formulas.py"


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("python3")
    return Path(shutil.copytree(exported("python"), tmp_path / "python"))


@pytest.fixture
def module(exported: Export) -> ModuleType:
    return _loaded((exported("python") / MODULE).read_text())


def _loaded(text: str) -> ModuleType:
    made = ModuleType("exported")
    exec(compile(text, MODULE, "exec"), made.__dict__)
    return made


def test_formatter_and_linter_find_nothing(directory: Path) -> None:
    assert findings(directory) == []
    source = directory / MODULE
    source.write_text(source.read_text().replace("import math\n", "import math\nimport os\n") + "\n\n\n")
    assert len(findings(directory)) == len(COMMANDS)


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    before = sorted(directory.rglob("*"))
    done = self_test("python", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6
    assert sorted(directory.rglob("*")) == before


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("= g / m", "= g / m * 1.000001"),  # less would be put right
        ("_lower(constant, ", "_lower(constant, -"),
        ("if not x <= kind.most:", "if not x <= 1e308:"),
        ("x >= kind.low)", "True)"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    source = directory / MODULE
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("python", directory)
    assert done.returncode == 1 and " 0 wrong" in done.stdout


def test_vectors_of_another_export_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    """A changed file is noticed; and if its hash were changed too, the wrong value."""
    table = directory / "vectors" / "constant.csv"
    before = table.read_bytes()
    lines = before.decode().split("\n")
    position = next(i for i, line in enumerate(lines) if ",value," in line)
    fields = lines[position].split(",")
    fields[2] = struct.pack(">d", 1.001 * struct.unpack(">d", bytes.fromhex(fields[2]))[0]).hex()
    lines[position] = ",".join(fields)
    table.write_text("\n".join(lines))
    done = self_test("python", directory)
    assert done.returncode == 1 and "constant.csv: is not the file of this export" in done.stdout
    program = directory / "self_test.py"
    hashes = (hashlib.sha256(data).hexdigest() for data in (before, table.read_bytes()))
    program.write_text(program.read_text().replace(*hashes))
    done = self_test("python", directory)
    assert done.returncode == 1 and "constant.csv: 617 points" in done.stdout and " 1 wrong" in done.stdout


@pytest.mark.usefixtures("own_logarithms")
def test_every_value_is_that_of_the_program(
    formulas: tuple[Formula, ...], exported: Export, module: ModuleType
) -> None:
    refused = (module.OutsideDomainError, module.OutOfRangeError)
    for formula in (fitted(target_named("python"), f) for f in formulas):
        points = _points(formula, exported("python"))
        for program in (formula.program(), formula.safe_program()):
            function = getattr(module, program.name)
            expected = [_outcome(partial(run, program, p), (RefusedError,)) for p in points]
            assert [_outcome(partial(function, *p), refused) for p in points] == expected
            assert 0 < expected.count("refused") < len(points)


def _points(formula: Formula, directory: Path) -> list[list[float]]:
    """200 points near those of the test vectors."""
    with (directory / "vectors" / f"{formula.name}.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    generator = random.Random(formula.name)
    return [
        [struct.unpack(">d", bytes.fromhex(x))[0] * (1 - 1e-3 * generator.random()) for x in row[:count]]
        for row in generator.sample(rows, 200)
        if (count := len(formula.arguments))
    ]


def _outcome(value: Callable[[], float], refused: tuple[type[Exception], ...]) -> str:
    try:
        return value().hex()
    except refused:
        return "refused"


def test_only_binary64_numbers_are_taken(module: ModuleType) -> None:
    """What is not exactly a binary64 number is refused, not rounded."""
    assert module.constant(2) == module.constant(Fraction(2)) == module.constant(2.0)
    for other in (Fraction(4, 3), 2**60 + 1):
        with pytest.raises(module.OutsideDomainError):
            module.constant(other)
    with pytest.raises(module.OutOfRangeError, match="r is too large to compute with"):
        module.constant(10**400)
    for strange in ("2", None, 2j):
        with pytest.raises(TypeError):
            module.constant(strange)


def test_refusals_are_value_errors_that_say_why(module: ModuleType) -> None:
    with pytest.raises(ValueError, match="r is not a number above 1"):
        module.constant(1.0)
    with pytest.raises(ValueError, match=r"r is too large to compute with: above 2\^300"):
        module.constant_lower(math.inf)


@dataclasses.dataclass(frozen=True)
class _Plain(Formula):
    """A formula with a program of its own."""

    planned: Program | None = None

    def program(self) -> Program:
        assert self.planned is not None
        return self.planned

    def safe_program(self) -> Program:
        return dataclasses.replace(self.program(), name=f"{self.name}_lower")


_NUMPY: dict[Operation, Callable[[np.float64], np.float64]] = {
    Operation.DIVIDE: lambda x: np.float64(1.0) / x,
    Operation.SQUARE_ROOT: np.sqrt,
    Operation.LOG: np.log,
    Operation.LOG1P: np.log1p,
    Operation.EXP: np.exp,
    Operation.EXPM1: np.expm1,
}


@pytest.mark.usefixtures("own_logarithms")
@pytest.mark.parametrize("operation", _NUMPY)
def test_functions_do_what_ieee_754_says_where_python_raises(
    formulas: tuple[Formula, ...], operation: Operation
) -> None:
    x = Variable("lambda")
    arguments = (Constant(1.0), x) if operation is Operation.DIVIDE else (x,)
    program = Program("f", ("lambda",), (Assign("sum", Apply(operation, arguments)), Return(Variable("sum"))))
    given = {f.name: getattr(formulas[0], f.name) for f in dataclasses.fields(Formula)}
    formula = _Plain(**{**given, "identifier": "constant"}, planned=program)
    made = _loaded(build(target_named("python"), [formula])[MODULE])
    with np.errstate(all="ignore"):
        for value in (-math.inf, -2.0, -1.0, -0.0, 0.0, 0.5, 1e3, math.inf):
            expected = float(_NUMPY[operation](np.float64(value)))  # that is IEEE 754 where it is not finite
            expected = run(program, [value]) if math.isfinite(expected) else expected
            assert made.f(value).hex() == expected.hex()


@pytest.mark.parametrize("name", ["value", "lower", "lambda", "sum", "value_2", "r", "math"])
def test_names_that_mean_something_else_are_changed_or_kept_apart(
    formulas: tuple[Formula, ...], module: ModuleType, name: str
) -> None:
    """A word of the language, or a name that is used within the function."""
    sheet = Sheet(
        dataclasses.replace(formulas[0], identifier=name).with_logarithms(own=True), "", "", "", "0"
    )
    made = _loaded(target_named("python").files([sheet])[MODULE])
    found, lower = (
        value
        for word, value in vars(made).items()
        if word.rstrip("_") in (name, f"{name}_lower") and isinstance(value, FunctionType)
    )
    assert (found(3.0), lower(3.0)) == (module.constant(3.0), module.constant_lower(3.0))


def test_python_3_9_can_read_it(exported: Export) -> None:
    for name in (MODULE, "self_test.py"):
        ast.parse((exported("python") / name).read_text(), feature_version=(3, 9))
