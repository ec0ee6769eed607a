"""Expressions defined by cases (`Abs`, `Max`, `Min`, `sign`, `Piecewise`) on a region where one case applies.

A comparison that is strict everywhere on a region stays true nearby, so that the case may be differentiated.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from verify.calculus.cases import NoRuleError, Region, UndecidedSignError, UndefinedError
from verify.language.case_functions import CHOICES, extreme
from verify.language.note import Note, equation
from verify.language.relations import HOLDS, sign_of

Relational = sp.core.relational.Relational


def resolved(expression: sp.Expr, region: Region, nearby: bool = True) -> sp.Expr:
    """The expression with every part that is defined by cases replaced by the case that applies.

    Parameters
    ----------
    expression : Expr
        Any expression.
    region : Region
        Where; answers the questions about signs.
    nearby : bool
        Whether the case has to apply in a neighbourhood of each point too, as differentiation asks.

    Raises
    ------
    verify.calculus.cases.UndecidedSignError
        Different cases may apply on the region.
    verify.calculus.cases.NoRuleError
        The cases meet on the region, and `nearby` was asked for.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> from verify.prover.prover import Prover
    >>> resolved(sp.exp(-sp.Abs(x - a)), Region((x > a,), Prover()))
    exp(a - x)
    """
    while parts := innermost(expression):
        expression = expression.xreplace({parts[0]: _case(parts[0], region, nearby)})
    return expression


def innermost(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """The parts that are defined by cases and hold no other such part.

    Examples
    --------
    >>> from sympy.abc import x
    >>> innermost(sp.Max(sp.Abs(x) - 1, 0))
    (Abs(x),)
    """
    parts = dict.fromkeys(p for p in sp.postorder_traversal(expression) if isinstance(p, CHOICES))
    return tuple(part for part in parts if not any(inner.has(*CHOICES) for inner in part.args))


def resolved_between(expression: sp.Expr, region: Region, variable: sp.Symbol, where: Note) -> sp.Expr:
    """The expression by the cases that apply where no more of them change with the variable.

    Raises
    ------
    verify.calculus.cases.UndecidedSignError
        Different cases may apply for different parameters.
    verify.calculus.cases.NoRuleError
        Different cases may apply for different values of the variable, in spite of `where` they are.
    """
    while innermost(expression):
        expression = one_layer_resolved(expression, region, variable, where)
    return expression


def one_layer_resolved(expression: sp.Expr, region: Region, variable: sp.Symbol, where: Note) -> sp.Expr:
    """As `resolved_between`, of the innermost parts alone: outside of these, cases may still change."""
    try:
        cases = {part: _case(part, region, nearby=False) for part in innermost(expression)}
    except UndecidedSignError as error:
        if error.expression.has(variable):
            raise NoRuleError(Note(error, where)) from error
        raise
    return expression.xreplace(cases)


def dividing_expressions(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """Expressions at whose zeros the applying cases change.

    Examples
    --------
    >>> from sympy.abc import x
    >>> dividing_expressions(sp.Abs(x - 1) + sp.Max(x, 2))
    (x - 1, x - 2)
    """
    differences: set[sp.Expr] = set()
    for part in sp.preorder_traversal(expression):
        if isinstance(part, (sp.Abs, sp.sign)):
            differences.add(part.args[0])
        elif isinstance(part, (sp.Max, sp.Min)):
            differences |= {one - other for i, one in enumerate(part.args) for other in part.args[:i]}
        elif isinstance(part, sp.Piecewise):
            comparisons = {c for _, condition in part.args for c in condition.atoms(Relational)}
            differences |= {c.lhs - c.rhs for c in comparisons}
    signed = {-e if e.could_extract_minus_sign() else e for e in differences}
    return tuple(sorted((e for e in signed if e.free_symbols), key=str))


def slope_and_constant(expression: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """The coefficients of an expression at whose zero the cases change, which has to be linear.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        If it is not.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> slope_and_constant(2 * x - a, x)
    (2, -a)
    """
    polynomial = sp.Poly(expression, variable) if expression.is_polynomial(variable) else None
    if polynomial is None or polynomial.degree() != 1:
        place = equation(expression, sp.S.Zero)
        raise NoRuleError(Note("the cases change where ", place, ", which is not linear in ", variable))
    slope, constant = polynomial.all_coeffs()
    return slope, constant


def factor_and_exponent(expression: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Two expressions whose product has the sign of the given one.

    Of `f e^a - f c e^b` with a number c > 0 they are f and a - b - log(c), which is linear where a and b are;
    of an expression of another form, 1 and itself.

    Examples
    --------
    >>> from sympy.abc import a, b, x
    >>> factor_and_exponent(sp.exp(-x) / b - 2 * sp.exp(x - a) / b)
    (2/b, a - 2*x - log(2))
    """
    terms = sp.Add.make_args(sp.expand(expression, power_exp=False))
    if len(terms) != 2 or not all(term.has(sp.exp) for term in terms):
        return sp.S.One, expression
    taken, given = sorted(terms, key=lambda term: not term.could_extract_minus_sign())
    number, powers = sp.powsimp(given / taken, combine="exp").as_coeff_Mul()
    if not number.is_negative or not isinstance(powers, sp.exp):
        return sp.S.One, expression
    factor = -taken.xreplace({power: sp.S.One for power in taken.atoms(sp.exp)})
    return factor, sp.expand(powers.args[0] + sp.log(-number))


def _case(choice: sp.Expr, region: Region, nearby: bool) -> sp.Expr:
    def sign(expression: sp.Expr) -> int:
        factor, exponent = factor_and_exponent(expression)
        value = region.sign(factor) * region.sign(exponent)
        if value == 0 and nearby:
            raise NoRuleError(Note("the cases of ", choice, " meet where ", equation(expression, sp.S.Zero)))
        return value

    def holds(comparison: sp.Basic) -> bool:
        return HOLDS[sign_of(comparison)](sign(comparison.lhs - comparison.rhs), 0)

    if isinstance(choice, sp.Abs):
        return sign(choice.args[0]) * choice.args[0]
    if isinstance(choice, sp.sign):
        return sp.Integer(sign(choice.args[0]))
    if isinstance(choice, sp.Piecewise):
        for value, condition in choice.args:
            if truth_by_parts(condition, holds):
                return value
        raise UndefinedError(Note("no case of ", choice, " applies"))
    return extreme(choice, choice.args, sign)


def truth_by_parts(condition: sp.Basic, holds: Callable[[sp.Basic], bool]) -> bool:
    """Whether a combination of comparisons is true, by what holds of each.

    Raises
    ------
    verify.calculus.cases.NoRuleError
        If it is made of something else.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> truth_by_parts((a < b) | sp.Not(sp.Eq(a, b)), lambda comparison: False)
    False
    """
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, sp.And):
        return all(truth_by_parts(part, holds) for part in condition.args)
    if isinstance(condition, sp.Or):
        return any(truth_by_parts(part, holds) for part in condition.args)
    if isinstance(condition, sp.Not):
        return not truth_by_parts(condition.args[0], holds)
    if not isinstance(condition, Relational):
        raise NoRuleError(Note("not a comparison: ", condition))
    return holds(condition)
