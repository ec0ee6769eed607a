"""A numerical check of derived closed forms: eps minimised over the priors (Kazan & Reiter 2024, (13)).

Nothing here is shared with the derivation. Theorem 1's bound is written out below, the profile is only read
(its expression and its conditions), and the parameters are exact rationals from a stream seeded by the
row's name, so that they never drift.

How the minimum is found, and how closely, stands in `symbolic_eps.closed_form_table.numerical_minimum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product

import mpmath
import sympy as sp

from symbolic_eps.closed_form_table.numerical_minimum import (
    DIGITS,
    ROUNDING,
    TOLERANCE,
    Number,
    Problem,
    Values,
    all_hold,
    real,
)
from symbolic_eps.closed_form_table.random_parameters import parameters_for
from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.closed_forms.evaluate import value_on
from symbolic_eps.report.sections import Section
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition

PLACE_TOLERANCE = "1e-40"
"""Relative difference between eps at an attained place and the closed form."""

_PATH = (sp.Rational(1, 10**10), sp.Rational(1, 10**20), sp.Rational(1, 10**40))
_SHARES = (sp.Rational(1, 4), sp.Rational(1, 2), sp.Rational(3, 4))


@dataclass(frozen=True)
class PointCheck:
    """The closed form beside a direct minimisation at one choice of parameters.

    Parameters
    ----------
    parameters : mapping of Symbol to Rational
        Exact values.
    branch : int or None
        Index of the one branch that holds there; None where none or several do, which is a disagreement.
    closed_form, numerical : str
        The infimum of eps, natural-log units, in decimals (`+inf` where every eps is admissible).
    relative_gap : str
        `numerical / closed_form - 1` in decimals; `0.0` where both are infinite.
    agrees : bool
        Both values agree within the method's resolution, and eps has this value at the attained places.
    detail : str
        What disagrees; empty otherwise.
    """

    parameters: Values
    branch: int | None
    closed_form: str
    numerical: str
    relative_gap: str
    agrees: bool
    detail: str = ""


def cross_check(
    name: str,
    derived: PiecewiseInfimum,
    points: int = 3,
    progress: Callable[[str], None] | None = None,
) -> tuple[PointCheck, ...]:
    """Compare a derived closed form with direct minimisation at exact random parameters.

    Parameters
    ----------
    name : str
        The row's name; it alone seeds the parameters.
    derived : PiecewiseInfimum
        The closed form to be checked.
    points : int
        Parameters per branch; one on and two beside every border of the conditions come on top.
    progress : callable, optional
        Called with a short text before each point.

    Returns
    -------
    tuple of PointCheck
        One for each choice of parameters.

    Raises
    ------
    ValueError
        If no parameters are found for a branch.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13) with the bound of Theorem 1. Points support a result and prove nothing.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> row = RiskProfile("r", ["r>1"], {"p": "p"})
    >>> all(check.agrees for check in cross_check("example", infimum(row), points=1))
    True
    """
    problem = Problem(derived.profile)
    checks = []
    for values in parameters_for(name, derived, problem, points):
        if progress is not None:
            progress(", ".join(f"{symbol} = {value}" for symbol, value in values.items()) or "no parameters")
        with mpmath.workdps(DIGITS):
            checks.append(_checked(derived, problem, values))
    return tuple(checks)


def cross_check_section(
    derived: Mapping[str, PiecewiseInfimum], progress: Callable[[str], None]
) -> tuple[Section, bool]:
    """The direct numerical minimisation beside each closed form, and whether all points agree."""
    checks = [
        (name, check)
        for name, closed_form in derived.items()
        for check in cross_check(name, closed_form, progress=progress)
    ]
    rows = [
        (
            name,
            ", ".join(f"{s} = {v}" for s, v in check.parameters.items()),
            check.closed_form,
            check.numerical,
            check.relative_gap,
            "agrees" if check.agrees else "DISAGREES",
        )
        for name, check in checks
    ]
    header = ("row", "parameters", "closed form", "numerical minimum", "relative gap", "result")
    title = "Cross-check: direct minimisation at 50 digits, sharing no code with the engine"
    return Section("cross_check", title, header, rows), all(check.agrees for _, check in checks)


def _checked(derived: PiecewiseInfimum, problem: Problem, values: Values) -> PointCheck:
    numerical = problem.minimum(values)
    holding = [i for i, branch in enumerate(derived.branches) if all_hold(branch.conditions, values)]
    if len(holding) != 1:
        return PointCheck(
            values, None, "", _decimals(numerical), "", False, f"{len(holding)} branches hold instead of one"
        )
    branch = derived.branches[holding[0]]
    try:
        closed = _closed_form(branch, values)
    except (ValueError, TypeError) as undefined:
        return PointCheck(values, holding[0], "undefined", _decimals(numerical), "", False, str(undefined))
    gap, complaints = mpmath.mpf(0), []
    if mpmath.isinf(closed) or mpmath.isinf(numerical):
        if closed != numerical:
            gap = numerical - closed
            complaints.append("only one of the two is infinite")
    elif closed == 0:
        gap = numerical
        if abs(gap) > mpmath.mpf(ROUNDING):
            complaints.append("the closed form is 0, the numerical minimum is not")
    else:
        gap = numerical / closed - 1
        if gap < -mpmath.mpf(ROUNDING):
            complaints.append("a smaller eps was found")
        elif gap > mpmath.mpf(TOLERANCE):
            complaints.append("no eps as small as this was found")
    complaints.extend(_wrong_places(branch, problem, values, closed))
    return PointCheck(
        values,
        holding[0],
        _decimals(closed),
        _decimals(numerical),
        mpmath.nstr(gap, 3),
        not complaints,
        "; ".join(complaints),
    )


def _decimals(number: Number) -> str:
    return str(mpmath.nstr(number, 30))


def _closed_form(branch: Branch, values: Values) -> Number:
    """The branch's eps in decimals; a ValueError where it is not a real number or has no unique root."""
    if branch.polynomial is None:
        return mpmath.inf
    if branch.epsilon is not None:
        value = sp.N(branch.epsilon.subs(values), DIGITS + 6)
        if not value.is_real:
            raise ValueError(f"{branch.epsilon} is not a real number there")
        return mpmath.mpf(value)
    if branch.faces:
        value = value_on(branch, values)
        return mpmath.inf if value is sp.oo else mpmath.mpf(sp.N(value, DIGITS + 6))
    if branch.between is None:
        raise ValueError("a branch without a closed form has no interval for its root")
    low, high = (sp.Rational(sp.sympify(end, strict=True).subs(values)) for end in branch.between)
    polynomial = sp.Poly(branch.polynomial.subs(values), DECAY)
    with mpmath.extradps(2 * DIGITS):
        roots = mpmath.polyroots([real(c) for c in polynomial.all_coeffs()], maxsteps=500, extraprec=2000)
        tiny = mpmath.mpf(10) ** -DIGITS
        within = [
            root.real
            for root in map(mpmath.mpc, roots)
            if abs(root.imag) < tiny < root.real and real(low) - tiny <= root.real <= real(high) + tiny
        ]
    if branch.sides or branch.number:
        first = branch.number - (branch.number > 0)  # a negative number counts from the end
        within = sorted(within)[first:][:1]
    if len(within) != 1:
        raise ValueError(f"{len(within)} roots between {low} and {high} instead of one")
    return -mpmath.log(within[0])


