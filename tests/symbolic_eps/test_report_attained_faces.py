"""The faces of the greatest attained root as they are told: short, each polynomial once, and as they are."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, Proof, RootFace
from symbolic_eps.closed_forms.storage import restored, stored
from symbolic_eps.minimum.attained_roots.attained import AttainedRoot
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.report.attained_faces import definitions, face_lines, faces_record, polynomial_names
from symbolic_eps.report.case_headings import LONG
from symbolic_eps.report.prose import Part, Prose, as_latex, as_markdown, plain
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.evidence import Grade
from verify.language.note import Note

A, B = parameter("a"), parameter("b")
SUM, LARGER, BOXED = "1+a*p/q+b/p", "max(1+a/q,1+b/p**2)", "1+a*q/p+b*p/q"
BOX = {BOXED: ("p<=2/3",)}


@cache
def told(text: str) -> PiecewiseInfimum:
    profile, judge = RiskProfile(text, ["a>0", "b>0"], box=list(BOX.get(text, ()))), exact_judge()
    pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(judge))
    known, domain = profile.parameter_region, profile.domain
    problem = Problem(
        pieces, profile.free_priors, (), known, judge, domain, whole=pieces, risk=Risk.of(profile)
    )
    branch, proof = AttainedRoot.of(problem, judge).branch(()), Proof(Grade.COMPUTED)
    return PiecewiseInfimum(profile, (branch,), proof, (proof,))


def lines(text: str) -> list[str]:
    found = told(text)
    (branch,) = found.branches
    return [plain(one) for one in face_lines(branch, found.profile, polynomial_names(found))][1:]


def test_faces_by_their_conditions_and_the_system_by_slopes() -> None:
    assert lines(SUM) == [
        "inside: E1 = 0, F = F_p = F_q = 0",
        "on p = 1: E2 = 0, F = F_q = 0",
        "on q = 1: E3 = 0, F = F_p = 0",
    ]


def test_each_piece_with_its_bound_and_the_curve_between() -> None:
    found = lines(LARGER)
    assert [one for one in found if one.startswith("with")] == [
        "with r* = a/q + 1 in F:",
        "with r* = b/p**2 + 1 in F:",
    ]
    assert found.count("where b*q = a*p**2: E1 = 0, F = 0, and F is stationary along it") == 2
    assert "at p = 0, q = 1: x*(a + 1) - 1 = 0, F = 0" in found


def test_ends_of_a_box_and_limits() -> None:
    found = lines(BOXED)
    assert "on p = 2/3: E3 = 0, F = F_q = 0" in found
    assert found[-1] == "as p and q tend to 0: x**2*(4*a*b - 1) + 2*x - 1 = 0, and roots of F tend to x"


@pytest.mark.parametrize("text", [SUM, LARGER, BOXED])
def test_every_polynomial_of_a_face_is_told_once_and_unchanged(text: str) -> None:
    names = polynomial_names(told(text))
    meant = {name: g for g, name in names.items()}
    assert len(meant) == len(names)
    for defined in definitions(names):
        (equation,) = defined.note.formulas
        assert sp.expand(equation.rhs - meant[equation.lhs]) == 0
    for face in told(text).branches[0].faces:
        for g in sp.Mul.make_args(face.polynomial):
            assert g in names or len(str(g)) <= LONG


def test_names_are_no_parameters() -> None:
    one = DECAY * parameter("E1") ** 30 * (1 + sum(A**k for k in range(20)))
    face = RootFace(sp.expand(one), (), one, ())
    branch, proof = Branch((), face.polynomial, faces=(face,)), Proof(Grade.COMPUTED)
    profile = RiskProfile("1 + E1/p + a/q", ["a>0", "E1>0"])
    names = polynomial_names(PiecewiseInfimum(profile, (branch,), proof, (proof,)))
    assert [name.name for name in names.values()] == ["E2"]


def slopes_told(face: RootFace, text: str) -> list[sp.Symbol]:
    branch = Branch((), face.polynomial, faces=(face,))
    _, words = (plain(one) for one in face_lines(branch, told(text).profile, {}))
    return [v for v in (PRIOR_INCLUSION, PRIOR_VALUE) if f"F_{v}" in words]


def test_slopes_that_are_told_are_those_of_the_equations() -> None:
    """At priors on a face where F = 0, each equation along it is n d or -n d times a slope that is told."""
    p, q, random = PRIOR_INCLUSION, PRIOR_VALUE, Random(1)
    risk = 1 + A * p / q + B / p
    bound = p * (1 - q) * DECAY**2 + (1 - p) * DECAY + p * q - 1 / risk
    for face in told(SUM).branches[0].faces:
        at = {v: sp.Rational(random.randint(1, 9), 10) for v in (p, q, A, B)}
        at |= {v: sp.S.One for v in (p, q) if 1 - v in face.tight}
        at[DECAY] = sp.Poly(bound.subs(at), DECAY).nroots(40)[0]
        stationary = face.equations[1 + len(face.tight) :]
        slopes = [sp.diff(bound, v) for v in slopes_told(face, SUM)]
        assert len(slopes) == len(stationary) == 2 - len(face.tight)
        multiple = sp.prod(sp.fraction(sp.together(risk)))
        for slope, along in zip(slopes, stationary, strict=True):
            expected = abs(multiple.subs(at) * slope.evalf(40, subs=at))
            assert expected > 1e-3
            assert abs(expected - abs(along.evalf(40, subs=at))) < 1e-30


@pytest.mark.parametrize("text", [SUM, LARGER, BOXED])
def test_bullets_are_short_in_every_format(text: str) -> None:
    found = told(text)
    (branch,) = found.branches
    document = Prose(
        "", (), (Part(Note(""), tuple(face_lines(branch, found.profile, polynomial_names(found)))),)
    )
    for form in (as_markdown, as_latex):
        assert max(map(len, form(document).splitlines())) < 300
    assert max(map(len, lines(text))) < 130


def test_json_keeps_everything_written_out() -> None:
    (branch,) = told(SUM).branches
    assert not any("E1" in str(value) for face in faces_record(branch) for value in face.values())
    assert restored(stored(told(SUM).branches)) == told(SUM).branches
