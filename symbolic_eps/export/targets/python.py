"""Python: one module, standard library only. Each function raises a `ValueError` outside the domain."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from symbolic_eps.export.layout.doc_comments import Common, beside, title
from symbolic_eps.export.layout.kinds import Kind, kinds_of, parts_of
from symbolic_eps.export.layout.library import Library
from symbolic_eps.export.layout.line_breaking import Style
from symbolic_eps.export.layout.skeleton import NONE, Skeleton
from symbolic_eps.export.layout.target import Refusals, Sheet, bounds, generated, wrapped
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs import environment
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Refusal,
)
from symbolic_eps.export.rewriting.idioms import chained
from symbolic_eps.export.rewriting.known_ranges import Unguarded, plain
from symbolic_eps.export.rewriting.parts import STEP, beyond, decimal, steps_of
from symbolic_eps.export.template import filled

MODULE = "symbolic_eps_formulas"

_TAKEN = """
    abs float isinstance map math max min pow range round sum type Real OutOfRangeError OutsideDomainError
    _PROBES Callable NamedTuple Sequence TypeVar annotations cast functools list tuple zip
"""
_WORDS = frozenset((*keyword.kwlist, *_TAKEN.split()))
_WIDTH = 96
"""Of what a docstring says, behind its indent."""


class _Notation(Notation):
    """Division by what may be 0 is a function here: Python's own raises where others give an infinity."""

    def expression(self, expression: Expression) -> str:
        match expression:
            case Unguarded(operation=Operation.SQUARE_ROOT, arguments=(x,)):
                return f"math.sqrt({self.expression(x)})"
            case Apply(operation=Operation.LOG1P, arguments=(x,)) if not isinstance(expression, Unguarded):
                return f"_ln1p({self.expression(x)})"
            case Apply(arguments=arguments) if _is_guarded(expression):
                return f"_divided({', '.join(map(self.expression, arguments))})"
        return super().expression(expression)

    def operand(self, expression: Expression) -> str:
        return self.expression(expression) if _is_guarded(expression) else super().operand(expression)


def _is_guarded(expression: Expression) -> bool:
    match expression:
        case Unguarded():
            return False
        case Apply(operation=Operation.DIVIDE, arguments=(_, divisor)):
            return not (isinstance(divisor, Constant) and divisor.value != 0)
        case _:
            return False


def _number(value: float) -> str:
    """A short decimal text; a power of 2 as one, which Python computes once, when it compiles."""
    text = re.sub(r"TWO_TO_(MINUS_)?(\d+)", r"2.0**\1\2", decimal(value))
    return text.replace("MINUS_", "-").replace("e+", "e")


_NOTATION = _Notation(
    functions={
        Operation.ABSOLUTE: "abs",
        Operation.SQUARE_ROOT: "_sqrt",
        Operation.LOG: "_ln",
        Operation.LOG1P: "_ln1p",
        Operation.LOG1P_SUM: "_ln1p_sum",
        Operation.EXP: "_exp",
        Operation.EXPM1: "_expm1",
    },
    number=_number,
    infinity="math.inf",
    name=lambda name: f"{name}_" if name in _WORDS else name,
    called="_{}".format,
)


EXCEPTIONS = {Refusal.DOMAIN: "OutsideDomainError", Refusal.RANGE: "OutOfRangeError"}


_IMPORTS = ("import math", "from numbers import Real")
_IMPORTS_OF_KINDS = (
    "import functools",
    "import math",
    "from collections.abc import Callable, Sequence",
    "from numbers import Real",
    "from typing import NamedTuple, TypeVar, cast",
)


