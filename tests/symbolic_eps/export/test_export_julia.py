"""The Julia export: run where Julia is, and everywhere read as text, by a reader of the few words it uses."""

from __future__ import annotations

import csv
import math
import random
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs import environment
from symbolic_eps.export.rewriting.sums_of_products import meant
from symbolic_eps.export.runtime.machine import RefusedError, run
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.test_product_proof import HOSTILE
from tests.symbolic_eps.export.test_product_proof import points as points_of

Export = Callable[[str], Path]
SelfTest = Callable[[str, Path], "subprocess.CompletedProcess[str]"]

MODULE = "src/SymbolicEpsFormulas.jl"


@pytest.fixture
def directory(exported: Export, tmp_path: Path) -> Path:
    """No failure under CI: neither Debian nor PyPI nor npm has Julia."""
    if shutil.which("julia") is None:
        pytest.skip("NOT TESTED: julia is not installed (Debian has none): its export is only read as text")
    return Path(shutil.copytree(exported("julia"), tmp_path / "julia"))


def test_self_test_agrees_with_every_vector(directory: Path, self_test: SelfTest) -> None:
    done = self_test("julia", directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" 0 wrong") == done.stdout.count("points") == 6


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("g / m", "g / m * 1.000001"),  # less would be put right
        ("= _below(constant(", "= 2 * _below(constant("),
        ("above_low = kind.above ?", "above_low = x < 2.0 || kind.above ?"),
    ],
)
def test_planted_errors_fail_the_self_test(
    directory: Path, self_test: SelfTest, planted: str, instead: str
) -> None:
    source = directory / MODULE
    text = source.read_text()
    assert planted in text
    source.write_text(text.replace(planted, instead))
    done = self_test("julia", directory)
    assert done.returncode == 1 and " 0 wrong" in done.stdout


def test_every_block_ends(exported: Export) -> None:
    for name in (MODULE, "test/runtests.jl"):
        assert _depth((exported("julia") / name).read_text()) == 0


def test_a_missing_end_is_noticed(exported: Export) -> None:
    text = (exported("julia") / MODULE).read_text()
    assert _depth(text.replace("\nend\n", "\n", 1)) == 1
    with pytest.raises(ValueError, match="ends what was not begun"):
        _depth(text + "end\n")


def _depth(text: str) -> int:
    """How many blocks are open at the end; brackets must be closed where the block is."""
    plain = re.sub(r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\]|\\.)*"|#[^\n]*', "", text)
    open_ones: list[str] = []
    ends = {")": "(", "]": "[", "}": "{", "end": "begin"}
    for word in re.findall(r"[()\[\]{}]|(?<![\w.:@])(?:module|function|if|for|try|end)\b", plain):
        within_brackets = bool(open_ones) and open_ones[-1] != "begin"
        if within_brackets and word in ("end", "for", "if"):
            continue  # the last index, a generator
        if word not in ends:
            open_ones.append(word if word in ends.values() else "begin")
        elif not open_ones or open_ones.pop() != ends[word]:
            raise ValueError(f"{word} ends what was not begun")
    return len(open_ones)


class _DomainError(Exception):
    """As Julia's."""


class _Vector(list[float]):
    """As Julia's: its first place is 1."""

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place - 1)

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place - 1, value)


