"""Profiles with parameters for which eps has one stationary value inside the ranges of both priors.

Let one bound r* = n/d hold for all priors, p and q in (0, 1], and let P = nF be of degree 2 in each of them;
v and u are the two. D is the discriminant of P in v, and E a factor of the resultant of D and D_u in u that
occurs once. Suppose, for given parameters,
1. n > d, and F rises with x in (0, 1], but for p = q = 1;
2. where P <= 0 and 0 < x <= 1, p >= m x^2 and q >= k x^2, with m, k > 0;
3. P > 0 at v = 1 for 0 < x < 1;
4. for 0 < x < 1 none of the other factors vanishes, nor the leading coefficient of D in u;
5. with x = 1/(1 + t), (1 + t)^deg E has coefficients c_0 > 0, c_1, ... in t, of which none is positive after
   one that is not: by Descartes' rule E has at most one root x in (0, 1), and a simple one.

Theorem. X < 1, and if X > 0, then F(X) = 0 at some priors z with v < 1. If u < 1 at z, or P_u = 0 there,
then E(X) = 0, and u is the only common root of D and D_u at X. (With the discriminant in u, v is likewise.)
Proof. By 2, priors with F(x) < 0 for x near X lie in a compact part of (0, 1]^2: a limit z of such has F(X)
<= 0, and not < 0, or X would be larger. F(1) = 1 - 1/r* > 0, so that X < 1. At p = q = 1, F = 1 - 1/r* > 0,
and v = 1 is excluded by 3. F(X) >= 0 elsewhere; so P_v = 0 at z, and P_u = 0 if u < 1. As 4 A P is (2 A v +
B)^2 - D, D and D_u vanish at z; so does one of the factors, and that is E. If D and D_u had two common roots
at X, Sylvester's matrix would have corank 2 there, and its determinant, whose derivative is a sum over
minors, a double root in x; but that of E is simple. So the linear subresultant gives u. QED

Inside. If P < 0 somewhere for x = l > 0, and P_u > 0 wherever P = P_v = 0 with u = 1, 0 < x < 1 and 0 < v <
1, then X is the only root of E in [l, 1].
Proof. X > l. Were u = 1 at z, F(X) would be negative beside z. QED

At the end. Suppose that P_u <= 0 wherever P = P_v = 0 with u = 1, 0 < x < 1 and 0 < v < 1; that P > 0 at v =
0 for 0 < x < 1; and that, for each u, P < 0 for small v at x = 0. Then F(X) = 0 at u = 1.
Proof. For each u let y(u) be the largest root of F over v. It is positive; as in the first part, P = P_v = 0
at some v in (0, 1), and A v^2 = P(v = 0) > 0, so that v = -B/(2A) is the only one. As P_x P_vv > 0 there, y
is differentiable, and y' = -P_u/P_x; where y' = 0, E(y) = 0. Let z have u < 1: then X = y(u) is the only
root of E. If P_u = 0 at u = 1, y(1) is a root of E, hence X. Else y' > 0 at 1; if y(1) < X, y has a least
value between, below y(1), where it is stationary: another root of E, a contradiction. QED
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import sympy as sp
from flint import fmpq_mpoly_ctx

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import (
    factored,
    inside,
    leading_coefficient,
    linear_subresultant,
    quotient,
)
from symbolic_eps.minimum.problem import Region
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import (
    Condition,
    Relation,
    non_negative,
    positive,
    rational_condition,
    zero,
)
from verify.points.rational_search import simple_points

Claim = tuple[tuple[Condition, ...], str]
"""Conditions that no point may meet, and the question."""

InFloats = Callable[..., Any]

INSIDE = "eps is least inside the ranges of both priors, where one value of eps is stationary"
AT_END = "inside the ranges of both priors one value of eps at most is stationary, and eps falls to the end"

TOLERANCE = 1e-9
"""Slopes that are smaller than this are taken for 0, which agrees with both signs."""

POINTS = (2, 4, 8)
"""P < 0 is tried at p = q = 1/(k (1 + the sum of the parameters))."""


@dataclass(frozen=True)
class Stationary:
    """Where P, P_p and P_q vanish.

    Parameters
    ----------
    eliminant : sympy.Expr
        E, which vanishes there.
    others : tuple of Expr
        What may not vanish besides, so that E does.
    place : mapping of Symbol to Expr
        The priors, as functions of x and the parameters.
    """

    eliminant: sp.Expr
    others: tuple[sp.Expr, ...]
    place: Mapping[sp.Symbol, sp.Expr]


def eliminated(piece: ConstrainedPiece) -> Stationary | None:
    """The eliminant of a piece of the theorem's form; None where it has another form.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/p + 1/q", ["a>=1"])
    >>> sp.degree(eliminated(constrained(profile.pieces[0], profile)).eliminant, DECAY)
    6
    """
    whole = {c for w in PRIORS for c in _half_open(w)}
    applies = (
        not piece.priors
        and set(piece.conditions) == whole
        and piece.inverse_risk.is_polynomial()
        and all(sp.degree(piece.polynomial, w) == 2 for w in PRIORS)
        and all(margin(piece, w) is not None for w in PRIORS)
    )
    chains = [_chain(piece.polynomial, w) for w in PRIORS] if applies else [None]
    known = [c for c in chains if c is not None]
    if len(known) < len(chains) or len({c.eliminant for c in known}) > 1:
        return None
    others = dict.fromkeys(g for c in known for g in c.others)
    return Stationary(known[0].eliminant, tuple(others), {w: c.place[w] for c in known for w in c.place})


def _chain(polynomial: sp.Expr, w: sp.Symbol) -> Stationary | None:
    """With the other prior eliminated first, so that w is left."""
    (other,) = (prior for prior in PRIORS if prior != w)
    symbols = (w, other, *(v for v in sp.Poly(polynomial).gens if v not in PRIORS))
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(symbols))], "lex")
    discriminant = inside(polynomial, symbols, context).discriminant("x1")
    slope = discriminant.derivative(0)
    if slope.degrees()[0] < 1:
        return None
    leading, rest = linear_subresultant(discriminant, slope, 0)
    resultant = discriminant.resultant(slope, "x0")
    if leading.is_zero() or resultant.is_zero():
        return None
    factors = factored(resultant, symbols)
    eliminant = max(factors, key=lambda f: sp.degree(f, DECAY), default=sp.S.One)
    if factors.get(eliminant) != 1 or sp.degree(eliminant, DECAY) < 1:
        return None
    others = {g: None for g in factors if g != eliminant}
    others |= dict.fromkeys(factored(leading_coefficient(discriminant, 0), symbols))
    return Stationary(_oriented(eliminant), tuple(others), {w: quotient(-rest, leading, symbols)})


def margin(piece: ConstrainedPiece, w: sp.Symbol) -> sp.Expr | None:
    """The m of premise 2: n at w = 0 over d/w, where that is free of priors. For f >= x^2 and n f <= d."""
    least = sp.cancel(piece.numerator.subs(w, 0) * w / piece.denominator)
    plain = least.is_polynomial() and not least.free_symbols & {*PRIORS, DECAY}
    return sp.expand(least) if plain else None


@dataclass(frozen=True)
class TwoPriors:
    """The algebra of the theorem.

    Parameters
    ----------
    piece : ConstrainedPiece
        The only one of its profile.
    v : Symbol
        The prior whose end 1 never decides.
    u : Symbol
        The other one.
    inside : Stationary
        Of the piece.
    """

    piece: ConstrainedPiece
    v: sp.Symbol
    u: sp.Symbol
    inside: Stationary

    # --- at the end u = 1

    @cached_property
    def end(self) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """P, P_v and P_u at u = 1."""
        polynomial = self.piece.polynomial
        parts = (polynomial, sp.diff(polynomial, self.v), sp.diff(polynomial, self.u))
        p, v, u = (sp.expand(e.subs(self.u, 1)) for e in parts)
        return p, v, u

    @cached_property
    def root_at_end(self) -> tuple[sp.Expr, tuple[sp.Expr, ...]] | None:
        """The factor of the discriminant of P at u = 1 that X is a root of, and the others; of degree 2."""
        factors = [g for g, _ in sp.factor_list(sp.discriminant(self.end[0], self.v))[1]]
        root = max(factors, key=lambda g: sp.degree(g, DECAY), default=sp.S.One)
        if not 1 <= sp.degree(root, DECAY) <= 2 or sp.degree(self.end[0], self.v) != 2:
            return None
        return root, tuple(g for g in factors if g != root)

    @cached_property
    def place_at_end(self) -> Mapping[sp.Symbol, sp.Expr]:
        """The priors there."""
        a, b, _ = sp.Poly(self.end[0], self.v).all_coeffs()
        at_end = {self.v: sp.factor(-b / (2 * a)), self.u: sp.S.One}
        return {w: at_end[w] for w in PRIORS}

    def slope_at_end(self, point: Mapping[sp.Symbol, sp.Expr]) -> int:
        """The sign of P_u at u = 1 where P = P_v = 0, at a point of the parameters, roughly; 0 if nowhere."""
        if self.root_at_end is None:
            return 0
        symbols, of_root, of_end, slope = self._at_end_in_floats
        values = [float(point[s]) for s in symbols]
        for x in _real_roots(*of_root(*values)):
            square, linear = of_end(*values, x)
            v = -linear / (2 * square) if square else 0.0
            if 0 < x < 1 and 0 < v < 1:
                rising = slope(*values, x, v)
                return int(rising > TOLERANCE) - int(rising < -TOLERANCE)
        return 0

    @cached_property
    def _at_end_in_floats(self) -> tuple[list[sp.Symbol], InFloats, InFloats, InFloats]:
        """The parameters; coefficients of X's polynomial, of P in v (those of v^2 and v), and P_u there."""
        assert self.root_at_end is not None
        root, end = sp.Poly(self.root_at_end[0], DECAY), sp.Poly(self.end[0], self.v)
        symbols = sorted(self.end[0].free_symbols - {DECAY, self.v}, key=str)
        of_root, of_end = ([f.coeff_monomial(f.gen**k) for k in (2, 1, 0)] for f in (root, end))
        return (
            symbols,
            sp.lambdify(symbols, of_root, "math"),
            sp.lambdify([*symbols, DECAY], of_end[:2], "math"),
            sp.lambdify([*symbols, DECAY, self.v], self.end[2], "math"),
        )

    # --- where it may depend on the parameters what decides

    @cached_property
    def cuts(self) -> tuple[sp.Expr, ...]:
        """Polynomials in the parameters whose signs may decide whether premise 3 holds."""
        at_one = sp.expand(self.piece.polynomial.subs({self.v: 1, DECAY: 0}))
        return _factors(sp.Poly(at_one, self.u).coeffs())

    @cached_property
    def end_cuts(self) -> tuple[sp.Expr, ...]:
        """Likewise for the slope at the end u = 1 where P = P_v = 0."""
        if self.root_at_end is None:
            return ()
        slope = sp.numer(sp.together(self.end[2].subs(self.v, self.place_at_end[self.v])))
        hard = [g for g, _ in sp.factor_list(slope)[1] if DECAY in g.free_symbols]
        return _factors(sp.resultant(g, self.root_at_end[0], DECAY) for g in hard)

    # --- the premises

    def shared(self, region: Region) -> Iterator[Claim]:
        """Premises 1 to 5."""
        piece, polynomial = self.piece, self.piece.polynomial
        square = [c for w in PRIORS for c in _half_open(w)]
        below = _unit(DECAY)
        up_to_one = _half_open(DECAY)
        at_one = sp.expand(polynomial.subs(self.v, 1))
        yield (*region, *below, *_half_open(self.u), non_negative(-at_one)), f"F <= 0 at {self.v} = 1"
        yield (*region, *square, non_negative(piece.denominator - piece.numerator)), "r* <= 1"
        falls = non_negative(-sp.diff(piece.inverse_risk, DECAY))
        yield (*square, *up_to_one, positive(2 - sum(PRIORS)), falls), "F does not rise with e^-eps"
        for w in PRIORS:
            least = margin(piece, w)
            assert least is not None
            yield (*region, non_negative(-least)), f"{least} <= 0"
            nearer = positive(sp.expand(least * DECAY**2 - w))
            yield (*region, *square, *up_to_one, non_negative(-polynomial), nearer), f"F <= 0 near {w} = 0"
        yield from nowhere_zero(self.inside.others, region)
        coefficients = in_unit(rising(self.inside.eliminant, region))
        yield (*region, non_negative(-coefficients[0])), "the polynomial of X is not positive at x = 1"
        for before, after in pairwise(coefficients):
            yield (*region, non_negative(-before), positive(after)), "signs change twice, by Descartes' rule"

    def within(self, region: Region, at: sp.Expr) -> Iterator[Claim]:
        """The premises for X inside the ranges; F < 0 at p = q = `at` for x = at^2."""
        p, v, u = self.end
        stationary = (*_unit(DECAY), *_unit(self.v), zero(p), zero(v))
        yield (*region, *stationary, non_negative(-u)), f"F does not fall from {self.u} = 1 inwards"
        negative = -self.piece.polynomial.subs({**dict.fromkeys(PRIORS, at), DECAY: at**2})
        for expression in (negative, at, 1 - at):
            for c in rational_condition(expression, Relation.POSITIVE):
                yield (*region, c.negation), f"F >= 0 for x = {at**2} at p = q = {at}"

    def at_end(self, region: Region) -> Iterator[Claim]:
        """The premises for X at the end u = 1."""
        p, v, u = self.end
        stationary = (*_unit(DECAY), *_unit(self.v), zero(p), zero(v))
        polynomial = self.piece.polynomial
        yield (*region, *stationary, positive(u)), f"F falls from {self.u} = 1 inwards"
        small = (*region, *_half_open(self.u))
        at_zero = sp.expand(polynomial.subs(self.v, 0))
        yield (*small, *_unit(DECAY), non_negative(-at_zero)), f"P <= 0 at {self.v} = 0"
        lowest = sp.expand(sp.cancel(polynomial.subs(DECAY, 0) / self.v)).subs(self.v, 0)
        yield (*small, non_negative(lowest)), f"F >= 0 at x = 0 for small {self.v}"
        assert self.root_at_end is not None
        root, others = self.root_at_end
        yield from nowhere_zero(others, region)
        falls = non_negative(sp.expand(-sp.diff(_from_below(root, region), DECAY)))
        yield (*region, *stationary, falls), "the polynomial of X does not rise at X"

    # --- the answers

    def branch_within(self, region: Region, own: Region, at: sp.Expr) -> Branch:
        """X inside the ranges of both priors, more than at^2."""
        attained = Attainment((), self.inside.place, AttainmentKind.POINT)
        step = Step(StepKind.CRITICAL, words=INSIDE)
        polynomial = rising(self.inside.eliminant, region)
        return Branch(own, polynomial, None, (attained,), (at**2, WHOLE[1]), (step,))

    def branch_at_end(self, region: Region, own: Region) -> Branch:
        """X at the end of u."""
        assert self.root_at_end is not None
        polynomial = _from_below(self.root_at_end[0], region)
        a, b, c = (sp.Poly(polynomial, DECAY).coeff_monomial(DECAY**k) for k in (2, 1, 0))
        attained = Attainment((), self.place_at_end, AttainmentKind.POINT)
        steps = (
            Step(StepKind.REDUCTION, words=AT_END),
            Step(StepKind.END, self.u, value=sp.S.One),
            Step(StepKind.CRITICAL, self.v),
        )
        coefficients = (sp.factor(a), sp.factor(b), sp.factor(-c))
        return Branch(own, polynomial, coefficients, (attained,), None, steps)


