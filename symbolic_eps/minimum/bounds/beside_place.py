"""F >= 0 beside the place that attains X: a double root, and the place as an unknown of its own.

Let F be stationary along a prior v at v0, inside its range on a part of the border on which v alone varies,
and let R be the factor of n F there that vanishes at v0, the others being positive. X is then a root of the
discriminant of R, of high degree; but R = 0 and dR/dv = 0 at v0 say as much, in low degrees.

Theorem. Let c(x, v0) be conditions that hold at X and its place. Suppose that, wherever 0 < x < 1 and
R(v0) = R'(v0) = 0 and c(x, v0), Q(v) >= 0 on this part of the border, with

    R(v) = R(v0) + R'(v0) (v - v0) + Q(v) (v - v0)^2,

and n F >= 0 on the other parts where R(e) >= 0 as well at some numbers e of v in this part. If F >= 0 on all
parts says that F >= 0 on the pieces, then F(X) >= 0 there.
Proof. X with its place is among these x and v0, so that F(X) >= 0 on this part, which says that R(e) >= 0,
and so on all parts; unless X = 1, but for x = 1 F = 1 - 1/r* >= 0 on the pieces. QED

Conditions of the piece itself that follow from these facts hold at the place as well. On its part of the
border the other prior is u = N/D, polynomials of v without a common factor. Let D u = N at the place, let f
be the polynomial of a condition, and A/B what f is with N/D for u. Then B f = A at the place, even where
D = 0: if B is not 0 there, A/B has the sign of f.
Proof. B f - A vanishes where u = N/D: a power of D times it is a multiple of D u - N. That is prime, for N
and D have no common factor, and does not divide D. So it divides B f - A. QED

Q has two degrees less than R: where R is cubic, as on the ridge of max(a/p, 1 + b p/q), Q is linear in v, and
its ends decide. That R, R' and c hold at the place is asked with X's polynomial, as that F = 0 there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, count

import sympy as sp

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.bounds.along_prior import nowhere_negative, ranges_of
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.theory.symbols import DECAY, parameter
from symbolic_eps.time_limit import Patience
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import QUICK_STEPS, Solver, UndecidedQueryError

Region = tuple[Condition, ...]

INSIDE = (positive(DECAY), positive(1 - DECAY))

QUESTION = "F < 0 beside the place"

SOON = 5.0
"""Seconds of processor time for what can be done without, or shown by another way."""


@dataclass(frozen=True)
class DoubleRoot:
    """What is known of the place, with its prior as an unknown.

    Parameters
    ----------
    piece : ConstrainedPiece
        On which the place lies.
    prior, unknown : Symbol
        v and v0.
    factor : Expr
        R.
    facts : tuple of Condition
        R = R' = 0 at v0, and c.
    """

    piece: ConstrainedPiece
    prior: sp.Symbol
    unknown: sp.Symbol
    factor: sp.Expr
    facts: Region

    @property
    def quotient(self) -> sp.Expr:
        """Q."""
        v, at = self.prior, {self.prior: self.unknown}
        start, slope = self.factor.subs(at), sp.diff(self.factor, v).subs(at)
        rest = sp.expand(self.factor - start - slope * (v - self.unknown))
        return sp.expand(sp.cancel(rest / (v - self.unknown) ** 2))

    @property
    def sufficient(self) -> tuple[tuple[sp.Expr, Region], ...]:
        """Polynomials, and where each of them is not to be negative on the part of the border."""
        return ((self.quotient, ()),)


def double_roots(
    pieces: Sequence[ConstrainedPiece],
    place: Mapping[sp.Symbol, sp.Expr],
    region: Region,
    root: Region,
    judge: Solver,
) -> Iterator[DoubleRoot]:
    """The place on each part of the border on which one prior varies, where R = R' = 0 there is shown.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
    place : mapping of Symbol to Expr
        The priors, as rational functions of x and the parameters.
    region, root : tuple of Condition
        What is known of the parameters, and of X.
    judge : Solver
        Proves it.
    """
    for piece, v, at_place in on_sides(pieces, place, region, root, judge):
        named = {v: at_place.unknown}
        for factor in factors_along(piece, v, region, judge):
            double = (factor.subs(named), sp.diff(factor, v).subs(named))
            equations = tuple(zero(sp.expand(e)) for e in double)
            if all(map(at_place.holds, equations)):
                facts = with_ranges(equations, piece, v, at_place, region)
                yield DoubleRoot(piece, v, at_place.unknown, factor, facts)


def on_sides(
    pieces: Sequence[ConstrainedPiece],
    place: Mapping[sp.Symbol, sp.Expr],
    region: Region,
    root: Region,
    judge: Solver,
) -> Iterator[tuple[ConstrainedPiece, sp.Symbol, AtPlace]]:
    """Each part of the border on which one prior v alone varies, with v and v0; its value is one of x."""
    for piece in pieces:
        free = [v for v in place if v in piece.polynomial.free_symbols]
        if len(free) == 1 and DECAY in place[free[0]].free_symbols:
            at_place = AtPlace.of(_unused(pieces, region), place[free[0]], (*region, *root), judge)
            if at_place is not None:
                yield piece, free[0], at_place


def with_ranges(
    equations: Region, piece: ConstrainedPiece, v: sp.Symbol, at_place: AtPlace, region: Region
) -> Region:
    """The equations of the place, and the conditions of its part of the border that are shown to hold there.

    What seems to follow from simpler ones is left out.
    """
    facts = equations
    for c in sorted(piece.conditions, key=lambda c: sp.Poly(c.polynomial).total_degree()):
        if v not in c.symbols:
            continue
        fact = Condition(sp.expand(c.polynomial.subs(v, at_place.unknown)), c.relation)
        known = (*region, *INSIDE, *facts)
        if may_exist((*known, fact.negation)) and not _soon(
            is_shown_empty, known, at_place.judge, (fact.negation,)
        ):
            facts = (*facts, fact) if _soon(at_place.holds, fact) else facts
    return facts


def _soon(is_shown: Callable[..., bool], *of: object) -> bool:
    """Whether it is shown within `SOON`; what is not is done without."""
    with suppress(UndecidedError), Patience(SOON, processor=True).or_undecided():
        return is_shown(*of)
    return False


@dataclass(frozen=True)
class AtPlace:
    """What holds where an unknown is a quotient above/below at X, with below > 0.

    Parameters
    ----------
    unknown : Symbol
    above, below : Poly
    known : tuple of Condition
        Of X and the parameters, with below > 0.
    judge : Solver
        Proves it.
    """

    unknown: sp.Symbol
    above: sp.Poly
    below: sp.Poly
    known: Region
    judge: Solver

    @classmethod
    def of(cls, unknown: sp.Symbol, value: sp.Expr, known: Region, judge: Solver) -> AtPlace | None:
        """None where the sign of the denominator is not shown."""
        above, below = sp.fraction(sp.factor(value))
        for sign in (1, -1):
            strict = positive(sp.expand(sign * below))
            with suppress(UndecidedQueryError):
                if strict.constant_truth or judge.implies(known, strict, f"the sign of {below}"):
                    symbols = sorted(value.free_symbols, key=str)
                    quotient = sp.Poly(sign * above, *symbols), sp.Poly(sign * below, *symbols)
                    return cls(unknown, *quotient, (*known, strict), judge)
        return None

    def cleared(self, condition: Condition) -> Condition:
        """The same, multiplied by a power of the denominator, so that it is polynomial."""
        terms = sp.Poly(condition.polynomial, self.unknown)
        degree = terms.degree()
        polynomial = sum(
            (self.above**k * self.below ** (degree - k) * factor for (k,), factor in terms.terms()),
            start=self.above * 0,
        )
        return Condition(polynomial.as_expr(), condition.relation)

    def holds(self, condition: Condition) -> bool:
        """Whether that is shown."""
        asked = self.cleared(condition)
        if asked.relation is Relation.ZERO and not self._may_vanish(asked.polynomial):
            return False
        with suppress(UndecidedQueryError):
            return bool(asked.constant_truth) or self.judge.implies(
                self.known, asked, f"{condition} at the place"
            )
        return False

    def _may_vanish(self, polynomial: sp.Expr) -> bool:
        """Whether X's polynomial divides it at some numbers; else a proof is not worth looking for."""
        root = next(
            (c.polynomial for c in self.known if c.relation is Relation.ZERO and c.polynomial.has(DECAY)),
            None,
        )
        if root is None:
            return True
        symbols = sorted(polynomial.free_symbols | root.free_symbols - {DECAY}, key=str)
        at = {s: sp.Rational(sp.prime(k + 2), sp.prime(k + 3)) for k, s in enumerate(symbols) if s != DECAY}
        divisor = sp.Poly(root.subs(at), DECAY)
        same = divisor.degree() == sp.degree(root, DECAY)
        return not same or sp.Poly(polynomial.subs(at), DECAY).rem(divisor).is_zero


