"""That P = n floor(X) - d < 0 is impossible on a piece: by one certificate, or by those of the search.

Of a hard root the search asks questions from which the answer follows
(`symbolic_eps.minimum.task.sufficient_questions`); the proof in Coq takes the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.coq.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.task import splits_of
from verify.language.condition import Condition, Relation, non_negative, positive


def contradiction(case: BranchCase, piece: ConstrainedPiece) -> str:
    """A tactic for `False` where P < 0, and what is known of the piece, are hypotheses; or UndecidedError."""
    hard = case.branch.coefficients is None
    ways = [_by_questions, _directly] if hard else [_directly, _by_questions]
    for way in ways:
        try:
            return way(case, piece)
        except UndecidedError as error:
            last = error
    raise last


def _directly(case: BranchCase, piece: ConstrainedPiece) -> str:
    splits = splits_of(piece, case.profile.free_priors, root_of(case.branch))
    return case.steps.excluded((*case.known, *piece.conditions, positive(-piece.polynomial)), splits)


def _by_questions(case: BranchCase, piece: ConstrainedPiece) -> str:
    for v in case.profile.free_priors:
        for tactic in (*_by_ends(case, piece, v), *_by_square(case, piece, v)):
            return f"rename less into negative; {tactic}"
    raise UndecidedError("no certificate was found for a step of its proof")


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
        at_end = f"{equal}; assert ({product} = 0) by (rewrite end0; ring); lra"
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
