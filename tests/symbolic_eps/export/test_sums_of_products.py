"""Sums of products read off programs, and the C runtime that adds them, bit for bit."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from symbolic_eps.export import template
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.package import fitted
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import SAFE_SHARE, Start, accurate
from symbolic_eps.export.programs.exact_sum import MOST_TERMS
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Constant,
    Operation,
    Program,
    Return,
    Statement,
    Variable,
    add,
    statements,
)
from symbolic_eps.export.rewriting.sums_of_products import (
    MOST_FACTORS,
    Product,
    SumOfProducts,
    with_sums_of_products,
    written,
)
from symbolic_eps.export.runtime.machine import run
from symbolic_eps.export.targets import target_named
from symbolic_eps.export.targets.c import C
from symbolic_eps.export.targets.c_notation import NOTATION as _NOTATION
from symbolic_eps.export.targets.c_text import number

P, Q, R = sp.symbols("p q r", real=True)
POLYNOMIALS = {
    1 - R * P * Q: ((1.0, 0), (-1.0, 3)),
    P - 2 * Q * R + P * Q * R: ((1.0, 1), (-2.0, 2), (1.0, 3)),
    1 - 2 * P + P**2 - R**3 * P**2: ((1.0, 0), (-2.0, 1), (1.0, 2), (-1.0, 5)),
    3 * P * Q - R: ((-1.0, 1), (1.0, 3)),
}
"""With the coefficient and the number of factors of each product; 3 is a factor."""


def program(polynomial: sp.Expr, scale: float = 1.0, start: Start | None = None) -> Program:
    block, values = BlockBuilder({"p", "q", "r"}), {x: Variable(x.name) for x in (R, P, Q)}
    block.end(Return(accurate(block, polynomial, values, "a", scale, start)))
    return Program("f", ("r", "p", "q"), block.statements)


def shapes(given: Program) -> list[tuple[tuple[float, int], ...]]:
    values = (s.value for s in statements(given.body) if isinstance(s, Assign))
    found = (v.operation for v in values if isinstance(v, Apply))
    return [operation.shape for operation in found if isinstance(operation, SumOfProducts)]


@pytest.mark.parametrize("scale", [1.0, 2.0**200])
@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_products_are_read_off(polynomial: sp.Expr, scale: float) -> None:
    expected = tuple((c, max(n, 1)) for c, n in POLYNOMIALS[polynomial])
    assert shapes(with_sums_of_products(program(polynomial, scale), 2)) == [expected]


def changed(given: Program, change: Callable[[Statement], Statement]) -> Program:
    def block(old: tuple[Statement, ...]) -> Iterator[Statement]:
        for statement in old:
            match change(statement):
                case Choose(then=then, otherwise=otherwise) as choice:
                    yield replace(choice, then=tuple(block(then)), otherwise=tuple(block(otherwise)))
                case other:
                    yield other

    return replace(given, body=tuple(block(given.body)))


def other_operation(old: Operation, new: Operation) -> Callable[[Statement], Statement]:
    """The first such operation of an assignment as another one."""
    left = [old]

    def change(statement: Statement) -> Statement:
        match statement:
            case Assign(value=Apply(operation=operation, arguments=arguments)) if operation in left:
                left.clear()
                return replace(statement, value=Apply(new, arguments))
        return statement

    return change


def part_left_out(statement: Statement) -> Statement:
    match statement:
        case Assign(value=Apply(operation=Operation.EXACT_SUM, arguments=parts)):
            return replace(statement, value=Apply(Operation.EXACT_SUM, parts[:-1]))
    return statement


def larger_share(statement: Statement) -> Statement:
    if isinstance(statement, Choose) and statement.rare:
        (asked,) = statement.conditions
        assert isinstance(asked.right, Apply)
        right = Apply(asked.right.operation, (Constant(2.0**-29), asked.right.arguments[1]))
        return replace(statement, conditions=(replace(asked, right=right),))
    return statement


@pytest.mark.parametrize(
    "change",
    [
        other_operation(Operation.ADD, Operation.SUBTRACT),
        other_operation(Operation.MULTIPLY, Operation.ADD),
        part_left_out,
        larger_share,
    ],
)
def test_what_is_not_the_sum_stays(change: Callable[[Statement], Statement]) -> None:
    other = changed(program(P - 2 * Q * R + P * Q * R), change)
    assert with_sums_of_products(other, 2) == other


def test_a_sum_that_starts_with_another_one_stays() -> None:
    start = Start("M", 1 - P * Q * R)
    block, values = BlockBuilder({"p", "q", "r"}), {x: Variable(x.name) for x in (R, P, Q)}
    m = accurate(block, start.polynomial, values, "m")
    k = accurate(block, 2 - 2 * P * Q * R + P * R - R, values, "k", start=start)
    block.end(Return(add(m, k)))
    found = shapes(with_sums_of_products(Program("f", ("r", "p", "q"), block.statements), 2))
    assert found == [((1.0, 1), (-1.0, 3))]


@pytest.mark.parametrize("count", [2, 3])
def test_a_rest_is_read_as_a_product_only_where_it_is_all_that_lacks(count: int) -> None:
    """What is added exactly there is the rest, of three factors less than the product's parts."""
    product = Product(1.0, tuple(map(Variable, ("p", "q", "r")[:count])))
    high, low = product.pair
    assert low is not None
    total = Apply(Operation.SUM_OF_TWO_AND_REST, (Variable("a"), Variable("high"), Variable("low")))
    body = Assign("high", high), Assign("low", low), Assign("s", total), Return(Variable("s"))
    given = Program("f", ("a", "p", "q", "r"), body)
    assert (with_sums_of_products(given, 2) == given) is (count == 3)


