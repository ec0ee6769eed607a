"""C functions over arrays, in chunks: loops without branches, which compilers vectorise, one for each call.

A loop has either arithmetic or selections between values, so that no operation moves into a branch. Of a
block that is seldom entered only the condition is evaluated: there, and wherever something is required that
does not hold, the function of one point decides. The results are bit for bit those of that function. Where
that would take many lines, or many logarithms, it is called for all points.
"""

from __future__ import annotations

import re
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
    unused,
)
from symbolic_eps.export.targets.fold import Known, is_sign, signed
from symbolic_eps.export.targets.parts import steps_of
from symbolic_eps.export.targets.text import Notation
from symbolic_eps.export.vectorised import decided

REFUSED = f"{PROGRAM.name}({', '.join(f'read_{name}' for name in PROBES)}) != 1.0"
"""Whether arithmetic is not as needed; errno says so too. Not by isnan, which some flags disable."""

CHUNK = 256
_OURS = ("n", "m", "i", "out", "usual")
MOST_CALLS = 2
"""Logarithms and exponentials up to which it is faster to evaluate all cases at all points."""

MOST_LINES = 40
LONGEST, SHORT_LINE = 78, 56
"""Characters of an expression, and of a statement on the line of its loop."""

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
    def mentioned(self) -> tuple[str, ...]:
        """The names in it, as often as they are."""
        return tuple(n for e in (self.value, self.otherwise, *_compared(self.way)) for n in names(e))


def _compared(way: Way) -> Iterator[Expression]:
    return (side for group, _ in way for c in group for side in (c.left, c.right))


def signature(program: Program, notation: Notation, qualifier: str = "") -> str:
    """The declaration of the function over arrays."""
    pointer = f"*{qualifier} " if qualifier else "*"
    parameters = ", ".join(f"const double {pointer}{_pointer(p, notation)}" for p in program.parameters)
    return f"void eps_{program.name}_all(size_t n, {parameters}, double {pointer}out)"


def _pointer(parameter: str, notation: Notation) -> str:
    return f"{parameter}_" if parameter in _OURS else notation.name(parameter)


def array_function(program: Program, notation: Notation) -> Iterator[str]:
    """The definition of the function over arrays."""
    yield from (f"CLONED {signature(program, notation, 'restrict')}", "{")
    yield from (f"    if ({REFUSED}) {{", "        while (n > 0) out[--n] = NAN;", "        return;", "    }")
    flat = _Flattened({*program.parameters})
    value = flat.block(program.body, {p: Variable(p) for p in program.parameters}, ())
    if value is None:
        raise ValueError(f"{program.name} ends without a value")
    lines = _placed(_staged(flat, value, program.parameters), flat.used_last(value), notation)
    if sum(map(_takes_long, lines)) > MOST_CALLS or len(lines) > MOST_LINES:
        yield f"    for (size_t i = 0; i < n; i++) out[i] = {_point(program, notation)};"
    else:
        yield from _chunked(program, lines, flat, value, notation)
    yield "}"


def safe_array_function(program: Program, safe: Program, step: Program, notation: Notation) -> Iterator[str]:
    """The same of a safe function, whose step is taken in place on what the first one gives."""
    yield from (f"CLONED {signature(safe, notation, 'restrict')}", "{")
    steps = steps_of(step)
    if steps is None:
        yield f"    for (size_t i = 0; i < n; i++) out[i] = {_point(safe, notation)};"
    else:
        times, share = steps
        pointers = ", ".join(_pointer(p, notation) for p in program.parameters)
        yield f"    eps_{program.name}_all(n, {pointers}, out);"
        yield f"    double beside[{CHUNK}];"
        yield "    for (size_t m; n > 0; n -= m, out += m) {"
        yield f"        m = n < {CHUNK} ? n : {CHUNK};"
        yield from _each(f"beside[i] = moved(out[i], {times}, {notation.number(share)});")
        yield from _each("out[i] = out[i] < INFINITY ? beside[i] : out[i];")
        yield "    }"
    yield "}"


def _point(program: Program, notation: Notation) -> str:
    point = ", ".join(f"{_pointer(p, notation)}[i]" for p in program.parameters)
    return f"eps_{program.name}({point})"


@dataclass
class _Flattened:
    """The lines of a program, and where its usual way is left."""

    taken: set[str]
    lines: list[_Line] = field(default_factory=list)
    left: list[Way] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.taken |= {*_OURS}

    def add(
        self, name: str, kind: int, value: Expression, way: Way = (), otherwise: Expression = _NONE
    ) -> Variable:
        free = unused(re.sub(r"(_\d+)+$", "", name), self.taken.__contains__)
        self.taken.add(free)
        self.lines.append(_Line(free, kind, value, way, otherwise))
        return Variable(free)

    def used_last(self, value: Expression) -> set[str]:
        """The names in the value, and in what decides whether it is taken."""
        return {*names(value)}.union(*(names(side) for way in self.left for side in _compared(way)))

    def named(self, name: str, value: Expression, way: Way) -> Expression:
        """A name for the value; calls get an argument that is harmless elsewhere than on the way."""
        value = signed(value)
        match value:
            case Constant() | Variable():
                return value
            case Apply() if is_sign(value):
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
    needed = flat.used_last(value)
    used_lines: list[_Line] = []
    for line in reversed(flat.lines):
        if line.name in needed:
            used_lines.append(line)
            needed |= {*line.mentioned}
    stages = dict.fromkeys(parameters, 0)
    staged = []
    for line in reversed(used_lines):
        stage = max((stages[name] + (line.kind == _CALL) for name in line.mentioned), default=0)
        while stage % 3 != line.kind:
            stage += 1
        stages[line.name] = stage
        staged.append(replace(line, stage=stage))
    return sorted(staged, key=lambda line: line.stage)


