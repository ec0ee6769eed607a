"""Reads what a user writes: risk profiles, exact numbers, assumptions, boxes and `name=number` bindings.

An allow-list over Python's syntax tree, never its evaluator: numbers stay rational, every symbol is real, and
a text that is not this arithmetic, or too large to be meant, is refused before anything of its size is built.
"""

from __future__ import annotations

import ast
import keyword
import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import sympy
from sympy import S, Symbol

from symbolic_eps.errors import DomainError, InputError, ProfileSyntaxError
from symbolic_eps.near import meant
from symbolic_eps.profiles.definedness import demand_of_power
from symbolic_eps.profiles.substitution import lost
from symbolic_eps.theory.symbols import DECAY, INVERSE_RISK, PRIOR_INCLUSION, PRIOR_VALUE, parameter
from verify.language.condition import Condition, Relation, positive

_MAX_LENGTH = 2000
_MAX_NODES = 500
_MAX_DEPTH = 30
_MAX_EXPONENT = 64
_MAX_DECIMAL_EXPONENT = 2000
_MAX_BITS = 6600  # about 2000 decimal digits
_ROOT_COST = 8  # SymPy looks for prime factors of the numbers under roots, multiplied together
_SYMBOL_BITS = 16  # a symbol counts as a number of this size, so that one bound holds degrees down as well

_FUNCTIONS = ("max", "min", "sqrt", "piecewise")
_TRANSCENDENTAL = {"exp": sympy.exp, "log": sympy.log}
_CONNECTIVES = ("and", "or", "not")
_TAKEN = {word: "is a keyword" for word in keyword.kwlist if word not in _CONNECTIVES} | {
    DECAY.name: "is e^-eps here",
    INVERSE_RISK.name: "is 1/r* here",
}
_NO_NUMBERS = dict.fromkeys(_TAKEN, "is not a number")
_RELATIONS: Mapping[type[ast.cmpop], tuple[Callable[..., sympy.Rel], Callable[[int, int], bool]]] = {
    ast.Lt: (sympy.StrictLessThan, operator.lt),
    ast.LtE: (sympy.LessThan, operator.le),
    ast.Gt: (sympy.StrictGreaterThan, operator.gt),
    ast.GtE: (sympy.GreaterThan, operator.ge),
    ast.Eq: (sympy.Equality, operator.eq),
    ast.NotEq: (sympy.Unequality, operator.ne),
}
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<space>[ \t\r\n]+)|(?P<operator>\*\*|//|[<>=!]=|[-+*/()<>,=])"
)
_HINTS = {
    "^": "powers are written **",
    "//": "division is written /",
    "=": "equality is written ==",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "−": "write - for minus",
    "×": "write * for multiplication",
    "·": "write * for multiplication",
    "∞": "write oo for infinity",
    "_": "write names that begin with a letter, and numbers as plain decimals",
    ".": "write a point only inside a number",
}


def _message(what: str, right: str, text: str, start: int, end: int, offset: int = 0) -> str:
    """What is wrong, where, and what would be right: one line, in ASCII."""
    snippet = text[start:end] if end - start <= 40 else text[start : start + 37] + "..."
    return f"{what} at column {start + offset + 1} ({snippet!a}): {right}"


@dataclass(frozen=True)
class _Place:
    """Where we read: the text, its column offset, the nesting depth, and what may stand here."""

    text: str
    offset: int
    depth: int = 0
    role: Literal["whole", "operand", "condition"] = "whole"
    transcendental: bool = False

    def refusal(
        self, node: ast.expr, what: str, right: str, kind: type[InputError] = ProfileSyntaxError
    ) -> InputError:
        """The error about one node."""
        end = node.end_col_offset if node.end_col_offset is not None else len(self.text)
        return kind(_message(what, right, self.text, node.col_offset, end, self.offset))

    def inside(self, node: ast.expr) -> _Place:
        """The place of a whole argument of `node`: infinity may stand there if it may stand here."""
        if self.depth == _MAX_DEPTH:
            raise self.refusal(node, "nested too deeply", f"write at most {_MAX_DEPTH} levels")
        return replace(self, depth=self.depth + 1)

    def operand(self, node: ast.expr) -> _Place:
        """The place of an operand of `node`: no infinity."""
        return replace(self.inside(node), role="condition" if self.role == "condition" else "operand")


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


