"""What a false claim is given besides its verdict: what it lacks, one clear failure, a confirmation.

The further hypothesis is searched for, and a typed one is a hint that is compared with what was found. The
witness is sought anew where nothing else fails, and is evaluated by arithmetic that is not the search's; one
that this contradicts, or cannot confirm, leaves the claim open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import sympy as sp

from verify.alarm import BudgetExceededError, alarm
from verify.claims.candidate_conditions import candidates, strictly
from verify.claims.claim import Claim, Judgement, examined
from verify.claims.further_hypothesis import weakest_sufficient
from verify.claims.isolating_witness import Isolation, isolated, isolation_of
from verify.claims.premises import parts_of
from verify.claims.stored_note import with_notes, without_notes
from verify.claims.verdict import Verdict
from verify.evidence import Evidence, Grade, Outcome
from verify.independent_check.witness import Confirmation, confirm_witness
from verify.language.implication import Implication
from verify.language.note import Note
from verify.prover.attempt import values_at
from verify.prover.by_enclosure import failing_points
from verify.prover.prover import Prover
from verify.prover.witness import Wanted
from verify.search.budget import Budget

TRIAL_SECONDS = 4.0
"""For a certificate, while a hypothesis is searched for."""

SEARCH_SECONDS = 30.0
"""For a hypothesis, as much for a witness, and for its second evaluation, unless more or less is given."""


class Origin(StrEnum):
    """Where a further hypothesis comes from."""

    FOUND = "found by search"
    HINT = "given as a hint"


@dataclass(frozen=True)
class Completed:
    """A judgement with what was added to it.

    Parameters
    ----------
    judgement : Judgement
        With the weakest hypothesis that is known, and the witness that isolates best.
    origin : Origin or None
        For `holds-if`: where the hypothesis comes from.
    necessary : bool
        Whether it is proved that the statement fails wherever the hypothesis does.
    isolation : Isolation or None
        What else is special at the witness.
    confirmation : Confirmation or None
        What the arithmetic of its own says of the witness.
    search : mapping or None
        What the searches found, as plain data; None where there was none.
    counterexamples : tuple of mapping
        What refuted the statement while a hypothesis was searched for.
    """

    judgement: Judgement
    origin: Origin | None = None
    necessary: bool = False
    isolation: Isolation | None = None
    confirmation: Confirmation | None = None
    search: Mapping[str, Any] | None = None
    counterexamples: tuple[Mapping[sp.Symbol, sp.Expr], ...] = ()


def completed(
    judged: Judgement,
    prover: Prover,
    stored: Mapping[str, Any] | None = None,
    seconds: float = SEARCH_SECONDS,
    evaluation_seconds: float = SEARCH_SECONDS,
) -> Completed:
    """The judgement with what was added to it; as it is where nothing is false.

    Parameters
    ----------
    judged : Judgement
        Of a claim.
    prover : Prover
        Decides.
    stored : mapping, optional
        What the searches found before; it counts only once it is proved again.
    seconds : float
        Processor time for each of the two searches, for a hypothesis and for another witness; 0 for none.
        One that takes longer takes nothing from the judgement; that it took longer is kept, and it is not
        begun again.
    evaluation_seconds : float
        For the second evaluation of the witness.

    Raises
    ------
    BudgetExceededError
        The second evaluation of the witness takes too long.
    """
    if judged.witness is None or judged.verdict not in (Verdict.HOLDS_IF, Verdict.MISPRINT, Verdict.REFUTED):
        return Completed(judged)
    origin = Origin.HINT if judged.claim.missing else Origin.FOUND
    done = Completed(judged, origin if judged.verdict is Verdict.HOLDS_IF else None)
    if seconds > 0:
        if judged.claim.corrected is None:
            done = _or_as_it_was(
                _with_weakest, replace(done, search={"hypothesis": []}), prover, stored, seconds
            )
        for search in (_not_isolated, _isolated):
            done = _or_as_it_was(search, done, prover, stored, seconds)
    with alarm(evaluation_seconds):
        return _confirmed(done)


def _or_as_it_was(
    search: Callable[[Completed, Prover, Mapping[str, Any] | None], Completed],
    done: Completed,
    prover: Prover,
    stored: Mapping[str, Any] | None,
    seconds: float,
) -> Completed:
    try:
        with alarm(seconds):
            return search(done, prover, stored)
    except BudgetExceededError:
        return done


def _with_weakest(done: Completed, prover: Prover, stored: Mapping[str, Any] | None) -> Completed:
    """The hypothesis that the search found, where it is no stronger than the one that was typed."""
    judged, claim = done.judgement, done.judgement.claim
    typed = judged.extra_hypotheses
    chosen: tuple[sp.Basic, ...]
    if stored is None:
        chosen, met = _searched(judged, prover)
        done = replace(done, counterexamples=met)
    else:
        chosen = _read(stored.get("hypothesis", []), claim)
    done = replace(done, search={"hypothesis": without_notes([Note(c) for c in chosen])})
    if chosen and (not typed or _imply(claim.domain, typed, chosen, prover)):
        same = bool(typed) and _imply(claim.domain, chosen, typed, prover)
        extra = typed if same else chosen
        repair = examined(claim.statement, (*claim.domain, *extra), prover, claim.hints)
        if repair.proved and prover.decide_inhabited((*claim.domain, *extra)).proved:
            better = replace(judged, verdict=Verdict.HOLDS_IF, extra_hypotheses=extra, repair=repair)
            done = replace(done, judgement=better, origin=Origin.FOUND)
    extra = done.judgement.extra_hypotheses
    done = replace(done, necessary=bool(extra) and _necessary(claim, extra, prover))
    return (
        done
        if typed or done.necessary or _telling(claim, extra)
        else replace(done, judgement=judged, origin=None)
    )


def _telling(claim: Claim, extra: tuple[sp.Basic, ...]) -> bool:
    """Whether a hypothesis is more than one of the places where the comparison is true."""
    ends = [strictly(h) for h in parts_of(claim.domain)]
    return not isinstance(claim.statement, sp.Basic) or all(c in ends for c in extra)


def _searched(
    judged: Judgement, prover: Prover
) -> tuple[tuple[sp.Basic, ...], tuple[Mapping[sp.Symbol, sp.Expr], ...]]:
    """The hypothesis that the search finds, and the counterexamples that it meets."""
    claim = judged.claim
    statement, domain = claim.statement, tuple(parts_of(claim.domain))
    formula = isinstance(statement, sp.Basic)
    stated = (statement,) if formula else claim.text.formulas
    own = getattr(statement, "free_symbols", ()) if formula else ()
    about = frozenset(own).union(*(h.free_symbols for h in domain)) - {*getattr(statement, "over", ())}
    brief = replace(prover.at_any_point(Wanted.ANY), budget=Budget(seconds=TRIAL_SECONDS), answers={})
    brief.learn(prover)

    met: list[Mapping[sp.Symbol, sp.Expr]] = []

    def examine(further: tuple[sp.Basic, ...]) -> Evidence:
        evidence = examined(statement, (*claim.domain, *further), brief, claim.hints)
        if evidence.refuted and evidence.witness is not None:
            met.append(evidence.witness)
        return evidence

    def inhabited(further: tuple[sp.Basic, ...]) -> bool:
        return brief.decide_inhabited((*claim.domain, *further)).proved

    found = candidates(stated, domain, about)
    chosen = weakest_sufficient(
        found, domain, judged.evidence, examine, inhabited, statement if formula else None
    )
    prover.learn(brief)
    return chosen, tuple(met)


def _read(stored: Any, claim: Claim) -> tuple[sp.Basic, ...]:
    """Stored conditions in the claim's symbols; none where they are damaged, or of other symbols."""
    notes = with_notes(stored)
    symbols = {s.name: s for h in (*claim.domain, claim.statement) for s in getattr(h, "free_symbols", ())}
    formulas = [n.formulas[0] for n in notes if isinstance(n, Note) and len(n.formulas) == 1]
    if len(formulas) < len(notes) or any(s.name not in symbols for f in formulas for s in f.free_symbols):
        return ()
    return tuple(
        f.func(
            *(side.xreplace({s: symbols[s.name] for s in f.free_symbols}) for side in f.args), evaluate=False
        )
        for f in formulas
    )


