"""C99: a header and a source file. Each function returns the number, or NaN outside the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_eps.export import environment
from symbolic_eps.export.helpers import HELPERS
from symbolic_eps.export.program import (
    Assign,
    Expression,
    Operation,
    Program,
    Refusal,
    Return,
    Variable,
    operations_in,
)
from symbolic_eps.export.sums_of_products import with_sums_of_products
from symbolic_eps.export.targets.c_body import Body, Flag
from symbolic_eps.export.targets.c_checks import Called, shared_checks
from symbolic_eps.export.targets.c_functions import PLAIN, WHOLE, Kind, helpers, kind_of, macros
from symbolic_eps.export.targets.c_notation import Written, is_of_products, is_sum
from symbolic_eps.export.targets.c_text import WIDTH, broken, joined, number
from symbolic_eps.export.targets.documented import documented, title
from symbolic_eps.export.targets.fold import folded
from symbolic_eps.export.targets.library import Library
from symbolic_eps.export.targets.parts import beyond, steps_of
from symbolic_eps.export.targets.shape import ending
from symbolic_eps.export.targets.skeleton import Skeleton
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated, release, wrapped
from symbolic_eps.export.template import filled, source

_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while exp log sqrt fabs log1p expm1 errno NAN INFINITY EDOM ERANGE main y0 y1 j0 j1 yn jn
    read_one read_small zero_or checked answer beside added sum_of within full low
    monomial alone two three times exactly nearly total_of overflows log_ratio zero_alone ln ln1p ln1p_sum
    OUTSIDE TOO_FAR SUM NAMED TERMS SUM_FUNCTION KNOWN ASKED refused
    VALUE VALUE_ALL IN_FULL IN_FULL_ALL OF_PAIR OF_PAIR_ALL BLOCK WITHIN APART
    """.split()  # noqa: SIM905 (a table of words)
)

