"""Domains whose borders are neither level nor upright: exact, and agreed with by points along the borders."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from symbolic_eps import recommend
from symbolic_eps.answers.exact_recommendation import Recommendation
from symbolic_eps.minimum.at_numbers.seen_place import seen_place
from symbolic_eps.minimum.constrained_piece import constrained
from symbolic_eps.profiles.profile import RiskProfile

Array = np.ndarray
Bound = Callable[[Array, Array], Array]
Ends = Callable[[Array], tuple[Array, Array]]

CASES: list[tuple[str, Bound, str, Ends]] = [
    ("3 - p*q", lambda p, q: 3 - p * q, "6/11*p<q", lambda p: (6 / 11 * p, 1 + 0 * p)),
    (
        "1 + 1/(7*p*q)",
        lambda p, q: 1 + 1 / (7 * p * q),
        "q<=1/2, p+q<=1",
        lambda p: (0 * p, np.minimum(1 / 2, 1 - p)),
    ),
    ("9/4 + 3/4*q/p", lambda p, q: 9 / 4 + 3 / 4 * q / p, "p<5*q", lambda p: (p / 5, 1 + 0 * p)),
    (
        "max(1 + 2/(11*p), 5/3 + 3/2*q)",
        lambda p, q: np.maximum(1 + 2 / (11 * p), 5 / 3 + 3 / 2 * q),
        "2/3*p<q",
        lambda p: (2 / 3 * p, 1 + 0 * p),
    ),
    ("1 + 4/p", lambda p, q: 1 + 4 / p + 0 * q, "p<2*q", lambda p: (p / 2, 1 + 0 * p)),
    ("2 - p*q", lambda p, q: 2 - p * q, "p*q<=1/3", lambda p: (0 * p, np.minimum(1, 1 / (3 * p)))),
]


def least_eps(bound: Bound, ends: Ends) -> float:
    """At the points of a grid of p and of shares of the way between the ends of q, both ends among them."""
    p, share = np.meshgrid(np.linspace(0, 1, 20001)[1:], [1e-9, *np.linspace(0, 1, 101)[1:-1], 1 - 1e-9])
    low, high = ends(p)
    q = np.maximum(low + share * (high - low), 1e-12)
    with np.errstate(all="ignore"):
        a, b, c = p * (1 - q), 1 - p, p * q - 1 / bound(p, q)
        x = np.where(c < 0, -2 * c / (b + np.sqrt(b * b - 4 * a * c)), 0)
    return -float(np.log(np.nanmax(x)))


@pytest.mark.slow
@pytest.mark.parametrize(("text", "bound", "box", "ends"), CASES, ids=[f"{c[0]}; {c[2]}" for c in CASES])
def test_the_least_eps_beside_a_sloping_border_is_exact(
    text: str, bound: Bound, box: str, ends: Ends
) -> None:
    found = recommend(text, box=[box], patience=120)
    assert isinstance(found, Recommendation) and str(found.grade) == "exact"
    assert 0 <= least_eps(bound, ends) - found.epsilon_double < 1e-5


def test_the_place_is_seen_on_a_line_of_priors() -> None:
    """By hand: for p = q and r* = 3 - p^2, F = p^2 + p (1 - p) x^2 + (1 - p) x - 1/r*."""
    profile = RiskProfile("3 - p*q", box=["p==q"])
    near = seen_place([constrained(piece, profile) for piece in profile.pieces])
    p = np.linspace(0, 1, 100001)[1:-1]
    a, b, c = p * (1 - p), 1 - p, p**2 - 1 / (3 - p**2)
    x = (np.sqrt(np.maximum(b * b - 4 * a * c, 0)) - b) / (2 * a)
    assert near is not None
    assert [float(v) for v in near.centre] == pytest.approx([x.max(), p[x.argmax()], p[x.argmax()]], abs=1e-5)


@pytest.mark.parametrize(("text", "ends"), [("3/2 + 2*p", {"p": 0}), ("3", {"p": 1, "q": 0})])
def test_ends_are_told_where_the_place_is_towards_them(text: str, ends: dict[str, int]) -> None:
    """By hand: X is largest where p -> 0, for any q, and where p = 1, q -> 0."""
    profile = RiskProfile(text)
    near = seen_place([constrained(piece, profile) for piece in profile.pieces])
    assert near is not None and near.at_ends is not None and near.at_ends.is_limit
    assert {v: getattr(near.at_ends, v) for v in ends} == {v: (end, end) for v, end in ends.items()}
