"""A first attempt: how long it may take, what ends it, and that all is tried again without its limits."""

from __future__ import annotations

import math
import time
from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq_mpoly_ctx

from symbolic_eps import minimum
from symbolic_eps.answers.derivation import derive
from symbolic_eps.closed_forms.closed_form import OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import first_attempt, infimum
from symbolic_eps.minimum.cylinders import elimination
from symbolic_eps.minimum.cylinders.elimination import LongResultantError, no_resultant_beyond, resultant
from symbolic_eps.minimum.first_attempt import in_time
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import parameter
from symbolic_eps.time_limit import OUT_OF_TIME, Patience
from verify.deadline import check_time, worked
from verify.solvers.smt import Solver

PROFILE = RiskProfile("1 + a/p", ["a>0"])
STOPPED = {
    "out of time": OpenRegion((), OUT_OF_TIME),
    "a long resultant": OpenRegion((), f"{elimination.TOO_LONG}: of many terms"),
}
DONE = SimpleNamespace(open=(), well_posed=True, branches=("a branch",))


@pytest.mark.parametrize(
    ("patience", "seconds", "processor"), [(None, 60, True), (600, 60, True), (20, 15, False)]
)
def test_patience_gives_the_first_attempt_no_more_than_without(
    patience: float | None, seconds: float, processor: bool
) -> None:
    given = list[Patience]()

    def ask(regions: OpenRegions) -> Any:
        given.append(regions.patience)
        return DONE

    in_time(ask, 60.0, 3 / 4, OpenRegions(partial=True, patience=Patience(patience)))
    (time_given,) = given
    assert time_given.seconds == pytest.approx(seconds, abs=0.1) and time_given.processor == processor


@pytest.mark.parametrize(("patience", "later"), [(None, 2), (600, 2), (20, 1)])
def test_what_a_share_of_patience_ended_is_not_tried_again_but_what_is_long_is(
    patience: float | None, later: int
) -> None:
    regions = OpenRegions(partial=True, patience=Patience(patience))
    stopped = [SimpleNamespace(open=(region,)) for region in STOPPED.values()]
    assert sum(in_time(lambda _, one=one: one, 60.0, 3 / 4, regions)[1] for one in stopped) == later
    assert in_time(lambda _: stopped[1], 60.0, 3 / 4, regions)[1]


def test_a_share_of_patience_ends_it_whatever_it_works() -> None:
    """It sleeps, so that no processor time goes by."""

    def ask(_: OpenRegions) -> Any:
        while True:
            time.sleep(0.01)
            check_time()

    start = time.monotonic()
    found, later, _ = in_time(ask, 0.3, 1 / 2, OpenRegions(partial=True, patience=Patience(1)))
    assert found is None and later and time.monotonic() - start < 30


def no_last_step(_: RiskProfile) -> bool:
    return False


@pytest.mark.parametrize("patience", [None, 600])
@pytest.mark.parametrize("reason", STOPPED)
def test_what_time_or_length_ended_is_tried_again_without_its_limits(
    reason: str, patience: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = list[float]()

    def search(*_: object) -> SimpleNamespace:
        longest.append(elimination._longest.get())
        first = SimpleNamespace(open=(STOPPED[reason],), well_posed=True, branches=())
        return first if len(longest) == 1 else DONE

    def no_cells(*_: object) -> None:
        longest.append(elimination._longest.get())
        raise UndecidedError("no cells")

    monkeypatch.setattr(minimum, "_unmisled", search)
    monkeypatch.setattr(minimum, "infimum_by_cells", no_cells)
    monkeypatch.setattr(minimum, "may_be_told", no_last_step)
    assert infimum(PROFILE, partial=True, patience=patience) is DONE
    assert longest == [first_attempt.LONGEST_RESULTANT, math.inf, math.inf]


def test_what_is_undecided_for_another_reason_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def search(*_: object) -> None:
        asked.append(1)
        raise UndecidedError("hard")

    def no_cells(*_: object) -> None:
        raise UndecidedError("no cells")

    monkeypatch.setattr(minimum, "_unmisled", search)
    monkeypatch.setattr(minimum, "infimum_by_cells", no_cells)
    monkeypatch.setattr(minimum, "may_be_told", no_last_step)
    with pytest.raises(UndecidedError, match="hard"):
        infimum(PROFILE, partial=True)
    assert len(asked) == 1


@pytest.mark.parametrize("reason", [*STOPPED, "hard"])
def test_no_solver_is_looked_at_where_time_or_length_ended_the_search(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    region = STOPPED.get(reason, OpenRegion((), "hard"))
    stopped = SimpleNamespace(open=(region,), well_posed=True, branches=())
    monkeypatch.setattr(minimum, "_infimum", lambda *_: stopped)
    monkeypatch.setattr(minimum, "was_wrong", lambda _: bool(looked.append(1)))
    minimum._unmisled(
        PROFILE, Solver(), Solver(), None, OpenRegions(partial=True), lambda _: None, None, None
    )
    assert len(looked) == (reason == "hard")


def test_a_long_resultant_is_refused_inside_alone_and_a_short_one_is_not() -> None:
    y = fmpq_mpoly_ctx.get([f"y{k}" for k in range(4)], "lex").gens()
    short, long = sum(y, y[0]), sum(y, y[1]) ** 6
    before = resultant(short, long, 3)
    with no_resultant_beyond(100):
        assert resultant(short, long, 3) == before
    with no_resultant_beyond(elimination.LONG):
        assert resultant(short, long, 3) == before
        with pytest.raises(LongResultantError, match="degrees 6 and 6"):
            resultant(long, long + y[0], 3)
    plane = [g.subs({"y0": 2, "y1": 3}) for g in (long, long + y[0] * y[2])]
    with no_resultant_beyond(0):
        resultant(*plane, 3)  # by its values, which takes little


@pytest.mark.slow
@pytest.mark.parametrize("patience", [None, 600])
def test_two_corners_are_found_soon_by_cells(patience: float | None) -> None:
    a, b = parameter("a"), parameter("b")
    start = worked()
    found = derive("1 + (a+b*p)/(p+q)", ["0<a<1", "0<b<1"], patience=patience)
    assert found.complete and str(found.grade) == "exact" and worked() - start < 60
    assert {str(branch.epsilon) for branch in found.derived.branches} == {"log(a + 1)", "log(a + b + 1)/2"}
    (low,) = (one for one in found.derived.branches if one.epsilon.has(b))
    assert [str(c) for c in low.conditions] == ["b <= a**2 + a"] and a in low.conditions[0].symbols
