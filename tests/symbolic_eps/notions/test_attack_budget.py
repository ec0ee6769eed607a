"""Budgets under notions, held against tests of releases one by one, and against what is found by hand."""

import json
import math
import random
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.closed_forms.evaluate import holds_at
from symbolic_eps.errors import InfeasibleProfileError, InputError, UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions import theorems
from symbolic_eps.notions.budget import attack_budget, baseline_of
from symbolic_eps.notions.notion import BASELINE, DELTA, SUCCESS, Notion, limits, ratios
from symbolic_eps.notions.question import AttackQuestion, success_cap
from symbolic_eps.notions.question_texts import read_question
from symbolic_eps.notions.rows import ROWS, row_budget
from symbolic_eps.notions.theorems import number_theorems, prove_notion
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.theory.symbols import DECAY, PRIOR_INCLUSION, parameter
from tests.json_schemas import validated

a, b, d, m, r = (parameter(name) for name in ("a", "b", "d", "m", "r"))


def largest_success(notion: Notion, budget: float, k: float, delta: float) -> float:
    """The best attack's success, by formulas that share nothing with the program's."""
    if notion is Notion.APPROXIMATE:
        slope = math.exp(budget)
        return max(0.0, min(1.0, delta + slope * k, 1 - (1 - delta - k) / slope))
    low, high = k, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        pairs = ((middle, k), (k, middle))
        inside = all(
            p * p / q + (1 - p) ** 2 / (1 - q) <= math.exp(budget) if 0 < q < 1 else p == q for p, q in pairs
        )
        low, high = (middle, high) if inside else (low, middle)
    return low


def random_release(draw: random.Random) -> tuple[list[Fraction], list[Fraction]]:
    size = draw.randint(2, 4)
    laws = ([Fraction(draw.randint(1, 9)) for _ in range(size)] for _ in range(2))
    with_record, without = ([w / sum(law) for w in law] for law in laws)
    return with_record, without


@pytest.mark.parametrize("seed", range(20))
def test_every_test_of_a_release_keeps_to_the_limits_and_one_reaches_the_first(seed):
    """delta is the least at a drawn E; rho the divergence. All subsets of outputs are tests."""
    with_record, without = random_release(random.Random(seed))
    larger = Fraction(random.Random(seed).randint(1, 5))
    every = list(product((0, 1), repeat=len(without)))

    def chance(law, yes):
        return sum(p for p, said in zip(law, yes, strict=True) if said)

    pairs = [(chance(without, yes), chance(with_record, yes)) for yes in every]
    delta = max(max(s - larger * k, k - larger * s) for k, s in pairs)
    for k, s in pairs:
        for first, second in ((k, s), (s, k)):
            point = {DECAY: 1 / larger, BASELINE: first, SUCCESS: second, DELTA: delta}
            values = [limit.subs(point) for limit in limits(Notion.APPROXIMATE)]
            assert min(values) >= 0
    moments = (
        sum(p * p / q for p, q in zip(left, right, strict=True))
        for left, right in ((with_record, without), (without, with_record))
    )
    worst = max(moments)
    for k, s in pairs:
        point = {DECAY: 1 / worst, BASELINE: k, SUCCESS: s}
        assert min(limit.subs(point) for limit in limits(Notion.RENYI_2)) >= 0


CASES = [
    ("relative-risk", "3", "approximate", "1/1000", ["k>=1/100"]),
    ("relative-risk", "3/2", "approximate", "1/50", ["k>=1/5"]),
    ("relative-risk", "max(1/(4*k), 3)", "approximate", "1/1000", []),
    ("posterior", "1/2", "approximate", "1/1000", ["k<=1/10"]),
    ("posterior", "9/10", "approximate", "1/20", ["1/10<=k<=3/4"]),
    ("difference", "1/10", "approximate", "1/100", []),
    ("odds-ratio", "5", "approximate", "1/100", ["1/10<=k<=1/2"]),
    ("relative-risk", "3", "renyi-2", "0", ["k>=1/100"]),
    ("relative-risk", "max(1/(4*k), 3)", "renyi-2", "0", []),
    ("posterior", "1/2", "renyi-2", "0", ["k<=1/10"]),
    ("difference", "1/10", "renyi-2", "0", []),
    ("odds-ratio", "5", "renyi-2", "0", ["1/10<=k<=1/2"]),
]


