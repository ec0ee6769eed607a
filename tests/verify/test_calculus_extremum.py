"""Extrema: the bound, its sharpness, attained or not; wrong claims fail for the reason they are wrong."""

import pytest
import sympy as sp
from sympy.abc import a, c, p, q, t, x, y

from verify.calculus.extremum import Infimum, Maximum, Minimum, Path, Supremum
from verify.evidence import Outcome
from verify.prover.prover import Prover
from verify.prover.witness import Wanted

ZERO, ONE = sp.Integer(0), sp.Integer(1)


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover()


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (Minimum(x + a**2 / x, (x,), 2 * a, {x: a}), [x > 0, a > 0]),
        (Minimum(x, (x,), ZERO), [x >= 0]),
        (Maximum(x * (1 - x), (x,), sp.Rational(1, 4), {x: sp.Rational(1, 2)}), []),
        (Infimum(x, (x,), ZERO, Path(t, {x: t})), [x > 0]),
        (Infimum(sp.log(x), (x,), -sp.oo, Path(t, {x: t})), [x > 0]),
        (Infimum(x * sp.exp(-x), (x,), ZERO, Path(t, {x: 1 / t})), [x > 0]),
        (Supremum(p / (p + q), (p, q), ONE, Path(t, {p: a, q: t})), [p > 0, q > 0, p <= a]),
        (Supremum(x / (1 + x), (x,), ONE, Path(t, {x: 1 / t})), [x > 0]),
        (Minimum(sp.exp(x) - x, (x,), ONE, {x: ZERO}), []),
        (Minimum(sp.Max(x, 2 * a - x), (x,), a, {x: a}), []),
        (Minimum(sp.Abs(x - a), (x,), sp.Max(0, -a), {x: sp.Max(0, a)}), [x >= 0]),
    ],
    ids=lambda part: part.text[:50] if hasattr(part, "text") else "",
)
def test_true_extrema_are_proved(prover, claim, domain) -> None:
    evidence = claim.examine(tuple(domain), prover)
    assert evidence.proved, evidence.note


def test_smaller_value_is_the_witness_against_an_infimum(prover: Prover) -> None:
    evidence = Infimum(x**2 - 2 * x, (x,), ZERO, {x: ZERO}).examine((x >= 0,), prover)
    assert evidence.refuted
    assert (x**2 - 2 * x).subs(evidence.witness) < 0


def test_minimum_is_attained_and_infimum_need_not_be(prover: Prover) -> None:
    domain = (x > 0,)
    assert Infimum(x, (x,), ZERO, Path(t, {x: t})).examine(domain, prover).proved
    assert Minimum(x, (x,), ZERO).examine(domain, prover).refuted
    assert Minimum(x, (x,), ZERO, {x: ZERO}).examine(domain, prover).refuted
    assert Infimum(x, (x,), ZERO, {x: ZERO}).examine(domain, prover).refuted  # point outside of the set


def test_point_in_the_set_with_another_value_is_refuted(prover: Prover) -> None:
    assert Infimum(x + a, (x,), a, {x: ONE}).examine((x >= 0,), prover).refuted


def test_attained_for_some_parameters_only(prover: Prover) -> None:
    evidence = Minimum(x + a**2 / x, (x,), 2 * a, {x: a}).examine((x > 0, a >= 0), prover)
    assert evidence.refuted
    assert evidence.witness == {a: 0}


def test_path_must_stay_in_the_set(prover: Prover) -> None:
    leaves = Infimum(x, (x,), ZERO, Path(t, {x: -t})).examine((x > 0,), prover)
    assert leaves.refuted
    assert "leaves the set" in leaves.note
    # In the set for every t > 0, but not approaching the value.
    assert Infimum(x, (x,), ZERO, Path(t, {x: 1 + t})).examine((x > 0,), prover).refuted
    # In the set only up to a bound on t, which is enough.
    assert Infimum(x, (x,), ZERO, Path(t, {x: t})).examine((x > 0, x < a), prover).proved


def test_bound_that_is_not_sharp_is_refuted(prover: Prover) -> None:
    evidence = Infimum(x, (x,), -ONE).examine((x > 0,), prover)
    assert evidence.refuted
    assert "better bound" in evidence.note


def test_bound_without_a_named_point_stays_open(prover: Prover) -> None:
    assert Infimum(x + a, (x,), a).examine((x > 0,), prover).outcome is Outcome.OPEN


