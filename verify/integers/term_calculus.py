"""Hypergeometric terms as functions of a real variable: derivatives, and limits at the ends of an interval.

Factors and bases are sums, products, integer powers, exponentials, sines and cosines of the variable, and
Bessel's K of a positive multiple of it; gamma functions, exponents and orders are free of it. So where a term
is defined (see `terms`), it is so near by and has all derivatives.

For v > 0, `z^v K_v(z)` tends to `2^(v - 1) gamma(v)` at 0 (DLMF 10.30.2), and for every order
`K_v(z) exp(z) sqrt(z)` is bounded for large z (DLMF 10.25.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp

from verify.calculus.cases import NoRuleError, Region
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.terms import Term
from verify.language.note import Note

_BOUNDED = (sp.sin, sp.cos)
_SMOOTH = (sp.Add, sp.Mul, sp.exp, *_BOUNDED)


def require_smooth(terms: Iterable[Term], t: sp.Symbol) -> None:
    """Refuse terms that are not made as said, in the variable t.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        Names the part.

    Examples
    --------
    >>> from sympy.abc import t
    >>> require_smooth([Term((sp.exp(-t) / (1 + t),))], t)
    >>> require_smooth([Term((sp.sqrt(t),))], t)
    Traceback (most recent call last):
        ...
    verify.calculus.cases.NoRuleError: not known to be smooth in t: sqrt(t)
    """
    for term in terms:
        for part in (*term.factors, *(base for base, _ in term.powers)):
            if not _is_smooth(part, t):
                raise NoRuleError(Note("not known to be smooth in ", t, ": ", part))
        for part in (*(form for form, _ in term.gammas), *(exponent for _, exponent in term.powers)):
            if part.has(t):
                raise NoRuleError(Note("holds ", t, ": ", part))


def slope_of(bessel: sp.besselk, t: sp.Symbol) -> sp.Expr | None:
    """The slope of the argument of a Bessel function; None if it is no multiple of t."""
    slope = sp.cancel(bessel.args[1] / t)
    return None if slope.has(t) else slope


def _is_smooth(part: sp.Expr, t: sp.Symbol) -> bool:
    if part == t or not part.has(t):
        return True
    if isinstance(part, sp.besselk):
        return not part.args[0].has(t) and slope_of(part, t) is not None
    known = isinstance(part, _SMOOTH) or (isinstance(part, sp.Pow) and part.exp.is_Integer)
    return known and all(_is_smooth(argument, t) for argument in part.args)


def derivative(terms: Iterable[Term], t: sp.Symbol) -> Iterator[Term]:
    """The derivative of a sum of smooth terms, by the product rule; `(b^e)' = e b' b^(e - 1)`.

    Examples
    --------
    >>> from sympy.abc import n, t
    >>> [term.factors + term.powers for term in derivative([Term((), (), ((t, n),))], t)]
    [(n, 1, (t, n - 1))]
    """
    for term in terms:
        for i, factor in enumerate(term.factors):
            if factor.has(t):
                others = (*term.factors[:i], sp.diff(factor, t), *term.factors[i + 1 :])
                yield Term(others, term.gammas, term.powers)
        for i, (base, exponent) in enumerate(term.powers):
            if base.has(t):
                lower = (*term.powers[:i], (base, sp.expand(exponent - 1)), *term.powers[i + 1 :])
                yield Term((*term.factors, exponent, sp.diff(base, t)), term.gammas, lower)


def limits(
    terms: Iterable[Term], t: sp.Symbol, end: sp.Expr, region: Region, arithmetic: Arithmetic
) -> list[Term]:
    """The limit of a sum of smooth terms at an end of an interval on which they are defined, as such a sum.

    Bessel functions are taken with a power of the variable, whose limit at 0 is known (see above). A term
    tends to 0 if a power of it does, `b(end)^e` with b(end) = 0 and e > 0, all else being defined; or
    at oo if it is a rational function, and powers of such, times exp(a t + c) with a < 0. Else it is defined
    at the end, and continuous.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        None of these is known.
    """
    found = []
    for term in terms:
        if end == sp.oo:
            _require_decay(term, t, region)
            continue
        there = _without_bessel(term, t, end, region).gathered.substituted({t: end})
        vanishing = [pair for pair in there.powers if is_zero(pair, region)]
        if vanishing:
            rest = tuple(pair for pair in there.powers if pair not in vanishing)
            arithmetic.require_defined([Term(there.factors, there.gammas, rest)], region)
        else:
            arithmetic.require_defined([there], region)
            found.append(there)
    return found


def with_powers_of(term: Term, t: sp.Symbol, region: Region) -> Term:
    """The same where t > 0: powers of c t, c proved to be positive, as powers of c and of t.

    Examples
    --------
    >>> from sympy.abc import a, e, t
    >>> from verify.prover.prover import Prover
    >>> with_powers_of(Term((), (), ((t / a, e),)), t, Region((a > 0,), Prover())).powers
    ((t, e), (a, -e))
    """
    powers: list[tuple[sp.Expr, sp.Expr]] = []
    for base, exponent in term.powers:
        slope = sp.cancel(base / t)
        if base == t or slope.has(t):
            powers.append((base, exponent))
        else:
            powers += [(t, exponent), power_of_slope(slope, exponent, region)]
    return Term(term.factors, term.gammas, tuple(powers))


def power_of_slope(slope: sp.Expr, exponent: sp.Expr, region: Region) -> tuple[sp.Expr, sp.Expr]:
    """The power of a slope that is proved to be positive; of a reciprocal that of the number below."""
    base, sign = slope.as_base_exp() if slope.is_Pow and slope.exp == -1 else (slope, sp.S.One)
    require(region, sp.Gt(base, 0, evaluate=False))
    return base, sp.expand(sign * exponent)


def _without_bessel(term: Term, t: sp.Symbol, end: sp.Expr, region: Region) -> Term:
    """A term with the same limit at 0 from above; elsewhere the term, where K is continuous."""
    if end != 0:
        return term
    term = with_powers_of(term, t, region)
    factors, gammas, powers = [], [*term.gammas], [*term.powers]
    for factor in term.factors:
        if not (isinstance(factor, sp.besselk) and factor.has(t)):
            factors.append(factor)
            continue
        order, slope = sp.expand(factor.args[0]), slope_of(factor, t)
        require(region, sp.Gt(order, 0, evaluate=False))
        gammas.append((order, 1))
        powers += [(t, -order), power_of_slope(slope, -order, region), (sp.Integer(2), order - 1)]
    return Term(tuple(factors), tuple(gammas), tuple(powers))


def is_zero(power: tuple[sp.Expr, sp.Expr], region: Region) -> bool:
    """Whether a power is one of 0, with an exponent that is proved to be positive."""
    base, exponent = power
    return sp.expand(base) == 0 and region.follows(sp.Gt(exponent, 0, evaluate=False))


def _require_decay(term: Term, t: sp.Symbol, region: Region) -> None:
    """That it tends to 0 as t grows: at most a power of t, times an exponential that falls."""
    rate = sp.S.Zero
    for base, exponent in (*((f, sp.S.One) for f in term.factors), *term.powers):
        for part in sp.Mul.make_args(base):
            if isinstance(part, sp.exp):
                rate += exponent * _slope(part.args[0], t)
            elif isinstance(part, sp.besselk) and exponent == 1 and part.has(t):
                slope = slope_of(part, t)
                require(region, sp.Gt(slope, 0, evaluate=False))
                rate -= slope
            elif not (isinstance(part, _BOUNDED) and exponent == 1) and not part.is_rational_function(t):
                raise NoRuleError(Note("not a rational function of ", t, ": ", part))
    require(region, sp.Lt(sp.expand(rate), 0, evaluate=False))


def _slope(exponent: sp.Expr, t: sp.Symbol) -> sp.Expr:
    argument = sp.expand(exponent)
    slope = argument.coeff(t)
    if sp.expand(argument - slope * t).has(t):
        raise NoRuleError(Note("an exponent that is not linear in ", t, ": ", argument))
    return slope
