"""The last resort: cells of one parameter or two, where X is decided at a sample point of each.

It needs no idea where eps is least, and no certificate over a cell: `over_parameters`
says why one point is enough. Where the value is attained is not said.

An equation among the assumptions, or of a curve between cells on which X is not told, is solved for a
parameter and put into the question (`question`), which has one parameter less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.cells_of_plane import Plane
from symbolic_eps.minimum.cylinders.cells_on_line import Line
from symbolic_eps.minimum.cylinders.continuity import is_continuous
from symbolic_eps.minimum.cylinders.line_branches import NOT_KNOWN, Joining
from symbolic_eps.minimum.cylinders.over_parameters import (
    NotGenericError,
    Value,
    over_parameters,
)
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches
from symbolic_eps.minimum.cylinders.projection import TooLongError
from symbolic_eps.minimum.cylinders.question import Curve, Question, curves, equations
from symbolic_eps.minimum.cylinders.root_forms import BY_CELLS, branch_at_number
from symbolic_eps.minimum.cylinders.tight_conditions import singular_parameters
from symbolic_eps.minimum.problem import Region
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.deadline import OutOfTime, check_time, deadline
from verify.language.condition import Relation, non_zero, zero
from verify.solvers.smt import Solver

MOST_PARAMETERS = 2
"""Of which cells are made."""

MOST_ROUNDS = 5
"""Of cuts of the line where a cell's root or a group's end is not told from others."""

SHARE = 3 / 4
"""Of the time that is left, for cells: the rest is for what is proved of those found."""

Numbers = dict[sp.Symbol, sp.Expr]


@dataclass(frozen=True)
class Part:
    """What X is on a part of the parameters, with numbers for these in it, where some are known."""

    answer: Branch | OpenRegion
    point: Numbers | None = None


def is_of_cells(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words == BY_CELLS for step in branch.steps)


def cells(question: Question, judge: Solver, progress: Callable[[str], None] = lambda _: None) -> list[Part]:
    """The infimum of eps for all values of the parameters; with each branch numbers in it, where known.

    Where the time is over, cases that were found stay, and the rest is open.

    Raises
    ------
    UndecidedError
        A premise is not proved, or the projection would take too long.
    """
    equation = next(equations(question.region), None)
    if equation is not None:
        polynomial, others = equation
        return _where(replace(question, region=others), polynomial, (), judge, progress)
    if not question.parameters:
        return _at_numbers(question, judge)
    if len(question.parameters) == 1:
        return _on_line(question, judge)
    if len(question.parameters) > MOST_PARAMETERS:
        raise UndecidedError("cells are made of one parameter or two")
    with deadline(check_time() * SHARE):
        parts = _on_plane(question, judge, progress)
        return [further for part in parts for further in _closer(question, part, judge)]


def _closer(question: Question, part: Part, judge: Solver) -> list[Part]:
    """What is open along a curve, by cells of that; else the part as it is."""
    region = part.answer
    if isinstance(region, OpenRegion):
        equation = next((c for c in region.conditions if c.relation is Relation.ZERO), None)
        if equation is not None:
            others = tuple(c for c in region.conditions if c != equation)
            try:
                check_time()
                return _where(question, equation.polynomial, others, judge)
            except UndecidedError as error:
                return [replace(part, answer=replace(region, reason=f"{region.reason}: {error}"))]
            except OutOfTime:
                return [replace(part, answer=replace(region, reason=f"{region.reason}: {OUT_OF_TIME}"))]
    return [part]


def _where(
    question: Question,
    polynomial: sp.Expr,
    further: Region,
    judge: Solver,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Part]:
    """X where a polynomial is 0, along each of its factors in turn, on which no earlier one is 0."""
    found, passed = list[Part](), Region()
    for curve in curves(polynomial, question.parameters):
        if not isinstance(curve, Curve):
            raise UndecidedError(f"{curve} = 0 is linear in none of the parameters")
        here = (*further, *passed)
        along = question.along(curve, here)
        given = (zero(curve.polynomial), *map(non_zero, curve.undefined))
        for part in () if along is None else cells(along, judge, progress):
            point = None if part.point is None else _lifted(part.point, curve)
            found.append(_within((*here, *given), replace(part, point=point)))
        for denominator in curve.undefined:
            both = zero(denominator), zero(sp.numer(curve.value))
            there = replace(question, region=(*question.region, *here, *both))
            found += [_within(here, part) for part in cells(there, judge, progress)]
        passed = (*passed, non_zero(curve.polynomial))
    return found


def _within(further: Region, part: Part) -> Part:
    """The part with conditions that were taken for known."""
    conditions = dict.fromkeys((*further, *part.answer.conditions))
    return replace(part, answer=replace(part.answer, conditions=tuple(conditions)))


def _lifted(point: Numbers, curve: Curve) -> Numbers:
    return {**point, curve.parameter: curve.value.subs(point)}


def _at_numbers(question: Question, judge: Solver) -> list[Part]:
    """X where no parameter is left."""
    value = _value_at(question, {}, judge)
    if value is None:
        return [Part(OpenRegion((), NOT_KNOWN))]
    return [Part(branch_at_number((), value), {})]


def _value_at(question: Question, values: Numbers, judge: Solver) -> Value | None:
    """X at numbers for all parameters; None where it is not known."""
    for v, number in values.items():
        at_number = question.along(Curve(v - number, v, number))
        if at_number is None:
            return None
        question = at_number
    pieces, free = question.pieces, question.free
    try:
        if singular_parameters(pieces, free, (), (), judge):
            return None
        return over_parameters(pieces, free, (), ()).value(())
    except (TooLongError, NotGenericError, UndecidedError):
        return None


def _on_line(question: Question, judge: Solver) -> list[Part]:
    """Cells of the only parameter, and points between."""
    pieces, free, region, (parameter,) = question.pieces, question.free, question.region, question.parameters
    singular = singular_parameters(pieces, free, region, (parameter,), judge)

    def at_number(number: Fraction) -> Value | None:
        values = {parameter: rational(number)}
        if not any(g.subs(values) == 0 for g in singular):
            with suppress(TooLongError, NotGenericError, UndecidedError):
                return over_parameters(pieces, free, (), (), values).value(())
            return None
        return _value_at(question, values, judge)

    @cache
    def continuous() -> bool:
        return is_continuous(pieces, free, region, judge)

    try:
        over = over_parameters(pieces, free, region, (parameter,))
        over = replace(over, singular=tuple(map(over.space.polynomial, singular)))
        line = Line(over, tuple(c.relation for c in region))
        try:
            with deadline(check_time() * SHARE):
                complete = line.is_complete
        except OutOfTime:
            complete = False
        joining = Joining(replace(line, is_late=not complete), at_number, continuous, question.is_continuous)
        for _ in range(MOST_ROUNDS):
            further = joining.conflicts() - set(joining.line.cuts)
            if not further:
                break
            cuts = (*joining.line.cuts, *further)
            joining = replace(joining, line=replace(joining.line, cuts=cuts))
        found = joining.branches()
        return [Part(one, None if at is None else {parameter: rational(at)}) for one, at in found]
    except (TooLongError, NotGenericError) as error:
        raise UndecidedError(f"no cells of the parameter: {error}") from None


def _on_plane(question: Question, judge: Solver, progress: Callable[[str], None]) -> list[Part]:
    """Cells of two parameters, and curves between.

    Whether X is continuous is easier to see of the reduced pieces or of the whole: X is the same for both.
    """
    free, region, parameters = question.free, question.region, question.parameters
    singular = singular_parameters(question.pieces, free, region, parameters, judge)

    def is_continuous_on(one: Sequence[ConstrainedPiece]) -> bool:
        with suppress(UndecidedError):
            return not singular_parameters(one, free, region, parameters, judge) and is_continuous(
                one, free, region, judge
            )
        return False

    @cache
    def continuous() -> bool:
        progress("asking whether eps is continuous")
        return is_continuous_on(question.pieces) or is_continuous_on(question.whole)

    try:
        over = over_parameters(question.pieces, free, region, parameters)
        over = replace(over, singular=tuple(map(over.space.polynomial, singular)))
        plane = Plane(over, tuple(c.relation for c in region), progress)
        found = PlaneBranches(plane, continuous, question.is_continuous).parts()
        return [
            Part(one, None if at is None else dict(zip(parameters, map(rational, at), strict=True)))
            for one, at in found
        ]
    except (TooLongError, NotGenericError) as error:
        raise UndecidedError(f"no cells of the parameters: {error}") from None


def rational(number: Fraction) -> sp.Rational:
    """In SymPy's form."""
    return sp.Rational(number.numerator, number.denominator)
