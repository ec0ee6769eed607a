"""Theorems of Coq: what the rows of the table take, which closed forms have one, and why others have none.

    python -m benchmarks.theorems --markdown benchmarks/results/theorems.md --document docs/theorem.md

With `--results FILE` every figure is kept as soon as it is there: interrupted, the run goes on where it
stopped, and what another state of the program has found is found anew.

First all files of `symbolic-eps table --coq`, compiled with `make -j2`; then `derive --coq` for the closed
forms of docs/derive.md and benchmarks/results/derive.md, and `recommend --coq` for the examples of the
documentation. Seconds are of processor time: of the whole command, and of Coq for the theorems alone (the
library is compiled once, before). A theorem counts where Coq accepts its file.

    python -m benchmarks.theorems --drawn 21 --profiles 60 --results FILE

asks `recommend --coq` about the profiles that `benchmarks.recommend` draws by a seed, instead; with
`--parameters 1` or `2`, `derive --coq` about those of `benchmarks.theorem_draws`. The last line says how many
answers are complete and of grade exact, and how many of these have a theorem for each case.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from benchmarks.derive import BEYOND, CLASSES
from benchmarks.kept import KeptLines, program_digest
from benchmarks.processes import COMMAND
from benchmarks.recommend import draw
from benchmarks.theorem_draws import questions
from benchmarks.theorem_tables import Asked, Rows, Written, counted, line, markdown, renewed
from symbolic_eps.closed_form_table.row_theorems import table_project
from symbolic_eps.coq.project import library_files
from symbolic_eps.coq.shipped import LIBRARY, LIBRARY_NAME
from verify.claims.paper import package_folder

MOST_REASONS = 2
"""Of cases without a theorem that are told in full; polynomials are long."""

PATIENCE = 600
"""Seconds that a derivation with its theorems may take."""

COQ_PATIENCE = 600
"""Seconds that Coq may take for the theorems of one profile."""

TOO_LONG = 124
"""The status of a process that was ended."""

OPTIONS = ("-Q", LIBRARY_NAME, LIBRARY_NAME)

DOCUMENTS = Path(__file__).parents[1]

NO_PROFILE = ("--scenario", "--table", "--notion")
"""Options of `recommend` with which it does not ask about one profile, or not about the relative risk."""

ABOUT_OUTPUT = {"--json": 0, "--output": 1, "--report": 1, "--name": 1, "--format": 1, "--coq": 1}
"""Options that do not change what is asked, and how many values they have."""

TIMED = re.compile(r"^(\S+)\.vo \(real: [\d.]+, user: ([\d.]+), sys: ([\d.]+), mem: \d+ ko\)$", re.MULTILINE)


@dataclass(frozen=True)
class Ended:
    """A process that has ended: status, seconds of processor time, and what it told of errors."""

    status: int
    seconds: float
    told: str


class Kept(KeptLines):
    """Figures of profiles in a file."""

    def known(self) -> dict[str, Written | None]:
        """By what was asked, as one types it; None where there was no answer."""
        return {line["asked"]: line["written"] and _written_again(line["written"]) for line in self.lines()}

    def add(self, asked: Asked, result: Written | None) -> None:
        """Append a line."""
        self.append([{"asked": asked.text, "written": result and asdict(result)}])


def _written_again(line: dict[str, Any]) -> Written:
    asked = Asked(**{**line["asked"], "arguments": tuple(line["asked"]["arguments"])})
    return Written(**{**line, "asked": asked, "missing": tuple(line["missing"])})


def ended(command: Sequence[str], folder: Path, limit: float | None = None) -> Ended:
    """Run a process in a folder, until it ends or so many seconds are over."""
    before = os.times()
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=limit)
        status, told = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        status, told = TOO_LONG, f"more than {limit} s"
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return Ended(status, seconds, told)


def compiled_rows(folder: Path, jobs: int) -> Rows:
    """Compile the library and the theorems of the table in a folder."""
    for path, text in table_project().items():
        Path(folder, path).parent.mkdir(exist_ok=True)
        Path(folder, path).write_text(text, "utf-8")
    subprocess.run(["coq_makefile", "-f", "_CoqProject", "-o", "Makefile"], cwd=folder, check=True)
    start = time.monotonic()
    make = ["make", f"-j{jobs}", "TIMED=1"]
    done = subprocess.run(make, cwd=folder, check=True, capture_output=True, text=True)
    elapsed = time.monotonic() - start
    found = TIMED.findall(done.stdout + done.stderr)
    return Rows({name: float(user) + float(system) for name, user, system in found}, elapsed, jobs)


def derivations() -> Iterator[Asked]:
    """The closed forms of docs/derive.md and benchmarks/results/derive.md beyond the table's rows."""
    for derived in (*BEYOND, *CLASSES):
        yield Asked(derived.name, "derive", derived.arguments)


def examples() -> Iterator[Asked]:
    """The examples of `recommend` in the documentation, each once."""
    seen = set[tuple[str, ...]]()
    for file in (DOCUMENTS / "README.md", *sorted((DOCUMENTS / "docs").glob("*.md"))):
        for text in re.findall(r"^\$ symbolic-eps recommend (.*)", file.read_text("utf-8"), re.MULTILINE):
            arguments = _question(_words(text))
            if arguments not in seen and not any(option in arguments for option in NO_PROFILE):
                seen.add(arguments)
                yield Asked(file.name, "recommend", arguments)


def drawn(seed: int, count: int, parameters: int = 0) -> Iterator[Asked]:
    """Profiles of twelve families, drawn; with parameters more families, caps and domains."""
    if parameters:
        for number, question in enumerate(questions(seed, count, parameters)):
            yield Asked(f"drawn {number}: {question.family}", "derive", question.arguments)
        return
    for number, one in enumerate(draw(seed, count)):
        yield Asked(f"drawn {number}: {one.family}", "recommend", (one.text,))


