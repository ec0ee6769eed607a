"""Formulas are set as they are: read back, each text has the value of the formula that was set."""

from __future__ import annotations

import ast
import math
import operator
import re
from html import escape
from xml.etree import ElementTree

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_eps.report.statement import family_names, hypotheses, is_worded, shown
from symbolic_eps.typesetting.layout import Layout
from symbolic_eps.typesetting.mathml import Mathml
from symbolic_eps.typesetting.notation import Text, split_name
from symbolic_eps.typesetting.runs import paragraph, set_note
from symbolic_eps.typesetting.tex import BreakableLatex, Latex, tex_words
from verify.calculus.derivative import ImplicitDerivative, PartialDerivative
from verify.calculus.extremum import Infimum, Path
from verify.calculus.integral import DefiniteIntegral
from verify.calculus.limit import Limit
from verify.calculus.series import Series
from verify.claims.stored_note import with_notes, without_notes
from verify.language.note import Note
from verify.probability.statements import TermwiseSum
from verify.probability.weighted_sum import Setting, Total

p, q, r, eps = sp.symbols("p q r eps", real=True)
POINT = {p: sp.Rational(2, 7), q: sp.Rational(3, 11), r: sp.Rational(17, 5), eps: sp.Rational(3, 4)}

text = Layout(Text()).set
mathml = Layout(Mathml()).set
latex = Layout(Latex()).set


OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def value(expression: str) -> float:
    """Our one-line text in floating point; only numbers, names, `+ - * / ^` and `sqrt(...)` have a value."""
    names = {str(s): float(v) for s, v in POINT.items()} | {"e": math.e}

    def at(node: ast.AST) -> float:
        match node:
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.Name(id=name):
                return names[name]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -at(inner)
            case ast.BinOp(left=left, op=operation, right=right):
                return OPERATIONS[type(operation)](at(left), at(right))
            case ast.Call(func=ast.Name(id="sqrt"), args=[inner]):
                return at(inner) ** 0.5
        raise AssertionError(f"not in our one-line notation: {ast.dump(node)}")

    return at(ast.parse(expression.replace("^", "**"), mode="eval").body)


def evaluated(*arguments: sp.Expr, operation: type) -> sp.Expr:
    return operation(*arguments, evaluate=False)


leaves = st.sampled_from(
    [p, q, r, sp.Integer(2), sp.Integer(-3), sp.Rational(-1, 2), sp.exp(-2 * eps), p - q]
)


def grown(parts: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    two = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        two.map(lambda x: sp.Add(*x, evaluate=False)),
        two.map(lambda x: sp.Mul(*x, evaluate=False)),
        two.map(lambda x: sp.Add(*x)),
        two.map(lambda x: sp.Mul(*x)),
        st.tuples(parts, st.sampled_from([-2, -1, 2])).map(lambda x: sp.Pow(*x, evaluate=False)),
        parts.map(lambda x: sp.sqrt(x**2 + 1)),
    )


@settings(deadline=None, max_examples=150)
@given(st.recursive(leaves, grown, max_leaves=8))
def test_text_has_the_value_of_the_formula(expression: sp.Expr) -> None:
    expected = expression.subs(POINT)
    if expected.has(sp.zoo, sp.nan, sp.oo) or not expected.is_finite:
        return
    number = complex(sp.N(expected, 30)).real
    assert value(text(expression)) == pytest.approx(number, rel=1e-9, abs=1e-9)


def test_brackets_that_sympy_loses_in_mathml_stay() -> None:
    """SymPy sets p + (-p + 1/r) as p - p - 1/r."""
    nested = sp.Add(p, 1 / r - p, evaluate=False)
    assert text(nested) == "p + (1/r - p)"
    assert "<mo>(</mo>" in mathml(nested)
    assert r"\left(" in latex(nested)


