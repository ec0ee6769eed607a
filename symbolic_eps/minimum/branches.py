"""Branches: cells with the same winner joined under short conditions, and where the value is attained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch, EmptyRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.candidates import Candidate
from symbolic_eps.minimum.cells import least_root_of
from symbolic_eps.minimum.corner import is_corner
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.polynomials import factor_list, resultant
from symbolic_eps.minimum.problem import Cell, Problem, Region, listed, parameters_of
from symbolic_eps.minimum.proof import is_reached
from symbolic_eps.minimum.roots.isolation import WHOLE, Interval, intervals, rises_over, within
from symbolic_eps.theory.symbols import DECAY
from verify.claims.region import primitive, sign_condition, with_positive_factors, without_redundant
from verify.language.condition import Condition, Relation, non_negative, positive, rational_condition, zero
from verify.solvers.smt import UndecidedQueryError


def branches_of(problem: Problem, cells: Sequence[Cell], open_regions: OpenRegions) -> Iterator[Branch]:
    """Cells with a common winner joined, their conditions made short; the open ones are noted."""
    remaining = [cell for cell in cells if not cell.open and not cell.empty]
    for cell in cells:
        if cell.open:
            with open_regions.region(_own(problem, cell)):
                raise UndecidedError(cell.open)
    while remaining:
        winners = [w for cell in remaining for w in (cell.winners or (None,))]
        winner = max(dict.fromkeys(winners), key=winners.count)
        members = _won_by(winner, remaining)
        group = _describable(problem, members, cells)
        if len(group) == 1 < len(members):
            # A cell where several have the same root may fit in better with another one's cells.
            for other in group[0].winners:
                wider = _won_by(other, remaining)
                if len(wider) > 1 and _joined(problem, wider, cells) is not None:
                    winner, group = other, wider
                    break
        group, conditions = _described(problem, group, cells)
        remaining = [c for c in remaining if c not in group]
        for part in _isolated_parts(problem, winner, conditions):
            branches = []
            with open_regions.region(part):
                branches.append(_branch(problem, winner, part))
            yield from branches


def empty_regions_of(problem: Problem, cells: Sequence[Cell]) -> Iterator[EmptyRegion]:
    """The cells without priors, joined; the regions may overlap."""
    inhabited = [cell for cell in cells if not cell.empty]
    remaining = [cell for cell in cells if cell.empty]
    while remaining:
        group, conditions = _described(problem, _describable(problem, remaining, inhabited), inhabited)
        remaining = [c for c in remaining if c not in group and _reaches_beyond(problem, c, conditions)]
        yield EmptyRegion(conditions)


def _reaches_beyond(problem: Problem, cell: Cell, conditions: Region) -> bool:
    return any(problem.solver.possible([*cell.region, c.negation], f"{c} fails") for c in conditions)


def _won_by(winner: sp.Expr | None, cells: Sequence[Cell]) -> list[Cell]:
    return [cell for cell in cells if winner in (cell.winners or (None,))]


def _own(problem: Problem, cell: Cell) -> Region:
    """The cell's conditions beyond the problem's."""
    return tuple(c for c in cell.region if c not in problem.region)


def _describable(problem: Problem, members: list[Cell], cells: Sequence[Cell]) -> list[Cell]:
    """The members, or as many of them as one conjunction can tell from the other cells."""
    if _joined(problem, members, cells) is not None:
        return members
    group = members[:1]
    for cell in members[1:]:
        if _joined(problem, [*group, cell], cells) is not None:
            group.append(cell)
    return group


def _described(problem: Problem, group: list[Cell], cells: Sequence[Cell]) -> tuple[list[Cell], Region]:
    """The group with a conjunction that tells it from the other cells, or else its first cell."""
    conditions = _joined(problem, group, cells)
    return (group[:1], _own(problem, group[0])) if conditions is None else (group, conditions)


def _joined(problem: Problem, group: Sequence[Cell], cells: Sequence[Cell]) -> Region | None:
    """A short conjunction that holds on the group's cells and on none of the other ones."""
    others = [cell for cell in cells if cell not in group]
    polynomials = dict.fromkeys(
        primitive(c.polynomial) for cell in (*group, *others) for c in cell.region if c not in problem.region
    )
    canonical = dict.fromkeys(min(p, sp.expand(-p), key=str) for p in polynomials)
    common: list[Condition] = []
    for polynomial in canonical:
        signs = [_sign_on(problem, cell, polynomial) for cell in group]
        relation = _common_relation(signs)
        if relation is not None:
            orientation, kind = relation
            common.append(Condition(sp.expand(orientation * polynomial), kind))

    def separates(conditions: Sequence[Condition]) -> bool:
        return not any(
            problem.solver.satisfiable([*cell.region, *conditions], f"{listed(conditions)} in another cell")
            for cell in others
        )

    if not separates(common):
        return None
    needed = list(common)
    for condition in sorted(common, key=lambda c: (sp.count_ops(c.polynomial), str(c)), reverse=True):
        fewer = [c for c in needed if c != condition]
        if separates(fewer):
            needed = fewer
    return without_redundant(needed, problem.region, problem.solver)


