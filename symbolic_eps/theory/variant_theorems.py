"""The variants of Theorem 1, proved for all finite supports: sums over the values y and the others' data z.

Given inclusion, Y and Z have the joint law m; the release has probability f at t* for the value y and the
data z. Independence (Assumption 2 of Kazan & Reiter 2024): m = u P[Y = y], u the law of Z. Stated in
docs/variants.md; no proof conditions on absence, on Y outside S, or on another event that may be null.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variants import Variant, largest_risk
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
_INCLUDED = Total(f * m, y, z)
_LEAST = Total(g * u, z)

_SETTINGS = {
    # g is the least of f over the values; w the joint law of the record that replaces the person, and Z.
    Variant.BOUNDED: Setting(
        {m: (y, z), u: (z,), w: (y, z), f: (y, z), g: (z,), s: (y,)},
        (*_LAWS, w >= 0, sp.Eq(Total(w, y), u), f >= g, x * f <= g, g >= 0),
        events=(s,),
    ),
    # g is the release's probability of t* without the person.
    Variant.INVARIANT: Setting(
        {m: (y, z), u: (z,), f: (y, z), g: (z,), s: (y,)},
        (*_LAWS, f >= x * g, x * f <= g, g >= 0, sp.Eq((1 - s) * f, (1 - s) * g)),
        events=(s,),
    ),
}

_LEFT_OUT = {Variant.BOUNDED: Total(f * w, y, z), Variant.INVARIANT: _LEAST}
"""P[T* = t* | I = 0]."""


def setting(variant: Variant) -> Setting:
    """The families and the assumptions of a variant, as they are proved from.

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`.

    Examples
    --------
    >>> (f >= g) in setting(Variant.BOUNDED).hypotheses
    True
    """
    return _SETTINGS[variant]


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
    return p * _INCLUDED + (1 - p) * _LEFT_OUT[variant]


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


def theorem(variant: Variant) -> Derivation:
    """`risk <= largest_risk`, for every possible t*, all priors in (0, 1] and all finite supports.

    Parameters
    ----------
    variant : Variant
        `BOUNDED` or `INVARIANT`; Theorem 1 itself is audited with the paper.

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
    possible = sp.Gt(released, 0)
    swap = sp.Eq(Total(g * m, z), Total(g * u * _VALUE, z))
    each_high = Total(x * f * m, z) <= Total(g * m, z)
    inside = sp.Le(Total(x * s * Total(f * m, z), y), Total(s * _VALUE * _LEAST, y), evaluate=False)
    outside = sp.Le(Total((1 - s) * _VALUE * _LEAST, y), Total((1 - s) * Total(f * m, z), y), evaluate=False)
    each_low = Total((1 - s) * g * m, z) <= Total((1 - s) * f * m, z)
    whole = sp.Eq(_INSIDE + _OUTSIDE, 1)
    sums = sp.Eq(released, p * _A + p * _B + (1 - p) * left_out)
    bounded = _A * cap <= _INSIDE * released
    goal = sp.Le(risk(variant), largest_risk(variant), evaluate=False)
    steps = (
        Step(swap, Termwise(), (_INDEPENDENT,)),
        Step(each_high, Termwise(), (m >= 0, x * f <= g)),
        Step(each_low, Termwise(), (m >= 0, sp.Ge(1 - s, 0), _not_above(variant))),
        Step(inside, Termwise(), (each_high, swap, sp.Ge(s, 0))),
        Step(outside, Termwise(), (each_low, swap, sp.Ge(1 - s, 0))),
        *_left_out_steps(variant),
        Step(_INSIDE > 0, using=(_PRIOR, q > 0)),
        Step(whole, using=(_MASS,)),
        Step(sums, using=()),
        Step(cap > 0, using=DOMAIN),
        Step(bounded, using=(whole, _PRIOR, sums, inside, outside, left_out >= _LEAST, *DOMAIN)),
        Step(goal, using=(bounded, cap > 0, possible, _INSIDE > 0, *DOMAIN)),
    )
    stated = _SETTINGS[variant]
    return Derivation(Setting(stated.families, (*stated.hypotheses, possible), stated.events), goal, steps)


def _not_above(variant: Variant) -> sp.Basic:
    """How the release off S is bounded from below by g."""
    return f >= g if variant == Variant.BOUNDED else sp.Eq((1 - s) * f, (1 - s) * g)


def _left_out_steps(variant: Variant) -> tuple[Step, ...]:
    left_out = _LEFT_OUT[variant]
    if variant == Variant.INVARIANT:
        return (Step(left_out >= _LEAST, using=()),)
    spread = sp.Eq(Total(g * Total(w, y), z), _LEAST)
    dominated = Total(g * w, y, z) <= left_out
    return (
        Step(spread, Termwise(), (sp.Eq(Total(w, y), u),)),
        Step(dominated, Termwise(), (w >= 0, f >= g)),
        Step(left_out >= _LEAST, using=(spread, dominated)),
    )


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
    stated = _SETTINGS[variant]
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
    return Derivation(
        Setting(stated.families, (*stated.hypotheses, *mechanism, *off), stated.events), goal, steps
    )
