"""Programs: the small expression tree in which the order of evaluation of an exported formula is fixed.

Only what every language has: + - * /, square root, a few functions of the mathematics library, comparisons,
assignments that happen once, a distinction of cases, and refusals. No target rearranges any of it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain, count
from typing import Any, ClassVar, TypeAlias


class Operation(StrEnum):
    """What is done to values, each with one rounding (or the error of the library's function).

    Those from SUM_ERROR on are defined by programs: the errors of a rounded sum and product, from both
    operands and the result; what a root lacks, from M, K, G and itself; the sum of any number of terms, of
    which most may cancel; x log(x/y) - (x - y), from x, y and the difference; sinh(h)/h - 1; and what
    `with_helper_calls` calls: sums that are rounded, exact where most cancels, and log(1 + g/m), where
    `LN1P_RATIO` takes what the ratio lacks, too. `LOG1P_SUM` is log(1 + x + y) of x > 0 and a much smaller y.
    """

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    NEGATE = "neg"
    ABSOLUTE = "abs"
    SQUARE_ROOT = "sqrt"
    LOG = "log"
    LOG1P = "log1p"
    LOG1P_SUM = "log1p_sum"
    EXP = "exp"
    EXPM1 = "expm1"
    SUM_ERROR = "sum_error"
    PRODUCT_ERROR = "product_error"
    ROOT_ERROR = "root_error"
    EXACT_SUM = "exact_sum"
    ENTROPY_TERM = "entropy_term"
    SINHC_EXCESS = "sinhc_excess"
    SUM_OF_TWO_AND_REST = "sum_of_two_and_rest"
    SUM_OF_THREE = "sum_of_three"
    SUM_OF_THREE_AND_REST = "sum_of_three_and_rest"
    LOG1P_RATIO = "log1p_ratio"
    LN1P_RATIO = "ln1p_ratio"

    @property
    def infix(self) -> bool:
        """Whether it stands between two operands."""
        return self in (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE)

    @property
    def defined(self) -> bool:
        """Whether it stands for a program of its own, in `helpers`."""
        return self in _DEFINED

    @property
    def called(self) -> frozenset[Operation]:
        """The functions of a library that it takes."""
        match self:
            case Operation.ENTROPY_TERM:
                return frozenset({Operation.LOG})
            case Operation.LOG1P_RATIO:
                return frozenset({Operation.LOG1P})
            case Operation.LN1P_RATIO:
                return frozenset({Operation.LOG1P_SUM})
        plain = self.infix or self.defined or self is Operation.NEGATE
        return frozenset() if plain else frozenset({self})


_DEFINED = frozenset(
    {
        Operation.SUM_ERROR,
        Operation.PRODUCT_ERROR,
        Operation.ROOT_ERROR,
        Operation.EXACT_SUM,
        Operation.ENTROPY_TERM,
        Operation.SINHC_EXCESS,
        Operation.SUM_OF_TWO_AND_REST,
        Operation.SUM_OF_THREE,
        Operation.SUM_OF_THREE_AND_REST,
        Operation.LOG1P_RATIO,
        Operation.LN1P_RATIO,
    }
)

LOGARITHMS = frozenset({Operation.LOG, Operation.LOG1P, Operation.LOG1P_SUM})
"""Those that exports can bring along."""


class Order(StrEnum):
    """How two values compare; none of these holds where one of them is NaN."""

    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="
    EQUAL = "=="

    def holds(self, left: Any, right: Any) -> Any:
        """Whether two numbers compare so; of arrays, where."""
        return _COMPARISONS[self](left, right)


_COMPARISONS: Mapping[Order, Callable[[Any, Any], Any]] = {
    Order.LESS: operator.lt,
    Order.LESS_OR_EQUAL: operator.le,
    Order.GREATER: operator.gt,
    Order.GREATER_OR_EQUAL: operator.ge,
    Order.EQUAL: operator.eq,
}


class Refusal(StrEnum):
    """Why there is no number."""

    DOMAIN = "domain"
    RANGE = "range"


@dataclass(frozen=True)
class Constant:
    """A binary64 number."""

    value: float


@dataclass(frozen=True)
class Variable:
    """A parameter, or what was assigned before."""

    name: str


@dataclass(frozen=True)
class Shared:
    """A function of an export, which several programs call.

    Parameters
    ----------
    value : str
        The name, as that of an operation.
    program : Program
    meaning : str
        What it gives.
    """

    value: str
    program: Program = field(hash=False, repr=False)
    meaning: str = field(compare=False, repr=False)

    infix = False
    defined = True
    of_runtime: ClassVar[bool] = False
    """Whether templates have it, for any number of arguments."""

    @cached_property
    def called(self) -> frozenset[Operation]:
        """The functions of a library that it takes, and what it calls takes."""
        return functions_of(self.program.body)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class SharedValue(Shared):
    """A value that several formulas have; whether it `asks` if it is called by a loop over arrays."""

    asks: bool = False


@dataclass(frozen=True)
class Apply:
    """An operation on values."""

    operation: Operation | Shared
    arguments: tuple[Expression, ...]


Expression: TypeAlias = Constant | Variable | Apply


@dataclass(frozen=True)
class Comparison:
    """`left order right`."""

    left: Expression
    order: Order
    right: Expression


@dataclass(frozen=True)
class Assign:
    """A name for a value, from here to the end of the block; given once on each way through the program.

    `comment` says what the value means, "" where the line speaks for itself.
    """

    name: str
    value: Expression
    comment: str = ""


@dataclass(frozen=True)
class Choose:
    """The first of two blocks where all conditions hold, else the other.

    Both assign `result`, which alone is used after it. `rare` says that the first block is seldom entered and
    long: it is not to be evaluated needlessly. `few` says that few points enter the first block, a short one.
    """

    conditions: tuple[Comparison, ...]
    then: Block
    otherwise: Block
    result: str
    comment: str = ""
    rare: bool = False
    few: bool = field(default=False, repr=False)


@dataclass(frozen=True)
class Require:
    """The end of the program without a value, unless the condition holds. Stands in no other block."""

    condition: Comparison
    refusal: Refusal
    message: str


@dataclass(frozen=True)
class Return:
    """The end of the program, with a value. Stands in no other block."""

    value: Expression


Statement: TypeAlias = Assign | Choose | Require | Return
Block: TypeAlias = tuple[Statement, ...]


@dataclass(frozen=True)
class Program:
    """A function of binary64 arguments.

    Parameters
    ----------
    name : str
        In lower case, words joined by `_`.
    parameters : tuple of str
    body : tuple of Statement
        Its last one, and no other, is a `Return`.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block


def statements(block: Block) -> Iterator[Statement]:
    """All statements, those within others too.

    Examples
    --------
    >>> inner = Assign("y", Constant(1.0))
    >>> other = Assign("y", Variable("x"))
    >>> cut = Choose((Comparison(Variable("x"), Order.LESS, Constant(0.0)),), (inner,), (other,), "y")
    >>> [type(s).__name__ for s in statements((cut,))]
    ['Choose', 'Assign', 'Assign']
    """
    for statement in block:
        yield statement
        if isinstance(statement, Choose):
            yield from statements(statement.then)
            yield from statements(statement.otherwise)


def functions_of(block: Block) -> frozenset[Operation]:
    """The functions of a library that are called.

    Examples
    --------
    >>> sorted(functions_of((Return(Apply(Operation.SQUARE_ROOT, (Variable("x"),))),)))
    [<Operation.SQUARE_ROOT: 'sqrt'>]
    """
    return frozenset().union(*(operation.called for operation in operations_in(block)))


def operations_in(block: Block) -> frozenset[Operation | Shared]:
    """All that is done to values."""
    return frozenset(a.operation for e in expressions(block) for a in applications(e))


def expressions(block: Block) -> Iterator[Expression]:
    """All expressions of a block and of those within it, in their order; not those within expressions."""
    for statement in statements(block):
        match statement:
            case Assign(value=value) | Return(value=value):
                yield value
            case Choose(conditions=conditions):
                for condition in conditions:
                    yield from (condition.left, condition.right)
            case Require(condition=condition):
                yield from (condition.left, condition.right)


def leaves(expression: Expression) -> Iterator[Constant | Variable]:
    """The numbers and names in an expression, from left to right."""
    if isinstance(expression, Apply):
        for argument in expression.arguments:
            yield from leaves(argument)
    else:
        yield expression


def applications(expression: Expression) -> Iterator[Apply]:
    """All operations in an expression."""
    if isinstance(expression, Apply):
        yield expression
        for argument in expression.arguments:
            yield from applications(argument)


def names(expression: Expression) -> Iterator[str]:
    """The names in an expression."""
    return (leaf.name for leaf in leaves(expression) if isinstance(leaf, Variable))


def put(expression: Expression, known: Mapping[str, Expression]) -> Expression:
    """The expression with names replaced."""
    match expression:
        case Variable(name=name):
            return known[name]
        case Apply(operation=operation, arguments=arguments):
            return Apply(operation, tuple(put(a, known) for a in arguments))
        case _:
            return expression


def put_into(comparison: Comparison, known: Mapping[str, Expression]) -> Comparison:
    """The comparison with names replaced."""
    return Comparison(put(comparison.left, known), comparison.order, put(comparison.right, known))


def unused(name: str, taken: Callable[[str], bool]) -> str:
    """The name, with a number where it is taken.

    Examples
    --------
    >>> unused("z", {"z", "z_2"}.__contains__)
    'z_3'
    """
    others = (f"{name}_{number}" for number in count(2))
    return next(other for other in chain([name], others) if not taken(other))


def primitive(operation: Operation | Shared) -> Operation:
    """The operation, which no function of an export stands for.

    Raises
    ------
    TypeError
        One does: programs for languages without functions have none.
    """
    if isinstance(operation, Shared):
        raise TypeError(f"{operation} is a function of an export")
    return operation


def add(left: Expression, right: Expression) -> Apply:
    """The rounded sum."""
    return Apply(Operation.ADD, (left, right))


def subtract(left: Expression, right: Expression) -> Apply:
    """The rounded difference."""
    return Apply(Operation.SUBTRACT, (left, right))


def multiply(left: Expression, right: Expression) -> Apply:
    """The rounded product."""
    return Apply(Operation.MULTIPLY, (left, right))


def divide(left: Expression, right: Expression) -> Apply:
    """The rounded quotient."""
    return Apply(Operation.DIVIDE, (left, right))


def apply(operation: Operation, argument: Expression) -> Apply:
    """A function of one value."""
    return Apply(operation, (argument,))
