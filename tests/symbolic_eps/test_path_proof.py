"""Theorems of Coq where F is convex along a border: each kind of place on the path, and planted errors."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.coq.along_path.along_path import lines_along_path
from symbolic_eps.coq.along_path.path_tangents import Tangent
from symbolic_eps.coq.along_path.relevance_steps import with_relevance_steps
from symbolic_eps.coq.own_theorem import proof_lines
from symbolic_eps.coq.project import library_files
from symbolic_eps.coq.shipped import LIBRARY
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.statement import statement
from symbolic_eps.minimum.along_path.convex_path import Path as Border
from symbolic_eps.minimum.along_path.convex_path import path_along
from symbolic_eps.minimum.along_path.path_cases import PathSearch
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from tests.symbolic_eps.coq_files import REAL_NUMBERS, accepted, refused_in_its_proof, with_library
from verify.coq import theorems
from verify.deadline import OutOfTime, check_time, deadline
from verify.solvers.smt import Solver

p, q = PRIORS
ALONG = "above its tangents"
"""What a proof along a path says of itself."""

HALVES = ("1/2 <= p", "1/2 <= q")
NARROW = ("1/5 <= p <= 3/4", "1/4 <= q <= 4/5")
KINDS = {
    "first node": (HALVES, {p: sp.Rational(1, 2), q: sp.Rational(1, 2)}),
    "corner": (HALVES, {p: sp.Integer(1), q: sp.Rational(1, 2)}),
    "between the ends of p": (NARROW, {q: sp.Rational(1, 4)}),
    "between the ends of q": (NARROW, {p: sp.Rational(3, 4)}),
    "last node": (("1/5 <= p <= 1/2", "1/4 <= q <= 1/2"), {p: sp.Rational(1, 2), q: sp.Rational(1, 2)}),
}
"""A box, and the prior or priors that are fixed where eps is least."""


@cache
def found(box: Sequence[str]) -> tuple[RiskProfile, Border, Sequence[Branch]]:
    profile = RiskProfile("1 + b/(p*q)", ["0<b<1"], box=list(box))
    (piece,) = (constrained(piece, profile) for piece in profile.checked_pieces(Solver()))
    region = profile.parameter_region
    faces = reduced_by_product(piece, PRIORS, region, Solver())
    assert faces is not None
    path = path_along(faces, PRIORS, region, exact_judge())
    assert path is not None
    search = SearchSolver(inner=Solver())
    problem = Problem(faces, profile.free_priors, (), region, search, profile.domain, whole=(piece,))
    return profile, path, [c for c in PathSearch(problem, path).cases(region) if isinstance(c, Branch)]


def case_of(kind: str) -> BranchCase:
    box, fixed = KINDS[kind]
    profile, _, branches = found(box)
    (branch,) = [
        one
        for one in branches
        if one.attained
        and fixed.items() <= one.attained[0].place.items()
        and (len(fixed) == 2 or one.between is not None)
    ]
    return with_relevance_steps(
        BranchCase(profile, branch, Contradictions(exact_judge(), profile.parameters))
    )


@cache
def written(kind: str) -> str:
    case = case_of(kind)
    lines = proof_lines(case)
    assert any(ALONG in line for line in lines)
    stated = statement("mine", case.profile, case.branch)
    proof = "\n".join([f"{stated}\nProof.", *lines, "Qed.\nPrint Assumptions mine.\n"])
    words = f"From SymbolicEps Require Import {' '.join(library_files(proof))}.\n"
    return "\n".join([theorems(case.steps.used.values()), words, proof])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for theorems, with those files of the library that were needed so far."""
    return tmp_path_factory.mktemp("path")


@pytest.mark.parametrize(
    "kind", [k if k == "corner" else pytest.param(k, marks=pytest.mark.slow) for k in KINDS]
)
def test_a_minimum_on_a_path_has_a_theorem(kind: str, library: Path) -> None:
    """It is accepted, a budget that is larger by 10^-6 is not."""
    text = written(kind)
    with_library(library, text)
    assert accepted(library, text) <= REAL_NUMBERS
    wrong = re.sub(r"\(Finite \((.*)\)\)\.", r"(Finite (\1 + 1/1000000)).", text)
    assert wrong != text
    refused_in_its_proof(library, wrong)


