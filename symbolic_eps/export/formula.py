"""Formulas: arguments with their domain, cases decided by signs, and a tree in each case."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, frexp

import sympy as sp

from symbolic_eps.export.block import BlockBuilder
from symbolic_eps.export.error_free import accurate, is_single_rounding
from symbolic_eps.export.program import (
    Block,
    Comparison,
    Constant,
    Expression,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    multiply,
    subtract,
)
from symbolic_eps.export.tree import Node
from verify.condition import Condition, Relation

SMALLEST, LARGEST = 2.0**-1022, 2.0**300
"""Arguments are 0 (where their domain allows it) or lie between these."""

SCALE = 200
"""Polynomials of which every term can be as small as an argument are multiplied by 2^200."""

LIBRARY_ERROR = Fraction(1)
"""In ulps: what the mathematics libraries document for log1p, exp and expm1."""

_LARGEST_BELOW = 2.0**-53 * (1 + 2.0**-52)
"""x - x times this, rounded, is the largest binary64 number below a normal x > 0 (Rump et al. 2009)."""


TAKEN = frozenset({"value", "out", "n", "start", "usual", "points"})


@dataclass(frozen=True)
class Argument:
    """An argument of a formula.

    Parameters
    ----------
    symbol : Symbol
    meaning : str
        In words, with its unit.
    probability : bool
        Whether the domain ends at 1.
    smallest, largest : float
        A value other than 0 lies between these, whatever the domain's conditions.
    whole : bool
        Whether it is a whole number, below 2^51.
    """

    symbol: sp.Symbol
    meaning: str
    probability: bool = False
    smallest: float = SMALLEST
    largest: float = LARGEST
    whole: bool = False

    @property
    def name(self) -> str:
        """The symbol's name, with `_` after it where exports use that name for something else."""
        name = str(self.symbol)
        return f"{name}_" if name in TAKEN or name.startswith("eps_") else name

    @property
    def range_text(self) -> str:
        """The sizes with which it can be computed, in words."""
        if self.whole:
            return f"whole, up to {_power(self.largest)}"
        return f"if not 0, of a size from {_power(self.smallest)} to {_power(self.largest)}"


def _rounded_up(value: Fraction) -> str:
    return f"{ceil(100 * value) / 100:.2f}"


def _power(value: float) -> str:
    mantissa, exponent = frexp(value)
    return f"2^{exponent - 1}" if mantissa == 0.5 else f"{value:g}"


@dataclass(frozen=True)
class Case:
    """The value on a part of the domain.

    Parameters
    ----------
    conditions : tuple of Condition
        Besides the domain's.
    value : Node or None
        None where the value is infinite.
    exact : sympy.Expr
        What the value was derived as.
    vanishes : sympy.Expr or None
        A polynomial that is 0 exactly where the value is; None where it is nowhere 0.
    """

    conditions: tuple[Condition, ...]
    value: Node | None
    exact: sp.Expr
    vanishes: sp.Expr | None = None


@dataclass(frozen=True)
class Formula:
    """A formula that can be exported.

    Parameters
    ----------
    identifier : str
        `root`, `bound`, `box`, `box.1`, ...
    title : str
        One line.
    source : str
        Paper and locator, or what it was derived from.
    arguments : tuple of Argument
        In the order of the exported function, and in one in which products of them may be formed: large
        ranges first.
    domain : tuple of Condition
        On the arguments.
    cases : tuple of Case
        Disjoint; together they make up the domain.
    result : str
        What the value is, with its unit.
    statement : str
        The fingerprinted statement, as SymPy-readable text.
    notes : tuple of str
        Why this order of evaluation is stable, a line each.
    budget : bool
        Whether the result is an eps, so that a value above the exact one is unsafe.
    """

    identifier: str
    title: str
    source: str
    arguments: tuple[Argument, ...]
    domain: tuple[Condition, ...]
    cases: tuple[Case, ...]
    result: str
    statement: str
    notes: tuple[str, ...] = ()
    budget: bool = True

    @property
    def name(self) -> str:
        """The name of the exported function."""
        return self.identifier.replace("-", "_").replace(".", "_")

    @property
    def error(self) -> Fraction:
        """The proven bound on the error of a result, in ulps of the exact value."""
        values = [case.value for case in self.cases if case.value is not None]
        return max((v.error + v.library_error * LIBRARY_ERROR for v in values), default=Fraction(0))

    @property
    def error_text(self) -> str:
        """The bound in decimals, rounded up."""
        return _rounded_up(self.error)

    @property
    def steps_down(self) -> int:
        """How many binary64 numbers `NAME_lower` lies below the result."""
        return ceil(self.error)

    @property
    def lowest(self) -> float:
        """How many ulps `NAME_lower` may lie below the exact value: twice the bound and one."""
        return float(2 * self.error + 1)

    @property
    def lowest_text(self) -> str:
        """The same in decimals, rounded up."""
        return _rounded_up(Fraction(self.lowest))

    def program(self) -> Program:
        """The rounded value: its error is at most `error` ulps."""
        block, value = self._evaluated()
        return Program(self.name, self._parameters, (*block.statements, *_finished(value)))

    def lower_program(self) -> Program:
        """A value that is never above the exact one: the rounded one, moved down past its error."""
        block, value = self._evaluated()
        inner = block.inner()
        lowered = value
        for _ in range(self.steps_down):
            step = multiply(lowered, Constant(_LARGEST_BELOW))
            lowered = inner.assign("lower", subtract(lowered, step), "the next number below")
        finite = (
            Comparison(value, Order.GREATER, Constant(0.0)),
            Comparison(value, Order.LESS, Constant(float("inf"))),
        )
        lowered = block.choose("value", finite, (inner.statements, lowered), ((), value))
        return Program(f"{self.name}_lower", self._parameters, (*block.statements, *_finished(lowered)))

    @property
    def _parameters(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.arguments)

    def _evaluated(self) -> tuple[BlockBuilder, Expression]:
        block = BlockBuilder(set(self._parameters))
        values: dict[sp.Symbol, Expression] = {a.symbol: Variable(a.name) for a in self.arguments}
        for requirement in _simple_requirements(self.arguments, self.domain):
            block.end(requirement)
        for condition in self.domain:
            if _limit(condition, self.arguments) is None:
                comparison = _compared(block, condition, values)
                block.end(Require(comparison, Refusal.DOMAIN, f"{self.name} needs {condition}"))
        return block, _first_case(block, self.cases, values)


