"""The proof of a finished result, which relies on nothing that the search has said.

* form: a branch speaks of the parameters alone, and its coefficients are those of its polynomial;
* complete: the branches are disjoint, none is empty, and with the regions without priors they cover the
  parameter region;
* empty: in these no prior is in the domain, and where eps = oo some prior is in it for all parameters;
* bound: F(X; p, q, 1/r*) >= 0 for all priors of the domain;
* sharp: X exists, and F(X) = 0 at a point of the domain or in a limit of such points along a path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import prod

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, EmptyRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.admissibility import is_bound, is_unconstrained
from symbolic_eps.minimum.by_factors import divided, positive_denominators
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.corner import DISTANCE, is_corner, path_along, quotients_at, ways_from
from symbolic_eps.minimum.domain import has_priors, is_empty
from symbolic_eps.minimum.problem import Problem, Region, parameters_in
from symbolic_eps.minimum.roots.isolation import WHOLE, rises_over, turns_above, within
from symbolic_eps.minimum.roots.least_root import is_least_root, root_with_sides
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation, non_negative, positive, zero

MOST_CHOICES = 5000
"""Of one condition of each part: a proof that the parts cover all would distinguish as many cases."""


def prove_form(problem: Problem, branch: Branch) -> None:
    """The parts of a branch fit each other, as a stored branch's may not, or UndecidedError.

    A condition on a prior would be read as a hypothesis, and coefficients of another polynomial would give
    another eps than the one that is proved.
    """
    known = parameters_in(problem)
    fits = all(c.symbols <= known for c in branch.conditions) and _polynomial_fits(branch, known)
    for attainment in branch.attained:
        places = [p for p in (attainment.place, attainment.segment_end) if p is not None]
        values = [value for place in places for value in place.values()]
        symbols = [c.symbols for c in attainment.conditions] + [v.free_symbols for v in values]
        fits &= all(s <= known | {DECAY} for s in symbols)
        fits &= all(place.keys() == set(problem.free) for place in places)
        fits &= (attainment.kind is AttainmentKind.SEGMENT) == (attainment.segment_end is not None)
    if not fits:
        raise UndecidedError(f"the parts of the branch {branch.condition} do not fit each other")


def _polynomial_fits(branch: Branch, known: frozenset[sp.Symbol]) -> bool:
    """Whether the branch has the root of a polynomial in one form, or eps = oo and no form at all."""
    if branch.polynomial is None:
        return (
            branch.coefficients is None
            and branch.between is None
            and not (branch.attained or branch.sides or branch.number)
        )
    if not (branch.polynomial.free_symbols <= known | {DECAY} and branch.polynomial.is_polynomial()):
        return False
    if branch.number and (branch.between is None or branch.sides):
        return False
    if branch.sides and (
        branch.between is None or not all(c.symbols <= known | {DECAY} for c in branch.sides)
    ):
        return False
    if branch.coefficients is None:
        ends = branch.between or ()
        return len(ends) == 2 and all(
            end.free_symbols <= known and end.is_rational_function(*end.free_symbols) for end in ends
        )
    a, b, c = branch.coefficients
    same = sp.expand(a * DECAY**2 + b * DECAY - c - branch.polynomial) == 0
    return branch.between is None and same and all(e.free_symbols <= known for e in (a, b, c))


def prove_empty(problem: Problem, empty: EmptyRegion) -> None:
    """The region has parameters, and for none of them a prior is in the domain, or UndecidedError."""
    if not {s for c in empty.conditions for s in c.symbols} <= parameters_in(problem):
        raise UndecidedError(f"the empty region {empty.condition} is not about the parameters alone")
    prove_inhabited(problem, empty)
    if not is_empty(problem, (*problem.region, *empty.conditions)):
        raise UndecidedError(f"the box is not empty for all parameters {empty.condition}")


def prove_inhabited(problem: Problem, branch: Branch | EmptyRegion) -> None:
    """Some parameters are in the branch (or region), or UndecidedError."""
    if not problem.solver.satisfiable(
        (*problem.region, *branch.conditions), "some parameters are in a branch"
    ):
        raise UndecidedError(f"no parameters are in the branch {branch.condition}")


def prove_disjoint(problem: Problem, one: Branch, other: Branch) -> None:
    """No parameters are in both branches, or UndecidedError."""
    both = (*problem.region, *one.conditions, *other.conditions)
    if problem.solver.satisfiable(both, "two branches overlap"):
        raise UndecidedError(f"the branches {one.condition} and {other.condition} overlap")


def prove_covered(problem: Problem, parts: Sequence[Region]) -> None:
    """All parameters are in one of the parts, or UndecidedError."""
    few = prod(map(len, parts)) <= MOST_CHOICES
    outside = tuple(tuple(c.negation for c in part) for part in (parts if few else united(parts)))
    if not all(outside):
        return
    if problem.solver.satisfiable(problem.region, "the branches leave a gap", outside):
        raise UndecidedError("the branches do not cover the parameter region")


def united(parts: Sequence[Region]) -> tuple[Region, ...]:
    """Fewer parts with the same union: two that differ in a condition and its negation are one without it.

    So the parts that a tree of case distinctions has become one, by logic alone.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> parts = [(positive(a), positive(b)), (positive(a), non_negative(-b))]
    >>> [[str(c) for c in part] for part in united(parts)]
    [['a > 0']]
    """
    for one, other in combinations(parts, 2):
        (here, there) = (set(one) - set(other), set(other) - set(one))
        if len(here) != 1 or len(there) != 1:
            continue
        rest = [part for part in parts if part not in (one, other)]
        common = tuple(c for c in one if c in other)
        (mine, yours) = (*here, *there)
        if mine == yours.negation:
            return united([*rest, common])
        if joined := _with_border(mine, yours) or _with_border(yours, mine):
            return united([*rest, (*common, joined)])
    return tuple(parts)


def _with_border(strict: Condition, border: Condition) -> Condition | None:
    """c >= 0, of c > 0 and c = 0; None of others."""
    at_border = strict.relation is Relation.POSITIVE and border.relation is Relation.ZERO
    same = at_border and border.polynomial in (strict.polynomial, sp.expand(-strict.polynomial))
    return strict.closure if same else None


def prove_bound(problem: Problem, branch: Branch) -> None:
    """No prior of the domain needs a smaller eps, or UndecidedError."""
    region = (*problem.region, *branch.conditions)
    if branch.polynomial is None and not has_priors(problem, region):
        # A finite value is reached at priors of the domain; oo would hold of none at all.
        raise UndecidedError(f"no priors may be in the domain for some parameters {branch.condition}")
    unbounded = branch.polynomial is None
    if not (is_unconstrained(problem, region) if unbounded else is_bound(problem, region, root_of(branch))):
        raise UndecidedError(
            f"it is not shown that {_value(branch)} is a lower bound where {branch.condition}"
        )


def _value(branch: Branch) -> str:
    """The branch's eps for a message."""
    if branch.epsilon is None:
        return f"eps = -log x at the root of {branch.polynomial}"
    return f"eps = {branch.epsilon}"


