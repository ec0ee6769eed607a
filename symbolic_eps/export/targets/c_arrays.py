"""C functions over arrays, in chunks: loops without branches, which compilers vectorise, one for each call.

A loop has either arithmetic or selections between values, so that no operation moves into a branch. Of a
block that is seldom entered only the condition is evaluated: there, and wherever something is required that
does not hold, the function of one point decides. The results are bit for bit those of that function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from symbolic_eps.export.environment import PROBES, PROGRAM
from symbolic_eps.export.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Program,
    Require,
    Return,
    Variable,
    names,
    put,
    put_into,
)
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.vectorised import decided

REFUSED = f"{PROGRAM.name}({', '.join(f'read_{name}' for name in PROBES)}) != 1.0"
"""Whether arithmetic is not as needed; errno says so too. Not by isnan, which some flags disable."""

CHUNK = 256
_OURS = ("n", "m", "i", "start", "out", "results")
MOST_CALLS = 2
"""Logarithms and exponentials up to which it is faster to evaluate all cases at all points."""

_CALLS = (Operation.SQUARE_ROOT, Operation.LOG, Operation.LOG1P, Operation.EXP, Operation.EXPM1)
_ARITHMETIC, _SELECTION, _CALL = range(3)

Conditions: TypeAlias = tuple[Comparison, ...]
Way: TypeAlias = tuple[tuple[Conditions, bool], ...]
"""Conditions that hold, or (False) of which one does not hold, on the way to a value."""


_NONE = Constant(0.0)


@dataclass(frozen=True)
class _Line:
    """A value: of an expression, or selected from two where all conditions of its way hold."""

    name: str
    kind: int
    value: Expression
    way: Way = ()
    otherwise: Expression = _NONE
    stage: int = 0

    @property
    def used(self) -> frozenset[str]:
        compared = (side for group, _ in self.way for c in group for side in (c.left, c.right))
        return frozenset(n for e in (self.value, self.otherwise, *compared) for n in names(e))


def signature(program: Program, notation: Notation, qualifier: str = "") -> str:
    """The declaration of the function over arrays."""
    pointer = f"*{qualifier} " if qualifier else "*"
    parameters = ", ".join(f"const double {pointer}{_pointer(p, notation)}" for p in program.parameters)
    return f"void eps_{program.name}_all(size_t n, {parameters}, double {pointer}out)"


def _pointer(parameter: str, notation: Notation) -> str:
    return f"{parameter}_" if parameter in _OURS else notation.name(parameter)


def array_function(program: Program, notation: Notation) -> Iterator[str]:
    """The definition of the function over arrays."""
    yield f"CLONED {signature(program, notation, 'restrict')}"
    yield from ("{", *_body(program, notation), "}")


def safe_array_function(program: Program, safe: Program, step: Program, notation: Notation) -> Iterator[str]:
    """The same of a safe function, whose step is taken in place on what the first one gives."""
    pointers = ", ".join(_pointer(p, notation) for p in program.parameters)
    yield f"CLONED {signature(safe, notation, 'restrict')}"
    yield from ("{", f"    eps_{program.name}_all(n, {pointers}, out);")
    (before,) = step.parameters
    yield from _chunked(safe, *_flattened(step), {f"{before}_": "results"}, notation)
    yield "}"


def _body(program: Program, notation: Notation) -> Iterator[str]:
    yield f"    if ({REFUSED}) {{"
    yield from ("        for (size_t i = 0; i < n; i++) out[i] = NAN;", "        return;", "    }")
    point = ", ".join(f"{_pointer(p, notation)}[i]" for p in program.parameters)
    flat, value = _flattened(program)
    if sum(_takes_long(line) for line in flat.lines) > MOST_CALLS:
        yield f"    for (size_t i = 0; i < n; i++) out[i] = eps_{program.name}({point});"
    else:
        yield from _chunked(program, flat, value, {}, notation)


@dataclass
class _Flattened:
    """The lines of a program, and where its usual way is left."""

    lines: list[_Line] = field(default_factory=list)
    left: list[Way] = field(default_factory=list)
    numbers: int = 0

    def add(
        self, name: str, kind: int, value: Expression, way: Way = (), otherwise: Expression = _NONE
    ) -> Variable:
        self.numbers += 1
        self.lines.append(_Line(f"{name}_{self.numbers}_", kind, value, way, otherwise))
        return Variable(self.lines[-1].name)

    def named(self, name: str, value: Expression, way: Way) -> Expression:
        """A name for the value; calls get an argument that is harmless elsewhere than on the way."""
        match value:
            case Constant() | Variable():
                return value
            case Apply(operation=operation, arguments=(argument,)) if operation in _CALLS:
                operand = self.named("argument", argument, way)
                if way:
                    operand = self.add("argument", _SELECTION, operand, way=way, otherwise=Constant(1.0))
                return self.add(name, _CALL, Apply(operation, (operand,)))
            case Apply(operation=operation, arguments=arguments):
                inner = tuple(self.named(name, a, way) if _calls(a) else a for a in arguments)
                return self.add(name, _ARITHMETIC, Apply(operation, inner))

    def compared(self, comparison: Comparison) -> Comparison:
        """The comparison, of names and numbers."""
        sides = (self.named("side", e, ()) for e in (comparison.left, comparison.right))
        return Comparison(next(sides), comparison.order, next(sides))

    def block(self, block: Block, known: dict[str, Expression], way: Way) -> Expression | None:
        for statement in block:
            match statement:
                case Assign(name=name, value=value):
                    known[name] = self.named(name, put(value, known), way)
                case Require(condition=condition):
                    self.left.append((*way, ((self.compared(put_into(condition, known)),), False)))
                case Return(value=value):
                    return self.named("value", put(value, known), way)
                case Choose():
                    known[statement.result] = self.chosen(statement, known, way)
        return None

    def chosen(self, choice: Choose, known: Mapping[str, Expression], way: Way) -> Expression:
        compared = [self.compared(put_into(c, known)) for c in choice.conditions]
        conditions = tuple(c for c in compared if decided(c) is None)
        impossible = any(decided(c) is False for c in compared)
        if not impossible and conditions and choice.rare:
            self.left.append((*way, (conditions, True)))
        if impossible or not conditions or choice.rare:
            taken = choice.otherwise if impossible or conditions else choice.then
            return self.result(taken, choice.result, known, way)
        then = self.result(choice.then, choice.result, known, (*way, (conditions, True)))
        otherwise = self.result(choice.otherwise, choice.result, known, (*way, (conditions, False)))
        return self.add(choice.result, _SELECTION, then, way=((conditions, True),), otherwise=otherwise)

    def result(self, block: Block, name: str, known: Mapping[str, Expression], way: Way) -> Expression:
        inner = dict(known)
        self.block(block, inner, way)
        return inner[name]


def _calls(expression: Expression) -> bool:
    return isinstance(expression, Apply) and (
        expression.operation in _CALLS or any(_calls(a) for a in expression.arguments)
    )


def _staged(flat: _Flattened, value: Expression, parameters: Sequence[str]) -> list[_Line]:
    """The lines that are needed, by their loop: the first of their kind after all that they use."""
    usual: list[_Line] = [
        _Line("usual", _SELECTION, Constant(0.0), way, Variable("usual")) for way in flat.left
    ]
    needed = {*names(value)}.union(*(line.used for line in usual))
    used_lines: list[_Line] = []
    for line in reversed(flat.lines):
        if line.name in needed:
            used_lines.append(line)
            needed |= line.used
    stages = dict.fromkeys((*parameters, "usual"), 0)
    staged = []
    for line in (*reversed(used_lines), *usual):
        stage = max((stages[name] + (line.kind == _CALL) for name in line.used), default=0)
        while stage % 3 != line.kind:
            stage += 1
        if line.name != "usual":
            stages[line.name] = stage
        staged.append(replace(line, stage=stage))
    return sorted(staged, key=lambda line: line.stage)


def _flattened(program: Program) -> tuple[_Flattened, Expression]:
    flat = _Flattened()
    value = flat.block(program.body, {p: Variable(f"{p}_") for p in program.parameters}, ())
    if value is None:
        raise ValueError(f"{program.name} ends without a value")
    return flat, value


def _takes_long(line: _Line) -> bool:
    match line.value:
        case Apply(operation=operation):
            return line.kind == _CALL and operation is not Operation.SQUARE_ROOT
        case _:
            return False


def _chunked(
    program: Program, flat: _Flattened, value: Expression, in_place: Mapping[str, str], notation: Notation
) -> Iterator[str]:
    """The loops; `in_place` has the names for what stands in the result before."""
    parameters = {p: Variable(f"{p}_") for p in program.parameters}
    lines = _staged(flat, value, [*(v.name for v in parameters.values()), *in_place])
    home = {line.name: line.stage for line in lines}
    later = {n for line in lines for n in line.used if home.get(n, line.stage) != line.stage}
    stored = sorted((later | {*names(value)}) & {*home} - {"usual"})
    yield f"    double {', '.join(f'{name}at[{CHUNK}]' for name in (*stored, 'usual_'))};"
    yield f"    for (size_t start = 0; start < n; start += {CHUNK}) {{"
    yield f"        const size_t m = n - start < {CHUNK} ? n - start : {CHUNK};"
    for name, variable in parameters.items():
        yield f"        const double *restrict {variable.name}at = {_pointer(name, notation)} + start;"
    yield "        double *restrict results = out + start;"
    yield from (f"        const double *{name}at = {array};" for name, array in in_place.items())
    yield "        for (size_t i = 0; i < m; i++) usual_at[i] = 1.0;"
    for stage in sorted({line.stage for line in lines}):
        yield from _loop([line for line in lines if line.stage == stage], {*stored}, notation)
    said = f"{value.name}at[i]" if isinstance(value, Variable) else notation.expression(value)
    yield f"        for (size_t i = 0; i < m; i++) results[i] = {said};"
    point = ", ".join(f"{v.name}at[i]" for v in parameters.values())
    yield "        for (size_t i = 0; i < m; i++)"
    yield f"            if (usual_at[i] == 0.0) results[i] = eps_{program.name}({point});"
    yield "    }"


def _loop(lines: Sequence[_Line], stored: set[str], notation: Notation) -> Iterator[str]:
    assigned = {line.name for line in lines}
    read = sorted({n for line in lines for n in line.used if n not in assigned and n != "usual"})
    marks = any(line.name == "usual" for line in lines)
    yield "        for (size_t i = 0; i < m; i++) {"
    yield from (f"            const double {name} = {name}at[i];" for name in read)
    if marks:
        yield "            double usual = usual_at[i];"
    for line in lines:
        declared = "" if line.name == "usual" else "const double "
        yield f"            {declared}{line.name} = {_said(line, notation)};"
    yield from (f"            {line.name}at[i] = {line.name};" for line in lines if line.name in stored)
    if marks:
        yield "            usual_at[i] = usual;"
    yield "        }"


def _said(line: _Line, notation: Notation) -> str:
    if line.kind != _SELECTION:
        return notation.expression(line.value)
    groups = []
    for conditions, truth in line.way:
        joined = " & ".join(f"({notation.comparison(c)})" for c in conditions)
        groups.append(f"({joined})" if truth else f"(!({joined}))")
    return f"({' & '.join(groups)}) ? {notation.operand(line.value)} : {notation.operand(line.otherwise)}"
