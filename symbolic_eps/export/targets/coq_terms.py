"""Algebraic expressions as Coq terms over the real numbers."""

from __future__ import annotations

import sympy as sp

from symbolic_eps.export.layout.target import CannotExpressError
from verify.language.condition import Condition
from verify.language.relations import SIGNS

_WORDS = """
    M K G R x exp ln sqrt at as fun fix forall exists if in let match mod return then using where with end
    Type Prop Set IF struct cofix for
"""
_TAKEN = frozenset(_WORDS.split())

_ORDERS = SIGNS | {sp.Unequality: "<>"}


def name_of(name: str) -> str:
    """A parameter's name, changed where it has another meaning.

    Examples
    --------
    >>> name_of("r"), name_of("K")
    ('r', 'K_')
    """
    return f"{name}_" if name in _TAKEN else name


def comparison(condition: Condition) -> str:
    """The condition as a proposition.

    Examples
    --------
    >>> from sympy.abc import p, r
    >>> from verify.language.condition import positive
    >>> comparison(positive(r - p**2))
    'r > p ^ 2'
    """
    relational = condition.relational
    return f"{term(relational.lhs)} {_ORDERS[type(relational)]} {term(relational.rhs)}"


def term(expression: sp.Expr, level: int = 0) -> str:
    """The expression, in parentheses where something of a level is needed: 1 a term, 2 a factor, 3 an atom.

    Examples
    --------
    >>> from sympy import sqrt
    >>> from sympy.abc import p, r
    >>> term((1 - p) * sqrt(r - 1) / (2 * r)), term(p - r**2, 2)
    ('(1 - p) * sqrt (r - 1) / (2 * r)', '(p - r ^ 2)')
    """
    text, own = _written(expression)
    return text if own >= level else f"({text})"


def _written(expression: sp.Expr) -> tuple[str, int]:
    if expression.is_Symbol:
        return name_of(expression.name), 3
    if expression.is_Integer:
        return (str(expression), 3) if expression >= 0 else (f"- {-expression}", 0)
    if expression.is_Add:
        first, *others = sorted(expression.args, key=lambda t: (t.could_extract_minus_sign(), str(t)))
        text = term(first, 1) if not first.could_extract_minus_sign() else f"- {term(-first, 2)}"
        for other in others:
            minus = other.could_extract_minus_sign()
            text += f" - {term(-other, 1)}" if minus else f" + {term(other, 1)}"
        return text, 0
    if expression.is_Pow and expression.exp == sp.Rational(1, 2):
        return f"sqrt {term(expression.base, 3)}", 2
    if expression.is_Pow and expression.exp.is_Integer and expression.exp > 0:
        return f"{term(expression.base, 3)} ^ {expression.exp}", 2
    above, below = sp.fraction(expression)
    if below != 1:
        return f"{term(above, 1)} / {term(below, 3)}", 1
    if expression.is_Mul:
        if expression.could_extract_minus_sign():
            return f"- {term(-expression, 2)}", 0
        number, rest = expression.as_coeff_Mul()
        factors = sorted(rest.args if rest.is_Mul else (rest,), key=lambda f: (not f.is_Symbol, str(f)))
        said = [term(f, 2) for f in ([number] if number != 1 else []) + factors]
        return " * ".join(said), 1
    raise CannotExpressError(f"coq: no term for {expression}")
