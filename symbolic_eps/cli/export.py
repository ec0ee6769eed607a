"""`symbolic-eps export`: writes verified formulas for another codebase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_eps.cli.completion import adapters, formulas, targets
from symbolic_eps.cli.output import check_folder, notice, progress
from symbolic_eps.cli.output_format import Files, Style, chosen, fragment
from symbolic_eps.errors import InputError
from symbolic_eps.spelling import suggest

if TYPE_CHECKING:
    from symbolic_eps.export.forms.formula import Formula
    from symbolic_eps.export.layout.target import Target


class Length(StrEnum):
    """How many test vectors an export has."""

    SHORT = "short"
    FULL = "full"


def export(
    target: Annotated[
        str | None,
        typer.Option(metavar="NAME", autocompletion=targets, help="The language of the code; see --list."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write to this directory, which is created if needed."),
    ] = None,
    formula: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            autocompletion=formulas,
            help="The name of a formula (see --list), or a file from derive --json; may be repeated. By "
            "default all formulas with a name.",
        ),
    ] = None,
    adapter: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LIBRARY",
            autocompletion=adapters,
            help="With --target python: also write a module that passes the budgets to this library, "
            "opendp or diffprivlib; may be repeated.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write even if the directory contains other files.")
    ] = False,
    proved: Annotated[
        bool,
        typer.Option(
            "--prove/--no-prove",
            help="First prove the algebra of each program; the exported files are the same either way.",
        ),
    ] = True,
    kept_vectors: Annotated[
        Length,
        typer.Option(
            "--vectors", help="Number of test vectors. short: at most 200 kB; full: all, also as JSON."
        ),
    ] = Length.SHORT,
    libm: Annotated[
        bool,
        typer.Option(
            "--libm",
            help="Call the platform's log and log1p. Without it, the code has its own, which give the same "
            "bits everywhere.",
        ),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only list targets and formulas.")] = False,
    style: Annotated[
        Style,
        typer.Option(
            "--format",
            help="Format of the printed summary; latex-fragment: macros and tables (booktabs) of formulas, "
            "bounds and files, to be \\input into a paper.",
        ),
    ] = Style.TEXT,
    json: Annotated[bool, typer.Option("--json", help="Print the manifest as JSON.")] = False,
) -> None:
    """Write verified formulas as code, with test vectors.

    The code comes with a program that tests it where it will run.
    """
    if listed:
        typer.echo(_listing(), nl=False)
        return
    if target is None or out is None:
        raise InputError(
            "say which language and where, such as --target c --out exported (symbolic-eps export --list "
            "names the languages)"
        )
    style, names = chosen(json, style, f"export-{target}", None)
    check_folder(out, "--out")
    from symbolic_eps.export.layout.target import CannotExpressError
    from symbolic_eps.export.packages.package import build, check_free, fitted, write
    from symbolic_eps.export.targets import target_named

    language = _with_adapters(target, adapter) if adapter else target_named(target)
    check_free(out, force)
    with progress("export") as show:
        formulas = selected(formula or (), show)
        kept, forms, notices = [], [], []
        for one in formulas:
            try:
                forms.append(fitted(language, one, libm))
                kept.append(one)
            except CannotExpressError as error:
                if formula:
                    raise
                notices.append(f"{one.identifier} is left out: {error}")
        if proved:
            _prove(language, forms, show)
        show("test vectors")
        texts = build(language, kept, full=kept_vectors is Length.FULL, libm=libm)
        write(texts, out, force)
    for line in notices:
        notice(line)
    typer.echo(_told(style, names, language, forms, texts, out), nl=False)


def _told(
    style: Style,
    names: Files,
    target: Target,
    formulas: Sequence[Formula],
    texts: Mapping[str, str],
    out: Path,
) -> str:
    """What is printed of an export."""
    match style:
        case Style.JSON:
            from symbolic_eps.export.packages.package import MANIFEST

            return texts[MANIFEST]
        case Style.FRAGMENT:
            from symbolic_eps.report.fragment.export import exported

            return fragment(exported(target, formulas, texts), names)
        case Style.TEXT:
            files = f"{len(texts)} files in {out}: {', '.join(f.identifier for f in formulas)}\n"
            return f"{files}to test them, run there: {target.self_test}\n"


def _with_adapters(target: str, names: Sequence[str]) -> Target:
    from symbolic_eps.export.targets import target_named
    from symbolic_eps.export.targets.python_adapters import PythonWithAdapters

    if target_named(target).name != "python":
        raise InputError(f"--adapter is for --target python, not for {target}")
    return PythonWithAdapters(names)


def selected(names: Sequence[str], show: Callable[[str], None]) -> list[Formula]:
    """The formulas of these names or files, all that have a name if none is given: first read, then made."""
    asked = _asked(names)
    found = []
    for name, make in asked.items():
        show(name)
        found.append(make(show))
    return found


def _asked(names: Sequence[str]) -> dict[str, Callable[[Callable[[str], None]], Formula]]:
    """How to make each formula that is asked for; refused before any is made if one is not to be had."""
    from symbolic_eps.export.forms.exportable import exportable
    from symbolic_eps.export.forms.formula import function_name

    known = exportable()
    from symbolic_eps.notions.formulas import left_out

    found: dict[str, Callable[[Callable[[str], None]], Formula]] = {}
    called = []
    for name in dict.fromkeys(names or known):
        if name in known:
            called.append(function_name(name))
            found[name] = partial(_known, known[name].make)
        elif name.endswith(".json") or Path(name).is_file():
            from symbolic_eps.export.forms.from_file import derivation_in, formula_from, name_for

            derivation_in(Path(name))
            called.append(name_for(Path(name)))
            found[name] = partial(formula_from, Path(name))
        elif name in (reasons := left_out()):
            raise InputError(
                f"the row {name} has no formula, as {reasons[name]}: take recommend or derive with --notion"
            )
        else:
            raise InputError(
                f"there is no formula {name!r}: {suggest(name, known)}symbolic-eps export --list names all; "
                "a file that symbolic-eps derive ... --json --output FILE writes is a formula, too"
            )
    taken = [
        name + suffix
        for name in called
        for suffix in ("", "_lower", "_upper", "_all", "_lower_all", "_upper_all")
    ]
    if twice := sorted({name for name in taken if taken.count(name) > 1}):
        raise InputError(f"two formulas would both be called {twice[0]}: give its file another name")
    return found


def _known(make: Callable[[], Formula], _: Callable[[str], None]) -> Formula:
    return make()


def _prove(target: Target, formulas: Sequence[Formula], show: Callable[[str], None]) -> None:
    from symbolic_eps.errors import UndecidedError
    from symbolic_eps.export.proofs import hand_written
    from symbolic_eps.export.proofs.algebra_proof import prove_algebra
    from verify.evidence import Outcome

    if changed := [evidence.note for evidence in hand_written.evidence(target.name) if not evidence.proved]:
        raise UndecidedError(f"{'; '.join(changed)}; nothing is written")
    for formula in formulas:
        show(f"proof of {formula.identifier}")
        if any(e.outcome is not Outcome.PROVED for e in prove_algebra(formula)):
            raise UndecidedError(
                f"the algebra of {formula.identifier} could not be proved; nothing is written"
            )


def _listing() -> str:
    from symbolic_eps.export.forms.exportable import exportable
    from symbolic_eps.export.targets import NAMES, target_named

    known = exportable()
    width = max(map(len, known)) + 2
    lines = ["targets:"]
    lines += [f"  {name:<14}{target_named(name).title}" for name in NAMES]
    lines += ["formulas:"]
    lines += [f"  {name:<{width}}{entry.title}" for name, entry in known.items()]
    return "\n".join(lines) + "\n"