def _check_kept(demands: _Demands, place: _Place, *kept: sympy.Basic) -> None:
    """Refuse a text of which a divisor, a root or a logarithm is cancelled: it may be undefined somewhere."""
    wanted = dict(demands)
    for demand in lost(wanted, *kept):
        cancelled, what = demand.polynomial, "a root that cancels"
        why = "which cancels and may be the root of a negative number"
        if demand.relation is Relation.NON_ZERO:
            what, why = "0/0 somewhere", "which cancels and may be zero"
        elif demand.relation is Relation.POSITIVE:
            what, why = "a logarithm or power that cancels", "which cancels and may be undefined"
        else:
            cancelled = sympy.sqrt(cancelled)
        raise place.refusal(wanted[demand], what, f"write it without {cancelled}, {why}")


def _scan(text: str, words: Mapping[str, str], example: str) -> None:
    """Refuse every character and word outside our alphabet, so that Python's parser sees nothing else."""
    position, after_operand = 0, False
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match[0] in ("//", "="):
            token = match[0] if match else text[position]
            end = position + len(token)
            right = _HINTS.get(token, "write names, numbers, + - * / **, comparisons, parentheses and commas")
            raise ProfileSyntaxError(_message("unreadable character", right, text, position, end))
        token, start, position = match[0], position, match.end()
        if match.lastgroup == "space":
            continue
        if token in words:
            another = f"give the parameter another name, such as {token[0]}1"
            right = f"write {example}" if words is _NO_NUMBERS else another
            raise ProfileSyntaxError(_message(f"{token} {words[token]}", right, text, start, position))
        operand = match.lastgroup == "number" or (match.lastgroup == "name" and token not in _CONNECTIVES)
        if operand and after_operand:
            right = f"an operator such as * is missing before it: write *{token}"
            raise ProfileSyntaxError(_message("unexpected name or number", right, text, start, position))
        after_operand = operand or token == ")"


def _read(text: str, example: str, words: Mapping[str, str] = _TAKEN) -> tuple[ast.expr, _Place]:
    """The syntax tree of a text, and the place of its root; `example` is what the text may look like."""
    if len(text) > _MAX_LENGTH:
        raise ProfileSyntaxError(f"text of {len(text)} characters: write at most {_MAX_LENGTH}")
    _scan(text, words, example)
    body = re.sub(r"\s", " ", text).strip()
    offset = len(text) - len(text.lstrip())
    if not body:
        raise ProfileSyntaxError(f"empty text: write something like {example}")
    try:
        tree = ast.parse(body, mode="eval").body
    except SyntaxError as error:
        start = min(error.offset or len(body), len(body)) - 1
        right = f"check operators, commas and parentheses, and write it as in {example}"
        message = _message("incomplete or misplaced text", right, body, start, len(body), offset)
        raise ProfileSyntaxError(message) from None
    except (RecursionError, MemoryError, ValueError):
        raise ProfileSyntaxError("text nested too deeply: write fewer parentheses and signs") from None
    if sum(isinstance(node, ast.expr) for node in ast.walk(tree)) > _MAX_NODES:
        raise ProfileSyntaxError(
            f"text of too many parts: write at most {_MAX_NODES} names, numbers, operations"
        )
    return tree, _Place(body, offset)


def _sized(bits: int, node: ast.expr, place: _Place) -> int:
    """`bits`, once it is known to be a size that we build."""
    if bits > _MAX_BITS:
        degree, radicand = _MAX_BITS // _SYMBOL_BITS, _MAX_BITS // _ROOT_COST
        right = f"write at most {_MAX_BITS} bits in numbers ({radicand} under roots) and degree {degree}"
        raise place.refusal(node, "number or degree too large", right)
    return bits


