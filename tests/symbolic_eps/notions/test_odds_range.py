"""An odds ratio over a range of baselines: against a search over baselines, and with planted errors."""

import random
from dataclasses import replace

import pytest
import sympy as sp
from typer.testing import CliRunner

from symbolic_eps.cli import app
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions import least_ratio
from symbolic_eps.notions.budget import AttackBudget, attack_budget
from symbolic_eps.notions.least_ratio import Case, Ratio, least_ratios
from symbolic_eps.notions.notion import Notion
from symbolic_eps.notions.odds_range import odds_range, range_theorems
from symbolic_eps.notions.question import AttackQuestion
from symbolic_eps.notions.theorems import prove_numbers
from symbolic_eps.theory.symbols import parameter
from verify.evidence import Grade
from verify.language.condition import Condition, positive

INSIDE = ["r>1", "0<m<n<1"]
KEPT = ["r*m>=(m+d)*(1-m+r*m)", "r*n>=(n+d)*(1-n+r*n)"]
RANGE = ["m<=k<=n"]
QUESTIONS = {
    "eps": AttackQuestion.of("odds-ratio", "r", "approximate", "d", [*INSIDE, *KEPT], RANGE),
    "rho": AttackQuestion.of("odds-ratio", "r", "renyi-2", 0, INSIDE, RANGE),
    "delta": AttackQuestion.of(
        "odds-ratio", "r", "approximate", 0, [*INSIDE, "E>1", "r>=E**2"], RANGE, "log(E)"
    ),
}


def searched(sought: str, at: dict[str, float], steps: int = 1000) -> float:
    """The least over the baselines of a grid, from the definitions: never below the exact least."""
    r, d, growth = at["r"], at["d"], at["E"]
    least = float("inf")
    for step in range(steps + 1):
        k = at["m"] + (at["n"] - at["m"]) * step / steps
        s = r * k / (1 - k + r * k)
        at_k = {
            "eps": lambda k=k, s=s: max((s - d) / k, (1 - d - k) / (1 - s)),
            "rho": lambda k=k, s=s: 1 + (s - k) ** 2 / min(k * (1 - k), s * (1 - s)),
            "delta": lambda k=k, s=s: max(s - growth * k, 1 - k - growth * (1 - s)),
        }[sought]
        least = min(least, at_k())
    return least


def points(sought: str, count: int) -> list[dict[str, float]]:
    """Parameters that meet the assumptions, with many signs of all comparisons."""
    draw, found = random.Random(21), list[dict[str, float]]()
    while len(found) < count:
        m, n = sorted(draw.sample(range(1, 1000), 2))
        r = 1 + 10 ** draw.uniform(-1, 1.3)
        at = {
            "m": m / 1000,
            "n": n / 1000,
            "r": r,
            "d": 10 ** draw.uniform(-5, -0.7),
            "E": draw.uniform(1, r**0.5),
        }
        success = [r * k / (1 - k + r * k) for k in (at["m"], at["n"])]
        if sought != "eps" or all(s >= k + at["d"] for s, k in zip(success, (at["m"], at["n"]), strict=True)):
            found.append(at)
    return found


def branch_at(answer: AttackBudget, at: dict[str, float]) -> int:
    def holds(condition: Condition) -> bool:
        value = condition.polynomial.subs({v: sp.Rational(at[v.name]) for v in condition.symbols})
        return condition.relation.holds(int(sp.sign(sp.N(value, 30))))

    (index,) = (i for i, b in enumerate(answer.branches) if all(map(holds, b.conditions)))
    return index


