"""Claims: a statement, its domain, where it is printed, and what the evidence makes of it.

Each verdict has its needs: `holds` a proof on an inhabited domain, `holds-if` a proof with the further
hypothesis and a witness without it, `misprint` a witness and a proof of the corrected form, `refuted` a
witness; a claim without them is `open`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

import sympy as sp

from verify.claims.missing_hypothesis import find_missing_hypothesis
from verify.claims.verdict import Verdict
from verify.evidence import Evidence, Grade, Outcome, combined
from verify.language.assumptions import AssumptionError, refuse_namesakes, with_signs
from verify.language.condition import Condition, conditions_of
from verify.language.encoding import NotAlgebraicError
from verify.language.implication import Hints, Implication
from verify.language.note import NOTHING, Note
from verify.language.serialization import packed, unpacked
from verify.prover.prover import Prover
from verify.solvers.smt import UndecidedQueryError


class Kind(StrEnum):
    """What a printed sentence does: it asserts, it defines, or it reports what another source shows."""

    ASSERTION = "assertion"
    DEFINITION = "definition"
    CITED = "cited"


@dataclass(frozen=True, order=True)
class Locator:
    """Where a statement is printed.

    Parameters
    ----------
    paper : str
        The paper's id.
    place : str
        The place in it, such as `eq:12`, `lem:3.4@B.1`, `tab:3/(15).2` or `text:5/below-10-percent`.
    """

    paper: str
    place: str

    def __str__(self) -> str:
        return f"{self.paper} {self.place}"


@runtime_checkable
class Statement(Protocol):
    """A statement that is more than one comparison (a limit, an extremum, an integral, ...)."""

    @property
    def text(self) -> Note:
        """The statement, rendered from what is examined."""

    def examine(self, domain: tuple[sp.Basic, ...], prover: Prover) -> Evidence:
        """Evidence for or against the statement on the domain."""


@dataclass(frozen=True)
class Claim:
    """A statement that can be true or false, as printed.

    Parameters
    ----------
    locator : Locator
        Where it is printed.
    statement : Boolean or Statement
        A comparison or a combination of comparisons, or a statement object.
    domain : tuple of Boolean
        Its hypotheses, as printed. The signs that symbols declare, such as `Symbol("m", positive=True)`, are
        added.
    variables : tuple of Symbol
        The symbols that may occur; empty for any. Another symbol is an error.
    missing : tuple of Boolean
        A further hypothesis under which it is expected to hold, to be tried if it is false as printed.
    eliminated : tuple of Symbol
        Symbols that a further hypothesis must be free of; with these, one is searched for if none is given.
        (Without them the weakest further hypothesis is the statement itself.)
    corrected : Boolean, Statement or None
        The form that the neighbouring steps use, to be tried if it is false as printed.
    hints : Hints
        For the search of a proof.
    kind : Kind
        A definition and a cited result are not put to proof.
    source : str
        For a cited result: what is cited.
    remark : str
        What a reader should know besides: how words were read as formulas, or what is wrong.
    print_in_doubt : bool
        Whether the line was judged as a transcription has it, and may stand otherwise in print.

    Raises
    ------
    ValueError
        A cited result without a source, or a symbol that is not among the variables.
    verify.language.assumptions.AssumptionError
        A symbol that declares something other than a sign, or two symbols of one name.

    Examples
    --------
    >>> from sympy.abc import a
    >>> claim = Claim(Locator("example", "eq:1"), a**2 >= a, (a > 0,), missing=(a >= 1,))
    >>> judged = judge(claim, Prover())
    >>> judged.verdict.value, judged.witness
    ('holds-if', {a: 1/2})
    """

    locator: Locator
    statement: sp.Basic | Statement
    domain: tuple[sp.Basic, ...] = ()
    variables: tuple[sp.Symbol, ...] = ()
    missing: tuple[sp.Basic, ...] = ()
    eliminated: tuple[sp.Symbol, ...] = ()
    corrected: sp.Basic | Statement | None = None
    hints: Hints = field(default_factory=Hints)
    kind: Kind = Kind.ASSERTION
    source: str = ""
    remark: str = ""
    print_in_doubt: bool = False

    def __post_init__(self) -> None:
        if (self.kind is Kind.CITED) != bool(self.source):
            raise ValueError(f"{self.locator}: a cited result names its source, and nothing else does")
        self._take_signs()
        if self.variables:
            undeclared = sorted(self.symbols - set(self.variables), key=str)
            if undeclared:
                raise ValueError(
                    f"{self.locator}: undeclared symbol {undeclared[0]}; declared are "
                    + ", ".join(map(str, self.variables))
                )

    def _take_signs(self) -> None:
        """Add the signs that symbols declare to the domain; refuse what else they declare."""
        others = (self.variables, self.missing, self.eliminated, (self.corrected,))
        domain: Any = self.domain
        if not isinstance(domain, tuple) or not all(isinstance(h, sp.Basic) for h in domain):
            return  # who reads claims from a file says what is wrong
        about = _symbols_of((*self.domain, self.statement))
        try:
            refuse_namesakes(about.union(*map(_symbols_of, others)))
            object.__setattr__(self, "domain", with_signs(self.domain, *about))
        except AssumptionError as error:
            raise AssumptionError(f"{self.locator}: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: as written, where a plain pickle would let SymPy simplify the statement."""
        return _restored, (packed(tuple(getattr(self, part.name) for part in fields(self))),)

    @property
    def symbols(self) -> frozenset[sp.Symbol]:
        """The symbols of domain and statement."""
        parts = [*self.domain, *([self.statement] if isinstance(self.statement, sp.Basic) else [])]
        return frozenset().union(*(part.free_symbols for part in parts))

    @property
    def text(self) -> Note:
        """The statement as text."""
        return stated(self.statement)


