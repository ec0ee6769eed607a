"""One skeleton for languages with functions and blocks: a language is a small table of syntax.

How statements, cases, refusals and pairs of functions are laid out stands here, once; no operation is moved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import groupby

from symbolic_eps.export.layout import logarithms
from symbolic_eps.export.layout.blocks import Blocks
from symbolic_eps.export.layout.doc_comments import Common
from symbolic_eps.export.layout.kinds import kinds_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import Style, broken
from symbolic_eps.export.layout.target import CannotExpressError, Sheet, WithLogarithms
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Choose,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Shared,
    Statement,
    functions_of,
    operations_in,
    statements,
)
from symbolic_eps.export.proofs.helper_proof import PROVED
from symbolic_eps.export.rewriting.helper_calls import with_helper_calls
from symbolic_eps.export.rewriting.idioms import ending, flat, given_last
from symbolic_eps.export.rewriting.inlining import inlined
from symbolic_eps.export.rewriting.known_ranges import plain
from symbolic_eps.export.rewriting.parts import beyond, free_variables, steps_of
from symbolic_eps.export.rewriting.repeats import without_repeats
from symbolic_eps.export.rewriting.roots import called
from symbolic_eps.export.rewriting.shared import Pair, shared_in_pairs, starting_as
from symbolic_eps.export.rewriting.shared_values import values_in_pairs
from symbolic_eps.export.rewriting.tidy import tidied_program
from symbolic_eps.export.rewriting.totals import TOTAL, is_polynomial, is_total, with_totals
from symbolic_eps.export.rewriting.uncommented import uncommented
from symbolic_eps.export.runtime.helpers import HELPERS, OUTLINED, Helper
from symbolic_eps.export.template import definitions, filled, needed, source

NONE = '"the arguments are too small or too large to compute with"'
"""What is said where there is no result."""
SEVERAL = 4
"""How many formulas what they have in common is written for."""
PLAIN = (Assign, Choose, Return)
"""What stands in blocks."""


def _kind(statement: Statement | tuple[Choose, Constant]) -> type | None:
    """What kinds of statements are laid out together."""
    return next((kind for kind in (Require, tuple) if isinstance(statement, kind)), None)


def _is_exact_sum(value: Expression) -> bool:
    """Whether it is a sum of terms, between which its line is broken."""
    return isinstance(value, Apply) and value.operation is Operation.EXACT_SUM


class Skeleton(Blocks, ABC):
    """How a program is written in a language."""

    common = Common()
    """What the head of the file says for many functions."""

    @abstractmethod
    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """What is said of a function, and its first line."""

    @abstractmethod
    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same of one that no user calls."""

    @abstractmethod
    def entered(self, program: Program) -> Iterator[str]:
        """What each function asks first."""

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """The files of an export, which calls logarithms of the platform by the names they have there."""
        language = copy(self)
        language.common = Common.of(sheets)
        language.one_by_one |= len(sheets) < SEVERAL and self.all_within != "within"
        if self.of_platform and not all(sheet.formula.own_logarithms for sheet in sheets):
            functions = {**self.notation.functions, **self.of_platform}
            language.notation = replace(self.notation, functions=functions)
        return language.written(sheets)

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """The files; a language that has `files` of its own needs none."""
        raise NotImplementedError(f"{self.name} has no files")

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
        pairs = self.valued(shared_in_pairs([self.pair(f.program(), f.safe_program()) for f in formulas]))
        if len(pairs) >= self.calls_roots_from:
            pairs = tuple(self._rooted(program, safe) for program, safe in pairs)
        if len(pairs) < SEVERAL:
            pairs = tuple(self.of_few(program, safe) for program, safe in pairs)
        library = Library(tuple(sheets), pairs)
        seen = {name: name for name in self._taken()}
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

    def pair(self, program: Program, safe: Program) -> tuple[Program, Program]:
        """The programs of a formula, in which helpers are called and no case occurs twice."""
        return tidied_program(with_helper_calls(program)), tidied_program(with_helper_calls(safe))

    def valued(self, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        """The same, with calls of functions for values that several formulas have."""
        return values_in_pairs(pairs, lambda program: statements(program.body), self._taken())

    def _rooted(self, program: Program, safe: Program) -> Pair:
        """The programs of a formula, in which a function gives roots."""
        long, other = self.added(program), self.added(safe)
        return (short := called(long)), starting_as(long, short, other)

    def of_few(self, program: Program, safe: Program) -> Pair:
        """The programs of one of a few formulas, for which more may be written."""
        return program, safe

    def _taken(self) -> Iterator[str]:
        """The names of functions in templates, and others there."""
        called = self.notation.called
        yield from (*self.helpers, called(Operation.EXACT_SUM), called("within"), called("beside"))
        yield from definitions(self.products) if self.products else ()
        if isinstance(self, WithLogarithms):
            yield from definitions(self._helpers)

    @property
    def _helpers(self) -> str:
        """The template with functions that are written where they are called."""
        folder, ending = self.logarithms
        return f"{folder}/helpers.{ending}"

    def called_helpers(self, lines: Iterable[str]) -> Iterator[str]:
        """Those functions of it that the lines call; of the platform's logarithms those that these call."""
        helpers = needed(self._helpers, text := "\n".join(lines))
        folder, ending = self.logarithms
        if self.of_platform and f"{self.private_function(logarithms.KERNEL)}(" not in text:
            helpers = [*needed(f"{folder}/platform.{ending}", "\n".join((text, *helpers))), *helpers]
        for helper in helpers:
            yield from ("",) * self.blank
            yield from (f"{self.within}{line}" if line else line for line in helper.split("\n"))

    def _check_variables(self, library: Library) -> None:
        """Refuse a variable that would hide another one, or a function, which then could not be called."""
        private = {*map(self.private_function, (p.name for p in library.private)), *self._taken()}
        private |= {*map(self.private_function, logarithms.called(library.functions))}
        private |= {self.kind.format(name=name) for name in library.kinds.values()} if self.kind else set()
        for program in library.programs:
            assigned = (s.name for s in statements(program.body) if isinstance(s, Assign))
            known: dict[str, str] = {}
            for name in (*program.parameters, *assigned):
                said = self.notation.name(name)
                if said in private:
                    raise CannotExpressError(
                        f"{self.name}: {name} is the name of a function of the export: "
                        f"rename what has it in {program.name}"
                    )
                if (other := known.setdefault(said, name)) != name:
                    raise CannotExpressError(
                        f"{self.name}: {other} and {name} would both be called {said} in {program.name}: "
                        "rename one"
                    )

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call."""
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            yield from self.head(program, sheet, False)
            yield from (*self._whole(program, library), *self._ended(program))
            yield from self.head(safe, sheet, True)
            yield from self.safe(program, safe, library)

    def _whole(self, program: Program, library: Library) -> Iterator[str]:
        """What a function asks, of arguments by kinds where these are written down, and its statements."""
        if self.by_kinds(library) and (found := kinds_of(program)) is not None:
            kinds, rest = found
            said = [self.kind.format(name=library.kinds[kind]) for kind in kinds]
            yield from (*self.of_kinds(program, said), *self.body(rest))
            return
        yield from (*self.entered(program), *self.body(program))

    def by_kinds(self, library: Library) -> bool:
        """Whether kinds of arguments are written down: so many formulas make up for it."""
        return bool(self.kind) and len(library.pairs) >= SEVERAL

    def kinds_said(self, path: str, library: Library, **parts: Iterable[str]) -> tuple[str, ...]:
        """The lines of a template with the kinds, if they are written down."""
        return tuple(filled(path, **parts).rstrip("\n").split("\n")) if self.by_kinds(library) else ()

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """What a function asks of its arguments by their kinds; of languages that have a `kind` alone."""
        raise NotImplementedError(f"{self.name} has no kinds of arguments")

    def functions_of(self, library: Library) -> list[str]:
        """All functions, in lines that are not too long."""
        return [*self.laid_out(self.zeros((*self.apart_functions(library), *self.public(library))))]

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, those that are too long in several."""
        return (part for line in lines for part in broken(line, self.longest, self.indent, self.style))

    def apart_functions(self, library: Library) -> Iterator[str]:
        """The functions that no user calls."""
        yield from self.of_environment()
        yield from self.apart_from_environment(library)
        yield from self.of_products(library)
        yield from self.outlined(library)

    def of_environment(self) -> Iterator[str]:
        """The function that asks for it."""
        yield from self.private(environment.PROGRAM, self.told_of_environment)

    def apart_from_environment(self, library: Library) -> Iterator[str]:
        """The same, but for the question for the environment; each after those that it calls."""
        first = [*self.first_helpers(library)]
        calling = [helper for helper in first if functions_of(helper.program.body)]
        for helper in first:
            if helper not in calling:
                yield from self.private(helper.program, helper.meaning)
        own = library.own_logarithms
        if own or not self.of_platform:
            in_place = self.in_logarithms() if own else {}
            yield from logarithms.functions(self, library.functions, own, in_place)
        for helper in calling:
            yield from self.private(helper.program, helper.meaning)
        if library.adds_exactly:
            yield from ("",) * self.blank
            yield from filled(self.exact_sum, fingerprint=PROVED).strip("\n").split("\n")

    def first_helpers(self, library: Library) -> Iterator[Helper]:
        """Those that call no exact sum; some are called by the runtime for products alone."""
        runtime = "\n".join(self.of_products(library))
        for operation, helper in HELPERS.items():
            called = f"{self.private_function(helper.program.name)}(" in runtime
            if operation not in OUTLINED and (called or helper in library.helpers):
                yield helper

    def in_logarithms(self) -> Mapping[str, Iterable[str]]:
        """Programs of logarithms, by name, of which the lines stand where others call a function."""
        return {}

    def of_products(self, library: Library) -> Iterator[str]:
        """Those that add products up, if they are called."""
        if self.products and TOTAL in self._operations(library):
            for part in source(self.products).rstrip("\n").split("\n" * max(self.blank + 1, 2)):
                yield from ("",) * self.blank
                yield from (f"{self.within}{line}" if line else line for line in part.split("\n"))

    def outlined(self, library: Library) -> Iterator[str]:
        """Those that call these; of sums of a few terms those that are not added as products."""
        called = {str(operation) for operation in self._operations(library)}
        for helper in library.outlined:
            if helper not in HELPERS.values() or helper.program.name in called:
                yield from self.private(helper.program, helper.meaning)

    def _operations(self, library: Library) -> frozenset[Operation | Shared]:
        """What formulas do, and the polynomials that they share, sums of products as calls."""
        shared = (helper.program for helper in library.outlined if helper not in HELPERS.values())
        return frozenset().union(*(operations_in(self.added(p).body) for p in (*library.programs, *shared)))

    def added(self, program: Program) -> Program:
        """The program, its sums of products as calls where there is a runtime; no line is said twice."""
        program = uncommented(program)
        written = not self.products or program.name in HELPERS
        return program if written else with_totals(program, is_polynomial(program), self.fewest)

    def private(self, program: Program, told: str) -> Iterator[str]:
        """One of these."""
        yield from (*self.private_head(program, told), *self.paired(self.body(tidied_program(program))))
        yield from (f"{self.within}{self.end}",) if self.end else ()

    def body(self, program: Program) -> Iterator[str]:
        """The statements of a function."""
        short, indent = self.short(program), self.within + self.indent
        parts = [*flat(short)]
        ends = bool(self.result) and ending(short) is not None
        if (block := given_last(short)) is not None:
            yield from self._results(block, indent, program, True)
            return
        for kind, group in groupby(parts[:-2] if ends else parts, _kind):
            same = [*group]
            plain = tuple(s for s in same if isinstance(s, PLAIN))
            if kind is Require:
                yield from self.refused([s for s in same if isinstance(s, Require)], program)
            elif kind is tuple:
                for choice, value in (s for s in same if isinstance(s, tuple)):
                    yield from self._early(choice, value, indent)
            elif ends and same[-1] == parts[-3]:
                yield from self._results(plain, indent, program, True)
            else:
                yield from self.block(plain, indent)

    def short(self, program: Program) -> Program:
        """The program, a value that is used once in the place of its name where the line stays short."""
        known = tuple(dict.fromkeys((*program.parameters, *free_variables(program.body))))
        once = without_repeats(replace(self.added(program), parameters=known))
        return plain(inlined(once, self.fits, asks=partial(self.asks, program=program)))

    def _early(self, choice: Choose, value: Constant, indent: str) -> Iterator[str]:
        """A case in which the function ends."""
        line = (self.early or self.answer).format(value=self.notation.expression(value))
        if self.brief:
            test = f" {self.both} ".join(self.tests(choice.conditions))
            yield from self.told(f"{indent}{self.brief.format(test=test, line=line)}", choice.comment)
            return
        below = choice.comment if self.told_below else ""
        yield from self._test(replace(choice, comment="") if below else choice, indent, "")
        yield from self.told(f"{indent}{self.indent}{line}", below)
        if self.end:
            yield f"{indent}{self.end}"

    def fits(self, name: str, value: Expression, blocks: int) -> bool:
        """Whether the line is short, in so many blocks."""
        if is_total(value) or (self.style is Style.PACKED and _is_exact_sum(value)):
            return True
        words = {"name": self.notation.name(name), "value": self.notation.expression(value), "parameters": ""}
        forms = (self.let, self.variable, self.result if name.startswith("value") else "")
        line = max((form.format(**words) for form in forms), key=len)
        return len((self.within + blocks * self.indent + line).expandtabs(4)) <= self.longest

    def _ended(self, program: Program) -> Iterator[str]:
        yield from (f"{self.within}{self.end}",) if self.end else ()
        yield from self.after(program)

    def safe(self, program: Program, safe: Program, library: Library) -> Iterator[str]:
        """By way of the first program where that is the same."""
        step = beyond(program, safe)
        if step is None:
            yield from (*self.entered(safe), *self.body(safe), *self._ended(safe))
            return
        call = f"{self.function(program.name)}({self.listed(program.parameters)}){self.attempt}"
        yield from self.beside(call, step, program)
        yield from (f"{self.within}{self.end}",) if self.end else ()
        yield from self.after_safe(program, safe, step)

    def beside(self, call: str, step: Program, program: Program) -> Iterator[str]:
        """The result of a function, moved to its safe side."""
        steps = steps_of(step)
        if steps is None:
            raise ValueError(f"{step.name} does not take steps from {program.name}")
        moved = f"{self.notation.called('beside')}({call}, {steps[0]}, {self.notation.number(steps[1])})"
        yield f"{self.within}{self.indent}{self.answer.format(value=moved)}"
