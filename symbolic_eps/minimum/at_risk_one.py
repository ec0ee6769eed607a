"""r* = 1 at some priors: eps = 0, and nothing is left to be compared.

Theorem. Let F(1) >= 0 at all priors of the domain, as it is where r* >= 1, and let r* = 1 at priors of it at
which F rises with x, as it does but at p = q = 1. Then X = 1.
Proof. F(1) = 1 - 1/r* is 0 there, and F(x) < 0 for x < 1. QED

Such priors are looked for on the pieces of a profile whose bound is the number 1, as in max(a/p, b/q, 1):
sample points (`minimum.domain`) that are in the piece for all parameters of a region. That F(1) >= 0, and
what is said of the place, is proved of the result as of any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.domain import sample_places
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import positive

LEAST = Step(StepKind.CRITICAL, words="r* = 1, the least possible")


def cases_at_risk_one(problem: Problem, region: Region) -> tuple[Branch, ...]:
    """The one case of a region of the parameters in all of which r* = 1 at a sample point; else ().

    Parameters
    ----------
    problem : Problem
        With parameters; its solver serves the search.
    region : Region
        All conditions on the parameters.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("max(1, a/p)", ["0<a<1"], fixed={"q": "1"})
    >>> whole = tuple(constrained(piece, profile) for piece in profile.checked_pieces(Solver()))
    >>> known = profile.parameter_region
    >>> problem = Problem(whole, profile.free_priors, (), known, Solver(), profile.domain, whole=whole)
    >>> (case,) = cases_at_risk_one(problem, known)
    >>> case.epsilon, dict(case.attained[0].place)
    (0, {p: a})
    """
    if not problem.region:
        return ()
    for piece in problem.whole:
        if (place := _place_with_risk_one(piece, problem, region)) is not None:
            own = tuple(c for c in region if c not in problem.region)
            attained = Attainment((), place, AttainmentKind.POINT)
            coefficients = sp.S.Zero, sp.S.One, sp.S.One
            return (Branch(own, DECAY - 1, coefficients, (attained,), None, (LEAST,)),)
    return ()


def _place_with_risk_one(
    piece: ConstrainedPiece, problem: Problem, region: Region
) -> Mapping[sp.Symbol, sp.Expr] | None:
    if piece.numerator != piece.denominator:
        return None
    rises = positive(sp.diff(piece.polynomial, DECAY).subs(DECAY, 1))
    for place, there in sample_places(piece.conditions, problem.free):
        if all(
            c.constant_truth
            or (c.constant_truth is None and problem.solver.implies(region, c, f"{place} is in it"))
            for c in chain(there, rises.substituted(place))
        ):
            return place
    return None