def _words(text: str) -> list[str]:
    """The arguments of a command line, up to where its output goes."""
    words = shlex.shlex(text, posix=True, punctuation_chars="|>&")
    words.whitespace_split, words.commenters = True, ""
    return list(takewhile(lambda word: not set(word) <= set("|>&"), words))


def _question(arguments: Sequence[str]) -> tuple[str, ...]:
    """Without the options on what is written, and where."""
    left, kept = list(arguments), []
    while left:
        part = left.pop(0)
        if part in ABOUT_OUTPUT:
            del left[: ABOUT_OUTPUT[part]]
        else:
            kept.append(part)
    return tuple(kept)


def written(asked: Asked, folder: Path) -> Written | None:
    """Ask, write the theorems beside the compiled library, and compile them; None without an answer."""
    with tempfile.TemporaryDirectory() as own:
        patience = [] if "--patience" in asked.arguments else ["--patience", str(PATIENCE)]
        options = [*patience, "--coq", own, "--output", f"{own}/eps.txt"]
        command = ended([*COMMAND, asked.command, *options, *asked.arguments], folder)
        made = Path(own, "Mine", "Theorem.v")
        if not Path(own, "eps.txt").exists():
            return None
        if not made.exists():
            last = command.told.strip().splitlines()[-1:] or ["nothing was written"]
            return Written(asked, 0, command.seconds, 0.0, (_reason(last[0]),))
        shutil.copy(made, folder / "Theorem.v")
    text = (folder / "Theorem.v").read_text("utf-8")
    compile_library(folder, text)
    names = re.findall(r"^Theorem (?!claim_)", text, re.MULTILINE)
    missing = re.findall(r"^\(\* No theorem (.*) \*\)$", text, re.MULTILINE)
    coq = ended(["coqc", *OPTIONS, "Theorem.v"], folder, COQ_PATIENCE)
    if coq.status:
        missing.append(f"Coq does not accept the file: {' '.join(coq.told.split())}")
    return Written(asked, 0 if coq.status else len(names), command.seconds, coq.seconds, tuple(missing))


def compile_library(folder: Path, theorems: str) -> None:
    """What theorems need of the library beyond the files that the rows of the table need."""
    for name in library_files(theorems):
        file = Path(LIBRARY_NAME, f"{name}.v")
        if not (folder / file).exists():
            shutil.copy(LIBRARY / file.name, folder / file)
            subprocess.run(["coqc", *OPTIONS, str(file)], cwd=folder, check=True)


def _reason(message: str) -> str:
    """Without what the table says anyway."""
    for head in ("error: ", "notice: "):
        message = message.removeprefix(f"symbolic-eps: {head}")
    whole = message.removeprefix("no theorem of Coq is written: ").removeprefix("for all parameters: ")
    told = whole.split("; where ")
    more = len(told) - MOST_REASONS
    return "; where ".join(told[:MOST_REASONS]) + (f"; and for {more} more cases" if more > 0 else "")


def all_asked(seed: int | None = None, count: int = 0, parameters: int = 0) -> Iterable[Asked]:
    """The derivations, then the examples; with a seed what it draws instead."""
    return (*derivations(), *examples()) if seed is None else drawn(seed, count, parameters)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures as they come, and write them if a file is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=[""], help="profiles and pages with one of these in their name"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes that compile the rows of the table")
    parser.add_argument("--rows", action="store_true", help="the rows of the table alone")
    parser.add_argument("--drawn", type=int, metavar="SEED", help="drawn profiles instead")
    parser.add_argument("--profiles", type=int, default=60, help="how many are drawn")
    parser.add_argument(
        "--parameters", type=int, default=0, choices=(0, 1, 2), help="of drawn profiles; 0 asks recommend"
    )
    parser.add_argument("--results", type=Path, help="keep figures in this file, and use those that it has")
    parser.add_argument("--markdown", type=Path, help="write tables to this file too")
    parser.add_argument("--document", type=Path, help="renew the end of this file, such as docs/theorem.md")
    options = parser.parse_args(arguments)
    every = () if options.rows else all_asked(options.drawn, options.profiles, options.parameters)
    chosen = [one for one in every if any(name in one.where for name in options.only)]
    folders = [*map(package_folder, ("derivations", "symbolic_eps", "verify"))]
    kept = Kept(options.results, program_digest(folders, str(PATIENCE), (".py", ".v", ".json")))
    known = kept.known()
    done = list[Written]()
    with tempfile.TemporaryDirectory() as folder:
        rows = compiled_rows(Path(folder), options.jobs)
        print(f"rows of the table: {rows.total:.1f} s of processor time, {rows.elapsed:.1f} s by the clock")
        print(f"{'':32} {'theorems':>9} {'seconds':>9} {'of Coq':>9}  without one", flush=True)
        for i, asked in enumerate((None, *chosen)):
            if asked is not None:
                if asked.text not in known:
                    known[asked.text] = written(asked, Path(folder))
                    kept.add(asked, known[asked.text])
                if result := known[asked.text]:
                    done.append(result)
                    print(line(result), flush=True)
            if options.markdown is not None:
                options.markdown.write_text(markdown(rows, done, chosen[i:]), "utf-8")
    if options.drawn is not None:
        print(counted(done))
    if options.document is not None:
        document = options.document.read_text("utf-8")
        options.document.write_text(renewed(document, markdown(rows, done)), "utf-8")


if __name__ == "__main__":
    main()
