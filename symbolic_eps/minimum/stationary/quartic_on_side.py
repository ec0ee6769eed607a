"""One prior v is left, 0 < v <= 1, and P = n F is a quartic in it with two roots v < 0: c + a q + b/q^2.

f = f1 v + f0, r* = n/d, P = n f - d. P is alpha x^k - gamma at v = 1, k = 1 or 2, or a number beyond x. For
x = 0 let P be v^m times a cubic K = k3 v^3 + k2 v^2 + k1 v + k0. D is the discriminant of P in v.

Premises. 1. For 0 < x < 1, P > 0 at v = 0, also for x = 1, and the coefficient of v^4 is positive. 2. For
0 < x < 1, f1, f0 and d(-f0/f1) are positive. 3. For x = 1 and 0 < v <= 1, P > 0. 4. For 0 < v <= 1, n > 0,
and f rises with x for 0 < v < 1 and 0 < x < 1. 5. k3 > 0, k2 >= 0 and k0 > 0.

Let 0 < x < 1. By 2, P is -d < 0 at v = -f0/f1 < 0, and by 1 it is positive for v = 0 and for great -v: two
of its roots are negative and not equal. So two roots v > 0 are left at most, counted with multiplicity. (*)
If two of the roots are positive and not equal, D > 0.

If gamma > 0, alpha > gamma by 3, and the root X1 < 1 of alpha x^k - gamma is e^-eps at v = 1. Let S be P_v at
v = 1, x = X1. If gamma <= 0, P > 0 at v = 1 for 0 < x <= 1, for so it is at x = 1 by 3.

Theorem. Let gamma > 0. If S <= 0, X = X1. If S > 0, X is the least root of D in (0, 1), and F(X) = 0 at the
double root v > 0 of P, the only multiple one. Let gamma <= 0. The same holds of X if k1 < 0, K has a positive
discriminant, and 3 k3 + 2 k2 + k1 > 0. Else X = 0.
Proof. (i) Let S <= 0, and P < 0 at x = X1 for some w < 1. P has a root in (0, w), and the root 1. If S < 0,
P > 0 just below 1, and a third root is between w and 1; if S = 0, the root 1 is a double one: three roots
are too many. So F(X1) >= 0 at all v. For x < X1, F < 0 at v = 1. (ii) Let S > 0. P < 0 just below v = 1 for
x = X1, and so for greater x nearby: X > X1. (iii) Let gamma <= 0. For x = 0, P has the sign of K, which is
convex for v >= 0, with K(0) > 0 and K(1) >= 0. If K(w) < 0 at some w in (0, 1), K falls from 0, so that
k1 < 0, and rises at 1; it has two roots in (0, 1], and the third one is negative as k0/k3 > 0: the
discriminant is positive. Conversely, if k1 < 0, K has one negative root by Descartes' rule; if the
discriminant is positive, two others, which are positive; if K rises at 1, too, they are not beyond 1, and
K < 0 between them. So F < 0 at a w < 1 for x = 0, and X > 0; or X = 0.
(iv) In (ii), and in (iii) if X > 0: for x = 1, P > 0 on 0 <= v <= 1 by 1 and 3, so that X < 1. For
x = X the least value of P on 0 <= v <= 1 is 0, at a t in (0, 1), as P > 0 at both ends. So t is a double
root, the two others are negative and not equal, and D = 0. Let 0 < x < X. If F > 0 at v = 1, F < 0 at t by 4,
and P has a root on either side of t. If F = 0 at v = 1, then x = X1, (ii): P has a root less than 1 besides,
and 1 is a simple root. If F < 0 there, P has a root on either side of v = 1, for it is positive for great v.
So D > 0 by (*). QED

S is told by signs as in `end_of_cubic`, for k = 2 if the coefficient of x in it is negative. For instance,
r* = c + a q + e/q + b/q^2 with p fixed, and c + a p + e/p + b/p^2 with q >= 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import sympy as sp
from flint import fmpq_mpoly_ctx

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.elimination import discriminant
from symbolic_eps.minimum.polynomials import inside, linear_subresultant, outside, quotient
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.cubic_on_side import without_units
from symbolic_eps.minimum.stationary.end_of_cubic import signs_of_slope
from symbolic_eps.minimum.stationary.known_form import KnownForm
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive

AT_END = "one prior is left, at whose end F = 0 and does not fall inwards: a quartic has no more roots > 0"
TWO_MEET = "one prior is left, along which F = 0 at two places; at X two roots of a quartic meet"
NOWHERE = "one prior is left, along which F >= 0 for x = 0: a cubic has no two roots below the prior's end"


@dataclass(frozen=True)
class Quartic:
    """The algebra of a piece of the theorem's form.

    Parameters
    ----------
    piece : ConstrainedPiece
        The only one.
    v : Symbol
        The prior that varies.
    """

    piece: ConstrainedPiece
    v: sp.Symbol

    @cached_property
    def coefficients(self) -> list[sp.Expr]:
        """Of P in v, the highest first."""
        return [sp.expand(c) for c in sp.Poly(self.piece.polynomial, self.v).all_coeffs()]

    @cached_property
    def lowest(self) -> list[sp.Expr]:
        """k3, k2, k1 and k0; of another number where the form is another one."""
        found: list[sp.Expr] = sp.Poly(self.piece.polynomial.subs(DECAY, 0), self.v).all_coeffs()
        while found and found[-1] == 0:
            found.pop()
        return found

    @cached_property
    def end(self) -> tuple[sp.Expr, sp.Expr, int]:
        """alpha, gamma and k; alpha is 0 for k = 0."""
        at_end = sp.Poly(self.piece.polynomial.subs(self.v, 1), DECAY)
        power = at_end.degree()
        return at_end.LC() if power else sp.S.Zero, -at_end.coeff_monomial(1), power

    @cached_property
    def slope(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """Of P at v = 1, the coefficients of x^2, x and 1."""
        slope = sp.Poly(sp.diff(self.piece.polynomial, self.v).subs(self.v, 1), DECAY)
        two, one, none = (slope.coeff_monomial(DECAY**k) for k in (2, 1, 0))
        return two, one, none

    @cached_property
    def where_f_is_0(self) -> tuple[sp.Expr, sp.Expr, sp.Expr, int]:
        """f1, f0, and d at v = -f0/f1 times f1^k, k its degree; k."""
        f1, f0 = (sp.expand(c) for c in sp.Poly(self.piece.inverse_risk, self.v).all_coeffs())
        d = sp.Poly(self.piece.denominator, self.v)
        k = int(d.degree())
        return f1, f0, sp.expand(sum(c * (-f0) ** j * f1 ** (k - j) for (j,), c in d.terms())), k

    @property
    def fits(self) -> bool:
        """Whether everything has the degree that the theorem speaks of."""
        at_end = sp.expand(self.piece.polynomial.subs(self.v, 1))
        alpha, gamma, power = self.end
        slope = sp.diff(self.piece.polynomial, self.v).subs(self.v, 1)
        return (
            len(self.coefficients) == 5
            and len(self.lowest) == 4
            and sp.degree(self.piece.inverse_risk, self.v) == 1
            and power <= 2
            and sp.expand(alpha * DECAY**power - gamma - at_end) == 0
            and sp.degree(slope, DECAY) <= 2
        )

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other."""
        alpha, gamma, power = self.end
        k3, k2, k1, _ = self.lowest
        at_zero = sp.discriminant(sp.Poly(self.lowest, self.v))
        decides = positive(primitive(gamma))
        falls, turns, deep = (positive(primitive(sp.expand(e))) for e in (-k1, 3 * k3 + 2 * k2 + k1, at_zero))
        beyond = decides.negation
        rest = (
            (TWO_MEET, (beyond, falls, turns, deep)),
            (NOWHERE, (beyond, falls.negation)),
            (NOWHERE, (beyond, falls, turns.negation)),
            (NOWHERE, (beyond, falls, turns, deep.negation)),
        )
        if not power:
            return rest
        inwards = tuple(positive(primitive(e)) for e in signs_of_slope(alpha, gamma, power, self.slope))
        first, *last = inwards
        outwards = (first.negation,), *((first, c.negation) for c in last)
        at_end = ((AT_END, (decides, *part)) for part in outwards)
        return (*at_end, (TWO_MEET, (decides, *inwards)), *rest)

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        told = Step(StepKind.REDUCTION, words=words)
        if words == NOWHERE:
            return Branch(own, None, steps=(told,))
        if words == AT_END:
            alpha, gamma, power = self.end
            factors = sp.factor(alpha), sp.factor(gamma)
            two, one = (sp.S.Zero, factors[0]) if power == 1 else (factors[0], sp.S.Zero)
            attained = (Attainment((), {self.v: sp.S.One}, AttainmentKind.POINT),)
            steps = told, Step(StepKind.END, self.v, value=sp.S.One)
            rising = sp.expand(alpha * DECAY**power - gamma)
            return Branch(own, rising, (two, one, factors[1]), attained, None, steps)
        polynomial, place = self._meeting
        attained = (Attainment((), {self.v: place}, AttainmentKind.POINT),)
        steps = told, Step(StepKind.CRITICAL, self.v)
        return Branch(own, polynomial, attained=attained, between=WHOLE, steps=steps, number=1)

    @property
    def polynomial(self) -> sp.Expr:
        """That of X where two roots meet."""
        return self._meeting[0]

    @cached_property
    def _meeting(self) -> tuple[sp.Expr, sp.Expr]:
        """-D without factors that have no root in (0, 1) wherever D is not 0 throughout; the double root."""
        polynomial = primitive(self.piece.polynomial)
        symbols = (self.v, *sorted(polynomial.free_symbols - {self.v}, key=str))
        ring = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], "lex")
        quartic = inside(polynomial, symbols, ring)
        leading, rest = linear_subresultant(quartic, quartic.derivative(0), 0)
        return without_units(outside(-discriminant(quartic, 0), symbols)), quotient(-rest, leading, symbols)

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of the parameters."""
        x, v, piece = DECAY, self.v, self.piece
        up_to_1, unit = (positive(x), non_negative(1 - x)), (positive(x), positive(1 - x))
        four, *_, none = self.coefficients
        yield (*region, *up_to_1, non_negative(-none)), f"P <= 0 at {v} = 0"
        yield (*region, *unit, non_negative(-four)), f"the coefficient of {v}^4 is not positive"
        f1, f0, at_root, _ = self.where_f_is_0
        for c in (f1, f0):
            yield (*region, *unit, non_negative(-c)), f"{c} <= 0"
        yield (*region, *unit, non_negative(-at_root)), "d <= 0 at the root of f"
        every = positive(v), non_negative(1 - v)
        yield (*region, *every, non_negative(sp.expand(-piece.polynomial.subs(x, 1)))), "r* <= 1"
        yield (*region, *piece.conditions, non_negative(-piece.numerator)), "n <= 0"
        falls = non_negative(sp.expand(-sp.diff(piece.inverse_risk, x)))
        yield (*region, positive(v), positive(1 - v), *unit, falls), "f does not rise with x"
        if self.end[-1] == 2:
            yield (*region, non_negative(self.slope[1])), f"the slope at {v} = 1 does not fall with x"
        k3, k2, _, k0 = self.lowest
        yield (*region, non_negative(-k3)), "k3 <= 0"
        yield (*region, positive(-k2)), "k2 < 0"
        yield (*region, non_negative(-k0)), "k0 <= 0"


def quartic_of(problem: Problem) -> Quartic | None:
    """The algebra of a profile with parameters and one prior; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + a*q + 1/(10*q**2)", ["a>0"], fixed={"p": "1/2"})
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> problem = Problem(whole, profile.free_priors, (), known, Solver(), profile.domain, whole=whole)
    >>> quartic_of(problem).end
    (5*a + 11/2, 9/2 - 5*a, 1)
    """
    if not (len(problem.whole) == len(problem.free) == 1 and problem.region):
        return None
    (piece,), (v,) = problem.whole, problem.free
    if {*piece.conditions} != {positive(v), non_negative(1 - v)} or not piece.inverse_risk.is_polynomial():
        return None
    if sp.degree(piece.polynomial, v) != 4:
        return None
    quartic = Quartic(piece, v)
    return quartic if quartic.fits else None


QUARTIC_ON_SIDE = KnownForm(quartic_of, (AT_END, TWO_MEET, NOWHERE))
