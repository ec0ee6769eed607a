"""Printed formulas beside derived numbers: what `--compare` shows."""

import json
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest
import sympy as sp

from symbolic_eps.answers import printed_numbers as module
from symbolic_eps.answers.printed_numbers import PrintedFormula, printed_numbers
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError
from symbolic_eps.report.quantity import quantity

EPS, EPS0 = sp.Symbol("eps", real=True), sp.Symbol("eps0", real=True)
HALF = quantity(sp.Rational(1, 2))


def compared(capsys: pytest.CaptureFixture[str], command: str) -> list[Mapping[str, Any]]:
    assert main(["at-risk", *command.split(), "--compare", "--json"]) == 0
    return list(json.loads(capsys.readouterr().out)["printed"])


def close(number: Mapping[str, str], expected: float) -> bool:
    lower, upper = Fraction(number["lower"]), Fraction(number["upper"])
    return bool(lower <= upper and math.isclose(float(lower), expected, rel_tol=1e-12))


@pytest.mark.parametrize(
    ("command", "locator", "value", "difference"),
    [
        # By hand: (1 - e^-1/2)/(1 - e^-1) where e^-1/2 sinh(1/4) is right; both readings of gamma.
        (
            "loss --eps0 1 --eps 1/2",
            "thm:4",
            [(1 - math.exp(-0.5)) / (1 - math.exp(-1)), 1 - (1 - math.exp(-0.5)) / (1 - math.exp(-1))],
            math.exp(-0.5) * math.sinh(0.25),
        ),
        (
            "loss --eps0 1 --probability 1/5",
            "eq:4",
            [-math.log(1 - p * (1 - math.exp(-1))) for p in (0.2, 0.8)],
            2 * math.asinh(0.2 * math.exp(0.5)),
        ),
        (
            "sensitivity -n 1000 -m 900 --level 8/10",
            "thm:5",
            [0.9 * (1 - 2 * math.exp(-2 * 1000 * 0.01))],
            900 / 1001,
        ),
    ],
)
def test_value_and_difference(
    capsys: pytest.CaptureFixture[str], command: str, locator: str, value: list[float], difference: float
) -> None:
    found = [number for number in compared(capsys, command) if number["value"] is not None]
    assert [number["locator"] for number in found] == [locator] * len(value)
    assert all(close(number["value"], one) for number, one in zip(found, value, strict=True))
    for number, one in zip(found, value, strict=True):
        assert math.isclose(float(Fraction(number["difference"]["lower"])), one - difference, abs_tol=1e-12)


def test_theorem_3_takes_the_probability_of_one_release(capsys: pytest.CaptureFixture[str]) -> None:
    command = "compose --eps0 1 -n 10 --delta 1e-6"
    assert {tuple(n["missing"]) for n in compared(capsys, command)} == {("each", "probability")}
    gamma = math.exp(-0.5) * math.sinh(0.25)
    by_hand = math.sqrt(20 * math.log(1e6)) + 10 * (gamma / 4 + (1 - gamma)) / 2
    assert close(compared(capsys, f"{command} --each 1/2")[0]["value"], by_hand)


def test_of_an_equation_the_root_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    place, least, end = compared(capsys, "cost --eps0 1/2 --c 1 --scale 550000 --error 2")
    eps = float(Fraction(place["value"]["lower"]))
    assert math.isclose(1 / eps - math.log(1 - (1 - math.exp(eps)) / eps**2), 2, rel_tol=1e-12)
    assert place["locator"] == "eq:10" and place["formula"].endswith(" = 1/eps0")
    assert close(least["value"], 37805.8566753312)  # the paper prints 37805.86, and 0.274 for eps
    assert round(eps, 3) == 0.274 and round(float(Fraction(least["difference"]["lower"])), 2) == -30173.10
    assert close(end["value"], 0.5) and close(end["difference"], 0.5)


def share_of(k: int, eps: float, eps0: float) -> float:
    """(3) by numerical integration of the density of T that is printed with it, whose factors cancel."""

    def up_to(level: float) -> mp.mpf:
        return mp.quad(lambda t: t ** (k - 0.5) * mp.besselk(k - 0.5, t), [0, level])

    return float(up_to(eps) / up_to(eps0))


