"""Exact conversions between notions: the tightest bound on one that a bound on the other implies.

With E = e^eps and c = e^rho - 1, for Renyi divergence of order 2 both ways at most rho:

* the least delta at eps is (sqrt((E - 1)^2 + c) - (E - 1))/2 where c <= 2 (E - 1), and else
  1 - (1 + E) m with (1 - 2 m)^2 = c m (1 - m), m <= 1/2;
* eps, the least at delta, and rho, the largest for (eps, delta), are the same equations solved for E and c.

The largest s - E k over all tests is at issue. The first limit is the ellipse (s - k)^2 = c k (1 - k), whose
highest point decides where it has s + k <= 1; else the corner at s + k = 1, where the second limit, its
mirror image, begins.

Pure privacy gives e^rho = E - 1 + 1/E, as f^2 <= ((E + 1/E) f - g) g wherever g/E <= f <= E g. For delta > 0,
(eps, delta) gives no rho: the release that tells with probability delta whether the record is there has
rho = oo.
Proved in `symbolic_eps.notions.conversion_theorems`.
"""

from __future__ import annotations

import sympy as sp

from verify.enclosure import UncertifiedError, sign


def least_delta(eps: sp.Expr, rho: sp.Expr) -> sp.Expr:
    """The least delta for which every release with this rho is (eps, delta)-private.

    Parameters
    ----------
    eps, rho : sympy.Expr
        Numbers >= 0, in natural-log units; eps may be oo.

    Returns
    -------
    sympy.Expr
        Exact, in [0, 1).

    Examples
    --------
    >>> least_delta(sp.log(3), sp.log(2))
    -1 + sqrt(5)/2
    """
    if eps is sp.oo or rho == 0:
        return sp.Integer(0)
    larger, c = sp.exp(eps), sp.exp(rho) - 1
    if _at_most(c, 2 * (larger - 1)):
        return (sp.sqrt((larger - 1) ** 2 + c) - (larger - 1)) / 2
    return 1 - (1 + larger) * corner_of(c)


def least_eps(delta: sp.Expr, rho: sp.Expr) -> sp.Expr:
    """The least eps for which every release with this rho is (eps, delta)-private; oo for delta = 0.

    Parameters
    ----------
    delta : sympy.Expr
        In [0, 1).
    rho : sympy.Expr
        A number >= 0.

    Examples
    --------
    >>> least_eps(sp.Rational(1, 10), sp.log(2))
    log(17/5)
    """
    if rho == 0:
        return sp.Integer(0)
    if delta == 0:
        return sp.oo
    c = sp.exp(rho) - 1
    larger = 1 + c / (4 * delta) - delta
    if not _at_most(c, 2 * (larger - 1)):
        larger = (1 - delta) / corner_of(c) - 1
    return sp.Integer(0) if _at_most(larger, sp.Integer(1)) else sp.log(larger)


def largest_rho(eps: sp.Expr, delta: sp.Expr) -> sp.Expr:
    """The largest rho for which every release with it is (eps, delta)-private.

    Parameters
    ----------
    eps : sympy.Expr
        A number >= 0, not oo.
    delta : sympy.Expr
        In [0, 1).

    Examples
    --------
    >>> largest_rho(sp.log(sp.Rational(17, 5)), sp.Rational(1, 10))
    log(2)
    """
    larger = sp.exp(eps)
    c = 4 * delta * (delta + larger - 1)
    if not _at_most(c, 2 * (larger - 1)):
        m = (1 - delta) / (1 + larger)
        c = (1 - 2 * m) ** 2 / (m * (1 - m))
    return sp.log(1 + c)


def rho_of_pure(eps: sp.Expr) -> sp.Expr:
    """The least rho for which every eps-private release has Renyi divergence of order 2 at most rho.

    Parameters
    ----------
    eps : sympy.Expr
        A number >= 0.

    Examples
    --------
    >>> rho_of_pure(sp.log(2))
    log(3/2)
    """
    return sp.log(sp.exp(eps) - 1 + sp.exp(-eps))


def corner_of(c: sp.Expr) -> sp.Expr:
    """The m <= 1/2 with (1 - 2 m)^2 = c m (1 - m)."""
    return (1 - sp.sqrt(c / (4 + c))) / 2


def _at_most(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether left <= right; where they cannot be told apart, both cases have the same value."""
    try:
        return sign(left - right) <= 0
    except UncertifiedError:
        return True
