"""A sweep in a LaTeX fragment: its least and largest eps, and the budgets in a table of one or two axes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import sympy as sp

from symbolic_eps.profiles.exact_numbers import exact_fraction
from symbolic_eps.profiles.parse import parse_box, parse_profile
from symbolic_eps.report.fragment.numbers import LAYOUT, SHORT, decimal, digits, mathematics, worded
from symbolic_eps.report.fragment.text import EPS, ONE_PAGE, Fragment, Grid, Row, keyed, letters_of
from symbolic_eps.sweeps.grid import Grid as Points
from symbolic_eps.sweeps.record import enclosure
from verify.enclosure import Enclosure

MOST_ROWS = 1000
"""Of a table in a paper; a longer sweep has its summary alone."""

MOST_COLUMNS = 8
"""Of a table with a column for each value of the second axis."""

SIMPLE = 8
"""The largest denominator of a fraction that is read at a glance."""

Results = Sequence[Mapping[str, str]]


def swept(
    profile: str,
    points: Points,
    results: Results,
    given: Mapping[str, str] | None = None,
    box: Sequence[str] = (),
) -> Fragment:
    r"""The budgets of a sweep that has a result, or a reason why there is none, at each point.

    Parameters
    ----------
    profile : str
        r*, as it was asked for.
    points : symbolic_eps.sweeps.grid.Grid
    results : sequence of mapping
        `epsilon_lower`, `epsilon_upper` and `error` of each point, in the grid's order.
    given : mapping of str to str, optional
        Parameters and priors that do not vary.
    box : sequence of str
        Bounds on the priors.

    Examples
    --------
    >>> from symbolic_eps.sweeps.grid import grid_of
    >>> results = [{"epsilon_lower": "0.25", "epsilon_upper": "0.25", "error": ""}]
    >>> print(swept("1 + a", grid_of({"a": ["1/4"]}), results).grids[1].rows[0])
    Row(label='$1/4$', cells=('$0.25$',), name='', value='')
    """
    reasons = list(dict.fromkeys(row["error"] for row in results if row["error"]))
    letters = {reason: letters_of(count) for count, reason in enumerate(reasons, 1)}
    found = [enclosure(row) for row in results]
    cells = [
        f"none ({letters[row['error']]})" if one is None else f"${digits(one)}$"
        for row, one in zip(results, found, strict=True)
    ]
    bound = f"$r^* = {LAYOUT.set(parse_profile(profile, transcendental=True))}$"
    head = [("Profile", "risk profile", bound)]
    if held := [*_held(given or {}), *(mathematics(one) for text in box for one in parse_box(text))]:
        head.append(("Given", "given", ", ".join(held)))
    tables = [Grid(tuple(keyed((*head, *_summary(points, found)))))]
    if len(points) <= MOST_ROWS:
        tables.append(_across(points, cells) if _is_crossed(points) else _down(points, cells))
    told = tuple(Row(letters[reason], (worded(reason),)) for reason in reasons)
    tables.append(Grid(told, ("", "why there is no result"), "Reasons", (0.1, 0.9)))
    return Fragment("", tuple(tables))


def _held(given: Mapping[str, str]) -> Iterator[str]:
    for name, text in given.items():
        value = exact_fraction(name, text)
        yield f"${_name(name)} = {_shown(value, (value,))}$"


def _summary(points: Points, results: Sequence[Enclosure | None]) -> Iterator[tuple[str, str, str]]:
    yield "Points", "points", str(len(points))
    found = [(one, point) for one, point in zip(results, points, strict=True) if one is not None]
    if len(found) < len(points):
        yield "WithoutResult", "points without a result", str(len(points) - len(found))
    finite = [(one, point) for one, point in found if not one.is_infinite]
    if len(finite) < len(found):
        yield "Unconstrained", "points at which nothing is protected", str(len(found) - len(finite))
    for name, word, pick, key in (("Least", "least", min, "lower"), ("Largest", "largest", max, "upper")):
        if finite:
            one, point = pick(finite, key=lambda pair: getattr(pair[0], key))
            yield name, f"{word} {EPS}", f"${digits(one)}$"
            at = (f"{_name(axis)} = {_shown(point[axis], values)}" for axis, values in points.axes.items())
            yield f"{name}At", f"{word} {EPS} at", "$" + r",\ ".join(at) + "$"


def _name(name: str) -> str:
    return LAYOUT.set(sp.Symbol(name))


def _shown(value: Fraction, axis: Sequence[Fraction]) -> str:
    """On the line: a fraction where those of the axis are simple, else a decimal number if that is short."""
    exact = Enclosure(value, value)
    short = exact.decimal_lower(SHORT)
    if short == exact.decimal_upper(SHORT) and any(one.denominator > SIMPLE for one in axis):
        return decimal(short)
    return str(value)


def _is_crossed(points: Points) -> bool:
    """Whether there are two axes, of which the second has few values: each becomes a column."""
    axes = list(points.axes.values())
    return len(axes) == 2 and len(axes[1]) <= MOST_COLUMNS


def _across(points: Points, cells: Sequence[str]) -> Grid:
    """A row for each value of the first axis, a column for each of the second."""
    (down, starts), (across, columns) = points.axes.items()
    rows = tuple(
        Row(f"${_shown(start, starts)}$", tuple(cells[len(columns) * place :][: len(columns)]))
        for place, start in enumerate(starts)
    )
    titles = (f"${_name(across)} = {_shown(value, columns)}$" for value in columns)
    return Grid(rows, (f"${_name(down)}$", *titles), "Budgets", long=len(rows) > ONE_PAGE)


def _down(points: Points, cells: Sequence[str]) -> Grid:
    """A row for each point."""
    rows = []
    for point, cell in zip(points, cells, strict=True):
        label, *others = (f"${_shown(point[name], values)}$" for name, values in points.axes.items())
        rows.append(Row(label, (*others, cell)))
    header = (*(f"${_name(name)}$" for name in points.axes), EPS)
    return Grid(tuple(rows), header, "Budgets", long=len(rows) > ONE_PAGE)
