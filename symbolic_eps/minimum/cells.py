"""Cells: parameter regions on which each candidate exists everywhere or nowhere, each with its winner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations

import sympy as sp

from symbolic_eps.closed_forms.steps import Step, StepKind
from symbolic_eps.minimum.admissibility import is_bound, is_unconstrained
from symbolic_eps.minimum.candidates import Candidate, candidates_on, distinct
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.polynomials import factor_list, resultant
from symbolic_eps.minimum.problem import Cell, Problem, Region, listed, parameters_of
from symbolic_eps.minimum.roots.isolation import WHOLE, Interval, intervals, within
from symbolic_eps.minimum.roots.least_root import is_least_root, sides_of
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive
from verify.language.condition import Condition, Relation, non_negative, positive, zero
from verify.solvers.smt import Solver, UndecidedQueryError

MOST_CUTS = 16
"""Case distinctions on the parameters, one within another, before a cell is left open."""

LONGEST_RESULTANT = 10**9
"""Products of terms in a determinant, as many as this at most."""

MOST_OPEN = 4
"""Cells that stay open, before the cells that are left are not examined."""

Part = tuple[Problem, Region]
"""A region that is to be examined, with the candidates that are known there."""


def cells_of(pending: list[Part]) -> Iterator[Cell]:
    """The regions cut into cells, each with the polynomials whose root is the largest there.

    Parameters
    ----------
    pending : list of Part
        A stack: the last one is examined next. After an interruption it holds what is left to be examined.
    """
    left_open = 0
    while pending:
        problem, region = pending[-1]
        if left_open >= MOST_OPEN:
            reason = f"not examined, for {MOST_OPEN} other regions stayed open"
            examined: Cell | Sequence[Part] = Cell(region, (), problem.candidates, reason)
        else:
            examined = _examined(problem, region)
        if isinstance(examined, Cell):
            left_open += bool(examined.open)
            yield examined
            pending.pop()
        else:
            pending[-1:] = reversed(examined)


def _examined(problem: Problem, cell: Region) -> Cell | Sequence[Part]:
    """The region as a cell with its winners, or the parts of it that are to be examined."""
    if _is_border(cell) and is_unconstrained(problem, cell):
        return Cell(cell, (), problem.candidates)
    certain: list[Candidate] = []
    cuts: list[Iterator[Condition]] = []
    for candidate in problem.candidates:
        exists = _existence(problem, candidate, cell)
        if exists is True:
            certain.append(candidate)
        elif exists is not False:
            cuts.append(exists)
    polynomials = tuple(dict.fromkeys(c.polynomial for c in certain))
    if problem.thorough and certain and not parameters_of(problem):
        return Cell(cell, (_largest(certain),), problem.candidates)
    won = _won(problem, cell, certain)
    if won is not None:
        return won
    if not certain and is_unconstrained(problem, cell):
        return Cell(cell, (), problem.candidates)
    pairs = tuple(combinations(polynomials, 2))
    cuts.append(c for pair in pairs for c in _meeting(*pair))
    cuts.append(c for pair in pairs for c in _apart(*pair))
    few = len(cell) - len(problem.region) < MOST_CUTS
    for cut in chain.from_iterable(cuts) if few else ():
        if cut in cell or cut.negation in cell:
            continue
        parts = [(*cell, c) for c in (cut, cut.negation)]
        if all(problem.solver.satisfiable(part, f"the cell {listed(part)} has a point") for part in parts):
            return [(problem, part) for part in parts]
    wider = _with_candidates_of(problem, cell)
    if len(wider.candidates) > len(problem.candidates):
        return [(wider, cell)]
    reason = (
        f"none of the candidates {', '.join(map(str, polynomials))} could be shown to be the largest root "
        f"for all parameters {listed(cell)}"
    )
    return Cell(cell, (), problem.candidates, reason)


def _won(problem: Problem, cell: Region, certain: Sequence[Candidate]) -> Cell | Sequence[Part] | None:
    """The cell with its winners, or its parts where it jumps; None without a winner."""
    # The hard questions are those about candidates that lose, so all get a quick look first.
    winners = _winners(problem, cell, certain, quick=True)
    if not winners and problem.thorough:
        winners = _winners(problem, cell, certain, quick=False)
    if not winners:
        return None
    jump = next(_jumps(problem, cell, [c for c in certain if c.polynomial in winners]), None)
    if jump is not None:
        return [(problem, (*cell, c)) for c in (positive(jump), zero(jump))]
    return Cell(cell, (*winners, *_same_roots(problem, cell, winners, certain)), problem.candidates)


def _is_border(cell: Region) -> bool:
    """Whether the last cut was along an equation."""
    return bool(cell) and cell[-1].relation is Relation.ZERO


def _jumps(problem: Problem, cell: Region, winners: Iterable[Candidate]) -> Iterator[sp.Expr]:
    """What is 0 in the cell where a winner's piece has lost its priors and nothing is left to limit eps.

    A candidate exists on the closure of its piece's conditions, which may have a point where they have none.
    """
    for candidate in winners:
        whole = candidate.piece.origin or candidate.piece
        strict = (c for c in whole.conditions if c.relation is Relation.POSITIVE)
        for inside in (one for c in strict for one in c.substituted(candidate.place)):
            if inside.constant_truth is not None or inside.symbols & {DECAY, *problem.free}:
                continue
            border = (*cell, zero(inside.polynomial))
            met = problem.solver.satisfiable(border, f"{inside} fails in a cell")
            if met and is_unconstrained(problem, border):
                yield inside.polynomial


def tight_places(piece: ConstrainedPiece, problem: Problem) -> Iterator[Candidate]:
    """A point with r* = 1, where eps = 0 and no other candidate matters; for profiles without parameters."""
    known = {DECAY, *problem.free}
    tight = zero(sp.expand(piece.numerator - piece.denominator))
    if (
        not frozenset().union(tight.symbols, *(c.symbols for c in piece.conditions)) <= known
        or problem.region
    ):
        return
    corner = sp.Add(*((1 - v) ** 2 for v in problem.free))
    for conditions in (piece.conditions, tuple(c.closure for c in piece.conditions)):
        # At p = q = 1, F says nothing.
        at_one = [*conditions, tight, positive(piece.numerator), positive(corner)]
        try:
            point = problem.solver.find_point(at_one, "r* = 1 somewhere")
        except UndecidedQueryError:
            continue
        if point is not None:
            place = {v: point[v] for v in problem.free}
            least = Step(StepKind.CRITICAL, words="r* = 1, the least possible")
            yield Candidate(DECAY - 1, place, (), piece, steps=(least,))
            return


def _largest(certain: Iterable[Candidate]) -> sp.Expr:
    """The polynomial with the largest root among candidates without parameters, by numbers: no proof."""

    def root(candidate: Candidate) -> sp.Expr:
        roots = [r.n(40) for r in sp.real_roots(sp.Poly(candidate.polynomial, DECAY)) if 0 < r <= 1]
        ordered = (Relation.POSITIVE, Relation.NON_NEGATIVE)
        sides = [c.closure.polynomial for c in candidate.conditions if c.relation in ordered]
        fits = (r for r in roots if not any(_is_below(s.subs(DECAY, r)) for s in sides))
        return max(fits, default=sp.Integer(0))

    return max(certain, key=root).polynomial


def _is_below(side: sp.Expr) -> bool:
    """Whether a number is negative; what depends on a prior, all along which F = 0, is not known to be."""
    return bool(side.is_number and side <= -1e-20)


def _winners(problem: Problem, cell: Region, certain: Iterable[Candidate], quick: bool) -> list[sp.Expr]:
    """The polynomials whose roots are bounds all over the cell, as far as that is shown."""
    by_polynomial: dict[sp.Expr, list[Candidate]] = {}
    for candidate in certain:
        by_polynomial.setdefault(candidate.polynomial, []).append(candidate)
    return [
        polynomial
        for polynomial, members in by_polynomial.items()
        if all(is_bound(problem, cell, c.root_conditions, quick) for c in members)
    ]


def _same_roots(
    problem: Problem, cell: Region, winners: Sequence[sp.Expr], certain: Iterable[Candidate]
) -> Iterator[sp.Expr]:
    """Further polynomials whose root is the winner's all over the cell, as at a border between two cells."""
    known = {primitive(w) for w in winners}
    for candidate in certain:
        polynomial = candidate.polynomial
        if polynomial in winners or primitive(polynomial) in known:
            continue
        root = (zero(winners[0]), positive(DECAY), non_negative(1 - DECAY))
        unlike = Condition(polynomial, Relation.NON_ZERO)
        if not problem.solver.possible([*cell, *root, unlike], f"{polynomial} has another root"):
            known.add(primitive(polynomial))
            yield polynomial


