"""Refutations by division: a condition that is never met divides nothing."""

from __future__ import annotations

from verify.search.division import by_division
from verify.search.ring import system


def test_zero_is_no_multiple_of_a_leading_coefficient() -> None:
    """0 > 0 is a multiple of a^2, and says nothing of a."""
    square = {(2, 2): 1, (2, 1): -2, (2, 0): 1}
    equation = {(1, 1): 1, (1, 0): -1}
    assert by_division(system(["a", "y"], [], [{}, square], [equation])) is None
