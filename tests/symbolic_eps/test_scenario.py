"""Scenarios: what is read and refused, and which adversary binds, against values by hand."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest
import sympy as sp
from jsonschema import Draft202012Validator

from symbolic_eps.answers.scenario import answered
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.profiles.caps import Cap
from symbolic_eps.scenarios.__main__ import main as scenarios_main
from symbolic_eps.scenarios.fields import schema
from symbolic_eps.scenarios.read import read_scenario
from symbolic_eps.scenarios.scenario import Adversary, Scenario
from symbolic_eps.scenarios.toml_lines import lines_of
from tests.json_schemas import validated

SCENARIO = """\
name = "Deaths of newborns"
question = "How much noise do the counts need?"

[parameters]
r = 3

[[adversary]]
name = "neighbour"
about = "knows that the person is in the data"
profile = "max(1/(4*p*q), r)"
fix = { q = 1 }

[[adversary]]
name = "insurer"
posterior = ["1/2"]
box = "p*q<=1/4"

[[adversary]]
name = "listed"
difference = 0.3
priors = "priors.csv"

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
PRIORS = "name,p,q\nthe boss,1/2,1/3\nnobody,1/12,1\n"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("scenario.toml").write_text(SCENARIO)
    Path("priors.csv").write_text(PRIORS)


def by_hand(p: Fraction, q: Fraction, risk: Fraction) -> mpmath.mpf:
    """(12): the eps at which 1/(p q + x^2 p (1 - q) + x (1 - p)) is the risk, in 50 digits."""
    with mpmath.workdps(50):
        a, b, c = (mpmath.mpf(v.numerator) / v.denominator for v in (p * (1 - q), 1 - p, p * q - 1 / risk))
        return -mpmath.log((-b + mpmath.sqrt(b * b - 4 * a * c)) / (2 * a))


def test_each_adversary_allows_what_is_found_by_hand() -> None:
    answer = answered(read_scenario("scenario.toml"))
    neighbour, insurer, listed = answer.allowances
    assert neighbour.epsilon == sp.log(sp.Rational(11, 3))  # attained at p = 1/12 (the paper's (15))
    assert insurer.epsilon == sp.log(3) / 2  # at p = 1, q = 1/4: 1/4 + 3/4 x^2 = 1/2
    third = by_hand(Fraction(1, 2), Fraction(1, 3), 1 + Fraction(3, 10) * 6)
    assert abs(mpmath.mpf(str(sp.N(listed.epsilon, 40))) - third) < mpmath.mpf(10) ** -14
    assert [pair.name for pair, _ in listed.binding] == ["the boss"]
    assert [one.adversary.name for one in answer.binding] == ["insurer"]
    assert answer.budget == sp.log(3) / 2 and Fraction(answer.epsilon_double) < answer.enclosure.upper
    assert [share.epsilon for share in answer.shares.shares] == [sp.log(3) / 3, sp.log(3) / 6]


def test_the_least_is_that_of_the_joint_profile() -> None:
    """`derive` puts all groups into one profile: another way to the same number."""
    from symbolic_eps import derive
    from symbolic_eps.profiles.groups import read_group

    texts = ["max(1/(4*p*q), 3); fix: q=1", "posterior: 1/2; box: p<=1/4; box: q>=1/2"]
    answer = answered(
        Scenario(tuple(Adversary.of_group(read_group(t), f"group {k}") for k, t in enumerate(texts)))
    )
    (branch,) = derive([read_group(text) for text in texts]).derived.branches
    assert sp.simplify(branch.epsilon - answer.budget) == 0


def test_those_that_are_not_told_apart_bind_together() -> None:
    same = (Cap("relative-risk", 3),)
    answer = answered(
        Scenario((Adversary("a", same), Adversary("b", same), Adversary("c", (Cap("relative-risk", 4),))))
    )
    assert [one.adversary.name for one in answer.binding] == ["a", "b"]
    assert answer.closed_form == sp.log(3) / 2


def test_an_enclosed_adversary_that_binds_gives_a_budget_below_its_eps() -> None:
    caps = (
        (Cap("relative-risk", "3"),),
        (Cap("relative-risk", sp.Integer(1) + sp.exp(-sp.Symbol("p", real=True))),),
    )
    answer = answered(Scenario(tuple(Adversary(f"{k}", cap) for k, cap in enumerate(caps))))
    assert [one.adversary.name for one in answer.binding] == ["1"] and answer.closed_form is None
    exact = mpmath.log(1 + mpmath.exp(-1)) / 2  # p -> 1, q -> 0: x^2 = 1/(1 + e^-1)
    assert mpmath.mpf(answer.epsilon_double) <= exact and answer.budget == sp.Rational(answer.epsilon_double)
    assert str(answer.grade) == "enclosed"


def test_caps_that_ask_for_nothing_bind_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "--group", "1/(p*q); name: a", "--group", "3; name: b"]) == 0
    out, err = capsys.readouterr()
    assert "binding     b\n" in out and "oo: these caps ask for nothing" in out
    assert "the caps of a constrain nothing" in err
    assert main(["recommend", "--group", "1/(p*q)"]) == 0
    assert "eps = oo, nothing is protected" in capsys.readouterr().out