@pytest.mark.family(24)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(case[:3]))
def test_budget_is_the_largest_at_which_no_attack_passes_the_cap(case):
    kind, cap, notion, delta, box = case
    question = AttackQuestion.of(kind, cap, notion, delta, box=box)
    answer = attack_budget(question)
    assert str(answer.grade) == "exact" and answer.complete
    budget = float(answer.enclosure.lower)
    (branch,) = answer.derived.branches
    bound = sp.lambdify(BASELINE, success_cap(CapKind(kind), question.caps[0].value), "math")
    inside = sp.lambdify(BASELINE, sp.And(*(c.relational for c in question.box)), "math")
    grid = [i / 1000 for i in range(1, 1000)] + [float(baseline_of(p, branch)) for p in branch.attained]
    grid = [k for k in grid if inside(k)]
    assert len(grid) > 50

    def worst(at: float) -> float:
        return max(largest_success(Notion(notion), at, k, float(Fraction(delta))) - bound(k) for k in grid)

    assert worst(budget) <= 1e-9
    assert worst(budget + 1e-4) > 1e-7
    assert float(sp.N(answer.exact, 40)) >= answer.enclosure.double_lower()


HAND = [
    (("difference", "b", "renyi-2", 0, ["0<b<1"]), "True", sp.log((1 + 3 * b**2) / (1 - b**2))),
    (("difference", "b", "approximate", "d", ["d<b<1"]), "True", sp.log((1 + b - 2 * d) / (1 - b))),
    (("odds-ratio", "r", "approximate", 0, ["r>1"]), "True", sp.log(r) / 2),
    (
        ("relative-risk", "r", "renyi-2", 0, ["r>1", "0<m<1"], ["k>=m"]),
        "m*r + m <= 1",
        sp.log(1 + (r - 1) ** 2 * m / (1 - m)),
    ),
    (
        ("relative-risk", "r", "approximate", "d", ["r>1", "0<m<1", "m*r>=m+d"], ["k>=m"]),
        "m*r + m <= 1",
        sp.log(r - d / m),
    ),
    (
        ("relative-risk", "max(a/k,r)", "renyi-2", 0, ["0<a<1<r"]),
        "r >= a*r + a",
        sp.log(1 + (r - 1) ** 2 * a / (r - a)),
    ),
]
"""By hand: at k = (1 - b)/2, R = (1 + b)/2, at k = 1/(1 + sqrt(r)), at k = m, and at k = a/r."""


@pytest.mark.family(24)
@pytest.mark.parametrize(("asked", "condition", "expected"), HAND, ids=lambda x: str(x)[:40])
def test_closed_forms_are_those_worked_out_by_hand(asked, condition, expected):
    answer = attack_budget(AttackQuestion.of(*asked))
    assert answer.complete and str(answer.grade) == "exact"
    (value,) = (x.epsilon for x in answer.derived.branches if str(x.condition) == condition)
    points = [{a: 1, b: 5, d: 2, m: 3, r: 40}, {a: 2, b: 7, d: 1, m: 3, r: 50}]
    for whole in points:
        at = {v: sp.Rational(n, 20) for v, n in whole.items()}
        assert sp.simplify(sp.exp(value.subs(at)) - sp.exp(expected.subs(at))) == 0


def test_pure_privacy_is_the_case_without_delta():
    """At each baseline eps <= log r where only P(yes) <= e^eps Q(yes) can be broken."""
    answer = attack_budget(AttackQuestion.of("relative-risk", "r", "approximate", 0, ["r>1"]))
    assert [x.epsilon for x in answer.derived.branches] == [sp.log(r)]


def test_where_nothing_is_protected_the_budget_is_infinite():
    answer = attack_budget(AttackQuestion.of("posterior", 1, "renyi-2"))
    assert answer.exact is sp.oo


