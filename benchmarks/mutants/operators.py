"""Operators: what a misprint may do to one node of a formula. They know formulas, no paper and no symbol.

An operator takes a node and what is known of the claim, and yields other nodes. The walk over all nodes of a
claim is in `planting`; a change that leaves the statement as it is, is left out there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from verify.probability.weighted_sum import Total


@dataclass(frozen=True)
class Knowledge:
    """What an operator may know of the claim.

    Parameters
    ----------
    confined : frozenset of Symbol
        The symbols whose hypotheses confine them to [0, 1].
    alike : mapping of Symbol to tuple of Symbol
        To a symbol those of like domain.
    over : frozenset of Symbol
        Those over which an extremum is taken.
    """

    confined: frozenset[sp.Symbol] = frozenset()
    alike: Mapping[sp.Symbol, tuple[sp.Symbol, ...]] = field(default_factory=dict)
    over: frozenset[sp.Symbol] = frozenset()


@dataclass(frozen=True)
class Spot:
    """A node, and where it stands.

    Parameters
    ----------
    node : Basic, str, int or Fraction
        What may be changed.
    whole : bool
        Whether it is a side of a comparison, or a whole part of a statement, rather than a part of a formula.
    field : str
        The field of the statement object that it is (part of); empty in a formula of its own.
    exponent : bool
        Whether it is the exponent of a power.
    """

    node: object
    whole: bool = False
    field: str = ""
    exponent: bool = False


Operator = Callable[[Spot, Knowledge], Iterator[object]]

TURNED = {sp.Gt: sp.Lt, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Le: sp.Ge}
STRICT = {sp.Gt: sp.Ge, sp.Ge: sp.Gt, sp.Lt: sp.Le, sp.Le: sp.Lt}
WORDS_TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": ">", "+": "-", "-": "+"}
WORDS_STRICT = {">": ">=", ">=": ">", "<": "<=", "<=": "<"}
BOUNDS = ("lower", "upper", "point", "start", "origin")
HYPOTHESIS = "hypothesis"
"""The field of what a claim assumes."""


def product_of(*factors: sp.Expr) -> sp.Expr:
    """A product as it stands; a number times a sum stays a bracket."""
    return sp.Mul(*factors, evaluate=False)


def with_part(node: sp.Basic, index: int, *parts: sp.Basic) -> sp.Basic:
    """The node with other parts in place of one."""
    return rebuilt(node, (*node.args[:index], *parts, *node.args[index + 1 :]))


def rebuilt(node: sp.Basic, parts: tuple[sp.Basic, ...]) -> sp.Basic:
    """The node with other parts; comparisons, and what SymPy would not leave as it is, unevaluated."""
    if isinstance(node, (Relational, Boolean)) or (
        isinstance(node, (sp.Add, sp.Mul, sp.Pow)) and not _as_evaluated(node)
    ):
        return node.func(*parts, evaluate=False)
    return node.func(*parts)


@lru_cache(maxsize=1 << 14)
def _as_evaluated(node: sp.Basic) -> bool:
    """Whether SymPy would leave it as it stands."""
    return bool(node.func(*node.args) == node)


def signs(spot: Spot, known: Knowledge) -> Iterator[object]:
    """The sign of a term or of a side; a comparison the other way round; the other side of a limit."""
    node = spot.node
    if isinstance(node, str) and spot.field in ("relation", "side") and node in WORDS_TURNED:
        yield WORDS_TURNED[node]
    if type(node) in TURNED:
        yield TURNED[type(node)](*node.args, evaluate=False)
    if isinstance(node, sp.Add):
        for index, term in enumerate(node.args):
            yield with_part(node, index, -term)
    if spot.whole and isinstance(node, sp.Expr) and node != 0:
        yield product_of(sp.Integer(-1), node) if node.is_Add else -node


def factors(spot: Spot, known: Knowledge) -> Iterator[object]:
    """A term or a side doubled."""
    node = spot.node
    if isinstance(node, sp.Add):
        for index, term in enumerate(node.args):
            yield with_part(node, index, 2 * term)
    if spot.whole and isinstance(node, sp.Expr) and node.is_finite is not False and node != 0:
        yield product_of(sp.Integer(2), node) if node.is_Add else 2 * node


def powers(spot: Spot, known: Knowledge) -> Iterator[object]:
    """A power or a root without its exponent, a symbol squared, e^x for e^(2x)."""
    node = spot.node
    if isinstance(node, sp.exp):
        coefficient, _ = node.args[0].as_coeff_Mul()
        if coefficient not in (1, -1):
            yield sp.exp(node.args[0] / sp.Abs(coefficient))
    elif isinstance(node, sp.Pow) and node.exp != -1:
        yield 1 / node.base if node.exp.is_negative else node.base
    elif isinstance(node, sp.Symbol) and not spot.exponent:
        yield node**2


def swaps(spot: Spot, known: Knowledge) -> Iterator[object]:
    """A symbol for another of like domain at one place; two of them exchanged in a whole side."""
    node = spot.node
    if isinstance(node, sp.Symbol):
        yield from known.alike.get(node, ())
    elif spot.whole and isinstance(node, sp.Expr):
        for one in sorted(node.free_symbols, key=str):
            for other in known.alike.get(one, ()):
                if str(one) < str(other) or other not in node.free_symbols:
                    yield node.xreplace({one: other, other: one})


def complements(spot: Spot, known: Knowledge) -> Iterator[object]:
    """1 - s for a symbol s that is confined to [0, 1], at one place."""
    if isinstance(spot.node, sp.Symbol) and spot.node in known.confined:
        yield 1 - spot.node


def strictness(spot: Spot, known: Knowledge) -> Iterator[object]:
    """< for <=, and the other way round."""
    node = spot.node
    if isinstance(node, str) and spot.field == "relation" and node in WORDS_STRICT:
        yield WORDS_STRICT[node]
    if type(node) in STRICT:
        yield STRICT[type(node)](*node.args, evaluate=False)


def bounds(spot: Spot, known: Knowledge) -> Iterator[object]:
    """Another end of an integral, a sum or a limit, an index less; in a hypothesis, of a range."""
    node = spot.node
    if spot.field in BOUNDS and spot.whole and isinstance(node, sp.Expr):
        yield from moved(node)
    if isinstance(node, Total) and len(node.indices) > 1:
        yield from (Total(node.summand, *(j for j in node.indices if j != i)) for i in node.indices)
    if isinstance(node, Relational) and spot.field == HYPOTHESIS:
        for index, side in enumerate(node.args):
            if side in known.over:
                yield from (with_part(node, 1 - index, end) for end in moved(node.args[1 - index]))


def moved(end: sp.Expr) -> Iterator[sp.Expr]:
    """Other ends than this one."""
    if end in (sp.oo, -sp.oo):
        yield -end
        yield sp.Integer(1)
    elif end == 0:
        yield sp.Integer(1)
        yield sp.Rational(1, 2)
    else:
        yield 2 * end
        yield end / 2


def off_by_one(spot: Spot, known: Knowledge) -> Iterator[object]:
    """An integer, a numerator or a denominator, one more or one less; -1 is left to the sign operator."""
    node = spot.node
    if isinstance(node, sp.Rational) and node.q == 1 and node != -1:
        yield from (node + 1, node - 1)
    elif isinstance(node, sp.Rational) and not is_decimal(node):
        yield from (sp.Rational(node.p + 1, node.q), sp.Rational(node.p, node.q + 1))
    elif isinstance(node, (int, Fraction)) and not isinstance(node, bool):
        yield from (node + 1, node - 1)


def brackets(spot: Spot, known: Knowledge) -> Iterator[object]:
    """A bracket closed one term or factor too early or too late, in a product, a power or a function."""
    node = spot.node
    if isinstance(node, sp.Mul):
        for index, factor in enumerate(node.args):
            rest = rebuilt(node, (*node.args[:index], *node.args[index + 1 :]))
            below = isinstance(factor, sp.Pow) and factor.exp == -1
            inner = factor.base if below else factor
            if isinstance(inner, sp.Add):  # a*(b + c) becomes a*b + c, and a/(b + c) becomes a/b + c
                first, *others = inner.args
                yield sp.Add(rest / first if below else rest * first, *others, evaluate=False)
            elif below and isinstance(inner, sp.Mul):  # a/(b*c) becomes a/b*c
                first, *others = inner.args
                yield rest / first * sp.Mul(*others)
    if isinstance(node, sp.Add):
        for index, term in enumerate(node.args):  # a*b + c becomes a*(b + c)
            first, *others = sp.Mul.make_args(term)
            if others and first != -1:
                rest = sp.Add(*node.args[:index], *node.args[index + 1 :], evaluate=False)
                yield product_of(first, sp.Add(product_of(*others), rest, evaluate=False))
    if isinstance(node, sp.Pow) and isinstance(node.base, (sp.Add, sp.Mul)) and node.exp != -1:
        first, *others = node.base.args  # (a + b)^n becomes a + b^n
        rest = node.base.func(*others, evaluate=False) if len(others) > 1 else others[0]
        yield node.base.func(first, rest**node.exp, evaluate=False)
    if isinstance(node, sp.Pow) and isinstance(node.base, sp.Add) and node.exp == -1:
        first, *others = node.base.args  # 1/(a + b) becomes 1/a + b
        yield sp.Add(1 / first, *others)
    if isinstance(node, (sp.log, sp.exp)) and isinstance(node.args[0], (sp.Add, sp.Mul)):
        first, *others = node.args[0].args  # log(a + b) becomes log(a) + b
        yield node.args[0].func(node.func(first), *others, evaluate=False)


def digits(spot: Spot, known: Knowledge) -> Iterator[object]:
    """One digit of a decimal number, the last or the one before it, one more or one less."""
    node = spot.node
    if isinstance(node, str) and (number := re.search(r"\d+(\.\d+)?", node)) and spot.field == "printed":
        yield from (node[: number.start()] + d + node[number.end() :] for d in other_digits(number[0]))
    elif isinstance(node, (sp.Rational, Fraction)) and is_decimal(node) and not spot.exponent:
        places = next(n for n in range(1, 40) if 10**n % int(node.denominator) == 0)
        step = Fraction(1, 10**places)
        made = (Fraction(int(node.numerator), int(node.denominator)) + s for s in (step, -step, 10 * step))
        yield from (
            sp.Rational(n.numerator, n.denominator) if isinstance(node, sp.Basic) else n for n in made
        )


def other_digits(number: str) -> Iterator[str]:
    """Numbers of as many decimals that differ in one digit of the last two, by one."""
    whole, point, decimals = number.partition(".")
    value = int(whole + decimals)
    for step in (1, -1, 10):
        text = str(value + step).rjust(len(decimals) + 1, "0")
        yield text[: len(text) - len(decimals)] + point + text[len(text) - len(decimals) :]


def is_decimal(number: sp.Rational | Fraction) -> bool:
    """Whether a person writes it as a decimal number: its denominator divides a power of 10, from 10 on."""
    rest = int(number.denominator)
    if rest < 10:
        return False
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


OPERATORS: Mapping[str, Operator] = {
    "sign": signs,
    "factor": factors,
    "power": powers,
    "swap": swaps,
    "complement": complements,
    "strictness": strictness,
    "bound": bounds,
    "off by one": off_by_one,
    "bracket": brackets,
    "digit": digits,
}
"""By name. What changes a claim as a whole, the dropped hypothesis, is in `planting`."""
