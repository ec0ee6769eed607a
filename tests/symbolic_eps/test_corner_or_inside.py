"""r* = 1 + a (1-p)/p + b (1-q)/q: eps as a limit near p = q = 1, or inside the ranges of both priors.

By hand, with u = (1-p)/p, v = (1-q)/q, M = 1 + u x + u v x + v x^2: F = 0 says r* = (1+u) (1+v)/M, and its
slopes that a = (1+v) (1 - r* x)/M, b = (1 + u - r* x (u+x))/M.
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
from symbolic_eps.closed_forms.closed_form import AttainmentKind, Branch
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.stationary import corner_or_inside
from symbolic_eps.minimum.stationary.corner_or_inside import (
    AT_FIRST,
    AT_SECOND,
    CORNER_OR_INSIDE,
    INSIDE,
    INSIDE_FIRST,
    INSIDE_LARGE,
    INSIDE_SECOND,
    NUMBERS,
    Corner,
    eliminant,
    form_of,
    line,
    second_comparison,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.problems import problem_of
from verify.recheck import check

p, q = PRIORS
a, b, x, w, t = (parameter(name) for name in "abxwt")
BOUND = "1 + a*(1 - p)/p + b*(1 - q)/q"


@cache
def derived() -> Derivation:
    return derive(BOUND, ["a>0", "b>0"])


def words_of(branch: Branch) -> str:
    return branch.steps[0].words


def told_at(of_a: sp.Rational, of_b: sp.Rational) -> tuple[str, float]:
    """How X was found, and X."""
    values = {"a": of_a, "b": of_b}
    found = derived().derived
    return words_of(branch_at(found, values)), math.exp(-float(epsilon_at_precision(found, values, 25)))


def test_all_cases_have_certificates() -> None:
    found = derived()
    assert found.complete and str(found.grade) == "exact"
    assert {words_of(branch) for branch in found.derived.branches} == {AT_FIRST, AT_SECOND, *NUMBERS}
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.parametrize(
    ("words", "of_a", "of_b", "level", "u", "v"),
    [
        (INSIDE, "8/7", "50/49", "1/7", "1/2", "7/5"),
        (INSIDE_FIRST, "35/36", "343/288", "1/8", "1", "8/7"),
        (INSIDE_SECOND, "9/10", "49/50", "1/5", "1/3", "5/7"),
        (INSIDE_LARGE, "576/361", "360/361", "1/9", "7/18", "7/3"),
    ],
)
def test_values_by_hand(words: str, of_a: str, of_b: str, level: str, u: str, v: str) -> None:
    values = {"a": sp.Rational(of_a), "b": sp.Rational(of_b)}
    found, told = told_at(*values.values())
    assert found == words and told == pytest.approx(float(sp.Rational(level)), rel=1e-14)
    (attained,) = branch_at(derived().derived, values).attained
    at = {a: values["a"], b: values["b"], x: sp.Rational(level)}
    place = [1 / attained.place[prior].subs(at) - 1 for prior in (p, q)]
    assert place == [sp.Rational(u), sp.Rational(v)]


@pytest.mark.parametrize(
    ("words", "of_a", "of_b", "level"),
    [(AT_FIRST, "3/5", "9/10", "2/5"), (AT_SECOND, "3/2", "3/4", "1/2"), (AT_SECOND, "9", "8/9", "1/3")],
)
def test_the_limits_at_p_q_1(words: str, of_a: str, of_b: str, level: str) -> None:
    values = {"a": sp.Rational(of_a), "b": sp.Rational(of_b)}
    found, told = told_at(*values.values())
    assert found == words and told == pytest.approx(float(sp.Rational(level)), rel=1e-14)
    (attained,) = branch_at(derived().derived, values).attained
    assert attained.kind is AttainmentKind.LIMIT and dict(attained.place) == {p: 1, q: 1}


def level(of_a: float, of_b: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """e^-eps at priors, by the root of F without cancellation; shares no code."""
    risk = 1 + of_a * u + of_b * v
    two, one, none = v * risk, u * (1 + v) * risk, u * (of_a - 1) + v * (of_b - 1) - u * v
    root = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
    return np.where(none >= 0, 0.0, -2 * none / np.where(root > 0, root, 1))


def searched(of_a: float, of_b: float) -> float:
    """The greatest e^-eps near u = v = 0, and on a grid of u and v that is made finer around it."""
    us, vs, width = np.geomspace(1e-8, 1e4, 500), np.geomspace(1e-8, 1e4, 500), 0.06
    near = np.array([0.0, 1e-12])
    best = float(level(of_a, of_b, near, near[::-1]).max())
    for _ in range(60):
        levels = level(of_a, of_b, us[:, None], vs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        best = max(best, float(levels[i, j]))
        us, vs = (value * np.exp(np.linspace(-width, width, 9)) for value in (us[i], vs[j]))
        width *= 0.75
    return best


@pytest.mark.family(10)
@pytest.mark.parametrize("seed", range(20))
def test_a_search_agrees_at_random_parameters(seed: int) -> None:
    random = Random(f"corner or inside {seed}")
    if seed % 2:
        of_a = sp.Rational(int(10 ** random.uniform(1, 4)), 1000)
        of_b = sp.Rational(int(10 ** random.uniform(1, 4)), 1000)
    else:  # near where all cases meet
        of_a = sp.Rational(random.randint(600, 1600), 1000)
        of_b = sp.Rational(random.randint(880, 1040), 1000)
    _, told = told_at(of_a, of_b)
    assert told == pytest.approx(searched(float(of_a), float(of_b)), rel=1e-6)


@pytest.mark.family(3)
@pytest.mark.parametrize("of_a", ["7/10", "9/10", "99/100", "1", "3/2", "5"])
def test_the_case_is_told(of_a: str) -> None:
    """Across all curves between cases, with b on a fine grid."""
    seen, number = set(), sp.Rational(of_a)
    middle = 1 - 1 / (16 * number**2) if number >= 1 else 2 * number - number**2
    for k in range(-40, 41):
        of_b = middle + sp.Rational(k, 1000 if number < 2 else 20000)
        words, told = told_at(number, of_b)
        near = np.array([0.0, 1e-12])
        limit = float(level(float(number), float(of_b), near, near[::-1]).max())
        found = searched(float(number), float(of_b))
        assert told == pytest.approx(found, rel=1e-6)
        if abs(found - limit) > 1e-5 * found:
            assert words in NUMBERS
        seen.add(words)
    assert len(seen) >= 2


def in_x(of_a: sp.Expr, of_b: sp.Expr) -> sp.Poly:
    """E."""
    return sp.Poly(outside(eliminant(), (x, of_a, of_b)), x)


def second_at(of_w: sp.Expr, f: sp.Expr) -> sp.Expr:
    """T2."""
    even, odd = (outside(part, (f + 1 - of_w, 1 - of_w**2)) for part in second_comparison())
    return sp.expand(even + of_w * odd)


@pytest.mark.parametrize(
    ("of_a", "of_w", "number"),
    [
        ("49/50", "1/10", 3),  # a < b
        ("97/100", "173/1000", 3),  # 0.97 < b
        ("19/20", "1/5", 3),  # a < b, near where X is w
        ("99/100", "7/50", 3),  # b < a < 1
        ("3/2", "1/12", 2),
        ("2", "1/20", 2),
        ("1", "1/7", 2),
    ],
)
def test_the_number_of_lesser_roots(of_a: str, of_w: str, number: int) -> None:
    """One point of each part at least, by Sturm's theorem."""
    level, one = sp.Rational(of_w), sp.Rational(of_a)
    f = one + level - 1
    assert f > 0 and 4 * level * f < 1 - 3 * level and second_at(level, f) > 0
    polynomial = in_x(one, 1 - level**2)
    at_zero = int(polynomial.eval(0) == 0)
    assert polynomial.count_roots(0, level) - at_zero == number and sp.gcd(polynomial, polynomial.diff()) == 1


