"""Proofs of the statements of `symbolic_eps.notions.success` about worst baselines.

One lemma serves all: a convex quadratic that is <= 0 at both ends of an interval is so between them. Minus a
demand, along the segment between two allowed pairs, is such a quadratic, and so is what an odds ratio of at
most r asks of k: their second coefficients are shown to be >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from symbolic_eps.notions.notion import BASELINE, DELTA, SUCCESS, Notion, demands, limits
from symbolic_eps.notions.theorems import Theorem
from symbolic_eps.theory.symbols import DECAY, parameter
from verify.language.condition import Condition, non_negative, positive

_x, _k, _s = DECAY, BASELINE, SUCCESS
_a, _b, _c, _low, _high, _t, _u, _v, _r = (
    parameter(n) for n in ("a", "b", "c", "m", "n", "t", "u", "v", "r")
)


def success_theorems(notion: Notion) -> Iterator[Theorem]:
    """What is to be proved of numbers.

    Parameters
    ----------
    notion : Notion

    Examples
    --------
    >>> len(list(success_theorems(Notion.RENYI_2))), len(list(success_theorems(Notion.APPROXIMATE)))
    (11, 20)
    """
    yield from _tells_all(notion)
    yield from odds_theorems(notion)
    ranges = _ranges(notion)
    for demand in demands(notion):
        along = demand.subs({_k: _k + _t * _u, _s: _s + _t * _v}, simultaneous=True)
        yield ranges, _second(-along, _t), "the allowed pairs are a convex set"
        for end in (0, 1):
            value = non_negative(sp.expand(demand.subs({_k: end, _s: end})))
            yield ranges, value, "it contains (0, 0) and (1, 1)"
    if notion is Notion.APPROXIMATE:
        gain = non_negative(sp.expand((1 - _x + 2 * _x * DELTA) - (1 + _x) * (_s - _k)))
        both = (non_negative(sp.expand(limit)) for limit in limits(notion))
        yield (*ranges, *both), gain, "no test gains more than at the corner"


def odds_theorems(notion: Notion) -> Iterator[Theorem]:
    """That a cap on the odds ratio is kept between two baselines on one side of the corner if it is at both.

    Examples
    --------
    >>> [words for _, _, words in odds_theorems(Notion.RENYI_2)][1:]
    ['an odds ratio: a convex quadratic', 'an odds ratio: a convex quadratic']
    """
    yield _lemma()
    for quadratic in odds_quadratics(notion):
        cap = (*_ranges(notion), non_negative(_r - 1))
        yield cap, _second(quadratic, _k), "an odds ratio: a convex quadratic"


def _ranges(notion: Notion) -> tuple[Condition, ...]:
    ranges: tuple[Condition, ...] = (positive(_x), non_negative(1 - _x))
    delta = (non_negative(DELTA), positive(1 - DELTA)) if notion is Notion.APPROXIMATE else ()
    return (*ranges, *delta)


def _tells_all(notion: Notion) -> Iterator[Theorem]:
    """No output's posterior is bounded: a pair with k = 0 < s, or with s = r k for any r.

    With the relative risk r of an output that is a yes, its posterior at a prior p is r p/(1 - p + r p).
    """
    ranges: tuple[Condition, ...] = (positive(_x), non_negative(1 - _x))
    pair = {_k: (1 - _x) / _r**2, _s: (1 - _x) / _r}
    if notion is Notion.APPROXIMATE:
        ranges, pair = (*ranges, non_negative(DELTA), positive(1 - DELTA)), {_k: sp.Integer(0), _s: DELTA}
    else:
        ranges = (*ranges, non_negative(_r - 1))
    for demand in demands(notion):
        value = sp.numer(sp.together(demand.subs(pair)))
        yield ranges, non_negative(sp.expand(value)), "a rare output may tell all"


def odds_quadratics(notion: Notion) -> tuple[sp.Expr, sp.Expr]:
    """The limits where the odds ratio is r, cleared of factors > 0: where one is <= 0, a cap of r is kept.

    Examples
    --------
    >>> odds_quadratics(Notion.RENYI_2)[1].coeff(BASELINE, 2).factor()
    x*(r - 1)**2
    """
    cap = _r * _k / (1 - _k + _r * _k)
    first, second = (sp.numer(sp.together(limit.subs(_s, cap))) for limit in limits(notion))
    if notion is Notion.RENYI_2:
        first, second = sp.cancel(first / (_k * (1 - _k))), sp.cancel(second / (_k * (1 - _k)))
    return sp.expand(first), sp.expand(second)


def _lemma() -> Theorem:
    def at(k: sp.Expr) -> sp.Expr:
        return _a * k**2 + _b * k + _c

    ends = (non_negative(-at(_low)), non_negative(-at(_high)), positive(_high - _low))
    between = (non_negative(_k - _low), non_negative(_high - _k))
    return (non_negative(_a), *ends, *between), non_negative(-at(_k)), "a convex quadratic is <= 0 between"


def _second(expression: sp.Expr, variable: sp.Symbol) -> Condition:
    return non_negative(sp.expand(expression).coeff(variable, 2))
