"""r* = 1 + a/(p q) + b/q with a, b > 0 where q <= c < 1: the lesser eps over two sides of this box.

Let g = a + b, X1 and X2 be e^-eps over the priors with p = 1 and with q = c, w = c - (1-c) x, and

    A(x) = (b + c) (1 - x) w,    B(x) = c - (b + c) x - a (1 - x) w,    D(x) = B^2 - 4 A a x.

Theorem. For a >= 1, X = 0. For g <= 1 - 2 c, X^2 = c (1-c-g)/((1-c) (c+g)), attained at p = 1, q = c. Let
a < 1 and g > 1 - 2 c. Where g < 1 and not both D and 2 A - B are positive at x = (1 - g)/(1 + g), X is this
X1, attained at p = 1, q = (1 - g)/2. Else X = X2, the least root of D in (0, 1), attained at q = c where
p = B/(2 A).
Proof. By the theorem of `minimum.reductions.at_fixed_product`, as in `minimum.stationary.two_sides`, F >= 0
for x at all priors just if it is on both sides. So X is the greater one of X1 and X2.
At p = 1, with y = 1 - x^2, P is y q^2 - (1 - g) y q + g (1 - y). For g >= 1 it is not negative for q > 0, and
X1 = 0. For 1 - 2 c < g < 1 its least value, at (1 - g)/2 < c, is not negative just if (1 + g)^2 y <= 4 g.
For g <= 1 - 2 c it falls up to q = c, where it is 0 for y = g/((1-c) (c+g)): X1 is the x of this y.
At q = c, P is A p^2 - B p + a x. For a >= 1 and x = 0 it is not negative, and X2 = 0. Let a < 1. For x = 0 it
is negative for small p, and for x = 1 it is positive: 0 < X2 < 1. If x >= X1, P is not negative at p = 1, nor
at p = 0: so it is negative between just if A > 0, D > 0 and 0 < B < 2 A.
Let g <= 1 - 2 c. For w = 0 P is c (g + 2 c - 1)/(1-c) <= 0 at p = 1, so that x <= X1: at X1, w and A are not
positive, and X1 >= X2.
Let 1 - 2 c < g < 1. At X1 w = (g + 2 c - 1)/(1 + g) > 0, and A > 0. `premises` shows that B > 0 there: so
X2 > X1 just if D and 2 A - B are positive.
Let X2 > X1, which is 0 for g >= 1. For x = X2, P is positive at both ends, and 0 between: so A > 0, and P = 0
at p = B/(2 A), and D = 0. For less x w > 0, A > 0, and P is negative there, and positive at p = 0: D > 0. QED
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.reductions.at_fixed_product import largest_priors
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive

ON_FIRST, AT_CORNER, ON_LARGEST = (
    f"1/r* is convex where p q is held fixed, so that F is least on p = 1 or where q is largest; {where}"
    for where in ("on p = 1", "on both", "where q is")
)


@dataclass(frozen=True)
class BoxSides:
    """a, b and c, polynomials in the parameters.

    Examples
    --------
    >>> a, b = sp.symbols("a b", real=True)
    >>> [len(conditions) for _, conditions in BoxSides(a, b, sp.Rational(5, 8)).parts()]
    [1, 1, 4, 5, 2, 5]
    """

    a: sp.Expr
    b: sp.Expr
    c: sp.Expr

    @property
    def parabola(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """A, B and D."""
        a, b, c, x = self.a, self.b, self.c, DECAY
        w = c - (1 - c) * x
        square, linear = (b + c) * (1 - x) * w, c - (b + c) * x - a * (1 - x) * w
        return square, linear, linear**2 - 4 * a * square * x

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, "" for eps = oo, and its conditions, apart from each other."""
        square, linear, discriminant = self.parabola
        deep, left = self._at_first(discriminant, 4), self._at_first(2 * square - linear, 2)
        bounded, below, wide = self._bounded
        inside = bounded, below, wide
        return (
            ("", (bounded.negation,)),
            (AT_CORNER, (wide.negation,)),
            (ON_FIRST, (*inside, deep.negation)),
            (ON_FIRST, (*inside, deep, left.negation)),
            (ON_LARGEST, (bounded, below.negation)),
            (ON_LARGEST, (*inside, deep, left)),
        )

    @property
    def _bounded(self) -> Region:
        """That a < 1, g < 1 and g > 1 - 2 c."""
        g = self.a + self.b
        one_less = (1 - self.a, 1 - g, g - 1 + 2 * self.c)
        return tuple(positive(primitive(sp.expand(e))) for e in one_less)

    def _at_first(self, expression: sp.Expr, power: int) -> Condition:
        """That it is positive at X1, times this power of 1 + g."""
        g = self.a + self.b
        value = expression.subs(DECAY, (1 - g) / (1 + g))
        return positive(primitive(sp.expand(sp.cancel(value * (1 + g) ** power))))

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        if not words:
            return Branch(own, None)
        (p, q), g, c = PRIORS, self.a + self.b, self.c
        if words == AT_CORNER:
            ends = (Step(StepKind.END, p, value=sp.S.One), Step(StepKind.END, q, value=c))
            corner = (Attainment((), {p: sp.S.One, q: c}, AttainmentKind.POINT),)
            level = primitive(sp.expand((1 - c) * (c + g) * DECAY**2 - c * (1 - c - g)))
            two, none = (sp.Poly(level, DECAY).coeff_monomial(DECAY**k) for k in (2, 0))
            steps = (Step(StepKind.REDUCTION, words=words), *ends)
            return Branch(own, level, (two, sp.S.Zero, -none), corner, None, steps)
        end, left, value = (p, q, sp.S.One) if words == ON_FIRST else (q, p, c)
        steps = (
            Step(StepKind.REDUCTION, words=words),
            Step(StepKind.END, end, value=value),
            Step(StepKind.CRITICAL, left),
        )
        square, linear, discriminant = self.parabola
        turn = (1 - g) / 2 if words == ON_FIRST else sp.factor(linear / (2 * square))
        place = {end: value, left: turn}
        attained = (Attainment((), {v: place[v] for v in PRIORS}, AttainmentKind.POINT),)
        if words == ON_FIRST:
            level = sp.expand((1 + g) * DECAY - 1 + g)
            return Branch(own, level, (sp.S.Zero, 1 + g, 1 - g), attained, None, steps)
        rising = primitive(sp.expand(-discriminant))
        return Branch(own, rising, attained=attained, between=WHOLE, steps=steps, number=1)

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a, b and c."""
        for e in (self.a, self.b, self.c, 1 - self.c):
            yield (*region, non_negative(sp.expand(-e))), f"{e} <= 0"
        right = self._at_first(self.parabola[1], 2)
        yield (*region, *self._bounded, right.negation), "B <= 0 at X1"


def sides_of_box(problem: Problem) -> BoxSides | None:
    """a, b and c of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + (a + 2*p)/(p*q)", ["a>0"], box=["q<=3/4"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> sides_of_box(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    BoxSides(a=a, b=2, c=3/4)
    """
    return terms_of(whole_of(problem), problem.region)


def terms_of(piece: ConstrainedPiece | None, region: Region) -> BoxSides | None:
    """a, b and c of a piece, where the region's parameters are; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + (3 + 2*p)/(p*q)", box=["q<=3/4"])
    >>> terms_of(constrained(profile.pieces[0], profile), ())
    BoxSides(a=3, b=2, c=3/4)
    """
    p, q = PRIORS
    found = coefficients_of(piece, (1, 1), (1, p), lambda a, b: p * q + a + b * p, square=False)
    if piece is None or not (found and all(found)):
        return None
    a, b = found
    try:
        largest = largest_priors(piece, region, exact_judge())
    except UndecidedError:
        return None
    return BoxSides(a, b, largest[q]) if largest and largest[p] == 1 != largest[q] else None


TWO_SIDES_OF_BOX = KnownForm(sides_of_box, (ON_FIRST, AT_CORNER, ON_LARGEST))
