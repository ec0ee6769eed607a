"""Reductions: theorems by which a piece of a profile may be replaced by a part of its border.

* Product: with t = p q held fixed, f = p(1-q) x^2 + (1-p) x + p q = (p - t) x^2 + (1 - p) x + t has the slope
  x^2 - x <= 0 in p. A profile that depends on p and q only through t is therefore hardest at the largest p:
  p = 1, or in a box the border where p is largest or q is least (an L).
* Monotone: where eps only falls (rises) along a prior, the end of its range decides.

Each use is proved by the judge: the theorem, and that every point of the piece has its partner on the border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

BY_PRODUCT = "r* depends on p and q only through p q, and with p q fixed eps does not rise with p"
"""The first theorem, in words."""

_P, _Q = PRIOR_INCLUSION, PRIOR_VALUE
_PRODUCT = sp.Dummy("t", real=True)


def depends_on_product(expression: sp.Expr) -> bool:
    """Whether a rational function of the priors is one of their product p q (and parameters) alone.

    Parameters
    ----------
    expression : sympy.Expr

    Returns
    -------
    bool
        Decided by a polynomial identity.

    Examples
    --------
    >>> depends_on_product(1 + 1 / (2 * _P * _Q)), depends_on_product(_P + _Q)
    (True, False)
    """
    along = sp.cancel(expression.subs(_Q, _PRODUCT / _P))
    if _P in along.free_symbols:
        return False
    difference = sp.together(along.subs(_PRODUCT, _P * _Q) - expression)
    return bool(sp.expand(sp.numer(difference)) == 0)


def reduced_by_product(
    piece: ConstrainedPiece, free: Sequence[sp.Symbol], region: Iterable[Condition], judge: Solver
) -> tuple[ConstrainedPiece, ...] | None:
    """The border of a piece that decides the infimum of eps over it, if r* depends on p q alone there.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece.
    free : sequence of Symbol
        The priors that vary.
    region : iterable of Condition
        What is known of the parameters.
    judge : Solver
        Proves the reduction.

    Returns
    -------
    tuple of ConstrainedPiece or None
        None where the theorem does not apply, or its use could not be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/(2*p*q)")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> (face,) = reduced_by_product(piece, PRIORS, (), Solver())
    >>> face.priors, face.polynomial
    ({p: 1}, -2*q**2*x**2 + 2*q**2 + q*x**2 - q + x**2)
    """
    if set(free) != set(PRIORS) or piece.priors or not depends_on_product(piece.bound):
        return None
    known = (*region, *piece.conditions)
    try:
        ends = _border(piece, tuple(region), judge)
        if ends is None or not _product_theorem(piece.inverse_risk, judge):
            return None
        faces = tuple(_face(piece, *end, BY_PRODUCT) for end in ends)
        proved = bool(faces) and all(_lands(end, ends, known, judge) for end in ends)
        proved = proved and all(_continuous(face, tuple(region), judge) for face in faces)
    except UndecidedQueryError:
        return None
    return faces if proved else None


def _product_theorem(inverse_risk: sp.Expr, judge: Solver) -> bool:
    """With p q = p' q' and p <= p', the bound on the relative risk is at least as large at (p', q')."""
    there = {_P: sp.Symbol("p_larger", real=True), _Q: sp.Symbol("q_smaller", real=True)}
    hypotheses = (
        non_negative(DECAY),
        non_negative(1 - DECAY),
        non_negative(there[_P] - _P),
        zero(sp.expand(_P * _Q - there[_P] * there[_Q])),
    )
    falls = sp.expand(inverse_risk - inverse_risk.subs(there, simultaneous=True))
    return judge.implies(hypotheses, non_negative(falls), "with p q fixed, F does not grow with p")


