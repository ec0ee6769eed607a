"""How much is wrong: classes of what an author would wish to know, the gravest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

import sympy as sp

from verify.claims.claim import Claim
from verify.claims.locator_grammar import Grammar
from verify.claims.premises import alike, parts_of
from verify.claims.verdict import Verdict


class Severity(StrEnum):
    """What kind of error a claim is that does not hold as printed."""

    FALSE_RESULT = "false result"
    FALSE_STEP = "false step"
    FALSE_NUMBER = "false number"
    MISPRINT = "misprint"
    TRANSCRIPTION = "print or transcription"
    CONDITION = "condition left out"
    EDGE = "null event or empty case"

    @property
    def leads(self) -> bool:
        """Whether it stands on the first page of a note to the authors."""
        return self not in (Severity.CONDITION, Severity.EDGE)


def severity(
    claim: Claim, verdict: Verdict, extra_hypotheses: Iterable[sp.Basic] = (), grammar: Grammar | None = None
) -> Severity | None:
    """The class of a claim that does not hold as printed; None for others.

    Parameters
    ----------
    claim : Claim
        As printed.
    verdict : Verdict
        What came out.
    extra_hypotheses : iterable of Boolean
        For `holds-if`: what has to be added.
    grammar : Grammar, optional
        Tells which places are steps of proofs.

    Notes
    -----
    What is corrected into a statement of another kind is no misprint, unless the value is as printed (a
    minimum that is an infimum). A misprint whose print is in doubt may be a slip of the transcription that
    was judged. A condition is one of an edge where the domain has it without strictness: p < 1 where
    0 < p <= 1 leaves out p = 1 alone, where the text conditions on a null event or divides by zero.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> claim = Claim(Locator("example", "eq:1"), a**2 > 0, (a >= 0,))
    >>> severity(claim, Verdict.HOLDS_IF, (a > 0,)).value, severity(claim, Verdict.HOLDS_IF, (a > 1,)).value
    ('null event or empty case', 'condition left out')
    """
    match verdict:
        case Verdict.HOLDS_IF:
            return (
                Severity.EDGE if _on_the_edge(claim.domain, tuple(extra_hypotheses)) else Severity.CONDITION
            )
        case Verdict.MISPRINT | Verdict.REFUTED if _on_numbers_alone(claim):
            return Severity.FALSE_NUMBER
        case Verdict.MISPRINT if claim.print_in_doubt:
            return Severity.TRANSCRIPTION
        case Verdict.MISPRINT if _of_one_kind(claim):
            return Severity.MISPRINT
        case Verdict.MISPRINT | Verdict.REFUTED:
            step = re.fullmatch((grammar or Grammar()).steps, claim.locator.place)
            return Severity.FALSE_STEP if step else Severity.FALSE_RESULT
        case _:
            return None


def _on_numbers_alone(claim: Claim) -> bool:
    """Whether no symbol occurs: a formula without any, or printed numbers that are recomputed (`figure`)."""
    return not claim.symbols and (isinstance(claim.statement, sp.Basic) or hasattr(claim.statement, "figure"))


def _of_one_kind(claim: Claim) -> bool:
    """Whether the correction is of the same kind, or gives the same expression the same value."""
    printed, corrected = claim.statement, claim.corrected
    if isinstance(printed, sp.Basic) and isinstance(corrected, sp.Basic):
        return True
    return type(printed) is type(corrected) or _value(printed) == _value(corrected) != (None, None)


def _value(statement: object) -> tuple[object, object]:
    return getattr(statement, "expression", None), getattr(statement, "value", None)


def _on_the_edge(domain: Sequence[sp.Basic], extra: Sequence[sp.Basic]) -> bool:
    """Whether each further hypothesis is one of the domain, but strict."""
    known = {alike(part) for part in parts_of(domain)}
    return all(alike(_relaxed(part)) in known for part in parts_of(extra))


def _relaxed(condition: sp.Basic) -> sp.Basic:
    """Strict comparisons with equality allowed."""
    match condition:
        case sp.StrictGreaterThan():
            return sp.GreaterThan(condition.lhs, condition.rhs, evaluate=False)
        case sp.StrictLessThan():
            return sp.LessThan(condition.lhs, condition.rhs, evaluate=False)
    return condition
