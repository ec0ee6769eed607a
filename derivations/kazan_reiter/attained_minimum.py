"""A sentence "the solution of the minimisation is V": some point has the value V, none a smaller one.

The sentence names no point. Where we look for one, and where we expect that there is none, helps the proof
and is no part of the statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import sympy as sp

from verify.calculus.extremum import Minimum
from verify.evidence import Evidence, Outcome
from verify.language.note import Note
from verify.prover.prover import Prover


@dataclass(frozen=True)
class AttainedMinimum:
    """The least value of an expression over a set is the given one, and some point of the set has it.

    Parameters
    ----------
    expression : Expr
        In the variables and in parameters.
    over : tuple of Symbol
        The variables; all other symbols are parameters.
    value : Expr
        In the parameters.
    tried : mapping of Symbol to Expr
        A point at which the value is looked for.
    nowhere : tuple of Boolean
        On the parameters: where we expect that no point has the value.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> AttainedMinimum((x - a) ** 2, (x,), sp.Integer(0), {x: a}).examine((x > 0, a > 0), Prover()).proved
    True
    >>> found = AttainedMinimum(x, (x,), sp.Integer(0), {x: a}, (a > 1,)).examine((x > 0, a > 0), Prover())
    >>> found.refuted, a in found.witness
    (True, True)
    """

    expression: sp.Expr
    over: tuple[sp.Symbol, ...]
    value: sp.Expr
    tried: Mapping[sp.Symbol, sp.Expr] = field(hash=False)
    nowhere: tuple[sp.Basic, ...] = ()

    @property
    def text(self) -> Note:
        """The statement, rendered from what is examined."""
        return self.unnamed.text

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        return self.unnamed.free_symbols

    @property
    def formula(self) -> sp.Basic:
        """The statement as a formula, without its range."""
        return sp.Eq(sp.Function("min")(self.expression), self.value, evaluate=False)

    @property
    def unnamed(self) -> Minimum:
        """That no point has a smaller value, without a place where it is looked for."""
        return Minimum(self.expression, self.over, self.value)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence by a point that has the value, or by a proof that all points of the set have a larger one.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the variables and the parameters; for fixed parameters they describe the set.
        prover : Prover
            Decides the implications.
        """
        named = Minimum(self.expression, self.over, self.value, self.tried)
        if prover.any_point and (told := self._told(named.examine(domain, prover))) is not None:
            return told
        unattained = self.unnamed.examine((*domain, *self.nowhere), prover)
        if unattained.refuted:  # not where the further conditions contradict the domain
            return replace(unattained, statement=self.text)
        found = named.examine(domain, prover)
        if found.proved:
            return replace(found, statement=self.text)
        return self._undecided()

    def _told(self, found: Evidence) -> Evidence | None:
        """Where any evidence will do: the proof, or for which parameters there can be none at this point."""
        if found.proved:
            return replace(found, statement=self.text)
        return replace(self._undecided(), witness=found.witness) if found.refuted else None

    def _undecided(self) -> Evidence:
        note = Note("not shown to be attained at ", self.tried, ", nor to be attained nowhere")
        return Evidence(self.text, Outcome.OPEN, None, "one point was tried", note=note)
