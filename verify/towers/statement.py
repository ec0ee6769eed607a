"""From SymPy statements to the claims of the tower kernel: one variable in exponents and logarithms.

Exponentials become powers of exp(g x) and exp(h) for the largest g and h that make all powers whole, a
logarithm of a quotient the difference of two; hyperbolic functions are exponentials. Hypotheses other than
bounds of the variable, and signs of parameters, are left out: what is proved without them holds with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from math import gcd, lcm
from typing import Any

import sympy as sp

from verify import kernel
from verify.errors import VerifyError
from verify.language.implication import Implication
from verify.language.naming import prepared
from verify.language.note import Note
from verify.polynomial import MAX_EXPONENT

Tree = Any

_GREATER = {sp.Gt: (">", 1), sp.Ge: (">=", 1), sp.Lt: (">", -1), sp.Le: (">=", -1)}


class NotATowerError(VerifyError, ValueError):
    """The statement is not one of the tower kernel's; the message names the part."""


@dataclass(frozen=True)
class TowerClaim:
    """A claim in the tower kernel's notation.

    Parameters
    ----------
    claim : dict
        `variable`, `interval`, `parameters`, `atoms`, `goal` (see `docs/certificates.md`).
    variable : Symbol
        What the claim's variable stands for.
    parameters : tuple of Symbol
        What its parameters stand for, in their order.
    inverse : bool
        Whether the claim's variable stands for one over the variable.
    """

    claim: dict[str, Any]
    variable: sp.Symbol
    parameters: tuple[sp.Symbol, ...]
    inverse: bool = False

    def place(self, at: sp.Rational) -> sp.Rational:
        """The value of the variable at a value of the claim's."""
        return 1 / at if self.inverse else at

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the claim's canonical text."""
        return kernel.fingerprint(self.claim)


def tower_claim(implication: Implication) -> TowerClaim:
    """The claim that the goal holds for all values of the variable, and of parameters that are >= 0.

    Parameters
    ----------
    implication : Implication
        Its goal is one comparison by `<`, `<=`, `>` or `>=`.

    Raises
    ------
    NotATowerError
        If there is not exactly one variable in exponents and logarithms, or a part is of another kind.

    Examples
    --------
    >>> from sympy.abc import x
    >>> claim = tower_claim(Implication((x > 0,), sp.exp(-x) > 1 - x)).claim
    >>> claim["interval"], claim["atoms"], claim["goal"][1]
    ([['>', '0'], None], {'E': ['exp', '1', '0']}, ['/', '1', 'E'])
    """
    goal = implication.goal
    if type(goal) not in _GREATER:
        raise NotATowerError(Note("not a comparison by <, <=, > or >=: ", goal))
    relation, way = _GREATER[type(goal)]
    sides = [prepared(side) for side in (goal.args if way > 0 else reversed(goal.args))]
    variable = _variable(sides)
    others = sorted(frozenset().union(*(s.free_symbols for s in sides)) - {variable}, key=sp.default_sort_key)
    bounds = [bound for h in implication.hypotheses for bound in _bounds(h)]
    interval, inverse = _interval(variable, bounds), _is_inverse(variable, sides)
    if inverse:
        interval = _inverted(variable, interval)
        sides = [sp.powsimp(side.subs(variable, 1 / variable)) for side in sides]
    parameters = {f"p{i}": _sign(symbol, bounds) for i, symbol in enumerate(others, 1)}
    writer = _Writer.of(variable, {s: name for s, name in zip(others, parameters, strict=True)}, sides)
    claim = {
        "variable": "x",
        "interval": interval,
        "parameters": parameters,
        "goal": [relation, *map(writer.tree, sides)],
        "atoms": writer.atoms,
    }
    return TowerClaim(claim, variable, tuple(others), inverse)


def _variable(sides: Iterable[sp.Expr]) -> sp.Symbol:
    calls = (call for side in sides for call in side.atoms(sp.exp, sp.log))
    symbols = frozenset().union(*(call.free_symbols for call in calls))
    if len(symbols) != 1:
        raise NotATowerError("there is not exactly one variable in exponents and logarithms")
    return next(iter(symbols))


