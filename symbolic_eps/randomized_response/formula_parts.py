"""Common parts of the exported formulas of the optimal mechanism: arguments, domains, sides, factors.

With A = 2 w - 1 + delta and B = 1 + delta - 2 w, twice the distances of w from the ends of its range,
D = 2 w + 2 theta - 4 w theta and N = (1-theta) A + theta B, the largest Fisher information is N / (D theta
(1-theta)).
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symbolic_eps.export.forms.argument import Argument
from symbolic_eps.export.forms.formula import Case, Formula, Method, Side
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.safe_side import Use
from symbolic_eps.export.forms.tree import Polynomial
from symbolic_eps.randomized_response.symbols import AGAINST, DELTA, THETA, WEIGHT
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


TOLD = Use(Side.LOWER, "to draw answers by", "who tells the truth more rarely keeps the bound delta")
SILENT = Use(Side.UPPER, "to stay silent by", "who is silent more often keeps the bound delta")
PROMISED = Use(
    Side.LOWER,
    "to promise precision by",
    "information that is overstated promises intervals that are too narrow",
)
RISKED = Use(
    Side.UPPER,
    "to state a risk by",
    "a risk, or an error, that is understated is a promise that is not kept",
)
NEUTRAL = Use(Side.LOWER, "", "neither side of it is safe, and a value below is merely below")


def response_formula(
    name: str,
    title: str,
    result: str,
    symbols: Sequence[sp.Symbol],
    cases: Sequence[Case],
    use: Use,
    *notes: str,
) -> Formula:
    """A formula in these symbols; the notes say why its form keeps its digits."""
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
            Method("each factor is evaluated with its rounding errors, and exactly where most of it cancels"),
            *map(Method, notes),
        ),
        budget=False,
        side=use.side,
        safe_use=use.purpose,
    )


def polynomial(name: str, expression: sp.Expr) -> Polynomial:
    """A factor by the name that it has in programs."""
    return Polynomial(name, sp.expand(expression))


def share_of(name: str, share: sp.Symbol) -> tuple[Polynomial, Polynomial]:
    """The share, and the rest of the population."""
    return polynomial(name, share), polynomial(f"{name}_rest", 1 - share)


def ratio_case(exact: sp.Expr, value: Ratio, *conditions: Condition) -> Case:
    """A case with a ratio; it vanishes where one of its factors does."""
    vanishes = sp.expand(sp.Mul(*(part.expression for part in value.vanishing)))
    return Case(conditions, value, sp.factor(exact), vanishes if value.vanishing else None)


FROM_LOW, FROM_HIGH = polynomial("from_low", A), polynomial("from_high", B)
DOUBLE_WEIGHT, DOUBLE_REST = (
    polynomial("double_weight", 2 * WEIGHT),
    polynomial("double_rest", 2 - 2 * WEIGHT),
)
KEPT = polynomial("kept", 1 - DELTA)


def informative(share: sp.Symbol) -> tuple[Polynomial, Polynomial]:
    """N and D at a share."""
    mean = 2 * WEIGHT * (1 - share) + 2 * (1 - WEIGHT) * share
    return polynomial("n", mean - 1 + DELTA), polynomial("d", mean)
