"""Polynomials in binary64 arguments, 0 where they are, else to a relative error of u (1 + 2^-12), u = 2^-53.

* The error of a sum, and of a product, is itself a binary64 number (`helpers`): so monomials become sums of
  parts.
* First, all monomials as two parts each, added with the errors collected. With n monomials of degree <= d in
  at most n d (n + 2 d) <= 2^9 operations on the collected errors, the result is wrong by at most 2^10 u^2 T,
  T the sum of the monomials' sizes. Where the result exceeds 2^-30 T, that is below 2^-13 u of it. Twice
  another polynomial, evaluated before, may be a start: its sum and errors, and the monomials that it lacks.
* Elsewhere the parts of all monomials, which are exact, are added by `exact_sum`; the sign is exact, 0
  included.

Exact but for underflow: no part may fall below 2^-1074, for which the formulas have their range.
A polynomial of two terms that are each one argument or a number needs none of this: one rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.exact_sum import MOST_TERMS, two_sum
from symbolic_eps.export.programs.monomials import (
    Monomial,
    TooLongError,
    is_power_of_two,
    is_too_long,
    monomials,
    product_name,
)
from symbolic_eps.export.programs.program import (
    Apply,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Return,
    Variable,
    add,
    multiply,
    subtract,
)

SAFE_SHARE = 2.0**-30

Pair = tuple[Expression, Expression | None]
Collected = tuple[Expression, Expression | None, Expression]
"""A rounded value and what it lacks, None for nothing; of a sum, the sum of the terms' sizes too."""


@dataclass(frozen=True)
class Start:
    """A polynomial that is evaluated before another one, which is near twice of it; what it is called."""

    name: str
    polynomial: sp.Expr

    def lacking(self, polynomial: sp.Expr) -> sp.Expr:
        """What twice of it lacks to another one."""
        return sp.expand(polynomial - 2 * self.polynomial)


def is_single_rounding(polynomial: sp.Expr) -> bool:
    """Whether two terms, each a number or one argument, are added: one rounding, or none.

    Examples
    --------
    >>> from sympy.abc import p, r
    >>> is_single_rounding(r - 1), is_single_rounding(1 - 2*p), is_single_rounding(r*p)
    (True, True, False)
    """
    terms = sp.Add.make_args(sp.expand(polynomial))
    return len(terms) <= 2 and all(_is_argument(t) for t in terms)


def _is_argument(term: sp.Expr) -> bool:
    number, rest = term.as_coeff_Mul()
    size = abs(int(number))
    return bool((rest == 1 and size < 2**53) or (rest.is_Symbol and is_power_of_two(size)))


def accurate(
    block: BlockBuilder,
    polynomial: sp.Expr,
    values: Mapping[sp.Symbol, Expression],
    name: str,
    scale: float = 1.0,
    start: Start | None = None,
) -> Expression:
    """Statements that evaluate a polynomial with a relative error below u (1 + 2^-12), its sign exact.

    Parameters
    ----------
    block : BlockBuilder
        Takes the statements.
    polynomial : sympy.Expr
        With integer coefficients.
    values : mapping of Symbol to Expression
        The arguments, in an order in which their products neither overflow nor underflow early.
    name : str
        For the result.
    scale : float
        A power of 2 by which the result is multiplied, before products could underflow.
    start : Start, optional
        Another polynomial, evaluated on the same scale: twice of it is where sums start, if that is shorter.

    Raises
    ------
    TooLongError
        No error bound is known.
    """
    expanded = sp.expand(polynomial)
    return block.once((expanded, scale), lambda: _accurate(block, expanded, values, name, scale, start))


def _accurate(
    block: BlockBuilder,
    polynomial: sp.Expr,
    values: Mapping[sp.Symbol, Expression],
    name: str,
    scale: float,
    start: Start | None,
) -> Expression:
    if is_single_rounding(polynomial):
        plain = _plain(polynomial, values)
        said = plain if scale == 1 else multiply(Constant(scale), plain)
        return block.assign(name, said, f"{name} = {polynomial}{_times(scale)}")
    terms = monomials(polynomial, tuple(values))
    if sum(m.parts for m in terms) > MOST_TERMS:
        raise TooLongError(polynomial, "its exact sum has too many parts")
    meaning = f"{name} = {_said(polynomial, start, tuple(values))}{_times(scale)}"

    def parts(exact: BlockBuilder) -> list[Expression]:
        return [part for m in terms for part in _parts(exact, m, values, scale)]

    return _summed(block, _collected(block, polynomial, values, scale, start), parts, name, meaning)


