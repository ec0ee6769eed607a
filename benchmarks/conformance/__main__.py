"""`python -m benchmarks.conformance`: the tables of docs/conformance.md; status 1 if one is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.conformance import answers
from benchmarks.conformance.ladder import ladder
from benchmarks.conformance.witness import Witness
from benchmarks.conformance.witnesses import all_witnesses

LIBRARIES = Path(sys.prefix) / "libraries/bin/python"
HEADS = ("call", "answer", "of it", "is", "exact, or asked for", "beyond by, of it", "")


def asked(witnesses: Sequence[Witness], python: Path = LIBRARIES) -> tuple[list[str], Mapping[str, str]]:
    """The libraries' answers, and their versions; each import is tried in a process of its own."""
    alone = [w for w in witnesses if "import" in w.call.question]
    found = {id(w): _asked([w], python)[0][0] for w in alone}
    others = [w for w in witnesses if id(w) not in found]
    said, versions = _asked(others, python)
    found |= {id(w): answer for w, answer in zip(others, said, strict=True)}
    return [found[id(w)] for w in witnesses], versions


def _asked(witnesses: Sequence[Witness], python: Path) -> tuple[list[str], Mapping[str, str]]:
    done = subprocess.run(
        [str(python), str(answers.__file__)],
        input=json.dumps([w.call.question for w in witnesses]),
        capture_output=True,
        text=True,
        check=True,
    )
    document = json.loads(done.stdout.splitlines()[-1])
    return document["answers"], document["versions"]


def report(witnesses: Sequence[Witness], said: Sequence[str]) -> str:
    """A table in Markdown for each library."""
    lines = []
    for library in dict.fromkeys(w.library for w in witnesses):
        lines += ["", f"### {library}", "", f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
        rows = (w.row(answer) for w, answer in zip(witnesses, said, strict=True) if w.library == library)
        lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines)


def main() -> int:
    """Prints versions and tables; 1 if an answer is not what the report says."""
    if not LIBRARIES.exists():
        print("the libraries are missing: make .venv/.stamp-libraries", file=sys.stderr)
        return 2
    witnesses = all_witnesses()
    said, versions = asked(witnesses)
    print(", ".join(f"{name} {version}" for name, version in versions.items()))
    print(report(witnesses, said))
    print(ladder(lambda steps: asked(steps)[0]))
    failed = [w for w, answer in zip(witnesses, said, strict=True) if not w.holds(answer)]
    for witness in failed:
        print(f"not {witness.kind} (any more): {witness.library} {witness.call.text}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
