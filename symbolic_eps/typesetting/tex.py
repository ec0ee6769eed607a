"""The notation of LaTeX (math mode, with amsmath), and plain text within LaTeX."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symbolic_eps.typesetting.notation import GREEK, Notation, accent, split_name

_TEX_SIGNS = {"!=": r"\neq", "<=": r"\le", ">=": r"\ge", "->": r"\to", "in": r"\in"}
_TEX_WORDS = {"implies": r"\Rightarrow", "is equivalent to": r"\Leftrightarrow"}
_TEX_OPERATORS = {"lim": r"\lim", "inf": r"\inf", "sup": r"\sup", "min": r"\min", "max": r"\max"}
_TEX_OPERATORS |= {"sum": r"\sum", "integral": r"\int"}
_TEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "-": "-{}",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "ε": r"$\varepsilon$",
    **{character: rf"\{character}" for character in "&%$#_{}"},
}


def tex_words(text: str) -> str:
    r"""Plain text with every character that LaTeX gives a meaning made literal.

    Examples
    --------
    >>> print(tex_words("50 % of p_0"))
    50 \% of p\_0
    """
    return "".join(_TEX_SPECIAL.get(character, character) for character in text)


class Latex(Notation):
    r"""LaTeX for math mode, with amsmath.

    Parameters
    ----------
    names : mapping of str to str, optional
        How symbols are written, by their names; the others as Greek letters, with an index, or as words.

    Examples
    --------
    >>> print(Latex({"a": r"\tilde{a}"}).name("a"), Latex().name("p0"), Latex().name("eps"))
    \tilde{a} p_{0} \varepsilon
    """

    needs_brackets = False

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = names or {}

    def name(self, name: str) -> str:
        """As it is to be written, and else Greek letters and words as such."""
        if name in self._names:
            return self._names[name]
        plain, sign = accent(name)
        if sign:
            return rf"\tilde{{{self.name(plain)}}}" if sign == "~" else f"{self.name(plain)}^{{*}}"
        stem, index = split_name(name)
        base = {"epsilon": r"\varepsilon"}.get(stem) or (f"\\{stem}" if stem in GREEK else stem)
        if stem not in GREEK and len(stem) > 1:
            base = rf"\mathrm{{{tex_words(stem)}}}"
        return base + (f"_{{{tex_words(index)}}}" if index else "")

    def number(self, digits: str) -> str:
        """As it is."""
        return {"oo": r"\infty"}.get(digits, digits)

    def relation(self, left: str, sign: str, right: str) -> str:
        """With LaTeX's signs."""
        return f"{left} {_TEX_SIGNS.get(sign, sign)} {right}"

    def product(self, factors: Sequence[str]) -> str:
        """Side by side, a dot in front of digits."""
        text = factors[0]
        for factor in factors[1:]:
            digits = factor[:1].isdigit() or factor.startswith(r"\frac")
            text += (r" \cdot " if digits else " ") + factor
        return text

    def fraction(self, numerator: str, denominator: str) -> str:
        """A built-up fraction."""
        return rf"\frac{{{numerator}}}{{{denominator}}}"

    def power(self, base: str, exponent: str) -> str:
        """Raised."""
        return f"{base}^{{{exponent}}}"

    def root(self, radicand: str, index: str) -> str:
        """Under a root sign."""
        return rf"\sqrt{f'[{index}]' if index else ''}{{{radicand}}}"

    def apply(self, function: str, arguments: Sequence[str]) -> str:
        """With brackets that grow."""
        known = {"log": r"\log", "max": r"\max", "min": r"\min", "exp": r"\exp"}
        named = self.name(function) if accent(function)[1] else rf"\operatorname{{{tex_words(function)}}}"
        name = known.get(function) or named
        return name + self.bracketed(", ".join(arguments))

    def below(self, operator: str, under: str, over: str) -> str:
        """Below and above the operator."""
        name = _TEX_OPERATORS.get(operator) or rf"\operatorname{{{operator}}}"
        return rf"{name}_{{{under}}}" + (f"^{{{over}}}" if over else "")

    def slope(self, variable: str) -> str:
        """A built-up fraction."""
        return rf"\frac{{\partial}}{{\partial {variable}}}"

    def bracketed(self, inner: str) -> str:
        """Brackets that grow."""
        return rf"\left({inner}\right)"

    def absolute(self, inner: str) -> str:
        """Bars that grow."""
        return rf"\left|{inner}\right|"

    def cases(self, cases: Sequence[tuple[str, str]]) -> str:
        """A brace."""
        lines = (f"{v} & " + (rf"\text{{if }} {c}" if c else r"\text{otherwise}") for v, c in cases)
        return r"\begin{cases}" + r" \\ ".join(lines) + r"\end{cases}"

    def joined(self, parts: Sequence[str], word: str) -> str:
        """Words upright."""
        return (" " + _TEX_WORDS.get(word, rf"\text{{ {word} }}") + " ").join(parts)

    def listed(self, parts: Sequence[str]) -> str:
        """With commas."""
        return r",\ ".join(parts)

    def set_of(self, values: str) -> str:
        """Between braces."""
        return rf"\{{{values}\}}"

    def row(self, parts: Sequence[str]) -> str:
        """One after the other; words carry the blanks around them."""
        joined = r"\ ".join(part for part in parts if part)
        return re.sub(r"\\ (?=(\\boxed\{)?\\text\{[ ,;:.)])", "", joined).replace(r" }\ ", " }")

    def marked(self, inner: str) -> str:
        """In a box."""
        return rf"\boxed{{{inner}}}"

    def words(self, text: str) -> str:
        """Upright."""
        return rf"\text{{{tex_words(text)}}}"


