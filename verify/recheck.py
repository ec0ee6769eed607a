"""Reads certificate files and has the kernel judge them; standard library only.

A file holds one certificate or a list of them, a folder its *.json files (and those `WITHIN`). Certificates
may be lemmas of one another, in any order and across the files given; a circle of lemmas proves nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from errno import EFBIG, ENOENT
from typing import Any, NamedTuple

from verify import files, garbage_collection, kernel
from verify.caching_kernel import Memory

LEAVES = "leaves/1"
TOWERS = ("tower/1", LEAVES)
"""The formats that the tower kernel judges; all others are the kernel's."""

WITHIN = ("certificates", "towers")
"""Where in a folder `--certificates` puts them."""

MAX_BYTES, MAX_CERTIFICATES, MAX_DIGITS = 10_000_000, 10_000, 18


class Judgement(NamedTuple):
    """What the kernel says of one certificate, or what is said of a decision record.

    Parameters
    ----------
    source : str
        The file, with the number of the certificate where there are several.
    fingerprint : str
        The claim's fingerprint; empty if there is none.
    reason : str
        Why it was rejected; empty if it was accepted.
    certificate : object
        What was judged; None where the file could not be read as JSON.
    proved : str
        What a decision record proves, in a line; empty if it was rejected.
    """

    source: str
    fingerprint: str
    reason: str
    certificate: Any = None
    proved: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the claim is proved."""
        return not self.reason

    @property
    def kind(self) -> str:
        """The format of the certificate; empty if there is none."""
        kind = self.certificate.get("format") if isinstance(self.certificate, dict) else None
        return kind[:80] if isinstance(kind, str) else ""


def check(certificate: Any, proved: dict[str, Any], memory: Memory | None = None) -> None:
    """Have the kernel of its format judge a certificate, and a memory of others first, if there is one.

    Raises
    ------
    verify.kernel.Rejected
        If it does not prove its claim; `proved` are claims that may serve as lemmas.
    """
    if isinstance(certificate, dict) and certificate.get("format") in TOWERS:
        from verify import tower_kernel

        tower_kernel.check(certificate)
    elif memory is None or not memory.accepts(certificate):
        kernel.check(certificate, proved)


def judge(certificates: Iterable[tuple[str, Any]]) -> list[Judgement]:
    """The kernel's judgement of each certificate (with the name of its source), in the order given.

    Examples
    --------
    >>> claim = {"variables": ["a"], "hypotheses": [[">", "a", "0"]], "goal": [">", ["^", "a", 2], "0"]}
    >>> node = {"terms": [{"weight": "1", "ge": [0], "gt": []}, {"weight": "1", "ge": [], "gt": [0, 0]}]}
    >>> certificate = {"format": "certificate/1", "claim": claim, "fingerprint": kernel.fingerprint(claim)}
    >>> certificate |= {"lemmas": [], "refutations": [{**node, "multipliers": []}]}
    >>> [j.accepted for j in judge([("example", certificate)])]
    [True]
    """
    named = list(certificates)
    waiting = {i: set(_lemmas(certificate)) for i, (_, certificate) in enumerate(named)}
    users = defaultdict(list)
    for i, names in waiting.items():
        for name in names:
            users[name].append(i)
    judged: dict[int, Judgement] = {}
    proved: dict[str, Any] = {}
    memory = Memory.of([certificate for _, certificate in named])
    ready = [i for i, names in waiting.items() if not names]
    for i in ready:  # grows as claims are proved
        source, certificate = named[i]
        reason = _reason_against(certificate, proved, memory)
        judged[i] = Judgement(source, _fingerprint(certificate), reason, certificate)
        if judged[i].accepted and judged[i].fingerprint not in proved:
            proved[judged[i].fingerprint] = certificate["claim"]
            for user in users[judged[i].fingerprint]:
                waiting[user].discard(judged[i].fingerprint)
                if not waiting[user]:
                    ready.append(user)
    for i, names in waiting.items():
        if i not in judged:
            source, certificate = named[i]
            reason = (
                f"a lemma is not proved by the certificates given, or rests on this one: {min(names)[:80]}"
            )
            judged[i] = Judgement(source, _fingerprint(certificate), reason, certificate)
    return [judged[i] for i in range(len(named))]


def parts(path: str, most: int) -> list[list[bytes]]:
    """The certificates of a file as lists of texts, to be judged side by side.

    Parameters
    ----------
    path : str
        A file with certificates.
    most : int
        How many parts. There is one where there are lemmas, or certificates do not stand on a line each.

    Raises
    ------
    OSError, verify.kernel.Rejected
        As `read`.
    """
    text = content(path)
    without_lemmas = text.count(b'"lemmas":') == text.count(b'"lemmas":[]')
    lines = lines_of(text) if most > 1 and without_lemmas else None
    return [[text]] if lines is None else [lines[i::most] for i in range(min(most, len(lines)))]


def judge_part(texts: Iterable[bytes]) -> tuple[set[str], set[str]]:
    """The fingerprints of what the kernel accepts, and of what it rejects, of one of the `parts` of a file.

    Raises
    ------
    verify.kernel.Rejected
        As `read`.
    """
    judged = judge(certificate for text in texts for certificate in _certificates("", text))
    accepted = {judgement.fingerprint for judgement in judged if judgement.accepted}
    return accepted, {judgement.fingerprint for judgement in judged if not judgement.accepted}


def read(path: str) -> list[tuple[str, Any]]:
    """The certificates of a file, each with a name for messages.

    Parameters
    ----------
    path : str
        A file.

    Returns
    -------
    list of (str, object)
        Where it stands, and what should be a certificate.

    Raises
    ------
    verify.kernel.Rejected
        If the file is larger than `MAX_BYTES`, is not JSON, or has floating-point numbers or a key twice.
    OSError
        If it cannot be read, or is no regular file.
    """
    return _certificates(path, content(path))


def _certificates(path: str, text: bytes) -> list[tuple[str, Any]]:
    document = parsed(text)
    if isinstance(document, list) and len(document) > MAX_CERTIFICATES:
        raise kernel.Rejected(f"more than {MAX_CERTIFICATES} certificates")
    if isinstance(document, list):
        return [(f"{path}[{number}]", certificate) for number, certificate in enumerate(document)]
    return [(path, document)]


def parsed(text: bytes) -> Any:
    """What JSON says, whole numbers and texts only.

    Raises
    ------
    verify.kernel.Rejected
        If it is not JSON, or has floating-point numbers or a key twice.
    """
    try:
        return decoded(text.decode(json.detect_encoding(text), "surrogatepass"))
    except RecursionError:
        raise kernel.Rejected("nested too deeply") from None
    except kernel.Rejected:
        raise
    except ValueError as error:  # not JSON, or not UTF-8
        what = f"{error}; the file may be incomplete: copy it again" if text.strip() else "the file is empty"
        raise kernel.Rejected(f"not JSON: {what}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m verify.kernel FILE...`: a line per certificate.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows the command's name; by default from the command line.

    Returns
    -------
    int
        Exit status: 0 all accepted, 1 some rejected, 2 a file cannot be read.
    """
    import argparse  # here alone, as it takes longer to load than a file to judge

    parser = argparse.ArgumentParser(prog="python -m verify.kernel", description="Re-check certificates.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON: one or a list; or a folder of such")
    parser.add_argument("--quiet", action="store_true", help="print only what is rejected, and the count")
    options = parser.parse_args(arguments)
    try:
        with garbage_collection.collection_paused():
            judgements = judge_files(options.files)
    except OSError as error:
        print(f"{parser.prog}: {error.filename}: {error.strerror}: name files to judge", file=sys.stderr)
        return 2
    for judgement in (j for j in judgements if not (j.accepted and options.quiet)):
        print(line(judgement))
    print(summary(judgements))
    return 0 if judgements and all(j.accepted for j in judgements) else 1


