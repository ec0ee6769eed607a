"""The logarithms that an export calls: our own, the same in all languages, or the platform's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Protocol

from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import Operation, Program
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.template import filled, needed

NAMES = {Operation.LOG: "ln", Operation.LOG1P: "ln1p", Operation.LOG1P_SUM: "ln1p_sum"}
"""What they are called, before a language's own habit."""

KERNEL = "log_of_sum"
WIDTH = 100


class Language(Protocol):
    """How a language writes them."""

    notation: Notation
    within: str
    """Before each line of a function."""
    logarithms: tuple[str, str]
    """The folder of the templates, and how these end."""
    table_indent: str
    """Before the numbers of a table."""
    table_end: str
    """Behind the last one."""
    inverse_scale: float
    """What the inverses are multiplied by, a power of 2; the function takes the number that much smaller."""
    blank: int
    """How many empty lines stand before a function."""

    def private(self, program: Program, told: str) -> Iterator[str]:
        """A function that no user calls."""
        ...


def columns(language: Language) -> dict[str, Iterator[str]]:
    """The tables, as many numbers to a line as it has room for."""
    return {
        name: packed(
            [_number(language, name, value) for value in values],
            language.table_indent,
            WIDTH - 3 * language.table_indent.count("\t"),
            language.table_end,
        )
        for name, values in logarithm.columns().items()
    }


def _number(language: Language, name: str, value: float) -> str:
    """A number of a table; inverses that are scaled are integers."""
    if name == "inverse" and language.inverse_scale != 1.0:
        return str(int(value * language.inverse_scale))
    return language.notation.number(value)


def packed(words: Sequence[str], indent: str, width: int, end: str = ",") -> Iterator[str]:
    """Words in lines, with a comma behind each, or the end.

    Examples
    --------
    >>> list(packed(["1", "22", "333"], " ", 8))
    [' 1, 22,', ' 333,']
    """
    line = indent
    for position, word in enumerate(words):
        said = word + (end if position == len(words) - 1 else ",")
        if line != indent and len(line) + 1 + len(said) > width:
            yield line
            line = indent
        line += said if line == indent else f" {said}"
    yield line


def called(operations: Set[Operation]) -> tuple[str, ...]:
    """The names of those among the operations.

    Examples
    --------
    >>> called({Operation.LOG1P, Operation.EXP})
    ('ln1p',)
    """
    return tuple(name for operation, name in NAMES.items() if operation in operations)


def functions(
    language: Language,
    operations: Set[Operation],
    own: bool,
    in_place: Mapping[str, Iterable[str]] = MappingProxyType({}),
) -> Iterator[str]:
    """The text of those among the operations: our own with all that they call, or the platform's.

    Programs `in_place`, by their names, are no functions: their lines stand in the template.
    """
    if not called(operations):
        return
    folder, ending = language.logarithms
    calls = "\n".join(f"{language.notation.functions[o]}(" for o in NAMES if o in operations)
    if own:
        lines = (
            line
            for program in logarithm.programs()
            if program.name not in in_place
            for line in language.private(program, logarithm.PROGRAMS[program.name])
        )
        text = filled(
            f"{folder}/logarithm.{ending}",
            fingerprint=logarithm.fingerprint(),
            programs=lines,
            **columns(language),
            **in_place,
        )
        yield from text.rstrip("\n").split("\n")
    for part in needed(f"{folder}/{'ln' if own else 'platform'}.{ending}", calls):
        yield from ("",) * language.blank
        yield from (f"{language.within}{line}" if line else line for line in part.split("\n"))
