"""The papers whose claims are audited: which modules hold them, in the order of the paper.

A claim belongs to a module's `CLAIMS`; a proof that we supply for a broken printed one may stand in `REPAIR`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

from symbolic_eps.errors import InputError
from symbolic_eps.near import meant
from verify.claim import Claim

FOLDER = Path(__file__).parent

SHIPPED = FOLDER / "audited"
"""Certificates and points found by an audit before, which the kernel and exact arithmetic check again."""

COLLECTIONS = ("CLAIMS", "REPAIR")


@dataclass(frozen=True)
class Paper:
    """A paper, and where its claims are.

    Parameters
    ----------
    identifier : str
        Its id, as in locators.
    title : str
        How it is cited.
    notation : tuple of (str, str)
        Our symbol and what the paper writes for it.
    modules : tuple of str
        The modules with its claims, in the order of the paper, within its package; those that share a proof,
        joined by `+`, are merged by the numbers of their displays.
    """

    identifier: str
    title: str
    notation: tuple[tuple[str, str], ...]
    modules: tuple[str, ...]

    @property
    def package(self) -> str:
        """The package that holds the modules."""
        return f"derivations.{self.identifier.replace('-', '_')}"

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims, in the order of the paper.

        Raises
        ------
        ValueError
            If two claims stand at one place, or one names another paper.
        """
        found = [claim for names in self.modules for claim in self._merged(names.split("+"))]
        strange = [c.locator for c in found if c.locator.paper != self.identifier]
        if strange:
            raise ValueError(f"{strange[0]} stands among the claims of {self.identifier}")
        return distinct(found)

    def _merged(self, names: Sequence[str]) -> list[Claim]:
        numbered = [pair for name in names for pair in _numbered(claims_of(f"{self.package}.{name}"))]
        return [claim for _, claim in sorted(numbered, key=lambda pair: pair[0])]


_KAZAN_REITER_NOTATION = (
    ("p", "p_i, the prior probability of being in the data"),
    ("q", "q_i, the prior probability of a disclosing value given that"),
    ("r", "r*, the bound on the relative risk; in a profile, its constant r~"),
    ("eps", "the privacy budget"),
    ("x", "e^-eps"),
    ("s", "1/r*; in the probability part, whether a value lies in S"),
    ("a", "a~, the constant of the cap a~/(p q) in a profile"),
    ("b", "b~, the constant of the cap on the difference of posterior and prior"),
    ("p0, p1, q0, q1", "the ends of the ranges of p and q that a profile is enforced on"),
    ("L_0, L_1", "the release's probability without the person, and with it"),
    ("L_S, L_N", "the same with a value in S, and with one that is not"),
    ("m, u, f, g", "the laws of data and release at finite supports (y: the person's value, z: the others')"),
)

PAPERS = {
    paper.identifier: paper
    for paper in (
        Paper(
            "kazan-reiter-2024",
            "Kazan and Reiter, Prior-itizing Privacy (2024)",
            _KAZAN_REITER_NOTATION,
            (
                "section_2",
                "section_3",
                "section_4",
                "section_5",
                "tables",
                "appendix_b",
                "appendix_c",
                "appendix_d",
                "probability.lemma_1+proofs.lemma_1",
                "probability.theorem_1+proofs.theorem_1",
                "probability.mechanisms",
                "proofs.theorem_2",
                "proofs.corollaries",
                "proofs.lemma_2",
                "proofs.lemma_3",
                "proofs.lemma_3_by_value",
                "proofs.theorem_3",
                "proofs.theorem_4",
                "proofs.theorem_5",
                "proofs.repairs",
            ),
        ),
        Paper(
            "kazan-reiter-2023",
            "Kazan and Reiter, Prior-itizing Privacy, first version (2023)",
            _KAZAN_REITER_NOTATION,
            ("claims",),
        ),
    )
}
"""By id, the current version first."""


def paper(identifier: str) -> Paper:
    """The paper with this id.

    Raises
    ------
    symbolic_eps.errors.InputError
        If there is none; the message names the nearest.

    Examples
    --------
    >>> paper("kazan-reiter-2024").package
    'derivations.kazan_reiter_2024'
    """
    if identifier not in PAPERS:
        known = ", ".join(PAPERS)
        raise InputError(
            f"no paper {identifier!r}: {meant(identifier, PAPERS)}there are {known}; a file of claims ends "
            "in .py"
        )
    return PAPERS[identifier]


def claims_of(module: str) -> tuple[Claim, ...]:
    """The claims of one module."""
    loaded = import_module(module)
    return tuple(claim for name in COLLECTIONS for claim in getattr(loaded, name, ()))


def _numbered(claims: Iterable[Claim]) -> Iterator[tuple[int, Claim]]:
    """Each claim with the number of its display, or of the last display before it."""
    number = 0
    for claim in claims:
        display = re.match(r"eq:(\d+)", claim.locator.place)
        number = int(display[1]) if display else number
        yield number, claim


def distinct(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims, no two of them at one place.

    Raises
    ------
    ValueError
        If two are.
    """
    seen = set()
    found = tuple(claims)
    for claim in found:
        if claim.locator in seen:
            raise ValueError(f"two claims at {claim.locator}: each needs a locator of its own")
        seen.add(claim.locator)
    return found


def selected(claims: Sequence[Claim], places: Sequence[str]) -> tuple[Claim, ...]:
    """The claims at these places.

    Parameters
    ----------
    claims : sequence of Claim
        Of one paper or several.
    places : sequence of str
        Such as `eq:94`, which is also each of its lines `eq:94.1` and its printings `eq:94@E`. All claims if
        empty.

    Raises
    ------
    symbolic_eps.errors.InputError
        If there is no claim at one of them; the message names the nearest places.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claim import Locator
    >>> claims = [Claim(Locator("example", place), a > 0) for place in ("eq:1.1", "eq:1.2", "eq:12")]
    >>> [claim.locator.place for claim in selected(claims, ["eq:1"])]
    ['eq:1.1', 'eq:1.2']
    """
    for place in places:
        if not any(_is_at(claim, place) for claim in claims):
            known = dict.fromkeys(claim.locator.place for claim in claims)
            near = get_close_matches(place, known, n=4, cutoff=0.4)
            among = ", ".join(dict.fromkeys(claim.locator.paper for claim in claims))
            raise InputError(
                f"no claim at {place!r}: near it are {', '.join(near or list(known)[:4])} (in {among}); name "
                "one of these"
            )
    return tuple(c for c in claims if not places or any(_is_at(c, place) for place in places))


def _is_at(claim: Claim, place: str) -> bool:
    own = claim.locator.place
    return own == place or (own.startswith(place) and own[len(place)] in ".@/")
