"""X over all values of the parameters: of which polynomial it is a root, and where that may change.

Let each piece be given by conditions and P = n F, n > 0, as polynomials over Q in the parameters, x and
priors, and let F rise with x. Then X is the largest x in [0, 1] such that below it P < 0 at some priors of a
piece, 0 where there is none. Let each point of a piece be a limit of points at which all its conditions are
strict; P < 0 somewhere on the piece means then that it is so at such a point. Project the conditions and P
along the priors (`projection`): B are the polynomials in x and the parameters, with x
and x - 1, C those in the parameters alone, with the conditions on these.

Theorem. Over a connected open set of parameters on which no polynomial of C vanishes:
1. Where no polynomial of B vanishes, it does not change whether P < 0 somewhere on a piece, along any path.
2. If X is a root of h in B alone at one point, and the leading coefficient and the discriminant of h and its
   resultants with all others of B vanish nowhere, then X is the root of h of the same number everywhere.
3. X is continuous, wherever no polynomial of B vanishes for all x.
Proof. 1: a neighbourhood of such a point meets the premises of the theorem on open cylinders, for each piece;
the open set of priors at which the conditions are strict and P < 0 is a union of cylinders, up to what lies
on roots, and if it is not empty it has a point off these. 2: that root of h is a continuous function, and no
other root of B meets it; by 1, P < 0 happens just below its graph and does not just above it, everywhere or
nowhere; and as F rises with x, that says that X is there. 3: on the line over a point, B has finitely many
roots; for x apart from these, it is by 1 the same at all points nearby whether x < X. QED

Let B' be projected along the priors in another order, with C'. Of B those may be left out that are not in B'
and have a coefficient, as polynomials in x, that vanishes nowhere.
Proof. Let z be a point off C where no polynomial vanishes that is left. In a neighbourhood without these, the
points N on a zero of both an f that is left out and one of B' or C' lie on zeros of two coprime polynomials:
without N it stays connected. On the rest it is locally constant whether P < 0 somewhere: off B by 1, and on a
zero of f by 1 for the other order. Where it is nowhere so, it is not so on N either, for it is an open
condition. Else it is so on N too: f does not vanish for all x, so that it is so for some greater x on the
same line, and F rises with x. This is 1; in 2 and 3 nothing else is asked of B. QED

So a sample point of each cell decides: there, between the roots of B, it is evaluated in rationals whether
P < 0 at sample points of the priors, off what was left out as well: the projection along the priors says
nothing there. Two roots of B that change places beside X do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from types import MappingProxyType

import sympy as sp
from flint import fmpq_mpoly, fmpq_poly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.one_sign import has_one_sign, range_of
from symbolic_eps.minimum.cylinders.projection import (
    Cylinder,
    NoSampleError,
    Point,
    Root,
    Space,
    TooLongError,
    between,
    exact,
    has_root,
    irreducible,
    isolated,
    level_of,
    rows_of,
)
from symbolic_eps.minimum.problem import Region
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, Relation
from verify.points.simple_rationals import simplest_between

ZERO, ONE = Fraction(0), Fraction(1)

NUMBERS: Mapping[sp.Symbol, sp.Rational] = MappingProxyType({})
"""For none of the parameters."""


class NotGenericError(ArithmeticError):
    """A point does not tell of which polynomial X is a root."""


@dataclass(frozen=True)
class Value:
    """X at a sample point.

    Parameters
    ----------
    polynomial : fmpq_mpoly
        h, in the parameters and x.
    root : Root
        X, apart from all other roots of B.
    low, high : Fraction
        In [0, 1]; between them h has no other root, and neither is one, but for 0 and 1.
    rises : bool
        Whether h rises at X.
    before, beyond : int
        How many other roots h has in (0, 1) below X, and above; all of them are simple.
    real : int
        How many real roots h has.
    """

    polynomial: fmpq_mpoly
    root: Root
    low: Fraction
    high: Fraction
    rises: bool
    before: int = 0
    beyond: int = 0
    real: int = 1


@dataclass(frozen=True)
class OverParameters:
    """The sets of the theorem.

    Parameters
    ----------
    space : Space
        The parameters, then x.
    sets : tuple of tuple of Cylinder
        Of each piece, the set where P < 0 and its conditions are strict; the priors in one order or two.
    known : tuple of fmpq_mpoly
        The polynomials of the conditions on the parameters.
    singular : tuple of fmpq_mpoly
        Where one of these vanishes, a piece may have points that are no limits of points inside.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/q", ["a>0"], fixed={"p": "1"})
    >>> pieces = [constrained(piece, profile) for piece in profile.pieces]
    >>> over = over_parameters(pieces, profile.free_priors, profile.parameter_region, profile.parameters)
    >>> value = over.value((Fraction(1, 4),))
    >>> over.space.expression(value.polynomial), value.rises
    (a*x + a + x - 1, True)
    """

    space: Space
    sets: tuple[tuple[Cylinder, ...], ...]
    known: tuple[fmpq_mpoly, ...]
    singular: tuple[fmpq_mpoly, ...] = ()

    @property
    def parameters(self) -> int:
        """How many there are."""
        return len(self.space.variables) - 1

    @cached_property
    def _levels(self) -> tuple[tuple[fmpq_mpoly, ...], tuple[fmpq_mpoly, ...]]:
        both: tuple[dict[str, fmpq_mpoly], dict[str, fmpq_mpoly]] = ({}, {})
        x = self.space.polynomial(DECAY)
        every = [x, x - 1]
        for orders in self.sets:
            every += self._projected(orders)
        for g in every:
            both[level_of(g) != self.parameters][str(g)] = g
        in_decay, below = (tuple(level[key] for key in sorted(level)) for level in both)
        return in_decay, below

    @cached_property
    def left_out(self) -> tuple[fmpq_mpoly, ...]:
        """Polynomials of the first order of the priors that are not in B."""
        kept = {str(g) for g in self.in_decay}
        every = {str(g): g for first, *_ in self.sets for g in map(self._here, first.levels[self.parameters])}
        return tuple(g for name, g in every.items() if name not in kept)

    def _projected(self, orders: tuple[Cylinder, ...]) -> list[fmpq_mpoly]:
        """What is left of a set along the priors, without what another order shows not to matter."""
        first, *others = [
            [self._here(g) for level in one.levels[: self.parameters + 1] for g in level] for one in orders
        ]
        names = [{str(g) for g in other} for other in others]
        return [g for g in first if all(str(g) in other for other in names) or not self._is_optional(g)]

    def _is_optional(self, polynomial: fmpq_mpoly) -> bool:
        """Whether it is one of x, and has a coefficient that vanishes nowhere."""
        return level_of(polynomial) == self.parameters and any(
            has_one_sign(row, self.space.ranges) for row in rows_of(polynomial, self.parameters)
        )

    def _here(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """From a larger space."""
        size = len(self.space.variables)
        return self.space.context.from_dict({e[:size]: c for e, c in polynomial.to_dict().items()})

    @property
    def in_decay(self) -> tuple[fmpq_mpoly, ...]:
        """B."""
        return self._levels[0]

    @property
    def below(self) -> tuple[fmpq_mpoly, ...]:
        """C, without the conditions on the parameters."""
        return self._levels[1]

    @cached_property
    def ends(self) -> tuple[fmpq_mpoly, ...]:
        """The conditions on the parameters and where a piece may be singular, irreducible."""
        every = (*self.known, *self.singular)
        return tuple(f for g in every if not g.is_constant() for f in irreducible(g))

    def critical(self, polynomial: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
        """What does not vanish where the polynomial keeps X, irreducible."""
        index = self.parameters
        projected = [*self.space.own_projection(polynomial, index)]
        others = (g for g in self.in_decay if g != polynomial)
        projected += [self.space.resultant(polynomial, g, index) for g in others]
        for g in projected:
            yield from self.space.irreducible(g)

    def value(self, point: Point) -> Value:
        """X at a point where no polynomial of C vanishes.

        Raises
        ------
        NotGenericError
            More than one of B has X as a root, or a number for x is no sample.
        """
        fibre = [self.space.at(g, point) for g in self.in_decay]
        roots = [r for r in isolated(fibre) if r.high >= 0 and r.low <= 1]  # 0 and 1 are among them
        samples = between(roots, ZERO, ONE)
        low, high = 0, len(samples)
        while low < high:
            middle = (low + high) // 2
            try:
                sample = self._apart(point, roots[middle].high, samples[middle])
                below = any(one.holds((*point, sample)) for one, *_ in self.sets)
            except NoSampleError as error:
                raise NotGenericError(f"X at {point} is not found: {error}") from None
            low, high = (middle + 1, high) if below else (low, middle)
        root = roots[low]
        here = [(g, f) for g, f in zip(self.in_decay, fibre, strict=True) if has_root(f, root)]
        if len(here) != 1:
            raise NotGenericError(f"X at {point} is a root of several polynomials")
        return _value(*here[0], root)

    def _apart(self, point: Point, low: Fraction, sample: Fraction) -> Fraction:
        """The sample, or a number between that and the root below, on no polynomial that was left out."""
        while any(self.space.value(g, (*point, sample)) == 0 for g in self.left_out):
            sample = simplest_between(low, sample)
        return sample


def _value(polynomial: fmpq_mpoly, on_line: fmpq_poly, root: Root) -> Value:
    every = isolated([on_line])
    others = [r for r in every if r.high < root.low or r.low > root.high]
    inside = [r for r in others if r.high > 0 and r.low < 1]
    before = sum(r.high < root.low for r in inside)
    low = max((r.high for r in others if r.high < root.low), default=ZERO)
    high = min((r.low for r in others if r.low > root.high), default=ONE)
    slope = on_line.derivative()
    rises = slope(exact(root.low)) > 0 if root.low == root.high else on_line(exact(root.high)) > 0
    beyond = len(inside) - before
    return Value(polynomial, root, max(low, ZERO), min(high, ONE), bool(rises), before, beyond, len(every))


# --- the sets of a profile


def over_parameters(
    pieces: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    parameters: Sequence[sp.Symbol],
    values: Mapping[sp.Symbol, sp.Rational] = NUMBERS,
) -> OverParameters:
    """The sets of pieces, the conditions of which are no equations; with numbers for some parameters."""
    sets, known = [], [sp.expand(c.polynomial.subs(values)) for c in region]
    one_sided = [e for c, e in zip(region, known, strict=True) if c.relation is not Relation.NON_ZERO]
    looked_at = (*(range_of(v, one_sided) for v in parameters), (ZERO, ONE))
    for piece in pieces:
        priors = tuple(v for v in free if v not in piece.priors)
        strict, negative = _strict(piece, values), sp.expand(-piece.polynomial.subs(values))
        if strict is not None and negative != 0:
            apart = [c.polynomial.subs(values) for c in piece.conditions if c.relation is Relation.NON_ZERO]
            orders = []
            for order in permutations(priors):
                ranges = (*looked_at, *(range_of(v, strict) for v in order))
                space = Space((*parameters, DECAY, *order), ranges)
                met = tuple(space.polynomial(e) for e in (*strict, negative))
                nowhere = tuple(space.polynomial(e) for e in apart)
                orders.append(Cylinder(space, met, len(parameters) + 1, nowhere))
            sets.append(_shortest_first(orders))
    space = Space((*parameters, DECAY), looked_at)
    return OverParameters(space, tuple(sets), tuple(space.polynomial(c) for c in known))


def _shortest_first(orders: Sequence[Cylinder]) -> tuple[Cylinder, ...]:
    """Those that can be projected, the one with the shortest polynomials first; one at least."""
    priced = list[tuple[int, int]]()
    for k, one in enumerate(orders if len(orders) > 1 else ()):
        with suppress(TooLongError):
            left = [g for level in one.levels[: one.base] for g in level]
            priced.append((sum(len(g) * int(g.total_degree()) for g in left), k))
    return tuple(orders[k] for _, k in sorted(priced)) or (orders[0],)


def _strict(piece: ConstrainedPiece, values: Mapping[sp.Symbol, sp.Rational]) -> list[sp.Expr] | None:
    """What is positive inside the piece; None where there is no piece for these numbers."""
    strict = []
    for condition in piece.conditions:
        if condition.relation is Relation.ZERO:
            raise UndecidedError("a piece of the profile lies on a curve")
        here = Condition(sp.expand(condition.polynomial.subs(values)), condition.relation)
        if here.constant_truth is False:
            return None
        if here.constant_truth is None and here.relation is not Relation.NON_ZERO:
            strict.append(here.polynomial)
    return strict
