"""Parameters that an equation gives, such as that of X, put into all other conditions.

Theorem. Let A v = B be one of the conditions, A and B free of v, and A > 0 wherever all of them hold. If no
point satisfies c* for all others c, with c* that of A^k c(B/A), k the degree of c in v, then none satisfies
the conditions.
Proof. At a point that satisfies them v = B/A, and A^k > 0 does not change the sign of c. QED

So a question has one unknown less. For r* = 1 + (a + b p)/(p + q) and X = 1/sqrt(1 + a + b) it is then linear
in a; as it stands, no certificate was found for it in 20 s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy as sp

from symbolic_eps.minimum.bounds.at_root import MOST_TERMS, divided_by_signs, sign_of, terms_in
from symbolic_eps.minimum.by_factors import ORDERED
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation
from verify.solvers.smt import Solver

Region = tuple[Condition, ...]


def without_given(conditions: Sequence[Condition], judge: Solver) -> Region | None:
    """The conditions without parameters that equations give; None where none does.

    Parameters
    ----------
    conditions : sequence of Condition
        That no point satisfies them follows if none satisfies the result.
    judge : Solver
        Decides the sign of A.

    Examples
    --------
    >>> from sympy.abc import a, b, q
    >>> from verify.language.condition import positive, zero
    >>> x = DECAY
    >>> given = [positive(x), zero((1 + a + b) * x**2 - 1), positive(b), positive(q - a**2)]
    >>> [str(c) for c in without_given(given, Solver())]
    ['x > 0', 'a*x**2 + x**2 < 1', 'q > a**2']
    >>> without_given([positive(x), zero(b * (x - 1) - 1), positive(b)], Solver()) is None
    True
    """
    found = min(_one_less(conditions, judge), key=_length, default=None)
    if found is None:
        return None
    return without_given(found, judge) or found


def _one_less(conditions: Sequence[Condition], judge: Solver) -> Iterator[Region]:
    """Without one parameter, for each equation that gives one."""
    for equation in conditions:
        if equation.relation is not Relation.ZERO or terms_in(equation.polynomial) > MOST_TERMS:
            continue
        others = [c for c in conditions if c != equation]
        for v in sorted(equation.symbols - {DECAY, *PRIORS}, key=str):
            if sp.degree(equation.polynomial, v) != 1:
                continue
            slope, offset = sp.Poly(equation.polynomial, v).all_coeffs()
            sign = _sign(slope, others, judge)
            if sign:
                moved = [_put(c, v, sp.expand(sign * slope), sp.expand(-sign * offset)) for c in others]
                yield _shorter(moved, judge)


def _sign(slope: sp.Expr, known: Sequence[Condition], judge: Solver) -> int:
    """1 or -1 where it is shown that A is positive or negative; else 0."""
    constant, factors = sp.factor_list(slope)
    signs = (sign_of(factor, known, judge, strict=True) ** power for factor, power in factors)
    return int(sp.sign(constant) * sp.Mul(*signs))


def _put(condition: Condition, v: sp.Symbol, slope: sp.Expr, value: sp.Expr) -> Condition:
    """c*."""
    if v not in condition.symbols:
        return condition
    terms = sp.Poly(condition.polynomial, v)
    degree = terms.degree()
    moved = sp.Add(*(c * value**k * slope ** (degree - k) for (k,), c in terms.terms()))
    return Condition(primitive(sp.expand(moved)), condition.relation)


def _shorter(conditions: Sequence[Condition], judge: Solver) -> Region:
    """Without factors of known sign, and without what is always true."""
    short = list[Condition]()
    for c in dict.fromkeys(conditions):
        others = [other for other in conditions if other != c]
        forms = (
            [c, *divided_by_signs(c.polynomial, c.relation, others, judge)] if c.relation in ORDERED else [c]
        )
        short.append(min(forms, key=lambda form: terms_in(form.polynomial)))
    return tuple(dict.fromkeys(c for c in short if c.constant_truth is not True))


def _length(conditions: Region) -> int:
    return sum(terms_in(c.polynomial) for c in conditions)
