"""Functions of which nothing but axioms is known, and their values at points.

Let f be a function on the orthant [0, oo)^n, or on R^n. It is positively homogeneous if f(tX) = t f(X) for
t > 0 (then f(0) = 0, as f(0) = 2 f(0)); subadditive if f(X + Y) <= f(X) + f(Y); sublinear if both; convex if
f(tX + (1-t)Y) <= t f(X) + (1-t) f(Y) for 0 <= t <= 1; increasing if X <= Y in every coordinate gives
f(X) <= f(Y). For a homogeneous function convex and subadditive are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from verify.language.assumptions import ALL_SIGNS, signs_of
from verify.language.note import Note, joined


class Property(StrEnum):
    """An axiom; see the head of this module."""

    HOMOGENEOUS = "positively homogeneous"
    SUBADDITIVE = "subadditive"
    CONVEX = "convex"
    INCREASING = "increasing"


SUBLINEAR = (Property.HOMOGENEOUS, Property.SUBADDITIVE)


class Value(sp.Expr):
    """The value of an unspecified function at a point.

    Parameters
    ----------
    name : str or Str
        The function; a name, and no symbol that could be replaced.
    *point : Expr
        Its arguments.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> Value("f", x, x + y)
    f(x, x + y)
    """

    is_commutative = True
    is_extended_real = True

    def __new__(cls, name: str | Str, *point: sp.Expr | int) -> Value:
        """The value, not evaluated."""
        made: Value = sp.Expr.__new__(cls, Str(str(name)), *(sp.sympify(part, strict=True) for part in point))
        return made

    @property
    def name(self) -> str:
        """The function."""
        return str(self.args[0].name)

    @property
    def point(self) -> tuple[sp.Expr, ...]:
        """The arguments."""
        return tuple(self.args[1:])

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols of the arguments; the function is none."""
        return set().union(*(part.free_symbols for part in self.point))

    def _sympystr(self, printer: Any) -> str:
        return f"{self.name}({', '.join(map(printer._print, self.point))})"


@dataclass(frozen=True)
class UnspecifiedFunction:
    """A function of which its axioms are known.

    Parameters
    ----------
    name : str
        Such as `psi`.
    arguments : tuple of Symbol
        Names for its arguments, for a witness such as `psi(x, y) = Abs(x - y)`.
    properties : tuple of Property
        Its axioms.
    on_orthant : bool
        Whether it is defined where all arguments are >= 0, or for all real arguments.

    Raises
    ------
    ValueError
        Without an argument or an axiom, with an argument twice, or one that declares its sign.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
    >>> psi(1, x) + psi(0, 1)
    psi(0, 1) + psi(1, x)
    >>> print(psi.note)
    positively homogeneous, subadditive psi(x, y) on [0, oo)^2
    """

    name: str
    arguments: tuple[sp.Symbol, ...]
    properties: tuple[Property, ...]
    on_orthant: bool = True

    def __post_init__(self) -> None:
        if not self.arguments or len(set(self.arguments)) < len(self.arguments):
            raise ValueError(f"{self.name} needs one or more different arguments, not {self.arguments}")
        if any(signs_of(argument) != ALL_SIGNS for argument in self.arguments):  # Abs(x) would be x
            raise ValueError(f"the arguments of {self.name} are symbols that declare no sign")
        if not self.properties:
            raise ValueError(f"{self.name} has no axiom: name at least one Property")

    def __call__(self, *point: sp.Expr | int) -> Value:
        """Its value at a point.

        Raises
        ------
        ValueError
            For another number of arguments.
        """
        if len(point) != len(self.arguments):
            raise ValueError(f"{self.name} has {len(self.arguments)} arguments, not {len(point)}")
        return Value(self.name, *point)

    def has(self, *properties: Property) -> bool:
        """Whether the axioms give these properties."""
        known = set(self.properties)
        for one, other in ((Property.CONVEX, Property.SUBADDITIVE), (Property.SUBADDITIVE, Property.CONVEX)):
            if {Property.HOMOGENEOUS, one} <= known:
                known.add(other)
        return known >= set(properties)

    @property
    def note(self) -> Note:
        """The function and its axioms in words and formulas."""
        ground = "[0, oo)" if self.on_orthant else "R"
        power = f"^{len(self.arguments)}" if len(self.arguments) > 1 else ""
        return Note(f"{', '.join(self.properties)} ", self(*self.arguments), f" on {ground}{power}")

    def domain(self, point: Iterable[sp.Expr]) -> tuple[sp.Basic, ...]:
        """What says that the function has a value at a point, the point being defined."""
        if self.on_orthant:
            return tuple(sp.Ge(part, 0, evaluate=False) for part in point)
        return tuple(sp.Ge(sp.Pow(part, 2, evaluate=False), 0, evaluate=False) for part in point)


def rewritten(part: sp.Basic, rule: Callable[[Value], sp.Expr]) -> sp.Basic:
    """An expression or statement with another expression for each value; comparisons stay unevaluated.

    One that is then undefined, such as 1/0 = 1, is false.

    Examples
    --------
    >>> from sympy.abc import x
    >>> f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))
    >>> rewritten(sp.Ge(f(x) + f(2), 0), lambda value: value.point[0] ** 2)
    x**2 + 4 >= 0
    """
    if isinstance(part, Value):
        return rule(part)
    if not part.args or not part.has(Value):
        return part
    parts = [rewritten(inner, rule) for inner in part.args]
    undefined = any(p.has(sp.nan, sp.zoo) for p in parts)
    if isinstance(part, Relational) and undefined and not part.has(sp.Piecewise):
        return sp.false
    if isinstance(part, (Relational, sp.And, sp.Or, sp.Piecewise)):
        return part.func(*parts, evaluate=False)
    return part.func(*parts)


def values_in(statements: Iterable[sp.Basic]) -> tuple[Value, ...]:
    """The values that occur, each once, in the order of their text."""
    return tuple(sorted(set().union(*(s.atoms(Value) for s in statements)), key=str))


def in_terms_of(names: Mapping[Value, sp.Symbol]) -> Note:
    """What the names of values mean."""
    return joined(", ", (Note(name, " = ", value) for value, name in names.items()))
