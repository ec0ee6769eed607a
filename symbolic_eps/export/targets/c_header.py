"""The header of the C export, and what its self-test calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from symbolic_eps.export.layout.doc_comments import Common, beside, title
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.target import REASONS, Sheet, bounds, wrapped
from symbolic_eps.export.programs.environment import ASSUMED
from symbolic_eps.export.programs.program import Program, Refusal

_TOLD = (
    f"A function returns NaN, with errno EDOM, {REASONS[Refusal.DOMAIN]}; with ERANGE, "
    f"{REASONS[Refusal.RANGE]}; with EDOM unless {ASSUMED}, as eps_default_environment tells. Functions "
    "_all do the same for n points; out overlaps no argument. Results are the same bits everywhere where no "
    "function of the platform is named. Statements: manifest.json."
)
_WIDTH = 97
"""Of what is said in comments."""

Name = Callable[[str], str]
"""What an argument is called."""


def _signature(program: Program, name: Name) -> str:
    parameters = ", ".join(f"double {name(p)}" for p in program.parameters)
    return f"double eps_{program.name}({parameters})"


def _array_signature(program: Program, name: Name) -> str:
    parameters = ", ".join(f"const double *{_pointer(p, name)}" for p in program.parameters)
    return f"void eps_{program.name}_all(size_t n, {parameters}, double *out)"


def _pointer(parameter: str, name: Name) -> str:
    return f"{parameter}_" if parameter in ("n", "out") else name(parameter)


def told(sheets: Sequence[Sheet]) -> Iterator[str]:
    """What stands at the head, as a comment."""
    *said, last = _TOLD, *Common.of(sheets).said()
    yield from _comment((*said, f"{last} */"))


def _comment(said: Iterable[str]) -> Iterator[str]:
    first, *others = (line.strip() for part in said for line in wrapped(part, _WIDTH))
    yield from (f"/* {first}", *(f" * {line}" for line in others))


def declarations(library: Library, name: Name) -> Iterator[str]:
    """The functions, each with what its callers need."""
    common = Common.of(library.sheets)
    for sheet, pair in zip(library.sheets, library.pairs, strict=True):
        paragraph = common.paragraph(sheet, safe=beside(sheet.formula))
        yield from ("", *_comment((title(sheet), f"{paragraph} */")))
        yield from (f"{_signature(program, name)};" for program in pair)
        yield from (f"{_array_signature(program, name)};" for program in pair)


def points(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Each function as one of all arguments together."""
    for sheet in sheets:
        point = ", ".join(f"x[{i}]" for i in range(len(sheet.formula.arguments)))
        yield f"TESTED({sheet.formula.name}, {sheet.formula.side}, {point})"


def formulas(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Each formula, with its test vectors and bounds."""
    for sheet in sheets:
        name, count = sheet.formula.name, len(sheet.formula.arguments)
        functions = f"FUNCTIONS({name}, {sheet.formula.side})"
        yield from (f'    {{"{sheet.vectors}", {count}, {bounds(sheet)},', f"        {functions}}},")
