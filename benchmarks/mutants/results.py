"""Results that are kept, the figures that they make, and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.kept import KeptLines, program_digest
from benchmarks.mutants.judging import ERRORS, Fate, Result
from benchmarks.mutants.planting import KINDS
from verify.claims.paper import package_folder

GOAL = 0.97
"""Of the mutants that are known to be false, at least this share is refuted with a witness."""


@dataclass(frozen=True)
class Figures:
    """How many mutants had which fate."""

    fates: Mapping[str, int]

    @classmethod
    def of(cls, results: Iterable[Result]) -> Figures:
        return cls(Counter(result.fate for result in results))

    def count(self, *fates: Fate) -> int:
        return sum(self.fates.get(fate, 0) for fate in fates)

    @property
    def planted(self) -> int:
        return sum(self.fates.values())

    @property
    def known_false(self) -> int:
        """Refuted, or seen to be false at a point."""
        return self.count(Fate.REFUTED, Fate.MISSED, Fate.ACCEPTED_FALSE)

    @property
    def share(self) -> float:
        """Of those that are known to be false, the share refuted; 1 where there are none."""
        return self.count(Fate.REFUTED) / self.known_false if self.known_false else 1.0

    @property
    def least_share(self) -> float:
        """The same if every open mutant were false."""
        false = self.known_false + self.count(Fate.OPEN)
        return self.count(Fate.REFUTED) / false if false else 1.0

    @property
    def errors(self) -> int:
        return self.count(*ERRORS)

    @property
    def data(self) -> dict[str, object]:
        shares = {"refuted_of_false": round(self.share, 5), "at_least": round(self.least_share, 5)}
        return {"planted": self.planted, **{f: self.fates.get(f, 0) for f in Fate}, **shares}


def faults(results: Sequence[Result], complete: bool) -> list[str]:
    """Why the run is no success; empty if it is one.

    Parameters
    ----------
    results : sequence of Result
        All of the run.
    complete : bool
        Whether every operator should have made some mutant.
    """
    figures = Figures.of(results)
    found = [f"{figures.count(fate)} mutants: {fate}" for fate in ERRORS if figures.count(fate)]
    if figures.share < GOAL:
        found.append(f"{figures.share:.2%} of the false ones are refuted; at least {GOAL:.0%} should be")
    made = {result.operator for result in results}
    found += [f"the operator {kind!r} has made no mutant" for kind in KINDS if complete and kind not in made]
    return found if results else ["no mutants"]


SHOWN = (*ERRORS, Fate.MISSED, Fate.UNTRIED)


def report(results: Sequence[Result], verbose: bool = False) -> str:
    """A table by operator, and those mutants of which a person should know; all open ones too if verbose."""
    columns = tuple(Fate)
    heads = ("refuted", "missed", "open", "true", "untried", "none", "FALSE+", "FALSE-")
    lines = [
        f"{'operator':<20}{'planted':>8}" + "".join(f"{h:>9}" for h in heads) + f"{'refuted of false':>20}"
    ]
    for kind in (*KINDS, "all"):
        figures = Figures.of(r for r in results if kind in (r.operator, "all"))
        counts = "".join(f"{figures.count(fate):>9}" for fate in columns)
        share = f"{figures.share:>11.2%} >={figures.least_share:>6.1%}" if figures.planted else ""
        lines.append(f"{kind:<20}{figures.planted:>8}{counts}{share:>20}")
    lines += [
        "",
        "missed: left open, false at a point; open: false at no point tried; none: no statement of its kind;",
        "FALSE+: accepted though false; FALSE-: refuted by what is no witness; >=: if all open were false",
    ]
    for fate in (*SHOWN, *((Fate.OPEN, Fate.NO_STATEMENT) if verbose else ())):
        for r in (r for r in results if r.fate == fate):
            at = f" at {dict(r.point)}" if r.point else ""
            lines += [
                "",
                f"{fate}: {r.paper} {r.place}",
                f"  {r.statement}",
                f"  for {', '.join(r.domain)}{at}",
            ]
            lines += [f"  {r.note}"] if r.note else []
    return "\n".join(lines)


def markdown(results: Sequence[Result], command: str) -> str:
    """The figures by operator as a document, with the command that makes it."""
    figures = Figures.of(results)
    claims = {(result.paper, result.place.partition("#")[0]) for result in results}
    lines = [
        "# What the audit makes of errors planted in claims that hold",
        "",
        f"Written by `{command}`.",
        "",
        f"{figures.planted} mutants of {len(claims)} claims: {figures.known_false} known to be false, "
        f"{figures.count(Fate.REFUTED)} of them refuted with a witness ({figures.share:.1%}), "
        f"{figures.count(Fate.ACCEPTED_FALSE)} accepted though false, "
        f"{figures.count(Fate.REFUTED_WRONGLY)} refuted by what is no witness.",
        "",
        "| operator | mutants | known to be false | refuted | missed | open | true | accepted, not tried "
        "| no statement | accepted, false | refuted wrongly |",
        "|---" + "|---:" * 10 + "|",
    ]
    for kind in (*KINDS, "all"):
        figures = Figures.of(r for r in results if kind in (r.operator, "all"))
        counts = (figures.planted, figures.known_false, *(figures.count(fate) for fate in Fate))
        lines.append(" | ".join((f"| {kind}", *map(str, counts))) + " |")
    lines += [
        "",
        "A mutant is known to be false if the audit refutes it, or if it fails at a random point of its",
        "domain.",
        "Missed: left open, and false at such a point; open: false at no point that was tried.",
        "",
    ]
    return "\n".join(lines)


class Kept(KeptLines):
    """Results of mutants in a file; what another program has judged is judged again."""

    def known(self) -> dict[str, Result]:
        """By the mutant's fingerprint."""
        return {
            line["fingerprint"]: Result(**{**line, "domain": tuple(line["domain"])}) for line in self.lines()
        }

    def add(self, results: Iterable[Result]) -> None:
        """Append results."""
        self.append(map(asdict, results))


def judge_digest(packages: Iterable[str], settings: str) -> str:
    """SHA-256 of the modules that judge, and of the settings."""
    folders = [package_folder(name) for name in sorted(set(packages))]
    return program_digest([*folders, Path(__file__).parent], settings)
