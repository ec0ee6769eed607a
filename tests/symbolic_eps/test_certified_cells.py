"""Branches of cells with certificates like all others, and the grade of those without.

By hand: for r* = 1 + 1/(2 p) + a/q at q = 1/2, F = 0 at p = 1 is x^2 = 2/r - 1 = (1 - 4 a)/(3 + 4 a), with
r = 3/2 + 2 a; that decides while eps does not rise before p = 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import certified_cells, infimum, infimum_by_cells
from symbolic_eps.minimum.certified_cells import certified_where_possible, placed_branches
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.cylinders.cells_of_parameters import Cells
from symbolic_eps.minimum.cylinders.last_resort import is_of_cells
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.reduction_stages import ReductionStages
from symbolic_eps.minimum.roots.isolation import turns_above
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.time_limit import Patience
from verify.evidence import Grade
from verify.language.condition import non_negative, positive
from verify.recheck import check
from verify.solvers.smt import Solver

a = parameter("a")

TWO_ENDS = RiskProfile("1 + 1/(2*p) + a/q", ["a>0"], fixed={"q": "1/2"})
COMMAND = ("1 + 1/(2*p) + a/q", "--fix", "q=1/2", "--assume", "a>0")

Run = Callable[..., tuple[int, str, str]]


@cache
def two_ends() -> PiecewiseInfimum:
    return infimum_by_cells(TWO_ENDS)


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are all there is."""

    def undecided(*_: object) -> PiecewiseInfimum:
        raise UndecidedError("all else")

    monkeypatch.setattr("symbolic_eps.minimum._unmisled", undecided)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def command(*arguments: str) -> tuple[int, str, str]:
        status = main([*arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def stages_of(profile: RiskProfile) -> ReductionStages:
    judge = exact_judge()
    pieces = tuple(constrained(piece, profile) for piece in profile.checked_pieces(judge))
    known, domain, search = profile.parameter_region, profile.domain, SearchSolver(inner=Solver())
    return ReductionStages(
        Problem(pieces, profile.free_priors, (), known, search, domain, whole=pieces), judge
    )


def test_branches_of_cells_are_proved_with_their_places() -> None:
    result = two_ends()
    assert result.grade is Grade.EXACT and len(result.branches) == 2
    at_end, inside = result.branches
    assert [place.place for place in at_end.attained] == [{p: 1}]
    assert sp.simplify(sp.exp(-2 * at_end.epsilon) - (1 - 4 * a) / (3 + 4 * a)) == 0
    assert inside.attained and not any(map(is_of_cells, result.branches))
    for proof in result.proofs:
        assert len(proof.certificates) > 4
        for certificate in proof.certificates.values():
            check(certificate, {})


def test_they_are_proved_afresh_without_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    branches = two_ends().branches
    monkeypatch.setattr(Cells, "of", None)
    again = infimum(TWO_ENDS, branches=branches)
    assert again.grade is Grade.EXACT and again.branches == branches


@pytest.mark.usefixtures("without_certificates")
def test_a_branch_without_certificates_is_never_exact() -> None:
    result = infimum_by_cells(TWO_ENDS)
    assert [proof.grade for proof in result.proofs] == [Grade.COMPUTED] * 2
    assert result.grade is Grade.COMPUTED and result.common.grade is Grade.EXACT
    assert all(is_of_cells(b) and not b.attained for b in result.branches)
    assert Grade.COMPUTED < Grade.EXACT


def test_a_wrong_root_is_refused_by_the_proof() -> None:
    """The two cases with each other's value, and a value that is too large and one that is too small."""
    stages, (at_end, inside) = stages_of(TWO_ENDS), two_ends().branches
    less = sp.expand(at_end.polynomial.subs(a, a / 2)), sp.expand(at_end.polynomial.subs(a, 2 * a))
    wrong = [
        replace(at_end, polynomial=inside.polynomial, coefficients=inside.coefficients),
        replace(inside, polynomial=at_end.polynomial, coefficients=at_end.coefficients),
        *(replace(at_end, polynomial=h, coefficients=coefficients_of(h)) for h in less),
    ]
    for branch in wrong:
        with pytest.raises(UndecidedError):
            certified_cells._prove(branch, stages)
    bare = replace(wrong[0], attained=())
    assert certified_where_possible([bare], stages, Patience(20), lambda _: None) == (bare,)


def coefficients_of(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    h = sp.Poly(polynomial, x)
    return h.coeff_monomial(x**2), h.coeff_monomial(x), -h.coeff_monomial(1)


def test_a_place_that_is_wrong_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The case at p = 1 without its condition: at a point of it the place is right, for all a it is not."""
    stages, (at_end, _) = stages_of(TWO_ENDS), two_ends().branches
    everywhere = replace(at_end, conditions=(), attained=())
    monkeypatch.setattr(certified_cells, "simple_points", lambda _: [{a: sp.Rational(1, 100)}])
    assert [len(one.attained) for one in placed_branches(everywhere, stages)] == [1]
    assert certified_where_possible([everywhere], stages, Patience(20), lambda _: None) == (everywhere,)


def proved_of(profile: RiskProfile) -> tuple[ReductionStages, PiecewiseInfimum]:
    return stages_of(profile), infimum_by_cells(profile)


@pytest.mark.slow
def test_a_place_on_a_face_is_proved_where_a_square_vanishes() -> None:
    """At q = 1, n F is (1 - x)(3)(p - p*)^2 at X: no product of conditions vanishes there, a square does."""
    result = infimum_by_cells(RiskProfile("1 + (a + p)/(2*p*q)", ["0<a<1"]))
    assert result.grade is Grade.EXACT
    ((place,),) = (b.attained for b in result.branches)
    assert place.place[q] == 1 and place.place[p].free_symbols == {a, x}
    for certificate in result.certificates.values():
        check(certificate, {})


@pytest.mark.slow
def test_a_place_that_leaves_the_domain_is_a_limit_there_and_no_farther() -> None:
    """For 1 + c/(p (q + b)), c = 31/50, p = 1: stationary at q = 19/100 - b/2, a prior for b < 19/50."""
    stages, result = proved_of(RiskProfile("1 + 31/50/(p*(q + b))", ["0<b<1"]))
    first, last = result.branches
    assert result.grade is Grade.EXACT
    assert [([str(c) for c in one.conditions], str(one.kind)) for one in first.attained] == [
        (["50*b < 19"], "point"),
        (["Eq(19, 50*b)"], "limit"),
    ]
    b = parameter("b")
    farther = replace(first, conditions=(non_negative(24 - 50 * b),))
    sooner = replace(last, conditions=(positive(50 * b - 10),))
    told_once = replace(first, attained=(replace(first.attained[0], conditions=()),))
    for shifted in (farther, sooner, told_once):
        with pytest.raises(UndecidedError):
            certified_cells._prove(shifted, stages)


def test_the_least_root_of_a_parabola_in_a_square_is_proved() -> None:
    """At p = 1, X is the lesser of two roots in (0, 1) of a discriminant, which is a parabola in x^2."""
    result = infimum_by_cells(RiskProfile("r + (1 - p*q)/(50*p*q)", ["r>1"]))
    assert result.grade is Grade.EXACT and [b.between for b in result.branches] == [(0, 1)]


def test_a_parabola_that_stays_below_0_has_no_root() -> None:
    solver = exact_judge()
    for rise, expected in ((9, True), (8, False), (6, False)):  # D = B^2 - 72; at 8 it turns below 0
        h = (sp.Integer(-9), sp.Integer(rise), sp.Integer(2))
        assert turns_above(h, (), solver) is expected
    beyond = (sp.Integer(-1), sp.Integer(3), sp.Rational(21, 10))  # -x^2 + 3 x - 21/10: above 0 from 1.1 on
    assert not turns_above(beyond, (), solver)


@pytest.mark.usefixtures("nothing_else")
def test_derive_writes_certificates_that_check_accepts(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "certificates"
    status, out, _ = run("derive", *COMMAND, "--json", "--certificates", str(folder))
    row = json.loads(out)
    assert status == 0 and row["proof"]["grade"] == "exact" and row["open"] == []
    assert all(b["attained"] and b["proof"]["grade"] == "exact" for b in row["branches"])
    (first,) = (folder / "certificates").iterdir()
    assert run("check", str(first))[0] == 0
    one, *others = json.loads(first.read_text("utf-8"))
    first.write_text(json.dumps([{**one, "fingerprint": "sha256:0"}, *others]), "utf-8")
    assert run("check", str(first))[0] == 1


@pytest.mark.usefixtures("nothing_else", "without_certificates")
def test_derive_says_what_is_computed_without_a_certificate(run: Run) -> None:
    status, out, _ = run("derive", *COMMAND)
    assert status == 0 and "exact (" not in out.split("What is proved")[0]
    assert out.count("Decided by exact computation of this program") == 2 and "Grade: computed" in out
    row = json.loads(run("derive", *COMMAND, "--json")[1])
    assert row["proof"]["grade"] == "computed"
    assert {b["proof"]["grade"] for b in row["branches"]} == {"computed"}
