"""The solver: exact points, nothing but proved answers, and the same answer in every run."""

import os
import signal
import time
from collections.abc import Callable, Sequence

import pytest
import sympy as sp
import z3

from verify.language.condition import non_negative, non_zero, positive, zero
from verify.solvers import process_copy, smt
from verify.solvers.smt import Solver, UndecidedQueryError

A, B, X = sp.symbols("a b x", real=True)


@pytest.fixture
def solver():
    return Solver()


@pytest.mark.parametrize(
    "inconsistent",
    [
        [positive(A), positive(-A)],
        [positive(A), zero(A)],
        [non_negative(A), non_negative(-A), non_zero(A)],
        [positive(-(A**2))],
        [zero(A**2 - 2), positive(A), positive(1 - A)],
        [zero(A**2 + B**2), non_zero(A)],
        [positive(A * B - 1), positive(A), positive(1 - A), positive(B), positive(1 - B)],
        [positive(sp.Integer(0))],
    ],
)
def test_planted_inconsistent_conditions_have_no_point(solver, inconsistent):
    assert not solver.satisfiable(inconsistent, "planted")
    assert solver.find_point(inconsistent, "planted") is None


def test_dropping_one_of_the_inconsistent_conditions_gives_a_point(solver):
    inconsistent = [positive(A * B - 1), positive(A), positive(1 - A), positive(1 - B)]
    for left_out in inconsistent:
        point = solver.find_point([c for c in inconsistent if c is not left_out], "one condition less")
        assert point is not None
        assert not left_out.relation.holds(int(sp.sign(left_out.polynomial.subs({A: 0, B: 0} | point))))


def test_no_conditions_are_satisfied_by_any_point(solver):
    assert solver.satisfiable([], "nothing is asked")
    assert solver.find_point([], "nothing is asked") == {}


def test_point_is_exact_where_it_is_irrational(solver):
    point = solver.find_point([zero(A**2 - 2), positive(-A)], "a root of two")
    assert sp.expand(point[A] ** 2) == 2
    assert point[A] < 0


def test_point_is_exact_where_there_are_no_square_roots(solver):
    polynomial = A**5 - A - 1
    point = solver.find_point([zero(polynomial)], "a root that has no radicals")
    assert sp.Poly(polynomial, A).count_roots() == 1
    assert point[A] == sp.CRootOf(polynomial, 0)


def test_point_is_the_right_one_of_several_roots(solver):
    polynomial = sp.expand((A**2 - 2) * (A**2 - 3))
    point = solver.find_point(
        [zero(polynomial), positive(A - sp.Rational(3, 2))], "the largest of four roots"
    )
    assert point[A] == sp.sqrt(3)
    lower = solver.find_point(
        [zero(polynomial), positive(A), positive(sp.Rational(3, 2) - A)], "the third of four roots"
    )
    assert lower[A] == sp.sqrt(2)


def test_point_with_rational_coordinates_meets_every_condition(solver):
    conditions = [positive(A - 1), positive(2 - A), zero(A * B - 1), non_zero(2 * A - 3)]
    point = solver.find_point(conditions, "a point between one and two")
    assert all(value.is_Rational for value in point.values())
    assert all(c.relation.holds(int(sp.sign(c.polynomial.subs(point)))) for c in conditions)


def test_large_numbers_are_passed_exactly(solver):
    huge = sp.Integer(10) ** 60 + 1
    point = solver.find_point([zero(A - huge / 3)], "a large fraction")
    assert point[A] == huge / 3


def test_implication_and_its_failure(solver):
    assert solver.implies([positive(A - 1)], positive(A), "a > 1 implies a > 0")
    assert not solver.implies([positive(A)], positive(A - 1), "a > 0 does not imply a > 1")
    assert not solver.implies([], positive(A**2), "a square may be 0")
    assert solver.implies([], non_negative(A**2), "a square is not negative")


def test_empty_hypotheses_imply_everything(solver):
    assert solver.implies([positive(A), positive(-A)], positive(sp.Integer(-1)), "from nothing")


