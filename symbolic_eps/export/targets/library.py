"""What an export computes, in languages with functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile

from symbolic_eps.export import environment, logarithm
from symbolic_eps.export.helpers import HELPERS, OUTLINED, Helper, helpers_of
from symbolic_eps.export.program import Operation, Program, Require, operations_in, unused
from symbolic_eps.export.targets import logarithms
from symbolic_eps.export.targets.kinds import Kind, named
from symbolic_eps.export.targets.parts import functions_in
from symbolic_eps.export.targets.target import Sheet

Questions = tuple[tuple[str, ...], tuple[Require, ...]]
"""Arguments, and what is required of them."""


def asked_first(program: Program) -> Questions:
    """What a program requires before anything else, up to what concerns this one alone.

    Examples
    --------
    >>> from symbolic_eps.export.program import Comparison, Constant, Order, Refusal, Variable
    >>> above = Comparison(Variable("x"), Order.GREATER, Constant(0.0))
    >>> first = Require(above, Refusal.DOMAIN, "x is not a number above 0")
    >>> alone = Require(above, Refusal.DOMAIN, "f needs x > 0")
    >>> asked_first(Program("f", ("x",), (first, alone))) == (("x",), (first,))
    True
    """
    first = takewhile(
        lambda s: isinstance(s, Require) and not s.message.startswith(program.name), program.body
    )
    return program.parameters, tuple(s for s in first if isinstance(s, Require))


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
    def asked(self) -> Mapping[Questions, Program]:
        """What several functions ask first, as programs that do no more."""
        counts = Counter(asked_first(program) for program, _ in self.pairs)
        taken = {p.name for p in (*self.programs, *self.private)}
        found: dict[Questions, Program] = {}
        for (parameters, required), count in counts.items():
            if count > 1 and len(required) > 2:
                free = unused("_".join(("check", *(p.rstrip("_") for p in parameters))), taken.__contains__)
                taken.add(free)
                found[parameters, required] = Program(free, parameters, required)
        return found

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
