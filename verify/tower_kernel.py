"""The kernel of derivative towers: inequalities with exponentials on an interval, by the standard library.

A goal holds for all x of an interval and all parameters >= 0. Atoms name exponentials exp(a x + b) and
logarithms: then all is polynomial. The proofs that f >= 0, or f > 0, are those of `Proof.prove`.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import Any

from verify.exponential_bounds import Enclosure, exponential, rounded, sign, times
from verify.kernel import fingerprint
from verify.polynomial import NUMBER, Polynomial, Rejected, Ring, Terms, demand

End = Fraction | None  # None where infinite
Interval = tuple[End, bool, End, bool]  # each end, and whether it is left out


class Proof:
    """A claim's interval and atoms, and the judgement of proofs on it."""

    def __init__(self, claim: Any) -> None:
        match claim:
            case {"interval": [*ends], "parameters": dict(signs), "atoms": dict(atoms)} if len(claim) == 5:
                self.ring, self.leaves, self.trusted = Ring([claim["variable"], *signs, *atoms]), False, False
            case _:
                raise Rejected("not a claim: it has variable, interval, parameters, atoms and goal")
        match ends:
            case [None | [">" | ">=", str()], None | ["<" | "<=", str()]]:
                demand(all(end is None or NUMBER.fullmatch(end[1]) for end in ends), "an end is not a number")
                (start, out), (stop, left) = ((e and Fraction(e[1]), not e or "=" not in e[0]) for e in ends)
            case _:
                raise Rejected("not an interval")
        demand(start is None or stop is None or start < stop, "an interval without an inner point")
        self.interval: Interval = start, out, stop, left
        demand({*signs.values()} <= {">", ">="}, "a parameter that is not >= 0")
        self.positive = {i: s == ">" for i, s in enumerate(signs.values(), 1)}
        self.rate: dict[int, Enclosure] = {}
        self.logs: dict[int, Polynomial] = {}
        for i, definition in enumerate(atoms.values(), 1 + len(signs)):
            match definition:
                case ["exp", str(a), str(b)] if NUMBER.fullmatch(a) and NUMBER.fullmatch(b):
                    self.rate[i] = Fraction(a), Fraction(b)
                case ["log", tree]:
                    self.logs[i] = self.ring.polynomial(tree)
                case _:
                    raise Rejected(f"not an exponential or a logarithm: {str(definition)[:60]}")
        inner = {i for f in self.logs.values() for key in f for i, k in enumerate(key) if k}
        demand(inner <= {0, *self.rate}, "a logarithm of a parameter or a logarithm")

    def total(self, *products: tuple[Polynomial, ...]) -> Polynomial:
        """The sum of products."""
        return self.ring.add(*[self.ring.multiply(*factors) for factors in products])

    def rates(self, key: tuple[int, ...]) -> Any:
        """The a and b of the product exp(a x + b) of the exponentials in a monomial."""
        return tuple(sum(key[i] * pair[j] for i, pair in self.rate.items()) for j in (0, 1))

    def slope(self, f: Polynomial, logs: list[int]) -> Polynomial:
        """f' times the arguments of the logarithms that may occur in it."""
        by_rate = self.ring.collected((key, c * self.rates(key)[0]) for key, c in f.items())
        products = [(by_rate, *(self.logs[i] for i in logs))]
        for i in (0, *logs):
            falling = [((*k[:i], k[i] - 1, *k[i + 1 :]), c * k[i]) for k, c in f.items() if k[i]]
            inner = self.slope(self.logs[i], []) if i else self.ring.one
            products.append((self.ring.collected(falling), inner, *(self.logs[j] for j in logs if j != i)))
        return self.total(*products)

    def value(self, f: Terms, at: Fraction) -> dict[Any, dict[Any, Fraction]]:
        """f at a number: for each product of parameters what `sign` takes."""
        sums: dict[Any, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for key, c in f.items():
            (a, b), logs, number = self.rates(key), [], c * at ** key[0]
            for argument in (f for i, f in self.logs.items() for _ in range(key[i])):
                inner = sorted((k[0], v) for k, v in self.value(argument, at)[()].items() if v)
                demand(inner, "a logarithm of 0 at an end")
                if [v for _, v in inner] == [1]:
                    number *= inner[0][0]  # the logarithm of exp(q)
                else:
                    demand(sign({(q, ()): v for q, v in inner}) > 0, "a logarithm of less than 0 at an end")
                    logs.append(tuple(inner))
            powers = tuple((i, key[i]) for i in self.positive if key[i])
            sums[powers][a * at + b, tuple(sorted(logs))] += number
        return sums

    def near(self, f: Terms, at: End, way: int) -> int:
        """1 if f > 0 at an end, or near an infinite one; 0 if f >= 0 there; rejected otherwise."""
        if at is None:
            demand(not any(key[i] for key in f for i in self.logs), "a logarithm at an infinite end")
            growth = {key: (way * self.rates(key)[0], key[0]) for key in f}
            f, at = {key: c for key, c in f.items() if growth[key] == max(growth.values())}, Fraction(way)
            known = all(self.positive.values()) and any(map(sign, self.value(f, at).values()))
            demand(not f or known, "what grows fastest may cancel, or hold a parameter that is 0")
        signs = {powers: sign(terms) for powers, terms in self.value(f, at).items()}
        demand(all(s >= 0 for s in signs.values()), "not >= 0 at an end")
        return int(any(s and all(self.positive[i] for i, _ in powers) for powers, s in signs.items()))

    def enclosed(self, f: Polynomial, low: Fraction, high: Fraction) -> Enclosure:
        """Bounds of f from low to high."""
        groups: Any = defaultdict(lambda: defaultdict(Fraction))
        for key, c in f.items():
            demand(not any(key[i] for i in (*self.logs, *self.positive)), "leaves hold only exponentials")
            groups[self.rates(key)][key[0]] += c
        total = (Fraction(0), Fraction(0))
        for (a, b), powers in groups.items():
            value = (Fraction(0), Fraction(0))
            for n in range(max(powers), -1, -1):
                self.ring.spend(300)
                value = rounded(*(v + powers.get(n, 0) for v in times(value, (low, high))))
            first, last = sorted((a * low + b, a * high + b))
            value = times(value, (exponential(first)[0], exponential(last)[1]))
            total = total[0] + value[0], total[1] + value[1]
        return total

    def least(self, slopes: list[Polynomial], a: Fraction, b: Fraction) -> Fraction:
        """A lower bound from a to b by Taylor's formula about the middle, of f and its derivatives."""
        middle, half, low = (a + b) / 2, (b - a) / 2, Fraction(0)
        for k, f in enumerate(slopes):
            near = self.enclosed(f, *((a, b) if k == len(slopes) - 1 else (middle, middle)))
            low += times(near, (-(half**k) if k % 2 else Fraction(k == 0), half**k))[0] / factorial(k)
        return low

    def terms_are_positive(self, f: Polynomial, at: End, way: int, aside: bool, strict: bool) -> None:
        """Reject unless in x = at - way t, t >= 0 (or in x, for even powers) no term is negative."""
        sums: Any = defaultdict(Fraction)
        for key, c in f.items():
            demand(not any(key[i] for i in self.logs), "a logarithm among the terms")
            demand(at is not None or key[0] % 2 == 0, "an odd power on an unbounded interval")
            for k in range(key[0] + 1) if at is not None else key[:1]:
                shift = 1 if at is None else comb(key[0], k) * at ** (key[0] - k) * (-way) ** k
                sums[k, key[1:]] += c * shift
        demand(all(c >= 0 for c in sums.values()), "a term is negative")
        weak = [i - 1 for i, above in self.positive.items() if not above]
        powers = [k for (k, rest), c in sums.items() if c and not any(rest[i] for i in weak)]
        demand(not strict or 0 in powers or (powers and at is not None and aside), "no term is positive")

    def prove(self, f: Polynomial, interval: Interval, strict: bool, node: Any) -> None:
        """Reject unless the node shows f >= 0 on the interval, f > 0 if strict."""
        start, out, stop, left = interval
        ends = {"lower": (start, -1, out), "upper": (stop, 1, left)}
        self.ring.spend(10 + len(f))
        match node:
            case ["terms", "lower" | "upper" as end]:
                self.terms_are_positive(f, *ends[end], strict)
            case ["product", *factors]:
                product, parity = self.ring.one, 1
                for tree, power, s, by in factors:
                    demand(type(s) is type(power) is int and s * s == 1 <= power <= 16, "not a factor")
                    factor, parity = self.ring.polynomial(tree), parity * s**power
                    product = self.ring.multiply(product, *[factor] * power)
                    if by is not None or strict or power % 2:
                        self.prove(self.ring.scaled(factor, s), interval, strict, by)
                demand(product == f and parity == 1, "not the product of the factors, or of another sign")
            case ["slope", tree, by, "lower" | "upper" as end, inner]:  # f / m is monotone, m > 0
                (at, way, aside), m = ends[end], self.ring.polynomial(tree)
                self.prove(m, interval, True, by)
                demand(at is None or self.near(m, at, way), "the divisor is 0 at the end")
                value, logs = self.near(f, at, way), [i for i in self.logs if any(k[i] for k in (*f, *m))]
                demand(self.trusted or not logs, "a slope of a logarithm whose argument may be negative")
                demand(value or not strict or aside, "0 at an end that belongs to the interval")
                change = self.total((self.slope(f, logs), m), (self.slope(m, logs), self.ring.scaled(f, -1)))
                change, inside = self.ring.scaled(change, -way), (start, True, stop, True)
                self.prove(change, inside, strict and not value, inner)
            case ["cut", str(text), below, above] if NUMBER.fullmatch(text):
                at = Fraction(text)
                demand((start is None or start < at) and (stop is None or at < stop), "a cut outside")
                self.prove(f, (start, out, at, False), strict, below)
                self.prove(f, (at, False, stop, left), strict, above)
            case ["leaves", order, *cuts] if type(order) is int and start is not None and stop is not None:
                demand(0 <= order <= 16 and all(map(NUMBER.fullmatch, cuts)), "not leaves")
                slopes, self.leaves = [f], True
                for _ in range(order):
                    slopes.append(self.slope(slopes[-1], []))
                for a, b in pairwise([start, *map(Fraction, cuts), stop]):
                    demand(a < b and self.least(slopes, a, b) > 0, "leaves in disorder, or not positive")
            case _:
                raise Rejected(f"not a proof of a sign: {str(node)[:60]}")


def check(certificate: Any) -> None:
    """Reject unless the certificate proves its claim."""
    try:
        match certificate:
            case {"format": kind, "claim": claim, "denominator": [s, by], "arguments": [*logs], "goal": node}:
                demand(certificate.get("fingerprint") == fingerprint(claim), "another claim's fingerprint")
                proof, (relation, left, right) = Proof(claim), claim["goal"]
                top, bottom = proof.ring.fraction(["+", left, ["*", "-1", right]])
                demand(relation in (">", ">=") and type(claim["goal"]) is list, "not a comparison")
                demand(type(s) is int and s * s == 1, "not a sign")
                facts = [*proof.logs.values(), proof.ring.scaled(bottom, s), proof.ring.scaled(top, s)]
                for i, (f, shown) in enumerate(zip(facts, [*logs, by, node], strict=True)):
                    proof.trusted = i >= len(proof.logs)  # their arguments are shown to be positive
                    proof.prove(f, proof.interval, i <= len(proof.logs) or relation == ">", shown)
                demand(kind == ("leaves/1" if proof.leaves else "tower/1"), "of another format")
            case _:
                raise Rejected("a certificate has format, claim, fingerprint, denominator, arguments, goal")
    except (RecursionError, TypeError, ValueError, ArithmeticError, AttributeError, KeyError) as error:
        raise Rejected(str(error)) from None  # too deep, or no such data
