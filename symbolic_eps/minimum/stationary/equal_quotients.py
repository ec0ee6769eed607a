"""r* = k + a (p/q + q/p) with a > 0 and k + 2 a > 2: the bound is the same along each ray q = t p.

For instance r* = 2 + b + a (p - q)^2/(p q) with a, b > 0, where k = 2 + b - 2 a. In the words of
`minimum.stationary.along_rays`, with K for k there, and R = k + a (t + 1/t) >= k + 2 a > 2,

    C = a x t^3 + (k x - a K - 1) t^2 + (a x - k K) t - a K,    K = x^2 (1-x)/(4 (1+x)),    y = x/(2 (1+x)),
    D = a (1-x^2) t^3 + (k (1-x^2) + a x^2) t^2 + (a (1-x^2) + k x^2 - 1) t + a x^2;

E and H are their discriminants. 0 < X < 1; and C = C' = 0 at X and some t >= y, with F(X) = 0 at the priors
(y/t, y), or D = D' = 0 at X and some t < y, with F(X) = 0 at (1, t). With b = k + 2 a - 2 let

    T = 4 a^3 b + 4 a^3 - a^2 b^2 - 76 a^2 b - 84 a^2 + 80 a b^2 + 384 a b + 448 a - 16 b^3 - 80 b^2 - 128 b
    - 64,

let L be the discriminant of D in t for x = 1/k, times k^8, and Q: a < 1, a (k+1) < k and L >= 0.

Theorem. If a >= 1 or T > 0, which is so for 4 a >= 1 + b, X is the greatest root of E in (0, 1) for
4 a >= 1 + b, and the second greatest for 4 a < 1 + b, attained at (y/t, y) with the double root t of C.
Let a < 1 and T <= 0. If Q, X is the least root of H in (0, 1), attained at (1, t) with the double root t of
D. Else X is the greatest root of E H in (0, 1/k), and k > 1.
Proof. C = C' = 0 at t, x in (0, 1), says with w = x t - K that a (1-t^2) w^2 = t^2 K and
k + a (t + 1/t) = t/w; and D = D' = 0 with s = x^2 + t (1-x^2) that a (1-t^2) s^2 = t^2 (1-x^2) and
k + a (t + 1/t) = 1/s. So |t| < 1 in both.
(i) If D = D' = 0 at a t with 0 < t <= y, then a < 1, by premise, and T <= 0: with these a and b, T is

    (x-1) (x+1) (2 t x - 2 t - x) (2 t x + 2 t - x) W/((1-t)^2 (1+t)^3 s^8),

where W has none but positive coefficients in c and d >= 0 for x = 1/(1+c), t = y/(1+d), up to a factor > 0
(the tests multiply out). At t = y C = C' = 0 just if D = D' = 0. So X has a t > y if a >= 1 or T > 0.
(ii) If C = C' = 0 at a t with 0 < t < 1, then k x < 1 if k > 0: w^2 (1-t^2) (k x - 1)/K = -2 x t^3 -
K (1-t^2) < 0.
(iii) If C = C' = 0 for x = z at a t > 0, then z <= X. If t >= y, F(z) = 0 at (y/t, y). Else let u be the
third root of C, u = K/(x t^2). It is more than y: for z <= 4/5, u > (1-z^2)/z > y, as t < y. For z > 4/5
R > 2 says that z - K/t < 1/2, so that u > (z - 1/2)^2/(z K) > y. So C(y) = a z (y-t)^2 (y-u) < 0, and F < 0
there: z < X.
(iv) If D = D' = 0 for x = z at a t > 0, then D >= 0 for t > 0, as D(0) > 0: one root is negative. R > 2 says
that s < 1/2, and t < 1: F(z) = 0 at (1, t), and z <= X. Such a z is the least root of H: for smaller x D
falls at t, has two positive roots and a negative one, and H is not 0.
(v) C < 0 at t = 0 and for t -> -oo, and C has a positive root: so either C < 0 for all t < 0, or C >= 0
somewhere. Where C = C' = 0 at t = -n, dC/dx = n^2 (k - a (n + 1/n)) (1 + K'/n), and the first bracket is
n/(x n + K); so dC/dx > 0, as n + K' > 0 by premise. Hence E has a simple root there, and one at most: below
it C < 0 for all t < 0, beyond it not. For x = 1 C/t is a t^2 + (k-1) t + a, and has negative roots just if
k - 1 >= 2 a, that is, 1 + b >= 4 a; if 1 + b = 4 a, they meet there, so that C < 0 for x just below 1.
1. Let a >= 1 or T > 0. X has a t >= y, by (i), and is a root of E. The third root of C is positive there, so
that C < 0 for all t < 0. By (iii) and (v) E has one root beyond X just if 1 + b > 4 a, a simple one.
2. Let a < 1 and T <= 0. By premise 1 + b > 4 a. So k = 2 + b - 2 a > 1 + 2 a > 1. For x = 1/k the leading
coefficients of D are positive, and the third one has the sign of a (k+1) - k. So Q says that D has two
positive roots, maybe equal, or that D <= 0 at some t > 0; then R s <= 1, t < 1 and X >= 1/k. By (ii) X is not
attained at a t >= y. So it is at a t < y, and by (iv) X is the least root of H.
3. Suppose that Q is false besides. X < 1/k: if X is attained at a t >= y, by (ii); and if D = D' = 0 at
X >= 1/k and t > 0, D <= 0 at t for x = 1/k, and Q holds. By (iii) and (iv) no root of E or H with t > 0 is
beyond X. Let x <= 1/k. If C = C' = 0 at t = -n, C >= 0 at some t = -n for x = 1/k as well, by (v):
a (x n + K) (n^2 + 1) <= k K n there, so that a < (1-x)/(4 (1+x)) <= 1/4 and x < 2/3. D rises with a: it is
negative for t = x/4, as 32 (x-1) + 4 x^3 + x^2 (1-x^2) < 0, and Q holds. If D = D' = 0 at t = -n, s > 0 says
that s < x^2, 1/s < k and k x > 1; and s < 0 that -s < n (1-x^2) and a > 1. No such root is in (0, 1/k). QED
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.along_rays import GREATEST, Cubic, discriminant, double_root
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive

RAYS = "r* is k + a*(p/q + q/p), the same along each ray q = t*p, and F is least "
INSIDE, BEFORE_ANOTHER, AT_SIDE, ON_EITHER = (
    RAYS + where
    for where in (
        "inside the ranges of both priors",
        "inside the ranges of both priors, where one root of the polynomial is greater",
        "at p = 1",
        "inside the ranges of both priors or at p = 1",
    )
)

_A, _B, _T, _N = (parameter(name) for name in "abtn")


@dataclass(frozen=True)
class EqualQuotients:
    """a and k, polynomials in the parameters.

    Examples
    --------
    >>> [len(conditions) for _, conditions in EqualQuotients(*sp.symbols("a k", real=True)).parts()]
    [1, 2, 3, 4, 3, 4]
    """

    a: sp.Expr
    k: sp.Expr

    @property
    def b(self) -> sp.Expr:
        """By how much r* is more than 2 at p = q."""
        return sp.expand(self.k + 2 * self.a - 2)

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other."""
        a, b, k = self.a, self.b, self.k
        alone, many = (non_negative(primitive(sp.expand(e))) for e in (4 * a - 1 - b, a - 1))
        rays = positive(primitive(sp.expand(border(a, b))))
        falls, deep = positive(primitive(sp.expand(k - a * (k + 1)))), non_negative(level_at(a, k))
        side = many.negation, rays.negation
        return (
            (INSIDE, (alone,)),
            (BEFORE_ANOTHER, (alone.negation, many)),
            (BEFORE_ANOTHER, (alone.negation, many.negation, rays)),
            (AT_SIDE, (*side, falls, deep)),
            (ON_EITHER, (*side, falls.negation)),
            (ON_EITHER, (*side, falls, deep.negation)),
        )

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        p, q = PRIORS
        side, inside, either = eliminants(self.a, self.k)
        reduced = Step(StepKind.REDUCTION, words=words)
        if words == ON_EITHER:
            between = (sp.S.Zero, 1 / self.k)
            return Branch(own, either, between=between, steps=(reduced,), number=GREATEST)
        first, second = places(self.a, self.k)
        attained = (Attainment((), first if words == AT_SIDE else second, AttainmentKind.POINT),)
        if words == AT_SIDE:
            steps = (reduced, Step(StepKind.END, p, value=sp.S.One), Step(StepKind.CRITICAL, q))
            return Branch(own, side, attained=attained, between=WHOLE, steps=steps, number=1)
        number = GREATEST - (words == BEFORE_ANOTHER)
        return Branch(own, inside, attained=attained, between=WHOLE, steps=(reduced,), number=number)

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a and b, and the premises whatever they are."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        yield from whatever()


