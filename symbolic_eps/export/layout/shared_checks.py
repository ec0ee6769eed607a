"""What several formulas require of the same arguments: one function for it.

A program is cut behind one of its requirements. What stands before is the text of a function, if other
programs say the same there, letter by letter; of the values before, the rest takes along those that it uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_eps.export.layout.block_value import CALLS
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Operation,
    Program,
    Require,
    Statement,
    Variable,
    expressions,
    names,
    operations_in,
    put,
    put_into,
    unused,
)
from symbolic_eps.export.rewriting.inlining import Known

_AROUND, _CALL = 4, 1
"""Lines of a function beside its statements, and of a call."""

Text = tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """A function, by its parameters and its statements."""

    name: str
    parameters: tuple[str, ...]
    statements: Text


@dataclass(frozen=True)
class Called:
    """A function that a program calls, the rest of it, and the names in there that are required: no NaN."""

    check: Check
    rest: Program
    known: frozenset[str]


def cuts(program: Program) -> Iterator[tuple[Program, Program, frozenset[str]]]:
    """What is required first, the rest, and required names, for each cut of a program behind a requirement.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Comparison, Order, Refusal, Return
    >>> x, half = Variable("x"), Assign("half", Apply(Operation.MULTIPLY, (Variable("x"), Constant(0.5))))
    >>> above = Require(Comparison(x, Order.GREATER, Constant(0.0)), Refusal.DOMAIN, "x > 0")
    >>> whole = Program("f", ("x",), (half, above, Return(Variable("half"))))
    >>> [(len(asked.body), rest.body == (half, whole.body[-1]), *known) for asked, rest, known in cuts(whole)]
    [(1, True, 'x')]
    """
    for place, statement in enumerate(program.body):
        first, others = program.body[: place + 1], program.body[place + 1 :]
        if not isinstance(statement, Require):
            continue
        if operations_in(asked := _used(_placed(first))) & CALLS:
            return
        values = tuple(s for s in first if not isinstance(s, Require))
        known = frozenset(
            s.condition.left.name
            for s in first
            if isinstance(s, Require) and isinstance(s.condition.left, Variable)
        )
        yield replace(program, body=asked), replace(program, body=_used((*values, *others))), known


def _placed(block: Block) -> Block:
    """The statements; what is scaled or has another sign stands where it is used, whatever it is called."""
    known, placed = Known(), list[Statement]()
    for statement in block:
        match statement:
            case Assign(value=value):
                if is_scaled(made := put(value, known)):
                    known[statement.name] = made
                else:
                    placed.append(replace(statement, value=made))
            case Require(condition=condition):
                placed.append(replace(statement, condition=put_into(condition, known)))
            case Choose():
                return block
            case _:
                placed.append(statement)
    return tuple(placed)


def is_scaled(value: object) -> bool:
    """Whether it is a number with another sign, or times a constant."""
    match value:
        case Apply(operation=Operation.NEGATE):
            return True
        case Apply(operation=Operation.MULTIPLY, arguments=arguments):
            return any(isinstance(argument, Constant) for argument in arguments)
    return False


def _used(block: Block) -> Block:
    """The statements whose values are used, requirements and results."""
    used: set[str] = set()
    kept = list[Statement]()
    for statement in reversed(block):
        match statement:
            case Assign(name=given) | Choose(result=given) if given not in used:
                continue
        kept.append(statement)
        used |= {name for value in expressions((statement,)) for name in names(value)}
    return tuple(reversed(kept))


def shared_checks(
    programs: Sequence[Program],
    text: Callable[[Program], Iterable[str]],
    taken: Iterable[str],
    count: Callable[[Text], int] = len,
) -> Mapping[str, Called]:
    """Of programs that call such a function: which, and what follows; first those that save most lines.

    Parameters
    ----------
    programs : sequence of Program
        Those that may call one.
    text : callable
        The statements of a function that does no more than what a program requires.
    taken : iterable of str
        Names that they cannot have.
    count : callable
        How many lines statements are.
    """
    found: dict[tuple[tuple[str, ...], Text], dict[str, tuple[Program, frozenset[str]]]] = defaultdict(dict)
    for program in programs:
        for asked, rest, known in cuts(program):
            found[program.parameters, tuple(text(asked))][program.name] = rest, known
    seen, calling = set(taken), dict[str, Called]()
    while found:
        best = max(found, key=lambda asked: _saved(count(asked[1]), len(found[asked])))
        followed = found.pop(best)
        if _saved(count(best[1]), len(followed)) <= 0:
            break
        seen.add(name := unused("_".join(("check", *(p.rstrip("_") for p in best[0]))), seen.__contains__))
        check = Check(name, *best)
        calling |= {caller: Called(check, *rest) for caller, rest in followed.items()}
        found = {
            asked: left
            for asked, rests in found.items()
            if (left := {caller: rest for caller, rest in rests.items() if caller not in calling})
        }
    return calling


def _saved(lines: int, count: int) -> int:
    return (count - 1) * lines - count * _CALL - _AROUND
