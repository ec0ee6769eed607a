"""C99: a header and a source file. Each function returns the number, or NaN outside the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from symbolic_eps.export import environment
from symbolic_eps.export.program import Expression, Operation, Program, Refusal, Require
from symbolic_eps.export.targets.c_arrays import (
    REFUSED,
    array_function,
    safe_array_function,
    signature,
)
from symbolic_eps.export.targets.c_text import WIDTH, Written, broken, number
from symbolic_eps.export.targets.fold import folded
from symbolic_eps.export.targets.parts import beyond, steps_of
from symbolic_eps.export.targets.skeleton import Library, Skeleton
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated
from symbolic_eps.export.template import filled, source

_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while exp log sqrt fabs log1p expm1 errno NAN INFINITY EDOM ERANGE main y0 y1 j0 j1 yn jn
    read_one read_least refused moved beside sum_of
    """.split()  # noqa: SIM905 (a table of words)
)

_NOTATION = Written(
    functions={
        Operation.ABSOLUTE: "fabs",
        Operation.SQUARE_ROOT: "sqrt",
        Operation.LOG: "log",
        Operation.LOG1P: "log1p",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=number,
    infinity="INFINITY",
    name=lambda name: f"{name}_" if name in _KEYWORDS else name,
)


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

    notation = _NOTATION
    exact_sum = "c/exact_sum.c"
    reasons = ERRNO
    let, give, declare = "const double {name} = {value};", "{name} = {value};", "double {name};"
    answer = "return {value};"
    selection, room = "{test} ? {one} : {other}", WIDTH
    helpers = ("refused", "moved", "beside", "sum_of")

    def function(self, name: str) -> str:
        """With the prefix of this library."""
        return f"eps_{name}"

    def private_function(self, name: str) -> str:
        """Without it."""
        return name

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f" /* {text} */"

    def quoted(self, text: str) -> str:
        """A message, which stands in a comment."""
        return text

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """The first lines; what is said of a function stands in the header file."""
        yield from ("", f"AS_WRITTEN {_signature(program)}", "{")

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same: inline."""
        parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
        yield from ("", f"/* {told} */", f"EXACTLY static inline double {program.name}({parameters})", "{")

    def entered(self, program: Program) -> Iterator[str]:
        """The check of the environment."""
        yield f"    if ({REFUSED}) return NAN;"

    def body(self, program: Program) -> Iterator[str]:
        """The statements, with few names; requirements that are alike in one test."""
        short = folded(program, self.fits)
        for refusal, group in groupby(short.body, lambda s: getattr(s, "refusal", None)):
            if refusal is None:
                yield from self.block(tuple(group), self.indent)
            else:
                tests = (_NOTATION.comparison(s.condition) for s in group if isinstance(s, Require))
                yield f"    if (!({' && '.join(tests)})) return refused({ERRNO[refusal]});"

    def fits(self, name: str, value: Expression) -> bool:
        """Whether the line is short, in a block within two others."""
        return len(f"            const double {name} = {_NOTATION.expression(value)};") <= WIDTH

    def _safe(self, program: Program, safe: Program) -> Iterator[str]:
        """One line, where steps are taken from what the first program gives."""
        step = beyond(program, safe)
        steps = None if step is None else steps_of(step)
        if step is None or steps is None:
            yield from super()._safe(program, safe)
            return
        times, share = steps
        call = f"eps_{program.name}({self.listed(program.parameters)})"
        yield from (f"    return beside({call}, {times}, {number(share)});", "}")
        yield from self.after_safe(program, safe, step)

    def after(self, program: Program) -> Iterator[str]:
        """The same over arrays."""
        yield from ("", *array_function(program, _NOTATION))

    def after_safe(self, program: Program, safe: Program, step: Program) -> Iterator[str]:
        """The same, by way of the first function's."""
        yield from ("", *safe_array_function(program, safe, step, _NOTATION))

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.h`, `symbolic_eps.c`, `self_test.c`, and `flags.sh`: the same with many flags."""
        said, library = generated(sheets), self.library(sheets)
        probes = ", ".join(f"read_{name} = {value.hex()}" for name, value in environment.PROBES.items())
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
                refused=REFUSED,
                functions=broken(
                    (
                        *source("c/beside.c").rstrip("\n").split("\n"),
                        *self.apart_functions(library),
                        *self.public(library),
                    )
                ),
            ),
            "self_test.c": filled(
                "c/self_test.c", generated=said, points=_points(sheets), formulas=_formulas(sheets)
            ),
            "flags.sh": filled("c/flags.sh", generated=said),
        }


TARGET = C()


def _signature(program: Program) -> str:
    parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
    return f"double eps_{program.name}({parameters})"


def _declarations(library: Library) -> Iterator[str]:
    for sheet, pair in zip(library.sheets, library.pairs, strict=True):
        first, *others = sheet.header
        yield from ("", f"/* {first}", *(f" * {line}" for line in others), " */")
        yield from (f"{_signature(program)};" for program in pair)
        yield "/* The same for n points, bit for bit; out overlaps no argument. */"
        yield from (f"{signature(program, _NOTATION)};" for program in pair)


def _points(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Each function as one of all arguments together."""
    for sheet in sheets:
        name = sheet.formula.name
        point = ", ".join(f"x[{i}]" for i in range(len(sheet.formula.arguments)))
        for function in (name, sheet.formula.safe_name):
            yield f"static double one_{function}(const double *x) {{ return eps_{function}({point}); }}"
        for function in (name, sheet.formula.safe_name):
            yield f"static void all_{function}(size_t n, double (*x)[MOST], double *out)"
            yield f"{{ eps_{function}_all(n, {point}, out); }}"


def _formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        name, count = sheet.formula.name, len(sheet.formula.arguments)
        functions = ", ".join(
            f"{{{kind}_{name}, {kind}_{sheet.formula.safe_name}}}" for kind in ("one", "all")
        )
        yield f'    {{"{sheet.vectors}", {count}, {bounds(sheet)}, {functions}}},'
