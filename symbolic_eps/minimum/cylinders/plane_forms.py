"""Which root of its polynomial X is on each cell of a plane, in words that many cells share.

Of degree 2 at most: the one that rises. Else the only root in (0, 1), or the least one: h vanishes at 0 and 1
on walls alone, so that the number of X among the roots between stays the same. Else the only one between two
numbers at which h vanishes on no cell, for that is made a wall as well; where no two numbers do, X is told by
its number, from 0 or from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from flint import fmpq_mpoly

from symbolic_eps.minimum.cylinders.cells_of_plane import Cut, Plane, PlaneCell, Walls
from symbolic_eps.minimum.cylinders.over_parameters import ONE, ZERO, NotGenericError, Value
from symbolic_eps.minimum.cylinders.projection import Point, TooLongError, exact, irreducible
from symbolic_eps.minimum.cylinders.root_forms import Form, common_number, numbers_between
from symbolic_eps.time_limit import OUT_OF_TIME
from verify.deadline import OutOfTime
from verify.points.simple_rationals import simplest_between

MOST_ROUNDS = 3
"""Of further walls, where ends of a form or signs of walls do not do."""

UNKNOWN = -1
"""In the place of a form's number."""

Ends = tuple[Fraction, Fraction]

Key = tuple[str, bool]
"""The polynomial, and whether it rises at X."""


@dataclass(frozen=True)
class Forms:
    """The cells with their forms.

    Parameters
    ----------
    walls : dict of str to fmpq_mpoly
        Of the plane, with those that keep the ends of the forms apart from all roots.
    cells : tuple of PlaneCell
    labels : dict of Point to int
        The number of the cell's form, by the cell's sample; `UNKNOWN` where X is not known.
    forms : tuple of Form
    until : Fraction or None
        Of the first parameter, above which nothing is known.
    reason : str
        Why something is not known.
    """

    walls: Walls
    cells: tuple[PlaneCell, ...]
    labels: dict[Point, int]
    forms: tuple[Form, ...]
    until: Fraction | None = None
    reason: str = ""

    @classmethod
    def of(cls, plane: Plane) -> Forms:
        """The forms of a plane's cells.

        Raises
        ------
        NotGenericError
            No ends are found that hold on all cells.
        """
        cut = plane.cells()
        if not cut.cells:
            raise NotGenericError("the assumptions leave no open set of parameters")
        ends = _ends(cut.cells)
        for rest in range(MOST_ROUNDS, 0, -1):
            walls, cells = cut.walls, cut.cells
            labels, forms = _told(cells, ends)
            at_ends = {str(f): f for h in forms for g in _at_ends(h) for f in irreducible(g)}
            cuts = {name: g for name, g in at_ends.items() if name not in walls}
            cuts = cuts or {str(g): g for g in _lines_between(cells, labels, plane) if str(g) not in walls}
            if not cuts or rest == 1:
                break
            further = _further(plane, cuts.values())
            if further is None:
                break
            cut = further
        if any(name not in walls for name in at_ends):
            labels, forms = _told(cells, {})
        return cls(walls, cells, labels, forms, cut.until, cut.reason)


def _further(plane: Plane, cuts: Iterable[fmpq_mpoly]) -> Cut | None:
    """The plane cut along further walls; None where that is not done."""
    with suppress(OutOfTime, TooLongError):
        further = plane.cells(cuts)
        if further.until is None and further.reason != OUT_OF_TIME:
            return further
    return None


def at_decay(polynomial: fmpq_mpoly, decay: Fraction) -> fmpq_mpoly:
    """A polynomial with a number for x, the last variable."""
    index, level = len(polynomial.degrees()) - 1, exact(decay)
    context = polynomial.context()
    total = context.constant(0)
    for powers, c in polynomial.to_dict().items():
        total += context.from_dict({(*powers[:index], 0): c * level ** int(powers[index])})
    return total


def _told(cells: Sequence[PlaneCell], ends: Mapping[Key, Ends]) -> tuple[dict[Point, int], tuple[Form, ...]]:
    """The cells' forms, with the number of its form for each sample."""
    values = {cell.sample: cell.value for cell in cells if cell.value is not None}
    several = {_key(value) for value in values.values() if value.high < ONE}
    named = {point: _form(value, ends, several) for point, value in values.items()}
    forms = {_name(form): form for form in named.values()}
    labels = {point: [*forms].index(_name(form)) for point, form in named.items()}
    return {cell.sample: labels.get(cell.sample, UNKNOWN) for cell in cells}, tuple(forms.values())


def _key(value: Value) -> Key:
    return str(value.polynomial), value.rises


def _needs_ends(value: Value) -> bool:
    return bool(value.polynomial.degrees()[-1] > 2)


def _ends(cells: Sequence[PlaneCell]) -> dict[Key, Ends]:
    """Numbers that tell X from other roots on all cells where it is not the least, if there are any."""
    known = (cell.value for cell in cells if cell.value is not None)
    values = [v for v in known if _needs_ends(v) and v.low > ZERO]
    found = ((key, _common_ends([v for v in values if _key(v) == key])) for key in {_key(v) for v in values})
    return {key: ends for key, ends in found if ends is not None}


def _common_ends(values: Sequence[Value]) -> Ends | None:
    low = next(numbers_between(max(v.low for v in values), min(v.root.low for v in values), ZERO), None)
    high = next(numbers_between(max(v.root.high for v in values), min(v.high for v in values), ONE), None)
    return None if low is None or high is None else (low, high)


def _fits(ends: Ends, value: Value) -> bool:
    low, high = ends
    return (value.low < low < value.root.low or low == value.low == ZERO) and (
        value.root.high < high < value.high or high == value.high == ONE
    )


def _form(value: Value, known: Mapping[Key, Ends], several: set[Key]) -> Form:
    """What tells X from other roots at a sample."""
    if not _needs_ends(value):
        return Form(value.polynomial, value.rises, None)
    if value.low == ZERO:
        return Form(value.polynomial, value.rises, (ZERO, ONE), int(_key(value) in several))
    ends = known.get(_key(value))
    if ends is not None and _fits(ends, value):
        return Form(value.polynomial, value.rises, ends)
    return Form(value.polynomial, value.rises, (ZERO, ONE), common_number([value]))


def _name(form: Form) -> tuple[str, bool, Ends | None, int]:
    return str(form.polynomial), form.rises, form.ends, form.number


def _at_ends(form: Form) -> Iterator[fmpq_mpoly]:
    for end in form.ends or ():
        if end not in (ZERO, ONE):
            yield at_decay(form.polynomial, end)


def _lines_between(
    cells: Sequence[PlaneCell], labels: dict[Point, int], plane: Plane
) -> Iterator[fmpq_mpoly]:
    """Lines that tell cells on the same sides of all walls apart, where their forms differ."""
    alike: dict[tuple[tuple[str, bool], ...], dict[int, PlaneCell]] = {}
    for cell in cells:
        alike.setdefault(tuple(cell.sides.items()), {}).setdefault(labels[cell.sample], cell)
    for here in alike.values():
        for one, other in combinations(here.values(), 2):
            index = 0 if one.sample[0] != other.sample[0] else 1
            middle = simplest_between(*sorted((one.sample[index], other.sample[index])))
            yield plane.over.space.context.gen(index) - exact(middle)
