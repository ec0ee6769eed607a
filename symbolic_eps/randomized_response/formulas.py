"""The closed forms of the optimal mechanism as formulas for `symbolic-eps export`.

Each quantity has a side on which a rounded value is safe: what a survey promises is rounded down, what it
risks is rounded up. All but those of `divergence_formulas` are ratios of the factors in `formula_parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

import sympy as sp

from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.randomized_response.divergence_formulas import DIVERGENCES
from symbolic_eps.randomized_response.divergences import CONVEX, largest_f_divergence
from symbolic_eps.randomized_response.fisher import fisher_information, largest_information, threshold
from symbolic_eps.randomized_response.formula_parts import (
    ANSWERS,
    DOUBLE_REST,
    DOUBLE_WEIGHT,
    FROM_HIGH,
    FROM_LOW,
    KEPT,
    NEUTRAL,
    PROMISED,
    RISKED,
    SILENT,
    TOLD,
    A,
    B,
    informative,
    polynomial,
    ratio_case,
    response_formula,
    share_of,
)
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.privacy import guaranteed_delta
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
from symbolic_eps.randomized_response.two_outcomes import telling_0, telling_1
from verify.language.condition import non_negative, positive


def silent_0() -> Formula:
    """How often somebody with the truth 0 is to be silent."""
    value = Ratio((KEPT,), (), (DOUBLE_REST,))
    return _entry("silent-0", "silent, where the truth is 0", optimal_pair().p0[0], value, SILENT)


def silent_1() -> Formula:
    """How often somebody with the truth 1 is to be silent."""
    value = Ratio((KEPT,), (), (DOUBLE_WEIGHT,))
    return _entry("silent-1", "silent, where the truth is 1", optimal_pair().p1[0], value, SILENT)


def tell_0() -> Formula:
    """How often somebody with the truth 0 is to tell it."""
    value = Ratio((FROM_HIGH,), (), (DOUBLE_REST,))
    return _entry("telling-0", "the truth, where it is 0", optimal_pair().p0[1], value, TOLD)


def tell_1() -> Formula:
    """How often somebody with the truth 1 is to tell it."""
    value = Ratio((FROM_LOW,), (), (DOUBLE_WEIGHT,))
    return _entry("telling-1", "the truth, where it is 1", optimal_pair().p1[2], value, TOLD)


def _entry(name: str, said: str, exact: sp.Expr, value: Ratio, use: Use) -> Formula:
    title = f"probability of the answer: {said}, in the optimal randomized response"
    return response_formula(name, title, "a probability", (DELTA, WEIGHT), (ratio_case(exact, value),), use)


def information() -> Formula:
    """The largest Fisher information of one answer, with three answers or more.

    Examples
    --------
    >>> from symbolic_eps.export.runtime.machine import run
    >>> formula = information()
    >>> formula.safe_name, round(run(formula.program(), (0.25, 0.5, 0.25)), 12), float(formula.error) < 6.01
    ('response_information_lower', 1.333333333333, True)
    """
    n, d = informative(THETA)
    return response_formula(
        "information",
        "largest Fisher information of one answer about the share theta",
        "information about theta in one answer",
        (DELTA, WEIGHT, THETA),
        (ratio_case(largest_information(), Ratio((n,), (), (d, *share_of("theta", THETA)))),),
        PROMISED,
    )


def information_with_two() -> Formula:
    """The largest Fisher information with two answers: another mechanism on either side of the threshold."""
    share, rest = share_of("theta", THETA)
    one = polynomial("e", 2 * WEIGHT - THETA * A)
    other = polynomial("e", 2 - 2 * WEIGHT - (1 - THETA) * B)
    border = sp.expand(A - 2 * DELTA * THETA)
    cases = (
        ratio_case(
            fisher_information(telling_1()), Ratio((FROM_LOW,), (), (share, one)), non_negative(border)
        ),
        ratio_case(
            fisher_information(telling_0()), Ratio((), (FROM_HIGH,), (rest, other)), positive(-border)
        ),
    )
    return response_formula(
        "information-two",
        "largest Fisher information of one answer about the share theta, where only two answers are allowed",
        "information about theta in one answer",
        (DELTA, WEIGHT, THETA),
        cases,
        PROMISED,
    )


def border() -> Formula:
    """The share up to which, of two answers, the one is to tell the truth 1."""
    exact = threshold()
    assert exact is not None
    formula = response_formula(
        "threshold",
        "share up to which the better of two answers tells the truth 1, and from which on the truth 0",
        "a share theta",
        (DELTA, WEIGHT),
        (ratio_case(exact, Ratio((FROM_LOW,), (), (polynomial("double_delta", 2 * DELTA),))),),
        NEUTRAL,
    )
    return replace(formula, domain=(positive(DELTA), *formula.domain[1:]))


def mean_squared_error() -> Formula:
    """1/(n J): the mean squared error of the best estimator, for many answers."""
    title = "mean squared error 1/(n J) of the share estimated from n answers, for many of them"
    return _error("error", title, "a squared share; infinite where delta is 0", False)


def standard_deviation() -> Formula:
    """Its root."""
    title = "standard deviation 1/sqrt(n J) of the share estimated from n answers, for many of them"
    return _error("deviation", title, "a share; infinite where delta is 0", True)


def _error(name: str, title: str, result: str, root: bool) -> Formula:
    n, d = informative(THETA)
    share, rest = share_of("theta", THETA)
    value = Ratio((), (share, rest, d), (n, polynomial("answers", ANSWERS)), root)
    squared = sp.factor(1 / (ANSWERS * largest_information()))
    exact = sp.sqrt(squared) if root else squared
    cases = (Case((non_negative(-DELTA),), None, sp.oo), Case((positive(DELTA),), value, exact))
    return response_formula(name, title, result, (DELTA, WEIGHT, THETA, ANSWERS), cases, RISKED)


def privacy_delta() -> Formula:
    """The d of the (eps, d)-differential privacy that the optimal pair gives, the same at every eps >= 0."""
    exact = guaranteed_delta()
    above = _on(exact, {WEIGHT: sp.Rational(3, 4)})
    below = _on(exact, {WEIGHT: sp.Rational(1, 4)})
    cases = (
        ratio_case(above, Ratio((FROM_LOW,), (), (DOUBLE_WEIGHT,)), non_negative(2 * WEIGHT - 1)),
        ratio_case(below, Ratio((FROM_HIGH,), (), (DOUBLE_REST,)), positive(1 - 2 * WEIGHT)),
    )
    title = "least d for which the optimal randomized response is (eps, d)-differentially private, at any eps"
    return response_formula("privacy-delta", title, "a probability", (DELTA, WEIGHT), cases, RISKED)


def total_variation() -> Formula:
    """The largest total variation between the answers at two shares."""
    exact = largest_f_divergence(CONVEX["total_variation"])
    cases = []
    for sign, theta in ((1, sp.Rational(2, 3)), (-1, sp.Rational(1, 3))):
        apart = polynomial("apart", sign * (THETA - AGAINST))
        for side, (weight, factor, divisor) in (
            (1, (sp.Rational(3, 4), FROM_LOW, DOUBLE_WEIGHT)),
            (-1, (sp.Rational(1, 4), FROM_HIGH, DOUBLE_REST)),
        ):
            point = {DELTA: sp.Rational(3, 4), WEIGHT: weight, THETA: theta, AGAINST: sp.Rational(1, 2)}
            where = [s * p for s, p in ((sign, THETA - AGAINST), (side, 2 * WEIGHT - 1))]
            conditions = (c(p) for c, p in zip((_CLOSED[sign], _CLOSED[side]), where, strict=True))
            cases.append(ratio_case(_on(exact, point), Ratio((apart, factor), (), (divisor,)), *conditions))
    return response_formula(
        "total-variation",
        "largest total variation between the answers at the shares theta and against",
        "a probability",
        (DELTA, WEIGHT, THETA, AGAINST),
        cases,
        RISKED,
    )


_CLOSED = {1: non_negative, -1: positive}


def chi_squared() -> Formula:
    """The largest chi-squared divergence between the answers at two shares."""
    exact = largest_f_divergence(CONVEX["chi_squared"])
    n, d = informative(AGAINST)
    cases = []
    for sign in (1, -1):
        apart = polynomial("apart", sign * (THETA - AGAINST))
        value = Ratio((apart, n, apart), (), (d, *share_of("against", AGAINST)))
        cases.append(ratio_case(exact, value, _CLOSED[sign](apart.expression)))
    return response_formula(
        "chi-squared",
        "largest chi-squared divergence of the answers at the share theta from those at against",
        "a divergence, at least 0",
        (DELTA, WEIGHT, THETA, AGAINST),
        cases,
        RISKED,
    )


def _on(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Each `Max` and `Abs` as the one of its values that it has at the point."""
    larger = expression.replace(sp.Max, lambda *parts: max(parts, key=lambda part: part.subs(point)))
    return larger.replace(sp.Abs, lambda part: part if part.subs(point) >= 0 else -part)


FORMULAS: tuple[Callable[[], Formula], ...] = tuple(
    cache(make)
    for make in (
        silent_0,
        silent_1,
        tell_0,
        tell_1,
        information,
        information_with_two,
        border,
        mean_squared_error,
        standard_deviation,
        privacy_delta,
        total_variation,
        chi_squared,
        *DIVERGENCES,
    )
)
"""In the order in which lists name them; each is made when it is first asked for, and kept."""
