"""Comments: a line that says the same itself has none, and so its value may stand where it is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import replace

from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Expression,
    Operation,
    Program,
    Require,
    Statement,
    Variable,
    applications,
    expressions,
    names,
)
from symbolic_eps.export.rewriting.idioms import limits

_READ = frozenset({Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.NEGATE})
"""What is read as in a comment."""


def uncommented(program: Program) -> Program:
    """The program without comments on what speaks for itself.

    Examples
    --------
    >>> from symbolic_eps.export.programs.program import Return, Variable, add, multiply
    >>> x, y, z = map(Variable, "xyz")
    >>> body = (Assign("z", add(x, x), "z = 2*x"), Assign("w", multiply(z, y), "w = 2*x*y"), Return(y))
    >>> [getattr(s, "comment", None) for s in uncommented(Program("f", ("x", "y"), body)).body]
    ['', 'w = 2*x*y', None]
    """
    uses = Counter(name for value in expressions(program.body) for name in names(value))
    required = [s.condition.left for s in program.body if isinstance(s, Require)]
    said = {value.name for value in required if isinstance(value, Variable) and uses[value.name] == 1}
    return replace(program, body=tuple(_uncommented(program.body, said)))


def _uncommented(block: Block, required: Set[str]) -> Iterator[Statement]:
    """The statements; what is required alone is said by the message."""
    for statement in block:
        match statement:
            case Assign(name=name, value=value, comment=said) if name in required or _reads(value, said):
                yield replace(statement, comment="")
            case Choose(conditions=conditions, then=then, otherwise=otherwise, comment=comment):
                sides = [side for c in conditions for side in (c.left, c.right)]
                same = _names_in(comment) == {*_plain(sides)} and all(map(_is_read, sides))
                parts = [tuple(_uncommented(part, required)) for part in (then, otherwise)]
                inside = not any(isinstance(limit, Comparison) for limit in limits(conditions))
                said = "" if same or inside else comment
                yield replace(statement, then=parts[0], otherwise=parts[1], comment=said)
            case _:
                yield statement


def _reads(value: Expression, comment: str) -> bool:
    """Whether a value is read as what is said of it: the same names in sums and products, or a power of e."""
    match value:
        case Apply(operation=Operation.EXP, arguments=(exponent,)):
            return _is_read(exponent)
        case Apply(operation=Operation.NEGATE, arguments=(Apply(operation=Operation.EXPM1, arguments=(x,)),)):
            return _is_read(x)
    said = re.sub(r", times 2\^\d+$", "", comment.partition(" = ")[2])
    return _is_read(value) and _names_in(said) == {*_plain([value])}


def _is_read(value: Expression) -> bool:
    return all(a.operation in _READ for a in applications(value))


def _plain(values: list[Expression]) -> Iterator[str]:
    """The names as comments have them."""
    return (name.rstrip("_") for value in values for name in names(value))


def _names_in(said: str) -> set[str]:
    return {*re.findall(r"[A-Za-z]\w*", re.sub(r"\band\b", "", said))}