@lru_cache(4)
def eliminants(a: sp.Expr, k: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """-H and -E, which rise at X, and their product.

    Examples
    --------
    >>> [sp.degree(e, DECAY) for e in eliminants(sp.Integer(2), parameter("k"))]
    [8, 10, 18]
    """
    side, inside = (sp.expand(-discriminant(of(a, k))) for of in (side_cubic, inside_cubic))
    return side, inside, sp.expand(side * inside)


@lru_cache(4)
def places(a: sp.Expr, k: sp.Expr) -> tuple[Mapping[sp.Symbol, sp.Expr], Mapping[sp.Symbol, sp.Expr]]:
    """The priors at p = 1, and inside."""
    (p, q), turn = PRIORS, DECAY / (2 * (1 + DECAY))
    at_side, inside = (double_root(of(a, k)) for of in (side_cubic, inside_cubic))
    return {p: sp.S.One, q: at_side}, {p: sp.factor(turn / inside), q: turn}


def border(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """T.

    Examples
    --------
    >>> border(sp.Integer(1), sp.Integer(3))
    415
    """
    cubic = 4 * a**3 * (b + 1) - a**2 * (b**2 + 76 * b + 84)
    return cubic + 16 * a * (5 * b**2 + 24 * b + 28) - 16 * (b + 1) * (b + 2) ** 2


def inside_cubic(a: sp.Expr, k: sp.Expr) -> Cubic:
    """4 (1+x) C."""
    x = DECAY
    turn, small = 4 * (1 + x), x**2 * (1 - x)
    return turn * a * x, turn * (k * x - 1) - a * small, turn * a * x - k * small, -a * small


def side_cubic(a: sp.Expr, k: sp.Expr) -> Cubic:
    """D."""
    x = DECAY
    rest = 1 - x**2
    return a * rest, k * rest + a * x**2, a * rest + k * x**2 - 1, a * x**2


@lru_cache(4)
def level_at(a: sp.Expr, k: sp.Expr) -> sp.Expr:
    """L.

    Examples
    --------
    >>> level_at(sp.Integer(1), parameter("k"))
    -4*k**9 + k**8 + 10*k**7 + 5*k**6 - 28*k**5 - 32*k**4 + 36*k**3 + 40*k**2 - 16*k - 16
    """
    at_end = (c.subs(DECAY, 1 / k) for c in side_cubic(a, k))
    cubic = sum(c * _T ** (3 - i) for i, c in enumerate(at_end))
    return primitive(sp.expand(sp.cancel(sp.discriminant(cubic, _T) * k**8)))


@lru_cache(1)
def whatever() -> tuple[Claim, ...]:
    """The premises of (i), (v) and 2.

    Examples
    --------
    >>> [name for _, name in whatever()]
    ['a >= 1 where D = 0 is double', "n + K' <= 0 where C = 0 is double", 'T <= 0 for 4 a >= 1 + b, a < 1']
    """
    x, t, n, a, b = DECAY, _T, _N, _A, _B
    unit, s = (positive(x), positive(1 - x)), x**2 + t * (1 - x**2)
    small = x**2 * (1 - x)
    w, turn = 4 * (1 + x) * x * n + small, 4 * (1 + x)
    more = n * w * (1 - n) * turn + n * small * (1 + n) * turn - 2 * (1 - n) * w**2
    return (
        (
            (
                *unit,
                positive(t),
                non_negative(x - 2 * (1 + x) * t),
                non_negative(sp.expand(t**2 * (1 - x**2) - (1 - t**2) * s**2)),
            ),
            "a >= 1 where D = 0 is double",
        ),
        (
            (
                *unit,
                positive(n),
                positive(1 - n),
                positive(sp.expand(more)),
                non_negative(sp.expand(x * (x**2 + x - 1) - 2 * (1 + x) ** 2 * n)),
            ),
            "n + K' <= 0 where C = 0 is double",
        ),
        (
            (
                positive(a),
                positive(b),
                positive(1 - a),
                non_negative(4 * a - 1 - b),
                non_negative(sp.expand(-border(a, b))),
            ),
            "T <= 0 for 4 a >= 1 + b, a < 1",
        ),
    )


def quotients_of(problem: Problem) -> EqualQuotients | None:
    """a and k of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("2 + a*(p - q)**2/(p*q) + b", ["a>0", "b>0"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> quotients_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    EqualQuotients(a=a, k=-2*a + b + 2)
    """
    p, q = PRIORS
    found = coefficients_of(
        whole_of(problem), (1, 1), (p**2, p * q), lambda a, k: k * p * q + a * p**2 + a * q**2
    )
    return EqualQuotients(*map(sp.expand, found)) if found and found[0] != 0 else None


EQUAL_QUOTIENTS = KnownForm(quotients_of, (INSIDE, BEFORE_ANOTHER, AT_SIDE, ON_EITHER))
