"""Shares of integrals from one n to the next; see `shares` for what a share is.

Let h be the quotient of f for n + 1 and for n. If h rises strictly, then for lower < x < whole, by the mean
of h with the weight f,

    I_{n+1}(x)/I_n(x) < h(x) < (I_{n+1}(whole) - I_{n+1}(x)) / (I_n(whole) - I_n(x)),

so that S for n + 1 is less than S for n; if h falls, it is greater.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.cases import NoRuleError, Region
from verify.calculus.points import as_expressions
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import Integers
from verify.integers.induction import Induction, Sequence
from verify.integers.shares import ShareOfIntegral, certified_sign
from verify.integers.term_calculus import derivative
from verify.integers.terms import Term, negative, terms_of
from verify.language.note import Note
from verify.language.special_functions import by_recurrences
from verify.prover.prover import Prover


@dataclass(frozen=True)
class SuccessiveRatio:
    """A ratio of special functions that has a recursion in n, with what induction shows of it.

    Parameters
    ----------
    symbol : Symbol
        Stands for it at n.
    value : Expr
        What it is, in n and the variable.
    following : Expr
        Its value at n + 1, in the symbol, n and the variable.
    invariant : Boolean
        Holds for every n, by induction.
    """

    symbol: sp.Symbol
    value: sp.Expr
    following: sp.Expr
    invariant: sp.Basic


@dataclass(frozen=True)
class ShareForNext(ShareOfIntegral):
    """For all integers `n >= start`, the share is smaller for n + 1 than for n, or greater.

    Parameters
    ----------
    relation : str
        `"<"` or `">"`, between the shares for n + 1 and for n.
    slope : Expr
        The derivative by the variable of the quotient of the terms for n + 1 and n. Not trusted.
    ratio : SuccessiveRatio, optional
        Whose symbol the slope may hold. Not trusted.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from sympy.abc import n, t, w, x
    >>> law = t**n * sp.exp(-t) / sp.factorial(n)
    >>> poisson = ShareForNext(law, t, sp.Integer(0), x, w, n, sp.Integer(0), slope=1 / (n + 1))
    >>> poisson.examine((x > 0, x < w), Prover()).proved
    True
    >>> replace(poisson, relation=">").examine((x > 0, x < w), Prover()).refuted
    True
    """

    method = "the quotient of successive integrands is monotone"

    relation: str = "<"
    slope: sp.Expr = sp.S.One
    ratio: SuccessiveRatio | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        as_expressions(self, "slope")
        if self.relation not in ("<", ">"):
            raise ValueError(f"a share is < or > another, not {self.relation}")
        if self.ratio and any(part.has(self.ratio.symbol) for part in self.about):
            raise ValueError(f"{self.ratio.symbol} is the ratio alone")

    @property
    def said(self) -> Note:
        """Of the share."""
        word = "smaller" if self.relation == "<" else "greater"
        return Note(f" is {word} for ", self.n + 1, " than for ", self.n)

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration, and the ratio."""
        return {**super().bound, **({"ratio": self.ratio.symbol} if self.ratio else {})}

    def prove(self, region: Region, domain: Region) -> None:
        """As in the module's opening lines; that the slope is the one given is an identity."""
        arithmetic = Arithmetic(frozenset((*self.integers, self.n)))
        self.require_share(region, arithmetic)
        require(region, sp.Lt(self.lower, self.x, evaluate=False))
        require(region, sp.Lt(self.x, self.whole, evaluate=False))
        inside, known, slope = self.inside(region), [], self.slope
        if self.ratio:
            self._require_ratio(self.ratio, inside, self.inside(domain), arithmetic)
            known, slope = [self.ratio.invariant], slope.subs(self.ratio.symbol, self.ratio.value)
        this, following = self.terms(arithmetic), self.terms(arithmetic, 1)
        slopes = [list(derivative(terms, self.variable)) for terms in (this, following)]
        crossed = [*_products(slopes[1], this), *negative(_products(following, slopes[0]))]
        squares = [term.times(slope) for term in negative(_products(this, this))]
        arithmetic.require_zero([*crossed, *squares], inside, Note("another slope"))
        compared = sp.Gt if self.relation == "<" else sp.Lt
        require(inside.narrowed(*known), compared(self.slope, 0, evaluate=False))

    def _require_ratio(
        self, ratio: SuccessiveRatio, inside: Region, domain: Region, arithmetic: Arithmetic
    ) -> None:
        """Its recursion is an identity, and the invariant follows by induction."""
        n, integers = self.n, arithmetic.integers
        following = ratio.following.subs(ratio.symbol, ratio.value)
        sides = (*terms_of(ratio.value.subs(n, n + 1), integers), *negative(terms_of(following, integers)))
        arithmetic.require_zero(sides, inside, Note("another recursion"))
        first = sp.cancel(by_recurrences(ratio.value.subs(n, self.start)))
        same = (*terms_of(ratio.value.subs(n, self.start), integers), *negative(terms_of(first, integers)))
        arithmetic.require_zero(same, domain, Note("another start"))
        sequence = Sequence(ratio.symbol, first, ratio.following)
        shown = Induction(ratio.invariant, n, self.start, (sequence,), integers=self.integers)
        found = shown.examine(domain.hypotheses, inside.prover)
        if not found.proved:
            raise NoRuleError(Note("not proved: ", shown.text))
        inside.evidence.append(found)

    def failure(self, values: Integers, prover: Prover) -> Note | None:
        """Both shares are 0, or 1, or the quotient of successive terms is monotone the other way."""
        this, following = self.at(values), self.at(values, 1)
        if not (this.is_share(prover) and following.is_share(prover)):
            return None
        if 0 in (certified_sign(this.x - this.lower), certified_sign(this.x - this.whole)):
            return Note("both shares are the same at ", this.x)
        slope = sp.diff(sp.cancel(by_recurrences(following.term / this.term)), self.variable)
        inside = this.inside(Region((), prover))
        falls_before = (sp.Le if self.relation == "<" else sp.Ge), -1
        falls_beyond = (sp.Ge if self.relation == "<" else sp.Le), 1
        for way, side in (falls_before, falls_beyond):
            if certified_sign(this.x - this.whole) == side and inside.follows(way(slope, 0, evaluate=False)):
                terms = Note("the quotient of the terms for ", self.n + 1, " and ", self.n)
                return Note(terms, " has the slope ", slope)
        return None


def _products(left: Iterable[Term], right: Iterable[Term]) -> list[Term]:
    """The terms of a product of two sums."""
    others = list(right)
    return [
        Term(one.factors + other.factors, one.gammas + other.gammas, one.powers + other.powers)
        for one in left
        for other in others
    ]
