"""The worst priors for the bounds of a given eps, over a rectangle: theorems, each with its proof.

1/(11) is affine in p and in q, so that the extreme of the relative risk lies at q = q0 and at the end of the
range of p that `q0 (1 + x)` against `x` decides; posterior minus prior is extreme on the edges p = p1 and
q = q0, where it is `prior/(a prior + b) - prior` with one stationary point.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import sympy as sp

from symbolic_eps.guarantees.guarantee import Measure, attainment_theorems, bounds, named
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import PRIOR_INCLUSION as p
from symbolic_eps.theory.symbols import PRIOR_VALUE as q
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.theory.variant_theorems import DOMAIN, lower_theorem, theorem
from symbolic_eps.theory.variants import Variant, largest_risk, least_risk
from verify.certificates.known_answers import KnownAnswers
from verify.evidence import Evidence
from verify.language.implication import Hints, Implication
from verify.probability.derivation import Derivation

SHIPPED = Path(__file__).parent / "theorems"
"""Where the certificates of the theorems are stored."""

IDENTIFIER = "priors"
"""Their name there."""

p0, p1, q0, q1 = (parameter(name) for name in ("p0", "p1", "q0", "q1"))
"""Ends of the rectangle: p0 <= p <= p1, q0 <= q <= q1."""

_Place: TypeAlias = tuple[sp.Expr, sp.Expr]

RECTANGLE = (p0 >= 0, p0 <= p, p <= p1, p1 <= 1, p > 0, q0 >= 0, q0 <= q, q <= q1, q1 <= 1, q > 0)
BUDGET = (x > 0, x <= 1)

_prior, _other, _slope, _start, _root = (parameter(name) for name in ("m", "n", "a", "b", "w"))
_growth = parameter("y")


def _order(measure: Measure, upper: bool, one: _Place, other: _Place) -> sp.Basic:
    """That the bound at `one` is not worse than at `other`: smaller if it is upper, larger if it is lower.

    Compared are the reciprocals, which are defined on the border too.
    """
    bound = bounds(measure).upper if upper else bounds(measure).lower
    here, there = ((1 / bound).subs({p: at[0], q: at[1]}, simultaneous=True) for at in (one, other))
    return sp.Ge(here, there) if upper else sp.Le(here, there)


def _change(prior: sp.Expr) -> sp.Expr:
    """prior/(a prior + b) - prior: the change on an edge, where the denominator is affine."""
    return prior / (_slope * prior + _start) - prior


def theorems() -> dict[str, Implication]:
    """The theorems on which `symbolic_eps.guarantees.explanation` rests, by name.

    Returns
    -------
    dict of str to Implication
        In p, q, the ends of the rectangle and x = e^-eps; the edges in m and n (priors p q), a, b and
        w = sqrt(b).

    Examples
    --------
    >>> list(theorems())[:2]
    ['risk-high-p1', 'risk-high-p0']
    """
    hypotheses, risk = (*BUDGET, *RECTANGLE), Measure.RELATIVE_RISK
    stated: dict[str, Implication] = {
        "risk-high-p1": Implication((*hypotheses, q0 * (1 + x) <= x), _order(risk, True, (p, q), (p1, q0))),
        "risk-high-p0": Implication((*hypotheses, q0 * (1 + x) >= x), _order(risk, True, (p, q), (p0, q0))),
        "risk-low-p1": Implication((*hypotheses, q0 * (1 + x) <= 1), _order(risk, False, (p, q), (p1, q0))),
        "risk-low-p0": Implication((*hypotheses, q0 * (1 + x) >= 1), _order(risk, False, (p, q), (p0, q0))),
    }
    for variant in Variant:
        stated |= attainment_theorems(variant)
    return {**stated, **_monotone_theorems(), **_edge_theorems(), **_product_theorems()}


def derivations() -> dict[str, Derivation]:
    """The bounds for all countable supports, by name; Theorem 1 from above is audited with the paper.

    Examples
    --------
    >>> list(derivations())
    ['least', 'least-bounded', 'least-invariant', 'largest-bounded', 'largest-invariant']
    """
    largest = {named("largest", v): theorem(v) for v in Variant if v is not Variant.UNBOUNDED}
    return {**{named("least", v): lower_theorem(v) for v in Variant}, **largest}


def foundations(variant: Variant) -> tuple[str, ...]:
    """Names of what every explanation rests on: that the bounds are bounds, and attained.

    Examples
    --------
    >>> foundations(Variant.UNBOUNDED)
    ('least', 'high-private', 'high-attained', 'low-private', 'low-attained')
    """
    sides = (named("least", variant), named("largest", variant))
    return (*(s for s in sides if s in derivations()), *attainment_theorems(variant))


def _product_theorems() -> dict[str, Implication]:
    """The other variants' bounds depend on p q alone: they are Theorem 1's for the priors p q and 1."""
    hypotheses, at = (*BUDGET, p > 0, p <= 1, q > 0, q <= 1), {p: p * q, q: sp.Integer(1)}
    stated = {}
    for variant in Variant:
        if variant is not Variant.UNBOUNDED:
            for side, bound in (("high", largest_risk), ("low", least_risk)):
                same = sp.Eq(bound(variant), bound().subs(at, simultaneous=True), evaluate=False)
                stated[named(f"product-{side}", variant)] = Implication(hypotheses, same)
    return stated


def _monotone_theorems() -> dict[str, Implication]:
    """The posterior rises in p and in q; the odds ratio goes away from 1 as p rises or q falls.

    By the signs of derivatives of the reciprocals, rational functions without a pole where 0 < p, q <= 1
    (p q < 1 for the odds); on the lower side with e^eps in place of x = e^-eps, which clears 1/x.
    """
    priors = (p > 0, p <= 1, q > 0, q <= 1)
    stated = {}
    for side, budget in (("high", (*BUDGET, *priors)), ("low", (_growth >= 1, *priors))):
        for measure, name in ((Measure.POSTERIOR, "posterior"), (Measure.ODDS_RATIO, "odds")):
            hypotheses = (*budget, p * q < 1) if measure is Measure.ODDS_RATIO else budget
            bound = bounds(measure).upper if side == "high" else bounds(measure).lower.subs(x, 1 / _growth)
            for variable in (p, q):
                slope = sp.factor(sp.diff(1 / bound, variable))
                rises = measure is Measure.ODDS_RATIO and (side == "high") == (variable == q)
                stated[f"{name}-{side}-{variable}"] = Implication(
                    hypotheses, sp.Ge(slope, 0) if rises else sp.Le(slope, 0)
                )
    return stated


def _edge_theorems() -> dict[str, Implication]:
    """The change of the posterior: first to the edges, then along them."""
    # With the prior m = p q held fixed, a larger p is worse.
    p2, risk = parameter("p2"), Measure.RELATIVE_RISK
    moved = (*BUDGET, p > 0, p <= p2, p2 <= 1, _prior > 0, _prior <= p)
    places = ((p, _prior / p), (p2, _prior / p2))
    # Along an edge the denominator is a m + b > 0; b = w^2, and a m + b = w is the stationary point.
    edge = (_prior > 0, _start > 0, _slope * _prior + _start > 0)
    other = (*edge, _other > 0, _slope * _other + _start > 0)
    product = (_slope * _prior + _start) * (_slope * _other + _start)
    stationary = (_root > 0, sp.Eq(_start, _root**2))
    peak = (1 - _root) ** 2 / _slope
    rises, falls = sp.Le(product, _start), sp.Ge(product, _start)
    at_peak = Hints(squares=(_slope * _prior + _start - _root,))
    return {
        "change-high-edge": Implication(moved, _order(risk, True, *places)),
        "change-low-edge": Implication(
            (_growth >= 1, *moved[2:]), _order(risk, False, *places).subs(x, 1 / _growth)
        ),
        "edge-rises": Implication((*other, _prior <= _other, rises), sp.Le(_change(_prior), _change(_other))),
        "edge-falls": Implication((*other, _prior <= _other, falls), sp.Ge(_change(_prior), _change(_other))),
        "edge-peak-high": Implication(
            (*edge, *stationary, _slope > 0), sp.Le(_change(_prior), peak), at_peak
        ),
        "edge-peak-low": Implication((*edge, *stationary, _slope < 0), sp.Ge(_change(_prior), peak), at_peak),
    }


def proofs(names: Iterable[str] | None = None) -> dict[str, Evidence]:
    """Evidence for the theorems, by name; a stored certificate is checked by the kernel, else searched for.

    Parameters
    ----------
    names : iterable of str, optional
        All of `theorems` and `derivations` by default.

    Examples
    --------
    >>> print(proofs(["risk-high-p1"])["risk-high-p1"].grade)
    exact
    """
    from verify.prover.prover import Prover

    prover = Prover(known_answers=KnownAnswers.load(SHIPPED, IDENTIFIER))
    single, chains = theorems(), derivations()
    return {
        name: prover.decide(single[name]) if name in single else chains[name].examine(DOMAIN, prover)
        for name in ((*single, *chains) if names is None else names)
    }


def answers() -> KnownAnswers:
    """What the proofs rest on, searched for anew; run as a program, this module stores it."""
    from verify.prover.prover import Prover

    prover = Prover()
    for implication in theorems().values():
        prover.decide(implication)
    for derivation in derivations().values():
        derivation.examine(DOMAIN, prover)
    return KnownAnswers.of(prover.answers)


if __name__ == "__main__":
    answers().store(SHIPPED, IDENTIFIER)
