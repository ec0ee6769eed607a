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
    listed = f"size_t n, {', '.join(f'const double *{x}' for x in arrays)}, double *restrict out"
    safe, steps = f"{f}_{made.side}", f"{made.times}, {made.share}"
    yield from (f"APART double {f}({point}) {{", *_at_point(made, ", ".join(given)), "}")
    yield f"APART double {safe}({point}) {{"
    yield from (f"    return beside({f}({', '.join(given)}), {steps});", "}")
    yield from (f"APART void {f}_all({listed}) {{", *_over_arrays(made, each), "}")
    yield f"APART void {safe}_all({listed}) {{"
    yield f"    {f}_all(n, {', '.join(arrays)}, out);"
    yield from (f"    for (size_t i = 0; i < n; i++) out[i] = beside(out[i], {steps});", "}")


def _at_point(made: Functions, arguments: str) -> Iterator[str]:
    """How the formula is evaluated at a point; in two lines where one would be too long."""
    said = _expanded(made.kind.way, made.name, arguments)
    value = said.partition(" ? ")[2].rpartition(" : ")[0]
    apart = ("    if (!checked()) return answer(OUTSIDE);", f"    return answer({value});")
    yield from [whole] if len(whole := f"    return {said};") <= WIDTH else apart


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
