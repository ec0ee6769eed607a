"""r* = k + b (1 - q)/p with k >= 1, b > 0: eps is a limit near p = 0, q = 1, or near p = 1, q = 0.

Theorem. X = 1/k where k^2 <= k + b, in the limit of priors near p = 0, q = 1. Else X = 1/sqrt(k + b), in the
limit near p = 1, q = 0.
Proof. 1/r* = p/(k p + b - b q) is convex in q and f is affine in q: F is nowhere negative just if it is not
for q = 1 and in the limit q = 0. For q = 1, F = (1-p) x + p - 1/k is affine in p: it is not negative for
0 < p <= 1 just if x >= 1/k. For q = 0, (k p + b) F = (p x^2 + (1-p) x) (k p + b) - p is concave in p, not
negative for p = 0, and not negative for p = 1 just if (k + b) x^2 >= 1. So X is the greater one of 1/k and
1/sqrt(k + b). QED
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive

AT_SMALL_P = "F is concave along q; at q = 1 r* is the same for all p, and F is least for small p"
AT_SMALL_Q = "F is concave along q; for small q it is concave along p, too, and least at p = 1"


@dataclass(frozen=True)
class Limits:
    """k and b, polynomials in the parameters."""

    k: sp.Expr
    b: sp.Expr

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other."""
        low = non_negative(primitive(sp.expand(self.k + self.b - self.k**2)))
        return (AT_SMALL_P, (low,)), (AT_SMALL_Q, (low.negation,))

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`.

        Examples
        --------
        >>> limits = Limits(*sp.symbols("k b", positive=True))
        >>> [limits.branch(words, ()).epsilon for words, _ in limits.parts()]
        [log(k), log(b + k)/2]
        """
        p, q = PRIORS
        low = words == AT_SMALL_P
        place = {p: sp.Integer(not low), q: sp.Integer(low)}
        ends = (Step(StepKind.END, v, value=value) for v, value in place.items())
        steps = (Step(StepKind.REDUCTION, words=words), *ends)
        two, one = (sp.S.Zero, self.k) if low else (self.k + self.b, sp.S.Zero)
        polynomial = sp.expand(two * DECAY**2 + one * DECAY - 1)
        attained = (Attainment((), place, AttainmentKind.LIMIT),)
        return Branch(own, polynomial, (two, one, sp.S.One), attained, None, steps)

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of k and b."""
        yield (*region, non_negative(-self.b)), f"{self.b} <= 0"
        yield (*region, positive(1 - self.k)), f"{self.k} < 1"


def limits_of(problem: Problem) -> Limits | None:
    """k and b of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("a + 1 + 2*(1 - q)/p", ["a>0"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> limits_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    Limits(k=a + 1, b=2)
    """
    p, q = PRIORS
    found = coefficients_of(whole_of(problem), (1, 0), (p, 1), lambda k, b: k * p + b * (1 - q))
    return Limits(*found) if found and all(found) else None


TWO_LIMITS = KnownForm(limits_of, (AT_SMALL_P, AT_SMALL_Q))
