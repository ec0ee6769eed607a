"""The memo: its numbers against exact values, its sentences on the safe side; pages that stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import sympy as sp

from symbolic_eps.answers.scenario import answered
from symbolic_eps.cli import main
from symbolic_eps.memo.blocks import Curve, Grid, Items, Memo, Text
from symbolic_eps.memo.content import Origin, memo
from symbolic_eps.memo.html import rendered
from symbolic_eps.memo.pdf import converted
from symbolic_eps.memo.words import assumptions, cap_words, who
from symbolic_eps.profiles.caps import Cap
from symbolic_eps.scenarios.read import read_scenario
from symbolic_eps.scenarios.scenario import Adversary, Scenario
from symbolic_eps.theory.variants import Variant
from tests.browser import browser

SCENARIO = """\
name = "Deaths <of> newborns & others"
question = "How much noise?"
[[adversary]]
name = "neighbour"
about = "knows that the person is in the data"
profile = "max(1/(4*p*q), 3)"
fix = { p = 1 }
[[adversary]]
name = "insurer"
posterior = "1/2"
box = "p*q<=1/4"
[[release]]
name = "2024"
weight = 2
[[release]]
name = "2025"
weight = 1
[count]
count = 25
threshold = 24.072
"""
PROFILE = ["recommend", "max(a/(p*q), r)", "--set", "a=1/4", "--set", "r=3"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("scenario.toml").write_text(SCENARIO)


def of_profile(*caps: Cap, variant: Variant = Variant.UNBOUNDED, **more: object) -> Memo:
    scenario = Scenario((Adversary("everyone", caps, **more),), variant=variant)  # type: ignore[arg-type]
    return memo(answered(scenario), Origin(("recommend", "it"), "0"))


def grids(whole: Memo) -> dict[str, Grid]:
    return {block.caption: block for block in whole.board if isinstance(block, Grid)}


def said(whole: Memo) -> str:
    return "\n".join(block.text for block in (*whole.board, *whole.technical) if isinstance(block, Text))


def number(text: str) -> Fraction:
    return Fraction(text.removesuffix(" %")) / (100 if text.endswith("%") else 1)


# Numbers.


@pytest.mark.parametrize("variant", Variant)
def test_largest_probabilities_are_not_below_the_exact_ones(variant: Variant) -> None:
    """r* = 3: e^(2 eps) = 3 by Theorem 1, e^eps = 3 where one record is changed (p, q -> 0)."""
    whole = of_profile(Cap("relative-risk", 3), variant=variant)
    for before, after in grids(whole)["Probability of a disclosure"].rows:
        prior = number(before)
        exact = prior / (prior + (1 - prior) * Fraction(1, 3))
        assert exact <= number(after) < exact + Fraction(1, 200)


def test_noise_is_that_of_the_shares_and_rounded_to_the_safe_side() -> None:
    whole = memo(answered(read_scenario("scenario.toml")), Origin((), "0"))
    rows = {row[0]: row[1:] for row in grids(whole)["Noise on one count"].rows}
    for k, share in enumerate((3, 6)):  # eps = log(3)/2, of which 2/3 and 1/3
        with mpmath.workdps(30):
            epsilon = mpmath.log(3) / share
            x = mpmath.exp(-epsilon)
            assert mpmath.mpf(rows["eps, rounded down"][k]) <= epsilon
            chance = mpmath.mpf(rows["true count published, with probability at least"][k].removesuffix(" %"))
            assert chance <= 100 * (1 - x) / (1 + x) < chance + 0.1
            crosses = mpmath.mpf(rows["25 crosses 24.072, with probability at most"][k].removesuffix(" %"))
            assert crosses - 0.1 < 100 * x / (1 + x) <= crosses
            for level in (90, 95, 99):
                h = int(rows[f"off by at most, with probability {level} %"][k])
                assert 1 - 2 * x ** (h + 1) / (1 + x) >= mpmath.mpf(level) / 100 > 1 - 2 * x**h / (1 + x)
            deviation = mpmath.mpf(rows["standard deviation of the noise, about"][k])
            assert abs(deviation - mpmath.sqrt(2 * x) / (1 - x)) < 0.006


def test_what_it_means_for_a_person_is_true_of_the_priors_it_names() -> None:
    text = said(of_profile(Cap("relative-risk", "max(1/(4*p*q), 3)")))
    p, q, held, after = re.search(
        r"with p = (\S+) and q = (\S+), to whom a disclosure was (\S+) probable before the release, "
        r"holds it for at most (\S+ %) probable",
        text,
    ).groups()  # type: ignore[union-attr]
    x, p, q = mpmath.sqrt(mpmath.mpf(3) / 11), Fraction(p), Fraction(q)
    exact = 1 / (1 + x**2 * 11)  # p = 1, q = 1/12: p q / (p q + p (1 - q) x^2)
    assert (p, q, Fraction(held)) == (1, Fraction(1, 12), Fraction(1, 12))
    assert mpmath.mpf(number(after).numerator) / number(after).denominator >= exact - mpmath.mpf(10) ** -14
    assert number(after) == Fraction(1, 4)


def test_curve_lies_on_the_bound_and_the_marks_at_most_on_it() -> None:
    whole = memo(answered(read_scenario("scenario.toml")), Origin((), "0"))
    (curve,) = (block for block in whole.board if isinstance(block, Curve))
    for prior, posterior in curve.points:
        assert posterior == pytest.approx(prior / (prior + (1 - prior) / 3), abs=1e-12)
    assert {name for _, _, name in curve.marks} == {"neighbour", "insurer"}
    for prior, posterior, _ in curve.marks:
        assert posterior <= prior / (prior + (1 - prior) / 3) + 1e-12


def test_eps_of_an_enclosed_profile_is_cut_off() -> None:
    text = said(of_profile(Cap("relative-risk", 1 + sp.exp(-sp.Symbol("p", real=True)))))
    shown = re.search(r"Recommended: eps = (\S+) \(rounded down\)", text)
    assert shown and mpmath.mpf(shown[1]) <= mpmath.log(1 + mpmath.exp(-1)) / 2
    assert "Grade of the proof: enclosed. Interval arithmetic proves" in text and "exactly" not in text


# Words.


@pytest.mark.parametrize(
    ("kind", "cap", "words"),
    [
        ("relative-risk", "3", "at most 3 times as probable as before"),
        ("relative-risk", "1/(4*p*q)", "at most 1/4 probable"),
        ("relative-risk", "1+1/(5*p*q)", "more probable than before by at most 1/5"),
        ("relative-risk", "1+p", "at most p + 1 times as probable as before"),
        ("relative-risk", "min(1/(4*p*q), 3)",
         "at most 3 times as probable as before, and at most 1/4 probable"),
        ("relative-risk", "piecewise((3, p<1/2), 2)",
         "at most piecewise((3, p < 1/2), 2) times as probable as before"),
        ("posterior", "max(1/3, p)", "at most 1/3 probable, or at most p probable"),
        ("difference", "1/10", "more probable than before by at most 1/10"),
        ("odds-ratio", "4", "such that its odds are at most 4 times those before"),
    ],
)  # fmt: skip
def test_caps_in_words(kind: str, cap: str, words: str) -> None:
    assert cap_words(Cap(kind, cap), {}) == words  # type: ignore[arg-type]


def test_mixed_cases_are_not_put_into_ambiguous_words() -> None:
    words = cap_words(Cap("relative-risk", "min(max(1/(4*p*q), 3), 5)"), {})
    assert words.startswith("at most min(") and words.endswith("times as probable as before")


def test_who_is_meant() -> None:
    assert who(Adversary("x", ()), {}) == "all adversaries, whatever they believed before"
    assert who(Adversary("x", (), {"p": "p0"}), {"p0": "1/3"}) == "all adversaries with p = 1/3"
    assert "is in the data" in who(Adversary("x", (), {"p": "p0"}), {"p0": "1"})


@pytest.mark.parametrize("variant", Variant)
def test_every_assumption_says_what_breaks(variant: Variant) -> None:
    stated = dict(assumptions(variant))
    assert len(stated) == 5 and all(text.count(".") >= 2 or "," in text for text in stated.values())
    whole = of_profile(Cap("relative-risk", 3), variant=variant)
    assert tuple(stated.items()) in [block.items for block in whole.board if isinstance(block, Items)]


def test_memo_says_who_decides_and_how_to_repeat_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "--scenario", "scenario.toml", "--report", "eps.md", "--name", "A *name*"]) == 0
    text = Path("eps.md").read_text()
    assert text.startswith(
        "# A \\*name\\*\n\nHow much noise?\n\n**Recommended: eps = 0.549306 (rounded down).**"
    )
    assert "Decisive: insurer. Alone, the others would allow: neighbour: eps = 0.6496." in text
    command = re.search(r"^    (symbolic-eps recommend .*)$", text, flags=re.MULTILINE)
    assert command and "--scenario scenario.toml --report eps.md --name 'A *name*'" in command[1]
    assert "# symbolic-eps 0." in text and re.search(r"^    sha256:[0-9a-f]{64}$", text, flags=re.MULTILINE)


def test_fingerprints_are_those_of_the_certificates(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PROFILE, "--report", "eps.md", "--certificates", "proofs"]) == 0
    (file,) = Path("proofs").iterdir()
    named = set(re.findall(r"^    (sha256:[0-9a-f]{64})$", Path("eps.md").read_text(), flags=re.MULTILINE))
    assert named and named == set(re.findall(r'"fingerprint":\s*"(sha256:[0-9a-f]{64})"', file.read_text()))


# Files.


def test_page_stands_alone(require_tool: Callable[[str], Path], tmp_path: Path) -> None:
    assert main(["recommend", "--scenario", "scenario.toml", "--report", "eps.html"]) == 0
    text = Path("eps.html").read_text()
    assert "<of>" not in text and "&lt;of&gt;" in text
    with browser(require_tool("chromium"), tmp_path / "profile") as shown:
        for width, dark in ((1200, False), (390, True)):
            shown.size(width, 900, dark)
            shown.open(Path("eps.html").resolve().as_uri())
            assert shown.value("document.documentElement.scrollWidth") <= width
        assert shown.said == [] and len({address for address in shown.asked if address[:4] == "file"}) == 1
        assert shown.value("document.querySelectorAll('svg[role=img] title').length") == 1
        assert shown.value("[...document.querySelectorAll('table')].every((t) => t.caption && t.tHead)")
        assert shown.value("getComputedStyle(document.querySelector('h1')).color") != "rgb(0, 0, 0)"


def test_pdf_has_the_decision_on_its_first_page(require_tool: Callable[[str], Path]) -> None:
    require_tool("chromium")
    assert main([*PROFILE, "--report", "eps.pdf"]) == 0
    data = Path("eps.pdf").read_bytes()
    assert data.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", data)) == 2


def test_the_board_of_a_full_scenario_has_one_page(
    require_tool: Callable[[str], Path],
) -> None:
    """Three adversaries, two releases and a threshold: all that an example of a scenario has."""
    require_tool("chromium")
    example = Path(__file__).parents[2] / "docs/examples/decision/scenario.toml"
    whole = memo(answered(read_scenario(example)), Origin((), "0"))
    for board, pages in ((whole.board, 2), ((*whole.board, *whole.board), 3)):
        page = rendered(Memo(whole.title, board, whole.technical[:1]))
        assert len(re.findall(rb"/Type\s*/Page\b", converted(page))) == pages


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*PROFILE, "--report", "eps.docx"], "write a name that ends in .html, .md, .pdf"),
        ([*PROFILE, "--report", "nowhere/eps.md"], "there is no folder nowhere"),
        ([*PROFILE, "--name", "Deaths"], "--name is the memo's title: add --report FILE"),
        (["recommend", "1/(p*q)", "--report", "eps.md"], "nothing constrains eps"),
        (["recommend", "1", "--report", "eps.md"], "eps = 0 allows no release"),
        (["recommend", "--table", "t.csv", "--interpolation", "lower", "--report", "eps.md"],
         "leave out --report"),
    ],
)  # fmt: skip
def test_memo_that_cannot_be_is_refused_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if "error" in line]
    assert len(errors) == 1 and said in errors[0]
    assert not Path("eps.md").exists()


def test_no_converter_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("symbolic_eps.memo.pdf.CONVERTERS", ("no-such-program",))
    assert main([*PROFILE, "--report", "eps.pdf"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "install one, or name a file that ends in .html" in err
