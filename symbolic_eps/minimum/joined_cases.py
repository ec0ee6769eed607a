"""Two cases on both sides of a point or a curve that cells leave open, proved as one case that contains it.

Cells ask whether X is continuous there, and may not know. A proof by certificates needs no cells: where both
cases have the same polynomial and the same places, it is tried for both together, without the conditions that
say on which side of the border the parameters are. That nothing else was added is asked once more in the
proof of the result, which shows that its cases are disjoint and cover the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from verify.language.condition import Condition, Relation, positive
from verify.solvers.smt import Solver


def joined_over(
    regions: Iterable[OpenRegion], branches: Sequence[Branch], prove: Callable[[Branch], None]
) -> tuple[tuple[Branch, ...], list[OpenRegion]]:
    """The branches, two of them as one where that is proved, and the regions that stay open.

    Parameters
    ----------
    regions : iterable of OpenRegion
        What is open.
    branches : sequence of Branch
        Their number falls by one for each region that is closed.
    prove : callable
        Raises UndecidedError where a branch is not proved.

    Examples
    --------
    >>> from sympy.abc import a, x
    >>> below, above = (Branch((positive(s * (a - 2)),), a * x - 1) for s in (-1, 1))
    >>> point = OpenRegion((Condition(a - 2, Relation.ZERO),), "not known")
    >>> joined_over([point], [below, above], lambda branch: None)
    ((Branch(conditions=(), polynomial=a*x - 1, ...),), [])
    """
    found, left = tuple(branches), list[OpenRegion]()
    for region in regions:
        for one, other in combinations(found, 2):
            wider = _joined(region, one, other)
            if wider is not None:
                with suppress(UndecidedError):
                    prove(wider)
                    found = tuple(wider if b is one else b for b in found if b is not other)
                    break
        else:
            left.append(region)
    return found, left


def _joined(region: OpenRegion, one: Branch, other: Branch) -> Branch | None:
    """One branch for all three; None where they do not fit."""
    equations = [c for c in region.conditions if c.relation is Relation.ZERO]
    if len(equations) != 1 or replace(one, conditions=()) != replace(other, conditions=()):
        return None
    sides = {positive(equations[0].polynomial), positive(-equations[0].polynomial)}
    ends = [sides & {*branch.conditions} for branch in (one, other)]
    if {len(end) for end in ends} != {1} or ends[0] == ends[1]:
        return None
    wider = tuple(dict.fromkeys(c for c in (*one.conditions, *other.conditions) if c not in sides))
    parts = (one.conditions, other.conditions, region.conditions)
    within = all(_is_within(part, [(c,)]) for part in parts for c in wider)
    return replace(one, conditions=wider) if within and _is_within(wider, parts) else None


def _is_within(region: Sequence[Condition], parts: Sequence[Sequence[Condition]]) -> bool:
    """Whether a solver says that all points of the region are in one of the parts."""
    outside = tuple(tuple(c.negation for c in part) for part in parts)
    try:
        return not Solver().satisfiable([*region], "two cases and what is between them are one", outside)
    except UndecidedError:
        return False
