"""Lines of a text, what judges them, what they suppose, and claims that say nothing, with planted errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from verify.calculus.derivative import PartialDerivative
from verify.calculus.extremum import Infimum
from verify.calculus.limit import Limit
from verify.claims.claim import Claim, Kind, Locator, Statement
from verify.claims.coverage import Coverage, Reason, gaps, read_coverage
from verify.claims.premises import Premise, Words, alike, idle, unfounded, unprinted, without_condition
from verify.claims.printed_lines import (
    LineKind,
    PrintedLine,
    line_of,
    lines_of,
    main,
    normalised,
    read_lines,
)
from verify.claims.vacuous import ITSELF, WITHOUT, why_vacuous
from verify.language.as_printed import eq
from verify.probability.statements import TermwiseSum
from verify.probability.weighted_sum import Setting, Total

a, b, x, y, w, z = sp.symbols("a b x y w z", real=True)

TEXT = r"""# 1 Beginning

We look around. Proof. For each $a$ there is a story.

# 2 Middle

Let $a > 0$ be given. Then 5% of $b$ are gone,¹ see Section 3.

$$
\begin{aligned} b &\leq a \\ b &\in [0, 1] \end{aligned} \quad (7)
$$

**Theorem 1.** The largest $b$ is $a$. It is i.e. $a = 2$.

¹A note with $b \to 0$.

Figure 1: Curves for $a = 3$.

| $a$ | 0.25 |
|-----|------|

# A More

By (7) and Theorem 1 we go on. Here $x$ waits.

# References