def _number(node: ast.Constant, place: _Place) -> _Value:
    """The exact value of a decimal literal, from its characters: Python's float is already rounded."""
    digits = place.text[node.col_offset : node.end_col_offset]
    if abs(int(digits.lower().partition("e")[2] or "0")) > _MAX_DECIMAL_EXPONENT:
        right = f"write a decimal exponent between -{_MAX_DECIMAL_EXPONENT} and {_MAX_DECIMAL_EXPONENT}"
        raise place.refusal(node, "number out of range", right)
    exact = Fraction(digits)
    bits = _sized(max(exact.numerator.bit_length(), exact.denominator.bit_length()), node, place)
    return _Value(sympy.Rational(exact.numerator, exact.denominator), bits)


def _name(node: ast.Name, place: _Place) -> _Value:
    if node.id in _FUNCTIONS:
        raise place.refusal(node, f"{node.id} without arguments", f"write {node.id}(...)")
    if node.id == "oo" and place.role != "whole":
        right = "write oo as the whole text, or as a whole argument of max, min or piecewise"
        raise place.refusal(node, "oo inside arithmetic or a comparison", right)
    return _Value(S.Infinity, 1) if node.id == "oo" else _Value(parameter(node.id), _SYMBOL_BITS)


def _sign(constant: sympy.Expr) -> int | None:
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


def _vanishes(expr: sympy.Expr) -> bool:
    """Whether an expression is zero everywhere; for a constant, whether it may be zero.

    We look at four unrelated points of very different scales (squares, so that roots stay rational): what is
    zero there but not everywhere has to be written on purpose.
    """
    if not expr.free_symbols:
        return not _sign(expr)
    symbols = sorted(expr.free_symbols, key=lambda symbol: str(symbol.name))
    values = []
    for k, scale in enumerate((Fraction(1, 100), Fraction(1), Fraction(900), Fraction(-9, 4))):
        roots = (Fraction(i * i + 3 * i + 2 + 5 * k, 2 * i + 7 + 3 * k) for i in range(len(symbols)))
        values.append(_rational_at(expr, {s: r * r * scale for s, r in zip(symbols, roots, strict=True)}))
        if values[-1]:
            return False
    return any(value is not None for value in values)


def _widest(expr: sympy.Expr) -> int:
    """The bits of the largest numerator or denominator that is written in an expression."""
    return max((int(max(abs(n.p), n.q)).bit_length() for n in expr.atoms(sympy.Rational)), default=0)


def _power(base: _Value, exponent: sympy.Rational, node: ast.expr, place: _Place) -> _Value:
    """`base**exponent` for an exponent n or n/2, once its size, divisor and radicand are in order."""
    bits = base.bits * max(1, math.ceil(abs(exponent)))
    if exponent.q == 2:
        bits = max(bits, _ROOT_COST * _widest(base.expr))
    _sized(bits, node, place)
    if exponent <= 0 and _vanishes(base.expr):
        right = "write another divisor, or another base of a power <= 0: they must not be zero"
        raise place.refusal(node, "division by zero", right, DomainError)
    negative = exponent.q == 2 and not base.expr.free_symbols and (_sign(base.expr) or 0) < 0
    expr = S.NaN if negative else base.expr**exponent
    if expr.has(S.NaN, S.ImaginaryUnit):
        raise place.refusal(node, "root of a negative value", "write a radicand >= 0", DomainError)
    return _Value(expr, bits, _demands([base], demand_of_power(base.expr, exponent), node))


def _chain(node: ast.BinOp, place: _Place) -> _Value:
    """A sum of terms or a product of factors, read in a loop: a long sum is not a deep one."""
    additive = isinstance(node.op, ast.Add | ast.Sub)
    family = (ast.Add, ast.Sub) if additive else (ast.Mult, ast.Div)
    links: list[tuple[bool, ast.expr]] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, family):
        links.append((isinstance(left.op, ast.Sub | ast.Div), left.right))
        left = left.left
    links.append((False, left))
    values = [(inverse, part, _value(part, place.operand(node))) for inverse, part in reversed(links)]
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


