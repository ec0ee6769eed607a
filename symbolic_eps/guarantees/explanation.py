"""The reverse of a recommendation: what a given eps guarantees, prior by prior and at its worst over priors.

For relative risk, posterior, odds ratio and posterior minus prior, from above and from below; closed forms in
x = e^-eps by the theorems of `symbolic_eps.guarantees.prior_extremes`, numbers by ball arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.errors import DomainError
from symbolic_eps.guarantees.guarantee import Bounds, Measure, bounds
from symbolic_eps.guarantees.parse_epsilon import read_epsilon
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.guarantees.worst_priors import Extreme, extreme
from symbolic_eps.profiles.exact_numbers import Exact, exact_number
from symbolic_eps.results import Result
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, PRIOR_VALUE
from symbolic_eps.theory.variants import Variant, variant_named
from verify.enclosure import sign
from verify.evidence import Evidence, Grade, weakest

LARGEST_BUDGET = 10**5
"""Larger budgets are refused."""


@dataclass(frozen=True)
class AtPriors:
    """What eps guarantees an adversary with these priors.

    Parameters
    ----------
    inclusion, prior_value : sympy.Rational
        p and q.
    measures : mapping of Measure to Bounds
        Exact numbers; the odds ratio is left out where p q = 1.
    """

    inclusion: sp.Rational
    prior_value: sp.Rational
    measures: Mapping[Measure, Bounds]


@dataclass(frozen=True)
class Explanation(Result):
    """What eps guarantees over a rectangle of priors.

    Parameters
    ----------
    epsilon : sympy.Expr
        The budget (natural logarithm), an exact number >= 0.
    region : PriorRegion
        The adversaries that it is about.
    least, largest : mapping of Measure to Extreme
        The extremes over the region; the odds ratio is left out where p = q = 1 is all there is.
    at : tuple of AtPriors
        The priors that were asked for.
    variant : Variant
        What is assumed of the release.

    Examples
    --------
    >>> result = explain("log(9)", {"q": 1})
    >>> result.decay, result.largest[Measure.RELATIVE_RISK].value
    (1/9, 9)
    """

    epsilon: sp.Expr
    region: PriorRegion
    least: Mapping[Measure, Extreme]
    largest: Mapping[Measure, Extreme]
    at: tuple[AtPriors, ...] = ()
    variant: Variant = Variant.UNBOUNDED

    @property
    def decay(self) -> sp.Expr:
        """x = e^-eps."""
        return sp.exp(-self.epsilon)

    @cached_property
    def evidence(self) -> Mapping[str, Evidence]:
        """The proofs of the theorems that were used, by name; those at hand are checked by the kernel.

        That the bounds hold and are attained, and where they are worst over the priors.
        """
        names = {n for e in (*self.least.values(), *self.largest.values()) for n in e.theorems}
        # Loaded when it is asked for: the theorems' derivations take their time.
        from symbolic_eps.guarantees.prior_extremes import foundations, proofs

        return proofs((*foundations(self.variant), *sorted(names)))

    @property
    def grade(self) -> Grade | None:
        """The weakest grade of the proofs; None if one is open."""
        evidence = tuple(self.evidence.values())
        return weakest(evidence) if all(e.proved for e in evidence) else None


@deprecated_arguments(at="prior")
def explain(
    epsilon: Exact | sp.Expr,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    prior: Sequence[Mapping[str, Exact]] = (),
    variant: Variant | str = Variant.UNBOUNDED,
) -> Explanation:
    """What a privacy budget guarantees.

    Parameters
    ----------
    epsilon : exact number, text or SymPy expression
        The budget (natural logarithm), >= 0 and finite: `"1/2"`, `"0.5"`, `"log(9)"`.
    fixed : mapping of str to exact number
        Priors that are fixed, such as `{"q": 1}`.
    box : sequence of str
        Bounds on the priors, such as `"1/10<=p<=1/2"`.
    prior : sequence of mapping
        Priors to look at one by one, such as `{"p": "1/10", "q": 1}`.
    variant : Variant or str
        What is assumed of the release, see `symbolic_eps.theory.variants`; by default `unbounded`.

    Returns
    -------
    Explanation

    Raises
    ------
    symbolic_eps.errors.InputError
        A budget that is negative, infinite or no exact number; priors outside (0, 1]; an empty rectangle.
    symbolic_eps.errors.UndecidedError
        Two numbers could not be told apart.

    Notes
    -----
    Source: Kazan & Reiter 2024, Theorem 1 (11) and, from below, its mirror image.

    Examples
    --------
    >>> result = explain("log(9)", fixed={"q": 1})
    >>> [str(e.value) for e in (result.least[Measure.RELATIVE_RISK], result.largest[Measure.RELATIVE_RISK])]
    ['1/9', '9']
    >>> result.largest[Measure.CHANGE].value, result.largest[Measure.CHANGE].inclusion
    (1/2, 1/4)
    """
    budget = budget_of(epsilon)
    region = PriorRegion.of(fixed, box)
    decay, assumed = sp.exp(-budget), variant_named(variant)
    least, largest = (
        {m: worst for m in Measure if (worst := extreme(m, upper, decay, region, assumed))}
        for upper in (False, True)
    )
    looked_at = tuple(_at(priors, decay, assumed) for priors in prior)
    return Explanation(budget, region, least, largest, looked_at, assumed)


def budget_of(epsilon: Exact | sp.Expr) -> sp.Expr:
    """A budget as an exact number, from a text, a number or an expression.

    Raises
    ------
    symbolic_eps.errors.InputError
        A budget that is negative, infinite, above `LARGEST_BUDGET` or no exact number.

    Examples
    --------
    >>> budget_of("log(3)/2")
    log(3)/2
    """
    budget = read_epsilon(epsilon)
    if budget is sp.oo:
        raise DomainError(
            "eps = oo guarantees nothing: the posterior may be anything; give a finite eps, such as log(9)"
        )
    try:
        negative = sign(budget) < 0
    except (TypeError, ValueError) as error:
        raise DomainError(f"eps = {epsilon} is no exact real number such as log(9) or 1/2") from error
    if negative:
        raise DomainError(f"eps = {budget} is negative: a budget is >= 0, such as 1/2 or log(9)")
    if sign(budget - LARGEST_BUDGET) > 0:
        raise DomainError(
            f"eps is above {LARGEST_BUDGET}, where e^-eps has no digits to show: it guarantees nothing; give "
            "a smaller one, such as log(9)"
        )
    return budget


def _at(priors: Mapping[str, Exact], decay: sp.Expr, variant: Variant) -> AtPriors:
    if set(priors) != {"p", "q"}:
        raise DomainError("priors are given as two numbers, p and q, such as p=1/10,q=1")
    p, q = (exact_number(name, priors[name]) for name in ("p", "q"))
    for name, value in (("p", p), ("q", q)):
        if not 0 < value <= 1:
            raise DomainError(f"{name} = {value}: a prior lies in (0, 1], such as 1/10")
    values = {PRIOR_INCLUSION: p, PRIOR_VALUE: q, DECAY: decay}
    return AtPriors(
        p,
        q,
        {
            m: Bounds(bounds(m, variant).lower.subs(values), bounds(m, variant).upper.subs(values))
            for m in Measure
            if m is not Measure.ODDS_RATIO or p * q < 1
        },
    )
