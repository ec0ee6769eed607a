"""The kernel: re-checks certificates with the standard library alone; `python -m verify.kernel FILE...`.

For all reals, hypotheses imply a goal: "hypotheses and not goal" becomes alternatives, each a list of facts
p >= 0 (`ge`), p > 0 (`gt`), p = 0 (`eq`) on polynomials over Q. A certificate refutes each: weighted products
of ge and gt (and a square) and multiples of eq add up to 0, while one term is a product of gt alone.
"""

import hashlib
import json
import re
from fractions import Fraction
from itertools import chain, product
from typing import Any

MAX_EXPONENT, MAX_WORK = 64, 3_000_000
NUMBER = re.compile(r"-?[0-9]{1,1000}(?:/[1-9][0-9]{0,999})?", re.ASCII)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
SIDES = {">": ("gt", 1), ">=": ("ge", 1), "=": ("eq", 1), "<": ("gt", -1), "<=": ("ge", -1)}
Polynomial = dict[tuple[int, ...], Any]  # exponents, one for each variable -> int or Fraction, never 0
Fact = tuple[str, Polynomial]  # "ge", "gt" or "eq", and the polynomial


class Rejected(ValueError):
    """The certificate proves nothing; the message says why."""


def demand(condition: object, reason: str) -> None:
    """Reject for this reason unless the condition is true."""
    if not condition:
        raise Rejected(reason)


