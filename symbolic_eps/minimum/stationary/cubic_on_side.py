"""One prior v is left, 0 < v <= 1, and P = n F is a cubic in it: eps is least where two of its roots meet.

Let D be the discriminant of P in v, for parameters of a region. P may be of lower degree at some x.

Premises. 1. P > 0 for v = 0 and for v = 1, 0 < x <= 1. 2. P > 0 for x = 1 and 0 < v < 1: r* > 1 there.
3. n > 0 for 0 < v <= 1, and f rises with x for 0 < v < 1 and 0 < x < 1. 4. P < 0 for x = 0 at some w with
0 < w < 1.

Theorem. X is the least root of D in (0, 1), and F(X) = 0 at the double root of P in v.
Proof. By 4, F < 0 at w for small x: X > 0. By 1 and 2, P > 0 on 0 <= v <= 1 for x = 1, and so for x near 1:
X < 1. For x = X the least value of P on 0 <= v <= 1 is 0, at a t in (0, 1) by 1, which is a multiple root.
For 0 < x < X, F(x) < 0 at t by 3. As P > 0 at both ends, P has an even number of roots in (0, 1), counted
with multiplicity, and two different ones at least: two simple ones. A third root is not in [0, 1], and so a
simple one, too: D is not 0, also where the degree is 2, for D is then the square of a coefficient times the
discriminant. For x = X two of the roots are t, and the third is not in [0, 1]: t is no triple root. QED

For x = 0, let P be v^k times a quadratic k2 v^2 + k1 v + k0. Some small w serves where k0 < 0, and the
quadratic's turn where k0 >= 0, k1 < 0 and k1^2 > 4 k2 k0. Elsewhere eps = oo may be, which is proved as
always.

For instance, P is (c q^2 + b q + a) (q + (1 - q) x^2) - q^2 for r* = c + b/q + a/q^2 at p = 1, and
(b q^2 + q + a) (q + (1 - q) x^2) - q for 1 + a/(p q) + b q/p there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import factor_list
from symbolic_eps.minimum.problem import Problem, Region
from symbolic_eps.minimum.reductions.by_stationary_slope import is_square
from symbolic_eps.minimum.roots.isolation import WHOLE
from symbolic_eps.minimum.stationary.along_rays import Cubic, discriminant, double_root
from symbolic_eps.minimum.stationary.one_stationary_value import Claim
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.time_limit import Patience
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition
from verify.solvers.smt import Solver, UndecidedQueryError

ON_SIDE = "one prior is left, along which F = 0 at two places; at X they meet"
"""How a branch was found, in words."""

LONGEST = 15.0
"""Seconds of processor time for all premises: what holds is shown in one or two."""


def is_on_side(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words == ON_SIDE for step in branch.steps)


Case: TypeAlias = tuple[Region, Branch, Callable[[Region], Iterable[Claim]]]
"""Conditions, what holds there, and the premises of the theorem that says so."""


def without_premises(_: Region) -> Iterable[Claim]:
    """Where eps = oo may be, which is proved as always."""
    return ()


@dataclass(frozen=True)
class Side:
    """The algebra of a piece of the theorem's form.

    Parameters
    ----------
    piece : ConstrainedPiece
        The only one that is left.
    v : Symbol
        The prior that varies on it.
    """

    piece: ConstrainedPiece
    v: sp.Symbol

    @property
    def cubic(self) -> Cubic:
        """The coefficients of P in v, the highest first."""
        three, two, one, none = sp.Poly(self.piece.polynomial, self.v).all_coeffs()
        return three, two, one, none

    @property
    def coefficients(self) -> Cubic:
        """The same, as of any degree."""
        return self.cubic

    @property
    def lowest(self) -> tuple[sp.Expr, ...] | None:
        """k2, k1 and k0; None where P is of another form for x = 0."""
        polynomial = sp.Poly(self.piece.polynomial.subs(DECAY, 0), self.v)
        coefficients = polynomial.all_coeffs()
        while coefficients and coefficients[-1] == 0:
            coefficients.pop()
        return tuple(coefficients) if len(coefficients) == 3 else None

    def parts(self) -> tuple[Region, ...]:
        """Where a small w serves, where the turn does, and the rest, apart from each other."""
        assert self.lowest is not None
        k2, k1, k0 = self.lowest
        small, falls, deep = (positive(primitive(e)) for e in (-k0, -k1, sp.expand(k1**2 - 4 * k2 * k0)))
        high = small.negation
        return (small,), (high, falls, deep), (high, falls.negation), (high, falls, deep.negation)

    def cases(self) -> Iterator[Case]:
        """The parts, each with what holds there."""
        small, high, *others = self.parts()
        yield small, self.branch(()), partial(self.premises, small=True)
        yield high, self.branch(()), partial(self.premises, small=False)
        yield from ((part, Branch((), None), without_premises) for part in others)

    def premises(self, region: Region, small: bool) -> Iterator[Claim]:
        """What the theorem needs of the parameters of a region; whether k0 < 0 is used there, or the turn."""
        assert self.lowest is not None
        x, v, polynomial = DECAY, self.v, self.piece.polynomial
        for end in (0, 1):
            at_end = non_negative(sp.expand(-polynomial.subs(v, end)))
            yield (*region, positive(x), non_negative(1 - x), at_end), f"P <= 0 at {v} = {end}"
        inside = positive(v), positive(1 - v)
        yield (*region, *inside, non_negative(sp.expand(-polynomial.subs(x, 1)))), "r* <= 1"
        yield (*region, *self.piece.conditions, non_negative(-self.piece.numerator)), "n <= 0"
        falls = non_negative(sp.expand(-sp.diff(self.piece.inverse_risk, x)))
        yield (*region, *inside, positive(x), positive(1 - x), falls), "f does not rise with x"
        k2, k1, k0 = self.lowest
        if small:
            yield (*region, non_negative(k0)), f"P >= 0 near {v} = 0 for x = 0"
            return
        turn = -k1 / (2 * k2)
        for expression in (turn, 1 - turn, -polynomial.subs({x: 0, v: turn}, simultaneous=True)):
            for c in rational_condition(expression, Relation.POSITIVE):
                yield (*region, c.negation), f"w is not between 0 and 1, or P >= 0 there for x = 0: not {c}"

    def branch(self, own: Region) -> Branch:
        """What the theorem says of a case with the conditions `own`."""
        inside = {**self.piece.priors, self.v: double_root(self.cubic)}
        place = {u: inside[u] for u in PRIORS if u in inside}
        ends = (Step(StepKind.END, u, value=value) for u, value in self.piece.priors.items())
        steps = (
            *(Step(StepKind.REDUCTION, words=words) for words in self.piece.reductions),
            *ends,
            Step(StepKind.CRITICAL, words=ON_SIDE),
        )
        attained = (Attainment((), place, AttainmentKind.POINT),)
        return Branch(own, self.polynomial, attained=attained, between=WHOLE, steps=steps, number=1)

    @property
    def polynomial(self) -> sp.Expr:
        """-D without factors that have no root in (0, 1) wherever D is not 0 throughout."""
        return without_units(-discriminant(self.cubic))


def without_units(polynomial: sp.Expr) -> sp.Expr:
    """The polynomial without factors that have no root in (0, 1): numbers, parameters, 1 - x and 1 + x.

    Examples
    --------
    >>> without_units(3 * (DECAY - 1) ** 2 * (2 * DECAY - 1))
    2*x - 1
    """
    factors = [
        (f, k)
        for f, k in factor_list(polynomial)
        if DECAY in f.free_symbols and f not in (DECAY - 1, DECAY + 1, 1 - DECAY)
    ]
    return sp.expand(sp.Mul(*(f**k for f, k in factors)))


def side_of(problem: Problem) -> Side | None:
    """The algebra, of a problem with parameters whose pieces are reduced to one of this form; None of others.

    Examples
    --------
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/q**2", ["a>0"], fixed={"p": "1"})
    >>> pieces = (constrained(profile.pieces[0], profile),)
    >>> problem = Problem(pieces, (PRIORS[1],), (), profile.parameter_region, Solver(), profile.domain)
    >>> [str(c) for c in side_of(problem).parts()[1] if c.constant_truth is None]
    ['a >= 0', '4*a < 1']
    """
    if len(problem.pieces) != 1 or not problem.region:
        return None
    (piece,) = problem.pieces
    left = [v for v in problem.free if v not in piece.priors]
    if len(left) != 1 or not piece.inverse_risk.is_polynomial():
        return None
    (v,) = left
    if {*piece.conditions} != {positive(v), non_negative(1 - v)} or sp.degree(piece.polynomial, v) != 3:
        return None
    if piece.origin is not None and not is_square(piece.origin):
        return None  # an end that is not in the domain would be a limit
    side = Side(piece, v)
    return side if side.lowest is not None and discriminant(side.cubic) != 0 else None


def cases_on_side(problem: Problem, region: Region, judge: Solver) -> tuple[Branch, ...]:
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
    side = side_of(problem)
    if side is None:
        return ()
    cases = cases_with_premises(side.cases(), problem, region, judge)
    return cases if any(map(is_on_side, cases)) else ()


def cases_with_premises(
    cases: Iterable[Case], problem: Problem, region: Region, judge: Solver
) -> tuple[Branch, ...]:
    """Those that some parameters of a region are in; () where a premise of one is not proved in time."""
    own = tuple(c for c in region if c not in problem.region)
    with suppress(UndecidedError), Patience(LONGEST, processor=True).or_undecided():
        branches = []
        for part, branch, premises in cases:
            here = (*region, *part)
            if any(c.constant_truth is False for c in part) or not judge.satisfiable(
                here, "some parameters are in a case of a cubic"
            ):
                continue
            if not holds(premises(here), judge):
                return ()
            branches.append(replace(branch, conditions=(*own, *told(part, region, judge))))
        return tuple(branches)
    return ()


def prove_on_side(problem: Problem, branch: Branch, judge: Solver) -> None:
    """The branch is the infimum for all its parameters, and is attained as it says, or UndecidedError."""
    side, region = side_of(problem), (*problem.region, *branch.conditions)
    if side is None or side.branch(branch.conditions) != branch:
        raise UndecidedError(f"the branch {branch.condition} is not what its profile gives")
    if not any(holds(side.premises(region, small), judge) for small in (True, False)):
        raise UndecidedError(f"a premise fails where {branch.condition}")


def holds(claims: Iterable[Claim], judge: Solver) -> bool:
    """Whether no point meets the conditions of a claim, for all of them."""
    with suppress(UndecidedQueryError):
        return not any(judge.satisfiable(*claim) for claim in claims)
    return False


def told(part: Region, region: Region, judge: Solver) -> Iterator[Condition]:
    """Those conditions that the region does not imply."""
    for c in part:
        if judge.satisfiable((*region, c.negation), "a case on a side leaves some parameters out"):
            yield c
