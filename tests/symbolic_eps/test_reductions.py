"""Reductions of the priors: when the theorems apply, what they leave, and that misuse is refused.

By hand: with t = p q fixed, f = p(1-q) x^2 + (1-p) x + p q = (p - t) x^2 + (1 - p) x + t has the slope
x^2 - x <= 0 in p. In a box the largest p on the curve p q = t is p1, or t/q0 where that is less.
"""

from itertools import product

import pytest
import sympy as sp
from sympy import Max, Min, Rational, log, sqrt

from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.reductions import by_product
from symbolic_eps.minimum.reductions.by_monotonicity import reduced_by_monotonicity
from symbolic_eps.minimum.reductions.by_product import depends_on_product, reduced_by_product
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variants import Variant
from verify.evidence import Grade
from verify.prover.certifying_solver import CertifyingSolver
from verify.solvers.smt import Solver, UndecidedQueryError

a, b, r = (parameter(name) for name in "abr")
BOX = ("p0<=p<=p1", "q0<=q<=q1")
IN_BOX = ("0<p0<p1<=1", "0<q0<q1<=1")


def only_piece(profile):
    (piece,) = profile.pieces
    return constrained(piece, profile)


def faces_of(profile, variant=Variant.UNBOUNDED):
    solver = Solver()
    pieces = [constrained(piece, profile) for piece in profile.checked_pieces(solver)]
    return [
        reduced_by_product(piece, profile.free_priors, profile.parameter_region, solver) for piece in pieces
    ]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (sp.Integer(3), True),
        (r / (1 - p * q + r * p * q), True),
        ((p * q + b) / (p * q), True),
        (p**2 * q**2 + p * q + 1, True),
        ((p**2 * q + p) / p, True),
        (1 + b / p, False),
        (p * q**2, False),
        (1 + (p - q) ** 2, False),
    ],
)
def test_structure_is_found(expression, expected):
    assert depends_on_product(expression) is expected


def test_whole_square_is_reduced_to_p_of_one():
    (faces,) = faces_of(RiskProfile(1 + b / (p * q), ("0<b<1",)))
    assert [face.priors for face in faces] == [{p: 1}]
    (face,) = faces
    # F at p = 1 is q + (1 - q) x^2 - q/(q + b), times q + b.
    assert sp.expand(face.polynomial - ((q + b) * (q + (1 - q) * x**2) - q)) == 0
    assert not any(p in c.symbols for c in face.conditions)


def test_box_is_reduced_to_an_l():
    (faces,) = faces_of(RiskProfile(r, ("r>1", *IN_BOX), {}, BOX))
    ends = [face.priors for face in faces]
    p1, q0 = parameter("p1"), parameter("q0")
    assert ends == [{p: p1}, {q: q0}]


def test_pieces_of_a_maximum_are_reduced_with_their_conditions():
    found = faces_of(RiskProfile(Max(a / (p * q), r), ("0<a<1<r",)))
    assert [[face.priors for face in faces] for faces in found] == [[{p: 1}], [{p: 1}]]
    joints = [c.polynomial for faces in found for face in faces for c in face.conditions if r in c.symbols]
    assert sorted(map(str, map(sp.expand, joints))) == sorted(["a - q*r", "-a + q*r"])


@pytest.mark.parametrize(
    "profile",
    [
        RiskProfile(1 + b / q, ("0<b<1",)),
        RiskProfile(r, ("r>1",), {q: q}),
        RiskProfile(r, ("r>1",), {}, ("q<=p",)),
        RiskProfile(r, ("r>1",), {}, ("p+q<=1",)),
    ],
    ids=["risk rises", "fixed", "oblique domain", "sum"],
)
def test_reduction_is_refused_where_it_does_not_apply(profile):
    assert faces_of(profile) == [None]


def test_wrong_theorem_is_not_proved(monkeypatch):
    """Planted: with x^2 and x exchanged, F grows with p along p q = t, and the theorem is false."""
    wrong = p * q + p * x * (1 - q) + x**2 * (1 - p)
    monkeypatch.setattr(
        "symbolic_eps.minimum.constrained_piece.variant_polynomial", lambda _: wrong - parameter("s")
    )
    assert faces_of(RiskProfile(1 + b / (p * q), ("0<b<1",))) == [None]


