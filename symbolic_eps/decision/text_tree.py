"""Parses the text of a profile, or of a bound on priors, into a tree; standard library only.

A second reading, which shares no code with `symbolic_eps.profiles`: a record is judged by what it finds here.
A tree is an exact number, a name, or (operation, part, ...): + * / on two or more parts, ("^", base, n) with
a natural n, max, min, exp, log, sqrt, ("piecewise", value, condition, ..., value); a condition is a
comparison (relation, left, right) or and, or, not of conditions. Whatever else is written is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from verify.polynomial import MAX_EXPONENT, Rejected, demand

Tree = Any
"""Fraction, str or tuple, as above."""

MOST_CHARACTERS, MOST_DIGITS = 2000, 400
FUNCTIONS = {"exp": 1, "log": 1, "sqrt": 1, "max": None, "min": None}
RELATIONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=", ast.NotEq: "!="}
MINUS_ONE = Fraction(-1)


def profile_of(text: str, values: Mapping[str, Tree]) -> Tree:
    """The tree of a profile with numbers put for its parameters.

    Parameters
    ----------
    text : str
        As `symbolic-eps recommend` takes it.
    values : mapping of str to Tree
        What its names stand for; p and q are left as they are, unless they are among them.

    Raises
    ------
    verify.kernel.Rejected
        Not this arithmetic, or a name without a value.

    Examples
    --------
    >>> profile_of("max(a/(p*q), 0.5)", {"a": Fraction(1, 4)})
    ('max', ('/', Fraction(1, 4), ('*', 'p', 'q')), Fraction(1, 2))
    """
    return _value(_parsed(text), text.strip(), {"p": "p", "q": "q", **values})


def number_of(text: str) -> Fraction:
    """The rational number that a text without names says.

    Examples
    --------
    >>> number_of("1/4")
    Fraction(1, 4)
    """
    return rational(_value(_parsed(text), text.strip(), {}))


def conditions_of(text: str, values: Mapping[str, Tree]) -> list[Tree]:
    """The comparisons of a box such as `1/10<=p<=1/2, q<p`, all of which hold in it.

    Examples
    --------
    >>> conditions_of("1/10 <= p <= 1/2", {})
    [('<=', Fraction(1, 10), 'p'), ('<=', 'p', Fraction(1, 2))]
    """
    tree, names = _parsed(text), {"p": "p", "q": "q", **values}
    parts = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    wholes = [_condition(part, text.strip(), names) for part in parts]
    return [comparison for whole in wholes for comparison in _conjuncts(whole)]


def rational(tree: Tree) -> Fraction:
    """The value of a tree of numbers.

    Raises
    ------
    verify.kernel.Rejected
        Division by zero, a name, or what is not rational.
    """
    match tree:
        case Fraction():
            return tree
        case ("+", *parts):
            return sum(map(rational, parts), Fraction(0))
        case ("*", left, right):
            return rational(left) * rational(right)
        case ("/", left, right):
            divisor = rational(right)
            demand(divisor, "a division by zero")
            return rational(left) / divisor
        case ("^", base, int(exponent)):
            return rational(base) ** exponent
        case ("max" | "min" as word, *parts):
            return (max if word == "max" else min)(map(rational, parts))
    raise Rejected(f"not a rational number: {str(tree)[:60]}")


def _conjuncts(whole: Tree) -> list[Tree]:
    return [c for part in whole[1:] for c in _conjuncts(part)] if whole[0] == "and" else [whole]


def _parsed(text: Any) -> ast.expr:
    demand(isinstance(text, str) and len(text) <= MOST_CHARACTERS and text.isascii(), "not a text to read")
    body = text.translate(dict.fromkeys(map(ord, "\t\r\n"), " ")).strip()
    try:
        tree: ast.expr = ast.parse(body, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Rejected(f"not arithmetic: {text[:60]}") from None
    return tree


def _value(node: ast.expr, text: str, names: Mapping[str, Tree]) -> Tree:
    value = partial(_value, text=text, names=names)
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return _literal(text[node.col_offset : node.end_col_offset])
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return value(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _product(MINUS_ONE, value(operand))
        case ast.BinOp(op=ast.Sub(), left=left, right=right):
            return _sum(value(left), _product(MINUS_ONE, value(right)))
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _sum(value(left), value(right))
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return _product(value(left), value(right))
        case ast.BinOp(op=ast.Div(), left=left, right=right):
            return _quotient(value(left), value(right))
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            return _power(value(left), value(right))
        case ast.Call(func=ast.Name(id="piecewise"), args=[_, *_] as parts, keywords=[]):
            return _piecewise(parts, text, names)
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as parts, keywords=[]) if name in FUNCTIONS:
            demand(FUNCTIONS[name] in (None, len(parts)), f"{name} of so many arguments")
            return (name, *map(value, parts))
    raise Rejected(f"not read here: {ast.unparse(node)[:60]}")


def _literal(digits: str) -> Fraction:
    exponent = digits.lower().partition("e")[2] or "0"
    demand(digits[:2].lower() not in ("0x", "0o", "0b") and "_" not in digits, "not a decimal number")
    demand(len(digits) <= MOST_DIGITS and abs(int(exponent)) <= MOST_DIGITS, "a number of too many digits")
    return Fraction(digits)


def _sum(left: Tree, right: Tree) -> Tree:
    return left + right if isinstance(left, Fraction) and isinstance(right, Fraction) else ("+", left, right)


def _quotient(left: Tree, right: Tree) -> Tree:
    numbers = isinstance(left, Fraction) and isinstance(right, Fraction) and right
    return left / right if numbers else ("/", left, right)


def _product(left: Tree, right: Tree) -> Tree:
    return left * right if isinstance(left, Fraction) and isinstance(right, Fraction) else ("*", left, right)


def _power(base: Tree, exponent: Tree) -> Tree:
    """A power with an integer exponent as such; any other as the exponential that it stands for."""
    try:
        n = rational(exponent)
    except Rejected:
        return ("exp", ("*", exponent, ("log", base)))
    if n.denominator == 2:
        return _power(("sqrt", base), n * 2)
    if n.denominator > 1:
        return ("exp", ("*", n, ("log", base)))
    demand(abs(n) <= MAX_EXPONENT, "an exponent that is too large")
    power = ("^", base, abs(int(n)))
    return ("/", Fraction(1), power) if n <= 0 else power


def _piecewise(parts: list[ast.expr], text: str, names: Mapping[str, Tree]) -> Tree:
    """The first value whose condition holds; without a last value alone it has none elsewhere."""
    flat: list[Tree] = []
    for i, part in enumerate(parts):
        if isinstance(part, ast.Tuple):
            demand(len(part.elts) == 2, "a case is (value, condition)")
            flat += [_value(part.elts[0], text, names), _condition(part.elts[1], text, names)]
        else:
            demand(i == len(parts) - 1, "only the last value has no condition")
            flat.append(_value(part, text, names))
    return ("piecewise", *flat)


def _condition(node: ast.expr, text: str, names: Mapping[str, Tree]) -> Tree:
    match node:
        case ast.BoolOp(op=op, values=parts):
            word = "and" if isinstance(op, ast.And) else "or"
            return (word, *(_condition(part, text, names) for part in parts))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ("not", _condition(operand, text, names))
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(o) in RELATIONS for o in ops):
            sides = [_value(side, text, names) for side in (left, *others)]
            pairs = zip(ops, sides, sides[1:], strict=False)
            found = [(RELATIONS[type(op)], one, other) for op, one, other in pairs]
            return found[0] if len(found) == 1 else ("and", *found)
    raise Rejected(f"not a condition: {ast.unparse(node)[:60]}")
