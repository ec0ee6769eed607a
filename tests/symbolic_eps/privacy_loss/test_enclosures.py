"""Every number of `at-risk` at points drawn by a seed: the enclosure contains the value by its definition.

`python -m benchmarks.at_risk --seed S` draws 200 others for each quantity.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from benchmarks.at_risk import __main__ as check
from benchmarks.at_risk import reference
from benchmarks.at_risk.__main__ import answered, faults
from benchmarks.at_risk.composed import delta_of_sum
from benchmarks.at_risk.definitions import real
from benchmarks.at_risk.points import Question, costs, losses, questions, samples
from benchmarks.at_risk.reference import values
from benchmarks.at_risk.simulation import Seen, simulations
from symbolic_eps.answers.loss_composition import compose_losses
from symbolic_eps.errors import DomainError

KINDS = {"loss": losses, "sensitivity": samples, "cost": costs}
POINTS = {"loss": 2, "sensitivity": 10, "cost": 4}
"""For each quantity, in the gate; all 200 are slow."""

F = Fraction
FEW = [
    Question("compose", "delta", {"eps0": F(1), "eps": F(1, 2), "each": F(1, 3)}, {"n": 2}),
    Question("compose", "delta", {"eps0": F(50), "eps": F(50), "each": F(60)}, {"n": 1}),
    Question("compose", "eps", {"eps0": F(1, 10**8), "share": F(1, 10**12), "each": F(1, 10**9)}, {"n": 3}),
    Question("compose", "eps", {"eps0": F(2), "share": 1 - F(1, 10**12), "each": F(1)}, {"n": 5}),
]


def wrong(asked: list[Question]) -> list[tuple[str, Question, str]]:
    return [(name, question, said) for name, question, said in faults(asked) if said is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_enclosures_contain_the_values_by_definition(kind: str) -> None:
    assert wrong(list(KINDS[kind](1, POINTS[kind]))) == []


def test_enclosures_of_several_releases_contain_the_values_by_definition() -> None:
    assert wrong(FEW) == []


@pytest.mark.slow
def test_enclosures_contain_the_values_by_definition_at_200_points() -> None:
    assert wrong(list(questions(2, 200))) == []


def test_questions_have_the_edges() -> None:
    asked = list(questions(3, 200))
    assert {q.whole["k"] for q in asked if q.command == "loss"} == {1, 2, 3, 5}
    assert {1, 300} <= {q.whole["n"] for q in asked if q.command in ("compose", "sensitivity")}
    noise = [q.given["eps0"] for q in asked if "eps0" in q.given]
    assert (min(noise), max(noise)) == (F(1, 10**8), 50)
    near = [1 - q.given["eps"] / q.given["eps0"] for q in losses(3, 200) if {"eps0", "eps"} == set(q.given)]
    assert min(distance for distance in near if distance > 0) == F(1, 10**18)


def test_every_number_of_an_answer_is_checked() -> None:
    def found(name: str, part: Any) -> set[str]:
        if isinstance(part, dict) and "lower" in part:
            return {name}
        inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        return {one for key, value in inner for one in found(f"{name}.{key}".lstrip("."), value)}

    for asked in (next(losses(1, 1)), next(samples(1, 1)), next(costs(4, 1)), FEW[0]):
        with mpmath.workdps(check.WORKING_DIGITS):
            exact = check.asked(asked)
            checked = {known.name for known in values(exact)}
        given = (
            {"eps0", "eps", "known.eps"}
            if exact.command == "compose"
            else {"permitted.0.from", "permitted.0.to"}
        )
        assert found("", answered(exact)) - checked <= given


def changed(part: Any, by: Fraction) -> Any:
    """A document with each enclosed number off by this share."""
    if isinstance(part, dict) and "lower" in part:
        ends = {end: Fraction(part[end]) * (1 + by) for end in ("lower", "upper")}
        with mpmath.workdps(50):
            return {end: mpmath.nstr(real(value), 40) for end, value in ends.items()}
    if isinstance(part, dict):
        return {key: changed(value, by) for key, value in part.items()}
    return [changed(value, by) for value in part] if isinstance(part, list) else part


@pytest.mark.parametrize("by", [F(3, 10**19), -F(3, 10**19)])
@pytest.mark.parametrize("kind", KINDS)
def test_an_error_in_the_last_digits_is_seen_in_every_number(kind: str, by: Fraction) -> None:
    asked = next(iter(KINDS[kind](4, 1)))
    for name, _, said in faults([asked], lambda question: changed(answered(question), by)):
        assert said is not None or "other pairs" in name, name


def test_a_double_on_the_wrong_side_is_seen() -> None:
    def unsafe(question: Question) -> Any:
        document = json.loads(json.dumps(answered(question)))
        with mpmath.workdps(40):
            ulp = mpmath.mpf(2) ** -50
            for name, safe in document["safe"].items():
                if safe:
                    down = name in ("eps", "delta", "cost")
                    document["safe"][name] = float(real(Fraction(safe)) * (1 - ulp if down else 1 + ulp))
        return document

    asked = Question("loss", "probability", {"eps0": F(1), "eps": F(1, 2)}, {"k": 1})
    told = {name.rpartition(" ")[2] for name, _, said in faults([asked], unsafe) if said is not None}
    assert told == {"eps0", "eps", "probability", "one_sided", "delta"}


def test_no_eps_has_more_than_the_largest_delta() -> None:
    with mpmath.workdps(60):
        largest = delta_of_sum(4, mpmath.mpf(1), mpmath.mpf(0), 40)
        above, below = (Fraction(mpmath.nstr(largest * (1 + s), 30)) for s in (1e-15, -1e-15))
    assert compose_losses("1", 4, delta=below).eps.upper > 0
    with pytest.raises(DomainError, match="the largest, at eps = 0"):
        compose_losses("1", 4, delta=above)


def test_simulations_are_near_what_is_expected() -> None:
    assert [one for one in simulations(20_000, 1) if one.wrong(check.MOST_DEVIATIONS)] == []


@pytest.mark.parametrize(("side", "deviations"), [("", 6.0), ("", -6.0), ("above", -6.0), ("below", 6.0)])
def test_a_simulation_that_is_too_far_off_is_wrong(side: str, deviations: float) -> None:
    assert Seen("", 1, deviations, side).wrong(5) and not Seen("", 1, deviations / 2, side).wrong(5)


def test_it_runs_with_a_seed_and_says_how_many_are_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    few = [Question("loss", "probability", {"eps0": F(1), "eps": F(1, 2)}, {"k": 2})]
    monkeypatch.setattr(check, "questions", lambda seed, size: few)
    typed = ["--seed", "5", "--points", "1", "--draws", "1000", "--markdown", str(tmp_path / "found.md")]
    assert check.main(typed) == 0
    assert " values, 0 wrong" in capsys.readouterr().out
    assert "| loss (probability): probability | 1 | 0 |" in (tmp_path / "found.md").read_text()
    monkeypatch.setattr(reference, "moments", lambda eps0: (eps0 / 2, eps0))
    assert check.main(typed[:-2]) == 1
    assert "WRONG loss (probability): mean" in capsys.readouterr().out
