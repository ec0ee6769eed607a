"""The largest delta at a given eps, held against attacks one by one, and against the eps at that delta."""

import math
import random

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.errors import InfeasibleProfileError, UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions import budget, theorems
from symbolic_eps.notions.budget import attack_budget, baseline_of
from symbolic_eps.notions.notion import GROWTH, largest_deltas
from symbolic_eps.notions.question import AttackQuestion, success_cap
from symbolic_eps.notions.rows import row_budget, rows_of
from symbolic_eps.notions.theorems import delta_theorems, prove_numbers
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.theory.symbols import parameter
from tests.json_schemas import validated
from tests.symbolic_eps.notions.test_attack_budget import Notion, largest_success
from verify.language.condition import non_negative, positive

CASES = [
    ("relative-risk", "3", "1", ["k>=1/100"]),
    ("posterior", "1/2", "1/2", ["k<=1/10"]),
    ("difference", "1/2", "log(2)", []),
    ("odds-ratio", "5", "1/3", ["1/10<=k<=1/2"]),
]


@pytest.mark.family(18)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case[:3]))
def test_delta_is_the_largest_at_which_no_attack_passes_the_cap(case):
    kind, cap, eps, box = case
    question = AttackQuestion.of(kind, cap, "approximate", box=box, eps=eps)
    answer = attack_budget(question)
    assert answer.complete and str(answer.grade) == "exact"
    delta, (branch,) = float(answer.enclosure.lower), answer.branches
    bound = success_cap(CapKind(kind), question.caps[0].value)
    inside = sp.lambdify(parameter("k"), sp.And(*(c.relational for c in question.box)), "math")
    decided = [float(baseline_of(place, branch).subs(question.pinned)) for place in branch.attained]
    grid = [k for k in [i / 500 for i in range(1, 500)] + decided if inside(k)]
    worth = float(question.eps)

    def worst(at: float) -> float:
        return max(
            largest_success(Notion.APPROXIMATE, worth, k, at) - float(bound.subs(parameter("k"), k))
            for k in grid
        )

    assert worst(delta) <= 1e-9
    assert worst(delta + 1e-4) > 1e-7
    assert answer.enclosure.double_lower() <= answer.enclosure.upper


def test_largest_delta_and_largest_eps_are_the_same_border():
    """By hand: (E + 1) b = E - 1 + 2 delta, from both sides."""
    b = parameter("b")
    given = ["0<b<1", "E*(1-b)<=1+b"]
    (branch,) = attack_budget(
        AttackQuestion.of("difference", "b", "approximate", 0, given, eps="log(E)")
    ).branches
    delta = 1 - 1 / branch.exponential
    assert sp.simplify(delta - ((GROWTH + 1) * b - (GROWTH - 1)) / 2) == 0


def test_where_pure_privacy_is_too_much_no_delta_is_left():
    question = AttackQuestion.of("relative-risk", "2", "approximate", eps="1")
    with pytest.raises(InfeasibleProfileError, match="even with delta = 0"):
        attack_budget(question)


def test_deltas_are_those_by_hand():
    k, cap = parameter("k"), parameter("R")
    assert [sp.expand(delta) for delta in largest_deltas(cap)] == [
        cap - GROWTH * k,
        1 - k - GROWTH + GROWTH * cap,
    ]


@pytest.mark.parametrize("wrong", [0, 1])
def test_theorems_of_wrong_deltas_are_not_proved(wrong, monkeypatch):
    def planted(cap, growth=GROWTH):
        right = list(largest_deltas(cap, growth))
        right[wrong] += sp.Rational(1, 100)
        return tuple(right)

    monkeypatch.setattr(theorems, "largest_deltas", planted)
    with pytest.raises(UndecidedError, match="not shown"):
        prove_numbers(delta_theorems(), exact_judge())