@pytest.mark.parametrize(("k", "eps0", "eps"), [(2, 1, 0.5), (3, 10, 2), (5, 4, 3.875), (300, 1, 0.25)])
def test_theorem_4_is_compared_for_every_number_of_coordinates(
    capsys: pytest.CaptureFixture[str], k: int, eps0: float, eps: float
) -> None:
    found = [n for n in compared(capsys, f"loss --eps0 {eps0} --eps {eps} -k {k}") if n["value"] is not None]
    share = share_of(k, eps, eps0)
    assert [close(n["value"], value) for n, value in zip(found, (share, 1 - share), strict=True)] == [
        True
    ] * 2


@pytest.mark.parametrize(
    ("command", "k", "shares"),
    [("--eps0 1 --probability 1/5 -k 3", 3, [0.2, 0.8]), ("--eps 1/10 --probability 1/25 -k 5", 5, [0.04])],
)
def test_levels_for_several_coordinates_are_roots_of_the_theorem(
    capsys: pytest.CaptureFixture[str], command: str, k: int, shares: list[float]
) -> None:
    found = [number for number in compared(capsys, f"loss {command}") if number["value"] is not None]
    for number, share in zip(found, shares, strict=True):
        root = float(Fraction(number["value"]["lower"]))
        eps, eps0 = (root, 1.0) if number["number"] == "eps" else (0.1, root)
        assert math.isclose(share_of(k, eps, eps0), share, rel_tol=1e-9)


def test_a_printed_value_that_is_too_hard_to_enclose_leaves_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert {n["value"] for n in compared(capsys, "loss --eps0 100000 --eps 40 -k 2")} == {None}


def test_an_equation_says_nothing_under_other_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    command = "cost --eps0 1/2 --c 2 --scale 550000 --error 10 --sensitivity 3"
    assert [number["value"] for number in compared(capsys, command)] == [None] * 3


@pytest.mark.parametrize(
    ("sides", "value"),
    [
        ((EPS**2, EPS0), math.sqrt(1 / 3)),
        (((EPS - 1) * (EPS - 5), 0), None),  # two roots
        ((EPS, -EPS0), None),  # none
        ((sp.log(EPS - 10**20), 1), None),  # nowhere defined
    ],
)
def test_one_change_of_sign_is_a_root(
    monkeypatch: pytest.MonkeyPatch, sides: tuple[sp.Expr, sp.Expr], value: float | None
) -> None:
    equation = sp.Eq(*sides, evaluate=False)
    offered(monkeypatch, PrintedFormula("c", "eps", "eq:1", 2 * EPS, "so", (), equation, EPS))
    (found,) = printed_numbers("c", {"eps": HALF}, {"eps0": sp.Rational(1, 3)})
    assert (found.value is None) == (value is None)
    if value is not None and found.value is not None:
        assert math.isclose(float(found.value.lower), 2 * value, rel_tol=1e-15)
        assert found.value.upper - found.value.lower < Fraction(1, 10**24)


def test_without_compare_there_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["at-risk", "loss", "--eps0", "1", "--eps", "1/2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["printed"] is None


def offered(monkeypatch: pytest.MonkeyPatch, *formulas: PrintedFormula) -> None:
    monkeypatch.setattr(module, "offers", lambda kind: {"paper-1": formulas})


def test_where_nothing_is_printed_the_refusal_says_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    offered(monkeypatch)
    with pytest.raises(InputError, match="leave out --compare; there are formulas for nothing"):
        printed_numbers("at-risk loss", {"probability": HALF}, {})


@pytest.mark.parametrize(
    ("formula", "conditions", "told"),
    [
        (EPS / EPS0, (), True),
        (EPS / EPS0, (EPS > EPS0,), False),
        (sp.log(EPS - EPS0), (), False),
        (EPS / (EPS0 - 1), (), False),
        (EPS * sp.Symbol("other", real=True), (), False),
    ],
)
def test_a_formula_says_nothing_where_it_does_not_hold_or_has_no_value(
    monkeypatch: pytest.MonkeyPatch, formula: sp.Expr, conditions: tuple[sp.Basic, ...], told: bool
) -> None:
    offered(monkeypatch, PrintedFormula("at-risk loss", "probability", "eq:1", formula, "so", conditions))
    (found,) = printed_numbers("at-risk loss", {"probability": HALF}, {"eps0": 1, "eps": sp.Rational(1, 3)})
    assert (found.value is not None) is told
    if told:
        assert found.difference is not None and found.difference.closed_form == -sp.Rational(1, 6)
