"""What one minimisation works on, and the two questions about F that all its parts ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.profile import Piece
from symbolic_eps.symbols import DECAY
from verify.condition import Condition, Relation, positive
from verify.smt import Solver

Region = tuple[Condition, ...]


@dataclass(frozen=True)
class Task:
    """The pieces of a profile, the candidates on them, the parameter region, and who decides signs.

    Unless `thorough`, only quick questions are asked, and critical points are left out. `whole` are the
    pieces before they were reduced to parts of their border: what is attained, is attained on these.
    """

    pieces: tuple[Piece, ...]
    free: tuple[sp.Symbol, ...]
    candidates: tuple[Candidate, ...]
    region: Region
    solver: Solver
    thorough: bool = True
    whole: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Cell:
    """A region of the parameters with the polynomials whose root is the largest there (() where eps = oo).

    `candidates` are those that were known when the cell was settled; `open` says why one was not.
    """

    region: Region
    winners: tuple[sp.Expr, ...]
    candidates: tuple[Candidate, ...]
    open: str = ""


def parameters_of(task: Task) -> frozenset[sp.Symbol]:
    """The parameters that occur; empty for a profile with numbers."""
    return frozenset().union(
        *(c.symbols for c in task.region), *(c.polynomial.free_symbols for c in task.candidates)
    ) - {DECAY}


def is_bound(task: Task, cell: Region, root: Region, quick: bool = False) -> bool:
    """F(X) >= 0 for all priors of all pieces, at every root X that meets the conditions.

    With `quick`, False may also mean that the question is hard; True is a proof either way.
    """

    def may_fail(piece: Piece) -> bool:
        conditions = [*cell, *root, *piece.conditions, positive(-piece.polynomial)]
        question = f"F < 0 somewhere on the piece {piece.bound} in {listed(cell)}"
        if quick:
            return task.solver.possible(conditions, question)
        splits = _splits(piece, task.free, root) if task.solver.certifies else ()
        return task.solver.satisfiable(conditions, question, splits=splits)

    return not any(map(may_fail, task.pieces))


def _splits(piece: Piece, free: Iterable[sp.Symbol], root: Region) -> tuple[sp.Expr, ...]:
    """Factors of F at the ends of the piece, reduced by X's polynomial: F is affine in p and in q (hints)."""
    polynomial = next((c.polynomial for c in root if c.relation is Relation.ZERO), None)
    if polynomial is None:
        return ()
    factors: dict[sp.Expr, None] = {}
    for v in free:
        for condition in piece.conditions:
            if sp.degree(condition.polynomial, v) != 1:
                continue
            slope, start = sp.Poly(condition.polynomial, v).all_coeffs()
            at_end = sp.fraction(sp.together(piece.polynomial.subs(v, -start / slope)))[0]
            reduced = sp.expand(at_end)
            if sp.degree(reduced, DECAY) >= sp.degree(polynomial, DECAY):
                reduced = sp.prem(reduced, polynomial, DECAY)
            found = [sp.expand(f) for f, _ in sp.factor_list(reduced)[1] if f.has(DECAY)]
            # The sign of a factor is SymPy's whim and may differ between runs; the certificates must not.
            factors |= {min(f, sp.expand(-f), key=str): None for f in found}
    return tuple(factors)


def is_unconstrained(task: Task, cell: Region) -> bool:
    """r* p q >= 1 for all priors of all pieces: every eps is admissible."""
    return not any(
        task.solver.satisfiable(
            [*cell, *piece.conditions, positive(-piece.polynomial.subs(DECAY, 0))],
            f"r* p q < 1 somewhere on the piece {piece.bound} in {listed(cell)}",
        )
        for piece in task.pieces
    )


def listed(conditions: Iterable[Condition]) -> str:
    """Conditions for a message."""
    return ", ".join(str(c) for c in conditions) or "no condition"