class Ring:
    """Polynomials over Q in the named variables, with a limit on the work done on them."""

    def __init__(self, names: Any) -> None:
        good = isinstance(names, list) and all(isinstance(v, str) and NAME.fullmatch(v) for v in names)
        demand(good and len({*names}) == len(names) <= 64, "variables are not different plain names")
        self.work, self.atoms, self.origin, self.one = 0, names, (0,) * len(names), {(0,) * len(names): 1}
        self.known: dict[str, Polynomial] = {v: {tuple(int(v == w) for w in names): 1} for v in names}

    def spend(self, steps: int, *numbers: Any) -> None:
        """Count the microseconds, or so, of steps on numbers as long as the longest; reject too many."""
        bits = max([n.numerator.bit_length() + n.denominator.bit_length() for n in numbers] or [0])
        self.work += steps * (1 + bits // 50 + (bits // 1000) ** 2)
        demand(self.work <= MAX_WORK, "more work than the kernel does")

    def add(self, terms: Any) -> Polynomial:
        """The polynomial that the terms (exponents, coefficient) add up to."""
        total: Polynomial = {}
        for exponents, value in terms:
            total[exponents] = new = total[exponents] + value if exponents in total else value
            if type(new) is not int:
                self.spend(1, new)
        return {exponents: value for exponents, value in total.items() if value}

    def multiply(self, *factors: Polynomial) -> Polynomial:
        """The product of polynomials."""
        whole, *others = sorted((f for f in factors if f != self.one), key=len) or [self.one]
        for part in others:
            self.spend((4 + len(self.origin) // 4) * len(whole) * len(part), *whole.values(), *part.values())
            terms = [((*map(int.__add__, e, f),), c * d) for e, c in whole.items() for f, d in part.items()]
            whole = self.add(terms) if len(whole) > 1 else dict(terms)
        return whole

    def fraction(self, tree: Any) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator; the denominator is 0 where some part of the tree is undefined."""
        self.work += 3
        match tree:
            case str() if tree in self.known or NUMBER.fullmatch(tree):
                if tree not in self.known:
                    self.known[tree] = self.add([(self.origin, Fraction(tree) if "/" in tree else int(tree))])
                return self.known[tree], self.one
            case ["+", *parts]:
                pairs, bottom = [*map(self.fraction, parts)], self.one
                top = self.add([term for n, d in pairs if d is self.one for term in n.items()])
                for n, d in [(n, d) for n, d in pairs if d is not self.one]:
                    top = self.add([*self.multiply(top, d).items(), *self.multiply(n, bottom).items()])
                    bottom = self.multiply(bottom, d)
                return top, bottom
            case ["*", *parts]:
                names = [part for part in parts if type(part) is str and part in self.atoms]
                pairs = [self.fraction(p) for p in parts if type(p) is not str or p not in self.atoms]
                monomial = {(*map(names.count, self.atoms),): 1} if names else self.one
                tops, bottoms = zip((monomial, self.one), *pairs, strict=True)
                return self.multiply(*tops), self.multiply(*bottoms)
            case ["/", left, right]:
                (n, d), (m, e) = self.fraction(left), self.fraction(right)
                return self.multiply(n, e, e), self.multiply(d, m, e)
            case ["^", base, exponent] if type(exponent) is int and 0 <= exponent <= MAX_EXPONENT:
                n, d = self.fraction(base)
                return self.multiply(*([n] * exponent or [d])), self.multiply(*([d] * exponent or [d]))
        raise Rejected(f"not an expression in the claim's variables: {str(tree)[:60]}")

    def polynomial(self, tree: Any) -> Polynomial:
        """The polynomial that a tree without division stands for."""
        top, bottom = self.fraction(tree)
        demand(bottom == self.one, f"not a polynomial: {str(tree)[:60]}")
        return top

    def cases(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """Alternatives, each a list of facts; one of them holds exactly where the formula has this truth."""
        self.spend(6)
        match formula:
            case ["not", inner]:
                return self.cases(inner, not truth)
            case ["and" | "or" as word, *parts]:
                branches, alternatives = [self.cases(part, truth) for part in parts], []
                for choice in product(*branches) if (word == "and") == truth else zip(chain(*branches)):
                    alternatives.append([fact for case in choice for fact in case])
                    self.spend(1 + len(choice) + len(alternatives[-1]))
                return alternatives
            case [">" | ">=" | "=" | "!=" as relation, left, right]:
                n, d = self.fraction(["+", left, ["*", "-1", right]])
                if relation in (">", ">="):
                    whole = self.multiply(n, d, {self.origin: 1 if truth else -1})
                    fact = ("gt" if (relation == ">") == truth else "ge", whole)
                else:
                    fact = ("eq", n) if (relation == "=") == truth else ("gt", self.multiply(n, n))
                if {*d} == {self.origin} or (relation == ">" and not truth):
                    return [[fact]]  # the denominator is a number, or the fact holds where it is 0
                return [[fact, ("gt", self.multiply(d, d))]] if truth else [[fact], [("eq", d)]]
        raise Rejected(f"not a formula: {str(formula)[:60]}")

    def refute(self, node: Any, facts: list[Fact], lemmas: dict[str, Any]) -> None:
        """Reject unless the node shows that the facts cannot hold together."""
        self.spend(1 + len(facts))
        match node:
            case {"split": tree, "cases": dict(cases), **rest} if not rest:
                demand({*cases} in ({"<", "=", ">"}, {"<", ">="}, {"<=", ">"}), "a split leaves a gap")
                whole = self.polynomial(tree)
                for inner, (kind, sign) in [(cases[relation], SIDES[relation]) for relation in cases]:
                    self.refute(inner, [*facts, (kind, self.multiply(whole, {self.origin: sign}))], lemmas)
            case {"lemma": str(name), "then": inner, **rest} if name in lemmas and not rest:
                premises = self.cases(["and", *lemmas[name]["hypotheses"]], True)
                goals = self.cases(lemmas[name]["goal"], True)
                demand(len(premises) == len(goals) == 1, "a lemma has alternatives")
                self.spend(len(premises[0]) * sum(1 + len(polynomial) for _, polynomial in facts))
                demand(all(fact in facts for fact in premises[0]), "a lemma's hypothesis is not a fact here")
                self.refute(inner, [*facts, *goals[0]], lemmas)
            case {"terms": list(terms), "multipliers": list(multipliers), **rest} if not rest:
                known = {kind: [p for k, p in facts if k == kind] for kind in ("ge", "gt", "eq")}
                sums = [self.term(part, known) for part in terms + multipliers]
                demand(any(strict for strict, _ in sums), "no term is strictly positive")
                demand(not self.add(term for _, value in sums for term in value.items()), "the sum is not 0")
            case _:
                raise Rejected(f"not a refutation, or an unlisted lemma: {str(node)[:60]}")

    def term(self, part: Any, known: dict[str, list[Polynomial]]) -> tuple[bool, Polynomial]:
        """A weighted product of facts and a square, or a multiple of an equation; and if it must be > 0."""
        match part:
            case {"weight": weight, "ge": list(ge), "gt": list(gt), **rest} if rest.keys() <= {"square"}:
                chosen, strict = [("ge", i) for i in ge] + [("gt", i) for i in gt], not ge and not rest
                first, root = self.polynomial(weight), self.polynomial(rest.get("square", "1"))
                demand(isinstance(weight, str) and first.get(self.origin, 0) > 0, "a weight is not positive")
            case {"eq": index, "by": tree, **rest} if not rest:
                chosen, strict, first, root = [("eq", index)], False, self.polynomial(tree), self.one
            case _:
                raise Rejected(f"not a term: {str(part)[:60]}")
        demand(all(type(i) is int and 0 <= i < len(known[kind]) for kind, i in chosen), "no such fact")
        return strict, self.multiply(first, *(known[kind][i] for kind, i in chosen), root, root)


def fingerprint(claim: Any) -> str:
    """SHA-256 of the claim's canonical text."""
    text = json.dumps(claim, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def systems(claim: Any) -> tuple[Ring, list[list[Fact]]]:
    """The alternatives of "hypotheses and not goal", in the order in which a certificate refutes them."""
    match claim:
        case {"variables": names, "hypotheses": list(hypotheses), "goal": goal} if len(claim) == 3:
            return (ring := Ring(names)), ring.cases(["and", *hypotheses, ["not", goal]], True)
    raise Rejected("not a claim: it has variables, hypotheses (a list) and a goal, nothing else")


def check(certificate: Any, proved: dict[str, Any]) -> None:
    """Reject unless the certificate proves its claim; `proved` are claims that may serve as lemmas."""
    try:
        match certificate:
            case {"format": "certificate/1", "claim": claim, "lemmas": [*used], "refutations": [*nodes]}:
                demand(certificate.get("fingerprint") == fingerprint(claim), "another claim's fingerprint")
                lemmas = {name: proved[name] for name in used if isinstance(name, str) and name in proved}
                demand(len(lemmas) == len(used), "a lemma is not proved, or listed twice")
                ring, alternatives = systems(claim)
                demand(len(nodes) == len(alternatives), f"there are {len(alternatives)} cases to refute")
                for node, facts in zip(nodes, alternatives, strict=True):
                    ring.refute(node, facts, lemmas)
            case _:
                raise Rejected("not a certificate/1: it has claim, fingerprint, lemmas, refutations")
    except (RecursionError, TypeError, ValueError) as error:  # too deep, or no JSON data
        raise Rejected(str(error)) from None


if __name__ == "__main__":
    from verify.recheck import main

    raise SystemExit(main())
