"""The four C functions of a formula, by macros for each number of arguments: of one point, over arrays, safe.

Over arrays a loop without branches comes first, which compilers vectorise; where it gives no number that is
certain to be right, the function of one point decides. The results are bit for bit those of that function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_eps.export.program import Operation, Program, functions_of
from symbolic_eps.export.targets.broken import packed
from symbolic_eps.export.targets.c_body import Flag, last_choice, takes_no_time
from symbolic_eps.export.targets.c_text import WIDTH
from symbolic_eps.export.targets.target import CannotExpressError
from symbolic_eps.export.template import needed, source

_LETTERS = "abcdeghjklmopqrstuvwy"
"""Without those that macros use for themselves."""

_EVALUATED = {
    "VALUE": "c/value.c",
    "IN_FULL": "c/in_full.c",
    "OF_PAIR": "c/of_pair.c",
}


@dataclass(frozen=True)
class Kind:
    """How a function is evaluated.

    Parameters
    ----------
    flag : Flag
        The parameter by which what it is made of is told of a loop over arrays.
    way : str
        The macro that evaluates it at a point; with `_ALL`, the one that does so over arrays.
    last : str
        The function that a loop of its own calls, over arrays.
    """

    flag: Flag
    way: str
    last: str = ""


PLAIN = Kind(Flag.NONE, "VALUE")
WHOLE = Kind(Flag.FULL, "IN_FULL")
BEFORE_LOGARITHM = Kind(Flag.FULL, "IN_FULL", "ln1p")
BEFORE_LOGARITHM_OF_PAIR = Kind(Flag.LOW, "OF_PAIR", "ln1p_sum")


def kind_of(program: Program) -> Kind:
    """How a program, whose names are few, is evaluated."""
    if last_choice(program) is not None:
        pair = Operation.LOG1P_SUM in functions_of(program.body)
        return BEFORE_LOGARITHM_OF_PAIR if pair else BEFORE_LOGARITHM
    return WHOLE if takes_no_time(program) else PLAIN


def helpers(bodies: Sequence[str], outlined: Sequence[str], kinds: Sequence[Kind]) -> Iterator[str]:
    """The functions and macros that bodies of functions, of these kinds, call; outlined ones among them."""
    said = "\n".join((*bodies, *outlined))
    if re.search(r"\b(TERMS|SUM|SUM_FUNCTION|KNOWN)\(", said):
        first = source("c/products.c").partition("\n\n")[0]
        others = needed("c/products.c", f"{said} nearly( total_of(")
        yield from ("", *"\n\n".join((first, *others)).split("\n"))
    yield ""
    *asked, beside = needed("c/helpers.c", f"{said} beside(")
    yield from "\n".join(asked).split("\n") if asked else ()
    yield from outlined
    yield from beside.split("\n")
    called = {kind.way for kind in kinds}
    yield from (
        "",
        "/* Functions of a point and over arrays, nearest and safe; loops without branches first. */",
    )
    yield from (line for way, path in _EVALUATED.items() if way in called for line in _template(path))


def _template(path: str) -> Iterator[str]:
    yield from source(path).rstrip("\n").split("\n")


def continued(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a macro.

    Examples
    --------
    >>> [line[-1] for line in continued(("#define TWO", "    2"))] == [chr(92), "2"]
    True
    """
    width = max(map(len, lines[:-1])) + 1
    yield from (f"{line:<{width}}\\" for line in lines[:-1])
    yield lines[-1]


def macro(count: int) -> Iterator[str]:
    """The macro for functions of so many arguments.

    Raises
    ------
    CannotExpressError
        There are more than letters for them.

    Examples
    --------
    >>> list(macro(1))[0]
    '#define POINT_1 double a'
    """
    if count > len(_LETTERS):
        raise CannotExpressError(f"c: a formula has {count} arguments; at most {len(_LETTERS)} are exported")
    letters = _LETTERS[:count]
    listed, places = ", ".join(letters), ", ".join(f"{x}[i]" for x in letters)
    point, arrays = (
        ", ".join(f"double {x}" for x in letters),
        ", ".join(f"const double *{x}" for x in letters),
    )
    safe = f"return beside(eps_##f({listed}), times, part);"
    yield f"#define POINT_{count} {point}"
    yield from _arrays(f"ARRAYS_{count}", f"size_t n, {arrays}, double *restrict out")
    yield from continued(
        (
            f"#define FUNCTIONS_{count}(f, value, last, side, times, part)",
            f"    APART double eps_##f(POINT_{count}) {{ return value(f, {listed}); }}",
            f"    APART double eps_##f##_##side(POINT_{count}) {{ {safe} }}",
            f"    APART void eps_##f##_all(ARRAYS_{count}) {{ value##_ALL(f, last, {places}); }}",
            f"    APART void eps_##f##_##side##_all(ARRAYS_{count}) {{",
            f"        eps_##f##_all(n, {listed}, out);",
            "        for (size_t i = 0; i < n; i++) out[i] = beside(out[i], times, part);",
            "    }",
        )
    )


def _arrays(name: str, parameters: str) -> Iterator[str]:
    """The line that stands for parameters, or lines."""
    if len(f"#define {name} {parameters}") <= WIDTH:
        yield f"#define {name} {parameters}"
    else:
        *words, last = parameters.split(", ")
        lines = packed("    ", [*(f"{word}," for word in words), last], "        ", WIDTH - 2)
        yield from continued((f"#define {name}", *lines))


def macros(programs: Sequence[Program]) -> Iterator[str]:
    """Those that the functions need."""
    for count in sorted({len(program.parameters) for program in programs}):
        yield from macro(count)
