"""Examples for the page to explore, from the profiles of Table 3: the question, its formula, its values."""

from __future__ import annotations

from collections.abc import Mapping

PRESETS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "Deaths of newborns: three times as probable, or up to 1 in 4",
        "two-dimensional",
        {"a": "1/4", "r": "3", "p": "1", "q": "1/12"},
    ),
    (
        "The same, for insiders who know that the person is in the data",
        "fixed-p",
        {"p": "1", "a": "1/4", "r": "3", "q": "1/12"},
    ),
    (
        "The same, where everybody in the data has the value",
        "fixed-q",
        {"q": "1", "a": "1/4", "r": "3", "p": "1/12"},
    ),
)
