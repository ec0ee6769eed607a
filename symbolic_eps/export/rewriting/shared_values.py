"""Values that several formulas compute alike become functions, which the formulas call. No bit changes.

A function is made of the statements that compute a value of a formula, or of one of its cases, from arguments
alone, if the same statements, up to names, stand elsewhere too. A comment above the function says what it is
over the real numbers; where that cannot be said, no function is made.

A loop over arrays marks what is not known by a number below 0. So where loops call, a function is made only
of a result, or of one of two values of which the smaller is the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Expression,
    Order,
    Program,
    Require,
    Return,
    SharedValue,
    Statement,
    Variable,
    operations_in,
    unused,
)
from symbolic_eps.export.rewriting.idioms import ending, name_given
from symbolic_eps.export.rewriting.inlining import numbered
from symbolic_eps.export.rewriting.meaning import meaning
from symbolic_eps.export.rewriting.parts import free_variables
from symbolic_eps.export.rewriting.shared import Pair, names_in, starting_as

_MOST, _TRIED, _SHORTEST = 5, 12, 2
"""Parameters of a function; how many are tried before one is taken; and its lines."""

Text = tuple[str, ...]
Key = tuple[bool, Block]
Lines = Callable[[Program], Iterable[object]]


@dataclass(frozen=True)
class Part:
    """The statements that give a value, and where the last of them is."""

    program: str
    branches: tuple[bool, ...]
    place: int
    block: Block
    result: str


def _parts(program: Program, everywhere: bool) -> Iterator[Part]:
    """What gives a value from arguments alone; if not `everywhere`, only what a loop over arrays can take."""
    found = ending(program)
    if found is not None:
        yield from _within(program, (), (*found[0], found[1]), (), everywhere)


def _within(
    program: Program, around: Block, block: Block, branches: tuple[bool, ...], everywhere: bool
) -> Iterator[Part]:
    last, result = block[-1], name_given(block[-1])
    for place, statement in enumerate(block):
        if not isinstance(statement, Assign | Choose):
            continue
        name = name_given(statement)
        if everywhere or statement is last or _in_smaller(name, block):
            made = _giving(statement, (*around, *block[:place]))
            if len(free := free_variables(made)) <= _MOST and {*free} <= {*program.parameters}:
                yield Part(program.name, branches, place, made, name)
    match last:
        case Choose(then=then, otherwise=otherwise, rare=False):
            outer = (*around, *block[:-1])
            for part, truth in ((then, True), (otherwise, False)):
                if name_given(part[-1]) == result:
                    yield from _within(program, outer, part, (*branches, truth), everywhere)


def _in_smaller(name: str, block: Block) -> bool:
    """Whether a value is used once, as one of two the smaller of which a block gives."""
    match block[-1]:
        case Choose(
            conditions=(condition,),
            then=(Assign(value=Variable() as one),),
            otherwise=(Assign(value=Variable() as other),),
        ):
            smaller = condition.order is Order.LESS_OR_EQUAL and (condition.left, condition.right) == (
                one,
                other,
            )
            return smaller and Variable(name) in (one, other) and name not in free_variables(block[:-1])
    return False


def _giving(statement: Statement, before: Block) -> Block:
    """The statement, behind those before it that it needs."""
    kept, asked = [statement], {*free_variables((statement,))}
    for earlier in reversed(before):
        if isinstance(earlier, Assign | Choose) and name_given(earlier) in asked:
            kept.append(earlier)
            asked |= {*free_variables((earlier,))}
    return tuple(reversed(kept))


def _put(block: Block, branches: tuple[bool, ...], place: int, call: Statement) -> Block:
    """The block with a call in the place of a statement."""
    if not branches:
        return (*block[:place], call, *block[place + 1 :])
    last = block[-1]
    assert isinstance(last, Choose)
    inside = _put(last.then if branches[0] else last.otherwise, branches[1:], place, call)
    changed = replace(last, then=inside) if branches[0] else replace(last, otherwise=inside)
    return (*block[:-1], changed)


def _anonymous(part: Part) -> Block:
    """The statements by what they do, whatever they call things."""
    known = {name: f"x{i}" for i, name in enumerate(free_variables(part.block))} | {part.result: "result"}
    return tuple(_named(part.block, known))


def _named(block: Block, known: dict[str, str]) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Assign(name=name, value=value):
                value = _said(value, known)
                yield Assign(known.setdefault(name, f"a{len(known)}"), value)
            case Choose(conditions=conditions, then=then, otherwise=otherwise, result=result, rare=rare):
                here = tuple(
                    replace(c, left=_said(c.left, known), right=_said(c.right, known)) for c in conditions
                )
                parts = [tuple(_named(part, known)) for part in (then, otherwise)]
                known.setdefault(result, f"a{len(known)}")
                yield Choose(here, parts[0], parts[1], known[result], "", rare)


def _said(value: Expression, known: Mapping[str, str]) -> Expression:
    match value:
        case Variable(name=name):
            return Variable(known.get(name, name))
        case Apply(operation=operation, arguments=arguments):
            return Apply(operation, tuple(_said(a, known) for a in arguments))
    return value


@dataclass(frozen=True)
class Function:
    """A value as a function: what is called, which says what it is over the real numbers, and its lines."""

    case: SharedValue
    text: Text

    @property
    def lines(self) -> int:
        """Of the function, with what is said of it."""
        return len(self.text) + 3

    def saying(self, meaning: str) -> Function:
        """The function, with what it is."""
        return replace(self, case=replace(self.case, meaning=meaning))


def shared_values(
    programs: Iterable[Program], text: Lines, taken: Iterable[str], loops: Mapping[str, bool] | None = None
) -> tuple[dict[str, Program], list[Function]]:
    """The programs by name, with calls, and what they call; first what saves most lines.

    Parameters
    ----------
    programs : iterable of Program
    text : callable
        The lines of a function that does what a program does.
    taken : iterable of str
        Names that a function cannot have.
    loops : mapping, optional
        For names of programs whether a loop over arrays calls them.
    """
    whole = {program.name: program for program in programs}
    operations = (str(o) for program in whole.values() for o in operations_in(program.body))
    taken = (*taken, *operations, *(name for program in whole.values() for name in names_in(program)))
    parts: dict[str, list[tuple[Key, Part]]] = {}
    count: dict[str, int] = {}
    made: list[Function] = []
    refused: set[Key] = set()
    found: dict[Key, tuple[int, Function]] = {}
    changed = whole
    looped = {name for name, loop in (loops or {}).items() if loop}
    while True:
        parts |= {name: [*_keyed(program, name in looped)] for name, program in changed.items()}
        count |= {name: _count(text, program) for name, program in changed.items()}
        met: dict[Key, list[Part]] = defaultdict(list)
        for key, part in chain.from_iterable(parts[name] for name in whole):
            met[key].append(part)
        several = [key for key, here in met.items() if len(here) > 1 and key not in refused]
        if not several:
            return whole, made
        names = (*taken, *(function.case.value for function in made))
        found = {key: one for key, one in found.items() if _stays(met[key], one[1], changed, made)}
        tried = sorted(several, key=lambda key: -(len(met[key]) - 1) * _size(key[1]))[:_TRIED]
        for key in tried:
            if key in found:
                continue
            function = _function(met[key], whole, text, names)
            called = _calling(met[key], whole, function.case)
            saved = sum(count[name] - _count(text, called[name]) for name in called) - function.lines
            short = not function.case.value or len(function.text) < _SHORTEST
            if not short and saved > 0 and (said := meaning(function.case.program)):
                found[key] = saved, function.saying(said)
            else:
                refused.add(key)
        changed = {}
        if not found.keys().isdisjoint(tried):
            key = max((key for key in tried if key in found), key=lambda key: found[key][0])
            made.append(found.pop(key)[1])
            changed = _calling(met[key], whole, made[-1].case)
            whole |= changed


def _stays(
    parts: Sequence[Part], function: Function, changed: Mapping[str, Program], made: Sequence[Function]
) -> bool:
    """Whether what is known of a function is so after some programs have changed."""
    named = any(function.case.value == other.case.value for other in made)
    return bool(parts) and not named and all(part.program not in changed for part in parts)


def values_in_pairs(pairs: Sequence[Pair], text: Lines, taken: Iterable[str] = ()) -> tuple[Pair, ...]:
    """The programs with calls, where each has a second one, which starts as the first one does."""
    made, _ = shared_values([program for program, _ in pairs], text, taken)
    return tuple((short := made[program.name], starting_as(program, short, safe)) for program, safe in pairs)


def _keyed(program: Program, loops: bool) -> Iterator[tuple[Key, Part]]:
    """The parts of a program by what they do, and whether a loop calls."""
    for part in _parts(program, everywhere=not loops):
        yield (loops, _anonymous(part)), part


def _size(block: Block) -> int:
    """About how long the text is: statements, and the names in them."""
    return sum(1 + len(free_variables((s,))) for s in block)


def _count(text: Lines, program: Program) -> int:
    return sum(1 for _ in text(program))


def _calling(parts: Sequence[Part], whole: Mapping[str, Program], case: SharedValue) -> dict[str, Program]:
    """The programs of some parts, with calls in their places."""
    changed: dict[str, Program] = {}
    for part in parts:
        program = changed.get(part.program, whole[part.program])
        found = ending(program)
        assert found is not None
        call = Assign(part.result, Apply(case, tuple(map(Variable, free_variables(part.block)))))
        block = _put((*found[0], found[1]), part.branches, part.place, call)
        changed[part.program] = replace(program, body=(*block, *program.body[-2:]))
    return {name: replace(program, body=_needed(program.body, set())) for name, program in changed.items()}


def _needed(block: Block, used: set[str]) -> Block:
    """The statements whose values are used, there or behind the block."""
    kept, used = list[Statement](), {*used}
    for statement in reversed(block):
        match statement:
            case Assign(name=name) | Choose(result=name) if name not in used:
                continue
            case Choose(then=then, otherwise=otherwise, result=result):
                parts = [_needed(part, {result}) for part in (then, otherwise)]
                kept.append(replace(statement, then=parts[0], otherwise=parts[1]))
            case _:
                kept.append(statement)
        used |= {*free_variables((kept[-1],))}
    return tuple(reversed(kept))


def _function(
    parts: Sequence[Part], whole: Mapping[str, Program], text: Lines, taken: Sequence[str]
) -> Function:
    """The function, by what its callers have in their names and by its arguments; else without a name."""
    first = parts[0]
    free, program = free_variables(first.block), whole[first.program]
    required, given = program.body[-2], Return(Variable(first.result))
    assert isinstance(required, Require)
    asked = replace(required, condition=replace(required.condition, left=Variable(first.result)))
    lines = tuple(map(str, text(Program(program.name, free, (*first.block, asked, given)))))
    words = zip(*(part.program.split("_") for part in parts), strict=False)
    common = [word for word, *others in takewhile(lambda w: len({*w}) == 1, words)]
    name = (
        unused("_".join((*common, "of", *(p.rstrip("_") for p in free))), taken.__contains__)
        if common
        else ""
    )
    asks = any("full" in line or "SUM(" in line or "KNOWN" in line for line in lines)
    whole_of_it = Program(name, free, (*first.block, given))
    return Function(SharedValue(name, numbered(whole_of_it), "", asks), lines)
