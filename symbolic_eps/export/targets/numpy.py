"""NumPy: one module of functions that broadcast, work in chunks, and raise ValueError outside the domain."""

from __future__ import annotations

import builtins
import json
import keyword
import math
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.layout import logarithms
from symbolic_eps.export.layout.array_lines import Forms, Line, joined
from symbolic_eps.export.layout.array_programs import (
    adds_exactly,
    distinct,
    in_range,
    moved,
    short_helper,
    short_programs,
)
from symbolic_eps.export.layout.doc_comments import Common
from symbolic_eps.export.layout.kinds import Kind, kinds_of, named
from symbolic_eps.export.layout.line_breaking import Style, broken
from symbolic_eps.export.layout.skeleton import SEVERAL
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Operation,
    Order,
    Program,
    Variable,
    unused,
)
from symbolic_eps.export.programs.steps import Give, Holds, Let, Need, Routine, Step, used_names
from symbolic_eps.export.rewriting.elsewhere import called_elsewhere
from symbolic_eps.export.rewriting.parts import STEP, functions_in, power_of_two
from symbolic_eps.export.rewriting.totals import Runtime
from symbolic_eps.export.rewriting.vectorised import helper_routines, routines
from symbolic_eps.export.runtime import logarithm
from symbolic_eps.export.runtime.helpers import HELPERS, helpers_of
from symbolic_eps.export.targets.python import docstring, kind_in
from symbolic_eps.export.template import filled, needed, source

_WORDS = frozenset((*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "np", "out"))


def _number(value: float) -> str:
    if math.isnan(value):
        return "np.nan"
    return f"2.0**{math.frexp(value)[1] - 1}" if value > 0 and power_of_two(value) else repr(value)


NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "np.abs",
        Operation.SQUARE_ROOT: "np.sqrt",
        Operation.LOG: "np.log",
        Operation.LOG1P: "np.log1p",
        Operation.EXP: "np.exp",
        Operation.EXPM1: "np.expm1",
    },
    number=_number,
    infinity="np.inf",
    called="_{}".format,
)


_CALLED = {Operation.LOG: "_ln", Operation.LOG1P: "_ln1p", Operation.LOG1P_SUM: "_ln1p_sum"}
_OF_PLATFORM = (Operation.LOG1P, Operation.LOG, Operation.EXP, Operation.EXPM1)
OWN = replace(NOTATION, functions={**NOTATION.functions, **_CALLED})
"""The same with our own logarithms."""


_IN_PLACE = frozenset({Operation.SUM_ERROR.value, Operation.PRODUCT_ERROR.value, Operation.ROOT_ERROR.value})
"""Helpers that are called most: in place of their programs, the same operations with few arrays."""

_COULD_OVERFLOW = Runtime("could_overflow", Program("could_overflow", (), ()), "")

_KEPT = r"^_chosen\(\((\w+) >= 2\.0\*\*-900\) & \(\1 <= 2\.0\*\*960\), (.*), _zero_alone\((\w+)\)\)$"
"""A value where a number has all its digits; else 0 where another one is."""

_DEFINED = r"(?:def |class |import |import numpy as |from \w+ import )?(\w+)(?=\(|:| = |\n)"
"""What a line at the beginning of which something is defined begins with."""

_WIDTH = 96
"""Of a line in a function."""

_MANY = 4
"""Arrays that are worth a line."""