# --- planted errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("notion", Notion)
def test_theorems_of_wrong_limits_are_not_proved(notion, monkeypatch):
    right = limits(notion)
    wrong = (
        (right[0] + (SUCCESS - BASELINE) / 10, right[1]),  # a larger success than the notion allows
        (right[1], right[0]),  # the second limit where the first decides
    )
    for pair in wrong:
        monkeypatch.setattr(theorems, "limits", lambda *_, pair=pair: pair)
        monkeypatch.setattr(
            theorems, "ratios", lambda n, cap, pair=pair: tuple(1 / _root(p.subs(SUCCESS, cap)) for p in pair)
        )
        if notion is Notion.RENYI_2 or pair is wrong[1]:
            with pytest.raises(UndecidedError):
                prove_notion(notion, exact_judge())


def _root(limit: sp.Expr) -> sp.Expr:
    slope, constant = sp.Poly(limit, DECAY).all_coeffs()
    return -constant / slope


@pytest.mark.parametrize("notion", Notion)
def test_each_theorem_needs_its_hypotheses(notion):
    """Without the hypothesis that stands last these are false, with a point that shows it."""
    judge, needing = exact_judge(), set()
    for hypotheses, goal, words in number_theorems(notion):
        try:
            if not judge.implies(hypotheses[:-1], goal, words):
                needing.add(words)
        except UndecidedError:
            continue
    assert needing >= {
        "a kept cap is not passed",
        "a kept cap is one beyond the root",
        "a cap beyond the root is kept",
        "the first limit decides",
        "the second limit decides",
        "a ratio that is kept keeps the odds ratio",
        "an odds ratio that is kept keeps the ratio",
    }


def test_ratios_are_those_by_hand():
    cap = parameter("R")
    early, late = ratios(Notion.RENYI_2, cap)
    square = (cap - BASELINE) ** 2
    assert sp.simplify(early - 1 - square / (BASELINE * (1 - BASELINE))) == 0
    assert sp.simplify(late - 1 - square / (cap * (1 - cap))) == 0


# --- bad input and the command -----------------------------------------------------------------------------


def test_a_cap_that_no_budget_keeps_is_refused_with_a_baseline():
    with pytest.raises(InfeasibleProfileError, match=r"at k = .* even with eps = 0"):
        attack_budget(AttackQuestion.of("relative-risk", "3", "approximate", "1/1000"))
    with pytest.raises(InfeasibleProfileError, match="even with rho = 0"):
        attack_budget(AttackQuestion.of("relative-risk", "1/2", "renyi-2"))


def test_caps_without_a_value_are_refused():
    with pytest.raises(InputError, match="undefined"):
        attack_budget(AttackQuestion.of("relative-risk", "1/(k-1/2)**2", "renyi-2"))


@pytest.mark.parametrize("box", ["1/2<=k<=1/10", "k>=1", "k<=0"])
def test_empty_box_is_refused_in_terms_of_the_baseline(box):
    with pytest.raises(InputError, match=r"no baseline 0 < k < 1 is in the box"):
        attack_budget(AttackQuestion.of("odds-ratio", "4", "approximate", "1/100", box=[box]))


def test_contradictory_assumptions_are_told_apart_from_an_empty_box():
    question = AttackQuestion.of("odds-ratio", "r", "renyi-2", 0, ["r>1", "r<1"], ["k>=1/100"])
    with pytest.raises(InputError, match="no parameters satisfy the assumptions"):
        attack_budget(question)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["recommend", "3", "--notion", "approximate"], "needs --delta"),
        (["recommend", "3", "--notion", "renyi-2", "--delta", "1e-6"], "goes with --notion approximate"),
        (["recommend", "3", "--delta", "1e-6"], "goes with --notion approximate"),
        (["recommend", "3", "--notion", "zcdp"], r"approximate, which is \(eps, delta\), or renyi-2"),
        (["recommend", "1/p", "--notion", "renyi-2"], "one baseline, k"),
        (["recommend", "r", "--notion", "renyi-2"], "--set r=3"),
        (["recommend", "3", "--set", "a=1", "--notion", "renyi-2"], "unknown parameter a"),
        (["recommend", "3", "--notion", "renyi-2", "--fix", "q=1"], "--fix does not go with --notion"),
        (["recommend", "3", "--notion", "approximate", "--delta", "1"], r"\[0, 1\)"),
        (["recommend", "3", "--notion", "approximate", "--delta", "nan"], "nan"),
        (["derive", "--notion", "renyi-2"], "nothing to respect"),
        (["derive", "r", "--notion", "renyi-2", "--assume", "r>1", "--coq", "x"], "--coq does not go"),
        (["derive", "r", "--notion", "renyi-2", "--assume", "k>1"], "k is the baseline"),
    ],
)
def test_bad_input_gets_one_line(typed, message, capsys):
    import re

    assert main(typed) == 2
    told = capsys.readouterr().err
    assert re.search(message, told) and told.count("\n") == 1


