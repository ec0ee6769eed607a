"""Induction: comparisons that hold for every integer from a start on, with sequences given by recursion.

Proved are, for all parameters of the domain, and "holds" including that all sequences have a value:

1. the claim holds at start, ..., start + d - 1 (the depth d is 1 unless said otherwise);
2. for n >= start: if it holds at n, ..., n + d - 1, it does at n + d.

A sequence s has the value `first` at start and at n + 1 the value `following`, in n and all sequences at n;
in the step it is any real number for which the claim holds. Gamma functions and powers with symbolic
exponents are named (see `terms`). A name is any real number; positive for a gamma function and for a power of
a positive base, not negative for one of a base >= 0 with an exponent >= 0. So the step is an implication
between real numbers.

Where a comparison is undefined it is false. So each divisor, root and logarithm, of the claim to be shown and
of what follows in the sequences, is proved to be defined from what the step supposes; and a claim is made of
comparisons by "and" and "or" alone, since what is undefined must not count as true in what is supposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, repeat
from typing import ClassVar

import sympy as sp
from sympy.core.relational import Relational

from verify.calculus.cases import NoRuleError, Region, nonempty
from verify.calculus.elementary import establish
from verify.calculus.points import as_expressions, at_point
from verify.evidence import Evidence, Outcome
from verify.integers.arithmetic import Arithmetic, named, require
from verify.integers.for_every_integer import ForEveryInteger, Integers, for_all, plain_and_different
from verify.integers.terms import Term, terms_of
from verify.language.case_functions import NOT_REAL
from verify.language.definedness import definedness
from verify.language.note import Note, joined
from verify.prover.prover import Prover

MOST_TRIED = 8
"""Values of n at which a claim that is not proved is looked at."""

Place = dict[sp.Symbol, sp.Expr]
"""n and the sequences at one n."""


@dataclass(frozen=True)
class Sequence:
    """Real numbers given by recursion.

    Parameters
    ----------
    symbol : Symbol
        Stands for the value at n.
    first : Expr
        The value at the start, free of n.
    following : Expr
        The value at n + 1, in n and the values of sequences at n.
    """

    symbol: sp.Symbol
    first: sp.Expr
    following: sp.Expr

    def __post_init__(self) -> None:
        as_expressions(self, "first", "following")


@dataclass(frozen=True)
class Induction(ForEveryInteger):
    """A comparison, or a combination of such, holds for all integers `n >= start`.

    Parameters
    ----------
    claim : Boolean
        Its sides are sums of hypergeometric terms in n and the symbols of sequences.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    sequences : tuple of Sequence
        What is given by recursion.
    depth : int
        How many successive claims the step supposes. Not trusted.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        The start is no sum of integers, or a bound symbol where it must not be.

    Examples
    --------
    >>> from sympy.abc import n, s, x
    >>> bernoulli = Induction((1 + x) ** n >= 1 + n * x, n, sp.Integer(0))
    >>> bernoulli.examine((x >= -1,), Prover()).proved
    True
    >>> squares = Sequence(s, sp.Integer(1), s + 1 / (n + 1) ** 2)
    >>> below = Induction(s <= 2 - 1 / n, n, sp.Integer(1), (squares,))
    >>> print(below.text)
    s <= 2 - 1/n for all integers n >= 1; s is 1 at n = 1, and s + (n + 1)**(-2) at n + 1
    >>> below.examine((), Prover()).proved
    True
    """

    method: ClassVar[str] = "induction"
    tried: ClassVar[int] = MOST_TRIED

    claim: sp.Basic
    n: sp.Symbol
    start: sp.Expr
    sequences: tuple[Sequence, ...] = ()
    depth: int = 1
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "start")
        symbols = tuple(sequence.symbol for sequence in self.sequences)
        self.require_symbols()
        plain_and_different(*symbols)
        if any(sequence.first.has(self.n, *symbols) for sequence in self.sequences):
            raise ValueError(f"a first value is free of {self.n} and of sequences")
        if self.depth < 1:
            raise ValueError("the step supposes at least one claim")
        if not _is_positive(self.claim):
            raise ValueError(f"no comparisons joined by and, or: {self.claim}")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        told = [
            Note("; ", s.symbol, " is ", s.first, " at ", self.n, " = ", self.start, ", and ", s.following)
            for s in self.sequences
        ]
        ends = (Note(each, " at ", self.n + 1) for each in told)
        return Note(self.claim, for_all(self.n, self.start, self.integers), joined("", ends))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.claim, self.start, *(e for s in self.sequences for e in (s.first, s.following)))
        bound = {self.n, *(s.symbol for s in self.sequences)}
        return frozenset().union(*(part.free_symbols for part in parts)) - bound

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The sequences."""
        return {f"sequence at {self.n}, {s.symbol},": s.symbol for s in self.sequences}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """The claim, and what the sequences are."""
        return self.claim, *(e for s in self.sequences for e in (s.first, s.following))

    def places(self, first: Place, count: int) -> list[Place]:
        """n and the sequences at successive n, from the first on."""

        def next_place(at: Place, _: None) -> Place:
            values = {s.symbol: s.following.subs(at, simultaneous=True) for s in self.sequences}
            return {self.n: at[self.n] + 1, **values}

        return list(accumulate(repeat(None, count - 1), next_place, initial=first))

    @property
    def at_start(self) -> Place:
        """The least n, and the sequences there."""
        return {self.n: self.start, **{s.symbol: s.first for s in self.sequences}}

    def prove(self, region: Region, domain: Region) -> None:
        """Points 1 and 2 of the module's opening lines."""
        first = self.places(self.at_start, self.depth)
        for i, at in enumerate(first):
            self._require([], at, first[i - 1] if i else None, domain)
        anywhere = {self.n: self.n, **{s.symbol: s.symbol for s in self.sequences}}
        *supposed, goal = self.places(anywhere, self.depth + 1)
        self._require(supposed, goal, supposed[-1], region)

    def _require(self, supposed: list[Place], goal: Place, before: Place | None, region: Region) -> None:
        """That the claim holds at a place, if it does at some others; `before` is the last of these."""
        integers = frozenset((*self.integers, self.n))
        sides = [side for c in self.claim.atoms(Relational) for side in c.args]
        asked = [at_point(o, goal) for o in _obligations(sides, integers)]
        if before is None:
            asked += _obligations([s.first for s in self.sequences], integers)
        else:
            following = _obligations([s.following for s in self.sequences], integers)
            asked += [at_point(o, before) for o in following]
        formulas = [*(at_point(self.claim, at) for at in supposed), *asked, at_point(self.claim, goal)]
        signs, formulas = _by_names(formulas, Arithmetic(integers), region)
        inside = region.narrowed(*signs, *formulas[: len(supposed)])
        for formula in formulas[len(supposed) :]:
            require(inside, formula)

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """By the sequences, computed from their start."""
        start = {symbol: value.subs(at) for symbol, value in self.at_start.items()}
        place = self.places(start, int(at[self.n] - start[self.n]) + 1)[-1]
        goal = at_point(self.claim, {**at, **place})
        undefined = {c: sp.false for c in goal.atoms(Relational) if c.has(*NOT_REAL)}
        return _false_at(goal.xreplace(undefined), domain, prover)


