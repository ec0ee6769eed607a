"""What the commands under a notion take, as processor time against `import sympy`, and how that grows.

    python -m benchmarks.notions.speed --pairs 3

Medians of pairs, run in turn, with compiled modules at hand. The lines of growth differ in one thing each:
how many pieces a cap has, and how many numbers are left as parameters.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import median

from benchmarks.processes import COMMAND, IMPORT_SYMPY, run

DELTA = ("--notion", "approximate", "--delta", "1e-6")
RENYI = ("--notion", "renyi-2")
OF_EPS = ("--notion", "approximate", "--eps", "log(E)")
RANGE = ("--box", "1/20<=k<=1/2")

USED = (
    ("recommend", "3", *DELTA, "--box", "k>=1/100"),
    ("recommend", "3", "--notion", "approximate", "--eps", "1", "--box", "k>=1/100"),
    ("recommend", "--odds-ratio", "4", *DELTA, *RANGE),
    ("recommend", "--difference", "1/10", *RENYI),
    ("explain", "1", *DELTA, "--box", "1/100<=k<=1/2"),
    ("explain", "log(2)", *RENYI, "--baseline", "1/10"),
    ("design", "b", "--kind", "difference", "--find", "b", "--assume", "1/100<b<1", "--epsilon", "1", *DELTA),
    ("split", "1", *DELTA, "--releases", "3"),
    ("consistent", "--eps", "3", "--delta", "1/2", "--rho", "1"),
    ("table", "--notion", "approximate"),
    ("table", *OF_EPS),
    ("table", *RENYI),
)
"""As they are typed, from the shipped certificates where there are some."""


def growth() -> Iterator[tuple[str, ...]]:
    """Caps of 1 and 2 pieces, and a cap with no, one, two and three parameters."""
    box = ("--box", "k>=1/100")
    for count in (1, 2):
        slopes = (
            3 - Fraction(i, 4) for i in range(count)
        )  # tangents of 16 k^2 + 9/64, a bound on the success
        lines = ", ".join(f"({(9 - s**2) / 64})/k + {s}" for s in slopes)
        yield "recommend", f"max({lines})" if count > 1 else "3", *DELTA, *box, "--patience", "900"
    fixed = "--notion", "approximate"
    yield "derive", "3", *DELTA, *box
    yield "derive", "r", *DELTA, *box, "--assume", "r>2"
    yield "derive", "r", *fixed, "--delta", "d", *box, "--assume", "r>2", "--assume", "d<1/100"
    least = ("--box", "k>=m", "--assume", "0<m<1", "--assume", "r>1", "--assume", "r*m>=m+d")
    yield "derive", "r", *fixed, "--delta", "d", *least


def ratio(command: Sequence[str], pairs: int) -> tuple[float, float]:
    """Median processor time against `import sympy`, and in seconds."""
    whole = [*COMMAND, *command]
    runs = [(run(whole).processor, run(IMPORT_SYMPY).processor) for _ in range(pairs)]
    return median(a / b for a, b in runs), median(a for a, _ in runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.notions.speed", description=__doc__)
    parser.add_argument("--pairs", type=int, default=3)
    given = parser.parse_args(arguments)
    if given.pairs < 1:
        parser.error("--pairs is 1 or more")
    print("| command | against `import sympy` | processor time, s |\n|---|---:|---:|")
    for command in (*USED, *growth()):
        text = " ".join(f'"{word}"' if set(word) & set("<>*() ") else word for word in command)
        against, seconds = ratio(command, given.pairs)
        print(f"| `{text}` | {against:.1f} | {seconds:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