def test_command_writes_what_its_schema_says(capsys):
    typed = ["recommend", "3", "--notion", "approximate", "--delta", "1e-6", "--box", "k>=1/100", "--json"]
    assert main(typed) == 0
    found = validated(capsys.readouterr().out, "attack")
    assert found["value"]["closed_form"] == "log(29999/10000)"
    assert Fraction(found["double"]) <= Fraction(found["value"]["upper"])
    assert main(["derive", "--difference", "b", "--notion", "renyi-2", "--assume", "0<b<1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] is None and found["branches"][0]["attained"][0]["k"] == "(1 - b)/2"


def test_numbers_may_be_set_for_parameters():
    question = read_question(
        {"relative-risk": ["r"]},
        "approximate",
        "d",
        box=["k>=m"],
        numbers={"r": "3", "d": "1e-3", "m": "1/100"},
    )
    assert attack_budget(question).exact == sp.log(sp.Rational(29, 10))


def test_table_has_the_rows_that_are_asked_for(capsys):
    assert main(["table", "--notion", "renyi-2", "--row", "difference", "--json"]) == 0
    (row,) = validated(capsys.readouterr().out, "notion-table")["rows"]
    assert row["id"] == "difference" and row["branches"][0]["condition"] == "True"
    assert main(["table", "--notion", "renyi-2", "--row", "diference"]) == 2
    assert "did you mean difference?" in capsys.readouterr().err
    assert main(["table", "--notion", "renyi-2", "--numbers"]) == 2
    assert "--numbers does not go with --notion" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("notion", Notion)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.identifier)
def test_every_row_of_the_table_is_complete_and_keeps_attacks_within_its_cap(notion, row):
    answer = row_budget(row, notion)
    assert answer.complete and str(answer.grade) == "exact"
    draw = random.Random(row.identifier)
    tried = 0
    while tried < 20:
        values = {
            v: sp.Rational(draw.randint(1, 99), draw.choice((20, 100)))
            for v in answer.derived.profile.parameters
        }
        if not all(holds_at(c, values) for c in answer.derived.profile.parameter_region):
            continue
        tried += 1
        here = {BASELINE if v == PRIOR_INCLUSION else v: value for v, value in values.items()}
        (branch,) = (b for b in answer.branches if all(holds_at(c, here) for c in b.conditions))
        exact = sp.oo if branch.polynomial is None else branch.epsilon.subs(here)
        cap = success_cap(row.kind, answer.question.caps[0].value).subs(here)
        low, high = float(here.get(m, 0)) or 1e-3, float(here.get(parameter("n"), 1))
        grid = [low + (high - low) * i / 500 for i in range(500)]
        if row.fixed:
            grid = [float(here[BASELINE])]
        delta = float(here.get(DELTA, 0))
        if exact is sp.oo:
            assert min(cap.subs(BASELINE, k) for k in grid) >= 1 - 1e-12
            continue
        bound = sp.lambdify(BASELINE, cap, "math")
        assert max(largest_success(notion, float(exact), k, delta) - bound(k) for k in grid) <= 1e-7
        decided = [float(baseline_of(place, branch).subs(here)) for place in branch.attained]
        passed = [
            largest_success(notion, float(exact) + 1e-3, k, delta) - bound(k) for k in decided if 0 < k < 1
        ]
        assert passed == [] or max(passed) > 0


def test_a_cap_is_the_largest_of_several_falling_ones():
    """By hand: of 1/(20 k), 2/(30 k) and 3/(40 k) the last is the largest; from k = 1/40 on, 3 is."""
    question = AttackQuestion.of("relative-risk", "max(3, 1/(20*k), 2/(30*k), 3/(40*k))", "approximate")
    assert attack_budget(question).exact == sp.log(3)
    assert [str(cap) for cap, _ in question.success_caps[0]] == ["3/40", "3*k"]