def stated(statement: sp.Basic | Statement) -> Note:
    """A statement in words and formulas; of a statement of a user's own its text, as words."""
    return Note(statement.text if isinstance(statement, Statement) else statement)


def _symbols_of(parts: object) -> frozenset[sp.Symbol]:
    """The symbols of what is SymPy, or says which symbols it is about."""
    found = (getattr(part, "free_symbols", ()) for part in parts) if isinstance(parts, tuple) else ()
    return frozenset[sp.Symbol]().union(*found)


def _restored(data: bytes) -> Claim:
    return Claim(*unpacked(data))


@dataclass(frozen=True)
class Judgement:
    """A claim with its verdict and everything that the verdict rests on.

    Parameters
    ----------
    claim : Claim
        What was judged.
    verdict : Verdict
        What is said of it.
    evidence : Evidence
        For or against the statement as printed.
    inhabited : Evidence
        That the domain has a point.
    extra_hypotheses : tuple of Boolean
        For `holds-if`: what has to be added.
    repair : Evidence or None
        The proof with the further hypothesis, or of the corrected form.
    note : Note
        Why it is open, if it is.
    """

    claim: Claim
    verdict: Verdict
    evidence: Evidence
    inhabited: Evidence
    extra_hypotheses: tuple[sp.Basic, ...] = ()
    repair: Evidence | None = None
    note: Note = NOTHING

    @property
    def grade(self) -> Grade | None:
        """The weakest grade among what the verdict rests on; None where nothing is proved."""
        if self.verdict is Verdict.OPEN:
            return None
        return min((e.grade for e in self._grounds if e.grade is not None), default=None)

    @property
    def witness(self) -> Mapping[sp.Symbol, sp.Expr] | None:
        """The point at which the statement as printed fails."""
        return self.evidence.witness if self.evidence.refuted else None

    @property
    def certificates(self) -> Iterator[Mapping[str, Any]]:
        """All certificates that the verdict rests on."""
        for evidence in self._grounds:
            yield from evidence.certificates

    @property
    def _grounds(self) -> tuple[Evidence, ...]:
        """What the verdict rests on; a repair that failed is shown, but is not among it."""
        if self.repair is not None and self.verdict in (Verdict.HOLDS_IF, Verdict.MISPRINT):
            return self.evidence, self.repair
        return (self.evidence,)


