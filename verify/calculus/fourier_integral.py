"""Fourier integrals of densities over a half-line: pairs of integrals of cosines and sines.

For a polynomial p, the integral of p(t) exp(-a t) exp(i w t) over t > 0 is that of G', where
G = -exp(-(a - i w) t) (p/(a - i w) + p'/(a - i w)^2 + ...); for a > 0, G tends to 0, and the value is -G(0).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.bound_variable import bind
from verify.calculus.points import as_expressions
from verify.evidence import Evidence, Outcome, combined
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.language.special_functions import by_recurrences
from verify.prover.prover import Prover

METHOD = "antiderivative of a polynomial times an exponential"


@dataclass(frozen=True)
class FourierIntegral:
    """The integral of `density` times exp(i `frequency` t) over t > 0 has these two parts.

    Parameters
    ----------
    density : Expr
        A polynomial in the variable times exp(-rate * variable).
    rate : Expr
        Free of the variable; the integral exists where it is positive, which is proved.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    frequency : Expr
        A real expression, free of the variable.
    real, imaginary : Expr or None
        The integrals with the cosine and with the sine; None where nothing is said.

    Examples
    --------
    >>> from sympy.abc import a, t, w
    >>> half = FourierIntegral(a * sp.exp(-a * t), a, t, w, a**2 / (a**2 + w**2), a * w / (a**2 + w**2))
    >>> half.examine((a > 0,), Prover()).proved
    True
    >>> FourierIntegral(a * sp.exp(-a * t), a, t, w, a / (a**2 + w**2)).examine((a > 0,), Prover()).refuted
    True
    """

    density: sp.Expr
    rate: sp.Expr
    variable: sp.Symbol
    frequency: sp.Expr
    real: sp.Expr | None = None
    imaginary: sp.Expr | None = None

    def __post_init__(self) -> None:
        as_expressions(self, "density", "rate", "frequency")
        for part in (self.rate, self.frequency, self.real, self.imaginary):
            if part is not None and part.has(self.variable):
                raise ValueError(f"{part} holds the variable of integration {self.variable}")
        bind(self, "density")

    @classmethod
    def of_wave(cls, integrand: sp.Expr, variable: sp.Symbol, value: sp.Expr) -> FourierIntegral | None:
        """That a product with one cosine or sine has the integral; None for an integrand of another kind.

        Examples
        --------
        >>> from sympy.abc import a, t, w
        >>> claim = FourierIntegral.of_wave(sp.exp(-a * t) * sp.sin(w * t), t, w / (a**2 + w**2))
        >>> claim.rate, claim.frequency, claim.imaginary
        (a, w, w/(a**2 + w**2))
        """
        density = sp.expand(by_recurrences(integrand))
        waves, falls = density.atoms(sp.cos, sp.sin), density.atoms(sp.exp)
        if len(waves) != 1 or len(falls) != 1:
            return None
        (wave,), (fall,) = waves, falls
        frequency, rate = (sp.cancel(part.args[0] / variable) for part in (wave, 1 / fall))
        if frequency.has(variable) or rate.has(variable):
            return None
        without = sp.expand(density / wave)
        parts = (value, None) if isinstance(wave, sp.cos) else (None, value)
        return None if without.has(wave) else cls(without, rate, variable, frequency, *parts)

    @property
    def lower(self) -> sp.Expr:
        """The end of the half-line."""
        return sp.S.Zero

    @property
    def upper(self) -> sp.Expr:
        """Infinity."""
        return sp.oo

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        waves = ((sp.cos, self.real), (sp.sin, self.imaginary))
        angle = self.frequency * self.variable
        span = joined(", ", (self.variable, sp.S.Zero, sp.oo))
        sides = [
            Note("Integral((", self.density, f")*{wave.__name__}(", angle, "), (", span, ")) = ", value)
            for wave, value in waves
            if value is not None
        ]
        return joined(" and ", sides)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.density, self.rate, self.frequency, self.real, self.imaginary)
        return frozenset().union(*(p.free_symbols for p in parts if p is not None)) - {self.variable}

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the integral exists and has the parts that are stated.

        Parameters
        ----------
        domain : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.
        """
        factor = sp.powsimp(sp.expand(self.density * sp.exp(self.rate * self.variable)))
        if not factor.is_polynomial(self.variable):
            note = Note("no polynomial times an exponential: ", self.density)
            return Evidence(self.text, Outcome.OPEN, None, METHOD, note=note)
        exists = prover.decide(Implication(domain, sp.Gt(self.rate, 0, evaluate=False)))
        if exists.refuted and self.real is not None and self._diverges(factor, exists.witness or {}):
            return combined(self.text, [exists], METHOD)
        if not exists.proved:
            note = Note("not known to exist: ", self.text)
            return Evidence(self.text, Outcome.OPEN, None, METHOD, parts=(exists,), note=note)
        parts = [exists]
        for found, stated in zip(self._values(factor), (self.real, self.imaginary), strict=True):
            if stated is not None:
                parts.append(prover.decide(Implication(domain, sp.Eq(stated, found, evaluate=False))))
        return combined(self.text, parts, METHOD)

    def _diverges(self, factor: sp.Expr, at: Mapping[sp.Symbol, sp.Expr]) -> bool:
        """Whether the integrand is undefined, or not zero: for a rate <= 0 its cosine integral diverges."""
        here = sp.expand(sp.expand(factor).subs(dict(at)))
        if here.has(sp.nan, sp.zoo):
            return True
        return bool(here.free_symbols <= {self.variable} and here != 0)

    def _values(self, factor: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The sum of p^(k)(0) (a + i w)^(k + 1)/(a^2 + w^2)^(k + 1), as real and imaginary part."""
        square = self.rate**2 + self.frequency**2
        real, imaginary = sp.S.Zero, sp.S.Zero
        power = (sp.S.One, sp.S.Zero)
        derivative = factor
        for order in range(1, max(0, sp.degree(factor, self.variable)) + 2):
            x, y = power
            power = (x * self.rate - y * self.frequency, x * self.frequency + y * self.rate)
            weight = derivative.subs(self.variable, 0) / square**order
            real, imaginary = real + weight * power[0], imaginary + weight * power[1]
            derivative = sp.diff(derivative, self.variable)
        return real, imaginary
