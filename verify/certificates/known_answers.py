"""What is at hand before a question is asked: certificates, points, claims known to have no certificate.

Kept in two files: `certificates/NAME.json`, which the kernel checks, and `answers/NAME.json`; towers and
leaves, if there are any, in a third, `towers/NAME.json`. Nothing of it is trusted: a certificate counts
when its kernel accepts it, a point when exact arithmetic confirms it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify import kernel
from verify.certificates.certificate import Certificate, CertificateStore, as_text
from verify.certificates.file_names import certificate_files, file_names, towers
from verify.errors import VerifyError
from verify.evidence import Evidence, Grade
from verify.files import MEGABYTE, content
from verify.recheck import TOWERS

MOST_BYTES = 50 * MEGABYTE

_RATIONAL = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?", re.ASCII)


class DamagedAnswersError(VerifyError, ValueError):
    """A file is not one that `KnownAnswers.files` has made; the message names it."""


@dataclass(frozen=True)
class KnownAnswers:
    """Answers found before, by the fingerprint of the claim.

    Parameters
    ----------
    certificates : mapping of str to Certificate
        For true claims.
    points : mapping of str to mapping of str to str
        For false claims: a rational counterexample, the claim's variables and their values.
    unsearched : frozenset of str
        True claims for which no certificate was found, so that the search need not be repeated.
    searches : mapping of str to mapping
        For claims that are false as printed: what the search for a further hypothesis and for a clear witness
        found, as plain data.
    """

    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    points: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unsearched: frozenset[str] = frozenset()
    searches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, by_claim: Mapping[str, Evidence]) -> KnownAnswers:
        """What evidence, by the fingerprint of its claim, leaves behind for the next time."""
        certificates = {c["fingerprint"]: dict(c) for e in by_claim.values() for c in e.certificates}
        weak = (
            name
            for name, e in by_claim.items()
            if e.proved and e.grade is not Grade.EXACT and not e.certificate
        )
        return cls(certificates, _points(by_claim), frozenset(weak))

    @classmethod
    def load(cls, folder: Path, name: str) -> KnownAnswers:
        """What two files hold, and a third; nothing where there are none.

        Raises
        ------
        DamagedAnswersError
            If a file is there but cannot be read, or holds something else. What it says is not judged: that
            is done when it is used.
        """
        certificates, answers = (folder / file for file in file_names(name))
        if not (certificates.exists() and answers.exists()):
            return cls()
        try:
            store = CertificateStore.load(certificate_files(folder, name))
            points, unsearched, searches = _read_answers(answers)
        except kernel.Rejected as error:
            raise DamagedAnswersError(f"{certificates}: {error}") from None
        except OSError as error:
            raise DamagedAnswersError(f"{error.filename} cannot be read: {error.strerror}") from None
        return cls(store, points, unsearched, searches)

    def files(self, name: str) -> dict[Path, str]:
        """The files, by name; the third only where it is needed."""
        answers = {"points": self.points, "without_certificate": sorted(self.unsearched)}
        answers |= {"searches": self.searches} if self.searches else {}
        of_towers = [c for c in self.certificates.values() if c["format"] in TOWERS]
        others = [c for c in self.certificates.values() if c["format"] not in TOWERS]
        texts = (as_text(others), json.dumps(answers, indent=1, sort_keys=True) + "\n")
        files = {Path(file): text for file, text in zip(file_names(name), texts, strict=True)}
        return files | ({Path(towers(name)): as_text(of_towers)} if of_towers else {})

    def store(self, folder: Path, name: str) -> None:
        """Write the files, in the place of those that were stored under this name before."""
        for old in (*file_names(name), towers(name)):
            (folder / old).unlink(missing_ok=True)
        for path, text in self.files(name).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")


def _read_answers(path: Path) -> tuple[dict[str, dict[str, str]], frozenset[str], dict[str, Any]]:
    try:
        document = json.loads(content(path, MOST_BYTES))
    except (ValueError, RecursionError) as error:
        raise DamagedAnswersError(f"{path}: not JSON: {error}") from None
    match document:
        case {"points": dict(points), "without_certificate": list(names)} if all(
            isinstance(name, str) for name in names
        ) and all(map(_is_point, points.values())):
            searches = document.get("searches", {})
            if isinstance(searches, dict) and all(isinstance(found, dict) for found in searches.values()):
                return points, frozenset(names), dict(sorted(searches.items()))
    raise DamagedAnswersError(
        f"{path}: needs points (claim: variable: rational number as text) and without_certificate (a list)"
    )


def _is_point(record: Any) -> bool:
    return isinstance(record, dict) and all(
        isinstance(value, str) and _RATIONAL.fullmatch(value) for value in record.values()
    )


def _points(by_claim: Mapping[str, Evidence]) -> dict[str, Any]:
    """The rational counterexamples among the evidence; another kind is searched for again."""
    points = {}
    for name, evidence in by_claim.items():
        if evidence.refuted and evidence.witness and all(v.is_Rational for v in evidence.witness.values()):
            witness = {symbol.name: str(value) for symbol, value in evidence.witness.items()}
            points[name] = dict(sorted(witness.items()))
    return dict(sorted(points.items()))
