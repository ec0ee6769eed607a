"""Kinds of arguments: what is asked of an argument by itself, an interval and sizes to compute with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from math import inf

from symbolic_eps.export.layout.argument_domains import given, said_of
from symbolic_eps.export.programs.program import Program


@dataclass(frozen=True)
class Kind:
    """What is asked of an argument.

    Parameters
    ----------
    low, high : float
        The ends of its interval.
    above, below : bool
        Whether these are not in it.
    least, most : float
        The sizes with which it can be computed.
    zero : bool
        Whether 0 can be computed with, too.
    whole : bool
        Whether it is to be a whole number.

    Examples
    --------
    >>> Kind(0.0, above=True, high=1.0).name, Kind(1.0, whole=True).name
    ('above_0_up_to_1', 'whole_from_1')
    """

    low: float
    above: bool = False
    high: float = inf
    below: bool = False
    least: float = 0.0
    zero: bool = False
    most: float = inf
    whole: bool = False

    @property
    def name(self) -> str:
        """What the interval is, in words."""
        low = f"{'above' if self.above else 'from'}_{self.low:g}"
        high = f"_{'below' if self.below else 'up_to'}_{self.high:g}" if self.high < inf else ""
        return f"{'whole_' * self.whole}{low}{high}"


Kinds = tuple[Kind, ...]
_ENDS = re.compile(r"(\d+) (<=?) (\w+)(?: (<=?) (\d+))?")
_LEAST, _MOST = re.compile(r"(\w+) (0 or )?from (\S+)"), re.compile(r"(\w+) up to (\S+)")
_WHOLE = re.compile(r"(\w+) whole")


def kinds_of(program: Program) -> tuple[Kinds, Program] | None:
    """The kind of each argument, and the program without what they say; None where they do not say it all.

    Asked is for the intervals of all arguments first, then for sizes, then for whole numbers.
    """
    found: dict[str, Kind] = {}
    places: list[tuple[int, int]] = []
    asked = given(program)
    for said in asked:
        stage, name = 0, ""
        if ends := _ENDS.fullmatch(said):
            low, sign, name, other, high = ends.groups()
            if name in found:
                return None
            found[name] = Kind(float(low), sign == "<", float(high or inf), other == "<")
        elif least := _LEAST.fullmatch(said):
            stage, name = 1, least[1]
        elif most := _MOST.fullmatch(said):
            stage, name = 2, most[1]
        elif whole := _WHOLE.fullmatch(said):
            stage, name = 3, whole[1]
        if name not in found:
            return None
        kind = found[name]
        if stage == 1 and least:
            found[name] = replace(kind, least=_number(least[3]), zero=bool(least[2]))
        elif stage == 2 and most:
            found[name] = replace(kind, most=_number(most[2]))
        elif stage == 3:
            found[name] = replace(kind, whole=True)
        places.append((stage, program.parameters.index(name)))
    order = [((1 if stage == 2 else stage), place, stage) for stage, place in places]
    if {*found} != {*program.parameters} or order != sorted({*order}):
        return None
    count = sum(map(len, asked.values()))
    return tuple(found[name] for name in program.parameters), replace(program, body=program.body[count:])


def _number(said: str) -> float:
    """A size, such as 300 or 2^-200."""
    return 2.0 ** int(said[2:]) if said.startswith("2^") else float(said)


def named(programs: Iterable[Program]) -> Mapping[Kind, str]:
    """The kinds of the programs' arguments by names: of several on one interval the most used is named by it.

    Examples
    --------
    >>> named([])
    {}
    """
    counts = Counter(kind for program in programs if (found := kinds_of(program)) for kind in found[0])
    names: dict[Kind, str] = {}
    for kind, _ in counts.most_common():
        name = kind.name
        if name in names.values():
            name += f"_from_{_power(kind.least)}" if kind.least else ""
        if name in names.values():
            name += f"_to_{_power(kind.most)}" if kind.most < inf else ""
        number = 2
        while name in names.values():
            name, number = f"{kind.name}_{number}", number + 1
        names[kind] = name
    return names


def parts_of(
    kind: Kind, number: Callable[[float], str], equal: str = "=", true: str = "True"
) -> Iterator[str]:
    """What a kind is made of, as arguments of a call; those that say nothing are left out.

    Examples
    --------
    >>> list(parts_of(Kind(0.0, above=True, most=4.0), repr))
    ['0.0', 'above=True', 'most=4.0']
    """
    yield number(kind.low)
    for field in fields(Kind)[1:]:
        value = getattr(kind, field.name)
        if value != field.default:
            yield f"{field.name}{equal}{true if isinstance(value, bool) else number(value)}"


def _power(size: float) -> str:
    """A size as part of a name."""
    return said_of(size).removeprefix("2^").replace("-", "minus_")
