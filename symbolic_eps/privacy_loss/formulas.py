"""The law of the privacy loss, and its inverses, as formulas for `symbolic-eps export`.

The value of each case is the closed form of `law` or `inverse`, written in exponentials and logarithms. Where
a wish has no exact solution, the value is the best that fulfils it: the least eps with P(|C| <= eps) >= P is
the smaller of E0 and what `inverse` solves for, the largest such E0 the larger of eps and that, since from
eps = E0 on the probability is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.extreme import Exactly, Extreme, Over
from symbolic_eps.export.forms.formula import Case, Formula, Side
from symbolic_eps.export.forms.laplace import (
    DoubleAreaSine,
    FallenByHalf,
    Inside,
    MeanLoss,
    Moved,
    NoiseFar,
    NoiseNear,
    SpentByHalf,
    VarianceOfLoss,
)
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.export.forms.tree import Node
from symbolic_eps.privacy_loss import inverse, law
from symbolic_eps.privacy_loss.symbols import EPS, EPS0
from verify.language.condition import Condition, non_negative, positive

SOURCE = "Privacy loss of the Laplace mechanism, derived in docs/privacy-at-risk.md"

PROBABILITY, DELTA, SENSITIVITY = sp.symbols("probability delta sensitivity", real=True)

SMALLEST, LARGEST = 2.0**-200, 300.0
"""Of eps0 and eps: products and squares of all that is formed are far from where digits are lost."""

_ARGUMENTS = {
    EPS0: Argument(
        EPS0, "what the noise is calibrated to: its scale is sensitivity/eps0", False, SMALLEST, LARGEST
    ),
    EPS: Argument(EPS, "bound on the privacy loss, in nats", False, SMALLEST, LARGEST),
    PROBABILITY: Argument(PROBABILITY, "wanted probability of a loss of at most eps in size", True, SMALLEST),
    DELTA: Argument(DELTA, "that of (eps, delta)-differential privacy", True, SMALLEST),
    SENSITIVITY: Argument(SENSITIVITY, "l1 sensitivity", False, SMALLEST, 2.0**200),
}
_DOMAINS: dict[sp.Symbol, tuple[Condition, ...]] = {
    EPS0: (positive(EPS0),),
    EPS: (positive(EPS),),
    PROBABILITY: (positive(PROBABILITY), non_negative(1 - PROBABILITY)),
    DELTA: (non_negative(DELTA), positive(1 - DELTA)),
    SENSITIVITY: (positive(SENSITIVITY),),
}

SAFE = Use(Side.LOWER, "to promise", "a probability of being safe that is overstated is not kept")
RISK = Use(Side.UPPER, "to state a risk by", "a risk that is understated is a promise that is not kept")
PROMISED = Use(Side.UPPER, "to promise", "an eps that is understated is a promise that is not kept")
CALIBRATED = Use(Side.LOWER, "to calibrate noise to", "a smaller eps0 gives more noise")
NOISE = Use(Side.UPPER, "to add noise by", "noise of a larger scale keeps the promise")

_TWO_SIDED = (
    "C is the loss of a release at a draw from one data set against a neighbour, for the worst pair of "
    "neighbours: proved for up to 3 coordinates, and for any number where eps is at most 1.762"
)
_EVERY_PAIR = "the worst pair of neighbours, in one coordinate: proved for any number of coordinates"
_INSIDE, _BEYOND = positive(EPS0 - EPS), non_negative(EPS - EPS0)


def _formula(
    name: str,
    title: str,
    result: str,
    symbols: Sequence[sp.Symbol],
    cases: Sequence[Case],
    use: Use,
    *notes: str,
    domain: Sequence[Condition] = (),
    closed: bool = False,
) -> Formula:
    """A formula in these symbols; `closed` says that eps may be 0."""
    exact = sp.Piecewise(*((c.exact, sp.And(*(k.relational for k in c.conditions))) for c in cases))
    domains = _DOMAINS | ({EPS: (non_negative(EPS),)} if closed else {})
    return Formula(
        f"at-risk-{name}",
        title,
        SOURCE,
        tuple(_ARGUMENTS[symbol] for symbol in symbols),
        (*(condition for symbol in symbols for condition in domains[symbol]), *domain),
        tuple(cases),
        result,
        str(exact),
        (use.note, *notes),
        budget=False,
        side=use.side,
        safe_use=use.purpose,
    )


def _up_to_eps0(exact: sp.Expr, value: Node, beyond: int, vanishes: sp.Expr | None) -> tuple[Case, Case]:
    """A value below eps0, and the one from there on."""
    constant = sp.Integer(beyond)
    return (
        Case((_BEYOND,), Exactly(constant), constant, None if beyond else sp.Integer(0)),
        Case((_INSIDE,), value, exact.rewrite(sp.exp), vanishes),
    )


def probability() -> Formula:
    """P(|C| <= eps).

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> formula = probability()
    >>> formula.safe_name, round(run(formula.program(), (1.0, 0.5)), 12)
    ('at_risk_probability_lower', 0.153217115165)
    """
    return _formula(
        "probability",
        "least probability that the privacy loss abs(C) of Laplace noise for eps0 is at most eps",
        "a probability; 1 from eps = eps0 on",
        (EPS0, EPS),
        _up_to_eps0(law.probability(EPS0, EPS), Inside(), 1, EPS),
        SAFE,
        _TWO_SIDED,
        "e^(-eps0/2) sinh(eps/2) as e^(-(eps0-eps)/2) (1 - e^-eps)/2: no difference cancels",
        closed=True,
    )


def one_sided() -> Formula:
    """P(C <= eps)."""
    return _formula(
        "one-sided",
        "least probability that the privacy loss C of Laplace noise for eps0 is at most eps",
        "a probability; 1 from eps = eps0 on",
        (EPS0, EPS),
        _up_to_eps0(law.one_sided(EPS0, EPS), FallenByHalf(EPS0, EPS), 1, None),
        SAFE,
        _EVERY_PAIR,
        "the rounding error of eps0 - eps is known, and put right",
        closed=True,
    )


def delta() -> Formula:
    """The tight delta at eps."""
    return _formula(
        "delta",
        "least delta for which Laplace noise for eps0 is (eps, delta)-differentially private",
        "a probability; 0 from eps = eps0 on",
        (EPS0, EPS),
        _up_to_eps0(law.delta(EPS0, EPS), SpentByHalf(), 0, None),
        RISK,
        _EVERY_PAIR,
        "1 - e^(-(eps0-eps)/2) by expm1: accurate where eps is next to eps0",
        closed=True,
    )


def eps() -> Formula:
    """The least eps that the loss does not exceed in size with a wanted probability."""
    exact = inverse.solved_for_eps(EPS0, PROBABILITY).rewrite(sp.log)
    value = Extreme(EPS0, DoubleAreaSine(EPS0, PROBABILITY), largest=False)
    return _formula(
        "eps",
        "least eps with a probability of at least P that the privacy loss of Laplace noise for eps0 is at "
        "most eps in size",
        "an eps, in nats; at most eps0",
        (EPS0, PROBABILITY),
        (Case((), value, value.of(exact)),),
        PROMISED,
        _TWO_SIDED,
        "2 asinh(y) with y = P e^(eps0/2), as 2 log1p(y + y^2/(1 + sqrt(1 + y^2))); where P is so large that "
        "no eps below eps0 serves, eps0",
    )


def eps_for_delta() -> Formula:
    """The eps that belongs to a delta so small that eps is eps0/2 or more."""
    return _formula(
        "eps-delta",
        "least eps for which Laplace noise for eps0 is (eps, delta)-differentially private",
        "an eps, in nats",
        (EPS0, DELTA),
        (Case((), Moved(EPS0, DELTA, upwards=False), inverse.eps_at_delta(EPS0, DELTA)),),
        PROMISED,
        _EVERY_PAIR,
        "where 4 delta <= eps0 (1 - delta), eps is at least eps0/2: -log(1 - delta) <= delta/(1 - delta); "
        "for larger delta the difference may cancel, and there is no bound in ulps",
        domain=(non_negative(EPS0 - EPS0 * DELTA - 4 * DELTA),),
    )


def eps0() -> Formula:
    """The largest eps0 for which the loss is at most eps with a wanted probability."""
    return _formula(
        "eps0",
        "largest eps0 for which Laplace noise has a privacy loss of at most eps in size with a probability "
        "of at least P",
        "an eps0, in nats; at least eps",
        (EPS, PROBABILITY),
        [Case(where, value, exact) for where, value, exact in _noise_cases()],
        CALIBRATED,
        _TWO_SIDED,
        *_NOISE_NOTES,
    )


def noise_scale() -> Formula:
    """The scale of the noise for that eps0."""
    return _formula(
        "noise-scale",
        "least scale of Laplace noise that has a privacy loss of at most eps in size with a probability of "
        "at least P",
        "a scale, in the unit of the sensitivity",
        (SENSITIVITY, EPS, PROBABILITY),
        [
            Case(where, Over(SENSITIVITY, value), SENSITIVITY / exact)
            for where, value, exact in _noise_cases()
        ],
        NOISE,
        _TWO_SIDED,
        *_NOISE_NOTES,
    )


_NOISE_NOTES = (
    "2 log(sinh(eps/2)/P), or eps where that is more: for eps <= 1 as 2 log1p(r + s (1 + r)), r = (eps - 2 "
    "P)/(2 P), s = sinh(eps/2)/(eps/2) - 1 by its series; no difference cancels",
)


def _noise_cases() -> tuple[tuple[tuple[Condition, ...], Node, sp.Expr], ...]:
    exact = sp.Max(EPS, inverse.solved_for_eps0(EPS, PROBABILITY).rewrite(sp.exp))
    apart = positive(EPS - 2 * PROBABILITY)
    near, far = (Extreme(EPS, form(EPS, PROBABILITY), largest=True) for form in (NoiseNear, NoiseFar))
    return (
        ((non_negative(2 * PROBABILITY - EPS),), Exactly(EPS), exact),
        ((apart, non_negative(1 - EPS)), near, exact),
        ((apart, positive(EPS - 1)), far, exact),
    )


def eps0_for_delta() -> Formula:
    """The largest eps0 that is (eps, delta)-differentially private."""
    return _formula(
        "eps0-delta",
        "largest eps0 for which Laplace noise is (eps, delta)-differentially private",
        "an eps0, in nats",
        (EPS, DELTA),
        (Case((), Moved(EPS, DELTA, upwards=True), inverse.eps0_for_delta(EPS, DELTA)),),
        CALIBRATED,
        _EVERY_PAIR,
        "eps and -2 log1p(-delta) are positive: their sum does not cancel",
    )


def noise_scale_for_delta() -> Formula:
    """The scale of the noise for that eps0."""
    exact = SENSITIVITY / inverse.eps0_for_delta(EPS, DELTA)
    return _formula(
        "noise-scale-delta",
        "least scale of Laplace noise that is (eps, delta)-differentially private",
        "a scale, in the unit of the sensitivity",
        (SENSITIVITY, EPS, DELTA),
        (Case((), Over(SENSITIVITY, Moved(EPS, DELTA, upwards=True)), exact),),
        NOISE,
        _EVERY_PAIR,
        "eps and -2 log1p(-delta) are positive: their sum does not cancel",
    )


def mean() -> Formula:
    """E[C], a relative entropy."""
    return _formula(
        "mean",
        "largest mean privacy loss of Laplace noise for eps0",
        "a relative entropy, in nats",
        (EPS0,),
        (Case((), MeanLoss(), law.mean(EPS0)),),
        RISK,
        _EVERY_PAIR,
        "eps0 - (1 - e^-eps0) as x log(x/y) - (x - y) with x = 1, y = e^-eps0: a series where they are near",
    )


def variance() -> Formula:
    """Var C for the pair in one coordinate."""
    return _formula(
        "variance",
        "variance of the privacy loss of Laplace noise for eps0, for the pair in one coordinate",
        "a variance, in squared nats",
        (EPS0,),
        (Case((), VarianceOfLoss(), law.variance(EPS0)),),
        RISK,
        "for other pairs nothing is claimed",
        "3 d^2 - 4 x m with x = e^-eps0, d = 1 - x and the mean m: neither term exceeds 3 times the value",
    )


FORMULAS: tuple[Callable[[], Formula], ...] = tuple(
    cache(make)
    for make in (
        probability,
        one_sided,
        delta,
        eps,
        eps_for_delta,
        eps0,
        eps0_for_delta,
        noise_scale,
        noise_scale_for_delta,
        mean,
        variance,
    )
)
"""In the order in which lists name them; each is made when it is first asked for, and kept."""
