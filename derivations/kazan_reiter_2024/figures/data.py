"""The numbers behind Figures 1-5 of Kazan & Reiter 2024: profiles and budgets, nothing drawn.

Recommended budgets are exact and proved (`symbolic_eps.closed_form_table`); the curves are float64.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import sympy as sp

from derivations.kazan_reiter_2024 import numbers as printed
from derivations.kazan_reiter_2024.durham_rows import DurhamRow, durham_row
from symbolic_eps.closed_form_table.derived_row import derive_row
from symbolic_eps.closed_form_table.row import selected_rows
from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import branch_at, exact_epsilon
from symbolic_eps.digits import enclosure_of
from symbolic_eps.figures.curves import Floats, ProfileCurve, along, over_square
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.profiles.substitution import with_values
from symbolic_eps.theory.symbols import parameter

POINTS = 601
"""Points of a curve; the first is at 0.01, where the profiles of Figures 1-4 begin to be legible."""

START = 0.01


@dataclass(frozen=True)
class AgencyCurve:
    """One agency's profile along a prior, and the eps recommended for it.

    Parameters
    ----------
    title : str
        Who, and with which numbers.
    curve : ProfileCurve
        r* and eps_i.
    along_value : bool
        Whether q varies (else p).
    recommended : sympy.Expr
        The exact eps.
    baseline : Fraction or None
        The constant bound that is compared with, for Figure 3.
    """

    title: str
    curve: ProfileCurve
    along_value: bool
    recommended: sp.Expr
    baseline: Fraction | None = None

    @property
    def prior(self) -> Floats:
        """The prior that varies."""
        return self.curve.q if self.along_value else self.curve.p


@cache
def _derived(name: str) -> PiecewiseInfimum:
    (row,) = selected_rows((name,))
    return derive_row(row).derived


def recommended(profile: printed.Profile) -> sp.Expr:
    """The exact eps of a row of the closed-form table with numbers.

    Examples
    --------
    >>> recommended(printed.DURHAM)
    log(9)
    """
    values = {parameter(name): sp.Rational(n) for name, n in profile.parameters}
    return exact_epsilon(_derived(profile.row), values)


def _known_value(title: str, a: str, r: str) -> AgencyCurve:
    """(15) at q = 1."""
    profile = RiskProfile(f"max({a}/(p*q), {r})", fixed={"q": 1})
    exact = recommended(printed.Profile.of("fixed-q", a=a, r=r, q=1))
    return AgencyCurve(title, along(profile, POINTS, START), False, exact, Fraction(r))


def _surveyed(title: str, a: str, r: str = "3", p: str = "0.05") -> AgencyCurve:
    """(16) at p = 0.05."""
    profile = RiskProfile(f"max({a}/(p*q), {r})", fixed={"p": p})
    exact = recommended(printed.Profile.of("fixed-p", a=a, r=r, p=p))
    return AgencyCurve(title, along(profile, POINTS, START), True, exact)


def figure_1() -> tuple[AgencyCurve, AgencyCurve]:
    """Two agencies: (15) with a = 0.1, q = 1, r = 3, and (16) with a = 0.1, p = 0.05, r = 3.

    Examples
    --------
    >>> [str(agency.recommended) for agency in figure_1()][0]
    'log(29/9)'
    """
    return (
        _known_value("Agency 1: $\\tilde a = 0.1$, $\\tilde q = 1$, $\\tilde r = 3$", "0.1", "3"),
        _surveyed("Agency 2: $\\tilde a = 0.1$, $\\tilde p = 0.05$, $\\tilde r = 3$", "0.1"),
    )


def figure_2() -> tuple[DurhamRow, ...]:
    """The Durham example: for r and a of Section 5, eps, RMSE and the probability of a switch.

    Examples
    --------
    >>> from derivations.kazan_reiter_2024.durham_rows import Reading
    >>> rows = figure_2()
    >>> len(rows), rows[-1].rmse_text, rows[-1].switch(Reading.NEAREST, Fraction(1, 4)).probability
    (12, '0.53', 1/10)
    """
    return tuple(
        durham_row(r, a, profile := printed.durham_profile(r, a), recommended(profile))
        for r in printed.DURHAM_RISK_BOUNDS
        for a in printed.DURHAM_ABSOLUTE_RISKS
    )


def figure_3() -> tuple[AgencyCurve, ...]:
    """Three agencies with (31): a = 0.25, q = 1 and r = 1.5, 3, 6."""
    return tuple(
        _known_value(f"Agency {k}: $\\tilde r = {r}$", "0.25", r)
        for k, r in enumerate(("1.5", "3", "6"), start=1)
    )


def figure_4() -> tuple[AgencyCurve, ...]:
    """Three agencies with (32): p = 0.05, r = 3 and a = 0.025, 0.15, 0.3."""
    return tuple(
        _surveyed(f"Agency {k}: $\\tilde a = {a}$", a)
        for k, a in enumerate(("0.025", "0.15", "0.3"), start=1)
    )


@dataclass(frozen=True)
class SquareFigure:
    """(33) over the square of priors.

    Parameters
    ----------
    curve : ProfileCurve
        Arrays with p along the second axis.
    recommended : sympy.Expr
        The exact eps.
    worst : pair of float
        The p and q at which it is attained.
    """

    curve: ProfileCurve
    recommended: sp.Expr
    worst: tuple[float, float]


def figure_5(points: int = 300) -> SquareFigure:
    """(33) with a = 0.25 and r = 3; attained at p = 1, q = a/r.

    Examples
    --------
    >>> figure_5(points=2).recommended
    log(11/3)/2
    """
    values = {parameter(name): sp.Rational(n) for name, n in printed.TWO_DIMENSIONAL.parameters}
    derived = _derived("two-dimensional")
    (attained,) = branch_at(derived, values).attained
    p, q = (float(attained.place[v].subs(values)) for v in PRIORS)
    profile = RiskProfile(with_values(derived.profile.bound, values))
    return SquareFigure(over_square(profile, points), exact_epsilon(derived, values), (p, q))


def number(value: sp.Expr) -> float:
    """The middle of an enclosure, for the eye."""
    enclosure = enclosure_of(value)
    return float((enclosure.lower + enclosure.upper) / 2)
