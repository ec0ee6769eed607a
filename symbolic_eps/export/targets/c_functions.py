"""The four C functions of a formula, by macros for each number of arguments: of one point, over arrays, safe.

Over arrays a loop without branches comes first, which compilers vectorise; where it gives no number that is
certain to be right, the function of one point decides. The results are bit for bit those of that function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_eps.export.layout.line_breaking import packed
from symbolic_eps.export.layout.target import CannotExpressError
from symbolic_eps.export.programs.program import Operation, Program, functions_of
from symbolic_eps.export.targets.c_flag import Flag, last_choice, takes_no_time
from symbolic_eps.export.targets.c_text import WIDTH
from symbolic_eps.export.template import needed, source

_LETTERS = "abcdeghjklmopqrstuvwy"
"""Without those that macros use for themselves."""

EVALUATED = {
    "VALUE": "c/value.c",
    "IN_FULL": "c/in_full.c",
    "OF_PAIR": "c/of_pair.c",
}
"""The templates with the ways to evaluate."""


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


@dataclass(frozen=True)
class Functions:
    """The functions of a formula that users call: of one point and over arrays, nearest and safe.

    Parameters
    ----------
    name : str
    parameters : tuple of str
        As they are called in C.
    kind : Kind
        How the formula is evaluated.
    side : str
        The end of the names of the safe ones.
    times : int
    share : str
        How often these take which share of a result from it.
    """

    name: str
    parameters: tuple[str, ...]
    kind: Kind
    side: str
    times: int
    share: str

    @property
    def by_macro(self) -> str:
        """The line that makes them."""
        words = (self.name, self.kind.way, self.kind.last, self.side, str(self.times), self.share)
        return f"FUNCTIONS_{len(self.parameters)}({', '.join(words)})"


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


def helpers(
    bodies: Sequence[str], outlined: Sequence[str], kinds: Sequence[Kind], made: Sequence[str]
) -> Iterator[str]:
    """The functions and macros that bodies of functions, of these kinds, call; outlined ones among them.

    Those that are made for numbers of arguments come last; none if a formula's functions are written out.
    """
    said = "\n".join((*bodies, *outlined))
    products = []
    if re.search(r"\b(SUM_OF|SUM|SUM_REQUIRED|SUM_FUNCTION)\(", said):
        first = source("c/products.c").partition("\n\n")[0]
        products = [first, *needed("c/products.c", f"{said} nearly( total_of(")]
    asked = [*_macros("\n".join((*products, said, *made)))]
    yield from ("", *"\n\n".join((*asked, *products)).split("\n")) if asked or products else ()
    *asked, beside = needed("c/helpers.c", "\n".join((*asked, said, "beside(")))
    yield from "\n".join(asked).split("\n") if asked else ()
    yield from outlined
    if not made:
        return
    yield from beside.split("\n")
    called = {kind.way for kind in kinds}
    yield from (
        "",
        "/* Functions of a point and over arrays, nearest and safe; loops without branches first. */",
    )
    yield from (line for way, path in EVALUATED.items() if way in called for line in _template(path))
    yield from made


def _macros(said: str) -> Iterator[str]:
    """The macros for what is required and for usual results, as far as a text has them."""
    parts = source("c/asked.c").rstrip("\n").split("\n\n")
    made: list[str] = []
    for part in reversed(parts):
        (name,) = re.findall(r"^#define (\w+)", part, re.MULTILINE)
        if re.search(rf"\b{name}\b", "\n".join((said, *made))):
            made.insert(0, part)
    yield from ["\n".join(made)] if made else []


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
    >>> list(macro(1))[0].split(" ")[:2]
    ['#define', 'FUNCTIONS_1(...)']
    """
    if count > len(_LETTERS):
        raise CannotExpressError(f"c: a formula has {count} arguments; at most {len(_LETTERS)} are exported")
    point, given, each, arrays = (
        ", ".join(word.format(x) for x in _LETTERS[:count])
        for word in ("double {}", "{}", "{}[i]", "numbers {}")
    )
    words = ["FUNCTIONS(__VA_ARGS__,", f"({point}),", f"({given}),", f"({each}),", f"({arrays}))"]
    lines = packed("    ", words, "        ", WIDTH - 2)
    yield from continued((f"#define FUNCTIONS_{count}(...)", *lines))


def macros(programs: Sequence[Program]) -> Iterator[str]:
    """Those that the functions need, which differ by their arguments."""
    yield from _template("c/functions.c")
    for count in sorted({len(program.parameters) for program in programs}):
        yield from macro(count)
