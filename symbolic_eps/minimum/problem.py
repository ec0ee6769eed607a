"""A minimisation of eps: pieces of a profile, candidates for the value, and the region of the parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sympy as sp

from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.continuity_in_risk import Risk
from symbolic_eps.theory.symbols import DECAY
from verify.evidence import Evidence
from verify.language.condition import Condition
from verify.solvers.smt import Solver

Region = tuple[Condition, ...]


@dataclass(frozen=True)
class Problem:
    """The pieces of a profile, the candidates on them, the parameter region, and who decides signs.

    Unless `thorough`, only quick questions are asked, and critical points are left out. `whole` are the
    pieces before they were reduced to parts of their border: places that attain the value are on these. The
    `domain` holds all priors; a piece need not cover it. With `along`, a bound that is hard to prove is tried
    along one prior at a time, also with parameters. The `risk` is r* as it was given. `at_place` are
    conditions of pieces that are shown to hold at the only place that attains a branch's value.
    """

    pieces: tuple[ConstrainedPiece, ...]
    free: tuple[sp.Symbol, ...]
    candidates: tuple[Candidate, ...]
    region: Region
    solver: Solver
    domain: Region
    thorough: bool = True
    whole: tuple[ConstrainedPiece, ...] = ()
    along: bool = False
    risk: Risk | None = None
    at_place: Region = ()


@dataclass(frozen=True)
class ReductionStage:
    """The problem with its pieces reduced, and the proof of the reductions."""

    problem: Problem
    evidence: Sequence[Evidence]

    @property
    def pieces(self) -> tuple[ConstrainedPiece, ...]:
        """Those of the problem."""
        return self.problem.pieces


@dataclass(frozen=True)
class Cell:
    """A region of the parameters with the polynomials whose root is the largest there (() where eps = oo).

    `candidates` are those that were known when the cell was settled; `open` says why one was not. In an
    `empty` one there are no priors, and so no winners.
    """

    region: Region
    winners: tuple[sp.Expr, ...]
    candidates: tuple[Candidate, ...]
    open: str = ""
    empty: bool = False


def parameters_of(problem: Problem) -> frozenset[sp.Symbol]:
    """The parameters that occur; empty for a profile with numbers."""
    return frozenset().union(
        *(c.symbols for c in problem.region), *(c.polynomial.free_symbols for c in problem.candidates)
    ) - {DECAY}


def parameters_in(problem: Problem) -> frozenset[sp.Symbol]:
    """The symbols of the question, but for x and the priors that vary."""
    named = [c.symbols for c in (*problem.region, *problem.domain)]
    for piece in problem.whole:
        named += [piece.polynomial.free_symbols, *(c.symbols for c in piece.conditions)]
    return frozenset().union(*named) - {DECAY, *problem.free}


def listed(conditions: Iterable[Condition]) -> str:
    """Conditions for a message."""
    return ", ".join(str(c) for c in conditions) or "no condition"
