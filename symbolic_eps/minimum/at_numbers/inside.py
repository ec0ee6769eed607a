"""A minimum inside the ranges of priors, or at an end 1, for numbers: found first, then proved.

Theorem. Let B be a closed box, which may reach beyond the priors, and 0 < l < u < 1, all rational. On each
piece P = n F, n > 0. If
1. F does not fall as x grows from 0 to 1, at priors in [0, 1];
2. P > 0 at x = l on each piece outside the interior of B, and on other pieces (idle ones) within B too;
3. P > 0 at x = u on each piece within B;
4. P < 0 at x = l at a rational point of a piece;
5. on B each condition of a piece that is not idle is strict, but for some h >= 0;
then l < X < u, and F(X) = 0 at a point z in the interior of B; for each such z, P = P_p = P_q = 0 on some
piece that is not idle, or P = h = P_p h_q - P_q h_p = 0 for one of its h, or P = h = k = 0 for two of them.
Proof. By 1 to 3, F(u) >= 0 everywhere, by 4, F(l) < 0 somewhere, so that l < X <= u. For x in [l, X) some
priors have F(x) < 0; by 1 and 2 they lie inside B on pieces that are not idle. By 5 these are closed in B, so
that for x to X they have a limit z there, with F(X) <= 0, hence 0; by 2 it is not on the border of B, and
by 3 X is not u. On that piece P(X) >= 0 = P(X; z). If no h is 0 at z, a neighbourhood of z belongs to the
piece, and the gradient of P vanishes. If one is, the points near z with h = 0 belong to it, so that the
gradient of P is a multiple of that of h, or the latter is 0. QED (At the end p = 1 of a prior, h is 1 - p.)

An h > 0 of 5 may be taken for h >= 0 (`minimum.at_numbers.open_ends`): then F(X) = 0 in a limit.

So x, p and q are roots of eliminants of these systems (`minimum.at_numbers.elimination`): where these have
one root in [l, u], and one in each side of B, that is X, and that is z. A system without common zeros in B
for x in [l, u], for P_p, P_q or P_p h_q - P_q h_p has one sign there, is left out. 1 to 3, 5 and these signs
are certificates; 4 is an evaluation in rationals; eliminants and the count of their roots are exact algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.root_count import Dense, roots_between
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import (
    Bracket,
    Near,
    around,
    between,
    is_inside,
    rational,
)
from symbolic_eps.minimum.at_numbers.elimination import (
    NotEliminatedError,
    Range,
    dense,
    eliminants,
    root_above,
)
from symbolic_eps.minimum.at_numbers.in_root import in_terms_of
from symbolic_eps.minimum.at_numbers.open_ends import kind_of, require_values, with_ends
from symbolic_eps.minimum.at_numbers.rational_points import point_below
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.slope import slope_on_root
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.deadline import check_time
from verify.evidence import Evidence
from verify.language.condition import Condition, Relation, non_negative, positive
from verify.prover.by_subdivision import BY_SUBDIVISION
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover
from verify.solvers.smt import UndecidedQueryError

FIRST_BITS, LAST_BITS, STEP_BITS = 6, 48, 3
"""The bracket of X has the width 2^(1 - bits)."""

SMALLEST_BITS = 28
"""The side of the smallest box that is tried is 2^(1 - bits)."""

BEYOND_ONE = Fraction(5, 4)
"""How far a box may reach that contains the end 1 of a prior; as far beyond the end 0."""

STEP = Step(StepKind.CRITICAL, words="inside the ranges of both priors, where eps is stationary in both")
RIDGE = Step(StepKind.CRITICAL, words="where two bounds are equal, and eps is stationary along that curve")
BORDER = Step(
    StepKind.CRITICAL, words="on the border of the domain or of a case, where eps is stationary along it"
)
CORNER = Step(StepKind.CRITICAL, words="where two bounds are equal on the border of the domain")
VERTEX = Step(StepKind.CRITICAL, words="at a corner of the domain or of a case")

System = tuple[sp.Expr, sp.Expr, sp.Expr]


def inner_minimum(
    pieces: Sequence[ConstrainedPiece], near: Near, progress: Callable[[str], None] = lambda _: None
) -> tuple[Branch, tuple[Evidence, ...]]:
    """The infimum of eps, which is attained inside the ranges of both priors, with its proof.

    Parameters
    ----------
    pieces : sequence of ConstrainedPiece
        The checked pieces of a profile with numbers, both priors free.
    near : Near
        Where the minimum is suspected.
    progress : callable, optional
        Called with a short text at each stage.

    Raises
    ------
    symbolic_eps.errors.UndecidedError
        No bracket was found for which the theorem could be proved.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + p**2/q + 1/(5*p)")
    >>> pieces = [constrained(piece, profile) for piece in profile.pieces]
    >>> p, q, x = Fraction("0.32555"), Fraction("0.34804"), Fraction("0.5197024")
    >>> branch, evidence = inner_minimum(pieces, Near((p, p), (q, q), (x, x)))
    >>> sp.degree(branch.polynomial, DECAY), branch.attained[0].place[PRIORS[0]].evalf(12)
    (13, 0.325552979784)
    """
    progress("looking for a minimum inside the ranges of both priors")
    search = _Search(tuple(pieces), near)
    require_values(pieces, search.priors)
    reason = "no bracket of the value isolates it"
    for bracket in search.brackets():
        check_time()
        try:
            return search.proved(bracket)
        except UndecidedQueryError as error:
            reason = str(error)
    raise UndecidedError(f"a minimum inside the ranges of both priors is not proved: {reason}")


def may_do(pieces: Sequence[ConstrainedPiece], near: Near) -> Callable[[Bracket], bool]:
    """Tells whether, with floats and at some points, P > 0 at x = l outside of the box of a bracket."""
    return _Search(tuple(pieces), near).fits


@dataclass(frozen=True)
class _Search:
    pieces: tuple[ConstrainedPiece, ...]
    near: Near

    @cached_property
    def values(self) -> tuple[Callable[..., float], ...]:
        """P of each piece as a function of floats x, p and q."""
        return tuple(sp.lambdify((DECAY, *PRIORS), p.polynomial, "math") for p in self.pieces)

    @cached_property
    def conditions(self) -> tuple[tuple[Callable[..., float], ...], ...]:
        """What is not negative on each piece, as functions of floats."""
        return tuple(
            tuple(sp.lambdify(PRIORS, c.polynomial, "math") for c in p.conditions) for p in self.pieces
        )

    @cached_property
    def ranges(self) -> dict[sp.Symbol, Range]:
        """Where x and the priors are looked for: halfway to 0 and to 1, or beyond for a prior there."""
        centres = zip((DECAY, *PRIORS), self.near.centre, strict=True)
        return {v: (m / 2 if m else 1 - BEYOND_ONE, (1 + m) / 2 if m < 1 else BEYOND_ONE) for v, m in centres}

    @cached_property
    def priors(self) -> dict[sp.Symbol, sp.Expr]:
        """Where the minimum is suspected."""
        return dict(zip(PRIORS, map(rational, self.near.centre[1:]), strict=True))

    def lowest(self, decay: float, p: float, q: float) -> float:
        """The least P of the pieces that hold a point, roughly."""
        held = (
            value(decay, p, q)
            for value, sides in zip(self.values, self.conditions, strict=True)
            if all(side(p, q) >= -1e-12 for side in sides)
        )
        return min(held, default=1.0)

    def brackets(self) -> Iterator[Bracket]:
        """Brackets that look well with floats, the widest first."""
        x = self.near.centre[0]
        for bits in range(FIRST_BITS, LAST_BITS, STEP_BITS):
            decay = around(x, bits)
            if is_inside(decay, self.ranges[DECAY]):
                yield from self.boxes(decay)

    def boxes(self, decay: Range) -> Iterator[Bracket]:
        """The box next to the smallest that may do, or that one."""
        _, p, q = self.near.centre
        found: list[Bracket] = []
        for bits in range(SMALLEST_BITS, 0, -1):
            bracket = Bracket(decay, around(p, bits), around(q, bits))
            if len(found) == 2 or not all(
                is_inside(side, self.ranges[v])
                for v, side in zip(PRIORS, (bracket.p, bracket.q), strict=True)
            ):
                break
            if self.fits(bracket):
                found.append(bracket)
        yield from found[-1:]

    def fits(self, bracket: Bracket) -> bool:
        """Whether, with floats and at some points, P > 0 at x = l outside of B."""
        low = float(bracket.decay[0])
        return all(self.lowest(low, p, q) > 0 for p, q in bracket.beyond)

    # --- the proof

    def proved(self, bracket: Bracket) -> tuple[Branch, tuple[Evidence, ...]]:
        """The branch with the evidence for the theorem's premises."""
        judge = CertifyingSolver(prover=Prover(methods=(BY_SUBDIVISION,)))
        with judge.recorded() as evidence:
            self.prove_monotone(judge)
            active = [piece for piece in self.pieces if not self.is_idle(piece, bracket, judge)]
            tight = [self.tight(piece, bracket, judge) for piece in active]
            larger = [with_ends(piece, found) for piece, found in zip(active, tight, strict=True)]
            for piece, with_end in zip(active, larger, strict=True):
                self.prove_levels(piece, with_end, bracket, judge)
            self.require_point(active, bracket)
            systems = [
                [*self.systems(p, [primitive(c.polynomial) for c in found], bracket, judge)]
                for p, found in zip(active, tight, strict=True)
            ]
            kind = kind_of(tight, systems, partial(self.has_slope, bracket=bracket, judge=judge))
        roots = self.isolated([s for of_piece in systems for s in of_piece], bracket)
        return self.branch(bracket, roots, self.step(tight), kind), tuple(evidence)

    def prove_monotone(self, judge: CertifyingSolver) -> None:
        """Premise 1."""
        for rise in dict.fromkeys(sp.expand(sp.diff(p.inverse_risk, DECAY)) for p in self.pieces):
            everywhere = [c for v in (DECAY, *PRIORS) for c in between(v, (Fraction(0), Fraction(1)))]
            _refute(judge, [*everywhere, positive(-rise)], "F falls as x grows")

    def is_idle(self, piece: ConstrainedPiece, bracket: Bracket, judge: CertifyingSolver) -> bool:
        """Whether P > 0 at x = l on the whole piece."""
        index = self.pieces.index(piece)
        low, p, q = float(bracket.decay[0]), *map(float, self.near.centre[1:])
        sides = [side(p, q) for side in self.conditions[index]]
        if min(sides) > -1e-6 and self.values[index](low, p, q) <= 0:
            return False
        negative = non_negative(-_at(piece.polynomial, bracket.decay[0]))
        try:
            return not judge.satisfiable([*piece.conditions, negative], f"r* = {piece.bound} decides")
        except UndecidedQueryError:
            return False

    def tight(
        self, piece: ConstrainedPiece, bracket: Bracket, judge: CertifyingSolver
    ) -> tuple[Condition, ...]:
        """Each h of premise 5, which is shown for the other conditions."""
        found: list[Condition] = []
        for condition in piece.conditions:
            h = condition.polynomial
            if condition.relation is Relation.NON_NEGATIVE and positive(h) in piece.conditions:
                continue  # the same is asked for as a strict condition
            if condition.relation is Relation.NON_ZERO and h.subs(self.priors) < 0:
                h = -h
            try:
                if condition.relation is Relation.ZERO:
                    raise _undecided(f"{condition} is strict")
                _refute(judge, [*bracket.within, non_negative(-h)], f"{condition} is tight")
            except UndecidedQueryError:
                if condition.relation not in (Relation.NON_NEGATIVE, Relation.POSITIVE):
                    raise _undecided(f"whether {condition} is tight near the minimum") from None
                found.append(condition)
        return tuple(found)

    def prove_levels(
        self, piece: ConstrainedPiece, larger: ConstrainedPiece, bracket: Bracket, judge: CertifyingSolver
    ) -> None:
        """Premises 2 and 3; within B with ends that are left out elsewhere."""
        low, high = (non_negative(-_at(piece.polynomial, level)) for level in bracket.decay)
        for side in bracket.outside:
            _refute(judge, [*piece.conditions, side, low], f"F <= 0 where {side}")
        for border in bracket.beside if larger != piece else ():
            _refute(judge, [*larger.conditions, *border, low], "F <= 0 at the lower level beside the box")
        _refute(judge, [*larger.conditions, *bracket.within, high], "F <= 0 at the upper level")

    def require_point(self, active: Iterable[ConstrainedPiece], bracket: Bracket) -> None:
        """Premise 4."""
        if point_below(active, bracket.decay[0], self.near.centre[1:]) is None:
            raise _undecided("F < 0 at the lower level somewhere")

    def systems(
        self, piece: ConstrainedPiece, tight: Sequence[sp.Expr], bracket: Bracket, judge: CertifyingSolver
    ) -> Iterator[System]:
        """The equations of which (X, z) is a common zero, if the minimum lies on the piece."""
        n, d, f, polynomial = piece.numerator, piece.denominator, piece.inverse_risk, piece.polynomial
        p, q = PRIORS
        slopes = [sp.expand(slope_on_root(f, n, d, v)) for v in PRIORS]
        if not tight or not self.has_slope(slopes, bracket=bracket, judge=judge):
            yield polynomial, slopes[0], slopes[1]
        for h in tight:
            along = sp.expand(slopes[0] * sp.diff(h, q) - slopes[1] * sp.diff(h, p))
            if len(tight) == 1 or not self.has_slope([along], bracket=bracket, judge=judge):
                yield polynomial, h, along
        yield from ((polynomial, h, k) for h, k in combinations(tight, 2))

    def has_slope(self, slopes: Iterable[sp.Expr], bracket: Bracket, judge: CertifyingSolver) -> bool:
        """Whether one of these has one sign on B for all x in [l, u]."""
        everywhere = [*bracket.within, *between(DECAY, bracket.decay)]
        at = {DECAY: rational(self.near.centre[0]), **self.priors}
        for slope in slopes:
            sign = 1 if slope.subs(at) > 0 else -1
            try:
                _refute(judge, [*everywhere, non_negative(-sign * slope)], f"{slope} vanishes")
            except UndecidedQueryError:
                continue
            return True
        return False

    def isolated(self, systems: Sequence[System], bracket: Bracket) -> dict[sp.Symbol, sp.Expr]:
        """The polynomial of X, and p and q at z, if the eliminants have one root each in the bracket."""
        roots = {}
        sides = (bracket.decay, bracket.p, bracket.q)
        for v, side in zip((DECAY, *PRIORS), sides, strict=True):
            found = dict.fromkeys(g for system in systems for g in self.eliminated(system, v))
            here = [g for g in found if roots_between([g], *side)]
            if len(here) != 1 or roots_between(here, *side) != 1:
                raise _undecided(f"which {v} the minimum has, between {side[0]} and {side[1]}")
            roots[v] = root_above(here[0], side[0]) if v in PRIORS else dense(here[0]).as_expr()
        return roots

    def eliminated(self, system: System, v: sp.Symbol) -> tuple[Dense, ...]:
        """The eliminants, remembered."""
        if (system, v) not in self._eliminants:
            try:
                self._eliminants[system, v] = eliminants(system, v, self.ranges)
            except NotEliminatedError as error:
                raise UndecidedError(f"{v} at the minimum is not isolated: {error}") from None
        return self._eliminants[system, v]

    @cached_property
    def _eliminants(self) -> dict[tuple[System, sp.Symbol], tuple[Dense, ...]]:
        return {}

    @staticmethod
    def step(tight: Sequence[Sequence[Condition]]) -> Step:
        """What kind of place it is."""
        most = max(tight, key=len)
        if not most:
            return STEP
        straight = all(len(c.symbols) == 1 for c in most)
        if len(most) > 1:
            return VERTEX if straight else CORNER
        return BORDER if straight else RIDGE

    def branch(
        self, bracket: Bracket, roots: dict[sp.Symbol, sp.Expr], step: Step, kind: AttainmentKind
    ) -> Branch:
        """The result; its polynomial rises through 0 at X."""
        low, high = map(rational, bracket.decay)
        polynomial = roots[DECAY]
        polynomial = polynomial if polynomial.subs(DECAY, high) > 0 else sp.expand(-polynomial)
        coefficients = _coefficients(polynomial)
        isolating = None if coefficients else (low, high)
        place = {v: roots[v] for v in PRIORS}
        root = root_above(tuple(int(c) for c in sp.Poly(polynomial, DECAY).all_coeffs()), bracket.decay[0])
        if isinstance(root, sp.CRootOf):
            place = {v: _short(value, root) for v, value in place.items()}
        attained = (Attainment((), place, kind),)
        return Branch((), polynomial, coefficients, attained, isolating, (step,))


def _short(value: sp.Expr, root: sp.Expr) -> sp.Expr:
    """A prior as a short function of x, if there is one."""
    both_roots = isinstance(value, sp.CRootOf) and isinstance(root, sp.CRootOf)
    return (in_terms_of(value, root) if both_roots else None) or value


def _coefficients(polynomial: sp.Expr) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """A, B and -C where A x^2 + B x + C has one positive root, by Descartes' rule, and rises there."""
    terms = sp.Poly(polynomial, DECAY)
    a, b, c = (terms.coeff_monomial(DECAY**k) for k in (2, 1, 0))
    return (a, b, -c) if terms.degree() <= 2 and a >= 0 and c < 0 else None


def _undecided(question: str) -> UndecidedQueryError:
    return UndecidedQueryError(question, (), "it may need a narrower bracket of the value")


def _refute(judge: CertifyingSolver, conditions: Sequence[Condition], question: str) -> None:
    """Show that no point satisfies the conditions, or UndecidedQueryError."""
    if judge.satisfiable(conditions, question):
        raise _undecided(question)


def _at(polynomial: sp.Expr, level: Fraction) -> sp.Expr:
    return sp.expand(polynomial.subs(DECAY, rational(level)))
