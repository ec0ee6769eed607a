"""C99: a header and a source file. Each function returns the number, or NaN outside the domain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.ratio_calls import MACROS
from symbolic_eps.export.layout.shared_checks import Called, shared_checks
from symbolic_eps.export.layout.skeleton import Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, generated, release
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Assign,
    Expression,
    Operation,
    Program,
    Refusal,
    Return,
    Variable,
    operations_in,
)
from symbolic_eps.export.rewriting import answers
from symbolic_eps.export.rewriting.idioms import ending
from symbolic_eps.export.rewriting.inlining import inlined
from symbolic_eps.export.rewriting.known_ranges import plain
from symbolic_eps.export.rewriting.negatives import without_negatives
from symbolic_eps.export.rewriting.parts import beyond, steps_of
from symbolic_eps.export.rewriting.repeats import without_repeats
from symbolic_eps.export.rewriting.roots import called, root
from symbolic_eps.export.rewriting.shared import Pair
from symbolic_eps.export.rewriting.shared_values import Function, shared_values
from symbolic_eps.export.rewriting.sums_of_products import with_sums_of_products
from symbolic_eps.export.rewriting.uncommented import uncommented
from symbolic_eps.export.runtime.helpers import HELPERS
from symbolic_eps.export.targets.c_alone import TOLD, asked, written_out
from symbolic_eps.export.targets.c_body import Body
from symbolic_eps.export.targets.c_flag import Flag
from symbolic_eps.export.targets.c_functions import PLAIN, WHOLE, Functions, Kind, helpers, kind_of, macros
from symbolic_eps.export.targets.c_header import declarations, formulas, points, told
from symbolic_eps.export.targets.c_notation import NOTATION, is_of_products, is_sum, of_platform
from symbolic_eps.export.targets.c_text import WIDTH, broken, joined, number, short_title, step_of
from symbolic_eps.export.template import filled

FEWEST, FEWEST_SHARED = 2, 1
"""Products that are added by the runtime, from so many on: in a formula, and in a function of their own."""
_MACROS = {operation.value: name for operation, name in MACROS.items()}

ERRNO = {Refusal.DOMAIN: "EDOM", Refusal.RANGE: "ERANGE"}


class C(Skeleton):
    """C99 with its mathematics library."""

    name = "c"
    title = "C99"
    functions = frozenset(NOTATION.functions)
    refusals = Refusals(*(f"returns NaN and sets errno to {ERRNO[refusal]}" for refusal in Refusal))
    environment = (
        "asked at each call, once for an array; flags that change results are refused by the compiler"
    )
    self_test = (
        "gcc -std=c99 -O2 -Wall -Wextra -Werror -o self_test self_test.c symbolic_eps.c -lm && ./self_test; "
        "passed=$?; rm -f self_test; exit $passed"
    )

    runtimes = (False, True)
    notation = NOTATION
    exact_sum = "c/exact_sum.c"
    logarithms = ("c", "c")
    of_platform = MappingProxyType({Operation.LOG: "log", Operation.LOG1P: "log1p"})
    table_end, inverse_scale = "};", 256.0
    reasons = ERRNO
    let, give, declare = "double {name} = {value};", "{name} = {value};", "double {name};"
    answer = "return {value};"
    helpers = (
        *("answer", "beside", "added", "sum_of", "within"),
        *("alone", "two", "three", "times", "exactly", "nearly", "total_of"),
        *("root_of", "ln1p_of", "all_within"),
    )

    def function(self, name: str) -> str:
        """With the prefix of this library."""
        return f"eps_{name}"

    def private_function(self, name: str) -> str:
        """Without it."""
        return name

    def apart_functions(self, library: Library) -> Iterator[str]:
        """The functions that no user calls, but for the question for the environment."""
        lines = [*self.apart_from_environment(library)]
        yield from (line for line in lines if line or library.own_logarithms)

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f" /* {text} */"

    def quoted(self, text: str) -> str:
        """A message, which stands in a comment."""
        return text

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """The first lines of what a function is made of."""
        raise NotImplementedError("a function in C is made by a macro")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """What is said of a function, and its first line."""
        kind = WHOLE if _is_sum(program) else PLAIN
        yield from ("", f"/* {told} */", *self._inline(program.name, program, kind))

    def entered(self, program: Program) -> Iterator[str]:
        """Nothing: a macro asks for the environment."""
        yield from ()

    def body(self, program: Program, runtime: bool = False) -> Iterator[str]:
        """The statements, with few names."""
        if _is_sum(program):
            yield from _lines(self.short(program, runtime), Flag.FULL, runtime, "NAN")
        else:
            short = self.short(program, runtime)
            yield from _lines(short, kind_of(short).flag, runtime)

    def public(self, library: Library) -> Iterator[str]:
        """For each formula what it is made of, and a macro for its functions: the shorter of two texts.

        One brings a runtime along that adds products up, the other one writes all sums out; so do both where
        a loop over arrays has a place for what a root lacks: with the runtime, gcc does not vectorise that.
        """
        texts = [[*self._functions(library, runtime)] for runtime in self.runtimes]
        yield from min(texts, key=lambda lines: sum(1 for _ in broken(lines)))

    def _functions(self, library: Library, runtime: bool) -> Iterator[str]:
        kinds = [kind_of(self.short(program, runtime)) for program, _ in library.pairs]
        bodies_of, cases = self._shared_cases(library, kinds, runtime)
        checked = self._checks(library, kinds, bodies_of, runtime)
        alone = len(library.pairs) == 1
        made_of = [
            line
            for sheet, pair, kind in zip(library.sheets, library.pairs, kinds, strict=True)
            for line in (
                *("", TOLD if alone else f"/* {short_title(sheet.formula.title)} */"),
                *self._value(pair[0], kind, alone),
                *self._formula(pair[0], kind, bodies_of[pair[0].name], checked, runtime, alone),
                *self._made(sheet, pair, kind, runtime, alone),
            )
        ]
        bodies = [*_checks(checked), *_cases(cases), *made_of]
        pairs = zip(library.pairs, kinds, strict=True)
        with_rest = [program for (program, _), kind in pairs if kind.flag is Flag.LOW]
        sums, others = self._called(library, bodies, with_rest, runtime)
        made = [] if alone else [*macros([program for program, _ in library.pairs])]
        yield from helpers(bodies, [*sums, *others], kinds, made)
        yield from bodies

    def _shared_cases(
        self, library: Library, kinds: Sequence[Kind], runtime: bool
    ) -> tuple[Mapping[str, Program], Sequence[Function]]:
        """What each formula is made of, and the functions for cases that several have; none with `low`."""
        flags = {program.name: kind.flag for (program, _), kind in zip(library.pairs, kinds, strict=True)}
        programs = {
            p.name: self.summed(p, runtime, sums=flags[p.name] is not Flag.LOW) for p, _ in library.pairs
        }
        if not runtime:
            return programs, ()
        programs = {name: answers.with_answers(p, bool(flags[name])) for name, p in programs.items()}
        pairs = zip(library.pairs, kinds, strict=True)
        calling = [programs[program.name] for (program, _), kind in pairs if kind in (PLAIN, WHOLE)]

        def text(program: Program) -> Iterator[str]:
            return broken(_lines(self._folded(program), flags[program.name], runtime))

        loops = {name: bool(flag) for name, flag in flags.items()}
        changed, functions = shared_values(calling, text, self._names(library), loops)
        if any(answers.CASE in operations_in(p.body) for p in calling):
            summed = _lines(self._folded(answers.program()), Flag.FULL, runtime)
            functions.insert(0, Function(answers.CASE, tuple(broken(summed))))
        return programs | changed, functions

    def valued(self, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        """As they are: `low` and loops over arrays are to be known first."""
        return pairs

    def _names(self, library: Library) -> tuple[str, ...]:
        return (*(p.name for p in (*library.programs, *library.private)), *self.helpers)

    def _checks(
        self, library: Library, kinds: Sequence[Kind], bodies: Mapping[str, Program], runtime: bool
    ) -> Mapping[str, Called]:
        """What several formulas require, by names of those that call a function for it; none has `low`."""
        pairs = zip(library.pairs, kinds, strict=True)
        programs = [bodies[program.name] for (program, _), kind in pairs if kind.flag is not Flag.LOW]
        taken = self._names(library)
        return shared_checks(
            programs,
            lambda asked: _lines(self._folded(asked), Flag.FULL, runtime),
            taken,
            lambda lines: sum(1 for _ in broken(lines)),
        )

    def _called(
        self, library: Library, bodies: Sequence[str], with_rest: Sequence[Program], runtime: bool
    ) -> tuple[list[str], list[str]]:
        """What formulas call: sums of products, a line each, and other functions.

        A polynomial that is called where a loop has a place for what a root lacks is written out.
        """
        said = "\n".join(bodies)
        written_out = {operation.value for p in with_rest for operation in operations_in(p.body)}
        sums, others = [], []
        for helper in library.outlined:
            program, name = helper.program, helper.program.name
            if helper in HELPERS.values() and re.search(rf"\b({name}|{_MACROS.get(name)})\(", said) is None:
                continue
            apart = helper not in HELPERS.values() and name in written_out
            match self.short(program, runtime and not apart, in_place=True).body:
                case (Assign(name=given, value=value), Return(value=Variable(name=last))) if (
                    given == last and is_of_products(value)
                ):
                    parameters = ", ".join(_declared(program.parameters))
                    sums.append(f"SUM_FUNCTION({name}, ({parameters}), {NOTATION.terms(value)})")
                case _:
                    others += [
                        *self.private_head(program, helper.meaning),
                        *self.body(program, runtime and not apart),
                        "}",
                    ]
        if "root_of(" in said:
            others += [*self.private_head(root().program, root().meaning), *self.body(root().program), "}"]
        return ["", "/* Polynomials: the signs are exact. */", *sums] if sums else [], others

    def _formula(
        self,
        program: Program,
        kind: Kind,
        whole: Program,
        checked: Mapping[str, Called],
        runtime: bool,
        alone: bool,
    ) -> Iterator[str]:
        """The statements of what it is made of."""
        if program.name in checked:
            called = checked[program.name]
            given = ", ".join((*map(NOTATION.name, program.parameters), kind.flag.full))
            yield f"    ASKED({called.check.name}({given}));"
            lines = _lines(self._folded(called.rest), kind.flag, runtime, known=called.known)
        else:
            lines = _lines(self._folded(whole), kind.flag, runtime)
        yield from (*(map(asked, lines) if alone else lines), "}")

    def _made(self, sheet: Sheet, pair: Pair, kind: Kind, runtime: bool, alone: bool) -> Iterator[str]:
        """Its functions."""
        program, safe = pair
        step = beyond(program, safe, called=False)
        steps = None if step is None else steps_of(step)
        if steps is None:
            raise ValueError(f"{safe.name} does not take steps from {program.name}")
        times, share = steps
        said = step_of(share) if runtime else number(share)
        parameters = tuple(map(NOTATION.name, program.parameters))
        made = Functions(program.name, parameters, kind, str(sheet.formula.side), times, said)
        yield from written_out(made) if alone else (made.by_macro,)

    def _inline(self, name: str, program: Program, kind: Kind) -> Iterator[str]:
        parameters = [*_declared(program.parameters), *[kind.flag.declared] * bool(kind.flag)]
        yield f"WITHIN double {name}({', '.join(parameters)}) {{"

    def _value(self, program: Program, kind: Kind, alone: bool) -> Iterator[str]:
        """The first line of what a formula is made of."""
        if kind.flag is Flag.LOW or alone:
            yield from self._inline(f"value_of_{program.name}", program, kind if kind.flag else WHOLE)
        else:
            yield f"FORMULA({', '.join((program.name, *_declared(program.parameters)))}) {{"

    def short(self, program: Program, runtime: bool = False, in_place: bool = False) -> Program:
        """The program with few names; a sum keeps its own, by which a loop is told that it is not known."""
        return self._folded(self.summed(program, runtime, in_place))

    def summed(self, program: Program, runtime: bool, in_place: bool = False, sums: bool = True) -> Program:
        """The program, its sums of products as one operation each where the runtime is there."""
        program, fewest = uncommented(program), FEWEST_SHARED if in_place else FEWEST
        if not runtime:
            return plain(without_repeats(program))
        if sums:
            program = without_negatives(with_sums_of_products(program, fewest, in_place))
        return called(program)

    def _folded(self, program: Program) -> Program:
        return inlined(program, self.fits, is_sum)

    def fits(self, name: str, value: Expression, blocks: int) -> bool:
        """Whether the line is short, in a block within two others; one of products is broken between them."""
        line = f"            double {name} = {NOTATION.expression(value)};"
        return is_of_products(value) or len(line) <= WIDTH

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.h`, `symbolic_eps.c`, `self_test.c`, and `flags.sh`: the same with many flags."""
        said, library = generated(sheets), self.library(sheets)
        platform = not all(sheet.formula.own_logarithms for sheet in sheets)
        functions = broken((*self.apart_functions(library), *self.public(library)))
        above = NOTATION.expression(environment.ABOVE)
        probes = ", ".join(f"read_{name} = {number(value)}" for name, value in environment.PROBES.items())
        return {
            "symbolic_eps.h": filled(
                "c/symbolic_eps.h",
                generated=said,
                told=told(sheets),
                declarations=broken(declarations(library, NOTATION.name)),
            ),
            "symbolic_eps.c": filled(
                "c/symbolic_eps.c",
                generated=said,
                probes=probes,
                once=", ".join(
                    (*(f"{name} = read_{name}" for name in environment.PROBES), f"above = {above}")
                ),
                environment=broken((f"    return {' && '.join(_environment())};",)),
                functions=map(of_platform, functions) if platform else functions,
            ),
            "self_test.c": filled(
                "c/self_test.c", generated=said, points=points(sheets), formulas=formulas(sheets)
            ),
            "flags.sh": filled("c/flags.sh", generated=said),
            "CMakeLists.txt": filled("c/CMakeLists.txt", generated=said, version=release(sheets)),
            "symbolic_eps.pc.in": filled("c/symbolic_eps.pc.in", generated=said),
            ".clang-format": filled("c/clang-format", generated=said),
        }


