"""What a notion of privacy says of an attack that answers yes or no, and the budget that a cap allows.

An attack looks at the release and says yes or no. k is the probability of yes where the record is not in the
data (the baseline), s that of yes where it is (the success), x = e^-eps or e^-rho. Under each notion the
pairs (k, s) that some release allows are those with four or two polynomials >= 0, linear in x; of these, two
limit s from above, one where s + k <= 1 and one where s + k >= 1:

* (eps, delta): k - x (s - delta), from P(yes) <= e^eps Q(yes) + delta;
  1 - s - x (1 - k - delta), from Q(no) <= e^eps P(no) + delta;
* Renyi divergence of order 2 at most rho, both ways: V - x ((s - k)^2 + V) with V = k (1 - k), from
  sum P^2/Q = 1 + (s - k)^2/V <= e^rho; the same with V = s (1 - s), from sum Q^2/P.

An attack with s > R exists exactly where both are > 0 at s = R, so that R caps the success exactly where
1/x is at most the larger of their two roots: the budget at k is its logarithm. For (eps, delta) with eps
given, delta takes the place of 1/x: both are linear in it, too. Proved each time
(`symbolic_eps.notions.theorems`). (eps, 0) is pure privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import sympy as sp

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.symbols import DECAY, parameter

BASELINE = parameter("k")
"""The probability of a yes where the record is not in the data."""

SUCCESS = parameter("s")
"""The probability of a yes where it is."""

DELTA = parameter("delta")

GROWTH = parameter("E")
"""e^eps, where eps is given and delta is sought."""


class Notion(StrEnum):
    """A notion of privacy, for two data sets that differ by one record.

    Examples
    --------
    >>> [str(notion) for notion in Notion]
    ['approximate', 'renyi-2']
    """

    APPROXIMATE = "approximate"
    RENYI_2 = "renyi-2"

    @property
    def budget(self) -> str:
        """The name of the budget."""
        return "eps" if self is Notion.APPROXIMATE else "rho"

    @property
    def promise(self) -> str:
        """What a release keeps to, in words."""
        return {
            Notion.APPROXIMATE: "(eps, delta)-differential privacy",
            Notion.RENYI_2: "Renyi divergence of order 2 at most rho, both ways",
        }[self]


def notion_named(name: str) -> Notion:
    """The notion of this name.

    Raises
    ------
    symbolic_eps.errors.InputError
        There is none.

    Examples
    --------
    >>> notion_named("renyi-2").budget
    'rho'
    """
    try:
        return Notion(name)
    except ValueError:
        raise InputError(
            f"there is no notion {name!r}; {suggest(name, Notion)}give approximate, which is (eps, delta), "
            "or renyi-2"
        ) from None


def given_delta(notion: Notion, delta: Exact) -> sp.Rational:
    """The delta of a release, in [0, 1); 0 under other notions than (eps, delta).

    Raises
    ------
    symbolic_eps.errors.InputError
        Another number.

    Examples
    --------
    >>> given_delta(Notion.APPROXIMATE, "1e-6")
    1/1000000
    """
    exact = exact_number("delta", delta)
    if not 0 <= exact < 1:
        raise DomainError(f"delta = {exact}: it lies in [0, 1), such as 1e-6")
    if notion is Notion.RENYI_2 and exact != 0:
        raise InputError("delta goes with the notion approximate: leave out --delta")
    return exact


def limits(notion: Notion, delta: sp.Expr = DELTA) -> tuple[sp.Expr, sp.Expr]:
    """The polynomials in x, k, s that limit the success: where s + k <= 1, and where s + k >= 1.

    Parameters
    ----------
    notion : Notion
    delta : sympy.Expr
        That of (eps, delta); unused by other notions.

    Examples
    --------
    >>> limits(Notion.APPROXIMATE)[0]
    k - x*(-delta + s)
    """
    x, k, s = DECAY, BASELINE, SUCCESS
    if notion is Notion.APPROXIMATE:
        return k - x * (s - delta), 1 - s - x * (1 - k - delta)
    return _order_two(k * (1 - k)), _order_two(s * (1 - s))


def _order_two(variance: sp.Expr) -> sp.Expr:
    return variance - DECAY * ((SUCCESS - BASELINE) ** 2 + variance)


def ratios(notion: Notion, cap: sp.Expr, delta: sp.Expr = DELTA) -> tuple[sp.Expr, sp.Expr]:
    """The largest 1/x at which a cap on the success holds, where cap + k <= 1 and where it is more.

    Parameters
    ----------
    notion : Notion
    cap : sympy.Expr
        R, in k and parameters; less than 1 and at least k + delta (at least k for `RENYI_2`).
    delta : sympy.Expr

    Examples
    --------
    >>> ratios(Notion.APPROXIMATE, parameter("R"))
    ((R - delta)/k, (delta + k - 1)/(R - 1))
    """
    return _each(limits(notion, delta), lambda limit: sp.cancel(1 / _root(limit.subs(SUCCESS, cap), DECAY)))


def largest_deltas(cap: sp.Expr, growth: sp.Expr = GROWTH) -> tuple[sp.Expr, sp.Expr]:
    """The largest delta at which a cap on the success holds, where cap + k <= 1 and where it is more.

    Parameters
    ----------
    cap : sympy.Expr
        R < 1, in k and parameters.
    growth : sympy.Expr
        e^eps.

    Examples
    --------
    >>> largest_deltas(parameter("R"))
    (-E*k + R, E*R - E - k + 1)
    """
    both = limits(Notion.APPROXIMATE)
    at_cap = {SUCCESS: cap, DECAY: 1 / growth}
    return _each(both, lambda limit: sp.cancel(_root(limit.subs(at_cap), DELTA)))


def _root(limit: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """Where an expression that is linear in the variable vanishes."""
    slope, constant = sp.Poly(sp.together(limit), variable).all_coeffs()
    return -constant / slope


def _each(pair: tuple[sp.Expr, sp.Expr], made: Callable[[sp.Expr], sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    return made(pair[0]), made(pair[1])


def demands(notion: Notion) -> tuple[sp.Expr, ...]:
    """The polynomials that are >= 0 exactly where a release that publishes yes or no is private.

    Parameters
    ----------
    notion : Notion

    Examples
    --------
    >>> len(demands(Notion.APPROXIMATE)), len(demands(Notion.RENYI_2))
    (4, 2)
    """
    both = limits(notion)
    if notion is Notion.RENYI_2:
        return both
    swapped = {BASELINE: SUCCESS, SUCCESS: BASELINE}
    return (*both, *(limit.subs(swapped, simultaneous=True) for limit in both))


def least_cap(notion: Notion, delta: sp.Expr = DELTA) -> sp.Expr:
    """The success that no budget >= 0 can rule out at a baseline k: smaller caps are infeasible.

    Examples
    --------
    >>> least_cap(Notion.APPROXIMATE), least_cap(Notion.RENYI_2)
    (delta + k, k)
    """
    return BASELINE + (delta if notion is Notion.APPROXIMATE else 0)
