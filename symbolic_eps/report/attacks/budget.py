"""A budget under a notion, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.notions.budget import AttackBudget, baseline_of
from symbolic_eps.notions.notion import BASELINE, GROWTH, Notion
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.report.envelope import number
from symbolic_eps.report.formula import condition_text, formula, profile_formula, relational_text
from symbolic_eps.report.number import enclosed_number
from symbolic_eps.report.prose import Line, Part, Prose, line, named, plain, upright
from symbolic_eps.theory.symbols import DECAY
from verify.language.condition import Condition
from verify.language.note import NOTHING, Note, equation, joined

DIGITS = 20

CAPPED = {
    CapKind.RELATIVE_RISK: "success / baseline",
    CapKind.POSTERIOR: "success",
    CapKind.DIFFERENCE: "success - baseline",
    CapKind.ODDS_RATIO: "odds of success / odds of the baseline",
}


def prose(answer: AttackBudget) -> Prose:
    """The answer as a document.

    Parameters
    ----------
    answer : AttackBudget

    Examples
    --------
    >>> from symbolic_eps.notions.budget import attack_budget
    >>> from symbolic_eps.notions.question import AttackQuestion
    >>> answer = attack_budget(AttackQuestion.of("difference", "1/10", "approximate"))
    >>> [part.heading for part in prose(answer).parts]
    ['For all parameters: eps = log(11/9)', 'What it says, and what not', 'What is proved']
    """
    budget = answer.question.sought
    parts = (*_cases(answer), *_gaps(answer), _meaning(answer), _proved(answer))
    return Prose(f"The largest admissible {budget}, for the success of attacks", tuple(_asked(answer)), parts)


def _cases(answer: AttackBudget) -> list[Part]:
    return [_case(branch, answer) for branch in answer.branches]


def _asked(answer: AttackBudget) -> Iterator[Line]:
    question = answer.question
    for cap in question.caps:
        yield line(f"{CAPPED[cap.kind]} `<=` ", cap.value, level=1)
    if question.box:
        yield line("enforced where ", joined(", ", question.box), level=1)
    if told := _told(question):
        yield line("assuming ", joined(", ", told), level=1)
    yield line(f"release: {question.notion.promise}", _given(question), level=1)
    if any(GROWTH in c.symbols for branch in answer.branches for c in branch.conditions):
        yield line("E stands for e^eps", level=1)
    yield line(
        "An attack says yes or no. Its baseline k is the probability of yes where the record is not in the "
        "data, its success s that of yes where it is."
    )


def _told(question: AttackQuestion) -> tuple[Condition, ...]:
    """What is assumed, without the ends between which e^eps lies."""
    return tuple(c for c in dict.fromkeys(question.region) if not c.symbols & set(question.pinned))


def _given(question: AttackQuestion) -> Note:
    """What of (eps, delta) is given."""
    if question.notion is not Notion.APPROXIMATE:
        return NOTHING
    if question.eps is None:
        return Note(" with ", named("delta", question.delta))
    return Note(" with ", named("eps", question.eps))


def value_of(branch: Branch, question: AttackQuestion) -> sp.Expr | None:
    """What is sought, on a branch; None where it is the root of a higher polynomial."""
    if branch.exponential is None:
        return None
    if question.eps is None:
        return branch.epsilon
    return question.value(branch.exponential).subs(question.pinned)


def _case(branch: Branch, answer: AttackBudget) -> Part:
    budget = answer.question.sought
    where = (
        Note("If ", joined(", ", branch.conditions), ": ")
        if branch.conditions
        else Note("For all parameters: ")
    )
    if branch.polynomial is None:
        reason = "Every cap is 1 or more wherever it is enforced: it protects nothing there."
        return Part(Note(where, f"{budget} = {answer.question.value(sp.oo)}"), (line(reason),))
    lines = [line(_place(attainment, branch)) for attainment in branch.attained]
    value = value_of(branch, answer.question)
    if value is None:
        assert branch.between is not None
        low, high = branch.between
        which = branch.which or "only"
        root = line(f"{DECAY} is the {which} root of ", branch.polynomial, " from ", low, " to ", high, ".")
        form = "-log x" if answer.question.eps is None else "1 - x"
        return Part(Note(where, f"{budget} = {form}"), (root, *lines))
    if answer.enclosure is not None and answer.enclosure.width > 0:
        lines.insert(0, line(f"In decimals: {answer.enclosure.decimal_lower(12)}..."))
    return Part(Note(where, named(budget, value)), tuple(lines))


def _place(attainment: Attainment, branch: Branch) -> Note:
    near = attainment.kind is AttainmentKind.LIMIT
    start = "Decided in the limit of baselines near " if near else "Decided at the baseline "
    when = Note(" if ", joined(", ", attainment.conditions)) if attainment.conditions else NOTHING
    return Note(start, equation(BASELINE, upright(baseline_of(attainment, branch))), when, ".")


def _gaps(answer: AttackBudget) -> Iterator[Part]:
    for empty in answer.derived.empty:
        yield Part(Note("If ", joined(", ", empty.conditions), ": no baseline satisfies the box"), ())
    for region in answer.derived.open:
        where = joined(", ", region.conditions) or "somewhere among the parameters"
        yield Part(Note("Open: ", where), (line(region.reason),))


def _meaning(answer: AttackBudget) -> Part:
    budget = answer.question.sought
    said = line(
        f"With this {budget} no attack passes the caps, whatever it looks at; with a larger one some release "
        "that keeps to the notion lets an attack pass them. The success of guessing a value, with k the "
        "probability of guessing it without the release, keeps to the same caps."
    )
    unsaid = line(
        "It bounds how often attacks succeed, not the posterior of every output: under this notion nothing "
        "does, as an output that is rare enough may tell all. For that risk, leave out --notion and use a "
        "release with delta = 0."
    )
    return Part(Note("What it says, and what not"), (said, unsaid))


def _proved(answer: AttackBudget) -> Part:
    count = len(answer.certificates)
    cases = "The cases are disjoint and leave out no parameters but those that are named as open."
    notion = "The caps say of every release, and of its attacks, what is minimised; each limit is reached."
    return Part(
        Note("What is proved"),
        (
            line(notion, level=1),
            line(cases, level=1),
            line(f"Grade: {answer.grade}; {count} certificates.", level=1),
        ),
    )


def structured(answer: AttackBudget) -> dict[str, Any]:
    """The findings for JSON.

    Parameters
    ----------
    answer : AttackBudget

    Examples
    --------
    >>> from symbolic_eps.notions.budget import attack_budget
    >>> from symbolic_eps.notions.question import AttackQuestion
    >>> answer = attack_budget(AttackQuestion.of("difference", "1/10", "approximate"))
    >>> structured(answer)["value"]["closed_form"]
    'log(11/9)'
    """
    question, derived = answer.question, answer.derived
    value = None
    if answer.enclosure is not None:
        value = enclosed_number(answer.enclosure, DIGITS, answer.exact)
    return {
        "risk": "the success of attacks at a baseline",
        "notion": str(question.notion),
        "budget": question.notion.budget,
        "sought": question.sought,
        "delta": formula(question.delta) if question.sought == "eps" else None,
        "eps": None if question.eps is None else formula(question.eps),
        "caps": [{"kind": str(cap.kind), "value": profile_formula(cap.value)} for cap in question.caps],
        "assumptions": [relational_text(c) for c in _told(question)],
        "box": [relational_text(c) for c in question.box],
        "value": value,
        "double": None if answer.enclosure is None else number(answer.enclosure.double_lower()),
        "branches": [_branch(branch, question) for branch in answer.branches],
        "empty": [{"condition": condition_text(e.conditions)} for e in derived.empty],
        "open": [{"condition": condition_text(r.conditions), "reason": r.reason} for r in derived.open],
        "proof": {"grade": str(answer.grade), "certificates": list(answer.certificates)},
    }


def _branch(branch: Branch, question: AttackQuestion) -> dict[str, Any]:
    value = value_of(branch, question)
    record: dict[str, Any] = {
        "condition": condition_text(branch.conditions),
        "value": None if value is None else formula(value),
        "attained": [
            {
                "condition": condition_text(a.conditions),
                "k": formula(upright(baseline_of(a, branch))),
                "kind": str(a.kind),
            }
            for a in branch.attained
        ],
    }
    if value is None:
        assert branch.polynomial is not None and branch.between is not None
        record["root_of"] = {
            "polynomial": formula(branch.polynomial),
            "variable": DECAY.name,
            "between": [formula(end) for end in branch.between],
            **({"which": branch.which} if branch.which else {}),
        }
    return record


def table_text(answers: Mapping[str, AttackBudget]) -> str:
    """The closed-form table of a notion on a terminal.

    Parameters
    ----------
    answers : mapping of str to AttackBudget
        By row.

    Examples
    --------
    >>> from symbolic_eps.notions.budget import attack_budget
    >>> from symbolic_eps.notions.question import AttackQuestion
    >>> answer = attack_budget(AttackQuestion.of("difference", "b", "renyi-2", 0, ["0<b<1"]))
    >>> print(table_text({"difference": answer}).splitlines()[3])
      success - baseline <= b, assuming b > 0, b < 1
    """
    (notion,) = {answer.question.notion for answer in answers.values()}
    (sought,) = {answer.question.sought for answer in answers.values()}
    lines = [f"The largest {sought} under {notion.promise}", ABOUT]
    for name, answer in answers.items():
        lines += [name, f"  {_row_text(answer)}"]
        lines += [f"    {plain(line(part.heading))}" for part in _cases(answer)]
        lines += [f"    {plain(line(part.heading))}" for part in _gaps(answer)]
        lines.append(f"    proof: {answer.grade}, {len(answer.certificates)} certificates")
    return "\n".join(lines) + "\n"


ABOUT = "so that no attack passes the cap: its success is P(yes) with the record, its baseline k without it."


def _row_text(answer: AttackBudget) -> str:
    question = answer.question
    caps = "; ".join(f"{CAPPED[cap.kind]} <= {profile_formula(cap.value)}" for cap in question.caps)
    where = f" for {', '.join(map(str, question.box))}" if question.box else ""
    at = ", at one baseline k" if question.fixed else where
    pure = (
        "; delta = 0: with delta > 0 no eps keeps it"
        if question.notion is Notion.APPROXIMATE and question.delta == 0 and question.eps is None
        else ""
    )
    told = (*question.region, *(question.box if question.fixed else ()))
    return f"{caps}{at}, assuming {', '.join(map(str, told))}{pure}"
