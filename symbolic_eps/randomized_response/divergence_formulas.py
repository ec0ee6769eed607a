"""Divergences and exponents between the answers at two shares, as formulas for `symbolic-eps export`.

The probability of the answer "my truth is 1" is A/(2 w) theta, of "my truth is 0" B/(2 - 2 w) (1-theta), of
"silent" (1-delta)/(4 w (1-w)) D(theta), and D(theta) - D(theta') = 2 (1 - 2 w) (theta - theta'): between two
shares, each difference is a product of accurate factors.

Chernoff's exponent is -log of the sum of p^(1-k) q^k at the best order k. That is 1/2 for w = 1/2 and the
shares theta and 1 - theta, where it is exported. For all weights and shares the order 1/2 gives at most the
exponent, and at least half of it: Bhattacharyya's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy as sp

from symbolic_eps.export.forms.divergences import (
    Answer,
    Divergence,
    JensenShannon,
    Kernel,
    LogarithmOfAffinity,
    LogarithmOfDivergence,
    RelativeEntropy,
    Square,
    SquaredHellinger,
)
from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, Quotient
from symbolic_eps.randomized_response.divergences import CONVEX, laws
from symbolic_eps.randomized_response.formula_parts import (
    DOUBLE_REST,
    DOUBLE_WEIGHT,
    FROM_HIGH,
    FROM_LOW,
    KEPT,
    PROMISED,
    RISKED,
    informative,
    polynomial,
    response_formula,
    share_of,
)
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
from verify.language.condition import non_negative, positive

_ARGUMENTS = (DELTA, WEIGHT, THETA, AGAINST)
_APART = polynomial("apart", THETA - AGAINST)
_BACK = polynomial("back", AGAINST - THETA)
_TILT = polynomial("tilt", 2 - 4 * WEIGHT)

REACHED = Use(
    PROMISED.side,
    "to promise a test by",
    "an exponent that is overstated promises errors that vanish faster than they do",
)


def _answers() -> tuple[Answer, ...]:
    """Silent, the truth 0, the truth 1."""
    (theta, theta_rest), (against, against_rest) = share_of("theta", THETA), share_of("against", AGAINST)
    means = [informative(share)[1] for share in (THETA, AGAINST)]
    return (
        Answer((KEPT,), (DOUBLE_WEIGHT, DOUBLE_REST), means[0], means[1], (_TILT, _APART)),
        Answer((FROM_HIGH,), (DOUBLE_REST,), theta_rest, against_rest, (_BACK,)),
        Answer((FROM_LOW,), (DOUBLE_WEIGHT,), theta, against, (_APART,)),
    )


def _exact(f: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    """The largest f-divergence, each factor by itself."""
    both = laws(optimal_pair(), THETA, AGAINST)
    return sp.Add(*(sp.factor(q) * f(sp.factor(p / q)) for p, q in both))


def _entry(name: str, title: str, result: str, exact: sp.Expr, value: Node, use: Use) -> Formula:
    case = Case((), value, exact, sp.expand(DELTA * (THETA - AGAINST)))
    return response_formula(
        name, f"{title} of the answers at the share theta from those at against", result,
        _ARGUMENTS, (case,), use, _NOTE,
    )  # fmt: skip


_NOTE = (
    "a sum of terms >= 0, each made of accurate differences: it keeps its digits where the shares are near"
)


def _divergence(name: str, title: str, kernel: Kernel, convex: str, use: Use = RISKED) -> Formula:
    value = Divergence(_answers(), kernel)
    return _entry(name, title, "a divergence, at least 0", _exact(CONVEX[convex]), value, use)


def relative_entropy() -> Formula:
    """The largest relative entropy, in natural units.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> formula = relative_entropy()
    >>> round(run(formula.program(), (0.25, 0.5, 0.25, 0.75)), 12), float(formula.error) < 50
    (0.137326536084, True)
    """
    title = "largest relative entropy (Kullback-Leibler divergence)"
    return _divergence("relative-entropy", title, RelativeEntropy(), "relative_entropy")


def stein() -> Formula:
    """The same as the exponent in Stein's lemma."""
    title = "exponent in Stein's lemma, the largest relative entropy"
    return _divergence("stein", title, RelativeEntropy(), "relative_entropy", REACHED)


def squared_hellinger() -> Formula:
    """The largest squared Hellinger distance."""
    title = "largest squared Hellinger distance"
    return _divergence("squared-hellinger", title, SquaredHellinger(), "squared_hellinger")


def triangular() -> Formula:
    """The largest triangular discrimination."""
    return _divergence("triangular", "largest triangular discrimination", Square(True), "triangular")


