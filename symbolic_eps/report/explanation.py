"""What a given eps guarantees, as lines of text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import sympy as sp

from symbolic_eps.digits import enclosure_of
from symbolic_eps.guarantees.explanation import AtPriors, Explanation
from symbolic_eps.guarantees.guarantee import Bounds, Measure, bounds
from symbolic_eps.guarantees.posterior_curve import guaranteed_posteriors
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.guarantees.worst_priors import Extreme, Reach
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import closed_form, enclosed_number, is_long
from symbolic_eps.theory.variants import Variant

DIGITS = 8
LONGEST_PLACE = 12
MOST_PEOPLE = 10**6

_LABELS = {
    Measure.RELATIVE_RISK: "relative risk (posterior / prior)",
    Measure.POSTERIOR: "posterior",
    Measure.ODDS_RATIO: "posterior odds / prior odds",
    Measure.CHANGE: "posterior - prior",
}


ASSUMED = (
    "Assumed of each adversary: the adversary knows the mechanism, and to the adversary the other people's",
    "records say nothing about this person's (Assumptions 1 and 2 of the paper).",
)

_RELEASES = {
    Variant.UNBOUNDED: "",
    Variant.BOUNDED: " that is private where one record is changed (bounded)",
    Variant.INVARIANT: " that a record outside S does not change (invariant)",
}


def text(explanation: Explanation) -> str:
    """The explanation as lines of text; the digits shown enclose the exact values.

    Examples
    --------
    >>> from symbolic_eps.guarantees.explanation import explain
    >>> print(text(explain("log(9)", fixed={"q": 1})).splitlines()[6])
      relative risk (posterior / prior)  >= 1/9 = x, in the limit p -> 0
    """
    lines = [f"eps = {formula(explanation.epsilon)}, x = e^-eps = {_number(explanation.decay)}", *ASSUMED]
    for priors in explanation.at:
        lines += ["", f"At p = {priors.inclusion}, q = {priors.prior_value}:", ""]
        lines += [f"  {label:<34} from {least} to {most}" for label, least, most in at_priors(priors)]
        if said := frequencies(priors):
            lines += ["", f"  {said}"]
    release = f"For every release{_RELEASES[explanation.variant]}"
    lines += ["", f"{release}, and every adversary with {explanation.region.text}:", ""]
    for label, least, largest in extremes(explanation):
        lines += [f"  {label:<34} >= {least}", f"  {'':<34} <= {largest}"]
    lines += ["", "At priors p and q, with x = e^-eps (each bound is attained by some mechanism):", ""]
    for measure, label in _LABELS.items():
        pair = bounds(measure, explanation.variant)
        lines.append(f"  {label:<34} from {formula(pair.lower)}")
        lines.append(f"  {'':<34} to   {formula(pair.upper)}")
    grade = "open" if explanation.grade is None else str(explanation.grade)
    parts = ["Theorem 1"] * (explanation.variant == Variant.UNBOUNDED)
    if many := len(explanation.evidence):
        parts.append(f"{many} statement{'s' * (many != 1)} (--json prints them)")
    lines += ["", f"Proof: {grade}; {' and '.join(parts)}."]
    return "\n".join(lines) + "\n"


def frequencies(at: AtPriors) -> str:
    """What the largest posterior means, as numbers of people, rounded up; empty for very long numbers.

    Examples
    --------
    >>> from symbolic_eps.guarantees.explanation import explain
    >>> (one,) = explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}]).at
    >>> print(frequencies(one))  # doctest: +NORMALIZE_WHITESPACE
    Of 100 such people, the adversary expects 10 to be in the data with the sensitive value;
    after the release, at most 50.
    """
    prior = at.inclusion * at.prior_value
    if prior.q > MOST_PEOPLE or Measure.POSTERIOR not in at.measures:
        return ""
    before = prior.p * math.ceil(sp.Rational(10, prior.p))
    many = before * prior.q // prior.p
    largest = sp.Rational(enclosure_of(at.measures[Measure.POSTERIOR].upper).upper)
    after = min(many, math.ceil(many * largest))
    return (
        f"Of {many} such people, the adversary expects {before} to be in the data with the sensitive value; "
        f"after the release, at most {after}."
    )


def extremes(explanation: Explanation) -> Iterator[tuple[str, str, str]]:
    """Each measure with its least and its largest value, and where these are."""
    for measure, label in _LABELS.items():
        if measure in explanation.least:
            least, largest = (
                f"{_value(one)}, {_place(one, explanation)}"
                for one in (explanation.least[measure], explanation.largest[measure])
            )
            yield label, least, largest


def at_priors(at: AtPriors) -> Iterator[tuple[str, str, str]]:
    """Each measure with its least and its largest value at these priors.

    Examples
    --------
    By hand, with p = 1/10 and x = 1/9: p/(p + (1 - p)/x) and p/(p + (1 - p) x).

    >>> from symbolic_eps.guarantees.explanation import explain
    >>> (one,) = explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}]).at
    >>> [ends for label, *ends in at_priors(one) if label == "posterior"]
    [['1/82', '1/2']]
    """
    for measure, label in _LABELS.items():
        if measure in at.measures:
            pair = at.measures[measure]
            yield label, _number(pair.lower), _number(pair.upper)


def _value(extreme: Extreme) -> str:
    number = _number(extreme.value)
    closed = formula(extreme.formula)
    return number if closed == number or extreme.formula.is_Rational else f"{number} = {closed}"


def _number(value: sp.Expr) -> str:
    if value.is_Rational and not is_long(value) and len(str(value)) <= LONGEST_PLACE:
        return str(value)
    return enclosure_of(value).text(DIGITS)


def _place(extreme: Extreme, explanation: Explanation) -> str:
    """The free priors at the extreme."""
    ranges = {"p": explanation.region.inclusion, "q": explanation.region.value}
    places = {"p": extreme.inclusion, "q": extreme.prior_value}
    free = [n for n, r in ranges.items() if r.lower != r.upper] or list(ranges)
    if extreme.reach is Reach.POINT:
        return "at " + ", ".join(f"{n} = {_number(places[n])}" for n in free)
    return "in the limit " + ", ".join(_approach(n, places[n], ranges[n].contains) for n in free)


def _approach(name: str, place: sp.Expr, contains: Any) -> str:
    reached = not place.is_Rational or contains(place)
    return f"{name} = {_number(place)}" if reached else f"{name} -> {place}"


def structured(explanation: Explanation) -> dict[str, Any]:
    """The explanation as a JSON document; formulas are SymPy-readable text in p, q and x = e^-eps.

    Examples
    --------
    >>> from symbolic_eps.guarantees.explanation import explain
    >>> structured(explain("log(9)", fixed={"q": 1}))["worst"]["relative risk"]["largest"]["value"]
    {'lower': '9', 'upper': '9', 'closed_form': '9'}
    """
    return {
        "epsilon": {"exact": formula(explanation.epsilon), **_interval(explanation.epsilon)},
        "decay": {
            "exact": closed_form(explanation.decay) or f"exp(-({formula(explanation.epsilon)}))",
            **_interval(explanation.decay),
        },
        "variant": str(explanation.variant),
        "priors": {"p": explanation.region.inclusion.text("p"), "q": explanation.region.value.text("q")},
        "bounds": {
            str(m): {"lower": formula(pair.lower), "upper": formula(pair.upper)}
            for m in Measure
            for pair in [bounds(m, explanation.variant)]
        },
        "worst": {
            str(m): {"least": _extreme(explanation.least[m]), "largest": _extreme(explanation.largest[m])}
            for m in Measure
            if m in explanation.least
        },
        "curve": curve(explanation.epsilon, explanation.region, explanation.variant),
        "at": [
            {
                "p": str(priors.inclusion),
                "q": str(priors.prior_value),
                "measures": {str(m): _ends(pair) for m, pair in priors.measures.items()},
            }
            for priors in explanation.at
        ],
        "proof": {
            "grade": None if explanation.grade is None else str(explanation.grade),
            "theorems": {name: e.statement for name, e in explanation.evidence.items()},
        },
    }


def curve(epsilon: sp.Expr, region: PriorRegion, variant: Variant) -> list[dict[str, Any]]:
    """The posterior-versus-prior curve that a finite budget guarantees.

    Examples
    --------
    >>> curve(sp.log(3), PriorRegion(), Variant.UNBOUNDED)[9]["prior"]
    '1/2'
    """
    return [
        {"prior": str(point.prior), "posterior": _ends(point.posterior)}
        for point in guaranteed_posteriors(epsilon, region, variant)
    ]


def _ends(pair: Bounds) -> dict[str, Any]:
    return {"lower": _interval(pair.lower), "upper": _interval(pair.upper)}


def _extreme(extreme: Extreme) -> dict[str, Any]:
    return {
        "formula": formula(extreme.formula),
        "value": _interval(extreme.value),
        "attained": {
            "p": _exact(extreme.inclusion),
            "q": _exact(extreme.prior_value),
            "kind": str(extreme.reach),
        },
    }


def _exact(value: sp.Expr) -> str:
    """The formula, or an interval for a number of thousands of digits."""
    return closed_form(value) or enclosure_of(value).text(17)


def _interval(value: sp.Expr) -> dict[str, str | None]:
    return enclosed_number(enclosure_of(value), 17, value)
