"""One skeleton for languages with functions and blocks: a language is a small table of syntax.

How statements, cases, refusals and pairs of functions are laid out stands here, once; no operation is moved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from symbolic_eps.export import environment
from symbolic_eps.export.helper_proof import PROVED
from symbolic_eps.export.program import (
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Variable,
    functions_of,
    names,
    put,
    statements,
)
from symbolic_eps.export.targets import logarithms
from symbolic_eps.export.targets.broken import Style, broken, packed
from symbolic_eps.export.targets.fold import folded
from symbolic_eps.export.targets.library import Library
from symbolic_eps.export.targets.parts import beyond, free_variables, steps_of
from symbolic_eps.export.targets.shape import corrected, flat, limits, meaning
from symbolic_eps.export.targets.syntax import Syntax
from symbolic_eps.export.targets.target import CannotExpressError, Sheet, WithLogarithms
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.targets.tidy import ends_with, tidied_program
from symbolic_eps.export.template import definitions, filled, needed

PLAIN = (Assign, Choose, Return)
"""What stands in blocks."""


class Skeleton(Syntax, ABC):
    """How a program is written in a language."""

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

    def _taken(self) -> Iterator[str]:
        """The names of functions in templates, and others there."""
        called = self.notation.called
        yield from (*self.helpers, called(Operation.EXACT_SUM), called("within"), called("beside"))
        if isinstance(self, WithLogarithms):
            yield from definitions(self._helpers)

    @property
    def _helpers(self) -> str:
        """The template with functions that are written where they are called."""
        folder, ending = self.logarithms
        return f"{folder}/helpers.{ending}"

    def called_helpers(self, lines: Iterable[str]) -> Iterator[str]:
        """Those functions of it that the lines call."""
        for helper in needed(self._helpers, "\n".join(lines)):
            yield from ("",) * self.blank
            yield from (f"{self.within}{line}" if line else line for line in helper.split("\n"))

    def _check_variables(self, library: Library) -> None:
        """Refuse a variable that would hide a function, which then could not be called."""
        private = {*map(self.private_function, (p.name for p in library.private)), *self._taken()}
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

    def functions_of(self, library: Library) -> list[str]:
        """All functions, in lines that are not too long."""
        return [*self.laid_out((*self.apart_functions(library), *self.public(library)))]

    def laid_out(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, those that are too long in several."""
        return (part for line in lines for part in broken(line, self.longest, self.indent, self.style))

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
        short, indent = self.short(program), self.within + self.indent
        for statement, block in groupby(flat(short), lambda s: None if isinstance(s, PLAIN) else s):
            match statement:
                case None:
                    yield from self.block(tuple(s for s in block if isinstance(s, PLAIN)), indent)
                case Require():
                    yield from self._refusal(statement, program)
                case (choice, value):
                    yield from self._early(choice, value, indent)

    def short(self, program: Program) -> Program:
        """The program, a value that is used once in the place of its name where the line stays short."""
        known = tuple(dict.fromkeys((*program.parameters, *free_variables(program.body))))
        return folded(replace(program, parameters=known), self.fits)

    def _early(self, choice: Choose, value: Constant, indent: str) -> Iterator[str]:
        """A case in which the function ends."""
        line = (self.early or self.answer).format(value=self.notation.expression(value))
        if self.brief:
            test = f" {self.both} ".join(self.tests(choice.conditions))
            yield from self.told(f"{indent}{self.brief.format(test=test, line=line)}", choice.comment)
            return
        yield from self._test(choice, indent, "")
        yield f"{indent}{self.indent}{line}"
        if self.end:
            yield f"{indent}{self.end}"

    def told(self, line: str, comment: str) -> Iterator[str]:
        """A line with what is said of it, before it where there is no room."""
        if not comment:
            yield line
        elif len(said := f"{line}{self.comment(comment)}") <= self.longest:
            yield said
        else:
            indent = line[: len(line) - len(line.lstrip())]
            yield from (f"{indent}{self.comment(comment).lstrip()}", line)

    def fits(self, name: str, value: Expression, blocks: int) -> bool:
        """Whether the line is short, in so many blocks."""
        let = max(self.let, self.variable, key=len)
        line = let.format(name=self.notation.name(name), value=self.notation.expression(value))
        return len((self.within + blocks * self.indent + line).expandtabs(4)) <= self.longest

    def _refusal(self, required: Require, program: Program) -> Iterator[str]:
        words = {
            "test": self.notation.comparison(required.condition),
            "refusal": self.reasons.get(required.refusal, ""),
            "message": self.quoted(required.message),
            "parameters": self.listed(program.parameters) + "," * (len(program.parameters) == 1),
        }
        for lines in (self.refuse, self.refuse_apart or self.refuse):
            said = [self.within + self.indent + line.format(**words) for line in lines]
            if max(map(len, said)) <= self.longest:
                break
        yield from said

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

    def block(self, block: Block, indent: str, result: str = "") -> Iterator[str]:
        """The statements; `result` is the name that a choice around gives."""
        if result and not ends_with(block, result):
            raise ValueError(f"a block does not end with its result {result}")
        sums = corrected(block)
        for statement in block:
            match statement:
                case Assign(name=name, value=value):
                    known = sums.get(name, name)
                    if name in sums:
                        text = (self.again or self.give) if known == result else (self.variable or self.let)
                    else:
                        text = self.give if name == result else self.let
                    said = text.format(name=self.notation.name(known), value=self.notation.expression(value))
                    yield from self.told(f"{indent}{said}", meaning(statement))
                case Choose(result=name) if name in sums.values():
                    yield from self._corrected(statement, indent)
                case Choose(result=name):
                    yield from self._choice(statement, indent, name == result)
                case Return(value=value):
                    yield indent + self.answer.format(value=self.notation.expression(value))

    def _corrected(self, choice: Choose, indent: str) -> Iterator[str]:
        """A sum that is replaced by the exact one where most of it cancelled."""
        (condition,) = choice.conditions
        sized = put(condition.left, {name: Variable(choice.result) for name in names(condition.left)})
        cancelled = replace(choice, conditions=(replace(condition, left=sized),))
        yield from self._test(cancelled, indent, "")
        *others, last = choice.then
        yield from self.block(tuple(others), indent + self.indent)
        assert isinstance(last, Assign), f"{choice.result} is not given a sum"
        name, value = self.notation.name(choice.result), self.notation.expression(last.value)
        yield f"{indent}{self.indent}{(self.again or self.give).format(name=name, value=value)}"
        if self.end:
            yield f"{indent}{self.end}"

    def _choice(self, choice: Choose, indent: str, passed_on: bool) -> Iterator[str]:
        """A choice; passed on, it gives a name that is declared around it."""
        name = self.notation.name(choice.result)
        value = "" if passed_on and self.start else self._selection(choice)
        line = indent + (self.give if passed_on else self.let).format(name=name, value=value)
        if value and len(line) <= self.longest:
            yield from self.told(line, choice.comment)
            return
        if self.declare and not passed_on:
            yield indent + self.declare.format(name=name)
        yield from self._cases(choice, indent, "" if passed_on else self.start.format(name=name))
        if end := self.end if passed_on else self.end_of_choice:
            yield indent + end

    def _selection(self, choice: Choose) -> str:
        """A choice between two values; "" for any other."""
        match choice:
            case Choose(then=(Assign(value=one),), otherwise=(Assign(value=other),)) if self.selection:
                test = f" {self.both} ".join(self.tests(choice.conditions))
                then, otherwise = map(self.notation.expression, (one, other))
                return self.selection.format(test=test, one=then, other=otherwise)
        return ""

    def _cases(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        """All but the end."""
        inner, result = indent + self.indent, choice.result
        yield from self._test(choice, indent, start)
        yield from self.block(choice.then, inner, result)
        only = choice.otherwise[0]
        alone = len(choice.otherwise) == 1 and isinstance(only, Choose) and only.result == result
        if self.chained and alone and isinstance(only, Choose):
            yield from self._cases(only, indent, self.chained)
        else:
            yield indent + self.otherwise
            yield from self.block(choice.otherwise, inner, result)

    def _test(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        terms = self.tests(choice.conditions)
        line = f"{indent}{start}{self.test.format(test=f' {self.both} '.join(terms))}"
        if self.told_below and choice.comment:
            yield from self._test(replace(choice, comment=""), indent, start)
            yield f"{indent}{self.indent}{self.comment(choice.comment).lstrip()}"
        elif len(line) <= self.longest or len(terms) == 1:
            yield from self.told(line, choice.comment)
        else:
            yield from self._wrapped(terms, indent, start, choice.comment)

    def _wrapped(self, terms: Sequence[str], indent: str, start: str, comment: str) -> Iterator[str]:
        """A test with a line for each term."""
        first, last = self.wrapped
        joined = [terms[0], *(f"{self.both} {term}" for term in terms[1:])]
        match self.style:
            case Style.PACKED:
                yield from (f"{indent}{self.comment(comment).lstrip()}",) if comment else ()
                words = [*(f"{term} {self.both}" for term in terms[:-1]), f"{terms[-1]}{last}"]
                yield from packed(
                    f"{indent}{start}{first}", words, f"{indent}{2 * self.indent}", self.longest
                )
            case Style.VERTICAL:
                yield f"{indent}{start}{first}"
                yield from (f"{indent}{self.indent}{term}" for term in joined)
                yield f"{indent}{last}"
            case Style.RUST:
                yield f"{indent}{start}{first}{joined[0]}"
                yield from (f"{indent}{self.indent}{term}" for term in joined[1:])
                yield f"{indent}{last}"

    def tests(self, conditions: Sequence[Comparison]) -> list[str]:
        """The conditions; limits on both sides in one word."""
        return self.tested(conditions, self.notation)

    def tested(self, conditions: Sequence[Comparison], notation: Notation) -> list[str]:
        """The same in a notation for terms."""
        said: list[str] = []
        for compared, group in groupby(limits(conditions), lambda limit: isinstance(limit, Comparison)):
            if compared:
                said += [notation.comparison(limit) for limit in group if isinstance(limit, Comparison)]
            else:
                inner = [self.notation.expression(x) for x in group if not isinstance(x, Comparison)]
                values = self.notation.gathered.format(", ".join(inner))
                said.append(f"{notation.called('within')}({values})")
        return said
