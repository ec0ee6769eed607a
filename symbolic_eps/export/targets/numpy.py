"""NumPy: one module of functions that broadcast, work in chunks, and raise ValueError outside the domain."""

from __future__ import annotations

import builtins
import json
import keyword
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_eps.export import environment, logarithm
from symbolic_eps.export.helpers import helpers_of, without_sums
from symbolic_eps.export.program import Operation, Program
from symbolic_eps.export.steps import Give, Holds, Let, Need, Routine, Select, Step, Within
from symbolic_eps.export.targets import logarithms
from symbolic_eps.export.targets.parts import functions_in
from symbolic_eps.export.targets.target import Refusals, Sheet, bounds, generated
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.template import filled
from symbolic_eps.export.vectorised import helper_routines, routines

_WORDS = frozenset((*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "np", "out"))

NOTATION = Notation(
    functions={
        Operation.ABSOLUTE: "np.abs",
        Operation.SQUARE_ROOT: "np.sqrt",
        Operation.LOG: "np.log",
        Operation.LOG1P: "np.log1p",
        Operation.EXP: "np.exp",
        Operation.EXPM1: "np.expm1",
    },
    number=lambda value: "np.nan" if math.isnan(value) else repr(value),
    infinity="np.inf",
    called="_{}".format,
)


OWN = replace(NOTATION, functions={**NOTATION.functions, Operation.LOG: "_ln", Operation.LOG1P: "_ln1p"})
"""The same with our own logarithms."""


class NumPy:
    """A module that needs NumPy alone."""

    name = "numpy"
    title = "NumPy"
    functions = frozenset(NOTATION.functions)
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
    table_end, blank = ",", 2

    def private(self, program: Program, told: str) -> Iterator[str]:
        """A function that no user calls."""
        yield from _private(program, told, OWN)

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps_numpy.py` and `self_test.py`."""
        said = generated(sheets)
        names = (name for s in sheets for name in (s.formula.name, s.formula.safe_name))
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
    programs = [p for s in sheets for p in _programs(s)]
    own = all(s.formula.own_logarithms for s in sheets)
    notation = OWN if own else NOTATION
    operations = functions_in(programs)
    needed = logarithm.programs() if own and logarithms.called(operations) else ()
    for helper in helpers_of((*programs, *needed)):
        yield from _private(helper.program, helper.meaning, notation)
    if own:
        yield from logarithms.functions(TARGET, operations, own)
    for sheet in sheets:
        yield from _function(sheet, sheet.formula.name, sheet.header)
        yield from _function(
            sheet,
            sheet.formula.safe_name,
            (
                f"As `{sheet.formula.name}`, never {sheet.formula.side.never} the exact value: "
                f"at most {sheet.formula.farthest_text} ulps {sheet.formula.side.towards} it.",
            ),
        )
        for routine in routines(_programs(sheet), _WORDS):
            yield from _routine(routine, notation=notation)


def _private(program: Program, told: str, notation: Notation) -> Iterator[str]:
    *parts, main = helper_routines(program)
    for part in parts:
        yield from _routine(part, notation=notation)
    yield from _routine(main, told, notation)


def _programs(sheet: Sheet) -> tuple[Program, Program]:
    return without_sums(sheet.formula.program()), without_sums(sheet.formula.safe_program())


def _function(sheet: Sheet, name: str, header: Sequence[str]) -> Iterator[str]:
    parameters = [f"{a.name}_" if a.name in _WORDS else a.name for a in sheet.formula.arguments]
    names = ", ".join(parameters)
    first, *others = header
    yield from ("", "", f"def {name}({names}, out=None):")
    yield f'    """{first}' + ("" if others else '"""')
    if others:
        yield from ("", *(f"    {line}" for line in others), "", *_USE, '    """')
    yield f"    return _evaluated(_values_of_{name}, dict({', '.join(f'{p}={p}' for p in parameters)}), out)"


_USE = (
    "    The arguments are broadcast against each other; `out`, an array of float64 of that shape, takes the",
    "    result. ValueError names the first element for which there is no number.",
)


def _routine(routine: Routine, told: str = "", notation: Notation = OWN) -> Iterator[str]:
    yield from ("", "", f"def _{routine.name}({', '.join(routine.parameters)}):")
    yield from (f'    """{told}"""',) if told else ()
    yield from (f"    {line}" for line in _lines(routine, notation))


def _lines(routine: Routine, notation: Notation) -> Iterator[str]:
    for step in routine.steps:
        comment = getattr(step, "comment", "")
        yield line_text(step, notation) + (f"  # {comment}" if comment else "")


def line_text(step: Step, notation: Notation = NOTATION) -> str:
    """A step as a line of Python, without its comment."""
    said = notation.expression
    match step:
        case Let(name=name, value=value):
            return f"{name} = {said(value)}"
        case Holds(name=name, conditions=(condition,)):
            return f"{name} = {notation.comparison(condition)}"
        case Holds(name=name, conditions=conditions):
            return f"{name} = " + " & ".join(f"({notation.comparison(c)})" for c in conditions)
        case Select(name=name, mask=mask, then=then, otherwise=otherwise):
            return f"{name} = np.where({mask}, {said(then)}, {said(otherwise)})"
        case Within(name=name, mask=mask, negated=negated, routine=routine, inputs=inputs, otherwise=other):
            where = f"~{mask}" if negated else mask
            arrays = ", ".join(inputs) + "," * (len(inputs) == 1)
            return f"{name} = _where({where}, _{routine}, ({arrays}), {said(other)})"
        case Need(condition=condition, message=message):
            return f"_require({notation.comparison(condition)}, {json.dumps(message)})"
        case Give(value=value):
            return f"return {said(value)}"
    raise TypeError(f"not a step: {step}")


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        functions = f"functions.{s.formula.name}, functions.{s.formula.safe_name}"
        yield f'    ("{s.vectors}", {len(s.formula.arguments)}, {functions}, {bounds(s)}),'
