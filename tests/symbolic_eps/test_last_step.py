"""The last step: where all else leaves something open, the greatest attained root tells it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from symbolic_eps import minimum
from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion, PiecewiseInfimum, Proof
from symbolic_eps.closed_forms.evaluate import exact_epsilon
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.minimum.by_parts import Parts
from symbolic_eps.minimum.last_step import with_last_step
from symbolic_eps.minimum.open_regions import OpenRegions
from symbolic_eps.minimum.problem import Region
from symbolic_eps.profiles.profile import RiskProfile
from symbolic_eps.theory.symbols import DECAY, parameter
from symbolic_eps.time_limit import Patience
from verify.evidence import Grade
from verify.language.condition import non_negative, positive

A = parameter("a")
PROFILE = RiskProfile("1 + a*q/p + p/q", ["a>0"])
LOW, HIGH = (positive(1 - A),), (non_negative(A - 1),)
KNOWN = Branch(LOW, 2 * DECAY - 1, (sp.S.Zero, sp.Integer(2), sp.S.One))


def result(branches: tuple[Branch, ...], *regions: Region) -> PiecewiseInfimum:
    proof, is_open = Proof(Grade.EXACT), tuple(OpenRegion(region, "too hard") for region in regions)
    return PiecewiseInfimum(PROFILE, branches, proof, (proof,) * len(branches), open=is_open)


def test_a_complete_answer_is_left_as_it_is() -> None:
    def tell(known: Parts, regions: object, limited: OpenRegions) -> PiecewiseInfimum:
        raise AssertionError("nothing is open")

    complete = result((KNOWN,))
    assert with_last_step(lambda _: complete, tell, OpenRegions(partial=True)) is complete


@pytest.mark.parametrize(
    ("first", "kept", "told"),
    [
        (result((KNOWN,), HIGH), ((KNOWN,), ()), [HIGH]),
        (result((KNOWN,), HIGH, HIGH), ((KNOWN,), ()), [HIGH]),
        (result((KNOWN,), HIGH, ()), ((), ()), [()]),
        (result((), ()), ((), ()), [()]),
    ],
)
def test_what_is_told_is_what_is_open(first: PiecewiseInfimum, kept: Parts, told: list[Region]) -> None:
    asked, complete = list[object](), result((KNOWN,))

    def tell(known: Parts, regions: object, limited: OpenRegions) -> PiecewiseInfimum:
        asked.extend((known, regions))
        return complete

    assert with_last_step(lambda _: first, tell, OpenRegions(partial=True)) is complete
    assert asked == [kept, told]


def test_what_is_not_told_stays_open() -> None:
    def tell(known: Parts, regions: object, limited: OpenRegions) -> PiecewiseInfimum:
        raise UndecidedError("a premise is not shown")

    first = result((KNOWN,), HIGH)
    assert with_last_step(lambda _: first, tell, OpenRegions(partial=True)) is first

    def ask(limited: OpenRegions) -> PiecewiseInfimum:
        raise UndecidedError("too hard")

    with pytest.raises(UndecidedError, match="too hard"):
        with_last_step(ask, tell, OpenRegions(partial=False))


@pytest.mark.parametrize("is_error", [True, False])
def test_all_is_told_where_the_parts_are_not_shown(is_error: bool) -> None:
    """Where the time ended decides what the parts are: a complete answer must not hang on them."""
    asked, complete = list[Parts](), result((KNOWN,))

    def tell(known: Parts, regions: object, limited: OpenRegions) -> PiecewiseInfimum:
        asked.append(known)
        if known == ((), ()):
            assert regions == [()]
            return complete
        if is_error:
            raise UndecidedError("that the parts are all is not shown")
        return result((KNOWN,), HIGH)

    first = result((KNOWN,), HIGH)
    assert with_last_step(lambda _: first, tell, OpenRegions(partial=True)) is complete
    assert asked == [((KNOWN,), ()), ((), ())]


@pytest.mark.parametrize(
    ("patience", "processor", "first"), [(60.0, False, 30.0), (600.0, False, 540.0), (None, True, 60.0)]
)
def test_time_is_kept_for_this_step(patience: float | None, processor: bool, first: float) -> None:
    times = list[Patience]()

    def ask(limited: OpenRegions) -> PiecewiseInfimum:
        times.append(limited.patience)
        return result((KNOWN,))

    def tell(known: Parts, regions: object, limited: OpenRegions) -> PiecewiseInfimum:
        raise AssertionError("nothing is open")

    with_last_step(ask, tell, OpenRegions(True, Patience(patience)))
    (given,) = times
    assert given.processor is processor
    assert given.seconds is not None and first - 1 < given.seconds <= first


def test_engine_tells_it_and_proves_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> PiecewiseInfimum:
        raise UndecidedError("too hard")

    with monkeypatch.context() as changed:
        changed.setattr(minimum, "_completed", nothing)
        found = infimum(PROFILE)
    (branch,) = found.branches
    assert branch.faces
    assert not found.open
    assert found.grade is Grade.COMPUTED
    with_numbers = exact_epsilon(infimum(RiskProfile("1 + q/p + p/q")), {})  # by boxes around the minimum
    assert exact_epsilon(found, {A: 1}) == with_numbers
    again = infimum(PROFILE, branches=found.branches)
    assert again.branches == found.branches
    assert again.grade is Grade.COMPUTED
    with pytest.raises(UndecidedError, match="is not that of the greatest attained root"):
        infimum(PROFILE, branches=[replace(branch, faces=branch.faces[1:])])
