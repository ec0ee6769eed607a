"""Which sums converge absolutely, for all countable index sets: what the rules on sums need of them.

Take the sum of |a| over all values of the indices, in [0, oo]. It does not depend on the order, and may be
taken index by index (Tonelli). If it is finite, a is called summable; then the sum of a has one value in
every order, and may be taken index by index, in blocks and over subsets (Fubini). From this, with c a number
that does not vary with the indices that run:

- **Linear combinations.** If a and b are summable, so is a + c b, and its sum is that of a and c times that
  of b. One that is not summable spoils this: sum (a - a) = 0, where sum a - sum a is undefined.
- **Products.** If a_y and b_z are summable, so is a_y b_z over y and z, with the product of the sums. Where
  a_y b_yz is summable over y and z and b_yz over z for each y, the sum over y of a_y (sum over z of b_yz) is
  that over both. Without the former this fails: rows 1, -1 and columns 1, -1 that are shifted by one.
- **Order.** If a <= b, both summable, then sum a <= sum b, as sum (b - a) is one of terms >= 0; and it is not
  less than any single one of these, so that sum a < sum b if a < b at one place. Terms >= 0 alone do not
  make a sum: it may be infinite.
- **Positivity.** If all m <= 0 and m is summable, sum m <= 0; so sum m > 0 gives a place with m > 0.
- **Division.** A sum that is summable and positive is a number > 0.

How a sum is shown to be summable here, from the hypotheses alone:

1. A hypothesis has it. An undefined comparison is false, so that `Total(w, z) = 1` says that w is summable.
2. Fewer indices run than in a summable family (a subset of its terms), or it is that family's own sum over
   some of its indices (Fubini).
3. It is a product: summable factors, over disjoint sets of indices that are all, times factors each bounded
   by one number. A factor is bounded by what the prover shows, or as it is itself summable. That each of its
   values is finite is not enough: that makes a largest one for finite sets only.
4. It is dominated: |a| <= c |k|, or c (|k| + |l| + ...), k, l, ... summable, c not varying with the indices.
5. Its terms are not negative, and the sums over some indices are summable over the others (Tonelli).

A finite model is a countable one: it refutes a statement about all countable sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import sympy as sp
from sympy.core.relational import Relational

from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.language.note import Note
from verify.probability.rules import follows
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@lru_cache(maxsize=1 << 12)
def sums_in(setting: Setting, statement: sp.Basic) -> tuple[Total, ...]:
    """The sums that must converge for a statement to mean what its normal form does.

    All that it has, and all into which the normal form takes these apart.

    Examples
    --------
    >>> from sympy.abc import w, v, z
    >>> sums_in(Setting({w: (z,), v: (z,)}), Total(w - v, z) >= 0)
    (Total(v, z), Total(w, z))
    """
    pieces = (piece for total in statement.atoms(Total) for piece in setting.pieces(total))
    return tuple(sorted({t for piece in pieces for t in piece.atoms(Total)}, key=str))


@dataclass
class Convergence:
    """What is shown to converge absolutely, from the hypotheses on the families.

    Parameters
    ----------
    setting : Setting
        The families.
    facts : tuple of Boolean
        All that is assumed; conclusions of steps do not belong here.
    prover : Prover
        Shows bounds of generic terms.

    Examples
    --------
    >>> from sympy.abc import f, v, w, z
    >>> setting = Setting({w: (z,), f: (z,), v: (z,)}, (sp.Eq(Total(w, z), 1), f >= 0, f <= 1, v >= 0))
    >>> sums = Convergence(setting, setting.facts(), Prover())
    >>> [sums.evidence(Total(a, z)).proved for a in (w, f * w, v * w, v)]
    [True, True, False, False]
    """

    setting: Setting
    facts: tuple[sp.Basic, ...]
    prover: Prover
    asked: dict[Total, Evidence] = field(default_factory=dict, init=False, repr=False)

    def evidence(self, total: Total) -> Evidence:
        """Evidence that a sum converges absolutely, for each value of the indices that it varies with.

        Proved, or open: nothing is concluded from not finding a reason.
        """
        if total not in self.asked:
            found = self._shown(total, self.known) or self._dominated(total)
            nothing = Evidence(_converges(total), Outcome.OPEN, None, "no summable bound found")
            self.asked[total] = found or nothing
        return self.asked[total]

    def missing(self, statement: sp.Basic) -> tuple[Total, ...]:
        """The sums of a statement that are not shown to converge."""
        return tuple(t for t in sums_in(self.setting, statement) if not self.evidence(t).proved)

    @cached_property
    def known(self) -> Mapping[Total, Evidence]:
        """The sums that hypotheses have, and those over further indices that these make summable."""
        found = {t: _stated(t) for fact in self._comparisons for t in fact.atoms(Total)}
        for inner in sorted(found, key=str):
            for whole, reasons in self._iterated(inner, found):
                positive = self._for_terms(sp.Ge(inner.summand, 0, evaluate=False))
                if positive.proved:
                    found[whole] = sufficient(_converges(whole), (positive, found[inner], *reasons), _TONELLI)
        return found

    @cached_property
    def _comparisons(self) -> tuple[Relational, ...]:
        parts = (p for fact in self.facts for p in (fact.args if isinstance(fact, sp.And) else (fact,)))
        return tuple(p for p in parts if isinstance(p, Relational))

    @cached_property
    def _on_terms(self) -> tuple[sp.Basic, ...]:
        return tuple(fact for fact in self.facts if not fact.has(Total))

    def _for_terms(self, goal: sp.Basic) -> Evidence:
        return follows(self.setting, self._on_terms, goal, self.setting.free_indices(goal), self.prover)

    def _iterated(
        self, inner: Total, known: Mapping[Total, Evidence]
    ) -> Iterator[tuple[Total, tuple[Evidence, ...]]]:
        """Sums over more indices than `inner`, with the reason why `inner` is summable over the others."""
        for outer in sorted(known, key=str):
            if outer.summand == inner:
                yield Total(inner.summand, *inner.indices, *outer.indices), (known[outer],)
        further = self.setting.free_indices(inner)
        for fact in self._comparisons if further else ():
            above = _above(fact, inner)
            if above is None:
                continue
            bounds = sums_in(self.setting, Total(above, *further) >= 0)
            reasons = [self._shown(b, known) for b in bounds]
            if all(reasons):
                yield Total(inner.summand, *inner.indices, *further), tuple(r for r in reasons if r)

    def _shown(self, total: Total, known: Mapping[Total, Evidence]) -> Evidence | None:
        """By summable factors, the others being bounded."""
        if total in known:
            return known[total]
        running = frozenset(total.indices)
        factors = _factors(total.summand)
        summable = {**known, **self._own_sums(factors, running, known)}
        for chosen, others in self._covers(factors, running, running, tuple(summable)):
            bounds = [self._bounded(factor, running, summable) for factor in dict.fromkeys(others)]
            if all(bounds):
                parts = (*(summable[t] for t in chosen), *(b for b in bounds if b))
                return sufficient(_converges(total), parts, "summable factors, times bounded ones")
        return None

    def _own_sums(
        self, factors: Iterable[sp.Expr], running: frozenset[sp.Symbol], known: Mapping[Total, Evidence]
    ) -> dict[Total, Evidence]:
        """Factors that are sums themselves, summable as the sum over all indices converges."""
        found = {}
        for factor in factors:
            further = self.setting.free_indices(factor) & running
            if isinstance(factor, Total) and further and not further & set(factor.indices):
                whole = self._shown(Total(factor.summand, *factor.indices, *further), known)
                if whole is not None:
                    own = Total(factor, *further)
                    found[own] = sufficient(_converges(own), (whole,), "sums over a part of the indices")
        return found

    def _covers(
        self,
        factors: tuple[sp.Expr, ...],
        left: frozenset[sp.Symbol],
        running: frozenset[sp.Symbol],
        summable: tuple[Total, ...],
    ) -> Iterator[tuple[tuple[Total, ...], tuple[sp.Expr, ...]]]:
        """Summable sums whose terms are among the factors, for all indices; and the other factors."""
        if not left:
            yield (), factors
            return
        for total in summable:
            over = set(total.indices) & running
            others = _without(factors, _factors(total.summand))
            if others is None or not over or over - left or self.setting.free_indices(total) & running:
                continue
            for chosen, rest in self._covers(others, left - over, running, summable):
                yield (total, *chosen), rest

    def _bounded(
        self, factor: sp.Expr, running: frozenset[sp.Symbol], summable: Mapping[Total, Evidence]
    ) -> Evidence | None:
        """Evidence that one number bounds the factor for all values of the running indices."""
        varying = self.setting.free_indices(factor) & running
        statement = Note(factor, " is bounded")
        for total, evidence in summable.items():
            if total.summand == factor and varying <= set(total.indices):
                return sufficient(statement, (evidence,), "by the sum of all its values")
        above, below = (self._at_most(side, running) for side in (factor, -factor))
        return sufficient(statement, (above, below), "by a number") if above and below else None

    def _at_most(self, term: sp.Expr, running: frozenset[sp.Symbol]) -> Evidence | None:
        """Evidence that some number is not below the term."""
        tried = (self._for_terms(sp.Le(term, b, evaluate=False)) for b in self._bounds(term, running))
        return next((evidence for evidence in tried if evidence.proved), None)

    def _dominated(self, total: Total) -> Evidence | None:
        """By a summable family, or by all of them together, times what does not vary with the indices."""
        term, running = total.summand, frozenset(total.indices)
        alone = [(other,) for other in self.known if running <= set(other.indices)]
        together = tuple(other for (other,) in alone if set(other.indices) == running)
        for others in (*alone, together) if len(together) > 1 else alone:
            sizes = sp.Add(*(sp.Abs(other.summand) for other in others))
            for factor in self._bounds(term, running):
                bound = factor * sizes
                below = sp.And(sp.Le(term, bound), sp.Le(-term, bound), evaluate=False)
                found = self._for_terms(below)
                if found.proved:
                    reasons = (*(self.known[other] for other in others), found)
                    return sufficient(_converges(total), reasons, "dominated by summable families")
        return None

    def _bounds(self, term: sp.Expr, running: frozenset[sp.Symbol]) -> Iterator[sp.Expr]:
        """What may bound a term: 1, and symbols that do not vary with the indices but stand beside it."""
        yield sp.Integer(1)
        beside = {s for f in self._on_terms if f.free_symbols & term.free_symbols for s in f.free_symbols}
        for symbol in sorted(beside, key=str):
            if not self.setting.free_indices(symbol) & running:
                yield from (symbol, -symbol, 1 / symbol)


_TONELLI = "terms not negative, summed over some indices, then over the others"


def _converges(total: Total) -> Note:
    return Note(total, " converges absolutely")


def _stated(total: Total) -> Evidence:
    return Evidence(_converges(total), Outcome.PROVED, Grade.EXACT, "a hypothesis has it")


def _above(fact: Relational, total: Total) -> sp.Expr | None:
    """What a hypothesis says to be at least the sum."""
    if isinstance(fact, sp.Eq) and total in fact.args:
        return fact.rhs if fact.lhs == total else fact.lhs
    if isinstance(fact, (sp.Le, sp.Lt, sp.Ge, sp.Gt)) and fact.lts == total:
        return fact.gts
    return None


def _factors(term: sp.Expr) -> tuple[sp.Expr, ...]:
    """The factors of a product, each as often as it occurs."""
    found: list[sp.Expr] = []
    for factor in sp.Mul.make_args(term):
        whole = factor.is_Pow and factor.exp.is_Integer
        base, times = (factor.base, int(factor.exp)) if whole else (factor, 1)
        found += [base if times > 0 else 1 / base] * abs(times)
    return tuple(found)


def _without(factors: tuple[sp.Expr, ...], taken: tuple[sp.Expr, ...]) -> tuple[sp.Expr, ...] | None:
    """The factors that are left; None where not all can be taken away."""
    left = list(factors)
    for factor in taken:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)
