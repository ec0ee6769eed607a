"""Goals, inverse design, sensitivities and split budgets: by hand, by mpmath, and with planted errors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.guarantees.composition import (
    composition_evidence,
    composition_theorem,
    split,
)
from symbolic_eps.inverse.design import Design, Outcome, design
from symbolic_eps.inverse.goal import Goal, budget_goal, crossing_goal, deviation_goal
from symbolic_eps.inverse.monotone_profile import rises_with
from symbolic_eps.inverse.one_sided import Side, sign_beside
from symbolic_eps.inverse.sensitivity import derivative, sensitivities
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.numeric import root_epsilon
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.evidence import Grade
from verify.language.implication import Implication
from verify.prover.prover import Prover

F = Fraction
a, b, r = parameter("a"), parameter("b"), parameter("r")


def meets(found: Design, value: Fraction) -> bool:
    """Whether the derived eps at a value meets the goal, compared at 60 digits."""
    epsilon = exact_epsilon(found.derived, {found.variable: sp.Rational(value)})
    return bool(sp.N(sp.exp(-epsilon) - found.goal.decay, 60) <= sp.Float("1e-50"))


DURHAM = {"values": {"r": 5}, "fixed": {"q": 1}, "assumptions": ["0<a<1"]}


def test_durham_goal_needs_the_most_aggressive_profile_exactly() -> None:
    # (17): eps = log((5 - a)/(1 - a)) = log 9 exactly at a = 1/2.
    found = design("max(a/p, r)", "a", crossing_goal(25, "24.072", "1/10"), **DURHAM)  # type: ignore[arg-type]
    assert (found.outcome, found.exact, found.epsilon) == (Outcome.SOLVED, sp.Rational(1, 2), sp.log(9))
    assert found.monotone.grade is Grade.EXACT


def test_durham_goal_in_r() -> None:
    found = design(
        "max(a/p, r)", "r", crossing_goal(25, "24.072", "1/10"), {"a": "1/2"}, {"q": 1}, assumptions=["r>1"]
    )
    assert found.exact == 5


@pytest.mark.family(18)
@pytest.mark.parametrize("mechanism", ["geometric", "laplace"])
@pytest.mark.parametrize("target", ["0.4", "1", "5"])
def test_difference_cap_for_a_deviation_is_the_hyperbolic_tangent(mechanism: str, target: str) -> None:
    # (29): eps = log((1+b)/(1-b)), so b = tanh(eps/2).
    goal = deviation_goal(target, mechanism)
    found = design("1+b/(p*q)", "b", goal, assumptions=["0<b<1"])
    with mpmath.workdps(40):
        expected = mpmath.tanh(mpmath.mpf(str(sp.N(goal.epsilon, 40))) / 2)
        assert found.smallest is not None
        low, high = (
            mpmath.mpf(F(e).numerator) / F(e).denominator
            for e in (found.smallest.lower, found.smallest.upper)
        )
        assert low < expected <= high and high - low < 2e-12
        if found.exact is not None:
            assert abs(mpmath.mpf(str(sp.N(found.exact, 40))) - expected) < mpmath.mpf(10) ** -30
    assert found.proposed is not None and F(found.proposed.p, found.proposed.q) >= F(found.smallest.upper)
    assert meets(found, F(found.proposed.p, found.proposed.q))
    assert meets(found, F(found.smallest.upper)) and not meets(found, F(found.smallest.lower))


def test_constant_profile_for_a_crossing_of_several_steps() -> None:
    # eps = log(r)/2, so r = 1/x^2 with x^3 = (1 + x)/10.
    found = design("r", "r", crossing_goal(27, 24, "1/10"), assumptions=["r>1"])
    x = mpmath.findroot(lambda t: t**3 - (1 + t) / 10, 0.5)
    assert found.smallest is not None and abs(float(found.smallest.lower) - float(1 / x**2)) < 1e-10


def test_two_dimensional_profile() -> None:
    # (33): eps = log((r - a)/(1 - a))/2.
    found = design("max(a/(p*q), 3)", "a", budget_goal("log(2)"), assumptions=["0<a<1"])
    assert found.exact == sp.Rational(1, 3)  # (3 - a)/(1 - a) = 4


@pytest.mark.parametrize(
    ("fixed", "budget"),
    [
        ({"p": "1/2"}, "2"),
        pytest.param({"p": "1/20"}, "9", marks=pytest.mark.slow),
        pytest.param({"q": "1/3"}, "2", marks=pytest.mark.slow),
        pytest.param({"q": "1/3"}, "9", marks=pytest.mark.slow),
    ],
)
def test_design_through_roots_of_cubics_against_a_grid_of_priors(fixed: dict[str, str], budget: str) -> None:
    # The difference profile with a fixed prior: eps is the root of a cubic on one of two branches.
    found = design("1+b/(p*q)", "b", budget_goal(budget), {}, fixed, assumptions=["0<b<1"])
    assert found.outcome is Outcome.SOLVED and found.smallest is not None
    free = np.linspace(1e-6, 1, 1_000_001)
    p_, q_ = (free, float(F(fixed["q"]))) if "q" in fixed else (float(F(fixed["p"])), free)
    value = float(found.smallest.upper)
    least = root_epsilon(p_, q_, 1 + value / (p_ * q_)).min()
    assert least == pytest.approx(float(F(budget)), rel=1e-6)


@pytest.mark.slow
def test_goals_that_nothing_or_everything_meets() -> None:
    never = design("min(1+b/(p*q), 3)", "b", deviation_goal(1), assumptions=["0<b<1"])
    assert never.outcome is Outcome.NEVER and never.proposed is None  # at most log(3)/2 < log(2 + sqrt(3))
    assert design("r", "r", crossing_goal(27, 24, "1/2"), assumptions=["r>1"]).outcome is Outcome.ALWAYS
    assert (
        design("r", "r", crossing_goal(24, 24, "1/4", "laplace"), assumptions=["r>1"]).outcome
        is Outcome.NEVER
    )
    assert design("r", "r", budget_goal("log(2)"), assumptions=["4<=r<9"]).outcome is Outcome.ALWAYS
    assert design("r", "r", budget_goal("log(2)"), assumptions=["5<r<9"]).outcome is Outcome.ALWAYS
    assert design("r", "r", budget_goal("log(3)"), assumptions=["5<r<9"]).outcome is Outcome.NEVER
    closed = design("r", "r", budget_goal("log(3)"), assumptions=["5<r<=9"])
    assert closed.outcome is Outcome.SOLVED and closed.proposed == 9


def test_a_profile_that_falls_with_the_parameter_is_not_designed_for() -> None:
    with pytest.raises(UndecidedError, match="eps falls as a rises"):
        design("max((1-a)/(p*q), 3)", "a", deviation_goal(1), assumptions=["0<a<1"])
    assert not rises_with(RiskProfile("max((1-a)/(p*q), 3)", ["0<a<1"]), a).proved
    assert not rises_with(RiskProfile("2 + (a-1/2)**2", ["0<a<1"]), a).proved
    assert rises_with(RiskProfile("2 + (a-1/2)**2", ["1/2<a<1"]), a).proved


def test_a_box_or_case_that_moves_with_the_parameter_is_refused() -> None:
    with pytest.raises(UndecidedError, match="box"):
        rises_with(RiskProfile("3*a", ["1/2<a<1"], {}, ["p<=a"]), a)
    with pytest.raises(UndecidedError, match="condition"):
        rises_with(RiskProfile("piecewise((3, p <= a), 2)", ["0<a<1"]), a)


@pytest.mark.parametrize(
    "call",
    [
        lambda: design("r", "r", deviation_goal(1)),
        lambda: design("r", "r", deviation_goal(1), assumptions=["r<9"]),
        lambda: design("r", "r", deviation_goal(1), assumptions=["r**2>4"]),
        lambda: design("r", "r", deviation_goal(1), {"r": 2}, assumptions=["r>1"]),
        lambda: design("r", "t", deviation_goal(1), assumptions=["t>1"]),
        lambda: design("max(a/p, r)", "r", deviation_goal(1), assumptions=["r>1"]),
        lambda: design("r", "r", deviation_goal(1), {"b": 2}, assumptions=["r>1"]),
        lambda: design("r", "p", deviation_goal(1), {"r": 2}, assumptions=["p>1"]),
        lambda: deviation_goal(0),
        lambda: deviation_goal("-1"),
        lambda: deviation_goal(0.5),  # type: ignore[arg-type]
        lambda: crossing_goal(25, 24, 1),
        lambda: crossing_goal(25, 24, "1/10", "gauss"),
        lambda: budget_goal("oo"),
    ],
)
def test_designs_with_wrong_input_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        call()


def test_a_goal_that_no_budget_meets_needs_infinity() -> None:
    assert Goal("never", sp.Integer(0)).epsilon is sp.oo


# --- sensitivities


def test_signs_beside_a_point() -> None:
    assert [sign_beside(a**2 * (a - 1), a, sp.Integer(0), side) for side in Side] == [-1, -1]
    assert [sign_beside((a - sp.sqrt(2)) ** 3, a, sp.sqrt(2), side) for side in Side] == [-1, 1]
    assert sign_beside(sp.Integer(0), a, sp.Integer(0), Side.ABOVE) == 0
    assert sign_beside(5 - a / 100, a, sp.oo, Side.BELOW) == -1


@pytest.fixture(scope="module")
def fixed_value() -> object:
    return infimum(RiskProfile("max(a/(p*q), r)", ["0<a<1", "r>1"], {"q": "q"}))


def by_paper(a: float, q: float, r: float) -> object:
    """(24) in 40 digits, with the misprinted sign before a put right."""
    a, q, r = (mpmath.mpf(v) for v in (a, q, r))
    if q == 1:
        return mpmath.log((r - a) / (1 - a))
    if q <= a / r:
        return mpmath.log(a * (1 - q) / (q * (1 - a))) / 2
    if q <= 1 / (r + 1):
        return mpmath.log((1 - q) / (1 / r - q)) / 2
    c = r * q - a
    return mpmath.log(2 * a * (1 - q) / (mpmath.sqrt(c**2 + 4 * a * q * (1 - q) * (1 - a)) - c))


@pytest.mark.slow
@pytest.mark.parametrize(
    "values",
    [
        {"a": "1/4", "q": "1/2", "r": "3"},  # third case
        {"a": "1/4", "q": "1/20", "r": "3"},  # first
        {"a": "1/4", "q": "1/5", "r": "3"},  # second
        {"a": "1/4", "q": "1/12", "r": "3"},  # the joint of the first two
        {"a": "1/4", "q": "1/4", "r": "3"},  # the joint of the last two
        {"a": "1/2", "q": "1", "r": "5"},  # at the end of the range of q
    ],
)
def test_one_sided_derivatives_are_limits_of_difference_quotients(
    fixed_value: object, values: dict[str, str]
) -> None:
    found = sensitivities(fixed_value, values)  # type: ignore[arg-type]
    with mpmath.workdps(90):
        at = {name: mpmath.mpf(F(v).numerator) / F(v).denominator for name, v in values.items()}
        for one in found:
            name = str(one.variable)
            for side, sign in ((one.below, -1), (one.above, 1)):
                if side.value is None:
                    assert name == "q" and sign == 1 and at["q"] == 1
                    continue
                step = mpmath.mpf(10) ** -15
                moved = {**at, name: at[name] + sign * step}
                quotient = (by_paper(**moved) - by_paper(**at)) / (sign * step)  # type: ignore[operator]
                assert abs(mpmath.mpf(str(sp.N(side.value, 30))) - quotient) < mpmath.mpf(10) ** -12
                enclosure = side.enclosure
                assert enclosure is not None and float(enclosure.lower) <= float(side.value) + 1e-15


def test_derivative_of_a_root_of_a_cubic_is_the_implicit_one() -> None:
    derived = infimum(RiskProfile("1+b/(p*q)", ["0<b<1"], {"p": "1/2"}))
    (one,) = sensitivities(derived, {"b": "1/10"})
    step = sp.Rational(1, 10**12)
    values = [exact_epsilon(derived, {b: sp.Rational(1, 10) + k * step}) for k in (-1, 1)]
    quotient = (sp.N(values[1], 50) - sp.N(values[0], 50)) / (2 * step)
    assert one.below.value is not None and abs(sp.N(one.below.value, 40) - quotient) < sp.Float("1e-15")


def test_formula_of_a_branch() -> None:
    (branch,) = infimum(RiskProfile("1+b/(p*q)", ["0<b<1"])).branches
    formula = derivative(branch, b)
    assert formula is not None and sp.simplify(formula - 2 / (1 - b**2)) == 0
    assert DECAY not in formula.free_symbols


def test_eps_that_jumps_or_is_infinite_has_no_derivative() -> None:
    # (25) on p0 <= p <= 1, q = 1: eps = log((1 - p0)/(1/r - p0)), infinite from p0 = 1/r on.
    derived = infimum(RiskProfile("r", ["r>1", "0<p0<1"], {"q": 1}, ["p>=p0"]))
    infinite = {str(s.variable): s for s in sensitivities(derived, {"r": 3, "p0": "1/2"})}
    assert infinite["p0"].above.value is None and "oo" in infinite["p0"].above.note
    finite = {str(s.variable): s for s in sensitivities(derived, {"r": 3, "p0": "1/6"})}
    # d/dp0 [log(1 - p0) - log(1/r - p0)] = 1/(1/r - p0) - 1/(1 - p0) = 6 - 6/5.
    assert finite["p0"].above.value == finite["p0"].below.value == sp.Rational(24, 5)


@pytest.mark.parametrize("values", [{}, {"r": "1/2"}, {"r": 2, "t": 1}, {"r": 2.5}, {"r": "sqrt(2)"}])
def test_sensitivities_need_exact_values_within_the_assumptions(values: dict[str, object]) -> None:
    with pytest.raises(InputError):
        sensitivities(infimum(RiskProfile("r", ["r>1"])), values)


# --- composition


def test_equal_shares_add_up_to_the_whole() -> None:
    found = split("log(9)", 4)
    assert [share.epsilon for share in found.shares] == [sp.log(9) / 4] * 4
    assert sum(F(share.epsilon_double) for share in found.shares) <= F("2.1972245773362193827904904738450514")


def test_weighted_shares_add_up_to_the_whole() -> None:
    found = split("1", weights=["1/3", 1, "0.5"])
    assert [share.epsilon for share in found.shares] == [
        sp.Rational(2, 11),
        sp.Rational(6, 11),
        sp.Rational(3, 11),
    ]
    assert sum(F(share.epsilon_double) for share in found.shares) <= 1


def test_each_release_alone_guarantees_its_own_theorem_1() -> None:
    (share, _) = split("log(9)", 2).shares
    p, q = parameter("p"), parameter("q")
    third = sp.Rational(1, 3)
    assert sp.simplify(share.profile - 1 / (p * q + p * (1 - q) * third**2 + (1 - p) * third)) == 0


def test_two_releases_compose_by_enumeration() -> None:
    # Two randomised answers with x = 1/2 and y = 1/3: the ratio of the pair reaches, and keeps to, 6.
    x, y = F(1, 2), F(1, 3)
    first, second = (1 / (1 + x), x / (1 + x)), (1 / (1 + y), y / (1 + y))
    ratios = [first[i] * second[j] / (first[1 - i] * second[1 - j]) for i in (0, 1) for j in (0, 1)]
    assert max(ratios) == 6 and min(ratios) == F(1, 6)


def test_composition_is_proved_and_a_stronger_claim_is_not() -> None:
    assert composition_evidence().grade is Grade.EXACT
    theorem = composition_theorem()
    f, g, h, k, y = (parameter(name) for name in "fghky")
    stronger = Implication(theorem.hypotheses, sp.Ge(f * h, DECAY * g * k))
    assert Prover().decide(stronger).refuted
    assert y in theorem.symbols


@pytest.mark.parametrize(
    "call",
    [
        lambda: split("1"),
        lambda: split("1", 2, [1, 1]),
        lambda: split("1", 0),
        lambda: split("1", 10**9),
        lambda: split("1", weights=[1, 0]),
        lambda: split("1", weights=[1, -1]),
        lambda: split("1", weights=["x"]),
        lambda: split("0", 2),
        lambda: split("oo", 2),
        lambda: split("-1", 2),
    ],
)
def test_splits_with_wrong_input_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(InputError):
        call()
