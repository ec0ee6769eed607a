"""The JSON result of a fast recommendation, with its decision record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symbolic_eps.decision import judge
from symbolic_eps.decision.text_tree import Tree
from symbolic_eps.fast_recommendation.notation import closed_form, profile_text
from symbolic_eps.fast_recommendation.proof import Proved
from symbolic_eps.fast_recommendation.text import DIGITS
from symbolic_eps.guarantees.prior_region import PriorRegion
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.report import noise
from symbolic_eps.report.attempt import attempt
from symbolic_eps.report.envelope import head, number
from symbolic_eps.report.explanation import curve
from symbolic_eps.report.number import ends
from symbolic_eps.theory.variants import variant_named


def fast_recommendation(answer: Proved, asked: Mapping[str, Any]) -> dict[str, Any]:
    """As `symbolic_eps.report.structured.recommendation`, with head and record; the judge has accepted it.

    Parameters
    ----------
    answer : Proved
        The recommendation.
    asked : mapping
        The input of the command.

    Raises
    ------
    verify.kernel.Rejected
        The judge does not accept it.

    Examples
    --------
    >>> from symbolic_eps.fast_recommendation.proof import proved
    >>> from symbolic_eps.report.envelope import question
    >>> asked = question("4", {}, {}, None, "unbounded", table=None)
    >>> document = fast_recommendation(proved(judge.question_of(asked)), asked)
    >>> document["closed_form"], document["attained"]
    ('log(2)', [{'p': '1', 'q': '0', 'kind': 'limit'}])
    """
    question, place, enclosure = answer.question, answer.place, answer.epsilon
    form = closed_form(place.equation)
    epsilon = parse_profile(form, transcendental=True)
    region = PriorRegion.of(question.fixed)
    variant = variant_named(question.variant)
    document: dict[str, Any] = head("recommend", asked) | {
        "epsilon": ends(enclosure, DIGITS),
        "epsilon_double": number(enclosure.double_lower()),
        "attained": [
            {
                **{v: "0" if prior == "t" else profile_text(prior) for v, prior in place.priors.items()},
                "kind": "limit" if place.is_limit else "point",
            }
        ],
        "closed_form": form,
        "variant": question.variant,
        "root_of": None,
        "noise": noise.structured(epsilon),
        "blame": None,
        "guarantee": attempt(lambda: curve(epsilon, region, variant)).value,
        "proof": {"grade": "exact"},
        "record": record(answer),
    }
    document["record"]["seal"] = judge.seal(document)
    judge.check(document)
    return document


def record(answer: Proved) -> dict[str, Any]:
    """What the judge asks for, but for the seal."""
    root, priors = answer.place.root, answer.place.priors
    return {
        "kind": judge.CERTIFICATES,
        "polynomial": [str(c) for c in root.polynomial],
        "between": [str(root.low), str(root.high)],
        "around": [str(end) for end in answer.around],
        "certificates": list(answer.bound),
        "paths": [{v: _text(prior) for v, prior in priors.items()}],
    }


def _text(prior: Tree) -> str:
    return prior if isinstance(prior, str) else profile_text(prior)
