"""r* = 1 + a/(p q) + b p with a, b > 0: a parabola at p = 1 or a cubic at q = 1 decides.

Let X1 and X2 be e^-eps over the priors with p = 1 and with q = 1, k = sqrt(1 + b),

    G(x) = (a + k^2) x^2 - 2 k x + 1 - a,    D1(x) = G(x) G(-x),    D2 the discriminant in p of
    P = b (1-x) p^3 + (b x + 1 - x) p^2 - (1-a) (1-x) p + a x,    which is n F at q = 1,

and N = N0 + k N1 the resultant of G and D2 in x, without factors that are positive for a < 1.

Theorem. For a >= 1, X = 0. Let a < 1. Where N >= 0 and (16 + 5 b) a >= b, X = X1, the lesser root of D1 in
(0, 1), attained at p = 1, q = (1 - a - (1 + b - a) x^2)/(2 (1 + b) (1 - x^2)). Else X = X2, the only root of
D2 in [0, 1], attained at q = 1 and the double root p of P.
Proof. Where p q = t, 1/r* is t/(t + a + b t p), convex in p: by the theorem of
`minimum.reductions.at_fixed_product`, X is the greater one of X1 and X2.
1. At p = 1, n F is k^2 y q^2 - B q + a x^2 with y = 1 - x^2, B = 1 - k^2 x^2 - a y. For a >= 1 and x = 0 it
is not negative. Let a < 1 and 0 < x < 1. It is a + b at q = 1, and turns before, as 2 k^2 y - B > 0. So it is
negative somewhere just if B > 0 and B^2 > 4 k^2 a x^2 y: if k x + sqrt(a y) < 1, that is, k x < 1 and
G(x) > 0. Now G > 0 at 0 and at 1, and G(1/k) < 0: G has a root x1 < 1/k and a root z1 in (1/k, 1), and X1 is
x1. D1 has no others in (0, 1).
2. At q = 1, for a >= 1 and x = 0, P >= 0. Let a < 1. P < 0 for x = 0 and small p. For 0 < x <= 1, P > 0 at
p = 0, and where p >= 1, for (1-p) x + p >= 1 there; so is P for x = 1. So 0 < X2 < 1, and P has a multiple
root in (0, 1) for x = X2. D2 is (1-a)^2 (1 + 4 b (1-a)) > 0 for x = 0, and -4 a b^3 for x = 1. Let z in
(0, 1) be a root of D2, t a multiple root of P for x = z, and u the third one. They are real, t^2 u < 0, and
t (t + 2 u) = -(1-a)/b < 0: u < 0 < t, and P >= 0 for p >= 0. So t < 1, F(z) = 0 there, and z = X2. D2 > 0
below X2, and D2 < 0 from there to 1.
3. D2(x1) D2(z1) has the sign of N. With v = k x, G(x) = 0 says that a = (1-v)^2/(1-x^2), and b is
v^2/x^2 - 1; x < v < 1 for x = x1, and v > 1 for x = z1. By `premises`, D2(x1) > 0 where (16 + 5 b) a <= b, so
that X1 < X2. Where (16 + 5 b) a >= b, D2(z1) < 0: N >= 0 just if D2(x1) <= 0, that is, X1 >= X2. QED
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import outside
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.along_rays import Cubic, discriminant, double_root
from symbolic_eps.minimum.stationary.known_form import KnownForm, coefficients_of, whole_of
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.sum_of_two_terms import Polynomial, context, exact_quotient
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive

ON_PARABOLA = "1/r* is convex where p q is held fixed; F is least at p = 1, where it turns along a parabola"
ON_CUBIC = "1/r* is convex where p q is held fixed; F is least at q = 1, where two roots of a cubic meet"

_V = parameter("v")


@dataclass(frozen=True)
class ParabolaOrCubic:
    """a and b, polynomials in the parameters."""

    a: sp.Expr
    b: sp.Expr

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, "" for eps = oo, and its conditions, apart from each other.

        Examples
        --------
        >>> parts = ParabolaOrCubic(*sp.symbols("a b", real=True)).parts()
        >>> [len(conditions) for _, conditions in parts]
        [1, 2, 4, 5, 5, 4, 5, 5]
        """
        bounded = positive(primitive(1 - self.a))
        beyond = non_negative(primitive(sp.expand(line(self.a, self.b))))
        return (
            ("", (bounded.negation,)),
            (ON_CUBIC, (bounded, beyond.negation)),
            *((words, (bounded, beyond, *signs)) for words, signs in self.signs()),
        )

    def signs(self) -> tuple[tuple[str, Region], ...]:
        """By which signs N >= 0, and p = 1 decides, or N < 0.

        Examples
        --------
        >>> [len(signs) for _, signs in ParabolaOrCubic(*sp.symbols("a b", real=True)).signs()]
        [2, 3, 3, 2, 3, 3]
        """
        even, odd = (sp.expand(outside(part, (self.a, self.b))) for part in comparison())
        root = sp.expand((1 + self.b) * odd**2 - even**2)
        e, o, r = (non_negative(primitive(part)) for part in (even, odd, root))
        either = non_negative(primitive(-root))
        return (
            (ON_PARABOLA, (e, o)),
            (ON_PARABOLA, (e.negation, o, r)),
            (ON_PARABOLA, (e, o.negation, either)),
            (ON_CUBIC, (e.negation, o.negation)),
            (ON_CUBIC, (e.negation, o, r.negation)),
            (ON_CUBIC, (e, o.negation, either.negation)),
        )

    @property
    def on_parabola(self) -> sp.Expr:
        """D1."""
        two, one, none = self.a + self.b + 1, 4 * (1 + self.b), 1 - self.a
        return sp.expand((two * DECAY**2 + none) ** 2 - one * DECAY**2)

    @property
    def cubic(self) -> Cubic:
        """The coefficients of P."""
        a, b, x = self.a, self.b, DECAY
        return b * (1 - x), b * x + 1 - x, (a - 1) * (1 - x), a * x

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        if not words:
            return Branch(own, None)
        (p, q), x, at_first = PRIORS, DECAY, words == ON_PARABOLA
        turn = (1 - self.a - (1 + self.b - self.a) * x**2) / (2 * (1 + self.b) * (1 - x**2))
        place = {p: sp.S.One, q: sp.factor(turn)} if at_first else {p: double_root(self.cubic), q: sp.S.One}
        end, left = (p, q) if at_first else (q, p)
        steps = (
            Step(StepKind.REDUCTION, words=words),
            Step(StepKind.END, end, value=sp.S.One),
            Step(StepKind.CRITICAL, left),
        )
        attained = (Attainment((), place, AttainmentKind.POINT),)
        rising = sp.expand(-(self.on_parabola if at_first else discriminant(self.cubic)))
        return Branch(own, rising, attained=attained, between=WHOLE, steps=steps, number=int(at_first))

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a and b, and the premises on x and v."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        yield from at_both_roots()


