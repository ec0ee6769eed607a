"""The header of the C export, and what its self-test calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symbolic_eps.export.layout.doc_comments import Common, beside, title
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.target import Sheet, bounds, wrapped
from symbolic_eps.export.programs.program import Program

TOLD = (
    "Functions _all do the same for n points, and out overlaps no argument. Results are the same bits "
    "everywhere where no function of the platform is named. manifest.json: statements, and SHA-256 of them "
    "and of test vectors."
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


def told(sheets: Sequence[Sheet], refusals: str) -> Iterator[str]:
    """What stands at the head, as a comment."""
    said = (f"A function {refusals}. {TOLD}", *Common.of(sheets).said())
    lines = [line for part in said for line in wrapped(part, _WIDTH)]
    yield from (f"{' *' if place else '/*'} {line}" for place, line in enumerate([*lines[:-1], lines[-1] + " */"]))


def declarations(library: Library, name: Name) -> Iterator[str]:
    """The functions, each with what its callers need."""
    common = Common.of(library.sheets)
    for sheet, pair in zip(library.sheets, library.pairs, strict=True):
        told = (title(sheet), f"{common.paragraph(sheet, safe=beside(sheet.formula))} */")
        first, *others = (line for said in told for line in wrapped(said, _WIDTH))
        yield from ("", f"/* {first}", *(f" * {line}" for line in others))
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
