"""A minimum whose priors are roots of polynomials of their own: that it exists, and that X is enough.

On a piece n/d, P = n floor(X) - d. Where the priors are quotients in X, the equations of the minimum hold
modulo the polynomial of X. In a box around the minimum P is not negative (`own_curve`); on a ridge at least
one of the two P is not (`own_ridge`, `own_ridge_end`). Outside the box P is positive, as it is for a smaller
X (`own_enough`). Where a prior is fixed, another one takes its place (`minimum.at_numbers.one_prior`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.coq.own_roots.own_bracket import Boxed, boxed
from symbolic_eps.coq.own_roots.own_roots import Cleared, OwnRoots, ends_of_root, own_roots
from symbolic_eps.coq.own_roots.ridge import Ridge, ridge_at
from symbolic_eps.coq.own_roots.ridge_end import RidgeEnd, ridge_end_at
from symbolic_eps.coq.own_roots.side import Side
from symbolic_eps.coq.sharp.reached_proof import reached_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.place import Place, has_own_roots
from symbolic_eps.coq.statements.whole_numbers import (
    coefficients,
    is_positive_between,
    nested,
    positive_between,
)
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.at_numbers.bracket import Bracket, between, rational
from symbolic_eps.minimum.at_numbers.one_prior import fixed_of, with_other
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.exact_judge import exact_prover
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition, zero
from verify.prover.by_subdivision import BY_SUBDIVISION
from verify.prover.certifying_solver import CertifyingSolver
from verify.prover.prover import Prover

PLACE = {v: f"z_{v.name}" for v in PRIORS}


@dataclass(frozen=True)
class Active:
    """A value of the profile that decides at the minimum, or two on a ridge.

    Parameters
    ----------
    indices : tuple of int
        Of the values.
    polynomials : tuple of Expr
        P of each; on a curved border P and what is not positive in the domain.
    equations : tuple of Expr
        What is 0 at the minimum: P, P_p and P_q; on a ridge P of both, and the determinant of their slopes,
        or how far a prior is from its end; on a side P of one value, its slope along it and how far.
    ridge : Ridge, RidgeEnd or Side, optional
        Of two values, or of one and a curved border, or of one on a side of the domain.
    """

    indices: tuple[int, ...]
    polynomials: tuple[sp.Expr, ...]
    equations: tuple[sp.Expr, ...]
    ridge: Ridge | RidgeEnd | Side | None = None


@dataclass(frozen=True)
class OwnPlace:
    """The proof around one minimum."""

    case: BranchCase

    @cached_property
    def roots(self) -> OwnRoots:
        """The priors as quotients, or UndecidedError."""
        return own_roots(self.case.branch, self.other)

    @cached_property
    def other(self) -> sp.Symbol | None:
        """The prior that is fixed, if one is: P + (u - 1/2)^2 stands for P, u by its name."""
        return fixed_of(self.case.profile.free_priors)

    @cached_property
    def boxed(self) -> Boxed:
        """The box around the minimum, or UndecidedError."""
        ends = ends_of_root(self.case.branch)
        arches = [active.polynomials[0] if active.ridge is None else active.ridge for active in self.active]
        for found in boxed(self.pieces, arches, self.roots.near, ends):
            gaps = [gap for both in self._gaps(found.bracket).values() for gap in both]
            if all(is_positive_between(gap, *found.between) for gap in gaps):
                return found
        raise UndecidedError("no box around the priors of the minimum was found beyond which eps is larger")

    @property
    def bracket(self) -> Bracket:
        """Of X and the priors."""
        return self.boxed.bracket

    @cached_property
    def pieces(self) -> Sequence[ConstrainedPiece]:
        """Of each value."""
        pieces = map(self.case.constrained, self.case.values)
        return [piece if self.other is None else with_other(piece, self.other) for piece in pieces]

    def conditions(self, index: int) -> tuple[Condition, ...]:
        """What is known of the priors on the piece of a value."""
        return (*self.pieces[index].conditions, *map(zero, self._half))

    @cached_property
    def _half(self) -> Sequence[sp.Expr]:
        """It is 0 at the place, and wherever P is asked for."""
        return [] if self.other is None else [2 * self.other - 1]

    @cached_property
    def steps(self) -> Contradictions:
        """Who finds certificates on boxes."""
        known = self.case.steps.judge.known_answers
        others = exact_prover(known).methods
        prover = Prover(known_answers=known, methods=(BY_SUBDIVISION, *others))
        return replace(self.case.steps, judge=CertifyingSolver(known_answers=known, prover=prover))

    @cached_property
    def box(self) -> tuple[Condition, ...]:
        """Of the priors."""
        return self.bracket.within

    @cached_property
    def around(self) -> tuple[Condition, ...]:
        """Of X and the priors."""
        return (*between(DECAY, self.bracket.decay), *self.box)

    @cached_property
    def active(self) -> Sequence[Active]:
        """The values that decide there."""
        polynomials = [piece.polynomial for piece in self.pieces]
        zero_there = [i for i, p in enumerate(polynomials) if self._holds(p)]
        flat = [i for i in zero_there if all(map(self._holds, _slopes(polynomials[i])))]
        steep = [i for i in zero_there if i not in flat]
        found = [Active((i,), (p,), (p, *_slopes(p))) for i in flat for p in [polynomials[i]]]
        if steep:
            found.append(self._ridge(steep, [polynomials[i] for i in steep]))
        if not found:
            raise UndecidedError("no value of the profile reaches the bound at its minimum")
        return found

    def _holds(self, equation: sp.Expr) -> bool:
        try:
            self.roots.cleared(equation)
        except UndecidedError:
            return False
        return True

    def _ridge(self, indices: Sequence[int], polynomials: Sequence[sp.Expr]) -> Active:
        if len(polynomials) == 1:
            (polynomial,) = polynomials
            for prior, end, side in self._sides():
                found = Side(polynomial, prior, end, side)
                if self._holds(found.slope_along):
                    equations = polynomial, found.slope_along, found.border
                    return Active(tuple(indices), (polynomial,), equations, found)
            for outside in self._curves():
                along = self._along_ridge(indices, (polynomial, outside))
                if along is not None:
                    return along
        if len(polynomials) == 2:
            first, second = polynomials
            for prior, end, side in self._ends():
                ridge_end = ridge_end_at((first, second), prior, end, side, self.roots.near)
                equations = first, second, ridge_end.border
                return Active(tuple(indices), (first, second), equations, ridge_end)
            along = self._along_ridge(indices, (first, second))
            if along is not None:
                return along
        raise UndecidedError("the priors of the minimum are roots of their own, on a border of the piece")

    def _along_ridge(self, indices: Sequence[int], polynomials: tuple[sp.Expr, sp.Expr]) -> Active | None:
        """Two polynomials that are 0 at the minimum, if their slopes are parallel there."""
        (a, b), (c, d) = map(_slopes, polynomials)
        parallel = sp.expand(a * d - b * c)
        if not self._holds(parallel):
            return None
        ridge = ridge_at(*polynomials, self.roots.near)
        return Active(tuple(indices), polynomials, (*polynomials, parallel), ridge)

    def _ends(self) -> Iterator[tuple[sp.Symbol, sp.Expr, int]]:
        """The priors at an end of the domain, as of `_sides`."""
        return (found for found in self._sides() if found[1].is_Rational)

    def _sides(self) -> Iterator[tuple[sp.Symbol, sp.Expr, int]]:
        """A prior on a straight side of the domain, what it is there, and 1 where the domain is below."""
        for condition in self.case.profile.domain:
            h = condition.polynomial
            if condition.symbols <= {*PRIORS} and sp.Poly(h, *PRIORS).is_linear and self._holds(h):
                prior = next(v for v in PRIORS if v in condition.symbols)
                slope = sp.diff(h, prior)
                yield prior, sp.expand(prior - h / slope), -1 if slope > 0 else 1

    def _curves(self) -> Iterator[sp.Expr]:
        """What is 0 on a curved border of the domain, and negative within it, if the minimum is there."""
        for condition in self.case.profile.domain:
            h = condition.polynomial
            if condition.symbols <= {*PRIORS} and not sp.Poly(h, *PRIORS).is_linear and self._holds(h):
                yield sp.expand(-h)

    @cached_property
    def equations(self) -> Sequence[sp.Expr]:
        """All that hold at the minimum, each once."""
        return list(dict.fromkeys([*(e for active in self.active for e in active.equations), *self._half]))

    @property
    def at_half(self) -> str:
        """A tactic by which P + (u - 1/2)^2 is P, where 2 u = 1 is known."""
        u = self.other
        return f"assert (square : {u} * {u} = 1 / 4) by (replace {u} with (1 / 2) by lra; lra)"

    @property
    def has_own_roots(self) -> bool:
        """Whether a prior of the minimum is a root of a polynomial of its own."""
        return any(map(has_own_roots, self.case.branch.attained))

    @property
    def may_be(self) -> bool:
        """Whether there is one minimum, whose priors are numbers or depend on X alone."""
        case = self.case
        numbers = not case.profile.parameters and bool(case.profile.free_priors)
        return self.has_own_roots or (numbers and len(case.branch.attained) == 1)

    @property
    def is_short(self) -> bool:
        """Whether the proof with a box around the minimum is the short one, so that it is tried first.

        So it is where two values are equal at an end of a prior, or where X has no closed form on a domain
        that is not the whole square.
        """
        if not self.may_be:
            return False
        try:
            at_end = any(isinstance(active.ridge, RidgeEnd) for active in self.active)
            hard = self.case.branch.coefficients is None and bool(self.case.profile.box)
            return (at_end or hard) and bool(self.boxed)
        except UndecidedError:
            return False

    # --- that there is such a place

    def lines(self) -> Iterator[str]:
        """Tactics that leave the minimum: `place`."""
        yield from self._narrowed()
        yield from self._exists()

    def pattern(self, p: str, q: str) -> str:
        """How `place` is taken apart."""
        names = [
            *(f"{name}_{end}" for name in (p, q) for end in ("low", "high")),
            *(f"at_place{i}" for i, _ in enumerate(self.equations)),
        ]
        pattern = names[-1]
        for name in reversed(names[:-1]):
            pattern = f"[{name} {pattern}]"
        return f"[{p} [{q} {pattern}]]"

    def _exists(self) -> Iterator[str]:
        steps, roots = self.steps, self.roots
        facts = [*map(steps.comparison, self.box), *(f"{steps.text(e)} = 0" for e in self.equations)]
        together = " /\\ ".join(facts)
        yield f"assert (place : exists p q : R, {together})."
        yield "{"
        slope = nested(roots.slope)
        yield self._positive("slope0", roots.slope)
        yield f"  assert (root : {nested(roots.polynomial)} = 0) by lra."
        yield f"  pose (D := {slope}). assert (D_form : D = {slope}) by reflexivity."
        yield "  clearbody D. assert (D0 : 0 < D) by lra."
        for v, side in zip(PRIORS, (self.bracket.p, self.bracket.q), strict=True):
            scale, n = roots.quotients[v]
            low, high = map(rational, side)
            for name, gap in zip(("over_low", "under_high"), self._gaps(self.bracket)[v], strict=True):
                yield self._positive(name, gap)
            ends = f"{steps.text(low)} {steps.text(high)} {scale} D {nested(n)}"
            names = f"[{v.name} [at_{v.name} [{v.name}_low {v.name}_high]]]"
            yield f"  destruct (between_quotients {ends}) as {names};"
            yield "    [lra | assumption | rewrite D_form; lra | rewrite D_form; lra |]."
            yield "  clear over_low under_high."
        for i, equation in enumerate(self.equations):
            yield from self._vanishes(f"zero{i}", equation)
        yield "  exists p, q. repeat split; lra."
        yield "}"

    def _gaps(self, bracket: Bracket) -> dict[sp.Symbol, tuple[sp.Poly, sp.Poly]]:
        """How far the quotient of a prior is from the ends of a box, times its denominator."""
        roots, gaps = self.roots, {}
        for v, side in zip(PRIORS, (bracket.p, bracket.q), strict=True):
            scale, n = roots.quotients[v]
            low, high = (rational(end) * scale * roots.slope for end in side)
            below, above = (gap.clear_denoms(convert=True)[1] for gap in (n - low, high - n))
            gaps[v] = below, above
        return gaps

    def _positive(self, name: str, polynomial: sp.Poly) -> str:
        """That a polynomial in X is positive between the ends that are known of X."""
        computed = positive_between(polynomial, *self.boxed.between)
        return f"  assert ({name} : 0 < {nested(polynomial)}) by ({computed})."

    def _narrowed(self) -> Iterator[str]:
        """That X is between narrower ends than the branch names."""
        old, polynomial = ends_of_root(self.case.branch), self.roots.polynomial
        for i, (name, new) in enumerate(zip(("X_after", "X_before"), self.boxed.between, strict=True)):
            if new == old[i]:
                continue
            text = self.steps.text(rational(new))
            order, beyond, side = (
                (f"{text} <= X", -polynomial, (old[0], new))
                if i == 0
                else (f"X <= {text}", polynomial, (new, old[1]))
            )
            computed = f"assert (0 < {nested(beyond)}) by ({positive_between(beyond, *side)}); lra"
            yield f"assert ({name} : {order}) by (apply Rnot_lt_le; intros less; {computed})."

    def _vanishes(self, name: str, equation: sp.Expr) -> Iterator[str]:
        """That an equation holds at the quotients."""
        cleared, roots, text = self.roots.cleared(equation), self.roots, self.steps.text
        value = text(equation)
        terms = _terms(cleared)
        bases = " ".join(f"(D * ({roots.quotients[v][0]} * {v.name}))" for v in PRIORS)
        lists = [roots.polynomial, *(roots.quotients[v][1] for v in PRIORS), roots.slope, cleared.multiple]
        yield f"  assert ({name} : {value} = 0)."
        yield f"  {{ apply (vanishes {cleared.power} {cleared.scale} D); [lra | assumption |]."
        yield f"    transitivity (sum_of {terms} X {bases} D);"
        yield "      [clear; cbn [sum_of horner factor in_a in_b in_d]; ring'|]."
        yield "    rewrite at_p, at_q, D_form."
        yield f"    refine (sum_vanishes {terms} {' '.join(map(coefficients, lists))} X root _)."
        yield "    vm_compute. reflexivity. }"

    # --- that no larger eps is admissible

    def sharp_lines(self) -> Iterator[str]:
        """Tactics that prove `sharp`."""
        ends = [active.ridge.border for active in self.active if isinstance(active.ridge, RidgeEnd | Side)]
        polynomials = [p for active in self.active for p in active.polynomials]
        known = (*self.around, *map(zero, (*polynomials, *ends)))
        yield f"destruct place as {self.pattern('p', 'q')}."
        if self.other is not None:
            values = [self.case.constrained(self.case.values[i]) for a in self.active for i in a.indices]
            levels = [zero(value.polynomial) for value in values]
            known = (*known, *levels)
            yield f"{self.at_half}."
            for i, level in enumerate(levels):
                yield f"assert (level{i} : {self.steps.comparison(level)}) by lra."
        (attained,) = self.case.branch.attained
        limit = attained.kind is AttainmentKind.LIMIT
        yield from reached_lines(Place(replace(self.case, steps=self.steps), limit, {}, known, known))


def _slopes(polynomial: sp.Expr) -> list[sp.Expr]:
    return [sp.expand(sp.diff(polynomial, v)) for v in PRIORS]


def _terms(cleared: Cleared) -> str:
    """The sum in Coq, as `sum_of` of Convex.v computes it."""
    text = "nil"
    for (i, j), c in cleared.coefficients.items():
        factor = coefficients(sp.Poly(c, DECAY))
        text = f"(cons (Term {factor} {i} {j} {cleared.power - i - j}) {text})"
    return text