def test_clauses_ask_for_one_of_their_conditions(solver):
    between = [non_negative(A), non_negative(1 - A)]
    outside = (positive(-A), positive(A - 1))
    assert not solver.satisfiable(between, "inside and outside", (outside,))
    assert solver.satisfiable(between, "inside", ((*outside, zero(A)),))
    assert not solver.satisfiable(between, "both clauses", ((zero(A),), (zero(A - 1),)))
    assert not solver.satisfiable(between, "an empty clause holds nowhere", ((),))


def test_answers_with_and_without_clauses_are_kept_apart(solver):
    assert solver.satisfiable([positive(A)], "without")
    assert not solver.satisfiable([positive(A)], "with", ((positive(-A),),))
    assert solver.satisfiable([positive(A)], "without, again")


def test_repeated_question_is_not_put_twice(solver):
    solver.satisfiable([positive(A), positive(B)], "once")
    asked = solver.questions
    solver.satisfiable([positive(B), positive(A)], "the same in another order")
    assert solver.questions == asked


def test_what_has_no_point_is_put_to_z3_once_for_all_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """And anew with other conditions, clauses or fewer steps."""
    unknown, context, asked = sp.Symbol("once", real=True), z3.Context, []
    monkeypatch.setattr(z3, "Context", lambda: asked.append("z3") or context())
    signs = positive(unknown), positive(-unknown)
    assert not any(Solver().satisfiable(signs, "both signs") for _ in range(3))
    assert len(asked) == 1
    assert Solver().satisfiable(signs[:1], "one sign")
    assert not Solver().satisfiable(signs[:1], "both signs", (signs[1:],))
    assert not Solver(steps=5_000).satisfiable(signs, "in few steps")
    assert len(asked) == 4
    assert not Solver().possible(signs, "in one attempt, as it was before")
    assert len(asked) == 4


def hard_question():
    """Positive definite, but only after a good deal of work: Motzkin's form plus a little."""
    x, y, z = sp.symbols("x y z", real=True)
    motzkin = x**4 * y**2 + x**2 * y**4 + z**6 - 3 * x**2 * y**2 * z**2
    return [positive(-motzkin - sp.Rational(1, 10**6)), non_zero(x * y * z)]


def test_step_limit_raises_and_never_guesses():
    with pytest.raises(UndecidedQueryError, match="could not decide") as caught:
        Solver(steps=20).satisfiable(hard_question(), "is Motzkin's form negative")
    assert caught.value.question == "is Motzkin's form negative"
    assert "is Motzkin's form negative" in str(caught.value)


def test_undecided_question_is_not_remembered_as_answered():
    solver = Solver(steps=20)
    for _ in range(2):
        with pytest.raises(UndecidedQueryError):
            solver.satisfiable(hard_question(), "is Motzkin's form negative")


def test_undecided_question_is_decided_with_more_steps(solver):
    assert not solver.satisfiable(hard_question(), "is Motzkin's form negative")


def test_hard_is_what_one_attempt_does_not_decide(solver):
    assert Solver(steps=20).is_hard(hard_question(), "is Motzkin's form negative")
    assert not solver.is_hard([positive(A)], "a sign")
    assert not solver.is_hard([positive(A), positive(-A)], "both signs")


def dies() -> z3.Solver:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def waits() -> z3.Solver:
    time.sleep(10**6)
    raise AssertionError


class Garbage:
    """Anything but what z3 says."""

    def __getattr__(self, _: str) -> Callable[..., str]:
        return lambda *_: "garbage"