Bound = tuple[sp.Symbol, str, sp.Rational, bool]
"""A symbol, `lower` or `upper`, its bound, and whether that is left out."""


def _bounds(hypothesis: sp.Basic) -> Iterator[Bound]:
    """What a hypothesis says of one symbol alone, if it is linear."""
    if isinstance(hypothesis, sp.And):
        for part in hypothesis.args:
            yield from _bounds(part)
    if type(hypothesis) not in _GREATER or len(hypothesis.free_symbols) != 1:
        return
    relation, way = _GREATER[type(hypothesis)]
    (symbol,) = hypothesis.free_symbols
    difference = sp.expand(way * (hypothesis.lhs - hypothesis.rhs))
    slope, rest = difference.coeff(symbol, 1), difference.coeff(symbol, 0)
    if slope.is_Rational and rest.is_Rational and slope and difference == slope * symbol + rest:
        yield symbol, "lower" if slope > 0 else "upper", -rest / slope, relation == ">"


def _interval(variable: sp.Symbol, bounds: Iterable[Bound]) -> list[list[str] | None]:
    own = [bound for bound in bounds if bound[0] == variable]
    lower = max(((v, out) for _, end, v, out in own if end == "lower"), default=None)
    upper = min(((v, not out) for _, end, v, out in own if end == "upper"), default=None)
    if lower and upper and lower[0] >= upper[0]:
        raise NotATowerError(Note("no interval of the variable ", variable))
    return [
        None if lower is None else [">" if lower[1] else ">=", str(lower[0])],
        None if upper is None else ["<=" if upper[1] else "<", str(upper[0])],
    ]


def _is_inverse(variable: sp.Symbol, sides: Iterable[sp.Expr]) -> bool:
    """Whether it stands in exponents and logarithms as 1/x only."""
    arguments = [call.args[0] for side in sides for call in side.atoms(sp.exp, sp.log)]
    inverted = [sp.cancel(argument.subs(variable, 1 / variable)) for argument in arguments]
    plain = all(a.is_polynomial(variable) for a in arguments)
    return not plain and all(a.is_polynomial(variable) for a in inverted)


def _inverted(variable: sp.Symbol, interval: list[list[str] | None]) -> list[list[str] | None]:
    """The interval of 1/x for positive x."""
    low, high = interval
    if low is None or sp.Rational(low[1]) < 0 or low == [">=", "0"]:
        raise NotATowerError(Note("1/", variable, " where ", variable, " may not be positive"))
    lower = [
        ">" if high is None or high[0] == "<" else ">=",
        "0" if high is None else str(1 / sp.Rational(high[1])),
    ]
    if sp.Rational(low[1]) == 0:
        return [lower, None]
    return [lower, ["<" if low[0] == ">" else "<=", str(1 / sp.Rational(low[1]))]]


def _sign(symbol: sp.Symbol, bounds: Iterable[Bound]) -> str:
    lower = [(v, out) for s, end, v, out in bounds if s == symbol and end == "lower" and v >= 0]
    if not lower:
        raise NotATowerError(Note("a parameter that may be negative: ", symbol))
    return ">" if any(v > 0 or out for v, out in lower) else ">="


def _common(numbers: Iterable[sp.Rational]) -> sp.Rational:
    """The largest number of which all are whole multiples; 1 for none."""
    known = [n for n in numbers if n]
    if not known:
        return sp.Integer(1)
    return sp.Rational(reduce(gcd, (int(abs(n.p)) for n in known)), reduce(lcm, (int(n.q) for n in known)))