def _border(
    piece: ConstrainedPiece, region: tuple[Condition, ...], judge: Solver
) -> tuple[tuple[sp.Symbol, sp.Expr], ...] | None:
    """The conditions that can become tight as p grows with p q fixed: p = largest, q = least."""
    ends: list[tuple[sp.Symbol, sp.Expr]] = []
    for condition in piece.conditions:
        priors = condition.symbols & set(PRIORS)
        if not priors or _kept_along(condition):
            continue
        if len(priors) > 1 or condition.relation in (Relation.ZERO, Relation.NON_ZERO):
            return None
        (v,) = priors
        if sp.degree(condition.polynomial, v) != 1:
            return None
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        rising = judge.implies(region, positive(slope), f"sign of {slope}")
        if not rising and not judge.implies(region, positive(-slope), f"sign of {slope}"):
            return None
        binding = rising == (v == _Q)
        if not binding or (rising and offset == 0):
            # p only grows, q only falls, and stays positive.
            continue
        end = sp.factor(-offset / slope)
        if not _is_plain(end):
            return None
        ends.append((v, end))
    largest = _tightest([e for e in ends if e[0] == _P], region, judge, 1)
    return (*largest, *_tightest([e for e in ends if e[0] == _Q], region, judge, -1))


def _kept_along(condition: Condition) -> bool:
    """Whether the condition depends on p q alone, but for a power of the positive p."""
    along = sp.cancel(condition.polynomial.subs(_Q, _PRODUCT / _P))
    numerator, denominator = sp.fraction(along)
    powers = sp.Poly(numerator, _P).monoms()
    return len(powers) == 1 and set(denominator.free_symbols) <= {_P}


def _tightest(
    ends: Iterable[tuple[sp.Symbol, sp.Expr]], known: tuple[Condition, ...], judge: Solver, orientation: int
) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
    """The upper (or lower) ends without those that another one precedes for all parameters."""
    kept = list(dict.fromkeys(ends))
    for v, end in list(kept):
        others = [other for _, other in kept if other != end]
        if any(
            judge.implies(known, c, f"{other} is reached before {end}")
            for other in others
            for c in _at_least(orientation * (end - other))
        ):
            kept.remove((v, end))
    return tuple(kept)


def _at_least(difference: sp.Expr) -> Iterator[Condition]:
    numerator, denominator = sp.fraction(sp.together(difference))
    yield non_negative(sp.expand(numerator * denominator))


def _lands(
    end: tuple[sp.Symbol, sp.Expr],
    ends: Sequence[tuple[sp.Symbol, sp.Expr]],
    known: tuple[Condition, ...],
    judge: Solver,
) -> bool:
    """From each point for which this end comes first, the curve of fixed p q meets it inside the piece.

    Of finitely many ends one comes first, so that together they take in all points.
    """
    here = _partner(*end)
    first = [
        condition
        for other in ends
        if other != end
        for condition in _at_least(_partner(*other)[_P] - here[_P])
    ]
    moved = [c for condition in known for c in _moved(_relaxed(condition, end[0]), here)]
    further = _at_least(here[_P] - _P)
    return all(
        judge.implies((*known, *first), c, f"{c} on the border {end[0]} = {end[1]}")
        for c in (*further, *moved)
        if c.constant_truth is not True
    )


def _partner(v: sp.Symbol, end: sp.Expr) -> Mapping[sp.Symbol, sp.Expr]:
    """The point with the same p q at the end of v."""
    (other,) = set(PRIORS) - {v}
    return {v: end, other: _P * _Q / end}


def _relaxed(condition: Condition, v: sp.Symbol) -> Condition:
    """As it holds at the end of v's range, which need not belong to the piece."""
    return condition.closure if v in condition.symbols else condition


def _moved(condition: Condition, place: Mapping[sp.Symbol, sp.Expr]) -> tuple[Condition, ...]:
    return condition.substituted(place) if condition.symbols & set(PRIORS) else ()


