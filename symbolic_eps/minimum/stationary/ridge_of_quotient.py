"""r* = max(a/p, 1 + b p/q) with a, b > 0: eps is least on the ridge, where both bounds are equal.

The ridge is q = b p^2/(a - p) for 0 < p <= T < a, where T = 1 for b <= a - 1, and else q = 1 at p = T, the
positive root of b p^2 + p = a. There r* = a/p, and a (a - p) F is

    H(p) = (a - p) (a x - (1 + a x (1-x)) p) + a b (1-x^2) p^3.

Lemma. For 0 < x < 1, F >= 0 at all priors just if H >= 0 for 0 < p <= T.
Proof. Where r* = a/p, F rises with q, and is least where q is, on the ridge. Elsewhere s = q/(q + b p) is
convex in p: F is least at p = 1, or where p is least, on the ridge. At p = 1 (q + b) F is

    P(q) = (1-x^2) q^2 - (1-b) (1-x^2) q + b x^2,    0 < q <= e,

with e = 1, or e = b/(a-1) < 1 if that is on the ridge with p = 1. For b >= 1 P >= 0. Else P turns at
m = (1-b)/2 < 1. If e < m, P falls up to e, and P(e) >= 0. If m <= e, P >= 0 for x >= w = (1-b)/(1+b). For
x = w F is 0 at p = 1, q = m, and F_p = b m/(m+b)^2 > 0 there: by concavity, F <= 0 at the lesser p of the
ridge with q = m. As F rises with x, H >= 0 says that x >= w. QED

Theorem. Let E be the discriminant of H in p, without the factors a^2 and 1-x, and

    N = a^2 b + 3 a b^2 + a b + a - a^2 - b^2,    V = 3 a b + 2 a - b - 1,    W = 25 a^4 b - 9 a^3 b^2
    - 47 a^3 b + 6 a^3 + 6 a^2 b^2 + 25 a^2 b - 11 a^2 - a b^2 - 4 a b + 6 a - 1.

1. Where a > 1 and N <= 0, X^2 = (a - 1 - a b)/(a (a - 1 - b)), attained at p = 1, q = b/(a - 1).
2. Where V < 0 and W <= 0, X is the positive root of a (1 + b - a) x^2 + (1 - a)(1 - 2 a) x = (1 - a)^2,
attained at p = a x/(1 - a + a x), q = 1.
3. Else X is the least root of E in (0, 1), attained on the ridge at the double root p of H.
Proof. For 0 < x < 1, H(0) = a^2 x > 0, and the leading coefficient of H is positive. H < 0 for x = 0 and
small p, and H = (a - p)^2 > 0 for x = 1. So, as in `minimum.stationary.ridge_of_two_terms`, X is the x in
(0, 1) with H(T) = 0 if H'(T) <= 0 for it; and else, or if there is no such x, X is the least root of E.
Let b <= a - 1. H(1) = 0 needs b < a - 1 and x^2 = y with the y of 1. Then H'(1) is B - a (a-1) x with
(a-1-b) B = b (a-1) (2 a - 1) > 0, and a^2 (a-1)^2 y - B^2 = -(a-1)^3 N/(a-1-b)^2. For a > 1 and N <= 0, by
premise, a - 1 - a b > 0, so that y > 0 and b < a - 1.
Let b > a - 1. H(T) = 0 says that a (1-T) x = T (1-a): x > 0 needs a < 1. Then x < 1, for T < a, and with b as
(a-T)/T^2 H'(T) is (a-T) G/(a (1-T)^2), G = 3 a^2 - a + (2 a - 5 a^2) T + (2 a - 1) T^2. b G is a V - U T,
U = 5 a^2 b - 2 a b + 2 a - 1; and for z = a V/U, (b z^2 + z - a) U^2 = -a b W. If U >= 0, V > 0 and W < 0, by
premise: so z > T if U > 0, and G > 0. If U < 0 <= V, G > 0. If V < 0, U < 0 by premise, and G <= 0 just if
z >= T, that is, W <= 0. V < 0 says that a < 1/2, by premise. T = a x/(1 - a + a x) gives the equation in 2.,
which has one positive root, for a < 1. QED
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.along_rays import Cubic, discriminant, double_root
from symbolic_eps.minimum.stationary.known_form import KnownForm
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.minimum.stationary.ridge_of_two_terms import coefficient, is_where
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import Condition, non_negative, positive

RIDGE = "r* is max(a/p, 1 + b*p/q), and F is least on the ridge, where both bounds are equal; "
AT_FIRST, AT_SECOND, ON_RIDGE = (RIDGE + w for w in ("at its end p = 1", "at its end q = 1", "inside"))

FEWEST_PARAMETERS = 2
"""In a and b: with one, cells of the parameter find places for which `--coq` has proofs."""

_A, _B = parameter("a"), parameter("b")


@dataclass(frozen=True)
class Quotient:
    """a and b, polynomials in the parameters.

    Examples
    --------
    >>> quotient = Quotient(*sp.symbols("a b", real=True))
    >>> [[str(c) for c in conditions] for _, conditions in quotient.parts()][2]
    ['a <= 1', '3*a*b + 2*a >= b + 1']
    """

    a: sp.Expr
    b: sp.Expr

    @property
    def signs(self) -> tuple[Condition, Condition, Condition, Condition]:
        """a > 1, N <= 0, V < 0 and W <= 0."""
        n, v, w, _ = (primitive(sp.expand(-e)) for e in polynomials(self.a, self.b))
        return positive(primitive(self.a - 1)), non_negative(n), positive(v), non_negative(w)

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other."""
        large, n, v, w = self.signs
        return (
            (AT_FIRST, (large, n)),
            (AT_SECOND, (v, w)),
            (ON_RIDGE, (large.negation, v.negation)),
            (ON_RIDGE, (v, w.negation)),
            (ON_RIDGE, (large, n.negation)),
        )

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        (p, q), a, b, x = PRIORS, self.a, self.b, DECAY
        reduced = Step(StepKind.REDUCTION, words=words)
        if words == ON_RIDGE:
            rising, place = on_ridge(a, b)
            attained = (Attainment((), place, AttainmentKind.POINT),)
            return Branch(own, rising, attained=attained, between=WHOLE, steps=(reduced,), number=1)
        if words == AT_FIRST:
            value = {p: sp.S.One, q: sp.factor(b / (a - 1))}
            three = a * (a - 1 - b), sp.S.Zero, a - 1 - a * b
        else:
            value = {q: sp.S.One, p: a * x / (1 - a + a * x)}
            three = a * (1 + b - a), (1 - a) * (1 - 2 * a), (1 - a) ** 2
        two, one, none = map(sp.expand, three)
        steps = (reduced, *(Step(StepKind.END, v, value=value[v]) for v in value))
        attained = (Attainment((), {v: value[v] for v in PRIORS}, AttainmentKind.POINT),)
        level = sp.expand(two * x**2 + one * x - none)
        return Branch(own, level, (two, one, none), attained, None, steps)

    @property
    def cubic(self) -> Cubic:
        """The coefficients of H.

        Examples
        --------
        >>> Quotient(*sp.symbols("a b", real=True)).cubic[3]
        a**2*x
        """
        a, b, x = self.a, self.b, DECAY
        k = 1 + a * x * (1 - x)
        return a * b * (1 - x**2), k, -a * x - a * k, a**2 * x

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a and b."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        yield from whatever()