def test_nothing_is_cancelled_that_was_put_unevaluated() -> None:
    share = sp.Mul(p, sp.Pow(p, -1, evaluate=False), evaluate=False)
    assert text(share) == "p/p"
    assert text(sp.Mul(sp.Pow(1 - p, -1), 1 - p, evaluate=False)) == "1/(1 - p)*(1 - p)"
    assert text(sp.Pow(sp.Pow(r, -1), -1, evaluate=False)) == "1/(1/r)"


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (-p + q * r, "q*r - p"),
        (sp.Eq(p, p, evaluate=False), "p = p"),
        (sp.Ne(p * r, 1), "p*r != 1"),
        (sp.log((1 - q) / (1 / r - q)) / 2, "1/2*log((1 - q)/(1/r - q))"),
        (sp.exp(-2 * eps), "e^(-2*eps)"),
        (sp.Max(q, sp.Rational(1, 4) / p), "max(1/(4*p), q)"),
        (-sp.oo, "-oo"),
        (sp.Piecewise((p, q < 1), (1, True)), "{p if q < 1; 1 otherwise}"),
        (sp.Or(p > q, sp.And(p < 1, q < 1)), "p > q or (p < 1 and q < 1)"),
        (sp.Implies(p > 0, q > 0), "p > 0 implies q > 0"),
        (sp.Abs(p - 1), "|p - 1|"),
        (sp.Pow(p, sp.Rational(3, 2)), "sqrt(p)^3"),
    ],
)
def test_text(formula: sp.Basic, expected: str) -> None:
    assert text(formula) == expected


def test_bounds_from_both_sides_are_one_chain() -> None:
    assert Layout(Text()).all_of((p > 0, p <= 1, q > 0, q < 1, r > 1)) == "0 < p <= 1 and 0 < q < 1 and r > 1"
    assert Layout(Text()).all_of((p > 0, q <= 1)) == "p > 0 and q <= 1"
    assert Layout(Text()).all_of((p < 1, p > 0)) == "p < 1 and p > 0"


STATEMENTS = [
    (Limit(q / p, p, sp.Integer(0), "+", sp.oo), "lim[p -> 0+] q/p = oo"),
    (PartialDerivative(p**2 + q, p, 2 * p), "d/dp (p^2 + q) = 2*p"),
    (ImplicitDerivative(p**2 - q, p, q, 1 / (2 * p)), "d/dq p = 1/(2*p) where p^2 - q = 0"),
    (Infimum(p + q, (p,), q, Path(eps, {p: eps})), "inf[p] (p + q) = q approached along p = eps as eps -> 0"),
    (DefiniteIntegral(p**2, p, sp.Integer(0), q, q**3 / 3), "integral[0 .. q] p^2 d p = q^3/3"),
    (Series(q**p, p, sp.Integer(0), sp.oo, 1 / (1 - q)), "sum[p = 0 .. oo] q^p = 1/(1 - q)"),
]


@pytest.mark.parametrize(("statement", "expected"), STATEMENTS)
def test_statements_of_calculus(statement: object, expected: str) -> None:
    assert shown(statement, Text()) == expected
    ElementTree.fromstring(f"<math>{shown(statement, Mathml())}</math>")
    assert shown(statement, Latex()).count("{") == shown(statement, Latex()).count("}")


def test_a_statement_of_another_kind_brings_its_formula_or_its_text() -> None:
    class Words:
        text = "3 cases & <so on>"

    class Formula(Words):
        formula = sp.Derivative(p**2, p, evaluate=False) < 0

    class Mixed:
        text = Note("the sum is ", 2 * q / (1 - q) ** 2, " at most")

    assert shown(Words(), Text()) == Words.text and is_worded(Words())
    assert shown(Words(), Mathml()) == "<mtext>3 cases &amp; &lt;so on&gt;</mtext>"
    assert shown(Mixed(), Text()) == "the sum is 2*q/(1 - q)^2 at most"
    assert "<mfrac>" in shown(Mixed(), Mathml()) and not is_worded(Formula())
    assert shown(Formula(), Text()) == "d/dp p^2 < 0" or shown(Formula(), Text()) == "d/dp (p^2) < 0"


