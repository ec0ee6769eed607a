"""The report of `symbolic-eps conform`, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_eps.export.packages.conformance import Conformance, Judged, ulps_text
from symbolic_eps.export.packages.vectors import Status
from symbolic_eps.report.envelope import number


def rendered(conformance: Conformance) -> str:
    """The report as text."""
    formula, count = conformance.formula, len(conformance.judged)
    names = ", ".join(a.name for a in formula.arguments)
    lines = [
        f"{formula.identifier}({names}): {formula.title}",
        f"  points              {count}",
        f"  largest error       {ulps_text(conformance.quantile(1))}",
        f"  99.9 % of errors    {ulps_text(conformance.quantile(0.999))} or less",
        f"  half of errors      {ulps_text(conformance.quantile(0.5))} or less",
        _above(conformance),
        f"  not a number        {len(conformance.not_a_number)}",
        f"  wrong infinity      {len(conformance.wrong_infinity)}",
        "  worst points:",
    ]
    lines += [f"    {point_text(conformance, judged)}" for judged in conformance.worst]
    lines.append(
        f"{'conforms' if conformance.passed else 'does not conform'}: {', '.join(_said(conformance))}"
    )
    return "\n".join(lines) + "\n"


def point_text(conformance: Conformance, judged: Judged) -> str:
    """A point, what was answered there, and what is exact."""
    names = (a.name for a in conformance.formula.arguments)
    at = ", ".join(f"{n} = {x!r}" for n, x in zip(names, judged.vector.arguments, strict=True))
    return f"{at}: {judged.answer!r} for {exact_text(judged)}, {ulps_text(judged.ulps)}"


def _above(conformance: Conformance) -> str:
    """How many results are above; for another quantity than an eps that is no fault."""
    kind = "eps" if conformance.formula.budget else "one"
    if not conformance.above:
        return f"  no result above the exact {kind}"
    unsafe = " (unsafe)" if conformance.formula.budget else ""
    return f"  above the exact {kind} {len(conformance.above)}{unsafe}"


def _said(conformance: Conformance) -> Iterator[str]:
    """What decides: all that was checked, or what failed."""
    return (check.text for check in conformance.checks if conformance.passed or check.failures)


def structured(conformance: Conformance) -> dict[str, Any]:
    """The report as a document for JSON; infinite errors are the text `oo`."""
    return {
        "formula": conformance.formula.identifier,
        "points": len(conformance.judged),
        "ulps": {"max": number(conformance.quantile(1)), "p999": number(conformance.quantile(0.999))},
        "above": len(conformance.above),
        "unsafe": len(conformance.unsafe),
        "not_a_number": len(conformance.not_a_number),
        "wrong_infinity": len(conformance.wrong_infinity),
        "max_ulps": conformance.max_ulps,
        "above_max_ulps": len(conformance.too_far),
        "conforms": conformance.passed,
        "worst": [
            {
                "arguments": {
                    a.name: number(x)
                    for a, x in zip(conformance.formula.arguments, j.vector.arguments, strict=True)
                },
                "answer": str(number(j.answer)),
                "exact": exact_text(j),
                "ulps": number(j.ulps),
                "above": j.above,
            }
            for j in conformance.worst
        ],
    }


def exact_text(judged: Judged) -> str:
    """The exact value, rounded to nearest; `oo` for infinity."""
    return "oo" if judged.vector.status is Status.INFINITE else repr(judged.vector.rounded)