def _real_roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """Of a x^2 + b x + c, roughly, the lesser one first."""
    if a == 0:
        return (-c / b,) if b else ()
    if (square := b * b - 4 * a * c) < 0:
        return ()
    larger = -(b + math.copysign(math.sqrt(square), b)) / 2
    return tuple(sorted((larger / a, c / larger))) if larger else (0.0,)


def small_priors(region: Region) -> Iterator[sp.Expr]:
    """Some t for p = q = t at which F < 0 is tried for x = t^2."""
    parameters = sorted({s for c in region for s in c.symbols}, key=str)
    for k in POINTS:
        yield 1 / (k * (1 + sp.Add(*parameters)))


def _unit(v: sp.Symbol) -> tuple[Condition, ...]:
    return positive(v), positive(1 - v)


def _half_open(v: sp.Symbol) -> tuple[Condition, ...]:
    return positive(v), non_negative(1 - v)


def _factors(expressions: Iterable[sp.Expr]) -> tuple[sp.Expr, ...]:
    """Irreducible factors of more than one term, without x."""
    every = (f for e in expressions for f, _ in sp.factor_list(e)[1])
    return tuple(dict.fromkeys(f for f in every if f.is_Add and DECAY not in f.free_symbols))


def _oriented(polynomial: sp.Expr) -> sp.Expr:
    """It or its negative, so that equal zero sets give equal expressions."""
    expanded = primitive(polynomial)
    return expanded if sp.Poly(expanded).LC() > 0 else sp.expand(-expanded)


