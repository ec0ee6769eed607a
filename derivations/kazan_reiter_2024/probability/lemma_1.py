"""Lemma 1's proof, (44)-(58): total probability, eps-DP term by term, Assumption 2, and Bayes' theorem.

The lines that are algebra alone are in `proofs.lemma_1`. A line that conditions on I = 0, on Y in S or on
Y = y is undefined, so false, where that event is null: S is any subset of Y's domain, and p = 1 is allowed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from derivations.kazan_reiter.finite_model import FAMILIES, LAWS
from derivations.kazan_reiter_2024.notation import claim
from derivations.kazan_reiter_2024.probability.adversary import (
    ABSENT_POSSIBLE,
    ANY_SET,
    BOTH_POSSIBLE,
    BUDGET,
    EACH_HIGH,
    EACH_LOW,
    GIVEN_A_VALUE,
    INCLUDED,
    INCLUSION,
    INDEPENDENT,
    INSIDE,
    LIKELIHOOD_ABSENT,
    LIKELIHOOD_INSIDE,
    LIKELIHOOD_OF_VALUE,
    LIKELIHOOD_OUTSIDE,
    MASS,
    OUTSIDE,
    POSSIBLE,
    PRIOR,
    PRIVATE,
    PROBABILITIES,
    SUPPORT,
    SWAP,
    VALUE,
    absent,
    derived,
    event_bounds,
    event_steps,
    f,
    g,
    m,
    p,
    q,
    s,
    u,
    x,
    y,
    z,
)
from symbolic_eps.theory.symbols import parameter
from verify.claims.claim import Claim
from verify.language.as_printed import between, eq
from verify.probability.derivation import Derivation, Step
from verify.probability.weighted_sum import Quotient, Setting, Total

least = parameter("w")
"""For each y a lower bound on P[Y = y | I = 1]; one for all y would leave only finitely many."""

P_NOT_1, Q_NOT_0, Q_NOT_1, NO_NULL_VALUE = p < 1, q > 0, q < 1, least > 0

_ABSENT_IS_NULL = "At p = 1 it conditions on I = 0, a null event."
_SET_IS_NULL = (
    "If S has probability 0, it conditions on a null event; Section 2.2 excludes that for the agency's S, "
    "but the lemma is for any subset."
)
_COMPLEMENT_IS_NULL = "At q = 1, which Theorems 1 and 2 allow, it conditions on Y not in S, a null event."

# (44)-(48), for one value y

_law_of_others = Quotient(m, VALUE)
_line_45 = Total(f * _law_of_others, z)


def _line_46(factor: sp.Expr) -> sp.Expr:
    return Total(factor * g * _law_of_others, z)


def _line_47(factor: sp.Expr) -> sp.Expr:
    return factor * Total(g * absent(u), z)


def _others(factor: sp.Expr) -> Derivation:
    goal = eq(_line_46(factor), _line_47(factor))
    return derived(goal, GIVEN_A_VALUE[:1], (SWAP, SUPPORT, x > 0, P_NOT_1), INDEPENDENT, SUPPORT)


def _absence(factor: sp.Expr) -> Derivation:
    return derived(eq(_line_47(factor), factor * LIKELIHOOD_ABSENT), (), (x > 0, P_NOT_1))


_line_46_bounds = sp.Le(_line_45, _line_46(1 / x), evaluate=False)
_line_46_bounds_below = sp.Ge(_line_45, _line_46(x), evaluate=False)
_each_value = between(x, Quotient(LIKELIHOOD_OF_VALUE, LIKELIHOOD_ABSENT), 1 / x)

other_law = parameter("v")
"""A law of Z given I = 0 that is not the adversary's, as (47) is printed."""


def law_in_47(law: sp.Symbol) -> Derivation:
    """(47) with this law of the others' data in its second factor.

    Parameters
    ----------
    law : Symbol
        The adversary's u, or `other_law`.

    Examples
    --------
    >>> law_in_47(u).goal == law_in_47(other_law).goal
    False
    """
    families = {**FAMILIES, other_law: (z,)}
    own_laws = (*LAWS, other_law >= 0, sp.Eq(Total(other_law, z), 1))
    laws = (*own_laws, *PRIVATE, *PROBABILITIES, INDEPENDENT, SUPPORT)
    goal = eq(_line_46(1 / x), Total(g * law, z) / x)
    steps = (*GIVEN_A_VALUE[:1], Step(goal, using=(SWAP, SUPPORT, x > 0)))
    return Derivation(Setting(families, laws, events=(s,)), goal, steps)


