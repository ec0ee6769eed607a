"""Statements for every sublinear function: its values where they occur, as unknowns that obey the axioms.

psi is sublinear on the quadrant x, y >= 0 if psi(k x, k y) = k psi(x, y) for k > 0 and psi(P + Q) <= psi(P) +
psi(Q). The first gives psi(0, 0) = 2 psi(0, 0) = 0, so it holds for k = 0 too; by induction, for k_i >= 0,

    psi(k_1 P_1 + ... + k_n P_n) <= k_1 psi(P_1) + ... + k_n psi(P_n).

A statement on the values of psi at finitely many points holds for every psi if it follows from instances of
these two alone; one function that is sublinear refutes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp

from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.language.implication import Implication
from verify.language.note import Note, joined
from verify.prover.prover import Prover

Point = tuple[sp.Expr, sp.Expr]


def examples(x: sp.Expr, y: sp.Expr) -> tuple[sp.Expr, ...]:
    """Values at (x, y) of functions that are sublinear: linear ones, and largest ones of these."""
    return (x, y, -x, -y, sp.Abs(x - y), sp.Max(x, y), sp.Max(x - 2 * y, 0), sp.Max(y - 2 * x, 0))


@dataclass(frozen=True)
class Instance:
    """An axiom at given points: what it says, and what has to be >= 0 for it to apply."""

    says: sp.Basic
    needs: tuple[sp.Basic, ...]


@dataclass(frozen=True)
class Values:
    """Names for the values of an unspecified sublinear function.

    Parameters
    ----------
    names : mapping of (Expr, Expr) to Symbol
        The symbol of the value at each point; the coordinates are rational expressions.

    Examples
    --------
    >>> x, y, top, right, both = sp.symbols("x y top right both")
    >>> values = Values({(x, 0): right, (0, y): top, (x, y): both})
    >>> values.below((1, (x, 0)), (1, (0, y))).says
    both <= right + top
    """

    names: Mapping[Point, sp.Symbol] = field(hash=False)

    def at(self, point: Point) -> sp.Symbol:
        """The value at a point.

        Raises
        ------
        KeyError
            For a point without a name.
        """
        for known, name in self.names.items():
            if all(sp.cancel(one - other) == 0 for one, other in zip(known, point, strict=True)):
                return name
        raise KeyError(f"no name for the value at {point}")

    def below(self, *terms: tuple[sp.Expr, Point]) -> Instance:
        """The value at a sum of multiples of points is at most that sum of multiples of the values."""
        whole = tuple(sp.Add(*(factor * point[i] for factor, point in terms)) for i in (0, 1))
        bound = sp.Add(*(factor * self.at(point) for factor, point in terms))
        says = sp.Le(self.at((whole[0], whole[1])), bound, evaluate=False)
        return Instance(says, _not_negative(*(part for factor, point in terms for part in (factor, *point))))

    def multiple(self, factor: sp.Expr, point: Point) -> Instance:
        """The value at a multiple of a point is that multiple of the value."""
        whole = (factor * point[0], factor * point[1])
        says = sp.Eq(self.at(whole), factor * self.at(point), evaluate=False)
        return Instance(says, _not_negative(factor, *point))


@dataclass(frozen=True)
class ForEverySublinear:
    """A statement on values of a function that holds for every sublinear one.

    Parameters
    ----------
    values : Values
        The names of the values in the goal and the instances.
    goal : Boolean
        What is stated.
    instances : tuple of Instance
        The axioms at the points that the proof uses.

    Examples
    --------
    >>> x, y, top, right, both = sp.symbols("x y top right both", real=True)
    >>> values = Values({(x, 0): right, (0, y): top, (x, y): both})
    >>> axioms = (values.below((1, (x, 0)), (1, (0, y))),)
    >>> domain = (x >= 0, y >= 0)
    >>> ForEverySublinear(values, both <= right + top, axioms).examine(domain, Prover()).proved
    True
    >>> ForEverySublinear(values, both <= right, axioms).examine(domain, Prover()).refuted
    True
    """

    values: Values
    goal: sp.Basic
    instances: tuple[Instance, ...]

    @property
    def text(self) -> Note:
        """The statement in words and formulas."""
        where = joined(", ", (Note(f"{name} = psi(", joined(", ", p), ")") for p, name in self._named))
        return Note("for every sublinear psi: ", self.goal, ", where ", where)

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols of the goal, but for the names of values."""
        points = (sp.sympify(c, strict=True) for point in self.values.names for c in point)
        found = self.goal.free_symbols.union(*(c.free_symbols for c in points))
        return set(found) - set(self.values.names.values())

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence that the goal follows from the instances, or against it by a function in `examples`."""
        needs = dict.fromkeys(need for instance in self.instances for need in instance.needs)
        parts = [prover.prove(Implication(domain, need)) for need in needs if need != sp.true]
        says = tuple(instance.says for instance in self.instances)
        parts.append(prover.prove(Implication((*domain, *says), self.goal)))
        evidence = sufficient(self.text, parts, "instances of the axioms")
        return evidence if evidence.proved else self._refuted(domain, prover) or evidence

    @property
    def _named(self) -> list[tuple[Point, sp.Symbol]]:
        return list(self.values.names.items())

    def _refuted(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence | None:
        x, y = sp.symbols("x y", real=True)
        for function in examples(x, y):
            at = {
                name: function.subs({x: point[0], y: point[1]}, simultaneous=True)
                for point, name in self._named
            }
            evidence = prover.prove(Implication(domain, self.goal.subs(at, simultaneous=True)))
            if evidence.refuted:
                note = Note("fails for psi(x, y) = ", function)
                return Evidence(
                    self.text, Outcome.REFUTED, Grade.EXACT, "a function", evidence.witness, note=note
                )
        return None


def _not_negative(*expressions: sp.Expr) -> tuple[sp.Basic, ...]:
    return tuple(sp.Ge(e, 0) for e in expressions if sp.sympify(e, strict=True) != 0)