FORMULAS = {"approximate-odds-ratio-at-k": 3, "renyi-2-capped": 2, "approximate-delta-capped": 3}
"""And how many arguments they have."""

NAMES = tuple(FORMULAS)


def compiled(folder: Path, text: str, header: str) -> ctypes.CDLL:
    folder.mkdir()
    (folder / "symbolic_eps.h").write_text(header)
    (folder / "symbolic_eps.c").write_text(text)
    command = ["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", "eps.so"]
    subprocess.run([*command, "symbolic_eps.c", "-lm"], check=True, cwd=folder)
    return ctypes.CDLL(str(folder / "eps.so"))


def points(count: int) -> np.ndarray:
    """Four arguments, of which many sums cancel: a risk from 1 on, and shares."""
    random = np.random.default_rng(19)
    simple = random.integers(1, 16, (4, count)) / 16.0
    near = 1.0 - 2.0 ** -random.uniform(1.0, 50.0, (4, count))
    made = np.where(random.random((4, count)) < 0.5, simple, np.where(near > 0.9, near, random.random()))
    made[0] = 1.0 / made[0]
    return np.ascontiguousarray(made)


def bits(library: ctypes.CDLL, at: np.ndarray) -> np.ndarray:
    """The results of all formulas, at a point each and over arrays."""
    found = []
    for name in NAMES:
        function = name.replace("-", "_")
        count = FORMULAS[name]
        one, every = library[f"eps_{function}"], library[f"eps_{function}_all"]
        one.argtypes, one.restype = [ctypes.c_double] * count, ctypes.c_double
        every.argtypes, every.restype = [ctypes.c_size_t, *[ctypes.c_void_p] * (count + 1)], None
        out = np.empty(at.shape[1])
        every(at.shape[1], *(x.ctypes.data for x in at[:count]), out.ctypes.data)
        found += [out, np.array([one(*point) for point in at[:count].T.tolist()])]
    return np.array(found).view(np.int64)


