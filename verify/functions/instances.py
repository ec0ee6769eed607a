"""What the axioms of a function say of particular points: one inequality between values for each mixture.

Let X = m_1 Y_1 + ... + m_k Y_k with all m >= 0. Then f(X) <= m_1 f(Y_1) + ... + m_k f(Y_k) if f is sublinear,
or convex and m_1 + ... + m_k = 1, or subadditive and every m is 1. For an increasing f it is enough that X is
not above the mixture in any coordinate; for k = 1, m_1 = 1 no other axiom is needed. If f is homogeneous and
k = 1, there is equality. The parts may be summed over finite index sets; over the empty one the mixture is 0,
and f(0) = 0 for a sublinear f, while the weights of a convex one do not then add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import combinations, combinations_with_replacement

import sympy as sp

from verify.functions.unspecified import SUBLINEAR, Property, UnspecifiedFunction, Value
from verify.probability.weighted_sum import Total

Point = tuple[sp.Expr, ...]
Weighted = tuple[sp.Expr, Point]

MOST_POINTS = 7
"""Among more points no mixtures are sought."""

MOST_TERMS = 3
"""Of so many terms sums are sought, for functions that are subadditive and no more."""


class Weight(Enum):
    """What weights must add up to."""

    ANY = "any number"
    ONE = "1"


@dataclass(frozen=True)
class Mixture:
    """A point as a mixture of others, and so a bound of its value.

    Parameters
    ----------
    function : UnspecifiedFunction
        Of which the values are.
    point : tuple of Expr
        The point X.
    parts : tuple of (Expr, tuple of Expr)
        Weights and points.
    over : tuple of Symbol
        Indices over which the parts are summed.

    Raises
    ------
    ValueError
        If the axioms do not give a bound for such a mixture.
    sympy.SympifyError
        For text, which is never evaluated.

    Examples
    --------
    >>> from sympy.abc import x, y
    >>> psi = UnspecifiedFunction("psi", (x, y), SUBLINEAR)
    >>> split = Mixture(psi, (x, y), ((x, (1, 0)), (y, (0, 1))))
    >>> split.conclusion
    psi(x, y) <= x*psi(1, 0) + y*psi(0, 1)
    >>> split.conditions
    (x >= 0, y >= 0)
    """

    function: UnspecifiedFunction
    point: Point
    parts: tuple[Weighted, ...]
    over: tuple[sp.Symbol, ...] = ()

    def __post_init__(self) -> None:
        expression = partial(sp.sympify, strict=True)
        parts = tuple((expression(m), tuple(map(expression, y))) for m, y in self.parts)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "point", tuple(map(expression, self.point)))
        if not self.parts:
            raise ValueError("a mixture has one or more parts")
        if self._total_weight is None:
            raise ValueError(
                f"that {self.function.name} is {', '.join(self.function.properties)} gives no bound for a "
                f"mixture of {len(self.parts)} parts with these weights"
            )

    @property
    def _total_weight(self) -> Weight | None:
        """What the weights must add up to for the axioms to give a bound; None where they never do."""
        has, alone = self.function.has, len(self.parts) == 1 and not self.over
        units = not self.over and all(m == 1 for m, _ in self.parts)
        if has(*SUBLINEAR) or (alone and has(Property.HOMOGENEOUS)):
            return Weight.ANY
        if units and (has(Property.SUBADDITIVE) or (alone and has(Property.INCREASING))):
            return Weight.ANY
        return Weight.ONE if has(Property.CONVEX) else None

    @property
    def _differences(self) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
        """The coordinates of the point that are not seen to be those of the mixture, and these."""
        mixed = [self._summed(m * y[k] for m, y in self.parts) for k in range(len(self.point))]
        pairs = zip(self.point, mixed, strict=True)
        return tuple((x, m) for x, m in pairs if self.over or sp.cancel(sp.together(m - x)) != 0)

    @property
    def conditions(self) -> tuple[sp.Basic, ...]:
        """What has to be shown: the weights, and that the point is the mixture."""
        found = [sp.Ge(m, 0, evaluate=False) for m, _ in self.parts if not (m.is_number and m.is_nonnegative)]
        relation = sp.Le if self.function.has(Property.INCREASING) else sp.Eq
        found += [relation(x, mixed, evaluate=False) for x, mixed in self._differences]
        if self._total_weight is Weight.ONE:
            total = self._summed(m for m, _ in self.parts)
            if self.over or sp.cancel(sp.together(total - 1)) != 0:
                found.append(sp.Eq(total, 1, evaluate=False))
        return tuple(found)

    @property
    def conclusion(self) -> sp.Basic:
        """What follows."""
        exact = self.function.has(Property.HOMOGENEOUS) and len(self.parts) == 1 and not self.over
        same = not self.function.has(Property.INCREASING) or not self._differences
        bound = self._summed(m * self.function(*y) for m, y in self.parts)
        return (sp.Eq if exact and same else sp.Le)(self.function(*self.point), bound, evaluate=False)

    def _summed(self, terms: Iterable[sp.Expr]) -> sp.Expr:
        return sp.Add(*(Total(t, *self.over) if self.over else t for t in terms))


def mixtures(function: UnspecifiedFunction, points: Sequence[Point]) -> Iterator[Mixture]:
    """The mixtures that can be read off points: multiples, sums, order, and solutions of linear systems.

    Their conditions are still to be shown. For a homogeneous function on the orthant the unit vectors are
    points too.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> f = UnspecifiedFunction("f", (x,), (Property.CONVEX,))
    >>> [m.conclusion for m in mixtures(f, [(a,), (sp.Integer(0),), (sp.Integer(1),)])][0]
    f(a) <= a*f(1) + (1 - a)*f(0)
    """
    dimension = len(function.arguments)
    known = list(dict.fromkeys(points))
    if function.has(Property.HOMOGENEOUS) and function.on_orthant:
        units = (tuple(sp.Integer(int(i == k)) for i in range(dimension)) for k in range(dimension))
        known += [u for u in units if u not in known]
    if len(known) > MOST_POINTS:
        return
    free = function.has(Property.HOMOGENEOUS)
    most = dimension + (not free) if function.has(Property.CONVEX) else 1
    for point in known:
        others = [p for p in known if p != point]
        if function.has(Property.INCREASING):
            yield from (Mixture(function, point, ((sp.Integer(1), p),)) for p in others)
        for size in range(1, most + 1) if free or function.has(Property.CONVEX) else ():
            for chosen in combinations(others, size):
                weights = _weights(point, chosen, free)
                if weights is not None and all(w != 0 for w in weights):
                    yield Mixture(function, point, tuple(zip(weights, chosen, strict=True)))
        if function.has(Property.SUBADDITIVE) and not function.has(Property.CONVEX):
            for size in range(2, MOST_TERMS + 1):
                for terms in combinations_with_replacement(known, size):
                    if _adds_up(point, terms):
                        yield Mixture(function, point, tuple((sp.Integer(1), term) for term in terms))


def _weights(point: Point, chosen: tuple[Point, ...], free: bool) -> tuple[sp.Expr, ...] | None:
    """The only weights that make the point a mixture; None where there are none, or several."""
    rows = [[p[k] for p in chosen] for k in range(len(point))]
    right = list(point)
    if not free:
        rows.append([sp.Integer(1)] * len(chosen))
        right.append(sp.Integer(1))
    names = [sp.Dummy() for _ in chosen]
    solved = sp.linsolve((sp.Matrix(rows), sp.Matrix(right)), *names)
    if not isinstance(solved, sp.FiniteSet):
        return None
    (weights,) = solved
    found = tuple(sp.factor(w) for w in weights)
    return None if any(w.free_symbols & set(names) or not _is_sign_open(w) for w in found) else found


def _is_sign_open(weight: sp.Expr) -> bool:
    return not weight.is_number or bool(weight >= 0)


def _adds_up(point: Point, terms: tuple[Point, ...]) -> bool:
    total = (sp.Add(*(p[k] for p in terms)) for k in range(len(point)))
    return all(sp.expand(s - x) == 0 for s, x in zip(total, point, strict=True))


def points_of(values: Sequence[Value]) -> Mapping[str, tuple[Point, ...]]:
    """The points that occur, by function."""
    names = dict.fromkeys(v.name for v in values)
    return {name: tuple(dict.fromkeys(v.point for v in values if v.name == name)) for name in names}