def test_the_number_of_lesser_roots_on_the_diagonal() -> None:
    """For a = b one of them is a double one."""
    of_w = sp.Rational(1, 10)
    number = 1 - of_w**2
    double = sp.Poly((number * (1 + x) - 1) ** 2, x)
    rest = sp.quo(in_x(number, number), double)
    assert second_at(of_w, number + of_w - 1) > 0 and 1 / number - 1 < of_w
    assert rest.count_roots(0, of_w) == 1 and sp.rem(in_x(number, number), double) == 0


def test_what_the_number_rests_on() -> None:
    for f in (w, w - w**2):
        beside = sp.Poly(second_at(w, f), w)
        counts = [beside.count_roots(0, sp.Rational(1, k)) for k in (3, 4)]
        assert beside.eval(0) > 0 and counts == [1, 1]
    cofactor = sp.cancel(in_x(a, a).as_expr() / (a * (1 + x) - 1) ** 2)
    assert sp.cancel(cofactor.subs(x, 1 / a - 1)) == sp.cancel(
        (a - 1) * (2 * a - 1) * (8 * a**2 - 11 * a + 4) ** 2 / a**3
    )
    assert sp.expand(in_x(a, b).eval(0) - (a - 1) * (b - 1) ** 2) == 0


def test_where_roots_of_e_may_meet() -> None:
    """G and its slopes are 0 at the places that the proof names, and the line excludes them."""
    u, v = sp.symbols("u v")
    grown = 1 + u * x + u * v * x + v * x**2
    g = grown * (1 + a * u + b * v) - (1 + u) * (1 + v)
    of_v = (2 - x + x**2) / (x * (3 - x))
    there = {v: of_v, u: -2 * of_v * x / (1 + of_v)}
    there |= {a: 2 * (1 + x) ** 2 / (x * (3 + x**2) ** 2), b: (1 + x**2) * (3 - x) ** 2 / (3 + x**2) ** 2}
    assert all(
        sp.expand(sp.numer(sp.together(h.subs(there)))) == 0 for h in (g, *(g.diff(s) for s in (u, v, x)))
    )
    assert line(*(float(there[s].subs(x, 0.1)) for s in (a, b))) < 0


