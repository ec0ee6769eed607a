"""The infimum of eps over a risk profile, as a piecewise closed form (Kazan & Reiter 2024, (13), Theorems 3-5).

eps = -log X with X the largest root of F over the domain. The candidates for X are found by
`symbolic_eps.candidates`; here the parameter region is cut into cells on which each candidate exists everywhere
or nowhere, one candidate is proved to be the largest in each cell, cells with the same answer are joined, and
the joined result is proved afresh:

* bound: F(X; p, q, 1/r*) >= 0 for all priors of the domain, on each branch;
* sharp: X is the root at a point of the domain, or at a limit of such points (along a stated direction);
* complete: the branches are disjoint and cover the parameter region.

One engine for all profiles: no statement of a paper goes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import sympy as sp

from symbolic_eps.candidates import Candidate, candidates
from symbolic_eps.closed_form import Attainment, AttainmentKind, Branch, PiecewiseInfimum
from symbolic_eps.errors import UndecidedError
from symbolic_eps.profile import Piece, RiskProfile
from symbolic_eps.symbols import DECAY
from verify.condition import Condition, Relation, non_negative, positive, rational_condition, zero
from verify.region import primitive, sign_condition, with_positive_factors, without_redundant
from verify.smt import Solver

Progress = Callable[[str], None]
Region = tuple[Condition, ...]


def infimum(
    profile: RiskProfile, solver: Solver | None = None, progress: Progress = lambda _: None
) -> PiecewiseInfimum:
    """The largest eps that keeps the relative risk within the profile for all priors, in closed form.

    Parameters
    ----------
    profile : RiskProfile
        The bound r*(p, q) with its domain and assumptions.
    solver : Solver, optional
        Decides signs; a fresh one by default.
    progress : callable, optional
        Called with a short text at each stage.

    Returns
    -------
    PiecewiseInfimum
        Disjoint branches that cover the parameter region; natural-log eps.

    Raises
    ------
    symbolic_eps.errors.DomainError, symbolic_eps.errors.InfeasibleProfileError
        The profile is not well posed; the message names a point.
    symbolic_eps.errors.UndecidedError, verify.smt.UndecidedQueryError
        The engine could not decide; the message names the question.

    Notes
    -----
    Source: Kazan & Reiter 2024, (13); Theorems 3, 4 and 5 are instances.

    Examples
    --------
    >>> from symbolic_eps.symbols import parameter
    >>> from verify.condition import positive
    >>> r = parameter("r")
    >>> [branch.epsilon for branch in infimum(RiskProfile(r, (positive(r - 1),))).branches]
    [log(r)/2]
    """
    solver = solver or Solver()
    region = profile.parameter_region
    progress("checking that the profile is well posed")
    pieces = profile.checked_pieces(solver)
    found: list[Candidate] = []
    for piece in pieces:
        progress(f"looking for candidates where r* = {piece.bound}")
        found.extend(candidates(piece, profile.free_priors, region, solver))
    task = _Task(pieces, tuple(_distinct(found)), region, solver)
    progress("comparing the candidates")
    cells = list(_cells(task, region))
    progress("joining cells and proving the result")
    branches = tuple(_branches(task, cells))
    _prove_complete(task, branches)
    for branch in branches:
        _prove_bound(task, branch)
        _prove_sharp(task, branch)
    return PiecewiseInfimum(profile, branches, "one-solver", solver.questions)


@dataclass(frozen=True)
class _Task:
    pieces: tuple[Piece, ...]
    candidates: tuple[Candidate, ...]
    region: Region
    solver: Solver


@dataclass(frozen=True)
class _Cell:
    """A region of the parameters with the polynomials whose root is the largest there (() where eps = oo)."""

    region: Region
    winners: tuple[sp.Expr, ...]


def _distinct(found: Iterable[Candidate]) -> Iterator[Candidate]:
    seen = set()
    for candidate in found:
        polynomial = _oriented(candidate.polynomial)
        end = candidate.segment_end
        key = (
            polynomial,
            tuple(sorted(candidate.place.items(), key=str)),
            frozenset(candidate.conditions),
            tuple(sorted(end.items(), key=str)) if end else None,
        )
        if key not in seen:
            seen.add(key)
            yield replace(candidate, polynomial=polynomial)


def _oriented(polynomial: sp.Expr) -> sp.Expr:
    """The polynomial or its negative, so that equal zero sets give equal expressions."""
    expanded = primitive(polynomial)
    return min(expanded, sp.expand(-expanded), key=lambda e: (str(e).count("-"), str(e)))


# --- cells -----------------------------------------------------------------------------------------------


def _cells(task: _Task, cell: Region) -> Iterator[_Cell]:
    certain: list[Candidate] = []
    cuts: list[Condition] = []
    for candidate in task.candidates:
        exists = _existence(task, candidate, cell)
        if exists is True:
            certain.append(candidate)
        elif exists is not False:
            cuts.extend(exists)
    polynomials = tuple(dict.fromkeys(c.polynomial for c in certain))
    winners = [
        polynomial
        for polynomial in polynomials
        if all(_is_bound(task, cell, c.root_conditions) for c in certain if c.polynomial == polynomial)
    ]
    if winners:
        yield _Cell(cell, tuple(winners))
        return
    if not certain and _unconstrained(task, cell):
        yield _Cell(cell, ())
        return
    for one, other in combinations(polynomials, 2):
        cuts.extend(_sign_cuts([sp.resultant(one, other, DECAY)]))
    for cut in cuts:
        parts = [(*cell, c) for c in (cut, cut.negation)]
        if all(task.solver.satisfiable(part, f"the cell {_listed(part)} has a point") for part in parts):
            for part in parts:
                yield from _cells(task, part)
            return
    raise UndecidedError(
        f"none of the candidates {', '.join(map(str, polynomials))} could be shown to be the largest root "
        f"for all parameters {_listed(cell)}"
    )


def _existence(task: _Task, candidate: Candidate, cell: Region) -> bool | list[Condition]:
    """Whether the candidate exists all over the cell (True), nowhere (False), or what may cut the cell."""
    solver, polynomial = task.solver, candidate.polynomial
    if not solver.satisfiable([*cell, *candidate.root_conditions], f"{polynomial} = 0 in {_listed(cell)}"):
        return False
    if not _parameters_of(task) or _exists(task, candidate, cell):
        return True
    on_parameters = [c for c in candidate.conditions if DECAY not in c.symbols]
    at_ends = [polynomial.subs(DECAY, 0), polynomial.subs(DECAY, 1)]
    crossings = [
        sp.resultant(polynomial, c.polynomial, DECAY) for c in candidate.conditions if DECAY in c.symbols
    ]
    multiple = [sp.discriminant(polynomial, DECAY)] if sp.degree(polynomial, DECAY) > 2 else []
    return [*on_parameters, *_sign_cuts([*at_ends, *crossings, *multiple])]


def _exists(task: _Task, candidate: Candidate, cell: Region) -> bool:
    """A sign change on (0, 1] gives a root for every parameter, and every root meets the conditions."""
    start = candidate.polynomial.subs(DECAY, 0)
    end = candidate.polynomial.subs(DECAY, 1)
    question = f"{candidate.polynomial} changes sign between x = 0 and x = 1"
    if task.solver.satisfiable([*cell, zero(start)], question):
        return False
    if task.solver.satisfiable([*cell, positive(start * end)], question):
        return False
    root = (zero(candidate.polynomial), positive(DECAY), non_negative(1 - DECAY))
    return all(
        task.solver.implies([*cell, *root], c, f"the root of {candidate.polynomial} meets {c}")
        for c in candidate.conditions
    )


def _parameters_of(task: _Task) -> frozenset[sp.Symbol]:
    return frozenset().union(*(c.symbols for c in task.region), *(c.polynomial.free_symbols for c in task.candidates)) - {
        DECAY
    }


def _sign_cuts(expressions: Iterable[sp.Expr]) -> list[Condition]:
    """Conditions whose truth settles the signs of the expressions, the simplest factors first."""
    factors = {
        f for e in expressions if e != 0 and e.free_symbols for f, _ in sp.factor_list(e)[1]
    }
    ordered = sorted(factors, key=lambda f: (sp.count_ops(f), str(f)))
    return [c for f in ordered for c in (non_negative(f), non_negative(-f))]


def _is_bound(task: _Task, cell: Region, root: Region) -> bool:
    """F(X) >= 0 for all priors of all pieces, at every root X that meets the conditions."""
    return not any(
        task.solver.satisfiable(
            [*cell, *root, *piece.conditions, positive(-piece.polynomial)],
            f"F < 0 somewhere on the piece {piece.bound} in {_listed(cell)}",
        )
        for piece in task.pieces
    )


def _unconstrained(task: _Task, cell: Region) -> bool:
    """r* p q >= 1 for all priors of all pieces: every eps is admissible."""
    return not any(
        task.solver.satisfiable(
            [*cell, *piece.conditions, positive(-piece.polynomial.subs(DECAY, 0))],
            f"r* p q < 1 somewhere on the piece {piece.bound} in {_listed(cell)}",
        )
        for piece in task.pieces
    )


# --- branches --------------------------------------------------------------------------------------------


def _branches(task: _Task, cells: Sequence[_Cell]) -> Iterator[Branch]:
    """Cells with a common winner joined, their conditions made short."""
    remaining = list(cells)
    while remaining:
        winners = [w for cell in remaining for w in (cell.winners or (None,))]
        winner = max(dict.fromkeys(winners), key=winners.count)
        members = [c for c in remaining if winner in (c.winners or (None,))]
        others = [c for c in cells if c not in members]
        group = _describable(task, members, others)
        remaining = [c for c in remaining if c not in group]
        conditions = _joined(task, group, [c for c in cells if c not in group])
        if conditions is None:
            raise UndecidedError(f"no conjunction of conditions describes {_listed(group[0].region)}")
        yield _branch(task, winner, conditions)


def _describable(task: _Task, members: list[_Cell], others: list[_Cell]) -> list[_Cell]:
    """The members, or as many of them as one conjunction can tell from the other cells."""
    if _joined(task, members, others) is not None:
        return members
    group = members[:1]
    for cell in members[1:]:
        outside = [c for c in (*members, *others) if c not in group and c is not cell]
        if _joined(task, [*group, cell], outside) is not None:
            group.append(cell)
    return group


def _joined(task: _Task, group: Sequence[_Cell], others: Sequence[_Cell]) -> Region | None:
    """A short conjunction that holds on the group's cells and on none of the others."""
    polynomials = dict.fromkeys(
        primitive(c.polynomial) for cell in (*group, *others) for c in cell.region if c not in task.region
    )
    canonical = dict.fromkeys(min(p, sp.expand(-p), key=str) for p in polynomials)
    common: list[Condition] = []
    for polynomial in canonical:
        signs = {_sign_on(task, cell, polynomial) for cell in group}
        relation = _common_relation(signs)
        if relation is not None:
            orientation, kind = relation
            common.append(Condition(sp.expand(orientation * polynomial), kind))

    def separates(conditions: Sequence[Condition]) -> bool:
        return not any(
            task.solver.satisfiable([*cell.region, *conditions], f"{_listed(conditions)} in another cell")
            for cell in others
        )

    if not separates(common):
        return None
    kept = list(common)
    for condition in sorted(common, key=lambda c: (sp.count_ops(c.polynomial), str(c)), reverse=True):
        fewer = [c for c in kept if c != condition]
        if separates(fewer):
            kept = fewer
    return without_redundant(kept, task.region, task.solver)


