"""A comparison of a function with exact values, as text."""

from __future__ import annotations

from symbolic_eps.callables.verification import Judged, Verification
from symbolic_eps.export.packages.conformance import ulps_text
from verify.enclosure import Enclosure

FAULTS = ("no number", "wrong infinity", "wrong truth")


def text(verification: Verification) -> str:
    """What was found, and the worst points."""
    count = len(verification.judged)
    verdict = (
        f"right at all {count} points"
        if verification.ok
        else f"WRONG at {len(verification.wrong)} of {count} points"
    )
    down = " and never above" if verification.rounding == "down" else ""
    lines = [
        f"{verification.name}: {verdict}",
        f"  allowed          {verification.limit:g} ulps{down}, against {verification.digits} digits",
        f"  largest error    {ulps_text(verification.worst_error)}",
        f"  above the exact  {len(verification.above)}",
    ]
    lines += [
        f"  {fault:<15}  {len(verification.with_fault(fault))}"
        for fault in FAULTS
        if verification.with_fault(fault)
    ]
    lines += ["  worst points"]
    return "\n".join([*lines, *(f"    {_line(judged)}" for judged in verification.worst)])


def _line(judged: Judged) -> str:
    where = ", ".join(f"{name} = {value!r}" for name, value in judged.point.items()) or "no parameters"
    said = judged.fault or f"{judged.ulps:+.3g} ulps"
    return f"{said}: {where}: {_answer(judged.answer)}, exactly {_exact(judged.exact)}"


def _answer(answer: object) -> str:
    return f"{type(answer).__name__} ({answer})" if isinstance(answer, Exception) else str(answer)


def _exact(exact: Enclosure | bool | None) -> str:
    if isinstance(exact, Enclosure):
        return exact.decimal_lower(20)
    return "no value" if exact is None else str(exact)
