"""Randomized response as lines of text and as JSON: pair, instructions for a survey, accuracy, comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp

from symbolic_eps.answers.randomized_response import Against, Privacy, RandomizedResponse, Reached
from symbolic_eps.randomized_response.comparison import Difference
from symbolic_eps.randomized_response.counts import Survey
from symbolic_eps.randomized_response.intervals import number
from symbolic_eps.randomized_response.moments import Moments
from symbolic_eps.randomized_response.pair import Pair
from symbolic_eps.report.formula import formula, spoken
from symbolic_eps.report.number import DIGITS, shown
from symbolic_eps.report.quantity import Quantity
from verify.claims.claim import Judgement
from verify.claims.verdict import Verdict

Number = dict[str, str | None]

ANSWERS = ("silent", "0", "1")
"""What the three answers of the optimal pair are called."""


def text(answer: RandomizedResponse) -> str:
    """The answer as lines of text; every number that is shown encloses the exact one.

    Examples
    --------
    >>> from symbolic_eps.answers.randomized_response import randomized_survey
    >>> print(text(randomized_survey("1/4")).splitlines()[0])
    Randomized response with delta = 1/4, weight = 1/2:
    """
    parts = [
        _reached(answer.reached),
        _head(answer),
        _instructions(answer),
        _accuracy(answer),
        _against(answer),
        _survey(answer.survey, answer),
        _comparison(answer),
        _differences(answer.differences),
        _simulation(answer),
        _meaning(answer),
    ]
    return "\n".join("\n".join(part) + "\n" for part in map(list, parts) if part)


def _head(answer: RandomizedResponse) -> Iterator[str]:
    asked = answer.question
    yield f"Randomized response with delta = {formula(asked.delta)}, weight = {formula(asked.weight)}:"
    if asked.conditions:
        yield f"  assuming {', '.join(map(spoken, asked.conditions))}"
    for heading, pair in _cases(answer):
        yield f"{heading}:".removeprefix(":")
        laws = [list(map(formula, law)) for law in (pair.p0, pair.p1)]
        width = max(10, *(len(entry) for law in laws for entry in law)) + 2
        yield "  probability of " + "".join(f"{_quoted(name):>{width}}" for name in names(pair))
        for truth, law in enumerate(laws):
            yield f"  if truth is {truth}  " + "".join(f"{entry:>{width}}" for entry in law)


def _cases(answer: RandomizedResponse) -> Iterator[tuple[str, Pair]]:
    """Each optimal pair after where it is that; nothing is said where there is a single one."""
    for where, pair in answer.cases:
        one = len(answer.cases) == 1
        yield "" if one else "Otherwise" if where == sp.true else f"If {spoken(where)}", pair


def names(pair: Pair) -> tuple[str, ...]:
    """What the possible answers of a pair are called."""
    if pair.outcomes == 3:
        return ANSWERS
    return (ANSWERS[0], "0" if pair.p0[1] != 0 else "1")


def _answers(answer: RandomizedResponse) -> list[str]:
    """What the answers are called; the second of two depends on the case."""
    (where, pair), *others = answer.cases
    if not others:
        return list(names(pair))
    return [ANSWERS[0], f"{names(pair)[1]} if {spoken(where)}, else {names(others[0][1])[1]}"]


def _quoted(name: str) -> str:
    return name if name == ANSWERS[0] else f'"{name}"'


def _instructions(answer: RandomizedResponse) -> Iterator[str]:
    for heading, pair in _cases(answer):
        yield f"Instructions for the people asked{heading and f', {heading.lower()}'}:"
        for truth, law in enumerate((pair.p0, pair.p1)):
            told = {
                "say nothing" if name == ANSWERS[0] else f'say "{name}"': p
                for name, p in zip(names(pair), law, strict=True)
            }
            *first, last = [way for way, p in told.items() if p != 0]
            ways = [*(f"with probability {formula(told[way])} {way}" for way in first), last]
            yield f"  if your truth is {truth}: {', otherwise '.join(ways)}"


def _accuracy(answer: RandomizedResponse) -> Iterator[str]:
    asked = answer.question
    at = f"theta = {formula(asked.theta)}" if asked.theta.is_number else "every theta"
    yield f"Accuracy at {at}:"
    yield _line("Fisher information of an answer", answer.fisher_information)
    yield _line("best with two answers", answer.two_outcomes)
    if answer.threshold is not None:
        yield _threshold_line(asked.delta, answer.threshold)
    if asked.n is None:
        return
    yield f"From n = {formula(asked.n)} answers:"
    yield _line("standard deviation", answer.standard_deviation)
    yield _line(f"half-width, level {formula(asked.level)}", answer.half_width)
    yield _line("mean squared error, 1/(n J)", answer.variance)
    if answer.moments is not None:
        yield from _moments(answer.moments)


def _moments(moments: Moments) -> Iterator[str]:
    """The exact ones, of the maximum likelihood estimate."""
    if moments.mean_squared_error is not None:
        yield _line("mean squared error, exact", moments.mean_squared_error)
    if moments.bias is not None:
        yield _line("bias, exact", moments.bias)
    if moments.reason:
        yield f"  not computed: {moments.reason}"
    if moments.undefined.upper > 0:
        yield _line("no estimate (excluded above)", moments.undefined, "probability ")


def _against(answer: RandomizedResponse) -> Iterator[str]:
    if answer.against is None:
        return
    found = answer.against
    yield f"Against theta = {formula(answer.question.against)}, per answer:"
    for name, value in found.f_divergences.items():
        yield _line(name.replace("_", " "), value)
    for name, exponent in _exponents(found).items():
        if exponent is not None:
            yield _line(f"{name.replace('_', ' ')} exponent", exponent)


def _exponents(against: Against) -> dict[str, sp.Expr | Quantity | None]:
    return {
        "stein": against.stein,
        "chernoff": against.chernoff,
        "hoeffding": against.hoeffding,
        "strong_converse": against.strong_converse,
    }


def _survey(survey: Survey | None, answer: RandomizedResponse) -> Iterator[str]:
    if survey is None:
        return
    yield f"The answers {', '.join(map(str, survey.counts))}:"
    if survey.estimate is not None:
        yield _line("estimate of theta", survey.estimate)
    if survey.interval is not None:
        low, high = (_value(end) for end in survey.interval)
        yield f"  {f'interval, level {formula(answer.question.level)}':<34} from {low} to {high}"
    if survey.reason:
        yield f"  {survey.reason}"


def _reached(reached: Reached | None) -> Iterator[str]:
    if reached is None:
        return
    goal = reached.goal
    yield f"Goal: {goal.kind} of at most {formula(goal.bound)}"
    if reached.n is not None:
        yield f"  least number of answers            n = {reached.n}"
    if reached.exact_n is not None:
        yield f"  by the exact error                 n = {reached.exact_n}"
    if reached.delta is not None:
        yield _line("least delta", reached.delta, "delta = ")
        yield "  below, that delta rounded up to six digits"
    if reached.exact_delta is not None:
        yield _line("by the exact error", reached.exact_delta, "delta = ")


def _comparison(answer: RandomizedResponse) -> Iterator[str]:
    if not answer.designs:
        return
    theta = answer.question.theta
    best = answer.designs[0].information(theta)
    yield "Designs under the same bound:        information   people for the same accuracy"
    for design in answer.designs:
        information = design.information(theta)
        times = "oo" if information == 0 else f"{float(best / information):.3f} times"
        yield f"  {design.name:<34} {formula(information):<13} {times}"


def _differences(differences: Iterable[tuple[Difference, Judgement]]) -> Iterator[str]:
    found = list(differences)
    if found:
        yield "By how much the Fisher information is larger, for all parameters:"
    for difference, judged in found:
        where = ", ".join(map(spoken, difference.conditions))
        yield f"  {difference.better} over {difference.worse}{f', if {where}' if where else ''}:"
        yield f"    {formula(difference.value)}"
        yield f"    never negative: {_proof(judged)}"


def _proof(judged: Judgement) -> str:
    return f"proved ({judged.grade})" if judged.verdict is Verdict.HOLDS else str(judged.verdict)


def _simulation(answer: RandomizedResponse) -> Iterator[str]:
    drawn = answer.simulation
    if drawn is None:
        return
    yield f"A simulation of {drawn.people} people, seed {drawn.seed}:"
    for name, count, away in zip(names(answer.pair), drawn.counts, drawn.deviations, strict=True):
        yield f"  {_quoted(name):<34} {count}, {away:+.2f} standard deviations from what is expected"
    if answer.drawn is not None and answer.drawn.estimate is not None:
        yield _line("estimate of theta", answer.drawn.estimate)
        if answer.drawn.interval is not None:
            low, high = (_value(end) for end in answer.drawn.interval)
            yield f"  {f'interval, level {formula(answer.question.level)}':<34} from {low} to {high}"


def _meaning(answer: RandomizedResponse) -> Iterator[str]:
    """What the bound promises to one person, and what it does not."""
    privacy = answer.privacy
    yield "What it says to the people asked:"
    error = formula(privacy.error)
    yield f"  a guess of the truth from one answer has a weighted error probability of {error} or more"
    yield f"  one answer is (eps, {formula(privacy.delta)})-differentially private, for every eps >= 0"
    yield "What it does not say:"
    if privacy.delta != 0:
        yield "  that it is (eps, 0)-differentially private: it is not, for any eps"
    for heading, pair in _cases(answer):
        for name, law in (("0", pair.p0), ("1", pair.p1)):
            if name in names(pair) and (told := law[names(pair).index(name)]) != 0:
                share = f"of people whose truth is {name}, a share of {formula(told)} reveals it for certain"
                yield f"  {heading and f'{heading.lower()}, '}{share}"
    for times, all_ in privacy.repeated.items():
        yield (
            f"  {times} answers of one person on the same truth are (eps, {formula(all_.delta)})-"
            "differentially private"
        )


def _threshold_line(delta: sp.Expr, threshold: sp.Expr) -> str:
    label = "best two answers change at"
    if delta == 1:
        return f"  {label:<34} no theta: with delta = 1 both tell the truth"
    return _line(label, threshold, "theta = ")


def _line(label: str, value: sp.Expr | Quantity | None, before: str = "") -> str:
    return f"  {label:<34} {before}{_value(value)}"


def _value(value: sp.Expr | Quantity | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, Quantity):
        form = value.closed_form
        if form is None or form.has(sp.erfinv):
            return value.enclosure.text(DIGITS)
        return shown(form) if form.is_Rational and not form.has(sp.Pow) else value.enclosure.text(DIGITS)
    if value.free_symbols:
        return formula(value)
    return _value(number(value)) if value.has(sp.erfinv) else shown(value)


def structured(answer: RandomizedResponse) -> dict[str, Any]:
    """The answer as a JSON document."""
    asked = answer.question
    drawn = answer.simulation
    return {
        "delta": formula(asked.delta),
        "conditions": [spoken(condition) for condition in asked.conditions],
        "answers": _answers(answer),
        "pair": {"p0": list(map(formula, answer.pair.p0)), "p1": list(map(formula, answer.pair.p1))},
        "fisher_information": _json(answer.fisher_information),
        "two_outcomes": _json(answer.two_outcomes),
        "threshold": _json(answer.threshold),
        "standard_deviation": _json(answer.standard_deviation),
        "half_width": _json(answer.half_width),
        "mean_squared_error": _errors(answer),
        "against": _against_json(answer.against),
        "comparison": [
            {"design": design.name, "fisher_information": _json(design.information(asked.theta))}
            for design in answer.designs
        ],
        "differences": [_difference(*each) for each in answer.differences],
        "privacy": _privacy_json(answer.privacy),
        "counts": _survey_json(answer.survey),
        "goal": _reached_json(answer.reached),
        "simulation": None
        if drawn is None
        else {
            "people": drawn.people,
            "seed": drawn.seed,
            "deviations": list(drawn.deviations),
            **(_survey_json(answer.drawn) or {}),
        },
    }


def _against_json(against: Against | None) -> dict[str, Any] | None:
    if against is None:
        return None
    return {
        **{name: _json(value) for name, value in _exponents(against).items()},
        "f_divergences": {name: _json(value) for name, value in against.f_divergences.items()},
    }


def _privacy_json(privacy: Privacy) -> dict[str, Any]:
    return {
        "delta_at_every_epsilon": _json(privacy.delta),
        "least_error": _json(privacy.error),
        "repeated": [
            {
                "answers": times,
                "betrayed_0": _json(told.betrayed_0),
                "betrayed_1": _json(told.betrayed_1),
                "least_error": _json(told.error),
                "norm": _json(told.norm),
                "delta_at_every_epsilon": _json(told.delta),
            }
            for times, told in privacy.repeated.items()
        ],
    }


def _errors(answer: RandomizedResponse) -> dict[str, Any]:
    exact = answer.moments
    return {
        "asymptotic": _json(answer.variance),
        "exact": None if exact is None else _json(exact.mean_squared_error),
        "bias": None if exact is None else _json(exact.bias),
        "undefined": None if exact is None else _json(exact.undefined),
        "reason": None if exact is None or not exact.reason else exact.reason,
    }


def _difference(difference: Difference, judged: Judgement) -> dict[str, Any]:
    return {
        "better": difference.better,
        "worse": difference.worse,
        "conditions": [spoken(condition) for condition in difference.conditions],
        "difference": formula(difference.value),
        "verdict": str(judged.verdict),
        "grade": None if judged.grade is None else str(judged.grade),
    }


def _survey_json(survey: Survey | None) -> dict[str, Any] | None:
    if survey is None:
        return None
    return {
        "counts": list(survey.counts),
        "estimate": _json(survey.estimate),
        "interval": None if survey.interval is None else list(map(_json, survey.interval)),
        "reason": survey.reason or None,
    }


def _reached_json(reached: Reached | None) -> dict[str, Any] | None:
    if reached is None:
        return None
    return {
        "goal": f"{reached.goal.kind} {formula(reached.goal.bound)}",
        "find": reached.find,
        "n": reached.n,
        "exact_n": reached.exact_n,
        "delta": _json(reached.delta),
        "exact_delta": _json(reached.exact_delta),
    }


def _json(value: sp.Expr | Quantity | None) -> Number | None:
    """An enclosed number; without ends where a parameter has no number."""
    if value is None:
        return None
    if isinstance(value, Quantity):
        return value.json()
    if value.free_symbols:
        return {"lower": None, "upper": None, "closed_form": formula(value)}
    return number(value).json()
