"""That eps is enough where F is concave along a prior and the conditions on that prior are curves.

The theorem is that of `symbolic_eps.minimum.reductions.by_curved_ends`; in Coq it is `between_tight_ends` of
`Curved_ends.v`, for P = n F along the prior v. Of d/n is asked that n is at most linear and d at most
quadratic in v: then K of the theorem is free of v, and d/n is convex where K >= 0.

At an end a condition c is tight. With s u + o = 0 there, s > 0, the part of the border has u = - o/s and the
polynomial s^k P: s^k P - m c is what is shown not to be negative, with some polynomial m.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.coq.enough.beside_place import BesidePlace, only_place
from symbolic_eps.coq.enough.enough_proof import enough_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.beside_place import double_roots
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.proof import root_of
from symbolic_eps.minimum.reduction_stages import is_carried
from symbolic_eps.minimum.reductions.by_curved_ends import curved_ends
from verify.language.condition import Condition, non_negative, positive, zero

AT_CURVED_ENDS = "F is concave along a prior up to ends that are curves, and there"
"""What the reason begins with where such a proof is not found."""

_ENDS = sp.symbols("_lower _between _upper", real=True)
"""Three values of a prior, under names that no parameter has."""


@dataclass(frozen=True)
class CurvedEnds:
    """A piece, the prior v along which F is concave, and the part of the border of each condition on v."""

    piece: ConstrainedPiece
    prior: sp.Symbol
    faces: tuple[ConstrainedPiece, ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Those on v."""
        return tuple(c for c in self.piece.conditions if self.prior in c.symbols)

    @property
    def bend(self) -> sp.Expr:
        """K, or UndecidedError where it is not free of v."""
        low, v, high = _ENDS
        piece = self.piece
        n, d = ([e.subs(self.prior, at) for at in _ENDS] for e in (piece.numerator, piece.denominator))
        # (d/n)[low, v, high], of which a divided difference is made, times all three n
        mean = (
            (high - v) * d[0] * n[1] * n[2]
            + (v - low) * d[2] * n[0] * n[1]
            - (high - low) * d[1] * n[0] * n[2]
        )
        bend = sp.expand(sp.cancel(mean / ((high - v) * (v - low) * (high - low))))
        if bend.free_symbols & {*_ENDS}:
            raise UndecidedError(f"1/r* is no quotient of a quadratic by a linear function of {self.prior}")
        return bend


def curved_case(case: BranchCase) -> tuple[tuple[CurvedEnds, ...], Iterator[BesidePlace]] | None:
    """All pieces of a branch carried from a point, reduced to curves, and its place; None if they are not."""
    attained = only_place(case)
    if attained is None or not is_carried(case.branch):
        return None
    judge, pieces = case.steps.judge, list[CurvedEnds]()
    for value in case.values:
        piece = case.constrained(value)
        found = curved_ends(piece, case.profile.free_priors, case.profile.parameter_region, judge)
        if found is None:
            return None
        pieces.append(CurvedEnds(piece, *found))
    faces = [face for piece in pieces for face in piece.faces]
    roots = double_roots(faces, attained.place, case.region, root_of(case.branch), judge)
    return tuple(pieces), (BesidePlace(case, attained, double) for double in roots)


def by_curved_ends(beside: BesidePlace, ends: CurvedEnds) -> str:
    """A tactic for `False` where P < 0, and what is known of the piece, are hypotheses; or UndecidedError."""
    case, piece, v = beside.case, ends.piece, ends.prior
    steps, text = case.steps, case.steps.text
    known = (*case.profile.parameter_region, *piece.conditions)
    if not {positive(v), non_negative(1 - v)} <= {*piece.conditions}:
        raise UndecidedError(f"{v} has not all of its range")
    bend = ends.bend
    least = _least(
        [text(c.polynomial) for c in ends.conditions if c not in (positive(v), non_negative(1 - v))]
    )
    functions = [f"(fun {v} => {part})" for part in (least, text(piece.numerator), text(piece.polynomial))]
    cases = [
        f"solve [{_at_end(beside, ends, condition, face)}]"
        for condition, face in zip(ends.conditions, ends.faces, strict=True)
    ]
    goals = [
        "repeat apply continuity_min; reg",
        "lra",
        "intros; ring'",
        f"intros {v} {v}_unit {v}_inside {v}_end; destruct {v}_end as [tight|[tight|tight]]; each_least;"
        f" first [{' | '.join(cases)}]",
        "lra",
        "repeat apply Rmin_glb; lra",
        "lra",
    ]
    here, rule = f"{v}_here", f"apply (between_tight_ends {' '.join(functions)} {text(bend)})"
    return "; ".join(
        [
            "rename less into negative_here",
            steps.shown("n_here", known, positive(piece.numerator)).removesuffix("."),
            steps.shown("bends", known, non_negative(bend)).removesuffix("."),
            f"rename {v} into {here}",
            f"assert (nowhere : 0 <= {functions[2]} {here}) by ({rule}; cbv beta; [{' | '.join(goals)}])",
            "cbv beta in nowhere; lra",
        ]
    )