def judge_files(paths: Iterable[str | os.PathLike[str]]) -> list[Judgement]:
    """The judgements of all certificates of the files.

    Parameters
    ----------
    paths : iterable of str or Path
        Files; a folder stands for the `*.json` files in it and in its folders `WITHIN`, sorted by name.

    Returns
    -------
    list of Judgement
        In the order of the files; one that is not JSON is one rejected certificate.

    Raises
    ------
    OSError
        If a file cannot be read, or a folder has no such file.
    """
    certificates: list[tuple[str, Any]] = []
    unreadable: list[tuple[int, Judgement]] = []
    for path in files_of(paths):
        try:
            certificates.extend(read(path))
        except kernel.Rejected as error:
            unreadable.append((len(certificates), Judgement(path, "", str(error))))
    judgements = judge(certificates)
    for position, judgement in reversed(unreadable):
        judgements.insert(position, judgement)
    return judgements


def line(judgement: Judgement) -> str:
    r"""One line for a person: verdict, fingerprint, source, reason.

    Parameters
    ----------
    judgement : Judgement
        Its texts may come from a hostile file; they cannot forge another line or steer a terminal.

    Returns
    -------
    str
        Printable ASCII.

    Examples
    --------
    >>> line(Judgement("file.json", "x\naccepted", "not an expression"))
    'rejected  x\\naccepted  file.json  not an expression'
    """
    source, fingerprint, reason, *_ = judgement
    begin = f"{'rejected' if reason else 'accepted'}  {fingerprint or '-'}"  # sooner than parts joined
    kind = f"  {judgement.kind}" if judgement.kind in TOWERS else ""
    text = f"{begin}{kind}{source and '  '}{source}{reason and '  '}{reason}"
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text)


