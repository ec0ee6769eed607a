"""Shapes of functions that are written down: verdicts by hand, witnesses evaluated apart, planted errors."""

import mpmath
import pytest
import sympy as sp

from tests.verify.corpus import gt
from tests.verify.corpus_shapes import BINARY, CASES, ENTROPY, LOGARITHM, Case, a, s, x
from verify import kernel
from verify.claims.claim import Claim, Locator, judge
from verify.evidence import Grade
from verify.functions.named_convexity import FIRST, SECOND, WEIGHT, HasShape, NamedFunction, Shape
from verify.prover.prover import Prover


@pytest.fixture(scope="module")
def prover():
    return Prover()


def number(expression, at):
    """A value with 60 digits, apart from the package's balls; None where it is not real."""
    with mpmath.workdps(60):
        names = sorted(expression.free_symbols, key=str)
        numbers = [mpmath.mpmathify(sp.N(at[n], 70)) for n in names]
        try:
            value = mpmath.mpmathify(sp.lambdify(names, expression, "mpmath")(*numbers))
        except (ZeroDivisionError, ValueError):
            return None
        return value if isinstance(value, mpmath.mpf) and mpmath.isfinite(value) else None


def violates(case: Case, witness) -> bool:
    """Whether the definition fails at the witness by more than 30 digits, or the function has no value."""
    function = case.function
    at = {k: v for k, v in witness.items() if k not in (FIRST, SECOND, WEIGHT)}
    lower, upper = (e if e.is_infinite else number(e, at) for e in (function.lower, function.upper))
    if not lower < upper:
        return True

    def value(point):
        assert lower <= point <= upper
        for end, own in function.ends:
            if number(end, at) == number(point, {}):
                return number(own, at)
        assert lower < point < upper
        return number(function.formula, {**at, function.variable: point})

    first, second = witness[FIRST], witness[SECOND]
    sign = 1 if case.shape in (Shape.CONVEX, Shape.INCREASING) else -1
    outer = value(first), value(second)
    if None in outer:
        return True
    if case.shape in (Shape.INCREASING, Shape.DECREASING):
        assert first < second
        return bool(sign * (outer[0] - outer[1]) > mpmath.mpf(10) ** -30)
    weight = witness[WEIGHT]
    assert 0 <= weight <= 1
    inner = value(weight * first + (1 - weight) * second)
    t = number(weight, {})
    return inner is None or bool(sign * (inner - t * outer[0] - (1 - t) * outer[1]) > mpmath.mpf(10) ** -30)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_claim_has_its_verdict(case, prover):
    found = judge(Claim(Locator("corpus", case.name), case.statement, case.domain), prover)
    assert found.verdict.value == case.verdict, found.note
    for certificate in found.certificates:
        kernel.check(certificate, {})
    if case.verdict == "refuted":
        assert violates(case, found.witness), found.witness
    assert found.grade is Grade.EXACT


def test_corpus_has_each_shape_and_both_verdicts():
    assert {c.shape for c in CASES} == set(Shape)
    verdicts = [c.verdict for c in CASES]
    assert min(verdicts.count("holds"), verdicts.count("refuted")) >= 10
    assert len({c.name for c in CASES}) == len(CASES) and all(c.reason for c in CASES)


def test_checker_of_witnesses_can_fail():
    convex = next(c for c in CASES if c.name == "entropy")
    assert not violates(convex, {FIRST: sp.Integer(0), SECOND: sp.Integer(2), WEIGHT: sp.Rational(1, 2)})


# --- planted errors -----------------------------------------------------------------------------------------


def test_every_end_is_looked_at(prover):
    """A function that is right inside, and wrong at either end, has not the shape."""
    for name in ("at_lower", "at_upper"):
        ends = {"at_lower": 0, "at_upper": 0, name: 1}
        wrong = NamedFunction(BINARY.variable, BINARY.formula, 0, 1, **ends)
        assert HasShape(wrong, Shape.CONCAVE).examine((), prover).refuted


def test_sign_of_one_derivative_is_not_that_of_another(prover):
    """The logarithm rises and is concave; x^2 is convex and does not rise on the line."""
    assert HasShape(LOGARITHM, Shape.DECREASING).examine((), prover).refuted
    square = NamedFunction(x, x**2, -sp.oo)
    assert HasShape(square, Shape.CONVEX).examine((), prover).proved
    assert HasShape(square, Shape.INCREASING).examine((), prover).refuted


@pytest.mark.parametrize("own", [0, 5])
def test_value_at_an_end_that_the_formula_does_not_give_is_no_value_of_it(own, prover):
    """max(x, 1) is convex from its own value 1 at 0; a value 0 there is none of a convex function."""
    hinge = HasShape(NamedFunction(x, sp.Max(x, 1), at_lower=own), Shape.CONVEX).examine((), prover)
    assert not hinge.proved
    assert HasShape(NamedFunction(x, sp.Max(x, 1), at_lower=1), Shape.CONVEX).examine((), prover).proved


def test_pole_inside_is_no_convexity(prover):
    """1/x has a second derivative > 0 right of 0; left and right of it, 1/x^2 is not convex together."""
    assert not HasShape(NamedFunction(x, 1 / x**2, -sp.oo), Shape.CONVEX).examine((), prover).proved


def test_step_is_open_rather_than_proved(prover):
    """The derivative of a step is 0 wherever it exists."""
    step = NamedFunction(x, sp.Piecewise((0, x < 1), (1, True)))
    assert not HasShape(step, Shape.DECREASING).examine((), prover).proved
    assert not HasShape(step, Shape.CONVEX).examine((), prover).proved


def test_parameters_of_hypotheses_are_not_the_variable(prover):
    with pytest.raises(ValueError, match="x is bound here"):
        HasShape(ENTROPY, Shape.CONVEX).examine((gt(x, 1),), prover)
    with pytest.raises(ValueError, match="weight is bound here"):
        HasShape(NamedFunction(x, x * WEIGHT), Shape.CONVEX).examine((), prover)


POSITIVE = sp.Symbol("x", positive=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lower": x, "at_lower": 0}, "holds the variable"),
        ({"at_upper": 0}, "oo is no point"),
        ({"lower": 1, "upper": 0}, "no interval"),
        ({"variable": POSITIVE, "formula": POSITIVE**3, "lower": -sp.oo}, "where the variable runs"),
    ],
)
def test_functions_that_are_none(arguments, message):
    with pytest.raises(ValueError, match=message):
        NamedFunction(**{"variable": x, "formula": x, **arguments})


def test_symbols_of_a_statement_are_its_parameters():
    assert HasShape(NamedFunction(x, x**s / a), Shape.CONVEX).free_symbols == {a, s}
