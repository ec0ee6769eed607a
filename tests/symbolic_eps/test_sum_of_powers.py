"""r* = 1 + a/p^m + b/q^2, m = 1 or 2: at one end, at the other, or inside the ranges of both priors.

By hand: any x and s give p and q, inside or on a side, and these a and b for which e^-eps = x. For instance,
for m = 1, x = 1/12 and s = 1/6: U = 1/9, V = 1/36, p = 4/11, q = 4/13, a = 12/11, b = 32/169.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.evaluate import branch_at, epsilon_at_precision
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.stationary import root_of_sum, sum_of_powers
from symbolic_eps.minimum.stationary.cases_of_powers import (
    cases_of_powers,
    is_of_powers,
    powers_of,
    prove_of_powers,
)
from symbolic_eps.minimum.stationary.signs_in_strip import ONE, Strip, U, evidence_along
from symbolic_eps.minimum.stationary.sum_of_two_terms import context
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.problems import problem_of
from verify.kernel import Rejected, fingerprint
from verify.language.condition import non_negative
from verify.recheck import check

a, b = parameter("a"), parameter("b")

QUESTIONS = {1: "1 + a/p + b/q**2", 2: "1 + a/p**2 + b/q**2"}


@cache
def derived(m: int) -> Derivation:
    return derive(QUESTIONS[m], ["a>0", "b>0"])


@pytest.mark.family(12)
@pytest.mark.parametrize("m", QUESTIONS)
def test_all_cases_have_certificates(m: int) -> None:
    found = derived(m)
    assert found.complete and str(found.grade) == "exact"
    assert [is_of_powers(branch) for branch in found.derived.branches] == [False] * (m - 1) + [True] * 4
    for certificate in found.certificates.values():
        check(certificate, {})


@pytest.mark.family(12)
@pytest.mark.parametrize(
    ("m", "of_a", "of_b", "level", "which"),
    [
        (1, "12/11", "32/169", "1/12", "least"),
        (1, "200/369", "729/3481", "9/50", "greatest"),
        (1, "2/25", "7/25", "1/2", ""),
        (1, "39/49", "3/98", "1/2", "least"),
        (2, "12/25", "125/784", "1/6", "greatest"),
        (2, "60/49", "343/3072", "1/15", "2nd least"),
        (2, "1/100", "11/25", "1/2", "least"),
        (2, "39/49", "3/98", "1/2", "least"),
    ],
)
def test_values_by_hand(m: int, of_a: str, of_b: str, level: str, which: str) -> None:
    values = {"a": sp.Rational(of_a), "b": sp.Rational(of_b)}
    told = epsilon_at_precision(derived(m).derived, values, 25)
    assert abs(float(told) + math.log(sp.Rational(level))) < 1e-14
    assert branch_at(derived(m).derived, values).which == which


@pytest.mark.parametrize(("of_b", "finite"), [("1/4", False), ("249/1000", True)])
def test_unconstrained_where_4_a_b_is_at_least_1(of_b: str, finite: bool) -> None:
    told = epsilon_at_precision(derived(2).derived, {"a": sp.Integer(1), "b": sp.Rational(of_b)}, 25)
    assert math.isfinite(told) == finite


def searched(m: int, of_a: float, of_b: float) -> float:
    """The least eps on a grid of priors that is made finer around its least value; shares no code."""

    def level(p: np.ndarray, q: np.ndarray) -> np.ndarray:
        two, one, none = p * (1 - q), 1 - p, p * q - 1 / (1 + of_a / p**m + of_b / q**2)
        below = one + np.sqrt(np.maximum(one**2 - 4 * two * none, 0))
        return np.where(none >= 0, 0.0, -2 * none / np.where(below > 0, below, 1))

    ps = qs = np.geomspace(1e-5, 1, 500)
    width = 0.03
    for _ in range(50):
        levels = level(ps[:, None], qs[None, :])
        i, j = np.unravel_index(levels.argmax(), levels.shape)
        ps, qs = (np.minimum(1, v * np.exp(np.linspace(-width, width, 9))) for v in (ps[i], qs[j]))
        width *= 0.7
    return -math.log(levels.max())


def drawn(m: int, random: Random) -> tuple[sp.Rational, sp.Rational]:
    """Parameters, in half of the draws such that the minimum is often inside."""
    first = sp.Rational(int(10 ** random.uniform(0, 4.5)), 3000)
    if random.random() < 0.5:
        return first, sp.Rational(random.randint(20, 95), 100) / (4 * first + (4 if m == 1 else 0))
    return first, sp.Rational(int(10 ** random.uniform(0, 4.5)), 3000)


@pytest.mark.family(9)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("m", QUESTIONS)
def test_a_search_agrees_at_random_parameters(m: int, seed: int) -> None:
    random = Random(f"sum of powers {m} {seed}")
    for _ in range(4):
        of_a, of_b = drawn(m, random)
        told = epsilon_at_precision(derived(m).derived, {"a": of_a, "b": of_b}, 25)
        if told == sp.oo:
            assert m == 2 and 4 * of_a * of_b >= 1
        elif told < 8:
            assert float(told) == pytest.approx(searched(m, float(of_a), float(of_b)), rel=1e-9)


@pytest.mark.parametrize("bound", ["1 + a/p + 1/q**2", "1 + 1/p**2 + a/q**2", "1 + a/p**2 + a/q**2"])
def test_one_parameter(bound: str) -> None:
    found = derive(bound, ["a>0"])
    assert found.complete and str(found.grade) == "exact"
    powers = {
        "1 + a/p + 1/q**2": (1, 1, 0),
        "1 + 1/p**2 + a/q**2": (2, 0, 1),
        "1 + a/p**2 + a/q**2": (2, 1, 1),
    }
    m, of_a, of_b = powers[bound]
    for value in ("1/50", "1/8", "1/5", "7/10", "3"):
        number = sp.Rational(value)
        told = epsilon_at_precision(found.derived, {"a": number}, 25)
        if told != sp.oo:
            near = searched(m, float(number**of_a), float(number**of_b))
            assert float(told) == pytest.approx(near, rel=1e-9)


@pytest.mark.parametrize(
    ("bound", "assumptions", "fixed"),
    [
        ("2 + a/p + b/q**2", ("a>0", "b>0"), {}),
        ("1 + a/p + b/q", ("a>0", "b>0"), {}),
        ("1 + a/p**3 + b/q**2", ("a>0", "b>0"), {}),
        ("1 + a/p + b/q**2", ("a>0", "b>0"), {"q": "q"}),
        ("1 + 1/p + 1/q**2", (), {}),
        ("1 + a/p + b/q**2 + 1/(p*q)", ("a>0", "b>0"), {}),
    ],
)
def test_another_form_is_left_alone(bound: str, assumptions: tuple[str, ...], fixed: dict[str, str]) -> None:
    assert powers_of(problem_of(bound, *assumptions, **fixed)) is None


def test_a_term_without_a_sign_is_left_alone() -> None:
    problem = problem_of("1 + a/p + b/q**2", "a>0", "b>-1")
    assert cases_of_powers(problem, problem.region, exact_judge()) == ()


PLANTED: dict[str, Callable[[Branch, Branch], Branch]] = {
    "the root of another case": lambda one, other: replace(one, number=other.number),
    "the conditions of another case": lambda one, other: replace(one, conditions=other.conditions),
    "a condition less": lambda one, _: replace(one, conditions=one.conditions[:-1]),
    "a weaker condition": lambda one, _: replace(one, conditions=(*one.conditions[:-1], non_negative(1 - a))),
    "another polynomial": lambda one, _: replace(one, polynomial=sp.expand((one.polynomial or 0) + x)),
    "the words of another case": lambda one, other: replace(one, steps=other.steps),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("said", PLANTED)
@pytest.mark.parametrize("m", QUESTIONS)
def test_a_wrong_branch_is_not_proved(m: int, said: str) -> None:
    problem, judge = problem_of(QUESTIONS[m], "a>0", "b>0"), exact_judge()
    *_, small, large = derived(m).derived.branches
    for one, other in ((small, large), (large, small)):
        prove_of_powers(problem, one, judge)
        with pytest.raises(UndecidedError):
            prove_of_powers(problem, PLANTED[said](one, other), judge)


def test_sides_are_not_swapped() -> None:
    problem, judge = problem_of(QUESTIONS[2], "a>0", "b>0"), exact_judge()
    _, second, first, *_ = derived(2).derived.branches
    for one, other in ((first, second), (second, first)):
        prove_of_powers(problem, one, judge)
        with pytest.raises(UndecidedError):
            prove_of_powers(problem, replace(one, conditions=other.conditions), judge)


@pytest.fixture
def afresh() -> Iterator[None]:
    """Nothing is remembered of what was shown before, nor of what is planted."""
    kept = (
        *(root_of_sum.signs_of_root, root_of_sum.near_signs, root_of_sum.border_signs),
        *(sum_of_powers.signs, sum_of_powers.stationary, sum_of_powers.borders),
    )
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.parametrize("m", QUESTIONS)
def test_e_has_the_roots_that_the_theorem_says(m: int) -> None:
    """By its coefficients in floats: X inside is the root of the number that the theorem tells."""
    random, seen = Random(f"roots of E {m}"), set[bool]()
    for _ in range(400):
        s = random.random() ** 2
        level = s * random.random()
        above = 2 * (s - s * s - (s - level) / m)
        v = above - (s - level)
        if not (0 < v < level * (1 - level) and (1 + level) * (s - level) < above):
            continue
        of_a = (s - level) * (v / (level * (1 - level))) ** m / (m * s * s)
        of_b = above**3 * level**2 / (2 * (s * v * (1 + level)) ** 2)
        small = of_a <= root_of_sum.LARGEST[m]
        terms = sum_of_powers.stationary(m).to_dict().items()
        coefficients = np.zeros(1 + max(int(i) for (i, _, _), _ in terms))
        for (i, j, k), c in terms:
            coefficients[int(i)] += float(c.p) / float(c.q) * of_a ** int(j) * of_b ** int(k)
        roots = np.roots(coefficients[::-1])
        real = sorted(r.real for r in roots if abs(r.imag) < 1e-9 and 0 < r.real < 1)
        if any(abs(r - level) > 1e-6 and abs(r - level) < 1e-2 for r in real) or not real:
            continue  # floats may not tell them apart
        assert real[-1 if small else m - 1] == pytest.approx(level, rel=1e-5)
        seen.add(small)
    assert seen == {True, False}


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize(
    ("m", "largest", "small"), [(1, "2", True), (1, "1/2", False), (2, "3", True), (2, "1/20", False)]
)
def test_another_border_between_roots_is_refused(
    m: int, largest: str, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: an A for which X is not that root, with the k that belongs to it."""
    level, (low, high) = sp.Rational(largest), sum_of_powers.lowest(m)
    monkeypatch.setitem(root_of_sum.LARGEST, m, level)
    with pytest.raises(UndecidedError, match="A is not between"):
        root_of_sum.signs_of_root(m, small)

    def of_a(k: fmpq) -> fmpq:
        return (1 - k) * high(k) / (m * low(k))

    places = [fmpq(j, 200) for j in range(101 if m == 1 else 1, 200)]
    beyond = [k for k in places if (of_a(k) >= fmpq(int(level.p), int(level.q))) == small]
    ends, k = (root_of_sum.FROM, max(beyond)) if small else (root_of_sum.UP_TO, min(beyond))
    monkeypatch.setitem(ends, m, k)
    with pytest.raises(UndecidedError, match="signs of coefficients"):
        root_of_sum.signs_of_root(m, small)


