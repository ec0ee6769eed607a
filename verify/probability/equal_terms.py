"""Equal totals of ordered terms: the terms are equal, one by one.

Let a_z <= b_z at each z, and sum a = sum b, both sums absolutely convergent. Then the b_z - a_z are >= 0 and
add up to 0, and as none of them is above their sum, each is 0. With a = 0: numbers >= 0 that add up to 0 are
all 0. It is how equality in an inequality that holds term by term is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import sympy as sp

from verify.evidence import Evidence, sufficient
from verify.language.implication import Hints
from verify.language.note import Note
from verify.probability.rules import Algebra, RuleNotApplicableError, follows
from verify.probability.weighted_sum import Setting, Total
from verify.prover.prover import Prover


@dataclass(frozen=True)
class EqualTerms:
    """`a = b` at each value of the indices, as a <= b there (or a >= b) and the sums of a and b are equal.

    Parameters
    ----------
    over : tuple of Symbol
        The indices that the sums run over.
    hints : Hints
        For the search of the proof that the terms are ordered.

    Examples
    --------
    >>> from sympy.abc import w, z
    >>> setting = Setting({w: (z,)})
    >>> given = (w >= 0, sp.Eq(Total(w, z), 0))
    >>> EqualTerms((z,)).examine(setting, given, sp.Eq(w, 0), Prover()).proved
    True
    >>> EqualTerms((z,)).examine(setting, given[1:], sp.Eq(w, 0), Prover()).proved
    False
    """

    over: tuple[sp.Symbol, ...]
    hints: Hints = field(default_factory=Hints)

    def examine(
        self, setting: Setting, premises: tuple[sp.Basic, ...], conclusion: sp.Basic, prover: Prover
    ) -> Evidence:
        """Evidence that the conclusion follows from the premises; see `verify.probability.rules.Rule`.

        Raises
        ------
        RuleNotApplicableError
            If the conclusion is not an equation between terms that vary with the indices.
        """
        setting.check(conclusion)
        varying = setting.free_indices(conclusion)
        if not isinstance(conclusion, sp.Eq) or not self.over or not set(self.over) <= varying:
            over = ", ".join(map(str, self.over)) or "no index"
            raise RuleNotApplicableError(
                Note(f"expected an equation that varies with {over}, found ", conclusion)
            )
        left, right = conclusion.args
        totals = sp.Eq(*self._totals(left, right), evaluate=False)
        ordered = self._ordered(setting, premises, (left, right), varying, prover)
        equal = Algebra().examine(setting, premises, totals, prover)
        return sufficient(Note(conclusion), (ordered, equal), "equal totals of ordered terms")

    def forms(self, conclusion: sp.Basic) -> tuple[Total, ...]:
        """The two sums; see `verify.probability.rules.Rule`."""
        return self._totals(*conclusion.args)

    def _totals(self, *terms: sp.Expr) -> tuple[Total, ...]:
        return tuple(Total(term, *self.over) for term in terms)

    def _ordered(
        self,
        setting: Setting,
        premises: Iterable[sp.Basic],
        terms: tuple[sp.Expr, sp.Expr],
        varying: frozenset[sp.Symbol],
        prover: Prover,
    ) -> Evidence:
        """That one of the terms is never above the other."""
        stated = tuple(premises)
        for relation in (sp.Le, sp.Ge):
            order = follows(setting, stated, relation(*terms, evaluate=False), varying, prover, self.hints)
            if order.proved:
                break
        return order
