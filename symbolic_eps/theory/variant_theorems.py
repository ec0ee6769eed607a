"""The variants of Theorem 1, and Theorem 1 from below, proved for all countable supports.

Sums run over the values y and the others' data z. Given inclusion, Y and Z have the joint law m; the release
has probability f at t* for the value y and the data z. Independence (Assumption 2 of Kazan & Reiter 2024):
m = u P[Y = y], u the law of Z. No proof conditions on absence, on Y outside S, or on another event that may
be null. Stated in docs/variants.md and, for the least risk, in docs/explain.md: there the sums bound
A = P[t*, Y in S | I = 1] from below and the rest from above. Theorem 1 itself is audited with the paper.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variants import Variant, largest_risk, least_risk
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

y, z = parameter("y"), parameter("z")
m, u, w, f, g, s = (parameter(name) for name in ("m", "u", "w", "f", "g", "s"))

DOMAIN = (x > 0, x <= 1, p > 0, p <= 1, q > 0, q <= 1)
"""eps >= 0 and 0 < p, q <= 1."""

_VALUE = Total(m, z)
_INSIDE, _OUTSIDE = Total(s * m, y, z), Total((1 - s) * m, y, z)
_MASS, _PRIOR = sp.Eq(Total(m, y, z), 1), sp.Eq(_INSIDE, q)
_INDEPENDENT = sp.Eq(m, u * _VALUE)
_LAWS = (m >= 0, u >= 0, _MASS, sp.Eq(Total(u, z), 1), _INDEPENDENT, _PRIOR)
_A, _B = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)
_REFERENCE = Total(g * u, z)
_SWAP = sp.Eq(Total(g * m, z), Total(g * u * _VALUE, z))
_WHOLE = sp.Eq(_INSIDE + _OUTSIDE, 1)

_FAMILIES = {m: (y, z), u: (z,), f: (y, z), g: (z,), s: (y,)}
_PROBABILITIES = (f <= 1, g <= 1)
_PRIVATE = (f >= x * g, x * f <= g, g >= 0, *_PROBABILITIES)

_SETTINGS = {
    # g is the infimum of f over the values; w the joint law of the record that replaces the person, and Z.
    Variant.BOUNDED: Setting(
        {**_FAMILIES, w: (y, z)},
        (*_LAWS, w >= 0, sp.Eq(Total(w, y), u), f >= g, x * f <= g, g >= 0, *_PROBABILITIES),
        events=(s,),
    ),
    # g is the release's probability of t* without the person.
    Variant.INVARIANT: Setting(_FAMILIES, (*_LAWS, *_PRIVATE, sp.Eq((1 - s) * f, (1 - s) * g)), events=(s,)),
}

_LOWER_SETTINGS = {
    **_SETTINGS,
    Variant.UNBOUNDED: Setting(_FAMILIES, (*_LAWS, *_PRIVATE), events=(s,)),
    # g is the supremum of f over the values.
    Variant.BOUNDED: Setting(
        {**_FAMILIES, w: (y, z)},
        (*_LAWS, w >= 0, sp.Eq(Total(w, y), u), f <= g, f >= x * g, g >= 0, *_PROBABILITIES),
        events=(s,),
    ),
}

_LEFT_OUT = {v: Total(f * w, y, z) if v is Variant.BOUNDED else _REFERENCE for v in Variant}
"""P[T* = t* | I = 0]."""


def release(variant: Variant) -> sp.Expr:
    """P[T* = t*] by total probability.

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`.

    Examples
    --------
    >>> {p, f, m, g, u} <= release(Variant.INVARIANT).free_symbols
    True
    """
    return p * Total(f * m, y, z) + (1 - p) * _LEFT_OUT[variant]


def risk(variant: Variant) -> sp.Expr:
    """The relative risk P[Y in S, I = 1 | T* = t*] / P[Y in S, I = 1].

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`.

    Examples
    --------
    >>> isinstance(risk(Variant.BOUNDED), Quotient)
    True
    """
    # p stays within the sums, so that SymPy does not cancel it.
    prior = Total(p * s * m, y, z)
    return Quotient(Quotient(Total(p * s * f * m, y, z), release(variant)), prior)


def _total(variant: Variant) -> sp.Basic:
    """The release in parts: Y in S, Y outside S, and the person left out."""
    return sp.Eq(release(variant), p * _A + p * _B + (1 - p) * _LEFT_OUT[variant])


def _left_out_steps(variant: Variant, at_least: bool) -> tuple[Step, ...]:
    """That the release without the person is at least, or at most, what g gives by itself."""
    left_out, mixed = _LEFT_OUT[variant], Total(g * w, y, z)
    bound = left_out >= _REFERENCE if at_least else left_out <= _REFERENCE
    if variant is not Variant.BOUNDED:
        return (Step(bound, using=()),)
    spread = sp.Eq(Total(g * Total(w, y), z), _REFERENCE)
    dominated = mixed <= left_out if at_least else left_out <= mixed
    return (
        Step(spread, Termwise(), (sp.Eq(Total(w, y), u),)),
        Step(dominated, Termwise(), (w >= 0, f >= g if at_least else f <= g)),
        Step(bound, using=(spread, dominated)),
    )


def theorem(variant: Variant) -> Derivation:
    """`risk <= largest_risk`, for every possible t*, all priors in (0, 1] and all countable supports.

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`.

    Returns
    -------
    Derivation
        To be examined on `DOMAIN`.

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> str(theorem(Variant.INVARIANT).examine(DOMAIN, Prover()).grade)
    'exact'
    """
    cap, released, left_out = 1 / largest_risk(variant), release(variant), _LEFT_OUT[variant]
    possible, sums = sp.Gt(released, 0), _total(variant)
    each_high = Total(x * f * m, z) <= Total(g * m, z)
    inside = sp.Le(Total(x * s * Total(f * m, z), y), Total(s * _VALUE * _REFERENCE, y), evaluate=False)
    outside = sp.Le(
        Total((1 - s) * _VALUE * _REFERENCE, y), Total((1 - s) * Total(f * m, z), y), evaluate=False
    )
    each_low = Total((1 - s) * g * m, z) <= Total((1 - s) * f * m, z)
    bounded = _A * cap <= _INSIDE * released
    not_above = f >= g if variant is Variant.BOUNDED else sp.Eq((1 - s) * f, (1 - s) * g)
    goal = sp.Le(risk(variant), largest_risk(variant), evaluate=False)
    steps = (
        Step(_SWAP, Termwise(), (_INDEPENDENT,)),
        Step(each_high, Termwise(), (m >= 0, x * f <= g)),
        Step(each_low, Termwise(), (m >= 0, sp.Ge(1 - s, 0), not_above)),
        Step(inside, Termwise(), (each_high, _SWAP, sp.Ge(s, 0))),
        Step(outside, Termwise(), (each_low, _SWAP, sp.Ge(1 - s, 0))),
        *_left_out_steps(variant, at_least=True),
        Step(_INSIDE > 0, using=(_PRIOR, q > 0)),
        Step(_WHOLE, using=(_MASS,)),
        Step(sums, using=()),
        Step(cap > 0, using=DOMAIN),
        Step(bounded, using=(_WHOLE, _PRIOR, sums, inside, outside, left_out >= _REFERENCE, *DOMAIN)),
        Step(goal, using=(bounded, cap > 0, possible, _INSIDE > 0, *DOMAIN)),
    )
    return _under(_SETTINGS[variant], (possible,), goal, steps)


def _under(
    stated: Setting, more: tuple[sp.Basic, ...], goal: sp.Basic, steps: tuple[Step, ...]
) -> Derivation:
    """The derivation of the goal in a setting with more hypotheses."""
    return Derivation(replace(stated, hypotheses=(*stated.hypotheses, *more)), goal, steps)


def attained(variant: Variant) -> Derivation:
    """Equality for the mechanism that answers 1/(1+x) on S and x/(1+x) elsewhere, whatever the laws.

    For `BOUNDED` the replacing record has a value outside S.

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`.

    Returns
    -------
    Derivation
        To be examined on `DOMAIN`.

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> str(attained(Variant.INVARIANT).examine(DOMAIN, Prover()).grade)
    'exact'
    """
    cap, left_out = 1 / largest_risk(variant), _LEFT_OUT[variant]
    mechanism = (sp.Eq(f, (s + x * (1 - s)) / (1 + x)), sp.Eq(g, x / (1 + x)))
    off = (sp.Eq(Total(s * w, y, z), 0),) if variant == Variant.BOUNDED else ()
    indicator = (sp.Eq(s * (1 - s), 0, evaluate=False), x > 0)
    inside = sp.Eq(Total((1 + x) * s * f * m, y, z), Total(s * m, y, z))
    outside = sp.Eq(Total((1 + x) * (1 - s) * f * m, y, z), Total(x * (1 - s) * m, y, z))
    one = sp.Eq(Total(u, z), 1)
    if variant == Variant.BOUNDED:
        law = sp.Eq((1 + x) * f * w, s * w + x * w - x * s * w)
        summed = sp.Eq(Total((1 + x) * f * w, y, z), Total(s * w + x * w - x * s * w, y, z))
        whole = sp.Eq(Total(Total(w, y), z), Total(u, z))
        absent: tuple[Step, ...] = (
            Step(law, using=(*mechanism, *indicator)),
            Step(summed, Termwise(), (law,)),
            Step(whole, Termwise(), (sp.Eq(Total(w, y), u),)),
            Step(sp.Eq((1 + x) * left_out, x), using=(summed, whole, one, *off, x > 0)),
        )
    else:
        summed = sp.Eq(Total((1 + x) * g * u, z), Total(x * u, z))
        absent = (
            Step(summed, Termwise(), (*mechanism, *indicator)),
            Step(sp.Eq((1 + x) * left_out, x), using=(summed, one, x > 0)),
        )
    released = sp.Eq((1 + x) * release(variant), cap)
    goal = sp.Eq(risk(variant), largest_risk(variant), evaluate=False)
    steps = (
        Step(inside, Termwise(), (*mechanism, *indicator)),
        Step(outside, Termwise(), (*mechanism, *indicator)),
        *absent,
        Step(_INSIDE > 0, using=(_PRIOR, q > 0)),
        Step(cap > 0, using=DOMAIN),
        Step(released, using=(inside, outside, sp.Eq((1 + x) * left_out, x), _MASS, _PRIOR, x > 0)),
        Step(goal, using=(released, inside, cap > 0, _INSIDE > 0, *DOMAIN)),
    )
    return _under(_SETTINGS[variant], (*mechanism, *off), goal, steps)


def lower_theorem(variant: Variant = Variant.UNBOUNDED) -> Derivation:
    """`risk >= least_risk`, for every possible t*, all priors in (0, 1] and all countable supports.

    Parameters
    ----------
    variant : Variant

    Returns
    -------
    Derivation
        To be examined on `symbolic_eps.theory.variant_theorems.DOMAIN`.

    Notes
    -----
    The counterpart of Kazan & Reiter 2024, Theorem 1 (11).

    Examples
    --------
    >>> from verify.prover.prover import Prover
    >>> str(lower_theorem().examine(DOMAIN, Prover()).grade)
    'exact'
    """
    cap, released, left_out = 1 / least_risk(variant), release(variant), _LEFT_OUT[variant]
    possible, sums = sp.Gt(released, 0), _total(variant)
    each_low = Total(x * g * m, z) <= Total(f * m, z)
    inside = sp.Le(Total(x * s * _VALUE * _REFERENCE, y), Total(s * Total(f * m, z), y), evaluate=False)
    bounded = sp.Ge(x**2 * _A * sp.expand(cap), x**2 * _INSIDE * released, evaluate=False)
    goal = sp.Ge(risk(variant), least_risk(variant), evaluate=False)
    outside, outside_steps = _outside(variant)
    steps = (
        Step(_SWAP, Termwise(), (_INDEPENDENT,)),
        Step(each_low, Termwise(), (m >= 0, f >= x * g)),
        Step(inside, Termwise(), (each_low, _SWAP, sp.Ge(s, 0))),
        *outside_steps,
        *_left_out_steps(variant, at_least=False),
        Step(_INSIDE > 0, using=(_PRIOR, q > 0)),
        Step(_WHOLE, using=(_MASS,)),
        Step(sums, using=()),
        Step(cap > 0, using=DOMAIN),
        Step(bounded, using=(_WHOLE, _PRIOR, sums, inside, outside, left_out <= _REFERENCE, *DOMAIN)),
        Step(goal, using=(bounded, cap > 0, possible, _INSIDE > 0, *DOMAIN)),
    )
    return _under(_LOWER_SETTINGS[variant], (possible,), goal, steps)


def _outside(variant: Variant) -> tuple[sp.Basic, tuple[Step, ...]]:
    """How much the values outside S add to the release, at most: by two steps of x, or by one."""
    reference = Total((1 - s) * _VALUE * _REFERENCE, y)
    if variant == Variant.UNBOUNDED:
        each = Total(x * f * m, z) <= Total(g * m, z)
        total = sp.Le(Total(x * (1 - s) * Total(f * m, z), y), reference, evaluate=False)
        reason: tuple[sp.Basic, ...] = (m >= 0, x * f <= g)
    else:
        each = Total((1 - s) * f * m, z) <= Total((1 - s) * g * m, z)
        total = sp.Le(Total((1 - s) * Total(f * m, z), y), reference, evaluate=False)
        above = f <= g if variant == Variant.BOUNDED else sp.Eq((1 - s) * f, (1 - s) * g)
        reason = (m >= 0, sp.Ge(1 - s, 0), above)
    return total, (Step(each, Termwise(), reason), Step(total, Termwise(), (each, _SWAP, sp.Ge(1 - s, 0))))
