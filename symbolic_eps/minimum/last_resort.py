"""The last resort: cells of the parameters, where X is decided at a sample point of each.

It needs no idea where eps is least, and no certificate over a cell: `symbolic_eps.minimum.over_parameters`
says why one point is enough. Where the value is attained is not said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.cells_on_line import Line
from symbolic_eps.minimum.constrained_piece import ConstrainedPiece
from symbolic_eps.minimum.continuity import is_continuous
from symbolic_eps.minimum.line_branches import BY_CELLS, Joining
from symbolic_eps.minimum.over_parameters import (
    NotGenericError,
    Value,
    over_parameters,
)
from symbolic_eps.minimum.projection import TooLongError
from symbolic_eps.minimum.task import Region
from symbolic_eps.minimum.tight_conditions import singular_parameters
from verify.language.condition import zero
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
