"""What the error bounds of exports suppose of NumPy and R, and what the benchmark of Theorem 2 measures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks import export_speed, library_functions


def test_logarithms_and_exponentials_are_within_one_ulp() -> None:
    found = library_functions.largest(4000)
    assert len(found) >= 1 and all(set(worst) == {*library_functions.NAMES} for worst in found.values())
    assert max(error for worst in found.values() for error in worst.values()) <= 1
    assert min(error for worst in found.values() for error in worst.values()) >= 0.49  # rounding itself


@pytest.mark.parametrize("name", library_functions.NAMES)
def test_an_error_of_two_units_is_seen(name: str) -> None:
    points = library_functions.arguments(name, 400)
    values = getattr(np, name)(points)
    values[7] += 2 * np.spacing(abs(values[7]))
    assert 1 < library_functions.errors(name, points, values).max() <= 3


def test_speed_is_measured_beside_errors_that_keep_the_bounds(
    needs: Callable[..., None], tmp_path: Path
) -> None:
    needs("gcc")
    timed = export_speed.evaluations(export_speed.exports(tmp_path))
    errors = export_speed.largest_errors(timed, 20)
    compiled = (*export_speed.OURS_IN_C.values(), *export_speed.ONE_BY_ONE.values())
    for name in (export_speed.OURS, export_speed.EXPORTED, *compiled):
        uniform, everywhere, lost = errors[name]
        assert uniform <= everywhere <= 7.01 and lost == 0
    assert errors[export_speed.PRINTED][1] > 1000
    assert len({errors[name] for name in compiled}) == 1
    found = export_speed.times(timed, points=2000, repetitions=2)
    assert set(found) == set(timed) and all(len(each) == 2 and min(each) > 0 for each in found.values())


def test_memory_above_the_arrays_is_measured_and_bounded() -> None:
    text = export_speed.memory(2_000_000)
    above = float(text.split("peak above them ")[1].split(" MB")[0])
    assert above < 8  # half an array
