"""The kernel: re-checks certificates with the standard library alone; `python -m verify.kernel FILE...`.

For all reals, hypotheses imply a goal: "hypotheses and not goal" becomes alternatives, each a list of facts
p >= 0 (`ge`), p > 0 (`gt`), p = 0 (`eq`) on polynomials over Q. A certificate refutes each: weighted products
of ge and gt (and a square) and multiples of eq add up to 0, while one term is a product of gt alone.
"""

import hashlib
import json
from collections.abc import Callable
from itertools import chain, product
from typing import Any

from verify.polynomial import Polynomial, Rejected, Ring, demand

__all__ = ["Fact", "Logic", "Rejected", "check", "fingerprint", "systems"]
SIDES = {">": ("gt", 1), ">=": ("ge", 1), "=": ("eq", 1), "<": ("gt", -1), "<=": ("ge", -1)}
Fact = tuple[str, Polynomial]  # "ge", "gt" or "eq", and the polynomial
Term = tuple[bool, Polynomial, list[Polynomial]]
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class Logic(Ring):
    """Formulas on polynomials in the named variables, and refutations of facts."""

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
                n, d = self.fraction(left if right == "0" else ["+", left, ["*", "-1", right]])
                if relation in (">", ">="):
                    whole = self.scaled(self.multiply(n, d), 1 if truth else -1)
                    fact = ("gt" if (relation == ">") == truth else "ge", whole)
                else:
                    fact = ("eq", n) if (relation == "=") == truth else ("gt", self.multiply(n, n))
                if d.terms.keys() == {0} or (relation == ">" and not truth):
                    return [[fact]]  # the denominator is a number, or the fact holds where it is 0
                return [[fact, ("gt", self.multiply(d, d))]] if truth else [[fact], [("eq", d)]]
        raise Rejected(f"not a formula: {str(formula)[:60]}")

    def sides(self, tree: Any, relations: list[str]) -> list[Fact]:
        """That a polynomial has each of these relations to 0."""
        whole = self.polynomial(tree)
        return [(kind, self.scaled(whole, sign)) for kind, sign in map(SIDES.__getitem__, relations)]

    def refute(self, node: Any, facts: list[Fact], lemmas: dict[str, Any]) -> None:
        """Reject unless the node shows that the facts cannot hold together."""
        self.spend(1 + len(facts))
        match node:
            case {"split": tree, "cases": dict(cases)} if len(node) == 2:
                demand({*cases} in ({"<", "=", ">"}, {"<", ">="}, {"<=", ">"}), "a split leaves a gap")
                for inner, fact in zip(cases.values(), self.sides(tree, [*cases]), strict=True):
                    self.refute(inner, [*facts, fact], lemmas)
            case {"lemma": str(name), "then": inner} if name in lemmas and len(node) == 2:
                premises = self.cases(["and", *lemmas[name]["hypotheses"]], True)
                goals = self.cases(lemmas[name]["goal"], True)
                demand(len(premises) == len(goals) == 1, "a lemma has alternatives")
                self.spend(len(premises[0]) * sum(1 + len(polynomial) for _, polynomial in facts))
                demand(all(fact in facts for fact in premises[0]), "a lemma's hypothesis is not a fact here")
                self.refute(inner, [*facts, *goals[0]], lemmas)
            case {"terms": list(terms), "multipliers": list(multipliers)} if len(node) == 2:
                known: dict[str, list[Polynomial]] = {"ge": [], "gt": [], "eq": []}
                for kind, polynomial in facts:
                    known[kind].append(polynomial)
                parts = [self.term(part, known) for part in terms + multipliers]
                demand(any([strict for strict, _, _ in parts]), "no term is strictly positive")
                demand(self.vanishes([(weight, factors) for _, weight, factors in parts]), "the sum is not 0")
            case _:
                raise Rejected(f"not a refutation, or an unlisted lemma: {str(node)[:60]}")

    def term(self, part: Any, known: dict[str, list[Polynomial]]) -> Term:
        """If it must be > 0; a number; facts and twice a polynomial, or the multiple of an equation."""
        strict, weight, factors, places = self.term_read(part)
        for kind, i in places:
            if type(i) is not int or not 0 <= i < len(known[kind]):
                raise Rejected("no such fact")
        return strict, weight, factors + [known[kind][i] for kind, i in places]

    def term_read(self, part: Any) -> tuple[bool, Polynomial, list[Polynomial], list[tuple[str, Any]]]:
        """The same with the places of the facts, by kind, instead of them."""
        match part:
            case {"weight": number, "ge": list(ge), "gt": list(gt)} if len(part) == 3 + ("square" in part):
                demand(isinstance(number, str), "a weight is not positive")
                demand((weight := self.atom(number)[0]).terms.get(0, 0) > 0, "a weight is not positive")
                factors = [self.polynomial(part["square"])] * 2 if len(part) == 4 else []
                places = [("ge", i) for i in ge] + [("gt", i) for i in gt]
                return not ge and len(part) == 3, weight, factors, places
            case {"eq": index, "by": tree} if len(part) == 2:
                return False, self.one, [self.polynomial(tree)], [("eq", index)]
        raise Rejected(f"not a term: {str(part)[:60]}")

    def vanishes(self, parts: list[tuple[Polynomial, list[Polynomial]]]) -> bool:
        """Whether products of polynomials, each with a number before it, add up to 0."""
        total, _, _ = self.combined([(weight, self.multiply(*factors)) for weight, factors in parts])
        return not any(total.values())


def fingerprint(claim: Any) -> str:
    """SHA-256 of the claim's canonical text."""
    return f"sha256:{hashlib.sha256(CANONICAL(claim).encode()).hexdigest()}"


def systems(claim: Any, logic: Callable[[Any], Logic] = Logic) -> tuple[Logic, list[list[Fact]]]:
    """The alternatives of "hypotheses and not goal", in the order in which a certificate refutes them."""
    match claim:
        case {"variables": names, "hypotheses": list(hypotheses), "goal": goal} if len(claim) == 3:
            reader = logic(names)
            return reader, Logic.cases(reader, ["and", *hypotheses, ["not", goal]], True)
    raise Rejected("not a claim: it has variables, hypotheses (a list) and a goal, nothing else")


def check(certificate: Any, proved: dict[str, Any], logic: Callable[[Any], Logic] = Logic) -> None:
    """Reject unless the certificate proves its claim; `proved` are claims that may serve as lemmas.

    `logic` makes what reads formulas in the named variables.
    """
    try:
        match certificate:
            case {"format": "certificate/1", "claim": claim, "lemmas": [*used], "refutations": [*nodes]}:
                demand(certificate.get("fingerprint") == fingerprint(claim), "another claim's fingerprint")
                lemmas = {name: proved[name] for name in used if isinstance(name, str) and name in proved}
                demand(len(lemmas) == len(used), "a lemma is not proved, or listed twice")
                reader, alternatives = systems(claim, logic)
                demand(len(nodes) == len(alternatives), f"there are {len(alternatives)} cases to refute")
                for node, facts in zip(nodes, alternatives, strict=True):
                    reader.refute(node, facts, lemmas)
            case _:
                raise Rejected("not a certificate/1: it lacks one of claim, fingerprint, lemmas, refutations")
    except (RecursionError, TypeError, ValueError) as error:  # too deep, or no JSON data
        raise Rejected(str(error)) from None


if __name__ == "__main__":
    from verify.recheck import main

    raise SystemExit(main())
