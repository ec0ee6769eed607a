"""The body of a C function: a value is one expression where that is short; no `else` after `return`.

What is refused is a number below 0 here. So a function is one of numbers alone, which a loop over arrays
takes into itself. In such a loop nothing is added exactly and no logarithm is taken: there the function gives
the argument of its only logarithm, and a number below 0 where anything else is needed. A parameter says that
it is in a loop; if the argument has a second part, this is the place for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from symbolic_eps.export.layout.block_value import (
    Selection,
    Value,
    block_value,
    implied,
    is_known,
    is_quick,
    zero_alone,
)
from symbolic_eps.export.layout.ratio_calls import of_one_plus, of_ratio, result_of
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Operation,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    put_into,
)
from symbolic_eps.export.rewriting.idioms import corrected as corrected_sums
from symbolic_eps.export.rewriting.idioms import limits, meaning, name_given, overflowing, zero_or_parts
from symbolic_eps.export.rewriting.inlining import Known
from symbolic_eps.export.rewriting.sums_of_products import SumOfProducts
from symbolic_eps.export.targets.c_flag import Flag, last_choice, last_of
from symbolic_eps.export.targets.c_notation import Written, is_of_products, is_sum
from symbolic_eps.export.targets.c_text import WIDTH, required


@dataclass(frozen=True)
class Body:
    """The statements of a function.

    Parameters
    ----------
    notation : Written
    flag : Flag
        The parameter by which the function is told of a loop.
    unknown : str
        What it gives in a loop where it would have to add exactly.
    runtime : bool
        Whether the macros that go with sums of products are there.
    known : frozenset of str
        Sums that are numbers in a loop, too.
    """

    notation: Written
    flag: Flag = Flag.NONE
    unknown: str = "TOO_FAR"
    runtime: bool = False
    known: frozenset[str] = frozenset()

    def lines(self, program: Program) -> Iterator[str]:
        """The statements of a program whose names are few; what the next test refuses is asked once."""
        yield from required(self._lines(program))

    def value(self, block: Block, result: str) -> Value | None:
        """What a block gives, as one value if it can be; in a loop, each sum is a statement."""
        return block_value(block, result, Known(), sums=not self.flag)

    def _lines(self, program: Program) -> Iterator[str]:
        found = result_of(program)
        before = program.body if found is None else found[0]
        usual = last_choice(program) if self.flag else None
        for asked, group in groupby(before, lambda s: isinstance(s, Require)):
            if asked:
                yield from self._refused([s for s in group if isinstance(s, Require)])
            else:
                yield from self.block(tuple(group), "    ")
        if found is not None:
            yield from self.last((found[1],), "    ", usual)

    def _refused(self, required: Sequence[Require]) -> Iterator[str]:
        """What is refused: where a loop takes the logarithm, the domain and sizes are asked together."""
        groups = [[*group] for _, group in groupby(required, lambda r: r.refusal)]
        if (
            not self.runtime
            and self.flag is Flag.LOW
            and [g[0].refusal for g in groups] == [Refusal.DOMAIN, Refusal.RANGE]
        ):
            domain, sizes = groups
            asked = [r for r in domain if not any(implied(r.condition, s.condition) for s in sizes)]
            test = f"    if (!({self._all([*asked, *sizes])}))"
            given = f"        return {self.flag} || ({self._all(domain)}) ? TOO_FAR : OUTSIDE;"
            if max(len(test), len(given)) <= WIDTH:
                yield from (test, given)
                return
        for group in groups:
            name = "REQUIRE" if group[0].refusal is Refusal.DOMAIN else "COMPUTABLE"
            yield f"    {name}({self._all(group)});"

    def _all(self, required: Sequence[Require]) -> str:
        return " && ".join(self._required(r.condition) for r in required)

    def _required(self, condition: Comparison) -> str:
        """A condition; whether an argument is 0 or at least a number, in a word."""
        if found := zero_or_parts(condition):
            return f"zero_or({', '.join(map(self.notation.expression, found))})"
        return self.notation.comparison(condition)

    def last(self, block: Block, indent: str, usual: Choose | None) -> Iterator[str]:
        """A block that gives the result."""
        *before, last = block
        yield from self.block(tuple(before), indent)
        value = self.value((last,), name_given(last))
        if isinstance(last, Choose) and last == usual:
            yield from self._usual(last, indent)
        elif isinstance(last, Choose) and not usual and (line := self._logarithm(last)):
            yield f"{indent}return {line};"
        elif value is not None and self._fits(line := f"{indent}return {self._result(value, usual)};", value):
            yield f"{line}{self._comment(last)}"
        elif isinstance(last, Choose):
            yield from self._returned(last, indent, usual)
        elif isinstance(last, Assign) and is_of_products(last.value):
            yield from self._sum_of_products(last, indent, "")
            yield f"{indent}return {self.notation.name(last.name)};"
        elif isinstance(last, Assign):
            yield f"{indent}return {self._result(last.value, usual)};{self._comment(last)}"
        else:
            raise TypeError(f"not a result: {last}")

    def _logarithm(self, choice: Choose) -> str:
        """The logarithm of a ratio that could overflow, as one value; else nothing."""
        if overflowing(choice.conditions) is None:
            return ""
        then, otherwise = (
            block_value(part, choice.result, Known(), sums=True) for part in (choice.then, choice.otherwise)
        )
        return self._of_ratio(choice.conditions, then, otherwise)

    def _usual(self, choice: Choose, indent: str) -> Iterator[str]:
        """The usual result: its logarithm is left to a loop over arrays."""
        (made,) = choice.then
        other = block_value(choice.otherwise, choice.result, Known())
        if not isinstance(made, Assign) or other is None:
            raise TypeError(f"not a choice between values: {choice}")
        z = self.notation.expression(choice.conditions[0].left)
        if (found := of_one_plus(Selection(choice.conditions, made.value, other))) and self.runtime:
            yield f"{indent}return ln1p_of({', '.join(map(self.notation.expression, found))}, low);"
            return
        yield f"{indent}if (!({self.test(choice.conditions)})) return {self.text(other)};"
        if found:
            yield f"{indent}if (low) *low = {self.notation.expression(found[1])};"
        yield f"{indent}return {self.flag.chosen(self.notation.expression(made.value), z)};"

    def _returned(self, choice: Choose, indent: str, usual: Choose | None) -> Iterator[str]:
        test, said = self.test(choice.conditions), self._comment(choice)
        value = self.value(choice.then, choice.result)
        here = usual is not None and usual in last_of(choice.then[-1])
        line = "" if value is None else f"{indent}if ({test}) return {self._result(value, usual)};"
        apart = f"{indent}if ({test})", f"{indent}    {line.partition(f'({test}) ')[2]}"
        if value is not None and not here and self._fits(line, value):
            yield f"{line}{said}"
        elif isinstance(value, Apply) and not here and not said and max(map(len, apart)) <= WIDTH:
            yield from apart
        else:
            yield f"{indent}if ({test}) {{{said}"
            yield from self.last(choice.then, f"{indent}    ", usual)
            yield f"{indent}}}"
        yield from self.last(choice.otherwise, indent, usual)

    def _result(self, value: Value, usual: Choose | None) -> str:
        """A value that is returned; to a loop that takes its logarithm, only what that leaves as it is."""
        if usual is None or is_known(value):
            return self.text(value)
        return self.flag.chosen(self.text(value), "TOO_FAR")

    def _fits(self, line: str, value: Value) -> bool:
        nested = isinstance(value, Selection) and any(
            isinstance(part, Selection) and not (self.runtime and zero_alone(part))
            for part in (value.then, value.otherwise)
        )
        return len(line) <= WIDTH and not nested

    def block(self, block: Block, indent: str, result: str = "") -> Iterator[str]:
        """The statements; `result` is a name that is declared around them."""
        corrected = corrected_sums(block)
        for statement in block:
            match statement:
                case Assign(value=Apply(operation=SumOfProducts())):
                    yield from self._sum_of_products(statement, indent, result)
                case Assign(name=name):
                    let = "" if name == result else "double "
                    said = self.notation.name(corrected.get(name, name))
                    value = self.notation.expression(statement.value)
                    asked = self.flag and is_sum(statement.value) and name not in self.known
                    if asked and let:
                        yield f"{indent}KNOWN({said}, {value});"
                    else:
                        yield f"{indent}{let}{said} = {value};{self._comment(statement)}"
                case Choose() if statement.rare and statement.result in corrected.values():
                    yield from self._summed(statement, corrected, indent)
                case Choose():
                    yield from self._chosen(statement, indent, result)
                case Return(value=value):
                    yield f"{indent}return {self.notation.expression(value)};"

    def _sum_of_products(self, given: Assign, indent: str, result: str) -> Iterator[str]:
        """A sum of products: a macro declares its name."""
        if given.name == result:
            raise ValueError(f"{result} is declared twice")
        name = self.notation.name(given.name)
        yield f"{indent}SUM({name}, {self.notation.terms(given.value)});"

    def _summed(self, choice: Choose, corrected: Mapping[str, str], indent: str) -> Iterator[str]:
        """A sum that is replaced by the exact one where most of it cancelled."""
        names = Known({name: Variable(result) for name, result in corrected.items()})
        (condition,) = (put_into(c, names) for c in choice.conditions)
        exact = self.value(choice.then, choice.result)
        inner = f"{indent}    "
        name, test = self.notation.name(choice.result), self.notation.comparison(condition)
        line = "" if exact is None else f"{name} = {self.text(exact)};"
        if exact is not None and not self.flag and len(f"{indent}if ({test}) {line}") <= WIDTH:
            yield f"{indent}if ({test}) {line}"
            return
        left = f"{indent}if ({self.flag.in_loop} && {test}) return {self.unknown};"
        apart = bool(self.flag) and len(left) <= WIDTH
        yield from [left] * apart
        lines = [f"{inner}if ({self.flag.in_loop}) return {self.unknown};"] * (bool(self.flag) and not apart)
        lines += [f"{inner}{line}"] if exact is not None else self.block(choice.then, inner, choice.result)
        yield from _under(test, " /* most of it cancelled */", lines, indent)

    def _chosen(self, choice: Choose, indent: str, result: str) -> Iterator[str]:
        name, value = self.notation.name(choice.result), self.value((choice,), choice.result)
        if self.flag is Flag.NONE and choice.result != result and (line := self._logarithm(choice)):
            yield f"{indent}double {name} = {line};"
            return
        let, said = "" if choice.result == result else "double ", self._comment(choice)
        test = self.test(choice.conditions)
        line = "" if value is None else f"{indent}{let}{name} = {self.text(value)};"
        if value is not None and self._fits(line, value):
            yield f"{line}{said}"
            return
        then, otherwise = (self.value(block, choice.result) for block in (choice.then, choice.otherwise))
        if then is not None and isinstance(otherwise, Apply) and is_quick(then):
            lines = f"{let}{name} = {self.text(then)};", f"if (!({test})) {name} = {self.text(otherwise)};"
            if len(lines[0]) <= WIDTH + 40 and len(lines[1]) + len(indent) <= WIDTH:
                yield from (f"{indent}{line}" for line in lines)
                return
        usual = test.startswith("overflows(") and isinstance(otherwise, Apply)
        first = "" if otherwise is None else f"{indent}{let}{name} = {self.text(otherwise)};"
        short = 0 < len(first) <= WIDTH and not isinstance(then, Selection)
        if otherwise is not None and short and (usual or is_quick(otherwise)):
            yield first
            inner = f"{indent}if ({test}) {name} = {'' if then is None else self.text(then)};"
            if then is not None and len(inner) <= WIDTH:
                yield f"{inner}{said}"
                return
            yield f"{indent}if ({test}) {{{said}"
            yield from self._given(choice.then, choice.result, f"{indent}    ")
            yield f"{indent}}}"
            return
        if let:
            yield f"{indent}double {name};"
        yield f"{indent}if ({test}) {{{said}"
        yield from self._given(choice.then, choice.result, f"{indent}    ")
        yield f"{indent}}} else {{"
        yield from self._given(choice.otherwise, choice.result, f"{indent}    ")
        yield f"{indent}}}"

    def _given(self, block: Block, result: str, indent: str) -> Iterator[str]:
        """A block that gives a name that is declared around it a value: in one line if it can."""
        value = self.value(block, result)
        line = "" if value is None else f"{indent}{self.notation.name(result)} = {self.text(value)};"
        if value is not None and self._fits(line, value):
            yield line
        else:
            yield from self.block(block, indent, result)

    def text(self, value: Value) -> str:
        """The value as an expression."""
        if not isinstance(value, Selection):
            return self.notation.expression(value)
        if self.runtime and (alone := zero_alone(value)):
            return f"zero_alone({self.notation.expression(alone)})"
        match value:
            case Selection(
                then=Apply(operation=Operation.DIVIDE, arguments=one),
                otherwise=Apply(operation=Operation.DIVIDE, arguments=other),
            ):  # one quotient, so that no processor guesses which
                pairs = zip(one, other, strict=True)
                return " / ".join(f"({self.text(replace(value, then=a, otherwise=b))})" for a, b in pairs)
        if self.runtime and (found := of_one_plus(value)):
            return f"ln1p_of({', '.join(map(self.notation.expression, found))}, NULL)"
        if ratio := self._of_ratio(value.conditions, value.then, value.otherwise):
            return ratio
        then, otherwise = self.text(value.then), self.text(value.otherwise)
        return f"{self.test(value.conditions)} ? {then} : {otherwise}"

    def _of_ratio(self, conditions: Sequence[Comparison], then: Value | None, otherwise: Value | None) -> str:
        """The logarithm of a ratio that could overflow, by a macro; else nothing."""
        if (asked := overflowing(tuple(conditions))) is None:
            return ""
        if (found := of_ratio(then, otherwise, asked[1])) is None:
            return ""
        name, a = found
        return f"{name}({', '.join(map(self.notation.expression, (*asked, a)))})"

    def test(self, conditions: Sequence[Comparison]) -> str:
        """Whether all hold; limits on both sides in one word."""
        if asked := overflowing(tuple(conditions)):
            return f"overflows({', '.join(map(self.notation.expression, asked))})"
        found = [*limits(conditions)]
        sizes = [self.notation.expression(limit) for limit in found if not isinstance(limit, Comparison)]
        if 2 < len(sizes) == len(found):
            return f"ALL_WITHIN({', '.join(sizes)})"
        return " && ".join(
            self.notation.comparison(limit)
            if isinstance(limit, Comparison)
            else f"within({self.notation.expression(limit)})"
            for limit in found
        )

    def _comment(self, statement: object) -> str:
        """What is said of it, unless the line says the same, as that of a sum does."""
        told = isinstance(statement, Choose) and (
            statement.rare
            or re.search(r"(?i)within\(|overflows\(", self.test(statement.conditions)) is not None
        )
        if isinstance(statement, Assign) and is_sum(statement.value):
            return ""
        text = meaning(statement) if isinstance(statement, Assign) else getattr(statement, "comment", "")
        return f" /* {text} */" if text and not told else ""


def _under(test: str, said: str, lines: Sequence[str], indent: str) -> Iterator[str]:
    """Statements that are executed where a test holds."""
    told = said if len(f"{indent}if ({test}) {{{said}") <= WIDTH else ""
    if len(lines) == 1:
        yield from (f"{indent}if ({test}){told}", *lines)
    else:
        yield from (f"{indent}if ({test}) {{{told}", *lines, f"{indent}}}")