def root_of(branch: Branch) -> Region:
    """X: the root in (0, 1] at which the polynomial rises, each root in the interval, or the least there."""
    assert branch.polynomial is not None
    if branch.sides:
        return root_with_sides(branch.polynomial, branch.sides, branch.between or WHOLE)
    root = (zero(branch.polynomial), positive(DECAY), non_negative(1 - DECAY))
    if branch.between is None:
        return (*root, positive(sp.diff(branch.polynomial, DECAY)))
    if branch.number:
        degree = sp.degree(branch.polynomial, DECAY)
        raise UndecidedError(
            f"no certificate says which is the {branch.which} root of a polynomial of degree {degree} in x"
        )
    return (*root, *within(branch.between))


def prove_sharp(problem: Problem, branch: Branch) -> None:
    """No larger eps is admissible: the value is reached where it is said to be, or UndecidedError."""
    if branch.polynomial is None:
        return
    region, solver = (*problem.region, *branch.conditions), problem.solver
    if not _has_root(problem, branch, region):
        raise UndecidedError(
            f"{branch.polynomial} has no root in (0, 1] for some parameters {branch.condition}"
        )
    nowhere = tuple(tuple(c.negation for c in a.conditions) for a in branch.attained)
    if all(nowhere) and solver.satisfiable(
        [*region, *root_of(branch)], "no place attains the value", nowhere
    ):
        raise UndecidedError(f"where {_value(branch)} is attained is not known for all {branch.condition}")
    below = positive_denominators(branch.between or (), region, solver)
    root = (*below, *divided(root_of(branch), below)) if below else root_of(branch)
    for attainment in branch.attained:
        here = (*region, *attainment.conditions, *root)
        if not any(is_reached(problem, piece, attainment, here) for piece in problem.whole):
            place = ", ".join(f"{v} = {value}" for v, value in attainment.place.items())
            raise UndecidedError(f"it is not shown that {_value(branch)} is reached at {place}")