def reduced_by_monotonicity(
    piece: ConstrainedPiece,
    free: Sequence[sp.Symbol],
    region: Iterable[Condition],
    search: Solver,
    judge: Solver,
    least_decay: sp.Rational = sp.S.Zero,
) -> tuple[ConstrainedPiece, ...] | None:
    """The end of one prior's range, if eps only falls, or only rises, along that prior all over the piece.

    Suppose that F(X) < 0 somewhere on the piece. As r* >= 1, F has a root beyond X there. F_x > 0 is proved,
    and along the prior the root moves by -F_v/F_x, whose sign is proved: it does not fall on the way to the
    end, where F(X) < 0 follows, unless the end is p = q = 1 with r* = 1, where F says nothing. That is
    excluded. All these roots are beyond X, so that for a given X only the signs there matter.

    Parameters
    ----------
    piece : ConstrainedPiece
        A checked piece, or a face of one.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : iterable of Condition
        What is known of the parameters.
    search : Solver
        Looks for the prior.
    judge : Solver
        Proves the reduction.
    least_decay : Rational
        The reduction is for X >= this only; 0 for all eps.

    Returns
    -------
    tuple of ConstrainedPiece or None
        None where no prior is found, or its use could not be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/p")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> (face,) = reduced_by_monotonicity(piece, PRIORS, (), Solver(), Solver())
    >>> face.priors
    {q: 0}
    """
    given = tuple(region)
    for v in free:
        if v in piece.priors:
            continue
        for orientation, word in ((1, "does not rise"), (-1, "does not fall")):
            where = ", ".join(f"{u} = {value}" for u, value in piece.priors.items())
            text = f"eps {word} along {v}" + (f" at {where}" if where else "")
            text += f" where e^-eps > {least_decay}" if least_decay > 0 else ""
            try:
                ends = _moved_along(piece, v, orientation, given, search, judge, least_decay)
                faces = tuple(_face(piece, v, end, text) for end in ends)
                if faces and _rises(piece, judge) and all(_continuous(face, given, judge) for face in faces):
                    return faces
            except UndecidedQueryError:
                continue
    return None


def _rises(piece: ConstrainedPiece, judge: Solver) -> bool:
    """Whether F rises with x for all priors in [0, 1], but for p = q = 1."""
    inverse_risk = (piece.origin or piece).inverse_risk
    priors = [v for v in PRIORS if v in inverse_risk.free_symbols]
    square = [c for v in priors for c in (non_negative(v), non_negative(1 - v))]
    here = [*square, positive(DECAY), non_negative(1 - DECAY)]
    slope = positive(sp.diff(inverse_risk, DECAY))
    off_corner = positive(sp.Add(*(1 - v for v in priors)))
    return any(judge.implies([*here, *c], slope, "F rises with e^-eps") for c in ((), (off_corner,)))


def _moved_along(
    piece: ConstrainedPiece,
    v: sp.Symbol,
    orientation: int,
    region: tuple[Condition, ...],
    search: Solver,
    judge: Solver,
    least_decay: sp.Rational,
) -> tuple[sp.Expr, ...]:
    """The ends of v above (orientation 1) or below that decide; none if the sign is not settled."""
    known = (*region, *piece.conditions)
    root = (positive(DECAY - least_decay), non_negative(1 - DECAY))
    question = f"the root moves the other way along {v}"
    against = next(
        (
            conditions
            for conditions in _against(piece, v, orientation)
            if not search.possible((*known, *root, *conditions), question)
        ),
        None,
    )
    ends = () if against is None else _ends(piece, v, orientation, known, judge)
    if against is None or not ends or judge.satisfiable((*known, *root, *against), question):
        return ()
    for end in ends:
        place = {v: end}
        first = [c for other in ends if other != end for c in _at_least(orientation * (other - end))]
        moved = [c for one in known if v in one.symbols for c in one.closure.substituted(place)]
        if not all(
            judge.implies((*known, *first), c, f"{c} at the end of {v}")
            for c in moved
            if c.constant_truth is not True
        ):
            return ()
        corner = [
            *known,
            zero(piece.numerator - piece.denominator),
            *(zero(u - 1) for u in PRIORS if u != v),
        ]
        corner = [c for condition in corner for c in condition.substituted({**piece.priors, v: end})]
        at_one = [zero(value - 1) for value in (*piece.priors.values(), end)]
        if judge.satisfiable([*corner, *at_one], "r* = 1 at p = q = 1"):
            return ()
    return ends


