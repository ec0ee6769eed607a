"""Certificates as the judge reads them that Coq has proved sound (the folder `kernel` beside this module).

The theorem is `judged_hold` in `kernel/Document.v`: each document that its function `judge` accepts states a
claim, and this claim holds; for `tower/1` and `leaves/1` it is `towers_hold` in `kernel/Tower_document.v`, on
`judge_towers`, and for the boxes of decision records (`with_boxes`) `boxes_hold` in `kernel/Box_document.v`,
on `judge_boxes`. `kernel/Extraction.v` writes all as OCaml; `kernel/judge.ml` feeds them with what is written
here. Nothing is judged here, and nothing is left out but what no certificate holds.

`python -m verify.coq.kernel_input FILE...` writes the certificates of files, each file as a group.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.polynomial import Rejected
from verify.recheck import MAX_DIGITS, read

TOWERS = (
    "Taylor",
    "Enclosures",
    "Tower_claim",
    "Tower",
    "Tower_values",
    "Tower_slopes",
    "Tower_terms",
    "Tower_leaves",
    "Tower_soundness",
    "Tower_theorem",
    "Tower_document",
)
"""The Coq files on claims with exponentials and logarithms, each after those that it uses."""

BOXES = (
    "Box_claim",
    "Box_bounds",
    "Box",
    "Box_ends",
    "Box_jets",
    "Box_values",
    "Box_soundness",
    "Box_document",
)
"""The Coq files on the boxes of decision records, each after those that it uses."""

THEORY = ("Polynomial", "Claim", "Acceptance", "Soundness", "Document", *TOWERS, *BOXES, "Extraction")
"""All Coq files, each after those that it uses."""


def group(documents: Iterable[Any]) -> bytes:
    """A group of documents: each may use as lemmas what is proved by those before it, and by no other group.

    Parameters
    ----------
    documents : iterable of object
        JSON data: what should be certificates.

    Returns
    -------
    bytes
        What `kernel/judge.ml` reads; groups may follow one another.

    Raises
    ------
    verify.kernel.Rejected
        If a document is nested too deeply.

    Examples
    --------
    >>> group([{"eq": 0, "by": ["+", "x", None]}])
    b'[{t2:by[t1:+t1:xn]t2:eqi0;}]'
    """
    try:
        return _value(list(documents))
    except RecursionError:
        raise Rejected("nested too deeply") from None


def with_boxes(
    profile: Any, domain: Sequence[Any], fixed: Mapping[str, Any], variant: str, proof: Any
) -> Any:
    """The document that says what `symbolic_eps.decision.leaves.check_leaves` is asked.

    Parameters
    ----------
    profile, domain, fixed, variant, proof
        As there: trees of tuples, names and fractions, and a proof as a record has it.

    Returns
    -------
    dict
        JSON data that `group` takes.

    Examples
    --------
    >>> with_boxes(("/", Fraction(1, 2), "p"), [], {}, "bounded", None)["profile"]
    ['/', '1/2', 'p']
    """
    trees = {"profile": profile, "domain": list(domain), "fixed": dict(fixed)}
    return {**_without_fractions(trees), "variant": variant, "proof": proof}


def _without_fractions(data: Any) -> Any:
    match data:
        case Fraction():
            return str(data)
        case tuple() | list():
            return [_without_fractions(part) for part in data]
        case dict():
            return {key: _without_fractions(part) for key, part in data.items()}
    return data


def _value(data: Any) -> bytes:
    if isinstance(data, str):
        return _text(data)
    if type(data) is int and abs(data) < 10**MAX_DIGITS:
        return b"i%d;" % data
    if isinstance(data, list):
        return b"[%b]" % b"".join(map(_value, data))
    if isinstance(data, dict):
        return b"{%b}" % b"".join(_text(key) + _value(data[key]) for key in sorted(data))
    return b"n" if data is None else b"o"


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8", "surrogatepass")
    return b"t%d:%b" % (len(encoded), encoded)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the certificates of files, each file as a group; lemmas stand before what uses them.

    Parameters
    ----------
    arguments : sequence of str, optional
        The files; those of the command line by default.

    Returns
    -------
    int
        0, or 2 if there is no file, or one cannot be read (a line on standard error says why).
    """
    paths = sys.argv[1:] if arguments is None else arguments
    try:
        if not paths:
            raise Rejected("name a file of certificates")
        sys.stdout.buffer.write(b"".join(group(document for _, document in read(path)) for path in paths))
        sys.stdout.buffer.flush()
    except (Rejected, OSError) as error:
        print(f"kernel_input: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
