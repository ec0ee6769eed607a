"""C99: a header and a source file. Each function returns the number, or NaN outside the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symbolic_eps.export.program import Assign, Block, Choose, Operation, Program, Refusal, Require, Return
from symbolic_eps.export.targets.c_arrays import CLONED, array_function, signature
from symbolic_eps.export.targets.target import GENERATED, Refusals, Sheet
from symbolic_eps.export.targets.text import Notation

_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while exp log sqrt fabs log1p expm1 errno NAN INFINITY EDOM ERANGE main y0 y1 j0 j1 yn jn
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
    self_test = (
        "gcc -std=c99 -O2 -Wall -Wextra -Werror -o self_test self_test.c symbolic_eps.c -lm && ./self_test; "
        "passed=$?; rm -f self_test; exit $passed"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.h`, `symbolic_eps.c` and `self_test.c`."""
        return {
            "symbolic_eps.h": "\n".join(_header(sheets)) + "\n",
            "symbolic_eps.c": "\n".join(_source(sheets)) + "\n",
            "self_test.c": "\n".join(_self_test(sheets)) + "\n",
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
    yield f"/* {GENERATED.format(version=sheets[0].version)} The order of operations matters: */"
    yield from ("#ifdef __FAST_MATH__", '#error "compile without -ffast-math"', "#endif")
    yield from (
        "#include <float.h>",
        "#if FLT_EVAL_METHOD != 0",
        '#error "binary64 arithmetic is needed"',
        "#endif",
    )
    yield "#if defined(__clang__)"
    yield "#pragma STDC FP_CONTRACT OFF"
    yield "#define AS_WRITTEN"
    yield "#elif defined(__GNUC__)"
    yield '#define AS_WRITTEN __attribute__((optimize("fp-contract=off")))'
    yield from ("#else", "#pragma STDC FP_CONTRACT OFF", "#define AS_WRITTEN", "#endif")
    yield from ("#include <errno.h>", "#include <math.h>", '#include "symbolic_eps.h"')
    yield "#if defined(__GLIBC__) && defined(__x86_64__) && !defined(__clang__) && __GNUC__ >= 6"
    yield f'#define {CLONED} __attribute__((target_clones("avx512f", "avx2", "default"))) AS_WRITTEN'
    yield from ("#else", f"#define {CLONED} AS_WRITTEN", "#endif")
    for sheet in sheets:
        for program in _programs(sheet):
            yield ""
            yield f"AS_WRITTEN {_signature(program)}"
            yield "{"
            yield from _block(program.body, "    ")
            yield from ("}", "", *array_function(program, _NOTATION))


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
    yield from (
        "#include <errno.h>",
        "#include <math.h>",
        "#include <stdint.h>",
        "#include <stdio.h>",
        "#include <stdlib.h>",
    )
    yield from ("#include <string.h>", '#include "symbolic_eps.h"', "", "static int failures = 0;", "")
    yield from _HELPERS.strip("\n").split("\n")
    for sheet in sheets:
        formula = sheet.formula
        count = len(formula.arguments)
        arguments = ", ".join(f"x[{i}]" for i in range(count))
        yield from (
            "",
            f"static double value_of_{formula.name}(const double *x) "
            f"{{ return eps_{formula.name}({arguments}); }}",
            f"static double lower_of_{formula.name}(const double *x) "
            f"{{ return eps_{formula.name}_lower({arguments}); }}",
        )
        columns = ", ".join(f"x[{i}]" for i in range(count))
        for kind, name in (("values", formula.name), ("lowers", f"{formula.name}_lower")):
            yield f"static void {kind}_of_{formula.name}(size_t n, double (*x)[MOST], double *out)"
            yield f"{{ eps_{name}_all(n, {columns}, out); }}"
    yield from ("", "int main(void)", "{")
    for sheet in sheets:
        formula = sheet.formula
        yield (
            f'    check("{sheet.vectors}", {len(formula.arguments)}, value_of_{formula.name}, '
            f"lower_of_{formula.name}, values_of_{formula.name}, lowers_of_{formula.name}, "
            f"{float(formula.error):.6f}, {formula.lowest:.6f});"
        )
    yield from ("    return failures != 0;", "}")


_HELPERS = r"""
#define MOST 16384

static double columns[16][MOST], one_by_one[2][MOST], together[MOST];

static double number(const char *bits)
{
    const uint64_t read = strtoull(bits, NULL, 16);
    double value;
    memcpy(&value, &read, sizeof value);
    return value;
}

static void check(const char *path, int count, double (*f)(const double *), double (*f_lower)(const double *),
                  void (*f_all)(size_t, double (*)[MOST], double *),
                  void (*f_lower_all)(size_t, double (*)[MOST], double *),
                  double bound, double lowest)
{
    char line[512], *field[16];
    double x[16], largest = 0.0;
    int points = 0, wrong = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL) {
        printf("%s: cannot be read\n", path);
        failures++;
        return;
    }
    while (points < MOST && fgets(line, sizeof line, file) != NULL) {
        int n = 0;
        for (char *next = strtok(line, ",\r\n"); next != NULL && n < 16; next = strtok(NULL, ",\r\n"))
            field[n++] = next;
        for (int i = 0; i < count; i++) x[i] = number(field[i]);
        errno = 0;
        const double value = f(x);
        const int said = errno;
        errno = 0;
        const double lower = f_lower(x);
        for (int i = 0; i < count; i++) columns[i][points] = x[i];
        one_by_one[0][points] = value;
        one_by_one[1][points] = lower;
        points++;
        if (strcmp(field[count], "outside") == 0 || strcmp(field[count], "beyond") == 0) {
            const int expected = field[count][0] == 'o' ? EDOM : ERANGE;
            wrong += !isnan(value) || said != expected || !isnan(lower) || errno != expected;
        } else if (strcmp(field[count], "infinite") == 0) {
            wrong += !(isinf(value) && value > 0) || !(isinf(lower) && lower > 0);
        } else {
            const double rounded = number(field[count + 1]), below = number(field[count + 2]);
            const double unit = number(field[count + 4]), offset = atof(field[count + 5]);
            const double error = fabs((value - rounded) / unit - offset);
            if (error > largest) largest = error;
            wrong += !(error <= bound) || !(lower <= below) || !(offset - (lower - rounded) / unit <= lowest);
        }
    }
    wrong += fgets(line, sizeof line, file) != NULL;
    fclose(file);
    for (int lowered = 0; lowered < 2; lowered++) {
        (lowered ? f_lower_all : f_all)((size_t)points, columns, together);
        for (int i = 0; i < points; i++)
            wrong += memcmp(&together[i], &one_by_one[lowered][i], sizeof(double)) != 0;
    }
    printf("%s: %d points, largest error %.2f ulps, %d wrong\n", path, points, largest, wrong);
    failures += wrong + (points == 0);
}
"""
