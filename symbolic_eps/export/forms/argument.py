"""Arguments of a formula: what the domain says of each alone, and the sizes with which can be computed.

An exported program looks first for what the domain says of single arguments, then at their sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import frexp

import sympy as sp

from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Order,
    Refusal,
    Require,
    Variable,
    add,
    multiply,
    subtract,
)
from verify.language.condition import Condition, Relation

SMALLEST, LARGEST = 2.0**-1022, 2.0**300
"""Arguments are 0 (where their domain allows it) or lie between these."""

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


def _power(value: float) -> str:
    mantissa, exponent = frexp(value)
    return f"2^{exponent - 1}" if mantissa == 0.5 else f"{value:g}"


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
    def condition(self) -> Comparison:
        """The program's test of it, which NaN fails too."""
        return Comparison(Variable(self.argument.name), self.order, Constant(float(self.number)))

    def implies(self, other: Limit) -> bool:
        """Whether it excludes the end at which another one on its side stops."""
        ends = (self.order, other.order) in _WITHOUT_END
        return ends and (self.argument, self.number) == (other.argument, other.number)

    def admits(self, value: float) -> bool:
        """Whether the number keeps it."""
        return bool(self.order.holds(value, float(self.number)))


_WITHOUT_END = ((Order.LESS, Order.LESS_OR_EQUAL), (Order.GREATER, Order.GREATER_OR_EQUAL))
_WORDS = {
    Order.GREATER: "above",
    Order.GREATER_OR_EQUAL: "of at least",
    Order.LESS: "below",
    Order.LESS_OR_EQUAL: "at most",
}


ZERO_OR_SCALE = 2.0**600


@lru_cache(maxsize=256)
def limits(arguments: tuple[Argument, ...], domain: tuple[Condition, ...]) -> tuple[Limit, ...]:
    """What the domain says of single arguments, in their order; none is negative."""
    known = [limit for c in domain if (limit := limit_of(c, arguments)) is not None]
    for argument in arguments:
        if not any(limit.argument == argument and limit.is_below for limit in known):
            known.append(Limit(argument, Order.GREATER_OR_EQUAL, sp.S.Zero))
    return tuple(sorted(known, key=lambda limit: (arguments.index(limit.argument), not limit.is_below)))


def limit_of(condition: Condition, arguments: Sequence[Argument]) -> Limit | None:
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


@lru_cache(maxsize=256)
def at_least_one(symbol: sp.Symbol, domain: tuple[Condition, ...]) -> bool:
    """Whether the domain says that a symbol is at least 1, or above."""
    ordered = (Relation.POSITIVE, Relation.NON_NEGATIVE)
    return any(c.relation in ordered and sp.expand(c.polynomial - symbol + 1) == 0 for c in domain)


def requirements(arguments: tuple[Argument, ...], domain: tuple[Condition, ...]) -> Iterator[Require]:
    """That each argument is a number of the domain; then that its size is one with which can be computed."""
    known = limits(arguments, domain)
    for argument in arguments:
        here = [limit for limit in known if limit.argument == argument]
        here = [limit for limit in here if not any(other.implies(limit) for other in here)]
        said = " and ".join(f"{_WORDS[limit.order]} {limit.number}" for limit in here)
        message = f"{argument.name} is not a number {said}"
        yield from (Require(limit.condition, Refusal.DOMAIN, message) for limit in here)
    for argument in arguments:
        yield from _sizes(argument, [limit for limit in known if limit.argument == argument])
    for argument in arguments:
        if argument.whole:
            # Added to 2^52, a number below 2^51 loses its fraction.
            value = Variable(argument.name)
            rounded = subtract(add(value, Constant(2.0**52)), Constant(2.0**52))
            whole = Comparison(rounded, Order.EQUAL, value)
            yield Require(whole, Refusal.DOMAIN, f"{argument.name} is not a whole number")


def zero_or(value: Variable, least: float) -> Comparison:
    """Whether a number that is not negative is 0 or at least another one: x (x - least) >= 0.

    Scaled, so that the product is not rounded to 0.
    """
    scale = Constant(ZERO_OR_SCALE)
    sides = multiply(scale, value), multiply(scale, subtract(value, Constant(least)))
    return Comparison(multiply(*sides), Order.GREATER_OR_EQUAL, Constant(0.0))


def _sizes(argument: Argument, limits: Sequence[Limit]) -> Iterator[Require]:
    """That the size is one with which can be computed, where the domain does not say so."""
    value, name = Variable(argument.name), argument.name
    least = max(limit.number for limit in limits if limit.is_below)
    small = f"{name} is too small to compute with: below {_power(argument.smallest)}"
    if all(limit.admits(0.0) for limit in limits):
        yield Require(zero_or(value, argument.smallest), Refusal.RANGE, f"{small}, and not 0")
    elif least < argument.smallest:
        inside = Comparison(value, Order.GREATER_OR_EQUAL, Constant(argument.smallest))
        yield Require(inside, Refusal.RANGE, small)
    if not any(limit.number <= argument.largest for limit in limits if not limit.is_below):
        inside = Comparison(value, Order.LESS_OR_EQUAL, Constant(argument.largest))
        yield Require(
            inside, Refusal.RANGE, f"{name} is too large to compute with: above {_power(argument.largest)}"
        )