def _unused(pieces: Sequence[ConstrainedPiece], region: Region) -> sp.Symbol:
    """A name for v0 that is no other's."""
    taken = frozenset().union(
        *(c.symbols for c in region),
        *(piece.polynomial.free_symbols for piece in pieces),
        *(c.symbols for piece in pieces for c in piece.conditions),
    )
    names = chain(["t"], (f"t{k}" for k in count(1)))
    return next(s for s in map(parameter, names) if s not in taken)


def factors_along(piece: ConstrainedPiece, v: sp.Symbol, region: Region, judge: Solver) -> Iterator[sp.Expr]:
    """Factors R of n F = G R with G > 0 on the piece where 0 < x < 1."""
    scale, factors = sp.factor_list(piece.polynomial)
    here = (*region, *INSIDE, *piece.conditions)
    for factor, power in factors:
        if power > 1 or DECAY not in factor.free_symbols or v not in factor.free_symbols:
            continue
        others = sp.expand(scale * sp.Mul(*(f**k for f, k in factors if f != factor)))
        for sign in (1, -1):
            above = positive(sign * others)
            with suppress(UndecidedQueryError):
                if above.constant_truth or judge.implies(here, above, f"the sign of {others}"):
                    yield sp.expand(sign * factor)
                    break


def conditions_at(
    double: DoubleRoot, place: Mapping[sp.Symbol, sp.Expr], region: Region, root: Region, judge: Solver
) -> Region:
    """Conditions of the whole piece that are shown to hold at the place, without X's formula where X < 1."""
    piece, (v, unknown) = double.piece, (double.prior, double.unknown)
    known, facts = (*region, *root), (*region, *INSIDE, *double.facts)
    shown = Region()
    with suppress(UndecidedQueryError):
        ends = {u: value.subs(v, unknown) for u, value in piece.priors.items()}
        for u, value in ends.items():
            above, below = sp.fraction(value)
            apart = sp.numer(sp.together((place[u] * below - above).subs(unknown, place[v])))
            if not sp.gcd(above, below).is_Rational or not judge.implies(
                known, zero(sp.expand(apart)), f"the value of {u} at the place"
            ):
                return ()
        if not ends or not judge.implies(known, positive(1 - DECAY), "X < 1"):
            return ()
        for c in (piece.origin or piece).conditions:
            moved = c.substituted({**ends, v: unknown})
            if all(is_shown_empty(facts, judge, (one.negation,)) for one in moved):
                shown = (*shown, c)
    return shown


