"""That P < 0 is impossible on a piece where r* does not rise with p while p q is fixed: F falls as p grows.

A point (p, q) has a partner on the border, at the largest p or the least q, with the same product and F not
above: n' P = n P' + n n' (p' - p) X (1 - X) + n d' - n' d, where the quotient n/d and P = n F have a stroke
at the partner. The last two terms cancel where r* depends on p q alone; else they are p' - p times a
polynomial, which is shown to be >= 0. So what is left is a question on each part of the border, with one
prior less.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reductions.by_product import (
    AT_FALLING_RISK,
    depends_on_product,
    reduced_by_product,
)
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from verify.language.condition import Condition, non_negative, positive, zero
from verify.solvers.smt import Solver

_P, _Q = PRIOR_INCLUSION, PRIOR_VALUE
_THERE = sp.Symbol("there", real=True)
"""The prior that varies on the border, at the partner."""

Refute = Callable[[BranchCase, ConstrainedPiece], str]


def is_along_product(case: BranchCase, piece: ConstrainedPiece) -> bool:
    """Whether r* depends on p q alone, or was found to fall so, on a piece that is no border yet."""
    both = set(case.profile.free_priors) == set(PRIORS) and not piece.priors
    product = depends_on_product(piece.bound) and set(PRIORS) <= piece.bound.free_symbols
    return both and (product or is_by_falling_risk(case))


def is_by_falling_risk(case: BranchCase) -> bool:
    """Whether the search came to the minimum so."""
    return any(step.words == AT_FALLING_RISK for step in case.branch.steps)


def by_product(
    case: BranchCase, piece: ConstrainedPiece, refute: Refute, region: Region | None = None
) -> str:
    """A tactic for `False` where P < 0, by what refutes the same on each part of the border.

    The border is that for all parameters of a region, and nothing else is used of them; or for those of the
    branch, where X helps, too.
    """
    where, known = (case.region, case.known) if region is None else (region, region)
    faces = reduced_by_product(piece, case.profile.free_priors, where, Solver())
    if not faces or len(faces) > 2 or not all(_end(face).is_polynomial() for face in faces):
        raise UndecidedError("no part of the border decides along p q")
    steps = ["rename less into negative0"]
    for k, face in enumerate(faces):
        w, goal = _other(face).name, case.steps.text(face.polynomial)
        premises = "".join(f"{case.steps.comparison(c)} -> " for c in face.conditions)
        proof = f"intros {w}; intros; apply not_negative; intros less; {refute(case, face)}"
        steps += [
            "rename p into p_here, q into q_here",
            f"assert (face{k} : forall {w} : R, {premises}0 <= {goal}) by ({proof})",
            "rename p_here into p, q_here into q",
        ]
    if len(faces) == 1:
        return "; ".join([*steps, _partner(case, piece, faces[0], "face0", known)])
    k = 0 if _P in faces[0].priors else 1
    corner = _end(faces[0]) * _end(faces[1])
    ways = (
        _partner(case, piece, faces[k], f"face{k}", (*known, non_negative(_P * _Q - corner))),
        _partner(case, piece, faces[1 - k], f"face{1 - k}", (*known, positive(corner - _P * _Q))),
    )
    first = f"destruct (Rle_or_lt {case.steps.text(corner)} (p * q)) as [along | along]"
    return "; ".join([*steps, f"{first}; [{ways[0]} | {ways[1]}]"])


def _end(face: ConstrainedPiece) -> sp.Expr:
    (end,) = face.priors.values()
    return sp.expand(end)


def _other(face: ConstrainedPiece) -> sp.Symbol:
    return _Q if _P in face.priors else _P


def fall_of_risk(piece: ConstrainedPiece, face: ConstrainedPiece) -> sp.Expr:
    """n d' - n' d at the partner of (p, q), over p' - p; or UndecidedError where it is no polynomial.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.minimum.reductions.border import face_at
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + 1/(2*p**2)")
    >>> piece = constrained(profile.pieces[0], profile)
    >>> fall_of_risk(piece, face_at(piece, _P, sp.S.One, ""))
    2*p + 2
    >>> face = face_at(piece, _Q, sp.Rational(1, 2), "")
    >>> face.numerator, fall_of_risk(piece, face)
    (4*p**2 + 2, 8*p*q + 4*p)
    """
    if depends_on_product(piece.bound):
        return sp.S.Zero
    there = _P * _Q / _end(face)
    larger = _end(face) if _P in face.priors else there
    n, d = (part.subs(_other(face), there) for part in (face.numerator, face.denominator))
    fall = sp.expand(sp.cancel((piece.numerator * d - n * piece.denominator) / (larger - _P)))
    if not fall.is_polynomial():
        raise UndecidedError("how much r* falls to the partner is no polynomial")
    return fall


def _partner(
    case: BranchCase, piece: ConstrainedPiece, face: ConstrainedPiece, name: str, given: tuple[Condition, ...]
) -> str:
    """The partner is on this part of the border, and P is negative there, too."""
    at, end, text = {_other(face): _THERE}, _end(face), case.steps.text
    larger = end if _P in face.priors else _THERE
    falls = piece.inverse_risk - piece.inverse_risk.subs(
        {_P: larger, _Q: _P * _Q / larger}, simultaneous=True
    )
    if sp.cancel(falls - (larger - _P) * DECAY * (1 - DECAY)) != 0:
        raise UndecidedError("F does not fall with p q fixed as under Theorem 1")
    known = (*given, *piece.conditions, zero(sp.expand(end * _THERE - _P * _Q)))
    moved = [c for condition in face.conditions for c in condition.substituted(at)]
    facts = [*moved, positive(piece.numerator), positive(face.numerator.subs(at)), non_negative(larger - _P)]
    value, there = text(piece.polynomial), text(face.polynomial.subs(at))
    n, n_there = text(piece.numerator), text(face.numerator.subs(at))
    on_border = text(face.polynomial, {_other(face).name: _THERE.name})  # monomials in the face's order
    e = text(end)
    gains = [f"{n} * {n_there} * {text(larger - _P)} * (X * (1 - X))"]
    if (fall := fall_of_risk(piece, face)) != 0:
        facts.append(non_negative(fall))
        gains.append(f"{text(larger - _P)} * {text(fall)}")
    quotient = f"apply Rmult_eq_reg_l with {e}; [rewrite same_product; field; nonzero | nonzero]"
    return "; ".join(
        [
            f"assert (exists there : R, {e} * there = p * q) as [there same_product] by "
            f"(exists (p * q / {e}); field; nonzero)",
            *(
                case.steps.shown(f"partner_fact{i}", known, c).removesuffix(".")
                for i, c in enumerate(facts)
                if c.constant_truth is not True
            ),
            f"assert (on_border : 0 <= {on_border}) by (apply {name}; lra)",
            f"assert (at_partner : 0 <= {there}) by lra",
            f"assert (partner_identity : {n_there} * {value} = {' + '.join([f'{n} * {there}', *gains])}) by "
            f"(replace there with (p * q / {e}) by ({quotient}); field; nonzero)",
            f"assert (0 <= {n} * {there}) by (apply Rmult_le_pos; lra)",
            *(f"assert (0 <= {gain}) by (repeat apply Rmult_le_pos; lra)" for gain in gains),
            f"assert (0 < {n_there} * - {value}) by (apply Rmult_lt_0_compat; lra)",
            "lra",
        ]
    )
