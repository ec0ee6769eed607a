"""Expressions as most languages write them: every operation in its own parentheses, so that none is moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symbolic_eps.export.program import Apply, Comparison, Constant, Expression, Operation, Variable


@dataclass(frozen=True)
class Notation:
    """How a language writes expressions.

    Parameters
    ----------
    functions : mapping of Operation to str
        Names of functions; `{}` in a name stands for the argument, as in `{}.sqrt()`.
    number : callable
        A finite binary64 number as a literal that is read back exactly.
    infinity : str
    name : callable
        A variable's name, changed where it is a word of the language.
    equal : str
        The sign of equality.
    called : callable
        The name of a function that the export defines for itself.
    gathered : str
        How any number of arguments are handed over.
    """

    functions: Mapping[Operation, str]
    number: Callable[[float], str]
    infinity: str
    name: Callable[[str], str] = str
    equal: str = "=="
    called: Callable[[str], str] = str
    gathered: str = "{}"

    def expression(self, expression: Expression) -> str:
        """The expression, without parentheses around it where it is a name, a number or a call."""
        match expression:
            case Constant(value=value):
                return self.infinity if value == float("inf") else self.number(value)
            case Variable(name=name):
                return self.name(name)
            case Apply(operation=operation, arguments=arguments) if operation.defined:
                listed = ", ".join(map(self.expression, arguments))
                together = operation is Operation.EXACT_SUM
                return f"{self.called(operation)}({self.gathered.format(listed) if together else listed})"
            case Apply(operation=Operation.NEGATE, arguments=(value,)):
                return f"-{self.operand(value)}"
            case Apply(operation=operation, arguments=(left, right)):
                return f"{self.operand(left)} {operation} {self.operand(right)}"
            case Apply(operation=operation, arguments=(value,)):
                said = self.functions[operation]
                if "{}" in said:
                    return said.format(self.operand(value))
                return f"{said}({self.expression(value)})"
            case _:
                raise TypeError(f"not an expression: {expression}")

    def operand(self, expression: Expression) -> str:
        """The expression as an operand."""
        text = self.expression(expression)
        bare = isinstance(expression, Variable) or (
            isinstance(expression, Constant) and not text.startswith("-")
        )
        call = isinstance(expression, Apply) and not expression.operation.infix
        negated = isinstance(expression, Apply) and expression.operation is Operation.NEGATE
        return text if bare or (call and not negated) else f"({text})"

    def comparison(self, comparison: Comparison) -> str:
        """`left order right`."""
        order = self.equal if comparison.order == "==" else str(comparison.order)
        return f"{self.operand(comparison.left)} {order} {self.operand(comparison.right)}"
