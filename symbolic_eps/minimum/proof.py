"""The proof of a finished result, which relies on nothing that the search has said.

* complete: the branches are disjoint and cover the parameter region;
* bound: F(X; p, q, 1/r*) >= 0 for all priors of the domain;
* sharp: X exists, and F(X) = 0 at a point of the domain or in a limit of such points along a straight path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product

import sympy as sp

from symbolic_eps.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.task import Region, Task, is_bound, is_unconstrained
from symbolic_eps.profile import Piece
from symbolic_eps.symbols import DECAY
from verify.condition import Condition, Relation, non_negative, positive, zero


def prove_complete(task: Task, branches: Sequence[Branch]) -> None:
    """The branches are disjoint and cover the parameter region, or UndecidedError."""
    for one, other in combinations(branches, 2):
        both = (*task.region, *one.conditions, *other.conditions)
        if task.solver.satisfiable(both, "two branches overlap"):
            raise UndecidedError(f"the branches {one.condition} and {other.condition} overlap")
    outside = tuple(tuple(c.negation for c in branch.conditions) for branch in branches)
    if not all(outside):
        return
    if task.solver.satisfiable(task.region, "the branches leave a gap", outside):
        raise UndecidedError("the branches do not cover the parameter region")


def prove_bound(task: Task, branch: Branch) -> None:
    """No prior of the domain needs a smaller eps, or UndecidedError."""
    region = (*task.region, *branch.conditions)
    proved = (
        is_unconstrained(task, region)
        if branch.polynomial is None
        else is_bound(task, region, root_of(branch))
    )
    if not proved:
        raise UndecidedError(f"eps = {branch.epsilon} is not a lower bound where {branch.condition}")


def root_of(branch: Branch) -> Region:
    """X: the root in (0, 1] at which the polynomial rises, in its isolating interval if there is one."""
    assert branch.polynomial is not None
    root = [
        zero(branch.polynomial),
        positive(DECAY),
        non_negative(1 - DECAY),
        positive(sp.diff(branch.polynomial, DECAY)),
    ]
    if branch.between is not None:
        low, high = branch.between
        root += [non_negative(DECAY - low), non_negative(high - DECAY)]
    return tuple(root)


def prove_sharp(task: Task, branch: Branch) -> None:
    """No larger eps is admissible: the value is reached where it is said to be, or UndecidedError."""
    if branch.polynomial is None:
        return
    region, solver = (*task.region, *branch.conditions), task.solver
    if not _has_root(task, branch, region):
        raise UndecidedError(
            f"{branch.polynomial} has no root in (0, 1] for some parameters {branch.condition}"
        )
    nowhere = tuple(tuple(c.negation for c in a.conditions) for a in branch.attained)
    if all(nowhere) and solver.satisfiable(
        [*region, *root_of(branch)], "no place attains the value", nowhere
    ):
        raise UndecidedError(
            f"where eps = {branch.epsilon} is attained is not known for all {branch.condition}"
        )
    for attainment in branch.attained:
        here = (*region, *attainment.conditions, *root_of(branch))
        if not any(is_reached(task, piece, attainment, here) for piece in task.pieces):
            raise UndecidedError(f"eps = {branch.epsilon} is not reached at {attainment.place}")


def _has_root(task: Task, branch: Branch, region: Region) -> bool:
    """F(0) < 0 <= F(1) for all parameters; where there are none, a point is enough."""
    assert branch.polynomial is not None
    if branch.polynomial.free_symbols == {DECAY}:
        return task.solver.satisfiable([*region, *root_of(branch)], f"{branch.polynomial} has its root")
    start, end = branch.polynomial.subs(DECAY, 0), branch.polynomial.subs(DECAY, 1)
    return task.solver.implies(region, positive(-start), "the root is positive") and task.solver.implies(
        region, non_negative(end), "the root is at most 1"
    )


def is_reached(task: Task, piece: Piece, attainment: Attainment, here: Region) -> bool:
    """F(X) = 0 at the place, which lies in the piece or is the limit of points of the piece."""
    places = [attainment.place]
    if attainment.segment_end is not None:
        share = sp.Dummy("share", real=True)
        inner = {
            v: attainment.place[v] * share + attainment.segment_end[v] * (1 - share) for v in attainment.place
        }
        here = (*here, positive(share), non_negative(1 - share))
        places = [inner]
    for place in places:
        # F rises at its root: at p = q = 1 it is the same for all x, and being zero there says nothing.
        needed = (
            *zero(piece.polynomial).substituted(place),
            *positive(sp.diff(piece.polynomial, DECAY)).substituted(place),
            *positive(piece.numerator).substituted(place),
        )
        if not all(
            task.solver.implies(here, c, f"F = 0, rising, 1/r* continuous at {place}") for c in needed
        ):
            return False
        if attainment.kind is not AttainmentKind.LIMIT:
            inside = [c for condition in piece.conditions for c in condition.substituted(place)]
            if not all(task.solver.implies(here, c, f"{c} at {place}") for c in inside):
                return False
        elif not any(_is_limit(task, piece, place, here, d) for d in product((0, 1, -1), repeat=len(place))):
            return False
    return True


def _is_limit(
    task: Task, piece: Piece, place: Mapping[sp.Symbol, sp.Expr], here: Region, direction: tuple[int, ...]
) -> bool:
    """Whether `place + t * direction` lies in the piece for all small t > 0."""
    small = sp.Dummy("t", real=True)
    path = {v: value + small * d for (v, value), d in zip(place.items(), direction, strict=True)}
    for condition in piece.conditions:
        for moved in condition.substituted(path):
            if not _holds_eventually(task, moved, small, here):
                return False
    return True


def _holds_eventually(task: Task, condition: Condition, small: sp.Symbol, here: Region) -> bool:
    """The sign for small t > 0 is that of the first coefficient in t that does not vanish."""
    coefficients = sp.Poly(condition.polynomial, small).all_coeffs()[::-1]
    vanishing: list[Condition] = []
    for coefficient in coefficients:
        here_too = (*here, *vanishing)
        ordered = condition.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE)
        fails = [*here_too, positive(-coefficient)]
        if ordered and task.solver.satisfiable(fails, f"{condition} fails for small t"):
            return False
        if not task.solver.satisfiable([*here_too, zero(coefficient)], f"{coefficient} vanishes"):
            return condition.relation is not Relation.ZERO
        vanishing.append(zero(coefficient))
    return condition.relation in (Relation.NON_NEGATIVE, Relation.ZERO)
