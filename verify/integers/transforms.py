"""Fourier transforms of gamma densities for every shape.

For a whole number s >= 1, a > 0 and real w, the integral of `t^(s - 1) exp(-a t) exp(i w t)` over t > 0 is
`gamma(s) (a - i w)^(-s)` (DLMF 5.9.1; the antiderivative is that of `fourier_integral`). So the integral of c
times this is `(u + i v)^(-s)` if `u + i v = r (a - i w)` with r real and not 0, and `c gamma(s) r^s = 1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from verify.calculus.cases import Region
from verify.calculus.fourier_integral import FourierIntegral
from verify.calculus.points import as_expressions
from verify.evidence import Evidence
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.for_every_integer import ForEveryInteger, Integers, for_all
from verify.integers.terms import Term, is_integer_form, terms_of
from verify.language.note import Note, joined
from verify.prover.prover import Prover


@dataclass(frozen=True)
class GammaTransform(ForEveryInteger):
    """For all integers `n >= start`: a gamma law's density has the transform `(real + i imaginary)^(-shape)`.

    Parameters
    ----------
    constant : Expr
        A hypergeometric term in n; the density is `constant * variable^(shape - 1) * exp(-rate * variable)`.
    shape : Expr
        A sum of whole multiples of integers, and of a whole number.
    rate, frequency : Expr
        Real, free of n and the variable.
    variable : Symbol
        Of integration; not to be in the domain's hypotheses.
    real, imaginary : Expr
        Of the base of the transform; real, free of n and the variable.
    n : Symbol
        What the claim is for every integer of; not to be in the domain's hypotheses.
    start : Expr
        The least n.
    integers : tuple of Symbol
        Further symbols that stand for integers.

    Raises
    ------
    ValueError
        The shape or the start is no sum of integers, or a bound symbol where it must not be.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from sympy.abc import a, n, t, w
    >>> one = sp.Integer(1)
    >>> law = GammaTransform(a**n / sp.factorial(n - 1), n, a, w, t, one, -w / a, n, one)
    >>> law.examine((a > 0,), Prover()).proved
    True
    >>> replace(law, imaginary=w / a).examine((a > 0,), Prover()).refuted
    True
    """

    method = "the gamma integral in the complex plane"

    constant: sp.Expr
    shape: sp.Expr
    rate: sp.Expr
    frequency: sp.Expr
    variable: sp.Symbol
    real: sp.Expr
    imaginary: sp.Expr
    n: sp.Symbol
    start: sp.Expr
    integers: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        as_expressions(self, "constant", "shape", "rate", "frequency", "real", "imaginary", "start")
        self.require_symbols()
        if not is_integer_form(self.shape, frozenset((*self.integers, self.n))):
            raise ValueError(f"the shape {self.shape} is no sum of whole multiples of integers")
        for part in (self.rate, self.frequency, self.real, self.imaginary):
            if part.has(self.n, self.variable):
                raise ValueError(f"{part} holds {self.n} or {self.variable}")
        if self.constant.has(self.variable):
            raise ValueError(f"{self.constant} holds {self.variable}")

    @property
    def density(self) -> sp.Expr:
        """What is transformed."""
        t = self.variable
        return self.constant * t ** (self.shape - 1) * sp.exp(-self.rate * t)

    @property
    def integrand(self) -> sp.Expr:
        """The density times the wave."""
        wave = sp.exp(sp.I * self.frequency * self.variable, evaluate=False)
        return sp.Mul(self.density, wave, evaluate=False)

    @property
    def value(self) -> sp.Expr:
        """The transform."""
        return (self.real + sp.I * self.imaginary) ** (-self.shape)

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        span = joined(", ", (self.variable, sp.S.Zero, sp.oo))
        told = Note("Integral(", self.integrand, ", (", span, ")) = ", self.value)
        return Note(told, for_all(self.n, self.start, self.integers))

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The symbols that it is about, none that it binds."""
        parts = (self.density, self.frequency, self.value, self.start)
        return frozenset().union(*(part.free_symbols for part in parts)) - {self.variable, self.n}

    @property
    def bound(self) -> Mapping[str, sp.Symbol]:
        """The variable of integration."""
        return {"variable": self.variable}

    @property
    def about(self) -> tuple[sp.Basic, ...]:
        """All that it is made of."""
        return self.constant, self.rate, self.frequency, self.real, self.imaginary

    def prove(self, region: Region, domain: Region) -> None:
        """The conditions of the module's opening lines."""
        arithmetic = Arithmetic(frozenset((*self.integers, self.n)))
        for positive in (self.shape - sp.Rational(1, 2), self.rate):
            require(region, sp.Gt(positive, 0, evaluate=False))
        ratio = self.real / self.rate
        require(region, sp.Ne(ratio, 0, evaluate=False))
        require(region, sp.Eq(self.imaginary, -ratio * self.frequency, evaluate=False))
        product = self.constant * sp.gamma(self.shape) * ratio**self.shape
        found = (*terms_of(product, arithmetic.integers), Term((sp.S.NegativeOne,)))
        arithmetic.require_zero(found, region, Note("another constant"))

    def refuted_at(self, at: Integers, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        """By the transform for one n."""
        statement = self.written_out(at)
        return statement.examine(domain, prover) if statement else None

    def written_out(self, at: Integers) -> FourierIntegral | None:
        """The statement for one n; None for a shape below 1."""
        shape = int(self.shape.subs(at))
        if shape < 1:
            return None
        real, imaginary = sp.S.One, sp.S.Zero
        for _ in range(shape):  # The power of the conjugate, which is divided by the square of its size.
            real, imaginary = (
                real * self.real + imaginary * self.imaginary,
                imaginary * self.real - real * self.imaginary,
            )
        size = (self.real**2 + self.imaginary**2) ** shape
        parts = (self.density, self.rate, self.variable, self.frequency, real / size, imaginary / size)
        return FourierIntegral(*(part.subs(at) for part in parts))
