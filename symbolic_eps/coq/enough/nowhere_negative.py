"""That P = n floor(X) - d < 0 is impossible on a piece: by one certificate, or by those of the search.

Of a hard root the search asks questions from which the answer follows
(`symbolic_eps.minimum.admissibility.sufficient_questions`); the proof in Coq takes the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import sympy as sp

from symbolic_eps.coq.enough.along_prior import by_one_prior, is_along_prior, is_by_ends
from symbolic_eps.coq.enough.along_product import by_product, is_along_product, is_by_falling_risk
from symbolic_eps.coq.enough.at_fixed_product import by_fixed_product, sides_at_fixed_product
from symbolic_eps.coq.enough.between_ends import by_both_ends, is_between_ends
from symbolic_eps.coq.enough.falling import by_falling, is_falling
from symbolic_eps.coq.enough.quadratic import by_double_root
from symbolic_eps.coq.enough.stationary_slope import by_stationary_slope, is_by_stationary_slope
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.admissibility import splits_of
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.reductions.border import face_at
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.deadline import OutOfTime, check_time, deadline
from verify.language.condition import Condition, Relation, non_negative, positive


def contradiction(case: BranchCase, piece: ConstrainedPiece) -> str:
    """A tactic for `False` where P < 0, and what is known of the piece, are hypotheses; or UndecidedError.

    Each way has the same share of the time that is left: one that ends nowhere leaves the others theirs.
    Where the sides of the square decide, they have half of it, for each of them may need all ways. Ends that
    are quotients, of which there may be many, have an eighth where they come first.
    """
    hard = case.branch.coefficients is None
    ways = (
        [_without_loose_ends, _by_vertex, _by_questions, _directly]
        if hard
        else [_directly, _by_questions, _by_vertex, _without_loose_ends]
    )
    if is_along_product(case, piece):
        ways.insert(0 if is_by_falling_risk(case) else len(ways), _along_product)
    if is_between_ends(case, piece):
        ways.insert(0 if hard else len(ways), by_both_ends)
    if hard and is_falling(case, piece):
        ways.insert(0, _by_falling)
    if is_along_prior(case, piece):
        ways.insert(0, by_one_prior)
    if is_by_stationary_slope(case, piece):
        ways.insert(0, _by_stationary_slope)
    if is_by_ends(case.branch) and sides_at_fixed_product(case, piece):
        ways.insert(0, _at_fixed_product)
    failures, parts = {}, {_at_fixed_product: 2, **({by_both_ends: 8} if hard else {})}
    for k, way in enumerate(ways):
        left, shares = check_time(), parts.get(way, len(ways) - k)
        try:
            with deadline(None if left == math.inf else left / shares):
                return way(case, piece)
        except UndecidedError as error:
            failures[way] = error
        except OutOfTime:
            check_time()
            failures[way] = UndecidedError(OUT_OF_TIME)
    raise failures[_directly]


def _along_product(case: BranchCase, piece: ConstrainedPiece) -> str:
    return by_product(case, piece, contradiction)


def _at_fixed_product(case: BranchCase, piece: ConstrainedPiece) -> str:
    return by_fixed_product(case, piece, contradiction)


def _by_stationary_slope(case: BranchCase, piece: ConstrainedPiece) -> str:
    return by_stationary_slope(case, piece, contradiction)


def _by_falling(case: BranchCase, piece: ConstrainedPiece) -> str:
    return by_falling(case, piece, contradiction)


def _directly(case: BranchCase, piece: ConstrainedPiece) -> str:
    splits = splits_of(piece, case.profile.free_priors, root_of(case.branch))
    return case.steps.excluded((*case.known, *piece.conditions, positive(-piece.polynomial)), splits)


def _by_vertex(case: BranchCase, piece: ConstrainedPiece) -> str:
    """P is quadratic in a prior, and 0 at one place inside the ranges of both."""
    if len(case.profile.free_priors) < 2 or len(piece.priors) > 0:
        raise UndecidedError("the minimum is not inside the ranges of two priors")
    for v in case.profile.free_priors:
        try:
            return by_double_root(case, piece, v)
        except UndecidedError as error:
            last = error
    raise last


def _without_loose_ends(case: BranchCase, piece: ConstrainedPiece) -> str:
    """The same on a larger domain: without what is said of parameters on which neither P nor X depends."""
    polynomials = (piece.polynomial, case.branch.polynomial)
    needed = {s for polynomial in polynomials if polynomial is not None for s in polynomial.free_symbols}
    loose = {*case.profile.parameters} - needed

    def kept(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        return tuple(c for c in conditions if not c.symbols & loose)

    conditions, own = kept(piece.conditions), kept(case.branch.conditions)
    if len(conditions) == len(piece.conditions):
        raise UndecidedError("no end of the domain is loose")
    wider = replace(case, branch=replace(case.branch, conditions=own))
    return contradiction(wider, replace(piece, conditions=conditions))


def _by_questions(case: BranchCase, piece: ConstrainedPiece) -> str:
    for way in (_by_ends, _by_square, _by_chord):
        for v in case.profile.free_priors:
            for tactic in way(case, piece, v):
                return f"rename less into negative{len(piece.priors)}; {tactic}"
    raise UndecidedError(f"no certificates were found that eps is small enough where r* = {piece.bound}")


def _by_ends(case: BranchCase, piece: ConstrainedPiece, v: sp.Symbol) -> Iterator[str]:
    """P = c Q + R with c >= 0: Q is nowhere negative where c > 0, nor is R."""
    steps = case.steps
    for condition in piece.conditions:
        if condition.symbols != {v} or sp.degree(condition.polynomial, v) != 1:
            continue
        c = condition.polynomial
        quotient, rest = (
            sp.expand(part.as_expr()) for part in sp.div(sp.Poly(piece.polynomial, v), sp.Poly(c, v))
        )
        known = (*case.known, *piece.conditions)
        try:
            below = _shown(case, "rest", known, rest)
            above = _shown(case, "quotient", (*known, positive(c)), quotient)
        except UndecidedError:
            continue
        product = f"{steps.text(c)} * {steps.text(quotient)}"
        strictly = f"assert (0 <= {product}) by (apply Rmult_le_pos; lra); lra"
        equal = f"assert (end0 : {steps.text(c)} = 0) by lra"
        at_end = f"{equal}; assert ({product} = 0) by (rewrite end0; ring'); lra"
        yield f"{below}; destruct (Rlt_or_le 0 {steps.text(c)}); [{above}; {strictly} | {at_end}]"


def _by_square(case: BranchCase, piece: ConstrainedPiece, v: sp.Symbol) -> Iterator[str]:
    """P = A v^2 + B v + C and 4 A P = (2 A v + B)^2 - D, where A > 0 and D <= 0."""
    if sp.degree(piece.polynomial, v) != 2:
        return
    steps = case.steps
    a, b, _ = sp.Poly(piece.polynomial, v).all_coeffs()
    discriminant = sp.expand(sp.discriminant(piece.polynomial, v))
    known = (*case.known, *(c for c in piece.conditions if v not in c.symbols))
    try:
        leading = _shown(case, "leading", known, a, Relation.POSITIVE)
        below = _shown(case, "discriminant", known, -discriminant)
    except UndecidedError:
        return
    square = f"(2 * {steps.text(a)} * {steps.text(v)} + {steps.text(b)})"
    p = steps.text(-piece.polynomial)
    product = f"assert (0 < {steps.text(a)} * {p}) by (apply Rmult_lt_0_compat; lra)"
    squared = f"pose proof (Rle_0_sqr {square}) as square; unfold Rsqr in square"
    yield f"{leading}; {below}; {squared}; {product}; lra"


def _by_chord(case: BranchCase, piece: ConstrainedPiece, v: sp.Symbol) -> Iterator[str]:
    """F = P/n is nowhere less than on the chord between two ends of v, at which it is not negative.

    With ends l and u, (u - l) n(l) n(u) P = (u - v) n n(u) P(l) + (v - l) n n(l) P(u) + (u - v) (v - l) K.
    """
    for low, high in product(*_ends(piece, v)):
        try:
            yield _chord(case, piece, v, low, high)
        except UndecidedError:
            continue


def _ends(piece: ConstrainedPiece, v: sp.Symbol) -> tuple[Sequence[sp.Expr], Sequence[sp.Expr]]:
    """Where conditions that are linear in a prior are tight: lower and upper ends."""
    lows, highs = dict[sp.Expr, None](), dict[sp.Expr, None]()
    for condition in piece.conditions:
        if condition.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            slope, offset = condition.polynomial.coeff(v, 1), condition.polynomial.coeff(v, 0)
            if slope.is_Rational and slope != 0 and sp.degree(condition.polynomial, v) == 1:
                (lows if slope > 0 else highs)[sp.expand(-offset / slope)] = None
    return list(lows)[::-1], list(highs)[::-1]


def _chord(case: BranchCase, piece: ConstrainedPiece, v: sp.Symbol, low: sp.Expr, high: sp.Expr) -> str:
    at_low, at_high = (_reduced(face_at(piece, v, end, "")) for end in (low, high))
    n, n_low, n_high = piece.numerator, at_low.numerator, at_high.numerator
    p, p_low, p_high = piece.polynomial, at_low.polynomial, at_high.polynomial
    chord = (high - v) * n * n_high * p_low + (v - low) * n * n_low * p_high
    gap = sp.expand((high - low) * n_low * n_high * p - chord)
    bulge, rest = (part.as_expr() for part in sp.div(sp.Poly(gap, v), sp.Poly((high - v) * (v - low), v)))
    if rest != 0:
        raise UndecidedError("the ends of a chord are not on it")
    known = (*case.known, *piece.conditions)
    facts = [
        _shown(case, name, known, value, Relation.POSITIVE)
        for name, value in ((f"n_here_{v}", n), (f"n_low_{v}", n_low), (f"n_high_{v}", n_high))
    ]
    facts.append(_shown(case, f"bulge_{v}", known, sp.expand(bulge)))
    text = case.steps.text
    for name, face in ((f"low_{v}", at_low), (f"high_{v}", at_high)):
        inside = [c for c in face.conditions if c not in piece.conditions]
        facts += [case.steps.shown(f"{name}{i}", known, c).removesuffix(".") for i, c in enumerate(inside)]
        refuted = contradiction(case, face)
        facts.append(
            f"assert ({name} : 0 <= {text(face.polynomial)}) by (apply not_negative; intros less; {refuted})"
        )
    whole, left, right, k = (text(sp.expand(part)) for part in (high - low, high - v, v - low, bulge))
    value, below, above, here, first, last = map(text, (p, p_low, p_high, n, n_low, n_high))
    scaled = f"{whole} * ({first} * {last})"
    sides = f"{left} * ({here} * {last}) * {below} + {right} * ({here} * {first}) * {above}"
    signs = "repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; lra"
    equal = f"replace ({scaled} * {value}) with ({sides} + {left} * {right} * {k}) by ring'"
    strictly = f"assert (chord : 0 <= {scaled} * {value}) by ({equal}; {signs})"
    beyond = f"assert (0 < {scaled} * - {value}) by (repeat apply Rmult_lt_0_compat; lra); lra"
    at_end = "; ".join(
        [
            f"assert (end0 : {text(v)} = {text(low)}) by lra",
            f"assert ({first} * {value} = {here} * {below}) by (rewrite end0; ring')",
            f"assert (0 <= {here} * {below}) by (apply Rmult_le_pos; lra)",
            f"assert (0 < {first} * - {value}) by (apply Rmult_lt_0_compat; lra); lra",
        ]
    )
    return f"{'; '.join(facts)}; destruct (Rlt_or_le 0 {whole}); [{strictly}; {beyond} | {at_end}]"


def _reduced(face: ConstrainedPiece) -> ConstrainedPiece:
    """The same with n/d in lowest terms."""
    n, d = sp.fraction(sp.cancel(face.numerator / face.denominator))
    return replace(face, numerator=sp.expand(n), denominator=sp.expand(d))


def _shown(
    case: BranchCase,
    name: str,
    known: tuple[Condition, ...],
    value: sp.Expr,
    relation: Relation = Relation.NON_NEGATIVE,
) -> str:
    """A tactic that adds a sign to what is known, or UndecidedError."""
    goal = positive(value) if relation is Relation.POSITIVE else non_negative(value)
    return case.steps.shown(name, known, goal).removesuffix(".")
