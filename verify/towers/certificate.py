"""Certificates of towers and leaves: assembled from what the search finds; the tower kernel judges them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import ctx

from verify import kernel, tower_kernel
from verify.evidence import Grade
from verify.polynomial import Rejected
from verify.towers.search import Search
from verify.towers.statement import TowerClaim

Found = dict[str, Any] | None

BITS = 256
"""Of the numbers that guide the search."""


def grade(certificate: dict[str, Any]) -> Grade:
    """How strong a proof it is: leaves are enclosures, a tower is exact."""
    return Grade.EXACT if certificate["format"] == "tower/1" else Grade.ENCLOSED


def found(claim: TowerClaim, leaves: bool) -> Found:
    """A certificate of the claim; None if none is found.

    Parameters
    ----------
    claim : TowerClaim
        What is to be proved.
    leaves : bool
        Whether enclosures on leaves may be used.

    Examples
    --------
    >>> import sympy as sp
    >>> from sympy.abc import x
    >>> from verify.language.implication import Implication
    >>> from verify.towers.statement import tower_claim
    >>> found(tower_claim(Implication((), sp.exp(x) >= 1 + x)), leaves=False)["format"]
    'tower/1'
    >>> found(tower_claim(Implication((), sp.exp(x) > 1 + x)), leaves=True) is None
    True
    """
    try:
        proof = tower_kernel.Proof(claim.claim)
        with ctx.workprec(BITS):
            return _found(claim, proof, leaves)
    except Rejected:
        return None


def _found(claim: TowerClaim, proof: tower_kernel.Proof, leaves: bool) -> Found:
    relation, left, right = claim.claim["goal"]
    top, bottom = proof.ring.fraction(["+", left, ["*", "-1", right]])
    search = Search(proof, leaves)
    arguments = [search.node(f, proof.interval, True) for f in proof.logs.values()]
    signed = search.sign(bottom, proof.interval)
    if signed is None or None in arguments:
        return None
    node = search.node(proof.ring.scaled(top, signed[0]), proof.interval, relation == ">")
    if node is None:
        return None
    certificate = {
        "format": "leaves/1" if _has_leaves([*arguments, signed[1], node]) else "tower/1",
        "fingerprint": kernel.fingerprint(claim.claim),
        "claim": claim.claim,
        "denominator": list(signed),
        "arguments": arguments,
        "goal": node,
    }
    tower_kernel.check(certificate)
    return certificate


def failing_value(claim: TowerClaim) -> Fraction | None:
    """A value of the variable at which the goal seems to fail, with every parameter 1."""
    try:
        proof = tower_kernel.Proof(claim.claim)
        _, left, right = claim.claim["goal"]
        top, bottom = proof.ring.fraction(["+", left, ["*", "-1", right]])
        f = proof.ring.multiply(top, bottom)
    except Rejected:
        return None
    with ctx.workprec(BITS):
        sampler = Search(proof).sampler
        at = sampler.negative_at(f, proof.interval)
        if at is not None:
            return at
        return next((at for at in sampler.lowest(f, proof.interval) if sampler.value(f, at) < 0), None)


def _has_leaves(node: Any) -> bool:
    return isinstance(node, list) and (node[:1] == ["leaves"] or any(map(_has_leaves, node)))