def _as_python(lines: Sequence[str]) -> Iterator[str]:
    """The functions of the module, word by word, as Python; anything that is not expected is an error."""
    expression = r"[-\w.+*/(), \[\]<>=&]+"
    rules = (
        (
            r"function (\w+)\((.*)\)(?:::Float64)?(?: where {N})?",
            lambda m: f"def {m[1]}({', '.join(map(_parameter, m[2].split(', ')))}):",
        ),
        (r"for (\w+) in (\d):length\((\w+)\)", lambda m: f"for {m[1]} in range({m[2]}, len({m[3]}) + 1):"),
        (r"kind, x = kinds\[i\], numbers\[i\]", lambda m: f"kind, x = {m[0][10:].replace('[i]', '[i - 1]')}"),
        (r"if !\((.*) \? (.*) : (.*)\)", lambda m: f"if not ({m[2]} if {m[1]} else {m[3]}):"),
        (r"_refuse\(names, i, numbers, .*\)", lambda _: "raise DomainError"),
        (r'(said|other) = .*"', lambda m: f"{m[1]} = ''"),
        (r"(\(\w+,\)|[\w, ]+) = (_asked\(\".*\", \(.*\), \(.*\)\))", lambda m: m[0]),
        (r"numbers = map\(_float64, given\)", lambda _: "numbers = given"),
        (r"(\w+) = collect\((\w+)\)", lambda m: f"{m[1]} = _Vector({m[2]})"),
        (
            r"for i in eachindex\((\w+)\), j in 1:\(i - 1\)",
            lambda m: f"for i, j in ((i, j) for i in range(1, len({m[1]}) + 1) for j in range(1, i)):",
        ),
        (r"for (\w+) in (\w+)\[2:end\]", lambda m: f"for {m[1]} in [*{m[2]}][1:]:"),
        (r"for \(high, low\) in map\(_rounded, terms\)", lambda _: "for high, low in map(_rounded, terms):"),
        (r"for (term|part) in (terms|parts)", lambda m: f"for {m[1]} in {m[2]}:"),
        (r"(\w+) = Float64\[\]", lambda m: f"{m[1]} = []"),
        (r"push!\((\w+), (.*)\)", lambda m: f"{m[1]} += [{m[2]}]"),
        (r"return _exact_sum\(sums\.\.\.\)", lambda _: "return _exact_sum(*sums)"),
        (
            r'_require\((.*), (?:\([\w, ]+\)|arguments), "[^"]*"\)',
            lambda m: f"if not ({m[1]}): raise DomainError",
        ),
        (
            r"return _in_range\((.*) \? (.*) : (.*), \(.*\)\)",
            lambda m: f"return {m[2]} if {m[1]} else {m[3]}",
        ),
        (r"(.*) && (return .*)", lambda m: f"if {m[1]}: {m[2]}"),
        (r"for _ in 1:times", lambda _: "for _ in range(times):"),
        (r"(\w+) = (.*) \? (.*) : (.*)", lambda m: f"{m[1]} = {m[3]} if {m[2]} else {m[4]}"),
        (r"(else)?if !\((.*)\)", lambda m: f"{'elif' if m[1] else 'if'} not ({m[2]}):"),
        (r"elseif (.*)", lambda m: f"elif {m[1]}:"),
        (r"return ([^?]*) \? ([^?]*) : ([^?]*)", lambda m: f"return {m[2]} if {m[1]} else {m[3]}"),
        (r"(bits|place|exponent|m) = [\w ()&|>=,+-]+", lambda m: m[0]),
        (r"if (\(?[^!()].*|\(.*)", lambda m: f"if {m[1]}:"),
        ("else", lambda _: "else:"),
        (r"_default_environment\(_PROBES\[\]\.\.\.\)", lambda _: "_default_environment(*_PROBES)"),
        (rf"return {expression}", lambda m: m[0]),
        (rf"\w+(\[\w\]|(, \w+)*)? [-+]?= {expression}", lambda m: m[0]),
    )
    for line in lines:
        inside, said = len(line) - len(line.lstrip()), re.sub(r" # .*", "", line.strip())
        if said == "end":
            continue
        found = next((make(m) for rule, make in rules if (m := re.fullmatch(rule, said))), None)
        assert found is not None, line
        numbers = re.sub(r"\b0x1(\.[0-9a-f]+)?p-?\d+", lambda m: f'float.fromhex("{m[0]}")', found)
        places = numbers.replace("term[", "term[-1 + ")  # a tuple's first place is 1
        yield " " * inside + places.replace("&&", "and").replace("||", "or")


def _parameter(said: str) -> str:
    """A parameter in Python, without its kind."""
    name, _, kind = said.partition("::")
    assert kind in ("Float64", "Real", "Int", "String", "Tuple", "Float64...", "Vararg{Tuple,N}"), said
    return f"*{name}" if kind in ("Float64...", "Vararg{Tuple,N}") else name


