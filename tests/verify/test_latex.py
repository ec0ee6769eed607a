"""LaTeX displays as claims: what is read is right, what is ambiguous is refused, nothing of it runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.cli.claims_file import load
from verify.language import as_printed
from verify.latex.displays import displays
from verify.latex.formula import UnreadError, read
from verify.latex.template import template

p, q, r, x, eps, r_i = sp.symbols("p q r x eps r_i", real=True)
KNOWN = {name: getattr(sp, name) for name in ("And", "Integer", "Rational", "exp", "log", "sqrt")}
KNOWN |= {name: getattr(as_printed, name) for name in ("eq", "ge", "gt", "le", "lt")}


def value(latex: str) -> sp.Basic:
    found = read(latex)
    symbols = {name: sp.Symbol(name, real=True) for name in found.names}
    return eval(found.source, {"__builtins__": {}}, {**KNOWN, **symbols})  # of our own making


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\frac{1}{2} \leq p", sp.Rational(1, 2) <= p),
        (r"p q/r > 1", p * q / r > 1),
        (r"x \cdot \frac{p}{q} < 1", x * p / q < 1),
        (r"x/\frac{p}{q} < 1", x * q / p < 1),
        (r"x = \frac{1}{2}\log\frac{1-p}{q} + r", sp.Eq(x, sp.log((1 - p) / q) / 2 + r)),
        (r"-p^2 < x", -(p**2) < x),
        (r"(1-p)^{2} - 4p(1-q) \ge 0", (1 - p) ** 2 - 4 * p * (1 - q) >= 0),
        (r"\varepsilon \leq \log\left(\frac{r - 1}{p}\right)", eps <= sp.log((r - 1) / p)),
        (r"e^{-\varepsilon} < \sqrt{x} + 0.25", sp.exp(-eps) < sp.sqrt(x) + sp.Rational(1, 4)),
        (r"r_{i} > p^{q+1}", r_i > p ** (q + 1)),
        (r"p^{-1} > 2^x", 1 / p > 2**x),
        (r"p - (q - r) > 0", p - (q - r) > 0),
        (r"\frac{p}{q} \frac{x}{r} > 0", p * x / (q * r) > 0),
    ],
)
def test_what_is_read_is_what_is_printed(latex: str, meant: sp.Basic) -> None:
    found = value(latex)
    assert type(found) is type(meant)
    assert all(sp.simplify(a - b) == 0 for a, b in zip(found.args, meant.args, strict=True))


def test_a_chain_is_every_comparison() -> None:
    assert read(r"p = q \leq r").source == "And(eq(p, q), le(q, r))"


@pytest.mark.parametrize(
    "latex",
    [
        r"f(x) = 1",
        r"p(x) = 1",
        r"P[x + 1] = 1",
        r"f^2(x + 1) = 1",
        r"\log x < 1",
        r"\log\frac{p}{q} x < 1",
        r"\log\frac{p}{q}/x < 1",
        r"\log\frac{p}{q}^2 < 1",
        r"\log\frac{p}{q} \cdot x < 1",
        r"\log(x)^2 < 1",
        r"\log(x)(p + 1) < 1",
        r"p/q r < 1",
        r"p^12 < 1",
        r"p^{q}^{r} < 1",
        r"\frac12 < p",
        r"\frac{dp}{dq} = 1",
        r"\frac{p}{q}^2 < 1",
        r"|x| < 1",
        r"x! = 1",
        r"x' = 1",
        r"1,000 < p",
        r"p \in (0, 1)",
        r"\sum_{i} p = 1",
        r"\max(p, q) < 1",
        r"\mathrm{exp} = 1",
        r"x_12 = 1",
        r"x2 = 1",
        r"e = 1",
        r"\pi = 3",
        r"= 1",
        r"p + q",
        r"p = 1, q = 1",
        r"(p = 1",
        r"p^* = 1",
        r"p_{i,j} = 1",
        r"\import = 1",
        r"__class__ = 1",
        r'"x" = 1',
        "",
    ],
)
def test_what_can_be_read_in_two_ways_or_is_not_listed_is_refused(latex: str) -> None:
    with pytest.raises(UnreadError):
        read(latex)


def test_numbers_are_counted_as_they_are_printed() -> None:
    text = r"""
    % \begin{equation} no = display \end{equation}
    \begin{equation*} p = 1 \end{equation*}
    \begin{align} p &= 1 \\ q &= 2 \notag \\ r &= 3 \label{last} \end{align}
    \begin{equation} x = 1 \tag{A'} \end{equation}
    \begin{gather} x > 1, \\[2pt] x > 2. \end{gather}
    """
    found = [(one.number, one.formula) for one in displays(text)]
    assert found == [("1", "p = 1"), ("2", "r = 3"), ("A'", "x = 1"), ("3", "x > 1"), ("4", "x > 2")]


@pytest.mark.parametrize(
    "text",
    [
        r"\begin{align} f = \begin{cases} 1 & x > 0 \\ 2 & x = 0 \\ 3 & x < 0 \end{cases} \end{align}",
        r"\begin{align} p &= q & r &= x \end{align}",
        r"\begin{align} p &= q \nonumber \\ & - x \leq r \end{align}",
        r"\begin{align} p &= q \nonumber \\ + x \leq r \end{align}",
        r"\begin{equation} \begin{split} p &= q \\ &= r \end{split} \end{equation}",
    ],
    ids=["cases", "two formulas", "continued", "continued by +", "split"],
)
def test_a_part_of_a_formula_is_not_read_as_a_whole(text: str) -> None:
    (only,) = displays(text)
    with pytest.raises(UnreadError):
        read(only.formula)


HOSTILE = "\\begin{equation} p = 1 \\label{a\n\u2028import os} \\end{equation}\n" + (
    '\\begin{equation} __import__("os").system("touch x") = 1 \\tag{")); import os #} \\end{equation}'
)


def test_text_never_becomes_code() -> None:
    tree = ast.parse(template(HOSTILE, 'x"""; import os'))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules == {"sympy", "verify.claims.claim", "verify.language.as_printed"}
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.Attribute))]


def test_template_is_audited_once_it_is_filled_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_text(
        r"\begin{equation} (p+q)^2 = p^2 + 2pq + q^2 \end{equation}"
        r"\begin{equation} \sum_i p = 1 \end{equation}"
    )
    assert main(["audit", "--template", "paper.tex", "--output", "claims.py"]) == 0
    assert "1 of 2 displays read" in capsys.readouterr().err
    assert "UNREAD" in Path("claims.py").read_text()
    (claim,) = load(Path("claims.py"))
    assert str(claim.locator) == "paper eq:1"
    assert main(["audit", "claims.py"]) == 0


def test_a_text_without_displays_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper.tex").write_text("no display")
    assert main(["audit", "--template", "paper.tex"]) == 2
    assert "no numbered display" in capsys.readouterr().err
    assert main(["audit", "--template", "nothing.tex"]) == 2
