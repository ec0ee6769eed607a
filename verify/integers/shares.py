"""Shares of integrals for every n: how much of the integral up to `whole` is reached at x.

With a term f > 0 on t > lower, continuous there and with a limit at the lower end, I(x) is the integral of f
over lower < t < x, and the share is S(x) = I(x)/I(whole) for whole > lower. I rises strictly from 0 at the
lower end, so that S(x) <= 1 is the same as x <= whole.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar, Self

import sympy as sp

from verify.calculus.cases import NoRuleError, Region, nonempty
from verify.calculus.elementary import establish
from verify.calculus.points import as_expressions, at_point, number_sign
from verify.evidence import Evidence, Outcome
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import ForEveryInteger, Integers, for_all
from verify.integers.term_calculus import limits, require_smooth
from verify.integers.terms import Term, terms_of
from verify.language.note import Note, joined
from verify.language.special_functions import by_recurrences
from verify.prover.prover import Prover

TRIED_NUMBERS = (sp.S.One, sp.Integer(2), sp.S.Half, sp.Integer(3), sp.S.Zero, sp.S.NegativeOne)
"""For the symbols, where a claim that is not proved is looked at."""

MOST_POINTS = 30
"""For one n."""


@dataclass(frozen=True)
class ShareOfIntegral(ForEveryInteger):
    """What statements on such shares have in common, for all integers `n >= start`.

    Parameters
    ----------
    term : Expr
        A sum of products of hypergeometric terms in n, smooth in the variable, positive above the lower end.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    lower, x, whole : Expr
        The lower end, up to where the share counts, and where it is 1; free of n and the variable.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        The start is no sum of integers, or a bound symbol where it must not be.
    """

    method: ClassVar[str] = "a positive integrand"

    term: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    x: sp.Expr
    whole: sp.Expr
    n: sp.Symbol
    start: sp.Expr
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "term", "lower", "x", "whole", "start")
        self.require_symbols()
        if any(end.has(self.n, self.variable) for end in self.ends):
            raise ValueError(f"the ends are free of {self.n} and {self.variable}")
        if any(end.has(sp.oo, -sp.oo) for end in self.ends):
            raise ValueError("the ends are finite")

    @property
    def ends(self) -> tuple[sp.Expr, ...]:
        """Lower end, x and whole."""
        return self.lower, self.x, self.whole

    @property
    @abstractmethod
    def said(self) -> Note:
        """What is claimed of the share."""

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        sides = []
        for end in (self.x, self.whole):
            span = joined(", ", (self.variable, self.lower, end))
            sides.append(Note("Integral(", self.term, ", (", span, "))"))
        return Note(joined("/", sides), self.said, for_all(self.n, self.start, self.integers))

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration."""
        return {"variable": self.variable}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The term and the ends."""
        return self.term, *self.ends

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (*self.about, self.start)
        return frozenset().union(*(p.free_symbols for p in parts)) - {self.n, *self.bound.values()}

    def inside(self, region: Region) -> Region:
        """The region with the variable above the lower end."""
        return region.narrowed(sp.Gt(self.variable, self.lower, evaluate=False))

    def terms(self, arithmetic: Arithmetic, step: int = 0) -> tuple[Term, ...]:
        """Those of the term, for n + step."""
        return tuple(t.substituted({self.n: self.n + step}) for t in terms_of(self.term, arithmetic.integers))

    def require_share(self, region: Region, arithmetic: Arithmetic) -> None:
        """That whole is above the lower end, the term positive, and its integral from there on exists."""
        require(region, sp.Lt(self.lower, self.whole, evaluate=False))
        terms, inside = self.terms(arithmetic), self.inside(region)
        require_smooth(terms, self.variable)
        arithmetic.require_defined(terms, inside)
        for part in (part for term in terms for part in term.of_unknown_sign):
            require(inside, sp.Gt(part, 0, evaluate=False))
        limits(terms, self.variable, self.lower, region, arithmetic)

    def is_share(self, prover: Prover) -> bool:
        """Whether both integrals are known to exist and x to be at least the lower end, for numbers."""
        try:
            self.require_share(Region((), prover), Arithmetic(frozenset()))
        except NoRuleError:
            return False
        return certified_sign(self.x - self.lower) in (0, 1)

    def at(self, values: Integers, step: int = 0) -> Self:
        """The same for one n, or so many steps further, in elementary form where there is one."""
        put = {**values, self.n: values[self.n] + step}
        ends = {name: getattr(self, name).subs(put) for name in ("lower", "x", "whole")}
        return replace(self, term=sp.expand(by_recurrences(self.term.subs(put))), **ends)

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """At a point of the domain where it is seen to fail."""
        symbols = sorted(self.free_symbols - set(at), key=str)
        for place in _places(symbols):
            point = nonempty(tuple(at_point(hypothesis, place) for hypothesis in domain), prover)
            if not point.proved:
                continue
            why = self._undefined({**at, **place}) or self.failure({**at, **place}, prover)
            if why:
                witness = {**(point.witness or {}), **place}
                return replace(point, outcome=Outcome.REFUTED, witness=witness, note=why)
        return None

    def _undefined(self, values: Integers) -> Note | None:
        """That the share is no number, all symbols having values."""
        here = self.at(values)
        if here.term == 0 or certified_sign(here.whole - here.lower) == 0:
            return Note("the integral up to ", here.whole, " is 0")
        return None

    @abstractmethod
    def failure(self, values: Integers, prover: Prover) -> Note | None:
        """Why the statement fails, all symbols having values; None where that is not seen."""


def certified_sign(number: sp.Expr) -> int | None:
    """The sign of a number; None where it is not known, or the number is not real."""
    try:
        return number_sign(number)
    except ZeroDivisionError:
        return None


def _places(symbols: list[sp.Symbol]) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Numbers for the symbols, simple ones first."""
    ranks = sorted(product(range(len(TRIED_NUMBERS)), repeat=len(symbols)), key=sum)
    for rank in ranks[:MOST_POINTS]:
        yield {symbol: TRIED_NUMBERS[i] for symbol, i in zip(symbols, rank, strict=True)}


