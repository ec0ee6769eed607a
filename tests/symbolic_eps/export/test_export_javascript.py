"""The JavaScript export, run by Node and read by the TypeScript compiler (of Debian's node-typescript)."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import json
import random
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError, Sheet
from symbolic_eps.export.packages.package import build, fitted, write
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Expression,
    Operation,
    Program,
    Require,
    Return,
)
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

MODULE = "symbolic_eps.js"


@pytest.fixture
def directory(exported: Export, needs: Callable[..., None], tmp_path: Path) -> Path:
    needs("node")
    return Path(shutil.copytree(exported("javascript"), tmp_path / "javascript"))


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    done = self_test("javascript", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("? g / m :", "? g / m * 1.000001 :"),  # less would be put right
        ("lowered(constant(", "2 * lowered(constant("),
        ("&& x <= kind.most", ""),
        (" && isOf(k2, x2);", ";"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    source = directory / MODULE
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("javascript", directory)
    assert done.returncode == 1 and " 0 wrong" in done.stdout


def test_node_makes_root_inline(needs: Callable[..., None], tmp_path: Path) -> None:
    """V8 makes a function inline of up to 460 bytes of code."""
    needs("node")
    write(build(target_named("javascript"), [exportable()["root"].make()], full=False), tmp_path / "made")
    calls = 'import { root } from "./symbolic_eps.js"; for (let i = 0; i < 1e6; i++) root(2, 0.5, 0.5);'
    (tmp_path / "made" / "calls.js").write_text(calls)
    done = subprocess.run(
        ["node", "--single-threaded", "--trace-turbo-inlining", "calls.js"],
        cwd=tmp_path / "made",
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"^Inlining .*SharedFunctionInfo root>\} into", done.stdout, re.MULTILINE)


def test_vectors_of_another_export_fail_the_self_test(directory: Path, self_test: SelfTest) -> None:
    """A changed file is noticed; and if its hash were changed too, the wrong value."""
    table = directory / "vectors" / "constant.csv"
    before = table.read_bytes()
    lines = before.decode().split("\n")
    position = next(i for i, line in enumerate(lines) if ",value," in line)
    fields = lines[position].split(",")
    fields[2] = _bits(1.001 * _number(fields[2]))
    lines[position] = ",".join(fields)
    table.write_text("\n".join(lines))
    done = self_test("javascript", directory)
    assert done.returncode == 1 and "constant.csv: is not the file of this export" in done.stdout
    program = directory / "self_test.js"
    hashes = (hashlib.sha256(data).hexdigest() for data in (before, table.read_bytes()))
    program.write_text(program.read_text().replace(*hashes))
    done = self_test("javascript", directory)
    assert done.returncode == 1 and "constant.csv: 617 points" in done.stdout and " 1 wrong" in done.stdout


def _number(bits: str) -> float:
    return float(struct.unpack(">d", bytes.fromhex(bits))[0])


def _bits(value: float) -> str:
    return struct.pack(">d", value).hex()


def _points(formula: Formula, directory: Path) -> list[tuple[float, ...]]:
    """200 points near those of the test vectors."""
    with (directory / "vectors" / f"{formula.name}.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    generator = random.Random(formula.name)
    return [
        tuple(_number(x) * (1 - 1e-3 * generator.random()) for x in row[: len(formula.arguments)])
        for row in generator.sample(rows, 200)
    ]


_ANSWER = """
import { readFileSync } from "node:fs";
import * as formulas from "./symbolic_eps.js";
const view = new DataView(new ArrayBuffer(8));
const number = (bits) => { view.setBigUint64(0, BigInt(`0x${bits}`)); return view.getFloat64(0); };
const bits = (value) => { view.setFloat64(0, value); return view.getBigUint64(0).toString(16); };
const value = (f, point) => {
  try {
    return bits(f(...point.map(number)));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};
const asked = Object.entries(JSON.parse(readFileSync(0, "utf8")));
const found = asked.map(([name, points]) => points.map((point) => value(formulas[name], point)));
console.log(JSON.stringify(found));
"""


def _answers(directory: Path, asked: dict[str, list[tuple[float, ...]]]) -> list[list[float | None]]:
    """The values of functions at points; None where they are refused."""
    (directory / "answer.js").write_text(_ANSWER)
    points = {name: [[_bits(x) for x in point] for point in points] for name, points in asked.items()}
    done = subprocess.run(
        ["node", "answer.js"],
        check=True,
        cwd=directory,
        capture_output=True,
        text=True,
        input=json.dumps(points),
    )
    found = json.loads(done.stdout)
    return [[None if bits is None else _number(bits.zfill(16)) for bits in row] for row in found]


def _expected(program: Program, point: tuple[float, ...]) -> float | None:
    try:
        return run(program, point)
    except RefusedError:
        return None


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


@pytest.mark.usefixtures("own_logarithms")
def test_values_are_those_of_the_program(formulas: tuple[Formula, ...], directory: Path) -> None:
    made = [fitted(target_named("javascript"), formula) for formula in formulas]
    programs = {_camel(p.name): (f, p) for f in made for p in (f.program(), f.safe_program())}
    asked = {name: _points(f, directory) for name, (f, _) in programs.items()}
    for (name, points), found in zip(asked.items(), _answers(directory, asked), strict=True):
        assert found == [_expected(programs[name][1], point) for point in points]


@dataclasses.dataclass(frozen=True)
class _Arithmetic(Formula):
    """A formula with square roots in place of all other functions."""

    def program(self) -> Program:
        found = super().program()
        return dataclasses.replace(found, body=_arithmetic(found.body))

    def safe_program(self) -> Program:
        found = super().safe_program()
        return dataclasses.replace(found, body=_arithmetic(found.body))


def _arithmetic(block: Block) -> Block:
    """The block without functions but square roots; conditions have none."""
    changed = []
    for statement in block:
        match statement:
            case Assign(value=value):
                changed.append(dataclasses.replace(statement, value=_roots(value)))
            case Choose(then=then, otherwise=otherwise):
                blocks = {"then": _arithmetic(then), "otherwise": _arithmetic(otherwise)}
                changed.append(dataclasses.replace(statement, **blocks))
            case Require() | Return():
                changed.append(statement)
    return tuple(changed)


def _roots(expression: Expression) -> Expression:
    if not isinstance(expression, Apply):
        return expression
    defined = (Operation.SUM_ERROR, Operation.PRODUCT_ERROR, Operation.EXACT_SUM)
    kept = (Operation.NEGATE, Operation.ABSOLUTE, *defined)
    exact = expression.operation.infix or expression.operation in kept
    operation = expression.operation if exact else Operation.SQUARE_ROOT
    return Apply(operation, tuple(map(_roots, expression.arguments)))


def _sheet(formula: Formula) -> Sheet:
    return Sheet(formula, "", f"vectors/{formula.name}.csv", "", "0")


def test_arithmetic_is_that_of_the_program_bit_for_bit(
    formulas: tuple[Formula, ...], directory: Path
) -> None:
    fields = dataclasses.fields(Formula)
    made = [_Arithmetic(**{f.name: getattr(formula, f.name) for f in fields}) for formula in formulas]
    other = directory / "other"
    other.mkdir()
    for path, text in target_named("javascript").files([_sheet(f) for f in made]).items():
        (other / path).write_text(text)
    programs = {_camel(p.name): (f, p) for f in made for p in (f.program(), f.safe_program())}
    asked = {name: _points(f, directory) for name, (f, _) in programs.items()}
    for (name, points), found in zip(asked.items(), _answers(other, asked), strict=True):
        expected = [_expected(programs[name][1], point) for point in points]
        assert found == expected
        assert 0 < expected.count(None) < len(points)


def test_names_that_mean_something_else_are_changed_or_kept_apart(
    formulas: tuple[Formula, ...], directory: Path
) -> None:
    """A word of the language, or a name that is used within the function."""
    names = {"value": "value", "lower": "lower", "class": "class_", "r": "r", "needs": "needs", "z_3": "z3"}
    sheets = [_sheet(dataclasses.replace(formulas[0], identifier=name)) for name in names]
    (directory / MODULE).write_text(target_named("javascript").files(sheets)[MODULE])
    asked = {found: [(3.0,), (0.5,)] for name in names for found in (names[name], _camel(f"{name}_lower"))}
    programs = (formulas[0].program(), formulas[0].safe_program())
    expected = [[_expected(program, (x,)) for x in (3.0, 0.5)] for program in programs]
    for found, number in zip(_answers(directory, asked), range(len(asked)), strict=True):
        value, refused = expected[number % 2]
        assert found[1] is refused is None
        assert found[0] == pytest.approx(value, rel=1e-15, abs=0)


def test_names_that_would_become_one_are_refused(formulas: tuple[Formula, ...]) -> None:
    sheets = [_sheet(dataclasses.replace(formulas[0], identifier=name)) for name in ("one_two", "oneTwo")]
    with pytest.raises(CannotExpressError, match="one_two and oneTwo would both be called oneTwo"):
        target_named("javascript").files(sheets)


def test_what_is_not_a_number_is_refused_with_another_error(directory: Path) -> None:
    """A string would be joined where numbers are added."""
    script = "import('./symbolic_eps.js').then((m) => m.constant(process.argv[1]))"
    done = subprocess.run(
        ["node", "-e", script, "2"], check=False, cwd=directory, capture_output=True, text=True
    )
    assert done.returncode != 0 and "TypeError: r must be a number, not of type string" in done.stderr


_CONSUMER = """
import * as formulas from "symbolic-eps-formulas";
import { fixedQ, fixedQLower } from "./symbolic_eps.js";
const f: (r: number, a: number, q: number) => number = fixedQ;
export const found: readonly number[] = [f(2, 0.5, 0.5), fixedQLower(2, 0.5, 0.5), formulas.constantLower(2)];
// @ts-expect-error A string is no number.
fixedQ("2", 0.5, 0.5);
// @ts-expect-error An argument is missing.
formulas.fixedQLower(2, 0.5);
// @ts-expect-error The result is a number.
const text: string = formulas.constant(2);
"""


def test_typescript_accepts_the_declarations_and_rejects_wrong_use(
    directory: Path, needs: Callable[..., None]
) -> None:
    """Beside the right declarations, some that let a wrong call pass: the compiler must notice."""
    needs("tsc")
    (directory / "consumer.ts").write_text(_CONSUMER)
    wrong = directory / "wrong"
    wrong.mkdir()
    (wrong / "consumer.ts").write_text(_CONSUMER)
    package = json.loads((directory / "package.json").read_text())  # of one version, one copy would be read
    (wrong / "package.json").write_text(json.dumps({**package, "version": "0.0.0"}))
    text = (directory / "symbolic_eps.d.ts").read_text()
    assert "fixedQ(r: number," in text
    (wrong / "symbolic_eps.d.ts").write_text(text.replace("fixedQ(r: number,", "fixedQ(r: any,"))
    options = ["--strict", "--noEmit", "--target", "es2020", "--skipDefaultLibCheck", "--module", "nodenext"]
    done = subprocess.run(
        ["tsc", *options, "--moduleResolution", "nodenext", "consumer.ts", "wrong/consumer.ts"],
        check=False,
        cwd=directory,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0 and done.stderr == ""
    (line,) = done.stdout.splitlines()
    assert line.startswith("wrong/consumer.ts(6,1)") and "Unused '@ts-expect-error' directive" in line


def test_declarations_name_what_the_module_exports(directory: Path) -> None:
    """Each function, with as many parameters."""
    text = (directory / "symbolic_eps.d.ts").read_text()
    functions = dict(re.findall(r"^export function (\w+)\((.*)\): number;$", text, re.M))
    others = re.findall(r"^export const (\w+): typeof (\w+);$", text, re.M)
    declared = [*functions.items(), *((name, functions[same]) for name, same in others)]
    script = """
    import * as formulas from "./symbolic_eps.js";
    console.log(JSON.stringify(Object.entries(formulas).map(([name, f]) => [name, f.length])));
    """
    (directory / "listed.js").write_text(script)
    done = subprocess.run(["node", "listed.js"], check=True, cwd=directory, capture_output=True, text=True)
    exported = dict(json.loads(done.stdout))
    assert len(exported) == 12
    assert {name: len(parameters.split(", ")) for name, parameters in declared} == exported


def test_no_call_builds_an_object_or_a_list(directory: Path) -> None:
    """An object for the check of the arguments took six times as long as the formula.

    Long sums are given their products in lists; Theorem 2 has none of these.
    """
    built = re.compile(r"[(,=:]\s*[\[{](?!$)|Object\.|\bnew (?!TypeError|RangeError)", re.MULTILINE)
    assert built.search("needNumbers({ r });") and built.search("const given = [r, p];")
    formulas = [exportable()[name].make() for name in ("root", "variance", "exact", "constant")]
    for text in (
        (directory / MODULE).read_text(),
        build(target_named("javascript"), formulas[:1], full=False)[MODULE],
        build(target_named("javascript"), formulas, full=False)[MODULE],
    ):
        functions = re.findall(
            r"^(?:export )?(?:function|const \w+ = \([\w, ]*\) =>).*?(?:^}|;)$", text, re.M | re.S
        )
        said = {re.findall(r"(?:function|const) (\w+)", function)[0]: function for function in functions}
        called = {name for name, function in said.items() if "totalOf([" in function}
        slow = {name for name, function in said.items() if built.search(function)} - called
        assert slow <= {"totalOf", "partsOf", "refuseArgument", *(f"given{n}" for n in range(1, 9))}
        if "root" in said:
            assert "totalOf([" not in said["root"] and not re.search(
                rf"\b({'|'.join({*called, '-'})})\(", said["root"]
            )


ESLINT = Path(sys.prefix) / "eslint"


def test_linter_finds_nothing(directory: Path) -> None:
    """With eslint's recommended rules, and no global names but the language's."""
    if not (ESLINT / "node_modules").is_dir():
        # Not among the packages of Debian and PyPI that `.ci/run` promises.
        pytest.skip("NOT TESTED: eslint is not installed (`make .venv/.stamp-eslint`)")
    run = (
        ESLINT / "node_modules/.bin/eslint",
        "--config",
        ESLINT / "eslint.config.mjs",
        "--max-warnings",
        "0",
        ".",
    )
    done = subprocess.run(run, check=False, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    source = directory / MODULE
    source.write_text(source.read_text().replace("function within(x) {", "function within(x) { let other;"))
    done = subprocess.run(run, check=False, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 1 and "no-unused-vars" in done.stdout


def test_the_package_is_packed_with_all_that_it_names(directory: Path, needs: Callable[..., None]) -> None:
    needs("npm")
    run = ("npm", "pack", "--dry-run", "--json", "--offline")
    done = subprocess.run(run, check=True, cwd=directory, capture_output=True, text=True)
    (packed,) = json.loads(done.stdout)
    files = {file["path"] for file in packed["files"]}
    described = json.loads((directory / "package.json").read_text())
    entry = described["exports"]["."]
    named = (described["main"], described["types"], entry["types"], entry["default"])
    assert {name.removeprefix("./") for name in named} | {"LICENSE", "vectors/box.csv"} <= files


def test_what_several_functions_ask_is_said_once(
    needs: Callable[..., None], self_test: SelfTest, tmp_path: Path
) -> None:
    """A planted error there fails the self-test of each."""
    needs("node")
    formulas = [exportable()[name].make() for name in ("deviation", "variance", "exact", "root")]
    write(build(target_named("javascript"), formulas), tmp_path)
    assert self_test("javascript", tmp_path).returncode == 0
    module = tmp_path / MODULE
    text = module.read_text()
    asked = ", most: 600 });"
    assert (
        text.count(asked) == 1 and len(re.findall(r"  given1\(\"epsilon\", epsilon, ABOVE_0\);", text)) == 3
    )
    module.write_text(text.replace(asked, " });"))
    done = self_test("javascript", tmp_path)
    assert done.returncode == 1 and len(re.findall(r" [1-9]\d* wrong", done.stdout)) == 3