def test_undefined_inside_the_set_is_refuted(prover: Prover) -> None:
    evidence = Infimum(1 / x**2, (x,), ZERO, Path(t, {x: 1 / t})).examine((), prover)
    assert evidence.refuted
    assert evidence.witness == {x: 0}


def test_empty_set_proves_nothing(prover: Prover) -> None:
    assert Minimum(x, (x,), ZERO, {x: ZERO}).examine((x > 0, x < 0), prover).outcome is Outcome.OPEN


def test_parameters_for_which_the_set_is_empty_do_not_count(prover: Prover) -> None:
    assert Supremum(x, (x,), a, Path(t, {x: a - t})).examine((x > 0, x < a), prover).proved


def test_row_that_does_not_apply_need_not_be_defined(prover: Prover) -> None:
    rows = sp.Piecewise((1 / (x - a), x > c), (x + y, True))  # at x = a the first row is no number
    inside = (x >= a, x <= c, y > 0)
    along = Path(t, {x: a, y: t})
    assert Infimum(rows, (x, y), a, along).examine(inside, prover).proved
    assert Infimum(rows, (x, y), a, {x: a, y: ZERO}).examine((x >= a, x <= c, y >= 0), prover).proved
    assert Infimum(rows, (x, y), a - 1, along).examine(inside, prover).refuted


def test_row_that_applies_has_to_be_defined(prover: Prover) -> None:
    rows = sp.Piecewise((a + 1 / (x - a) ** 2, sp.Ge(x, c)), (x + y, True))
    inside = (x >= a, sp.Ge(a, c), y > 0)
    assert not Infimum(rows, (x, y), a, Path(t, {x: a, y: t})).examine(inside, prover).proved


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (Minimum(x + a, (x,), a), (x > 0, a > 0)),
        (Maximum(a - x, (x,), a), (x > 0, a > 0)),
        (Minimum(a / x, (x,), ZERO), (x > 0, a > 0)),
    ],
)
def test_bound_that_is_strict_everywhere_is_not_attained(claim, domain, prover: Prover) -> None:
    evidence = claim.examine(domain, prover)
    assert evidence.refuted
    assert evidence.witness == {a: 1}
    assert "not attained" in evidence.note


def test_better_bound_that_fails_near_an_end_is_not_put_to_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the points that come first it holds: they miss the value by more than the gap."""
    asked = []
    at_any_point = Prover.at_any_point
    monkeypatch.setattr(Prover, "at_any_point", lambda self: asked.append(1) or at_any_point(self))
    approached, missed = Minimum(x + a, (x,), a), Minimum(x + a, (x,), a - 2)
    assert approached.examine((x > 0, a > 0), Prover()).refuted and not asked
    assert "a better bound" in missed.examine((x > 0, a > 0), Prover()).note and asked


def test_bound_that_may_be_attained_is_not_refuted(prover: Prover) -> None:
    assert Minimum(x + a, (x,), a).examine((x >= 0, a > 0), prover).outcome is Outcome.OPEN
    assert Infimum(x + a, (x,), a).examine((x > 0, a > 0), prover).outcome is Outcome.OPEN


@pytest.mark.parametrize(
    "make",
    [
        lambda: Infimum(x, (), ZERO),
        lambda: Infimum(x, (x,), x),
        lambda: Minimum(x, (x,), ZERO, Path(t, {x: t})),
        lambda: Minimum(x, (x,), -sp.oo),
        lambda: Infimum(x, (x,), -sp.oo, {x: ZERO}),
        lambda: Infimum(x + p, (x, p), ZERO, {x: ZERO}),
        lambda: Infimum(x + p, (x, p), ZERO, {x: p, p: ZERO}),
    ],
)
def test_bad_input_is_refused(make) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_in_a_trial_a_place_outside_of_the_set_is_told_before_the_bound() -> None:
    """The bound is wrong, too: each prover says what it looks at first, and both refute."""
    statement, domain = Minimum(a * x, (x,), a**2 + 1, {x: a}), (x > 0, x < 1, a > 0, a < 5)
    plain, trial = (statement.examine(domain, Prover(wanted=w)) for w in (Wanted.SIMPLE, Wanted.ANY))
    assert plain.refuted and trial.refuted
    assert x in plain.witness and x not in trial.witness
    assert Minimum(x, (x,), a, {x: a}).examine((x >= a,), Prover(wanted=Wanted.ANY)).proved
