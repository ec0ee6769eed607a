"""r* = 1 + a/(p q) + b/q with a, b > 0: the lesser eps over two sides, on each of which P is a parabola.

Let g = a + b, X1 and X2 be e^-eps over the priors with p = 1 and with q = 1, and

    D(x) = (1 - a - (1 + b - a) x)^2 - 4 a (1 + b) x (1 - x),    K = 4 a g - g (2 a + b)^2 - b^2.

Theorem. For a >= 1, X = 0. Let a < 1. Where K > 0, g < 1 and X = X1 = (1 - g)/(1 + g), attained at p = 1,
q = (1 - g)/2. Else X = X2, the lesser root of D, attained at q = 1 where
p = (1 - a - (1 + b - a) x)/(2 (1 + b) (1 - x)).
Proof. Where p q = t, 1/r* is t/(t + a + b p), convex in p: by the theorem of
`minimum.reductions.at_fixed_product`, F >= 0 for x at all priors just if it is on both sides.
At p = 1, with y = 1 - x^2, P is y q^2 - (1 - g) y q + g (1 - y). For g >= 1 it is not negative for q > 0, and
X1 = 0. For g < 1 its least value, at (1 - g)/2, is not negative just if (1 + g)^2 y <= 4 g.
At q = 1, P is A p^2 - B p + a x, where A = (1 + b) (1 - x) and B = 1 - a - (1 + b - a) x. For a >= 1 and
x = 0 it is not negative, and X2 = 0. Let a < 1 and 0 < x < 1. It is a + b at p = 1, and turns before, as
2 A - B > b: so it is negative somewhere just if B > 0 and D = B^2 - 4 A a x > 0. B > 0 up to some x0 < 1, at
which D < 0. At 0 and at 1, D is positive: it has one root up to x0 and one beyond. So X2 is the lesser root.
At x = X1 for a, g < 1, (1 + g) B = b (1 + b - a) + 2 a (1 - a) > 0 and (1 + g) D = -K. So X1 >= X2 just if
K >= 0. `premises` shows that K < 0 where a < 1 <= g. QED
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.stationary.cases_of_powers import at_second
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive

ON_FIRST = (
    "1/r* is convex where p q is held fixed, so that F is least on a side; eps is less at p = 1 than at q = 1"
)
ON_SECOND = "1/r* is convex where p q is held fixed, so that F is least on a side; eps is least at q = 1"


@dataclass(frozen=True)
class Sides:
    """a and b, polynomials in the parameters.

    Examples
    --------
    >>> sides = Sides(*sp.symbols("a b", real=True))
    >>> sp.factor(sides.comparison.subs(sides.b, 0))
    -4*a**2*(a - 1)
    """

    a: sp.Expr
    b: sp.Expr

    @property
    def comparison(self) -> sp.Expr:
        """K."""
        a, b = self.a, self.b
        return sp.expand((a + b) * (4 * a - (2 * a + b) ** 2) - b**2)

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, "" for eps = oo, and its conditions, apart from each other."""
        bounded, above = positive(primitive(1 - self.a)), positive(primitive(self.comparison))
        return (
            ("", (bounded.negation,)),
            (ON_SECOND, (bounded, above.negation)),
            (ON_FIRST, (bounded, above)),
        )

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        p, q = PRIORS
        if not words:
            return Branch(own, None)
        if words == ON_SECOND:
            return at_second(self.a, self.b, own, words)
        g = self.a + self.b
        place = {p: sp.S.One, q: (1 - g) / 2}
        steps = (
            Step(StepKind.REDUCTION, words=words),
            Step(StepKind.END, p, value=sp.S.One),
            Step(StepKind.CRITICAL, q),
        )
        attained = (Attainment((), place, AttainmentKind.POINT),)
        return Branch(
            own, sp.expand((1 + g) * DECAY - 1 + g), (sp.S.Zero, 1 + g, 1 - g), attained, None, steps
        )

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a and b."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        beyond = positive(1 - self.a), non_negative(self.a + self.b - 1), non_negative(self.comparison)
        yield (*region, *beyond), "K >= 0 where a < 1 <= a + b"


def sides_of(problem: Problem) -> Sides | None:
    """a and b of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + (a + 2*p)/(p*q)", ["a>0"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> sides_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    Sides(a=a, b=2)
    """
    p, q = PRIORS
    found = coefficients_of(whole_of(problem), (1, 1), (1, p), lambda a, b: p * q + a + b * p)
    return Sides(*found) if found and all(found) else None


TWO_SIDES = KnownForm(sides_of, (ON_FIRST, ON_SECOND))