_VALUE = (*BUDGET, *INCLUSION)

FOR_A_VALUE = derived(
    _each_value,
    BOTH_POSSIBLE,
    (SWAP, EACH_LOW, EACH_HIGH, SUPPORT, ABSENT_POSSIBLE, x > 0, P_NOT_1),
    INDEPENDENT,
    SUPPORT,
    POSSIBLE,
)
"""(44)."""

LINE_45 = derived(eq(LIKELIHOOD_OF_VALUE, _line_45), (), (SUPPORT,), SUPPORT)
LINE_46 = derived(_line_46_bounds, GIVEN_A_VALUE[2:], (EACH_HIGH, SUPPORT, x > 0), SUPPORT)
LINE_47 = _others(1 / x)
LINE_48 = _absence(1 / x)

FOR_ONE_VALUE: tuple[Claim, ...] = (
    claim(
        "eq:44",
        FOR_A_VALUE,
        _VALUE,
        missing=(P_NOT_1,),
        remark=f"{_ABSENT_IS_NULL} Below 1, P[T* = t* | I = 0] > 0 follows: t* is possible, and by eps-DP it "
        "is so with and without the person.",
    ),
    claim(
        "eq:45",
        LINE_45,
        _VALUE,
        remark="f is the mechanism's probability, by Assumption 1; y is in the support.",
    ),
    claim(
        "eq:46",
        LINE_46,
        _VALUE,
    ),
    claim(
        "eq:47",
        LINE_47,
        _VALUE,
        missing=(P_NOT_1,),
        remark=f"{_ABSENT_IS_NULL} P is read as P_M in the second factor.",
    ),
    claim(
        "text:E/lemma-1-law-in-47",
        law_in_47(other_law),
        _VALUE,
        corrected=law_in_47(u),
        remark="The second factor of (47) is printed as P, not P_M. Assumption 2 is about the adversary's "
        "law, here u; another, here v, need not agree with it. For the agency the others' data are fixed.",
    ),
    claim("eq:48", LINE_48, _VALUE, missing=(P_NOT_1,), remark=_ABSENT_IS_NULL),
    claim(
        "text:E/lemma-1-left-half.1",
        derived(_line_46_bounds_below, GIVEN_A_VALUE[1:2], (EACH_LOW, SUPPORT), SUPPORT),
        _VALUE,
        remark="(46) for the left inequality.",
    ),
    claim(
        "text:E/lemma-1-left-half.2",
        _others(x),
        _VALUE,
        missing=(P_NOT_1,),
        remark=f"(47) for the left inequality. {_ABSENT_IS_NULL}",
    ),
    claim(
        "text:E/lemma-1-left-half.3",
        _absence(x),
        _VALUE,
        missing=(P_NOT_1,),
        remark=f"(48) for the left inequality. {_ABSENT_IS_NULL}",
    ),
)

# (49)-(55), for a set S of values

_ratio = Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_ABSENT)
_posterior = Quotient(Total(s * m * f, y, z), INCLUDED)
_line_49 = Quotient(Quotient(_posterior * INCLUDED, INSIDE), LIKELIHOOD_ABSENT)
_below = INSIDE * LIKELIHOOD_ABSENT
_line_51 = Quotient(INCLUDED * Total(s * Quotient(Total(m * f, z), INCLUDED), y), _below)
_line_52 = Quotient(INCLUDED * Total(s * Quotient(LIKELIHOOD_OF_VALUE * VALUE, INCLUDED), y), _below)
_line_53 = Quotient(Total(s * Quotient(LIKELIHOOD_OF_VALUE, LIKELIHOOD_ABSENT) * VALUE, y), INSIDE)
_line_54 = Quotient(Total(s * x * VALUE, y), INSIDE)
_line_55 = Quotient(Total(s * VALUE / x, y), INSIDE)

