r"""The worst pair of neighbours, for any number k of coordinates: proofs, and what is unproved.

Between x and y the centre of the noise goes straight from 0 to d, |d_1| + ... + |d_k| <= E0; at the point
that is the share t/E0 of the way, t in [0, E0], let P_t be the law, so that P_0 belongs to x and P_E0 to y.
The densities of P_s and P_t differ by a factor of at most e^|s-t|, hence for every event A

    P_t(A) >= e^-|s-t| P_s(A),      1 - P_t(A) >= e^-|s-t| (1 - P_s(A)).                             (path)

**delta, every k.** With t = (E0-eps)/2 and A any event: 1 - P_0(A) >= e^-t (1 - P_t(A)), and e^eps P_E0(A) >=
e^(eps-E0+t) P_t(A) = e^-t P_t(A). Therefore P_0(A) - e^eps P_E0(A) <= 1 - e^-t, which one coordinate attains
with A = {z <= t}. This holds for all real eps, so that the pair in one coordinate dominates every other: all
divergences that processing cannot increase are largest there, the mean of C among them.

**n releases, every k.** Given the first outputs, the last release contributes at most the hockey-stick
divergence of the pair in one coordinate, at a factor that those outputs choose; then exchange the roles and
go on (adaptive choices included). n times the pair in one coordinate, each time in the same direction,
attains it.

**P(C <= eps), every k, 0 <= eps <= E0.** With t as above and v the noise around the point at t, C is at most
eps + sum_i (|v_i - t d_i/E0| - |v_i + t d_i/E0|) by the triangle inequality. The sum is an odd function of v,
whose law is symmetric: it is <= 0 with probability 1/2 or more. By (path) P(C <= eps) >= e^-t/2, which one
coordinate attains below E0. For eps < 0 this fails: d = (1/2, 1/2), eps = -1/2.

**P(|C| <= eps), k = 1, 2.** One coordinate with |d| > eps has e^(-|d|/2) sinh(eps/2), which decreases in |d|,
and 1 up to |d| = eps. For more, the law of C is e^(-E0/2) e^(c/2) (nu_|d_1| * ... * nu_|d_k|)(dc) with nu_a
of `composition`. For a >= b > 0 and 0 <= g < a + b the density of nu_a * nu_b at g is 1/4 + b/8 if g < a - b,
and 1/4 + (a+b-g)/16 from there on: at least 1/4, the density of nu_(a+b), and it has atoms besides.

**P(|C| <= eps), k = 3.** Put the two largest coordinates, a >= b, together: with s = a + b, nu_a * nu_b gives
more than nu_s to (-s, s), by a measure kappa, and has less at +-s; integrals of cosh(g/2) agree. For r in the
support of the third, 0 <= r <= a, let f = cosh(g/2) where |g| <= eps, 0 elsewhere, and N(r) = int f(g-r)
kappa(dg) - (f(s-r) + f(s+r))/4. N(r) >= 0: if s - r > eps, or s + r <= eps, that is plain. Otherwise f(s-r) =
cosh(w/2)/1 with w = s - r >= b, and |a-b-r| = |w - 2b| <= w <= eps. If r >= b, kappa has at least the density
b/8 where g - r is in [-w, w-2b], and the atom at a-b, so that N(r) >= (b/2) sinh((w-b)/2) cosh(b/2) - (1/2)
sinh((w-b)/2) sinh(b/2) >= 0, as b cosh(b/2) >= sinh(b/2). If r < b, what f cuts off has g < 0; and
cosh((s+r)/2)/4 is at least all that kappa has there, since cosh((y+r)/2)/cosh(y/2) increases with y = |g|. So
merging the two lowers the probability: k = 2 is left.

**P(|C| <= eps), every k, eps <= 2 ln(1 + sqrt(2)).** Let S be the sum of the |d_i| with independent random
signs, each +-1 with probability 1/2. Where all g_i are at an atom of nu_|d_i|, nu_|d_1| * ... has the law of
S; where all but g_i are, it has the density P(|c - S + its i-th term| < |d_i|)/4 at c. Turn the signs round
one after the other: S goes to -S, and passes c in the i-th step if and only if |c - the rest of the sum| <
|d_i|. All stages have the same law, and if |S| > |c|, some step passes c (or ends there, for finitely many
c). So these densities add up to P(|S| > |c|)/4 or more, and the integral of cosh(g/2) over |g| <= eps is at
least

    E[cosh(S/2); |S| <= eps] + E[sinh(min(|S|, eps)/2)] >= min(e^0, sinh(eps/2)),

since cosh + sinh = e^(|S|/2) where |S| <= eps. Hence P(|C| <= eps) >= e^(-E0/2) min(1, sinh(eps/2)): up to
eps = 2 ln(1 + sqrt(2)) that is what one coordinate has.

**P(|C| <= eps), k >= 4, larger eps.** No proof is known here, and a search among some 10^4 pairs with k <= 6
has found none with less. By symmetry P(C < -eps) <= e^-eps P(C > eps), hence P(|C| <= eps) >= q - e^-eps
(1-q) with q = P(C <= eps) >= e^-t/2: at least e^(-E0/2) cosh(eps/2) - e^-eps. The larger of the two bounds,
and what the pair in one coordinate has, enclose the least probability.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.privacy_loss.language import claim, equal
from symbolic_eps.privacy_loss.symbols import EPS, EPS0
from verify.claims.claim import Claim
from verify.enclosure import sign

PROVED_DIMENSIONS = 3
"""Up to so many coordinates the pair in one coordinate is proved to have the least P(|C| <= eps)."""

PROVED_EPSILON = 2 * sp.log(1 + sp.sqrt(2))
"""Up to this eps it is proved so for every number of coordinates."""


def is_proved(dimensions: int, eps: sp.Expr) -> bool:
    """Whether the pair in one coordinate is proved to have the least P(|C| <= eps).

    Examples
    --------
    >>> is_proved(3, sp.Integer(2)), is_proved(4, sp.Integer(1)), is_proved(4, sp.Integer(2))
    (True, True, False)
    """
    return dimensions <= PROVED_DIMENSIONS or sign(PROVED_EPSILON - eps) >= 0


def coordinates(eps: sp.Expr, eps0: sp.Expr | None = None) -> str:
    """For how many coordinates that is proved of all bounds up to eps, in words.

    Parameters
    ----------
    eps : sympy.Expr
    eps0 : sympy.Expr or None
        That of the noise, where only eps itself is meant: from eps0 on the probability is 1 for every pair.

    Examples
    --------
    >>> coordinates(sp.Integer(1)), coordinates(sp.Integer(2)), coordinates(sp.Integer(2), sp.Integer(2))
    ('any number of coordinates', 'up to 3 coordinates', 'any number of coordinates')
    """
    certain = eps0 is not None and sign(eps - eps0) >= 0
    every = certain or is_proved(PROVED_DIMENSIONS + 1, eps)
    return "any number of coordinates" if every else f"up to {PROVED_DIMENSIONS} coordinates"


def least_probability(eps0: sp.Expr, eps: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Two lower bounds of P(|C| <= eps) for every k and every pair, for `PROVED_EPSILON` <= eps < eps0.

    Examples
    --------
    >>> least_probability(sp.Integer(4), sp.Integer(3))
    (exp(-2), -exp(-3) + exp(-2)*cosh(3/2))
    """
    return sp.exp(-eps0 / 2), sp.exp(-eps0 / 2) * sp.cosh(eps / 2) - sp.exp(-eps)