def line(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """Where it is 0 a curve lies between those on which X2 is x1 and z1; others would do as well.

    Examples
    --------
    >>> line(sp.Rational(1, 21), 1)
    0
    """
    return (16 + 5 * b) * a - b


@lru_cache(1)
def comparison() -> tuple[Polynomial, Polynomial]:
    """N0 and N1, in a and b.

    Examples
    --------
    >>> [part(1, 0) for part in comparison()]
    [224, 288]
    """
    p, x, k, a = context("p", "x", "k", "a").gens()
    second = _second(p, x, a, k**2 - 1).discriminant("p")
    found = ((a + k**2) * x**2 - 2 * k * x + 1 - a).resultant(second, "x")
    norm = exact_quotient(found, (k - 1) ** 3 * (1 - a) * (a + k**2))
    a, b = context("a", "b").gens()
    parts = [0 * a, 0 * a]
    for (_, _, power, of_a), c in norm.to_dict().items():
        parts[power % 2] += c * (1 + b) ** (power // 2) * a**of_a
    return parts[0], parts[1]


@lru_cache(1)
def at_roots() -> sp.Expr:
    """D2 for a = (1-v)^2/(1-x^2) and b = v^2/x^2 - 1, without factors that are positive for 0 < x < 1.

    Examples
    --------
    >>> at_roots().subs({DECAY: sp.Rational(1, 2), _V: 1})
    189/256
    """
    p, x, v = context("p", "x", "v").gens()
    a, b = (1 - v) ** 2, v**2 - x**2
    whole, y = x**2 * (1 - x**2), 1 - x**2
    multiple = (b * y * p**2 + whole * p + a * x**2) * ((1 - p) * x + p) - whole * p
    found = exact_quotient(multiple.discriminant("p"), x**6 * (1 + x) * (1 - x) ** 3)
    return sp.expand(outside(found, (PRIORS[0], DECAY, _V)))


def at_both_roots() -> Iterator[Claim]:
    """The signs of D2 at x1 and at z1, to both sides of (16 + 5 b) a = b.

    Examples
    --------
    >>> [len(region) for region, _ in at_both_roots()]
    [5, 6]
    """
    x, v, second = DECAY, _V, at_roots()
    beyond = line((1 - v) ** 2 / (1 - x**2), v**2 / x**2 - 1)
    beyond = sp.expand(sp.cancel(beyond * x**2 * (1 - x**2)))
    first = positive(x), positive(v - x), positive(1 - v), non_negative(-beyond), non_negative(-second)
    yield first, "D2 <= 0 at the root x1 of G, where (16 + 5 b) a <= b"
    bounded = positive(sp.expand(1 - x**2 - (1 - v) ** 2))
    last = bounded, non_negative(beyond), non_negative(second)
    yield (
        (positive(x), positive(1 - x), positive(v - 1), *last),
        "D2 >= 0 at the other root of G, where (16 + 5 b) a >= b",
    )


def _second(p: Polynomial, x: Polynomial, a: Polynomial, b: Polynomial) -> Polynomial:
    """P."""
    return (b * p**2 + p + a) * ((1 - p) * x + p) - p


def form_of(problem: Problem) -> ParabolaOrCubic | None:
    """a and b of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("1 + (a + 2*p**2*q)/(p*q)", ["a>0"])
    >>> whole = (constrained(profile.pieces[0], profile),)
    >>> known = profile.parameter_region
    >>> form_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    ParabolaOrCubic(a=a, b=2)
    """
    return terms_of(whole_of(problem))


def terms_of(piece: ConstrainedPiece | None) -> ParabolaOrCubic | None:
    """The same of a piece."""
    p, q = PRIORS
    found = coefficients_of(piece, (1, 1), (1, p**2 * q), lambda a, b: p * q + a + b * p**2 * q)
    return ParabolaOrCubic(*found) if found and all(found) else None


PARABOLA_OR_CUBIC = KnownForm(form_of, (ON_PARABOLA, ON_CUBIC))
