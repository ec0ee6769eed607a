"""Equations solved for a variable in which they are linear, with a leading coefficient that is not 0.

The variable leaves the other facts by pseudo-division: `c^k fact = quotient * equation + remainder`, and the
sign of c is known. The remainder takes the fact's place; nothing is lost, the equation determines the
variable.
"""

from __future__ import annotations

from math import inf

from verify.errors import VerifyError
from verify.search.derivation import Term
from verify.search.known_signs import Known, Product, coefficient, monic_factors
from verify.search.ring import Polynomial

MAX_TERMS = 300
"""Largest polynomial that an elimination may bring."""


def eliminated(known: Known) -> bool:
    """Whether an equation was solved for a variable, or a sign was found that allows it.

    Parameters
    ----------
    known : Known
        The system, and the signs that are known.

    Examples
    --------
    >>> from verify.search.ring import system
    >>> facts = [{(0, 1): 1}, {(1, 0): 1, (0, 0): -2}]  # y > 0, x > 2, xy = 3
    >>> known = Known(system(["x", "y"], [], facts, [{(1, 1): 1, (0, 0): -3}]), lambda *_: None)
    >>> known.learn(0)
    >>> eliminated(known), known.derivation.remaining.gt, known.derivation.remaining.eq
    (True, (v1, -2*v1 + 3), ())
    """
    candidates = []
    for _, position, equation in known.facts("eq"):
        for variable, degree in enumerate(equation.degrees()):
            if degree == 1:
                leading = equation.derivative(variable)
                cost = (len(leading), len(equation), position, variable)
                candidates.append((cost, leading))
    candidates.sort(key=lambda c: c[0])
    ordered = [(position, variable, leading) for (*_, position, variable), leading in candidates]
    # First what needs no further sign: to search for one in vain takes long.
    return any(_solved(known, *candidate, ask) for ask in (False, True) for candidate in ordered)


def _solved(known: Known, position: int, variable: int, leading: Polynomial, ask: bool) -> bool:
    """Whether an equation was solved for a variable, a sign was found, or a contradiction."""
    if _leading_sign(known, position, variable, leading):
        return True
    unknown = [f for f, times in monic_factors(leading)[1] if not known.settled(f, times)]
    if (ask or not unknown) and all(known.sign_found(f) for f in unknown):
        product = known.product(leading)
        if product is not None and _eliminate(known, position, variable, product):
            return True
    return known.contradiction is not None


def _leading_sign(known: Known, position: int, variable: int, leading: Polynomial) -> bool:
    """Whether the sign of the leading coefficient follows from those of the variable and of the rest."""
    unknown = [times for f, times in monic_factors(leading)[1] if not known.settled(f, times)]
    equation = known.derivation.system.eq[position]
    generator = equation.context().gens()[variable]
    rest = equation - leading * generator
    if unknown != [1] or rest == 0:
        return False
    of_variable, of_rest = known.product(generator), known.product(rest)
    if of_variable is None or of_rest is None:
        return False
    terms = [
        Term(of_variable.weight, of_variable.facts, (known.next("ge"),)),
        Term(of_rest.weight, of_rest.facts),
    ]
    multipliers = {position: equation.context().constant(-of_rest.sign)}
    positive = leading * (-of_rest.sign * of_variable.sign)
    return known.derivation.derive(">", positive, {"<=": (terms, multipliers)}) is not None


def _eliminate(known: Known, at: int, variable: int, leading: Product) -> bool:
    """Solve an equation for a variable; False where that gets too large."""
    equation = known.derivation.system.eq[at] * leading.sign
    positive = equation.derivative(variable)
    plan = []
    for kind, position, polynomial in known.facts("gt", "ge", "eq"):
        if polynomial.degrees()[variable] and (kind, position) != ("eq", at):
            divided = pseudo_divided(polynomial, equation, positive, variable)
            if len(divided[1]) > MAX_TERMS:
                return False
            plan.append((kind, position, *divided))
    for kind, position, quotient, remainder, count in plan:
        if kind != "eq":
            power = Product(1, leading.weight**count, leading.facts * count)
            multipliers = {at: quotient * -leading.sign}
            known.infer(kind == "gt", remainder, [power.times(kind, position)], multipliers)
        else:
            terms = [Term(1, (known.next("gt"),))]
            refuted = {
                opposite: (terms, {position: positive**count * -way, at: quotient * (leading.sign * way)})
                for opposite, way in ((">", 1), ("<", -1))
            }
            known.derivation.derive("=", remainder, refuted)
        known.drop(kind, position)
    known.drop("eq", at)
    return True


class TooLargeError(VerifyError):
    """A remainder has more terms than it may have."""


def pseudo_divided(
    dividend: Polynomial, equation: Polynomial, leading: Polynomial, variable: int, most_terms: float = inf
) -> tuple[Polynomial, Polynomial, int]:
    """Quotient, remainder and k with `leading^k dividend = quotient * equation + remainder`.

    `leading` is the equation's coefficient at its highest power of the variable, which the remainder stays
    below.

    Raises
    ------
    TooLargeError
        A remainder has more than `most_terms` terms.
    """
    context = dividend.context()
    generator, height = context.gens()[variable], int(equation.degrees()[variable])
    quotient, remainder, count = context.constant(0), dividend, 0
    while remainder != 0 and (degree := int(remainder.degrees()[variable])) >= height:
        part = coefficient(remainder, variable, degree) * generator ** (degree - height)
        remainder = leading * remainder - part * equation
        quotient = leading * quotient + part
        count += 1
        if len(remainder) > most_terms:
            raise TooLargeError
    return quotient, remainder, count
