"""What one minimisation works on, and the two questions about F that all its parts ask."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.profile import Piece
from symbolic_eps.symbols import DECAY
from verify.condition import Condition, positive
from verify.smt import Solver

Region = tuple[Condition, ...]


@dataclass(frozen=True)
class Task:
    """The pieces of a profile, the candidates on them, the parameter region, and who decides signs.

    Unless `thorough`, only quick questions are asked, and critical points are left out.
    """

    pieces: tuple[Piece, ...]
    free: tuple[sp.Symbol, ...]
    candidates: tuple[Candidate, ...]
    region: Region
    solver: Solver
    thorough: bool = True


@dataclass(frozen=True)
class Cell:
    """A region of the parameters with the polynomials whose root is the largest there (() where eps = oo).

    `candidates` are those that were known when the cell was settled.
    """

    region: Region
    winners: tuple[sp.Expr, ...]
    candidates: tuple[Candidate, ...]


def parameters_of(task: Task) -> frozenset[sp.Symbol]:
    """The parameters that occur; empty for a profile with numbers."""
    return frozenset().union(
        *(c.symbols for c in task.region), *(c.polynomial.free_symbols for c in task.candidates)
    ) - {DECAY}


def is_bound(task: Task, cell: Region, root: Region, quick: bool = False) -> bool:
    """F(X) >= 0 for all priors of all pieces, at every root X that meets the conditions.

    With `quick`, False may also mean that the question is hard; True is a proof either way.
    """
    ask = task.solver.possible if quick else task.solver.satisfiable
    return not any(
        ask(
            [*cell, *root, *piece.conditions, positive(-piece.polynomial)],
            f"F < 0 somewhere on the piece {piece.bound} in {listed(cell)}",
        )
        for piece in task.pieces
    )


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
