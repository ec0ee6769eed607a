"""Limits at corners where n F is the same for all x, r* = n/d, so that its sign there says nothing of eps.

At p = q = 1 that is so for every r*: eps = oo, while nearby eps may be small if r* = 1. At another corner it
is so where r* is 0/0, as q/p at p = q = 0. On a way into the corner, where priors are polynomials in a
distance t, n F = t^k Q(x) + o(t^k), Q not 0: with the vanishing factor t^k divided out, the limit is a root
of Q.

Theorem. Let the way be in a checked piece for all small t > 0. If Q(X) = 0 and Q'(X) > 0, then for each x < X
near X there are priors on it, as near to the corner as one likes, at which F(x) < 0: no eps > -log X is
admissible, for F rises with x.
Proof. Q(x) < 0 for such x, and n F = t^k (Q(x) + o(1)) with t > 0. On the piece r* >= 1 and d > 0, so that
n > 0. QED

To first order n F is a combination with weights >= 0 of its values along the two sides, or along the borders
of the piece that lie between them, so that no other way into the corner asks for more, unless first orders
vanish. The search takes the sides, the borders that are straight there, and the diagonal at corners other
than p = q = 1; the proof does not rely on that. As no prior is 0, the way along the side q = 0 is p = t,
q = t^2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import sympy as sp

from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition

DISTANCE = sp.Dummy("t", real=True)

ENDS = sp.S.Zero, sp.S.One
"""Of a prior."""

Place = Mapping[sp.Symbol, sp.Expr]
Way = tuple[sp.Expr, ...]


def is_corner(piece: ConstrainedPiece, place: Place) -> bool:
    """Whether n F is the same for all x at a place where each prior is 0 or 1.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("1 + q/p")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [is_corner(piece, dict(zip(PRIORS, map(sp.S, corner)))) for corner in ("11", "00", "01", "10")]
    [True, True, False, False]
    """
    if not all(value in ENDS for value in place.values()):
        return False
    return DECAY not in sp.expand(piece.polynomial.subs(dict(place))).free_symbols


def ways_into(place: Place, conditions: Iterable[Condition] = ()) -> Sequence[Way]:
    """What is added to the priors at a distance t from a corner: along sides, borders, and the diagonal.

    Parameters
    ----------
    place : mapping of Symbol to Expr
        0 or 1 for each prior that varies.
    conditions : iterable of Condition
        Those of the piece: where a corner lies on the border of one, that border is a way, too.

    Examples
    --------
    >>> from symbolic_eps.profiles.profile import PRIORS
    >>> [ways_into(dict(zip(PRIORS, corner, strict=True))) for corner in [(1, 1), (0, 1)]]
    [[(-_t, 0), (0, -_t)], [(_t, 0), (_t**2, -_t), (_t, -_t)]]
    >>> from verify.language.condition import positive
    >>> p, q = PRIORS
    >>> ways_into({p: sp.S.One, q: sp.S.One}, [positive(2 * q - p - 1)])
    [(-_t, 0), (0, -_t), (-2*_t, -_t)]
    """
    along = [-DISTANCE if value == 1 else DISTANCE for value in place.values()]
    beside = [sp.S.Zero if value == 1 else DISTANCE**2 for value in place.values()]
    ways = [(*beside[:k], along[k], *beside[k + 1 :]) for k in range(len(along))]
    if len(along) > 1 and not all(value == 1 for value in place.values()):
        ways.append((*along,))
    ways += (way for c in conditions for way in _along_border(c.polynomial, place, along))
    return list(dict.fromkeys(ways))


def _along_border(polynomial: sp.Expr, place: Place, along: Sequence[sp.Expr]) -> Iterator[Way]:
    """The way on which a polynomial in two priors stays 0 to first order, if it leads between the sides."""
    if len(along) != 2 or sp.expand(polynomial.subs(dict(place))) != 0:
        return
    first, second = (sp.diff(polynomial, v).subs(dict(place)) for v in place)
    for speeds in ((second, -first), (-second, first)):
        way = tuple(sp.expand(speed * DISTANCE) for speed in speeds)
        if not any((gain / inward).is_nonpositive for gain, inward in zip(way, along, strict=True)):
            yield way


def ways_from(count: int) -> Sequence[Way]:
    """The ways from a limit into a domain: each prior stays, or moves by t or t^2; the simplest come first.

    With t^2 one enters p + q < 1 at p = 1, q = 0: straight on, that takes different speeds.

    Parameters
    ----------
    count : int
        How many priors vary.

    Examples
    --------
    >>> ways_from(1)
    [(0,), (_t,), (-_t,), (_t**2,), (-_t**2,)]
    """
    gains = (sp.S.Zero, DISTANCE, -DISTANCE, DISTANCE**2, -(DISTANCE**2))
    return sorted(product(gains, repeat=count), key=lambda way: sum(sp.degree(g, DISTANCE) for g in way if g))


def quotients_at(piece: ConstrainedPiece, place: Place) -> Iterator[tuple[Way, sp.Expr]]:
    """The ways that end in the corner, each with its Q.

    Parameters
    ----------
    piece : ConstrainedPiece
        A piece with the corner on its closure.
    place : mapping of Symbol to Expr
        0 or 1 for each prior that varies; `is_corner` holds.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("2 - p*q")
    >>> for way, q in quotients_at(
    ...     constrained(profile.pieces[0], profile), dict.fromkeys(PRIORS, sp.S.One)
    ... ):
    ...     print(way, q)
    (-_t, 0) x
    (0, -_t) x**2
    """
    for way in ways_into(place, piece.conditions):
        along = sp.expand(piece.polynomial.subs(path_along(place, way)))
        terms = sp.Poly(along, DISTANCE).all_coeffs()[::-1]
        power, quotient = next(((k, c) for k, c in enumerate(terms) if c != 0), (0, sp.S.Zero))
        if power > 0 and DECAY in quotient.free_symbols:
            yield way, quotient


def path_along(place: Place, way: Way) -> dict[sp.Symbol, sp.Expr]:
    """The priors at a distance t from a place."""
    return {v: value + offset for (v, value), offset in zip(place.items(), way, strict=True)}


def corner_limits(piece: ConstrainedPiece, free: tuple[sp.Symbol, ...]) -> Iterator[Candidate]:
    """The limits at corners as candidates, where the corner is on the closure of the piece.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece of a profile, perhaps reduced to a part of its border.
    free : tuple of Symbol
        The priors that vary.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import PRIORS, RiskProfile
    >>> profile = RiskProfile("1 + b*(1 - p*q)/(p*q)", ["0<b<1"])
    >>> [c.polynomial for c in corner_limits(constrained(profile.pieces[0], profile), PRIORS)]
    [b + x - 1, b + x**2 - 1]
    """
    varying = [v for v in free if v not in piece.priors]
    for values in product(ENDS[::-1], repeat=len(varying)) if varying else ():
        yield from _limits_at(piece, dict(zip(varying, values, strict=True)))


def _limits_at(piece: ConstrainedPiece, place: Place) -> Iterator[Candidate]:
    if not is_corner(piece, place):
        return
    equal = len(set(place.values())) == 1
    named = [*map(str, place), str(next(iter(place.values())))] if equal else []
    where = " = ".join(named) or ", ".join(f"{v} = {value}" for v, value in place.items())
    words = f"towards {where}, with the factor divided out that vanishes there"
    step = Step(StepKind.CRITICAL, words=words)
    whole = {**place, **{v: value.subs(dict(place)) for v, value in piece.priors.items()}}
    for way, quotient in quotients_at(piece, place):
        path = path_along(place, way)
        sides = [_first(moved) for c in piece.conditions for moved in c.closure.substituted(path)]
        if any(side.constant_truth is False for side in sides):
            continue
        conditions = tuple(side for side in sides if side.constant_truth is not True)
        for factor, _ in sp.factor_list(quotient)[1]:
            if DECAY in factor.free_symbols and factor != DECAY:
                yield Candidate(primitive(factor), whole, conditions, piece, steps=(step,))


def _first(condition: Condition) -> Condition:
    """What a condition comes to for small t > 0: that on its first coefficient that is not 0."""
    coefficients = sp.Poly(condition.polynomial, DISTANCE).all_coeffs()[::-1]
    return Condition(next((c for c in coefficients if c != 0), sp.S.Zero), condition.relation)
