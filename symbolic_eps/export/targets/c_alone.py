"""The only formula of a C export: its functions without the macros by which those of several are shorter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from symbolic_eps.export.targets.c_functions import EVALUATED
from symbolic_eps.export.targets.c_text import WIDTH
from symbolic_eps.export.template import source

_TOLD = "/* What the functions below give at a point (full); in a loop over arrays rare cases are TOO_FAR. */"

_IN_LOOPS = frozenset(("n", "out", "i", "asked", "from", "to", "low", "lacking"))
"""Names in loops over arrays."""


def without_macros(
    lines: Iterable[str], parameters: Sequence[str], name: Callable[[str], str]
) -> Iterator[str]:
    """The lines of the formula, with its functions as the macros would make them.

    Parameters
    ----------
    lines : iterable of str
        The function that it is made of, and the macro for its functions.
    parameters : sequence of str
    name : callable
        What a parameter is called.
    """
    for line in lines:
        if made := re.fullmatch(r"FUNCTIONS_\d+\((.*)\)", line):
            yield from _functions(made[1].split(", "), [*map(name, parameters)])
        elif head := re.fullmatch(r"FORMULA\((\w+), (.*)\) \{", line):
            yield f"WITHIN double value_of_{head[1]}({head[2]}, int full) {{"
        else:
            yield _required(_TOLD if line.startswith("/*") else line)


def _required(line: str) -> str:
    """A line, in which conditions are asked for without macros.

    Examples
    --------
    >>> _required("    COMPUTABLE(p >= 0x1p-1022);")
    '    if (!(p >= 0x1p-1022)) return TOO_FAR;'
    """
    line = re.sub(r"^(\s*)REQUIRE\((.*)\);$", r"\1if (!(\2)) return full ? OUTSIDE : TOO_FAR;", line)
    return re.sub(r"^(\s*)COMPUTABLE\((.*)\);$", r"\1if (!(\2)) return TOO_FAR;", line)


def _functions(made: Sequence[str], given: Sequence[str]) -> Iterator[str]:
    """The four functions: nearest and safe, at a point and over arrays."""
    name, way, last, side, times, share = made
    f, arrays = f"eps_{name}", [f"{x}_" if x in _IN_LOOPS else x for x in given]
    point, each = ", ".join(f"double {x}" for x in given), ", ".join(f"{x}[i]" for x in arrays)
    listed = f"size_t n, {', '.join(f'const double *{x}' for x in arrays)}, double *restrict out"
    yield from (f"APART double {f}({point}) {{", *_at_point(way, name, ", ".join(given)), "}")
    yield f"APART double {f}_{side}({point}) {{"
    yield from (f"    return beside({f}({', '.join(given)}), {times}, {share});", "}")
    yield from (f"APART void {f}_all({listed}) {{", *_over_arrays(way, last, name, each), "}")
    yield f"APART void {f}_{side}_all({listed}) {{"
    yield f"    {f}_all(n, {', '.join(arrays)}, out);"
    yield from (f"    for (size_t i = 0; i < n; i++) out[i] = beside(out[i], {times}, {share});", "}")


def _at_point(way: str, name: str, arguments: str) -> Iterator[str]:
    """How the formula is evaluated at a point; in two lines where one would be too long."""
    said = _expanded(way, name, arguments)
    value = said.partition(" ? ")[2].rpartition(" : ")[0]
    apart = ("    if (!checked()) return answer(OUTSIDE);", f"    return answer({value});")
    yield from [whole] if len(whole := f"    return {said};") <= WIDTH else apart


def _over_arrays(way: str, last: str, name: str, arguments: str) -> Iterator[str]:
    """The same in a loop, with the function that it calls last, if any."""
    said = _expanded(f"{way}_ALL", name, arguments)
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
