"""A budget under a notion over several releases, as text and as JSON."""

from __future__ import annotations

from typing import Any

from symbolic_eps.notions.attack_split import AttackShare, AttackSplit
from symbolic_eps.notions.notion import Notion
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import interval, shown


def text(split: AttackSplit) -> str:
    """A split budget as lines of text; equal shares are shown once.

    Parameters
    ----------
    split : AttackSplit

    Examples
    --------
    >>> from symbolic_eps.notions.attack_split import attack_split
    >>> print(text(attack_split("2", "renyi-2", releases=2)).splitlines()[1])
      2 releases with rho = 1 each
    """
    count = len(split.shares)
    releases = "1 release" if count == 1 else f"{count} releases"
    lines = [f"{split.notion.promise}: {_promise(split, split)} over {releases}, by basic composition:"]
    for share in dict.fromkeys(split.shares):
        times = split.shares.count(share)
        each = " each" if times > 1 else ""
        lines.append(f"  {times} release{'s' if times > 1 else ''} with {_promise(split, share)}{each}")
        doubles = [f"{split.notion.budget} = {share.budget_double!r}"]
        if split.notion is Notion.APPROXIMATE:
            doubles.append(f"delta = {share.delta_double!r}")
        lines.append(f"    as doubles  {', '.join(doubles)}  (never above the exact values)")
    lines += [
        "Together they keep to the whole, each private given the earlier outputs.",
        f"Proof: {split.grade}.",
    ]
    return "\n".join(lines) + "\n"


def _promise(split: AttackSplit, part: AttackSplit | AttackShare) -> str:
    budget = f"{split.notion.budget} = {shown(part.budget)}"
    return f"{budget}, delta = {shown(part.delta)}" if split.notion is Notion.APPROXIMATE else budget


def structured(split: AttackSplit) -> dict[str, Any]:
    """A split budget for JSON.

    Parameters
    ----------
    split : AttackSplit

    Examples
    --------
    >>> from symbolic_eps.notions.attack_split import attack_split
    >>> structured(attack_split("2", "renyi-2", releases=2))["releases"][0]["double"]
    1.0
    """
    approximate = split.notion is Notion.APPROXIMATE
    return {
        "notion": str(split.notion),
        "budget": split.notion.budget,
        "value": {"exact": formula(split.budget), **interval(split.budget)},
        "delta": formula(split.delta) if approximate else None,
        "releases": [
            {
                "weight": str(share.weight),
                "value": {"exact": formula(share.budget), **interval(share.budget)},
                "double": share.budget_double,
                "delta": {"exact": formula(share.delta), **interval(share.delta)} if approximate else None,
                "delta_double": share.delta_double if approximate else None,
            }
            for share in split.shares
        ],
        "composition": "basic",
        "proof": {"grade": str(split.grade)},
    }
