"""One skeleton for languages with functions and blocks: a language is a small table of syntax.

How statements, cases, refusals and pairs of functions are laid out stands here, once; no operation is moved.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType

from symbolic_eps.export import environment, logarithm
from symbolic_eps.export.helper_proof import PROVED
from symbolic_eps.export.helpers import Helper, helpers_of
from symbolic_eps.export.program import (
    Assign,
    Block,
    Choose,
    Expression,
    Operation,
    Program,
    Refusal,
    Require,
    Return,
    functions_of,
    operations_in,
    statements,
)
from symbolic_eps.export.targets import logarithms
from symbolic_eps.export.targets.fold import folded
from symbolic_eps.export.targets.parts import beyond, free_variables, functions_in
from symbolic_eps.export.targets.target import CannotExpressError, Sheet
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.targets.tidy import ends_with, tidied_program
from symbolic_eps.export.template import filled


@dataclass(frozen=True)
class Library:
    """What an export computes: for each sheet two programs, and what both call."""

    sheets: tuple[Sheet, ...]
    pairs: tuple[tuple[Program, Program], ...]

    @property
    def programs(self) -> tuple[Program, ...]:
        """All that a user calls."""
        return tuple(chain.from_iterable(self.pairs))

    @property
    def private(self) -> tuple[Program, ...]:
        """All that these call."""
        return (environment.PROGRAM, *(h.program for h in self.helpers), *self.of_logarithms)

    @property
    def helpers(self) -> tuple[Helper, ...]:
        """What is written once, and called at many places."""
        return helpers_of((*self.programs, *self.of_logarithms))

    @property
    def of_logarithms(self) -> tuple[Program, ...]:
        """What our own logarithms call."""
        return logarithm.programs() if self.own_logarithms else ()

    @property
    def functions(self) -> frozenset[Operation]:
        """Those of a library that the programs need."""
        return functions_in(self.programs)

    @property
    def own_logarithms(self) -> bool:
        """Whether they need a logarithm, and bring it along."""
        needed = not self.functions.isdisjoint(logarithms.NAMES)
        return needed and all(sheet.formula.own_logarithms for sheet in self.sheets)

    @property
    def adds_exactly(self) -> bool:
        """Whether the exact sum of several terms is called."""
        return any(Operation.EXACT_SUM in operations_in(p.body) for p in self.programs)


class Skeleton(ABC):
    """A language's syntax, and how a program is written in it.

    In the texts `{name}`, `{value}`, `{test}`, `{refusal}`, `{message}`, `{parameters}` stand for what they
    say.
    """

    name: str
    notation: Notation
    reasons: Mapping[Refusal, str] = MappingProxyType({})
    """What `{refusal}` is."""

    indent = "    "
    within = ""
    """Stands before each line of a function."""
    let = "{name} = {value}"
    """A name for a value."""
    give = "{name} = {value}"
    """A value for the name that a choice around gives."""
    declare = ""
    """Before a choice: its name."""
    selection, room = "", 0
    """A choice between two values, in a line of at most so many characters; none where it is ""."""
    start, end_of_choice = "", "}"
    """Around a choice that is the value of a name."""
    test, wrapped = "if ({test}) {{", ("if (", ") {")
    otherwise, end = "} else {", "}"
    both, both_first = "&&", False
    refuse: tuple[str, ...] = ()
    answer = "return {value}"
    chained = False
    """Whether a choice in place of the second block stands on the line of `else`."""
    told_below = False
    """Whether what is said of a choice stands below its first line."""
    longest = 0
    """How long a line may get by values that stand where they are used; 0 where each has a name."""
    width = 0
    """From how many characters on a test is broken into lines; 0 for never."""
    told_of_environment = "Code in the process may change how numbers are rounded: asked at each call."
    helpers: tuple[str, ...] = ()
    """Names of functions in the template."""
    exact_sum: str
    """The template with the sum of any number of terms."""
    logarithms: tuple[str, str]
    """The folder of the templates with logarithms, and how these end."""
    table_indent = "    "
    """Before the numbers of a table."""
    blank = 1
    """How many empty lines stand before a function."""
    table_end = ","
    """Behind the last one."""
    attempt = ""
    """Follows a call that may be refused."""
    given_up: tuple[str, ...] = ()
    """Lines after such a call, where a refusal does not end the caller by itself."""

    def function(self, name: str) -> str:
        """The name of a function."""
        return self.notation.name(name)

    def private_function(self, name: str) -> str:
        """The name of a function that no user calls."""
        return self.function(name)

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f" // {text}"

    def quoted(self, text: str) -> str:
        """A message."""
        return json.dumps(text, ensure_ascii=False)

    @abstractmethod
    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """What is said of a function, and its first line."""

    @abstractmethod
    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same of one that no user calls."""

    @abstractmethod
    def entered(self, program: Program) -> Iterator[str]:
        """What each function asks first."""

    def after(self, program: Program) -> Iterator[str]:
        """What follows a function."""
        yield from ()

    def after_safe(self, program: Program, safe: Program, step: Program) -> Iterator[str]:
        """What follows a safe function that takes a step from the result of the first one."""
        yield from self.after(safe)

    def library(self, sheets: Sequence[Sheet]) -> Library:
        """The programs of an export.

        Raises
        ------
        CannotExpressError
            Two functions would have one name.
        """
        formulas = [sheet.formula for sheet in sheets]
        pairs = tuple((tidied_program(f.program()), tidied_program(f.safe_program())) for f in formulas)
        library = Library(tuple(sheets), pairs)
        seen = {name: name for name in (*self.helpers, self.notation.called(Operation.EXACT_SUM))}
        own = (*logarithms.called(library.functions), *([logarithms.KERNEL] * library.own_logarithms))
        for said, name in (
            *((self.private_function(name), name) for name in own),
            *((self.private_function(p.name), p.name) for p in library.private),
            *((self.function(p.name), p.name) for p in library.programs),
        ):
            if said in seen:
                raise CannotExpressError(f"{self.name}: {seen[said]} and {name} would both be called {said}")
            seen[said] = name
        self._check_variables(library)
        return library

    def _check_variables(self, library: Library) -> None:
        """Refuse a variable that would hide a function, which then could not be called."""
        private = {self.private_function(p.name) for p in library.private}
        private.add(self.notation.called(Operation.EXACT_SUM))
        private |= {*map(self.private_function, logarithms.called(library.functions))}
        for program in library.programs:
            assigned = (s.name for s in statements(program.body) if isinstance(s, Assign))
            for name in (*program.parameters, *assigned):
                if self.notation.name(name) in private:
                    raise CannotExpressError(
                        f"{self.name}: {name} is the name of a function of the export: "
                        f"rename what has it in {program.name}"
                    )

    def listed(self, names: Iterable[str]) -> str:
        """Names, as they are handed over."""
        return ", ".join(map(self.notation.name, names))

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call."""
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            yield from self.head(program, sheet, False)
            yield from (*self.entered(program), *self.body(program), *self._ended(program))
            yield from self.head(safe, sheet, True)
            yield from self._safe(program, safe)

    def apart_functions(self, library: Library) -> Iterator[str]:
        """The functions that no user calls."""
        yield from self.private(environment.PROGRAM, self.told_of_environment)
        yield from self.apart_from_environment(library)

    def apart_from_environment(self, library: Library) -> Iterator[str]:
        """The same, but for the question for the environment; each after those that it calls."""
        calling = [helper for helper in library.helpers if functions_of(helper.program.body)]
        for helper in library.helpers:
            if helper not in calling:
                yield from self.private(helper.program, helper.meaning)
        yield from logarithms.functions(self, library.functions, library.own_logarithms)
        for helper in calling:
            yield from self.private(helper.program, helper.meaning)
        if library.adds_exactly:
            yield from filled(self.exact_sum, fingerprint=PROVED).rstrip("\n").split("\n")

    def private(self, program: Program, told: str) -> Iterator[str]:
        """One of these."""
        yield from (*self.private_head(program, told), *self.body(program))
        yield from (f"{self.within}{self.end}",) if self.end else ()

    def body(self, program: Program) -> Iterator[str]:
        """The statements of a function."""
        for statement in self.short(program).body:
            if isinstance(statement, Require):
                yield from self._refusal(statement, program)
            else:
                yield from self.block((statement,), self.within + self.indent)

    def short(self, program: Program) -> Program:
        """The program, a value that is used once in the place of its name where the line stays short."""
        if not self.longest:
            return program
        known = tuple(dict.fromkeys((*program.parameters, *free_variables(program.body))))
        return folded(replace(program, parameters=known), self.fits)

    def fits(self, name: str, value: Expression) -> bool:
        """Whether the line is short, in a block within two others."""
        line = self.let.format(name=name, value=self.notation.expression(value))
        return len(self.within + 3 * self.indent + line) <= self.longest

    def _refusal(self, required: Require, program: Program) -> Iterator[str]:
        words = {
            "test": self.notation.comparison(required.condition),
            "refusal": self.reasons.get(required.refusal, ""),
            "message": self.quoted(required.message),
            "parameters": self.listed(program.parameters) + "," * (len(program.parameters) == 1),
        }
        yield from (self.within + self.indent + line.format(**words) for line in self.refuse)

    def _ended(self, program: Program) -> Iterator[str]:
        yield from (f"{self.within}{self.end}",) if self.end else ()
        yield from self.after(program)

    def _safe(self, program: Program, safe: Program) -> Iterator[str]:
        """By way of the first program where that is the same."""
        step = beyond(program, safe)
        if step is None:
            yield from (*self.entered(safe), *self.body(safe), *self._ended(safe))
            return
        call = f"{self.function(program.name)}({self.listed(program.parameters)}){self.attempt}"
        name = self.notation.name(step.parameters[0])
        yield f"{self.within}{self.indent}{self.let.format(name=name, value=call)}"
        yield from (f"{self.within}{self.indent}{line.format(name=name)}" for line in self.given_up)
        yield from self.body(replace(safe, body=step.body))
        yield from (f"{self.within}{self.end}",) if self.end else ()
        yield from self.after_safe(program, safe, step)

    def block(self, block: Block, indent: str, result: str = "") -> Iterator[str]:
        """The statements; `result` is the name that a choice around gives."""
        if result and not ends_with(block, result):
            raise ValueError(f"a block does not end with its result {result}")
        for statement in block:
            match statement:
                case Assign(name=name, value=value, comment=comment):
                    text = self.give if name == result else self.let
                    said = text.format(name=self.notation.name(name), value=self.notation.expression(value))
                    yield f"{indent}{said}{self.comment(comment) if comment else ''}"
                case Choose(result=name):
                    yield from self._choice(statement, indent, name == result)
                case Return(value=value):
                    yield indent + self.answer.format(value=self.notation.expression(value))

    def _choice(self, choice: Choose, indent: str, passed_on: bool) -> Iterator[str]:
        """A choice; passed on, it gives a name that is declared around it."""
        name = self.notation.name(choice.result)
        if line := self._selection(choice, indent, passed_on):
            yield line
            return
        if self.declare and not passed_on:
            yield indent + self.declare.format(name=name)
        yield from self._cases(choice, indent, "" if passed_on else self.start.format(name=name))
        if end := self.end if passed_on else self.end_of_choice:
            yield indent + end

    def _selection(self, choice: Choose, indent: str, passed_on: bool) -> str:
        """A choice in one line, if it is short."""
        match choice:
            case Choose(then=(Assign(value=one),), otherwise=(Assign(value=other),)) if self.selection:
                tests = f" {self.both} ".join(map(self.notation.comparison, choice.conditions))
                sides = map(self.notation.operand, (one, other))
                value = self.selection.format(test=tests, **dict(zip(("one", "other"), sides, strict=True)))
                given = self.give if passed_on else self.let
                said = given.format(name=self.notation.name(choice.result), value=value)
                line = f"{indent}{said}{self.comment(choice.comment) if choice.comment else ''}"
                return line if len(line) <= self.room else ""
        return ""

    def _cases(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        """All but the end."""
        inner, result = indent + self.indent, choice.result
        yield from self._test(choice, indent, start)
        yield from self.block(choice.then, inner, result)
        only = choice.otherwise[0]
        alone = len(choice.otherwise) == 1 and isinstance(only, Choose) and only.result == result
        if self.chained and alone and isinstance(only, Choose):
            yield from self._cases(only, indent, "} else ")
        else:
            yield indent + self.otherwise
            yield from self.block(choice.otherwise, inner, result)

    def _test(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        if self.told_below and choice.comment:
            yield from self._test(replace(choice, comment=""), indent, start)
            yield f"{indent}{self.indent}{self.comment(choice.comment).lstrip()}"
            return
        said = self.comment(choice.comment) if choice.comment else ""
        terms = [self.notation.comparison(c) for c in choice.conditions]
        line = f"{indent}{start}{self.test.format(test=f' {self.both} '.join(terms))}{said}"
        if not self.width or len(line) <= self.width or len(terms) == 1:
            yield line
            return
        first, last = self.wrapped
        yield f"{indent}{start}{first}{said}"
        for position, term in enumerate(terms):
            before = f"{self.both} " if self.both_first and position else ""
            behind = f" {self.both}" if not self.both_first and position < len(terms) - 1 else ""
            yield f"{indent}{self.indent}{before}{term}{behind}"
        yield f"{indent}{last}"