class Python(Skeleton):
    """Python 3.9 or newer, standard library only."""

    name = "python"
    title = "Python (standard library)"
    functions = frozenset(_NOTATION.functions)
    refusals = Refusals(
        f"raises {EXCEPTIONS[Refusal.DOMAIN]}, also for a number that is not binary64; TypeError for "
        "what is not a real number",
        f"raises {EXCEPTIONS[Refusal.RANGE]}; it and the other one are ValueErrors",
    )
    environment = "asked at each call: any extension module can change it"
    self_test = "python3 -B -W error self_test.py"

    notation = _NOTATION
    selection = "{one} if {test} else {other}"
    zero_or_none = "0.0 if {x} == 0.0 else -1.0"
    exact_sum = "python/exact_sum.py"
    products = "python/products.py"
    of_platform = MappingProxyType({Operation.LOG1P: "math.log1p"})
    logarithms, inverse_scale = ("python", "py"), 256.0
    reasons = MappingProxyType({Refusal.DOMAIN: "", Refusal.RANGE: ", OutOfRangeError"})
    silent = frozenset({"nothing underflowed"})
    test, wrapped = "if {test}:", ("if (", "):")
    otherwise, end, end_of_choice = "else:", "", ""
    both = "and"
    refuse = ("_require({test}, {message}{refusal})",)
    refuse_apart = ("_require(", "    {test},", "    {message}{refusal},", ")")
    result = "return _in_range({value})"
    result_in_place = (
        "value = {value}",
        "if not value >= 0.0:",
        f"    raise OutOfRangeError({NONE})",
        "return value",
    )
    kind = "_{name}"
    let_both, presets = "{name}, {other} = {value}, {second}", True
    all_within = "all_within"
    blank, chained, style = 2, "el", Style.VERTICAL

    def private_function(self, name: str) -> str:
        """With the sign of a private name."""
        return f"_{name}"

    def comment(self, text: str) -> str:
        """At the end of a line."""
        return f"  # {text}"

    def head(self, program: Program, sheet: Sheet, safe: bool) -> Iterator[str]:
        """The first line, and a docstring."""
        name = _NOTATION.name(sheet.formula.name)
        if safe:
            said = f"A value that is never {sheet.formula.side.never} the exact one: see `{name}`."
            yield from ("", "", _signature(program), f'    """{said}"""')
        else:
            yield from ("", "", _signature(program), *docstring(sheet, self.common))

    def private_head(self, program: Program, told: str) -> Iterator[str]:
        """The same."""
        yield from ("", "", _signature(program, "_"), f'    """{told}"""')

    def entered(self, program: Program) -> Iterator[str]:
        """Whether the environment is as needed, and the arguments are numbers."""
        yield f"    _{environment.PROGRAM.name}(*_PROBES)"
        names = [*map(_NOTATION.name, program.parameters)]
        numbers = [f'_binary64("{name}", {name})' for name in names]
        line = f"    {', '.join(names)} = {', '.join(numbers)}"
        if len(line) <= self.longest:
            yield line
        else:
            yield from (f"    {name} = {number}" for name, number in zip(names, numbers, strict=True))

    def of_kinds(self, program: Program, kinds: Sequence[str]) -> Iterator[str]:
        """Nothing: a decorator asks."""
        yield from ()

    def asked(self, program: Program, library: Library) -> Iterator[str]:
        """The decorator that asks for kinds of arguments."""
        if self.by_kinds(library) and (found := kinds_of(program)) is not None:
            yield f"@_given({', '.join(f'_{library.kinds[kind].upper()}' for kind in found[0])})"

    def public(self, library: Library) -> Iterator[str]:
        """The functions that users call; those on the safe side, a line each, last."""
        last = list[str]()
        for sheet, (program, safe) in zip(library.sheets, library.pairs, strict=True):
            first, second, *head = self.head(program, sheet, False)
            yield from (first, second, *self.asked(program, library), *head, *self._whole(program, library))
            step = beyond(program, safe)
            moved = None if step is None else steps_of(step)
            if moved is not None and self.by_kinds(library):
                name, side = _NOTATION.name(program.name), "lower" if moved[1] > 0 else "upper"
                share = "" if abs(moved[1]) == STEP else f", {_NOTATION.number(abs(moved[1]))}"
                last.append(f"{_NOTATION.name(safe.name)} = _{side}({name}, {moved[0]}{share})")
            else:
                yield from (*self.head(safe, sheet, True), *self.safe(program, safe, library))
        yield from ("", "", *last) if last else ()

    def short(self, program: Program) -> Program:
        """The program; roots and quotients that are known to be numbers need no function."""
        return plain(super().short(program), unguarded=True)

    def tests(self, conditions: Sequence[Comparison]) -> list[str]:
        """The conditions; two about one number as a chain."""
        return chained(super().tests(conditions))

    def written(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps_formulas.py` and `self_test.py`."""
        said, library = generated(sheets), self.library(sheets)
        functions = self.functions_of(library)
        made = self.laid_out(f"_{name.upper()} = {kind_in(kind)}" for kind, name in library.kinds.items())
        kinds = self.kinds_said("python/kinds.py", library, kinds=made)
        helpers = [*self.called_helpers((*functions, "_binary64("))]
        probes = ", ".join(map(_NOTATION.number, environment.PROBES.values()))
        return {
            f"{MODULE}.py": filled(
                "python/symbolic_eps_formulas.py",
                generated=said,
                common=(line for told in self.common.said() for line in wrapped(told, _WIDTH + 4)),
                imports=_IMPORTS_OF_KINDS if kinds else _IMPORTS,
                kinds=kinds,
                probes=probes,
                helpers=helpers,
                functions=functions,
            ),
            "self_test.py": filled("python/self_test.py", generated=said, checks=_checks(sheets)),
        }


TARGET = Python()


def docstring(sheet: Sheet, common: Common) -> Iterator[str]:
    """What is said of a function."""
    told = (f'"""{title(sheet)}', "", f'{common.paragraph(sheet, safe=beside(sheet.formula))}"""')
    lines = (line.strip() for said in told for line in (wrapped(said, _WIDTH) or [""]))
    yield from (f"    {line}".rstrip().replace("\\", "\\\\") for line in lines)


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        names = (s.formula.name, s.formula.safe_name)
        functions = (f"formulas.{_NOTATION.name(name)}" for name in names)
        values = (f'"{s.vectors}"', f'"{s.vectors_hash}"', *functions, *bounds(s).split(", "))
        yield from ("    (", *(f"        {value}," for value in values), "    ),")


def parameters_of(program: Program) -> tuple[str, str]:
    """A function's parameters as they are declared, and as they are handed on."""
    names = [_NOTATION.name(p) for p in program.parameters]
    return ", ".join(f"{name}: float" for name in names), ", ".join(names)


def kind_in(kind: Kind, notation: Notation = _NOTATION) -> str:
    """A kind of argument, as it is made."""
    return f"_Kind({', '.join(parts_of(kind, notation.number))})"


def _signature(program: Program, prefix: str = "") -> str:
    name = f"{prefix}{program.name}" if prefix else _NOTATION.name(program.name)
    return f"def {name}({', '.join(f'{_NOTATION.name(p)}: float' for p in program.parameters)}) -> float:"
