"""Numbers and conditions in the tables of a LaTeX fragment: between dollar signs, with certified digits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Attainment, AttainmentKind, Branch
from symbolic_eps.digits import enclosure_of
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.report.formula import formula
from symbolic_eps.report.number import DIGITS, LONGEST_EXACT, is_long
from symbolic_eps.report.quantity import Quantity
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.tex import Latex, tex_words
from verify.enclosure import Enclosure
from verify.language.condition import Condition

LAYOUT = Layout(Latex())
SHORT = 6
_SIGNS = re.compile("(?<= )(-|<=|>=|<|>)(?= )")
_TEX_SIGNS = {"<=": r"\le", ">=": r"\ge"}


def mathematics(expression: sp.Basic) -> str:
    r"""An expression between dollar signs.

    Examples
    --------
    >>> from sympy.abc import r
    >>> print(mathematics(sp.log(r) / 2))
    $\frac{1}{2} \log\left(r\right)$
    """
    return f"${LAYOUT.set(expression)}$"


def worded(text: str) -> str:
    r"""Words, in which the budget, a minus sign and comparisons are mathematics.

    Examples
    --------
    >>> print(worded("50 % of eps"), worded("after - before >= 0"))
    50 \% of $\varepsilon$ after $-$ before $\ge$ 0
    """
    parts = _SIGNS.split(text)
    signs = [f"${_TEX_SIGNS.get(sign, sign)}$" for sign in parts[1::2]]
    words = [re.sub(r"\beps\b", lambda _: r"$\varepsilon$", tex_words(part)) for part in parts[::2]]
    return "".join(chain.from_iterable(zip(words, [*signs, ""], strict=True)))


def conditions(parts: Sequence[Condition]) -> str:
    """A conjunction; `always` for none."""
    return f"${LAYOUT.all_of([c.relational for c in parts])}$" if parts else "always"


def digits(enclosure: Enclosure) -> str:
    r"""Six digits where both ends share them, with dots for what is cut off; else both ends, rounded outward.

    Examples
    --------
    >>> from fractions import Fraction
    >>> print(digits(Enclosure(Fraction(1, 3), Fraction(1, 3))), digits(Enclosure(Fraction(1), Fraction(2))))
    0.333333\ldots [1, 2]
    """
    if enclosure.is_infinite:
        return r"\infty"
    low, high = (Enclosure(end, end) for end in (enclosure.lower, enclosure.upper))
    cut = low.decimal_lower(SHORT)
    if enclosure.lower >= 0 and cut == high.decimal_lower(SHORT):
        return decimal(cut) + ("" if high.decimal_upper(SHORT) == cut else r"\ldots")
    return f"[{decimal(enclosure.decimal_lower(DIGITS))}, {decimal(enclosure.decimal_upper(DIGITS))}]"


def decimal(text: str) -> str:
    r"""Decimal text for math mode.

    Examples
    --------
    >>> print(decimal("1.5e-09"), decimal("1E-10"), decimal("oo"))
    1.5 \cdot 10^{-9} 1 \cdot 10^{-10} \infty
    """
    if text.endswith("oo"):
        return text.replace("oo", r"\infty")
    return re.sub(r"[eE]([-+]?\d+)$", lambda power: rf" \cdot 10^{{{int(power[1])}}}", text)


def number(value: sp.Expr) -> str:
    r"""An exact number: its formula where that is short, and its digits where these say more.

    Examples
    --------
    >>> print(number(sp.Rational(1, 3)), number(sp.log(3)))
    $\frac{1}{3}$ $\log\left(3\right) = 1.09861\ldots$
    """
    if value is sp.oo:
        return r"$\infty$"
    if is_long(value) or value.has(sp.CRootOf) or len(formula(value)) > LONGEST_EXACT:
        return f"${digits(enclosure_of(value))}$"
    if value.is_Rational or value.free_symbols:
        return mathematics(value)
    shown = digits(enclosure_of(value))
    sign = r"\in" if shown.startswith("[") else "="
    return f"${LAYOUT.set(value)} {sign} {shown}$"


def quantity(found: Quantity) -> str:
    """A number of an answer: as `number` where it has a closed form, else its digits."""
    form = found.closed_form
    return f"${digits(found.enclosure)}$" if form is None or form.has(sp.erfinv) else number(form)


def double(value: float | str) -> str:
    """A binary64, with all its digits; in words where it is no number."""
    text = str(value)
    return "not a number" if text == "nan" else f"${decimal(text.replace('inf', 'oo'))}$"


def place(priors: Mapping[str, sp.Expr], kind: AttainmentKind, end: Mapping[str, sp.Expr] | None) -> str:
    r"""Where a least value is attained.

    Examples
    --------
    >>> print(place({"p": sp.Integer(0)}, AttainmentKind.LIMIT, None))
    $p \to 0$
    """
    arrow = r"\to" if kind is AttainmentKind.LIMIT else "="
    parts = []
    for name, start in priors.items():
        last = start if end is None else end[name]
        least, most = (LAYOUT.set(one) for one in (last, start))
        parts.append(f"{name} {arrow} {most}" if start == last else rf"{least} \le {name} \le {most}")
    return "$" + r",\ ".join(parts) + "$"


def attained(one: Attainment) -> str:
    """Where a branch is attained, with its condition."""
    end = one.segment_end
    shown = place(
        {v.name: one.place[v] for v in PRIORS if v in one.place},
        one.kind,
        None if end is None else {v.name: end[v] for v in PRIORS if v in end},
    )
    return f"{shown} if {conditions(one.conditions)}" if one.conditions else shown


def stacked(cells: Iterable[str]) -> str:
    """Several things in one cell, one above the other."""
    first, *others = [*cells] or [""]
    if not others:
        return first
    return r"\begin{tabular}[t]{@{}l@{}}" + r" \\ ".join((first, *others)) + r"\end{tabular}"


def value_of(branch: Branch) -> str:
    """The budget on a branch; where it has no form in roots, the polynomial."""
    if branch.epsilon is not None:
        return mathematics(branch.epsilon)
    assert branch.polynomial is not None and branch.between is not None
    low, high = map(LAYOUT.set, branch.between)
    which, at_end = f", $x$ {branch.which}" if branch.which else "", "<" if branch.number else r"\le"
    return rf"$-\log x$, ${LAYOUT.set(branch.polynomial)} = 0${which}, ${low} {at_end} x {at_end} {high}$"
