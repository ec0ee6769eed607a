"""Perspectives y f(x/y) with values at the edges of the quadrant, such as x log(x/y) and x^s y^(1-s).

f is a `NamedFunction` on (0, oo), or on [0, oo) with a value at 0. On the open quadrant g is y f(x/y). The
conventions at its edges are stated, never guessed: g(0, 0) = 0; g(0, y) = y f(0) for y > 0 if f has a value
at 0; g(x, 0) = x m for x > 0 if a slope m at infinity is given. Elsewhere g has no value, and a comparison
that holds it counts as false there. With f = x log x and f(0) = 0: 0 log(0/y) = 0, 0 log(0/0) = 0, and
x log(x/0) has no value.

Let f be convex, with its end, and m >= f'(c) for each c > 0. Then g is sublinear on the cone where it has a
value. Proof: for (a, b) inside, c = a/b, the linear function h(x, y) = f'(c) x + (f(c) - c f'(c)) y is g at
(a, b), and not above g elsewhere: y times the support line inside; f(0) >= f(c) - c f'(c) where x = 0;
m >= f'(c) where y = 0. So a mixture X of points Y_i, weights w_i >= 0, that lies inside has g(X) = h(X)
= sum w_i h(Y_i) <= sum w_i g(Y_i). On an edge all Y_i with w_i > 0 lie on that edge, where g is linear. With
all signs turned round: a concave f gives a superlinear g. A mixture of points where g has a value is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy as sp
from sympy.core.relational import Relational

from verify.calculus.elementary import establish
from verify.evidence import Evidence, sufficient
from verify.functions.named_convexity import HasShape, NamedFunction, Shape
from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction, Value
from verify.language.note import Note
from verify.prover.prover import Prover


@dataclass(frozen=True)
class EdgePerspective:
    """g(x, y) = y f(x / y) on the quadrant, with its conventions at the edges.

    Parameters
    ----------
    name : str
        Such as `kl`.
    arguments : tuple of Symbol
        Names for the two arguments, in texts.
    function : NamedFunction
        f, on (0, oo), or [0, oo) with the value at 0.
    shape : Shape
        Convex or concave; to be proved.
    slope_at_infinity : Expr or None
        g(1, 0), if g has a value at (x, 0).

    Raises
    ------
    ValueError
        For another interval or shape, or two arguments of one name.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> divergence = EdgePerspective("kl", (x, y), NamedFunction(x, x * sp.log(x), at_lower=0), Shape.CONVEX)
    >>> print(divergence.note)
    kl(x, y) = x*log(x/y), 0 at x = 0 < y, no value at y = 0 < x, 0 at x = y = 0
    >>> divergence.is_sublinear((), Prover()).proved
    True
    >>> divergence.value(sp.Integer(1), sp.Integer(2)), divergence.value(x, sp.Integer(0), (1, 0))
    (-log(2), None)
    """

    name: str
    arguments: tuple[sp.Symbol, sp.Symbol]
    function: NamedFunction
    shape: Shape
    slope_at_infinity: sp.Expr | None = None

    def __post_init__(self) -> None:
        f = self.function
        if f.lower != 0 or f.upper != sp.oo or self.shape not in (Shape.CONVEX, Shape.CONCAVE):
            raise ValueError(f"{self.name} needs a convex or concave function on (0, oo) or [0, oo)")
        if len(set(self.arguments)) < 2 or set(self.arguments) & f.free_symbols:
            raise ValueError(f"{self.name} needs two arguments that are no parameters")
        if self.slope_at_infinity is not None:
            object.__setattr__(self, "slope_at_infinity", sp.sympify(self.slope_at_infinity, strict=True))

    def __call__(self, x: sp.Expr | int, y: sp.Expr | int) -> Value:
        """Its value at a point, not evaluated."""
        return Value(self.name, x, y)

    @cached_property
    def note(self) -> Note:
        """The function and its conventions in words and formulas."""
        x, y = self.arguments
        at_left, at_right = self.function.at_lower, self.slope_at_infinity
        left = "no value" if at_left is None else y * at_left
        right = "no value" if at_right is None else x * at_right
        edges = Note(left, f" at {x} = 0 < {y}, ", right, f" at {y} = 0 < {x}, 0 at {x} = {y} = 0")
        return Note(self(x, y), " = ", self.inside(x, y), ", ", edges)

    @property
    def free_symbols(self) -> frozenset[sp.Symbol]:
        """The parameters."""
        slope = self.slope_at_infinity
        return self.function.free_symbols.union(() if slope is None else slope.free_symbols)

    @cached_property
    def axioms(self) -> UnspecifiedFunction:
        """A sublinear function of the same name; for a concave f, -g is what it is."""
        return UnspecifiedFunction(self.name, self.arguments, SUBLINEAR)

    @property
    def above(self) -> type[Relational]:
        """How a mixture of values compares with the value at the mixture."""
        relation: type[Relational] = sp.Ge if self.shape is Shape.CONVEX else sp.Le
        return relation

    @cached_property
    def formula(self) -> sp.Expr:
        """The value inside of the quadrant, in the arguments."""
        one, other = sp.symbols("x y", positive=True, cls=sp.Dummy)
        powers_apart = sp.expand_power_base(other * self.function.at(one / other))
        simple = sp.powsimp(powers_apart, combine="exp")
        return simple.subs(dict(zip((one, other), self.arguments, strict=True)), simultaneous=True)

    @property
    def definition(self) -> sp.Expr:
        """The value case by case, in the arguments; no case where it has none."""
        one, other = self.arguments
        signs = ((0, 0), (0, 1), (1, 0), (1, 1))
        values = ((self.value(one, other, s), s) for s in signs)
        cases = [
            (v, sp.And(*(sp.Gt(x, 0) if k else sp.Eq(x, 0) for x, k in zip(self.arguments, s, strict=True))))
            for v, s in values
            if v is not None
        ]
        return sp.Piecewise(*cases)

    def inside(self, x: sp.Expr, y: sp.Expr) -> sp.Expr:
        """The value where both arguments are positive."""
        return self.formula.xreplace(dict(zip(self.arguments, (x, y), strict=True)))

    def value(self, x: sp.Expr, y: sp.Expr, signs: tuple[int, int] = (1, 1)) -> sp.Expr | None:
        """The value at a point whose coordinates have these signs; None where it has none."""
        match signs:
            case (0, 0):
                return sp.S.Zero
            case (0, 1):
                return None if self.function.at_lower is None else y * self.function.at_lower
            case (1, 0):
                return None if self.slope_at_infinity is None else x * self.slope_at_infinity
            case (1, 1):
                return self.inside(x, y)
        return None

    def domain(self, x: sp.Expr, y: sp.Expr) -> tuple[sp.Basic, ...]:
        """What says that it has a value at a point."""
        left, right = self.function.at_lower is not None, self.slope_at_infinity is not None
        if left and right:
            return (sp.Ge(x, 0, evaluate=False), sp.Ge(y, 0, evaluate=False))
        first = (sp.Ge if left else sp.Gt)(x, 0, evaluate=False)
        second = (sp.Ge if right else sp.Gt)(y, 0, evaluate=False)
        origin = sp.And(sp.Eq(x, 0, evaluate=False), sp.Eq(y, 0, evaluate=False), evaluate=False)
        return (sp.Or(sp.And(first, second, evaluate=False), origin, evaluate=False),)

    def is_sublinear(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that g is sublinear (superlinear, for a concave f) where it has a value.

        Parameters
        ----------
        facts : tuple of Boolean
            Hypotheses on the parameters.
        prover : Prover
            Decides the implications.
        """
        parts = [HasShape(self.function, self.shape).examine(facts, prover)]
        if self.slope_at_infinity is not None:
            parts.append(self._steepest(facts, prover))
        kind = "sublinear" if self.shape is Shape.CONVEX else "superlinear"
        return sufficient(Note(self.note, f" is {kind}"), parts, "perspective of a convex function")

    def _steepest(self, facts: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """That no slope is above the one at infinity (below, for a concave f); as c or as 1/c runs."""
        c = self.function.variable
        given = (*facts, *self.function.inside(c))
        for point in (c, 1 / c):
            slope = sp.expand(self.function.slope(point))
            evidence = establish(given, self.above(self.slope_at_infinity, slope, evaluate=False), prover)
            if evidence.proved:
                break
        return evidence
