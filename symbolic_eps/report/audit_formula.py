"""Formulas as SymPy prints them, read back as expression trees in which nothing is simplified.

The text is parsed and never evaluated, so that a note of any origin can be shown as mathematics.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import sympy as sp

from symbolic_eps.report.notation import GREEK
from verify.probability.weighted_sum import Quotient, Total

_SYMBOL = re.compile(r"[A-Za-z]\d*|[A-Za-z]+_\w+|eps")


def is_symbol(name: str, symbols: frozenset[str] = frozenset()) -> bool:
    """Whether a name is a symbol: one of these, a letter, a letter with an index, or Greek."""
    return name in symbols or name in GREEK or bool(_SYMBOL.fullmatch(name))


def parsed(text: str, symbols: frozenset[str] = frozenset()) -> sp.Basic | None:
    """The formula, with nothing simplified; None where the text is none.

    Parameters
    ----------
    text : str
        As SymPy prints it; `=` may stand for `Eq`.
    symbols : frozenset of str
        Names that are symbols although they look like words.

    Examples
    --------
    >>> parsed("a = a/a"), parsed("open(a)")
    (Eq(a, (a/a)), None)
    """
    source = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
    try:
        return _built(ast.parse(source.strip(), mode="eval").body, symbols)
    except (SyntaxError, ValueError, TypeError, RecursionError):
        return None


def _unevaluated(function: Callable[..., Any]) -> Callable[..., sp.Basic]:
    return lambda *arguments: function(*arguments, evaluate=False)


FUNCTIONS: dict[str, Callable[..., sp.Basic]] = {
    "sqrt": lambda x: sp.Pow(x, sp.S.Half, evaluate=False),
    "Derivative": lambda f, v: sp.Derivative(f, v, evaluate=False),
    "Piecewise": _unevaluated(sp.Piecewise),
    "Total": Total,
    "Eq": _unevaluated(sp.Eq),
    "Ne": _unevaluated(sp.Ne),
    "log": _unevaluated(sp.log),
    "exp": _unevaluated(sp.exp),
    "Max": _unevaluated(sp.Max),
    "Min": _unevaluated(sp.Min),
    "max": _unevaluated(sp.Max),
    "min": _unevaluated(sp.Min),
    "Abs": _unevaluated(sp.Abs),
    "And": _unevaluated(sp.And),
    "Or": _unevaluated(sp.Or),
    "Not": _unevaluated(sp.Not),
    "Implies": _unevaluated(sp.Implies),
}
CONSTANTS = {"oo": sp.oo, "E": sp.E, "True": sp.true, "False": sp.false}
_COMPARISONS: dict[type[ast.cmpop], Callable[..., sp.Basic]] = {
    ast.Lt: sp.StrictLessThan,
    ast.LtE: sp.LessThan,
    ast.Gt: sp.StrictGreaterThan,
    ast.GtE: sp.GreaterThan,
    ast.Eq: sp.Equality,
    ast.NotEq: sp.Unequality,
}


def _built(node: ast.expr, symbols: frozenset[str]) -> Any:
    """The tree as a formula; an error where something is no part of one."""

    def build(part: ast.expr) -> Any:
        return _built(part, symbols)

    match node:
        case ast.Constant(value=bool(value)):
            return sp.true if value else sp.false
        case ast.Constant(value=int(value)):
            return sp.Integer(value)
        case ast.Constant(value=float()):
            return sp.Symbol(ast.unparse(node))
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.Name(id=name) if is_symbol(name, symbols):
            return sp.Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return sp.Mul(sp.Integer(-1), *_factors(operand, symbols), evaluate=False)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return FUNCTIONS["Not"](build(operand))
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            terms = _terms(node, symbols)
            return sp.Add(*sorted(terms, key=_is_negative), evaluate=False)  # SymPy's order is not a reader's
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            return _ratio(node, symbols)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return sp.Pow(build(left), build(right), evaluate=False)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as op, right=right):
            return FUNCTIONS["And" if isinstance(op, ast.BitAnd) else "Or"](build(left), build(right))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
            return _COMPARISONS[type(op)](build(left), build(right), evaluate=False)
        case ast.Call(func=ast.Name(id="Piecewise"), args=[*cases], keywords=[]) if cases:
            return FUNCTIONS["Piecewise"](*(_case(case, symbols) for case in cases))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*map(build, arguments))
    raise ValueError(f"no part of a formula: {ast.unparse(node)}")


def _case(node: ast.expr, symbols: frozenset[str]) -> sp.Tuple:
    """A value with its condition."""
    if isinstance(node, ast.Tuple) and len(node.elts) == 2:
        return sp.Tuple(*(_built(part, symbols) for part in node.elts))
    raise ValueError(f"no case: {ast.unparse(node)}")


def _is_negative(term: sp.Expr) -> bool:
    """Whether a term is written with a minus sign."""
    return bool(term.is_number and term.is_Rational and term < 0) or (term.is_Mul and term.args[0] == -1)


def _terms(node: ast.expr, symbols: frozenset[str]) -> list[sp.Expr]:
    """The terms of a sum as it is written."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [*_terms(left, symbols), _built(right, symbols)]
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return [
                *_terms(left, symbols),
                sp.Mul(sp.Integer(-1), *_factors(right, symbols), evaluate=False),
            ]
    return [_built(node, symbols)]


def _factors(node: ast.expr, symbols: frozenset[str]) -> list[sp.Expr]:
    """The factors of a product as it is written."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return [*_factors(node.left, symbols), *_factors(node.right, symbols)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return [sp.Integer(-1), *_factors(node.operand, symbols)]
    return [_built(node, symbols)]


def _ratio(node: ast.BinOp, symbols: frozenset[str]) -> sp.Expr:
    if isinstance(node.op, ast.Mult):
        return sp.Mul(*_factors(node, symbols), evaluate=False)
    below = _built(node.right, symbols)
    if isinstance(below, sp.Integer) and isinstance(node.left, ast.Constant):
        return sp.Rational(node.left.value, below)
    above = _factors(node.left, symbols)
    negative = above[0] == -1 and len(above) > 1
    above = above[1:] if negative else above
    quotient = Quotient(above[0] if len(above) == 1 else sp.Mul(*above, evaluate=False), below)
    return sp.Mul(sp.Integer(-1), quotient, evaluate=False) if negative else quotient
