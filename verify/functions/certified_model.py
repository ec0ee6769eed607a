"""Exact finite models for statements with logarithms, powers and values of written functions.

What a statement means is its value, evaluated here by the definition of each function with its conventions
at the edges; no rule, support line or normal form is used. Rational numbers stay exact. Of other numbers a
sign counts only if it is certified: a sum of logarithms of rational numbers is taken apart into logarithms of
primes, which are independent over the rationals, so that 0 is seen; all else is told from 0 by a ball.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from verify.errors import VerifyError
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.unspecified import Value
from verify.language.note import Note
from verify.language.relations import HOLDS, sign_of
from verify.language.truth import holds_at
from verify.probability.model import Model, Place, UndefinedError, cell_symbol
from verify.probability.named_model import NamedModel
from verify.probability.weighted_sum import Quotient, Setting

Number = Any
"""A Fraction, or a SymPy number that is not rational."""


class UnknownSignError(VerifyError, TypeError):
    """A sign could not be certified; nothing is concluded."""


@dataclass(frozen=True)
class CertifiedModel(Model):
    """A finite model in which written functions have their values; parameters as for `Model`.

    Parameters
    ----------
    functions : tuple of EdgePerspective
        Those that statements hold.

    Examples
    --------
    >>> from sympy.abc import p, q, x, y, z
    >>> from verify.functions.named_convexity import NamedFunction, Shape
    >>> from verify.probability.weighted_sum import Setting, Total
    >>> kl = EdgePerspective("kl", (x, y), NamedFunction(x, x * sp.log(x), at_lower=0), Shape.CONVEX)
    >>> half, one = Fraction(1, 2), Fraction(1)
    >>> values = {(p, (1,)): one, (p, (2,)): 0 * one, (q, (1,)): half, (q, (2,)): half}
    >>> model = CertifiedModel(Setting({p: (z,), q: (z,)}), {z: 2}, values, (kl,))
    >>> model.value(Total(kl(p, q), z))
    log(2)
    >>> model.holds(Total(kl(q, p), z) > 0)
    False
    """

    functions: tuple[EdgePerspective, ...] = field(default=())

    @classmethod
    def named(
        cls, setting: Setting, model: NamedModel, functions: tuple[EdgePerspective, ...] = ()
    ) -> CertifiedModel:
        """The model that an author names; its values may be any real numbers, such as `sqrt(2)`."""
        values = {cell: _lean(sp.sympify(value, strict=True)) for cell, value in model.values.items()}
        return cls(setting, model.sizes, values, functions)

    @property
    def point(self) -> dict[sp.Symbol, sp.Expr]:
        """The model as a witness; see `Model`."""
        sizes = {sp.Symbol(f"size({i})"): sp.Integer(self.sizes[i]) for i in self.setting.indices}
        cells = sorted(self.values.items(), key=lambda item: (str(item[0][0]), item[0][1]))
        return {**sizes, **{cell_symbol(cell): _expression(value) for cell, value in cells}}

    def contradicts(self, hypotheses: Iterable[sp.Basic], goal: sp.Basic) -> bool:
        """Whether the hypotheses hold here and the goal fails; not where a sign is not certified."""
        try:
            return all(map(self.holds, hypotheses)) and not self.holds(goal)
        except TypeError:
            return False

    def value(self, expression: sp.Expr, place: Place | None = None) -> Number:
        """The exact value of an expression at one value of its free indices.

        Raises
        ------
        UndefinedError
            If something has no value: a division by 0, a logarithm of 0, a function outside of its domain.
        KeyError
            If a symbol has no value.
        TypeError
            For a sign that cannot be certified, and a part of another kind.
        """
        at = place or {}
        match expression:
            case Value():
                return self._of_function(expression, at)
            case sp.log():
                argument = self.value(expression.args[0], at)
                if certified_sign(argument) <= 0:
                    raise UndefinedError(
                        Note("the logarithm of ", expression.args[0], ", which is not positive")
                    )
                return _lean(sp.log(_expression(argument)))
            case sp.Pow():
                return self._power(expression, at)
            case Quotient():
                above, below = (self.value(part, at) for part in expression.args)
                if certified_sign(below) == 0:
                    raise UndefinedError(Note(expression.denominator, " is 0"))
                return above / below
            case sp.Max() | sp.Min() | sp.Abs():
                if not all(isinstance(self.value(part, at), Fraction) for part in expression.args):
                    raise UnknownSignError(f"not compared: {expression}")
        return super().value(expression, at)

    def truth(self, statement: sp.Basic, place: Place | None = None) -> bool:
        """Whether the statement is true at one value of its free indices; an undefined comparison is not.

        Raises
        ------
        TypeError
            If that cannot be certified.
        """
        if not isinstance(statement, Relational):
            return super().truth(statement, place)
        try:
            left, right = (self.value(side, place) for side in statement.args)
        except UndefinedError:
            return False
        return HOLDS[sign_of(statement)](certified_sign(left - right), 0)

    @cached_property
    def _parameters(self) -> dict[sp.Symbol, sp.Expr]:
        return {symbol: _expression(value) for (symbol, place), value in self.values.items() if not place}

    def _of_function(self, value: Value, at: Place) -> Number:
        function = next(f for f in self.functions if f.name == value.name)
        x, y = (self.value(part, at) for part in value.point)
        signs = certified_sign(x), certified_sign(y)
        found = function.value(_expression(x), _expression(y), signs)
        if found is None:
            raise UndefinedError(Note(value, " has no value"))
        return _lean(found.xreplace(self._parameters))

    def _power(self, power: sp.Pow, at: Place) -> Number:
        base, exponent = self.value(power.base, at), self.value(power.exp, at)
        whole = isinstance(exponent, Fraction) and exponent.denominator == 1
        sign = certified_sign(base)
        if (sign == 0 and certified_sign(exponent) < 0) or (sign < 0 and not whole):
            raise UndefinedError(Note(power.base, " has no such power"))
        return _lean(_expression(base) ** _expression(exponent))


def certified_sign(number: Number) -> int:
    """The sign of a number.

    Raises
    ------
    UnknownSignError
        If it cannot be certified.

    Examples
    --------
    >>> certified_sign(sp.log(12) - 2 * sp.log(2) - sp.log(3)), certified_sign(sp.log(8) - 2)
    (0, 1)
    """
    if isinstance(number, Fraction):
        return (number > 0) - (number < 0)
    apart = sp.expand(_expression(number).replace(_is_logarithm_of_rational, _of_primes))
    if apart.is_algebraic:
        apart = sp.expand(sp.radsimp(apart))
    if apart.is_Rational:
        return int(sp.sign(apart))
    for sign, relation in ((1, sp.Gt), (-1, sp.Lt)):
        if holds_at(relation(apart, 0, evaluate=False), {}):
            return sign
    raise UnknownSignError(f"no sign: {number}")


def _is_logarithm_of_rational(part: sp.Basic) -> bool:
    return isinstance(part, sp.log) and part.args[0].is_Rational and part.args[0].is_positive


def _of_primes(logarithm: sp.Expr) -> sp.Expr:
    factors = sp.factorrat(logarithm.args[0])
    return sp.Add(*(times * sp.log(prime) for prime, times in factors.items()))


def _expression(number: Number) -> sp.Expr:
    return sp.Rational(number.numerator, number.denominator) if isinstance(number, Fraction) else number


def _lean(number: sp.Expr) -> Number:
    return Fraction(int(number.p), int(number.q)) if number.is_Rational else number
