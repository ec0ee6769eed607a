"""The report of `symbolic-eps conform`, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.export.conformance import Conformance, Judged, ulps_text
from symbolic_eps.export.vectors import Status
from symbolic_eps.report.envelope import number


def rendered(found: Conformance) -> str:
    """The report as text."""
    formula, count = found.formula, len(found.judged)
    names = ", ".join(a.name for a in formula.arguments)
    lines = [
        f"{formula.identifier}({names}): {formula.title}",
        f"  points              {count}",
        f"  largest error       {ulps_text(found.quantile(1))}",
        f"  99.9 % of errors    {ulps_text(found.quantile(0.999))} or less",
        f"  half of errors      {ulps_text(found.quantile(0.5))} or less",
        _above(found),
        f"  not a number        {len(found.not_a_number)}",
        f"  wrong infinity      {len(found.wrong_infinity)}",
        "  worst points:",
    ]
    lines += [f"    {point_text(found, judged)}" for judged in found.worst]
    lines.append(f"{'conforms' if found.passed else 'does not conform'}: {', '.join(_said(found))}")
    return "\n".join(lines) + "\n"


def point_text(found: Conformance, judged: Judged) -> str:
    """A point, what was answered there, and what is exact."""
    names = (a.name for a in found.formula.arguments)
    at = ", ".join(f"{n} = {x!r}" for n, x in zip(names, judged.vector.arguments, strict=True))
    return f"{at}: {judged.answer!r} for {_exact(judged)}, {ulps_text(judged.ulps)}"


def _above(found: Conformance) -> str:
    """How many results are above; for another quantity than an eps that is no fault."""
    kind = "eps" if found.formula.budget else "one"
    if not found.above:
        return f"  no result above the exact {kind}"
    return f"  above the exact {kind} {len(found.above)}{' (unsafe)' if found.formula.budget else ''}"


def _said(found: Conformance) -> Iterator[str]:
    """What decides: all that was checked, or what failed."""
    return (check.text for check in found.checks if found.passed or check.failures)


def structured(found: Conformance) -> dict[str, Any]:
    """The report as a document for JSON; infinite errors are the text `oo`."""
    return {
        "formula": found.formula.identifier,
        "points": len(found.judged),
        "ulps": {"max": number(found.quantile(1)), "p999": number(found.quantile(0.999))},
        "above": len(found.above),
        "unsafe": len(found.unsafe),
        "not_a_number": len(found.not_a_number),
        "wrong_infinity": len(found.wrong_infinity),
        "max_ulps": found.max_ulps,
        "above_max_ulps": len(found.too_far),
        "conforms": found.passed,
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


def _exact(judged: Judged) -> str:
    return "oo" if judged.vector.status is Status.INFINITE else repr(judged.vector.rounded)
