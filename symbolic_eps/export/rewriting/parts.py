"""Programs in parts, for targets that print several small functions instead of a long one.

* What `NAME_lower` does to the result of `NAME`, where it does nothing else.
* Powers of 2 that are easier to read by name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Constant,
    Operation,
    Program,
    Require,
    Return,
    Variable,
    expressions,
    functions_of,
    names,
    statements,
)

STEP = 2.0**-53 * (1.0 + 2.0**-52)
"""The share of a number that is enough to move it to the next one."""

_SHORT = 8


def free_variables(block: Block) -> tuple[str, ...]:
    """The names that are used but not assigned in a block, in the order of their first use.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Apply
    >>> total = Apply(Operation.ADD, (Variable("y"), Variable("z")))
    >>> free_variables((Assign("y", Variable("x")), Return(total)))
    ('x', 'z')
    """
    assigned = {s.name for s in statements(block) if isinstance(s, Assign)}
    used = (name for e in expressions(block) for name in names(e))
    return tuple(dict.fromkeys(name for name in used if name not in assigned))


def beyond(program: Program, lower: Program, called: bool = True) -> Program | None:
    """What the second program does to the first one's result; None where that is not all it does.

    Nor where it is `called` by a name that is hidden there.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Apply, Comparison, Order, Refusal
    >>> def ended(name):
    ...     inside = Comparison(Variable(name), Order.GREATER_OR_EQUAL, Constant(0.0))
    ...     return Require(inside, Refusal.RANGE, "too small"), Return(Variable(name))
    >>> start = Assign("y", Apply(Operation.MULTIPLY, (Variable("x"), Variable("x"))))
    >>> halved = Assign("z", Apply(Operation.MULTIPLY, (Variable("y"), Constant(0.5))))
    >>> step = Choose((), (halved,), (Assign("z", Variable("y")),), "z")
    >>> f = Program("f", ("x",), (start, *ended("y")))
    >>> beyond(f, Program("f_lower", ("x",), (start, step, *ended("z")))).parameters
    ('y',)
    >>> beyond(f, Program("f_lower", ("x",), (halved, step, *ended("z"))))
    """
    *shared, required, returned = program.body
    rest = lower.body[len(shared) :]
    match rest:
        case (Choose(result=result, otherwise=(Assign(value=Variable(name=kept)),)), Require() as checked, _):
            again = _renamed(required, kept, result) == checked and rest[-1] == Return(Variable(result))
            same = lower.body[: len(shared)] == tuple(shared) and returned == Return(Variable(kept))
            if (
                again
                and same
                and set(free_variables(rest)) == {kept}
                and not (called and _hidden(program, rest))
            ):
                return Program(lower.name, (kept,), rest)
    return None


def steps_of(step: Program) -> tuple[int, float] | None:
    """How often, and which share, such a program takes from its argument; None where it does more than that.

    A share below 0 is one that is added.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import multiply, subtract
    >>> x, y = Variable("x"), Variable("y")
    >>> moved = Assign("y", subtract(x, multiply(x, Constant(0.125))))
    >>> again = Assign("z", subtract(y, multiply(y, Constant(0.125))))
    >>> cut = Choose((), (moved, again), (Assign("z", x),), "z")
    >>> steps_of(Program("f", ("x",), (cut, Return(Variable("z")))))
    (2, 0.125)
    """
    cut, (before,) = step.body[0], step.parameters
    shares = set()
    if not isinstance(cut, Choose):
        return None
    for statement in cut.then:
        match statement:
            case Assign(
                name=name,
                value=Apply(
                    operation=Operation.ADD | Operation.SUBTRACT as moving,
                    arguments=(
                        Variable(name=one),
                        Apply(
                            operation=Operation.MULTIPLY,
                            arguments=(Variable(name=other), Constant(value=share)),
                        ),
                    ),
                ),
            ) if one == other == before:
                shares.add(share if moving is Operation.SUBTRACT else -share)
                before = name
            case _:
                return None
    return (len(cut.then), shares.pop()) if len(shares) == 1 and before == cut.result else None


def _hidden(program: Program, block: Block) -> bool:
    """Whether a name in the block, or a parameter, is that of the program, which then cannot be called."""
    names = {s.name for s in statements(block) if isinstance(s, Assign)}
    return program.name in names.union(free_variables(block), program.parameters)


def _renamed(required: object, before: str, after: str) -> Require | None:
    if not isinstance(required, Require) or required.condition.left != Variable(before):
        return None
    condition = required.condition
    left = type(condition)(Variable(after), condition.order, condition.right)
    return Require(left, required.refusal, required.message)


def functions_in(programs: Iterable[Program]) -> frozenset[Operation]:
    """All functions that the programs call."""
    return frozenset().union(*(functions_of(p.body) for p in programs))


def power_of_two(value: float) -> str | None:
    """The name of a power of 2 whose decimal digits are many; None for any other number.

    Examples
    --------
    >>> power_of_two(2.0**-960), power_of_two(0.5), power_of_two(0.1)
    ('TWO_TO_MINUS_960', None, None)
    """
    if not math.isfinite(value) or len(repr(value)) <= _SHORT or math.frexp(value)[0] != 0.5:
        return None
    return _power(math.frexp(value)[1] - 1)


def decimal(value: float) -> str:
    """The shortest decimal text that is read back as the number, or the name of a power of 2.

    Examples
    --------
    >>> decimal(-2.0**300), decimal(0.1)
    ('-TWO_TO_300', '0.1')
    """
    name = power_of_two(abs(value))
    return repr(value) if name is None else f"{'-' if value < 0 else ''}{name}"


def named_powers(text: str) -> Mapping[str, float]:
    """The powers of 2 that a text names as `decimal` does, from small to large.

    Examples
    --------
    >>> named_powers("TWO_TO_600 * x >= TWO_TO_MINUS_100")
    {'TWO_TO_MINUS_100': 7.888609052210118e-31, 'TWO_TO_600': 4.149515568880993e+180}
    """
    exponents = {int(e.replace("MINUS_", "-")) for e in re.findall(r"\bTWO_TO_((?:MINUS_)?\d+)", text)}
    return {_power(exponent): 2.0**exponent for exponent in sorted(exponents)}


def _power(exponent: int) -> str:
    return f"TWO_TO_MINUS_{-exponent}" if exponent < 0 else f"TWO_TO_{exponent}"


def short_number(value: float) -> str:
    """A short decimal text, or a hexadecimal one as for powers of 2.

    Examples
    --------
    >>> short_number(0.5), short_number(2.0**-53), short_number(-1.5 * 2.0**300)
    ('0.5', '0x1p-53', '-0x1.8p300')
    """
    text = repr(value)
    if "e" not in text and len(text) < _SHORT + 4:
        return text
    return re.sub(r"\.?0*p\+?", "p", float.hex(value))