def test_forgotten_part_of_the_border_is_noticed(monkeypatch):
    """Planted: the side q = q0 of the box is left out; then p = p1 does not take in all curves p q = t."""
    whole = by_product._border

    def without_q(piece, region, judge):
        return tuple(end for end in whole(piece, region, judge) if end[0] is not q)

    monkeypatch.setattr(by_product, "_border", without_q)
    assert faces_of(RiskProfile(r, ("r>1", *IN_BOX), {}, BOX)) == [None]


def test_question_that_stays_open_forbids_the_reduction():
    class Unsure(Solver):
        def _check(self, conditions, question, clauses=(), quick=False, wants_point=False):
            raise UndecidedQueryError(question, conditions, "planted")

    piece = only_piece(RiskProfile(1 + 1 / (2 * p * q)))
    assert reduced_by_product(piece, PRIORS, (), Unsure()) is None
    assert reduced_by_monotonicity(piece, PRIORS, (), Solver(), Unsure()) is None


@pytest.mark.slow
@pytest.mark.parametrize("variant", list(Variant))
def test_each_use_is_certified(variant):
    profile = RiskProfile(r / (1 - p * q + r * p * q), ("r>1", *IN_BOX), {}, BOX, variant)
    found = infimum(profile, judge=CertifyingSolver())
    assert found.grade is Grade.EXACT
    kinds = [step.kind for branch in found.branches for step in branch.steps]
    assert "reduction" in kinds


# --- monotone priors -----------------------------------------------------------------------------------


def test_prior_along_which_eps_only_rises_is_put_at_its_limit():
    """r* = 3: F_q = p (1 - x^2) > 0, so that the root falls as q grows, and q -> 0 decides."""
    piece = only_piece(RiskProfile(sp.Integer(3)))
    (face,) = reduced_by_monotonicity(piece, PRIORS, (), Solver(), Solver())
    assert face.priors == {q: 0}
    (last,) = reduced_by_monotonicity(face, PRIORS, (), Solver(), Solver())
    # At q = 0: F_p = x^2 - x <= 0, so p = 1 decides: x^2 - 1/3.
    assert last.priors == {q: 0, p: 1}
    assert sp.expand(last.polynomial - (3 * x**2 - 1)) == 0


def test_prior_that_turns_is_not_put_at_an_end():
    """r* = 3 with q fixed at 1/4 < 1/3: eps falls with p only where q < 1/(r + 1) = 1/4: it is constant."""
    for value, turns in ((Rational(1, 5), False), (Rational(1, 2), False)):
        profile = RiskProfile(sp.Integer(3), (), {q: value}, ("1/10<=p<=9/10",))
        piece = only_piece(profile)
        assert (reduced_by_monotonicity(piece, (p,), (), Solver(), Solver()) is None) is turns
    profile = RiskProfile(2 - (p - Rational(1, 2)) ** 2, (), {q: Rational(1, 2)})
    assert reduced_by_monotonicity(only_piece(profile), (p,), (), Solver(), Solver()) is None


def test_bound_that_does_not_rise_with_x_moves_no_prior(monkeypatch):
    """Planted: with -x (1 - p), F = -x - s at p = 0 falls, and the sign of F_v says nothing of the root."""
    solver = Solver()
    profiles = [RiskProfile(1 + b / (p * q), ("0<b<1",)), RiskProfile("1 + 1/p")]
    wrong = p * q + p * x**2 * (1 - q) - x * (1 - p)
    monkeypatch.setattr(
        "symbolic_eps.minimum.constrained_piece.variant_polynomial", lambda _: wrong - parameter("s")
    )
    for profile in profiles:
        piece = only_piece(profile)
        assert reduced_by_monotonicity(piece, PRIORS, profile.parameter_region, solver, solver) is None
    monkeypatch.undo()
    piece = only_piece(RiskProfile("1 + 1/p"))
    assert reduced_by_monotonicity(piece, PRIORS, (), solver, solver) is not None


def test_corner_where_the_bound_says_nothing_is_no_end():
    """r* = 1 at p = q = 1: F is 0 there for every x, so that F >= 0 at the corner proves nothing."""
    profile = RiskProfile(1 + (1 - q) / 4, (), {p: sp.Integer(1)})
    found = reduced_by_monotonicity(only_piece(profile), (q,), (), Solver(), Solver())
    assert found is None or all(face.priors[q] != 1 for face in found)


