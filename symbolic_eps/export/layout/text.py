"""Expressions as most languages write them: from left to right without parentheses, others in parentheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Variable,
    primitive,
)
from symbolic_eps.export.rewriting.totals import TIMES, TOTAL

_SUMS = (Operation.ADD, Operation.SUBTRACT)
_PRODUCTS = (Operation.MULTIPLY, Operation.DIVIDE)


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
    times, total, between : str
        How the runtime is handed a coefficient with its factors, is called with products, and what stands
        between them.
    """

    functions: Mapping[Operation, str]
    number: Callable[[float], str]
    infinity: str
    name: Callable[[str], str] = str
    equal: str = "=="
    called: Callable[[str], str] = str
    gathered: str = "{}"
    times: str = "({})"
    total: str = "{called}({terms})"
    between: str = ", "

    def expression(self, expression: Expression) -> str:
        """The expression, in which every operation stays where it is.

        Examples
        --------
        >>> from symbolic_eps.export.programs.program import add, multiply, subtract
        >>> x, y = Variable("x"), Variable("y")
        >>> said = Notation({}, repr, "INFINITY").expression
        >>> said(add(add(x, y), multiply(x, y))), said(subtract(x, add(x, y)))
        ('x + y + x * y', 'x - (x + y)')
        """
        match expression:
            case Constant(value=value):
                return self.infinity if value == float("inf") else self.number(value)
            case Variable(name=name):
                return self.name(name)
            case Apply(operation=operation, arguments=arguments) if operation == TIMES:
                return self.times.format(", ".join(map(self.expression, arguments)))
            case Apply(operation=operation, arguments=arguments) if operation == TOTAL:
                terms = self.between.join(map(self.expression, arguments))
                return self.total.format(called=self.called(TOTAL.value), terms=terms)
            case Apply(operation=operation, arguments=arguments) if operation.defined:
                listed = ", ".join(map(self.expression, arguments))
                together = operation is Operation.EXACT_SUM
                return (
                    f"{self.called(operation.value)}({self.gathered.format(listed) if together else listed})"
                )
            case Apply(operation=Operation.NEGATE, arguments=(value,)):
                return f"-{self.operand(value)}"
            case Apply(operation=operation, arguments=(left, right)) if operation in _SUMS:
                first = isinstance(left, Constant) or _is(left, (*_SUMS, *_PRODUCTS))
                one = self.expression(left) if first else self.operand(left)
                other = self.expression(right) if _is(right, _PRODUCTS) else self.operand(right)
                return f"{one} {operation} {f'({other})' if other.startswith('-') else other}"
            case Apply(operation=operation, arguments=(_, _)) if not operation.infix:
                listed = ", ".join(map(self.expression, expression.arguments))
                return f"{self.functions[primitive(operation)]}({listed})"
            case Apply(operation=operation, arguments=(left, right)):
                first = isinstance(left, Constant) or _is(left, _PRODUCTS)
                one = self.expression(left) if first else self.operand(left)
                return f"{one} {operation} {self.operand(right)}"
            case Apply(operation=operation, arguments=(value,)):
                said = self.functions[primitive(operation)]
                if "{}" in said:
                    one = self.operand(value)
                    return said.format(f"({one})" if one.startswith("-") else one)
                return f"{said}({self.expression(value)})"
            case _:
                raise TypeError(f"not an expression: {expression}")

    def operand(self, expression: Expression) -> str:
        """The expression as an operand; a sign before a name needs no parentheses."""
        text = self.expression(expression)
        match expression:
            case Constant():
                bare = not text.startswith("-")
            case Apply(operation=Operation.NEGATE, arguments=(value,)):
                bare = isinstance(value, Variable)
            case Apply(operation=operation):
                bare = not operation.infix
            case _:
                bare = True
        return text if bare else f"({text})"

    def comparison(self, comparison: Comparison) -> str:
        """`left order right`."""
        order = self.equal if comparison.order == "==" else str(comparison.order)
        return f"{self.expression(comparison.left)} {order} {self.expression(comparison.right)}"


def _is(expression: Expression, operations: tuple[Operation, ...]) -> bool:
    return isinstance(expression, Apply) and expression.operation in operations


def camel(name: str) -> str:
    """The name with capital letters; an underscore stays next to a digit where two names could become one.

    Examples
    --------
    >>> camel("exact_sum"), camel("p0_1"), camel("p_1")
    ('exactSum', 'p0_1', 'p1')
    """
    text, *others = name.split("_")
    for word in others:
        kept = not word or not text or (word[0].isdigit() and text[-1].isdigit())
        text += f"_{word}" if kept else word[:1].upper() + word[1:]
    return text
