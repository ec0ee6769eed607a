"""The only formula of a C export: its functions without the macros by which those of several are shorter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symbolic_eps.export.targets.c_functions import EVALUATED, Functions
from symbolic_eps.export.targets.c_text import WIDTH
from symbolic_eps.export.template import source

TOLD = "/* What the functions below give at a point (full); in a loop over arrays rare cases are TOO_FAR. */"

_IN_LOOPS = frozenset(("n", "out", "i", "asked", "from", "to", "low", "lacking"))
"""Names in loops over arrays."""


def asked(line: str) -> str:
    """A line of the formula, in which conditions are asked for without macros.

    Examples
    --------
    >>> asked("    COMPUTABLE(p >= 0x1p-1022);")
    '    if (!(p >= 0x1p-1022)) return TOO_FAR;'
    """
    line = re.sub(r"^(\s*)REQUIRE\((.*)\);$", r"\1if (!(\2)) return full ? OUTSIDE : TOO_FAR;", line)
    return re.sub(r"^(\s*)COMPUTABLE\((.*)\);$", r"\1if (!(\2)) return TOO_FAR;", line)


def written_out(made: Functions) -> Iterator[str]:
    """The four functions, as the macros would make them."""
    given = made.parameters
    f, arrays = f"eps_{made.name}", [f"{x}_" if x in _IN_LOOPS else x for x in given]
    point, each = ", ".join(f"double {x}" for x in given), ", ".join(f"{x}[i]" for x in arrays)
    listed = f"size_t n, {', '.join(f'numbers {x}' for x in arrays)}, double *restrict out"
    safe, times = f"{f}_{made.side}", made.times
    value = _expanded(made.kind.way, made.name, ", ".join(given))
    share = made.share.removeprefix("-")
    moved = f"x {'+' if share != made.share else '-'}= x < INFINITY ? x * {share} : 0.0"
    yield "/* A finite x, and a share of it so many times; u (1 + 2 u) leads to the next number. */"
    yield "WITHIN double beside(double x, int times) {"
    yield from (f"    for (int i = 0; i < times; i++) {moved};", "    return x;", "}")
    yield "typedef const double *numbers;"
    yield from _function(f"APART double {f}({point})", value)
    yield from _function(f"APART double {safe}({point})", f"beside({f}({', '.join(given)}), {times})")
    yield from (f"APART void {f}_all({listed}) {{", *_over_arrays(made, each), "}")
    yield f"APART void {safe}_all({listed}) {{"
    yield f"    {f}_all(n, {', '.join(arrays)}, out);"
    yield from (f"    for (size_t i = 0; i < n; i++) out[i] = beside(out[i], {times});", "}")


def _function(head: str, value: str) -> Iterator[str]:
    """A function that is an expression, in one line if it is short."""
    line = f"{head} {{ return {value}; }}"
    yield from (line,) if len(line) <= WIDTH else (f"{head} {{", f"    return {value};", "}")


def _over_arrays(made: Functions, arguments: str) -> Iterator[str]:
    """The same in a loop, with the function that it calls last, if any."""
    said, last = _expanded(f"{made.kind.way}_ALL", made.name, arguments), made.kind.last
    said = re.sub(r"\blast(?=\()", last, said) if last else re.sub(r"\blast\((.*?)\)", r"\1", said)
    for line in f"    {said}{';' * (said[-1] not in ';}')}".split("\n"):
        yield from [line.rstrip()] if len(line.rstrip()) <= WIDTH else _in_cases(line.rstrip())


def _expanded(macro: str, name: str, arguments: str) -> str:
    """What a macro stands for."""
    text = source(EVALUATED[macro.removesuffix("_ALL")]).replace("\\\n", "\n")
    (body,) = re.findall(rf"#define {macro}\([^)]*\)\s+(.*?)(?=\n#|\n*\Z)", text, re.DOTALL)
    return str(body).replace("##f", name).replace("__VA_ARGS__", arguments)


def _in_cases(line: str) -> Iterator[str]:
    """A line, in three if it is a choice of two values.

    Examples
    --------
    >>> list(_in_cases("    x = a ? b : c;"))
    ['    x = a', '        ? b', '        : c;']
    """
    first, *others = re.split(r" (?=[?:] )", line)
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    yield from (first, *(f"{indent}{part}" for part in others))