def test_families_carry_their_indices() -> None:
    w, z = sp.symbols("w z", real=True)
    statement = TermwiseSum(Setting({w: (z,)}, (w >= 0,)), Total(w, z) >= 0)
    assert shown(statement, Text()) == "sum[z] w_z >= 0"
    assert Layout(Text(), family_names(statement)).all_of(hypotheses(statement)) == "w_z >= 0"
    assert "<msub><mi>w</mi><mi>z</mi></msub>" in shown(statement, Mathml())


def test_names_and_words() -> None:
    assert split_name("r_star") == ("r", "star")
    assert re.search(r"\\mathrm\{risk\}", latex(sp.Symbol("risk")))
    assert latex(sp.Symbol("a_0")) == "a_{0}"
    assert mathml(sp.Symbol("p0")) == "<msub><mi>p</mi><mn>0</mn></msub>"
    assert mathml(eps) == "<mi>ε</mi>"
    assert tex_words("a_b^2 & 10 % <c>") == r"a\_b\^{}2 \& 10 \% \textless{}c\textgreater{}"


# --- words and formulas in a row ----------------------------------------------------------------------------


@settings(deadline=None, max_examples=100)
@given(st.recursive(leaves, grown, max_leaves=8))
def test_a_formula_in_a_note_is_set_as_it_is_set_alone(expression: sp.Expr) -> None:
    note = Note("it is ", expression, " there")
    assert note == f"it is {expression} there"
    assert set_note(note, Text()) == f"it is {text(expression)} there"
    assert paragraph(note, Latex(), tex_words, "${}$".format) == f"it is ${latex(expression)}$ there"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        (Note(sp.Eq(p, q**2), ": ", sp.Integer(4), " against ", sp.Integer(2)), "p = q^2: 4 against 2"),
        (Note(sp.And(p > 0, q < 1), " is false"), "p > 0 and q < 1 is false"),
        (Note(sp.Max(p, q) >= sp.Min(p, q)), "max(p, q) >= min(p, q)"),
        (Note(sp.Derivative(p**2, p, evaluate=False) < 0), "d/dp (p^2) < 0"),
        (Note(), ""),
    ],
)
def test_formulas_in_a_sentence(note: Note, expected: str) -> None:
    assert set_note(note, Text()) == expected


@pytest.mark.parametrize(
    "words", ["__import__('os').system('x')", "Eq(p, q)", "p**2 > 0", "needs r* q < 1", ")("]
)
def test_words_are_never_read_as_a_formula(words: str) -> None:
    """Whatever they look like; a report shows what was noted, and guesses nothing."""
    assert set_note(words, Text()) == words
    assert set_note(Note("at ", words), Text()) == f"at {words}"
    assert set_note(words, Mathml()) == f"<mtext>{escape(words)}</mtext>"


def test_a_dummy_is_told_from_its_namesake() -> None:
    """Of a claim on p at another p, as of extrema; from a journal, too."""
    note = Note(sp.Dummy("p", real=True) > p)
    assert set_note(note, Text()) == set_note(with_notes(without_notes(note)), Text()) == "_p > p"


def test_a_notation_may_be_given_names_and_numbers_are_numbers() -> None:
    tilde = Layout(Latex({"p": r"\tilde{p}", "q": "q_i"}))
    assert tilde.set(sp.Eq(p**2 * q, sp.Float("0.65", 2))) == r"\tilde{p}^{2} q_i = 0.65"
    assert mathml(sp.Float("0.65", 2)) == "<mn>0.65</mn>"


def test_a_long_formula_is_cut_outside_of_brackets_only() -> None:
    notation = BreakableLatex()
    formula = Layout(notation).set(sp.Eq(sp.Piecewise((p, q < 1), (1, True)), sp.Max(p, 1), evaluate=False))
    pieces = notation.parts(formula)
    assert len(pieces) == 2 and pieces[1].startswith("= ")
    assert all(piece.count("{") == piece.count("}") for piece in pieces)
    assert " ".join(pieces) == Layout(Latex()).set(
        sp.Eq(sp.Piecewise((p, q < 1), (1, True)), sp.Max(p, 1), evaluate=False)
    )
