"""From a syntax tree to an exact expression or a condition, of limited size.

Every kind of node that is not named here is refused. SymPy cancels some of what is written: the demands of
the arithmetic as it stands are kept beside the expression, and a text that loses one is refused.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from sympy import S, Symbol

from symbolic_eps.errors import DomainError
from symbolic_eps.profiles.definedness import demand_of_power
from symbolic_eps.profiles.substitution import lost
from symbolic_eps.profiles.syntax import Place
from symbolic_eps.spelling import suggest
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, Relation, positive

_MAX_EXPONENT = 64
_MAX_DECIMAL_EXPONENT = 2000
_MAX_BITS = 6600  # about 2000 decimal digits
_ROOT_COST = 8  # SymPy looks for prime factors of the numbers under roots, multiplied together
_SYMBOL_BITS = 16  # a symbol counts as a number of this size, so that one bound holds degrees down as well

FUNCTIONS = ("max", "min", "sqrt", "piecewise")
_TRANSCENDENTAL = {"exp": sympy.exp, "log": sympy.log}
_RELATIONS: Mapping[type[ast.cmpop], tuple[Callable[..., sympy.Rel], Callable[[int, int], bool]]] = {
    ast.Lt: (sympy.StrictLessThan, operator.lt),
    ast.LtE: (sympy.LessThan, operator.le),
    ast.Gt: (sympy.StrictGreaterThan, operator.gt),
    ast.GtE: (sympy.GreaterThan, operator.ge),
    ast.Eq: (sympy.Equality, operator.eq),
    ast.NotEq: (sympy.Unequality, operator.ne),
}

_Demands = tuple[tuple[Condition, ast.expr], ...]
"""What has to hold for a text to have a value, each with the part of the text that says so."""


@dataclass(frozen=True)
class _Value:
    """An expression, and a bound in bits on every integer that combining its parts can produce.

    `demands` are those of the arithmetic as it is written: SymPy cancels some of it.
    """

    expr: sympy.Expr
    bits: int
    demands: _Demands = ()


def _demands(
    values: Iterable[_Value], own: Condition | None = None, node: ast.expr | None = None
) -> _Demands:
    """The demands of parts, and that of the node that they make up."""
    inner = tuple(demand for value in values for demand in value.demands)
    return inner if own is None or node is None else (*inner, (own, node))


def check_kept(demands: _Demands, place: Place, *expressions: sympy.Basic) -> None:
    """Refuse a text of which a divisor, a root or a logarithm is cancelled: it may be undefined somewhere."""
    wanted = dict(demands)
    for demand in lost(wanted, *expressions):
        cancelled, what = demand.polynomial, "a root that cancels"
        why = "which cancels and may be the root of a negative number"
        if demand.relation is Relation.NON_ZERO:
            what, why = "0/0 somewhere", "which cancels and may be zero"
        elif demand.relation is Relation.POSITIVE:
            what, why = "a logarithm or power that cancels", "which cancels and may be undefined"
        else:
            cancelled = sympy.sqrt(cancelled)
        raise place.refusal(wanted[demand], what, f"write it without {cancelled}, {why}")


def _sized(bits: int, node: ast.expr, place: Place) -> int:
    """`bits`, once it is known to be a size that we build."""
    if bits > _MAX_BITS:
        degree, radicand = _MAX_BITS // _SYMBOL_BITS, _MAX_BITS // _ROOT_COST
        right = f"write at most {_MAX_BITS} bits in numbers ({radicand} under roots) and degree {degree}"
        raise place.refusal(node, "number or degree too large", right)
    return bits


def _number(node: ast.Constant, place: Place) -> _Value:
    """The exact value of a decimal literal, from its characters: Python's float is already rounded."""
    digits = place.text[node.col_offset : node.end_col_offset]
    if abs(int(digits.lower().partition("e")[2] or "0")) > _MAX_DECIMAL_EXPONENT:
        right = f"write a decimal exponent between -{_MAX_DECIMAL_EXPONENT} and {_MAX_DECIMAL_EXPONENT}"
        raise place.refusal(node, "number out of range", right)
    exact = Fraction(digits)
    bits = _sized(max(exact.numerator.bit_length(), exact.denominator.bit_length()), node, place)
    return _Value(sympy.Rational(exact.numerator, exact.denominator), bits)


def _name(node: ast.Name, place: Place) -> _Value:
    if node.id in FUNCTIONS:
        raise place.refusal(node, f"{node.id} without arguments", f"write {node.id}(...)")
    if node.id == "oo" and place.role != "whole":
        right = "write oo as the whole text, or as a whole argument of max, min or piecewise"
        raise place.refusal(node, "oo inside arithmetic or a comparison", right)
    return _Value(S.Infinity, 1) if node.id == "oo" else _Value(parameter(node.id), _SYMBOL_BITS)


