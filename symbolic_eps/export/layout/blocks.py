"""How blocks of statements are laid out: values, cases, and the results that functions end with."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import groupby

from symbolic_eps.export.layout.block_value import block_value
from symbolic_eps.export.layout.joined_lines import in_pairs, with_result_in_place
from symbolic_eps.export.layout.line_breaking import Style, packed
from symbolic_eps.export.layout.ratio_calls import of_ratio
from symbolic_eps.export.layout.syntax import Syntax
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import (
    Apply,
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
    applications,
    names,
    put,
    subtract,
)
from symbolic_eps.export.rewriting.idioms import (
    corrected,
    given_last,
    limits,
    meaning,
    overflowing,
    zero_or_parts,
)
from symbolic_eps.export.rewriting.inlining import Known
from symbolic_eps.export.rewriting.tidy import ends_with


class Blocks(Syntax):
    """The blocks of a function."""

    def refused(self, required: Sequence[Require], program: Program) -> Iterator[str]:
        """What is refused, one after the other; what has the same message, at once."""
        for _, group in groupby(required, lambda one: (one.refusal, one.message)):
            yield from self._refusal([*group], program)

    def asks(self, required: Require, program: Program) -> bool:
        """Whether what is refused is said in lines that are not too long, nor more than for a name."""
        name = replace(required, condition=replace(required.condition, left=Variable("sign")))
        lines, fewest = (self._refusal([one], program) for one in (required, name))
        return len(lines) <= len(fewest) and max(len(line.expandtabs(4)) for line in lines) <= self.longest

    def _refusal(self, required: Sequence[Require], program: Program) -> list[str]:
        first, conditions = required[0], [one.condition for one in required]
        words = {
            "test": f" {self.both} ".join(
                self.tests(conditions) if required[1:] else [self.compared(*conditions)]
            ),
            "refusal": self.reasons.get(first.refusal, ""),
            "message": self.quoted(first.message),
            "parameters": self.together(program),
        }
        for lines in (self.refuse, self.refuse_apart or self.refuse):
            said = [self.within + self.indent + line.format(**words) for line in lines]
            if max(len(line.expandtabs(4)) for line in said) <= self.longest:
                break
        return said

    def value_of(self, program: Program) -> Iterator[str]:
        """The statements of a function that is an expression, which ends with its value."""
        *others, last = program.body
        assert isinstance(last, Return)
        match others[-1] if others else None:
            case Choose(rare=False, result=result) if last.value == Variable(result):
                yield from self.block(tuple(others), self.indent, result)
            case _:
                yield from self.block((*others, Assign("value", last.value)), self.indent, "value")

    def told(self, line: str, comment: str) -> Iterator[str]:
        """A line with what is said of it, before it where there is no room."""
        if not comment or comment in self.silent:
            yield line
        elif len(said := f"{line}{self.comment(comment)}") <= self.longest:
            yield said
        else:
            yield from (*self.remarked(comment, line[: len(line) - len(line.lstrip())]), line)

    def meant(self, statement: Assign) -> str:
        """What is said of a value."""
        value = statement.value
        speaks = isinstance(value, Apply) and value.operation.defined
        return "" if speaks and not self.remarked_sums else meaning(statement)

    def remarked(self, comment: str, indent: str) -> Iterator[str]:
        """What is said, in lines of its own."""
        room = self.longest - len(self.comment("").expandtabs(4).lstrip()) - len(indent.expandtabs(4))
        for part in textwrap.wrap(comment, room, break_long_words=False, break_on_hyphens=False):
            yield f"{indent}{self.comment(part).lstrip()}"

    def _results(self, block: Block, indent: str, program: Program, tail: bool) -> Iterator[str]:
        """A block that gives the result; `tail` where nothing follows."""
        *before, last = block
        match last:
            case Choose(rare=False):
                yield from self.block(tuple(before), indent)
                value = self._zero_alone(last) or self._ratio(last) or self._selection(last)
                line = f"{indent}{self._result(value, program, tail)}"
                if value and (len(line) <= self.longest or self._ratio(last)):
                    yield from self.told(line, last.comment)
                else:
                    yield from self._branches(last, indent, program, tail)
            case Choose(result=name):
                yield from self.block(block, indent)
                yield f"{indent}{self._result(self.notation.name(name), program, tail)}"
            case Assign(value=given):
                yield from self.block(tuple(before), indent)
                line = f"{indent}{self._result(self.notation.expression(given), program, tail)}"
                yield from self.told(line, self.meant(last))

    def _branches(self, choice: Choose, indent: str, program: Program, tail: bool) -> Iterator[str]:
        """A choice of results: what follows the first one is for other points."""
        test, inner = f" {self.both} ".join(self.tests(choice.conditions)), indent + self.indent
        match choice.then:
            case (Assign(value=value, comment=comment),) if self.brief and not comment:
                line = self._result(self.notation.expression(value), program, False)
                brief = f"{indent}{self.brief.format(test=test, line=line)}"
            case _:
                brief = ""
        if brief and len(brief) <= self.longest:
            yield from self.told(brief, choice.comment)
        else:
            yield from self._answered(choice, indent, self._results(choice.then, inner, program, False))
            yield from (f"{indent}{self.end}",) if self.end else ()
        yield from self._results(choice.otherwise, indent, program, tail)

    def _answered(self, choice: Choose, indent: str, lines: Iterable[str]) -> Iterator[str]:
        """The test of a choice, and its first block."""
        yield from (*self._test(choice, indent, ""), *lines)

    def _result(self, value: str, program: Program, tail: bool) -> str:
        """The end of a function with a value."""
        line = (self.last_result if tail else "") or self.result
        if given_last(program) is not None:
            line = self.answer
        return line.format(value=value, parameters=self.together(program))

    def _zero_alone(self, choice: Choose) -> str:
        """A value that is 0 where another one is, and none elsewhere; "" for any other."""
        match choice:
            case Choose(
                conditions=(Comparison(left=x, order="==", right=Constant(value=0.0)),),
                then=(Assign(value=Constant(value=0.0)),),
                otherwise=(Assign(value=Constant(value=-1.0)),),
            ):
                if self.zero_by_size:
                    size = Apply(Operation.ABSOLUTE, (x,))
                    return self.notation.expression(subtract(Constant(0.0), size))
                return f"{self.notation.called('zero_alone')}({self.notation.expression(x)})"
        return ""

    def together(self, program: Program) -> str:
        """The parameters as one value."""
        return self.listed(program.parameters) + "," * (len(program.parameters) == 1)

    def compared(self, condition: Comparison) -> str:
        """A condition; whether an argument is 0 or at least a number, in a word."""
        if found := zero_or_parts(condition):
            return f"{self.notation.called('zero_or')}({', '.join(map(self.notation.expression, found))})"
        return self.notation.comparison(condition)

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
                    yield from self.told(f"{indent}{said}", self.meant(statement))
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
        value = "" if passed_on and self.start else self._ratio(choice) or self._selection(choice)
        line = indent + (self.give if passed_on else self.let).format(name=name, value=value)
        if value and len(line) <= self.longest:
            yield from self.told(line, choice.comment)
            return
        if value and self.start and not choice.comment:
            apart = line.replace(" = ", f" =\n{indent}{self.indent}", 1).split("\n")
            if len(apart[-1]) <= self.longest:
                yield from apart
                return
        if self.presets and not passed_on and (other := self._little(choice)) is not None:
            said = (self.variable or self.let).format(name=name, value=self.notation.expression(other))
            yield f"{indent}{said}"
            yield from self._test(choice, indent, "")
            yield from self._again.block(choice.then, indent + self.indent, choice.result)
            yield from (f"{indent}{self.end}",) if self.end else ()
            return
        if self.declare and not passed_on:
            yield indent + self.declare.format(name=name)
        yield from self._cases(choice, indent, "" if passed_on else self.start.format(name=name))
        if end := self.end if passed_on else self.end_of_choice:
            yield indent + end

    @property
    def _again(self) -> Blocks:
        """The same where the name that a choice gives has a value already."""
        language = copy(self)
        language.give, language.start = self.again or self.give, ""
        return language

    def _little(self, choice: Choose) -> Expression | None:
        """The second value of a choice, if it is a sum of names and numbers: little work for nothing."""
        match choice.otherwise:
            case (Assign(value=value, comment=""),) if (
                len(choice.then) > 1
                and not choice.rare
                and not any(isinstance(s, Choose) for s in choice.then[:-1])
            ):
                sums = (Operation.ADD, Operation.SUBTRACT, Operation.NEGATE)
                return value if all(a.operation in sums for a in applications(value)) else None
        return None

    def _ratio(self, choice: Choose) -> str:
        """The logarithm of a ratio that could overflow; "" for any other choice."""
        asked = overflowing(choice.conditions) if self.ratio else None
        if asked is None:
            return ""
        g, m = asked
        then, otherwise = (
            block_value(part, choice.result, Known(), sums=True) for part in (choice.then, choice.otherwise)
        )
        found = of_ratio(then, otherwise, m)
        if found is None:
            return ""
        macro, a = found
        name = self.notation.called(macro.removeprefix("0.5 * ").lower())
        said = {key: self.notation.expression(value) for key, value in (("g", g), ("m", m), ("a", a))}
        text = self.ratio.format(called=name, **said)
        if 3 * len(self.indent.expandtabs(4)) + len(text.partition(f"{said['m']}, ")[2]) > self.longest - 3:
            return ""
        return self.half.format(text) if macro.startswith("0.5") else text

    def _selection(self, choice: Choose) -> str:
        """A choice between two values; "" for any other."""
        match choice:
            case Choose(then=(Assign(value=value),), otherwise=(other,)) if self.selection:
                test = f" {self.both} ".join(self.tests(choice.conditions))
                match other:
                    case Assign(value=second):
                        otherwise = self.notation.expression(second)
                    case Choose():
                        otherwise = self._zero_alone(other)
                    case _:
                        return ""
                one = self.notation.expression(value)
                return otherwise and self.selection.format(test=test, one=one, other=otherwise)
        return ""

    def _cases(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        """All but the end."""
        inner, result = indent + self.indent, choice.result
        yield from self._test(choice, indent, start)
        yield from self.block(choice.then, inner, result)
        only = choice.otherwise[0]
        alone = len(choice.otherwise) == 1 and isinstance(only, Choose) and only.result == result
        zero = self._zero_alone(only) if alone and isinstance(only, Choose) else ""
        if self.chained and alone and isinstance(only, Choose) and not zero:
            yield from self._cases(only, indent, self.chained)
            return
        yield indent + self.otherwise
        if zero:
            yield inner + self.give.format(name=self.notation.name(result), value=zero)
        else:
            yield from self.block(choice.otherwise, inner, result)

    def _test(self, choice: Choose, indent: str, start: str) -> Iterator[str]:
        terms = self.tests(choice.conditions)
        line = f"{indent}{start}{self.test.format(test=f' {self.both} '.join(terms))}"
        if choice.comment in self.silent:
            yield from self._test(replace(choice, comment=""), indent, start)
        elif self.told_below and choice.comment:
            yield from self._test(replace(choice, comment=""), indent, start)
            yield from self.remarked(choice.comment, indent + self.indent)
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
                yield from self.remarked(comment, indent)
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
                continue
            inner = [self.notation.expression(x) for x in group if not isinstance(x, Comparison)]
            if self.one_by_one or not inner[1:]:
                said += [f"{notation.called('within')}({notation.gathered.format(x)})" for x in inner]
            else:
                values = self.notation.gathered.format(", ".join(inner))
                said.append(f"{notation.called(self.all_within)}({values})")
        return said

    def listed(self, names: Iterable[str]) -> str:
        """Names, as they are handed over."""
        return ", ".join(map(self.notation.name, names))

    def zeros(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines, in which a function that would be called once is written in its place."""
        call = re.compile(re.escape(self.notation.called("zero_alone")) + r"\(([^()]*)\)")
        if self.zero_or_none and sum(len(call.findall(line)) for line in lines) == 1:
            lines = [call.sub(lambda found: self.zero_or_none.format(x=found[1]), line) for line in lines]
        return self.result_once(lines)

    def result_once(self, lines: Sequence[str]) -> Sequence[str]:
        """The lines; where one formula has one result, it is asked of that without a function."""
        return with_result_in_place(
            lines, self.last_result or self.result, self.result_in_place, self.longest
        )

    def paired(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines; what is done to a, and then to b in the same way, in lines for both."""
        return in_pairs(lines, self.let, self.let_both) if self.let_both else iter(lines)
