"""Polynomials over Q, and the quotients of them that expression trees stand for; standard library only.

A monomial is one whole number: 16 bits for each exponent, and the total degree above them. The product of
monomials is the sum of the numbers. Only degrees below 2^16 are admitted: no exponent runs into the next.
"""

import re
from collections.abc import ItemsView, Iterable, Iterator, Mapping
from math import gcd, lcm
from typing import Any

MAX_EXPONENT, MAX_WORK, BITS, TOO_MUCH = 64, 3_000_000, 16, "more work than the kernel does"
NUMBER = re.compile(r"-?[0-9]{1,1000}(?:/[1-9][0-9]{0,999})?", re.ASCII)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
Terms = Mapping[tuple[int, ...], Any]  # exponents, one for each variable -> int or Fraction


class Rejected(ValueError):
    """The certificate proves nothing; the message says why."""


def demand(condition: object, reason: str) -> None:
    """Reject for this reason unless the condition is true."""
    if not condition:
        raise Rejected(reason)


class Polynomial(Terms):
    """Whole numbers, none 0, by monomial, over one denominator > 0, in lowest terms: equal if the same.

    To others it is a mapping of exponents, one for each variable, to coefficients (int or Fraction).
    """

    __slots__ = ("denominator", "length", "terms", "width")

    def __init__(self, terms: dict[int, int], denominator: int, length: int, width: int) -> None:
        self.terms, self.denominator, self.width = terms, denominator, width
        self.length = length  # no number in it has more bits

    def __getitem__(self, exponents: tuple[int, ...]) -> Any:
        return dict(self.items())[exponents]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        places = range(0, BITS * self.width, BITS)
        return (tuple([key >> place & (1 << BITS) - 1 for place in places]) for key in self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def items(self) -> ItemsView[tuple[int, ...], Any]:
        """Exponents and coefficients."""
        from fractions import Fraction  # here alone: it takes longer to load than most files to judge

        values = [c if self.denominator == 1 else Fraction(c, self.denominator) for c in self.terms.values()]
        return dict(zip(self, values, strict=True)).items()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Polynomial):
            return (self.terms, self.denominator) == (other.terms, other.denominator)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((frozenset(self.terms.items()), self.denominator))


def packed(exponents: tuple[int, ...]) -> int:
    """The monomial as one number."""
    return sum(k << BITS * i for i, k in enumerate((*exponents, sum(exponents))))