_NOTATION = Written(
    functions={
        Operation.ABSOLUTE: "fabs",
        Operation.SQUARE_ROOT: "sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1p_sum",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=number,
    infinity="INFINITY",
    name=lambda name: f"{name}_" if name in _KEYWORDS else name,
)


FEWEST, FEWEST_SHARED = 2, 1
"""Products that are added by the runtime, from so many on: in a formula, and in a function of their own."""

ERRNO = {Refusal.DOMAIN: "EDOM", Refusal.RANGE: "ERANGE"}


class C(Skeleton):
    """C99 with its mathematics library."""

    name = "c"
    title = "C99"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(*(f"returns NaN and sets errno to {ERRNO[refusal]}" for refusal in Refusal))
    environment = (
        "asked at each call, once for an array; flags that change results are refused by the compiler"
    )
    self_test = (
        "gcc -std=c99 -O2 -Wall -Wextra -Werror -o self_test self_test.c symbolic_eps.c -lm && ./self_test; "
        "passed=$?; rm -f self_test; exit $passed"
    )

    runtimes = (False, True)
    notation = _NOTATION
    exact_sum = "c/exact_sum.c"
    logarithms = ("c", "c")
    table_end = "};"
    reasons = ERRNO
    let, give, declare = "double {name} = {value};", "{name} = {value};", "double {name};"
    answer = "return {value};"
    helpers = (
        *("answer", "beside", "added", "sum_of", "within"),
        *("alone", "two", "three", "times", "exactly", "nearly", "total_of"),
    )

    def function(self, name: str) -> str:
        """With the prefix of this library."""
        return f"eps_{name}"

    def private_function(self, name: str) -> str:
        """Without it."""
        return name

    def apart_functions(self, library: Library) -> Iterator[str]:
        """The functions that no user calls, but for the question for the environment."""
        yield from self.apart_from_environment(library)

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
        checked = self._checks(library, kinds, runtime)
        formulas = [
            line
            for sheet, pair, kind in zip(library.sheets, library.pairs, kinds, strict=True)
            for line in self._formula(sheet, pair, kind, runtime and kind.flag is not Flag.LOW, checked)
        ]
        bodies = [*_checks(checked), *formulas]
        sums, others = self._called(library, bodies, runtime)
        yield from helpers(bodies, [*sums, *others], kinds)
        yield from macros([program for program, _ in library.pairs])
        yield from bodies

    def _checks(self, library: Library, kinds: Sequence[Kind], runtime: bool) -> Mapping[str, Called]:
        """What several formulas require, by names of those that call a function for it; none has `low`."""
        programs = [
            self.summed(program, runtime)
            for (program, _), kind in zip(library.pairs, kinds, strict=True)
            if kind.flag is not Flag.LOW
        ]
        taken = (*(p.name for p in (*library.programs, *library.private)), *self.helpers)
        return shared_checks(programs, lambda asked: _lines(self._folded(asked), Flag.FULL, runtime), taken)

    def _called(self, library: Library, bodies: Sequence[str], runtime: bool) -> tuple[list[str], list[str]]:
        """What formulas call: sums of products, a line each, and other functions.

        A polynomial that is called where a loop has a place for what a root lacks is written out.
        """
        said, with_rest = "\n".join(bodies), "\n".join(line for line in bodies if "!low)" in line)
        sums, others = [], []
        for helper in library.outlined:
            program, name = helper.program, helper.program.name
            if helper in HELPERS.values() and f"{name}(" not in said:
                continue
            apart = helper not in HELPERS.values() and f"{name}(" in with_rest
            match self.short(program, runtime and not apart, in_place=True).body:
                case (Assign(name=given, value=value), Return(value=Variable(name=last))) if (
                    given == last and is_of_products(value)
                ):
                    parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
                    sums.append(f"/* {helper.meaning} */")
                    sums.append(f"SUM_FUNCTION({name}, ({parameters}, int full), {_NOTATION.terms(value)})")
                case _:
                    others += [
                        *self.private_head(program, helper.meaning),
                        *self.body(program, runtime and not apart),
                        "}",
                    ]
        return ["", *sums] if sums else [], others

    def _formula(
        self,
        sheet: Sheet,
        pair: tuple[Program, Program],
        kind: Kind,
        runtime: bool,
        checked: Mapping[str, Called],
    ) -> Iterator[str]:
        """What it is made of, and its functions."""
        program, safe = pair
        yield from (
            "",
            f"/* {sheet.formula.title} */",
            *self._inline(f"value_of_{program.name}", program, kind),
        )
        if program.name in checked:
            called = checked[program.name]
            asked = ", ".join((*map(_NOTATION.name, program.parameters), kind.flag.full))
            yield f"    ASKED({called.check.name}({asked}));"
            rest = self._folded(called.rest)
            yield from (*_lines(rest, kind.flag, runtime, known=called.known), "}")
        else:
            yield from (*self.body(program, runtime), "}")
        step = beyond(program, safe, called=False)
        steps = None if step is None else steps_of(step)
        if steps is None:
            raise ValueError(f"{safe.name} does not take steps from {program.name}")
        times, share = steps
        made = (program.name, kind.way, kind.last, str(sheet.formula.side), str(times), number(share))
        yield f"FUNCTIONS_{len(program.parameters)}({', '.join(made)})"

    def _inline(self, name: str, program: Program, kind: Kind) -> Iterator[str]:
        parameters = [f"double {_NOTATION.name(p)}" for p in program.parameters]
        parameters += [kind.flag.declared] * bool(kind.flag)
        yield f"WITHIN double {name}({', '.join(parameters)}) {{"

    def short(self, program: Program, runtime: bool = False, in_place: bool = False) -> Program:
        """The program with few names; a sum keeps its own, by which a loop is told that it is not known."""
        return self._folded(self.summed(program, runtime, in_place))

    def summed(self, program: Program, runtime: bool, in_place: bool = False) -> Program:
        """The program, its sums of products as one operation each where the runtime is there."""
        fewest = FEWEST_SHARED if in_place else FEWEST
        return with_sums_of_products(program, fewest, in_place) if runtime else program

    def _folded(self, program: Program) -> Program:
        return folded(program, self.fits, is_sum)

    def fits(self, name: str, value: Expression, blocks: int) -> bool:
        """Whether the line is short, in a block within two others; one of products is broken between them."""
        line = f"            double {name} = {_NOTATION.expression(value)};"
        return is_of_products(value) or len(line) <= WIDTH

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.h`, `symbolic_eps.c`, `self_test.c`, and `flags.sh`: the same with many flags."""
        said, library = generated(sheets), self.library(sheets)
        above = _NOTATION.expression(environment.ABOVE)
        probes = ", ".join(f"read_{name} = {number(value)}" for name, value in environment.PROBES.items())
        return {
            "symbolic_eps.h": filled(
                "c/symbolic_eps.h",
                generated=said,
                refusals=broken((f"/* A function {C.refusals.text}. */",)),
                assumed=environment.ASSUMED,
                declarations=broken(_declarations(library)),
            ),
            "symbolic_eps.c": filled(
                "c/symbolic_eps.c",
                generated=said,
                probes=probes,
                once=", ".join(
                    (*(f"{name} = read_{name}" for name in environment.PROBES), f"above = {above}")
                ),
                environment=broken((f"    return {' && '.join(_environment())};",)),
                functions=broken((*self.apart_functions(library), *self.public(library))),
            ),
            "self_test.c": filled(
                "c/self_test.c", generated=said, points=_points(sheets), formulas=_formulas(sheets)
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
    body = Body(replace(_NOTATION, full=flag.full), flag, unknown, runtime, known)
    yield from joined(body.lines(short))


def _checks(checked: Mapping[str, Called]) -> Iterator[str]:
    """The functions for what several formulas require."""
    checks = dict.fromkeys(called.check for called in checked.values())
    if checks:
        yield from ("", *source("c/asked.c").rstrip("\n").split("\n"))
    for check in checks:
        parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in check.parameters)
        yield f"WITHIN double {check.name}({parameters}, int full) {{"
        yield from (*check.statements, "    return 0.0;", "}")


def _is_sum(program: Program) -> bool:
    """Whether it is a helper that adds exactly where most of a sum cancels."""
    return Operation.EXACT_SUM in operations_in(program.body) and ending(program) is None


def _signature(program: Program) -> str:
    parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
    return f"double eps_{program.name}({parameters})"


def _array_signature(program: Program) -> str:
    parameters = ", ".join(f"const double *{_pointer(p)}" for p in program.parameters)
    return f"void eps_{program.name}_all(size_t n, {parameters}, double *out)"


def _pointer(parameter: str) -> str:
    return f"{parameter}_" if parameter in ("n", "out") else _NOTATION.name(parameter)


def _environment() -> Iterator[str]:
    """What holds in the assumed arithmetic."""
    asked = environment.requirements(above=Variable("above"))
    return (_NOTATION.comparison(required.condition) for required in asked)


def _declarations(library: Library) -> Iterator[str]:
    for sheet, pair in zip(library.sheets, library.pairs, strict=True):
        first, *others = (*wrapped(title(sheet)), *documented(sheet, "eps_{}".format))
        yield from ("", f"/* {first}", *(f" * {line}" for line in others), " */")
        yield from (f"{_signature(program)};" for program in pair)
        yield "/* The same for n points, bit for bit; out overlaps no argument. */"
        yield from (f"{_array_signature(program)};" for program in pair)


def _points(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Each function as one of all arguments together."""
    for sheet in sheets:
        point = ", ".join(f"x[{i}]" for i in range(len(sheet.formula.arguments)))
        yield f"TESTED({sheet.formula.name}, {sheet.formula.side}, {point})"


def _formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        name, count = sheet.formula.name, len(sheet.formula.arguments)
        functions = f"FUNCTIONS({name}, {sheet.formula.side})"
        yield from (f'    {{"{sheet.vectors}", {count}, {bounds(sheet)},', f"        {functions}}},")
