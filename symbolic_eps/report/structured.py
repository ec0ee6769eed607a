"""Results as JSON; the field names are a contract with those who read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Place, Recommendation
from symbolic_eps.closed_forms.closed_form import Attainment, Branch, Proof
from symbolic_eps.closed_forms.roots import isolating
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.mechanisms.accuracy import Threshold
from symbolic_eps.profiles.profile import PRIORS, RiskProfile
from symbolic_eps.report import noise, unconstrained
from symbolic_eps.report.attained_faces import faces_record
from symbolic_eps.report.attempt import attempt
from symbolic_eps.report.envelope import number
from symbolic_eps.report.explanation import curve
from symbolic_eps.report.formula import basic_text, condition_text, formula, relational_text
from symbolic_eps.report.number import ends
from symbolic_eps.report.sections import Section
from symbolic_eps.report.table import PrintedEntry, TableEntry
from symbolic_eps.theory.symbols import DECAY

DIGITS = 20


def table(entries: Sequence[TableEntry]) -> dict[str, Any]:
    """The closed-form table; empty where no row was asked for."""
    return {"rows": [_row(entry) for entry in entries]} if entries else {}


def sections(tables: Sequence[Section]) -> dict[str, Any]:
    """Further tables: a list of records under each section's key."""
    return {s.key: [dict(zip(s.header, row, strict=True)) for row in s.rows] for s in tables}


def _row(entry: TableEntry) -> dict[str, Any]:
    profile = entry.derived.profile
    return {
        "id": entry.identifier,
        "display": entry.display,
        "profile": formula(profile.bound),
        "fixed": {v.name: formula(value) for v, value in profile.fixed.items()},
        "box": [relational_text(c) for c in profile.box],
        "assumptions": [relational_text(c) for c in profile.parameter_region],
        "branches": [
            _branch(branch, profile) | {"proof": proof_record(proof)}
            for branch, proof in zip(entry.derived.branches, entry.derived.proofs, strict=True)
        ],
        "empty": [{"condition": condition_text(e.conditions)} for e in entry.derived.empty],
        "proof": {
            "grade": str(entry.grade),
            "theorems": list(entry.theorems),
            "certificates": list(entry.derived.certificates),
            "questions": entry.derived.questions,
        },
        "printed": [_printed(printed) for printed in entry.printed],
    }


def _branch(branch: Branch, profile: RiskProfile) -> dict[str, Any]:
    record: dict[str, Any] = {
        "condition": condition_text(branch.conditions),
        "epsilon": None if branch.epsilon is None else formula(branch.epsilon),
        "attained": [_attained(a, profile) for a in branch.attained],
        "derivation": [step.text for step in branch.steps],
    }
    if branch.epsilon is None:
        assert branch.polynomial is not None and branch.between is not None
        record["root_of"] = {
            "polynomial": formula(branch.polynomial),
            "variable": DECAY.name,
            "between": [formula(end) for end in branch.between],
            **({"which": branch.which} if branch.which else {}),
            **({"faces": faces_record(branch)} if branch.faces else {}),
        }
    return record


def proof_record(proof: Proof) -> dict[str, Any]:
    """How a part is proved."""
    return {"grade": str(proof.grade), "certificates": list(proof.certificates)}


def _attained(attainment: Attainment, profile: RiskProfile) -> dict[str, Any]:
    record: dict[str, Any] = {
        "condition": condition_text(attainment.conditions),
        **_priors({**profile.fixed, **attainment.place}),
        "kind": str(attainment.kind),
    }
    if attainment.segment_end is not None:
        record["to"] = _priors({**profile.fixed, **attainment.segment_end})
    roots = {v: value for v, value in attainment.place.items() if isinstance(value, sp.CRootOf)}
    if roots:
        record["roots_of"] = {v.name: _root_of(v, value) for v, value in roots.items()}
    return record


def _root_of(v: sp.Symbol, value: sp.CRootOf) -> dict[str, Any]:
    """A prior as the only root of a polynomial in an interval."""
    return {
        "polynomial": formula(value.poly.as_expr().subs(DECAY, v)),
        "variable": v.name,
        "between": [formula(end) for end in isolating(value)],
    }


def _priors(place: Mapping[sp.Symbol, sp.Expr]) -> dict[str, str]:
    return {v.name: formula(place[v]) for v in PRIORS}


def _printed(entry: PrintedEntry) -> dict[str, Any]:
    return {
        "paper": entry.paper,
        "locator": entry.locator,
        "branch": entry.branch,
        "verdict": entry.verdict,
        "condition": basic_text(entry.condition),
        "epsilon": formula(entry.epsilon),
        "extra_hypotheses": [relational_text(c) for c in entry.hypothesis],
        "witness": None if entry.witness is None else {str(s): str(v) for s, v in entry.witness.items()},
    }


def recommendation(answer: Recommendation, threshold: Threshold | None = None) -> dict[str, Any]:
    """One recommended eps with its enclosure, place and meaning; `noise` is None for eps = 0 and oo."""
    return {
        "epsilon": ends(answer.enclosure, DIGITS),
        "epsilon_double": number(answer.epsilon_double),
        "attained": places(answer),
        "closed_form": None if answer.closed_form is None else formula(answer.closed_form),
        "variant": str(answer.profile.variant),
        "root_of": _branch(answer.derived.branches[0], answer.profile).get("root_of"),
        "noise": None if answer.noise is None else noise.structured(answer.epsilon, threshold),
        "blame": unconstrained.structured(answer.blame),
        "guarantee": None
        if answer.enclosure.is_infinite
        else attempt(
            lambda: curve(answer.epsilon, PriorRegion.around(answer.profile), answer.profile.variant)
        ).value,
        "proof": {"grade": str(answer.derived.grade)},
    }


def places(answer: Recommendation) -> list[dict[str, Any]]:
    """Where the recommended eps is attained."""
    return [_place(place) for place in answer.attained]


def _place(place: Place) -> dict[str, Any]:
    shown: dict[str, Any] = {
        **{name: formula(value) for name, value in place.priors.items()},
        "kind": str(place.kind),
    }
    if place.segment_end is not None:
        shown["to"] = {name: formula(value) for name, value in place.segment_end.items()}
    return shown