@dataclass(frozen=True)
class Limit:
    """That an argument lies on one side of a number: what a condition of the domain says of it alone.

    Parameters
    ----------
    argument : Argument
    order : Order
    number : sympy.Rational
        A binary64 one.
    """

    argument: Argument
    order: Order
    number: sp.Rational

    @property
    def is_below(self) -> bool:
        """Whether it is a lower limit."""
        return self.order in (Order.GREATER, Order.GREATER_OR_EQUAL)

    @property
    def requirement(self) -> Require:
        """The program's test of it, which NaN fails too."""
        name = self.argument.name
        holds = Comparison(Variable(name), self.order, Constant(float(self.number)))
        return Require(holds, Refusal.DOMAIN, f"{name} is not a number {_WORDS[self.order]} {self.number}")

    def admits(self, value: float) -> bool:
        """Whether the number keeps it."""
        return bool(_TESTS[self.order](value, float(self.number)))


_WORDS = {
    Order.GREATER: "above",
    Order.GREATER_OR_EQUAL: "of at least",
    Order.LESS: "below",
    Order.LESS_OR_EQUAL: "of at most",
}
_TESTS = {
    Order.GREATER: operator.gt,
    Order.GREATER_OR_EQUAL: operator.ge,
    Order.LESS: operator.lt,
    Order.LESS_OR_EQUAL: operator.le,
}


def limits(arguments: Sequence[Argument], domain: Sequence[Condition]) -> tuple[Limit, ...]:
    """What the domain says of single arguments, in their order; none is negative."""
    found = [limit for c in domain if (limit := _limit(c, arguments)) is not None]
    for argument in arguments:
        if not any(limit.argument == argument and limit.is_below for limit in found):
            found.append(Limit(argument, Order.GREATER_OR_EQUAL, sp.S.Zero))
    return tuple(sorted(found, key=lambda limit: (arguments.index(limit.argument), not limit.is_below)))


def _limit(condition: Condition, arguments: Sequence[Argument]) -> Limit | None:
    """The limit that a condition is, if it is one."""
    strict = condition.relation is Relation.POSITIVE
    if not strict and condition.relation is not Relation.NON_NEGATIVE:
        return None
    for argument in arguments:
        for side, order in ((1, Order.GREATER), (-1, Order.LESS)):
            number = sp.expand(argument.symbol - side * condition.polynomial)
            if number.is_Rational and sp.Rational(float(number)) == number:
                return Limit(argument, order if strict else Order(f"{order}="), number)
    return None


def _simple_requirements(arguments: Sequence[Argument], domain: Sequence[Condition]) -> Iterator[Require]:
    """That each argument is a number of the domain; then that its size is one with which can be computed."""
    found = limits(arguments, domain)
    yield from (limit.requirement for limit in found)
    for argument in arguments:
        yield from _sizes(argument, [limit for limit in found if limit.argument == argument])
    for argument in arguments:
        if argument.whole:
            # Added to 2^52, a number below 2^51 loses its fraction.
            value = Variable(argument.name)
            rounded = subtract(add(value, Constant(2.0**52)), Constant(2.0**52))
            whole = Comparison(rounded, Order.EQUAL, value)
            yield Require(whole, Refusal.DOMAIN, f"{argument.name} is not a whole number")


