"""A witness at which one thing alone is amiss: one further condition fails, and no range is at its end.

A false statement is refuted once more on a smaller domain: one condition fails there, all others hold, and
weak inequalities hold strictly. Where that smaller statement is proved instead, it fails at ends of ranges
alone, and one end after another is let in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import sympy as sp
from sympy.core.relational import Relational

from verify.claims.candidate_conditions import strictly
from verify.claims.further_hypothesis import Examine, fails_in
from verify.evidence import Evidence
from verify.language.relations import denied


class Isolation(StrEnum):
    """What else is special at a witness."""

    INSIDE = "nothing else fails, no range is at its end"
    ENDS_NEEDED = "nothing else fails; inside the ranges the statement is proved to hold"
    ENDS = "nothing else fails; a range is at its end"
    SEVERAL = "other conditions fail as well"


@dataclass(frozen=True)
class Isolated:
    """A refutation, and what is special at its witness.

    Parameters
    ----------
    evidence : Evidence
        Against the statement, with the witness.
    isolation : Isolation
        What else is special there.
    place : tuple of int or None
        Which condition fails, and how the ranges were restricted; None for the refutation as it was.
    """

    evidence: Evidence
    isolation: Isolation
    place: tuple[int, int] | None = None


def isolated(
    refuted: Evidence,
    domain: Sequence[sp.Basic],
    further: Sequence[sp.Basic],
    examine: Examine,
    known: tuple[int, int] | None = None,
) -> Isolated:
    """The refutation whose witness isolates a failure best, of those that a few questions find.

    Parameters
    ----------
    refuted : Evidence
        Against the statement, with a witness.
    domain : sequence of Boolean
        Its hypotheses, one by one.
    further : sequence of Boolean
        Further conditions under which it holds; none for a statement that is false on the whole.
    examine : callable
        Evidence with further hypotheses.
    known : tuple of int, optional
        The place at which it was found before; only this, and the inside of the ranges, is looked at.
    """
    choices = [_one_failing(further, c) for c in further if isinstance(c, Relational)] or [()]
    best: Isolated | None = None
    for number, extra in enumerate(choices):
        if known is not None and number != known[0]:
            continue
        only = None if known is None else known[1]
        found = _at_fewest_ends(domain, extra, examine, only)
        found = found and replace(found, place=(number, found.place[1] if found.place else 0))
        if found is not None and found.isolation is Isolation.INSIDE:
            return found
        best = best or found
    if best is not None:
        return best
    return Isolated(refuted, isolation_of(refuted, domain, further))


def isolation_of(refuted: Evidence, domain: Sequence[sp.Basic], further: Sequence[sp.Basic]) -> Isolation:
    """What is special at a witness as it is."""
    failing = [c for c in further if fails_in(c, refuted.witness or {})]
    unclear = len(further) > 1 and len(failing) != 1
    denials = tuple(denied(c) for c in failing if isinstance(c, Relational))
    return Isolation.SEVERAL if unclear else _where(refuted, domain, denials)


def _one_failing(conditions: Sequence[sp.Basic], failing: sp.Basic) -> tuple[sp.Basic, ...]:
    return (*(c for c in conditions if c != failing), denied(failing))


def _at_fewest_ends(
    domain: Sequence[sp.Basic], extra: tuple[sp.Basic, ...], examine: Examine, only: int | None
) -> Isolated | None:
    """The refutation inside the ranges; else with one range at its end, then wherever there is one."""
    weak = [h for h in domain if strictly(h) != h]
    # An end that the failing condition itself is about cannot be left out.
    forced = {_key(denied(e)) for e in extra if isinstance(e, Relational)}
    free = [strictly(h) for h in weak if _key(strictly(h)) not in forced]
    proved_inside = False
    for number, strict in enumerate(_ranges(free)):
        if only is not None and number not in (0, only):
            continue
        evidence = examine((*extra, *strict))
        if evidence.refuted and evidence.witness is not None:
            if number == 0:
                return Isolated(evidence, _where(evidence, domain, extra), (0, 0))
            ends = Isolation.ENDS_NEEDED if proved_inside else Isolation.ENDS
            return Isolated(evidence, ends, (0, number))
        proved_inside |= number == 0 and evidence.proved
    return None


def _ranges(strict: Sequence[sp.Basic]) -> Iterator[tuple[sp.Basic, ...]]:
    """All of them, all but one, none."""
    yield tuple(strict)
    if len(strict) > 1:
        yield from (tuple(c for c in strict if c != left_out) for left_out in strict)
    if strict:
        yield ()


def _where(evidence: Evidence, domain: Sequence[sp.Basic], extra: tuple[sp.Basic, ...]) -> Isolation:
    """Inside, but for ends that the failing condition is about."""
    about = {_key(denied(e)) for e in extra if isinstance(e, Relational)}
    ends = at_ends(evidence.witness or {}, [h for h in domain if _key(strictly(h)) not in about])
    return Isolation.ENDS if ends else Isolation.INSIDE


def at_ends(witness: Mapping[sp.Symbol, sp.Expr], domain: Sequence[sp.Basic]) -> list[sp.Basic]:
    """The weak inequalities of a domain that hold with equality at a point.

    Examples
    --------
    >>> from sympy.abc import p, q
    >>> at_ends({p: sp.Integer(1), q: sp.Rational(1, 2)}, (p <= 1, q <= 1, p > 0))
    [p <= 1]
    """
    return [h for h in domain if strictly(h) != h and fails_in(strictly(h), witness)]


def _key(condition: sp.Basic) -> object:
    """Alike for `a < b` and `b > a`."""
    if isinstance(condition, (sp.Lt, sp.Le)):
        return type(condition), condition.lhs, condition.rhs
    if isinstance(condition, (sp.Gt, sp.Ge)):
        flipped: Callable[..., object] = sp.Lt if isinstance(condition, sp.Gt) else sp.Le
        return flipped, condition.rhs, condition.lhs
    return condition