def _piecewise(node: ast.Call, place: _Place) -> _Value:
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
        _check_kept(demands, place, condition)
        cases.append((_value(case.elts[0], inner), condition))
    cases.append((_value(node.args[-1], inner), S.true))
    for value, _ in cases:
        _check_kept(value.demands, place, value.expr)
    bits = _sized(sum(value.bits for value, _ in cases), node, place)
    return _Value(sympy.Piecewise(*((v.expr, condition) for v, condition in cases), evaluate=False), bits)


def _call(node: ast.Call, place: _Place) -> _Value:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if place.transcendental and name in _TRANSCENDENTAL:
        return _transcendental(node, name, place)
    if name not in _FUNCTIONS:
        raise place.refusal(node, "not a function that we read", _function_meant(name, place))
    if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        raise place.refusal(node, "named or starred argument", f"write {name}(a, b)")
    if name == "piecewise":
        return _piecewise(node, place)
    if not node.args or (name == "sqrt" and len(node.args) != 1):
        right = "sqrt takes one argument, max and min take one or more"
        raise place.refusal(node, "wrong number of arguments", right)
    if name == "sqrt":
        return _power(_value(node.args[0], place.operand(node)), S.Half, node, place)
    values = [_value(argument, place.inside(node)) for argument in node.args]
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


def _function_meant(name: str, place: _Place) -> str:
    """What to write instead of a function that is not read."""
    known = [*_FUNCTIONS, *(sorted(_TRANSCENDENTAL) if place.transcendental else ())]
    if name in _TRANSCENDENTAL:
        return f"{name} has no closed form; symbolic-eps recommend takes it, or write {', '.join(known)}"
    other = _OTHER_NAMES.get(name, "")
    instead = f"write {other}(...): " if other in known else meant(name, known, 0.7)
    return f"{instead}only {', '.join(known)} take arguments, and multiplication is written *"


def _transcendental(node: ast.Call, name: str, place: _Place) -> _Value:
    """exp or log of one argument, left as it is written: SymPy would forget where a logarithm is defined."""
    if node.keywords or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        raise place.refusal(node, "wrong number of arguments", f"write {name} of one argument")
    inner = _value(node.args[0], place.operand(node))
    if name == "log" and not inner.expr.free_symbols and (_sign(inner.expr) or 0) <= 0:
        raise place.refusal(node, "logarithm of a value <= 0", "write an argument > 0", DomainError)
    bits = _sized(inner.bits + _SYMBOL_BITS, node, place)
    own = positive(inner.expr) if name == "log" else None
    return _Value(_TRANSCENDENTAL[name](inner.expr, evaluate=False), bits, _demands([inner], own, node))


