"""Derived closed forms with their certificates, as they are shipped: read, written, and never trusted.

For each row of the closed-form table the folder `closed_forms` holds two files: `ID.certificates.json`, which
the kernel checks (`symbolic-eps check`), and `ID.json` with the branches and the points that answer questions
whose answer is "somewhere". Reading them saves the search, not the proof.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_eps.closed_form import Branch, PiecewiseInfimum
from symbolic_eps.storage import restored, stored
from verify.certificate import Certificate, CertificateStore, as_text
from verify.decision import CertifyingSolver
from verify.evidence import Evidence
from verify.prover import Prover

FOLDER = Path(__file__).parent / "closed_forms"


@dataclass(frozen=True)
class Shipped:
    """What is at hand for one row before it is proved.

    Parameters
    ----------
    branches : tuple of Branch or None
        The result; None where there is none, so that it has to be searched for.
    certificates : mapping of str to Certificate
        By the fingerprint of their claim.
    points : mapping of str to mapping
        Counterexamples by the fingerprint of the claim.
    """

    branches: tuple[Branch, ...] | None = None
    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    points: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def judge(self) -> CertifyingSolver:
        """A solver that decides by what is at hand, and asks a prover only for the rest."""
        return CertifyingSolver(prover=Prover(certificates=self.certificates), points=self.points)


def load(identifier: str, folder: Path = FOLDER) -> Shipped:
    """What is shipped for a row; empty where nothing is.

    Raises
    ------
    OSError, ValueError
        If a file is there but cannot be read.
    """
    result, certificates = _paths(identifier, folder)
    if not (result.exists() and certificates.exists()):
        return Shipped()
    document = json.loads(result.read_text(encoding="utf-8"))
    return Shipped(restored(document), CertificateStore.load([certificates]), document["points"])


def texts(identifier: str, derived: PiecewiseInfimum, judge: CertifyingSolver) -> dict[Path, str]:
    """The files of a row, by their path within the folder."""
    result, certificates = _paths(identifier, Path())
    document = {**stored(derived.branches), "points": _points(judge.found)}
    found = {c["fingerprint"]: c for e in judge.found.values() for c in e.certificates}
    return {
        result: json.dumps(document, indent=1, sort_keys=True) + "\n",
        certificates: as_text(found.values()),
    }


def _paths(identifier: str, folder: Path) -> tuple[Path, Path]:
    return folder / f"{identifier}.json", folder / f"{identifier}.certificates.json"


def _points(found: Mapping[str, Evidence]) -> dict[str, Any]:
    """The rational counterexamples among the evidence; another kind is searched for again."""
    points = {
        name: {symbol.name: value for symbol, value in evidence.witness.items()}
        for name, evidence in found.items()
        if evidence.refuted and evidence.witness is not None
    }
    return {
        name: {symbol: str(value) for symbol, value in sorted(point.items())}
        for name, point in sorted(points.items())
        if all(value.is_Rational for value in point.values())
    }
