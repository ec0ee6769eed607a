"""Reduction by the product: where r* does not rise with p for fixed t = p q, a part of the border decides.

With t held fixed, f = p(1-q) x^2 + (1-p) x + p q = (p - t) x^2 + (1 - p) x + t has the slope x^2 - x <= 0 in
p. Nor does F = f - 1/r* rise with p where r* does not: if it depends on t alone, or is a sum of terms
a/(p^m q^n) = a/(p^(m-n) t^n) with a >= 0 and m >= n, such as 1 + a/p^2 + b/(p q). So the largest p is
hardest: p = 1, or in a box the border where p is largest or q is least (an L).

The judge proves each use: that f falls, that r* does not rise (p r*_p - q r*_q <= 0, a derivative along the
curve of t), and that every point of the piece has its partner on the border. The part of the curve between
them is in the piece: each condition on it depends on t alone, or is linear in one prior, which moves one way,
and holds at both ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy as sp

from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.reductions.border import (
    at_least,
    face_at,
    is_continuous,
    is_plain,
    is_positive,
    relaxed,
    tightest,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

BY_PRODUCT = "r* depends on p and q only through p q, and with p q fixed eps does not rise with p"
"""The theorem, in words, where r* is the same on the curve."""

AT_FALLING_RISK = "with p q held fixed r* does not rise with p, nor does eps: the largest p decides"
"""The theorem, in words, where r* falls somewhere."""

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
    piece: ConstrainedPiece,
    free: Sequence[sp.Symbol],
    region: Iterable[Condition],
    judge: Solver,
    search: Solver | None = None,
) -> tuple[ConstrainedPiece, ...] | None:
    """The border of a piece that decides the infimum of eps over it, if r* does not rise along curves of p q.

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
    search : Solver, optional
        Says whether a proof that r* does not rise is worth the attempt; by default the judge.

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
    if set(free) != set(PRIORS) or piece.priors:
        return None
    alone = depends_on_product(piece.bound)
    known = (*region, *piece.conditions)
    try:
        if not alone and not risk_falls(piece, known, search or judge, judge):
            return None
        ends = _border(piece, tuple(region), judge)
        if ends is None or not _product_theorem(piece.inverse_risk, judge):
            return None
        faces = tuple(face_at(piece, *end, BY_PRODUCT if alone else AT_FALLING_RISK) for end in ends)
        proved = bool(faces) and all(_lands(end, ends, known, judge) for end in ends)
        proved = proved and all(is_continuous(face, tuple(region), judge) for face in faces)
    except UndecidedQueryError:
        return None
    return faces if proved else None


def risk_falls(piece: ConstrainedPiece, known: tuple[Condition, ...], search: Solver, judge: Solver) -> bool:
    """Whether r* does not rise with p anywhere on the piece while p q is fixed.

    Its derivative, times p, is p r*_p - q r*_q.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> pieces = [constrained(RiskProfile(r).pieces[0], RiskProfile(r)) for r in ("1 + 1/p", "1 + 1/q")]
    >>> [risk_falls(piece, piece.conditions, Solver(), Solver()) for piece in pieces]
    [True, False]
    """
    n, d = piece.numerator, piece.denominator
    along_n, along_d = (_P * sp.diff(e, _P) - _Q * sp.diff(e, _Q) for e in (n, d))
    rises = (*known, positive(sp.expand(along_n * d - n * along_d)))
    question = "with p q fixed, r* rises with p"
    return not search.possible(rises, question) and not judge.satisfiable(rises, question)


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
        rising = is_positive(slope, region, judge)
        if rising is None:
            return None
        binding = rising == (v == _Q)
        if not binding or (rising and offset == 0):
            # p only grows, q only falls, and stays positive.
            continue
        end = sp.factor(-offset / slope)
        if not is_plain(end):
            return None
        ends.append((v, end))
    largest = tightest([e for e in ends if e[0] == _P], region, judge, 1)
    return (*largest, *tightest([e for e in ends if e[0] == _Q], region, judge, -1))


def _kept_along(condition: Condition) -> bool:
    """Whether the condition depends on p q alone, but for a power of the positive p."""
    along = sp.cancel(condition.polynomial.subs(_Q, _PRODUCT / _P))
    numerator, denominator = sp.fraction(along)
    return len(sp.Poly(numerator, _P).monoms()) == 1 and set(denominator.free_symbols) <= {_P}


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
        condition for other in ends if other != end for condition in at_least(_partner(*other)[_P] - here[_P])
    ]
    depends = (condition for condition in known if condition.symbols & set(PRIORS))
    moved = [c for condition in depends for c in relaxed(condition, end[0]).substituted(here)]
    further = at_least(here[_P] - _P)
    return all(
        judge.implies((*known, *first), c, f"{c} on the border {end[0]} = {end[1]}")
        for c in (*further, *moved)
        if c.constant_truth is not True
    )


def _partner(v: sp.Symbol, end: sp.Expr) -> Mapping[sp.Symbol, sp.Expr]:
    """The point with the same p q at the end of v."""
    (other,) = set(PRIORS) - {v}
    return {v: end, other: _P * _Q / end}
