"""The ideal of the equations: normal forms modulo it, and the multipliers that a member of it is made with.

Equations that are linear in a variable with a constant coefficient are substituted; the others are completed
to a Groebner basis (Buchberger's algorithm, recording how each element comes from the given equations). If
its limits are hit, a normal form still differs from its polynomial by a member of the ideal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from verify.search.ring import Exponents, Polynomial, System, keep, substituted, terms, text

MAX_PAIRS, MAX_TERMS, MAX_BASIS = 60, 60, 12


@dataclass(frozen=True)
class Member:
    """A polynomial of the ideal: `sum of cofactors[k] * eq[k]`."""

    polynomial: Polynomial
    cofactors: Mapping[int, Polynomial]

    def minus(self, factor: Polynomial, other: Member) -> Member:
        """The member minus `factor` times another."""
        cofactors = dict(self.cofactors)
        for k, c in other.cofactors.items():
            cofactors[k] = cofactors[k] - factor * c if k in cofactors else -factor * c
        return Member(self.polynomial - factor * other.polynomial, cofactors)

    def times(self, factor: Polynomial) -> Member:
        """The member times a polynomial."""
        return Member(factor * self.polynomial, {k: factor * c for k, c in self.cofactors.items()})


@dataclass(frozen=True)
class Elimination:
    """`variable = replacement`, which holds because `member` (monic in the variable) is 0."""

    variable: int
    replacement: Polynomial
    member: Member


@dataclass(frozen=True)
class Ideal:
    """The ideal that the equations of a system generate.

    Parameters
    ----------
    system : System
        The system.
    eliminations : tuple of Elimination
        Substitutions, in the order in which they are done.
    basis : tuple of Member
        Groebner basis (or part of one) of what is left.
    """

    system: System
    eliminations: tuple[Elimination, ...]
    basis: tuple[Member, ...]

    @property
    def contains_one(self) -> bool:
        """Whether the equations alone contradict each other, as far as the basis shows it."""
        return any(m.polynomial.is_constant() and m.polynomial != 0 for m in self.basis)

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        """The normal form of a polynomial; a linear map, equal to the argument modulo the equations."""
        for e in self.eliminations:
            polynomial = substituted(polynomial, e.variable, e.replacement)
        return self.normal_form(polynomial)

    def normal_form(self, polynomial: Polynomial) -> Polynomial:
        """The normal form of a polynomial in which nothing is left to substitute."""
        settled = 0  # members in turn that leave it as it is
        for member in cycle(self.basis):
            before, polynomial = polynomial, polynomial % member.polynomial
            settled = settled + 1 if polynomial == before else 1
            if settled == len(self.basis):
                break
        return polynomial

    def multipliers(self, polynomial: Polynomial) -> dict[int, Polynomial] | None:
        """Polynomials m with `polynomial + sum m[k] * eq[k] = 0`, or None if the normal form is not 0."""
        rest = Member(polynomial, {})
        for e in self.eliminations:
            rest = _eliminated(rest, e)
        rest = _remainder(rest, self.basis)
        if rest.polynomial != 0:
            return None
        return {k: c for k, c in sorted(rest.cofactors.items()) if c != 0}


def _eliminated(member: Member, elimination: Elimination) -> Member:
    difference = member.polynomial - substituted(
        member.polynomial, elimination.variable, elimination.replacement
    )
    if difference == 0:
        return member
    return member.minus(divmod(difference, elimination.member.polynomial)[0], elimination.member)


def ideal(system: System) -> Ideal:
    """The ideal of the system's equations, with substitutions and a Groebner basis.

    Parameters
    ----------
    system : System
        The system whose equations generate the ideal.

    Returns
    -------
    Ideal
        For normal forms and multipliers.

    Examples
    --------
    >>> from verify.search.ring import system as make
    >>> of_circle = ideal(make(["x", "y"], [], [], [{(2, 0): 1, (0, 2): 1, (0, 0): -1}]))
    >>> x, y = of_circle.system.ring.gens
    >>> of_circle.reduce(x**2 + y)
    -v1^2 + v1 + 1
    >>> of_circle.multipliers(x**2 + y**2 - 1)
    {0: -1}
    """
    key = system.ring.variables, tuple(map(text, system.eq))
    known = _KNOWN.get(key)
    if known is None:
        known = _solved(system)
        keep(_KNOWN, key, known, MOST_KNOWN)
    return Ideal(system, *known)


MOST_KNOWN = 1 << 9

_KNOWN: dict[Any, tuple[tuple[Elimination, ...], tuple[Member, ...]]] = {}
"""By variables and equations: most systems of a search differ in their inequalities alone."""


def _solved(system: System) -> tuple[tuple[Elimination, ...], tuple[Member, ...]]:
    one = system.ring.one
    members = [Member(p, {k: one}) for k, p in enumerate(system.eq) if p != 0]
    eliminations: list[Elimination] = []
    while (solved := _linear(members)) is not None:
        eliminations.append(solved)
        rest = (_eliminated(member, solved) for member in members)
        members = [member for member in rest if member.polynomial != 0]
    return tuple(eliminations), _completed(members)


def _linear(members: list[Member]) -> Elimination | None:
    """The shortest equation that is linear in a variable with a constant coefficient, solved for it."""
    best: tuple[tuple[int, int, int], Elimination] | None = None
    for position, member in enumerate(members):
        p = member.polynomial
        listed = list(terms(p))
        for v, degree in enumerate(p.degrees()):
            if degree != 1:
                continue
            with_v = [(e, c) for e, c in listed if e[v]]
            if len(with_v) != 1 or sum(with_v[0][0]) != 1:
                continue
            monic = member.times(p.context().constant(1 / with_v[0][1]))
            key = (p.total_degree(), len(listed), position)
            if best is None or key < best[0]:
                best = key, Elimination(v, p.context().gens()[v] - monic.polynomial, monic)
    return None if best is None else best[1]


def _lead(polynomial: Polynomial) -> Exponents:
    return tuple(polynomial.monoms()[0])


def _divides(one: Exponents, other: Exponents) -> bool:
    return all(i <= j for i, j in zip(one, other, strict=True))


def _remainder(member: Member, basis: Sequence[Member]) -> Member:
    while True:
        before = member
        for b in basis:
            quotient = divmod(member.polynomial, b.polynomial)[0]
            if quotient != 0:
                member = member.minus(quotient, b)
        if member is before or member.polynomial == 0:
            return member


def _completed(members: list[Member]) -> tuple[Member, ...]:
    """Buchberger's algorithm, smallest least common multiple first, within limits."""
    basis: list[Member] = []
    pairs: list[tuple[int, Exponents, int, int]] = []

    def insert(member: Member) -> None:
        lead = _lead(member.polynomial)
        for i, other in enumerate(basis):
            lcm = tuple(map(max, lead, _lead(other.polynomial)))
            if sum(lcm) < sum(lead) + sum(_lead(other.polynomial)):  # coprime leading terms reduce to 0
                pairs.append((sum(lcm), lcm, i, len(basis)))
        basis.append(member)

    for member in sorted(members, key=lambda m: (m.polynomial.total_degree(), len(m.polynomial))):
        rest = _remainder(member, basis)
        if rest.polynomial != 0:
            insert(rest)
    done = 0
    while pairs and done < MAX_PAIRS and len(basis) < MAX_BASIS:
        pairs.sort()
        _, lcm, i, j = pairs.pop(0)
        done += 1
        first, second = basis[i], basis[j]
        spair = first.times(_cofactor(lcm, first)).minus(_cofactor(lcm, second), second)
        rest = _remainder(spair, basis)
        if rest.polynomial != 0 and len(rest.polynomial) <= MAX_TERMS:
            insert(rest)
    leads = [_lead(m.polynomial) for m in basis]
    minimal = [
        m
        for i, m in enumerate(basis)
        if not any(
            _divides(other, leads[i]) and (other != leads[i] or j < i)
            for j, other in enumerate(leads)
            if j != i
        )
    ]
    return tuple(minimal)


def _cofactor(lcm: Exponents, member: Member) -> Any:
    lead = _lead(member.polynomial)
    exponents = tuple(a - b for a, b in zip(lcm, lead, strict=True))
    return member.polynomial.context().from_dict({exponents: 1 / member.polynomial.leading_coefficient()})
