"""The notation of browsers: presentation MathML, no more than MathML Core."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from symbolic_eps.typesetting.notation import GREEK, Notation, accent, split_name

_MATHML_SIGNS = {"-": "−", "!=": "≠", "<=": "≤", ">=": "≥", "->": "→", "in": "∈"}
_MATHML_WORDS = {"implies": "⇒", "is equivalent to": "⇔"}
_MATHML_OPERATORS = {"sum": "∑", "integral": "∫"}


def _element(tag: str, *children: str) -> str:
    return f"<{tag}>{''.join(children)}</{tag}>"


def _operator(sign: str) -> str:
    return _element("mo", escape(_MATHML_SIGNS.get(sign, sign)))


def _between(separator: str, parts: Sequence[str]) -> list[str]:
    return [piece for part in parts for piece in (separator, part)][1:]


class Mathml(Notation):
    """The inside of a `<math>` element."""

    needs_brackets = False

    def name(self, name: str) -> str:
        """An identifier, with its index below."""
        plain, sign = accent(name)
        if sign:
            return _element("mover" if sign == "~" else "msup", self.name(plain), _element("mo", sign))
        stem, index = split_name(name)
        base = _element("mi", escape(GREEK.get(stem, stem)))
        below = _element("mn" if index.isdigit() else "mi", escape(index))
        return _element("msub", base, below) if index else base

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
        inner = self.bracketed("".join(_between(_operator(","), arguments)))
        name = self.name(function) if accent(function)[1] else _element("mi", escape(function))
        return _element("mrow", name, _operator("\u2061"), inner)

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
        table = [(v, self.words("if ") + c if c else self.words("otherwise")) for v, c in cases]
        rows = (_element("mtr", _element("mtd", v), _element("mtd", said)) for v, said in table)
        return _element("mrow", _operator("{"), _element("mtable", *rows))

    def joined(self, parts: Sequence[str], word: str) -> str:
        """Words upright, arrows as signs."""
        sign = _MATHML_WORDS.get(word)
        return _element("mrow", *_between(_operator(sign) if sign else self.words(f" {word} "), parts))

    def listed(self, parts: Sequence[str]) -> str:
        """With commas; nothing for none."""
        return _element("mrow", *_between(self.words(", "), parts)) if parts else ""

    def set_of(self, values: str) -> str:
        """Between braces."""
        return _element("mrow", _operator("{"), _element("mn", escape(values)), _operator("}"))

    def row(self, parts: Sequence[str]) -> str:
        """A row."""
        return _element("mrow", *parts)

    def marked(self, inner: str) -> str:
        """A row of a class of its own."""
        return f'<mrow class="changed">{inner}</mrow>'

    def words(self, text: str) -> str:
        """Text whose blanks at the ends show."""
        return _element("mtext", escape(re.sub(r"^ | $", "\u00a0", text)))


_BREAK = "\x00"


class BreakableMathml(Mathml):
    """MathML in which the places are marked at which a long formula may go on in the next line.

    Examples
    --------
    >>> notation = BreakableMathml()
    >>> notation.parts(notation.relation("<mi>a</mi>", "<", notation.bracketed("<mi>b</mi>")))[0]
    '<mi>a</mi>'
    """

    def relation(self, left: str, sign: str, right: str) -> str:
        """In front of the sign."""
        return f"{left}{_BREAK}{_operator(sign)}{right}"

    def joined(self, parts: Sequence[str], word: str) -> str:
        """In front of the word."""
        sign = _MATHML_WORDS.get(word)
        return (_BREAK + (_operator(sign) if sign else self.words(f" {word} "))).join(parts)

    def row(self, parts: Sequence[str]) -> str:
        """In front of words, which stay with what follows."""
        first, *others = [part for part in parts if part]
        tail = "".join(_BREAK * part.startswith(_APART) + part.replace(_BREAK, "") for part in others)
        return first + tail if _BREAK in first + tail else super().row(parts)

    def below(self, operator: str, under: str, over: str) -> str:
        """What stands below is one piece."""
        return super().below(operator, _whole(under), over)

    def fraction(self, numerator: str, denominator: str) -> str:
        """Each part is one piece."""
        return super().fraction(_whole(numerator), _whole(denominator))

    def power(self, base: str, exponent: str) -> str:
        """Each part is one piece."""
        return super().power(_whole(base), _whole(exponent))

    def marked(self, inner: str) -> str:
        """One piece."""
        return super().marked(inner.replace(_BREAK, ""))

    @staticmethod
    def parts(formula: str) -> list[str]:
        """The formula cut at the marks that stand outside of all elements."""
        pieces, depth = [""], 0
        for token in re.findall(rf"<[^>]*>|{_BREAK}|[^<{_BREAK}]+", formula):
            if token == _BREAK:
                pieces += [""] if depth == 0 and pieces[-1] else []
                continue
            depth += token.startswith("<") * (-1 if token.startswith("</") else 1)
            pieces[-1] += token
        return pieces


def _whole(piece: str) -> str:
    return _element("mrow", piece.replace(_BREAK, "")) if _BREAK in piece else piece


_APART = ("<mtext>", '<mrow class="changed"><mtext>', '<mrow class="changed"><mrow><mtext>')
