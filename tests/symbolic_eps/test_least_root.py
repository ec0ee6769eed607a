"""X as the least of several roots: the ridge of max(a/p, b/q).

By hand, where a q = b p the priors are p = a t, q = b t, and F = x + (a x^2 - a x - 1) t + a b (1 - x^2) t^2.
At the end of t, where p = 1 or q = 1, F > 0 for a, b > 1; so X is the least root of the discriminant
D = (1 + a x (1 - x))^2 - 4 a b x (1 - x^2), which is 1 at x = 0 and at x = 1 and has two roots between. At
a = b = 1 it is (x^2 + x - 1)^2: no end rational in a and b is between the roots all over a, b > 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp
from flint import fmpq, fmpz_poly
from mpmath import mp, mpf
from sympy import Rational

from symbolic_eps import derive
from symbolic_eps.answers.derivation import Derivation
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.closed_forms.evaluate import epsilon_at_precision
from symbolic_eps.closed_forms.root_count import before_second_root
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.coq.statements.statement import the_root
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.roots.least_root import is_least_root
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.report.derivation import record
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.grid_minimum import epsilon_at
from verify.language.condition import Condition, non_negative, positive, zero
from verify.recheck import check
from verify.solvers.smt import Solver, UndecidedQueryError

a, b = parameter("a"), parameter("b")
TWO_ROOTS = (x - Rational(1, 3)) * (Rational(2, 3) - x)


@pytest.fixture(scope="module")
def ridge() -> Derivation:
    return derive("max(a/p, b/q)", ["a>1, b>1"])


@pytest.mark.slow
def test_the_ridge_of_two_parameters_is_proved_for_all_of_them(ridge: Derivation) -> None:
    (branch,) = ridge.derived.branches
    assert ridge.complete and str(ridge.grade) == "exact" and branch.conditions == ()
    assert branch.sides and branch.between == (0, 1)
    discriminant = (1 + a * x * (1 - x)) ** 2 - 4 * a * b * x * (1 - x**2)
    assert sp.expand(branch.polynomial + discriminant) == 0
    for certificate in ridge.certificates.values():
        check(certificate, {})


@pytest.mark.family(12)
@pytest.mark.parametrize("seed", range(4))
def test_no_prior_needs_less_and_one_needs_as_much(seed: int, ridge: Derivation) -> None:
    """At random parameters, by the quadratic equation of Theorem 2 alone."""
    random = Random(f"ridge {seed}")
    m, n = (1 + Fraction(random.randint(1, 400), 10 ** random.randint(1, 3)) for _ in range(2))
    exact = epsilon_at_precision(ridge.derived, {a: m, b: n}, 25)
    priors = [(mpf(random.random()), mpf(random.random())) for _ in range(400)]
    with mp.workdps(30):
        steep, flat = mpf(m.numerator) / m.denominator, mpf(n.numerator) / n.denominator
        at = {x: mp.exp(-exact), a: steep, b: flat}
        place = ridge.derived.branches[0].attained[0].place
        worst = tuple(mpf(sp.N(place[v].subs(at), 30)) for v in PRIORS)
        assert all(0 < v <= 1 for v in worst)
        least = [epsilon_at(max(steep / p, flat / q), p, q) for p, q in (*priors, worst)]
        assert abs(least.pop() - exact) < mpf(10) ** -18 and min(least) > exact
    fast = CompiledForm(ridge.derived).enclosure({"a": m, "b": n})
    assert fast is not None and fast.width < Fraction(1, 10**12)
    assert abs(mpf(fast.lower.numerator) / fast.lower.denominator - exact) < mpf(10) ** -12


def test_reports_say_which_root(ridge: Derivation) -> None:
    assert record(ridge)["branches"][0]["root_of"]["which"] == "least"
    stated = the_root(ridge.derived.branches[0])
    assert stated.startswith("exists x' : R, (0 <= x' <= 1 /\\ ")
    assert stated.endswith(" = 0 -> x' <= y') /\\")


def test_what_is_stored_keeps_the_sides(ridge: Derivation) -> None:
    assert restored(stored(ridge.derived.branches)) == ridge.derived.branches


@pytest.mark.family(24)
@pytest.mark.parametrize(
    "planted",
    [
        lambda branch: replace(branch, sides=tuple(c.negation for c in branch.sides)),
        lambda branch: replace(branch, sides=()),
        lambda branch: replace(branch, sides=(positive(a - 1 + x),)),
        lambda branch: replace(branch, polynomial=sp.expand(branch.polynomial - x)),
    ],
    ids=["negated", "none", "idle", "another polynomial"],
)
def test_a_planted_branch_is_not_proved(planted: Callable, ridge: Derivation) -> None:
    wrong = [planted(ridge.derived.branches[0])]
    with pytest.raises((UndecidedError, UndecidedQueryError)):
        infimum(ridge.profile, branches=wrong, patience=20)


@pytest.mark.parametrize(
    ("side", "holds"),
    [
        (positive(1 - 2 * x), True),
        (positive(1 - 3 * x), False),  # 0 at the root itself
        (non_negative(1 - 3 * x), True),
        (non_negative(1 - 4 * x), False),  # 0 before the root
        (non_negative(x - Rational(1, 2)), False),  # not at the lower end
        (non_negative(2 - x), True),  # never 0: the parabola turns above 0
        (zero(1 - 2 * x), False),
    ],
)
def test_sides_hold_at_the_least_root_or_prove_nothing(side: Condition, holds: bool) -> None:
    assert is_least_root(TWO_ROOTS, [side], (), Solver()) is holds


@pytest.mark.parametrize(
    ("polynomial", "holds"),
    [
        (-((x - Rational(1, 2)) ** 2) + Rational(1, 100), True),
        (-((x**2 - Rational(1, 2)) ** 2) + Rational(1, 100), True),
        (-((x**2 - Rational(1, 2)) ** 2), False),  # touches 0 from below: no certificate says that it is 0
        (-((x**2 - Rational(1, 2)) ** 2) - Rational(1, 100), False),
        (-((x**2 - 2) ** 2) + Rational(1, 2), False),  # turns beyond 1, where both roots are
        (-((x - Rational(1, 2)) ** 2) * (x + 1) + Rational(1, 100), False),
    ],
)
def test_a_side_that_is_0_at_1_alone_needs_a_turn_above_0(polynomial: sp.Expr, holds: bool) -> None:
    assert is_least_root(sp.expand(polynomial), [non_negative(1 - x)], (), Solver()) is holds


def test_a_side_that_another_one_stops_first() -> None:
    late = non_negative(Rational(9, 10) - x)  # 0 beyond both roots, where the first side fails
    assert not is_least_root(TWO_ROOTS, [late], (), Solver())
    assert is_least_root(TWO_ROOTS, [positive(1 - 2 * x), late], (), Solver())


def test_an_interval_ends_before_the_second_root() -> None:
    for coefficients, low, high in (([2, -9, 9], (1, 3), (2, 3)), ([-2, 24, -90, 100], (1, 5), (1, 2))):
        end = before_second_root(fmpz_poly(coefficients), fmpq(0), fmpq(1))  # the second with a double root
        assert end is not None and fmpq(*low) <= end < fmpq(*high)
    assert before_second_root(fmpz_poly([1, 0, 1]), fmpq(0), fmpq(1)) is None
