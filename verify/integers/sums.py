"""Sums of hypergeometric terms for every n, by a recurrence with a certificate (Zeilberger, Wilf, Gosper).

Claimed is S(n) = V(n) for all integers n >= start, S(n) the sum of F(n, k) over lower(n) <= k <= upper(n).
Given are p_0, ..., p_d, free of k, and a companion G(n, k), mostly a rational function times F (the
certificate). For n >= start (all of it proved, for real n and k):

1. every F(n, k) with lower <= k <= upper has a value (see `terms`); so natural boundaries are kept to;
2. L <= U, where L is the greatest of lower(n), ..., lower(n + d), and U the least of the upper ends;
3. `p_0 F(n, k) + ... + p_d F(n + d, k) = G(n, k + 1) - G(n, k)` for L <= k <= U - 1, and G has a value for
   L <= k <= U: no pole of a certificate lies there. So the sums over L <= k <= U - 1 telescope;
4. `p_0 V(n) + ... + p_d V(n + d)` is G(n, U) - G(n, L) and the terms left out: those of F(n + i, .) that are
   not between L and U - 1, which are as many for every n;
5. p_d != 0, and S = V at the d first n, where the sums have a fixed number of terms.

By 3 and 4, S and V have the same recurrence, and by 5 they agree. For d = 0 this is Gosper's method, without
induction. Further integers m are parameters, of which only hypotheses and the start may say something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.cases import Region
from verify.calculus.points import as_expressions
from verify.evidence import Evidence
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import (
    MOST_TERMS,
    ForEveryInteger,
    Integers,
    between,
    fails,
    for_all,
    places,
)
from verify.integers.terms import Term, is_integer_form, negative, terms_of
from verify.language.note import Note, joined
from verify.prover.prover import Prover


@dataclass(frozen=True)
class HypergeometricSum(ForEveryInteger):
    """For all integers `n >= start`, the sum of the term over `lower <= index <= upper` is the value.

    Parameters
    ----------
    term : Expr
        A sum of hypergeometric terms in n and the index (see `verify.integers.terms`).
    index : Symbol
        Of summation.
    lower, upper : Expr
        Sums of whole multiples of integers, and of whole numbers.
    value : Expr
        A sum of hypergeometric terms in n.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    companion : Expr
        G, a sum of hypergeometric terms. Not trusted.
    recurrence : tuple of Expr
        p_0, ..., p_d, free of the index. Not trusted.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        An end or the start that is not as said, or a bound symbol where it must not be.

    Examples
    --------
    >>> from sympy.abc import k, n
    >>> C, zero = sp.binomial(n, k), sp.Integer(0)
    >>> companion, recurrence = -k / (n + 1 - k) * C, (sp.Integer(-2), sp.Integer(1))
    >>> rows = HypergeometricSum(C, k, zero, n, 2**n, n, zero, companion, recurrence)
    >>> print(rows.text)
    Sum(binomial(n, k), (k, 0, n)) = 2**n for all integers n >= 0
    >>> rows.examine((), Prover()).proved
    True
    >>> HypergeometricSum(C, k, zero, n, n + 1, n, zero, zero).examine((), Prover()).witness
    {n: 2}
    """

    term: sp.Expr
    index: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    value: sp.Expr
    n: sp.Symbol
    start: sp.Expr
    companion: sp.Expr
    recurrence: tuple[sp.Expr, ...] = (sp.S.One,)
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "term", "lower", "upper", "value", "start", "companion")
        object.__setattr__(self, "recurrence", tuple(sp.sympify(p, strict=True) for p in self.recurrence))
        self.require_symbols()
        for end in (self.lower, self.upper):
            if not is_integer_form(end, frozenset((*self.integers, self.n))):
                raise ValueError(f"{end} is no sum of whole multiples of integers")
        if any(part.has(self.index) for part in (self.lower, self.upper, self.value, *self.recurrence)):
            raise ValueError(f"the index {self.index} occurs outside of the term and the companion")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.index, self.lower, self.upper))
        told = Note("Sum(", self.term, ", (", span, ")) = ", self.value)
        return Note(told, for_all(self.n, self.start, self.integers))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.term, self.lower, self.upper, self.value, self.start)
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.index, self.n}

    @property
    def arithmetic(self) -> Arithmetic:
        """That of the terms, which knows the integers."""
        return Arithmetic(frozenset((*self.integers, self.n, self.index)))

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The index."""
        return {"index": self.index}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The term and the value."""
        return self.term, self.value

    def prove(self, region: Region, domain: Region) -> None:
        """Points 1 to 5 of the module's opening lines."""
        n, k, arithmetic = self.n, self.index, self.arithmetic
        parts = (self.term, self.value, self.companion)
        terms, value, anti = (terms_of(part, arithmetic.integers) for part in parts)
        order = len(self.recurrence) - 1
        require(region, sp.Le(self.lower, self.upper, evaluate=False))
        arithmetic.require_defined(terms, region.narrowed(*between(self.lower, k, self.upper)))
        arithmetic.require_defined(value, region)
        low, high = (sp.expand(end) for end in self._common(order))
        require(region, sp.Le(low, high, evaluate=False))
        weights = list(enumerate(self.recurrence))
        summed = [t.substituted({n: n + i}).times(p) for i, p in weights for t in terms]
        arithmetic.require_defined(anti, region.narrowed(*between(low, k, high)))
        step = _difference(anti, k, k + 1, k)
        inside = region.narrowed(*between(low, k, high - 1))
        arithmetic.require_zero([*summed, *negative(step)], inside, Note("the terms do not telescope"))
        told = [t.substituted({n: n + i}).times(p) for i, p in weights for t in value]
        ends = [*_difference(anti, k, high, low), *self._left_out(terms, low, high)]
        arithmetic.require_zero(
            [*told, *negative(ends)], region, Note("the value's recurrence is another one")
        )
        require(region, sp.Ne(self.recurrence[order], 0, evaluate=False))
        for i in range(order):
            first = {n: self.start + i}
            left = [t.substituted(first | {k: place}) for place in self._places(first) for t in terms]
            right = [t.substituted(first) for t in value]
            arithmetic.require_zero([*left, *negative(right)], domain, Note("at ", n, " = ", self.start + i))

    def _common(self, order: int) -> tuple[sp.Expr, sp.Expr]:
        """The indices that all sums from n to n + order have in common; the ends are linear in n."""
        rise, fall = (sp.expand(end).coeff(self.n) * order for end in (self.lower, self.upper))
        return self.lower + max(rise, sp.S.Zero), self.upper + min(fall, sp.S.Zero)

    def _left_out(self, terms: Iterable[Term], low: sp.Expr, high: sp.Expr) -> Iterator[Term]:
        """The terms of all sums below `low` and from `high` on."""
        for i, weight in enumerate(self.recurrence):
            later = {self.n: self.n + i}
            lower, upper = (end.subs(later) for end in (self.lower, self.upper))
            for place in (*places(lower, low - 1), *places(high, upper)):
                for term in terms:
                    yield term.substituted(later).substituted({self.index: place}).times(weight)

    def _places(self, at: dict[sp.Symbol, sp.Expr]) -> list[sp.Expr]:
        return places(self.lower.subs(at), self.upper.subs(at))

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """By the sum, written out."""
        sum_here = self.written_out(at)
        return None if sum_here is None else fails(sum_here, self.value.subs(at), domain, prover)

    def written_out(self, at: Integers) -> sp.Expr | None:
        """The sum at integers; None where it has many terms, or the upper end is below the lower by 2."""
        lower, upper = (int(end.subs(at)) for end in (self.lower, self.upper))
        if not -1 <= upper - lower < MOST_TERMS:
            return None
        return sp.Add(*(self.term.subs({**at, self.index: place}) for place in range(lower, upper + 1)))


def _difference(terms: Iterable[Term], k: sp.Symbol, above: sp.Expr, below: sp.Expr) -> list[Term]:
    """The terms at one place less those at another."""
    terms = tuple(terms)
    return [t.substituted({k: above}) for t in terms] + negative(t.substituted({k: below}) for t in terms)