# --- what they are for -----------------------------------------------------------------------------------


def least_on_grid(profile, steps):
    """The least eps over exact priors, by the quadratic formula: never below the infimum."""
    least = sp.oo
    for i, j in product(range(1, steps + 1), repeat=2):
        at = {p: Rational(i, steps), q: Rational(j, steps)}
        if not all(c.relation.holds(int(sp.sign(c.polynomial.subs(at)))) for c in profile.box):
            continue
        bound = profile.bound.subs(at)
        m = float(1 / bound - at[p] * at[q])
        if m <= 0:
            continue
        pf, qf = float(at[p]), float(at[q])
        root = (1 - pf + ((1 - pf) ** 2 + 4 * pf * (1 - qf) * m) ** 0.5) / (2 * m)
        least = min(least, sp.log(root).evalf())
    return least


@pytest.mark.slow
@pytest.mark.parametrize(
    "profile",
    [
        RiskProfile("1 + 1/(10*p) + 1/(20*q)"),
        RiskProfile("1 + (p-1/2)**2 + (q-1/3)**2"),
        RiskProfile("1 + 1/(3*p*q)", (), {}, ("1/10<=p<=1/2", "1/2<=q<=9/10")),
        RiskProfile("4/(1 + 3*p*q)", (), {}, ("1/10<=p<=1/2", "1/5<=q<=9/10")),
        RiskProfile("max(1/(4*p*q), 3)", (), {}, ("1/10<=p<=1/2", "2/5<=q<=9/10")),
        RiskProfile("min(4, 1 + 1/(3*p*q))", (), {}, ("p<=3/4",)),
    ],
    ids=lambda profile: str(profile.bound),
)
def test_hard_profiles_agree_with_a_grid(profile):
    found = exact_epsilon(infimum(profile), {})
    least = least_on_grid(profile, 60)
    assert sp.N(found, 20) <= least + 1e-12
    assert sp.N(found, 20) > least - 0.04


@pytest.mark.slow
def test_value_of_the_sum_profile_by_hand():
    """r* = 1 + 1/(10 p) + 1/(20 q): at p = 1, F has a double zero in q at X.

    n F = 22 (1 - x^2) q^2 + (21 x^2 - 19) q + x^2 has the discriminant 529 x^4 - 886 x^2 + 361, which
    vanishes at x^2 = (443 +- 4 sqrt(330))/529; q = (19 - 21 x^2)/(44 (1 - x^2)) is positive at the lower.
    """
    found = infimum(RiskProfile("1 + 1/(10*p) + 1/(20*q)"))
    by_hand = -log((443 - 4 * sqrt(330)) / 529) / 2
    assert abs(sp.N(exact_epsilon(found, {}) - by_hand, 40)) < 1e-35
    (attained,) = found.branches[0].attained
    squared = (443 - 4 * sqrt(330)) / 529
    value = (19 - 21 * squared) / (44 * (1 - squared))
    assert attained.place[p] == 1
    assert abs(sp.N(attained.place[q].subs(x, sqrt(squared)) - value, 40)) < 1e-35


def test_odds_ratio_on_a_box_is_at_the_corner():
    """r*/(1 - t + r t) depends on t alone; on the L, eps is least at p = p1, q = q0: 1/r* - p1 q0 etc."""
    found = infimum(RiskProfile(r / (1 - p * q + r * p * q), ("r>1", *IN_BOX), {}, BOX))
    (branch,) = found.branches
    p1, q0 = parameter("p1"), parameter("q0")
    values = {p1: Rational(1, 2), q0: Rational(1, 4), parameter("p0"): Rational(1, 5), r: sp.Integer(3)}
    values[parameter("q1")] = Rational(3, 4)
    t = Rational(1, 8)
    m = (1 - t + 3 * t) / 3 - t
    by_hand = (Rational(1, 2) + sqrt(Rational(1, 4) + 4 * Rational(1, 2) * Rational(3, 4) * m)) / (2 * m)
    assert abs(sp.N(branch.epsilon.subs(values) - log(by_hand), 30)) < 1e-25


def test_minimum_of_caps_is_reduced_piece_by_piece():
    found = faces_of(RiskProfile(Min(r, 1 + b / q), ("r>1", "0<b<1")))
    assert [faces is None for faces in found].count(True) == 1
