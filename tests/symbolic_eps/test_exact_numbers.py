"""Every reader of exact numbers reads the same texts, as the same numbers, and refuses the same ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from symbolic_eps import LaplaceNoise, explain, privacy_budget, privacy_budget_mp, split, table_of
from symbolic_eps.errors import InputError
from symbolic_eps.sweeps.grid import grid_of

READERS: dict[str, Callable[[str | Fraction], object]] = {
    "privacy_budget": lambda number: privacy_budget("1/2", number, 3),
    "privacy_budget_mp": lambda number: privacy_budget_mp(number, "1/2", 3, 20),
    "table_of": lambda number: table_of([(number, 1, 3)], "lower").p,
    "grid_of": lambda number: grid_of({"a": [number]}).axes,
    "explain": lambda number: explain("1/2", {"q": number}).region,
    "split": lambda number: split(1, weights=[number, 1]).shares,
    "LaplaceNoise": lambda number: LaplaceNoise.for_budget(1).tail(number),
}

RIGHT = {
    "1/2": Fraction(1, 2),
    " 3/4 ": Fraction(3, 4),
    "0.05": Fraction(1, 20),
    ".5": Fraction(1, 2),
    "1e-3": Fraction(1, 1000),
    "1": Fraction(1),
    "1/4 + 1/4": Fraction(1, 2),
    "2**-3": Fraction(1, 8),
    "(1/3)": Fraction(1, 3),
}

WRONG = ("", "abc", "nan", "1/0", "1_0/2_0", "\u0661/\u0662", "1e-99999999", "1e99999999", "sqrt(2)", "0x1/2")


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", RIGHT)
def test_a_text_is_the_same_number_everywhere(reader: str, text: str) -> None:
    read = READERS[reader]
    assert read(text) == read(RIGHT[text])


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", WRONG)
def test_a_text_that_is_no_number_is_refused_everywhere(reader: str, text: str) -> None:
    with pytest.raises(InputError):
        READERS[reader](text)
