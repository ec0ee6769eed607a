"""The formulas of Dandekar, Basu and Bressan (2021) that a steward would use, as printed, for `--compare`.

Their symbols are called like the numbers of the commands: `probability` is that of a loss of at most eps in
size (of `each` in several releases), `share` what the sampled sensitivity is to cover. Where gamma can be
read as the probability that the loss exceeds the level, as (1) says, that reading is another formula.
"""

from __future__ import annotations

import sympy as sp

from derivations.dandekar_basu_bressan_2021.composition import BUDGET, L
from derivations.dandekar_basu_bressan_2021.cost import AT_RISK, LEFT_OF_10, x
from derivations.dandekar_basu_bressan_2021.explicit_randomness import FOR_A_SHARE, hypergeometric
from derivations.dandekar_basu_bressan_2021.implicit_randomness import DKW, rho
from derivations.dandekar_basu_bressan_2021.notation import PRINTED, delta, eps, eps0, n, share
from symbolic_eps.answers.printed_numbers import PrintedFormula
from symbolic_eps.theory.symbols import parameter

k, m, each, probability, c, scale, error, sensitivity = (
    parameter(name) for name in ("k", "m", "each", "probability", "c", "scale", "error", "sensitivity")
)
_COMPOSED = BUDGET.subs({L: sp.log(1 / delta), eps: each, share: probability}, simultaneous=True)

_LOSS, _COMPOSE = "at-risk loss", "at-risk compose"
_SAMPLE, _COST = "at-risk sensitivity", "at-risk cost"
WITHIN = "gamma is the probability that the loss does not exceed the level"
BEYOND = "gamma is the probability that the loss exceeds the level, as in (1)"


_SOLVED = -sp.log(1 - (1 - sp.exp(-eps)) / probability)
"""The equation of Section 6.2 for eps0, solved for k = 1."""


EQUATION_10 = sp.Eq(LEFT_OF_10, 1 / eps0, evaluate=False)
GAMMA = "gamma is that of (4), and E_min is 0"
_BUDGET = scale * AT_RISK.subs({share: PRINTED, x: sp.exp(-1 / eps0)}, simultaneous=True)
"""(9) at the root of (10)."""


_ONE, _MORE = sp.Eq(k, 1), (k >= 2, k <= 1000)
"""One coordinate has short forms; for more, P(T <= level) is the series of Appendix B, up to a length."""

_SHARE = hypergeometric(eps) / hypergeometric(eps0)
"""(3) for every k."""

_QUOTIENT = "P(T <= eps)/P(T <= eps0)"
"""The same as the paper writes it."""

_FROM_SHARE = sp.Eq(_SHARE, probability, evaluate=False)
_FROM_RISK = sp.Eq(_SHARE, 1 - probability, evaluate=False)


def _root(number: str, place: str, reading: str, equation: sp.Eq) -> PrintedFormula:
    """A level as the root of (3), for more than one coordinate."""
    unknown, written = parameter(number), f"a root of {_QUOTIENT} = {equation.rhs}"
    return PrintedFormula(_LOSS, number, place, unknown, reading, _MORE, equation, unknown, written)


PRINTED_FORMULAS = (
    PrintedFormula(_LOSS, "probability", "thm:4", PRINTED, WITHIN, (_ONE, eps <= eps0)),
    PrintedFormula(_LOSS, "probability", "thm:4", 1 - PRINTED, BEYOND, (_ONE, eps <= eps0)),
    PrintedFormula(_LOSS, "probability", "thm:4", _SHARE, WITHIN, (*_MORE, eps <= eps0), written=_QUOTIENT),
    PrintedFormula(
        _LOSS, "probability", "thm:4", 1 - _SHARE, BEYOND, (*_MORE, eps <= eps0), written=f"1 - {_QUOTIENT}"
    ),
    PrintedFormula(_LOSS, "eps", "eq:4", FOR_A_SHARE.subs(share, probability), WITHIN, (_ONE,)),
    PrintedFormula(_LOSS, "eps", "eq:4", FOR_A_SHARE.subs(share, 1 - probability), BEYOND, (_ONE,)),
    _root("eps", "thm:4", WITHIN, _FROM_SHARE),
    _root("eps", "thm:4", BEYOND, _FROM_RISK),
    PrintedFormula(
        _LOSS, "eps0", "text:6.2/equation", _SOLVED, WITHIN, (_ONE, probability > 1 - sp.exp(-eps))
    ),
    _root("eps0", "text:6.2/equation", WITHIN, _FROM_SHARE),
    PrintedFormula(_COMPOSE, "eps", "thm:3", _COMPOSED, WITHIN, (delta > 0, delta <= 1)),
    PrintedFormula(
        _COMPOSE,
        "eps",
        "thm:3",
        _COMPOSED.subs(probability, 1 - probability),
        BEYOND,
        (delta > 0, delta <= 1),
    ),
    PrintedFormula(
        _SAMPLE,
        "probability",
        "thm:5",
        m / n * DKW.subs(rho, m / n - share),
        "gamma_2 is m/n, the share of the sample, and rho is m/n less the share of all pairs",
        (share <= m / n,),
    ),
    PrintedFormula(_COST, "eps", "eq:10", eps, GAMMA, (sp.Eq(c, 1),), EQUATION_10, eps),
    PrintedFormula(_COST, "cost", "eq:9", _BUDGET, GAMMA, (sp.Eq(c, 1),), EQUATION_10, eps),
    PrintedFormula(
        _COST,
        "from",
        "eq:11",
        1 / error,
        "the error is that of noise for eps, not for eps0",
        (sp.Eq(sensitivity, 1),),
    ),
)
