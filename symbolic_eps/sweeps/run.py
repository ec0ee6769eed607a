"""Runs a sweep: by the closed form where one can be derived, else point by point, on any executor."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any

import sympy as sp

from symbolic_eps.answers.recommendation import numeric_profile, recommend
from symbolic_eps.closed_forms.compiled_form import CompiledForm
from symbolic_eps.deprecated_arguments import deprecated_arguments
from symbolic_eps.enclosed.callables import BallProfile
from symbolic_eps.enclosed.requirement import is_rational_profile
from symbolic_eps.enclosed.tabulated import Table
from symbolic_eps.errors import InputError, UndecidedError
from symbolic_eps.minimum import infimum
from symbolic_eps.profiles.exact_numbers import Exact, short_number
from symbolic_eps.profiles.parse import parse_profile
from symbolic_eps.profiles.profile import PRIORS, conditions_from
from symbolic_eps.results import Result
from symbolic_eps.sweeps.grid import Grid, Values, grid_of
from symbolic_eps.theory.variants import Variant, variant_named
from symbolic_eps.time_limit import time_limit
from verify.deadline import OutOfTime
from verify.enclosure import Enclosure
from verify.language.serialization import packed, unpacked

if TYPE_CHECKING:
    from symbolic_eps.figures.picture import Picture

CHUNK = 16
"""Points that one task of an executor takes."""

IN_FLIGHT = 4
"""Tasks that wait for each worker that an executor may have."""

_PRIOR_NAMES = tuple(v.name for v in PRIORS)


@dataclass(frozen=True)
class Row(Result):
    """One point of a sweep.

    Parameters
    ----------
    index : int
        Its place in the grid's order.
    values : mapping of str to Fraction
        What was varied.
    enclosure : Enclosure or None
        Contains eps; None where there is none.
    grade : str
        `exact`, `enclosed` and so on; empty without a result.
    error : str
        Why there is no result, such as an infeasible profile; else empty.
    """

    index: int
    values: Mapping[str, Fraction]
    enclosure: Enclosure | None
    grade: str
    error: str = ""

    @property
    def epsilon(self) -> float | None:
        """A binary64 that is not above eps."""
        return None if self.enclosure is None else self.enclosure.double_lower()


class Sweep(Iterator[Row]):
    """The rows of a sweep as they come, each once; a picture of all of them.

    Parameters
    ----------
    task : Task
        What is the same at all points.
    grid : Grid
        The points.
    rows : iterator of Row
    """

    def __init__(self, task: Task, grid: Grid, rows: Iterator[Row]) -> None:
        self._task, self._grid, self._rows, self._begun = task, grid, rows, False

    def __next__(self) -> Row:
        self._begun = True
        return next(self._rows)

    def plot(self) -> Picture:
        """Eps along one parameter, or along two: a notebook shows it, `save(path)` writes it.

        Raises
        ------
        symbolic_eps.errors.InputError
            There is no matplotlib; rows were taken or left out; or it has more than two names, or too many
            points, for a figure.

        Examples
        --------
        >>> sweep("r", {"r": [2, 3]}).plot()._repr_svg_().startswith("<?xml")
        True
        """
        import_module("symbolic_eps.figures").require_drawing()
        figures = import_module("symbolic_eps.figures.sweep")
        figures.check_drawn(self._grid)
        found = {} if self._begun else {row.index: row.enclosure for row in self}
        if len(found) < len(self._grid):
            raise InputError(
                "rows of this sweep are gone: leave out skip, and call plot() before rows are taken"
            )
        task, inside = self._task, [found[index] for index in range(len(found))]
        given = {name: str(value) for name, value in {**task.values, **task.fixed}.items()}
        text = task.profile if isinstance(task.profile, str | sp.Basic) else type(task.profile).__name__
        picture: Picture = import_module("symbolic_eps.figures.picture").Picture(
            figures.draw_sweep(str(text), self._grid, inside, given, task.box)
        )
        return picture


@dataclass(frozen=True)
class Task:
    """What is the same at all points.

    Parameters
    ----------
    profile : str, sympy.Expr, Table or BallProfile
        r*(p, q).
    values, fixed : mapping of str to Fraction
        Parameters and priors that do not vary.
    box : tuple of str
        Bounds on the priors.
    variant : Variant
        Of the bound F.
    width : Fraction or None
        Width of each enclosure; None for the default.
    seconds : float or None
        For each point; None for no limit.
    """

    profile: Any
    values: Mapping[str, Fraction] = field(default_factory=dict)
    fixed: Mapping[str, Fraction] = field(default_factory=dict)
    box: tuple[str, ...] = ()
    variant: Variant = Variant.UNBOUNDED
    width: Fraction | None = None
    seconds: float | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: an expression as it is written, for SymPy's own pickles evaluate it again."""
        written = isinstance(self.profile, sp.Basic)
        profile = packed(self.profile) if written else self.profile
        rest = (self.values, self.fixed, self.box, self.variant, self.width, self.seconds)
        return _restored, (written, profile, *rest)

    def at(self, point: Values) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Parameters and fixed priors at one point."""
        values = {**self.values, **{n: v for n, v in point.items() if n not in _PRIOR_NAMES}}
        fixed = {**self.fixed, **{n: v for n, v in point.items() if n in _PRIOR_NAMES}}
        return values, fixed


def _restored(written: bool, profile: Any, *rest: Any) -> Task:
    return Task(unpacked(profile) if written else profile, *rest)


@deprecated_arguments(seconds="patience")
def sweep(
    profile: str | sp.Expr | Table | BallProfile,
    grid: Mapping[str, Sequence[Exact]] | Grid,
    *,
    values: Mapping[str, Exact] | None = None,
    fixed: Mapping[str, Exact] | None = None,
    box: Sequence[str] = (),
    variant: Variant | str = Variant.UNBOUNDED,
    width: Exact | None = None,
    executor: Executor | None = None,
    workers: int = 2,
    derive: bool = True,
    patience: float | None = None,
    skip: Container[int] = frozenset(),
    progress: Callable[[str], None] = lambda _: None,
) -> Sweep:
    """The recommended eps at every point of a grid, as the results come.

    Parameters
    ----------
    profile : str, sympy.Expr, Table or BallProfile
        As in `symbolic_eps.recommend`.
    grid : mapping of str to sequence of exact numbers, or Grid
        The values of each parameter, or of p or q, that varies; all combinations are taken.
    values, fixed, box, variant, width
        As in `symbolic_eps.recommend`, for what does not vary.
    executor : concurrent.futures.Executor, optional
        Where points are minimised; by default in this process, in the grid's order. The profile travels to
        the executor's processes, so it has to be picklable.
    workers : int
        How many tasks the executor runs at a time, about; more are kept waiting.
    derive : bool
        Whether a closed form is tried first, on the smallest region that holds the grid.
    patience : float, optional
        Seconds for the closed form, and then for each point without one; by default no limit.
    skip : container of int
        Indices that are left out, because they are known.
    progress : callable, optional
        Called with a short text at each stage.

    Returns
    -------
    Sweep
        An iterator of `Row`, which can be drawn. In the grid's order where a closed form is evaluated or no
        executor is given, else as they come. A point at which the profile is infeasible or undefined, or that
        could not be decided, yields a row that says so.

    Raises
    ------
    symbolic_eps.errors.InputError
        A name that does not occur, a parameter without a value, a callable that can only be sampled or cannot
        travel to the executor's processes, or what `grid_of` refuses; before any row.

    Examples
    --------
    >>> [round(row.epsilon, 4) for row in sweep("max(a/(p*q), 3)", {"a": ["1/10", "1/4"]})]
    [0.585, 0.6496]
    """
    whole = grid if isinstance(grid, Grid) else grid_of(grid)
    task = Task(
        profile,
        _exact(values),
        _exact(fixed),
        (box,) if isinstance(box, str) else tuple(box),
        variant_named(variant),
        None if width is None else _fraction("width", width),
        patience,
    )
    _check(task, whole)
    if isinstance(executor, ProcessPoolExecutor):
        _check_travels(task)
    return Sweep(task, whole, _rows(task, whole, executor, workers, derive, patience, skip, progress))


def _check(task: Task, grid: Grid) -> None:
    """Refuse what is wrong at every point before any row is made."""
    if clash := sorted(set(grid.axes) & {*task.values, *task.fixed}):
        raise InputError(f"{clash[0]} is varied and has a value as well: leave out one of the two")
    for name in _PRIOR_NAMES:
        if not all(0 < v <= 1 for v in grid.axes.get(name, ())):
            raise InputError(
                f"{name} is varied outside (0, 1]: name priors in (0, 1], such as {name}=1/10,1/2"
            )
    if callable(task.profile) and not isinstance(task.profile, sp.Basic):
        raise InputError(
            "a plain callable can only be sampled, which a sweep does not do: wrap it as a BallProfile"
        )
    values, fixed = task.at(grid[0])
    expression = task.profile if isinstance(task.profile, str | sp.Basic) else sp.Integer(2)
    if isinstance(expression, str):
        expression = parse_profile(expression, transcendental=True)
    numeric_profile(expression, values, fixed, task.box, task.variant)
    if task.width is not None and task.width <= 0:
        raise InputError(f"width = {task.width}: the width of an enclosure is positive, such as 1e-12")


def _check_travels(task: Task) -> None:
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"the profile cannot be sent to other processes ({error}): use a function that is defined at the "
            "top of a module, or a pool of threads"
        ) from None


def _rows(
    task: Task,
    grid: Grid,
    executor: Executor | None,
    workers: int,
    derive: bool,
    seconds: float | None,
    skip: Container[int],
    progress: Callable[[str], None],
) -> Iterator[Row]:
    indices = [k for k in range(len(grid)) if k not in skip]
    if not indices:
        return
    form = _derived(task, grid, seconds, progress) if derive and len(indices) > 1 else None
    if form is not None:
        compiled, grade = form
        left = []
        for index in indices:
            enclosure = compiled.enclosure(grid[index])
            if enclosure is None:
                left.append(index)
            else:
                yield Row(index, grid[index], enclosure, grade)
        indices = left
    if executor is None:
        for index in indices:
            progress(f"point {index + 1} of {len(grid)}")
            yield row_at(task, index, grid[index])
        return
    yield from _scattered(task, grid, indices, executor, workers)


def _scattered(
    task: Task, grid: Grid, indices: Sequence[int], executor: Executor, workers: int
) -> Iterator[Row]:
    """Chunks on the executor, a few at a time, so that a long sweep does not fill its memory."""
    chunks = iter([indices[k : k + CHUNK] for k in range(0, len(indices), CHUNK)])
    running: set[Future[list[Row]]] = set()
    try:
        while True:
            while len(running) < max(1, workers) * IN_FLIGHT:
                chunk = next(chunks, None)
                if chunk is None:
                    break
                running.add(executor.submit(_chunk, task, [(k, grid[k]) for k in chunk]))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    finally:
        for future in running:
            future.cancel()


_PRECISION = Lock()
"""Ball arithmetic has one precision in a process: where threads share it, one computes at a time."""


def _chunk(task: Task, points: Sequence[tuple[int, Values]]) -> list[Row]:
    with _PRECISION:
        return [row_at(task, index, point) for index, point in points]


def row_at(task: Task, index: int, point: Values) -> Row:
    """One point, minimised between proved ends; where that does not settle it, by the exact engine.

    Examples
    --------
    >>> row_at(Task("r"), 0, {"r": Fraction(1, 2)}).error
    'infeasible: ...'
    """
    values, fixed = task.at(point)
    minimised = partial(
        recommend, task.profile, values, fixed, task.box, variant=task.variant, patience=task.seconds
    )
    try:
        try:
            answer = minimised(width=task.width or Fraction(1, 10**10))
        except UndecidedError:
            if not isinstance(task.profile, str | sp.Basic):
                raise
            answer = minimised()
    except (InputError, UndecidedError) as error:
        return Row(index, point, None, "", " ".join(str(error).split()))
    return Row(index, point, answer.enclosure, str(answer.grade))


def _derived(
    task: Task, grid: Grid, seconds: float | None, progress: Callable[[str], None]
) -> tuple[CompiledForm, str] | None:
    """The closed form on the smallest box of parameters that holds the grid; None where there is none."""
    if not isinstance(task.profile, str | sp.Basic) or set(grid.axes) & set(_PRIOR_NAMES):
        return None
    try:
        bound = task.profile
        if isinstance(bound, str):
            bound = parse_profile(bound, transcendental=True)
        if not is_rational_profile(bound):
            return None
        partly = numeric_profile(bound, task.values, task.fixed, task.box, task.variant, set(grid.axes))
        region = [f"{min(v)}<={n}<={max(v)}" for n, v in grid.axes.items()]
        profile = replace(partly, assumptions=(*partly.assumptions, *conditions_from(region)))
        with time_limit(seconds):
            derived = infimum(profile, progress=progress)
    except (InputError, UndecidedError, OutOfTime):
        return None  # infeasible, undefined or undecided somewhere: the points tell where
    return CompiledForm(derived), str(derived.grade)


def _exact(numbers: Mapping[str, Exact] | None) -> dict[str, Fraction]:
    return {str(name): _fraction(str(name), value) for name, value in (numbers or {}).items()}


def _fraction(name: str, value: Exact) -> Fraction:
    exact = short_number(name, value)
    return Fraction(int(exact.p), int(exact.q))
