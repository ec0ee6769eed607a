"""Sublinear functions that are written down: perspectives M f(L/M) of a convex f of one positive number.

Let L and M be linear forms with positive coefficients and f convex on (0, oo). Then M(X) f(L(X)/M(X)), with
the value 0 at X = 0, is sublinear on the orthant. It is homogeneous, as L and M are. Let X and Y not be 0,
u and v their quotients L/M. That of X + Y is the mean of u and v with the weights M(X)/M(X + Y) and
M(Y)/M(X + Y), which add up to 1; f there is not above the mean of f(u) and f(v), and times M(X + Y) this is
subadditivity. With X = 0 both sides are the value at Y.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from verify.calculus.derivative import PartialDerivative
from verify.evidence import Evidence, sufficient
from verify.functions.named_convexity import HasShape, NamedFunction, Shape
from verify.functions.unspecified import SUBLINEAR, UnspecifiedFunction
from verify.language.implication import Implication
from verify.language.note import Note
from verify.prover.prover import Prover


@dataclass(frozen=True)
class Perspective:
    """The function M f(L/M) of several numbers that are not negative, 0 where all of them are 0.

    Parameters
    ----------
    arguments : tuple of Symbol
        Its arguments.
    above, below : Expr
        The linear forms L and M, in the arguments and in parameters.
    ratio : Symbol
        The argument of f.
    formula : Expr
        f, in this symbol and in parameters. Logarithms of the ratio are written as log(ratio).

    Raises
    ------
    ValueError
        If L or M is no linear form in the arguments, f holds one of these, or the ratio declares a sign.

    Examples
    --------
    >>> from sympy.abc import u, x, y
    >>> skew = Perspective((x, y), 2 * x + y, x + 2 * y, u, u * sp.log(u))
    >>> skew.at((1, 0))
    2*log(2)
    >>> skew.at((0, 0))
    0
    """

    arguments: tuple[sp.Symbol, ...]
    above: sp.Expr
    below: sp.Expr
    ratio: sp.Symbol
    formula: sp.Expr

    def __post_init__(self) -> None:
        for form in (self.above, self.below):
            if not form.is_polynomial(*self.arguments) or any(
                sum(powers) != 1 for powers in sp.Poly(form, *self.arguments).monoms()
            ):
                raise ValueError(f"{form} is no linear form in {', '.join(map(str, self.arguments))}")
        if self.formula.free_symbols & set(self.arguments):
            raise ValueError(f"{self.formula} holds an argument beside {self.ratio}")
        assert self.function.variable == self.ratio  # which also looks at what the ratio declares

    @property
    def function(self) -> NamedFunction:
        """The function f on (0, oo)."""
        return NamedFunction(self.ratio, self.formula)

    @property
    def note(self) -> Note:
        """The value where not all arguments are 0."""
        inside = self.formula.xreplace({self.ratio: self.above / self.below})
        return Note(sp.Mul(self.below, inside, evaluate=False), ", 0 where all arguments are 0")

    @property
    def parameters(self) -> frozenset[sp.Symbol]:
        """The symbols besides the arguments."""
        parts = (self.above, self.below, self.formula)
        found = frozenset().union(*(part.free_symbols for part in parts))
        return found - {self.ratio, *self.arguments}

    def at(self, point: tuple[sp.Expr | int, ...]) -> sp.Expr:
        """The value at a point of the orthant; the logarithm of the quotient as a difference."""
        if not any(point):
            return sp.Integer(0)
        numbers = (sp.sympify(part, strict=True) for part in point)
        put = dict(zip(self.arguments, numbers, strict=True))
        above, below = (form.subs(put, simultaneous=True) for form in (self.above, self.below))
        logarithm = sp.Dummy("logarithm")
        named = self.formula.xreplace({sp.log(self.ratio): logarithm})
        difference = sp.log(above) - sp.log(below)
        return below * named.subs({self.ratio: above / below, logarithm: difference}, simultaneous=True)

    def obeys(self, function: UnspecifiedFunction, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that it has the axioms of a function, for all parameters of a domain.

        Examples
        --------
        >>> from sympy.abc import u, x, y
        >>> psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
        >>> Perspective((x, y), x + 2 * y, x + y, u, u * sp.log(u)).obeys(psi, (), Prover()).proved
        True
        >>> Perspective((x, y), x + 2 * y, x + y, u, sp.log(u)).obeys(psi, (), Prover()).proved
        False
        """
        if not set(function.properties) <= set(SUBLINEAR) or not function.on_orthant:
            raise ValueError(f"a perspective is shown to be sublinear on the orthant, not {function.note}")
        given = tuple(h for h in domain if h.free_symbols & self.parameters)
        forms = [sp.Poly(form, *self.arguments) for form in (self.above, self.below)]
        coefficients = [form.coeff_monomial(one) for form in forms for one in self.arguments]
        parts = [prover.decide(Implication(given, sp.Gt(c, 0, evaluate=False))) for c in coefficients]
        parts.append(HasShape(self.function, Shape.CONVEX).examine(given, prover))
        return sufficient(Note(self.note, " is ", function.note), parts, "a perspective of a convex function")

    def has_sign(self, relation: type[Relational], domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that f(u) stands in this relation (`Gt` or `Lt`) to 0 for every u > 0.

        The perspective then does so wherever not all arguments are 0, as M is positive there.
        """
        given = tuple(h for h in domain if h.free_symbols & self.parameters)
        inside = (*given, sp.Gt(self.ratio, 0, evaluate=False))
        return prover.decide(Implication(inside, relation(self.formula, 0, evaluate=False)))


def slope_has_sign(
    function: sp.Expr,
    variable: sp.Symbol,
    relation: type[Relational],
    domain: tuple[sp.Basic, ...],
    prover: Prover,
) -> list[Evidence]:
    """Evidence that the derivative exists, and stands in this relation to 0; proved if both parts are.

    Examples
    --------
    >>> from sympy.abc import s, x
    >>> parts = slope_has_sign(sp.exp(s * sp.log(x)), x, sp.Gt, (x > 0, s > 0), Prover())
    >>> [part.proved for part in parts]
    [True, True]
    """
    slope = sp.diff(function, variable)
    exists = PartialDerivative(function, variable, slope).examine(domain, prover)
    return [exists, prover.decide(Implication(domain, relation(slope, 0, evaluate=False)))]