def _sizes(argument: Argument, limits: Sequence[Limit]) -> Iterator[Require]:
    """That the size is one with which can be computed, where the domain does not say so."""
    value, name = Variable(argument.name), argument.name
    least = max(limit.number for limit in limits if limit.is_below)
    small = f"{name} is too small to compute with: below {_power(argument.smallest)}"
    if all(limit.admits(0.0) for limit in limits):
        # x (x - least) >= 0, scaled so that the product is not rounded to 0.
        scale = Constant(2.0**600)
        sides = multiply(scale, value), multiply(scale, subtract(value, Constant(argument.smallest)))
        inside = Comparison(multiply(*sides), Order.GREATER_OR_EQUAL, Constant(0.0))
        yield Require(inside, Refusal.RANGE, f"{small}, and not 0")
    elif least < argument.smallest:
        inside = Comparison(value, Order.GREATER_OR_EQUAL, Constant(argument.smallest))
        yield Require(inside, Refusal.RANGE, small)
    if not any(limit.number <= argument.largest for limit in limits if not limit.is_below):
        inside = Comparison(value, Order.LESS_OR_EQUAL, Constant(argument.largest))
        yield Require(
            inside, Refusal.RANGE, f"{name} is too large to compute with: above {_power(argument.largest)}"
        )


def _compared(
    block: BlockBuilder, condition: Condition, values: Mapping[sp.Symbol, Expression]
) -> Comparison:
    """The comparison that decides a condition, its sign exact."""
    order = {
        Relation.POSITIVE: Order.GREATER,
        Relation.NON_NEGATIVE: Order.GREATER_OR_EQUAL,
        Relation.ZERO: Order.EQUAL,
    }[condition.relation]
    polynomial = sp.expand(condition.polynomial)
    sides = _sides(polynomial)
    if is_single_rounding(polynomial) and not any(side.is_Add for side in sides):
        left, right = (_side(terms, values) for terms in sides)
        if isinstance(left, Constant):
            return Comparison(right, _MIRRORED[order], left)
        return Comparison(left, order, right)
    if polynomial.subs(dict.fromkeys(polynomial.free_symbols, 0)) < 0:
        # One orientation for each polynomial, so that it is evaluated once.
        polynomial, order = -polynomial, _MIRRORED[order]
    # Without a constant term all of it may be so small that products underflow.
    scale = 1.0 if polynomial.subs(dict.fromkeys(polynomial.free_symbols, 0)) != 0 else 2.0**SCALE
    return Comparison(accurate(block, polynomial, values, "sign", scale), order, Constant(0.0))


_MIRRORED = {
    Order.GREATER: Order.LESS,
    Order.GREATER_OR_EQUAL: Order.LESS_OR_EQUAL,
    Order.EQUAL: Order.EQUAL,
}


def _sides(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    terms = sp.Add.make_args(polynomial)
    positive = sp.Add(*(t for t in terms if not t.could_extract_minus_sign()))
    return positive, sp.expand(positive - polynomial)


def _side(expression: sp.Expr, values: Mapping[sp.Symbol, Expression]) -> Expression:
    number, rest = expression.as_coeff_Mul()
    if rest == 1 or expression == 0:
        return Constant(float(number if expression != 0 else 0))
    return values[rest] if number == 1 else multiply(Constant(float(number)), values[rest])


def _first_case(
    block: BlockBuilder, cases: tuple[Case, ...], values: Mapping[sp.Symbol, Expression]
) -> Expression:
    """The value of the first case whose conditions hold, or else of the last one."""
    case, others = cases[0], cases[1:]
    if not others:
        return _value(block, case, values)
    comparisons = tuple(_compared(block, c, values) for c in case.conditions)
    here, elsewhere = block.inner(), block.inner()
    value = _value(here, case, values)
    other = _first_case(elsewhere, others, values)
    return block.choose(
        "value", comparisons, (here.statements, value), (elsewhere.statements, other), _listed(case)
    )


def _listed(case: Case) -> str:
    return " and ".join(str(c) for c in case.conditions)


def _value(block: BlockBuilder, case: Case, values: Mapping[sp.Symbol, Expression]) -> Expression:
    return Constant(float("inf")) if case.value is None else case.value.lowered(block, values)


def _finished(value: Expression) -> Block:
    inside = Comparison(value, Order.GREATER_OR_EQUAL, Constant(0.0))
    return (
        Require(inside, Refusal.RANGE, "the arguments are too small or too large to compute with"),
        Return(value),
    )
