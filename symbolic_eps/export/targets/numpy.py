"""NumPy: one module of functions that broadcast, work in chunks, and raise ValueError outside the domain."""

from __future__ import annotations

import builtins
import json
import keyword
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_eps.export import environment, logarithm
from symbolic_eps.export.helpers import helpers_of
from symbolic_eps.export.program import Comparison, Constant, Operation, Order, Program, Variable
from symbolic_eps.export.steps import Give, Holds, Let, Need, Routine, Select, Step, Within
from symbolic_eps.export.targets import logarithms
from symbolic_eps.export.targets.array_programs import (
    adds_exactly,
    comment_of,
    moved,
    short_helper,
    short_programs,
    tests,
)
from symbolic_eps.export.targets.broken import Style, broken
from symbolic_eps.export.targets.parts import functions_in, power_of_two
from symbolic_eps.export.targets.python import docstring
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.template import filled, needed, source
from symbolic_eps.export.vectorised import helper_routines, routines

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
OWN = replace(NOTATION, functions={**NOTATION.functions, **_CALLED})
"""The same with our own logarithms."""


_IN_PLACE = frozenset({Operation.SUM_ERROR.value, Operation.PRODUCT_ERROR.value, Operation.ROOT_ERROR.value})
"""Helpers that are called most: in place of their programs, the same operations with few arrays."""


_WIDTH = 96
"""Of a line in a function."""


class NumPy:
    """A module that needs NumPy alone."""

    name = "numpy"
    title = "NumPy"
    functions = frozenset(OWN.functions)
    refusals = Refusals(
        "raises ValueError, which names the first such element (`out` is then unspecified); TypeError for "
        "what is no array of real numbers",
        "raises ValueError, likewise",
    )
    environment = "asked once at each call: any extension module can change it"
    self_test = "python3 -W error self_test.py"

    notation = OWN
    within = ""
    logarithms = ("numpy", "py")
    table_indent = "    "
    table_end, inverse_scale, blank = ",", 1.0, 2

    def private(self, program: Program, told: str) -> Iterator[str]:
        """A function that no user calls."""
        yield from _private(program, told, OWN)

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps_numpy.py` and `self_test.py`."""
        said = generated(sheets)
        names = sorted(name for s in sheets for name in (s.formula.name, s.formula.safe_name))
        return {
            "symbolic_eps_numpy.py": filled(
                "numpy/symbolic_eps_numpy.py",
                generated=said,
                names=(f'    "{name}",' for name in names),
                probes=", ".join(map(NOTATION.number, environment.PROBES.values())),
                functions=_functions(sheets),
            ),
            "self_test.py": filled("numpy/self_test.py", generated=said, checks=_checks(sheets)),
        }


TARGET = NumPy()


def _functions(sheets: Sequence[Sheet]) -> Iterator[str]:
    for routine in routines((environment.PROGRAM,)):
        yield from _routine(routine)
    programs = short_programs((s.formula.program() for s in sheets), OWN)
    own = all(s.formula.own_logarithms for s in sheets)
    notation = OWN if own else NOTATION
    operations = functions_in(programs)
    of_logarithms = logarithm.programs() if own and logarithms.called(operations) else ()
    helpers = helpers_of((*programs, *of_logarithms))
    in_place = needed("numpy/errors.py", "".join(f"_{helper.program.name}(" for helper in helpers))
    yield from (line for part in in_place for line in ("", "", *part.split("\n")))
    for helper in helpers:
        if helper.program.name in _IN_PLACE:
            continue
        yield from _private(short_helper(helper), helper.meaning, notation)
    if own:
        yield from logarithms.functions(TARGET, operations, own)
    if adds_exactly((*programs, *(helper.program for helper in helpers))):
        yield from source("numpy/exact_sum.py").rstrip("\n").split("\n")
    pairs = zip(sheets, programs, strict=True)
    formulas = [line for sheet, program in pairs for line in _formula(sheet, program, notation)]
    of_helpers = [line for helper in helpers for line in _private(short_helper(helper), "", notation)]
    for part in needed("numpy/helpers.py", "\n".join((*of_helpers, *formulas))):
        yield from ("", "", *part.split("\n"))
    yield from formulas


def _formula(sheet: Sheet, program: Program, notation: Notation) -> Iterator[str]:
    formula = sheet.formula
    *parts, main = routines((program,), _WORDS)
    for part in parts:
        yield from _routine(part, notation=notation)
    names = ", ".join(main.parameters)
    yield from ("", "", "@_over_arrays", f"def {formula.name}({names}):", *docstring(sheet), '    """')
    yield from (f"    {line}" for line in _lines(main, notation))
    times, share = moved(formula)
    yield from ("", "", "@_over_arrays", f"def {formula.safe_name}({names}):")
    yield f'    """As `{formula.name}`, never {formula.side.never} the exact value."""'
    moving = f"    return _beside({formula.name}.__wrapped__({names}), {times}, {share!r})"
    yield from broken(moving, _WIDTH + 4, "    ", Style.VERTICAL)


def _private(program: Program, told: str, notation: Notation) -> Iterator[str]:
    *parts, main = helper_routines(program)
    for part in parts:
        yield from _routine(part, notation=notation)
    yield from _routine(main, told, notation)


def _parameters(sheet: Sheet) -> list[str]:
    return [f"{a.name}_" if a.name in _WORDS else a.name for a in sheet.formula.arguments]


def _routine(routine: Routine, told: str = "", notation: Notation = OWN) -> Iterator[str]:
    yield from (
        "",
        "",
        *broken(f"def _{routine.name}({', '.join(routine.parameters)}):", 100, "    ", Style.VERTICAL),
    )
    yield from (f'    """{told}"""',) if told else ()
    yield from (f"    {line}" for line in _lines(routine, notation))


def _lines(routine: Routine, notation: Notation) -> Iterator[str]:
    for step in routine.steps:
        comment = comment_of(step)
        line = line_text(step, notation)
        if comment and len(line) + len(comment) > _WIDTH - 4:
            yield from (f"# {part}" for part in textwrap.wrap(comment, _WIDTH - 2))
            comment = ""
        yield from broken(f"{line}{f'  # {comment}' if comment else ''}", _WIDTH, "    ", Style.VERTICAL)


def line_text(step: Step, notation: Notation = NOTATION) -> str:
    """A step as a line of Python, without its comment."""
    said = notation.expression
    match step:
        case Let(name=name, value=value):
            return f"{name} = {said(value)}"
        case Holds(name=name, conditions=conditions):
            return f"{name} = {' & '.join(tests(conditions, notation))}"
        case Select(name=name, mask=mask, then=then, otherwise=otherwise):
            return f"{name} = _chosen({mask}, {said(then)}, {said(otherwise)})"
        case Within(name=name, mask=mask, negated=negated, routine=routine, inputs=inputs, otherwise=other):
            where = f"~{mask}" if negated else mask
            arrays = ", ".join(inputs) + "," * (len(inputs) == 1)
            return f"{name} = _where({where}, _{routine}, ({arrays}), {said(other)})"
        case Need(condition=condition, message=message):
            return f"_require({_everywhere(condition, notation)}, {json.dumps(message)})"
        case Give(value=value):
            return f"return {said(value)}"
    raise TypeError(f"not a step: {step}")


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
