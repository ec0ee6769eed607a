"""r* = max(1 + a/p, 1 + b/q) with a, b > 0: eps is least on the ridge, where both bounds are equal.

The ridge is p = a t, q = b t for 0 < t <= T, the lesser one of 1/a and 1/b. r* = 1 + 1/t on it, and (1 + t) F

    H(t) = (1 + t) (x - a x (1-x) t + a b (1-x^2) t^2) - t.

Lemma. For 0 < x < 1, F >= 0 at all priors just if H >= 0 for 0 < t <= T.
Proof. Where a/p >= b/q, s depends on p alone and F rises with q, down to q = b p/a, which is on the ridge.
Where b/q >= a/p, s depends on q alone, and F_p = (1-x) (q - (1-q) x). For q >= q0 = x/(1+x) F is least where
p is, on the ridge. For q <= q0 it is least at p = 1, where (q + b) F is

    P(q) = (1-x^2) q^2 - (1-b) (1-x^2) q + b x^2.

For b >= 1 or (1+b) x >= 1-b, P >= 0 for all q > 0. Else q0 < (1-b)/2, at which P turns: P falls up to the
largest such q, which is q0 or b/a. F is the same at q0 for all p, of which one is on the ridge; and b/a, with
p = 1, is on the ridge. So F >= 0 there. QED

Theorem. Let E be the discriminant of H in t, without the factors a and (1-x)^2.
1. Where a >= b (a + 2), X^2 = (a - b - a b)/((1 + a)(a - b)), attained at p = 1, q = b/a.
2. Where b > a + a b and N = 3 a^2 b + 4 a^2 - 2 a b^2 - 5 a b + b^2 >= 0, X = (b - a - a b)/((1 + b)(b - a)),
attained at p = a/b, q = 1.
3. Else X is the least root of E in (0, 1), attained at p = a t, q = b t with the double root t of H.
Proof. For 0 <= x < 1, H(0) = x, and the leading coefficient of H is a b (1-x^2) > 0: for x > 0 one root is
negative, and at most two are positive. H < 0 for x = 0 and small t, and H = 1 for x = 1. So 0 < X < 1, H >= 0
on [0, T] for x = X, and H(z) = 0 at some z, 0 < z <= T. F rises with x, but for p = q = 1, where it is
1 - 1/r* > 0: so H(z) < 0 for x < X.
Let H(T) = 0 at an x in (0, 1) with H'(T) <= 0: the other positive root is not below T, H >= 0 before, and X
is this x. Else z < T, or H would be negative before T. So z is a double root, no triple one, and E = 0 at X;
for 0 < x < X H has three different roots, and E is not 0.
For b >= a T is 1/b, q = 1 there, and H(T) = 0 says that (1 + b) (b - a) x = b - a - a b. H'(T) is then
-b N/((a-b)^2 (1+b)). For a > b T is 1/a, p = 1 there, and H(T) = 0 says that x^2 is
y = (a - b - a b)/((1 + a)(a - b)). a H'(T) is then M - a (1+a) x, where (1+a) (a-b) M is
a (a^2 b + a b + a - b) > 0 for y > 0, by premise. a^2 (1+a)^2 y - M^2 is

    a^3 (a - 2 b - a b) (a^3 + 3 a^2 - 2 a b + 3 a - 3 b)/((1+a)^2 (a-b)^2),

the last factor of the numerator is positive for y > 0, by premise, and a >= b (a + 2) says that y > 0. QED
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
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation, non_negative, positive

RIDGE = "r* is max(1 + a/p, 1 + b/q), and F is least on the ridge, where both bounds are equal; "
AT_FIRST, AT_SECOND, ON_RIDGE = (RIDGE + w for w in ("at its end p = 1", "at its end q = 1", "inside"))

_A, _B = parameter("a"), parameter("b")


@dataclass(frozen=True)
class TwoTerms:
    """a and b, polynomials in the parameters.

    Examples
    --------
    >>> terms = TwoTerms(*sp.symbols("a b", real=True))
    >>> [[str(c) for c in conditions] for _, conditions in terms.parts()][0]
    ['a >= a*b + 2*b']
    """

    a: sp.Expr
    b: sp.Expr

    @property
    def ends(self) -> tuple[Condition, Condition, Condition]:
        """a >= b (a + 2), b > a + a b and N >= 0."""
        a, b = self.a, self.b
        slope = 3 * a**2 * b + 4 * a**2 - 2 * a * b**2 - 5 * a * b + b**2
        first, second, falls = (primitive(sp.expand(e)) for e in (a - b * (a + 2), b - a - a * b, slope))
        return non_negative(first), positive(second), non_negative(falls)

    def parts(self) -> tuple[tuple[str, Region], ...]:
        """How each case is found, and its conditions, apart from each other."""
        first, second, falls = self.ends
        return (
            (AT_FIRST, (first,)),
            (AT_SECOND, (second, falls)),
            (ON_RIDGE, (first.negation, second.negation)),
            (ON_RIDGE, (second, falls.negation)),
        )

    def branch(self, words: str, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        (p, q), a, b, x = PRIORS, self.a, self.b, DECAY
        reduced, zero = Step(StepKind.REDUCTION, words=words), sp.S.Zero
        if words == ON_RIDGE:
            rising, place = on_ridge(a, b)
            attained = (Attainment((), place, AttainmentKind.POINT),)
            return Branch(own, rising, attained=attained, between=WHOLE, steps=(reduced,), number=1)
        at_first = words == AT_FIRST
        large, small = (a, b) if at_first else (b, a)
        end, other = (p, q) if at_first else (q, p)
        value = {end: sp.S.One, other: sp.factor(small / large)}
        above, below = (sp.expand(e) for e in (large - small - a * b, (1 + large) * (large - small)))
        steps = (reduced, *(Step(StepKind.END, v, value=value[v]) for v in value))
        attained = (Attainment((), {v: value[v] for v in PRIORS}, AttainmentKind.POINT),)
        coefficients = (below, zero, above) if at_first else (zero, below, above)
        level = sp.expand(below * x ** (2 if at_first else 1) - above)
        return Branch(own, level, coefficients, attained, None, steps)

    @property
    def cubic(self) -> Cubic:
        """The coefficients of H.

        Examples
        --------
        >>> TwoTerms(*sp.symbols("a b", real=True)).cubic[3]
        x
        """
        a, b, x = self.a, self.b, DECAY
        two, one = a * b * (1 - x**2), -a * x * (1 - x)
        return two, two + one, one + x - 1, x

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs of a and b."""
        for e in (self.a, self.b):
            yield (*region, non_negative(-e)), f"{e} <= 0"
        yield from whatever()


