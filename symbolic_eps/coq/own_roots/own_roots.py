"""Priors that are roots of polynomials of their own, as quotients n(X) / (s P'(X)), P the polynomial of X.

Lattice reduction guesses n and s from many digits; the proof in Coq shows that the equations of the minimum
hold there, which is what counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import mpmath
import sympy as sp
from flint import fmpz_mat

from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Near, rational
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY

DIGITS = (20, 40, 80)
"""Of the longest coefficients that are looked for."""

MOST_DIGITS = 4000
"""With which numbers are computed."""


@dataclass(frozen=True)
class OwnRoots:
    """A minimum with its priors as functions of X.

    Parameters
    ----------
    polynomial : sympy.Poly
        Of X, over the whole numbers; it rises there.
    near : Near
        About where it is.
    quotients : mapping of Symbol to pair
        By prior: a positive number s and n, so that s P'(X) v = n(X).
    """

    polynomial: sp.Poly
    near: Near
    quotients: Mapping[sp.Symbol, tuple[int, sp.Poly]]

    @property
    def slope(self) -> sp.Poly:
        """P'."""
        return self.polynomial.diff()

    def cleared(self, equation: sp.Expr) -> Cleared:
        """What a polynomial in X and the priors becomes at the place, or UndecidedError where it is not 0."""
        terms = sp.Poly(equation, *PRIORS).terms()
        power = max(sum(exponents) for exponents, _ in terms)
        scales = [self.quotients[v][0] for v in PRIORS]
        most = [max(exponents[k] for exponents, _ in terms) for k in range(len(PRIORS))]
        scale = sp.prod(s**n for s, n in zip(scales, most, strict=True))
        scale *= lcm(*(int(c.q) for _, part in terms for c in sp.Poly(part, DECAY).coeffs()))
        coefficients = {
            exponents: sp.expand(c * scale / sp.prod(s**n for s, n in zip(scales, exponents, strict=True)))
            for exponents, c in terms
        }
        total = sp.Poly(0, DECAY)
        for exponents, c in coefficients.items():
            product = sp.Poly(c, DECAY) * self.slope ** (power - sum(exponents))
            for v, n in zip(PRIORS, exponents, strict=True):
                product *= self.quotients[v][1] ** n
            total += product
        multiple, rest = sp.div(total, self.polynomial, domain=sp.QQ)
        if rest != 0:
            raise UndecidedError("the priors of the minimum are no quotients of polynomials in e^-eps")
        return Cleared(int(scale), power, coefficients, multiple)


@dataclass(frozen=True)
class Cleared:
    """`scale * P'^power * equation` as a sum of `c (s P' p)^i (s P' q)^j P'^k`, which is `multiple * P`."""

    scale: int
    power: int
    coefficients: Mapping[tuple[int, int], sp.Expr]
    multiple: sp.Poly


def ends_of_root(branch: Branch) -> tuple[Fraction, Fraction]:
    """Between which numbers X is the only root, or UndecidedError.

    With A, B >= 0 and C > 0, A x^2 + B x = C has one positive root. With A < 0 X is the lower of two, before
    the turn at -B/(2 A).
    """
    if branch.between is None and branch.coefficients is None:
        raise UndecidedError("the minimum is not at a root between two ends")
    low, high = branch.between or WHOLE
    if branch.between is None and branch.coefficients is not None:
        a, b, _ = branch.coefficients
        high = min(high, -b / (2 * a)) if a < 0 else high
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


def own_roots(branch: Branch, other: sp.Symbol | None = None) -> OwnRoots:
    """The priors of a branch's only place, or UndecidedError.

    Parameters
    ----------
    branch : Branch
        Of a profile with numbers, with one place.
    other : Symbol, optional
        The prior that is fixed: 1/2 stands for it.
    """
    if branch.polynomial is None or len(branch.attained) != 1:
        raise UndecidedError("the minimum is not at one place")
    polynomial = sp.Poly(branch.polynomial, DECAY).clear_denoms(convert=True)[1].primitive()[1]
    place = {**branch.attained[0].place, **({other: sp.S.Half} if other else {})}
    guess = _guessed(polynomial, ends_of_root(branch), [place[v] for v in PRIORS])
    x, p, q = (Fraction(text) for text in guess.near)
    near = Near((p, p), (q, q), (x, x))
    return OwnRoots(polynomial, near, dict(zip(PRIORS, guess.quotients, strict=True)))


@dataclass(frozen=True)
class _Guess:
    near: Sequence[str]
    quotients: Sequence[tuple[int, sp.Poly]]


def _guessed(polynomial: sp.Poly, between: tuple[Fraction, Fraction], values: Sequence[sp.Expr]) -> _Guess:
    """X and the priors in decimals, and the priors as quotients."""
    degree = polynomial.degree()
    for digits in DIGITS:
        used = digits * (degree + 2)
        if used > MOST_DIGITS:
            break
        with mpmath.workdps(2 * used):
            x = _root(polynomial, rational((between[0] + between[1]) / 2))
            slope = mpmath.polyval([int(c) for c in polynomial.diff().all_coeffs()], x)
            numbers = [_number(value, x) for value in values]
            relations = [_relation(v * slope, x, degree, used) for v in numbers]
            near = [mpmath.nstr(value, 30) for value in (x, *numbers)]
        if all(max(map(abs, relation)) < 10**digits and relation[0] for relation in relations):
            return _Guess(near, [_quotient(relation) for relation in relations])
    raise UndecidedError("the priors of the minimum were not found as quotients of polynomials in e^-eps")


def _quotient(relation: Sequence[int]) -> tuple[int, sp.Poly]:
    first, *others = relation
    sign = 1 if first > 0 else -1
    return abs(first), sp.Poly([-sign * c for c in reversed(others)], DECAY)


def _number(value: sp.Expr, x: mpmath.mpf) -> mpmath.mpf:
    """A prior with many digits, where it is a root of its own, depends on such a root, or on X."""
    names = {root: sp.Dummy() for root in sorted(value.atoms(sp.CRootOf), key=str)}
    roots = [_root(root.poly, sp.Rational(str(root.evalf(40)))) for root in names]
    function = sp.lambdify((DECAY, *names.values()), value.xreplace(names), "mpmath")
    return mpmath.mpf(function(x, *roots))


def _root(polynomial: sp.Poly, near: sp.Rational) -> mpmath.mpf:
    """The root next to a number, by Newton's steps."""
    coefficients = [int(c) for c in polynomial.clear_denoms(convert=True)[1].all_coeffs()]
    root = mpmath.mpf(int(near.p)) / int(near.q)
    for _ in _doublings():
        value, slope = mpmath.polyval(coefficients, root, derivative=True)
        if slope == 0:
            raise UndecidedError("Newton's steps do not lead to the root")
        root -= value / slope
    return root


def _doublings() -> Iterator[int]:
    """One step for each time that the digits double, and some to begin with."""
    return iter(range(8 + mpmath.mp.prec.bit_length()))


def _relation(number: mpmath.mpf, x: mpmath.mpf, degree: int, digits: int) -> list[int]:
    """Small whole numbers, not all 0, with which the number and the powers of x add up to nearly 0."""
    scale = mpmath.mpf(10) ** digits
    numbers = [number, *(x**k for k in range(degree))]
    rows = [
        [int(i == k) for i in range(len(numbers))] + [int(mpmath.nint(scale * one))]
        for k, one in enumerate(numbers)
    ]
    return [int(entry) for entry in fmpz_mat(rows).lll().tolist()[0]][:-1]
