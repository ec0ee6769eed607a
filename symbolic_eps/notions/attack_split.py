"""A budget under a notion split over several releases, which together satisfy the whole: composition.

(eps, delta): shares of eps add up. Where delta is given with a weight w of 1, a release gets
1 - (1 - delta)^w: the product of all 1 - delta_i is then 1 - delta exactly. rho: shares add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.guarantees.composition import Share, split
from symbolic_eps.notions.composition import prove_composition
from symbolic_eps.notions.notion import Notion, given_delta, notion_named
from symbolic_eps.profiles.exact_numbers import Exact
from symbolic_eps.results import Result
from verify.evidence import Grade, weakest

SHORT = 100
"""Roots of this order at most are simplified; SymPy makes numbers of as many digits out of others."""


@dataclass(frozen=True)
class AttackShare:
    """One release's part.

    Parameters
    ----------
    weight : sympy.Rational
        Its share, a fraction of 1.
    budget : sympy.Expr
        Its eps or rho, exactly.
    delta : sympy.Expr
        That of (eps, delta), exactly; 0 under other notions.
    budget_double, delta_double : float
        Not above them; so that the releases together keep to the whole.
    """

    weight: sp.Rational
    budget: sp.Expr
    delta: sp.Expr
    budget_double: float
    delta_double: float


@dataclass(frozen=True)
class AttackSplit(Result):
    """A budget under a notion over several releases.

    Parameters
    ----------
    notion : Notion
    budget, delta : sympy.Expr
        The whole.
    shares : tuple of AttackShare
        One for each release.
    grade : Grade
        Of the proof that together they keep to the whole, which no larger delta at these eps would.

    Examples
    --------
    >>> found = attack_split("log(9)", "approximate", "19/100", releases=2)
    >>> found.shares[0].budget, found.shares[0].delta, str(found.grade)
    (log(9)/2, 1/10, 'exact')
    """

    notion: Notion
    budget: sp.Expr
    delta: sp.Expr
    shares: tuple[AttackShare, ...]
    grade: Grade


def attack_split(
    budget: Exact | sp.Expr,
    notion: Notion | str,
    delta: Exact = 0,
    releases: int | None = None,
    weights: Sequence[Exact] = (),
) -> AttackSplit:
    """Split a budget over releases, each private given the earlier outputs.

    Parameters
    ----------
    budget : exact number, text or SymPy expression
        eps or rho of the whole, in natural-log units, finite and > 0.
    notion : Notion or str
    delta : exact number
        That of (eps, delta), in [0, 1).
    releases : int, optional
        How many, with equal shares.
    weights : sequence of exact numbers, optional
        Instead: one positive number for each release; it gets that part of the sum.

    Raises
    ------
    symbolic_eps.errors.InputError
        A number outside its range, or neither or both of `releases` and `weights`.

    Examples
    --------
    >>> [str(share.budget) for share in attack_split("3", "renyi-2", weights=[1, 2]).shares]
    ['1', '2']
    """
    named = notion_named(notion)
    share, whole = given_delta(named, delta), split(budget, releases, weights)
    parts = tuple(_share(one, share) for one in whole.shares)
    return AttackSplit(named, whole.epsilon, share, parts, weakest(prove_composition(named)))


def _share(one: Share, delta: sp.Rational) -> AttackShare:
    own = 1 - sp.Pow(1 - delta, one.weight, evaluate=one.weight.q <= SHORT)
    below = 0.0 if own == 0 else enclosure_of(own).double_lower()
    return AttackShare(one.weight, one.epsilon, own, one.epsilon_double, below)
