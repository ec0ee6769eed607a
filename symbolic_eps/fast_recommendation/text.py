"""The answer of `symbolic-eps recommend` in words, as `symbolic_eps.report.recommendation` gives it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from symbolic_eps.decision.text_tree import Tree
from symbolic_eps.fast_recommendation import noise
from symbolic_eps.fast_recommendation.notation import closed_form, profile_text
from symbolic_eps.fast_recommendation.proof import Proved, proved
from symbolic_eps.fast_recommendation.question import plain_question, written
from verify.certificates.certificate import as_text
from verify.polynomial import Rejected

DIGITS = 20

PROOF = "by certificates that the kernel has accepted"
"""What an exact answer rests on, whichever way it was found."""

PROMISE = """\
What it promises, under Assumptions 1 and 2 (see explain): to adversaries with these priors, a disclosure
becomes at most r* times as probable."""
"""What the number is for, in every answer that promises it."""


@dataclass(frozen=True)
class FastAnswer:
    """A recommendation in words, with its proof.

    Parameters
    ----------
    text : str
        Lines of text.
    proved : Proved
        What it says.
    """

    text: str
    proved: Proved

    @property
    def files(self) -> dict[Path, str]:
        """All certificates in one file, named after the question."""
        question = self.proved.question
        parts = repr((question.profile, sorted(question.fixed.items()), question.variant))
        name = hashlib.sha256(parts.encode()).hexdigest()[:12]
        return {Path(f"recommend-{name}.json"): as_text(self.proved.certificates)}


def fast_answer(
    profile: str,
    values: Sequence[str],
    fixed: Sequence[str],
    variant: str,
    show: Callable[[str], None] = lambda _: None,
) -> FastAnswer | None:
    r"""The recommendation; None where the fast search finds no proof.

    Parameters
    ----------
    profile, values, fixed, variant
        As `symbolic_eps.fast_recommendation.question.plain_question`.
    show : callable, optional
        Called with a short text at each stage.

    Examples
    --------
    >>> print("\n".join(fast_answer("a", ["a=3"], [], "unbounded").text.splitlines()[:3]))
    r* = 3  (all priors)
    eps = 0.549306...
      exact       log(3)/2
    """
    question = plain_question(profile, values, fixed, variant)
    answer = None if question is None else proved(question, show)
    with suppress(Rejected):
        return None if answer is None else FastAnswer(_text(answer, written(profile, values)), answer)
    return None


def _text(answer: Proved, profile: Tree) -> str:
    question, place, epsilon = answer.question, answer.place, answer.epsilon
    scope = [f"{v} = {value}" for v, value in question.fixed.items()]
    scope += [f"{question.variant} bound"] if question.variant != "unbounded" else []
    lines = [
        f"r* = {profile_text(profile)}  ({', '.join(scope) or 'all priors'})",
        f"eps = {epsilon.decimal_lower(6)}...",
        f"  exact       {closed_form(place.equation)}",
        f"  enclosure   {epsilon.text(DIGITS)}",
        f"  as a double {epsilon.double_lower()!r}  (never above the exact value)",
        f"  attained    {_place_text(answer)}",
        f"  proof       exact, {PROOF}",
        PROMISE,
        "What it means for a released count:",
        *(f"  {line}" for line in noise.lines(place.root)),
    ]
    return "\n".join(lines) + "\n"


def _place_text(answer: Proved) -> str:
    priors = answer.place.priors
    if answer.place.is_limit:
        signs = {v: "=" if v in answer.question.fixed else "->" for v in priors}
        ends = (f"{v} {signs[v]} {0 if value == 't' else value}" for v, value in priors.items())
        return "in the limit " + ", ".join(ends)
    return "at " + ", ".join(f"{v} = {value}" for v, value in priors.items())