def summary(judgements: Sequence[Judgement]) -> str:
    """The count, as one line."""
    accepted = [j.kind for j in judgements if not j.reason]
    counts = {kind: accepted.count(kind) for kind in TOWERS}
    others = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    among = f" (among them {others})" if others else ""
    return f"{len(accepted)} of {len(judgements)} certificates accepted{among}"


def _reason_against(certificate: Any, proved: dict[str, Any], memory: Memory | None) -> str:
    try:
        check(certificate, proved, memory)
    except kernel.Rejected as error:
        return str(error) or "rejected"
    return ""


def files_of(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The files; those in a folder for the folder.

    Raises
    ------
    OSError
        A folder has no such file.
    """
    return [file for path in paths for file in _files(os.fspath(path))]


def names_lemmas(judgement: Judgement) -> bool:
    """Whether the certificate rests on others."""
    return bool(_lemmas(judgement.certificate))


def _files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    folders = filter(os.path.isdir, [path, *(os.path.join(path, name) for name in WITHIN)])
    found = [os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))]
    if files := [file for file in found if file.endswith(".json") and not os.path.isdir(file)]:
        return files
    raise FileNotFoundError(ENOENT, f"a folder without *.json files, {' or '.join(WITHIN)}", path)


def content(path: str) -> bytes:
    """The bytes of a file.

    Raises
    ------
    OSError, verify.kernel.Rejected
        As `read`.
    """
    try:
        return files.content(path, MAX_BYTES)
    except OSError as error:
        if error.errno != EFBIG:
            raise
        raise kernel.Rejected(error.strerror) from None


def lines_of(text: bytes) -> list[bytes] | None:
    """The certificates of a list, unread, if each stands on a line of its own."""
    if not (text.startswith(b"[\n{") and text.endswith(b"}\n]\n")):
        return None
    lines = text[2:-3].split(b",\n")
    alone = text.count(b"},\n{") == len(lines) - 1
    return lines if alone and len(lines) <= MAX_CERTIFICATES else None


def _lemmas(certificate: Any) -> list[str]:
    lemmas = certificate.get("lemmas") if isinstance(certificate, dict) else None
    return [name for name in lemmas if isinstance(name, str)] if isinstance(lemmas, list) else []


def _fingerprint(certificate: Any) -> str:
    name = certificate.get("fingerprint") if isinstance(certificate, dict) else None
    return name[:80] if isinstance(name, str) else ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) != len(pairs):
        raise kernel.Rejected("a key occurs twice in an object")
    return record


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise kernel.Rejected(f"an integer of {len(text)} digits: {text[:40]}")
    return int(text)


def _refused(text: str) -> Any:
    raise kernel.Rejected(f"not a rational number in digits: {text[:40]}")


decoded = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_refused, parse_constant=_refused
).decode


if __name__ == "__main__":
    raise SystemExit(main())
