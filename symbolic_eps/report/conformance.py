"""The report of `symbolic-eps conform`, for people and as JSON."""

from __future__ import annotations

import math
from typing import Any

from symbolic_eps.export.conformance import Conformance, Judged
from symbolic_eps.export.vectors import Status
from symbolic_eps.report.envelope import number


def rendered(found: Conformance) -> str:
    """The report as text."""
    formula, count = found.formula, len(found.judged)
    names = ", ".join(a.name for a in formula.arguments)
    lines = [
        f"{formula.identifier}({names}): {formula.title}",
        f"  points              {count}",
        f"  largest error       {_ulps(found.quantile(1))}",
        f"  99.9 % of errors    {_ulps(found.quantile(0.999))} or less",
        f"  half of errors      {_ulps(found.quantile(0.5))} or less",
        f"  above the exact eps {len(found.unsafe)} (unsafe)"
        if formula.budget
        else f"  above the exact one {len(found.above)}",
        f"  not a number        {found.not_a_number}",
        f"  wrong infinity      {found.wrong_infinity}",
        "  worst points:",
    ]
    for judged in found.worst:
        at = ", ".join(
            f"{a.name} = {x!r}" for a, x in zip(formula.arguments, judged.vector.arguments, strict=True)
        )
        lines.append(f"    {at}: {judged.answer!r} for {_exact(judged)}, {_ulps(judged.ulps)}")
    return "\n".join(lines) + "\n"


def structured(found: Conformance) -> dict[str, Any]:
    """The report as a document for JSON; infinite errors are the text `oo`."""
    return {
        "formula": found.formula.identifier,
        "points": len(found.judged),
        "ulps": {"max": number(found.quantile(1)), "p999": number(found.quantile(0.999))},
        "above": len(found.above),
        "unsafe": len(found.unsafe),
        "not_a_number": found.not_a_number,
        "wrong_infinity": found.wrong_infinity,
        "worst": [
            {
                "arguments": {
                    a.name: number(x)
                    for a, x in zip(found.formula.arguments, j.vector.arguments, strict=True)
                },
                "answer": str(number(j.answer)),
                "exact": _exact(j),
                "ulps": number(j.ulps),
                "above": j.above,
            }
            for j in found.worst
        ],
    }


def _ulps(value: float) -> str:
    return f"{value:.3g} ulps" if math.isfinite(value) else "infinite"


def _exact(judged: Judged) -> str:
    return "oo" if judged.vector.status is Status.INFINITE else repr(judged.vector.rounded)
