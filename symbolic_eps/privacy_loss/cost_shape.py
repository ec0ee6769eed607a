r"""The shape of the cost when noise is for E0 and a smaller eps is stated: when it has one minimum.

With P = P(|C| <= eps) of `symbolic_eps.privacy_loss.law` (one coordinate, worst pair), S the cost as eps
grows without bound and c > 0,

    cost(eps) = S (P e^(-c/eps) + (1-P) e^(-c/E0)) = S e^(-v) (1 - P (1 - e^-w)),
    v = c/E0,  w = c/eps - c/E0,  P = e^(-E0/2) sinh(eps/2) for eps < E0, and 1 at E0.

Ends. As eps -> 0, P -> 0; as eps -> E0 from below, w -> 0; both limits are S e^-v (`cost/at-zero`,
`cost/at-eps0`), and so is the value at E0: P jumps there to 1, the cost does not. In between the cost is
less (`cost/below`), so that it has a minimum inside (0, E0).

Stationary points. Let z = eps/2, q = z coth z, s = e^w - 1. By `cost/slope` the cost falls where q s > w +
v and rises where q s < w + v. Let H = log(q s / (w+v)), as a function of w. H < 0 for small w: q s <= v as
soon as s <= v/q. H > 0 for large w, as q >= 1 (`cost/q`) and e^w grows faster than w. Its slope is

    dH/dw = (1+s)/s - (2-r)/(w+v) = ((1+s) q + r - 2) / (w+v)  where H = 0,  r = 2z/sinh 2z

(`cost/turn`, `cost/turn-at-zero`). If that is positive at every zero of H there is one zero alone: a
continuous function does not rise through 0 twice without falling through it in between. Then the cost falls
with eps up to that point and rises from there on.

One minimum. Suppose (1+s) q + r <= 2 at a zero, and let t = 2z = eps.
- c = t (w+v) = t q s <= t (2 - r - q), which is below 3/10 for every t > 0 (`cost/far-...`): impossible
  where c >= 3/10, whatever E0 is (`cost/far`).
- log(1+s) > 2s/(2+s) (`cost/log`), i.e. w (2+s) > 2s. For E0 <= 7, c <= 7v, so 7w <= (7-t) q s and 14 <
  (7-t) q (2+s) <= (7-t) (q + 2 - r). But q - r = z tanh z, so that the last is below 14 where 4 cosh z > (7
  - 2z) sinh z, true for every z > 0 (`cost/near-...`). So E0 <= 7 is enough, whatever c is (`cost/near`).
Elsewhere there may be more minima: for E0 = 10, c = 1/50 there are two.

The cost is not convex: near 0 it is S e^-v (1 - e^(-E0/2) sinh(eps/2)) up to a term that vanishes with all
its derivatives, and -sinh is concave.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from symbolic_eps.privacy_loss import law
from symbolic_eps.privacy_loss.language import claim, equal
from verify.calculus.derivative import PartialDerivative
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.claims.claim import Claim

EPS0_OF_ONE_MINIMUM, C_OF_ONE_MINIMUM = Fraction(7), Fraction(3, 10)
"""One minimum is proved for eps0 up to the first, and for c from the second on."""

EPS0, EPS, C = sp.symbols("eps0 eps c", real=True)
S, V, W, Z, Q, R, T, X = sp.symbols("s v w z q r t x", real=True)
P, A, B = sp.symbols("P a b", real=True)
SINH, COSH = sp.symbols("sinh_z cosh_z", real=True)

INSIDE = (EPS > 0, EPS < EPS0, C > 0)
BRANCHES = (S > 0, W > 0, V > 0, T > 0, Q > 0, sp.Eq(Q * S, W + V), sp.Eq(C, T * (W + V)))
"""A zero of H."""

ZERO = sp.S.Zero


def has_one_minimum(eps0: Fraction, c: Fraction) -> bool:
    """Whether one minimum is proved.

    Examples
    --------
    >>> has_one_minimum(Fraction(1, 2), Fraction(1)), has_one_minimum(Fraction(10), Fraction(1, 50))
    (True, False)
    """
    return eps0 <= EPS0_OF_ONE_MINIMUM or c >= C_OF_ONE_MINIMUM


def cost() -> sp.Expr:
    """The cost as a share of S.

    Examples
    --------
    >>> cost().subs(EPS0, EPS).simplify()
    exp(-c/eps)
    """
    probable = law.probability(EPS0, EPS)
    return probable * sp.exp(-C / EPS) + (1 - probable) * sp.exp(-C / EPS0)


def claims() -> tuple[Claim, ...]:
    """Ends, slope, and one minimum for eps0 <= 7 or c >= 3/10."""
    return (*_ends(), *_slopes(), *_for_large_c(), *_for_small_eps0())


def _ends() -> tuple[Claim, ...]:
    at_eps0 = sp.exp(-C / EPS0)
    mixed = P * sp.exp(-B) + (1 - P) * sp.exp(-A)
    return (
        claim("cost/at-zero", Limit(cost(), EPS, ZERO, "+", at_eps0), INSIDE),
        claim("cost/at-eps0", Limit(cost(), EPS, EPS0, "-", at_eps0), INSIDE),
        claim("cost/probability", sp.Gt(law.probability(EPS0, EPS), 0, evaluate=False), INSIDE),
        claim("cost/exponents", sp.Lt(C / EPS0, C / EPS, evaluate=False), INSIDE),
        claim("cost/below", sp.Lt(mixed, sp.exp(-A), evaluate=False), (P > 0, A < B)),
    )


def _slopes() -> tuple[Claim, ...]:
    half = EPS / 2
    difference = C / EPS - _q(half) * (sp.exp(C / EPS - C / EPS0) - 1)
    slope = law.probability(EPS0, EPS) * sp.exp(-C / EPS) / EPS * difference
    z = C / (2 * (W + V))
    logarithm = sp.log(_q(z) * (sp.exp(W) - 1) / (W + V))
    turn = sp.exp(W) / (sp.exp(W) - 1) - (2 - _r(z)) / (W + V)
    at_zero = sp.Eq((1 + S) / S - (2 - R) / (W + V), ((1 + S) * Q + R - 2) / (W + V), evaluate=False)
    positive = (Z > 0,)
    above = Z * sp.cosh(Z) - sp.sinh(Z)
    return (
        claim("cost/slope", PartialDerivative(cost(), EPS, slope), INSIDE),
        claim("cost/turn", PartialDerivative(logarithm, W, turn), (W > 0, V > 0, C > 0)),
        claim("cost/turn-at-zero", at_zero, BRANCHES),
        claim("cost/q", DefiniteIntegral(X * sp.sinh(X), X, ZERO, Z, above, above.subs(Z, X)), positive),
        claim("cost/q-integrand", sp.Gt(X * sp.sinh(X), 0, evaluate=False), (X > 0,)),
        claim("cost/q-rises", PartialDerivative(_q(Z), Z, _q_slope(Z)), positive),
        claim("cost/q-slope", DefiniteIntegral(sp.cosh(X) - 1, X, ZERO, T, sp.sinh(T) - T), (T > 0,)),
        claim("cost/q-slope-integrand", sp.Gt(sp.cosh(X), 1, evaluate=False), (X > 0,)),
        claim(
            "cost/r-falls",
            PartialDerivative(T / sp.sinh(T), T, -above.subs(Z, T) / sp.sinh(T) ** 2),
            (T > 0,),
        ),
    )


def _for_large_c() -> tuple[Claim, ...]:
    least = sp.Rational(C_OF_ONE_MINIMUM)
    goal = sp.Lt(T * (2 - T / sp.sinh(T) - _q(T / 2)), least, evaluate=False)
    above_one = sp.Ge(T / 2 * sp.cosh(T / 2), sp.sinh(T / 2), evaluate=False)
    bounded = sp.Lt(T * (2 - R - Q), least, evaluate=False)
    return (
        claim("cost/far-below", goal, (T > 0, sp.Le(T, least), above_one)),
        claim("cost/far-between", goal, (sp.Ge(T, least), T <= 4)),
        claim("cost/far-beyond", goal, (T >= 4,)),
        claim("cost/far", _rises(), (*BRANCHES, sp.Ge(C, least), bounded)),
    )


def _for_small_eps0() -> tuple[Claim, ...]:
    most = sp.Integer(7)
    goal = sp.Gt(4 * sp.cosh(Z), (most - 2 * Z) * sp.sinh(Z), evaluate=False)
    edge = sp.Rational(3, 2)
    hyperbolic = (SINH > 0, COSH > 0, T > 0, equal(COSH**2, 1 + SINH**2))
    quotients = {Q: COSH * T / (2 * SINH), R: T / (2 * SINH * COSH)}
    difference = equal((Q - R) * 2 * COSH, T * SINH)
    named = (T > 0, COSH > 0, difference, sp.Gt(4 * COSH, (most - T) * SINH))
    bounded = sp.Lt((most - T) * (Q + 2 - R), 2 * most, evaluate=False)
    integrand = X**2 / ((1 + X) * (2 + X) ** 2)
    above = sp.log(1 + S) - 2 * S / (2 + S)
    logarithm = DefiniteIntegral(integrand, X, ZERO, S, above, above.subs(S, X))
    noise = (EPS0 > 0, sp.Eq(EPS0 * V, C), sp.Le(EPS0, most), W * (2 + S) > 2 * S)
    return (
        claim("cost/near-below", goal, (Z >= 0, sp.Le(Z, edge))),
        claim("cost/near-beyond", goal, (sp.Ge(Z, edge),)),
        claim("cost/near-difference", difference.subs(quotients), hyperbolic),
        claim("cost/near-bound", bounded, named),
        claim("cost/log", logarithm, (S > 0,)),
        claim("cost/log-integrand", sp.Gt(integrand, 0, evaluate=False), (X > 0,)),
        claim("cost/r", sp.Lt(T / sp.sinh(T), 2, evaluate=False), (T > 0,)),
        claim("cost/near", _rises(), (*BRANCHES, *noise, R < 2, bounded)),
    )


def _rises() -> sp.Basic:
    return sp.Gt((1 + S) * Q + R, 2, evaluate=False)


def _q(z: sp.Expr) -> sp.Expr:
    return z * sp.cosh(z) / sp.sinh(z)


def _q_slope(z: sp.Expr) -> sp.Expr:
    return (sp.sinh(2 * z) - 2 * z) / (2 * sp.sinh(z) ** 2)


def _r(z: sp.Expr) -> sp.Expr:
    return 2 * z / sp.sinh(2 * z)
