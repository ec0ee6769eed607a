"""Arrays of parameter values: read, broadcast, taken apart into exact points, and refused by index."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_eps.errors import DomainError, InputError
from symbolic_eps.profiles.exact_numbers import exact_fraction

Arrays: TypeAlias = dict[str, NDArray[Any]]
"""By the parameter's name, of one shape: float64, integers, or Fractions."""


def read_array(name: str, value: ArrayLike) -> NDArray[Any]:
    """An array of finite float64 numbers, of integers, or of Fractions."""
    if isinstance(value, np.ma.MaskedArray):
        raise InputError(f"{name} has a mask, which would be lost: give a plain array")
    try:
        array = np.asarray(value)
    except ValueError:
        raise InputError(f"{name} is a ragged sequence: give an array, its rows of one length") from None
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        if not np.all(np.isfinite(array)):
            raise DomainError(f"{name} has a value that is not finite: parameters are numbers")
        return array.astype(np.float64)
    if array.dtype.kind in "iu":
        return array
    if array.dtype.kind not in "OU":
        raise InputError(f"{name} has dtype {array.dtype}: give float64, or exact numbers such as '1/4'")
    exact = np.empty(array.shape, dtype=object)
    for index in np.ndindex(array.shape):
        item: Any = array[index]
        if isinstance(item, float) and not np.isfinite(item):
            raise DomainError(f"{name} has a value that is not finite: parameters are numbers")
        exact[index] = Fraction(item) if isinstance(item, float) else exact_fraction(name, item)
    return exact


def broadcast_arrays(arrays: Arrays) -> Arrays:
    """The same values in one shape."""
    try:
        return dict(zip(arrays, np.broadcast_arrays(*arrays.values()), strict=True))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise InputError(f"the shapes do not broadcast: {shapes}; give scalars or equal lengths") from None


def shape_of(arrays: Arrays) -> tuple[int, ...]:
    """The shape that all have; that of a scalar where there are none."""
    return next(iter(arrays.values())).shape if arrays else ()


def point_at(arrays: Arrays, index: tuple[int, ...]) -> dict[str, Fraction]:
    """The exact values at one point."""
    point = {}
    for name, array in arrays.items():
        item = array[index]
        point[name] = Fraction(int(item)) if array.dtype.kind in "iu" else Fraction(item)
    return point


def said_at(arrays: Arrays, index: tuple[int, ...]) -> str:
    """Where a point is, and the values there, for messages."""
    where = f"at index {index[0] if len(index) == 1 else index}: " if index else ""
    return where + ", ".join(f"{name} = {array[index]}" for name, array in sorted(arrays.items()))


def refuse(wrong: NDArray[np.bool_], reason: str, exact: Arrays) -> None:
    """A `DomainError` that names the first point at which something is wrong, if there is one."""
    if np.any(wrong):
        index = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.shape else ()
        raise DomainError(f"{said_at(exact, index)}: {reason}: take other numbers")