@pytest.mark.usefixtures("afresh")
@pytest.mark.family(2)
@pytest.mark.parametrize("j", [0, 3, 7])
@pytest.mark.parametrize("m", QUESTIONS)
def test_other_weights_are_refused(m: int, j: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a weight that is too small, and one by which the negative coefficients may be two blocks."""
    before, after = root_of_sum.WEIGHTS[m][j]
    for wrong in ((before, after / 3), (before, -after), (before + 1000, after)):
        weights = [*root_of_sum.WEIGHTS[m][:j], wrong, *root_of_sum.WEIGHTS[m][j + 1 :]]
        monkeypatch.setitem(root_of_sum.WEIGHTS, m, weights)
        with pytest.raises(UndecidedError):
            list(root_of_sum.large_signs(m))


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("m", QUESTIONS)
def test_another_root_is_refused(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: E with another factor, which has roots on either side of X; and E with another coefficient."""
    e = sum_of_powers.stationary(m)
    y, a_, _ = e.context().gens()
    for wrong in (e * (y - fmpq(1, 100)) * (y - fmpq(9, 10)), e + y * a_, -e):
        monkeypatch.setattr(root_of_sum, "stationary", lambda _, wrong=wrong: wrong)
        root_of_sum.near_signs.cache_clear()
        for small in (True, False):
            with pytest.raises(UndecidedError):
                root_of_sum.signs_of_root(m, small)


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("m", QUESTIONS)
def test_other_borders_of_cases_are_refused(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: T1 and T2 swapped, or negative."""
    first, second = sum_of_powers.borders(m)
    sum_of_powers.signs(m)
    for wrong in ((second, first), (-first, second), (first, -second)):
        monkeypatch.setattr(sum_of_powers, "borders", lambda _, wrong=wrong: wrong)
        sum_of_powers.signs.cache_clear()
        with pytest.raises(UndecidedError, match="its sign where its side decides"):
            sum_of_powers.signs(m)


@pytest.mark.usefixtures("afresh")
def test_a_sum_whose_tight_places_turn_back_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: places beyond p = 1, where a falls."""
    wide = [Strip((fmpq(1, 2), fmpq(1)), (0 * ONE, ONE), (3 * U - 1, 2 * ONE))]
    monkeypatch.setattr(sum_of_powers, "near", lambda _: wide)
    with pytest.raises(UndecidedError, match="a rises along"):
        sum_of_powers.signs(1)


def test_a_certificate_says_what_it_is_shown_for() -> None:
    """At drawn numbers the certified polynomial is the given one, times a positive power and number."""
    random = Random("certified polynomials")
    u, v, w = context("u", "v", "w").gens()
    for f in (u**2 * v + 2 * w, (1 - u) * (u - fmpq(1, 3)) ** 2 * v + u * w**3 + v * w, u * (2 - u) + v):
        (shown,) = evidence_along(f, (fmpq(1, 3), fmpq(1)), "drawn")
        assert shown.certificate is not None
        check(shown.certificate, {})
        ratios = set()
        for _ in range(5):
            at = [fmpq(random.randint(1, 9), random.randint(1, 9)) for _ in range(3)]
            place = (fmpq(1, 3) + at[0]) / (1 + at[0])
            value = value_of(shown.certificate["claim"]["goal"][1], dict(zip("yvw", at, strict=True)))
            ratios.add(value / f(place, *at[1:]) / (1 + at[0]) ** int(f.degrees()[0]))
        assert len(ratios) == 1 and ratios.pop() > 0


def value_of(tree: object, at: dict[str, fmpq]) -> fmpq:
    match tree:
        case str(text):
            return at[text] if text in at else fmpq(int(text))
        case ["^", base, int(k)]:
            return value_of(base, at) ** k
        case [word, *parts]:
            whole = fmpq(int(word == "*"))
            for part in parts:
                whole = whole * value_of(part, at) if word == "*" else whole + value_of(part, at)
            return whole
    raise AssertionError(tree)


def test_a_planted_sign_is_rejected_by_the_kernel() -> None:
    """A coefficient of the other sign, and a coefficient changed under the same fingerprint."""
    *_, shown = sum_of_powers.signs(1)
    assert shown.certificate is not None
    for number in ("-1", "7"):
        wrong = deepcopy(dict(shown.certificate))
        wrong["claim"]["goal"][1][1][1] = number
        if number == "-1":
            wrong["fingerprint"] = fingerprint(wrong["claim"])
        with pytest.raises(Rejected):
            check(wrong, {})


def test_a_sign_is_not_seen_where_it_changes_or_a_denominator_does() -> None:
    u, v = context("u", "v").gens()
    unit = Strip((fmpq(0), fmpq(1)), (0 * ONE, ONE), (ONE, ONE))
    assert [unit.sign_of(f) for f in (u + v - 1, (u - v) ** 3, 1 + u * v, -u, (u - v) ** 2)] == [
        0,
        0,
        1,
        -1,
        0,
    ]
    assert replace(unit, high=(ONE, 2 * U - 1)).sign_of(1 + u * v) == 0
