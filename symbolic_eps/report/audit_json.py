"""An audit as JSON: every claim with its verdict, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from symbolic_eps.report.audit_entry import Entry
from symbolic_eps.report.envelope import result
from verify.claims.auditor import counts


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
    document = {
        "claims": [structured(entry) for entry in entries],
        "summary": counts(entry.record for entry in entries),
        "classes": Counter(entry.severity for entry in entries if entry.severity),
        "differences": list(differences),
    }
    return result("audit", asked or {}, document)


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
