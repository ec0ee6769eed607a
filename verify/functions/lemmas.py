"""What is known of values of a written function at particular points: mixtures, support lines, identities.

Each lemma is a hint of the asker and is proved before it is used. Facts about the points are put to the
prover; facts about the function rest on the sign of its second derivative (`named_convexity`,
`edge_perspective`), or on its definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Protocol

import sympy as sp

from verify.calculus.elementary import establish
from verify.evidence import Evidence, Outcome, sufficient
from verify.functions.edge_perspective import EdgePerspective
from verify.functions.instances import Mixture, Point, Weighted
from verify.functions.unspecified import Value, rewritten, values_in
from verify.language.note import Note
from verify.probability.supports import Supports
from verify.probability.weighted_sum import Setting, unused_prefix, with_names
from verify.prover.prover import Prover


@dataclass(frozen=True)
class Ground:
    """What a lemma may rest on.

    Parameters
    ----------
    setting : Setting
        Families, and how large index sets may be.
    facts : tuple of Boolean
        What is assumed of numbers and families; free of values.
    functions : tuple of EdgePerspective
        Those that statements hold.
    shown : callable
        Evidence that the facts imply a condition for every value of its indices.
    prover : Prover
        Decides implications between numbers.
    """

    setting: Setting
    facts: tuple[sp.Basic, ...]
    functions: tuple[EdgePerspective, ...]
    shown: Callable[[sp.Basic], Evidence]
    prover: Prover

    @property
    def on_numbers(self) -> tuple[sp.Basic, ...]:
        """The facts about parameters alone."""
        families = set(self.setting.families)
        return tuple(f for f in self.facts if not f.free_symbols & families)

    def defined(self, value: Value) -> Iterator[Evidence]:
        """That a value is defined."""
        function = next(f for f in self.functions if f.name == value.name)
        yield from map(self.shown, function.domain(*value.point))


class Lemma(Protocol):
    """A fact about values."""

    @property
    def conclusion(self) -> sp.Basic:
        """The fact."""

    @property
    def defines(self) -> tuple[Value, ...]:
        """Values that are defined if the lemma is proved, and need not be looked at again."""

    def examine(self, ground: Ground) -> Evidence:
        """Evidence for it: proved, or open."""


@dataclass(frozen=True)
class Jensen:
    """The value at a mixture is not above the mixture of the values (not below, for a concave function).

    Parameters
    ----------
    function : EdgePerspective
        Of which the values are.
    point : tuple of Expr
        The mixture.
    parts : tuple of (Expr, tuple of Expr)
        Weights, which need not add up to 1, and points.
    over : tuple of Symbol
        Indices over which the parts are summed.

    Examples
    --------
    >>> from sympy.abc import p, q, x, y, z
    >>> from verify.functions.named_convexity import NamedFunction, Shape
    >>> kl = EdgePerspective("kl", (x, y), NamedFunction(x, x * sp.log(x), at_lower=0), Shape.CONVEX)
    >>> Jensen(kl, (1, 1), ((1, (p, q)),), (z,)).conclusion
    Total(kl(p, q), z) >= kl(1, 1)
    """

    function: EdgePerspective
    point: Point
    parts: tuple[Weighted, ...]
    over: tuple[sp.Symbol, ...] = ()

    @property
    def mixture(self) -> Mixture:
        """The mixture, of a sublinear function."""
        return Mixture(self.function.axioms, self.point, self.parts, self.over)

    @property
    def conclusion(self) -> sp.Basic:
        """The bound; see `Lemma`."""
        found = self.mixture.conclusion
        relation = sp.Eq if isinstance(found, sp.Eq) else self.function.above
        return relation(found.rhs, found.lhs, evaluate=False)

    @property
    def defines(self) -> tuple[Value, ...]:
        """All values; that at the mixture, as a mixture of points of a convex cone lies in it."""
        return values_in((self.conclusion,))

    def examine(self, ground: Ground) -> Evidence:
        """Evidence that the function is sublinear, and the point this mixture; see `Lemma`."""
        statement = Note(self.conclusion)
        if self.over and ground.setting.supports is not Supports.FINITE:
            note = Note("mixtures over infinite sets are not used: say Supports.FINITE")
            return Evidence(statement, Outcome.OPEN, None, "mixture", note=note)
        points = (self.function(*y) for _, y in self.mixture.parts)
        defined = (e for value in points for e in ground.defined(value))
        conditions = (ground.shown(c) for c in self.mixture.conditions)
        sublinear = self.function.is_sublinear(ground.on_numbers, ground.prover)
        return sufficient(statement, (sublinear, *conditions, *defined), "Jensen's inequality")


@dataclass(frozen=True)
class SupportLine:
    """g(x, y) >= f'(c) x + (f(c) - c f'(c)) y, for a convex f; with > unless x = c y, where f'' > 0.

    Parameters
    ----------
    function : EdgePerspective
        The function g.
    point : tuple of Expr
        x and y.
    at : Expr
        The number c > 0 where the line touches f.
    strict : bool
        Whether it is to be said that only x = c y gives equality.

    Raises
    ------
    ValueError
        For a number c that is not positive.

    Examples
    --------
    >>> from sympy.abc import p, q, x, y
    >>> from verify.functions.named_convexity import NamedFunction, Shape
    >>> kl = EdgePerspective("kl", (x, y), NamedFunction(x, x * sp.log(x), at_lower=0), Shape.CONVEX)
    >>> SupportLine(kl, (p, q)).conclusion
    kl(p, q) >= p - q
    >>> SupportLine(kl, (p, q), strict=True).conclusion
    Eq(p, q) | (kl(p, q) > p - q)
    """

    function: EdgePerspective
    point: Point
    at: sp.Expr = sp.S.One
    strict: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", sp.sympify(self.at, strict=True))
        if self.at.is_number and not self.at.is_positive:
            raise ValueError(f"a support line touches at a number > 0, not at {self.at}")

    @property
    def conclusion(self) -> sp.Basic:
        """The bound; see `Lemma`.

        A strict one holds where x = c y is false: on an edge, too, as the support lines at other points
        are strictly above this one there.
        """
        x, y = (sp.sympify(part, strict=True) for part in self.point)
        c, f = self.at, self.function.function
        slope = f.slope(c)
        line = sp.expand(slope * x + (f.at(c) - c * slope) * y)
        if not self.strict:
            return self.function.above(self.function(x, y), line, evaluate=False)
        strictly = {sp.Ge: sp.Gt, sp.Le: sp.Lt}[self.function.above]
        equal = sp.Eq(x, c * y, evaluate=False)
        return sp.Or(equal, strictly(self.function(x, y), line, evaluate=False), evaluate=False)

    @property
    def defines(self) -> tuple[Value, ...]:
        """The value; see `Lemma`."""
        return (self.function(*self.point),)

    def examine(self, ground: Ground) -> Evidence:
        """Evidence by the shape of the function; see `Lemma`."""
        given = ground.on_numbers
        parts = [self.function.is_sublinear(given, ground.prover)]
        parts.append(ground.shown(sp.Gt(self.at, 0, evaluate=False)))
        parts += ground.defined(self.function(*self.point))
        if self.strict:
            f = self.function.function
            curved = sp.diff(f.formula, f.variable, 2) * (1 if self.function.above is sp.Ge else -1)
            goal = sp.Gt(curved, 0, evaluate=False)
            parts.append(establish((*given, *f.inside(f.variable)), goal, ground.prover))
        return sufficient(Note(self.conclusion), parts, "support line")


@dataclass(frozen=True)
class ByDefinition:
    """A comparison between values that follows from what the functions are, edge by edge.

    Each argument of a value is positive or 0; in each case the values have a formula.

    Parameters
    ----------
    conclusion : Boolean
        Such as `Eq(kl(1, n), -log(n))`.
    """

    conclusion: sp.Basic

    @property
    def defines(self) -> tuple[Value, ...]:
        """The values; see `Lemma`."""
        return values_in((self.conclusion,))

    def examine(self, ground: Ground) -> Evidence:
        """Evidence case by case; see `Lemma`."""
        values = values_in((self.conclusion,))
        edges = list(dict.fromkeys(e for v in values for e in v.point if not e.is_positive))
        parts = [ground.shown(sp.Ge(e, 0, evaluate=False)) for e in edges]
        positive = {e: ground.shown(sp.Gt(e, 0, evaluate=False)) for e in edges}
        parts += [evidence for evidence in positive.values() if evidence.proved]
        for signs in product(*((1,) if positive[e].proved else (1, 0) for e in edges)):
            case = dict(zip(edges, signs, strict=True))
            found = {v: self._formula(v, case, ground) for v in values}
            given = tuple((sp.Gt if s else sp.Eq)(e, 0, evaluate=False) for e, s in case.items())
            goal = sp.false if None in found.values() else rewritten(self.conclusion, found.__getitem__)
            parts.append(self._case(goal, given, ground))
        return sufficient(Note(self.conclusion), parts, "by definition")

    @staticmethod
    def _formula(value: Value, case: Mapping[sp.Expr, int], ground: Ground) -> sp.Expr | None:
        """What a value is in one case; None where it is nothing."""
        function = next(f for f in ground.functions if f.name == value.name)
        x, y = value.point
        return function.value(x, y, (case.get(x, 1), case.get(y, 1)))

    def _case(self, goal: sp.Basic, given: tuple[sp.Basic, ...], ground: Ground) -> Evidence:
        """The goal in one case, at one value of its indices, with sums as numbers."""
        varying = ground.setting.free_indices(self.conclusion)
        facts = [f for f in ground.facts if ground.setting.free_indices(f) <= varying]
        names: dict[sp.Expr, sp.Symbol] = {}
        prefix = unused_prefix((*facts, *given, goal))
        *premises, wanted = (with_names(part, names, prefix) for part in (*facts, *given, goal))
        return establish(premises, wanted, ground.prover)
