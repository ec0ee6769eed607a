"""Quantiles of images of random variables, whose laws may have atoms and gaps.

The quantile of a share u in (0, 1] is the least level q with P(image <= q) >= u. At an atom the distribution
function jumps, and one q is the quantile of all shares between; so it is no inverse of that function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from verify.calculus.bound_variable import bind
from verify.calculus.cases import require_free_of
from verify.calculus.elementary import establish
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.calculus.points import as_expressions, at_point
from verify.evidence import Evidence, combined, sufficient
from verify.language.assumptions import ALL_SIGNS, signs_of
from verify.language.note import Note
from verify.prover.prover import Prover

METHOD = "the distribution function, at the level and below"


@dataclass(frozen=True)
class Quantile:
    """The least level that `image` exceeds with a probability of at most 1 - `share` is `value`.

    Parameters
    ----------
    density : Expr
        Of the random variable; that it is one is proved.
    variable : Symbol
        The random variable; not to be in the domain's hypotheses.
    lower, upper : Expr
        The ends of its range; `-oo` and `oo` too.
    image : Expr
        A function of the variable, piecewise linear in it.
    level : Symbol
        For the distribution function; not to be in the domain's hypotheses.
    distribution : Expr
        P(image <= level), for every level. Not trusted.
    share, value : Expr
        In the parameters.

    Raises
    ------
    ValueError
        A bound symbol where it must not be.

    Examples
    --------
    >>> from sympy.abc import s, t, x
    >>> rest = sp.Piecewise((0, t < 0), (t, t < sp.Rational(1, 2)), (1, True))
    >>> zero, one, half = sp.Integer(0), sp.Integer(1), sp.Rational(1, 2)
    >>> cut = Quantile(one, x, zero, one, sp.Min(x, half), t, rest, s, half)
    >>> cut.examine((s > half, s <= 1), Prover()).proved
    True
    >>> cut.examine((s > 0, s <= 1), Prover()).refuted
    True
    """

    density: sp.Expr
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    image: sp.Expr
    level: sp.Symbol
    distribution: sp.Expr
    share: sp.Expr
    value: sp.Expr

    def __post_init__(self) -> None:
        as_expressions(self, "density", "lower", "upper", "image", "distribution", "share", "value")
        bind(self, "density", "image")
        if signs_of(self.level) != ALL_SIGNS or self.level == self.variable:
            raise ValueError(f"the level {self.level} is a symbol of its own, which declares no sign")
        for part in (self.density, self.lower, self.upper, self.image, self.share, self.value):
            if part.has(self.level):
                raise ValueError(f"the level {self.level} is for the distribution function alone")
        for part in (self.lower, self.upper, self.distribution, self.share, self.value):
            if part.has(self.variable):
                raise ValueError(f"{part} holds the random variable {self.variable}")

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        event = Note("P(", self.image, " <= ", self.level, ") >= ", self.share)
        law = Note(
            self.variable, " has the density ", self.density, " on (", self.lower, ", ", self.upper, ")"
        )
        return Note("the least ", self.level, " with ", event, " is ", self.value, ", where ", law)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.density, self.lower, self.upper, self.image, self.share, self.value)
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.variable}

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for or against the statement.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.

        Raises
        ------
        ValueError
            If a hypothesis holds the variable or the level.
        """
        require_free_of(domain, self.variable, "random variable")
        require_free_of(domain, self.level, "level")
        span = (self.variable, self.lower, self.upper)
        law = Normalised(self.density, *span).examine(domain, prover)
        inside = self._counted(self.image)
        of_levels = [
            DefiniteIntegral(inside, *span, chance).examine((*domain, *where), prover)
            for chance, where in self.cases
        ]
        if not (law.proved and all(part.proved for part in of_levels)):
            # A slip in the distribution function says nothing about the quantile.
            judged = combined if law.refuted else sufficient
            return judged(self.text, [law, *of_levels], METHOD)
        return combined(self.text, [law, *of_levels, *self._compared(domain, prover)], METHOD)

    def _counted(self, image: sp.Expr) -> sp.Expr:
        """The density where the image is at most the level, else 0."""
        if isinstance(image, sp.Piecewise):
            return sp.Piecewise(*((self._counted(part), condition) for part, condition in image.args))
        return sp.Piecewise((self.density, sp.Le(image, self.level, evaluate=False)), (0, True))

    @property
    def cases(self) -> Iterator[tuple[sp.Expr, tuple[sp.Basic, ...]]]:
        """The cases of the distribution function, and where each applies."""
        if not isinstance(self.distribution, sp.Piecewise):
            yield self.distribution, ()
            return
        before: tuple[sp.Basic, ...] = ()
        for chance, condition in self.distribution.args:
            yield chance, before if condition == sp.true else (*before, condition)
            before = (*before, sp.Not(condition))

    def _compared(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Iterator[Evidence]:
        """The share is reached at the value, and at no level below."""
        at, earlier = {self.level: self.value}, sp.Lt(self.level, self.value, evaluate=False)
        for chance, where in self.cases:
            reached = sp.Ge(chance, self.share, evaluate=False)
            below = sp.Lt(chance, self.share, evaluate=False)
            there = tuple(at_point(condition, at) for condition in where)
            yield establish((*domain, *there), at_point(reached, at), prover)
            yield establish((*domain, earlier, *where), below, prover)
