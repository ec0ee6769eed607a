"""Sums over all n-tuples of elements, for every n: families multiplied along a tuple, and exponential decay.

Let X be families over one index set, and X_n(z_1, ..., z_n) = X(z_1) ... X(z_n). Let a relation hold between
the families at each element, and between products once it holds between the factors; then it holds along each
tuple, by induction on n. If it gives |term| <= c, c one of the families, the sum of term(X_n) over all
n-tuples is in size at most that of c_n, which is (sum c)^n, as each sum over the last element is a factor.
With sum c < 1 it tends to zero exponentially, at a rate that may be another one for other families. (So
Chernoff's bound: min(p, q) <= c with c^2 = p q, all >= 0.)

It does not decay where all families are 1 on a single element, and the term is not 0 there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from verify.calculus.points import at_point
from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.probability.derivation import Derivation, Step, statement_text
from verify.probability.refutation import find_model, has_model
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class ExponentialDecay:
    """The sum of a term over all n-tuples tends to zero exponentially, for all finite index sets.

    Parameters
    ----------
    setting : Setting
        Families over one index, and hypotheses.
    term : Expr
        What is summed, in the families.
    bound : Symbol
        A hint: the family c whose sum is below 1.
    relation : tuple of Boolean
        A hint: hypotheses of the setting on the families at an element, which products inherit.
    steps : tuple of Step
        A hint: the chain that ends in `Total(c, z) < 1`.

    Raises
    ------
    ValueError
        For more than one index, or a bound that is no family: a number is not multiplied along a tuple.

    Examples
    --------
    >>> from sympy.abc import c, p, z
    >>> from verify.probability.rules import Termwise
    >>> from verify.probability.supports import Supports
    >>> square = (p >= 0, sp.Eq(c, p**2))
    >>> given = (*square, p <= sp.Rational(1, 2), sp.Eq(Total(p, z), 1))
    >>> coin = Setting({p: (z,), c: (z,)}, given, supports=Supports.FINITE)
    >>> below = (Step(Total(c, z) <= Total(p / 2, z), Termwise()), Step(Total(c, z) < 1))
    >>> ExponentialDecay(coin, p**2, c, square, below).examine((), Prover()).proved
    True
    """

    setting: Setting
    term: sp.Expr
    bound: sp.Symbol
    relation: tuple[sp.Basic, ...]
    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if len(self.setting.indices) != 1:
            raise ValueError("tuples of elements of one index set, not of several")
        if self.bound not in self.setting.families:
            raise ValueError(f"the bound {self.bound} is no family: name one of {self._listed}")

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        (index,) = self.setting.indices
        told = Note("the sum of ", self.term, " over all n-tuples of values of ", index, ", ", self._listed)
        decay = Note(told, " multiplied along each, tends to zero exponentially as n -> oo")
        return statement_text(self.setting, decay)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.term, *self.setting.hypotheses)
        return frozenset[sp.Symbol]().union(*(h.free_symbols for h in parts)) - set(self.setting.indices)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by a bound that products inherit, or against it by an element on which nothing decays."""
        facts = self.setting.facts(domain)
        constant = self._constant(facts)
        if constant is not None:
            return constant
        (index,) = self.setting.indices
        small = sp.Lt(Total(self.bound, index), 1, evaluate=False)
        chain = Derivation(self.setting, small, self.steps)
        parts = [
            *self._inherited(domain, prover),
            chain.by_chain(domain, prover, has_model(self.setting, facts)),
        ]
        return sufficient(self.text, parts, "products inherit the bound, whose sum is below 1")

    @property
    def _families(self) -> tuple[sp.Symbol, ...]:
        return tuple(sorted(self.setting.families, key=str))

    @property
    def _listed(self) -> Note:
        return joined(", ", self._families)

    def _inherited(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """That the relation is assumed, holds between products, and bounds the term."""
        strange = [r for r in self.relation if r not in self.setting.hypotheses]
        if strange:
            note = Note(strange[0], " is no hypothesis of the setting")
            yield Evidence(Note(strange[0]), Outcome.OPEN, None, "premise not at hand", note=note)
        numbers = tuple(h for h in domain if not h.free_symbols & set(self._families))
        factors = {s: sp.Dummy(f"{s}_next") for s in self._families}
        further = tuple(at_point(r, factors) for r in self.relation)
        products = {s: s * factor for s, factor in factors.items()}
        for part in self.relation:
            yield prover.decide(Implication((*numbers, *self.relation, *further), at_point(part, products)))
        given = (*numbers, *self.relation)
        for size in (self.term, -self.term):
            yield prover.decide(Implication(given, sp.Le(size, self.bound, evaluate=False)))

    def _constant(self, facts: tuple[sp.Basic, ...]) -> Evidence | None:
        """A refutation by one element with all families 1: each product is 1, and the sum the same."""
        (index,) = self.setting.indices
        ones = (sp.Eq(s, 1, evaluate=False) for s in self._families)
        model = find_model(self.setting, (*facts, *ones), sp.false, largest=1)
        there = sp.Ne(self.term, 0, evaluate=False)
        if model is None or model.sizes[index] != 1 or not model.truth(there, {index: 1}):
            return None
        value = sp.Rational(model.value(self.term, {index: 1}))
        note = Note("all families are 1 on a single element: the sum is ", value, " for every n")
        return Evidence(self.text, Outcome.REFUTED, Grade.EXACT, "products of ones", model.point, note=note)
