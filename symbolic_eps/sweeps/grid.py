"""The parameter values of a sweep: exact lists and evenly spaced ranges, and their product in order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symbolic_eps.errors import InputError
from symbolic_eps.profiles.exact_numbers import Exact, exact_fraction

MOST_POINTS = 10_000_000

Values = dict[str, Fraction]


@dataclass(frozen=True)
class Grid:
    """All combinations of values.

    Parameters
    ----------
    axes : mapping of str to tuple of Fraction
        The values of each name; the first name varies slowest.

    Examples
    --------
    >>> grid = grid_of({"a": ["1/4", "1/2"], "r": [2, 3]})
    >>> len(grid), grid[2]
    (4, {'a': Fraction(1, 2), 'r': Fraction(2, 1)})
    """

    axes: Mapping[str, tuple[Fraction, ...]]

    def __len__(self) -> int:
        return math.prod(len(values) for values in self.axes.values())

    def __getitem__(self, index: int) -> Values:
        if not 0 <= index < len(self):
            raise IndexError(index)
        point: Values = {}
        for name, values in reversed(tuple(self.axes.items())):
            index, k = divmod(index, len(values))
            point[name] = values[k]
        return {name: point[name] for name in self.axes}

    def __iter__(self) -> Iterator[Values]:
        return (self[index] for index in range(len(self)))


def grid_of(axes: Mapping[str, Sequence[Exact]]) -> Grid:
    """A grid from exact numbers.

    Raises
    ------
    symbolic_eps.errors.InputError
        No name, a name without values, a value that is not an exact number, or a value given twice.
    """
    if not axes:
        raise InputError(
            "a sweep varies at least one parameter: give one, such as a=1/4,1/2 or a=0.01:0.5:100"
        )
    exact = {name: tuple(exact_fraction(name, value) for value in values) for name, values in axes.items()}
    for name, values in exact.items():
        if not values:
            raise InputError(f"{name} has no values: give at least one, such as {name}=1/4,1/2")
        if len(set(values)) < len(values):
            twice = next(v for k, v in enumerate(values) if v in values[:k])
            raise InputError(f"{name} = {twice} is given twice: write each value once")
    grid = Grid(exact)
    if len(grid) > MOST_POINTS:
        raise InputError(f"the sweep has {len(grid)} points: give at most {MOST_POINTS}")
    return grid


def parse_axis(text: str) -> tuple[str, tuple[Fraction, ...]]:
    """Read `name=1/4,1/2,...` or `name=first:last:count`, evenly spaced with both ends.

    Raises
    ------
    symbolic_eps.errors.InputError
        A text of another form.

    Examples
    --------
    >>> parse_axis("a=0:1:3")
    ('a', (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)))
    """
    form = "write name=1/4,1/2 or name=first:last:count, such as a=0.01:0.5:100"
    name, equals, right = text.partition("=")
    name = name.strip()
    if not equals or not name.isidentifier() or not right.strip():
        raise InputError(f"--vary {text}: {form}")
    if ":" not in right:
        return name, tuple(exact_fraction(name, part) for part in right.split(","))
    parts = right.split(":")
    if len(parts) != 3:
        raise InputError(f"--vary {text}: {form}")
    first, last = exact_fraction(name, parts[0]), exact_fraction(name, parts[1])
    count = parts[2].strip()
    if not (count.isascii() and count.isdigit() and 2 <= int(count[:9]) <= MOST_POINTS and len(count) < 9):
        raise InputError(f"--vary {text}: write the count as an integer from 2 to {MOST_POINTS}")
    if not first < last:
        raise InputError(f"--vary {text}: write the smaller end first, {name}={last}:{first}:{count}")
    steps = int(count) - 1
    return name, tuple(first + (last - first) * Fraction(k, steps) for k in range(steps + 1))
