"""What differs between a printed and a corrected formula is marked, and nothing else."""

from __future__ import annotations

import pytest
import sympy as sp

from symbolic_eps.report.change import with_changes
from symbolic_eps.report.statement import shown
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import BreakableLatex, Latex
from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum, Minimum
from verify.language.as_printed import eq

a, b, c = sp.symbols("a b c", real=True)


@pytest.mark.parametrize(
    ("printed", "corrected", "text"),
    [
        (eq(a, b + c), eq(a, b + c), "a = b + c"),
        (eq(a, b - c), eq(a, b + c), "a = b + >c<"),
        (eq(a, sp.log(b / (1 - c))), eq(a, sp.log(b / (2 - c))), "a = log(b/(>2< - c))"),
        (eq(a, b**2), eq(a, b**3), "a = b^>3<"),
        (eq(a, b * c), eq(a, b), "a = >b<"),
        (eq(a, b * c + 1), eq(a, 2 * b * c + 1), "a = >2*b*c< + 1"),
        (eq(a, b / c), eq(a, b / (2 + c)), "a = b/(>c + 2<)"),
        (a < b, a <= b, ">a <= b<"),
        (sp.And(a > 0, b > 0), sp.And(a > 0, c > 0), "a > 0 and >c< > 0"),
        (PartialDerivative(a**2, a, a), PartialDerivative(a**2, a, 2 * a), "d/da (a^2) = >2*a<"),
        (Minimum(a, (a,), b), Infimum(a, (a,), b), "inf[a] a = b"),
    ],
)
def test_what_differs_is_marked(printed: sp.Basic, corrected: sp.Basic, text: str) -> None:
    assert shown(with_changes(printed, corrected), Text()) == text


def test_a_marked_part_of_a_long_formula_is_not_broken() -> None:
    marked = with_changes(eq(a, sp.Max(b, c)), eq(a, sp.Max(b, 2 * c)))
    assert shown(marked, Latex()).count(r"\boxed{") == 1
    parts = BreakableLatex.parts(shown(with_changes(a < b, a <= b), BreakableLatex()))
    assert len(parts) == 1 and parts[0].startswith(r"\boxed{")
