"""Whether published parameters follow from each other, as text and as JSON."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symbolic_eps.notions.consistency import Consistency
from symbolic_eps.report.number import shown
from symbolic_eps.report.quantity import quantity

SAFE = "Safe ends: the upper one of what follows, the lower one of a rho from which something is to follow."
"""Of the numbers between which an exact one lies."""


def text(found: Consistency) -> str:
    """The answer on a terminal.

    Parameters
    ----------
    found : Consistency

    Examples
    --------
    >>> from symbolic_eps.notions.consistency import consistent
    >>> print(text(consistent("log(2)", 0, "log(3/2)")).splitlines()[0])
    Consistent: rho follows from (eps, delta).
    """
    if found.private_follows:
        verdict = "Consistent: (eps, delta) follows from rho."
    elif found.divergence_follows:
        verdict = "Consistent: rho follows from (eps, delta)."
    else:
        verdict = "Neither follows from the other: whoever states both needs a proof of each."
    whole = f" of {found.releases} releases together" if found.releases > 1 else ""
    published = ", ".join(f"{name} = {shown(getattr(found, name))}" for name in ("eps", "delta", "rho"))
    lines = [
        verdict,
        f"Published{whole}: {published}.",
        "From rho (Renyi divergence of order 2, both ways), exactly:",
        f"  at this eps, delta = {shown(found.delta_of_rho)}",
        f"  at this delta, eps = {shown(found.eps_of_rho)}",
        f"  (eps, delta) would follow from rho <= {shown(found.rho_needed)}",
        "From (eps, delta):",
        f"  {_divergence(found)}",
        SAFE,
        f"Proof: {found.proof.grade}, {len(found.proof.certificates)} certificates.",
    ]
    return "\n".join(lines) + "\n"


def _divergence(found: Consistency) -> str:
    if found.rho_of_private is sp.oo:
        return "no rho: with probability delta such a release may tell whether the record is there"
    return f"rho = {shown(found.rho_of_private)}"


def structured(found: Consistency) -> dict[str, Any]:
    """The findings for JSON.

    Parameters
    ----------
    found : Consistency

    Examples
    --------
    >>> from symbolic_eps.notions.consistency import consistent
    >>> structured(consistent("log(2)", 0, "log(3/2)"))["follows"]
    {'eps_delta': False, 'rho': True}
    """
    return {
        "consistent": found.consistent,
        "follows": {"eps_delta": found.private_follows, "rho": found.divergence_follows},
        "total": {name: _exact(getattr(found, name)) for name in ("eps", "delta", "rho")},
        "from_rho": {"delta": _exact(found.delta_of_rho), "eps": _exact(found.eps_of_rho)},
        "needed_rho": _exact(found.rho_needed),
        "from_eps_delta": {"rho": _exact(found.rho_of_private)},
        "proof": {"grade": str(found.proof.grade), "certificates": list(found.proof.certificates)},
    }


def _exact(value: sp.Expr) -> dict[str, str | None]:
    return quantity(value).json()
