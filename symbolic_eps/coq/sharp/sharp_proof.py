"""The half of a proof that no larger eps is admissible: `sharp floor slope domain risk X`.

Which of the places decides where the minimum is reached is a case distinction on the parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_eps.closed_forms.closed_form import Attainment
from symbolic_eps.coq.sharp.reached_proof import reached_lines
from symbolic_eps.coq.statements.branch_case import BranchCase
from symbolic_eps.coq.statements.place import place_of
from verify.language.condition import Condition, Relation


def sharp_lines(case: BranchCase) -> Sequence[str]:
    """Tactics that prove `sharp`, from `enough` and the facts on X; or UndecidedError."""
    return list(_from(case, list(case.branch.attained), case.known))


def _from(case: BranchCase, places: list[Attainment], known: tuple[Condition, ...]) -> Iterator[str]:
    """The first place where its conditions hold, the others where they do not; the last needs no more."""
    if not places:
        yield f"exfalso. {case.steps.excluded(known)}."
        return
    first, *others = places
    yield from _under(case, list(first.conditions), first, others, known)


def _under(
    case: BranchCase,
    todo: list[Condition],
    first: Attainment,
    others: list[Attainment],
    known: tuple[Condition, ...],
) -> Iterator[str]:
    """Distinguish whether the next condition holds."""
    if not todo:
        yield from reached_lines(place_of(case, first, known))
        return
    condition, *rest = todo
    value = case.steps.text(condition.polynomial)
    question = {
        Relation.POSITIVE: f"Rlt_or_le 0 {value}",
        Relation.NON_NEGATIVE: f"Rle_or_lt 0 {value}",
    }.get(condition.relation, f"Req_EM_T {value} 0")
    parts = [
        list(_under(case, rest, first, others, (*known, condition))),
        list(_from(case, others, (*known, condition.negation))),
    ]
    if condition.relation is Relation.NON_ZERO:
        parts.reverse()
    yield f"destruct ({question}) as [|]."
    for part in parts:
        yield from ("{", *(f"  {line}" for line in part), "}")
