"""The closed forms of the optimal mechanism as formulas for `symbolic-eps export`.

With A = 2 w - 1 + delta and B = 1 + delta - 2 w, twice the distances of w from the ends of its range,
D = 2 w + 2 theta - 4 w theta and N = (1-theta) A + theta B, the largest Fisher information is N / (D theta
(1-theta)). The other quantities are ratios of the same kind. Each has a side on which a rounded value is
safe: what a survey promises is rounded down, what it risks is rounded up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.export.argument import Argument
from symbolic_eps.export.formula import Case, Formula, Side
from symbolic_eps.export.ratio import Ratio
from symbolic_eps.export.tree import Polynomial
from symbolic_eps.randomized_response.divergences import CONVEX, largest_f_divergence
from symbolic_eps.randomized_response.fisher import fisher_information, largest_information, threshold
from symbolic_eps.randomized_response.optimal import optimal_pair
from symbolic_eps.randomized_response.privacy import guaranteed_delta
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
from symbolic_eps.randomized_response.two_outcomes import telling_0, telling_1
from verify.language.condition import Condition, non_negative, positive

SOURCE = "Optimal randomized response, derived in docs/randomized-response-mathematics.md"
ANSWERS = sp.Symbol("answers", real=True)
"""n: how many people answer."""

SMALLEST = 2.0**-200
"""From this size on, products of all parameters are far from where digits are lost."""

_MEANINGS = {
    DELTA: "bound on how well one answer betrays the truth, 0 for not at all",
    WEIGHT: "weight of the error on those whose truth is 1; the other error has the weight 1 - weight",
    THETA: "share of the population whose truth is 1",
    AGAINST: "a second such share, against which theta is tested",
}
_ARGUMENTS = {symbol: Argument(symbol, said, True, SMALLEST) for symbol, said in _MEANINGS.items()}
_ARGUMENTS[ANSWERS] = Argument(ANSWERS, "number of answers", smallest=1.0, largest=2.0**50, whole=True)

A, B = 2 * WEIGHT - 1 + DELTA, 1 + DELTA - 2 * WEIGHT


def _inside(share: sp.Symbol) -> tuple[Condition, ...]:
    return (positive(share), positive(1 - share))


_DOMAINS = {
    DELTA: (non_negative(DELTA), non_negative(1 - DELTA)),
    WEIGHT: (*_inside(WEIGHT), non_negative(A), non_negative(B)),
    THETA: _inside(THETA),
    AGAINST: _inside(AGAINST),
    ANSWERS: (non_negative(ANSWERS - 1),),
}


@dataclass(frozen=True)
class _Use:
    """To which side a quantity is rounded, what for, and why."""

    side: Side
    purpose: str
    reason: str

    @property
    def note(self) -> str:
        """For headers."""
        return f"rounded {'down' if self.side is Side.LOWER else 'up'}: {self.reason}"


TOLD = _Use(Side.LOWER, "to draw answers by", "who tells the truth more rarely keeps the bound delta")
SILENT = _Use(Side.UPPER, "to stay silent by", "who is silent more often keeps the bound delta")
PROMISED = _Use(
    Side.LOWER,
    "to promise precision by",
    "information that is overstated promises intervals that are too narrow",
)
RISKED = _Use(
    Side.UPPER,
    "to state a risk by",
    "a risk, or an error, that is understated is a promise that is not kept",
)
NEUTRAL = _Use(Side.LOWER, "", "neither side of it is safe, and a value below is merely below")


def _formula(
    name: str, title: str, result: str, symbols: Sequence[sp.Symbol], cases: Sequence[Case], use: _Use
) -> Formula:
    exact = sp.Piecewise(*((c.exact, sp.And(*(k.relational for k in c.conditions))) for c in cases))
    return Formula(
        f"response-{name}",
        title,
        SOURCE,
        tuple(_ARGUMENTS[symbol] for symbol in symbols),
        tuple(condition for symbol in symbols for condition in _DOMAINS[symbol]),
        tuple(cases),
        result,
        str(exact),
        (
            use.note,
            "each factor is evaluated with its rounding errors, and exactly where most of it cancels",
        ),
        budget=False,
        side=use.side,
        safe_use=use.purpose,
    )


def _polynomial(name: str, expression: sp.Expr) -> Polynomial:
    return Polynomial(name, sp.expand(expression))


def _share(name: str, share: sp.Symbol) -> tuple[Polynomial, Polynomial]:
    """The share, and the rest of the population."""
    return _polynomial(name, share), _polynomial(f"{name}_rest", 1 - share)


def _case(exact: sp.Expr, value: Ratio, *conditions: Condition) -> Case:
    vanishes = sp.expand(sp.Mul(*(part.expression for part in value.vanishing)))
    return Case(conditions, value, sp.factor(exact), vanishes if value.vanishing else None)


_A, _B = _polynomial("from_low", A), _polynomial("from_high", B)
_DOUBLE_W, _DOUBLE_REST = _polynomial("double_weight", 2 * WEIGHT), _polynomial("double_rest", 2 - 2 * WEIGHT)


def _informative(share: sp.Symbol) -> tuple[Polynomial, Polynomial]:
    """N and D at a share."""
    mean = 2 * WEIGHT * (1 - share) + 2 * (1 - WEIGHT) * share
    return _polynomial("n", mean - 1 + DELTA), _polynomial("d", mean)


def silent_0() -> Formula:
    """How often somebody with the truth 0 is to be silent."""
    value = Ratio((_polynomial("kept", 1 - DELTA),), (), (_DOUBLE_REST,))
    return _entry("silent-0", "silent, where the truth is 0", optimal_pair().p0[0], value, SILENT)


def silent_1() -> Formula:
    """How often somebody with the truth 1 is to be silent."""
    value = Ratio((_polynomial("kept", 1 - DELTA),), (), (_DOUBLE_W,))
    return _entry("silent-1", "silent, where the truth is 1", optimal_pair().p1[0], value, SILENT)


def tell_0() -> Formula:
    """How often somebody with the truth 0 is to tell it."""
    value = Ratio((_B,), (), (_DOUBLE_REST,))
    return _entry("telling-0", "the truth, where it is 0", optimal_pair().p0[1], value, TOLD)


def tell_1() -> Formula:
    """How often somebody with the truth 1 is to tell it."""
    value = Ratio((_A,), (), (_DOUBLE_W,))
    return _entry("telling-1", "the truth, where it is 1", optimal_pair().p1[2], value, TOLD)


def _entry(name: str, said: str, exact: sp.Expr, value: Ratio, use: _Use) -> Formula:
    title = f"probability of the answer: {said}, in the optimal randomized response"
    return _formula(name, title, "a probability", (DELTA, WEIGHT), (_case(exact, value),), use)


def information() -> Formula:
    """The largest Fisher information of one answer, with three answers or more.

    Examples
    --------
    >>> from symbolic_eps.export.machine import run
    >>> formula = information()
    >>> formula.safe_name, round(run(formula.program(), (0.25, 0.5, 0.25)), 12), float(formula.error) < 6.01
    ('response_information_lower', 1.333333333333, True)
    """
    n, d = _informative(THETA)
    return _formula(
        "information",
        "largest Fisher information of one answer about the share theta",
        "information about theta in one answer",
        (DELTA, WEIGHT, THETA),
        (_case(largest_information(), Ratio((n,), (), (d, *_share("theta", THETA)))),),
        PROMISED,
    )


def information_with_two() -> Formula:
    """The largest Fisher information with two answers: another mechanism on either side of the threshold."""
    share, rest = _share("theta", THETA)
    one = _polynomial("e", 2 * WEIGHT - THETA * A)
    other = _polynomial("e", 2 - 2 * WEIGHT - (1 - THETA) * B)
    border = sp.expand(A - 2 * DELTA * THETA)
    cases = (
        _case(fisher_information(telling_1()), Ratio((_A,), (), (share, one)), non_negative(border)),
        _case(fisher_information(telling_0()), Ratio((), (_B,), (rest, other)), positive(-border)),
    )
    return _formula(
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
    formula = _formula(
        "threshold",
        "share up to which the better of two answers tells the truth 1, and from which on the truth 0",
        "a share theta",
        (DELTA, WEIGHT),
        (_case(exact, Ratio((_A,), (), (_polynomial("double_delta", 2 * DELTA),))),),
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
    n, d = _informative(THETA)
    share, rest = _share("theta", THETA)
    value = Ratio((), (share, rest, d), (n, _polynomial("answers", ANSWERS)), root)
    squared = sp.factor(1 / (ANSWERS * largest_information()))
    exact = sp.sqrt(squared) if root else squared
    cases = (Case((non_negative(-DELTA),), None, sp.oo), Case((positive(DELTA),), value, exact))
    return _formula(name, title, result, (DELTA, WEIGHT, THETA, ANSWERS), cases, RISKED)


def privacy_delta() -> Formula:
    """The d of the (eps, d)-differential privacy that the optimal pair gives, the same at every eps >= 0."""
    exact = guaranteed_delta()
    above = _on(exact, {WEIGHT: sp.Rational(3, 4)})
    below = _on(exact, {WEIGHT: sp.Rational(1, 4)})
    cases = (
        _case(above, Ratio((_A,), (), (_DOUBLE_W,)), non_negative(2 * WEIGHT - 1)),
        _case(below, Ratio((_B,), (), (_DOUBLE_REST,)), positive(1 - 2 * WEIGHT)),
    )
    title = "least d for which the optimal randomized response is (eps, d)-differentially private, at any eps"
    return _formula("privacy-delta", title, "a probability", (DELTA, WEIGHT), cases, RISKED)


def total_variation() -> Formula:
    """The largest total variation between the answers at two shares."""
    exact = largest_f_divergence(CONVEX["total_variation"])
    cases = []
    for sign, theta in ((1, sp.Rational(2, 3)), (-1, sp.Rational(1, 3))):
        apart = _polynomial("apart", sign * (THETA - AGAINST))
        for side, (weight, factor, divisor) in (
            (1, (sp.Rational(3, 4), _A, _DOUBLE_W)),
            (-1, (sp.Rational(1, 4), _B, _DOUBLE_REST)),
        ):
            point = {DELTA: sp.Rational(3, 4), WEIGHT: weight, THETA: theta, AGAINST: sp.Rational(1, 2)}
            where = [s * p for s, p in ((sign, THETA - AGAINST), (side, 2 * WEIGHT - 1))]
            conditions = (c(p) for c, p in zip((_CLOSED[sign], _CLOSED[side]), where, strict=True))
            cases.append(_case(_on(exact, point), Ratio((apart, factor), (), (divisor,)), *conditions))
    return _formula(
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
    n, d = _informative(AGAINST)
    cases = []
    for sign in (1, -1):
        apart = _polynomial("apart", sign * (THETA - AGAINST))
        value = Ratio((apart, n, apart), (), (d, *_share("against", AGAINST)))
        cases.append(_case(exact, value, _CLOSED[sign](apart.expression)))
    return _formula(
        "chi-squared",
        "largest chi-squared divergence of the answers at the share theta from those at the share against",
        "a divergence, at least 0",
        (DELTA, WEIGHT, THETA, AGAINST),
        cases,
        RISKED,
    )


def _on(expression: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """Each `Max` and `Abs` as the one of its values that it has at the point."""
    larger = expression.replace(sp.Max, lambda *parts: max(parts, key=lambda part: part.subs(point)))
    return larger.replace(sp.Abs, lambda part: part if part.subs(point) >= 0 else -part)


FORMULAS: tuple[Callable[[], Formula], ...] = (
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
)
"""In the order in which lists name them."""
