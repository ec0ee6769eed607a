"""Printed numbers against decimal arithmetic, and wrong closed forms that must be caught."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction

import pytest
import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.durham_example import DurhamExample, durham_example
from derivations.kazan_reiter_2024.durham_rows import Reading
from derivations.kazan_reiter_2024.number_row import NumberRow, as_rows
from derivations.kazan_reiter_2024.printed_numbers import recompute

getcontext().prec = 50

UNPROVED_ZERO = sp.sqrt(3 + 2 * sp.sqrt(2)) - 1 - sp.sqrt(2)
"""Exactly 0, by a nested root that expansion leaves alone."""

Parameters = Mapping[str, sp.Rational]


def by_hand(row: str, parameters: Parameters) -> sp.Expr:
    """The five closed forms that the numbers need, written down independently of the engine."""
    r, a, p = parameters["r"], parameters.get("a"), parameters.get("p")
    if row == "constant":
        return sp.log(r) / 2
    if row == "fixed-q":
        assert parameters["q"] == 1
        return sp.log((r - a) / (1 - a))
    if row == "fixed-p":
        if a / r < p:
            m = p * r - a
            return sp.log(2 * m / (sp.sqrt(r**2 * (1 - p) ** 2 + 4 * m * (1 - a)) - r * (1 - p)))
        return sp.log(a * (1 - p) / (p * (1 - a)))
    if row == "two-dimensional":
        return sp.log((r - a) / (1 - a)) / 2
    assert row == "box"
    assert parameters["q0"] == parameters["q1"] == 1
    # at q = 1 and r* = r the budget increases in p, so the least p decides
    return sp.log((1 - parameters["p0"]) / (1 / r - parameters["p0"]))


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def decimal_epsilon(profile: printed.Profile) -> Decimal:
    """Decimal arithmetic from (12) at the point where the profile's minimum lies."""
    get = {name: decimal(value) for name, value in profile.parameters}
    r, a, p = get["r"], get.get("a", Decimal(0)), get.get("p", Decimal(0))
    match profile.row:
        case "constant":
            return r.ln() / 2
        case "fixed-q":  # p = a/r at q = 1
            p = a / r
            return ((1 - p) / (1 / r - p)).ln()
        case "fixed-p":  # q = a/(p r), or q = 1 where that is 1 or more
            q = a / (p * r)
            if q >= 1:
                return ((1 - p) / (p / a - p)).ln()
            root = ((1 - p) ** 2 + 4 * p * (1 - q) * (1 / r - p * q)).sqrt()
            return (2 * p * (1 - q) / (root - (1 - p))).ln()
        case "two-dimensional":  # p = 1, q = a/r
            q = a / r
            return ((1 - q) / (1 / r - q)).ln() / 2
        case _:
            return ((1 - get["p0"]) / (1 / r - get["p0"])).ln()


@pytest.fixture(scope="module")
def rows() -> dict[str, NumberRow]:
    found = recompute(by_hand)
    assert len({row.locator for row in found}) == len(found)
    return {row.locator: row for row in found}


@pytest.fixture(scope="module")
def durham() -> DurhamExample:
    return durham_example(by_hand)


def places(value: Decimal, count: int) -> str:
    return str(value.quantize(Decimal(1).scaleb(-count), rounding=ROUND_HALF_UP))


@pytest.mark.parametrize("number", printed.NUMBERS, ids=lambda number: number.locator)
def test_every_recomputed_number_agrees_with_decimal_arithmetic(
    number: printed.PrintedNumber, rows: dict[str, NumberRow]
) -> None:
    x = (-decimal_epsilon(number.profile)).exp()
    expected = {
        printed.Quantity.EPSILON: lambda: places(-x.ln(), 2),
        printed.Quantity.STANDARD_DEVIATION: lambda: places((2 * x).sqrt() / (1 - x), 2),
        printed.Quantity.EXACT_PROBABILITY: lambda: places(100 * (1 - x) / (1 + x), 0) + "%",
        printed.Quantity.MINIMISING_VALUE: lambda: places(decimal(Fraction(1, 12)), 3),
        printed.Quantity.RISK_BOUND: lambda: "4/3",
        printed.Quantity.EXACT_EPSILON: lambda: "log(3/2)",
    }[number.quantity]()
    assert rows[number.locator].recomputed == expected


