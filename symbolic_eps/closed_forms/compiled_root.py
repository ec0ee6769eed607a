"""eps = -log X at many exact parameter values, where X is the root of a polynomial between two ends.

Theorem. If P has one root X in [l, h], P(l) < 0 <= P(h) and l <= x <= h, then P(x) < 0 exactly where x < X.
Proof. P has no other zero there, hence one sign on [l, X), that of P(l), and one on (X, h], that of P(h) if
h > X. QED

So two evaluations in rationals prove where X lies; Newton's iteration, which is not trusted, says where to
evaluate. Where X is the least of several roots, the interval ends before the second one; where it has a
number, or is the greatest one that is attained, a factor of P and an interval are taken, in which that has no
other root.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import sympy as sp
from flint import ctx, fmpq, fmpz_poly

from symbolic_eps.closed_forms.attained_root import NoPolynomialError, attained_root, halved
from symbolic_eps.closed_forms.closed_form import Branch
from symbolic_eps.closed_forms.root_count import before_second_root, numbered_root
from symbolic_eps.theory.symbols import DECAY
from verify.boxes.interval import NotRationalError, UndefinedError, interval
from verify.boxes.interval_function import compiled
from verify.enclosure import Enclosure
from verify.points.simple_rationals import fraction_of

HALVINGS = 50
"""Of the interval, in float64."""

REACHES = (1, 1 << 8, 1 << 32)
"""Units of the last place by which the root may be missed."""


class CompiledRoot:
    """A branch whose X is a root of its polynomial between its ends, translated once.

    Parameters
    ----------
    branch : Branch
        With `polynomial` and `between`, proved on its region.
    symbols : sequence of Symbol
        The parameters, in the order of the coordinates.

    Examples
    --------
    >>> from sympy.abc import a
    >>> cubic = Branch((), 2 * DECAY**3 - a, None, (), (sp.Integer(0), sp.Integer(1)))
    >>> CompiledRoot(cubic, [a]).enclosure([fmpq(1)], 256).text(12)  # log(2)/3
    '[0.231049060186, 0.231049060187]'
    """

    def __init__(self, branch: Branch, symbols: Sequence[sp.Symbol]) -> None:
        assert branch.polynomial is not None and branch.between is not None
        # The product of the faces' polynomials is long, and not needed as a whole.
        coefficients = () if branch.faces else sp.Poly(branch.polynomial, DECAY).all_coeffs()[::-1]
        self._coefficients = [compiled(c, symbols) for c in coefficients]
        self._least, self._number = bool(branch.sides), branch.number
        self._faces, self._symbols = branch.faces, tuple(symbols)
        self._ends = [compiled(end, symbols) for end in branch.between]

    def enclosure(self, point: Sequence[fmpq], bits: int) -> Enclosure | None:
        """eps at exact parameters of the branch's region; None where that is not seen.

        Parameters
        ----------
        point : sequence of fmpq
            The parameters.
        bits : int
            Of the ball arithmetic; X is found to half as many.
        """
        if self._faces:
            return self._attained(point, bits)
        try:
            polynomial = _integral([c.exact(list(point)) for c in self._coefficients])
            low, high = (end.exact(list(point)) for end in self._ends)
        except (UndefinedError, NotRationalError):
            return None
        if self._number:
            found = numbered_root(polynomial, low, high, self._number) if 0 <= low < high else None
            if found is None:
                return None
            polynomial, low, high = found
        elif self._least and 0 <= low < high and _value(polynomial, low) < 0:
            high = before_second_root(polynomial, low, high) or high
        if not (0 <= low < high and _value(polynomial, low) < 0 <= _value(polynomial, high)):
            return None
        low, high = _narrowed(polynomial, low, high, bits // 2)
        return _minus_log(low, high, bits) if low > 0 else None

    def _attained(self, point: Sequence[fmpq], bits: int) -> Enclosure | None:
        """The same for the greatest root that is attained; oo where none is.

        Raises
        ------
        UndecidedError
            No polynomial has X as a root.
        """
        values = {v: sp.Rational(int(c.p), int(c.q)) for v, c in zip(self._symbols, point, strict=True)}
        try:
            found = attained_root(self._faces, values)
            ends = None if found is None else _narrowed(*found, bits // 2)
        except NoPolynomialError:
            ends = halved(self._faces, values, bits // 2)
        if ends is None:
            return Enclosure(math.inf, math.inf)
        return _minus_log(*ends, bits) if ends[0] > 0 else None


def _narrowed(polynomial: fmpz_poly, low: fmpq, high: fmpq, bits: int) -> tuple[fmpq, fmpq]:
    """A part of the interval that has the root by the theorem, of width 2^(1 - bits) if all goes well."""
    unit, slope = fmpq(1, 1 << bits), polynomial.derivative()
    at = int(_roughly(polynomial, low, high) * 2.0**60) << max(0, bits - 60)
    for _ in range(max(1, (bits // 40).bit_length())):
        x = at * unit
        steep = _value(slope, x)
        if steep != 0:
            at -= int((_value(polynomial, x) / steep / unit).floor())
    for reach in REACHES:
        below, above = max(low, (at - reach) * unit), min(high, (at + reach) * unit)
        if below < above and _value(polynomial, below) < 0 <= _value(polynomial, above):
            return below, above
    return low, high


def _roughly(polynomial: fmpz_poly, low: fmpq, high: fmpq) -> float:
    """The root by halving in float64."""
    coefficients = [int(c) for c in polynomial.coeffs()][::-1]
    largest = max(map(abs, coefficients))
    scaled = [c / largest for c in coefficients]
    below, above = (int(end.p) / int(end.q) for end in (low, high))
    for _ in range(HALVINGS):
        middle, value = (below + above) / 2, 0.0
        for c in scaled:
            value = value * middle + c
        below, above = (middle, above) if value < 0 else (below, middle)
    return (below + above) / 2


def _integral(coefficients: Sequence[fmpq]) -> fmpz_poly:
    """A positive multiple with integer coefficients, that of the lowest power first."""
    scale = 1
    for c in coefficients:
        scale *= int((c * scale).q)
    return fmpz_poly([int((c * scale).p) for c in coefficients])


def _value(polynomial: fmpz_poly, x: fmpq) -> fmpq:
    value = fmpq(0)
    for c in reversed(polynomial.coeffs()):
        value = value * x + c
    return value


_LOGARITHM = compiled(-sp.log(DECAY), [DECAY])


def _minus_log(low: fmpq, high: fmpq, bits: int) -> Enclosure:
    with ctx.workprec(bits):
        least = _LOGARITHM.value([interval(high, high)])[0]
        most = _LOGARITHM.value([interval(low, low)])[1]
    return Enclosure(max(fraction_of(least), Fraction(0)), max(fraction_of(most), Fraction(0)))
