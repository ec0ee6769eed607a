"""Texts of exports that are written by hand, and which of them the proofs of rounding are about.

Formulas, helpers (`sum_error`, `product_error`, ...) and the steps of logarithms (`reduced`, `log_sum`, ...)
are printed from trees, whose SHA-256 the proofs name. Written by hand are the templates of each language:
the loops of the exact sum, the sums of products, the reduction of logarithms (`log_of_sum`, with its places
in the tables) and their ends (`ln`, `ln1p`), the steps to the safe side, the ranges and kinds of arguments,
what is around the printed check of the environment, and what tells compilers to fuse nothing.

Bound are these texts as they stand, with their comments and gaps: all source files of a target in `templates`
but its self-tests. Each must have the SHA-256 that `templates/SHA256SUMS` has for it. Where one is changed,
new or missing, the evidence is open and names it, and `export --prove` writes nothing.

Believed, not proved, is that the accepted texts do what the trees say: no proof reads a loop of Rust. Tests
run them beside the trees and compare bits (`test_helper_proof`, `test_totals`, `test_sums_of_products`,
`test_logarithm`, `test_same_bits`, `test_other_modes`). Believed are also the printers (`layout`, `targets`)
and compilers. A changed text is accepted by hand, once these tests have passed:

    python -m symbolic_eps.export.proofs.hand_written > symbolic_eps/export/templates/SHA256SUMS
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files

from symbolic_eps.export import template
from verify.evidence import Evidence, Grade, Outcome
from verify.language.note import NOTHING, Note

ACCEPTED = "SHA256SUMS"
"""As `sha256sum` writes it, in `templates`."""

_SOURCE = re.compile(r"(?i)(?!sql/|.*(self_?test|runtests|_test\.)).*\.(c|h|hpp|g|go|java|jl|js|py|r|rs|v)")
"""Paths of texts that compute: none that judge an export (`sql` has no others), pack it or document it."""

_CHANGED = "{} is not the text that the proof of rounding is about: its SHA-256 is {}, not {}"


def texts(target: str) -> tuple[str, ...]:
    """The paths of a target's texts below `templates`; none if all that it exports is printed from trees.

    Examples
    --------
    >>> texts("python")[:3], texts("sqlite")
    (('python/exact_sum.py', 'python/helpers.py', 'python/kinds.py'), ())
    """
    folder = files("symbolic_eps.export") / "templates" / target
    names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    return tuple(path for name in names if _SOURCE.fullmatch(path := f"{target}/{name}"))


def accepted() -> Mapping[str, str]:
    """The SHA-256 of each text that was compared with the trees, by its path."""
    lines = (line.split() for line in template.source(ACCEPTED).splitlines())
    return {path: digest for digest, path in lines}


def evidence(target: str) -> Iterator[Evidence]:
    """That each of a target's texts is the accepted one, and that none of these is missing.

    Examples
    --------
    >>> [e.statement for e in evidence("go") if not e.proved]
    []
    """
    known, present = accepted(), texts(target)
    missing = [path for path in known if path.startswith(f"{target}/") and path not in present]
    for path in (*present, *missing):
        found = _digest(path) if path in present else "none"
        expected = known.get(path, "none")
        same = found == expected
        yield Evidence(
            Note(f"{path} is the text that the proof of rounding is about (SHA-256 {expected})"),
            Outcome.PROVED if same else Outcome.OPEN,
            Grade.COMPUTED if same else None,
            "compared with the text that tests ran beside the proved programs",
            note=NOTHING if same else Note(_CHANGED.format(path, found, expected)),
        )


def _digest(path: str) -> str:
    return sha256(template.source(path).encode()).hexdigest()


def sums() -> Iterator[str]:
    """The lines of `SHA256SUMS` for all texts as they are now.

    Examples
    --------
    >>> [*sums()] == template.source(ACCEPTED).splitlines()
    True
    """
    folders = sorted(entry.name for entry in (files("symbolic_eps.export") / "templates").iterdir())
    yield from (f"{_digest(path)}  {path}" for folder in folders for path in texts(folder))


if __name__ == "__main__":
    print(*sums(), sep="\n")
