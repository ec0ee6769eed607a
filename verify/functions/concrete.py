"""Functions that can be written down: what a statement for every function is held against.

A pool of them is listed; one counts for a class of functions once the prover has shown that it obeys the
axioms. For some classes a few extreme functions decide every statement that is linear in the values:

- Fix the parameters and the index sets. Then finitely many points occur. If two functions agree there, the
  statement is the same for both.
- **Sublinear on [0, oo)^2.** u -> f(u, 1 - u) is convex on [0, 1]. Its interpolation between the points that
  occur and the ends 0, 1 is convex, agrees with it there, and is a + b u plus hinges max(u - d, 0) with
  weights >= 0, d in (0, 1). So f agrees with a x + b y plus a combination of max(x, c y), c > 0, with weights
  >= 0. If f is increasing, it is one of x, y and these: f does not fall from the ray through (0, 1) to the
  next one in the direction of x, nor from (1, 0) in that of y, and these slopes are its coefficients.
- **Convex of one variable**, in the same way: 1, -1, x, -x, max(x, c), on [0, oo) with c > 0; increasing: x
  without -x. **Increasing of one variable:** 1, -1 and the steps "1 where x >= c". **Sublinear of one
  variable:** x and -x on [0, oo) (x alone if increasing), on the line besides |x| (max(x, 0) if increasing).

A statement L(f) + r <= 0, L linear in the values and r free of them, holds for all f of such a cone exactly
if r <= 0 (take f = 0) and L(g) <= 0 for each extreme g (take f = t g with t large; sum up for the converse).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import sympy as sp

from verify.evidence import Evidence, sufficient
from verify.functions.unspecified import SUBLINEAR, Property, UnspecifiedFunction, Value
from verify.language.implication import Implication
from verify.language.note import Note
from verify.prover.prover import Prover

KINK = sp.Symbol("kink")
"""The number c of a function such as max(x, c*y); a witness says which."""


def refuse_kink(parts: Iterable[sp.Basic]) -> None:
    """Refuse what holds the symbol that witnesses have for a kink.

    Raises
    ------
    ValueError
        If one of the parts does.
    """
    if any(KINK in part.free_symbols for part in parts):
        raise ValueError(f"the name {KINK} is taken: witnesses have it for where a function has its kink")


@dataclass(frozen=True)
class Concrete:
    """A function that can be written down.

    Parameters
    ----------
    arguments : tuple of Symbol
        Its arguments.
    formula : Expr
        Its value, in the arguments and in `KINK`.
    kinks : Boolean
        For which values of `KINK`.
    """

    arguments: tuple[sp.Symbol, ...]
    formula: sp.Expr
    kinks: sp.Basic = sp.true

    def at(self, value: Value) -> sp.Expr:
        """What it has for the value of a function."""
        return self.formula.xreplace(dict(zip(self.arguments, value.point, strict=True)))

    @property
    def conditions(self) -> tuple[sp.Basic, ...]:
        """What is assumed of `KINK`."""
        return (self.kinks,) if self.formula.has(KINK) and self.kinks != sp.true else ()

    def obeys(self, function: UnspecifiedFunction, prover: Prover) -> Evidence:
        """Evidence that it has the axioms of a function.

        Examples
        --------
        >>> from sympy.abc import x, y
        >>> psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
        >>> Concrete((x, y), sp.Abs(x - y)).obeys(psi, Prover()).proved
        True
        >>> Concrete((x, y), x * y).obeys(psi, Prover()).proved
        False
        """
        parts = [prover.decide(axiom) for axiom in self._axioms(function)]
        return sufficient(Note(self.formula, " is as ", function.note), parts, "its axioms")

    def _axioms(self, function: UnspecifiedFunction) -> Iterator[Implication]:
        count = range(1, len(self.arguments) + 1)
        one, other = (tuple(sp.Symbol(f"{letter}{k}") for k in count) for letter in "uv")
        t = sp.Symbol("t")
        inside = (
            *self.conditions,
            *(c for p in (one, other) if function.on_orthant for c in function.domain(p)),
        )
        at, pairs = partial(self._at), list(zip(one, other, strict=True))
        for axiom in function.properties:
            match axiom:
                case Property.HOMOGENEOUS:
                    goal = sp.Eq(at([t * u for u in one]), t * at(one), evaluate=False)
                    given: tuple[sp.Basic, ...] = (t > 0,)
                case Property.SUBADDITIVE:
                    goal = sp.Le(at([u + v for u, v in pairs]), at(one) + at(other), evaluate=False)
                    given = ()
                case Property.CONVEX:
                    mixed = at([t * u + (1 - t) * v for u, v in pairs])
                    goal = sp.Le(mixed, t * at(one) + (1 - t) * at(other), evaluate=False)
                    given = (t >= 0, t <= 1)
                case Property.INCREASING:
                    goal = sp.Le(at(one), at(other), evaluate=False)
                    given = tuple(sp.Le(u, v, evaluate=False) for u, v in pairs)
            yield Implication((*inside, *given), goal)

    def _at(self, point: list[sp.Expr] | tuple[sp.Expr, ...]) -> sp.Expr:
        return self.formula.subs(dict(zip(self.arguments, point, strict=True)), simultaneous=True)


def extreme_functions(function: UnspecifiedFunction) -> tuple[Concrete, ...] | None:
    """Functions that decide every statement linear in the values; None where none are known.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> [g.formula for g in extreme_functions(UnspecifiedFunction("f", (x, y), SUBLINEAR))]
    [x, -x, y, -y, Max(x, kink*y)]
    """
    x, *others = function.arguments
    rising, orthant = function.has(Property.INCREASING), function.on_orthant
    inside = KINK > 0 if orthant else sp.true
    formulas: list[sp.Expr] | None = None
    match others:
        case [] if function.has(*SUBLINEAR):
            formulas = [x] if rising else [x, -x]
            if not orthant:
                formulas.append(sp.Max(x, 0) if rising else sp.Abs(x))
        case [] if set(function.properties) == {Property.HOMOGENEOUS} and orthant:
            formulas = [x, -x]
        case [] if set(function.properties) <= {Property.CONVEX, Property.INCREASING}:
            one = sp.Integer(1)
            convex = function.has(Property.CONVEX)
            kinked = sp.Max(x, KINK) if convex else sp.Piecewise((one, x >= KINK), (sp.Integer(0), True))
            linear = [] if not convex else [x] if rising else [x, -x]
            formulas = [one, -one, *linear, kinked]
        case [y] if function.has(*SUBLINEAR) and orthant:
            formulas = [*([x, y] if rising else [x, -x, y, -y]), sp.Max(x, KINK * y)]
    return None if formulas is None else tuple(Concrete(function.arguments, f, inside) for f in formulas)


def listed_functions(function: UnspecifiedFunction) -> Iterator[Concrete]:
    """A pool of simple functions of as many arguments, whatever they obey; the simplest first.

    The quotient has the value 0 at 0, where it would be 0/0.
    """
    made = partial(Concrete, function.arguments)
    yield from (made(sp.Integer(c)) for c in (0, 1, -1))
    for x in function.arguments:
        yield from (made(f) for f in (x, -x, sp.Abs(x), x**2, sp.Max(x - 1, 0), sp.Min(x, 1)))
    for x, y in zip(function.arguments, function.arguments[1:], strict=False):
        yield from (made(f) for f in (x + y, sp.Max(x, y), sp.Min(x, y), sp.Abs(x - y), x * y, (x - y) ** 2))
        yield made(sp.Max(x, KINK * y), KINK > 0)
        yield made(sp.Piecewise(((x - y) ** 2 / (x + y), x + y > 0), (sp.Integer(0), True)))
    if len(function.arguments) > 2:
        yield made(sp.Max(*function.arguments))