def jensen_shannon() -> Formula:
    """The largest Jensen-Shannon divergence."""
    return _divergence(
        "jensen-shannon", "largest Jensen-Shannon divergence", JensenShannon(), "jensen_shannon"
    )


def _affinity(weight: sp.Expr = WEIGHT, against: sp.Expr = AGAINST) -> sp.Expr:
    both = laws(optimal_pair(DELTA, weight), THETA, against)
    return sp.Add(*(sp.factor(q) * sp.sqrt(sp.factor(p / q)) for p, q in both))


def renyi_half() -> Formula:
    """The largest Renyi divergence of the order 1/2."""
    return _entry(
        "renyi-half", "largest Renyi divergence of order 1/2", "a divergence, at least 0",
        -2 * sp.log(_affinity()), LogarithmOfAffinity(_answers(), 2), RISKED,
    )  # fmt: skip


def bhattacharyya() -> Formula:
    """Half of it: what Chernoff's exponent is at least, and at most twice."""
    title = "Bhattacharyya's exponent, at most Chernoff's and at least half of it,"
    return _entry(
        "bhattacharyya", title, "an exponent per answer, in natural logarithms",
        -sp.log(_affinity()), LogarithmOfAffinity(_answers(), 1), REACHED,
    )  # fmt: skip


def renyi_two() -> Formula:
    """The largest Renyi divergence of the order 2."""
    both = laws(optimal_pair(), THETA, AGAINST)
    exact = sp.log(sp.Add(*(sp.factor(q) * sp.factor(p / q) ** 2 for p, q in both)))
    return _entry(
        "renyi-2", "largest Renyi divergence of order 2", "a divergence, at least 0",
        exact, LogarithmOfDivergence(Divergence(_answers(), Square(False))), RISKED,
    )  # fmt: skip


def renyi_infinite() -> Formula:
    """The largest Renyi divergence of the order oo: of the largest ratio among the answers that occur."""
    silent, truth_0, truth_1 = (sp.factor(p / q) for p, q in laws(optimal_pair(), THETA, AGAINST))
    mean = informative(AGAINST)[1]
    away = polynomial("away", (2 - 4 * WEIGHT) * (THETA - AGAINST))
    (_, against_rest), rising = share_of("against", AGAINST), non_negative(THETA - AGAINST)
    against = share_of("against", AGAINST)[0]
    falling = positive(AGAINST - THETA)
    cases = tuple(
        Case(conditions, LogarithmOfOnePlus(Quotient(top, bottom)), sp.log(ratio), top.expression)
        for conditions, ratio, top, bottom in (
            ((rising, positive(FROM_LOW.expression)), truth_1, _APART, against),
            ((rising, non_negative(-FROM_LOW.expression)), silent, away, mean),
            ((falling, positive(FROM_HIGH.expression)), truth_0, _BACK, against_rest),
            ((falling, non_negative(-FROM_HIGH.expression)), silent, away, mean),
        )
    )
    title = "largest Renyi divergence of order oo of the answers at the share theta from those at against"
    return response_formula(
        "renyi-infinite", title, "the logarithm of the largest ratio of two probabilities", _ARGUMENTS, cases,
        RISKED, _NOTE,
    )  # fmt: skip


def chernoff() -> Formula:
    """The largest Chernoff exponent between theta and 1 - theta, at the weight 1/2."""
    theta, rest = share_of("theta", THETA)
    delta = polynomial("delta", DELTA)
    apart, back = polynomial("apart", 2 * THETA - 1), polynomial("back", 1 - 2 * THETA)
    answers = (
        Answer((delta,), (), rest, theta, (back,)),
        Answer((delta,), (), theta, rest, (apart,)),
    )
    exact = -sp.log(_affinity(sp.Rational(1, 2), 1 - THETA))
    value = LogarithmOfAffinity(answers, 1, (KEPT,))
    return response_formula(
        "chernoff", "Chernoff's exponent between the shares theta and 1 - theta, at the weight 1/2",
        "an exponent per answer, in natural logarithms", (DELTA, THETA),
        (Case((), value, exact, sp.expand(DELTA * (1 - 2 * THETA))),), REACHED, _NOTE,
    )  # fmt: skip


DIVERGENCES: tuple[Callable[[], Formula], ...] = tuple(
    cache(make)
    for make in (
        relative_entropy,
        stein,
        squared_hellinger,
        triangular,
        jensen_shannon,
        renyi_half,
        renyi_two,
        renyi_infinite,
        bhattacharyya,
        chernoff,
    )
)
"""In the order in which lists name them; each is made when it is first asked for, and kept."""
