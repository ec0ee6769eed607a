"""The best point of a linear program and its dual multipliers, as an author names them: never believed.

Maximise c x over constraints that say s_i(x) >= 0, or = 0. Let v - c x = sum l_i s_i(x) for every x, the l_i
of inequalities >= 0: then c x <= v wherever the constraints hold. Let a point obey all constraints and reach
v: then v is the greatest value. For a minimum with c x - v. All this is shown for the parameters of a region,
and regions have to cover the domain; no vertex is looked for, so the program may be of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import sympy as sp
from sympy.core.relational import Relational

from verify.calculus.points import at_point, number_sign
from verify.evidence import Evidence, Grade, Outcome, sufficient
from verify.language.implication import Implication
from verify.language.note import Note
from verify.language.relations import denied
from verify.language.truth import holds_at
from verify.prover.prover import Prover


class Program(Protocol):
    """A linear program; see `verify.calculus.linear_program.LinearMaximum`."""

    @property
    def objective(self) -> sp.Expr:
        """What is maximised or minimised."""

    @property
    def over(self) -> tuple[sp.Symbol, ...]:
        """The variables."""

    @property
    def constraints(self) -> tuple[sp.Basic, ...]:
        """What restricts them."""

    @property
    def value(self) -> sp.Expr:
        """What is stated."""

    @property
    def name(self) -> str:
        """Maximum or minimum."""

    @property
    def sign(self) -> int:
        """1 for a maximum, -1 for a minimum."""

    @property
    def text(self) -> Note:
        """The statement."""

    @property
    def slacks(self) -> tuple[sp.Expr, ...]:
        """What each constraint says to be >= 0, or = 0."""


@dataclass(frozen=True)
class Optimum:
    """What is best for the parameters of a region, and why.

    Parameters
    ----------
    point : mapping of Symbol to Expr
        A value for each variable, in the parameters.
    multipliers : mapping of Relational to Expr
        For constraints, as the program has them; 0 for those that are left out. That of an equation is of
        its left side less its right one, and of any sign.
    region : Boolean
        For which parameters; all by default.

    Examples
    --------
    >>> from sympy.abc import a, b, x, y
    >>> from verify.calculus.linear_program import LinearMaximum
    >>> box = (x >= 0, y >= 0, x <= a, x + y <= b)
    >>> best = Optimum({x: a, y: b - a}, {x <= a: 1, x + y <= b: 1})
    >>> program = LinearMaximum(2 * x + y, (x, y), box, a + b, (best,))
    >>> program.examine((a > 0, b > a), Prover()).method
    'dual multipliers that are named'
    """

    point: Mapping[sp.Symbol, sp.Expr] = field(hash=False)
    multipliers: Mapping[sp.Basic, sp.Expr] = field(hash=False)
    region: sp.Basic = sp.true

    def check(self, program: Program) -> None:
        """Refuse what does not fit the program.

        Raises
        ------
        ValueError
            For a variable without a value, or a multiplier of something that is no constraint.
        """
        if set(self.point) != set(program.over):
            raise ValueError(
                f"the point gives a value to each of {', '.join(map(str, program.over))}, and no other"
            )
        for constraint in self.multipliers:
            if constraint not in program.constraints:
                raise ValueError(f"a multiplier of {constraint}, which is no constraint")


def by_optima(
    program: Program, optima: tuple[Optimum, ...], facts: tuple[sp.Basic, ...], prover: Prover
) -> Evidence:
    """Evidence for a program's value by what is best in each region, or against it by another best value.

    Parameters
    ----------
    program : Program
        The program.
    optima : tuple of Optimum
        What is named.
    facts : tuple of Boolean
        Hypotheses on the parameters.
    prover : Prover
        Decides the implications.
    """
    parts = [*_cover(facts, [optimum.region for optimum in optima], prover)]
    for optimum in optima:
        given = (*facts, *([] if optimum.region == sp.true else [optimum.region]))
        for goal in _conditions(program, optimum):
            evidence = prover.decide(Implication(given, goal))
            against = _against(program, optimum, given, evidence) if evidence.refuted else None
            if against is not None:
                return against
            parts.append(evidence)
    return sufficient(program.text, parts, "dual multipliers that are named")


def _cover(facts: tuple[sp.Basic, ...], regions: list[sp.Basic], prover: Prover) -> Iterator[Evidence]:
    """That each point of the domain lies in some region, by the truth of one comparison after the other."""
    left = [r for r in regions if not all(_known(part, facts) for part in sp.And.make_args(r))]
    if len(left) < len(regions):
        return
    atoms = (part for region in left for part in sp.And.make_args(region) if isinstance(part, Relational))
    atom = next((part for part in atoms if not _known(part, facts) and not _known(denied(part), facts)), None)
    possible = [r for r in left if not any(_known(denied(p), facts) for p in r.atoms(Relational))]
    if atom is None or len(possible) < 2:
        whole = possible[0] if len(possible) == 1 else sp.Or(*possible, evaluate=False)
        yield prover.decide(Implication(facts, whole))
        return
    for side in atom.args:  # what is undefined does not equal itself; SymPy takes "a or not a" for true
        yield prover.decide(Implication(facts, sp.Eq(side, side, evaluate=False)))
    for truth in (atom, denied(atom)):
        yield from _cover((*facts, truth), possible, prover)


def _known(part: sp.Basic, facts: tuple[sp.Basic, ...]) -> bool:
    """Whether a comparison is among the facts, as it is or strictly."""
    strict = {sp.Ge: sp.Gt, sp.Le: sp.Lt}.get(part.func)
    return part in facts or (strict is not None and strict(*part.args, evaluate=False) in facts)


def _conditions(program: Program, optimum: Optimum) -> Iterator[sp.Basic]:
    """That the point is feasible and has the value, and that the multipliers bound the objective by it."""
    reached = program.objective.subs(optimum.point, simultaneous=True)
    yield sp.Eq(reached, program.value, evaluate=False)
    yield from (at_point(constraint, optimum.point) for constraint in program.constraints)
    for constraint, multiplier in optimum.multipliers.items():
        if not isinstance(constraint, sp.Eq):
            yield sp.Ge(multiplier, 0, evaluate=False)
    gap = program.sign * (program.value - program.objective)
    yield sp.Eq(gap, _weighted(program, optimum), evaluate=False)


def _weighted(program: Program, optimum: Optimum) -> sp.Expr:
    pairs = zip(program.constraints, program.slacks, strict=True)
    return sp.Add(*(optimum.multipliers.get(constraint, 0) * slack for constraint, slack in pairs))


def _against(
    program: Program, optimum: Optimum, facts: tuple[sp.Basic, ...], refuted: Evidence
) -> Evidence | None:
    """A refutation at the parameters at which a condition fails, if the point shows one there.

    It does if it is feasible and better than the value; or worse, and best as the multipliers show.
    """
    parameters = {s for part in (*facts, program.value, *program.constraints) for s in part.free_symbols}
    witness = refuted.witness or {}
    at = {s: witness.get(s, sp.S.One) for s in sorted(parameters - set(program.over), key=str)}
    point = {v: sp.sympify(x, strict=True).subs(at) for v, x in optimum.point.items()}
    feasible = (at_point(at_point(constraint, at), point) for constraint in program.constraints)
    if not all(holds_at(part, at) for part in (*facts, *feasible)):
        return None
    objective, value = program.objective.subs(at), program.value.subs(at)
    reached = objective.subs(point)
    better = number_sign(program.sign * (reached - value))
    if better in (0, None) or (better < 0 and not _is_best(program, optimum, at, objective, reached)):
        return None
    note = Note(f"there the {program.name} is ", "beyond " if better > 0 else "", reached, ", not ", value)
    return Evidence(
        program.text, Outcome.REFUTED, Grade.EXACT, "a point that is named", {**at, **point}, note=note
    )


def _is_best(
    program: Program,
    optimum: Optimum,
    at: Mapping[sp.Symbol, sp.Expr],
    objective: sp.Expr,
    reached: sp.Expr,
) -> bool:
    """Whether the multipliers show, at these parameters, that no point is better than what is reached."""
    signs = [
        number_sign(sp.sympify(multiplier, strict=True).subs(at))
        for constraint, multiplier in optimum.multipliers.items()
        if not isinstance(constraint, sp.Eq)
    ]
    gap = program.sign * (reached - objective) - _weighted(program, optimum).subs(at)
    return all(sign in (0, 1) for sign in signs) and sp.expand(gap) == 0
