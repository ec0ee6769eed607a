"""What a trial of a hypothesis needs to know of a statement, which is less than what is shipped."""

import sympy as sp
from sympy.abc import a, x

from derivations.kazan_reiter.attained_minimum import AttainedMinimum
from derivations.kazan_reiter.profiles import r
from derivations.kazan_reiter.recommended_budget import RecommendedBudget
from verify.prover.prover import Prover
from verify.prover.witness import Wanted


def in_trial() -> Prover:
    return Prover().at_any_point(Wanted.ANY)


def test_an_attained_minimum_is_open_where_its_point_is_not_in_the_set() -> None:
    stated = AttainedMinimum((x - a) ** 2, (x,), sp.Integer(0), {x: a})
    domain = (x > 1, a > 0)
    told = stated.examine(domain, in_trial())
    assert told.outcome.value == "open" and told.witness is not None and told.witness[a] <= 1
    assert stated.examine((*domain, a > 1), in_trial()).proved
    assert stated.examine((*domain, a > 1), Prover()).proved


def test_an_attained_minimum_that_has_a_smaller_value_is_not_proved_in_a_trial() -> None:
    stated = AttainedMinimum((x - a) ** 2, (x,), sp.Integer(1), {x: a + 1})
    assert not stated.examine((x > 0, a > 0), in_trial()).proved
    assert stated.examine((x > 0, a > 0), Prover()).refuted


def test_a_budget_is_refuted_in_a_trial_at_the_same_part() -> None:
    stated = RecommendedBudget("constant", sp.log(r))
    whole, brief = (stated.examine((r > 1,), prover) for prover in (Prover(), in_trial()))
    assert whole.refuted and brief.refuted
    assert len(brief.parts) <= len(whole.parts) and brief.parts[-1].refuted
    assert not any(part.refuted for part in brief.parts[:-1])
    right = RecommendedBudget("constant", sp.log(r) / 2)
    assert right.examine((r > 1,), in_trial()).proved