def polynomials(a: sp.Expr, b: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """N, V, W and U.

    Examples
    --------
    >>> polynomials(sp.Integer(2), sp.Integer(1))
    (9, 8, 81, 19)
    """
    n = a**2 * b + 3 * a * b**2 + a * b + a - a**2 - b**2
    fourth, third = 25 * a**4 * b, a**3 * (6 - 47 * b - 9 * b**2)
    w = fourth + third + a**2 * (6 * b**2 + 25 * b - 11) - a * (b**2 + 4 * b - 6) - 1
    return n, 3 * a * b + 2 * a - b - 1, w, 5 * a**2 * b - 2 * a * b + 2 * a - 1


@lru_cache(4)
def on_ridge(a: sp.Expr, b: sp.Expr) -> tuple[sp.Expr, Mapping[sp.Symbol, sp.Expr]]:
    """-E, negative for x = 0, and the priors at the double root of H.

    Examples
    --------
    >>> sp.factor(on_ridge(_A, _B)[0].subs(DECAY, 0))
    -4*a**2*b - 1
    """
    (p, q), cubic = PRIORS, Quotient(a, b).cubic
    rising, first = sp.cancel(-discriminant(cubic) / (1 - DECAY)), double_root(cubic)
    place = {p: first, q: sp.factor(b * first**2 / (a - first))}
    return primitive(sp.expand(sp.cancel(rising / a**2))), place


@lru_cache(1)
def whatever() -> tuple[Claim, ...]:
    """The signs of polynomials for a, b > 0.

    Examples
    --------
    >>> [name for _, name in whatever()]
    ['y <= 0 for N <= 0', 'a >= 1/2 for V < 0', 'U >= 0 for V < 0', 'V <= 0 for U >= 0', 'W >= 0 for U >= 0']
    """
    a, b = _A, _B
    n, v, w, u = (sp.expand(e) for e in polynomials(a, b))
    here, below, above = (positive(a), positive(b)), positive(1 - a), non_negative(u)
    return (
        ((*here, positive(a - 1), non_negative(-n), non_negative(1 + a * b - a)), "y <= 0 for N <= 0"),
        ((*here, positive(-v), non_negative(2 * a - 1)), "a >= 1/2 for V < 0"),
        ((*here, positive(-v), above), "U >= 0 for V < 0"),
        ((*here, below, above, non_negative(-v)), "V <= 0 for U >= 0"),
        ((*here, below, above, non_negative(w)), "W >= 0 for U >= 0"),
    )


def quotient_of(problem: Problem) -> Quotient | None:
    """a and b of a profile with two parameters or more; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("max(1 + 2*b*p/q, a/p)", ["a>0", "b>0"])
    >>> whole = tuple(constrained(piece, profile) for piece in profile.checked_pieces(Solver()))
    >>> known = profile.parameter_region
    >>> quotient_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    Quotient(a=a, b=2*b)
    """
    found = {*problem.free} == {*PRIORS} and problem.region and quotient_of_pieces(problem.whole)
    return found if found and len(found.a.free_symbols | found.b.free_symbols) >= FEWEST_PARAMETERS else None


def quotient_of_pieces(pieces: Sequence[ConstrainedPiece]) -> Quotient | None:
    """a and b of a profile's pieces; None where they have another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("max(1 + 2*p/q, 3/p)")
    >>> quotient_of_pieces([constrained(piece, profile) for piece in profile.checked_pieces(Solver())])
    Quotient(a=3, b=2)
    """
    p, q = PRIORS
    for one, other in permutations(pieces) if len(pieces) == 2 else ():
        a, b = coefficient(one, sp.S.Zero, 1 / p), coefficient(other, sp.S.One, p / q)
        if a is not None and b is not None:
            where = sp.expand(q * (a - p) - b * p**2)
            return Quotient(a, b) if is_where(one, where) and is_where(other, -where) else None
    return None


RIDGE_OF_QUOTIENT = KnownForm(quotient_of, (AT_FIRST, AT_SECOND, ON_RIDGE))
