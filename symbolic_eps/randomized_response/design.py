r"""The number of answers, or the bound, that a wanted accuracy needs.

One answer of the optimal pair has the Fisher information

    J = (1 - a/kappa)/(theta (1-theta)),     a = (1-delta)/2,  kappa = w (1-theta) + (1-w) theta,

so that n J = I, the information that is wanted, is solved by n = I/J and by

    delta = 1 - 2 kappa (1 - theta (1-theta) I/n).

Wanted is I = 1/v for a mean squared error or a variance v, and I = (z/h)^2 for a half-width h.

At w = 1/2 the exact mean squared error, theta (1-theta) E[1/K | K > 0] with K binomial (n, delta), meets a
bound as well: K given K > 0 grows with delta and with n in the order of likelihood ratios (the ratio of two
such laws rises in k), hence the error falls, strictly for delta while n > 1, and bisection finds where it
crosses the bound.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import sympy as sp
from flint import ctx

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.exact_numbers import exact
from symbolic_eps.randomized_response.estimator import Candour
from symbolic_eps.randomized_response.intervals import BITS, ball, deviate, number
from symbolic_eps.randomized_response.moments import moments
from symbolic_eps.randomized_response.symbols import THETA, WEIGHT
from symbolic_eps.report.quantity import Quantity
from verify.ball import middle_and_radius

KINDS = ("half-width", "standard-deviation", "mean-squared-error")

MOST_ANSWERS = 10**15
"""More people than can be asked: a goal beyond is refused."""

_DELTA_BITS = 80
"""Of a delta that is found by bisection: 24 digits."""


@dataclass(frozen=True)
class Goal:
    """What a survey is to achieve.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    bound : sympy.Rational
        At most this, > 0.
    level : sympy.Rational
        Of the interval, for a half-width.

    Examples
    --------
    >>> goal = goal_of("mean-squared-error 1/400", sp.Rational(19, 20))
    >>> goal.information
    400
    """

    kind: str
    bound: sp.Rational
    level: sp.Rational

    @property
    def information(self) -> sp.Expr:
        """I: the Fisher information of all answers together that the goal asks for."""
        wide = deviate(self.level) if self.kind == "half-width" else sp.S.One
        return wide**2 / (self.bound if self.kind == "mean-squared-error" else self.bound**2)


def goal_of(text: str, level: sp.Rational) -> Goal:
    """Read a goal such as `half-width 1/20`.

    Parameters
    ----------
    text : str
        A kind of goal and a positive number.
    level : sympy.Rational
        The probability of an interval, in (0, 1).

    Raises
    ------
    symbolic_eps.errors.InputError
        Another kind of goal, or no positive number.

    Examples
    --------
    >>> goal_of("half-width 0.05", sp.Rational(19, 20)).bound
    1/20
    """
    words = re.fullmatch(r"\s*([a-z-]+)\s+(\S.*)", str(text))
    if words is None or words[1] not in KINDS:
        kinds = ", ".join(f'"{kind} 1/20"' for kind in KINDS)
        raise InputError(f"goal {str(text)[:60]!r} is none that is known: write one of {kinds}")
    bound = exact(f"goal {words[1]}", words[2])
    if bound <= 0:
        raise DomainError(f"goal {str(text)[:60]!r}: an accuracy is positive, such as {words[1]} 1/20")
    return Goal(words[1], bound, level)


def sample_size(goal: Goal, information: sp.Expr) -> int:
    """The least n whose n answers have the information that the goal asks for.

    Parameters
    ----------
    goal : Goal
    information : sympy.Expr
        J of one answer, an exact number.

    Raises
    ------
    symbolic_eps.errors.DomainError
        An answer tells nothing; too many people would have to be asked; the number is too near a whole one.

    Examples
    --------
    >>> sample_size(goal_of("half-width 1/20", sp.Rational(19, 20)), sp.Rational(25, 21))
    1291
    """
    if information == 0:
        raise DomainError("with delta = 0 an answer tells nothing: give a larger delta, such as 1/4")
    wanted = number(goal.information / information)
    if wanted.upper > MOST_ANSWERS:
        raise DomainError(f"the goal takes more than {MOST_ANSWERS} answers: give one that is less accurate")
    return max(_rounded_up(goal.information / information), 1)


def _rounded_up(value: sp.Expr) -> int:
    """The least whole number from a number on, with as many digits as that takes."""
    if value.is_Rational:
        return ceil(Fraction(int(value.p), int(value.q)))
    for bits in BITS:
        with ctx.workprec(bits):
            middle, radius = middle_and_radius(ball(value))
        least, most = ceil(middle - radius), ceil(middle + radius)
        if least == most:
            return least
    raise DomainError(
        f"the goal takes {least} or {most} answers, and {BITS[-1]} bits do not tell which: "
        "give an accuracy that differs a little"
    )


def least_delta_form(
    information: sp.Expr, n: sp.Expr, weight: sp.Expr = WEIGHT, theta: sp.Expr = THETA
) -> sp.Expr:
    """The delta at which n answers of the optimal pair have this information together, in closed form.

    Parameters
    ----------
    information : sympy.Expr
        I, the Fisher information of all answers together that is wanted, > 0.
    n : sympy.Expr
        How many people answer, > 0.
    weight : sympy.Expr
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Expr
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> least_delta_form(sp.Integer(400), sp.Integer(1000), sp.Rational(1, 2), sp.Rational(3, 10))
    21/250
    """
    kappa = weight * (1 - theta) + (1 - weight) * theta
    return 1 - 2 * kappa * (1 - theta * (1 - theta) * information / n)


def least_delta(goal: Goal, n: int, weight: sp.Rational, theta: sp.Rational) -> Quantity:
    """The least delta with which n answers meet a goal: the most private mechanism that does.

    Parameters
    ----------
    goal : Goal
        What is wanted.
    n : int
        How many people answer, > 0.
    weight : sympy.Rational
        w, in (0, 1), at most delta/2 from 1/2.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).

    Raises
    ------
    symbolic_eps.errors.DomainError
        Even n plain answers, delta = 1, are not enough.

    Examples
    --------
    >>> goal = goal_of("mean-squared-error 1/400", sp.Rational(19, 20))
    >>> least_delta(goal, 1000, sp.Rational(1, 2), sp.Rational(3, 10)).closed_form
    21/250
    """
    found = number(sp.expand(least_delta_form(goal.information, sp.Integer(n), weight, theta)))
    if found.lower > 1:
        least = sample_size(goal, 1 / (theta * (1 - theta)))
        raise DomainError(
            f"{n} answers do not meet the goal even if all tell the plain truth: it takes {least} people or "
            f"more, such as n = {least}"
        )
    least = abs(1 - 2 * weight)
    return number(least) if found.upper <= Fraction(int(least.p), int(least.q)) else found


def rounded_up(delta: Quantity, digits: int = 6) -> sp.Rational:
    """A short delta that is enough: that many digits, from the first that is not 0, rounded up; 1 at most.

    Parameters
    ----------
    delta : Quantity
        The enclosure of what is enough at least.
    digits : int
        How many digits are kept.

    Examples
    --------
    >>> rounded_up(number(sp.Rational(1, 3))), rounded_up(number(sp.Rational(1, 3 * 10**9)))
    (166667/500000, 166667/500000000000000)
    """
    least = Fraction(delta.upper)
    scale = 10**digits
    while 0 < least * scale * 10 < 10**digits:
        scale *= 10
    return sp.Min(1, sp.Rational(ceil(least * scale), scale))


def exact_sample_size(goal: Goal, delta: sp.Rational, theta: sp.Rational) -> int:
    """The least n whose exact mean squared error at w = 1/2, given an estimate, is at most the goal's.

    Parameters
    ----------
    goal : Goal
        What is wanted.
    delta : sympy.Rational
        The bound on the norm, in [0, 1].
    theta : sympy.Rational
        The share of truths 1, in (0, 1).

    Raises
    ------
    symbolic_eps.errors.DomainError
        Too many people would have to be asked.

    Examples
    --------
    >>> goal = goal_of("mean-squared-error 1/400", sp.Rational(19, 20))
    >>> exact_sample_size(goal, sp.Rational(1, 4), sp.Rational(3, 10))
    340
    """
    high = 1
    while not _meets(goal, delta, theta, high):
        high *= 2
        if high > MOST_ANSWERS:
            raise DomainError(
                f"the goal takes more than {MOST_ANSWERS} answers: give one that is less accurate"
            )
    return _first(lambda n: _meets(goal, delta, theta, n), high // 2, high)


def exact_least_delta(goal: Goal, n: int, theta: sp.Rational) -> Quantity | None:
    """The least delta whose exact mean squared error at w = 1/2, given an estimate, is at most the goal's.

    None where none is: not even plain answers, or every one: the error given an estimate is at most theta
    (1 - theta).

    Parameters
    ----------
    goal : Goal
        What is wanted.
    n : int
        How many people answer, > 0.
    theta : sympy.Rational
        The share of truths 1, in (0, 1).

    Examples
    --------
    >>> goal = goal_of("mean-squared-error 1/400", sp.Rational(19, 20))
    >>> exact_least_delta(goal, 1000, sp.Rational(3, 10)).enclosure.text(6)
    '[0.0849262, 0.0849263]'
    """
    spread = theta * (1 - theta)
    if goal.bound >= spread or spread > goal.bound * n:
        return None

    def enough(doublings: int) -> int:
        return _first(lambda k: _meets(goal, sp.Rational(k, 1 << doublings), theta, n), 0, 1 << doublings)

    doublings = _DELTA_BITS
    while (first := enough(doublings)).bit_length() < _DELTA_BITS:  # a small delta, to as many digits
        doublings += _DELTA_BITS - first.bit_length() + 1
    return Quantity(Fraction(first - 1, 1 << doublings), Fraction(first, 1 << doublings))


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The least number above `low` for which something holds that holds for `high` and from the first on."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _meets(goal: Goal, delta: sp.Rational, theta: sp.Rational, n: int) -> bool:
    """Whether the exact error is at most the bound; what is not certain counts as no."""
    error = moments(Candour(delta, delta), theta, n).mean_squared_error
    assert error is not None
    return bool(error.upper <= Fraction(int(goal.bound.p), int(goal.bound.q)))
