"""Split budgets as lines of text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.digits import significant
from symbolic_eps.guarantees.composition import Split, composition_evidence
from symbolic_eps.mechanisms.accuracy import noise_of
from symbolic_eps.report.formula import formula, profile_formula
from symbolic_eps.report.number import interval, shown


def text(split: Split, mechanism: str = "geometric") -> str:
    """A split budget as lines of text; equal shares are shown once.

    Examples
    --------
    >>> from symbolic_eps.guarantees.composition import split
    >>> print(text(split("log(9)", 2)).splitlines()[1])
      2 releases with eps = [1.09861228866, 1.09861228867] = log(9)/2 each
    """
    releases = "1 release" if len(split.shares) == 1 else f"{len(split.shares)} releases"
    lines = [f"eps = {shown(split.epsilon)} over {releases}, by basic composition:"]
    for share in dict.fromkeys(split.shares):
        times = split.shares.count(share)
        noise = noise_of(mechanism, share.epsilon)
        each = " each" if times > 1 else ""
        lines += [
            f"  {times} release{'s' if times > 1 else ''} with eps = {shown(share.epsilon)}{each}",
            f"    as a double  {share.epsilon_double!r}  (never above the exact value)",
            f"    RMSE         {significant(noise.standard_deviation)} counts, {mechanism} mechanism",
            f"    alone        r* = {profile_formula(share.bound)} with x = {shown(sp.exp(-share.epsilon))}",
        ]
    lines += [
        "Together they keep the guarantee of the whole eps.",
        f"Proof: by induction on the number of releases, {composition_evidence().grade}.",
    ]
    return "\n".join(lines) + "\n"


def structured(split: Split, mechanism: str = "geometric") -> dict[str, Any]:
    """A split budget as a JSON document."""
    return {
        "epsilon": {"exact": formula(split.epsilon), **interval(split.epsilon)},
        "releases": [
            {
                "weight": str(share.weight),
                "epsilon": {"exact": formula(share.epsilon), **interval(share.epsilon)},
                "epsilon_double": share.epsilon_double,
                "alone": profile_formula(share.bound),
                "decay": interval(sp.exp(-share.epsilon)),
                "rmse": interval(noise_of(mechanism, share.epsilon).standard_deviation),
            }
            for share in split.shares
        ],
        "mechanism": mechanism,
        "variant": str(split.shares[0].variant),
        "composition": "basic",
        "proof": {"grade": str(composition_evidence().grade)},
    }
