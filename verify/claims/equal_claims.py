"""Claims that say the same at several places, in a paper or in two versions of it: one judgement serves all.

Two are alike if all that a judgement can depend on is written with the same bytes, statement, hypotheses and
hints among it; what only looks alike is judged by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from verify.alarm import within
from verify.claims.claim import Claim
from verify.claims.record import Judged, fingerprint
from verify.language.serialization import written_out


def followers(claims: Sequence[Claim], indices: Iterable[int], seconds: float) -> Mapping[int, list[int]]:
    """Of these claims the first one of each kind, with the later ones that are judged as it is.

    Parameters
    ----------
    claims : sequence of Claim
        Some of which are looked at.
    indices : iterable of int
        Which.
    seconds : float
        Processor time to write one; what takes longer, or cannot be written, is like no other.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Locator
    >>> places = [Locator("first", "eq:1"), Locator("second", "eq:3"), Locator("second", "eq:4")]
    >>> claims = [Claim(places[0], a > 0), Claim(places[1], a > 0), Claim(places[2], a >= 0)]
    >>> followers(claims, range(3), 10)
    {0: [1], 2: []}
    """
    first: dict[bytes, int] = {}
    found: dict[int, list[int]] = {}
    for index in indices:
        written = within(seconds, partial(_written, claims[index]))
        leader = index if written is None else first.setdefault(written, index)
        found.setdefault(leader, [])
        if leader != index:
            found[leader].append(index)
    return found


def _written(claim: Claim) -> bytes:
    """All but the place and what is told to a reader."""
    hypotheses = (claim.domain, claim.variables, claim.missing, claim.eliminated)
    return written_out((claim.kind, claim.statement, hypotheses, claim.corrected, claim.hints))


def bare_name(claim: Claim) -> str:
    """The fingerprint of the claim without the hypotheses that were typed for it."""
    return fingerprint(replace(claim, missing=()))


def judged_alike(judged: Judged, claim: Claim) -> Judged:
    """What was judged of a claim, said of one that is like it; it took no time.

    Parameters
    ----------
    judged : Judged
        Of the first one.
    claim : Claim
        The later one.
    """
    record = replace(
        judged.record,
        paper=claim.locator.paper,
        locator=claim.locator.place,
        fingerprint=fingerprint(claim),
        remark=claim.remark or claim.source,
        seconds=0.0,
    )
    searches = {bare_name(claim): found for found in judged.answers.searches.values()}
    return Judged(record, replace(judged.answers, searches=searches))
