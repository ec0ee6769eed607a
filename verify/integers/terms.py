"""Hypergeometric terms over the integers, and identities of their sums.

A term is a factor times powers `b^e` and gamma functions `gamma(f)`; a factorial is `a! = gamma(a + 1)`, a
binomial coefficient `a!/(b! (a - b)!)`. Rewriting rests on what is proved on the region at hand:

- `gamma(f + j) = f (f + 1) ... (f + j - 1) gamma(f)` for f > 0, where the gamma function is not 0. So a
  binomial coefficient counts only where a, b and a - b are greater than -1, its natural range.
- `b^(e + j) = b^j b^e` for j >= 0, if b > 0, or if e is an integer and b != 0 or e >= 0 (with 0^0 = 1).

The least f and e of each kind are named, and a sum of terms is 0 if it is so as a rational function of names
and symbols, whatever the names stand for; its divisors are proved not to be 0. Factors stay apart until then,
so that none is cancelled before it is shown to have a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp

from verify.calculus.cases import NoRuleError
from verify.language.note import Note

_SPECIAL = (sp.binomial, sp.factorial, sp.gamma)


@dataclass(frozen=True)
class Term:
    """A product of gamma functions, powers and other factors.

    Parameters
    ----------
    factors : tuple of Expr
        Free of gamma functions and symbolic exponents; exponentials are free of the integers.
    gammas : tuple of (Expr, int)
        Arguments and multiplicities, which may be negative.
    powers : tuple of (Expr, Expr)
        Bases and exponents; a base may occur more than once.
    """

    factors: tuple[sp.Expr, ...] = ()
    gammas: tuple[tuple[sp.Expr, int], ...] = ()
    powers: tuple[tuple[sp.Expr, sp.Expr], ...] = ()

    def substituted(self, values: dict[sp.Symbol, sp.Expr]) -> Term:
        """The term with expressions put for symbols, part by part."""

        def put(part: sp.Expr) -> sp.Expr:
            return part.subs(values, simultaneous=True)

        gammas = tuple((sp.expand(put(f)), count) for f, count in self.gammas)
        powers = tuple(part for b, e in self.powers for part in _split(put(b), sp.expand(put(e))))
        return Term(tuple(map(put, self.factors)), gammas, powers)

    def times(self, *factors: sp.Expr) -> Term:
        """The term with further factors."""
        return Term((*self.factors, *factors), self.gammas, self.powers)

    @property
    def parts(self) -> tuple[sp.Expr, ...]:
        """All expressions in it: factors, arguments of gamma functions, bases and exponents."""
        forms = (form for form, _ in self.gammas)
        return (*self.factors, *forms, *(part for power in self.powers for part in power))

    @property
    def gathered(self) -> Term:
        """The same wherever the term is defined, with one power of each base."""
        bases = {base for base, _ in self.powers}
        own = tuple((factor, sp.S.One) for factor in self.factors if factor in bases)
        others = tuple(factor for factor in self.factors if factor not in bases)
        return Term(others, self.gammas, tuple(merged((*self.powers, *own)).items()))

    @property
    def of_unknown_sign(self) -> tuple[sp.Expr, ...]:
        """Factors and bases of powers that are not positive wherever they are defined, for all that is known.

        Exponentials and Bessel's K are, and gamma functions where they may be rewritten.
        """
        parts = (*self.factors, *(base for base, _ in self.powers))
        return tuple(part for part in parts if not isinstance(part, (sp.exp, sp.besselk)))

    def to_the(self, exponent: int) -> Term:
        """An integer power of the term."""
        gammas = tuple((f, count * exponent) for f, count in self.gammas)
        powers = tuple((b, sp.expand(e * exponent)) for b, e in self.powers)
        return Term(tuple(f**exponent for f in self.factors), gammas, powers)


def is_integer_form(form: sp.Expr, integers: frozenset[sp.Symbol]) -> bool:
    """Whether it is a sum of whole multiples of integers and of a whole number.

    Examples
    --------
    >>> from sympy.abc import k, n, x
    >>> is_integer_form(2 * n - k + 1, frozenset({k, n})), is_integer_form(n / 2, frozenset({n}))
    (True, False)
    """
    terms = (term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(form)))
    return all(c.is_Integer and (rest == 1 or rest in integers) for c, rest in terms)


def terms_of(expression: sp.Expr, integers: frozenset[sp.Symbol]) -> tuple[Term, ...]:
    """The expression as a sum of terms.

    Parameters
    ----------
    expression : Expr
        Sums and products of rational functions, factorials, binomial coefficients, gamma functions, and
        powers with integers in their exponents.
    integers : frozenset of Symbol
        Which symbols stand for integers.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        It is of another kind.

    Examples
    --------
    >>> from sympy.abc import k, n
    >>> (term,) = terms_of(sp.binomial(n, k) / 4**k, frozenset({k, n}))
    >>> term.gammas, term.powers
    (((n + 1, 1), (k + 1, -1), (-k + n + 1, -1)), ((2, -2*k),))
    """
    if isinstance(expression, sp.Add):
        return tuple(term for part in expression.args for term in terms_of(part, integers))
    made = Term()
    for factor in sp.Mul.make_args(expression):
        if isinstance(factor, sp.Add) and _is_special(factor, integers):
            expanded = sp.expand_mul(expression)
            if expanded == expression:
                raise NoRuleError(Note("no sum of hypergeometric terms: ", expression))
            return terms_of(expanded, integers)
        one = _factor(factor, integers)
        made = Term(made.factors + one.factors, made.gammas + one.gammas, made.powers + one.powers)
    return (made,)


def negative(terms: Iterable[Term]) -> list[Term]:
    """The terms with the other sign."""
    return [term.times(sp.S.NegativeOne) for term in terms]


def _is_special(part: sp.Expr, integers: frozenset[sp.Symbol]) -> bool:
    """Whether gamma functions occur, symbolic exponents, or exponentials that hold integers."""
    raised = any(not power.exp.is_Rational for power in part.atoms(sp.Pow))
    return part.has(*_SPECIAL) or raised or any(e.free_symbols & integers for e in part.atoms(sp.exp))


def _factor(factor: sp.Expr, integers: frozenset[sp.Symbol]) -> Term:
    if not _is_special(factor, integers):
        if factor.has(sp.Piecewise):
            raise NoRuleError(Note("defined by cases: ", factor))
        return Term((factor,))
    if isinstance(factor, sp.gamma):
        return Term((), ((sp.expand(factor.args[0]), 1),))
    if isinstance(factor, sp.factorial):
        return Term((), ((sp.expand(factor.args[0] + 1), 1),))
    if isinstance(factor, sp.binomial):
        above, below = factor.args
        forms = ((above + 1, 1), (below + 1, -1), (above - below + 1, -1))
        return Term((), tuple((sp.expand(form), count) for form, count in forms))
    if isinstance(factor, sp.exp):
        return _exponential(sp.expand(factor.args[0]), integers)
    if isinstance(factor, sp.Pow):
        return _raised(factor.base, sp.expand(factor.exp), integers)
    raise NoRuleError(Note("no hypergeometric term: ", factor))


def _raised(base: sp.Expr, exponent: sp.Expr, integers: frozenset[sp.Symbol]) -> Term:
    """A power: of a term with an integer exponent, or of a base that is free of the integers."""
    if exponent.is_Integer:
        below = terms_of(base, integers)
        if len(below) == 1 and all(is_integer_form(e, integers) for _, e in below[0].powers):
            return below[0].to_the(int(exponent))
    elif not _is_special(base, integers) and not base.free_symbols & integers:
        whole = is_integer_form(exponent, integers)
        return Term((), (), tuple(_powers(base, exponent)) if whole else ((base, exponent),))
    raise NoRuleError(Note("no hypergeometric term: ", sp.Pow(base, exponent)))


def _exponential(exponent: sp.Expr, integers: frozenset[sp.Symbol]) -> Term:
    """Of a sum of multiples of integers, and of a rest that is free of them."""
    factors, powers = [], []
    for part in sp.Add.make_args(exponent):
        symbols = part.free_symbols & integers
        if not symbols:
            factors.append(sp.exp(part))
            continue
        n = min(symbols, key=str)
        rate = part / n
        if rate.free_symbols & integers:
            raise NoRuleError(Note("an exponent that is not linear in the integers: ", exponent))
        powers.append((sp.exp(rate), n))
    return Term(tuple(factors), (), tuple(powers))


def _powers(base: sp.Expr, exponent: sp.Expr) -> Iterable[tuple[sp.Expr, sp.Expr]]:
    """A power with a whole exponent as powers of the base's factors; of a number its primes."""
    if base.is_Rational and base < 0:
        yield sp.Integer(-1), exponent
        yield from _split(-base, exponent)
    elif isinstance(base, sp.Mul):
        for factor in base.args:
            yield from _powers(factor, exponent)
    elif isinstance(base, sp.Pow) and base.exp.is_Integer:
        yield from _powers(base.base, sp.expand(base.exp * exponent))
    else:
        yield from _split(base, exponent)


def _split(base: sp.Expr, exponent: sp.Expr) -> Iterable[tuple[sp.Expr, sp.Expr]]:
    """The power; of a positive rational number as powers of primes."""
    if base.is_Rational and base > 0:
        for prime, count in sorted(sp.factorrat(base).items()):
            yield sp.Integer(prime), sp.expand(count * exponent)
    else:
        yield base, exponent


def merged(powers: Iterable[tuple[sp.Expr, sp.Expr]]) -> dict[sp.Expr, sp.Expr]:
    """Of each base one power: `b^d b^e = b^(d + e)`, where each of them is defined."""
    found: dict[sp.Expr, sp.Expr] = {}
    for base, exponent in powers:
        if base != 1:
            found[base] = sp.expand(found.get(base, sp.S.Zero) + exponent)
    return found