def _has_root(problem: Problem, branch: Branch, region: Region) -> bool:
    """Whether X exists for all parameters, so that what is proved of it is not about nothing.

    The polynomial is negative at the left end and not negative at the right end; or, where it has no
    parameters, there is a point; or it is of degree 2 and turns above 0 before the right end. Then it has a
    root, and X if it rises there: of degree 2 at most, it does unless it touches 0 from below, which could
    only be at the right end 1. In an isolating interval any root
    will do: `prove_bound` and `prove_sharp` show each to be e^-eps for the infimum, so that there is but one.
    """
    polynomial, solver = branch.polynomial, problem.solver
    assert polynomial is not None
    if branch.sides:
        return is_least_root(polynomial, branch.sides, region, solver, branch.between or WHOLE)
    crosses = rises_over(polynomial, branch.between or WHOLE, region, solver)
    if not (crosses or (branch.coefficients and turns_above(branch.coefficients, region, solver))):
        numbers = polynomial.free_symbols == {DECAY}
        return numbers and solver.satisfiable([*region, *root_of(branch)], f"{polynomial} has its root")
    if branch.coefficients is None:
        return True
    slope = sp.diff(polynomial, DECAY)
    touches = [*region, zero(polynomial.subs(DECAY, 1)), zero(slope.subs(DECAY, 1))]
    return not solver.satisfiable(touches, f"{polynomial} touches 0 at x = 1")


def is_reached(problem: Problem, piece: ConstrainedPiece, attainment: Attainment, here: Region) -> bool:
    """F(X) = 0 at the place, which lies in the piece or is the limit of points of the piece."""
    places, limit = [attainment.place], attainment.kind is AttainmentKind.LIMIT
    if attainment.segment_end is not None:
        share = sp.Dummy("share", real=True)
        inner = {
            v: attainment.place[v] * share + attainment.segment_end[v] * (1 - share) for v in attainment.place
        }
        here = (*here, positive(share), non_negative(1 - share))
        places = [inner]
    for place in places:
        if limit and is_corner(piece, place):
            if not _is_limit_at_corner(problem, piece, place, here):
                return False
            continue
        in_x = [value for value in place.values() if value.has(DECAY)]
        below = positive_denominators(in_x, here, problem.solver)
        here = (*here, *below)
        # The ends of a box, which are parameters, may say that a prior is at most 1.
        for condition in sorted(piece.conditions, key=lambda c: c.symbols <= set(place)):
            for inside in divided(condition.substituted(place), below) if not limit else ():
                shown = condition in problem.at_place
                if not (shown or problem.solver.implies(here, inside, f"{inside} at {place}")):
                    return False
                here = (*here, inside) if in_x else here
        needed = (
            *zero(piece.polynomial).substituted(place),
            *positive(piece.numerator).substituted(place),
            *_rises(problem, piece, place, here),
        )
        if not all(
            _vanishes(problem, c, here)
            or problem.solver.implies(here, c, f"F = 0, rising, 1/r* continuous at {place}")
            for c in divided(needed, below)
        ):
            return False
        if limit and not any(
            _is_limit(problem, piece, path_along(place, way), here) for way in ways_from(len(place))
        ):
            return False
    return True


def _is_limit_at_corner(
    problem: Problem, piece: ConstrainedPiece, place: Mapping[sp.Symbol, sp.Expr], here: Region
) -> bool:
    """The theorem of `symbolic_eps.minimum.corner`, on a way along which the priors are in the piece."""
    for way, quotient in quotients_at(piece, place):
        path = path_along(place, way)
        needed = (zero(quotient), positive(sp.diff(quotient, DECAY)))
        if all(
            c.constant_truth is True or problem.solver.implies(here, c, f"Q rises through 0 at {place}")
            for c in needed
        ) and _is_limit(problem, piece, path, here):
            return True
    return False