@pytest.mark.parametrize("portfolio", [dies, waits, Garbage])
def test_a_portfolio_that_dies_or_hangs_or_says_garbage_decides_nothing(
    portfolio: Callable[[], z3.Solver], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first attempt decides stays as it is; of the rest nothing follows, and a note says so."""
    monkeypatch.setattr(smt, "_portfolio", portfolio)
    monkeypatch.setattr(smt, "QUICK_STEPS", 3_000)
    monkeypatch.setattr(smt, "_EXCLUDED", {})
    monkeypatch.setattr(process_copy, "TICK", 0.01)
    solver = Solver()
    assert not solver.satisfiable([positive(A), positive(-A), positive(B)], "both signs")
    assert solver.find_point([zero(A**2 - 2), positive(A)], "a root of two") == {A: sp.sqrt(2)}
    for ask in (solver.satisfiable, solver.find_point):
        with pytest.raises(UndecidedQueryError, match=r"could not decide \(.*(ended|nothing|garbage)"):
            ask(hard_question(), "is Motzkin's form negative")
    assert solver.is_hard(hard_question(), "is Motzkin's form negative")


def test_what_the_first_attempt_decided_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many steps or more; with fewer it is asked: no answer depends on what was asked before."""
    put, attempt = list[int](), smt._attempt

    def counted(make: smt.Attempt, script: str, steps: int, names: Sequence[str]) -> smt._Said:
        put.append(steps)
        return attempt(make, script, steps, names)

    monkeypatch.setattr(smt, "_attempt", counted)
    monkeypatch.setattr(smt, "_FIRST_DECIDED", {})
    some, none = [positive(A), positive(2 - A**2)], [positive(A), positive(-1 - A**3)]
    for steps in (20_000, 50_000, 200_000):
        assert Solver(steps).possible(some, "a root") and not Solver(steps).possible(none, "no cube")
    assert put == [20_000, 20_000]
    assert Solver(10_000).possible(some, "a root") and not Solver(10_000).possible(none, "no cube")
    assert put == [20_000, 20_000, 10_000, 10_000]
    assert Solver(1).is_hard(none, "no cube")
    assert Solver().find_point(some, "a point is not remembered") is not None


def test_the_portfolio_says_the_same_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smt, "QUICK_STEPS", 1)
    monkeypatch.setattr(smt, "_EXCLUDED", {})
    conditions = [zero(A**3 - 2), positive(A * B - 1), positive(X - B), non_zero(X - 2), positive(5 - X)]
    points = []
    for copies in (True, False, True):
        monkeypatch.setattr(smt, "CAN_COPY", copies)
        points.append(Solver().find_point(conditions, "a point with a root of three"))
        assert not Solver().satisfiable([*hard_question(), positive(A)], f"copies: {copies}")
    assert points[0] is not None and points[0] == points[1] == points[2]


@pytest.mark.parametrize("expression", [sp.sqrt(A), 1 / A, sp.pi * A, sp.exp(A), A**B, sp.Float(0.5) * A])
def test_non_polynomial_conditions_are_refused(solver, expression):
    with pytest.raises(TypeError, match="not a polynomial over the rationals"):
        solver.satisfiable([positive(expression)], "refused")


def test_same_question_finds_the_same_point_in_any_order():
    curve = [positive(A * B - X), positive(X)]
    conditions = [positive(A - B), positive(B), positive(3 - A), non_zero(A - 1), *curve]
    orders = (conditions, conditions[::-1], conditions[2:] + conditions[:2])
    points = [Solver().find_point(order, "a point") for order in orders]
    assert points[0] == points[1] == points[2]


@pytest.mark.parametrize("name", ["true", "and", "_", "|", "\\", "pi", "a b", "!"])
def test_any_name_is_an_unknown(name: str) -> None:
    unknown = sp.Symbol(name, real=True)
    assert Solver().satisfiable([positive(unknown - 7)], "above 7")
    assert not Solver().satisfiable([positive(unknown - 7), positive(-unknown)], "above 7 and below 0")


def test_namesakes_and_names_with_primes_are_different_unknowns() -> None:
    same = [sp.Symbol("p", real=True), sp.Dummy("p"), sp.Symbol("p'", real=True)]
    apart = [positive(same[0]), positive(-same[1]), positive(same[2] - 5), positive(3 - same[0])]
    point = Solver().find_point(apart, "three unknowns")
    assert point is not None and point[same[2]] > 5 > 3 > point[same[0]] > 0 > point[same[1]]


def test_no_point_is_not_believed_where_a_simple_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = sp.Symbol("p", real=True)
    monkeypatch.setattr(Solver, "_check", lambda *_, **__: None)
    with pytest.raises(UndecidedQueryError, match="but there is p = 1"):
        Solver().satisfiable([positive(unknown), positive(2 - unknown)], "between 0 and 2")
    assert not Solver().satisfiable([positive(unknown), positive(-unknown)], "both signs")
