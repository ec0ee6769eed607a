"""One prior v is left, 0 < v <= 1, P = n F is a cubic in it, and F may be negative at v = 1 for small x.

`minimum.stationary.cubic_on_side` is about P > 0 at v = 1. Here let P = alpha x^k - gamma there, k = 1 or 2.

Premises. 1. For 0 < x < 1, P > 0 at v = 0. Of the coefficients of v^3 and v^2 the second is not positive
where the first is not. The first, without factors 1 - x, does not rise where it is not positive: where it is
positive, so it is for all smaller x. 2. For x = 1 and 0 < v <= 1, P > 0. 3. For 0 < v <= 1, n > 0, and f
rises with x for 0 < v < 1 and 0 < x < 1. 4. alpha and gamma are positive.

The root X1 of alpha x^k - gamma is e^-eps at v = 1: by 2, 0 < X1 < 1. Let S be P_v at v = 1, x = X1, and D
the discriminant of P in v.

Theorem. Where S <= 0, X = X1. Where S > 0, X is the least root of D in (0, 1), and F(X) = 0 at the double
root of P in v.
Proof. X >= X1, for by 4 P < 0 at v = 1 for x < X1. Where the coefficient of v^3 is not positive, P has one
positive root at most, by Descartes' rule; where it is, the product of the three roots is negative.
(i) Let S <= 0, and P < 0 at x = X1 for some w < 1. By 1, P has a root in (0, w), and another one, 1: so the
coefficient of v^3 is positive. If S < 0, P is positive just below 1, a root between w and 1, and negative
just beyond 1, so that a fourth root is greater. If S = 0, 1 is a double root at least; there are no more than
three roots, and P does not change its sign from w on, against the leading coefficient. So F(X1) >= 0.
(ii) Let S > 0. P < 0 just below v = 1 for x = X1, and so for greater x nearby: X > X1. For x = X the least
value of P is 0, at a t < 1, as P > 0 at v = 1: t is a double root. So the coefficient of v^3 is positive, for
all x <= X, and the third root is negative. By 2, X < 1, for P > 0 at v = 0, x = 1, too: by 1, and as f does
not fall. For X1 < x < X, F(x) < 0 at t by 3, and P > 0 at both ends: two roots are between. For x < X1, P < 0
at v = 1, and one root is on either side of it; for x = X1 one is 1, and one is less. So for all x < X two
roots are positive and not equal, and the third is negative: D is not 0. QED

Where gamma <= 0, the other theorem holds if its premise 4 does. For x = 0 let P be v^k times a quadratic
k2 v^2 + k1 v + k0, which turns before v = 1 where 2 k2 + k1 > 0. For instance, r* = 1 + a/q^2 with p fixed.

S = e2 X1^2 + e1 X1 + e0. For k = 1, alpha^2 S is a polynomial in the parameters. For k = 2 let e1 < 0: then
S > 0 where U = e2 gamma + e0 alpha > 0 and U^2 > e1^2 alpha gamma.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.stationary.cubic_on_side import (
    Case,
    Side,
    cases_with_premises,
    holds,
    side_of,
    without_premises,
)
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import non_negative, positive
from verify.solvers.smt import Solver

AT_END = "one prior is left, at whose end F = 0 and does not fall inwards: a cubic has no more roots"
BEYOND_END = "one prior is left, whose end is no place: F falls inwards there; at X two roots of a cubic meet"


def is_at_end_of_cubic(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words in (AT_END, BEYOND_END) for step in branch.steps)


def is_beyond_end(branch: Branch) -> bool:
    """Whether it says that the end is no place."""
    return any(step.words == BEYOND_END for step in branch.steps)


@dataclass(frozen=True)
class End:
    """The algebra at v = 1.

    Parameters
    ----------
    side : Side
    alpha, gamma : Expr
    power : int
        k.
    slope : triple of Expr
        e2, e1 and e0.
    """

    side: Side
    alpha: sp.Expr
    gamma: sp.Expr
    power: int
    slope: tuple[sp.Expr, sp.Expr, sp.Expr]

    @property
    def polynomial(self) -> sp.Expr:
        """That of X1."""
        return sp.expand(self.alpha * DECAY**self.power - self.gamma)

    @property
    def signs(self) -> tuple[sp.Expr, ...]:
        """What is positive where S > 0."""
        return signs_of_slope(self.alpha, self.gamma, self.power, self.slope)

    @property
    def inwards(self) -> Region:
        """S > 0."""
        return tuple(positive(primitive(e)) for e in self.signs)

    @property
    def outwards(self) -> tuple[Region, ...]:
        """S <= 0, in parts that are apart from each other."""
        first, *last = self.inwards
        return (first.negation,), *((first, c.negation) for c in last)

    def branch_at(self, own: Region) -> Branch:
        """Where S <= 0."""
        place = self._place({self.side.v: sp.S.One})
        attained = (Attainment((), place, AttainmentKind.POINT),)
        steps = (
            *(Step(StepKind.END, u, value=value) for u, value in self.side.piece.priors.items()),
            Step(StepKind.REDUCTION, words=AT_END),
            Step(StepKind.END, self.side.v, value=sp.S.One),
        )
        alpha, gamma = sp.factor(self.alpha), sp.factor(self.gamma)
        coefficients = (sp.S.Zero, alpha, gamma) if self.power == 1 else (alpha, sp.S.Zero, gamma)
        return Branch(own, self.polynomial, coefficients, attained, None, steps)

    def branch_beyond(self, own: Region) -> Branch:
        """Where S > 0."""
        branch = self.side.branch(own)
        return replace(branch, steps=(*branch.steps[:-1], Step(StepKind.CRITICAL, words=BEYOND_END)))

    def _place(self, inside: dict[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, sp.Expr]:
        everywhere = {**self.side.piece.priors, **inside}
        return {u: everywhere[u] for u in PRIORS if u in everywhere}

    @property
    def opening(self) -> sp.Expr:
        """The coefficient of v^3 without factors 1 - x, which are positive; it is not 0."""
        shorter = sp.expand(self.side.cubic[0])
        while shorter.subs(DECAY, 1) == 0:
            shorter = sp.quo(shorter, 1 - DECAY, DECAY)
        return shorter

    def premises(self, region: Region) -> Iterator[Claim]:
        """What the theorem needs where gamma > 0."""
        x, v, piece = DECAY, self.side.v, self.side.piece
        unit = positive(x), positive(1 - x)
        yield (*region, non_negative(-self.alpha)), f"F does not rise with e^-eps at {v} = 1"
        if self.power == 2:
            yield (*region, non_negative(self.slope[1])), f"the slope at {v} = 1 does not fall with e^-eps"
        yield (*region, *unit, non_negative(sp.expand(-piece.polynomial.subs(v, 0)))), f"P <= 0 at {v} = 0"
        three, two, *_ = map(sp.expand, self.side.cubic)
        yield (*region, *unit, non_negative(-three), positive(two)), f"P may have three roots {v} > 0"
        shorter = self.opening
        again = positive(sp.expand(sp.diff(shorter, x)))
        yield (*region, *unit, non_negative(-shorter), again), f"{shorter} is positive for greater x"
        every = positive(v), non_negative(1 - v)
        yield (*region, *every, non_negative(sp.expand(-piece.polynomial.subs(x, 1)))), "r* <= 1"
        yield (*region, *piece.conditions, non_negative(-piece.numerator)), "n <= 0"
        falls = non_negative(sp.expand(-sp.diff(piece.inverse_risk, x)))
        yield (*region, positive(v), positive(1 - v), *unit, falls), "f does not rise with x"

    def cases(self) -> Iterator[Case]:
        """Parts of the parameters apart from each other, which are all of them."""
        assert self.side.lowest is not None
        decides = positive(primitive(self.gamma))
        yield from (((decides, *part), self.branch_at(()), self.premises) for part in self.outwards)
        yield (decides, *self.inwards), self.branch_beyond(()), self.premises
        (small, near_0, of_small), (high, at_turn, of_turn), *others = self.side.cases()
        beyond = decides.negation
        yield (beyond, *small), near_0, of_small
        k2, k1, _ = self.side.lowest
        turns = positive(primitive(sp.expand(2 * k2 + k1)))
        yield (beyond, *high, turns), at_turn, of_turn
        yield (beyond, *high, turns.negation), Branch((), None), without_premises
        yield from (((beyond, *part), branch, premises) for part, branch, premises in others)


def signs_of_slope(
    alpha: sp.Expr, gamma: sp.Expr, power: int, slope: tuple[sp.Expr, sp.Expr, sp.Expr]
) -> tuple[sp.Expr, ...]:
    """What is positive where S > 0, from alpha, gamma, k, and e2, e1 and e0.

    Examples
    --------
    >>> from sympy.abc import a, b
    >>> signs_of_slope(a, b, 2, (sp.S.One, -sp.S.One, sp.S.Zero))
    (b, -a*b + b**2)
    """
    e2, e1, e0 = slope
    if power == 1:
        return (sp.expand(e2 * gamma**2 + e1 * gamma * alpha + e0 * alpha**2),)
    even = e2 * gamma + e0 * alpha
    return sp.expand(even), sp.expand(even**2 - e1**2 * alpha * gamma)


def end_of(problem: Problem) -> End | None:
    """The algebra, of a problem whose pieces are reduced to one of this form; None of others.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/q**2", ["a>0", "0<p<1"], fixed={"p": "p"})
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> problem = Problem(pieces, (PRIORS[1],), (), profile.parameter_region, Solver(), profile.domain)
    >>> end = end_of(problem)
    >>> sp.factor(end.gamma / end.alpha)
    (a*p + p - 1)/((a + 1)*(p - 1))
    """
    side = side_of(problem)
    return None if side is None else end_on(side)


def end_on(side: Side) -> End | None:
    """The same, where it is known how P depends on the prior."""
    v, polynomial = side.v, side.piece.polynomial
    at_end = sp.Poly(polynomial.subs(v, 1), DECAY)
    power, slope = at_end.degree(), sp.Poly(sp.diff(polynomial, v).subs(v, 1), DECAY)
    if power not in (1, 2) or len(at_end.terms()) > 2 or slope.degree() > 2:
        return None
    first, second, third = (slope.coeff_monomial(DECAY**k) for k in (2, 1, 0))
    return End(side, at_end.LC(), -at_end.TC(), power, (first, second, third))


def cases_at_end_of_cubic(problem: Problem, region: Region, judge: Solver) -> tuple[Branch, ...]:
    """The region in cases; () where the profile has another form, or a premise is not proved.

    Parameters
    ----------
    problem : Problem
        With pieces that are reduced.
    region : tuple of Condition
        On the parameters.
    judge : Solver
        Proves the premises.
    """
    end = end_of(problem)
    if end is None:
        return ()
    return cases_with_premises(end.cases(), problem, region, judge)


def prove_at_end_of_cubic(problem: Problem, branch: Branch, judge: Solver) -> None:
    """The branch is the infimum for all its parameters, and is attained as it says, or UndecidedError."""
    end, region = end_of(problem), (*problem.region, *branch.conditions)
    if end is None:
        raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")
    at, beyond = end.branch_at(branch.conditions), end.branch_beyond(branch.conditions)
    if branch not in (at, beyond):
        raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")
    signs = end.outwards if branch == at else (end.inwards,)
    if not any(holds(_never(region, part), judge) for part in signs):
        raise UndecidedError(f"S has the other sign where {branch.condition}")
    if not holds((*_never(region, (positive(end.gamma),)), *end.premises(region)), judge):
        raise UndecidedError(f"a premise fails where {branch.condition}")


def _never(region: Region, part: Region) -> Iterator[Claim]:
    """That no condition of a part fails."""
    for c in part:
        yield (*region, c.negation), f"{c} fails somewhere"
