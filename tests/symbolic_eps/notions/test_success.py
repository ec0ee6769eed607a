"""What budgets allow attacks: against grids of tests, wrong theorems, and the budgets that caps give back."""

import itertools
import math
from fractions import Fraction

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions import attack_explanation, composition
from symbolic_eps.notions.attack_design import attack_design
from symbolic_eps.notions.attack_explanation import explain_attacks
from symbolic_eps.notions.composition import composed, prove_composition
from symbolic_eps.notions.notion import BASELINE, SUCCESS, Notion, demands
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.success import Allowance, all_kinds
from symbolic_eps.notions.success_theorems import odds_quadratics, success_theorems
from symbolic_eps.profiles.caps import CapKind
from symbolic_eps.theory.symbols import DECAY, parameter
from tests.json_schemas import validated
from tests.symbolic_eps.notions.test_attack_budget import largest_success

ALLOWED = [
    Allowance(Notion.APPROXIMATE, sp.Rational(1, 2), sp.Rational(1, 50)),
    Allowance(Notion.APPROXIMATE, sp.log(3), sp.Integer(0)),
    Allowance(Notion.APPROXIMATE, sp.Integer(0), sp.Rational(1, 5)),
    Allowance(Notion.RENYI_2, sp.Rational(1, 2), sp.Integer(0)),
    Allowance(Notion.RENYI_2, sp.Integer(3), sp.Integer(0)),
]
MEASURED = {
    CapKind.POSTERIOR: lambda k, s: s,
    CapKind.RELATIVE_RISK: lambda k, s: s / k,
    CapKind.DIFFERENCE: lambda k, s: s - k,
    CapKind.ODDS_RATIO: lambda k, s: math.inf if s >= 1 else s * (1 - k) / (k * (1 - s)),
}


@pytest.mark.parametrize("allowed", ALLOWED, ids=str)
@pytest.mark.parametrize(
    ("low", "high"), [("1/100", "1/2"), ("2/5", "3/5"), ("1/20", "1/10"), ("3/4", "9/10")]
)
def test_worst_baselines_are_those_of_a_grid(allowed, low, high):
    low, high = sp.Rational(low), sp.Rational(high)
    ends = float(low), float(high)
    grid = [ends[0] + (ends[1] - ends[0]) * i / 400 for i in range(401)]
    tests = [
        (k, largest_success(allowed.notion, float(allowed.budget), k, float(allowed.delta))) for k in grid
    ]
    for kind in all_kinds():
        value, place = allowed.worst(kind, low, high)
        seen = max(MEASURED[kind](k, s) for k, s in tests)
        if value is sp.oo or seen > 1e9:
            assert value is sp.oo or float(value) > 1e9
            continue
        assert seen * (1 - 1e-9) - 1e-9 <= float(value) <= seen * 1.05 + 1e-3
        assert float(low) <= float(place) <= float(high)


@pytest.mark.parametrize("allowed", ALLOWED, ids=str)
def test_success_at_a_baseline_is_on_the_border_of_what_the_notion_allows(allowed):
    for k in (sp.Rational(1, 50), sp.Rational(1, 3), sp.Rational(4, 5)):
        s = allowed.success(k)
        place = {DECAY: 1 / allowed.growth, BASELINE: k, SUCCESS: s, parameter("delta"): allowed.delta}
        values = [float(demand.subs(place)) for demand in demands(allowed.notion)]
        assert min(values) > -1e-12 and (min(values) < 1e-12 or s == 1)


def test_quadratics_are_negative_exactly_where_a_cap_on_the_odds_is_kept():
    for notion, (k, r, budget) in itertools.product(
        Notion, [(0.1, 3.0, 0.5), (0.1, 9.0, 0.5), (0.7, 3.0, 0.5), (0.7, 9.0, 0.5)]
    ):
        delta = 0.01 if notion is Notion.APPROXIMATE else 0.0
        s = largest_success(notion, budget, k, delta)
        kept = s * (1 - k) / (k * (1 - s)) <= r
        place = {BASELINE: k, parameter("r"): r, DECAY: math.exp(-budget), parameter("delta"): delta}
        assert (min(float(q.subs(place)) for q in odds_quadratics(notion)) <= 0) == kept


