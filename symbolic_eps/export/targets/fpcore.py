"""FPCore 2.0: each program with its order of evaluation, and the formula over the reals as its `:spec`.

FPCore has no refusals: outside of the domain, which `:pre` states, a benchmark gives NAN.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import CannotExpressError, Refusals, Sheet, bounds, generated
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Require,
    Return,
    Variable,
    primitive,
)
from symbolic_eps.export.rewriting.tidy import tidied_program
from symbolic_eps.export.runtime.helpers import unrolled
from symbolic_eps.export.template import filled
from verify.language.condition import Condition

_FUNCTIONS = {
    Operation.NEGATE: "-",
    Operation.ABSOLUTE: "fabs",
    Operation.SQUARE_ROOT: "sqrt",
    Operation.LOG: "log",
    Operation.LOG1P: "log1p",
    Operation.EXP: "exp",
    Operation.EXPM1: "expm1",
}

_TAKEN = (
    "E LOG2E LOG10E LN2 LN10 PI PI_2 PI_4 M_1_PI M_2_PI M_2_SQRTPI SQRT2 SQRT1_2 INFINITY NAN TRUE FALSE "
    "if let while for tensor cast digits and or not FPCore"
)
_WORDS = frozenset(_TAKEN.split())


class FPCore:
    """FPCore 2.0."""

    name = "fpcore"
    title = "FPCore 2.0"
    functions = frozenset(_FUNCTIONS) - {Operation.NEGATE}
    refusals = Refusals.alike("NAN; the precondition `:pre` says where")
    environment = "not asked: `:round nearestEven` is a part of each program"
    self_test = "python3 -B -W error self_test.py"

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.fpcore`, and `self_test.py` with an interpreter of its own."""
        said = generated(sheets)
        lines = [f"; {said} The order of operations matters."]
        names = [name for sheet in sheets for name in _names(sheet.formula)]
        if len(set(names)) < len(names):
            raise CannotExpressError(f"fpcore: two of {', '.join(names)} have the same name")
        for sheet in sheets:
            lines += ["", *(f"; {line}" for line in sheet.header), *_of_formula(sheet)]
        return {
            "symbolic_eps.fpcore": "\n".join(lines) + "\n",
            "self_test.py": filled("fpcore/self_test.py", generated=said, checks=_checks(sheets)),
        }


TARGET = FPCore()


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        names = f'"{s.formula.name}", "{s.formula.safe_name}"'
        yield f'    ("{s.vectors}", "{s.vectors_hash}", {names},\n     {bounds(s)}),'


def _names(formula: Formula) -> tuple[str, str, str]:
    return formula.name, formula.safe_name, f"{formula.name}_exact"


def _of_formula(sheet: Sheet) -> Iterator[str]:
    """The rounded value, one that is never above the exact value, and the exact value."""
    formula = sheet.formula
    said = _real(formula)
    for program, purpose in (
        (formula.program(), formula.title),
        (formula.safe_program(), f"{formula.title}: never {formula.side.never} it"),
    ):
        yield from _opening(program.name, formula, purpose, "binary64")
        yield f"  :spec {said}"
        *body, last = _block(tidied_program(unrolled(program)).body, "  ")
        yield from (*body, f"{last})", "")
    yield from _opening(_names(formula)[2], formula, f"{formula.title}: over the real numbers", "real")
    yield f"  {said})"


def _opening(name: str, formula: Formula, purpose: str, precision: str) -> Iterator[str]:
    yield f"(FPCore {name} ({' '.join(_name(a.name) for a in formula.arguments)})"
    text = purpose.replace("\\", "\\\\").replace('"', '\\"')
    yield f'  :name "{text}"'
    yield f"  :precision {precision}"
    if precision != "real":
        yield "  :round nearestEven"
    yield f"  :pre {_precondition(formula)}"


def _precondition(formula: Formula) -> str:
    parts = [part for argument in formula.arguments for part in _within(argument)]
    return f"(and {' '.join([*parts, *map(_condition, formula.domain)])})"


def _within(argument: Argument) -> Iterator[str]:
    name = _name(argument.name)
    inside = f"(<= {_number(argument.smallest)} {name} {_number(argument.largest)})"
    yield f"(or (== {name} 0) {inside})"
    if argument.whole:
        yield f"(== {name} (trunc {name}))"


def _name(name: str) -> str:
    return f"{name}_" if name in _WORDS else name


def _number(value: float) -> str:
    if math.isinf(value):
        return "INFINITY" if value > 0 else "(- INFINITY)"
    return str(int(value)) if value == int(value) and abs(value) < 2**53 else value.hex()


