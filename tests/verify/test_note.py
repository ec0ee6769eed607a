"""Notes: words and formulas, which come back from journals and other processes as they were written."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
import sympy as sp

from verify.claims.auditor import Journal, judge_within
from verify.claims.claim import Claim, Locator
from verify.claims.record import Judged
from verify.claims.stored_note import with_notes, without_notes
from verify.evidence import Evidence, Outcome
from verify.language.implication import Implication
from verify.language.note import Formula, Note, joined
from verify.language.serialization import packed, unpacked
from verify.probability.weighted_sum import Quotient, Total
from verify.solvers.smt import UndecidedQueryError

a, b, x, eps = sp.symbols("a b x eps", real=True)

FORMULAS = [
    sp.Mul(1 / (1 - a), 1 - a, evaluate=False),
    sp.Eq(a, a, evaluate=False),
    sp.Gt(sp.exp(-eps), 0, evaluate=False),
    sp.Add(a, 1 / b - a, evaluate=False),
    sp.Pow(sp.Pow(a, -1), -1, evaluate=False),
    sp.And(sp.Le(0, a, evaluate=False), sp.Le(a, 1, evaluate=False), evaluate=False),
    sp.Implies(a > 0, sp.Or(b > 0, sp.Not(sp.Eq(a, b))), evaluate=False),
    sp.Piecewise((sp.log(a) / 2, a < b), (sp.oo, True)),
    sp.Derivative(a**2 + b, a, evaluate=False),
    Quotient(Total(a, x), Total(a * b, x)),
    sp.Max(sp.Rational(-3, 4) * a, sp.sqrt(b), sp.Abs(a - b)),
    sp.besselk(sp.Rational(1, 2), a) * sp.pi,
    sp.Function("round")(eps, sp.Float("0.510", 3)),
    sp.Rational(-7, 3),
    sp.false,
    -sp.oo,
]


def shape(formula: sp.Basic) -> object:
    """Heads and parts in their order, which is all that is set; symbols by their names alone."""
    if formula.args:
        return (type(formula).__name__, *map(shape, formula.args))
    return formula.name if isinstance(formula, sp.Symbol) else formula


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_formulas_come_back_as_written_from_a_journal_and_from_another_process(formula: sp.Basic) -> None:
    note = Note("at ", formula, " it fails")
    stored = json.loads(json.dumps(without_notes({"note": note})))
    for again in (with_notes(stored)["note"], pickle.loads(pickle.dumps(note)), copy.deepcopy(note)):
        assert again == note == f"at {formula} it fails"
        assert [isinstance(run, Formula) for run in again.runs] == [False, True, False]
        assert shape(again.formulas[0]) == shape(formula)
    assert pickle.loads(pickle.dumps(note)).formulas == note.formulas


def test_a_plain_pickle_would_lose_what_the_note_keeps() -> None:
    """The control of the test above: SymPy evaluates again when it unpickles."""
    assert pickle.loads(pickle.dumps(FORMULAS[2])) is sp.true
    assert pickle.loads(pickle.dumps(Note(FORMULAS[2]))).formulas[0] is not sp.true


def test_a_judged_claim_arrives_with_its_formulas_as_written() -> None:
    """Within a record notes are written with what they have in common; that evaluates nothing either."""
    line = sp.Eq(sp.Mul(1 / (1 - a), 1 - a, evaluate=False), 1, evaluate=False)
    claim = Claim(Locator("example", "eq:1"), line, (a >= 0, a <= 1), missing=(a < 1,), remark="as printed")
    judged = judge_within(claim)
    arrived = pickle.loads(pickle.dumps(judged))
    assert arrived == judged
    assert without_notes(asdict(arrived.record)) == without_notes(asdict(judged.record))
    assert shape(arrived.record.statement.formulas[0]) == shape(line)
    plain = pickle.loads(pickle.dumps(line))  # the control: what SymPy makes of it
    assert shape(plain) != shape(line)


def test_what_notes_have_in_common_is_written_once() -> None:
    notes = [Note(f"at {k}: ", FORMULAS[7]) for k in range(20)]
    one, all_of_them = len(packed(notes[:1])), len(packed(notes))
    assert all_of_them < 5 * one < len(pickle.dumps(notes))
    assert [note.runs for note in unpacked(packed(notes))] == [note.runs for note in notes]


@pytest.mark.parametrize("planted", [["__import__('os').system('x')"], ["system", "a"], "open('x')"])
def test_a_tree_that_was_tampered_with_is_a_name_and_runs_nothing(planted: object) -> None:
    (formula,) = with_notes({"runs": [["a", planted]]}).formulas
    assert isinstance(formula, sp.Symbol | sp.Function)


def test_the_text_is_the_note() -> None:
    note = Note("fails: ", a > b, Note(" at ", a), 3, {a: sp.Rational(1, 2)}, ValueError(Note("as ", b)))
    assert note == "fails: a > b at a3{a: 1/2}as b" and str(note) is not note
    assert note.formulas == (a > b, a, a, sp.Rational(1, 2), b)
    assert joined("; ", [a, "words"]).runs == (Formula("a", a), "; words")
    assert not Note() and Note("", Note()).runs == ()


def test_what_a_solver_could_not_decide_is_noted_with_its_formula() -> None:
    question = Note("a counterexample to ", Implication((a > 0,), b > a))
    note = Note(UndecidedQueryError(question, (), "timeout"))
    assert note == "the solver could not decide (timeout): a counterexample to (a > 0) imply b > a"
    assert note.formulas == (a > 0, b > a)


def test_plain_text_is_taken_as_words() -> None:
    """A statement of a user's own may note text; nothing in it is taken for a formula."""
    found = Evidence("a**2 > 0", Outcome.OPEN, None, "not decided")  # type: ignore[arg-type]
    assert found.statement.runs == ("a**2 > 0",)


def test_a_journal_keeps_the_formulas(tmp_path: Path) -> None:
    claim = Claim(Locator("example", "eq:1"), a**2 >= a, (a > 0,), missing=(a >= 1,))
    judged = judge_within(claim, 20)
    path = tmp_path / "journal"
    Journal(path).add(judged)
    (again,) = Journal(path).known.values()
    assert again.record == judged.record
    for before, after in zip(_notes(judged), _notes(again), strict=True):
        assert str(before) == str(after) and [type(r) for r in before.runs] == [type(r) for r in after.runs]
    assert again.record.extra_hypotheses[0].formulas and again.record.witness["a"].formulas


@pytest.mark.parametrize("cls", [sp.And, sp.Or, sp.Implies, sp.Equivalent], ids=lambda cls: cls.__name__)
def test_a_kept_condition_can_be_taken_apart_and_shown(cls: type[sp.Basic]) -> None:
    """Also inside of another: SymPy keeps the parts of some conditions a second time."""
    p, q = sp.symbols("p q")
    formula = sp.Not(cls(p > 0, q > 0), evaluate=False)
    (again,) = with_notes(json.loads(json.dumps(without_notes([Note("at ", formula)]))))[0].formulas
    assert again.args[0].args == formula.args[0].args and str(again) == str(formula)
    assert again.atoms(sp.Symbol) == {p, q}


def _notes(judged: Judged) -> Iterator[Note]:
    """All notes of a record, in a fixed order."""

    def inside(value: object) -> Iterator[Note]:
        match value:
            case Note():
                yield value
            case dict():
                for key in sorted(value):
                    yield from inside(value[key])
            case tuple() | list():
                for part in value:
                    yield from inside(part)

    yield from inside(asdict(judged.record))
