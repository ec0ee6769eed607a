"""A scenario: adversaries or groups with caps, and the releases that share one budget.

The eps of several adversaries is the smallest of theirs (Kazan & Reiter 2024, Section 7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import sympy as sp

from symbolic_eps.errors import InputError
from symbolic_eps.mechanisms.accuracy import Threshold
from symbolic_eps.profiles.caps import Cap, profile_of
from symbolic_eps.profiles.groups import Group, bounds_from
from symbolic_eps.profiles.profile import PRIORS
from symbolic_eps.theory.variants import Variant


@dataclass(frozen=True)
class PriorPair:
    """What one adversary believes before the release.

    Parameters
    ----------
    name : str
        Whose belief it is; may be empty.
    p, q : sympy.Rational
        The priors, in (0, 1].
    """

    name: str
    p: sp.Rational
    q: sp.Rational

    @property
    def text(self) -> str:
        """The priors, after the name if there is one.

        Examples
        --------
        >>> PriorPair("insurer", sp.Rational(1, 2), sp.Integer(1)).text
        'insurer: p = 1/2, q = 1'
        """
        priors = f"p = {self.p}, q = {self.q}"
        return f"{self.name}: {priors}" if self.name else priors


@dataclass(frozen=True)
class Adversary:
    """An adversary, or a group of people, with caps of its own.

    Parameters
    ----------
    name : str
        How it is called in reports.
    caps : tuple of Cap
        All of them have to be respected.
    fixed : mapping of str to str
        Priors that do not vary: exact numbers, or names of parameters.
    box : tuple of str
        Where the caps are enforced.
    pairs : tuple of PriorPair
        The only priors at which the caps are enforced; empty for all that `fixed` and `box` leave.
    about : str
        Who that is, in words.
    where : str
        Where it is written, for messages.
    """

    name: str
    caps: tuple[Cap, ...]
    fixed: Mapping[str, str] = field(default_factory=dict)
    box: tuple[str, ...] = ()
    pairs: tuple[PriorPair, ...] = ()
    about: str = ""
    where: str = ""

    @classmethod
    def of_group(cls, group: Group, name: str) -> Adversary:
        """The same from a `Group`; `name` where the group has none.

        Examples
        --------
        >>> from symbolic_eps.profiles.groups import read_group
        >>> adversary = Adversary.of_group(read_group("3; box: p<=1/2; fix: q=1"), "group 1")
        >>> adversary.name, adversary.box, adversary.fixed
        ('group 1', ('p <= 1/2',), {'q': '1'})
        """
        fixed = {prior.name: str(value) for prior, value in group.fixed.items()}
        return cls(group.name or name, group.caps, fixed, tuple(map(str, group.box)))

    @property
    def bound(self) -> sp.Expr:
        """The bound on the relative risk that respects all caps."""
        return profile_of(self.caps)


@dataclass(frozen=True)
class Release:
    """One of the releases that share the budget.

    Parameters
    ----------
    name : str
        What is released.
    weight : sympy.Rational
        Its share of the budget, in proportion to those of the others.
    """

    name: str
    weight: sp.Rational


@dataclass(frozen=True)
class Scenario:
    """A decision: who is to be kept from learning what, and what is released.

    Parameters
    ----------
    adversaries : tuple of Adversary
        At least one; with names of their own.
    values : mapping of str to str
        Numbers for the parameters of the caps.
    variant : Variant
        What is assumed of the releases.
    releases : tuple of Release
        None, or those that share the budget.
    threshold : Threshold or None
        A count near a threshold, for what the noise means.
    name, question : str
        What is decided, and why, in words.

    Raises
    ------
    symbolic_eps.errors.InputError
        No adversary, or two of the same name.
    """

    adversaries: tuple[Adversary, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    variant: Variant = Variant.UNBOUNDED
    releases: tuple[Release, ...] = ()
    threshold: Threshold | None = None
    name: str = ""
    question: str = ""

    def __post_init__(self) -> None:
        if not self.adversaries:
            raise InputError("a scenario needs an adversary: write [[adversary]] with a name and a cap")
        for several in (self.adversaries, self.releases):
            names = [one.name for one in several]
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise InputError(f"the name {twice!r} is given twice: give each a name of its own")


def names_in(bound: sp.Expr, box: Sequence[str]) -> set[str]:
    """The parameters of a bound and a box.

    Examples
    --------
    >>> from sympy.abc import r
    >>> sorted(names_in(r + 1, ["p<=p1"]))
    ['p1', 'r']
    """
    symbols = bound.free_symbols.union(*(condition.symbols for condition in bounds_from(box)))
    return {symbol.name for symbol in symbols - set(PRIORS)}


def parameters_of(adversaries: Iterable[Adversary]) -> set[str]:
    """The names that may have a number: those of caps, boxes and fixed priors."""
    used = set[str]()
    for adversary in adversaries:
        used |= names_in(adversary.bound, adversary.box) | set(adversary.fixed.values())
    return used