@dataclass
class _Writer:
    """Writes trees, and names exponentials and logarithms on the way."""

    variable: sp.Symbol
    names: dict[sp.Expr, str]
    rate: sp.Rational
    number: sp.Rational
    atoms: dict[str, list[Tree]] = field(default_factory=dict)

    @classmethod
    def of(cls, variable: sp.Symbol, names: dict[sp.Symbol, str], sides: list[sp.Expr]) -> _Writer:
        """A writer that knows the unit of all exponents."""
        arguments = [call.args[0] for side in sides for call in side.atoms(sp.exp)]
        parts = [_linear(argument, variable) for argument in arguments]
        rate, number = (_common(part[i] for part in parts) for i in (0, 1))
        return cls(variable, {variable: "x", **names}, rate, number)

    def tree(self, part: sp.Expr) -> Tree:
        """The tree of an expression."""
        if part in self.names:
            return self.names[part]
        if part.is_Rational:
            return str(part)
        if part.is_Add or part.is_Mul:
            return ["+" if part.is_Add else "*", *map(self.tree, part.args)]
        if part.is_Pow and part.exp.is_Integer and abs(part.exp) <= MAX_EXPONENT:
            return _power(self.tree(part.base), int(part.exp))
        if isinstance(part, sp.exp):
            slope, rest = _linear(part.args[0], self.variable)
            powers = [("E", "1", slope / self.rate), ("C", "0", rest / self.number)]
            trees = [self._exponential(name, int(power)) for name, _, power in powers if power]
            return ["*", *trees] if len(trees) != 1 else trees[0]
        if isinstance(part, sp.log) and len(part.args) == 1:
            return self._logarithm(part.args[0])
        raise NotATowerError(Note("no rational number, exponential or logarithm: ", part))

    def _exponential(self, name: str, power: int) -> Tree:
        if abs(power) > MAX_EXPONENT:
            raise NotATowerError("exponents that are too far from each other")
        self.atoms[name] = ["exp", str(self.rate), "0"] if name == "E" else ["exp", "0", str(self.number)]
        return _power(name, power)

    def _logarithm(self, argument: sp.Expr) -> Tree:
        """Of numerator and denominator, without powers of exponentials."""
        unit, number = sp.Symbol("E", positive=True), sp.Symbol("C", positive=True)

        def plain(call: sp.exp) -> sp.Expr:
            slope, rest = _linear(call.args[0], self.variable)
            return unit ** (slope / self.rate) * number ** (rest / self.number)

        named = argument.replace(lambda e: isinstance(e, sp.exp), plain)
        back = {unit: sp.exp(self.rate * self.variable), number: sp.exp(self.number)}
        terms: list[Tree] = []
        # Not cancelled: a common factor must not be 0.
        for side, sign in zip(sp.fraction(sp.together(named)), (1, -1), strict=True):
            polynomial = _polynomial(side, self.variable, unit, number)
            e, c = (min(key[i] for key in polynomial.monoms()) for i in (1, 2))
            terms += [["*", str(sign * e * self.rate), "x"]] if e else []
            terms += [str(sign * c * self.number)] if c else []
            rest = sp.expand(side * unit**-e * number**-c).xreplace(back)
            if rest != 1:
                terms.append(["*", str(sign), self._named(self.tree(rest))])
        return ["+", *terms]

    def _named(self, tree: Tree) -> str:
        definition = ["log", tree]
        for name, known in self.atoms.items():
            if known == definition:
                return name
        name = f"L{len(self.atoms)}"
        self.atoms[name] = definition
        return name


def _polynomial(side: sp.Expr, *names: sp.Symbol) -> sp.Poly:
    """A polynomial with rational coefficients."""
    if not (side.free_symbols <= {*names} and side.is_polynomial(*names)):
        raise NotATowerError(Note("a logarithm of another kind, of ", side))
    polynomial = sp.Poly(side, *names)
    if polynomial.is_zero or not all(c.is_Rational for c in polynomial.coeffs()):
        raise NotATowerError(Note("a logarithm of another kind, of ", side))
    return polynomial


def _power(tree: Tree, exponent: int) -> Tree:
    power = tree if abs(exponent) == 1 else ["^", tree, abs(exponent)]
    return power if exponent > 0 else ["/", "1", power]


def _linear(argument: sp.Expr, variable: sp.Symbol) -> tuple[sp.Rational, sp.Rational]:
    """The a and b of a x + b."""
    expanded = sp.expand(argument)
    slope, rest = expanded.coeff(variable, 1), expanded.coeff(variable, 0)
    if not (slope.is_Rational and rest.is_Rational and expanded == slope * variable + rest):
        raise NotATowerError(Note("an exponent that is not linear with rational numbers: ", argument))
    return slope, rest