def _joined(text: str) -> list[str]:
    """The lines within functions; a condition or head on several lines in one."""
    text = re.sub(r'"""(?:[^"\\]|\\.|"(?!""))*"""', "", text)
    expressions = r"^(\w+\([^()]*\)) =\s+((?:.+\n    )*.+)$"
    text = re.sub(expressions, r"function \1::Float64\n    return \2\nend", text, flags=re.M)
    functions = re.findall(r"^function (?!_float64).*?^end$", text, re.M | re.S)
    lines: list[str] = []
    for line in (line for f in functions if not f.startswith(_KNOWN) for line in f.split("\n")):
        code = lines[-1] if lines else ""
        if code.count("(") > code.count(")") or code.endswith(("||", "&&", " +", " -", "(", ",")):
            lines[-1] = f"{code}{'' if code.endswith('(') else ' '}{line.strip()}"
        elif not line.strip().startswith("#"):
            lines.append(line)
    return lines


_KNOWN = tuple(f"function {name}(" for name in ("_sqrt", "_within", "_require", "_size", "_refuse", "_kind"))
"""Those that the reader does not read."""


def _functions(text: str) -> dict[str, Any]:
    known: dict[str, Any] = {
        "abs": abs,
        "Inf": math.inf,
        "_PROBES": tuple(environment.PROBES.values()),
        "DomainError": _DomainError,
        "_Vector": _Vector,
        "_sqrt": lambda x: math.nan if x < 0 else math.sqrt(x),
        "_within": lambda *numbers: all(2.0**-960 <= x <= 2.0**960 for x in numbers),
        "NaN": math.nan,
        "Int": int,
        "nothing": None,
        "_kind": _kind,
        "true": True,
        "UInt64": int,
        "Float64": float,
        "reinterpret": lambda kind, x: _BITS.unpack(_NUMBER.pack(x))[0] if kind is int else _number_of(x),
    }
    for name, numbers in re.findall(r"^const (_[A-Z]+) = \((\n[^()]*)\)$", text, re.M):
        words = numbers.replace(",", " ").split()
        known[name] = _Vector(float.fromhex(n) if "x" in n else float(n) for n in words)
    for name, made in re.findall(r"^const (_[a-z]\w*) = (_kind\([^()]*\))$", text, re.M):
        known[name] = eval(re.sub(r"0x[0-9a-f.]+p-?\d+", lambda m: repr(float.fromhex(m[0])), made), known)
    exec("\n".join(_as_python(_joined(text))), known)
    return known


def _kind(low: float, **others: Any) -> SimpleNamespace:
    """As the module's."""
    least = {"above": False, "high": math.inf, "below": False, "least": 0.0, "zero": False}
    return SimpleNamespace(**{"low": low, **least, "most": math.inf, "whole": False, **others})


_BITS, _NUMBER = struct.Struct(">Q"), struct.Struct(">d")


def _number_of(bits: int) -> float:
    return float(_NUMBER.unpack(_BITS.pack(bits))[0])


pytestmark = pytest.mark.usefixtures("own_logarithms")


def test_every_operation_is_that_of_the_program(formulas: tuple[Formula, ...], exported: Export) -> None:
    """The text's expressions, evaluated, give the program's values bit for bit."""
    text = (exported("julia") / MODULE).read_text()
    assert list(_differing(text, formulas, exported("julia"))) == []


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("g / m", "g * 1.000001 / m"),  # the residual step mends less
        ("moved -= moved * share", "moved -= moved * 0x1p-54"),
        ("kind.above ? x > kind.low", "kind.above ? x >= kind.low"),
        ("x < kind.high : x <= kind.high", "x < kind.high : x < kind.high"),
        ("x <= kind.most", "x > kind.most"),
        ("_kind(1.0, above", "_kind(0.0, above"),
        ("(place >= 53)", "(place >= 54)"),
        ("_HIGH[place + 1]", "_HIGH[place + 2]"),
        ("rest += _sum_error(part, total, sum)", "rest += part"),
        ("parts[j] = _sum_error(parts[i], parts[j], sum)", "parts[j] = parts[i]"),
    ],
)
def test_a_changed_operation_is_noticed(
    formulas: tuple[Formula, ...], exported: Export, planted: str, instead: str
) -> None:
    text = (exported("julia") / MODULE).read_text()
    assert planted in text
    assert any(_differing(text.replace(planted, instead), formulas, exported("julia")))


