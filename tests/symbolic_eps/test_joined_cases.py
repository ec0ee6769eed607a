"""Two cases and the point between them as one, where that is proved and nothing else is added."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from symbolic_eps.closed_forms.closed_form import Branch, OpenRegion
from symbolic_eps.errors import UndecidedError
from symbolic_eps.minimum.joined_cases import joined_over
from symbolic_eps.theory.symbols import DECAY as x
from symbolic_eps.theory.symbols import parameter
from verify.language.condition import Condition, positive, zero

a = parameter("a")

BELOW = Branch((positive(a), positive(2 - a)), a * x - 1)
ABOVE = replace(BELOW, conditions=(positive(a - 2), positive(5 - a)))
AT_2 = OpenRegion((zero(a - 2),), "not known")


def accepted(_: Branch) -> None:
    """As a proof that succeeds."""


def test_a_point_joins_the_cases_beside_it() -> None:
    (joined,), left = joined_over([AT_2], [BELOW, ABOVE], accepted)
    assert set(joined.conditions) == {positive(a), positive(5 - a)} and left == []
    assert joined.polynomial == BELOW.polynomial


def test_what_is_not_proved_stays_open() -> None:
    def refused(_: Branch) -> None:
        raise UndecidedError("no proof")

    assert joined_over([AT_2], [BELOW, ABOVE], refused) == ((BELOW, ABOVE), [AT_2])


def test_cases_with_another_polynomial_or_another_border_are_not_joined() -> None:
    others: list[tuple[Branch, Branch, tuple[Condition, ...]]] = [
        (BELOW, replace(ABOVE, polynomial=sp.expand(2 * a * x - 1)), AT_2.conditions),
        (BELOW, replace(ABOVE, conditions=(positive(a - 3), positive(5 - a))), AT_2.conditions),
        (BELOW, ABOVE, (zero(a - 3),)),
        (BELOW, replace(BELOW, conditions=(positive(a - 1), positive(2 - a))), AT_2.conditions),
    ]
    for one, other, open_at in others:
        point = OpenRegion(open_at, "not known")
        assert joined_over([point], [one, other], accepted) == ((one, other), [point])


def test_a_region_that_is_no_border_stays_open() -> None:
    """No equation says what is between two cases, and of two equations neither is all of it."""
    for conditions in [(positive(a - 5),), (), (zero(a - 2), zero(parameter("b")))]:
        region = OpenRegion(conditions, "not known")
        assert joined_over([region], [BELOW, ABOVE], accepted) == ((BELOW, ABOVE), [region])


def test_nothing_is_added_beyond_the_three_parts() -> None:
    """Each case has a gap of its own, and conditions that leave a part of the other one out."""
    wide = replace(BELOW, conditions=(positive(2 - a),))
    narrow = replace(ABOVE, conditions=(positive(a - 2), positive(a - 1), positive(5 - a)))
    assert joined_over([AT_2], [wide, narrow], accepted) == ((wide, narrow), [AT_2])


def test_a_part_of_the_border_that_is_not_among_the_three_is_not_added() -> None:
    """At a = 2 only b > 0 is open; what is there for b <= 0 belongs to another case."""
    part = OpenRegion((zero(a - 2), positive(parameter("b"))), "not known")
    assert joined_over([part], [BELOW, ABOVE], accepted) == ((BELOW, ABOVE), [part])
