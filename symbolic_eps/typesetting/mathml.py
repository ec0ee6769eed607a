"""The notation of browsers: presentation MathML, no more than MathML Core."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from symbolic_eps.typesetting.notation import GREEK, split_name

_MATHML_SIGNS = {"-": "−", "!=": "≠", "<=": "≤", ">=": "≥", "->": "→", "in": "∈"}
_MATHML_WORDS = {"implies": "⇒", "is equivalent to": "⇔"}
_MATHML_OPERATORS = {"sum": "∑", "integral": "∫"}


def _element(tag: str, *children: str) -> str:
    return f"<{tag}>{''.join(children)}</{tag}>"


def _operator(sign: str) -> str:
    return _element("mo", escape(_MATHML_SIGNS.get(sign, sign)))


class Mathml:
    """The inside of a `<math>` element."""

    needs_brackets = False

    def name(self, name: str) -> str:
        """An identifier, with its index below."""
        stem, index = split_name(name)
        base = _element("mi", escape(GREEK.get(stem, stem)))
        return (
            _element("msub", base, _element("mn" if index.isdigit() else "mi", escape(index)))
            if index
            else base
        )

    def number(self, digits: str) -> str:
        """A number."""
        return _element("mn", {"oo": "∞"}.get(digits, escape(digits)))

    def sign(self, sign: str) -> str:
        """An operator."""
        return _operator(sign)

    def relation(self, left: str, sign: str, right: str) -> str:
        """A row."""
        return _element("mrow", left, _operator(sign), right)

    def product(self, factors: Sequence[str]) -> str:
        """A dot where a number follows, else nothing visible."""
        parts = [factors[0]]
        for factor in factors[1:]:
            parts += [_operator("·" if factor.startswith(("<mn>", "<mfrac><mn>")) else "\u2062"), factor]
        return _element("mrow", *parts)

    def sum(self, pieces: Sequence[str]) -> str:
        """A row."""
        return _element("mrow", *pieces)

    def fraction(self, numerator: str, denominator: str) -> str:
        """A built-up fraction."""
        return _element("mfrac", numerator, denominator)

    def power(self, base: str, exponent: str) -> str:
        """Raised."""
        return _element("msup", base, _element("mrow", exponent) if exponent.startswith("<mo>") else exponent)

    def root(self, radicand: str, index: str) -> str:
        """Under a root sign."""
        return _element("mroot", radicand, index) if index else _element("msqrt", radicand)

    def apply(self, function: str, arguments: Sequence[str]) -> str:
        """With brackets."""
        inner = [arguments[0]]
        for argument in arguments[1:]:
            inner += [_operator(","), argument]
        return _element(
            "mrow", _element("mi", escape(function)), _operator("\u2061"), self.bracketed("".join(inner))
        )

    def below(self, operator: str, under: str, over: str) -> str:
        """Below and above the operator."""
        base = _element("mo", _MATHML_OPERATORS.get(operator, escape(operator)))
        return _element("munderover", base, under, over) if over else _element("munder", base, under)

    def slope(self, variable: str) -> str:
        """A built-up fraction."""
        sign = _element("mo", "∂")
        return _element("mfrac", sign, _element("mrow", sign, variable))

    def bracketed(self, inner: str) -> str:
        """Round brackets."""
        return _element("mrow", _operator("("), _element("mrow", inner), _operator(")"))

    def absolute(self, inner: str) -> str:
        """Bars."""
        return _element("mrow", _operator("|"), _element("mrow", inner), _operator("|"))

    def cases(self, cases: Sequence[tuple[str, str]]) -> str:
        """A brace and a table."""
        rows = (
            _element(
                "mtr",
                _element("mtd", value),
                _element(
                    "mtd", *((self.words("if "), condition) if condition else (self.words("otherwise"),))
                ),
            )
            for value, condition in cases
        )
        return _element("mrow", _operator("{"), _element("mtable", *rows))

    def joined(self, parts: Sequence[str], word: str) -> str:
        """Words upright, arrows as signs."""
        between = _operator(_MATHML_WORDS[word]) if word in _MATHML_WORDS else self.words(f" {word} ")
        pieces = [parts[0]]
        for part in parts[1:]:
            pieces += [between, part]
        return _element("mrow", *pieces)

    def listed(self, parts: Sequence[str]) -> str:
        """With commas; nothing for none."""
        pieces = [piece for part in parts for piece in (self.words(", "), part)]
        return _element("mrow", *pieces[1:]) if parts else ""

    def set_of(self, values: str) -> str:
        """Between braces."""
        return _element("mrow", _operator("{"), _element("mn", escape(values)), _operator("}"))

    def row(self, parts: Sequence[str]) -> str:
        """A row."""
        return _element("mrow", *parts)

    def words(self, text: str) -> str:
        """Text whose blanks at the ends show."""
        return _element("mtext", escape(re.sub(r"^ | $", "\u00a0", text)))
