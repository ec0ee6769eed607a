"""The four C functions of a formula, by macros for each number of arguments: of one point, over arrays, safe.

Over arrays a loop without branches comes first, which compilers vectorise; where it gives no number that is
certain to be right, the function of one point decides. The results are bit for bit those of that function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_eps.export.program import Program
from symbolic_eps.export.targets.c_body import last_choice, takes_no_time
from symbolic_eps.export.targets.target import CannotExpressError
from symbolic_eps.export.template import source

_LETTERS = "abcdeghjklmopqrstuvwy"
"""Without those that macros use for themselves."""

_ASKED = {"kept": "c/kept.c", "within": "c/within.c"}

_EVALUATED = {
    "VALUE": "#define VALUE(formula, ...) formula(__VA_ARGS__)",
    "IN_FULL": "#define IN_FULL(formula, ...) formula(__VA_ARGS__, 1)",
    "EACH": "#define EACH(formula, f, ...) \\\n    for (size_t i = 0; i < n; i++) out[i] = f(__VA_ARGS__)",
    "AT_ONCE": "#define AT_ONCE(formula, f, ...) LOOPS(, formula, f, __VA_ARGS__)",
    "LOG1P_AT_ONCE": "#define LOG1P_AT_ONCE(formula, f, ...) LOOPS(ln1p, formula, f, __VA_ARGS__)",
}


@dataclass(frozen=True)
class Kind:
    """How a function is evaluated.

    Parameters
    ----------
    flagged : bool
        Whether what it is made of has the parameter `in_full`.
    point, arrays : str
        The macros that evaluate it at a point, and over arrays.
    """

    flagged: bool
    point: str
    arrays: str


PLAIN = Kind(False, "VALUE", "EACH")
WHOLE = Kind(True, "IN_FULL", "AT_ONCE")
BEFORE_LOGARITHM = Kind(True, "IN_FULL", "LOG1P_AT_ONCE")


def kind_of(program: Program) -> Kind:
    """How a program, whose names are few, is evaluated."""
    if last_choice(program) is not None:
        return BEFORE_LOGARITHM
    return WHOLE if takes_no_time(program) else PLAIN


def helpers(bodies: Sequence[str], kinds: Sequence[Kind]) -> Iterator[str]:
    """The functions and macros that the bodies of functions, of these kinds, call."""
    said = "\n".join(bodies)
    for name, path in _ASKED.items():
        if f"{name}(" in said:
            yield from _template(path)
    yield from _template("c/beside.c")
    called = {name for kind in kinds for name in (kind.point, kind.arrays)}
    yield from ("", "/* A formula at a point, and over arrays: there a loop without branches comes first. */")
    yield from (line for name, text in _EVALUATED.items() if name in called for line in text.split("\n"))
    if any(kind.flagged for kind in kinds):
        yield from _template("c/loops.c")


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
    >>> list(macro(1))[3].split("  ")[2]
    'APART double eps_##f(double a)'
    """
    if count > len(_LETTERS):
        raise CannotExpressError(f"c: a formula has {count} arguments; at most {len(_LETTERS)} are exported")
    letters = _LETTERS[:count]
    point, listed = ", ".join(f"double {x}" for x in letters), ", ".join(letters)
    places = ", ".join(f"{x}[i]" for x in letters)
    arrays = ", ".join(f"numbers {x}" for x in letters)
    yield from continued((f"#define ARRAYS_{count}", f"    size_t n, {arrays}, double *restrict out"))
    yield from continued(
        (
            f"#define FUNCTIONS_{count}(f, value, all, side, times, share)",
            f"    APART double eps_##f({point})",
            "    {",
            "        const int asked = checked(read_one, read_least);",
            f"        return answer(asked ? value(value_of_##f, {listed}) : OUTSIDE);",
            "    }",
            f"    APART double eps_##f##_##side({point})",
            "    {",
            f"        return beside(eps_##f({listed}), times, share);",
            "    }",
            f"    CLONED void eps_##f##_all(ARRAYS_{count})",
            "    {",
            f"        all(value_of_##f, eps_##f, {places});",
            "    }",
            f"    CLONED void eps_##f##_##side##_all(ARRAYS_{count})",
            "    {",
            f"        eps_##f##_all(n, {listed}, out);",
            "        for (size_t i = 0; i < n; i++) out[i] = beside(out[i], times, share);",
            "    }",
        )
    )


def macros(programs: Sequence[Program]) -> Iterator[str]:
    """Those that the functions need."""
    yield from ("", "/* The functions of a formula: of one point and over arrays, nearest and safe. */")
    yield "typedef const double *restrict numbers;"
    for count in sorted({len(program.parameters) for program in programs}):
        yield from macro(count)