def _sign(expression: sp.Expr, region: Region) -> int:
    """At a point of the region, in which x is 1/2; 0 where there is none at hand."""
    point = next(simple_points((*region, zero(2 * DECAY - 1)), symbols=expression.free_symbols), None)
    return 0 if point is None else int(sp.sign(expression.subs(point)))


def rising(polynomial: sp.Expr, region: Region) -> sp.Expr:
    """The polynomial or its negative, positive at x = 1."""
    return polynomial if _sign(polynomial.subs(DECAY, 1), region) > 0 else sp.expand(-polynomial)


def _from_below(polynomial: sp.Expr, region: Region) -> sp.Expr:
    """The polynomial or its negative, negative at x = 0."""
    return polynomial if _sign(polynomial.subs(DECAY, 0), region) < 0 else sp.expand(-polynomial)


def nowhere_zero(factors: Iterable[sp.Expr], region: Region) -> Iterator[Claim]:
    """The factors keep their signs for 0 < x < 1."""
    for factor in factors:
        wrong = non_negative(sp.expand(-_sign(factor, region) * factor))
        yield (*region, *_unit(DECAY), wrong), f"{factor} has another sign"


def in_unit(polynomial: sp.Expr) -> list[sp.Expr]:
    """The coefficients of (1 + t)^degree times the polynomial at x = 1/(1 + t), the lowest first."""
    t = sp.Dummy("t")
    terms = sp.Poly(polynomial, DECAY)
    degree = terms.degree()
    moved = sp.Add(*(c * (1 + t) ** (degree - k) for (k,), c in terms.terms()))
    return [sp.expand(c) for c in sp.Poly(sp.expand(moved), t).all_coeffs()[::-1]]
