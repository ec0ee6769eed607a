"""r* = 1 + a p/q + b q/p with a, b > 0: the bound is the same along each ray q = t p.

Let x be in (0, 1), k = x^2 (1-x)/(4 (1+x)) and y = x/(2 (1+x)), so that y < 1. On a ray

    f = p (1-q) x^2 + (1-p) x + p q = x - x (1-x) p + t (1-x^2) p^2

is a convex parabola in p with its turn where q = y, p = y/t. If t >= y, this is a prior, and f = x - k/t
there; if t <= y, f is least at p = 1, x^2 + t (1-x^2). Let g be this least value, R = 1 + a/t + b t, and

    C = t^2 (R (x - k/t) - 1),    D = t (R (x^2 + t (1-x^2)) - 1),

two cubics in t. g has a derivative in t, also at t = y. F >= 0 at all priors just if g R >= 1 at all t.

Places. g R is continuous, large for small and for large t, and more than 1 for x = 1, for R > 1; and F < 0
near p = q = 0 for small x. So 0 < X < 1, and g R is least, 1, at some t for x = X: C = C' = 0 there and
t >= y, the place (y/t, y); or D = D' = 0 and t < y, the place (1, t).
Let E be the discriminant of C in t, and H that of D. C = C' = 0 at t says with m = k/(x t), for then m != 1,

    8 (1+x) m (1-m)^2 a = (1-x) (1 - x (1-m)^2),
    x^2 (1-x) (1-m)^2 b = 2 (1+x) m (1 - 2 m - x (1-m)^2),

and D = D' = 0 with s = x^2 + t (1-x^2) that 2 s^2 a = t (2 s - x^2 - s^2), 2 t s^2 b = x^2 - s^2. t > y is
0 < 2 m < 1 - x. At t = y both say the same, and without x that T = 0 (`border_of`).

Theorem (inside). Let T > 0. Suppose that D = D' = 0 holds for no x in (0, 1) at any t with 0 < t < y, and
that m (4 m - 1 - x + x (1+x) (1-m)^2) > 0 wherever C = C' = 0 at a t < y for an x in (0, 1). Then X is the
greatest root of E in (0, 1), and F(X) = 0 at (y/t, y) with the double root t of C.
Proof. X is such a root, at its place t > y, for T != 0. Let z in (0, 1) be another one, and t a multiple root
of C for x = z: it is real, and not 0, for C(0) = -a k < 0. If t >= y, F(z) = 0 at the place of t, where
F(X) >= 0: z <= X, for F rises with x. Else let u be the third root of C: a k = b x t^2 u, and the inequality
says that u > y. So C(y) = b x (y-t)^2 (y-u) < 0 and z < X. For x = X, t is no triple root, as C would be
negative below it. QED

Theorem (side). Let T <= 0 and a < 1. Suppose that C = C' = 0 holds for no x in (0, 1) at any t > y. Then X is
the only root of H in [0, 1], and F(X) = 0 at (1, t) with the double root t of D.
Proof. X is such a root; H = -4 a b^3 for x = 1, and (1-a)^2 (1 + 4 b (1-a)) > 0 for x = 0. Let z in (0, 1) be
a root, and t a multiple root of D for x = z. D(0) = a x^2 > 0, so that the third root is < 0, t is no triple
root, and t > 0, for the coefficient of t in D is (a-1) (1-x^2) < 0. So D >= 0 at all t > 0. D = 0 at t needs
t < 1, for R > 1; then D rises with x at t: it is negative there for smaller x, which are no roots. QED
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece, constrained
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive, zero

INSIDE_RAYS = "r* is the same along each ray q = t*p, on which F is least inside the ranges of both priors"
ON_EITHER_RAY = "r* is the same along each ray q = t*p, and F is least on one of two rays"
AT_RAYS_END = "r* is the same along each ray q = t*p, on which F is least at the end p = 1"

GREATEST = -1
"""Of the roots in (0, 1), as in `Branch`."""

_T = sp.Dummy("t", real=True)

Cubic = tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]
"""The coefficients of a polynomial in t, the highest first."""


def terms_of(piece: ConstrainedPiece) -> tuple[sp.Expr, sp.Expr] | None:
    """a and b of r* = 1 + a p/q + b q/p on the whole square; None where the bound has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("(3*p*q + a*p**2 + 6*q**2)/(3*p*q)", ["a>0"])
    >>> terms_of(constrained(profile.pieces[0], profile))
    (a/3, 2)
    """
    p, q = PRIORS
    weighted = sp.cancel(piece.numerator * p * q / piece.denominator)
    if not is_square(piece) or not weighted.is_polynomial(p, q):
        return None
    if not piece.is_by_theorem_1:
        return None
    terms = sp.Poly(weighted, p, q)
    a, b = (terms.coeff_monomial(v**2) for v in (p, q))
    same = sp.expand(weighted - (p * q + a * p**2 + b * q**2)) == 0
    return (a, b) if same and a != 0 != b and a.is_polynomial() and b.is_polynomial() else None


def terms_of_profile(profile: RiskProfile) -> tuple[sp.Expr, sp.Expr] | None:
    """`terms_of` its only piece; None where there are several, or a prior is fixed."""
    alone = len(profile.pieces) == 1 and not profile.fixed
    return terms_of(constrained(profile.pieces[0], profile)) if alone else None


def border_of(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """T.

    Examples
    --------
    >>> border_of(sp.Symbol("a"), sp.Rational(1, 3))
    256*a**2 + 4180*a/27 - 175/27
    """
    return sp.expand(256 * a**2 + 4 * a * (b**3 + 12 * b**2 + 16 * b + 32) - b * (4 * b**2 + 9 * b + 16))


def inside_cubic(a: sp.Expr, b: sp.Expr) -> Cubic:
    """4 (1+x) C."""
    x = DECAY
    turn = 4 * (1 + x)
    return (
        turn * b * x,
        -(1 - x) * (turn + b * x**2),
        x * (turn * a - x * (1 - x)),
        -a * x**2 * (1 - x),
    )


def side_cubic(a: sp.Expr, b: sp.Expr) -> Cubic:
    """D."""
    rest = 1 - DECAY**2
    return b * rest, rest + b * DECAY**2, (a - 1) * rest, a * DECAY**2


def discriminant(cubic: Cubic) -> sp.Expr:
    """That of a polynomial in t, without powers of x and numbers as factors."""
    polynomial = sum(c * _T ** (3 - k) for k, c in enumerate(cubic))
    expanded = sp.Poly(sp.expand(sp.discriminant(polynomial, _T)), DECAY)
    least = min(power for (power,) in expanded.monoms())
    return primitive(sp.expand(sp.cancel(expanded.as_expr() / DECAY**least)))


def double_root(cubic: Cubic) -> sp.Expr:
    """The double root, where there is one and no triple root.

    Examples
    --------
    >>> double_root(tuple(sp.Poly((_T - 2) ** 2 * (_T - 5), _T).all_coeffs()))
    2
    """
    c3, c2, c1, c0 = cubic
    return sp.factor((9 * c3 * c0 - c2 * c1) / (2 * (c2**2 - 3 * c3 * c1)))


def double_root_beyond(m: sp.Symbol) -> Region:
    """That 0 < x < 1 and k/(x m), the double root of C, is y or more."""
    return *_unit(), positive(m), non_negative(1 - DECAY - 2 * m)


@dataclass(frozen=True)
class Rays:
    """The algebra of a profile of this form.

    Parameters
    ----------
    a, b : Expr
        The coefficients of p/q and q/p, polynomials in the parameters.
    """

    a: sp.Expr
    b: sp.Expr

    def where(self, inside: bool) -> Condition:
        """T > 0, or else T <= 0."""
        border = primitive(border_of(self.a, self.b))
        return positive(border) if inside else non_negative(-border)

    def branch(self, inside: bool, own: Region) -> Branch:
        """What one of the theorems says, of a case with the conditions `own`."""
        p, q = PRIORS
        t = double_root((inside_cubic if inside else side_cubic)(self.a, self.b))
        turn = DECAY / (2 * (1 + DECAY))
        place = {p: sp.factor(turn / t), q: turn} if inside else {p: sp.S.One, q: t}
        at_end = (
            Step(StepKind.REDUCTION, words=AT_RAYS_END),
            Step(StepKind.END, p, value=sp.S.One),
            Step(StepKind.CRITICAL, q),
        )
        return Branch(
            own,
            self.rising[inside],
            attained=(Attainment((), place, AttainmentKind.POINT),),
            between=WHOLE,
            steps=(Step(StepKind.CRITICAL, words=INSIDE_RAYS),) if inside else at_end,
            number=GREATEST if inside else 0,
        )

    def either(self, own: Region) -> Branch:
        """The greater one of both values; where it is attained, depends on which it is."""
        side, inside = self.rising
        step = Step(StepKind.CRITICAL, words=ON_EITHER_RAY)
        return Branch(own, side * inside, between=WHOLE, steps=(step,), number=GREATEST)

    @cached_property
    def rising(self) -> tuple[sp.Expr, sp.Expr]:
        """-H and -E: for x = 1 these are 4 a b^3 and 4 a^3 b, but for positive factors."""
        side, inside = (sp.expand(-discriminant(of(self.a, self.b))) for of in (side_cubic, inside_cubic))
        return side, inside

    def premises(self, inside: bool, region: Region) -> Iterator[Claim]:
        """Of one of the theorems, and that the region is where it speaks of."""
        for sign, name in ((self.a, "a"), (self.b, "b")):
            yield (*region, non_negative(-sign)), f"{name} = {sign} <= 0"
        here = self.where(inside)
        yield (*region, here.negation), f"not {here}"
        known = (*region, here, *(positive(e) for e in (self.a, self.b)))
        yield from self._inside(known) if inside else self._side(known)

    def _inside(self, known: Region) -> Iterator[Claim]:
        x = DECAY
        t, m = _unused(known)
        yield (
            (*known, *self._at_side(t), positive(x - 2 * (1 + x) * t)),
            "F is stationary at p = 1 on a ray with t < y",
        )
        beside = (*known, *self._at_turn(m))
        above = sp.expand(4 * m - 1 - x + x * (1 + x) * (1 - m) ** 2)
        for part, wrong in ((-m, above), (2 * m - 1 + x, -above)):
            yield (
                (*beside, positive(part), non_negative(wrong)),
                f"C(y) >= 0 where C has a multiple root t < y, {part} > 0",
            )

    def _side(self, known: Region) -> Iterator[Claim]:
        _, m = _unused(known)
        yield (*known, non_negative(self.a - 1)), f"a = {self.a} >= 1"
        yield (
            (*known, *self._at_turn(m), positive(m), positive(1 - DECAY - 2 * m)),
            "F is stationary inside the ranges of both priors",
        )

    def _at_turn(self, m: sp.Symbol) -> Region:
        """C = C' = 0."""
        x = DECAY
        u = (1 - m) ** 2
        return (
            *_unit(),
            zero(sp.expand(8 * (1 + x) * m * u * self.a - (1 - x) * (1 - x * u))),
            zero(sp.expand(x**2 * (1 - x) * u * self.b - 2 * (1 + x) * m * (1 - 2 * m - x * u))),
        )

    def _at_side(self, t: sp.Symbol) -> Region:
        """D = D' = 0 at t > 0."""
        x = DECAY
        s = x**2 + t * (1 - x**2)
        return (
            *_unit(),
            positive(t),
            zero(sp.expand(2 * s**2 * self.a - t * (2 * s - x**2 - s**2))),
            zero(sp.expand(2 * t * s**2 * self.b - x**2 + s**2)),
        )


def _unit() -> Region:
    return positive(DECAY), positive(1 - DECAY)


def _unused(known: Sequence[Condition]) -> tuple[sp.Symbol, sp.Symbol]:
    """Names for t and m that are no other's."""
    taken = {s.name for c in known for s in c.symbols}

    def free(name: str) -> sp.Symbol:
        return parameter(next(n for n in (name, *(f"{name}{k}" for k in range(9))) if n not in taken))

    return free("t"), free("m")
