"""Equalities by division: a strict polynomial that vanishes where the equations hold.

The negation of an equality N = 0 is N^2 > 0. Where each equation has an unknown of its own, as definitions of
roots have, N is divided by one after the other: c_1^k_1 ... c_m^k_m N = sum Q_i e_i + R with the leading
coefficients c_i. If R = 0 and no c_i can vanish, the squares of both sides are positive and 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verify.search.derivation import Node
from verify.search.elimination import TooLargeError, pseudo_divided
from verify.search.known_signs import coefficient
from verify.search.ring import Polynomial, System, factored, text

MAX_TERMS = 4000


@dataclass(frozen=True)
class _Divisor:
    """An equation, the variable that it is divided by in, its degree and leading coefficient there."""

    index: int
    equation: Polynomial
    variable: int
    degree: int
    leading: Polynomial
    strict: tuple[int, ...]
    constant: Any
    """The product of these strict conditions is this positive constant times the square of `leading`."""


def by_division(system: System) -> Node | None:
    """A refutation that shows one strict polynomial to vanish, or None.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> square = {(2, 0): 1, (1, 2): -2, (0, 4): 1}
    >>> given = system(["a", "y"], [], [{(1, 0): 1}, square], [{(0, 2): 1, (1, 0): -1}])
    >>> by_division(given)["terms"]
    [{'weight': '1', 'ge': [], 'gt': [1]}]
    """
    if not system.eq:
        return None
    roots = [(index, _square_root(strict)) for index, strict in enumerate(system.gt)]
    squares = [(index, *root) for index, root in reversed(roots) if root is not None]
    divisors = _divisors(system) if squares else []
    found = (_node(system, divisors, *square) for square in squares if divisors)
    return next((node for node in found if node is not None), None)


def unknown_factors(equation: Polynomial, strict: tuple[Polynomial, ...]) -> list[Polynomial]:
    """The irreducible factors of an equation that divide no strict condition, so that they may be 0."""
    if equation == 0:
        return []
    nonzero = {text(f) for g in strict if g != 0 for f, _ in factored(g)[1]}
    return [f for f, _ in factored(equation)[1] if text(f) not in nonzero]


def _node(
    system: System, divisors: list[_Divisor], index: int, root: Polynomial, constant: Any
) -> Node | None:
    """The refutation by `constant * root^2 > 0`, if the root vanishes."""
    ring = system.ring
    remainder = root
    quotients = [ring.context.constant(0) for _ in system.eq]
    factors: list[int] = []
    weight = 1 / constant
    multiplier = ring.one
    for divisor in divisors:
        try:
            quotient, remainder, count = pseudo_divided(
                remainder, divisor.equation, divisor.leading, divisor.variable, MAX_TERMS
            )
        except TooLargeError:
            return None
        scale = divisor.leading**count
        quotients = [q * scale for q in quotients]
        quotients[divisor.index] += quotient
        multiplier *= scale
        factors += [*divisor.strict] * count
        weight /= divisor.constant**count
    if remainder != 0:
        return None
    multipliers = [
        {"eq": i, "by": ring.tree(-q * root * multiplier)} for i, q in enumerate(quotients) if q != 0
    ]
    term = {"weight": str(weight), "ge": [], "gt": sorted([index, *factors])}
    return {"terms": [term], "multipliers": multipliers}


def _divisors(system: System) -> list[_Divisor]:
    """Equations with variables of their own, those that others depend on last."""
    remaining = dict(enumerate(system.eq))
    chosen: list[_Divisor] = []
    degrees = [equation.degrees() for equation in system.eq]
    while remaining:
        usable = [
            divisor
            for index, equation in remaining.items()
            for variable in range(len(system.ring.variables))
            if not any(degrees[i][variable] > 0 for i in remaining if i != index)
            and (divisor := _divisor(system, index, equation, variable)) is not None
        ]
        if not usable:
            break
        best = min(usable, key=lambda d: (-d.degree, len(d.leading), d.index, d.variable))
        chosen.append(best)
        del remaining[best.index]
    return chosen


def _divisor(system: System, index: int, equation: Polynomial, variable: int) -> _Divisor | None:
    degree = int(equation.degrees()[variable])
    if degree not in (1, 2):
        return None
    leading = coefficient(equation, variable, degree)
    square = _as_strict(system, leading)
    return None if square is None else _Divisor(index, equation, variable, degree, leading, *square)


def _as_strict(system: System, leading: Polynomial) -> tuple[tuple[int, ...], Any] | None:
    """Strict conditions with product `constant * leading^2`, and the constant; None where not at hand."""
    content, factors = factored(leading)
    indices: list[int] = []
    constant = 1 / content**2
    for factor, multiplicity in factors:
        known = _strict_of(system, factor)
        if known is None:
            return None
        indices += [known[0]] * multiplicity
        constant *= known[1] ** multiplicity
    return tuple(indices), constant


def _strict_of(system: System, factor: Polynomial) -> tuple[int, Any] | None:
    """A strict condition that is a constant times the factor's square."""
    square = factor * factor
    for index, strict in enumerate(system.gt):
        quotient, remainder = divmod(strict, square)
        if remainder == 0 and quotient != 0 and quotient.is_constant():
            return index, quotient.leading_coefficient()
    return None


def _square_root(polynomial: Polynomial) -> tuple[Polynomial, Any] | None:
    """A root and a constant > 0 with `constant * root^2` the polynomial, or None."""
    if polynomial == 0 or polynomial.leading_coefficient() < 0 or any(d % 2 for d in polynomial.degrees()):
        return None  # told without its factors
    constant, factors = factored(polynomial)
    if constant <= 0 or any(multiplicity % 2 for _, multiplicity in factors):
        return None
    root = polynomial.context().constant(1)
    for factor, multiplicity in factors:
        root *= factor ** (multiplicity // 2)
    return root, constant