def _wrong_places(branch: Branch, problem: Problem, values: Values, closed: Number) -> Iterator[str]:
    """Attained places at which eps is not the closed form."""
    if mpmath.isinf(closed):
        return
    reached = False
    for attainment in branch.attained:
        if not _holds_with_root(attainment.conditions, values, closed):
            continue
        reached = True
        shown = ", ".join(f"{prior} = {value}" for prior, value in attainment.place.items())
        try:
            complaint = _wrong_place(attainment, problem, values, closed)
        except (ValueError, TypeError, ZeroDivisionError) as undefined:
            complaint = str(undefined)
        if complaint:
            yield f"{attainment.kind} {shown}: {complaint}"
    if not reached:
        yield "no attained place is named"


def _wrong_place(attainment: Attainment, problem: Problem, values: Values, closed: Number) -> str:
    place = _located(attainment.place, values, closed)
    if attainment.kind is AttainmentKind.LIMIT:
        return _no_limit(place, problem, values, closed)
    places = [place]
    if attainment.kind is AttainmentKind.SEGMENT:
        if attainment.segment_end is None:
            return "a segment without its other end"
        end = _located(attainment.segment_end, values, closed)
        places += [{v: place[v] * (1 - share) + end[v] * share for v in place} for share in _SHARES]
    for one in places:
        if not problem.contains(one, values):
            return f"{one} is outside the domain"
        value = problem.epsilon_at(one, values)
        if abs(value - closed) > mpmath.mpf(PLACE_TOLERANCE) * (closed or 1):
            return f"eps is {mpmath.nstr(value, 20)} there"
    return ""


def _no_limit(place: Mapping[sp.Symbol, sp.Expr], problem: Problem, values: Values, closed: Number) -> str:
    """Empty if eps tends to the closed form along a straight path inside the domain."""
    for direction in product((0, 1, -1), repeat=len(place)):
        path = [{v: place[v] + t * d for v, d in zip(place, direction, strict=True)} for t in _PATH]
        if not any(direction) or not all(problem.contains(one, values) for one in path):
            continue
        gaps = [abs(problem.epsilon_at(one, values) - closed) / (closed or 1) for one in path]
        closer = all(
            later <= earlier or later < mpmath.mpf(PLACE_TOLERANCE) for earlier, later in pairwise(gaps)
        )
        if closer and gaps[-1] < mpmath.mpf(TOLERANCE):
            return ""
    return "eps does not tend to it along any of the straight paths into the domain"


def _located(place: Mapping[sp.Symbol, sp.Expr], values: Values, closed: Number) -> dict[sp.Symbol, sp.Expr]:
    """The place as exact numbers; in decimals where it depends on the root."""
    located = {}
    for prior, value in place.items():
        exact = sp.sympify(value, strict=True).subs(values)
        if exact.has(DECAY):
            exact = sp.Rational(str(sp.N(exact.subs(DECAY, sp.Float(mpmath.exp(-closed), DIGITS)), DIGITS)))
        if not exact.is_Rational:
            raise ValueError(f"{prior} = {exact} is not a number")
        located[prior] = exact
    return located


def _holds_with_root(conditions: Iterable[Condition], values: Values, closed: Number) -> bool:
    """Whether the conditions hold; those in x are evaluated at e^-eps in decimals."""
    for condition in conditions:
        value = condition.polynomial.subs(values)
        if value.has(DECAY):
            value = value.subs(DECAY, sp.Float(mpmath.exp(-closed), DIGITS))
            if abs(value) < sp.Float(10) ** (10 - DIGITS):
                value = sp.Integer(0)
        if not condition.relation.holds(int(sp.sign(value))):
            return False
    return True
