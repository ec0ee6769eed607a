"""A judged claim with what every report says of it: what is wrong, where it fails, what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symbolic_eps.report.audit.abbreviation import abbreviated
from symbolic_eps.report.audit.change import with_changes
from symbolic_eps.report.audit.values import UNDEFINED, Sides, sides_at, sides_in, value_text, witness_value
from symbolic_eps.report.statement import family_names, hypotheses, index_sets, is_worded, shown
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.notation import Notation, Text
from symbolic_eps.typesetting.runs import set_note
from verify.calculus.derivative import PartialDerivative
from verify.claims.claim import Claim
from verify.claims.locator_grammar import Grammar
from verify.claims.record import Record
from verify.claims.severity import Severity, severity
from verify.claims.verdict import Verdict
from verify.language.note import NOTHING, Formula, Note, joined, point
from verify.language.truth import holds_at
from verify.probability.weighted_sum import Setting

ERRATA = (Verdict.HOLDS_IF, Verdict.MISPRINT, Verdict.REFUTED)
"""What an author would wish to know."""


@dataclass(frozen=True)
class Entry:
    """A claim and its record.

    Parameters
    ----------
    claim : Claim
        As it was judged.
    record : Record
        What was found.
    grammar : Grammar
        Of the paper.
    near : str
        Where in its section a sentence stands, such as `after (14)`; empty if that is not known.
    """

    claim: Claim
    record: Record
    grammar: Grammar = field(default_factory=Grammar)
    near: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return Verdict(self.record.verdict)

    @property
    def anchor(self) -> str:
        """The locator, unique among all papers."""
        return f"{self.record.paper}/{self.record.locator}"

    @property
    def place(self) -> str:
        """The locator in words."""
        return self.grammar.in_words(self.record.locator, self.near)

    @property
    def is_reading(self) -> bool:
        """Whether the paper has words there, and the statement is our reading of them."""
        return self.record.locator.startswith("text:")

    @property
    def headline(self) -> Note:
        """One line: what is wrong; the grade where nothing is."""
        return Note(*self._headline)

    @property
    def _headline(self) -> tuple[object, ...]:
        match self.verdict:
            case Verdict.HOLDS_IF:
                return ("false as printed; true with a further hypothesis",)
            case Verdict.MISPRINT:
                return ("false as printed; the corrected form is true",)
            case Verdict.REFUTED:
                return ("false",)
            case Verdict.OPEN:
                return "not decided: ", one_line(self.record.note) or self.record.method
            case Verdict.CITED:
                return "not judged here: ", one_line(self.claim.source)
            case Verdict.DEFINITION:
                return ("nothing to prove",)
            case _:
                return (f"proved ({self.record.grade})",)

    def statement(self, notation: Notation) -> str:
        """What is printed."""
        return shown(self.claim.statement, notation)

    @property
    def in_words(self) -> Note:
        """The statement's text, where it is a sentence and not a formula; else empty."""
        return one_line(self.claim.text) if is_worded(self.claim.statement) else NOTHING

    def domain(self, notation: Notation) -> str:
        """The hypotheses as printed; empty for none."""
        parts = self.given(notation)
        return notation.joined(parts, "and") if len(parts) > 1 else "".join(parts)

    def given(self, notation: Notation) -> list[str]:
        """The hypotheses one by one: as printed, and what a statement on sums assumes besides, of sets."""
        statement = self.claim.statement
        stated = (part for h in self.claim.domain for part in (h.args if isinstance(h, sp.And) else (h,)))
        distinct = dict.fromkeys((*stated, *hypotheses(statement)))
        assumed = Layout(notation, family_names(statement)).each_of(distinct)
        return [*assumed, *index_sets(statement, notation)]

    @cached_property
    def severity(self) -> Severity | None:
        """The class of error; None where nothing is wrong, or nothing is decided."""
        added = [
            hypothesis.runs[0].expression if isinstance(hypothesis.runs[0], Formula) else sp.false
            for hypothesis in map(Note, self.record.extra_hypotheses)
        ]
        return severity(self.claim, self.verdict, added, self.grammar)

    def corrected(self, notation: Notation, marked: bool = False) -> str:
        """The corrected form, if it is proved, on demand with what differs marked; else empty."""
        if self.record.corrected is None or self.claim.corrected is None:
            return ""
        corrected = self.claim.corrected
        return shown(with_changes(self.claim.statement, corrected) if marked else corrected, notation)

    def abbreviated(self, notation: Notation) -> tuple[str, str]:
        """Printed and corrected form, what is long and the same left out; the second empty for none."""
        statement, corrected = self.claim.statement, self.claim.corrected
        if self.record.corrected is None or corrected is None:
            return self.statement(notation), ""
        printed, right = (shown(part, notation) for part in abbreviated(statement, corrected))
        return printed, right

    def extra_hypotheses(self, notation: Notation) -> str:
        """What has to be added; empty for nothing."""
        added = [Note(hypothesis) for hypothesis in self.record.extra_hypotheses]
        formulas = [formula for note in added for formula in note.formulas]
        if len(formulas) == len(added):
            return Layout(notation, family_names(self.claim.statement)).all_of(formulas)
        return notation.joined([set_note(note, notation) for note in added], "and")

    @cached_property
    def point(self) -> Mapping[sp.Symbol, sp.Expr] | None:
        """The point at which it fails as exact numbers; None where there is none, or it is no point."""
        witness = self.record.witness
        if witness is None:
            return None
        symbols = {symbol.name: symbol for symbol in self._symbols}
        read = {name: witness_value(value) for name, value in witness.items()}
        return {symbols.get(n, sp.Symbol(n, real=True)): v for n, v in read.items() if v is not None}

    def witness(self, notation: Notation) -> str:
        """The point at which it fails; empty for none."""
        return notation.listed(self.coordinates(notation))

    def coordinates(self, notation: Notation) -> list[str]:
        """The point at which it fails, one by one; of a finite model the index sets first."""
        return coordinates_shown(self.record.witness or {}, notation)

    @property
    def because(self) -> Note:
        """What fails at the witness, where no values of two sides show it; empty for nothing."""
        if self.verdict not in ERRATA or self.sides:
            return NOTHING
        return self._place_outside or _shortened(one_line(self.record.evidence["note"]), self.record.domain)

    @property
    def tried(self) -> Note:
        """Why a repair that was tried is not proved; empty for nothing."""
        note = self.record.note
        failed = self.verdict is Verdict.REFUTED and note != self.record.evidence["note"]
        return one_line(note) if failed else NOTHING

    @cached_property
    def sides(self) -> tuple[Sides, ...]:
        """The values of both sides of each comparison that fails at the witness."""
        statement, witness = self.claim.statement, self.record.witness
        setting, goal = getattr(statement, "setting", None), getattr(statement, "goal", None)
        if getattr(statement, "functions", ()):
            return ()  # the note says with which function the goal fails
        if witness and isinstance(setting, Setting) and isinstance(goal, sp.Basic):
            return tuple(sides_in(goal, setting, witness))
        point = self.point
        if not point or len(point) < len(witness or {}):
            return ()
        failing = (sides_at(comparison, point) for comparison in self._comparisons)
        return tuple(sides for sides in failing if sides is not None)

    @property
    def _symbols(self) -> Iterator[sp.Symbol]:
        for part in (*self.claim.domain, self.claim.statement, self.claim.corrected):
            for formula in [part] if isinstance(part, sp.Basic) else _fields(part):
                yield from formula.free_symbols

    @property
    def _comparisons(self) -> Sequence[sp.Basic]:
        statement = self.claim.statement
        if isinstance(statement, PartialDerivative):
            slope = sp.diff(statement.function, statement.variable)
            return [sp.Eq(slope, statement.printed, evaluate=False)]
        if (sign := _sign_of_derivative(statement)) is not None:
            function, comparison = sign
            defined = value_text(function, self.point or {}) != UNDEFINED
            return [comparison] if defined and isinstance(comparison, Relational) else []
        if isinstance(statement, sp.And):
            return [part for part in statement.args if isinstance(part, Relational)]
        return [statement] if isinstance(statement, Relational) else []

    @property
    def _place_outside(self) -> Note:
        """For an extremum: which hypothesis the place at which it is said to be attained breaks."""
        place = getattr(self.claim.statement, "attained_at", None)
        if not isinstance(place, Mapping) or self.point is None:
            return NOTHING
        at = {**self.point, **{symbol: value.subs(self.point) for symbol, value in place.items()}}
        broken = [h for h in self.claim.domain if h.free_symbols <= set(at) and holds_at(h, at) is False]
        if not broken:
            return NOTHING
        named = Note("the place that is named, ", point(place))
        return Note(named, ", is not in the range: ", broken[0], " is false there")


