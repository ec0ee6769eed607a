"""r* = 1 + a (1-p)/p + b (1-q)/q with a, b > 0: eps is a limit near p = q = 1, or least inside.

For p = 1/(1+u), q = 1/(1+v), u, v >= 0, F has the sign of G = M r* - (1+u)(1+v) = A + B v + C v^2, where
M = 1 + u x + u v x + v x^2, A = u (f + a x u), B = g + k u + a x u^2, C = b x (x+u), and

    f = a + x - 1,    g = b + x^2 - 1,    k = a x^2 + (1+b) x - 1.

Let D = B^2 - 4 A C, a quartic in u, E its discriminant but for positive factors, w = max(1-a, sqrt(1-b), 0),
with sqrt(1-b) for b <= 1. X >= w, as G < 0 near u = v = 0 for f < 0 or g < 0. G rises with x for u, v > 0.

Lemma. Let f, g >= 0, one of them not 0. G < 0 for some u, v > 0 just if B < 0 < D for some u > 0. Then D has
four roots, no two the same, all of them positive or, for g = 0, one of them 0; so E > 0.
Proof. A, C > 0 for u > 0. B has a positive root beyond that u, and for g > 0 one before; there D < 0, while
D > 0 for large u. For g > 0 also D(0) > 0; for g = 0, D/u < 0 for u = 0. QED

Theorem (inside). If X > w, X is the least root of E in (w, 1), attained where D has a double root u, at
v = -B/(2 C). There D has no other multiple root, nor has the quartic in v: both are rational in X, a, b.
Proof. G >= 0 for x = 1. For w < x < X, E > 0 by the lemma; for x = X, D <= 0 between the roots of B, and
D = 0 somewhere. D has one root more before the first root of B and one beyond the second. QED

When X > w. For a, b >= 1, w = 0, where G < 0 for large u and v. Else X > w just if G < 0 somewhere for x = w.
1. Let w = 1-a, f = 0 <= g. E is w g^2 T1 there, T1 a cubic in g with the signs +, ?, -, - of its coefficients
for w < 1/3, the lowest first. For g = 0, D/u^2 = (k + a x u)^2 - 4 a b x^2 (x+u), and G < 0 somewhere just if
k < 0 and k^2 > 4 a b x^3, that is, w < 1/3. For fixed w, G rises with g. So X = w for w >= 1/3. For w < 1/3,
G < 0 somewhere up to some g, where T1 = 0, and T1 > 0 below: T1 has but one positive root. So X > w just if
w < 1/3 and T1 > 0.
2. Let w = sqrt(1-b), g = 0 < f. E is w^3 f^2 T2 there, T2 a cubic in f with the signs +, ?, +, +. As above,
X = w for w >= 1/3, and for w < 1/3 G < 0 somewhere up to some f, the least root of T2, as T2 < 0 where
4 w f = 1 - 3 w. So X > w just if w < 1/3, 4 w f < 1 - 3 w, that is, w (4 a - 1) < 4 b - 3, and T2 > 0. T2 is
N0 + w N1; under these conditions N0 - w N1 > 0, and N = N0^2 - (1-b) N1^2 has the sign of T2.

Theorem (number). In case 2, if X > w, E has three roots in (0, w) for a < 1, and two for a >= 1, multiple
ones counted as often.
Proof. Let 0 < x < w: g, k < 0, and B < 0 up to its root s > 0, as k < 0 for x = w. B + 2 sqrt(A C) < 0 at
some u' < s for x = w. It rises with x where A > 0: D > 0 at u' for all x. D < 0 at s, as B < 0 where A = 0.
1. D has one root beyond s, or f < 0: for f >= 0 and at such a root let B/u = R/u = e > 0, R^2 = 4 A C. As
log u grows, B/u rises by e at least, and R/u by e/2 at most.
2. D has an odd number of roots up to s, and beyond it; so it has no two double ones. Nor has it a triple one:
with that, all roots would be positive. For f <= 0 its coefficient of u is not negative. Let f > 0, and r be
where B + R ceases to be negative for x = w. Let u be a triple root: B + R < 0 below it, and B + R > 0 from
there to s. As B + R rises with x, u > r. -B/u falls with u, and R/u, convex in log u, rises from sqrt(f/a)
on: u is less. The second derivatives in log u agree at u, and that of R/u is positive: -g > a x u^2, and -B/u
> -k, so that R/u > -k(w). But R/u is less than at r for x = w, as it rises with x and falls with u, and there
it is -B/r, less than -k(w).
3. So where E = 0 D has one double root u, and this root of E is simple unless D_x = 0 at u, too. If C = 0
there, u = -x, and B = A = 0 say that a = b = 1/(1+x). Else G = G_u = G_v = G_x = 0 at v = -B/(2 C). Then r*
is not 0, which would say that u = v = -1, M = 0; so M_x = 0, or u (1+v) = -2 v x. The others say that
v = (2 - x + x^2)/(x (3-x)), and

    a = 2 (1+x)^2/(x (3+x^2)^2),    b = (1+x^2) (3-x)^2/(3+x^2)^2,

but there w (4 a - 1) >= 4 b - 3. So all roots in (0, w) are simple, but for x = 1/a - 1 if a = b: there E is
(a (1+x) - 1)^2 times a polynomial that is (a-1) (2 a - 1) (8 a^2 - 11 a + 4)^2/a^3, not 0, for this x. E is
(a-1) (b-1)^2 for x = 0, and not 0 for x = w. In w and f, all points are those below a curve over 0 < w < 1/3;
a < 1 is f < w, and a < b is f < w - w^2. For f = w T2 has one root w in (0, 1/3), and for f = w - w^2, both
below 1/4, up to where 4 w f < 1 - 3 w. So the parts with a < b, with a = b, with b < a < 1, and with a > 1
are connected: on each the number of roots is the same, and one point of it tells it (the tests count). For a
= 1 it is that for a > 1, from where a simple root comes to 0 from below. QED
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import linear_subresultant, outside
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.sum_of_two_terms import Polynomial, at, by_power, context, exact_quotient
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive, zero

AT_FIRST = "r* is 1 at p = q = 1, and F is least near there, at q = 1"
AT_SECOND = "r* is 1 at p = q = 1, and F is least near there, at p = 1"
INSIDE = "r* is 1 at p = q = 1, but F is least inside the ranges of both priors"
INSIDE_FIRST = f"{INSIDE}; near there it would be least at q = 1"
INSIDE_SECOND = f"{INSIDE}; near there it would be least at p = 1"
INSIDE_LARGE = f"{INSIDE}; near there it would be least at p = 1, and is not negative at q = 1"

NUMBERS = {INSIDE: 1, INSIDE_FIRST: 1, INSIDE_SECOND: 4, INSIDE_LARGE: 3}
"""Of the roots of E beyond 0, or 1-a where eps is a limit at q = 1 else, X is the one of this number."""

W, F = parameter("w"), parameter("f")


@dataclass(frozen=True)
class Corner:
    """a and b, polynomials in the parameters."""

    a: sp.Expr
    b: sp.Expr

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other.

        Examples
        --------
        >>> parts = Corner(*sp.symbols("a b", real=True)).parts()
        >>> [len(conditions) for _, conditions in parts]
        [2, 3, 4, 4, 3, 4, 5, 5, 3, 4, 5, 5]
        """
        a, b = self.a, self.b
        small, below = _positive(1 - a), _positive(1 - b)
        first = _non_negative(b - 2 * a + a**2)
        near, told = _positive(3 * a - 2), _positive(outside(first_comparison(), (a, b)))
        on_first = small, first
        return (
            (INSIDE, (small.negation, below.negation)),
            (AT_FIRST, (*on_first, near.negation)),
            (AT_FIRST, (*on_first, near, told.negation)),
            (INSIDE_FIRST, (*on_first, near, told)),
            *self._second((small, first.negation), INSIDE_SECOND),
            *self._second((small.negation, below), INSIDE_LARGE),
        )

    def _second(self, known: Region, words: str) -> Iterator[tuple[str, Region]]:
        """Where w = sqrt(1-b)."""
        near, beside = _positive(9 * self.b - 8), _positive(line(self.a, self.b))
        even, odd = (outside(part, (self.a, self.b)) for part in second_comparison())
        told = _positive(norm_of(even, odd, self.b))
        yield AT_SECOND, (*known, near.negation)
        yield AT_SECOND, (*known, near, beside.negation)
        yield AT_SECOND, (*known, near, beside, told.negation)
        yield words, (*known, near, beside, told)

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorems say of a case with the conditions `own`."""
        (p, q), x = PRIORS, DECAY
        if words in NUMBERS:
            low = sp.expand(1 - self.a) if words == INSIDE_FIRST else WHOLE[0]
            inside = (Attainment((), place_in(self.a, self.b), AttainmentKind.POINT),)
            step = Step(StepKind.CRITICAL, words=words)
            rising = sp.expand(-outside(eliminant(), (x, self.a, self.b)))
            return Branch(own, rising, None, inside, (low, WHOLE[1]), (step,), number=NUMBERS[words])
        attained = (Attainment((), {p: sp.S.One, q: sp.S.One}, AttainmentKind.LIMIT),)
        ends = (Step(StepKind.END, v, value=sp.S.One) for v in (p, q))
        steps = (Step(StepKind.REDUCTION, words=words), *ends)
        one, two = (x, 1 - self.a) if words == AT_FIRST else (x**2, 1 - self.b)
        powers = (sp.S.Zero, sp.S.One) if words == AT_FIRST else (sp.S.One, sp.S.Zero)
        return Branch(own, sp.expand(one - two), (*powers, two), attained, None, steps)

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorems need of a and b, and the premises on w and f."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        yield from _premises()


def _positive(e: sp.Expr) -> Condition:
    return positive(primitive(sp.expand(e)))


def _non_negative(e: sp.Expr) -> Condition:
    return non_negative(primitive(sp.expand(e)))


def line(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """For b > 8/9 and 4 a > 1 positive just if 4 w f < 1 - 3 w, where w^2 = 1-b.

    Examples
    --------
    >>> line(sp.Rational(2, 3), sp.Rational(8, 9))
    0
    """
    return (4 * b - 3) ** 2 - (1 - b) * (4 * a - 1) ** 2


def norm_of(even: sp.Expr, odd: sp.Expr, b: sp.Expr) -> sp.Expr:
    """N."""
    return sp.expand(even**2 - (1 - b) * odd**2)


@lru_cache(1)
def quartics() -> tuple[Polynomial, Polynomial]:
    """D in u, and the same in v: in t, x, a, b.

    Examples
    --------
    >>> [part(0, 1, 2, 3) for part in quartics()]
    [9, 4]
    """
    t, x, a, b = context("t", "x", "a", "b").gens()
    f, g, k = a + x - 1, b + x**2 - 1, a * x**2 + (1 + b) * x - 1
    first = (g + k * t + a * x * t**2) ** 2 - 4 * b * x * t * (x + t) * (f + a * x * t)
    second = (f + k * t + b * x * t**2) ** 2 - 4 * a * x * t * (1 + t) * (g + b * x**2 * t)
    return first, second


@lru_cache(1)
def eliminant() -> Polynomial:
    """E, in x, a, b.

    Examples
    --------
    >>> eliminant()(0, 2, 3), eliminant().degrees()
    (4, (8, 5, 5))
    """
    found = max((factor for factor, _ in quartics()[0].discriminant("t").factor()[1]), key=len)
    e = context("x", "a", "b").from_dict({powers[1:]: c for powers, c in found.to_dict().items()})
    return e if e(0, 2, 3) > 0 else -e


@lru_cache(1)
def first_comparison() -> Polynomial:
    """T1, in a and b.

    Examples
    --------
    >>> first_comparison().degrees(), len(first_comparison())
    ((8, 3), 21)
    """
    a, b = context("a", "b").gens()
    here = at(eliminant(), ((1 - a, 1), (a, 1), (b, 1)))
    return exact_quotient(here, (1 - a) * (b - 2 * a + a**2) ** 2)


@lru_cache(1)
def second_comparison() -> tuple[Polynomial, Polynomial]:
    """N0 and N1, in a and b.

    Examples
    --------
    >>> [len(part) for part in second_comparison()]
    [13, 14]
    """
    w, a = context("w", "a").gens()
    here = at(eliminant(), ((w, 1), (a, 1), (1 - w**2, 1)))
    a2, b = context("a", "b").gens()
    parts = [0 * b, 0 * b]
    for (power, of_a), c in exact_quotient(here, w**3 * (a + w - 1) ** 2).to_dict().items():
        parts[power % 2] += c * (1 - b) ** (power // 2) * a2**of_a
    return parts[0], parts[1]


def place_in(a: sp.Expr, b: sp.Expr) -> dict[sp.Symbol, sp.Expr]:
    """The priors where D has its double root, in x."""
    return {
        v: outside(top, (DECAY, a, b)) / outside(below, (DECAY, a, b))
        for v, (top, below) in zip(PRIORS, _places(), strict=True)
    }


@lru_cache(1)
def _places() -> tuple[tuple[Polynomial, Polynomial], ...]:
    """1/(1+t) for the double root t of either quartic, with numerator and denominator apart."""
    found = []
    for quartic in quartics():
        leading, rest = linear_subresultant(quartic, quartic.derivative(0), 0)
        parts = (leading, leading - rest)
        common = parts[0].gcd(parts[1])
        ring = context("x", "a", "b")
        found.append(
            tuple(
                ring.from_dict({e[1:]: c for e, c in exact_quotient(part, common).to_dict().items()})
                for part in parts
            )
        )
    return tuple(found)


def _premises() -> Iterator[Claim]:
    """The signs of T1 and T2 in w and f or g, for w < 1/3."""
    unit = positive(W), positive(1 - 3 * W)
    for k, sign, coefficient in (*signs_of_first(), *signs_of_second()):
        told = sp.expand(-sign * outside(coefficient, (W,)))
        yield (*unit, non_negative(told)), f"the coefficient {k} of a cubic has another sign"
    even, odd = (sp.expand(outside(part, (F + 1 - W, 1 - W**2))) for part in second_comparison())
    beside = sp.expand(line(F + 1 - W, 1 - W**2))
    on_line = zero(beside), positive(F), non_negative(sp.expand(even + W * odd))
    yield (*unit, *on_line), "T2 >= 0 where 4 w f = 1 - 3 w"
    before = positive(beside), non_negative(F), non_negative(sp.expand(W * odd - even))
    yield (*unit, *before), "N0 <= w N1 where 4 w f < 1 - 3 w"
    node = 2 * (1 + W) ** 2 / (W * (3 + W**2) ** 2), (1 + W**2) * (3 - W) ** 2 / (3 + W**2) ** 2
    above = sp.numer(sp.together(line(*node)))
    yield (*unit, positive(sp.expand(above))), "w (4 a - 1) < 4 b - 3 where E may have a multiple root"


def signs_of_first() -> list[tuple[int, int, Polynomial]]:
    """The coefficients of T1 in g but for one, each with its number and the sign it should have."""
    w, g = context("w", "g").gens()
    cubic = at(first_comparison(), ((1 - w, 1), (g + 1 - w**2, 1)))
    return _signed(by_power(cubic), (1, 0, -1, -1))


def signs_of_second() -> list[tuple[int, int, Polynomial]]:
    """Those of T2 in f."""
    w, f = context("w", "f").gens()
    even, odd = (at(part, ((f + 1 - w, 1), (1 - w**2, 1))) for part in second_comparison())
    return _signed(by_power(even + w * odd), (1, 0, 1, 1))


def _signed(parts: Sequence[Polynomial], signs: Sequence[int]) -> list[tuple[int, int, Polynomial]]:
    ring = context("w")
    single = [ring.from_dict({e[:1]: c for e, c in part.to_dict().items()}) for part in parts]
    return [(k, sign, c) for k, (sign, c) in enumerate(zip(signs, single, strict=True)) if sign]


def form_of(problem: Problem) -> Corner | None:
    """a and b of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("a/p + 3/q - 2 - a", ["a>0"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> form_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    Corner(a=a, b=3)
    """
    return terms_of(whole_of(problem))


def terms_of(piece: ConstrainedPiece | None) -> Corner | None:
    """a and b of a piece, the whole square; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("2/p + 3/q - 4")
    >>> terms_of(constrained(profile.pieces[0], profile))
    Corner(a=2, b=3)
    """
    p, q = PRIORS
    found = coefficients_of(piece, (1, 1), (q, p), lambda a, b: p * q + a * (1 - p) * q + b * (1 - q) * p)
    return Corner(*found) if found and all(found) else None


CORNER_OR_INSIDE = KnownForm(form_of, (AT_FIRST, AT_SECOND, *NUMBERS))
