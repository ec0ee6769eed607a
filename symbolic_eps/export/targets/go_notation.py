"""Names and expressions in Go, as gofmt lays them out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symbolic_eps.export.layout.closures import called_in_place
from symbolic_eps.export.layout.text import Notation, camel
from symbolic_eps.export.programs.program import Apply, Comparison, Constant, Expression, Operation, primitive
from symbolic_eps.export.rewriting.parts import short_number

_WORDS = """
    break case chan const continue default defer else fallthrough for func go goto if import interface map
    package range return select struct switch type var append bool byte cap close complex copy delete error
    false float32 float64 imag int iota len make math new nil panic print println real recover rune string
    true uint atomic init main err asked needs conditions probes formula formulas number
    answered exp rest step less kind argument given size fmt strings
"""
_KEYWORDS = frozenset(_WORDS.split())


def camel_name(name: str) -> str:
    """The name in Go's habit, and not one of its words."""
    text = camel(name)
    return f"{text}_" if text in _KEYWORDS else text


def in_place(name: str) -> str:
    """The name of a function, or of the closure that stands for it."""
    return called_in_place(camel_name(name))


def exported_name(name: str) -> str:
    """The name of a function that users call."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


@dataclass(frozen=True)
class Layout(Notation):
    """Expressions as gofmt lays them out: without blanks around an operator that lies deep."""

    depth: int = 1

    def expression(self, expression: Expression) -> str:
        """The expression at this depth."""
        if not isinstance(expression, Apply):
            return super().expression(expression)
        operation, arguments = expression.operation, expression.arguments
        if operation.infix:
            left, right = (self.at(self.depth + 1).operand(a) for a in arguments)
            if isinstance(arguments[0], Constant) or (operation in _SUMS and _is_sum(arguments[0])):
                left = self.expression(arguments[0])
            text = f" {operation} ".join((left, right)) if self.depth == 1 else f"{left}{operation}{right}"
            return f"float64({text})" if operation is Operation.MULTIPLY else text
        if operation is Operation.NEGATE:
            return f"-{self.operand(arguments[0])}"
        called = self.called(operation.value) if operation.defined else self.functions[primitive(operation)]
        inner = self.at(self.depth + (len(arguments) > 1))
        return f"{called}({', '.join(map(inner.expression, arguments))})"

    def operand(self, expression: Expression) -> str:
        """The expression as an operand; parentheses bring it back by one."""
        text = self.expression(expression)
        sum_like = isinstance(expression, Apply) and expression.operation in _IN_PARENTHESES
        if sum_like or text.startswith("-"):
            return f"({self.at(max(1, self.depth - 1)).expression(expression)})"
        return text

    def comparison(self, comparison: Comparison) -> str:
        """`left order right`."""
        inner = self.at(self.depth + 1)
        return f"{inner.expression(comparison.left)} {comparison.order} {inner.expression(comparison.right)}"

    def at(self, depth: int) -> Layout:
        """The same at another depth."""
        return replace(self, depth=depth)


_SUMS = (Operation.ADD, Operation.SUBTRACT)
_IN_PARENTHESES = (*_SUMS, Operation.DIVIDE, Operation.NEGATE)


def _is_sum(expression: Expression) -> bool:
    return isinstance(expression, Apply) and expression.operation in _SUMS


NOTATION = Layout(
    functions={
        Operation.ABSOLUTE: "math.Abs",
        Operation.SQUARE_ROOT: "math.Sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1pSum",
        Operation.EXP: "exp",
        Operation.EXPM1: "math.Expm1",
    },
    number=short_number,
    infinity="math.Inf(1)",
    name=camel_name,
    called=camel_name,
    times="times({})",
)