def _sign_on(task: _Task, cell: _Cell, polynomial: sp.Expr) -> Relation | tuple[int, Relation] | None:
    known = sign_condition(polynomial, cell.region, task.solver)
    if known is None:
        return None
    return (1 if known.polynomial == polynomial else -1, known.relation)


def _common_relation(signs: set) -> tuple[int, Relation] | None:
    """The strongest relation implied by each member's."""
    if None in signs:
        return None
    orientations = {o for o, r in signs if r in (Relation.POSITIVE, Relation.NON_NEGATIVE)}
    relations = {r for _, r in signs}
    if relations == {Relation.ZERO}:
        return 1, Relation.ZERO
    if Relation.NON_ZERO in relations or len(orientations) > 1:
        return (1, Relation.NON_ZERO) if relations <= {Relation.NON_ZERO, Relation.POSITIVE} else None
    strict = relations == {Relation.POSITIVE}
    return orientations.pop(), Relation.POSITIVE if strict else Relation.NON_NEGATIVE


def _branch(task: _Task, winner: sp.Expr | None, conditions: Region) -> Branch:
    if winner is None:
        return Branch(conditions, None)
    region = (*task.region, *conditions)
    rising = _rising(task, winner, region)
    of_winner = [c for c in task.candidates if c.polynomial == winner]
    attained = [
        a
        for candidate in task.candidates
        for tie in _ties(task, winner, candidate, region)
        for a in _attainments(task, replace(candidate, polynomial=winner), (*region, *tie), tie)
    ]
    coefficients, between = None, None
    if sp.degree(rising, DECAY) > 2:
        between = _isolated(task, rising, region, of_winner)
    else:
        quadratic = sp.Poly(rising, DECAY)
        a, b, c = (quadratic.coeff_monomial(DECAY**k) for k in (2, 1, 0))
        a, b, c = (with_positive_factors(e, region, task.solver) for e in (a, b, -c))
        coefficients = (a, b, c)
    steps = next((c.steps for c in of_winner if _possible(task, c, region)), ())
    return Branch(conditions, rising, coefficients, tuple(_distinct_places(task, attained, region)), between, steps)


