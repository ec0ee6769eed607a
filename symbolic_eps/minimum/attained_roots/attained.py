"""The greatest attained root as an answer of the engine, for all parameters or a part of them.

Its premises, besides those of `faces` and `at_origin`, whose certificates come with it: F rises with x; X is
continuous in the parameters (`continuity_in_risk`), and r* in the priors, for it has no cases; the region of
the parameters and the domain of the priors are in the closure of their insides. Of an open set that is so,
and of a convex set with a point inside; so conditions are strict, or linear and together strict somewhere.

The theorems and the eliminants are exact algebra of the program, which a later run repeats and no certificate
shows: hence the grade `computed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, RootFace
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.attained_roots.at_origin import faces_at_origin
from symbolic_eps.minimum.attained_roots.eliminants import eliminants
from symbolic_eps.minimum.attained_roots.faces import PieceFace, faces_of
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Problem, Region, parameters_in
from symbolic_eps.minimum.reductions.by_monotonicity import rises_with_decay
from symbolic_eps.minimum.roots.isolation import WHOLE
from verify.evidence import Evidence, Grade, Outcome
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.language.note import Note
from verify.solvers.smt import Solver

WORDS = "eps is least on a face of the domain or of a case, or in a limit at p = q = 0"
STEP = Step(StepKind.REDUCTION, words=WORDS)
"""The theorem, in words."""

SIDES = (Relation.POSITIVE, Relation.NON_NEGATIVE)


@dataclass(frozen=True)
class AttainedRoot:
    """X of a problem as the greatest attained root, with its proof.

    Parameters
    ----------
    faces : tuple of RootFace
    evidence : sequence of Evidence
    """

    faces: tuple[RootFace, ...]
    evidence: Sequence[Evidence]

    @classmethod
    def of(cls, problem: Problem, judge: Solver) -> AttainedRoot:
        """The faces of a problem on which X may be attained.

        Raises
        ------
        UndecidedError
            A premise is not shown.

        Examples
        --------
        >>> from symbolic_eps.minimum.constrained_piece import constrained
        >>> from symbolic_eps.minimum.continuity_in_risk import Risk
        >>> from symbolic_eps.minimum.exact_judge import exact_judge
        >>> from symbolic_eps.profiles.profile import RiskProfile
        >>> profile = RiskProfile("1 + a*q/p + b*p/q", ["a>0", "b>0"])
        >>> pieces = tuple(constrained(piece, profile) for piece in profile.pieces)
        >>> known, domain = profile.parameter_region, profile.domain
        >>> problem = Problem(pieces, profile.free_priors, (), known, exact_judge(), domain,
        ...     whole=pieces, risk=Risk.of(profile))
        >>> [sp.degree(face.polynomial, sp.Symbol("x", real=True))
        ...     for face in AttainedRoot.of(problem, exact_judge()).faces]
        [10, 8, 4, 2]
        """
        parameters = tuple(sorted(parameters_in(problem), key=str))
        with judge.recorded() as shown:
            _require_premises(problem, judge)
            faces = [face for piece in problem.whole for face in _faces(piece, problem, judge)]
        told = (_told(face, problem, parameters) for face in faces)
        found = tuple(dict.fromkeys(face for face in told if face is not None))
        if not found:
            raise UndecidedError("no face attains an eps")
        note = Note("eps is that of the greatest root that is attained on a face")
        computed = Evidence(note, Outcome.PROVED, Grade.COMPUTED, "faces of the domain and of cases")
        return cls(found, (*shown, computed))

    def branch(self, conditions: Region) -> Branch:
        """X on a part of the region."""
        polynomials = dict.fromkeys(g for face in self.faces for g in sp.Mul.make_args(face.polynomial))
        product = sp.Mul(*polynomials)
        return Branch(conditions, product, between=WHOLE, steps=(STEP,), faces=self.faces)

    def prove(self, branch: Branch) -> Sequence[Evidence]:
        """The proof that a branch says what X is, or UndecidedError."""
        if replace(branch, conditions=()) != self.branch(()):
            raise UndecidedError(f"the branch {branch.condition} is not that of the greatest attained root")
        return self.evidence


def _require_premises(problem: Problem, judge: Solver) -> None:
    if len(problem.free) != 2:
        raise UndecidedError("the faces are told for two priors that vary")
    if problem.risk is None or problem.risk.bound.has(sp.Piecewise):
        raise UndecidedError("r* is not shown to be continuous in the priors")
    if not problem.risk.is_continuous(judge):
        raise UndecidedError("eps is not shown to be continuous in the parameters")
    for region in (problem.region, problem.domain):
        if not _has_inside(region, judge):
            raise UndecidedError("the parameters or the priors may have no inside")
    for piece in problem.whole:
        if not rises_with_decay(piece, judge):
            raise UndecidedError("it is not shown that F rises with e^-eps")
        if any(c.relation not in SIDES for c in piece.conditions):
            raise UndecidedError("a piece of the profile lies on a curve, or is without one")
        _require_above_one(piece, problem, judge)


def _has_inside(region: Region, judge: Solver) -> bool:
    """Whether each point is a limit of points of the inside, by convexity."""
    if any(c.relation not in SIDES for c in region):
        return False
    closed = [c for c in region if c.relation is Relation.NON_NEGATIVE]
    if any(sp.Poly(c.polynomial).total_degree() > 1 for c in closed):
        return False
    inside = [positive(c.polynomial) for c in closed]
    return not inside or judge.satisfiable(inside, "linear conditions hold strictly")


def _require_above_one(piece: ConstrainedPiece, problem: Problem, judge: Solver) -> None:
    """n > d at all priors by the closed conditions, but p = q = 0."""
    closed = [*problem.region, *(c.closure for c in piece.conditions)]
    at_most_one = non_negative(sp.expand(piece.denominator - piece.numerator))
    for v in problem.free:
        here = [c for c in (*closed, positive(v), at_most_one) if c.constant_truth is not True]
        if not any(c.constant_truth is False for c in here) and judge.satisfiable(here, "r* is 1 somewhere"):
            raise UndecidedError("r* is not shown to be above 1 at all priors and limits of them")


def _faces(piece: ConstrainedPiece, problem: Problem, judge: Solver) -> Iterable[PieceFace]:
    yield from faces_of(piece, problem.free)
    yield from faces_at_origin(piece, problem.free, problem.region, judge)


def _told(face: PieceFace, problem: Problem, parameters: Sequence[sp.Symbol]) -> RootFace | None:
    """The face with its polynomial; None where that vanishes for no x in (0, 1)."""
    found = eliminants(face, problem.free, parameters, problem.region)
    if not found:
        return None
    conditions: tuple[Condition, ...] = face.piece.conditions
    tight = () if face.at_origin else face.tight
    return RootFace(sp.Mul(*found), face.equations, face.piece.polynomial, conditions, tight, face.at_origin)


def is_attained_root(branch: Branch) -> bool:
    """Whether the branch tells X so."""
    return bool(branch.faces)
