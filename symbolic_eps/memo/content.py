"""The memo of a decision: its sentences, tables and numbers. Risks are rounded up, eps is cut off."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symbolic_eps.answers.comparison import PRIORS as SHOWN_PRIORS
from symbolic_eps.answers.curve_points import Mark, scenario_marks
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.answers.scenario import Allowance, ScenarioAnswer
from symbolic_eps.digits import enclosure_of
from symbolic_eps.errors import DomainError
from symbolic_eps.guarantees.composition import composition_evidence
from symbolic_eps.guarantees.explanation import explain
from symbolic_eps.guarantees.posterior_curve import guaranteed_posterior, guaranteed_posteriors
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.mechanisms.accuracy import LEVELS, noise_of
from symbolic_eps.memo import words
from symbolic_eps.memo.blocks import Block, Code, Curve, Formulas, Grid, Heading, Items, Memo, Text
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.report.formula import formula, profile_formula
from symbolic_eps.report.number import measured
from symbolic_eps.report.scenario import binding_text, scope, short, where
from symbolic_eps.theory.variants import Variant

STEPS = 40
LONGEST, LONGEST_PRIOR = 200, 12

COUNTS = {
    Variant.UNBOUNDED: "A release is one count, or several of which each person is counted in one at most.",
    Variant.BOUNDED: "A release is one count.",
    Variant.INVARIANT: "A release is one count, of people with the sensitive value.",
}
"""To what the noise can be added, so that one record changes it by 1 at most."""


@dataclass(frozen=True)
class Origin:
    """Where a memo comes from.

    Parameters
    ----------
    command : sequence of str
        What was typed after the program's name.
    version : str
        Of the program.
    """

    command: Sequence[str]
    version: str


def memo(answer: ScenarioAnswer, origin: Origin) -> Memo:
    """The memo of an answer.

    Parameters
    ----------
    answer : ScenarioAnswer
        With 0 < eps < oo.
    origin : Origin
        Command and version.

    Raises
    ------
    symbolic_eps.errors.DomainError
        eps is 0 or infinite: there is nothing to release, or nothing is promised.
    """
    if answer.enclosure.is_infinite:
        raise DomainError(
            "nothing constrains eps, so there is no memo: give a lower cap, or leave out --report"
        )
    if answer.budget == 0:
        raise DomainError(
            "eps = 0 allows no release, so there is no memo: raise the cap, or leave out --report"
        )
    name = answer.scenario.name or "A privacy budget"
    return Memo(name, (*_board(answer),), (*_technical(answer, origin),))


def _board(answer: ScenarioAnswer) -> Iterator[Block]:
    scenario = answer.scenario
    if scenario.question:
        yield Text(scenario.question)
    yield Text(f"Recommended: eps = {words.down(answer.enclosure)} (rounded down).", strong=True)
    yield Heading("What is promised, and to whom")
    yield Text(words.PRIORS)
    yield Items(tuple(_promise(one, answer) for one in answer.allowances))
    if len(answer.allowances) > 1:
        yield Text(_who_binds(answer))
    yield Heading("What it means for a person in the data")
    alone = len(answer.allowances) == 1
    for mark in scenario_marks(answer):
        yield Text(_meaning(mark, alone))
    yield Text("For everybody, whatever they believed before:")
    yield _curve(answer)
    yield _guarantee(answer)
    yield Heading("What it does to the counts")
    yield Text(
        "Noise of the two-sided geometric mechanism is added to each count. " + COUNTS[scenario.variant]
    )
    yield _noise(answer)
    yield Heading("What has to be true")
    yield Items(tuple(words.assumptions(scenario.variant)))


def _promise(one: Allowance, answer: ScenarioAnswer) -> tuple[str, str]:
    adversary = one.adversary
    values = answer.scenario.values
    numbers = words.values_of(values)
    about = f" ({adversary.about})" if adversary.about else ""
    caps = "; and it is ".join(words.cap_words(cap, numbers) for cap in adversary.caps)
    return (
        f"{adversary.name}{about}",
        f"For {words.who(adversary, values)}: after the release, a disclosure is {caps}.",
    )


def _who_binds(answer: ScenarioAnswer) -> str:
    others = [one for one in answer.allowances if one not in answer.binding]
    rest = "; ".join(f"{one.adversary.name}: {_allowed(one)}" for one in others)
    told = f" Alone, the others would allow: {rest}." if rest else ""
    return f"Decisive: {binding_text(answer)}.{told}"


def _allowed(one: Allowance) -> str:
    return "any eps" if one.enclosure.is_infinite else f"eps = {words.down(one.enclosure, 4)}"


def _meaning(mark: Mark, alone: bool) -> str:
    """One adversary: the priors exactly, or nearly, and what follows at most."""
    whose = "An adversary" if alone else f"An adversary ({mark.name})"
    return (
        f"{whose} with {_prior('p', mark.p)} and {_prior('q', mark.q)}, to whom a disclosure was "
        f"{_held(mark.prior)} probable before the release, holds it for at most "
        f"{words.percent_up(mark.posterior)} probable after it."
    )


def _prior(name: str, value: sp.Expr) -> str:
    return f"{name} = {value}" if _is_short(value) else f"{name} about {enclosure_of(value).decimal_lower(3)}"


def _held(value: sp.Expr) -> str:
    return str(value) if _is_short(value) else f"about {enclosure_of(100 * value).decimal_lower(3)} %"


def _is_short(value: sp.Expr) -> bool:
    return bool(value.is_Rational) and len(str(value)) <= LONGEST_PRIOR


def _guarantee(answer: ScenarioAnswer) -> Grid:
    variant, budget = answer.scenario.variant, answer.budget
    points = [guaranteed_posterior(prior, budget, PriorRegion(), variant) for prior in SHOWN_PRIORS]
    rows = tuple((f"{100 * point.prior} %", words.percent_up(point.posterior.upper)) for point in points)
    return Grid("Probability of a disclosure", ("before the release", "after it, at most"), rows)


def _curve(answer: ScenarioAnswer) -> Curve:
    curve = guaranteed_posteriors(answer.budget, PriorRegion(), answer.scenario.variant, STEPS)
    points = ((0.0, 0.0), *((_float(one.prior), _float(one.posterior.upper)) for one in curve))
    marks = tuple(
        (_float(mark.prior), _float(mark.posterior), mark.name if len(answer.allowances) > 1 else "decisive")
        for mark in scenario_marks(answer)
    )
    said = (
        "The largest probability of a disclosure after the release, against its probability before: a curve "
        "above the diagonal, from 0 to 1, through the values of the table."
    )
    return Curve(points, marks, said)


def _float(value: sp.Expr) -> float:
    return float(enclosure_of(value).upper)


def _noise(answer: ScenarioAnswer) -> Grid:
    """A column for each release, or one for the only one."""
    shares = (
        [("the release", answer.budget)]
        if answer.shares is None
        else [
            (release.name, share.epsilon)
            for release, share in zip(answer.scenario.releases, answer.shares.shares, strict=True)
        ]
    )
    noises = [noise_of("geometric", epsilon) for _, epsilon in shares]
    rows = [
        ("eps, rounded down", *(words.down(enclosure_of(epsilon)) for _, epsilon in shares)),
        ("standard deviation of the noise, about", *(measured(n.standard_deviation) for n in noises)),
        (
            "true count published, with probability at least",
            *(words.percent_down(n.probability_exact) for n in noises),
        ),
        *(
            (f"off by at most, with probability {100 * level} %", *(str(n.half_width(level)) for n in noises))
            for level in LEVELS
        ),
    ]
    threshold = answer.scenario.threshold
    if threshold is not None:
        chances = (words.chance_up(threshold.chance(noise)) for noise in noises)
        rows.append((f"{threshold.text}, with probability at most", *chances))
    return Grid("Noise on one count", ("", *(name for name, _ in shares)), tuple(map(tuple, rows)))


def _technical(answer: ScenarioAnswer, origin: Origin) -> Iterator[Block]:
    yield Heading("How eps was found")
    yield Text(
        "A cap is a bound r* on the relative risk, the probability of a disclosure after the release over "
        "that before, p q. eps is the least, over all priors that are meant, of the largest eps that keeps "
        "the relative risk within r* (Theorems 1 and 2 of the paper that docs/theorem.md cites)."
    )
    if values := answer.scenario.values:
        yield Text("Parameters: " + ", ".join(f"{name} = {value}" for name, value in values.items()) + ".")
    yield Items(tuple((one.adversary.name, _found(one)) for one in answer.allowances))
    bounds = [(one, one.adversary.bound) for one in answer.allowances]
    fit = [(one, bound) for one, bound in bounds if len(profile_formula(bound)) <= LONGEST]
    if fit:
        yield Formulas(tuple((one.adversary.name, bound, _written(one.closed_form)) for one, bound in fit))
    if any(cap.kind is not CapKind.RELATIVE_RISK for one in answer.allowances for cap in one.adversary.caps):
        yield Text("That each cap says the same as its bound r* is proved by certificates too.")
    exact = "" if answer.closed_form is None else f"eps = {formula(answer.closed_form)} exactly; "
    yield Text(f"{exact}eps lies in {answer.enclosure.text(20)} (natural logarithm).")
    yield Text(f"As a binary64 number, not above it: {answer.epsilon_double!r}.")
    yield Text(f"Grade of the proof: {answer.grade}. {GRADES[str(answer.grade)]}")
    if answer.shares is not None:
        yield Text(
            "The releases share eps by basic composition, one more release at a time; that step's grade: "
            f"{composition_evidence().grade}."
        )
    risks = explain(answer.budget, variant=answer.scenario.variant)
    yield Text(f"Grade of the risks over all priors: {risks.grade or 'open'}.")
    if prints := sorted(_fingerprints(answer)):
        yield Heading("Certificates of eps, by their fingerprints")
        yield Code(tuple(prints))
    yield Heading("How to repeat it")
    yield Code((f"symbolic-eps {shlex.join(origin.command)}", f"# symbolic-eps {origin.version}"))


GRADES = {
    "theorem": "A theorem of Coq states the result itself.",
    "exact": "It rests on algebra with exact numbers, and on certificates that a small program re-checks.",
    "enclosed": "Interval arithmetic proves that eps lies between these ends.",
    "solver": "Two solvers agree; no certificate was found.",
    "computed": "An exact computation of symbolic-eps itself decides; there is no certificate to re-check.",
    "one-solver": "One solver says so; no certificate was found.",
}


def _found(one: Allowance) -> str:
    adversary = one.adversary
    places = [place for _, found in one.binding for place in where(found)]
    if adversary.pairs:
        places = [f"for {pair.text}" for pair, _ in one.binding if pair is not None]
    at = "" if one.enclosure.is_infinite or not places else f", least {'; '.join(places)}"
    bound = profile_formula(adversary.bound)
    bound = bound if len(bound) <= LONGEST else f"{bound[:LONGEST]}..."
    return f"r* = {bound} {scope(one).strip()}: eps = {short(one)}{at}; {one.grade}"


def _written(value: sp.Expr | None) -> sp.Expr | None:
    """A formula that can be set in a line of a table."""
    if value is None or value.has(sp.CRootOf) or len(formula(value)) > LONGEST:
        return None
    return value


def _fingerprints(answer: ScenarioAnswer) -> set[str]:
    found: dict[str, Any] = {}
    for one in answer.allowances:
        for _, recommendation in one.answers:
            if isinstance(recommendation, Recommendation):
                found |= recommendation.certificates
    return set(found)
