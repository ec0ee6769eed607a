"""The least relative risk that a budget allows, proved for all finite supports: Theorem 1 from below.

The families are those of `symbolic_eps.theory.variant_theorems`: m the joint law of the value y and the
others' data z given inclusion, f the release's probability of t*, u the law of Z, g that without the person.
The sums bound A = P[t*, Y in S | I = 1] from below and the rest from above. Stated in docs/explain.md.
"""

from __future__ import annotations

import sympy as sp

from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.variant_theorems import DOMAIN, f, g, m, s, u, w, y, z
from symbolic_eps.theory.variants import Variant, least_risk
from verify.probability.derivation import Derivation, Step
from verify.probability.rules import Termwise
from verify.probability.weighted_sum import Quotient, Setting, Total

_VALUE = Total(m, z)
_INSIDE, _OUTSIDE = Total(s * m, y, z), Total((1 - s) * m, y, z)
_MASS, _PRIOR = sp.Eq(Total(m, y, z), 1), sp.Eq(_INSIDE, q)
_INDEPENDENT = sp.Eq(m, u * _VALUE)
_LAWS = (m >= 0, u >= 0, _MASS, sp.Eq(Total(u, z), 1), _INDEPENDENT, _PRIOR)
_A, _B = Total(s * f * m, y, z), Total((1 - s) * f * m, y, z)
_REFERENCE = Total(g * u, z)

_PRIVATE = (f >= x * g, x * f <= g, g >= 0)
_FAMILIES = {m: (y, z), u: (z,), f: (y, z), g: (z,), s: (y,)}

_SETTINGS = {
    Variant.UNBOUNDED: Setting(_FAMILIES, (*_LAWS, *_PRIVATE), events=(s,)),
    # g is the largest f over the values; w the joint law of the record that replaces the person, and Z.
    Variant.BOUNDED: Setting(
        {**_FAMILIES, w: (y, z)},
        (*_LAWS, w >= 0, sp.Eq(Total(w, y), u), f <= g, f >= x * g, g >= 0),
        events=(s,),
    ),
    Variant.INVARIANT: Setting(_FAMILIES, (*_LAWS, *_PRIVATE, sp.Eq((1 - s) * f, (1 - s) * g)), events=(s,)),
}


def _left_out(variant: Variant) -> sp.Expr:
    """P[T* = t* | I = 0]."""
    return Total(f * w, y, z) if variant == Variant.BOUNDED else _REFERENCE


def lower_theorem(variant: Variant = Variant.UNBOUNDED) -> Derivation:
    """`risk >= least_risk`, for every possible t*, all priors in (0, 1] and all finite supports.

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
    left_out = _left_out(variant)
    released = p * Total(f * m, y, z) + (1 - p) * left_out
    risk = Quotient(Quotient(Total(p * s * f * m, y, z), released), Total(p * s * m, y, z))
    cap = 1 / least_risk(variant)
    possible = sp.Gt(released, 0)
    swap = sp.Eq(Total(g * m, z), Total(g * u * _VALUE, z))
    each_low = Total(x * g * m, z) <= Total(f * m, z)
    inside = sp.Le(Total(x * s * _VALUE * _REFERENCE, y), Total(s * Total(f * m, z), y), evaluate=False)
    whole = sp.Eq(_INSIDE + _OUTSIDE, 1)
    sums = sp.Eq(released, p * _A + p * _B + (1 - p) * left_out)
    bounded = sp.Ge(x**2 * _A * sp.expand(cap), x**2 * _INSIDE * released, evaluate=False)
    goal = sp.Ge(risk, least_risk(variant), evaluate=False)
    outside, outside_steps = _outside(variant, swap)
    steps = (
        Step(swap, Termwise(), (_INDEPENDENT,)),
        Step(each_low, Termwise(), (m >= 0, f >= x * g)),
        Step(inside, Termwise(), (each_low, swap, sp.Ge(s, 0))),
        *outside_steps,
        *_left_out_steps(variant),
        Step(_INSIDE > 0, using=(_PRIOR, q > 0)),
        Step(whole, using=(_MASS,)),
        Step(sums, using=()),
        Step(cap > 0, using=DOMAIN),
        Step(bounded, using=(whole, _PRIOR, sums, inside, outside, left_out <= _REFERENCE, *DOMAIN)),
        Step(goal, using=(bounded, cap > 0, possible, _INSIDE > 0, *DOMAIN)),
    )
    stated = _SETTINGS[variant]
    return Derivation(Setting(stated.families, (*stated.hypotheses, possible), stated.events), goal, steps)


def _outside(variant: Variant, swap: sp.Basic) -> tuple[sp.Basic, tuple[Step, ...]]:
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
    return total, (Step(each, Termwise(), reason), Step(total, Termwise(), (each, swap, sp.Ge(1 - s, 0))))


def _left_out_steps(variant: Variant) -> tuple[Step, ...]:
    left_out = _left_out(variant)
    if variant is not Variant.BOUNDED:
        return (Step(left_out <= _REFERENCE, using=()),)
    spread = sp.Eq(Total(g * Total(w, y), z), _REFERENCE)
    dominated = left_out <= Total(g * w, y, z)
    return (
        Step(spread, Termwise(), (sp.Eq(Total(w, y), u),)),
        Step(dominated, Termwise(), (w >= 0, f <= g)),
        Step(left_out <= _REFERENCE, using=(spread, dominated)),
    )
