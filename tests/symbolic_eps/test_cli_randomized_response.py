"""`symbolic-eps randomized-response` as typed: numbers, names, goals, counts, figures, bad input."""

from __future__ import annotations

import json
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from symbolic_eps.answers.randomized_response import randomized_survey
from symbolic_eps.cli import main
from symbolic_eps.errors import InputError
from symbolic_eps.schemas import schema
from tests.json_schemas import validated

HERE = ["randomized-response"]
WORKED = ["--delta", "1/4", "--weight", "1/2", "--theta", "3/10", "-n", "1000", "--against", "7/10"]


def document(capsys: pytest.CaptureFixture[str], *typed: str) -> dict[str, Any]:
    assert main([*HERE, *typed, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return validated(out, "randomized-response")


def error(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main([*HERE, *typed]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("symbolic-eps: error: ")
    return err


def is_enclosed(number: dict[str, str], value: Fraction) -> bool:
    low, high = Fraction(number["lower"]), Fraction(number["upper"])
    return low <= value <= high and high - low <= abs(value) / 10**20


def _said(schema_: dict[str, Any], *names: str) -> str:
    for name in names:
        schema_ = schema_["properties"][name]
    return str(schema_.get("description", ""))


def test_the_schema_says_what_a_pair_with_two_cases_looks_like(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word that a result has there, besides numbers and the user's own, is explained by the schema."""
    found = document(capsys, "--delta", "d", "--weight", "w", "--outcomes", "2")
    entries = [*found["pair"]["p0"], *found["pair"]["p1"]]
    assert any("Piecewise" in entry for entry in entries) and " if " in found["answers"][1]
    told = schema("randomized-response")
    for law in ("p0", "p1"):
        assert "Piecewise" in _said(told, "pair", law)
    assert "if" in _said(told, "answers").split() and "else" in _said(told, "answers").split()


def test_where_all_tell_the_truth_no_two_answers_are_better(capsys: pytest.CaptureFixture[str]) -> None:
    """With delta = 1 both mechanisms with two answers are plain questions, at every theta."""
    for weight, theta in (("1/4", "1/10"), ("1/4", "9/10"), ("1/2", "t")):
        assert main([*HERE, "--delta", "1", "--weight", weight, "--theta", theta]) == 0
        out = capsys.readouterr().out
        (line,) = (line for line in out.splitlines() if "two answers change" in line)
        assert line.endswith("no theta: with delta = 1 both tell the truth")
        found = document(capsys, "--delta", "1", "--weight", weight, "--theta", theta)
        assert found["threshold"]["closed_form"] == weight
    assert "delta = 1" in _said(schema("randomized-response"), "threshold")


def test_json_is_as_agreed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, *WORKED, "--compare")
    assert found["pair"] == {"p0": ["3/4", "1/4", "0"], "p1": ["3/4", "0", "1/4"]}
    assert is_enclosed(found["fisher_information"], Fraction(25, 21))
    assert is_enclosed(found["two_outcomes"], Fraction(100, 111))
    assert is_enclosed(found["threshold"], Fraction(1, 2)) and found["threshold"]["closed_form"] == "1/2"
    errors = found["mean_squared_error"]
    assert is_enclosed(errors["asymptotic"], Fraction(21, 25000))
    assert Fraction(errors["exact"]["lower"]) > Fraction(21, 25000)
    assert errors["bias"]["closed_form"] == "0" and errors["undefined"]["closed_form"] == "(3/4)**1000"
    low, high = (Fraction(found["standard_deviation"][end]) for end in ("lower", "upper"))
    assert low**2 < Fraction(21, 25000) < high**2
    least, most = (Fraction(found["half_width"][end]) for end in ("lower", "upper"))
    assert least / high < Fraction("1.95996398454005423552459443052") < most / low
    against = found["against"]
    assert against["stein"] == against["f_divergences"]["relative_entropy"]
    assert 0 < Fraction(against["chernoff"]["lower"]) < Fraction(against["stein"]["lower"])
    assert found["comparison"][0]["design"] == "three answers"
    assert is_enclosed(found["comparison"][-1]["fisher_information"], Fraction(25, 99))
    assert found["privacy"]["delta_at_every_epsilon"]["closed_form"] == "1/4"


def test_what_does_not_apply_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1/4")
    null = ("standard_deviation", "half_width", "against", "counts", "goal", "simulation")
    assert all(found[name] is None for name in null)
    assert all(value is None for value in found["mean_squared_error"].values())
    assert found["fisher_information"] == {
        "lower": None,
        "upper": None,
        "closed_form": "1/(4*theta*(1 - theta))",
    }
    assert found["comparison"] == found["differences"] == []


def test_infinity_is_its_word(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "0", "--theta", "3/10", "-n", "10")
    for name in ("standard_deviation", "half_width"):
        assert found[name] == {"lower": "oo", "upper": "oo", "closed_form": "oo"}
    assert found["threshold"] is None and found["mean_squared_error"]["exact"] is None
    assert "never defined" in found["mean_squared_error"]["reason"]


@pytest.mark.parametrize(
    "numbers", [("1/4", "1/2", "3/10", "1000"), ("3/5", "3/4", "9/10", "7"), ("1/2", "1/4", "1/3", "50")]
)
def test_closed_forms_are_the_numbers(numbers: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    names = ("d", "w", "t", "m")
    options = ("--delta", "--weight", "--theta", "-n")
    formulas = document(capsys, *(word for pair in zip(options, names, strict=True) for word in pair))
    given = document(capsys, *(word for pair in zip(options, numbers, strict=True) for word in pair))
    values = {sp.Symbol(name): sp.Rational(text) for name, text in zip(names, numbers, strict=True)}

    def value(text: str) -> sp.Expr:
        return sp.sympify(text).subs(values)

    for name in ("fisher_information", "two_outcomes", "threshold", "standard_deviation", "half_width"):
        number, exact = given[name], value(formulas[name]["closed_form"])
        assert abs(sp.N(exact, 40) - sp.Rational(number["lower"])) <= abs(sp.N(exact, 40)) / 10**20
    for law in ("p0", "p1"):
        assert [value(entry) for entry in formulas["pair"][law]] == [
            sp.Rational(p) for p in given["pair"][law]
        ]
    assert all(value(condition) == sp.true for condition in formulas["conditions"])


def test_goal_and_answer_agree(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1/4", "--theta", "3/10", "--goal", "half-width 1/20")
    assert found["goal"]["n"] == 1291 and Fraction(found["half_width"]["upper"]) <= Fraction(1, 20)
    less = document(capsys, "--delta", "1/4", "--theta", "3/10", "-n", "1290")
    assert Fraction(less["half_width"]["lower"]) > Fraction(1, 20)
    found = document(capsys, "-n", "1000", "--theta", "3/10", "--goal", "half-width 1/20")
    assert Fraction(found["half_width"]["upper"]) <= Fraction(1, 20) and found["goal"]["n"] is None
    assert Fraction(found["delta"]) >= Fraction(found["goal"]["delta"]["upper"])


def test_two_answers_without_numbers_are_closed_forms_by_case(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--delta", "d", "--weight", "w", "--theta", "t", "-n", "m", "--outcomes", "2", "--against", "a"]
    forms = document(capsys, *typed)
    for numbers in (("1/4", "1/2", "3/10", "50", "7/10"), ("1/4", "1/2", "7/10", "50", "3/10")):
        values = dict(zip(("d", "w", "t", "m", "a"), numbers, strict=True))
        at = {sp.Symbol(name): sp.Rational(text) for name, text in values.items()}
        given = document(
            capsys, *(values.get(word, word) for word in typed)
        )  # the same command with numbers for names
        for law in ("p0", "p1"):
            assert [sp.sympify(e).subs(at) for e in forms["pair"][law]] == list(
                map(sp.Rational, given["pair"][law])
            )
        for found, exact in (
            *((forms[name], given[name]) for name in ("fisher_information", "two_outcomes", "half_width")),
            (forms["privacy"]["delta_at_every_epsilon"], given["privacy"]["delta_at_every_epsilon"]),
            *(
                (value, given["against"]["f_divergences"][n])
                for n, value in forms["against"]["f_divergences"].items()
            ),
        ):
            value = sp.N(sp.sympify(found["closed_form"]).subs(at), 40)
            assert sp.Rational(exact["lower"]) * (1 - sp.Rational(1, 10**19)) < value
            assert value < sp.Rational(exact["upper"]) * (1 + sp.Rational(1, 10**19))
        assert all(sp.sympify(c).subs(at) == sp.true for c in forms["conditions"] if "!=" not in c)
    second = forms["answers"][1]
    assert second.startswith("1 if t <= ") and second.endswith(", else 0")


def test_two_answers_at_the_end_of_the_weights_have_one_case(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1/4", "--weight", "3/8", "--outcomes", "2")
    assert found["answers"] == ["silent", "0"] and found["pair"] == {"p0": ["3/5", "2/5"], "p1": ["1", "0"]}


@pytest.mark.parametrize(
    ("theta", "below"), [("3/10", True), ("1/2", True), ("7/10", False)], ids=["below", "at", "above"]
)
def test_only_regions_that_occur_are_compared(
    theta: str, below: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document(capsys, "--delta", "d", "--theta", theta, "--compare")["differences"]
    two = [each for each in found if each["better"] == "three answers" and each["worse"] == "two answers"]
    assert [each["conditions"] for each in two] == ([[], []] if theta == "1/2" else [[]])
    d, t = sp.Symbol("d"), sp.Rational(theta)
    best = d / (t * (1 - d * t)) if below else d / ((1 - t) * (1 - d * (1 - t)))
    for each in two:
        assert sp.simplify(sp.sympify(each["difference"]) - (d / (t * (1 - t)) - best)) == 0
    for each in found:  # nothing is stated that the assumptions imply
        assert all("eta" in condition for condition in each["conditions"])


def test_what_is_assumed_names_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ["--delta", "d", "--weight", "w", "--theta", "t", "--against", "s", "-n", "x"]
    found = document(capsys, *typed)
    for name in ("d", "w", "t", "s", "x"):
        assert any(name in re.findall("[a-z]+", condition) for condition in found["conditions"]), name
    assert "s != t" in found["conditions"]


@pytest.mark.parametrize(
    ("typed", "least"),
    [
        (["--delta", "1e-5", "--goal", "mean-squared-error 1/100"], "exact_n"),
        (["--delta", "1e-8", "--goal", "mean-squared-error 1/100"], "exact_n"),
        (["-n", "1000000", "--goal", "mean-squared-error 1/1000"], "exact_delta"),
        (["-n", "1000000000000", "--goal", "mean-squared-error 1/10"], "exact_delta"),
        (["-n", "1000000000000", "--goal", "half-width 1/10"], "delta"),
    ],
)
def test_goals_of_rare_tellings_are_reached_in_seconds(
    typed: list[str], least: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.process_time()
    found = document(capsys, "--theta", "3/10", *typed)
    assert time.process_time() - began < 10
    reached = found["goal"][least]
    if least == "exact_n":
        assert reached >= found["goal"]["n"]
        return
    low, high = Fraction(reached["lower"]), Fraction(reached["upper"])
    assert 0 < low < high <= low * (1 + Fraction(1, 10**20))
    # The delta of the answer is the least one by the information, to six digits.
    wanted = Fraction(found["goal"]["delta"]["upper"])
    assert wanted <= Fraction(found["delta"]) <= wanted * (1 + Fraction(1, 10**5))


def test_counts_give_estimate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1/4", "--counts", "412,300,288")["counts"]
    assert is_enclosed(found["estimate"], Fraction(288, 588))
    low, high = found["interval"]
    assert Fraction(low["upper"]) < Fraction(288, 588) < Fraction(high["lower"])


def test_two_answers(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1/4", "--theta", "7/10", "--outcomes", "2", "--counts", "900,100")
    assert found["answers"] == ["silent", "0"] and found["pair"]["p1"] == ["1", "0"]
    assert found["fisher_information"] == found["two_outcomes"]
    assert is_enclosed(found["counts"]["estimate"], Fraction(3, 5))


def test_text_has_instructions_and_what_is_not_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*HERE, *WORKED, "--simulate", "1000", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert 'if your truth is 0: with probability 3/4 say nothing, otherwise say "0"' in out
    assert "What it does not say:" in out and "reveals it for certain" in out
    assert "A simulation of 1000 people, seed 3:" in out


PYTHON = {
    "outcomes a text": {"outcomes": "2"},
    "outcomes a float": {"outcomes": 2.0},
    "outcomes a truth value": {"outcomes": True},
    "counts of floats": {"counts": [1.0, 2, 3]},
    "counts a number": {"counts": 7},
    "counts with a negative one": {"counts": (4, -1, 3)},
    "a goal that is a number": {"goal": 5},
    "people a float": {"people": 10.5},
    "people a text": {"people": "10"},
    "people a truth value": {"people": True},
    "people of two lines": {"people": "10\n20"},
    "a seed that is a text": {"people": 10, "seed": "x"},
    "a seed that is a float": {"people": 10, "seed": 1.5},
    "no seed": {"people": 10, "seed": None},
    "a seed that is negative": {"people": 10, "seed": -1},
    "a delta of two lines": {"delta": "1/4\n1/5"},
}


@pytest.mark.parametrize("case", PYTHON)
def test_bad_arguments_are_one_line(case: str) -> None:
    with pytest.raises(InputError) as error:
        randomized_survey(**{"delta": "1/4", "theta": "1/3", **PYTHON[case]})
    assert str(error.value).isprintable()


def test_counts_are_a_text_or_numbers() -> None:
    surveys = (randomized_survey("1/4", counts=given).survey for given in ("7,2,1", (7, 2, 1), [7, 2, 1]))
    assert len({found.estimate.closed_form for found in surveys if found and found.estimate}) == 1


@pytest.mark.parametrize("name", ["figure.svg", "figure.png", "figure.pdf"])
def test_figure_is_drawn(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*HERE, "--delta", "1/4", "--theta", "3/10", "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).stat().st_size > 1000


BAD = {
    "nothing given": ([], "delta is missing"),
    "delta above 1": (["--delta", "3/2"], "outside [0, 1]"),
    "delta below 0": (["--delta=-1/2"], "outside [0, 1]"),
    "an empty feasible set": (["--delta", "1/4", "--weight", "9/10"], "outside [3/8, 5/8]"),
    "delta 0 and another weight": (["--delta", "0", "--weight", "2/5"], "no mechanism"),
    "weight 0": (["--delta", "1", "--weight", "0"], "outside (0, 1)"),
    "n = 0": (["--delta", "1/4", "--theta", "1/3", "-n", "0"], "whole number of answers"),
    "n negative": (["--delta", "1/4", "-n", "-3"], "whole number of answers"),
    "n a fraction": (["--delta", "1/4", "-n", "1/2"], "whole number of answers"),
    "n far too large": (["--delta", "1/4", "-n", "1e40"], "whole number of answers"),
    "theta 0": (["--delta", "1/4", "--theta", "0"], "outside (0, 1)"),
    "theta 1": (["--delta", "1/4", "--theta", "1"], "outside (0, 1)"),
    "against 1": (["--delta", "1/4", "--theta", "1/3", "--against", "1"], "outside (0, 1)"),
    "two equal shares": (["--delta", "1/4", "--theta", "1/3", "--against", "2/6"], "another share"),
    "nan": (["--delta", "nan"], "no number and no name"),
    "inf": (["--delta", "1/4", "--theta", "inf"], "no number and no name"),
    "oo": (["--delta", "1/4", "-n", "oo"], "no number and no name"),
    "NaN": (["--delta", "1/4", "--weight", "NaN"], "no number and no name"),
    "a function": (["--delta", "max"], "no number and no name"),
    "a keyword": (["--delta", "lambda"], "keyword"),
    "two lines": (["--delta", "1/4\n1/5"], "delta = "),
    "a goal of two lines": (
        ["--delta", "1/4", "--theta", "1/3", "--goal", "half-width 1/20\n"],
        "none that is known",
    ),
    "a seed of many digits": (
        ["--delta", "1/4", "--theta", "1/3", "--simulate", "5", "--seed", "9" * 30],
        "seed = 999",
    ),
    "an exponent out of range": (["--delta", "1/4", "-n", "1e100000"], "n = 1e100000"),
    "a goal of no number": (
        ["--delta", "1/4", "--theta", "1/3", "--goal", "half-width nan"],
        "half-width = nan",
    ),
    "a goal of many digits": (
        ["--delta", "1/4", "--theta", "1/3", "--goal", "half-width 1e-400"],
        "goal half-width",
    ),
    "counts of two answers and no theta": (
        ["--delta", "1/4", "--outcomes", "2", "--counts", "1,2"],
        "needs numbers for delta, the weight and theta",
    ),
    "code": (["--delta", "__import__('os')"], "delta = "),
    "one name twice": (["--delta", "d", "--theta", "d"], "names two parameters"),
    "the default name of theta": (["--delta", "theta"], "names two parameters"),
    "level 1": (["--delta", "1/4", "--level", "1"], "outside (0, 1)"),
    "level a name": (["--delta", "1/4", "--level", "x"], "level = x"),
    "rate a name": (["--delta", "1/4", "--theta", "1/3", "--against", "1/2", "--rate", "r"], "rate = r"),
    "rate 0": (["--delta", "1/4", "--theta", "1/3", "--against", "1/2", "--rate", "0"], "not positive"),
    "rate with two answers": (
        ["--delta", "1/4", "--theta", "1/3", "--against", "1/2", "--rate", "1", "--outcomes", "2"],
        "leave the rate out",
    ),
    "rate without against": (["--delta", "1/4", "--rate", "1"], "give against"),
    "counts of two": (["--delta", "1/4", "--counts", "1,2"], "3 whole numbers"),
    "counts of nothing": (["--delta", "1/4", "--counts", "0,0,0"], "how often"),
    "counts with names": (["--delta", "d", "--counts", "1,2,3"], "needs numbers"),
    "impossible counts": (["--delta", "1", "--counts", "1,2,3"], "never gives"),
    "a goal and all": (
        ["--delta", "1/4", "-n", "9", "--theta", "1/3", "--goal", "half-width 1/9"],
        "n or delta",
    ),
    "a goal and nothing": (["--theta", "1/3", "--goal", "half-width 1/9"], "n or delta"),
    "a goal without theta": (["--delta", "1/4", "--goal", "half-width 1/9"], "needs numbers"),
    "no goal": (["--delta", "1/4", "--theta", "1/3", "--goal", "accuracy 1"], "half-width"),
    "a goal out of reach": (["-n", "5", "--theta", "1/3", "--goal", "half-width 1/99"], "it takes"),
    "a goal that tells nothing": (
        ["--delta", "0", "--theta", "1/3", "--goal", "half-width 1/9"],
        "tells nothing",
    ),
    "four answers": (["--delta", "1/4", "--outcomes", "4"], "--outcomes"),
    "nobody to ask": (
        ["--delta", "1/4", "--theta", "1/3", "--simulate", "0"],
        "in the simulation = 0",
    ),
    "a simulation of names": (["--delta", "d", "--simulate", "5"], "needs numbers"),
    "a negative seed": (["--delta", "1/4", "--theta", "1/3", "--simulate", "5", "--seed", "-1"], "seed"),
    "a figure of names": (["--delta", "d", "--plot", "f.svg"], "figure needs numbers"),
    "eta is taken": (["--delta", "eta", "--compare"], "another name"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line(
    case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed, said = BAD[case]
    assert said in error(capsys, *typed)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("weight", ["3/8", "5/8"])
def test_the_ends_of_the_weight(weight: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "--delta", "1/4", "--weight", weight, "--theta", "1/3", "-n", "100", "--against", "2/3"
    )
    assert "0" in (found["pair"]["p0"][1], found["pair"]["p1"][2])
    assert found["fisher_information"] == found["two_outcomes"]


def test_plain_answers(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--delta", "1", "--theta", "1/3", "-n", "90", "--against", "2/3", "--compare")
    assert is_enclosed(found["mean_squared_error"]["exact"], Fraction(2, 810))
    assert len({json.dumps(row["fisher_information"]) for row in found["comparison"]}) == 1
