"""A question about randomized response: numbers or names for the parameters, read and checked."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.arithmetic import FUNCTIONS
from symbolic_eps.profiles.exact_numbers import Exact, exact, whole
from symbolic_eps.randomized_response.feasible import require_feasible, require_share
from symbolic_eps.randomized_response.intervals import LEVEL, check_level
from symbolic_eps.randomized_response.symbols import THETA, least_error

NO_NAMES = ("nan", "inf", "oo", "infinity", *FUNCTIONS)
"""Words that are never names of parameters."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")

MOST_ANSWERS = 10**15


@dataclass(frozen=True)
class Question:
    """The parameters of a survey.

    Parameters
    ----------
    delta, weight, theta : sympy.Expr
        Exact numbers or symbols: delta in [0, 1], the weight in [(1-delta)/2, (1+delta)/2], theta in
        (0, 1).
    n : sympy.Expr or None
        Number of answers: a whole number > 0, or a symbol.
    against : sympy.Expr or None
        A second share, in (0, 1) and not theta.
    level : sympy.Rational
        Of intervals, in (0, 1).
    outcomes : int
        2 or 3 answers.
    """

    delta: sp.Expr
    weight: sp.Expr
    theta: sp.Expr
    n: sp.Expr | None = None
    against: sp.Expr | None = None
    level: sp.Rational = LEVEL
    outcomes: int = 3

    def __post_init__(self) -> None:
        _check_symbols(self)
        require_feasible(self.delta, self.weight)
        require_share("theta", self.theta)
        check_level(self.level)
        if self.against is not None:
            require_share("against", self.against)
            if self.against == self.theta:
                raise DomainError(
                    f"against = {self.against} is theta itself: give another share, to be told from it"
                )
        whole("outcomes", self.outcomes, 2, 3, 3)

    @property
    def is_numeric(self) -> bool:
        """Whether delta, the weight and theta are numbers."""
        return all(value.is_number for value in (self.delta, self.weight, self.theta))

    @property
    def typical(self) -> dict[sp.Expr, sp.Expr]:
        """A point of the domain, for parameters that are symbols."""
        half, third = sp.Rational(1, 2), sp.Rational(1, 3)
        point = {self.delta: sp.Rational(3, 4), self.weight: half, self.theta: third, self.n: sp.Integer(7)}
        return {name: value for name, value in point.items() if name is not None and name.is_Symbol}

    @property
    def conditions(self) -> tuple[sp.Basic, ...]:
        """What is assumed of the parameters without numbers."""
        a = least_error(self.delta)
        least = abs(1 - 2 * self.weight)
        stated: list[sp.Basic] = []
        if not self.weight.is_number:
            stated += [a <= self.weight, self.weight <= 1 - a]
        elif not self.delta.is_number and least > 0:
            stated += [self.delta >= least]
        for share_ in (self.delta, self.theta):
            if not share_.is_number:
                stated += [share_ > 0, share_ < 1]
        if self.against is not None and (self.against - self.theta).free_symbols:
            if not self.against.is_number:
                stated += [self.against > 0, self.against < 1]
            stated.append(sp.Ne(self.against, self.theta))
        if self.n is not None and not self.n.is_number:
            stated.append(self.n >= 1)
        return tuple(stated)


def parameter(name: str, value: Exact) -> sp.Expr:
    """An exact number, or the symbol of a name.

    Raises
    ------
    symbolic_eps.errors.InputError
        Neither, or one of `NO_NAMES`.

    Examples
    --------
    >>> parameter("delta", "0.25"), parameter("delta", "d")
    (1/4, d)
    """
    if isinstance(value, str):
        text = value.strip()
        if text.lower() in NO_NAMES:
            raise InputError(f"{name} = {text} is no number and no name of a parameter: give one such as 1/4")
        if _NAME.fullmatch(text):
            if keyword.iskeyword(text):
                raise InputError(
                    f"{name} = {text} is a keyword where closed forms are read: give the parameter another "
                    f"name, such as {text[0].lower()}1"
                )
            return sp.Symbol(text, real=True)
    return exact(name, value)


def answers(name: str, value: Exact) -> sp.Expr:
    """A whole number > 0, or the symbol of a name.

    Examples
    --------
    >>> answers("n", "1000"), answers("n", "n")
    (1000, n)
    """
    number = parameter(name, value)
    if number.is_Symbol:
        return number
    if not (number.is_Integer and 0 < number <= MOST_ANSWERS):
        raise DomainError(
            f"{name} = {number}: give a whole number of answers from 1 to {MOST_ANSWERS}, such as 1000"
        )
    return number


def share(name: str, value: Exact | None) -> sp.Expr:
    """Theta, or its symbol where nothing is said of it."""
    return THETA if value is None else parameter(name, value)


def _check_symbols(question: Question) -> None:
    parts = (question.delta, question.weight, question.theta, question.n, question.against)
    names = [str(part) for part in parts if part is not None and part.is_Symbol]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} names two parameters: give each a name of its own")
