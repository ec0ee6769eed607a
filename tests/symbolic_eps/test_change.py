"""What differs between a printed and a corrected formula is marked, and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import sympy as sp

from symbolic_eps.report.audit.abbreviation import abbreviated
from symbolic_eps.report.audit.change import with_changes
from symbolic_eps.report.statement import shown
from symbolic_eps.typesetting.mathml import BreakableMathml
from symbolic_eps.typesetting.notation import Text
from symbolic_eps.typesetting.tex import BreakableLatex, Latex
from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum, Minimum, Path
from verify.language.as_printed import eq

a, b, c = sp.symbols("a b c", real=True)
t = sp.Symbol("t", positive=True)
LONG = sum(b**n * c for n in range(9))


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
        (PartialDerivative(a**2, a, a), PartialDerivative(a**2, b, a), ">d/db< (a^2) = a"),
        (Minimum(a, (a,), b), Infimum(a, (a,), b), ">inf[a]< a = b"),
        (
            Minimum(a, (a,), b),
            Infimum(a, (a,), b, Path(t, {a: 1 - t})),
            ">inf[a]< a = b >approached along a = 1 - t as t -> 0<",
        ),
    ],
)
def test_what_differs_is_marked(printed: sp.Basic, corrected: sp.Basic, text: str) -> None:
    assert shown(with_changes(printed, corrected), Text()) == text


def test_a_marked_part_of_a_long_formula_is_not_broken() -> None:
    marked = with_changes(eq(a, sp.Max(b, c)), eq(a, sp.Max(b, 2 * c)))
    assert shown(marked, Latex()).count(r"\boxed{") == 1
    parts = BreakableLatex.parts(shown(with_changes(a < b, a <= b), BreakableLatex()))
    assert len(parts) == 1 and parts[0].startswith(r"\boxed{")


@pytest.mark.parametrize(
    ("printed", "corrected", "texts"),
    [
        (eq(a, b), eq(a, c), ("a = b", "a = >c<")),
        (eq(a, LONG / (1 - c)), eq(a, LONG / (1 + c)), ("a = .../(1 - c)", "a = .../(>c< + 1)")),
        (eq(a, LONG - a * b), eq(a, LONG - a * c), ("a = ... - a*b", "a = ... - a*>c<")),
        (Minimum(LONG, (a,), b), Infimum(LONG, (a,), b), ("min[a] ... = b", ">inf[a]< ... = b")),
        (eq(LONG, a), eq(a, b), (None, ">a< = >b<")),
    ],
)
def test_in_short_what_is_long_and_the_same_is_left_out(
    printed: sp.Basic, corrected: sp.Basic, texts: tuple[str | None, str]
) -> None:
    """What differs is never left out, and nothing is that only one of them has."""
    shortened = [shown(part, Text()) for part in abbreviated(printed, corrected)]
    assert shortened == [texts[0] or shown(printed, Text()), texts[1]]


OTHER = LONG.xreplace({b: t})


@pytest.mark.parametrize(
    ("printed", "corrected"),
    [
        (a + 2 * sp.log(LONG) - 2 * sp.log(OTHER), a + 3 * sp.log(LONG) - 3 * sp.log(OTHER)),
        (a + c * LONG - c * OTHER, a + t * LONG - t * OTHER),
        (a * LONG**c / OTHER**c, a * LONG**t / OTHER**t),
    ],
)
def test_parts_that_are_left_out_do_not_combine(printed: sp.Expr, corrected: sp.Expr) -> None:
    """Two of them are two: they neither add up nor cancel."""
    for part in abbreviated(eq(b, printed), eq(b, corrected)):
        assert shown(part, Text()).count("...") == 2


def test_words_carry_their_own_blanks() -> None:
    marked = with_changes(Minimum(a, (a,), b), Infimum(a, (a,), b, Path(t, {a: 1 - t})))
    assert r"\ \text{ " not in shown(marked, Latex()) and r" }\ " not in shown(marked, Latex())


def test_a_display_for_browsers_is_cut_outside_of_all_elements() -> None:
    inner = sp.Piecewise((a, b < c), (b, True))
    for formula in (eq(a, inner), sp.Implies(a < b, eq(c, inner)), eq(sp.exp(a), b)):
        set_ = shown(formula, BreakableMathml())
        parts = BreakableMathml.parts(set_)
        assert len(parts) >= 2 and "".join(parts) == set_.replace("\x00", "")
        for part in parts:
            ElementTree.fromstring(f"<math>{part}</math>")


def test_where_nothing_else_would_remain_nothing_is_left_out() -> None:
    other, third = (LONG.xreplace({b: v}) * (1 - v) for v in (a, t))
    for printed, corrected in (
        (eq(LONG, LONG / 2 + 1), eq(LONG, 2 * (LONG / 2 + 1) ** 2)),
        (eq(LONG, other - third / LONG**2), eq(LONG, (other - third) / LONG**2)),
    ):
        short = abbreviated(printed, corrected)
        assert short[0] == printed and "..." not in shown(short[1], Text())
