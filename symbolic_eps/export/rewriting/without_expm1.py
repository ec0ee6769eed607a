"""Formulas for languages that have exp and ln but no expm1: e^x - 1 from y = exp(x).

    expm1(x) = x                    where y = 1,
               (y - 1) x / ln(y)    where 1/2 <= y <= 2,
               y - 1                elsewhere.

Error, u = 2^-53, with exp and ln within E ulps, so with relative errors of at most 2 E u: y = e^x (1 + d),
|d| <= 2 E u.

* y = 1: |x| <= 2 E u, and e^x - 1 differs from x by x^2/2: E u of it.
* 1/2 <= y <= 2: y - 1 is exact. h(s) = (e^s - 1)/s is taken at s = ln y instead of x; log h has the
  derivative e^s/(e^s - 1) - 1/s, which lies between 0.44 and 0.558 there: a change by 1.12 E u. The logarithm
  adds 2 E u, the product and the quotient u each: 3.12 E + 2 in all, in u.
* y = 1 is written so that it is e^x - 1 in exact arithmetic too: (y - 1) + (x - ln(y)).
* elsewhere: y's error is at most 2 E u y, at most 4 E u |y - 1|; the difference adds u: 4 E + 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symbolic_eps.export.forms.extreme import Exactly, Smaller
from symbolic_eps.export.forms.formula import LIBRARY_ERROR, Formula, Method
from symbolic_eps.export.forms.quantities import WithExpm1
from symbolic_eps.export.forms.tree import SLACK
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

ERROR = SLACK * max(Fraction(78, 25) * LIBRARY_ERROR + 2, 4 * LIBRARY_ERROR + 1)
"""A bound on the relative error of the replaced expm1, in u."""

NOTE = (
    "expm1(x): x where y = exp(x) is 1; (y - 1) x/ln(y) for y from 1/2 to 2; else y - 1. "
    f"With exp and ln within {LIBRARY_ERROR} ulp its relative error is at most {float(ERROR):.2f} u, "
    "u = 2^-53: 1.12 u from exp, 2 u from ln, u each from product and quotient; y - 1 is exact"
)


@dataclass(frozen=True)
class FormulaWithoutExpm1(Formula):
    """A formula whose programs call no expm1; its nodes have the larger error."""

    def program(self) -> Program:
        """The rounded value."""
        return replaced(super().program())

    def safe_program(self) -> Program:
        """A value that is never above the exact one."""
        return replaced(super().safe_program())


def without_expm1(formula: Formula) -> Formula:
    """The formula for a language without expm1; itself, where it needs none, or where no bound is known.

    Parameters
    ----------
    formula : Formula

    Returns
    -------
    Formula
        With its own `error`, and so with its own `steps` and `lowest`.
    """
    values: list[Any] = [case.value for case in formula.cases]
    if (
        Operation.EXPM1 not in functions_of(formula.program().body)
        or type(formula) is not Formula
        or not all(map(_has_bound, values))
    ):
        return formula
    cases = tuple(
        replace(case, value=_with_larger_error(value))
        for case, value in zip(formula.cases, values, strict=True)
    )
    return formula.recast(FormulaWithoutExpm1, cases=cases, notes=(*formula.notes, Method(NOTE)))


def _has_bound(value: Any) -> bool:
    if isinstance(value, Smaller):
        return _has_bound(value.first) and _has_bound(value.second)
    return value is None or isinstance(value, (WithExpm1, Exactly))


def _with_larger_error(value: Any) -> Any:
    if isinstance(value, Smaller):
        return Smaller(_with_larger_error(value.first), _with_larger_error(value.second))
    return replace(value, expm1_error=ERROR) if isinstance(value, WithExpm1) else value


def replaced(program: Program) -> Program:
    """The program with each expm1 replaced as described above.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> from symbolic_eps.export.programs.program import Return, Variable
    >>> small = Program("f", ("x",), (Return(apply(Operation.EXPM1, Variable("x"))),))
    >>> run(replaced(small), [1e-10])
    1.00000000005e-10
    """
    return rewritten(program, Operation.EXPM1, _exponential)


def _exponential(arguments: tuple[Expression, ...], block: BlockBuilder) -> Expression:
    """Statements for e^x - 1."""
    (value,), one = arguments, Constant(1.0)
    x = block.assign("exponent", value)
    y = block.assign("power", apply(Operation.EXP, x))
    others, near, far, tiny = (block.inner() for _ in range(4))
    unrounded = subtract(x, apply(Operation.LOG, y))
    same = tiny.assign("difference", add(subtract(y, one), unrounded), "x, as ln 1 = 0")
    product = multiply(subtract(y, one), x)
    corrected = near.assign("corrected", divide(product, near.assign("logarithm", apply(Operation.LOG, y))))
    plain = far.assign("difference", subtract(y, one))
    beside = (
        Comparison(y, Order.GREATER_OR_EQUAL, Constant(0.5)),
        Comparison(y, Order.LESS_OR_EQUAL, Constant(2.0)),
    )
    usual = others.choose("difference", beside, (near.statements, corrected), (far.statements, plain))
    return block.choose(
        "difference",
        (Comparison(y, Order.EQUAL, one),),
        (tiny.statements, same),
        (others.statements, usual),
        "e^x - 1, corrected for the rounding of the exponential",
    )