def claims() -> tuple[Claim, ...]:
    """The steps that are inequalities between real numbers, for all parameters."""
    at_x, between, at_y, s, factor = sp.symbols("P_0 P_t P_y s factor", real=True)
    a, b, g, q, below = sp.symbols("a b g q below", real=True)
    path = (s > 0, s <= 1, factor > 0, 1 - at_x >= s * (1 - between), factor * at_y >= s * between)
    inside = (a >= b, b > 0, g >= 0, g < a + b)
    least = s / 2
    return (
        claim("delta/bound", at_x - factor * at_y <= 1 - s, path),
        claim("delta/attained", equal((1 - s / 2) - factor * (s / (2 * factor)), 1 - s), (factor > 0,)),
        claim("one-sided/bound", at_x >= s / 2, (s > 0, at_x >= s * between, between >= sp.Rational(1, 2))),
        claim("two/inner", sp.Ge(_density(a, b, g, 2, 2 * b), sp.Rational(1, 4)), (*inside, g < a - b)),
        claim("two/outer", sp.Ge(_density(a, b, g, 2, a + b - g), sp.Rational(1, 4)), (*inside, g >= a - b)),
        claim(
            "any/least",
            q - below >= least - (1 - least) * factor,
            (factor > 0, factor <= 1, q >= least, below <= factor * (1 - q)),
        ),
        claim("three/density", b * (_up(b) + _up(-b)) >= _up(b) - _up(-b), (b > 0,)),
        claim("one/decreasing", sp.exp(-EPS0 / 2) <= sp.exp(-EPS / 2), (EPS > 0, EPS0 >= EPS)),
    )


def _up(b: sp.Expr) -> sp.Expr:
    return sp.exp(b / 2)


def _density(a: sp.Expr, b: sp.Expr, g: sp.Expr, shifted: int, overlap: sp.Expr) -> sp.Expr:
    """Of nu_a * nu_b: so many of the four moved uniform pieces cover g, and two of them overlap."""
    return sp.Rational(shifted, 8) + overlap / 16