@pytest.mark.parametrize("number", printed.NUMBERS, ids=lambda number: number.locator)
def test_every_printed_number_of_a_profile_holds(
    number: printed.PrintedNumber, rows: dict[str, NumberRow]
) -> None:
    assert rows[number.locator].verdict == "holds"
    assert rows[number.locator].printed == number.printed


def test_tables_and_texts_have_all_their_cells() -> None:
    locators = {number.locator for number in printed.NUMBERS}
    cells = {f"tab:{t}/{agency}.{cell}" for t in "45" for agency in "123" for cell in ("eps", "std", "exact")}
    texts = {"text:C.1/constant-0.20", "text:C.2/p-0.005", "text:C.2/p-0.0005", "text:C.3/eps", "text:C.3/q"}
    assert cells | texts <= locators
    assert {"text:5/eps", "text:5/rmse", "text:D.1/risk-bound", "text:D.1/eps"} <= locators


def test_numbers_of_others_are_cited_and_the_rate_is_that_of_one_count(rows: dict[str, NumberRow]) -> None:
    cited = {locator for locator, row in rows.items() if row.verdict == "cited"}
    assert cited == {"text:5/births", "text:5/target", "text:5/rate", "text:D.1/lowest", "text:D.1/highest"}
    assert rows["text:5/rate"].note.endswith(
        "the rate of 25 deaths"
    )  # 25/4.012 = 6.231; 24 -> 5.98, 26 -> 6.48


def test_statements_about_larger_budgets_hold(rows: dict[str, NumberRow]) -> None:
    for locator in (
        "text:C.1/less-than-half",
        "text:C.2/larger-than-constant",
        "text:5/larger-than-constant",
    ):
        assert rows[locator].verdict == "holds"
    # log(5/3)/log(3/2) * 2 = 2.52, log(11/3)/log(3) * 2 = 2.37, log(23/3)/log(6) * 2 = 2.27
    assert rows["text:C.1/less-than-half"].recomputed == "ratios 2.52, 2.37, 2.27"
    assert rows["text:5/rmse-decreases"].verdict == "holds"
    assert rows["text:5/rmse-decreases"].recomputed.startswith("48 of 48")
    assert rows["text:5/largest-deviation"].verdict == "holds"
    assert rows["text:C.3/attained-at"].verdict == "holds"


def test_rows_become_plain_text(rows: dict[str, NumberRow]) -> None:
    table = as_rows(tuple(rows.values()))
    assert all(len(line) == 7 and all(isinstance(cell, str) for cell in line) for line in table)


def test_enclosures_contain_the_value_and_have_twelve_digits(rows: dict[str, NumberRow]) -> None:
    lower, upper = (Decimal(end) for end in rows["text:5/eps"].enclosure.strip("[]").split(", "))
    assert lower <= Decimal(9).ln() <= upper
    assert upper - lower == Decimal("1E-11")


# --- Durham ------------------------------------------------------------------------------------------


def test_grid_has_every_combination_with_the_constant_profile_for_zero(durham: DurhamExample) -> None:
    grid = {(row.risk_bound, row.absolute_risk) for row in durham.rows}
    assert grid == {
        (Fraction(r), Fraction(a)) for r in ("1.2", "2", "5") for a in ("0", "0.1", "0.25", "0.5")
    }
    for row in durham.rows:
        assert row.profile is not None
        assert (row.profile.row == "constant") == (row.absolute_risk == 0)


def test_limit_of_the_profile_at_zero_doubles_the_budget_of_the_constant_profile(
    durham: DurhamExample,
) -> None:
    constant = {row.risk_bound: row.epsilon for row in durham.rows if row.absolute_risk == 0}
    for row in durham.limits:
        assert row.epsilon == 2 * constant[row.risk_bound] == sp.log(sp.Rational(str(row.risk_bound)))
        assert row.profile is None
        assert "limit" in row.note


