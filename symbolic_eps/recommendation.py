"""One number for one profile: the recommended eps with an enclosure, where it is attained, what it means.

The profile gets numbers for its parameters, the engine of `symbolic_eps.minimum` derives the exact value,
ball arithmetic encloses it, and the double that is reported is rounded down: never above the exact eps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import TypeAlias

import sympy as sp

from symbolic_eps.cases import with_values
from symbolic_eps.closed_form import AttainmentKind, PiecewiseInfimum
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.evaluate import exact_epsilon
from symbolic_eps.mechanism import GeometricNoise
from symbolic_eps.minimum import infimum
from symbolic_eps.parse import parse_box, parse_number
from symbolic_eps.profile import PRIORS, RiskProfile, expression_of
from symbolic_eps.symbols import DECAY
from verify.condition import Condition, conditions_of
from verify.enclosure import Enclosure, enclose_to

Exact: TypeAlias = int | str | Fraction | sp.Rational

LONGEST_NUMBER = 60
"""Digits of numerator and denominator of a parameter; roots of longer numbers take SymPy seconds."""

RELATIVE_WIDTH = Fraction(1, 10**25)
"""Width of the reported enclosure relative to eps."""


@dataclass(frozen=True)
class Place:
    """Where the recommended eps is attained.

    Parameters
    ----------
    priors : mapping of str to Expr
        Exact values of p and q.
    kind : AttainmentKind
        `point`, `limit`, or one end of a `segment`.
    segment_end : mapping of str to Expr or None
        The other end.
    """

    priors: Mapping[str, sp.Expr]
    kind: AttainmentKind
    segment_end: Mapping[str, sp.Expr] | None = None


@dataclass(frozen=True)
class Recommendation:
    """The largest eps that keeps the relative risk within a profile, for all priors.

    Parameters
    ----------
    profile : RiskProfile
        The profile with its numbers.
    epsilon : sympy.Expr
        The exact value (natural logarithm); `oo` where nothing constrains it.
    enclosure : Enclosure
        Rational ends that contain the exact value.
    epsilon_double : float
        The largest binary64 that is not above the enclosure.
    attained : tuple of Place
        Where the value is attained, or of which limit it is the value.
    closed_form : sympy.Expr or None
        The exact value where it is a logarithm of square roots; None for a root of a higher polynomial.
    noise : GeometricNoise or None
        What eps means for a count released by the geometric mechanism; None for eps = 0.
    derived : PiecewiseInfimum
        The proof's result.
    """

    profile: RiskProfile
    epsilon: sp.Expr
    enclosure: Enclosure
    epsilon_double: float
    attained: tuple[Place, ...]
    closed_form: sp.Expr | None
    noise: GeometricNoise | None
    derived: PiecewiseInfimum


def recommend(
    profile: str | sp.Expr,
    values: Mapping[str, Exact] | None = None,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    progress: Callable[[str], None] = lambda _: None,
) -> Recommendation:
    """The recommended eps of one profile with numbers.

    Parameters
    ----------
    profile : str or sympy.Expr
        r*(p, q): arithmetic with `max`, `min`, `piecewise`, such as `"max(a/(p*q), r)"`.
    values : mapping of str to exact number
        A value for every parameter: int, Fraction, SymPy rational or text such as `"1/4"` or `"0.05"`.
    fixed : mapping of str to exact number
        Priors that are fixed, such as `{"q": 1}`.
    box : sequence of str
        Bounds on the priors, such as `"1/10<=p<=1/2"`; the profile is asked for nothing outside.

    Returns
    -------
    Recommendation

    Raises
    ------
    symbolic_eps.errors.InputError
        Or one of its kinds: a text that is not arithmetic, a missing or unknown parameter, a prior outside
        (0, 1], an empty box, a profile that is undefined or not positive somewhere, or below 1 somewhere.
    symbolic_eps.errors.UndecidedError, verify.smt.UndecidedQueryError
        The engine could not decide; the message names the question.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13).

    Examples
    --------
    >>> found = recommend("max(a/(p*q), r)", {"a": "1/4", "r": 3})
    >>> found.closed_form, found.epsilon_double
    (log(11/3)/2, 0.6496414920651303)
    >>> found.attained[0].priors
    {'p': 1, 'q': 1/12}
    """
    asked = numeric_profile(profile, values or {}, fixed or {}, box)
    derived = infimum(asked, progress=progress)
    (branch,) = derived.branches
    epsilon = exact_epsilon(derived, {})
    enclosure = enclose_to(epsilon, RELATIVE_WIDTH)
    root = sp.exp(-epsilon)
    places = tuple(
        Place(_at_root(a.place, root, asked), a.kind, a.segment_end and _at_root(a.segment_end, root, asked))
        for a in branch.attained
    )
    return Recommendation(
        profile=asked,
        epsilon=epsilon,
        enclosure=enclosure,
        epsilon_double=enclosure.double_lower(),
        attained=places,
        closed_form=branch.epsilon,
        noise=GeometricNoise.for_budget(epsilon) if epsilon != 0 else None,
        derived=derived,
    )


def _at_root(place: Mapping[sp.Symbol, sp.Expr], root: sp.Expr, profile: RiskProfile) -> dict[str, sp.Expr]:
    everywhere = {**profile.fixed, **place}
    return {v.name: everywhere[v].subs(DECAY, root) for v in PRIORS}


def numeric_profile(
    profile: str | sp.Expr, values: Mapping[str, Exact], fixed: Mapping[str, Exact], box: Sequence[str]
) -> RiskProfile:
    """The profile with numbers put for all parameters, every name and number checked.

    Raises
    ------
    symbolic_eps.errors.InputError
        See `recommend`.
    """
    expression = expression_of(profile)
    texts = (box,) if isinstance(box, str) else box
    bounds = tuple(c for text in texts for relational in parse_box(text) for c in conditions_of(relational))
    names = {v.name: v for v in PRIORS}
    values, fixed = ({str(k): v for k, v in given.items()} for given in (values, fixed))
    for name in fixed:
        if name not in names:
            raise InputError(
                f"{name} cannot be fixed: only the priors p and q can; set a parameter's value instead"
            )
    for name in values:
        if name in names:
            raise InputError(f"{name} is a prior, not a parameter: fix it instead of setting it")
    at = {names[name]: exact_number(name, value) for name, value in fixed.items()}
    for prior, value in at.items():
        if not 0 < value <= 1:
            raise DomainError(f"{prior} = {value}: a prior lies in (0, 1]")
    used = expression.free_symbols.union(*(c.symbols for c in bounds)) - set(PRIORS)
    by_name = {symbol.name: symbol for symbol in used}
    if missing := sorted(set(by_name) - set(values)):
        raise InputError(f"no value for {', '.join(missing)}: every parameter of the profile needs a number")
    if unknown := sorted(set(values) - set(by_name)):
        raise InputError(f"{', '.join(unknown)} does not occur in the profile {expression}")
    numbers = {by_name[name]: exact_number(name, value) for name, value in values.items()}
    numeric_box = tuple(Condition(c.polynomial.subs(numbers), c.relation) for c in bounds)
    return RiskProfile(with_values(expression, numbers), (), at, numeric_box)


def exact_number(name: str, value: Exact) -> sp.Rational:
    """A rational number from exact input; floats are refused, for they are rarely the number that was meant.

    Examples
    --------
    >>> exact_number("a", "0.05")
    1/20
    """
    if isinstance(value, str):
        number = parse_number(value)
    elif isinstance(value, bool) or not isinstance(value, Integral | Fraction | sp.Rational):
        raise InputError(
            f"{name} = {value!r}: give an exact number: an int, a Fraction or a text such as '1/4'"
        )
    else:
        number = sp.Rational(int(value)) if isinstance(value, Integral) else sp.Rational(value)
    if max(abs(number.p), number.q) > 10**LONGEST_NUMBER:
        raise InputError(f"{name} has more than {LONGEST_NUMBER} digits above or below its fraction bar")
    return number
