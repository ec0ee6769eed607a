"""Where the value of a case is attained at one point of its parameters, seen by numbers, as formulas.

At the point X is a number. F is 0 there at a corner of a piece, or where it is stationary along a side: the
tight conditions give the one as a formula in the parameters, and subresultants give the other, in x besides.
Numbers tell in a moment which of the few places these are, where a search through all candidates asks a
solver about each. Nothing here is a proof: that a place attains the value for all parameters of the case is
proved afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.evaluate import value_on
from symbolic_eps.minimum.candidates import Candidate, solved_for
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.corner import is_corner, quotients_at
from symbolic_eps.minimum.problem import Region
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive, tidied
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver

DIGITS = 70
"""Of X at the point."""

NEAR = sp.Rational(1, 10**30)
"""What is closer to 0 than this counts as 0."""

MOST_SETS = 60
"""Of tight conditions on one piece, beyond which the search serves better."""

Place = Mapping[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class PlacesAtPoint:
    """The candidates on a piece that have a branch's value at a point of the parameters.

    Parameters
    ----------
    branch : Branch
        With a value.
    point : mapping of Symbol to Rational
        Numbers for all parameters, in the branch.
    region : tuple of Condition
        That of the branch, with all assumptions.
    solver : Solver
        Shortens conditions.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from symbolic_eps.theory.symbols import parameter
    >>> a = parameter("a")
    >>> profile = RiskProfile("1 + a/(p*q)", ["0<a<1"], fixed={"p": "1"})
    >>> piece = constrained(profile.pieces[0], profile)
    >>> branch = Branch((), sp.expand((1 + a) * DECAY + a - 1), (sp.S.Zero, 1 + a, 1 - a))
    >>> places = PlacesAtPoint(branch, {a: sp.Rational(1, 2)}, profile.parameter_region, Solver())
    >>> [one.place for one in places.on(piece, profile.free_priors)]
    [{q: -(a - 1)/2}]
    """

    branch: Branch
    point: Mapping[sp.Symbol, sp.Expr]
    region: Region
    solver: Solver

    @property
    def decay(self) -> sp.Rational:
        """X at the point, to many digits."""
        return sp.Rational(str(sp.N(sp.exp(-value_on(self.branch, self.point)), DIGITS)))

    def shortest(self, found: Sequence[Candidate]) -> tuple[Candidate, ...]:
        """Those at the shortest of the formulas that are one point of the priors here."""
        places = sorted((one.place for one in found), key=_length)
        return tuple(
            one for one in found if one.place == next(u for u in places if self._is_same(u, one.place))
        )

    def _is_same(self, one: Place, other: Place) -> bool:
        at_point = {**self.point, DECAY: self.decay}
        return all(abs((one[v] - other[v]).subs(at_point)) < NEAR for v in one)

    def on(self, piece: ConstrainedPiece, free: Sequence[sp.Symbol]) -> Iterator[Candidate]:
        """Corners first, then sides."""
        at_point = {**self.point, DECAY: self.decay}
        bounding = (
            c for c in piece.conditions if c.symbols & {*free} and c.relation is not Relation.NON_ZERO
        )
        tight = [*dict.fromkeys(primitive(c.polynomial) for c in bounding)]
        sets = [chosen for size in range(len(free), -1, -1) for chosen in combinations(tight, size)]
        seen = list[Place]()
        for chosen in sets if len(sets) <= MOST_SETS else ():
            values = _solved(chosen, free)
            left = [] if values is None else [v for v in free if v not in values]
            if values is None or len(left) > 1:
                continue
            place = self._placed(piece, values, left, at_point)
            if place is not None and place not in seen and _fits(piece, place, at_point):
                seen.append(place)
                assert self.branch.polynomial is not None
                yield Candidate(self.branch.polynomial, place, self._sides(piece, place), piece)

    def _placed(
        self, piece: ConstrainedPiece, values: Place, left: Sequence[sp.Symbol], at_point: Place
    ) -> Place | None:
        """The corner, or where F is 0 and stationary along the side."""
        for v in left:
            f, n, d = (e.subs(values) for e in (piece.inverse_risk, piece.numerator, piece.denominator))
            here = _numerator(f - d / n)
            slope = sp.diff(here, v)  # where F = 0, its multiple is stationary where F is
            if not _meet(here.subs(at_point), slope.subs(at_point), v):
                return None
            solved = solved_for(v, [slope, here], self.branch.polynomial)
            if solved is None:
                return None
            values = {u: e.subs(v, solved) for u, e in values.items()} | {v: solved}
        return {v: sp.factor(sp.together(e)) for v, e in values.items()}

    def _sides(self, piece: ConstrainedPiece, place: Place) -> Region:
        """What says that a place in x lies on the piece, without factors of one sign."""
        if not any(DECAY in value.free_symbols for value in place.values()):
            return ()
        root = zero(self.branch.polynomial), positive(DECAY), non_negative(1 - DECAY)
        known = list[Condition]()
        for moved in (m for c in piece.conditions for m in c.substituted(place)):
            shorter = tidied(moved, (*self.region, *root[1:]), self.solver)
            shorter = shorter and tidied(shorter, (*self.region, *known, *root), self.solver)
            if shorter is not None:
                known.append(shorter)
        return tuple(known)


def _length(place: Place) -> int:
    return sum(int(sp.count_ops(value)) for value in place.values())


def are_flat(candidates: Iterable[Candidate]) -> bool:
    """Whether F is 0 on the straight way between two of the places: the search finds such segments.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> from symbolic_eps.theory.symbols import parameter
    >>> p, r = PRIORS[0], parameter("r")
    >>> profile = RiskProfile("r", ["r>1"])
    >>> branch = Branch((), r * DECAY - 1, (sp.S.Zero, r, sp.S.One))  # the value at p = 0, for each q
    >>> places = PlacesAtPoint(branch, {r: sp.Integer(2)}, profile.parameter_region, Solver())
    >>> found = [*places.on(constrained(profile.pieces[0], profile), PRIORS)]
    >>> [one.place[p] for one in found], are_flat(found), are_flat(found[:1])
    ([0, 0], True, False)
    """
    share = sp.Dummy("share")
    for one, other in combinations(candidates, 2):
        if one.piece != other.piece:
            continue
        line = {v: value * share + other.place[v] * (1 - share) for v, value in one.place.items()}
        along = sp.Poly(_numerator(one.piece.polynomial.subs(line)), share)
        if all(sp.prem(sp.expand(c), one.polynomial, DECAY) == 0 for c in along.all_coeffs()):
            return True
    return False


def _solved(curves: Sequence[sp.Expr], free: Sequence[sp.Symbol]) -> Place | None:
    """Priors that make the curves 0, by the others, each linear in one of them; None where that fails."""
    values = dict[sp.Symbol, sp.Expr]()
    for curve in curves:
        moved = _numerator(curve.subs(values))
        v = next((v for v in free if v not in values and sp.degree(moved, v) == 1), None)
        if v is None:
            return None
        slope, offset = sp.Poly(moved, v).all_coeffs()
        values = {u: e.subs(v, -offset / slope) for u, e in values.items()} | {v: -offset / slope}
    return values


def _numerator(expression: sp.Expr) -> sp.Expr:
    return sp.expand(sp.numer(sp.together(expression)))


def _meet(here: sp.Expr, slope: sp.Expr, v: sp.Symbol) -> bool:
    """Whether both are 0 at one value in [0, 1], as far as numbers tell."""
    if not slope.has(v) or not here.has(v):
        return False
    scale = max(abs(c) for c in sp.Poly(here, v).all_coeffs())
    roots = sp.Poly(slope, v).nroots(n=DIGITS // 2, maxsteps=200)
    reals = [sp.re(r) for r in roots if abs(sp.im(r)) < 1e-12 and -1e-9 <= sp.re(r) <= 1 + 1e-9]
    return any(abs(sp.N(here.subs(v, r), 40)) < 1e-12 * scale for r in reals)


def _fits(piece: ConstrainedPiece, place: Place, at_point: Place) -> bool:
    """Whether F is 0 there and rises, or is so in a limit, and the place is on the piece's closure."""
    at = {v: value.subs(at_point) for v, value in place.items()}
    if not all(value.is_Rational for value in at.values()):
        return False
    there = {**at_point, **at}
    if is_corner(piece, place):
        rises = any(abs(quotient.subs(at_point)) < NEAR for _, quotient in quotients_at(piece, place))
    else:
        rises = piece.polynomial.diff(DECAY).subs(there) > NEAR
    closed = (c.closure for c in piece.conditions if c.relation is not Relation.NON_ZERO)
    return bool(rises and abs(piece.polynomial.subs(there)) < NEAR and all(_holds(c, there) for c in closed))


