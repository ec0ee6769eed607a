"""The interface of all notations, and its default: formulas as one line of a terminal.

A notation knows how a fraction or a root looks and nothing about SymPy; `layout` decides what is set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LETTERS = """
    alpha α  beta β  gamma γ  delta δ  epsilon ε  zeta ζ  eta η  theta θ  iota ι  kappa κ  lambda λ  mu μ
    nu ν  xi ξ  pi π  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  chi χ  psi ψ  omega ω
""".split()  # noqa: SIM905 (a table)
GREEK = dict(zip(_LETTERS[::2], _LETTERS[1::2], strict=True))
_SHORT = {"eps": "epsilon"}


class Notation:
    """How the pieces of a formula look; every piece is given and returned as finished text.

    As it stands, one line that a terminal shows: `a*p/(1 - q) <= sqrt(r)`.
    """

    needs_brackets = True
    """Whether a quotient and an exponent stand on one line, so that their parts need brackets."""

    def name(self, name: str) -> str:
        """A symbol."""
        return name

    def number(self, digits: str) -> str:
        """A number without sign."""
        return digits

    def sign(self, sign: str) -> str:
        """A sign between terms or in front of one: + or -."""
        return sign

    def relation(self, left: str, sign: str, right: str) -> str:
        """A comparison; the sign is one of = != < <= > >= -> in."""
        return f"{left} {sign} {right}"

    def product(self, factors: Sequence[str]) -> str:
        """Factors side by side."""
        return "*".join(factors)

    def sum(self, pieces: Sequence[str]) -> str:
        """Signs and terms one after the other, with blanks around each sign but a leading one."""
        return "-" + " ".join(pieces[1:]) if pieces[0] == "-" else " ".join(pieces)

    def fraction(self, numerator: str, denominator: str) -> str:
        """A quotient; on one line its parts have brackets where they need them."""
        return f"{numerator}/{denominator}"

    def power(self, base: str, exponent: str) -> str:
        """A power; the base has its brackets."""
        return f"{base}^{exponent}"

    def root(self, radicand: str, index: str) -> str:
        """A root, square if the index is empty."""
        return f"root({radicand}, {index})" if index else f"sqrt({radicand})"

    def apply(self, function: str, arguments: Sequence[str]) -> str:
        """A function of its arguments."""
        return f"{function}({', '.join(arguments)})"

    def below(self, operator: str, under: str, over: str) -> str:
        """An operator (lim, inf, min, sum, integral) with what stands below and above it."""
        return f"{operator}[{under}{f' .. {over}' if over else ''}]"

    def slope(self, variable: str) -> str:
        """The operator d/d(variable)."""
        return f"d/d{variable}"

    def bracketed(self, inner: str) -> str:
        """In round brackets."""
        return f"({inner})"

    def absolute(self, inner: str) -> str:
        """Between bars."""
        return f"|{inner}|"

    def cases(self, cases: Sequence[tuple[str, str]]) -> str:
        """Values with their conditions; an empty condition means otherwise."""
        return "{" + "; ".join(f"{v} if {c}" if c else f"{v} otherwise" for v, c in cases) + "}"

    def joined(self, parts: Sequence[str], word: str) -> str:
        """Conditions joined by `and`, `or`, `implies`, `is equivalent to`."""
        return f" {word} ".join(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """Formulas with commas between."""
        return ", ".join(parts)

    def set_of(self, values: str) -> str:
        """A set by its elements, which are plain numbers."""
        return f"{{{values}}}"

    def row(self, parts: Sequence[str]) -> str:
        """Pieces one after the other."""
        return " ".join(part.strip() for part in parts if part)

    def marked(self, inner: str) -> str:
        """A part that is marked as changed."""
        return f">{inner}<"

    def words(self, text: str) -> str:
        """Text that is no formula."""
        return text


class Text(Notation):
    """One line of a terminal."""


def accent(name: str) -> tuple[str, str]:
    """A symbol's name without the star or tilde at its end, and that.

    Examples
    --------
    >>> accent("r*"), accent("a~"), accent("p0")
    (('r', '*'), ('a', '~'), ('p0', ''))
    """
    return (name[:-1], name[-1]) if name[1:] and name[-1] in "*~" else (name, "")


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