def _power(base: _Value, exponent: sympy.Rational, node: ast.expr, place: Place) -> _Value:
    """`base**exponent` for an exponent n or n/2, once its size, divisor and radicand are in order."""
    bits = base.bits * max(1, math.ceil(abs(exponent)))
    if exponent.q == 2:
        bits = max(bits, _ROOT_COST * widest_number(base.expr))
    _sized(bits, node, place)
    if exponent <= 0 and vanishes(base.expr):
        right = "write another divisor, or another base of a power <= 0: they must not be zero"
        raise place.refusal(node, "division by zero", right, DomainError)
    negative = exponent.q == 2 and not base.expr.free_symbols and (sign_of(base.expr) or 0) < 0
    expr = S.NaN if negative else base.expr**exponent
    if expr.has(S.NaN, S.ImaginaryUnit):
        raise place.refusal(node, "root of a negative value", "write a radicand >= 0", DomainError)
    return _Value(expr, bits, _demands([base], demand_of_power(base.expr, exponent), node))


def _chain(node: ast.BinOp, place: Place) -> _Value:
    """A sum of terms or a product of factors, read in a loop: a long sum is not a deep one."""
    additive = isinstance(node.op, ast.Add | ast.Sub)
    family = (ast.Add, ast.Sub) if additive else (ast.Mult, ast.Div)
    links: list[tuple[bool, ast.expr]] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, family):
        links.append((isinstance(left.op, ast.Sub | ast.Div), left.right))
        left = left.left
    links.append((False, left))
    values = [(inverse, part, value_of(part, place.operand(node))) for inverse, part in reversed(links)]
    bits = _sized(sum(value.bits for _, _, value in values), node, place)
    if additive:
        total = sympy.Add(*(-value.expr if minus else value.expr for minus, _, value in values))
        return _Value(total, bits, _demands(value for _, _, value in values))
    factors = [_power(v, S.NegativeOne, part, place) if inverse else v for inverse, part, v in values]
    return _Value(sympy.Mul(*(factor.expr for factor in factors)), bits, _demands(factors))


def _extremum(function: type[sympy.Max] | type[sympy.Min], values: list[_Value]) -> sympy.Expr:
    """Max or Min of the values; only numbers are compared, for SymPy's own search is slow on formulas."""
    parts = {part for value in values for part in function.make_args(value.expr)}
    numbers = [part for part in parts if part.is_Rational or part is S.Infinity]
    if numbers:
        parts.difference_update(numbers)
        extreme = function(*numbers)
        if extreme is function.zero:
            return extreme
        if extreme is not function.identity:
            parts.add(extreme)
    return function(*parts, evaluate=False)


def _piecewise(node: ast.Call, place: Place) -> _Value:
    form = "write piecewise((value, condition), ..., default)"
    if place.role == "condition":
        raise place.refusal(node, "piecewise inside a condition", "write its cases with and / or")
    if len(node.args) < 2 or isinstance(node.args[-1], ast.Tuple):
        raise place.refusal(node, "piecewise without cases or without its default", form)
    inner = place.inside(node)
    cases = []
    for case in node.args[:-1]:
        if not isinstance(case, ast.Tuple) or len(case.elts) != 2:
            raise place.refusal(case, "a case that is not (value, condition)", form)
        condition, demands = _condition(case.elts[1], inner)
        check_kept(demands, place, condition)
        cases.append((value_of(case.elts[0], inner), condition))
    cases.append((value_of(node.args[-1], inner), S.true))
    for value, _ in cases:
        check_kept(value.demands, place, value.expr)
    bits = _sized(sum(value.bits for value, _ in cases), node, place)
    return _Value(sympy.Piecewise(*((v.expr, condition) for v, condition in cases), evaluate=False), bits)


def _call(node: ast.Call, place: Place) -> _Value:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if place.transcendental and name in _TRANSCENDENTAL:
        return _transcendental(node, name, place)
    if name not in FUNCTIONS:
        raise place.refusal(node, "unknown function", _function_meant(name, place))
    if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        raise place.refusal(node, "named or starred argument", f"write {name}(a, b)")
    if name == "piecewise":
        return _piecewise(node, place)
    if not node.args or (name == "sqrt" and len(node.args) != 1):
        right = "sqrt takes one argument, max and min take one or more"
        raise place.refusal(node, "wrong number of arguments", right)
    if name == "sqrt":
        return _power(value_of(node.args[0], place.operand(node)), S.Half, node, place)
    values = [value_of(argument, place.inside(node)) for argument in node.args]
    bits = _sized(sum(value.bits for value in values), node, place)
    return _Value(_extremum(sympy.Max if name == "max" else sympy.Min, values), bits, _demands(values))


