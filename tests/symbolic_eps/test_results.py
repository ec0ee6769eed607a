"""Results in Python: `str` is what the command prints, and notebooks get well-formed mathematics."""

from __future__ import annotations

import inspect
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

import symbolic_eps
from symbolic_eps import (
    RiskProfile,
    crossing_goal,
    derive,
    design,
    explain,
    infimum,
    recommend,
    sensitivities,
    signs,
    split,
    sweep,
)
from symbolic_eps.answers.comparison import compare
from symbolic_eps.cli import main
from symbolic_eps.results import Result

CHILDREN = {"mfrac": 2, "msup": 2, "msub": 2, "mroot": 2, "munder": 2, "munderover": 3}

SAME: dict[str, tuple[Callable[[], Result], list[str]]] = {
    "recommend": (
        lambda: recommend("max(a/(p*q), r)", {"a": "1/4", "r": 3}, {"q": 1}),  # type: ignore[return-value]
        ["recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3", "--fix", "q=1"],
    ),
    "enclosed": (lambda: recommend("1 + exp(-p*q)"), ["recommend", "1 + exp(-p*q)"]),  # type: ignore[return-value]
    "unconstrained": (lambda: recommend("oo"), ["recommend", "oo"]),  # type: ignore[return-value]
    "derive": (
        lambda: derive("r", ["r>1", "0<p0<=1"], {"q": 1}, ["p>=p0"]),
        ["derive", "r", "--assume", "r>1", "--assume", "0<p0<=1", "--fix", "q=1", "--box", "p>=p0"],
    ),
    "explain": (
        lambda: explain("log(9)", {"q": 1}, prior=[{"p": "1/10", "q": 1}]),
        ["explain", "log(9)", "--fix", "q=1", "--prior", "p=1/10,q=1"],
    ),
    "design": (
        lambda: design(
            "max(a/p, r)", "a", crossing_goal(25, "24.072", "1/10"), {"r": 5}, {"q": 1}, assumptions=["0<a<1"]
        ),
        [
            *("design", "max(a/p, r)", "--find", "a", "--assume", "0<a<1", "--set", "r=5", "--fix", "q=1"),
            *("--crossing", "1/10", "--count", "25", "--threshold", "24.072"),
        ],
    ),
    "signs": (
        lambda: signs("max(a/(p*q), r)", ["0<a<1<r"], {"q": 1}),
        ["signs", "max(a/(p*q), r)", "--assume", "0<a<1<r", "--fix", "q=1"],
    ),
    "split": (lambda: split("log(9)", weights=[1, 1, 2]), ["split", "log(9)", "--weights", "1,1,2"]),
    "randomized response": (
        lambda: symbolic_eps.randomized_survey("1/4", theta="3/10", n=100, against="7/10"),
        ["randomized-response", "--delta", "1/4", "--theta", "3/10", "-n", "100", "--against", "7/10"],
    ),
    "sensitivity": (
        lambda: sensitivities(infimum(RiskProfile("r", ["r>1"])), {"r": 3}),
        ["sensitivity", "r", "--assume", "r>1", "--set", "r=3"],
    ),
}


@pytest.mark.family(18)
@pytest.mark.parametrize("name", SAME)
def test_text_is_what_the_command_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make, command = SAME[name]
    assert main(command) == 0
    shown, printed = str(make()) + "\n", capsys.readouterr().out
    if name == "recommend":  # each says how it was proved: by the engine, or quickly by a few certificates
        shown, printed = (re.sub(r"(?m)^  proof       exact, .*$", "", text) for text in (shown, printed))
        assert "proof" not in shown + printed
    assert shown == printed


def others() -> list[Result]:
    cubic = infimum(RiskProfile("1 + b/(p*q)", ["0<b<1"], {"p": "1/2"}))
    return [
        recommend(lambda p, q: 3.0),  # type: ignore[list-item]
        cubic,
        sensitivities(
            infimum(RiskProfile("max(a/p, r)", ["0<a<1", "r>1"], {"q": 1})), {"a": "1/2", "r": "3/2"}
        ),
        design("min(1+b/(p*q), 3)", "b", symbolic_eps.deviation_goal(1), assumptions=["0<b<1"]),
        *sweep("r", {"r": ["1/2", 2]}),
    ]


@pytest.mark.slow
def test_notebooks_get_well_formed_mathematics() -> None:
    shown = [make() for make, _ in SAME.values()] + others()
    for found in shown:
        tree = ElementTree.fromstring(found._repr_html_())
        pre = tree.find(".//pre")
        assert pre is not None and pre.text == str(found)
        for element in tree.iter():
            assert len(element) == CHILDREN.get(element.tag, len(element)), ElementTree.tostring(element)
        latex = found.to_latex()
        assert found._repr_latex_() == rf"$\displaystyle {latex}$"
        assert latex.count("{") == latex.count("}") and "$" not in latex
        assert latex.count(r"\left") == latex.count(r"\right") and "Traceback" not in latex


@pytest.mark.slow
def test_tables_say_what_the_text_says() -> None:
    """Every cell stands in the text of the command, and every row has a cell for each title."""
    counts = {}
    for found in [*(make() for make, _ in SAME.values()), *others(), compare(["1/2"], ["3"])]:
        for table in ElementTree.fromstring(found._repr_html_()).iter("table"):
            head, *rows = ([cell.text or "" for cell in row] for row in table.iter("tr"))
            counts[type(found).__name__] = len(rows)
            assert rows and {len(row) for row in rows} == {len(head)}
            text = str(found)
            assert [cell for row in rows for cell in row if cell not in text] == []
    named = {"Recommendation", "EnclosedRecommendation", "Explanation", "Comparison", "Split"}
    assert named <= counts.keys() and counts["Recommendation"] == 5


def test_markup_in_a_name_is_escaped() -> None:
    def profile(p: float, q: float) -> float:
        return 3.0

    profile.__name__ = "<script>alert(1)</script>&"
    html = recommend(profile)._repr_html_()  # type: ignore[union-attr]
    assert "<script>" not in html and "&lt;script&gt;" in html and "&amp;" in html


def test_formulas_say_the_value() -> None:
    assert recommend("3").to_latex() == r"\varepsilon = \frac{1}{2} \log\left(3\right)"  # type: ignore[union-attr]
    assert recommend("oo").to_latex() == r"\varepsilon = \infty"  # type: ignore[union-attr]
    assert r"\begin{cases}" in infimum(RiskProfile("r", ["r>1", "0<p0<=1"], {"q": 1}, ["p>=p0"])).to_latex()


def test_every_kind_of_result_is_shown() -> None:
    """What public functions are annotated to return are results, or plain numbers and arrays."""
    from symbolic_eps.report import result

    kinds = {kind for kind in result.text.registry if kind is not object}
    assert kinds == {kind for kind in result.formula.registry if kind is not object}
    assert kinds == set(Result.__subclasses__())
    returned = {
        word
        for name in symbolic_eps.__all__
        if inspect.isfunction(member := getattr(symbolic_eps, name))
        for word in str(inspect.signature(member).return_annotation)
        .replace("Iterator[", "")
        .rstrip("]")
        .split(" | ")
    }
    plain = {"sp.Expr", "mpmath.mpf", "Floats", "np.float64", "NDArray[np.float64", "sympy.Expr"}
    plain |= {"tuple[sympy.Rel, ...", "", "Goal", "Table"}  # Goal.text and str(Table) say what they are
    plain |= {"Sweep"}  # an iterator, whose rows are results
    plain |= {"LambdifiedFunction", "Verification"}  # a function; str(Verification) is its table
    assert returned - plain <= {kind.__name__ for kind in kinds}
