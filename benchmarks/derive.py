"""`symbolic-eps derive`, proofs and certificates included, as whole processes beside `import sympy`.

First the paper's profiles, then closed forms that the paper does not have.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.processes import COMMAND, IMPORT_SYMPY, compare

BOX = ("--box", "p0<=p<=p1", "--box", "q0<=q<=q1")
RATIO = ("--assume", "0<a<1<r")


@dataclass(frozen=True)
class Derived:
    """One derivation, and in how many pairs of runs it is measured."""

    name: str
    arguments: tuple[str, ...]
    pairs: int = 3


PAPER = (
    Derived("(14) constant", ("r", "--assume", "r>1")),
    Derived("(15) q fixed", ("max(a/(p*q), r)", *RATIO, "--fix", "q")),
    Derived("(16) p fixed", ("max(a/(p*q), r)", *RATIO, "--fix", "p")),
    Derived("(25) r, p >= p0, q = 1", ("r", "--assume", "r>1", "--fix", "q=1", "--box", "p>=p0")),
    Derived("(28) difference", ("--difference", "b", "--assume", "0<b<1")),
    Derived("(33) max(a/(p q), r)", ("max(a/(p*q), r)", *RATIO)),
)
BEYOND = (
    Derived("(33), p <= t", ("max(a/(p*q), r)", *RATIO, "--box", "p<=t")),
    Derived("(33) on a box", ("max(a/(p*q), r)", *RATIO, *BOX), 1),
    Derived("constant on a box", ("r", "--assume", "r>1", *BOX)),
    Derived("odds ratio", ("--odds-ratio", "k", "--assume", "k>1")),
    Derived("odds ratio on a box", ("--odds-ratio", "k", "--assume", "k>1", *BOX)),
    Derived(
        "difference and odds ratio",
        ("--difference", "b", "--odds-ratio", "k", "--assume", "0<b<1", "--assume", "k>1"),
    ),
    Derived("difference, p = 1/2, b = 1/4", ("--difference", "1/4", "--fix", "p=1/2")),
    Derived("difference, p fixed", ("--difference", "b", "--assume", "0<b<1", "--fix", "p"), 1),
    Derived("difference, q fixed", ("--difference", "b", "--assume", "0<b<1", "--fix", "q"), 1),
    Derived("two groups", ("--group", "r; fix: q=1", "--group", "c", "--assume", "r>1, c>1")),
    Derived("1 + 1/(10 p) + 1/(20 q)", ("1 + 1/(10*p) + 1/(20*q)",)),
    Derived("1 + (p-1/2)^2 + (q-1/3)^2", ("1 + (p-1/2)**2 + (q-1/3)**2",)),
    Derived("(33), bounded", ("max(a/(p*q), r)", *RATIO, "--variant", "bounded")),
)


def outcome(derived: Derived) -> str:
    """Cases, certificates and grade, in words."""
    command = [*COMMAND, "derive", *derived.arguments, "--json"]
    row = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    count, proof = len(row["branches"]), row["proof"]
    return f"{count} case{'s' * (count > 1)}, {len(proof['certificates'])} certificates, {proof['grade']}"


def report(chosen: Sequence[Derived] = (*PAPER, *BEYOND)) -> str:
    """Seconds, and as multiples of `import sympy`, as lines of text."""
    lines = [f"{'derive':32} {'ratio':>8} {'seconds':>9} {'peak MB':>9}  result"]
    for derived in chosen:
        command = [*COMMAND, "derive", *derived.arguments, "--json"]
        r = compare(derived.name, command, IMPORT_SYMPY, None, derived.pairs)
        lines.append(f"{r.name:32} {r.ratio:8.1f} {r.seconds:9.2f} {r.megabytes:9.0f}  {outcome(derived)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paper", action="store_true", help="the paper's profiles only")
    print(report(PAPER if parser.parse_args().paper else (*PAPER, *BEYOND)), end="")
