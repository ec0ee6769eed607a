"""All that is proved of the privacy loss, by name, with the certificates that the package ships.

Run as a program, this module searches for the proofs anew and stores their certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from symbolic_eps.privacy_loss import cost_shape, inverse, law, order_statistics, worst_pair
from symbolic_eps.privacy_loss.language import IDENTIFIER
from verify.certificates.known_answers import KnownAnswers
from verify.claims.claim import Claim, Judgement, judge
from verify.prover.prover import Prover

SHIPPED = Path(__file__).resolve().parent / "evidence"


@cache
def theorems() -> Mapping[str, Claim]:
    """The statements, by name, such as `cost/below`; each holds for all parameters of its domain.

    Examples
    --------
    >>> print(theorems()["cost/below"].locator)
    privacy-loss cost/below
    """
    rooms = (law, inverse, worst_pair, order_statistics, cost_shape)
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
    >>> judged = judgements(["cost/below"])["cost/below"]
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
        target = SHIPPED / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