def _with_candidates_of(problem: Problem, cell: Region) -> Problem:
    """The problem with the candidates that a search in this cell alone finds.

    Where a derivative vanishes on a part of the parameter region only, the general search moves on past it.
    """
    candidates = (
        c
        for piece in problem.pieces
        for c in candidates_on(piece, problem.free, cell, problem.solver, critical=problem.thorough)
    )
    return replace(problem, candidates=distinct((*problem.candidates, *candidates)))


def _existence(problem: Problem, candidate: Candidate, cell: Region) -> bool | Iterator[Condition]:
    """Whether the candidate exists all over the cell (True), nowhere (False), or what may cut the cell."""
    solver, polynomial = problem.solver, candidate.polynomial
    if not solver.satisfiable([*cell, *candidate.root_conditions], f"{polynomial} = 0 in {listed(cell)}"):
        return False
    if not parameters_of(problem) or _exists(problem, candidate, cell) or _is_least(problem, candidate, cell):
        return True
    return _cuts_for(candidate)


def _is_least(problem: Problem, candidate: Candidate, cell: Region) -> bool:
    """Whether the least root exists all over the cell, and meets the candidate's conditions."""
    if sp.degree(candidate.polynomial, DECAY) <= 2:
        return False
    others = [c for c in candidate.conditions if DECAY not in c.symbols]
    return least_root_of(problem.solver, candidate, cell) is not None and all(
        problem.solver.implies(cell, c, f"{c} in {listed(cell)}") for c in others
    )