def _sign_on(problem: Problem, cell: Cell, polynomial: sp.Expr) -> tuple[int, Relation] | None:
    known = sign_condition(polynomial, cell.region, problem.solver)
    if known is None:
        return None
    return (1 if known.polynomial == polynomial else -1, known.relation)


def _common_relation(member_signs: Sequence[tuple[int, Relation] | None]) -> tuple[int, Relation] | None:
    """The strongest relation implied by each member's."""
    signs = {sign for sign in member_signs if sign is not None}
    if None in member_signs:
        return None
    orientations = {o for o, r in signs if r in (Relation.POSITIVE, Relation.NON_NEGATIVE)}
    relations = {r for _, r in signs}
    if relations == {Relation.ZERO}:
        return 1, Relation.ZERO
    if Relation.NON_ZERO in relations or len(orientations) > 1:
        return (1, Relation.NON_ZERO) if relations <= {Relation.NON_ZERO, Relation.POSITIVE} else None
    strict = relations == {Relation.POSITIVE}
    return orientations.pop(), Relation.POSITIVE if strict else Relation.NON_NEGATIVE


def _branch(problem: Problem, winner: sp.Expr | None, conditions: Region) -> Branch:
    if winner is None:
        return Branch(conditions, None)
    region = (*problem.region, *conditions)
    of_winner = [c for c in problem.candidates if c.polynomial == winner]
    coefficients, between = None, None
    sides: Region = ()
    if sp.degree(winner, DECAY) > 2:
        rising, between, sides = _isolated_or_least(problem, winner, region, of_winner)
    else:
        rising = _rising(problem, winner, region)
    attained = [
        a
        for candidate in problem.candidates
        for tie in _ties(problem, winner, candidate, region)
        for a in _attainments(problem, replace(candidate, polynomial=winner), (*region, *tie, *sides), tie)
    ]
    if between is None:
        quadratic = sp.Poly(rising, DECAY)
        a, b, c = (quadratic.coeff_monomial(DECAY**k) for k in (2, 1, 0))
        a, b, c = (with_positive_factors(e, region, problem.solver) for e in (a, b, -c))
        coefficients = (a, b, c)
    # The steps are told to the reader: rather those for an open part of the branch than for a border of it.
    by_generality = sorted(of_winner, key=lambda c: sum(e.relation is Relation.ZERO for e in c.conditions))
    steps = next((c.steps for c in by_generality if _possible(problem, c, region)), ())
    return Branch(
        conditions,
        rising,
        coefficients,
        tuple(_distinct_places(problem, attained, region)),
        between,
        steps,
        sides,
    )


def _isolated_or_least(
    problem: Problem, winner: sp.Expr, region: Region, of_winner: Sequence[Candidate]
) -> tuple[sp.Expr, Interval, Region]:
    """The polynomial as it rises at X, an interval with X as its only or its least root, and its sides."""
    try:
        rising = _rising(problem, winner, region)
        return rising, _isolated(problem, rising, region, of_winner), ()
    except UndecidedError:
        for candidate in of_winner if parameters_of(problem) else ():
            least = least_root_of(problem.solver, candidate, region)
            if least is not None:
                return least[0], WHOLE, least[1]
        raise


def _ties(problem: Problem, winner: sp.Expr, candidate: Candidate, region: Region) -> Iterator[Region]:
    """Conditions beyond the candidate's own under which its root is the winner's."""
    if candidate.polynomial == winner:
        yield ()
        return
    if sp.degree(winner, DECAY) > 2 and parameters_of(problem):
        # Another candidate meets the root of a cubic where both places are the same.
        return
    solver, same = problem.solver, zero(candidate.polynomial)
    here = (*region, zero(winner), positive(DECAY), non_negative(1 - DECAY), *candidate.conditions)
    if not solver.satisfiable([*here, same], f"the roots of {winner} and {candidate.polynomial} meet"):
        return
    if solver.implies(here, same, f"the roots of {winner} and {candidate.polynomial} are the same"):
        yield ()
        return
    for factor, _ in factor_list(resultant(winner, candidate.polynomial, DECAY)):
        meeting = (*here, zero(factor))
        if solver.satisfiable(meeting, f"{factor} = 0") and solver.implies(
            meeting, same, f"the roots of {winner} and {candidate.polynomial} are the same where {factor} = 0"
        ):
            yield (zero(factor),)