def test_steps_of_each_reading(durham: DurhamExample) -> None:
    row = durham.rows[0]
    steps = {
        reading: [row.switch(reading, deviation).steps for deviation in printed.DURHAM_DEVIATIONS]
        for reading in Reading
    }
    assert steps[Reading.NEAREST] == [1, 2, 4, 8]
    assert steps[Reading.STRICT] == [2, 3, 5, 9]
    assert steps[Reading.INTERPOLATED] == [Fraction(text) for text in ("1.003", "2.006", "4.012", "8.024")]


@pytest.mark.parametrize("start", ["24.072", "above", "below"])
def test_strict_steps_are_the_least_integer_noise_that_crosses_the_target(start: str) -> None:
    """Integer noise k is added to a true count 24.072 +- 4.012 d; the target is met at 24.072 or less."""
    target = Fraction("24.072")
    for deviation in printed.DURHAM_DEVIATIONS:
        distance = deviation * Fraction("4.012")
        least = Reading.STRICT.steps(distance)
        if start == "above":
            crossing = min(k for k in range(1, 20) if target + distance - k <= target)
        else:
            crossing = min(k for k in range(1, 20) if target - distance + k > target)
        assert crossing == least


def test_switching_probabilities_by_hand(durham: DurhamExample) -> None:
    last = durham.rows[-1]
    assert (last.risk_bound, last.absolute_risk) == (5, Fraction(1, 2))
    quarter = Fraction(1, 4)
    assert last.switch(Reading.NEAREST, quarter).probability == sp.Rational(1, 10)
    assert last.switch(Reading.STRICT, quarter).probability == sp.Rational(1, 90)
    # (1/9)^1.003 / (10/9) = 0.9 exp(-1.003 log 9)
    expected = Decimal("0.9") * (-Decimal("1.003") * Decimal(9).ln()).exp()
    assert last.switch(Reading.INTERPOLATED, quarter).percent == places(100 * expected, 2)
    # r = 2, a = 1/2: x = 1/3, so x^2/(1+x) = 1/12
    middle = next(row for row in durham.rows if (row.risk_bound, row.absolute_risk) == (2, Fraction(1, 2)))
    assert middle.switch(Reading.STRICT, quarter).probability == sp.Rational(1, 12)
    # r = 1.2, a = 0: x = sqrt(5/6)
    first, x = durham.rows[0], (Decimal(5) / 6).sqrt()
    assert first.switch(Reading.NEAREST, Fraction(2)).percent == places(100 * x**8 / (1 + x), 2)


def test_whole_counts_around_the_target(durham: DurhamExample) -> None:
    cases = {case.count: case for case in durham.counts}
    assert sorted(cases) == [23, 24, 25, 26]
    assert [cases[count].steps for count in (23, 24, 25, 26)] == [2, 1, 1, 2]
    assert [places(decimal(cases[count].deviation), 3) for count in (23, 24, 25, 26)] == [
        "-0.267",
        "-0.018",
        "0.231",
        "0.481",
    ]


def test_ten_percent_sentence_is_judged_under_each_reading(durham: DurhamExample) -> None:
    nearest, strict, interpolated = durham.readings
    most = (Fraction(5), Fraction(1, 2))
    assert (nearest.verdict, nearest.verdict_at_most, nearest.below) == ("refuted", "holds", ())
    assert nearest.at_most == (most,)
    assert (strict.verdict, strict.verdict_at_most) == ("refuted", "refuted")
    assert set(strict.below) == {
        (Fraction(2), Fraction(1, 2)),
        (Fraction(5), Fraction(1, 10)),
        (Fraction(5), Fraction(1, 4)),
        most,
    }
    assert (interpolated.verdict, interpolated.below) == ("holds", (most,))


