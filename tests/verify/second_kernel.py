"""A second checker of certificates: SymPy's polynomials and docs/certificates.md, nothing of the kernel's.

And what a claim means, by definition: values at points; a comparison is false where it is undefined.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import sympy as sp

from verify import kernel


class Invalid(Exception):
    """The second checker says no."""


def require(condition: bool) -> None:
    if not condition:
        raise Invalid


def quotient(tree: Any, gens: dict[str, sp.Symbol]) -> tuple[sp.Expr, sp.Expr]:
    if isinstance(tree, str):
        if tree in gens:
            return gens[tree], sp.Integer(1)
        top, slash, bottom = tree.partition("/")
        require(top.removeprefix("-").isdecimal() and top.isascii())
        require(not slash or (bottom.isdecimal() and bottom.isascii() and bottom[0] != "0"))
        return sp.Rational(int(top), int(bottom or "1")), sp.Integer(1)
    require(isinstance(tree, list) and bool(tree))
    operator, *parts = tree
    if operator == "^":
        require(len(parts) == 2 and type(parts[1]) is int and 0 <= parts[1] <= 64)
        (n, d), k = quotient(parts[0], gens), parts[1]
        return (sp.Pow(n, k), sp.Pow(d, k)) if k else (d, d)
    fractions = [quotient(part, gens) for part in parts]
    if operator == "/":
        require(len(parts) == 2)
        (n, d), (m, e) = fractions
        return n * e**2, d * m * e
    require(operator in ("+", "*"))
    bottom = sp.Mul(*(d for _, d in fractions))
    if operator == "*":
        return sp.Mul(*(n for n, _ in fractions)), bottom
    others = [
        sp.Mul(n, *(d for j, (_, d) in enumerate(fractions) if j != i)) for i, (n, _) in enumerate(fractions)
    ]
    return sp.Add(*others), bottom


def expanded(expression: sp.Expr, gens: dict[str, sp.Symbol]) -> sp.Poly:
    return sp.Poly(expression, *gens.values(), sp.Symbol("unused"), domain="QQ")


def plain(tree: Any, gens: dict[str, sp.Symbol]) -> sp.Poly:
    top, bottom = quotient(tree, gens)
    require(expanded(bottom, gens) == 1)
    return expanded(top, gens)


def alternatives(formula: Any, gens: dict[str, sp.Symbol], wanted: bool) -> list[list[tuple[str, sp.Poly]]]:
    require(isinstance(formula, list) and bool(formula))
    word, *parts = formula
    if word == "not":
        require(len(parts) == 1)
        return alternatives(parts[0], gens, not wanted)
    if word in ("and", "or"):
        inner = [alternatives(part, gens, wanted) for part in parts]
        if (word == "or") == wanted:
            return [case for branch in inner for case in branch]
        return [[f for case in choice for f in case] for choice in itertools.product(*inner)]
    require(word in (">", ">=", "=", "!=") and len(parts) == 2)
    (n, d), (m, e) = (quotient(part, gens) for part in parts)
    top, bottom = expanded(n * e - m * d, gens), expanded(d * e, gens)
    constant = bottom.is_ground and not bottom.is_zero
    if wanted:
        fact = {">": ("gt", top * bottom), ">=": ("ge", top * bottom), "=": ("eq", top), "!=": ("gt", top**2)}
        return [[fact[word]] + ([] if constant else [("gt", bottom**2)])]
    fact = {">": ("ge", -top * bottom), ">=": ("gt", -top * bottom), "=": ("gt", top**2), "!=": ("eq", top)}
    return [[fact[word]]] + ([] if constant or word == ">" else [[("eq", bottom)]])


def confirm_refutation(
    given: Any, facts: list[tuple[str, sp.Poly]], gens: dict[str, sp.Symbol], lemmas: dict
) -> None:
    require(isinstance(given, dict))
    if set(given) == {"split", "cases"}:
        require(isinstance(given["cases"], dict))
        require(sorted(given["cases"]) in (["<", "=", ">"], ["<", ">="], ["<=", ">"]))
        on = plain(given["split"], gens)
        added = {">": ("gt", on), ">=": ("ge", on), "=": ("eq", on), "<": ("gt", -on), "<=": ("ge", -on)}
        for relation, inner in given["cases"].items():
            confirm_refutation(inner, [*facts, added[relation]], gens, lemmas)
        return
    if set(given) == {"lemma", "then"}:
        require(given["lemma"] in lemmas)
        lemma = lemmas[given["lemma"]]
        wanted = alternatives(["and", *lemma["hypotheses"]], gens, True)
        goal = alternatives(lemma["goal"], gens, True)
        require(len(wanted) == len(goal) == 1 and all(fact in facts for fact in wanted[0]))
        confirm_refutation(given["then"], facts + goal[0], gens, lemmas)
        return
    require(set(given) == {"terms", "multipliers"})
    require(isinstance(given["terms"], list) and isinstance(given["multipliers"], list))
    total, strict = expanded(sp.Integer(0), gens), False

    def chosen(kind: str, index: Any) -> sp.Poly:
        known = [p for k, p in facts if k == kind]
        require(type(index) is int and 0 <= index < len(known))
        return known[index]

    for part in given["terms"] + given["multipliers"]:
        require(isinstance(part, dict))
        if set(part) == {"eq", "by"}:
            total += plain(part["by"], gens) * chosen("eq", part["eq"])
            continue
        require(set(part) in ({"weight", "ge", "gt"}, {"weight", "ge", "gt", "square"}))
        require(isinstance(part["weight"], str) and part["weight"] not in gens)
        require(isinstance(part["ge"], list) and isinstance(part["gt"], list))
        value = plain(part["weight"], gens)
        require(value.LC() > 0)
        for kind in ("ge", "gt"):
            for index in part[kind]:
                value *= chosen(kind, index)
        strict |= part["ge"] == [] and "square" not in part
        total += value * (plain(part["square"], gens) ** 2 if "square" in part else 1)
    require(strict and total.is_zero)


def independent_verdict(given: dict, proved: dict) -> bool:
    try:
        statement = given["claim"]
        require(given["format"] == "certificate/1" and given["fingerprint"] == kernel.fingerprint(statement))
        require(set(statement) == {"variables", "hypotheses", "goal"})
        names = statement["variables"]
        require(isinstance(names, list) and all(isinstance(n, str) and n.isidentifier() for n in names))
        require(len(set(names)) == len(names))
        require(all(isinstance(statement[k], list) for k in ("hypotheses", "goal")))
        gens = {name: sp.Symbol(f"v_{name}") for name in names}
        lemmas = {name: proved[name] for name in given["lemmas"] if name in proved}
        require(len(lemmas) == len(given["lemmas"]))
        systems = alternatives(["and", *statement["hypotheses"], ["not", statement["goal"]]], gens, True)
        require(isinstance(given["refutations"], list) and len(systems) == len(given["refutations"]))
        for refutation, facts in zip(given["refutations"], systems, strict=True):
            confirm_refutation(refutation, facts, gens, lemmas)
    except (Invalid, KeyError, TypeError):
        return False
    return True


def value_at(tree: Any, point: dict[str, Fraction]) -> Fraction | None:
    if isinstance(tree, str):
        return point[tree] if tree in point else Fraction(tree)
    values = [value_at(part, point) for part in tree[1:] if not isinstance(part, int)]
    if None in values:
        return None
    match tree[0]:
        case "+":
            return sum(values, Fraction(0))
        case "*":
            return Fraction(sp.prod(values)) if values else Fraction(1)
        case "/":
            return values[0] / values[1] if values[1] else None
    return values[0] ** tree[2]


def true_at(formula: Any, point: dict[str, Fraction]) -> bool:
    match formula:
        case ["not", inner]:
            return not true_at(inner, point)
        case ["and", *parts]:
            return all(true_at(part, point) for part in parts)
        case ["or", *parts]:
            return any(true_at(part, point) for part in parts)
    a, b = (value_at(side, point) for side in formula[1:])
    if a is None or b is None:
        return False
    return {">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[formula[0]]


GRID = [Fraction(n, 2) for n in (-4, -2, -1, 0, 1, 2, 3, 4, 7)]


def counterexample(statement: dict) -> dict[str, Fraction] | None:
    for values in itertools.product(GRID, repeat=len(statement["variables"])):
        point = dict(zip(statement["variables"], values, strict=True))
        if all(true_at(h, point) for h in statement["hypotheses"]) and not true_at(statement["goal"], point):
            return point
    return None
