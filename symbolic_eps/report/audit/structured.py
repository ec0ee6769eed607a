"""An audit as JSON: every claim with its verdict, and how many there are of each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from symbolic_eps.report.audit import lines
from symbolic_eps.report.audit.entry import Entry
from symbolic_eps.report.audit.text import finding


def rendered(
    entries: Sequence[Entry], differences: Sequence[str] = (), asked: Mapping[str, Any] | None = None
) -> str:
    """The audit.

    Parameters
    ----------
    entries : sequence of Entry
        In the order of the papers.
    differences : sequence of str
        Where verdicts differ from the pinned ones.
    asked : mapping, optional
        What is audited, and how.
    """
    return lines.json([structured(entry) for entry in entries], differences, asked or {})


def line(entry: Entry, module: str) -> dict[str, Any]:
    """One claim as it is shipped: what JSON says, where it is made, and what a terminal says; plain data."""
    more = {lines.MODULE: module, lines.FINDING: finding(entry)}
    plain: dict[str, Any] = json.loads(json.dumps(structured(entry) | more))
    return plain


def structured(entry: Entry) -> dict[str, Any]:
    """One claim."""
    record = entry.record
    return {
        "paper": record.paper,
        "locator": record.locator,
        "verdict": record.verdict,
        "severity": entry.severity,
        "grade": record.grade or None,
        "method": record.method,
        "statement": record.statement,
        "domain": list(record.domain),
        "extra_hypotheses": list(record.extra_hypotheses),
        "hypothesis": _hypothesis(entry) if record.extra_hypotheses else None,
        "witness": None if record.witness is None else dict(record.witness),
        "values": [{"comparison": str(s.comparison), "left": s.left, "right": s.right} for s in entry.sides],
        "isolation": record.isolation or None,
        "confirmation": record.confirmation or None,
        "corrected": record.corrected,
        "certificate": record.certificates[0] if record.certificates else None,
        "certificates": list(record.certificates),
        "fingerprint": record.fingerprint,
        "note": record.note,
        "remark": record.remark,
        "evidence": record.evidence,
        "seconds": record.seconds,
    }


def _hypothesis(entry: Entry) -> dict[str, Any]:
    """Where the further hypothesis comes from, and what is proved of it."""
    record = entry.record
    proved = "necessary and sufficient" if record.necessary else "sufficient"
    return {"origin": record.hypothesis_origin, "proved": proved}
