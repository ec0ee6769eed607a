"""C99: a header and a source file. Each function returns the number, or NaN outside the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export import environment
from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Refusal, Require, Return
from symbolic_eps.export.targets import c_texts as texts
from symbolic_eps.export.targets.c_arrays import array_function, signature
from symbolic_eps.export.targets.target import GENERATED, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation

_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while exp log sqrt fabs log1p expm1 errno NAN INFINITY EDOM ERANGE main y0 y1 j0 j1 yn jn
    read_one read_least
    """.split()  # noqa: SIM905 (a table of words)
)

_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "fabs",
        Operation.SQUARE_ROOT: "sqrt",
        Operation.LOG: "log",
        Operation.LOG1P: "log1p",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=float.hex,
    infinity="INFINITY",
    name=lambda name: f"{name}_" if name in _KEYWORDS else name,
)


ERRNO = {Refusal.DOMAIN: "EDOM", Refusal.RANGE: "ERANGE"}


class C:
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

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.h`, `symbolic_eps.c`, `self_test.c`, and `flags.sh`: the same with many flags."""
        return {
            "symbolic_eps.h": "\n".join(_header(sheets)) + "\n",
            "symbolic_eps.c": "\n".join(_source(sheets)) + "\n",
            "self_test.c": "\n".join(_self_test(sheets)) + "\n",
            "flags.sh": texts.flags(GENERATED.format(version=sheets[0].version)),
        }


TARGET = C()


def _programs(sheet: Sheet) -> tuple[Program, Program]:
    return sheet.formula.program(), sheet.formula.lower_program()


def _signature(program: Program) -> str:
    parameters = ", ".join(f"double {_NOTATION.name(p)}" for p in program.parameters)
    return f"double eps_{program.name}({parameters})"


def _header(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"/* {GENERATED.format(version=sheets[0].version)} */"
    yield from ("#ifndef SYMBOLIC_EPS_H", "#define SYMBOLIC_EPS_H", "", "#include <stddef.h>", "")
    yield from ("#ifdef __cplusplus", 'extern "C" {', "#endif", "")
    yield f"/* A function {C.refusals.text}. */".replace(", ", ",\n * ")
    yield from texts.HEADER.rstrip("\n").split("\n")
    for sheet in sheets:
        yield ""
        first, *others = sheet.header
        yield f"/* {first}"
        yield from (f" * {line}" for line in others)
        yield " */"
        yield from (f"{_signature(program)};" for program in _programs(sheet))
        yield "/* The same for n points, bit for bit; out overlaps no argument. */"
        yield from (f"{signature(program, _NOTATION)};" for program in _programs(sheet))
    yield from ("", "#ifdef __cplusplus", "}", "#endif", "", "#endif")


def _source(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"/* {GENERATED.format(version=sheets[0].version)} The order of operations matters. */"
    yield from texts.opening()
    yield from _environment()
    for sheet in sheets:
        for program in _programs(sheet):
            yield from ("", f"{texts.AS_WRITTEN} {_signature(program)}", "{")
            yield f"    if ({texts.REFUSED}) return NAN;"
            yield from _block(program.body, "    ")
            yield from ("}", "", *array_function(program, _NOTATION))


def _environment() -> Iterator[str]:
    """The check of the environment, and its call with values that the compiler does not know."""
    program = environment.PROGRAM
    parameters = ", ".join(f"double {name}" for name in program.parameters)
    yield from ("", f"{texts.EXACTLY} static inline double {program.name}({parameters})", "{")
    yield from _block(program.body, "    ")
    yield from ("}", "", f"{texts.AS_WRITTEN} int {texts.ENVIRONMENT}(void)", "{")
    yield from (f"    return !({texts.REFUSED});", "}")


def _block(block: Block, indent: str, result: str = "") -> Iterator[str]:
    """The statements; `result` is a variable of an outer block."""
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=comment):
                declared = "" if name == result else "const double "
                said = f" /* {comment} */" if comment else ""
                yield f"{indent}{declared}{_NOTATION.name(name)} = {_NOTATION.expression(value)};{said}"
            case Choose(conditions=conditions, then=then, otherwise=otherwise, result=name, comment=comment):
                test = " && ".join(_NOTATION.comparison(c) for c in conditions)
                yield f"{indent}double {_NOTATION.name(name)};" if name != result else ""
                yield f"{indent}if ({test}) {{" + (f" /* {comment} */" if comment else "")
                yield from _block(then, indent + "    ", name)
                yield f"{indent}}} else {{"
                yield from _block(otherwise, indent + "    ", name)
                yield f"{indent}}}"
            case Require(condition=condition, refusal=refusal, message=message):
                yield f"{indent}if (!({_NOTATION.comparison(condition)})) {{ /* {message} */"
                yield f"{indent}    errno = {ERRNO[refusal]};"
                yield f"{indent}    return NAN;"
                yield f"{indent}}}"
            case Return(value=value):
                yield f"{indent}return {_NOTATION.expression(value)};"


def _self_test(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield f"/* {GENERATED.format(version=sheets[0].version)} Compares each function with its test vectors. */"
    yield from texts.SELF_TEST_OPENING.strip("\n").split("\n")
    for sheet in sheets:
        name = sheet.formula.name
        point = ", ".join(f"x[{i}]" for i in range(len(sheet.formula.arguments)))
        for function, suffix in ((f"one_{name}", ""), (f"one_{name}_lower", "_lower")):
            yield f"static double {function}(const double *x) {{ return eps_{name}{suffix}({point}); }}"
        for function, suffix in ((f"all_{name}", ""), (f"all_{name}_lower", "_lower")):
            yield f"static void {function}(size_t n, double (*x)[MOST], double *out)"
            yield f"{{ eps_{name}{suffix}_all(n, {point}, out); }}"
    yield from ("", "static const struct formula FORMULAS[] = {")
    for sheet in sheets:
        formula, name = sheet.formula, sheet.formula.name
        yield (
            f'    {{"{sheet.vectors}", {len(formula.arguments)}, {float(formula.error):.6f}, '
            f"{formula.lowest:.6f}, {{one_{name}, one_{name}_lower}}, {{all_{name}, all_{name}_lower}}}},"
        )
    yield from ("};", *texts.SELF_TEST.rstrip("\n").split("\n"))
