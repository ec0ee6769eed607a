"""Theorem 1 under other assumptions: bounded privacy, and releases that ignore a record outside S.

Each variant bounds the ratios u = L_N/L_S and v = L_0/L_S of Kazan & Reiter 2024, (66), by an interval
around 1; the relative risk is largest in a corner, as in Theorem 1. Stated in docs/variants.md, proved for
all countable supports in `symbolic_eps.theory.variant_theorems`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.binary_mechanism import BinaryMechanism, attaining_mechanism
from symbolic_eps.theory.bound import certifying, relative_risk_lower_bound, relative_risk_upper_bound
from symbolic_eps.theory.extremes import extreme_over_box
from symbolic_eps.theory.likelihoods import (
    RATIO_ABSENT,
    RATIO_OUTSIDE,
    LikelihoodRatioBounds,
    likelihood_ratio_bounds,
    prior_conditions,
    relative_risk_of_ratios,
)
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK
from verify.certificates.known_answers import KnownAnswers
from verify.language.condition import Condition, Relation, rational_condition


class Variant(StrEnum):
    """What is assumed of the release.

    `UNBOUNDED`
        eps-DP for data that differ by one record more or less: Theorem 1 itself.
    `BOUNDED`
        eps-DP for data that differ in the value of one record; a person who is left out is replaced by some
        other record.
    `INVARIANT`
        As `UNBOUNDED`, and adding a record with a value outside S does not change the law of the release.

    Examples
    --------
    >>> variant_named("bounded") is Variant.BOUNDED
    True
    """

    UNBOUNDED = "unbounded"
    BOUNDED = "bounded"
    INVARIANT = "invariant"


def variant_named(name: str | Variant) -> Variant:
    """The variant of that name.

    Raises
    ------
    symbolic_eps.errors.InputError
        For another name.

    Examples
    --------
    >>> str(variant_named("invariant"))
    'invariant'
    """
    try:
        return Variant(name)
    except ValueError:
        known = ", ".join(Variant)
        raise InputError(
            f"there is no bound {name!r}: {suggest(str(name), Variant)}give one of {known}"
        ) from None


def ratio_bounds(variant: Variant) -> Mapping[sp.Symbol, LikelihoodRatioBounds]:
    """The intervals of u = L_N/L_S and v = L_0/L_S, with x = e^-eps (for `INVARIANT` besides u = v).

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    mapping of Symbol to LikelihoodRatioBounds

    Examples
    --------
    >>> ratio_bounds(Variant.BOUNDED)[RATIO_OUTSIDE]
    LikelihoodRatioBounds(lower=x, upper=1/x)
    """
    if variant == Variant.UNBOUNDED:
        return likelihood_ratio_bounds()
    # Both data sets of either ratio are neighbours; for INVARIANT the ratio is L_0/L_S both times.
    neighbours = LikelihoodRatioBounds(DECAY, 1 / DECAY)
    return {RATIO_OUTSIDE: neighbours, RATIO_ABSENT: neighbours}


@cache
def largest_risk(variant: Variant = Variant.UNBOUNDED) -> sp.Expr:
    """The largest relative risk that the variant allows at the priors p, q; attained.

    Valid for 0 < p, q <= 1 and 0 < x <= 1, x = e^-eps.

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    sympy.Expr

    Notes
    -----
    Source: Kazan & Reiter 2024, Theorem 1, for `UNBOUNDED`; the others in docs/variants.md.

    Examples
    --------
    >>> largest_risk(Variant.INVARIANT)
    1/(p*q + x*(-p*q + 1))
    """
    return relative_risk_upper_bound() if variant == Variant.UNBOUNDED else _extreme(variant, largest=True)


@cache
def least_risk(variant: Variant = Variant.UNBOUNDED) -> sp.Expr:
    """The least relative risk that the variant allows at the priors p, q.

    Valid for 0 < p, q <= 1 and 0 < x <= 1, x = e^-eps.

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    sympy.Expr

    Examples
    --------
    >>> least_risk(Variant.BOUNDED)
    1/(p*q + (-p*q + 1)/x)
    """
    return relative_risk_lower_bound() if variant == Variant.UNBOUNDED else _extreme(variant, largest=False)


def _extreme(variant: Variant, *, largest: bool) -> sp.Expr:
    risk, box = relative_risk_of_ratios(), ratio_bounds(variant)
    if variant == Variant.INVARIANT:
        risk, box = risk.subs(RATIO_OUTSIDE, RATIO_ABSENT), {RATIO_ABSENT: box[RATIO_ABSENT]}
    at_corner = extreme_over_box(risk, box, prior_conditions(), certifying(KnownAnswers()), largest=largest)
    ratio = DECAY if largest else 1 / DECAY
    return 1 / sp.collect(sp.expand(1 / at_corner), ratio)


@cache
def variant_polynomial(variant: Variant = Variant.UNBOUNDED) -> sp.Expr:
    """F(x; p, q, s) = 1/bound - s: `F >= 0` exactly where the variant's bound is at most 1/s = r*.

    Increases in x > 0 unless p = q = 1.

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    sympy.Expr

    Examples
    --------
    >>> variant_polynomial(Variant.BOUNDED)
    p*q - s + x*(-p*q + 1)
    """
    return 1 / largest_risk(variant) - INVERSE_RISK


def attained_by(variant: Variant = Variant.UNBOUNDED) -> BinaryMechanism:
    """A mechanism that meets the variant's demands and whose relative risk is the variant's bound.

    For `BOUNDED`, a person who is left out is replaced by a record with a value outside S.

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    BinaryMechanism

    Examples
    --------
    >>> attained_by(Variant.BOUNDED).relative_risk().equals(largest_risk(Variant.BOUNDED))
    True
    """
    if variant == Variant.UNBOUNDED:
        return attaining_mechanism()
    start = 1 / (1 + DECAY)
    return BinaryMechanism(inside=start, outside=DECAY * start, absent=DECAY * start)


def demands_on(variant: Variant, mechanism: BinaryMechanism) -> tuple[Condition, ...]:
    """What the variant asks of a mechanism with two outputs that looks at one individual only.

    For `BOUNDED`, absence is replacement by a record of fixed value, and `absent` the law for that value.

    Parameters
    ----------
    variant : Variant
    mechanism : BinaryMechanism

    Returns
    -------
    tuple of Condition
        All of them hold exactly where the mechanism meets the variant's demands.

    Examples
    --------
    >>> from verify.language.condition import positive
    >>> solver = certifying(KnownAnswers())
    >>> demands = demands_on(Variant.INVARIANT, attained_by(Variant.INVARIANT))
    >>> all(solver.implies([positive(DECAY), positive(1 - DECAY)], demand, "met") for demand in demands)
    True
    """
    demands = mechanism.privacy_conditions()
    if variant == Variant.BOUNDED:
        one, other = mechanism.inside, mechanism.outside
        ratios = [
            high - DECAY * low
            for first, second in ((one, other), (1 - one, 1 - other))
            for low, high in ((first, second), (second, first))
        ]
        demands += tuple(c for d in ratios for c in rational_condition(d, Relation.NON_NEGATIVE))
    if variant == Variant.INVARIANT:
        demands += rational_condition(mechanism.outside - mechanism.absent, Relation.ZERO)
    return demands