def _least(texts: list[str]) -> str:
    """The least of some values; 1 if there are none."""
    *others, last = texts or ["1"]
    for one in reversed(others):
        last = f"(Rmin {one} {last})"
    return last


def _at_end(beside: BesidePlace, ends: CurvedEnds, tight: Condition, face: ConstrainedPiece) -> str:
    """A tactic for 0 < n and 0 <= P where a condition is tight and the closures of all others hold."""
    steps, piece, case = beside.case.steps, ends.piece, beside.case
    region = case.profile.parameter_region
    closed = tuple(c.closure if ends.prior in c.symbols else c for c in piece.conditions)
    there = (*region, *closed, zero(tight.polynomial))
    ((u, end),) = face.priors.items()
    slope = sp.denom(end)
    facts = [f"assert (tight0 : {steps.comparison(zero(tight.polynomial))}) by lra"]
    if not slope.is_number:
        facts.append(steps.shown("slope", there, positive(slope)).removesuffix("."))
        there = (*there, positive(slope))
    for k, condition in enumerate(face.conditions):
        if condition not in there:
            facts.append(steps.shown(f"on_face{k}", there, condition).removesuffix("."))
    power = max(sp.degree(e, u) for e in (piece.polynomial, piece.numerator, piece.denominator) if e != 0)
    power = 0 if slope == 1 else power
    for name, whole, part in (
        ("n", piece.numerator, face.numerator),
        ("P", piece.polynomial, face.polynomial),
    ):
        multiple = sp.cancel((slope**power * whole - part) / tight.polynomial)
        product = f"{steps.text(sp.expand(multiple))} * {steps.text(tight.polynomial)}"
        scaled = f"{steps.text(slope)} ^ {power} * {steps.text(whole)}"
        sides = f"transitivity ({steps.text(part)} + {product}); [ring' | rewrite <- tight0; ring']"
        facts.append(f"assert ({name}_form : {scaled} = {steps.text(part)}) by ({sides})")
    above = steps.shown("n_face", (*region, *face.conditions), positive(face.numerator)).removesuffix(".")
    level = f"assert (P_face : 0 <= {steps.text(face.polynomial)}) by ({beside.not_negative(face)})"
    return "; ".join(
        [
            *facts,
            above,
            level,
            "split",
        ]
    ) + (
        f"; [apply (over_power_positive {power} {steps.text(slope)}); lra"
        f" | apply (over_power_nonnegative {power} {steps.text(slope)}); lra]"
    )


def lines_at_curved_ends(case: BranchCase, end: str) -> list[str] | None:
    """Tactics for the budget, X being there; None where not all pieces end in curves.

    Parameters
    ----------
    case : BranchCase
    end : str
        The tactic that leaves `sharp` when `enough` is shown.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        A step was not found: the last one at which a place of the minimum failed.
    """
    pieces, places = curved_case(case) or ((), iter(()))
    failure = None
    for beside in places:
        try:
            place = list(beside.place_lines())
            refuted = [by_curved_ends(beside, piece) for piece in pieces]
            return [*place, *enough_lines(case, refuted.__getitem__), end, *beside.sharp_lines()]
        except UndecidedError as error:
            failure = error
    if failure is not None:
        raise UndecidedError(f"{AT_CURVED_ENDS}: {failure}")
    return None
