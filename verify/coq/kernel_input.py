"""Certificates as the judge reads them that Coq has proved sound (the folder `kernel` beside this module).

The theorem is `judged_hold` in `kernel/Document.v`: each document that its function `judge` accepts states a
claim, and this claim holds. `kernel/Extraction.v` writes `judge` as OCaml; `kernel/judge.ml` feeds it with
what is written here. Nothing is judged here, and nothing is left out but what no certificate holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from verify.recheck import MAX_DIGITS

THEORY = ("Polynomial", "Claim", "Acceptance", "Soundness", "Document", "Extraction")
"""The Coq files, each after those that it uses."""


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
    RecursionError
        If a document is nested too deeply.

    Examples
    --------
    >>> group([{"eq": 0, "by": ["+", "x", None]}])
    b'[{t2:by[t1:+t1:xn]t2:eqi0;}]'
    """
    return _value(list(documents))


def _value(data: Any) -> bytes:
    if isinstance(data, str):
        return _text(data)
    if type(data) is int and abs(data) < 10**MAX_DIGITS:
        return b"i%d;" % data
    if isinstance(data, list):
        return b"[%b]" % b"".join(map(_value, data))
    if isinstance(data, dict):
        return b"{%b}" % b"".join(_text(key) + _value(data[key]) for key in sorted(data))
    return b"n"


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8", "surrogatepass")
    return b"t%d:%b" % (len(encoded), encoded)
