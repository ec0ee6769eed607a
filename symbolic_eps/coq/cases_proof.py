"""The theorem that the cases of a closed form are all: under the assumptions one of them holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_eps.closed_forms.closed_form import PiecewiseInfimum
from symbolic_eps.coq.statements.contradiction import Contradictions
from symbolic_eps.coq.statements.statement import all_cases
from verify.language.condition import Condition, Relation

Conditions = tuple[Condition, ...]


def cases_theorem(name: str, derived: PiecewiseInfimum, steps: Contradictions) -> str:
    """The theorem with its proof, or UndecidedError.

    Parameters
    ----------
    name : str
        The theorem's.
    derived : PiecewiseInfimum
        A closed form with several cases; the parameters for which no prior is in the domain are one, too.
    steps : Contradictions
        Who finds certificates.
    """
    cases = [part.conditions for part in (*derived.branches, *derived.empty)]
    names = " ".join(steps.name(s.name) for s in derived.profile.parameters)
    lines = [f"intros {names}. intros.", *_from(steps, cases, 0, derived.profile.parameter_region)]
    proof = "\n".join(f"  {line}" for line in lines)
    return f"{all_cases(name, derived.profile, cases)}\nProof.\n{proof}\nQed.\n"


def _from(steps: Contradictions, cases: Sequence[Conditions], index: int, known: Conditions) -> Iterator[str]:
    """The first case that holds; after the last there is none that would."""
    if index == len(cases):
        yield f"exfalso. {steps.excluded(known)}."
        return
    yield from _under(steps, cases, index, cases[index], known)


def _under(
    steps: Contradictions, cases: Sequence[Conditions], index: int, todo: Conditions, known: Conditions
) -> Iterator[str]:
    """Distinguish whether the next condition of a case holds, where that is not known."""
    if not todo:
        last = [] if index == len(cases) - 1 else ["left"]
        yield f"{'; '.join([*['right'] * index, *last, 'repeat split'])}; lra."
        return
    condition, *rest = todo
    if condition in known:
        yield from _under(steps, cases, index, tuple(rest), known)
        return
    if condition.negation in known:
        yield from _from(steps, cases, index + 1, known)
        return
    value = steps.text(condition.polynomial)
    question = {
        Relation.POSITIVE: f"Rlt_or_le 0 {value}",
        Relation.NON_NEGATIVE: f"Rle_or_lt 0 {value}",
    }.get(condition.relation, f"Req_EM_T {value} 0")
    parts = [
        list(_under(steps, cases, index, tuple(rest), (*known, condition))),
        list(_from(steps, cases, index + 1, (*known, condition.negation))),
    ]
    if condition.relation is Relation.NON_ZERO:
        parts.reverse()
    yield f"destruct ({question}) as [|]."
    for part in parts:
        yield from ("{", *(f"  {line}" for line in part), "}")