def test_time_that_is_over_is_one_line_and_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """So little that not even an enclosure of the second is found."""
    scenario = Scenario(
        tuple(Adversary(str(k), (Cap("relative-risk", "1 + p**9/q + 1/(5*p)"),)) for k in (1, 2))
    )
    with pytest.raises(UndecidedError, match="more patience may help"):
        answered(scenario, patience=1e-6)


def test_json_fits_its_schema_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "--scenario", "scenario.toml", "--json"]) == 0
    document = validated(capsys.readouterr().out, "scenario")
    assert document["binding"] == ["insurer"] and document["closed_form"] == "log(3)/2"
    assert [one["name"] for one in document["releases"]] == ["2024", "2025"]
    assert [pair["name"] for pair in document["adversaries"][2]["pairs"]] == ["the boss", "nobody"]
    assert document["input"]["threshold"] == "3009/125"
    assert main(["recommend", "3", "--group", "posterior: 1/2; box: p<=1/4", "--json"]) == 0
    assert validated(capsys.readouterr().out, "scenario")["binding"] == ["everyone"]


def test_groups_take_what_recommend_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "--group", "1 + exp(-p); name: a", "--group", "3; name: b"]) == 0
    out = capsys.readouterr().out
    assert "binding     a\n" in out and "proof       enclosed" in out and "attained    near p = 1" in out


def test_set_goes_before_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "--scenario", "scenario.toml", "--set", "r=2", "--json"]) == 0
    neighbour = validated(capsys.readouterr().out, "scenario")["adversaries"][0]
    assert neighbour["closed_form"] == str(sp.log(sp.Rational(7, 3)))


def test_the_scenario_of_the_tests_fits_the_schema_of_the_file() -> None:
    import tomllib

    validator = Draft202012Validator(schema())
    document = tomllib.loads(SCENARIO)
    assert not list(validator.iter_errors(document))
    document["adversary"][0]["posteriorr"] = "1/2"
    assert list(validator.iter_errors(document))


# Errors name the line.


def test_the_example_to_begin_with_is_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert scenarios_main(["example"]) == 0
    text = capsys.readouterr().out
    Path("begun.toml").write_text(text)
    scenario = read_scenario("begun.toml")
    assert [one.name for one in scenario.adversaries] == ["insiders", "strangers"]
    answer = answered(scenario)
    with mpmath.workdps(30):
        least = mpmath.log(mpmath.mpf(11) / 3) / 2  # the insiders', at p = 1, q = 1/12
        insiders = by_hand(Fraction(1), Fraction(1, 12), Fraction(3))
        assert abs(insiders - least) < 1e-20
        assert least * (1 - mpmath.mpf(2) ** -50) <= answer.epsilon_double <= least
    assert scenarios_main(["no"]) == 2


def changed(old: str, new: str) -> str:
    assert SCENARIO.count(old) == 1
    return SCENARIO.replace(old, new)


