"""R: the source of a package. Vectorised with recycling; outside the domain NaN and a warning, like log."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from symbolic_eps.export.layout.array_lines import Forms, Line, joined
from symbolic_eps.export.layout.array_programs import (
    adds_exactly,
    distinct,
    in_range,
    moved,
    short_helper,
    short_programs,
)
from symbolic_eps.export.layout.doc_comments import Common, beside, title
from symbolic_eps.export.layout.kinds import Kind, kinds_of, named, parts_of
from symbolic_eps.export.layout.line_breaking import broken
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.packages.licence import HOLDER, YEAR
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import Comparison, Operation, Program, operations_in
from symbolic_eps.export.programs.steps import Need, Routine, Step
from symbolic_eps.export.rewriting.idioms import zero_or_parts
from symbolic_eps.export.rewriting.parts import STEP
from symbolic_eps.export.rewriting.totals import TOTAL
from symbolic_eps.export.rewriting.vectorised import helper_routines, routines
from symbolic_eps.export.runtime.helpers import helpers_of
from symbolic_eps.export.template import filled, needed, source

_RESERVED = """
    if else repeat while function for in next break TRUE FALSE T F NULL Inf NaN NA NA_integer_ NA_real_
    NA_complex_ NA_character_ inside
"""
_WORDS = frozenset(_RESERVED.split())


def _number(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if value == int(value) and abs(value) < 2**53:
        return str(int(value))
    significand, power = value.hex().split("p")
    return f"{significand.rstrip('0').rstrip('.')}p{power}"


_NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "abs",
        Operation.SQUARE_ROOT: "sqrt",
        Operation.LOG: "log",
        Operation.LOG1P: "log1p",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=_number,
    infinity="Inf",
    called=".{}".format,
    times="list({})",
)


_WIDTH = 97
"""Of a line in a function."""


class R:
    """R without packages."""

    name = "r"
    title = "R"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        "gives NaN with a warning; NA and NaN are handed on without one; an error for what is not numeric",
        "gives NaN with a warning",
    )
    environment = "asked once at each call: any package with C code can change it"
    self_test = "Rscript --vanilla tests/self_test.R"
    notation = _NOTATION

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """A package: its description, a file for each formula with its manual page, and the self-test."""
        said = generated(sheets)
        names = [name for s in sheets for name in (s.formula.name, s.formula.safe_name)]
        programs = short_programs((s.formula.program() for s in sheets), _NOTATION)
        kinds = named(programs)
        pairs = zip(sheets, programs, strict=True)
        formulas = [line for sheet, program in pairs for line in _source(sheet, program, kinds)]
        shared = [*_shared(programs)]
        helpers = needed("r/helpers.R", "\n".join((*shared, *formulas, *_end(programs))))
        shared += (line for part in helpers for line in ("", *part.split("\n")))
        exports = "\n".join(f"export(eps_{name})" for name in names)
        texts = {
            "LICENSE": f"YEAR: {YEAR}\nCOPYRIGHT HOLDER: {HOLDER}\n",
            "DESCRIPTION": filled("r/DESCRIPTION", version=sheets[0].version, year=YEAR, holder=HOLDER),
            "NAMESPACE": f"# {said}\n{exports}\n",
            ".Rbuildignore": filled("r/.Rbuildignore"),
            "R/evaluated.R": filled(
                "r/evaluated.R",
                generated=said,
                probes=", ".join(map(_number, environment.PROBES.values())),
                kinds=(
                    part
                    for kind, name in kinds.items()
                    for part in broken(
                        f".{name} <- .kind({', '.join(parts_of(kind, _number, ' = ', 'TRUE'))})",
                        _WIDTH + 2,
                        "  ",
                    )
                ),
                functions=(*shared, *_end(programs)),
            ),
            "R/formulas.R": "\n".join((f"# {said}", "# The order of operations matters.", *formulas)) + "\n",
            "tests/self_test.R": filled("r/self_test.R", generated=said, checks=",\n".join(_checks(sheets))),
        }
        distinct(self.name, texts["R/evaluated.R"] + texts["R/formulas.R"], r"([.\w]+) <- ")
        for sheet in sheets:
            texts[f"man/eps_{sheet.formula.name}.Rd"] = "\n".join(map(_filled, _page(sheet))) + "\n"
        return texts


TARGET = R()


def _parameters(sheet: Sheet) -> list[str]:
    return [f"{a.name}_" if a.name in _WORDS else a.name for a in sheet.formula.arguments]


def _source(sheet: Sheet, program: Program, library: Mapping[Kind, str]) -> Iterator[str]:
    formula = sheet.formula
    kinds, rest = kinds_of(program) or ((), program)
    *parts, main = routines((rest,), _WORDS)
    for part in parts:
        yield from _routine(part)
    steps, ended = in_range(main.steps)
    if not ended:
        raise CannotExpressError(f"r: {formula.name} may give numbers below 0")
    asked = ", ".join(f".{library[kind]}" for kind in kinds)
    head = f"eps_{formula.name} <- .given({asked})(function({', '.join(main.parameters)}) {{"
    yield from ("", *(f"# {line.strip()}" for line in wrapped(title(sheet))), *broken(head, _WIDTH + 2, "  "))
    yield from (*(f"  {line}" for line in _lines(steps)), "})")
    times, share = moved(formula)
    said = "" if abs(share) == STEP else f", {_number(abs(share))}"
    safe = f"eps_{formula.safe_name} <- .never_{formula.side.never}(eps_{formula.name}, {times}{said})"
    yield from broken(safe, _WIDTH + 2, "  ")


def _shared(programs: Sequence[Program]) -> Iterator[str]:
    """What several formulas need."""
    for routine in routines((environment.PROGRAM,)):
        yield from _routine(routine)
    helpers = helpers_of(programs)
    for helper in helpers:
        *parts, main = helper_routines(short_helper(helper, _NOTATION))
        for part in parts:
            yield from _routine(part)
        first, *others = _routine(main)
        told = wrapped(helper.meaning)
        yield from (first, *(f"# {line.strip()}" for line in told), *others)


def _end(programs: Sequence[Program]) -> Iterator[str]:
    """The functions that add numbers and products up."""
    helpers = helpers_of(programs)
    shared = [short_helper(helper, _NOTATION) for helper in helpers]
    if any(TOTAL in operations_in(program.body) for program in (*programs, *shared)):
        yield from ("", *source("r/products.R").rstrip("\n").split("\n"))
    if adds_exactly((*programs, *(helper.program for helper in helpers))):
        yield from source("r/exact_sum.R").rstrip("\n").split("\n")


def _routine(routine: Routine) -> Iterator[str]:
    yield ""
    yield from broken(f".{routine.name} <- function({', '.join(routine.parameters)}) {{", _WIDTH + 2, "  ")
    yield from (*(f"  {line}" for line in _lines(routine.steps)), "}")


_FORMS = Forms(
    _NOTATION,
    holds=".holds({})",
    both=" & ",
    chosen="ifelse({mask}, {then}, {otherwise})",
    within=".where({mask}, .{routine}, {inputs}, {otherwise})",
    negated="!{}",
    apart="!{}",
    inputs=lambda names: f"list({', '.join(names)})",
)


def _lines(steps: Sequence[Step]) -> Iterator[str]:
    asked = any(isinstance(step, Need) for step in steps)

    def text(line: Line) -> str:
        given = getattr(line.step, "name", "")
        whole = f".inside(inside, {line.text})" if asked else line.text
        return f"{given} <- {line.text}" if given else whole

    def fits(line: Line) -> bool:
        return len(text(line)) + bool(line.comment) * (len(line.comment) + 4) <= _WIDTH

    known = ""
    lines = joined(steps, _FORMS, fits)
    for needs, group in groupby(lines, lambda line: isinstance(line, Need)):
        if needs:
            conditions = ", ".join(_compared(need.condition) for need in group if isinstance(need, Need))
            yield from broken(f"inside <- .all_hold({known}{conditions})", _WIDTH, "  ")
            known = "inside, "
        else:
            for line in group:
                assert isinstance(line, Line)
                yield from _told(text(line), line.comment)


def _compared(condition: Comparison) -> str:
    if found := zero_or_parts(condition):
        return f".zero_or({', '.join(map(_NOTATION.expression, found))})"
    return _NOTATION.comparison(condition)


def _told(line: str, comment: str) -> Iterator[str]:
    """A line with what is said of it, before it where there is no room."""
    said = f"  # {comment}" if comment else ""
    if len(line + said) > _WIDTH:
        yield from (f"# {part}" for part in textwrap.wrap(comment, _WIDTH - 2))
        yield from broken(line, _WIDTH, "  ")
    else:
        yield f"{line}{said}"


def _page(sheet: Sheet) -> Iterator[str]:
    """The manual page of a formula."""
    name, parameters = sheet.formula.name, _parameters(sheet)
    called = ", ".join(parameters)
    yield f"% {generated([sheet])}"
    yield f"\\name{{eps_{name}}}"
    yield from (f"\\alias{{eps_{name}}}", f"\\alias{{eps_{sheet.formula.safe_name}}}")
    yield f"\\title{{{_escaped(sheet.formula.title)}}}"
    yield from ("\\description{", *(f"{_escaped(line)}\n" for line in _described(sheet)), "}")
    yield f"\\usage{{\neps_{name}({called})\neps_{sheet.formula.safe_name}({called})\n}}"
    meanings = (
        f"\\item{{{p}}}{{{_escaped(a.meaning)}}}"
        for p, a in zip(parameters, sheet.formula.arguments, strict=True)
    )
    yield from ("\\arguments{", *meanings, "}")
    yield f"\\value{{Numeric, as long as the longest argument: {_escaped(sheet.formula.result)}."
    yield "Outside the domain NaN, with a warning; NA and NaN are handed on.}"


def _described(sheet: Sheet) -> Iterator[str]:
    """What it says: domain, result, the safe function, and source."""
    domain, result, source = Common().brief(sheet)
    yield from (domain, result, f"eps_{sheet.formula.name}{beside(sheet.formula)}", source)


def _filled(text: str) -> str:
    """In lines of at most 100 characters; where they end means nothing in a manual page."""
    fill = textwrap.TextWrapper(100, break_long_words=False, break_on_hyphens=False).fill
    return "\n".join(map(fill, text.split("\n")))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\%{}" else c for c in text)


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        given = f'"{s.vectors}", {len(s.formula.arguments)}, eps_{s.formula.name}, eps_{s.formula.safe_name}'
        yield "\n".join(broken(f"  check({given}, {bounds(s)})", 100, "  "))