def _sign_of_derivative(statement: Any) -> tuple[sp.Expr, sp.Basic] | None:
    """For a statement on the sign of a derivative: the function, and that comparison."""
    fields = (getattr(statement, name, None) for name in ("function", "variable", "relation"))
    function, variable, relation = fields
    if not (isinstance(function, sp.Expr) and isinstance(variable, sp.Symbol) and isinstance(relation, str)):
        return None
    return function, sp.Rel(sp.diff(function, variable), sp.Integer(0), {"=": "=="}.get(relation, relation))


def _shortened(note: Note, domain: Iterable[str]) -> Note:
    """An implication that fails, without what is given anyway.

    Examples
    --------
    >>> from sympy.abc import a, b, c
    >>> from verify.language.implication import Implication
    >>> print(_shortened(Note("fails: ", Implication((a > 0, b > 1), c < 0)), ["a > 0"]))
    c < 0 is false there, where b > 1
    >>> strict = Implication((a > 0,), b > c)
    >>> print(_shortened(Note("the value is not attained: ", strict, " is proved"), ["a > 0"]))
    the value is not attained: everywhere in the range the left side is greater
    >>> print(_shortened(Note("fails: ", Implication((a > 0, b > 1), sp.false)), ["a > 0"]))
    b > 1 is not excluded
    """
    words = [run for run in note.runs if isinstance(run, str)]
    if words[0].startswith("the value is not attained: ") and words[-1] == " is proved":
        goal = [run.expression for run in note.runs if isinstance(run, Formula)][-1]
        side = "greater" if isinstance(goal, (sp.Gt, sp.Ge)) else "less"
        return Note(f"the value is not attained: everywhere in the range the left side is {side}")
    if words[:1] != ["fails: ("] or words[-1] != ") imply ":
        return note
    *hypotheses, goal = (run for run in note.runs if isinstance(run, Formula))
    known = {*domain, "True"}
    more = joined(" and ", (hypothesis for hypothesis in hypotheses if hypothesis.text not in known))
    if goal.expression == sp.false:
        return Note(more, " is not excluded") if more else note
    return Note(goal, " is false there", *((", where ", more) if more else ()))