def _holds(condition: Condition, at: Place) -> bool:
    value = condition.polynomial.subs(at)
    return condition.relation.holds(0 if abs(value) < NEAR else int(sp.sign(value)))


def told_at_borders(
    branch: Branch, pieces: Sequence[ConstrainedPiece], region: Region
) -> tuple[Attainment, ...]:
    """The branch's places; one that leaves the domain at a border of the branch is only a limit there.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> from symbolic_eps.theory.symbols import parameter
    >>> p, q, a = *PRIORS, parameter("a")
    >>> profile = RiskProfile("1 + a/(p*q)", ["a>0"])
    >>> piece = constrained(profile.pieces[0], profile)
    >>> place = Attainment((), {p: sp.S.One, q: (1 - a) / 2}, AttainmentKind.POINT)
    >>> branch = Branch((non_negative(1 - a),), None, attained=(place,))
    >>> for place in told_at_borders(branch, [piece], branch.conditions):
    ...     print(*place.conditions, place.kind)
    a < 1 point
    Eq(1, a) limit
    """
    return tuple(told for attained in branch.attained for told in _told_at_borders(attained, pieces, region))


def _told_at_borders(
    attained: Attainment, pieces: Sequence[ConstrainedPiece], region: Region
) -> Iterator[Attainment]:
    strict = [c for piece in pieces for c in piece.conditions if c.relation is Relation.POSITIVE]
    moved = [m for c in strict for m in c.substituted(attained.place)]
    short = dict.fromkeys(positive(primitive(m.polynomial)) for m in moved if m.constant_truth is None)
    borders = [c for c in short if c.closure in region and attained.kind is AttainmentKind.POINT]
    yield replace(attained, conditions=(*attained.conditions, *borders))
    for c in borders:
        here = (*attained.conditions, zero(c.polynomial))
        yield replace(attained, conditions=here, kind=AttainmentKind.LIMIT)
