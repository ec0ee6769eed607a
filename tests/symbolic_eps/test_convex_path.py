"""The difference on a box with four symbolic ends: F is convex along the L, by hand and by sample points.

By hand, with t = p q and m = t + b: on the edge p = p1, F = p1 x^2 + (1 - p1) x + t (1 - x^2) - t/m, with the
slope 1 - x^2 - b/m^2; on q = q0, F = x + c t - t/m with c = (1 - x)(q0 - (1 - q0) x)/q0. At the corner the
slope grows by x (1 - x)/q0. At the root at (p0, q0), where F = 0, the slope is not negative exactly if
b^3 + 4 b^2 t + 6 b t^2 + 4 t^3 >= b^2 + b p0 t + 2 b t + 2 p0 t^2 + t^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from symbolic_eps import Cap, derive
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.minimum.along_path.convex_path import Path, is_least_at, path_along
from symbolic_eps.minimum.along_path.edge_root import intercept
from symbolic_eps.minimum.along_path.path_cases import PathSearch
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.minimum.proof import root_of, united
from symbolic_eps.minimum.reductions.by_product import reduced_by_product
from symbolic_eps.minimum.relevance_solver import RelevanceSolver
from symbolic_eps.minimum.roots.isolation import rises_over
from symbolic_eps.minimum.roots.least_root import is_least_root
from symbolic_eps.minimum.search_solver import SearchSolver
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, non_negative, positive, zero
from verify.recheck import check
from verify.solvers.smt import Solver, UndecidedQueryError

b, p0, p1, q0, q1 = map(parameter, ("b", "p0", "p1", "q0", "q1"))
BOX = ["p0 <= p <= p1", "q0 <= q <= q1"]
KNOWN = ["0 < b < 1", "0 < p0 <= p1 <= 1", "0 < q0 <= q1 <= 1"]


def _task(text: str, known: Sequence[str]) -> Problem:
    profile = RiskProfile(text, known, box=BOX)
    (piece,) = (constrained(piece, profile) for piece in profile.checked_pieces(Solver()))
    region, judge = profile.parameter_region, Solver()
    faces = reduced_by_product(piece, PRIORS, region, judge)
    assert faces is not None
    search = SearchSolver(inner=judge)
    return Problem(faces, profile.free_priors, (), region, search, profile.domain, whole=(piece,))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return _task("1 + b/(p*q)", KNOWN)


@pytest.fixture(scope="module")
def path(problem: Problem) -> Path:
    found = path_along(problem.pieces, problem.free, problem.region, exact_judge())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def cases(problem: Problem, path: Path) -> list[Branch | OpenRegion]:
    return list(PathSearch(problem, path).cases(problem.region))


def test_the_path_is_the_l_from_the_least_product_to_the_largest(path: Path) -> None:
    assert [tuple(node.place[v] for v in PRIORS) for node in path.nodes] == [(p0, q0), (p1, q0), (p1, q1)]
    by_hand = sp.expand((1 - x**2) * (p1 * q1 + b) ** 2 - b)
    assert sp.expand(path.edges[1].slope_at(path.nodes[2].place) - p1 * by_hand) == 0


@pytest.mark.parametrize("text", ["1 + p*q", "1 + (1 - p*q)**2"])
def test_planted_profile_along_which_f_is_not_convex_has_no_path(text: str) -> None:
    other = _task(text, KNOWN[1:])
    assert path_along(other.pieces, other.free, other.region, Solver()) is None


def test_planted_corner_at_which_the_slope_falls_is_no_path(problem: Problem) -> None:
    first, second = problem.pieces
    assert second.origin is not None
    falling = sp.expand(second.origin.inverse_risk - 2 * PRIORS[1])
    turned = replace(second.origin, inverse_risk=falling)
    pieces = (replace(first, origin=turned), replace(second, origin=turned))
    assert path_along(pieces, problem.free, problem.region, Solver()) is None


def _drawn(random: Random) -> dict[sp.Symbol, Fraction]:
    low, high = (sorted(Fraction(random.randint(1, 20), 20) for _ in range(2)) for _ in range(2))
    return {
        b: Fraction(random.randint(1, 29), 30),
        p0: low[0],
        p1: low[1],
        q0: high[0],
        q1: high[1],
    }


def _least(at: dict[sp.Symbol, Fraction]) -> float:
    """The largest root over grids of the whole box, and of smaller boxes around the best point."""
    size, best, sides = 24, 0.0, [(float(at[low]), float(at[high])) for low, high in ((p0, p1), (q0, q1))]
    ends = list(sides)
    for _ in range(9):
        ps, qs = ([low + (high - low) * k / size for k in range(size + 1)] for low, high in sides)
        best, p, q = max((_decay(at, p, q), p, q) for p in ps for q in qs)
        steps = [2 * (high - low) / size for low, high in sides]
        sides = [
            (max(v - step, low), min(v + step, high))
            for v, step, (low, high) in zip((p, q), steps, ends, strict=True)
        ]
    return best


def _decay(at: dict[sp.Symbol, Fraction], p: float, q: float) -> float:
    """Theorem 2 in floats; 0 where eps = oo."""
    rest = p * q / (p * q + float(at[b])) - p * q
    half = (1 - p) + ((1 - p) ** 2 + 4 * p * (1 - q) * max(rest, 0.0)) ** 0.5
    return 2 * rest / half if rest > 0 else 0.0


def _meant(case: Branch, at: dict[sp.Symbol, Fraction]) -> float:
    """X = e^-eps as the case says it: the only root in (0, 1], the only one between, or the least one."""
    assert case.polynomial is not None
    low, high = (sp.Integer(0), sp.Integer(1)) if case.between is None else case.between
    ends = [Fraction(str(sp.sympify(end).subs(at))) for end in (low, high)]
    slack = Fraction(1, 10**15)
    roots = sp.Poly(case.polynomial.subs(at), x).nroots(n=25, maxsteps=200)
    inside = [r for r in roots if r.is_real and ends[0] - slack <= r <= ends[1] + slack and r > 0]
    assert len(inside) == 1 or case.sides
    return float(min(inside))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_one_case_holds_and_its_root_is_that_of_a_grid(seed: int, cases: list[Branch | OpenRegion]) -> None:
    _compared(_drawn(Random(f"path {seed}")), cases)


@pytest.mark.parametrize("seed", range(6))
def test_next_to_a_border_between_two_cases_the_root_is_that_of_a_grid(seed: int, cases) -> None:
    random = Random(f"border {seed}")
    borders = list(dict.fromkeys(c.polynomial for one in cases for c in one.conditions))
    met = 0
    while met < 4:
        at = _drawn(random)
        along_b = sp.Poly(random.choice(borders).subs({v: e for v, e in at.items() if v != b}), b)
        for root in along_b.nroots(n=30) if along_b.degree() > 0 else ():
            if root.is_real and 0.01 < root < 0.99:
                met += 1
                near = Fraction(str(sp.N(root, 30)))
                for step in (Fraction(-1, 10**7), Fraction(1, 10**7)):
                    _compared({**at, b: near + step}, cases)


def _compared(at: dict[sp.Symbol, Fraction], cases: list[Branch | OpenRegion]) -> None:
    (case,) = [one for one in cases if all(_holds(c, at) for c in one.conditions)]
    assert isinstance(case, Branch)
    if case.polynomial is None:
        assert _least(at) == 0
        return
    assert abs(_least(at) - _meant(case, at)) < 1e-11


def _holds(condition, at) -> bool:
    return condition.relation.holds(int(sp.sign(condition.polynomial.subs(at))))


def _shown(problem: Problem, path: Path, branch: Branch) -> bool:
    region = (*problem.region, *branch.conditions)
    judge = RelevanceSolver(inner=exact_judge(), region=region, about=frozenset((b, p0, q0)))
    known = (*region, *root_of(branch))
    return is_least_at(path, branch.attained[0].place, known, judge, PathSearch(problem, path).beside)


def test_the_first_end_is_shown_to_decide_where_the_slope_does_not_fall(
    problem: Problem, path: Path, cases
) -> None:
    first = next(c for c in cases if isinstance(c, Branch) and c.attained)
    t = p0 * q0
    by_hand = b**3 + 4 * b**2 * t + 6 * b * t**2 + 4 * t**3
    by_hand -= b**2 + b * p0 * t + 2 * b * t + 2 * p0 * t**2 + t**2
    assert non_negative(sp.expand(by_hand)) in first.conditions
    assert _shown(problem, path, first)


def test_planted_case_in_which_the_slope_falls_is_not_shown(problem: Problem, path: Path, cases) -> None:
    first = next(c for c in cases if isinstance(c, Branch) and c.attained)
    other = tuple(c.negation if x not in c.symbols and p0 in c.symbols else c for c in first.conditions[1:])
    planted = replace(first, conditions=(first.conditions[0], *other))
    with suppress(UndecidedQueryError):
        assert not _shown(problem, path, planted)


def test_fewer_conditions_are_asked_first_and_all_of_them_then() -> None:
    region = (positive(p0), non_negative(p1 - p0), non_negative(1 - p1))
    judge = RelevanceSolver(inner=Solver(), region=region, about=frozenset([p1]))
    assert set(judge.needed([*region, zero(p1 - 2)])) == {zero(p1 - 2), *judge.needed(region)}
    assert positive(p1) in judge.needed(region) and positive(p0) not in judge.needed(region)
    assert not judge.satisfiable([*region, zero(p1 - 2)], "beyond 1")
    assert judge.satisfiable([*region, positive(p1 - p0)], "inside")


def _inside(cases: list[Branch | OpenRegion]) -> list[Branch]:
    return [c for c in cases if isinstance(c, Branch) and c.between is not None]


def test_along_p_the_root_lies_between_the_intercepts_of_tangents(path: Path, cases) -> None:
    along_p = next(c for c in _inside(cases) if not c.sides)
    by_hand = [(p * q0 / (b + p * q0)) ** 2 for p in (p0, p1)]
    assert all(
        sp.expand(sp.numer(sp.together(e - h))) == 0 for e, h in zip(along_p.between, by_hand, strict=True)
    )
    assert [intercept(path.edges[0], p) for p in (p0, p1)] == list(along_p.between)


def test_along_q_a_side_and_the_lower_end_say_where_the_prior_is_in_its_range(cases) -> None:
    at_ends = [b + 2 * p1 * q - p1 for q in (q0, q1)]
    found = {c.between[0]: c.sides for c in _inside(cases) if c.sides}
    side = sp.expand((1 - b - 2 * p1 * q0) - at_ends[0] * x)
    assert list(found.values()) == [(non_negative(side),)] * 2
    first, second = sorted(found, key=sp.count_ops)
    assert first == 0 and sp.cancel(second * at_ends[1] - (1 - b - 2 * p1 * q1)) == 0


def _drawn_in(conditions: Sequence[Condition], region: Sequence[Condition]) -> dict[sp.Symbol, Fraction]:
    random = Random("inside")
    draws = (_drawn(random) for _ in range(4000))
    return next(at for at in draws if all(_holds(c, at) for c in (*region, *conditions)))


def _at(branch: Branch, at: dict[sp.Symbol, Fraction]) -> Branch:
    """With numbers for the parameters."""
    assert branch.polynomial is not None and branch.between is not None
    low, high = (sp.sympify(end).subs(at) for end in branch.between)
    sides = tuple(c.substituted(at)[0] for c in branch.sides)
    return replace(branch, polynomial=branch.polynomial.subs(at), between=(low, high), sides=sides)


def test_planted_interval_has_no_root(problem: Problem, cases) -> None:
    along_p = next(c for c in _inside(cases) if not c.sides)
    case = _at(along_p, _drawn_in(along_p.conditions, problem.region))
    low, high = case.between
    assert rises_over(case.polynomial, (low, high), (), Solver())
    for planted in ((high, sp.Integer(1)), (sp.Integer(0), low)):
        assert not rises_over(case.polynomial, planted, (), Solver())


def test_planted_side_or_lower_end_does_not_tell_the_root(problem: Problem, cases) -> None:
    both = next(c for c in _inside(cases) if c.sides and c.between[0] != 0)
    case = _at(both, _drawn_in(both.conditions, problem.region))
    assert is_least_root(case.polynomial, case.sides, (), Solver(), case.between)
    negated = [side.negation.closure for side in case.sides]
    assert not is_least_root(case.polynomial, negated, (), Solver(), case.between)
    beyond = (*both.conditions[:-1], both.conditions[-1].negation)  # the prior never enters its range
    case = _at(both, _drawn_in(beyond, problem.region))
    assert not is_least_root(case.polynomial, case.sides, (), Solver(), case.between)


@pytest.mark.slow
def test_the_difference_on_a_box_is_proved_completely_and_its_certificates_are_accepted() -> None:
    found = derive([Cap("difference", "b")], ["0<b<1"], box=["p0<=p<=p1", "q0<=q<=q1"])
    assert found.complete and str(found.grade) == "exact"
    assert [branch.between is None for branch in found.derived.branches].count(False) == 3
    for certificate in found.certificates.values():
        check(certificate, {})


def test_a_tree_of_cases_covers_all_by_logic_alone_unless_a_part_is_missing() -> None:
    cuts = [positive(v) for v in (b, p0, p1)]
    tree = [(cuts[0].negation,), (cuts[0], cuts[1].negation), (*cuts[:2], cuts[2].negation), tuple(cuts)]
    assert united(tree) == ((),)
    assert all(() not in united(tree[:k] + tree[k + 1 :]) for k in range(4))
    assert () not in united([*tree[:2], (*cuts[:2], positive(-p1)), tuple(cuts)])  # p1 = 0 is missing


def test_planted_corner_before_which_f_rises_is_not_shown(problem: Problem, path: Path, cases) -> None:
    corner = next(
        c for c in cases if isinstance(c, Branch) and c.attained and c.attained[0].place[PRIORS[0]] == p1
    )
    before = next(c for c in corner.conditions if p1 in c.symbols and sp.degree(c.polynomial, b) == 3)
    for conditions, shown in (
        (corner.conditions, True),
        (tuple(c.negation if c == before else c for c in corner.conditions), False),
    ):
        region = (*problem.region, *conditions)
        judge = RelevanceSolver(inner=exact_judge(), region=region, about=frozenset((b, p1, q0)))
        known, place = (*region, *root_of(corner)), corner.attained[0].place
        found = False
        with suppress(UndecidedQueryError):
            found = is_least_at(path, place, known, judge, PathSearch(problem, path).beside)
        assert found == shown
