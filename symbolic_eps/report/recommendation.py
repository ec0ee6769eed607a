"""One recommended eps in words: the number, its proof, where it is attained, what it means for the noise."""

from __future__ import annotations

from collections.abc import Collection

import sympy as sp

from symbolic_eps.answers.exact_recommendation import Place, Recommendation
from symbolic_eps.closed_forms.closed_form import AttainmentKind
from symbolic_eps.fast_recommendation.text import PROMISE, PROOF
from symbolic_eps.mechanisms.accuracy import Threshold
from symbolic_eps.report import noise
from symbolic_eps.report.formula import formula, profile_formula
from symbolic_eps.report.table import epsilon_text, scope_text, segment_text
from symbolic_eps.report.unconstrained import headline
from verify.enclosure import enclose

DIGITS = 17
LONGEST_EXACT = 40


def text(recommendation: Recommendation, threshold: Threshold | None = None) -> str:
    """The recommendation as lines of text, with what eps means for a count near a threshold."""
    profile = recommendation.profile
    lines = [] if recommendation.blame is None else [headline(recommendation.blame)]
    lines += [
        f"r* = {profile_formula(profile.bound)}{scope_text(profile)}",
        f"eps = {_digits(recommendation)}",
        f"  exact       {epsilon_text(recommendation.derived.branches[0])}",
    ]
    if not recommendation.enclosure.is_infinite:
        lines.append(f"  enclosure   {recommendation.enclosure.text(DIGITS + 3)}")
        lines.append(f"  as a double {recommendation.epsilon_double!r}  (never above the exact value)")
    lines += [f"  attained    {place}" for place in attained_texts(recommendation)]
    how = PROOF if recommendation.certificates else "by exact arithmetic"
    lines.append(f"  proof       {recommendation.grade}, {how}")
    if recommendation.blame is not None:
        return "\n".join(lines) + "\n"
    if recommendation.noise is None:
        lines.append(noise.NO_RELEASE)
    else:
        lines += [PROMISE, "What it means for a released count:"]
        lines += [f"  {line}" for line in noise.lines(recommendation.epsilon, threshold)]
    return "\n".join(lines) + "\n"


def _digits(recommendation: Recommendation) -> str:
    if recommendation.enclosure.width == 0:
        return recommendation.enclosure.decimal_lower(6)
    return recommendation.enclosure.decimal_lower(6) + "..."


def attained_texts(recommendation: Recommendation) -> list[str]:
    """The places where the value is attained, each in words."""
    fixed = {str(v) for v in recommendation.profile.fixed}
    return [_place_text(place, fixed) for place in recommendation.attained]


def _place_text(place: Place, fixed: Collection[str]) -> str:
    if place.kind is AttainmentKind.LIMIT:
        approached = (f"{n} {'=' if n in fixed else '->'} {_number(v)}" for n, v in place.priors.items())
        return "in the limit " + ", ".join(approached)
    if place.segment_end is None:
        return "at " + ", ".join(f"{n} = {_number(v)}" for n, v in place.priors.items())
    return segment_text({n: (value, place.segment_end[n]) for n, value in place.priors.items()})


def _number(value: sp.Expr) -> str:
    exact = formula(value)
    if len(exact) <= LONGEST_EXACT and not value.has(sp.CRootOf):
        return exact
    return f"{enclose(value).decimal_lower(12)}..."
