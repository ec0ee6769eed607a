"""The sign of a difference with a root, by its conjugate: (y - u)(y + u) = y^2 - u^2, and y >= 0.

Where y^2 > u^2 is known as a product of known signs, y - u > 0 follows, whatever the sign of u.
"""

from __future__ import annotations

from typing import Any

from verify.search.derivation import Term
from verify.search.elimination import pseudo_divided
from verify.search.known_signs import Known, coefficient
from verify.search.ring import Polynomial


def conjugated(known: Known, factor: Polynomial) -> bool:
    """Whether a factor that is linear in some root was found to be positive, or negative.

    Parameters
    ----------
    known : Known
        The system, and the signs that are known.
    factor : flint.fmpq_mpoly
        The factor.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> given = system(["x", "y"], [{(0, 1): 1}], [{(1, 0): 1}], [{(0, 2): 1, (2, 0): -1, (1, 0): -1}])
    >>> known = Known(given, lambda *_: None)  # y >= 0, x > 0, y^2 = x^2 + x
    >>> known.learn(0)
    >>> x, y = given.ring.gens
    >>> conjugated(known, x - y), known.derivation.remaining.gt[1:]
    (True, (-v0 + v1,))
    >>> conjugated(known, x + 1 - y)
    False
    """
    return any(
        _by_root(known, at, variable, way * factor)
        for _, at, equation in known.facts("eq")
        for variable, degree in enumerate(equation.degrees())
        if degree == 2 and factor.degrees()[variable] == 1
        for way in (1, -1)
    )


def _by_root(known: Known, at: int, variable: int, factor: Polynomial) -> bool:
    """Derive `factor = s v + t > 0` from `A v^2 = C` and `s^2 C > A t^2`, with A, s > 0 and v >= 0."""
    equation = known.derivation.system.eq[at]
    leading = known.product(coefficient(equation, variable, 2))
    slope = known.product(factor.derivative(variable))
    root = _root(known, variable)
    if leading is None or slope is None or slope.sign < 0 or root is None:
        return False
    if coefficient(equation, variable, 1) != 0:
        return False
    equation = equation * leading.sign
    _, rest, _ = pseudo_divided(equation, factor, factor.derivative(variable), variable)
    excess = None if rest == 0 else known.settled_product(-rest)
    if excess is None or excess.sign < 0:
        return False
    # s^2 C - A t^2 + A factor^2 = 2 A s v factor, where the equation holds
    gt, ge = root
    twice: Any = 2 * leading.weight * slope.weight
    terms = [
        Term(excess.weight, excess.facts),
        Term(leading.weight, leading.facts, (), factor),
        Term(twice, (*leading.facts, *slope.facts, *gt), (*ge, known.next("ge"))),
    ]
    multiple = factor.derivative(variable) ** 2 * leading.sign
    position = known.derivation.derive(">", factor, {"<=": (terms, {at: multiple})})
    if position is None:
        return False
    known.learn(position)
    return True


def _root(known: Known, variable: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Where among the facts `gt` and `ge` it stands that the variable is not negative."""
    generator = known.derivation.system.ring.gens[variable]
    for kind, position, polynomial in known.facts("gt", "ge"):
        if polynomial == generator:
            return ((position,), ()) if kind == "gt" else ((), (position,))
    return None
