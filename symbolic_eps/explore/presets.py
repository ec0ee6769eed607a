"""Examples that the page offers to start from: a question in words, the formula and values that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from symbolic_eps.explore.shown_formula import ShownFormula
from symbolic_eps.papers import offers


@dataclass(frozen=True)
class Preset:
    """An example.

    Parameters
    ----------
    words : str
        The question.
    formula : str
        The identifier of the formula that answers it.
    values : mapping of str to str
        For its arguments, and for the adversary that is looked at.
    """

    words: str
    formula: str
    values: Mapping[str, str]

    @property
    def address(self) -> str:
        """The fragment of the page's address that shows it.

        Examples
        --------
        >>> Preset("", "constant", {"r": "3"}).address
        '#formula=constant&r=3'
        """
        return "#" + urlencode({"formula": self.formula, **self.values})


OWN = (
    Preset("Nothing more than three times as probable", "constant", {"r": "3", "p": "1/2", "q": "1/10"}),
    Preset("Nothing more probable by more than 1/10", "difference", {"b": "1/10", "p": "1/2", "q": "1/2"}),
    Preset(
        "Only adversaries who are not sure: priors in a box",
        "box",
        {"p0": "1/10", "p1": "1/2", "q0": "1/10", "q1": "1/2", "r": "3", "p": "1/2", "q": "1/10"},
    ),
    Preset(
        "A survey on what nobody likes to admit: how exact from 1000 answers",
        "response-deviation",
        {"delta": "1/4", "weight": "1/2", "theta": "3/10", "answers": "1000"},
    ),
    Preset(
        "Laplace noise for eps0 = 1: how often it betrays less than 1/2",
        "at-risk-probability",
        {"eps0": "1", "eps": "1/2"},
    ),
    Preset(
        "Laplace noise for eps0 = 1: its delta at eps = 1/2", "at-risk-delta", {"eps0": "1", "eps": "1/2"}
    ),
)


def presets() -> tuple[Preset, ...]:
    """The page's own examples, and those that papers offer: words, formula and values of each."""
    papers = (Preset(*one) for examples in offers("presets").values() for one in examples)
    return (OWN[0], *papers, *OWN[1:])


def offered(shown: Iterable[ShownFormula]) -> Iterator[Preset]:
    """The examples whose formulas a page has."""
    has = {one.formula.identifier for one in shown}
    yield from (preset for preset in presets() if preset.formula in has)