def _ties(task: _Task, winner: sp.Expr, candidate: Candidate, region: Region) -> Iterator[Region]:
    """Conditions beyond the candidate's own under which its root is the winner's."""
    if candidate.polynomial == winner:
        yield ()
        return
    solver, same = task.solver, zero(candidate.polynomial)
    here = (*region, zero(winner), positive(DECAY), non_negative(1 - DECAY), *candidate.conditions)
    if not solver.satisfiable([*here, same], f"the roots of {winner} and {candidate.polynomial} meet"):
        return
    if solver.implies(here, same, f"the roots of {winner} and {candidate.polynomial} are the same"):
        yield ()
        return
    for factor, _ in sp.factor_list(sp.resultant(winner, candidate.polynomial, DECAY))[1]:
        meeting = (*here, zero(factor))
        if solver.satisfiable(meeting, f"{factor} = 0") and solver.implies(
            meeting, same, f"the roots of {winner} and {candidate.polynomial} are the same where {factor} = 0"
        ):
            yield (zero(factor),)


def _possible(task: _Task, candidate: Candidate, region: Region) -> bool:
    return task.solver.satisfiable([*region, *candidate.root_conditions], f"{candidate.place} in {_listed(region)}")


def _rising(task: _Task, winner: sp.Expr, region: Region) -> sp.Expr:
    """The polynomial, with the sign that makes it increase at its root."""
    root = (zero(winner), positive(DECAY), non_negative(1 - DECAY))
    conditions = [c for c in task.candidates if c.polynomial == winner]
    for sign in (1, -1):
        slope = sp.expand(sign * sp.diff(winner, DECAY))
        if not any(
            task.solver.satisfiable(
                [*region, *root, *c.conditions, non_negative(-slope)], f"{winner} does not rise at its root"
            )
            for c in conditions
        ):
            return sp.expand(sign * winner)
    raise UndecidedError(f"the root of {winner} is not simple for some parameters {_listed(region)}")


