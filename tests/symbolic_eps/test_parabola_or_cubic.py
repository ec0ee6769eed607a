"""r* = 1 + a/(p q) + b p: eps at p = 1, at q = 1, or oo.

By hand, at q = 1 with s = x + p (1-x): 1 + a/p + b p = 1/s and its derivative say that
a = p (2 s - s^2 - x)/(2 s^2), b = (x - s^2)/(2 p s^2). At p = 1 with s = q + (1-q) x^2,
a = q^2 (1-x^2)/s^2 and 1 + b = x^2/s^2.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
import sympy as sp

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary import parabola_or_cubic
from symbolic_eps.minimum.stationary.parabola_or_cubic import (
    ON_CUBIC,
    ON_PARABOLA,
    PARABOLA_OR_CUBIC,
    comparison,
    form_of,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.problems import problem_of
from verify.recheck import check

p, q = PRIORS
BOUND = "1 + a/(p*q) + b*p"


@cache
def derived() -> Derivation:
    return derive(BOUND, ["a>0", "b>0"])


def words_of(branch: Branch) -> str:
    return branch.steps[0].words if branch.steps else ""


def told_at(of_a: sp.Rational, of_b: sp.Rational) -> tuple[str, sp.Expr]:
    values = {"a": of_a, "b": of_b}
    found = derived().derived
    return words_of(branch_at(found, values)), epsilon_at_precision(found, values, 25)


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert {words_of(branch) for branch in found.derived.branches} == {"", ON_PARABOLA, ON_CUBIC}
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("of_a", "of_b", "level", "place"),
    [
        ("3/16", "9/16", "1/2", ("1", "1/5")),
        ("119/2420", "395/121", "1/2", ("1/10", "1")),
        ("103/1080", "265/96", "2/5", ("2/15", "1")),  # beyond the line, where N < 0
    ],
)
def test_values_by_hand(of_a: str, of_b: str, level: str, place: tuple[str, str]) -> None:
    values = {"a": sp.Rational(of_a), "b": sp.Rational(of_b)}
    told = epsilon_at_precision(derived().derived, values, 25)
    assert abs(float(told) + math.log(sp.Rational(level))) < 1e-14
    (attained,) = branch_at(derived().derived, values).attained
    at = {parameter("a"): values["a"], parameter("b"): values["b"], parameter("x"): sp.Rational(level)}
    assert tuple(attained.place[v].subs(at) for v in (p, q)) == tuple(map(sp.Rational, place))


def level(of_a: float, of_b: float, p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """e^-eps at priors, by the root of F; shares no code."""
    two, one, none = p * (1 - q), 1 - p, p * q - 1 / (1 + of_a / (p * q) + of_b * p)
    below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
    return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))


def searched(of_a: float, of_b: float) -> float:
    """The greatest e^-eps on a grid of priors that is made finer around it."""
    ps = qs = np.geomspace(1e-5, 1, 500)
    width = 0.03
    for _ in range(50):
        levels = level(of_a, of_b, ps[:, None], qs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        ps, qs = (np.minimum(1, v * np.exp(np.linspace(-width, width, 9))) for v in (ps[i], qs[j]))
        width *= 0.7
    return float(levels.max())


def on_sides(of_a: float, of_b: float) -> tuple[float, float]:
    """The greatest e^-eps at p = 1 and at q = 1."""
    found = []
    for first in (True, False):
        along, width, one = np.geomspace(1e-6, 1, 4000), 0.01, np.ones(1)
        for _ in range(40):
            levels = level(of_a, of_b, *((one, along) if first else (along, one)))
            along = np.minimum(1, along[levels.argmax()] * np.exp(np.linspace(-width, width, 41)))
            width *= 0.7
        found.append(float(levels.max()))
    return found[0], found[1]


@pytest.mark.parametrize("seed", range(20))
def test_a_search_agrees_at_random_parameters(seed: int) -> None:
    random = Random(f"parabola or cubic {seed}")
    of_a = sp.Rational(int(10 ** random.uniform(0, 3.05)), 1000)
    of_b = sp.Rational(int(10 ** random.uniform(0, 6)), 4000)
    _, told = told_at(of_a, of_b)
    found = searched(float(of_a), float(of_b))
    if told == sp.oo:
        assert of_a >= 1 and found < 1e-4
    elif told < 8:
        assert float(told) == pytest.approx(-math.log(found), rel=1e-9)


@pytest.mark.family(6)
@pytest.mark.parametrize("of_b", ["1/1000", "1/10", "1", "3", "10", "1000"])
def test_the_greater_side_is_told(of_b: str) -> None:
    """Across both curves on which a root of G is X2, with a on a fine grid."""
    seen = set()
    for k in range(1, 60):
        of_a, b = sp.Rational(k, 150) * min(1, sp.Rational(of_b) / 2), sp.Rational(of_b)
        first, second = on_sides(float(of_a), float(b))
        words, told = told_at(of_a, b)
        assert words == (ON_PARABOLA if first > second else ON_CUBIC)
        assert float(told) == pytest.approx(-math.log(max(first, second)), rel=1e-8)
        seen.add(words)
    assert len(seen) == 2


def test_the_closed_form_at_p_1() -> None:
    """eps = log((sqrt(1 + b) + sqrt(a (a + b)))/(1 - a)): k x + sqrt(a (1 - x^2)) = 1."""
    _, told = told_at(sp.Rational(1, 2), sp.Rational(2))
    assert float(told) == pytest.approx(math.log((math.sqrt(3) + math.sqrt(1.25)) / 0.5), rel=1e-14)


@pytest.mark.parametrize(("of_a", "k"), [("1/3", "2"), ("7/5", "3/2"), ("2", "1/3")])
def test_the_comparison_is_a_resultant(of_a: str, k: str) -> None:
    """N at numbers, with D2 by SymPy."""
    x, number, root = parameter("x"), sp.Rational(of_a), sp.Rational(k)
    of_b = root**2 - 1
    second = sp.discriminant((of_b * p**2 + p + number) * ((1 - p) * x + p) - p, p)
    first = (number + root**2) * x**2 - 2 * root * x + 1 - number
    even, odd = (
        sum(
            sp.Rational(int(c.numerator), int(c.denominator)) * number**i * of_b**j
            for (i, j), c in part.to_dict().items()
        )
        for part in comparison()
    )
    factors = (root - 1) ** 3 * (1 - number) * (number + root**2)
    assert sp.resultant(first, second, x) == factors * (even + root * odd)


@pytest.mark.parametrize(
    "bound", ["2 + a/(p*q) + b*p", "1 + a/(p*q) + b*q", "1 + a/(p*q)", "1 + a/(p*q) + b*p + 1/p"]
)
def test_another_form_is_left_alone(bound: str) -> None:
    assert form_of(problem_of(bound, "a>0", *(["b>0"] if "b" in bound else []))) is None


def test_a_term_without_a_sign_is_left_alone() -> None:
    problem = problem_of(BOUND, "a>1/2", "b>-1/4")
    assert PARABOLA_OR_CUBIC.cases(problem, problem.region, exact_judge()) == ()


def test_a_wrong_branch_is_not_proved() -> None:
    problem, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    branches = PARABOLA_OR_CUBIC.cases(problem, problem.region, judge)
    one, other = (next(b for b in branches if words_of(b) == words) for words in (ON_PARABOLA, ON_CUBIC))
    for right, left in ((one, other), (other, one)):
        PARABOLA_OR_CUBIC.prove(problem, right, judge)
        for wrong in (
            replace(right, conditions=left.conditions),
            replace(right, conditions=right.conditions[:1]),
            replace(right, polynomial=left.polynomial),
            replace(right, number=2),
            replace(right, steps=left.steps),
            replace(right, attained=left.attained),
        ):
            with pytest.raises(UndecidedError):
                PARABOLA_OR_CUBIC.prove(problem, wrong, judge)


@pytest.mark.slow
def test_what_holds_for_other_parameters_is_not_proved() -> None:
    """With b > -1 alone a premise of the theorem fails where a branch has parameters b <= 0."""
    known, wider = problem_of(BOUND, "a>0", "b>0"), problem_of(BOUND, "a>0", "b>-1")
    judge, refused = exact_judge(), 0
    points = [
        {parameter("a"): sp.Rational(i, 10), parameter("b"): -sp.Rational(j, 10)}
        for i in range(1, 10)
        for j in range(1, 10)
    ]
    for branch in PARABOLA_OR_CUBIC.cases(known, known.region, judge)[1:]:
        if any(branch.condition.subs(point) == sp.true for point in points):
            with pytest.raises(UndecidedError, match="a premise fails"):
                PARABOLA_OR_CUBIC.prove(wider, branch, judge)
            refused += 1
    assert refused


@pytest.mark.parametrize("slope", [3, 100])
def test_a_line_on_the_wrong_side_of_a_curve_is_refused(slope: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: for small b, x1 is X2 near b = 8 a, and z1 is near b = 41 a."""
    problem, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    monkeypatch.setattr(parabola_or_cubic, "line", lambda a, b: (slope + 5 * b) * a - b)
    assert PARABOLA_OR_CUBIC.cases(problem, problem.region, judge) == ()


def test_the_other_sign_at_the_roots_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: -D2 in the premises."""
    problem, judge, right = problem_of(BOUND, "a>0", "b>0"), exact_judge(), parabola_or_cubic.at_roots()
    monkeypatch.setattr(parabola_or_cubic, "at_roots", lambda: -right)
    assert PARABOLA_OR_CUBIC.cases(problem, problem.region, judge) == ()
