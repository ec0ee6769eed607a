"""Two evaluators that share no code with the package: of SymPy's trees, and of the kernel's notation.

Values are fractions, or numbers of 80 digits, of which a difference below 1e-60 counts as zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from mpmath.ctx_mp import MPContext
from sympy import Eq, Ge, Gt, Le, Lt, Ne

from verify.language.encoding import Encoded

ARITHMETIC = MPContext()
ARITHMETIC.dps = 80
NEGLIGIBLE = ARITHMETIC.mpf(10) ** -60

Point = Mapping[sp.Symbol, Any]


class UndefinedError(ArithmeticError):
    """No real value."""


def lifted(value: Any) -> Any:
    return ARITHMETIC.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else value


def sign(value: Any) -> int:
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    return 0 if abs(value) < NEGLIGIBLE else int(ARITHMETIC.sign(value))


def alike(*values: Any) -> tuple[Any, ...]:
    return values if all(isinstance(v, Fraction) for v in values) else tuple(map(lifted, values))


def divided(one: Any, other: Any) -> Any:
    if sign(other) == 0:
        raise UndefinedError
    one, other = alike(one, other)
    return one / other


def compared(relation: str, left: Any, right: Any) -> bool:
    one, other = alike(left, right)
    difference = sign(one - other)
    return {
        ">": difference > 0,
        ">=": difference >= 0,
        "<": difference < 0,
        "<=": difference <= 0,
        "=": difference == 0,
        "!=": difference != 0,
    }[relation]


def value(expression: sp.Basic, at: Point) -> Any:
    """The value of a SymPy expression."""
    if isinstance(expression, sp.Rational):
        return Fraction(int(expression.p), int(expression.q))
    if isinstance(expression, sp.Symbol):
        return at[expression]
    if isinstance(expression, sp.Piecewise):
        return piecewise(expression, at)
    if expression in (sp.I, sp.zoo, sp.nan):
        raise UndefinedError
    if isinstance(expression, sp.Pow) and isinstance(expression.exp, sp.Rational):
        return power(value(expression.base, at), Fraction(int(expression.exp.p), int(expression.exp.q)))
    parts = alike(*(value(part, at) for part in expression.args))
    if isinstance(expression, sp.Add):
        return sum(parts[1:], start=parts[0])
    if isinstance(expression, sp.Mul):
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    if isinstance(expression, sp.log):
        if sign(parts[0]) <= 0:
            raise UndefinedError
        return ARITHMETIC.log(lifted(parts[0]))
    plain: dict[type, Callable[..., Any]] = {
        sp.Max: max,
        sp.Min: min,
        sp.Abs: abs,
        sp.sign: lambda v: Fraction(sign(v)),
        sp.exp: lambda v: ARITHMETIC.exp(lifted(v)),
    }
    return plain[type(expression)](*parts)


def piecewise(expression: sp.Piecewise, at: Point) -> Any:
    """The first piece whose condition holds; the conditions before it have to be false, not undefined."""
    for piece, condition in expression.args:
        known = defined_truth(condition, at)
        if known is None:
            raise UndefinedError
        if known:
            return value(piece, at)
    raise UndefinedError


def defined_truth(condition: sp.Basic, at: Point) -> bool | None:
    if condition in (sp.true, sp.false):
        return bool(condition)
    try:
        left, right = (value(side, at) for side in condition.args)
    except UndefinedError:
        return None
    return compared(SYMBOLS[type(condition)], left, right)


def power(base: Any, exponent: Fraction) -> Any:
    if exponent.denominator != 1:
        if sign(base) < 0:
            raise UndefinedError
        root = Fraction(0) if sign(base) == 0 else ARITHMETIC.root(lifted(base), exponent.denominator)
        return power(root, Fraction(exponent.numerator))
    return base ** int(exponent) if exponent > 0 else divided(Fraction(1), base ** int(-exponent))


SYMBOLS = {Gt: ">", Ge: ">=", Lt: "<", Le: "<=", Eq: "=", Ne: "!="}


def true_at(formula: sp.Basic, at: Point) -> bool:
    """Truth of a SymPy formula; a comparison that is undefined is false."""
    if formula in (sp.true, sp.false):
        return bool(formula)
    if isinstance(formula, sp.And):
        return all(true_at(part, at) for part in formula.args)
    if isinstance(formula, sp.Or):
        return any(true_at(part, at) for part in formula.args)
    if isinstance(formula, sp.Not):
        return not true_at(formula.args[0], at)
    if isinstance(formula, sp.Implies):
        return not true_at(formula.args[0], at) or true_at(formula.args[1], at)
    if isinstance(formula, sp.Equivalent):
        return len({true_at(part, at) for part in formula.args}) == 1
    return defined_truth(formula, at) is True


def tree_value(tree: Any, at: Mapping[str, Any]) -> Any:
    """The value of an expression of the kernel's notation."""
    if isinstance(tree, str):
        return at[tree] if tree in at else Fraction(tree)
    head, *parts = tree
    if head == "^":
        return tree_value(parts[0], at) ** parts[1]
    values = [tree_value(part, at) for part in parts]
    if head == "/":
        return divided(*values)
    total = Fraction(head == "*")
    for one in values:
        left, right = alike(total, one)
        total = left * right if head == "*" else left + right
    return total


def tree_true(tree: Any, at: Mapping[str, Any]) -> bool:
    """Truth of a formula of the kernel's notation."""
    head, *parts = tree
    if head in ("and", "or"):
        return (all if head == "and" else any)(tree_true(part, at) for part in parts)
    if head == "not":
        return not tree_true(parts[0], at)
    try:
        return compared(head, *(tree_value(part, at) for part in parts))
    except UndefinedError:
        return False


def claim_true(found: Encoded, at: Point, filling: Fraction | None = None) -> bool:
    """Truth of the claim at a point: roots and exponentials have their values, undefined ones any value.

    With a `filling`, all roots have that (mostly wrong) value.
    """
    names: dict[str, Any] = {}
    for name, meaning in found.symbols.items():
        is_root = not (meaning.is_Symbol or isinstance(meaning, sp.exp))
        try:
            names[name] = filling if is_root and filling is not None else value(meaning, at)
        except UndefinedError:
            names[name] = Fraction(-7, 3)
    holds = tree_true(found.claim["goal"], names)
    return holds or not all(tree_true(h, names) for h in found.claim["hypotheses"])