def _false_at(goal: sp.Basic, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
    """A refutation of the goal, or nothing."""
    if goal != sp.false:
        decided = establish(domain, goal, prover)
        return decided if decided.refuted else None
    point = nonempty(domain, prover)
    return replace(point, outcome=Outcome.REFUTED, note=Note("undefined")) if point.proved else None


def _is_positive(claim: sp.Basic) -> bool:
    """Whether it is made of comparisons by "and" and "or"."""
    if isinstance(claim, (sp.And, sp.Or)):
        return all(_is_positive(part) for part in claim.args)
    return isinstance(claim, Relational)


def _obligations(parts: Iterable[sp.Expr], integers: frozenset[sp.Symbol]) -> list[sp.Basic]:
    """What has to hold for the parts to have a value, gamma functions and named powers apart."""
    found: dict[sp.Basic, None] = {}
    for term in (term for part in parts for term in terms_of(part, integers)):
        inner = (
            *term.factors,
            *(form for form, _ in term.gammas),
            *(p for pair in term.powers for p in pair),
        )
        found |= dict.fromkeys(obligation for part in inner for obligation in definedness(part))
    return list(found)


def _by_names(
    formulas: list[sp.Basic], arithmetic: Arithmetic, region: Region
) -> tuple[list[sp.Basic], list[sp.Basic]]:
    """The signs of names, and the formulas by names, which are the same in all of them."""
    comparisons = list(
        dict.fromkeys(c for formula in formulas for c in sorted(formula.atoms(Relational), key=str))
    )
    if any(formula.has(*NOT_REAL) for formula in formulas):
        raise NoRuleError("divided by 0")
    sides = [terms_of(side, arithmetic.integers) for c in comparisons for side in c.args]
    terms: tuple[Term, ...] = tuple(term for side in sides for term in side)
    arithmetic.require_named(terms, region)
    found = named(terms)
    values = iter(found.terms)
    totals = iter([sp.Add(*(next(values) for _ in side)) for side in sides])
    compared = {c: c.func(next(totals), next(totals), evaluate=False) for c in comparisons}
    return _signs(found.gammas, found.powers, region), [formula.xreplace(compared) for formula in formulas]


def _signs(
    gammas: Iterable[sp.Expr], powers: Iterable[tuple[sp.Expr, sp.Expr, sp.Expr]], region: Region
) -> list[sp.Basic]:
    """What is known of the signs of names."""
    known = [sp.Gt(name, 0, evaluate=False) for name in gammas if name.is_Symbol]
    for name, base, exponent in powers:
        if not name.is_Symbol:
            continue
        if isinstance(base, sp.exp) or region.follows(sp.Gt(base, 0, evaluate=False)):
            known.append(sp.Gt(name, 0, evaluate=False))
        elif all(region.follows(sp.Ge(part, 0, evaluate=False)) for part in (base, exponent)):
            known.append(sp.Ge(name, 0, evaluate=False))
    return known