_OTHER_NAMES = {
    "ln": "log",
    "abs": "max",
    "sqr": "sqrt",
    "cases": "piecewise",
    "maximum": "max",
    "minimum": "min",
}


def _function_meant(name: str, place: Place) -> str:
    """What to write instead of an unknown function."""
    known = [*FUNCTIONS, *(sorted(_TRANSCENDENTAL) if place.transcendental else ())]
    if name in _TRANSCENDENTAL:
        return f"with {name} there is no closed form: use symbolic-eps recommend, or only {', '.join(known)}"
    other = _OTHER_NAMES.get(name, "")
    instead = f"write {other}(...): " if other in known else suggest(name, known, 0.7)
    return f"{instead}use only {', '.join(known)}; multiplication is written *"


def _transcendental(node: ast.Call, name: str, place: Place) -> _Value:
    """exp or log of one argument, left as it is written: SymPy would forget where a logarithm is defined."""
    if node.keywords or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        raise place.refusal(node, "wrong number of arguments", f"write {name} of one argument")
    inner = value_of(node.args[0], place.operand(node))
    if name == "log" and not inner.expr.free_symbols and (sign_of(inner.expr) or 0) <= 0:
        raise place.refusal(node, "logarithm of a value <= 0", "write an argument > 0", DomainError)
    bits = _sized(inner.bits + _SYMBOL_BITS, node, place)
    own = positive(inner.expr) if name == "log" else None
    return _Value(_TRANSCENDENTAL[name](inner.expr, evaluate=False), bits, _demands([inner], own, node))


