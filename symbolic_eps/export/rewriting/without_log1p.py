"""Formulas for languages with a natural logarithm but no log1p: log(1 + z) from ln(w), w = 1 + z rounded.

    log1p(z) = z                    where w = 1,
               ln(w) z / (w - 1)    where 1/2 <= w <= 2,
               ln(w)                elsewhere.

Error, for z > -1, u = 2^-53, and ln within E ulps, so with a relative error of at most 2 E u. The rounding of
the sum gives w = (1 + z)(1 + d), |d| <= u.

* w = 1: |z| <= u, and log(1 + z) differs from z by at most |z|/2 (1 + u) of it: below u.
* 1/2 <= w <= 2: w - 1 is exact. The quotient h(t) = log(1 + t)/t is taken at w - 1 instead of z. With
  s(t) = (1 + t)/t - 1/log(1 + t), which rises from 0.44 at t = -1/2 to 0.558 at t = 1, the derivative of
  log h is -s(t)/(1 + t); so log h changes by at most 0.56 |log(1 + d)|. The logarithm adds 2 E u, the product
  and the quotient u each: 2 E + 2.56 in all, in u.
* elsewhere: log(1 + z) is wrong by log(1 + d), at least log 2 in size: 1.45 u; in all 2 E + 1.45.

Where w = 1, z is written as ln(w) + (z - (w - 1)), which is log(1 + z) in exact arithmetic too. Products of
these errors are covered by the slack of `tree`. Nothing overflows or underflows: |ln(w)| >= u and |z| >= u in
the second case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from symbolic_eps.export.forms.formula import LIBRARY_ERROR, Formula, Method
from symbolic_eps.export.forms.tree import SLACK, LogarithmOfOnePlus, Node
from symbolic_eps.export.programs.block import BlockBuilder
from symbolic_eps.export.programs.function_replacement import rewritten
from symbolic_eps.export.programs.program import (
    Comparison,
    Constant,
    Expression,
    Operation,
    Order,
    Program,
    add,
    apply,
    divide,
    functions_of,
    multiply,
    subtract,
)
from symbolic_eps.export.rewriting.without_expm1 import FormulaWithoutExpm1

ROUNDINGS = SLACK * Fraction(64, 25)
"""What the correction adds to the relative error 2 E u of ln, in u."""

ERROR = 2 * LIBRARY_ERROR + ROUNDINGS
"""A bound on the relative error of the replaced log1p, in u; so on its error in ulps."""

NOTE = (
    "log1p(z): z where w = 1 + z, rounded, is 1; ln(w) z/(w - 1) for w from 1/2 to 2; else ln(w). "
    f"With ln within {LIBRARY_ERROR} ulp its relative error is at most {float(ERROR):.2f} u, u = 2^-53: "
    "0.56 u from the sum, 2 u from ln, u each from product and quotient; w - 1 is exact"
)


@dataclass(frozen=True)
class FormulaWithoutLog1p(Formula):
    """A formula whose programs call no log1p, with the larger error bound that follows."""

    @property
    def error(self) -> Fraction:
        """The proven bound on the error of a result, in ulps of the exact value."""
        values = [case.value for case in self.cases if case.value is not None]
        return max((value.error + _of_library(value) for value in values), default=Fraction(0))

    def program(self) -> Program:
        """The rounded value."""
        return replaced(super().program())

    def safe_program(self) -> Program:
        """A value that is never above the exact one."""
        return replaced(super().safe_program())


class FormulaWithoutEither(FormulaWithoutLog1p, FormulaWithoutExpm1):
    """A formula whose programs call neither log1p nor expm1: its nodes have the larger error of that one."""


_REPLACING = {Formula: FormulaWithoutLog1p, FormulaWithoutExpm1: FormulaWithoutEither}


def without_log1p(formula: Formula) -> Formula:
    """The formula for a language without log1p; the formula itself, where it needs none.

    Parameters
    ----------
    formula : Formula

    Returns
    -------
    Formula
        With its own `error`, and so with its own `steps` and `lowest`.
    """
    if Operation.LOG1P not in functions_of(formula.program().body):
        return formula
    if type(formula) not in _REPLACING:
        raise TypeError(f"{formula.identifier}: no error bound is known for a {type(formula).__name__}")
    return formula.recast(_REPLACING[type(formula)], notes=(*formula.notes, Method(NOTE)))


def _of_library(value: Node) -> Fraction:
    """What the last function adds: a relative error of `ERROR` u, or as many ulps with the node's weight."""
    if isinstance(value, LogarithmOfOnePlus):
        return ERROR
    return value.library_error * ERROR


def replaced(program: Program) -> Program:
    """The program with each log1p replaced as described above.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> from symbolic_eps.export.programs.program import Return, Variable
    >>> small = Program("f", ("x",), (Return(apply(Operation.LOG1P, Variable("x"))),))
    >>> run(replaced(small), [1e-10])
    9.999999999500001e-11
    """
    return rewritten(program, Operation.LOG1P, _logarithm)


def _logarithm(arguments: tuple[Expression, ...], block: BlockBuilder) -> Expression:
    """Statements for log(1 + z)."""
    (value,), one = arguments, Constant(1.0)
    z = block.assign("excess", value)
    w = block.assign("one_plus", add(one, z), "1 + z, rounded")
    others, near, far, tiny = (block.inner() for _ in range(4))
    unrounded = subtract(z, subtract(w, one))
    same = tiny.assign("logarithm", add(apply(Operation.LOG, w), unrounded), "z, as ln 1 = 0")
    product = multiply(near.assign("logarithm", apply(Operation.LOG, w)), z)
    corrected = near.assign("corrected", divide(product, subtract(w, one)))
    plain = far.assign("logarithm", apply(Operation.LOG, w))
    bounds: Mapping[Order, float] = {Order.GREATER_OR_EQUAL: 0.5, Order.LESS_OR_EQUAL: 2.0}
    beside = tuple(Comparison(w, order, Constant(bound)) for order, bound in bounds.items())
    usual = others.choose("logarithm", beside, (near.statements, corrected), (far.statements, plain))
    return block.choose(
        "logarithm",
        (Comparison(w, Order.EQUAL, one),),
        (tiny.statements, same),
        (others.statements, usual),
        "log(1 + z), corrected for the rounding of the sum",
    )
