"""Candidates for antiderivatives, not trusted: each is checked by differentiation before it is used.

Sums of polynomials times exponentials of linear functions are integrated by the formula
`int x^n e^(cx) = e^(cx) sum_k (-1)^k n!/(n-k)! x^(n-k) / c^(k+1)`, other expressions by SymPy's rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp


def antiderivatives(integrand: sp.Expr, variable: sp.Symbol) -> Iterator[sp.Expr]:
    """Expressions whose derivative may be the integrand.

    Parameters
    ----------
    integrand : Expr
        Without parts that are defined by cases.
    variable : Symbol
        Of integration.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> next(antiderivatives(x * sp.exp(-a * x), x))
    (-x/a - 1/a**2)*exp(-a*x)
    """
    from sympy.integrals.manualintegrate import manualintegrate  # which makes all its rules as it is loaded

    # Positive unknowns let SymPy merge roots; what it assumes beyond the claim is caught by the check.
    helpers = {s: sp.Dummy(s.name, positive=True) for s in integrand.free_symbols | {variable}}
    back = {helper: symbol for symbol, helper in helpers.items()}
    simpler, moving = sp.expand(integrand.xreplace(helpers)), helpers[variable]
    for expression, x in ((sp.expand(integrand), variable), (simpler, moving)):
        terms = [_polynomial_times_exponential(term, x) for term in sp.Add.make_args(expression)]
        if None not in terms:
            yield sp.Add(*terms).xreplace(back)
    for expression, x in ((integrand, variable), (simpler, moving)):
        roots = [p for p in expression.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q > 1 and p.has(x)]
        if roots and expression.has(sp.exp):
            continue  # No rule fits products of roots and exponentials, and the search takes half a minute.
        try:
            candidate = manualintegrate(expression, x)
        except RecursionError:
            continue  # SymPy's rules go round in circles for some products: no candidate from them.
        if not candidate.has(sp.Integral):
            yield candidate.xreplace(back)


def _polynomial_times_exponential(term: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """The antiderivative of `constant * x^n * exp(linear)`; None for other terms."""
    constant, moving = sp.powsimp(term, combine="exp").as_independent(variable, as_Add=False)
    exponent, degree = sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(moving):
        base, power = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            exponent += factor.args[0]
        elif base == variable and power.is_Integer and power >= 0:
            degree += power
        elif factor != 1:
            return None
    exponent = sp.expand(exponent)
    rate = sp.diff(exponent, variable)
    if rate.has(variable):
        return None
    if rate == 0:
        return constant * sp.exp(exponent) * variable ** (degree + 1) / (degree + 1)
    total = sum(
        (-1) ** k * sp.ff(degree, k) * variable ** (degree - k) / rate ** (k + 1)
        for k in range(int(degree) + 1)
    )
    return sp.expand(constant * total) * sp.exp(exponent)
