"""From floats to exact priors, and the exact X = e^-eps there; with the arithmetic of decision records.

A place is a pair of priors, or a limit in which one of them, written `t`, falls to 0. X is the root of F at
the place. Whether X is the largest near by is looked at along straight ways, exactly: F > 0 on each of them
for small t. All of this says where a proof is worth while; it proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt

from symbolic_eps.decision.claims import expression, inverse_risk
from symbolic_eps.decision.judge import Question
from symbolic_eps.decision.sharpness import Path, Root
from symbolic_eps.decision.text_tree import Tree
from symbolic_eps.fast_recommendation.search import Spot
from verify.polynomial import Polynomial, Rejected, Ring, demand

NEAR, FEW, CLOSE, MANY = 1e-6, 100, 1e-9, 10**5
"""A float stands for a fraction with few digits if it is near, with many if it is close."""

SAME, APART = 1e-9, 1e-3
"""Values of x that are not told apart; places that are."""

PRECISION = 200
"""Bits to which X is known."""

Quadratic = tuple[Fraction, Fraction, Fraction]
"""A, B, C of A x^2 + B x = C with A, B >= 0 < C, which has one positive root."""


@dataclass(frozen=True)
class Place:
    """Where X may be attained.

    Parameters
    ----------
    priors : dict of str to Tree
        Numbers, or `t` for a limit.
    equation : Quadratic
        Whose positive root X is.
    root : Root
        X.
    """

    priors: dict[str, Tree]
    equation: Quadratic
    root: Root

    @property
    def is_limit(self) -> bool:
        """Whether X is attained only in the limit."""
        return "t" in self.priors.values()


def place_of(question: Question, found: list[Spot]) -> Place | None:
    """The place that the best spot stands for; None if that is not clear.

    Examples
    --------
    >>> question = Question(Fraction(4), [], {}, "unbounded")
    >>> place = place_of(question, [Spot(0.5, 1.0, 1e-9)])
    >>> place.priors, place.equation, place.root.low
    ({'p': Fraction(1, 1), 'q': 't'}, (Fraction(1, 1), Fraction(0, 1), Fraction(1, 4)), Fraction(1, 2))
    """
    best = found[0]
    rivals = [spot for spot in found if best.x - spot.x <= SAME]
    if any(abs(a - b) > APART for spot in rivals for a, b in zip(spot[1:], best[1:], strict=True)):
        return None
    priors = {v: question.fixed.get(v, _exactly(c)) for v, c in zip("pq", best[1:], strict=True)}
    if None in priors.values() or list(priors.values()) == ["t", "t"]:
        return None
    try:
        equation = _equation(question, priors)
        place = Place(priors, equation, _root(equation))
        fits = float(place.root.low) >= best.x - SAME and _is_best_near_by(question, place)
    except (Rejected, ArithmeticError):
        return None
    return place if fits else None


def _exactly(value: float) -> Tree:
    """The exact number, `t` for a limit at 0, that a float stands for; None if there is none."""
    if value <= NEAR:
        return "t"
    if value >= 1 - NEAR:
        return Fraction(1)
    for error, denominator in ((NEAR, FEW), (CLOSE, MANY)):
        exact = Fraction(value).limit_denominator(denominator)
        if abs(exact - Fraction(value)) <= error:
            return exact
    return None


def _equation(question: Question, priors: dict[str, Tree]) -> Quadratic:
    """F = 0 at the place, 1/r* being what it tends to."""
    anything = Root([Fraction(-1), Fraction(1)], Fraction(1), Fraction(1))
    risk = expression(Path(priors, anything).along(question.profile))
    (k, above), (n, below) = map(_lowest, Ring(["t", "x"]).fraction(risk))
    demand(n >= k and above, "1/r* has no limit")
    level = Fraction(below) / above if n == k else Fraction(0)
    p, q = (Fraction(0) if prior == "t" else prior for prior in priors.values())
    rest = level - p * q
    square, slope = (p * (1 - q), 1 - p) if question.variant == "unbounded" else (Fraction(0), 1 - p * q)
    demand(rest > 0 and square + slope > rest, "no eps in (0, oo) at the place")
    return square, slope, rest


def _lowest(polynomial: Polynomial) -> tuple[int, Fraction]:
    """The lowest power of t and its coefficient."""
    power = min((k for k, _ in polynomial), default=0)
    return power, polynomial.get((power, 0), Fraction(0))


def _root(equation: Quadratic) -> Root:
    """The positive root; as a rational number if it is one."""
    a, b, c = equation
    if a == 0:
        return Root([-c / b, Fraction(1)], c / b, c / b)
    discriminant = b * b + 4 * a * c
    unit = 1 << PRECISION
    scaled = discriminant.numerator * discriminant.denominator
    below = Fraction(isqrt(scaled * unit * unit), unit * discriminant.denominator)
    if below * below == discriminant:
        x = (below - b) / (2 * a)
        return Root([-x, Fraction(1)], x, x)
    above = below + Fraction(1, unit * discriminant.denominator)
    return Root([-c, b, a], (below - b) / (2 * a), (above - b) / (2 * a))


def _is_best_near_by(question: Question, place: Place) -> bool:
    """Whether F > 0 on all straight ways from the place, so that no other priors near by are as good."""
    for priors in _ways(question, place):
        path = Path(priors, place.root)
        risk = expression(path.along(question.profile))
        p, q = map(expression, priors.values())
        level = ["+", inverse_risk(question.variant, p, q, "x"), ["*", "-1", ["/", "1", risk]]]
        if path.sign(level) != (priors != place.priors or place.is_limit):
            return False
    return True


def _ways(question: Question, place: Place) -> Iterator[dict[str, Tree]]:
    """Priors that move with t, or stay, and remain in (0, 1]; none of them, too."""
    choices = []
    for v, prior in place.priors.items():
        steps = [0, 1, -1] if prior not in ("t", 1) and v not in question.fixed else [0]
        steps += [-1] if prior == 1 and v not in question.fixed else []
        choices.append([prior if not d else ("+", prior, ("*", Fraction(d), "t")) for d in steps])
    for p, q in product(*choices):
        yield {"p": p, "q": q}