def test_products_are_added_up_as_is_proved(exported: Export) -> None:
    assert _other_sums((exported("julia") / MODULE).read_text()) == 0


@pytest.mark.parametrize(
    ("planted", "instead"),
    [
        ("+ _sum_error(total, high, sum) + low", "+ _sum_error(total, high, sum)"),
        ("+ low * term[i]", "+ low"),
        ("high * term[1], low * term[1]", "high, low"),
        ("> 0x1p-30 * size ?", "> 0x1p-80 * size ?"),
        ("product, _product_error(part, term[i], product))", "product)"),
        ("push!(sums, part * term[1])", "push!(sums, part)"),
    ],
)
def test_a_product_that_is_added_otherwise_is_noticed(exported: Export, planted: str, instead: str) -> None:
    text = (exported("julia") / MODULE).read_text()
    assert planted in text
    assert _other_sums(text.replace(planted, instead)) > 0


def _other_sums(text: str) -> int:
    """How many sums of products differ from the program that the theorem is about."""
    total_of = _functions(text)["_total_of"]
    different = 0
    for shape in HOSTILE:
        for point in points_of(shape, 60):
            rest, terms = [*point], []
            for coefficient, count in shape:
                terms.append((coefficient, *rest[:count]))
                del rest[:count]
            different += total_of(*terms) != run(meant(shape), point)
    return different


def _differing(text: str, formulas: Sequence[Formula], directory: Path) -> Iterator[str]:
    """The functions that differ from their program at some of 400 points."""
    known = _functions(text)
    for formula in (fitted(target_named("julia"), f) for f in formulas):
        points = list(_points(formula, directory))
        for program in (formula.program(), formula.safe_program()):
            expected = [_outcome(partial(run, program, p), RefusedError) for p in points]
            assert 0 < expected.count("refused") < len(points)
            if [_outcome(partial(known[program.name], *p), _DomainError) for p in points] != expected:
                yield program.name


def _points(formula: Formula, directory: Path) -> Iterator[list[float]]:
    """200 points of the test vectors, where sums cancel, and 200 near by."""
    with (directory / "vectors" / f"{formula.name}.csv").open() as file:
        rows = list(csv.reader(file))[1:]
    generator = random.Random(formula.name)
    for row in generator.sample(rows, 200):
        numbers = [struct.unpack(">d", bytes.fromhex(x))[0] for x in row[: len(formula.arguments)]]
        yield numbers
        yield [x * (1 - 1e-3 * generator.random()) for x in numbers]


def _outcome(value: Callable[[], float], refused: type[Exception]) -> str:
    try:
        return value().hex()
    except refused:
        return "refused"


def test_numbers_are_literals_that_julia_reads_back() -> None:
    from symbolic_eps.export.targets.julia import _number

    for value in (0.5, 2.0**-1022, 2.0**27 + 1, 1.1102230246251568e-16, 2.0**300, 5e-324, 0.1, 1e16, -3.0):
        text = _number(value)
        assert (float.fromhex(text) if "0x" in text else float(text)) == value
        assert re.fullmatch(r"-?(\d+\.\d+(e-?\d+)?|\de[-+]?\d+|0x[01](\.[0-9a-f]+)?p-?\d+)", text)


def test_the_export_names_what_it_defines(exported: Export) -> None:
    text = (exported("julia") / MODULE).read_text()
    (listed,) = re.findall(r"^export ((?:\w+,\s+)*\w+)$", text, re.M)
    names = listed.replace(",", " ").split()
    exports = [*zip(names[::2], names[1::2], strict=True)]
    assert len(exports) == 6
    for first, safe in exports:
        assert len(re.findall(rf"^function {first}\([^)]*::Real\)::Float64$", text, re.M)) == 1
        assert len(re.findall(rf"^{safe}\([^)]*::Real\) =\s+_below\({first}\(", text, re.M)) == 1


def test_target_says_what_happens_outside() -> None:
    assert "DomainError" in target_named("julia").refusals.domain
