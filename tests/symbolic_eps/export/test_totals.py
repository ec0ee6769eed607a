"""The runtimes that add products up, in each language that has one: bit for bit what is read off programs."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_eps.export import template
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.packages.package import build
from symbolic_eps.export.programs.error_free import SAFE_SHARE
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Constant,
    Program,
    Return,
    Variable,
    add,
    statements,
)
from symbolic_eps.export.rewriting.sums_of_products import (
    Product,
    SumOfProducts,
    with_sums_of_products,
    written,
)
from symbolic_eps.export.rewriting.totals import TIMES, TOTAL, with_totals
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.test_same_bits import RUST
from tests.symbolic_eps.export.test_sums_of_products import MEANT, P, Q, R, hostile, meaning, program

BITS = Path(__file__).parent / "bits"
LISTS = {
    "go": (
        "symboliceps.go",
        "lists_test.go",
        "\nvar lists = []func([]float64) float64{{\n{values}}}\n",
        "\tfunc(x []float64) float64 {{ return {value} }},\n",
        "go test -count=1 -run TestLists",
    ),
    "rust": (
        "src/lib.rs",
        "lists.rs",
        "\n/// Lists.\npub const LISTS: &[fn(&[f64]) -> f64] = &[\n{values}];\n",
        "    |x| {value},\n",
        f"{RUST} --crate-type rlib --crate-name symbolic_eps src/lib.rs && "
        f"{RUST} --extern symbolic_eps=libsymbolic_eps.rlib -o lists lists.rs && ./lists",
    ),
    "python": (
        "symbolic_eps_formulas.py",
        "lists.py",
        "\nLISTS = [\n{values}]\n",
        "    lambda x: {value},\n",
        "",
    ),
    "numpy": ("symbolic_eps_numpy.py", "", "\nLISTS = [\n{values}]\n", "    lambda x: {value},\n", ""),
    "r": (
        "R/evaluated.R",
        "lists.R",
        "\nlists <- list(\n{values}NULL)\n",
        "  function(x) {value},\n",
        "Rscript --vanilla lists.R",
    ),
}
"""Where the runtime stands, a program that applies lists to points, lists and each of them, and a command."""

PLANTED = {
    "go": (
        ("low = productError(high, x, made) +", "low = 0.0*made +"),
        ("parts[i] *= term[0]", "parts[i] *= 1.0"),
        ("size := math.Abs(total)", "size := total"),
    ),
    "rust": (
        ("product_error(high, x, made) + low * x", "low * x"),
        ("|part| part * coefficient", "|part| *part"),
        ("let mut size = total.abs()", "let mut size = total"),
    ),
    "python": (
        (" + low * coefficient", ""),
        ("return [part * coefficient for", "return [part for"),
        ("<= 2.0**-30 * size", "<= 0.0 * size"),
    ),
    "numpy": (
        ("np.add(lost, low * x, out=lost)", "lost"),
        ("return [part * coefficient for", "return [part for"),
        ("np.add(rest, low, out=rest)", "rest"),
        ("high, low, np.abs(high)", "high, low, high"),
        ("<= 2.0**-30 * size", "<= 0.0 * size"),
    ),
    "r": (
        (" + low * term[[1]]", ""),
        ("function(part) part * term[[1]]", "function(part) part"),
        ("size + abs(high)", "size + high"),
    ),
}
"""Errors in rounded products and sums, in exact ones, and in what is compared."""


def own(values: np.ndarray) -> np.ndarray:
    """Bits, all NaN alike."""
    return np.where(np.isnan(values), np.nan, values).view(np.int64)


def lists_in(language: str, text: str, points_of: Sequence[np.ndarray], folder: Path) -> list[np.ndarray]:
    """What the runtime in a text gives for lists of products."""
    path, program, _, _, command = LISTS[language]
    if not command:
        names: dict[str, Any] = {}
        exec(text, names)
        if language == "numpy":
            with np.errstate(all="ignore"):
                return [own(f(at.T)) for f, at in zip(names["LISTS"], points_of, strict=True)]
        return [
            own(np.array([f(point) for point in at.tolist()]))
            for f, at in zip(names["LISTS"], points_of, strict=True)
        ]
    (folder / path).write_text(text)
    (folder / program).write_text((BITS / program).read_text())
    for place, at in enumerate(points_of):
        at.astype("<f8").tofile(folder / f"points_{place}.bin")
    done = subprocess.run(command, shell=True, check=False, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return [own(np.fromfile(folder / f"results_{i}.bin", dtype="<f8")) for i in range(len(points_of))]


@pytest.mark.family(24)
@pytest.mark.parametrize("language", LISTS)
def test_a_runtime_means_what_is_read_off(
    language: str, installed: Callable[[str], None], tmp_path: Path
) -> None:
    installed(language)
    path, _, lists, each, _ = LISTS[language]
    target = target_named(language)
    texts = build(target, [exportable()["bound"].make()], full=False)
    meant, said = zip(*map(meaning, MEANT), strict=True)
    called = (with_lists(call) for call in said)
    values = "".join(each.format(value=target.notation.expression(call)) for call in called)  # type: ignore[attr-defined]
    if language == "r":
        values = re.sub(r"\bx\[(\d+)\]", lambda place: f"x[{int(place[1]) + 1}, ]", values)
    (tmp_path / path).parent.mkdir(exist_ok=True)
    for other in ("go.mod",):
        (tmp_path / other).write_text(texts.get(other, ""))
    text = texts[path] + lists.format(values=values)
    points_of = [hostile(shape, 100) for shape in MEANT]
    expected = [
        own(np.array([run(one, point.tolist()) for point in at]))
        for one, at in zip(meant, points_of, strict=True)
    ]
    assert all(map(np.array_equal, lists_in(language, text, points_of, tmp_path), expected))
    for planted, instead in PLANTED[language]:
        assert text.count(planted) == 1
        wrong = lists_in(language, text.replace(planted, instead), points_of, tmp_path)
        assert not all(map(np.array_equal, wrong, expected)), planted


def with_lists(call: Apply) -> Apply:
    """A sum of products as a call."""
    assert isinstance(call.operation, SumOfProducts)
    products = call.operation.products(call.arguments)
    return Apply(TOTAL, tuple(Apply(TIMES, (Constant(p.coefficient), *p.factors)) for p in products))


def test_a_program_calls_what_is_read_off() -> None:
    given = program(P - 2 * Q * R + P * Q * R)
    (made, _), (read, _) = with_totals(given).body, with_sums_of_products(given, 2).body
    assert isinstance(made, Assign) and isinstance(read, Assign) and isinstance(read.value, Apply)
    assert made.value == with_lists(read.value)


def test_the_meaning_of_the_call_is_that_of_two_products() -> None:
    w, x, y, z = map(Variable, TOTAL.program.parameters)
    meant = written((Product(1.0, (w, x)), Product(1.0, (y, z))))
    cancelled, exactly, rounded = meant
    assert [s.conditions for s in statements(TOTAL.program.body) if hasattr(s, "conditions")] == [
        (cancelled,)
    ]
    assert {s.value for s in statements(TOTAL.program.body) if isinstance(s, Assign)} == {exactly, rounded}


def test_a_sum_of_which_another_one_starts_is_written_out() -> None:
    """Else it would be added twice."""
    program = target_named("python").pair(*(2 * (exportable()["root"].make().program(),)))[0]  # type: ignore[attr-defined]
    assert with_totals(program) == program
    total = Program("f", ("x",), (Return(add(Variable("x"), Variable("x"))),))
    assert with_totals(total) == total


COMPARED = {
    "go/products.go": r"math\.Abs\(total\+lacking\) > float64\((0x1p-30)\*size\)",
    "java/products.java": r"Math\.abs\(total \+ lacking\) > (0x1p-30) \* size",
    "cpp/products.hpp": r"std::fabs\(total \+ lacking\) > (0x1p-30) \* size",
    "rust/products.rs": r"sum\.abs\(\) > two_to\((-30)\) \* size",
    "python/products.py": r"abs\(total \+ rest\) <= 2\.0\*\*(-30) \* size",
    "numpy/helpers.py": r"np\.abs\(quick\) <= 2\.0\*\*(-30) \* size",
    "r/products.R": r"abs\(quick\) <= (0x1p-30) \* size",
}
"""How languages compare a rounded sum with the sizes of its terms: another share near it changes few bits."""


@pytest.mark.parametrize("path", COMPARED)
def test_sums_are_exact_from_the_proved_share_on(path: str) -> None:
    assert len(re.findall(COMPARED[path], template.source(path))) == 1
    assert SAFE_SHARE == 2.0**-30
