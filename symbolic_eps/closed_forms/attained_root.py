"""X at exact parameters, where it is the greatest root that is attained at priors.

X is the only number in [0, 1] such that P < 0 at some priors of a piece for each x below it, and at none for
each x above it. Where r* is continuous in the priors, only priors that meet all conditions of a piece
strictly need be looked at: the others are limits of such, and P < 0 is so nearby, too. For a rational x that
is decided exactly, by an open cylindrical decomposition of the priors (`minimum.cylinders.projection`). So
halving tells which of the roots of the faces' polynomials X is; no root is taken whose priors are outside of
the domain. In the end the same is asked within `NEAR` on both sides of the root: a polynomial that does not
have X as a root is found out. Where a polynomial is 0 for all x, halving alone encloses X.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import sympy as sp
from flint import fmpq, fmpq_poly, fmpz_poly

from symbolic_eps.closed_forms.closed_form import RootFace
from symbolic_eps.errors import UndecidedError
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import simplest_between

NEAR = Fraction(1, 10**12)
"""How far from the root P is looked at."""


class NoPolynomialError(UndecidedError):
    """At the numbers a polynomial of a face is 0 for all x, and tells no root."""


Numbers = Mapping[sp.Symbol, sp.Rational]


def attained_root(faces: Sequence[RootFace], values: Numbers) -> tuple[fmpz_poly, fmpq, fmpq] | None:
    """An irreducible polynomial with X as its only root between two numbers; None where X is 0, eps = oo.

    Parameters
    ----------
    faces : sequence of RootFace
        On which X may be attained.
    values : mapping of Symbol to Rational
        Of the parameters.

    Returns
    -------
    tuple of fmpz_poly, fmpq and fmpq
        The polynomial is negative at the first number, and positive at the second.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        No polynomial has X as a root; `NoPolynomialError` where one is 0 for all x.

    Examples
    --------
    >>> from verify.language.condition import non_negative, positive
    >>> p = sp.Symbol("p", real=True)
    >>> inside = positive(p), non_negative(1 - p)
    >>> bound = 2 * DECAY - 1 + p
    >>> face = RootFace(2 * DECAY - 1, (bound, p), bound, inside)
    >>> polynomial, low, high = attained_root([face], {})
    >>> polynomial, low < fmpq(1, 2) < high
    (2*x + (-1), True)
    """
    from symbolic_eps.minimum.cylinders.projection import between, isolated  # which imports closed forms

    factors = dict.fromkeys(g for face in faces for g in sp.Mul.make_args(face.polynomial))
    product = _product([_at(factor, values) for factor in factors])
    sets = _sets(faces, values)
    roots = [r for r in isolated([fmpq_poly(product)]) if r.low > 0 and r.high < 1]
    samples = between(roots, Fraction(0), Fraction(1))
    low, high = 0, len(samples)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if _is_negative(sets, samples[middle]) else (low, middle)
    if low == 0:
        return None
    if low > len(roots):
        raise UndecidedError("eps is less than each root tells")
    root = roots[low - 1]
    below = simplest_between(max(samples[low - 1], root.low - NEAR), root.low)
    above = simplest_between(root.high, min(samples[low], root.high + NEAR))
    if not _is_negative(sets, below) or _is_negative(sets, above):
        raise UndecidedError("eps is not told by a root of the faces' polynomials")
    return _isolating(product, below, above)


def halved(faces: Sequence[RootFace], values: Numbers, bits: int) -> tuple[fmpq, fmpq] | None:
    """Two numbers with X between, 2^-bits apart; None where X is 0, eps = oo: by no polynomial of a face.

    F rises with x. So if P < 0 nowhere for x = 0, it is nowhere for any x.

    Examples
    --------
    >>> from verify.language.condition import non_negative, positive
    >>> p = sp.Symbol("p", real=True)
    >>> inside = positive(p), positive(1 - p)
    >>> [halved([RootFace(sp.S.Zero, (), bound, inside)], {}, 2) for bound in (3 * DECAY - 1 + p, DECAY)]
    [(1/4, 1/2), None]
    """
    sets, low, high = _sets(faces, values), Fraction(0), Fraction(1)
    if not _is_negative(sets, low):
        return None
    for _ in range(bits):
        middle = (low + high) / 2
        low, high = (middle, high) if _is_negative(sets, middle) else (low, middle)
    return fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator)


def _at(polynomial: sp.Expr, values: Numbers) -> fmpz_poly:
    here = sp.Poly(polynomial, *values, DECAY, domain=sp.QQ)
    for v, number in values.items():
        here = here.eval(v, number)
    if here.is_zero:
        raise NoPolynomialError(
            "at these numbers a polynomial of a face is 0 for all x: derive the profile with numbers in it"
        )
    integral = here.clear_denoms(convert=True)[1]
    return fmpz_poly([int(c) for c in integral.all_coeffs()[::-1]])


def _product(polynomials: Sequence[fmpz_poly]) -> fmpz_poly:
    """A polynomial with the roots of all, each simple."""
    factors = {str(g): g for polynomial in polynomials for g, _ in polynomial.factor()[1]}
    product = fmpz_poly([1])
    for factor in factors.values():
        product *= factor
    return product


def _isolating(product: fmpz_poly, below: Fraction, above: Fraction) -> tuple[fmpz_poly, fmpq, fmpq]:
    low, high = (fmpq(end.numerator, end.denominator) for end in (below, above))
    for factor, _ in product.factor()[1]:
        exact = fmpq_poly(factor)
        if exact(low) * exact(high) < 0:
            return (factor if exact(low) < 0 else -factor), low, high
    raise UndecidedError("a root is not isolated")


# --- whether P < 0 somewhere

Set = tuple[sp.Expr, tuple[Condition, ...]]


def _sets(faces: Sequence[RootFace], values: Numbers) -> list[Set]:
    """P and the conditions of each piece that has points."""
    found = dict[Set, None]()
    for face in faces:
        here = [Condition(sp.expand(c.polynomial.subs(values)), c.relation) for c in face.conditions]
        if not any(c.constant_truth is False for c in here):
            met = tuple(c for c in here if c.constant_truth is None)
            found[sp.expand(face.bound.subs(values)), met] = None
    return [*found]


def _is_negative(sets: Sequence[Set], decay: Fraction) -> bool:
    """Whether P < 0 at some priors of a piece."""
    return any(_has_point(one, decay) for one in sets)


def _has_point(one: Set, decay: Fraction) -> bool:
    from symbolic_eps.minimum.cylinders.one_sign import range_of
    from symbolic_eps.minimum.cylinders.projection import Cylinder, Space

    bound, conditions = one
    negative = sp.expand(-bound.subs(DECAY, sp.Rational(decay.numerator, decay.denominator)))
    strict = [c.polynomial for c in conditions if c.relation is not Relation.NON_ZERO]
    priors = tuple(sorted(frozenset().union(*(e.free_symbols for e in (negative, *strict))), key=str))
    if negative.is_number and not negative > 0:
        return False
    asked = [e for e in (*strict, negative) if not e.is_number]
    space = Space(priors, tuple(range_of(v, strict) for v in priors))
    return Cylinder(space, tuple(map(space.polynomial, asked)), 1).inside(()) is not None
