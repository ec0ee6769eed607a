"""A root that is only bounded from below is projected out: its equation is negative at each of its bounds.

Where E(v) = A v^2 + B v + C = 0 with A > 0, and v is otherwise only above bounds d/e after which E grows,
such a v exists exactly where E(d/e) < 0 at each of them.
"""

from __future__ import annotations

from verify.search.elimination import pseudo_divided
from verify.search.known_signs import Known, coefficient
from verify.search.ring import Polynomial


def unrooted(known: Known) -> bool:
    """Whether a root was projected out, or a sign was found that helps to.

    Parameters
    ----------
    known : Known
        The system, and the signs that are known.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> facts = [{(0, 1): 1, (0, 0): -3}, {(0, 1): 1, (0, 0): 3}]  # y > 3 and y > -3, with y^2 = x
    >>> known = Known(system(["x", "y"], [], facts, [{(0, 2): 1, (1, 0): -1}]), lambda *_: None)
    >>> known.learn(0), known.learn(1)
    (None, None)
    >>> unrooted(known), known.derivation.remaining.gt[0]
    (True, v0 - 9)
    """
    for _, at, equation in known.facts("eq"):
        for variable, degree in enumerate(equation.degrees()):
            if degree == 2 and _unroot(known, at, variable):
                return True
    return False


def _unroot(known: Known, at: int, variable: int) -> bool:
    equation = known.derivation.system.eq[at]
    bounds = [
        (kind, position, p)
        for kind, position, p in known.facts("gt", "ge", "eq")
        if p.degrees()[variable] and (kind, position) != ("eq", at)
    ]
    if not bounds or any(kind == "eq" or p.degrees()[variable] != 1 for kind, _, p in bounds):
        return False
    leading = known.settled_product(coefficient(equation, variable, 2), thorough=True)
    if leading is None:
        return False
    plan = []
    for kind, position, bound in bounds:
        slope = known.settled_product(bound.derivative(variable), thorough=True)
        if slope is None or slope.sign < 0:
            return False
        divided = pseudo_divided(equation * leading.sign, bound, bound.derivative(variable), variable)
        growth = known.settled_product(divided[0], thorough=True)
        if growth is None or growth.sign < 0:
            return False
        plan.append((kind, position, bound, growth, divided[1:]))
    for kind, position, bound, growth, (value, count) in plan:
        # slope^count * equation = growth * bound + value
        multipliers = {at: bound.derivative(variable) ** count * -leading.sign}
        reduced = _reduced(known, -value, at, multipliers)
        known.infer(kind == "gt", reduced, [growth.times(kind, position)], multipliers)
    for kind, position, polynomial in known.facts("gt", "ge", "eq"):
        if polynomial.degrees()[variable]:
            known.drop(kind, position)
    return True


def _reduced(known: Known, polynomial: Polynomial, at: int, multipliers: dict[int, Polynomial]) -> Polynomial:
    """The polynomial modulo other equations that give the square of a variable; the multiples are noted."""
    for _, position, equation in known.facts("eq"):
        for variable, degree in enumerate(equation.degrees()):
            square = coefficient(equation, variable, 2)
            if position == at or degree != 2 or not square.is_constant():
                continue
            generator = equation.context().gens()[variable]
            while (high := int(polynomial.degrees()[variable])) >= 2:
                part = coefficient(polynomial, variable, high) * generator ** (high - 2)
                part = part / square.leading_coefficient()
                polynomial = polynomial - part * equation
                multipliers[position] = multipliers.get(position, 0) - part
    return polynomial