def _isolated(
    task: _Task, polynomial: sp.Expr, region: Region, of_winner: Sequence[Candidate]
) -> tuple[sp.Expr, sp.Expr]:
    """An interval with X as the polynomial's only root."""
    if not _parameters_of(task):
        for (low, high), _ in sp.Poly(polynomial, DECAY).intervals(eps=sp.Rational(1, 10**6)):
            within = (non_negative(DECAY - low), non_negative(high - DECAY))
            if any(
                task.solver.satisfiable([*c.root_conditions, *within], "which root of the polynomial is meant")
                for c in of_winner
            ):
                return low, high
    other = sp.Symbol("other_root", real=True)
    ends = (sp.Integer(0), sp.Integer(1))
    two = [
        zero(polynomial), zero(polynomial.subs(DECAY, other)),
        positive(DECAY), positive(other - DECAY), non_negative(1 - other),
    ]
    if task.solver.satisfiable([*region, *two], f"{polynomial} has two roots between 0 and 1"):
        raise UndecidedError(f"the root of {polynomial} between 0 and 1 is not unique for {_listed(region)}")
    return ends


def _attainments(
    task: _Task, candidate: Candidate, region: Region, tie: Region
) -> Iterator[Attainment]:
    """Where, under which conditions beyond the branch's, and whether at a point or in a limit."""
    solver = task.solver
    if not _possible(task, candidate, region):
        return
    root = (zero(candidate.polynomial), positive(DECAY), non_negative(1 - DECAY))
    exists = without_redundant(
        [c for c in candidate.conditions if c not in region], [*region, *root], solver
    )
    here = (*region, *root, *exists)
    inside = [c for condition in candidate.piece.conditions for c in condition.substituted(candidate.place)]
    member = without_redundant([c for c in inside if not c.constant_truth], here, solver)
    exists = (*tie, *exists)
    if not solver.satisfiable([*here, *member], f"{candidate.place} is in the domain"):
        yield Attainment(exists, candidate.place, AttainmentKind.LIMIT)
        return
    kind = AttainmentKind.SEGMENT if candidate.segment_end else AttainmentKind.POINT
    yield Attainment((*exists, *member), candidate.place, kind, candidate.segment_end)
    for condition in member:
        outside = condition.negation
        if solver.satisfiable([*here, outside], f"{candidate.place} is outside the domain"):
            equal = zero(condition.polynomial)
            exact = equal if solver.implies([*here, outside], equal, f"{equal} at the border") else outside
            yield Attainment((*exists, exact), candidate.place, AttainmentKind.LIMIT)


