"""All that is proved of randomized response, by name, with the certificates that the package ships.

Run as a program, this module searches for the proofs anew and stores their certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from symbolic_eps.randomized_response import (
    comparison,
    divergences,
    feasible,
    fisher,
    optimal,
    privacy,
    two_outcomes,
)
from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, judge
from verify.prover.prover import Prover

SHIPPED = Path(__file__).resolve().parent / "evidence"
IDENTIFIER = "randomized-response"


@cache
def theorems() -> Mapping[str, Claim]:
    """The statements, by name, such as `optimal/sum`; each holds for all parameters of its domain.

    Examples
    --------
    >>> print(theorems()["fisher/largest"].locator)
    randomized-response fisher/largest
    """
    rooms = (feasible, optimal, two_outcomes, fisher, divergences, privacy, comparison)
    return MappingProxyType({claim.locator.place: claim for room in rooms for claim in room.claims()})


def judgements(names: Iterable[str] | None = None, prover: Prover | None = None) -> dict[str, Judgement]:
    """The verdicts, by name; a stored certificate is checked by the kernel, else one is searched for.

    Parameters
    ----------
    names : iterable of str, optional
        Of `theorems`; all by default.
    prover : Prover, optional
        By default one that starts from the certificates that the package ships.

    Examples
    --------
    >>> judged = judgements(["fisher/cost"])["fisher/cost"]
    >>> judged.verdict.value, str(judged.grade)
    ('holds', 'exact')
    """
    chosen = prover or Prover(known_answers=KnownAnswers.load(SHIPPED, IDENTIFIER))
    stated = theorems()
    return {name: judge(stated[name], chosen) for name in (stated if names is None else names)}


def answers() -> KnownAnswers:
    """What the proofs rest on, searched for anew."""
    prover = Prover()
    judgements(prover=prover)
    return KnownAnswers.of(prover.answers)


if __name__ == "__main__":
    for path, text in answers().files(IDENTIFIER).items():
        (SHIPPED / path).write_text(text, encoding="utf-8")
