"""The greatest or least value over all finite models of a supremum over orders, exchanged with it.

Let phi_s(X) be an objective for each order s and model X, and X* one model that is best for every order.

- **Greatest.** phi_s(X) <= phi_s(X*) for all s and X. The suprema over s keep this order, so that the one of
  X* is the greatest; and for each s the greatest value is phi_s(X*). So max sup = sup max = sup phi_s(X*).
- **Least.** phi_s(X) >= phi_s(X*) for all s and X gives in the same way min sup = sup min = sup phi_s(X*).
  (For objectives without a common best model only min sup >= sup min is true.)

Suprema are taken in [-oo, oo]. Against such a statement speaks a model whose supremum is beyond that of X*:
for the greatest one an order of it at which phi is above a bound of phi_s(X*) for all orders; for the least
one a bound of phi_s(X) for all orders that phi_s(X*) exceeds at one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.points import at_point
from verify.evidence import Evidence, Outcome, combined, sufficient, weakest
from verify.functions.named_extremum import NamedMaximum, NamedMinimum
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.probability.weighted_sum import Setting
from verify.prover.prover import Prover

GAPS = tuple(sp.Rational(1, 10**k) for k in (1, 2, 4))
"""By how much two suprema are shown to differ, in parts of the number at hand."""


NUMBERS = tuple(map(sp.Rational, ("1/10", "99/100", "1", "2", "10", "-1/10", "-99/100", "-2", "-10")))
"""Orders that are tried besides the one at hand: next to small numbers, and in between."""


@dataclass(frozen=True)
class ExtremumOfSuprema:
    """That an extremum over models and a supremum over orders may be exchanged, with the model that is best.

    Parameters
    ----------
    pointwise : NamedMaximum or NamedMinimum
        The extremum for one order; its models and the one that is named do not depend on the orders.
    orders : tuple of Symbol
        The orders.
    given : tuple of Boolean
        Which orders; may hold parameters.

    Raises
    ------
    ValueError
        Without an order, or if the models depend on one.

    Examples
    --------
    >>> from sympy.abc import p, q, s, u, x, y, z
    >>> from verify.functions.instances import Mixture
    >>> from verify.functions.models import MaximumOverModels, SymbolicModel
    >>> from verify.functions.named_extremum import SUM, Monotone
    >>> from verify.functions.perspective import Perspective
    >>> from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction
    >>> from verify.probability.derivation import Step
    >>> from verify.probability.rules import Termwise
    >>> from verify.probability.supports import Supports
    >>> from verify.probability.weighted_sum import Setting, Total
    >>> psi, sums = UnspecifiedFunction("psi", (x, y), SUBLINEAR), (Total(p, z), Total(q, z))
    >>> laws = Setting(
    ...     {p: (z,), q: (z,)}, (p >= 0, q >= 0, *(sp.Eq(one, 1) for one in sums)), supports=Supports.FINITE
    ... )
    >>> pure = Mixture(psi, (p, q), ((p, (1, 0)), (q, (0, 1))))
    >>> objective, value = Total(psi(p, q), z), psi(1, 0) + psi(0, 1)
    >>> termwise = Step(objective <= Total(p * psi(1, 0) + q * psi(0, 1), z), Termwise())
    >>> steps = (termwise, Step(objective <= value))
    >>> apart = SymbolicModel({z: 2}, {p: (1, 0), q: (0, 1)})
    >>> general = MaximumOverModels(laws, objective, value, apart, (psi,), mixtures=(pure,), steps=steps)
    >>> squares = Perspective((x, y), 2 * x + y, x + y, u, (2 * u - 3) ** 2)
    >>> each = NamedMaximum(general, squares, of=Monotone(s * SUM - s**2))
    >>> ExtremumOfSuprema(each, (s,), (s > 0,)).examine((), Prover()).proved
    True
    """

    pointwise: NamedMaximum | NamedMinimum
    orders: tuple[sp.Symbol, ...]
    given: tuple[sp.Basic, ...]

    def __post_init__(self) -> None:
        if not self.orders:
            raise ValueError("a supremum over no order: name at least one")
        general = self.pointwise.general
        entries = (
            sp.sympify(v, strict=True) for values in general.attained_at.entries.values() for v in values
        )
        about = (*general.setting.hypotheses, *entries)
        if any(part.free_symbols & set(self.orders) for part in about):
            raise ValueError("the models depend on an order, so that none is best for all orders")

    @property
    def setting(self) -> Setting:
        """The families, and what is supposed of them."""
        return self.pointwise.setting

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        name, each = self.pointwise.name, joined(", ", self.given)
        return Note(
            f"the {name} over models of the supremum over orders (", each,
            f") is the supremum of the {name}, both are attained at the named model, and for each order ",
            self.pointwise.text,
        )  # fmt: skip

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, without the orders."""
        parts = (self.pointwise, *self.given)
        return frozenset().union(*(part.free_symbols for part in parts)) - set(self.orders)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it order by order, or against it by a model with a supremum beyond."""
        some = prover.decide_inhabited((*domain, *self.given))
        each = self.pointwise.examine((*domain, *self.given), prover)
        if each.proved:
            return sufficient(self.text, [some, each], "order by order")
        inside = [*self.pointwise.general.membership(self._without_orders(domain), prover)]
        if any(part.refuted for part in inside):
            return combined(self.text, inside, "the named model is none")
        return self._refuted(each, domain, prover) or sufficient(self.text, [some, each], "order by order")

    def _without_orders(self, domain: tuple[sp.Basic, ...]) -> tuple[sp.Basic, ...]:
        return tuple(h for h in domain if h.free_symbols <= self.pointwise.general.free_symbols)

    def _refuted(self, each: Evidence, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """A model, among those at hand, that has a supremum beyond that of the named one, or another one."""
        hand = self.pointwise.at_hand(each.witness or {}, (*domain, *self.given), prover)
        for model, numbers, relation in hand:
            fixed = {s: v for s, v in numbers.items() if s not in self.orders}
            sides = (self.pointwise.sum_in(model), self.pointwise.extreme_sum)
            there, best = (self.pointwise.of.at(side).subs(fixed) for side in sides)
            tried = {sp.Le: [(there, best)], sp.Ge: [(best, there)]}
            for higher, lower in tried.get(relation, [(there, best), (best, there)]):
                shown = self._above(higher, lower, numbers, fixed, prover)
                if shown is not None:
                    evidence, note = shown
                    return Evidence(
                        self.text, Outcome.REFUTED, weakest((evidence,)), "a model with another supremum",
                        {**fixed, **model.point}, parts=(evidence,), note=note,
                    )  # fmt: skip
        return None

    def _above(
        self,
        higher: sp.Expr,
        lower: sp.Expr,
        numbers: Mapping[sp.Symbol, sp.Expr],
        fixed: Mapping[sp.Symbol, sp.Expr],
        prover: Prover,
    ) -> tuple[Evidence, Note] | None:
        """That one supremum is above the other: one value of the first is above a bound of the second."""
        given = tuple(at_point(h, fixed) for h in self.given)
        for order in self._orders_at_hand(given, numbers, prover):
            reached = higher.subs(order)
            for bound in _bounds_below(reached):
                strict = prover.decide(Implication((), sp.Gt(reached, bound, evaluate=False)))
                below = prover.decide(Implication(given, sp.Le(lower, bound, evaluate=False)))
                if below.proved and strict.proved:
                    note = Note(
                        "one supremum is ", reached, " or more, at ", order, ", the other at most ", bound
                    )
                    return combined(Note(self.text), [below, strict], "a bound between the suprema"), note
        return None

    def _orders_at_hand(
        self, given: tuple[sp.Basic, ...], numbers: Mapping[sp.Symbol, sp.Expr], prover: Prover
    ) -> Iterator[dict[sp.Symbol, sp.Expr]]:
        """Orders at which one objective may exceed the other's supremum."""
        yield {s: numbers[s] for s in self.orders}
        for number in NUMBERS:
            order = dict.fromkeys(self.orders, number)
            if all(prover.decide(Implication((), at_point(h, order))).proved for h in given):
                yield order


def _bounds_below(number: sp.Expr) -> Iterator[sp.Rational]:
    """Rational numbers a little below a number; none where it is no real one, as a logarithm may be."""
    about = sp.N(number, 12)
    if not about.is_Float and not about.is_Rational:
        return
    near = sp.Rational(str(about))
    for gap in GAPS:
        yield sp.Rational(round((near - gap * max(1, abs(near))) * 10**5), 10**5)
