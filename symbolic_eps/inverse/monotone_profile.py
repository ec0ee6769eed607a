"""Proves that a risk profile rises with a parameter, and with it the recommended eps.

A minimum or maximum of functions that do not fall does not fall; so it is enough that the rational parts do
not, for all priors. A larger r* at every prior allows every eps that the smaller one did ((13) is a minimum
over priors of Theorem 2's eps_i, which rises with r*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.profiles.profile import RiskProfile
from verify.evidence import Evidence, sufficient
from verify.language.condition import Condition, Relation, rational_condition
from verify.language.implication import Implication
from verify.language.note import Note


def rises_with(profile: RiskProfile, variable: sp.Symbol) -> Evidence:
    """Evidence that r*(p, q) never falls as the parameter rises, for all priors of the domain.

    Parameters
    ----------
    profile : RiskProfile
        Its box and assumptions may bound the parameter, but the box must not depend on it.
    variable : Symbol
        A parameter.

    Returns
    -------
    Evidence
        Proved, or open; never refuted, for a part that falls may be without effect.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        The box, or a condition of a `piecewise`, depends on the parameter.

    Examples
    --------
    >>> from symbolic_eps.theory.symbols import parameter
    >>> rises_with(RiskProfile("max(a/(p*q), 3)", ["0<a<1"]), parameter("a")).proved
    True
    >>> rises_with(RiskProfile("max((1-a)/(p*q), 3)", ["0<a<1"]), parameter("a")).proved
    False
    """
    if any(variable in condition.symbols for condition in profile.box):
        raise UndecidedError(f"the box depends on {variable}: how eps moves with it is not known beforehand")
    return bounds_rise(
        (profile.bound,), variable, (*profile.parameter_region, *profile.domain), profile.numbers
    )


def bounds_rise(
    bounds: Sequence[sp.Expr],
    variable: sp.Symbol,
    domain: Sequence[Condition],
    numbers: Mapping[sp.Symbol, sp.Expr],
) -> Evidence:
    """Evidence that none of these bounds falls as the parameter rises, wherever the conditions hold.

    Parameters
    ----------
    bounds : sequence of Expr
        Maxima, minima or cases of rational functions.
    variable : Symbol
    domain : sequence of Condition
    numbers : mapping of Symbol to Expr
        Priors that are fixed at numbers.

    Examples
    --------
    >>> from sympy.abc import a, k
    >>> from verify.language.condition import positive
    >>> bounds_rise([sp.Max(a * k, 3)], a, [positive(k)], {}).proved
    True
    """
    from symbolic_eps.minimum.exact_judge import exact_prover

    statement = Note(*bounds, " never falls as ", variable, " rises")
    hypotheses = tuple(c.relational for c in domain)
    prover, parts = exact_prover(), []
    for part in (part for bound in bounds for part in _parts(bound, variable)):
        slope = sp.together(sp.diff(part.subs(numbers), variable))
        for condition in rational_condition(slope, Relation.NON_NEGATIVE):
            parts.append(prover.decide(Implication(hypotheses, condition.relational)))
    return sufficient(statement, parts, "each rational part, by the sign of its derivative")


def _parts(expression: sp.Expr, variable: sp.Symbol) -> Iterator[sp.Expr]:
    """The rational parts of a max/min/piecewise that depend on the variable."""
    if variable not in expression.free_symbols:
        return
    if isinstance(expression, sp.Max | sp.Min):
        for argument in expression.args:
            yield from _parts(argument, variable)
    elif isinstance(expression, sp.Piecewise):
        for value, condition in expression.args:
            if variable in condition.free_symbols:
                raise UndecidedError(
                    f"a condition of the profile depends on {variable}: how eps moves with it is not known "
                    "beforehand"
                )
            yield from _parts(value, variable)
    elif expression.has(sp.Max, sp.Min, sp.Piecewise):
        raise UndecidedError(
            f"{expression}: write max, min and piecewise outermost, so that each part can be looked at"
        )
    else:
        yield expression