def _general_power(base: _Value, exponent: _Value, node: ast.BinOp, place: _Place) -> _Value:
    """`base**exponent` for any real exponent; where the base is not > 0 it is undefined."""
    if not base.expr.free_symbols and (_sign(base.expr) or 0) <= 0:
        raise place.refusal(node, "power of a value <= 0", "write a base > 0 of such a power", DomainError)
    if exponent.expr.is_Rational and abs(exponent.expr) > _MAX_EXPONENT:
        right = f"write an exponent between -{_MAX_EXPONENT} and {_MAX_EXPONENT}"
        raise place.refusal(node.right, "exponent out of range", right)
    size = max(_ROOT_COST * _widest(base.expr), base.bits * _MAX_EXPONENT // 8 + exponent.bits)
    power = sympy.Pow(base.expr, exponent.expr, evaluate=False)
    demands = _demands([base, exponent], demand_of_power(base.expr, exponent.expr), node)
    return _Value(power, _sized(size, node, place), demands)


def _value(node: ast.expr, place: _Place) -> _Value:
    """What a node of the syntax tree stands for; every kind of node that is not named here is refused."""
    match node:
        case ast.Constant(value=int() | float()):
            return _number(node, place)
        case ast.Name():
            return _name(node, place)
        case ast.Call():
            return _call(node, place)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            inner = _value(node.operand, place.operand(node))
            return replace(inner, expr=-inner.expr) if isinstance(node.op, ast.USub) else inner
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            return _chain(node, place)
        case ast.BinOp(op=ast.Pow()):
            power = _value(node.right, place.operand(node))
            exponent = power.expr
            common = exponent.is_Rational and exponent.q <= 2
            if place.transcendental and not common:
                return _general_power(_value(node.left, place.operand(node)), power, node, place)
            if not (exponent.is_Rational and exponent.q <= 2 and abs(exponent) <= _MAX_EXPONENT):
                right = f"exponents are integers or halves from -{_MAX_EXPONENT} to {_MAX_EXPONENT}"
                raise place.refusal(node.right, "exponent out of range", right)
            found = _power(_value(node.left, place.operand(node)), exponent, node, place)
            return replace(found, demands=(*power.demands, *found.demands))
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
            right = "write a comparison in --assume, in --box or in a case of piecewise"
            raise place.refusal(node, "a condition where a value belongs", right)
        case ast.Tuple(elts=[ast.Constant(), *_]) if place.depth == 0:
            right = f"write a decimal point, {place.text.replace(',', '.', 1)}; one value is read here"
            raise place.refusal(node, "a comma in a number", right)
    raise place.refusal(node, "not a value", "write numbers, names, + - * / **, max, min, sqrt, piecewise")


def _comparisons(chain: ast.Compare, place: _Place) -> tuple[list[sympy.Basic], _Demands]:
    """Each two neighbours of a chain: their relation as written, or true / false between constants."""
    inner = replace(place.inside(chain), role="condition")
    read = [_value(operand, inner) for operand in (chain.left, *chain.comparators)]
    values = [value.expr for value in read]
    relations: list[sympy.Basic] = []
    for left, sign, right in zip(values, chain.ops, values[1:], strict=False):
        relation, holds = _RELATIONS[type(sign)]
        difference = left - right
        if difference.free_symbols:
            # Evaluated, SymPy would rewrite some relations and replace those it can decide by true or false.
            relations.append(relation(left, right, evaluate=False))
            continue
        order = _sign(difference)
        if order is None:
            hint = "write rational numbers, or leave the comparison out"
            raise place.refusal(chain, "constants too close to compare", hint, DomainError)
        relations.append(S.true if holds(order, 0) else S.false)
    return relations, _demands(read)


def _condition(node: ast.expr, place: _Place) -> tuple[sympy.Basic, _Demands]:
    """The condition of a case of piecewise, and what its parts demand."""
    match node:
        case ast.Compare():
            relations, demands = _comparisons(node, place)
            return sympy.And(*relations), demands
        case ast.BoolOp():
            join = sympy.And if isinstance(node.op, ast.And) else sympy.Or
            parts = [_condition(part, place.inside(node)) for part in node.values]
            return join(*(part for part, _ in parts)), tuple(d for _, demands in parts for d in demands)
        case ast.UnaryOp(op=ast.Not()):
            condition, demands = _condition(node.operand, place.inside(node))
            return sympy.Not(condition), demands
    raise place.refusal(node, "a value where a condition belongs", "write a comparison such as p < 1/2")


def _assumed(text: str, example: str, about: tuple[str, ...] = ()) -> tuple[sympy.Rel, ...]:
    """The relations of comparisons joined by commas or `and`, each about one of the names given, if any."""
    tree, place = _read(text, example)
    pending = list(reversed(tree.elts)) if isinstance(tree, ast.Tuple) else [tree]
    if not pending:
        raise place.refusal(tree, "no comparison", f"write something like {example}")
    relations: list[sympy.Basic] = []
    while pending:
        node = pending.pop()
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            pending.extend(reversed(node.values))
            continue
        if not isinstance(node, ast.Compare):
            right = f"write comparisons joined by commas or and, such as {example}"
            raise place.refusal(node, "not a comparison", right)
        if about and not any(isinstance(part, ast.Name) and part.id in about for part in ast.walk(node)):
            raise place.refusal(
                node, f"nothing about {' or '.join(about)}", f"write something like {example}"
            )
        found, demands = _comparisons(node, place)
        _check_kept(demands, place, *found)
        relations.extend(found)
        if S.false in relations:
            right = "leave out or correct this comparison, which is false"
            raise place.refusal(node, "contradiction", right, DomainError)
    return tuple(relation for relation in relations if relation is not S.true)


def parse_profile(text: str, transcendental: bool = False) -> sympy.Expr:
    """Read a risk profile, the bound r*(p, q).

    Parameters
    ----------
    text : str
        Arithmetic with `+ - * / **`, `max`, `min`, `sqrt`, `oo` and
        `piecewise((value, condition), ..., default)`. Numbers are exact; `pi`, `e` and `I` are parameters.
    transcendental : bool
        Whether `exp`, `log` and powers with any real exponent are read as well, for
        `symbolic_eps.answers.recommendation.recommend`; a closed form needs a profile without them.

    Returns
    -------
    sympy.Expr
        In real symbols; Max, Min and Piecewise stay as written.

    Raises
    ------
    ProfileSyntaxError
        If the text is not this arithmetic, or larger than we read.
    DomainError
        If it divides by zero or takes the root of a negative number.

    Examples
    --------
    >>> parse_profile("max(2, 0.05/(p*q))")
    Max(2, 1/(20*p*q))
    """
    tree, place = _read(text, "max(2, a/p)")
    place = replace(place, transcendental=transcendental)
    profile = _value(tree, place)
    _check_kept(profile.demands, place, profile.expr)
    return profile.expr


def parse_number(text: str) -> sympy.Rational:
    """Read an exact rational number such as `1/4`, `0.05`, `1e-6` or `-3`, or arithmetic of such numbers.

    Raises
    ------
    ProfileSyntaxError
        If the text is no rational number.
    DomainError
        If it divides by zero or takes the root of a negative number.

    Examples
    --------
    >>> parse_number("0.05")
    1/20
    """
    right = "write a number such as 1/4, 0.05 or 1e-6"
    tree, place = _read(text, "1/4, 0.05 or 1e-6", _NO_NUMBERS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in _FUNCTIONS:
            raise place.refusal(node, "not a number", right)
    number = _value(tree, place).expr
    if not number.is_Rational:
        raise place.refusal(tree, "not a rational number", right)
    return number


def parse_assumptions(text: str) -> tuple[sympy.Rel, ...]:
    """Read assumptions: comparisons and chains of them, joined by commas or `and`, such as `0<a<1<r, b!=a`.

    Parameters
    ----------
    text : str
        Comparisons of parameters with each other and with numbers.

    Returns
    -------
    tuple of sympy.Rel
        An unevaluated relation for each two neighbours; those between constants that hold are left out.

    Raises
    ------
    ProfileSyntaxError
        If the text is not such a list.
    DomainError
        If a comparison of constants is false: nothing satisfies the assumptions.

    Examples
    --------
    >>> parse_assumptions("0 < a < 1")
    (0 < a, a < 1)
    """
    return _assumed(text, "0<a<1, r>1")


def parse_box(text: str) -> tuple[sympy.Rel, ...]:
    """Read bounds on the priors: assumptions of which each chain involves p or q.

    Returns, and raises, what `parse_assumptions` does; a chain without p and q is a `ProfileSyntaxError`.

    Examples
    --------
    >>> parse_box("p0 <= p <= 1/2")
    (p0 <= p, p <= 1/2)
    """
    return _assumed(text, "p0<=p<=p1", (PRIOR_INCLUSION.name, PRIOR_VALUE.name))


def parse_binding(text: str) -> tuple[str, sympy.Expr]:
    """Read `name=number`, the exact value of a parameter or a prior.

    Raises
    ------
    ProfileSyntaxError
        If the text is not a name, one `=`, and a number that `parse_number` reads.
    DomainError
        As `parse_number`.

    Examples
    --------
    >>> parse_binding("a = 1/4")
    ('a', 1/4)
    """
    form = "write name=number, such as a=1/4"
    name, equals, number = text.partition("=")
    if not equals or number.startswith("=") or not _TOKEN.fullmatch(name.strip()):
        raise ProfileSyntaxError(_message("not a value for a name", form, text, 0, len(text)))
    target, place = _read(name, "a=1/4")
    if not isinstance(target, ast.Name) or target.id in (*_FUNCTIONS, "oo"):
        raise place.refusal(target, "not a parameter", form)
    return target.id, parse_number(" " * (len(name) + 1) + number)  # blanks keep the columns right
