"""Roots and places of minima: true statements are proved, false ones refuted, doubtful ones open.

The roots were computed by hand or with mpmath's solver; none was read off the module's output.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from sympy import exp, log, oo
from sympy.abc import x

from benchmarks.mutants.planting import KINDS, mutants
from verify.calculus.root import MinimumPlace, OnlyRoot, digits
from verify.claims.claim import Claim, Locator, judge
from verify.prover.prover import Prover

ZERO, ONE, TWO, THREE = map(sp.Integer, range(4))
FIFTH = sp.Rational(1, 5)

TRUE = {
    "exp x = -x": OnlyRoot(exp(x) + x, x, -oo, oo, "-0.567143290409784"),
    "x exp x = 1": OnlyRoot(x * exp(x) - 1, x, -oo, oo, "0.5671"),
    "the smaller root of exp x = 3 x": OnlyRoot(exp(x) - 3 * x, x, ZERO, ONE, "0.619"),
    "x exp(-x) = 1/5, beyond the top": OnlyRoot(x * exp(-x) - FIFTH, x, ONE, oo, "2.5426"),
    "sinh x = 2": OnlyRoot(sp.sinh(x) - 2, x, -oo, oo, "1.4436"),
    "rational, at a point that is looked at": OnlyRoot(x - 1, x, ZERO, THREE, "1"),
    "log x": OnlyRoot(log(x), x, ZERO, oo, "1.0"),
    "square root of 2": OnlyRoot(x**2 - 2, x, ZERO, oo, "1.4142"),
    "no digits printed": OnlyRoot(exp(x) - 5, x, ZERO, oo),
    "minimum of x log x": MinimumPlace(x * log(x), x, ZERO, oo, "0.3679"),
    "minimum of exp(x)/x": MinimumPlace(exp(x) / x, x, ZERO, oo, "1.00"),
    "minimum of exp x - 3 x": MinimumPlace(exp(x) - 3 * x, x, -oo, oo, "1.0986"),
    "minimum of two exponentials": MinimumPlace(exp(x) + exp(-3 * x), x, -oo, oo, "0.2747"),
}

FALSE = {
    "last digit": OnlyRoot(exp(x) + x, x, -oo, oo, "-0.567143290409785"),
    "rounded down": OnlyRoot(x * exp(-x) - FIFTH, x, ONE, oo, "2.5427"),
    "two roots": OnlyRoot(exp(x) - 3 * x, x, ZERO, THREE, "0.619"),
    "three roots": OnlyRoot(x**3 - x, x, -TWO, TWO, "0"),
    "no root": OnlyRoot(exp(x) - 2 * x, x, -oo, oo),
    "no root, tight at the end": OnlyRoot((x - 2) * exp(x) + x + 2, x, ZERO, oo),
    "sign": OnlyRoot(exp(x) + x, x, -oo, oo, "0.5671"),
    "minimum of x log x, last digit": MinimumPlace(x * log(x), x, ZERO, oo, "0.3678"),
    "a maximum": MinimumPlace(3 * x - exp(x), x, -oo, oo, "1.0986"),
    "no minimum": MinimumPlace(exp(x), x, -oo, oo, "0"),
}

OPEN = {
    "two local minima": MinimumPlace((x**2 - 1) ** 2 + x / 10, x, -oo, oo, "0.987"),
    "a double root": OnlyRoot((x - 1) ** 2 * exp(x), x, -oo, oo, "1"),
    "a pole": OnlyRoot(1 / (x - 1), x, ZERO, oo),
    "two roots that are close": OnlyRoot((exp(x) - 2) * (x - sp.Rational(6931, 10000)), x, ZERO, ONE),
    "a kink": OnlyRoot(sp.Abs(x - 1) - 1, x, ZERO, THREE, "2"),
}


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


@pytest.mark.parametrize("name", TRUE)
def test_true_statement_is_proved(name: str, prover: Prover) -> None:
    statement = TRUE[name]
    found = judge(Claim(Locator("corpus", "eq:1"), statement), prover)
    assert found.verdict.value == "holds", (found.note, found.evidence.note)
    if statement.printed:
        of = sp.diff(statement.function, x) if isinstance(statement, MinimumPlace) else statement.function
        root = mpmath.findroot(sp.lambdify(x, of, "mpmath"), float(statement.printed), tol=1e-12)
        low, high = digits(statement.printed)
        assert float(low) <= root <= float(high)


@pytest.mark.parametrize("name", FALSE)
def test_false_statement_is_refuted(name: str, prover: Prover) -> None:
    found = judge(Claim(Locator("corpus", "eq:1"), FALSE[name]), prover)
    assert found.verdict.value == "refuted", (found.note, found.evidence.note)
    assert found.evidence.note


@pytest.mark.parametrize("name", OPEN)
def test_what_is_not_shown_is_open(name: str, prover: Prover) -> None:
    assert OPEN[name].examine((), prover).outcome.value == "open"


@pytest.mark.parametrize("name", [n for n, s in TRUE.items() if s.printed and "." in s.printed])
def test_other_last_digit_is_refuted(name: str, prover: Prover) -> None:
    statement = TRUE[name]
    step = 3 if statement.printed[-1] < "5" else -3
    other = statement.printed[:-1] + str(int(statement.printed[-1]) + step)
    assert (
        type(statement)(statement.function, x, statement.lower, statement.upper, other)
        .examine((), prover)
        .refuted
    )


def test_digits_are_of_a_number_rounded_to_nearest() -> None:
    low, high = digits("-0.10")
    assert (Fraction(str(low)), Fraction(str(high))) == (Fraction(-21, 200), Fraction(-19, 200))
    assert digits("7") == (sp.Rational(13, 2), sp.Rational(15, 2))
    for wrong in ("1e-3", "", "1/3", "nan", "0x1", "1.", "1_0", "--1"):
        with pytest.raises(ValueError, match="not a number in decimals"):
            digits(wrong)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ((x, x, ONE, ONE), "no number is between"),
        ((x, x, sp.sqrt(2), TWO), "rational numbers or infinite"),
        ((x * sp.Symbol("a"), x, ZERO, ONE), "of x alone"),
        ((ONE, x, ZERO, ONE), "of x alone"),
        ((x, x, ZERO, ONE, "0.1e0"), "not a number in decimals"),
    ],
)
def test_statement_that_says_nothing_is_refused(fields: tuple, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        OnlyRoot(*fields)


TRUE_MUTANTS = {"exp x = -x": 2, "minimum of exp(x)/x": 2}
"""How many mutants are true all the same, seen by hand: a sign or factor of all, an end beyond the root."""


@pytest.mark.parametrize("name", TRUE_MUTANTS)
def test_mutants_are_refuted(name: str, prover: Prover) -> None:
    claim = Claim(Locator("corpus", name), TRUE[name])
    planted = [mutant.claim for kind in KINDS for mutant in mutants(claim, kind, 2)]
    verdicts = [judge(mutant, prover).verdict.value for mutant in planted]
    assert verdicts.count("refuted") == len(planted) - TRUE_MUTANTS[name] and len(planted) >= 10