def _against(piece: ConstrainedPiece, v: sp.Symbol, orientation: int) -> Iterator[tuple[Condition, ...]]:
    """Conditions that all points meet where F = 0 and the root moves the other way, in several forms.

    P = n F, so that P_v has the sign of F_v on F = 0, and so have v P_v - k P, in which the leading term in v
    is gone, and n^2 F_v. F <= 0 in place of F = 0 asks more, and is often the easier question.
    """
    n, d, f, polynomial = piece.numerator, piece.denominator, piece.inverse_risk, piece.polynomial
    slope = sp.diff(polynomial, v)
    lowered = sp.expand(v * slope - sp.degree(polynomial, v) * polynomial)
    cleared = sp.expand(slope_on_root(f, n, d, v))
    yield (positive(orientation * cleared),)
    for form in (lowered, slope):
        yield (positive(orientation * form), non_negative(-polynomial))
    for form in (cleared, lowered, slope):
        yield (positive(orientation * form), zero(polynomial))


def _ends(
    piece: ConstrainedPiece, v: sp.Symbol, orientation: int, known: tuple[Condition, ...], judge: Solver
) -> tuple[sp.Expr, ...]:
    """The upper (or lower) ends of v's interval, free of priors; () where they are not all of that kind."""
    found: dict[sp.Expr, None] = {}
    others = tuple(c for c in known if v not in c.symbols)
    for condition in piece.conditions:
        if v not in condition.symbols:
            continue
        if (
            condition.relation in (Relation.ZERO, Relation.NON_ZERO)
            or sp.degree(condition.polynomial, v) != 1
        ):
            return ()
        slope, offset = sp.Poly(condition.polynomial, v).all_coeffs()
        rising = judge.implies(others, positive(slope), f"sign of {slope}")
        if not rising and not judge.implies(others, positive(-slope), f"sign of {slope}"):
            return ()
        if rising == (orientation == 1):
            continue
        end = sp.factor(-offset / slope)
        if not _is_plain(end):
            return ()
        found[end] = None
    return tuple(end for _, end in _tightest([(v, e) for e in found], others, judge, orientation))


def _is_plain(end: sp.Expr) -> bool:
    return not end.free_symbols & set(PRIORS) and bool(end.is_polynomial(*end.free_symbols))


def _face(piece: ConstrainedPiece, v: sp.Symbol, end: sp.Expr, reason: str) -> ConstrainedPiece:
    """The piece at the end of v."""
    at_end = {v: end}
    moved = [c for condition in piece.conditions for c in _relaxed(condition, v).substituted(at_end)]
    return replace(
        piece,
        bound=piece.bound.subs(at_end),
        numerator=sp.expand(piece.numerator.subs(at_end)),
        denominator=sp.expand(piece.denominator.subs(at_end)),
        conditions=tuple(dict.fromkeys(c for c in moved if c.constant_truth is not True)),
        inverse_risk=sp.expand(piece.inverse_risk.subs(at_end)),
        priors={**piece.priors, v: end},
        reductions=(*piece.reductions, reason),
        origin=piece.origin or piece,
    )


def _continuous(face: ConstrainedPiece, region: tuple[Condition, ...], judge: Solver) -> bool:
    """Whether 1/r* is continuous on the face, so that F there is the limit of F on the piece."""
    return judge.implies((*region, *face.conditions), positive(face.numerator), "1/r* is continuous")
