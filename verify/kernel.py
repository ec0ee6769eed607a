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
Logics = dict[str, "Logic"]  # by the text of the variables
MAX_KEPT, MAX_LOGICS = 30_000, 40  # kept from one certificate to the next: work for each, and how many


class Logic(Ring):
    """Formulas on polynomials in the named variables, and refutations of facts.

    Certificates on the same variables have many formulas in common: each is read once, and counted each time.
    """

    def __init__(self, names: Any) -> None:
        super().__init__(names)
        self.read: dict[str, tuple[Any, int]] = {}  # by its text: what a tree stands for, and the work
        self.room = MAX_KEPT

    def once(self, key: str, read: Callable[[], Any]) -> Any:
        """What `read` gives, kept for the next time; the work counts as if it were done again."""
        if key in self.read:
            value, work = self.read[key]
            self.spend(work)
            return value
        before, value = self.work, read()
        if (work := self.work - before) <= self.room:
            self.read[key], self.room = (value, work), self.room - work
        return value

    def polynomial(self, tree: Any) -> Polynomial:
        """The polynomial that a tree without division stands for."""
        if isinstance(tree, str):
            return self.atom(tree)[0]
        known: Polynomial = self.once(repr(tree), lambda: Ring.polynomial(self, tree))
        return known

    def cases(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """Alternatives, each a list of facts; one of them holds exactly where the formula has this truth."""
        known: list[list[Fact]] = self.once(f"{truth} {formula!r}", lambda: self.alternatives(formula, truth))
        return known

    def alternatives(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """The same, read now."""
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

    def refute(self, node: Any, facts: list[Fact], lemmas: dict[str, Any]) -> None:
        """Reject unless the node shows that the facts cannot hold together."""
        self.spend(1 + len(facts))
        match node:
            case {"split": tree, "cases": dict(cases), **rest} if not rest:
                demand({*cases} in ({"<", "=", ">"}, {"<", ">="}, {"<=", ">"}), "a split leaves a gap")
                whole = self.polynomial(tree)
                for inner, (kind, sign) in [(cases[relation], SIDES[relation]) for relation in cases]:
                    self.refute(inner, [*facts, (kind, self.scaled(whole, sign))], lemmas)
            case {"lemma": str(name), "then": inner, **rest} if name in lemmas and not rest:
                premises = self.cases(["and", *lemmas[name]["hypotheses"]], True)
                goals = self.cases(lemmas[name]["goal"], True)
                demand(len(premises) == len(goals) == 1, "a lemma has alternatives")
                self.spend(len(premises[0]) * sum(1 + len(polynomial) for _, polynomial in facts))
                demand(all(fact in facts for fact in premises[0]), "a lemma's hypothesis is not a fact here")
                self.refute(inner, [*facts, *goals[0]], lemmas)
            case {"terms": list(terms), "multipliers": list(multipliers), **rest} if not rest:
                known = {kind: [p for k, p in facts if k == kind] for kind in ("ge", "gt", "eq")}
                parts = [self.term(part, known) for part in terms + multipliers]
                demand(any([strict for strict, _, _ in parts]), "no term is strictly positive")
                demand(not self.combined([part[1:] for part in parts]), "the sum is not 0")
            case _:
                raise Rejected(f"not a refutation, or an unlisted lemma: {str(node)[:60]}")

    def term(self, part: Any, known: dict[str, list[Polynomial]]) -> tuple[bool, Polynomial, Polynomial]:
        """If it must be > 0; a number, and the facts' product with a square, or a multiple of an equation."""
        match part:
            case {"weight": number, "ge": list(ge), "gt": list(gt), **rest} if rest.keys() <= {"square"}:
                demand(isinstance(number, str), "a weight is not positive")
                weight, strict, chosen = self.atom(number)[0], not ge and not rest, [("ge", i) for i in ge]
                demand(weight.terms.get(0, 0) > 0, "a weight is not positive")
                chosen += [("gt", i) for i in gt]
                others = [self.polynomial(rest["square"])] * 2 if rest else []
            case {"eq": index, "by": tree} if len(part) == 2:
                strict, weight, chosen, others = False, self.one, [("eq", index)], [self.polynomial(tree)]
            case _:
                raise Rejected(f"not a term: {str(part)[:60]}")
        for kind, i in chosen:
            demand(type(i) is int and 0 <= i < len(known[kind]), "no such fact")
            others.append(known[kind][i])
        return strict, weight, self.multiply(*others)


def fingerprint(claim: Any) -> str:
    """SHA-256 of the claim's canonical text."""
    text = json.dumps(claim, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def systems(claim: Any, logics: Logics | None = None) -> tuple[Logic, list[list[Fact]]]:
    """The alternatives of "hypotheses and not goal", in the order in which a certificate refutes them."""
    match claim:
        case {"variables": names, "hypotheses": list(hypotheses), "goal": goal} if len(claim) == 3:
            kept = {} if logics is None else logics
            if repr(names) not in kept and len(kept) >= MAX_LOGICS:
                kept.clear()
            logic = kept[repr(names)] = kept.get(repr(names)) or Logic(names)
            logic.work = 0
            return logic, logic.alternatives(["and", *hypotheses, ["not", goal]], True)
    raise Rejected("not a claim: it has variables, hypotheses (a list) and a goal, nothing else")


def check(certificate: Any, proved: dict[str, Any], logics: Logics | None = None) -> None:
    """Reject unless the certificate proves its claim; `proved` are claims that may serve as lemmas.

    `logics` keeps what was read from one certificate to the next.
    """
    try:
        match certificate:
            case {"format": "certificate/1", "claim": claim, "lemmas": [*used], "refutations": [*nodes]}:
                demand(certificate.get("fingerprint") == fingerprint(claim), "another claim's fingerprint")
                lemmas = {name: proved[name] for name in used if isinstance(name, str) and name in proved}
                demand(len(lemmas) == len(used), "a lemma is not proved, or listed twice")
                logic, alternatives = systems(claim, logics)
                demand(len(nodes) == len(alternatives), f"there are {len(alternatives)} cases to refute")
                for node, facts in zip(nodes, alternatives, strict=True):
                    logic.refute(node, facts, lemmas)
            case _:
                raise Rejected("not a certificate/1: it has claim, fingerprint, lemmas, refutations")
    except (RecursionError, TypeError, ValueError) as error:  # too deep, or no JSON data
        raise Rejected(str(error)) from None


if __name__ == "__main__":
    from verify.recheck import main

    raise SystemExit(main())
