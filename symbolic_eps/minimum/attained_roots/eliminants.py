"""Eliminants with parameters: irreducible polynomials in x and the parameters, one of which vanishes at X.

A face (`faces`) gives polynomials in x, the priors and the parameters that are 0 where x is attained on it.
A resultant of two of them is 0 there as well; so is a factor of each, one choice of factors after another.
With resultants in as many rounds as there are priors, polynomials in x and the parameters are left. Factors
that are known not to vanish on the face, for x in (0, 1) and any parameters, are left out: by the premise of
`faces`, x = 1 is attained nowhere.

Factors in the parameters alone are left out, too. So what is shown is: off finitely many zero sets of
polynomials that are not 0, X is a root of one of those that are left. Different rounds leave different ones;
those that are left by each are kept, for two irreducible polynomials that are not associated have a common
root in x only where their resultant in x is 0.

The last resultants are the long ones, and only those of one order of the priors are computed. That another
order does not leave a polynomial E is shown at numbers for the parameters: where these keep the degrees of
two polynomials in the last prior, the resultant R of both at these numbers is that of what the two are there,
and if E divides R, it does so there. E is kept if that is not shown.

Lemma. Let the region of the parameters be in the closure of its inside, and X be continuous on it. Let E be a
polynomial in x and the parameters, with E = 0 at X wherever X > 0 off the zero set of a polynomial g, not 0.
Then E = 0 at X wherever X > 0.
Proof. Where X > 0 at a point, it is so nearby. The zero set of g has no inside; so the point is a limit of
points off it, at which E = 0 at X, and E at X is continuous. QED

So there is nothing to except, not even parameters for which E is 0 for all x.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from operator import itemgetter

import sympy as sp
from flint import fmpq_mpoly

from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.attained_roots.faces import PieceFace
from symbolic_eps.minimum.cylinders.elimination import no_resultant_beyond, resultant
from symbolic_eps.minimum.cylinders.one_sign import Range, has_one_sign, range_of
from symbolic_eps.minimum.cylinders.projection import Space, irreducible
from symbolic_eps.minimum.problem import Region
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.deadline import check_time
from verify.language.condition import Relation

LONG = 2_000_000
"""The product of the lengths and degrees of two polynomials, of which no resultant is taken."""

FIRST_NUMBER = 7
"""For a parameter, where a resultant is looked at; the next one for the next parameter."""

FAR_LONGER = 8
"""Another eliminant, to share factors with the first, is made if it costs this many times as much at most."""


def eliminants(
    face: PieceFace, free: Sequence[sp.Symbol], parameters: Sequence[sp.Symbol], region: Region
) -> tuple[sp.Expr, ...]:
    """Of x on a face: irreducible polynomials in x and the parameters.

    Raises
    ------
    UndecidedError
        For all x the equations have a common zero, off what is known not to vanish.

    Examples
    --------
    >>> from symbolic_eps.minimum.attained_roots.faces import faces_of
    >>> from symbolic_eps.minimum.constrained_piece import constrained
    >>> from symbolic_eps.profiles.profile import RiskProfile
    >>> profile = RiskProfile("1 + a/q", ["a>0"], fixed={"p": "1"})
    >>> piece = constrained(profile.pieces[0], profile)
    >>> [eliminants(face, profile.free_priors, profile.parameters, profile.parameter_region)
    ...     for face in faces_of(piece, profile.free_priors)]
    [(a*x + a + x - 1, a*x - a + x + 1), (), ()]
    """
    elimination, equations = elimination_of(face, free, parameters, region)
    space = elimination.space
    found = elimination.shared(equations, range(len(parameters) + 1, len(space.variables)))
    return tuple(sorted((primitive(space.expression(g)) for g in found.values()), key=_order))


def _order(polynomial: sp.Expr) -> tuple[int, str]:
    return len(sp.Add.make_args(polynomial)), str(polynomial)


Found = dict[str, fmpq_mpoly]

LastStep = tuple[fmpq_mpoly | None, Sequence[fmpq_mpoly]]
"""A polynomial in the last prior, if any, and what else vanishes with it."""


@dataclass(frozen=True)
class Elimination:
    """With the number of parameters, open ranges of all variables, and what is not 0 on the face."""

    space: Space
    parameters: int
    ranges: tuple[Range, ...]
    apart: frozenset[str]

    def shared(self, equations: Sequence[fmpq_mpoly], priors: Sequence[int]) -> Found:
        """What is left by the order of the priors that takes least, and may be left by any other."""
        orders, failed = list[tuple[int, int, list[LastStep]]](), list[UndecidedError]()
        with no_resultant_beyond(LONG):
            for order in permutations(priors):
                try:
                    steps = [*self.last_steps(equations, order)]
                    orders.append((sum(_least_cost(step, order[-1]) for step in steps), order[-1], steps))
                except UndecidedError as error:
                    failed.append(error)
            orders.sort(key=itemgetter(0))
            for _, index, steps in orders:
                try:
                    found = self.eliminated(steps, index)
                except UndecidedError as error:
                    failed.append(error)
                    continue
                others = [(k, s) for _, k, s in orders if s is not steps]
                return {
                    name: g for name, g in found.items() if all(self.may_leave(g, s, k) for k, s in others)
                }
        raise failed[0]

    def last_steps(self, equations: Sequence[fmpq_mpoly], order: Sequence[int]) -> Iterator[LastStep]:
        """What the equations say of the last prior: for each choice of factors a pivot, and others."""
        check_time()
        index, *rest = order
        involved = [g for g in equations if g.degrees()[index]]
        if not involved:
            yield from self.last_steps(equations, rest) if rest else [(None, equations)]
            return
        pivot = min(involved, key=lambda g: (int(g.degrees()[index]) * len(g), str(g)))
        others = [g for g in equations if g is not pivot]
        for factor in self.factors(pivot):
            if not any(factor.degrees()[k] for k in order):
                yield None, [factor]
            elif not factor.degrees()[index]:
                yield from self.last_steps([factor, *others], order)
            elif not rest:
                yield factor, others
            elif (reduced := self._without(factor, others, index, last=False)) is not None:
                yield from self.last_steps(reduced, rest)

    def eliminated(self, steps: Sequence[LastStep], index: int) -> Found:
        """One of these vanishes where all equations do, off exceptions."""
        found = Found()
        for pivot, others in steps:
            left = others if pivot is None else self._without(pivot, others, index, last=True)
            if left is not None:
                found |= _common([{str(g): g for g in self.factors(one)} for one in left])
        return found

    def may_leave(self, polynomial: fmpq_mpoly, steps: Sequence[LastStep], index: int) -> bool:
        """False if it is shown that in each step some resultant is not a multiple of the polynomial."""
        return any(
            all(self._may_divide(polynomial, pivot, g, index) for g in others) for pivot, others in steps
        )

    def _may_divide(
        self, polynomial: fmpq_mpoly, pivot: fmpq_mpoly | None, other: fmpq_mpoly, index: int
    ) -> bool:
        """Whether a resultant may be a multiple, by numbers for the parameters that keep the degrees."""
        numbers: dict[str | int, int] = {k: FIRST_NUMBER + k for k in range(self.parameters)}
        here, there = polynomial.subs(numbers), other.subs(numbers)
        if pivot is not None and other.degrees()[index]:
            at = pivot.subs(numbers)
            if any(one.degrees()[index] < g.degrees()[index] for one, g in ((at, pivot), (there, other))):
                return True
            there = resultant(at, there, index)
        return bool(here.is_constant() or there.gcd(here).total_degree() == here.total_degree())

    def _without(
        self, factor: fmpq_mpoly, others: Sequence[fmpq_mpoly], index: int, last: bool
    ) -> list[fmpq_mpoly] | None:
        """What the others say where a factor is 0, without a variable; None where they cannot vanish."""
        reduced, spent = list[fmpq_mpoly](), 0
        for other in sorted(others, key=lambda g: _cost(factor, g, index)):
            cost = _cost(factor, other, index)
            if last and reduced and cost > FAR_LONGER * max(spent, 1):
                break
            product = other if not other.degrees()[index] else resultant(factor, other, index)
            if product.is_zero():
                continue  # the factor is one of the other, which says nothing more
            kept = self.factors(product)
            if not kept:
                return None
            reduced.append(_product(kept))
            spent += cost
        if not reduced:
            raise UndecidedError("on a face x is not told by its equations")
        return reduced

    def factors(self, polynomial: fmpq_mpoly) -> tuple[fmpq_mpoly, ...]:
        """The irreducible ones that may vanish, none in the parameters alone."""
        if polynomial.is_constant():
            return ()
        return tuple(g for g in map(_signed, irreducible(polynomial)) if self._may_vanish(g))

    def _may_vanish(self, factor: fmpq_mpoly) -> bool:
        known = str(factor) in self.apart or str(-factor) in self.apart
        in_parameters = not any(factor.degrees()[self.parameters :])
        return not (known or in_parameters or has_one_sign(factor, self.ranges))


def _common(sets: Sequence[Found]) -> Found:
    """Those in all sets."""
    first, *others = sets
    return {name: g for name, g in first.items() if all(name in other for other in others)}


def _signed(polynomial: fmpq_mpoly) -> fmpq_mpoly:
    return polynomial if polynomial.leading_coefficient() > 0 else -polynomial


def _product(factors: Sequence[fmpq_mpoly]) -> fmpq_mpoly:
    product = factors[0]
    for factor in factors[1:]:
        product *= factor
    return product


def _cost(one: fmpq_mpoly, other: fmpq_mpoly, index: int) -> int:
    return len(one) * int(one.degrees()[index]) * len(other) * int(other.degrees()[index])


def _least_cost(step: LastStep, index: int) -> int:
    pivot, others = step
    return 0 if pivot is None else min((_cost(pivot, other, index) for other in others), default=0)


def elimination_of(
    face: PieceFace, free: Sequence[sp.Symbol], parameters: Sequence[sp.Symbol], region: Region
) -> tuple[Elimination, list[fmpq_mpoly]]:
    """What is known on a face, and its equations, in the parameters, x and the priors."""
    strict = [c.polynomial for c in region if c.relation is Relation.POSITIVE]
    inside = [*(range_of(v, strict) for v in parameters), (Fraction(0), Fraction(1))]
    ranges = (*inside, *(range_of(v, face.apart) for v in free))
    space = Space((*parameters, DECAY, *free))
    apart = {str(space.polynomial(sign * h)) for h in face.apart for sign in (1, -1)}
    equations = [space.polynomial(e) for e in (*face.equations, *face.implied)]
    return Elimination(space, len(parameters), ranges, frozenset(apart)), equations
