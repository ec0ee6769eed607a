"""Expressions in C: sums of products by the functions of the runtime."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symbolic_eps.export.layout.block_value import adds
from symbolic_eps.export.layout.text import Notation
from symbolic_eps.export.programs.program import Apply, Constant, Expression, Operation, SharedValue
from symbolic_eps.export.rewriting.sums_of_products import Product, SumOfProducts
from symbolic_eps.export.targets.c_text import number, unclaimed

COUNTS = ("alone", "two", "three")
"""The functions of so many factors."""


def is_sum(value: Expression) -> bool:
    """Whether it is a sum that a loop over arrays leaves to the function of one point."""
    return isinstance(value, Apply) and adds(value.operation)


@dataclass(frozen=True)
class Written(Notation):
    """Expressions; sums are told whether they may add exactly.

    Parameters
    ----------
    full : str
        What tells them.
    """

    full: str = "1"

    def expression(self, expression: Expression) -> str:
        """The expression."""
        match expression:
            case Apply(operation=SumOfProducts()):
                return f"SUM_OF({self.terms(expression)})"
            case Apply(arguments=(Constant(value=2.0), Apply(operation=Operation.LOG, arguments=(ratio,)))):
                match ratio:
                    case Apply(
                        operation=Operation.DIVIDE,
                        arguments=(
                            Apply(operation=Operation.SQUARE_ROOT, arguments=(a,)),
                            Apply(operation=Operation.SQUARE_ROOT, arguments=(m,)),
                        ),
                    ):
                        return f"log_ratio({self.expression(a)}, {self.expression(m)})"
        said = super().expression(expression)
        return f"{said[:-1]}, {self.full})" if is_sum(expression) or _asks(expression) else said

    def terms(self, expression: Expression) -> str:
        """The products of a sum."""
        match expression:
            case Apply(operation=SumOfProducts() as operation, arguments=arguments):
                return ", ".join(map(self.product, operation.products(arguments)))
        raise TypeError(f"not a sum of products: {expression}")

    def product(self, product: Product) -> str:
        """A product; of one number, with its coefficient before it."""
        match product:
            case Product(coefficient=1.0, factors=(x,)):
                return f"{COUNTS[0]}({self.expression(x)})"
            case Product(coefficient=-1.0, factors=(x,)):
                return f"{COUNTS[0]}(-{self.operand(x)})"
            case Product(coefficient=coefficient, factors=(x,)):
                return f"{COUNTS[0]}({self.number(coefficient)} * {self.operand(x)})"
            case Product(factors=(*fewer, last)) if len(fewer) >= len(COUNTS):
                shorter = self.product(replace(product, factors=tuple(fewer)))
                return f"times({shorter}, {self.expression(last)})"
        said = (Constant(product.coefficient), *product.factors)
        return f"{COUNTS[len(product.factors) - 1]}({', '.join(map(self.expression, said))})"


def _asks(value: Expression) -> bool:
    """Whether it is a case that is told so, too."""
    return isinstance(value, Apply) and isinstance(value.operation, SharedValue) and value.operation.asks


def is_of_products(value: Expression) -> bool:
    """Whether it is a sum of products, which a macro gives a name."""
    return isinstance(value, Apply) and isinstance(value.operation, SumOfProducts)


_KEYWORDS = frozenset(
    """
    auto break case char const continue default do double else enum extern float for goto if inline int long
    register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
    while exp log sqrt fabs log1p expm1 errno math_errhandling unix linux main y0 y1 j0 j1 yn jn
    read_one read_small zero_or checked answer beside added sum_of within full low
    monomial alone two three times exactly nearly total_of overflows log_ratio zero_alone ln ln1p ln1p_sum
    refused numbers root_of ln1p_of all_within over_answers
    """.split()  # noqa: SIM905 (a table of words)
)

NOTATION = Written(
    functions={
        Operation.ABSOLUTE: "fabs",
        Operation.SQUARE_ROOT: "sqrt",
        Operation.LOG: "ln",
        Operation.LOG1P: "ln1p",
        Operation.LOG1P_SUM: "ln1p_sum",
        Operation.EXP: "exp",
        Operation.EXPM1: "expm1",
    },
    number=number,
    infinity="INFINITY",
    name=lambda name: unclaimed(name, _KEYWORDS),
)
"""How C writes them."""


def of_platform(line: str) -> str:
    """A line in which logarithms are the platform's."""
    return re.sub(r"\bln(1p)?\b", r"log\1", line)