_SET = (*_VALUE, *ANY_SET)
_positive_set = Step(INSIDE > 0, using=(PRIOR, Q_NOT_0))
_KNOWN = (INCLUDED > 0, ABSENT_POSSIBLE, INSIDE > 0, P_NOT_1, x > 0)


def _rearranged(left: sp.Expr, right: sp.Expr, *support: sp.Basic) -> Derivation:
    """Two forms of the ratio are equal; with `support`, where each value of S is possible."""
    known = (*_KNOWN, SUPPORT) if support else _KNOWN
    values = (Step(SUPPORT, using=(*support, NO_NULL_VALUE)),) if support else ()
    steps = (*BOTH_POSSIBLE, _positive_set, *values)
    found = derived(eq(left, right), steps, known, INDEPENDENT, POSSIBLE, PRIOR, *support)
    families = {**FAMILIES, least: (y,)} if support else FAMILIES
    return replace(found, setting=replace(found.setting, families=families))


_inside_bounds, _outside_bounds = event_bounds(s), event_bounds(1 - s)
_for_sets = (*BOTH_POSSIBLE, *event_steps(s), _positive_set)


def _bounded(goal: sp.Basic) -> Derivation:
    return derived(
        goal,
        _for_sets,
        (*_inside_bounds, INSIDE > 0, ABSENT_POSSIBLE, P_NOT_1, x > 0),
        INDEPENDENT,
        POSSIBLE,
        PRIOR,
    )


def _sum_over_set(goal: sp.Basic) -> Derivation:
    return derived(goal, (_positive_set,), (INSIDE > 0, x > 0), PRIOR)


_NULLS: dict[str, Any] = {"missing": (P_NOT_1, Q_NOT_0), "remark": f"{_SET_IS_NULL} {_ABSENT_IS_NULL}"}
_EVEN_VALUES: dict[str, Any] = {
    "missing": (P_NOT_1, Q_NOT_0, NO_NULL_VALUE),
    "remark": "w_y is a lower bound on P[Y = y | I = 1]: each y of S has to be possible, where the lemma "
    "lets S be a subset of the domain of Y, not of its support as in Section 2.2. "
    f"{_SET_IS_NULL} {_ABSENT_IS_NULL}",
}
_SUM: dict[str, Any] = {"missing": (Q_NOT_0,), "remark": _SET_IS_NULL}
_values = least <= VALUE

_line_50 = Quotient(INCLUDED * _posterior, _below)

LINE_49 = _rearranged(_ratio, _line_49)
LINE_50 = _rearranged(_line_49, _line_50)
LINE_51 = _rearranged(_ratio, _line_51)
LINE_52 = _rearranged(_line_51, _line_52, _values)
LINE_53 = _rearranged(_line_52, _line_53, _values)
LINE_54 = _bounded(sp.Ge(_ratio, _line_54, evaluate=False)), _sum_over_set(eq(_line_54, x))
LINE_55 = _bounded(sp.Le(_ratio, _line_55, evaluate=False)), _sum_over_set(eq(_line_55, 1 / x))

FOR_A_SET: tuple[Claim, ...] = (
    claim("eq:49", LINE_49, _SET, **_NULLS),
    claim("eq:50", LINE_50, _SET, **_NULLS),
    claim("eq:51", LINE_51, _SET, **_NULLS),
    claim("eq:52", LINE_52, (*_SET, least >= 0), **_EVEN_VALUES),
    claim("eq:53", LINE_53, (*_SET, least >= 0), **_EVEN_VALUES),
    claim("eq:54.1", LINE_54[0], _SET, **_NULLS),
    claim("eq:54.2", LINE_54[1], _SET, **_SUM),
    claim("eq:55.1", LINE_55[0], _SET, **_NULLS),
    claim("eq:55.2", LINE_55[1], _SET, **_SUM),
)

# (56)-(58) and the lemma

_absence_ratio = between(x, _ratio, 1 / x)
_complement_ratio = between(x, Quotient(LIKELIHOOD_OUTSIDE, LIKELIHOOD_ABSENT), 1 / x)
_against_complement = between(x**2, Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_OUTSIDE), 1 / x**2)

