"""The greatest attained root: faces, eliminants, limits, and values beside an independent search."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

from symbolic_eps.closed_forms.arrays import epsilon_array
from symbolic_eps.closed_forms.attained_root import NoPolynomialError, attained_root
from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, Proof, RootFace
from symbolic_eps.closed_forms.compiled_root import CompiledRoot
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.attained_roots.at_origin import faces_at_origin
from symbolic_eps.minimum.attained_roots.attained import AttainedRoot
from symbolic_eps.minimum.attained_roots.eliminants import elimination_of
from symbolic_eps.minimum.attained_roots.faces import faces_of
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.rounding import Rounding
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.enclosure import Enclosure
from verify.evidence import Grade
from verify.language.condition import non_negative, positive

A, B = parameter("a"), parameter("b")
SUM = "1+a*p/q+b/p"

PROFILES = {
    SUM: (),
    "max(1+a/(p*q**2),1+b*q/p)": (),
    "max(1+a/q,1+b/p**2)": (),
    "1+a*q/p+b*p/q": ("p<=2/3",),
    "max(1+a/(p*q),1+b*q/p)": (),
    "1+a*p*q+b/q": ("q<=1/3",),
}
"""With the box of each."""

ROUNDINGS: tuple[Rounding, ...] = ("down", "nearest")

NEAR = 1e-9
"""Relative, between the search's value and the exact one."""


def profile_of(text: str, *box: str, assumptions: tuple[str, ...] = ("a>0", "b>0")) -> RiskProfile:
    return RiskProfile(text, list(assumptions), box=list(box))


def problem_of(profile: RiskProfile) -> Problem:
    pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(exact_judge()))
    known, judge = profile.parameter_region, exact_judge()
    return Problem(
        pieces, profile.free_priors, (), known, judge, profile.domain, whole=pieces, risk=Risk.of(profile)
    )


@cache
def told(text: str) -> Branch:
    return AttainedRoot.of(problem_of(profile_of(text, *PROFILES[text])), exact_judge()).branch(())


def value(branch: Branch, a: Fraction, b: Fraction) -> float:
    point = [fmpq(c.numerator, c.denominator) for c in (a, b)]
    enclosure = CompiledRoot(branch, (A, B)).enclosure(point, 128)
    assert enclosure is not None
    return float(enclosure.lower)


def searched(profile: RiskProfile, a: float, b: float) -> float:
    """The least eps on grids of log p and log q, finer and finer, from several starts."""
    risk = sp.lambdify((*PRIORS, A, B), profile.bound, "numpy")
    ends = [min(c.polynomial.subs(v, 0) / -c.polynomial.coeff(v) for c in profile.domain
            if c.symbols == {v} and c.polynomial.coeff(v) < 0) for v in PRIORS]  # fmt: skip

    def decays(log_p: np.ndarray, log_q: np.ndarray) -> np.ndarray:
        p, q = np.exp(log_p), np.exp(log_q)
        m = np.maximum(1 / risk(p, q, a, b) - p * q, 0)
        s = np.sqrt((1 - p) ** 2 + 4 * p * (1 - q) * m)
        return np.where(m > 0, 2 * m / np.where(m > 0, 1 - p + s, 1), 0)

    highest, lowest = np.log([float(end) for end in ends]), np.log([1e-16, 1e-16])
    best = 0.0
    for start in ((-30.0, 0.0), (-3.0, -3.0), (-1.0, -1.0), (0.0, -3.0), (-3.0, 0.0)):
        centre, width = np.array(start), np.array([8.0, 8.0])
        for _ in range(32):
            low, high = (np.clip(centre + side * width, lowest, highest) for side in (-1, 1))
            grids = np.meshgrid(np.linspace(low[0], high[0], 21), np.linspace(low[1], high[1], 21))
            found = decays(*grids)
            at = np.unravel_index(np.argmax(found), found.shape)
            centre, best = np.array([grid[at] for grid in grids]), max(best, float(found[at]))
            width *= 0.4
    return -math.log(best) if best else math.inf


def drawn(text: str, count: int) -> list[tuple[Fraction, Fraction]]:
    source = random.Random(text)
    return [
        (Fraction(source.randint(1, 60), source.choice([20, 200])), Fraction(source.randint(1, 60), 20))
        for _ in range(count)
    ]


@pytest.mark.parametrize("text", PROFILES)
def test_value_is_that_of_a_search_over_both_priors(text: str) -> None:
    profile = profile_of(text, *PROFILES[text])
    for a, b in drawn(text, 3):
        found = value(told(text), a, b)
        assert found == pytest.approx(searched(profile, float(a), float(b)), rel=NEAR), (a, b)


def test_no_prior_bounds_eps_where_no_root_is_attained() -> None:
    """For a >= 1, 1 + a/q times p q is at least 1 at p = 1; with 1 + a/(p q) it is so everywhere."""
    branch = AttainedRoot.of(problem_of(profile_of("1+a/(p*q)", assumptions=("a>0",))), exact_judge()).branch(
        ()
    )
    root = CompiledRoot(branch, (A,))
    infinite, finite = (root.enclosure([fmpq(*c)], 128) for c in ((2, 1), (1, 2)))
    assert infinite is not None and infinite.is_infinite
    assert finite is not None and not finite.is_infinite


