"""One solver for the linear programs of a thread: none leaves anything behind for the next."""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from verify.search import linear_program
from verify.search.columns import Program, different, numbered, program, scaled
from verify.search.linear_program import solve
from verify.search.ring import Ring


def tasks() -> list[Program]:
    x, y = Ring(("x", "y")).gens
    factors, draw = [x, y, 1 - x, 1 - y, x + y - 1, 2 * x - y], random.Random(1)
    lists = [[f * g for f in draw.sample(factors, 4) for g in factors] for _ in range(12)]
    products = [f * g for f in factors for g in factors]
    lists += [[*products, *factors, against] for against in (-x - 1, x - 2, x * y - 2, y - 3 * x - 1)]
    return [program(columns, [True] * len(columns), [1.0] * len(columns)) for columns in lists]


def answer(task: Program, most: int = 1000) -> tuple[tuple[int, ...], ...] | None:
    proposal = solve(task, 1000, most)
    return None if proposal is None else tuple(map(tuple, proposal.choices()))


def test_programs_in_turn_have_the_answers_of_solvers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    in_turn = [answer(task) for task in (*tasks(), *tasks()[::-1])]
    alone = []
    for task in (*tasks(), *tasks()[::-1]):
        monkeypatch.setattr(linear_program, "_SOLVERS", linear_program._Solvers())
        alone.append(answer(task))
    assert in_turn == alone
    assert None in alone and len({*alone}) > 2


def test_each_program_has_its_own_limit() -> None:
    solvable = next(task for task in tasks() if answer(task) is not None)
    assert answer(solvable, 0) is None
    assert answer(solvable) is not None


@pytest.mark.parametrize(
    ("kind", "options"), [("plain", linear_program.PLAIN), ("presolving", linear_program.OPTIONS)]
)
def test_options_are_those_that_are_named(kind: str, options: Mapping[str, Any]) -> None:
    solver = getattr(linear_program._SOLVERS, kind)
    for option, value in options.items():
        assert solver.getOptionValue(option)[1] == value


@pytest.mark.parametrize("exponent", [-400, -330, -310, 310, 400])
def test_coefficients_beyond_the_range_of_floats_keep_their_ratio(exponent: int) -> None:
    """In floats alone they would all be 0, subnormal or infinite."""
    x, y = Ring(("x", "y")).gens
    number = fmpq(10) ** exponent
    column = scaled(3 * number * x - 4 * number * y, {})
    assert column.values.tolist() == [0.75, -1.0]


def test_a_basis_has_the_columns_with_a_weight() -> None:
    proposals = [p for p in (solve(task, 1000, 1000) for task in tasks()) if p is not None]
    assert any(len([*p.choices()][1]) > len(p.support) for p in proposals)
    for proposal in proposals:
        positive, basic = proposal.choices()
        assert positive == proposal.support
        assert {*positive} <= {*basic} and basic == sorted(basic)


@pytest.mark.parametrize("seed", range(6))
def test_different_numbers_are_those_of_numpy(seed: int) -> None:
    drawn = np.random.default_rng(seed).integers(-4, 9, size=seed * 7)
    listed, first, which = different(drawn)
    expected = np.unique(drawn, return_index=True, return_inverse=True)
    assert [part.tolist() for part in (listed, first, which)] == [part.tolist() for part in expected]
    rows, height = numbered(drawn)
    assert height == len(listed) and [*dict.fromkeys(drawn.tolist())] == [
        drawn[rows.tolist().index(k)] for k in range(height)
    ]