def _general_power(base: _Value, exponent: _Value, node: ast.BinOp, place: Place) -> _Value:
    """`base**exponent` for any real exponent; where the base is not > 0 it is undefined."""
    if not base.expr.free_symbols and (sign_of(base.expr) or 0) <= 0:
        raise place.refusal(node, "power of a value <= 0", "write a base > 0 of such a power", DomainError)
    if exponent.expr.is_Rational and abs(exponent.expr) > _MAX_EXPONENT:
        right = f"write an exponent between -{_MAX_EXPONENT} and {_MAX_EXPONENT}"
        raise place.refusal(node.right, "exponent out of range", right)
    size = max(_ROOT_COST * widest_number(base.expr), base.bits * _MAX_EXPONENT // 8 + exponent.bits)
    power = sympy.Pow(base.expr, exponent.expr, evaluate=False)
    demands = _demands([base, exponent], demand_of_power(base.expr, exponent.expr), node)
    return _Value(power, _sized(size, node, place), demands)


def value_of(node: ast.expr, place: Place) -> _Value:
    """What a node of the syntax tree stands for; every kind of node that is not named here is refused."""
    match node:
        case ast.Constant(value=int() | float()):
            return _number(node, place)
        case ast.Name():
            return _name(node, place)
        case ast.Call():
            return _call(node, place)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            inner = value_of(node.operand, place.operand(node))
            return replace(inner, expr=-inner.expr) if isinstance(node.op, ast.USub) else inner
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            return _chain(node, place)
        case ast.BinOp(op=ast.Pow()):
            power = value_of(node.right, place.operand(node))
            exponent = power.expr
            common = exponent.is_Rational and exponent.q <= 2
            if place.transcendental and not common:
                return _general_power(value_of(node.left, place.operand(node)), power, node, place)
            if not (common and abs(exponent) <= _MAX_EXPONENT):
                right = f"exponents are integers or halves from -{_MAX_EXPONENT} to {_MAX_EXPONENT}"
                raise place.refusal(node.right, "exponent out of range", right)
            value = _power(value_of(node.left, place.operand(node)), exponent, node, place)
            return replace(value, demands=(*power.demands, *value.demands))
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
            right = "write a comparison in --assume, in --box or in a case of piecewise"
            raise place.refusal(node, "a condition where a value belongs", right)
        case ast.Tuple(elts=[ast.Constant(), *_]) if place.depth == 0:
            right = f"write a decimal point, {place.text.replace(',', '.', 1)}; one value is read here"
            raise place.refusal(node, "a comma in a number", right)
    raise place.refusal(node, "not a value", "write numbers, names, + - * / **, max, min, sqrt, piecewise")


def comparisons(chain: ast.Compare, place: Place) -> tuple[list[sympy.Basic], _Demands]:
    """Each two neighbours of a chain: their relation as written, or true / false between constants."""
    inner = replace(place.inside(chain), role="condition")
    read = [value_of(operand, inner) for operand in (chain.left, *chain.comparators)]
    values = [value.expr for value in read]
    relations: list[sympy.Basic] = []
    for left, sign, right in zip(values, chain.ops, values[1:], strict=False):
        relation, holds = _RELATIONS[type(sign)]
        difference = left - right
        if difference.free_symbols:
            # Evaluated, SymPy would rewrite some relations and replace those it can decide by true or false.
            relations.append(relation(left, right, evaluate=False))
            continue
        order = sign_of(difference)
        if order is None:
            hint = "write rational numbers, or leave the comparison out"
            raise place.refusal(chain, "constants too close to compare", hint, DomainError)
        relations.append(S.true if holds(order, 0) else S.false)
    return relations, _demands(read)


def _condition(node: ast.expr, place: Place) -> tuple[sympy.Basic, _Demands]:
    """The condition of a case of piecewise, and what its parts demand."""
    match node:
        case ast.Compare():
            relations, demands = comparisons(node, place)
            return sympy.And(*relations), demands
        case ast.BoolOp():
            join = sympy.And if isinstance(node.op, ast.And) else sympy.Or
            parts = [_condition(part, place.inside(node)) for part in node.values]
            return join(*(part for part, _ in parts)), tuple(d for _, demands in parts for d in demands)
        case ast.UnaryOp(op=ast.Not()):
            condition, demands = _condition(node.operand, place.inside(node))
            return sympy.Not(condition), demands
    raise place.refusal(node, "a value where a condition belongs", "write a comparison such as p < 1/2")


def sign_of(constant: sympy.Expr) -> int | None:
    """The sign of a constant; None where 100 digits do not tell it from 0, or it is not real."""
    close = constant if constant.is_Rational else constant.evalf(2)
    if not close.is_Rational and (not close.is_Float or close._prec == 1):
        return None
    return int(sympy.sign(close))


def _rational_at(expr: sympy.Expr, point: Mapping[Symbol, Fraction]) -> Fraction | None:
    """The value of an expression at a rational point, where we can give it as a rational."""
    if expr.is_Rational:
        return Fraction(int(expr.p), int(expr.q))
    if expr.is_Symbol:
        return point[expr]
    values = [value for part in expr.args if (value := _rational_at(part, point)) is not None]
    if len(values) < len(expr.args):
        return None
    if expr.is_Pow:
        base, exponent = values
        if exponent.denominator == 2 and base >= 0:
            root = Fraction(math.isqrt(base.numerator), math.isqrt(base.denominator))
            base, exponent = root, 2 * exponent if root**2 == base else Fraction(1, 2)
        if exponent.denominator != 1 or (not base and exponent < 0):
            return None
        return Fraction(base**exponent.numerator)
    combine: Mapping[type, Callable[[list[Fraction]], Fraction]] = {
        sympy.Add: lambda terms: sum(terms, Fraction(0)),
        sympy.Mul: lambda factors: math.prod(factors, start=Fraction(1)),
        sympy.Max: max,
        sympy.Min: min,
        sympy.Abs: lambda parts: abs(parts[0]),
    }
    return combine[expr.func](values) if expr.func in combine else None


def vanishes(expr: sympy.Expr) -> bool:
    """Whether an expression is zero everywhere; for a constant, whether it may be zero.

    We look at four unrelated points of very different scales (squares, so that roots stay rational): what is
    zero there but not everywhere has to be written on purpose.
    """
    if not expr.free_symbols:
        return not sign_of(expr)
    symbols = sorted(expr.free_symbols, key=lambda symbol: str(symbol.name))
    values = []
    for k, scale in enumerate((Fraction(1, 100), Fraction(1), Fraction(900), Fraction(-9, 4))):
        roots = (Fraction(i * i + 3 * i + 2 + 5 * k, 2 * i + 7 + 3 * k) for i in range(len(symbols)))
        values.append(_rational_at(expr, {s: r * r * scale for s, r in zip(symbols, roots, strict=True)}))
        if values[-1]:
            return False
    return any(value is not None for value in values)


def widest_number(expr: sympy.Expr) -> int:
    """The bits of the largest numerator or denominator that is written in an expression."""
    return max((int(max(abs(n.p), n.q)).bit_length() for n in expr.atoms(sympy.Rational)), default=0)
