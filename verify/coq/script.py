"""Proofs of theorems in Coq's tactics: the hypotheses become facts, and the certificate refutes every case.

The goal is denied, comparisons become facts about polynomials without denominators, and where they meet a
leaf of the certificate a sum of products of facts is shown to be both positive and 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.coq.products import Fact, Product, impossible_sum
from verify.coq.statement import Atom, Reader, statement, theorem_name, variable
from verify.kernel import Logic
from verify.polynomial import Polynomial

SPLITS = {
    ("<", "=", ">"): ("split_three", {">": ("gt", "1"), "=": ("eq", "1"), "<": ("gt", "-1")}),
    ("<", ">="): ("split_nonnegative", {">=": ("ge", "1"), "<": ("gt", "-1")}),
    ("<=", ">"): ("split_positive", {">": ("gt", "1"), "<=": ("ge", "-1")}),
}
"""What a split may be: the lemma that leaves no gap; for its cases, in order, the fact's kind and sign."""


def theorem(certificate: Mapping[str, Any], lemmas: Mapping[str, Any]) -> str:
    """The statement of a certificate's claim and its proof.

    Parameters
    ----------
    certificate : mapping
        In form, as `verify.coq.proof` has checked.
    lemmas : mapping of str to mapping
        The claims of the lemmas that the certificate lists, by fingerprint.

    Raises
    ------
    ValueError
        If the claim or a refutation is not one in form, or is too much work for the kernel.

    Examples
    --------
    >>> claim = {"variables": ["x"], "hypotheses": [], "goal": [">=", ["^", "x", 2], "0"]}
    >>> node = {"terms": [{"weight": "1", "ge": [], "gt": [0]}], "multipliers": []}
    >>> node["terms"].append({"weight": "1", "ge": [], "gt": [], "square": "x"})
    >>> made = theorem({"claim": claim, "fingerprint": "sha256:0123456789abcdef", "refutations": [node]}, {})
    >>> print(made.splitlines()[1], made.splitlines()[2].strip())
    Theorem claim_0123456789abcdef : forall v_x : R, v_x ^ 2 >= 0.
    """
    claim, name = certificate["claim"], certificate["fingerprint"]
    reader = Reader(Logic(claim["variables"]))
    stated = statement(claim, theorem_name(name), reader)
    script = "\n".join(_Script(reader, lemmas).lines(claim, certificate["refutations"]))
    return f"(* Claim {name} *)\n{stated}\nProof.\n{script}\nQed.\n"


Facts = tuple[Fact, ...]
Then = Callable[[Facts], Iterator[str]]


