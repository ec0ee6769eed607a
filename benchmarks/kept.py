"""Results of long runs in a file, a line for each: an interrupted run goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.files import ends_within_a_line


@dataclass(frozen=True)
class KeptLines:
    """A file with a line for each result; what another program has found is left out.

    Parameters
    ----------
    path : Path or None
        The file; None for nothing kept.
    program : str
        A digest of what finds the results.
    """

    path: Path | None
    program: str

    def lines(self) -> Iterator[dict[str, Any]]:
        """What this program has found; a line that was cut short is left out."""
        if self.path is None or not self.path.exists():
            return
        for text in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                line = json.loads(text)
            except json.JSONDecodeError:
                continue
            if isinstance(line, dict) and line.pop("program", None) == self.program:
                yield line

    def append(self, lines: Iterable[Mapping[str, object]]) -> None:
        """Add lines, each one of its own also after a line that was cut short."""
        if self.path is None:
            return
        cut_short = ends_within_a_line(self.path)
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * cut_short)
            for line in lines:
                file.write(json.dumps({**line, "program": self.program}, sort_keys=True) + "\n")


def program_digest(folders: Iterable[Path], settings: str, endings: Iterable[str] = (".py",)) -> str:
    """SHA-256 of the files in these folders with one of the endings, and of the settings."""
    digest = hashlib.sha256(settings.encode())
    kinds = set(endings)
    for path in (p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix in kinds):
        digest.update(path.read_bytes())
    return digest.hexdigest()
