"""Which hypotheses a certificate makes use of, read off its terms and multipliers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from verify import kernel

Owned = tuple[str, int | None]
"""A fact's kind, and the number of the hypothesis that it is from; None for the goal and for splits."""


def used_hypotheses(certificate: Mapping[str, Any]) -> tuple[bool, ...] | None:
    """For each hypothesis of the certificate's claim: whether a refutation uses it.

    A hypothesis that leads to a distinction of cases counts as used.

    Parameters
    ----------
    certificate : mapping
        One that the kernel accepts, as `certificate/1`.

    Returns
    -------
    tuple of bool, or None
        In the order of the claim's hypotheses; None where the certificate has lemmas or another format, for
        what it uses cannot be read off its terms then.

    Examples
    --------
    >>> claim = {"variables": ["p", "q"], "hypotheses": [[">", "p", "1"], [">", "q", "0"]]}
    >>> claim["goal"] = [">", "p", "0"]
    >>> refuted = [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": [0]}]
    >>> node = {"terms": [*refuted, {"weight": "1", "ge": [], "gt": []}], "multipliers": []}
    >>> used_hypotheses({"format": "certificate/1", "claim": claim, "lemmas": [], "refutations": [node]})
    (True, False)
    """
    if certificate.get("format") != "certificate/1" or certificate["lemmas"]:
        return None
    claim = certificate["claim"]
    ring, hypotheses = kernel.Logic(claim["variables"]), claim["hypotheses"]
    branches = [ring.cases(hypothesis, True) for hypothesis in hypotheses]
    goals = ring.cases(["not", claim["goal"]], True)
    used = {number for number, cases in enumerate(branches) if len(cases) != 1}
    for choice, node in zip(product(*branches, goals), certificate["refutations"], strict=True):
        owners = (*range(len(hypotheses)), None)
        facts = [(kind, owner) for owner, case in zip(owners, choice, strict=True) for kind, _ in case]
        used |= {owner for owner in _owners(node, facts) if owner is not None}
    return tuple(number in used for number in range(len(hypotheses)))


def _owners(node: Mapping[str, Any], facts: Sequence[Owned]) -> Iterator[int | None]:
    """The hypotheses behind the facts that a refutation names."""
    for relation, inner in node.get("cases", {}).items():
        yield from _owners(inner, [*facts, (kernel.SIDES[relation][0], None)])
    known = {kind: [owner for k, owner in facts if k == kind] for kind in ("ge", "gt", "eq")}
    for term in node.get("terms", ()):
        yield from (known[kind][index] for kind in ("ge", "gt") for index in term[kind])
    for multiplier in node.get("multipliers", ()):
        yield known["eq"][multiplier["eq"]]
