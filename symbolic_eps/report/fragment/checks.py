"""What was checked, in a LaTeX fragment: certificates by the kernel, and another program by exact values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from symbolic_eps.export.packages.conformance import Conformance, Judged, ulps_text
from symbolic_eps.report.conformance import exact_text
from symbolic_eps.report.fragment.numbers import LAYOUT, decimal, double, worded
from symbolic_eps.report.fragment.text import EPS, ONE_PAGE, Fragment, Grid, Row, keyed
from symbolic_eps.typesetting.tex import tex_words
from verify.recheck import TOWERS, Judgement

FIRST = 16
"""Characters of a fingerprint, as in the names of the files that `check --coq` writes."""

NUMBERS = 3
"""With all digits of a double that stand beside each other on a line."""

_KINDS = dict(zip(TOWERS, ("tower of derivatives", "tower with leaves"), strict=True))


def checked(shown: Sequence[Judgement], judgements: Sequence[Judgement]) -> Fragment:
    r"""How many certificates of each file are accepted, and the judgement of each that is to be shown.

    Parameters
    ----------
    shown : sequence of Judgement
        Those that get a line of their own.
    judgements : sequence of Judgement
        All.

    Examples
    --------
    >>> one = Judgement("proof.json[0]", "sha256:0123456789abcdef", "")
    >>> [row.cells for row in checked([], [one]).grids[0].rows]
    [('1',), ('1',), ('0',)]
    """
    accepted = sum(one.accepted for one in judgements)
    counts = (
        ("Certificates", "certificates", str(len(judgements))),
        ("Accepted", "accepted by the kernel", str(accepted)),
        ("Rejected", "rejected", str(len(judgements) - accepted)),
    )
    files = Counter(_file(one) for one in judgements)
    good = Counter(_file(one) for one in judgements if one.accepted)
    names = _names(files)
    by_file = tuple(Row(names[file], (str(good[file]), str(count))) for file, count in files.items())
    each = (Row(_claim(one), (names[_file(one)], _verdict(one))) for one in shown)
    return Fragment(
        "",
        (
            Grid(tuple(keyed(counts))),
            Grid(by_file, ("file", "accepted", "of"), "Files", long=len(by_file) > ONE_PAGE),
            Grid(tuple(each), ("claim (SHA-256)", "file", "verdict"), "Verdicts", (0.3, 0.33, 0.37)),
        ),
    )


def _file(one: Judgement) -> str:
    """The file of a certificate, without its number in it."""
    return one.source.rpartition("[")[0] or one.source


def _names(files: Iterable[str]) -> dict[str, str]:
    """The files without the folder that they share; LaTeX may break a name after `/` and `-`."""
    parts = {file: PurePath(file).parts for file in files}
    shared = 0
    while len({one[: shared + 1] for one in parts.values()}) == 1 and all(
        len(one) > shared + 1 for one in parts.values()
    ):
        shared += 1
    return {file: path_text(str(PurePath(*one[shared:]))) for file, one in parts.items()}


def path_text(path: str) -> str:
    r"""A path in typewriter letters, which LaTeX may break after `/` and `-`.

    Examples
    --------
    >>> print(path_text("vectors/root.csv"))
    \texttt{vectors/\allowbreak{}root.csv}
    """
    text = printable(path).replace("-{}", r"-\allowbreak{}").replace("/", r"/\allowbreak{}")
    return rf"\texttt{{{text}}}"


def _claim(one: Judgement) -> str:
    return rf"\texttt{{{printable(one.fingerprint.removeprefix('sha256:')[:FIRST] or 'none')}}}"


def _verdict(one: Judgement) -> str:
    """Accepted, and what it proves where it says so; or why not."""
    if not one.accepted:
        return f"rejected: {printable(one.reason)}"
    proved = one.proved or _KINDS.get(one.kind, "")
    return f"accepted: {worded(proved)}" if proved else "accepted"


def printable(text: str) -> str:
    """Text from a file that may be hostile, as printable ASCII for LaTeX."""
    return tex_words("".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text))


def conformed(found: Conformance, command: Sequence[str]) -> Fragment:
    """How far another program is from the exact values, and where it is farthest.

    Parameters
    ----------
    found : Conformance
    command : sequence of str
        The program.
    """
    budget = found.formula.budget
    exact = EPS if budget else "value"
    shown = [
        ("Formula", "formula", rf"\texttt{{{tex_words(found.formula.identifier)}}}"),
        ("Program", "program", rf"\texttt{{{printable(' '.join(command))}}}"),
        ("Verdict", "verdict", "conforms" if found.passed else "does not conform"),
        ("Points", "points", str(len(found.judged))),
        ("Above", f"answers above the exact {exact}" + " (unsafe)" * budget, str(len(found.above))),
        ("NotANumber", "answers that are no number", str(len(found.not_a_number))),
        ("WrongInfinity", "answers wrongly infinite or finite", str(len(found.wrong_infinity))),
        ("TooFar", f"answers wrong by more than {_ulps(found.max_ulps)}", str(len(found.too_far))),
        ("LargestError", "largest error", _ulps(found.quantile(1))),
        ("MostErrors", r"99.9\,\% of errors, at most", _ulps(found.quantile(0.999))),
        ("HalfOfErrors", "half of errors, at most", _ulps(found.quantile(0.5))),
    ]
    arguments = (f"${LAYOUT.set(a.symbol)}$" for a in found.formula.arguments)
    header = (*arguments, "answer", f"exact {exact}", "error")
    worst = Grid(tuple(map(_point, found.worst)), header, "Worst", per_line=NUMBERS)
    return Fragment("", (Grid(tuple(keyed(shown))), worst))


def _point(one: Judged) -> Row:
    first, *others = map(double, one.vector.arguments)
    exact = exact_text(one)
    return Row(first, (*others, double(one.answer), f"${decimal(exact)}$", _ulps(one.ulps)))


def _ulps(value: float) -> str:
    if not math.isfinite(value):
        return "infinite"
    digits, unit = ulps_text(value).split()
    return f"${decimal(digits)}$ {unit}"