_BREAK = "\x00"


class BreakableLatex(Latex):
    r"""LaTeX in which the places are marked at which a long formula may be broken.

    Examples
    --------
    >>> notation = BreakableLatex()
    >>> notation.parts(notation.relation("a", "<=", notation.bracketed(notation.relation("b", "=", "c"))))
    ['a', '\\le \\left(b = c\\right)']
    """

    def relation(self, left: str, sign: str, right: str) -> str:
        """In front of the sign."""
        return f"{left} {_BREAK}{_TEX_SIGNS.get(sign, sign)} {right}"

    def joined(self, parts: Sequence[str], word: str) -> str:
        """In front of the word."""
        return (f" {_BREAK}" + _TEX_WORDS.get(word, rf"\text{{ {word} }}") + " ").join(parts)

    def row(self, parts: Sequence[str]) -> str:
        """In front of words, which stay with what follows; an operator stays with its body."""
        text, *others = [part for part in parts if part] or [""]
        for part in others:
            apart = part.startswith((r"\text{", r"\boxed{\text{"))
            gap = "" if text.endswith(" }") else r"\ "
            text += (_BREAK if apart else gap) + part.replace(_BREAK, "")
        return text

    def marked(self, inner: str) -> str:
        """In a box, which is not broken."""
        return super().marked(inner.replace(_BREAK, ""))

    @staticmethod
    def parts(formula: str) -> list[str]:
        """The formula cut at the marks that stand outside of all brackets and arguments."""
        pieces, depth, position = [""], 0, 0
        while position < len(formula):
            rest = formula[position:]
            token = next((t for t in _NESTING if rest.startswith(t)), rest[0])
            depth += _NESTING.get(token, 0)
            if token == _BREAK:
                pieces += [""] if depth == 0 and pieces[-1].strip() else []
            else:
                pieces[-1] += token
            position += len(token)
        return [part.strip() for part in pieces]


_NESTING = {r"\{": 0, r"\}": 0, r"\left": 1, r"\right": -1, r"\begin{": 2, r"\end{": 0, "{": 1, "}": -1}
"""How each token changes the depth, longer tokens first; a `begin` stays open up to its `end`."""