@pytest.mark.parametrize(
    "bound",
    ["2 + a*(1-p)/p + b*(1-q)/q", "1 + a*(1-p)/p + b/q", "1 + a*(1-p)/p", "1 + a*(1-p)/q + b*(1-q)/p"],
)
def test_another_form_is_left_alone(bound: str) -> None:
    assert form_of(problem_of(bound, "a>0", *(["b>0"] if "b" in bound else []))) is None


def test_a_term_without_a_sign_is_left_alone() -> None:
    problem = problem_of("1 + (a + 1)*(1 - p)/p + b*(1 - q)/q", "a>-1", "b>-1/4")
    assert CORNER_OR_INSIDE.cases(problem, problem.region, exact_judge()) == ()


def test_a_wrong_branch_is_not_proved() -> None:
    problem, judge = problem_of(BOUND, "a>0", "b>0"), exact_judge()
    branches = {words_of(one): one for one in CORNER_OR_INSIDE.cases(problem, problem.region, judge)}
    assert len(branches) == 6
    for words, other in ((AT_FIRST, AT_SECOND), (AT_SECOND, INSIDE_LARGE), (INSIDE_LARGE, AT_FIRST)):
        right, left = branches[words], branches[other]
        CORNER_OR_INSIDE.prove(problem, right, judge)
        for wrong in (
            replace(right, conditions=left.conditions),
            replace(right, conditions=right.conditions[:1]),
            replace(right, polynomial=left.polynomial),
            replace(right, number=2),
            replace(right, steps=left.steps),
            replace(right, attained=()),
        ):
            with pytest.raises(UndecidedError):
                CORNER_OR_INSIDE.prove(problem, wrong, judge)


def test_what_holds_for_other_parameters_is_not_proved() -> None:
    known, wider = problem_of(BOUND, "a>0", "b>0"), problem_of(BOUND, "a>-1", "b>0")
    judge = exact_judge()
    first = next(
        one for one in CORNER_OR_INSIDE.cases(known, known.region, judge) if words_of(one) == AT_FIRST
    )
    with pytest.raises(UndecidedError, match="a premise fails"):
        CORNER_OR_INSIDE.prove(wider, first, judge)


def planted(monkeypatch: pytest.MonkeyPatch, name: str, wrong: object) -> tuple[Branch, ...]:
    monkeypatch.setattr(corner_or_inside, name, wrong)
    problem = problem_of(BOUND, "a>0", "b>0")
    return CORNER_OR_INSIDE.cases(problem, problem.region, exact_judge())


@pytest.mark.parametrize("steep", ["3", "39/10", "41/10", "5"])
def test_a_line_elsewhere_is_refused(steep: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: N0 > w N1 only up to the line, and T2 < 0 on it alone."""
    slope = sp.Rational(steep)
    assert planted(monkeypatch, "line", lambda a, b: (4 * b - 3) ** 2 - (1 - b) * (slope * a - 1) ** 2) == ()


def test_other_comparisons_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: T1 with another sign, and T2 for -w."""
    first, (even, odd) = corner_or_inside.first_comparison(), second_comparison()
    with monkeypatch.context() as patch:
        assert planted(patch, "first_comparison", lambda: -first) == ()
    with monkeypatch.context() as patch:
        assert planted(patch, "second_comparison", lambda: (even, -odd)) == ()
    with monkeypatch.context() as patch:
        assert planted(patch, "second_comparison", lambda: (-even, -odd)) == ()
    assert planted(monkeypatch, "first_comparison", lambda: first) != ()


def roots_in(polynomial: sp.Expr, v: sp.Symbol) -> list[sp.Expr]:
    """Of a polynomial in one parameter alone."""
    return sp.solve(polynomial, v) if polynomial.free_symbols == {v} else []


def test_a_third_is_the_border_of_both_limits() -> None:
    """For f = g = 0, that is a = 1-w and b = 1-w^2, D/u^2 has a double root u > 0 for w = 1/3 alone."""
    of_a, of_b = 1 - x, 1 - x**2
    k = of_a * x**2 + (1 + of_b) * x - 1
    roots = sp.real_roots(sp.Poly(k**2 - 4 * of_a * of_b * x**3, x))
    (border,) = [root for root in roots if 0 < root < 1 and k.subs(x, root) < 0]
    at_a, at_b = (e.subs(x, border) for e in (of_a, of_b))
    alone = {
        words: {v: {root for c in part for root in roots_in(c.polynomial, v)} for v in (a, b)}
        for words, part in Corner(a, b).parts()
        if words in (INSIDE_FIRST, INSIDE_SECOND, INSIDE_LARGE)
    }
    assert alone == {
        INSIDE_FIRST: {a: {1, at_a}, b: set()},
        INSIDE_SECOND: {a: {1}, b: {at_b}},
        INSIDE_LARGE: {a: {1}, b: {1, at_b}},
    }


def test_the_line_multiplied_out() -> None:
    """With w^2 = 1-b and f = a+w-1 it is 0 where 4 w f = 1 - 3 w, and where that holds for -w."""
    both = sp.prod(1 - 3 * v - 4 * v * (a + v - 1) for v in (w, -w))
    assert sp.expand(line(a, 1 - w**2) - both) == 0
