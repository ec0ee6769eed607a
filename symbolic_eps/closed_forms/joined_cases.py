"""Joins cases of a closed form that have the same answer, under the shortest equivalent conditions.

Two branches have the same answer where their polynomials in x are the same up to a positive number, and X is
told from other roots in the same words: only the interval may differ. A branch on an edge of the domain, v =
e, has the answer of one elsewhere if it is so with e in the place of v.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.shortest_conditions import Region, shortest
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation


@dataclass(frozen=True)
class JoinedCase:
    """Branches with one answer.

    Parameters
    ----------
    branches : tuple of Branch
        The first one's polynomial says the answer for all.
    proofs : tuple of Proof
    regions : tuple of tuple of Condition
        In one of which the parameters lie.
    """

    branches: tuple[Branch, ...]
    proofs: tuple[Proof, ...]
    regions: tuple[Region, ...]

    @property
    def first(self) -> Branch:
        """The branch that says the answer."""
        return self.branches[0]

    @property
    def common(self) -> Region:
        """The conditions that all the regions have."""
        first, *others = self.regions
        return tuple(c for c in first if all(c in region for region in others))

    @property
    def alternatives(self) -> tuple[Region, ...]:
        """What one of the regions has besides; () where there is only one."""
        if len(self.regions) == 1:
            return ()
        return tuple(tuple(c for c in region if c not in self.common) for region in self.regions)

    @cached_property
    def proof(self) -> Proof:
        """All that the branches rest on."""
        certificates = {n: c for proof in self.proofs for n, c in proof.certificates.items()}
        return Proof(min(proof.grade for proof in self.proofs), dict(sorted(certificates.items())))

    def apart(
        self, told: Callable[[Branch], Hashable]
    ) -> Iterator[tuple[tuple[Branch, ...], tuple[Region, ...]]]:
        """The branches of which the same is told, with what sets them apart from the others of the case.

        Parameters
        ----------
        told : callable
            What is told of a branch.
        """
        groups = dict[Hashable, list[Branch]]()
        for branch in self.branches:
            groups.setdefault(told(branch), []).append(branch)
        for members in groups.values():
            others = [one.conditions for one in self.branches if one not in members]
            where = shortest([one.conditions for one in members], others) if others else ()
            yield tuple(members), where


def joined_cases(derived: PiecewiseInfimum) -> tuple[JoinedCase, ...]:
    """The branches of a closed form, those with one answer put together.

    Parameters
    ----------
    derived : PiecewiseInfimum
        Complete or not.

    Examples
    --------
    >>> from symbolic_eps import RiskProfile, infimum
    >>> derived = infimum(RiskProfile("1 + a/p + b/q", ["0<a<1", "b>4"]))
    >>> [len(case.branches) for case in joined_cases(derived)]
    [1, 1]
    """
    groups = list[list[int]]()
    for index, branch in enumerate(derived.branches):
        own = next((g for g in groups if _same(derived.branches[g[0]], branch)), None)
        if own is None:
            groups.append([index])
        elif any(c.relation is Relation.ZERO for c in derived.branches[own[0]].conditions):
            own.insert(0, index)  # what holds inside says more than what holds on an edge
        else:
            own.append(index)
    apart = [*(one.conditions for one in derived.empty), *(one.conditions for one in derived.open)]
    cases = list[JoinedCase]()
    for group in groups:
        wanted = [derived.branches[k].conditions for k in group]
        excluded = [one.conditions for k, one in enumerate(derived.branches) if k not in group]
        regions = tuple(wanted)
        if len(group) > 1:
            regions = shortest(wanted, [*excluded, *apart], are_all=not derived.open)
        members = tuple(derived.branches[k] for k in group)
        cases.append(JoinedCase(members, tuple(derived.proofs[k] for k in group), regions))
    return tuple(cases)


def _same(one: Branch, other: Branch) -> bool:
    """Whether one answer is said by the polynomial of either, or by that of the one with fewer equations."""
    if _words(one) != _words(other):
        return False
    if one.polynomial is None or other.polynomial is None:
        return one.polynomial is other.polynomial
    ends = [dict(_equations(branch)) for branch in (one, other)]
    values = max(ends, key=len)
    at_end = {
        primitive(polynomial.subs(values) if values else polynomial)
        for polynomial in (one.polynomial, other.polynomial)
    }
    return len(at_end) == 1


def _words(branch: Branch) -> Hashable:
    return branch.coefficients is None, branch.which


def _equations(branch: Branch) -> list[tuple[sp.Symbol, sp.Expr]]:
    """What the branch's conditions give for parameters."""
    return [pair for c in branch.conditions for pair in _solved(c)]


def _solved(condition: Condition) -> Iterator[tuple[sp.Symbol, sp.Expr]]:
    if condition.relation is Relation.ZERO:
        for v in sorted(condition.symbols, key=str):
            linear = sp.Poly(condition.polynomial, v)
            if linear.degree() == 1 and linear.LC().is_number:
                yield v, -linear.all_coeffs()[1] / linear.LC()
                return