def sum_program(name: str, rest: bool, *terms: str) -> Program:
    """The sum of numbers, the last one with a rest of it or without: what `accurate` does with such terms.

    Examples
    --------
    >>> sum_program("sum_of_two", True, "a", "b").parameters
    ('a', 'b', 'rest')
    """
    parameters = (*terms, "rest") if rest else terms
    block, values = BlockBuilder({*parameters}), [Variable(name) for name in parameters]
    pairs = [(Variable(t), Variable("rest") if rest and t == terms[-1] else None) for t in terms]
    block.end(Return(_summed(block, _added(block, pairs), lambda exact: values, "total", "")))
    return Program(name, parameters, block.statements)


def _summed(
    block: BlockBuilder,
    collected: Collected,
    parts: Callable[[BlockBuilder], Sequence[Expression]],
    name: str,
    meaning: str,
) -> Expression:
    """The collected sum, or that of the parts where most of it cancelled."""
    total, rest, size = collected
    quick = block.assign("quick", add(total, rest if rest is not None else Constant(0.0)), meaning)
    exact = block.inner()
    exactly = exact.assign("exactly", Apply(Operation.EXACT_SUM, tuple(parts(exact))))
    cancelled = Comparison(_size(quick), Order.LESS_OR_EQUAL, multiply(Constant(SAFE_SHARE), size))
    return block.choose(
        name,
        (cancelled,),
        (exact.statements, exactly),
        ((), quick),
        "most of it cancelled: exactly",
        rare=True,
    )


def _collected(
    block: BlockBuilder,
    polynomial: sp.Expr,
    values: Mapping[sp.Symbol, Expression],
    scale: float,
    start: Start | None,
) -> Collected:
    """All monomials added, or those that twice another polynomial lacks to it."""

    def added() -> Collected:
        known: Collected | None = None
        others = _others(polynomial, start, tuple(values))
        if start is not None and others is not None:
            total, rest, size = _collected(block, sp.expand(start.polynomial), values, scale, None)
            known = _doubled(block, total), _doubled(block, rest), _doubled(block, size)
        terms = others or monomials(polynomial, tuple(values))
        return _added(block, [_pair(block, m, values, scale) for m in terms], known)

    return block.once(("collected", polynomial, scale), added)


def _added(block: BlockBuilder, pairs: Sequence[Pair], known: Collected | None = None) -> Collected:
    """What was collected before, if anything, and the pairs."""
    if known is None:
        (high, low), *pairs = pairs
        known = high, low, _size(high)
    total, rest, size = known
    for high, low in pairs:
        total, error = two_sum(block, total, high)
        rest = _plus(block, _plus(block, rest, error), low)
        size = block.assign("size", add(size, _size(high)))
    return total, rest, size


def _others(
    polynomial: sp.Expr, start: Start | None, order: Sequence[sp.Symbol]
) -> tuple[Monomial, ...] | None:
    """The monomials besides the start; None where they are no fewer, or too many with its own."""
    if start is None or is_single_rounding(start.polynomial):
        return None
    difference = start.lacking(polynomial)
    if difference == 0:
        return None
    others = monomials(difference, order)
    fewer = len(others) < len(monomials(polynomial, order))
    return others if fewer and not is_too_long((*monomials(start.polynomial, order), *others)) else None


def _said(polynomial: sp.Expr, start: Start | None, order: Sequence[sp.Symbol]) -> str:
    """The polynomial, by its start if it has one."""
    if start is None or _others(polynomial, start, order) is None:
        return str(polynomial)
    others = str(start.lacking(polynomial))
    return f"2 {start.name} - {others[1:]}" if others.startswith("-") else f"2 {start.name} + {others}"


def _doubled(block: BlockBuilder, part: Expression | None) -> Any:
    if isinstance(part, Constant):
        return Constant(2.0 * part.value)
    return None if part is None else block.assign("twice", multiply(Constant(2.0), part))


