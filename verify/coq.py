"""Coq (8.16) files that prove a claim from its certificate: a second opinion, by another program.

The statement is the claim, read as the kernel reads it; the proof follows the certificate: the goal is
denied, denominators are cleared, and a sum of products that is positive is shown to be 0. The proof needs
Coq's standard library only, this module Python's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill
from typing import Any

from verify.kernel import MAX_EXPONENT, NAME, NUMBER, Fact, Polynomial, Ring, fingerprint

Conditions = str | tuple["Conditions", "Conditions"]
"""The shape of `C` in `cleared C v n d`: a pair for a conjunction, a denominator, or "" for True."""


def proof(certificate: Mapping[str, Any], lemmas: Sequence[Mapping[str, Any]] = ()) -> str:
    r"""Coq file that states the certificate's claim as a theorem and proves it as the certificate says.

    Nothing is judged here: of a wrong certificate comes, if no error, a file that Coq rejects. The file ends
    by printing the axioms that the theorem rests on, which are those of Coq's real numbers.

    Parameters
    ----------
    certificate : mapping
        A certificate as the kernel reads it.
    lemmas : sequence of mappings
        The certificates of the lemmas, and of their lemmas, in any order. All become theorems of the file.

    Returns
    -------
    str
        The text of the file. Variables are written with `v_` before their names, the theorem is named
        `claim_` and the first 16 digits of the fingerprint.

    Raises
    ------
    ValueError
        If a certificate is not one in form, carries another claim's fingerprint, rests on a lemma that is not
        given or on itself, or is too much work for the kernel.

    Examples
    --------
    >>> from verify.kernel import fingerprint
    >>> claim = {"variables": ["a"], "hypotheses": [[">", "a", "0"]], "goal": [">", ["/", "1", "a"], "0"]}
    >>> term = {"weight": "1", "ge": [], "gt": [0]}, {"weight": "1", "ge": [0], "gt": []}
    >>> node = {"terms": list(term), "multipliers": []}
    >>> certificate = {"format": "certificate/1", "claim": claim, "fingerprint": fingerprint(claim)}
    >>> text = proof({**certificate, "lemmas": [], "refutations": [node]})
    >>> print(text[text.index("Theorem") : text.index("Proof.\n  intros v_a")])
    Theorem claim_37d756e8fe914976 : forall v_a : R,
      v_a > 0 ->
      v_a <> 0 /\ 1 / v_a > 0.
    <BLANKLINE>
    """
    try:
        certificates = {_checked_form(c)["fingerprint"]: c for c in (*lemmas, certificate)}
        ordered = _in_order(certificates)
        theorems = [_theorem(c, {k: certificates[k]["claim"] for k in c["lemmas"]}) for c in ordered]
    except RecursionError:
        raise ValueError("the certificate is nested too deeply to be read") from None
    last = f"Print Assumptions {_theorem_name(certificate['fingerprint'])}.\n"
    return "\n".join([LIBRARY, *theorems, last])


def _checked_form(certificate: Any) -> Mapping[str, Any]:
    match certificate:
        case {
            "format": "certificate/1",
            "claim": {"variables": _, "hypotheses": list(), "goal": _} as claim,
            "fingerprint": str(name),
            "lemmas": list(lemmas),
            "refutations": list(),
        } if len(claim) == 3 and all(isinstance(lemma, str) for lemma in lemmas):
            if name != fingerprint(claim):
                raise ValueError(f"the fingerprint {name[:80]} is another claim's")
            return certificate  # type: ignore[no-any-return]
    raise ValueError("not a certificate: certificate/1 has claim, fingerprint, lemmas, refutations")


def _in_order(certificates: Mapping[str, Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The certificates, each after its lemmas."""
    ordered: dict[str, Mapping[str, Any]] = {}

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise ValueError(f"the lemma {name[:80]} rests on itself")
        if name not in certificates:
            raise ValueError(f"no certificate is given for the lemma {name[:80]}")
        if name not in ordered:
            for lemma in certificates[name]["lemmas"]:
                visit(lemma, (*above, name))
            ordered[name] = certificates[name]

    for name in certificates:
        visit(name, ())
    return list(ordered.values())