def test_degree_of_the_inside_is_that_of_the_shortest_eliminant() -> None:
    """Both orders of elimination leave other factors; those in common are one of degree 11."""
    degrees = [sp.degree(face.polynomial, DECAY) for face in told(SUM).faces]
    assert degrees == [11, 4, 4]


def no_polynomial(bound: sp.Expr) -> Branch:
    """With a polynomial that is 0 for all x at a = 1."""
    p = PRIORS[0]
    face = RootFace((A - 1) * DECAY, (bound, p), bound, (positive(p), non_negative(1 - p)))
    return Branch((), face.polynomial, between=(sp.S.Zero, sp.S.One), faces=(face,))


def test_value_where_a_polynomial_is_zero_for_all_x() -> None:
    p = PRIORS[0]
    third, none = no_polynomial(3 * DECAY - 1 + p), no_polynomial(DECAY * (1 + p))
    enclosure = CompiledRoot(third, (A,)).enclosure([fmpq(1)], 256)
    assert enclosure is not None
    assert enclosure.lower < math.log(3) + 1e-15
    assert enclosure.upper > math.log(3) - 1e-15
    assert enclosure.width < Fraction(1, 2**120)
    assert CompiledRoot(none, (A,)).enclosure([fmpq(1)], 256) == Enclosure(math.inf, math.inf)


def test_value_that_halving_does_not_reach_is_an_error_and_no_nan() -> None:
    profile, proof = profile_of("1+a/q", assumptions=("a>0",)), Proof(Grade.COMPUTED)
    branch = no_polynomial(2**200 * DECAY - 1 + PRIORS[0])
    with pytest.raises(NoPolynomialError):
        epsilon_array(PiecewiseInfimum(profile, (branch,), proof, (proof,)), {"a": 1}, rounding="down")


def test_function_is_never_nan_where_the_answer_is_complete() -> None:
    """At a = 1/2 the polynomials of the faces are 0 for all x; with a planted error in them it is told."""
    profile, proof = profile_of("1+a/(p*q)", assumptions=("a>0",)), Proof(Grade.COMPUTED)
    branch = AttainedRoot.of(problem_of(profile), exact_judge()).branch(())

    def with_faces(change: Callable[[sp.Expr], sp.Expr]) -> PiecewiseInfimum:
        faces = tuple(replace(face, polynomial=change(face.polynomial)) for face in branch.faces)
        return PiecewiseInfimum(profile, (replace(branch, faces=faces),), proof, (proof,))

    vanishing = with_faces(lambda g: g * (2 * A - 1))
    exact = searched(profile, 0.5, 0)
    with pytest.raises(NoPolynomialError):
        attained_root(vanishing.branches[0].faces, {A: sp.S.Half})
    assert vanishing.lambdify()(0.5) == pytest.approx(exact, rel=NEAR)
    for rounding in ROUNDINGS:
        found = epsilon_array(vanishing, {"a": 0.5}, rounding=rounding)
        assert found == pytest.approx(exact, rel=NEAR)
    wrong = with_faces(lambda g: g + DECAY)
    for function in (wrong.lambdify(), lambda a: epsilon_array(wrong, {"a": a})):
        with pytest.raises(UndecidedError, match=r"not told|less than each"):
            function(0.5)


# --- planted errors


def without_face(branch: Branch, number: int) -> Branch:
    faces = (*branch.faces[:number], *branch.faces[number + 1 :])
    return replace(branch, faces=faces, polynomial=sp.Mul(*(face.polynomial for face in faces)))


def test_a_face_left_out_is_noticed() -> None:
    """Where eps is least on that face: one of the points is on each."""
    branch, noticed = told(SUM), set[int]()
    for a, b in (*drawn(SUM, 5), (Fraction(1, 100), Fraction(3)), (Fraction(3), Fraction(1, 10))):
        values = {A: sp.Rational(a.numerator, a.denominator), B: sp.Rational(b.numerator, b.denominator)}
        for number in range(len(branch.faces)):
            try:
                attained_root(without_face(branch, number).faces, values)
            except UndecidedError:
                noticed.add(number)
    assert len(noticed) >= 2


def greatest_root(branch: Branch, a: Fraction, b: Fraction) -> float:
    """Of all in (0, 1), attained or not."""
    values = {A: sp.Rational(a.numerator, a.denominator), B: sp.Rational(b.numerator, b.denominator)}
    assert branch.polynomial is not None
    roots = [r for face in branch.faces for r in sp.Poly(face.polynomial.subs(values), DECAY).nroots(30)]
    return -math.log(max(float(sp.re(r)) for r in roots if abs(sp.im(r)) < 1e-20 and 0 < sp.re(r) < 1))


