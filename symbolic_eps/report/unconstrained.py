"""Why nothing constrains eps, in a sentence and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from symbolic_eps.answers.unconstrained import Blame, Culprit, Part
from symbolic_eps.report.formula import basic_text, profile_formula, sentence

LONGEST_PART = 80
"""Characters of a part that is written out."""


def headline(blame: Blame) -> str:
    """The first line of a report about a profile that asks for nothing.

    Examples
    --------
    >>> from symbolic_eps.answers.recommendation import recommend
    >>> print(headline(recommend("max(a/(p*q), r)", {"a": 5, "r": 3}).blame))
    This profile protects nothing, eps = oo: the part a/(p*q) = 5/(p*q) alone is at least 1/(p*q) everywhere.
    """
    return f"This profile protects nothing, eps = oo: {reason(blame)}."


def reason(blame: Blame) -> str:
    """What is to blame, in words."""
    domain = blame.domain
    limits = [f"{v} = {value}" for v, value in domain.fixed.items()]
    if domain.box:
        limits.append(sentence(domain.box))
    everywhere = f"wherever {' and '.join(limits)}" if limits else "everywhere"
    named = [_named(part) for part in blame.parts]
    match blame.culprit:
        case Culprit.DOMAIN:
            kind = " and ".join(["the fixed prior"] * bool(domain.fixed) + ["the box"] * bool(domain.box))
            return f"{kind} ({', '.join(limits)}) leaves only priors at which r* is at least 1/(p*q)"
        case Culprit.PARTS if len(named) == 1:
            return f"the part {named[0]} alone is at least 1/(p*q) {everywhere}"
        case Culprit.PARTS:
            return f"each of the parts {_listed(named)} alone is at least 1/(p*q) {everywhere}"
        case Culprit.TOGETHER:
            return f"the largest of {_listed(named)} is at least 1/(p*q) {everywhere}"
        case Culprit.CASES:
            return f"each of {_listed(named)} is at least 1/(p*q) there"
        case Culprit.WHOLE if [part.value for part in blame.parts] == [sp.oo]:
            return "it sets no bound"
        case Culprit.WHOLE:
            return f"{named[0] if named else 'the bound r*'} is at least 1/(p*q) {everywhere}"


def structured(blame: Blame | None) -> dict[str, Any] | None:
    """The `blame` of `recommend --json`; None where eps is finite."""
    if blame is None:
        return None
    return {
        "culprit": str(blame.culprit),
        "parts": [
            {
                "written": profile_formula(part.written),
                "value": profile_formula(part.value),
                "where": _guard(part.where),
            }
            for part in blame.parts
        ],
        "reason": reason(blame),
    }


def _named(part: Part) -> str:
    written, value = profile_formula(part.written), profile_formula(part.value)
    text = written if written == value else f"{written} = {value}"
    if len(text) > LONGEST_PART:
        text = f"{text[:LONGEST_PART]}..."
    return text if part.where is sp.true else f"{text} where {_guard(part.where)}"


def _guard(condition: sp.Basic) -> str:
    simple = condition in (sp.true, sp.false) or isinstance(condition, sp.And | sp.Rel)
    return basic_text(condition) if simple else str(condition)


def _listed(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