def _theorem_name(name: str) -> str:
    return f"claim_{name.removeprefix('sha256:')[:16]}"


def _variable(name: str) -> str:
    return f"v_{name}"


def _theorem(certificate: Mapping[str, Any], lemmas: Mapping[str, Any]) -> str:
    """The statement and its proof."""
    claim, name = certificate["claim"], certificate["fingerprint"]
    ring = Ring(claim["variables"])
    reader = _Reader(ring)
    variables = [_variable(v) for v in claim["variables"]]
    binder = f"forall {' '.join(variables)} : R," if variables else ""
    premises = [f"{reader.formula(hypothesis)} ->" for hypothesis in claim["hypotheses"]]
    statement = [f"Theorem {_theorem_name(name)} : {binder}", *premises, f"{reader.formula(claim['goal'])}."]
    script = "\n".join(_Script(reader, lemmas).lines(claim, certificate["refutations"]))
    return f"(* Claim {name} *)\n" + "\n".join(map(_wrapped, statement)) + f"\nProof.\n{script}\nQed.\n"


def _wrapped(text: str) -> str:
    margin = "" if text.startswith("Theorem") else "  "
    return fill(
        text,
        108,
        initial_indent=margin,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


@dataclass(frozen=True)
class _Term:
    """An expression in Coq: its text, how loosely it binds (0 sum, 1 product, 2 power, 3 atom).

    `clearing` proves `cleared C text n d` where the expression has a quotient, else it is empty; `conditions`
    is the shape of C, `denominators` are those of its denominators that the statement names.
    """

    text: str
    level: int
    clearing: str = ""
    conditions: Conditions = ""
    denominators: tuple[str, ...] = ()

    def at(self, level: int) -> str:
        """The text, in parentheses where something of this level is needed."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def cleared(self) -> str:
        """The proof of `cleared C text n d`."""
        return self.clearing or f"(cleared_polynomial ({self.text}))"


def _combined(text: str, level: int, rule: str, left: _Term, right: _Term) -> _Term:
    """The term made of two by a sum, difference or product."""
    if not (left.clearing or right.clearing):
        return _Term(text, level)
    clearing = f"({rule} {left.cleared} {right.cleared})"
    denominators = tuple(dict.fromkeys(left.denominators + right.denominators))
    return _Term(text, level, clearing, (left.conditions, right.conditions), denominators)


def _paths(shape: Conditions, path: str) -> dict[str, str]:
    """How each denominator's condition is proved by `path`, a proof of the conjunction."""
    match shape:
        case str():
            return {shape: path}
        case left, right:
            return _paths(right, f"(proj2 {path})") | _paths(left, f"(proj1 {path})")


@dataclass(frozen=True)
class _Atom:
    """A comparison: `difference` is left minus right, `stated` the comparison alone."""

    relation: str
    stated: str
    difference: _Term

    @property
    def text(self) -> str:
        """The comparison, and that no denominator is 0."""
        return " /\\ ".join([*(f"{d} <> 0" for d in self.difference.denominators), self.stated])

    def pattern(self, names: Sequence[str]) -> str:
        """Where the names come from: one for each denominator, and one for the comparison."""
        *conditions, last = names
        return "".join(f"[{name} " for name in conditions) + last + "]" * len(conditions)

    def defined(self, names: Sequence[str], numbers: Sequence[str]) -> str:
        """The proof of C from hypotheses on the stated denominators and on those that are numbers."""
        named = zip((*self.difference.denominators, *self.numbers), (*names, *numbers), strict=True)
        known = dict(named)

        def conjunction(shape: Conditions) -> str:
            match shape:
                case "":
                    return "I"
                case str():
                    return known[shape]
                case left, right:
                    return f"(conj {conjunction(left)} {conjunction(right)})"

        return conjunction(self.difference.conditions)

    @property
    def numbers(self) -> list[str]:
        """The denominators that the text does not name, as they are numbers other than 0."""
        return [
            d for d in _paths(self.difference.conditions, "") if d and d not in self.difference.denominators
        ]

    def assembled(self, defined: str, comparison: str) -> str:
        """The proof of the text from one of C and one of the comparison."""
        paths = _paths(self.difference.conditions, defined)
        conditions = [paths[d] for d in self.difference.denominators]
        return "".join(f"(conj {path} " for path in conditions) + comparison + ")" * len(conditions)


NAMES = {">": "gt", ">=": "ge", "=": "eq", "!=": "ne"}

SPLITS = {
    ("<", "=", ">"): ("split_three", {">": ("gt", "1"), "=": ("eq", "1"), "<": ("gt", "-1")}),
    ("<", ">="): ("split_nonnegative", {">=": ("ge", "1"), "<": ("gt", "-1")}),
    ("<=", ">"): ("split_positive", {">": ("gt", "1"), "<=": ("ge", "-1")}),
}
"""What a split may be: the lemma that leaves no gap; for its cases, in order, the fact's kind and sign."""


class _Reader:
    """Writes expressions and formulas over a ring's variables in Coq."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self._cases: dict[tuple[str, bool], list[list[Fact]]] = {}

    def number(self, text: Any) -> Fraction:
        """The number that a string stands for."""
        if not (isinstance(text, str) and NUMBER.fullmatch(text)):
            undeclared = isinstance(text, str) and NAME.fullmatch(text)
            raise ValueError(f"{'undeclared variable' if undeclared else 'not a number:'} {str(text)[:70]}")
        return Fraction(text)

    def cases(self, formula: Any, truth: bool) -> list[list[Fact]]:
        """The kernel's alternatives; kept, as the kernel limits its work."""
        key = json.dumps(formula), truth
        if key not in self._cases:
            self._cases[key] = self.ring.cases(formula, truth)
        return self._cases[key]

    def term(self, tree: Any) -> _Term:
        """The expression."""
        match tree:
            case str():
                if tree in self.ring.atoms:
                    return _Term(_variable(tree), 3)
                value = self.number(tree)
                return (
                    _Term(f"({value})", 3)
                    if value < 0
                    else _Term(f"{value}", 3 if value.denominator == 1 else 1)
                )
            case ["+" | "*" as operation, *parts]:
                first, *others = parts or ["0" if operation == "+" else "1"]
                total = self.term(first)
                for part in others:
                    total = self._product(total, part) if operation == "*" else self._sum(total, part)
                return total
            case ["/", top, bottom]:
                left, right = self.term(top), self.term(bottom)
                named = () if self._is_number(bottom) else (right.text,)
                return _Term(
                    f"{left.at(1)} / {right.at(2)}",
                    1,
                    f"(cleared_quotient {left.cleared} {right.cleared})",
                    ((left.conditions, right.conditions), right.text),
                    tuple(dict.fromkeys(left.denominators + right.denominators + named)),
                )
            case ["^", base, exponent] if type(exponent) is int and 0 <= exponent <= MAX_EXPONENT:
                power = self.term(base)
                text = f"{power.at(3)} ^ {exponent}"
                if not power.clearing:
                    return _Term(text, 2)
                rule = f"cleared_power {exponent - 1}" if exponent else "cleared_power_zero"
                clearing = f"({rule} {power.clearing})"
                return _Term(text, 2, clearing, power.conditions, power.denominators)
        raise ValueError(f"not an expression: {str(tree)[:60]}")

    def _product(self, left: _Term, tree: Any) -> _Term:
        right = self.term(tree)
        return _combined(f"{left.at(1)} * {right.at(2)}", 1, "cleared_times", left, right)

    def _sum(self, left: _Term, tree: Any) -> _Term:
        match tree:
            case ["*", "-1", first, *others]:
                right = self.term(["*", first, *others])
                return _combined(f"{left.text} - {right.at(1)}", 0, "cleared_minus", left, right)
        right = self.term(tree)
        return _combined(f"{left.text} + {right.at(1)}", 0, "cleared_plus", left, right)

    def _is_number(self, tree: Any) -> bool:
        """Whether an expression has no variables and is defined and not 0."""

        def constant(part: Any) -> bool:
            if isinstance(part, list):
                return all(map(constant, part[1:]))
            return part not in self.ring.atoms

        return constant(tree) and all(self.ring.fraction(tree))

    def polynomial(self, tree: Any) -> str:
        """An expression without quotients, in parentheses."""
        self.ring.polynomial(tree)
        return f"({self.term(tree).text})"

    def atom(self, formula: Any) -> _Atom:
        """The comparison."""
        relation, *sides = formula
        left, right = map(self.term, sides)
        sign = "<>" if relation == "!=" else relation
        difference = _combined(f"{left.text} - {right.at(1)}", 0, "cleared_minus", left, right)
        return _Atom(NAMES[relation], f"{left.text} {sign} {right.text}", difference)

    def formula(self, tree: Any) -> str:
        """The formula, as a proposition."""
        match tree:
            case ["not", inner]:
                return f"~ ({self.formula(inner)})"
            case ["and" | "or" as word, *parts]:
                if len(parts) < 2:
                    return self.formula(parts[0]) if parts else {"and": "True", "or": "False"}[word]
                return {"and": " /\\ ", "or": " \\/ "}[word].join(f"({self.formula(part)})" for part in parts)
            case [">" | ">=" | "=" | "!=", _, _]:
                return self.atom(tree).text
        raise ValueError(f"not a formula: {str(tree)[:60]}")

    def decision(self, tree: Any) -> str:
        """The proof that the formula holds or does not hold."""
        match tree:
            case ["not", inner]:
                return f"(not_decided {self.decision(inner)})"
            case ["and" | "or" as word]:
                return {"and": "true_decided", "or": "false_decided"}[word]
            case ["and" | "or" as word, first, *others]:
                rest = f" {self.decision([word, *others])})" if others else ""
                return f"({word}_decided {self.decision(first)}{rest}" if others else self.decision(first)
        atom = self.atom(tree)
        unequal = "(not_decided (eq_decided _ _))"
        last = unequal if atom.relation == "ne" else f"({atom.relation}_decided _ _)"
        count = len(atom.difference.denominators)
        return f"(and_decided {unequal} " * count + last + ")" * count


@dataclass(frozen=True)
class _Fact:
    """A hypothesis `name` of the proof: the polynomial is >= 0 (`ge`), > 0 (`gt`) or = 0 (`eq`)."""

    kind: str
    polynomial: Polynomial
    name: str


Facts = tuple[_Fact, ...]
Then = Callable[[Facts], Iterator[str]]


class _Script:
    """The tactics of one proof."""

    def __init__(self, reader: _Reader, lemmas: Mapping[str, Any]) -> None:
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
        variables = [_variable(v) for v in claim["variables"]]
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
            facts = (*facts, _Fact(kind, polynomial, self.fresh(kind)))
            yield f"  pose proof ({evidence}) as {facts[-1].name}."
        yield from then(facts)

    def denied(self, formula: Any, name: str, facts: Facts, then: Then) -> Iterator[str]:
        """The facts of a comparison that does not hold: it fails, or a denominator is 0."""
        atom, alternatives = self.reader.atom(formula), self.reader.cases(formula, False)
        contrary = f"(fun c r => {name} {atom.assembled('c', 'r')})"
        evidence = f"not_{atom.relation}_fact {atom.difference.cleared} {contrary}"
        new = [(*facts, _Fact(kind, polynomial, self.fresh(kind))) for [(kind, polynomial)] in alternatives]
        if atom.relation == "gt":
            yield f"  pose proof ({evidence}) as {new[0][-1].name}."
            yield from then(new[0])
            return
        second = new[1][-1].name if len(new) > 1 else self.fresh("eq")
        yield f"  destruct ({evidence}) as [{new[0][-1].name} | {second}]."
        yield from _block(then(new[0]))
        yield from _block(then(new[1]) if len(new) > 1 else iter([f"  clear - {second}; lra."]))

    def refutation(self, node: Any, facts: Facts) -> Iterator[str]:
        """Show that the facts cannot hold together."""
        match node:
            case {"split": tree, "cases": dict(cases)} if split := SPLITS.get(tuple(sorted(cases))):
                (rule, sides), text = split, self.reader.polynomial(tree)
                new = [
                    _Fact(kind, self.ring.polynomial(["*", sign, tree]), self.fresh(kind))
                    for kind, sign in sides.values()
                ]
                pattern = new[-1].name
                for fact in reversed(new[:-1]):
                    pattern = f"[{fact.name} | {pattern}]"
                yield f"  destruct ({rule} {text}) as {pattern}."
                for relation, fact in zip(sides, new, strict=True):
                    yield from _block(self.refutation(cases[relation], (*facts, fact)))
            case {"lemma": str(name), "then": inner}:
                yield from self.lemma(name, inner, facts)
            case {"terms": list(terms), "multipliers": list(multipliers)}:
                strict = [term for term in terms if self._is_strict(term)]
                if not strict:
                    raise ValueError("no term is strictly positive")
                first = strict[0]
                total = self.product(first, facts)
                for part in (term for term in terms + multipliers if term is not first):
                    evidence = self.product(part, facts)
                    weaker = f"(weaken {evidence})" if self._is_strict(part) else evidence
                    total = f"(plus_ge\n    {total}\n    {weaker})"
                yield f"  apply (not_zero {total}). clear. field."
            case _:
                raise ValueError(f"not a refutation: {str(node)[:60]}")

    @staticmethod
    def _is_strict(term: Any) -> bool:
        return isinstance(term, dict) and "weight" in term and not term.get("ge") and "square" not in term

    def product(self, part: Any, facts: Facts) -> str:
        """The proof that a weighted product is > 0 or >= 0, or that a multiple of an equation is >= 0."""
        match part:
            case {"weight": text, "ge": list(ge), "gt": list(gt)}:
                weight = self.reader.number(text)
                if weight <= 0:
                    raise ValueError(f"the weight {text[:40]} is not positive")
                evidence = f"(weight {weight.numerator} {weight.denominator})"
                factors = [(name, True) for name in _picked(facts, "gt", gt)]
                factors += [(name, False) for name in _picked(facts, "ge", ge)]
                if "square" in part:
                    factors.append((f"(square {self.reader.polynomial(part['square'])})", False))
                strict = True
                for name, positive in factors:
                    if strict and positive:
                        evidence = f"(times_gt {evidence} {name})"
                    else:
                        evidence = f"(times_ge {f'(weaken {evidence})' if strict else evidence} {name})"
                        strict = False
                return evidence
            case {"eq": index, "by": tree}:
                return f"(multiple {self.reader.polynomial(tree)} {_picked(facts, 'eq', [index])[0]})"
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
        values = [_variable(v) if v in self.ring.atoms else "0" for v in claim["variables"]]
        label = self.fresh("h")
        yield f"  pose proof ({' '.join([_theorem_name(name), *values, *names])}) as {label}."
        yield from self.assumed(
            [(claim["goal"], True, label)], facts, lambda more: self.refutation(inner, more)
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
        evidence = [self.found(kind, polynomial, facts) for kind, polynomial in alternatives[0]]
        if truth:
            nonzero = f"(square_nonzero {evidence[1]})" if len(evidence) > 1 else "_"
            found = f"both ({atom.relation}_from {cleared} {nonzero} {evidence[0]})"
            yield f"  refine ({found} (fun c r => {atom.assembled('c', 'r')})); clear; first [field | lra]."
        else:
            names = [self.fresh("c") for _ in atom.difference.denominators]
            numbers = [self.fresh("n") for _ in atom.numbers]
            yield from _nonzero(atom, numbers)
            yield f"  intros {atom.pattern([*names, 'r'])}."
            found = f"not_{atom.relation}_from {cleared} {evidence[0]} {atom.defined(names, numbers)} r"
            yield f"  refine ({found}); clear; first [field | lra]."

    def found(self, kind: str, polynomial: Polynomial, facts: Facts) -> str:
        """The proof, by a fact, of the same fact in other words; that they are the same is left to prove."""
        for fact in facts:
            if (fact.kind, fact.polynomial) == (kind, polynomial):
                return f"(same_{kind} {fact.name} _)"
        raise ValueError("a lemma's hypothesis is not a fact where the lemma is used")


def _picked(facts: Facts, kind: str, indices: Sequence[Any]) -> list[str]:
    """The names of the facts of this kind with these numbers."""
    names = [fact.name for fact in facts if fact.kind == kind]
    if not all(type(i) is int and 0 <= i < len(names) for i in indices):
        raise ValueError(f"there are {len(names)} facts {kind}, not: {str(indices)[:40]}")
    return [names[i] for i in indices]


def _nonzero(atom: _Atom, names: Sequence[str]) -> Iterator[str]:
    """Prove that the denominators that are numbers are not 0."""
    for number, name in zip(atom.numbers, names, strict=True):
        yield f"  assert ({name} : {number} <> 0) by (clear; lra)."


def _block(lines: Iterator[str]) -> Iterator[str]:
    """The tactics for one of several goals."""
    yield "  {"
    yield from (f"  {line}" for line in lines)
    yield "  }"


LIBRARY = r"""From Coq Require Import Reals Lra.
Local Open Scope R_scope.

(* C says that no denominator in v is 0; it holds just where d is not 0, and there v is n / d. *)
Definition cleared (C : Prop) (v n d : R) := (C -> d <> 0) /\ (d <> 0 -> C /\ v * d = n).

Lemma cleared_polynomial v : cleared True v v 1.
Proof. split; intros _; [lra | split; [exact I | ring]]. Qed.

Ltac combine :=
  intros [U V] [W X]; split; intros H;
  [ apply Rmult_integral_contrapositive; destruct H; split; [now apply U | now apply W]
  | destruct V as [c <-]; [intros ->; apply H; ring |];
    destruct X as [c' <-]; [intros ->; apply H; ring |];
    split; [split; assumption | ring] ].

Lemma cleared_plus {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v + w) (n * e + m * d) (d * e).
Proof. combine. Qed.

Lemma cleared_minus {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v - w) (n * e - m * d) (d * e).
Proof. combine. Qed.

Lemma cleared_times {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared (C /\ D) (v * w) (n * m) (d * e).
Proof. combine. Qed.

Lemma cleared_quotient {C D v w n m d e} : cleared C v n d -> cleared D w m e ->
  cleared ((C /\ D) /\ w <> 0) (v / w) (n * e * e) (d * m * e).
Proof.
  intros [U V] [W X]. split.
  - intros [[c c'] H]. specialize (U c). specialize (W c'). destruct (X W) as [_ <-].
    repeat (apply Rmult_integral_contrapositive; split); assumption.
  - intros H. destruct V as [c <-]; [intros ->; apply H; ring |].
    destruct X as [c' E]; [intros ->; apply H; ring |].
    assert (w <> 0) by (intros ->; apply H; rewrite <- E; ring).
    split; [tauto | rewrite <- E; field; assumption].
Qed.

(* For exponents from 1 on: k is one less than the exponent. *)
Lemma cleared_power {C v n d} k : cleared C v n d -> cleared C (v ^ S k) (n ^ S k) (d ^ S k).
Proof.
  intros [U V]. split; intros H; [apply pow_nonzero; tauto |].
  destruct V as [c <-]; [intros ->; apply H; simpl; ring |].
  split; [exact c | symmetry; apply Rpow_mult_distr].
Qed.

Lemma cleared_power_zero {C v n d} : cleared C v n d -> cleared C (v ^ 0) d d.
Proof. intros [U V]. split; [exact U |]. intros H. split; [tauto | simpl; ring]. Qed.

(* From a comparison or its negation to the fact about polynomials, and back. *)
Section Comparison.
Context {C : Prop} {a b n d : R} (cl : cleared C (a - b) n d).

Lemma defined_fact : C -> 0 < d * d.
Proof. intros c. apply Rsqr_pos_lt. now apply cl. Qed.

Lemma product_sign : C -> n * d = (a - b) * (d * d).
Proof. intros c. destruct (proj2 cl (proj1 cl c)) as [_ <-]. ring. Qed.

Lemma gt_fact : C -> a > b -> 0 < n * d.
Proof.
  intros c H. rewrite product_sign by exact c.
  apply Rmult_lt_0_compat; [lra | now apply defined_fact].
Qed.

Lemma ge_fact : C -> a >= b -> 0 <= n * d.
Proof. intros c H. rewrite product_sign by exact c. apply Rmult_le_pos; [lra | apply Rle_0_sqr]. Qed.

Lemma eq_fact : C -> a = b -> n = 0.
Proof. intros c H. destruct (proj2 cl (proj1 cl c)) as [_ <-]. rewrite H. ring. Qed.

Lemma ne_fact : C -> a <> b -> 0 < n * n.
Proof.
  intros c H. apply Rsqr_pos_lt. destruct (proj2 cl (proj1 cl c)) as [_ <-].
  apply Rmult_integral_contrapositive. split; [lra | now apply cl].
Qed.

Lemma gt_from : d <> 0 -> 0 < n * d -> C /\ a > b.
Proof.
  intros D H. destruct (proj2 cl D) as [c _]. split; [exact c |].
  destruct (Rlt_or_le b a) as [L | L]; [exact L | exfalso].
  assert (0 <= (b - a) * (d * d)) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]).
  rewrite (product_sign c) in H. lra.
Qed.

Lemma ge_from : d <> 0 -> 0 <= n * d -> C /\ a >= b.
Proof.
  intros D H. destruct (proj2 cl D) as [c _]. split; [exact c |].
  destruct (Rlt_or_le a b) as [L | L]; [exfalso | lra].
  assert (0 < (b - a) * (d * d)) by (apply Rmult_lt_0_compat; [lra | now apply Rsqr_pos_lt]).
  rewrite (product_sign c) in H. lra.
Qed.

Lemma eq_from : d <> 0 -> n = 0 -> C /\ a = b.
Proof.
  intros D H. destruct (proj2 cl D) as [c E]. split; [exact c |].
  rewrite H in E. destruct (Rmult_integral _ _ E); [lra | contradiction].
Qed.

Lemma ne_from : d <> 0 -> 0 < n * n -> C /\ a <> b.
Proof.
  intros D H. destruct (proj2 cl D) as [c E]. split; [exact c |].
  intros F. rewrite <- E, F in H. lra.
Qed.

Lemma not_gt_fact : (C -> a > b -> False) -> 0 <= - (n * d).
Proof.
  intros H. destruct (Req_dec d 0) as [-> | D]; [lra |].
  destruct (Rlt_or_le 0 (n * d)) as [L | L]; [| lra].
  destruct (gt_from D L). exfalso. tauto.
Qed.

Lemma not_ge_fact : (C -> a >= b -> False) -> 0 < - (n * d) \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Rlt_or_le (n * d) 0) as [L | L]; [lra |].
  destruct (ge_from D L). exfalso. tauto.
Qed.

Lemma not_eq_fact : (C -> a = b -> False) -> 0 < n * n \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Req_dec n 0) as [L | L]; [| now apply Rsqr_pos_lt].
  destruct (eq_from D L). exfalso. tauto.
Qed.

Lemma not_ne_fact : (C -> a <> b -> False) -> n = 0 \/ d = 0.
Proof.
  intros H. destruct (Req_dec d 0) as [E | D]; [now right | left].
  destruct (Req_dec n 0) as [L | L]; [exact L |].
  destruct (ne_from D (Rsqr_pos_lt _ L)). exfalso. tauto.
Qed.

Lemma not_gt_from : 0 <= - (n * d) -> C -> a > b -> False.
Proof. intros F c H. generalize (gt_fact c H). lra. Qed.

Lemma not_ge_from : 0 < - (n * d) -> C -> a >= b -> False.
Proof. intros F c H. generalize (ge_fact c H). lra. Qed.

Lemma not_eq_from : 0 < n * n -> C -> a = b -> False.
Proof. intros F c H. rewrite (eq_fact c H) in F. lra. Qed.

Lemma not_ne_from : n = 0 -> C -> a <> b -> False.
Proof. intros F c H. generalize (ne_fact c H). rewrite F. lra. Qed.
End Comparison.

(* Comparisons of reals, and what and, or, not make of them, hold or do not hold. *)
Definition decided (P : Prop) := P \/ ~ P.
Lemma gt_decided a b : decided (a > b).
Proof. destruct (Rlt_or_le b a); [left | right]; lra. Qed.
Lemma ge_decided a b : decided (a >= b).
Proof. destruct (Rlt_or_le a b); [right | left]; lra. Qed.
Lemma eq_decided (a b : R) : decided (a = b).
Proof. exact (Req_dec a b). Qed.
Lemma true_decided : decided True.
Proof. now left. Qed.
Lemma false_decided : decided False.
Proof. now right. Qed.
Lemma not_decided {P} : decided P -> decided (~ P).
Proof. unfold decided. tauto. Qed.
Lemma and_decided {P Q} : decided P -> decided Q -> decided (P /\ Q).
Proof. unfold decided. tauto. Qed.
Lemma or_decided {P Q} : decided P -> decided Q -> decided (P \/ Q).
Proof. unfold decided. tauto. Qed.
Lemma by_contradiction {P} : decided P -> (~ P -> False) -> P.
Proof. unfold decided. tauto. Qed.
Lemma not_and {P Q} : decided P -> ~ (P /\ Q) -> ~ P \/ ~ Q.
Proof. unfold decided. tauto. Qed.
Lemma not_or {P Q} : ~ (P \/ Q) -> ~ P /\ ~ Q.
Proof. tauto. Qed.

Lemma split_three p : 0 < p \/ p = 0 \/ 0 < - p.
Proof. destruct (Rtotal_order p 0) as [H | [H | H]]; lra. Qed.
Lemma split_nonnegative p : 0 <= p \/ 0 < - p.
Proof. destruct (Rlt_or_le p 0); lra. Qed.
Lemma split_positive p : 0 < p \/ 0 <= - p.
Proof. destruct (Rlt_or_le 0 p); lra. Qed.

Lemma square_nonzero {p} : 0 < p * p -> p <> 0.
Proof. intros H ->. lra. Qed.
Lemma both {P Q G : Prop} : P /\ Q -> (P -> Q -> G) -> G.
Proof. tauto. Qed.
Lemma same_gt {p q} : 0 < p -> p = q -> 0 < q.
Proof. now intros H <-. Qed.
Lemma same_ge {p q} : 0 <= p -> p = q -> 0 <= q.
Proof. now intros H <-. Qed.
Lemma same_eq {p q} : p = 0 -> p = q -> q = 0.
Proof. now intros H <-. Qed.

(* The parts of a sum that cannot be 0. *)
Lemma weight n d : 0 < IZR (Zpos n) / IZR (Zpos d).
Proof. apply Rdiv_lt_0_compat; now apply IZR_lt. Qed.
Lemma weaken {p} : 0 < p -> 0 <= p.
Proof. apply Rlt_le. Qed.
Lemma square p : 0 <= p * p.
Proof. apply Rle_0_sqr. Qed.
Lemma multiple p {q} : q = 0 -> 0 <= p * q.
Proof. intros ->. lra. Qed.
Lemma times_gt {p q} : 0 < p -> 0 < q -> 0 < p * q.
Proof. apply Rmult_lt_0_compat. Qed.
Lemma times_ge {p q} : 0 <= p -> 0 <= q -> 0 <= p * q.
Proof. apply Rmult_le_pos. Qed.
Lemma plus_ge {p q} : 0 < p -> 0 <= q -> 0 < p + q.
Proof. apply Rplus_lt_le_0_compat. Qed.
Lemma not_zero {p} : 0 < p -> p = 0 -> False.
Proof. intros H ->. exact (Rlt_irrefl 0 H). Qed.
"""
