"""The last resort: cells of one parameter or two, where X is decided at a sample point of each.

It needs no idea where eps is least, and no certificate over a cell: `over_parameters`
says why one point is enough. Where the value is attained is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.cylinders.cells_of_plane import Plane
from symbolic_eps.minimum.cylinders.cells_on_line import Line
from symbolic_eps.minimum.cylinders.continuity import is_continuous
from symbolic_eps.minimum.cylinders.line_branches import BY_CELLS, Joining
from symbolic_eps.minimum.cylinders.over_parameters import (
    NotGenericError,
    Value,
    over_parameters,
)
from symbolic_eps.minimum.cylinders.plane_branches import PlaneBranches
from symbolic_eps.minimum.cylinders.projection import Point, TooLongError
from symbolic_eps.minimum.cylinders.tight_conditions import singular_parameters
from symbolic_eps.minimum.task import Region
from verify.language.condition import Relation, zero
from verify.solvers.smt import Solver

MOST_ROUNDS = 5
"""Of cuts of the line where a cell's root or a group's end is not told from others."""


def is_of_cells(branch: Branch) -> bool:
    """Whether the branch says that it was found here."""
    return any(step.words == BY_CELLS for step in branch.steps)


def cells_of_parameter(
    pieces: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    parameter: sp.Symbol,
    judge: Solver,
) -> tuple[Branch | OpenRegion, ...]:
    """The infimum of eps for all values of the only parameter.

    Raises
    ------
    UndecidedError
        A premise is not proved, or the projection would take too long.
    """
    singular = singular_parameters(pieces, free, region, (parameter,), judge)

    def at_number(number: Fraction) -> Value | None:
        values = {parameter: sp.Rational(number.numerator, number.denominator)}
        try:
            if any(g.subs(values) == 0 for g in singular):
                here = (zero(parameter - values[parameter]),)
                if singular_parameters(pieces, free, here, (), judge):
                    return None
            return over_parameters(pieces, free, (), (), values).value(())
        except (TooLongError, NotGenericError, UndecidedError):
            return None

    @cache
    def continuous() -> bool:
        return is_continuous(pieces, free, region, judge)

    try:
        over = over_parameters(pieces, free, region, (parameter,))
        over = replace(over, singular=tuple(map(over.space.polynomial, singular)))
        joining = Joining(Line(over, tuple(c.relation for c in region)), at_number, continuous)
        for _ in range(MOST_ROUNDS):
            further = joining.conflicts() - set(joining.line.cuts)
            if not further:
                break
            cuts = (*joining.line.cuts, *further)
            joining = replace(joining, line=replace(joining.line, cuts=cuts))
        return tuple(joining.branches())
    except (TooLongError, NotGenericError) as error:
        raise UndecidedError(f"no cells of the parameter: {error}") from None


def cells_of_two_parameters(
    pieces: Sequence[ConstrainedPiece],
    whole: Sequence[ConstrainedPiece],
    free: Sequence[sp.Symbol],
    region: Region,
    parameters: Sequence[sp.Symbol],
    judge: Solver,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[tuple[Branch | OpenRegion, Point | None], ...]:
    """The infimum of eps for all values of two parameters; with each branch a point of it.

    The `whole` are the pieces before they were reduced: X is the same for both, and whether it is continuous
    is easier to see of one or the other.

    Raises
    ------
    UndecidedError
        A premise is not proved, or the projection would take too long.
    """
    if any(c.relation is Relation.ZERO for c in region):
        raise UndecidedError("no cells of the parameters: an assumption is an equation")
    singular = singular_parameters(pieces, free, region, parameters, judge)

    def is_continuous_on(one: Sequence[ConstrainedPiece]) -> bool:
        with suppress(UndecidedError):
            return not singular_parameters(one, free, region, parameters, judge) and is_continuous(
                one, free, region, judge
            )
        return False

    @cache
    def continuous() -> bool:
        progress("asking whether eps is continuous")
        return is_continuous_on(pieces) or is_continuous_on(whole)

    try:
        over = over_parameters(pieces, free, region, parameters)
        over = replace(over, singular=tuple(map(over.space.polynomial, singular)))
        plane = Plane(over, tuple(c.relation for c in region), progress)
        return tuple(PlaneBranches(plane, continuous).parts())
    except (TooLongError, NotGenericError) as error:
        raise UndecidedError(f"no cells of the parameters: {error}") from None
