"""Integrals of hypergeometric terms for every n, by a recurrence with a certificate (Almkvist, Zeilberger).

Claimed is I(n) = V(n) for all integers n >= start, I(n) the integral of F(n, t) over a < t < b, as a limit at
both ends. Given are p_0, ..., p_d, free of t, and a companion G(n, t), mostly a rational function times F.
For n >= start:

1. a < b, and F and G are defined for a < t < b and smooth in t (see `term_calculus`);
2. `p_0 F(n, t) + ... + p_d F(n + d, t)` is the derivative of G there;
3. `p_0 V(n) + ... + p_d V(n + d)` is the limit of G at b less that at a, which both exist;
4. p_d != 0, and I = V at the d first n, by antiderivatives (`starting`) with limits at both ends.

If the integrals of d successive n exist, so does the next by 2 and 3, since p_d != 0, and I and V have the
same recurrence. For d = 0 nothing of the kind is needed: G/p_0 is an antiderivative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.cases import Region
from verify.calculus.fourier_integral import FourierIntegral
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.calculus.points import as_expressions
from verify.evidence import Evidence
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import ForEveryInteger, Integers, for_all
from verify.integers.term_calculus import derivative, limits, require_smooth
from verify.integers.terms import Term, negative, terms_of
from verify.language.note import Note, joined
from verify.language.special_functions import by_recurrences
from verify.prover.prover import Prover


@dataclass(frozen=True)
class HypergeometricIntegral(ForEveryInteger):
    """For all integers `n >= start`, the integral of the term over `lower < variable < upper` is the value.

    Parameters
    ----------
    term : Expr
        A sum of hypergeometric terms in n, smooth in the variable between the ends.
    variable : Symbol
        Of integration.
    lower, upper : Expr
        Free of n; `upper` may be `oo`.
    value : Expr
        A sum of hypergeometric terms in n.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    companion : Expr
        G, a sum of hypergeometric terms. Not trusted.
    recurrence : tuple of Expr
        p_0, ..., p_d, free of the variable. Not trusted.
    starting : tuple of Expr
        Antiderivatives of the term at the d first n. Not trusted.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        The start is no sum of integers, not d antiderivatives, or a bound symbol where it must not be.

    Examples
    --------
    >>> from sympy.abc import n, t
    >>> law, one = t**n * sp.exp(-t) / sp.factorial(n), sp.Integer(1)
    >>> companion, recurrence, starting = -t * law / (n + 1), (-one, one), (-sp.exp(-t),)
    >>> gamma_law = HypergeometricIntegral(
    ...     law, t, one - 1, sp.oo, one, n, one - 1, companion, recurrence, starting
    ... )
    >>> gamma_law.examine((), Prover()).proved
    True
    """

    term: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr
    n: sp.Symbol
    start: sp.Expr
    companion: sp.Expr
    recurrence: tuple[sp.Expr, ...] = (sp.S.One,)
    starting: tuple[sp.Expr, ...] = ()
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "term", "lower", "upper", "value", "start", "companion")
        for field in ("recurrence", "starting"):
            parts = tuple(sp.sympify(part, strict=True) for part in getattr(self, field))
            object.__setattr__(self, field, parts)
        if len(self.recurrence) != len(self.starting) + 1:
            raise ValueError("one antiderivative for each first n, one less than the recurrence has terms")
        if self.lower.has(self.n) or self.upper.has(self.n):
            raise ValueError(f"the ends are free of {self.n}")
        if any(part.has(self.variable) for part in (self.lower, self.upper, self.value, *self.recurrence)):
            raise ValueError(f"{self.variable} occurs outside of the term and antiderivatives")
        self.require_symbols()

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.variable, self.lower, self.upper))
        told = Note("Integral(", self.term, ", (", span, ")) = ", self.value)
        return Note(told, for_all(self.n, self.start, self.integers))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.term, self.lower, self.upper, self.value, self.start)
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.variable, self.n}

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration."""
        return {"variable": self.variable}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The term and the value."""
        return self.term, self.value

    def prove(self, region: Region, domain: Region) -> None:
        """Points 1 to 4 of the module's opening lines."""
        n, arithmetic = self.n, Arithmetic(frozenset((*self.integers, self.n)))
        parts = (self.term, self.value, self.companion)
        terms, value, anti = (terms_of(part, arithmetic.integers) for part in parts)
        if self.upper != sp.oo:
            require(region, sp.Lt(self.lower, self.upper, evaluate=False))
        arithmetic.require_defined(value, region)
        weights = list(enumerate(self.recurrence))
        summed = [t.substituted({n: n + i}).times(p) for i, p in weights for t in terms]
        told = [t.substituted({n: n + i}).times(p) for i, p in weights for t in value]
        self._require_antiderivative(anti, summed, told, region, arithmetic)
        require(region, sp.Ne(self.recurrence[-1], 0, evaluate=False))
        for i, antiderivative in enumerate(self.starting):
            first = {n: self.start + i}
            here, goal = ([t.substituted(first) for t in side] for side in (terms, value))
            self._require_antiderivative(
                terms_of(antiderivative, arithmetic.integers), here, goal, domain, arithmetic
            )

    def _require_antiderivative(
        self,
        anti: tuple[Term, ...],
        terms: list[Term],
        value: list[Term],
        region: Region,
        arithmetic: Arithmetic,
    ) -> None:
        """That the terms are the derivative of `anti`, whose limits at the ends differ by the value."""
        t, inside = self.variable, self.inside(region)
        require_smooth((*anti, *terms), t)
        arithmetic.require_defined((*anti, *terms), inside)
        slopes = negative(derivative(anti, t))
        arithmetic.require_zero([*terms, *slopes], inside, Note("no antiderivative"))
        at_ends = [limits(anti, t, end, region, arithmetic) for end in (self.upper, self.lower)]
        ends = [*at_ends[0], *negative(at_ends[1])]
        arithmetic.require_zero([*value, *negative(ends)], region, Note("another value"))

    def inside(self, region: Region) -> Region:
        """The region with the variable strictly between the ends."""
        above = region.narrowed(sp.Gt(self.variable, self.lower, evaluate=False))
        if self.upper == sp.oo:
            return above
        return above.narrowed(sp.Lt(self.variable, self.upper, evaluate=False))

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """By the integral for one n."""
        statement = self.written_out(at)
        return statement.examine(domain, prover) if statement else None

    def written_out(self, at: Integers) -> DefiniteIntegral | FourierIntegral | Normalised | None:
        """The statement for one n; None if no rule is known for it."""
        term, value = self.term.subs(at), self.value.subs(at)
        if by_recurrences(term).has(sp.besselk):
            return None  # Only half-integer orders have antiderivatives that are known.
        if not term.has(sp.cos, sp.sin):
            return DefiniteIntegral(term, self.variable, self.lower, self.upper, value)
        if (self.lower, self.upper) != (0, sp.oo):
            return None
        return FourierIntegral.of_wave(term, self.variable, value)