@pytest.mark.slow
@pytest.mark.parametrize("sought", QUESTIONS)
def test_the_closed_form_is_the_least_over_the_range(sought):
    answer = attack_budget(QUESTIONS[sought])
    assert answer.complete
    assert answer.grade is Grade.EXACT
    assert answer.certificates
    met = set()
    for at in points(sought, 200):
        index = branch_at(answer, at)
        met.add(index)
        branch = answer.branches[index]
        ratio = float(branch.exponential.subs({v: at[v.name] for v in branch.exponential.free_symbols}))
        exact = 1 - 1 / ratio if sought == "delta" else ratio
        assert exact - 1e-9 <= searched(sought, at) <= exact + 0.02 * max(1, exact)
        place = branch.attained[0].place
        (baseline,) = (float(k.subs({v: at[v.name] for v in k.free_symbols})) for k in place.values())
        there = searched(sought, at | {"m": baseline, "n": baseline}, 1)
        assert there == pytest.approx(exact, abs=1e-9)
    assert met == set(range(len(answer.branches)))  # each branch was tried


def test_numbers_and_parameters_give_the_same_budget():
    in_numbers = AttackQuestion.of("odds-ratio", "3", "approximate", "1/100", box=["1/20<=k<=3/4"])
    in_delta = AttackQuestion.of("odds-ratio", "3", "approximate", "d", ["0<d<1/50"], ["1/20<=k<=3/4"])
    (branch,) = attack_budget(in_delta).branches
    assert (
        sp.expand(
            branch.exponential.subs(parameter("d"), sp.Rational(1, 100))
            - sp.exp(attack_budget(in_numbers).exact)
        )
        == 0
    )


@pytest.mark.parametrize(
    "cap, box, told",
    [
        ("2/k", ["m<=k<=n"], ["0<m<n<1"]),
        ("r", ["m<k", "k<=n"], INSIDE),
        ("r", ["k>=m"], ["r>1", "0<m<1"]),
        ("r", RANGE, ["r>1", "0<m<1", "0<n<1"]),
    ],
)
def test_other_questions_are_left_to_the_search(cap, box, told):
    assert odds_range(AttackQuestion.of("odds-ratio", cap, "renyi-2", 0, told, box), exact_judge()) is None


def test_a_theorem_with_the_baselines_reflected_wrongly_is_not_proved():
    hypotheses, goal, words = list(range_theorems(Notion.APPROXIMATE))[-1]
    k, n, r = (parameter(name) for name in "knr")
    wrong = [
        replace(h, polynomial=sp.expand(n * (1 - k + r * k) - k))
        if n in h.symbols and k in h.symbols and h.relation == "=="
        else h
        for h in hypotheses
    ]
    assert wrong != list(hypotheses)
    with pytest.raises(UndecidedError, match=words):
        prove_numbers([(tuple(wrong), goal, words)], exact_judge())


def test_the_larger_ratio_is_not_taken_for_the_least(monkeypatch):
    a, one = parameter("a"), sp.Integer(1)
    case = Case((), (Ratio(one, a + 1, one), Ratio(one, one, one)))
    honest, _ = least_ratios((positive(a),), [case], exact_judge())
    assert [found.ratio.value for found in honest] == [1]
    branches = least_ratio._branches
    monkeypatch.setattr(
        least_ratio, "_branches", lambda *asked: ((case.ratios[0], b) for _, b in branches(*asked))
    )
    with pytest.raises(UndecidedError, match="no ratio is smaller"):
        least_ratios((positive(a),), [case], exact_judge())


def test_a_gap_between_the_cases_is_seen():
    a, one = parameter("a"), sp.Integer(1)
    with pytest.raises(UndecidedError, match="do not cover"):
        least_ratios((positive(a),), [Case((positive(a - 1),), (Ratio(one, one, one),))], exact_judge())


def test_derive_says_where_it_is_decided():
    asked = ["--odds-ratio", "r", "--notion", "renyi-2", "--box", "1/10<=k<=1/2", "--assume", "5<r<6"]
    done = CliRunner().invoke(app, ["derive", *asked])
    assert done.exit_code == 0
    assert (
        "rho = log((r + 1 - sqrt(r))/sqrt(r))\n  Decided at the baseline k = 1/(sqrt(r) + 1)." in done.stdout
    )
