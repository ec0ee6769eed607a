"""Goals for the accuracy of a released count, and the largest x = e^-eps that meets each of them.

A root mean squared error, the probability that noise carries the count across a threshold (Kazan & Reiter
2024, Section 5), or a budget. Accuracy rises with eps, so that each goal is met by x up to some number.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symbolic_eps.digits import decimal
from symbolic_eps.errors import DomainError
from symbolic_eps.guarantees.explanation import budget_of
from symbolic_eps.mechanisms.accuracy import mechanism_of
from symbolic_eps.mechanisms.noise import probability
from symbolic_eps.profiles.exact_numbers import Exact, exact_number


@dataclass(frozen=True)
class Goal:
    """What a release has to achieve.

    Parameters
    ----------
    text : str
        In words.
    decay : sympy.Expr
        The largest x = e^-eps that meets it, an exact number in [0, 1]: 1 where every eps does, 0 where no
        finite one does.
    mechanism : str
        By which mechanism.

    Examples
    --------
    >>> goal = deviation_goal(2)
    >>> goal.text, goal.decay, goal.epsilon
    ('RMSE <= 2', 1/2, log(2))
    """

    text: str
    decay: sp.Expr
    mechanism: str = "geometric"

    @property
    def epsilon(self) -> sp.Expr:
        """The least budget (natural logarithm) that meets it; `oo` where none does."""
        if self.decay == 0:
            return sp.oo
        base, exponent = sp.radsimp(1 / self.decay).as_base_exp()
        return exponent * sp.log(base)


def deviation_goal(target: Exact, mechanism: str = "geometric") -> Goal:
    """A root mean squared error of at most `target` counts.

    Parameters
    ----------
    target : exact number
        Root mean squared error in counts, > 0.
    mechanism : {"geometric", "laplace"}
        The mechanism.

    Raises
    ------
    symbolic_eps.errors.InputError
        A target that is not an exact number > 0, or another mechanism.

    Examples
    --------
    >>> deviation_goal(2).epsilon
    log(2)
    """
    counts = exact_number("rmse", target)
    if counts <= 0:
        raise DomainError(f"rmse = {counts}: an error is positive, such as 2")
    return Goal(f"RMSE <= {decimal(counts)}", mechanism_of(mechanism).decay_for_deviation(counts), mechanism)


def crossing_goal(count: Exact, threshold: Exact, target: Exact, mechanism: str = "geometric") -> Goal:
    """A probability of at most `target` that noise carries a true count across a threshold.

    Parameters
    ----------
    count, threshold : exact number
        A count meets the threshold where it is <= the threshold.
    target : exact number
        Strictly between 0 and 1.
    mechanism : {"geometric", "laplace"}
        The mechanism.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number outside its domain, or another mechanism.

    Examples
    --------
    >>> crossing_goal(25, "24.072", "1/10").epsilon
    log(9)
    """
    true, line = exact_number("count", count), exact_number("threshold", threshold)
    chance = probability("target", target)
    decay = mechanism_of(mechanism).decay_for_crossing(true, line, chance)
    return Goal(f"P(count {decimal(true)} crosses {decimal(line)}) <= {decimal(chance)}", decay, mechanism)


def budget_goal(epsilon: Exact | sp.Expr, mechanism: str = "geometric") -> Goal:
    """A budget of at least `epsilon`.

    Parameters
    ----------
    epsilon : exact number, text or SymPy expression
        The budget (natural logarithm), >= 0.
    mechanism : {"geometric", "laplace"}
        The mechanism.

    Raises
    ------
    symbolic_eps.errors.InputError
        A budget that is negative, infinite or no exact number.

    Examples
    --------
    >>> budget_goal("log(3)/2").decay
    sqrt(3)/3
    """
    budget = budget_of(epsilon)
    return Goal(f"eps >= {budget}", sp.exp(-budget), mechanism)
