"""Cells of a plane told apart by the signs of few polynomials: a tree of case distinctions.

Each inner node asks for the sign of one wall, and each leaf holds cells with one label. The leaves take in
the whole plane but the walls that are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from symbolic_eps.minimum.cylinders.cells_of_plane import PlaneCell, Walls
from symbolic_eps.minimum.cylinders.projection import Point

PRICE = 1 / 50
"""Of a term of a polynomial, in bits."""

Labels = Mapping[Point, int]
"""Of each cell, by its sample."""


@dataclass(frozen=True, eq=False)
class Leaf:
    """Cells that no wall tells apart, or that need not be.

    Parameters
    ----------
    cells : tuple of PlaneCell
    label : int or None
        Of all of them; None where they have several.
    """

    cells: tuple[PlaneCell, ...]
    label: int | None


@dataclass(frozen=True, eq=False)
class Split:
    """A wall with what lies on either side of it.

    Parameters
    ----------
    wall : str
    above, below : Leaf or Split
        Where the wall's polynomial is positive, and where it is negative.
    """

    wall: str
    above: Leaf | Split
    below: Leaf | Split


def tree(cells: Sequence[PlaneCell], labels: Labels, walls: Walls) -> Leaf | Split:
    """The case distinctions; each step takes the wall that tells most, a short one if others tell as much."""
    found = {labels[cell.sample] for cell in cells}
    if len(found) == 1:
        return Leaf(tuple(cells), found.pop())
    kinds = [*{(labels[cell.sample], tuple(cell.sides.items())): cell for cell in cells}.values()]
    best = min(
        ((_uncertainty(kinds, labels, wall) + PRICE * len(walls[wall]), wall) for wall in _telling(kinds)),
        default=None,
    )
    if best is None:
        return Leaf(tuple(cells), None)
    above, below = ([c for c in cells if c.sides[best[1]] is side] for side in (True, False))
    return Split(best[1], tree(above, labels, walls), tree(below, labels, walls))


def leaves(node: Leaf | Split) -> Iterator[Leaf]:
    """All that are under a node."""
    if isinstance(node, Leaf):
        yield node
    else:
        yield from leaves(node.above)
        yield from leaves(node.below)


def _telling(cells: Sequence[PlaneCell]) -> list[str]:
    """The walls on both sides of which there are cells."""
    first, *others = cells
    return [wall for wall, side in first.sides.items() if any(c.sides[wall] is not side for c in others)]


def _uncertainty(cells: Sequence[PlaneCell], labels: Labels, wall: str) -> float:
    """Bits that are missing to tell the label of a cell from the sign of a wall, on average."""
    total = 0.0
    for side in (True, False):
        counts = Counter(labels[c.sample] for c in cells if c.sides[wall] is side).values()
        total -= sum(n * log2(n / sum(counts)) for n in counts)
    return total / len(cells)
