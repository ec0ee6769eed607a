r"""The law of the privacy loss of the Laplace mechanism, for the worst pair of neighbours.

The mechanism adds to each of k coordinates Laplace noise of the scale sensitivity/E0, E0 = eps0; in units of
that scale a draw from x is z, k independent standard Laplace numbers (density e^(-|z|)/2), and y lies at
x + d with |d_1| + ... + |d_k| <= E0. The loss is

    C = ln(density at x / density at y) = sum_i (|z_i - d_i| - |z_i|).

For d = (E0, 0, ..., 0), the worst pair, C = E0 where z <= 0 (probability 1/2), C = E0 - 2z for 0 <= z <= E0,
and C = -E0 where z >= E0 (probability e^-E0/2). Hence, integrating e^-z/2 between the z at which C = eps and
C = -eps,

    P(|C| <= eps) = e^(-E0/2) sinh(eps/2)          for 0 <= eps < E0, and 1 from eps = E0 on;
    P(C <= eps) = e^(-(E0-eps)/2)/2                for -E0 <= eps < E0, and 1 from there on;
    delta(eps) = E[(1 - e^(eps-C))_+] = 1 - e^(-(E0-eps)/2)   for -E0 <= eps <= E0, and 0 from there on;
    E[C] = E0 - 1 + e^-E0,      Var C = 3 - (4 E0 + 2) e^-E0 - e^(-2 E0).

Both probabilities jump at eps = E0, where C has an atom of mass 1/2; delta is continuous.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.privacy_loss.language import claim
from symbolic_eps.privacy_loss.symbols import DENSITY, DOMAIN, EPS, EPS0, LOSS, Z
from verify.calculus.integral import DefiniteIntegral
from verify.claims.claim import Claim


def probability(eps0: sp.Expr, eps: sp.Expr) -> sp.Expr:
    """P(|C| <= eps) where 0 <= eps < eps0.

    Examples
    --------
    >>> probability(sp.Integer(1), sp.Rational(1, 2))
    exp(-1/2)*sinh(1/4)
    """
    return sp.exp(-eps0 / 2) * sp.sinh(eps / 2)


def one_sided(eps0: sp.Expr, eps: sp.Expr) -> sp.Expr:
    """P(C <= eps) where -eps0 <= eps < eps0.

    Examples
    --------
    >>> one_sided(sp.Integer(1), sp.Rational(1, 2))
    exp(-1/4)/2
    """
    return sp.exp(-(eps0 - eps) / 2) / 2


def delta(eps0: sp.Expr, eps: sp.Expr) -> sp.Expr:
    """The least delta at eps, where -eps0 <= eps <= eps0.

    Examples
    --------
    >>> delta(sp.Integer(1), sp.Rational(1, 2))
    1 - exp(-1/4)
    """
    return 1 - sp.exp(-(eps0 - eps) / 2)


def mean(eps0: sp.Expr) -> sp.Expr:
    """E[C], the relative entropy of the two laws.

    Examples
    --------
    >>> mean(sp.Integer(1))
    exp(-1)
    """
    return eps0 - 1 + sp.exp(-eps0)


def variance(eps0: sp.Expr) -> sp.Expr:
    """Var C.

    Examples
    --------
    >>> variance(sp.Integer(1))
    -6*exp(-1) - exp(-2) + 3
    """
    return 3 - (4 * eps0 + 2) * sp.exp(-eps0) - sp.exp(-2 * eps0)


def claims() -> tuple[Claim, ...]:
    """The events in terms of the noise, and the integrals over them, for all eps0 and eps."""
    early, late = (EPS0 - EPS) / 2, (EPS0 + EPS) / 2
    positive = (EPS0 > 0,)
    other = sp.exp(-sp.Abs(Z - EPS0)) / 2
    ahead = DENSITY - sp.exp(EPS) * other

    def integral(name: str, integrand: sp.Expr, ends: tuple[sp.Expr, sp.Expr], value: sp.Expr) -> Claim:
        domain = (
            DOMAIN
            if EPS in integrand.free_symbols | ends[0].free_symbols | ends[1].free_symbols
            else positive
        )
        return claim(name, DefiniteIntegral(integrand, Z, *ends, value), domain)

    everywhere = (-sp.oo, sp.oo)
    return (
        claim("event/below", LOSS > EPS, (*DOMAIN, early > Z)),
        claim("event/inside", sp.And(LOSS <= EPS, LOSS >= -EPS), (*DOMAIN, early <= Z, late >= Z)),
        claim("event/above", LOSS < -EPS, (*DOMAIN, late < Z)),
        integral("probability", DENSITY, (early, late), _in_exponentials(probability(EPS0, EPS))),
        integral("one-sided", DENSITY, (early, sp.oo), one_sided(EPS0, EPS)),
        integral("delta", ahead, (-sp.oo, early), delta(EPS0, EPS)),
        integral("mean", LOSS * DENSITY, everywhere, mean(EPS0)),
        integral("variance", (LOSS - mean(EPS0)) ** 2 * DENSITY, everywhere, variance(EPS0)),
    )


def _in_exponentials(value: sp.Expr) -> sp.Expr:
    return value.rewrite(sp.exp)
