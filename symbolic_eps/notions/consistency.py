"""Whether parameters that are published for one release fit together: whether one follows from another.

Upper bounds never contradict each other, as a release that tells nothing keeps all of them. What can be wrong
is that one was computed from the other, on the unsafe side. So each is derived from the others, exactly.
Of k releases, each private given the earlier outputs: (k eps, 1 - (1 - delta)^k), k rho, and no less.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Proof
from symbolic_eps.errors import DomainError
from symbolic_eps.guarantees.explanation import LARGEST_BUDGET
from symbolic_eps.guarantees.parse_epsilon import read_epsilon
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions.composition import composed, prove_composition
from symbolic_eps.notions.conversion import largest_rho, least_delta, least_eps, rho_of_pure
from symbolic_eps.notions.conversion_theorems import prove_conversions
from symbolic_eps.notions.notion import Notion
from symbolic_eps.profiles.parse import parse_number
from symbolic_eps.results import Result
from verify.enclosure import UncertifiedError, sign


@dataclass(frozen=True)
class Consistency(Result):
    """Published parameters, and what each says of the others.

    Parameters
    ----------
    eps, delta, rho : sympy.Expr
        Exact; for all releases together, in natural-log units.
    releases : int
        How many releases there are.
    proof : Proof
        Of the conversions.

    Examples
    --------
    >>> found = consistent("2", "1e-6", "3.85")
    >>> found.private_follows, found.divergence_follows, found.eps_of_rho.round(3)
    (False, False, 16.258)
    """

    eps: sp.Expr
    delta: sp.Expr
    rho: sp.Expr
    releases: int
    proof: Proof

    @cached_property
    def delta_of_rho(self) -> sp.Expr:
        """The least delta at eps that follows from rho."""
        return least_delta(self.eps, self.rho)

    @cached_property
    def eps_of_rho(self) -> sp.Expr:
        """The least eps at delta that follows from rho."""
        return least_eps(self.delta, self.rho)

    @cached_property
    def rho_needed(self) -> sp.Expr:
        """The largest rho from which (eps, delta) follows."""
        return largest_rho(self.eps, self.delta)

    @cached_property
    def rho_of_private(self) -> sp.Expr:
        """The least rho that follows from (eps, delta): oo unless delta = 0."""
        return rho_of_pure(self.eps) if self.delta == 0 else sp.oo

    @cached_property
    def private_follows(self) -> bool:
        """Whether (eps, delta) follows from rho."""
        return self.rho == 0 or _at_most(self.delta_of_rho, self.delta)

    @cached_property
    def divergence_follows(self) -> bool:
        """Whether rho follows from (eps, delta)."""
        return self.rho_of_private is not sp.oo and _at_most(self.rho_of_private, self.rho)

    @property
    def consistent(self) -> bool:
        """Whether one of the statements follows from the other."""
        return self.private_follows or self.divergence_follows


def consistent(eps: object, delta: object, rho: object, releases: int = 1) -> Consistency:
    """Derive each of the published parameters of a release from the others.

    Parameters
    ----------
    eps, rho : str or exact number
        In natural-log units, >= 0, such as `"2"` or `"log(9)"`.
    delta : str or exact number
        In [0, 1).
    releases : int
        The parameters are those of each of so many releases.

    Returns
    -------
    Consistency

    Raises
    ------
    symbolic_eps.errors.InputError
        A number that is not read, or that lies outside its range.

    Notes
    -----
    The conversions are proved each time, for all releases and all tests, and each is reached by some release
    with the total; that several releases with these shares reach it is not claimed.

    Examples
    --------
    >>> consistent("log(2)", 0, "log(3/2)").divergence_follows
    True
    """
    budgets = {name: read_epsilon(value) for name, value in (("eps", eps), ("rho", rho))}
    for name, value in budgets.items():
        if not value.is_finite or value.is_negative:
            raise DomainError(f"{name} = {value}: it is a number >= 0, such as 2 or log(9)")
        if sign(value - LARGEST_BUDGET) > 0:
            raise DomainError(f"{name} is above {LARGEST_BUDGET}: give a smaller number, such as 2 or log(9)")
    share = parse_number(str(delta))
    if not 0 <= share < 1:
        raise DomainError(f"delta = {share}: it lies in [0, 1), such as 1e-6")
    judge = exact_judge()
    with judge.recorded() as evidence:
        released = prove_conversions(judge)
    eps, together = composed(Notion.APPROXIMATE, budgets["eps"], share, releases)
    rho, _ = composed(Notion.RENYI_2, budgets["rho"], sp.Integer(0), releases)
    several = Notion if releases > 1 else ()
    compositions = [one for notion in several for one in prove_composition(notion)]
    return Consistency(eps, together, rho, releases, Proof.of([*evidence, *released, *compositions]))


def _at_most(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether left <= right; numbers that 4000 bits do not tell apart count as equal."""
    difference = left - right
    if difference.is_Rational:
        return bool(difference <= 0)
    try:
        return sign(difference) <= 0
    except UncertifiedError:
        return bool(sp.simplify(difference) == 0)