class _Script:
    """The tactics of one proof."""

    def __init__(self, reader: Reader, lemmas: Mapping[str, Any]) -> None:
        self.reader, self.ring, self.lemmas = reader, reader.ring, lemmas
        self.count = 0

    def fresh(self, letter: str) -> str:
        """A name not used before."""
        self.count += 1
        return f"{letter}{self.count}"

    def lines(self, claim: Any, nodes: Sequence[Any]) -> Iterator[str]:
        """The whole proof."""
        names = [self.fresh("h") for _ in claim["hypotheses"]]
        denied = self.fresh("h")
        variables = [variable(v) for v in claim["variables"]]
        if variables or names:
            yield f"  intros {' '.join([*variables, *names])}."
        yield f"  refine (by_contradiction {self.reader.decision(claim['goal'])} _). intros {denied}."
        known = [(h, True, name) for h, name in zip(claim["hypotheses"], names, strict=True)]
        left = iter(nodes)

        def refuted(facts: Facts) -> Iterator[str]:
            node = next(left, None)
            if node is None:
                raise ValueError(f"there are more cases to refute than the {len(nodes)} refutations")
            return self.refutation(node, facts)

        yield from self.assumed([*known, (claim["goal"], False, denied)], (), refuted)
        if next(left, None) is not None:
            raise ValueError(f"there are fewer cases to refute than the {len(nodes)} refutations")

    def assumed(self, todo: list[tuple[Any, bool, str]], facts: Facts, then: Then) -> Iterator[str]:
        """Take hypotheses (a formula, or its negation, and its name) apart into facts, in all cases."""
        if not todo:
            yield from then(facts)
            return
        (formula, truth, name), *rest = todo
        match formula:
            case ["not", inner] if truth:
                yield from self.assumed([(inner, False, name), *rest], facts, then)
            case ["not", inner]:
                new = self.fresh("h")
                yield f"  pose proof (by_contradiction {self.reader.decision(inner)} {name}) as {new}."
                yield from self.assumed([(inner, True, new), *rest], facts, then)
            case ["and" | "or" as word] if (word == "and") == truth:
                yield from self.assumed(rest, facts, then)
            case ["and" | "or"]:
                yield f"  exact {name}." if truth else f"  exact ({name} I)."
            case ["and" | "or", only]:
                yield from self.assumed([(only, truth, name), *rest], facts, then)
            case ["and" | "or" as word, first, *others]:
                source = name
                if not truth:
                    source = (
                        f"(not_or {name})"
                        if word == "or"
                        else f"(not_and {self.reader.decision(first)} {name})"
                    )
                a, b = self.fresh("h"), self.fresh("h")
                parts = (first, truth, a), ([word, *others], truth, b)
                if (word == "and") == truth:
                    yield f"  destruct {source} as [{a} {b}]."
                    yield from self.assumed([*parts, *rest], facts, then)
                else:
                    yield f"  destruct {source} as [{a} | {b}]."
                    for part in parts:
                        yield from _block(self.assumed([part, *rest], facts, then))
            case _:
                take = self.asserted if truth else self.denied
                yield from take(formula, name, facts, lambda more: self.assumed(rest, more, then))

    def asserted(self, formula: Any, name: str, facts: Facts, then: Then) -> Iterator[str]:
        """The facts of a comparison that holds."""
        atom, [alternative] = self.reader.atom(formula), self.reader.cases(formula, True)
        names = [self.fresh("c") for _ in atom.difference.denominators]
        comparison = name
        if names:
            comparison = self.fresh("h")
            yield f"  destruct {name} as {atom.pattern([*names, comparison])}."
        numbers = [self.fresh("n") for _ in atom.numbers]
        yield from _nonzero(atom, numbers)
        defined = atom.defined(names, numbers)
        proofs = [f"{atom.relation}_fact {atom.difference.cleared} {defined} {comparison}"]
        proofs.append(f"defined_fact {atom.difference.cleared} {defined}")
        for (kind, polynomial), evidence in zip(alternative, proofs, strict=False):
            facts = (*facts, Fact(kind, polynomial, self.fresh(kind)))
            yield f"  pose proof ({evidence}) as {facts[-1].name}."
        yield from then(facts)

    def denied(self, formula: Any, name: str, facts: Facts, then: Then) -> Iterator[str]:
        """The facts of a comparison that does not hold: it fails, or a denominator is 0."""
        atom, alternatives = self.reader.atom(formula), self.reader.cases(formula, False)
        contrary = f"(fun c r => {name} {atom.assembled('c', 'r')})"
        evidence = f"not_{atom.relation}_fact {atom.difference.cleared} {contrary}"
        new = [(*facts, Fact(kind, polynomial, self.fresh(kind))) for [(kind, polynomial)] in alternatives]
        if atom.relation == "gt":
            yield f"  pose proof ({evidence}) as {new[0][-1].name}."
            yield from then(new[0])
            return
        second = new[1][-1].name if len(new) > 1 else self.fresh("eq")
        yield f"  destruct ({evidence}) as [{new[0][-1].name} | {second}]."
        yield from _block(then(new[0]))
        yield from _block(then(new[1]) if len(new) > 1 else iter([f"  clear - {second}; lra."]))

    def refutation(self, node: Any, facts: Facts, whole: Facts = ()) -> Iterator[str]:
        """Show that the facts cannot hold together; some may be known with whole numbers already."""
        for fact in facts:
            if fact not in whole:
                yield from fact.restated(self.ring.atoms)
        match node:
            case {"split": tree, "cases": dict(cases)} if split := SPLITS.get(tuple(sorted(cases))):
                (rule, sides), text = split, self.reader.polynomial(tree)
                new = [
                    Fact(kind, self.ring.polynomial(["*", sign, tree]), self.fresh(kind))
                    for kind, sign in sides.values()
                ]
                pattern = new[-1].name
                for fact in reversed(new[:-1]):
                    pattern = f"[{fact.name} | {pattern}]"
                yield f"  destruct ({rule} {text}) as {pattern}."
                for relation, fact in zip(sides, new, strict=True):
                    yield from _block(self.refutation(cases[relation], (*facts, fact), facts))
            case {"lemma": str(name), "then": inner}:
                yield from self.lemma(name, inner, facts)
            case {"terms": list(terms), "multipliers": list(multipliers)}:
                products = [self.product(part, facts) for part in terms + multipliers]
                yield impossible_sum(products, self.ring.atoms)
            case _:
                raise ValueError(f"not a refutation: {str(node)[:60]}")

    def product(self, part: Any, facts: Facts) -> Product:
        """A part of the sum."""
        match part:
            case {"weight": text, "ge": list(ge), "gt": list(gt)}:
                weight = self.reader.number(text)
                if weight <= 0:
                    raise ValueError(f"the weight {text[:40]} is not positive")
                square = self.ring.polynomial(part["square"]) if "square" in part else None
                return Product(weight, (*_picked(facts, "gt", gt), *_picked(facts, "ge", ge)), square)
            case {"eq": index, "by": tree}:
                multiplier = self.ring.polynomial(tree)
                return Product(Fraction(1), _picked(facts, "eq", [index]), multiplier=multiplier)
        raise ValueError(f"not a term: {str(part)[:60]}")

    def lemma(self, name: str, inner: Any, facts: Facts) -> Iterator[str]:
        """Use a theorem proved before: its hypotheses from the facts, its goal as new facts."""
        if name not in self.lemmas:
            raise ValueError(f"the lemma {name[:80]} is not listed")
        claim = self.lemmas[name]
        names = [self.fresh("h") for _ in claim["hypotheses"]]
        for hypothesis, label in zip(claim["hypotheses"], names, strict=True):
            yield f"  assert ({label} : {self.reader.formula(hypothesis)})."
            yield from _block(self.derived(hypothesis, True, facts))
        values = [variable(v) if v in self.ring.atoms else "0" for v in claim["variables"]]
        label = self.fresh("h")
        yield f"  pose proof ({' '.join([theorem_name(name), *values, *names])}) as {label}."
        yield from self.assumed(
            [(claim["goal"], True, label)], facts, lambda more: self.refutation(inner, more, facts)
        )

    def derived(self, formula: Any, truth: bool, facts: Facts) -> Iterator[str]:
        """Prove a formula, or its negation, that amounts to a conjunction of the facts."""
        h = self.fresh("h")
        match formula:
            case ["not", inner]:
                if not truth:
                    yield f"  intros {h}. apply {h}."
                yield from self.derived(inner, not truth, facts)
            case ["and" | "or" as word] if (word == "and") == truth:
                yield "  exact I." if truth else "  intros []."
            case ["and" | "or", only]:
                yield from self.derived(only, truth, facts)
            case ["and" | "or" as word, first, *others] if (word == "and") == truth:
                yield "  split." if truth else f"  intros [{h} | {h}]; revert {h}."
                for part in (first, [word, *others]):
                    yield from _block(self.derived(part, truth, facts))
            case ["and" | "or" as word, first, *others]:
                here = bool(self.reader.cases(first, truth))
                if truth:
                    yield "  left." if here else "  right."
                else:
                    yield f"  intros [{f'{h} _' if here else f'_ {h}'}]; revert {h}."
                yield from self.derived(first if here else [word, *others], truth, facts)
            case [">" | ">=" | "=" | "!=", _, _]:
                yield from self.compared(formula, truth, facts)
            case _:
                raise ValueError(f"a lemma's hypothesis has alternatives: {str(formula)[:60]}")

    def compared(self, formula: Any, truth: bool, facts: Facts) -> Iterator[str]:
        """Prove a comparison or its negation from the facts that the kernel makes of it."""
        atom, alternatives = self.reader.atom(formula), self.reader.cases(formula, truth)
        if len(alternatives) != 1:
            raise ValueError("a lemma has alternatives")
        cleared = atom.difference.cleared
        evidence = [self.restated(kind, polynomial, facts) for kind, polynomial in alternatives[0]]
        if truth:
            nonzero = f"(square_nonzero {evidence[1]})" if len(evidence) > 1 else "_"
            step = f"both ({atom.relation}_from {cleared} {nonzero} {evidence[0]})"
            yield f"  refine ({step} (fun c r => {atom.assembled('c', 'r')})); clear; first [field | lra]."
        else:
            names = [self.fresh("c") for _ in atom.difference.denominators]
            numbers = [self.fresh("n") for _ in atom.numbers]
            yield from _nonzero(atom, numbers)
            yield f"  intros {atom.pattern([*names, 'r'])}."
            step = f"not_{atom.relation}_from {cleared} {evidence[0]} {atom.defined(names, numbers)} r"
            yield f"  refine ({step}); clear; first [field | lra]."

    def restated(self, kind: str, polynomial: Polynomial, facts: Facts) -> str:
        """The proof, by a fact, of the same fact in other words; that they are the same is left to prove."""
        for fact in facts:
            if (fact.kind, fact.polynomial) == (kind, polynomial):
                return f"(same_{kind} {fact.name} _)"
        raise ValueError("a lemma's hypothesis is not a fact where the lemma is used")


def _picked(facts: Facts, kind: str, indices: Sequence[Any]) -> tuple[Fact, ...]:
    """The facts of this kind with these numbers."""
    known = [fact for fact in facts if fact.kind == kind]
    if not all(type(i) is int and 0 <= i < len(known) for i in indices):
        raise ValueError(f"there are {len(known)} facts {kind}, not: {str(indices)[:40]}")
    return tuple(known[i] for i in indices)


def _nonzero(atom: Atom, names: Sequence[str]) -> Iterator[str]:
    """Prove that the denominators that are numbers are not 0."""
    for number, name in zip(atom.numbers, names, strict=True):
        yield f"  assert ({name} : {number} <> 0) by (clear; lra)."


def _block(lines: Iterator[str]) -> Iterator[str]:
    """The tactics for one of several goals."""
    yield "  {"
    yield from (f"  {line}" for line in lines)
    yield "  }"