_positive_complement = Step(OUTSIDE > 0, using=(MASS, PRIOR, Q_NOT_1))
_A, _B = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)
_crossed = (x**2 * _B * INSIDE <= _A * OUTSIDE, x**2 * _A * OUTSIDE <= _B * INSIDE)
_both_sets = (INSIDE > 0, OUTSIDE > 0, ABSENT_POSSIBLE, x > 0)

FIRST_OF_10 = _bounded(_absence_ratio)
"""(10), left; (57)."""

SECOND_OF_10 = derived(
    _against_complement,
    (
        *_for_sets,
        *event_steps(1 - s),
        _positive_complement,
        Step(_A > 0, using=(_inside_bounds[0], *_both_sets)),
        Step(_B > 0, using=(_outside_bounds[0], *_both_sets)),
        Step(_crossed[0], using=(_inside_bounds[0], _outside_bounds[1], *_both_sets)),
        Step(_crossed[1], using=(_outside_bounds[0], _inside_bounds[1], *_both_sets)),
    ),
    (_A > 0, _B > 0, *_crossed, *_both_sets),
    INDEPENDENT,
    POSSIBLE,
    PRIOR,
)
"""(10), right."""

FOR_THE_COMPLEMENT = derived(
    _complement_ratio,
    (*BOTH_POSSIBLE, *event_steps(1 - s), _positive_complement),
    (*_outside_bounds, OUTSIDE > 0, ABSENT_POSSIBLE, P_NOT_1, x > 0),
    INDEPENDENT,
    POSSIBLE,
    PRIOR,
)
"""(58)."""


_in_two_factors = Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_ABSENT) * Quotient(
    LIKELIHOOD_ABSENT, LIKELIHOOD_OUTSIDE
)

LINE_56 = derived(
    eq(Quotient(LIKELIHOOD_INSIDE, LIKELIHOOD_OUTSIDE), _in_two_factors),
    (
        *_for_sets,
        *event_steps(1 - s),
        _positive_complement,
        Step(_B > 0, using=(_outside_bounds[0], *_both_sets)),
    ),
    (_B > 0, *_both_sets, P_NOT_1),
    INDEPENDENT,
    POSSIBLE,
    PRIOR,
)
"""(56)."""

FOR_BOTH = derived(
    sp.And(*_absence_ratio.args, *_complement_ratio.args, evaluate=False),
    (*_for_sets, *event_steps(1 - s), _positive_complement),
    (*_inside_bounds, *_outside_bounds, *_both_sets, P_NOT_1),
    INDEPENDENT,
    POSSIBLE,
    PRIOR,
)
"""(57) and (58) together."""


def lemma_1(place: str) -> tuple[Claim, Claim]:
    """The two parts of (10), for any subset S and any prior p, as printed at the place.

    Parameters
    ----------
    place : str
        Where the lemma is printed, `3` or `E`.

    Examples
    --------
    >>> [claim.locator.place for claim in lemma_1("E")]
    ['lem:1.1@E', 'lem:1.2@E']
    """
    return (
        claim(f"lem:1.1@{place}", FIRST_OF_10, _SET, **_NULLS),
        claim(
            f"lem:1.2@{place}",
            SECOND_OF_10,
            _SET,
            missing=(Q_NOT_0, Q_NOT_1),
            remark="Stated for any S; it conditions on S and on its complement, and either may be null.",
        ),
    )


FOR_BOTH_SETS: tuple[Claim, ...] = (
    claim(
        "eq:56",
        LINE_56,
        _SET,
        missing=(P_NOT_1, Q_NOT_0, Q_NOT_1),
        remark=f"{_SET_IS_NULL} {_COMPLEMENT_IS_NULL} {_ABSENT_IS_NULL}",
    ),
    claim("eq:57", FIRST_OF_10, _SET, **_NULLS),
    claim(
        "eq:58",
        FOR_THE_COMPLEMENT,
        _SET,
        missing=(P_NOT_1, Q_NOT_1),
        remark=f"{_COMPLEMENT_IS_NULL} {_ABSENT_IS_NULL}",
    ),
)

CLAIMS: tuple[Claim, ...] = (*lemma_1("E"), *FOR_ONE_VALUE, *FOR_A_SET, *FOR_BOTH_SETS)
