"""The audits, from cold and from what is shipped, beside `import sympy`; how the time is spread."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.processes import COMMAND, IMPORT_SYMPY, Ratio, compare, table

AUDIT = [*COMMAND, "audit", "--jobs", "2"]
LONGEST = 10

FROM_COLD: dict[tuple[str, ...], float] = {
    ("yoshida-yung-hayashi-2018",): 60,
    ("dandekar-basu-bressan-2021",): 150,
    ("kazan-reiter-2023", "kazan-reiter-2024"): 100,
}
"""The papers that are audited in one process, and the ratio that is aimed at."""


def ratios() -> list[Ratio]:
    """Whole processes against `import sympy`, two claims side by side."""
    os.environ["XDG_CACHE_HOME"] = os.devnull  # no verdict is kept from one run to the next
    again = compare(
        "audit again with shipped proofs / import sympy", [*AUDIT, "--again"], IMPORT_SYMPY, 20, 3
    )
    return [*(from_cold(papers, limit) for papers, limit in FROM_COLD.items()), again]


def from_cold(papers: Sequence[str], limit: float | None = None) -> Ratio:
    """One audit without anything that is shipped, its certificates written."""
    with tempfile.TemporaryDirectory() as folder:
        cold = [*AUDIT, *papers, "--derive", "--certificates", folder]
        return compare(f"{' '.join(papers)} from cold", cold, IMPORT_SYMPY, limit, 1)


def spread() -> str:
    """How many claims take how long with what is shipped, and which take longest."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audit.json"
        subprocess.run([*AUDIT, "--again", "--json", "--output", str(path)], check=True)
        claims = json.loads(path.read_text(encoding="utf-8"))["claims"]
    seconds = sorted((claim["seconds"] for claim in claims), reverse=True)
    shares = ", ".join(f"{sum(s < limit for s in seconds)} under {limit} s" for limit in (0.01, 0.1, 1.0))
    longest = sorted(claims, key=lambda claim: -claim["seconds"])[:LONGEST]
    lines = [f"{len(claims)} claims, {sum(seconds):.1f} s in all: {shares}"]
    lines += [f"  {claim['seconds']:6.2f} s  {claim['paper']} {claim['locator']}" for claim in longest]
    return "\n".join(lines)


def report() -> str:
    """The ratios and the spread as text."""
    return "\n".join([*table("the audit", ratios()), spread()]) + "\n"


if __name__ == "__main__":
    print(report(), end="")
