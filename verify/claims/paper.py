"""A paper as a plug-in: what it is called, where its claims are, its evidence, and what else it offers.

A package declares one `PAPER` and names it in the entry-point group `symbolic_eps.papers`. A module's claims
are its `CLAIMS`; a proof that we supply for a broken printed one may stand in `REPAIR`. A module that gathers
the claims of others may name these in `SECTIONS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from os.path import isdir, join
from typing import TYPE_CHECKING, Any, NamedTuple

from verify.claims.locator_grammar import Grammar
from verify.errors import VerifyError

if TYPE_CHECKING:  # what a paper is called, and where it lies, is known without an algebra system
    from pathlib import Path

    from verify.claims.claim import Claim
    from verify.language.note import Note

    Legend = tuple[tuple[str, str | Note], ...]

COLLECTIONS = ("CLAIMS", "REPAIR")


class NoSuchPlaceError(VerifyError, ValueError):
    """No claim stands at a place that was asked for; the message names the nearest."""


class _Declared(NamedTuple):
    """What a paper says of itself."""

    identifier: str
    title: str
    package: str
    notation: Legend | Callable[[], Legend]
    modules: tuple[str, ...]
    offers: Mapping[str, str | Mapping[str, str]] = {}
    depends: tuple[str, ...] = ()
    grammar: Grammar = Grammar()


class Paper(_Declared):
    """A paper, and where its claims are. Making one imports nothing.

    Parameters
    ----------
    identifier : str
        Its id, as in locators.
    title : str
        How it is cited.
    package : str
        The package that holds everything about it.
    notation : tuple of (str, str or Note), or a function that returns it
        Our symbol and what the paper writes for it; a function where it takes formulas.
    modules : tuple of str
        The modules with its claims, in the order of the paper, within its package; those that share a proof,
        joined by `+`, are merged by the numbers of their displays.
    offers : mapping of str to str, or to a mapping of str to str
        What else there is, by kind, as `module:name` within the package; where a kind has several things that
        have names, each by its name. The kinds belong to those who ask.
    depends : tuple of str
        Further packages that its claims are made with.
    grammar : Grammar
        What the parts of its locators are called.

    Examples
    --------
    >>> paper = Paper("notes-2001", "Notes", "verify", (), (), {"claim": "claims.claim:Claim"})
    >>> paper.offer("claim").__name__, paper.offer("tables")
    ('Claim', None)
    """

    @cached_property
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

    @cached_property
    def places(self) -> Mapping[str, str]:
        """By the place of each claim: the module that makes it, also where another one gathers them."""
        named = map(import_module, self.module_names)
        modules = [section.__name__ for one in named for section in getattr(one, "SECTIONS", (one,))]
        within = len(self.package) + 1
        return {claim.locator.place: name[within:] for name in modules for claim in claims_of(name)}

    @property
    def module_names(self) -> tuple[str, ...]:
        """The modules with its claims, by their full names."""
        return tuple(f"{self.package}.{m}" for names in self.modules for m in names.split("+"))

    def claims_in(self, module: str) -> tuple[Claim, ...]:
        """The claims of one of its modules."""
        return claims_of(f"{self.package}.{module}")

    @property
    def legend(self) -> Legend:
        """Our symbols, and what the paper writes for them."""
        return self.notation() if callable(self.notation) else self.notation

    @property
    def folder(self) -> Path:
        """The folder of its package."""
        return package_folder(self.package)

    @property
    def evidence(self) -> Path:
        """What an earlier audit found: certificates and points, which are checked again."""
        return self.folder / "evidence"

    @property
    def expected_verdicts(self) -> Path:
        """The file with the verdicts that an audit is expected to give."""
        return self.folder / "expected_verdicts.json"

    def data(self, name: str) -> Path:
        """The folder of this name in its package, or in a package that it depends on."""
        from pathlib import Path

        return Path(self.data_folder(name))

    def data_folder(self, name: str) -> str:
        """The same as text."""
        folders = [join(_folder(package), name) for package in (self.package, *self.depends)]
        return next(filter(isdir, folders), folders[0])

    def offer(self, kind: str) -> Any:
        """What the paper offers of this kind; None where it offers nothing."""
        place = self.offers.get(kind)
        if isinstance(place, Mapping):
            return {name: self._object(one) for name, one in place.items()}
        return place and self._object(place)

    def _object(self, place: str) -> Any:
        module, _, name = place.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)

    def _merged(self, names: Sequence[str]) -> list[Claim]:
        numbered = [pair for name in names for pair in _numbered(self.claims_in(name))]
        return [claim for _, claim in sorted(numbered, key=lambda pair: pair[0])]


def package_folder(package: str) -> Path:
    """The folder of a package.

    Raises
    ------
    ModuleNotFoundError
        If there is none.

    Examples
    --------
    >>> package_folder("verify").name
    'verify'
    """
    from pathlib import Path

    return Path(_folder(package))


def _folder(package: str) -> str:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"no package {package}")
    return spec.submodule_search_locations[0]


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
    NoSuchPlaceError
        If there is no claim at one of them; the message names the nearest places.

    Examples
    --------
    >>> from sympy.abc import a
    >>> from verify.claims.claim import Claim, Locator
    >>> claims = [Claim(Locator("example", place), a > 0) for place in ("eq:1.1", "eq:1.2", "eq:12")]
    >>> [claim.locator.place for claim in selected(claims, ["eq:1"])]
    ['eq:1.1', 'eq:1.2']
    """
    for place in places:
        if not any(_is_at(claim, place) for claim in claims):
            from difflib import get_close_matches

            known = dict.fromkeys(claim.locator.place for claim in claims)
            near = get_close_matches(place, known, n=4, cutoff=0.4)
            among = ", ".join(dict.fromkeys(claim.locator.paper for claim in claims))
            raise NoSuchPlaceError(
                f"no claim at {place!r}: near it are {', '.join(near or list(known)[:4])} (in {among}); name "
                "one of these"
            )
    return tuple(c for c in claims if not places or any(_is_at(c, place) for place in places))


def _is_at(claim: Claim, place: str) -> bool:
    own = claim.locator.place
    return own == place or (own.startswith(place) and own[len(place)] in ".@/")