WRONG = {
    "a bracket is missing": (changed(']]\nname = "2024"', ']\nname = "2024"'), 23, "write KEY"),
    "a key twice": (changed('weight = 1\n', 'weight = 1\nweight = 2\n'), 30, "write KEY"),
    "an unknown key": (changed("posterior =", "posteriorr ="), 15, "did you mean posterior?"),
    "an unknown table": (SCENARIO + "[what]\n", 34, "there is no key 'what' here"),
    "one bracket": ('[adversary]\nname = "a"\nprofile = 3\n', 1, r"write \[\[adversary\]\]"),
    "no cap": (changed('posterior = ["1/2"]\n', ""), 13, "'insurer' has no cap: write profile"),
    "no name": (changed('name = "insurer"\n', ""), 13, "name is missing: write name = a text"),
    "a cap that is not read": (changed('"max(1/(4*p*q), r)"', '"max(1/(4*p*q)"'), 10, "parentheses"),
    "a cap of another type": (changed("difference = 0.3", "difference = true"), 20, "give a text such as"),
    "a parameter without a number": (changed("r = 3\n", ""), 6, "no value for r: write --set r="),
    "a parameter of nobody": (changed("r = 3\n", "r = 3\nk = 1\n"), 6, "k occurs in no cap: leave out k"),
    "a prior outside": (changed("q = 1 }", "q = 2 }"), 11, "q = 2: a prior lies in"),
    "a parameter fixed": (changed("q = 1 }", "r = 1 }"), 11, r"r cannot be fixed: .*fix = \{ q = 1 \}"),
    "a box that is none": (changed('"p*q<=1/4"', '"p*q"'), 16, "comparison|such as"),
    "infeasible": (changed('box = "p*q<=1/4"\n', ""), 13, 'insurer: infeasible: .*raise .* box = "'),
    "a weight of nothing": (changed("weight = 2\n", "weight = 0\n"), 25, "weight is positive, such as 2"),
    "a variant that there is not": ('variant = "bound"\n' + SCENARIO, 1, "bounded"),
    "a name twice": (changed('"insurer"', '"neighbour"'), 14, "'neighbour' is given twice"),
    "a release twice": (changed('"2025"', '"2024"'), 28, "'2024' is given twice"),
    "nobody": ('name = "x"\n', 1, r"needs an adversary: write \[\[adversary\]\]"),
    "a text that is not a number": (changed("weight = 2\n", 'weight = "two"\n'), 25, "weight"),
    "not a number": (changed("weight = 2\n", "weight = nan\n"), 25, "weight"),
    "half a count": (changed("threshold = 24.072\n", ""), 31, "threshold is missing: write threshold ="),
    "priors and a box": (changed('.csv"', '.csv"\nbox = "p<=1/2"'), 22, "leave out box"),
    "no table": (changed('"priors.csv"', '"nowhere.csv"'), 21, "priors nowhere.csv cannot be read"),
    "odds": (changed("difference = 0.3", 'odds-ratio = "-1"'), 20, "odds are positive"),
    "very deep": ("a = " + "[" * 100_000, None, "write"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_error_is_one_line_with_the_line_of_the_file(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, line, said = WRONG[case]
    Path("scenario.toml").write_text(text)
    assert main(["recommend", "--scenario", "scenario.toml"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and re.search(said, err), err
    if line is not None:
        assert f"scenario.toml, line {line}: " in err, err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "line 1: name the columns"),
        ("p,q\n", "line 1: 0 pairs of priors: give 1"),
        ("a,b\n1,1\n", "line 1: name the columns"),
        ("p,q\n1/2\n", "line 2: 1 values for 2 columns: write p,q"),
        ("p,q\n\n1/2,x\n", "line 3: q = 'x'"),
        ("p,q\n1/2,0\n", r"line 2: q = 0: a prior lies in \(0, 1\]: write one"),
        ('p,q\n"1/2,1\n', "write p,q in each line"),
    ],
)
def test_table_of_priors_is_refused_with_its_line(table: str, said: str) -> None:
    Path("priors.csv").write_text(table)
    with pytest.raises(InputError, match=said):
        read_scenario("scenario.toml")


def test_lines_are_found_past_long_texts() -> None:
    text = '"a b" = """\nx = 1\n"""\n[t.u]\n  y.z = 2\n[[e]]\n[[e]]\nk = \'\'\'v\'\'\'\nl = 1\n'
    assert lines_of(text) == {
        ("a b",): 1,
        ("t", "u"): 4,
        ("t", "u", "y", "z"): 5,
        ("e", 0): 6,
        ("e", 1): 7,
        ("e", 1, "k"): 8,
        ("e", 1, "l"): 9,
    }


# Caps of other kinds, for one profile.


@pytest.mark.parametrize(
    ("options", "exact"),
    [
        (["--difference", "1/10"], "log(11/9)"),  # 1 + 1/(10 p q): the paper's (1 + b)/(1 - b)
        (["3", "--difference", "1"], "log(3)/2"),
        (["--odds-ratio", "4"], "log(2)"),
        (["--posterior", "1/2", "--box", "p<=1/4", "--fix", "q=1"], "log(3)"),
    ],
)
def test_caps_are_kept_as_derived_by_hand(
    options: list[str], exact: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recommend", *options]) == 0
    assert f"exact       {exact}\n" in capsys.readouterr().out


def test_record_of_caps_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recommend", "3", "--difference", "1/10", "--json", "--output", "eps.json"]) == 0
    assert main(["check", "eps.json"]) == 0
    document = json.loads(Path("eps.json").read_text())
    assert document["input"]["caps"] == {"relative-risk": ["3"], "difference": ["1/10"]}
    document["input"]["profile"] = "3"
    Path("eps.json").write_text(json.dumps(document))
    capsys.readouterr()
    assert main(["check", "eps.json"]) == 1


def test_an_odds_ratio_that_is_negative_is_not_taken_for_freedom(capsys: pytest.CaptureFixture[str]) -> None:
    """Its bound -10/(1 - 11 m) is positive where m > 1/11: without the check it would allow any eps."""
    parts = ("0-10", "0-10*p", "max(0-10*p, 2)", "piecewise((max(0-10*p, 2), p<3/4), 2)", "min(k, 2)")
    for text in parts:
        values = ["--set", "k=-10"] if "k" in text else []
        asked = ["recommend", "--odds-ratio", text, *values, "--fix", "q=1", "--box", "p>=1/2"]
        assert main(asked) == 2, text
        assert "odds" in capsys.readouterr().err


def test_parts_of_an_odds_ratio_may_be_below_one(capsys: pytest.CaptureFixture[str]) -> None:
    """max(p, 2) is 2, and e^eps = 2 keeps the odds within twice at q = 1."""
    assert main(["recommend", "--odds-ratio", "max(p, 2)", "--fix", "q=1", "--box", "p>=1/2"]) == 0
    assert "log(2)\n" in capsys.readouterr().out
