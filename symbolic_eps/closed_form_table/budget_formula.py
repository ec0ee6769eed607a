"""Statements on the recommended budget of a profile as formulas: `r*(p, q) = ... implies eps = ...`.

`r*(p)` or `r*(q)` is a profile with the other prior held fixed; where it is oo, nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp

from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.theory.symbols import parameter
from verify.language.as_printed import eq
from verify.language.note import Formula, Note, equation, joined

EPSILON = parameter("eps")
"""The recommended budget."""

RISK_BOUND = sp.Symbol("r*")
"""The bound on the relative risk; no parameter of a profile has this name."""

DEVIATION = parameter("sigma")
"""The standard deviation of the geometric mechanism's noise for this budget."""

NO_NOISE = sp.Function("P")(eq(parameter("K"), sp.Integer(0)))
"""The probability that its noise K is 0."""


def given_profile(
    profile: RiskProfile,
    conclusion: sp.Basic,
    values: Mapping[sp.Symbol, sp.Expr] | None = None,
    where: Iterable[sp.Basic] = (),
) -> sp.Basic:
    """The conclusion, for the profile.

    Parameters
    ----------
    profile : RiskProfile
        The profile.
    conclusion : Boolean
        On `EPSILON`, or another number that belongs to the profile.
    values : mapping of Symbol to Expr, optional
        Exact values of its parameters, a prior held fixed among them.
    where : iterable of Boolean
        Further conditions on the parameters.

    Examples
    --------
    >>> from sympy.abc import r
    >>> given_profile(RiskProfile("r", ("r > 1",)), eq(EPSILON, sp.log(r) / 2))
    Implies(Eq(r*(p, q), r), Eq(eps, log(r)/2))
    """
    known = {**profile.numbers, **(values or {})}
    box = [condition.relational.subs(known).canonical for condition in profile.box]
    known |= {c.lhs: c.rhs for c in box if sp.Ge(c.lhs, c.rhs) in box and sp.Le(c.lhs, c.rhs) in box}
    arguments = [known.get(v, v) for v in PRIORS if v in known or v not in profile.fixed]
    bound, enforced = profile.bound.subs(known), sp.And(*(c.subs(known) for c in box))
    if enforced != sp.true:
        bound = sp.Piecewise((bound, enforced), (sp.oo, True))
    premises = (eq(sp.Function("r*")(*arguments), bound), *where)
    premise = sp.And(*premises, evaluate=False) if len(premises) > 1 else premises[0]
    return sp.Implies(premise, conclusion, evaluate=False)


def budget_text(profile: RiskProfile, epsilon: sp.Expr) -> Note:
    """In words, that the recommended budget of the profile is epsilon.

    Parameters
    ----------
    profile : RiskProfile
        The profile.
    epsilon : Expr
        In its parameters.

    Examples
    --------
    >>> from sympy.abc import q, r
    >>> budget_text(RiskProfile("r", ("r > 1",), {"q": "q"}), sp.log(r) / 2)
    'the recommended budget for r* = r with q held fixed is log(r)/2'
    """
    at = (Note(" at ", equation(v, value)) for v, value in profile.numbers.items())
    symbolic = joined(", ", (v for v, value in profile.fixed.items() if v == value))
    risk = Formula(f"r* = {profile.bound}", eq(RISK_BOUND, profile.bound))
    bound = Note("the recommended budget for ", risk, *at)
    fixed = Note(bound, " with ", symbolic, " held fixed") if symbolic else bound
    boxed = Note(fixed, " on ", joined(" and ", profile.box)) if profile.box else fixed
    return Note(boxed, " is ", epsilon)


def rounds_to(number: sp.Expr, printed: str) -> sp.Basic:
    """The number, rounded as printed.

    Parameters
    ----------
    number : Expr
        Such as `EPSILON`.
    printed : str
        Its digits.

    Examples
    --------
    >>> rounds_to(EPSILON, "0.51")
    Eq(round(eps, 2), 0.51)
    """
    digits = printed.partition(".")[2]
    shown = sp.Float(printed, len(printed.replace(".", "").lstrip("0"))) if digits else sp.Integer(printed)
    return eq(sp.Function("round")(number, sp.Integer(len(digits))), shown)