def test_ten_percent_sentence_is_false_for_every_whole_number_of_steps(rows: dict[str, NumberRow]) -> None:
    row = rows["text:5/below-10-percent"]
    assert row.verdict == "refuted"
    assert row.recomputed == "10.00% (nearest), 1.11% (strict), 9.93% (interpolated)"
    assert "r = 2, a = 1/2 has at most 1/12" in row.note
    # the same over m by Fractions: x = 1/9 for the most aggressive profile, 1/3 for r = 2, a = 1/2
    goal = Fraction(1, 10)
    for steps in range(1, 30):
        most, middle = (x**steps / (1 + x) for x in (Fraction(1, 9), Fraction(1, 3)))
        assert not (most < goal <= middle)


def test_durham_rows_as_text(durham: DurhamExample) -> None:
    table = durham.as_rows()
    assert len(table) == (12 + 3) * len(Reading)
    assert ("5", "1/2", "2.20", "0.53", "nearest", "10.00", "1.11", "0.01", "0.00", "") in table


# --- planted errors ----------------------------------------------------------------------------------


def planted(row: str, wrong: Callable[[Parameters], sp.Expr]) -> Callable[[str, Parameters], sp.Expr]:
    return lambda name, parameters: wrong(parameters) if name == row else by_hand(name, parameters)


@pytest.mark.parametrize(
    ("row", "wrong", "caught"),
    [
        ("constant", lambda k: sp.log(k["r"]), "text:C.1/less-than-half"),
        ("fixed-q", lambda k: sp.log(k["r"] - k["a"]), "tab:4/2.eps"),
        # p taken for q: the form of q = 1, a/(p r), at the fixed p
        ("fixed-p", lambda k: sp.log((k["r"] - k["a"]) / (1 - k["a"])), "tab:5/1.eps"),
        # the other branch everywhere
        ("fixed-p", lambda k: sp.log(k["a"] * (1 - k["p"]) / (k["p"] * (1 - k["a"]))), "tab:5/1.eps"),
        ("two-dimensional", lambda k: sp.log((k["r"] - k["a"]) / (1 - k["a"])), "text:C.3/attained-at"),
        # a budget in the third digit only: too little for "0.65", enough for the exact position
        (
            "two-dimensional",
            lambda k: sp.log((k["r"] - k["a"]) / (1 - k["a"])) / 2 + sp.Rational(1, 10**9),
            "text:C.3/attained-at",
        ),
        ("box", lambda k: sp.log(1 / k["r"] + k["p0"]), "text:D.1/eps-exact"),
        ("box", lambda k: sp.log((1 - k["q0"]) + k["r"]), "text:D.1/eps-exact"),
        ("fixed-q", lambda k: -sp.log(k["r"]), "text:5/rmse-decreases"),
        ("fixed-q", lambda k: sp.oo, "text:5/larger-than-constant"),
        ("fixed-q", lambda k: sp.log((k["r"] + k["a"]) / (1 + k["a"])), "text:5/rmse-decreases"),
    ],
)
def test_a_wrong_closed_form_is_refuted(
    row: str, wrong: Callable[[Parameters], sp.Expr], caught: str
) -> None:
    verdicts = {line.locator: line.verdict for line in recompute(planted(row, wrong))}
    assert verdicts[caught] == "refuted"


def test_ten_percent_sentence_would_hold_with_a_slightly_larger_budget() -> None:
    """The control of its refutation: at log(9) + 1/1000 one step has less than 10 %."""
    larger = planted("fixed-q", lambda k: by_hand("fixed-q", k) + sp.Rational(1, 1000))
    verdicts = {line.locator: line.verdict for line in recompute(larger)}
    assert verdicts["text:5/below-10-percent"] == "holds"


def test_an_undecidable_budget_is_open_and_never_green() -> None:
    def hidden_zero(parameters: Parameters) -> sp.Expr:
        return UNPROVED_ZERO

    rows = {line.locator: line for line in recompute(planted("two-dimensional", hidden_zero))}
    assert rows["text:C.3/eps"].verdict == "open"
    assert rows["text:C.3/attained-at"].verdict == "open"


def test_errors_of_the_engine_are_not_taken_for_refutations() -> None:
    def broken(row: str, parameters: Parameters) -> sp.Expr:
        raise ValueError("the engine failed")

    with pytest.raises(ValueError, match="the engine failed"):
        recompute(broken)
