"""What statements for every integer have in common: their bound symbols, their domains, their first cases.

A proof takes integers for real numbers wherever an implication is decided; a refutation, and the point that
shows a domain not to be empty, have integers for all symbols that stand for integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import ClassVar

import sympy as sp

from verify.calculus.cases import NoRuleError, Region, nonempty, require_free_of
from verify.calculus.elementary import establish
from verify.calculus.points import at_point
from verify.evidence import Evidence, Outcome, weakest
from verify.integers.terms import is_integer_form
from verify.language.assumptions import ALL_SIGNS, signs_of, with_signs, written
from verify.language.case_functions import NOT_REAL
from verify.language.note import Note, joined
from verify.prover.prover import Prover

MOST_TERMS = 30
"""In a sum that is written out."""

TRIED = 4
"""Values of n, and of each further integer, at which a claim that is not proved is looked at."""

Integers = dict[sp.Symbol, sp.Expr]
"""n and further integers, and what they are."""


class ForEveryInteger(ABC):
    """A statement for all integers `n >= start`, and for further integers.

    A subclass has the fields n, start and integers, says which symbols it binds besides and whose declared
    signs are hypotheses, proves, and refutes.
    """

    n: sp.Symbol
    start: sp.Expr
    integers: tuple[sp.Symbol, ...]

    method: ClassVar[str] = "a recurrence with a certificate"
    tried: ClassVar[int] = TRIED

    @property
    @abstractmethod
    def text(self) -> Note:
        """The statement, rendered from what is examined."""

    @property
    @abstractmethod
    def bound(self) -> Mapping[str, sp.Symbol]:
        """Symbols that it binds, other than n, and what they are."""

    @property
    @abstractmethod
    def about(self) -> tuple[sp.Basic, ...]:
        """Whose declared signs are hypotheses, too."""

    @abstractmethod
    def prove(self, region: Region, domain: Region) -> None:
        """Prove it on the region, where n is real, or raise `NoRuleError`; the domain says nothing of n."""

    @abstractmethod
    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """Evidence on the statement for these integers, on the domain for them; None if no rule is known."""

    def refuted(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """A refutation by one of the first n."""
        for at in first_integers(self.n, self.start, self.integers, self.tried):
            here = tuple(at_point(hypothesis, at) for hypothesis in domain)
            found = self.refuted_at(at, here, prover)
            if found is not None and found.refuted:
                return replace(at_integers(found, at), statement=self.text)
        return None

    def require_symbols(self) -> None:
        """Refuse bound symbols that are not apart, and a start that is no sum of integers.

        Raises
        ------
        ValueError
            Names the symbol, or the start.
        """
        plain_and_different(self.n, *self.bound.values(), *self.integers)
        if not is_integer_form(self.start, frozenset(self.integers)):
            raise ValueError(f"the start {self.start} is no sum of whole multiples of integers")

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for or against the statement.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters and on further integers, none on bound symbols.
        prover : Prover
            Decides the implications.

        Raises
        ------
        ValueError
            If a hypothesis holds a bound symbol.
        """
        for role, symbol in {"integer": self.n, **self.bound}.items():
            require_free_of(domain, symbol, role)
        domain = with_signs(domain, *self.about)
        region = Region((*domain, sp.Ge(self.n, self.start, evaluate=False)), prover)
        try:
            inhabited(self.integers, domain, prover, region.evidence)
            self.prove(region, Region(domain, prover, region.evidence))
        except NoRuleError as error:
            parts = tuple(region.evidence)
            left_open = Evidence(
                self.text, Outcome.OPEN, None, "no rule decides", parts=parts, note=Note(error)
            )
            return self.refuted(domain, prover) or left_open
        parts = tuple(region.evidence)
        return Evidence(self.text, Outcome.PROVED, weakest(parts), self.method, parts=parts)


def plain_and_different(*symbols: sp.Symbol) -> None:
    """Refuse what is to be bound, or to stand for integers, if one occurs twice or declares a sign.

    Raises
    ------
    ValueError
        Names the symbol.
    """
    for i, symbol in enumerate(symbols):
        if not isinstance(symbol, sp.Symbol):
            raise ValueError(f"{symbol} is no symbol")
        if symbol in symbols[:i]:
            raise ValueError(f"{symbol} stands for two things")
        if signs_of(symbol) != ALL_SIGNS:
            raise ValueError(f"{written(symbol)} declares a sign; the start or a hypothesis says it")


def for_all(n: sp.Symbol, start: sp.Expr, integers: Iterable[sp.Symbol]) -> Note:
    """The end of a sentence: for which integers.

    Examples
    --------
    >>> from sympy.abc import m, n
    >>> print(for_all(n, m, [m]))
     for all integers m and n, n >= m
    """
    bound = sp.Ge(n, start, evaluate=False)
    further = tuple(integers)
    if not further:
        return Note(" for all integers ", bound)
    return Note(" for all integers ", joined(", ", further), " and ", n, ", ", bound)


def between(lower: sp.Expr, k: sp.Symbol, upper: sp.Expr) -> tuple[sp.Basic, sp.Basic]:
    """`lower <= k <= upper`."""
    return sp.Ge(k, lower, evaluate=False), sp.Le(k, upper, evaluate=False)


def places(lower: sp.Expr, upper: sp.Expr) -> list[sp.Expr]:
    """The places from one to the other, if there are as many for all parameters.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        Their number is not fixed, or large.
    """
    count = sp.expand(upper - lower + 1)
    if not (count.is_Integer and 0 <= count <= MOST_TERMS):
        raise NoRuleError(Note("no fixed number of terms from ", lower, " to ", upper))
    return [sp.expand(lower + i) for i in range(int(count))]


def choices(integers: tuple[sp.Symbol, ...]) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Small values for the integers, from 0 on."""
    for values in product(range(TRIED), repeat=len(integers)):
        yield dict(zip(integers, map(sp.Integer, values), strict=True))


def first_integers(
    n: sp.Symbol, start: sp.Expr, integers: tuple[sp.Symbol, ...], most: int = TRIED
) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """The first n, for small values of the other integers."""
    for at in choices(integers):
        for step in range(most):
            yield {**at, n: start.subs(at) + step}


def inhabited(
    integers: tuple[sp.Symbol, ...], domain: tuple[sp.Basic, ...], prover: Prover, evidence: list[Evidence]
) -> None:
    """Show that the domain has a point with integers; the evidence is kept.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        None is found.
    """
    for at in choices(integers):
        found = nonempty(tuple(at_point(h, at) for h in domain), prover)
        if found.proved:
            evidence.append(found)
            return
    raise NoRuleError("no point of the domain is known at which these symbols are integers")


def fails(left: sp.Expr, right: sp.Expr, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
    """A refutation at a point of the domain where the sides differ or have no value."""
    if left.has(*NOT_REAL) or right.has(*NOT_REAL):
        point = nonempty(domain, prover)
        note = Note("a term or the value is undefined")
        return replace(point, outcome=Outcome.REFUTED, note=note) if point.proved else None
    decided = establish(domain, sp.Eq(left, right, evaluate=False), prover)
    return decided if decided.refuted else None


def at_integers(refutation: Evidence, at: Integers) -> Evidence:
    """A refutation with the integers in its witness."""
    return replace(refutation, witness={**at, **(refutation.witness or {})}, method="written out for small n")