def test_at_one_baseline_the_answer_is_a_function_of_it():
    asked = ["r*k>=(k+d)*(1-k+r*k)"]
    answer = attack_budget(
        AttackQuestion.of("odds-ratio", "r", "approximate", "d", ["r>1"], asked, fixed=True)
    )
    assert answer.complete
    r, d, k = (parameter(name) for name in ("r", "d", "k"))
    by_hand = {True: r / (1 - k + r * k) - d / k, False: (1 - d - k) * (1 - k + r * k) / (1 - k)}
    for place in (
        {r: 5, d: sp.Rational(1, 50), k: sp.Rational(1, 10)},
        {r: 5, d: sp.Rational(1, 50), k: sp.Rational(1, 2)},
    ):
        (value,) = (b.exponential for b in answer.branches if bool(b.condition.subs(place)))
        early = (r * k / (1 - k + r * k) + k <= 1).subs(place)
        assert value.subs(place) == by_hand[bool(early)].subs(place)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["recommend", "3", "--notion", "approximate", "--eps", "1", "--delta", "1e-6"], "one of them"),
        (["recommend", "3", "--notion", "renyi-2", "--eps", "1"], "--eps goes with --notion approximate"),
        (["recommend", "3", "--eps", "1"], "--eps goes with --notion approximate"),
        (["recommend", "3", "--notion", "approximate", "--eps", "-1"], "a number >= 0"),
        (["recommend", "3", "--notion", "approximate", "--eps", "oo"], "a number >= 0"),
        (["recommend", "E", "--notion", "approximate", "--eps", "1"], "E stands for"),
        (["derive", "r", "--notion", "renyi-2", "--assume", "r>1", "--fix", "q"], "--fix k alone"),
        (
            ["recommend", "max(1/(4*p*q),3)", "--notion", "approximate", "--delta", "1e-6"],
            "a rare output may tell",
        ),
    ],
)
def test_bad_input_gets_one_line(typed, message, capsys):
    assert main(typed) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_command_writes_delta_as_its_schema_says(capsys):
    typed = ["recommend", "--difference", "1/2", "--notion", "approximate", "--eps", "log(2)", "--json"]
    assert main(typed) == 0
    found = validated(capsys.readouterr().out, "attack")
    assert (found["sought"], found["value"]["closed_form"], found["delta"]) == ("delta", "1/4", None)
    assert math.isclose(found["double"], 0.25) and found["double"] <= 0.25


def test_random_caps_have_the_delta_at_which_their_eps_comes_back():
    draw = random.Random(21)
    cap = sp.Rational(draw.randint(30, 60), 100)
    delta = attack_budget(AttackQuestion.of("difference", cap, "approximate", eps="1/2")).exact
    growth = sp.exp(sp.Rational(1, 2))
    assert sp.simplify((1 + cap - 2 * delta) / (1 - cap) - growth) == 0


def test_what_bits_do_not_tell_from_0_is_0_only_where_that_is_shown() -> None:
    root = {GROWTH: 1 + sp.sqrt(2)}
    assert not budget._holds(positive(GROWTH**2 - 2 * GROWTH - 1), root)
    assert budget._holds(non_negative(GROWTH**2 - 2 * GROWTH - 1), root)
    near = {GROWTH: sp.log(sp.E + sp.exp(-(10**5)))}
    with pytest.raises(UndecidedError):
        budget._holds(positive(GROWTH - 1), near)


def test_where_the_cap_reaches_1_delta_jumps_from_its_formula_to_no_limit():
    """By hand: 1 - k - E (1 - k - b) is least at k = 1/2, where from b = 1/2 on every cap is 1 or more."""
    question = AttackQuestion.of("difference", "b", "approximate", 0, ["1/4<b<1"], ["k>=1/2"], "log(2)")
    answer, b = attack_budget(question), parameter("b")
    assert answer.complete and str(answer.grade) == "exact"
    found = {
        str(one.condition): sp.expand(question.value(one.exponential or sp.oo)) for one in answer.branches
    }
    assert found == {"2*b < 1": 2 * b - sp.Rational(1, 2), "2*b >= 1": 1}


def test_a_range_up_to_1_leaves_an_odds_ratio_no_delta_and_beyond_the_meeting_a_larger_eps_will_do():
    """By hand: with R = r k/(1 - k + r k), 1 - k - E (1 - R) falls to 0 with 1 - k, and is >= 0 from m on."""
    (row,) = rows_of(Notion.APPROXIMATE, ("odds-ratio-from-m-beyond",), of_eps=True)
    (branch,) = row_budget(row, Notion.APPROXIMATE, of_eps=True).branches
    assert branch.exponential == 1
    at = {parameter("w"): 2, parameter("m"): sp.Rational(3, 5), GROWTH: sp.Rational(27, 10)}
    region = row.question(Notion.APPROXIMATE, of_eps=True).region
    assert at[GROWTH] > at[parameter("w")] and all(c.relational.subs(at) for c in region)
