"""Roots and places of minima as numbers: the only root in an interval, and whether its digits are right.

A root is between two numbers where the function has different signs; it is the only one where the derivative
has one sign, or where the function has one on either side of a short interval. Printed digits are those of a
number rounded to nearest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import sympy as sp

from verify.calculus.bound_variable import bind
from verify.calculus.derivative import PartialDerivative
from verify.evidence import Evidence, Outcome, combined, sufficient
from verify.language.implication import Implication
from verify.language.note import Note
from verify.language.truth import holds_at
from verify.prover.prover import Prover

SAMPLES = 48
"""Points of the interval at which the sign is looked at."""

CUTS = 60
"""How often an interval that holds a root is cut; less often where the printed digits are settled before."""

Pair = tuple[sp.Rational, sp.Rational]


@dataclass(frozen=True)
class OnlyRoot:
    """`function = 0` for exactly one value of the variable between the ends, and that is the printed number.

    Parameters
    ----------
    function : Expr
        Of the variable alone.
    variable : Symbol
        Bound by the statement.
    lower, upper : Expr
        Rational numbers or infinite; the ends are left out.
    printed : str
        The root in decimals, rounded to nearest; empty where none is printed.

    Examples
    --------
    >>> from sympy.abc import x
    >>> OnlyRoot(sp.exp(x) + x, x, sp.Integer(-1), sp.Integer(0), "-0.5671").examine((), Prover()).proved
    True
    >>> OnlyRoot(sp.exp(x) + x, x, sp.Integer(-1), sp.Integer(0), "-0.5672").examine((), Prover()).refuted
    True
    """

    function: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    printed: str = ""

    def __post_init__(self) -> None:
        bind(self, "function")
        if not all(end.is_Rational or end in (sp.oo, -sp.oo) for end in (self.lower, self.upper)):
            raise ValueError("the ends of the interval are rational numbers or infinite")
        if not self.lower < self.upper:
            raise ValueError(f"no number is between {self.lower} and {self.upper}")
        if self.function.free_symbols != {self.variable}:
            raise ValueError(f"the function is of {self.variable} alone")
        if self.printed:
            digits(self.printed)

    @property
    def text(self) -> Note:
        """The statement in words and formulas."""
        return Note("the only root of ", self.function, *self._where)

    @property
    def _where(self) -> tuple[object, ...]:
        between = (" for ", self.variable, " between ", self.lower, " and ", self.upper)
        return (*between, f" is {self.printed}") if self.printed else between

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """None: the variable is bound."""
        return frozenset()

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the function is differentiable, changes its sign near the number, and nowhere else.

        Parameters
        ----------
        domain : tuple of Boolean
            Not about the variable, and so without effect.
        prover : Prover
            Decides the implications.
        """
        return _Roots(self.function, self.variable, self.lower, self.upper, prover).evidence(
            self.text, self.printed
        )