def _imply(
    domain: tuple[sp.Basic, ...], given: Iterable[sp.Basic], goals: Iterable[sp.Basic], prover: Prover
) -> bool:
    return all(prover.decide(Implication((*domain, *given), goal)).proved for goal in goals)


def _necessary(claim: Claim, extra: tuple[sp.Basic, ...], prover: Prover) -> bool:
    """Whether the statement, where it is true, implies the hypothesis."""
    statement = claim.statement
    return isinstance(statement, sp.Basic) and _imply(claim.domain, (statement,), extra, prover)


def _not_isolated(done: Completed, *_: object) -> Completed:
    """What else is special at the witness as it is."""
    judged = done.judgement
    domain = tuple(parts_of(judged.claim.domain))
    isolation = isolation_of(judged.evidence, domain, judged.extra_hypotheses)
    return replace(done, isolation=isolation, search={**(done.search or {}), "witness": None})


def _isolated(done: Completed, prover: Prover, stored: Mapping[str, Any] | None) -> Completed:
    judged = done.judgement
    claim = judged.claim

    def examine(further: tuple[sp.Basic, ...]) -> Evidence:
        return examined(claim.statement, (*claim.domain, *further), seeking, claim.hints)

    seeking = prover.with_points_first
    seeking.suggested = done.counterexamples
    domain = tuple(parts_of(claim.domain))
    known = None if stored is None else _place(stored.get("witness"))
    if stored is not None and known is None:
        return done
    found = isolated(judged.evidence, domain, judged.extra_hypotheses, examine, known)
    done = replace(done, search={**(done.search or {}), "witness": found.place})
    if found.evidence is judged.evidence:
        return replace(done, isolation=found.isolation)
    evidence = replace(found.evidence, statement=judged.evidence.statement, parts=(found.evidence,))
    return replace(done, judgement=replace(judged, evidence=evidence), isolation=found.isolation)


