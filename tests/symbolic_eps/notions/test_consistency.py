"""Conversions between notions, held against grids of tests, simulated pairs and each other."""

import math
import random

import pytest
import sympy as sp

from symbolic_eps.cli import main
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.exact_judge import exact_judge
from symbolic_eps.notions import conversion_theorems as theorems_of_conversions
from symbolic_eps.notions.consistency import consistent
from symbolic_eps.notions.conversion import largest_rho, least_delta, least_eps, rho_of_pure
from symbolic_eps.notions.conversion_theorems import PURE_DOMAIN, conversion_theorems, pure_theorem
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import positive
from verify.prover.prover import Prover

DRAWN = [(random.Random(n).randint(0, 300), random.Random(n + 99).randint(1, 400)) for n in range(25)]


def delta_on_a_grid(eps: float, rho: float, points: int = 4000) -> float:
    """The largest s - e^eps k over tests (k, s) on the border of the allowed pairs."""
    c, best = math.exp(rho) - 1, 0.0
    for i in range(1, points):
        k = i / points
        first = k + math.sqrt(c * k * (1 - k))
        second = (2 * k + c + math.sqrt((2 * k + c) ** 2 - 4 * (1 + c) * k * k)) / (2 * (1 + c))
        best = max(best, min(first, second) - math.exp(eps) * k)
    return best


@pytest.mark.parametrize(("eps", "rho"), DRAWN)
def test_delta_is_the_largest_over_a_grid_of_tests_and_its_inverses_agree(eps, rho):
    eps, rho = sp.Rational(eps, 100), sp.Rational(rho, 100)
    delta = least_delta(eps, rho)
    on_grid = delta_on_a_grid(float(eps), float(rho))
    assert on_grid - 1e-9 <= float(delta.evalf(30)) <= on_grid + 1e-3
    assert abs((largest_rho(eps, delta) - rho).evalf(30)) < 1e-20
    assert abs((least_eps(delta, rho) - eps).evalf(30)) < 1e-20


@pytest.mark.parametrize("eps", ["1/2", "1", "2"])
def test_divergence_of_pure_privacy_is_that_of_the_two_answers(eps):
    larger = sp.exp(sp.Rational(eps))
    f, g = (larger / (1 + larger), 1 / (1 + larger)), (1 / (1 + larger), larger / (1 + larger))
    moment = sum(p**2 / q for p, q in zip(f, g, strict=True))
    assert sp.simplify(moment - sp.exp(rho_of_pure(sp.Rational(eps)))) == 0


def test_bound_for_pure_privacy_is_proved_for_countable_releases():
    assert str(pure_theorem().examine(PURE_DOMAIN, Prover()).grade) == "exact"


def test_bounds_that_are_too_small_are_refuted():
    judge = exact_judge()
    bounds = [theorem for theorem in conversion_theorems() if theorem[2].startswith("no test")]
    assert len(bounds) == 3
    for hypotheses, goal, words in bounds:
        smaller = type(goal)(goal.polynomial - sp.Rational(1, 1000), goal.relation)
        assert not judge.implies(hypotheses, smaller, words)


def test_what_is_not_proved_is_not_used(monkeypatch):
    wrong = ((positive(parameter("E")),), positive(parameter("E") - 1), "E is more than 1")
    monkeypatch.setattr(theorems_of_conversions, "conversion_theorems", lambda: [wrong])
    with pytest.raises(UndecidedError, match="E is more than 1"):
        theorems_of_conversions.prove_conversions(exact_judge())


@pytest.mark.parametrize(
    ("eps", "delta", "rho", "private", "divergence"),
    [
        ("2", "1e-6", "3.85", False, False),
        ("2", "1e-6", "2.55e-5", True, False),
        ("2", "1e-6", "2.56e-5", False, False),
        ("log(2)", "0", "log(3/2)", False, True),
        ("log(2)", "0", "0.4", False, False),
        ("0", "0", "0", True, True),
        ("1", "0", "0", True, False),
    ],
)
def test_which_statement_follows_from_which(eps, delta, rho, private, divergence):
    found = consistent(eps, delta, rho)
    assert (found.private_follows, found.divergence_follows) == (private, divergence)
    assert str(found.proof.grade) == "exact"


def test_statements_of_several_releases_add_up():
    ten = consistent("1", "1e-5", "1/10", releases=10)
    assert (ten.eps, ten.rho) == (10, 1) and ten.delta == 1 - sp.Rational(99999, 100000) ** 10


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["--eps", "oo", "--delta", "0", "--rho", "1"], "a number >= 0"),
        (["--eps", "1", "--delta", "1", "--rho", "1"], "[0, 1)"),
        (["--eps", "1", "--delta", "0.4", "--rho", "1", "--releases", "10001"], "from 1 to 10000"),
        (["--eps", "-1", "--delta", "0", "--rho", "1"], "a number >= 0"),
        (["--eps", "1", "--delta", "0"], "--rho"),
        (["--eps", "x", "--delta", "0", "--rho", "1"], "x"),
    ],
)
def test_bad_input_gets_one_line(typed, message, capsys):
    assert main(["consistent", *typed]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_exit_status_says_whether_one_follows(capsys):
    assert main(["consistent", "--eps", "2", "--delta", "1e-6", "--rho", "3.85"]) == 1
    assert "Neither follows" in capsys.readouterr().out
    assert main(["consistent", "--eps", "2", "--delta", "1e-6", "--rho", "1e-5"]) == 0