@dataclass(frozen=True)
class MinimumPlace(OnlyRoot):
    """The function is least between the ends at one place, which is the printed number; fields of `OnlyRoot`.

    That its derivative changes its sign from - to + there, and has no other root between the ends.

    Examples
    --------
    >>> from sympy.abc import x
    >>> MinimumPlace(sp.exp(x) - 3 * x, x, -sp.oo, sp.oo, "1.0986").examine((), Prover()).proved
    True
    >>> MinimumPlace(3 * x - sp.exp(x), x, -sp.oo, sp.oo, "1.0986").examine((), Prover()).refuted
    True
    """

    @property
    def text(self) -> Note:
        """The statement in words and formulas."""
        return Note("the place of the minimum of ", self.function, *self._where)

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence on the root of the derivative, and on its sign before; parameters as for `OnlyRoot`."""
        slope = sp.diff(self.function, self.variable)
        roots = _Roots(slope, self.variable, self.lower, self.upper, prover)
        exists = PartialDerivative(self.function, self.variable, slope).examine(roots.between, prover)
        if not exists.proved:
            return sufficient(self.text, [exists], "differentiation")
        return combined(self.text, [exists, roots.evidence(self.text, self.printed, rising=True)], _METHOD)


_METHOD = "a change of sign, and no other"


def digits(printed: str) -> Pair:
    """Between which numbers one is that is printed so.

    Raises
    ------
    ValueError
        If it is not a decimal fraction.

    Examples
    --------
    >>> digits("0.25")
    (49/200, 51/200)
    """
    whole, point, rest = printed.removeprefix("-").partition(".")
    if not (whole.isdecimal() and (not point or rest.isdecimal()) and printed.isascii()):
        raise ValueError(f"not a number in decimals, such as 0.25: {printed}")
    middle, half = sp.Rational(printed), sp.Rational(1, 2 * 10 ** len(rest))
    return middle - half, middle + half


@dataclass
class _Roots:
    """The signs of a function between two ends."""

    function: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    prover: Prover

    @property
    def between(self) -> tuple[sp.Basic, ...]:
        """The hypotheses that the variable is between the ends."""
        return self._inside(self.lower, self.upper)

    def _inside(self, lower: sp.Expr, upper: sp.Expr, closed: bool = False) -> tuple[sp.Basic, ...]:
        greater, less = (sp.Ge, sp.Le) if closed else (sp.Gt, sp.Lt)
        above = () if lower == -sp.oo else (greater(self.variable, lower, evaluate=False),)
        below = () if upper == sp.oo else (less(self.variable, upper, evaluate=False),)
        return (*above, *below)

    def evidence(self, text: Note, printed: str, rising: bool = False) -> Evidence:
        """That there is one root, rounded to the printed number; of a derivative, that a minimum is there."""
        slope = sp.diff(self.function, self.variable)
        smooth = PartialDerivative(self.function, self.variable, slope).examine(self.between, self.prover)
        signs = [(at, sign) for at in self._samples() if (sign := self._sign(at))]
        changes = [(a, b) for (a, s), (b, t) in pairwise(signs) if s != t]
        if not smooth.proved:
            return sufficient(text, [smooth], _METHOD)
        if rising and len(changes) > 1:
            return Evidence(text, Outcome.OPEN, None, _METHOD, note=_several(changes))
        if len(changes) > 1:
            return self._refuted(text, [smooth, *map(self._change, changes)], _several(changes))
        if not changes:
            return self._none(text, smooth)
        place = self._shortened(changes[0], printed)
        parts = [smooth, self._change(place)]
        wrong = self._wrong(place, printed, rising)
        if wrong is not None and not rising:
            return self._refuted(text, parts, wrong)
        only = self._only(place, slope)
        if wrong is not None:
            return self._refuted(text, [*parts, *only], wrong)
        if not rising and any(part.refuted for part in only[1:]):
            return self._refuted(text, [], Note("there is another root: ", only[-1].note))
        return sufficient(text, [*parts, *only], _METHOD)

    def _refuted(self, text: Note, parts: list[Evidence], note: Note) -> Evidence:
        """The refutation by what is shown; open if a part of it is not."""
        shown = sufficient(text, parts, _METHOD)
        return replace(shown, outcome=Outcome.REFUTED, witness={}, note=note) if shown.proved else shown

    def _samples(self) -> list[sp.Rational]:
        """Inner points of the interval, in increasing order."""
        if self.lower != -sp.oo and self.upper != sp.oo:
            return [
                self.lower + (self.upper - self.lower) * sp.Rational(k, SAMPLES) for k in range(1, SAMPLES)
            ]
        steps = [sp.Rational(2) ** sp.Integer(k) for k in range(-SAMPLES // 4, SAMPLES // 6)]
        if self.lower != -sp.oo:
            return [self.lower + s for s in steps]
        if self.upper != sp.oo:
            return [self.upper - s for s in reversed(steps)]
        return [*(-s for s in reversed(steps)), sp.Integer(0), *steps]

    def _sign(self, at: sp.Rational) -> int | None:
        """1, -1 or 0; None where it is not known."""
        for sign, relation in ((1, sp.Gt), (-1, sp.Lt), (0, sp.Eq)):
            if holds_at(relation(self.function, 0, evaluate=False), {self.variable: at}):
                return sign
        return None

    def _shortened(self, place: Pair, printed: str) -> Pair:
        """A short interval with the change of sign, by cutting at a third."""
        low, high = place
        first = self._sign(low)
        for _ in range(CUTS):
            if printed and _settled((low, high), printed):
                break
            inner = (low + (high - low) * sp.Rational(k, 3) for k in (1, 2))
            cut, sign = next(((at, sign) for at in inner if (sign := self._sign(at))), (low, None))
            if sign is None:
                break
            low, high = (cut, high) if sign == first else (low, cut)
        return low, high

    def _change(self, place: Pair) -> Evidence:
        """That the function has the signs at two numbers that were seen."""
        shown = []
        for at in place:
            relation = sp.Gt if self._sign(at) == 1 else sp.Lt
            value = self.function.subs(self.variable, at)
            shown.append(self.prover.decide(Implication((), relation(value, 0, evaluate=False))))
        return sufficient(Note("a change of sign between ", place[0], " and ", place[1]), shown, _METHOD)

    def _wrong(self, place: Pair, printed: str, rising: bool) -> Note | None:
        """What is not as printed of a root between two numbers."""
        near = Note("a change of sign is between ", place[0], " and ", place[1])
        if rising and self._sign(place[0]) == 1:
            return Note(near, ", from + to -")
        if not printed or not _settled(place, printed):
            return None
        low, high = digits(printed)
        return None if low <= place[0] and place[1] <= high else near

    def _only(self, place: Pair, slope: sp.Expr) -> list[Evidence]:
        """That there is no other: by the slope everywhere, or close by and by the signs beside."""
        # What lies beside is a refutation if it fails, for the function is continuous.
        rises = self._sign(place[0]) == -1
        relation, opposite = (sp.Gt, sp.Lt) if rises else (sp.Lt, sp.Gt)
        goal = relation(slope, 0, evaluate=False)
        everywhere = self.prover.decide(Implication(self.between, goal))
        if everywhere.proved:
            return [everywhere]
        return [
            self.prover.decide(Implication(self._inside(*place, closed=True), goal)),
            self._beside(self.lower, place[0], opposite),
            self._beside(place[1], self.upper, relation),
        ]

    def _beside(self, lower: sp.Expr, upper: sp.Expr, relation: type[sp.Basic]) -> Evidence:
        goal = relation(self.function, 0, evaluate=False)
        return self.prover.decide(Implication(self._inside(lower, upper), goal))

    def _none(self, text: Note, smooth: Evidence) -> Evidence:
        for relation in (sp.Gt, sp.Lt):
            goal = relation(self.function, 0, evaluate=False)
            shown = self.prover.decide(Implication(self.between, goal))
            if shown.proved:
                return self._refuted(text, [smooth, shown], Note("there is no root: ", goal))
        return Evidence(text, Outcome.OPEN, None, _METHOD, note=Note("no change of sign is seen"))


def _several(changes: list[Pair]) -> Note:
    (a, b), (c, d) = changes[:2]
    return Note("changes of sign are between ", a, " and ", b, ", and between ", c, " and ", d)


def _settled(place: Pair, printed: str) -> bool:
    """Whether all of an interval, or nothing of it, is rounded to the printed number."""
    low, high = digits(printed)
    inside = low <= place[0] and place[1] <= high
    return bool(inside or place[1] < low or high < place[0])
