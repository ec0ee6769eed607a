"""LaTeX: for each formula a fragment with the closed form, its domain, the stable form and its error bound.

A document takes them together. Its self-test sets it, and evaluates what is printed; it tests no rounding.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import sympy as sp

from symbolic_eps.export.forms.formula import Case, Formula
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, PositiveRoot, Quotient
from symbolic_eps.export.layout.target import Refusals, Sheet, generated
from symbolic_eps.export.programs.program import Operation
from symbolic_eps.export.template import filled
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex, tex_words
from verify.language.condition import Condition

DOCUMENT = "symbolic_eps.tex"

ROOT = (
    r"h = \tfrac{K}{2}, \quad S = \sqrt{h^2 + M G}, \quad "
    r"z = \begin{cases} G / (h + S) & \text{if } K > 0 \\ (S - h) / M & \text{otherwise} \end{cases}"
)
"""The root, which the self-test knows by heart."""


class LaTeX:
    """LaTeX with amsmath."""

    name = "latex"
    title = "LaTeX"
    functions = frozenset(Operation)
    refusals = Refusals.alike("computes nothing: the document states the domain")
    environment = "not asked: nothing is computed"
    self_test = (
        f"pdflatex -halt-on-error -interaction=nonstopmode {DOCUMENT} > {DOCUMENT}.log "
        "&& python3 -B -W error self_test.py"
    )

    def files(self, sheets: Sequence[Sheet]) -> Mapping[str, str]:
        """`symbolic_eps.tex`, which sets the fragments `formulas/NAME.tex`, and `self_test.py`."""
        said = generated(sheets)
        fragments = {
            f"formulas/{sheet.formula.name}.tex": "\n".join((f"% {said}", *_fragment(sheet))) + "\n"
            for sheet in sheets
        }
        inputs = (rf"\input{{formulas/{sheet.formula.name}}}" for sheet in sheets)
        return {
            **fragments,
            DOCUMENT: filled("latex/symbolic_eps.tex", generated=said, fragments=inputs),
            "self_test.py": filled(
                "latex/self_test.py", generated=said, checks=_checks(sheets), root=json.dumps(ROOT)
            ),
        }


TARGET = LaTeX()


def _checks(sheets: Sequence[Sheet]) -> Iterator[str]:
    for s in sheets:
        names = json.dumps({a.name: _name(a.name) for a in s.formula.arguments})
        yield f'    ("{s.vectors}", "{s.vectors_hash}", "formulas/{s.formula.name}.tex",\n     {names}),'


def _fragment(sheet: Sheet) -> Iterator[str]:
    formula = sheet.formula
    yield from (f"% {line}" for line in sheet.header)
    yield rf"\section*{{{tex_words(formula.name)}}}"
    yield rf"{tex_words(formula.title)} ({tex_words(formula.source)})."
    yield f"Result: {tex_words(formula.result)}."
    yield r"\begin{itemize}"
    for argument in formula.arguments:
        whole = ", a whole number" if argument.whole and "whole" not in argument.meaning else ""
        yield rf"\item ${_name(argument.name)}$: {tex_words(argument.meaning)}{whole}"
    yield r"\end{itemize}"
    yield rf"Domain: {_conditions(formula.domain)}."
    for case in formula.cases:
        yield from _case(formula, case)
    yield rf"Error of the computed value: at most {float(formula.error):.2f}~ulps (proven, for library"
    yield rf"functions within 1~ulp); a value that is never {formula.side.never} the exact one lies at most"
    yield rf"{formula.farthest_text}~ulps {formula.side.towards} it."
    if formula.notes:
        yield r"\begin{itemize}"
        yield from (rf"\item {tex_words(note)}" for note in formula.notes)
        yield r"\end{itemize}"


def _case(formula: Formula, case: Case) -> Iterator[str]:
    yield ""
    yield f"If {_conditions(case.conditions)}:" if case.conditions else "Everywhere:"
    arguments = ", ".join(_name(a.name) for a in formula.arguments)
    function = rf"\operatorname{{{tex_words(formula.name)}}}({arguments})"
    yield r"\begin{gather*}"
    lines = [f"{function} = {_set(case.exact)}"]
    match case.value:
        case LogarithmOfOnePlus(excess=PositiveRoot(square=m, linear=k, constant=g)):
            parts = {"M": m.expression, "K": k.expression, "G": g.expression}
            lines += [f"{name} = {_set(value)}" for name, value in parts.items()]
            lines += [
                ROOT,
                rf"{function} = \operatorname{{log1p}}(z)",
            ]
        case LogarithmOfOnePlus(excess=Quotient(numerator=g, denominator=m), halved=halved):
            half = r"\tfrac{1}{2} " if halved else ""
            lines += [
                f"M = {_set(m.expression)}, \\quad G = {_set(g.expression)}",
                rf"{function} = {half}\operatorname{{log1p}}(G / M)",
            ]
        case LogarithmOfOnePlus(excess=Ratio() as ratio):
            lines += [*_factors("z", ratio), rf"{function} = \operatorname{{log1p}}(z)"]
        case Ratio() as ratio:
            lines += _factors(function, ratio)
    yield " \\\\\n".join(lines)
    yield r"\end{gather*}"


def _factors(function: str, ratio: Ratio) -> Iterator[str]:
    """The factors, and in which order they are multiplied and divided."""
    parts = dict.fromkeys((ratio.above[0], *(part for _, part in ratio.operations)))
    names = {part: f"F_{{{number}}}" for number, part in enumerate(parts, start=1)}
    yield from (f"{name} = {_set(part.expression)}" for part, name in names.items())
    signs = {Operation.MULTIPLY: r"\cdot", Operation.DIVIDE: "/"}
    steps = "".join(f" {signs[operation]} {names[part]}" for operation, part in ratio.operations)
    value = names[ratio.above[0]] + steps
    value = rf"\sqrt{{{value}}}" if ratio.root else value
    yield f"{function} = {value}"


def _conditions(conditions: Sequence[Condition]) -> str:
    return ", ".join(f"${_set(c.relational)}$" for c in conditions)


def _name(name: str) -> str:
    return Latex().name(name)


def _set(expression: sp.Basic) -> str:
    return Layout(Latex()).set(expression)
