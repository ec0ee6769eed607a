"""Sums of products in programs, each as one operation, for a runtime that adds products up. No bit changes.

`error_free` writes a polynomial as its products with their errors, the sum with its errors, and the exact sum
of all parts where most of it cancels. Here the products are read off the exact sum, all of that is written
again from them, and the two are compared operation by operation: where they differ, the statements stay.
Signs and powers of 2 may stand before or behind a product, which changes no bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from symbolic_eps.export.programs.error_free import SAFE_SHARE
from symbolic_eps.export.programs.program import (
    Apply,
    Assign,
    Block,
    Choose,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Shared,
    Statement,
    Variable,
    add,
    applications,
    expressions,
    multiply,
    names,
    put,
    statements,
)
from symbolic_eps.export.rewriting.helper_calls import needed

MOST_FACTORS = 5
"""Of a product: runtimes have room for so many."""


@dataclass(frozen=True)
class Product:
    """A power of 2 with a sign, and the numbers that are multiplied, from left to right."""

    coefficient: float
    factors: tuple[Expression, ...]

    def scaled(self, value: Expression) -> Expression:
        """The value times the coefficient."""
        size = abs(self.coefficient)
        placed = value if size == 1.0 else multiply(value, Constant(size))
        return placed if self.coefficient > 0.0 else Apply(Operation.NEGATE, (placed,))

    @property
    def pair(self) -> tuple[Expression, Expression | None]:
        """The rounded product, and most of what it lacks."""
        (high, *others), low = self.factors, None
        for factor in others:
            high, error = _two_product(high, factor)
            low = error if low is None else add(error, multiply(low, factor))
        return self.scaled(high), None if low is None else self.scaled(low)

    @property
    def parts(self) -> list[Expression]:
        """The product as an exact sum."""
        first, *others = self.factors
        parts = [first]
        for factor in others:
            parts = [part for one in parts for part in _two_product(one, factor)]
        return [*map(self.scaled, parts)]


Shape = tuple[tuple[float, int], ...]
"""The coefficient of each product, and the number of its factors."""


@dataclass(frozen=True)
class SumOfProducts(Shared):
    """An operation on the factors of several products, all in one row: their sum, its sign exact.

    Parameters
    ----------
    shape : tuple of (float, int)
        See `Shape`.
    """

    shape: Shape = ()

    def products(self, arguments: tuple[Expression, ...]) -> Iterator[Product]:
        """The products of these factors."""
        rest = list(arguments)
        for coefficient, count in self.shape:
            yield Product(coefficient, tuple(rest[:count]))
            del rest[:count]


def with_sums_of_products(
    program: Program, fewest: int, in_place: bool = False, kept: frozenset[str] = frozenset()
) -> Program:
    """The program, its sums of so many products or more as one operation each.

    Parameters
    ----------
    program : Program
    fewest : int
    in_place : bool
        Whether a number that is scaled stands itself in the sum, not its name.
    kept : frozenset of str
        Results of sums that stay as they are.

    Examples
    --------
    >>> from sympy.abc import p, q, r
    >>> from symbolic_eps.export.programs.block import BlockBuilder
    >>> from symbolic_eps.export.programs.error_free import accurate
    >>> from symbolic_eps.export.programs.program import Return
    >>> block, values = BlockBuilder({"p", "q", "r"}), {x: Variable(x.name) for x in (r, p, q)}
    >>> block.end(Return(accurate(block, p - 2*q*r + p*q*r, values, "a")))
    >>> (given, _) = with_sums_of_products(Program("f", ("p", "q", "r"), block.statements), 3).body
    >>> given.value.operation.shape
    ((1.0, 1), (-2.0, 2), (1.0, 3))
    """
    counted = Counter(s.name for s in statements(program.body) if isinstance(s, Assign))
    known = {s.name: s for s in statements(program.body) if isinstance(s, Assign) and counted[s.name] == 1}
    body = tuple(_replaced(program.body, known, fewest, kept))
    if body == program.body:
        return program
    if in_place:
        scales = {name: one.value for name, one in known.items() if _is_scaled(one.value)}
        placed = {**{name: Variable(name) for value in expressions(body) for name in names(value)}, **scales}
        body = tuple(replace(s, value=put(s.value, placed)) if isinstance(s, Assign) else s for s in body)
    return replace(program, body=needed(body))


def _replaced(
    block: Block, known: Mapping[str, Assign], fewest: int, kept: frozenset[str]
) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Choose(rare=True, result=result, otherwise=(Assign(value=Variable(name=quick)),)) if (
                result not in kept and fewest <= len(products := _products(statement, known))
            ):
                yield Assign(statement.result, _call(products), known[quick].comment)
            case Assign(value=Apply(operation=operation, arguments=terms)) if operation in _WITH_REST and (
                products := _with_rest(terms, known)
            ):
                yield replace(statement, value=_call(products))
            case Choose(then=then, otherwise=otherwise):
                parts = [tuple(_replaced(part, known, fewest, kept)) for part in (then, otherwise)]
                yield replace(statement, then=parts[0], otherwise=parts[1])
            case _:
                yield statement


_NO_PROGRAM = Program("sum_of_products", (), ())
"""Its statements depend on its shape: `written` gives them."""


_WITH_REST = (Operation.SUM_OF_TWO_AND_REST, Operation.SUM_OF_THREE_AND_REST)


def _call(products: Sequence[Product]) -> Apply:
    """The operation that adds products."""
    shape = tuple((product.coefficient, len(product.factors)) for product in products)
    operation = SumOfProducts("sum_of_products", _NO_PROGRAM, "", shape)
    return Apply(operation, tuple(factor for product in products for factor in product.factors))


def _with_rest(terms: Sequence[Expression], known: Mapping[str, Assign]) -> tuple[Product, ...]:
    """The products of a sum whose last term has a rest, if that is all it lacks; else none.

    Of more than two factors it is most of it, and another sum would be exact.
    """
    values = {name: one.value for name, one in known.items()}
    *others, last, rest = terms
    products = [_alone(term, values) for term in others] + [_product(last, values)]
    number, (_, low) = _Numbers(values).number, products[-1].pair
    if low is None or number(rest) != number(low) or len(products[-1].factors) > 2:
        return ()
    return tuple(products)


def _alone(term: Expression, values: Mapping[str, Expression]) -> Product:
    """A term as one number, with its coefficient."""
    found = _product(term, values)
    return found if len(found.factors) == 1 else Product(1.0, (term,))


def _products(choice: Choose, known: Mapping[str, Assign]) -> tuple[Product, ...]:
    """The products of a sum, if it is one of products to the last operation; else none."""
    around = {name: one.value for name, one in known.items()}
    inside = {s.name: s.value for s in choice.then if isinstance(s, Assign) and s.name != choice.result}
    values = {**around, **inside}
    exactly, quick = (part[-1] for part in (choice.then, choice.otherwise))
    if not isinstance(exactly, Assign) or not isinstance(quick, Assign) or len(choice.conditions) != 1:
        return ()
    placed = [a for a in applications(_meant(exactly.value, values)) if a.operation is Operation.EXACT_SUM]
    if len(placed) != 1:
        return ()
    products, parts = [], list(placed[0].arguments)
    while parts:
        products.append(_product(parts[0], values))
        del parts[: 2 ** (len(products[-1].factors) - 1)]
    if max(len(product.factors) for product in products) > MOST_FACTORS:
        return ()
    number = _Numbers(values).number
    condition, whole, total = written(products)
    (asked,) = choice.conditions
    pairs = (asked.left, condition.left), (asked.right, condition.right), (exactly.value, whole)
    same = asked.order is condition.order and all(number(a) == number(b) for a, b in pairs)
    return tuple(products) if same and number(quick.value) == number(total) else ()


def written(products: Sequence[Product]) -> tuple[Comparison, Expression, Expression]:
    """When most of a sum cancels, the exact sum, and the rounded one: what the runtime computes."""
    (total, rest), *pairs = (product.pair for product in products)
    size = Apply(Operation.ABSOLUTE, (total,))
    for high, low in pairs:
        before, total = total, add(total, high)
        error = Apply(Operation.SUM_ERROR, (before, high, total))
        rest = error if rest is None else add(rest, error)
        rest = rest if low is None else add(rest, low)
        size = add(size, Apply(Operation.ABSOLUTE, (high,)))
    rounded = add(total, Constant(0.0) if rest is None else rest)
    share = multiply(Constant(SAFE_SHARE), size)
    cancelled = Comparison(Apply(Operation.ABSOLUTE, (rounded,)), Order.LESS_OR_EQUAL, share)
    parts = tuple(part for product in products for part in product.parts)
    return cancelled, Apply(Operation.EXACT_SUM, parts), rounded


def meant(shape: Shape) -> Program:
    """What a sum of products means, operation by operation, for its factors in one row.

    Examples
    --------
    >>> meant(((1.0, 1), (-2.0, 2))).parameters
    ('x_1', 'x_2', 'x_3')
    """
    names = tuple(f"x_{number}" for number in range(1, sum(count for _, count in shape) + 1))
    products = SumOfProducts("sum_of_products", _NO_PROGRAM, "", shape).products(tuple(map(Variable, names)))
    cancelled, exactly, rounded = written([*products])
    chosen = Choose((cancelled,), (Assign("a", exactly),), (Assign("a", rounded),), "a", rare=True)
    return Program("sum_of_products", names, (chosen, Return(Variable("a"))))


def _two_product(left: Expression, right: Expression) -> tuple[Expression, Expression]:
    product = multiply(left, right)
    return product, Apply(Operation.PRODUCT_ERROR, (left, right, product))


def _meant(value: Expression, values: Mapping[str, Expression]) -> Expression:
    """What a name stands for."""
    while isinstance(value, Variable) and value.name in values:
        value = values[value.name]
    return value


def _product(value: Expression, values: Mapping[str, Expression]) -> Product:
    """The product that a number was rounded from."""
    coefficient = 1.0
    factors: list[Expression] = []
    while True:
        match meant := _meant(value, values):
            case Apply(operation=Operation.NEGATE, arguments=(inner,)):
                coefficient, value = -coefficient, inner
            case Apply(operation=Operation.MULTIPLY, arguments=(inner, Constant(value=size))) if (
                not factors and _is_power_of_two(size)
            ):
                coefficient, value = coefficient * size, inner
            case Apply(operation=Operation.MULTIPLY, arguments=(inner, factor)) if not _is_scale(inner):
                factors.insert(0, factor)
                value = inner
            case _:
                first = meant if isinstance(meant, Constant) else value
                return Product(coefficient, (first, *factors))


def _is_scaled(value: Expression) -> bool:
    match value:
        case Apply(operation=Operation.MULTIPLY, arguments=(scale, Variable())):
            return _is_scale(scale)
    return False


def _is_scale(value: Expression) -> bool:
    """Whether it scales what it stands before: a power of 2 is written behind a product otherwise."""
    return isinstance(value, Constant) and _is_power_of_two(value.value)


def _is_power_of_two(size: float) -> bool:
    return math.frexp(size)[0] == 0.5


@dataclass
class _Numbers:
    """Numbers for values, one for all that are the same whatever names stand for; and their signs."""

    values: Mapping[str, Expression]
    numbers: dict[object, int] = field(default_factory=dict)
    named: dict[str, tuple[bool, int]] = field(default_factory=dict)

    def number(self, value: Expression) -> tuple[bool, int]:
        """Whether the value is the negative of one, and the number of that."""
        match value:
            case Variable(name=name) if name in self.values:
                if name not in self.named:
                    self.named[name] = self.number(self.values[name])
                return self.named[name]
            case Constant(value=size):
                return size < 0.0, self._met(abs(size).hex())
            case Apply(operation=Operation.NEGATE, arguments=(inner,)):
                negative, number = self.number(inner)
                return not negative, number
            case Apply(operation=Operation.ABSOLUTE, arguments=(inner,)):
                _, number = self.number(inner)
                known = isinstance(_meant(inner, self.values), Constant)
                return False, number if known else self._met((Operation.ABSOLUTE, number))
            case Apply(operation=Operation.MULTIPLY, arguments=(left, right)):
                (one, first), (other, second) = map(self.number, (left, right))
                return one is not other, self._met((Operation.MULTIPLY, first, second))
            case Apply(operation=Operation.SUBTRACT, arguments=(left, right)):
                return self.number(add(left, Apply(Operation.NEGATE, (right,))))
            case Apply(operation=operation, arguments=arguments):
                return False, self._met((operation, *map(self.number, arguments)))
        return False, self._met(value)

    def _met(self, value: object) -> int:
        return self.numbers.setdefault(value, len(self.numbers))
