"""LaTeX mathematics from an allow-list, read into the text of a claim; everything else is refused.

What is written to the file is made of names, numbers and calls that stand here, never of the LaTeX itself.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.errors import VerifyError

RELATIONS: Mapping[str, str] = {
    "=": "eq",
    "<": "lt",
    ">": "gt",
    r"\lt": "lt",
    r"\gt": "gt",
    r"\le": "le",
    r"\leq": "le",
    r"\leqslant": "le",
    r"\ge": "ge",
    r"\geq": "ge",
    r"\geqslant": "ge",
}
FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac")
FUNCTIONS: Mapping[str, str] = {r"\log": "log", r"\ln": "log", r"\exp": "exp"}
GREEK = re.findall(
    r"\w+",
    "alpha beta gamma delta zeta eta theta kappa lambda mu nu xi rho sigma tau phi chi psi omega Gamma Delta "
    "Theta Lambda Xi Sigma Phi Psi Omega",
)
LETTERS: Mapping[str, str] = {r"\varepsilon": "eps", r"\epsilon": "epsilon"} | {f"\\{n}": n for n in GREEK}
SPACES = {r"\,", r"\;", r"\:", r"\!", r"\quad", r"\qquad", r"\ ", "~", r"\left", r"\right", r"\displaystyle"}
CALLED = frozenset("fghFGHPETQ")
"""Letters that more often name a function than a factor; before a bracket they are refused."""

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|[A-Za-z]|\S")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class UnreadError(VerifyError, ValueError):
    """A formula is not read; the message says which part."""


@dataclass(frozen=True)
class Read:
    """A formula that was read.

    Parameters
    ----------
    source : str
        A statement in Python, of SymPy's functions and of those of `verify.language.as_printed`.
    names : tuple of str
        The symbols in it.
    remarks : tuple of str
        What was read one way though it could be another.
    """

    source: str
    names: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def read(latex: str) -> Read:
    r"""The statement of a display: comparisons of sums, products, quotients, powers, roots and logarithms.

    Raises
    ------
    UnreadError
        Something in it is not on the list, or can be read in two ways.

    Examples
    --------
    >>> read(r"\frac{1}{2} \leq p^2 q").source
    'le((Integer(1)/Integer(2)), p**Integer(2)*q)'
    >>> read(r"a = b \leq \sqrt{c}").source
    'And(eq(a, b), le(b, sqrt(c)))'
    >>> read(r"f(x) = 1")
    Traceback (most recent call last):
    verify.latex.formula.UnreadError: f(...) may be a function or a product
    """
    reader = _Reader([token for token in _TOKEN.findall(latex) if token not in SPACES])
    return Read(reader.statement(), tuple(sorted(reader.names)), tuple(dict.fromkeys(reader.remarks)))


@dataclass
class _Reader:
    """Reads tokens from the left; a sum is written with brackets wherever it stands in something else."""

    tokens: list[str]
    at: int = 0
    names: set[str] = field(default_factory=set)
    remarks: list[str] = field(default_factory=list)

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise UnreadError(
                f"{wanted or 'something'} is missing {f'before {token}' if token else 'at the end'}"
            )
        self.at += 1
        return token

    def statement(self) -> str:
        if self.next == "+":
            raise UnreadError("it begins with +, as what continues another line does")
        sides, relations = [self.sum()], []
        while self.next in RELATIONS:  # a chain is true where each comparison is
            relations.append(RELATIONS[self.take()])
            sides.append(self.sum())
        if self.next:
            raise UnreadError(f"{self.next} is not read")
        if not relations:
            raise UnreadError("it compares nothing")
        parts = [f"{r}({sides[i]}, {sides[i + 1]})" for i, r in enumerate(relations)]
        return parts[0] if len(parts) == 1 else f"And({', '.join(parts)})"

    def sum(self) -> str:
        sign = self.take() if self.next in ("-", "+") else ""
        text = ("-" if sign == "-" else "") + self.product()
        while self.next in ("+", "-"):
            text += f" {self.take()} {self.product()}"
        return text

    def product(self) -> str:
        text = self.power()
        while True:
            if self.next in (r"\cdot", r"\times", "*"):
                self.take()
                text += f"*{self.power()}"
            elif self.next == "/":
                self.take()
                text += f"/{self.power()}"
                if self.begins_factor():
                    raise UnreadError("what stands after a / can be read in two ways")
            elif self.begins_factor():
                if self.next[0].isdigit():
                    raise UnreadError(f"{self.next} stands directly behind a factor")
                text += f"*{self.power()}"
            else:
                return text

    def begins_factor(self) -> bool:
        token = self.next
        known = (*FRACTIONS, r"\sqrt", "(", "[", "{")
        return token in known or token in FUNCTIONS or token in LETTERS or token[:1].isalnum()

    def power(self) -> str:
        if self.tokens[self.at : self.at + 2] == ["e", "^"]:
            self.at += 2
            self.remarks.append("e is read as the base of exp")
            return f"exp({self.argument()})"
        is_function, base = self.next in FUNCTIONS, self.factor()
        if is_function and (self.next == "^" or self.begins_factor()):
            raise UnreadError("what stands behind a function's brackets can be read in two ways")
        if self.next != "^":
            return base
        self.take()
        exponent = self.argument()
        if self.next == "^":
            raise UnreadError("a power of a power needs brackets")
        if self.next in ("(", "[") and base in self.names:
            raise UnreadError(f"a power of {base} before a bracket may be a function or a product")
        return f"{base}**{exponent}" if _is_atom(exponent) else f"{base}**({exponent})"

    def argument(self) -> str:
        """What stands in braces, or one sign."""
        if self.next == "{":
            return self.within()
        token = self.take()
        if re.fullmatch(r"[0-9]+", token):  # without braces LaTeX takes one digit
            if len(token) > 1:
                raise UnreadError(f"{token} without braces")
            return f"Integer({token})"
        return self.name(token)

    def within(self) -> str:
        opening = self.take()
        text = self.sum()
        self.take(_CLOSING[opening])
        return text

    def factor(self) -> str:
        token = self.next
        if token in _CLOSING:
            return f"({self.within()})"
        if token in FRACTIONS:
            self.take()
            return self.fraction()
        if token == r"\sqrt":
            self.take()
            if self.next == "[":
                raise UnreadError(r"\sqrt[n] is not read")
            return f"sqrt({self.argument()})"
        if token in FUNCTIONS:
            return self.function(FUNCTIONS[self.take()])
        if re.fullmatch(r"[0-9]+", token):
            return f"Integer({int(self.take())})"
        if re.fullmatch(r"[0-9]+\.[0-9]+", token):
            return f'Rational("{self.take()}")'
        return self.letter()

    def fraction(self) -> str:
        begins = self.tokens[self.at : self.at + 2]
        above = self.argument()
        if begins == ["{", "d"] == self.tokens[self.at : self.at + 2]:
            raise UnreadError("a quotient of differentials is not read")
        if self.next == "^":
            raise UnreadError("a power in a fraction without braces is not read")
        below = self.argument()
        if self.next == "^":
            raise UnreadError("a power of a fraction needs brackets")
        return f"({_bracketed(above)}/{_bracketed(below)})"

    def function(self, name: str) -> str:
        if self.next in FRACTIONS:
            self.take()
            inside = self.fraction()
            if self.next in ("/", "*", r"\cdot", r"\times"):
                raise UnreadError(f"what stands behind {name} of a fraction can be read in two ways")
            return name + inside
        if self.next not in ("(", "{", "["):
            raise UnreadError(f"the argument of {name} is not in brackets")
        return f"{name}({self.within()})"

    def letter(self) -> str:
        name = self.name(self.take())
        if self.next in ("(", "["):
            if name in CALLED or "_" in name:
                raise UnreadError(f"{name}(...) may be a function or a product")
            depth, inside = 0, []
            for token in self.tokens[self.at :]:
                depth += (token in "([{") - (token in ")]}")
                inside.append(token)
                if depth == 0:
                    break
            if not {"+", "-"} & set(inside):
                raise UnreadError(f"{name}(...) may be a function or a product")
            self.remarks.append(f"{name}({''.join(inside[1:-1])}) is read as a product")
        return name

    def name(self, token: str) -> str:
        """A symbol with its index; what is no letter is refused."""
        if token not in LETTERS and not re.fullmatch("[A-Za-z]", token):
            raise UnreadError(f"{token or 'the end'} is not read")
        if token == "e":
            raise UnreadError("e may be a symbol or a number")
        name = LETTERS.get(token, token)
        if self.next == "_":
            self.take()
            index = self.take()
            if len(index) > 1:
                raise UnreadError(f"the index {index} has no braces")
            if index == "{":
                parts = []
                while self.next != "}":
                    parts.append(self.take())
                self.take("}")
                index = "".join(parts)
            if not re.fullmatch("[A-Za-z0-9]+", index):
                raise UnreadError(f"the index {index} is not read")
            name += f"_{index}"
        name += "_" * keyword.iskeyword(name)
        self.names.add(name)
        return name


def _is_atom(text: str) -> bool:
    return re.fullmatch(r"\w+|Integer\(\d+\)", text) is not None


def _bracketed(text: str) -> str:
    return text if _is_atom(text) else f"({text})"