def _value(expression: Expression) -> str:
    match expression:
        case Constant(value=value):
            return _number(value)
        case Variable(name=name):
            return _name(name)
        case Apply(operation=operation, arguments=arguments):
            sign = str(operation) if operation.infix else _FUNCTIONS[primitive(operation)]
            return f"({sign} {' '.join(map(_value, arguments))})"


def _comparison(comparison: Comparison) -> str:
    return f"({comparison.order} {_value(comparison.left)} {_value(comparison.right)})"


def _all(conditions: Sequence[Comparison]) -> str:
    said = [_comparison(c) for c in conditions]
    return said[0] if len(said) == 1 else f"(and {' '.join(said)})"


def _block(block: Block, indent: str, result: str = "") -> Iterator[str]:
    """The statements as one expression, whose value is returned, or is that of `result`."""
    if not block:
        yield f"{indent}{_name(result)}"
        return
    first, *others = block
    rest = tuple(others)
    match first:
        case Return(value=value):
            yield f"{indent}{_value(value)}"
        case Assign(name=name, value=value) if name == result and not rest:
            yield f"{indent}{_value(value)}"
        case Assign():
            count = next(
                (n for n, s in enumerate(block) if not isinstance(s, Assign) or s.name == result), len(block)
            )
            bound = [s for s in block[:count] if isinstance(s, Assign)]
            for number, s in enumerate(bound):
                start = f"{indent}(let* (" if number == 0 else f"{indent}       "
                end = ")" if number == count - 1 else ""
                yield f"{start}[{_name(s.name)} {_value(s.value)}]{end}"
            yield from _closed(_block(block[count:], indent + "  ", result))
        case Require(condition=condition, message=message):
            yield f"{indent}(if {_comparison(condition)} ; else {message}"
            yield from _block(rest, indent + "  ", result)
            yield f"{indent}  NAN)"
        case Choose(result=name) if name == result and not rest:
            yield from _choice(first, indent)
        case Choose(result=name):
            yield f"{indent}(let* ([{_name(name)}"
            *lines, last = _choice(first, indent + "    ")
            yield from (*lines, f"{last}])")
            yield from _closed(_block(rest, indent + "  ", result))


def _choice(statement: Choose, indent: str) -> Iterator[str]:
    comment = f" ; {statement.comment}" if statement.comment else ""
    yield f"{indent}(if {_all(statement.conditions)}{comment}"
    yield from _block(statement.then, indent + "  ", statement.result)
    yield from _closed(_block(statement.otherwise, indent + "  ", statement.result))


def _closed(lines: Iterator[str]) -> Iterator[str]:
    """With a parenthesis at the end."""
    *others, last = lines
    yield from (*others, f"{last})")


def _real(formula: Formula) -> str:
    """The piecewise closed form."""
    text = "NAN"
    for case in reversed(formula.cases):
        value = "INFINITY" if case.value is None else _exact(case.exact)
        if not case.conditions:
            return value
        conditions = " ".join(_condition(c) for c in case.conditions)
        text = f"(if {conditions if len(case.conditions) == 1 else f'(and {conditions})'} {value} {text})"
    return text


def _condition(condition: Condition) -> str:
    relational = condition.relational
    return f"({relational.rel_op} {_exact(relational.lhs)} {_exact(relational.rhs)})"


def _exact(expression: sp.Expr) -> str:
    """An expression over the real numbers."""
    if expression.is_Symbol:
        return _name(str(expression))
    if expression.is_Rational:
        return str(expression)
    if expression.is_Pow:
        base, power = _exact(expression.base), expression.exp
        if power == sp.Rational(1, 2):
            return f"(sqrt {base})"
        if power.is_Integer and power > 0:
            return f"(* {' '.join([base] * int(power))})"
    if isinstance(expression, (sp.log, sp.exp)):
        return f"({expression.func.__name__} {_exact(expression.args[0])})"
    if isinstance(expression, (sp.Min, sp.Max)):
        name = "fmin" if isinstance(expression, sp.Min) else "fmax"
        return f"({name} {' '.join(map(_exact, expression.args))})"
    above, below = sp.fraction(expression, exact=True)
    if below != 1:
        return f"(/ {_exact(above)} {_exact(below)})"
    if expression.is_Add or expression.is_Mul:
        sign = "+" if expression.is_Add else "*"
        first, *others = map(_exact, expression.args)
        for other in others:
            first = f"({sign} {first} {other})"
        return first
    raise CannotExpressError(f"fpcore: no expression for {expression}")