def _place(stored: Any) -> tuple[int, int] | None:
    match stored:
        case [int(condition), int(ranges)]:
            return condition, ranges
    return None


def _at_a_clear_point(done: Completed) -> Completed | None:
    """The same with a rational witness that the second evaluation confirms, of a plain formula.

    Where both sides of a comparison are equal at the witness, decimals do not tell that it fails there.
    """
    judged, claim = done.judgement, done.judgement.claim
    if not isinstance(claim.statement, sp.Basic) or not claim.symbols <= (judged.witness or {}).keys():
        return None
    for point in failing_points(Implication.of(claim.domain, claim.statement)):
        if confirm_witness(claim.statement, claim.domain, point)[0] is Confirmation.CONFIRMED:
            note, method = values_at(claim.statement, point), "counterexample, evaluated in ball arithmetic"
            evidence = Evidence(
                judged.evidence.statement, Outcome.REFUTED, Grade.EXACT, method, point, note=note
            )
            isolation = None
            if done.isolation is not None:
                isolation = isolation_of(evidence, tuple(parts_of(claim.domain)), judged.extra_hypotheses)
            better = replace(judged, evidence=evidence)
            return replace(done, judgement=better, isolation=isolation, confirmation=Confirmation.CONFIRMED)
    return None


def _confirmed(done: Completed) -> Completed:
    """Open, where the witness is contradicted, or should have been confirmed and none is that can be."""
    judged = done.judgement
    witness: Mapping[sp.Symbol, sp.Expr] = judged.witness or {}
    confirmation, why = confirm_witness(judged.claim.statement, judged.claim.domain, witness)
    done = replace(done, confirmation=confirmation)
    if confirmation.counts:
        return done
    if confirmation is Confirmation.UNSEEN and (clear := _at_a_clear_point(done)) is not None:
        return clear
    note = Note("the witness is not confirmed by a second evaluation: ", why)
    return replace(done, judgement=replace(judged, verdict=Verdict.OPEN, note=note))
