"""What a given eps allows, as formulas for `symbolic-eps export`: risks, so that more is the safe side.

Written in x = e^-eps and 1 - x, so that nothing cancels and nothing overflows. The largest delta for a given
eps is a function of e^eps (`delta_formulas`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.extreme import Exactly, Smaller
from symbolic_eps.export.forms.formula import Case, Formula, Side
from symbolic_eps.export.forms.quantities import WithExpm1
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.export.forms.tree import SLACK, Values
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.program import (
    Apply,
    Constant,
    Expression,
    Operation,
    add,
    apply,
    divide,
    multiply,
)
from symbolic_eps.notions.delta_formulas import growth
from symbolic_eps.notions.notion import BASELINE, DELTA
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import non_negative, positive

EPS = parameter("eps")
X = sp.exp(-EPS)
SOURCE = "Success of attacks, derived in docs/notions.md"
RISK = Use(Side.UPPER, "to state a risk by", "a risk that is understated is a promise that is not kept")

SMALLEST, LARGEST = 2.0**-200, 300.0
"""Of eps: what is formed of it neither overflows nor underflows."""

_LIBRARY = Fraction(2)
_ONE = Constant(1.0)


def _spent_and_left(block: BlockBuilder, values: Values) -> tuple[Expression, Expression]:
    """1 - x and x."""
    negated = Apply(Operation.NEGATE, (values[EPS],))
    spent = block.assign("spent", Apply(Operation.NEGATE, (apply(Operation.EXPM1, negated),)), "1 - e^-eps")
    return spent, block.assign("x", apply(Operation.EXP, negated), "x = e^-eps")


@dataclass(frozen=True)
class Advantage(WithExpm1):
    """(1 - x + 2 x delta)/(1 + x), sums of numbers >= 0.

    Above, expm1, or exp and a product, and the sum; below, exp and the sum, of which 1 has no error, so that
    x <= 1 gives half of exp's; and the quotient.
    """

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return (1 - X + 2 * X * DELTA) / (1 + X)

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (max(self.expm1_error, _LIBRARY + 1) + 1 + _LIBRARY / 2 + 1 + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        spent, x = _spent_and_left(block, values)
        told = block.assign("told", multiply(x, multiply(Constant(2.0), values[DELTA])))
        above = block.assign("above", add(spent, told))
        return block.assign("value", divide(above, add(_ONE, x)))


@dataclass(frozen=True)
class SuccessEarly(WithExpm1):
    """delta + k/x, as delta + e^eps k: exp, the product, and the sum."""

    error = SLACK * (_LIBRARY + 2)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return DELTA + sp.exp(EPS) * BASELINE

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        growth = block.assign("growth", apply(Operation.EXP, values[EPS]), "e^eps")
        return block.assign(
            "early", add(values[DELTA], multiply(growth, values[BASELINE])), "where s + k <= 1"
        )


@dataclass(frozen=True)
class SuccessLate(WithExpm1):
    """1 - x (1 - delta - k), as (1 - x) + x (delta + k): sums of numbers >= 0."""

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return 1 - X + X * (DELTA + BASELINE)

    @property
    def error(self) -> Fraction:
        """expm1, or exp, the inner sum and the product; and the outer sum."""
        return SLACK * (max(self.expm1_error, _LIBRARY + 2) + 1)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        spent, x = _spent_and_left(block, values)
        told = block.assign("told", multiply(x, add(values[DELTA], values[BASELINE])))
        return block.assign("late", add(spent, told), "where s + k >= 1")


@dataclass(frozen=True)
class DivergenceOfPure(WithExpm1):
    """log(e^eps - 1 + e^-eps) as log1p(t (t/x)), t = 1 - x: log1p is concave, so that errors do not grow.

    t twice, x, and the two roundings.
    """

    library_error = Fraction(2)

    @property
    def exact(self) -> sp.Expr:
        """The value in real arithmetic."""
        return sp.log(1 + (1 - X) ** 2 / X)

    @property
    def error(self) -> Fraction:
        """See the class."""
        return SLACK * (2 * self.expm1_error + _LIBRARY + 2)

    def lowered(self, block: BlockBuilder, values: Values) -> Expression:
        """Statements that evaluate it."""
        spent, x = _spent_and_left(block, values)
        inner = block.assign("excess", multiply(spent, divide(spent, x)))
        return block.assign("value", apply(Operation.LOG1P, inner))


_ARGUMENTS = {
    EPS: Argument(EPS, "privacy budget, in nats", False, SMALLEST, LARGEST),
    DELTA: Argument(DELTA, "that of (eps, delta)-differential privacy", True, SMALLEST),
    BASELINE: Argument(
        BASELINE, "baseline: probability that an attack says yes without the record", False, SMALLEST
    ),
}
_DOMAINS = {
    EPS: (positive(EPS),),
    DELTA: (non_negative(DELTA), positive(1 - DELTA)),
    BASELINE: (positive(BASELINE), positive(1 - BASELINE)),
}


def _formula(
    name: str, title: str, result: str, symbols: Sequence[sp.Symbol], cases: Sequence[Case], *notes: str
) -> Formula:
    exact = sp.Piecewise(*((c.exact, sp.And(*(k.relational for k in c.conditions))) for c in cases))
    return Formula(
        name,
        title,
        SOURCE,
        tuple(_ARGUMENTS[symbol] for symbol in symbols),
        tuple(condition for symbol in symbols for condition in _DOMAINS[symbol]),
        tuple(cases),
        result,
        str(exact),
        (RISK.note, *notes),
        budget=False,
        side=RISK.side,
        safe_use=RISK.purpose,
    )


def success() -> Formula:
    """The largest success under (eps, delta) at a baseline.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> round(run(success().program(), (1.0, 0.0, 0.1)), 12)
    0.271828182846
    """
    value = Smaller(SuccessEarly(), SuccessLate())
    room = positive(1 - DELTA - BASELINE)
    return _formula(
        "approximate-success",
        "the largest success of an attack at a baseline under (eps, delta)-differential privacy",
        "a probability",
        (EPS, DELTA, BASELINE),
        (Case((room.negation,), Exactly(sp.Integer(1)), sp.Integer(1)), Case((room,), value, value.exact)),
        "the smaller of delta + e^eps k and 1 - e^-eps (1 - delta - k): sums of numbers >= 0",
    )


def advantage() -> Formula:
    """The largest success - baseline under (eps, delta).

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> round(run(advantage().program(), (1.0, 0.0)), 12)
    0.46211715726
    """
    return _formula(
        "approximate-advantage",
        "the largest success - baseline of an attack under (eps, delta)-differential privacy",
        "a difference of probabilities",
        (EPS, DELTA),
        (Case((), Advantage(), Advantage().exact),),
        "(e^eps - 1 + 2 delta)/(e^eps + 1) in e^-eps: no difference cancels, and nothing overflows",
    )


def divergence_of_pure() -> Formula:
    """The least rho that follows from eps-differential privacy.

    Examples
    --------
    >>> divergence_of_pure().cases[0].exact.subs(EPS, sp.log(2)).simplify()
    log(3/2)
    """
    return _formula(
        "renyi-2-of-eps",
        "the least rho (Renyi divergence of order 2, both ways) that eps-differential privacy keeps to",
        "a divergence, in nats",
        (EPS,),
        (Case((), DivergenceOfPure(), DivergenceOfPure().exact),),
        "e^eps - 2 + e^-eps is the square of 1 - e^-eps over e^-eps: accurate where eps is small",
    )


FORMULAS: tuple[Callable[[], Formula], ...] = (success, advantage, divergence_of_pure, growth)
"""In the order in which lists name them."""
