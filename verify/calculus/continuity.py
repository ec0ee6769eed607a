"""Limits of continuous expressions: where every part is defined and continuous, the value at the point.

Sums, products, exponentials, hyperbolic functions, `Abs`, `Max` and `Min` are continuous where their parts
are; logarithms and roots where their argument is positive, quotients where the divisor is not 0. These sets
are open, so that the expression is then defined near the point, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from verify.calculus.cases import NoRuleError, Region
from verify.language.case_functions import NOT_REAL
from verify.language.definedness import asked_by
from verify.language.note import Note
from verify.language.truth import holds_at

_CONTINUOUS = (sp.Add, sp.Mul, sp.exp, sp.sinh, sp.cosh, sp.tanh, sp.sin, sp.cos, sp.Abs, sp.Max, sp.Min)


def continuous_value(expression: sp.Expr, variable: sp.Symbol, region: Region) -> sp.Expr | None:
    """The limit as the variable tends to 0, if the expression is proved to be continuous there.

    Parameters
    ----------
    expression : Expr
        In the variable and the parameters.
    variable : Symbol
        Tends to 0.
    region : Region
        The parameters; where the rule applies, the evidence for the side conditions is added to it.

    Returns
    -------
    Expr or None
        The value at 0; None where the rule does not apply, which says nothing on the limit.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.prover.prover import Prover
    >>> t = sp.Symbol("t", positive=True)
    >>> continuous_value(sp.log(a + t) / (1 + t), t, Region((a > 0,), Prover()))
    log(a)
    >>> continuous_value(sp.log(a + t) / (1 + t), t, Region((a >= 0,), Prover())) is None
    True
    """
    try:
        conditions = list(_conditions(expression, variable))
    except NoRuleError:
        return None
    at_zero = dict.fromkeys(c.func(c.lhs.subs(variable, 0), 0, evaluate=False) for c in conditions)
    value = expression.subs(variable, 0)
    if any(part.has(*NOT_REAL) for part in (value, *at_zero)):
        return None
    known = {condition: holds_at(condition, {}) for condition in at_zero if not condition.free_symbols}
    if not all(known.values()):
        return None
    inner = Region(region.hypotheses, region.prover)
    if not all(inner.follows(condition) for condition in at_zero if condition not in known):
        return None
    region.evidence += inner.evidence
    return value


def _conditions(part: sp.Expr, variable: sp.Symbol) -> Iterator[sp.Basic]:
    """Comparisons with 0 under which the part is continuous in the variable.

    Those of its own parts are among them, so that none gets lost where these cancel.
    """
    if part.is_Symbol or part.is_Rational or part in (sp.pi, sp.E):
        return
    if not isinstance(part, (*_CONTINUOUS, sp.log, sp.coth, sp.Pow)):
        raise NoRuleError(Note("not known to be continuous: ", part.func))
    for condition in asked_by(part):
        # A root of 0 is a number, but near by the radicand may be negative.
        moving_root = isinstance(condition, sp.Ge) and part.has(variable)
        yield sp.Gt(*condition.args, evaluate=False) if moving_root else condition
    for argument in part.args:
        yield from _conditions(argument, variable)
