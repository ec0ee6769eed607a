"""Densities for every n: not negative, with integral 1."""

from __future__ import annotations

from dataclasses import dataclass, fields

import sympy as sp

from verify.calculus.cases import Region
from verify.calculus.integral import DefiniteIntegral, Normalised
from verify.integers.arithmetic import Arithmetic, require
from verify.integers.integrals import HypergeometricIntegral
from verify.integers.terms import terms_of
from verify.language.note import Note


@dataclass(frozen=True)
class NormalisedForEvery(HypergeometricIntegral):
    """For all integers `n >= start`, the term is a density: not negative between the ends, with integral 1.

    The fields are those of `HypergeometricIntegral`. That the term is not negative is shown part by part, of
    each product in it: exponentials, gamma functions (where they may be named) and Bessel's K are positive.

    Raises
    ------
    ValueError
        A value other than 1, or as for `HypergeometricIntegral`.

    Examples
    --------
    >>> from sympy.abc import n, t
    >>> from verify.prover.prover import Prover
    >>> law, one = n * t ** (n - 1), sp.Integer(1)
    >>> greatest_of_n = NormalisedForEvery(law, t, one - 1, one, one, n, one, companion=t**n)
    >>> print(greatest_of_n.text)
    n*t**(n - 1) >= 0 and Integral(n*t**(n - 1), (t, 0, 1)) = 1 for all integers n >= 1
    >>> greatest_of_n.examine((), Prover()).proved
    True
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.value != 1:
            raise ValueError(f"the integral of a density is 1, not {self.value}")

    @property
    def integral(self) -> HypergeometricIntegral:
        """The claim that the integral is 1."""
        given = {field.name: getattr(self, field.name) for field in fields(HypergeometricIntegral)}
        return HypergeometricIntegral(**given)

    @property
    def text(self) -> Note:
        """The statement as SymPy text."""
        return Note(sp.Ge(self.term, 0, evaluate=False), " and ", super().text)

    def prove(self, region: Region, domain: Region) -> None:
        """That the term is not negative, and then its integral."""
        arithmetic = Arithmetic(frozenset((*self.integers, self.n)))
        inside = self.inside(region)
        terms = terms_of(self.term, arithmetic.integers)
        arithmetic.require_defined(terms, inside)
        for part in (part for term in terms for part in term.of_unknown_sign):
            require(inside, sp.Ge(part, 0, evaluate=False))
        super().prove(region, domain)

    def written_out(self, at: dict[sp.Symbol, sp.Expr]) -> Normalised | None:
        """The statement for one n."""
        found = super().written_out(at)
        if not isinstance(found, DefiniteIntegral):
            return None
        return Normalised(found.integrand, found.variable, found.lower, found.upper)