def _possible(problem: Problem, candidate: Candidate, region: Region) -> bool:
    return problem.solver.satisfiable(
        [*region, *candidate.root_conditions], f"{candidate.place} in {listed(region)}"
    )


def _rising(problem: Problem, winner: sp.Expr, region: Region) -> sp.Expr:
    """The polynomial, with the sign that makes it increase at its root."""
    root = (zero(winner), positive(DECAY), non_negative(1 - DECAY))
    conditions = [c for c in problem.candidates if c.polynomial == winner]
    for sign in (1, -1):
        slope = sp.expand(sign * sp.diff(winner, DECAY))
        if not any(
            problem.solver.satisfiable(
                [*region, *root, *c.conditions, non_negative(-slope)], f"{winner} does not rise at its root"
            )
            for c in conditions
        ):
            return sp.expand(sign * winner)
    where = f", {listed(region)}" if region else ""
    raise UndecidedError(f"it is not shown that the root of {winner} is simple{where}")


def _isolated(
    problem: Problem, polynomial: sp.Expr, region: Region, of_winner: Sequence[Candidate]
) -> tuple[sp.Expr, sp.Expr]:
    """An interval with X as the polynomial's only root."""
    if not parameters_of(problem):
        for (low, high), _ in sp.Poly(polynomial, DECAY).intervals(eps=sp.Rational(1, 10**6)):
            if any(
                problem.solver.satisfiable(
                    [*c.root_conditions, *within((low, high))], "which root of the polynomial is meant"
                )
                for c in of_winner
            ):
                return low, high
    for strict in (True, False):
        interval = _interval(problem, polynomial, region, of_winner, strict)
        if interval is not None:
            return interval
    raise UndecidedError(f"the root of {polynomial} between 0 and 1 is not unique for {listed(region)}")


def _interval(
    problem: Problem, polynomial: sp.Expr, region: Region, of_winner: Sequence[Candidate], strict: bool
) -> Interval | None:
    """An interval in which all roots are meant: a candidate's conditions hold (strictly: for all x in it)."""
    for candidate in of_winner:
        on_x = [c for c in candidate.conditions if DECAY in c.symbols]
        for interval in intervals(on_x, region, problem.solver):
            inside = [*region, positive(DECAY), non_negative(1 - DECAY), *within(interval)]
            inside += [] if strict else [zero(polynomial)]
            question = f"a root between {interval[0]} and {interval[1]} that is not meant"
            if any(problem.solver.possible([*inside, c.negation], question) for c in candidate.conditions):
                continue
            try:
                if rises_over(polynomial, interval, region, problem.solver):
                    return interval
            except UndecidedQueryError:
                continue
    return None


def _isolated_parts(problem: Problem, winner: sp.Expr | None, conditions: Region) -> tuple[Region, ...]:
    """The region, or two parts of it: what bounds x in one is of no use for isolating X in the other."""
    if winner is None or sp.degree(winner, DECAY) <= 2 or not parameters_of(problem):
        return (conditions,)
    of_winner = [c for c in problem.candidates if c.polynomial == winner]

    def settled(part: Region, strict: bool) -> bool:
        region = (*problem.region, *part)
        try:
            return _interval(problem, _rising(problem, winner, region), region, of_winner, strict) is not None
        except UndecidedError:
            return False

    if settled(conditions, True) or settled(conditions, False):
        return (conditions,)
    if any(least_root_of(problem.solver, w, (*problem.region, *conditions)) for w in of_winner):
        return (conditions,)
    linear = [c for w in of_winner for c in w.conditions if sp.degree(c.polynomial, DECAY) == 1]
    for strict in (True, False):
        for condition in dict.fromkeys(linear):
            at_one = primitive(condition.polynomial.subs(DECAY, 1))
            parts = tuple((*conditions, cut) for cut in (positive(at_one), non_negative(-at_one)))
            inhabited = tuple(
                part
                for part in parts
                if problem.solver.satisfiable((*problem.region, *part), "a part has a point")
            )
            if all(settled(part, strict) for part in inhabited):
                return inhabited
    return (conditions,)


