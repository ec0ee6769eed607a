"""Vacuous claims: true whatever the paper says, so that a proof of them says nothing.

A claim is vacuous if it compares a formula with itself, if its conclusion is among its hypotheses or is a
single one of them, multiplied or weakened (a > 0 gives 2 a >= 0), or if what it says of a variable is about
a formula without it. Such a line is to be encoded as a definition, or as the substitution that it makes.
"""

from __future__ import annotations

import sympy as sp
from sympy.core.relational import Relational

from verify.claims.claim import Claim, Kind, Statement
from verify.claims.premises import parts_of

ITSELF = "a formula is compared with itself"
WITHOUT = "its formula is without the variable"
FORMULA = ("expression", "function", "equation", "integrand", "density", "term")
VARIABLES = ("over", "variable")
"""What statements of calculus call their parts."""

CONCLUSIONS = ("goal", "claim")
"""What statements on sums, and those by induction, call what they conclude."""

GIVES = {">": {">", ">=", "!="}, ">=": {">="}, "==": {"==", ">="}, "!=": {"!="}}
"""What a relation to zero gives."""


def why_vacuous(claim: Claim) -> str:
    """Why a claim says nothing; empty text where it says something.

    Parameters
    ----------
    claim : Claim
        Definitions and cited results are not looked at.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> from verify.claims.claim import Locator
    >>> def why(statement, *domain):
    ...     return why_vacuous(Claim(Locator("example", "eq:1"), statement, domain))
    >>> why(sp.Eq(a + b, b + a, evaluate=False))
    'a formula is compared with itself'
    >>> why(a >= 0, b > 0, a > 0), why(2 * a > 2 * b + 2, a > 1 + b)
    ('is one of its hypotheses, or weaker', 'is one of its hypotheses, or weaker')
    >>> why(a >= 0, a * b > 0, b > 0)
    ''
    """
    if claim.kind is not Kind.ASSERTION:
        return ""
    if isinstance(claim.statement, Statement):
        return _why_object(claim.statement, claim.domain)
    return _why_all(claim.statement, claim.domain)


def _why_object(statement: Statement, domain: tuple[sp.Basic, ...]) -> str:
    """Of a limit, an extremum, a derivative: its formula, and the variables that it is about."""
    part = {name: getattr(statement, name, None) for name in (*FORMULA, *VARIABLES, *CONCLUSIONS)}
    for name in CONCLUSIONS:
        if isinstance(part[name], sp.Basic):
            return _why_all(part[name], domain)
    formula = next((part[name] for name in FORMULA if part[name] is not None), None)
    if not isinstance(formula, sp.Basic):
        return ""
    variables = part["over"] or tuple(filter(None, [part["variable"]]))
    return WITHOUT if variables and not formula.has(*variables) else ""


def _why_all(statement: sp.Basic, domain: tuple[sp.Basic, ...]) -> str:
    """Of a conjunction: the one reason that all parts have."""
    if statement == sp.true:
        return "is true before it is proved"
    reasons = {_why(goal, domain) for goal in parts_of((statement,))}
    return reasons.pop() if len(reasons) == 1 else ""


def _why(goal: sp.Basic, domain: tuple[sp.Basic, ...]) -> str:
    if isinstance(goal, Relational) and goal.lhs == goal.rhs:
        return ITSELF
    if any(_gives(hypothesis, goal) for hypothesis in parts_of(domain)):
        return "is one of its hypotheses, or weaker"
    return ""


def _gives(hypothesis: sp.Basic, goal: sp.Basic) -> bool:
    """Whether the goal is the hypothesis but for a positive factor and the strength of the relation."""
    if hypothesis == goal:
        return True
    if not (isinstance(hypothesis, Relational) and isinstance(goal, Relational)):
        return False
    known, relation = _against_zero(hypothesis)
    wanted, wanted_relation = _against_zero(goal)
    same = known == wanted or (relation in ("==", "!=") and known == -wanted)
    return same and wanted_relation in GIVES[relation]


def _against_zero(comparison: Relational) -> tuple[sp.Expr, str]:
    """What is compared with zero, without its positive content, and how."""
    turned = comparison.rel_op in ("<", "<=")
    difference = comparison.rhs - comparison.lhs if turned else comparison.lhs - comparison.rhs
    return sp.expand_mul(difference).as_content_primitive()[1], comparison.rel_op.replace("<", ">")
