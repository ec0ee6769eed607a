"""An export in a LaTeX fragment: formulas with their domains, what the programs promise, and the files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.layout.target import Target
from symbolic_eps.export.packages.package import MANIFEST
from symbolic_eps.report.fragment.checks import FIRST, path_text
from symbolic_eps.report.fragment.numbers import LAYOUT, conditions, mathematics
from symbolic_eps.report.fragment.text import ONE_PAGE, Fragment, Grid, Row, keyed, prefix_of
from symbolic_eps.typesetting.tex import tex_words

Files = Mapping[str, str]


def exported(target: Target, formulas: Sequence[Formula], files: Files) -> Fragment:
    r"""The formulas of an export, what is proved of their programs, and the files.

    Parameters
    ----------
    target : Target
    formulas : sequence of Formula
        In the form in which they are exported.
    files : mapping of str to str
        The text of each file, by its path.

    Examples
    --------
    >>> from symbolic_eps.export.forms.exportable import exportable
    >>> from symbolic_eps.export.packages.package import build
    >>> from symbolic_eps.export.targets import target_named
    >>> target, formulas = target_named("fpcore"), [exportable()["constant"].make()]
    >>> made = exported(target, formulas, build(target, formulas))
    >>> made.formula
    '\\frac{1}{2} \\log\\left(r\\right)'
    >>> next(grid for grid in made.grids if grid.name == "Promises").rows[0].cells[0]
    '$5.01$'
    """
    alone = len(formulas) == 1
    names = ["" if alone else prefix_of(formula.identifier.replace(".", " case ")) for formula in formulas]
    said = [_said(formula, name) for formula, name in zip(formulas, names, strict=True)]
    promises = [_promise(formula, name, files) for formula, name in zip(formulas, names, strict=True)]
    hashes = json.loads(files[MANIFEST])["files"]
    listed = tuple(
        Row(path_text(path), (rf"\texttt{{{digest[:FIRST]}}}",)) for path, digest in hashes.items()
    )
    long = len(formulas) > ONE_PAGE
    return Fragment(
        _whole(formulas[0]) if alone else "",
        (
            Grid(tuple(keyed(_summary(target, formulas, files))), shares=(0.25, 0.75)),
            Grid(tuple(said), ("function", "value"), "Formulas", long=long),
            Grid(tuple(map(_domain, formulas)), ("function", "where"), "Domains", (0.3, 0.7)),
            Grid(tuple(promises), _PROMISED, "Promises", long=long),
            Grid(
                tuple(_arguments(formulas)),
                ("function", "argument", "what it is"),
                "Arguments",
                (0.3, 0.16, 0.54),
            ),
            Grid(listed, ("file", "SHA-256, its beginning"), "Files", long=len(listed) > ONE_PAGE),
        ),
    )


_EXPLAINED = ("function", "argument", "what it is")
_PROMISED = ("function", "ulps off, at most", "safe function", "it is", "ulps off, at most", "test vectors")


def _summary(target: Target, formulas: Sequence[Formula], files: Files) -> Iterator[tuple[str, str, str]]:
    yield "Language", "language", tex_words(target.title)
    yield "Count", "formulas", str(len(formulas))
    yield "FileCount", "files", str(len(files))
    yield "SelfTest", "checked there by", _code(target.self_test)
    trusted = sorted({str(one) for formula in formulas for one in formula.taken_for_granted})
    rests = f"the platform's {', '.join(trusted)} within 1 ulp" if trusted else "no library function"
    yield "RestsOn", "proved bounds rest on", rests


def _said(formula: Formula, name: str) -> Row:
    return Row(_code(formula.name), (rf"${_whole(formula)}$",), f"{name}Formula" if name else "")


def _domain(formula: Formula) -> Row:
    """Where the arguments may lie, so that lines can be broken between the conditions."""
    return Row(_code(formula.name), (conditions(formula.domain).replace(r" \text{ and } ", "$, $"),))


def _whole(formula: Formula) -> str:
    """The exact value in all cases."""
    if len(formula.cases) == 1:
        return LAYOUT.set(formula.cases[0].exact)
    cases = ((case.exact, sp.And(*(one.relational for one in case.conditions))) for case in formula.cases)
    return LAYOUT.set(sp.Piecewise(*cases, evaluate=False))


def _promise(formula: Formula, name: str, files: Files) -> Row:
    """What is proved of the programs."""
    points = files[f"vectors/{formula.name}.csv"].count("\n") - 1
    cells = (
        f"${formula.error_text}$",
        _code(formula.safe_name),
        f"never {formula.side.never}",
        f"${formula.farthest_text}$",
        str(points),
    )
    return Row(_code(formula.name), cells, f"{name}Bound")


def _arguments(formulas: Sequence[Formula]) -> Iterator[Row]:
    """What each argument is."""
    for formula in formulas:
        for place, argument in enumerate(formula.arguments):
            function = "" if place else _code(formula.name)
            yield Row(function, (mathematics(argument.symbol), tex_words(argument.meaning)))


def _code(text: str) -> str:
    return rf"\texttt{{{tex_words(text)}}}".replace(r"\_", r"\_\allowbreak{}")