def source(formulas: Sequence[Formula], runtime: bool) -> tuple[str, str]:
    """The C source and header, sums written out or with the runtime, compiled fast."""
    target = target_named("c")
    sheets = [Sheet(fitted(target, f), "", f.name, "", "0") for f in formulas]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(C, "runtimes", (runtime,))
        made = target.files(sheets)
    text = made["symbolic_eps.c"].replace(', target_clones("avx512f", "avx2", "default")', "")
    return text.replace('"O3,', '"O1,'), made["symbolic_eps.h"]


def test_the_runtime_gives_the_bits_of_sums_that_are_written_out(
    needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("gcc")
    at, formulas = points(5_000), [exportable()[name].make() for name in NAMES]
    (apart, header), (text, _) = (source(formulas, runtime) for runtime in (False, True))
    expected = bits(compiled(tmp_path / "apart", apart, header), at)
    assert np.isfinite(expected.view(np.float64)).mean() > 0.1
    assert "SUM_FUNCTION(" in text and "SUM_FUNCTION(" not in apart
    assert np.array_equal(bits(compiled(tmp_path / "runtime", text, header), at), expected)
    for place, (planted, instead) in enumerate(PLANTED):
        assert planted in text
        wrong = compiled(tmp_path / f"planted_{place}", text.replace(planted, instead), header)
        assert not np.array_equal(bits(wrong, at), expected), planted


PLANTED = (
    (" + term[i].low;", ";"),
    ("part[made++] *= term->coefficient", "made++"),
)
"""Errors in the rounded sum and in the exact one."""


MEANT = (
    *(((c, n),) for c in (1.0, -0.5) for n in range(2, MOST_FACTORS + 1)),
    *(tuple((c, max(n, 1)) for c, n in shape) for shape in POLYNOMIALS.values()),
    ((1.0, 1), (-1.0, 1)),
    ((-1.0, 2), (1.0, 2)),
    ((-1.0, 3), (1.0, 3)),
    ((2.0, 2), (-2.0, 3), (1.0, 1)),
    ((1.0, 4), (-1.0, 4), (1.0, 1)),
    ((-1.0, 5), (1.0, 1), (4.0, 2), (-2.0, 2)),
    ((1.0, 1), (-1.0, 1), (-2.0, 1), (1.0, 2), (1.0, 2), (-1.0, 3), (-1.0, 3)),
)
"""Coefficients and numbers of factors of lists of products."""


def meaning(shape: tuple[tuple[float, int], ...]) -> tuple[Program, Apply]:
    """What a list of products means, operation by operation; and the list, its factors in one array."""
    factors = tuple(Variable(f"x[{i}]") for i in range(sum(count for _, count in shape)))
    sum_of = SumOfProducts("sum_of_products", Program("sum_of_products", (), ()), "", shape)
    cancelled, exactly, rounded = written([*sum_of.products(factors)])
    body = Choose((cancelled,), (Assign("a", exactly),), (Assign("a", rounded),), "a"), Return(Variable("a"))
    return Program("f", tuple(x.name for x in factors), body), Apply(sum_of, factors)


def hostile(shape: tuple[tuple[float, int], ...], count: int) -> np.ndarray:
    """Factors that often cancel; infinities, NaN, zeros and numbers of all sizes among them.

    Where a power of 2 stands before more than three factors no product may overflow: it is moved there.
    Two long products are often one of the same numbers, the other way round: rounded ones do not cancel.
    """
    random, size = np.random.default_rng(7), (count, sum(n for _, n in shape))
    made = random.integers(-8, 9, size) / 8.0
    made = np.where(random.random(size) < 0.3, 1.0 - 2.0 ** -random.uniform(1.0, 52.0, size), made)
    ends = np.cumsum([n for _, n in shape])
    products = [c * made[:, end - n : end].prod(axis=1) for end, (c, n) in zip(ends, shape, strict=True)]
    for end, (c, n), product in zip(ends, shape, products, strict=True):
        if n == 1:
            chosen = random.random(count) < 0.5
            made[chosen, end - 1] = ((product - sum(products)) / c)[chosen]
            break
    made[: count // 4] = random.choice([1.0, -1.0, 0.0, -0.0, 0.1, 3.0, 1.0 / 3.0], size)[: count // 4]
    (c, n), (d, m), *_ = (*shape, shape[0])
    if n == m > 2 and c == -d:
        made[count // 2 :, :n] = random.uniform(0.5, 1.0, (count - count // 2, n))
        made[count // 2 :, n : n + m] = made[count // 2 :, :n][:, ::-1]
    if all(n <= 3 or abs(c) == 1.0 for c, n in shape):
        odd = [np.inf, -np.inf, np.nan, 1e300, -1e-300, 5e-324, 2.0**-1022]
        made = np.where(random.random(size) < 0.08, random.choice(odd, size), made)
    return made


def of_lists(library: ctypes.CDLL, points_of: Sequence[np.ndarray]) -> list[np.ndarray]:
    """What the runtime gives for lists of products: bits, all NaN alike."""
    found = []
    for place, at in enumerate(points_of):
        function = library[f"list_{place}"]
        function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_double
        values = np.array([function(np.ascontiguousarray(point).ctypes.data) for point in at])
        found.append(np.where(np.isnan(values), np.nan, values).view(np.int64))
    return found


def test_the_runtime_means_what_is_read_off(needs: Callable[..., None], tmp_path: Path) -> None:
    needs("gcc")
    text, header = source([exportable()["bound"].make()], True)
    meant, said = zip(*map(meaning, MEANT), strict=True)
    for place, value in enumerate(said):
        text += f"double list_{place}(const double *x) {{ return {_NOTATION.expression(value)}; }}\n"
    points_of = [hostile(shape, 100) for shape in MEANT]
    expected = []
    for program, at in zip(meant, points_of, strict=True):
        values = np.array([run(program, point.tolist()) for point in at])
        expected.append(np.where(np.isnan(values), np.nan, values).view(np.int64))
    assert all(map(np.array_equal, of_lists(compiled(tmp_path / "lists", text, header), points_of), expected))
    for place, (planted, instead) in enumerate(MEANT_OTHERWISE):
        assert planted in text
        wrong = compiled(tmp_path / f"planted_{place}", text.replace(planted, instead), header)
        assert not all(map(np.array_equal, of_lists(wrong, points_of), expected)), planted


MEANT_OTHERWISE = (
    ("<= 0x1p-30 * size", "<= 0.0 * size"),
    ("size = fabs(sum)", "size = sum"),
    ("c * (product_error(xy, z, xyz) + low)", "c * (product_error(xy, z, xyz) - low)"),
    (" + made.low * x;", ";"),
    ("size_t i = parts; i-- > 0;", "size_t i = 0; i < parts; i++"),
)
"""Errors in what is compared, in products of three factors and more, and in exact ones."""


def test_the_runtime_has_room_for_what_is_read_off() -> None:
    text = template.source("c/products.c")
    assert f"factor[{MOST_FACTORS}];" in text and f"part[{MOST_TERMS}];" in text
    assert f"<= {number(SAFE_SHARE)} * size" in text


def test_a_root_alone_brings_no_runtime() -> None:
    target = target_named("c")
    made = target.files([Sheet(fitted(target, exportable()["root"].make()), "", "root", "", "0")])
    assert re.search(r"\bSUM\(", made["symbolic_eps.c"]) is None


def test_what_a_loop_with_a_rest_calls_is_written_out() -> None:
    text, _ = source([exportable()[name].make() for name in ("fixed-p.1", "fixed-p")], True)
    assert "KNOWN(k, k_of_a_r_p(a, r, p, full));" in text
    assert "WITHIN double k_of_a_r_p(" in text and "SUM_FUNCTION(k_of_a_r_p" not in text
