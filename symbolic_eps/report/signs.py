"""Where eps rises and falls, as text and as JSON: regions by bound and variable, beside printed lemmas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from symbolic_eps.answers.printed_signs import PrintedSign
from symbolic_eps.answers.signs import PieceSigns, Signs
from symbolic_eps.report.derivation import setting
from symbolic_eps.report.formula import basic_text, condition_text, formula, profile_formula, relational_text
from symbolic_eps.report.prose import Line, Part, Prose, line, named
from symbolic_eps.report.structured import proof_record
from symbolic_eps.theory.sign_lemma import Omission
from symbolic_eps.theory.signs import PartialSigns
from symbolic_eps.theory.symbols import DECAY
from symbolic_eps.theory.variants import variant_polynomial
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.notation import Notation
from verify.language.condition import Condition
from verify.language.note import NOTHING, Note, joined, point

TITLE = "Where eps rises and falls"

WORD = {-1: "falls", 0: "stands still", 1: "rises", None: "both rises and falls (open)"}


def prose(answers: Sequence[Signs]) -> Prose:
    """The signs for one profile, or for the lemmas of papers, as a document.

    Examples
    --------
    >>> from symbolic_eps.answers.signs import signs
    >>> [part.heading for part in prose([signs("3")]).parts]
    ['Wherever the bound is enforced: r* = 3', 'What is proved']
    """
    if len(answers) == 1 and not answers[0].printed:
        (one,) = answers
        return Prose(TITLE, tuple(_question(one)), tuple(_parts(one)))
    parts = [
        part
        for one in answers
        for part in (Part(Note(_display(one.printed)), tuple(_question(one))), *_parts(one), _printed(one))
    ]
    return Prose(TITLE, (), tuple(parts))


def _display(printed: Sequence[PrintedSign]) -> str:
    return ", ".join(dict.fromkeys(f"{one.display} of {one.paper}" for one in printed))


def _question(signs: Signs) -> Iterator[Line]:
    profile = signs.profile
    yield line("posterior / prior `<=` ", profile.bound, level=1)
    yield from setting(profile)
    yield line(
        "eps here is what one pair of priors allows: `-log x` for the root x of ",
        named("F", variant_polynomial(profile.variant)),
        ", `s = 1/r*`. F grows with x, so eps rises with a prior or a parameter exactly where F does. At an "
        "end of a range, and where two bounds meet, the derivative is that from inside.",
    )


def _parts(signs: Signs) -> Iterator[Part]:
    if not signs.pieces:
        yield Part(Note("The profile sets no bound: eps = oo"), ())
    for piece in signs.pieces:
        where = Note("Wherever the bound is enforced: ")
        if piece.conditions:
            where = Note("Where ", joined(", ", piece.conditions), ": ")
        yield Part(Note(where, named("r*", piece.bound)), tuple(_piece(piece)))
    count = len(signs.certificates)
    lines = [
        line("The profile has a value wherever it is enforced.", level=1),
        line(f"Grade: {signs.grade}; {count} certificates in all.", level=1),
    ]
    if not signs.complete:
        lines.insert(1, line("Some questions stayed open, as said above.", level=1))
    yield Part(Note("What is proved"), tuple(lines))


def _piece(piece: PieceSigns) -> Iterator[Line]:
    lemma = piece.lemma
    if lemma is None:
        yield line(f"open: {piece.open}" if piece.open else f"{piece.nowhere}.")
        return
    if lemma.bound_positive:
        positive = joined(", ", lemma.bound_positive)
        yield line("A bound on a ratio of probabilities is positive: ", positive, ".")
    finite = _exactly("eps is finite", lemma.root_exists)
    yield line(finite, _exactly("; eps > 0", lemma.budget_positive), ".")
    needed = lemma.hypotheses != lemma.root_exists
    yield line("Where 0 < eps < oo:" if needed else "Wherever eps is finite:")
    for one in lemma.signs:
        yield from _variable(one)
    for omission in lemma.omissions:
        yield _omission(omission)
    count = len(piece.proof.certificates)
    yield line(f"Proved: {piece.proof.grade} ({count} certificates).")


def _exactly(what: str, conditions: Sequence[Condition]) -> Note:
    if not conditions:
        return Note(f"{what} everywhere")
    return Note(f"{what} exactly where ", joined(", ", conditions))


def _variable(one: PartialSigns) -> Iterator[Line]:
    name = one.variable.name
    if one.undecided:
        yield line(f"in {name}: open: {one.undecided}", level=1)
    elif len(one.claims) == 1:
        yield line(f"in {name}: eps {WORD[one.claims[0].sign]}", level=1)
    else:
        yield line(f"in {name}: eps", level=1)
        for claim in one.claims:
            yield line(f"{WORD[claim.sign]} where ", joined(", ", claim.conditions), level=2)


def _omission(omission: Omission) -> Line:
    at = point({s: omission.witness[s] for s in sorted(omission.witness, key=str) if s != DECAY})
    what = "eps = oo"
    if omission.claim is not None:
        what = f"it is false that eps {WORD[omission.claim.sign]} in {omission.claim.variable}"
    return line("Without ", omission.hypothesis, f" {what}, as at ", at, ".")


def _printed(signs: Signs) -> Part:
    lines = []
    for one in signs.printed:
        where = Note(" where ", joined(", ", one.conditions)) if one.conditions else NOTHING
        missing = Note(", with the hypothesis ", joined(", ", one.missing)) if one.missing else NOTHING
        said = f"{one.paper} {one.locator}: {one.statement}"
        lines.append(line(said, where, f": {one.verdict}", missing, level=1))
    return Part(Note("What is printed, and the audit's verdict"), tuple(lines))


def formula_of(signs: Signs, notation: Notation) -> str:
    """The signs in one formula."""
    layout = Layout(notation)
    shown = []
    for piece in signs.pieces:
        for one in piece.lemma.signs if piece.lemma else ():
            slope = notation.row((notation.slope(notation.name(one.variable.name)), notation.name("epsilon")))
            left = notation.row((notation.words("sign "), slope))
            cases = [
                (
                    notation.words("open") if claim.sign is None else layout.set(sp.Integer(claim.sign)),
                    layout.all_of([c.relational for c in (*piece.conditions, *claim.conditions)]),
                )
                for claim in one.claims
            ]
            if one.undecided:
                cases = [(notation.words("open"), layout.all_of([c.relational for c in piece.conditions]))]
            plain = len(cases) == 1 and not cases[0][1]
            shown.append(notation.relation(left, "=", cases[0][0] if plain else notation.cases(cases)))
        if piece.lemma is None:
            shown.append(notation.words(piece.open or piece.nowhere))
    return notation.listed(shown or [notation.words("no bound")])


def record(answers: Sequence[Signs]) -> dict[str, Any]:
    """The signs as a JSON document.

    Examples
    --------
    >>> from symbolic_eps.answers.signs import signs
    >>> record([signs("3")])["profiles"][0]["pieces"][0]["signs"][1]["regions"]
    [{'condition': 'True', 'sign': 1}]
    """
    return {"profiles": [_record(one) for one in answers]}


def _record(signs: Signs) -> dict[str, Any]:
    profile = signs.profile
    return {
        "id": signs.identifier,
        "profile": profile_formula(profile.bound),
        "fixed": {v.name: formula(value) for v, value in profile.fixed.items()},
        "box": [relational_text(c) for c in profile.box],
        "assumptions": [relational_text(c) for c in profile.parameter_region],
        "variant": str(profile.variant),
        "pieces": [_piece_record(piece) for piece in signs.pieces],
        "printed": [
            {
                "paper": one.paper,
                "locator": one.locator,
                "statement": one.statement,
                "conditions": [basic_text(c) for c in one.conditions],
                "verdict": one.verdict,
                "extra_hypotheses": [basic_text(c) for c in one.missing],
            }
            for one in signs.printed
        ],
        "complete": signs.complete,
        "proof": {"grade": str(signs.grade), "certificates": list(signs.certificates)},
    }


def _piece_record(piece: PieceSigns) -> dict[str, Any]:
    lemma = piece.lemma
    return {
        "bound": formula(piece.bound),
        "condition": condition_text(piece.conditions),
        "bound_positive": None if lemma is None else condition_text(lemma.bound_positive),
        "finite": None if lemma is None else condition_text(lemma.root_exists),
        "positive": None if lemma is None else condition_text(lemma.budget_positive),
        "hypotheses": [] if lemma is None else [relational_text(c) for c in lemma.hypotheses],
        "signs": [] if lemma is None else [_variable_record(one) for one in lemma.signs],
        "omissions": [] if lemma is None else [_omission_record(one) for one in lemma.omissions],
        "nowhere": piece.nowhere or None,
        "open": piece.open or None,
        "proof": proof_record(piece.proof),
    }


def _variable_record(one: PartialSigns) -> dict[str, Any]:
    return {
        "variable": one.variable.name,
        "thresholds": [formula(t) for t in one.thresholds],
        "regions": [{"condition": condition_text(c.conditions), "sign": c.sign} for c in one.claims],
        "open": one.undecided or None,
    }


def _omission_record(omission: Omission) -> dict[str, Any]:
    claim = omission.claim
    return {
        "hypothesis": relational_text(omission.hypothesis),
        "witness": {str(s): str(v) for s, v in omission.witness.items() if s != DECAY},
        "failure": omission.failure,
        "variable": None if claim is None else claim.variable.name,
        "sign": None if claim is None else claim.sign,
    }