def examined(
    statement: sp.Basic | Statement, domain: Iterable[sp.Basic], prover: Prover, hints: Hints
) -> Evidence:
    """Evidence for or against a statement on a domain; open, with a reason, where it is not put to proof."""
    given = tuple(domain)
    try:
        if isinstance(statement, Statement):
            return statement.examine(given, prover)
        parts = statement.args if isinstance(statement, sp.And) else (statement,)
        found = [prover.decide(Implication(given, part, hints)) for part in parts]
    except (NotAlgebraicError, UndecidedQueryError) as error:
        return Evidence(stated(statement), Outcome.OPEN, None, "not put to proof", note=Note(error))
    return found[0] if len(found) == 1 else combined(Note(statement), found, "each part")


def judge(claim: Claim, prover: Prover) -> Judgement:
    """The verdict on a claim.

    Parameters
    ----------
    claim : Claim
        The claim.
    prover : Prover
        Brings the evidence.

    Returns
    -------
    Judgement
        With the verdict `open`, and a note, where what another verdict needs is not there.
    """
    if claim.kind is not Kind.ASSERTION:
        nothing = Evidence(claim.text, Outcome.UNASKED, None, "nothing to prove")
        return Judgement(claim, Verdict(str(claim.kind)), nothing, nothing)
    inhabited = prover.decide_inhabited(claim.domain)
    doubted = claim.missing or claim.eliminated or claim.corrected is not None
    seeking = prover.with_points_first if doubted else prover
    evidence = examined(claim.statement, claim.domain, seeking, claim.hints)
    printed = Judgement(claim, Verdict.OPEN, evidence, inhabited)
    if not inhabited.proved:
        why = (
            "is empty, so that everything holds on it"
            if inhabited.refuted
            else Note("is not shown to be inhabited: ", inhabited.note)
        )
        return replace(printed, note=Note("the domain ", why))
    if evidence.proved:
        return replace(printed, verdict=Verdict.HOLDS)
    if not evidence.refuted:
        return replace(printed, note=evidence.note or Note(f"not decided: {evidence.method}"))
    if evidence.witness is None or evidence.grade is Grade.SAMPLED:
        return replace(printed, note=Note(f"refuted, but without an exact witness ({evidence.method})"))
    refuted = replace(printed, verdict=Verdict.REFUTED)
    if claim.corrected is not None:
        return _with_correction(refuted, claim.corrected, prover)
    extra = claim.missing or _found_missing(claim, prover)
    return _with_hypotheses(refuted, tuple(extra), prover) if extra else refuted


def _with_correction(refuted: Judgement, corrected: sp.Basic | Statement, prover: Prover) -> Judgement:
    """A misprint, if the corrected form is proved."""
    claim = refuted.claim
    repair = examined(corrected, claim.domain, prover, claim.hints)
    if repair.proved:
        return replace(refuted, verdict=Verdict.MISPRINT, repair=repair)
    said = "is refuted too" if repair.refuted else Note("is not proved either: ", repair.note)
    return replace(refuted, repair=repair, note=Note("the corrected form ", said))


def _with_hypotheses(refuted: Judgement, extra: tuple[sp.Basic, ...], prover: Prover) -> Judgement:
    """True under further hypotheses, if that is proved, and they leave some point."""
    claim = refuted.claim
    wider = (*claim.domain, *extra)
    repair = examined(claim.statement, wider, prover, claim.hints)
    if not repair.proved:
        said = "refuted" if repair.refuted else Note("not proved: ", repair.note)
        return replace(refuted, repair=repair, note=Note("with the further hypothesis it is ", said))
    if not prover.decide_inhabited(wider).proved:
        note = Note("no point is known that satisfies the further hypothesis")
        return replace(refuted, repair=repair, note=note)
    return replace(refuted, verdict=Verdict.HOLDS_IF, extra_hypotheses=extra, repair=repair)


def _found_missing(claim: Claim, prover: Prover) -> tuple[sp.Basic, ...]:
    """A further hypothesis found by search, for claims on polynomials that name what it must be free of."""
    if not claim.eliminated:
        return ()
    try:
        hypotheses: tuple[Condition, ...] = tuple(c for h in claim.domain for c in conditions_of(h))
        goal = conditions_of(claim.statement) if isinstance(claim.statement, sp.Basic) else ()
        found = find_missing_hypothesis(hypotheses, goal, prover.solver, claim.eliminated) if goal else None
    except (TypeError, UndecidedQueryError):
        return ()  # neither polynomial nor decidable: the claim stays refuted, which its witness shows
    return tuple(c.relational for c in found.hypothesis) if found is not None else ()