@dataclass(frozen=True)
class ShareAtMostOne(ShareOfIntegral):
    """For all integers `n >= start`, the share at x is at most 1.

    Examples
    --------
    >>> from sympy.abc import n, t, w, x
    >>> law = ShareAtMostOne(t**n * sp.exp(-t), t, sp.Integer(0), x, w, n, sp.Integer(0))
    >>> print(law.text)
    Integral(t**n*exp(-t), (t, 0, x))/Integral(t**n*exp(-t), (t, 0, w)) <= 1 for all integers n >= 0
    >>> law.examine((x >= 0, x <= w, w > 0), Prover()).proved
    True
    >>> law.examine((x >= 0, w > 0), Prover()).refuted
    True
    """

    @property
    def said(self) -> Note:
        """Of the share."""
        return Note(" <= 1")

    def prove(self, region: Region, domain: Region) -> None:
        """The integrand is positive, and x at most where the share is 1."""
        self.require_share(region, Arithmetic(frozenset((*self.integers, self.n))))
        require(region, sp.Le(self.lower, self.x, evaluate=False))
        require(region, sp.Le(self.x, self.whole, evaluate=False))

    def failure(self, values: Integers, prover: Prover) -> Note | None:
        """x is beyond where the share is 1."""
        here = self.at(values)
        beyond = certified_sign(here.x - here.whole) == 1
        return Note(here.x, " is above ", here.whole) if beyond and here.is_share(prover) else None


@dataclass(frozen=True)
class ShareRises(ShareOfIntegral):
    """For all integers `n >= start`, the share rises strictly with x, from 0 at the lower end, through 1.

    x is bound: a symbol of its own, for any number that is at least the lower end.

    Examples
    --------
    >>> from sympy.abc import n, t, w, x
    >>> law = ShareRises(t**n * sp.exp(-t), t, sp.Integer(0), x, w, n, sp.Integer(0))
    >>> law.examine((w > 0,), Prover()).proved
    True
    >>> replace(law, term=t**n * (1 - t)).examine((w > 0,), Prover()).refuted
    True
    """

    @property
    def said(self) -> Note:
        """Of the share."""
        ends = Note(" from 0 at ", self.lower, " through 1 at ", self.whole)
        return Note(" rises strictly with ", self.x, ends)

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(part.has(self.x) for part in (self.term, self.lower, self.whole)):
            raise ValueError(f"{self.x} is the upper end alone")

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration, and x."""
        return {"variable": self.variable, "upper end": self.x}

    def prove(self, region: Region, domain: Region) -> None:
        """The integrand is positive."""
        self.require_share(region, Arithmetic(frozenset((*self.integers, self.n))))

    def failure(self, values: Integers, prover: Prover) -> Note | None:
        """The integrand has either sign: then the share falls somewhere, or is undefined."""
        here, arithmetic = self.at(values), Arithmetic(frozenset())
        inside = here.inside(Region((), prover))
        try:
            require_smooth(here.terms(arithmetic), here.variable)
            arithmetic.require_defined(here.terms(arithmetic), inside)
        except NoRuleError:
            return None
        either = (relation(here.term, 0, evaluate=False) for relation in (sp.Ge, sp.Le))
        if all(establish(inside.hypotheses, sign, prover).refuted for sign in either):
            return Note("of either sign: ", here.term)
        return None
