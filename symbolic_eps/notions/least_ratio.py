"""The least of a few ratios of polynomials in each of several cases, with its conditions, proved.

What the conditions are is written down: in the case of A/B and C/D, with B, D > 0, the first is the least
where C B >= A D, which is given without the factors that are positive anyway. That the conditions part the
case, and that each branch has the least ratio, is proved afterwards, so that nothing rests on how they were
simplified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, Proof
from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.solvers.smt import Solver, UndecidedQueryError

Conditions = tuple[Condition, ...]


@dataclass(frozen=True)
class Ratio:
    """e^budget at a baseline that may decide.

    Parameters
    ----------
    baseline : sympy.Expr
    top, bottom : sympy.Expr
        Polynomials in the parameters; the bottom is positive.
    """

    baseline: sp.Expr
    top: sp.Expr
    bottom: sp.Expr

    @property
    def value(self) -> sp.Expr:
        """The number."""
        return self.top / self.bottom

    def excess(self, other: Ratio) -> sp.Expr:
        """A polynomial with the sign of this ratio minus another."""
        return sp.expand(self.top * other.bottom - other.top * self.bottom)

    @property
    def attained(self) -> Attainment:
        """Where it decides."""
        return Attainment((), {}, AttainmentKind.POINT)


@dataclass(frozen=True)
class Case:
    """Where some ratios are to be compared.

    Parameters
    ----------
    where : tuple of Condition
        On the parameters.
    ratios : tuple of Ratio
    """

    where: Conditions
    ratios: tuple[Ratio, ...]


@dataclass(frozen=True)
class LeastRatio:
    """The least ratio of a case on a part of it, with the proof that it is.

    Parameters
    ----------
    ratio : Ratio
    branch : Branch
        x = 1/ratio, and where.
    proof : Proof
    """

    ratio: Ratio
    branch: Branch
    proof: Proof


def least_ratios(
    region: Conditions, cases: Sequence[Case], judge: Solver
) -> tuple[tuple[LeastRatio, ...], Proof]:
    """The least ratio everywhere in a region, and the proof that the parts are disjoint and cover it.

    Parameters
    ----------
    region : tuple of Condition
    cases : sequence of Case
        Some may be empty.
    judge : Solver
        Decides, by certificates if the proof is to be exact.

    Raises
    ------
    symbolic_eps.errors.UndecidedError, verify.solvers.smt.UndecidedQueryError
        Something is not shown; that the bottoms are positive is shown here, too.

    Examples
    --------
    >>> from symbolic_eps.minimum.exact_judge import exact_judge
    >>> a, b, one = sp.Symbol("a", real=True), sp.Symbol("b", real=True), sp.Integer(1)
    >>> both = Ratio(one, a + 1, one), Ratio(one, one, b)
    >>> found, proof = least_ratios((positive(a), positive(b)), [Case((), both)], exact_judge())
    >>> [(least.ratio.value, *map(str, least.branch.conditions)) for least in found]
    [(a + 1, 'a*b + b <= 1'), (1/b, 'a*b + b > 1')]
    """
    found, search = list[LeastRatio](), Solver()
    with judge.recorded() as common:
        _require_parted(region, [case.where for case in cases], judge)
        for case in cases:
            here = (*region, *case.where)
            _require(
                here, [positive(ratio.bottom) for ratio in case.ratios], "a denominator is positive", judge
            )
            own = list(_branches(region, case, search))
            _require_parted(here, [branch.conditions for _, branch in own], judge)
            for ratio, branch in own:
                with judge.recorded() as evidence:
                    _prove_least(region, ratio, branch, case, judge)
                found.append(LeastRatio(ratio, branch, Proof.of(evidence)))
        found = _joined(region, found, judge)
    return tuple(found), Proof.of(common)


def _joined(region: Conditions, found: list[LeastRatio], judge: Solver) -> list[LeastRatio]:
    """Two parts with the same ratio made one, where what both have in common meets no other part.

    As all parts cover the region, what meets no other part lies in these two.
    """
    for one, other in combinations(found, 2):
        if sp.expand(one.ratio.excess(other.ratio)) != 0:
            continue
        rest = [part for part in found if part is not one and part is not other]
        both = _in_common(region, one.branch.conditions, other.branch.conditions)
        with suppress(UndecidedQueryError):
            if not any(
                judge.satisfiable((*region, *both, *r.branch.conditions), "two parts overlap") for r in rest
            ):
                proof = Proof(
                    min(one.proof.grade, other.proof.grade),
                    {**one.proof.certificates, **other.proof.certificates},
                )
                joined = LeastRatio(one.ratio, replace(one.branch, conditions=both), proof)
                return _joined(
                    region, [joined if part is one else part for part in found if part is not other], judge
                )
    return found


def _in_common(region: Conditions, one: Conditions, other: Conditions) -> Conditions:
    """The conditions of either that hold in both."""
    search = Solver()
    sides = ((one, other), (other, one))
    common = [c for mine, theirs in sides for c in mine if _implied((*region, *theirs), c, search)]
    return _needed(region, common, search)


def _branches(region: Conditions, case: Case, search: Solver) -> Iterator[tuple[Ratio, Branch]]:
    """The branches of a case; the search says what can be left out of their conditions."""
    known = (*region, *case.where)
    for index, ratio in enumerate(case.ratios):
        conditions = list(case.where)
        for other, rival in enumerate(case.ratios):
            if other != index:
                relation = Relation.NON_NEGATIVE if other > index else Relation.POSITIVE
                conditions.append(Condition(_indefinite_part(rival.excess(ratio), known, search), relation))
        if _possible((*region, *conditions), search):
            yield ratio, _branch(ratio, _needed(region, conditions, search), known, search)


def _indefinite_part(polynomial: sp.Expr, known: Conditions, search: Solver) -> sp.Expr:
    """The polynomial without the factors whose sign is known to be the same everywhere."""
    number, factors = sp.factor_list(polynomial)
    kept = sp.Integer(int(sp.sign(number)))
    for factor, power in factors:
        if _implied(known, positive(factor), search):
            continue
        if _implied(known, positive(-factor), search):
            kept *= (-1) ** power
            continue
        kept *= factor**power
    return (
        sp.Poly(kept, *sorted(kept.free_symbols, key=str)).primitive()[1].as_expr()
        if kept.free_symbols
        else kept
    )


def _needed(region: Conditions, conditions: Sequence[Condition], search: Solver) -> Conditions:
    """The conditions that do not follow from the others."""
    kept = [c for c in dict.fromkeys(conditions) if c.constant_truth is not True]
    for one in tuple(kept):
        rest = [c for c in kept if c is not one]
        if _implied((*region, *rest), one, search):
            kept = rest
    return tuple(kept)


def _implied(known: Sequence[Condition], goal: Condition, search: Solver) -> bool:
    with suppress(UndecidedQueryError):
        return search.implies(known, goal, f"{goal}")
    return False


def _possible(conditions: Sequence[Condition], search: Solver) -> bool:
    with suppress(UndecidedQueryError):
        return search.satisfiable(conditions, "some parameters are in a branch")
    return True


def _branch(ratio: Ratio, conditions: Conditions, known: Conditions, search: Solver) -> Branch:
    top, bottom = (_in_positive_factors(part, known, search) for part in (ratio.top, ratio.bottom))
    polynomial = sp.expand(ratio.top * DECAY - ratio.bottom)
    return Branch(conditions, polynomial, (sp.Integer(0), top, bottom), (ratio.attained,))


def _in_positive_factors(polynomial: sp.Expr, known: Conditions, search: Solver) -> sp.Expr:
    """A product in which factors that are negative everywhere have their sign changed."""
    number, factors = sp.factor_list(polynomial)
    parts = list[sp.Expr]()
    for factor, power in factors:
        negative = _implied(known, positive(-factor), search)
        number *= (-1) ** power if negative else 1
        parts.append((-factor if negative else factor) ** power)
    return sp.Mul(number, *parts)


def _prove_least(region: Conditions, ratio: Ratio, branch: Branch, case: Case, judge: Solver) -> None:
    """Parameters of a branch exist, are of its case, and have no smaller ratio there."""
    here = (*region, *branch.conditions)
    if not judge.satisfiable(here, "some parameters are in a branch"):
        raise UndecidedError(f"no parameters are in the branch {branch.condition}")
    _require(here, case.where, "a branch lies in its case", judge)
    rivals = [rival for rival in case.ratios if rival is not ratio]
    _require(here, [non_negative(rival.excess(ratio)) for rival in rivals], "no ratio is smaller", judge)


def _require(known: Conditions, goals: Sequence[Condition], words: str, judge: Solver) -> None:
    for goal in goals:
        if not judge.implies(known, goal, words):
            raise UndecidedError(f"not shown: {words}, {goal}")


def _require_parted(region: Conditions, parts: Sequence[Conditions], judge: Solver) -> None:
    """The parts are disjoint, and leave out nothing of the region."""
    for one, other in combinations(parts, 2):
        if judge.satisfiable((*region, *one, *other), "two parts overlap"):
            raise UndecidedError("two parts of the parameters overlap")
    outside = tuple(tuple(c.negation for c in part) for part in parts)
    if all(outside) and judge.satisfiable(region, "the parts leave a gap", outside):
        raise UndecidedError("the parts do not cover the parameters")