def test_a_wrong_gain_or_a_set_that_is_not_convex_is_not_proved():
    judge = exact_judge()
    for notion in Notion:
        for hypotheses, goal, words in success_theorems(notion):
            if words in ("no test gains more than at the corner", "a rare output may tell all"):
                smaller = type(goal)(goal.polynomial - sp.Rational(1, 1000), goal.relation)
                assert not judge.implies(hypotheses, smaller, words)
    (lemma, *_) = success_theorems(Notion.RENYI_2)
    hypotheses, goal, words = lemma
    assert not judge.implies(hypotheses[1:], goal, words)  # one that is not convex


def test_what_is_not_proved_is_not_said(monkeypatch):
    from verify.language.condition import positive

    false = ((positive(parameter("a")),), positive(parameter("a") - 1), "a is more than 1")
    monkeypatch.setattr(attack_explanation, "success_theorems", lambda _: [false])
    with pytest.raises(UndecidedError, match="a is more than 1"):
        explain_attacks("1", "renyi-2")


# --- several releases --------------------------------------------------------------------------------------


def attaining(growth: Fraction, delta: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Laws with and without the record: tells with probability delta, else answers with the ratio growth."""
    more, less = (1 - delta) * growth / (1 + growth), (1 - delta) / (1 + growth)
    return [(delta, Fraction(0)), (more, less), (less, more), (Fraction(0), delta)]


@pytest.mark.parametrize("releases", [1, 2, 3])
def test_delta_of_releases_is_that_of_the_product_of_attaining_ones(releases):
    growth, delta = Fraction(3, 2), Fraction(1, 10)
    excess = Fraction(0)
    for outputs in itertools.product(attaining(growth, delta), repeat=releases):
        with_record, without = (math.prod(pair[side] for pair in outputs) for side in (0, 1))
        excess += max(with_record - growth**releases * without, 0)
    _, together = composed(Notion.APPROXIMATE, sp.log(sp.Rational(3, 2)), sp.Rational(1, 10), releases)
    assert excess == Fraction(int(together.p), int(together.q))


def test_divergences_of_releases_add_up_exactly():
    laws = [(Fraction(1, 3), Fraction(1, 2)), (Fraction(2, 3), Fraction(1, 2))]
    one = sum(f * f / g for f, g in laws)
    two = sum((f * h) ** 2 / (g * j) for (f, g), (h, j) in itertools.product(laws, repeat=2))
    rho = sp.log(sp.Rational(one.numerator, one.denominator))
    assert sp.exp(composed(Notion.RENYI_2, rho, sp.Integer(0), 2)[0]) == sp.Rational(
        two.numerator, two.denominator
    )


@pytest.mark.parametrize("notion", Notion)
def test_composition_is_proved_and_a_smaller_total_is_not(notion, monkeypatch):
    assert {str(e.grade) for e in prove_composition(notion)} == {"exact"}
    name = "COMMON_DOMAIN" if notion is Notion.APPROXIMATE else "MOMENT_DOMAIN"
    monkeypatch.setattr(composition, name, ())  # negative shares
    with pytest.raises(UndecidedError, match="several releases"):
        prove_composition.__wrapped__(notion)


# --- the smallest parameter ---------------------------------------------------------------------------------


@pytest.mark.family(4)
@pytest.mark.parametrize(
    ("kind", "cap", "notion", "delta", "assumed", "box", "wanted"),
    [
        ("difference", "b", "approximate", "1/100", "1/100<b<1", [], "1/2"),
        ("relative-risk", "b", "renyi-2", 0, "b>1", ["k>=1/100"], "1/2"),
    ],
)
def test_smallest_cap_is_the_largest_risk_that_the_budget_allows(
    kind, cap, notion, delta, assumed, box, wanted
):
    """Design and explanation are found on different ways: by a derived budget, and by the worst baseline."""
    question = AttackQuestion.of(kind, cap, notion, delta, [assumed], box)
    found = attack_design(question, "b", wanted).found
    value, _ = explain_attacks(wanted, notion, delta, box).worst[CapKind(kind)]
    assert abs(float(value) - float(found.smallest.lower)) < 1e-10
    assert found.proposed >= value


# --- the command --------------------------------------------------------------------------------------------


def test_commands_write_what_their_schemas_say(capsys):
    typed = [
        "explain",
        "1/2",
        "--notion",
        "approximate",
        "--delta",
        "1e-6",
        "--baseline",
        "1/100",
        "--releases",
        "3",
        "--json",
    ]
    assert main(typed) == 0
    found = validated(capsys.readouterr().out, "explain-attacks")
    assert found["largest"]["relative-risk"]["value"]["upper"] == "oo" and not found["every_output"]
    assert found["total"]["budget"]["closed_form"] == "3/2"
    typed = [
        "design",
        "b",
        "--kind",
        "difference",
        "--find",
        "b",
        "--assume",
        "1/100<b<1",
        "--notion",
        "approximate",
    ]
    assert main([*typed, "--delta", "1/100", "--epsilon", "log(3)", "--json"]) == 0
    found = validated(capsys.readouterr().out, "design-attacks")
    assert found["exact"] == "101/200" and found["proof"]["grade"] == "exact"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["explain", "1", "--notion", "approximate"], "needs --delta"),
        (["explain", "1", "--notion", "renyi-2", "--delta", "0.1"], "goes with --notion approximate"),
        (["explain", "1", "--notion", "renyi-2", "--baseline", "1"], "between 0 and 1"),
        (["explain", "1", "--notion", "renyi-2", "--box", "k>=2"], "no baseline"),
        (["explain", "1", "--notion", "renyi-2", "--box", "q>=1/2"], "bound the baseline k"),
        (["explain", "1", "--notion", "renyi-2", "--releases", "0"], "from 1 to 10000"),
        (["explain", "1", "--notion", "renyi-2", "--fix", "q=1"], "does not go with --notion"),
        (["explain", "1", "--baseline", "1/10"], "go with --notion"),
        (["explain", "log(1/2)", "--notion", "renyi-2"], "negative"),
        (
            ["design", "r", "--find", "r", "--assume", "r>1", "--notion", "renyi-2", "--rmse", "2"],
            "--rmse does not go",
        ),
        (["design", "r", "--find", "r", "--assume", "r>1", "--notion", "renyi-2"], "--epsilon 1/2"),
        (
            ["design", "r", "--find", "m", "--assume", "r>1", "--notion", "renyi-2", "--epsilon", "1"],
            "does not occur",
        ),
        (
            ["design", "r", "--find", "r", "--assume", "r>1", "--epsilon", "1", "--kind", "posterior"],
            "--kind goes with",
        ),
        (
            [
                "design",
                "r",
                "--find",
                "r",
                "--assume",
                "r>1",
                "--notion",
                "renyi-2",
                "--epsilon",
                "1",
                "--kind",
                "x",
            ],
            "x",
        ),
    ],
)
def test_bad_input_gets_one_line(typed, message, capsys):
    assert main(typed) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_a_fragment_of_latex_names_delta_where_that_is_sought(capsys):
    typed = ["recommend", "--difference", "1/2", "--notion", "approximate", "--eps", "log(2)"]
    assert main([*typed, "--format", "latex-fragment"]) == 0
    told = capsys.readouterr().out
    assert r"if & $\delta$ & decided at" in told and r"\varepsilon" not in told
    assert r"always & $\frac{1}{4}$ & $k = \frac{1}{4}$" in told