SHIFTED = {
    "corner": ("4*b^3 + 4*b^2 < 1 ->", "4*b^3 + 4*b^2 < 11/10 ->"),
    "first node": ("16*b^3 >= 4*b + 1 ->", "16*b^3 >= 4*b + 9/10 ->"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHIFTED)
def test_planted_condition_that_is_shifted_is_refused(kind: str, library: Path) -> None:
    right = written(kind)
    with_library(library, right)
    assert right.count(SHIFTED[kind][0]) == 1
    refused_in_its_proof(library, right.replace(*SHIFTED[kind]))


DAMAGED = {
    "a bend that is not known": ("0 <= S * h -> 0 <= K ->", "0 <= S * h ->"),
    "a slope of the other sign": ("0 <= P0 -> 0 <= S * h ->", "0 <= P0 -> S * h <= 0 ->"),
    "a turn that is not known": ("0 <= h -> 0 <= M ->", "0 <= h ->"),
    "a corner at which the slope falls": ("0 <= S -> 0 <= change ->", "0 <= S -> change <= 0 ->"),
    "a form at the other root": ("0 <= l0 -> 0 <= D ->", "0 <= D ->"),
    "a form that falls": ("0 < l1 -> D <= 0 ->", "l1 < 0 -> D <= 0 ->"),
    "a weight without a sign": ("0 < m -> 0 <= w ->", "0 < m ->"),
}


@pytest.mark.family(9)
@pytest.mark.parametrize("damage", DAMAGED)
def test_planted_lemmas_with_less_known_are_refused(damage: str, tmp_path: Path) -> None:
    right = (LIBRARY / "Path.v").read_text("utf-8")
    assert right.count(DAMAGED[damage][0]) == 1
    (tmp_path / "Wrong.v").write_text(right.replace(*DAMAGED[damage]))
    command = ["coqc", "Wrong.v"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode != 0


def _numbers(random: int) -> Mapping[sp.Symbol, sp.Rational]:
    return {v: sp.Rational(3 + 5 * k + random, 29) for k, v in enumerate((parameter("b"), p, q, x))}


@pytest.mark.parametrize("edge", [0, 1])
def test_the_tangent_and_the_form_of_the_slope_are_identities(edge: int) -> None:
    """As the module says them, at numbers; P at a node is not 0 there, so that its multiple counts."""
    _, path, _ = found(NARROW)
    along = path.edges[edge]
    w = sp.Rational(2, 5)
    for tangent in (Tangent(along, w, 1), Tangent(along, along.high, -1)):
        v, n, polynomial = tangent.prior, along.piece.numerator, along.piece.polynomial
        n_w, p_w, s_w = (tangent.there(e) for e in (n, polynomial, along.slope))
        h = v - tangent.at
        for at in map(_numbers, range(4)):
            assert (n_w**2 * polynomial - n * (n_w * p_w + s_w * h) - h**2 * tangent.bend).subs(at) == 0
            assert (n_w**2 * along.slope - n**2 * s_w - h * tangent.turn).subs(at) == 0
        forms = list(tangent.slope_forms(p_w))
        assert [sp.degree(form.form, x) for form in forms] == [1] * (2 - edge)
        for form in forms:
            whole = form.scale * tangent.slope - form.weight * form.form - form.multiple * p_w
            assert sp.expand(whole) == 0


def test_where_no_step_is_found_the_way_of_before_is_taken() -> None:
    case = case_of("corner")
    other = replace(case.branch, conditions=tuple(c.negation for c in case.branch.conditions[-1:]))
    assert lines_along_path(replace(case, branch=other), "idtac.") is None
    elsewhere = replace(case.branch.attained[0], place={p: sp.Rational(3, 5), q: sp.Rational(3, 5)})
    assert (
        lines_along_path(replace(case, branch=replace(case.branch, attained=(elsewhere,))), "idtac.") is None
    )
    assert lines_along_path(replace(case, branch=replace(case.branch, steps=())), "idtac.") is None


def test_half_of_the_time_is_left_for_the_way_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr("symbolic_eps.coq.along_path.along_path.along_path", endless)
    with deadline(60):
        assert lines_along_path(case_of("corner"), "idtac.") is None
        check_time()