def _distinct_places(
    task: _Task, attained: Sequence[Attainment], region: Region
) -> Iterator[Attainment]:
    """The attainments without those that another one includes."""
    kept = [one for index, one in enumerate(attained) if one not in attained[:index]]
    for one in list(kept):
        if any(other is not one and _includes(task, other, one, region) for other in kept):
            kept.remove(one)
    return iter(kept)


def _includes(task: _Task, larger: Attainment, smaller: Attainment, region: Region) -> bool:
    """Whether, under the smaller one's conditions, the larger one holds and is at (or contains) the same place."""
    here = (*region, *smaller.conditions)
    if smaller.kind is AttainmentKind.SEGMENT or larger.kind is not AttainmentKind.SEGMENT:
        if (smaller.kind, smaller.segment_end) != (larger.kind, larger.segment_end):
            return False
    places = [p for p in (larger.place, larger.segment_end) if p is not None]
    if not any(_same_place(task, smaller.place, place, here) for place in places):
        return False
    return all(
        task.solver.implies(here, c, f"{c} where {smaller.place} attains") for c in larger.conditions
    )


def _same_place(
    task: _Task, one: Mapping[sp.Symbol, sp.Expr], other: Mapping[sp.Symbol, sp.Expr], here: Region
) -> bool:
    differences = [one[v] - other[v] for v in one]
    return all(
        task.solver.implies(here, c, f"{one} and {other} are the same place")
        for d in differences
        if d != 0
        for c in rational_condition(d, Relation.ZERO)
    )


# --- proofs ----------------------------------------------------------------------------------------------


def _prove_complete(task: _Task, branches: Sequence[Branch]) -> None:
    for one, other in combinations(branches, 2):
        both = (*task.region, *one.conditions, *other.conditions)
        if task.solver.satisfiable(both, "two branches overlap"):
            raise UndecidedError(f"the branches {one.condition} and {other.condition} overlap")
    outside = tuple(tuple(c.negation for c in branch.conditions) for branch in branches)
    if not all(outside):
        return
    if task.solver.satisfiable(task.region, "the branches leave a gap", outside):
        raise UndecidedError("the branches do not cover the parameter region")


def _prove_bound(task: _Task, branch: Branch) -> None:
    region = (*task.region, *branch.conditions)
    proved = (
        _unconstrained(task, region)
        if branch.polynomial is None
        else _is_bound(task, region, _root_of(branch))
    )
    if not proved:
        raise UndecidedError(f"eps = {branch.epsilon} is not a lower bound where {branch.condition}")


def _root_of(branch: Branch) -> Region:
    """X: the root in (0, 1] at which the polynomial rises, in its isolating interval if there is one."""
    assert branch.polynomial is not None
    root = [
        zero(branch.polynomial), positive(DECAY), non_negative(1 - DECAY),
        positive(sp.diff(branch.polynomial, DECAY)),
    ]
    if branch.between is not None:
        low, high = branch.between
        root += [non_negative(DECAY - low), non_negative(high - DECAY)]
    return tuple(root)


