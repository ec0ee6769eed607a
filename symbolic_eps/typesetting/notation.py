"""How the pieces of a formula look: what every notation offers, and the notation of a terminal.

A notation knows how a fraction or a root looks and nothing about SymPy; `layout` decides what is set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "zeta": "ζ",
    "eta": "η",
    "theta": "θ",
    "iota": "ι",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "upsilon": "υ",
    "phi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
}
_SHORT = {"eps": "epsilon"}


class Notation(Protocol):
    """How the pieces of a formula look; every piece is given and returned as finished text."""

    needs_brackets: bool
    """Whether a quotient and an exponent stand on one line, so that their parts need brackets."""

    def name(self, name: str) -> str:
        """A symbol."""

    def number(self, digits: str) -> str:
        """A number without sign."""

    def sign(self, sign: str) -> str:
        """A sign between terms or in front of one: + or -."""

    def relation(self, left: str, sign: str, right: str) -> str:
        """A comparison; the sign is one of = != < <= > >= -> in."""

    def product(self, factors: Sequence[str]) -> str:
        """Factors side by side."""

    def sum(self, pieces: Sequence[str]) -> str:
        """Signs and terms one after the other; the first may be a sign."""

    def fraction(self, numerator: str, denominator: str) -> str:
        """A quotient; on one line its parts have brackets where they need them."""

    def power(self, base: str, exponent: str) -> str:
        """A power; the base has its brackets."""

    def root(self, radicand: str, index: str) -> str:
        """A root, square if the index is empty."""

    def apply(self, function: str, arguments: Sequence[str]) -> str:
        """A function of its arguments."""

    def below(self, operator: str, under: str, over: str) -> str:
        """An operator (lim, inf, min, sum, integral) with what stands below and above it."""

    def slope(self, variable: str) -> str:
        """The operator d/d(variable)."""

    def bracketed(self, inner: str) -> str:
        """In round brackets."""

    def absolute(self, inner: str) -> str:
        """Between bars."""

    def cases(self, cases: Sequence[tuple[str, str]]) -> str:
        """Values with their conditions; an empty condition means otherwise."""

    def joined(self, parts: Sequence[str], word: str) -> str:
        """Conditions joined by `and`, `or`, `implies`, `is equivalent to`."""

    def listed(self, parts: Sequence[str]) -> str:
        """Formulas with commas between."""

    def set_of(self, values: str) -> str:
        """A set by its elements, which are plain numbers."""

    def row(self, parts: Sequence[str]) -> str:
        """Pieces one after the other."""

    def words(self, text: str) -> str:
        """Text that is no formula."""


def split_name(name: str) -> tuple[str, str]:
    """A symbol's stem and index: `p0` is p with index 0, `f[1,2]` is f at 1, 2, `eps` is epsilon.

    Examples
    --------
    >>> split_name("L_S"), split_name("p0"), split_name("eps"), split_name("f[1,2]")
    (('L', 'S'), ('p', '0'), ('epsilon', ''), ('f', '1,2'))
    """
    matched = re.fullmatch(r"([A-Za-z]+)_?\[?([\w,]*)\]?", name)
    stem, index = (matched[1], matched[2]) if matched else (name, "")
    return _SHORT.get(stem, stem), index.replace("_", ",")


def spaced(pieces: Sequence[str]) -> str:
    """Signs and terms with blanks around each sign but a leading one."""
    if pieces[0] == "-":
        return "-" + " ".join(pieces[1:])
    return " ".join(pieces)


class Text:
    """One line that a terminal shows: `a*p/(1 - q) <= sqrt(r)`."""

    needs_brackets = True

    def name(self, name: str) -> str:
        """As typed."""
        return name

    def number(self, digits: str) -> str:
        """As it is."""
        return digits

    def sign(self, sign: str) -> str:
        """As it is."""
        return sign

    def relation(self, left: str, sign: str, right: str) -> str:
        """With blanks around the sign."""
        return f"{left} {sign} {right}"

    def product(self, factors: Sequence[str]) -> str:
        """With stars."""
        return "*".join(factors)

    def sum(self, pieces: Sequence[str]) -> str:
        """With blanks around each sign but a leading one."""
        return spaced(pieces)

    def fraction(self, numerator: str, denominator: str) -> str:
        """With a slash."""
        return f"{numerator}/{denominator}"

    def power(self, base: str, exponent: str) -> str:
        """With a caret."""
        return f"{base}^{exponent}"

    def root(self, radicand: str, index: str) -> str:
        """As a function."""
        return f"root({radicand}, {index})" if index else f"sqrt({radicand})"

    def apply(self, function: str, arguments: Sequence[str]) -> str:
        """With round brackets."""
        return f"{function}({', '.join(arguments)})"

    def below(self, operator: str, under: str, over: str) -> str:
        """With square brackets."""
        return f"{operator}[{under}{f' .. {over}' if over else ''}]"

    def slope(self, variable: str) -> str:
        """With a slash."""
        return f"d/d{variable}"

    def bracketed(self, inner: str) -> str:
        """Round brackets."""
        return f"({inner})"

    def absolute(self, inner: str) -> str:
        """Bars."""
        return f"|{inner}|"

    def cases(self, cases: Sequence[tuple[str, str]]) -> str:
        """Between braces, separated by semicolons."""
        return "{" + "; ".join(f"{v} if {c}" if c else f"{v} otherwise" for v, c in cases) + "}"

    def joined(self, parts: Sequence[str], word: str) -> str:
        """With the word between."""
        return f" {word} ".join(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """With commas."""
        return ", ".join(parts)

    def set_of(self, values: str) -> str:
        """Between braces."""
        return f"{{{values}}}"

    def row(self, parts: Sequence[str]) -> str:
        """With blanks."""
        return " ".join(part.strip() for part in parts if part)

    def words(self, text: str) -> str:
        """As they are."""
        return text