def _placed(lines: Sequence[_Line], kept_names: set[str], notation: Notation) -> list[_Line]:
    """The lines without those of which the value is used once, by arithmetic in the same loop."""
    users: dict[str, list[_Line]] = {}
    for line in lines:
        for name in line.mentioned:
            users.setdefault(name, []).append(line)
    known, kept = Known(), []
    for line in lines:
        value = signed(put(line.value, known))
        at = users.get(line.name, [])
        alone = len(at) == 1 and at[0].stage == line.stage and at[0].kind == _ARITHMETIC
        short = len(notation.expression(value)) <= LONGEST // 2
        if alone and short and line.kind == _ARITHMETIC and line.name not in kept_names:
            known[line.name] = value
        else:
            kept.append(replace(line, value=value))
    return kept


def _takes_long(line: _Line) -> bool:
    match line.value:
        case Apply(operation=operation):
            return line.kind == _CALL and operation is not Operation.SQUARE_ROOT
        case _:
            return False


def _chunked(
    program: Program, lines: Sequence[_Line], flat: _Flattened, value: Expression, notation: Notation
) -> Iterator[str]:
    """The loops, over arrays whose pointers advance by chunks."""
    home = {line.name: line.stage for line in lines}
    later = {n for line in lines for n in line.mentioned if home.get(n, line.stage) != line.stage}
    stored = sorted((later | flat.used_last(value)) & {*home})
    pointers = {p: _pointer(p, notation) for p in program.parameters}
    places = Known({name: Variable(f"{notation.name(name)}[i]") for name in stored})
    places |= {p: Variable(f"{pointer}[i]") for p, pointer in pointers.items()}
    yield f"    double {', '.join(f'{notation.name(name)}[{CHUNK}]' for name in (*stored, 'usual'))};"
    advanced = ", ".join(f"{name} += m" for name in (*pointers.values(), "out"))
    yield f"    for (size_t m; n > 0; n -= m, {advanced}) {{"
    yield f"        m = n < {CHUNK} ? n : {CHUNK};"
    for stage in sorted({*home.values()}):
        yield from _loop([line for line in lines if line.stage == stage], places, notation)
    usual = " & ".join(_not_on(way, places, notation) for way in flat.left)
    before, tested = _tested(usual, "inside")
    yield from _each(*before, f"usual[i] = {tested} ? 1.0 : 0.0;")
    result = notation.operand(put(value, places))
    yield "        for (size_t i = 0; i < m; i++)"
    yield f"            out[i] = usual[i] == 1.0 ? {result} : {_point(program, notation)};"
    yield "    }"


def _loop(lines: Sequence[_Line], places: Known, notation: Notation) -> Iterator[str]:
    """One loop; what is used in others too stands in an array."""
    said: list[str] = []
    for line in lines:
        value = notation.expression(put(line.value, places))
        name = notation.expression(places[line.name])
        if line.kind == _SELECTION:
            one, other = (notation.operand(put(v, places)) for v in (line.value, line.otherwise))
            before, tested = _tested(_on(line.way, places, notation), f"{line.name}_taken")
            said += before
            value = f"{tested} ? {one} : {other}"
        said.append(f"{'' if line.name in places else 'const double '}{name} = {value};")
    yield from _each(*said)


def _each(*said: str) -> Iterator[str]:
    """A loop with these lines."""
    if len(said) == 1 and len(said[0]) < SHORT_LINE:
        yield f"        for (size_t i = 0; i < m; i++) {said[0]}"
    else:
        yield "        for (size_t i = 0; i < m; i++) {"
        yield from (f"            {text}" for text in said)
        yield "        }"


def _on(way: Way, places: Known, notation: Notation) -> str:
    """Whether a point is on the way."""
    groups = []
    for conditions, truth in way:
        joined = _all(conditions, places, notation)
        groups.append(joined if truth else f"!{joined}" if len(conditions) == 1 else f"!({joined})")
    return " & ".join(groups)


def _tested(said: str, name: str) -> tuple[tuple[str, ...], str]:
    """The test of a selection, which gets a name where it is long."""
    if len(said) > LONGEST // 2:
        return (f"const int {name} = {said};",), name
    return (), f"({said})" if " & " in said else said


def _not_on(way: Way, places: Known, notation: Notation) -> str:
    match way:
        case ((conditions, False),):
            return _all(conditions, places, notation)
        case (((_,), True),):
            return f"!{_on(way, places, notation)}"
        case _:
            return f"!({_on(way, places, notation)})"


def _all(conditions: Conditions, places: Known, notation: Notation) -> str:
    return " & ".join(f"({notation.comparison(put_into(c, places))})" for c in conditions)