@lru_cache(4)
def on_ridge(a: sp.Expr, b: sp.Expr) -> tuple[sp.Expr, Mapping[sp.Symbol, sp.Expr]]:
    """-E, negative for x = 0, and the priors at the double root of H.

    Examples
    --------
    >>> sp.factor(on_ridge(_A, _B)[0].subs(DECAY, 0))
    -b*(a*b + 4)
    """
    (p, q), cubic = PRIORS, TwoTerms(a, b).cubic
    rising, t = sp.cancel(-discriminant(cubic) / (1 - DECAY) ** 2), double_root(cubic)
    return primitive(sp.expand(sp.cancel(rising / a))), {p: sp.factor(a * t), q: sp.factor(b * t)}


@lru_cache(1)
def whatever() -> tuple[Claim, ...]:
    """The signs of polynomials for a > b + a b and b > 0.

    Examples
    --------
    >>> [name for _, name in whatever()]
    ['M <= 0', 'the last factor <= 0', 'a >= b (a + 2) but not a > b + a b']
    """
    a, b = _A, _B
    here, above = (positive(a), positive(b)), positive(a - b - a * b)
    last = a**3 + 3 * a**2 - 2 * a * b + 3 * a - 3 * b
    return (
        ((*here, above, non_negative(-(a**2 * b + a * b + a - b))), "M <= 0"),
        ((*here, above, non_negative(-last)), "the last factor <= 0"),
        (
            (*here, non_negative(sp.expand(a - b * (a + 2))), above.negation),
            "a >= b (a + 2) but not a > b + a b",
        ),
    )


def terms_of(problem: Problem) -> TwoTerms | None:
    """a and b of a profile with parameters; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> from verify.solvers.smt import Solver
    >>> profile = RiskProfile("max(1 + 2/q, 1 + a/p)", ["a>0"])
    >>> whole = tuple(constrained(piece, profile) for piece in profile.pieces)
    >>> known = profile.parameter_region
    >>> terms_of(Problem(whole, PRIORS, (), known, Solver(), profile.domain, whole=whole))
    TwoTerms(a=a, b=2)
    """
    found = {*problem.free} == {*PRIORS} and problem.region and terms_of_pieces(problem.whole)
    return found or None


def terms_of_pieces(pieces: Sequence[ConstrainedPiece]) -> TwoTerms | None:
    """a and b of a profile's pieces; None where they have another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("max(1 + 2/q, 1 + 3/p)")
    >>> terms_of_pieces([constrained(piece, profile) for piece in profile.pieces])
    TwoTerms(a=3, b=2)
    """
    for one, other in permutations(pieces) if len(pieces) == 2 else ():
        terms = _term(one, PRIORS[0]), _term(other, PRIORS[1])
        if None not in terms:
            found = TwoTerms(*terms)
            where = PRIORS[1] * found.a - PRIORS[0] * found.b
            return found if is_where(one, where) and is_where(other, -where) else None
    return None


def _term(piece: ConstrainedPiece, v: sp.Symbol) -> sp.Expr | None:
    """The a of 1 + a/v, for Theorem 1."""
    return coefficient(piece, 1, 1 / v)


def coefficient(piece: ConstrainedPiece, constant: sp.Expr, form: sp.Expr) -> sp.Expr | None:
    """The a of r* = constant + a form on a piece, for Theorem 1; None where the bound has another form."""
    found = sp.cancel((piece.numerator / piece.denominator - constant) / form)
    plain = found.is_polynomial() and found != 0 and not found.free_symbols & {*PRIORS, DECAY}
    return found if plain and piece.is_by_theorem_1 and not piece.priors else None


def is_where(piece: ConstrainedPiece, where: sp.Expr) -> bool:
    """Whether the piece is 0 < p, q <= 1 with this not negative, or positive."""
    p, q = PRIORS
    square = {c for v in PRIORS for c in (positive(v), non_negative(1 - v))}
    further = {*piece.conditions} - square - {Condition(p * q, Relation.NON_ZERO)}
    if not square <= {*piece.conditions} or len(further) != 1:
        return False
    (cut,) = further
    scales = (sp.cancel(cut.polynomial / (above * where)) for above in (1, p * q))
    ordered = cut.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE)
    return ordered and any(scale.is_Rational and scale > 0 for scale in scales)


RIDGE_OF_TWO_TERMS = KnownForm(terms_of, (AT_FIRST, AT_SECOND, ON_RIDGE))
