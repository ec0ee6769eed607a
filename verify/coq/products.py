"""Sums of products of facts in Coq, with whole numbers alone: `ring` adds them up, and no denominator grows.

A fact whose polynomial has fractions is restated, times the number that clears them; a sum of products is
multiplied by a number that clears all of its weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from verify.coq.statement import variable
from verify.polynomial import Polynomial

_RULES = {"gt": ("0 < {}", "scaled_gt"), "ge": ("0 <= {}", "scaled_ge"), "eq": ("{} = 0", "scaled_eq")}


@dataclass(frozen=True)
class Fact:
    """A hypothesis `name` of the proof: the polynomial is >= 0 (`ge`), > 0 (`gt`) or = 0 (`eq`)."""

    kind: str
    polynomial: Polynomial
    name: str

    @property
    def scale(self) -> Fraction:
        """By what the polynomial is multiplied where it has fractions."""
        return _scale(self.polynomial)

    @property
    def whole(self) -> str:
        """The name of the hypothesis with whole coefficients."""
        return self.name if self.polynomial.denominator == 1 else f"{self.name}_whole"

    def restated(self, names: Sequence[str]) -> Iterator[str]:
        """A tactic that adds this hypothesis, where it is another one."""
        if self.whole != self.name:
            form, rule = _RULES[self.kind]
            goal = form.format(_text(self.polynomial, self.scale, names))
            applied = f"({rule} {self.scale.numerator} {self.scale.denominator} {self.name})"
            yield f"  assert ({self.whole} : {goal}) by (apply {applied}; clear; field)."


@dataclass(frozen=True)
class Product:
    """A weight times facts, and a square or, for an equation, any polynomial.

    Parameters
    ----------
    weight : Fraction
        Positive.
    facts : tuple of Fact
        The strict ones first.
    square : Polynomial, optional
        Of which the square is a factor.
    multiplier : Polynomial, optional
        Of the only fact, an equation.
    """

    weight: Fraction
    facts: tuple[Fact, ...]
    square: Polynomial | None = None
    multiplier: Polynomial | None = None

    @property
    def is_strict(self) -> bool:
        """Whether the product is positive."""
        return self.square is None and all(fact.kind == "gt" for fact in self.facts)

    @property
    def whole_weight(self) -> Fraction:
        """The weight where all polynomials are replaced by multiples with whole coefficients."""
        weight = self.weight
        for fact in self.facts:
            weight /= fact.scale
        for polynomial, power in ((self.square, 2), (self.multiplier, 1)):
            if polynomial is not None:
                weight /= _scale(polynomial) ** power
        return weight

    def proof(self, by: int, names: Sequence[str]) -> str:
        """The proof that the product, times a number, is > 0 or, where it is not strict, >= 0."""
        weight = self.whole_weight * by
        if self.multiplier is not None:
            (fact,) = self.facts
            text = _text(self.multiplier, weight * _scale(self.multiplier), names)
            return f"(multiple {text} {fact.whole})"
        evidence, strict = f"(weight {weight.numerator})", True
        factors = [(fact.whole, fact.kind == "gt") for fact in self.facts]
        if self.square is not None:
            factors.append((f"(square {_text(self.square, _scale(self.square), names)})", False))
        for name, positive in factors:
            if strict and positive:
                evidence = f"(times_gt {evidence} {name})"
            else:
                evidence = f"(times_ge {f'(weaken {evidence})' if strict else evidence} {name})"
                strict = False
        return evidence


def impossible_sum(products: Sequence[Product], names: Sequence[str]) -> str:
    """A tactic for `False` where the sum of the products is both positive and 0.

    Raises
    ------
    ValueError
        No product is positive.
    """
    first = next((part for part in products if part.is_strict), None)
    if first is None:
        raise ValueError("no term is strictly positive")
    by = lcm(*(part.whole_weight.denominator for part in products))
    total = first.proof(by, names)
    for part in products:
        if part is not first:
            evidence = part.proof(by, names)
            weaker = f"(weaken {evidence})" if part.is_strict else evidence
            total = f"(plus_ge\n    {total}\n    {weaker})"
    # A fact without fractions may still be written with some that cancel: then `ring` alone fails.
    return f"  apply (not_zero {total}). clear. first [ring | field]."


def _scale(polynomial: Polynomial) -> Fraction:
    """What clears the fractions; 1 where there are none."""
    if polynomial.denominator == 1:
        return Fraction(1)
    return Fraction(polynomial.denominator, gcd(*polynomial.terms.values()))


def _text(polynomial: Polynomial, scale: Fraction, names: Sequence[str]) -> str:
    """A multiple with whole coefficients, written out, in parentheses."""
    terms = []
    for exponents, value in polynomial.items():
        powers = [
            variable(v) if n == 1 else f"{variable(v)} ^ {n}"
            for v, n in zip(names, exponents, strict=True)
            if n
        ]
        number = scale * value
        assert number.denominator == 1
        terms.append(" * ".join([str(number), *powers]))
    return f"({' + '.join(terms) or '0'})"
