"""`symbolic-eps check`: re-checks certificates with the kernel alone, and hands them to other programs.

Loads no algebra system or solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_eps import shipped_certificates
from symbolic_eps.cli.exit_status import ExitStatus
from symbolic_eps.cli.options import AlsoJson, Output, StyleName
from symbolic_eps.cli.output import check_folder, check_writable, deliver, write_all
from symbolic_eps.cli.output_format import Style, chosen, fragment
from symbolic_eps.errors import InputError
from symbolic_eps.report.envelope import result
from symbolic_eps.shipped_certificates import shipped
from verify.garbage_collection import collection_paused

if TYPE_CHECKING:
    from verify.recheck import Judgement

Certificates = Mapping[str, Mapping[str, Any]]


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            show_default=False,
            help="JSON files, each with a certificate, a list of certificates, or a result of recommend "
            "--json; or folders: their *.json files and those in their subfolders certificates and "
            "towers. By default the certificates shipped with the closed-form table.",
        ),
    ] = None,
    coq: Annotated[
        Path | None,
        typer.Option(
            "--coq",
            metavar="DIR",
            help="Also write the accepted claims, with proofs, as Coq files (claim_....v).",
        ),
    ] = None,
    smtlib: Annotated[
        Path | None,
        typer.Option(
            "--smtlib",
            metavar="DIR",
            help="Also write the accepted claims as SMT-LIB files (claim_....smt2).",
        ),
    ] = None,
    style: StyleName = Style.TEXT,
    json: AlsoJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print only rejected certificates and the count.")
    ] = False,
    output: Output = None,
) -> int:
    """Re-check certificates, and results of recommend --json.

    A certificate is an identity between polynomials that proves a claim; a small program, the kernel, reads
    both and says whether it does. The result of recommend --json carries its proof, which is checked, too.
    """
    style, names = chosen(json, style, "check", output)
    check_writable(output)
    exports: list[tuple[Path, str, Callable[[Certificates], dict[Path, str]]]] = []
    check_folder(coq, "--coq")
    check_folder(smtlib, "--smtlib")
    if coq is not None:
        exports.append((coq, "Coq", _coq_files))
    if smtlib is not None:
        exports.append((smtlib, "SMT-LIB", _smtlib_files))
    judgements = _judgements(files or (), whole=bool(exports))
    shown = [j for j in judgements if not (quiet and j.accepted)]
    accepted = _accepted(judgements) if exports else {}
    written = {}
    for folder, language, made in exports:
        texts = made(accepted)
        write_all(texts, folder)
        written[language] = f"{len(accepted)} {language} files in {folder}"
    match style:
        case Style.JSON:
            asked = {"files": [str(file) for file in files or ()], "quiet": quiet}
            text = result("check", asked, _structured(shown, judgements) | {"written": written})
        case Style.FRAGMENT:
            from symbolic_eps.report.fragment.checks import checked

            text = fragment(checked(shown, judgements), names)
        case Style.TEXT:
            text = shipped_certificates.as_text(judgements, quiet, written.values())
    deliver(text, output)
    return 0 if shipped_certificates.sound(judgements) else ExitStatus.FAILED


def _judgements(files: Sequence[Path], whole: bool) -> list[Judgement]:
    """Of all certificates and decision records of the files, by default of what is shipped.

    If `whole`, with the certificates themselves.
    """
    from verify import recheck, two_processes

    judge_files = recheck.judge_files if whole else two_processes.judge_files
    try:
        with collection_paused():
            if not files and whole:
                return recheck.judge_files(shipped())
            if not files:
                with shipped_certificates.judged() as every:
                    return every
            records, others = _records(files)
            return [*records, *(judge_files(others) if others else ())]
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}: name files that hold certificates") from None


def _records(files: Sequence[Path]) -> tuple[Sequence[Judgement], Sequence[str]]:
    """The judgements of decision records, and the other files; loads what judges them."""
    from symbolic_eps.decision.judge import judged

    return judged(files)


def _structured(shown: Sequence[Judgement], judgements: Sequence[Judgement]) -> dict[str, Any]:
    from symbolic_eps.decision.judge import SCHEMA
    from verify.recheck import TOWERS

    accepted = sum(j.accepted for j in judgements)
    return {
        "certificates": [
            {
                "source": j.source,
                "fingerprint": j.fingerprint,
                "accepted": j.accepted,
                "reason": j.reason or None,
            }
            | ({"kind": j.kind} if j.kind in (*TOWERS, SCHEMA) else {})
            | ({"proved": j.proved} if j.kind == SCHEMA else {})
            for j in shown
        ],
        "summary": {"accepted": accepted, "rejected": len(judgements) - accepted},
    }


def _accepted(judgements: Iterable[Judgement]) -> Certificates:
    """One accepted certificate of a polynomial claim each, after its lemmas, so that no circle remains."""
    from symbolic_eps.decision.judge import SCHEMA
    from verify.recheck import TOWERS

    others = (*TOWERS, SCHEMA)
    waiting = [j.certificate for j in judgements if j.accepted and j.kind not in others]
    chosen: dict[str, Mapping[str, Any]] = {}
    while waiting:
        later = []
        for certificate in waiting:
            if all(name in chosen for name in certificate["lemmas"]):
                chosen.setdefault(certificate["fingerprint"], certificate)
            else:
                later.append(certificate)
        assert len(later) < len(waiting), "the kernel accepts no circle"
        waiting = later
    return chosen


def _coq_files(accepted: Certificates) -> dict[Path, str]:
    """A file for each claim, with the library that they share and the list of the files."""
    from verify.coq import SHARED, USE, proof

    texts = _texts(accepted, ".v", lambda c: proof(c, _lemmas(c, accepted), USE))
    if not texts:
        return {}
    shared = {Path(name): text for name, text in SHARED.items()}
    shared[Path("_CoqProject")] += "".join(f"{name}\n" for name in texts)
    return texts | shared


def _smtlib_files(accepted: Certificates) -> dict[Path, str]:
    from verify.solvers.smtlib import script

    return _texts(accepted, ".smt2", lambda c: script(c["claim"], proved=True))


def _texts(
    accepted: Certificates, suffix: str, written: Callable[[Mapping[str, Any]], str]
) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    for fingerprint, certificate in accepted.items():
        name = Path(_name(fingerprint) + suffix)
        if name in texts:
            raise InputError(f"two claims would be written to {name}: write them to two folders")
        try:
            texts[name] = written(certificate)
        except ValueError as error:
            raise InputError(
                f"{fingerprint} cannot be written as {suffix} file: {error}; leave out --coq or --smtlib"
            ) from None
    return texts


def _name(fingerprint: str) -> str:
    """A file name that Coq takes for a module's, too: it must not begin with a digit."""
    return f"claim_{fingerprint.removeprefix('sha256:')[:16]}"


def _lemmas(certificate: Mapping[str, Any], accepted: Certificates) -> list[Mapping[str, Any]]:
    """The certificates that this one rests on, directly or not."""
    lemmas: dict[str, Mapping[str, Any]] = {}
    waiting = list(certificate["lemmas"])
    while waiting:
        name = waiting.pop()
        if name not in lemmas:
            lemmas[name] = accepted[name]
            waiting += accepted[name]["lemmas"]
    return list(lemmas.values())
