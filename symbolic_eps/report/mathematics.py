"""Pieces of the closed-form table as TeX, in the notation of the paper: constants carry a tilde."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.report.table import PrintedEntry, TableEntry
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex
from verify.language.condition import Condition

_PRIOR_NAMES = {v: f"{v.name}_i" for v in PRIORS}


def expression_tex(expression: sp.Basic, varying: Collection[sp.Symbol] = ()) -> str:
    """An expression: `p_i` and `q_i` for the priors that vary, a tilde for every other symbol but x."""
    written = {s.name: _PRIOR_NAMES[s] if s in varying else _constant(s) for s in expression.free_symbols}
    return Layout(Latex(written)).set(_in_order(expression))


def _in_order(expression: sp.Basic) -> sp.Basic:
    """The expression with terms and factors in SymPy's order, where that alone is what SymPy would change."""
    if not expression.args:
        return expression
    parts = [_in_order(part) for part in expression.args]
    ordered = expression.func(*parts)
    return ordered if Counter(ordered.args) == Counter(parts) else expression


def _constant(symbol: sp.Symbol) -> str:
    if symbol.name == "x":
        return "x"
    stem = symbol.name.rstrip("0123456789")
    index = symbol.name[len(stem) :]
    return rf"\tilde{{{stem}}}" + (f"_{{{index}}}" if index else "")


def profile_tex(entry: TableEntry) -> tuple[str, str]:
    """The bound (with what is fixed and its box) and the assumptions."""
    profile = entry.derived.profile
    varying = [v for v in PRIORS if v not in profile.fixed]
    bound = expression_tex(profile.bound, varying)
    if profile.box:
        box = ",\\ ".join(expression_tex(c.relational, PRIORS) for c in profile.box)
        bound = rf"{bound} \text{{ for }} {box}"
    return rf"r^* = {bound}", condition_tex(profile.parameter_region)


def condition_tex(conditions: Sequence[Condition]) -> str:
    """A conjunction of conditions on the constants."""
    if not conditions:
        return r"\text{always}"
    return r",\ ".join(expression_tex(c.relational) for c in conditions)


def epsilon_tex(branch: Branch) -> str:
    """The value of a branch."""
    if branch.epsilon is not None:
        return expression_tex(branch.epsilon)
    assert branch.polynomial is not None and branch.between is not None
    low, high = (expression_tex(end) for end in branch.between)
    which = rf"\ x \text{{ {branch.which}}}," if branch.which else ""
    at_end = "<" if branch.number else r"\le"
    return rf"-\log x:\ {expression_tex(branch.polynomial)} = 0,{which}\ {low} {at_end} x {at_end} {high}"


def attained_tex(branch: Branch) -> list[str]:
    """The places at which a branch is attained."""
    return [_place_tex(a) for a in branch.attained]


def _place_tex(attainment: Attainment) -> str:
    arrow = r"\to" if attainment.kind is AttainmentKind.LIMIT else "="
    parts = []
    for v in PRIORS:
        if v not in attainment.place:
            continue
        start, end = attainment.place[v], (attainment.segment_end or attainment.place)[v]
        if start == end:
            parts.append(f"{_PRIOR_NAMES[v]} {arrow} {expression_tex(start)}")
        else:
            parts.append(rf"{expression_tex(end)} \le {_PRIOR_NAMES[v]} \le {expression_tex(start)}")
    place = r",\ ".join(parts)
    return (
        rf"{place} \text{{ if }} {condition_tex(attainment.conditions)}" if attainment.conditions else place
    )


def printed_condition_tex(entry: PrintedEntry) -> str:
    """A printed condition; empty where none is printed."""
    if entry.condition == sp.true:
        return ""
    parts = entry.condition.args if isinstance(entry.condition, sp.And) else (entry.condition,)
    return r",\ ".join(sorted((expression_tex(part) for part in parts), key=lambda t: (len(t), t)))