class NumPy:
    """A module that needs NumPy alone."""

    name = "numpy"
    title = "NumPy"
    functions = frozenset(OWN.functions)
    refusals = Refusals(
        "raises ValueError, which names the first such element (`out` is then unspecified); TypeError for "
        "what is no array of real numbers, or has a mask",
        "raises ValueError, likewise",
    )
    environment = "asked once at each call: any extension module can change it"
    self_test = "python3 -W error self_test.py"
    answers_early = True

    notation = OWN
    within = ""
    logarithms = ("numpy", "py")
    table_indent = "    "
    table_end, inverse_scale, blank = ",", 256.0, 2

    def private(self, program: Program, told: str) -> Iterator[str]:
        """A function that no user calls."""
        yield from _private(program, told, OWN)

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps_numpy.py` and `self_test.py`."""
        said, common = generated(sheets), Common.of(sheets)
        programs = short_programs((s.formula.program() for s in sheets), OWN, sums_in_place=True)
        several = len(sheets) >= SEVERAL
        programs = programs if several else [*map(called_elsewhere, programs)]  # fewer arrays are handed over
        kinds = named(programs) if several else {}
        made = (
            part
            for kind, name in kinds.items()
            for part in _broken(f"_{name.upper()} = {kind_in(kind, NOTATION)}")
        )
        asking = filled("numpy/kinds.py", kinds=made).rstrip("\n").split("\n") if kinds else ()
        text = filled(
            "numpy/symbolic_eps_numpy.py",
            generated=said,
            platform=_platform(sheets, programs),
            common=(line for told in common.said() for line in wrapped(told, _WIDTH + 4)),
            probes=", ".join(map(NOTATION.number, environment.PROBES.values())),
            imports=("from typing import NamedTuple",) if kinds else (),
            kinds=("", "", *asking) if kinds else (),
            functions=_functions(sheets, programs, kinds, common),
        )
        return {
            "symbolic_eps_numpy.py": distinct(self.name, text, _DEFINED),
            "self_test.py": filled("numpy/self_test.py", generated=said, checks=_checks(sheets)),
        }


TARGET = NumPy()


def _platform(sheets: Sequence[Sheet], programs: Sequence[Program]) -> Iterator[str]:
    """What is assumed of functions of the platform, those that the programs call."""
    own = all(s.formula.own_logarithms for s in sheets)
    called = {o for o in functions_in(programs) if o in _OF_PLATFORM and not (own and o in _CALLED)}
    same = "bits everywhere" if not called else "bits everywhere where no function of the platform is named"
    said = f"+ - * / and sqrt round correctly. Results have the same {same}."
    if called:
        *others, last = (NOTATION.functions[o] for o in _OF_PLATFORM if o in called)
        names = f"{', '.join(others)} and {last} are" if others else f"{last} is"
        said += (
            f" The bounds on errors hold where {names} within 1 ulp of exact. NumPy promises no such bound; "
            "the largest error measured is 0.80 ulp (NumPy 2.4, x86-64, on 10^6 points)."
        )
    yield from textwrap.wrap(said, _WIDTH + 4)


def _functions(
    sheets: Sequence[Sheet], programs: Sequence[Program], kinds: Mapping[Kind, str], common: Common
) -> Iterator[str]:
    for routine in routines((environment.PROGRAM,)):
        yield from _routine(routine)
    own = all(s.formula.own_logarithms for s in sheets)
    notation = OWN if own else NOTATION
    operations = functions_in(programs)
    of_logarithms = logarithm.programs() if own and logarithms.called(operations) else ()
    helpers = helpers_of((*programs, *of_logarithms))
    in_place = needed("numpy/errors.py", "".join(f"_{helper.program.name}(" for helper in helpers))
    yield from (line for part in in_place for line in ("", "", *part.split("\n")))
    for helper in helpers:
        if helper in HELPERS.values() and helper.program.name in _IN_PLACE:
            continue
        yield from _private(short_helper(helper, notation), helper.meaning, notation, freed=not kinds)
    if own:
        parts = {"log_sum": _of_sums(len(sheets) < SEVERAL)}
        yield from logarithms.functions(TARGET, operations, own, parts)
    if adds_exactly((*programs, *(helper.program for helper in helpers))):
        yield from source("numpy/exact_sum.py").rstrip("\n").split("\n")
    pairs = zip(sheets, programs, strict=True)
    formulas = [
        line for sheet, program in pairs for line in _formula(sheet, program, notation, kinds, common)
    ]
    formulas += ("", "", *(part for sheet in sheets for part in _broken(_moved(sheet)))) if kinds else ()
    of_helpers = [
        line for helper in helpers for line in _private(short_helper(helper, notation), "", notation)
    ]
    called = ("_in_range(",) * bool(kinds)
    for part in needed("numpy/helpers.py", "\n".join((*of_helpers, *formulas, *called))):
        yield from ("", "", *part.split("\n"))
    yield from formulas


def _of_sums(few: bool) -> Iterator[str]:
    """The functions at the end of a logarithm; for few formulas in longer text, with fewer steps."""
    if few:
        numbers = [NOTATION.number(number) for number in logarithm.coefficients()]
        odd, even = (", ".join(numbers[first::2]) for first in (0, 1))
        text = filled("numpy/log_of_sum_in_place.py", odd=odd, even=even)
    else:
        yield from _private(logarithm.log_sum(), logarithm.PROGRAMS["log_sum"], OWN)
        text = source("numpy/log_of_sum.py")
    yield from ("", "", *text.rstrip("\n").split("\n"))


def _formula(
    sheet: Sheet, program: Program, notation: Notation, library: Mapping[Kind, str], common: Common
) -> Iterator[str]:
    formula = sheet.formula
    found = kinds_of(program) if library else None
    *parts, main = routines((program if found is None else found[1],), _WORDS)
    few = found is None
    for part in parts:
        yield from _routine(part, notation=notation, freed=few)
    kinds = [f"_{library[kind].upper()}" for kind in found[0]] if found else []
    asked = f"@_over_arrays_of({', '.join(kinds)})" if kinds else "@_over_arrays"
    head = (asked, f"def {formula.name}({', '.join(main.parameters)}):")
    yield from ("", "", *(part for line in head for part in _broken(line)))
    yield from (*docstring(sheet, common), *_lines(main, notation, checked=bool(kinds), freed=few))
    yield from () if kinds else _safe(sheet, f"({', '.join(main.parameters)})")


def _safe(sheet: Sheet, parameters: str) -> Iterator[str]:
    """The function on the safe side, as one of few."""
    formula, (times, share) = sheet.formula, moved(sheet.formula)
    step = "_STEP" if abs(share) == STEP else NOTATION.number(abs(share))
    sign = "" if formula.side.never == "above" else "-"
    exact = f"{formula.name}.__wrapped__{parameters}"
    yield from ("", "", "@_over_arrays", *_broken(f"def {formula.safe_name}{parameters}:"))
    yield f'    """As `{formula.name}`, never {formula.side.never} the exact value."""'
    yield from _broken(f"    return _beside({exact}, {times}, {sign}{step})")


def _moved(sheet: Sheet) -> str:
    """The function on the safe side, as one of many."""
    formula, (times, share) = sheet.formula, moved(sheet.formula)
    said = "" if abs(share) == STEP else f", {NOTATION.number(abs(share))}"
    side = "lower" if formula.side.never == "above" else "upper"
    return f"{formula.safe_name} = _{side}({formula.name}, {times}{said})"


def _broken(line: str) -> Iterator[str]:
    yield from broken(line, _WIDTH + 4, "    ", Style.VERTICAL)


def _private(program: Program, told: str, notation: Notation, freed: bool = False) -> Iterator[str]:
    *parts, main = helper_routines(program)
    for part in parts:
        yield from _routine(part, notation=notation)
    yield from _routine(main, told, notation, freed)


def _routine(
    routine: Routine, told: str = "", notation: Notation = OWN, freed: bool = False
) -> Iterator[str]:
    yield from ("", "", *_broken(f"def _{routine.name}({', '.join(routine.parameters)}):"))
    yield from (f'    """{told}"""',) if told else ()
    yield from _lines(routine, notation, freed=freed)


@dataclass(frozen=True)
class _Forms(Forms):
    """A choice between a value and 0 is a function, which asks for the 0 where it is needed."""

    def said(self, step: Step, known: Mapping[str, Line]) -> str:
        """The value of a step."""
        return re.sub(_KEPT, r"_or_zero(\1, \2, \3)", super().said(step, known))


def forms(notation: Notation) -> Forms:
    """How steps are written."""

    def inputs(names: Sequence[str]) -> str:
        return f"({', '.join(names)}{',' * (len(names) == 1)})"

    chosen, within = (
        "_chosen({mask}, {then}, {otherwise})",
        "_where({mask}, _{routine}, {inputs}, {otherwise})",
    )
    return _Forms(notation, "{}", " & ", chosen, within, "~{}", "~({})", inputs)


def line_text(step: Step, notation: Notation = NOTATION) -> str:
    """A step as a line of Python, without its comment."""
    given = f"{step.name} = " if not isinstance(step, (Give, Need)) else "return "
    return f"{given}{forms(notation).said(step, {})}"


def _lines(routine: Routine, notation: Notation, checked: bool = False, freed: bool = False) -> Iterator[str]:
    """The steps; whether another function checks that a result is in range, and arrays are freed."""
    steps, ended = in_range(routine.steps)
    steps, ended = [*map(_overflowing, steps)], ended and not checked
    result = f"return {'_in_range({})' if ended else '{}'}"

    def text(line: Line) -> str:
        given = getattr(line.step, "name", "")
        return f"{given} = {line.text}" if given else result.format(line.text)

    def fits(line: Line) -> bool:
        given = isinstance(line.step, Give) and isinstance(line.step.value, Variable)
        if given and line.text.startswith("_where(") and not (line.comment or ended):
            return True  # broken or not, as it would be with a name
        return len(text(line)) + bool(line.comment) * (len(line.comment) + 4) <= _WIDTH

    lines = [*joined(steps, forms(notation), fits)]
    for place, line in enumerate(lines):
        if isinstance(line, Need):
            alike = [n for n in lines if isinstance(n, Need) and n.message == line.message]
            if line == alike[0]:
                yield from _needed(line, notation, routine, alike[1:])
            continue
        if freed and any(f"{name}(" in line.text for name in _CALLED.values()):
            yield from _freed(lines[:place], lines[place:])
        said = f"  # {line.comment}" if line.comment else ""
        if said and not fits(line):
            yield from (f"    # {part}" for part in textwrap.wrap(line.comment, _WIDTH - 2))
            said = ""
        yield from _with_inputs(f"    {text(line)}{said}", routine)


def _freed(before: Sequence[Line | Need], after: Sequence[Line | Need]) -> Iterator[str]:
    """Before a logarithm, which makes many arrays, the others that are no longer used are given back."""
    used = {name for line in after for name in (line.names if isinstance(line, Line) else used_names(line))}
    steps = (line.step for line in before if isinstance(line, Line))
    made = dict.fromkeys(getattr(step, "name", "") for step in steps if not isinstance(step, Holds))
    if len(unused := [name for name in made if name not in used]) >= _MANY:
        yield from _broken(f"    del {', '.join(unused)}")


def _overflowing(step: Step) -> Step:
    """The step; whether a ratio could overflow by its name."""
    match step:
        case Holds(
            conditions=(
                Comparison(Apply(Operation.MULTIPLY, (Constant(small), Variable() as g)), Order.GREATER, m),
                Comparison(Variable() as same, Order.GREATER_OR_EQUAL, Constant(least)),
            )
        ) if m == same and (small, least) == (2.0**-200, 2.0**-960):
            return Let(step.name, Apply(_COULD_OVERFLOW, (g, m)))
    return step


def _with_inputs(line: str, routine: Routine) -> Iterator[str]:
    """The line; what a routine is handed gets a name where it is too long."""
    found = re.fullmatch(r"(.*\b_where\(.*, _\w+, )(\([\w, ]+\))(, .*\))", line)
    if found and len(line) > _WIDTH + 4:
        name = _unused("inputs", routine)
        yield from _broken(f"    {name} = {found[2]}")
        line = f"{found[1]}{name}{found[3]}"
    yield from _broken(line)


def _unused(name: str, routine: Routine) -> str:
    taken = {name for step in routine.steps for name in (*used_names(step), getattr(step, "name", ""))}
    return unused(name, {*taken, *routine.parameters}.__contains__)


def _needed(need: Need, notation: Notation, routine: Routine, also: Sequence[Need]) -> Iterator[str]:
    """What is required, at once with others; what is compared gets a name where the line is too long."""
    said = json.dumps(need.message)
    conditions = " and ".join(_everywhere(one.condition, notation) for one in (need, *also))
    line = f"    _require({conditions}, {said})"
    named = not isinstance(need.condition.left, Variable)
    if len(line) > _WIDTH + 4 and named and isinstance(need.condition.right, Constant):
        name = _unused("sign", routine)
        yield from _broken(f"    {name} = {notation.expression(need.condition.left)}")
        compared = replace(need.condition, left=Variable(name))
        line = f"    _require({_everywhere(compared, notation)}, {said})"
    yield from _broken(line)


def _everywhere(condition: Comparison, notation: Notation) -> str:
    """That it holds for all elements, which the least or the greatest one tells; NaN is both of them."""
    said = notation.comparison(condition)
    match condition:
        case Comparison(left=Variable(name=name), right=Constant(), order=order) if order is not Order.EQUAL:
            end = "min" if order in (Order.GREATER, Order.GREATER_OR_EQUAL) else "max"
            return said.replace(name, f"{name}.{end}()", 1)
    return said


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        functions = (f"functions.{name}" for name in (s.formula.name, s.formula.safe_name))
        values = (f'"{s.vectors}"', len(s.formula.arguments), *functions, *bounds(s).split(", "))
        yield from ("    (", *(f"        {value}," for value in values), "    ),")
