"""`symbolic-eps derive`, proofs and certificates included, as whole processes beside `import sympy`.

    python -m benchmarks.derive --markdown benchmarks/results/derive.md

First the paper's profiles, then the closed forms of docs/derive.md, then the classes of profiles for which
there is a theorem or a reduction of its own. Times are processor time of the process and of all that it
starts, so that other work on the machine changes them little; the ratio is to `import sympy` run just before.
What is not derived completely, or not within `LIMIT`, is marked. `--only WORD ...` measures the rows whose
names or arguments have one of the words, and replaces these rows alone in the file.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import COMMAND, IMPORT_SYMPY, run

BOX = ("--box", "p0<=p<=p1", "--box", "q0<=q<=q1")
RATIO = ("--assume", "0<a<1<r")
DIFFERENCE = ("--difference", "b", "--assume", "0<b<1")
POSITIVE = ("--assume", "a>0, b>0")

LIMIT = 20
"""Seconds of processor time that a derivation may take."""

HEAD = f"{'derive':32} {'ratio':>8} {'seconds':>9} {'peak MB':>9}  result"


@dataclass(frozen=True)
class Derived:
    """One derivation."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    """What it took, and what came of it."""

    derived: Derived
    seconds: float
    ratio: float
    megabytes: float
    complete: bool
    result: str

    @property
    def failed(self) -> bool:
        """Whether something is open, or took too long."""
        return not self.complete or self.seconds > LIMIT


PAPER = (
    Derived("(14) constant", ("r", "--assume", "r>1")),
    Derived("(15) q fixed", ("max(a/(p*q), r)", *RATIO, "--fix", "q")),
    Derived("(16) p fixed", ("max(a/(p*q), r)", *RATIO, "--fix", "p")),
    Derived("(25) r, p >= p0, q = 1", ("r", "--assume", "r>1", "--fix", "q=1", "--box", "p>=p0")),
    Derived("(28) difference", DIFFERENCE),
    Derived("(33) max(a/(p q), r)", ("max(a/(p*q), r)", *RATIO)),
)
BEYOND = (
    Derived("1 + b/(p q)", ("1 + b/(p*q)", "--assume", "0<b<1")),
    Derived("(33), p <= t", ("max(a/(p*q), r)", *RATIO, "--box", "p<=t")),
    Derived("(33) on a box", ("max(a/(p*q), r)", *RATIO, *BOX)),
    Derived("constant on a box", ("r", "--assume", "r>1", *BOX)),
    Derived("constant, p q <= t", ("r", "--assume", "r>1", "--box", "p*q<=t")),
    Derived("difference, q = 1", (*DIFFERENCE, "--fix", "q=1")),
    Derived("difference, p = 1/2, b = 1/4", ("--difference", "1/4", "--fix", "p=1/2")),
    Derived("difference, p fixed", (*DIFFERENCE, "--fix", "p")),
    Derived("difference, q fixed", (*DIFFERENCE, "--fix", "q")),
    Derived("difference, p <= p1", (*DIFFERENCE, "--box", "p<=p1")),
    Derived("difference, q <= q1", (*DIFFERENCE, "--box", "q<=q1")),
    Derived("odds ratio", ("--odds-ratio", "k", "--assume", "k>1")),
    Derived("odds ratio, p fixed", ("--odds-ratio", "k", "--assume", "k>1", "--fix", "p")),
    Derived("odds ratio on a box", ("--odds-ratio", "k", "--assume", "k>1", *BOX)),
    Derived("a jump in p", ("piecewise((r, p <= t), c)", "--assume", "r>1, c>1, 0<t<1")),
    Derived("constant and difference", ("r", *DIFFERENCE, "--assume", "r>1")),
    Derived("difference and odds ratio", (*DIFFERENCE, "--odds-ratio", "k", "--assume", "k>1")),
    Derived("two groups", ("--group", "r; fix: q=1", "--group", "c", "--assume", "r>1, c>1")),
    Derived("(33), bounded", ("max(a/(p*q), r)", *RATIO, "--variant", "bounded")),
)
CLASSES = (
    Derived("limit at p = q = 1", ("1 + b*(1-p*q)/(p*q)", "--assume", "0<b<1")),
    Derived("limit at p = q = 1, two cases", ("(p*q + c*(1-p*q))/(p*q)", "--assume", "c>0")),
    Derived("eps = 0", ("1 + c*(p-q)**2", "--assume", "c>0")),
    Derived("eps = 0, with numbers", ("1 + (p-1/2)**2 + (q-1/3)**2",)),
    Derived("sum, at the border", ("1 + 1/(10*p) + 1/(20*q)",)),
    Derived("sum, inside both ranges", ("1 + 1/p + 1/q",)),
    Derived("sum, inside both ranges", ("1 + p**2/q + 1/(5*p)",)),
    Derived("squares, inside both ranges", ("11/10 + (p-1/2)**2 + (q-1/3)**2",)),
    Derived("sum with a parameter", ("1 + a/p + 1/q", "--assume", "a>0")),
    Derived("sum with parameters", ("1 + a/p + b/q", "--assume", "a>0, b>=1")),
    Derived("sum with parameters", ("1 + a/p + b/q", *POSITIVE)),
    Derived("square, the other prior fixed", ("1 + a/q**2", "--assume", "a>0", "--fix", "p")),
    Derived("square, the other prior fixed", ("1 + a/p**2", "--assume", "a>0", "--fix", "q")),
    Derived("two powers, the other prior fixed", ("1 + b/q + a/q**2", *POSITIVE, "--fix", "p")),
    Derived("ridge", ("max(q/p, p/q) + 1/2",)),
    Derived("ridge to p = q = 0", ("max(q/p, p/q) + 1",)),
    Derived("ridge with a parameter", ("max(q/p, p/q) + c", "--assume", "c>0")),
    Derived("ridge with a parameter", ("r*max(p, q)/q", "--assume", "r>1")),
    Derived("ridge in a box", ("max(q/p, p/q) + c", "--assume", "c>0", "--box", "p<=p1")),
    Derived("ridge of two parameters", ("max(a/p, b/q)", "--assume", "a>1, b>1")),
    Derived("ridge of high degree", ("max(6/(7*p*q**2), 2+2*(p+q)/(3*p)+1/(2*q))",)),
    Derived("ridge that bends downward across", ("max(1/(4*p)+8/5*q, 29/20+5/4*p/q)",)),
    Derived("ridge that is nearly flat across", ("max(1/(2*p*q), 19/10+49/20*p/q+6/5*q)",)),
    Derived("ridge that ends at p = 1", ("max(19/(20*p**2*q), 29/20+2/5*p+19/10*q)",)),
    Derived("ridge that ends at p = 1", ("max(2/(5*p*q), 27/20+7/5*(p-4/5)**2+19/20*q)",)),
    Derived("ridge that ends at q = 1", ("max(1/(2*p*q**2), 29/20+2/5*q+19/10*p)",)),
    Derived("difference on a box", (*DIFFERENCE, *BOX)),
    Derived("two quotients", ("1 + a*p/q + b*q/p", *POSITIVE)),
    Derived("powers of one prior each", ("1 + a/p + b/q**2", *POSITIVE)),
    Derived("powers of one prior each", ("1 + a/p**2 + b/q**2", *POSITIVE)),
    Derived("product and one prior", ("1 + a/(p*q) + b/p", *POSITIVE)),
    Derived("product and one prior", ("1 + a/(p**2*q**2) + b/p", *POSITIVE)),
    Derived("product and quotient", ("1 + a/(p*q) + b*q/p", *POSITIVE)),
    Derived("product and one prior", ("1 + a/(p*q) + b*p", *POSITIVE)),
    Derived("product and one prior", ("1 + a/(p*q) + b/q", *POSITIVE)),
    Derived("two corners", ("1 + (a+b*p)/(p+q)", "--assume", "0<a<1, 0<b<1")),
    Derived("parabola or cubic", ("1 + (a+b*p)/(p*q)", *POSITIVE)),
    Derived("parabola or cubic in a box", ("1 + (a+b*p)/(p*q)", *POSITIVE, "--box", "q<=5/8")),
    Derived("corner or inside", ("k + b*(1-q)/p", "--assume", "k>1, b>0")),
    Derived("ridge above 1", ("max(a/p, b/q, 1)", *POSITIVE)),
    Derived("ridge of two parameters", ("max(a/p, b/q)", "--assume", "0<a<1<b")),
    Derived("ridge of two terms", ("max(1 + a/p, 1 + b/q)", *POSITIVE)),
    Derived("ridge of a quotient", ("max(a/p, 1 + b*p/q)", *POSITIVE)),
    Derived("equal quotients", ("2 + a*(p-q)**2/(p*q) + b", *POSITIVE)),
    Derived("corner of a box", ("1 + (a+b*p)/(p*q)", *POSITIVE, "--box", "q<=7/30")),
    Derived("quartic along one prior", ("1 + a*q + 1/(10*q**2)", "--assume", "a>0", "--fix", "p=1/2")),
    Derived("falls along both priors", ("1 + a*(1-p)/p + b*(1-q)/q", *POSITIVE)),
    Derived(
        "two powers, the other prior known",
        ("c + b/q + a/q**2", "--assume", "a>0, b>0, c>=1", "--fix", "p=1"),
    ),
)


def measured(derived: Derived, patience: int = 600) -> Measured:
    """One run, after one of `import sympy`."""
    reference = run(IMPORT_SYMPY)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "result.json")
        asked = [*derived.arguments, "--patience", str(patience), "--certificates", folder]
        taken = run([*COMMAND, "derive", *asked, "--json", "--output", str(file)], statuses=(0, 1))
        row = json.loads(file.read_text())
    count, proof = len(row["branches"]), row["proof"]
    words = f"{count} case{'s' * (count != 1)}, {len(proof['certificates'])} certificates, {proof['grade']}"
    complete = not row["open"]
    return Measured(
        derived,
        taken.processor,
        taken.processor / reference.processor,
        taken.megabytes,
        complete,
        words if complete else f"{len(row['open'])} open; {words}",
    )


def report(chosen: Iterable[Derived] = (*PAPER, *BEYOND, *CLASSES)) -> str:
    """Processor time, and as multiples of `import sympy`, as lines of text."""
    return "\n".join([HEAD, *(line(measured(derived)) for derived in chosen)]) + "\n"


def line(m: Measured) -> str:
    """One derivation, as text."""
    figures = f"{m.ratio:8.1f} {m.seconds:9.2f} {m.megabytes:9.0f}"
    return f"{m.derived.name:32} {figures}  {m.result}{' !' * m.failed}"


def markdown(done: Iterable[Measured], patience: int = 600) -> str:
    """The same as a table, with what was asked."""
    lines = [
        "# `derive`: processor time",
        "",
        f"Written by `python -m benchmarks.derive --patience {patience} --markdown FILE`. Seconds are of",
        f"processor time; at most {LIMIT} are asked for. What is not answered when patience ends is open.",
        "",
        "| class | asked | seconds | times `import sympy` | result | as asked |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *map(row, done)]) + "\n"


def row(m: Measured) -> str:
    """One derivation, as a row of the table."""
    verdict = "no" if m.failed else "yes"
    return f"{_begun(m.derived)} {m.seconds:.1f} | {m.ratio:.1f} | {m.result} | {verdict} |"


def _begun(derived: Derived) -> str:
    """The row's first two cells, by which it is found."""
    asked = " ".join(f'"{part}"' if set(part) & set(" (*<>/") else part for part in derived.arguments)
    return f"| {derived.name} | `{asked}` |"