def attainments(problem: Problem, candidates: Sequence[Candidate], region: Region) -> tuple[Attainment, ...]:
    """Where candidates with one polynomial attain its value, each place once; nothing is proved."""
    attained = [one for candidate in candidates for one in _attainments(problem, candidate, region, ())]
    return tuple(_distinct_places(problem, attained, region))


def _attainments(problem: Problem, candidate: Candidate, region: Region, tie: Region) -> Iterator[Attainment]:
    """Where, under which conditions beyond the branch's, and whether at a point or in a limit."""
    solver = problem.solver
    if not _possible(problem, candidate, region):
        return
    root = (zero(candidate.polynomial), positive(DECAY), non_negative(1 - DECAY))
    exists = without_redundant([c for c in candidate.conditions if c not in region], [*region, *root], solver)
    here = (*region, *root, *exists)
    whole = candidate.piece.origin or candidate.piece
    if is_corner(whole, candidate.place):
        yield Attainment((*tie, *exists), candidate.place, AttainmentKind.LIMIT)
        return
    inside = [c for condition in whole.conditions for c in condition.substituted(candidate.place)]
    member = without_redundant([c for c in inside if not c.constant_truth], here, solver)
    exists = (*tie, *exists)
    if not solver.satisfiable([*here, *member], f"{candidate.place} is in the domain"):
        yield Attainment(exists, candidate.place, AttainmentKind.LIMIT)
        return
    point = Attainment((*exists, *member), candidate.place, AttainmentKind.POINT)
    segment = replace(point, kind=AttainmentKind.SEGMENT, segment_end=candidate.segment_end)
    # The ends may lie on a curve of equal eps: then the straight line between them proves nothing.
    straight = (
        candidate.segment_end is not None
        and _ends_differ(problem, candidate.place, candidate.segment_end, (*here, *member))
        and is_reached(problem, whole, segment, (*here, *member))
    )
    yield segment if straight else point
    for condition in member:
        outside = condition.negation
        if solver.satisfiable([*here, outside], f"{candidate.place} is outside the domain"):
            equal = zero(condition.polynomial)
            exact = equal if solver.implies([*here, outside], equal, f"{equal} at the border") else outside
            yield Attainment((*exists, exact), candidate.place, AttainmentKind.LIMIT)


def _ends_differ(
    problem: Problem, place: Mapping[sp.Symbol, sp.Expr], end: Mapping[sp.Symbol, sp.Expr], here: Region
) -> bool:
    apart = (Condition(sp.numer(sp.together(place[v] - end[v])), Relation.NON_ZERO) for v in place)
    return any(problem.solver.possible([*here, c], f"{place} and {end} differ") for c in apart)


def _distinct_places(
    problem: Problem, attained: Sequence[Attainment], region: Region
) -> Iterator[Attainment]:
    """The attainments without those that another one includes."""
    distinct = [one for index, one in enumerate(attained) if one not in attained[:index]]
    for one in list(distinct):
        if any(other is not one and _includes(problem, other, one, region) for other in distinct):
            distinct.remove(one)
    return iter(distinct)


def _includes(problem: Problem, larger: Attainment, smaller: Attainment, region: Region) -> bool:
    """Whether, wherever the smaller one holds, so does the larger one, at (or around) the same place."""
    here = (*region, *smaller.conditions)
    around = larger.kind is AttainmentKind.SEGMENT and smaller.kind is not AttainmentKind.SEGMENT
    if not around and (smaller.kind, smaller.segment_end) != (larger.kind, larger.segment_end):
        return False
    places = [p for p in (larger.place, larger.segment_end) if p is not None]
    if not any(_same_place(problem, smaller.place, place, here) for place in places):
        return False
    return all(
        problem.solver.implies(here, c, f"{c} where {smaller.place} attains") for c in larger.conditions
    )


def _same_place(
    problem: Problem, one: Mapping[sp.Symbol, sp.Expr], other: Mapping[sp.Symbol, sp.Expr], here: Region
) -> bool:
    if one.keys() != other.keys():
        return False
    differences = [one[v] - other[v] for v in one]
    return all(
        problem.solver.implies(here, c, f"{one} and {other} are the same place")
        for d in differences
        if d != 0
        for c in rational_condition(d, Relation.ZERO)
    )