class Ring:
    """Polynomials over Q in the named variables, with a limit on the work done on them."""

    def __init__(self, names: Any) -> None:
        good = isinstance(names, list) and all(isinstance(v, str) and NAME.fullmatch(v) for v in names)
        demand(good and len({*names}) == len(names) <= 64, "variables are not different plain names")
        self.work, self.atoms, self.width, self.excess = 0, names, len(names), 1 << BITS * (len(names) + 1)
        self.one = self.made({0: 1}, 1, 1)
        self.keys = {v: packed(tuple(int(v == w) for w in names)) for v in names}
        self.known = {v: (self.made({key: 1}, 1, 1), self.one) for v, key in self.keys.items()}
        self.known["1"] = self.one, self.one

    def spend(self, steps: int, bits: int = 0) -> None:
        """Count the microseconds, or so, of steps on numbers of so many bits; reject too many."""
        self.work += steps if bits < 50 else steps * (1 + bits // 50 + (bits // 1000) ** 2)
        demand(self.work <= MAX_WORK, TOO_MUCH)

    def made(self, terms: dict[int, int], denominator: int, length: int) -> Polynomial:
        """The polynomial, without terms that are 0, in lowest terms."""
        if 0 in terms.values():
            terms = {key: c for key, c in terms.items() if c}
        if denominator != 1 and (common := gcd(denominator, *terms.values())) != 1:
            terms, denominator = {key: c // common for key, c in terms.items()}, denominator // common
        return Polynomial(terms, denominator, length, self.width)

    def add(self, *parts: Polynomial) -> Polynomial:
        """The sum of polynomials."""
        return parts[0] if len(parts) == 1 else self.made(*self.combined([(self.one, p) for p in parts]))

    def combined(self, parts: list[tuple[Polynomial, Polynomial]]) -> tuple[dict[int, int], int, int]:
        """The sum of polynomials, each with a number before it: terms, denominator, length of the numbers."""
        below = [number.denominator * part.denominator for number, part in parts]
        bits = sum(map(int.bit_length, {*below})) + max([n.length + p.length for n, p in parts], default=0)
        self.spend(sum([len(part.terms) for _, part in parts]), bits)
        bottom, total = lcm(*below), dict[int, int]()
        for (number, part), each in zip(parts, below, strict=True):
            scale = bottom // each * number.terms.get(0, 0)
            for key, c in part.terms.items():
                total[key] = total.get(key, 0) + c * scale
        return total, bottom, bits + len(parts).bit_length()

    def multiply(self, *factors: Polynomial) -> Polynomial:
        """The product of polynomials."""
        whole, *others = [f for f in factors if f is not self.one] or [self.one]
        for part in others:
            few, many = (whole, part) if len(whole.terms) < len(part.terms) else (part, whole)
            bits = few.length + many.length + len(few.terms).bit_length()
            self.spend((1 + self.width // 16) * len(few.terms) * len(many.terms), bits)
            demand(max(few.terms, default=0) + max(many.terms, default=0) < self.excess, TOO_MUCH)
            (e, c), *rest = few.terms.items() or [(0, 0)]
            total = {e + f: c * d for f, d in many.terms.items()}
            for e, c in rest:
                for f, d in many.terms.items():
                    total[e + f] = total.get(e + f, 0) + c * d
            whole = self.made(total, few.denominator * many.denominator, bits)
        return whole

    def collected(self, terms: Iterable[tuple[tuple[int, ...], Any]]) -> Polynomial:
        """The sum of terms, each exponents and a coefficient (int or Fraction)."""
        parts = []
        for exponents, c in terms:
            demand((key := packed(exponents)) < self.excess, TOO_MUCH)
            bits = max(c.numerator.bit_length(), c.denominator.bit_length())
            parts.append(self.made({key: c.numerator}, c.denominator, bits))
        return self.add(*parts)

    def scaled(self, polynomial: Polynomial, by: int) -> Polynomial:
        """The polynomial times a whole number."""
        return polynomial if by == 1 else self.multiply(polynomial, self.atom(str(by))[0])

    def atom(self, text: str) -> tuple[Polynomial, Polynomial]:
        """A variable or a number, as a fraction."""
        if text not in self.known:
            demand(NUMBER.fullmatch(text), f"not an expression in the claim's variables: {text[:60]}")
            top, bottom = map(int, text.split("/") if "/" in text else (text, "1"))
            bits = max(top.bit_length(), bottom.bit_length())
            self.known[text] = self.made({0: top}, bottom, bits), self.one
        return self.known[text]

    def fraction(self, tree: Any) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator; the denominator is 0 where some part of the tree is undefined."""
        self.work += 3
        match tree:
            case str():
                return self.atom(tree)
            case ["+", *parts]:
                pairs, bottom = [*map(self.fraction, parts)], self.one
                top = self.add(*[n for n, d in pairs if d is self.one])
                for n, d in [(n, d) for n, d in pairs if d is not self.one]:
                    top = self.add(self.multiply(top, d), self.multiply(n, bottom))
                    bottom = self.multiply(bottom, d)
                return top, bottom
            case ["*", *parts]:
                monomial, others = self.monomial(parts)
                if not others:
                    return monomial, self.one
                tops, bottoms = zip(*map(self.fraction, others), strict=True)
                return self.multiply(monomial, *tops), self.multiply(*bottoms)
            case ["/", left, right]:
                (n, d), (m, e) = self.fraction(left), self.fraction(right)
                return self.multiply(n, e, e), self.multiply(d, m, e)
            case ["^", base, exponent] if type(exponent) is int and 0 <= exponent <= MAX_EXPONENT:
                n, d = self.fraction(base)
                return self.multiply(*([n] * exponent or [d])), self.multiply(*([d] * exponent or [d]))
        raise Rejected(f"not an expression in the claim's variables: {str(tree)[:60]}")

    def monomial(self, factors: list[Any]) -> tuple[Polynomial, list[Any]]:
        """The product of those that are numbers, variables or powers of variables; and the other factors."""
        key, top, bottom, length, others = 0, 1, 1, 1, []
        for factor in factors:
            match factor:
                case str() if factor in self.keys:
                    key += self.keys[factor]
                case str():
                    number, _ = self.atom(factor)
                    top, bottom = top * number.terms.get(0, 0), bottom * number.denominator
                    length += number.length
                    self.spend(1, length)
                case ["^", str(name), k] if name in self.keys and type(k) is int and 0 <= k <= MAX_EXPONENT:
                    key += self.keys[name] * k
                case _:
                    others.append(factor)
        demand(key < self.excess, TOO_MUCH)
        return self.one if (key, top, bottom) == (0, 1, 1) else self.made({key: top}, bottom, length), others

    def polynomial(self, tree: Any) -> Polynomial:
        """The polynomial that a tree without division stands for."""
        if (fraction := self.fraction(tree))[1] == self.one:
            return fraction[0]
        raise Rejected(f"not a polynomial: {str(tree)[:60]}")
