"""The answer to a scenario as lines of text and as JSON: the eps, who binds, what the others would allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.scenario import Allowance, Answer, ScenarioAnswer
from symbolic_eps.report import noise
from symbolic_eps.report.enclosed import places
from symbolic_eps.report.enclosed import structured as enclosed_structured
from symbolic_eps.report.envelope import number
from symbolic_eps.report.formula import formula, profile_formula
from symbolic_eps.report.number import ends
from symbolic_eps.report.recommendation import attained_texts
from symbolic_eps.report.split import structured as split_structured
from symbolic_eps.report.structured import places as exact_places
from symbolic_eps.scenarios.scenario import Scenario

DIGITS, SHORT = 20, 6


def text(answer: ScenarioAnswer) -> str:
    """The answer as lines of text."""
    scenario, enclosure = answer.scenario, answer.enclosure
    values = ", ".join(f"{name} = {value}" for name, value in scenario.values.items())
    lines = [line for line in (scenario.name, scenario.question, values and f"with {values}") if line]
    if enclosure.is_infinite:
        lines += ["Nobody's caps constrain eps: eps = oo, nothing is protected."]
    else:
        lines += [f"eps = {enclosure.decimal_lower(SHORT)}...", f"  enclosure   {enclosure.text(DIGITS)}"]
        lines.append(f"  as a double {answer.epsilon_double!r}  (never above the exact value)")
        lines.append(f"  binding     {binding_text(answer)}")
    lines.append(f"  proof       {answer.grade}")
    for one in answer.allowances:
        lines += ["", *_allowance(one, one in answer.binding and not enclosure.is_infinite)]
    if enclosure.upper == 0:
        lines += ["", noise.NO_RELEASE]
    elif not enclosure.is_infinite and answer.budget != 0:
        lines += ["", *_releases(answer)]
    return "\n".join(lines) + "\n"


def binding_text(answer: ScenarioAnswer) -> str:
    """Who binds, in words."""
    names = [one.adversary.name for one in answer.binding]
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}, whose eps are not told apart"


def _allowance(one: Allowance, binds: bool) -> Iterator[str]:
    adversary = one.adversary
    yield f"{adversary.name}{' (binding)' if binds else ''}" + (
        f": {adversary.about}" if adversary.about else ""
    )
    yield f"  r* = {profile_formula(adversary.bound)}{scope(one)}"
    yield f"  allows      eps = {short(one)}"
    if len(one.answers) > 1:
        for pair, _ in one.binding:
            yield f"  worst pair  {pair.text if pair else ''}"
    elif not one.enclosure.is_infinite:
        for place in where(one.answers[0][1]):
            yield f"  attained    {place}"


def scope(one: Allowance) -> str:
    """The priors that are meant, in brackets."""
    adversary = one.adversary
    if adversary.pairs:
        return f"  ({len(adversary.pairs)} pairs of priors)"
    fixed = [f"{prior} = {value}" for prior, value in adversary.fixed.items()]
    return f"  ({', '.join([*fixed, *adversary.box]) or 'all priors'})"


def short(one: Allowance) -> str:
    """Its eps to a few digits, never above the exact value; with its formula, if there is one."""
    if one.enclosure.is_infinite:
        return "oo: these caps ask for nothing"
    exact = "" if one.closed_form is None else f" = {formula(one.closed_form)}"
    return f"{one.enclosure.decimal_lower(SHORT)}...{exact}"


def where(answer: Answer) -> list[str]:
    """The priors at which the least eps is attained, in words."""
    if isinstance(answer, Recommendation):
        return attained_texts(answer)
    return [f"near {place}" for place in places(answer)]


def _releases(answer: ScenarioAnswer) -> Iterator[str]:
    threshold = answer.scenario.threshold
    if answer.shares is None:
        yield "What it means for a released count:"
        yield from (f"  {line}".rstrip() for line in noise.lines(answer.budget, threshold))
        return
    yield "Releases, which share eps by basic composition:"
    for release, share in zip(answer.scenario.releases, answer.shares.shares, strict=True):
        yield f"  {release.name}: {share.weight} of eps, as a double {share.epsilon_double!r}"
        yield from (f"    {line}".rstrip() for line in noise.lines(share.epsilon, threshold))


def question(scenario: Scenario) -> dict[str, Any]:
    """The scenario as the `input` of its JSON result."""
    threshold = scenario.threshold
    return {
        "name": scenario.name,
        "question": scenario.question,
        "parameters": dict(scenario.values),
        "variant": str(scenario.variant),
        "adversaries": [
            {
                "name": one.name,
                "about": one.about,
                "caps": [{"kind": str(cap.kind), "value": profile_formula(cap.value)} for cap in one.caps],
                "fixed": dict(one.fixed),
                "box": list(one.box),
                "priors": [{"name": pair.name, "p": str(pair.p), "q": str(pair.q)} for pair in one.pairs],
            }
            for one in scenario.adversaries
        ],
        "releases": [{"name": one.name, "weight": str(one.weight)} for one in scenario.releases],
        "count": None if threshold is None else str(threshold.count),
        "threshold": None if threshold is None else str(threshold.threshold),
    }


def structured(answer: ScenarioAnswer) -> dict[str, Any]:
    """The findings of `recommend --scenario --json`."""
    threshold = answer.scenario.threshold
    finite = not answer.enclosure.is_infinite and answer.budget != 0
    return {
        "epsilon": ends(answer.enclosure, DIGITS),
        "epsilon_double": number(answer.epsilon_double),
        "closed_form": _formula(answer.closed_form),
        "binding": [one.adversary.name for one in answer.binding],
        "adversaries": [_structured(one) for one in answer.allowances],
        "noise": noise.structured(answer.budget, threshold) if finite else None,
        "releases": _shares(answer),
        "proof": {"grade": str(answer.grade)},
    }


def _structured(one: Allowance) -> dict[str, Any]:
    adversary = one.adversary
    return {
        "name": adversary.name,
        "profile": profile_formula(adversary.bound),
        "epsilon": ends(one.enclosure, DIGITS),
        "epsilon_double": number(one.enclosure.double_lower()),
        "closed_form": _formula(one.closed_form),
        "attained": [place for _, answer in one.binding for place in _attained(answer)],
        "pairs": [
            {"name": pair.name, "p": str(pair.p), "q": str(pair.q), "epsilon": ends(found.enclosure, DIGITS)}
            for pair, found in one.answers
            if pair is not None
        ],
        "proof": {"grade": str(one.grade)},
    }


def _attained(answer: Answer) -> list[dict[str, Any]]:
    if isinstance(answer, Recommendation):
        return exact_places(answer)
    found: list[dict[str, Any]] = enclosed_structured(answer)["attained"]
    return found


def _shares(answer: ScenarioAnswer) -> list[dict[str, Any]]:
    if answer.shares is None:
        return []
    documents = split_structured(answer.shares, "geometric")["releases"]
    return [
        {"name": release.name} | document
        for release, document in zip(answer.scenario.releases, documents, strict=True)
    ]


def _formula(value: sp.Expr | None) -> str | None:
    return None if value is None else formula(value)