def _fields(statement: Any) -> Iterable[sp.Basic]:
    return (value for value in vars(statement).values() if isinstance(value, sp.Basic)) if statement else ()


def coordinates_shown(witness: Mapping[str, str], notation: Notation) -> list[str]:
    """A point as equations: of a finite model the index sets, then the numbers, then the families.

    Examples
    --------
    >>> from symbolic_eps.typesetting.notation import Text
    >>> third, two = Note(sp.Rational(1, 3)), Note(sp.Integer(2))
    >>> coordinates_shown({"f[1,2]": third, "p": Note(sp.Integer(1)), "size(y)": two}, Text())
    ['y in {1, 2}', 'p = 1', 'f[1,2] = 1/3']
    """
    ordered = sorted(witness.items(), key=lambda item: ("[" in item[0]) - item[0].startswith("size("))
    return [_coordinate(name, value, notation) for name, value in ordered]


def _coordinate(name: str, value: str, notation: Notation) -> str:
    if size := re.fullmatch(r"size\((\w+)\)", name):
        values = ", ".join(map(str, range(1, int(value) + 1)))
        return notation.relation(notation.name(size[1]), "in", notation.set_of(values))
    return notation.relation(notation.name(name), "=", set_note(value, notation))


def one_line(text: str) -> Note:
    """The text without line ends or runs of blanks."""
    note = Note(text)
    if " ".join(note.split()) == note:
        return note
    first, *others = (re.sub(r"\s+", " ", r) if isinstance(r, str) else r for r in ("", *note.runs, ""))
    return Note(first, *others)


LABELS = {"inhabited": "the domain has a point", "repair": "the repaired form"}


def evidence_roots(evidence: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The trees of a record's evidence with what each is about: as printed, the domain, the repair.

    Examples
    --------
    >>> tree = {"outcome": "refuted", "parts": [], "repair": {"outcome": "proved", "parts": []}}
    >>> [label for label, _ in evidence_roots(tree)]
    ['as printed', 'the repaired form']
    """
    named = [
        (LABELS.get(name, name), value)
        for name, value in evidence.items()
        if isinstance(value, Mapping) and "outcome" in value
    ]
    return [("as printed", evidence), *named]


def evidence_line(tree: Mapping[str, Any]) -> Note:
    """What a piece of evidence shows, on one line."""
    grade = f" ({tree['grade']})" if tree["grade"] else ""
    return Note(f"{tree['outcome']}{grade}: ", one_line(tree["statement"]))


def evidence_details(tree: Mapping[str, Any]) -> list[Note]:
    """By which means, at which point, with which certificate."""
    where = ", ".join(coordinates_shown(tree["witness"] or {}, Text()))
    details = (
        tree["method"] and Note("by ", tree["method"]),
        where and f"at {where}",
        tree["note"],
        tree["certificate"] and f"certificate {tree['certificate']}",
    )
    return [one_line(detail) for detail in details if detail]