def replaced(text: str, done: Iterable[Measured]) -> str:
    """A table with the rows of what was measured again.

    Raises
    ------
    ValueError
        If it has no such row.
    """
    lines = text.splitlines()
    for m in done:
        places = [k for k, line in enumerate(lines) if line.startswith(_begun(m.derived))]
        if len(places) != 1:
            raise ValueError(f"{len(places)} rows begin with {_begun(m.derived)}")
        lines[places[0]] = row(m)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the figures as they come, and write them if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paper", action="store_true", help="the paper's profiles only")
    parser.add_argument("--patience", type=int, default=600, help="seconds after which the rest is open")
    parser.add_argument("--markdown", type=Path, help="write a table to this file too")
    parser.add_argument("--only", nargs="+", help="words: the rows that have one of them")
    options = parser.parse_args()
    done = list[Measured]()
    chosen = PAPER if options.paper else (*PAPER, *BEYOND, *CLASSES)
    if options.only:
        chosen = tuple(one for one in chosen if any(word in _begun(one) for word in options.only))
    print(HEAD)
    for derived in chosen:
        done.append(measured(derived, options.patience))
        print(line(done[-1]), flush=True)
    if options.markdown is not None and options.only:
        options.markdown.write_text(replaced(options.markdown.read_text(), done))
    elif options.markdown is not None:
        options.markdown.write_text(markdown(done, options.patience))


if __name__ == "__main__":
    main()
