"""Our own logarithms: within 0.51 ulp, proved for what is printed, and the same bits in every language."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from flint import arb, ctx

from derivations.kazan_reiter_2024.formulas import root
from symbolic_eps.export.forms.exportable import exportable
from symbolic_eps.export.forms.formula import LOGARITHM_ERROR
from symbolic_eps.export.layout.skeleton import SEVERAL
from symbolic_eps.export.packages.package import build, fitted
from symbolic_eps.export.programs.program import (
    Apply,
    Constant,
    Expression,
    Operation,
    Program,
    Return,
    Variable,
    add,
    divide,
    multiply,
    subtract,
)
from symbolic_eps.export.proofs import logarithm_proof
from symbolic_eps.export.proofs.algebra_proof import prove_algebra
from symbolic_eps.export.proofs.logarithm_proof import NotProvedError, far, near, proof
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.targets import target_named
from tests.symbolic_eps.export.test_same_bits import FILES

Functions = SimpleNamespace


CALLING = ("constant", "response-relative-entropy", "at-risk-eps-delta")
"""Formulas that call all three logarithms."""


def functions_with(*others: str) -> Functions:
    """The logarithms of a NumPy export; with so few formulas as these alone, in the text with fewer steps."""
    formulas = [exportable()[name].make() for name in (*CALLING, *others)]
    text = build(target_named("numpy"), formulas, full=False)[FILES["numpy"]]
    names: dict[str, object] = {}
    exec(compile(text, FILES["numpy"], "exec"), names)
    assert ("_rows" in names) == (len(formulas) < SEVERAL)
    return Functions(ln=names["_ln"], ln1p=names["_ln1p"], ln1p_sum=names["_ln1p_sum"])


@pytest.fixture(scope="module")
def ours() -> Functions:
    """The functions of the NumPy export."""
    return functions_with()


def arguments(count: int) -> np.ndarray:
    """Of log1p: of all sizes, next to the ends of the table's intervals and to powers of 2."""
    generator = random.Random(f"log1p {count}")
    edge = [x for place in range(128) for x in beside(place / 128)]
    edge += [x for n in range(-60, 200) for x in (*beside(2.0**n - 1), *beside(2.0**n))]
    edge += [x for place in range(128) for n in (-1, -2, -30) for x in beside(2.0**n * (1 + place / 128) - 1)]
    edge += [*beside(33 / 4096), *beside(-33 / 4096), *beside(2.0**-1022), *beside(1.5 * 2.0**1023)]
    sizes = [generator.uniform(1, 2) * 2.0 ** generator.uniform(-70, 70) for _ in range(count // 2)]
    sizes += [generator.uniform(-1, 1) for _ in range(count // 4)]
    sizes += [math.expm1(generator.uniform(-0.05, 0.05)) for _ in range(count - len(sizes))]
    return np.array([x for x in (*edge, *sizes) if x > -1 and x != 0])


def beside(x: float) -> tuple[float, ...]:
    """A number and its neighbours."""
    return math.nextafter(x, -math.inf), x, math.nextafter(x, math.inf)


def second_parts(points: np.ndarray) -> np.ndarray:
    """Of arguments: of all sizes and signs that the proof allows."""
    generator = np.random.default_rng(list(b"second"))
    return points * generator.uniform(-8, 8, points.size) * 2.0**-53


def errors(
    arguments: np.ndarray, values: np.ndarray, add_one: bool, second: np.ndarray | None = None
) -> Iterator[float]:
    """In ulps of the exact values."""
    others = np.zeros(arguments.size) if second is None else second
    with ctx.workprec(160):
        for x, low, y in zip(arguments.tolist(), others.tolist(), values.tolist(), strict=True):
            exact = (arb(x) + arb(low)).log1p() if add_one else arb(x).log()
            size = abs(float(exact))
            unit = math.ulp(size if abs(exact) >= arb(size) else math.nextafter(size, 0))
            yield abs(float((arb(y) - exact) / unit))


@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_log1p_is_within_its_bound(ours: Functions, count: int) -> None:
    points = arguments(count)
    assert max(errors(points, ours.ln1p(points), add_one=True)) <= LOGARITHM_ERROR


@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_log1p_of_two_parts_is_within_its_bound(ours: Functions, count: int) -> None:
    points = arguments(count)
    points = points[(points > 0) & (points < 2.0**1000)]
    low = second_parts(points)
    assert max(errors(points, ours.ln1p_sum(points, low), True, low)) <= LOGARITHM_ERROR
    assert max(errors(points, ours.ln1p(points), True, low)) > 3


@pytest.mark.parametrize("count", [5_000, pytest.param(300_000, marks=pytest.mark.slow)])
def test_log_is_within_its_bound(ours: Functions, count: int) -> None:
    points = arguments(count)
    points = np.concatenate((1 + points[points < 1e3], points[points > 0], [math.ldexp(1.7, -1022), 1e308]))
    points = points[(points >= 2.0**-1022) & (points != 1)]
    assert max(errors(points, ours.ln(points), add_one=False)) <= LOGARITHM_ERROR


def test_a_wrong_value_is_noticed(ours: Functions) -> None:
    points = arguments(100)
    assert max(errors(points, np.nextafter(ours.ln1p(points), 9), add_one=True)) > LOGARITHM_ERROR


def test_special_values(ours: Functions) -> None:
    with np.errstate(all="ignore"):
        found = ours.ln1p(np.array([-1.0, math.inf, 0.0, -0.0, -2.0, math.nan, 5e-324]))
        of_log = ours.ln(np.array([1.0, 0.0, math.inf, -1.0, math.nan, 5e-324]))
    assert repr(found.tolist()) == "[-inf, inf, 0.0, -0.0, nan, nan, 5e-324]"
    assert repr(of_log.tolist()) == "[0.0, -inf, inf, nan, nan, nan]"


def test_the_reference_has_the_bits_of_the_export(ours: Functions) -> None:
    points = arguments(300)[::7]
    assert [logarithm.log1p(x) for x in points.tolist()] == ours.ln1p(points).tolist()
    positive = points[points > 2.0**-1022]
    low = second_parts(positive)
    both = zip(positive.tolist(), low.tolist(), strict=True)
    assert [logarithm.log1p_sum(x, y) for x, y in both] == ours.ln1p_sum(positive, low).tolist()
    assert [logarithm.log(x) for x in positive.tolist()] == ours.ln(positive).tolist()


def test_all_ways_of_the_export_have_the_same_bits(ours: Functions) -> None:
    """Both texts; and rows that are known, which all numbers of a chunk need to have, or are made for it."""
    short = functions_with("bound")
    points = arguments(20_000)
    points = points[(points > 0) & (points < 2.0**1000)]
    low = second_parts(points)
    expected = short.ln1p_sum(points, low)
    assert ours.ln1p_sum(points, low).tolist() == expected.tolist()
    known = points < 2.0**64 - 2.0**12
    for some in (known, points < 2.0**65):
        assert 10_000 < np.count_nonzero(some) < points.size
        assert ours.ln1p_sum(points[some], low[some]).tolist() == expected[some].tolist()
    for numbers in (points[points >= 2.0**-1022], 1 + points[known], 1 / (1 + points[known])):
        assert ours.ln(numbers).tolist() == short.ln(numbers).tolist()


def test_two_steps_give_what_the_last_sum_lacks() -> None:
    """high is 0, or not smaller than r: so (high - sum) + r is the error of their sum (Dekker)."""
    two, near_one = Fraction(logarithm.log_of_two().high), Fraction(logarithm.NEAR)
    checked = 0
    for place, row in enumerate(logarithm.table()):
        ends = [1 + Fraction(place, 128), 1 + Fraction(place + 1, 128)]
        r = max(abs(m * Fraction(row.inverse) - 1) for m in ends)
        for exponent in (-2, -1, 0, 1):  # in others k is at least 2 in size
            k = exponent + (place >= 53)
            if all(abs(m * Fraction(2) ** exponent - 1) < near_one for m in ends):
                continue  # high is 0
            assert abs(k * two + Fraction(row.high)) >= r, (place, exponent)
            checked += 1
    assert checked == 4 * 128 - 3
    assert max(abs(row.high) for row in logarithm.table()) < 2 * two - Fraction(1, 128)  # other exponents


def programs() -> dict[str, Program]:
    return {program.name: program for program in logarithm.programs()}


def test_the_proof_is_about_what_is_printed() -> None:
    found = proof()
    assert found.error <= LOGARITHM_ERROR and found.fingerprint == logarithm.fingerprint()
    for language in FILES:
        text = build(target_named(language), [root()], full=False)[FILES[language]]
        assert found.fingerprint in text


def test_the_algebra_of_an_export_rests_on_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = fitted(target_named("c"), exportable()["constant"].make())
    said = [e for e in prove_algebra(formula) if "0.51 ulp" in str(e.statement)]
    assert len(said) == 1 and said[0].proved
    worse = replace(proof(), near=Fraction(52, 100))
    monkeypatch.setattr(logarithm_proof, "proof", lambda: worse)
    assert [e.proved for e in prove_algebra(formula) if "0.51 ulp" in str(e.statement)] == [False]


@pytest.mark.family(18)
@pytest.mark.parametrize(
    "wrong",
    [
        lambda row: replace(row, high=row.high + 2.0**-42),
        lambda row: replace(row, low=row.low * (1 + 2.0**-12)),
        lambda row: replace(row, low=0.0),
        lambda row: replace(row, inverse=row.inverse + 2.0**-8),
        lambda row: replace(row, inverse=row.inverse + 2.0**-20),
    ],
    ids=["high", "low", "no-low", "inverse", "inverse-of-more-digits"],
)
def test_a_wrong_entry_of_the_table_is_refuted(wrong: Callable[..., logarithm.Row]) -> None:
    rows = list(logarithm.table())
    rows[70] = wrong(rows[70])
    try:
        bound = far(programs(), tuple(rows))
    except NotProvedError:
        return
    assert bound > LOGARITHM_ERROR


def test_a_table_with_rows_missing_is_refuted() -> None:
    with pytest.raises(NotProvedError):
        far(programs(), logarithm.table()[:-1])


def changed(program: Program, change: Callable[[Expression], Expression]) -> Program:
    """The program with each of its expressions changed."""
    body = tuple(
        replace(statement, value=change(statement.value))  # type: ignore[union-attr]
        for statement in program.body
    )
    return replace(program, body=body)


def with_constant(old: float, new: float) -> Callable[[Expression], Expression]:
    def change(expression: Expression) -> Expression:
        match expression:
            case Constant(value=value) if value == old:
                return Constant(new)
            case Apply(operation=operation, arguments=arguments):
                return Apply(operation, tuple(map(change, arguments)))
        return expression

    return change


def without_rest(program: Program) -> Program:
    """The result without what the sum high + r lacks."""

    def change(expression: Expression) -> Expression:
        match expression:
            case Apply(operation=Operation.SUM_ERROR):
                return Constant(0.0)
            case Apply(operation=operation, arguments=arguments):
                return Apply(operation, tuple(map(change, arguments)))
        return expression

    return changed(program, change)


@pytest.mark.parametrize(
    "change",
    [
        with_constant(1 / 3, 1 / 3 + 2.0**-40),
        with_constant(-0.25, -0.25 + 2.0**-30),
        with_constant(1 / 9, 0.0),
        with_constant(0.5, 0.5 + 2.0**-53),
    ],
    ids=["third", "quarter", "ninth", "half"],
)
def test_a_wrong_coefficient_is_refuted(change: Callable[[Expression], Expression]) -> None:
    planted = programs() | {"log_sum": changed(logarithm.log_sum(), change)}
    assert planted["log_sum"] != logarithm.log_sum()
    assert near(planted) > LOGARITHM_ERROR


def test_a_sum_without_its_error_is_refuted() -> None:
    planted = programs() | {"log_sum": without_rest(logarithm.log_sum())}
    assert far(planted, logarithm.table()) > LOGARITHM_ERROR


def test_the_error_of_a_sum_taken_twice_is_refuted() -> None:
    """Over the real numbers that error is 0, so that only a reading in which the sum is free tells."""

    def change(expression: Expression) -> Expression:
        match expression:
            case Apply(operation=Operation.SUM_ERROR):
                return multiply(Constant(2.0), expression)
        return expression

    body = tuple(
        replace(s, value=change(s.value))  # type: ignore[union-attr]
        for s in logarithm.log_sum().body
    )
    with pytest.raises(NotProvedError, match="log_sum is"):
        far(programs() | {"log_sum": replace(logarithm.log_sum(), body=body)}, logarithm.table())


def test_a_larger_second_part_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its square is left out, and that of what the sum lacks: it has to be small."""
    monkeypatch.setattr(logarithm_proof, "SECOND", Fraction(1, 2**20))
    assert near(programs()) > LOGARITHM_ERROR
    monkeypatch.setattr(logarithm_proof, "SHARE", Fraction(1, 2**32))
    assert far(programs(), logarithm.table()) > LOGARITHM_ERROR


def test_another_use_of_the_second_part_is_refuted() -> None:
    last = logarithm.log_low().body[-1]
    assert isinstance(last, Return)
    twice = Return(add(last.value, divide(Variable("error"), Variable("total"))))
    planted = programs() | {"log_low": replace(logarithm.log_low(), body=(twice,))}
    with pytest.raises(NotProvedError, match="log_low is"):
        near(planted)


def test_another_product_than_the_exact_one_is_refuted() -> None:
    rounded = Return(subtract(multiply(Variable("m"), Variable("inverse")), Constant(1.0)))
    planted = programs() | {"reduced": replace(logarithm.reduced(), body=(rounded,))}
    with pytest.raises(NotProvedError, match="reduced is not exact"):
        far(planted, logarithm.table())
