"""What an export computes, in languages with functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from symbolic_eps.export.layout import logarithms
from symbolic_eps.export.layout.kinds import Kind, named
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Operation, Program, operations_in
from symbolic_eps.export.rewriting.parts import functions_in
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.runtime.helpers import HELPERS, OUTLINED, Helper, helpers_of


@dataclass(frozen=True)
class Library:
    """What an export computes: for each sheet two programs, and what both call."""

    sheets: tuple[Sheet, ...]
    pairs: tuple[tuple[Program, Program], ...]

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """All that a user calls."""
        return tuple(chain.from_iterable(self.pairs))

    @cached_property
    def private(self) -> tuple[Program, ...]:
        """All that these call."""
        return (environment.PROGRAM, *(h.program for h in self.helpers), *self.of_logarithms)

    @cached_property
    def helpers(self) -> tuple[Helper, ...]:
        """What is written once, and called at many places."""
        return helpers_of((*self.programs, *self.of_logarithms))

    @cached_property
    def outlined(self) -> tuple[Helper, ...]:
        """Those that call others, and logarithms or the exact sum; those of this export among them."""
        alone = [helper for operation, helper in HELPERS.items() if operation not in OUTLINED]
        return tuple(helper for helper in self.helpers if helper not in alone)

    @cached_property
    def of_logarithms(self) -> tuple[Program, ...]:
        """What our own logarithms call."""
        return logarithm.programs() if self.own_logarithms else ()

    @cached_property
    def kinds(self) -> Mapping[Kind, str]:
        """The kinds of arguments, by the names that they have."""
        return named([program for program, _ in self.pairs])

    @cached_property
    def functions(self) -> frozenset[Operation]:
        """Those of a library that the programs need."""
        return functions_in(self.programs)

    @cached_property
    def own_logarithms(self) -> bool:
        """Whether they need a logarithm, and bring it along."""
        needed = not self.functions.isdisjoint(logarithms.NAMES)
        return needed and all(sheet.formula.own_logarithms for sheet in self.sheets)

    @cached_property
    def adds_exactly(self) -> bool:
        """Whether the exact sum of several terms is called."""
        return any(Operation.EXACT_SUM in operations_in(p.body) for p in (*self.programs, *self.private))