Nobody, 1999.
"""


def test_lines_are_found_with_their_kind_and_label() -> None:
    lines = lines_of(TEXT)
    assert [(line.place, str(line.kind), line.label) for line in lines] == [
        ("1#3", "sentence", ""),
        ("2#1", "sentence", ""),
        ("2#2", "sentence", ""),
        ("2#3", "display", "7"),
        ("2#5", "sentence", ""),
        ("2#6", "sentence", ""),
        ("2#7", "footnote", "¹"),
        ("2#8", "caption", "Figure 1"),
        ("2#9", "row", ""),
    ]
    assert lines[3].formulas == (r"\begin{aligned}b\leq a\\b\in[0,1]\end{aligned}",)
    assert lines[8].numbers == ("0.25",)


def test_no_sentence_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.md").write_text(TEXT, encoding="utf-8")
    assert main([str(tmp_path / "text.md")]) == 0
    written = capsys.readouterr().out
    assert not any(word in written for word in ("look", "story", "gone", "waits", "Nobody"))
    (tmp_path / "lines.jsonl").write_text(written, encoding="utf-8")
    assert read_lines(tmp_path / "lines.jsonl") == lines_of(TEXT)
    assert [line_of(line.record) for line in lines_of(TEXT)] == list(lines_of(TEXT))


@pytest.mark.parametrize("named", [[], ["nowhere.md"], ["/dev/zero"], ["bytes.md"]])
def test_a_transcription_that_cannot_be_read_is_refused(
    named: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bytes.md").write_bytes(b"\xff\xfe")
    with pytest.raises(SystemExit) as ended:
        main(named)
    assert ended.value.code == 2 and "error: " in capsys.readouterr().err.splitlines()[-1]


def test_sections_have_roman_numerals_and_captions_capitals() -> None:
    blocks = ("II. FIRST PART", "Here $x > 1$.", "Fig. 2. At $x = 3$.", "TABLE I\nOf $x = 4$.", "IV. LAST")
    text = "\n\n".join((*blocks, "So $x = 5$.", "REFERENCES", "Only $x = 6$."))
    found = [(line.place, line.label, line.formulas) for line in lines_of(text, ["II", "IV"])]
    assert found == [
        ("II#1", "", ("x>1",)),
        ("II#2", "Fig. 2", ("x=3",)),
        ("II#3", "TABLE I", ("x=4",)),
        ("IV#1", "", ("x=5",)),
    ]


def test_a_changed_sentence_has_another_mark() -> None:
    changed = lines_of(TEXT.replace("are gone", "have gone"))
    assert [one.place for one, other in zip(lines_of(TEXT), changed, strict=True) if one != other] == ["2#2"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (r"\left( a \right)", "(a)", True),
        (r"\alpha x", r"\alpha  x", True),
        (r"\alpha x", r"\alphax", False),
        (r"a > 0 \quad (3)", "a>0", True),
        ("a > 0", r"a \geq 0", False),
        ("x_1", "x_2", False),
    ],
)
def test_layout_does_not_tell_formulas_apart(one: str, other: str, same: bool) -> None:
    assert (normalised(one) == normalised(other)) is same


LINES = (
    PrintedLine("2", 1, LineKind.SENTENCE, formulas=("a>0",)),
    PrintedLine("2", 3, LineKind.DISPLAY, "7", (r"b\leq a",)),
    PrintedLine("3", 1, LineKind.SENTENCE, formulas=("b<1",)),
)
WHOLE = Coverage({"2#3": ("eq:7",), "3#1": ("text:3/small",)}, {"2#1": Reason.NOTATION})
PLACES = ("eq:7", "text:3/small")


def test_a_whole_coverage_has_no_gap() -> None:
    assert list(gaps(LINES, PLACES, WHOLE)) == []
    assert list(gaps(LINES, (*PLACES, "text:3/ours"), WHOLE, without_line=["text:3/ours"])) == []
    assert WHOLE.share_not_judged(LINES) == 0


@pytest.mark.parametrize(
    ("places", "coverage", "said"),
    [
        (PLACES, replace(WHOLE, reasons={}), "line 2#1 has neither a claim nor a reason"),
        (PLACES, replace(WHOLE, missing={"3#1": "more"}), "line 3#1 stands in two tables"),
        (PLACES[:1], WHOLE, "3#1: there is no claim text:3/small"),
        ((*PLACES, "eq:8"), WHOLE, "claim eq:8 judges no line"),
        (PLACES, replace(WHOLE, reasons={**WHOLE.reasons, "9#9": Reason.DATA}), "no line 9#9, yet a reason"),
    ],
)
def test_each_gap_is_told(places: tuple[str, ...], coverage: Coverage, said: str) -> None:
    assert said in list(gaps(LINES, places, coverage))


def test_opinions_and_what_is_missing_count_as_not_judged() -> None:
    assert Coverage(WHOLE.claims, {"2#1": Reason.OPINION}).share_not_judged(LINES) == pytest.approx(1 / 3)
    partly = Coverage({"2#3": ("eq:7",)}, WHOLE.reasons, {"3#1": "to come"})
    assert partly.share_not_judged(LINES) == pytest.approx(1 / 2)


def test_a_reason_of_ones_own_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "coverage.toml"
    assert read_coverage(file) == Coverage()
    file.write_text('[reasons]\n"2#1" = "too hard"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="too hard"):
        read_coverage(file)


def claim(place: str, statement: sp.Basic | Statement, *domain: sp.Basic) -> Claim:
    return Claim(Locator("example", place), statement, domain)


def test_a_condition_that_no_line_prints_is_found() -> None:
    first = Premise("2#1", "a > 0", (a > 0,))
    later = Premise("3#1", "b < 1", (b < 1,))
    own = Premise("2#3", r"b \leq a", (b <= a,), ("eq:8*",))
    at_7 = claim("eq:7", a * b <= a**2, a > 0, b <= a, b < 1)
    found = list(unprinted([at_7], [first, later, own], LINES, WHOLE))
    assert [condition for _, condition in found] == [b <= a, b < 1], "for another claim; printed later"
    at_3 = claim("text:3/small", b < 2, sp.And(a > 0, b < 1))
    assert list(unprinted([at_3], [first, later, own], LINES, WHOLE)) == []
    weaker = claim("text:3/small", b < 2, a >= 0)
    assert [condition for _, condition in unprinted([weaker], [first], LINES, WHOLE)] == [a >= 0]


def test_a_premise_that_its_line_does_not_print_is_found() -> None:
    lines = {line.place: line for line in LINES}
    wrong = [Premise("2#1", "a > 1", (a > 1,)), Premise("7#7", "a > 0", (a > 0,))]
    assert list(unfounded(wrong, lines)) == ["2#1 does not print a > 1", "there is no line 7#7"]
    assert list(unfounded([Premise("2#3", r"b \leq a", (b <= a,))], lines)) == []


def test_a_condition_that_no_claim_needs_is_found() -> None:
    used, elsewhere = Premise("2#1", "a > 0", (a > 0, b > 0)), Premise("2#1", "a > 0", (a > 0,), ("eq:8",))
    at_7, at_8 = claim("eq:7", a * b > 0, a > 0), claim("eq:8", a * b > 0, b > 0)
    assert list(idle([at_7, at_8], [used, elsewhere])) == [(elsewhere, a > 0)]
    assert list(idle([at_7], [used])) == [(used, b > 0)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(a > b, b < a, True), (a > b, a >= b, False), (a > 0, 2 * a > 0, False), (a < 1 / b, a * b < 1, False)],
)
def test_conditions_are_alike_however_they_are_written(one: sp.Basic, other: sp.Basic, same: bool) -> None:
    assert (alike(one) == alike(other)) is same


SUM = Setting({w: (z,)}, (w >= 0,))
LAW = (w >= 0, sp.Eq(Total(w, z), 1))


@pytest.mark.parametrize("lacking", [(w < 1,), (sp.Eq(Total(w, z), 2),), (Total(a * w, z) > 0, w <= a)])
def test_what_is_supposed_of_families_is_printed_too(lacking: tuple[sp.Basic, ...]) -> None:
    is_law = Premise("2#1", "a > 0", LAW, words=Words.LAW)
    on_sums = [
        claim("eq:7", TermwiseSum(Setting({w: (z,)}, hypotheses), Total(w, z) >= 0), w >= 0)
        for hypotheses in (LAW, (*LAW, *lacking))
    ]
    found = [condition for _, condition in unprinted(on_sums, [is_law], LINES, WHOLE)]
    assert set(found) == set(lacking)
    assert {condition for _, condition in unprinted(on_sums[:1], [], LINES, WHOLE)} == set(LAW)


@pytest.mark.parametrize(
    ("printed", "words", "says_it"),
    [
        ("a > 0", None, True),
        (r"b \leq a", None, True),
        (r"b \in [0, 1]", None, True),
        ("b", None, False),
        ("b", Words.PROBABILITY, True),
        (r"P_{\mathcal{M}}[Y_i \in \mathcal{S} \mid I_i = 1]", None, False),
        (r"P[I_i = 1 \mid \mathcal{M}] = p_i", None, True),
        (r"\left( b \right)^a", None, False),
        (r"\infty", None, False),
    ],
)
def test_a_quantity_is_no_condition(printed: str, words: Words | None, says_it: bool) -> None:
    premise = Premise("2#1", printed, (b > 0,), words=words)
    assert list(without_condition([premise])) == ([] if says_it else [premise])


def test_a_word_is_quoted_where_it_stands_and_only_as_words() -> None:
    lines = {"2#1": PrintedLine("2", 1, LineKind.SENTENCE, words=("independent",))}
    quoted = Premise("2#1", "independent", (b > 0,), words=Words.INDEPENDENT)
    assert list(unfounded([quoted], lines)) == []
    wrong = [replace(quoted, printed="bounded"), replace(quoted, words=None)]
    assert list(unfounded(wrong, lines)) == ["2#1 does not print bounded", "2#1 does not print independent"]


EMPTY = [
    (eq(a + b, b + a), (), ITSELF),
    (sp.Eq(2 * a, a + a), (), "is true before it is proved"),
    (a > 0, (b > 0, a > 0), "is one of its hypotheses, or weaker"),
    (3 * a >= 3 * b, (a > b,), "is one of its hypotheses, or weaker"),
    (sp.And(a > 0, b > 0), (sp.And(a > 0, b > 0),), "is one of its hypotheses, or weaker"),
    (sp.log(a) <= sp.log(b), (sp.log(a) <= sp.log(b),), "is one of its hypotheses, or weaker"),
    (Limit(a + b, x, sp.oo, "-", a), (), WITHOUT),
    (PartialDerivative(a**2, x, sp.Integer(0)), (), WITHOUT),
    (Infimum(a + 1, (x,), sp.Integer(1)), (a > 0,), WITHOUT),
    (TermwiseSum(SUM, sp.Eq(Total(w, z), Total(w, z), evaluate=False)), (), ITSELF),
]
SAYS_SOMETHING = [
    (eq(a**2 - 1, (a - 1) * (a + 1)), ()),
    (a > 0, (a >= 0,)),
    (a > 0, (a * b > 0, b > 0)),
    (sp.And(a > 0, a > 1), (a > 0,)),
    (Limit(a / x, x, sp.oo, "-", sp.Integer(0)), ()),
    (PartialDerivative(a**2, a, 2 * a), ()),
    (PartialDerivative(sp.exp(a), a, sp.exp(a)), ()),
    (Infimum(a + 1, (a,), sp.Integer(1)), (a > 0,)),
    (TermwiseSum(SUM, Total(w, z) >= 0), ()),
]


@pytest.mark.parametrize(("statement", "domain", "why"), EMPTY)
def test_an_empty_claim_is_found(statement: sp.Basic, domain: tuple[sp.Basic, ...], why: str) -> None:
    assert why_vacuous(claim("eq:1", statement, *domain)) == why
    defined = Claim(Locator("example", "eq:1"), statement, domain, kind=Kind.DEFINITION)
    assert why_vacuous(defined) == ""


@pytest.mark.parametrize(("statement", "domain"), SAYS_SOMETHING)
def test_what_says_something_is_left(statement: sp.Basic, domain: tuple[sp.Basic, ...]) -> None:
    assert why_vacuous(claim("eq:1", statement, *domain)) == ""
