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

Lemma. Let the region of the parameters be in the closure of its inside, and X be continuous on it. Let E be a
polynomial in x and the parameters, with E = 0 at X wherever X > 0 off the zero set of a polynomial g, not 0.
Then E = 0 at X wherever X > 0.
Proof. Where X > 0 at a point, it is so nearby. The zero set of g has no inside; so the point is a limit of
points off it, at which E = 0 at X, and E at X is continuous. QED

So there is nothing to except, not even parameters for which E is 0 for all x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

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
    strict = [c.polynomial for c in region if c.relation is Relation.POSITIVE]
    inside = [*(range_of(v, strict) for v in parameters), (Fraction(0), Fraction(1))]
    ranges = (*inside, *(range_of(v, face.apart) for v in free))
    space = Space((*parameters, DECAY, *free))
    apart = {str(space.polynomial(sign * h)) for h in face.apart for sign in (1, -1)}
    equations = [space.polynomial(e) for e in (*face.equations, *face.implied)]
    elimination = _Elimination(space, len(parameters), ranges, frozenset(apart))
    found = elimination.shared(equations, range(len(parameters) + 1, len(space.variables)))
    return tuple(sorted((primitive(space.expression(g)) for g in found.values()), key=_order))


def _order(polynomial: sp.Expr) -> tuple[int, str]:
    return len(sp.Add.make_args(polynomial)), str(polynomial)


Found = dict[str, fmpq_mpoly]


@dataclass(frozen=True)
class _Elimination:
    """With the number of parameters, open ranges of all variables, and what is not 0 on the face."""

    space: Space
    parameters: int
    ranges: tuple[Range, ...]
    apart: frozenset[str]

    def shared(self, equations: Sequence[fmpq_mpoly], priors: Sequence[int]) -> Found:
        """What is left by each order of the priors that is not long; by the shortest if all are."""
        found, failed = list[Found](), list[UndecidedError]()
        for order in permutations(priors):
            try:
                with no_resultant_beyond(LONG):
                    found.append(self.eliminated(equations, order))
            except UndecidedError as error:
                failed.append(error)
        if not found:
            raise failed[0]
        return _common(found)

    def eliminated(self, equations: Sequence[fmpq_mpoly], order: Sequence[int]) -> Found:
        """One of these vanishes where all equations do, off exceptions."""
        check_time()
        if not order:
            return _common([{str(g): g for g in self.factors(one)} for one in equations])
        index, *rest = order
        involved = [g for g in equations if g.degrees()[index]]
        if not involved:
            return self.eliminated(equations, rest)
        found = Found()
        pivot = min(involved, key=lambda g: (int(g.degrees()[index]) * len(g), str(g)))
        others = [g for g in equations if g is not pivot]
        for factor in self.factors(pivot):
            if not any(factor.degrees()[k] for k in order):
                found |= {str(factor): factor}
            elif not factor.degrees()[index]:
                found |= self.eliminated([factor, *others], order)
            elif (reduced := self._without(factor, others, index, last=not rest)) is not None:
                found |= self.eliminated(reduced, rest)
        return found

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
