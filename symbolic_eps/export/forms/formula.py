"""Formulas: arguments with their domain, cases decided by signs, and a tree in each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Any

import sympy as sp

from symbolic_eps.export.forms.argument import Argument, limit_of, requirements
from symbolic_eps.export.forms.early_answer import clearly
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.error_free import accurate, is_single_rounding
from symbolic_eps.export.programs.program import (
    LOGARITHMS,
    Block,
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    Refusal,
    Require,
    Return,
    Variable,
    add,
    functions_of,
    multiply,
    subtract,
)
from verify.language.condition import Condition, Relation

SCALE = 200
"""Polynomials of which every term can be as small as an argument are multiplied by 2^200."""

LIBRARY_ERROR = Fraction(1)
"""In ulps: what the mathematics libraries document for log1p, exp and expm1."""

LOGARITHM_ERROR = Fraction(51, 100)
"""In ulps: what `logarithm_proof` proves of the logarithms that exports bring along."""

MOST_STEPS = 16
"""Beyond so many numbers, the safe function goes by a share of the result instead."""

_NEIGHBOUR = 2.0**-53 * (1 + 2.0**-52)
"""x - x times this, and x + x times this, rounded, are the neighbours of a normal x > 0 (Rump et al. 2009).

Upwards: with x in [2^k, 2^(k+1)) and d = 2^(k-52) between two numbers, the product lies from d/2 (1 + u) to
d (1 + u), so that the sum is rounded to x + d.
"""


class Side(StrEnum):
    """On which side of the exact value the safe function of a formula stays; also the end of its name."""

    LOWER = "lower"
    UPPER = "upper"

    @property
    def sign(self) -> int:
        """Of what the safe function adds."""
        return -1 if self is Side.LOWER else 1

    @property
    def towards(self) -> str:
        """Where the safe function lies."""
        return "below" if self is Side.LOWER else "above"

    @property
    def never(self) -> str:
        """Where it never lies."""
        return "above" if self is Side.LOWER else "below"


def function_name(identifier: str) -> str:
    """What the function of a formula is called.

    Examples
    --------
    >>> function_name("fixed-q.1")
    'fixed_q_1'
    """
    return identifier.replace("-", "_").replace(".", "_")


def _rounded_up(value: Fraction) -> str:
    return f"{ceil(100 * value) / 100:.2f}"


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


class Method(str):
    """A note on how values are computed: for who reads the code, not for who calls it."""

    __slots__ = ()


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
        What is promised, and by which `Method` it is computed, a line each.
    budget : bool
        Whether the result is an eps, so that a value above the exact one is unsafe.
    side : Side
        On which side of the exact value the safe function stays.
    safe_use : str
        What the safe function is for, in the words of headers; "" where a value there is merely there.
    own_logarithms : bool
        Whether log and log1p are those of `logarithm`, not the platform's: see `with_logarithms`.
    early : bool
        Whether programs first answer where a value is clearly infinite: see `early_answer`.
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
    side: Side = Side.LOWER
    safe_use: str = "to spend a privacy budget by"
    own_logarithms: bool = False
    early: bool = False

    def with_logarithms(self, own: bool) -> Formula:
        """The same formula by our own logarithms, which take what a root lacks too, or by the platform's."""
        cases = (
            replace(case, value=case.value.with_pair(own))
            if isinstance(case.value, LogarithmOfOnePlus)
            else case
            for case in self.cases
        )
        return replace(self, cases=tuple(cases), own_logarithms=own)

    def recast(self, kind: type[Formula], **changes: Any) -> Formula:
        """The same formula, but for the changes, as one of a class of its own."""
        return kind(**{field.name: getattr(self, field.name) for field in fields(Formula)} | changes)

    @property
    def name(self) -> str:
        """The name of the exported function."""
        return function_name(self.identifier)

    @property
    def error(self) -> Fraction:
        """The proven bound on the error of a result, in ulps of the exact value."""
        values = [case.value for case in self.cases if case.value is not None]
        last = LOGARITHM_ERROR if self.own_logarithms else LIBRARY_ERROR
        return max((v.error + v.library_error * last for v in values), default=Fraction(0))

    @property
    def taken_for_granted(self) -> frozenset[Operation]:
        """The functions of the platform's library that are called: each has to be within 1 ulp."""
        own = LOGARITHMS if self.own_logarithms else frozenset()
        return functions_of(self.program().body) - {Operation.ABSOLUTE, Operation.SQUARE_ROOT} - own

    @property
    def error_text(self) -> str:
        """The bound in decimals, rounded up."""
        return _rounded_up(self.error)

    @property
    def safe_name(self) -> str:
        """The name of the function that stays on the safe side."""
        return f"{self.name}_{self.side}"

    @property
    def safe_text(self) -> str:
        """Where the safe function lies, and what for: the end of a sentence."""
        use = f": the one {self.safe_use}" if self.safe_use else ""
        return f"{self.farthest_text} ulps {self.side.towards} it{use}"

    @property
    def steps(self) -> int:
        """How many binary64 numbers the safe function lies from the result."""
        return ceil(self.error)

    @property
    def farthest(self) -> float:
        """How many ulps the safe function may lie from the exact value.

        Downwards twice the bound and one; upwards a step may count for two, in the next binade. A share of
        the result is the bound rounded up and 2, in u, and has two roundings of its own.
        """
        if self.steps > MOST_STEPS:
            return float(self.error + self.steps + 5)
        return float(2 * self.error + 1 if self.side is Side.LOWER else 3 * self.error + 2)

    @property
    def farthest_text(self) -> str:
        """The same in decimals, rounded up."""
        return _rounded_up(Fraction(self.farthest))

    def program(self) -> Program:
        """The rounded value: its error is at most `error` ulps."""
        block, value = self._evaluated()
        return Program(self.name, self._parameters, (*block.statements, *_finished(value)))

    def safe_program(self) -> Program:
        """A value that is never on the wrong side: the rounded one, moved past its error."""
        block, value = self._evaluated()
        inner = block.inner()
        moved = value
        moving = subtract if self.side is Side.LOWER else add
        for _ in range(1 if self.steps > MOST_STEPS else self.steps):
            step = multiply(moved, Constant(self._step))
            moved = inner.assign(str(self.side), moving(moved, step), self._said)
        finite = (
            Comparison(value, Order.GREATER, Constant(0.0)),
            Comparison(value, Order.LESS, Constant(float("inf"))),
        )
        moved = block.choose("value", finite, (inner.statements, moved), ((), value))
        return Program(self.safe_name, self._parameters, (*block.statements, *_finished(moved)))

    @property
    def _step(self) -> float:
        """What the safe function adds to a value, or takes from it, as a share of it.

        The bound E is one on relative errors in u too. With c = (E + 2) u or more, a value of at most 1 + E u
        times the exact one becomes at most (1 + E u) (1 - c (1 - u)) (1 + u) times it: below it; so upwards.
        """
        return _NEIGHBOUR if self.steps <= MOST_STEPS else (self.steps + 2) * 2.0**-53

    @property
    def _said(self) -> str:
        side = self.side.towards
        return f"the next number {side}" if self.steps <= MOST_STEPS else f"{self.steps + 2} 2^-53 {side}"

    @property
    def _parameters(self) -> tuple[str, ...]:
        return tuple(argument.name for argument in self.arguments)

    def _evaluated(self) -> tuple[BlockBuilder, Expression]:
        block = BlockBuilder(set(self._parameters))
        values: dict[sp.Symbol, Expression] = {a.symbol: Variable(a.name) for a in self.arguments}
        for requirement in requirements(self.arguments, self.domain):
            block.end(requirement)
        for condition in self.domain:
            if limit_of(condition, self.arguments) is None:
                comparison = _compared(block, condition, values)
                block.end(Require(comparison, Refusal.DOMAIN, f"needed: {condition}"))
        clear = clearly(block, self.cases[0], self.arguments, values) if self.early else None
        if clear is None:
            return block, _first_case(block, self.cases, values)
        inner, infinite = block.inner(), Constant(float("inf"))
        other = _first_case(inner, self.cases, values, few=True)
        said = f"clearly {_listed(self.cases[0])}"
        return block, block.choose("value", (clear,), ((), infinite), (inner.statements, other), said)


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
    block: BlockBuilder, cases: tuple[Case, ...], values: Mapping[sp.Symbol, Expression], few: bool = False
) -> Expression:
    """The value of the first case whose conditions hold (as they do at `few` points), or of the last one."""
    case, others = cases[0], cases[1:]
    if not others:
        return _value(block, case, values)
    comparisons = tuple(_compared(block, c, values) for c in case.conditions)
    here, elsewhere = block.inner(), block.inner()
    value = _value(here, case, values)
    other = _first_case(elsewhere, others, values)
    blocks = (here.statements, value), (elsewhere.statements, other)
    return block.choose("value", comparisons, *blocks, _listed(case), few=few)


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