def test_a_root_that_is_attained_nowhere_is_not_taken() -> None:
    """There are parameters at which a greater root has no priors; there it would give another eps."""
    profile = profile_of(SUM)
    spurious = [
        (a, b) for a, b in drawn(SUM, 8) if greatest_root(told(SUM), a, b) < value(told(SUM), a, b) - 1e-3
    ]
    assert spurious
    a, b = spurious[0]
    assert value(told(SUM), a, b) == pytest.approx(searched(profile, float(a), float(b)), rel=NEAR)


def test_another_coefficient_of_an_eliminant_is_noticed() -> None:
    branch = told(SUM)
    values = {A: sp.Rational(1, 2), B: sp.Rational(1, 2)}
    assert attained_root(branch.faces, values) is not None
    planted = tuple(replace(face, polynomial=face.polynomial + DECAY) for face in branch.faces)
    with pytest.raises(UndecidedError, match=r"not told|less than each"):
        attained_root(planted, values)


def test_another_branch_is_not_proved() -> None:
    root = AttainedRoot.of(problem_of(profile_of("1+a*q/p+b*p/q")), exact_judge())
    branch = root.branch(())
    assert root.prove(branch)
    for planted in (
        without_face(branch, 0),
        replace(branch, polynomial=branch.polynomial + DECAY),
        replace(branch, faces=(replace(branch.faces[0], polynomial=DECAY), *branch.faces[1:])),
    ):
        with pytest.raises(UndecidedError, match="is not that of the greatest attained root"):
            root.prove(planted)


@pytest.mark.parametrize("text", PROFILES)
def test_eliminants_are_those_that_both_orders_of_the_priors_leave(text: str) -> None:
    """Each order eliminated as a whole, without numbers for parameters, if it tells x at all."""
    problem = problem_of(profile_of(text, *PROFILES[text]))
    parameters, free = (A, B), problem.free
    for piece in problem.whole:
        for face in faces_of(piece, free):
            elimination, equations = elimination_of(face, free, parameters, problem.region)
            sets = list[set[str]]()
            for order in permutations(range(3, 5)):
                with suppress(UndecidedError):
                    steps = [*elimination.last_steps(equations, order)]
                    sets.append(set(elimination.eliminated(steps, order[-1])))
            assert set(elimination.shared(equations, (3, 4))) == set.intersection(*sets)


def test_numbers_for_parameters_show_only_what_is_so() -> None:
    """Where a number, here a = 7, takes a power of the prior away, nothing is shown."""
    problem = problem_of(profile_of(SUM))
    elimination, _ = elimination_of(next(faces_of(problem.whole[0], problem.free)), problem.free, (A, B), ())
    a, _, x, p, _ = elimination.space.context.gens()
    pivot, product = p - a, (x + a) * (x - a)
    assert elimination.may_leave(x + a, [(pivot, [x**2 - p**2])], 3)
    assert elimination.may_leave(x + a, [(None, [product])], 3)
    assert elimination.may_leave(x + a, [(None, [product]), (None, [x + a + 1])], 3)
    assert not elimination.may_leave(x + a + 1, [(pivot, [x**2 - p**2]), (None, [product])], 3)
    assert elimination.may_leave(x + a + 1, [((a - 7) * p - 1, [x**2 - p**2])], 3)


# --- premises


@pytest.mark.parametrize(
    ("text", "assumptions", "reason"),
    [
        ("1+a*p*q", ("a>0",), "r\\* is not shown to be above 1"),
        ("1+a/q", ("a>0", "a>=1", "a<=1"), "no inside"),
        ("piecewise((1+a/q, p>q), 1+a/p)", ("a>0",), "continuous in the priors"),
        ("1+a*(p-q)**2+b/p", ("a>0", "b>0"), "continuous in the parameters"),
    ],
)
def test_without_a_premise_nothing_is_told(text: str, assumptions: tuple[str, ...], reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        AttainedRoot.of(problem_of(profile_of(text, assumptions=assumptions)), exact_judge())


# --- limits


def test_limit_at_the_origin_is_the_least_risk_along_curves() -> None:
    """r* = 1 + a t + b/t for q = t p: at least 1 + 2 sqrt(a b), which is 1/x."""
    faces = AttainedRoot.of(problem_of(profile_of("1+a*q/p+b*p/q")), exact_judge()).faces
    (face,) = [one for one in faces if one.at_origin]
    x = 1 / (1 + 2 * sp.sqrt(sp.Rational(1, 4) * sp.Rational(1, 9)))
    assert face.polynomial.subs({A: sp.Rational(1, 4), B: sp.Rational(1, 9), DECAY: x}) == 0


def test_vertices_of_the_polygon_are_limits() -> None:
    """1 + a p/q^2 + b q tends to oo or to 1 + a t; as t tends to 0, to 1, which is not above 1."""
    problem = problem_of(profile_of("1+a*p/q**2+b*q"))
    with pytest.raises(UndecidedError, match="above 1 near"):
        [*faces_at_origin(problem.whole[0], problem.free, problem.region, exact_judge())]


def test_a_stored_branch_comes_back() -> None:
    (branch,) = restored(stored([told(SUM)]))
    assert branch == told(SUM)
