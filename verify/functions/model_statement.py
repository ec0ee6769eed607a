"""Statements about all models of a setting, and those that examine another one in their own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import sympy as sp

from verify.evidence import Evidence
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.unspecified import UnspecifiedFunction
from verify.language.note import Note
from verify.probability.weighted_sum import Setting
from verify.prover.prover import Prover


class ModelStatement(Protocol):
    """A statement on the models of a setting, such as `verify.probability.derivation.Derivation`."""

    @property
    def setting(self) -> Setting:
        """Families and hypotheses."""

    @property
    def goal(self) -> sp.Basic:
        """What is stated."""

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for it or against it."""


@dataclass(frozen=True)
class WrappedStatement:
    """Says the same as another statement; a subclass examines it in a way of its own.

    Parameters
    ----------
    statement : ModelStatement
        The other statement.
    """

    statement: ModelStatement

    @property
    def text(self) -> Note:
        """The statement, as it is examined."""
        return self.statement.text

    @property
    def setting(self) -> Setting:
        """Families and hypotheses, as the statement stands."""
        return self.statement.setting

    @property
    def goal(self) -> sp.Basic:
        """What is stated, as it stands."""
        return self.statement.goal

    @property
    def functions(self) -> tuple[UnspecifiedFunction | EdgePerspective, ...]:
        """The functions that the statement is about."""
        return tuple(getattr(self.statement, "functions", ()))

    @property
    def written(self) -> tuple[EdgePerspective, ...]:
        """Those that are written down."""
        return tuple(f for f in self.functions if isinstance(f, EdgePerspective))

    @property
    def given(self) -> tuple[sp.Basic, ...]:
        """Hypotheses that stand beside the setting, as they hold values of functions."""
        return tuple(getattr(self.statement, "given", ()))

    @property
    def parameters(self) -> frozenset[sp.Symbol]:
        """The parameters of the functions that are written down."""
        return frozenset(s for f in self.written for s in f.free_symbols)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about."""
        parts = (self.goal, *self.given, *self.setting.hypotheses)
        symbols = self.parameters.union(*(part.free_symbols for part in parts))
        return symbols - set(self.setting.indices)
