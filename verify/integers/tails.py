"""Sums over symbolic ranges as integrals: the tail of a binomial law as a Beta integral.

Claimed is, for all integers n >= start and all x of the domain: the sum of F(n, k, x) over
lower <= k <= upper is the integral of f(n, t) over a < t < x. It follows from these, for n >= start and
lower <= k <= upper:

1. a <= x, and the domain holds at every t with a <= t <= x, too;
2. F(n, k, t) is defined for a <= t <= x and smooth in t (see `term_calculus`): its sum is continuous;
3. F(n, k, a) = 0: a power with base 0 and a positive exponent is in each of its terms;
4. for a < t < x the derivatives of F(n, k, t) by t have the sum f(n, t), which is shown as in `sums`.

The improper integral of a derivative is the difference of the function's limits at the ends, here its values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import sympy as sp

from verify.calculus.cases import NoRuleError, Region
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.points import as_expressions, at_point
from verify.evidence import Evidence
from verify.integers.arithmetic import require
from verify.integers.for_every_integer import ForEveryInteger, Integers, between, for_all
from verify.integers.sums import HypergeometricSum
from verify.integers.term_calculus import is_zero, require_smooth
from verify.integers.terms import Term, terms_of
from verify.language.note import Note, joined
from verify.prover.prover import Prover


@dataclass(frozen=True)
class SumAsIntegral(ForEveryInteger):
    """For all integers `n >= start`, the sum of a term in x is an integral from `origin` to x.

    Parameters
    ----------
    term : Expr
        A sum of hypergeometric terms in n and the index, smooth in x.
    index : Symbol
        Of summation.
    lower, upper : Expr
        Sums of whole multiples of integers, and of whole numbers.
    density : Expr
        What is integrated, in the variable.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    origin : Expr
        Where the integral begins, a number.
    x : Symbol
        Where it ends; hypotheses on it hold from the origin to x.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    companion : Expr
        G with `G(k + 1) - G(k)` the derivative of the term, in the variable. Not trusted.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        As for `verify.integers.sums.HypergeometricSum`; or the origin is no number.

    Examples
    --------
    >>> from sympy.abc import j, m, n, t, x
    >>> chosen = sp.binomial(n, j)
    >>> term = chosen * x**j * (1 - x) ** (n - j)
    >>> companion = -j * chosen * t ** (j - 1) * (1 - t) ** (n - j)
    >>> density = m * sp.binomial(n, m) * t ** (m - 1) * (1 - t) ** (n - m)
    >>> tail = SumAsIntegral(term, j, m, n, density, t, sp.Integer(0), x, n, m, companion, (m,))
    >>> tail.examine((m >= 1, x >= 0, x <= 1), Prover()).proved
    True
    """

    method: ClassVar[str] = "derivatives with a certificate"

    term: sp.Expr
    index: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    density: sp.Expr
    variable: sp.Symbol
    origin: sp.Expr
    x: sp.Symbol
    n: sp.Symbol
    start: sp.Expr
    companion: sp.Expr
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "term", "lower", "upper", "density", "origin", "start", "companion")
        if self.origin.free_symbols:
            raise ValueError(f"the origin {self.origin} is no number")
        bound = (self.n, self.index, *self.integers)
        if self.variable in (*bound, self.x) or self.x in bound or self.term.has(self.variable):
            raise ValueError("x, the variable, n, the index and further integers are different symbols")
        if any(part.has(self.x) for part in (self.density, self.companion)):
            raise ValueError(f"the density and the companion hold {self.variable} in the place of {self.x}")
        _ = self.derivatives

    @property
    def derivatives(self) -> HypergeometricSum:
        """That the derivatives sum to the density."""
        slope = sp.diff(self.term, self.x).subs(self.x, self.variable)
        parts = (self.index, self.lower, self.upper, self.density, self.n, self.start, self.companion)
        return HypergeometricSum(slope, *parts, integers=self.integers)

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        over = joined(", ", (self.index, self.lower, self.upper))
        span = joined(", ", (self.variable, self.origin, self.x))
        told = Note("Sum(", self.term, ", (", over, ")) = Integral(", self.density, ", (", span, "))")
        return Note(told, for_all(self.n, self.start, self.integers))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.term, self.lower, self.upper, self.density, self.start, self.x)
        return frozenset().union(*(p.free_symbols for p in parts)) - {self.index, self.n, self.variable}

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The index and the variable of integration."""
        return {"index": self.index, "variable": self.variable}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The term and the density."""
        return self.term, self.density

    def prove(self, region: Region, domain: Region) -> None:
        """Points 1 to 4 of the module's opening lines."""
        t, sums = self.variable, self.derivatives
        require(region, sp.Le(self.origin, self.x, evaluate=False))
        closed = region.narrowed(*between(self.origin, t, self.x))
        for hypothesis in region.hypotheses:
            if hypothesis.has(self.x):
                require(closed, at_point(hypothesis, {self.x: t}))
        terms = [term.substituted({self.x: t}) for term in terms_of(self.term, sums.arithmetic.integers)]
        require_smooth(terms, t)
        inside = between(self.lower, self.index, self.upper)
        sums.arithmetic.require_defined(terms, closed.narrowed(*inside))
        for term in terms:
            self._require_zero_at_origin(term, region.narrowed(*inside))
        open_interval = (sp.Gt(t, self.origin, evaluate=False), sp.Lt(t, self.x, evaluate=False))
        sums.prove(region.narrowed(*open_interval), domain.narrowed(*open_interval))

    def _require_zero_at_origin(self, term: Term, region: Region) -> None:
        powers = term.substituted({self.variable: self.origin}).powers
        if not any(is_zero(power, region) for power in powers):
            raise NoRuleError(Note("not known to be 0 at ", self.origin, ": ", self.term))

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """By the sum, written out, and the integral."""
        plain = replace(self.derivatives, term=self.term, value=sp.S.Zero, companion=sp.S.Zero)
        written_out = plain.written_out(at)
        if written_out is None:
            return None
        parts = (self.variable, self.origin, self.x)
        return DefiniteIntegral(self.density.subs(at), *parts, written_out).examine(domain, prover)