def _prove_sharp(task: _Task, branch: Branch) -> None:
    if branch.polynomial is None:
        return
    region, solver = (*task.region, *branch.conditions), task.solver
    if not _has_root(task, branch, region):
        raise UndecidedError(f"{branch.polynomial} has no root in (0, 1] for some parameters {branch.condition}")
    nowhere = tuple(tuple(c.negation for c in a.conditions) for a in branch.attained)
    if all(nowhere) and solver.satisfiable([*region, *_root_of(branch)], "no place attains the value", nowhere):
        raise UndecidedError(f"where eps = {branch.epsilon} is attained is not known for all {branch.condition}")
    for attainment in branch.attained:
        here = (*region, *attainment.conditions, *_root_of(branch))
        if not any(_is_reached(task, piece, attainment, here) for piece in task.pieces):
            raise UndecidedError(f"eps = {branch.epsilon} is not reached at {attainment.place}")


def _has_root(task: _Task, branch: Branch, region: Region) -> bool:
    """F(0) < 0 <= F(1) for all parameters; where there are none, a point is enough."""
    assert branch.polynomial is not None
    if not _parameters_of(task):
        return task.solver.satisfiable([*region, *_root_of(branch)], f"{branch.polynomial} has its root")
    start, end = branch.polynomial.subs(DECAY, 0), branch.polynomial.subs(DECAY, 1)
    return task.solver.implies(region, positive(-start), "the root is positive") and task.solver.implies(
        region, non_negative(end), "the root is at most 1"
    )


def _is_reached(task: _Task, piece: Piece, attainment: Attainment, here: Region) -> bool:
    """F(X) = 0 at the place, which lies in the piece or is the limit of points of the piece."""
    places = [attainment.place]
    if attainment.segment_end is not None:
        share = sp.Symbol("share", real=True)
        inner = {
            v: attainment.place[v] * share + attainment.segment_end[v] * (1 - share) for v in attainment.place
        }
        here = (*here, positive(share), non_negative(1 - share))
        places = [inner]
    for place in places:
        for c in zero(piece.polynomial).substituted(place):
            if not task.solver.implies(here, c, f"F = 0 at {place}"):
                return False
        for c in positive(piece.numerator).substituted(place):
            if not task.solver.implies(here, c, f"1/r* is continuous at {place}"):
                return False
        if attainment.kind is not AttainmentKind.LIMIT:
            inside = [c for condition in piece.conditions for c in condition.substituted(place)]
            if not all(task.solver.implies(here, c, f"{c} at {place}") for c in inside):
                return False
        elif not any(_is_limit(task, piece, place, here, d) for d in product((0, 1, -1), repeat=len(place))):
            return False
    return True


def _is_limit(task: _Task, piece: Piece, place: dict, here: Region, direction: tuple[int, ...]) -> bool:
    """Whether `place + t * direction` lies in the piece for all small t > 0."""
    small = sp.Symbol("t", real=True)
    path = {v: value + small * d for (v, value), d in zip(place.items(), direction, strict=True)}
    for condition in piece.conditions:
        for moved in condition.substituted(path):
            if not _holds_eventually(task, moved, small, here):
                return False
    return True


def _holds_eventually(task: _Task, condition: Condition, small: sp.Symbol, here: Region) -> bool:
    """The sign for small t > 0 is that of the first coefficient in t that does not vanish."""
    coefficients = sp.Poly(condition.polynomial, small).all_coeffs()[::-1]
    vanishing: list[Condition] = []
    for coefficient in coefficients:
        here_too = (*here, *vanishing)
        if condition.relation in (Relation.POSITIVE, Relation.NON_NEGATIVE):
            if task.solver.satisfiable([*here_too, positive(-coefficient)], f"{condition} fails for small t"):
                return False
        if not task.solver.satisfiable([*here_too, zero(coefficient)], f"{coefficient} vanishes"):
            return condition.relation is not Relation.ZERO
        vanishing.append(zero(coefficient))
    return condition.relation in (Relation.NON_NEGATIVE, Relation.ZERO)


def _listed(conditions: Iterable[Condition]) -> str:
    return ", ".join(str(c) for c in conditions) or "no condition"
