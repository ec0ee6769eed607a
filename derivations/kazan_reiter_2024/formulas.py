"""Formulas for export that no profile leads to: Theorems 1 and 2, and the mechanism of Definition 1."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.derived import MEANINGS, stable_form, stable_notes
from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.forms.quantities import (
    EPSILON,
    HALF_WIDTH,
    STEPS,
    Coverage,
    Deviation,
    ProbabilityExact,
    RelativeRiskBound,
    Tail,
    Variance,
)
from symbolic_eps.export.forms.tree import Node
from symbolic_eps.theory.bound import bound_polynomial, relative_risk_upper_bound
from symbolic_eps.theory.root import epsilon, unconstrained_condition
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND
from verify.language.condition import Condition, non_negative, positive

PAPER = "Kazan & Reiter 2024"

_P, _Q, _R = PRIOR_INCLUSION, PRIOR_VALUE, RELATIVE_RISK_BOUND
_PRIORS = (positive(_P), non_negative(1 - _P), positive(_Q), non_negative(1 - _Q))
_BUDGET = Argument(EPSILON, "privacy budget, in nats", smallest=2.0**-500, largest=600.0)
_STEPS = Argument(STEPS, "size of the noise, a whole number", smallest=1.0, largest=2.0**50, whole=True)
_WIDTH = Argument(HALF_WIDTH, "half-width, a whole number", smallest=1.0, largest=2.0**50, whole=True)


def root() -> Formula:
    """Theorem 2: the largest eps for given priors and a bound on the relative risk.

    Examples
    --------
    >>> formula = root()
    >>> formula.name, [a.name for a in formula.arguments], float(formula.error) < 7.01
    ('root', ['r', 'p', 'q'], True)
    """
    # r F: its constant term carries the only cancellation, 1 - r p q.
    polynomial = sp.expand(_R * bound_polynomial().subs(INVERSE_RISK, 1 / _R))
    form = stable_form(polynomial, (_P, _Q))
    unconstrained = unconstrained_condition()
    cases = (
        Case((unconstrained,), None, sp.oo),
        Case((unconstrained.negation,), form, epsilon(), sp.expand(polynomial.subs(DECAY, 1))),
    )
    return Formula(
        "root",
        "the largest eps that keeps the relative risk within r at the priors p and q",
        f"{PAPER}, Theorem 2, (12)",
        (Argument(_R, MEANINGS[_R]), Argument(_P, MEANINGS[_P], True), Argument(_Q, MEANINGS[_Q], True)),
        (*_PRIORS, non_negative(_R - 1)),
        cases,
        "eps in nats; infinite where r p q >= 1",
        str(sp.Piecewise((sp.oo, unconstrained.relational), (epsilon(), True))),
        stable_notes(form),
    )


def bound() -> Formula:
    """Theorem 1: the bound on the relative risk for given priors and eps.

    Its inverse, the eps for a given bound, is `root`.
    """
    budget = Argument(EPSILON, _BUDGET.meaning, largest=300.0)
    arguments = (budget, Argument(_P, MEANINGS[_P], True), Argument(_Q, MEANINGS[_Q], True))
    return Formula(
        "bound",
        "the largest relative risk that eps allows at the priors p and q",
        f"{PAPER}, Theorem 1, (11)",
        arguments,
        (*_PRIORS, non_negative(EPSILON)),
        (Case((), RelativeRiskBound(), RelativeRiskBound().exact),),
        "posterior / prior, at least 1",
        str(relative_risk_upper_bound().subs(DECAY, sp.exp(-EPSILON))),
        ("1/bound is a polynomial in p, q and e^-eps that is evaluated with its rounding errors",),
        budget=False,
        safe_use="",
    )


def deviation() -> Formula:
    """Definition 1: the standard deviation of the geometric mechanism's noise."""
    return _noise("deviation", "standard deviation of the geometric noise", "counts", Deviation())


def variance() -> Formula:
    """Its square."""
    return _noise("variance", "variance of the geometric noise", "squared counts", Variance())


def exact() -> Formula:
    """Definition 1: how probable it is that nothing is added."""
    return _noise("exact", "probability that the geometric noise is 0", "a probability", ProbabilityExact())


def tail() -> Formula:
    """Definition 1: how probable noise of a size or more is."""
    title = "probability that the geometric noise is `steps` or more"
    domain = (non_negative(STEPS - 1), non_negative(600 - STEPS * EPSILON))
    return _noise("tail", title, "a probability", Tail(), (_STEPS,), domain)


def coverage() -> Formula:
    """Definition 1: how probable noise of a size or less is."""
    title = "probability that the geometric noise is at most `half_width` in size"
    domain = (non_negative(HALF_WIDTH - 1), non_negative(300 - HALF_WIDTH * EPSILON))
    return _noise("coverage", title, "a probability", Coverage(), (_WIDTH,), domain)


def mechanism() -> tuple[Formula, ...]:
    """All of Definition 1."""
    return deviation(), variance(), exact(), tail(), coverage()


def _noise(
    identifier: str,
    title: str,
    result: str,
    value: Node,
    others: tuple[Argument, ...] = (),
    domain: tuple[Condition, ...] = (),
) -> Formula:
    return Formula(
        identifier,
        title,
        f"{PAPER}, Definition 1, (2)",
        (*others, _BUDGET),
        (positive(EPSILON), *domain),
        (Case((), value, value.exact),),
        result,
        str(value.exact),
        ("1 - e^-t is taken from expm1, which is accurate where eps is small",),
        budget=False,
        safe_use="",
    )
