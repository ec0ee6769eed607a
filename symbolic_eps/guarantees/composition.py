"""Splitting a budget over several releases: basic composition, and what each release guarantees by itself.

If T_1, ..., T_k are released with budgets e_1, ..., e_k, each private given the earlier outputs, then the
likelihood ratio of all outputs is the product of the k ratios, each in [e^-e_i, e^e_i]: the releases together
are private with e_1 + ... + e_k, and keep the profile that this sum was recommended for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from numbers import Integral

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.guarantees.explanation import budget_of
from symbolic_eps.guarantees.guarantee import Measure, bounds
from symbolic_eps.profiles.exact_numbers import Exact, check_lengths, exact_number
from symbolic_eps.results import Result
from symbolic_eps.theory.symbols import DECAY, parameter
from symbolic_eps.theory.variants import Variant, variant_named
from verify.enclosure import Enclosure, sign
from verify.evidence import Evidence
from verify.language.implication import Implication

MOST_RELEASES = 10_000
"""More releases than this are refused."""


@dataclass(frozen=True)
class Share:
    """One release's part of a budget.

    Parameters
    ----------
    weight : sympy.Rational
        Its share, a fraction of 1.
    epsilon : sympy.Expr
        Its budget (natural logarithm), exactly.
    epsilon_double : float
        A binary64 not above it; the doubles of all releases add up to no more than the whole.
    variant : Variant
        What is assumed of the releases.
    """

    weight: sp.Rational
    epsilon: sp.Expr
    epsilon_double: float
    variant: Variant = Variant.UNBOUNDED

    @property
    def enclosure(self) -> Enclosure:
        """Rational ends that contain the budget."""
        return enclosure_of(self.epsilon)

    @property
    def bound(self) -> sp.Expr:
        """The largest relative risk, in p, q and its own x = e^-eps."""
        return bounds(Measure.RELATIVE_RISK, self.variant).upper

    @property
    def profile(self) -> sp.Expr:
        """The relative risk that this release alone guarantees, in p and q: Theorem 1 with its own budget."""
        return self.bound.subs(DECAY, sp.exp(-self.epsilon))


@dataclass(frozen=True)
class Split(Result):
    """A budget over several releases.

    Parameters
    ----------
    epsilon : sympy.Expr
        The whole budget, exactly.
    shares : tuple of Share
        One for each release; their budgets add up to the whole.

    Examples
    --------
    >>> result = split("log(9)", 4)
    >>> len(result.shares), result.shares[0].epsilon
    (4, log(9)/4)
    """

    epsilon: sp.Expr
    shares: tuple[Share, ...]


def split(
    epsilon: Exact | sp.Expr,
    releases: int | None = None,
    weights: Sequence[Exact] = (),
    variant: Variant | str = Variant.UNBOUNDED,
) -> Split:
    """Split a budget over releases, equally or by weights, with the same guarantee for all of them together.

    Parameters
    ----------
    epsilon : exact number, text or SymPy expression
        The whole budget (natural logarithm), finite and > 0.
    releases : int, optional
        How many, with equal shares.
    weights : sequence of exact numbers, optional
        Instead: one positive number for each release; it gets that part of the sum.
    variant : Variant or str
        What is assumed of each release, see `symbolic_eps.theory.variants`.

    Returns
    -------
    Split

    Raises
    ------
    symbolic_eps.errors.InputError
        A budget that is not positive and finite, neither or both of `releases` and `weights`, a weight that
        is not positive.

    Notes
    -----
    Basic composition; `composition_theorem` is its step from one release to two. For many releases, advanced
    composition may allow more, at the price of a failure probability, for which the bound (11) does not hold.

    Examples
    --------
    >>> [str(share.epsilon) for share in split("log(9)", weights=[1, 1, 2]).shares]
    ['log(9)/4', 'log(9)/4', 'log(9)/2']
    """
    budget = budget_of(epsilon)
    if sign(budget) == 0:
        raise DomainError("eps = 0 cannot be split: give a positive budget, such as log(9)")
    if (releases is None) == (not weights):
        raise InputError(
            "give either the number of releases (--releases 3) or a weight for each (--weights 1,1,2)"
        )
    if releases is not None:
        if not isinstance(releases, Integral) or isinstance(releases, bool):
            raise InputError(f"releases = {releases!r}: give a whole number, such as 4")
        if not 1 <= releases <= MOST_RELEASES:
            raise DomainError(f"{releases} releases: give a number from 1 to {MOST_RELEASES}")
        parts = [sp.Integer(1)] * int(releases)
    else:
        parts = [exact_number("weight", weight) for weight in weights]
    check_lengths("the list of weights", *parts)
    for part in parts:
        if part <= 0:
            raise DomainError(f"weight {part}: the weight of a release is positive, such as 1/2")
    whole = sp.Add(*parts)
    assumed = variant_named(variant)
    shares = {part: _share(part / whole, budget, assumed) for part in dict.fromkeys(parts)}
    return Split(budget, tuple(shares[part] for part in parts))


def _share(weight: sp.Rational, budget: sp.Expr, variant: Variant) -> Share:
    epsilon = weight * budget
    return Share(weight, epsilon, enclosure_of(epsilon).double_lower(), variant)


def composition_theorem() -> Implication:
    """Two releases: ratios within [x, 1/x] and [y, 1/y] have a product within [x y, 1/(x y)].

    f and g are the probabilities of the first output with and without the person, h and k those of the second
    output given the first. Applied again and again, it gives any number of releases.

    Examples
    --------
    >>> composition_theorem().goal
    (f*h >= g*k*x*y) & (g*k >= f*h*x*y)
    """
    f, g, h, k, y = (parameter(name) for name in "fghky")
    x = DECAY
    domain = (x > 0, x <= 1, y > 0, y <= 1, f >= 0, g >= 0, h >= 0, k >= 0)
    private = (f >= x * g, g >= x * f, h >= y * k, k >= y * h)
    return Implication((*domain, *private), sp.And(f * h >= x * y * g * k, g * k >= x * y * f * h))


@cache
def composition_evidence() -> Evidence:
    """The proof of `composition_theorem`.

    Examples
    --------
    >>> print(composition_evidence().grade)
    exact
    """
    from verify.prover.prover import Prover

    return Prover().decide(composition_theorem())