def least_root_of(
    solver: Solver, candidate: Candidate, region: Region
) -> tuple[sp.Expr, tuple[Condition, ...]] | None:
    """The candidate's polynomial, negative at 0, and sides by which the least root is the candidate's."""
    sides = sides_of(candidate.conditions)
    for sign in (1, -1):
        polynomial = sp.expand(sign * candidate.polynomial)
        if is_least_root(polynomial, sides, region, solver):
            return polynomial, sides
    return None


def _cuts_for(candidate: Candidate) -> Iterator[Condition]:
    """Conditions on the parameters at which the candidate may come or go, one after another."""
    polynomial, conditions = candidate.polynomial, candidate.conditions
    yield from (c for c in conditions if DECAY not in c.symbols)
    at_ends = [polynomial.subs(DECAY, 0), polynomial.subs(DECAY, 1)]
    crossing = [c.polynomial for c in conditions if DECAY in c.symbols]
    if sp.degree(polynomial, DECAY) <= 2:
        yield from _sign_cuts([*at_ends, *(resultant(polynomial, c, DECAY) for c in crossing)])
        return
    yield from _sign_cuts(at_ends)
    for other in sorted(crossing, key=lambda c: (sp.count_ops(c), str(c))):
        yield from _meeting(polynomial, other)
    yield from _meeting(polynomial, sp.diff(polynomial, DECAY))


def _meeting(one: sp.Expr, other: sp.Expr) -> Iterator[Condition]:
    """What settles whether two polynomials have a common root; nothing where the resultant is very long."""
    if _length(one, other) <= LONGEST_RESULTANT:
        yield from _sign_cuts([resultant(one, other, DECAY)])


def _apart(one: sp.Expr, other: sp.Expr) -> Iterator[Condition]:
    """What may settle which of two roots is the larger where the resultant's sign does not.

    The resultant is a product over all pairs of roots. Where two roots meet, both are that of the linear
    subresultant: the signs of its coefficients say whether it is a positive one.
    """
    if _length(one, other) <= LONGEST_RESULTANT:
        for remainder in sp.subresultants(one, other, DECAY)[2:]:
            if sp.degree(remainder, DECAY) == 1:
                yield from _sign_cuts(sp.Poly(remainder, DECAY).all_coeffs())


def _length(one: sp.Expr, other: sp.Expr) -> int:
    """A bound on the number of products in the resultant."""
    size = 1
    for polynomial, power in ((one, sp.degree(other, DECAY)), (other, sp.degree(one, DECAY))):
        size *= len(sp.Add.make_args(polynomial)) ** int(power)
    return size


def _exists(problem: Problem, candidate: Candidate, cell: Region) -> bool:
    """A sign change on (0, 1], or between the conditions, gives a root for every parameter; all meet them."""
    polynomial, solver = candidate.polynomial, problem.solver
    isolating: Iterable[Interval] = (WHOLE,)
    if sp.degree(polynomial, DECAY) > 2:
        isolating = intervals(candidate.conditions, cell, solver)
    return any(
        _crosses(problem, sign * polynomial, interval, cell)
        and _meets(problem, candidate, sign, interval, cell)
        for interval in isolating
        for sign in (1, -1)
    )


def _crosses(problem: Problem, polynomial: sp.Expr, interval: Interval, cell: Region) -> bool:
    fractions = (sp.fraction(sp.together(polynomial.subs(DECAY, end))) for end in interval)
    start, end = (numerator * denominator for numerator, denominator in fractions)
    question = f"{polynomial} changes sign between x = {interval[0]} and x = {interval[1]}"
    failures = (non_negative(start), positive(-end))
    return not any(problem.solver.satisfiable([*cell, failure], question) for failure in failures)


def _meets(problem: Problem, candidate: Candidate, sign: int, interval: Interval, cell: Region) -> bool:
    """Whether each root at which the polynomial may go up meets the candidate's conditions."""
    root = [zero(candidate.polynomial), positive(DECAY), non_negative(1 - DECAY)]
    if sp.degree(candidate.polynomial, DECAY) > 2:
        rises = non_negative(sp.expand(sign * sp.diff(candidate.polynomial, DECAY)))
        root += [*within(interval), rises]
    told = f"the root of {candidate.polynomial} meets"
    return all(problem.solver.implies([*cell, *root], c, f"{told} {c}") for c in candidate.conditions)


def _sign_cuts(expressions: Iterable[sp.Expr]) -> list[Condition]:
    """Conditions whose truth settles the signs of the expressions, the simplest factors first."""
    factors = {f for e in expressions if e != 0 and e.free_symbols for f, _ in factor_list(e)}
    ordered = sorted(factors, key=lambda f: (sp.count_ops(f), str(f)))
    return [c for f in ordered for c in (non_negative(f), non_negative(-f))]