def _plain(polynomial: sp.Expr, values: Mapping[sp.Symbol, Expression]) -> Expression:
    terms = sorted(sp.Add.make_args(polynomial), key=lambda t: (t.could_extract_minus_sign(), str(t)))
    signed = [(int(t.as_coeff_Mul()[0]) < 0, _argument(t, values)) for t in terms]
    if len(signed) == 1:
        negative, value = signed[0]
        return Apply(Operation.NEGATE, (value,)) if negative else value
    (first_negative, first), (second_negative, second) = signed
    if first_negative:
        first = Apply(Operation.NEGATE, (first,))
    return subtract(first, second) if second_negative else add(first, second)


def _argument(term: sp.Expr, values: Mapping[sp.Symbol, Expression]) -> Expression:
    number, rest = term.as_coeff_Mul()
    if rest == 1:
        return Constant(float(abs(int(number))))
    value = values[rest]
    return value if abs(number) == 1 else multiply(Constant(float(abs(int(number)))), value)


def _size(value: Expression) -> Expression:
    return Constant(abs(value.value)) if isinstance(value, Constant) else Apply(Operation.ABSOLUTE, (value,))


def _plus(block: BlockBuilder, left: Expression | None, right: Expression | None) -> Expression | None:
    if left is None or right is None:
        return right if left is None else left
    return block.assign("rest", add(left, right))


def two_product(
    block: BlockBuilder, left: Expression, right: Expression, name: str = "product"
) -> tuple[Expression, Expression]:
    """The rounded product and its error, exact where nothing overflows or underflows.

    Parameters
    ----------
    block : BlockBuilder
        Takes the statements.
    left, right : Expression
    name : str
        For the product.
    """
    product = block.assign(name, multiply(left, right))
    if any(isinstance(v, Constant) and math.frexp(v.value)[0] == 0.5 for v in (left, right)):
        return product, Constant(0.0)
    lacking = "error" if name == "product" else f"{name}_error"
    return product, block.assign(lacking, Apply(Operation.PRODUCT_ERROR, (left, right, product)))


def _pair(
    block: BlockBuilder, monomial: Monomial, values: Mapping[sp.Symbol, Expression], scale: float
) -> Pair:
    """A monomial as a rounded product and most of its error; None where there is no error."""
    high, others = _start(block, monomial, values, scale)
    low: Expression | None = None
    for place, factor in enumerate(others, 2):
        high, error = two_product(block, high, factor, product_name(monomial, place))
        if low is not None:
            carried = multiply(low, factor)
            low = block.assign("rest", carried if error == Constant(0.0) else add(error, carried))
        elif error != Constant(0.0):
            low = error
    return _signed(block, monomial, high), None if low is None else _signed(block, monomial, low)


def _parts(
    block: BlockBuilder, monomial: Monomial, values: Mapping[sp.Symbol, Expression], scale: float
) -> list[Expression]:
    """A monomial as an exact sum."""
    first, others = _start(block, monomial, values, scale)
    parts = [first]
    for place, factor in enumerate(others, 2):
        name = product_name(monomial, place)
        named = (name if at == 0 else f"{name}_part" for at in range(len(parts)))
        parts = [
            v for one in parts for v in two_product(block, one, factor, next(named)) if v != Constant(0.0)
        ]
    return [_signed(block, monomial, part) for part in parts]


def _start(
    block: BlockBuilder, monomial: Monomial, values: Mapping[sp.Symbol, Expression], scale: float
) -> tuple[Expression, list[Expression]]:
    """The first factor, scaled, and the others."""
    factors = [values[v] for v in monomial.factors]
    if not factors:
        return Constant(abs(monomial.coefficient) * scale), []
    if abs(monomial.coefficient) != 1:
        factors.append(Constant(float(abs(monomial.coefficient))))
    first, *others = factors
    return (first if scale == 1 else block.assign("scaled", multiply(Constant(scale), first))), others


def _times(scale: float) -> str:
    return "" if scale == 1 else f", times 2^{math.frexp(scale)[1] - 1}"


def _signed(block: BlockBuilder, monomial: Monomial, value: Expression) -> Expression:
    if monomial.coefficient > 0:
        return value
    if isinstance(value, Constant):
        return Constant(-value.value)
    return block.assign("minus", Apply(Operation.NEGATE, (value,)))