TARGET = C()


def _lines(
    short: Program, flag: Flag, runtime: bool, unknown: str = "TOO_FAR", known: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The statements of a program with few names."""
    body = Body(replace(NOTATION, full=flag.full), flag, unknown, runtime, known)
    yield from joined(body.lines(short))


def _checks(checked: Mapping[str, Called]) -> Iterator[str]:
    """The functions for what several formulas require."""
    checks = dict.fromkeys(called.check for called in checked.values())
    if checks:
        yield from (
            "",
            "/* What several formulas require of the same arguments: a number below 0 where they refuse. */",
        )
    for check in checks:
        yield f"WITHIN double {check.name}({', '.join(_declared(check.parameters))}, int full) {{"
        yield from (*check.statements, "    return 0.0;", "}")


def _cases(functions: Sequence[Function]) -> Iterator[str]:
    """The functions for values that several formulas have."""
    if functions:
        yield from (
            "",
            "/* Values that several formulas have; a number below 0 where a digit could be lost. */",
        )
    for function in functions:
        yield from (f"/* {function.case.meaning} */", f"{_head(function)} {{", *function.text, "}")


def _declared(parameters: Sequence[str]) -> Iterator[str]:
    return (f"double {NOTATION.name(p)}" for p in parameters)


def _head(function: Function) -> str:
    case = function.case
    parameters = _declared(case.program.parameters)
    return f"WITHIN double {case.value}({', '.join([*parameters, *['int full'] * case.asks])})"


def _is_sum(program: Program) -> bool:
    """Whether it is a helper that adds exactly where most of a sum cancels."""
    return Operation.EXACT_SUM in operations_in(program.body) and ending(program) is None


def _environment() -> Iterator[str]:
    """What holds in the assumed arithmetic."""
    asked = environment.requirements(above=Variable("above"))
    return (NOTATION.comparison(required.condition) for required in asked)
