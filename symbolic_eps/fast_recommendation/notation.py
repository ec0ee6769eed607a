"""Profiles and numbers as one line of text, as `symbolic_eps.report.formula` writes them; without SymPy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from symbolic_eps.decision.text_tree import Tree
from symbolic_eps.fast_recommendation.place import Quadratic
from verify.polynomial import demand

LARGEST_DIVISOR = 1 << 12
"""A root is taken out of a number by trial division so far."""


def profile_text(tree: Tree) -> str:
    """A rational profile; the positive terms of a sum first.

    Examples
    --------
    >>> profile_text(("max", Fraction(3), ("/", Fraction(1, 4), ("*", "p", "q"))))
    'max(1/(4*p*q), 3)'
    >>> profile_text(("+", ("*", Fraction(-2, 3), ("*", "p", "q")), Fraction(7, 2)))
    '7/2 - 2*p*q/3'
    """
    if isinstance(tree, tuple) and tree[0] in ("max", "min"):
        return f"{tree[0]}({', '.join(sorted(map(profile_text, tree[1:]), key=len, reverse=True))})"
    terms = sorted(map(_signed, _summands(tree)), key=lambda term: term.startswith("-"))
    rest = (f" - {term[1:]}" if term.startswith("-") else f" + {term}" for term in terms[1:])
    return terms[0] + "".join(rest)


def _summands(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, tuple) and tree[0] == "+":
        for part in tree[1:]:
            yield from _summands(part)
    else:
        yield tree


def _signed(term: Tree) -> str:
    """A product as `-2*p/(3*q)`."""
    number, above, below = _factors(term)
    tops = ([str(abs(number.numerator))] if abs(number.numerator) != 1 or not above else []) + above
    bottoms = ([str(number.denominator)] if number.denominator != 1 else []) + below
    text = "-" * (number < 0) + "*".join(tops)
    if not bottoms:
        return text
    return f"{text}/{bottoms[0]}" if len(bottoms) == 1 else f"{text}/({'*'.join(bottoms)})"


def _factors(tree: Tree) -> tuple[Fraction, list[str], list[str]]:
    """The number, and the factors above and below the line of a fraction."""
    match tree:
        case Fraction():
            return tree, [], []
        case str():
            return Fraction(1), [tree], []
        case ("*", left, right):
            (a, above, below), (b, more, further) = _factors(left), _factors(right)
            return a * b, above + more, below + further
        case ("/", left, right):
            (a, above, below), (b, more, further) = _factors(left), _factors(right)
            demand(b, "a division by zero")
            return a / b, above + further, below + more
        case ("^", base, int(exponent)):
            return Fraction(1), [f"{_factor(base)}**{exponent}"], []
    return Fraction(1), [_factor(tree)], []


def _factor(tree: Tree) -> str:
    """A name, a choice, or what stands in parentheses."""
    text = profile_text(tree)
    return text if isinstance(tree, str) or tree[0] in ("max", "min") else f"({text})"


def closed_form(equation: Quadratic) -> str:
    """-log of the positive root of A x^2 + B x = C: e^eps = (B + sqrt(B^2 + 4 A C))/(2 C).

    Examples
    --------
    >>> closed_form((Fraction(11, 12), Fraction(0), Fraction(1, 4)))
    'log(11/3)/2'
    >>> closed_form((Fraction(1), Fraction(1), Fraction(1, 4)))
    'log(2 + 2*sqrt(2))'
    >>> closed_form((Fraction(1), Fraction(0), Fraction(1, 4)))
    'log(2)'
    """
    a, b, c = equation
    discriminant = b * b + 4 * a * c
    outside, inside = _root_taken(discriminant.numerator * discriminant.denominator)
    first, share = b / (2 * c), outside / discriminant.denominator / (2 * c)
    if inside == 1:
        return f"log({first + share})"
    if b == 0:
        return f"log({a / c})/2"
    above = "" if share.numerator == 1 else f"{share.numerator}*"
    below = "" if share.denominator == 1 else f"/{share.denominator}"
    return f"log({first} + {above}sqrt({inside}){below})"


def _root_taken(number: int) -> tuple[Fraction, int]:
    """s and n with s sqrt(n) the root of a natural number, n small if that is easily found."""
    whole = isqrt(number)
    if whole * whole == number:
        return Fraction(whole), 1
    outside = 1
    for divisor in range(2, LARGEST_DIVISOR):
        while number % (divisor * divisor) == 0:
            number, outside = number // (divisor * divisor), outside * divisor
        if divisor * divisor * divisor > number:
            break
    return Fraction(outside), number
