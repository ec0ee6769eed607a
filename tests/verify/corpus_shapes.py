"""Shapes of functions that are written down, verdicts derived by hand: facts of textbooks, true and false."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from tests.verify.corpus import gt, lt
from verify.functions.named_convexity import HasShape, NamedFunction, Shape

a, s, x = sp.symbols("a s x")
log, oo = sp.log, sp.oo

ENTROPY = NamedFunction(x, x * log(x), at_lower=0)
LOGARITHM = NamedFunction(x, log(x))
POWER = NamedFunction(x, x**s, at_lower=0)
TWO_OUTCOMES = -x * log(x) - (1 - x) * log(1 - x)
BINARY = NamedFunction(x, TWO_OUTCOMES, 0, 1, 0, 0)
SOFT = NamedFunction(x, log(1 + sp.exp(x)), -oo)
BETWEEN = (gt(s, 0), lt(s, 1))


@dataclass(frozen=True)
class Case:
    """A claim: its name, the function and its shape, the domain, the verdict and the reason."""

    name: str
    function: NamedFunction
    shape: Shape
    verdict: str
    reason: str
    domain: tuple[sp.Basic, ...] = ()

    @property
    def statement(self) -> HasShape:
        return HasShape(self.function, self.shape)


def case(name, function, shape, verdict, reason, *domain):
    return Case(name, function, shape, verdict, reason, domain)


CASES = [
    case("entropy", ENTROPY, Shape.CONVEX, "holds", "the second derivative is 1/x"),
    case("entropy-concave", ENTROPY, Shape.CONCAVE, "refuted", "as above"),
    case("entropy-rising", ENTROPY, Shape.INCREASING, "refuted", "it falls up to 1/e"),
    case(
        "entropy-too-low-at-0",
        NamedFunction(x, x * log(x), at_lower=-1),
        Shape.CONVEX,
        "refuted",
        "the support line at c is -c at 0, and -1 < -c for c < 1",
    ),
    case(
        "entropy-jump-upwards",
        NamedFunction(x, x * log(x), at_lower=5),
        Shape.CONVEX,
        "holds",
        "a convex function may jump upwards at an end",
    ),
    case("logarithm", LOGARITHM, Shape.CONCAVE, "holds", "the second derivative is -1/x^2"),
    case("logarithm-rising", LOGARITHM, Shape.INCREASING, "holds", "the derivative is 1/x"),
    case("logarithm-convex", LOGARITHM, Shape.CONVEX, "refuted", "as above"),
    case("power-below-1", POWER, Shape.CONCAVE, "holds", "s(s-1) < 0", *BETWEEN),
    case("power-above-1", POWER, Shape.CONVEX, "holds", "s(s-1) > 0", gt(s, 1)),
    case("power-any", POWER, Shape.CONVEX, "refuted", "the root", gt(s, 0)),
    case("power-rising", POWER, Shape.INCREASING, "holds", "s x^(s-1) > 0", gt(s, 0)),
    case(
        "power-jump-at-0",
        NamedFunction(x, x**s, at_lower=1),
        Shape.CONCAVE,
        "refuted",
        "a concave function does not jump upwards",
        *BETWEEN,
    ),
    case("two-outcomes", BINARY, Shape.CONCAVE, "holds", "the second derivative is -1/x - 1/(1-x)"),
    case("two-outcomes-rising", BINARY, Shape.INCREASING, "refuted", "it falls from 1/2 on"),
    case(
        "two-outcomes-above-at-1",
        NamedFunction(x, TWO_OUTCOMES, 0, 1, 0, 1),
        Shape.CONCAVE,
        "refuted",
        "it jumps upwards",
    ),
    case("softplus", SOFT, Shape.CONVEX, "holds", "the derivative is 1/(1 + e^-x)"),
    case("softplus-falls", SOFT, Shape.DECREASING, "refuted", "as above"),
    case("hinge", NamedFunction(x, sp.Max(x - 1, 0), at_lower=0), Shape.CONVEX, "holds", "a maximum"),
    case("cap", NamedFunction(x, sp.Min(x, 1), at_lower=0), Shape.CONVEX, "refuted", "a minimum"),
    case("cap-rises", NamedFunction(x, sp.Min(x, 1), at_lower=0), Shape.INCREASING, "holds", "both rise"),
    case("cube", NamedFunction(x, x**3, -oo), Shape.CONVEX, "refuted", "below 0 it is concave"),
    case(
        "reciprocal",
        NamedFunction(x, 1 / (x + a), at_lower=1 / a),
        Shape.DECREASING,
        "holds",
        "x + a rises",
        gt(a, 0),
    ),
    case("reciprocal-undefined", NamedFunction(x, 1 / (x + a)), Shape.DECREASING, "refuted", "a pole at -a"),
    case(
        "root-of-negatives", NamedFunction(x, sp.sqrt(x), -1), Shape.CONCAVE, "refuted", "undefined below 0"
    ),
    case("no-interval", NamedFunction(x, x, 0, a, 0, a), Shape.CONVEX, "refuted", "empty for a = 0"),
    case("interval", NamedFunction(x, x, 0, a, 0, a), Shape.CONVEX, "holds", "linear", gt(a, 0)),
]
