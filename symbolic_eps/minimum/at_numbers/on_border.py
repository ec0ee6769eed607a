"""Where the infimum is, once it is enclosed: the few places at which F can have its largest root, by numbers.

For a profile without parameters, X = e^-eps lies in a short interval. F is largest there at a corner of a
piece, or where it is stationary along a side or a joint; each such place makes X the root of an irreducible
polynomial in x, and the interval says of which. Nothing here is a proof: the branch is proved afterwards by
`symbolic_eps.minimum.proof`. Where it cannot be, or no place on a border is seen, the whole search follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.at_numbers.border_elimination import eliminated, roots_between
from symbolic_eps.minimum.candidates import solved_for
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.corner import corner_limits, is_corner
from symbolic_eps.minimum.problem import Problem
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.enclosure import Enclosure
from verify.language.condition import Condition, Relation

SLACK = sp.Rational(1, 10**9)
"""Added to both sides of X's interval, which is known to a double's accuracy."""

NEAR = sp.Rational(1, 10**30)
"""What is closer to 0 than this counts as 0."""

MOST_PLACES = 200
"""Sets of tight conditions on one piece, beyond which the search serves better."""

Place = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class _Spot:
    """A place at which X is a root of the polynomial; `tight` are the conditions that hold with equality."""

    polynomial: sp.Expr
    root: sp.Rational
    place: Place
    tight: tuple[sp.Expr, ...]
    piece: ConstrainedPiece
    steps: tuple[Step, ...]


def branch_in(problem: Problem, bracket: Enclosure) -> Branch | None:
    """The branch that an enclosure of the infimum points to, still to be proved; None where none is seen.

    Parameters
    ----------
    problem : Problem
        The whole pieces of a profile with numbers for all parameters.
    bracket : Enclosure
        Of the infimum of eps.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + 1/(2*p*q)")
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> problem = Problem(pieces, profile.free_priors, (), (), Solver(), profile.domain, whole=pieces)
    >>> branch = branch_in(problem, Enclosure(Fraction("1.0986"), Fraction("1.0987")))
    >>> branch.epsilon, branch.attained[0].place, str(branch.attained[0].kind)
    (log(3), {p: 1, q: 1/4}, 'point')
    """
    if bracket.lower <= 0:
        return None
    if bracket.is_infinite:
        return Branch((), None)
    low, high = (sp.Rational(exp(-float(end))) for end in (bracket.upper, bracket.lower))
    decay = low - SLACK, high + SLACK
    spots = [s for piece in problem.whole for s in _spots(problem, piece, decay)]
    return _branch(problem, spots) if spots else None


def _branch(problem: Problem, spots: Sequence[_Spot]) -> Branch:
    """The one with the largest root, with all places at which it is attained."""
    best = max(spots, key=lambda s: s.root)
    same = [s for s in spots if s.polynomial == best.polynomial and abs(s.root - best.root) < NEAR]
    polynomial = best.polynomial
    if sp.diff(polynomial, DECAY).subs(DECAY, best.root) < 0:
        polynomial = sp.expand(-polynomial)
    coefficients, between = None, None
    if sp.degree(polynomial, DECAY) > 2:
        isolating = (ends for ends, _ in sp.Poly(polynomial, DECAY).intervals(eps=sp.Rational(1, 10**6)))
        between = next((low, high) for low, high in isolating if low <= best.root <= high)
    else:
        quadratic = sp.Poly(polynomial, DECAY)
        a, b, c = (quadratic.coeff_monomial(DECAY**k) for k in (2, 1, 0))
        coefficients = (a, b, -c)
    return Branch((), polynomial, coefficients, tuple(_attained(problem, same)), between, best.steps)


# --- the places


def _spots(problem: Problem, piece: ConstrainedPiece, decay: tuple[sp.Expr, sp.Expr]) -> Iterator[_Spot]:
    """On the border of one piece, with X in the interval."""
    bounding = (c for c in piece.conditions if c.symbols and c.relation is not Relation.NON_ZERO)
    tight = list(dict.fromkeys(primitive(c.polynomial) for c in bounding))
    sets = [chosen for size in range(len(problem.free), 0, -1) for chosen in combinations(tight, size)]
    for chosen in sets if len(sets) <= MOST_PLACES else ():
        yield from _spots_at(problem, piece, chosen, decay)
    for limit in corner_limits(piece, problem.free):
        if not limit.conditions:
            for root in roots_between(limit.polynomial, *decay):
                yield _Spot(limit.polynomial, root, limit.place, (), piece, limit.steps)


def _spots_at(
    problem: Problem, piece: ConstrainedPiece, chosen: Sequence[sp.Expr], decay: tuple[sp.Expr, sp.Expr]
) -> Iterator[_Spot]:
    """Where the chosen conditions are tight, and F is stationary along what they leave free."""
    for values, curves in _solved(problem.free, {}, list(chosen)):
        free = [v for v in problem.free if v not in values]
        here = sp.expand(piece.polynomial.subs(values))
        equations = _stationary(piece, values, curves, free)
        if equations is None:
            continue
        system = [here, *equations]
        steps = tuple(Step(StepKind.END, v, value=value) for v, value in values.items())
        steps += tuple(Step(StepKind.CRITICAL, v) for v in free)
        for factor in eliminated(here, equations, free):
            for root in roots_between(factor, *decay):
                place = _place(values, free, system, factor)
                if place is not None and _fits(piece, place, root):
                    yield _Spot(factor, root, place, tuple(chosen), piece, steps)


def _solved(
    free: Sequence[sp.Symbol], values: Place, curves: list[sp.Expr]
) -> Iterator[tuple[Place, list[sp.Expr]]]:
    """Priors that equations linear in one prior alone give as numbers, and the equations that are left."""
    for k, curve in enumerate(curves):
        if len(curve.free_symbols) != 1:
            continue
        (v,) = curve.free_symbols
        factors = [f for f, _ in sp.factor_list(curve)[1]]
        linear = [f for f in factors if sp.degree(f, v) == 1]
        if v not in free or len(linear) < len(factors):
            continue
        for factor in linear:
            slope, offset = sp.Poly(factor, v).all_coeffs()
            moved = [sp.expand(c.subs(v, -offset / slope)) for i, c in enumerate(curves) if i != k]
            if all(c.free_symbols for c in moved):
                yield from _solved(free, {**values, v: -offset / slope}, moved)
        return
    yield values, curves


def _stationary(
    piece: ConstrainedPiece, values: Place, curves: Sequence[sp.Expr], free: Sequence[sp.Symbol]
) -> list[sp.Expr] | None:
    """As many equations as there are free priors: the curves, and that eps is stationary along them."""
    f, n, d = (e.subs(values) for e in (piece.inverse_risk, piece.numerator, piece.denominator))
    slopes = [sp.expand(slope_on_root(f, n, d, v)) for v in free]
    if len(curves) == len(free):
        return list(curves)
    if not curves:
        return slopes
    if len(free) - len(curves) == 1:
        rows = [slopes, *([sp.diff(c, v) for v in free] for c in curves)]
        return [*curves, sp.expand(sp.Matrix(rows).det())]
    return None


def _place(
    values: Place, free: Sequence[sp.Symbol], system: Sequence[sp.Expr], factor: sp.Expr
) -> Place | None:
    """The priors in terms of x, or as numbers where x is one."""
    found = dict(values)
    slope = sp.Poly(factor, DECAY)
    at_root = {DECAY: sp.Rational(-slope.TC(), slope.LC())} if slope.degree() == 1 else {}
    for v in free:
        equations = [sp.numer(sp.together(e.subs(found))) for e in system]
        solved = solved_for(v, equations, factor)
        if solved is None:
            return None
        found = {u: e.subs(v, solved) for u, e in found.items()} | {v: solved}
    placed = {u: sp.factor(sp.together(e).subs(at_root)) for u, e in found.items()}
    return placed if all(e.is_finite is not False for e in placed.values()) else None


def _fits(piece: ConstrainedPiece, place: Place, root: sp.Rational) -> bool:
    """Whether the place is on the closure of the piece and F rises there, as far as numbers tell."""
    at = {v: value.subs(DECAY, root) for v, value in place.items()}
    if any(not value.is_Rational for value in at.values()):
        return False
    rises = sp.diff(piece.polynomial, DECAY).subs({**at, DECAY: root}) > NEAR
    closed = (c.closure for c in piece.conditions if c.relation is not Relation.NON_ZERO)
    return bool(rises) and all(_holds(c, at) for c in closed)


def _holds(condition: Condition, at: Place) -> bool:
    """Whether a condition holds at numbers that stand for a place, equalities up to `NEAR`."""
    value = condition.polynomial.subs(at)
    return condition.relation.holds(0 if abs(value) < NEAR else int(sp.sign(value)))


# --- where it is attained


def _attained(problem: Problem, spots: Sequence[_Spot]) -> Iterator[Attainment]:
    """Each place once: as a point if the domain holds it, as one end of a segment, or as a limit."""
    left = list(spots)
    for one, other in combinations(spots, 2):
        if one in left and other in left and _is_flat(one, other):
            ends = sorted((one, other), key=lambda s: _in_domain(problem, s), reverse=True)
            if _in_domain(problem, ends[0]):
                first, second = (s.place for s in ends)
                yield Attainment((), first, AttainmentKind.SEGMENT, second)
                left = [s for s in left if s.place not in (first, second)]
    seen: list[Place] = []
    for spot in left:
        if spot.place not in seen:
            seen.append(spot.place)
            kind = AttainmentKind.POINT if _in_domain(problem, spot) else AttainmentKind.LIMIT
            yield Attainment((), spot.place, kind)


def _is_flat(one: _Spot, other: _Spot) -> bool:
    """Whether both are corners of one side of a piece, and F = 0 all along the straight side."""
    if one.piece != other.piece or one.place == other.place or not set(one.tight) & set(other.tight):
        return False
    if any(value.free_symbols for s in (one, other) for value in s.place.values()):
        return False
    share = sp.Dummy("share")
    line = {v: value * share + other.place[v] * (1 - share) for v, value in one.place.items()}
    along = sp.Poly(sp.expand(one.piece.polynomial.subs(line)), share)
    return all(sp.rem(c, one.polynomial, DECAY) == 0 for c in along.all_coeffs())


def _in_domain(problem: Problem, spot: _Spot) -> bool:
    """Whether a piece of the same bound holds the place, where F says something."""
    if is_corner(spot.piece, spot.place):
        return False
    at = {v: value.subs(DECAY, spot.root) for v, value in spot.place.items()}
    return all(_holds(c, at) for c in spot.piece.conditions)
