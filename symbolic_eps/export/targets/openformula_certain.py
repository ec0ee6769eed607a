"""Where a number must come out of a spreadsheet: well within the smaller domain, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from textwrap import wrap

import sympy as sp

from symbolic_eps.export.forms.extreme import Smaller
from symbolic_eps.export.forms.formula import Formula
from symbolic_eps.export.forms.ratio import Ratio
from symbolic_eps.export.forms.tree import LogarithmOfOnePlus, Node, PositiveRoot, Quotient
from symbolic_eps.export.layout.target import Sheet
from symbolic_eps.export.packages.vectors import Status, case_at, vectors
from symbolic_eps.export.programs.error_free import is_single_rounding


def check(sheet: Sheet) -> Iterator[str]:
    """For the self-test: a formula's sheet, its vectors, and the points at which a number must come out."""
    formula = sheet.formula
    certain = [
        position
        for position, vector in enumerate(vectors(formula))
        if vector.status is not Status.OUTSIDE and _certain(formula, vector.arguments)
    ]
    yield "    ("
    yield f'        "{formula.safe_name}",'
    yield f'        "{sheet.vectors}",'
    yield f"        {formula.side.sign},"
    yield f"        {tuple(a.name for a in formula.arguments)!r},"
    yield "        ["
    yield from (f"            {line}" for line in wrap(", ".join(map(str, certain)), 90))
    yield "        ],"
    yield "    ),"


def _certain(formula: Formula, point: Sequence[float]) -> bool:
    """Whether a number must come out, at twice the distance from all that forbids it."""
    if any(x != 0 and not 1e-29 <= x <= 1e29 for x in point):
        return False
    values = {a.symbol: Fraction(x) for a, x in zip(formula.arguments, point, strict=True)}
    conditions = [c for case in formula.cases for c in case.conditions] + list(formula.domain)
    for polynomial in (c.polynomial for c in conditions):
        value, error = _bounded(polynomial, values)
        if not _is_exact(polynomial) and abs(value) <= 8 * error:
            return False
    tree = case_at(formula, point).value
    return tree is None or _comes_out(tree, values)


def _comes_out(tree: Node, values: dict[sp.Symbol, Fraction]) -> bool:
    """Whether the number of a form must, its polynomials given."""
    excess = tree.excess if isinstance(tree, LogarithmOfOnePlus) else tree
    match excess:
        case Smaller(first=first, second=second):
            return _comes_out(first, values) and _comes_out(second, values)
        case Ratio():
            return all(_far(part.expression, values) for part in (*excess.above, *excess.below))
        case Quotient():
            return all(_far(p.expression, values) for p in (excess.numerator, excess.denominator))
    assert isinstance(excess, PositiveRoot)
    m, k, g = (_bounded(part.expression, values) for part in (excess.square, excess.linear, excess.constant))
    square = (k[0] / 2) ** 2 + m[0] * g[0]
    return (
        all(_far(p.expression, values) for p in (excess.square, excess.constant))
        and square >= (k[1] * 2**22) ** 2
    )


def _far(polynomial: sp.Expr, values: dict[sp.Symbol, Fraction]) -> bool:
    value, error = _bounded(polynomial, values)
    least = error if _is_exact(polynomial) else error * 2**22
    return value > least and Fraction(10) ** -149 <= value <= Fraction(10) ** 149


def _is_exact(polynomial: sp.Expr) -> bool:
    return is_single_rounding(polynomial) or len(sp.Add.make_args(sp.expand(polynomial))) == 1


def _bounded(polynomial: sp.Expr, values: dict[sp.Symbol, Fraction]) -> tuple[Fraction, Fraction]:
    """The value, and n 2^-44 T."""
    terms = []
    for powers, coefficient in sp.Poly(polynomial, *values).terms():
        term = Fraction(int(coefficient))
        for value, power in zip(values.values(), powers, strict=True):
            term *= value**power
        terms.append(term)
    return sum(terms, Fraction(0)), len(terms) * sum(map(abs, terms), Fraction(0)) / 2**44
