"""Claims as Coq says them: expressions, formulas and theorems, and the proofs that clear their denominators.

A comparison of quotients says that no denominator is 0, and what it compares; each expression carries a proof
that it is a quotient n / d of two polynomials just where all its own denominators are not 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill
from typing import Any

from verify.kernel import Fact, Logic
from verify.polynomial import MAX_EXPONENT, NAME, NUMBER

Conditions = str | tuple["Conditions", "Conditions"]
"""The shape of `C` in `cleared C v n d`: a pair for a conjunction, a denominator, or "" for True."""


def theorem_name(fingerprint: str) -> str:
    """The name of the theorem that states a claim.

    Parameters
    ----------
    fingerprint : str
        The claim's.

    Examples
    --------
    >>> theorem_name("sha256:37d756e8fe914976ec6f5ab4")
    'claim_37d756e8fe914976'
    """
    return f"claim_{fingerprint.removeprefix('sha256:')[:16]}"


def variable(name: str) -> str:
    """The name of a claim's variable in Coq, where no other name begins so.

    Parameters
    ----------
    name : str
        The variable's name in the claim.

    Examples
    --------
    >>> variable("a")
    'v_a'
    """
    return f"v_{name}"


def statement(claim: Mapping[str, Any], name: str, reader: Reader) -> str:
    r"""The theorem that a claim is, without its proof.

    Parameters
    ----------
    claim : mapping
        Variables, hypotheses and goal, as the kernel reads them.
    name : str
        The theorem's name.
    reader : Reader
        Over the claim's variables.

    Raises
    ------
    ValueError
        If a hypothesis or the goal is not a formula in the claim's variables.

    Examples
    --------
    >>> claim = {"variables": ["a"], "hypotheses": [[">", "a", "0"]], "goal": [">", ["/", "1", "a"], "0"]}
    >>> print(statement(claim, "inverse_positive", Reader(Logic(["a"]))))
    Theorem inverse_positive : forall v_a : R,
      v_a > 0 ->
      v_a <> 0 /\ 1 / v_a > 0.
    """
    variables = [variable(v) for v in claim["variables"]]
    binder = f"forall {' '.join(variables)} : R," if variables else ""
    premises = [f"{reader.formula(hypothesis)} ->" for hypothesis in claim["hypotheses"]]
    parts = [f"Theorem {name} : {binder}", *premises, f"{reader.formula(claim['goal'])}."]
    return "\n".join(map(_wrapped, parts))


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
class Atom:
    r"""A comparison, and how it is proved and used in spite of its denominators.

    Parameters
    ----------
    relation : str
        `gt`, `ge`, `eq` or `ne`.
    stated : str
        The comparison alone, as Coq says it.
    difference : term
        Left side minus right side.

    Examples
    --------
    >>> atom = Reader(Logic(["a"])).atom([">", ["/", "1", "a"], "0"])
    >>> atom.text, atom.pattern(["nonzero", "positive"])
    ('v_a <> 0 /\\ 1 / v_a > 0', '[nonzero positive]')
    """

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


class Reader:
    r"""Writes expressions and formulas over a ring's variables in Coq.

    Parameters
    ----------
    ring : verify.kernel.Logic
        The kernel's ring, which tells what is an expression and limits the work.

    Examples
    --------
    >>> reader = Reader(Logic(["x"]))
    >>> reader.formula(["or", ["not", [">", ["^", "x", 2], "1/4"]], ["=", "x", "0"]])
    '(~ (v_x ^ 2 > 1/4)) \\/ (v_x = 0)'
    """

    def __init__(self, ring: Logic) -> None:
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
                    return _Term(variable(tree), 3)
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

    def atom(self, formula: Any) -> Atom:
        """The comparison."""
        relation, *sides = formula
        left, right = map(self.term, sides)
        sign = "<>" if relation == "!=" else relation
        difference = _combined(f"{left.text} - {right.at(1)}", 0, "cleared_minus", left, right)
        return Atom(NAMES[relation], f"{left.text} {sign} {right.text}", difference)

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
