"""Certificates as data: how one is assembled, written and found again by the fingerprint of its claim.

The text of a collection is canonical (sorted by fingerprint, one certificate in a line), so that generating
it twice gives the same bytes. Nothing here is trusted: `verify.kernel` judges every certificate that is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify import kernel
from verify.files import content
from verify.recheck import MAX_BYTES, parsed, read

Certificate = dict[str, Any]

FORMAT = "certificate/1"

_LINE = re.compile(rb'\{.*"fingerprint":"(sha256:[0-9a-f]{64})".*\},?')


def assembled(claim: Any, refutations: Sequence[Any], lemmas: Sequence[str] = ()) -> Certificate:
    """The certificate with these refutations, one for each alternative of "hypotheses and not goal"."""
    return {
        "format": FORMAT,
        "fingerprint": kernel.fingerprint(claim),
        "claim": claim,
        "lemmas": sorted(lemmas),
        "refutations": list(refutations),
    }


def as_text(certificates: Iterable[Mapping[str, Any]]) -> str:
    """A collection as canonical JSON: a list, one certificate in a line, each claim once.

    Examples
    --------
    >>> print(as_text([]))
    [
    ]
    <BLANKLINE>
    """
    by_name = {c["fingerprint"]: c for c in certificates}
    lines = [json.dumps(by_name[name], sort_keys=True, separators=(",", ":")) for name in sorted(by_name)]
    return "[\n" + ",\n".join(lines) + ("\n" if lines else "") + "]\n"


@dataclass(frozen=True)
class CertificateStore(Mapping[str, Certificate]):
    """Certificates by the fingerprint of their claim, as read from files; not yet judged.

    Parameters
    ----------
    certificates : mapping of str to dict or bytes
        The certificates; one that is still text is parsed when it is asked for.

    Examples
    --------
    >>> claim = {"variables": [], "hypotheses": [], "goal": [">", "1", "0"]}
    >>> node = {"terms": [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": []}]}
    >>> store = CertificateStore.of([assembled(claim, [node | {"multipliers": []}])])
    >>> kernel.fingerprint(claim) in store
    True
    """

    certificates: Mapping[str, Certificate | bytes] = field(default_factory=dict)

    @classmethod
    def of(cls, certificates: Iterable[Certificate]) -> CertificateStore:
        """A store of these certificates."""
        return cls({c["fingerprint"]: c for c in certificates})

    @classmethod
    def load(cls, paths: Iterable[Path]) -> CertificateStore:
        """A store of what the files hold.

        Of a collection in canonical text only the fingerprints are read now, a certificate when it is asked
        for; a line that then turns out to be damaged is as if it were not there.

        Raises
        ------
        OSError, verify.kernel.Rejected
            If a file cannot be read, or does not hold certificates.
        """
        paths = tuple(paths)
        indexed = [_indexed(path) for path in paths]
        if all(lines is not None for lines in indexed):
            return cls({name: line for lines in indexed for name, line in (lines or {}).items()})
        certificates = [certificate for path in paths for _, certificate in read(str(path))]
        if not all(isinstance(c, dict) and isinstance(c.get("fingerprint"), str) for c in certificates):
            raise kernel.Rejected("not a collection of certificates: one has no fingerprint")
        return cls.of(certificates)

    def __getitem__(self, fingerprint: str) -> Certificate:
        stored = self.certificates[fingerprint]
        try:
            certificate: Certificate = parsed(stored) if isinstance(stored, bytes) else stored
        except kernel.Rejected:
            raise KeyError(fingerprint) from None
        return certificate

    def __iter__(self) -> Iterator[str]:
        return iter(self.certificates)

    def __len__(self) -> int:
        return len(self.certificates)


def _indexed(path: Path) -> dict[str, bytes] | None:
    """The lines of a collection in canonical text by their fingerprints; None for any other text."""
    text = content(path, MAX_BYTES)
    if not (text.startswith(b"[\n") and text.endswith(b"\n]\n")):
        return None
    matches = [_LINE.fullmatch(line) for line in text.split(b"\n")[1:-2]]
    return {m[1].decode(): m[0].rstrip(b",") for m in matches if m} if all(matches) else None