def is_bound_beside(
    double: DoubleRoot,
    pieces: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    judge: Solver,
) -> bool:
    """Whether the theorem shows that F(X) >= 0 on all of the pieces.

    Parameters
    ----------
    double : DoubleRoot
    pieces : sequence of ConstrainedPiece
        That of the place among them.
    free : sequence of Symbol
        The priors that vary on the profile.
    region : tuple of Condition
        What is known of the parameters.
    judge : Solver
        Proves it.
    """
    known = (*region, *INSIDE, *double.facts)
    if not _is_bound_on(double.piece, double.sufficient, free, known, judge):
        return False
    known = (*known, *known_at_ends(double, region, judge))
    others = (piece for piece in pieces if piece is not double.piece)
    return all(_is_bound_on(piece, ((piece.polynomial, ()),), free, known, judge) for piece in others)


def _is_bound_on(
    piece: ConstrainedPiece,
    asked: Sequence[tuple[sp.Expr, Region]],
    free: Sequence[sp.Symbol],
    known: Region,
    judge: Solver,
) -> bool:
    """Whether the polynomials are shown not to be negative on the piece, by ends of priors or directly."""
    rest = [v for v in free if v not in piece.priors]

    def is_shown(polynomial: sp.Expr, here: Region) -> bool:
        direct = (*here, positive(-polynomial))
        likely = partial(is_shown_empty, known, judge, doubtful=False)
        if nowhere_negative(polynomial, here, rest, likely):
            return True
        empty = partial(is_shown_empty, known, judge)
        return _soon(empty, direct) or nowhere_negative(polynomial, here, rest, empty) or empty(direct)

    return all(is_shown(polynomial, (*piece.conditions, *where)) for polynomial, where in asked)


def known_at_ends(double: DoubleRoot, region: Region, judge: Solver) -> Iterator[Condition]:
    """That R >= 0, once it is shown on the part of the border, at numbers for v that belong to it."""
    ranges = ranges_of(double.piece.conditions, double.prior)
    for end in dict.fromkeys(e for ends in ranges for e in ends if e.is_Rational):
        at_end = [m for c in double.piece.conditions for m in c.substituted({double.prior: end})]
        if all(m.constant_truth or is_shown_empty(region, judge, (m.negation,), False) for m in at_end):
            yield non_negative(sp.expand(double.factor.subs(double.prior, end)))


def is_shown_empty(known: Region, judge: Solver, region: Region, doubtful: bool = True) -> bool:
    """Whether it is shown that no point is there; what has one is not put to the proof.

    What few steps do not tell is put to the proof only if it may be `doubtful`.
    """
    asked = [c for c in dict.fromkeys((*known, *region)) if c.constant_truth is not True]
    if any(c.constant_truth is False for c in asked):
        return True
    try:
        if Solver(steps=QUICK_STEPS).satisfiable(asked, QUESTION):
            return False
    except UndecidedQueryError:
        if not doubtful:
            return False
    with suppress(UndecidedQueryError):
        return not judge.satisfiable(asked, QUESTION)
    return False


@lru_cache(maxsize=256)
def may_exist(region: Region) -> bool:
    """Whether few steps of a solver do not say that no point is there."""
    try:
        return Solver(steps=QUICK_STEPS // 20).satisfiable(region, QUESTION)
    except UndecidedQueryError:
        return True