def _rises(
    problem: Problem, piece: ConstrainedPiece, place: Mapping[sp.Symbol, sp.Expr], here: Region
) -> tuple[Condition, ...]:
    """What shows that F rises at its root: at p = q = 1 it is the same for all x, and 0 there says nothing.

    Where the place depends on x, the sign of F_x is a hard question. With 1/r* < oo, x > 0 and priors in
    [0, 1], all shown besides, F rises unless both priors are 1: so one of them is to be less, or r* > 1, for
    where both are 1 F = 0 says that r* = 1.
    """
    if all(DECAY not in value.free_symbols for value in place.values()):
        return positive(sp.diff(piece.polynomial, DECAY)).substituted(place)
    slope = sp.diff(piece.inverse_risk, DECAY)
    priors = tuple(v for v in slope.free_symbols if v != DECAY)
    in_square = [c for u in priors for c in (non_negative(u), non_negative(1 - u))]
    in_ranges = tuple(
        c for u in place for side in (non_negative(u), non_negative(1 - u)) for c in side.substituted(place)
    )

    def suffices(v: sp.Symbol) -> bool:
        below = [*in_square, positive(DECAY), non_negative(1 - DECAY), positive(1 - v)]
        return problem.solver.implies(below, positive(slope), f"F rises where {v} < 1")

    above = positive(sp.expand(piece.numerator - piece.denominator))
    at_corner = piece.inverse_risk.subs(dict.fromkeys(place, 1))
    if at_corner == 1 and above.symbols.isdisjoint(place) and all(map(suffices, place)):
        return (above, *in_ranges)
    for v in (*place, *(slope.free_symbols - {DECAY} - set(place))):
        if suffices(v) and all(
            problem.solver.implies(here, c, f"{v} < 1 at {place}") for c in positive(1 - v).substituted(place)
        ):
            return in_ranges
    return positive(sp.diff(piece.polynomial, DECAY)).substituted(place)


def _vanishes(problem: Problem, goal: Condition, here: Region) -> bool:
    """Whether the goal is an equation that follows from one of the conditions by division, a quick proof.

    With c the leading coefficient of the divisor, c^k goal = Q divisor: the goal vanishes where c does not.
    """
    if goal.relation is not Relation.ZERO or problem.solver.certifies or DECAY not in goal.symbols:
        return False
    for known in here:
        degree = sp.degree(known.polynomial, DECAY)
        if known.relation is not Relation.ZERO or degree < 1 or sp.degree(goal.polynomial, DECAY) < degree:
            continue
        if sp.expand(sp.prem(goal.polynomial, known.polynomial, DECAY)) == 0:
            leading = zero(sp.LC(known.polynomial, DECAY))
            return not problem.solver.satisfiable([*here, leading], "the leading coefficient vanishes")
    return False


def _is_limit(
    problem: Problem, piece: ConstrainedPiece, path: Mapping[sp.Symbol, sp.Expr], here: Region
) -> bool:
    """Whether the priors on a path lie in the piece for all small t > 0."""
    moved = (m for condition in piece.conditions for m in condition.substituted(path))
    return all(_holds_eventually(problem, m, here) for m in moved)


def _holds_eventually(problem: Problem, condition: Condition, here: Region) -> bool:
    """The sign for small t > 0 is that of the first coefficient in t that does not vanish."""
    coefficients = sp.Poly(condition.polynomial, DISTANCE).all_coeffs()[::-1]
    vanishing: list[Condition] = []
    for coefficient in coefficients:
        here_too = (*here, *vanishing)
        ordered = condition.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE)
        fails = [*here_too, positive(-coefficient)]
        if ordered and problem.solver.satisfiable(fails, f"{condition} fails for small t"):
            return False
        if not problem.solver.satisfiable([*here_too, zero(coefficient)], f"{coefficient} vanishes"):
            return condition.relation is not Relation.ZERO
        vanishing.append(zero(coefficient))
    return condition.relation in (Relation.NON_NEGATIVE, Relation.ZERO)
